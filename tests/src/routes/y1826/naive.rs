//! A second opinion on runs of 1826 that shares no code with the engine.
//!
//! It reads the title's data and the states of traces as plain JSON, and spells the rules out hex by hex: slow, and
//! meant to be read. It asks for legal runs, not for best ones.

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A run to be judged.
#[derive(Clone, Debug)]
pub struct NaiveRun {
    /// The kind of train: `2H`.
    pub kind: String,
    /// Hexes with the number of the stop visited.
    pub steps: Vec<(String, Option<usize>)>,
}

/// The title's data.
pub struct Naive {
    hexes: BTreeMap<String, Value>,
    tiles: BTreeMap<String, Value>,
}

/// The six neighbours of a hex that stands on a point, by side: rows and columns away.
const AWAY: [(i32, i32); 6] = [(1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1)];
/// The Mail.
const MAIL: i64 = 10;

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

/// Pairs of neighbours between which a run goes, the lesser first.
type Borders = BTreeSet<(String, String)>;

/// Track as a pair of ends such as `e3` and `s0`.
type Piece = (String, String);

impl Naive {
    /// Reads the title's data.
    ///
    /// # Errors
    /// Data of another shape.
    pub fn new(definition: &str) -> Result<Naive> {
        let definition: Value = serde_json::from_str(definition)?;
        let named = |key: &str, name: &str| -> Result<BTreeMap<String, Value>> {
            let list = definition[key].as_array().context("list")?;
            list.iter()
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

    /// The stops of a hex and its track.
    fn face(&self, state: &Value, hex: &str) -> Result<(Vec<Value>, Vec<Piece>)> {
        let laid = &state["tiles"][hex];
        let (data, rotation) = match laid["tile"].as_str() {
            Some(tile) => (
                self.tiles.get(tile).context("tile")?,
                laid["rotation"].as_u64().unwrap_or(0) as usize,
            ),
            None => (
                self.hexes.get(hex).with_context(|| format!("hex {hex}"))?,
                0,
            ),
        };
        let turned = |end: &Value| {
            let end = end.as_str().unwrap_or("");
            let side = end.strip_prefix('e').map(str::parse::<usize>);
            match side {
                Some(Ok(side)) => format!("e{}", (side + rotation) % 6),
                _ => end.to_string(),
            }
        };
        let paths = data["paths"].as_array().into_iter().flatten();
        let paths = paths.map(|path| (turned(&path[0]), turned(&path[1])));
        let stops = data["stops"].as_array().cloned().unwrap_or_default();
        Ok((stops, paths.collect()))
    }

    /// Whose stations stand in a stop.
    fn stations(state: &Value, hex: &str, stop: usize) -> Vec<String> {
        let circles = state["tokens"][hex].as_array().into_iter().flatten();
        circles
            .filter(|circle| circle["stop"].as_u64() == Some(stop as u64))
            .flat_map(|circle| circle["companies"].as_array().into_iter().flatten())
            .filter_map(|company| company.as_str().map(String::from))
            .collect()
    }

    /// How far a kind runs: hexes, or cities and the factor.
    fn reach(state: &Value, kind: &str) -> Result<(usize, i64)> {
        let companies = state["companies"].as_object().into_iter().flatten();
        let owned = companies
            .flat_map(|(_, facts)| facts["trains"].as_array().into_iter().flatten())
            .filter(|train| *train == "E")
            .count();
        Ok(match kind {
            "TGV" => (3, 2),
            "E" if state["phase"] == "TGV" => (5, 1),
            "E" => match owned {
                0 | 1 => (2, 2),
                2 | 3 => (3, 2),
                _ => (4, 2),
            },
            _ => (
                kind.strip_suffix('H')
                    .context("a kind of train")?
                    .parse()
                    .context("hexes")?,
                1,
            ),
        })
    }

    /// One run: what it earns and where it goes.
    fn run(&self, state: &Value, company: &str, run: &NaiveRun) -> Result<(i64, Borders)> {
        let (reach, factor) = Naive::reach(state, &run.kind)?;
        let hexes = run.kind.ends_with('H');
        let phase = state["phase"].as_str().context("phase")?;
        let last = run.steps.len().saturating_sub(1);
        let (mut sum, mut own, mut paying) = (0, false, 0);
        let mut visited = BTreeSet::new();
        let mut borders = Borders::new();
        for (index, (hex, stop)) in run.steps.iter().enumerate() {
            let (stops, paths) = self.face(state, hex)?;
            let mut ends = Vec::new();
            for neighbour in [index.checked_sub(1), Some(index + 1)] {
                let Some((other, _)) = neighbour.and_then(|at| run.steps.get(at)) else {
                    continue;
                };
                let side = side_towards(hex, other);
                ends.push(format!("e{}", side.context("hexes that lie apart")?));
            }
            if let Some((other, _)) = run.steps.get(index + 1) {
                let border = (hex.min(other).clone(), hex.max(other).clone());
                ensure!(
                    borders.insert(border),
                    "track between {hex} and {other} twice"
                );
            }
            let has = |a: &str, b: &str| {
                let mut paths = paths.iter();
                paths.any(|(x, y)| (x == a && y == b) || (x == b && y == a))
            };
            let Some(stop) = *stop else {
                let [a, b] = ends.as_slice() else {
                    bail!("{hex} ends a route without a stop")
                };
                ensure!(has(a, b), "{hex}: no track {a}-{b}");
                continue;
            };
            let data = stops.get(stop).context("stop")?;
            for end in &ends {
                ensure!(has(end, &format!("s{stop}")), "{hex}: no track to the stop");
            }
            ensure!(visited.insert(hex.clone()), "{hex} twice");
            let kind = data["kind"].as_str().context("kind of stop")?;
            let stations = Naive::stations(state, hex, stop);
            let ours = stations.iter().any(|other| other == company);
            own |= ours && kind == "city";
            let slots = data["slots"].as_u64().unwrap_or(0) as usize;
            let full = kind == "city" && stations.len() >= slots && !ours;
            let barred = kind == "offboard" || hex == "G9" || full;
            ensure!(index == 0 || index == last || !barred, "{hex} is passed");
            let revenue = &data["revenue"];
            let mut value = revenue
                .as_i64()
                .or_else(|| revenue[phase].as_i64())
                .context("revenue")?;
            let bonuses = state["companies"][company]["bonuses"].as_array();
            let mut bonuses = bonuses.into_iter().flatten();
            if kind == "city" && bonuses.any(|bonus| bonus["hexes"] == **hex) {
                value += MAIL;
            }
            if hexes || kind != "town" {
                sum += value;
                paying += 1;
            }
        }
        ensure!(visited.len() >= 2, "a route has two stops");
        ensure!(own, "no station of {company} on the route");
        if hexes {
            ensure!(last <= reach, "{last} hexes for a {}", run.kind);
        } else {
            ensure!(paying <= reach, "{paying} cities, the reach is {reach}");
        }
        Ok((factor * sum, borders))
    }

    /// What each run earns.
    ///
    /// # Errors
    /// Why they are not legal.
    pub fn judge(&self, state: &Value, company: &str, runs: &[NaiveRun]) -> Result<Vec<i64>> {
        let trains = state["companies"][company]["trains"].as_array();
        let mut left: Vec<&str> = trains
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let mut used = Borders::new();
        let mut sums = Vec::new();
        for run in runs {
            let train = left.iter().position(|kind| *kind == run.kind);
            left.remove(train.with_context(|| format!("no {} is left", run.kind))?);
            let (sum, borders) = self.run(state, company, run)?;
            if run.kind != "TGV" {
                for border in borders {
                    ensure!(used.insert(border.clone()), "trains share {border:?}");
                }
            }
            sums.push(sum);
        }
        Ok(sums)
    }
}
