//! What 1826 has on its map, market and sheets.

use crate::compare::check;
use engine::Game;
use engine::scenario::game_at;
use render::{Note, Picture, Scene};

/// A set of companies in play: some on their way to their destinations, one with loans.
const EARLY: &str = "players 4; phase 4H
private Bridge P1; private Mail P2
co PO at D2 by P1: P1 3 P2 1 market 1; co Nord at B5 by P2: P2 3; co Est at D3 by P3: P3 3 P4 2
co Als at C5 by P4: P4 3; co Paris at A6 by P1: P1 3; co Midi at D5 by P2: P2 3
loans Nord 2; mail Als M13; extra Nord; train PO 4H-0; train Nord 2H-0 4H-1
tile G9 514@1
sr 4 P1";

/// The SNCF with its bonds.
const LATE: &str = "players 4; phase E
co SNCF at F1 by P3 ten: P3 3 P1 2 market 2; co Belg at E3 by P1: P1 5
bonds P1 2 P2 1 market 3; train SNCF 10H-0 E-0
sr 9 P1";

fn early() -> Game {
    game_at("1826", EARLY).unwrap()
}

fn late() -> Game {
    game_at("1826", LATE).unwrap()
}

/// The game's scene, handed to `draw`.
fn drawn(game: &Game, draw: impl FnOnce(&Scene<'_>) -> Picture) -> Picture {
    let (order, marks) = (game.operating_order(), game.marks());
    let notes: Vec<Note> = (game.hex_notes().into_iter())
        .map(|(hex, text)| Note { hex, text })
        .collect();
    let players = ["Anna", "Ben", "Clara", "David"].map(String::from);
    let market_notes = game.market_notes();
    let round = game.round_name();
    draw(&Scene {
        round: &round,
        players: &players,
        order: &order,
        marks: &marks,
        notes: &notes,
        market_notes: &market_notes,
        ..Scene::new(game.definition(), game.shared())
    })
}

/// A hex with those within `reach`.
fn part(game: &Game, name: &str, reach: u8, width: u32) -> Picture {
    let hex = game.definition().map.hex(name).unwrap();
    drawn(game, |scene| render::part_picture(scene, hex, reach, width))
}

#[test]
fn hexes() {
    let game = early();
    for (name, hex) in [
        ("y1826_goal", "K5"),
        ("y1826_goals_of_two", "L14"),
        ("y1826_reserved", "F8"),
        ("y1826_mail", "M13"),
        ("y1826_paris", "G9"),
        ("y1826_off_map", "B8"),
    ] {
        check(name, &part(&game, hex, 0, 160));
    }
    check("y1826_belgian_line", &part(&game, "D12", 1, 300));
    check("y1826_off_map_later", &part(&late(), "B8", 0, 160));
}

#[test]
fn market() {
    let picture = drawn(&early(), |scene| render::market_picture(scene, 800));
    check("y1826_market", &picture);
}

#[test]
fn sheets() {
    for (name, game, id) in [
        ("y1826_sheet_loans", early(), "Nord"),
        ("y1826_sheet_mail", early(), "Als"),
        ("y1826_sheet_bonds", late(), "SNCF"),
    ] {
        let company = game.definition().company(id).unwrap();
        let notes = game.company_notes(company);
        let picture = drawn(&game, |scene| {
            let scene = Scene {
                company_notes: &notes,
                train_limit: Some(game.train_limit(company)).filter(|limit| *limit > 0),
                ..*scene
            };
            render::company_picture(&scene, company, 500)
        });
        check(name, &picture);
    }
}
