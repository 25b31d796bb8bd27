//! Reach and lays against brute force on small random boards.

mod support;
mod walker;

use engine::board::{End, OPPOSITE, StopKind, check_face, joins_edges, stop_after};
use engine::ids::{HexId, StopRef};
use engine::network::{connected, extends, reach};
use engine::titles::ardennes::Options;
use engine::titles::ardennes::scenario::Scenario;
use support::Draw;
use walker::{Piece, Walker, all_stops, board, company};

/// The stations of BE, and whether BE may pass a stop.
fn starts(scenario: &Scenario) -> Vec<StopRef> {
    let who = company(scenario, "BE");
    scenario.shared().board.stations(who).collect()
}

fn passes(scenario: &Scenario, at: StopRef) -> bool {
    let map = &scenario.rules().definition.map;
    let board = &scenario.shared().board;
    let offboard = board.face(map, at.hex).stops[at.stop as usize].kind == StopKind::Offboard;
    !offboard && !board.full_for(map, at, company(scenario, "BE"))
}

fn pieces(scenario: &Scenario) -> Option<Vec<Piece>> {
    let passes = |at| passes(scenario, at);
    let walker = Walker::from(scenario, &starts(scenario), &passes, 20_000)?;
    Some(walker.pieces)
}

/// ARD-RUL-23: reached is what some legal route covers, no more and no less.
#[test]
fn ard_6_3_06_reach_equals_all_ways() {
    let blank = Scenario::new(4, Options::default()).unwrap();
    let map = &blank.rules().definition.map;
    for seed in 0..800 {
        let mut draw = Draw::new(seed + 1);
        let scenario = board(&blank, &mut draw, &[]);
        let Some(pieces) = pieces(&scenario) else {
            continue;
        };
        let starts = starts(&scenario);
        let shared = &scenario.shared().board;
        let found = reach(map, shared, &starts, |at| !passes(&scenario, at));
        let mut arrivals = vec![0u8; map.hexes.len()];
        let mut left = vec![0u8; map.hexes.len()];
        let mut stops = vec![0u8; map.hexes.len()];
        for at in &starts {
            stops[at.hex.index()] |= 1 << at.stop;
        }
        for &(hex, _, end) in &pieces {
            match end {
                End::Stop(stop) => stops[hex.index()] |= 1 << stop,
                End::Edge(edge) => {
                    let next = map.neighbour(hex, edge).unwrap();
                    left[hex.index()] |= 1 << edge;
                    arrivals[next.index()] |= 1 << OPPOSITE[edge as usize];
                }
                End::Junction => {}
            }
        }
        assert_eq!(found.stops, stops, "seed {seed}: stops");
        for hex in map.hex_ids() {
            let (told, true_) = (found.arrivals_at(hex), arrivals[hex.index()]);
            assert_eq!(
                told & true_,
                true_,
                "seed {seed}: arrivals in {}",
                map.at(hex).name
            );
            // A walk may come back where a route has gone out, which covers nothing new.
            assert_eq!(
                told & !true_ & !left[hex.index()],
                0,
                "seed {seed}: {}",
                map.at(hex).name
            );
        }
    }
}

/// ARD-6.3-06 and 07, ARD-RUL-23: judged on the board before the lay as on the board after it.
#[test]
fn ard_6_3_07_lays_judged_before_equal_lays_judged_after() {
    let blank = Scenario::new(4, Options::default()).unwrap();
    let map = &blank.rules().definition.map;
    let (mut lays, mut tracks, mut riches, mut neither) = (0, 0, 0, 0);
    for seed in 0..200 {
        let mut draw = Draw::new(seed + 5001);
        let scenario = board(&blank, &mut draw, &[]);
        let starts = starts(&scenario);
        let old_board = &scenario.shared().board;
        let base = reach(map, old_board, &starts, |at| !passes(&scenario, at));
        let open: Vec<HexId> = map
            .hex_ids()
            .filter(|&hex| !old_board.face(map, hex).upgrades.is_empty() && base.comes_to(hex))
            .collect();
        for _ in 0..300 {
            let Some(&hex) = open.get(draw.number(open.len())) else {
                break;
            };
            let face = old_board.face(map, hex);
            let tile = face.upgrades[draw.number(face.upgrades.len())];
            let rot = draw.number(6) as u8;
            if check_face(map, old_board, hex, tile, rot).is_err() {
                continue;
            }
            let after = scenario
                .clone()
                .tile(&map.at(hex).name, &map.face(tile).id, rot);
            let Some(pieces) = pieces(&after) else {
                continue;
            };
            let (old, new) = (old_board.track(map, hex), map.face(tile).at(rot));
            let to = |stop: u8| stop_after(old, new, face, map.face(tile), stop);
            let from: Vec<Option<u8>> = (0..face.stops.len() as u8).map(to).collect();
            let is_new = |&(at, a, b): &Piece| {
                at == hex
                    && match (a, b) {
                        (End::Edge(a), End::Edge(b)) => !joins_edges(old, a, b),
                        (End::Edge(edge), End::Stop(stop)) | (End::Stop(stop), End::Edge(edge)) => {
                            !from
                                .iter()
                                .zip(&old.stop_exits)
                                .any(|(to, exits)| *to == Some(stop) && exits & (1 << edge) != 0)
                        }
                        _ => false,
                    }
            };
            let track = pieces.iter().any(is_new);
            let worth = |stop: usize| map.face(tile).stops[stop].revenue.at("");
            let rich = face.stops.iter().enumerate().any(|(index, stop)| {
                let reached = base.has_stop(StopRef {
                    hex,
                    stop: index as u8,
                });
                let next = from[index].map_or(0, |to| worth(to as usize));
                stop.kind == StopKind::City && reached && next > stop.revenue.at("")
            });
            let told = extends(map, old_board, hex, tile, rot, &base, |at| {
                !passes(&after, at)
            });
            let what = format!("seed {seed}: {} on {}", map.face(tile).id, map.at(hex).name);
            assert_eq!(told.new_track, track, "{what}, turning {rot}: track");
            assert_eq!(told.richer_city, rich, "{what}: worth");
            lays += 1;
            tracks += usize::from(track);
            riches += usize::from(rich);
            neither += usize::from(!told.any());
        }
    }
    assert!(
        lays > 3000 && tracks > 1000 && riches > 100 && neither > 100,
        "{lays} lays, {tracks} with new track, {riches} richer, {neither} neither"
    );
}

/// ARD-RUL-15: a way from a stop of one to a stop of the other, or one hex.
#[test]
fn ard_5_3_1_02_connected_equals_all_ways() {
    let blank = Scenario::new(4, Options::default()).unwrap();
    let map = &blank.rules().definition.map;
    let (mut yes, mut no) = (0, 0);
    for seed in 0..600 {
        let mut draw = Draw::new(seed + 9001);
        let scenario = board(&blank, &mut draw, &[]);
        let starts = starts(&scenario);
        let other = company(&scenario, "NL");
        let goals: Vec<StopRef> = scenario.shared().board.stations(other).collect();
        let passes = |at| passes(&scenario, at);
        let Some(walker) = Walker::from(&scenario, &starts, &passes, 20_000) else {
            continue;
        };
        let joined = walker.ways.iter().any(|way| {
            let last = way.last().unwrap();
            goals
                .iter()
                .any(|goal| goal.hex == last.hex && Some(goal.stop) == last.stop)
        });
        let same = starts.iter().any(|a| goals.iter().any(|b| a.hex == b.hex));
        let told = connected(map, &scenario.shared().board, &starts, &goals, |at| {
            !passes(at)
        });
        assert_eq!(told, joined || same, "seed {seed}");
        *(if told { &mut yes } else { &mut no }) += 1;
    }
    assert!(yes > 30 && no > 30, "{yes} connected, {no} not");
    assert!(!all_stops(&blank).is_empty());
}
