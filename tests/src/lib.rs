//! Tools and tests over the whole system: reference traces, best runs.

pub mod naive;
pub mod traces;
