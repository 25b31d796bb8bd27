//! What changes for each player between two positions of a game.

use super::{Game, Position};
use crate::finance::Holder;
use crate::ids::{CompanyId, PrivateId, Seat};

/// What is otherwise for a player; each pair is before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The player.
    pub seat: Seat,
    /// His cash.
    pub cash: (i32, i32),
    /// Shares in percent of the whole company, only of companies where that changes.
    pub shares: Vec<(CompanyId, u32, u32)>,
    /// Private companies that he gets (`true`) or loses.
    pub privates: Vec<(PrivateId, bool)>,
    /// His bonds.
    pub bonds: (u8, u8),
    /// Companies that he comes to preside over (`true`), or no longer does.
    pub directs: Vec<(CompanyId, bool)>,
    /// What he is worth, as in the final score.
    pub worth: (i32, i32),
}

impl Change {
    /// Whether nothing but cash and worth is otherwise.
    pub fn is_money(&self) -> bool {
        self.shares.is_empty()
            && self.privates.is_empty()
            && self.directs.is_empty()
            && self.bonds.0 == self.bonds.1
    }
}

impl Game {
    /// What a player holds of a company, in percent of all its shares.
    pub fn percent(&self, company: CompanyId, seat: Seat) -> u32 {
        let units = u32::from(self.shared().company(company).units);
        let holder = Holder::Player(seat);
        let held = u32::from(self.shared().units(self.definition(), company, holder));
        (held * 100).checked_div(units).unwrap_or(0)
    }

    /// Bonds that a player holds; none where the title has none.
    pub fn bonds(&self, seat: Seat) -> u8 {
        match &self.position {
            Position::Y1826(_, state) => state.bonds().of(seat),
            Position::Ardennes(..) | Position::Harz(..) | Position::Y1835(..) => 0,
        }
    }

    /// What is otherwise for each player in a later position of the same game; only players for whom something is.
    pub fn changes(&self, after: &Game) -> Vec<Change> {
        let changes = self.seats().map(|seat| self.change(after, seat));
        changes
            .filter(|change| {
                !change.is_money()
                    || change.cash.0 != change.cash.1
                    || change.worth.0 != change.worth.1
            })
            .collect()
    }

    fn change(&self, after: &Game, seat: Seat) -> Change {
        let definition = self.definition();
        let both = |look: &dyn Fn(&Game) -> bool| (look(self), look(after));
        let directs = definition.company_ids().filter_map(|company| {
            let directs = |game: &Game| game.shared().director(definition, company) == Some(seat);
            match both(&directs) {
                (false, true) => Some((company, true)),
                (true, false) => Some((company, false)),
                _ => None,
            }
        });
        let shares = definition.company_ids().filter_map(|company| {
            let (before, then) = (self.percent(company, seat), after.percent(company, seat));
            (before != then).then_some((company, before, then))
        });
        let privates = (0..definition.privates.len()).map(PrivateId::from);
        let privates = privates.filter_map(|id| {
            let has = |game: &Game| {
                let papers = &game.shared().papers;
                papers.private_holder(definition, id) == Holder::Player(seat)
            };
            match both(&has) {
                (false, true) => Some((id, true)),
                (true, false) => Some((id, false)),
                _ => None,
            }
        });
        Change {
            seat,
            cash: (
                self.shared().player_cash(seat),
                after.shared().player_cash(seat),
            ),
            shares: shares.collect(),
            privates: privates.collect(),
            bonds: (self.bonds(seat), after.bonds(seat)),
            directs: directs.collect(),
            worth: (self.worth(seat), after.worth(seat)),
        }
    }
}
