//! Taking back and restoring. Own moves go at will where the table allows it; where moves of others would go, those
//! are asked whose moves they are, or the host decides; an end of the game is taken back only if all agree. Nothing
//! is lost: the game's head moves along its tree of actions.

use super::agreed::{Beyond, Takeback};
use super::reach::{Reach, boundary, head_at, keep, moves};
use super::turning::{self, Turning};
use super::vote::{self, Motion};
use super::{Open, Play};
use super::{Refusal, Request, Tables, lock};
use crate::reply::Reply;
use crate::store::{ActionId, ActionRow, Button, ByKind, State};
use crate::text;
use engine::ids::Seat;

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
            _ => row.action.how.who(&play.names.seat(seat)),
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
