//! Positions of 18Ardennes in which companies run.

mod face_down;
mod read;

use super::{Position, Title};
use crate::naive::{Departures, Naive, NaiveRun};
use anyhow::{Context, Result, anyhow};
use engine::board::{Bonus, StopKind};
use engine::network::Optimum;
use engine::titles::ardennes::Options;
use engine::titles::ardennes::scenario::Scenario;
use engine::{Run, RunStep};
use face_down::FaceDown;
use read::{card, object, recorded_run, stop_of};
use serde_json::{Value, json};

/// The title, with the options of the reference.
pub struct Ardennes {
    blank: Scenario,
    naive: Naive,
    face_down: FaceDown,
}

impl Ardennes {
    /// Reads the title's data.
    ///
    /// # Errors
    /// Data of another shape.
    pub fn new() -> Result<Ardennes> {
        let departures = Departures {
            tee_without_port: true,
            any_port: true,
        };
        Ok(Ardennes {
            blank: Scenario::new(4, Options::as_18xx_games()).map_err(|text| anyhow!(text))?,
            naive: Naive::new(engine::titles::ardennes::DEFINITION, departures)?,
            face_down: FaceDown::default(),
        })
    }
}

impl Title for Ardennes {
    fn pass(&mut self, state: &Value, line: &Value) {
        self.face_down.pass(state, line);
    }

    fn position<'a>(&'a self, state: &'a Value, line: &Value) -> Result<Box<dyn Position + 'a>> {
        Ok(Box::new(Running::read(self, state, line)?))
    }
}

/// A position in which a company runs, and what it ran on record.
struct Running<'a> {
    naive: &'a Naive,
    state: &'a Value,
    /// Trains that lie face down.
    idle: Vec<String>,
    scenario: Scenario,
    company: engine::ids::CompanyId,
    company_name: String,
    recorded: Vec<Run>,
    revenues: Vec<i64>,
    total: i64,
    forts: i64,
}

impl<'a> Running<'a> {
    /// The position before the line, put together from the trace's state.
    fn read(title: &'a Ardennes, state: &'a Value, line: &Value) -> Result<Running<'a>> {
        let id = line["actor"]["id"].as_str().context("actor")?;
        let idle = title.face_down.of(state, id);
        let mut scenario = title.blank.cleared();
        scenario = scenario.phase(state["phase"].as_str().unwrap_or("2"));
        for (hex, laid) in object(&state["tiles"]) {
            let tile = laid["tile"].as_str().context("tile")?;
            let rotation = laid["rotation"].as_u64().context("rotation")? as u8;
            scenario = scenario.tile(hex, tile, rotation);
        }
        for (hex, tokens) in object(&state["tokens"]) {
            for token in tokens.as_array().into_iter().flatten() {
                if token["stop"] == -1 {
                    continue; // waits beside the stops for a second circle
                }
                let stop = stop_of(&scenario, hex, token)?;
                let company = token["company"].as_str().context("token")?;
                scenario = match company {
                    "mine" => scenario.bonus(Bonus::Mine, hex, stop),
                    "port" => scenario.bonus(Bonus::Ferry, hex, stop),
                    _ => scenario.station(company, hex, stop),
                };
            }
        }
        for (company, facts) in object(&state["companies"]) {
            for (key, bonus) in [("mines", Bonus::Mine), ("ports", Bonus::Ferry)] {
                for hex in facts[key].as_array().into_iter().flatten() {
                    scenario = scenario.right(company, bonus, hex.as_str().context("hex")?);
                }
            }
            for train in facts["trains"].as_array().into_iter().flatten() {
                let kind = train["train"].as_str().context("train")?;
                let card_id = train["id"].as_str().context("train id")?;
                let number = card(card_id)?;
                scenario = scenario.train(company, kind, number);
                if idle.iter().any(|idle| idle == card_id) {
                    scenario = scenario.face_down(kind, number);
                }
                if train["obsolete"] == true {
                    scenario = scenario.obsolete(kind, number);
                }
            }
            scenario = scenario.forts(company, facts["forts"].as_u64().unwrap_or(0) as usize);
        }
        scenario.check_built().map_err(|text| anyhow!(text))?;
        let definition = &scenario.rules().definition;
        let company = definition.company(id).context("company")?;
        let mut recorded = Vec::new();
        let mut revenues = Vec::new();
        for route in line["routes"].as_array().into_iter().flatten() {
            recorded.push(recorded_run(&scenario, route)?);
            revenues.push(route["revenue"].as_i64().context("revenue")?);
        }
        Ok(Running {
            naive: &title.naive,
            state,
            idle,
            recorded: scenario.canonical(company, &recorded).unwrap_or(recorded),
            total: line["revenue_total"].as_i64().context("total")?
                - line["extra_revenue"].as_i64().unwrap_or(0),
            forts: line["extra_revenue"].as_i64().unwrap_or(0),
            company_name: id.to_string(),
            scenario,
            company,
            revenues,
        })
    }

    /// What the naive checker says.
    fn second_opinion(&self, runs: &[Run]) -> Result<Vec<i64>> {
        self.naive.judge(
            self.state,
            &self.company_name,
            &self.idle,
            &self.in_its_words(runs),
        )
    }

    /// Runs in the notation of the naive checker.
    fn in_its_words(&self, runs: &[Run]) -> Vec<NaiveRun> {
        let definition = &self.scenario.rules().definition;
        runs.iter()
            .map(|run| NaiveRun {
                train_id: definition.train_name(run.train),
                steps: (run.steps.iter())
                    .map(|step| {
                        let hex = definition.map.at(step.hex).name.clone();
                        (hex, step.stop.map(usize::from), step.scored)
                    })
                    .collect(),
            })
            .collect()
    }

    /// A stop as traces write it: `M7:c0` is the first city of M7, `t` are towns, `o` ferries.
    fn stop_name(&self, step: &RunStep) -> Option<String> {
        let map = &self.scenario.rules().definition.map;
        let stops = &self.scenario.shared().board.face(map, step.hex).stops;
        let at = usize::from(step.stop?);
        let kind = stops.get(at)?.kind;
        let number = stops
            .iter()
            .take(at)
            .filter(|stop| stop.kind == kind)
            .count();
        let letter = match kind {
            StopKind::City => 'c',
            StopKind::Offboard => 'o',
            _ => 't',
        };
        Some(format!("{}:{letter}{number}", map.at(step.hex).name))
    }
}

impl Position for Running<'_> {
    fn record(&self) -> i64 {
        self.total
    }

    fn complaints(&self) -> Vec<String> {
        let mut found = Vec::new();
        match self.scenario.check(self.company, &self.recorded) {
            Err(rejection) => found.push(format!("the recorded runs are refused: {rejection}")),
            Ok((revenues, total)) => {
                let ours: Vec<i64> = revenues.iter().map(|sum| i64::from(*sum)).collect();
                if ours != self.revenues || i64::from(total) != self.total {
                    found.push(format!(
                        "the recorded runs earn {ours:?} by our count, {:?} on record",
                        self.revenues
                    ));
                }
            }
        }
        let opinion = self.second_opinion(&self.recorded);
        match opinion.map_err(|error| format!("{error:#}")) {
            Ok(sums) if sums == self.revenues => {}
            other => found.push(format!(
                "the naive checker says {other:?} of the recorded runs"
            )),
        }
        let forts = self.scenario.fort_money(self.company, true);
        if i64::from(forts) != self.forts {
            found.push(format!(
                "forts pay {forts} by our count, {} on record",
                self.forts
            ));
        }
        found
    }

    fn best(&self, budget: u64) -> Optimum {
        self.scenario.best(self.company, budget)
    }

    fn judge(&self, runs: &[Run]) -> Result<Vec<i32>, String> {
        let (revenues, _) = self
            .scenario
            .check(self.company, runs)
            .map_err(|rejection| rejection.to_string())?;
        let sums = self
            .second_opinion(runs)
            .map_err(|error| format!("naive checker: {error:#}"))?;
        if !sums
            .iter()
            .copied()
            .eq(revenues.iter().map(|sum| i64::from(*sum)))
        {
            return Err(format!(
                "the engine counts {revenues:?}, the naive checker {sums:?}"
            ));
        }
        Ok(revenues)
    }

    fn trains(&self) -> String {
        let definition = &self.scenario.rules().definition;
        let trains = self.scenario.shared().trains(self.company);
        let names: Vec<&str> = trains
            .map(|train| definition.train(train.kind).name.as_str())
            .collect();
        names.join(" ")
    }

    fn print(&self, run: &Run, revenue: i32) -> Value {
        let definition = &self.scenario.rules().definition;
        let hexes: Vec<&str> = run
            .steps
            .iter()
            .map(|step| definition.map.at(step.hex).name.as_str())
            .collect();
        let stops: Vec<String> = run
            .steps
            .iter()
            .filter_map(|step| self.stop_name(step))
            .collect();
        let scored = run.steps.iter().filter(|step| step.scored);
        let scored: Vec<String> = scored.filter_map(|step| self.stop_name(step)).collect();
        let kind = (self.scenario.shared().depot.get(run.train))
            .map_or("", |state| definition.train(state.kind).name.as_str());
        let mut line = json!({
            "train": kind, "train_id": definition.train_name(run.train),
            "stops": stops, "hexes": hexes, "revenue": revenue,
        });
        if !scored.is_empty() {
            line["scored"] = json!(scored);
        }
        line
    }
}
