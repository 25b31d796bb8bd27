//! Positions of 1826 in which companies run: the lines of dividends, which name the best total of a search of their own.

mod naive;

use super::{Position, Title};
use anyhow::{Context, Result, anyhow};
use engine::Run;
use engine::board::Occupant;
use engine::game::Setup;
use engine::ids::{CompanyId, StopRef, TrainId};
use engine::network::Optimum;
use engine::rolling_stock::TrainHolder;
use engine::titles::y1826::{DEFINITION, Rules, Y1826 as State};
use naive::{Naive, NaiveRun};
use serde_json::{Value, json};

/// The title.
pub struct Y1826 {
    rules: Rules,
    naive: Naive,
}

impl Y1826 {
    /// Reads the title's data.
    ///
    /// # Errors
    /// Data of another shape.
    pub fn new() -> Result<Y1826> {
        let rules =
            Rules::new(&Setup::new("1826", 4)).map_err(|rejection| anyhow!("{rejection}"))?;
        Ok(Y1826 {
            rules,
            naive: Naive::new(DEFINITION)?,
        })
    }
}

impl Title for Y1826 {
    fn pass(&mut self, _state: &Value, _line: &Value) {}

    fn runs(&self, line: &Value) -> bool {
        line["type"] == "dividend" && line["best_revenue"].is_i64()
    }

    fn position<'a>(&'a self, state: &'a Value, line: &Value) -> Result<Box<dyn Position + 'a>> {
        Ok(Box::new(Running::read(self, state, line)?))
    }
}

/// A position in which a company runs.
struct Running<'a> {
    title: &'a Y1826,
    trace: &'a Value,
    state: State,
    company: CompanyId,
    name: String,
    cards: Vec<TrainId>,
    record: i64,
    values: i64,
}

fn object(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

impl<'a> Running<'a> {
    /// The position before the line, put together from the trace's state.
    fn read(title: &'a Y1826, trace: &'a Value, line: &Value) -> Result<Running<'a>> {
        let id = line["actor"]["id"].as_str().context("actor")?;
        let definition = &title.rules.definition;
        let map = &definition.map;
        let company = definition.company(id).context("company")?;
        let mut state = State::new(&title.rules);
        let phase = trace["phase"].as_str().context("phase")?;
        let number = definition
            .phases
            .iter()
            .position(|other| other.name == phase);
        state.shared.phase = number.context("phase")? as u8;
        for (hex, laid) in object(&trace["tiles"]) {
            let hex = map.hex(hex).context("hex")?;
            let tile = laid["tile"].as_str().and_then(|tile| map.tile(tile));
            let rotation = laid["rotation"].as_u64().context("rotation")? as u8;
            let board = &mut state.shared.board;
            board.place_tile(map, hex, tile.context("tile")?, rotation);
        }
        for (hex, circles) in object(&trace["tokens"]) {
            let hex = map.hex(hex).context("hex")?;
            for circle in list(circles) {
                let stop = circle["stop"].as_u64().context("stop")? as u8;
                let at = StopRef { hex, stop };
                for owner in list(&circle["companies"]).filter_map(Value::as_str) {
                    let owner = definition.company(owner).context("a token's company")?;
                    let board = &mut state.shared.board;
                    let slot = board.free_slot(map, at).context("a circle for a token")?;
                    board.put(at, slot, Occupant::Station(owner));
                }
            }
        }
        let mut cards = Vec::new();
        for (name, facts) in object(&trace["companies"]) {
            let Some(owner) = definition.company(name) else {
                continue;
            };
            for train in list(&facts["trains"]).filter_map(Value::as_str) {
                let kind = definition.kind(train).context("kind of a train")?;
                let holder = TrainHolder::Company(owner);
                let card = state.shared.depot.take(definition, kind, holder);
                if owner == company {
                    cards.push(card);
                }
            }
            for bonus in list(&facts["bonuses"]) {
                let hex = bonus["hexes"].as_str().and_then(|hex| map.hex(hex));
                state.mail = Some((owner, hex.context("hex of the Mail")?));
            }
        }
        Ok(Running {
            title,
            trace,
            state,
            company,
            name: id.to_string(),
            cards,
            record: line["best_revenue"].as_i64().context("best revenue")?,
            values: list(&line["best_runs"])
                .filter_map(|run| run["value"].as_i64())
                .sum(),
        })
    }

    fn naive(&self, run: &Run) -> NaiveRun {
        let definition = &self.title.rules.definition;
        NaiveRun {
            kind: definition.train(run.train.stack).name.clone(),
            steps: run
                .steps
                .iter()
                .map(|step| {
                    let hex = definition.map.at(step.hex).name.clone();
                    (hex, step.stop.map(usize::from))
                })
                .collect(),
        }
    }
}

impl Position for Running<'_> {
    fn record(&self) -> i64 {
        self.record
    }

    fn complaints(&self) -> Vec<String> {
        let mut found = Vec::new();
        if self.values != self.record && self.values != 0 {
            found.push(format!(
                "the runs on record earn {}, the total is {}",
                self.values, self.record
            ));
        }
        found
    }

    fn best(&self, budget: u64) -> Optimum {
        self.state.best(&self.title.rules, self.company, budget)
    }

    fn judge(&self, runs: &[Run]) -> Result<Vec<i32>, String> {
        let earned = self
            .state
            .check_runs(&self.title.rules, self.company, runs)
            .map_err(|rejection| rejection.to_string())?;
        let list: Vec<NaiveRun> = runs.iter().map(|run| self.naive(run)).collect();
        let sums = self
            .title
            .naive
            .judge(self.trace, &self.name, &list)
            .map_err(|error| format!("naive checker: {error:#}"))?;
        let ours = earned.revenues.iter().map(|sum| i64::from(*sum));
        if !sums.iter().copied().eq(ours) {
            return Err(format!(
                "the engine counts {:?}, the naive checker {sums:?}",
                earned.revenues
            ));
        }
        Ok(earned.revenues)
    }

    fn trains(&self) -> String {
        let definition = &self.title.rules.definition;
        let names: Vec<String> = self
            .cards
            .iter()
            .map(|card| definition.train_name(*card))
            .collect();
        names.join(" ")
    }

    fn print(&self, run: &Run, revenue: i32) -> Value {
        let run = self.naive(run);
        let hexes: Vec<&str> = run.steps.iter().map(|(hex, _)| hex.as_str()).collect();
        let stops: Vec<String> = run
            .steps
            .iter()
            .filter_map(|(hex, stop)| Some(format!("{hex}/s{}", (*stop)?)))
            .collect();
        json!({ "train": run.kind, "stops": stops, "hexes": hexes, "revenue": revenue })
    }
}
