//! The table service from outside: what players type, press and are told.

mod durable;
mod lobby;
mod play;
mod posts;
mod process;
mod room;
mod suggest;
