//! A trial in memory: the game where it was made, and the fold of its steps.

use super::Failure;
use crate::narration::company_name;
use crate::store::{ActionId, TrialId, TrialRow};
use crate::table::{Play, Refusal};
use crate::text;
use engine::action::{By, Entry};
use engine::board::Placed;
use engine::ids::{CompanyId, HexId, Seat};
use engine::legal::Duty;
use engine::{Game, Jump, Rejection};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Steps that a trial holds at most.
pub(super) const STEPS: usize = 500;

/// A step of a trial, in printed names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Step {
    /// Runs ahead to a company's turn.
    Turn(String),
    /// Runs ahead to a seat's stock turn.
    Stock(u8),
    /// The planner decides for a seat.
    Act(u8, String),
    /// The engine, where nobody has a choice.
    Auto(u8, String),
}

/// A trial.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    /// Its number and version; 0 and 0 before it is stored.
    pub id: (TrialId, i64),
    pub name: String,
    /// The game's action after which it was made, and how many actions that were.
    pub head: Option<ActionId>,
    pub moves: usize,
    pub steps: Vec<Step>,
    /// The game where it was made.
    pub base: Arc<Play>,
    /// The trial now: its story has one entry a step.
    pub play: Play,
    /// Why later steps could not be folded again.
    pub cut: Option<String>,
}

impl Trial {
    /// A trial without steps.
    pub fn begin(base: Arc<Play>, head: Option<ActionId>, moves: usize) -> Trial {
        let mut play = Play::clone(&base);
        play.put(base.game.fork());
        play.told.clear();
        Trial {
            id: (0, 0),
            name: String::new(),
            head,
            moves,
            steps: Vec::new(),
            base,
            play,
            cut: None,
        }
    }

    /// A stored trial. Where its steps no longer lead on, the fold ends and says so.
    pub fn load(base: Arc<Play>, row: &TrialRow) -> Trial {
        let mut trial = Trial::begin(base, row.head, row.moves);
        trial.id = (row.id, row.version);
        trial.name.clone_from(&row.name);
        for step in read(&row.steps) {
            if let Err(why) = trial.redo(step.clone()) {
                let step = text::in_code(&text::clip(&trial.step_text(&step), 200));
                trial.cut = Some(format!(
                    "With this version of the bot the trial ends before its step `{step}`: {why}"
                ));
                break;
            }
        }
        trial
    }

    /// Folds a stored step.
    fn redo(&mut self, step: Step) -> Result<(), Rejection> {
        match &step {
            Step::Turn(_) | Step::Stock(_) => {
                let to = self.target(&step)?;
                let (next, events) = self.play.game.jump(to)?;
                self.play.put(next);
                let told = self.play.tell(&events);
                self.play.told.push(Arc::new(told));
            }
            Step::Act(seat, action) | Step::Auto(seat, action) => {
                let seat = Seat(*seat);
                let by = match step {
                    Step::Auto(..) => By::Engine(seat),
                    _ => By::Seat(seat),
                };
                let action = self.play.game.parse(action)?;
                let (told, _) = self.play.enter(Entry { by, action })?;
                self.play.told.push(Arc::new(told));
            }
        }
        self.steps.push(step);
        Ok(())
    }

    fn target(&self, step: &Step) -> Result<Jump, Rejection> {
        match step {
            Step::Turn(name) => match self.play.game.definition().company(name) {
                Some(company) => Ok(Jump::Turn(company)),
                None => Err(Rejection::new(
                    "GAME",
                    format!("there is no company {name:?}"),
                )),
            },
            Step::Stock(seat) | Step::Act(seat, _) | Step::Auto(seat, _) => {
                Ok(Jump::Stock(Seat(*seat)))
            }
        }
    }

    /// Runs ahead, and lets the engine do what needs no decision.
    pub fn jump(&mut self, to: Jump) -> Result<(), Rejection> {
        let step = match to {
            Jump::Turn(company) => {
                let definition = self.play.game.definition();
                if company.index() >= definition.companies.len() {
                    return Err(Rejection::new("GAME", "there is no such company"));
                }
                Step::Turn(definition.at(company).id.clone())
            }
            Jump::Stock(seat) => Step::Stock(seat.0),
        };
        self.redo(step)?;
        let mut live = self.play.game.clone();
        live.automate(&mut Vec::new());
        self.follow(&live)
    }

    /// Takes over what another copy of the position has in its log beyond this one, entry by entry.
    fn follow(&mut self, live: &Game) -> Result<(), Rejection> {
        let known = self.play.game.log().len();
        for entry in live.log().iter().skip(known) {
            let text = self.play.game.print(&entry.action);
            let step = match entry.by {
                By::Engine(seat) => Step::Auto(seat.0, text),
                By::Seat(seat) | By::Host(seat) => Step::Act(seat.0, text),
            };
            self.redo(step)?;
        }
        Ok(())
    }

    /// The seats that are asked, those first for which the game waits.
    pub fn asked(&self) -> Vec<Seat> {
        let mut asks = self.play.game.asks();
        asks.sort_by_key(|ask| ask.duty != Duty::Must);
        let mut seats: Vec<Seat> = Vec::new();
        for ask in asks {
            if !seats.contains(&ask.seat) {
                seats.push(ask.seat);
            }
        }
        seats
    }

    /// Does what the planner typed or pressed, for whichever seat is asked: what was done, in notation.
    pub fn act(&mut self, typed: &str) -> Result<String, Refusal> {
        if self.play.game.is_over() {
            return Err(Refusal::new(
                "In this trial the game is over; /plan undo goes back.",
            ));
        }
        let mut first: Option<Rejection> = None;
        for seat in self.asked() {
            match self.act_for(seat, typed) {
                Ok(done) => return Ok(done),
                Err(why) => first = first.or(Some(why)),
            }
        }
        Err(match first {
            Some(why) => self.refusal(why),
            None => Refusal::new("Nobody is asked anything here."),
        })
    }

    fn act_for(&mut self, seat: Seat, typed: &str) -> Result<String, Rejection> {
        let action = self.play.game.read(seat, typed)?;
        let mut live = self.play.game.clone();
        live.apply(seat, &action)?;
        self.follow(&live)?;
        Ok(live.print(&action))
    }

    /// Does a stored decision again on another base.
    pub fn again(&mut self, step: &Step) -> Result<(), Failure> {
        match step {
            Step::Auto(..) => Ok(()),
            Step::Turn(_) | Step::Stock(_) => {
                let to = self.target(step).map_err(|why| self.refusal(why))?;
                self.jump(to).map_err(|why| self.refusal(why).into())
            }
            Step::Act(seat, action) => self
                .act_for(Seat(*seat), action)
                .map(|_| ())
                .map_err(|why| self.refusal(why).into()),
        }
    }

    /// Whether something can be undone.
    pub fn undo_left(&self) -> bool {
        let first = usize::from(self.begins_with_jump());
        let own = |step: &Step| !matches!(step, Step::Auto(..));
        self.steps.iter().skip(first).any(own)
    }

    /// A seat's own moves, each with the company in whose turn it is.
    pub fn moves_of(&self, seat: Seat) -> Vec<(String, Option<String>)> {
        let mut again = Trial::begin(self.base.clone(), self.head, self.moves);
        let mut moves = Vec::new();
        for step in &self.steps {
            if let Step::Act(by, action) = step
                && *by == seat.0
            {
                let asks = again.play.game.asks();
                let ask = asks.iter().find(|ask| ask.seat == seat);
                let definition = again.play.game.definition();
                let company = ask
                    .and_then(|ask| ask.company)
                    .map(|company| definition.at(company).id.clone());
                moves.push((action.clone(), company));
            }
            if again.redo(step.clone()).is_err() {
                break;
            }
        }
        moves
    }

    /// Drops the last steps of the planner with what the engine added. What it began with stays.
    pub fn undo(&mut self, count: usize) -> Result<Vec<Step>, Refusal> {
        let own: Vec<usize> = self
            .steps
            .iter()
            .enumerate()
            .filter(|(index, step)| match step {
                Step::Auto(..) => false,
                Step::Turn(_) | Step::Stock(_) => *index > 0,
                Step::Act(..) => true,
            })
            .map(|(index, _)| index)
            .collect();
        let from = own.len().checked_sub(count).and_then(|at| own.get(at));
        let Some(&from) = from else {
            return Err(Refusal::new(match own.len() {
                0 => "Nothing was tried yet; there is nothing to undo.".to_string(),
                1 => "Only one step can be undone.".to_string(),
                most => format!("Only {most} steps can be undone, not {count}."),
            }));
        };
        let keep: Vec<Step> = self.steps.iter().take(from).cloned().collect();
        let gone: Vec<Step> = self.steps.iter().skip(from).cloned().collect();
        let mut fresh = Trial::begin(self.base.clone(), self.head, self.moves);
        for step in keep {
            fresh.redo(step).map_err(|why| self.refusal(why))?;
        }
        self.steps = fresh.steps;
        self.play = fresh.play;
        Ok(gone)
    }

    /// A refusal in the players' names.
    pub fn refusal(&self, why: Rejection) -> Refusal {
        let text = self.play.names.in_words(&why.text);
        Refusal::from(Rejection { text, ..why })
    }

    /// The steps, as stored.
    pub fn written(&self) -> String {
        serde_json::to_string(&self.steps).unwrap_or_else(|_| "[]".into())
    }

    /// A step in words.
    pub fn step_text(&self, step: &Step) -> String {
        match step {
            Step::Turn(name) => {
                let definition = self.play.game.definition();
                let name = definition
                    .company(name)
                    .map_or(name.clone(), |company| company_name(definition, company));
                format!("turn of {name}")
            }
            Step::Stock(seat) => format!("stock turn of {}", self.play.names.raw(Seat(*seat))),
            Step::Act(_, action) | Step::Auto(_, action) => action.clone(),
        }
    }

    /// The planner's own steps, in words.
    pub fn own_steps(&self) -> Vec<String> {
        self.steps
            .iter()
            .filter(|step| !matches!(step, Step::Auto(..)))
            .map(|step| self.step_text(step))
            .collect()
    }

    /// The companies that it is about: whose turns it ran ahead to, and who is asked at its start and now.
    pub fn companies(&self) -> Vec<CompanyId> {
        let definition = self.play.game.definition();
        let jumped = self.steps.iter().filter_map(|step| match step {
            Step::Turn(name) => definition.company(name),
            _ => None,
        });
        let mut list: Vec<CompanyId> = Vec::new();
        let asked = |game: &Game| game.asks().into_iter().filter_map(|ask| ask.company);
        for company in jumped
            .chain(asked(&self.base.game).filter(|_| !self.begins_with_jump()))
            .chain(asked(&self.play.game))
        {
            if !list.contains(&company) {
                list.push(company);
            }
        }
        list
    }

    fn begins_with_jump(&self) -> bool {
        matches!(self.steps.first(), Some(Step::Turn(_) | Step::Stock(_)))
    }

    /// The company that is asked now, else the one whose turn it ran ahead to last.
    pub fn company(&self) -> Option<CompanyId> {
        let asked = self
            .play
            .game
            .asks()
            .into_iter()
            .find_map(|ask| ask.company);
        let jumped = self.steps.iter().rev().find_map(|step| match step {
            Step::Turn(name) => self.play.game.definition().company(name),
            _ => None,
        });
        asked.or(jumped)
    }

    /// Hexes that lie otherwise than in the game where it was made, with what lies there now.
    pub fn laid(&self) -> Vec<(HexId, Placed)> {
        let map = &self.play.game.definition().map;
        let (before, now) = (
            &self.base.game.shared().board,
            &self.play.game.shared().board,
        );
        map.hex_ids()
            .map(|hex| (hex, now.placed(hex)))
            .filter(|(hex, placed)| before.placed(*hex) != *placed)
            .collect()
    }
}

/// Stored steps; what cannot be read is none.
pub(super) fn read(steps: &str) -> Vec<Step> {
    serde_json::from_str(steps).unwrap_or_default()
}
