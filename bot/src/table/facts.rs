//! What standing orders go by: the few events of an entry that may stop one. They are kept with the story of the entry,
//! so that an order is judged by everything since it was set, and by nothing before.

use engine::action::Lot;
use engine::event::{Event, RoundKind};
use engine::finance::Holder;
use engine::ids::{CompanyId, Seat};
use engine::rules::{Definition, PaperDef};

/// Something that may stop an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    /// A round began.
    Round(RoundKind),
    /// A seat got or gave away a share of a company.
    Traded(CompanyId, Seat),
    /// A company started.
    Started(CompanyId),
    /// The priority deal went to a seat.
    Priority(Seat),
    /// A seat bid for a lot.
    Bid(Lot, Seat),
    /// A lot was won, for so much.
    Won(Lot, Seat, i32),
}

/// The facts among events.
pub(super) fn of(definition: &Definition, events: &[Event]) -> Vec<Fact> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::RoundBegan { kind, .. } => Some(Fact::Round(*kind)),
            Event::PaperMoved { paper, from, to } => {
                let company = match definition.papers.get(paper.index())? {
                    PaperDef::Share { company, .. } => *company,
                    PaperDef::Private(_) => return None,
                };
                match (from, to) {
                    (_, Holder::Player(seat)) | (Holder::Player(seat), _) => {
                        Some(Fact::Traded(company, *seat))
                    }
                    _ => None,
                }
            }
            Event::CompanyStarted { company, .. } => Some(Fact::Started(*company)),
            Event::Priority { seat } => Some(Fact::Priority(*seat)),
            Event::BidMade { seat, lot, .. } => Some(Fact::Bid(*lot, *seat)),
            Event::LotWon { seat, lot, amount } => Some(Fact::Won(*lot, *seat, *amount)),
            _ => None,
        })
        .collect()
}

/// Whether a round of that kind is an auction.
pub(super) fn is_auction(kind: RoundKind) -> bool {
    match kind {
        RoundKind::InitialAuction | RoundKind::CompanyAuction | RoundKind::ConcessionAuction => {
            true
        }
        RoundKind::Stock | RoundKind::Operating => false,
    }
}
