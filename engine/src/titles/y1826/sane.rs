//! What holds in every position of 1826, for the tests.

use super::{Frame, Rules, Y1826};
use crate::finance::Holder;
use crate::ids::Seat;
use crate::shared::Status;

/// What is wrong with shares, stations, loans and bonds.
pub(crate) fn faults(rules: &Rules, state: &Y1826) -> Vec<String> {
    let mut faults = Vec::new();
    let mut require = |holds: bool, what: String| {
        if !holds {
            faults.push(what);
        }
    };
    let definition = &rules.definition;
    let shared = &state.shared;
    let anyone_out = shared.table.out.iter().any(|out| *out);
    let merging = |company| {
        state.frames.iter().any(|frame| {
            matches!(frame, Frame::Stations { picks, .. }
                if picks.iter().any(|(old, _)| *old == company))
        })
    };
    for company in definition.company_ids() {
        let id = rules.id(company);
        let facts = shared.company(company);
        let loans = state.loans_of(company);
        require(loans <= 2, format!("{id} has {loans} loans"));
        let stations = shared.board.markers(company).count();
        let tokens = stations + usize::from(facts.tokens_left);
        let most = usize::from(definition.at(company).tokens);
        require(
            facts.status != Status::Open || tokens <= most,
            format!("{id} has {tokens} stations of {most}"),
        );
        if facts.status != Status::Open || merging(company) {
            continue;
        }
        let floated = state.is_floated(company);
        let units: u8 = shared
            .papers
            .of_company(definition, company)
            .filter(|(paper, ..)| {
                let holder = shared.papers.holder(*paper);
                !matches!(holder, Holder::Reserved | Holder::Gone)
                    && (holder != Holder::Initial || !floated)
            })
            .map(|(_, units, _)| units)
            .sum();
        require(
            units == facts.units,
            format!("{id} has {units} shares out, not {}", facts.units),
        );
        let pool = state.units(rules, company, Holder::Pool);
        require(
            pool <= facts.units / 2 || anyone_out || rules.is_national(company),
            format!("the market holds {pool} shares of {id}"),
        );
        if let Some(president) = state.president(rules, company) {
            let own = state.units_of(rules, company, president);
            for seat in (0..rules.players).map(Seat) {
                let units = state.units_of(rules, company, seat);
                require(
                    units <= own,
                    format!(
                        "P{} has {units} shares of {id}, its president {own}",
                        seat.0 + 1
                    ),
                );
            }
        }
    }
    let bonds = state.bonds.out() + state.bonds.treasury;
    require(
        bonds == rules.special.bonds,
        format!("there are {bonds} bonds"),
    );
    faults
}
