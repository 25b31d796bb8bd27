//! Taking back and restoring. Own moves go at will where the table allows it; where moves of others would go, those
//! are asked whose moves they are, or the host decides; an end of the game is taken back only if all agree. Nothing
//! is lost: the game's head moves along its tree of actions.

use super::agreed::{Beyond, Takeback};
use super::open::{Open, Play};
use super::turning::{self, Turning};
use super::vote::{self, Motion};
use super::{Refusal, Request, Tables, lock};
use crate::reply::Reply;
use crate::store::{ActionId, ActionRow, Button, ByKind, State};
use crate::text;
use engine::action::By;
use engine::ids::Seat;

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

/// Moves that would go or come back, and who must agree.
struct Plan {
    /// Entries that stand before them.
    keep: usize,
    /// Each with its number, who made it and what it was, oldest first; the engine's are left out.
    lines: Vec<String>,
    /// In notation.
    texts: Vec<String>,
    /// `moves 141–143`.
    moves: String,
    /// Whose moves they are, besides the asker's own.
    others: Vec<String>,
    /// Who must agree.
    voters: Vec<String>,
}

/// Takes back, or says what would go and whom to ask.
pub(super) fn undo(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    reach: Reach,
) -> Result<Reply, Refusal> {
    let play = undoable(open, request)?;
    let keep = keep(open, play, request, reach)?;
    let plan = plan(tables, open, request, keep)?;
    if plan.voters.is_empty() && plan.others.is_empty() {
        return take_back(tables, open, request, &plan);
    }
    let (game, mark) = (open.row.id, play.mark());
    let id = |how: &str| format!("v:{game}:undo:{mark}:{keep}:{how}");
    let button = if plan.voters.is_empty() {
        Button::grave("Take them back for all", id("now"))
    } else {
        Button::main(
            format!("Ask {}", plain_names(open, &plan.voters)),
            id("ask"),
        )
    };
    let why = reason(open, &plan);
    let head = format!("**{}** would go:", capital(&plan.moves));
    Ok(
        Reply::new(text::fit(&head, &plan.lines, &why, text::MESSAGE))
            .with_buttons([button, Button::new("Leave it", format!("v:{game}:leave"))]),
    )
}

/// Restores what was taken back last, or says what would come back and whom to ask.
pub(super) fn redo(tables: &Tables, open: &mut Open, request: &Request) -> Result<Reply, Refusal> {
    let mark = undoable(open, request)?.mark();
    let (plan, head) = restored(tables, open, request)?;
    if plan.voters.is_empty() {
        return restore(tables, open, request, &plan, head);
    }
    let game = open.row.id;
    let why = reason(open, &plan);
    let said = format!("**{}** would come back:", capital(&plan.moves));
    Ok(
        Reply::new(text::fit(&said, &plan.lines, &why, text::MESSAGE)).with_buttons([
            Button::main(
                format!("Ask {}", plain_names(open, &plan.voters)),
                format!("v:{game}:redo:{mark}:{head}:ask"),
            ),
            Button::new("Leave it", format!("v:{game}:leave")),
        ]),
    )
}

/// A press under one of the two pages: `undo:<mark>:<keep>:<how>` or `redo:<mark>:<head>:<how>`.
pub(super) fn press(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    what: &str,
    rest: &str,
) -> Result<Reply, Refusal> {
    let mut parts = rest.split(':');
    let mut number = || parts.next().and_then(|part| part.parse::<i64>().ok());
    let (mark, point) = (number(), number());
    let how = parts.next();
    let (Some(mark), Some(point), Some(how)) = (mark, point, how) else {
        return Err(vote::unknown());
    };
    if open.play.as_ref().map(Play::mark) != Some(mark) {
        return Err(Refusal::new(
            "The game has moved on since this was asked; nothing was done. Say /game undo again.",
        ));
    }
    let play = undoable(open, request)?;
    match (what, how) {
        ("undo", "ask" | "now") => {
            let keep = usize::try_from(point).map_err(|_| vote::unknown())?;
            if keep >= play.len() || boundary(play, keep) != keep {
                return Err(vote::unknown());
            }
            let plan = plan(tables, open, request, keep)?;
            if plan.voters.is_empty() {
                take_back(tables, open, request, &plan)
            } else {
                let motion = Motion::Undo {
                    head: head_at(open, keep),
                    moves: plan.moves.clone(),
                };
                ask(tables, open, request, motion, &plan, "take back")
            }
        }
        ("redo", "ask") => {
            let (plan, head) = restored(tables, open, request)?;
            if head != point {
                return Err(vote::unknown());
            }
            if plan.voters.is_empty() {
                return restore(tables, open, request, &plan, head);
            }
            let motion = Motion::Redo {
                head,
                moves: plan.moves.clone(),
            };
            ask(tables, open, request, motion, &plan, "restore")
        }
        _ => Err(vote::unknown()),
    }
}

fn ask(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    motion: Motion,
    plan: &Plan,
    verb: &str,
) -> Result<Reply, Refusal> {
    let mut lines = plan.lines.clone();
    if lines.len() > 12 {
        let left = lines.len() - 12;
        lines.truncate(12);
        lines.push(format!("… and {left} more"));
    }
    let said = format!("wants to {verb} {}:\n{}", plan.moves, lines.join("\n"));
    vote::ask(tables, open, request, motion, plan.voters.clone(), &said)
}

/// A game whose moves may be taken back, and somebody who may ask for it.
fn undoable<'o>(open: &'o Open, request: &Request) -> Result<&'o Play, Refusal> {
    let play = match (&open.play, open.row.state) {
        (Some(play), State::Over) if play.fault.is_none() => play,
        _ => open.playing()?,
    };
    if open.seat_of(&request.user).is_none() && request.user != open.row.host {
        return Err(Refusal::new("You do not sit at this table."));
    }
    if open.agreed().takeback == Takeback::Never {
        return Err(Refusal::new(
            "At this table no move is taken back; /game settings shows what was agreed.",
        ));
    }
    Ok(play)
}

/// Where what is one act for the rules begins: nothing that the engine added stays without its cause.
fn boundary(play: &Play, mut keep: usize) -> usize {
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

fn keep(open: &Open, play: &Play, request: &Request, reach: Reach) -> Result<usize, Refusal> {
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
fn turn_start(open: &Open, play: &Play, request: &Request) -> Result<usize, Refusal> {
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

/// What would go beyond `keep`, and who must agree.
fn plan(tables: &Tables, open: &Open, request: &Request, keep: usize) -> Result<Plan, Refusal> {
    let rows = tables.store().branch(open.row.id, open.row.head)?;
    let mut plan = gather(open, request, keep, &rows)?;
    let agreed = open.agreed();
    plan.voters = if open.row.state == State::Over {
        // The end of a game is everybody's.
        everybody(open, request)
    } else if plan.others.is_empty() {
        match agreed.takeback {
            Takeback::Ask => everybody(open, request),
            _ => Vec::new(),
        }
    } else {
        beyond(open, request, &plan)
    };
    Ok(plan)
}

fn beyond(open: &Open, request: &Request, plan: &Plan) -> Vec<String> {
    let agreed = open.agreed();
    match agreed.beyond {
        Beyond::Host if request.user == open.row.host => Vec::new(),
        Beyond::Host => vec![open.row.host.clone()],
        Beyond::Vote if agreed.takeback == Takeback::Ask => everybody(open, request),
        Beyond::Vote => plan.others.clone(),
    }
}

fn gather(
    open: &Open,
    request: &Request,
    keep: usize,
    rows: &[ActionRow],
) -> Result<Plan, Refusal> {
    let play = open.play.as_ref().ok_or_else(|| open.not_started())?;
    let mut plan = Plan {
        keep,
        lines: Vec::new(),
        texts: Vec::new(),
        moves: moves(keep, rows.len()),
        others: Vec::new(),
        voters: Vec::new(),
    };
    for (index, row) in rows.iter().enumerate().skip(keep) {
        if row.action.kind == ByKind::Engine {
            continue;
        }
        let seat = Seat(row.action.seat);
        let shown = text::in_code(&text::clip(&row.action.text, 120));
        let by = match row.action.kind {
            ByKind::Host => format!("{} (by the host)", play.names.seat(seat)),
            _ => play.names.seat(seat),
        };
        plan.lines.push(format!("{}. {by}: `{shown}`", index + 1));
        plan.texts.push(row.action.text.clone());
        let own = row.user == request.user || open.seat_of(&request.user) == Some(seat);
        if let Some(member) = open.member_at(seat).filter(|_| !own)
            && !plan.others.contains(&member.user)
        {
            plan.others.push(member.user.clone());
        }
    }
    Ok(plan)
}

/// `move 7` or `moves 141–143`.
fn moves(keep: usize, len: usize) -> String {
    if keep + 1 >= len {
        format!("move {}", keep + 1)
    } else {
        format!("moves {}–{len}", keep + 1)
    }
}

/// All players and the host, without the asker.
pub(super) fn everybody(open: &Open, request: &Request) -> Vec<String> {
    let mut users: Vec<String> = open
        .members
        .iter()
        .filter(|member| !member.is_open())
        .map(|member| member.user.clone())
        .collect();
    if !users.contains(&open.row.host) {
        users.push(open.row.host.clone());
    }
    users.retain(|user| *user != request.user);
    users
}

fn head_at(open: &Open, keep: usize) -> Option<ActionId> {
    let ids = open.play.as_ref().map(|play| &play.ids)?;
    keep.checked_sub(1).and_then(|last| ids.get(last)).copied()
}

fn take_back(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    plan: &Plan,
) -> Result<Reply, Refusal> {
    let mut redo = open.row.redo.clone();
    redo.extend(open.row.head);
    let how = if plan.others.is_empty() {
        ""
    } else {
        " (the host)"
    };
    let list = list(&plan.texts);
    let turning = Turning {
        what: "undo",
        head: head_at(open, plan.keep),
        redo,
        said: format!("takes back {}{how}: {list}", plan.moves),
        detail: format!("{}{how}", plan.moves),
        ..Turning::by(request)
    };
    let reply = turning::turn_to(tables, open, request, turning)?;
    let game = open.row.id;
    let mark = open.play.as_ref().map_or(0, Play::mark);
    Ok(reply.with_buttons([Button::new("Restore", format!("v:{game}:again:{mark}"))]))
}

/// What would come back, and to which head.
fn restored(tables: &Tables, open: &Open, request: &Request) -> Result<(Plan, ActionId), Refusal> {
    let nothing = || Refusal::new("There is nothing to restore.");
    let play = open.play.as_ref().ok_or_else(|| open.not_started())?;
    let head = *open.row.redo.last().ok_or_else(nothing)?;
    let rows = tables.store().branch(open.row.id, Some(head))?;
    if rows.len() <= play.len() {
        return Err(nothing());
    }
    let mut plan = gather(open, request, play.len(), &rows)?;
    if !plan.others.is_empty() {
        plan.voters = beyond(open, request, &plan);
    }
    Ok((plan, head))
}

fn restore(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    plan: &Plan,
    head: ActionId,
) -> Result<Reply, Refusal> {
    let mut redo = open.row.redo.clone();
    redo.pop();
    let list = list(&plan.texts);
    let turning = Turning {
        what: "redo",
        head: Some(head),
        redo,
        said: format!("restores {}: {list}", plan.moves),
        detail: plan.moves.clone(),
        ..Turning::by(request)
    };
    turning::turn_to(tables, open, request, turning)
}

/// What a vote has carried: the head moves, in the name of whoever asked.
pub(super) fn carried(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    vote: &vote::Carried,
    (back, head, moves): (bool, Option<ActionId>, &str),
) -> Result<Reply, Refusal> {
    let mut redo = open.row.redo.clone();
    if back {
        redo.extend(open.row.head);
    } else {
        redo.pop();
    }
    let turning = Turning {
        what: if back { "undo" } else { "redo" },
        head,
        redo,
        said: format!(
            "{} {moves}, as {} agreed",
            if back { "takes back" } else { "restores" },
            open.names_of(&vote.voters)
        ),
        detail: format!("{moves} (vote)"),
        user: vote.user.clone(),
        name: open.name_of(&vote.user),
        steps: vote.steps.clone(),
    };
    turning::turn_to(tables, open, request, turning)
}

/// Why others are asked, or what the host's word does.
fn reason(open: &Open, plan: &Plan) -> String {
    let asked = open.names_of(&plan.voters);
    if open.row.state == State::Over {
        format!("The game has ended: its end goes only if all agree. Still to be asked: {asked}.")
    } else if plan.voters.is_empty() {
        format!(
            "They are moves of {} as well. You are the host: it is yours to decide.",
            open.names_of(&plan.others)
        )
    } else if plan.others.is_empty() {
        format!("At this table own moves go only if all others agree: {asked}.")
    } else if plan.voters == plan.others {
        format!("Moves of {asked} are among them, so that needs their word.")
    } else {
        format!(
            "Moves of {} are among them. At this table that needs the word of {asked}.",
            open.names_of(&plan.others)
        )
    }
}

fn plain_names(open: &Open, users: &[String]) -> String {
    text::plain(&open.names_of(users))
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}

fn list(texts: &[String]) -> String {
    let shown: Vec<String> = texts
        .iter()
        .take(5)
        .map(|text| format!("`{}`", text::in_code(&text::clip(text, 80))))
        .collect();
    let more = texts.len().saturating_sub(5);
    if more == 0 {
        shown.join(", ")
    } else {
        format!("{} and {more} more", shown.join(", "))
    }
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

/// "Restore" under an answer: only while nothing has happened since.
pub(super) fn again(
    tables: &Tables,
    request: &Request,
    open: &std::sync::Mutex<Open>,
    mark: &str,
) -> Result<Reply, Refusal> {
    let mut open = lock(open);
    if mark.parse().ok() != open.play.as_ref().map(Play::mark) {
        return Err(Refusal::new(
            "The game has moved on since; /game redo says what can be restored.",
        ));
    }
    redo(tables, &mut open, request)
}
