//! What is done in a player's name without his hand.

use crate::room::Room;
use bot::store::How;
use engine::ids::Seat;

/// A game of the console's format with its lines of actions.
fn exported(room: &Room) -> String {
    room.tables.exported(1).expect("a file")
}

#[test]
fn what_the_clock_does_is_told_as_such_everywhere() {
    let room = Room::started();
    // Who opens a lot has to choose: nobody does it for him.
    assert_eq!(
        room.tables.answer_by_default(1, Seat(0), How::Clock),
        Ok(false)
    );
    room.done("@anna bid 7 100");
    // Nor for somebody whom nobody asks.
    assert_eq!(
        room.tables.answer_by_default(1, Seat(2), How::Clock),
        Ok(false)
    );
    assert_eq!(
        room.tables.answer_by_default(1, Seat(1), How::Clock),
        Ok(true)
    );
    assert_eq!(room.awaited(), ["clara"]);
    let log = room.done("@anna /game log").text().to_string();
    assert!(log.contains("the clock for ben: `pass`"), "{log}");
    let story = room.turn_post().text();
    assert!(story.contains("By the clock: ben passes"), "{story}");
    assert!(
        room.journal().contains(&"act: clock: pass".to_string()),
        "{:?}",
        room.journal()
    );
    assert_eq!(
        room.tables.answer_by_default(1, Seat(2), How::Away),
        Ok(true)
    );
    let log = room.done("@anna /game log").text().to_string();
    assert!(log.contains("clara (away): `pass`"), "{log}");
    assert!(
        log.contains("For clara, who is away: clara passes"),
        "{log}"
    );
}

#[test]
fn it_survives_a_new_fold_and_a_file() {
    let room = Room::started();
    room.done("@anna bid 7 100");
    room.tables
        .answer_by_default(1, Seat(1), How::Clock)
        .expect("a pass");
    let before = room.done("@anna /game log").text().to_string();
    // Another process over the same store folds it anew.
    let again = Room::over(room.tables.store().clone());
    assert_eq!(again.done("@anna /game log").text(), before);
    let file = exported(&room);
    assert!(file.contains(r#""how":"clock""#), "{file}");
    let other = Room::new();
    other
        .tables
        .import(&Room::request("anna"), file.as_bytes())
        .expect("it comes in");
    let log = other.done("@anna /game log").text().to_string();
    assert!(log.contains("the clock for ben: `pass`"), "{log}");
    assert_eq!(exported(&other), file);
}

#[test]
fn it_is_taken_back_as_a_move_of_its_seat() {
    let room = Room::started();
    room.done("@anna bid 7 100");
    room.tables
        .answer_by_default(1, Seat(1), How::Clock)
        .expect("a pass");
    // Anna's own move lies before one of Ben's: his word is needed.
    let asked = room.done("@anna /game undo 2").text().to_string();
    assert!(asked.contains("the clock for ben: `pass`"), "{asked}");
    assert!(asked.contains("that needs their word"), "{asked}");
    // Ben takes it back himself.
    let done = room.done("@ben /game undo").text().to_string();
    assert!(done.contains("takes back move 2"), "{done}");
    assert_eq!(room.awaited(), ["ben"]);
}
