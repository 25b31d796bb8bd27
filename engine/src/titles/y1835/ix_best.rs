//! Section IX: the best runs of a company.

use super::ix_runs::View;
use super::{Y35Rules, Y1835};
use crate::board::StopKind;
use crate::ids::{CompanyId, HexId, KindId, StopRef};
use crate::network::{Capacity, Counted, Graph, Optimum, Toll, best_counted};
use crate::rules::TrainRun;

/// The best runs of the company's trains, found with at most `budget` nodes of search.
/// `without`: among those that stay away from the stops of that hex.
pub(crate) fn best(
    state: &Y1835,
    rules: &Y35Rules,
    company: CompanyId,
    without: Option<HexId>,
    budget: u64,
) -> Optimum {
    let view = View::new(state, rules, company);
    let stations: Vec<StopRef> = view.board.stations(company).collect();
    let graph = Graph::new(
        view.map,
        view.board,
        &stations,
        |at| !view.blocked(at),
        |_, end| view.is_open(end.hex),
    );
    let graph = match without {
        Some(hex) => graph.without(hex),
        None => graph,
    };
    let count = graph.vertices.len();
    let stops: Vec<Option<StopRef>> = (0..count).map(|vertex| graph.stop(vertex)).collect();
    let worth: Vec<i32> = stops
        .iter()
        .map(|stop| stop.map_or(0, |at| view.value(at)))
        .collect();
    let large = graph
        .kinds
        .iter()
        .map(|kind| *kind != Some(StopKind::Town))
        .collect();
    let mut own: Vec<usize> = stations.iter().filter_map(|&at| graph.number(at)).collect();
    own.sort_unstable();
    own.dedup();
    let mut kinds: Vec<KindId> = Vec::new();
    let mut trains = Vec::new();
    for held in state.shared.trains(company) {
        let known = kinds.iter().position(|kind| *kind == held.kind);
        let number = known.unwrap_or_else(|| {
            kinds.push(held.kind);
            kinds.len() - 1
        });
        trains.push((held.id, number));
    }
    let capacities = kinds
        .iter()
        .map(|&kind| match rules.definition.train(kind).run {
            TrainRun::Stops(all) => Capacity { large: None, all },
            TrainRun::Plus(large, small) => Capacity {
                large: Some(large),
                all: large + small,
            },
            _ => Capacity {
                large: None,
                all: 0,
            },
        })
        .collect();
    let toll = toll(&view, &graph, &stops);
    let unit = worth
        .iter()
        .copied()
        .chain(toll.iter().map(|toll| toll.sum))
        .fold(0, crate::network::gcd)
        .max(1);
    let problem = Counted {
        groups: groups(&view, &stops),
        graph: &graph,
        own,
        worth,
        large,
        toll,
        kinds: capacities,
        trains,
        unit,
    };
    best_counted(&problem, budget)
}

/// Towns of several stations, and Alsace-Lorraine (E35-IX-08, 09, E35-RUL-16).
fn groups(view: &View, stops: &[Option<StopRef>]) -> Vec<(Vec<usize>, u8)> {
    let mut groups: Vec<(Vec<usize>, u8)> = Vec::new();
    let on = |hexes: &[HexId]| -> Vec<usize> {
        (0..stops.len())
            .filter(|&vertex| {
                stops
                    .get(vertex)
                    .copied()
                    .flatten()
                    .is_some_and(|at| hexes.contains(&at.hex))
            })
            .collect()
    };
    for hex in view.map.hex_ids() {
        if let Some(most) = view.visits_of(hex) {
            let vertices = on(&[hex]);
            if vertices.len() > usize::from(most) {
                groups.push((vertices, most));
            }
        }
    }
    let alsace = on(&view.rules.special.closed_offboard.0);
    if alsace.len() > 1 {
        groups.push((alsace, 1));
    }
    groups
}

/// The ferry (E35-X-05, E35-RUL-17).
fn toll(view: &View, graph: &Graph, stops: &[Option<StopRef>]) -> Option<Toll> {
    let special = &view.rules.special;
    let vertex = stops.iter().position(|stop| {
        stop.is_some_and(|at| view.board.placed(at.hex).face == special.ferry_tile.0)
    })?;
    let hex = stops.get(vertex).copied().flatten()?.hex;
    let banks = graph
        .around
        .get(vertex)?
        .iter()
        .map(|link| {
            (0..6u8)
                .find(|&edge| {
                    crate::network::side(view.map, hex, edge).is_some_and(|side| {
                        graph
                            .sides
                            .iter()
                            .position(|known| *known == side)
                            .is_some_and(|number| link.sides.has(number))
                    })
                })
                .map_or(0, |edge| view.bank(hex, edge))
        })
        .collect();
    Some(Toll {
        vertex,
        banks,
        sum: special.ferry_toll,
    })
}
