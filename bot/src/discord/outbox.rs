//! The outbox: posts go out at least once, in order, and without doubles a person would notice.
//!
//! One task delivers. A channel that fails for a while waits with all its posts; the others go on. A post whose answer
//! could not be read counts as delivered; one that Discord will never take is given up and logged.

use super::App;
use super::answer;
use super::faults::{Sort, describe, sort};
use crate::store::PostRow;
use serenity::all::{ChannelId, Http};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Attempts after which a post is given up: about two hours.
const TRIES: i64 = 30;

/// Delivers until told to stop.
pub(super) async fn deliver(app: Arc<App>, http: Arc<Http>, mut stopped: watch::Receiver<bool>) {
    let mut waiting: HashMap<String, Instant> = HashMap::new();
    loop {
        let more = round(&app, &http, &mut waiting).await;
        if *stopped.borrow() {
            return;
        }
        if more {
            continue;
        }
        waiting.retain(|_, until| *until > Instant::now());
        let pause = waiting
            .values()
            .min()
            .map_or(Duration::from_secs(30), |until| {
                until.saturating_duration_since(Instant::now())
            });
        tokio::select! {
            () = app.posted.notified() => {}
            () = tokio::time::sleep(pause) => {}
            _ = stopped.changed() => {}
        }
    }
}

/// Tries every post that waits once; true if something was delivered, so that more may wait.
async fn round(app: &Arc<App>, http: &Http, waiting: &mut HashMap<String, Instant>) -> bool {
    let store = app.tables.store().clone();
    let pending = match tokio::task::spawn_blocking(move || store.pending(200)).await {
        Ok(Ok(pending)) => pending,
        Ok(Err(fault)) => {
            tracing::error!(%fault, "the outbox cannot be read");
            return false;
        }
        Err(_) => return false,
    };
    let mut delivered = false;
    for post in pending {
        if waiting
            .get(&post.channel)
            .is_some_and(|until| *until > Instant::now())
        {
            continue;
        }
        let channel = post.channel.clone();
        match send(app, http, post).await {
            Some(pause) => {
                waiting.insert(channel, Instant::now() + pause);
            }
            None => delivered = true,
        }
    }
    delivered
}

/// Sends one post; how long its channel must wait if it failed for now.
async fn send(app: &Arc<App>, http: &Http, post: PostRow) -> Option<Duration> {
    let store = app.tables.store();
    let Some(channel) = post.channel.parse::<u64>().ok().filter(|id| *id != 0) else {
        tracing::error!(
            post = post.id,
            channel = post.channel,
            "a post for no channel of Discord is given up"
        );
        note(store.undelivered(post.id, "no channel of Discord", true));
        return None;
    };
    let drawer = app.clone();
    let drawn = tokio::task::spawn_blocking(move || {
        let pictures = drawer.tables.draw(&post);
        (post, pictures)
    })
    .await;
    let Ok((post, pictures)) = drawn else {
        tracing::error!("a picture could not be drawn");
        return Some(Duration::from_secs(60));
    };
    let channel = ChannelId::new(channel);
    let mut sent = channel
        .send_message(http, answer::message(&post, &pictures))
        .await;
    if let Err(error) = &sent
        && sort(error) == Sort::Never
        && !pictures.is_empty()
    {
        // Where the bot may not attach files, the words still call the next player.
        tracing::warn!(
            post = post.id,
            why = describe(error),
            "a post goes out without pictures"
        );
        sent = channel
            .send_message(http, answer::message(&post, &[]))
            .await;
    }
    let error = match sent {
        Ok(message) => {
            note(store.delivered(post.id, Some(message.id.to_string())));
            return None;
        }
        Err(error) => error,
    };
    let why = describe(&error);
    match sort(&error) {
        Sort::Done => {
            note(store.delivered(post.id, None));
            None
        }
        Sort::Later if post.tries < TRIES => {
            tracing::warn!(post = post.id, %why, "a post waits");
            note(store.undelivered(post.id, &why, false));
            Some(
                Duration::from_secs(300)
                    .min(Duration::from_secs(1) * (1u32 << post.tries.clamp(0, 9))),
            )
        }
        Sort::Later | Sort::Never => {
            tracing::error!(post = post.id, game = post.game, %why, "a post is given up");
            note(store.undelivered(post.id, &why, true));
            None
        }
    }
}

fn note(done: Result<(), crate::store::Fault>) {
    if let Err(fault) = done {
        tracing::error!(%fault, "the outbox cannot be written");
    }
}
