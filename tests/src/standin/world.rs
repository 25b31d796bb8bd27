//! Everything the stand-in knows: guilds, channels, users, messages, commands, interactions, the log.

use super::{
    clock::Clock,
    faults::Faults,
    gateway::{Delivery, Hub},
    message::{Attachment, Message},
    route::RouteKind,
};
use serde_json::Value;
use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    fmt,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};
use tokio::sync::watch;

/// A user: a player or the bot itself.
#[derive(Clone, Debug)]
pub struct User {
    /// Its id.
    pub id: u64,
    /// The unique name, lower case.
    pub name: String,
    /// The name shown to others.
    pub display_name: String,
    /// Whether it is the bot.
    pub bot: bool,
    /// Whether direct messages from the bot are refused (error 50007).
    pub refuses_dms: bool,
    /// The client's language.
    pub locale: String,
}

/// A guild.
#[derive(Clone, Debug)]
pub struct Guild {
    /// Its id; also the id of its `@everyone` role.
    pub id: u64,
    /// Its name.
    pub name: String,
    /// Its owner, who has every permission.
    pub owner: u64,
    /// Its members with their permissions.
    pub members: BTreeMap<u64, u64>,
    /// Whether the bot is (still) a member.
    pub has_bot: bool,
}

/// A channel: a guild's text channel, a thread or a direct message.
#[derive(Clone, Debug)]
pub struct Channel {
    /// Its id.
    pub id: u64,
    /// Its name; empty for direct messages.
    pub name: String,
    /// Discord's channel type: 0 text, 1 direct, 11 public thread.
    pub kind: u64,
    /// Its guild; none for direct messages.
    pub guild: Option<u64>,
    /// The one player of a direct message.
    pub recipient: Option<u64>,
    /// The bot's permissions here.
    pub bot_permissions: u64,
    /// Whether it was deleted.
    pub deleted: bool,
}

/// What kind of interaction it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InteractionKind {
    /// A slash command.
    Command,
    /// A request for autocomplete choices.
    Autocomplete,
    /// A pressed button or a chosen option.
    Component,
    /// A submitted modal.
    Modal,
}

/// The bot's first answer to an interaction.
#[derive(Clone, Debug, PartialEq)]
pub enum FirstAnswer {
    /// Type 4: a message at once.
    Message,
    /// Type 5: "is thinking …".
    DeferredMessage,
    /// Type 6: a component's acknowledgement.
    DeferredUpdate,
    /// Type 7: the component's message changed.
    Update,
    /// Type 8: autocomplete choices, name and value.
    Choices(Vec<(String, Value)>),
    /// Type 9: a modal, as sent.
    Modal(Value),
}

/// An interaction with all that came of it.
#[derive(Clone, Debug)]
pub struct Interaction {
    /// Its id.
    pub id: u64,
    /// Its kind.
    pub kind: InteractionKind,
    /// What the player did, for reports.
    pub label: String,
    /// Its token.
    pub token: String,
    /// Who made it.
    pub user: u64,
    /// Where.
    pub channel: u64,
    /// When, in milliseconds since 1970 by the stand-in's clock.
    pub created_ms: u64,
    /// The `data` and all else of the event, as sent to the bot.
    pub payload: Value,
    /// For autocomplete: the type of the option in focus.
    pub focused_type: u64,
    /// The message whose component was used.
    pub source: Option<u64>,
    /// How often the source had been edited before.
    pub source_edits: u32,
    /// What became of the event.
    pub delivery: Delivery,
    /// The first answer, when it came.
    pub first: Option<FirstAnswer>,
    /// `@original`.
    pub original: Option<u64>,
    /// Follow-up messages.
    pub followups: Vec<u64>,
    /// How often `@original` was edited or deleted through the token.
    pub completions: u32,
}

/// One HTTP request of the bot, as logged.
#[derive(Clone, Debug)]
pub struct Logged {
    /// Its number, from 1.
    pub number: usize,
    /// When it came, in milliseconds since 1970 by the stand-in's clock.
    pub at_ms: u64,
    /// The method.
    pub method: String,
    /// The path with its query.
    pub path: String,
    /// What it is.
    pub kind: RouteKind,
    /// The JSON body (`payload_json` of a multipart body).
    pub body: Value,
    /// Part name, file name and size of each uploaded file.
    pub files: Vec<(String, String, usize)>,
    /// The status answered; 0 while unanswered or when the connection was dropped.
    pub status: u16,
}

/// A rule of Discord's or of the house that a request broke.
#[derive(Clone, Debug)]
pub struct Violation {
    /// The logged request; 0 when it was the gateway or a missing answer.
    pub request: usize,
    /// Method and path, or what else it was about.
    pub place: String,
    /// Which judge: `openapi`, `twilight`, `rule`, `interaction`, `gateway`.
    pub judge: &'static str,
    /// Where in the body, as a JSON pointer.
    pub pointer: String,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "#{} {} [{}] {} {}",
            self.request, self.place, self.judge, self.pointer, self.what
        )
    }
}

/// All state, behind one lock.
pub struct World {
    pub clock: Clock,
    pub bot: u64,
    pub home: u64,
    pub guilds: BTreeMap<u64, Guild>,
    pub channels: BTreeMap<u64, Channel>,
    pub users: BTreeMap<u64, User>,
    pub messages: BTreeMap<u64, Message>,
    pub global_commands: Vec<Value>,
    pub guild_commands: HashMap<u64, Vec<Value>>,
    pub interactions: BTreeMap<u64, Interaction>,
    pub tokens: HashMap<String, u64>,
    pub log: Vec<Logged>,
    pub violations: Vec<Violation>,
    pub faults: Faults,
    pub hub: Hub,
    pub uploads: HashMap<u64, Attachment>,
    pub files_kept: VecDeque<u64>,
    pub buckets: HashMap<u64, VecDeque<u64>>,
}

impl World {
    /// Stores a message and drops the bytes of the oldest files when too many are kept.
    pub fn store(&mut self, message: Message, keep_files: usize) {
        if !message.attachments.is_empty() && !self.files_kept.contains(&message.id) {
            self.files_kept.push_back(message.id);
        }
        self.messages.insert(message.id, message);
        while self.files_kept.len() > keep_files {
            let oldest = self.files_kept.pop_front();
            if let Some(old) = oldest.and_then(|id| self.messages.get_mut(&id)) {
                old.attachments.iter_mut().for_each(|file| file.data = None);
            }
        }
    }

    /// The guild of a channel.
    pub fn guild_of(&self, channel: u64) -> Option<&Guild> {
        self.guilds.get(&self.channels.get(&channel)?.guild?)
    }

    /// Records a violation that belongs to no single request body.
    pub fn blame(&mut self, request: usize, judge: &'static str, place: &str, what: String) {
        let place = place.to_owned();
        self.violations.push(Violation {
            request,
            place,
            judge,
            pointer: String::new(),
            what,
        });
    }

    /// The registered definition of a command as seen in a guild: the guild's own before the global one.
    pub fn command(&self, guild: Option<u64>, name: &str) -> Option<&Value> {
        let own = guild
            .and_then(|id| self.guild_commands.get(&id))
            .into_iter()
            .flatten();
        own.chain(&self.global_commands)
            .find(|command| command["name"] == name)
    }

    /// Makes a user; the name is also the display name.
    pub fn add_user(&mut self, name: &str, bot: bool) -> u64 {
        let id = self.clock.snowflake();
        let user = User {
            id,
            name: name.to_lowercase(),
            display_name: name.to_owned(),
            bot,
            refuses_dms: false,
            locale: "en-GB".to_owned(),
        };
        self.users.insert(id, user);
        id
    }

    /// The direct-message channel of the bot and a user, made when missing.
    pub fn direct_channel(&mut self, user: u64) -> u64 {
        let known = self
            .channels
            .values()
            .find(|c| c.kind == 1 && c.recipient == Some(user));
        if let Some(channel) = known {
            return channel.id;
        }
        let id = self.clock.snowflake();
        let channel = Channel {
            id,
            name: String::new(),
            kind: 1,
            guild: None,
            recipient: Some(user),
            bot_permissions: u64::MAX >> 12,
            deleted: false,
        };
        self.channels.insert(id, channel);
        id
    }
}

/// Fixed settings of one stand-in.
#[derive(Clone, Debug)]
pub struct Settings {
    pub token: String,
    pub heartbeat: Duration,
    pub first_answer: Duration,
    pub token_life: Duration,
    pub patience: Duration,
    pub keep_files: usize,
    pub size_limit: usize,
    pub compress: bool,
    pub keep_payloads: bool,
    pub limit_messages: bool,
}

/// The world with its lock, its settings and the bell that rings at each change.
pub struct Shared {
    world: Mutex<World>,
    bell: watch::Sender<u64>,
    pub settings: Settings,
    pub http_url: String,
    pub gateway_url: String,
}

impl Shared {
    pub fn new(
        world: World,
        settings: Settings,
        http_url: String,
        gateway_url: String,
    ) -> Arc<Self> {
        let (bell, _) = watch::channel(0);
        Arc::new(Self {
            world: Mutex::new(world),
            bell,
            settings,
            http_url,
            gateway_url,
        })
    }

    /// Reads without ringing the bell.
    pub fn read(&self) -> MutexGuard<'_, World> {
        self.world
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Changes the world and wakes everybody who waits for a change.
    pub fn change<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        let out = change(&mut self.read());
        self.bell.send_modify(|n| *n += 1);
        out
    }

    /// Waits until `look` finds something, at most `patience` of real time.
    pub async fn wait<T>(
        &self,
        patience: Duration,
        mut look: impl FnMut(&mut World) -> Option<T>,
    ) -> Option<T> {
        let mut bell = self.bell.subscribe();
        let end = tokio::time::Instant::now() + patience;
        loop {
            bell.borrow_and_update();
            if let Some(found) = look(&mut self.read()) {
                return Some(found);
            }
            tokio::time::timeout_at(end, bell.changed())
                .await
                .ok()?
                .ok()?;
        }
    }
}
