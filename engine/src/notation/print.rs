//! From an action to its text.

use crate::action::{Action, BondDeal, Lot, Parcel, Payout, Run, Source, TrainSource};
use crate::ids::{CompanyId, HexId, PrivateId, TrainId};
use crate::ledger::seat_name;
use crate::rules::Definition;

/// Prints an action.
pub fn print(definition: &Definition, action: &Action) -> String {
    let company = |id: CompanyId| definition.at(id).id.as_str();
    let private = |id: PrivateId| definition.private_at(id).id.as_str();
    let hex = |id: HexId| definition.map.at(id).name.as_str();
    let train = |id: TrainId| definition.train_name(id);
    let lot = |lot: &Lot| match lot {
        Lot::Company(id) => company(*id).to_string(),
        Lot::Private(id) => private(*id).to_string(),
    };
    let source = |source: &Source| match source {
        Source::Treasury => "treasury",
        Source::Market => "market",
    };
    match action {
        Action::Pass => "pass".into(),
        Action::Bid {
            lot: what,
            amount,
            with: None,
        } => format!("bid {} {amount}", lot(what)),
        Action::Bid {
            lot: what,
            amount,
            with: Some(minor),
        } => {
            format!("bid {} {amount} with {}", lot(what), company(*minor))
        }
        Action::Take(what) => format!("take {}", lot(what)),
        Action::Premium(amount) => format!("premium {amount}"),
        Action::Sell(id, units) => format!("sell {} {units}", company(*id)),
        Action::SellPrivate(id) => format!("sell {}", private(*id)),
        Action::Buy(id, from) => format!("buy {} {}", company(*id), source(from)),
        Action::SellPapers(id, papers) => format!("sell {} {}", company(*id), parcel(*papers)),
        Action::BuyPaper(id, percent, None) => format!("buy {} {percent}% market", company(*id)),
        Action::BuyPaper(id, percent, Some(seat)) => {
            format!("buy {} {percent}% {}", company(*id), seat_name(*seat))
        }
        Action::Receive(papers) => format!("receive {}", parcel(*papers)),
        Action::Fold(what) => format!("exchange {}", lot(what)),
        Action::LayBy(by, at, face, rot) => format!(
            "lay {} {}@{rot} by {}",
            hex(*at),
            definition.map.face(*face).id,
            private(*by)
        ),
        Action::TokenBy(by, at, stop) => format!("token {}/{stop} by {}", hex(*at), private(*by)),
        Action::BuyDirector(id) => format!("buy {} president", company(*id)),
        Action::BuyPrivate(id) => format!("buy {}", private(*id)),
        Action::Form(id, price) => format!("form {} {price}", company(*id)),
        Action::Exchange {
            minor,
            company: id,
            from,
        } => {
            format!(
                "exchange {} {} {}",
                company(*minor),
                company(*id),
                source(from)
            )
        }
        Action::Unite {
            company: id,
            first,
            second,
        } => format!(
            "unite {} {} {}",
            company(*id),
            company(*first),
            company(*second)
        ),
        Action::Exercise(id, units) => format!("exercise {} {units}", company(*id)),
        Action::Agree => "agree".into(),
        Action::Refuse => "refuse".into(),
        Action::DeclineToken(at, stop) => format!("decline token {}/{stop}", hex(*at)),
        Action::DeclineTrain(id) => format!("decline train {}", train(*id)),
        Action::KeepForts(count) => format!("keep forts {count}"),
        Action::Discard(id) => format!("discard {}", train(*id)),
        Action::Convert => "convert".into(),
        Action::Issue(units) => format!("issue {units}"),
        Action::Lay(at, face, rot) => {
            format!("lay {} {}@{rot}", hex(*at), definition.map.face(*face).id)
        }
        Action::Token(at, stop) => format!("token {}/{stop}", hex(*at)),
        Action::Replace(at, stop, id) => {
            format!("replace {}/{stop} {}", hex(*at), company(*id))
        }
        Action::Fort(at) => format!("fort {}", hex(*at)),
        Action::Run(runs) if runs.is_empty() => "run none".into(),
        Action::Run(runs) => {
            let runs: Vec<String> = runs.iter().map(|run| print_run(definition, run)).collect();
            format!("run {}", runs.join("; "))
        }
        Action::Pay(Payout::Full) => "pay full".into(),
        Action::Pay(Payout::Half) => "pay half".into(),
        Action::Pay(Payout::Nothing) => "pay nothing".into(),
        Action::Train(TrainSource::Stack(kind, None)) => {
            format!("train {} from depot", definition.train(*kind).name)
        }
        Action::Train(TrainSource::Stack(kind, Some(old))) => {
            format!(
                "train {} from depot for {}",
                definition.train(*kind).name,
                train(*old)
            )
        }
        Action::Train(TrainSource::Market(id, None)) => format!("train {} from market", train(*id)),
        Action::Train(TrainSource::Market(id, Some(old))) => {
            format!("train {} from market for {}", train(*id), train(*old))
        }
        Action::Train(TrainSource::Onto(kind, mines)) => {
            let mines: Vec<&str> = mines.iter().map(company).collect();
            format!(
                "train {} from depot on {}",
                definition.train(*kind).name,
                mines.join(" ")
            )
        }
        Action::Train(TrainSource::Company(id, from, price, terms)) => {
            let pays = if terms.seller_pays {
                " seller pays"
            } else {
                ""
            };
            let on = match terms.on {
                Some(mine) => format!(" on {}", company(mine)),
                None => String::new(),
            };
            format!(
                "train {} from {} at {price}{pays}{on}",
                train(*id),
                company(*from)
            )
        }
        Action::Swap(a, b) => format!("swap {} {}", company(*a), company(*b)),
        Action::Mine(id, price) => format!("mine {} at {price}", company(*id)),
        Action::Close => "close".into(),
        Action::Bankrupt => "bankrupt".into(),
        Action::Use(id, None) => format!("use {}", private(*id)),
        Action::Use(id, Some(at)) => format!("use {} {}", private(*id), hex(*at)),
        Action::Borrow => "borrow".into(),
        Action::Repay(count) => format!("repay {count}"),
        Action::BuyBack(units) => format!("buyback {units}"),
        Action::Bond(BondDeal::Buy) => "bond buy".into(),
        Action::Bond(BondDeal::Sell(count)) => format!("bond sell {count}"),
        Action::Bond(BondDeal::Issue(count)) => format!("bond issue {count}"),
        Action::Bond(BondDeal::Redeem(None, count)) => format!("bond redeem {count}"),
        Action::Bond(BondDeal::Redeem(Some(seat), count)) => {
            format!("bond redeem {count} from {}", seat_name(*seat))
        }
        Action::Earn(sum) => format!("earn {sum}"),
        Action::Rules(revision) => format!("rules {revision}"),
    }
}

/// `president 20% 10%`.
fn parcel(papers: Parcel) -> String {
    let mut words: Vec<&str> = Vec::new();
    if papers.director {
        words.push("president");
    }
    for (name, count) in [
        ("20%", papers.twenties),
        ("10%", papers.tens),
        ("5%", papers.fives),
    ] {
        words.extend(std::iter::repeat_n(name, usize::from(count)));
    }
    words.join(" ")
}

/// `3-1 D18/0 D16 D14/0`, with `*` on scored stops.
pub fn print_run(definition: &Definition, run: &Run) -> String {
    let mut text = definition.train_name(run.train);
    for step in &run.steps {
        text.push(' ');
        text.push_str(&definition.map.at(step.hex).name);
        if let Some(stop) = step.stop {
            text.push_str(&format!("/{stop}"));
        }
        if step.scored {
            text.push('*');
        }
    }
    text
}
