//! What Harzbahn 1873 has on its map, market and sheets.

use crate::compare::check;
use engine::board::Occupant;
use engine::finance::{Account, Holder};
use engine::ids::Seat;
use engine::rolling_stock::TrainHolder;
use engine::shared::Status;
use engine::titles::harzbahn::{Harz, HarzRules, Reserved, Right};
use engine::{Definition, Game, Setup};
use render::{Note, Picture, Scene};

/// A game that stands at its start but for some changes.
fn game(change: impl FnOnce(&HarzRules, &mut Harz)) -> Game {
    let setup = Setup::new("1873", 3);
    let rules = HarzRules::new(&setup).unwrap();
    let mut state = Harz::new(&rules);
    change(&rules, &mut state);
    Game::at_harz_position(setup, rules, state)
}

/// The game's scene, handed to `draw`.
fn drawn(game: &Game, draw: impl FnOnce(&Scene<'_>) -> Picture) -> Picture {
    let marks = game.marks();
    let order = game.operating_order();
    let notes: Vec<Note> = (game.hex_notes().into_iter())
        .map(|(hex, text)| Note { hex, text })
        .collect();
    let (market_notes, phase_notes) = (game.market_notes(), game.phase_notes());
    draw(&Scene {
        round: "OR 1.1",
        marks: &marks,
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
            ..*scene
        };
        render::company_picture(&scene, company, 500)
    })
}

fn lay(definition: &Definition, state: &mut Harz, name: &str, tile: &str, rot: u8) {
    let map = &definition.map;
    let face = map.tile(tile).unwrap();
    let hex = map.hex(name).unwrap();
    state.shared.board.place_tile(map, hex, face, rot);
}

#[test]
fn printed() {
    let start = game(|_, _| {});
    for (name, hex) in [
        ("harz_town", "E20"),
        ("harz_barrier", "G4"),
        ("harz_shut_until_a_phase", "C12"),
        ("harz_plant", "C6"),
        ("harz_state_track", "A18"),
        ("harz_mine_connected_with_values", "F15"),
        ("harz_mine_not_connected", "D11"),
        ("harz_route_unbuilt", "C8"),
    ] {
        check(name, &alone(&start, hex));
    }
    let later = game(|_, state| state.shared.phase = 2);
    check("harz_open_since_a_phase", &alone(&later, "C12"));
    check("harz_values_later", &alone(&later, "J7"));
}

#[test]
fn mines_at_work_and_closed() {
    let worn = game(|rules, state| {
        let definition = &rules.definition;
        let mine = definition.company("5").unwrap();
        let kind = definition.kind("3S").unwrap();
        let holder = TrainHolder::Company(mine);
        let card = state.shared.depot.take(definition, kind, holder);
        let state = &mut state.mines[mine.index()];
        (state.machine, state.switcher, state.connected) = (3, Some(card), true);
    });
    check("harz_mine_with_machine_and_switcher", &alone(&worn, "D13"));
    check("harz_sheet_mine", &sheet(&worn, "5"));
    let closed = game(|rules, state| {
        let mine = rules.definition.company("5").unwrap();
        state.mines[mine.index()].open = false;
    });
    check("harz_mine_closed", &alone(&closed, "D13"));
}

#[test]
fn routes_and_stations() {
    let built = game(|rules, state| {
        let definition = &rules.definition;
        lay(definition, state, "C8", "79", 0);
        let (map, nwe) = (&definition.map, definition.company("NWE").unwrap());
        state.reserved.push(Reserved {
            hex: map.hex("E6").unwrap(),
            face: map.tile("956").unwrap(),
            company: nwe,
        });
        for (company, hex, what) in [
            (nwe, "B9", Occupant::Inactive(nwe)),
            (nwe, "J7", Occupant::Station(nwe)),
        ] {
            let at = engine::ids::StopRef {
                hex: map.hex(hex).unwrap(),
                stop: 0,
            };
            state.shared.board.put(at, 0, what);
            assert_eq!(what.station_of(), Some(company));
        }
    });
    check("harz_route_built", &alone(&built, "C8"));
    check("harz_reserved_tile", &alone(&built, "E6"));
    check("harz_station_inactive", &alone(&built, "B9"));
}

/// A position with a railway, a public mining company and rights.
fn later() -> Game {
    game(|rules, state| {
        let definition = &rules.definition;
        let company = |id: &str| definition.company(id).unwrap();
        for (id, price, seat) in [("NWE", 300, 0), ("MO", 1000, 1)] {
            let company = company(id);
            let papers: Vec<_> = (state.shared.papers)
                .of_company(definition, company)
                .map(|(paper, _, _)| paper)
                .collect();
            for (at, paper) in papers.iter().enumerate() {
                let holder = match at {
                    0..=2 => Holder::Player(Seat(seat)),
                    3 => Holder::Pool,
                    4 => Holder::Company(company),
                    _ => Holder::Reserved,
                };
                state.shared.papers.move_to(*paper, holder);
            }
            let cell = definition.chart.priced(price, "").unwrap();
            state.shared.markers.place(company, cell, true);
            let facts = state.shared.company_mut(company).unwrap();
            (facts.status, facts.units, facts.operated) = (Status::Open, 5, true);
            facts.director = Some(Seat(seat));
            let account = Account::Company(company);
            state.shared.cash.pay(Account::Bank, account, 640);
        }
        for id in ["15", "13"] {
            let mine = company(id);
            let paper = state
                .shared
                .papers
                .director_paper(definition, mine)
                .unwrap();
            let owner = Holder::Company(company("MO"));
            state.shared.papers.move_to(paper, owner);
            state.pits[company("MO").index()].push(mine);
        }
        state.shared.phase = 2;
        for (id, seat, option) in [("WBE", 1, false), ("SHE", 2, true)] {
            state.rights.push(Right {
                company: company(id),
                seat: Seat(seat),
                option,
            });
        }
    })
}

#[test]
fn market_with_its_end() {
    let picture = drawn(&later(), |scene| render::market_picture(scene, 600));
    check("harz_market", &picture);
}

#[test]
fn sheets_with_notes() {
    check("harz_sheet_railway", &sheet(&later(), "NWE"));
    check("harz_sheet_mining_company", &sheet(&later(), "MO"));
    check("harz_sheet_mine_of_a_company", &sheet(&later(), "15"));
    check("harz_sheet_external", &sheet(&later(), "MHE"));
}

#[test]
fn players_with_rights() {
    let picture = drawn(&later(), |scene| render::players_picture(scene, 540));
    check("harz_players", &picture);
}
