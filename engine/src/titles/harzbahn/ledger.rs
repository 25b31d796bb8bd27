//! The position in printed names: the lines of the ledger that only this title has.

use super::{Done, Frame, Harz, HarzRules};
use crate::finance::Holder;
use crate::ids::{CompanyId, Seat};
use crate::ledger::seat_name;

impl Harz {
    /// The lines of the ledger that only this title has.
    pub(super) fn write_ledger(&self, rules: &HarzRules, out: &mut Vec<String>) {
        let definition = &rules.definition;
        let hex = |id| definition.map.at(id).name.as_str();
        let id = |company: CompanyId| definition.at(company).id.as_str();
        for mine in &rules.special.mines {
            let now = self.mine(mine.company);
            let mut words = Vec::new();
            if !now.open {
                words.push("closed".to_string());
            }
            if now.connected {
                words.push("connected".to_string());
            }
            if now.machine != 1 {
                words.push(format!("machine {}", now.machine));
            }
            if let Some(switcher) = now.switcher {
                words.push(format!("switcher {}", definition.train_name(switcher)));
            }
            if self.mine_holder(rules, mine.company) == Holder::Reserved {
                words.push("bank".to_string());
            }
            if !words.is_empty() {
                out.push(format!("mine {} {}", id(mine.company), words.join(" ")));
            }
        }
        for company in definition.company_ids() {
            let mines: Vec<&str> = self.pits(company).iter().map(|mine| id(*mine)).collect();
            if !mines.is_empty() {
                out.push(format!("{} mines {}", id(company), mines.join(" ")));
            }
            if rules.is_railway(company) {
                let line = self.line(company);
                out.push(format!(
                    "line {} active {} advanced {} complete {} pending {}",
                    id(company),
                    line.active,
                    line.advanced,
                    line.complete,
                    line.pending
                ));
            }
            if self.in_receivership(company) {
                out.push(format!("receivership {}", id(company)));
            }
        }
        for right in &self.rights {
            let what = if right.option { "option" } else { "concession" };
            out.push(format!(
                "{what} {} {}",
                id(right.company),
                seat_name(right.seat)
            ));
        }
        for kept in &self.reserved {
            out.push(format!(
                "reserved {} {} {}",
                hex(kept.hex),
                definition.map.face(kept.face).id,
                id(kept.company)
            ));
        }
        for (at, sum) in &self.built_by_others {
            out.push(format!("built by others {} {sum}", hex(*at)));
        }
        for (seat, company) in &self.sold {
            out.push(format!("sold {} {}", seat_name(*seat), id(*company)));
        }
        if self.sets_of_three > 0 {
            out.push(format!("sets of three {}", self.sets_of_three));
        }
        if self.diesels {
            out.push("diesels".into());
        }
        for frame in &self.frames {
            out.push(format!("frame {}", frame_name(rules, frame)));
        }
    }
}

/// A frame in printed names.
fn frame_name(rules: &HarzRules, frame: &Frame) -> String {
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
        Frame::Premium { turn, lead, passed } => {
            let lead = match lead {
                Some((seat, bid)) => format!("{} {bid}", seat_name(*seat)),
                None => "nobody".into(),
            };
            format!(
                "premium {} lead {lead} passed {}",
                seat_name(*turn),
                seats(passed)
            )
        }
        Frame::Draft {
            turn,
            premium,
            passes,
            must_buy,
        } => format!(
            "draft {} premium {premium} passed {} must {must_buy}",
            seat_name(*turn),
            seats(passes)
        ),
        Frame::Auction {
            turn,
            passes,
            bidding: None,
        } => format!("auction {} passed {}", seat_name(*turn), seats(passes)),
        Frame::Auction {
            turn,
            passes,
            bidding: Some(bidding),
        } => format!(
            "auction {} passed {} for {} at {} {} turn {} in {}",
            seat_name(*turn),
            seats(passes),
            id(&bidding.company),
            bidding.price,
            seat_name(bidding.leader),
            seat_name(bidding.turn),
            seats(&bidding.bidders)
        ),
        Frame::Stock {
            turn,
            passes,
            sold_now,
            done,
        } => {
            let done = match done {
                Done::Nothing => String::new(),
                Done::Formed { company } => format!(" formed {}", id(company)),
                Done::Exercising { company, bought } => {
                    format!(" exercising {} {bought}", id(company))
                }
            };
            format!(
                "stock {} passed {} sold {}{done}",
                seat_name(*turn),
                seats(passes),
                ids(sold_now)
            )
        }
        Frame::UniteAnswer {
            company,
            first,
            second,
            by,
        } => format!(
            "unite {} {} {} by {}",
            id(company),
            id(first),
            id(second),
            seat_name(*by)
        ),
        Frame::Operating {
            number,
            of,
            order,
            done,
        } => format!(
            "operating {number} of {of} done {done} order {}",
            ids(order)
        ),
        Frame::Turn {
            company,
            step,
            first,
        } => format!("turn {} {step:?} first {first}", id(company)),
        Frame::MineAnswer { buyer, mine, price } => {
            format!("mine {} for {} at {price}", id(mine), id(buyer))
        }
        Frame::TradeAnswer { offer } => {
            let on = match &offer.terms.on {
                Some(mine) => format!(" on {}", id(mine)),
                None => String::new(),
            };
            format!(
                "offer {} {} {} {} seller pays {}{on}",
                definition.train_name(offer.train),
                id(&offer.seller),
                id(&offer.buyer),
                offer.price,
                offer.terms.seller_pays
            )
        }
        Frame::Over => "over".into(),
    }
}
