//! A second opinion on runs of 18Ardennes that shares no code with the engine.
//!
//! It reads the title's data and the states of traces as plain JSON, and spells the rules out hex by hex: slow, and
//! meant to be read. Train ids, stops and marks are those of the tools' own notation of a run.

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A run to be judged.
#[derive(Clone, Debug)]
pub struct NaiveRun {
    /// The card: `6-2`.
    pub train_id: String,
    /// Hex, number of the stop visited, scored by a 4D.
    pub steps: Vec<(String, Option<usize>, bool)>,
}

/// How a run is counted where the reference departs from the rulebook.
#[derive(Clone, Copy, Debug, Default)]
pub struct Departures {
    /// A 4D needs no scored port for an East-West TEE (ARD-DEP-15).
    pub tee_without_port: bool,
    /// A 4D may score any of its ports at the ferry (ARD-DEP-19).
    pub any_port: bool,
}

/// The title's data.
pub struct Naive {
    hexes: BTreeMap<String, Value>,
    tiles: BTreeMap<String, Value>,
    special: Value,
    departures: Departures,
}

/// The six neighbours of a hex that stands on a point, by side: rows and columns away.
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

/// What lies on a hex: its stops, and its track as pairs of ends such as `e3` and `s0`.
struct Face {
    stops: Vec<Value>,
    paths: Vec<(String, String)>,
}

impl Face {
    fn joins(&self, a: &str, b: &str) -> bool {
        let direct = |a: &str, b: &str| {
            self.paths
                .iter()
                .any(|(x, y)| (x == a && y == b) || (x == b && y == a))
        };
        direct(a, b) || (a != b && direct(a, "j") && direct(b, "j"))
    }

    fn kind(&self, stop: usize) -> &str {
        self.stops
            .get(stop)
            .and_then(|stop| stop["kind"].as_str())
            .unwrap_or("")
    }
}

impl Naive {
    /// Reads the title's data.
    ///
    /// # Errors
    /// Data of another shape.
    pub fn new(definition: &str, departures: Departures) -> Result<Naive> {
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
            special: definition["special"].clone(),
            departures,
        })
    }

    fn face(&self, state: &Value, hex: &str) -> Result<Face> {
        let laid = &state["tiles"][hex];
        let (data, rotation) = match laid["tile"].as_str() {
            Some(tile) => (
                self.tiles
                    .get(tile)
                    .with_context(|| format!("tile {tile}"))?,
                laid["rotation"].as_u64().unwrap_or(0) as usize,
            ),
            None => (
                self.hexes.get(hex).with_context(|| format!("hex {hex}"))?,
                0,
            ),
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
        let paths = data["paths"].as_array().cloned().unwrap_or_default();
        Ok(Face {
            stops: data["stops"].as_array().cloned().unwrap_or_default(),
            paths: paths
                .iter()
                .map(|path| (turned(&path[0]), turned(&path[1])))
                .collect(),
        })
    }

    /// Companies with tokens in a stop; bonus tokens as `mine` and `port`.
    fn tokens(&self, state: &Value, face: &Face, hex: &str, stop: usize) -> Vec<String> {
        let mut found = Vec::new();
        for token in state["tokens"][hex].as_array().into_iter().flatten() {
            if token["stop"] == -1 {
                continue;
            }
            // The sides of the city decide which one is meant.
            let sides: BTreeSet<String> = token["exits"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|side| format!("e{side}"))
                .collect();
            let place = (0..face.stops.len())
                .find(|stop| {
                    let name = format!("s{stop}");
                    let of_stop: BTreeSet<String> = face
                        .paths
                        .iter()
                        .filter_map(|(a, b)| {
                            if *a == name {
                                Some(b.clone())
                            } else if *b == name {
                                Some(a.clone())
                            } else {
                                None
                            }
                        })
                        .filter(|end| end.starts_with('e'))
                        .collect();
                    !sides.is_empty() && of_stop == sides
                })
                .unwrap_or_else(|| token["stop"].as_u64().unwrap_or(0) as usize);
            if place == stop {
                found.push(token["company"].as_str().unwrap_or("").to_string());
            }
        }
        found
    }

    /// What each run earns in the state, in francs; the trains `idle` lie face down.
    ///
    /// # Errors
    /// The first thing that is not allowed.
    pub fn judge(
        &self,
        state: &Value,
        company: &str,
        idle: &[String],
        runs: &[NaiveRun],
    ) -> Result<Vec<i64>> {
        let mut taken: BTreeSet<String> = BTreeSet::new();
        let mut cards: BTreeSet<&str> = BTreeSet::new();
        let mut sums = Vec::new();
        for run in runs {
            ensure!(cards.insert(&run.train_id), "{} runs twice", run.train_id);
            ensure!(
                !idle.contains(&run.train_id),
                "{} lies face down",
                run.train_id
            );
            let trains = state["companies"][company]["trains"].as_array();
            let train = trains
                .into_iter()
                .flatten()
                .find(|train| train["id"] == run.train_id.as_str())
                .with_context(|| format!("{company} has no train {}", run.train_id))?;
            let name = train["train"].as_str().context("train")?;
            let (sum, sides) = self.one(state, company, name, &run.steps)?;
            if name != "4D" {
                for side in sides {
                    ensure!(taken.insert(side.clone()), "track {side} serves two trains");
                }
            }
            sums.push(sum);
        }
        Ok(sums)
    }

    /// One run: what it earns, and the track that it uses.
    fn one(
        &self,
        state: &Value,
        company: &str,
        train: &str,
        steps: &[(String, Option<usize>, bool)],
    ) -> Result<(i64, Vec<String>)> {
        ensure!(steps.len() >= 2, "a run of {} hexes", steps.len());
        // The way: each hex is crossed from one end to the next.
        let mut sides: Vec<String> = Vec::new();
        for (index, (hex, stop, _)) in steps.iter().enumerate() {
            let face = self.face(state, hex)?;
            if let Some(stop) = stop {
                ensure!(*stop < face.stops.len(), "{hex} has no stop {stop}");
            }
            let end_towards = |other: Option<&(String, Option<usize>, bool)>| match other {
                None => Ok(None),
                Some((other, stop, _)) if other == hex => {
                    let stop = stop.context("two steps in a hex, one without a stop")?;
                    Ok(Some(format!("s{stop}")))
                }
                Some((other, _, _)) => {
                    let side = side_towards(hex, other)
                        .with_context(|| format!("{hex} and {other} don't touch"))?;
                    anyhow::Ok(Some(format!("e{side}")))
                }
            };
            let comes = end_towards(index.checked_sub(1).and_then(|before| steps.get(before)))?;
            let goes = end_towards(steps.get(index + 1))?;
            match (stop, &comes, &goes) {
                (Some(stop), _, _) => {
                    let here = format!("s{stop}");
                    for end in [&comes, &goes].into_iter().flatten() {
                        ensure!(
                            face.joins(&here, end),
                            "{hex}: no track from {here} to {end}"
                        );
                    }
                }
                (None, Some(comes), Some(goes)) => {
                    ensure!(face.joins(comes, goes), "{hex}: no track {comes} to {goes}");
                }
                _ => bail!("the run ends in {hex} without a stop"),
            }
            if let Some((next, next_stop, _)) = steps.get(index + 1) {
                sides.push(if next == hex {
                    format!(
                        "inside {hex} {:?}",
                        (stop.min(next_stop), stop.max(next_stop))
                    )
                } else {
                    format!("{} - {}", hex.min(next), hex.max(next))
                });
            }
        }
        let different: BTreeSet<&String> = sides.iter().collect();
        ensure!(different.len() == sides.len(), "track used twice");

        // The stops.
        struct Visit {
            hex: String,
            kind: String,
            value: i64,
            own: bool,
            full: bool,
            scored: bool,
        }
        let holds = |key: &str, hex: &str| {
            state["companies"][company][key]
                .as_array()
                .into_iter()
                .flatten()
                .any(|held| held == hex)
        };
        let mut visits: Vec<Visit> = Vec::new();
        for (hex, stop, scored) in steps {
            let Some(stop) = stop else {
                ensure!(!scored, "plain track in {hex} is marked");
                continue;
            };
            let face = self.face(state, hex)?;
            let tokens = self.tokens(state, &face, hex, *stop);
            let own = tokens.iter().any(|token| token == company);
            let slots = face.stops[*stop]["slots"].as_u64().unwrap_or(0) as usize;
            let printed = face.stops[*stop]["revenue"].as_i64().unwrap_or(0);
            visits.push(Visit {
                hex: hex.clone(),
                kind: face.kind(*stop).to_string(),
                value: if holds("mines", hex) {
                    2 * printed
                } else {
                    printed
                },
                own,
                full: slots > 0 && !own && tokens.len() >= slots,
                scored: *scored,
            });
        }
        for (index, visit) in visits.iter().enumerate() {
            for other in &visits[..index] {
                let same = visit.hex == other.hex
                    && (visit.kind == other.kind || visit.kind == "offboard");
                ensure!(!same, "{} is visited twice", visit.hex);
            }
        }
        let last = visits.len() - 1;
        for (index, visit) in visits.iter().enumerate() {
            let inner = index > 0 && index < last;
            ensure!(!(inner && visit.full), "{} is full", visit.hex);
            if visit.kind == "offboard" {
                ensure!(!inner, "through the ferry {}", visit.hex);
                let port = if index == 0 {
                    &visits[1]
                } else {
                    &visits[last - 1]
                };
                ensure!(holds("ports", &port.hex), "no rights in {}", port.hex);
            }
        }
        ensure!(visits.iter().any(|visit| visit.own), "no own station");
        let cities = visits.iter().filter(|visit| visit.kind == "city").count();
        let towns = visits.iter().filter(|visit| visit.kind == "town").count();
        ensure!(cities + towns >= 2, "one city alone");

        // What counts.
        let four = train == "4D";
        if four {
            let marked: Vec<&Visit> = visits.iter().filter(|visit| visit.scored).collect();
            ensure!(cities >= 2, "a 4D between less than two cities");
            ensure!(
                (1..=4).contains(&marked.len()),
                "{} cities scored",
                marked.len()
            );
            ensure!(
                marked.iter().all(|visit| visit.kind == "city"),
                "not a city"
            );
            ensure!(
                marked.iter().any(|visit| visit.own),
                "no own station scored"
            );
        } else {
            let most: usize = train.parse()?;
            ensure!(cities <= most, "{cities} cities for a {train}");
            ensure!(
                !visits.iter().any(|visit| visit.scored),
                "marks on a {train}"
            );
        }
        let counted: Vec<&Visit> = visits
            .iter()
            .filter(|visit| visit.kind != "offboard" && (!four || visit.scored))
            .collect();
        let among = |hexes: &Value| {
            let hexes = hexes.as_array().cloned().unwrap_or_default();
            counted
                .iter()
                .any(|visit| hexes.iter().any(|hex| hex == visit.hex.as_str()))
        };
        let tee = &self.special["tee"];
        let mut ferry = false;
        let mut east_west = false;
        for (end, port) in [(0, 1), (last, last - 1)] {
            if visits[end].kind != "offboard" {
                continue;
            }
            let port_counts = counted.iter().any(|visit| visit.hex == visits[port].hex);
            let any_port = self.departures.any_port
                && self.special["ferries"][&visits[end].hex]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(Value::as_str)
                    .any(|port| {
                        holds("ports", port) && counted.iter().any(|visit| visit.hex == port)
                    });
            if port_counts || any_port {
                ferry = true;
            }
            let west = tee["west"].as_array().into_iter().flatten();
            if west.into_iter().any(|hex| hex == visits[end].hex.as_str())
                && among(&tee["east"])
                && (port_counts || self.departures.tee_without_port)
            {
                east_west = true;
            }
        }
        let north_south = among(&tee["north"]) && among(&tee["south"]);
        let stations = counted.iter().filter(|visit| visit.own).count() as i64;
        let bonus = tee["own_station"].as_i64().context("tee")?;
        let mut sum: i64 = counted.iter().map(|visit| visit.value).sum();
        sum += stations * bonus * (i64::from(east_west) + i64::from(north_south));
        if four {
            sum *= 2;
        }
        if ferry {
            sum += self.special["ferry_bonus"][train]
                .as_i64()
                .context("ferry bonus")?;
        }
        Ok((sum, sides))
    }
}
