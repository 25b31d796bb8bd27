//! Which rules answer the reference's refusals.

use crate::replay::rejected::answer;
use crate::replay::{Answer, Listed};

/// Which rules may answer which reason. An attempt may run into another obstacle before: a train that is not on sale
/// is refused as such before the limit is looked at, a tile of a colour that is not open before its fit. Who bought in
/// his turn has had it, so that it is no longer his turn.
#[rustfmt::skip]
pub(super) const ANSWERS: &[Answer] = &[
    answer("already_bought_this_turn", "", &["GAME"]),
    answer("bought_this_turn", "", &["GAME"]),
    answer("cannot_pay", "", &["GAME", "E26-4.1.2-07", "E26-4.7.9-02", "E26-4.10-12", "E26-4.13-04", "E26-3.4-05", "E26-3.4-06"]),
    answer("certificate_limit", "", &["E26-3.4-03", "E26-3.4-05", "E26-3.4-06", "E26-3.4-11"]),
    answer("holding_limit", "", &["E26-3.4-05", "E26-3.4-06", "E26-3.4-11", "E26-4.1.1-02"]),
    answer("no_share_there", "", &["GAME", "E26-4.1.2-01", "E26-4.1.2-04", "E26-4.1.2-05", "E26-4.1.2-06", "E26-4.1.2-07", "E26-4.1.1-02"]),
    answer("sold_this_round", "", &["E26-4.1.1-02"]),
    answer("no_train_trading_yet", "", &["E26-2-09"]),
    answer("train_limit", "", &["GAME", "E26-2-05", "E26-2-06", "E26-2-09", "E26-4.7.9-03", "E26-4.12-01", "E26-4.13-01"]),
    answer("train_not_available", "", &["E26-4.7.9-03", "E26-4.12-01", "E26-4.13-01"]),
    answer("colour_not_available", "", &["E26-2-04", "E26-4.7.1-02"]),
    answer("does_not_keep_track", "", &["E26-4.10-10", "E26-4.10-05", "E26-4.7.1-02"]),
    answer("no_tile_left", "", &["E26-4.10-19", "E26-4.10-07", "E26-4.10-15", "E26-4.7.1-02"]),
    answer("not_connected", "", &[
        "E26-4.10-02", "E26-4.10-03", "E26-4.10-04", "E26-4.10-07", "E26-4.10-12", "E26-4.6.1-01", "E26-4.7.1-02",
        "E26-4.7.3-04", "E26-4.7.3-01", "E26-4.7-05",
    ]),
    answer("runs_off_map_or_into_blank_side", "", &["E26-4.10-05", "E26-4.6.1-01", "E26-4.10-15", "E26-4.7.1-02"]),
    answer("tile_does_not_fit_hex", "", &[
        "E26-2-04", "E26-4.7.1-02", "E26-4.10-01", "E26-4.10-07", "E26-4.10-09", "E26-4.10-15", "E26-4.10-18",
        "E26-8-02", "E26-8-03", "E26-8-04", "E26-8-05", "E26-8-08",
    ]),
    answer("tile_not_for_this_hex", "", &["E26-4.10-13", "E26-4.10-14", "E26-4.10-15", "E26-4.10-17"]),
    // The step of stations is over where the company can place none.
    answer("already_has_token_here", "", &["E26-4.7.3-01", "E26-4.7-05"]),
    answer("no_free_slot", "", &["E26-4.7.3-01", "E26-4.7-05"]),
    answer("company_has_not_operated", "", &["E26-4.1.1-07", "GAME"]),
    answer("more_than_owned", "", &["E26-4.1.1-01", "GAME"]),
    answer("pool_full", "", &["E26-3.4-08", "GAME"]),
];

/// Refusals by other rules that are right all the same.
pub(super) const LISTED: &[Listed] = &[];
