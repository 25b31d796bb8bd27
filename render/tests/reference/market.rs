//! The stock market.

use crate::compare::check;
use crate::{ardennes, company, open, sample};
use engine::Shared;
use render::{Change, Scene, market_picture};

#[test]
fn one_line() {
    let definition = ardennes();
    let mut shared = Shared::new(&definition, 3);
    let mut order = Vec::new();
    for (id, price) in [
        ("N", 200),
        ("BE", 200),
        ("P", 180),
        ("3", 90),
        ("12", 90),
        ("7", 0),
    ] {
        let company = open(&definition, &mut shared, id);
        let cell = definition.chart.priced(price, "").unwrap();
        shared.markers.place(company, cell, true);
        order.push(company);
    }
    let changed = [Change::Marker(company(&definition, "BE"))];
    let scene = Scene {
        round: "SR 2",
        order: &order,
        changed: &changed,
        ..Scene::new(&definition, &shared)
    };
    check("market_line", &market_picture(&scene, 700));
}

#[test]
fn rows_and_columns() {
    let definition = sample();
    let mut shared = Shared::new(&definition, 3);
    let mut order = Vec::new();
    for (id, row, column) in [("Bahn", 0, 3), ("PALE", 0, 3), ("M1", 0, 3)] {
        let company = open(&definition, &mut shared, id);
        let cell = definition.chart.find(row, column).unwrap();
        shared.markers.place(company, cell, true);
        order.push(company);
    }
    let notes = ["A sale: one row down. Sold out: one row up.".to_string()];
    let scene = Scene {
        round: "SR 2",
        order: &order,
        market_notes: &notes,
        ..Scene::new(&definition, &shared)
    };
    check("market_chart", &market_picture(&scene, 500));
}
