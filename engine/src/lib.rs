//! The rules of 18xx railway games.
//!
//! Pure: no I/O, no clock, no async, no panic on any input. See the crate documentation's sections below as the engine
//! grows.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod action;
pub mod board;
pub mod event;
pub mod finance;
pub mod game;
pub mod ids;
mod ledger;
pub mod legal;
pub mod network;
pub mod notation;
pub mod rejection;
pub mod rolling_stock;
pub mod rules;
#[doc(hidden)]
pub mod scenario;
pub mod shared;
pub mod titles;

pub use action::{Action, By, Entry, Lot, Payout, Run, RunStep, Source, TrainSource};
pub use event::Event;
pub use game::{Game, Setup};
pub use legal::{Ask, Choice, Duty, Legal, Range, Topic};
pub use rejection::Rejection;
pub use rules::Definition;
pub use shared::Shared;
