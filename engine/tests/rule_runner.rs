//! The runner of rule scenarios notices what it must: each text here holds one fault.

use engine::scenario::{matrix_ids, parse, run_text};

/// Failures of a text with a single scenario.
fn failures(title: &str, text: &str) -> Vec<String> {
    let text = format!("# ARD-1-01 — a fault\n{text}\n");
    let outcomes = run_text(title, &text).expect("well-formed text");
    assert_eq!(outcomes.len(), 1);
    outcomes[0].failures.clone()
}

fn fails(text: &str, with: &str) {
    fails_in("18ardennes", text, with);
}

fn fails_in(title: &str, text: &str, with: &str) {
    let list = failures(title, text);
    assert!(
        list.iter().any(|failure| failure.contains(with)),
        "{text}\nshould fail with {with:?}, gave {list:?}"
    );
}

#[test]
fn a_good_scenario_holds_and_counts() {
    let text = "# ARD-1-01 ARD-RUL-02 — words\nstart\n! P1: pass = ARD-3.2.1-02\n= cash P1 700\n";
    let outcomes = run_text("18ardennes", text).expect("well-formed text");
    assert!(outcomes[0].counts());
    assert_eq!(outcomes[0].assertions, 2);
    assert_eq!(outcomes[0].ids, ["ARD-1-01", "ARD-RUL-02"]);
    // Without an assertion nothing is covered.
    let outcomes = run_text("18ardennes", "# ARD-1-01\nstart\n> P1: bid 1 100\n");
    assert!(!outcomes.expect("well-formed text")[0].counts());
}

#[test]
fn wrong_expectations_fail() {
    fails("start\n= cash P1 699", "P1 is 700, not 699");
    fails("start\n= decision P2 open-lot", "seat is P1");
    fails(
        "start\n! P1: bid 1 100 = ARD-3.2.1-04",
        "legal() lists what",
    );
    fails("start\n! P1: pass = ARD-3.2.1-04", "not by ARD-3.2.1-04");
    fails(
        "start\n! P1: pass = ARD-3.2.1-02 \"bananas\"",
        "is not in the sentence",
    );
    fails("start\n> P1: pass", "refused");
    fails("start\n> P2: bid 1 100", "not your turn");
    fails("start\n> engine", "nothing to do");
    fails("start\n= only P1: bid 1 100", "choices");
    fails("start\n= lacks P1: bid 1 100", "says otherwise");
    fails("start\n= bananas", "asserts nothing");
    fails("! game 3 = ARD-3.1-04", "was made");
    fails("! game 2 = GAME", "not by GAME");
}

#[test]
fn unsound_positions_of_harzbahn_fail() {
    let fails = |text: &str, with: &str| fails_in("1873", text, with);
    fails("sr 2 P4", "no player");
    fails("railway HW at 150 by P1: P1 3\nsr 2 P1", "no railway");
    fails("railway HBE at 155 by P1: P1 3\nsr 2 P1", "no such value");
    fails("railway HBE at 150 by P1: P1 6\nsr 2 P1", "shares are left");
    fails(
        "railway HBE at 150 by P1: P1 1 P2 2\nsr 2 P1",
        "its director has 1",
    );
    fails(
        "railway HBE at 150 by P1 shares 4: P1 3\nsr 2 P1",
        "shares out",
    );
    fails("railway HBE at 150 by P1: P1 3; token HBE B19\nsr 2 P1", "");
    fails(
        "railway HBE at 150 by P1: P1 3; train HBE D-0 D-1\nsr 2 P1",
        "two diesel",
    );
    fails(
        "pmc CO at 150 by P1: P1 2 | mines 9 8 7\nsr 2 P1",
        "3 mines",
    );
    fails(
        "pmc CO at 150 by P1: P1 2 | mines 9 8; train CO 2S-0\nsr 2 P1",
        "on no mine",
    );
    fails(
        "pmc CO at 150 by P1: P1 2 | mines 9 8; treasury 9 20\nsr 2 P1",
        "money apart",
    );
    fails("mine 9 closed; treasury 9 20\nsr 2 P1", "closed with money");
    fails(
        "mine 9 P1 switcher 2S-0; mine 8 P1 switcher 2S-0\nsr 2 P1",
        "same card",
    );
    fails("next 2T left 8; train MHE 2T-2\nsr 2 P1", "would be left");
    fails(
        "option SHE P1\nconcession SHE P2\nsr 2 P1",
        "two players hold",
    );
    fails("or 1.1 HBE track", "does not operate");
    fails(
        "railway HBE at 150 by P1: P1 3\nor 2.1 HBE dance",
        "no step",
    );
}

#[test]
fn unsound_positions_fail() {
    fails("players 3", "the round is missing");
    fails("start\nbananas 3", "no such fact");
    fails("cash P4 100\nstart", "no player");
    fails("cash P1 -5\nstart", "P1 has -5");
    fails("minor 77 at 60 by P1\nsr 2 P1", "no company");
    fails("minor 5 at 61 by P1\nsr 2 P1", "no such price");
    fails("pc BE at 180 by P1: P1 2 P2 3\nsr 3 P1", "its president 2");
    fails(
        "pc BE at 180 by P1: P1 2 market 3\nsr 3 P1",
        "the market holds 3",
    );
    fails("pc BE at 180 by P1: P1 6\nsr 3 P1", "shares left");
    fails(
        "pc BE at 180 by P1; token BE F10 F10\nsr 3 P1",
        "no free circle",
    );
    fails(
        "minor 5 at 60 by P1; token 5 F10 E9\nsr 2 P1",
        "no station left",
    );
    fails("minor 5 at 60 by P1; train 5 2-15\nsr 2 P1", "not so many");
    fails(
        "minor 5 at 60 by P1; minor 6 at 60 by P1; train 5 2-0; train 6 2-0\nsr 2 P1",
        "same card",
    );
    fails("minor 5 at 60 by P1\nor 1.1 5 bananas", "no step of a turn");
}

#[test]
fn a_failed_action_ends_its_part_only() {
    let list = failures(
        "18ardennes",
        "start\n> P1: pass\n= cash P1 1\nagain\n= cash P1 2\n= cash P1 3",
    );
    assert_eq!(list.len(), 3, "{list:?}");
}

#[test]
fn facts_after_again_replace_those_of_the_head() {
    let text = "cash P1 300\nsr 2 P1\n= cash P1 300 P2 500\nagain: cash P1 40\n= cash P1 40\nagain\n= cash P1 300";
    assert_eq!(failures("18ardennes", text), Vec::<String>::new());
}

#[test]
fn the_engine_acts_only_where_it_is_told() {
    // Minor 1 in Amsterdam has nothing to lay in phase 2 and no train.
    let head = "minor 1 at 60 by P1; minor 12 at 55 by P2\n";
    let by_hand = format!("{head}or 1.1 1 track\n> P1: pass\n= decision P1 token 1");
    assert_eq!(failures("18ardennes", &by_hand), Vec::<String>::new());
    let told = format!("{head}or 1.1 1 track\n> engine\n= decision P2 track 12");
    assert_eq!(failures("18ardennes", &told), Vec::<String>::new());
    let live = format!("auto\n{head}or 1.1 1 track\n> P1: pass\n= decision P2 track 12");
    assert_eq!(failures("18ardennes", &live), Vec::<String>::new());
}

#[test]
fn malformed_texts_are_refused_with_their_line() {
    for (text, with) in [
        ("start", "line 1: the first line must be a heading"),
        ("# bananas\n", "line 1: a heading is"),
        ("# ARD-1-01\n! P1: pass", "a refusal ends with"),
        ("# ARD-1-01\n! P1: pass = because", "no rule id"),
        ("# ARD-1-01\n! P1: pass = ARD-1-01 because", "in quotes"),
        ("# ARD-1-01\n> pass", "an action is"),
        ("# ARD-1-01\n> Anna: pass", "is no player"),
        (
            "# ARD-1-01\nstart\n> P1: pass\ncash P1 3",
            "facts of the position come before",
        ),
    ] {
        let fault = parse(text).expect_err(text);
        assert!(fault.contains(with), "{text}\n{fault}");
    }
    assert!(
        run_text("bananas", "# ARD-1-01\nstart\n").expect("text")[0].failures[0]
            .contains("bananas")
    );
}

#[test]
fn ids_are_read_from_the_first_column_of_tables() {
    let matrix = "| id | rule |\n|---|---|\n| ARD-6.4.1-02 | see ARD-9-01 |\n| ARD-RUL-03 | x |\ntext ARD-1-01\n| Aid-x | y |\n";
    assert_eq!(matrix_ids(matrix), ["ARD-6.4.1-02", "ARD-RUL-03"]);
}
