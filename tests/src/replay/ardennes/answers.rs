//! Which rules answer the reference's refusals.

use crate::replay::rejected::answer;
use crate::replay::{Answer, Listed};

const BID_LOW: &str = "bid is below the minimum";
const BID_STEP: &str = "bid is not on the required step";
const BID_CASH: &str = "bidder has not enough cash";
const CASH: &str = "spender has not enough cash";
const STEP: &str = "this action is not allowed to this actor in the present step";
const PURCHASE: &str =
    "share purchase not allowed (money, limits, earlier sale or second purchase)";
const SALE: &str = "share sale not allowed (president, market limit, timing or earlier purchase)";
const TURNING: &str = "this orientation is not legal or not connected to the company";
const UPGRADES: &str = "no upgrade left in this turn";
const REACH: &str = "stop is not connected to the company";
const TOKEN: &str = "token cannot be placed here (slot, money or own token present)";
const FOR_SALE: &str = "train is not for sale to this company now";

/// Which rules may answer which reason, for each kind of attempt.
#[rustfmt::skip]
pub(super) const ANSWERS: &[Answer] = &[
    answer(BID_LOW, "opening bid below 100", &["ARD-3.2.1-04"]),
    answer(BID_LOW, "bid below the minimum", &["ARD-3.2.1-05", "ARD-5.2.2-03"]),
    answer(BID_STEP, "bid not a multiple of 5", &["ARD-3.2.1-04", "ARD-3.2.1-05", "ARD-5.2.2-02"]),
    answer(BID_CASH, "bid above own cash", &["ARD-3.2.1-07", "ARD-5.2.2-07"]),
    answer(CASH, "exchange difference not affordable", &["ARD-5.3.1-03"]),
    answer(CASH, "terrain cost not affordable", &["ARD-6.3-12"]),
    answer(CASH, "train not affordable", &["ARD-6.8-02"]),
    answer(STEP, "certificate limit", &["ARD-4.1-08", "ARD-4.1-09"]),
    answer(STEP, "company buys a share back", &["ARD-6-04"]),
    answer(STEP, "company has not operated yet", &["ARD-5.1.1-01"]),
    answer(STEP, "company may not be started by this player", &["ARD-5.3-01"]),
    answer(STEP, "company sold earlier in this round", &["ARD-5.1.1-03"]),
    answer(STEP, "dividend in the wrong step", &["ARD-6-04"]),
    answer(STEP, "holding limit of one company", &["ARD-4.1-16"]),
    answer(STEP, "no pass without a train", &["ARD-6.8.4-01"]),
    answer(STEP, "not the turn of this company", &["GAME", "ARD-6-04"]),
    answer(STEP, "not the turn of this player", &["GAME"]),
    answer(STEP, "obligation to start a company", &["ARD-5.3-01"]),
    answer(STEP, "pass although the player must act", &["ARD-3.2.1-02"]),
    answer(STEP, "pass although the step allows no pass", &["ARD-6-04"]),
    answer(STEP, "president certificate without a successor", &["ARD-4.1-12", "ARD-4.1-15"]),
    answer(STEP, "private company of another owner sold", &["ARD-3.2.5-03"]),
    answer(STEP, "requester answers instead of the president", &["GAME"]),
    answer(STEP, "routes already run", &["ARD-6-04"]),
    answer(STEP, "sale after a conversion", &["ARD-6.1-06"]),
    answer(STEP, "share not affordable", &["ARD-5.1.2-04"]),
    answer(STEP, "share of another player", &["ARD-6.8.6-08"]),
    answer(STEP, "share sale outside a stock round", &["GAME"]),
    answer(STEP, "tile before the conversion is decided", &["ARD-6-04"]),
    answer(STEP, "train purchase in the wrong step", &["ARD-6-04", "ARD-RUL-16"]),
    answer(PURCHASE, "certificate limit", &["ARD-4.1-09"]),
    answer(PURCHASE, "company sold earlier in this round", &["ARD-5.1.1-03"]),
    answer(PURCHASE, "holding limit of one company", &["ARD-4.1-16"]),
    answer(PURCHASE, "share not affordable", &["ARD-5.1.2-04"]),
    answer(PURCHASE, "share of another company after a conversion", &["ARD-6.1-05"]),
    answer(PURCHASE, "share of another player", &["ARD-6.8.6-08"]),
    answer(PURCHASE, "starting price not affordable", &["ARD-5.3-04"]),
    answer(SALE, "company has not operated yet", &["ARD-5.1.1-01"]),
    answer(SALE, "market would hold too many shares", &["ARD-4.1-18"]),
    answer(SALE, "president certificate without a successor", &["ARD-4.1-12", "ARD-4.1-15"]),
    answer(SALE, "share not sellable for a train", &["ARD-4.1-12"]),
    answer(TURNING, "hex not reachable", &["ARD-6.3-06", "ARD-6.3-08"]),
    answer(TURNING, "tile outside the home hex", &["ARD-3.2.4-13"]),
    answer(TURNING, "tile turned the wrong way", &["ARD-3.2.4-10", "ARD-6.3-02", "ARD-6.3-06", "ARD-6.3-08", "ARD-6.3-09"]),
    answer(UPGRADES, "tile colour not yet allowed", &["ARD-2.2-02", "ARD-2.4-01"]),
    answer(UPGRADES, "tile does not fit the hex (towns, cities, label or colour)", &["ARD-2.2-02", "ARD-2.4-01"]),
    answer(UPGRADES, "tile turned the wrong way", &["ARD-2.2-02", "ARD-2.4-01"]),
    answer("this tile is no upgrade of what is on the hex", "tile does not fit the hex (towns, cities, label or colour)", &["ARD-3.2.4-08", "ARD-3.2.4-09", "ARD-6.3-14"]),
    answer(REACH, "stop not reachable", &["ARD-6.4-05"]),
    answer(REACH, "mine or port token not reachable", &["ARD-6.4-05"]),
    answer(TOKEN, "no free slot", &["ARD-6.4-04"]),
    answer(TOKEN, "second token of one company on a hex", &["ARD-6.4-03"]),
    answer(TOKEN, "token cannot be placed here (slot, money or own token present)", &["ARD-6.4-03"]),
    answer("only mine and port tokens can be taken", "token of another company cannot be taken", &["ARD-6-04"]),
    answer("only tokens of the exchanged minor can be removed", "token of the major itself", &["ARD-5.3.1-07"]),
    answer("route has too many stops for the train", "too many stops for the train", &["ARD-6.5-04"]),
    answer("route needs a token of the company", "route without a token of the company", &["ARD-6.5-02", "ARD-6.5-10"]),
    answer(FOR_SALE, "company buys its own train", &["ARD-6.8.3-01"]),
    answer(FOR_SALE, "train is not for sale to this company now", &["ARD-6.8.2-01", "ARD-6.8.2-02"]),
    answer(FOR_SALE, "train not yet on sale", &["ARD-6.8-04"]),
    answer("train belongs to another company", "train of another company", &["ARD-6.5-01"]),
    answer("train of another company", "train of another company", &["ARD-6.5-01"]),
    answer("price out of range", "price out of range", &["ARD-6.8.5-12"]),
];

/// Refusals by other rules that are right all the same: the first obstacle is another one.
pub(super) const LISTED: &[Listed] = &[
    Listed {
        trace: "random_3p_102",
        line: 950,
        attempt: "company sold earlier in this round",
        rule: "ARD-4.1-08",
        why: "he is over the certificate limit and must sell before any purchase",
    },
    Listed {
        trace: "random_3p_7",
        line: 1017,
        attempt: "holding limit of one company",
        rule: "ARD-4.1-09",
        why: "he is at the certificate limit as well",
    },
    Listed {
        trace: "random_3p_8",
        line: 686,
        attempt: "exchange difference not affordable",
        rule: "ARD-4.2.1-04",
        why: "the minor lies in the Grey Zone and cannot be exchanged at all",
    },
    Listed {
        trace: "random_4p_101",
        line: 536,
        attempt: "exchange difference not affordable",
        rule: "ARD-4.2.1-04",
        why: "the minor lies in the Grey Zone and cannot be exchanged at all",
    },
    Listed {
        trace: "random_4p_102",
        line: 784,
        attempt: "bid below the minimum",
        rule: "ARD-RUL-10",
        why: "he leads for the company himself",
    },
    Listed {
        trace: "random_4p_105",
        line: 891,
        attempt: "exchange difference not affordable",
        rule: "ARD-4.2.1-04",
        why: "the minor lies in the Grey Zone and cannot be exchanged at all",
    },
    Listed {
        trace: "random_4p_4",
        line: 915,
        attempt: "holding limit of one company",
        rule: "ARD-4.1-09",
        why: "he is at the certificate limit as well",
    },
    Listed {
        trace: "random_4p_4",
        line: 915,
        attempt: "president certificate without a successor",
        rule: "ARD-4.1-18",
        why: "the open market has no room for so many shares either",
    },
    Listed {
        trace: "random_4p_6",
        line: 660,
        attempt: "bid not a multiple of 5",
        rule: "ARD-RUL-10",
        why: "he leads for the company himself",
    },
    Listed {
        trace: "random_4p_8",
        line: 668,
        attempt: "share of another player",
        rule: "ARD-5.3-01",
        why: "he must form a company before any purchase",
    },
    Listed {
        trace: "random_5p_100",
        line: 1042,
        attempt: "holding limit of one company",
        rule: "ARD-4.1-08",
        why: "he is over the certificate limit and must sell before any purchase",
    },
    Listed {
        trace: "random_5p_4",
        line: 735,
        attempt: "president certificate without a successor",
        rule: "ARD-5.1.1-01",
        why: "the company has not operated either",
    },
    Listed {
        trace: "random_5p_4",
        line: 735,
        attempt: "share not affordable",
        rule: "ARD-4.1-16",
        why: "he holds 60% of the company as well",
    },
];
