//! The table service from outside: what players type, press and are told.

mod deals;
mod durable;
mod lobby;
mod look;
mod orders;
mod pace;
mod panel;
mod plan;
mod play;
mod posts;
mod process;
mod revisions;
mod room;
mod seats;
mod sites;
mod suggest;
mod takeback;
mod transfer;
mod votes;
