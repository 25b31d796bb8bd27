//! Runs: the best drawn and worked out, others that the rules allow, a player's own; and how a button names them.

use super::{Id, Page, Sketch, back};
use crate::narration::{company_name, hex_name};
use crate::reply::{Control, Menu, Reply};
use crate::store::Button;
use crate::table::{Open, Play, Refusal, orders, preview};
use crate::text;
use engine::Game;
use engine::action::{Action, Run, RunStep};
use engine::ids::{CompanyId, HexId, Seat, TrainId};
use engine::network::{Optimum, Proof, RunSums};
use render::DrawnRun;

/// Other runs offered at most.
const OTHERS: usize = 10;

/// The page of the runs: the best, or `shown`.
pub(super) fn page(
    open: &Open,
    play: &Play,
    seat: Seat,
    id: Id,
    shown: Option<Vec<Run>>,
) -> Result<Page, Refusal> {
    let nothing = || Refusal::new("There are no trains to run now.");
    let game = &play.game;
    let company = preview::company_of(game, seat).ok_or_else(nothing)?;
    let best = game.best_runs().ok_or_else(nothing)?;
    let runs = shown.clone().unwrap_or_else(|| best.runs.clone());
    let sums = game.run_sums(company, &runs)?;
    let most = game.run_sums(company, &best.runs)?.total;
    let money = |sum: i32| game.definition().money.print(sum);
    let head = match &shown {
        None => format!(
            "**{}** earns **{}** — {}",
            company_name(game.definition(), company),
            money(sums.total),
            proof(game, &best)
        ),
        Some(_) => format!(
            "**{}** would earn **{}** with these runs; the best earn {}.",
            company_name(game.definition(), company),
            money(sums.total),
            money(most)
        ),
    };
    let mut lines = worked_out(game, company, &sums);
    let action = Action::Run(runs.clone());
    if shown.is_some() {
        // A forbidden set is refused with its reason before anything is drawn.
        let ahead = preview::preview(play, seat, &action).map_err(|why| play.refused(why))?;
        lines.extend(preview::grave(game, &action, &[]).map(String::from));
        lines.extend(ahead.lines.last().cloned());
    }
    let mut reply = Reply::new(text::fit(&head, &lines, "", text::MESSAGE));
    let others: Vec<Optimum> = game.other_runs(&best).into_iter().take(OTHERS).collect();
    let name = if shown.is_none() {
        Some("run auto".to_string())
    } else {
        name(game, company, &runs, &best, &others, id)
    };
    let label = format!("Run for {}", money(sums.total));
    match name {
        Some(name) => {
            reply = reply.with_buttons([Button::main(label, id.confirm(&name))]);
        }
        None => {
            reply = reply.headed(
                "These runs are too long for a button: send them again with ! at the end to run them.",
            );
        }
    }
    reply = reply.with_buttons(orders::button(open.row.id, play, seat));
    reply = reply.with_controls([
        Control::Button(Button::asking("Own routes, by hexes", id.panel("run?"))),
        Control::Button(back(id, if shown.is_some() { "run" } else { "" })),
    ]);
    let mut menu = Menu::new(id.panel("run>"), "Other runs that the rules allow");
    if shown.is_some() {
        menu = menu.entry(format!("The best: {}", money(most)), "run", "");
    }
    for (number, other) in others.iter().enumerate() {
        if let Ok(sums) = game.run_sums(company, &other.runs) {
            let stops = stops(game, &other.runs);
            let label = format!("{}: {stops}", money(sums.total));
            menu = menu.entry(label, format!("run other {}", number + 1), "");
        }
    }
    reply = reply.with_menu(menu);
    Ok(Page {
        reply,
        sketch: Some(sketch(open, play, &runs, &sums)),
    })
}

/// `proven best`, or how much more there might be.
pub(in crate::table) fn proof(game: &Game, best: &Optimum) -> String {
    match best.proof {
        Proof::Proven => "proven best: nothing earns more.".into(),
        Proof::AtMost(i32::MAX) => "not proven: the search gave up.".into(),
        Proof::AtMost(most) => format!(
            "not proven: there might be up to {}.",
            game.definition().money.print(most)
        ),
    }
}

/// The sum, line by line.
pub(in crate::table) fn worked_out(
    game: &Game,
    _company: CompanyId,
    sums: &RunSums,
) -> Vec<String> {
    let definition = game.definition();
    let money = |sum: i32| definition.money.print(sum);
    let mut lines: Vec<String> = Vec::new();
    for run in &sums.runs {
        let stops = run
            .stops
            .iter()
            .map(|(at, sum)| format!("{} {sum}", hex_name(definition, at.hex)));
        let bonuses = run
            .bonuses
            .iter()
            .map(|(name, sum)| format!("{name} {sum}"));
        let items: Vec<String> = stops.chain(bonuses).collect();
        lines.push(format!(
            "**{}**: {} = {}",
            definition.train_name(run.train),
            items.join(" + "),
            money(run.total)
        ));
    }
    for (name, sum) in &sums.extras {
        lines.push(format!("{name}: {}", money(*sum)));
    }
    if sums.runs.len() + sums.extras.len() > 1 {
        lines.push(format!("Together **{}**", money(sums.total)));
    }
    if sums.runs.is_empty() {
        lines.push("No train runs.".into());
    }
    lines
}

/// Where runs stop, in short.
fn stops(game: &Game, runs: &[Run]) -> String {
    let definition = game.definition();
    let runs: Vec<String> = runs
        .iter()
        .map(|run| {
            let hexes: Vec<&str> = run
                .steps
                .iter()
                .filter(|step| step.stop.is_some())
                .map(|step| definition.map.at(step.hex).name.as_str())
                .collect();
            hexes.join("–")
        })
        .collect();
    runs.join("; ")
}

fn sketch(open: &Open, play: &Play, runs: &[Run], sums: &RunSums) -> Sketch {
    let definition = play.game.definition();
    let drawn = runs
        .iter()
        .zip(&sums.runs)
        .map(|(run, sum)| DrawnRun {
            train: definition.train_name(run.train),
            run: run.clone(),
            revenue: sum.total,
        })
        .collect();
    let mut around: Vec<HexId> = runs
        .iter()
        .flat_map(|run| run.steps.iter().map(|step| step.hex))
        .collect();
    around.sort_unstable();
    around.dedup();
    Sketch::region(open, play, play.game.clone(), around, drawn, "The runs")
}

/// Runs that a button or a player names: `auto`, `other 2`, a code, or hexes.
pub(in crate::table) fn read(play: &Play, seat: Seat, text: &str) -> Result<Action, Refusal> {
    let game = &play.game;
    let nothing = || Refusal::new("There are no trains to run now.");
    let best = || game.best_runs().ok_or_else(nothing);
    if let Some(number) = text.strip_prefix("run other ") {
        let others = game.other_runs(&best()?);
        let number: usize = number.trim().parse().unwrap_or(0);
        let other = number
            .checked_sub(1)
            .and_then(|at| others.into_iter().nth(at));
        return other
            .map(|other| Action::Run(other.runs))
            .ok_or_else(|| Refusal::new("There are no such runs."));
    }
    if let Some(code) = text.strip_prefix("run =") {
        let company = preview::company_of(game, seat).ok_or_else(nothing)?;
        return decode(game, company, code)
            .map(Action::Run)
            .ok_or_else(|| Refusal::new("There are no such runs."));
    }
    game.read(seat, text).map_err(|why| play.refused(why))
}

/// What a player typed as his own routes, as notation: the hexes of each train in order, `;` between trains. Trains may
/// be left out; they come in the order in which the company has them.
pub(super) fn typed(game: &Game, company: CompanyId, text: &str) -> String {
    let definition = game.definition();
    let trains: Vec<String> = game
        .shared()
        .trains(company)
        .map(|train| definition.train_name(train.id))
        .collect();
    let text = text.trim();
    let text = text.strip_prefix("run ").unwrap_or(text);
    if text.eq_ignore_ascii_case("none") {
        return "run none".into();
    }
    let mut free = trains.iter();
    let parts: Vec<String> = text
        .split(';')
        .map(|part| part.trim().replace([',', '–', '>'], " "))
        .filter(|part| !part.is_empty())
        .map(|part| {
            let first = part.split_whitespace().next().unwrap_or_default();
            let named = trains.iter().any(|train| train.eq_ignore_ascii_case(first));
            if named
                || definition
                    .map
                    .hex(
                        &first
                            .split('/')
                            .next()
                            .unwrap_or_default()
                            .to_ascii_uppercase(),
                    )
                    .is_none()
            {
                part
            } else {
                format!("{} {part}", free.next().map_or("", String::as_str))
            }
        })
        .collect();
    format!("run {}", parts.join("; "))
}

/// How a button names runs: by their notation, their number among the others, or a code; none if all are too long.
fn name(
    game: &Game,
    company: CompanyId,
    runs: &[Run],
    best: &Optimum,
    others: &[Optimum],
    id: Id,
) -> Option<String> {
    if runs == best.runs {
        return Some("run auto".into());
    }
    if let Some(at) = others.iter().position(|other| other.runs == runs) {
        return Some(format!("run other {}", at + 1));
    }
    let text = game.print(&Action::Run(runs.to_vec()));
    let fits = |text: &String| text::length(&id.confirm(text)) <= 100;
    Some(text).filter(fits).or_else(|| {
        encode(game, company, runs)
            .map(|code| format!("run ={code}"))
            .filter(fits)
    })
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Ends a run.
const END: usize = 63;

/// Stops that a step of the code can name, scored or not.
const STOPS: u8 = 4;

/// A step's stop as a number below 9.
fn stop_code(step: &RunStep) -> Option<usize> {
    match step.stop {
        None if step.scored => None,
        None => Some(0),
        Some(stop) if stop < STOPS => {
            Some(1 + usize::from(stop) + if step.scored { usize::from(STOPS) } else { 0 })
        }
        Some(_) => None,
    }
}

fn stop_of(code: usize) -> (Option<u8>, bool) {
    match code {
        0 => (None, false),
        code => {
            let code = (code - 1) as u8;
            (Some(code % STOPS), code >= STOPS)
        }
    }
}

/// Runs in one character a step: train, first hex, then where each step goes and what it does there.
fn encode(game: &Game, company: CompanyId, runs: &[Run]) -> Option<String> {
    let map = &game.definition().map;
    let trains: Vec<TrainId> = game
        .shared()
        .trains(company)
        .map(|train| train.id)
        .collect();
    let mut out: Vec<usize> = Vec::new();
    for run in runs {
        out.push(trains.iter().position(|train| *train == run.train)?);
        let first = run.steps.first()?;
        out.extend([
            first.hex.index() / 64,
            first.hex.index() % 64,
            stop_code(first)?,
        ]);
        for pair in run.steps.windows(2) {
            let [from, to] = pair else { continue };
            let way = if from.hex == to.hex {
                6
            } else {
                usize::from(map.edge_between(from.hex, to.hex)?)
            };
            out.push(way * 9 + stop_code(to)?);
        }
        out.push(END);
    }
    out.into_iter()
        .map(|code| ALPHABET.get(code).map(|byte| char::from(*byte)))
        .collect()
}

fn decode(game: &Game, company: CompanyId, code: &str) -> Option<Vec<Run>> {
    let map = &game.definition().map;
    let trains: Vec<TrainId> = game
        .shared()
        .trains(company)
        .map(|train| train.id)
        .collect();
    let mut codes = code
        .bytes()
        .map(|byte| ALPHABET.iter().position(|known| *known == byte));
    let mut runs = Vec::new();
    while let Some(train) = codes.next() {
        let train = *trains.get(train?)?;
        let index = codes.next()?? * 64 + codes.next()??;
        if index >= map.hexes.len() {
            return None;
        }
        let mut hex = HexId::from(index);
        let (stop, scored) = stop_of(codes.next()?.filter(|code| *code < 9)?);
        let mut steps = vec![RunStep { hex, stop, scored }];
        loop {
            let code = codes.next()??;
            if code == END {
                break;
            }
            if code / 9 < 6 {
                hex = map.neighbour(hex, (code / 9) as u8)?;
            }
            let (stop, scored) = stop_of(code % 9);
            steps.push(RunStep { hex, stop, scored });
        }
        runs.push(Run { train, steps });
    }
    Some(runs)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs of whole games come back from their code as they were.
    #[test]
    fn runs_come_back_from_their_code() {
        let mut seen = 0;
        for (title, players) in [("18ardennes", 3), ("1873", 3), ("1835", 3)] {
            let whole = crate::demo::by_itself(title, 5, players).expect("it comes to its end");
            let mut game = Game::new(whole.setup().clone()).expect("a game");
            for entry in whole.log() {
                if let Action::Run(runs) = &entry.action
                    && let Some(company) = game.asks().first().and_then(|ask| ask.company)
                {
                    let code = encode(&game, company, runs).expect("a code");
                    assert_eq!(decode(&game, company, &code).as_ref(), Some(runs));
                    seen += runs.len();
                    for bad in ["A", "AA", "____", "é", "AAAA", "AAAAzzzz"] {
                        let _ = decode(&game, company, bad);
                    }
                }
                game.enter(entry.clone()).expect("it replays");
            }
        }
        assert!(seen > 50, "{seen}");
    }
}
