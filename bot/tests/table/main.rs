//! The table service from outside: what players type, press and are told.

mod deals;
mod durable;
mod lobby;
mod look;
mod plan;
mod play;
mod posts;
mod process;
mod room;
mod seats;
mod suggest;
mod takeback;
mod votes;
