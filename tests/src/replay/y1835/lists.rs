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

/// Departures of the reference that were repaired for the random games.
pub(super) const REPAIRED: &[&str] = &[
    "group3_without_prussian",
    "exchange_from_former_m2",
    "prussian_runs_docked",
    "promotion_by_tile",
    "later_sales_at_first_price",
    "pfalz_closes_with_token",
    "no_duty_to_own_train",
    "hamburg_three_visits",
];

/// Exceptions from the comparison, each with its reason.
pub(super) const EXCEPTIONS: &[Exception] = &[
    ignored(
        "round",
        "the reference's own names and counting of rounds and steps",
    ),
    ignored(
        "start_items",
        "the packet: what is sold is compared as property",
    ),
    ignored(
        "players.*.worth",
        "the reference counts privates and minors",
    ),
    ignored(
        "companies.*.status",
        "the reference's own names; prices and directors are compared",
    ),
    ignored("companies.*.last_revenue", "no state of the game"),
    ignored("companies.*.par", "printed"),
    ignored("companies.*.share_unit", "printed"),
    ignored(
        "privates.*.used",
        "the hexes are compared as tiles and stations",
    ),
    ignored(
        "companies.PR.operated",
        "the reference counts its opening as a turn; ours asks nothing of it (E35-XV.7-04)",
    ),
    Exception {
        path: "current",
        how: How::Ignored,
        when: |state| {
            !matches!(
                state.pointer("/round/kind").and_then(Value::as_str),
                Some("start" | "stock")
            )
        },
        why: "in operating rounds the reference keeps the last player asked about the Prussian; directors are compared",
    },
    Exception {
        path: "tokens.*",
        how: How::Unordered,
        when: always,
        why: "the circles of a station are equal",
    },
    as_set("players.*.sold", "order makes no difference"),
    as_set("players.*.privates", "order makes no difference"),
    as_set("players.*.minors", "order makes no difference"),
];

const BANKRUPT: &str = "the reference does not follow the rulebook after a bankruptcy (E35-RUL-24)";
const UNSOLD: &str = "a bankruptcy though 20% of MS could be sold for what lacks: the reference waits for its first turn";
const PAID_TWICE: &str = "two 10% are paid for, one goes to the pool";
const NOT_OFFERED: &str = "a lay that the reference does not offer either";

const fn exempt(trace: &'static str, line: i64, rule: &'static str, why: &'static str) -> Exempt {
    Exempt {
        trace,
        line,
        rule,
        why,
    }
}

/// Lines that do what no action of ours can: their entries are refused by the bridge.
pub(super) const DEFECTS: &[(&str, i64, &str)] = &[
    ("random_3p_123", 682, UNSOLD),
    ("random_5p_9", 1399, PAID_TWICE),
];

/// Where the comparison of a trace ends.
pub(super) const EXEMPT: &[Exempt] = &[
    exempt("random_3p_123", 682, "E35-XII-17", UNSOLD),
    exempt("random_5p_9", 1399, "E35-XV.7-01", PAID_TWICE),
    exempt("recorded_standard_1", 693, "E35-VI-08", NOT_OFFERED),
    exempt("random_5p_123", 684, "E35-XII-21", BANKRUPT),
    exempt("random_6p_122", 1501, "E35-XII-21", BANKRUPT),
    exempt("random_6p_123", 1255, "E35-XII-21", BANKRUPT),
    exempt("recorded_clemens_test_play", 87, "E35-VI-07", NOT_OFFERED),
    exempt(
        "recorded_snake_1_emergency_b",
        584,
        "E35-XV.8-02",
        "a price moved by hand, for which there is no action: the price falls with the second sale",
    ),
];
