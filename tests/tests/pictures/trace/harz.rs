//! From the state of a recorded game of Harzbahn 1873 to a game that stands there.

use super::{number, text, train_id};
use anyhow::{Context, Result};
use engine::board::Occupant;
use engine::finance::{Account, Holder};
use engine::ids::{KindId, Seat, StopRef, TrainId};
use engine::rolling_stock::TrainHolder;
use engine::rules::CompanyKind;
use engine::shared::Status;
use engine::titles::harzbahn::{Frame, Harz, HarzRules, Reserved, Right};
use engine::{Game, Setup};
use serde_json::Value;

/// The game in the state; players by their names in the order of their seats.
pub fn game(state: &Value, players: &[String]) -> Result<Game> {
    let setup = Setup::new("1873", players.len() as u8);
    let rules = HarzRules::new(&setup).map_err(|why| anyhow::anyhow!("{why}"))?;
    let definition = &rules.definition;
    let map = &definition.map;
    let mut harz = Harz::new(&rules);
    let seat = |name: &Value| {
        players
            .iter()
            .position(|player| player == text(name))
            .map(Seat::from)
    };
    let order = state["player_order"].as_array().context("player_order")?;
    harz.shared.table.order = order.iter().filter_map(&seat).collect();
    harz.shared.phase = definition
        .phases
        .iter()
        .position(|phase| phase.name == text(&state["phase"]))
        .context("phase")? as u8;
    harz.shared.turn = number(&state["round"]["turn"]) as u16;
    let pay = |harz: &mut Harz, account: Account, sum: i64| {
        let has = harz.shared.cash.of(account);
        harz.shared
            .cash
            .pay(Account::Bank, account, sum as i32 - has);
    };
    for (index, player) in players.iter().enumerate() {
        let sum = number(&state["players"][player]["cash"]);
        pay(&mut harz, Account::Player(Seat::from(index)), sum);
    }
    for (hex, tile) in state["tiles"].as_object().into_iter().flatten() {
        let face = map.tile(text(&tile["tile"])).context("tile")?;
        let hex = map.hex(hex).context("hex")?;
        let rot = number(&tile["rotation"]) as u8;
        harz.shared.board.place_tile(map, hex, face, rot);
    }
    for (hex, tokens) in state["tokens"].as_object().into_iter().flatten() {
        let hex = map.hex(hex).context("hex")?;
        for token in tokens.as_array().into_iter().flatten() {
            let company = definition
                .company(text(&token["company"]))
                .context("token")?;
            let exits = token["exits"]
                .as_array()
                .into_iter()
                .flatten()
                .fold(0u8, |mask, edge| mask | 1 << number(edge));
            let track = harz.shared.board.track(map, hex);
            let stop = (track.stop_exits.iter())
                .position(|mask| exits != 0 && mask & exits == exits)
                .unwrap_or(number(&token["stop"]) as usize);
            let what = if token["inactive"].as_bool() == Some(true) {
                Occupant::Inactive(company)
            } else {
                Occupant::Station(company)
            };
            let at = StopRef {
                hex,
                stop: stop as u8,
            };
            harz.shared
                .board
                .put(at, number(&token["slot"]) as u8, what);
        }
    }
    let mut held: Vec<(TrainId, TrainHolder)> = Vec::new();
    for company in definition.company_ids() {
        let def = definition.at(company);
        let known = &state["companies"][&def.id];
        pay(&mut harz, Account::Company(company), number(&known["cash"]));
        for train in known["trains"].as_array().into_iter().flatten() {
            held.push((
                train_id(definition, text(&train["id"]))?,
                TrainHolder::Company(company),
            ));
        }
        if def.kind == CompanyKind::Mine {
            let open = known["open"].as_bool() == Some(true);
            let owner = text(&known["owner"]);
            let pmc = definition.company(owner);
            let holder = match (seat(&known["owner"]), pmc) {
                _ if !open => Holder::Reserved,
                (Some(seat), _) => Holder::Player(seat),
                (_, Some(pmc)) => Holder::Company(pmc),
                _ => Holder::Initial,
            };
            if let Some(paper) = harz.shared.papers.director_paper(definition, company) {
                harz.shared.papers.move_to(paper, holder);
            }
            let mine = &mut harz.mines[company.index()];
            mine.open = open;
            mine.connected = known["connected"].as_bool() == Some(true);
            mine.machine = number(&known["machine"]) as u8;
            mine.switcher = match known["switcher_id"].as_str() {
                Some(id) => {
                    let card = train_id(definition, id)?;
                    held.push((card, TrainHolder::Company(pmc.unwrap_or(company))));
                    Some(card)
                }
                None => None,
            };
            continue;
        }
        let list: Vec<_> = (harz.shared.papers.of_company(definition, company)).collect();
        let mut papers = list.iter().map(|(paper, _, _)| *paper);
        let mut give = |harz: &mut Harz, count: i64, holder: Holder| {
            for paper in papers.by_ref().take(count.max(0) as usize) {
                harz.shared.papers.move_to(paper, holder);
            }
        };
        for (index, player) in players.iter().enumerate() {
            let count = number(&state["players"][player]["shares"][&def.id]["certs"]);
            give(&mut harz, count, Holder::Player(Seat::from(index)));
        }
        let started = known["started"].as_bool() == Some(true);
        give(&mut harz, number(&known["market"]["certs"]), Holder::Pool);
        let rest = if started {
            Holder::Company(company)
        } else {
            Holder::Initial
        };
        give(&mut harz, number(&known["treasury"]["certs"]), rest);
        give(&mut harz, 99, Holder::Reserved);
        let entry = harz.shared.company_mut(company).context("company")?;
        entry.status = if started {
            Status::Open
        } else {
            Status::Unopened
        };
        entry.units = number(&known["total_shares"]) as u8;
        entry.operated = known["operated"].as_bool() == Some(true);
        entry.tokens_left = number(&known["tokens_left"]) as u8;
        entry.director = seat(&known["owner"]);
        harz.receivership[company.index()] =
            started && text(&known["owner"]) == "market" && def.kind != CompanyKind::External;
        if def.kind == CompanyKind::Major {
            let phase = definition
                .phases
                .iter()
                .position(|phase| phase.name == text(&known["concession_phase"]));
            let line = &mut harz.lines[company.index()];
            line.active =
                started || phase.is_some_and(|phase| phase <= usize::from(harz.shared.phase));
            line.advanced = known["concession_advanced"].as_bool() == Some(true);
            line.complete = known["concession_incomplete"].as_bool() != Some(true);
            line.pending = known["concession_pending"].as_bool() == Some(true);
        }
        if def.kind == CompanyKind::PublicMine {
            harz.pits[company.index()] = known["mines"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|mine| definition.company(text(mine)))
                .collect();
        }
        if let Some(owner) = seat(&state["privates"][&def.id]["owner"]) {
            harz.rights.push(Right {
                company,
                seat: owner,
                option: started,
            });
        }
    }
    for (price, ids) in state["market"].as_object().into_iter().flatten() {
        let cell = definition
            .chart
            .priced(price.parse()?, "")
            .context("price")?;
        for id in ids.as_array().into_iter().flatten() {
            if let Some(company) = definition.company(text(id)) {
                harz.shared.markers.place(company, cell, true);
            }
        }
    }
    for (hex, kept) in state["extra"]["reserved_tiles"]
        .as_object()
        .into_iter()
        .flatten()
    {
        let tile = kept.as_str().unwrap_or(text(&kept["tile"]));
        let hex = map.hex(hex).context("hex")?;
        let company = (rules.special.concessions.iter())
            .find(|line| line.build.iter().any(|part| part.hex == hex))
            .context("whose")?
            .company;
        harz.reserved.push(Reserved {
            hex,
            face: map.tile(tile).context("tile")?,
            company,
        });
    }
    harz.shared.depot = engine::rolling_stock::Depot::new(definition);
    for (index, train) in definition.trains.iter().enumerate() {
        let kind = KindId::from(index);
        if definition.stack_of(kind) != kind {
            continue;
        }
        let last = (held.iter().filter(|(id, _)| id.stack == kind))
            .map(|(id, _)| i64::from(id.number) + 1)
            .max()
            .unwrap_or(0);
        let left = state["depot"]["remaining"]
            .as_array()
            .into_iter()
            .flatten()
            .find(|entry| text(&entry["train"]) == train.name)
            .map_or(0, |entry| number(&entry["count"]));
        let taken = train
            .count
            .map_or(last, |count| (i64::from(count) - left).max(last));
        for _ in 0..taken {
            harz.shared.depot.take(definition, kind, TrainHolder::Gone);
        }
    }
    for (id, holder) in held {
        harz.shared.depot.move_to(id, holder);
    }
    harz.frames = vec![Frame::Operating {
        number: number(&state["round"]["number"]) as u8,
        of: number(&state["round"]["of"]) as u8,
        order: Vec::new(),
        done: 0,
    }];
    Ok(Game::at_harz_position(setup, rules, harz))
}
