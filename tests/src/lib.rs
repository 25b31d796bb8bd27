//! Whole-system tests of Roundhouse and their tools.

pub mod replay;
