//! Papers and trains in the story: who gets what from where, and for how much.

use super::Teller;
use engine::action::Lot;
use engine::event::{Cause, Event};
use engine::finance::{Account, Holder};
use engine::ids::{CompanyId, KindId, PaperId, Seat, TrainId};
use engine::rolling_stock::TrainHolder;
use engine::rules::PaperDef;

impl Teller<'_> {
    /// A paper that changed hands, unless another event tells it.
    pub(super) fn paper(&self, paper: PaperId, from: Holder, to: Holder) -> Option<String> {
        let definition = self.definition;
        let what = match definition.papers.get(paper.index())? {
            PaperDef::Private(private) => {
                let traded = self
                    .events
                    .iter()
                    .any(|event| matches!(event, Event::PrivateTraded { private: other, .. } if other == private));
                let won = self.events.iter().any(
                    |event| matches!(event, Event::LotWon { lot: Lot::Private(other), .. } if other == private),
                );
                if traded || won {
                    return None;
                }
                format!("the {}", definition.private_at(*private).name)
            }
            PaperDef::Share {
                company,
                director,
                units,
                ..
            } => {
                let swapped = matches!((from, to), (Holder::Player(_), Holder::Player(_)));
                // Told by the sale, the exchange, the start, the change of president.
                let told = self.events.iter().any(|event| match event {
                    Event::Sold { company: other, .. }
                    | Event::CompanyStarted { company: other, .. }
                    | Event::Converted { company: other }
                    | Event::CompanyClosed { company: other } => other == company,
                    // The swap of papers, not the purchase that led to it.
                    Event::DirectorChanged { company: other, .. } => other == company && swapped,
                    Event::Exchanged {
                        company: other,
                        minor,
                        ..
                    } => other == company || minor == company,
                    _ => false,
                });
                if told {
                    return None;
                }
                match (director, definition.percent(*company, *units)) {
                    (true, _) => format!("the president's certificate of {}", self.co(*company)),
                    (false, Some(percent)) => format!("{percent}% of {}", self.co(*company)),
                    (false, None) => format!("a share of {}", self.co(*company)),
                }
            }
        };
        let paid = self.share_price(paper, to);
        let price = paid.map_or(String::new(), |sum| {
            format!(" for {}", definition.money.print(sum))
        });
        // What comes along or is given for something else costs nothing.
        let gets = match paid {
            None if matches!(from, Holder::Initial | Holder::Reserved) => "gets",
            _ => "buys",
        };
        let source = match from {
            Holder::Company(_) => " from the treasury".to_string(),
            Holder::Pool => " from the market".to_string(),
            Holder::Player(seller) => format!(" from {}", self.names.seat(seller)),
            _ => String::new(),
        };
        Some(match (from, to) {
            (_, Holder::Player(seat)) => {
                format!("{} {gets} {what}{source}{price}", self.names.seat(seat))
            }
            (Holder::Player(seat), Holder::Pool) => {
                format!("{} gives {what} to the market", self.names.seat(seat))
            }
            (_, Holder::Pool) => format!("{what} goes to the market"),
            (_, Holder::Company(company)) => {
                format!("{what} goes to the treasury of {}", self.co(company))
            }
            (_, Holder::Gone) => format!("{what} leaves the game"),
            (_, Holder::Initial | Holder::Reserved) => return None,
        })
    }

    /// Whoever holds something, by name.
    pub(super) fn holder(&self, holder: Holder) -> String {
        match holder {
            Holder::Player(seat) => self.names.seat(seat),
            Holder::Company(company) => self.co(company),
            Holder::Pool => "the market".into(),
            Holder::Initial | Holder::Reserved => "the offering".into(),
            Holder::Gone => "out of the game".into(),
        }
    }

    /// A train that changed hands.
    pub(super) fn train(
        &self,
        train: TrainId,
        kind: KindId,
        from: Option<TrainHolder>,
        to: TrainHolder,
    ) -> Option<String> {
        let name = format!(
            "{} ({})",
            self.definition.train(kind).name,
            self.definition.train_name(train)
        );
        Some(match (from, to) {
            (from, TrainHolder::Company(company)) => {
                let source = match from {
                    None => " from the depot".to_string(),
                    Some(TrainHolder::Pool) => " from the market".to_string(),
                    Some(TrainHolder::Company(seller)) => format!(" from {}", self.co(seller)),
                    Some(TrainHolder::Gone) => String::new(),
                };
                match self.train_price(company) {
                    Some(price) => {
                        let price = self.definition.money.print(price);
                        format!("{} buys train {name}{source} for {price}", self.co(company))
                    }
                    None => format!("{} gets train {name}{source}", self.co(company)),
                }
            }
            (Some(TrainHolder::Company(company)), TrainHolder::Pool) => {
                format!(
                    "{} gives up train {name}: it is in the market",
                    self.co(company)
                )
            }
            (_, TrainHolder::Pool) => format!("Train {name} is in the market"),
            (Some(TrainHolder::Company(company)), TrainHolder::Gone) => {
                format!("{} loses train {name}", self.co(company))
            }
            (_, TrainHolder::Gone) => format!("Train {name} leaves the game"),
        })
    }

    /// Whether the lot is the director's certificate of a company whose shares are bought here.
    pub(super) fn bought(&self, lot: Lot) -> bool {
        let Lot::Company(company) = lot else {
            return false;
        };
        let its_own = |event: &Event| {
            matches!(event, Event::PaperMoved { paper, .. }
                if matches!(self.definition.papers.get(paper.index()),
                    Some(PaperDef::Share { company: of, director: true, .. }) if *of == company))
        };
        let shares = (self.events.iter()).any(|event| {
            matches!(
                event,
                Event::Paid {
                    cause: Cause::Share,
                    ..
                }
            )
        });
        shares && self.events.iter().any(its_own)
    }

    /// Whether the seat pays a price that was named, no bid.
    pub(super) fn at_its_price(&self, buyer: Seat) -> bool {
        self.events.iter().any(|event| {
            matches!(event, Event::Paid {
                from: Account::Player(seat),
                cause: Cause::Share | Cause::Private,
                ..
            } if *seat == buyer)
        })
    }

    fn share_price(&self, paper: PaperId, to: Holder) -> Option<i32> {
        let Holder::Player(buyer) = to else {
            return None;
        };
        let private = matches!(
            self.definition.papers.get(paper.index()),
            Some(PaperDef::Private(_))
        );
        self.events.iter().find_map(|event| match event {
            Event::Paid {
                from: Account::Player(seat),
                sum,
                cause,
                ..
            } if *seat == buyer
                && (*cause == Cause::Share || private && *cause == Cause::Private) =>
            {
                Some(*sum)
            }
            _ => None,
        })
    }

    fn train_price(&self, buyer: CompanyId) -> Option<i32> {
        self.events.iter().find_map(|event| match event {
            Event::Paid {
                from: Account::Company(company),
                sum,
                cause: Cause::Train,
                ..
            } if *company == buyer => Some(*sum),
            _ => None,
        })
    }
}
