//! What is not compared, and where comparisons end.

use crate::replay::{Exception, Exempt, How};
use serde_json::Value;

fn always(_: &Value) -> bool {
    true
}

const fn ignored(path: &'static str, why: &'static str) -> Exception {
    Exception {
        path,
        how: How::Ignored,
        when: always,
        why,
    }
}

const fn as_set(path: &'static str, why: &'static str) -> Exception {
    Exception {
        path,
        how: How::AsSet,
        when: always,
        why,
    }
}

/// Exceptions from the comparison, each with its reason.
pub(super) const EXCEPTIONS: &[Exception] = &[
    ignored(
        "round.step",
        "the reference's own name for what is being decided",
    ),
    ignored(
        "round.index",
        "the reference's own counting; the company in turn is compared as the active one",
    ),
    ignored(
        "round.tiles_laid",
        "the reference's own counting; the tiles themselves are compared",
    ),
    ignored(
        "depot.next_id",
        "the reference's own numbering; the units bought are compared by their ids",
    ),
    ignored(
        "companies.*.machine_id",
        "the reference's own numbering: a mine has a machine of a size, which is compared, not a card (H73-4.3.5-02)",
    ),
    ignored(
        "companies.MHE.president_share",
        "the MHE has no director (H73-3.2.7-01): the reference's first share of it means nothing",
    ),
    ignored(
        "players.*.shares.MHE.president",
        "the MHE has no director (H73-3.2.7-01): the reference's first share of it means nothing",
    ),
    as_set(
        "round.sold.*",
        "the order of what was sold makes no difference",
    ),
    as_set(
        "extra.lots",
        "the order of what is on offer makes no difference",
    ),
    as_set(
        "extra.draft_left",
        "the order of what is on offer makes no difference",
    ),
    Exception {
        path: "tokens.*",
        how: How::Without("slot"),
        when: always,
        why: "the circles of a place that are joined are equal",
    },
];

/// Where the comparison of a trace ends.
pub(super) const EXEMPT: &[Exempt] = &[];
