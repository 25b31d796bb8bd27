//! What the store keeps, as plain data.

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
    /// Actions that the channel has been told of.
    pub posted: usize,
    /// Revision of the rules that it began with.
    pub revision: u16,
    /// Where it was brought in from, if it was.
    pub origin: Option<String>,
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
        self.user.starts_with(OPEN)
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
    /// The text, 2,000 characters at most.
    pub text: String,
    /// Users who are pinged.
    #[serde(default)]
    pub mentions: Vec<String>,
    /// Buttons.
    #[serde(default)]
    pub buttons: Vec<Button>,
    /// Pictures.
    #[serde(default)]
    pub shot: Option<Shot>,
    /// A round began, or the game ended: the pictures of such posts tell the story of a game.
    #[serde(default)]
    pub milestone: bool,
}

/// A post that waits for delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostRow {
    /// Its number: posts go out in this order.
    pub id: i64,
    /// The game it is about.
    pub game: GameId,
    /// Where it goes.
    pub channel: String,
    /// What it says.
    pub body: PostBody,
    /// Failed attempts so far.
    pub tries: i64,
}
