//! Which rules answer the reference's refusals.

use crate::replay::rejected::{answer, listed};
use crate::replay::{Answer, Listed};

const CONCESSION: &str = "a train must run the concession route";
const REACH: &str = "all new track must be reachable by the company";
const BID_LOW: &str = "bid is below the minimum";
const BID_STEP: &str = "bid is not on the required step";
const BID_CASH: &str = "bidder has not enough cash";
const DIESEL: &str = "diesel must run the concession route";
const SLOTS: &str = "exactly two existing slots with a switcher must be named";
const FINISH: &str = "only concession hexes may be built until the concession is complete";
const TOKEN_ON_ROUTE: &str = "route needs a token of the company";
const TOUCH: &str = "routes of one train must touch each other";
const SECOND: &str = "second tile of a turn must be one of the double-lay tiles";
const PURCHASE: &str =
    "share purchase not allowed (money, limits, earlier sale or second purchase)";
const SALE: &str = "share sale not allowed (president, market limit, timing or earlier purchase)";
const KEPT: &str = "slot is kept for a concession";
const CASH: &str = "spender has not enough cash";
const STEP: &str = "this action is not allowed to this actor in the present step";
const KIND: &str = "this kind of train is not for sale to this company";
const TURNING: &str = "this orientation is not legal or not connected to the company";
const UPGRADE: &str = "this tile is no upgrade of what is on the hex";
const OWNER: &str = "this train may not be taken from its owner";
const COLOUR: &str = "tile colour not available in this phase";
const BLOCKS: &str = "tile would make the concession impossible";
const TOKEN: &str = "token cannot be placed here (slot, money or own token present)";
const FOR_SALE: &str = "train is not for sale to this company now";

/// What the attempts at tiles are called.
const FIT: &str = "tile does not fit the hex (towns, cities, label or colour)";
/// What the attempts at routes are called.
const ENDS: &str = "route does not start or end at a stop that counts";

/// Which rules may answer which reason, for each kind of attempt.
#[rustfmt::skip]
pub(super) const ANSWERS: &[Answer] = &[
    answer(CONCESSION, "concession route left out", &["H73-4.4.3-09", "H73-4.4.3-10"]),
    answer(CONCESSION, "no run at all", &["H73-4.4.3-09", "H73-4.4.3-10"]),
    answer(CONCESSION, ENDS, &["H73-4.4.3-01", "H73-4.4.3-09", "H73-4.4.3-10"]),
    answer(CONCESSION, "train of another company", &["H73-4.4.3-06"]),
    answer(REACH, REACH, &["H73-4.4.1-09"]),
    answer(REACH, "terrain cost not affordable", &["H73-4.4.1-09", "H73-4.4.1-12"]),
    answer(REACH, "tile colour not yet allowed", &["H73-4.4.1-01", "H73-4.4.1-09"]),
    answer(BID_LOW, "bid below the minimum", &["H73-2.1-03", "H73-3.1-02", "H73-3.1-03"]),
    answer(BID_STEP, "bid not a multiple of 10", &["H73-2.1-03", "H73-3.1-02", "H73-3.1-03"]),
    answer(BID_CASH, "bid above own cash", &["H73-2.1-04", "H73-3.1-04"]),
    answer("concession track must be finished first", FIT, &["H73-4.4.1-18"]),
    // Without the concession route of the diesel railcar these lack that of the standard trains, too.
    answer(DIESEL, "concession route left out", &["H73-4.4.3-10", "H73-4.4.3-12"]),
    answer(DIESEL, "train of another company", &["H73-4.4.3-06"]),
    answer("diesel route must join two own tokens", ENDS, &["H73-4.4.3-13"]),
    answer(SLOTS, "one slot", &["H73-4.3.1-02"]),
    answer(SLOTS, "slot that does not exist", &["H73-4.3.1-02"]),
    answer(SLOTS, "three slots", &["H73-4.3.1-02"]),
    answer("mining route must join two tokens, open mines or factories", ENDS, &["H73-4.4.3-01"]),
    answer("one token of a company per hex", "second token of one company on a hex", &["H73-4.4.2-06"]),
    answer(FINISH, "tile colour not yet allowed", &["H73-4.4.1-18"]),
    answer(FINISH, FIT, &["H73-4.4.1-18"]),
    answer("player has no right to start this company", "company may not be started by this player", &["H73-3.2.4-01"]),
    answer("price must be the printed one", "closed mine not at face value", &["H73-4.3.4-01"]),
    answer("price out of range", "more than twice the face value", &["H73-4.4.7-02", "H73-4.4.7-13"]),
    answer("price out of range", "price above twice the face value", &["H73-4.3.4-01"]),
    answer(TOKEN_ON_ROUTE, ENDS, &["H73-4.4.3-01", "H73-4.4.3-02"]),
    // A route between stations of others ends in full places, or where nothing is that it may end at.
    answer(TOKEN_ON_ROUTE, "route without a token of the company", &["H73-4.4.3-01", "H73-4.4.3-02", "H73-4.4.3-03"]),
    answer(TOUCH, "concession route left out", &["H73-4.4.3-07"]),
    answer(TOUCH, ENDS, &["H73-4.4.3-01", "H73-4.4.3-07"]),
    answer(TOUCH, "route without a token of the company", &["H73-4.4.3-02", "H73-4.4.3-03"]),
    answer(SECOND, "tile colour not yet allowed", &["H73-4.4.1-19"]),
    answer(SECOND, FIT, &["H73-4.4.1-19"]),
    answer(PURCHASE, "company sold earlier in this round", &["H73-3.2.3-04"]),
    answer(PURCHASE, "second purchase in one turn", &["H73-3.2-01"]),
    answer(PURCHASE, "share not affordable", &["H73-3.2.3-01"]),
    answer(PURCHASE, "share of a company in receivership", &["H73-3.2.3-03"]),
    answer(PURCHASE, "share of another player", &["H73-3.2.3-01"]),
    answer(PURCHASE, "starting price not affordable", &["H73-3.2.4-01"]),
    answer(SALE, "president certificate without a successor", &["H73-3.2.2-08", "H73-3.2.2-09"]),
    answer(SALE, "share not sellable", &["H73-3.2.2-09"]),
    answer(KEPT, "slot is kept for a concession", &["H73-4.4.2-08", "H73-4.4.2-09"]),
    answer(KEPT, "slot must stay free for a concession", &["H73-4.4.2-08", "H73-4.4.2-09"]),
    answer(CASH, "mine not affordable", &["H73-4.3.4-03"]),
    answer(CASH, "price and premium above own cash", &["H73-2.1-09"]),
    answer(CASH, CASH, &["H73-4.2.4-06", "H73-4.4.2-02", "H73-4.4.7-08"]),
    answer(CASH, "terrain cost not affordable", &["H73-4.2.1-05", "H73-4.4.1-12"]),
    answer(CASH, "token not affordable", &["H73-4.4.2-02"]),
    answer("stop is not connected to the company", "stop not reachable", &["H73-4.4.2-05"]),
    answer(STEP, "company has not operated yet", &["H73-3.2.2-01"]),
    answer(STEP, "company may not be started by this player", &["H73-3.2.4-01", "H73-3.2.5-03"]),
    answer(STEP, "company sold earlier in this round", &["H73-3.2.3-04"]),
    answer(STEP, "compulsory train left out", &["H73-4.4.7-01"]),
    answer(STEP, "dividend in the wrong step", &["H73-4.4-01"]),
    answer(STEP, "last train scrapped", &["H73-4.4.7-09"]),
    answer(STEP, "not the turn of this company", &["GAME"]),
    answer(STEP, "not the turn of this player", &["GAME"]),
    answer(STEP, "pass although the player must act", &["H73-3.2.5-02"]),
    answer(STEP, "pass although the step allows no pass", &["H73-4.3-01", "H73-4.4-01"]),
    answer(STEP, "president certificate without a successor", &["H73-3.2-01"]),
    answer(STEP, "routes already run", &["H73-4.3-01", "H73-4.4-01"]),
    answer(STEP, "sale after a purchase", &["H73-3.2-01"]),
    answer(STEP, "share not affordable", &["H73-3.2.3-01"]),
    answer(STEP, "share of another player", &["H73-3.2.3-01"]),
    answer(STEP, "share sale outside a stock round", &["GAME"]),
    answer(STEP, "starting price not affordable", &["H73-3.2.4-01"]),
    answer(STEP, "tile before the conversion is decided", &["H73-4.2.1-01", "H73-4.2.1-02", "H73-4.3-01", "H73-4.4-01"]),
    answer(STEP, "train not affordable", &["H73-4.1-01", "H73-4.4.7-07"]),
    answer(STEP, "train purchase in the wrong step", &["H73-4.3-01", "H73-4.4-01"]),
    answer(STEP, "winner of the premium auction passes", &["H73-2.1-08"]),
    answer(KIND, "second diesel or diesel for a mine", &["H73-4.1-01", "H73-4.1-09"]),
    answer(KIND, "train not affordable", &["H73-4.1-01"]),
    answer(KIND, "train not yet on sale", &["H73-4.1-01"]),
    answer(TURNING, "hex not reachable", &["H73-4.2.1-03", "H73-4.4.1-07", "H73-4.4.1-09", "H73-4.4.1-18"]),
    answer(TURNING, "tile turned the wrong way", &["H73-4.4.1-07", "H73-MAP-02"]),
    answer(UPGRADE, "hex not reachable", &["H73-4.4.1-04", "H73-4.4.1-18"]),
    answer(UPGRADE, FIT, &["H73-4.4.1-02", "H73-4.4.1-05", "H73-4.4.1-18"]),
    answer(UPGRADE, "tile turned the wrong way", &["H73-4.4.1-18"]),
    answer(OWNER, "last train of a railway", &["H73-4.1-10", "H73-4.4.7-09"]),
    answer(OWNER, "more than twice the face value", &["H73-4.4.7-09"]),
    answer(OWNER, "train of the external company", &["H73-4.1-10", "H73-4.4.7-11"]),
    answer(COLOUR, COLOUR, &["H73-4.4.1-15"]),
    answer(COLOUR, "tile colour not yet allowed", &["H73-4.4.1-01"]),
    answer(BLOCKS, "terrain cost not affordable", &["H73-4.2.1-05", "H73-4.2.1-07"]),
    answer(BLOCKS, BLOCKS, &["H73-4.4.1-14"]),
    answer(TOKEN, "no free slot", &["H73-4.4.2-04", "H73-4.4.2-07"]),
    answer(TOKEN, TOKEN, &["H73-4.4.2-07"]),
    answer(FOR_SALE, "train not affordable", &["H73-4.1-01", "H73-4.4.7-07"]),
    answer(FOR_SALE, "train not yet on sale", &["H73-4.1-01", "H73-4.1-03", "H73-4.1-08"]),
    answer("train of another company", "train of another company", &["H73-4.4.3-06"]),
    answer("wrong number of slots named", "wrong number of slots for the machine", &["H73-4.3.5-03"]),
];

/// Refusals by other rules that are right all the same: the first obstacle is another one.
#[rustfmt::skip]
pub(super) const LISTED: &[Listed] = &[
    listed("random_2p_1", 873, "train purchase in the wrong step", "H73-4.4.7-07", "the step is the right one, the treasury is empty"),
    listed("random_2p_3", 991, "more than twice the face value", "H73-4.1-09", "the train is a diesel railcar, and the buyer has one"),
    listed("random_2p_8", 280, "share not affordable", "H73-3.2-01", "he has formed another railway in the turn"),
    listed("random_3p_5", 401, "hex not reachable", "H73-4.4.1-12", "the treasury does not reach for the tile either"),
    listed("random_4p_1", 520, "hex not reachable", "H73-4.4.1-14", "the tile would block a concession route as well"),
    listed("random_4p_2", 800, "stop not reachable", "H73-4.4.2-02", "the treasury does not reach for the station either"),
    listed("random_5p_2", 678, "share not affordable", "H73-3.2-01", "he has formed another railway in the turn"),
];
