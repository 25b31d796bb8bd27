//! Options of 1826. The default is the rulebook; each option stands for one departure of the reference.

use crate::titles::options::options;

options! {
    departures {
        merger_leaves_treasuries_out, "E26-DEP-10", "At a merger the treasuries of the merged exchange nothing: what players and market leave over stays with the Etat, or is paid to the SNCF and put into the market.";
        several_sales_a_turn, "E26-DEP-16", "A company may be sold several times in a turn of a stock round, each time at the price of that moment.";
        bonds_from_several_players, "E26-DEP-17", "The SNCF may redeem from one player after another in a turn.";
        turn_after_named_start_price, "E26-DEP-19", "Who names a starting value because of a standing bid has had his turn: the player after him goes on.";
        loans_before_bonds, "E26-DEP-20", "The SNCF takes loans and issues no bonds.";
        interest_spares_treasury, "E26-DEP-08", "A treasury that does not hold the whole interest pays nothing of it.";
        train_limit_token_stays, "E26-DEP-18", "The Train-Limit token stays after phase E begins.";
        revenue_as_typed, "E26-DEP-28", "The president may name the earnings, which nobody checks, in place of running.";
        home_token_at_first_turn, "E26-DEP-03", "The home station is placed at a company's first turn, not when it floats.";
        convert_and_algerie_any_time, "E26-DEP-06", "Converting and the Train-Limit token are open in every step of a turn, and conversion needs no connection.";
        destinations_by_hand, "E26-DEP-06", "Track from home to destination is enough, also where a train would have to turn back in a stop, and a company that is joined before it starts has five shares.";
        merger_spares_excess_trains, "E26-RUL-22", "Where a national's president chooses stations when a phase begins nobody discards trains over the lowered limit.";
        tokens_lost_in_merger, "E26-4.6.2-17", "Mail and Train-Limit token of a merged company leave the game.";
        bonds_keep_priority, "E26-RUL-17", "Deals in bonds do not move the priority.";
        upgrades_where_reached, "E26-4.10-03", "A plain upgrade is allowed wherever a route gets to the tile, to its new track or not.";
        branch_at_far_edge, "E26-4.10-03", "A plain upgrade may add a branch that joins only at the far edge of its hex.";
        plain_yellow_unlimited, "E26-DEP-26", "Tiles 7, 8 and 9 never run out.";
    }
    variants {
    }
}

impl Options {
    /// Everything as the Rails moderator plays it.
    pub fn as_rails() -> Options {
        Options::as_18xx_games()
    }
}
