//! What a command and its options are.

use super::template::Template;
use engine::game::titles;

/// What a command does.
#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// A verb of play: the notation that it composes.
    Move(Template),
    /// What is awaited, and the choices.
    Play,
    /// Tries things out, in private.
    Plan(PlanVerb),
    /// Gathers players, starts, ends, takes back.
    Lobby(LobbyVerb),
    /// Offers something to another player.
    Deal(DealVerb),
    /// Standing orders.
    Auto(AutoVerb),
    /// Shows something of the channel's game.
    Show(ShowVerb),
    /// Looks something up, without a game.
    Ref(RefVerb),
    /// What somebody says about himself.
    Me(MeVerb),
}

/// Verbs of `/game`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum LobbyVerb {
    New,
    Join,
    Leave,
    Start,
    Status,
    Log,
    List,
    Record,
    Undo,
    Redo,
    Bring,
    End,
    Export,
    Import,
    Rules,
    Votes,
    Settings,
    Options,
    Invite,
    Seats,
    Host,
    Watch,
    Substitute,
    Act,
    Nudge,
}

/// Verbs of `/deal`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum DealVerb {
    Offer,
    Show,
}

/// What a private trial is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum PlanVerb {
    Start,
    Try,
    Jump,
    Undo,
    Show,
    Map,
    Market,
    Runs,
    Compare,
    Rebase,
    List,
    Open,
    Name,
    Drop,
    Note,
    Strike,
    Queue,
    Unqueue,
    Requeue,
}

/// Standing orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum AutoVerb {
    Pass,
    Bid,
    Auction,
    Buy,
    Run,
    Answer,
    List,
    Cancel,
}

/// Verbs of `/me`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum MeVerb {
    Show,
    Zone,
    Quiet,
    Remind,
    Away,
    Back,
    Record,
}

/// What `/show` shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ShowVerb {
    Map,
    Market,
    Packet,
    Players,
    Company,
    Trains,
    Tiles,
    Worth,
    Revenue,
    Pace,
}

/// What `/ref` looks up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum RefVerb {
    Tile,
    Train,
    Hex,
    Company,
    Phase,
    Rule,
    Title,
}

/// Kinds of option.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Words, the last option of a console line takes all that are left.
    Text,
    /// A whole number from … to.
    Integer(i64, i64),
    /// One of these.
    Choice(&'static [&'static str]),
    /// A title.
    Title,
    /// A file that is sent along: its value is the file's name.
    File,
    /// Somebody: picked from the channel's people, or named.
    User,
}

/// An option of a command.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Its kind.
    pub kind: Kind,
    /// It must be given.
    pub required: bool,
    /// Values are suggested while it is typed.
    pub suggests: bool,
}

/// A command.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// As typed, without the slash: `pass`, `game new`.
    pub path: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Its options, the required ones first.
    pub options: &'static [OptionSpec],
    /// What it does, for the table service.
    pub body: Body,
}

/// A command of the first level.
#[derive(Clone, Copy, Debug)]
pub enum Entry {
    /// A command by itself.
    Single(Spec),
    /// Commands under one name.
    Group(&'static str, &'static str, &'static [Spec]),
}

impl Kind {
    /// Checks a value.
    pub(super) fn read(self, name: &str, value: &str) -> Result<String, String> {
        let one_of = |list: &[&'static str]| {
            list.iter()
                .find(|choice| choice.eq_ignore_ascii_case(value))
                .map(|choice| (*choice).to_string())
                .ok_or_else(|| format!("{value:?} is no {name}; there are {}", list.join(", ")))
        };
        match self {
            Kind::Text | Kind::User | Kind::File => Ok(value.to_string()),
            Kind::Integer(min, max) => match value.parse::<i64>() {
                Ok(number) if (min..=max).contains(&number) => Ok(number.to_string()),
                _ => Err(format!(
                    "{value:?} is no {name}: a whole number from {min} to {max} is needed"
                )),
            },
            Kind::Choice(list) => one_of(list),
            Kind::Title => one_of(&titles().iter().map(|(name, _)| *name).collect::<Vec<_>>()),
        }
    }
}

impl Spec {
    /// The option of that name.
    pub fn option(&self, name: &str) -> Option<&'static OptionSpec> {
        self.options
            .iter()
            .find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// The last part of the path.
    pub fn name(&self) -> &'static str {
        self.path.rsplit(' ').next().unwrap_or(self.path)
    }

    /// How it is typed.
    pub fn usage(&self) -> String {
        let options: Vec<String> = self
            .options
            .iter()
            .map(|option| {
                if option.required {
                    option.name.to_string()
                } else {
                    format!("[{}]", option.name)
                }
            })
            .collect();
        if options.is_empty() {
            format!("it is typed /{}", self.path)
        } else {
            format!("it is typed /{} {}", self.path, options.join(" "))
        }
    }
}
