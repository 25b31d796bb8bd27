//! Discord's pace: how many requests a second for the whole bot, how many messages a channel. Staying below the limits
//! costs less than being told.

use std::collections::{HashMap, VecDeque};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Requests a second: Discord allows 50 as they arrive, and what was let go in one second may arrive in the next.
const REQUESTS: (usize, Duration) = (40, Duration::from_secs(1));

/// Discord counts a channel's messages within five seconds; its clock is not ours.
const SPAN: Duration = Duration::from_millis(5_200);

/// When the last requests went out.
pub(super) struct Pace {
    /// Messages in a channel within [`SPAN`].
    messages: usize,
    sent: Mutex<Sent>,
}

#[derive(Default)]
struct Sent {
    requests: VecDeque<Instant>,
    messages: HashMap<String, VecDeque<Instant>>,
}

/// How long until one more fits.
fn wait(sent: &mut VecDeque<Instant>, (most, span): (usize, Duration), now: Instant) -> Duration {
    while sent.front().is_some_and(|first| *first + span <= now) {
        sent.pop_front();
    }
    match sent.front() {
        Some(first) if sent.len() >= most => (*first + span).saturating_duration_since(now),
        _ => Duration::ZERO,
    }
}

impl Pace {
    /// A pace of so many messages in a channel within five seconds.
    pub(super) fn new(messages: usize) -> Pace {
        Pace {
            messages,
            sent: Mutex::default(),
        }
    }

    /// Waits until one more request fits, and counts it.
    pub(super) async fn request(&self) {
        self.fit(None).await;
    }

    /// Waits until one more message fits into the channel, and counts it.
    pub(super) async fn message(&self, channel: &str) {
        self.fit(Some(channel)).await;
    }

    async fn fit(&self, channel: Option<&str>) {
        loop {
            let pause = self.try_fit(channel, Instant::now());
            if pause.is_zero() {
                return;
            }
            tokio::time::sleep(pause).await;
        }
    }

    fn try_fit(&self, channel: Option<&str>, now: Instant) -> Duration {
        let limit = (self.messages, SPAN);
        let mut sent = crate::table::lock(&self.sent);
        let Sent { requests, messages } = &mut *sent;
        let mut pause = wait(requests, REQUESTS, now);
        if let Some(channel) = channel {
            if messages.len() > 2000 {
                messages.retain(|_, sent| {
                    wait(sent, limit, now);
                    !sent.is_empty()
                });
            }
            let own = messages.entry(channel.to_string()).or_default();
            pause = pause.max(wait(own, limit, now));
            if pause.is_zero() {
                own.push_back(now);
            }
        }
        if pause.is_zero() {
            requests.push_back(now);
        }
        pause
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_channel_takes_five_messages_in_five_seconds() {
        let pace = Pace::new(5);
        let start = Instant::now();
        for _ in 0..5 {
            assert!(pace.try_fit(Some("7"), start).is_zero());
        }
        let pause = pace.try_fit(Some("7"), start);
        assert_eq!(pause, SPAN);
        assert!(pace.try_fit(Some("8"), start).is_zero());
        assert!(pace.try_fit(Some("7"), start + pause).is_zero());
    }

    #[test]
    fn all_channels_together_stay_below_fifty_requests_a_second() {
        let pace = Pace::new(5);
        let start = Instant::now();
        let mut sent = 0;
        for step in 0..3000 {
            let now = start + Duration::from_millis(step);
            let channel = format!("{}", step % 1000);
            if pace.try_fit(Some(&channel), now).is_zero() {
                sent += 1;
            }
        }
        assert_eq!(sent, 3 * REQUESTS.0);
    }
}
