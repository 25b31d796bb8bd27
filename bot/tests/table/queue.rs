//! Moves made ahead.

use crate::room::Room;

fn log(room: &Room) -> String {
    room.done("@anna /game log count:60").text().to_string()
}

/// How the orders of a user have ended.
fn told(room: &Room, user: &str) -> Vec<String> {
    let orders = room.tables.store().all_orders(1).expect("orders");
    let ended = orders
        .iter()
        .filter(|row| row.user == user && row.ended.is_some());
    ended
        .map(|row| format!("acted {} times: {}", row.acts, row.why))
        .collect()
}

#[test]
fn moves_are_released_one_by_one() {
    let room = Room::started();
    room.done("@clara /plan queue action:bid 7 110");
    let list = room
        .done("@clara /plan queue action:bid 7 120!")
        .text()
        .to_string();
    assert!(
        list.contains("1. `bid 7 110`") && list.contains("2. `bid 7 120`"),
        "{list}"
    );
    // Nobody else sees them.
    assert!(
        room.done("@ben /plan queue")
            .text()
            .contains("no moves ahead")
    );
    assert!(!room.done("@ben /auto list").text().contains("made ahead"));
    room.done("@anna bid 7 100");
    room.done("@ben pass");
    assert!(
        log(&room).contains("clara (made ahead): `bid 7 110`"),
        "{}",
        log(&room)
    );
    assert_eq!(room.awaited(), ["anna"]);
    let list = room.done("@clara /plan queue").text().to_string();
    assert!(list.contains("1. `bid 7 120`"), "{list}");
    room.done("@anna bid 7 115");
    assert!(log(&room).contains("clara (made ahead): `bid 7 120`"));
    // The last is made: the list is gone.
    assert!(
        room.done("@clara /plan queue")
            .text()
            .contains("no moves ahead")
    );
    assert!(told(&room, "clara")[0].contains("All its moves are made"));
    assert!(
        room.turn_post()
            .text()
            .contains("Made ahead by clara: clara bids")
    );
}

#[test]
fn the_first_that_cannot_be_made_stops_the_rest_and_says_why() {
    let room = Room::started();
    room.done("@clara /plan queue action:bid 7 105");
    room.done("@clara /plan queue action:bid 7 150");
    room.done("@anna bid 7 100");
    // Ben bids more than Clara had thought.
    room.done("@ben bid 7 130");
    assert_eq!(room.awaited(), ["clara"]);
    let told = told(&room, "clara");
    assert!(told[0].contains("`bid 7 105` was not made"), "{told:?}");
    assert!(told[0].contains("ARD-3.2.1-05"), "{told:?}");
    assert!(
        room.done("@clara /plan queue")
            .text()
            .contains("no moves ahead")
    );
    room.done("@clara bid 7 135");
}

#[test]
fn a_condition_holds_or_the_move_is_not_made() {
    // The least bid is as seen.
    let room = Room::started();
    room.done("@anna bid 7 100");
    room.done("@clara /plan queue action:bid 7 120 only:same");
    room.done("@ben pass");
    assert!(
        log(&room).contains("clara (made ahead): `bid 7 120`"),
        "{}",
        log(&room)
    );
    let room = Room::started();
    room.done("@anna bid 7 100");
    room.done("@clara /plan queue action:bid 7 120 only:same");
    room.done("@ben bid 7 105");
    assert_eq!(room.awaited(), ["clara"]);
    let said = told(&room, "clara");
    assert!(said[0].contains("the least bid is"), "{said:?}");
    // It costs what was said or less.
    let room = Room::started();
    room.done("@clara /plan queue action:bid 7 120 most:110");
    room.done("@anna bid 7 100");
    room.done("@ben pass");
    assert_eq!(room.awaited(), ["clara"]);
    let said = told(&room, "clara");
    assert!(said[0].contains("it costs"), "{said:?}");
}

#[test]
fn the_list_is_changed_and_dropped() {
    let room = Room::started();
    for sum in [110, 120, 130] {
        room.done(&format!("@clara /plan queue action:bid 7 {sum}"));
    }
    room.refused("@clara /plan requeue move:1 to:4");
    let list = room
        .done("@clara /plan requeue move:3 to:1")
        .text()
        .to_string();
    assert!(
        list.contains("1. `bid 7 130`") && list.contains("2. `bid 7 110`"),
        "{list}"
    );
    let list = room.done("@clara /plan unqueue move:2");
    assert!(list.text().contains("2. `bid 7 120`"), "{}", list.text());
    room.refused("@clara /plan unqueue move:3");
    // A button of the list before does nothing.
    let said = room.refused("@clara /press o:1:drop:1:1:3");
    assert!(said.contains("others now"), "{said}");
    room.refused("@ben /press o:1:drop:1:1:2");
    room.press_reply("clara", &list, "Drop 1");
    let list = room.done("@clara /plan queue");
    assert!(list.text().contains("1. `bid 7 120`"), "{}", list.text());
    room.press_reply("clara", &list, "Drop all");
    room.done("@anna bid 7 100");
    room.done("@ben pass");
    assert_eq!(room.awaited(), ["clara"]);
}

#[test]
fn a_move_by_hand_or_taken_back_stops_the_rest() {
    let room = Room::started();
    room.done("@clara /plan queue action:bid 7 110");
    room.done("@clara /plan queue action:bid 7 150");
    room.done("@anna bid 7 100");
    room.done("@ben pass");
    room.done("@clara /game undo");
    assert_eq!(room.awaited(), ["clara"]);
    let said = told(&room, "clara");
    assert!(said[0].contains("was taken back"), "{said:?}");
    room.done("@clara bid 7 110");
    room.done("@anna bid 7 115");
    assert_eq!(room.awaited(), ["clara"]);
}

#[test]
fn a_trial_becomes_moves_made_ahead() {
    let room = Room::started();
    room.done("@clara /plan start name:mine");
    room.done("@clara /plan try bid 7 100");
    room.done("@clara /plan try pass");
    room.done("@clara /plan try bid 7 125");
    let list = room
        .done("@clara /plan queue trial:mine")
        .text()
        .to_string();
    // Only her own of it: Anna's bid and Ben's pass were hers to try, not to make.
    assert!(
        list.contains("1. `bid 7 125`") && !list.contains("2."),
        "{list}"
    );
    room.done("@anna bid 7 100");
    room.done("@ben pass");
    assert!(log(&room).contains("clara (made ahead): `bid 7 125`"));
    let said = room.refused("@ben /plan queue trial:mine");
    assert!(said.contains("trial"), "{said}");
}

#[test]
fn moves_made_ahead_contradict_orders_for_the_same_decision() {
    let room = Room::started();
    room.done("@clara /plan queue action:bid 7 110");
    let said = room.refused("@clara /auto auction");
    assert!(said.contains("/plan unqueue"), "{said}");
    // A stock round is another matter.
    room.done("@clara /auto pass");
    let said = room.refused("@clara /plan queue action:buy BE treasury");
    assert!(said.contains("contradicts your order"), "{said}");
}
