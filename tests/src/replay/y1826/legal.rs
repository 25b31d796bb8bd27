//! Our offers beside those that the reference lists with each line of a random game.

use super::Y1826;
use crate::replay::legal::{Difference, Offers};
use engine::action::Lot;
use engine::ids::CompanyId;
use engine::{Action, Game, Source, TrainSource};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

fn text<'v>(item: &'v Value, key: &str) -> &'v str {
    item.get(key).and_then(Value::as_str).unwrap_or("?")
}

fn number(item: &Value, key: &str) -> i64 {
    item.get(key).and_then(Value::as_i64).unwrap_or(-1)
}

fn items(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    value.and_then(Value::as_array).into_iter().flatten()
}

/// What the reference lists, each choice as a line.
fn theirs(kind: &str, list: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    if kind.starts_with("lay_tile") {
        for (hex, tiles) in list.as_object().into_iter().flatten() {
            for (tile, turns) in tiles.as_object().into_iter().flatten() {
                for rot in items(Some(turns)) {
                    found.insert(format!("{hex} {tile}@{rot}"));
                }
            }
        }
        return found;
    }
    for item in items(Some(list)) {
        let company = text(item, "company");
        let line = match kind {
            "place_token" => format!("{} {}", text(item, "hex"), number(item, "stop")),
            "place_bonus_token" => {
                let hexes = items(item.get("hexes")).filter_map(Value::as_str);
                found.extend(hexes.map(String::from));
                continue;
            }
            "buy_share" if text(item, "from") == "pool" => format!("{company} pool"),
            "buy_share" => format!("{company} offering"),
            "par" => format!("{company} president"),
            "sell_shares" => {
                let percent = number(item, "pct") * number(item, "count");
                format!("{company} {percent}%")
            }
            "buy_train" => format!("{} {}", text(item, "train"), text(item, "from")),
            "buy" | "bid" => text(item, "item").to_owned(),
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
        "lay_tile" | "lay_tile:Bridge" | "place_token" | "place_bonus_token" | "buy_share"
        | "sell_shares" | "buy_train" | "buy" | "bid" => kind,
        _ => return None,
    })
}

/// The choice of ours as a line of that list.
fn ours(game: &Game, action: &Action, kind: &str) -> Option<String> {
    let definition = game.definition();
    let id = |company: CompanyId| definition.at(company).id.as_str();
    let lay = |hex, face, rot: u8| {
        let tile = &definition.map.face(face).id;
        format!("{} {tile}@{rot}", definition.map.at(hex).name)
    };
    let kind_of = |train| {
        let card = game.shared().depot.get(train);
        card.map_or("?", |card| definition.train(card.kind).name.as_str())
    };
    match (kind, action) {
        ("lay_tile", Action::Lay(hex, face, rot))
        | ("lay_tile:Bridge", Action::LayBy(_, hex, face, rot)) => Some(lay(*hex, *face, *rot)),
        ("place_token", Action::Token(hex, stop)) => {
            Some(format!("{} {stop}", definition.map.at(*hex).name))
        }
        ("place_bonus_token", Action::Use(_, Some(hex))) => {
            Some(definition.map.at(*hex).name.clone())
        }
        ("buy_share", Action::Buy(company, Source::Market)) => {
            Some(format!("{} pool", id(*company)))
        }
        ("buy_share", Action::Buy(company, Source::Treasury)) => {
            Some(format!("{} offering", id(*company)))
        }
        ("buy_share", Action::Form(company, _)) => Some(format!("{} president", id(*company))),
        ("sell_shares", Action::Sell(company, units)) => {
            let all = u32::from(game.shared().company(*company).units).max(1);
            Some(format!(
                "{} {}%",
                id(*company),
                u32::from(*units) * 100 / all
            ))
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
        ("buy", Action::Take(Lot::Private(private)))
        | (
            "bid",
            Action::Bid {
                lot: Lot::Private(private),
                ..
            },
        ) => Some(definition.private_at(*private).id.clone()),
        _ => None,
    }
}

/// All lists of the line beside ours.
pub(super) fn offers(adapter: &Y1826, game: &Game, list: &Value) -> Offers {
    let mut offers = Offers::default();
    // Recorded games list what the program offered to people then.
    let Some(ask) = game
        .decision()
        .filter(|_| adapter.name.starts_with("random"))
    else {
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
            .filter_map(|action| Some((ours(game, action, kind)?, action)))
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
fn known(
    _game: &Game,
    _kind: &str,
    _line: &str,
    _only_ours: Option<&Action>,
) -> Option<&'static str> {
    None
}
