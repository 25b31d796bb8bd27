//! Folding a whole record: each action answers a question of our game, but the record says neither which question a
//! pass answers nor which of two equal papers is bought. The likeliest is tried first; where a later action does not
//! fit, the fold steps back to the guess before it.

use super::{Foreign, Translator, translator};
use crate::action::{By, Entry};
use crate::game::{Game, Setup};
use crate::ids::Seat;
use serde_json::{Map, Value};
use std::cell::Cell;
use std::collections::BTreeMap;

/// Questions in a row that the record leaves out at most.
const FILLERS: usize = 200;
/// Actions to come that a filler may look at.
const AHEAD: usize = 12;
/// Guesses that are kept to step back to.
const KEPT: usize = 48;
/// Steps back in one fold.
const BACK: usize = 4_000;
/// Entries and runs tried in one fold: a whole game takes some 3,000.
const WORK: u32 = 40_000;

/// Where a record does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// Which of the actions, from 0; their number for what is wrong after the last, [`Misfit::SETUP`] for the set-up.
    pub index: usize,
    /// What it was understood as, in our notation.
    pub understood: Option<String>,
    /// Our rule that refuses it, if one does.
    pub rule: Option<&'static str>,
    /// What is wrong, in a sentence.
    pub why: String,
}

impl Misfit {
    /// The index where not an action but the set-up does not fit.
    pub const SETUP: usize = usize::MAX;
}

/// A guess.
struct Saved {
    index: usize,
    /// The position, and how many entries led to it.
    game: Game,
    entries: usize,
    translator: Box<dyn Translator>,
    last: Option<usize>,
    /// Other entries that may be meant; none left for a pass that may answer nothing of ours.
    rest: Vec<Entry>,
}

struct Fold<'a> {
    plays: &'a [Result<Foreign, String>],
    /// The position; the entries that led to it stand beside it, so that it is copied quickly.
    game: Game,
    entries: Vec<Entry>,
    translator: Box<dyn Translator>,
    /// The last action that was entered.
    last: Option<usize>,
    saved: Vec<Saved>,
    worst: Option<Misfit>,
    back: usize,
    work: Cell<u32>,
}

/// Folds recorded actions of which nothing was undone. `players` are their ids in the record, by seat.
///
/// # Errors
/// The first action that does not fit.
pub fn fold(
    setup: Setup,
    players: &[Value],
    actions: &[Map<String, Value>],
    finished: bool,
) -> Result<Game, Misfit> {
    let at_start = |why: String| Misfit {
        index: Misfit::SETUP,
        understood: None,
        rule: None,
        why,
    };
    let translator = translator(&setup.title)
        .ok_or_else(|| at_start(format!("nobody translates records of {:?}", setup.title)))?;
    let game = Game::new(setup.clone()).map_err(|rejection| Misfit {
        rule: Some(rejection.rule),
        ..at_start(rejection.text)
    })?;
    let plays = read(&game, players, actions);
    let mut fold = Fold {
        plays: &plays,
        game,
        entries: Vec::new(),
        translator,
        last: None,
        saved: Vec::new(),
        worst: None,
        back: 0,
        work: Cell::new(WORK),
    };
    fold.run()?;
    if finished {
        fold.finish();
    }
    let mut game = Game::replay(setup, &fold.entries).map_err(|(_, rejection)| Misfit {
        index: plays.len(),
        rule: Some(rejection.rule),
        ..at_start(rejection.text)
    })?;
    if !finished {
        game.automate(&mut Vec::new());
    }
    Ok(game)
}

/// The actions with the hexes that their cities lie on: a city is named by the copy of its tile.
fn read(
    game: &Game,
    players: &[Value],
    actions: &[Map<String, Value>],
) -> Vec<Result<Foreign, String>> {
    let mut lies: BTreeMap<&str, &str> = BTreeMap::new();
    actions
        .iter()
        .map(|fields| {
            let text = |key: &str| fields.get(key).and_then(Value::as_str);
            if let (Some("lay_tile"), Some(tile), Some(hex)) =
                (text("type"), text("tile"), text("hex"))
            {
                lies.insert(tile, hex);
            }
            let seat = fields
                .get("entity")
                .and_then(|entity| players.iter().position(|player| player == entity))
                .map(Seat::from);
            Foreign::read(game.definition(), fields, seat, |tile| {
                lies.get(tile).map(|hex| (*hex).to_string())
            })
        })
        .collect()
}

impl Fold<'_> {
    fn run(&mut self) -> Result<(), Misfit> {
        let mut index = 0;
        while index < self.plays.len() {
            match self.step(index) {
                Ok(()) => index += 1,
                Err(misfit) => {
                    if self
                        .worst
                        .as_ref()
                        .is_none_or(|worst| misfit.index > worst.index)
                    {
                        self.worst = Some(misfit.clone());
                    }
                    match self.step_back() {
                        Some(at) => index = at,
                        None => return Err(self.worst.take().unwrap_or(misfit)),
                    }
                }
            }
        }
        Ok(())
    }

    /// Enters an action, or lets it be where our game has done it or asks nothing of the kind.
    fn step(&mut self, index: usize) -> Result<(), Misfit> {
        let misfit = |why: String| Misfit {
            index,
            understood: None,
            rule: None,
            why,
        };
        let play = match self.plays.get(index) {
            Some(Ok(play)) => play,
            Some(Err(why)) => return Err(misfit(why.clone())),
            None => return Ok(()),
        };
        self.translator.before(&self.game, play);
        if self.translator.implied(&self.game, play) {
            self.translator.after(&self.game, play);
            return Ok(());
        }
        match self.catch_up(index, play) {
            Ok((fillers, mut entries)) => {
                let rest = entries.split_off(1.min(entries.len()));
                if play.kind() == "pass" {
                    self.save(index, rest);
                    self.fill(fillers);
                } else {
                    self.fill(fillers);
                    if !rest.is_empty() {
                        self.save(index, rest);
                    }
                }
                match entries.pop() {
                    Some(entry) => self.enter(index, play, entry),
                    None => Ok(()),
                }
            }
            Err(_) if play.kind() == "pass" => Ok(()),
            Err(misfit) => Err(misfit),
        }
    }

    /// Enters what the record leaves out.
    fn fill(&mut self, fillers: Vec<Entry>) {
        for entry in fillers {
            if self.game.enter(entry.clone()).is_ok() {
                self.entries.push(entry);
            }
        }
        self.game.forget();
    }

    fn save(&mut self, index: usize, rest: Vec<Entry>) {
        if self.saved.len() >= KEPT {
            self.saved.remove(0);
        }
        self.saved.push(Saved {
            index,
            game: self.game.clone(),
            entries: self.entries.len(),
            translator: self.translator.copy(),
            last: self.last,
            rest,
        });
    }

    fn enter(&mut self, index: usize, play: &Foreign, entry: Entry) -> Result<(), Misfit> {
        let understood = Some(self.game.print(&entry.action));
        let events = self.game.enter(entry.clone()).map_err(|rejection| Misfit {
            index,
            understood: understood.clone(),
            rule: Some(rejection.rule),
            why: rejection.text,
        })?;
        self.game.forget();
        self.entries.push(entry);
        if play.kind() == "run_routes"
            && let (Some(theirs), Some(ours)) = (play.revenue(), self.translator.earned(&events))
            && theirs != ours
        {
            return Err(Misfit {
                index,
                understood,
                rule: None,
                why: format!("the runs earn {ours} by our rules, not {theirs}"),
            });
        }
        self.translator.after(&self.game, play);
        self.last = Some(index);
        Ok(())
    }

    /// Goes back to the last guess and takes its next choice; the action to go on with.
    fn step_back(&mut self) -> Option<usize> {
        loop {
            self.back += 1;
            if self.back > BACK || !self.works() {
                return None;
            }
            let mut saved = self.saved.pop()?;
            self.game = saved.game;
            self.entries.truncate(saved.entries);
            self.translator = saved.translator;
            self.last = saved.last;
            let play = match self.plays.get(saved.index) {
                Some(Ok(play)) => play,
                _ => return None,
            };
            if play.kind() == "pass" {
                // It answers nothing of ours.
                return Some(saved.index + 1);
            }
            if saved.rest.is_empty() {
                continue;
            }
            let next = saved.rest.remove(0);
            let index = saved.index;
            if !saved.rest.is_empty() {
                self.save(index, saved.rest);
            }
            if self.enter(index, play, next).is_ok() {
                return Some(index + 1);
            }
        }
    }

    /// What answers the questions that the record leaves out until the action can be entered, and the entries for it
    /// that are accepted then.
    fn catch_up(&self, index: usize, play: &Foreign) -> Result<(Vec<Entry>, Vec<Entry>), Misfit> {
        let mut game = self.game.clone();
        let mut fillers = Vec::new();
        let mut refused: Option<Misfit> = None;
        for _ in 0..FILLERS {
            if !self.works() {
                break;
            }
            if self.translator.fits(&game, play) {
                match self.accepted(index, &game, play) {
                    Ok(entries) => return Ok((fillers, entries)),
                    Err(misfit) => {
                        refused.get_or_insert(misfit);
                    }
                }
            }
            let Some(entry) = self.filler(&game, index) else {
                break;
            };
            if game.enter(entry.clone()).is_err() {
                break;
            }
            game.forget();
            fillers.push(entry);
        }
        Err(refused.unwrap_or_else(|| Misfit {
            index,
            understood: None,
            rule: Some("GAME"),
            why: waits(&self.game),
        }))
    }

    fn accepted(&self, index: usize, game: &Game, play: &Foreign) -> Result<Vec<Entry>, Misfit> {
        let entries = self
            .translator
            .entries(game, play, &self.work)
            .map_err(|why| Misfit {
                index,
                understood: None,
                rule: None,
                why,
            })?;
        let mut first: Option<Misfit> = None;
        let mut accepted = Vec::new();
        for entry in entries {
            let judged = match entry.by {
                By::Seat(seat) => game.check(seat, &entry.action).map(|_| ()),
                _ => game.clone().enter(entry.clone()).map(|_| ()),
            };
            match judged {
                Ok(()) => accepted.push(entry),
                Err(rejection) => {
                    first.get_or_insert(Misfit {
                        index,
                        understood: Some(game.print(&entry.action)),
                        rule: Some(rejection.rule),
                        why: rejection.text,
                    });
                }
            }
        }
        match first {
            Some(misfit) if accepted.is_empty() => Err(misfit),
            _ => Ok(accepted),
        }
    }

    /// Whether there is work left to spend; one piece is spent.
    fn works(&self) -> bool {
        self.work.set(self.work.get().saturating_sub(1));
        self.work.get() > 0
    }

    /// What is entered before the action of that index.
    fn filler(&self, game: &Game, index: usize) -> Option<Entry> {
        let known = |index: usize| self.plays.get(index)?.as_ref().ok();
        let coming: Vec<&Foreign> = (index..).map_while(known).take(AHEAD).collect();
        self.translator
            .filler(game, self.last.and_then(known), &coming)
    }

    /// Answers what is left open after the last action of a game that is over.
    fn finish(&mut self) {
        for _ in 0..FILLERS {
            if self.game.is_over() {
                return;
            }
            let Some(entry) = self.filler(&self.game, self.plays.len()) else {
                return;
            };
            let before = self.entries.len();
            self.fill(vec![entry]);
            if self.entries.len() == before {
                return;
            }
        }
    }
}

/// What the game waits for.
fn waits(game: &Game) -> String {
    match game.decision() {
        Some(ask) => {
            let company = ask.company.map_or_else(String::new, |company| {
                format!(" for {}", game.definition().at(company).id)
            });
            format!(
                "here our game waits for player {} to {}{company}",
                ask.seat.0 + 1,
                ask.topic.name()
            )
        }
        None if game.is_over() => "here our game is over".into(),
        None => "here our game asks nobody".into(),
    }
}
