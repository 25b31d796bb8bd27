//! Two trials side by side, with the game as it stands before them.

use super::desk::Desk;
use super::trial::Trial;
use super::{page, quoted, runs};
use crate::look::grid;
use crate::narration::company_name;
use crate::reply::{Picture, Reply};
use crate::table::Refusal;
use crate::text;
use engine::Game;
use engine::ids::{CompanyId, Seat};
use std::sync::Arc;

/// Companies compared at most, for the room on a phone.
const COMPANIES: usize = 4;

/// `/plan compare`.
pub(super) fn compare(desk: &Desk<'_>, first: &Trial, second: &Trial) -> Result<Reply, Refusal> {
    if first.id.0 == second.id.0 {
        return Err(Refusal::new(
            "Both are the same trial; a comparison needs two.",
        ));
    }
    let real = desk.play()?;
    let games = [&real.game, &first.play.game, &second.play.game];
    let mut companies = first.companies();
    for company in second.companies() {
        if !companies.contains(&company) {
            companies.push(company);
        }
    }
    companies.truncate(COMPANIES);
    let mut rows = vec![row("", ["game", "A", "B"].map(String::from))];
    rows.push(row("round", games.map(Game::round_name)));
    for company in companies {
        rows.extend(of_company(&games, company));
    }
    for seat in real.game.seats() {
        rows.extend(of_seat(&games, seat, real.names.raw(seat)));
    }
    let laid = [first, second].map(|trial| trial.laid().len());
    rows.push(row(
        "tiles laid",
        ["".into(), laid[0].to_string(), laid[1].to_string()],
    ));
    let about = |letter: &str, trial: &Trial| {
        let moved = if desk.now().head == trial.head {
            ""
        } else {
            ", the game has moved on"
        };
        format!(
            "**{letter} {}** (from move {}{moved}): {}",
            quoted(&trial.name),
            trial.moves,
            tiles(trial)
        )
    };
    let text = format!(
        "**TRIALS compared** — only you see it. Game {}, at move {}.\n{}\n{}\n{}",
        desk.game,
        desk.now().moves,
        text::clip(&about("A", first), 350),
        text::clip(&about("B", second), 350),
        fitting(rows)
    );
    let picture = |letter: &str, trial: &Trial| {
        let bytes = desk
            .tables
            .pictures()
            .map(&trial.play.game, &page::caption(desk, trial))?;
        Some(Picture {
            name: format!("trial-{}.png", letter.to_lowercase()),
            alt: format!("TRIAL {letter}: the map, {}", trial.play.game.round_name()),
            bytes: Arc::new(bytes),
        })
    };
    Ok(Reply::new(text)
        .with_picture(picture("A", first))
        .with_picture(picture("B", second)))
}

/// The table, without its last rows if it would not fit.
fn fitting(mut rows: Vec<Vec<String>>) -> String {
    loop {
        let table = grid(&rows);
        if text::length(&table) <= 1100 || rows.len() < 3 {
            return table;
        }
        rows.pop();
    }
}

fn row(name: &str, cells: [String; 3]) -> Vec<String> {
    let mut row = vec![name.to_string()];
    row.extend(cells);
    row
}

/// What the trials change of a company: what it could run for, treasury, price, trains.
fn of_company(games: &[&Game; 3], company: CompanyId) -> Vec<Vec<String>> {
    let definition = games[0].definition();
    let money = |sum: i32| definition.money.print(sum);
    let name = company_name(definition, company);
    let mut rows = Vec::new();
    let best = games.map(|game| runs::best(game, company).map(|best| best.sums.total));
    if best.iter().any(Option::is_some) {
        let cells = best.map(|sum| sum.map_or_else(|| "–".into(), money));
        rows.push(row(&format!("{name} runs"), cells));
    }
    rows.push(row(
        &format!("{name} treasury"),
        games.map(|game| money(game.shared().treasury(company))),
    ));
    let prices = games.map(|game| game.shared().price(definition, company));
    if prices.iter().any(Option::is_some) {
        let cells = prices.map(|price| price.map_or_else(|| "–".into(), money));
        rows.push(row(&format!("{name} price"), cells));
    }
    let trains = games.map(|game| {
        let names: Vec<String> = game
            .shared()
            .trains(company)
            .map(|train| definition.train(train.kind).name.clone())
            .collect();
        match names.len() {
            0 => "none".to_string(),
            _ => names.join("+"),
        }
    });
    rows.push(row(&format!("{name} trains"), trains));
    rows
}

/// Cash and worth of a player, where a trial changes them.
fn of_seat(games: &[&Game; 3], seat: Seat, name: &str) -> Vec<Vec<String>> {
    let money = |sum: i32| games[0].definition().money.print(sum);
    let name: String = name.chars().take(12).collect();
    let cash = games.map(|game| game.shared().player_cash(seat));
    let worth = games.map(|game| game.worth(seat));
    let mut rows = Vec::new();
    for (what, sums) in [("cash", cash), ("worth", worth)] {
        if sums.iter().any(|sum| *sum != sums[0]) {
            rows.push(row(&format!("{name} {what}"), sums.map(money)));
        }
    }
    rows
}

/// The tiles that a trial laid, or that it laid none.
fn tiles(trial: &Trial) -> String {
    let map = &trial.play.game.definition().map;
    let tiles: Vec<String> = trial
        .laid()
        .into_iter()
        .map(|(hex, placed)| {
            format!(
                "{} {}@{}",
                map.at(hex).name,
                map.face(placed.face).id,
                placed.rot
            )
        })
        .collect();
    match tiles.len() {
        0 => "no tiles".into(),
        _ => tiles.join(", "),
    }
}
