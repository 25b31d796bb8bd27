//! Whole-system tests and what they stand on.

pub mod standin;
