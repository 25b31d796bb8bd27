//! The store: games, their actions and what must be posted, in one SQLite file.
//!
//! One thread owns the connection and carries out one job after another; callers wait for its answer. A change of a
//! game ([`Change`]) is one transaction: actions, posts and the id of the request that caused them are durable
//! together before anybody hears of it, and the same request is never carried out twice.

mod care;
mod change;
mod fault;
mod outbox;
mod read;
mod rows;
mod schema;
mod steps;
mod summary;
mod trials;

pub use change::{Change, Committed, Joining, Opening, TurnPost};
pub use fault::Fault;
pub use rows::{
    ActionId, ActionRow, Button, ByKind, FORM, GameId, GameRow, JournalRow, Member, NewAction,
    PostBody, PostKind, PostRow, Shot, State, Weight, Work,
};
pub use summary::{Awaited, Finished, Sitting, Summary};

pub use steps::{Due, OfferRow, Standing, Step, VoteRow};
pub use trials::{Saved, TrialChange, TrialId, TrialRow, TrialWrite};

use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::sync::mpsc;

type Job = Box<dyn FnOnce(&mut Connection) + Send>;

/// A handle to the store; clones share the thread.
#[derive(Clone)]
pub struct Store {
    jobs: mpsc::Sender<Job>,
    path: PathBuf,
}

impl Store {
    /// Opens or creates the file and brings it up to date.
    ///
    /// # Errors
    /// [`Fault::Newer`], [`Fault::Corrupt`] or [`Fault::Unusable`], each a sentence for the operator.
    pub fn open(path: &Path) -> Result<Store, Fault> {
        let connection = schema::open(path)?;
        Store::serve(connection, path.to_path_buf())
    }

    /// A store that lives in memory only.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn memory() -> Result<Store, Fault> {
        Store::serve(schema::memory()?, PathBuf::from(":memory:"))
    }

    fn serve(mut connection: Connection, path: PathBuf) -> Result<Store, Fault> {
        let (jobs, queue) = mpsc::channel::<Job>();
        std::thread::Builder::new()
            .name("store".into())
            .spawn(move || {
                while let Ok(job) = queue.recv() {
                    job(&mut connection);
                }
            })
            .map_err(|error| Fault::Unusable(path.clone(), error.to_string()))?;
        Ok(Store { jobs, path })
    }

    /// Where the file lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Runs a job on the store's thread and waits for its answer.
    fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Connection) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let (answer, wait) = mpsc::sync_channel(1);
        let job: Job = Box::new(move |connection| {
            // Whoever asked may have gone; his work is done all the same.
            let _ = answer.send(job(connection));
        });
        self.jobs.send(job).map_err(|_| Fault::Closed)?;
        wait.recv().map_err(|_| Fault::Closed)?
    }
}

/// Seconds since 1970.
pub fn now() -> i64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |age| i64::try_from(age.as_secs()).unwrap_or(i64::MAX))
}
