//! Standing orders and moves made ahead when something really changes: who directs, trains, routes, the phase; bids that
//! stand; consent; and orders that contradict each other.

mod running;
mod y1826;

use crate::room::{BEGAN, Room};
use crate::standing::{NAMES, TITLES, name, stand, told};
use engine::Game;
use engine::action::Action;
use engine::ids::{CompanyId, Seat};
use engine::legal::{Choice, Topic};
use engine::shared::Status;

const HOUR: i64 = 3600;

/// Who directs each company that is open.
fn directors(game: &Game) -> Vec<(CompanyId, Seat)> {
    let definition = game.definition();
    let open = definition
        .companies
        .iter()
        .enumerate()
        .map(|(index, _)| CompanyId::from(index));
    open.filter(|company| game.shared().company(*company).status == Status::Open)
        .filter_map(|company| Some((company, game.shared().director(definition, company)?)))
        .collect()
}

/// What the next to move may buy or sell so that a company of somebody is directed by somebody else.
fn passes_on(game: &Game, seat: Seat, topic: Topic) -> Option<(CompanyId, Seat, Action)> {
    let before = match topic {
        Topic::StockTurn => directors(game),
        _ => return None,
    };
    game.legal(seat).choices.into_iter().find_map(|choice| {
        let Choice::One(action @ (Action::Buy(..) | Action::Sell(..) | Action::SellPapers(..))) =
            choice
        else {
            return None;
        };
        let mut after = game.clone();
        after.apply(seat, &action).ok()?;
        let now = directors(&after);
        let lost = before
            .iter()
            .find(|(company, was)| now.iter().any(|(other, is)| other == company && is != was));
        lost.map(|(company, was)| (*company, *was, action))
    })
}

#[test]
fn orders_for_a_company_stop_when_somebody_else_directs_it() {
    for title in TITLES {
        let (room, game, seat, (company, loser, action)) = stand(title, 1..40, 3, passes_on);
        let id = &game.definition().at(company).id;
        let loser = name(loser);
        room.done(&format!("@{loser} /auto run company:{id}"));
        // Both would answer the same decision.
        let said = room.refused(&format!(
            "@{loser} /plan queue action:run auto company:{id}"
        ));
        assert!(said.contains("contradicts your order 1"), "{said}");
        room.done(&format!("@{} {}", name(seat), game.print(&action)));
        let said = told(&room, loser);
        assert!(
            said[0].starts_with("acted 0 times: You no longer direct "),
            "{title}: {said:?}"
        );
        // He is told in so many words, once, and may not order it again.
        let list = room.done(&format!("@{loser} /auto list"));
        assert!(
            list.text().contains("You no longer direct"),
            "{}",
            list.text()
        );
        let said = room.refused(&format!("@{loser} /auto run company:{id}"));
        assert!(said.starts_with("You do not direct "), "{said}");
        let said = room.refused(&format!(
            "@{loser} /plan queue action:run auto company:{id}"
        ));
        assert!(said.starts_with("You do not direct "), "{said}");
    }
    // So do moves made ahead.
    for title in ["18ardennes", "1835"] {
        let (room, game, seat, (company, loser, action)) = stand(title, 1..40, 3, passes_on);
        let id = &game.definition().at(company).id;
        let loser = name(loser);
        room.done(&format!(
            "@{loser} /plan queue action:run auto company:{id}"
        ));
        room.done(&format!("@{} {}", name(seat), game.print(&action)));
        let said = told(&room, loser);
        assert!(
            said[0].contains("`run auto` was not made: you do not direct "),
            "{said:?}"
        );
    }
}

#[test]
fn two_orders_for_one_decision_contradict_each_other() {
    let pairs = [
        ("/auto pass", "/auto pass until:always"),
        ("/auto pass", "/auto buy company:BE percent:40"),
        ("/auto buy company:BE percent:40", "/auto pass until:start"),
        (
            "/auto buy company:BE percent:40",
            "/auto buy company:BE percent:60",
        ),
        (
            "/auto buy company:BE percent:40 otherwise:pass",
            "/auto buy company:N percent:40",
        ),
        (
            "/auto bid lot:7 amount:120",
            "/auto bid lot:7 amount:150 otherwise:pass",
        ),
        ("/auto bid lot:7 amount:120", "/auto auction"),
        ("/auto auction", "/auto bid lot:7 amount:120"),
        ("/auto auction lots:7", "/auto bid lot:9 amount:120"),
        ("/auto auction lots:7", "/auto auction below:120"),
        (
            "/auto answer what:train say:accept",
            "/auto answer what:train say:refuse",
        ),
        (
            "/auto answer what:all say:refuse",
            "/auto answer what:mine say:accept",
        ),
        (
            "/auto answer what:train say:accept from:anna",
            "/auto answer what:train say:refuse",
        ),
        ("/auto auction", "/plan queue action:bid 7 110"),
        ("/auto bid lot:7 amount:120", "/plan queue action:pass"),
        ("/auto pass", "/plan queue action:buy BE treasury"),
        (
            "/auto buy company:BE percent:40",
            "/plan queue action:buy BE treasury",
        ),
    ];
    let room = Room::started();
    let mut number = 0;
    for (first, second) in pairs {
        room.done(&format!("@clara {first}"));
        number += 1;
        let said = room.refused(&format!("@clara {second}"));
        let clash = format!("That contradicts your order {number} (");
        assert!(said.starts_with(&clash), "{first} and {second}: {said}");
        let way = format!("/auto cancel order:{number} cancels it.");
        assert!(said.ends_with(&way), "{first} and {second}: {said}");
        // Another player's orders contradict nobody's.
        if second.starts_with("/auto") {
            room.done(&format!("@ben {second}"));
            number += 1;
            room.done("@ben /auto cancel order:all");
        }
        room.done("@clara /auto cancel order:all");
    }
    // These go together.
    for (first, second) in [
        ("/auto pass", "/auto bid lot:7 amount:120"),
        ("/auto bid lot:7 amount:120", "/auto bid lot:9 amount:120"),
        ("/auto bid lot:7 amount:120", "/auto auction lots:7"),
        (
            "/auto buy company:BE percent:40",
            "/auto buy company:N percent:40",
        ),
        (
            "/auto answer what:train say:accept",
            "/auto answer what:mine say:refuse",
        ),
        (
            "/auto answer what:train say:accept from:anna",
            "/auto answer what:train say:refuse from:ben",
        ),
        ("/auto pass", "/plan queue action:bid 7 110"),
    ] {
        room.done(&format!("@clara {first}"));
        room.done(&format!("@clara {second}"));
        room.done("@clara /auto cancel order:all");
        room.say("@clara /plan unqueue");
    }
}

/// "No more for this turn" holds over all steps of a company's turn, and ends with it.
#[test]
fn no_more_for_this_turn_means_the_whole_turn() {
    let long = |game: &Game, seat: Seat, topic: Topic| {
        if !matches!(topic, Topic::Track | Topic::Token) {
            return None;
        }
        let mut after = game.clone();
        after.apply(seat, &Action::Pass).ok()?;
        let ask = after.decision()?;
        (ask.seat == seat && ask.company == game.decision()?.company).then_some(())
    };
    for title in ["18ardennes", "1835"] {
        let (room, _, seat, ()) = stand(title, 1..9, 3, long);
        let who = name(seat);
        for other in NAMES.iter().take(3).filter(|other| **other != who) {
            room.done(&format!("@{other} /me remind interval:never"));
        }
        room.done(&format!("@{who} /me remind interval:1h most:20"));
        room.deliver();
        let calls = |from: i64, until: i64| -> usize {
            let hours = from..=until;
            hours
                .map(|hour| {
                    room.tick_after(hour * HOUR);
                    let sent = room.deliver();
                    let own = sent.iter().filter(|post| !post.closed);
                    own.filter(|post| post.body.mark.starts_with(&format!("call:call:{who}:")))
                        .count()
                })
                .sum()
        };
        room.tick_after(HOUR);
        let first = room.deliver().pop().expect("a call").body;
        assert_eq!(first.mentions, [who]);
        assert!(
            room.press(who, &first.buttons, "No more")
                .text()
                .starts_with("You are not called again for this turn.")
        );
        assert_eq!(calls(2, 40), 0, "{title}: the same step");
        room.done(&format!("@{who} pass"));
        assert_eq!(room.awaited(), [who]);
        assert_eq!(calls(41, 80), 0, "{title}: the next step of his turn");
        // His turn ends; the next one calls him again.
        let mut turns = 0;
        while room.awaited() == [who] && turns < 20 {
            room.tables.store().set_clock(BEGAN + 80 * HOUR);
            let seat = Seat(u8::try_from(seat.index()).expect("a seat"));
            let done = room
                .tables
                .answer_by_default(1, seat, bot::store::How::Clock);
            assert_eq!(done, Ok(true), "{title}");
            turns += 1;
        }
        while room.awaited() != [who] {
            let other = room.awaited()[0].clone();
            let seat = NAMES.iter().position(|one| *one == other).expect("a name");
            let seat = Seat(u8::try_from(seat).expect("a seat"));
            let done = room
                .tables
                .answer_by_default(1, seat, bot::store::How::Clock);
            assert_eq!(done, Ok(true), "{title}: {other}");
        }
        room.deliver();
        assert!(calls(81, 84) > 0, "{title}: the next turn");
    }
}
