//! What an action would do, before it is done: the story, the money, what it connects, what changes for whom, what
//! follows.

use super::panel::words;
use super::{Play, effects};
use crate::narration::{company_name, hex_name};
use engine::action::{Action, By, Entry, TrainSource};
use engine::event::Event;
use engine::ids::{CompanyId, HexId, KindId, Seat, StopRef};
use engine::{Game, Rejection};

/// What an action would do.
pub(super) struct Preview {
    /// The position after it and after all that needs no decision.
    pub after: Game,
    /// The story, the money, what it connects, what follows.
    pub lines: Vec<String>,
    /// What the actor or his company pays.
    pub cost: i32,
    /// Hexes that it changes.
    pub hexes: Vec<HexId>,
    /// Stations that it changes.
    pub stops: Vec<StopRef>,
}

/// Why a typed action is asked for twice: nobody can take it back alone.
pub(super) fn grave(game: &Game, action: &Action, events: &[Event]) -> Option<&'static str> {
    let begins = || {
        let began = |event: &Event| matches!(event, Event::PhaseBegan { .. });
        events.iter().any(began)
    };
    match action {
        Action::Bankrupt => Some("Bankruptcy is for good."),
        Action::Bid { .. } | Action::Premium(_) => Some("A bid stands."),
        Action::Take(_) => Some("What is taken is taken."),
        Action::Train(_) if begins() => Some("This purchase starts a phase."),
        Action::Run(runs) => {
            let company = game.asks().first().and_then(|ask| ask.company)?;
            let best = game.best_runs()?;
            if *runs == best.runs {
                return None;
            }
            let total = game.run_sums(company, runs).ok()?.total;
            let most = game.run_sums(company, &best.runs).ok()?.total;
            let idle = runs.len() < best.runs.len();
            (total < most).then_some(if idle {
                "Trains would stay unrun that could earn more."
            } else {
                "These runs earn less than the best."
            })
        }
        _ => None,
    }
}

/// Whether an action of that kind may be asked for twice; those who write scripts say at once that they are sure.
pub(crate) fn may_be_grave(action: &Action) -> bool {
    matches!(
        action,
        Action::Bankrupt
            | Action::Bid { .. }
            | Action::Premium(_)
            | Action::Take(_)
            | Action::Train(_)
            | Action::Run(_)
    )
}

/// Looks ahead.
///
/// # Errors
/// The rule that forbids the action.
pub(super) fn preview(play: &Play, seat: Seat, action: &Action) -> Result<Preview, Rejection> {
    let game = &play.game;
    let cost = game.check(seat, action)?;
    let mut after = game.clone();
    let events = after.apply(seat, action)?;
    let told = play.tell(&events);
    let mut lines = told.lines;
    lines.extend(purses(play, &after, seat));
    let company = company_of(game, seat);
    if let Some(company) = company {
        if action.lay().is_some()
            || matches!(
                action,
                Action::Token(..) | Action::TokenBy(..) | Action::Replace(..)
            )
        {
            lines.extend(connects(game, &after, company));
        }
        if matches!(action, Action::Train(_)) {
            lines.extend(trains(game, &after, company, action, &events));
        }
    }
    lines.extend(effects::lines(play, &after, seat));
    lines.push(next(play, &after, seat));
    Ok(Preview {
        after,
        lines,
        cost,
        hexes: told.hexes,
        stops: told.stops,
    })
}

/// The company for which the seat is asked.
pub(super) fn company_of(game: &Game, seat: Seat) -> Option<CompanyId> {
    let asks = game.asks();
    let ask = asks.iter().find(|ask| ask.seat == seat)?;
    ask.company
}

/// What the actor and his company keep.
fn purses(play: &Play, after: &Game, seat: Seat) -> Vec<String> {
    let game = &play.game;
    let money = |sum: i32| game.definition().money.print(sum);
    let mut lines = Vec::new();
    let (had, keeps) = (
        game.shared().player_cash(seat),
        after.shared().player_cash(seat),
    );
    if had != keeps {
        lines.push(format!(
            "You then have {} (now {}).",
            money(keeps),
            money(had)
        ));
    }
    if let Some(company) = company_of(game, seat) {
        let (had, keeps) = (
            game.shared().treasury(company),
            after.shared().treasury(company),
        );
        if had != keeps {
            let name = company_name(game.definition(), company);
            lines.push(format!(
                "The treasury of {name} then holds {} (now {}).",
                money(keeps),
                money(had)
            ));
        }
    }
    lines
}

/// Stops newly reached, and the best runs before and after.
fn connects(game: &Game, after: &Game, company: CompanyId) -> Vec<String> {
    let definition = game.definition();
    let name = company_name(definition, company);
    let mut lines = Vec::new();
    let known = game.reached(company);
    let mut places: Vec<String> = Vec::new();
    for stop in after.reached(company) {
        let place = hex_name(definition, stop.hex);
        // A stop of the new tile may be numbered anew: the hex tells.
        let new = known.iter().all(|other| other.hex != stop.hex);
        if new && !places.contains(&place) {
            places.push(place);
        }
    }
    if !places.is_empty() {
        lines.push(format!("{name} then reaches {}.", places.join(", ")));
    }
    let (before, then) = (game.best_runs_of(company), after.best_runs_of(company));
    if let (Some(before), Some(then)) = (before, then)
        && !(before.runs.is_empty() && then.runs.is_empty())
    {
        let money = |sum: i32| definition.money.print(sum);
        lines.push(if before.total == then.total {
            format!("Its best runs stay at {}.", money(then.total))
        } else {
            format!(
                "Its best runs: {} → {}.",
                money(before.total),
                money(then.total)
            )
        });
    }
    lines
}

/// The kind of train that is bought.
fn kind_of(game: &Game, source: &TrainSource) -> KindId {
    let held = |train: &engine::ids::TrainId| {
        let state = game.shared().depot.get(*train);
        state.map_or(train.stack, |state| state.kind)
    };
    match source {
        TrainSource::Stack(kind, _) | TrainSource::Onto(kind, _) => *kind,
        TrainSource::Market(train, _) | TrainSource::Company(train, ..) => held(train),
    }
}

/// What remains in the depot: `3 × 3 left`.
fn left(game: &Game, after: &Game, kind: KindId) -> Option<String> {
    let definition = game.definition();
    let name = &definition.train(kind).name;
    let left = after.shared().depot.left(definition, kind)?;
    if left > 0 {
        return Some(format!("{left} × {name} left in the depot"));
    }
    let next = after.shared().depot.top(definition).map(|next| {
        let next = definition.train(next);
        format!(
            "next: {} for {}",
            next.name,
            definition.money.print(next.price)
        )
    });
    Some(match next {
        Some(next) => format!("the last {name}, {next}"),
        None => format!("the last {name}"),
    })
}

/// Limit, depot, and what a new phase brings.
fn trains(
    game: &Game,
    after: &Game,
    company: CompanyId,
    action: &Action,
    events: &[Event],
) -> Vec<String> {
    let Action::Train(source) = action else {
        return Vec::new();
    };
    let definition = game.definition();
    let name = company_name(definition, company);
    let mut lines = Vec::new();
    let (limit, then) = (game.train_limit(company), after.train_limit(company));
    let count = after.shared().trains(company).count();
    match then {
        0 => {}
        then if then != limit => lines.push(format!(
            "The limit of {name} falls from {limit} to {then}; it then has {count}."
        )),
        then => lines.push(format!("{name} then has {count} of {then} trains.")),
    }
    if matches!(source, TrainSource::Stack(..) | TrainSource::Onto(..)) {
        lines.extend(left(game, after, kind_of(game, source)).map(|left| {
            let mut chars = left.chars();
            let first = chars.next().map(|first| first.to_uppercase().to_string());
            format!("{}{}.", first.unwrap_or_default(), chars.as_str())
        }));
    }
    let notes = game.phase_notes();
    for event in events {
        if let Event::PhaseBegan { phase } = event
            && let Some(note) = notes
                .get(usize::from(*phase))
                .filter(|note| !note.is_empty())
        {
            lines.push(format!("The new phase: {note}"));
        }
    }
    lines
}

/// What follows from a purchase of a train, in a few words for an entry of a menu.
pub(super) fn train_in_short(game: &Game, seat: Seat, action: &Action) -> Vec<String> {
    let Action::Train(source) = action else {
        return Vec::new();
    };
    let mut after = game.clone();
    let entry = Entry {
        by: By::Seat(seat),
        action: action.clone(),
    };
    let Ok(events) = after.enter(entry) else {
        return Vec::new();
    };
    let definition = game.definition();
    let mut parts = Vec::new();
    for event in &events {
        match event {
            Event::PhaseBegan { phase } => {
                let phase = definition.phases.get(usize::from(*phase));
                parts.extend(phase.map(|phase| format!("phase {} begins", phase.name)));
            }
            Event::TrainsRusted { kind } => {
                parts.push(format!("the {}s go", definition.train(*kind).name));
            }
            _ => {}
        }
    }
    if let Some(company) = company_of(game, seat) {
        let then = after.train_limit(company);
        if then != 0 && then != game.train_limit(company) {
            parts.push(format!("limit {then}"));
        }
        let keeps = after.shared().treasury(company);
        parts.push(format!("{} kept", definition.money.print(keeps)));
    }
    if matches!(source, TrainSource::Stack(..) | TrainSource::Onto(..)) {
        parts.extend(left(game, &after, kind_of(game, source)));
    }
    parts
}

/// Who decides next.
fn next(play: &Play, after: &Game, seat: Seat) -> String {
    if after.is_over() {
        return "Then the game is over.".into();
    }
    let must = |ask: &&engine::legal::Ask| ask.duty == engine::legal::Duty::Must;
    let asks = after.asks();
    let Some(ask) = asks.iter().find(must) else {
        return "Then nobody has to decide.".into();
    };
    let question = play.question(ask);
    let round = match after.round_name() {
        name if name == play.game.round_name() => String::new(),
        name => format!(" in {name}"),
    };
    if ask.seat == seat {
        format!("Then it is your decision again{round}: {question}.")
    } else {
        format!(
            "Then {} decides{round}: {question}.",
            play.names.seat(ask.seat)
        )
    }
}

/// What stands on the button that does it.
pub(super) fn confirm_label(play: &Play, seat: Seat, action: &Action, cost: i32) -> String {
    let sum = action.amount().unwrap_or(cost);
    match action {
        Action::Pass => words::pass(&play.game, seat),
        Action::Bid { .. } | Action::Premium(_) => {
            format!("Bid {}", play.game.definition().money.print(sum))
        }
        _ if sum > 0 => format!("Confirm for {}", play.game.definition().money.print(sum)),
        _ => "Confirm".into(),
    }
}
