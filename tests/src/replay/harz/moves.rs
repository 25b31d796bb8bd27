//! Recorded actions as actions of ours.

use super::{Actor, Harz, runs};
use crate::replay::fields::{Fields, company_named};
use crate::replay::trace::Move;
use engine::action::{CompanySet, Lot, Terms};
use engine::finance::Holder;
use engine::ids::{CompanyId, TrainId};
use engine::rules::TrainRun;
use engine::titles::harzbahn::Done;
use engine::{Action, Definition, Game, Payout, Source, TrainSource};
use serde_json::Value;

/// The id of what is aimed at.
pub(super) fn target(play: &Move) -> Result<&str, String> {
    play.get("target")
        .and_then(|target| target.get("id"))
        .and_then(Value::as_str)
        .ok_or_else(|| "the target is missing".into())
}

/// The mines in the slots of the action; a slot without mine is left out.
pub(super) fn mines_of(definition: &Definition, play: &Move) -> Vec<CompanyId> {
    play.get("slots")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|slot| slot.get("mine")?.as_str())
        .filter_map(|id| definition.company(id))
        .collect()
}

/// How many slots the action names.
pub(super) fn slots(play: &Move) -> usize {
    play.get("slots")
        .and_then(Value::as_array)
        .map_or(0, Vec::len)
}

/// Switchers of smaller sizes made so far: the reference counts all sizes in one row.
fn before(game: &Game, size: u8) -> u16 {
    let definition = game.definition();
    let smaller = |card: TrainId| matches!(definition.train(card.stack).run, TrainRun::Switcher(other) if other < size);
    game.shared()
        .depot
        .all()
        .iter()
        .filter(|state| smaller(state.id))
        .count() as u16
}

/// The recorded id of a card, such as `2T-3`; that of a switcher counts all sizes.
pub(super) fn recorded_name(game: &Game, card: TrainId) -> String {
    let train = game.definition().train(card.stack);
    let number = match train.run {
        TrainRun::Switcher(size) => card.number + before(game, size),
        _ => card.number,
    };
    format!("{}-{number}", train.name)
}

/// A card by its recorded id.
pub(super) fn train_named(game: &Game, name: &str) -> Option<TrainId> {
    let (kind, number) = name.rsplit_once('-')?;
    let stack = game.definition().kind(kind)?;
    let number: u16 = number.parse().ok()?;
    let number = match game.definition().train(stack).run {
        TrainRun::Switcher(size) => number.checked_sub(before(game, size))?,
        _ => number,
    };
    Some(TrainId { stack, number })
}

/// The action of ours.
pub(super) fn action(adapter: &Harz, game: &Game, play: &Move) -> Result<Action, String> {
    let fields = Fields {
        definition: game.definition(),
        play,
    };
    Ok(match play.kind() {
        "pass" => Action::Pass,
        "bid_premium" => Action::Premium(fields.number("price")?),
        "draft" => Action::Take(Lot::Company(company_named(
            fields.definition,
            target(play)?,
        )?)),
        "bid" => Action::Bid {
            lot: Lot::Company(company_named(fields.definition, target(play)?)?),
            amount: fields.number("price")?,
            with: None,
        },
        "par" => Action::Form(
            company_named(fields.definition, target(play)?)?,
            fields.number("price")?,
        ),
        "form_public_mine" => form(adapter, game, play)?,
        "merge_mine" => {
            let forming = adapter.forming.borrow();
            let (forming, first) = forming
                .and_then(|forming| Some((forming, forming.first?.0)))
                .ok_or("no company is being formed")?;
            Action::Unite {
                company: forming.company,
                first,
                second: fields.company("mine")?,
            }
        }
        "buy_share" => buy_share(adapter, game, &fields)?,
        "sell_shares" => Action::Sell(fields.company("company")?, fields.small("shares")?),
        "convert" => Action::Convert,
        "lay_tile" => {
            let tile = fields.text("tile")?;
            let face = fields
                .definition
                .map
                .tile(tile)
                .ok_or_else(|| format!("there is no tile {tile}"))?;
            Action::Lay(fields.hex()?, face, fields.small("rotation")?)
        }
        "place_token" => {
            let (hex, stop) = (fields.hex()?, stop(game, &fields)?);
            match play.text("replaced") {
                Some(id) => Action::Replace(hex, stop, company_named(fields.definition, id)?),
                None => Action::Token(hex, stop),
            }
        }
        "run_routes" => Action::Run(runs::runs(game, play)?),
        "dividend" => Action::Pay(match fields.text("kind")? {
            "payout" => Payout::Full,
            "half" => Payout::Half,
            "withhold" => Payout::Nothing,
            other => return Err(format!("there is no dividend {other}")),
        }),
        "buy_train" => Action::Train(train(game, &fields)?),
        "scrap_train" => Action::Discard(card(game, &fields)?),
        "swap_switchers" => match mines_of(fields.definition, play)[..] {
            [one, other] => Action::Swap(one, other),
            _ => return Err("not two mines change their switchers".into()),
        },
        "buy_mine" => Action::Mine(fields.company("mine")?, fields.number("price")?),
        "close_mine" => Action::Close,
        other => return Err(format!("there is no action {other}")),
    })
}

/// An attempt to form a public mining company without naming its mines: those that are the likeliest to be accepted.
fn form(adapter: &Harz, game: &Game, play: &Move) -> Result<Action, String> {
    let (rules, state) = game.harzbahn().ok_or("another title")?;
    let company = company_named(&rules.definition, target(play)?)?;
    let Some(Actor::Player(seat)) = adapter.actor(game, play) else {
        return Err("no player forms the company".into());
    };
    let own = |mine: &&CompanyId| state.mine_owner(rules, **mine) == Some(seat);
    let independent: Vec<CompanyId> = rules
        .special
        .mines
        .iter()
        .map(|mine| mine.company)
        .filter(|mine| state.mine_owner(rules, *mine).is_some())
        .collect();
    let all = rules.special.mines.iter().map(|mine| mine.company);
    let candidates: Vec<CompanyId> = independent.iter().copied().chain(all).collect();
    let first = independent.iter().find(own).or(candidates.first());
    let second = candidates.iter().find(|mine| Some(*mine) != first);
    let (first, second) = first.zip(second).ok_or("there are no two mines")?;
    Ok(Action::Unite {
        company,
        first: *first,
        second: *second,
    })
}

/// A share of a company in receivership is bought on an option.
fn buy_share(adapter: &Harz, game: &Game, fields: &Fields) -> Result<Action, String> {
    let company = fields.company("company")?;
    let source = match fields.text("source")? {
        "treasury" => Source::Treasury,
        "market" => Source::Market,
        other => return Err(format!("no share comes from {other}")),
    };
    let actor = adapter.actor(game, fields.play);
    let option = game.harzbahn().is_some_and(|(_, state)| {
        state.rights.iter().any(|right| {
            right.option && right.company == company && actor == Some(Actor::Player(right.seat))
        })
    });
    let going_on = adapter.done(game).is_some_and(
        |(_, done)| matches!(done, Done::Exercising { company: of, .. } if of == company),
    );
    if source == Source::Market && (option || going_on) {
        return Ok(Action::Exercise(company, fields.small("shares")?));
    }
    Ok(Action::Buy(company, source))
}

/// The stop of a token. Exits decide, as the order of two circles on a tile is a convention.
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

/// The card named.
fn card(game: &Game, fields: &Fields) -> Result<TrainId, String> {
    let name = fields.text("train_id")?;
    train_named(game, name).ok_or_else(|| format!("there is no train {name}"))
}

/// Who owns what lies on a mine: the mine itself, or the public mining company to which it belongs.
fn owner(game: &Game, company: CompanyId) -> CompanyId {
    let holder = game
        .harzbahn()
        .filter(|(rules, _)| rules.is_mine(company))
        .map(|(rules, state)| state.mine_holder(rules, company));
    match holder {
        Some(Holder::Company(owner)) => owner,
        _ => company,
    }
}

fn train(game: &Game, fields: &Fields) -> Result<TrainSource, String> {
    let play = fields.play;
    let name = fields.text("train")?;
    let kind = fields
        .definition
        .kind(name)
        .ok_or_else(|| format!("there is no train {name}"))?;
    let slots = mines_of(fields.definition, play);
    match fields.text("source")? {
        "depot" | "new" if play.get("slots").is_some() => Ok(TrainSource::Onto(
            kind,
            slots.into_iter().collect::<CompanySet>(),
        )),
        "depot" | "new" => Ok(TrainSource::Stack(kind, None)),
        "company" => Ok(TrainSource::Company(
            card(game, fields)?,
            owner(game, fields.company("seller")?),
            fields.number("price")?,
            Terms {
                seller_pays: play.is("seller_pays_maintenance"),
                on: slots.first().copied(),
            },
        )),
        other => Err(format!("no train comes from {other}")),
    }
}

/// What a holder has of the company in shares.
pub(super) fn shares(game: &Game, company: CompanyId, holder: Holder) -> u8 {
    game.shared().units(game.definition(), company, holder)
}
