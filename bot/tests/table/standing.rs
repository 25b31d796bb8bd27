//! Standing orders in stock rounds and in companies' turns.

use crate::room::{Folder, Room};
use bot::demo::player::{Dice, choose};
use bot::store::Store;
use engine::action::{Action, By, Source};
use engine::finance::Holder;
use engine::ids::{CompanyId, Seat};
use engine::legal::{Choice, Topic};
use engine::{Entry, Game};

pub const NAMES: [&str; 4] = ["anna", "ben", "clara", "david"];

/// All that the bot plays.
pub const TITLES: [&str; 4] = ["18ardennes", "1873", "1835", "1826"];

/// A room where a game of a title, played by itself, stands for the first time as is wanted.
pub fn stand<T>(
    title: &str,
    seeds: std::ops::Range<u64>,
    players: u8,
    want: impl Fn(&Game, Seat, Topic) -> Option<T>,
) -> (Room, Game, Seat, T) {
    stand_in(Room::new(), title, seeds, players, want)
}

/// The same in a room of its own.
fn stand_in<T>(
    room: Room,
    title: &str,
    seeds: std::ops::Range<u64>,
    players: u8,
    want: impl Fn(&Game, Seat, Topic) -> Option<T>,
) -> (Room, Game, Seat, T) {
    for seed in seeds {
        let mut game = Game::new(engine::Setup::new(title, players)).expect("a game");
        let mut dice = Dice::new(seed);
        while let Some(ask) = game.decision().filter(|_| !game.is_over()) {
            if let Some(found) = want(&game, ask.seat, ask.topic) {
                let names = &NAMES[..usize::from(players)];
                let room = room.brought_to(title, names, &game, game.log().len());
                return (room, game, ask.seat, found);
            }
            let Some(action) = choose(&game, ask.seat, &mut dice) else {
                break;
            };
            if game.apply(ask.seat, &action).is_err() {
                break;
            }
        }
    }
    panic!("{title} never stands so");
}

pub fn name(seat: Seat) -> &'static str {
    NAMES[seat.index()]
}

pub fn log(room: &Room) -> String {
    room.done("@anna /game log count:60").text().to_string()
}

/// How the orders of a user have ended.
pub fn told(room: &Room, user: &str) -> Vec<String> {
    let orders = room.tables.store().all_orders(1).expect("orders");
    let ended = orders
        .iter()
        .filter(|row| row.user == user && row.ended.is_some());
    ended
        .map(|row| format!("acted {} times: {}", row.acts, row.why))
        .collect()
}

fn buys(game: &Game, seat: Seat) -> Vec<(CompanyId, Source)> {
    let choices = game.legal(seat).choices.into_iter();
    choices
        .filter_map(|choice| match choice {
            Choice::One(Action::Buy(company, source)) => Some((company, source)),
            _ => None,
        })
        .collect()
}

fn holds(game: &Game, company: CompanyId, seat: Seat) -> bool {
    let shared = game.shared();
    shared.units(game.definition(), company, Holder::Player(seat)) > 0
}

/// The first buys a share of a company of which the next to move holds one.
fn exposed(game: &Game, seat: Seat, topic: Topic) -> Option<(Seat, Action)> {
    if topic != Topic::StockTurn {
        return None;
    }
    let next = game.shared().table.after(seat);
    if game.shared().table.after(next) == seat {
        return None;
    }
    let free = game.legal(seat).contains(&Action::Pass);
    buys(game, seat)
        .into_iter()
        .filter(|(company, _)| free && holds(game, *company, next))
        .find_map(|(company, source)| {
            let action = Action::Buy(company, source);
            let mut after = game.clone();
            after.apply(seat, &action).ok()?;
            let ask = after.decision()?;
            let asked = ask.seat == next && ask.topic == Topic::StockTurn;
            let legal = after.legal(next);
            (asked && legal.contains(&Action::Pass) && legal.choices.len() > 1)
                .then_some((next, action))
        })
}

#[test]
fn a_trade_in_a_company_of_mine_stops_passing_and_nothing_else_does() {
    let (room, game, seat, (next, action)) = stand("18ardennes", 1..9, 3, exposed);
    room.done(&format!("@{} /auto pass until:trade", name(next)));
    room.done(&format!("@{} {}", name(seat), game.print(&action)));
    assert_eq!(room.awaited(), [name(next)]);
    let said = told(&room, name(next));
    assert!(said[0].contains("of which you hold a share"), "{said:?}");

    // Set after the purchase, it passes: what was before counts for nothing.
    room.done(&format!("@{} /auto pass until:trade", name(next)));
    assert_ne!(room.awaited(), [name(next)]);
    let done = log(&room);
    assert!(
        done.contains(&format!("{} (by order): `pass`", name(next))),
        "{done}"
    );

    // Whoever waits for a start is not stopped by a purchase.
    let (room, game, seat, (next, action)) = stand("18ardennes", 1..9, 3, exposed);
    room.done(&format!("@{} /auto pass until:start", name(next)));
    room.done(&format!("@{} {}", name(seat), game.print(&action)));
    assert_ne!(room.awaited(), [name(next)]);
    // Nor by one that is taken back before he is asked.
    let (room, game, seat, (next, action)) = stand("18ardennes", 1..9, 3, exposed);
    let third = game.shared().table.after(next);
    room.done(&format!("@{} /auto pass until:trade", name(third)));
    room.done(&format!("@{} {}", name(seat), game.print(&action)));
    room.done(&format!("@{} /game undo", name(seat)));
    let list = room.done(&format!("@{} /auto list", name(third)));
    assert!(
        list.text().contains("Your standing orders"),
        "{}",
        list.text()
    );
}

#[test]
fn passing_to_the_end_ends_with_the_round() {
    let first = |game: &Game, seat: Seat, topic: Topic| {
        let free = game.legal(seat).contains(&Action::Pass);
        (topic == Topic::StockTurn && free).then_some(())
    };
    for title in TITLES {
        let (room, game, seat, ()) = stand(title, 1..5, 3, first);
        let round = game.round_name();
        for other in game.seats().filter(|other| *other != seat) {
            let reply = room.done(&format!("@{} /auto pass until:always", name(other)));
            assert!(reply.text().contains(&round), "{}", reply.text());
            let said = room.refused(&format!("@{} /auto pass", name(other)));
            assert!(said.contains("contradicts"), "{said}");
        }
        room.done(&format!("@{} /auto pass until:always", name(seat)));
        assert!(log(&room).contains("(by order): `pass`"));
        let glance = room.tables.glance("console").expect("a game");
        let still = glance.round == round;
        // Whoever may not pass is asked all the same; then the others go on passing.
        if !still {
            for user in &NAMES[..3] {
                let list = room.done(&format!("@{user} /auto list")).text().to_string();
                assert!(list.contains("The stock round is over"), "{list}");
            }
        }
    }
}

#[test]
fn a_share_is_bought_when_it_can_be_had_and_the_turn_ends() {
    let can = |game: &Game, seat: Seat, topic: Topic| {
        let found = buys(game, seat).into_iter().find(|(company, _)| {
            let state = game.shared().company(*company);
            state.units > 0 && holds(game, *company, seat)
        });
        found.filter(|_| topic == Topic::StockTurn)
    };
    for title in TITLES {
        let (room, game, seat, (company, _)) = stand(title, 1..9, 3, can);
        let definition = game.definition();
        let units = game.shared().company(company).units;
        let held = game
            .shared()
            .units(definition, company, Holder::Player(seat));
        let share = 100 / units;
        let id = &definition.at(company).id;
        let line =
            |percent: u8| format!("@{} /auto buy company:{id} percent:{percent}", name(seat));
        let said = room.refused(&line(held * share));
        assert!(said.contains("already"), "{said}");
        let said = room.refused(&line((held + 1) * share + 1));
        assert!(said.contains("% each"), "{said}");
        let done = room.done(&line((held + 1) * share));
        let text = log(&room);
        assert!(
            text.contains(&format!("{} (by order): `buy {id}", name(seat))),
            "{title}: {} {text}",
            done.text()
        );
        // His turn is over: something stands after the purchase, or somebody else is asked.
        let last = text
            .lines()
            .rfind(|line| line.contains("`"))
            .unwrap_or_default();
        assert!(
            room.awaited() != [name(seat)] || !last.contains("`buy"),
            "{title}: {text}"
        );
        let list = room.done(&format!("@{} /auto list", name(seat)));
        assert!(list.text().contains("is done"), "{}", list.text());
    }
}

#[test]
fn a_company_is_run_out_until_something_changes() {
    let runs = |game: &Game, seat: Seat, topic: Topic| {
        let company = game.decision()?.company?;
        let director = game.shared().director(game.definition(), company);
        if topic != Topic::Run || director != Some(seat) {
            return None;
        }
        // Minors of 1835 are asked nothing about their earnings.
        let best = game.best_runs_of(company)?;
        let mut after = game.clone();
        after.apply(seat, &Action::Run(best.runs)).ok()?;
        let full = Action::Pay(engine::action::Payout::Full);
        (after.decision()?.seat == seat && after.legal(seat).contains(&full)).then_some(company)
    };
    for title in TITLES {
        let (room, game, seat, company) = stand(title, 1..5, 3, runs);
        let id = game.definition().at(company).id.clone();
        let other = game.shared().table.after(seat);
        let said = room.refused(&format!("@{} /auto run company:{id}", name(other)));
        assert!(said.contains("You do not direct"), "{said}");
        room.done(&format!("@{} /auto run company:{id}", name(seat)));
        let journal = room.journal();
        for act in ["order: 1: run ", "order: 1: pay full"] {
            let done = journal.iter().any(|line| line.starts_with(act));
            assert!(done, "{title}: {act}: {journal:?}");
        }
        let said = room.refused(&format!("@{} /auto run company:{id} pay:half", name(seat)));
        assert!(said.contains("contradicts"), "{said}");
    }
}

#[test]
fn an_order_for_a_company_that_one_does_not_direct_stops() {
    let runs = |game: &Game, seat: Seat, topic: Topic| {
        let company = game.decision()?.company?;
        let director = game.shared().director(game.definition(), company);
        (topic == Topic::Run && director == Some(seat)).then_some(company)
    };
    let folder = Folder::new();
    let path = folder.path().join("games.db");
    let room = Room::over(Store::open(&path).expect("open"));
    let (room, game, seat, company) = stand_in(room, "18ardennes", 1..5, 3, runs);
    let id = game.definition().at(company).id.clone();
    let other = game.shared().table.after(seat);
    // As if he had directed it when he set it.
    room.done(&format!(
        "@{} /auto answer what:deal say:refuse",
        name(other)
    ));
    drop(room);
    let sql = format!(
        r#"UPDATE orders SET terms = '{{"kind":"run","company":"{id}","pay":"full","until":"any","pass":true,
           "shape":{{"trains":"","runs":null,"phase":"1"}}}}'"#
    );
    let file = rusqlite::Connection::open(&path).expect("open");
    file.execute_batch(&sql).expect("sql");
    drop(file);
    let room = Room::over(Store::open(&path).expect("open"));
    room.done(&format!("@{} run auto", name(seat)));
    let said = told(&room, name(other));
    assert!(said[0].contains("You no longer direct"), "{said:?}");
}

#[test]
fn a_mine_is_run_out_without_being_asked_for() {
    let mine = |game: &Game, seat: Seat, topic: Topic| {
        let company = game.decision()?.company?;
        let free = game.legal(seat).contains(&Action::Pass);
        (matches!(topic, Topic::Machines | Topic::CloseMine) && free).then_some(company)
    };
    let (room, game, seat, company) = stand("1873", 1..5, 3, mine);
    let id = game.definition().at(company).id.clone();
    room.done(&format!("@{} /auto run company:{id}", name(seat)));
    let text = log(&room);
    assert!(
        text.contains(&format!("{} (by order): `pass`", name(seat))),
        "{text}"
    );
}

#[test]
fn the_winner_of_the_premium_is_asked_whatever_he_ordered() {
    // B29: he must buy an item first (H73-2.1-08).
    let premium = |_: &Game, _: Seat, topic: Topic| (topic == Topic::Premium).then_some(());
    let (room, game, seat, ()) = stand("1873", 1..3, 3, premium);
    room.done(&format!("@{} premium 20", name(seat)));
    for other in game.seats() {
        room.done(&format!("@{} /auto auction", name(other)));
    }
    assert_eq!(room.awaited(), [name(seat)]);
    let list = room.done(&format!("@{} /auto list", name(seat)));
    assert!(
        list.text().contains("you must do something else than pass"),
        "{}",
        list.text()
    );
    let panel = room.done(&format!("@{} /play", name(seat)));
    assert!(panel.text().contains("take a lot"), "{}", panel.text());
}

#[test]
fn offers_are_answered_as_ordered() {
    // Somebody's company could buy a train of another player's.
    let sale = |game: &Game, seat: Seat, topic: Topic| {
        if topic != Topic::Trains {
            return None;
        }
        game.legal(seat).choices.into_iter().find_map(|choice| {
            let Choice::Amount(action, range) = choice else {
                return None;
            };
            let mut after = game.clone();
            let entry = Entry {
                by: By::Seat(seat),
                action: action.with_amount(range.max),
            };
            after.enter(entry).ok()?;
            let ask = after.decision()?;
            (ask.topic == Topic::TrainAnswer && ask.seat != seat)
                .then(|| (ask.seat, action.with_amount(range.max), range.max))
        })
    };
    let (room, game, seat, (asked, action, most)) = stand("18ardennes", 1..12, 3, sale);
    room.done(&format!(
        "@{} /auto answer what:train say:refuse",
        name(asked)
    ));
    let said = room.refused(&format!(
        "@{} /auto answer what:all say:accept",
        name(asked)
    ));
    assert!(said.contains("contradicts"), "{said}");
    room.done(&format!("@{} {}", name(seat), game.print(&action)));
    let text = log(&room);
    assert!(
        text.contains(&format!("{} (by order): `refuse`", name(asked))),
        "{text}"
    );
    assert_eq!(room.awaited(), [name(seat)]);
    // Too little is left to him.
    let (room, game, seat, (asked, action, _)) = stand("18ardennes", 1..12, 3, sale);
    room.done(&format!(
        "@{} /auto answer what:train say:accept least:{}",
        name(asked),
        most + 1
    ));
    room.done(&format!("@{} {}", name(seat), game.print(&action)));
    assert_eq!(room.awaited(), [name(asked)]);
    let (room, game, seat, (asked, action, _)) = stand("18ardennes", 1..12, 3, sale);
    room.done(&format!(
        "@{} /auto answer what:train say:accept from:{} least:{most}",
        name(asked),
        name(seat)
    ));
    room.done(&format!("@{} {}", name(seat), game.print(&action)));
    assert!(log(&room).contains(&format!("{} (by order): `agree`", name(asked))));
}

/// A train that another player could sell: he offers it to whoever is to move.
pub fn on_sale(game: &Game, seat: Seat, topic: Topic) -> Option<(Seat, Action)> {
    if topic != Topic::Trains {
        return None;
    }
    game.legal(seat).choices.into_iter().find_map(|choice| {
        let Choice::Amount(action, range) = choice else {
            return None;
        };
        let action = action.with_amount(range.max);
        let mut after = game.clone();
        after.apply(seat, &action).ok()?;
        let ask = after.decision()?;
        let asked = ask.topic == Topic::TrainAnswer && ask.seat != seat;
        asked.then_some((ask.seat, action))
    })
}

#[test]
fn deals_offered_are_answered_as_ordered() {
    for (say, sold) in [("refuse", false), ("accept", true)] {
        let (room, game, seat, (owner, action)) = stand("18ardennes", 1..12, 3, on_sale);
        room.done(&format!("@{} /auto answer what:deal say:{say}", name(seat)));
        let text = game.print(&action);
        room.done(&format!("@{} /deal offer {text}", name(owner)));
        assert!(
            room.done("@anna /deal show").text().contains("No deal"),
            "{say}"
        );
        let done = log(&room).contains(&format!("{} (by order): `{text}`", name(seat)));
        assert_eq!(done, sold, "{say}: {}", log(&room));
        let list = room.done(&format!("@{} /auto list", name(seat)));
        assert!(list.text().contains("It has acted once"), "{}", list.text());
    }
}
