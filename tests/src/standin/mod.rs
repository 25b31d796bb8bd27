//! A stand-in Discord on loopback, to test the bot without Discord.
//!
//! It serves the part of the HTTP API and of the gateway that the bot uses, plays the players at
//! Discord's client, judges every request of the bot by three independent judges, and can be told to
//! fail in all the ways in which Discord fails.
//!
//! ```no_run
//! # async fn example() {
//! use tests::standin::StandIn;
//!
//! let discord = StandIn::start().await;
//! // … start the bot with `discord.base_url()` and `discord.token()` …
//! discord.gateway().connected().await;
//! let table = discord.channel("table-1");
//! let alice = discord.player("alice", &table);
//! let answer = alice.slash("/game new title:1835").await;
//! assert!(answer.text().contains("1835"));
//! let post = table.wait_for_message(|message| message.text().contains("joins")).await;
//! alice.press_label(&post, "Join").await;
//! discord.assert_clean();
//! # }
//! ```
//!
//! Answers to components are complete when the bot has answered with a message or an update, or, after
//! a mere acknowledgement, when it has edited the message or sent a follow-up.

mod answer;
mod api;
mod body;
mod client;
mod clock;
mod command_call;
mod control;
mod faults;
mod gateway;
mod json;
pub mod judge;
mod message;
mod place;
mod player;
mod route;
mod server;
mod setup;
mod socket;
mod tls;
mod world;

pub use answer::{Answer, Unanswered};
pub use client::Input;
pub use command_call::CommandCall;
pub use control::Gateway;
pub use faults::{Fault, Gate};
pub use gateway::Delivery;
pub use message::{Attachment, Button, COMPONENTS_V2, EPHEMERAL, LOADING, Message, Select};
pub use place::Place;
pub use player::{Choice, MessageId, Player};
pub use route::RouteKind;
pub use setup::Builder;
pub use tls::Tls;
pub use world::{
    Channel, FirstAnswer, Guild, Interaction, InteractionKind, Logged, User, Violation,
};

use serde_json::Value;
use std::{collections::BTreeMap, sync::Arc, time::Duration};
use world::Shared;

/// A running stand-in. It ends when dropped; dropping it with violations that nobody looked at panics.
pub struct StandIn {
    shared: Arc<Shared>,
    tls: Option<Tls>,
    tasks: tokio::task::JoinSet<()>,
}

impl StandIn {
    /// Starts one with the usual settings: plain HTTP on 127.0.0.1.
    pub async fn start() -> Self {
        Builder::default().start().await
    }

    /// Settings for one that differs from the usual.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// The address to be used in place of `https://discord.com`, without a slash at the end.
    pub fn base_url(&self) -> &str {
        &self.shared.http_url
    }

    /// The gateway's address, `ws://127.0.0.1:…`.
    pub fn gateway_url(&self) -> &str {
        &self.shared.gateway_url
    }

    /// The only token that is accepted, without the prefix `Bot `.
    pub fn token(&self) -> &str {
        &self.shared.settings.token
    }

    /// The TLS side, when the builder asked for it.
    ///
    /// # Panics
    /// When it did not.
    pub fn tls(&self) -> &Tls {
        self.tls.as_ref().expect("the builder did not ask for TLS")
    }

    /// The application's id, which is also the bot's user id.
    pub fn application_id(&self) -> u64 {
        self.shared.read().bot
    }

    /// The id of the guild in which channels and players are made.
    pub fn guild_id(&self) -> u64 {
        self.shared.read().home
    }

    /// The gateway.
    pub fn gateway(&self) -> Gateway {
        Gateway {
            shared: self.shared.clone(),
        }
    }

    /// The text channel with this name, made when missing.
    pub fn channel(&self, name: &str) -> Place {
        let id = self.shared.change(|world| {
            let home = world.home;
            let known = world
                .channels
                .values()
                .find(|c| c.guild == Some(home) && c.name == name && !c.deleted);
            if let Some(channel) = known {
                return channel.id;
            }
            let id = world.clock.snowflake();
            let channel = Channel {
                id,
                name: name.to_owned(),
                kind: 0,
                guild: Some(home),
                recipient: None,
                bot_permissions: u64::MAX >> 12,
                deleted: false,
            };
            let data = json::channel(world, &channel);
            world.channels.insert(id, channel);
            world.hub.dispatch("CHANNEL_CREATE", &data, Some(home), 1);
            id
        });
        Place {
            shared: self.shared.clone(),
            id,
        }
    }

    /// The direct messages between the bot and a player.
    pub fn direct(&self, player: &Player) -> Place {
        Place {
            shared: self.shared.clone(),
            id: player.in_direct().channel,
        }
    }

    /// The player with this name, made a member of the guild when new, typing in `place`.
    pub fn player(&self, name: &str, place: &Place) -> Player {
        let id = self.shared.change(|world| {
            let known = world
                .users
                .values()
                .find(|user| user.name == name.to_lowercase() && !user.bot);
            let id = known.map(|user| user.id);
            let id = id.unwrap_or_else(|| world.add_user(name, false));
            let home = world.home;
            if let Some(guild) = world.guilds.get_mut(&home) {
                guild.members.entry(id).or_insert(json::PLAYER);
            }
            id
        });
        Player {
            shared: self.shared.clone(),
            id,
            channel: place.id,
        }
    }

    /// The guild's owner, who has every permission, typing in `place`.
    pub fn owner(&self, place: &Place) -> Player {
        let world = self.shared.read();
        let id = world.guilds.get(&world.home).map_or(0, |guild| guild.owner);
        Player {
            shared: self.shared.clone(),
            id,
            channel: place.id,
        }
    }

    /// Changes a user, for instance so that he refuses direct messages or uses another language.
    pub fn change_user(&self, player: &Player, change: impl FnOnce(&mut User)) {
        self.shared.change(|world| {
            if let Some(user) = world.users.get_mut(&player.id) {
                change(user);
            }
        });
    }

    /// Gives a member permissions, such as `1 << 5` for managing the guild.
    pub fn grant(&self, player: &Player, bits: u64) {
        self.shared.change(|world| {
            let home = world.home;
            if let Some(held) = world
                .guilds
                .get_mut(&home)
                .and_then(|g| g.members.get_mut(&player.id))
            {
                *held |= bits;
            }
        });
    }

    /// Takes a player out of the guild: from now on the bot shares no server with him.
    pub fn leaves(&self, player: &Player) {
        self.shared.change(|world| {
            let home = world.home;
            if let Some(guild) = world.guilds.get_mut(&home) {
                guild.members.remove(&player.id);
            }
        });
    }

    /// Removes the bot from the guild.
    pub fn remove_bot(&self) {
        self.shared.change(|world| {
            let home = world.home;
            if let Some(guild) = world.guilds.get_mut(&home) {
                guild.has_bot = false;
            }
            let data = serde_json::json!({"id": home.to_string()});
            world.hub.dispatch("GUILD_DELETE", &data, Some(home), 1);
        });
    }

    /// The message with this id as it is now.
    pub fn message(&self, message: &impl MessageId) -> Option<Message> {
        self.shared
            .read()
            .messages
            .get(&message.message_id())
            .filter(|m| !m.deleted)
            .cloned()
    }

    /// Waits until a message fits, and returns it.
    ///
    /// # Panics
    /// When it does not within the stand-in's patience.
    pub async fn wait_for_edit(
        &self,
        message: &impl MessageId,
        fits: impl Fn(&Message) -> bool,
    ) -> Message {
        let (id, patience) = (message.message_id(), self.shared.settings.patience);
        let found = self.shared.wait(patience, |world| {
            world.messages.get(&id).filter(|m| fits(m)).cloned()
        });
        found
            .await
            .unwrap_or_else(|| panic!("the message did not come to fit within {patience:?}"))
    }

    /// Waits for the final answer to an interaction that was begun before.
    ///
    /// # Errors
    /// Why there is none.
    pub async fn answer(&self, interaction: u64) -> Result<Answer, Unanswered> {
        answer::wait(&self.shared, interaction).await
    }

    /// An interaction with what came of it so far.
    pub fn interaction(&self, id: u64) -> Option<Interaction> {
        self.shared.read().interactions.get(&id).cloned()
    }

    /// The registered global commands.
    pub fn commands(&self) -> Vec<Value> {
        self.shared.read().global_commands.clone()
    }

    /// Waits until global commands are registered.
    ///
    /// # Panics
    /// When none are within the stand-in's patience.
    pub async fn commands_registered(&self) -> Vec<Value> {
        let patience = self.shared.settings.patience;
        let found = self.shared.wait(patience, |world| {
            Some(world.global_commands.clone()).filter(|commands| !commands.is_empty())
        });
        found
            .await
            .unwrap_or_else(|| panic!("no commands were registered within {patience:?}"))
    }

    /// Pushes the stand-in's clock forward, for deadlines and the life of tokens.
    pub fn advance(&self, by: Duration) {
        self.shared.change(|world| world.clock.advance(by));
    }

    /// Spoils the next request of this kind.
    pub fn fail(&self, kind: RouteKind, fault: Fault) {
        self.fail_times(kind, 0, 1, fault);
    }

    /// Lets `skip` requests of this kind pass, then spoils the next `times`.
    pub fn fail_times(&self, kind: RouteKind, skip: usize, times: usize, fault: Fault) {
        self.shared
            .change(|world| world.faults.script(kind, skip, times, fault));
    }

    /// Forgets all faults still to come.
    pub fn heal(&self) {
        self.shared.change(|world| world.faults.clear());
    }

    /// All requests so far.
    pub fn log(&self) -> Vec<Logged> {
        self.shared.read().log.clone()
    }

    /// How many requests of a kind came so far.
    pub fn count(&self, kind: RouteKind) -> usize {
        self.shared
            .read()
            .log
            .iter()
            .filter(|logged| logged.kind == kind)
            .count()
    }

    /// Waits until `count` requests of a kind have come in all.
    ///
    /// # Panics
    /// When they do not within the stand-in's patience.
    pub async fn requests(&self, kind: RouteKind, count: usize) {
        let patience = self.shared.settings.patience;
        let done = self.shared.wait(patience, |world| {
            let came = world
                .log
                .iter()
                .filter(|logged| logged.kind == kind)
                .count();
            (came >= count).then_some(())
        });
        assert!(
            done.await.is_some(),
            "fewer than {count} requests of {kind:?} within {patience:?}"
        );
    }

    /// All violations so far.
    pub fn violations(&self) -> Vec<Violation> {
        self.shared.read().violations.clone()
    }

    /// Waits for a violation that fits, and takes it away.
    ///
    /// # Panics
    /// When there is none within the stand-in's patience.
    pub async fn wait_for_violation(&self, fits: impl Fn(&Violation) -> bool) -> Violation {
        let patience = self.shared.settings.patience;
        let found = self.shared.wait(patience, |world| {
            let at = world.violations.iter().position(&fits)?;
            Some(world.violations.remove(at))
        });
        found
            .await
            .unwrap_or_else(|| panic!("no such violation within {patience:?}"))
    }

    /// Takes all violations away, for tests that provoke them.
    pub fn take_violations(&self) -> Vec<Violation> {
        self.shared
            .change(|world| std::mem::take(&mut world.violations))
    }

    /// Forgives the violations that fit; how many they were.
    pub fn forgive(&self, fits: impl Fn(&Violation) -> bool) -> usize {
        self.shared.change(|world| {
            let before = world.violations.len();
            world.violations.retain(|violation| !fits(violation));
            before - world.violations.len()
        })
    }

    /// # Panics
    /// When any request of the bot broke a rule; says all of them.
    pub fn assert_clean(&self) {
        let found = report(&self.take_violations());
        assert!(found.is_empty(), "the bot broke rules:\n{found}");
    }
}

/// One line for each kind of violation, with how often it happened.
fn report(violations: &[Violation]) -> String {
    let mut kinds: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for violation in violations {
        let key = format!(
            "[{}] {} {}",
            violation.judge, violation.pointer, violation.what
        );
        kinds
            .entry(key)
            .or_insert_with(|| (0, violation.to_string()))
            .0 += 1;
    }
    let lines: Vec<String> = kinds
        .values()
        .map(|(count, first)| format!("{count}x, first {first}"))
        .collect();
    lines.join("\n")
}

impl Drop for StandIn {
    fn drop(&mut self) {
        self.tasks.abort_all();
        let found = report(&self.violations());
        if found.is_empty() {
            return;
        }
        if std::thread::panicking() {
            eprintln!("before the test failed the bot broke rules:\n{found}");
        } else {
            panic!("the bot broke rules and no test looked at them:\n{found}");
        }
    }
}
