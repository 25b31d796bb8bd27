//! Orders that contradict each other: two that would answer the same decision.

use super::bidding;
use super::queue::verb;
use super::terms::Terms;
use crate::store::OrderRow;
use crate::table::{Play, Refusal};

/// Whether two orders of one player could both answer a decision.
fn meet(one: &Terms, other: &Terms) -> bool {
    use Terms::{Answer, Auction, Bid, Buy, Pass, Queue, Run};
    match (one, other) {
        (
            Buy { company, pass, .. },
            Buy {
                company: other,
                pass: passes,
                ..
            },
        ) => company == other || *pass || *passes,
        (Pass { .. } | Buy { .. }, Pass { .. } | Buy { .. }) => true,
        (Bid { lot, .. }, Bid { lot: other, .. }) => lot == other,
        (Bid { lot, .. }, Auction { lots, .. }) | (Auction { lots, .. }, Bid { lot, .. }) => {
            !lots.contains(lot)
        }
        (Auction { .. }, Auction { .. }) => true,
        (Run { company, .. }, Run { company: other, .. }) => company == other,
        (
            Answer { what, from, .. },
            Answer {
                what: other,
                from: of,
                ..
            },
        ) => what.meets(*other) && (from.is_none() || of.is_none() || from == of),
        (Queue { items }, order) | (order, Queue { items }) => {
            items.iter().any(|item| match (&item.company, order) {
                (Some(company), Run { company: run, .. }) => company == run,
                (None, Pass { .. } | Buy { .. }) => !bids(&item.text),
                (None, Bid { .. } | Auction { .. }) => {
                    bids(&item.text) || verb(&item.text) == "pass"
                }
                _ => false,
            })
        }
        _ => false,
    }
}

fn bids(text: &str) -> bool {
    matches!(verb(text).as_str(), "bid" | "take" | "premium")
}

/// Whether one of two bids would pass where the other bids, for both lots are bid for at once.
fn cross(play: &Play, one: &Terms, other: &Terms) -> bool {
    match (one, other) {
        (Terms::Bid { pass, .. }, Terms::Bid { pass: passes, .. }) => {
            (*pass || *passes) && bidding::side_by_side(play)
        }
        _ => false,
    }
}

/// Refuses an order that contradicts one that its owner has set.
pub(super) fn refuse(
    play: &Play,
    user: &str,
    terms: &Terms,
    orders: &[OrderRow],
) -> Result<(), Refusal> {
    for row in orders.iter().filter(|row| row.user == user) {
        let Some(known) = Terms::read(&row.terms) else {
            continue;
        };
        // There is one list of moves made ahead.
        if (known.is_plan() && terms.is_plan())
            || !(meet(&known, terms) || cross(play, &known, terms))
        {
            continue;
        }
        let way = match known.is_plan() {
            true => "/plan unqueue drops them".to_string(),
            false => format!("/auto cancel order:{} cancels it", row.number),
        };
        return Err(Refusal::new(format!(
            "That contradicts your order {} ({}): both would answer the same decision; {way}.",
            row.number,
            known.words(play)
        )));
    }
    Ok(())
}
