//! What is done in a player's name without his hand.

mod answer;

#[allow(unused_imports)] // deadlines use them
pub(super) use answer::{by_default, default_answer};
