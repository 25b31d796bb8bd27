//! What the simulated weeks have found: messages that lie until night, orders at odd moments, calls nobody needs.

use crate::room::{BEGAN, Room};
use engine::Game;
use engine::action::Action;
use engine::legal::{Choice, Topic};

const NAMES: [&str; 3] = ["anna", "ben", "clara"];

/// A game that plays itself, up to where `there` holds: a room that stands there, and the position.
fn room_where(title: &str, there: impl Fn(&Game) -> bool) -> (Room, Game) {
    let whole = (1..9).filter_map(|seed| bot::demo::by_itself(title, seed, 3).ok());
    for whole in whole {
        let mut game = Game::new(whole.setup().clone()).expect("a game");
        for (index, entry) in whole.log().iter().enumerate() {
            if there(&game) {
                return (Room::at(title, &NAMES, &whole, index), game);
            }
            game.enter(entry.clone()).expect("it replays");
        }
    }
    panic!("no such position");
}

#[test]
fn how_an_order_ended_pings_nobody_at_night_when_discord_could_not_be_reached() {
    let room = Room::started();
    room.done("@clara /me zone Europe/Berlin");
    room.done("@clara /me remind where:message");
    room.done("@clara /auto bid lot:7 amount:120");
    room.done("@anna bid 7 100");
    room.done("@ben bid 7 120");
    let posts = room.pending();
    let own = posts.iter().find(|post| post.channel == "dm:clara");
    let own = own.expect("she is told by message");
    assert!(own.text().contains("**Order 1**"), "{}", own.text());
    let store = room.tables.store();
    // One in the morning in Berlin.
    store.set_clock(BEGAN + 11 * 3600);
    assert_eq!(store.begin(own.id).expect("outbox"), None);
    store.set_clock(BEGAN + 24 * 3600);
    assert!(room.pending().iter().all(|post| post.id != own.id));
    // She reads it when she looks.
    assert!(room.done("@clara /play").text().contains("**Order 1**"));
}

#[test]
fn whoever_orders_is_there_and_is_not_called_for_what_is_left_to_him() {
    let (room, game) = room_where("18ardennes", |game| {
        game.decision().is_some_and(|ask| {
            let choices = game.legal(ask.seat).choices;
            let mut after = game.clone();
            let best = game.best_runs().filter(|best| !best.runs.is_empty());
            choices.contains(&Choice::Runs)
                && best.is_some_and(|best| after.apply(ask.seat, &Action::Run(best.runs)).is_ok())
                && after
                    .apply(ask.seat, &Action::Pay(engine::Payout::Full))
                    .is_ok()
                && after.decision().is_some_and(|next| next.seat == ask.seat)
        })
    });
    let ask = game.decision().expect("somebody");
    let company = ask.company.expect("a company");
    let user = NAMES[ask.seat.index()];
    let id = &game.definition().at(company).id;
    let reply = room.done(&format!("@{user} /auto run company:{id} rest:ask"));
    assert!(
        reply.text().contains("By "),
        "it acts at once: {}",
        reply.text()
    );
    for minutes in 1..4 {
        room.tick_after(minutes * 60);
    }
    let called = room.pending();
    let called: Vec<String> = (called.iter().map(|post| post.text()))
        .filter(|text| text.contains("It is **your decision**"))
        .collect();
    assert!(called.is_empty(), "{called:?}");
}

#[test]
fn an_order_for_an_auction_is_meant_for_the_next_where_companies_already_operate() {
    let (room, game) = room_where("18ardennes", |game| {
        game.round_name().starts_with("OR")
            && game
                .decision()
                .is_some_and(|ask| ask.topic == Topic::HomeTile)
    });
    assert_eq!(game.round_name(), "OR 1.1");
    let reply = room.done("@anna /auto auction");
    assert!(
        reply.text().contains("in the next auction"),
        "{}",
        reply.text()
    );
    let reply = room.done("@ben /auto pass until:start");
    assert!(
        reply.text().contains("the next stock round"),
        "{}",
        reply.text()
    );
}
