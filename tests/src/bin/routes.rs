//! Compares the best runs of the engine with those of recorded games.
//!
//! `routes PATH… [--out FILE]`: every `run_routes` line of the 18Ardennes traces among the paths is one position. The
//! recorded runs must be legal and earn what the record says; the best runs must earn at least as much. FILE gets
//! our runs as JSON lines. The last line of the output is the summary; the exit code says whether a run was worse.

use anyhow::{Context, Result, anyhow};
use clap::Parser;
use engine::board::{Bonus, StopKind};
use engine::titles::ardennes::Options;
use engine::titles::ardennes::scenario::Scenario;
use engine::{Run, RunStep};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tests::naive::{Departures, Naive, NaiveRun};
use tests::traces::{Trace, find, trace_name};

/// Compares our best runs with recorded ones.
#[derive(Parser)]
struct Args {
    /// Traces, or directories of traces.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Where our runs go, as JSON lines.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Nodes of search a position.
    #[arg(long, default_value_t = 20_000_000)]
    budget: u64,
    /// Print every position that takes at least so many milliseconds.
    #[arg(long)]
    slow: Option<u64>,
    /// Look only at the recorded runs, search nothing.
    #[arg(long)]
    check_only: bool,
}

fn main() -> Result<ExitCode> {
    let args = Args::parse();
    let blank = Scenario::new(4, Options::as_18xx_games()).map_err(|text| anyhow!(text))?;
    let departures = Departures {
        tee_without_port: true,
        any_port: true,
    };
    let naive = Naive::new(engine::titles::ardennes::DEFINITION, departures)?;
    let mut out = match &args.out {
        Some(path) => Some(std::io::BufWriter::new(
            std::fs::File::create(path).with_context(|| format!("create {}", path.display()))?,
        )),
        None => None,
    };
    let mut tally = Tally::default();
    for path in find(&args.paths)? {
        let mut trace = Trace::open(&path)?;
        if trace.header["slug"] != "18ardennes" {
            continue;
        }
        let name = trace_name(&path);
        while let Some(line) = trace.next_line() {
            let line = line?;
            if line["type"] == "run_routes" {
                let place = format!("{name} {}", line["n"]);
                let position = Position::read(&blank, &trace.state, &line)
                    .with_context(|| format!("{place}: position"))?;
                tally.one(&place, &position, &args, &|runs| {
                    naive.judge(&trace.state, &position.company_name, &position.naive(runs))
                });
                if let Some(out) = &mut out {
                    position.print(&name, &line["n"], &tally.last, out)?;
                }
            }
            trace.accept(&line);
        }
    }
    if let Some(mut out) = out {
        out.flush()?;
    }
    println!("{}", tally.summary());
    Ok(if tally.worse == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// A position in which a company runs, and what it ran on record.
struct Position {
    scenario: Scenario,
    company: engine::ids::CompanyId,
    company_name: String,
    recorded: Vec<Run>,
    revenues: Vec<i64>,
    total: i64,
    forts: i64,
}

impl Position {
    /// The position before the line, put together from the trace's state.
    fn read(blank: &Scenario, state: &Value, line: &Value) -> Result<Position> {
        let id = line["actor"]["id"].as_str().context("actor")?;
        let mut scenario = blank.cleared();
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
                let number = card(train["id"].as_str().context("train id")?)?;
                scenario = scenario.train(company, kind, number);
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
        Ok(Position {
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

    /// Runs in the notation of the naive checker.
    fn naive(&self, runs: &[Run]) -> Vec<NaiveRun> {
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

    /// Our runs, one JSON line each.
    fn print(
        &self,
        trace: &str,
        n: &Value,
        runs: &[(Run, i32)],
        out: &mut impl Write,
    ) -> Result<()> {
        let definition = &self.scenario.rules().definition;
        for (run, revenue) in runs {
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
            let scored: Vec<String> = run
                .steps
                .iter()
                .filter(|step| step.scored)
                .filter_map(|step| self.stop_name(step))
                .collect();
            let kind = (self.scenario.shared().depot.get(run.train))
                .map_or("", |state| definition.train(state.kind).name.as_str());
            let mut line = json!({
                "trace": trace, "n": n, "train": kind, "train_id": definition.train_name(run.train),
                "stops": stops, "hexes": hexes, "revenue": revenue,
            });
            if !scored.is_empty() {
                line["scored"] = json!(scored);
            }
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}

fn object(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn card(id: &str) -> Result<u16> {
    let number = id.rsplit('-').next().context("train id")?;
    Ok(number.parse()?)
}

/// The stop whose track leads to the sides that the token names.
fn stop_of(scenario: &Scenario, hex: &str, token: &Value) -> Result<u8> {
    let map = &scenario.rules().definition.map;
    let id = map.hex(hex).context("hex")?;
    let sides = token["exits"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_u64)
        .fold(0u8, |mask, side| mask | 1 << side);
    let exits = &scenario.shared().board.track(map, id).stop_exits;
    let by_exits = exits.iter().position(|mask| *mask == sides && sides != 0);
    Ok(by_exits.map_or_else(
        || token["stop"].as_i64().unwrap_or(0).max(0) as u8,
        |index| index as u8,
    ))
}

/// A recorded route: its hexes in order, and its stops by kind and number.
fn recorded_run(scenario: &Scenario, route: &Value) -> Result<Run> {
    let definition = &scenario.rules().definition;
    let map = &definition.map;
    let board = &scenario.shared().board;
    let kind = route["train"].as_str().context("train")?;
    let stack = definition.stack_of(definition.kind(kind).context("kind")?);
    let mut steps: Vec<RunStep> = Vec::new();
    for segment in route["segments"].as_array().into_iter().flatten() {
        let text = segment.as_str().context("segment")?;
        let (hex, ends) = text.split_once(':').context("segment")?;
        let hex = map.hex(hex).context("hex")?;
        for end in ends.split('-') {
            let stop = named_stop(board.face(map, hex), end);
            let step = RunStep {
                hex,
                stop,
                scored: false,
            };
            match steps.last_mut() {
                Some(last) if *last == step => {}
                Some(last) if last.hex == hex && last.stop.is_none() => *last = step,
                Some(last) if last.hex == hex && stop.is_none() => {}
                _ => steps.push(step),
            }
        }
    }
    Ok(Run {
        train: engine::ids::TrainId {
            stack,
            number: card(route["train_id"].as_str().context("train id")?)?,
        },
        steps,
    })
}

/// `c1` is the second city of the face, `t0` its first town, `o0` its off-board area; a side is no stop.
fn named_stop(face: &engine::board::Face, end: &str) -> Option<u8> {
    let kind = match end.as_bytes().first()? {
        b'c' => StopKind::City,
        b't' => StopKind::Town,
        b'o' => StopKind::Offboard,
        _ => return None,
    };
    let number: usize = end.get(1..)?.parse().ok()?;
    face.stops
        .iter()
        .enumerate()
        .filter(|(_, stop)| stop.kind == kind)
        .nth(number)
        .map(|(index, _)| index as u8)
}

#[derive(Default)]
struct Tally {
    better: usize,
    equal: usize,
    worse: usize,
    unproven: usize,
    times: Vec<Duration>,
    last: Vec<(Run, i32)>,
}

impl Tally {
    fn one(&mut self, place: &str, position: &Position, args: &Args, naive: &Judge) {
        self.last.clear();
        match position
            .scenario
            .check(position.company, &position.recorded)
        {
            Err(rejection) => println!("{place}: the recorded runs are refused: {rejection}"),
            Ok((revenues, total)) => {
                let ours: Vec<i64> = revenues.iter().map(|sum| i64::from(*sum)).collect();
                if ours != position.revenues || i64::from(total) != position.total {
                    println!(
                        "{place}: the recorded runs earn {ours:?} by our count, {:?} on record",
                        position.revenues
                    );
                }
            }
        }
        match naive(&position.recorded) {
            Ok(sums) if sums == position.revenues => {}
            other => println!("{place}: the naive checker says {other:?} of the recorded runs"),
        }
        let forts = position.scenario.fort_money(position.company, true);
        if i64::from(forts) != position.forts {
            println!(
                "{place}: forts pay {forts} by our count, {} on record",
                position.forts
            );
        }
        if args.check_only {
            self.times.push(Duration::ZERO);
            self.equal += 1;
            return;
        }
        let start = Instant::now();
        let best = position.scenario.best(position.company, args.budget);
        let time = start.elapsed();
        self.times.push(time);
        if args
            .slow
            .is_some_and(|slow| time.as_millis() as u64 >= slow)
        {
            let shared = position.scenario.shared();
            let trains: Vec<&str> = shared
                .trains(position.company)
                .map(|train| {
                    position
                        .scenario
                        .rules()
                        .definition
                        .train(train.kind)
                        .name
                        .as_str()
                })
                .collect();
            println!("{place}: {time:?} for {}", trains.join(" "));
        }
        if !matches!(best.proof, engine::network::Proof::Proven) {
            self.unproven += 1;
            println!(
                "{place}: not proven, {} after {time:?}: {:?}",
                best.total, best.proof
            );
        }
        let judged = judge(position, &best.runs, naive);
        let total = match judged {
            Ok(revenues) => {
                self.last = best.runs.iter().cloned().zip(revenues).collect();
                i64::from(best.total)
            }
            Err(text) => {
                println!("{place}: our runs are refused: {text}");
                -1
            }
        };
        match total.cmp(&position.total) {
            std::cmp::Ordering::Greater => self.better += 1,
            std::cmp::Ordering::Equal => self.equal += 1,
            std::cmp::Ordering::Less => {
                self.worse += 1;
                println!(
                    "{place}: {total} is worse than {} on record",
                    position.total
                );
            }
        }
    }

    fn summary(&mut self) -> String {
        self.times.sort_unstable();
        let at = |part: f64| {
            let index = ((self.times.len() as f64 * part).ceil() as usize).max(1) - 1;
            self.times.get(index).copied().unwrap_or_default()
        };
        let ms = |time: Duration| format!("{:.1} ms", time.as_secs_f64() * 1000.0);
        format!(
            "routes: {} positions, {} better, {} equal, {} worse, {} unproven, p50 {} p99 {} max {}",
            self.times.len(),
            self.better,
            self.equal,
            self.worse,
            self.unproven,
            ms(at(0.5)),
            ms(at(0.99)),
            ms(at(1.0))
        )
    }
}

/// What the naive checker says of runs.
type Judge<'a> = dyn Fn(&[Run]) -> Result<Vec<i64>> + 'a;

/// Judges our runs by the engine's own law and by the naive checker, which must agree. Whatever else has to accept
/// them, a replayed game for one, is asked here too.
fn judge(position: &Position, runs: &[Run], naive: &Judge) -> Result<Vec<i32>, String> {
    let (revenues, _) = position
        .scenario
        .check(position.company, runs)
        .map_err(|rejection| rejection.to_string())?;
    let sums = naive(runs).map_err(|error| format!("naive checker: {error:#}"))?;
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
