//! The short text form of actions that a person reads and types.
//!
//! Canonical text is complete and context-free: verb, printed names, numbers; parsing needs the definition, not the
//! position, and `parse(print(action)) == action`. What players may leave out is resolved by [`read`] against the
//! present choices, and refused with the candidates where that is not clear.

mod parse;
mod print;
mod read;
mod words;

pub use parse::parse;
pub use print::{print, print_run};
pub use read::read;
