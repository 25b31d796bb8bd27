//! A player for tests: seeded, legal, lively enough to see companies, trains and late phases.

use engine::ids::Seat;
use engine::{Action, Choice, Game, Payout, Topic};

/// A source of numbers that gives the same games everywhere: SplitMix64.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice of a seed.
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut draw = self.0;
        draw = (draw ^ (draw >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        draw = (draw ^ (draw >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        draw ^ (draw >> 31)
    }

    /// A number from 0 up to, not including, `end`; 0 if that is 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.draw() % end.max(1) as u64) as usize
    }

    /// True so many times of a hundred.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of the list.
    pub fn pick<'l, T>(&mut self, list: &'l [T]) -> Option<&'l T> {
        list.get(self.below(list.len()))
    }
}

/// What the player does who is to decide; `None` when the game is over.
pub fn choose(game: &Game, dice: &mut Dice) -> Option<(Seat, Action)> {
    let ask = game.decision()?;
    let choice = lively(game, &game.legal(ask.seat).choices, dice)?;
    Some((ask.seat, concrete(game, choice, dice)?))
}

/// One of the choices of the player who is to decide, rarely one that leads nowhere.
pub fn lively(game: &Game, all: &[Choice], dice: &mut Dice) -> Option<Choice> {
    let topic = game.decision()?.topic;
    // What ruins a player is done, but seldom.
    if topic == Topic::CloseMine && !dice.percent(5) {
        return Some(Choice::One(Action::Pass));
    }
    let dull = match topic {
        Topic::Bid | Topic::Token | Topic::Switchers | Topic::Premium => 50,
        Topic::CompanyAuction => 33,
        _ => 16,
    };
    let lively: Vec<&Choice> = all
        .iter()
        .filter(|choice| !matches!(choice, Choice::One(action) if is_dull(action)))
        .collect();
    if lively.is_empty() || dice.percent(dull) {
        dice.pick(all).cloned()
    } else {
        dice.pick(&lively).map(|choice| (*choice).clone())
    }
}

/// What leads nowhere when it is done often.
fn is_dull(action: &Action) -> bool {
    matches!(
        action,
        Action::Pass
            | Action::Sell(..)
            | Action::SellPrivate(_)
            | Action::Refuse
            | Action::Bankrupt
            | Action::Close
            | Action::Swap(..)
            | Action::Pay(Payout::Nothing)
    )
}

/// An action of a choice.
pub fn concrete(game: &Game, choice: Choice, dice: &mut Dice) -> Option<Action> {
    match choice {
        Choice::One(action) => Some(action),
        Choice::Amount(action, range) => {
            let step = range.step.max(1);
            let steps = ((range.max - range.min) / step).clamp(0, 8);
            let amount = range.min + step * dice.below(steps as usize + 1) as i32;
            Some(action.with_amount(amount))
        }
        Choice::Runs => Some(Action::Run(game.best_runs()?.runs)),
    }
}
