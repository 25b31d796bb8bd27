//! Recorded actions as actions of ours.

use super::Y1826;
use crate::replay::fields::{Fields, company_named};
use crate::replay::trace::Move;
use engine::action::{BondDeal, Lot, Terms};
use engine::ids::{PrivateId, Seat};
use engine::rolling_stock::TrainHolder;
use engine::titles::y1826::Frame;
use engine::{Action, Game, Payout, Source, TrainSource};
use serde_json::Value;

fn private(fields: &Fields, key: &str) -> Result<PrivateId, String> {
    let name = fields.text(key)?;
    fields
        .definition
        .private(name)
        .ok_or_else(|| format!("there is no private {name}"))
}

/// The action of ours.
pub(super) fn action(adapter: &Y1826, game: &Game, play: &Move) -> Result<Action, String> {
    let fields = Fields {
        definition: game.definition(),
        play,
    };
    let major = play.actor().0 == "major";
    Ok(match play.kind() {
        "pass" | "done" | "skip" => Action::Pass,
        "buy" => Action::Take(Lot::Private(private(&fields, "item")?)),
        "bid" => Action::Bid {
            lot: Lot::Private(private(&fields, "item")?),
            amount: fields.number("bid")?,
            with: None,
        },
        "par" => Action::Form(fields.company("company")?, fields.number("price")?),
        "buy_share" if major => Action::BuyBack(fields.small("count")?),
        "buy_share" => buy_share(game, &fields)?,
        "sell_shares" if major => Action::Issue(fields.small("count")?),
        "sell_shares" => {
            let company = fields.company("company")?;
            Action::Sell(company, fields.small("count")?)
        }
        "buy_bonds" if major => {
            let from = fields.text("from")?;
            let seat = adapter.seat(from);
            Action::Bond(BondDeal::Redeem(seat, fields.small("count")?))
        }
        "buy_bonds" => Action::Bond(BondDeal::Buy),
        "sell_bonds" => Action::Bond(BondDeal::Sell(fields.small("count")?)),
        "lay_tile" => {
            let tile = fields.text("tile")?;
            let face = fields
                .definition
                .map
                .tile(tile)
                .ok_or_else(|| format!("there is no tile {tile}"))?;
            let (hex, rot) = (fields.hex()?, fields.small("rotation")?);
            if play.get("private").is_some() {
                Action::LayBy(private(&fields, "private")?, hex, face, rot)
            } else {
                Action::Lay(hex, face, rot)
            }
        }
        "place_token" => Action::Token(fields.hex()?, stop(game, &fields)?),
        "place_bonus_token" => Action::Use(private(&fields, "private")?, Some(fields.hex()?)),
        "use_private" => Action::Use(private(&fields, "private")?, None),
        "convert" => Action::Convert,
        "dividend" => Action::Pay(match fields.text("kind")? {
            "payout" => Payout::Full,
            "half" => Payout::Half,
            "withhold" | "none" => Payout::Nothing,
            other => return Err(format!("there is no dividend {other}")),
        }),
        "buy_train" => Action::Train(train(game, &fields)?),
        "discard_train" => {
            let company = fields.company("company")?;
            Action::Discard(card(game, &fields, TrainHolder::Company(company))?)
        }
        "repay_loans" => match fields.small("count")? {
            0 => Action::Pass,
            count => Action::Repay(count),
        },
        "exchange_tokens" => stations(game, play)
            .into_iter()
            .next()
            .unwrap_or(Action::Pass),
        other => return Err(format!("there is no action {other}")),
    })
}

fn buy_share(game: &Game, fields: &Fields) -> Result<Action, String> {
    let company = fields.company("company")?;
    let open = game.shared().is_open(company);
    // Attempts name no size.
    let units = fields.number("pct").unwrap_or(0);
    let from = fields.text("from")?;
    let count = fields.play.number("count").unwrap_or(1);
    // A national's certificate counts one share.
    let unit = 100 / i32::from(game.shared().company(company).units.max(1));
    if open && count == 1 && units > unit {
        return Ok(Action::BuyDirector(company));
    }
    Ok(Action::Buy(
        company,
        match from {
            "pool" => Source::Market,
            _ => Source::Treasury,
        },
    ))
}

/// The stop of a token. Exits decide.
fn stop(game: &Game, fields: &Fields) -> Result<u8, String> {
    let hex = fields.hex()?;
    let track = game.shared().board.track(&game.definition().map, hex);
    let mask = fields
        .play
        .get("exits")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_u64)
        .fold(0u8, |mask, edge| mask | 1 << (edge % 6));
    let by_exits = track.stop_exits.iter().position(|exits| *exits == mask);
    match by_exits {
        Some(stop) if mask != 0 => Ok(stop as u8),
        _ => fields.small("stop"),
    }
}

/// A card of the kind named that the holder has.
fn card(game: &Game, fields: &Fields, holder: TrainHolder) -> Result<engine::ids::TrainId, String> {
    let name = fields.text("train")?;
    let kind = fields
        .definition
        .kind(name)
        .ok_or_else(|| format!("there is no train {name}"))?;
    game.shared()
        .depot
        .of(holder)
        .find(|train| train.kind == kind)
        .map(|train| train.id)
        .ok_or_else(|| format!("there is no {name} with {holder:?}"))
}

fn train(game: &Game, fields: &Fields) -> Result<TrainSource, String> {
    let name = fields.text("train")?;
    let kind = fields
        .definition
        .kind(name)
        .ok_or_else(|| format!("there is no train {name}"))?;
    match fields.text("from")? {
        "ipo" => Ok(TrainSource::Stack(kind, None)),
        "pool" => Ok(TrainSource::Market(
            card(game, fields, TrainHolder::Pool)?,
            None,
        )),
        seller => {
            let seller = company_named(fields.definition, seller)?;
            Ok(TrainSource::Company(
                card(game, fields, TrainHolder::Company(seller))?,
                seller,
                fields.number("price")?,
                Terms::default(),
            ))
        }
    }
}

/// Bonds that must be issued now.
pub(super) fn issue(game: &Game, seat: Seat) -> Option<u8> {
    game.legal(seat)
        .actions()
        .filter_map(|action| match action {
            Action::Bond(BondDeal::Issue(count)) => Some(*count),
            _ => None,
        })
        .max()
}

/// The purchase of the line, if it waits for the president's sales.
pub(super) fn deferred(game: &Game, play: &Move) -> Option<Action> {
    let fields = Fields {
        definition: game.definition(),
        play,
    };
    let help = fields.number("president_adds").ok()?;
    let company = game.definition().company(play.actor().1)?;
    let seat = game.shared().director(game.definition(), company)?;
    let short = game.shared().player_cash(seat) < help;
    short
        .then(|| train(game, &fields).ok().map(Action::Train))
        .flatten()
}

/// The stations that a line takes over and that can still be taken over.
pub(super) fn stations(game: &Game, play: &Move) -> Vec<Action> {
    let Some((ask, (_, state))) = game.decision().zip(game.y1826()) else {
        return Vec::new();
    };
    let Some(Frame::Stations { picks, .. }) = state.frames().last() else {
        return Vec::new();
    };
    let definition = game.definition();
    let places = play.get("locations").and_then(Value::as_array);
    places
        .into_iter()
        .flatten()
        .filter(|place| place.get("taken").and_then(Value::as_bool) == Some(true))
        .filter_map(|place| {
            let company = definition.company(place.get("company")?.as_str()?)?;
            let hex = definition.map.hex(place.get("hex")?.as_str()?)?;
            let stop = u8::try_from(place.get("stop")?.as_u64()?).ok()?;
            picks
                .iter()
                .any(|(old, _)| *old == company)
                .then_some(Action::Replace(hex, stop, company))
        })
        .filter(|action| game.check(ask.seat, action).is_ok())
        .collect()
}
