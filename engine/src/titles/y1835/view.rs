//! What reports and tests may look at.

use super::{Frame, Step, Y35Rules, Y1835, ix_runs};
use crate::action::{Lot, Run};
use crate::ids::{CompanyId, Seat};
use crate::network::Optimum;
use crate::rejection::Rejection;

impl Y1835 {
    /// What the game waits in, outermost first.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// Who sold which company in this share round.
    pub fn sold(&self) -> &[(Seat, CompanyId)] {
        &self.sold
    }

    /// Whether new shares of the company are on offer.
    pub fn offered(&self, rules: &Y35Rules, company: CompanyId) -> bool {
        self.on_offer(rules, company).is_ok()
    }

    /// The company whose turn it is, with its step.
    pub fn in_turn(&self) -> Option<(CompanyId, Step)> {
        self.turn()
    }

    /// Loans of companies.
    pub fn loans(&self) -> &[(CompanyId, i32)] {
        &self.loans
    }

    /// What is left of the start packet, in its order, with the present prices.
    pub fn packet(&self, rules: &Y35Rules) -> Vec<(Lot, i32)> {
        self.packet_left(rules)
            .into_iter()
            .flatten()
            .map(|item| (item.lot, self.packet_price(rules, item)))
            .collect()
    }

    /// What the seat could exchange for shares of the Prussian.
    pub fn exchangeable(&self, rules: &Y35Rules, seat: Seat) -> Vec<Lot> {
        self.foldable(rules, seat)
    }

    /// What each of the runs earns.
    ///
    /// # Errors
    /// The first rule that they break.
    pub fn check_runs(
        &self,
        rules: &Y35Rules,
        company: CompanyId,
        runs: &[Run],
    ) -> Result<Vec<i32>, Rejection> {
        ix_runs::check(self, rules, company, runs).map(|earned| earned.revenues)
    }

    /// The best runs of the company's trains on the present map.
    pub fn best_of(&self, rules: &Y35Rules, company: CompanyId, budget: u64) -> Optimum {
        ix_runs::best(self, rules, company, None, budget)
    }

    /// Operating rounds of the present set.
    pub fn rounds_in_set(&self) -> u8 {
        self.rounds_in_set
    }

    /// Earnings that wait for a decision.
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
