//! The outbox: posts go out at least once, in order, and without doubles a person would notice.
//!
//! Whatever the store says is to be done is done channel by channel, one thing after another: new posts in words first,
//! then the pictures and edits of turns that go on, then the buttons of turns that are over. Several channels are served
//! at once, within Discord's pace. Only the newest position of a game is drawn. A channel that fails for a while waits
//! with all its posts; the others go on. A post whose answer could not be read counts as delivered; one that Discord
//! will never take is given up and logged.

use super::App;
use super::answer;
use super::artist::Artist;
use super::faults::{Sort, code, describe, sort};
use super::pace::Pace;
use crate::store::{Fault, PostRow, Work};
use serenity::all::{ChannelId, Http, MessageId, UserId};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// Attempts after which a post is given up: about two hours.
const TRIES: i64 = 30;

/// Channels that are served at once.
const SIDE_BY_SIDE: usize = 12;

/// Discord knows no such channel.
const NO_CHANNEL: isize = 10003;
/// Discord knows no such message.
const NO_MESSAGE: isize = 10008;
/// Old messages can be edited only so often.
const TOO_OLD: isize = 30046;
/// The user takes no messages from the bot, shares no server with it, or is gone.
const NO_MESSAGES: [isize; 6] = [50007, 50278, 50001, 10003, 10007, 10013];
/// The bot may not see or write in the channel.
const FORBIDDEN: [isize; 2] = [50001, 50013];

/// What the parts of the delivery share.
struct Post {
    app: Arc<App>,
    http: Arc<Http>,
    pace: Pace,
    artist: Artist,
}

/// Delivers until told to stop.
pub(super) async fn deliver(app: Arc<App>, http: Arc<Http>, mut stopped: watch::Receiver<bool>) {
    let post = Arc::new(Post {
        artist: Artist::new(&app),
        pace: Pace::new(app.config.channel_pace),
        app,
        http,
    });
    let mut waiting: HashMap<String, Instant> = HashMap::new();
    let mut busy: HashSet<String> = HashSet::new();
    let mut tasks: JoinSet<(String, Option<Duration>)> = JoinSet::new();
    loop {
        let now = Instant::now();
        waiting.retain(|_, until| *until > now);
        let mut left = 0;
        if tasks.len() < SIDE_BY_SIDE {
            for work in post.work().await {
                if busy.contains(&work.channel) || waiting.contains_key(&work.channel) {
                    continue;
                }
                if tasks.len() >= SIDE_BY_SIDE {
                    left += 1;
                    continue;
                }
                busy.insert(work.channel.clone());
                let post = post.clone();
                tasks.spawn(async move {
                    let channel = work.channel.clone();
                    (channel, post.serve(work).await)
                });
            }
        }
        if *stopped.borrow() && tasks.is_empty() && left == 0 {
            return;
        }
        let pause = waiting
            .values()
            .min()
            .map_or(Duration::from_secs(30), |until| {
                until.saturating_duration_since(Instant::now())
            });
        tokio::select! {
            Some(done) = tasks.join_next() => {
                match done {
                    Ok((channel, pause)) => {
                        busy.remove(&channel);
                        if let Some(pause) = pause {
                            waiting.insert(channel, Instant::now() + pause);
                        }
                    }
                    Err(error) => {
                        tracing::error!(%error, "a delivery broke off");
                        // Which channel it was is unknown; the others of this round end first.
                        while tasks.join_next().await.is_some() {}
                        busy.clear();
                        tokio::time::sleep(Duration::from_secs(5)).await;
                    }
                }
            }
            () = post.app.posted.notified(), if tasks.len() < SIDE_BY_SIDE => {}
            () = tokio::time::sleep(pause), if tasks.is_empty() => {}
            _ = stopped.changed() => {}
        }
    }
}

fn note(done: Result<(), Fault>) {
    if let Err(fault) = done {
        tracing::error!(%fault, "the outbox cannot be written");
    }
}

impl Post {
    /// What there is to do.
    async fn work(&self) -> Vec<Work> {
        let store = self.app.tables.store().clone();
        match tokio::task::spawn_blocking(move || store.work(5000)).await {
            Ok(Ok(work)) => work,
            Ok(Err(fault)) => {
                tracing::error!(%fault, "the outbox cannot be read");
                Vec::new()
            }
            Err(_) => Vec::new(),
        }
    }

    /// Does one thing for a channel; how long the channel must wait if that failed for now.
    async fn serve(&self, work: Work) -> Option<Duration> {
        let channel = match self.channel(&work).await {
            Ok(Some(channel)) => channel,
            Ok(None) => {
                tracing::error!(
                    post = work.post,
                    "a post for no channel of Discord is given up"
                );
                self.give_up(work.post, "no channel of Discord").await;
                return None;
            }
            Err(error) => return self.failed(&work, 0, &error).await,
        };
        // A new post is taken in hand when it may go out, so that it tells of the newest position.
        if work.new {
            self.pace.message(&work.channel).await;
        }
        let store = self.app.tables.store().clone();
        let taken = tokio::task::spawn_blocking(move || store.begin(work.post)).await;
        let post = match taken {
            Ok(Ok(Some(post))) => post,
            // It was overtaken while it waited for its turn.
            Ok(Ok(None)) => return None,
            Ok(Err(fault)) => {
                tracing::error!(%fault, "the outbox cannot be read");
                return Some(Duration::from_secs(5));
            }
            Err(_) => return Some(Duration::from_secs(5)),
        };
        match post.message.as_deref().and_then(|id| id.parse().ok()) {
            Some(message) if !work.new => {
                self.edit(&work, channel, MessageId::new(message), post)
                    .await
            }
            _ => self.send(&work, channel, post).await,
        }
    }

    /// The channel of a post: one of a server, or the one with a user alone.
    async fn channel(&self, work: &Work) -> serenity::Result<Option<ChannelId>> {
        let number = |text: &str| text.parse::<u64>().ok().filter(|id| *id != 0);
        match work.channel.strip_prefix("dm:") {
            Some(user) => match number(user) {
                Some(user) => {
                    self.pace.request().await;
                    let user = UserId::new(user);
                    let channel = user.create_dm_channel(&self.http).await?;
                    Ok(Some(channel.id))
                }
                None => Ok(None),
            },
            None => Ok(number(&work.channel).map(ChannelId::new)),
        }
    }

    /// Sends a post in words; pictures follow as an edit.
    async fn send(&self, work: &Work, channel: ChannelId, post: PostRow) -> Option<Duration> {
        let store = self.app.tables.store();
        let error = match channel
            .send_message(&self.http, answer::message(&post))
            .await
        {
            Ok(message) => {
                note(store.delivered(&post, Some(message.id.to_string())));
                return None;
            }
            Err(error) => error,
        };
        if sort(&error) == Sort::Done {
            note(store.delivered(&post, None));
            return None;
        }
        self.failed(work, post.tries, &error).await
    }

    /// Edits the message of a post: its words, and its pictures as they are now.
    async fn edit(
        &self,
        work: &Work,
        channel: ChannelId,
        message: MessageId,
        post: PostRow,
    ) -> Option<Duration> {
        let (post, pictures) = if post.closed || post.body.shot.is_none() {
            (post, Vec::new())
        } else {
            match self.artist.draw(post).await {
                Some(drawn) => drawn,
                None => return Some(Duration::from_secs(60)),
            }
        };
        // Drawing takes its time: an edit gets its turn when it is ready to go out.
        self.pace.request().await;
        let store = self.app.tables.store();
        let mut edited = channel
            .edit_message(&self.http, message, answer::edited(&post, &pictures))
            .await;
        if let Err(error) = &edited
            && sort(error) == Sort::Never
            && ![Some(NO_MESSAGE), Some(NO_CHANNEL), Some(TOO_OLD)].contains(&code(error))
            && !pictures.is_empty()
        {
            // Where the bot may not attach files, the words still call the next player.
            tracing::warn!(
                post = post.id,
                why = describe(error),
                "a post goes without pictures"
            );
            self.pace.request().await;
            edited = channel
                .edit_message(&self.http, message, answer::edited(&post, &[]))
                .await;
        }
        match edited {
            Ok(_) => {
                note(store.edited(&post));
                None
            }
            Err(error) if sort(&error) == Sort::Done => {
                note(store.edited(&post));
                None
            }
            Err(error) if [Some(NO_MESSAGE), Some(TOO_OLD)].contains(&code(&error)) => {
                tracing::info!(
                    post = post.id,
                    why = describe(&error),
                    "a post is sent again"
                );
                note(store.vanished(post.id));
                None
            }
            Err(error) => self.failed(work, post.tries, &error).await,
        }
    }

    async fn give_up(&self, post: i64, why: &str) {
        note(self.app.tables.store().undelivered(post, why, true));
    }

    /// Notes a failure; how long the channel must wait.
    async fn failed(&self, work: &Work, tries: i64, error: &serenity::Error) -> Option<Duration> {
        let store = self.app.tables.store();
        let why = describe(error);
        let direct = work.channel.starts_with("dm:");
        if code(error) == Some(NO_CHANNEL) && !direct {
            tracing::warn!(channel = work.channel, "a channel is gone");
            self.app.tables.channel_gone(&work.channel);
            return None;
        }
        if direct && code(error).is_some_and(|code| NO_MESSAGES.contains(&code)) {
            match store.shut(work.post) {
                Ok(true) => {
                    tracing::info!(post = work.post, %why, "a message goes to the game's channel instead");
                }
                Ok(false) => {
                    tracing::error!(
                        post = work.post, to = work.channel, %why,
                        "nobody could be told: the user takes no messages, and the game has no channel"
                    );
                    note(store.undelivered(work.post, &why, true));
                }
                Err(fault) => {
                    tracing::error!(%fault, "the outbox cannot be written");
                    return Some(Duration::from_secs(5));
                }
            }
            return None;
        }
        let forbidden = code(error).is_some_and(|code| FORBIDDEN.contains(&code)) && !direct;
        match sort(error) {
            // Somebody may give the right back: the newest post waits for it.
            _ if forbidden => {
                tracing::warn!(channel = work.channel, %why, "a channel cannot be written to");
                note(store.undelivered(work.post, &why, !work.new));
                Some(Duration::from_secs(60 * (1 << tries.clamp(0, 6))))
            }
            Sort::Later if tries < TRIES => {
                tracing::warn!(post = work.post, %why, "a post waits");
                note(store.undelivered(work.post, &why, false));
                Some(
                    Duration::from_secs(300)
                        .min(Duration::from_secs(1) * (1u32 << tries.clamp(0, 9))),
                )
            }
            Sort::Later | Sort::Never | Sort::Done => {
                tracing::error!(post = work.post, %why, "a post is given up");
                note(store.undelivered(work.post, &why, true));
                None
            }
        }
    }
}
