//! Our offers beside those that the reference lists with each line of a random game.

use super::Y1826;
use crate::replay::legal::{Difference, Offers};
use crate::replay::trace::Move;
use crate::replay::ways::{Ways, covered};
use engine::action::Lot;
use engine::board::End;
use engine::ids::CompanyId;
use engine::rolling_stock::TrainHolder;
use engine::{Action, Game, Source, Topic, TrainSource};
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
    let own = game.decision().and_then(|ask| ask.company);
    let percent = |company: CompanyId, units: u8| {
        let all = u32::from(game.shared().company(company).units).max(1);
        format!("{} {}%", id(company), u32::from(units) * 100 / all)
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
        ("sell_shares", Action::Sell(company, units)) => Some(percent(*company, *units)),
        // A company that trades its own shares names no company.
        ("sell_shares", Action::Issue(units)) => Some(percent(own?, *units)),
        ("buy_share", Action::BuyBack(_)) => Some(format!("{} pool", id(own?))),
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

/// The choices of ours that a line of theirs could mean.
fn meant(game: &Game, kind: &str, line: &str) -> Vec<Action> {
    let definition = game.definition();
    let map = &definition.map;
    let (first, second) = line.split_once(' ').unwrap_or((line, ""));
    let company = || definition.company(first);
    let mut found: Vec<Action> = Vec::new();
    match kind {
        "lay_tile" | "lay_tile:Bridge" => {
            let lay = second.split_once('@').and_then(|(tile, rot)| {
                Some((map.hex(first)?, map.tile(tile)?, rot.parse::<u8>().ok()?))
            });
            if let Some((hex, face, rot)) = lay {
                found.push(match kind {
                    "lay_tile" => Action::Lay(hex, face, rot),
                    _ => match definition.private("Bridge") {
                        Some(bridge) => Action::LayBy(bridge, hex, face, rot),
                        None => return found,
                    },
                });
            }
        }
        "place_token" => {
            let place = map.hex(first).zip(second.parse::<u8>().ok());
            found.extend(place.map(|(hex, stop)| Action::Token(hex, stop)));
        }
        "place_bonus_token" => {
            let mail = definition.private("Mail").zip(map.hex(first));
            found.extend(mail.map(|(mail, hex)| Action::Use(mail, Some(hex))));
        }
        "buy_share" => found.extend(company().map(|company| match second {
            "pool" => Action::Buy(company, Source::Market),
            "president" => Action::Form(company, 75),
            _ => Action::Buy(company, Source::Treasury),
        })),
        "sell_shares" => {
            let share = second.trim_end_matches('%').parse::<u32>().ok();
            if let Some((company, share)) = company().zip(share) {
                let all = u32::from(game.shared().company(company).units);
                found.push(Action::Sell(company, (share * all / 100) as u8));
            }
        }
        "buy_train" => {
            let Some(kind) = definition.kind(first) else {
                return found;
            };
            let cards = game.shared().depot.all().iter();
            let cards = cards.filter(|card| card.kind == kind);
            match (second, definition.company(second)) {
                ("ipo", _) => found.push(Action::Train(TrainSource::Stack(kind, None))),
                ("pool", _) => found.extend(
                    cards
                        .filter(|card| card.holder == TrainHolder::Pool)
                        .map(|card| Action::Train(TrainSource::Market(card.id, None))),
                ),
                (_, Some(seller)) => found.extend(
                    cards
                        .filter(|card| card.holder == TrainHolder::Company(seller))
                        .map(|card| {
                            let price = definition.train(kind).price;
                            let terms = engine::Terms::default();
                            Action::Train(TrainSource::Company(card.id, seller, price, terms))
                        }),
                ),
                _ => {}
            }
        }
        _ => {}
    }
    found
}

/// The position at the step of that list: what the reference asks later, or not at all, is passed.
fn at_step(game: &Game, kind: &str) -> Game {
    let wanted: &[Topic] = match kind {
        "place_token" | "place_bonus_token" => &[Topic::Token],
        "buy_train" => &[Topic::Trains],
        "buy_share" | "sell_shares" => &[Topic::Trade, Topic::StockTurn, Topic::Trains],
        _ => return game.clone(),
    };
    let mut there = game.clone();
    for _ in 0..4 {
        match there.decision() {
            Some(ask)
                if !wanted.contains(&ask.topic)
                    && matches!(
                        ask.topic,
                        Topic::Convert | Topic::Repay | Topic::Redeem | Topic::Token
                    ) =>
            {
                if there.apply(ask.seat, &Action::Pass).is_err() {
                    break;
                }
            }
            _ => break,
        }
    }
    there
}

/// All lists of the line beside ours.
pub(super) fn offers(adapter: &Y1826, game: &Game, list: &Value) -> Offers {
    let mut offers = Offers::default();
    // Recorded games list what the program offered to people then.
    if !adapter.name.starts_with("random") {
        return offers;
    }
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
        let game = at_step(game, kind);
        let Some(ask) = game.decision() else {
            continue;
        };
        let legal = game.legal(ask.seat);
        let game = &game;
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
                rule: known(game, kind, line, only_ours, &theirs),
            });
        }
    }
    offers
}

/// The percentage of a sale of that company: `Nord 20%`; 0 for another.
fn percent_of(line: &str, id: &str) -> u32 {
    let share = (line.strip_prefix(id)).and_then(|rest| rest.trim().strip_suffix('%'));
    share.and_then(|share| share.parse().ok()).unwrap_or(0)
}

/// The rule by which such a difference is right; `None` for one that is on no list. In brackets the number in
/// `DEPARTURES.md`.
fn known(
    game: &Game,
    kind: &str,
    line: &str,
    only_ours: Option<&Action>,
    theirs: &BTreeSet<String>,
) -> Option<&'static str> {
    let (rules, state) = game.y1826()?;
    let seat = game.decision()?.seat;
    if let Some(action) = only_ours {
        // Whatever is listed is accepted.
        game.check(seat, action).ok()?;
        return match action {
            // [1]: Lille and Brussels are upgraded before the Etat Belge has operated.
            Action::Lay(hex, ..)
                if rules.special.zone_exceptions.contains(hex)
                    && !state.shared.company(rules.special.belgian).operated =>
            {
                Some("E26-4.6.1-02")
            }
            // Routes are looked for on our own: the reference's search goes over each hex from one side only, so that it
            // misses a route that crosses its own way.
            Action::Lay(hex, face, rot) | Action::LayBy(_, hex, face, rot)
                if covered(game, *hex, *face, *rot)? =>
            {
                Some("E26-4.10-02")
            }
            Action::Token(hex, stop) => {
                let ways = Ways {
                    map: &game.definition().map,
                    board: &game.shared().board,
                    company: game.decision()?.company?,
                };
                let found = ways.any(&|at, _, to| at == *hex && to == End::Stop(*stop));
                found.then_some("E26-4.7.3-01")
            }
            // He sells what he wishes (4.8.1), also more than is lacking; the reference offers as few as raise that.
            Action::Sell(company, _)
                if matches!(
                    game.decision()?.topic,
                    engine::Topic::Trains | engine::Topic::RaiseMoney
                ) =>
            {
                let id = &game.definition().at(*company).id;
                let fewer = |other: &String| percent_of(other, id) < percent_of(line, id);
                let some = |other: &String| percent_of(other, id) > 0;
                let offered = theirs.iter().any(|other| some(other) && fewer(other));
                offered.then_some("E26-4.8.1-06")
            }
            // Only the highest bid is set aside; the reference keeps an outbid one aside, too.
            Action::Bid { .. } => {
                let outbid = state.standing().iter().any(|bid| {
                    bid.seat == seat
                        && (state.standing().iter())
                            .any(|other| other.lot == bid.lot && other.amount > bid.amount)
                });
                outbid.then_some("E26-4.2-05")
            }
            _ => None,
        };
    }
    // What we refuse by one of these rules the reference offers.
    let refused = meant(game, kind, line);
    let mut reasons = refused
        .iter()
        .map(|action| game.check(seat, action).err().map(|why| why.rule));
    let rule = reasons.next().flatten()?;
    let allowed = match kind {
        // [2]: only the same president is asked for, not that the company has floated.
        "lay_tile" | "lay_tile:Bridge" => rule == "E26-4.10-07",
        // Its entries take loans by themselves, any train may be taken [16], and it lists what the treasury does not
        // pay.
        "buy_train" => matches!(rule, "E26-4.8.4-01" | "E26-4.8.1-01" | "E26-4.8.1-07"),
        _ => false,
    };
    allowed.then_some(rule)
}

/// Why the reference has a pass where we ask nothing; `None` where it offers nothing else either.
pub(super) fn skipped(play: &Move, list: Option<&Value>) -> Option<String> {
    let at = |key| text(play.get("at").unwrap_or(&Value::Null), key).to_owned();
    let step = match (at("step").as_str(), at("round")) {
        ("?", round) => round,
        (step, _) => step.to_owned(),
    };
    let offered: Vec<String> = (list.and_then(Value::as_object).into_iter().flatten())
        .filter(|(kind, list)| {
            let empty = list.as_array().is_some_and(Vec::is_empty)
                || list.as_object().is_some_and(serde_json::Map::is_empty);
            *kind != "simple" && !empty
        })
        .map(|(kind, _)| kind.clone())
        .collect();
    (!offered.is_empty()).then(|| match step.as_str() {
        "calc_revenue" => "a key pressed without effect, the run follows".into(),
        "treasury_trading" if offered == ["buy_bonds"] => {
            "bonds are redeemed before own shares are traded (E26-4.7.11-01)".into()
        }
        step => format!("{step}: offered {}", offered.join(", ")),
    })
}
