//! What is not compared, and where comparisons end.

use crate::replay::{Exception, Exempt, How};
use serde_json::Value;

fn always(_: &Value) -> bool {
    true
}

fn in_initial_auction(state: &Value) -> bool {
    state.pointer("/round/kind").and_then(Value::as_str) == Some("minor_auction")
}

/// Exceptions from the comparison, each with its reason.
pub(super) const EXCEPTIONS: &[Exception] = &[
    Exception {
        path: "round.step",
        how: How::Ignored,
        when: always,
        why: "the reference's own name for what is being decided",
    },
    Exception {
        path: "round.index",
        how: How::Ignored,
        when: always,
        why: "the reference's own counting; the company in turn is compared as the active one",
    },
    Exception {
        path: "round.tiles_laid",
        how: How::Ignored,
        when: always,
        why: "the reference's own counting; the tiles themselves are compared",
    },
    Exception {
        path: "depot.next_id",
        how: How::Ignored,
        when: always,
        why: "the reference's own numbering; the trains bought are compared by their ids",
    },
    Exception {
        path: "priority",
        how: How::Ignored,
        when: in_initial_auction,
        why: "the reference moves the marker with every bid, the rulebook when the last lot is sold (ARD-3.2.3-01)",
    },
    Exception {
        path: "round.refusals.*",
        how: How::AsSet,
        when: always,
        why: "the reference writes a refusal down twice",
    },
    Exception {
        path: "depot.open_market",
        how: How::AsSet,
        when: always,
        why: "the order in which several companies discard makes no difference (ARD-RUL-29)",
    },
    Exception {
        path: "round.sold.*",
        how: How::AsSet,
        when: always,
        why: "the order of what was sold makes no difference; the private stands apart in ours",
    },
    Exception {
        path: "tokens.*",
        how: How::Without("slot"),
        when: always,
        why: "the circles of a city are equal: the reference closes gaps at an upgrade, ours keep their circles \
              (ARD-6.3-19), and of two equal bonus tokens ours is the first that is claimed",
    },
    drop_after_the_end("companies.*.price"),
    drop_after_the_end("companies.*.column"),
    drop_after_the_end("companies.*.stack"),
    drop_after_the_end("players.*.value"),
    drop_after_the_end("market"),
    drop_after_the_end("market.*"),
    drop_after_the_end("operating_order"),
    drop_after_the_end("round.passed"),
    drop_after_the_end("priority"),
    drop_after_the_end("player_order"),
];

/// The end by bankruptcy in a stock round.
const fn drop_after_the_end(path: &'static str) -> Exception {
    Exception {
        path,
        how: How::Ignored,
        when: over_in_stock_round,
        why: "the reference ends the stock round and lowers prices, but the game ended at once (ARD-7-10)",
    }
}

fn over_in_stock_round(state: &Value) -> bool {
    state.get("finished").is_some()
        && state.pointer("/round/kind").and_then(Value::as_str) == Some("stock")
}

/// Where the comparison of a trace ends.
pub(super) const EXEMPT: &[Exempt] = &[
    Exempt {
        trace: "random_5p_101",
        line: 1177,
        rule: "ARD-6.8-05",
        why: "a 4D that lies in the open market is bought there as a 6",
    },
    Exempt {
        trace: "random_5p_200",
        line: 766,
        rule: "ARD-6.8.5-04",
        why: "shares of a public company are sold for its train in its first turn",
    },
    Exempt {
        trace: "random_5p_407",
        line: 1440,
        rule: "ARD-6.8-05",
        why: "a 6 that lies in the open market is bought there as a 4D",
    },
];
