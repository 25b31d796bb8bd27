//! Companies: papers, money, trains, tokens, rights.

use super::{View, turn};
use engine::board::Bonus;
use engine::finance::Holder;
use engine::ids::CompanyId;
use engine::rolling_stock::TrainState;
use engine::shared::Status;
use engine::titles::ardennes::{FortPlace, Frame, Standing, Step};
use serde_json::{Map, Value, json};

impl View<'_> {
    /// Percent of one unit.
    pub(super) fn share_size(&self, company: CompanyId) -> i32 {
        match self.shared.company(company).units {
            _ if self.is_minor(company) => 50,
            10 => 10,
            _ => 20,
        }
    }

    pub(super) fn holding(&self, company: CompanyId, holders: &[Holder]) -> Value {
        let papers = &self.shared.papers;
        let sum = |count: &dyn Fn(Holder) -> u8| -> i32 {
            holders.iter().map(|&holder| i32::from(count(holder))).sum()
        };
        let units = sum(&|holder| papers.units(self.definition, company, holder));
        let certs = sum(&|holder| papers.certificates(self.definition, company, holder));
        json!({"percent": units * self.share_size(company), "certs": certs})
    }

    pub(super) fn standings(&self) -> impl Iterator<Item = &Standing> {
        self.state
            .frames()
            .iter()
            .filter_map(|frame| match frame {
                Frame::CompanyAuction { bids, .. } => Some(bids),
                _ => None,
            })
            .flatten()
            .chain(self.state.owed())
    }

    pub(super) fn companies(&self) -> Value {
        let mut companies = Map::new();
        for company in self.definition.company_ids() {
            if self.shared.company(company).status != Status::Closed {
                companies.insert(self.id(company).into(), self.company(company));
            }
        }
        Value::Object(companies)
    }

    pub(super) fn company(&self, company: CompanyId) -> Value {
        let facts = self.shared.company(company);
        let minor = self.is_minor(company);
        let open = facts.status == Status::Open;
        let papers = &self.shared.papers;
        let own: &[Holder] = if open {
            &[Holder::Company(company)]
        } else {
            &[Holder::Company(company), Holder::Initial]
        };
        // The reference marks it with the dividend, we at the end of the turn.
        let past = matches!(turn(self.game), Some((now, Step::TurnUp | Step::Trains { .. })) if now == company);
        let rights = |bonus: Bonus| {
            let mut hexes: Vec<&str> = self
                .state
                .rights()
                .iter()
                .filter(|right| right.company == company && right.bonus == bonus)
                .map(|right| self.definition.map.at(right.hex).name.as_str())
                .collect();
            hexes.sort_unstable();
            hexes
        };
        let forts = self
            .state
            .forts()
            .iter()
            .filter(|place| **place == FortPlace::Company(company))
            .count();
        let mut value = json!({
            "kind": if minor { "minor" } else { "major" },
            "cash": self.shared.treasury(company),
            "started": open,
            "floated": open,
            "operated": facts.operated || past,
            "share_size": self.share_size(company),
            "total_shares": 100 / self.share_size(company),
            "treasury": self.holding(company, own),
            "market": self.holding(company, &[Holder::Pool]),
            "president_share": self.president_share(company),
            "trains": self.shared.trains(company).map(|train| self.train(train)).collect::<Vec<_>>(),
            "tokens_left": facts.tokens_left,
            "tokens_left_prices": self.token_prices(company),
            "forts": forts,
            "mines": rights(Bonus::Mine),
            "ports": rights(Bonus::Ferry),
        });
        let Value::Object(fields) = &mut value else {
            return value;
        };
        if !minor {
            fields.insert("shares_kind".into(), json!(100 / self.share_size(company)));
        }
        if let Some(bid) = self.standings().find(|bid| bid.company == company) {
            fields.insert("pledged_minor".into(), json!(self.id(bid.minor)));
        }
        if open {
            match self.shared.director(self.definition, company) {
                Some(seat) => {
                    fields.insert("owner".into(), json!(self.seat(seat)));
                }
                None => {
                    fields.insert("owner".into(), json!("market"));
                    fields.insert("receivership".into(), json!(true));
                }
            }
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
        debug_assert!(papers.director_paper(self.definition, company).is_some());
        value
    }

    pub(super) fn president_share(&self, company: CompanyId) -> &str {
        let papers = &self.shared.papers;
        match papers
            .director_paper(self.definition, company)
            .map(|paper| papers.holder(paper))
        {
            Some(Holder::Player(seat)) => self.seat(seat),
            Some(Holder::Pool) => "market",
            _ => self.id(company),
        }
    }

    pub(super) fn train(&self, train: &TrainState) -> Value {
        let mut value = json!({
            "train": self.definition.train(train.kind).name,
            "id": self.definition.train_name(train.id),
        });
        if let (true, Value::Object(fields)) = (train.obsolete, &mut value) {
            fields.insert("obsolete".into(), json!(true));
        }
        value
    }

    /// What the tokens left cost: the base nothing, then 40 for a minor and 100 for a public company.
    pub(super) fn token_prices(&self, company: CompanyId) -> Vec<i32> {
        let facts = self.shared.company(company);
        let price = if self.is_minor(company) { 40 } else { 100 };
        let free = if facts.status == Status::Unopened {
            1
        } else {
            self.state
                .free_tokens()
                .iter()
                .filter(|&&other| other == company)
                .count()
        };
        (0..usize::from(facts.tokens_left))
            .map(|index| if index < free { 0 } else { price })
            .collect()
    }
}
