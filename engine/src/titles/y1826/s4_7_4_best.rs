//! Section 4.7.4: the best runs of a company (E26-4.7.4-01, E26-RUL-24).

use super::s4_7_4_runs::{Length, View};
use super::{Rules, Y1826};
use crate::board::StopKind;
use crate::ids::{CompanyId, HexId, KindId, StopRef};
use crate::network::{Graph, Kind, Measure, Mode, Optimum, Problem, Train, Way};

/// The best runs of the company's trains, found with at most `budget` nodes of search.
pub(crate) fn best(state: &Y1826, rules: &Rules, company: CompanyId, budget: u64) -> Optimum {
    best_without(state, rules, company, None, budget)
}

/// The same among the runs that stay away from the stops of a hex.
pub(crate) fn best_without(
    state: &Y1826,
    rules: &Rules,
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
        |_, _| true,
    );
    let graph = match without {
        Some(hex) => graph.without(hex),
        None => graph,
    };
    let worth: Vec<i32> = (0..graph.vertices.len())
        .map(|vertex| graph.stop(vertex).map_or(0, |at| view.value(at)))
        .collect();
    let is_town = |vertex: usize| graph.kinds.get(vertex) == Some(&Some(StopKind::Town));
    let towns: Vec<i32> = worth
        .iter()
        .enumerate()
        .map(|(vertex, worth)| if is_town(vertex) { *worth } else { 0 })
        .collect();
    let mut own: Vec<usize> = stations.iter().filter_map(|&at| graph.number(at)).collect();
    own.sort_unstable();
    own.dedup();
    let mut kinds: Vec<KindId> = Vec::new();
    let mut list: Vec<Kind> = Vec::new();
    let mut trains = Vec::new();
    for held in state.shared.trains(company) {
        let Some(length) = view.length(held.kind) else {
            continue;
        };
        let (most, factor, measure) = match length {
            Length::Hexes(hexes) => (hexes, 1, Measure::Hexes),
            Length::Places(places, factor) => (places, factor, Measure::Places),
        };
        let number = kinds.iter().position(|&kind| kind == held.kind);
        let number = number.unwrap_or_else(|| {
            kinds.push(held.kind);
            let paid = |(vertex, worth): (usize, &i32)| {
                if is_town(vertex) { 0 } else { factor * worth }
            };
            list.push(Kind {
                cities: most,
                modes: vec![Mode {
                    worth: worth.iter().enumerate().map(paid).collect(),
                    meets: vec![0; worth.len()],
                    needs: 0,
                }],
            });
            kinds.len() - 1
        });
        trains.push(Train {
            id: held.id,
            way: if view.shares_track(held.kind) {
                Way::Beside(number, measure)
            } else {
                Way::Measured(number, measure)
            },
        });
    }
    let unit = worth.iter().copied().fold(0, crate::network::gcd).max(1);
    let problem = Problem {
        graph: &graph,
        own,
        ends: Vec::new(),
        towns,
        kinds: list,
        fours: Vec::new(),
        trains,
        unit,
    };
    crate::network::best(&problem, budget)
}
