//! The two-dimensional market cannot wait for its titles: the price move of every `dividend` and `sell_shares` line of
//! the traces of 1835 and 1826 is recomputed with [`engine::finance`] from the grids in `../shared/facts`, and prices,
//! cells and stacks are compared with what was recorded.

mod chart;
mod moves;

use chart::Board;
use serde_json::Value;
use std::path::Path;
use tests::traces::{self, Trace};

/// What came out of the traces of a title.
#[derive(Debug, Default)]
struct Tally {
    games: usize,
    dividends: usize,
    sales: usize,
    /// Positions of all markers taken over from the record, because something that is not tested here moved them.
    adopted: usize,
    orders: usize,
    faults: Vec<String>,
}

#[test]
fn prices_of_1835_move_as_recorded() {
    compare("1835", moves::in_1835);
}

#[test]
fn prices_of_1826_move_as_recorded() {
    compare("1826", moves::in_1826);
}

fn compare(title: &str, rule: moves::Rule) {
    let facts = tests::shared::need(&format!("facts/{title}.json"), "price moves");
    let replays = tests::shared::need(&format!("replays/{title}"), "price moves");
    let (Some(facts), Some(replays)) = (facts, replays) else {
        return;
    };
    let mut tally = Tally::default();
    for path in traces::find(&[replays]).expect("the folder can be listed") {
        tally.games += 1;
        one(&path, Board::of(&facts), rule, &mut tally);
    }
    println!(
        "{title}: {} games, {} dividends and {} sales recomputed, {} orders of operation compared, {} positions adopted, {} faults",
        tally.games,
        tally.dividends,
        tally.sales,
        tally.orders,
        tally.adopted,
        tally.faults.len()
    );
    assert!(tally.games > 0 && tally.dividends > 1000 && tally.sales > 500);
    assert!(
        tally.faults.is_empty(),
        "{title}: {} faults, the first:\n{}",
        tally.faults.len(),
        tally.faults[..tally.faults.len().min(10)].join("\n")
    );
}

fn one(path: &Path, mut board: Board, rule: moves::Rule, tally: &mut Tally) {
    let name = traces::trace_name(path);
    let mut trace = Trace::open(path).expect("the trace can be read");
    let options = trace.header["options"].clone();
    board.adopt(&trace.state);
    let mut turn = moves::Turn::default();
    while let Some(line) = trace.next_line() {
        let line = line.expect("the line can be read");
        let before = trace.state["companies"].clone();
        let round = numbers(&trace.state);
        trace.accept(&line);
        let state = &trace.state;
        turn.follow(&line);
        let own = moves::company(&line).filter(|company| board.holds(company));
        let place = format!("{name} line {} {}", line["n"], line["type"]);
        if let Some(company) = own {
            let price = board.price(company);
            let steps = rule(&line, &before[company], price, &turn, &options);
            board.walk(company, &steps);
            match line["type"].as_str() {
                Some("dividend") => tally.dividends += 1,
                _ => tally.sales += 1,
            }
        }
        // What else moved prices, such as loans and companies that are sold out.
        for (index, moved) in chart::logged(&line).iter().enumerate() {
            let is_own = index == 0 && Some(moved.company.as_str()) == own;
            if !is_own {
                board.place(moved);
            }
        }
        let differences = board.differences(state);
        if !differences.is_empty() {
            if own.is_some() {
                let list = differences.join("; ");
                tally.faults.push(format!("{place}: {list}"));
            } else {
                tally.adopted += 1;
            }
            board.adopt(state);
        }
        if numbers(state) != round && state["round"]["kind"] == "operating" {
            tally.orders += usize::from(order(&board, state, &place, &mut tally.faults));
        }
    }
}

/// Which round it is.
fn numbers(state: &Value) -> [Value; 3] {
    ["stock_round", "or", "or_in_set"].map(|key| state["round"][key].clone())
}

/// Compares the order in which companies operate, as the round begins; whether there was anything to compare.
fn order(board: &Board, state: &Value, place: &str, faults: &mut Vec<String>) -> bool {
    let recorded: Vec<&str> = state["round"]["order"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .filter(|company| board.holds(company))
        .collect();
    let mut ours = board.order();
    ours.retain(|company| recorded.contains(&company.as_str()));
    if ours != recorded {
        faults.push(format!(
            "{place}: companies operate in the order {recorded:?}, ours is {ours:?}"
        ));
    }
    recorded.len() > 1
}
