//! What reports and tests may look at.

use super::{Ardennes, FortPlace, Frame, Right, Standing, Step};
use crate::board::Bonus;
use crate::ids::{CompanyId, HexId, PrivateId, Seat};

impl Ardennes {
    /// What the game waits in, outermost first.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// Bonus rights of companies.
    pub fn rights(&self) -> &[Right] {
        &self.rights
    }

    /// The five forts.
    pub fn forts(&self) -> &[FortPlace] {
        &self.forts
    }

    /// Bonus tokens that wait for a second circle.
    pub fn waiting(&self) -> &[(HexId, Bonus)] {
        &self.waiting
    }

    /// Public companies won and not yet formed.
    pub fn owed(&self) -> &[Standing] {
        &self.owed
    }

    /// Who sold which company in this stock round.
    pub fn sold(&self) -> &[(Seat, CompanyId)] {
        &self.sold
    }

    /// Who sold which private in this stock round.
    pub fn sold_private(&self) -> &[(Seat, PrivateId)] {
        &self.sold_private
    }

    /// Minors refused by companies in this stock round.
    pub fn refused(&self) -> &[(CompanyId, CompanyId)] {
        &self.refused
    }

    /// Who bought or sold last in this stock round.
    pub fn last_to_act(&self) -> Option<Seat> {
        self.last_to_act
    }

    /// Companies that place a station free of charge, one entry a station.
    pub fn free_tokens(&self) -> &[CompanyId] {
        &self.free_tokens
    }

    /// Earnings that wait for a decision, in francs.
    pub fn earnings(&self) -> Option<i32> {
        self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Turn {
                step: Step::Dividend { revenue },
                ..
            } => Some(*revenue),
            _ => None,
        })
    }
}
