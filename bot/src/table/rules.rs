//! The rules that a game is played by: the revision that it began with, and the newest if the table adopts it.

use super::{Open, Play};
use super::{Refusal, Request, Tables, lock, post};
use crate::reply::Reply;
use crate::store::{ByKind, Change, Committed, How, NewAction};
use engine::action::{Action, By, Entry};
use engine::ids::Seat;
use engine::rules::revisions;

/// `/game rules`: by which revision of the rules the game is played, and what has changed since.
pub(super) fn rules(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    adopt: Option<&str>,
) -> Result<Reply, Refusal> {
    let title = open.row.title.clone();
    let now = open
        .play
        .as_ref()
        .map_or(open.row.revision, |play| play.game.revision());
    let newest = revisions::newest(&title);
    let news: Vec<String> = revisions::since(&title, now)
        .map(|entry| format!("version {}: {} ({})", entry.number, entry.text, entry.rule))
        .collect();
    if adopt.is_none() {
        let began = if open.row.revision == now {
            String::new()
        } else {
            format!(", begun by version {}", open.row.revision)
        };
        let text = if news.is_empty() {
            format!("This game is played by rules version {now}{began}, the newest of its title.")
        } else {
            format!(
                "This game is played by rules version {now}{began}; it keeps that to its end unless the host adopts the newest with /game rules adopt:newest. Since then:\n{}",
                news.join("\n")
            )
        };
        return Ok(Reply::new(text));
    }
    if request.user != open.row.host {
        return Err(Refusal::new(format!(
            "Only the host, {}, may adopt other rules.",
            open.name_of(&open.row.host)
        )));
    }
    open.playing()?;
    if newest <= now {
        return Err(Refusal::new(format!(
            "The game is played by the newest rules already, version {now}."
        )));
    }
    adopt_newest(tables, open, request, newest)
}

/// Where the whole log leads to the same positions under the newest revision the game is played by it from its
/// beginning on, else from here on by an entry.
fn adopt_newest(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    revision: u16,
) -> Result<Reply, Refusal> {
    if !fits(tables, open, revision)? {
        return adopt_from_here(tables, open, request, revision);
    }
    let said = format!(
        "The host adopts rules version {revision}: everything played so far stands under it, too."
    );
    let reply = format!("The game is played by rules version {revision}.");
    let change = Change {
        game: Some((open.row.id, open.row.version)),
        user: request.user.clone(),
        what: "rules",
        detail: revision.to_string(),
        revision: Some(revision),
        posts: vec![post::words(&said, Vec::new())],
        request: request.id.clone(),
        reply: reply.clone(),
        ..Change::default()
    };
    match tables.commit(change)? {
        Committed::Before(reply) => Ok(Reply::new(reply)),
        Committed::Now(..) => {
            *open = Open::load(tables.store(), open.row.id)?;
            summarise(tables, open)?;
            Ok(Reply::new(reply))
        }
    }
}

/// From here on: an entry of the log, which can be taken back as any other.
fn adopt_from_here(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    revision: u16,
) -> Result<Reply, Refusal> {
    let play = open.playing()?;
    let seat = play.awaited_seats().first().copied().unwrap_or(Seat(0));
    let entry = Entry {
        by: By::Host(seat),
        action: Action::Rules(revision),
    };
    let mut trial = play.clone();
    let text = trial.game.print(&entry.action);
    let (story, digest) = trial.enter(entry)?;
    let said = format!(
        "The host adopts rules version {revision}. It holds from here on; everything played so far stands."
    );
    let at = tables.now();
    trial.keep(story, at, How::Hand);
    let (turn, call) = post::told(open, Some(play), &trial, at);
    let reply = format!("From here on the game is played by rules version {revision}.");
    let change = Change {
        game: Some((open.row.id, open.row.version)),
        user: request.user.clone(),
        what: "rules",
        detail: revision.to_string(),
        actions: vec![NewAction {
            kind: ByKind::Host,
            how: How::Hand,
            seat: seat.0,
            text,
            digest,
        }],
        summary: Some(trial.summary()),
        turn: Some(turn),
        call,
        at,
        posts: vec![post::words(&said, Vec::new())],
        request: request.id.clone(),
        reply: reply.clone(),
        ..Change::default()
    };
    match tables.commit(change)? {
        Committed::Before(reply) => Ok(Reply::new(reply)),
        Committed::Now(..) => {
            *open = Open::load(tables.store(), open.row.id)?;
            Ok(Reply::new(reply))
        }
    }
}

/// Keeps whom the game waits for by the rules that hold now.
fn summarise(tables: &Tables, open: &Open) -> Result<(), Refusal> {
    if let Some(play) = open.play.as_ref().filter(|play| play.fault.is_none()) {
        let (game, head) = (open.row.id, open.row.head);
        tables.store().summarise(game, head, play.summary())?;
    }
    Ok(())
}

/// Whether the game's whole log leads to the same positions under a revision.
fn fits(tables: &Tables, open: &Open, revision: u16) -> Result<bool, Refusal> {
    let actions = tables.store().branch(open.row.id, open.row.head)?;
    let mut row = open.row.clone();
    row.revision = revision;
    let folded = Play::fold(&row, &open.members, &actions)?;
    Ok(folded.fault.is_none() && folded.game.revision() == revision)
}

impl Tables {
    /// Lets the host of a channel's game adopt a revision, for tests of the mechanism.
    ///
    /// # Errors
    /// A sentence.
    #[doc(hidden)]
    pub fn adopt(&self, channel: &str, host: &str, revision: u16) -> Result<String, String> {
        let request = Request {
            user: host.into(),
            name: host.into(),
            channel: channel.into(),
            ..Request::default()
        };
        let adopted = self.here(&request).and_then(|open| {
            let mut open = lock(&open);
            let now = open.playing()?.game.revision();
            if revision <= now {
                return Err(Refusal::new(format!(
                    "The game is played by rules version {now} already."
                )));
            }
            adopt_newest(self, &mut open, &request, revision)
        });
        adopted
            .map(|reply| reply.text().to_string())
            .map_err(|Refusal(why)| why)
    }
}
