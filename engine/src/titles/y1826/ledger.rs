//! The position in printed names: the lines of the ledger that only this title has.

use super::{Frame, Rules, Y1826};
use crate::ids::{CompanyId, Seat};
use crate::ledger::seat_name;
use crate::notation;

impl Y1826 {
    pub(super) fn write_ledger(&self, rules: &Rules, out: &mut Vec<String>) {
        let definition = &rules.definition;
        let id = |company: CompanyId| rules.id(company);
        for company in self
            .floated
            .iter()
            .filter(|&company| self.shared.is_open(company))
        {
            out.push(format!("{} floated", id(company)));
        }
        for company in self.fresh.iter() {
            out.push(format!("{} fresh", id(company)));
        }
        for company in definition.company_ids() {
            let loans = self.loans_of(company);
            if loans > 0 {
                out.push(format!("{} loans {loans}", id(company)));
            }
        }
        for &seat in &self.shared.table.order {
            let count = self.bonds.of(seat);
            if count > 0 {
                out.push(format!("bonds {} {count}", seat_name(seat)));
            }
        }
        if self.bonds.pool > 0 {
            out.push(format!("bonds market {}", self.bonds.pool));
        }
        if let Some((company, hex)) = self.mail {
            out.push(format!(
                "mail {} {}",
                id(company),
                definition.map.at(hex).name
            ));
        }
        if let Some(company) = self.extra_train {
            out.push(format!("extra train {}", id(company)));
        }
        for bid in &self.bids {
            out.push(format!(
                "bid {} {} {}",
                definition.private_at(bid.lot).id,
                seat_name(bid.seat),
                bid.amount
            ));
        }
        for (seat, company) in &self.sold {
            out.push(format!("sold {} {}", seat_name(*seat), id(*company)));
        }
        out.push(format!("rounds {}", self.rounds_in_set));
        for frame in &self.frames {
            out.push(format!("frame {}", self.frame_name(rules, frame)));
        }
    }

    /// A frame in printed names.
    fn frame_name(&self, rules: &Rules, frame: &Frame) -> String {
        let id = |company: &CompanyId| rules.id(*company).to_string();
        let ids = |list: &[CompanyId]| list.iter().map(id).collect::<Vec<_>>().join(" ");
        let seats = |list: &[Seat]| {
            let names: Vec<String> = list.iter().map(|seat| seat_name(*seat)).collect();
            names.join(" ")
        };
        match frame {
            Frame::Privates {
                turn,
                passes,
                acted,
            } => format!(
                "privates {} passed {} acted {acted}",
                seat_name(*turn),
                seats(passes)
            ),
            Frame::Bidding {
                lot,
                price,
                leader,
                bidders,
                turn,
            } => format!(
                "bidding {} {price} {} turn {} in {}",
                rules.definition.private_at(*lot).id,
                seat_name(*leader),
                seat_name(*turn),
                seats(bidders)
            ),
            Frame::NameValue { company, seat } => {
                format!("name value {} {}", id(company), seat_name(*seat))
            }
            Frame::Stock {
                turn,
                passes,
                sold_now,
                acted,
            } => format!(
                "stock {} passed {} sold {} acted {acted}",
                seat_name(*turn),
                seats(passes),
                ids(sold_now)
            ),
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
            Frame::Consent {
                company,
                action,
                asker,
                waiting,
            } => format!(
                "consent {} {} by {} of {}",
                id(company),
                notation::print(&rules.definition, action),
                seat_name(*asker),
                seats(waiting)
            ),
            Frame::Phase {
                buyer,
                stage,
                merged,
            } => format!("phase {} {stage} merged {merged}", id(buyer)),
            Frame::Stations { national, picks } => {
                let picks: Vec<String> = picks
                    .iter()
                    .map(|(company, left)| format!("{} {left}", id(company)))
                    .collect();
                format!("stations {} {}", id(national), picks.join(" "))
            }
            Frame::Discards { owed } => format!("discards {}", ids(owed)),
            Frame::Over => "over".into(),
        }
    }
}
