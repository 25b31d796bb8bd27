//! Votes of a table: who is asked, what was answered, and what is done when all have agreed.
//!
//! A vote lies in the store; its buttons carry the game and the vote's number. All who are asked must agree: the first
//! refusal ends it. A vote about moves is void as soon as the position changes.

pub(super) use super::motion::Motion;
use super::motion::{Kept, body, buttons, describe, keep, mark, over_post, read, waiting};
use super::open::Open;
use super::{Refusal, Request, Tables, due, ending, post, settings, substitute, takeback, time};
use crate::reply::Reply;
use crate::store::{Change, Committed, Due, Standing, State, Step, VoteRow};
use crate::text;

/// Days that a vote stays open.
pub(super) const DAYS: i64 = 7;

/// A vote in which all have agreed.
pub(super) struct Carried {
    /// Who asked.
    pub(super) user: String,
    /// Who agreed besides him.
    pub(super) voters: Vec<String>,
    /// What closes it, to go with what it does.
    pub(super) steps: Vec<Step>,
}

pub(super) fn unknown() -> Refusal {
    Refusal::new("This button is not one of ours, or from another version.")
}

/// Asks the table. `said` goes on after the asker's name: `wants to take back …`.
pub(super) fn ask(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    motion: Motion,
    voters: Vec<String>,
    said: &str,
) -> Result<Reply, Refusal> {
    let (votes, number) = tables.store().votes(open.row.id)?;
    let same = votes.iter().find(|vote| {
        read(vote).is_some_and(|other| match (&other, &motion) {
            (Motion::Setting { name, .. }, Motion::Setting { name: mine, .. }) => name == mine,
            (Motion::Substitute { out, .. }, Motion::Substitute { out: mine, .. }) => out == mine,
            _ => std::mem::discriminant(&other) == std::mem::discriminant(&motion),
        })
    });
    if let Some(vote) = same {
        return Err(Refusal::new(format!(
            "A vote on {} is open already; it waits for {}. /game votes shows it.",
            motion.about(),
            open.names_of(&waiting(vote))
        )));
    }
    let mut ballots: Vec<(String, Option<bool>)> =
        voters.iter().map(|user| (user.clone(), None)).collect();
    ballots.retain(|(user, _)| *user != request.user);
    let asked: Vec<String> = ballots.iter().map(|(user, _)| user.clone()).collect();
    if open
        .members
        .iter()
        .any(|member| member.user == request.user)
    {
        ballots.insert(0, (request.user.clone(), Some(true)));
    }
    let kept = Kept {
        motion,
        said: text::clip(said, 1200),
        name: text::escape(&text::clean_name(&request.name)),
    };
    let vote = VoteRow {
        game: open.row.id,
        number,
        user: request.user.clone(),
        motion: serde_json::to_string(&kept).unwrap_or_default(),
        bound: kept.motion.bound(),
        standing: Standing::Open,
        ballots,
    };
    let reply = format!("{} asked.", are(open, &asked));
    let body = body(open, &vote, &kept);
    let change = Change {
        game: Some((open.row.id, open.row.version)),
        user: request.user.clone(),
        what: "vote",
        detail: format!("{number}: {}", kept.motion.about()),
        still: true,
        steps: vec![
            Step::Plan(Due {
                at: tables.now() + DAYS * due::DAY,
                kind: due::VOTE.into(),
                payload: format!("{{\"vote\":{number}}}"),
                ..Due::default()
            }),
            Step::OpenVote(vote),
        ],
        posts: vec![body],
        request: request.id.clone(),
        reply: reply.clone(),
        ..Change::default()
    };
    match tables.commit(change)? {
        Committed::Before(reply) => Ok(Reply::new(reply)),
        Committed::Now(..) => Ok(Reply::new(reply)),
    }
}

/// `ben and clara are`.
fn are(open: &Open, users: &[String]) -> String {
    let verb = if users.len() == 1 { "is" } else { "are" };
    format!("{} {verb}", open.names_of(users))
}

/// A press under a vote's post, or under one of its pages: what follows the game's number.
pub(super) fn press(
    tables: &Tables,
    request: &Request,
    game: i64,
    rest: &str,
) -> Result<Reply, Refusal> {
    let shared = tables.game(game)?;
    let (first, rest) = rest.split_once(':').unwrap_or((rest, ""));
    {
        let mut open = super::lock(&shared);
        if open.row.channel != request.channel {
            return Err(Refusal::new(
                "This button belongs to a game in another channel.",
            ));
        }
        match (first, rest) {
            ("leave", "") => return Ok(Reply::new("Nothing was changed.")),
            ("undo" | "redo", rest) => {
                return takeback::press(tables, &mut open, request, first, rest);
            }
            ("again", _) => {}
            (number, verb) => {
                let number = number.parse().map_err(|_| unknown())?;
                return answer(tables, &mut open, request, number, verb);
            }
        }
    }
    takeback::again(tables, request, &shared, rest)
}

fn answer(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    number: i64,
    verb: &str,
) -> Result<Reply, Refusal> {
    let vote = tables
        .store()
        .vote(open.row.id, number)?
        .ok_or_else(unknown)?;
    let kept = keep(&vote).ok_or_else(unknown)?;
    match vote.standing {
        Standing::Open => {}
        Standing::Carried => return Err(over("All have agreed, and it is done.")),
        Standing::Refused => return Err(over("It was refused.")),
        Standing::Withdrawn => return Err(over("It was withdrawn.")),
        Standing::Void => return Err(over("The game has moved on since: it is void.")),
        Standing::Expired => return Err(over("Not all had answered in time.")),
    }
    match verb {
        "back" => withdraw(tables, open, request, &vote, &kept),
        "yes" | "no" => {
            let ballot = vote.ballots.iter().find(|(user, _)| *user == request.user);
            let Some((_, cast)) = ballot else {
                return Err(Refusal::new(format!(
                    "Only {} asked here.",
                    are(open, &waiting(&vote))
                )));
            };
            if *cast == Some(true) && verb == "yes" {
                return Err(Refusal::new(format!(
                    "You have agreed already; it waits for {}.",
                    open.names_of(&waiting(&vote))
                )));
            }
            if vote.user == request.user {
                return Err(Refusal::new(
                    "You have asked this yourself: you may withdraw it.",
                ));
            }
            if verb == "yes" {
                agree(tables, open, request, vote, kept)
            } else {
                refuse(tables, open, request, &vote, &kept)
            }
        }
        _ => Err(unknown()),
    }
}

fn over(why: &str) -> Refusal {
    Refusal::new(format!("This vote is over. {why}"))
}

fn withdraw(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    vote: &VoteRow,
    kept: &Kept,
) -> Result<Reply, Refusal> {
    if vote.user != request.user {
        return Err(Refusal::new(format!(
            "Only {} may withdraw this.",
            open.name_of(&vote.user)
        )));
    }
    let steps = vec![
        Step::CloseVote(vote.number, Standing::Withdrawn),
        over_post(open, vote, kept, "Withdrawn."),
    ];
    still(tables, open, request, steps, "", "You have withdrawn it.")
}

fn refuse(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    vote: &VoteRow,
    kept: &Kept,
) -> Result<Reply, Refusal> {
    let name = text::escape(&text::clean_name(&request.name));
    let said = format!(
        "{} {name} refuses: nothing changes about {}.",
        post::pings(std::slice::from_ref(&vote.user)),
        match &kept.motion {
            Motion::Undo { moves, .. } | Motion::Redo { moves, .. } => moves.as_str(),
            other => other.about(),
        }
    );
    let steps = vec![
        Step::Cast(vote.number, request.user.clone(), false),
        Step::CloseVote(vote.number, Standing::Refused),
        over_post(open, vote, kept, &format!("Refused by {name}.")),
    ];
    still(tables, open, request, steps, &said, "You have refused.")
}

/// Steps that leave the position as it is, and a line to the channel if there is something to be said.
pub(super) fn still(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    steps: Vec<Step>,
    said: &str,
    reply: &str,
) -> Result<Reply, Refusal> {
    let mentions: Vec<String> = open
        .members
        .iter()
        .map(|member| member.user.clone())
        .filter(|user| said.contains(&format!("<@{user}>")))
        .collect();
    let change = Change {
        game: Some((open.row.id, open.row.version)),
        user: request.user.clone(),
        what: "table",
        detail: text::plain(if said.is_empty() { reply } else { said }),
        still: true,
        steps,
        posts: if said.is_empty() {
            Vec::new()
        } else {
            vec![post::words(said, mentions)]
        },
        request: request.id.clone(),
        reply: reply.to_string(),
        ..Change::default()
    };
    match tables.commit(change)? {
        Committed::Before(reply) => Ok(Reply::new(reply)),
        Committed::Now(..) => Ok(Reply::new(reply)),
    }
}

fn agree(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    mut vote: VoteRow,
    mut kept: Kept,
) -> Result<Reply, Refusal> {
    let mut steps = vec![Step::Cast(vote.number, request.user.clone(), true)];
    if let Motion::Substitute { into, name, .. } = &mut kept.motion
        && *into == request.user
    {
        *name = Some(text::clean_name(&request.name));
        let json = serde_json::to_string(&kept).unwrap_or_default();
        steps.push(Step::Motion(vote.number, json));
    }
    for (user, yes) in &mut vote.ballots {
        if *user == request.user {
            *yes = Some(true);
        }
    }
    let left = waiting(&vote);
    if !left.is_empty() {
        steps.push(Step::Repost(body(open, &vote, &kept), false));
        let reply = format!("You have agreed. It waits for {}.", open.names_of(&left));
        return still(tables, open, request, steps, "", &reply);
    }
    steps.push(Step::CloseVote(vote.number, Standing::Carried));
    steps.push(over_post(open, &vote, &kept, "All have agreed."));
    let voters = vote.ballots.iter().map(|(user, _)| user.clone());
    let carried = Carried {
        voters: voters.filter(|user| *user != vote.user).collect(),
        user: vote.user,
        steps,
    };
    carry(tables, open, request, kept.motion, carried)
}

/// Does what all have agreed to.
fn carry(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    motion: Motion,
    carried: Carried,
) -> Result<Reply, Refusal> {
    match motion {
        Motion::Undo { head, moves } => {
            takeback::carried(tables, open, request, &carried, (true, head, &moves))
        }
        Motion::Redo { head, moves } => {
            takeback::carried(tables, open, request, &carried, (false, Some(head), &moves))
        }
        Motion::Substitute { out, into, name } => {
            let name = name.unwrap_or_else(|| "somebody".into());
            substitute::replace(tables, open, request, (&out, &into, &name), &carried)
        }
        Motion::End => ending::agreed(tables, open, request, &carried),
        Motion::Answers { out } => time::answered(tables, open, request, &out, &carried),
        Motion::Seek { out } => time::sought(tables, open, request, &out, &carried),
        Motion::Setting { name, value } => {
            settings::apply(tables, open, request, (&name, &value), carried.steps)
        }
    }
}

/// `/game votes`: the open votes with their buttons.
pub(super) fn show(tables: &Tables, open: &Open) -> Result<Reply, Refusal> {
    let (votes, _) = tables.store().votes(open.row.id)?;
    if votes.is_empty() {
        return Ok(Reply::new("No vote is open at this table."));
    }
    let mut lines = Vec::new();
    let mut reply_buttons = Vec::new();
    for vote in &votes {
        let Some(motion) = read(vote) else { continue };
        lines.push(format!(
            "**Vote {}** on {}, asked by {}. Waiting for {}.",
            vote.number,
            describe(open, &motion),
            open.name_of(&vote.user),
            open.names_of(&waiting(vote))
        ));
        let several = votes.len() > 1;
        reply_buttons.extend(buttons(open, vote, &motion).into_iter().map(|mut button| {
            if several {
                button.label = format!("{} · vote {}", button.label, vote.number);
            }
            button
        }));
    }
    Ok(Reply::new(lines.join("\n")).with_buttons(reply_buttons))
}

/// Not all answered in time: said once, to the asker.
pub(super) fn expire(tables: &Tables, open: &mut Open, due: &Due) -> Result<due::Handled, Refusal> {
    let number = serde_json::from_str::<serde_json::Value>(&due.payload)
        .ok()
        .and_then(|payload| payload.get("vote")?.as_i64())
        .unwrap_or(0);
    let vote = tables.store().vote(open.row.id, number)?;
    let Some(vote) = vote.filter(|vote| vote.standing == Standing::Open) else {
        return Ok(due::Handled::Nothing);
    };
    let kept = keep(&vote).ok_or_else(unknown)?;
    let about = kept.motion.about();
    let said = format!(
        "{} The question about {about} was open for {DAYS} days, and {} did not answer: nothing changes.",
        post::pings(std::slice::from_ref(&vote.user)),
        open.names_of(&waiting(&vote)),
    );
    tables.commit(Change {
        game: Some((open.row.id, open.row.version)),
        what: "table",
        detail: text::plain(&said),
        still: true,
        steps: vec![
            Step::Done(due.id),
            Step::CloseVote(vote.number, Standing::Expired),
            over_post(open, &vote, &kept, "Not all answered in time."),
        ],
        posts: vec![post::words(&said, vec![vote.user.clone()])],
        ..Change::default()
    })?;
    Ok(due::Handled::Done)
}

/// What becomes of open votes when a seat passes on: they are void, for the wrong people were asked.
pub(super) fn drop_others(tables: &Tables, open: &Open, but: i64) -> Result<Vec<Step>, Refusal> {
    let (votes, _) = tables.store().votes(open.row.id)?;
    Ok(votes
        .into_iter()
        .filter(|vote| vote.number != but && open.row.state != State::Ended)
        .flat_map(|vote| {
            [
                Step::CloseVote(vote.number, Standing::Void),
                Step::Shut(mark(vote.number)),
            ]
        })
        .collect())
}
