//! The flow of the game: which question follows which, in the order of the rulebook.

use super::{ArdRules, Ardennes};
use crate::action::{Action, By};
use crate::event::Event;
use crate::ids::{CompanyId, Seat};
use crate::legal::{Ask, Legal};
use crate::network::Optimum;
use crate::rejection::{Rejection, reject};
use crate::rules::Definition;
use crate::shared::Shared;
use crate::titles::{Deed, Mark, Title};

impl Title for Ardennes {
    type Rules = ArdRules;

    fn definition(rules: &ArdRules) -> &Definition {
        &rules.definition
    }

    fn shared(&self) -> &Shared {
        &self.shared
    }

    fn asks(&self, _rules: &ArdRules) -> Vec<Ask> {
        Vec::new()
    }

    fn plan(&self, _rules: &ArdRules, _by: By, _action: &Action) -> Result<Deed, Rejection> {
        reject!("GAME", "the game is over")
    }

    fn carry_out(&mut self, _rules: &ArdRules, _deed: &Deed, _events: &mut Vec<Event>) {}

    fn legal(&self, _rules: &ArdRules, _seat: Seat) -> Legal {
        Legal::default()
    }

    fn engine_action(&self, _rules: &ArdRules) -> Option<Action> {
        None
    }

    fn best_runs(&self, _rules: &ArdRules, _company: CompanyId, _budget: u64) -> Option<Optimum> {
        None
    }

    fn marks(&self, _rules: &ArdRules) -> Vec<Mark> {
        Vec::new()
    }

    fn worth(&self, _rules: &ArdRules, _seat: Seat) -> i32 {
        0
    }

    fn certificates(&self, _rules: &ArdRules, _seat: Seat) -> (u8, u8) {
        (0, 0)
    }

    fn train_limit(&self, _rules: &ArdRules, _company: CompanyId) -> u8 {
        0
    }

    fn operating_order(&self, _rules: &ArdRules) -> Vec<CompanyId> {
        Vec::new()
    }

    fn round_name(&self) -> String {
        String::new()
    }

    fn ledger(&self, _rules: &ArdRules, _out: &mut Vec<String>) {}
}
