//! What holds in every position of every game.

use crate::board::Occupant;
use crate::finance::{Account, Holder};
use crate::game::Game;
use crate::ids::StopRef;
use crate::rules::CompanyKind;
use crate::shared::Status;

/// What is wrong with a position; empty for a sane one. `money` is the sum of all cash.
pub fn faults(game: &Game, money: i64) -> Vec<String> {
    let mut faults = Vec::new();
    let mut require = |holds: bool, what: String| {
        if !holds {
            faults.push(what);
        }
    };
    let (definition, state) = (game.definition(), game.shared());
    let total = state.cash.total();
    require(total == money, format!("all money is {total}, not {money}"));
    for seat in game.seats() {
        let cash = state.player_cash(seat);
        require(cash >= 0, format!("P{} has {cash}", seat.0 + 1));
    }
    for company in definition.company_ids() {
        let id = &definition.at(company).id;
        let facts = state.company(company);
        let cash = state.cash.of(Account::Company(company));
        require(cash >= 0, format!("{id} has {cash}"));
        let open = facts.status == Status::Open;
        let marker = state.markers.cell(company).is_some();
        let kind = definition.at(company).kind;
        // A mine of Harzbahn 1873 and a minor of 1835 have none.
        let unpriced =
            kind == CompanyKind::Mine || kind == CompanyKind::Minor && game.y1835().is_some();
        require(
            open == marker || unpriced && !marker,
            format!("{id} is open: {open}, has a marker: {marker}"),
        );
        let stations = state.board.markers(company).count();
        require(
            open || stations == 0,
            format!("{id} is not in play and has stations"),
        );
    }
    if let Some((rules, state)) = game.harzbahn() {
        faults.extend(crate::titles::harzbahn::position::faults(rules, state));
    } else if let Some((rules, state)) = game.y1826() {
        faults.extend(crate::titles::y1826::sane::faults(rules, state));
    } else if let Some((rules, state)) = game.y1835() {
        faults.extend(crate::titles::y1835::position::faults(rules, state));
    } else {
        presidents(game, &mut faults);
    }
    circles(game, &mut faults);
    faults
}

/// Shares and presidents of companies with director's certificates.
fn presidents(game: &Game, faults: &mut Vec<String>) {
    let (definition, state) = (game.definition(), game.shared());
    let mut require = |holds: bool, what: String| {
        if !holds {
            faults.push(what);
        }
    };
    let anyone_out = state.table.out.iter().any(|out| *out);
    for company in definition.company_ids() {
        let id = &definition.at(company).id;
        let facts = state.company(company);
        let open = facts.status == Status::Open;
        let stations = state.board.markers(company).count();
        let tokens = stations + usize::from(facts.tokens_left);
        let most = usize::from(definition.at(company).tokens);
        require(
            tokens <= most,
            format!("{id} has {tokens} stations of {most}"),
        );
        if !open || definition.at(company).kind != CompanyKind::Major {
            continue;
        }
        let units: u8 = state
            .papers
            .of_company(definition, company)
            .filter(|(paper, _, _)| {
                !matches!(
                    state.papers.holder(*paper),
                    Holder::Reserved | Holder::Gone | Holder::Initial
                )
            })
            .map(|(_, units, _)| units)
            .sum();
        require(
            units == facts.units,
            format!("{id} has {units} shares out, not {}", facts.units),
        );
        let pool = state.units(definition, company, Holder::Pool);
        require(
            pool <= facts.units / 2 || anyone_out || state.director(definition, company).is_none(),
            format!("the market holds {pool} shares of {id}"),
        );
        if let Some(director) = state.director(definition, company) {
            let own = state.units(definition, company, Holder::Player(director));
            for seat in game.seats() {
                let units = state.units(definition, company, Holder::Player(seat));
                require(
                    units <= own,
                    format!(
                        "P{} has {units} shares of {id}, its president {own}",
                        seat.0 + 1
                    ),
                );
            }
        }
    }
}

/// Every token lies in a circle of its own.
fn circles(game: &Game, faults: &mut Vec<String>) {
    let (definition, state) = (game.definition(), game.shared());
    let mut require = |holds: bool, what: String| {
        if !holds {
            faults.push(what);
        }
    };
    let map = &definition.map;
    for hex in map.hex_ids() {
        let face = state.board.face(map, hex);
        let mut seen: Vec<(StopRef, u8)> = Vec::new();
        for token in state.board.tokens_on(hex) {
            let slots = face
                .stops
                .get(usize::from(token.at.stop))
                .map_or(0, |stop| stop.slots);
            let name = format!("{}/{}", map.at(hex).name, token.at.stop);
            let what = match token.what {
                Occupant::Station(company) | Occupant::Inactive(company) => {
                    definition.at(company).id.as_str()
                }
                Occupant::Bonus(bonus) => bonus.name(),
            };
            require(
                token.slot < slots,
                format!("{what} lies in circle {} of {slots} on {name}", token.slot),
            );
            require(
                !seen.contains(&(token.at, token.slot)),
                format!("two tokens lie in one circle of {name}"),
            );
            seen.push((token.at, token.slot));
        }
    }
}
