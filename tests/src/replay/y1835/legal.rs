//! Our offers beside those that the reference lists with each line.

use super::Y1835;
use crate::replay::legal::{Difference, Offers};
use crate::replay::ways::{Ways, covered};
use engine::action::Lot;
use engine::board::End;
use engine::finance::Holder;
use engine::ids::CompanyId;
use engine::{Action, Game, Source, Topic, TrainSource};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

fn text<'v>(item: &'v Value, key: &str) -> &'v str {
    item.get(key).and_then(Value::as_str).unwrap_or("?")
}

fn number(item: &Value, key: &str) -> i64 {
    item.get(key).and_then(Value::as_i64).unwrap_or(-1)
}

/// What the reference lists, each choice as a line.
fn theirs(kind: &str, list: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    if kind.starts_with("lay_tile") {
        for (hex, tiles) in list.as_object().into_iter().flatten() {
            for (tile, turns) in tiles.as_object().into_iter().flatten() {
                for rot in turns.as_array().into_iter().flatten() {
                    found.insert(format!("{hex} {tile}@{rot}"));
                }
            }
        }
        return found;
    }
    for item in list.as_array().into_iter().flatten() {
        let line = match kind {
            "place_token" | "place_token:NF" | "place_token:PfB" => {
                format!("{} {}", text(item, "hex"), number(item, "stop"))
            }
            "buy_share" if text(item, "from") == "ipo" => format!("{} ipo", text(item, "company")),
            "buy_share" => format!(
                "{} {}% {}",
                text(item, "company"),
                number(item, "pct"),
                text(item, "from")
            ),
            "par" => format!("{} ipo", text(item, "company")),
            "sell_shares" => format!(
                "{} {}%",
                text(item, "company"),
                number(item, "pct") * number(item, "count")
            ),
            "buy_train" => format!("{} {}", text(item, "train"), text(item, "from")),
            "buy" => text(item, "item").to_owned(),
            "discard_train" => {
                for train in item
                    .get("trains")
                    .and_then(Value::as_array)
                    .into_iter()
                    .flatten()
                {
                    found.insert(train.as_str().unwrap_or("?").to_owned());
                }
                continue;
            }
            _ => item.as_str().unwrap_or("?").to_owned(),
        };
        found.insert(line);
    }
    found
}

/// The lists that are compared, and which of them share one.
fn family(kind: &str) -> Option<&str> {
    Some(match kind {
        "par" => "buy_share",
        "lay_tile" | "lay_tile:OBB" | "lay_tile:PfB" | "place_token" | "place_token:NF"
        | "place_token:PfB" | "buy_share" | "sell_shares" | "buy_train" | "buy"
        | "discard_train" | "exchange" => kind,
        _ => return None,
    })
}

/// The choice of ours as a line of that list.
fn ours(adapter: &Y1835, game: &Game, action: &Action, kind: &str) -> Option<String> {
    let definition = game.definition();
    let id = |company: CompanyId| definition.at(company).id.clone();
    let lay = |hex, face, rot: u8| {
        format!(
            "{} {}@{rot}",
            definition.map.at(hex).name,
            definition.map.face(face).id
        )
    };
    let place = |hex, stop: u8| format!("{} {stop}", definition.map.at(hex).name);
    let by = |private| kind.split(':').nth(1) == Some(definition.private_at(private).id.as_str());
    let trains = &game.shared().depot;
    let kind_of = |train| {
        trains.get(train).map_or_else(
            || "?".into(),
            |card| definition.train(card.kind).name.clone(),
        )
    };
    match (kind, action) {
        ("lay_tile", Action::Lay(hex, face, rot)) => Some(lay(*hex, *face, *rot)),
        ("lay_tile:OBB" | "lay_tile:PfB", Action::LayBy(private, hex, face, rot))
            if by(*private) =>
        {
            Some(lay(*hex, *face, *rot))
        }
        ("place_token", Action::Token(hex, stop)) => Some(place(*hex, *stop)),
        ("place_token:NF" | "place_token:PfB", Action::TokenBy(private, hex, stop))
            if by(*private) =>
        {
            Some(place(*hex, *stop))
        }
        ("buy_share", Action::Buy(company, Source::Treasury)) => {
            Some(format!("{} ipo", id(*company)))
        }
        ("buy_share", Action::BuyPaper(company, percent, None)) => {
            Some(format!("{} {percent}% pool", id(*company)))
        }
        ("buy_share", Action::BuyPaper(company, percent, Some(seat))) => Some(format!(
            "{} {percent}% {}",
            id(*company),
            adapter.name(*seat)
        )),
        ("buy_share", Action::BuyDirector(company)) => {
            let papers = &game.shared().papers;
            let units = papers
                .held(definition, *company, Holder::Pool)
                .find(|(_, _, director)| *director)
                .map_or(0, |(_, units, _)| units);
            Some(format!("{} {}% pool", id(*company), units * 5))
        }
        ("sell_shares", Action::SellPapers(company, parcel)) => {
            let (seat, papers) = (game.decision()?.seat, &game.shared().papers);
            let top = papers
                .held(definition, *company, Holder::Player(seat))
                .find(|(_, _, director)| *director)
                .map_or(0, |(_, units, _)| units * 5);
            let sum = parcel.percent() + u16::from(if parcel.director { top } else { 0 });
            Some(format!("{} {sum}%", id(*company)))
        }
        ("buy_train", Action::Train(source)) => Some(match source {
            TrainSource::Stack(kind, _) | TrainSource::Onto(kind, _) => {
                format!("{} ipo", definition.train(*kind).name)
            }
            TrainSource::Market(train, _) => format!("{} pool", kind_of(*train)),
            TrainSource::Company(train, seller, ..) => {
                format!("{} {}", kind_of(*train), id(*seller))
            }
        }),
        ("buy", Action::Take(lot)) | ("exchange", Action::Fold(lot)) => Some(match lot {
            Lot::Private(private) => definition.private_at(*private).id.clone(),
            Lot::Company(company) => id(*company),
        }),
        ("discard_train", Action::Discard(train)) => Some(kind_of(*train)),
        _ => None,
    }
}

/// All lists of the line beside ours.
pub(super) fn offers(adapter: &Y1835, game: &Game, list: &Value) -> Offers {
    let mut offers = Offers::default();
    // Recorded games list what the program offered to people then.
    let Some(ask) = game.decision().filter(|_| !adapter.recorded) else {
        return offers;
    };
    let legal = game.legal(ask.seat);
    let mut kinds: Vec<(&str, BTreeSet<String>)> = Vec::new();
    for (kind, list) in list.as_object().into_iter().flatten() {
        let Some(name) = family(kind) else {
            continue;
        };
        let lines = theirs(kind, list);
        match kinds.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => known.extend(lines),
            None => kinds.push((name, lines)),
        }
    }
    for (kind, theirs) in kinds {
        offers.lists += 1;
        let ours: BTreeMap<String, &Action> = legal
            .actions()
            .filter_map(|action| Some((ours(adapter, game, action, kind)?, action)))
            .collect();
        let mine = ours
            .iter()
            .filter(|(line, _)| !theirs.contains(*line))
            .map(|(line, action)| (line, Some(*action)));
        let other = theirs
            .iter()
            .filter(|line| !ours.contains_key(*line))
            .map(|line| (line, None));
        for (line, only_ours) in mine.chain(other) {
            offers.differences.push(Difference {
                list: kind.to_owned(),
                only_ours: only_ours.is_some(),
                line: line.clone(),
                rule: known(game, kind, line, only_ours),
            });
        }
    }
    offers
}

/// The rule by which such a difference is right; `None` for one that is on no list.
fn known(game: &Game, kind: &str, line: &str, only_ours: Option<&Action>) -> Option<&'static str> {
    let topic = game.decision()?.topic;
    match (kind, only_ours) {
        // Routes are looked for on our own. The reference's search goes over each place from one side only; and of a branch
        // that a promotion of plain track adds it asks for no route (option `branch_at_far_edge`).
        ("lay_tile", only_ours) => {
            let map = &game.definition().map;
            let (hex, face, rot) = match only_ours {
                Some(action) => action.lay()?,
                None => {
                    let (hex, tile) = line.split_once(' ')?;
                    let (face, rot) = tile.split_once('@')?;
                    (map.hex(hex)?, map.tile(face)?, rot.parse().ok()?)
                }
            };
            let found = covered(game, hex, face, rot)?;
            let plain = map.face(face).stops.is_empty();
            match (only_ours.is_some(), found) {
                (true, true) => Some("E35-VI-07"),
                (_, false) if plain => Some("E35-VII-07"),
                _ => None,
            }
        }
        ("place_token", Some(Action::Token(hex, stop))) => {
            let ways = Ways {
                map: &game.definition().map,
                board: &game.shared().board,
                company: game.decision()?.company?,
            };
            let found = ways.any(&|at, _, to| at == *hex && to == End::Stop(*stop));
            found.then_some("E35-VIII-06")
        }
        // A private's station may be placed in the step of track, which stands open until then.
        ("place_token", None) if topic == Topic::Track => Some("E35-V.3-01"),
        // The reference waits for a company's first turn.
        ("sell_shares", Some(Action::SellPapers(company, _)))
            if topic == Topic::Raise && !game.shared().company(*company).operated =>
        {
            Some("E35-XV.7-04")
        }
        // The reference sells one size at a time.
        ("sell_shares", Some(Action::SellPapers(_, parcel))) => {
            let sizes = [
                parcel.fives > 0,
                parcel.tens > 0,
                parcel.twenties > 0,
                parcel.director,
            ];
            (sizes.iter().filter(|there| **there).count() > 1).then_some("E35-RUL-37")
        }
        // No more than what lacks.
        ("sell_shares", None) if topic == Topic::Raise => Some("E35-XII-20"),
        _ => None,
    }
}
