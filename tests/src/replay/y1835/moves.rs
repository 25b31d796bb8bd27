//! Recorded actions as actions of ours.

use super::{Y1835, runs};
use crate::replay::fields::Fields;
use crate::replay::trace::Move;
use engine::action::{Lot, Parcel, Terms};
use engine::event::{Cause, Event};
use engine::finance::{Account, Holder};
use engine::ids::{CompanyId, KindId, PrivateId, Seat, TrainId};
use engine::rolling_stock::TrainHolder;
use engine::{Action, Definition, Entry, Game, Payout, Source, Topic, TrainSource};

/// A minor, a private, or the company whose director's certificate it is.
pub(super) fn lot(definition: &Definition, name: &str) -> Result<Lot, String> {
    match (definition.private(name), definition.company(name)) {
        (Some(private), _) => Ok(Lot::Private(private)),
        (_, Some(company)) => Ok(Lot::Company(company)),
        _ => Err(format!("there is no item {name}")),
    }
}

/// Whether the seat owns a minor or private.
pub(super) fn owns(game: &Game, seat: Seat, lot: Lot) -> bool {
    let papers = &game.shared().papers;
    let holder = match lot {
        Lot::Private(private) => papers.private_holder(game.definition(), private),
        Lot::Company(company) => papers
            .director_paper(game.definition(), company)
            .map_or(Holder::Gone, |paper| papers.holder(paper)),
    };
    holder == Holder::Player(seat)
}

/// What the outgoing director takes: one large certificate after a sale, small ones after a purchase.
pub(super) fn swap(game: &Game, seat: Seat, small: bool) -> Option<Action> {
    let mut choices: Vec<Action> = game.legal(seat).actions().cloned().collect();
    choices.sort_by_key(|action| match action {
        Action::Receive(parcel) => parcel.fives + parcel.tens + parcel.twenties,
        _ => 0,
    });
    if small {
        choices.pop()
    } else {
        choices.into_iter().next()
    }
}

/// A train of a kind with a holder.
fn train(game: &Game, kind: KindId, holder: TrainHolder) -> Result<TrainId, String> {
    game.shared()
        .depot
        .of(holder)
        .find(|train| train.kind == kind)
        .map(|train| train.id)
        .ok_or_else(|| format!("no {} is there", game.definition().train(kind).name))
}

fn kind(fields: &Fields) -> Result<KindId, String> {
    let name = fields.text("train")?;
    fields
        .definition
        .kind(name)
        .ok_or_else(|| format!("there is no kind {name}"))
}

fn private(fields: &Fields) -> Result<Option<PrivateId>, String> {
    match fields.play.text("private") {
        None => Ok(None),
        Some(name) => fields
            .definition
            .private(name)
            .map(Some)
            .ok_or_else(|| format!("there is no private {name}")),
    }
}

/// The action of ours that the recorded one stands for.
pub(super) fn action(adapter: &Y1835, game: &Game, play: &Move) -> Result<Action, String> {
    let definition = game.definition();
    let fields = Fields { definition, play };
    let topic = game.decision().map(|ask| ask.topic);
    Ok(match play.kind() {
        "pass" | "done" | "skip" => Action::Pass,
        "buy" => Action::Take(lot(definition, fields.text("item")?)?),
        "par" => Action::Buy(fields.company("company")?, Source::Treasury),
        "buy_share" => buy(adapter, game, &fields)?,
        "sell_shares" => sell(adapter, game, &fields)?,
        "lay_tile" => {
            let hex = fields.hex()?;
            let name = fields.text("tile")?;
            let face = definition
                .map
                .tile(name)
                .ok_or_else(|| format!("there is no tile {name}"))?;
            let rot = fields.small("rotation")? % 6;
            match private(&fields)? {
                Some(private) => Action::LayBy(private, hex, face, rot),
                None => Action::Lay(hex, face, rot),
            }
        }
        "place_token" => {
            let (hex, stop) = (fields.hex()?, fields.small("stop")?);
            match private(&fields)? {
                Some(private) => Action::TokenBy(private, hex, stop),
                None => Action::Token(hex, stop),
            }
        }
        "place_home_token" => Action::Token(fields.hex()?, fields.small("stop")?),
        "dividend" if topic == Some(Topic::Run) => {
            let revenue = fields.number("revenue")?;
            Action::Run(runs::runs(game, Some(revenue))?)
        }
        "dividend" => match fields.text("kind")? {
            "payout" => Action::Pay(Payout::Full),
            "half" => Action::Pay(Payout::Half),
            _ => Action::Pay(Payout::Nothing),
        },
        "buy_train" => buy_train(game, &fields)?,
        "discard_train" => {
            let company = fields.company("company")?;
            let kind = kind(&fields)?;
            Action::Discard(train(game, kind, TrainHolder::Company(company))?)
        }
        "form" if play.is("form") => Action::Agree,
        "form" => Action::Refuse,
        "exchange" => {
            let folds = play.get("fold").and_then(|fold| fold.as_array());
            let first = folds
                .into_iter()
                .flatten()
                .filter_map(|name| lot(definition, name.as_str()?).ok())
                .next();
            first.map_or(Action::Pass, Action::Fold)
        }
        other => return Err(format!("the action {other:?} has no counterpart")),
    })
}

fn buy(adapter: &Y1835, game: &Game, fields: &Fields) -> Result<Action, String> {
    let company = fields.company("company")?;
    // Attempts name no size: the pool's first stands for it.
    let first = game
        .shared()
        .papers
        .held(game.definition(), company, Holder::Pool)
        .map(|(_, units, _)| units * 5)
        .next();
    let percent = fields.small("pct").unwrap_or(first.unwrap_or(10));
    Ok(match fields.text("from")? {
        "ipo" => Action::Buy(company, Source::Treasury),
        "pool" => {
            let papers = &game.shared().papers;
            let top = papers
                .held(game.definition(), company, Holder::Pool)
                .any(|(_, units, director)| director && units * 5 == percent);
            let plain = papers
                .held(game.definition(), company, Holder::Pool)
                .any(|(_, units, director)| !director && units * 5 == percent);
            if top && !plain {
                Action::BuyDirector(company)
            } else {
                Action::BuyPaper(company, percent, None)
            }
        }
        name => {
            let seat = adapter
                .seat(name)
                .ok_or_else(|| format!("there is no source {name}"))?;
            Action::BuyPaper(company, percent, Some(seat))
        }
    })
}

/// Certificates of one size; more than the seller has of it means that the director's is among them.
fn sell(adapter: &Y1835, game: &Game, fields: &Fields) -> Result<Action, String> {
    let company = fields.company("company")?;
    let (percent, count) = (fields.small("pct")?, fields.small("count")?);
    let seat = adapter
        .actor(fields.play)
        .ok_or("an actor that the game does not know")?;
    let held: Vec<(u8, bool)> = game
        .shared()
        .papers
        .held(game.definition(), company, Holder::Player(seat))
        .map(|(_, units, director)| (units * 5, director))
        .collect();
    let own = held
        .iter()
        .filter(|(size, director)| !director && *size == percent)
        .count() as u8;
    let of = |size: u8| {
        held.iter()
            .filter(|(other, director)| !director && *other == size)
            .count() as u8
    };
    let mut parcel = Parcel::default();
    let add = |parcel: &mut Parcel, size: u8, times: u8| {
        for _ in 0..times {
            *parcel = parcel.with(size);
        }
    };
    let top = held.iter().find(|(_, director)| *director);
    let changes = fields.play.number("president_exchange").is_some();
    match top {
        // Two of half the size go before the director's.
        Some((size, _)) if changes && *size == percent && count == 1 && of(percent / 2) >= 2 => {
            add(&mut parcel, percent / 2, 2);
        }
        // The director's percentage itself goes, whatever else he holds.
        Some((size, _)) if changes && *size == percent => {
            parcel.director = true;
            add(&mut parcel, percent, count.saturating_sub(1));
        }
        // A large certificate may stand for the same percentage in small ones.
        Some(_) if own < count && percent > 5 && 2 * (count - own) <= of(percent / 2) => {
            add(&mut parcel, percent, own);
            add(&mut parcel, percent / 2, 2 * (count - own));
        }
        Some((size, _)) if own < count => {
            parcel.director = true;
            let left = (percent * count).saturating_sub(*size) / percent.max(1);
            add(&mut parcel, percent, left);
        }
        _ => add(&mut parcel, percent, count),
    }
    Ok(Action::SellPapers(company, parcel))
}

/// Whether after the entry nothing but a bankruptcy is left.
pub(super) fn ruins(game: &Game, entry: &Entry) -> bool {
    let mut trial = game.clone();
    if trial.enter(entry.clone()).is_err() {
        return false;
    }
    trial.decision().is_some_and(|ask| {
        ask.topic == Topic::Raise
            && trial
                .legal(ask.seat)
                .actions()
                .all(|action| *action == Action::Bankrupt)
    })
}

fn buy_train(game: &Game, fields: &Fields) -> Result<Action, String> {
    let kind = kind(fields)?;
    Ok(Action::Train(match fields.text("from")? {
        "ipo" => TrainSource::Stack(kind, None),
        "pool" => TrainSource::Market(train(game, kind, TrainHolder::Pool)?, None),
        name => {
            let seller: CompanyId = game
                .definition()
                .company(name)
                .ok_or_else(|| format!("there is no company {name}"))?;
            let card = train(game, kind, TrainHolder::Company(seller))?;
            let price = fields.number("price")?;
            TrainSource::Company(card, seller, price, Terms::default())
        }
    }))
}

/// What the action says about money and our events do not: what the seller has more than before, where a train is paid at once from it.
pub(super) fn outcome(play: &Move, events: &[Event]) -> Option<String> {
    if play.kind() != "sell_shares" {
        return None;
    }
    let theirs = play.number("received")?;
    let sale = events.iter().find_map(|event| match event {
        Event::Paid {
            to: Account::Player(seat),
            cause: Cause::Sale,
            ..
        } => Some(*seat),
        _ => None,
    })?;
    let net: i32 = events
        .iter()
        .map(|event| match event {
            Event::Paid { from, sum, .. } if *from == Account::Player(sale) => -*sum,
            Event::Paid { to, sum, .. } if *to == Account::Player(sale) => *sum,
            _ => 0,
        })
        .sum();
    (i64::from(net) != theirs)
        .then(|| format!("money: ours {net}, theirs {theirs}: {}", play.show()))
}
