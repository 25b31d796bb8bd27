//! 1826: bids that stand over turns, and consent.

use crate::room::Room;
use crate::standing::{log, name, stand, told};
use engine::Game;
use engine::action::{Action, Lot};
use engine::ids::Seat;
use engine::legal::{Choice, Topic};

/// Three at the private auction of 1826.
fn privates() -> Room {
    let room = Room::new();
    room.done("@anna /game new title:1826 seating:joined");
    room.done("@ben /game join");
    room.done("@clara /game join");
    room.done("@anna /game start");
    room
}

#[test]
fn a_standing_bid_is_raised_only_over_others_and_up_to_its_amount() {
    // E26-4.2-04: bids stand over turns.
    let (room, game, _, ()) = stand("1826", 1..2, 3, |_, _, topic| {
        (topic == Topic::Privates).then_some(())
    });
    let bids = game.legal(Seat(0)).choices.into_iter();
    let lots: Vec<(String, i32)> = bids
        .filter_map(|choice| match choice {
            Choice::Amount(
                Action::Bid {
                    lot: Lot::Private(lot),
                    ..
                },
                range,
            ) => Some((game.definition().private_at(lot).id.clone(), range.min)),
            _ => None,
        })
        .collect();
    let [(lot, least), (other, cheap), ..] = lots.as_slice() else {
        panic!("{lots:?}");
    };
    let most = least + 10;
    let set = room.done(&format!("@clara /auto bid lot:{lot} amount:{most}"));
    assert!(
        set.text().contains("by the least bid up to"),
        "{}",
        set.text()
    );
    room.done("@anna pass");
    room.done(&format!("@ben bid {lot} {least}"));
    // Clara outbids him, and nobody asks her.
    assert_eq!(room.awaited(), ["anna"]);
    let first = format!("clara (by order): `bid {lot} {}`", least + 5);
    assert!(log(&room).contains(&first), "{}", log(&room));
    room.done("@anna pass");
    room.done(&format!("@ben bid {other} {cheap}"));
    // Her bid stands: she does not raise it, and decides herself.
    assert_eq!(room.awaited(), ["clara"]);
    let list = room.done("@clara /auto list").text().to_string();
    assert!(list.contains("It waits: your bid is the highest"), "{list}");
    room.done("@clara pass");
    room.done("@anna pass");
    room.done(&format!("@ben bid {lot} {most}"));
    // Beyond her amount: it has stopped, and says so.
    assert_eq!(room.awaited(), ["clara"]);
    let said = told(&room, "clara");
    assert!(
        said[0].starts_with("acted 1 times: The least bid is "),
        "{said:?}"
    );

    // Who passes otherwise does so while his bid is the highest, and beyond.
    let room = privates();
    room.done(&format!(
        "@clara /auto bid lot:{lot} amount:{} otherwise:pass",
        least + 5
    ));
    let said = room.refused(&format!("@clara /auto bid lot:{other} amount:{cheap}"));
    assert!(said.contains("contradicts your order 1"), "{said}");
    room.done("@anna pass");
    room.done(&format!("@ben bid {lot} {least}"));
    assert_eq!(room.awaited(), ["anna"]);
    room.done("@anna pass");
    room.done(&format!("@ben bid {other} {cheap}"));
    assert_eq!(room.awaited(), ["anna"]);
    room.done("@anna pass");
    room.done(&format!("@ben bid {lot} {}", least + 10));
    assert_eq!(room.awaited(), ["anna"], "{}", log(&room));
    let passes = log(&room).matches("clara (by order): `pass`").count();
    assert_eq!(passes, 2, "{}", log(&room));

    // Two that ask beyond go together: one bids where the other's bid stands.
    let room = privates();
    room.done(&format!("@clara /auto bid lot:{lot} amount:{most}"));
    room.done(&format!(
        "@clara /auto bid lot:{other} amount:{}",
        cheap + 10
    ));
    room.done("@anna pass");
    room.done("@ben pass");
    assert_eq!(room.awaited(), ["anna"]);
    room.done("@anna pass");
    room.done(&format!("@ben bid {lot} {}", least + 5));
    let text = log(&room);
    for bid in [
        format!("bid {lot} {least}"),
        format!("bid {lot} {}", least + 10),
    ] {
        assert!(
            text.contains(&format!("clara (by order): `{bid}`")),
            "{text}"
        );
    }
}

#[test]
fn passing_by_order_in_the_private_auction_of_1826_lets_what_is_named_be_asked() {
    let room = privates();
    room.done("@ben /auto auction");
    room.done("@clara /auto auction below:1000");
    let said = room.refused("@anna /auto auction lots:nowhere");
    assert!(said.contains("There is no lot"), "{said}");
    room.done("@anna pass");
    assert_eq!(room.awaited(), ["clara"]);
    let list = room.done("@clara /auto list").text().to_string();
    assert!(
        list.contains("something can be had for less than you named"),
        "{list}"
    );
    room.done("@clara /auto cancel order:all");
    room.done("@clara /auto auction below:10");
    // E26-4.2-18: all have passed, and it goes on; when all pass once more the operating rounds begin.
    assert_eq!(room.awaited(), ["anna"]);
    room.done("@anna pass");
    assert_eq!(told(&room, "ben"), ["acted 2 times: The auction is over."]);
    let glance = room.tables.glance("console").expect("a game");
    assert_eq!(glance.round, "SR 2");
}

/// What needs another player's consent: who is asked, and for what.
fn consent(game: &Game, seat: Seat, topic: Topic) -> Option<(Seat, Action)> {
    if !matches!(topic, Topic::Track | Topic::Token | Topic::StockTurn) {
        return None;
    }
    game.legal(seat).choices.into_iter().find_map(|choice| {
        let Choice::One(action) = choice else {
            return None;
        };
        let mut after = game.clone();
        after.apply(seat, &action).ok()?;
        let asks = after.asks();
        let asked = asks
            .iter()
            .find(|ask| ask.topic == Topic::Consent && ask.seat != seat)?;
        Some((asked.seat, action))
    })
}

#[test]
fn consent_is_given_or_refused_as_ordered() {
    for (say, word) in [("accept", "agree"), ("refuse", "refuse")] {
        let (room, game, seat, (asked, action)) = stand("1826", 1..60, 3, consent);
        let asked = name(asked);
        room.done(&format!("@{asked} /auto answer what:consent say:{say}"));
        let said = room.refused(&format!("@{asked} /auto answer what:all say:accept"));
        assert!(said.contains("contradicts your order 1"), "{said}");
        // Another kind of offer is another matter.
        room.done(&format!("@{asked} /auto answer what:train say:refuse"));
        room.done(&format!("@{} {}", name(seat), game.print(&action)));
        let text = log(&room);
        assert!(
            text.contains(&format!("{asked} (by order): `{word}`")),
            "{text}"
        );
        assert!(
            !room.awaited().contains(&asked.to_string()),
            "{say}: {text}"
        );
    }
}
