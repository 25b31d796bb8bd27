//! Runs a scenario: builds its position, acts, checks every refusal and assertion, the law of `legal()` and the
//! invariants of every position on the way.

use super::assert::{Past, assert};
use super::{Built, Names, Outcome, Scenario, Step, faults};
use crate::action::{Action, By};
use crate::game::{Game, Setup};
use crate::ids::Seat;
use crate::rejection::Rejection;

/// Steps that fail end their part: up to the next `again`.
pub(super) fn run(title: &str, scenario: &Scenario) -> Outcome {
    let mut outcome = Outcome {
        ids: scenario.ids.clone(),
        name: scenario.name.clone(),
        line: scenario.line,
        assertions: 0,
        failures: Vec::new(),
    };
    let head: Vec<(usize, &str)> = facts(&scenario.steps);
    let mut steps = scenario.steps.as_slice();
    steps = steps.get(head.len()..).unwrap_or(&[]);
    run_part(title, &head, steps, &mut outcome);
    while let Some(at) = steps.iter().position(|(_, step)| *step == Step::Again) {
        steps = steps.get(at + 1..).unwrap_or(&[]);
        let more = facts(steps);
        steps = steps.get(more.len()..).unwrap_or(&[]);
        let all: Vec<(usize, &str)> = head.iter().chain(&more).copied().collect();
        run_part(title, &all, steps, &mut outcome);
    }
    outcome
}

/// The facts at the head of a list of steps.
fn facts(steps: &[(usize, Step)]) -> Vec<(usize, &str)> {
    steps
        .iter()
        .map_while(|(line, step)| match step {
            Step::Position(fact) => Some((*line, fact.as_str())),
            _ => None,
        })
        .collect()
}

fn run_part(title: &str, facts: &[(usize, &str)], steps: &[(usize, Step)], outcome: &mut Outcome) {
    let own = steps
        .iter()
        .position(|(_, step)| *step == Step::Again)
        .unwrap_or(steps.len());
    let mut steps = steps.get(..own).unwrap_or(steps);
    // Set-ups that are refused need no position.
    while let Some(((line, Step::RefuseGame(text, rule)), rest)) = steps.split_first() {
        outcome.assertions += 1;
        if let Err(fault) = refuse_game(title, text, rule) {
            outcome.failures.push(format!("line {line}: {fault}"));
        }
        steps = rest;
    }
    if facts.is_empty() && steps.is_empty() {
        return;
    }
    let built = match build(title, facts) {
        Ok(built) => built,
        Err(fault) => {
            let line = facts.first().map_or(outcome.line, |(line, _)| *line);
            outcome
                .failures
                .push(format!("line {line}: position: {fault}"));
            return;
        }
    };
    let mut part = Part {
        past: Past::new(&built.game),
        game: built.game,
        auto: built.auto,
        money: built.money,
    };
    for (line, step) in steps {
        if !matches!(step, Step::Act(..) | Step::Engine) {
            outcome.assertions += 1;
        }
        if let Err(fault) = part.step(title, step) {
            outcome.failures.push(format!("line {line}: {fault}"));
            // After a failed action nothing below means anything.
            if matches!(step, Step::Act(..) | Step::Engine) {
                return;
            }
        }
    }
}

pub(super) fn build(title: &str, facts: &[(usize, &str)]) -> Result<Built, String> {
    let built = match title {
        "18ardennes" => crate::titles::ardennes::position::build(facts)?,
        "1873" => crate::titles::harzbahn::position::build(facts)?,
        "1826" => crate::titles::y1826::position::build(facts)?,
        "1835" => crate::titles::y1835::position::build(facts)?,
        _ => return Err(format!("there are no positions of {title:?}")),
    };
    let wrong = faults(&built.game, built.money);
    if wrong.is_empty() {
        Ok(built)
    } else {
        Err(wrong.join("; "))
    }
}

/// The game of a part, with what the assertions look back at.
struct Part {
    game: Game,
    past: Past,
    auto: bool,
    money: i64,
}

impl Part {
    fn step(&mut self, title: &str, step: &Step) -> Result<(), String> {
        match step {
            Step::Position(_) | Step::Again => Ok(()),
            Step::Act(seat, text) => self.act(Seat(*seat), text),
            Step::Engine => {
                let before = self.game.clone();
                let mut events = Vec::new();
                self.game.automate(&mut events);
                if self.game.log().len() == before.log().len() {
                    return Err("the engine has nothing to do".into());
                }
                self.past.acted(&before, events);
                self.sane()
            }
            Step::Refuse(seat, text, rule, part) => {
                self.refuse(Seat(*seat), text, rule, part.as_deref())
            }
            Step::RefuseGame(text, rule) => refuse_game(title, text, rule),
            Step::Assert(text) => assert(&self.game, &self.past, text),
        }
    }

    /// Reads an action; a malformed one is refused like others.
    fn read(&self, seat: Seat, text: &str) -> Result<Action, Rejection> {
        match self.game.parse(text) {
            Ok(action) => Ok(action),
            Err(_) => self.game.read(seat, text),
        }
    }

    fn act(&mut self, seat: Seat, text: &str) -> Result<(), String> {
        let action = self
            .read(seat, text)
            .map_err(|rejection| format!("P{}: {text}: {rejection}", seat.0 + 1))?;
        let listed = self.game.legal(seat).contains(&action);
        let before = self.game.clone();
        let events = match self.game.act(By::Seat(seat), &action) {
            Ok(mut events) => {
                if self.auto {
                    self.game.automate(&mut events);
                }
                events
            }
            Err(rejection) => {
                return Err(format!(
                    "P{}: {text}: refused: {rejection}; {}",
                    seat.0 + 1,
                    waits(&before)
                ));
            }
        };
        if !listed {
            return Err(format!(
                "P{}: {text}: accepted, but legal() does not list it",
                seat.0 + 1
            ));
        }
        self.past.acted(&before, events);
        self.sane()
    }

    fn refuse(
        &mut self,
        seat: Seat,
        text: &str,
        rule: &str,
        part: Option<&str>,
    ) -> Result<(), String> {
        let who = format!("P{}: {text}", seat.0 + 1);
        let before = self.game.digest();
        let rejection = match self.read(seat, text) {
            Err(rejection) => rejection,
            Ok(action) => {
                let listed = self.game.legal(seat).contains(&action);
                // Runs are listed as a kind.
                if listed && !matches!(action, Action::Run(_)) {
                    return Err(format!("{who}: legal() lists what {rule} should refuse"));
                }
                let kept = self.game.clone();
                match self.game.act(By::Seat(seat), &action) {
                    Ok(_) => {
                        self.game = kept;
                        return Err(format!("{who}: accepted, {rule} should refuse it"));
                    }
                    Err(rejection) => rejection,
                }
            }
        };
        if self.game.digest() != before {
            return Err(format!("{who}: refused, but the position changed"));
        }
        if rejection.rule != rule {
            return Err(format!("{who}: refused, not by {rule}: {rejection}"));
        }
        match part {
            Some(part) if !rejection.text.contains(part) => Err(format!(
                "{who}: {part:?} is not in the sentence: {rejection}"
            )),
            _ => Ok(()),
        }
    }

    /// The invariants, and somebody to act unless the game is over.
    fn sane(&self) -> Result<(), String> {
        let wrong = faults(&self.game, self.money);
        if !wrong.is_empty() {
            return Err(wrong.join("; "));
        }
        let asks = self.game.asks();
        let stuck = match asks.first() {
            // A company without president: the engine runs it.
            None => false,
            Some(_) => asks
                .iter()
                .all(|ask| self.game.legal(ask.seat).choices.is_empty()),
        };
        if stuck && !self.game.is_over() {
            return Err(format!("nobody can act: {}", waits(&self.game)));
        }
        Ok(())
    }
}

/// What a game waits for, for messages.
fn waits(game: &Game) -> String {
    let asks: Vec<String> = game
        .asks()
        .iter()
        .map(|ask| {
            let company = ask
                .company
                .map(|company| format!(" for {}", game.definition().at(company).id))
                .unwrap_or_default();
            format!("P{} {}{company}", ask.seat.0 + 1, ask.topic.name())
        })
        .collect();
    format!(
        "{} waits for {}",
        game.round_name(),
        if asks.is_empty() {
            "nobody".to_string()
        } else {
            asks.join(", ")
        }
    )
}

/// `2`, `4 any_routes`: a set-up that must be refused.
fn refuse_game(title: &str, text: &str, rule: &str) -> Result<(), String> {
    let mut words = text.split_whitespace();
    let players = words
        .next()
        .and_then(|word| word.parse().ok())
        .ok_or("`! game PLAYERS [OPTION …] = RULE`")?;
    let mut setup = Setup::new(title, players);
    setup.options = words.map(str::to_string).collect();
    match Game::new(setup) {
        Ok(_) => Err(format!("a game of {text} was made")),
        Err(rejection) if rejection.rule == rule => Ok(()),
        Err(rejection) => Err(format!("refused, not by {rule}: {rejection}")),
    }
}

/// Names of the game's title and table.
pub(super) fn names(game: &Game) -> Names<'_> {
    Names {
        definition: game.definition(),
        players: game.setup().players,
    }
}
