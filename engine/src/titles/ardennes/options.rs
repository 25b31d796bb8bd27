//! Options of 18Ardennes. The default is the rulebook; each option stands for one departure of the reference.

use crate::titles::options::options;

options! {
    departures {
        sale_drop_per_sale, "ARD-DEP-01", "A president's sale moves the marker one space whatever the number of shares.";
        several_sales, "ARD-DEP-02", "One company may be sold in several lots in a turn.";
        no_floor_outside_dividends, "ARD-DEP-03", "Sales, issues and the drop at the end of a stock round can push a public company below 50.";
        forts_need_run, "ARD-DEP-04", "Forts pay only if a train runs, and reach Paris and Strasbourg by hex.";
        president_helps_when_short, "ARD-DEP-05", "The president adds cash to a purchase from a company whenever its treasury is short, up to face value.";
        new_trains_stay_up, "ARD-DEP-06", "A train that an exchanged minor bought in this operating round may still run.";
        estate_sold, "ARD-DEP-07", "A bankrupt's holdings are sold at their value, and the money stays with his company or the bank.";
        sixty_percent_everywhere, "ARD-DEP-08", "After a conversion 60% binds purchases from the open market too.";
        charters_keep_price, "ARD-DEP-09", "A minor's charter in the open market does not fall at the end of a stock round.";
        bank_breaks_below_zero, "ARD-DEP-10", "The bank runs out only when a payment exceeds its cash.";
        market_exchange_open, "ARD-DEP-11", "A minor may be exchanged for an open-market share without asking.";
        bids_judged_alone, "ARD-DEP-12", "Each bid alone is compared with the bidder's cash.";
        any_routes, "ARD-DEP-13", "Any legal set of routes is accepted, not only a best one.";
        tee_without_port, "ARD-DEP-15", "A 4D needs no scored port for an East-West TEE.";
        exchange_after_sale, "ARD-DEP-16", "Who sold a company may exchange a minor into it in the same stock round.";
        approved_exchange_free, "ARD-5.1-04", "An exchange that a president has approved is no purchase: the turn goes on, and priority stays.";
        both_circles_joined, "ARD-6.5-08", "A route for track and stations may lead through both circles of one city.";
        market_exchange_loses_train, "ARD-5.1.3-04", "Of the trains of a minor that goes for an open-market share every second one leaves the game.";
        autopilot_sells, "ARD-RUL-30", "A train of a company without president can be bought without anybody's consent.";
        returned_token_free, "ARD-DEP-17", "A station that came back from joined circles is placed free of charge.";
        charter_for_minor, "ARD-DEP-18", "A minor may be exchanged for another minor's charter in the open market.";
        any_port_for_ferry, "ARD-DEP-19", "A 4D that ends on a ferry may score any of its ports there.";
        forced_sales_unbound, "ARD-DEP-20", "Forced sales need not be needed for the train bought.";
    }
    variants {
    }
}
