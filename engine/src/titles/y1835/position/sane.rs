//! What holds in every position of this title besides what holds in all.

use crate::finance::Holder;
use crate::rules::PaperDef;
use crate::shared::Status;
use crate::titles::y1835::xv_sales::POOL;
use crate::titles::y1835::{Frame, Y35Rules, Y1835};

/// What is wrong with a position; empty for a sane one.
pub(crate) fn faults(rules: &Y35Rules, state: &Y1835) -> Vec<String> {
    let mut faults = Vec::new();
    let mut require = |holds: bool, what: String| {
        if !holds {
            faults.push(what);
        }
    };
    let anyone_out = state.shared.table.out.iter().any(|out| *out);
    let swapping = state
        .frames
        .iter()
        .any(|frame| matches!(frame, Frame::Swap { .. }));
    for company in rules.definition.company_ids() {
        let id = rules.id(company);
        let facts = state.shared.company(company);
        let stations = state.shared.board.markers(company).count();
        let most = usize::from(rules.definition.at(company).tokens);
        require(
            stations + usize::from(facts.tokens_left) <= most,
            format!(
                "{id} has {stations} stations and {} left",
                facts.tokens_left
            ),
        );
        if rules.is_minor(company) {
            let owned = state.director(rules, company).is_some();
            require(
                owned == (facts.status == Status::Open),
                format!("{id} is owned: {owned}, is {:?}", facts.status),
            );
            continue;
        }
        let pool = state.shared.units(&rules.definition, company, Holder::Pool);
        require(
            pool <= POOL || anyone_out,
            format!("the pool holds {}% of {id}", u16::from(pool) * 5),
        );
        if facts.status != Status::Open {
            continue;
        }
        let director = state.director(rules, company);
        require(director.is_some(), format!("{id} has nobody who decides"));
        // Between the exchanges the Prussian's directorship waits (E35-RUL-27).
        let waits = swapping || company == rules.special.prussian;
        if let Some(seat) = director.filter(|_| !waits) {
            let own = state.held_units(rules, company, seat);
            for other in 0..rules.players {
                let units = state.held_units(rules, company, crate::ids::Seat(other));
                require(
                    units <= own,
                    format!("P{} holds more of {id} than its director", other + 1),
                );
            }
        }
    }
    // Loans belong to companies in play.
    for (company, sum) in &state.loans {
        require(
            *sum > 0 && state.shared.is_open(*company),
            format!("{} owes {sum}", rules.id(*company)),
        );
    }
    for (index, paper) in rules.definition.papers.iter().enumerate() {
        if let PaperDef::Private(_) = paper {
            let holder = state.shared.papers.holder(crate::ids::PaperId::from(index));
            require(
                matches!(holder, Holder::Player(_) | Holder::Initial | Holder::Gone),
                format!("a private is with {holder:?}"),
            );
        }
    }
    faults
}
