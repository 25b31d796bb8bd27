//! What is not compared, where comparisons end, and which rules answer the reference's refusals.

use crate::replay::{Answer, Exception, Exempt, How, Listed};
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
];

/// The end by bankruptcy in a stock round.
const fn drop_after_the_end(path: &'static str) -> Exception {
    Exception {
        path,
        how: How::Ignored,
        when: over_in_stock_round,
        why: "the reference lowers prices as at the end of the stock round, but the game ended at once (ARD-7-10)",
    }
}

fn over_in_stock_round(state: &Value) -> bool {
    state.get("finished").is_some()
        && state.pointer("/round/kind").and_then(Value::as_str) == Some("stock")
}

/// Where the comparison of a trace ends.
pub(super) const EXEMPT: &[Exempt] = &[];

/// Which rules may answer which reason.
pub(super) const ANSWERS: &[Answer] = &[];

/// Refusals by other rules that are right all the same.
pub(super) const LISTED: &[Listed] = &[];
