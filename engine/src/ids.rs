//! Small integers that name things of one title.
//!
//! They are minted by the [`Definition`](crate::rules::Definition) alone, in file order, and stay inside the
//! engine: notation, ledger and store use printed names, so that reordering a data file changes no stored game.

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($int:ty)) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        pub struct $name(pub $int);
        impl $name {
            /// The position in the table of its kind.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
        impl From<usize> for $name {
            fn from(index: usize) -> Self {
                Self(index as $int)
            }
        }
    };
}

id!(
    /// A hex of the map.
    HexId(u8)
);
id!(
    /// A face: the printed side of a hex, or a tile.
    FaceId(u16)
);
id!(
    /// A company of any kind: minor, public company, mine …
    CompanyId(u8)
);
id!(
    /// A private company, concession or option.
    PrivateId(u8)
);
id!(
    /// A kind of train, as in the definition's list.
    KindId(u8)
);
id!(
    /// An ownable paper: share, director's certificate, charter, private.
    PaperId(u8)
);
id!(
    /// A cell of the stock market.
    CellId(u16)
);
id!(
    /// A seat at the table, in seating order; seat 0 sits first.
    Seat(u8)
);

/// A physical train card; it keeps its id for life, whatever face it shows.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct TrainId {
    /// The kind under whose name its stack lies.
    pub stack: KindId,
    /// Number within the stack, from 0.
    pub number: u16,
}

/// A city, town or off-board area of a face on a hex: the hex and the stop's index on the face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct StopRef {
    /// The hex.
    pub hex: HexId,
    /// Index in the face's list of stops.
    pub stop: u8,
}
