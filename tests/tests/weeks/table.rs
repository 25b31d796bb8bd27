//! A table as the checker knows it: a game of its own that follows the stored actions, and whom it waits for.

use crate::judge::{Terms, Wait};
use engine::action::{By, Entry};
use engine::ids::{CompanyId, Seat};
use engine::legal::{Duty, Scope};
use engine::{Action, Choice, Game, Setup, Topic};
use std::collections::{BTreeMap, BTreeSet};
use tests::play::{self, Dice};

/// A stored action, as the database has it.
pub struct Stored {
    /// Its number.
    pub id: i64,
    /// The one before it.
    pub parent: Option<i64>,
    /// `seat`, `host` or `engine`, or what else acts.
    pub kind: String,
    /// For which seat.
    pub seat: u8,
    /// Canonical notation.
    pub text: String,
    /// How it came about, where it was not by hand.
    pub how: String,
    /// When, by the bot's clock.
    pub at: i64,
}

/// What a seat is asked.
pub type Question = (Topic, Option<CompanyId>);

/// A table.
pub struct Table {
    /// Its channel.
    pub channel: String,
    /// Who sits there, by seat: numbers of people.
    pub seats: Vec<usize>,
    /// The position.
    pub game: Game,
    /// The last action that it follows.
    pub head: Option<i64>,
    /// Whom it waits for, by seat.
    pub waits: BTreeMap<u8, Wait>,
    /// Seats that said "no more for this turn", until somebody else's turn or another round begins.
    pub hushed: BTreeSet<u8>,
    /// The round.
    pub round: String,
    /// Rises when anything is done: what was planned for an earlier position is void.
    pub position: u64,
    /// Actions so far.
    pub moves: usize,
    /// Seconds after which the table calls again; 0 is never.
    pub every: i64,
    /// What it has agreed on about time.
    pub terms: Terms,
}

impl Table {
    /// A table that is about to start.
    pub fn new(channel: String, setup: Setup, seats: Vec<usize>) -> Table {
        Table {
            channel,
            seats,
            game: Game::new(setup).expect("the set-up is right"),
            head: None,
            waits: BTreeMap::new(),
            hushed: BTreeSet::new(),
            round: String::new(),
            position: 0,
            moves: 0,
            every: 24 * 3600,
            terms: Terms::default(),
        }
    }

    /// Seats that must decide, with what they are asked.
    pub fn asked(&self) -> BTreeMap<u8, Vec<Question>> {
        let mut asked: BTreeMap<u8, Vec<Question>> = BTreeMap::new();
        for ask in self.game.asks() {
            if ask.duty == Duty::Must {
                asked
                    .entry(ask.seat.0)
                    .or_default()
                    .push((ask.topic, ask.company));
            }
        }
        asked
    }

    /// Follows stored actions, and says whose waits ended or began anew.
    pub fn follow(&mut self, stored: &[Stored]) {
        for one in stored {
            assert_eq!(one.parent, self.head, "{}: the log forks", self.channel);
            enter(&mut self.game, one);
            self.head = Some(one.id);
            self.moves += 1;
        }
        let Some(last) = stored.last() else { return };
        self.position += 1;
        let acted: Vec<(u8, bool)> = (stored.iter())
            .filter(|one| one.kind != "engine")
            .map(|one| (one.seat, one.how == "hand"))
            .collect();
        self.ask_anew(&acted, last.at);
    }

    /// Whom it waits for now, after these seats have acted: by their own hand or not.
    pub fn ask_anew(&mut self, acted: &[(u8, bool)], at: i64) {
        let has = |seat: u8| acted.iter().any(|(known, _)| *known == seat);
        let asked = self.asked();
        let no_more = |wait: &Wait| matches!(wait.put_off, Some((_, None)));
        let quiet = self.waits.iter().filter(|(_, wait)| no_more(wait));
        self.hushed.extend(quiet.map(|(seat, _)| *seat));
        // An answer or a bid within a turn ends nobody's turn.
        let turn_of: Vec<u8> = (asked.iter())
            .filter(|(_, questions)| {
                let turn = |(topic, _): &Question| topic.scope() == Scope::Turn;
                questions.iter().any(turn)
            })
            .map(|(seat, _)| *seat)
            .collect();
        let round = self.game.round_name().to_string();
        if round != self.round {
            self.hushed.clear();
            self.round = round;
        }
        if !turn_of.is_empty() {
            self.hushed.retain(|seat| turn_of.contains(seat));
        }
        let hushed = self.hushed.clone();
        self.waits
            .retain(|seat, wait| asked.get(seat) == Some(&wait.asked) && !has(*seat));
        for (seat, questions) in asked {
            self.waits.entry(seat).or_insert_with(|| Wait {
                asked: questions,
                since: at,
                own: acted.contains(&(seat, true)),
                loose: hushed.contains(&seat),
                ..Wait::default()
            });
        }
    }

    /// What somebody does at his seat, as he types it.
    pub fn choose(&self, seat: u8, dice: &mut Dice) -> Option<String> {
        let seat = Seat(seat);
        let choices = self.game.legal(seat).choices;
        // Nobody is ruined, so that games last.
        let calm: Vec<Choice> = choices
            .iter()
            .filter(|choice| {
                !matches!(
                    choice,
                    Choice::One(Action::Bankrupt | Action::Close | Action::Sell(..))
                )
            })
            .cloned()
            .collect();
        let choice =
            play::lively(&self.game, &calm, dice).or_else(|| dice.pick(&choices).cloned())?;
        let action = play::concrete(&self.game, choice, dice)?;
        Some(self.game.print(&action))
    }
}

/// Carries out what is stored.
pub fn enter(game: &mut Game, one: &Stored) {
    let seat = Seat(one.seat);
    let by = match one.kind.as_str() {
        "seat" => By::Seat(seat),
        "host" => By::Host(seat),
        _ => By::Engine(seat),
    };
    let action = game.parse(&one.text).expect("what is stored is read");
    game.enter(Entry { by, action })
        .unwrap_or_else(|why| panic!("{}: {why:?}", one.text));
}
