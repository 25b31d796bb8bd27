//! Mines, and what mines and units cost and bring.

use super::View;
use crate::replay::harz::moves;
use engine::ids::CompanyId;
use engine::rolling_stock::TrainHolder;
use engine::rules::{CompanyKind, TrainRun};
use engine::titles::harzbahn::{Mine, Step, Upkeep};
use serde_json::{Value, json};

impl View<'_> {
    fn upkeep(&self) -> Upkeep {
        let table = self
            .rules
            .special
            .upkeep
            .get(usize::from(self.shared.phase));
        table.copied().unwrap_or_default()
    }

    /// What the company's machines, trains and switchers cost in the present phase.
    pub(super) fn maintenance(&self, company: CompanyId) -> i32 {
        if self.rules.is_mine(company) {
            return self.mine_maintenance(company);
        }
        let mines: i32 = self
            .state
            .pits(company)
            .iter()
            .map(|mine| self.mine_maintenance(*mine))
            .sum();
        let upkeep = self.upkeep();
        let by_size = |table: [i32; 5], size: u8| {
            let place = usize::from(size).checked_sub(1);
            place
                .and_then(|place| table.get(place).copied())
                .unwrap_or(0)
        };
        let trains: i32 = match self.rules.kind(company) {
            CompanyKind::Major => self
                .shared
                .trains(company)
                .map(|train| match self.definition.train(train.kind).run {
                    TrainRun::Runs(size) => by_size(upkeep.train, size),
                    TrainRun::Switcher(size) => by_size(upkeep.switcher, size),
                    _ => 0,
                })
                .sum(),
            _ => 0,
        };
        mines + trains
    }

    /// A closed mine's is written down, too.
    fn mine_maintenance(&self, company: CompanyId) -> i32 {
        let mine = self.state.mine(company);
        let upkeep = self.upkeep();
        let of = |table: [i32; 5], size: u8| {
            let place = usize::from(size).checked_sub(1);
            place
                .and_then(|place| table.get(place).copied())
                .unwrap_or(0)
        };
        of(upkeep.machine, mine.machine) + of(upkeep.switcher, self.switcher_size(mine))
    }

    /// Size of the mine's switcher; 0 without one.
    fn switcher_size(&self, mine: Mine) -> u8 {
        let held = mine.switcher.filter(|card| {
            self.shared
                .depot
                .get(*card)
                .is_some_and(|state| state.holder != TrainHolder::Gone)
        });
        match held.map(|card| self.definition.train(card.stack).run) {
            Some(TrainRun::Switcher(size)) => size,
            _ => 0,
        }
    }

    fn connected(&self, company: CompanyId) -> bool {
        let connected = &self.names.memory.connected;
        connected.get(company.index()).copied().unwrap_or(false)
    }

    /// What the mine produces.
    pub(super) fn produces(&self, company: CompanyId) -> i32 {
        let Some(printed) = self.rules.special.mine(company) else {
            return 0;
        };
        let mine = self.state.mine(company);
        if !self.connected(company) {
            return printed.base;
        }
        let of = |table: [i32; 5], size: u8| {
            let place = usize::from(size).checked_sub(1);
            place
                .and_then(|place| table.get(place).copied())
                .unwrap_or(0)
        };
        of(printed.machine, mine.machine) + of(printed.switcher, self.switcher_size(mine))
    }

    pub(super) fn mine(&self, company: CompanyId) -> Value {
        let mine = self.state.mine(company);
        let past =
            matches!(self.turn(), Some((now, Step::Machines | Step::CloseMine)) if now == company);
        let mut value = json!({
            "kind": "mine",
            "cash": self.shared.treasury(company),
            "open": mine.open,
            "connected": self.connected(company),
            "machine": mine.machine,
            "revenue": self.produces(company),
            "maintenance": self.mine_maintenance(company),
            "operated": self.shared.company(company).operated || past,
        });
        let Value::Object(fields) = &mut value else {
            return value;
        };
        use engine::finance::Holder;
        match self.state.mine_holder(self.rules, company) {
            Holder::Player(seat) => {
                fields.insert("owner".into(), json!(self.seat(seat)));
            }
            Holder::Company(owner) => {
                fields.insert("owner".into(), json!(self.id(owner)));
            }
            _ => {}
        }
        let size = self.switcher_size(mine);
        if let (Some(card), true) = (mine.switcher, size > 0) {
            fields.insert("switcher".into(), json!(size));
            fields.insert(
                "switcher_id".into(),
                json!(moves::recorded_name(self.game, card)),
            );
        }
        value
    }
}
