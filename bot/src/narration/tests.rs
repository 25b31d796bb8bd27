//! The story in examples: events in, sentences out.

use super::{Names, narrate};
use engine::action::{Lot, Payout};
use engine::event::{Cause, Event, RoundKind};
use engine::finance::{Account, Holder};
use engine::ids::{HexId, PaperId, Seat};
use engine::rolling_stock::TrainHolder;
use engine::rules::PaperDef;
use engine::{Definition, Game, Setup};

const ANNA: Seat = Seat(0);
const BEN: Seat = Seat(1);

fn tell(events: impl FnOnce(&Definition) -> Vec<Event>) -> Vec<String> {
    let game = Game::new(Setup::new("18ardennes", 3)).expect("a game");
    let names = Names::new(vec!["anna".into(), "*ben*".into(), "clara".into()]);
    let events = events(game.definition());
    narrate(game.definition(), &names, &events)
}

fn hex(definition: &Definition, name: &str) -> HexId {
    definition.map.hex(name).expect("a hex")
}

/// An ordinary share of the company.
fn share(definition: &Definition, id: &str) -> PaperId {
    let wanted = definition.company(id).expect("a company");
    let found = definition.papers.iter().position(|paper| {
        matches!(paper, PaperDef::Share { company, director: false, .. } if *company == wanted)
    });
    PaperId::from(found.expect("a share"))
}

#[test]
fn names_are_escaped_and_auctions_short() {
    let lines = tell(|definition| {
        let lot = Lot::Company(definition.company("7").expect("a minor"));
        vec![
            Event::BidMade {
                seat: ANNA,
                lot,
                amount: 100,
            },
            Event::Passed { seat: BEN },
            Event::Paid {
                from: Account::Player(ANNA),
                to: Account::Bank,
                sum: 100,
                cause: Cause::Bid,
            },
            Event::LotWon {
                seat: ANNA,
                lot,
                amount: 100,
            },
        ]
    });
    assert_eq!(
        lines,
        [
            "anna bids f.100 for minor 7",
            r"\*ben\* passes",
            "anna wins minor 7 for f.100",
        ]
    );
}

#[test]
fn a_purchase_is_one_sentence_with_its_price() {
    let lines = tell(|definition| {
        let company = definition.company("BE").expect("a company");
        vec![
            Event::Paid {
                from: Account::Player(ANNA),
                to: Account::Company(company),
                sum: 160,
                cause: Cause::Share,
            },
            Event::PaperMoved {
                paper: share(definition, "BE"),
                from: Holder::Company(company),
                to: Holder::Player(ANNA),
            },
            Event::DirectorChanged {
                company,
                from: Some(BEN),
                to: Some(ANNA),
            },
        ]
    });
    // The papers that a change of president swaps are told by it alone.
    assert_eq!(
        lines,
        [
            "anna buys a share of BE from the treasury for f.160",
            "anna is president of BE now",
        ]
    );
    let lines = tell(|definition| {
        let company = definition.company("BE").expect("a company");
        vec![
            Event::Paid {
                from: Account::Player(ANNA),
                to: Account::Company(company),
                sum: 160,
                cause: Cause::Share,
            },
            Event::PaperMoved {
                paper: share(definition, "BE"),
                from: Holder::Company(company),
                to: Holder::Player(ANNA),
            },
        ]
    });
    assert_eq!(
        lines,
        ["anna buys a share of BE from the treasury for f.160"]
    );
}

#[test]
fn track_stations_and_trains_name_places_and_costs() {
    let lines = tell(|definition| {
        let company = definition.company("14").expect("a minor");
        let kind = definition.kind("3").expect("a kind");
        let at = definition.at(company).home.expect("a home");
        vec![
            Event::TurnBegan { company },
            Event::TileLaid {
                company,
                hex: hex(definition, "G15"),
                face: definition.map.tile("9").expect("a tile"),
                rot: 2,
                cost: 40,
            },
            Event::TokenPlaced {
                company,
                at,
                cost: 0,
            },
            Event::Paid {
                from: Account::Company(company),
                to: Account::Bank,
                sum: 200,
                cause: Cause::Train,
            },
            Event::TrainMoved {
                train: engine::ids::TrainId {
                    stack: kind,
                    number: 0,
                },
                kind,
                from: None,
                to: TrainHolder::Company(company),
            },
            Event::PhaseBegan { phase: 1 },
        ]
    });
    assert_eq!(
        lines,
        [
            "minor 14 operates",
            "minor 14 lays tile 9 (turning 2) on G15 for f.40",
            "minor 14 places a station in F10 (Brussels)",
            "minor 14 buys train 3 (3-0) from the depot for f.200",
            "**Phase 3 begins**",
        ]
    );
}

#[test]
fn dividends_are_told_once_with_who_received_what() {
    let lines = tell(|definition| {
        let company = definition.company("BE").expect("a company");
        let pay = |to, sum| Event::Paid {
            from: Account::Bank,
            to,
            sum,
            cause: Cause::Dividend,
        };
        vec![
            Event::Dividend {
                company,
                revenue: 120,
                payout: Payout::Full,
            },
            pay(Account::Player(ANNA), 72),
            pay(Account::Player(BEN), 24),
            Event::MarkerMoved {
                company,
                from: definition.chart.priced(100, ""),
                to: definition.chart.priced(110, ""),
            },
            Event::RoundBegan {
                kind: RoundKind::Stock,
                turn: 3,
                number: 0,
            },
        ]
    });
    assert_eq!(
        lines,
        [
            "BE pays out f.120",
            "BE: price f.100 → f.110",
            "**Stock round 3 begins**",
            r"Received: anna f.72, \*ben\* f.24",
        ]
    );
}
