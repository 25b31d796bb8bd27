//! From what a player types to an action: canonical text, or less where the present choices make it clear.

use super::{parse, print};
use crate::action::{Action, Payout};
use crate::game::Game;
use crate::ids::Seat;
use crate::legal::Choice;
use crate::rejection::{Rejection, reject};

/// Reads what a player types: canonical text, or less where the present choices make it clear.
///
/// # Errors
/// `GAME` with what is malformed, or the candidates where several fit.
pub fn read(game: &Game, seat: Seat, text: &str) -> Result<Action, Rejection> {
    let definition = game.definition();
    let words: Vec<String> = text
        .split_whitespace()
        .map(|word| word.to_ascii_lowercase())
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["run"] | ["run", "auto" | "best"] => {
            return match game.best_runs() {
                Some(best) => Ok(Action::Run(best.runs)),
                None => reject!("GAME", "no company is to run its trains now"),
            };
        }
        ["pay"] => return Ok(Action::Pay(Payout::Full)),
        _ => {}
    }
    let parsed = parse(definition, text);
    if let Ok(action) = &parsed
        && game.check(seat, action).is_ok()
    {
        return parsed;
    }
    // Runs may leave out stops that can only be meant.
    if let Ok(Action::Run(runs)) = &parsed
        && let Some(company) = game.asks().first().and_then(|ask| ask.company)
        && let Ok(whole) = game.whole_runs(company, runs)
    {
        return Ok(Action::Run(whole));
    }
    // Less than canonical: every listed action that begins with the words, in any spelling of case, fits.
    let fits: Vec<Action> = game
        .legal(seat)
        .choices
        .iter()
        .filter_map(|choice| match choice {
            Choice::One(action) => Some(action.clone()),
            _ => None,
        })
        .filter(|action| begins_with(&print(definition, action), &words))
        .collect();
    match fits.as_slice() {
        [only] => Ok(only.clone()),
        [] => parsed,
        [_, _, ..] if parsed.is_ok() => parsed,
        several => {
            let list: Vec<String> = several
                .iter()
                .take(8)
                .map(|action| print(definition, action))
                .collect();
            reject!("GAME", "several actions fit: {}", list.join(", "))
        }
    }
}

/// Whether the canonical words begin with those typed; a name may lack its `/stop`, `-number` or `@turning`.
fn begins_with(canonical: &str, typed: &[&str]) -> bool {
    if typed.is_empty() {
        return false;
    }
    let canonical = canonical.to_ascii_lowercase();
    let words: Vec<&str> = canonical.split_whitespace().collect();
    typed.len() <= words.len()
        && typed.iter().zip(&words).all(|(typed, word)| {
            typed == word
                || ['/', '-', '@'].iter().any(|mark| {
                    word.split_once(*mark)
                        .is_some_and(|(head, _)| head == *typed)
                })
        })
}
