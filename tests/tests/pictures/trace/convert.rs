//! From the state of a recorded game to a position.

use super::{Position, number, text, train_id};
use anyhow::{Context, Result};
use engine::board::{Bonus, Occupant};
use engine::finance::{Account, Holder};
use engine::ids::{CompanyId, KindId, PaperId, Seat, StopRef, TrainId};
use engine::rolling_stock::TrainHolder;
use engine::shared::Status;
use engine::titles::Mark;
use engine::{Definition, Shared};
use render::{Note, Standing};
use serde_json::Value;

fn seat(players: &[String], name: &Value) -> Option<Seat> {
    players
        .iter()
        .position(|player| player == text(name))
        .map(Seat::from)
}

pub fn convert(definition: Definition, state: &Value) -> Result<Position> {
    let players: Vec<String> = state["player_order"]
        .as_array()
        .context("player_order")?
        .iter()
        .map(|name| text(name).to_string())
        .collect();
    let mut shared = Shared::new(&definition, players.len());
    for (index, player) in players.iter().enumerate() {
        let cash = number(&state["players"][player]["cash"]) as i32;
        shared
            .cash
            .pay(Account::Bank, Account::Player(Seat::from(index)), cash);
    }
    shared.phase = definition
        .phases
        .iter()
        .position(|phase| phase.name == text(&state["phase"]))
        .context("phase")? as u8;
    shared.turn = number(&state["round"]["turn"]) as u16;
    if let Some(priority) = seat(&players, &state["priority"]) {
        shared.table.priority = priority;
    }
    companies(&definition, &mut shared, state, &players)?;
    board(&definition, &mut shared, state)?;
    trains(&definition, &mut shared, state)?;
    let mut marks = Vec::new();
    marks_of(&definition, state, &mut marks);
    let order = state["operating_order"]
        .as_array()
        .map(|list| {
            list.iter()
                .filter_map(|id| definition.company(text(id)))
                .collect()
        })
        .unwrap_or_default();
    let round = &state["round"];
    let turn = number(&round["turn"]);
    let round = match text(&round["kind"]) {
        "operating" => format!("OR {turn}.{}", number(&round["number"])),
        "stock" => format!("SR {turn}"),
        "major_auction" => format!("Auction {turn}"),
        _ => "Initial auction".to_string(),
    };
    let standings = players
        .iter()
        .map(|player| {
            let player = &state["players"][player];
            Standing {
                worth: number(&player["value"]) as i32,
                certificates: number(&player["certs"]) as u8,
                limit: number(&player["cert_limit"]) as u8,
            }
        })
        .collect();
    let notes = ["E3", "F2", "G1"]
        .into_iter()
        .filter_map(|hex| definition.map.hex(hex))
        .map(|hex| Note {
            hex,
            text: "⚓ 20–80".to_string(),
        })
        .collect();
    let phase_notes = ["", "", "2-trains go", "", "3-trains go; 4D on sale"]
        .map(str::to_string)
        .to_vec();
    Ok(Position {
        definition,
        shared,
        marks,
        players,
        round,
        caption: String::new(),
        order,
        changed: Vec::new(),
        routes: Vec::new(),
        notes,
        standings,
        phase_notes,
        market_notes: Vec::new(),
        company_notes: Vec::new(),
        train_limits: Vec::new(),
    })
}

fn companies(
    definition: &Definition,
    shared: &mut Shared,
    state: &Value,
    players: &[String],
) -> Result<()> {
    for company in definition.company_ids() {
        let known = &state["companies"][&definition.at(company).id];
        let entry = shared.company_mut(company).context("company")?;
        entry.status = if known.is_null() || !known["closed"].is_null() {
            Status::Closed
        } else if known["started"].as_bool() == Some(true) {
            Status::Open
        } else {
            Status::Unopened
        };
        entry.units = number(&known["total_shares"]) as u8;
        entry.operated = known["operated"].as_bool() == Some(true);
        entry.tokens_left = number(&known["tokens_left"]) as u8;
        shared.cash.pay(
            Account::Bank,
            Account::Company(company),
            number(&known["cash"]) as i32,
        );
        papers(definition, shared, state, players, company);
    }
    for (private, def) in definition.privates.iter().enumerate() {
        if let Some(paper) = shared.papers.private_paper(definition, private.into())
            && let Some(owner) = seat(players, &state["privates"][&def.id]["owner"])
        {
            shared.papers.move_to(paper, Holder::Player(owner));
        }
    }
    if let Some(market) = state["market"].as_object() {
        for (price, ids) in market {
            let cell = definition
                .chart
                .priced(price.parse()?, "")
                .context("price")?;
            for id in ids.as_array().into_iter().flatten() {
                if let Some(company) = definition.company(text(id)) {
                    shared.markers.place(company, cell, true);
                }
            }
        }
    }
    Ok(())
}

fn papers(
    definition: &Definition,
    shared: &mut Shared,
    state: &Value,
    players: &[String],
    company: CompanyId,
) {
    let id = &definition.at(company).id;
    let known = &state["companies"][id];
    let list: Vec<(PaperId, u8, bool)> = shared.papers.of_company(definition, company).collect();
    let mut singles = list.iter().filter(|(_, _, director)| !director);
    let mut give = |shared: &mut Shared, count: i64, holder: Holder| {
        for (paper, _, _) in singles.by_ref().take(count.max(0) as usize) {
            shared.papers.move_to(*paper, holder);
        }
    };
    for (index, player) in players.iter().enumerate() {
        let share = &state["players"][player]["shares"][id];
        let holder = Holder::Player(Seat::from(index));
        let director = share["president"].as_bool() == Some(true);
        if director && let Some(paper) = shared.papers.director_paper(definition, company) {
            shared.papers.move_to(paper, holder);
        }
        give(
            shared,
            number(&share["certs"]) - i64::from(director),
            holder,
        );
    }
    if shared.is_open(company) {
        give(
            shared,
            number(&known["treasury"]["certs"]),
            Holder::Company(company),
        );
        give(shared, number(&known["market"]["certs"]), Holder::Pool);
    }
}

fn board(definition: &Definition, shared: &mut Shared, state: &Value) -> Result<()> {
    let map = &definition.map;
    for (hex, tile) in state["tiles"].as_object().into_iter().flatten() {
        let face = map.tile(text(&tile["tile"])).context("tile")?;
        let hex = map.hex(hex).context("hex")?;
        shared
            .board
            .place_tile(map, hex, face, number(&tile["rotation"]) as u8);
    }
    for (name, tokens) in state["tokens"].as_object().into_iter().flatten() {
        let hex = map.hex(name).context("hex")?;
        for token in tokens.as_array().into_iter().flatten() {
            if number(&token["slot"]) < 0 {
                continue;
            }
            let what = match text(&token["company"]) {
                "mine" => Occupant::Bonus(Bonus::Mine),
                "port" => Occupant::Bonus(Bonus::Ferry),
                id => Occupant::Station(definition.company(id).context("company")?),
            };
            let exits = token["exits"]
                .as_array()
                .into_iter()
                .flatten()
                .fold(0u8, |mask, edge| mask | 1 << number(edge));
            let track = shared.board.track(map, hex);
            let stop = track
                .stop_exits
                .iter()
                .position(|mask| exits != 0 && mask & exits == exits)
                .unwrap_or(number(&token["stop"]) as usize);
            let at = StopRef {
                hex,
                stop: stop as u8,
            };
            shared.board.put(at, number(&token["slot"]) as u8, what);
        }
    }
    Ok(())
}

fn trains(definition: &Definition, shared: &mut Shared, state: &Value) -> Result<()> {
    let mut held: Vec<(TrainId, KindId, TrainHolder, bool)> = Vec::new();
    let mut add = |train: &Value, holder: TrainHolder| -> Result<()> {
        let kind = definition
            .kind(text(&train["train"]))
            .context("kind of train")?;
        let id = train_id(definition, text(&train["id"]))?;
        held.push((id, kind, holder, train["obsolete"].as_bool() == Some(true)));
        Ok(())
    };
    for (id, company) in state["companies"].as_object().into_iter().flatten() {
        let Some(owner) = definition.company(id) else {
            continue;
        };
        for train in company["trains"].as_array().into_iter().flatten() {
            add(train, TrainHolder::Company(owner))?;
        }
    }
    for train in state["depot"]["open_market"]
        .as_array()
        .into_iter()
        .flatten()
    {
        add(train, TrainHolder::Pool)?;
    }
    for (index, train) in definition.trains.iter().enumerate() {
        let kind = KindId::from(index);
        if definition.stack_of(kind) != kind {
            continue;
        }
        let left = state["depot"]["remaining"]
            .as_array()
            .into_iter()
            .flatten()
            .find(|entry| text(&entry["train"]) == train.name)
            .map_or(0, |entry| number(&entry["count"]));
        let last = held
            .iter()
            .filter(|(id, ..)| id.stack == kind)
            .map(|(id, ..)| i64::from(id.number) + 1)
            .max()
            .unwrap_or(0);
        let taken = train.count.map_or(last, |count| i64::from(count) - left);
        for _ in 0..taken {
            shared.depot.take(definition, kind, TrainHolder::Gone);
        }
    }
    for (id, kind, holder, obsolete) in held {
        if let Some(train) = shared.depot.get_mut(id) {
            train.kind = kind;
            train.obsolete = obsolete;
        }
        shared.depot.move_to(id, holder);
    }
    Ok(())
}

fn marks_of(definition: &Definition, state: &Value, marks: &mut Vec<Mark>) {
    let map = &definition.map;
    for (hex, count) in state["extra"]["forts_on_map"]
        .as_object()
        .into_iter()
        .flatten()
    {
        if let Some(hex) = map.hex(hex) {
            marks.push(Mark::Forts {
                hex,
                count: number(count) as u8,
            });
        }
    }
    for (hex, tokens) in state["tokens"].as_object().into_iter().flatten() {
        for token in tokens.as_array().into_iter().flatten() {
            if number(&token["slot"]) < 0
                && let Some(hex) = map.hex(hex)
            {
                let bonus = match text(&token["company"]) {
                    "mine" => Bonus::Mine,
                    _ => Bonus::Ferry,
                };
                marks.push(Mark::Waiting { hex, bonus });
            }
        }
    }
    for company in definition.company_ids() {
        let known = &state["companies"][&definition.at(company).id];
        let count = number(&known["forts"]) as u8;
        if count > 0 {
            marks.push(Mark::CompanyForts { company, count });
        }
        for (key, bonus) in [("mines", Bonus::Mine), ("ports", Bonus::Ferry)] {
            for hex in known[key].as_array().into_iter().flatten() {
                if let Some(hex) = map.hex(text(hex)) {
                    marks.push(Mark::Right {
                        company,
                        hex,
                        bonus,
                    });
                }
            }
        }
    }
}
