//! The depot: every train card that has come into being, and the stack of those still to come.

use crate::ids::{CompanyId, KindId, TrainId};
use crate::rules::Definition;

/// Where a train is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TrainHolder {
    /// With a company.
    Company(CompanyId),
    /// In the open market, for sale at its face value.
    Pool,
    /// Out of the game.
    Gone,
}

/// A train card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrainState {
    /// Which card it is.
    pub id: TrainId,
    /// The kind that it is now (a card may have two faces).
    pub kind: KindId,
    /// Where it is.
    pub holder: TrainHolder,
    /// It runs once more and goes.
    pub obsolete: bool,
    /// It lies face down: no run in this operating round.
    pub face_down: bool,
}

/// All trains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Depot {
    /// Cards taken from each stack so far, by kind.
    taken: Vec<u16>,
    /// Every card taken from a stack, in the order in which they came to where they are.
    trains: Vec<TrainState>,
}

impl Depot {
    /// A full stack.
    pub fn new(definition: &Definition) -> Depot {
        Depot {
            taken: vec![0; definition.trains.len()],
            trains: Vec::new(),
        }
    }

    /// The kind on top of the stack; `None` when it is used up.
    pub fn top(&self, definition: &Definition) -> Option<KindId> {
        (0..definition.trains.len())
            .map(KindId::from)
            .find(|&kind| {
                definition.train(kind).same_stack_as.is_none()
                    && self.left(definition, kind) != Some(0)
            })
    }

    /// Cards left in the stack of a kind; `None` without limit.
    pub fn left(&self, definition: &Definition, kind: KindId) -> Option<u16> {
        let stack = definition.stack_of(kind);
        let taken = self.taken.get(stack.index()).copied().unwrap_or(0);
        definition
            .train(stack)
            .count
            .map(|count| count.saturating_sub(taken))
    }

    /// Takes the next card of the stack of `kind` and gives it to `holder` as that kind.
    pub fn take(&mut self, definition: &Definition, kind: KindId, holder: TrainHolder) -> TrainId {
        let stack = definition.stack_of(kind);
        let number = self.taken.get(stack.index()).copied().unwrap_or(0);
        if let Some(taken) = self.taken.get_mut(stack.index()) {
            *taken += 1;
        }
        let id = TrainId { stack, number };
        self.trains.push(TrainState {
            id,
            kind,
            holder,
            obsolete: false,
            face_down: false,
        });
        id
    }

    /// The data of a card that has left its stack.
    pub fn get(&self, train: TrainId) -> Option<&TrainState> {
        self.trains.iter().find(|state| state.id == train)
    }

    /// The same, to change it.
    pub fn get_mut(&mut self, train: TrainId) -> Option<&mut TrainState> {
        self.trains.iter_mut().find(|state| state.id == train)
    }

    /// Gives the card to another holder; it comes last among that holder's.
    pub fn move_to(&mut self, train: TrainId, holder: TrainHolder) {
        if let Some(index) = self.trains.iter().position(|state| state.id == train) {
            let mut state = self.trains.remove(index);
            state.holder = holder;
            self.trains.push(state);
        }
    }

    /// All cards taken so far.
    pub fn all(&self) -> &[TrainState] {
        &self.trains
    }

    /// The cards of a holder, longest held first.
    pub fn of(&self, holder: TrainHolder) -> impl Iterator<Item = &TrainState> {
        self.trains
            .iter()
            .filter(move |train| train.holder == holder)
    }
}

impl Definition {
    /// The printed name of a card: `3-1` is the second card of the 3s.
    pub fn train_name(&self, train: TrainId) -> String {
        format!("{}-{}", self.train(train.stack).name, train.number)
    }
}
