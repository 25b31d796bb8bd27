//! What is done for a player whose time has run out, or who is away: the engine's `legal()` decides, no title is named.

use crate::reply::Reply;
use crate::store::{GameId, How, Step};
use crate::table::moves::{self, Extra, Sent};
use crate::table::{Open, Play, Refusal, Request, Tables, lock};
use engine::Game;
use engine::action::{Action, By, Payout};
use engine::ids::Seat;
use engine::legal::Choice;

/// The answer for a seat that the game waits for: it runs the best routes where trains are to be run, passes where that
/// is legal, pays out, or does what alone is legal. `None` where the game does not wait for the seat, where there is a choice
/// that nobody can make for it, and before a bankruptcy.
pub(in crate::table) fn default_answer(play: &Play, seat: Seat) -> Option<Action> {
    if !play.awaited_seats().contains(&seat) {
        return None;
    }
    let choices = play.game.legal(seat).choices;
    let has = |action: &Action| {
        choices
            .iter()
            .any(|choice| *choice == Choice::One(action.clone()))
    };
    // Trains come first: to pass them over would leave their revenue.
    if choices.contains(&Choice::Runs)
        && let Some(runs) = best_runs(&play.game)
    {
        return Some(runs);
    }
    if has(&Action::Pass) {
        return Some(Action::Pass);
    }
    let pays = [Payout::Full, Payout::Half, Payout::Nothing].map(Action::Pay);
    if let Some(pay) = pays.into_iter().find(|pay| has(pay)) {
        return Some(pay);
    }
    only(&choices)
}

/// The best runs of the company in turn.
pub(super) fn best_runs(game: &Game) -> Option<Action> {
    game.best_runs().map(|best| Action::Run(best.runs))
}

/// What alone is legal, if it leaves nothing open.
fn only(choices: &[Choice]) -> Option<Action> {
    let action = match choices {
        [Choice::One(action)] => action.clone(),
        [Choice::Amount(action, range)] if range.max - range.min < range.step.max(1) => {
            action.with_amount(range.min)
        }
        _ => return None,
    };
    (action != Action::Bankrupt).then_some(action)
}

/// Does for a seat what nobody has done: by the clock, or because he is away. All of it, with the steps, or nothing;
/// `None` if there is no answer that can be given for him.
pub(in crate::table) fn by_default(
    tables: &Tables,
    open: &mut Open,
    seat: Seat,
    how: How,
    steps: Vec<Step>,
) -> Result<Option<Reply>, Refusal> {
    let play = open.playing()?;
    let Some(action) = default_answer(play, seat) else {
        return Ok(None);
    };
    let user = open.member_at(seat).map_or("", |member| &member.user);
    let user = user.to_string();
    let request = Request {
        user: user.clone(),
        name: play.names.raw(seat).to_string(),
        channel: open.row.channel.clone(),
        guild: open.row.guild.clone(),
        ..Request::default()
    };
    let extra = Extra {
        detail: Some(format!("{}: {}", how.name(), play.game.print(&action))),
        steps,
        said: None,
    };
    let sent = Sent {
        by: By::Seat(seat),
        user: &user,
        action,
        how,
    };
    moves::carry(tables, open, &request, &[sent], extra).map(Some)
}

impl Tables {
    /// Answers for a seat as the clock does, for tests of the mechanism.
    ///
    /// # Errors
    /// A sentence.
    #[doc(hidden)]
    pub fn answer_by_default(&self, game: GameId, seat: Seat, how: How) -> Result<bool, String> {
        let done = self.game(game).and_then(|open| {
            let mut open = lock(&open);
            by_default(self, &mut open, seat, how, Vec::new())
        });
        done.map(|reply| reply.is_some())
            .map_err(|Refusal(why)| why)
    }
}
