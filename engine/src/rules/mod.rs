//! What a title is made of: its definition (data) and its options.

mod checks;
mod definition;
mod raw;
pub mod revisions;
mod rows;

pub use definition::{
    CompanyDef, CompanyKind, Definition, Money, PaperDef, PhaseDef, PlayersDef, PrivateDef,
    TrainDef, TrainRun,
};
pub use revisions::{Fix, Fixes, Revision};
pub use rows::RuleRow;
pub(crate) use rows::rows;
