//! Positions out of recorded games, for pictures.

mod convert;
mod harz;

use anyhow::{Context, Result, bail};
use convert::convert;
use engine::action::{Run, RunStep};
use engine::board::StopKind;
use engine::ids::{CompanyId, HexId, StopRef, TrainId};
use engine::titles::Mark;
use engine::{Definition, Shared};
use flate2::read::GzDecoder;
use render::{Change, DrawnRun, Note, Scene, Standing};
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// A position with all that a picture shows.
pub struct Position {
    pub definition: Definition,
    pub shared: Shared,
    pub marks: Vec<Mark>,
    pub players: Vec<String>,
    pub round: String,
    pub caption: String,
    pub order: Vec<CompanyId>,
    pub changed: Vec<Change>,
    pub routes: Vec<DrawnRun>,
    pub notes: Vec<Note>,
    pub standings: Vec<Standing>,
    pub phase_notes: Vec<String>,
    pub market_notes: Vec<String>,
    /// By company.
    pub company_notes: Vec<Vec<String>>,
    /// By company; empty where only its kind is known.
    pub train_limits: Vec<u8>,
}

impl Position {
    pub fn scene(&self) -> Scene<'_> {
        Scene {
            marks: &self.marks,
            players: &self.players,
            round: &self.round,
            caption: &self.caption,
            order: &self.order,
            changed: &self.changed,
            routes: &self.routes,
            notes: &self.notes,
            standings: &self.standings,
            phase_notes: &self.phase_notes,
            market_notes: &self.market_notes,
            ..Scene::new(&self.definition, &self.shared)
        }
    }

    /// The same for the sheet of a company.
    #[allow(dead_code)] // The bench draws none.
    pub fn scene_of(&self, company: CompanyId) -> Scene<'_> {
        let notes = self.company_notes.get(company.index());
        Scene {
            company_notes: notes.map_or(&[], |notes| notes.as_slice()),
            train_limit: (self.train_limits.get(company.index()).copied())
                .filter(|limit| *limit > 0),
            ..self.scene()
        }
    }
}

fn folder(title: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../shared/replays")
        .join(title)
}

/// RFC 7386.
fn merge(target: &mut Value, patch: &Value) {
    let Value::Object(patch) = patch else {
        *target = patch.clone();
        return;
    };
    if !target.is_object() {
        *target = Value::Object(serde_json::Map::new());
    }
    if let Value::Object(target) = target {
        for (key, value) in patch {
            if value.is_null() {
                target.remove(key);
            } else {
                merge(target.entry(key.clone()).or_insert(Value::Null), value);
            }
        }
    }
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or(0)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or("")
}

/// The position after line `line` of a recorded game (-1: at the start), with the lays and stations of the last
/// actor highlighted and the runs of the last run drawn if `routes`.
pub fn position(title: &str, game: &str, line: i64, routes: bool) -> Result<Position> {
    let data = match title {
        "1873" => engine::titles::harzbahn::DEFINITION,
        _ => engine::titles::ardennes::DEFINITION,
    };
    let definition = Definition::parse(data).map_err(anyhow::Error::msg)?;
    let path = folder(title).join(format!("{game}.jsonl.gz"));
    let file = File::open(&path).with_context(|| path.display().to_string())?;
    let reader: Box<dyn Read> = Box::new(GzDecoder::new(file));
    let mut state = Value::Null;
    let mut players = Vec::new();
    let mut turn: (Value, Vec<Change>) = (Value::Null, Vec::new());
    let mut runs: Vec<Value> = Vec::new();
    for text_line in BufReader::new(reader).lines() {
        let action: Value = serde_json::from_str(&text_line?)?;
        if let Some(initial) = action.get("initial") {
            players = (action["players"].as_array().into_iter().flatten())
                .map(|name| text(name).to_string())
                .collect();
            state = initial.clone();
            if line < 0 {
                break;
            }
            continue;
        }
        if let Some(after) = action.get("after") {
            state = after.clone();
        } else {
            merge(&mut state, &action["patch"]);
        }
        if turn.0 != action["actor"] {
            turn = (action["actor"].clone(), Vec::new());
        }
        match text(&action["type"]) {
            "lay_tile" => turn
                .1
                .extend(definition.map.hex(text(&action["hex"])).map(Change::Hex)),
            "place_token" | "replace_token" => {
                turn.1
                    .extend(definition.map.hex(text(&action["hex"])).map(|hex| {
                        Change::Stop(StopRef {
                            hex,
                            stop: number(&action["stop"]) as u8,
                        })
                    }))
            }
            "run_routes" => {
                runs = action["routes"].as_array().cloned().unwrap_or_default();
            }
            _ => {}
        }
        if number(&action["n"]) >= line {
            break;
        }
    }
    let mut position = match title {
        "1873" => of_game(&harz::game(&path, line)?, &players),
        _ => convert(definition, &state)?,
    };
    position.caption = format!("{game} · move {}", line + 1);
    position.changed = turn.1;
    if routes {
        for run in &runs {
            let drawn = drawn(&position, run)?;
            position.routes.push(drawn);
        }
    }
    Ok(position)
}

/// What a game shows.
pub fn of_game(game: &engine::Game, players: &[String]) -> Position {
    Position {
        definition: game.definition().clone(),
        shared: game.shared().clone(),
        marks: game.marks(),
        players: players.to_vec(),
        round: game.round_name(),
        caption: String::new(),
        order: game.operating_order(),
        changed: Vec::new(),
        routes: Vec::new(),
        notes: (game.hex_notes().into_iter())
            .map(|(hex, text)| Note { hex, text })
            .collect(),
        standings: (game.seats())
            .map(|seat| {
                let (certificates, limit) = game.certificates(seat);
                Standing {
                    worth: game.worth(seat),
                    certificates,
                    limit,
                }
            })
            .collect(),
        phase_notes: game.phase_notes(),
        market_notes: game.market_notes(),
        company_notes: (game.definition().company_ids())
            .map(|company| game.company_notes(company))
            .collect(),
        train_limits: (game.definition().company_ids())
            .map(|company| game.train_limit(company))
            .collect(),
    }
}

/// A recorded run as steps.
fn drawn(position: &Position, run: &Value) -> Result<DrawnRun> {
    let map = &position.definition.map;
    let mut steps: Vec<RunStep> = Vec::new();
    for segment in run["segments"].as_array().into_iter().flatten() {
        let (hex, way) = text(segment).split_once(':').context("segment")?;
        let hex = map.hex(hex).context("hex")?;
        let (from, to) = way.split_once('-').context("segment")?;
        let stop = stop_of(position, hex, from).or_else(|| stop_of(position, hex, to));
        match steps.last() {
            Some(last) if last.hex == hex && last.stop == stop => {}
            _ => steps.push(RunStep {
                hex,
                stop,
                scored: true,
            }),
        }
    }
    Ok(DrawnRun {
        train: text(&run["train"]).to_string(),
        run: Run {
            train: train_id(&position.definition, text(&run["train_id"]))?,
            steps,
        },
        revenue: number(&run["revenue"]) as i32,
    })
}

/// The stop that `c0`, `t1`, `o0` names: each kind counts for itself.
fn stop_of(position: &Position, hex: HexId, end: &str) -> Option<u8> {
    let kind = match end.chars().next()? {
        'c' | 't' | 'o' if position.definition.slug == "1873" => {
            let face = position.shared.board.face(&position.definition.map, hex);
            let number: usize = end.get(1..)?.parse().ok()?;
            return (number < face.stops.len()).then_some(number as u8);
        }
        'c' => StopKind::City,
        't' => StopKind::Town,
        'o' => StopKind::Offboard,
        _ => return None,
    };
    let number: usize = end.get(1..)?.parse().ok()?;
    let face = position.shared.board.face(&position.definition.map, hex);
    face.stops
        .iter()
        .enumerate()
        .filter(|(_, stop)| stop.kind == kind)
        .nth(number)
        .map(|(index, _)| index as u8)
}

fn train_id(definition: &Definition, id: &str) -> Result<TrainId> {
    let Some((stack, number)) = id.split_once('-') else {
        bail!("train {id}");
    };
    Ok(TrainId {
        stack: definition.kind(stack).context("stack")?,
        number: number.parse()?,
    })
}
