//! Tools and tests over the whole system: reference traces, best runs.

pub mod replay;
pub mod traces;
//! Whole-system tests and what they stand on.

pub mod standin;
