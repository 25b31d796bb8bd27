//! Money, papers, the stock market.

mod cash;
mod chart;
mod papers;

pub use cash::{Account, Cash};
pub use chart::{Cell, Chart, Dir, Markers, RawChart};
pub use papers::{Holder, Papers};
