//! What the store keeps, as plain data.

use super::How;
use crate::text;
use serde::{Deserialize, Serialize};

/// Number of a game.
pub type GameId = i64;

/// Number of a stored action.
pub type ActionId = i64;

/// Where a game stands in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Players gather.
    Lobby,
    /// It is played.
    Playing,
    /// It came to its end.
    Over,
    /// The host ended it before.
    Ended,
}

impl State {
    /// As stored.
    pub fn name(self) -> &'static str {
        match self {
            State::Lobby => "lobby",
            State::Playing => "playing",
            State::Over => "over",
            State::Ended => "ended",
        }
    }

    /// From what is stored.
    pub fn read(text: &str) -> State {
        match text {
            "lobby" => State::Lobby,
            "playing" => State::Playing,
            "over" => State::Over,
            _ => State::Ended,
        }
    }
}

/// A game's row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Its number.
    pub id: GameId,
    /// Its channel.
    pub channel: String,
    /// The channel's server.
    pub guild: Option<String>,
    /// Title as in commands.
    pub title: String,
    /// Draws the seats.
    pub seed: Option<u64>,
    /// Options in use.
    pub options: Vec<String>,
    /// Who opened it.
    pub host: String,
    /// Where it stands.
    pub state: State,
    /// Rises with every change.
    pub version: i64,
    /// The last action that stands.
    pub head: Option<ActionId>,
    /// Former heads that may be restored, the latest last.
    pub redo: Vec<ActionId>,
    /// Revision of the rules that it began with.
    pub revision: u16,
    /// Where it was brought in from, if it was.
    pub origin: Option<String>,
    /// What the table has agreed on: JSON, settings by name.
    pub agreed: String,
    /// Who sat where before somebody took over: seat, the last action of his time, name. Oldest first.
    pub former: Vec<(u8, ActionId, String)>,
    /// When somebody last changed it, in seconds since 1970.
    pub changed: i64,
    /// Its channel is gone.
    pub lost: bool,
}

/// Somebody at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Id with the adapter.
    pub user: String,
    /// Name to show, cleaned but not escaped.
    pub name: String,
    /// Seat, once drawn.
    pub seat: Option<u8>,
}

/// How the "user" of a seat begins that nobody has taken yet in a game brought in from elsewhere. No adapter knows such
/// a user.
const OPEN: &str = "seat:";

impl Member {
    /// An open seat, with the name that stood there.
    pub fn open(name: &str, seat: u8) -> Member {
        Member {
            user: format!("{OPEN}{}", seat + 1),
            name: name.into(),
            seat: Some(seat),
        }
    }

    /// Whether the seat waits for somebody to take it.
    pub fn is_open(&self) -> bool {
        Member::open_user(&self.user)
    }

    /// Whether that user stands for a seat that nobody has taken.
    pub(super) fn open_user(user: &str) -> bool {
        user.starts_with(OPEN)
    }
}

/// Who put an action into the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByKind {
    /// The seat itself.
    Seat,
    /// The host for the seat.
    Host,
    /// The engine, where nobody had a choice.
    Engine,
}

impl ByKind {
    /// As stored.
    pub fn name(self) -> &'static str {
        match self {
            ByKind::Seat => "seat",
            ByKind::Host => "host",
            ByKind::Engine => "engine",
        }
    }

    /// From what is stored.
    pub fn read(text: &str) -> ByKind {
        match text {
            "seat" => ByKind::Seat,
            "host" => ByKind::Host,
            _ => ByKind::Engine,
        }
    }
}

/// An action to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAction {
    /// Who put it there.
    pub kind: ByKind,
    /// How it came about.
    pub how: How,
    /// For which seat.
    pub seat: u8,
    /// Canonical notation.
    pub text: String,
    /// Digest of the position after it.
    pub digest: String,
}

/// A stored action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionRow {
    /// Its number in the store.
    pub id: ActionId,
    /// The action before it.
    pub parent: Option<ActionId>,
    /// What it is.
    pub action: NewAction,
    /// Who sent it.
    pub user: String,
    /// When, in seconds since 1970.
    pub at: i64,
}

/// A line of a game's journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalRow {
    /// Who.
    pub user: String,
    /// What: `join`, `act`, `undo` …
    pub what: String,
    /// More about it.
    pub detail: String,
    /// When, in seconds since 1970.
    pub at: i64,
}

/// Pictures that go with a post: the position after an action, and from where on changes are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shot {
    /// The last action of the position; `None` is the start.
    pub head: Option<ActionId>,
    /// Actions up to here were shown before.
    pub since: usize,
}

/// A button under a post or a reply.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Button {
    /// What stands on it, 80 characters at most.
    pub label: String,
    /// What comes back when it is pressed, 100 characters at most. One that begins with `f:` asks for typed text
    /// first; the text comes back with the rest of the id.
    pub id: String,
    /// How much it stands out.
    #[serde(default)]
    pub weight: Weight,
}

/// How much a button stands out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Weight {
    /// As one of several.
    #[default]
    Plain,
    /// The one most players want.
    Main,
    /// One that is regretted when pressed by mistake.
    Grave,
}

impl Button {
    /// A button as one of several.
    pub fn new(label: impl Into<String>, id: impl Into<String>) -> Button {
        Button {
            label: label.into(),
            id: id.into(),
            weight: Weight::Plain,
        }
    }

    /// The one that most players want.
    pub fn main(label: impl Into<String>, id: impl Into<String>) -> Button {
        Button {
            weight: Weight::Main,
            ..Button::new(label, id)
        }
    }

    /// One that is regretted when pressed by mistake.
    pub fn grave(label: impl Into<String>, id: impl Into<String>) -> Button {
        Button {
            weight: Weight::Grave,
            ..Button::new(label, id)
        }
    }

    /// A button that asks for typed text, which comes back with `id`: on Discord a form with one line.
    pub fn asking(label: impl Into<String>, id: impl AsRef<str>) -> Button {
        Button::new(label, format!("{FORM}{}", id.as_ref()))
    }

    /// What the typed text comes back with, if the button asks for one.
    pub fn asks(&self) -> Option<&str> {
        self.id.strip_prefix(FORM)
    }
}

/// How the id of a button begins that asks for typed text.
pub const FORM: &str = "f:";

/// What is told to a channel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PostBody {
    /// The text, or the first lines of it.
    pub text: String,
    /// The first lines of a turn's post once the turn is over.
    #[serde(default)]
    pub past: String,
    /// What the last turn came to, in one line.
    #[serde(default)]
    pub last: String,
    /// What happened in turns before whose posts were never sent.
    #[serde(default)]
    pub carried: Vec<String>,
    /// What happened in this turn.
    #[serde(default)]
    pub story: Vec<String>,
    /// The last lines.
    #[serde(default)]
    pub tail: String,
    /// Users who are pinged.
    #[serde(default)]
    pub mentions: Vec<String>,
    /// Users who are asked something here, pinged or not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<String>,
    /// For a user alone who sleeps or is away: it comes without a sound.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub soft: bool,
    /// Buttons.
    #[serde(default)]
    pub buttons: Vec<Button>,
    /// Pictures.
    #[serde(default)]
    pub shot: Option<Shot>,
    /// What a post of words is called that will be edited or closed: `vote:3`. Once closed it shows `past`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mark: String,
    /// A round began, or the game ended: the pictures of such posts tell the story of a game.
    #[serde(default)]
    pub milestone: bool,
}

impl PostBody {
    /// The whole text, 2,000 characters at most; `closed` once the turn is over.
    pub fn whole(&self, closed: bool) -> String {
        let lines: Vec<String> = self.carried.iter().chain(&self.story).cloned().collect();
        if closed && !self.past.is_empty() {
            return text::fit(&self.past, &lines, "", text::MESSAGE);
        }
        let head = match self.last.as_str() {
            "" => self.text.clone(),
            last => format!("{}\n{last}", self.text),
        };
        text::fit(&head, &lines, &self.tail, text::MESSAGE)
    }
}

/// What a post is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PostKind {
    /// Words, said once.
    #[default]
    Words,
    /// The post of a turn: edited while it goes on.
    Turn,
    /// Calls a player within a turn; its buttons go with the next decision.
    Call,
}

impl PostKind {
    /// As stored.
    pub fn name(self) -> &'static str {
        match self {
            PostKind::Words => "words",
            PostKind::Turn => "turn",
            PostKind::Call => "call",
        }
    }

    /// From what is stored.
    pub fn read(text: &str) -> PostKind {
        match text {
            "turn" => PostKind::Turn,
            "call" => PostKind::Call,
            _ => PostKind::Words,
        }
    }
}

/// A post as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostRow {
    /// Its number: posts go out in this order.
    pub id: i64,
    /// The game it is about.
    pub game: GameId,
    /// Where it goes: a channel, or `dm:` and a user.
    pub channel: String,
    /// What it is for.
    pub kind: PostKind,
    /// What it says.
    pub body: PostBody,
    /// Failed attempts so far.
    pub tries: i64,
    /// The message that it became.
    pub message: Option<String>,
    /// Rises when the body changes.
    pub edit: i64,
    /// The edit that the message's pictures show; -1 is none.
    pub drawn: i64,
    /// Its turn or decision is over: no buttons, no new pictures.
    pub closed: bool,
}

impl PostRow {
    /// The whole text.
    pub fn text(&self) -> String {
        self.body.whole(self.closed)
    }

    /// The buttons that it has now.
    pub fn buttons(&self) -> &[Button] {
        if self.closed { &[] } else { &self.body.buttons }
    }
}

/// Something that the outbox has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Work {
    /// Number of the post.
    pub post: i64,
    /// Where it goes.
    pub channel: String,
    /// It is to be sent; else a message is to be edited.
    pub new: bool,
    /// Its turn or decision is over.
    pub closed: bool,
}
