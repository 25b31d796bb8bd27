//! Start auction, auctions, tiles kept, switchers.

use super::View;
use engine::finance::Holder;
use engine::ids::CompanyId;
use engine::rules::CompanyKind;
use engine::titles::harzbahn::Frame;
use serde_json::{Map, Value, json};

impl View<'_> {
    pub(super) fn extra(&self) -> Value {
        let map = &self.definition.map;
        let mut reserved = Map::new();
        for kept in &self.state.reserved {
            reserved.insert(
                map.at(kept.hex).name.clone(),
                json!({"tile": map.face(kept.face).id, "company": self.id(kept.company)}),
            );
        }
        let mut reimbursed = Map::new();
        for (hex, sum) in &self.names.memory.reimbursed {
            reimbursed.insert(map.at(*hex).name.clone(), json!(sum));
        }
        let external: Vec<&str> = self
            .shared
            .trains(self.rules.special.external)
            .map(|train| self.definition.train(train.kind).name.as_str())
            .collect();
        let switcher = self
            .rules
            .special
            .switchers
            .get(usize::from(self.shared.phase))
            .copied()
            .unwrap_or(0);
        let mut extra = json!({
            "premium": self.names.memory.premium,
            "reserved_tiles": reserved,
            "reimbursed": reimbursed,
            "mhe_train": external,
            "switcher_size": switcher.max(1),
        });
        if let Value::Object(fields) = &mut extra {
            self.auctions(fields);
        }
        extra
    }

    fn auctions(&self, fields: &mut Map<String, Value>) {
        let bids: Map<String, Value> = self
            .names
            .memory
            .bids
            .iter()
            .map(|(seat, bid)| (self.seat(*seat).to_string(), json!(bid)))
            .collect();
        match self.state.frames.first() {
            Some(Frame::Premium { passed, .. }) => {
                fields.insert("premium_bids".into(), Value::Object(bids));
                fields.insert("premium_passed".into(), json!(self.seats(passed)));
            }
            Some(Frame::Draft { must_buy, .. }) => {
                fields.insert("draft_left".into(), json!(self.ids(self.draft())));
                fields.insert("premium_winner_must_buy".into(), json!(must_buy));
            }
            Some(Frame::Auction { bidding, .. }) => {
                fields.insert("lots".into(), json!(self.ids(self.lots())));
                if let Some(bidding) = bidding {
                    fields.insert(
                        "auction".into(),
                        json!({"lot": self.id(bidding.company), "bids": bids}),
                    );
                }
            }
            _ => {}
        }
    }

    fn held(&self, company: CompanyId) -> bool {
        self.state
            .rights
            .iter()
            .any(|right| right.company == company)
    }

    /// Mines and concessions on sale in the start auction.
    fn draft(&self) -> Vec<CompanyId> {
        let concessions = self
            .rules
            .of_kind(CompanyKind::Major)
            .filter(|company| self.state.line(*company).active && !self.held(*company));
        let mines = self
            .rules
            .of_kind(CompanyKind::Mine)
            .filter(|mine| self.state.mine_holder(self.rules, *mine) == Holder::Initial);
        concessions.chain(mines).collect()
    }

    /// Concessions and purchase options on offer in an auction round.
    fn lots(&self) -> Vec<CompanyId> {
        self.definition
            .company_ids()
            .filter(|company| !self.held(*company))
            .filter(|company| {
                self.state.in_receivership(*company)
                    || self.rules.is_railway(*company)
                        && self.state.line(*company).active
                        && !self.started(*company)
            })
            .collect()
    }
}
