//! Standing orders and moves made ahead when something really changes: who directs, trains, routes, the phase; bids that
//! stand; consent; and orders that contradict each other.

use crate::room::{BEGAN, Room};
use crate::standing::{NAMES, TITLES, log, name, stand, told};
use bot::demo::player::{Dice, choose};
use bot::store::OrderRow;
use engine::action::{Action, By, Lot};
use engine::ids::{CompanyId, Seat};
use engine::legal::{Choice, Topic};
use engine::shared::Status;
use engine::titles::Mark;
use engine::{Entry, Game};
use serde_json::Value;

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

/// The game of a room, followed entry by entry.
struct Mirror {
    game: Game,
    ids: Vec<i64>,
}

impl Mirror {
    fn of(title: &str) -> Mirror {
        let game = Game::new(engine::Setup::new(title, 3)).expect("a game");
        Mirror {
            game,
            ids: Vec::new(),
        }
    }

    /// Takes in what was done, and gives what was done by order.
    fn follow(&mut self, room: &Room, seen: &mut dyn FnMut(&Game, Seat, &Action)) {
        let store = room.tables.store();
        let (row, _) = store.game(1).expect("a game").expect("there");
        for stored in store.branch(1, row.head).expect("a log") {
            if self.ids.contains(&stored.id) {
                continue;
            }
            let seat = Seat(stored.action.seat);
            let action = self.game.parse(&stored.action.text).expect("notation");
            if stored.action.how.is_automatic() {
                seen(&self.game, seat, &action);
            }
            let by = match stored.action.kind.name() {
                "engine" => By::Engine(seat),
                _ => By::Seat(seat),
            };
            self.game.enter(Entry { by, action }).expect("legal");
            self.ids.push(stored.id);
        }
    }
}

/// What a company is like, by a reading of its own: trains or machines, the sum of its best runs, the phase.
#[derive(Clone, Debug, PartialEq)]
struct Shape {
    trains: Vec<String>,
    best: Option<i32>,
    phase: String,
}

fn shape(game: &Game, company: CompanyId) -> Shape {
    let definition = game.definition();
    let trains = game.shared().trains(company);
    let mut trains: Vec<String> = trains
        .map(|train| definition.train_name(train.id))
        .collect();
    trains.extend(game.marks().iter().filter_map(|mark| match mark {
        Mark::Mine {
            mine,
            machine,
            switcher,
            owner,
            ..
        } if *mine == company || *owner == Some(company) => {
            Some(format!("{mine:?} {machine} {switcher}"))
        }
        _ => None,
    }));
    Shape {
        trains,
        best: game.best_runs_of(company).map(|best| best.total),
        phase: game.phase_name().to_string(),
    }
}

/// An order to run a company out, with what the company was like then.
struct Given {
    number: i64,
    company: CompanyId,
    until: &'static str,
    then: Shape,
    runs: Option<String>,
}

/// Why an order ended, checked against what has changed.
fn ended(game: &Game, given: &Given, row: &OrderRow) -> &'static str {
    let now = shape(game, given.company);
    let why = row.why.as_str();
    let fits = |wanted: &str| ["any", wanted].contains(&given.until);
    if why.starts_with("Phase ") {
        assert!(fits("phase") && now.phase != given.then.phase, "{why}");
        assert_eq!(why, format!("Phase {} has begun.", now.phase));
        return "phase";
    }
    if why.starts_with("The trains of ") {
        assert!(
            fits("trains") && now.trains != given.then.trains,
            "{why}: {now:?}"
        );
        return match now.trains.len() < given.then.trains.len() {
            true => "fewer trains",
            false => "other trains",
        };
    }
    if why.starts_with("The best routes of ") {
        let old = given.runs.as_ref().and_then(|runs| match game.parse(runs) {
            Ok(Action::Run(runs)) => game.run_sums(given.company, &runs).ok(),
            _ => None,
        });
        assert!(fits("routes"), "{why}");
        assert!(
            old.is_none_or(|sums| Some(sums.total) != now.best),
            "{why}: {now:?}"
        );
        return "routes";
    }
    if why.starts_with("You no longer direct ") {
        let director = game.shared().director(game.definition(), given.company);
        assert_ne!(director, Some(Seat(row.seat)), "{why}");
        return "director";
    }
    assert!(
        why.contains("has closed") || why.contains("is not possible now"),
        "{why}"
    );
    "closed"
}

/// Whoever directs a company that may run orders it run out, again and again; says why the orders ended.
fn run_out(title: &str, seed: u64, moves: usize) -> (Vec<&'static str>, usize) {
    let room = Room::new();
    room.done(&format!("@anna /game new title:{title} seating:joined"));
    room.done("@ben /game join");
    room.done("@clara /game join");
    room.done("@anna /game start");
    let mut mirror = Mirror::of(title);
    let mut given: Vec<Given> = Vec::new();
    let (mut reasons, mut acts, mut turn) = (Vec::new(), 0, 0);
    let mut dice = Dice::new(seed);
    for _ in 0..moves {
        let Some(ask) = mirror.game.decision().filter(|_| !mirror.game.is_over()) else {
            break;
        };
        let company = ask.company.filter(|_| ask.topic == Topic::Run);
        let fresh = company.filter(|one| given.iter().all(|order| order.company != *one));
        if let Some(company) = fresh
            && shape(&mirror.game, company).best.unwrap_or(0) > 0
        {
            let until = ["trains", "routes", "phase", "any"][turn % 4];
            turn += 1;
            let id = &mirror.game.definition().at(company).id;
            let then = shape(&mirror.game, company);
            room.done(&format!(
                "@{} /auto run company:{id} until:{until} rest:ask",
                name(ask.seat)
            ));
            let rows = room.tables.store().all_orders(1).expect("orders");
            let row = rows.last().expect("an order");
            let terms: Value = serde_json::from_str(&row.terms).expect("JSON");
            given.push(Given {
                number: row.number,
                company,
                until,
                then,
                runs: terms["shape"]["runs"].as_str().map(String::from),
            });
        } else {
            let action = choose(&mirror.game, ask.seat, &mut dice).expect("something to do");
            let text = match &action {
                Action::Run(_) => "run auto".to_string(),
                action => mirror.game.print(action),
            };
            room.done(&format!("@{} {text}", name(ask.seat)));
        }
        mirror.follow(&room, &mut |game, _, _| {
            acts += 1;
            // Nothing is run or paid for a company that has changed.
            let company = game.decision().and_then(|ask| ask.company);
            let order = given.iter().find(|order| Some(order.company) == company);
            if let Some(order) = order {
                let now = shape(game, order.company);
                let same = match order.until {
                    "trains" => now.trains == order.then.trains,
                    "phase" => now.phase == order.then.phase,
                    "any" => (&now.trains, &now.phase) == (&order.then.trains, &order.then.phase),
                    _ => true,
                };
                assert!(same, "{title}: {now:?} was {:?}", order.then);
            }
        });
        for row in room.tables.store().all_orders(1).expect("orders") {
            if row.ended.is_some()
                && let Some(index) = given.iter().position(|one| one.number == row.number)
            {
                reasons.push(ended(&mirror.game, &given.remove(index), &row));
            }
        }
    }
    (reasons, acts)
}

#[test]
fn running_out_ends_when_trains_routes_or_the_phase_really_change() {
    let (mut all, mut seen): (Vec<&str>, Vec<(&str, usize, usize)>) = Default::default();
    for (title, seed, moves) in [
        ("18ardennes", 1, 420),
        ("1873", 1, 700),
        ("1835", 1, 420),
        ("1826", 1, 420),
    ] {
        let (reasons, acts) = run_out(title, seed, moves);
        println!("{title}: {acts} moves by order, ended by {reasons:?}");
        seen.push((title, acts, reasons.len()));
        all.extend(reasons);
    }
    for (title, acts, ends) in seen {
        assert!(acts > 4 && ends > 1, "{title}: {acts} moves, {ends} ended");
    }
    for reason in ["fewer trains", "other trains", "routes", "phase"] {
        assert!(all.contains(&reason), "{reason}: {all:?}");
    }
}

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
