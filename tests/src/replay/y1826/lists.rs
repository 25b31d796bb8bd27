//! Options of the traces, and where the comparison makes exceptions.

use crate::replay::{Exception, Exempt, How};
use serde_json::Value;

/// What the reference does in all games: in the random ones it was brought to the rulebook in other points.
const UNREPAIRED: &[&str] = &[
    "several_sales_a_turn",
    "bonds_from_several_players",
    "turn_after_named_start_price",
    "loans_before_bonds",
    "interest_spares_treasury",
    "train_limit_token_stays",
    "destinations_by_hand",
    "merger_spares_excess_trains",
    "tokens_lost_in_merger",
    "bonds_keep_priority",
    "branch_at_far_edge",
];

/// The options that a trace needs (`rules.md`, "Options of the replays").
pub(super) fn options(trace: &str) -> Vec<String> {
    if trace.starts_with("recorded") {
        return engine::game::preset("1826", "as-rails").unwrap_or_default();
    }
    UNREPAIRED.iter().map(|name| (*name).to_string()).collect()
}

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

const fn any_order(path: &'static str) -> Exception {
    Exception {
        path,
        how: How::Unordered,
        when: always,
        why: "the order of a list without order",
    }
}

/// Where the comparison makes exceptions.
pub(super) const EXCEPTIONS: &[Exception] = &[
    ignored("round", "steps are the reference's own"),
    ignored("current", "the reference asks in steps of its own"),
    ignored("game_end_pending", "the reference looks at the bank later"),
    ignored("start_items", "states of the reference's own"),
    ignored("companies.*.last_revenue", "a memory of the screen"),
    ignored("companies.*.destination_reached", "declared by hand"),
    ignored("privates.*.used", "a memory of the screen"),
    any_order("dest_connected"),
    any_order("companies.*.trains"),
    any_order("players.*.sold"),
    any_order("tokens.*"),
    any_order("players.*.privates"),
];

/// Where the comparison of a trace ends.
pub(super) const EXEMPT: &[Exempt] = &[
    Exempt {
        trace: "random_5p_8",
        line: 676,
        rule: "E26-4.1.2-07",
        why: "the reference sells a bond to a player without the money",
    },
    Exempt {
        trace: "random_5p_10",
        line: 657,
        rule: "E26-4.1.2-07",
        why: "the reference sells a bond to a player without the money",
    },
    Exempt {
        trace: "recorded_5p_1",
        line: 255,
        rule: "E26-4.10-04",
        why: "a correction of the map that the reference does not offer today",
    },
];
