//! What the positions of all titles share: facts from lines of text, and those facts that every title has.

mod common;
mod facts;

pub(crate) use common::Common;
pub(crate) use facts::{Facts, Keep, Place};
