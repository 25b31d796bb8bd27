//! Recorded actions as actions of ours.

use super::{Actor, Ardennes, runs};
use crate::replay::fields::{Fields, company_named};
use crate::replay::trace::Move;
use engine::action::Lot;
use engine::ids::TrainId;
use engine::rules::CompanyKind;
use engine::{Action, Definition, Game, Payout, Source, Topic, TrainSource};
use serde_json::Value;

impl Fields<'_> {
    fn source(&self) -> Result<Source, String> {
        match self.text("source")? {
            "treasury" => Ok(Source::Treasury),
            "market" => Ok(Source::Market),
            other => Err(format!("no share comes from {other}")),
        }
    }

    fn train(&self, value: Option<&Value>) -> Result<TrainId, String> {
        let name = value.and_then(Value::as_str).ok_or("the train has no id")?;
        train_named(self.definition, name).ok_or_else(|| format!("there is no train {name}"))
    }

    fn private(&self, id: &str) -> Result<engine::ids::PrivateId, String> {
        self.definition
            .private(id)
            .ok_or_else(|| format!("there is no private {id}"))
    }
}

/// A card by its recorded id, such as `6-3`, which is the name that we print.
pub(super) fn train_named(definition: &Definition, name: &str) -> Option<TrainId> {
    let (kind, number) = name.rsplit_once('-')?;
    Some(TrainId {
        stack: definition.kind(kind)?,
        number: number.parse().ok()?,
    })
}

/// Whether the recorded certificate is the president's although the action does not say so by its kind.
fn takes_presidency(play: &Move) -> bool {
    play.is("president_share")
}

/// The action of ours.
pub(super) fn action(
    adapter: &Ardennes,
    game: &Game,
    play: &Move,
    actor: Actor,
) -> Result<Action, String> {
    let fields = Fields {
        definition: game.definition(),
        play,
    };
    Ok(match play.kind() {
        "pass" => Action::Pass,
        "bid" => bid(game, &fields)?,
        "buy_minor" => Action::Take(Lot::Company(company_named(
            fields.definition,
            target(play)?,
        )?)),
        "par" => Action::Form(
            company_named(fields.definition, target(play)?)?,
            fields.number("price")?,
        ),
        "buy_share" => buy_share(adapter, game, &fields)?,
        "sell_shares" => Action::Sell(fields.company("company")?, fields.small("shares")?),
        "buy_private" => Action::BuyPrivate(fields.private(fields.text("private")?)?),
        "sell_private" => Action::SellPrivate(fields.private(fields.text("private")?)?),
        "exchange_minor" => match actor {
            Actor::Company(minor) => Action::Exchange {
                minor,
                company: fields.company("company")?,
                from: fields.source()?,
            },
            Actor::Player(_) => return Err("a player is no minor to exchange".into()),
        },
        "convert" => Action::Convert,
        "issue_shares" => Action::Issue(fields.small("shares")?),
        "lay_tile" => {
            let tile = fields.text("tile")?;
            let face = fields
                .definition
                .map
                .tile(tile)
                .ok_or_else(|| format!("there is no tile {tile}"))?;
            Action::Lay(fields.hex()?, face, fields.small("rotation")?)
        }
        // The only action that takes a station off the map.
        "replace_token" if takes_station(&fields) => {
            Action::DeclineToken(fields.hex()?, stop(game, &fields)?)
        }
        "place_token" | "replace_token" => Action::Token(fields.hex()?, stop(game, &fields)?),
        "remove_token" => Action::DeclineToken(fields.hex()?, stop(game, &fields)?),
        "choose" => choose(&fields)?,
        "run_routes" => Action::Run(runs::runs(adapter, game, play, actor)?),
        "dividend" => match fields.text("kind")? {
            "payout" => Action::Pay(Payout::Full),
            "withhold" => Action::Pay(Payout::Nothing),
            other => return Err(format!("there is no dividend {other}")),
        },
        "buy_train" => Action::Train(train(game, &fields)?),
        "discard_train" => {
            let train = fields.train(play.get("train_id"))?;
            if asks(game, Topic::DeclineTrains) {
                Action::DeclineTrain(train)
            } else {
                Action::Discard(train)
            }
        }
        "bankrupt" => Action::Bankrupt,
        other => return Err(format!("there is no action {other}")),
    })
}

/// Whether the action is to take the place of a company's station, not of a bonus token.
fn takes_station(fields: &Fields) -> bool {
    fields
        .play
        .text("replaced")
        .is_some_and(|name| fields.definition.company(name).is_some())
}

fn asks(game: &Game, topic: Topic) -> bool {
    game.decision().is_some_and(|ask| ask.topic == topic)
}

fn target(play: &Move) -> Result<&str, String> {
    play.get("target")
        .and_then(|target| target.get("id"))
        .and_then(Value::as_str)
        .ok_or_else(|| "the target is missing".into())
}

fn bid(game: &Game, fields: &Fields) -> Result<Action, String> {
    let id = target(fields.play)?;
    let lot = match fields.definition.company(id) {
        Some(company) => Lot::Company(company),
        None => Lot::Private(fields.private(id)?),
    };
    // The reference calls the discount sale of the private a bid.
    if asks(game, Topic::TakeLot) {
        return Ok(Action::Take(lot));
    }
    let with = match fields.play.text("minor") {
        Some(minor) => Some(company_named(fields.definition, minor)?),
        None => None,
    };
    Ok(Action::Bid {
        lot,
        amount: fields.number("price")?,
        with,
    })
}

fn buy_share(adapter: &Ardennes, game: &Game, fields: &Fields) -> Result<Action, String> {
    let company = fields.company("company")?;
    // There is no purchase from a player: the only one of a certain certificate is the president's.
    let from_player = adapter.seat(fields.text("source")?).is_some();
    let charter = game.definition().at(company).kind == CompanyKind::Minor;
    if takes_presidency(fields.play) || charter || from_player {
        return Ok(Action::BuyDirector(company));
    }
    Ok(Action::Buy(company, fields.source()?))
}

/// The stop of a token. Exits decide, as the order of two cities on a tile is a convention.
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

fn choose(fields: &Fields) -> Result<Action, String> {
    match (fields.text("step")?, fields.play.text("choice")) {
        ("exchange_approval", Some("approve")) => Ok(Action::Agree),
        ("exchange_approval", Some("deny")) => Ok(Action::Refuse),
        ("collect_forts", _) => Ok(Action::Fort(fields.hex()?)),
        ("decline_forts", _) => Ok(Action::KeepForts(fields.small("choice")?)),
        (step, _) => Err(format!("there is no such choice in {step}")),
    }
}

fn train(game: &Game, fields: &Fields) -> Result<TrainSource, String> {
    let play = fields.play;
    let old = match play.get("trade_in") {
        Some(card) => Some(fields.train(card.get("train_id"))?),
        None => None,
    };
    let name = fields.text("train")?;
    match fields.text("source")? {
        "depot" => {
            let kind = fields
                .definition
                .kind(name)
                .ok_or_else(|| format!("there is no train {name}"))?;
            Ok(TrainSource::Stack(kind, old))
        }
        "market" => {
            let train = fields.train(play.get("train_id"))?;
            let lies = game.shared().depot.get(train).map(|state| state.kind);
            if lies != fields.definition.kind(name) {
                return Err(format!(
                    "the train does not lie in the open market as a {name}"
                ));
            }
            Ok(TrainSource::Market(train, old))
        }
        "company" => Ok(TrainSource::Company(
            fields.train(play.get("train_id"))?,
            fields.company("seller")?,
            fields.number("price")?,
            Default::default(),
        )),
        other => Err(format!("no train comes from {other}")),
    }
}
