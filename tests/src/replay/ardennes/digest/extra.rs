//! Forts, certificate limit, and what is auctioned.

use super::View;
use engine::action::Lot;
use engine::finance::Holder;
use engine::ids::Seat;
use engine::shared::Status;
use engine::titles::ardennes as title;
use engine::titles::ardennes::{FortPlace, Frame};
use serde_json::{Map, Value, json};

impl View<'_> {
    pub(super) fn extra(&self) -> Value {
        let mut forts = Map::new();
        if let Some((rules, _)) = self.game.ardennes() {
            for &hex in &rules.special.forts {
                let count = self
                    .state
                    .forts()
                    .iter()
                    .filter(|place| **place == FortPlace::Map(hex))
                    .count();
                forts.insert(self.definition.map.at(hex).name.clone(), json!(count));
            }
        }
        let (_, limit) = self.game.certificates(Seat(0));
        let mut extra = json!({"forts_on_map": forts, "cert_limit": limit});
        let Value::Object(fields) = &mut extra else {
            return extra;
        };
        match self.state.frames().last() {
            Some(Frame::Lots { bidding, .. }) => {
                fields.insert("discount_sale".into(), json!(false));
                fields.insert("lots_left".into(), json!(self.lots()));
                if let Some(bidding) = bidding {
                    fields.insert("auction".into(), self.bidding(bidding));
                }
            }
            Some(Frame::Discount { .. }) => {
                fields.insert("discount_sale".into(), json!(true));
                fields.insert("lots_left".into(), json!(self.lots()));
            }
            Some(Frame::CompanyAuction { bids, .. }) => {
                let mut list = Map::new();
                for bid in bids {
                    list.insert(
                        self.id(bid.company).into(),
                        json!({
                            "player": self.seat(bid.seat),
                            "price": bid.amount,
                            "minor": self.id(bid.minor),
                        }),
                    );
                }
                fields.insert("bids".into(), Value::Object(list));
            }
            _ => {}
        }
        extra
    }

    pub(super) fn lots(&self) -> Vec<&str> {
        let privates = self
            .private_ids()
            .filter(|&id| self.private_holder(id) == Holder::Initial)
            .map(|id| self.private(id));
        let minors = self
            .definition
            .company_ids()
            .filter(|&id| self.is_minor(id) && self.shared.company(id).status == Status::Unopened)
            .map(|id| self.id(id));
        privates.chain(minors).collect()
    }

    pub(super) fn bidding(&self, bidding: &title::Bidding) -> Value {
        let lot = match bidding.lot {
            Lot::Company(company) => self.id(company),
            Lot::Private(private) => self.private(private),
        };
        let bidders: Vec<&str> = self
            .order()
            .into_iter()
            .filter(|seat| bidding.bidders.contains(seat))
            .map(|seat| self.seat(seat))
            .collect();
        json!({
            "lot": lot,
            "price": bidding.price,
            "player": self.seat(bidding.leader),
            "bidders": bidders,
        })
    }
}
