//! Recorded cards, slots and stations of Harzbahn 1873.

use crate::action::{CompanySet, Terms};
use crate::board::Occupant;
use crate::finance::Holder;
use crate::ids::{CompanyId, TrainId};
use crate::import::{Actor, Foreign, card};
use crate::rolling_stock::TrainHolder;
use crate::rules::TrainRun;
use crate::{Action, Game, TrainSource};
use serde_json::Value;

/// How many routes a train of a railway makes.
pub(super) fn size(run: TrainRun) -> u16 {
    match run {
        TrainRun::Runs(size) => u16::from(size),
        _ => 1,
    }
}

/// The mines of the action's slots: those of the company in their order of entry.
pub(super) fn slots(game: &Game, play: &Foreign) -> Result<Vec<CompanyId>, String> {
    let Actor::Company(company) = play.actor else {
        return Ok(Vec::new());
    };
    let (_, state) = game.harzbahn().ok_or("another title")?;
    play.list("slots")
        .iter()
        .map(|slot| {
            slot.as_u64()
                .and_then(|slot| {
                    state
                        .pits(company)
                        .get(usize::try_from(slot).ok()?)
                        .copied()
                })
                .ok_or_else(|| format!("the company has no mine in slot {slot}"))
        })
        .collect()
}

/// Switchers of smaller sizes made so far: the record counts all sizes in one row.
pub(super) fn before(game: &Game, size: u8) -> u16 {
    let definition = game.definition();
    let smaller = |card: TrainId| matches!(definition.train(card.stack).run, TrainRun::Switcher(other) if other < size);
    let all = game.shared().depot.all().iter();
    all.filter(|state| smaller(state.id)).count() as u16
}

pub(super) fn train(game: &Game, name: &str) -> Result<TrainId, String> {
    let wrong = || format!("there is no train {name:?}");
    let mut id = card(game.definition(), name).ok_or_else(wrong)?;
    if let TrainRun::Switcher(size) = game.definition().train(id.stack).run {
        id.number = id
            .number
            .checked_sub(before(game, size))
            .ok_or_else(wrong)?;
    }
    Ok(id)
}

pub(super) fn token(game: &Game, play: &Foreign) -> Result<Vec<Action>, String> {
    let (hex, stop) = play.stop(game, |_| 0)?;
    let mut actions = vec![Action::Token(hex, stop)];
    for token in game.shared().board.tokens_on(hex) {
        if let Occupant::Inactive(company) = token.what
            && token.at.stop == stop
            && play.actor != Actor::Company(company)
        {
            let place = Action::Replace(hex, stop, company);
            let named = play.small("slot").is_ok_and(|slot| slot == token.slot);
            actions.insert(if named { 0 } else { actions.len() }, place);
        }
    }
    Ok(actions)
}

pub(super) fn purchase(game: &Game, play: &Foreign) -> Result<Vec<Action>, String> {
    let definition = game.definition();
    let name = play.need("train")?;
    let mines = slots(game, play)?;
    let mut actions = Vec::new();
    let wanted = train(game, name).ok();
    let held = wanted.and_then(|card| game.shared().depot.get(card));
    if let (Some(card), Some(TrainHolder::Company(holder))) =
        (wanted, held.map(|state| state.holder))
        && play.text("variant").is_none()
    {
        actions.push(Action::Train(TrainSource::Company(
            card,
            owner(game, holder),
            play.number("price")?,
            Terms {
                seller_pays: play.get("extra_due").and_then(Value::as_bool) == Some(true),
                on: mines.first().copied(),
            },
        )));
    } else {
        let kind = name.rsplit_once('-').map_or(name, |(kind, _)| kind);
        let kind = play.text("variant").unwrap_or(kind);
        let kind = definition
            .kind(kind)
            .ok_or_else(|| format!("there is no train {kind:?}"))?;
        actions.push(Action::Train(if mines.is_empty() {
            TrainSource::Stack(kind, None)
        } else {
            TrainSource::Onto(kind, mines.into_iter().collect::<CompanySet>())
        }));
    }
    Ok(actions)
}

/// Who owns what lies on a mine: the mine itself, or the public mining company to which it belongs.
pub(super) fn owner(game: &Game, company: CompanyId) -> CompanyId {
    let holder = game
        .harzbahn()
        .filter(|(rules, _)| rules.is_mine(company))
        .map(|(rules, state)| state.mine_holder(rules, company));
    match holder {
        Some(Holder::Company(owner)) => owner,
        _ => company,
    }
}
