//! What is awaited and the choices, as words and as buttons.

use super::open::{Open, Play};
use super::{Refusal, Request};
use crate::reply::Reply;
use crate::store::Button;
use crate::text;
use engine::action::Action;
use engine::ids::Seat;
use engine::legal::Choice;

/// Buttons under a turn post: one row.
const ROW: usize = 5;

/// `/play`: the panel of the present decision.
pub(super) fn panel(open: &Open, request: &Request) -> Result<Reply, Refusal> {
    let play = open.playing()?;
    let head = format!(
        "**{}** — waiting for {}.",
        play.game.round_name(),
        play.waiting()
    );
    let Some(seat) = open.seat_of(&request.user) else {
        return Ok(Reply::new(head));
    };
    let choices = play.game.legal(seat).choices;
    if choices.is_empty() {
        return Ok(Reply::new(format!(
            "{head}\nYou have nothing to decide now."
        )));
    }
    let cash = play.game.shared().player_cash(seat);
    let treasury = play
        .game
        .asks()
        .iter()
        .find(|ask| ask.seat == seat)
        .and_then(|ask| ask.company)
        .map(|company| {
            format!(
                "; {} has {}",
                crate::narration::company_name(play.game.definition(), company),
                play.game
                    .definition()
                    .money
                    .print(play.game.shared().treasury(company))
            )
        })
        .unwrap_or_default();
    let purse = format!(
        "You have {}{treasury}.",
        play.game.definition().money.print(cash)
    );
    let lines = by_verb(play, seat, &choices);
    let buttons: Vec<Button> = if choices.len() <= crate::reply::BUTTONS {
        choices
            .iter()
            .map(|choice| button(open.row.id, play.mark(), play, choice))
            .collect()
    } else {
        quick(open.row.id, play.mark(), play, seat)
    };
    let text = format!("{head}\n{purse}\n{}", lines.join("\n"));
    Ok(Reply::new(text::clip(&text, text::MESSAGE)).with_buttons(buttons))
}

/// The choices, one line a verb.
fn by_verb(play: &Play, seat: Seat, choices: &[Choice]) -> Vec<String> {
    let mut verbs: Vec<(String, Vec<String>)> = Vec::new();
    for choice in choices {
        let (verb, rest) = words(play, seat, choice);
        match verbs.iter_mut().find(|(known, _)| *known == verb) {
            Some((_, list)) => list.push(rest),
            None => verbs.push((verb, vec![rest])),
        }
    }
    verbs
        .into_iter()
        .map(|(verb, mut list)| {
            list.retain(|rest| !rest.is_empty());
            list.dedup();
            let most = if verb == "lay" { 0 } else { 24 };
            if list.is_empty() {
                format!("`/{verb}`")
            } else if list.len() > most {
                let mut heads: Vec<&str> = list
                    .iter()
                    .filter_map(|rest| rest.split(' ').next())
                    .collect();
                heads.dedup();
                format!(
                    "`/{verb}` {} ({} ways)",
                    text::clip(&heads.join(", "), 300),
                    list.len()
                )
            } else {
                format!("`/{verb}` {}", text::clip(&list.join(", "), 500))
            }
        })
        .collect()
}

/// Verb and the rest of a choice, with its cost.
fn words(play: &Play, seat: Seat, choice: &Choice) -> (String, String) {
    let money = &play.game.definition().money;
    let (text, note) = match choice {
        Choice::Runs => ("run auto".to_string(), String::new()),
        Choice::One(action) => {
            let cost = match play.game.check(seat, action) {
                Ok(cost) if cost > 0 && !matches!(action, Action::Lay(..)) => {
                    format!(" ({})", money.print(cost))
                }
                _ => String::new(),
            };
            (play.game.print(action), cost)
        }
        Choice::Amount(action, range) => (
            play.game.print(&action.with_amount(range.min)),
            format!(" (up to {})", money.print(range.max)),
        ),
    };
    let (verb, rest) = text.split_once(' ').unwrap_or((&text, ""));
    (verb.to_string(), format!("{rest}{note}"))
}

/// The button that opens the panel.
pub(super) fn choices(game: i64, version: i64) -> Button {
    Button::new("Choices", format!("p:{game}:{version}"))
}

/// One row of buttons for a decision: the panel, and what can be said in a word.
pub(super) fn quick(game: i64, version: i64, play: &Play, seat: Seat) -> Vec<Button> {
    let all = play.game.legal(seat).choices;
    let short = |choice: &&Choice| match choice {
        Choice::Runs => true,
        Choice::One(action) => matches!(
            action,
            Action::Pass | Action::Agree | Action::Refuse | Action::Pay(_) | Action::Convert
        ),
        Choice::Amount(..) => false,
    };
    let few = all.len() < ROW;
    let mut buttons = vec![choices(game, version)];
    buttons.extend(
        all.iter()
            .filter(|choice| few || short(choice))
            .take(ROW - 1)
            .map(|choice| button(game, version, play, choice)),
    );
    buttons
}

/// A button for a choice. Its id carries game, position and action.
fn button(game: i64, version: i64, play: &Play, choice: &Choice) -> Button {
    let text = match choice {
        Choice::Runs => "run auto".to_string(),
        Choice::One(action) => play.game.print(action),
        Choice::Amount(action, range) => play.game.print(&action.with_amount(range.min)),
    };
    let label = match text.as_str() {
        "pass" => "Pass".to_string(),
        "run auto" => "Run the best runs".to_string(),
        other => other.to_string(),
    };
    Button::new(label, format!("m:{game}:{version}:{text}"))
}
