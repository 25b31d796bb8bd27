//! Positions of Harzbahn 1873 in which railways run.

mod naive;

use super::{Position, Title};
use anyhow::{Context, Result, anyhow};
use engine::board::{Occupant, StopKind};
use engine::game::Setup;
use engine::ids::{CompanyId, StopRef, TrainId};
use engine::network::Optimum;
use engine::rolling_stock::TrainHolder;
use engine::rules::TrainRun;
use engine::titles::harzbahn::{DEFINITION, Harz, HarzRules};
use engine::{Run, RunStep};
use naive::{Departures, Naive, NaiveRun};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The title, with the options of the reference.
pub struct Harzbahn {
    rules: HarzRules,
    naive: Naive,
}

impl Harzbahn {
    /// Reads the title's data.
    ///
    /// # Errors
    /// Data of another shape.
    pub fn new() -> Result<Harzbahn> {
        let mut setup = Setup::new("1873", 4);
        setup.options = engine::game::preset("1873", "as-18xx-games").context("preset")?;
        let departures = Departures {
            first_route: true,
            diesel_circles: true,
        };
        Ok(Harzbahn {
            rules: HarzRules::new(&setup).map_err(|rejection| anyhow!("{rejection}"))?,
            naive: Naive::new(DEFINITION, departures)?,
        })
    }
}

impl Title for Harzbahn {
    fn pass(&mut self, _state: &Value, _line: &Value) {}

    fn position<'a>(&'a self, state: &'a Value, line: &Value) -> Result<Box<dyn Position + 'a>> {
        Ok(Box::new(Running::read(self, state, line)?))
    }
}

/// A position in which a railway runs, and what it ran on record.
struct Running<'a> {
    title: &'a Harzbahn,
    state: &'a Value,
    harz: Harz,
    company: CompanyId,
    company_name: String,
    /// Cards by their names in the trace.
    cards: BTreeMap<String, TrainId>,
    recorded: Vec<Run>,
    revenues: Vec<i64>,
    total: i64,
}

/// The entries of an object, none of anything else.
fn object(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

impl<'a> Running<'a> {
    /// The position before the line, put together from the trace's state.
    fn read(title: &'a Harzbahn, state: &'a Value, line: &Value) -> Result<Running<'a>> {
        let id = line["actor"]["id"].as_str().context("actor")?;
        let definition = &title.rules.definition;
        let map = &definition.map;
        let mut harz = Harz::new(&title.rules);
        // 5a is phase 5 with diesel railcars on offer.
        let phase = state["phase"].as_str().context("phase")?;
        let phase = phase.trim_end_matches('a');
        let phase = definition
            .phases
            .iter()
            .position(|other| other.name == phase);
        harz.shared.phase = phase.context("phase")? as u8;
        for (hex, laid) in object(&state["tiles"]) {
            let hex = map.hex(hex).context("hex")?;
            let tile = laid["tile"].as_str().and_then(|tile| map.tile(tile));
            let rotation = laid["rotation"].as_u64().context("rotation")? as u8;
            let board = &mut harz.shared.board;
            board.place_tile(map, hex, tile.context("tile")?, rotation);
        }
        for (hex, tokens) in object(&state["tokens"]) {
            let hex = map.hex(hex).context("hex")?;
            for token in tokens.as_array().into_iter().flatten() {
                let sides = token["exits"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(Value::as_u64)
                    .fold(0u8, |mask, side| mask | 1 << side);
                let board = &mut harz.shared.board;
                let exits = &board.track(map, hex).stop_exits;
                // State railway track is among the exits of a trace.
                let stop = match exits.iter().position(|mask| *mask == sides && sides != 0) {
                    Some(stop) => stop as u8,
                    None => token["stop"].as_u64().context("stop")? as u8,
                };
                let at = StopRef { hex, stop };
                let owner = token["company"]
                    .as_str()
                    .and_then(|name| definition.company(name));
                let owner = owner.context("company of a token")?;
                let slot = board.free_slot(map, at).context("a circle for a token")?;
                let what = if token["inactive"] == true {
                    Occupant::Inactive(owner)
                } else {
                    Occupant::Station(owner)
                };
                board.put(at, slot, what);
            }
        }
        let mut cards = BTreeMap::new();
        for (name, facts) in object(&state["companies"]) {
            let Some(company) = definition.company(name) else {
                continue;
            };
            if let Some(mine) = harz.mines.get_mut(company.index()) {
                mine.open = facts["open"] == true;
            }
            if name != id {
                continue;
            }
            for train in facts["trains"].as_array().into_iter().flatten() {
                let kind = train["train"]
                    .as_str()
                    .and_then(|kind| definition.kind(kind));
                let card = train["id"].as_str().context("train id")?;
                let kind = kind.with_context(|| format!("kind of {card}"))?;
                let holder = TrainHolder::Company(company);
                let depot = &mut harz.shared.depot;
                // Trains keep their recorded numbers, so that runs can be fed to the replayed game; switchers never run.
                let id = if matches!(definition.train(kind).run, TrainRun::Switcher(_)) {
                    depot.take(definition, kind, holder)
                } else {
                    let number = card
                        .rsplit_once('-')
                        .and_then(|(_, text)| text.parse().ok());
                    let id = TrainId {
                        stack: definition.stack_of(kind),
                        number: number.with_context(|| format!("number of {card}"))?,
                    };
                    while depot.get(id).is_none()
                        && depot.take(definition, kind, TrainHolder::Gone).number < id.number
                    {
                    }
                    depot.move_to(id, holder);
                    id
                };
                cards.insert(card.to_string(), id);
            }
        }
        let company = definition.company(id).context("company")?;
        let mut running = Running {
            title,
            state,
            harz,
            company,
            company_name: id.to_string(),
            cards,
            recorded: Vec::new(),
            revenues: Vec::new(),
            total: super::input::earned(line).context("total")?,
        };
        for route in line["routes"].as_array().into_iter().flatten() {
            let run = running.recorded_run(route)?;
            running.recorded.push(run);
            running
                .revenues
                .push(route["revenue"].as_i64().context("revenue")?);
        }
        Ok(running)
    }

    /// A recorded route: its hexes in order and the stops among them.
    fn recorded_run(&self, route: &Value) -> Result<Run> {
        let map = &self.title.rules.definition.map;
        let card = route["train_id"].as_str().context("train id")?;
        let mut steps: Vec<RunStep> = Vec::new();
        for segment in route["segments"].as_array().into_iter().flatten() {
            let text = segment.as_str().context("segment")?;
            let (hex, ends) = text.split_once(':').context("segment")?;
            let hex = map.hex(hex).context("hex")?;
            for end in ends.split('-') {
                let stop = match end.strip_prefix(['c', 't']) {
                    Some(number) => Some(number.parse()?),
                    None => None,
                };
                let step = RunStep {
                    hex,
                    stop,
                    scored: false,
                };
                match steps.last_mut() {
                    Some(last) if last.hex == hex && (last.stop == stop || stop.is_none()) => {}
                    Some(last) if last.hex == hex && last.stop.is_none() => *last = step,
                    _ => steps.push(step),
                }
            }
        }
        Ok(Run {
            train: *self.cards.get(card).context("card")?,
            steps,
        })
    }

    /// What the naive checker says.
    fn second_opinion(&self, runs: &[Run]) -> Result<Vec<i64>> {
        let definition = &self.title.rules.definition;
        let runs: Vec<NaiveRun> = runs
            .iter()
            .map(|run| {
                let card = self.cards.iter().find(|(_, card)| **card == run.train);
                Ok(NaiveRun {
                    train_id: card.context("a train of its own")?.0.clone(),
                    steps: run
                        .steps
                        .iter()
                        .map(|step| {
                            let hex = definition.map.at(step.hex).name.clone();
                            (hex, step.stop.map(usize::from))
                        })
                        .collect(),
                })
            })
            .collect::<Result<_>>()?;
        self.title
            .naive
            .judge(self.state, &self.company_name, &runs)
    }

    /// A stop as traces write it: `M7:c0` is the first city of M7, `t0` the plant of C6.
    fn stop_name(&self, step: &RunStep) -> Option<String> {
        let map = &self.title.rules.definition.map;
        let stops = &self.harz.shared.board.face(map, step.hex).stops;
        let stop = step.stop?;
        let letter = match stops.get(usize::from(stop))?.kind {
            StopKind::City => 'c',
            _ => 't',
        };
        Some(format!("{}:{letter}{stop}", map.at(step.hex).name))
    }
}

impl Position for Running<'_> {
    fn record(&self) -> i64 {
        self.total
    }

    fn complaints(&self) -> Vec<String> {
        let mut found = Vec::new();
        match self
            .harz
            .check_runs(&self.title.rules, self.company, &self.recorded)
        {
            Err(rejection) => found.push(format!("the recorded runs are refused: {rejection}")),
            Ok(earned) => {
                let ours: Vec<i64> = earned.revenues.iter().map(|sum| i64::from(*sum)).collect();
                // The reference shares a mine out among runs in its own way.
                if ours.iter().sum::<i64>() != self.total {
                    found.push(format!(
                        "the recorded runs earn {ours:?} by our count, {:?} on record",
                        self.revenues
                    ));
                }
            }
        }
        match self.second_opinion(&self.recorded) {
            Ok(sums) if sums.iter().sum::<i64>() == self.total => {}
            other => found.push(format!(
                "the naive checker says {:?} of the recorded runs",
                other.map_err(|error| format!("{error:#}"))
            )),
        }
        found
    }

    fn best(&self, budget: u64) -> Optimum {
        self.harz.best(&self.title.rules, self.company, budget)
    }

    fn judge(&self, runs: &[Run]) -> Result<Vec<i32>, String> {
        let earned = self
            .harz
            .check_runs(&self.title.rules, self.company, runs)
            .map_err(|rejection| rejection.to_string())?;
        let sums = self
            .second_opinion(runs)
            .map_err(|error| format!("naive checker: {error:#}"))?;
        if !sums
            .iter()
            .copied()
            .eq(earned.revenues.iter().map(|sum| i64::from(*sum)))
        {
            return Err(format!(
                "the engine counts {:?}, the naive checker {sums:?}",
                earned.revenues
            ));
        }
        Ok(earned.revenues)
    }

    fn trains(&self) -> String {
        let names: Vec<&str> = self.cards.keys().map(String::as_str).collect();
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
            .filter_map(|step| self.stop_name(step))
            .collect();
        let card = self.cards.iter().find(|(_, card)| **card == run.train);
        json!({
            "train": definition.train(run.train.stack).name,
            "train_id": card.map_or("", |(name, _)| name.as_str()),
            "stops": stops, "hexes": hexes, "revenue": revenue,
        })
    }
}
