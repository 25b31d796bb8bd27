//! Channels as a test handles them.

use super::{json, message::Message, world::Shared};
use serde_json::json;
use std::sync::Arc;

/// A channel.
#[derive(Clone)]
pub struct Place {
    pub(super) shared: Arc<Shared>,
    /// Its id.
    pub id: u64,
}

impl Place {
    /// All messages that everybody sees, oldest first.
    pub fn messages(&self) -> Vec<Message> {
        let world = self.shared.read();
        let here = world.messages.values().filter(|m| self.shows(m));
        here.cloned().collect()
    }

    /// The newest message that everybody sees.
    pub fn last_message(&self) -> Option<Message> {
        let world = self.shared.read();
        world
            .messages
            .values()
            .rev()
            .find(|m| self.shows(m))
            .cloned()
    }

    /// How many messages everybody sees.
    pub fn message_count(&self) -> usize {
        let world = self.shared.read();
        world.messages.values().filter(|m| self.shows(m)).count()
    }

    fn shows(&self, message: &Message) -> bool {
        message.channel == self.id
            && !message.deleted
            && message.only_for.is_none()
            && !message.loading()
    }

    /// Waits for a message, old or new, that fits.
    ///
    /// # Panics
    /// When none comes within the stand-in's patience.
    pub async fn wait_for_message(&self, fits: impl Fn(&Message) -> bool) -> Message {
        self.wait_for_message_after(0, fits).await
    }

    /// Waits for a message later than the message `after` that fits.
    ///
    /// # Panics
    /// When none comes within the stand-in's patience.
    pub async fn wait_for_message_after(
        &self,
        after: u64,
        fits: impl Fn(&Message) -> bool,
    ) -> Message {
        let patience = self.shared.settings.patience;
        let found = self.shared.wait(patience, |world| {
            let later = world.messages.range(after + 1..).map(|(_, m)| m);
            later
                .into_iter()
                .find(|m| self.shows(m) && fits(m))
                .cloned()
        });
        match found.await {
            Some(message) => message,
            None => {
                let texts: Vec<String> = self
                    .messages()
                    .iter()
                    .rev()
                    .take(5)
                    .map(Message::text)
                    .collect();
                panic!("no such message within {patience:?}; the newest are {texts:#?}")
            }
        }
    }

    /// A message of this channel as it is now, also one that only one user sees.
    pub fn message(&self, id: u64) -> Option<Message> {
        let world = self.shared.read();
        world.messages.get(&id).filter(|m| !m.deleted).cloned()
    }

    /// Waits until a message fits, and returns it.
    ///
    /// # Panics
    /// When it does not within the stand-in's patience.
    pub async fn wait_for_edit(&self, id: u64, fits: impl Fn(&Message) -> bool) -> Message {
        let patience = self.shared.settings.patience;
        let found = self.shared.wait(patience, |world| {
            world.messages.get(&id).filter(|m| fits(m)).cloned()
        });
        match found.await {
            Some(message) => message,
            None => panic!(
                "message {id} did not come to fit within {patience:?}: {:#?}",
                self.message(id)
            ),
        }
    }

    /// Deletes the channel, as its owner would.
    pub fn delete(&self) {
        self.shared.change(|world| {
            let Some(channel) = world.channels.get_mut(&self.id) else {
                return;
            };
            channel.deleted = true;
            let channel = channel.clone();
            let data = json::channel(world, &channel);
            world
                .hub
                .dispatch("CHANNEL_DELETE", &data, channel.guild, 1);
        });
    }

    /// Deletes a message, as a moderator would.
    pub fn delete_message(&self, id: u64) {
        self.shared.change(|world| {
            let Some(message) = world.messages.get_mut(&id) else {
                return;
            };
            message.deleted = true;
            let guild = world.channels.get(&self.id).and_then(|c| c.guild);
            let data = json!({"id": id.to_string(), "channel_id": self.id.to_string(),
                "guild_id": guild.map(|g| g.to_string())});
            world.hub.dispatch("MESSAGE_DELETE", &data, guild, 1 << 9);
        });
    }

    /// Takes permissions from the bot here, such as `1 << 15` for attaching files.
    pub fn deny(&self, bits: u64) {
        self.shared.change(|world| {
            if let Some(channel) = world.channels.get_mut(&self.id) {
                channel.bot_permissions &= !bits;
            }
        });
    }

    /// Gives permissions to the bot here.
    pub fn allow(&self, bits: u64) {
        self.shared.change(|world| {
            if let Some(channel) = world.channels.get_mut(&self.id) {
                channel.bot_permissions |= bits;
            }
        });
    }
}
