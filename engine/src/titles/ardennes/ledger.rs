//! The position in printed names: the lines of the ledger that only this title has.

use super::{ArdRules, Ardennes, FortPlace, Frame};
use crate::ids::{CompanyId, Seat};
use crate::ledger::seat_name;

impl Ardennes {
    /// The lines of the ledger that only this title has.
    pub(super) fn write_ledger(&self, rules: &ArdRules, out: &mut Vec<String>) {
        let definition = &rules.definition;
        let hex = |id| definition.map.at(id).name.as_str();
        for right in &self.rights {
            out.push(format!(
                "{} right {} {}",
                definition.at(right.company).id,
                right.bonus.name(),
                hex(right.hex)
            ));
        }
        for fort in &self.forts {
            match fort {
                FortPlace::Map(at) => out.push(format!("fort {}", hex(*at))),
                FortPlace::Company(company) => {
                    out.push(format!("fort with {}", definition.at(*company).id))
                }
                FortPlace::Gone => out.push("fort gone".into()),
            }
        }
        for (at, bonus) in &self.waiting {
            out.push(format!("waiting {} {}", bonus.name(), hex(*at)));
        }
        for (at, bonus) in &self.declined {
            out.push(format!("declined {} {}", bonus.name(), hex(*at)));
        }
        if self.pc_won {
            out.push("any minor qualifies".into());
        }
        for owed in &self.owed {
            out.push(format!(
                "owed {} {} with {}",
                definition.at(owed.company).id,
                seat_name(owed.seat),
                definition.at(owed.minor).id
            ));
        }
        for (seat, company) in &self.sold {
            out.push(format!(
                "sold {} {}",
                seat_name(*seat),
                definition.at(*company).id
            ));
        }
        for (seat, private) in &self.sold_private {
            out.push(format!(
                "sold {} {}",
                seat_name(*seat),
                definition.private_at(*private).id
            ));
        }
        for (minor, company) in &self.refused {
            out.push(format!(
                "refused {} {}",
                definition.at(*minor).id,
                definition.at(*company).id
            ));
        }
        for company in &self.formed {
            out.push(format!("formed {}", definition.at(*company).id));
        }
        for company in &self.free_tokens {
            out.push(format!("free token {}", definition.at(*company).id));
        }
        for frame in &self.frames {
            out.push(format!("frame {}", self.frame_name(rules, frame)));
        }
    }

    /// A frame in printed names, for the ledger.
    fn frame_name(&self, rules: &ArdRules, frame: &Frame) -> String {
        let definition = &rules.definition;
        let id = |company: &CompanyId| definition.at(*company).id.clone();
        let ids = |list: &[CompanyId]| list.iter().map(id).collect::<Vec<_>>().join(" ");
        let seats = |list: &[Seat]| {
            list.iter()
                .map(|seat| seat_name(*seat))
                .collect::<Vec<_>>()
                .join(" ")
        };
        match frame {
            Frame::Lots {
                auctioneer,
                bidding: None,
            } => format!("lots {}", seat_name(*auctioneer)),
            Frame::Lots {
                auctioneer,
                bidding: Some(bidding),
            } => format!(
                "lots {} {} {} {} turn {} in {}",
                seat_name(*auctioneer),
                rules.lot_name(bidding.lot),
                bidding.price,
                seat_name(bidding.leader),
                seat_name(bidding.turn),
                seats(&bidding.bidders)
            ),
            Frame::Discount { last } => format!("discount after {}", seat_name(*last)),
            Frame::HomeTile { company } => format!("home tile {}", id(company)),
            Frame::CompanyAuction { turn, passes, bids } => {
                let bids: Vec<String> = bids
                    .iter()
                    .map(|bid| {
                        format!(
                            "{} {} {} with {}",
                            id(&bid.company),
                            seat_name(bid.seat),
                            bid.amount,
                            id(&bid.minor)
                        )
                    })
                    .collect();
                format!(
                    "auction {} passed {} bids {}",
                    seat_name(*turn),
                    seats(passes),
                    bids.join(", ")
                )
            }
            Frame::Stock {
                turn,
                passes,
                sold_now,
                acted,
            } => {
                format!(
                    "stock {} passed {} sold {} acted {acted}",
                    seat_name(*turn),
                    seats(passes),
                    ids(sold_now)
                )
            }
            Frame::Approval { minor, company } => format!("approval {} {}", id(minor), id(company)),
            Frame::Decline {
                minor,
                company,
                stage,
                brought,
                converted,
                goes_on,
            } => {
                let trains: Vec<String> = brought
                    .iter()
                    .map(|train| definition.train_name(*train))
                    .collect();
                format!(
                    "decline {} {} {stage:?} {} converted {converted}{}",
                    id(minor),
                    id(company),
                    trains.join(" "),
                    if *goes_on { " turn goes on" } else { "" }
                )
            }
            Frame::Operating {
                number,
                done,
                opened,
            } => format!("operating {number} done {} opened {opened}", ids(done)),
            Frame::Turn {
                company,
                step,
                first,
            } => format!("turn {} {step:?} first {first}", id(company)),
            Frame::Answer { offer } => format!(
                "offer {} {} {} {}",
                definition.train_name(offer.train),
                id(&offer.seller),
                id(&offer.buyer),
                offer.price
            ),
            Frame::Discards { owed } => format!("discards {}", ids(owed)),
            Frame::Over => "over".into(),
        }
    }
}
