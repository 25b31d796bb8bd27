//! What 1835 has on its map, market, sheets and in its start packet.

use crate::compare::check;
use engine::board::Occupant;
use engine::ids::StopRef;
use engine::rolling_stock::TrainHolder;
use engine::titles::y1835::{Y35Rules, Y1835};
use engine::{Definition, Game, Setup};
use render::{Note, Picture, Scene};

/// A game that stands at its start but for some changes.
fn game(change: impl FnOnce(&Y35Rules, &mut Y1835)) -> Game {
    let setup = Setup::new("1835", 4);
    let rules = Y35Rules::new(&setup).unwrap();
    let mut state = Y1835::new(&rules);
    change(&rules, &mut state);
    Game::at_y1835_position(setup, rules, state)
}

/// The start, with moves of the players in turn.
fn played(moves: &[&str]) -> Game {
    let mut game = Game::new(Setup::new("1835", 4)).unwrap();
    for text in moves {
        let seat = game.decision().unwrap().seat;
        let action = game.read(seat, text).unwrap();
        game.apply(seat, &action).unwrap();
    }
    game
}

/// The game's scene, handed to `draw`.
fn drawn(game: &Game, draw: impl FnOnce(&Scene<'_>) -> Picture) -> Picture {
    let order = game.operating_order();
    let notes: Vec<Note> = (game.hex_notes().into_iter())
        .map(|(hex, text)| Note { hex, text })
        .collect();
    let players = ["Anna", "Ben", "Clara", "David"].map(String::from);
    let (market_notes, phase_notes) = (game.market_notes(), game.phase_notes());
    let round = game.round_name();
    draw(&Scene {
        round: &round,
        players: &players,
        order: &order,
        notes: &notes,
        market_notes: &market_notes,
        phase_notes: &phase_notes,
        ..Scene::new(game.definition(), game.shared())
    })
}

/// A hex alone.
fn alone(game: &Game, name: &str) -> Picture {
    let hex = game.definition().map.hex(name).unwrap();
    drawn(game, |scene| render::part_picture(scene, hex, 0, 160))
}

/// The sheet of a company.
fn sheet(game: &Game, id: &str) -> Picture {
    let company = game.definition().company(id).unwrap();
    let notes = game.company_notes(company);
    drawn(game, |scene| {
        let scene = Scene {
            company_notes: &notes,
            train_limit: Some(game.train_limit(company)).filter(|limit| *limit > 0),
            ..*scene
        };
        render::company_picture(&scene, company, 500)
    })
}

fn lay(definition: &Definition, state: &mut Y1835, name: &str, tile: &str, rot: u8) {
    let map = &definition.map;
    let face = map.tile(tile).unwrap();
    let hex = map.hex(name).unwrap();
    state.shared.board.place_tile(map, hex, face, rot);
}

#[test]
fn printed() {
    let start = game(|_, _| {});
    for (name, hex) in [
        ("y1835_berlin", "E19"),
        ("y1835_hamburg", "C11"),
        ("y1835_two_cities_of_one_town", "L14"),
        ("y1835_home_of_baden", "L6"),
        ("y1835_river", "G3"),
        ("y1835_alsace", "M5"),
        ("y1835_never_built_on", "C13"),
        ("y1835_home", "O15"),
    ] {
        check(name, &alone(&start, hex));
    }
    let two = start.definition().map.hex_ids().find(|&hex| {
        let map = &start.definition().map;
        let stops = &start.shared().board.face(map, hex).stops;
        stops.len() == 2 && stops.iter().all(|stop| stop.slots == 0)
    });
    let two = start.definition().map.at(two.unwrap()).name.clone();
    check("y1835_double_town", &alone(&start, &two));
}

#[test]
fn laid() {
    let later = game(|rules, state| {
        let definition = &rules.definition;
        state.shared.phase = 4;
        lay(definition, state, "C11", "221", 0);
        lay(definition, state, "E19", "209", 0);
        lay(definition, state, "L6", "214", 0);
        lay(definition, state, "L14", "218", 0);
        let map = &definition.map;
        for (company, hex, stop, slot) in
            [("PR", "E19", 0, 0), ("BA", "L6", 0, 0), ("SX", "C11", 0, 1)]
        {
            let company = definition.company(company).unwrap();
            let hex = map.hex(hex).unwrap();
            let at = StopRef { hex, stop };
            state.shared.board.put(at, slot, Occupant::Station(company));
        }
    });
    for (name, hex) in [
        ("y1835_ferry", "C11"),
        ("y1835_berlin_green", "E19"),
        ("y1835_two_stations", "L6"),
        ("y1835_town_joined", "L14"),
        ("y1835_alsace_closed", "M5"),
    ] {
        check(name, &alone(&later, hex));
    }
}

#[test]
fn the_packet() {
    let start = game(|_, _| {});
    let rows = start.packet();
    let picture = drawn(&start, |scene| render::packet_picture(scene, &rows, 700));
    check("y1835_packet", &picture);
    let sold = played(&[
        "take NF", "take LD", "take M2", "take M1", "pass", "take BY",
    ]);
    let rows = sold.packet();
    let picture = drawn(&sold, |scene| render::packet_picture(scene, &rows, 700));
    check("y1835_packet_partly_sold", &picture);
}

#[test]
fn the_market_and_sheets() {
    let later = game(|rules, state| {
        let definition = &rules.definition;
        for (id, price) in [("BY", 92), ("SX", 88), ("PR", 154), ("BA", 84)] {
            let company = definition.company(id).unwrap();
            let cell = definition.chart.priced(price, "").unwrap();
            state.shared.markers.place(company, cell, true);
            let facts = state.shared.company_mut(company).unwrap();
            facts.status = engine::shared::Status::Open;
            let kind = definition.kind("3+3").unwrap();
            let holder = TrainHolder::Company(company);
            if id != "BA" {
                state.shared.depot.take(definition, kind, holder);
            }
        }
        state.shared.phase = 3;
    });
    let picture = drawn(&later, |scene| render::market_picture(scene, 700));
    check("y1835_market", &picture);
    let picture = drawn(&later, |scene| render::trains_picture(scene, 540));
    check("y1835_trains", &picture);
    check("y1835_sheet_prussian", &sheet(&later, "PR"));
    check("y1835_sheet_not_floated", &sheet(&later, "WT"));
    let sold = played(&["take NF", "take LD", "take M2", "take M1"]);
    check("y1835_sheet_minor", &sheet(&sold, "M2"));
    let picture = drawn(&sold, |scene| render::players_picture(scene, 540));
    check("y1835_players", &picture);
}
