//! Positions of 1835 in which companies run. The record is the best revenue that an exhaustive search found.

mod naive;

use super::{Position, Title};
use anyhow::{Context, Result, anyhow};
use engine::Run;
use engine::board::Occupant;
use engine::game::Setup;
use engine::ids::{CompanyId, StopRef};
use engine::network::Optimum;
use engine::rolling_stock::TrainHolder;
use engine::shared::Status;
use engine::titles::y1835::{self as title, DEFINITION, Y35Rules};
use naive::{Naive, NaiveRun};
use serde_json::{Value, json};

/// The title by its rulebook.
pub struct Y1835 {
    rules: Y35Rules,
    naive: Naive,
}

/// The reference names phases by the train that begins them.
const PHASES: [&str; 7] = ["2", "3", "4", "4+4", "5", "6", "6+6"];

impl Y1835 {
    /// Reads the title's data.
    ///
    /// # Errors
    /// Data of another shape.
    pub fn new() -> Result<Y1835> {
        let setup = Setup::new("1835", 4);
        Ok(Y1835 {
            rules: Y35Rules::new(&setup).map_err(|rejection| anyhow!("{rejection}"))?,
            naive: Naive::new(DEFINITION)?,
        })
    }
}

impl Title for Y1835 {
    fn pass(&mut self, _state: &Value, _line: &Value) {}

    fn position<'a>(&'a self, state: &'a Value, line: &Value) -> Result<Box<dyn Position + 'a>> {
        Ok(Box::new(Running::read(self, state, line)?))
    }
}

/// A position in which a company runs, and its best revenue.
struct Running<'a> {
    title: &'a Y1835,
    state: &'a Value,
    position: title::Y1835,
    company: CompanyId,
    name: String,
    phase: char,
    total: i64,
}

fn object(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

impl<'a> Running<'a> {
    fn read(title: &'a Y1835, state: &'a Value, line: &Value) -> Result<Running<'a>> {
        let definition = &title.rules.definition;
        let map = &definition.map;
        let mut position = title::Y1835::new(&title.rules);
        let shared = &mut position.shared;
        let phase = state["phase"].as_str().context("phase")?;
        let phase = PHASES.iter().position(|name| *name == phase);
        shared.phase = phase.context("phase")? as u8;
        let printed = match shared.phase {
            0 => '1',
            1..=3 => '2',
            _ => '3',
        };
        for (hex, laid) in object(&state["tiles"]) {
            let hex = map.hex(hex).context("hex")?;
            let tile = laid["tile"].as_str().and_then(|tile| map.tile(tile));
            let rotation = laid["rotation"].as_u64().context("rotation")? as u8;
            shared
                .board
                .place_tile(map, hex, tile.context("tile")?, rotation);
        }
        for (hex, stops) in object(&state["tokens"]) {
            let hex = map.hex(hex).context("hex")?;
            for stop in stops.as_array().into_iter().flatten() {
                let at = StopRef {
                    hex,
                    stop: stop["stop"].as_u64().context("stop")? as u8,
                };
                for name in stop["companies"].as_array().into_iter().flatten() {
                    let owner = name.as_str().and_then(|name| definition.company(name));
                    let owner = owner.context("company of a token")?;
                    let slot = shared.board.free_slot(map, at).context("a free circle")?;
                    shared.board.put(at, slot, Occupant::Station(owner));
                }
            }
        }
        let id = line["actor"]["id"].as_str().context("actor")?;
        let company = definition.company(id).context("company")?;
        if let Some(facts) = shared.company_mut(company) {
            facts.status = Status::Open;
        }
        for name in line["trains"].as_array().into_iter().flatten() {
            let kind = name.as_str().and_then(|kind| definition.kind(kind));
            shared.depot.take(
                definition,
                kind.context("train")?,
                TrainHolder::Company(company),
            );
        }
        Ok(Running {
            title,
            state,
            position,
            company,
            name: id.to_string(),
            phase: printed,
            total: line["best_revenue"].as_i64().context("best revenue")?,
        })
    }

    /// What the checker that shares no code says.
    fn second_opinion(&self, runs: &[Run]) -> Result<Vec<i64>> {
        let definition = &self.title.rules.definition;
        let runs: Vec<NaiveRun> = runs
            .iter()
            .map(|run| NaiveRun {
                train: definition.train(run.train.stack).name.clone(),
                steps: run
                    .steps
                    .iter()
                    .map(|step| {
                        let hex = definition.map.at(step.hex).name.clone();
                        (hex, step.stop.map(usize::from))
                    })
                    .collect(),
            })
            .collect();
        self.title
            .naive
            .judge(self.state, &self.name, self.phase, &runs)
    }
}

impl Position for Running<'_> {
    fn record(&self) -> i64 {
        self.total
    }

    fn complaints(&self) -> Vec<String> {
        Vec::new()
    }

    fn best(&self, budget: u64) -> Optimum {
        self.position
            .best_of(&self.title.rules, self.company, budget)
    }

    fn judge(&self, runs: &[Run]) -> Result<Vec<i32>, String> {
        let earned = self
            .position
            .check_runs(&self.title.rules, self.company, runs)
            .map_err(|rejection| rejection.to_string())?;
        let sums = self
            .second_opinion(runs)
            .map_err(|error| format!("naive checker: {error:#}"))?;
        if !sums
            .iter()
            .copied()
            .eq(earned.iter().map(|sum| i64::from(*sum)))
        {
            return Err(format!(
                "the engine counts {earned:?}, the naive checker {sums:?}"
            ));
        }
        Ok(earned)
    }

    fn trains(&self) -> String {
        let definition = &self.title.rules.definition;
        let names: Vec<String> = self
            .position
            .shared
            .trains(self.company)
            .map(|train| definition.train_name(train.id))
            .collect();
        names.join(" ")
    }

    fn print(&self, run: &Run, revenue: i32) -> Value {
        let definition = &self.title.rules.definition;
        let hexes: Vec<&str> = run
            .steps
            .iter()
            .map(|step| definition.map.at(step.hex).name.as_str())
            .collect();
        let stops: Vec<String> = run
            .steps
            .iter()
            .filter_map(|step| {
                let stop = step.stop?;
                Some(format!("{}/s{stop}", definition.map.at(step.hex).name))
            })
            .collect();
        json!({
            "train": definition.train(run.train.stack).name,
            "train_id": definition.train_name(run.train),
            "stops": stops, "hexes": hexes, "revenue": revenue,
        })
    }
}
