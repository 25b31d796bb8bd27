//! Checks of the stand-in Discord itself.

mod bot;
mod conversation;
mod deadlines;
mod faults;
mod judges;
mod limits;
mod own_answers;
mod raw;
