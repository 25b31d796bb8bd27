//! A game in memory: its row, who sits there, and the position folded from its log.

use super::{Agreed, Play, Refusal};
use crate::store::{GameRow, Member, OrderRow, State, Store};
use engine::ids::Seat;

/// A game in memory.
#[derive(Clone, Debug)]
pub struct Open {
    /// Its row.
    pub row: GameRow,
    /// Who sits there, in the order of joining.
    pub members: Vec<Member>,
    /// The position, once it has started.
    pub play: Option<Play>,
    /// What was taken back, restored, or whose seat passed on, each after so many actions; for the log.
    pub traces: Vec<Trace>,
    /// The orders that hold, oldest first.
    pub orders: Vec<OrderRow>,
    /// Who is away, and until when.
    pub away: Vec<(String, i64)>,
}

/// Something that the log shows between actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// How many actions stood after it.
    pub stands: usize,
    /// A sentence: `anna took back moves 141–143 (vote).`
    pub line: String,
}

impl Trace {
    /// From the journal: the asker's name, escaped, what was done, and more about it.
    pub(super) fn new(name: &str, what: &str, detail: &str, stands: usize) -> Trace {
        let detail = crate::text::escape(detail);
        let line = match what {
            "undo" => format!("{name} took back {detail}."),
            "redo" => format!("{name} restored {detail}."),
            _ => format!("A seat passed on: {detail}."),
        };
        Trace { stands, line }
    }
}

impl Open {
    /// Reads a game and folds its log.
    pub(super) fn load(store: &Store, id: i64) -> Result<Open, Refusal> {
        let (row, members) = store
            .game(id)?
            .ok_or_else(|| Refusal::new(format!("There is no game {id}.")))?;
        let play = match members.iter().any(|member| member.seat.is_some()) {
            false => None,
            true => {
                let actions = store.branch(id, row.head)?;
                Some(Play::fold(&row, &members, &actions)?)
            }
        };
        let sitters = store.sitters(id)?;
        let name = |user: &str| {
            let known = sitters.iter().find(|(known, _)| known == user);
            crate::text::escape(known.map_or("the host", |(_, name)| name.as_str()))
        };
        let traces = store
            .traces(id)?
            .into_iter()
            .map(|(user, what, detail, stands)| Trace::new(&name(&user), &what, &detail, stands))
            .collect();
        Ok(Open {
            row,
            members,
            play,
            traces,
            orders: store.orders(id)?,
            away: store.away_in(id)?,
        })
    }

    /// The seat of a user.
    pub fn seat_of(&self, user: &str) -> Option<Seat> {
        self.members
            .iter()
            .find(|member| member.user == user)
            .and_then(|member| member.seat)
            .map(Seat)
    }

    /// Who sits on a seat.
    pub fn member_at(&self, seat: Seat) -> Option<&Member> {
        self.members
            .iter()
            .find(|member| member.seat == Some(seat.0))
    }

    /// A user's name, escaped.
    pub fn name_of(&self, user: &str) -> String {
        let name = self
            .members
            .iter()
            .find(|member| member.user == user)
            .map(|member| member.name.as_str());
        crate::text::escape(name.unwrap_or("the host"))
    }

    /// Names of users, escaped: `ben, clara and dora`.
    pub fn names_of(&self, users: &[String]) -> String {
        let names: Vec<String> = users.iter().map(|user| self.user_named(user)).collect();
        match names.split_last() {
            None => "nobody".into(),
            Some((last, [])) => last.clone(),
            Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        }
    }

    /// A user's name, escaped; who does not sit here is shown as a mention, which pings nobody by itself.
    pub fn user_named(&self, user: &str) -> String {
        let known = self.members.iter().any(|member| member.user == user);
        if known || user == self.row.host {
            self.name_of(user)
        } else {
            format!("<@{user}>")
        }
    }

    /// What was taken back, restored, or whose seat passed on when so many actions stood, for the log.
    pub fn traces_at(&self, stands: usize) -> impl Iterator<Item = &str> {
        let traces = self.traces.iter();
        traces
            .filter(move |trace| trace.stands == stands)
            .map(|trace| trace.line.as_str())
    }

    /// Takes from the store who is away; where that cannot be read, what was known stands.
    pub(super) fn see_absent(&mut self, store: &Store) {
        if let Ok(away) = store.away_in(self.row.id) {
            self.away = away;
        }
    }

    /// Who is away, in one line; nothing if nobody is.
    pub fn absent(&self) -> Option<String> {
        let away: Vec<String> = (self.away.iter())
            .filter(|(user, _)| self.members.iter().any(|member| member.user == *user))
            .map(|(user, until)| format!("{} until <t:{until}:f>", self.name_of(user)))
            .collect();
        (!away.is_empty()).then(|| format!("Away: {}.", away.join(", ")))
    }

    /// What the table has agreed on.
    pub fn agreed(&self) -> Agreed {
        Agreed::read(&self.row.agreed)
    }

    /// Who sits here, by what somebody types: his id, a mention of it, or his name.
    pub(crate) fn member_named(&self, typed: &str) -> Option<&Member> {
        let typed = bare(typed);
        let by = |test: &dyn Fn(&Member) -> bool| self.members.iter().find(|member| test(member));
        by(&|member| member.user == typed)
            .or_else(|| by(&|member| member.name == typed))
            .or_else(|| by(&|member| member.name.eq_ignore_ascii_case(typed)))
    }

    pub(crate) fn not_started(&self) -> Refusal {
        match self.row.state {
            State::Lobby => {
                Refusal::new("The game has not started; the host starts it with /game start.")
            }
            _ => Refusal::new("This game ended before it had started."),
        }
    }

    /// The position of a game in progress that may be changed.
    pub(crate) fn playing(&self) -> Result<&Play, Refusal> {
        let play = self.play.as_ref().ok_or_else(|| self.not_started())?;
        if let Some(fault) = &play.fault {
            return Err(Refusal::new(fault.clone()));
        }
        match self.row.state {
            State::Playing => Ok(play),
            State::Over => Err(Refusal::new(
                "The game is over; /game status shows the score.",
            )),
            _ => Err(Refusal::new(
                "The host has ended this game; /game new opens another.",
            )),
        }
    }

    /// The position of a game that has started, also of one that is over.
    pub(super) fn playing_or_over(&self) -> Result<&Play, Refusal> {
        self.play.as_ref().ok_or_else(|| self.not_started())
    }

    /// Users of seats, for mentions.
    pub(super) fn users_of(&self, seats: &[Seat]) -> Vec<String> {
        seats
            .iter()
            .filter_map(|seat| self.member_at(*seat))
            .filter(|member| !member.is_open())
            .map(|member| member.user.clone())
            .collect()
    }
}

/// A user as typed, without the marks of a mention.
pub(super) fn bare(typed: &str) -> &str {
    let typed = typed.trim();
    let inner = typed
        .strip_prefix("<@")
        .and_then(|typed| typed.strip_suffix('>'))
        .map(|typed| typed.trim_start_matches('!'));
    inner.unwrap_or_else(|| typed.trim_start_matches('@'))
}
