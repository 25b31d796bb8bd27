//! Entries: acting, what the engine does by itself, taking back.

use super::setup::known;
use super::{Game, Position};
use crate::action::{Action, By, Entry};
use crate::event::Event;
use crate::ids::Seat;
use crate::legal::Choice;
use crate::rejection::{Rejection, reject, require};
use crate::rules::Fixes;
use crate::titles::Title;
use crate::titles::ardennes::ArdRules;
use crate::titles::harzbahn::HarzRules;
use crate::titles::y1826::Rules as Rules1826;
use crate::titles::y1835::Y35Rules;
use std::sync::Arc;

impl Game {
    /// Carries out an action with all that the rules demand of a live game, but lets the engine do nothing after it.
    ///
    /// # Errors
    /// The rule that forbids it; then nothing has changed.
    #[doc(hidden)]
    pub fn act(&mut self, by: By, action: &Action) -> Result<Vec<Event>, Rejection> {
        each!(&self.position, |rules, state| {
            state.plan(rules, by, action)?;
            state.demand(rules, action)?;
        });
        self.enter(Entry {
            by,
            action: action.clone(),
        })
    }

    /// Carries out one entry and nothing else.
    ///
    /// # Errors
    /// The rule that forbids it; then nothing has changed.
    pub fn enter(&mut self, entry: Entry) -> Result<Vec<Event>, Rejection> {
        let mut events = Vec::new();
        if let Action::Rules(revision) = entry.action {
            self.adopt(entry.by, revision, &mut events)?;
            self.log.push(entry);
            return Ok(events);
        }
        each!(&mut self.position, |rules, state| {
            let deed = state.plan(rules, entry.by, &entry.action)?;
            state.carry_out(rules, &deed, &mut events);
        });
        self.log.push(entry);
        Ok(events)
    }

    /// From here on the game is played by another revision of the rules.
    fn adopt(&mut self, by: By, revision: u16, events: &mut Vec<Event>) -> Result<(), Rejection> {
        require!(
            matches!(by, By::Host(_)),
            "GAME",
            "the host adopts other rules for the table, not a seat"
        );
        known(&self.setup.title, revision)?;
        let from = self.revision();
        require!(
            revision > from,
            "GAME",
            "the game is played by rules version {from} already; only a newer one can be adopted"
        );
        require!(!self.is_over(), "GAME", "the game is over");
        match &mut self.position {
            Position::Ardennes(rules, _) => {
                let mut adopted = ArdRules::clone(rules);
                adopted.fixes = Fixes::of(adopted.fixes.title(), revision);
                *rules = Arc::new(adopted);
            }
            Position::Y1835(rules, _) => {
                let mut adopted = Y35Rules::clone(rules);
                adopted.fixes = Fixes::of(adopted.fixes.title(), revision);
                *rules = Arc::new(adopted);
            }
            Position::Harz(rules, _) => {
                let mut adopted = HarzRules::clone(rules);
                adopted.fixes = Fixes::of(adopted.fixes.title(), revision);
                *rules = Arc::new(adopted);
            }
            Position::Y1826(rules, _) => {
                let mut adopted = Rules1826::clone(rules);
                adopted.fixes = Fixes::of(adopted.fixes.title(), revision);
                *rules = Arc::new(adopted);
            }
        }
        events.push(Event::RulesAdopted { from, to: revision });
        Ok(())
    }

    /// Lets the engine act where nobody has a choice: each step becomes an entry of its own, so that a fold needs
    /// no automation. Never a purchase, a sale, a lay or a bankruptcy: where money or papers move, somebody has said so,
    /// even if he could say nothing else, and could not take it back otherwise.
    pub fn automate(&mut self, events: &mut Vec<Event>) {
        // A game has a few thousand entries; the bound turns a fault into a stop instead of a hang.
        for _ in 0..10_000 {
            let Some(entry) = self.automatic() else {
                return;
            };
            match self.enter(entry) {
                Ok(more) => events.extend(more),
                Err(_) => return,
            }
        }
    }

    fn automatic(&self) -> Option<Entry> {
        if let Some(action) = each!(&self.position, |rules, state| state.engine_action(rules)) {
            return Some(Entry {
                by: By::Engine(Seat(0)),
                action,
            });
        }
        let asks = self.asks();
        let [ask] = asks.as_slice() else { return None };
        let legal = self.legal(ask.seat);
        let action = match legal.choices.as_slice() {
            [Choice::One(action @ (Action::Pass | Action::Discard(_) | Action::Pay(_)))] => {
                action.clone()
            }
            [Choice::Runs] => {
                let best = self.best_runs()?;
                if best.total != 0 || !best.runs.is_empty() {
                    return None;
                }
                Action::Run(Vec::new())
            }
            _ => return None,
        };
        Some(Entry {
            by: By::Engine(ask.seat),
            action,
        })
    }

    /// Takes back the last `count` entries of seats or hosts with what the engine added after them; gives back all
    /// that was taken, oldest first.
    ///
    /// # Errors
    /// `GAME` if there are fewer.
    pub fn undo(&mut self, count: usize) -> Result<Vec<Entry>, Rejection> {
        let mut left = count;
        let mut keep = self.log.len();
        while left > 0 {
            let Some(index) = self.log[..keep]
                .iter()
                .rposition(|entry| !matches!(entry.by, By::Engine(_)))
            else {
                reject!(
                    "GAME",
                    "there are only {} actions to take back, not {count}",
                    count - left
                )
            };
            keep = index;
            left -= 1;
        }
        keep = self.whole(keep);
        let game = self.folded(keep)?;
        let taken = self.log.split_off(keep);
        *self = game;
        Ok(taken)
    }

    /// How many entries to keep, at most `keep`, so that what is one act for the rules (a concession route of
    /// Harzbahn 1873) is kept or taken back whole.
    pub fn whole(&self, mut keep: usize) -> usize {
        let amid = |keep| {
            self.folded(keep)
                .is_ok_and(|game| each!(&game.position, |_rules, state| state.amid()))
        };
        while keep > 0 && amid(keep) {
            keep -= 1;
        }
        keep
    }

    /// The game after its first `count` entries.
    pub(super) fn folded(&self, count: usize) -> Result<Game, Rejection> {
        let mut game = match &self.base {
            Some(base) => Game::based(self.setup.clone(), Position::clone(base)),
            None => Game::new(self.setup.clone())?,
        };
        for entry in self.log.get(..count).unwrap_or_default() {
            game.enter(entry.clone())?;
        }
        Ok(game)
    }
}
