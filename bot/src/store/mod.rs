//! The store: games, their actions and what must be posted, in one SQLite file.
//!
//! One thread owns the connection and carries out one job after another; callers wait for its answer. A change of a
//! game ([`Change`]) is one transaction: actions, posts and the id of the request that caused them are durable
//! together before anybody hears of it, and the same request is never carried out twice.

mod absences;
mod asks;
mod calls;
mod care;
mod change;
mod dues;
mod fault;
mod how;
mod kept;
mod orders;
mod outbox;
mod pace;
mod people;
mod read;
mod rows;
mod schema;
mod seating;
mod steps;
mod summary;
mod trials;
mod votes;
mod waits;

pub use absences::Absence;
pub(crate) use absences::BACK;
pub(crate) use asks::{ASK, mark as ask_mark};
pub(crate) use calls::ORDER;
pub use change::{Change, Committed, TurnPost};
pub use dues::Due;
pub use fault::Fault;
pub use how::How;
pub use orders::{Ended, OrderRow, OrderStep};
pub use pace::{GamePace, Pace};
pub use rows::{
    ActionId, ActionRow, Button, ByKind, FORM, GameId, GameRow, JournalRow, Member, NewAction,
    PostBody, PostKind, PostRow, Shot, State, Weight, Work,
};
pub use summary::{Awaited, Finished, Sitting, Summary};
pub use waits::Standing as Awaiting;
pub(crate) use waits::WAIT;

pub use seating::{Joining, Opening};
pub use steps::Step;
pub use trials::{Saved, TrialChange, TrialId, TrialRow, TrialWrite};
pub use votes::{OfferRow, Standing, VoteRow};

use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, mpsc};

type Job = Box<dyn FnOnce(&mut Connection) + Send>;

/// A handle to the store; clones share the thread.
#[derive(Clone)]
pub struct Store {
    jobs: mpsc::Sender<Job>,
    path: PathBuf,
    /// The time that tests have set; the machine's where it is [`RUNS`].
    clock: Arc<AtomicI64>,
}

/// Nobody has set the clock: it is the machine's.
const RUNS: i64 = i64::MIN;

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
        let clock = Arc::new(AtomicI64::new(RUNS));
        Ok(Store { jobs, path, clock })
    }

    /// The time, in seconds since 1970: all that is stored and all that falls due goes by it.
    pub fn now(&self) -> i64 {
        match self.clock.load(Ordering::Relaxed) {
            RUNS => now(),
            set => set,
        }
    }

    /// Stops the clock at a time, for tests and simulations; clones follow.
    pub fn set_clock(&self, at: i64) {
        self.clock.store(at, Ordering::Relaxed);
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

/// Seconds since 1970, by the machine's clock.
fn now() -> i64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |age| i64::try_from(age.as_secs()).unwrap_or(i64::MAX))
}
