//! A player that plays by itself: seeded, legal, and sensible enough to bring a game to its end.

use engine::Game;
use engine::action::{Action, Payout, TrainSource};
use engine::ids::Seat;
use engine::legal::{Choice, Topic};

/// A source of numbers: SplitMix64.
pub struct Dice(u64);

impl Dice {
    /// Dice of a seed.
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut draw = self.0;
        draw = (draw ^ (draw >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        draw = (draw ^ (draw >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        draw ^ (draw >> 31)
    }

    /// A number from 0 up to, not including, `end`.
    pub fn below(&mut self, end: usize) -> usize {
        if end == 0 {
            0
        } else {
            (self.next() % end as u64) as usize
        }
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<'l, T>(&mut self, list: &'l [T]) -> Option<&'l T> {
        list.get(self.below(list.len()))
    }
}

/// What the seat does; `None` only where it may do nothing.
pub fn choose(game: &Game, seat: Seat, dice: &mut Dice) -> Option<Action> {
    let choices = game.legal(seat).choices;
    if choices.iter().any(|choice| matches!(choice, Choice::Runs)) {
        return game.best_runs().map(|best| Action::Run(best.runs));
    }
    let actions: Vec<Action> = choices
        .iter()
        .filter_map(|choice| match choice {
            Choice::One(action) => Some(action.clone()),
            Choice::Amount(action, range) => {
                let wish = amount(game, seat, action, range.min, dice)?;
                let steps = (wish.clamp(range.min, range.max) - range.min) / range.step.max(1);
                Some(action.with_amount(range.min + steps * range.step.max(1)))
            }
            Choice::Runs => None,
        })
        .collect();
    let actions = if actions.is_empty() {
        game.legal(seat).actions().cloned().collect()
    } else {
        actions
    };
    let lays: Vec<&Action> = actions
        .iter()
        .filter(|action| action.lay().is_some())
        .collect();
    if !lays.is_empty() && dice.chance(90) {
        return best_lay(game, seat, &lays, dice);
    }
    // A weighted draw; an action of many variants counts once for its kind.
    let mut kinds: Vec<(usize, Vec<Action>)> = Vec::new();
    let mut names: Vec<&'static str> = Vec::new();
    for action in actions {
        let (name, weight) = weight(game, seat, &action);
        match names.iter().position(|known| *known == name) {
            Some(at) => kinds[at].1.push(action),
            None => {
                names.push(name);
                kinds.push((weight, vec![action]));
            }
        }
    }
    let total: usize = kinds.iter().map(|(weight, _)| weight).sum();
    let mut draw = dice.below(total);
    for (weight, actions) in &kinds {
        if draw < *weight {
            return dice.pick(actions).cloned();
        }
        draw -= weight;
    }
    kinds
        .first()
        .and_then(|(_, actions)| actions.first().cloned())
}

/// The lay, of a few drawn ones, after which the company earns most.
fn best_lay(game: &Game, seat: Seat, lays: &[&Action], dice: &mut Dice) -> Option<Action> {
    let company = game
        .asks()
        .iter()
        .find(|ask| ask.seat == seat)
        .and_then(|ask| ask.company)?;
    let mut best: Option<(i32, Action)> = None;
    for _ in 0..12 {
        let Some(lay) = dice.pick(lays) else { break };
        let mut trial = game.clone();
        if trial.apply(seat, lay).is_err() {
            continue;
        }
        let earns = trial.best_runs_of(company).map_or(0, |best| best.total);
        let cost = game.check(seat, lay).unwrap_or(0);
        let score = earns * 4 - cost;
        if best.as_ref().is_none_or(|(known, _)| score > *known) {
            best = Some((score, (*lay).clone()));
        }
    }
    best.map(|(_, lay)| lay)
}

/// How much to name; `None` if not this.
fn amount(game: &Game, seat: Seat, action: &Action, least: i32, dice: &mut Dice) -> Option<i32> {
    match action {
        // A pledge opens a public company: always wanted. For anything else a price has a limit.
        Action::Bid { with: Some(_), .. } => Some(least),
        Action::Bid { .. } => {
            let cash = game.shared().player_cash(seat);
            (least <= 120 || (least <= 180 && least * 3 <= cash && dice.chance(40)))
                .then_some(least)
        }
        _ => Some(least),
    }
}

/// Kind of an action, and how much it is liked.
fn weight(game: &Game, seat: Seat, action: &Action) -> (&'static str, usize) {
    let company = game
        .asks()
        .iter()
        .find(|ask| ask.seat == seat)
        .and_then(|ask| ask.company);
    match action {
        Action::Pass => match game.decision().map(|ask| ask.topic) {
            Some(Topic::CompanyAuction) => ("pass", 5),
            Some(Topic::Trains) => ("pass", 4),
            _ => ("pass", 10),
        },
        Action::Bid { with: Some(_), .. } => ("pledge", 60),
        Action::Bid { .. } => ("bid", 25),
        Action::Take(_) => ("take", 60),
        Action::Sell(..) => ("sell", 2),
        Action::SellPrivate(_) => ("sell private", 1),
        Action::Buy(..) => ("buy", 60),
        Action::BuyDirector(_) => ("buy director", 30),
        Action::BuyPrivate(_) => ("buy private", 20),
        Action::Form(..) => ("form", 200),
        Action::Exchange { .. } => ("exchange", 25),
        Action::Agree => ("agree", 20),
        Action::Refuse => ("refuse", 5),
        Action::DeclineToken(..) => ("decline token", 1),
        Action::DeclineTrain(_) => ("decline train", 1),
        Action::KeepForts(_) => ("keep", 10),
        Action::Discard(_) => ("discard", 10),
        Action::Convert => ("convert", 8),
        Action::Issue(_) => ("issue", 4),
        Action::Lay(..) => ("lay", 10),
        Action::Token(..) => ("token", 20),
        Action::Fort(_) => ("fort", 30),
        Action::Run(_) => ("run", 10),
        Action::Pay(Payout::Full) => ("pay", 30),
        Action::Pay(Payout::Half) => ("half", 3),
        Action::Pay(Payout::Nothing) => {
            // Who cannot buy a train yet saves for it.
            let treasury = company.map_or(0, |company| game.shared().treasury(company));
            ("keep money", if treasury < 250 { 25 } else { 1 })
        }
        Action::Train(source) => {
            let held = company.map_or(0, |company| game.shared().trains(company).count());
            let none = usize::from(held == 0);
            match source {
                TrainSource::Stack(..) => ("train", 40 + 100 * none),
                TrainSource::Market(..) => ("train from market", 5 + 40 * none),
                TrainSource::Onto(..) => ("machine", 30),
                TrainSource::Company(..) => ("train from company", 5 * none),
            }
        }
        Action::Premium(amount) => ("premium", if *amount < 60 { 20 } else { 1 }),
        Action::Unite { .. } => ("unite", 120),
        Action::Exercise(..) => ("exercise", 60),
        Action::Replace(..) => ("replace", 20),
        Action::Swap(..) => ("swap", 1),
        Action::Mine(..) => ("mine", 10),
        Action::Close => ("close", 1),
        Action::SellPapers(..) => ("sell papers", 2),
        Action::BuyPaper(..) => ("buy paper", 12),
        Action::Receive(_) => ("receive", 10),
        Action::Fold(_) => ("join", 60),
        Action::LayBy(..) => ("lay by", 40),
        Action::TokenBy(..) => ("token by", 40),
        Action::Bankrupt => ("bankrupt", 0),
        Action::Use(..) => ("use", 40),
        Action::Borrow => ("borrow", 20),
        Action::Repay(_) => ("repay", 20),
        Action::BuyBack(_) => ("buy back", 4),
        Action::Bond(_) => ("bond", 6),
        Action::Earn(_) => ("earn", 1),
        Action::Rules(_) => ("rules", 0),
    }
}
