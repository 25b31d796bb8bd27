//! Sections 4.2.4 and 4.3.5: machines and switchers of mines and public mining companies.

use super::{Harz, HarzRules, Step};
use crate::action::{Action, CompanySet, TrainSource};
use crate::event::Event;
use crate::ids::{CompanyId, KindId};
use crate::legal::Choice;
use crate::rejection::{Rejection, reject, require};
use crate::rules::TrainRun;

impl Harz {
    /// Mines of a public mining company with a smaller machine, in their order of entry.
    pub(super) fn smaller(&self, company: CompanyId, size: u8) -> Vec<CompanyId> {
        let pits = self.pits(company).iter().copied();
        pits.filter(|mine| self.mine(*mine).machine < size)
            .collect()
    }

    /// The mine that gets a switcher: the named one, else the first without one; the mine itself if independent.
    pub(super) fn place_for(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        on: Option<CompanyId>,
    ) -> Option<CompanyId> {
        if rules.is_mine(company) {
            return Some(company);
        }
        let mut pits = self.pits(company).iter().copied();
        on.or_else(|| pits.find(|mine| self.mine(*mine).switcher.is_none()))
    }

    /// Whether a switcher may go onto the mine named, or onto some mine without being told.
    pub(super) fn plan_on(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        on: Option<CompanyId>,
    ) -> Result<(), Rejection> {
        let name = rules.name(company);
        if let Some(mine) = on {
            require!(
                self.pits(company).contains(&mine),
                "H73-4.3.5-05",
                "{} is not a mine of {name}: only a mining company names one of its mines",
                rules.name(mine)
            );
        } else if rules.is_mining(company) && self.place_for(rules, company, None).is_none() {
            // H73-RUL-27.
            reject!(
                "H73-4.3.5-05",
                "every mine of {name} has a switcher: name the mine whose switcher is scrapped"
            )
        }
        Ok(())
    }

    /// Whether a unit may go onto these mines of the public mining company.
    pub(super) fn plan_mines(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        kind: KindId,
        mines: CompanySet,
    ) -> Result<(), Rejection> {
        let name = rules.name(company);
        let unit = &rules.definition.train(kind).name;
        let TrainRun::Machine(size) = rules.definition.train(kind).run else {
            require!(
                mines.len() == 1,
                "H73-4.3.5-05",
                "a switcher goes onto one mine"
            );
            return self.plan_on(rules, company, mines.iter().next());
        };
        let smaller = self.smaller(company, size);
        require!(
            !smaller.is_empty(),
            "H73-4.3.5-01",
            "{name} has no machine smaller than {size}"
        );
        for mine in mines.iter() {
            require!(
                self.pits(company).contains(&mine),
                "H73-4.3.5-02",
                "{} is not a mine of {name}",
                rules.name(mine)
            );
            require!(
                smaller.contains(&mine),
                "H73-4.3.5-02",
                "{}'s machine is of size {}: it is not smaller than {unit}",
                rules.name(mine),
                self.mine(mine).machine
            );
        }
        let most = smaller.len().min(usize::from(size));
        require!(
            mines.len() <= most,
            "H73-4.3.5-02",
            "{unit} has {size} markers, not {}",
            mines.len()
        );
        // H73-RUL-26.
        require!(
            mines.len() == most,
            "H73-4.3.5-03",
            "as many markers as possible are placed: {most} of {name}'s mines get {unit}, name them"
        );
        Ok(())
    }

    pub(super) fn plan_machines(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
    ) -> Result<i32, Rejection> {
        match *action {
            Action::Pass => Ok(0),
            Action::Train(source) => self.plan_purchase(rules, company, source),
            Action::Discard(train) => {
                let card = rules.definition.train_name(train);
                let kind = self.shared.depot.get(train).map(|state| state.kind);
                let run = kind.map(|kind| rules.definition.train(kind).run);
                if matches!(run, Some(TrainRun::Machine(_))) {
                    let row = if rules.is_mine(company) {
                        "H73-4.2.4-03"
                    } else {
                        "H73-4.3.5-07"
                    };
                    reject!(row, "machines are only replaced by larger ones")
                }
                require!(
                    self.shared.trains(company).any(|own| own.id == train),
                    if rules.is_mine(company) {
                        "H73-4.2.4-07"
                    } else {
                        "H73-4.3.5-04"
                    },
                    "{card} is not a switcher of {}",
                    rules.name(company)
                );
                Ok(0)
            }
            Action::Mine(..) if rules.is_mining(company) => reject!(
                "H73-4.3.4-01",
                "the step of buying a mine is over: {} buys one mine in an operating round at most",
                rules.name(company)
            ),
            _ => self.wrong_step(rules, company, Step::Machines, action),
        }
    }

    pub(super) fn legal_machines(&self, rules: &HarzRules, company: CompanyId) -> Vec<Choice> {
        let mut domain: Vec<Action> = Vec::new();
        for kind in rules.kinds() {
            domain.push(Action::Train(TrainSource::Stack(kind, None)));
            let onto = |mines| Action::Train(TrainSource::Onto(kind, mines));
            match rules.definition.train(kind).run {
                TrainRun::Machine(size) => {
                    let smaller = self.smaller(company, size);
                    domain.extend(subsets(&smaller, usize::from(size)).into_iter().map(onto));
                }
                TrainRun::Switcher(_) => {
                    let pits = self.pits(company).iter();
                    domain.extend(pits.map(|mine| onto(CompanySet::default().with(*mine))));
                }
                _ => {}
            }
        }
        let own = self.shared.trains(company);
        domain.extend(own.map(|train| Action::Discard(train.id)));
        domain.push(Action::Pass);
        let mut choices: Vec<Choice> = domain
            .into_iter()
            .filter(|action| self.plan_machines(rules, company, action).is_ok())
            .map(Choice::One)
            .collect();
        choices.extend(self.legal_trades(rules, company));
        choices
    }

    pub(super) fn do_machines(
        &mut self,
        rules: &HarzRules,
        company: CompanyId,
        action: &Action,
        events: &mut Vec<Event>,
    ) {
        match *action {
            Action::Pass => self.set_step(if rules.is_mine(company) {
                Step::CloseMine
            } else {
                Step::Issue
            }),
            Action::Train(source) => self.do_purchase(rules, company, source, events),
            Action::Discard(train) => self.scrap(train, events),
            _ => {}
        }
    }
}

/// All sets of so many of the mines, of all of them if there are not so many; none of no mines.
fn subsets(mines: &[CompanyId], most: usize) -> Vec<CompanySet> {
    let count = mines.len().min(most);
    let masks = 1..1u32.checked_shl(mines.len() as u32).unwrap_or(0);
    masks
        .filter(|mask| mask.count_ones() as usize == count)
        .map(|mask| {
            mines
                .iter()
                .enumerate()
                .filter(|(index, _)| mask & (1 << index) != 0)
                .map(|(_, mine)| *mine)
                .collect()
        })
        .collect()
}
