//! A started game: the position, its story, whose turn it is.

use super::Refusal;
use super::facts::{self, Fact};
use crate::narration::{Names, narrate};
use crate::store::{ActionId, ActionRow, ByKind, GameRow, How, Member, Summary};
use engine::action::{By, Entry};
use engine::event::Event;
use engine::ids::{CellId, CompanyId, HexId, Seat, StopRef};
use engine::legal::{Ask, Duty, Scope};
use engine::{Game, Setup};
use std::sync::{Arc, OnceLock};

/// What an entry did, as far as posts and pictures need it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// Whose action it was: his name at that time, escaped.
    pub who: String,
    /// The story.
    pub lines: Vec<String>,
    /// Hexes that changed.
    pub hexes: Vec<HexId>,
    /// Stations that changed.
    pub stops: Vec<StopRef>,
    /// Companies whose price changed.
    pub companies: Vec<CompanyId>,
    /// Where they stood before.
    pub moved: Vec<(CompanyId, CellId)>,
    /// A round began with it.
    pub round: bool,
    /// How it came about.
    pub how: How,
    /// What standing orders go by.
    pub(crate) facts: Vec<Fact>,
}

/// The turn that goes on: whose, and since which entry. Answers and bids within it belong to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// The round as players name it.
    pub round: String,
    /// Whose turn; nobody's while bids go round.
    pub seat: Option<Seat>,
    /// For which company.
    pub company: Option<CompanyId>,
    /// How many entries were made before it.
    pub began: usize,
    /// How many entries were made before the turn that came before it.
    pub before: usize,
}

/// A started game.
#[derive(Clone, Debug)]
pub struct Play {
    /// The position.
    pub game: Game,
    /// Numbers of the stored actions, by entry.
    pub ids: Vec<ActionId>,
    /// The story, by entry.
    pub told: Vec<Arc<Told>>,
    /// When each entry was made, in seconds since 1970.
    pub times: Vec<i64>,
    /// The turn that goes on.
    pub turn: Turn,
    /// Players' names by seat.
    pub names: Names,
    /// Why it can only be read: its log no longer leads where it led.
    pub fault: Option<String>,
    /// The digest of the position, once somebody has asked: it takes a walk over all of it.
    digest: OnceLock<String>,
}

fn by_seat(members: &[Member]) -> Names {
    let mut names = vec![String::from("somebody"); members.len()];
    for member in members {
        if let Some(name) = member
            .seat
            .and_then(|seat| names.get_mut(usize::from(seat)))
        {
            name.clone_from(&member.name);
        }
    }
    Names::new(names)
}

/// Names as they were at an action.
fn names_at(former: &[(u8, ActionId, String)], now: &Names, at: ActionId) -> Names {
    if former.is_empty() {
        return now.clone();
    }
    let mut names = now.all().to_vec();
    for (seat, _, name) in former.iter().rev().filter(|(_, last, _)| at <= *last) {
        if let Some(known) = names.get_mut(usize::from(*seat)) {
            known.clone_from(name);
        }
    }
    Names::new(names)
}

impl Play {
    /// The start of a game.
    pub(super) fn start(row: &GameRow, members: &[Member]) -> Result<Play, Refusal> {
        let setup = Setup {
            title: row.title.clone(),
            players: u8::try_from(members.len()).unwrap_or(u8::MAX),
            seed: row.seed,
            options: row.options.clone(),
            revision: row.revision,
        };
        let mut play = Play {
            game: Game::new(setup)?,
            ids: Vec::new(),
            told: Vec::new(),
            times: Vec::new(),
            turn: Turn::default(),
            names: by_seat(members),
            fault: None,
            digest: OnceLock::new(),
        };
        play.turn = play.turn_now();
        Ok(play)
    }

    /// Folds stored actions. Where they no longer lead to the stored digests the fold ends and the game can only be
    /// read.
    pub(crate) fn fold(
        row: &GameRow,
        members: &[Member],
        actions: &[ActionRow],
    ) -> Result<Play, Refusal> {
        let mut play = Play::start(row, members)?;
        let now = play.names.clone();
        for (index, stored) in actions.iter().enumerate() {
            // What was done before a seat passed on is told of whoever did it.
            play.names = names_at(&row.former, &now, stored.id);
            if let Err(why) = play.refold(stored) {
                let number = index + 1;
                tracing::error!(game = row.id, action = number, %why, "a stored game no longer replays");
                play.fault = Some(format!(
                    "Game {} can only be read: with this version its action {number} ({}) {why}. It stays as it is stored.",
                    row.id, stored.action.text
                ));
                break;
            }
        }
        play.names = now;
        Ok(play)
    }

    /// A seat has passed on: from here on the newcomer is told of.
    pub(super) fn rename(&mut self, members: &[Member]) {
        self.names = by_seat(members);
    }

    fn refold(&mut self, stored: &ActionRow) -> Result<(), String> {
        let seat = Seat(stored.action.seat);
        let action = self
            .game
            .parse(&stored.action.text)
            .map_err(|why| format!("cannot be read: {why}"))?;
        let by = match stored.action.kind {
            ByKind::Seat => By::Seat(seat),
            ByKind::Host => By::Host(seat),
            ByKind::Engine => By::Engine(seat),
        };
        let (told, digest) = self
            .enter(Entry { by, action })
            .map_err(|why| format!("is refused: {why}"))?;
        if digest != stored.action.digest {
            return Err("leads to another position than it did".into());
        }
        self.ids.push(stored.id);
        self.keep(told, stored.at, stored.action.how);
        Ok(())
    }

    /// Keeps the story of an entry just made, and says in it if it came about without the player's hand.
    pub(super) fn keep(&mut self, mut told: Told, at: i64, how: How) {
        told.how = how;
        if let Some(begins) = how.begins(&told.who) {
            match told.lines.first_mut() {
                Some(first) => first.insert_str(0, &begins),
                None => told.lines.push(format!("{begins}{}", self.last_done())),
            }
        }
        self.told.push(Arc::new(told));
        self.times.push(at);
        self.turn = self.turn_now();
    }

    /// The turn that goes on, given the one before the last entry.
    fn turn_now(&self) -> Turn {
        let known = &self.turn;
        let (scope, seat, company) = match self.awaited().first() {
            Some(ask) => (ask.topic.scope(), Some(ask.seat), ask.company),
            // The engine's word, or the end.
            None => (Scope::Turn, None, None),
        };
        let (seat, company) = match scope {
            Scope::Turn => (seat, company),
            Scope::Within | Scope::Bidding => (None, None),
        };
        let round = self.game.round_name();
        let other = (seat, company) != (known.seat, known.company) && scope == Scope::Turn;
        if round == known.round && !other {
            return known.clone();
        }
        Turn {
            round,
            seat,
            company,
            began: self.told.len(),
            before: known.began,
        }
    }

    /// The digest of the position.
    pub fn digest(&self) -> &str {
        self.digest.get_or_init(|| self.game.digest())
    }

    /// Shows another position.
    pub(crate) fn put(&mut self, game: Game) {
        self.game = game;
        self.digest = OnceLock::new();
    }

    /// What buttons carry so that one of another position is known: the number of entries, and some of the digest.
    pub fn mark(&self) -> i64 {
        let digest = self.digest();
        let some = digest.get(..5).unwrap_or_default();
        let some = i64::from_str_radix(some, 16).unwrap_or(0);
        (i64::try_from(self.told.len()).unwrap_or(0) << 20) | some
    }

    /// When the last entry was made, in seconds since 1970, if one was.
    pub fn last_at(&self) -> Option<i64> {
        self.times.last().copied()
    }

    /// Carries out one entry on the position, and tells of it.
    pub(crate) fn enter(&mut self, entry: Entry) -> Result<(Told, String), engine::Rejection> {
        let seat = entry.by.seat();
        let text = self.game.print(&entry.action);
        let round = self.game.round_name();
        let events = self.game.enter(entry)?;
        self.digest = OnceLock::new();
        let mut told = self.tell(&events);
        told.who = self.names.seat(seat);
        told.round = round != self.game.round_name();
        if events
            .iter()
            .any(|event| matches!(event, Event::Asked { .. }))
        {
            // Whoever is asked should read what he is asked for.
            let text = crate::text::in_code(&crate::text::clip(&text, 200));
            told.lines
                .insert(0, format!("{} proposes: `{text}`", self.names.seat(seat)));
        }
        Ok((told, self.digest().to_string()))
    }

    /// A rejection with the players' names.
    pub(super) fn refused(&self, why: engine::Rejection) -> Refusal {
        let text = self.names.in_words(&why.text);
        Refusal::from(engine::Rejection { text, ..why })
    }

    /// The story of events.
    pub(crate) fn tell(&self, events: &[Event]) -> Told {
        let mut told = Told {
            lines: narrate(self.game.definition(), &self.names, events),
            facts: facts::of(self.game.definition(), events),
            ..Told::default()
        };
        for event in events {
            match event {
                Event::TileLaid { hex, .. } | Event::FortTaken { hex, .. } => told.hexes.push(*hex),
                Event::TokenPlaced { at, .. }
                | Event::TokenRemoved { at, .. }
                | Event::TokenReplaced { at, .. }
                | Event::BonusPlaced { at, .. }
                | Event::BonusClaimed { at, .. } => told.stops.push(*at),
                Event::MarkerMoved { company, from, .. } => {
                    told.companies.push(*company);
                    told.moved.extend(from.map(|from| (*company, from)));
                }
                _ => {}
            }
        }
        told
    }

    /// Who made an entry: his name at that time, escaped.
    pub fn who(&self, index: usize) -> &str {
        self.told.get(index).map_or("somebody", |told| &told.who)
    }

    /// How an entry came about.
    pub fn how(&self, index: usize) -> How {
        self.told.get(index).map_or(How::Hand, |told| told.how)
    }

    /// Whose entries do not stand in another position of the game, and how they came about.
    pub(super) fn hows(&self, other: &Play) -> Vec<(u8, How)> {
        let log = self.game.log().iter().enumerate();
        let gone = log.filter(|(index, _)| self.ids.get(*index) != other.ids.get(*index));
        gone.map(|(index, entry)| (entry.by.seat().0, self.how(index)))
            .collect()
    }

    /// The last entry in notation, for a story that has nothing else to tell.
    fn last_done(&self) -> String {
        let last = self.game.log().last();
        let text = last.map_or(String::new(), |entry| self.game.print(&entry.action));
        format!("`{}`", crate::text::in_code(&crate::text::clip(&text, 200)))
    }

    /// Number of actions.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether nothing has been done yet.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// What the game waits for.
    pub fn awaited(&self) -> Vec<Ask> {
        let mut asks = self.game.asks();
        asks.retain(|ask| ask.duty == Duty::Must);
        asks
    }

    /// The seats that the game waits for.
    pub fn awaited_seats(&self) -> Vec<Seat> {
        let mut seats: Vec<Seat> = self.awaited().iter().map(|ask| ask.seat).collect();
        seats.sort_unstable();
        seats.dedup();
        seats
    }

    /// `lay track or pass (minor 7)`.
    pub fn question(&self, ask: &Ask) -> String {
        match ask.company {
            Some(company) => format!(
                "{} ({})",
                ask.topic.name(),
                crate::narration::company_name(self.game.definition(), company)
            ),
            None => ask.topic.name().to_string(),
        }
    }

    /// Who is awaited and for what, with names: `Anna: bid or pass`.
    pub fn waiting(&self) -> String {
        let parts: Vec<String> = self
            .awaited()
            .iter()
            .map(|ask| format!("{}: {}", self.names.seat(ask.seat), self.question(ask)))
            .collect();
        if parts.is_empty() {
            "nobody".into()
        } else {
            parts.join("; ")
        }
    }

    /// The first entry of the last turn: of the present one, if something was done in it, else of the one before.
    pub(crate) fn last_turn(&self) -> usize {
        if self.told.len() > self.turn.began {
            self.turn.began
        } else {
            self.turn.before
        }
    }

    /// What lists of games say of the position.
    pub(crate) fn summary(&self) -> Summary {
        let decision = |seat: Seat| {
            let mut questions: Vec<String> = (self.awaited().iter())
                .filter(|ask| ask.seat == seat)
                .map(|ask| self.question(ask))
                .collect();
            questions.dedup();
            questions.join("; ")
        };
        let results = if self.game.is_over() {
            let ranking = self.game.ranking().into_iter();
            ranking
                .map(|(rank, seat, worth)| (seat.0, rank, worth))
                .collect()
        } else {
            Vec::new()
        };
        Summary {
            round: self.game.round_name(),
            // The numbers of actions that are about to be stored are not yet known.
            moves: self.told.len(),
            awaited: (self.awaited_seats().into_iter())
                .map(|seat| (seat.0, decision(seat)))
                .collect(),
            results,
            turn: (self.turn.seat.map(|seat| seat.0), self.turn.began),
        }
    }

    /// The story of the entries from `since` on.
    pub fn story(&self, since: usize) -> Vec<String> {
        self.told
            .iter()
            .skip(since)
            .flat_map(|told| told.lines.iter().cloned())
            .collect()
    }
}
