//! Order and bookkeeping of requests: one after another in a channel, and none forgotten at a shutdown.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// Waiting lines, one a channel: who takes a place first goes first.
#[derive(Default)]
pub(super) struct Lines {
    last: Mutex<HashMap<u64, oneshot::Receiver<()>>>,
}

/// A place in a line. The next one's turn comes when it is dropped.
pub(super) struct Place {
    before: Option<oneshot::Receiver<()>>,
    _after: oneshot::Sender<()>,
}

impl Lines {
    /// Takes the last place in the channel's line.
    pub(super) fn stand(&self, channel: u64) -> Place {
        let (after, next) = oneshot::channel();
        let mut last = crate::table::lock(&self.last);
        // Lines in which nobody stands any more are cleared away.
        last.retain(|_, receiver| {
            matches!(
                receiver.try_recv(),
                Err(oneshot::error::TryRecvError::Empty)
            )
        });
        let before = last.insert(channel, next);
        Place {
            before,
            _after: after,
        }
    }
}

impl Place {
    /// Waits for its turn.
    pub(super) async fn turn(&mut self) {
        if let Some(before) = self.before.take() {
            // Its end is what counts, not what it says.
            let _ = before.await;
        }
    }
}

/// Counts what is running.
#[derive(Clone, Default)]
pub(crate) struct Running {
    count: Arc<AtomicUsize>,
}

/// Counted as long as it lives.
pub(super) struct Ticket(Arc<AtomicUsize>);

impl Running {
    /// Counts one more.
    pub(super) fn begin(&self) -> Ticket {
        self.count.fetch_add(1, Ordering::SeqCst);
        Ticket(self.count.clone())
    }

    /// Waits until nothing runs; false if that takes longer than `most`.
    pub(super) async fn ended(&self, most: Duration) -> bool {
        let begun = Instant::now();
        while self.count.load(Ordering::SeqCst) > 0 {
            if begun.elapsed() > most {
                return false;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        true
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_channels_requests_keep_their_order() {
        let lines = Lines::default();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for number in 0..50u64 {
            let mut place = lines.stand(7);
            let seen = seen.clone();
            tasks.push(tokio::spawn(async move {
                tokio::time::sleep(Duration::from_millis((50 - number) % 7)).await;
                place.turn().await;
                crate::table::lock(&seen).push(number);
            }));
        }
        for task in tasks {
            task.await.expect("no panic");
        }
        assert_eq!(*crate::table::lock(&seen), (0..50).collect::<Vec<_>>());
    }
}
