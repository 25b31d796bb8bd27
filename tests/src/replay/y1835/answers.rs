//! Which rules answer the reference's refusals.

use crate::replay::rejected::{answer, listed};
use crate::replay::{Answer, Listed};

/// Which rules may answer which reason, for each kind of attempt. Many attempts break several rules at once: a green tile on a hex
/// without track in phase 1, a train that is neither on offer nor within the limit.
#[rustfmt::skip]
pub(super) const ANSWERS: &[Answer] = &[
    answer("already_bought_this_turn", "buy_share", &["E35-XV.1-01"]),
    answer("certificate_limit", "buy_share", &["E35-XV.4-01", "E35-XV.4-04"]),
    answer("no_share_there", "buy_share", &["E35-XV.2-04", "E35-XV.2-05", "E35-XV.2-08", "E35-XV.2-10", "E35-XV.2-11", "E35-XV.2-12", "E35-XV.1-01"]),
    answer("sold_this_round", "buy_share", &["E35-XV.2-01"]),
    answer("cannot_pay", "buy_train", &["E35-XII-13", "E35-XII-15"]),
    answer("no_train_trading_yet", "buy_train", &["E35-XII-03"]),
    answer("train_limit", "buy_train", &["E35-XII-07", "E35-XII-08", "E35-XII-02", "E35-XII-03", "E35-PREP-09"]),
    answer("train_not_available", "buy_train", &["E35-XII-02", "E35-PREP-09"]),
    answer("cannot_pay", "lay_tile", &["E35-VI-20"]),
    answer("colour_not_available", "lay_tile", &["E35-VII-01", "E35-VI-03", "E35-V.3-02", "E35-VII-11"]),
    answer("does_not_keep_track", "lay_tile", &["E35-VII-05", "E35-VII-13", "E35-VII-06"]),
    answer("no_tile_left", "lay_tile", &["E35-GEN-04"]),
    answer("not_connected", "lay_tile", &["E35-VI-07", "E35-VI-08", "E35-VI-09", "E35-VII-07", "E35-VI-20"]),
    answer("runs_off_map_or_into_blank_side", "lay_tile", &["E35-VI-16", "E35-VI-17", "E35-VI-18", "E35-VII-06"]),
    answer("tile_does_not_fit_hex", "lay_tile", &[
        "E35-VI-01", "E35-VI-10", "E35-VI-11", "E35-VI-12", "E35-VI-13", "E35-VI-14", "E35-VII-04", "E35-VII-08", "E35-VII-09", "E35-VII-10", "E35-VII-01", "E35-VI-02", "E35-VI-03", "E35-V.3-02", "E35-VII-11"]),
    answer("already_has_token_here", "place_token", &["E35-VIII-05"]),
    answer("no_free_slot", "place_token", &["E35-VIII-07"]),
    answer("not_connected", "place_token", &["E35-VIII-06", "E35-VIII-13", "E35-VIII-09"]),
    answer("reserved_home", "place_token", &["E35-VIII-09", "E35-VIII-10"]),
    answer("company_has_not_operated", "sell_shares", &["E35-XV.7-03", "E35-XV.7-04", "E35-XV.2-09", "E35-XV.7-05", "E35-I-07"]),
    answer("more_than_owned", "sell_shares", &["E35-XV.7-05", "E35-XV.7-06", "E35-IV.3-04", "E35-I-07"]),
    answer("pool_full", "sell_shares", &["E35-XV.7-02", "E35-IV.3-05", "E35-XV.7-05"]),
];

/// Refusals by other rules that are right all the same.
pub(super) const LISTED: &[Listed] = &[
    listed("random_5p_5", 362, "place_token", "E35-V.3-01", STEP),
    listed(
        "random_6p_7",
        455,
        "place_token",
        "E35-VIII-13",
        "Baden's home marker comes first on L6, whatever stands there",
    ),
    listed("random_7p_3", 21, "sell_shares", "GAME", TURN),
    listed("random_7p_8", 18, "buy_share", "GAME", TURN),
];

const STEP: &str = "the private's tile is still to be laid, so that the track step is open";
const TURN: &str = "nothing was left to do in the turn, so that it ended by itself";
