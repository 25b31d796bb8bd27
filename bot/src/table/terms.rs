//! What a deal comes to: who is asked, what happens if he agrees, what the purses hold then.

use super::Play;
use crate::narration::{company_name, narrate};
use engine::Game;
use engine::action::{Action, By, Entry};
use engine::finance::Account;
use engine::ids::Seat;
use engine::legal::Duty;

/// Somebody has proposed something, and the game waits for another's word.
pub(super) struct Pending {
    pub(super) by: Seat,
    pub(super) asked: Seat,
}

pub(super) fn pending(game: &Game) -> Option<Pending> {
    let asks = game.asks();
    let must = asks
        .iter()
        .find(|ask| ask.duty == Duty::Must && ask.topic.is_answer())?;
    let may = asks
        .iter()
        .find(|ask| ask.duty == Duty::May && ask.topic == must.topic)
        .map(|ask| ask.seat);
    let last = || {
        let mut log = game.log().iter().rev();
        log.find(|entry| !matches!(entry.by, By::Engine(_)))
            .map(|entry| entry.by.seat())
    };
    let by = may.or_else(last)?;
    (by != must.seat).then_some(Pending {
        by,
        asked: must.seat,
    })
}

/// What happens if it is agreed to, and what the purses hold then.
pub(super) fn terms(play: &Play, before: &Game, steps: &[(Seat, Action)]) -> Option<Vec<String>> {
    let mut after = before.clone();
    let mut events = Vec::new();
    for (seat, action) in steps {
        let entry = Entry {
            by: By::Seat(*seat),
            action: action.clone(),
        };
        events.extend(after.enter(entry).ok()?);
    }
    events.retain(|event| !matches!(event, engine::event::Event::Asked { .. }));
    let mut lines: Vec<String> = narrate(before.definition(), &play.names, &events)
        .into_iter()
        .map(|line| format!("• {line}"))
        .collect();
    let purses = purses(play, before, &after);
    if !purses.is_empty() {
        lines.push(format!("Afterwards {}.", purses.join(", ")));
    }
    Some(lines)
}

pub(super) fn accounts(game: &Game) -> Vec<Account> {
    let players = game.seats().map(Account::Player);
    let companies = game.definition().company_ids().map(Account::Company);
    players.chain(companies).collect()
}

pub(super) fn purses(play: &Play, before: &Game, after: &Game) -> Vec<String> {
    let money = &before.definition().money;
    accounts(before)
        .into_iter()
        .filter_map(|account| {
            let (had, has) = (
                before.shared().cash.of(account),
                after.shared().cash.of(account),
            );
            let name = match account {
                Account::Bank => return None,
                Account::Player(seat) => play.names.seat(seat),
                Account::Company(company) => company_name(before.definition(), company),
            };
            (had != has).then(|| {
                format!(
                    "{name} has {} instead of {}",
                    money.print(has),
                    money.print(had)
                )
            })
        })
        .collect()
}

/// Whether an action of `taker` is a deal with `giver`: his word is asked for, or it names a price that he gets or
/// pays.
pub(super) fn concerns(game: &Game, taker: Seat, giver: Seat, action: &Action) -> bool {
    let mut after = game.clone();
    let entry = Entry {
        by: By::Seat(taker),
        action: action.clone(),
    };
    if after.enter(entry).is_err() {
        return false;
    }
    if pending(&after).is_some_and(|pending| pending.asked == giver) {
        return true;
    }
    let definition = game.definition();
    let own = |account: &Account| match account {
        Account::Player(seat) => *seat == giver,
        Account::Company(company) => game.shared().director(definition, *company) == Some(giver),
        Account::Bank => false,
    };
    action.amount().is_some()
        && accounts(game)
            .into_iter()
            .filter(own)
            .any(|account| after.shared().cash.of(account) != game.shared().cash.of(account))
}

/// What would be done if the offer is accepted: the action, and the offerer's word where it is asked for.
pub(super) fn steps(game: &Game, taker: Seat, giver: Seat, action: &Action) -> Vec<(Seat, Action)> {
    let mut steps = vec![(taker, action.clone())];
    let mut after = game.clone();
    if after.apply(taker, action).is_ok()
        && pending(&after).is_some_and(|pending| pending.asked == giver)
        && after.legal(giver).contains(&Action::Agree)
    {
        steps.push((giver, Action::Agree));
    }
    steps
}
