//! Trains: the stack, who owns which card, what has gone.

mod depot;

pub use depot::{Depot, TrainHolder, TrainState};
