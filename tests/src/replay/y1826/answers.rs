//! Which rules answer the reference's refusals.

use crate::replay::{Answer, Listed};

/// Which rules may answer which reason.
#[rustfmt::skip]
pub(super) const ANSWERS: &[Answer] = &[
];

/// Refusals by other rules that are right all the same.
pub(super) const LISTED: &[Listed] = &[];
