//! Games taken out of the table service and brought into it, and the seats that are open then.

use super::open::Open;
use super::{Play, Refusal, Request, Tables, lock, post, seats};
use crate::command::Command;
use crate::reply::{Reply, fitting};
use crate::store::{
    Button, Change, Committed, GameId, How, Joining, Member, Opening, PostBody, Shot, State, Step,
};
use crate::text;
use crate::transfer::{self, Brought};
use engine::ids::Seat;

/// `/game export`: the whole game as a file.
pub(super) fn export(tables: &Tables, open: &Open) -> Result<Reply, Refusal> {
    let file = saved(tables, open)?;
    let play = open.play.as_ref().ok_or_else(|| open.not_started())?;
    let name = format!("{}-game-{}.json", open.row.title, open.row.id);
    Ok(Reply::new(format!(
        "Game {} with its {} moves, for /game import in another channel or on another server. \
         It names the players as they are shown here, and nobody's Discord account.",
        open.row.id,
        play.len()
    ))
    .with_file(name, file.into_bytes()))
}

/// A started game as its file.
fn saved(tables: &Tables, open: &Open) -> Result<String, Refusal> {
    let play = open.play.as_ref().ok_or_else(|| open.not_started())?;
    if let Some(fault) = &play.fault {
        return Err(Refusal::new(fault.clone()));
    }
    let actions = tables.store().branch(open.row.id, open.row.head)?;
    let hows: Vec<How> = actions.iter().map(|row| row.action.how).collect();
    let digests: Vec<String> = actions.into_iter().map(|row| row.action.digest).collect();
    Ok(transfer::write(
        &play.game,
        play.names.all(),
        &digests,
        &hows,
    ))
}

/// `/game import`: a new game in this channel from a file.
pub(super) fn import(
    tables: &Tables,
    request: &Request,
    command: &Command,
) -> Result<Reply, Refusal> {
    if let Some(open) = tables.game_in(&request.channel)? {
        let open = lock(&open);
        if matches!(open.row.state, State::Lobby | State::Playing) {
            return Err(Refusal::new(format!(
                "This channel has a game already (game {}): one at a time. Bring the file into another channel.",
                open.row.id
            )));
        }
    }
    let bytes = command
        .file()
        .ok_or_else(|| Refusal::new("The file did not come along: attach it to the command."))?;
    let brought = transfer::read(bytes).map_err(Refusal)?;
    let seat = match command.get("seat") {
        Some(wanted) => Some(named(&brought.names, wanted)?),
        None => None,
    };
    store(tables, request, &brought, seat)
}

/// Opens the game of a file, all seats open but the one that the importer takes.
fn store(
    tables: &Tables,
    request: &Request,
    brought: &Brought,
    seat: Option<u8>,
) -> Result<Reply, Refusal> {
    let own = text::clean_name(&request.name);
    let mut members: Vec<Member> = (0u8..)
        .zip(&brought.names)
        .map(|(at, name)| Member::open(name, at))
        .collect();
    if let Some(member) = seat.and_then(|seat| members.get_mut(usize::from(seat))) {
        member.user.clone_from(&request.user);
        member.name.clone_from(&own);
    }
    let joining = members.iter().flat_map(|member| {
        let seat = member.seat.unwrap_or_default();
        [
            Joining::Joins(member.user.clone(), member.name.clone()),
            Joining::Sits(member.user.clone(), seat),
        ]
    });
    let setup = brought.game.setup();
    let state = match (brought.game.is_over(), brought.ended) {
        (true, _) => State::Over,
        (_, true) => State::Ended,
        _ => State::Playing,
    };
    let definition = brought.game.definition();
    let moves = brought.game.log().len();
    let mut said = vec![format!(
        "{} brings in a game of **{}** ({}): {moves} moves, {}.",
        text::escape(&own),
        definition.title,
        text::escape(&brought.origin),
        brought.game.round_name()
    )];
    said.extend(brought.remarks.iter().cloned());
    match state {
        State::Playing => said.push(format!(
            "Open seats: {}. Take one with a button or /game join.",
            vacant(&members)
                .map(|member| text::escape(&member.name))
                .collect::<Vec<_>>()
                .join(", ")
        )),
        _ => said.push(score(brought)),
    }
    let reply = format!(
        "The game is here, checked move by move.{}",
        brought
            .remarks
            .iter()
            .map(|remark| format!(" {remark}"))
            .collect::<String>()
    );
    let buttons = match state {
        State::Playing => seat_buttons("?", &members),
        _ => Vec::new(),
    };
    let change = Change {
        opening: Opening {
            channel: request.channel.clone(),
            guild: request.guild.clone(),
            title: setup.title.clone(),
            seed: setup.seed,
            options: setup.options.clone(),
            revision: setup.revision,
            origin: Some(brought.origin.clone()),
        },
        user: request.user.clone(),
        what: "import",
        detail: brought.origin.clone(),
        joining: joining.collect(),
        actions: brought.actions(),
        state: Some(state),
        posts: vec![PostBody {
            buttons,
            shot: (state != State::Playing).then_some(Shot {
                head: None,
                since: moves,
            }),
            milestone: true,
            ..post::words(&said.join("\n"), Vec::new())
        }],
        request: request.id.clone(),
        reply: reply.clone(),
        ..Change::default()
    };
    match tables.commit(change)? {
        Committed::Before(reply) => Ok(Reply::new(reply)),
        Committed::Now(game, ..) => {
            if state == State::Playing {
                call(tables, game, request)?;
            }
            Ok(Reply::new(reply))
        }
    }
}

/// Posts the turn that a game brought in stands in.
fn call(tables: &Tables, game: GameId, request: &Request) -> Result<(), Refusal> {
    let open = tables.game(game)?;
    let mut open = lock(&open);
    let at = tables.now();
    let change = Change {
        game: Some((game, open.row.version)),
        user: request.user.clone(),
        what: "turn",
        turn: open.play.as_ref().map(|play| post::anew(&open, play, at)),
        summary: open.play.as_ref().map(Play::summary),
        at,
        ..Change::default()
    };
    if let Committed::Now(_, version, _) = tables.commit(change)? {
        open.row.version = version;
    }
    Ok(())
}

/// The score of a game that came in when it was over.
fn score(brought: &Brought) -> String {
    let money = &brought.game.definition().money;
    let name = |seat: Seat| {
        let name = brought.names.get(seat.index()).map_or("", String::as_str);
        text::escape(name)
    };
    let lines = brought.game.ranking().into_iter();
    let lines: Vec<String> = lines
        .map(|(rank, seat, worth)| format!("{rank}. {} {}", name(seat), money.print(worth)))
        .collect();
    let head = if brought.game.is_over() {
        "Final score"
    } else {
        "As it stood"
    };
    format!("{head}: {}.", lines.join(", "))
}

fn vacant(members: &[Member]) -> impl Iterator<Item = &Member> {
    members.iter().filter(|member| member.is_open())
}

/// Whether the game waits for people to take seats.
pub(super) fn has_open_seats(open: &Open) -> bool {
    open.row.state == State::Playing && vacant(&open.members).next().is_some()
}

/// A button for each open seat.
fn seat_buttons(game: &str, members: &[Member]) -> Vec<Button> {
    fitting(vacant(members).map(|member| {
        Button::new(
            format!("Play on for {}", member.name),
            format!("x:{game}:{}", member.seat.unwrap_or_default()),
        )
    }))
}

/// The seat of a name, or of a number from 1.
fn named(names: &[String], wanted: &str) -> Result<u8, Refusal> {
    let wanted = wanted.trim();
    let number = wanted
        .parse::<usize>()
        .ok()
        .and_then(|number| number.checked_sub(1));
    let index = names
        .iter()
        .position(|name| name.to_lowercase() == wanted.to_lowercase())
        .or(number.filter(|number| *number < names.len()));
    index
        .and_then(|index| u8::try_from(index).ok())
        .ok_or_else(|| {
            let known: Vec<String> = names.iter().map(|name| text::escape(name)).collect();
            Refusal::new(format!(
                "There is no seat {}; there are {}.",
                text::escape(&text::clip(wanted, 40)),
                known.join(", ")
            ))
        })
}

/// Takes an open seat: the one named, else the one where his own name stood, else the first.
pub(super) fn sit(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    wanted: Option<&str>,
) -> Result<Reply, Refusal> {
    if open
        .members
        .iter()
        .any(|member| member.user == request.user)
    {
        return Err(Refusal::new("You sit at this table already."));
    }
    let own = text::clean_name(&request.name);
    let member = match wanted {
        Some(wanted) => {
            let names: Vec<String> = open
                .members
                .iter()
                .map(|member| member.name.clone())
                .collect();
            let member = open.members.get(usize::from(named(&names, wanted)?));
            member.filter(|member| member.is_open()).ok_or_else(|| {
                Refusal::new("That seat is taken; /game join alone takes the first open one.")
            })?
        }
        None => vacant(&open.members)
            .find(|member| member.name.to_lowercase() == own.to_lowercase())
            .or_else(|| vacant(&open.members).next())
            .ok_or_else(|| Refusal::new("No seat is open."))?,
    };
    let (out, before, seat) = (member.user.clone(), member.name.clone(), member.seat);
    let others: Vec<Member> = (open.members.iter())
        .filter(|other| other.user != out)
        .cloned()
        .collect();
    let name = seats::free_name(&others, &request.name);
    let mut members = open.members.clone();
    for member in &mut members {
        if member.user == out {
            member.user.clone_from(&request.user);
            member.name.clone_from(&name);
        }
    }
    let mut said = format!(
        "{} plays on for {}.",
        text::escape(&name),
        text::escape(&before)
    );
    let left: Vec<String> = vacant(&members)
        .map(|member| text::escape(&member.name))
        .collect();
    if left.is_empty() {
        said.push_str(" All seats are taken.");
    } else {
        said.push_str(&format!(" Still open: {}.", left.join(", ")));
    }
    let awaited = open.play.as_ref().is_some_and(|play| {
        play.awaited_seats()
            .iter()
            .any(|asked| Some(asked.0) == seat)
    });
    let at = tables.now();
    let mut opened = Open {
        members,
        ..open.clone()
    };
    if let Some(play) = &mut opened.play {
        play.rename(&opened.members);
    }
    // What was played before stays his who played it.
    opened.row.former.push((
        seat.unwrap_or(u8::MAX),
        open.row.head.unwrap_or(0),
        before.clone(),
    ));
    let reply = format!("You play on for {}.", text::escape(&before));
    let change = Change {
        game: Some((open.row.id, open.row.version)),
        user: request.user.clone(),
        what: "sit",
        detail: before,
        joining: vec![Joining::Replaces(out, request.user.clone(), name)],
        steps: vec![
            Step::Former(opened.row.former.clone()),
            Step::Shut(seats::invitation(&request.user)),
        ],
        redo: open.row.redo.clone(),
        posts: vec![PostBody {
            buttons: seat_buttons(&open.row.id.to_string(), &opened.members),
            ..post::words(&said, Vec::new())
        }],
        // Who is awaited is called by name now.
        turn: (opened.play.as_ref().filter(|_| awaited)).map(|play| post::anew(&opened, play, at)),
        at,
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

/// A pressed button of an open seat.
pub(super) fn press(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    seat: u8,
) -> Result<Reply, Refusal> {
    let open_seat = open
        .members
        .iter()
        .any(|member| member.seat == Some(seat) && member.is_open());
    if !open_seat || open.row.state != State::Playing {
        return Err(Refusal::new("That seat is taken meanwhile."));
    }
    sit(
        tables,
        open,
        request,
        Some(&(u16::from(seat) + 1).to_string()),
    )
}

impl Tables {
    /// A started game as its file.
    ///
    /// # Errors
    /// A sentence if there is no such game, or if it has not started.
    pub fn exported(&self, game: i64) -> Result<String, String> {
        let open = self.game(game).map_err(|Refusal(why)| why)?;
        let open = lock(&open);
        saved(self, &open).map_err(|Refusal(why)| why)
    }

    /// Brings a file's game into a channel for its operator.
    ///
    /// # Errors
    /// A sentence: what is wrong with the file, or that the channel has a game.
    pub fn import(&self, request: &Request, bytes: &[u8]) -> Result<String, String> {
        let brought = transfer::read(bytes)?;
        match store(self, request, &brought, None) {
            Ok(reply) => Ok(reply.text().to_string()),
            Err(Refusal(why)) => Err(why),
        }
    }
}
