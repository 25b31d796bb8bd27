//! What is laid out for sale at the start, row by row.

use crate::action::Lot;
use crate::finance::Holder;
use crate::ids::CompanyId;

/// How an item of a start packet stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PacketState {
    /// It may be bought now.
    Open,
    /// It may be bought later.
    Waiting,
    /// It has been bought; who holds it now.
    Sold(Holder),
}

/// An item of a start packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PacketItem {
    /// A company, a private, or the company whose director's certificate it is.
    pub lot: Lot,
    /// Its price now.
    pub price: i32,
    /// The company of which a share comes with it, and how many percent.
    pub with: Option<(CompanyId, u8)>,
    /// How it stands.
    pub state: PacketState,
}
