//! The position in printed names: the lines of the ledger that only this title has.

use super::{Frame, Round, Todo, Y35Rules, Y1835};
use crate::action::{Action, Lot};
use crate::ids::{CompanyId, Seat};
use crate::ledger::seat_name;

impl Y1835 {
    /// The lines of the ledger that only this title has.
    pub(super) fn write_ledger(&self, rules: &Y35Rules, out: &mut Vec<String>) {
        let definition = &rules.definition;
        let id = |company: CompanyId| definition.at(company).id.as_str();
        let item = |lot: &Lot| match lot {
            Lot::Company(company) => id(*company).to_string(),
            Lot::Private(private) => definition.private_at(*private).id.clone(),
        };
        for (seat, company) in &self.sold {
            out.push(format!("sold {} {}", seat_name(*seat), id(*company)));
        }
        for (company, price) in &self.sold_now {
            out.push(format!("sold now {} at {price}", id(*company)));
        }
        for company in &self.floated {
            out.push(format!("floated {}", id(*company)));
        }
        if let Some(seat) = self.last_buyer {
            out.push(format!("last buyer {}", seat_name(seat)));
        }
        if self.unsold_rounds > 0 && rules.options.privates_get_cheaper {
            out.push(format!("unsold rounds {}", self.unsold_rounds));
        }
        out.push(format!("rounds in set {}", self.rounds_in_set));
        if self.east_used {
            out.push("OBB used".into());
        }
        if self.pfalz_used.0 {
            out.push("PfB tile used".into());
        }
        if self.pfalz_used.1 {
            out.push("PfB station used".into());
        }
        for lot in &self.earned {
            out.push(format!("earned {}", item(lot)));
        }
        for lot in &self.folded {
            out.push(format!("exchanged {}", item(lot)));
        }
        for (seat, units) in &self.docked {
            out.push(format!(
                "docked {} {}%",
                seat_name(*seat),
                u16::from(*units) * 5
            ));
        }
        if let Some(seat) = self.opener {
            out.push(format!("opener {}", seat_name(seat)));
        }
        for (company, sum) in &self.loans {
            out.push(format!("loan {} {sum}", id(*company)));
        }
        for kind in &self.kinds_sold {
            out.push(format!("sold a {}", definition.train(*kind).name));
        }
        for frame in &self.frames {
            out.push(format!("frame {}", self.frame_name(rules, frame)));
        }
    }

    /// A frame in printed names, for the ledger.
    fn frame_name(&self, rules: &Y35Rules, frame: &Frame) -> String {
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
            Frame::After { todo } => format!(
                "after {}",
                todo.iter().map(todo_name).collect::<Vec<_>>().join(", ")
            ),
            Frame::Share {
                turn,
                passes,
                bought,
                sold,
                turns,
            } => format!(
                "share {} passed {} bought {bought} sold {sold} turns {}",
                seat_name(*turn),
                seats(passes),
                if self.shared.turn == 1 { *turns } else { 0 }
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
                owned,
            } => format!("turn {} {step:?} first {first} owned {owned}", id(company)),
            Frame::Answer { offer } => format!(
                "offer {} {} {} {}",
                definition.train_name(offer.train),
                id(&offer.seller),
                id(&offer.buyer),
                offer.price
            ),
            Frame::Discard { company } => format!("discard {}", id(company)),
            Frame::Opening => "opening".into(),
            Frame::Exchange { left } => format!("exchange {}", seats(left)),
            Frame::Swap {
                company,
                from,
                to,
                sold,
            } => format!(
                "swap {} {} {} sold {sold}",
                id(company),
                seat_name(*from),
                seat_name(*to)
            ),
            Frame::Home { by } => match by {
                Some(seat) => format!("home by {}", seat_name(*seat)),
                None => "home".into(),
            },
            Frame::Raise { company, source } => format!(
                "raise {} {}",
                id(company),
                crate::notation::print(definition, &Action::Train(*source))
            ),
            Frame::Over => "over".into(),
        }
    }
}

fn todo_name(todo: &Todo) -> String {
    match todo {
        Todo::Discards { from, prussian } => {
            format!("discards {} prussian {prussian}", seat_name(*from))
        }
        Todo::AskOpening => "ask opening".into(),
        Todo::ForceOpening => "force opening".into(),
        Todo::Exchanges { from } => format!("exchanges {}", seat_name(*from)),
        Todo::ForceExchange => "force exchange".into(),
        Todo::Directorship => "directorship".into(),
        Todo::Questions => "questions".into(),
        Todo::Begin(Round::Share) => "begin share".into(),
        Todo::Begin(Round::Operating(number)) => format!("begin operating {number}"),
    }
}
