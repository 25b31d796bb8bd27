//! Tables.

use crate::compare::check;
use crate::{ardennes, company, hex, open, sample};
use engine::board::Bonus;
use engine::finance::{Account, Holder};
use engine::ids::Seat;
use engine::rolling_stock::TrainHolder;
use engine::titles::Mark;
use engine::{Definition, Shared};
use render::{Scene, Standing, company_picture, players_picture, trains_picture};

/// A position with some holdings and trains.
fn position(definition: &Definition) -> Shared {
    let mut shared = Shared::new(definition, 3);
    let ids = ["E", "P", "12"];
    for (index, id) in ids.into_iter().enumerate() {
        let company = open(definition, &mut shared, id);
        let papers: Vec<_> = shared.papers.of_company(definition, company).collect();
        for (at, (paper, _, director)) in papers.iter().enumerate() {
            let holder = if *director {
                Holder::Player(Seat::from(index))
            } else if at % 4 == 1 {
                Holder::Player(Seat(0))
            } else if at % 4 == 2 {
                Holder::Pool
            } else {
                Holder::Company(company)
            };
            shared.papers.move_to(*paper, holder);
        }
        let cell = definition.chart.priced(180, "").unwrap();
        shared.markers.place(company, cell, true);
        shared.cash.pay(
            Account::Bank,
            Account::Company(company),
            1250 + 100 * index as i32,
        );
    }
    for seat in 0..3 {
        shared
            .cash
            .pay(Account::Bank, Account::Player(Seat(seat)), 700);
    }
    let east = TrainHolder::Company(company(definition, "E"));
    let (two, three) = (definition.kind("2").unwrap(), definition.kind("3").unwrap());
    let old = shared.depot.take(definition, two, east);
    let new = shared.depot.take(definition, three, east);
    shared.depot.take(definition, three, east);
    shared.depot.take(definition, two, TrainHolder::Pool);
    if let Some(train) = shared.depot.get_mut(old) {
        train.obsolete = true;
    }
    if let Some(train) = shared.depot.get_mut(new) {
        train.face_down = true;
    }
    shared
}

#[test]
fn company_sheet() {
    let definition = ardennes();
    let shared = position(&definition);
    let east = company(&definition, "E");
    let marks = [
        Mark::Right {
            company: east,
            hex: hex(&definition, "I21"),
            bonus: Bonus::Mine,
        },
        Mark::CompanyForts {
            company: east,
            count: 2,
        },
    ];
    let players = [
        "Ann".to_string(),
        "Bob & Sons".to_string(),
        "Cy".to_string(),
    ];
    let order = [company(&definition, "12"), east];
    let scene = Scene {
        round: "OR 3.1",
        marks: &marks,
        players: &players,
        order: &order,
        ..Scene::new(&definition, &shared)
    };
    check("company", &company_picture(&scene, east, 500));
    let unopened = company(&definition, "NL");
    check("company_unopened", &company_picture(&scene, unopened, 500));
}

#[test]
fn players_table() {
    let definition = ardennes();
    let mut shared = position(&definition);
    shared.table.out = vec![false, true, false];
    shared.table.priority = Seat(2);
    let players = [
        "<script>&\"'".to_string(),
        "A very long name that nobody could ever want 🚂".to_string(),
        "שלום".to_string(),
    ];
    let standings = [
        Standing {
            worth: 12_345,
            certificates: 9,
            limit: 11,
        },
        Standing::default(),
    ];
    let scene = Scene {
        round: "SR 3",
        players: &players,
        standings: &standings,
        ..Scene::new(&definition, &shared)
    };
    check("players", &players_picture(&scene, 540));
}

#[test]
fn trains_table() {
    let definition = ardennes();
    let mut shared = position(&definition);
    shared.phase = 1;
    let notes = ["", "", "2-trains run once more and go"].map(str::to_string);
    let scene = Scene {
        round: "OR 2.2",
        phase_notes: &notes,
        ..Scene::new(&definition, &shared)
    };
    check("trains", &trains_picture(&scene, 540));
    let definition = sample();
    let shared = Shared::new(&definition, 3);
    check(
        "trains_sample",
        &trains_picture(&Scene::new(&definition, &shared), 540),
    );
}
