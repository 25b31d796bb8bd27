//! Replaying one trace.

use super::compare::{Difference, differences, same_but_round};
use super::legal::Sums;
use super::rejected::{Attempt, Verdict};
use super::trace::{Move, Trace, advance};
use super::{Adapter, Exempt, open};
use engine::event::Event;
use engine::{By, Entry, Game, Rejection};
use serde_json::Value;
use std::collections::BTreeMap;

/// Questions that are answered by fillers in a row at most.
const FILLERS: usize = 200;

/// What came out of a trace.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Actions whose state was compared, alone or at the end of a chain.
    pub compared: u64,
    /// Recorded passes for which our flow has no question.
    pub skipped: u64,
    /// Why, and where.
    pub skips: BTreeMap<String, Vec<String>>,
    /// What went wrong, with line and keys.
    pub divergences: Vec<String>,
    /// Where the comparison ended by the list.
    pub exempt: Option<Exempt>,
    /// Lines after that.
    pub not_compared: u64,
    /// Attempts that were made.
    pub verdicts: Vec<Verdict>,
    /// Attempts after the end of the comparison by the list.
    pub not_made: u64,
    /// Offers beside those of the reference, if asked for.
    pub legal: Sums,
}

/// How far catching up with a recorded action came.
enum Caught {
    /// The action is accepted now, as this entry.
    Ready(Entry),
    /// Its question stands, but it is refused.
    Refused(Rejection),
    /// It can't be expressed.
    Unknown(String),
    /// Its question does not come up.
    NoQuestion,
    /// It was carried out with the action before.
    Implied,
}

/// Answers questions that the reference does not ask until the recorded action can be entered.
fn catch_up(adapter: &dyn Adapter, game: &mut Game, play: &Move, coming: &[Move]) -> Caught {
    let mut trial: Option<Game> = None;
    let mut refused: Option<Caught> = None;
    for _ in 0..FILLERS {
        let now = trial.as_ref().unwrap_or(game);
        if adapter.fits(now, play) {
            match adapter.entry(now, play) {
                Ok(entry) => match accepts(now, &entry) {
                    Ok(()) => {
                        if let Some(trial) = trial {
                            *game = trial;
                        }
                        return Caught::Ready(entry);
                    }
                    Err(rejection) => {
                        refused.get_or_insert(Caught::Refused(rejection));
                    }
                },
                Err(text) => {
                    refused.get_or_insert(Caught::Unknown(text));
                }
            }
            if !adapter.may_wait(now, play) {
                break;
            }
        }
        let Some(entry) = adapter.filler(now, coming) else {
            break;
        };
        let mut next = trial.take().unwrap_or_else(|| game.clone());
        let entered = next.enter(entry).is_ok();
        trial = Some(next);
        if !entered {
            break;
        }
    }
    refused.unwrap_or(Caught::NoQuestion)
}

/// Whether the game would accept the entry.
fn accepts(game: &Game, entry: &Entry) -> Result<(), Rejection> {
    match entry.by {
        By::Seat(seat) => game.check(seat, &entry.action).map(|_| ()),
        _ => game.clone().enter(entry.clone()).map(|_| ()),
    }
}

/// What the game waits for, for reports.
fn waits_for(game: &Game) -> String {
    match game.decision() {
        Some(ask) => format!(
            "our game asks P{}{} to {}",
            ask.seat.0 + 1,
            ask.company.map_or_else(String::new, |company| format!(
                " for {}",
                game.definition().at(company).id
            )),
            ask.topic.name()
        ),
        None if game.is_over() => "our game is over".into(),
        None => "our game asks nobody".into(),
    }
}

/// Sees the game before each recorded action is entered: the action, and the entry that stands for it.
pub type Watch<'w> = dyn FnMut(&Game, &Move, &Entry) + 'w;

struct Replay<'t, 'w> {
    trace: &'t Trace,
    watch: &'t mut Watch<'w>,
    adapter: Box<dyn Adapter>,
    game: Game,
    state: Value,
    /// Lines whose state waits for a comparison.
    waiting: u64,
    /// Offers are compared, too.
    legal: bool,
    outcome: Outcome,
}

/// Replays a trace and gives back our game after its last line (after the last that agrees), if it can be set up.
pub fn replayed(trace: &Trace) -> (Option<Game>, Outcome) {
    play(trace, &[], false, &mut |_, _, _| {})
}

/// Replays a trace under somebody's eyes.
pub fn watched(trace: &Trace, watch: &mut Watch) -> Outcome {
    play(trace, &[], false, watch).1
}

/// Replays a trace, and makes the attempts on the way.
pub fn replay(trace: &Trace, attempts: &[Attempt], legal: bool) -> Outcome {
    play(trace, attempts, legal, &mut |_, _, _| {}).1
}

fn play(
    trace: &Trace,
    attempts: &[Attempt],
    legal: bool,
    watch: &mut Watch,
) -> (Option<Game>, Outcome) {
    let name = &trace.header.name;
    let Some(adapter) = open(&trace.header) else {
        let outcome = Outcome {
            divergences: vec![format!(
                "{name}: there is no adapter for the title {:?}",
                trace.header.slug
            )],
            ..Outcome::default()
        };
        return (None, outcome);
    };
    let game = match Game::new(adapter.setup()) {
        Ok(game) => game,
        Err(rejection) => {
            let outcome = Outcome {
                divergences: vec![format!("{name}: no game can be set up: {rejection}")],
                ..Outcome::default()
            };
            return (None, outcome);
        }
    };
    let mut replay = Replay {
        trace,
        watch,
        adapter,
        game,
        state: trace.initial.clone(),
        waiting: 0,
        legal,
        outcome: Outcome::default(),
    };
    let reached = replay.run(attempts);
    let mut outcome = replay.outcome;
    if outcome.exempt.is_some() {
        // What comes after the end of the comparison is no attempt at our game.
        return (Some(replay.game), outcome);
    }
    for attempt in attempts.iter().filter(|attempt| attempt.n > reached) {
        if outcome.exempt.is_some() {
            outcome.not_made += 1;
            continue;
        }
        outcome
            .verdicts
            .push(Verdict::Untried(attempt.unreached(reached)));
    }
    (Some(replay.game), outcome)
}

impl Replay<'_, '_> {
    /// Plays all lines; gives back the last line before which attempts could be made.
    fn run(&mut self, attempts: &[Attempt]) -> i64 {
        let trace = self.trace;
        let plays: Vec<Move> = trace.lines.iter().map(Move::of).collect();
        for (index, (line, play)) in trace.lines.iter().zip(&plays).enumerate() {
            let coming = plays.get(index + 1..).unwrap_or_default();
            let caught = if self.adapter.implied(&self.game, play) {
                Caught::Implied
            } else {
                catch_up(self.adapter.as_ref(), &mut self.game, play, coming)
            };
            let found = self.compare();
            if !found.is_empty() && !self.adapter.chained(&self.game, play) {
                // A pass without a question of ours may hide where the turn stands until the next line.
                let hidden = matches!(caught, Caught::NoQuestion) && self.adapter.is_pass(play);
                if !hidden {
                    self.differ(play.n() - 1, &found, Some((&caught, play)));
                    return play.n() - 1;
                }
            }
            for attempt in attempts.iter().filter(|attempt| attempt.n == play.n()) {
                let verdict = attempt.make(self.adapter.as_ref(), &self.game);
                self.outcome.verdicts.push(verdict);
            }
            if self.legal
                && matches!(caught, Caught::Ready(_))
                && let Some(list) = line.get("legal")
            {
                let offers = self.adapter.offers(&self.game, play, list);
                let place = format!("{} line {}", self.trace.header.name, play.n());
                self.outcome.legal.add(&place, offers);
            }
            if let Some(exempt) = self.exempt(play) {
                self.end_by_list(exempt, play, caught);
                return play.n();
            }
            match self.enter(line, play, caught) {
                Ok(()) => {}
                Err(text) => {
                    let name = &self.trace.header.name;
                    self.outcome
                        .divergences
                        .push(format!("{name} line {}: {text}", play.n()));
                    return play.n();
                }
            }
        }
        let found = self.finish();
        let last = plays.last().map_or(-1, Move::n);
        if !found.is_empty() {
            self.differ(last, &found, None);
        }
        last
    }

    /// Compares the last state, after answering what the reference does not ask any more.
    fn finish(&mut self) -> Vec<Difference> {
        let first = self.compare();
        let mut found = first.clone();
        for _ in 0..FILLERS {
            if found.is_empty() {
                return found;
            }
            let filler = self.adapter.filler(&self.game, &[]);
            if filler.is_none_or(|entry| self.game.enter(entry).is_err()) {
                break;
            }
            found = self.compare();
        }
        first
    }

    fn exempt(&self, play: &Move) -> Option<Exempt> {
        self.adapter
            .exempt()
            .iter()
            .find(|exempt| exempt.trace == self.trace.header.name && exempt.line == play.n())
            .copied()
    }

    /// Ends the comparison by the list, which must be needed and name the rule that answers.
    fn end_by_list(&mut self, exempt: Exempt, play: &Move, caught: Caught) {
        let answered = match caught {
            Caught::Refused(rejection) => rejection.rule == exempt.rule,
            Caught::Unknown(_) => true,
            _ => false,
        };
        if !answered {
            self.outcome.divergences.push(format!(
                "{} line {}: listed as exempt by {}, but it is not refused by that rule",
                exempt.trace, exempt.line, exempt.rule
            ));
        }
        self.outcome.not_compared = self
            .trace
            .lines
            .iter()
            .filter(|line| Move::of(line).n() >= play.n())
            .count() as u64;
        self.outcome.exempt = Some(exempt);
    }

    fn enter(&mut self, line: &Value, play: &Move, caught: Caught) -> Result<(), String> {
        let before = match caught {
            Caught::Ready(entry) => {
                (self.watch)(&self.game, play, &entry);
                let events: Vec<Event> = self
                    .game
                    .enter(entry)
                    .map_err(|rejection| rejection.to_string())?;
                advance(&mut self.state, line);
                self.waiting += 1;
                return match self.adapter.outcome(play, &events) {
                    Some(text) => Err(text),
                    None => Ok(()),
                };
            }
            Caught::Implied => {
                advance(&mut self.state, line);
                self.waiting += 1;
                return Ok(());
            }
            Caught::NoQuestion if self.adapter.is_pass(play) => self.state.clone(),
            _ => return Err(self.complaint(&caught, play)),
        };
        advance(&mut self.state, line);
        if same_but_round(&before, &self.state) {
            match self.adapter.skipped(play, line.get("legal")) {
                None => self.waiting += 1,
                Some(why) => {
                    self.outcome.skipped += 1;
                    let place = format!("{} line {}", self.trace.header.name, play.n());
                    self.outcome.skips.entry(why).or_default().push(place);
                }
            }
            Ok(())
        } else if play.is("auto") || play.kind() != "pass" {
            // The reference took it by itself, our flow went on already: what follows is compared after it.
            self.waiting += 1;
            Ok(())
        } else {
            Err(self.complaint(&caught, play))
        }
    }

    /// Why the action can't be entered.
    fn complaint(&self, caught: &Caught, play: &Move) -> String {
        match caught {
            Caught::Refused(rejection) => format!("refused: {rejection}: {}", play.show()),
            Caught::Unknown(text) => format!("{text}: {}", play.show()),
            _ => format!("{}, not {}", waits_for(&self.game), play.show()),
        }
    }

    /// Compares the states; clears what waited for it if they agree.
    fn compare(&mut self) -> Vec<Difference> {
        let ours = self.adapter.digest(&self.game);
        let found = differences(&ours, &self.state, self.adapter.exceptions());
        if found.is_empty() {
            self.outcome.compared += self.waiting;
            self.waiting = 0;
        }
        found
    }

    fn differ(&mut self, line: i64, found: &[Difference], next: Option<(&Caught, &Move)>) {
        const SHOWN: usize = 8;
        let mut text = format!("{} after line {line}:", self.trace.header.name);
        for difference in found.iter().take(SHOWN) {
            text.push_str(&format!("\n    {difference}"));
        }
        if found.len() > SHOWN {
            text.push_str(&format!("\n    and {} more keys", found.len() - SHOWN));
        }
        text.push_str(&format!("\n    ({})", waits_for(&self.game)));
        if let Some((caught, play)) = next
            && !matches!(caught, Caught::Ready(_) | Caught::Implied)
        {
            let next = self.complaint(caught, play);
            text.push_str(&format!("\n    next line: {next}"));
        }
        self.outcome.divergences.push(text);
    }
}
