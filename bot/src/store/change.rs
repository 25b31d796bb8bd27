//! Changes of a game, each one transaction.

use super::calls;
use super::kept::Kept;
use super::pace;
use super::rows::{ActionId, ByKind, GameId, NewAction, PostBody, State};
use super::seating::{Joining, Opening, moves_to, open, seat};
use super::steps::{self, Step};
use super::summary::{self, Summary};
use super::votes;
use super::waits;
use super::{Fault, Store};
use rusqlite::{Connection, OptionalExtension, Transaction, params};

/// What becomes of the post of the turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnPost {
    /// A turn begins: the post before it loses its buttons. What happened in that turn at last, if it is not as told.
    Begins(PostBody, Option<Vec<String>>),
    /// The turn goes on: its post is edited.
    Goes(PostBody),
    /// Nobody is awaited any more.
    Ends,
}

/// What changes in one transaction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// The game and the version that it must have; `None` opens a game.
    pub game: Option<(GameId, i64)>,
    /// The game to be opened, if one is.
    pub opening: Opening,
    /// Who asked for it; nobody where the bot itself does it.
    pub user: String,
    /// The position stays: buttons made for it hold on, and what may be restored is kept.
    pub still: bool,
    /// What else the table agrees on.
    pub steps: Vec<Step>,
    /// Who sent each of the actions, where it was not `user` alone.
    pub hands: Vec<String>,
    /// What: `join`, `act`, `undo` …
    pub what: &'static str,
    /// More about it.
    pub detail: String,
    /// Moves the head to this action before anything is added.
    pub rewind: Option<Option<ActionId>>,
    /// Actions added after the head.
    pub actions: Vec<NewAction>,
    /// Former heads that may be restored; forgotten by default.
    pub redo: Vec<ActionId>,
    /// The new state.
    pub state: Option<State>,
    /// What lists of games say of the position that it leads to.
    pub summary: Option<Summary>,
    /// From its beginning on the game is played by this revision of the rules.
    pub revision: Option<u16>,
    /// Who sits down or gets up.
    pub joining: Vec<Joining>,
    /// What is told to the channel. A shot whose head is `None` while actions are added gets the new head; a `?` in
    /// the id of a button gets the number of the game that is opened.
    pub posts: Vec<PostBody>,
    /// What becomes of the post of the turn.
    pub turn: Option<TurnPost>,
    /// A short message that calls whoever is awaited within the turn; not sent where the post of the turn itself is
    /// still to be sent.
    pub call: Option<PostBody>,
    /// What else the journal says: who, what, more about it.
    pub also: Vec<(String, &'static str, String)>,
    /// When it happens, in seconds since 1970; 0 is now.
    pub at: i64,
    /// The game goes on in this channel of this server.
    pub moves_to: Option<(String, Option<String>)>,
    /// Id of the request.
    pub request: Option<String>,
    /// What the asker is answered, kept with the request's id.
    pub reply: String,
}

/// How a change went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Committed {
    /// It is durable: the game, its new version, and the numbers of the added actions.
    Now(GameId, i64, Vec<ActionId>),
    /// The same request was carried out before and answered so.
    Before(String),
}

impl Store {
    /// Carries out a change.
    ///
    /// # Errors
    /// [`Fault::Moved`] if the game has another version, [`Fault::Taken`] if the channel has an active game, else
    /// what SQLite says; then nothing is written.
    pub fn commit(&self, mut change: Change) -> Result<Committed, Fault> {
        if change.at == 0 {
            change.at = self.now();
        }
        self.run(move |connection| commit(connection, &change))
    }

    /// What a request was answered, if it was carried out before.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn answered(&self, request: &str) -> Result<Option<String>, Fault> {
        let request = request.to_string();
        self.run(move |connection| Ok(answered(connection, &request)?))
    }
}

fn answered(connection: &Connection, request: &str) -> rusqlite::Result<Option<String>> {
    connection
        .one(
            "SELECT reply FROM interactions WHERE id = ?1",
            [request],
            |row| row.get(0),
        )
        .optional()
}

fn commit(connection: &mut Connection, change: &Change) -> Result<Committed, Fault> {
    let work = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    if let Some(request) = &change.request
        && let Some(reply) = answered(&work, request)?
    {
        return Ok(Committed::Before(reply));
    }
    let at = change.at;
    let (game, version) = match change.game {
        Some((game, version)) => {
            let updated = work.exec(
                "UPDATE games SET version = version + ?4, changed = iif(?5, changed, ?3)
                 WHERE id = ?1 AND version = ?2",
                params![
                    game,
                    version,
                    at,
                    i64::from(!change.still),
                    change.user.is_empty()
                ],
            )?;
            if updated != 1 {
                return Err(Fault::Moved);
            }
            (game, version + i64::from(!change.still))
        }
        None => (open(&work, change, at)?, 0),
    };
    if let Some((channel, guild)) = &change.moves_to {
        moves_to(&work, game, channel, guild.as_deref())?;
    }
    let ids = add_actions(&work, game, change, at)?;
    if !change.still {
        let redo = serde_json::to_string(&change.redo).unwrap_or_else(|_| "[]".into());
        work.exec(
            "UPDATE games SET redo = ?2 WHERE id = ?1",
            params![game, redo],
        )?;
    }
    if let Some(state) = change.state {
        work.exec(
            "UPDATE games SET state = ?2 WHERE id = ?1",
            params![game, state.name()],
        )?;
    }
    if let Some(summary) = &change.summary {
        let head = work.one("SELECT head FROM games WHERE id = ?1", [game], |row| {
            row.get(0)
        })?;
        let acted: Vec<u8> = change.actions.iter().map(|action| action.seat).collect();
        summary::write(&work, game, head, summary, &acted, (version, at))?;
    }
    if let Some(revision) = change.revision {
        work.exec(
            "UPDATE games SET revision = ?2 WHERE id = ?1",
            params![game, revision],
        )?;
    }
    seat(&work, game, &change.joining, (version, at))?;
    for step in &change.steps {
        steps::take(&work, game, step, at)?;
    }
    if matches!(change.state, Some(State::Ended)) {
        votes::void_all(&work, game, at)?;
        pace::all_ended(&work, game, at)?;
    } else if change.rewind.is_some() || !change.actions.is_empty() {
        votes::void_bound(&work, game, at)?;
    }
    if matches!(change.state, Some(State::Ended | State::Over)) {
        super::orders::end_all(&work, game, at)?;
    }
    let calls = super::outbox::tell(&work, game, change, ids.last().copied(), at)?;
    if !change.still {
        let (there, pinged) = (there(change), pinged(change, calls));
        calls::called(&work, game, version, (&there, &pinged), at)?;
    }
    waits::replan(&work, game, at)?;
    work.exec(
        "INSERT INTO journal (game, user, what, detail, at, stands) VALUES (?1, ?2, ?3, ?4, ?5,
         iif(?6, (SELECT coalesce((SELECT number FROM actions WHERE id = head), 0) FROM games WHERE id = ?1), NULL))",
        params![
            game,
            change.user,
            change.what,
            change.detail,
            at,
            change.rewind.is_some()
                || matches!(change.joining.first(), Some(Joining::Replaces(..)))
        ],
    )?;
    for (user, what, detail) in &change.also {
        work.exec(
            "INSERT INTO journal (game, user, what, detail, at) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![game, user, what, detail, at],
        )?;
    }
    if let Some(request) = &change.request {
        work.exec(
            "INSERT INTO interactions (id, game, reply, at) VALUES (?1, ?2, ?3, ?4)",
            params![request, game, change.reply, at],
        )?;
    }
    work.commit()?;
    Ok(Committed::Now(game, version, ids))
}

/// Who is there himself, for he has just done something, or ordered what was done at once.
fn there(change: &Change) -> Vec<&str> {
    let own = change
        .actions
        .iter()
        .enumerate()
        .filter(|(_, action)| action.kind != ByKind::Engine && !action.how.is_automatic());
    let hands = own.map(|(index, _)| change.hands.get(index).unwrap_or(&change.user).as_str());
    match change.actions.is_empty() {
        true => vec![change.user.as_str()],
        false if change.what == "auto" => hands.chain([change.user.as_str()]).collect(),
        false => hands.collect(),
    }
}

/// Who is pinged by what is told, if he may be. `calls`: the post of the turn is still to be sent, and names whoever is
/// awaited then.
fn pinged(change: &Change, calls: bool) -> Vec<&str> {
    let turn = match &change.turn {
        Some(TurnPost::Begins(body, _)) => Some(body),
        Some(TurnPost::Goes(body)) if calls => Some(body),
        _ => None,
    };
    let bodies = change.posts.iter().chain(turn).chain(&change.call);
    bodies
        .flat_map(|body| body.mentions.iter().map(String::as_str))
        .collect()
}

fn add_actions(
    work: &Transaction<'_>,
    game: GameId,
    change: &Change,
    at: i64,
) -> Result<Vec<ActionId>, Fault> {
    let mut head: Option<ActionId> = match change.rewind {
        Some(head) => head,
        None => work.one("SELECT head FROM games WHERE id = ?1", [game], |row| {
            row.get(0)
        })?,
    };
    let mut number: i64 = match head {
        Some(head) => work.one("SELECT number FROM actions WHERE id = ?1", [head], |row| {
            row.get(0)
        })?,
        None => 0,
    };
    let mut ids = Vec::new();
    for (index, action) in change.actions.iter().enumerate() {
        number += 1;
        work.exec(
            "INSERT INTO actions (game, parent, number, kind, seat, text, digest, user, at, how)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            params![
                game,
                head,
                number,
                action.kind.name(),
                action.seat,
                action.text,
                action.digest,
                change.hands.get(index).unwrap_or(&change.user),
                at,
                action.how.name()
            ],
        )?;
        let id = work.last_insert_rowid();
        head = Some(id);
        ids.push(id);
    }
    work.exec(
        "UPDATE games SET head = ?2 WHERE id = ?1",
        params![game, head],
    )?;
    Ok(ids)
}
