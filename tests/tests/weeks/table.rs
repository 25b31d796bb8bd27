//! A table as the checker knows it: a game of its own that follows the stored actions, and whom it waits for.

use crate::judge::{Terms, Wait};
use crate::orders::Order;
use engine::action::{By, Entry};
use engine::event::{Event, RoundKind};
use engine::ids::{CompanyId, Seat};
use engine::legal::{Duty, Scope};
use engine::{Action, Choice, Game, Setup, Topic};
use std::collections::{BTreeMap, BTreeSet};
use tests::play::{self, Dice};

/// A stored action, as the database has it.
#[derive(Clone, Debug)]
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

/// An entry of the log: how it came about, and what happened.
#[derive(Clone, Debug)]
pub struct Past {
    /// `hand`, `order`, `queue`, `clock` or `away`.
    pub how: String,
    /// What it led to.
    pub events: Vec<Event>,
}

/// Where the rounds stand for which orders are meant.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    /// Stock rounds that have begun, and whether the last goes on.
    pub stock: (u32, bool),
    /// The same for auctions.
    pub auction: (u32, bool),
    /// The name of the auction that goes on.
    auction_name: String,
    /// Whose turn it is, for which company, in which round.
    turn: (String, Option<u8>, Option<CompanyId>),
    /// Entries made before that turn.
    pub turn_began: usize,
}

/// A table.
#[derive(Clone)]
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
    /// Seconds after which the table calls again; 0 is never.
    pub every: i64,
    /// What it has agreed on about time.
    pub terms: Terms,
    /// What each entry of the log led to.
    pub past: Vec<Past>,
    /// Where its rounds stand.
    pub flow: Flow,
    /// What its players have ordered.
    pub orders: Vec<Order>,
    /// What somebody has just typed: nothing else may be stored as done by hand.
    pub typed: Option<(u8, String)>,
    /// Who has just ordered something: what is done at once he has seen done.
    pub spoke: Option<u8>,
}

impl Table {
    /// A table that is about to start.
    pub fn new(channel: String, setup: Setup, seats: Vec<usize>) -> Table {
        let mut table = Table {
            channel,
            seats,
            game: Game::new(setup).expect("the set-up is right"),
            head: None,
            waits: BTreeMap::new(),
            hushed: BTreeSet::new(),
            round: String::new(),
            position: 0,
            every: 24 * 3600,
            terms: Terms::default(),
            past: Vec::new(),
            flow: Flow::default(),
            orders: Vec::new(),
            typed: None,
            spoke: None,
        };
        table.flows(&[]);
        table
    }

    /// Carries out one stored action.
    pub fn enter(&mut self, one: &Stored) {
        let events = enter(&mut self.game, one);
        self.flows(&events);
        self.past.push(Past {
            how: one.how.clone(),
            events,
        });
    }

    /// Follows the rounds and turns.
    fn flows(&mut self, events: &[Event]) {
        let flow = &mut self.flow;
        for event in events {
            if let Event::RoundBegan { kind, .. } = event {
                match kind {
                    RoundKind::Stock => flow.stock = (flow.stock.0 + 1, true),
                    // It is held within a stock round.
                    RoundKind::CompanyAuction => {}
                    _ => flow.stock.1 = false,
                }
            }
        }
        let name = self.game.round_name();
        let ask = self.game.decision();
        let bids = ask.is_some_and(|ask| is_auction(ask.topic));
        if flow.auction.1 && name != flow.auction_name {
            flow.auction.1 = false;
        }
        if bids && !flow.auction.1 {
            flow.auction = (flow.auction.0 + 1, true);
            flow.auction_name.clone_from(&name);
        }
        let turn = match ask {
            Some(ask) if ask.topic.scope() == Scope::Turn => (name, Some(ask.seat.0), ask.company),
            Some(_) if name == flow.turn.0 => return,
            _ => (name, None, None),
        };
        if turn != flow.turn {
            flow.turn = turn;
            // The entry that led to it is not yet counted.
            flow.turn_began = self.game.log().len();
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

    /// Whose waits ended or began anew with stored actions that have been carried out.
    pub fn follow(&mut self, stored: &[Stored]) {
        for one in stored {
            assert_eq!(one.parent, self.head, "{}: the log forks", self.channel);
            self.head = Some(one.id);
        }
        let Some(last) = stored.last() else { return };
        self.position += 1;
        let acted: Vec<(u8, bool)> = (stored.iter())
            .filter(|one| one.kind != "engine")
            .map(|one| (one.seat, one.how == "hand"))
            .collect();
        // More than one change takes: whether he is still there for the rest is not judged.
        let many = stored.iter().filter(|one| one.how == "order").count() >= 40;
        self.ask_anew(&acted, last.at);
        for wait in self
            .waits
            .values_mut()
            .filter(|wait| many && wait.since == last.at)
        {
            wait.loose = true;
        }
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
                own: acted.contains(&(seat, true)) || self.spoke == Some(seat),
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
fn enter(game: &mut Game, one: &Stored) -> Vec<Event> {
    let seat = Seat(one.seat);
    let by = match one.kind.as_str() {
        "seat" => By::Seat(seat),
        "host" => By::Host(seat),
        _ => By::Engine(seat),
    };
    let action = game.parse(&one.text).expect("what is stored is read");
    game.enter(Entry { by, action })
        .unwrap_or_else(|why| panic!("{}: {why:?}", one.text))
}

/// Whether a question belongs to an auction.
pub fn is_auction(topic: Topic) -> bool {
    matches!(
        topic,
        Topic::OpenLot
            | Topic::Bid
            | Topic::TakeLot
            | Topic::CompanyAuction
            | Topic::Premium
            | Topic::Concessions
    )
}
