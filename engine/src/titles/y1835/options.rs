//! Options of 1835. The default is the rulebook; each option stands for one departure of the reference or one variant.

use crate::titles::options::options;

options! {
    departures {
        group3_without_prussian, "E35-RUL-32", "Group 3 opens without waiting for the Prussian's four shares.";
        exchange_from_former_m2, "E35-RUL-31", "Later exchanges are asked from the player who opened the Prussian.";
        prussian_runs_docked, "E35-RUL-28", "The Prussian operates in the round of its opening if the Bergisch-Märkische bought the train; shares that have earned lose their dividend.";
        double_towns_promote, "E35-RUL-09", "Double small towns promote to green single towns.";
        sale_turn_passes, "E35-RUL-46", "A turn with sales only counts as a pass.";
        baden_station_by_layer, "E35-RUL-12", "Who lays the first tile on Ludwigshafen/Mannheim chooses Baden's station.";
        discards_before_exchange, "E35-RUL-26", "At the first 5-train excess trains are handed back before the forced exchange.";
        promotion_by_tile, "E35-RUL-14", "A promotion needs no connected new track: the tile must be reached.";
        branch_at_far_edge, "E35-VII-07", "A promotion of plain track may add a branch that joins only at the far edge of its hex.";
        packet_rounds_without_sales, "E35-RUL-05", "While the start packet is unsold shares cannot be sold.";
        later_sales_at_first_price, "E35-RUL-37", "Further sales of a company in a turn bring the first price and move nothing.";
        pfalz_closes_with_token, "E35-RUL-10", "The Pfalzbahnen close with their station alone.";
        nationalising_rounds_down, "E35-RUL-33", "Half marks in nationalising are cut off.";
        no_duty_to_own_train, "E35-RUL-20", "A company need not own a train.";
        markers_beside_powers, "E35-VIII-04", "While its director owns the Nürnberg-Fürth or the Pfalzbahnen a company places any number of markers a turn.";
        hamburg_three_visits, "E35-RUL-44", "A train may visit each of Hamburg's three stations.";
    }
    variants {
        leipzig_income_30, "E35-OPT-01", "Optional rule 1: the Leipzig-Dresdner earns 30.";
        privates_get_cheaper, "E35-OPT-02", "Optional rule 2: unsold privates fall by their income each round.";
        minors_wait_for_privates, "E35-OPT-03", "Optional rule 3: minors operate only when all privates are sold.";
        clemens_start, "E35-I-04", "Start variant Clemens: every item of the packet is open, the first turns run backwards.";
        snake_start, "E35-I-01", "Start variant Snake: the second turns of the first round run backwards.";
        minors_wait_for_bavaria, "E35-I-13", "Start variant: minors operate only when the Bavarian has floated.";
        unlimited_tiles, "E35-GEN-04", "The supply of tiles has no limit.";
    }
}
