//! Where a game is played: a channel that is gone, and another one to go on in.

use super::{Refusal, Request, Tables, lock, post};
use crate::reply::Reply;
use crate::store::{Change, Committed, GameId, PostBody, State, TurnPost};

/// Tells the host of a game that its channel is gone.
pub(super) fn lost(tables: &Tables, game: GameId) -> Result<(), Refusal> {
    let open = tables.game(game)?;
    let mut open = lock(&open);
    open.row.lost = true;
    let body = PostBody {
        text: format!(
            "The channel of game {game} is gone. Nothing of the game is lost: in another channel, \
             `/game bring game:{game}` goes on where it stands."
        ),
        ..PostBody::default()
    };
    tables.store().direct(game, &open.row.host, &body)?;
    Ok(())
}

/// `/game bring`: goes on with a game in this channel. The host may always; the others who sit at the table may once
/// its channel is gone.
pub(super) fn bring(tables: &Tables, request: &Request, game: GameId) -> Result<Reply, Refusal> {
    let none = || Refusal::new(format!("There is no game {game} of yours."));
    let open = tables.game(game).map_err(|_| none())?;
    let mut open = lock(&open);
    let sits = open
        .members
        .iter()
        .any(|member| member.user == request.user);
    if !sits && request.user != open.row.host {
        return Err(none());
    }
    if open.row.channel == request.channel {
        return Err(Refusal::new(format!("Game {game} is played here already.")));
    }
    if !open.row.lost && request.user != open.row.host {
        return Err(Refusal::new(format!(
            "Game {game} is played in <#{}>; only the host, {}, may bring it here.",
            open.row.channel,
            open.name_of(&open.row.host)
        )));
    }
    if !matches!(open.row.state, State::Lobby | State::Playing) {
        return Err(Refusal::new(format!("Game {game} is over.")));
    }
    if let Some(here) = tables.game_in(&request.channel)? {
        let here = lock(&here);
        if matches!(here.row.state, State::Lobby | State::Playing) {
            return Err(Refusal::new(format!(
                "This channel has a game already (game {}): one at a time.",
                here.row.id
            )));
        }
    }
    let at = tables.now();
    let turn = match &open.play {
        Some(play) => {
            let mut turn = post::told(&open, None, play, at).0;
            if let TurnPost::Begins(body, _) = &mut turn
                && let Some(shot) = &mut body.shot
            {
                shot.head = open.row.head;
            }
            turn
        }
        None => TurnPost::Begins(super::lobby::gathered(tables, &open)?, None),
    };
    let name = crate::text::escape(&crate::text::clean_name(&request.name));
    let reply = format!("Game {game} goes on here.");
    let committed = tables.commit(Change {
        game: Some((open.row.id, open.row.version)),
        user: request.user.clone(),
        what: "bring",
        detail: request.channel.clone(),
        moves_to: Some((request.channel.clone(), request.guild.clone())),
        redo: open.row.redo.clone(),
        posts: vec![post::words(
            &format!("{name} brings game {game} here: it goes on where it stood."),
            Vec::new(),
        )],
        turn: Some(turn),
        at,
        request: request.id.clone(),
        reply: reply.clone(),
        ..Change::default()
    })?;
    match committed {
        Committed::Before(reply) => Ok(Reply::new(reply)),
        Committed::Now(_, version, _) => {
            open.row.version = version;
            open.row.channel.clone_from(&request.channel);
            open.row.guild.clone_from(&request.guild);
            open.row.lost = false;
            Ok(Reply::new(reply))
        }
    }
}
