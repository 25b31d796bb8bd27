//! Options of Harzbahn 1873. The default is the rulebook; each departure of the reference is one.

use crate::titles::options::options;

options! {
    departures {
        last_bidder_asked, "H73-RUL-02", "If nobody bids for the start premium the last player is asked, too, and may bid 0.";
        premium_up_to_cash, "H73-RUL-03", "The start premium may be bid up to all one's cash.";
        consent_assumed, "H73-RUL-06", "Nobody is asked: the actor decides for both sides of a merger or sale.";
        several_lots, "H73-RUL-07", "One company may be sold in several lots in a turn.";
        restack_on_move, "H73-RUL-12", "A marker that stays on its space keeps its place there.";
        build_from_inactive, "H73-RUL-14", "Track may start from inactive stations, too.";
        trainless_turns_inactive, "H73-RUL-15", "A railway that runs no train turns its stations off its concession route inactive.";
        any_routes, "H73-RUL-16", "Neither the most routes nor the longest are asked for; routes in receivership are entered.";
        diesel_circles, "H73-RUL-17", "A diesel railcar's route may use both circles of a village and is paid for both, the QLB's need not run to Quedlinburg.";
        grant_must_exceed, "H73-RUL-29", "A grant moves the value only if it exceeds it.";
        scrap_before_purchase, "H73-RUL-30", "Recapitalisation scraps by the phase before its purchase.";
        village_pays_first_route, "H73-RUL-39", "A village with two circles pays for the first route that touches it, by the circle used.";
        machines_from_phase_2, "H73-RUL-40", "Independent mines buy machines from phase 2 on.";
        qlb_keeps_last, "H73-RUL-41", "The QLB may not scrap a train that is all it has.";
        option_share_by_share, "H73-RUL-44", "A purchase option is exercised share by share, from one share on.";
        receivership_swaps, "H73-6.2-02", "A public mining company in receivership may move its switchers, too; the moves are entered.";
        receivership_sells, "H73-RUL-47", "A company in receivership sells at the buyer's price.";
        route_by_sides, "H73-4.4.1-14", "A part of a concession route counts as built once track runs to both its sides, joined or not.";
    }
    variants {
        all_aboard_map, "H73-RUL-23", "The first tile on F7 costs 100 instead of 50.";
    }
}
