//! What a test may do to the gateway.

use super::{gateway::Out, world::Shared};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};

/// The gateway, as a test handles it.
#[derive(Clone)]
pub struct Gateway {
    pub(super) shared: Arc<Shared>,
}

impl Gateway {
    /// Waits until a session is connected.
    ///
    /// # Panics
    /// When the bot does not log in within the stand-in's patience.
    pub async fn connected(&self) {
        let patience = self.shared.settings.patience;
        self.connected_within(patience).await;
    }

    /// Waits until a session is connected, at most so long.
    ///
    /// # Panics
    /// When the bot does not log in in time.
    pub async fn connected_within(&self, patience: Duration) {
        let ready = self.shared.wait(patience, |world| {
            world
                .hub
                .sessions
                .iter()
                .any(|session| session.connection.is_some())
                .then_some(())
        });
        assert!(
            ready.await.is_some(),
            "the bot did not log in to the gateway within {patience:?}"
        );
    }

    /// Waits until the bot has identified `count` times in all.
    ///
    /// # Panics
    /// When it does not within `patience`.
    pub async fn identified(&self, count: usize, patience: Duration) {
        let done = self.shared.wait(patience, |world| {
            (world.hub.identifies >= count).then_some(())
        });
        assert!(
            done.await.is_some(),
            "fewer than {count} IDENTIFYs within {patience:?}"
        );
    }

    /// Waits until the bot has tried to resume `count` times in all.
    ///
    /// # Panics
    /// When it does not within `patience`.
    pub async fn resumed(&self, count: usize, patience: Duration) {
        let done = self
            .shared
            .wait(patience, |world| (world.hub.resumes >= count).then_some(()));
        assert!(
            done.await.is_some(),
            "fewer than {count} RESUMEs within {patience:?}"
        );
    }

    /// Waits until no connection is open; the bot's close code if it closed properly.
    ///
    /// # Panics
    /// When one is still open after the stand-in's patience.
    pub async fn disconnected(&self) -> Option<u16> {
        let patience = self.shared.settings.patience;
        let gone = self.shared.wait(patience, |world| {
            world
                .hub
                .connections
                .is_empty()
                .then_some(world.hub.last_close)
        });
        gone.await
            .unwrap_or_else(|| panic!("the bot is still connected after {patience:?}"))
    }

    /// IDENTIFYs, RESUMEs and heartbeats so far.
    pub fn counts(&self) -> (usize, usize, usize) {
        let world = self.shared.read();
        (
            world.hub.identifies,
            world.hub.resumes,
            world.hub.heartbeats,
        )
    }

    /// Ends all connections without a close frame; events are kept for a resume.
    pub fn cut(&self) {
        self.order(&Out::Cut);
    }

    /// Closes all connections with a code. After 4009 no session can be resumed.
    pub fn close(&self, code: u16) {
        self.order(&Out::Close(Some((code, "Closed by the test."))));
        if matches!(code, 4004 | 4009..=4014) {
            self.shared.change(|world| world.hub.forget_sessions());
        }
    }

    /// Closes all connections with a close frame that has no code.
    pub fn close_without_code(&self) {
        self.order(&Out::Close(None));
    }

    /// Op 7: the bot shall reconnect and resume.
    pub fn ask_reconnect(&self) {
        self.order(&Out::Text(json!({"op": 7, "d": null}).to_string()));
    }

    /// Op 9: the session is invalid, and may be resumed or not.
    pub fn invalidate(&self, resumable: bool) {
        self.order(&Out::Text(json!({"op": 9, "d": resumable}).to_string()));
        if !resumable {
            self.shared.change(|world| world.hub.forget_sessions());
        }
    }

    /// Op 1: the bot shall send a heartbeat at once.
    pub fn ask_heartbeat(&self) {
        self.order(&Out::Text(json!({"op": 1, "d": null}).to_string()));
    }

    /// Whether heartbeats are acknowledged.
    pub fn acknowledge(&self, on: bool) {
        self.shared.change(|world| world.hub.no_acks = !on);
    }

    /// Stops reading from and writing to all connections, without closing them.
    pub fn mute(&self) {
        self.order(&Out::Mute);
    }

    /// The next IDENTIFY is refused with this close code, such as 4004 or 4014.
    pub fn refuse_identify(&self, code: u16) {
        self.shared
            .change(|world| world.hub.refuse_identify.push_back(code));
    }

    /// Whether every RESUME is refused with op 9.
    pub fn refuse_resume(&self, on: bool) {
        self.shared.change(|world| world.hub.refuse_resume = on);
    }

    /// Sends any event to all sessions.
    pub fn send_event(&self, name: &str, data: &Value) {
        let guilds: Vec<Option<u64>> = self
            .shared
            .read()
            .guilds
            .keys()
            .map(|id| Some(*id))
            .collect();
        let guild = guilds.first().copied().flatten();
        self.shared
            .change(|world| world.hub.dispatch(name, data, guild, 0));
    }

    /// Sends the event of an interaction once more, with the same id and token.
    ///
    /// # Panics
    /// When there is no such interaction.
    pub fn redeliver(&self, interaction: u64) {
        self.shared.change(|world| {
            let cause = world
                .interactions
                .get(&interaction)
                .expect("the interaction exists");
            let (payload, channel) = (cause.payload.clone(), cause.channel);
            let guild = world.channels.get(&channel).and_then(|c| c.guild);
            world.hub.dispatch("INTERACTION_CREATE", &payload, guild, 0);
        });
    }

    /// The number of shards that `GET /gateway/bot` recommends.
    pub fn recommend_shards(&self, count: u64) {
        self.shared
            .change(|world| world.hub.recommended_shards = count);
    }

    /// All payloads sent to the bot, when `Builder::keep_payloads` is on.
    pub fn payloads(&self) -> Vec<String> {
        self.shared.read().hub.payloads.clone().unwrap_or_default()
    }

    fn order(&self, out: &Out) {
        self.shared.change(|world| {
            world.hub.send_all(out);
            if matches!(out, Out::Cut | Out::Close(_)) {
                // From now on events wait for a resume, even before the connection's task has ended.
                for connection in world.hub.connections.keys().copied().collect::<Vec<_>>() {
                    world.hub.closed(connection, None);
                }
            }
        });
    }
}
