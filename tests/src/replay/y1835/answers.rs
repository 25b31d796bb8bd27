//! Which rules answer the reference's refusals.

use crate::replay::{Answer, Listed};

/// Which rules may answer which reason, for each kind of attempt.
pub(super) const ANSWERS: &[Answer] = &[];

/// Refusals by other rules that are right all the same.
pub(super) const LISTED: &[Listed] = &[];
