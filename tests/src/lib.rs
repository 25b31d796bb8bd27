//! Tools and tests over the whole system: reference traces, best runs, a stand-in Discord.

pub mod load;
pub mod naive;
pub mod play;
pub mod pressing;
pub mod replay;
pub mod routes;
pub mod script;
pub mod shared;
pub mod standin;
pub mod traces;
