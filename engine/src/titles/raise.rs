//! What a player could raise.

use crate::ids::{CompanyId, PrivateId};

/// What a player has and could have at once if he sold all that he may, by the rules of his title: never more than the
/// pool takes, no presidency that nobody would take over, at the prices that he would be paid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Raise {
    /// His cash.
    pub cash: i32,
    /// What he would sell: shares of which company, and for how much.
    pub shares: Vec<(CompanyId, u8, i32)>,
    /// Private companies that he would sell, and for how much.
    pub privates: Vec<(PrivateId, i32)>,
    /// Bonds that he would sell, and for how much.
    pub bonds: (u8, i32),
    /// He sells for a train of this company, under the rules of forced sales; else in a stock turn of his own.
    pub train_of: Option<CompanyId>,
}

impl Raise {
    /// Cash and proceeds.
    pub fn total(&self) -> i32 {
        let shares: i32 = self.shares.iter().map(|(_, _, sum)| sum).sum();
        let privates: i32 = self.privates.iter().map(|(_, sum)| sum).sum();
        self.cash + shares + privates + self.bonds.1
    }
}
