//! Roundhouse: a bot that hosts 18xx railway games by chat.
//!
//! A line of the console or an interaction of Discord becomes a [`command::Command`]; the table service
//! ([`table::Tables`]) carries it out on the engine's game, makes it durable in the [`store`], and answers with a
//! [`reply::Reply`]; what the whole channel should hear goes through the store's outbox.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod cli;
pub mod command;
pub mod config;
pub mod console;
pub mod demo;
pub mod discord;
mod look;
pub mod narration;
pub mod people;
pub mod pictures;
pub(crate) mod plan;
pub mod reply;
pub mod start;
pub mod store;
pub mod suggest;
pub mod table;
pub mod text;
pub mod transfer;
