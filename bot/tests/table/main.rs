//! The table service from outside: what players type, press and are told.

mod away;
mod clocks;
mod deals;
mod durable;
mod lobby;
mod look;
mod me;
mod orders;
mod pace;
mod panel;
mod plan;
mod play;
mod posts;
mod process;
mod remind;
mod revisions;
mod room;
mod seats;
mod sites;
mod suggest;
mod takeback;
mod transfer;
mod votes;
