//! A second opinion on runs of Harzbahn 1873 that shares no code with the engine.
//!
//! It reads the title's data and the states of traces as plain JSON, and spells the rules out hex by hex: slow, and
//! meant to be read. It asks for legal runs, not for as many or as long ones as possible.

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A run to be judged.
#[derive(Clone, Debug)]
pub struct NaiveRun {
    /// The card: `2T-2`.
    pub train_id: String,
    /// Hexes with the number of the stop visited.
    pub steps: Vec<(String, Option<usize>)>,
}

/// How a run is counted where the reference departs from the rulebook.
#[derive(Clone, Copy, Debug, Default)]
pub struct Departures {
    /// A village pays the first route that touches it, by the circle used (H73-RUL-39).
    pub first_route: bool,
    /// A diesel railcar may use both circles of a village; the QLB's need not run to Quedlinburg (H73-RUL-17).
    pub diesel_circles: bool,
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

/// A stop: hex and number.
type Place = (String, usize);

/// A run that is a way, with what it uses.
struct Way {
    train: String,
    /// 0 for a diesel railcar.
    size: i64,
    places: Vec<Place>,
    /// Pairs of neighbours, the lesser first, between which it runs.
    borders: BTreeSet<(String, String)>,
    concession: Option<usize>,
}

/// Track as a pair of ends such as `e3` and `s0`.
type Piece = (String, String);

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

    /// The stops of a hex, and its track that is not the state's as pairs of ends such as `e3` and `s0`.
    fn face(&self, state: &Value, hex: &str) -> Result<(Vec<Value>, Vec<Piece>)> {
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
        let paths = data["paths"].as_array().into_iter().flatten();
        let paths = paths
            .filter(|path| path["state"] != true)
            .map(|path| {
                let ends = if path.is_array() { path } else { &path["ends"] };
                (turned(&ends[0]), turned(&ends[1]))
            })
            .collect();
        Ok((data["stops"].as_array().cloned().unwrap_or_default(), paths))
    }

    /// Tokens in a stop: whose.
    fn tokens(&self, state: &Value, place: &Place) -> Result<Vec<String>> {
        let (_, paths) = self.face(state, &place.0)?;
        let stops = self.face(state, &place.0)?.0.len();
        let mut found = Vec::new();
        for token in state["tokens"][&place.0].as_array().into_iter().flatten() {
            // The sides that the token names decide where there are two circles.
            let stop = if stops < 2 {
                0
            } else {
                let side = token["exits"][0].as_u64().context("exits")?;
                let number = (0..stops).find(|stop| {
                    let (edge, stop) = (format!("e{side}"), format!("s{stop}"));
                    paths.contains(&(edge.clone(), stop.clone())) || paths.contains(&(stop, edge))
                });
                number.context("a token in no circle")?
            };
            if stop == place.1 {
                found.push(token["company"].as_str().context("company")?.to_string());
            }
        }
        Ok(found)
    }

    fn own(&self, state: &Value, company: &str, place: &Place) -> Result<bool> {
        Ok(self
            .tokens(state, place)?
            .iter()
            .any(|owner| owner == company))
    }

    fn full(&self, state: &Value, company: &str, place: &Place) -> Result<bool> {
        let stop = &self.face(state, &place.0)?.0[place.1];
        let slots = stop["slots"].as_u64().unwrap_or(0) as usize;
        let tokens = self.tokens(state, place)?;
        Ok(slots > 0 && tokens.len() >= slots && !tokens.iter().any(|owner| owner == company))
    }

    fn settlement(&self, hex: &str) -> Option<&str> {
        self.hexes.get(hex)?["settlement"].as_str()
    }

    /// Multiplier of the open mine in the hex, else 0.
    fn mine(&self, state: &Value, hex: &str) -> i64 {
        let mines = self.special["mines"].as_array().into_iter().flatten();
        mines
            .filter(|mine| mine["hex"] == hex)
            .filter(|mine| {
                let id = mine["company"].as_str().unwrap_or("");
                state["companies"][id]["open"] == true
            })
            .filter_map(|mine| mine["multiplier"].as_i64())
            .sum()
    }

    fn plant(&self, hex: &str) -> i64 {
        let plants = self.special["plants"].as_array().into_iter().flatten();
        plants
            .filter(|plant| plant["hex"] == hex)
            .filter_map(|plant| plant["value"].as_i64())
            .sum()
    }

    fn concessions(&self, company: &str) -> Vec<BTreeSet<(String, String)>> {
        let railways = self.special["railways"].as_array().into_iter().flatten();
        railways
            .filter(|railway| railway["company"] == company)
            .flat_map(|railway| railway["routes"].as_array().into_iter().flatten())
            .map(|route| {
                let hexes: Vec<String> = route
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(|hex| hex.as_str().map(String::from))
                    .collect();
                borders(&hexes)
            })
            .collect()
    }

    /// One run: where it goes.
    fn way(&self, state: &Value, company: &str, run: &NaiveRun) -> Result<Way> {
        let trains = state["companies"][company]["trains"]
            .as_array()
            .into_iter()
            .flatten();
        let mut owned = trains.filter(|train| train["id"].as_str() == Some(&run.train_id));
        let kind = owned.next().and_then(|train| train["train"].as_str());
        let kind = kind.with_context(|| format!("{company} has no {}", run.train_id))?;
        let size = match (kind, kind.strip_suffix('T')) {
            ("D", _) => 0,
            (_, Some(size)) => size.parse()?,
            _ => bail!("{kind} does not run"),
        };
        let mut places = Vec::new();
        for (index, (hex, stop)) in run.steps.iter().enumerate() {
            let (stops, paths) = self.face(state, hex)?;
            let mut ends = Vec::new();
            let around = [index.checked_sub(1), index.checked_add(1)];
            for neighbour in around
                .into_iter()
                .flatten()
                .filter_map(|at| run.steps.get(at))
            {
                let side = side_towards(hex, &neighbour.0);
                let side = side.with_context(|| format!("{hex} and {} lie apart", neighbour.0))?;
                ends.push(format!("e{side}"));
            }
            let has = |a: &str, b: &str| {
                paths
                    .iter()
                    .any(|(x, y)| (x == a && y == b) || (x == b && y == a))
            };
            match stop {
                Some(stop) => {
                    ensure!(*stop < stops.len(), "{hex} has no stop {stop}");
                    for end in &ends {
                        ensure!(
                            has(end, &format!("s{stop}")),
                            "{hex}: no track {end}-s{stop}"
                        );
                    }
                    places.push((hex.clone(), *stop));
                }
                None => {
                    ensure!(ends.len() == 2, "{hex} ends a route without a stop");
                    ensure!(
                        has(&ends[0], &ends[1]),
                        "{hex}: no track {}-{}",
                        ends[0],
                        ends[1]
                    );
                }
            }
        }
        ensure!(places.len() >= 2, "a route needs two stops");
        let hexes: Vec<String> = run.steps.iter().map(|(hex, _)| hex.clone()).collect();
        let borders = borders(&hexes);
        ensure!(
            borders.len() + 1 == hexes.len(),
            "track is used twice in a route"
        );
        let concession = self
            .concessions(company)
            .iter()
            .position(|other| *other == borders);
        Ok(Way {
            train: run.train_id.clone(),
            size,
            places,
            borders,
            concession,
        })
    }

    /// One run by itself.
    fn alone(&self, state: &Value, company: &str, way: &Way) -> Result<()> {
        let mut seen = BTreeSet::new();
        for place in &way.places {
            let circle = if way.size == 0 && self.departures.diesel_circles {
                place.1
            } else {
                0
            };
            ensure!(seen.insert((&place.0, circle)), "{} twice", place.0);
            ensure!(
                way.concession.is_some() || !self.full(state, company, place)?,
                "{} is full",
                place.0
            );
        }
        let last = way.places.len() - 1;
        for place in &way.places[1..last] {
            ensure!(
                self.settlement(&place.0) != Some("town"),
                "a town is passed: {}",
                place.0
            );
        }
        let mut own = false;
        for place in &way.places {
            own |= self.own(state, company, place)?;
        }
        ensure!(own, "no own station");
        for place in [&way.places[0], &way.places[last]] {
            let station = self.own(state, company, place)?;
            let works = self.mine(state, &place.0) + self.plant(&place.0) > 0;
            ensure!(station || works && way.size > 0, "{} is no end", place.0);
        }
        Ok(())
    }

    /// Whether two ways of a train meet in a place that is not full.
    fn meet(&self, state: &Value, company: &str, a: &Way, b: &Way) -> Result<bool> {
        for place in &a.places {
            if b.places.contains(place)
                && self.settlement(&place.0).is_some()
                && !self.full(state, company, place)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What each run adds to those before it.
    ///
    /// # Errors
    /// The first rule broken.
    pub fn judge(&self, state: &Value, company: &str, runs: &[NaiveRun]) -> Result<Vec<i64>> {
        let mut ways = Vec::new();
        for run in runs {
            let way = self.way(state, company, run)?;
            self.alone(state, company, &way)?;
            ways.push(way);
        }
        for (index, way) in ways.iter().enumerate() {
            for other in &ways[..index] {
                ensure!(
                    (way.size == 0) != (other.size == 0) || way.borders.is_disjoint(&other.borders),
                    "two routes share track"
                );
            }
        }
        let trains: BTreeSet<&str> = ways.iter().map(|way| way.train.as_str()).collect();
        for train in trains {
            let mut rest: Vec<&Way> = ways.iter().filter(|way| way.train == train).collect();
            let size = rest[0].size;
            ensure!(
                size == 0 || rest.len() as i64 <= size,
                "{train} runs too many routes"
            );
            let mut network = vec![rest.remove(0)];
            loop {
                let mut joined = None;
                for (index, way) in rest.iter().enumerate() {
                    for other in &network {
                        if self.meet(state, company, way, other)? {
                            joined = Some(index);
                        }
                    }
                }
                match joined {
                    Some(index) => network.push(rest.remove(index)),
                    None => break,
                }
            }
            ensure!(
                rest.is_empty(),
                "the routes of {train} do not hang together"
            );
        }
        let has = |diesel: bool| {
            let trains = state["companies"][company]["trains"]
                .as_array()
                .into_iter()
                .flatten();
            let mut kinds = trains.filter_map(|train| train["train"].as_str());
            kinds.any(|kind| {
                if diesel {
                    kind == "D"
                } else {
                    kind.ends_with('T')
                }
            })
        };
        for number in 0..self.concessions(company).len() {
            for diesel in [false, true] {
                let run = |way: &Way| way.concession == Some(number) && diesel == (way.size == 0);
                ensure!(
                    !has(diesel) || ways.iter().any(run),
                    "the concession route is not run (diesel: {diesel})"
                );
            }
        }
        if company == "QLB" && !self.departures.diesel_circles {
            let mut routes = ways.iter().filter(|way| way.size == 0).peekable();
            let ends = |way: &Way| {
                way.places.first().is_some_and(|place| place.0 == "E20")
                    || way.places.last().is_some_and(|place| place.0 == "E20")
            };
            ensure!(
                routes.peek().is_none() || routes.any(ends),
                "Quedlinburg is missing"
            );
        }
        let mut sums = Vec::new();
        let mut before = 0;
        for count in 1..=ways.len() {
            let total = self.earned(state, company, &ways[..count])?;
            sums.push(total - before);
            before = total;
        }
        Ok(sums)
    }

    /// What the ways earn together, counted place by place.
    fn earned(&self, state: &Value, company: &str, ways: &[Way]) -> Result<i64> {
        let phase = state["phase"].as_str().context("phase")?;
        let colour = match phase {
            "1" | "2" => "yellow",
            "3" | "4" => "green",
            "5" | "5a" => "brown",
            _ => "grey",
        };
        let mut total = 0;
        for hex in self.hexes.keys() {
            // Open visits of standard trains in the order of the ways, and how often a diesel railcar comes.
            let mut visits: Vec<(&Place, i64)> = Vec::new();
            let mut by_diesel = 0;
            for way in ways {
                let fresh = by_diesel == 0;
                for place in way.places.iter().filter(|place| place.0 == *hex) {
                    if self.full(state, company, place)? {
                        continue;
                    }
                    if way.size == 0 {
                        // The first route that comes there; for each circle that it comes to.
                        by_diesel += i64::from(fresh);
                    } else {
                        visits.push((place, way.size));
                    }
                }
            }
            let village = self.settlement(hex).is_some();
            if village {
                total += 10 * by_diesel;
            }
            let Some((first, _)) = visits.first() else {
                continue;
            };
            let stops = self.face(state, hex)?.0;
            let mut station = None;
            for (number, stop) in stops.iter().enumerate() {
                let place = (hex.clone(), number);
                let counts = !self.departures.first_route || place == **first;
                if counts && self.own(state, company, &place)? {
                    let revenue = &stop["revenue"];
                    station = revenue.as_i64().or(revenue[colour].as_i64());
                }
            }
            let largest = visits.iter().map(|(_, size)| *size).max().unwrap_or(0);
            total += station.unwrap_or(if village { 10 } else { 0 });
            total += self.plant(hex) + self.mine(state, hex) * largest;
        }
        Ok(total)
    }
}

/// Pairs of hexes one after the other, the lesser first.
fn borders(hexes: &[String]) -> BTreeSet<(String, String)> {
    hexes
        .windows(2)
        .map(|pair| {
            let (a, b) = (pair[0].clone(), pair[1].clone());
            if a < b { (a, b) } else { (b, a) }
        })
        .collect()
}
