//! A second opinion on runs of 1835 that shares no code with the engine.
//!
//! It reads the title's data and the states of traces as plain JSON, and spells sections IX and X out hex by hex: slow,
//! and meant to be read.

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A run to be judged.
#[derive(Clone, Debug)]
pub struct NaiveRun {
    /// Kind of its train: `2+2`.
    pub train: String,
    /// Hex and number of the stop visited.
    pub steps: Vec<(String, Option<usize>)>,
}

/// The title's data.
pub struct Naive {
    hexes: BTreeMap<String, Value>,
    tiles: BTreeMap<String, Value>,
}

/// The six neighbours of a hex, by side: rows and columns away.
const AWAY: [(i32, i32); 6] = [(1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1)];

fn coordinates(hex: &str) -> Option<(i32, i32)> {
    let letter = hex.chars().next()?;
    Some((letter as i32, hex.get(1..)?.parse().ok()?))
}

fn side_towards(from: &str, to: &str) -> Option<usize> {
    let (row, column) = coordinates(from)?;
    let (other_row, other_column) = coordinates(to)?;
    AWAY.iter()
        .position(|(down, right)| (row + down, column + right) == (other_row, other_column))
}

/// What lies on a hex: colour, stops, and track as pairs of ends such as `e3` and `s0`.
struct Face {
    id: String,
    colour: String,
    stops: Vec<Value>,
    paths: Vec<(String, String)>,
}

impl Face {
    fn joins(&self, a: &str, b: &str) -> bool {
        self.paths
            .iter()
            .any(|(x, y)| (x == a && y == b) || (x == b && y == a))
    }

    fn is(&self, stop: usize, kind: &str) -> bool {
        self.stops
            .get(stop)
            .is_some_and(|stop| stop["kind"] == kind)
    }
}

impl Naive {
    /// Reads the title's data.
    ///
    /// # Errors
    /// Data of another shape.
    pub fn new(definition: &str) -> Result<Naive> {
        let definition: Value = serde_json::from_str(definition)?;
        let named = |key: &str, name: &str| -> Result<BTreeMap<String, Value>> {
            definition[key]
                .as_array()
                .context("list")?
                .iter()
                .map(|item| {
                    let name = item[name].as_str().context("name")?;
                    Ok((name.to_string(), item.clone()))
                })
                .collect()
        };
        Ok(Naive {
            hexes: named("hexes", "hex")?,
            tiles: named("tiles", "id")?,
        })
    }

    fn face(&self, state: &Value, hex: &str) -> Result<Face> {
        let laid = &state["tiles"][hex];
        let (id, data, rotation) = match laid["tile"].as_str() {
            Some(tile) => (
                tile,
                self.tiles.get(tile).context("tile")?,
                laid["rotation"].as_u64().unwrap_or(0) as usize,
            ),
            None => (hex, self.hexes.get(hex).context("hex")?, 0),
        };
        let turned = |end: &Value| {
            let end = end.as_str().unwrap_or("");
            match end
                .strip_prefix('e')
                .and_then(|side| side.parse::<usize>().ok())
            {
                Some(side) => format!("e{}", (side + rotation) % 6),
                None => end.to_string(),
            }
        };
        Ok(Face {
            id: id.to_string(),
            colour: data["colour"].as_str().unwrap_or("").to_string(),
            stops: data["stops"].as_array().cloned().unwrap_or_default(),
            paths: data["paths"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|path| (turned(&path[0]), turned(&path[1])))
                .collect(),
        })
    }

    /// Markers in a stop.
    fn markers(state: &Value, hex: &str, stop: usize) -> Vec<String> {
        state["tokens"][hex]
            .as_array()
            .into_iter()
            .flatten()
            .filter(|entry| entry["stop"].as_u64() == Some(stop as u64))
            .flat_map(|entry| entry["companies"].as_array().cloned().unwrap_or_default())
            .filter_map(|name| name.as_str().map(str::to_string))
            .collect()
    }

    /// What each run earns.
    ///
    /// # Errors
    /// The first rule that is broken.
    pub fn judge(
        &self,
        state: &Value,
        company: &str,
        phase: char,
        runs: &[NaiveRun],
    ) -> Result<Vec<i64>> {
        let mut used: BTreeSet<(String, String)> = BTreeSet::new();
        let mut sums = Vec::new();
        for run in runs {
            sums.push(
                self.one(state, company, phase, run, &mut used)
                    .with_context(|| format!("{run:?}"))?,
            );
        }
        Ok(sums)
    }

    fn one(
        &self,
        state: &Value,
        company: &str,
        phase: char,
        run: &NaiveRun,
        used: &mut BTreeSet<(String, String)>,
    ) -> Result<i64> {
        let mut visits: Vec<(String, usize)> = Vec::new();
        let mut sum = 0;
        let (mut large, mut own) = (0, false);
        for (index, (hex, stop)) in run.steps.iter().enumerate() {
            let face = self.face(state, hex)?;
            let end = |other: Option<&(String, Option<usize>)>| -> Result<Option<String>> {
                match other {
                    None => Ok(None),
                    Some((other, _)) => side_towards(hex, other)
                        .map(|side| Some(format!("e{side}")))
                        .context("hexes apart"),
                }
            };
            let comes = end(index.checked_sub(1).and_then(|at| run.steps.get(at)))?;
            let goes = end(run.steps.get(index + 1))?;
            if let Some(next) = run.steps.get(index + 1) {
                let mut pair = [hex.clone(), next.0.clone()];
                pair.sort();
                let [a, b] = pair;
                ensure!(used.insert((a, b)), "track used twice");
            }
            let Some(stop) = *stop else {
                match (comes, goes) {
                    (Some(a), Some(b)) => ensure!(face.joins(&a, &b), "no track through {hex}"),
                    _ => bail!("an end without a station"),
                }
                continue;
            };
            let name = format!("s{stop}");
            for side in comes.iter().chain(&goes) {
                ensure!(face.joins(side, &name), "no track to {hex}/{stop}");
            }
            let inner = comes.is_some() && goes.is_some();
            let data = face.stops.get(stop).context("stop")?;
            let markers = Self::markers(state, hex, stop);
            own |= markers.iter().any(|name| name == company);
            ensure!(
                !inner || !face.is(stop, "offboard"),
                "a red place is passed"
            );
            if inner && face.is(stop, "city") {
                let slots = data["slots"].as_u64().unwrap_or(0) as usize;
                let full = markers.len() >= slots && !markers.iter().any(|name| name == company);
                ensure!(!full, "{hex} is full");
            }
            large += usize::from(!face.is(stop, "town"));
            let value = match &data["revenue"] {
                Value::Number(value) => value.as_i64().unwrap_or(0),
                table => table[phase.to_string()].as_i64().unwrap_or(0),
            };
            if hex == "M5" || hex == "N4" {
                ensure!(phase == '2', "Alsace is closed");
            }
            sum += value;
            // The ferry of the brown Hamburg.
            if face.id == "221"
                && let (Some(a), Some(b)) = (&comes, &goes)
            {
                let north = |side: &str| matches!(side, "e2" | "e3" | "e4");
                if north(a) != north(b) {
                    sum -= 10;
                }
            }
            let place = if hex == "N4" { "M5" } else { hex.as_str() };
            let before = visits.iter().filter(|(at, _)| at == place).count();
            let towns = face.stops.len();
            let most = if place == "M5" || hex == "E19" || face.colour == "brown" && towns == 1 {
                1
            } else {
                2.min(towns)
            };
            ensure!(before < most, "{hex} is visited too often");
            ensure!(
                !visits.contains(&(place.to_string(), stop)),
                "{hex} is visited twice"
            );
            visits.push((place.to_string(), stop));
        }
        ensure!(visits.len() >= 2, "too short");
        ensure!(own, "no own marker");
        match run.train.split_once('+') {
            None => ensure!(visits.len() <= run.train.parse::<usize>()?, "too long"),
            Some((cities, towns)) => {
                let (cities, towns): (usize, usize) = (cities.parse()?, towns.parse()?);
                ensure!(large <= cities, "too many large stations");
                ensure!(visits.len() <= cities + towns, "too long");
            }
        }
        Ok(sum)
    }
}
