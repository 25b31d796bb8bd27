//! Random games with random orders: nothing is done outside what an order says, nothing illegal, nothing twice.

use crate::room::{Folder, Room};
use bot::demo::player::{Dice, choose};
use bot::store::{How, OrderRow, Store};
use engine::action::{Action, By, Lot, Payout};
use engine::event::Event;
use engine::finance::Holder;
use engine::ids::Seat;
use engine::legal::{Choice, Topic};
use engine::rules::PaperDef;
use engine::{Entry, Game};
use serde_json::Value;

const NAMES: [&str; 3] = ["anna", "ben", "clara"];

/// The game as it is stored, followed entry by entry and judged by its own reading of the orders.
struct Witness {
    game: Game,
    ids: Vec<i64>,
    events: Vec<(Seat, Vec<Event>)>,
    automatic: usize,
    kinds: Vec<String>,
}

impl Witness {
    fn follow(&mut self, store: &Store) {
        let (row, _) = store.game(1).expect("a game").expect("there");
        let orders = store.all_orders(1).expect("orders");
        for stored in store.branch(1, row.head).expect("a log") {
            if self.ids.contains(&stored.id) {
                continue;
            }
            let seat = Seat(stored.action.seat);
            let action = self.game.parse(&stored.action.text).expect("notation");
            let by = match stored.action.kind.name() {
                "engine" => By::Engine(seat),
                _ => By::Seat(seat),
            };
            if stored.action.how.is_automatic() {
                self.judge(&orders, seat, &action, stored.action.how);
                self.automatic += 1;
            }
            let events = self.game.enter(Entry { by, action }).expect("legal");
            self.events.push((seat, events));
            self.ids.push(stored.id);
        }
        assert_eq!(
            store.branch(1, row.head).expect("a log").len(),
            self.ids.len()
        );
    }

    /// Some order of the seat says exactly this, now.
    fn judge(&mut self, orders: &[OrderRow], seat: Seat, action: &Action, how: How) {
        assert_eq!(how, How::Order);
        self.game.check(seat, action).expect("it is legal");
        let ask = self.game.decision().expect("somebody is asked");
        assert_eq!(ask.seat, seat, "who is asked");
        let fits = orders.iter().find(|row| {
            let terms: Value = serde_json::from_str(&row.terms).expect("JSON");
            let base = match row.head {
                None => Some(0),
                Some(head) => self.ids.iter().position(|id| *id == head).map(|at| at + 1),
            };
            row.seat == seat.0 && base.is_some_and(|base| self.says(&terms, base, seat, action))
        });
        match fits {
            Some(row) => {
                let terms: Value = serde_json::from_str(&row.terms).expect("JSON");
                self.kinds
                    .push(terms["kind"].as_str().expect("a kind").into());
            }
            None => panic!(
                "{} did {} in {} though no order says so: {orders:?}",
                NAMES[seat.index()],
                self.game.print(action),
                self.game.round_name()
            ),
        }
    }

    /// Who has made the last bid for a lot that nobody has won.
    fn leads(&self, wanted: Option<Lot>) -> Option<Seat> {
        let events = self.events.iter().flat_map(|(_, events)| events);
        let mut leads = None;
        for event in events {
            match event {
                Event::BidMade { seat, lot, .. } if Some(*lot) == wanted => leads = Some(*seat),
                Event::LotWon { lot, .. } if Some(*lot) == wanted => leads = None,
                _ => {}
            }
        }
        leads
    }

    fn says(&self, terms: &Value, base: usize, seat: Seat, action: &Action) -> bool {
        let game = &self.game;
        let definition = game.definition();
        let Some(ask) = game.decision() else {
            return false;
        };
        let passes = *action == Action::Pass;
        let auction = matches!(
            ask.topic,
            Topic::OpenLot
                | Topic::Bid
                | Topic::TakeLot
                | Topic::CompanyAuction
                | Topic::Premium
                | Topic::Concessions
                | Topic::Privates
        );
        let company = definition.company(terms["company"].as_str().unwrap_or_default());
        match terms["kind"].as_str().unwrap_or_default() {
            "pass" => {
                let until = terms["until"].as_str().unwrap_or_default();
                let trade = matches!(until, "anything" | "trade");
                let start = matches!(until, "anything" | "start");
                let stops = self.events[base..].iter().any(|(by, events)| {
                    *by != seat
                        && events.iter().any(|event| match event {
                            Event::PaperMoved { paper, from, to } => {
                                let PaperDef::Share { company, .. } =
                                    &definition.papers[paper.index()]
                                else {
                                    return false;
                                };
                                let others = [from, to].iter().any(
                                    |holder| matches!(holder, Holder::Player(who) if *who != seat),
                                );
                                let own = [from, to]
                                    .iter()
                                    .any(|holder| **holder == Holder::Player(seat));
                                let mine = Holder::Player(seat);
                                trade
                                    && others
                                    && !own
                                    && game.shared().units(definition, *company, mine) > 0
                            }
                            Event::CompanyStarted { .. } => start,
                            _ => false,
                        })
                });
                let round = terms["round"]["within"].as_str();
                let same = round.is_none_or(|name| {
                    game.round_name() == name || name.ends_with(&game.round_name())
                });
                passes && matches!(ask.topic, Topic::StockTurn | Topic::Packet) && !stops && same
            }
            "auction" => {
                let named: Vec<Lot> = terms["lots"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(|name| lot(game, name.as_str()?))
                    .collect();
                let (mut least, mut offered) = (i32::MAX, false);
                for choice in game.legal(seat).choices {
                    let (what, sum) = match choice {
                        Choice::Amount(Action::Bid { lot, .. }, range) => (Some(lot), range.min),
                        Choice::Amount(Action::Premium(_), range) => (None, range.min),
                        Choice::One(Action::Take(lot)) => {
                            let cost = game.check(seat, &Action::Take(lot)).expect("legal");
                            (Some(lot), cost)
                        }
                        _ => continue,
                    };
                    least = least.min(sum);
                    offered |= what.is_some_and(|lot| named.contains(&lot));
                }
                let below = terms["below"].as_i64().unwrap_or(0);
                passes && auction && !offered && i64::from(least) >= below
            }
            "bid" => {
                let wanted = lot(game, terms["lot"].as_str().unwrap_or_default());
                let most = terms["most"].as_i64().unwrap_or(0);
                let least = game
                    .legal(seat)
                    .choices
                    .into_iter()
                    .find_map(|choice| match choice {
                        Choice::Amount(Action::Bid { lot, .. }, range) if Some(lot) == wanted => {
                            Some(range.min)
                        }
                        _ => None,
                    });
                // Nobody outbids himself where bids stand.
                let leads = self.leads(wanted) == Some(seat);
                match action {
                    Action::Bid { lot, amount, .. } => {
                        Some(*lot) == wanted
                            && Some(*amount) == least
                            && i64::from(*amount) <= most
                            && auction
                            && !leads
                    }
                    Action::Pass => {
                        let beyond = least.is_some_and(|sum| i64::from(sum) > most);
                        terms["pass"] == true && (beyond || leads)
                    }
                    _ => false,
                }
            }
            "buy" => {
                let units = company.map_or(1, |id| i64::from(game.shared().company(id).units));
                let held = company.map_or(0, |id| {
                    i64::from(game.shared().units(definition, id, Holder::Player(seat)))
                });
                let wanted = terms["percent"].as_i64().unwrap_or(0);
                match action {
                    Action::Buy(of, _) | Action::BuyPaper(of, _, None) => {
                        Some(*of) == company && held * 100 < wanted * units.max(1)
                    }
                    Action::Pass => ask.topic == Topic::StockTurn,
                    _ => false,
                }
            }
            "run" => {
                let phase = terms["shape"]["phase"].as_str();
                let pay = match terms["pay"].as_str() {
                    Some("half") => Payout::Half,
                    Some("nothing") => Payout::Nothing,
                    _ => Payout::Full,
                };
                let what = match action {
                    Action::Run(runs) => game.best_runs().is_some_and(|best| best.runs == *runs),
                    Action::Pay(payout) => *payout == pay,
                    Action::Pass => terms["pass"] == true,
                    _ => false,
                };
                let until = terms["until"].as_str().unwrap_or_default();
                let directs =
                    company.and_then(|id| game.shared().director(definition, id)) == Some(seat);
                let lasts = !matches!(until, "any" | "phase") || phase == Some(game.phase_name());
                ask.company == company && company.is_some() && directs && lasts && what
            }
            "answer" => {
                let word = match terms["yes"] == true {
                    true => Action::Agree,
                    false => Action::Refuse,
                };
                ask.topic.is_answer() && *action == word
            }
            _ => false,
        }
    }
}

fn lot(game: &Game, id: &str) -> Option<Lot> {
    match game.parse(&format!("bid {id} 100")) {
        Ok(Action::Bid { lot, .. }) => Some(lot),
        _ => None,
    }
}

/// An order drawn by lot; most of them are refused.
fn order(game: &Game, dice: &mut Dice) -> String {
    let companies = &game.definition().companies;
    let id = companies[dice.below(companies.len())].id.clone();
    let directed: Vec<&str> = game
        .asks()
        .iter()
        .filter_map(|ask| ask.company)
        .map(|company| game.definition().at(company).id.as_str())
        .collect();
    let run = directed.first().map_or(id.as_str(), |id| *id);
    let one = |dice: &mut Dice, list: &[&str]| list[dice.below(list.len())].to_string();
    match dice.below(9) {
        0 | 1 => {
            let until = one(dice, &["anything", "trade", "start", "priority", "always"]);
            format!("/auto pass until:{until}")
        }
        2 => format!(
            "/auto bid lot:{id} amount:{} otherwise:{}",
            100 + 10 * dice.below(12),
            one(dice, &["ask", "pass"])
        ),
        3 => match dice.below(3) {
            0 => format!("/auto auction lots:{id}"),
            1 => format!("/auto auction below:{}", 100 + 5 * dice.below(12)),
            _ => "/auto auction".into(),
        },
        4 => format!(
            "/auto buy company:{id} percent:{} otherwise:{}",
            10 * (1 + dice.below(8)),
            one(dice, &["ask", "pass"])
        ),
        5 | 6 => format!(
            "/auto run company:{run} pay:{} until:{} rest:{}",
            one(dice, &["full", "half", "nothing"]),
            one(dice, &["any", "trains", "routes", "phase"]),
            one(dice, &["pass", "ask"])
        ),
        7 => format!(
            "/auto answer what:{} say:{}",
            one(dice, &["exchange", "train", "mine", "company", "all"]),
            one(dice, &["accept", "refuse"])
        ),
        _ => "/auto cancel order:all".into(),
    }
}

fn play(title: &str, seed: u64, moves: usize) -> Witness {
    let folder = Folder::new();
    let path = folder.path().join("games.db");
    let open = || Room::over(Store::open(&path).expect("open"));
    let mut room = open();
    room.say(&format!("@anna /game new title:{title} seating:joined"));
    room.say("@ben /game join");
    room.say("@clara /game join");
    room.done("@anna /game start");
    let setup = {
        let (row, _) = room.tables.store().game(1).expect("a game").expect("there");
        let mut setup = engine::Setup::new(&row.title, 3);
        (setup.options, setup.seed, setup.revision) = (row.options, row.seed, row.revision);
        setup
    };
    let mut witness = Witness {
        game: Game::new(setup).expect("a game"),
        ids: Vec::new(),
        events: Vec::new(),
        automatic: 0,
        kinds: Vec::new(),
    };
    witness.follow(room.tables.store());
    let mut dice = Dice::new(seed);
    for step in 0..moves {
        if witness.game.is_over() {
            break;
        }
        if dice.below(2) == 0 {
            let user = NAMES[dice.below(3)];
            let line = order(&witness.game, &mut dice);
            room.say(&format!("@{user} {line}"));
            witness.follow(room.tables.store());
        }
        if step % 50 == 49 {
            // The bot goes down and comes back: nothing is done once more.
            drop(room);
            room = open();
            let digest = room.digest();
            room.tick_after(60);
            assert_eq!(room.digest(), digest, "{title} {seed}: twice");
            assert_eq!(digest, witness.game.digest());
        }
        let Some(ask) = witness.game.decision() else {
            break;
        };
        let action = choose(&witness.game, ask.seat, &mut dice).expect("something to do");
        let text = match &action {
            Action::Run(_) => "run auto".to_string(),
            action => witness.game.print(action),
        };
        room.done(&format!("@{} {text}", NAMES[ask.seat.index()]));
        witness.follow(room.tables.store());
    }
    assert_eq!(room.tables.replays(1), Ok(witness.ids.len()));
    // The log says of each that it was done without a hand.
    let file: Value =
        serde_json::from_str(&room.tables.exported(1).expect("a file")).expect("JSON");
    let acts = file["actions"].as_array().expect("actions");
    let marked = acts.iter().filter(|act| act["how"] == "order").count();
    assert_eq!(marked, witness.automatic);
    witness
}

#[test]
fn random_orders_act_only_as_they_say() {
    let mut kinds: Vec<String> = Vec::new();
    let mut automatic = 0;
    for (title, seed, moves) in [
        ("18ardennes", 1, 300),
        ("18ardennes", 2, 300),
        ("1873", 1, 240),
        ("1873", 2, 240),
        ("1835", 1, 240),
        ("1826", 1, 240),
    ] {
        let witness = play(title, seed, moves);
        println!("{title} {seed}: {} automatic moves", witness.automatic);
        assert!(witness.automatic > 5, "{title}");
        automatic += witness.automatic;
        kinds.extend(witness.kinds);
    }
    let count = |kind: &str| kinds.iter().filter(|one| *one == kind).count();
    let seen: Vec<(&str, usize)> = ["pass", "bid", "auction", "buy", "run", "answer"]
        .into_iter()
        .map(|kind| (kind, count(kind)))
        .collect();
    println!("{automatic} automatic moves: {seen:?}");
    assert!(automatic > 80, "{seen:?}");
    assert!(
        seen.iter().filter(|(_, count)| *count > 0).count() >= 5,
        "{seen:?}"
    );
}

/// Where there is exactly one answer nobody is asked, but before money or papers move (see `Game::automate`): those a
/// player does himself, so that he sees what he pays and can take it back. Runs and amounts leave a choice.
#[test]
fn nobody_is_asked_where_there_is_nothing_to_choose() {
    let (mut forced, mut passed) = (std::collections::BTreeSet::new(), 0);
    for (title, seed, players) in [
        ("18ardennes", 1, 3),
        ("18ardennes", 2, 4),
        ("1873", 1, 3),
        ("1873", 2, 4),
    ] {
        let Ok(whole) = bot::demo::by_itself(title, seed, players) else {
            continue;
        };
        let mut game = Game::new(whole.setup().clone()).expect("a game");
        for entry in whole.log() {
            passed += usize::from(matches!(entry.by, By::Engine(_)));
            if let (By::Seat(_), Some(ask)) = (entry.by, game.decision())
                && let [Choice::One(action)] = game.legal(ask.seat).choices.as_slice()
            {
                let text = game.print(action);
                forced.insert(text.split(' ').next().unwrap_or_default().to_string());
            }
            game.enter(entry.clone()).expect("it replays");
        }
    }
    assert!(passed > 100, "{passed}");
    let paid = ["lay", "train", "form", "sell", "bankrupt"];
    assert!(
        forced.iter().all(|verb| paid.contains(&verb.as_str())),
        "{forced:?}"
    );
}
