//! What a title is made of: its definition (data) and its options.

mod checks;
mod definition;
mod raw;
mod rows;

pub use definition::{
    CompanyDef, CompanyKind, Definition, Money, PaperDef, PhaseDef, PlayersDef, PrivateDef,
    TrainDef, TrainRun,
};
pub use rows::RuleRow;
pub(crate) use rows::rows;
