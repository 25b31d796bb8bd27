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
    equal_circles("tokens.F4"),
    equal_circles("tokens.G3"),
    equal_circles("tokens.H10"),
    equal_circles("tokens.I21"),
];

/// Two bonus tokens can lie in one city.
const fn equal_circles(path: &'static str) -> Exception {
    Exception {
        path,
        how: How::Without("slot"),
        when: always,
        why: "which of two equal bonus tokens in a city is claimed makes no difference; ours is the first",
    }
}

/// Where the comparison of a trace ends.
pub(super) const EXEMPT: &[Exempt] = &[];

/// Which rules may answer which reason.
pub(super) const ANSWERS: &[Answer] = &[];

/// Refusals by other rules that are right all the same.
pub(super) const LISTED: &[Listed] = &[];
