//! Railways, public mining companies and the MHE.

use super::View;
use crate::replay::harz::moves;
use engine::finance::Holder;
use engine::ids::CompanyId;
use engine::rules::{CompanyKind, TrainRun};
use engine::shared::Status;
use engine::titles::harzbahn::Step;
use serde_json::{Map, Value, json};

/// Shares of a railway when it is formed.
const RAILWAY_SHARES: i32 = 5;

impl View<'_> {
    /// Shares in being; before the formation those with which it starts.
    fn total(&self, company: CompanyId) -> i32 {
        match (self.shared.company(company).units, self.rules.kind(company)) {
            (0, CompanyKind::PublicMine) => 2,
            (0, _) => RAILWAY_SHARES,
            (units, _) => i32::from(units),
        }
    }

    /// Percent of one share.
    pub(super) fn share_size(&self, company: CompanyId) -> i32 {
        100 / self.total(company)
    }

    fn holding(&self, company: CompanyId, holder: Holder) -> Value {
        let count = moves::shares(self.game, company, holder);
        json!({"percent": i32::from(count) * self.share_size(company), "certs": count})
    }

    pub(super) fn started(&self, company: CompanyId) -> bool {
        self.shared.company(company).status == Status::Open
    }

    /// A railway is floated when its stations stand.
    fn floated(&self, company: CompanyId) -> bool {
        self.started(company)
            && (!self.rules.is_railway(company)
                || self.shared.board.markers(company).next().is_some())
    }

    /// What the reference has in the treasury of a railway that is formed and not floated: the shares sold. In ours
    /// the bank keeps that until it pays the whole capital (H73-RUL-11).
    pub(super) fn paid_in(&self, company: CompanyId) -> i32 {
        if !self.started(company) || self.floated(company) {
            return 0;
        }
        let left = moves::shares(self.game, company, Holder::Company(company));
        let price = self.shared.price(self.definition, company).unwrap_or(0);
        (RAILWAY_SHARES - i32::from(left)) * price
    }

    pub(super) fn companies(&self) -> Value {
        let mut companies = Map::new();
        for company in self.definition.company_ids() {
            let value = if self.rules.is_mine(company) {
                self.mine(company)
            } else {
                self.company(company)
            };
            companies.insert(self.id(company).into(), value);
        }
        Value::Object(companies)
    }

    /// The reference marks a public mining company and a railway when its profit is shared.
    fn operated(&self, company: CompanyId) -> bool {
        self.shared.company(company).operated
            || self.turn().is_some_and(|(now, step)| {
                now == company
                    && self.earned(company, step)
                    && !matches!(step, Step::Dividend { .. })
            })
    }

    fn company(&self, company: CompanyId) -> Value {
        let facts = self.shared.company(company);
        let started = self.started(company);
        let external = self.rules.kind(company) == CompanyKind::External;
        let own = if started {
            Holder::Company(company)
        } else {
            Holder::Initial
        };
        let trains: Vec<Value> = if self.rules.is_mining(company) {
            Vec::new()
        } else {
            self.shared
                .trains(company)
                .map(|train| {
                    json!({
                        "train": self.definition.train(train.kind).name,
                        "id": moves::recorded_name(self.game, train.id),
                    })
                })
                .collect()
        };
        let tokens = if self.rules.is_railway(company) {
            facts.tokens_left
        } else {
            0
        };
        let mut value = json!({
            "kind": self.kind(company),
            "cash": self.shared.treasury(company) + self.paid_in(company),
            "started": started,
            "floated": self.floated(company),
            "operated": self.operated(company),
            "share_size": self.share_size(company),
            "total_shares": self.total(company),
            "treasury": self.holding(company, own),
            "market": self.holding(company, Holder::Pool),
            "president_share": self.president_share(company),
            "trains": trains,
            "tokens_left": tokens,
            "tokens_left_prices": self.token_prices(company, tokens),
        });
        let Value::Object(fields) = &mut value else {
            return value;
        };
        if external || self.state.in_receivership(company) {
            fields.insert("owner".into(), json!("market"));
            fields.insert("receivership".into(), json!(true));
        } else if let (true, Some(seat)) = (started, facts.director) {
            fields.insert("owner".into(), json!(self.seat(seat)));
        }
        if let Some(cell) = self.shared.markers.cell(company) {
            let stack = self
                .shared
                .markers
                .stack(cell)
                .position(|other| other == company);
            let place = self.definition.chart.at(cell);
            fields.insert("price".into(), json!(place.price));
            fields.insert("column".into(), json!(place.column));
            fields.insert("stack".into(), json!(stack));
        }
        if external {
            fields.insert("income".into(), json!(self.income(company)));
            return value;
        }
        fields.insert("maintenance".into(), json!(self.maintenance(company)));
        if self.rules.is_mining(company) {
            let slots = match self.total(company) {
                2 => 2,
                5 => 4,
                _ => 5,
            };
            let mines = self.state.pits(company);
            fields.insert("slots".into(), json!(slots));
            fields.insert("mines".into(), json!(self.ids(mines.iter().copied())));
            fields.insert("revenue".into(), json!(self.production(company)));
        } else {
            self.concession(company, fields);
        }
        value
    }

    fn concession(&self, company: CompanyId, fields: &mut Map<String, Value>) {
        let line = self.state.line(company);
        let Some(printed) = self.rules.special.concession(company) else {
            return;
        };
        // A concession that nothing brings forward counts as one that was.
        let (phase, advanced) = match printed.early_phase {
            Some(early) if line.advanced => (early, true),
            Some(_) => (printed.phase, false),
            None => (printed.phase, true),
        };
        let name = self
            .definition
            .phases
            .get(usize::from(phase))
            .map_or("", |phase| &phase.name);
        fields.insert("concession_pending".into(), json!(line.pending));
        fields.insert("concession_incomplete".into(), json!(!line.complete));
        fields.insert("concession_phase".into(), json!(name));
        fields.insert("concession_advanced".into(), json!(advanced));
    }

    fn production(&self, company: CompanyId) -> i32 {
        let mines: i32 = self
            .state
            .pits(company)
            .iter()
            .map(|mine| self.produces(*mine))
            .sum();
        let (works, _, extra) = self.rules.special.works;
        mines + if company == works { extra } else { 0 }
    }

    fn income(&self, company: CompanyId) -> i32 {
        self.shared
            .trains(company)
            .map(|train| match self.definition.train(train.kind).run {
                TrainRun::Runs(size) => 100 * i32::from(size),
                _ => 0,
            })
            .sum()
    }

    /// The reference has a first share that goes with the direction.
    fn president_share(&self, company: CompanyId) -> &str {
        match self.shared.company(company).director {
            _ if self.state.in_receivership(company) => "market",
            Some(seat) if self.started(company) => self.seat(seat),
            _ => self.id(company),
        }
    }

    /// What the tokens left cost: those for the home nothing, then 100.
    fn token_prices(&self, company: CompanyId, tokens: u8) -> Vec<i32> {
        let free = if self.floated(company) {
            0
        } else {
            self.definition.at(company).homes.len()
        };
        (0..usize::from(tokens))
            .map(|index| if index < free { 0 } else { 100 })
            .collect()
    }
}
