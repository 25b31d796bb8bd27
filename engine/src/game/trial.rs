//! Trials: a fork of a game that runs ahead to a turn, so that it can be tried out under the real rules.

use super::{Game, Position};
use crate::event::Event;
use crate::ids::{CompanyId, Seat};
use crate::rejection::{Rejection, reject};
use crate::titles::Title;
use crate::titles::ardennes::ArdRules;
use crate::titles::harzbahn::HarzRules;
use crate::titles::y1826::Rules as Rules1826;
use crate::titles::y1835::Y35Rules;
use std::sync::Arc;

/// To whose turn a trial runs ahead.
///
/// On the way nobody decides anything: the turn that is under way stops where it stands, players pass, companies are
/// passed over, bids and offers that are open are void. What the rules do by themselves at the ends and beginnings of the rounds
/// between happens (incomes, falls of prices, a new order). What must still be decided because of what has happened
/// (discards over a limit, what an exchanged minor brings, a home tile) is asked first. Where the turn is under way
/// already, the position stays as it stands.
///
/// After the turn the game goes on in its real order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Jump {
    /// To the next turn of operation of the company.
    Turn(CompanyId),
    /// To the next stock turn of the seat.
    Stock(Seat),
}

impl Game {
    /// A game whose log starts at the position.
    pub(super) fn based(setup: super::Setup, position: Position) -> Game {
        Game {
            setup,
            log: Vec::new(),
            base: Some(Arc::new(position.clone())),
            position,
        }
    }

    /// A game of its own that stands where this one stands; its log starts here.
    pub fn fork(&self) -> Game {
        Game::based(self.setup.clone(), self.position.clone())
    }

    /// A fork at the start of the company's next turn of operation; the engine has acted where nobody has a choice.
    ///
    /// ```
    /// use engine::{Game, Jump, Setup};
    ///
    /// let mut game = Game::new(Setup::new("18ardennes", 3)).unwrap();
    /// for text in ["bid 15 120", "pass", "pass"] {
    ///     let seat = game.decision().unwrap().seat;
    ///     let action = game.read(seat, text).unwrap();
    ///     game.apply(seat, &action).unwrap();
    /// }
    /// let minor = |name| game.definition().company(name).unwrap();
    /// let trial = game.trial_turn(minor("15")).unwrap();
    /// assert_eq!(trial.round_name(), "OR 1.1");
    /// // Nobody has bought this one: it has no turn.
    /// assert_eq!(game.trial_turn(minor("1")).unwrap_err().rule, "ARD-6-01");
    /// ```
    ///
    /// # Errors
    /// The rule by which the company has no turn.
    pub fn trial_turn(&self, company: CompanyId) -> Result<Game, Rejection> {
        self.trial(Jump::Turn(company))
    }

    /// A fork at the start of the seat's next stock turn.
    ///
    /// # Errors
    /// The rule by which the seat has none.
    pub fn trial_stock(&self, seat: Seat) -> Result<Game, Rejection> {
        self.trial(Jump::Stock(seat))
    }

    fn trial(&self, to: Jump) -> Result<Game, Rejection> {
        let (mut game, mut events) = self.jump(to)?;
        game.automate(&mut events);
        Ok(game)
    }

    /// The fork alone, without what the engine does by itself after it, and what happened on the way: a stored
    /// trial is a fold of jumps and entries.
    ///
    /// # Errors
    /// The rule by which there is no such turn.
    pub fn jump(&self, to: Jump) -> Result<(Game, Vec<Event>), Rejection> {
        let there = match to {
            Jump::Turn(company) => {
                if company.index() >= self.definition().companies.len() {
                    reject!("GAME", "there is no such company")
                }
                self.asks().iter().any(|ask| ask.company == Some(company))
            }
            Jump::Stock(seat) => {
                if !self.seats().any(|other| other == seat) {
                    reject!("GAME", "there is no such seat")
                }
                false
            }
        };
        // What is one act for the rules is not left half done.
        let amid = each!(&self.position, |_rules, state| state.amid());
        let mut position = if amid && !there {
            self.folded(self.whole(self.log.len()))?.position
        } else {
            self.position.clone()
        };
        let mut events = Vec::new();
        each!(&mut position, |rules, state| state.jump(
            rules,
            to,
            &mut events
        ))?;
        Ok((Game::based(self.setup.clone(), position), events))
    }
}
