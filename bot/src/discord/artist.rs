//! Whoever draws the pictures of posts: a thread a core, each of them last in line for its core, so that answers to
//! players never wait for pictures.

use crate::reply::Picture;
use crate::store::PostRow;
use std::sync::{Arc, Mutex, mpsc};
use tokio::sync::oneshot;

use super::App;

type Job = (PostRow, oneshot::Sender<(PostRow, Vec<Picture>)>);

/// A handle to the threads that draw. They end with it.
pub(super) struct Artist {
    jobs: mpsc::Sender<Job>,
}

impl Artist {
    /// Starts the threads.
    pub(super) fn new(app: &Arc<App>) -> Artist {
        let (jobs, queue) = mpsc::channel::<Job>();
        let queue = Arc::new(Mutex::new(queue));
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        for number in 0..cores {
            let (queue, app) = (queue.clone(), app.clone());
            let started = std::thread::Builder::new()
                .name(format!("artist-{number}"))
                .spawn(move || draw(&app, &queue));
            if let Err(error) = started {
                tracing::error!(%error, "a thread for pictures cannot be started");
            }
        }
        Artist { jobs }
    }

    /// Draws the pictures of a post. `None` if the drawing broke off.
    pub(super) async fn draw(&self, post: PostRow) -> Option<(PostRow, Vec<Picture>)> {
        let (answer, drawn) = oneshot::channel();
        self.jobs.send((post, answer)).ok()?;
        drawn.await.ok()
    }
}

fn draw(app: &App, queue: &Mutex<mpsc::Receiver<Job>>) {
    // On Linux a thread has a niceness of its own; elsewhere this is a wish.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 10) {
        tracing::debug!(%error, "pictures are drawn at usual priority");
    }
    loop {
        let job = crate::table::lock(queue).recv();
        let Ok((post, answer)) = job else { return };
        let work = std::panic::AssertUnwindSafe(|| app.tables.draw(&post));
        match std::panic::catch_unwind(work) {
            Ok(pictures) => {
                // Whoever asked may have gone.
                let _ = answer.send((post, pictures));
            }
            Err(_) => tracing::error!(post = post.id, "a picture could not be drawn"),
        }
    }
}
