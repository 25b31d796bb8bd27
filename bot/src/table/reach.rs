//! How far back: from what is asked to the entries that would stand, never in the midst of what is one act.

use super::{Open, Play};
use super::{Refusal, Request};
use crate::store::ActionId;
use crate::text;
use engine::action::By;

/// How far back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// So many actions, with what the engine added.
    Count(usize),
    /// To the start of the asker's turn.
    Turn,
    /// This move and all after it.
    Move(usize),
}

impl Reach {
    /// What `/game undo` is told: `to` is `turn` or the number of a move.
    pub(super) fn read(to: Option<&str>, count: Option<usize>) -> Result<Reach, Refusal> {
        match to.map(str::trim) {
            None => Ok(Reach::Count(count.unwrap_or(1))),
            Some(word) if word.eq_ignore_ascii_case("turn") => Ok(Reach::Turn),
            Some(number) => match number.parse::<usize>() {
                Ok(number) if number > 0 => Ok(Reach::Move(number)),
                _ => Err(Refusal::new(
                    "Say how far: to:turn is the start of your turn, or the number of a move as in /game log.",
                )),
            },
        }
    }
}

/// Where what is one act for the rules begins: nothing that the engine added stays without its cause.
pub(super) fn boundary(play: &Play, mut keep: usize) -> usize {
    let log = play.game.log();
    loop {
        while keep > 0
            && log
                .get(keep)
                .is_some_and(|entry| matches!(entry.by, By::Engine(_)))
        {
            keep -= 1;
        }
        let whole = play.game.whole(keep);
        if whole == keep {
            return keep;
        }
        keep = whole;
    }
}

pub(super) fn keep(
    open: &Open,
    play: &Play,
    request: &Request,
    reach: Reach,
) -> Result<usize, Refusal> {
    let log = play.game.log();
    let nothing = || Refusal::new("There is nothing to take back.");
    let keep = match reach {
        Reach::Count(count) => {
            let mut keep = log.len();
            for done in 0..count {
                let found = log[..keep]
                    .iter()
                    .rposition(|entry| !matches!(entry.by, By::Engine(_)));
                keep = match (found, done) {
                    (Some(index), _) => index,
                    (None, 0) => return Err(nothing()),
                    (None, only) => {
                        return Err(Refusal::new(format!(
                            "Only {only} actions can be taken back."
                        )));
                    }
                };
            }
            keep
        }
        Reach::Turn => turn_start(open, play, request)?,
        Reach::Move(number) if number <= log.len() => number - 1,
        Reach::Move(number) => {
            return Err(Refusal::new(format!(
                "There is no move {number}; the last one is {}.",
                log.len()
            )));
        }
    };
    let keep = boundary(play, keep);
    if keep >= log.len() {
        return Err(nothing());
    }
    Ok(keep)
}

/// Where the asker's turn began: his moves in a row, in the same round and for the same company.
pub(super) fn turn_start(open: &Open, play: &Play, request: &Request) -> Result<usize, Refusal> {
    let seat = open
        .seat_of(&request.user)
        .ok_or_else(|| Refusal::new("You do not sit at this table."))?;
    let log = play.game.log();
    let mut first = log.len();
    let mut own = false;
    while let Some(entry) = first.checked_sub(1).and_then(|last| log.get(last)) {
        match entry.by {
            By::Engine(_) => {}
            By::Seat(by) | By::Host(by) if by == seat => own = true,
            _ => break,
        }
        first -= 1;
    }
    if !own {
        let last = log
            .iter()
            .rev()
            .find(|entry| !matches!(entry.by, By::Engine(_)));
        return Err(Refusal::new(match last {
            Some(entry) => format!(
                "{} moved last: nothing of your turn stands after that. /game undo asks for more.",
                play.names.seat(entry.by.seat())
            ),
            None => "There is nothing to take back.".to_string(),
        }));
    }
    let setup = play.game.setup().clone();
    let mut game =
        engine::Game::replay(setup, &log[..first]).map_err(|(_, why)| Refusal::from(why))?;
    let mut start = first;
    let mut known = None;
    for (index, entry) in log.iter().enumerate().skip(first) {
        if !matches!(entry.by, By::Engine(_)) {
            let company = game
                .asks()
                .iter()
                .find(|ask| ask.seat == seat)
                .and_then(|ask| ask.company);
            let key = Some((game.round_name(), company));
            if key != known {
                start = index;
                known = key;
            }
        }
        game.enter(entry.clone())?;
    }
    Ok(start)
}

/// `move 7` or `moves 141–143`.
pub(super) fn moves(keep: usize, len: usize) -> String {
    if keep + 1 >= len {
        format!("move {}", keep + 1)
    } else {
        format!("moves {}–{len}", keep + 1)
    }
}

pub(super) fn head_at(open: &Open, keep: usize) -> Option<ActionId> {
    let ids = open.play.as_ref().map(|play| &play.ids)?;
    keep.checked_sub(1).and_then(|last| ids.get(last)).copied()
}

/// Recent moves for autocomplete: the number, and how it reads.
pub(crate) fn recent(open: &Open, most: usize) -> Vec<(String, String)> {
    let Some(play) = &open.play else {
        return Vec::new();
    };
    let log = play.game.log();
    let mut found = vec![("turn".to_string(), "the start of your turn".to_string())];
    for (index, entry) in log.iter().enumerate().rev() {
        if found.len() > most {
            break;
        }
        if matches!(entry.by, By::Engine(_)) {
            continue;
        }
        let later = log[index + 1..]
            .iter()
            .filter(|entry| !matches!(entry.by, By::Engine(_)))
            .count();
        let tail = match later {
            0 => String::new(),
            1 => " and the one after it".to_string(),
            more => format!(" and the {more} after it"),
        };
        let action = text::clip(&play.game.print(&entry.action), 50);
        found.push((
            format!("{}", index + 1),
            format!(
                "{}. {}: {action}{tail}",
                index + 1,
                play.names.raw(entry.by.seat())
            ),
        ));
    }
    found
}
