//! From canonical text to an action.

use super::print;
use super::words::{HELP, Words};
use crate::action::{Action, BondDeal, CompanySet, Lot, Payout, Terms, TrainSource};
use crate::rejection::{Rejection, reject};
use crate::rules::Definition;

/// Parses canonical text.
///
/// # Errors
/// `GAME` with what is malformed and how it should look.
pub fn parse(definition: &Definition, text: &str) -> Result<Action, Rejection> {
    let text = text.trim();
    let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let mut words = Words {
        definition,
        verb,
        words: rest.split_whitespace().collect(),
        at: 0,
    };
    let action = match verb.to_ascii_lowercase().as_str() {
        "pass" | "done" | "skip" => Action::Pass,
        "bid" => {
            let lot = words.lot()?;
            let amount = words.number("an amount")?;
            let with = if words.skip("with") {
                Some(words.company()?)
            } else {
                None
            };
            Action::Bid { lot, amount, with }
        }
        "take" => Action::Take(words.lot()?),
        "premium" => Action::Premium(words.number("an amount")?),
        "sell" => match words.lot()? {
            Lot::Private(private) => Action::SellPrivate(private),
            Lot::Company(company) if words.names_paper() => {
                Action::SellPapers(company, words.parcel()?)
            }
            Lot::Company(company) => Action::Sell(company, words.small("how many shares")?),
        },
        "buy" => match words.lot()? {
            Lot::Private(private) => Action::BuyPrivate(private),
            Lot::Company(company) if words.skip("president") || words.skip("director") => {
                Action::BuyDirector(company)
            }
            Lot::Company(company) if words.names_paper() => {
                let percent = words.percent()?;
                Action::BuyPaper(company, percent, words.seller()?)
            }
            Lot::Company(company) => Action::Buy(company, words.source()?),
        },
        "form" => Action::Form(words.company()?, words.number("a starting value")?),
        "exchange" if words.words.len() == 1 => Action::Fold(words.lot()?),
        "receive" => Action::Receive(words.parcel()?),
        "exchange" => Action::Exchange {
            minor: words.company()?,
            company: words.company()?,
            from: words.source()?,
        },
        "unite" | "merge" => Action::Unite {
            company: words.company()?,
            first: words.company()?,
            second: words.company()?,
        },
        "exercise" => Action::Exercise(words.company()?, words.small("how many shares")?),
        "agree" | "yes" | "approve" => Action::Agree,
        "refuse" | "no" | "deny" => Action::Refuse,
        "decline" => match words.next("token or train")? {
            "token" => {
                let (hex, stop) = words.stop()?;
                Action::DeclineToken(hex, stop)
            }
            "train" => Action::DeclineTrain(words.train()?),
            other => reject!("GAME", "{other:?} cannot be declined: token or train can"),
        },
        "keep" => {
            words.skip("forts");
            Action::KeepForts(words.small("how many forts")?)
        }
        "discard" | "scrap" => Action::Discard(words.train()?),
        "convert" => Action::Convert,
        "issue" => Action::Issue(words.small("how many shares")?),
        "lay" => {
            let hex = words.next("a hex")?;
            let hex = words.hex_named(hex)?;
            let (face, rot) = words.tile()?;
            if words.skip("by") {
                Action::LayBy(words.private()?, hex, face, rot)
            } else {
                Action::Lay(hex, face, rot)
            }
        }
        "token" | "station" => {
            let (hex, stop) = words.stop()?;
            if words.skip("by") {
                Action::TokenBy(words.private()?, hex, stop)
            } else {
                Action::Token(hex, stop)
            }
        }
        "replace" => {
            let (hex, stop) = words.stop()?;
            Action::Replace(hex, stop, words.company()?)
        }
        "swap" => Action::Swap(words.company()?, words.company()?),
        "mine" => {
            let mine = words.company()?;
            words.skip("at");
            words.skip("for");
            Action::Mine(mine, words.number("a price")?)
        }
        "close" => Action::Close,
        "fort" => {
            let hex = words.next("a hex")?;
            Action::Fort(words.hex_named(hex)?)
        }
        "run" => Action::Run(words.runs(rest)?),
        "withhold" => Action::Pay(Payout::Nothing),
        "pay" => match words
            .next("full, half or nothing")?
            .to_ascii_lowercase()
            .as_str()
        {
            "full" | "all" | "out" => Action::Pay(Payout::Full),
            "half" => Action::Pay(Payout::Half),
            "nothing" | "none" => Action::Pay(Payout::Nothing),
            other => reject!("GAME", "{other:?} is no way to pay: full, half or nothing"),
        },
        "train" => {
            let name = words.next("a train")?;
            words.skip("from");
            let from = words.next("where from: depot, market or a company")?;
            match from.to_ascii_lowercase().as_str() {
                "depot" | "stack" | "bank" => {
                    let kind = words.kind(name)?;
                    if words.skip("on") {
                        let mut mines = CompanySet::default().with(words.company()?);
                        while words.peek().is_some() {
                            mines = mines.with(words.company()?);
                        }
                        return Ok(Action::Train(TrainSource::Onto(kind, mines)));
                    }
                    let old = if words.skip("for") {
                        Some(words.train()?)
                    } else {
                        None
                    };
                    Action::Train(TrainSource::Stack(kind, old))
                }
                "market" | "pool" => {
                    let train = words.train_named(name)?;
                    let old = if words.skip("for") {
                        Some(words.train()?)
                    } else {
                        None
                    };
                    Action::Train(TrainSource::Market(train, old))
                }
                _ => {
                    let train = words.train_named(name)?;
                    let company = words.company_named(from)?;
                    words.skip("at");
                    words.skip("for");
                    let price = words.number("a price")?;
                    let mut terms = Terms::default();
                    if words.skip("seller") {
                        if !words.skip("pays") {
                            reject!("GAME", "after \"seller\" only \"pays\" may stand")
                        }
                        terms.seller_pays = true;
                    }
                    if words.skip("on") {
                        terms.on = Some(words.company()?);
                    }
                    Action::Train(TrainSource::Company(train, company, price, terms))
                }
            }
        }
        "bankrupt" => Action::Bankrupt,
        "use" => {
            let private = words.private()?;
            words.skip("on");
            let hex = match words.peek() {
                Some(_) => {
                    let hex = words.next("a hex")?;
                    Some(words.hex_named(hex)?)
                }
                None => None,
            };
            Action::Use(private, hex)
        }
        "borrow" | "loan" => Action::Borrow,
        "repay" => Action::Repay(words.small("how many loans")?),
        "buyback" => Action::BuyBack(words.small("how many shares")?),
        "earn" => Action::Earn(words.number("the earnings")?),
        "bond" | "bonds" => match words
            .next("buy, sell, issue or redeem")?
            .to_ascii_lowercase()
            .as_str()
        {
            "buy" => Action::Bond(BondDeal::Buy),
            "sell" => Action::Bond(BondDeal::Sell(words.small("how many bonds")?)),
            "issue" => Action::Bond(BondDeal::Issue(words.small("how many bonds")?)),
            "redeem" => {
                let count = words.small("how many bonds")?;
                let from = if words.skip("from") {
                    words.seller()?
                } else {
                    None
                };
                Action::Bond(BondDeal::Redeem(from, count))
            }
            other => reject!(
                "GAME",
                "{other:?} is nothing to do with bonds: buy, sell, issue or redeem them"
            ),
        },
        "rules" => match u16::try_from(words.number("a version")?) {
            Ok(revision) => Action::Rules(revision),
            Err(_) => reject!("GAME", "a version of the rules is a whole number"),
        },
        "" => reject!("GAME", "an action is missing; actions look like: {HELP}"),
        _ => reject!("GAME", "{verb:?} is no action; actions look like: {HELP}"),
    };
    if let Some(extra) = words.peek() {
        reject!(
            "GAME",
            "{extra:?} is too much after {:?}",
            print(definition, &action)
        )
    }
    Ok(action)
}
