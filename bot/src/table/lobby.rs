//! Before and after the play: opening a table, sitting down, starting, ending; and the commands under `/game`.

use super::open::{Open, Play};
use super::{Refusal, Request, Tables, lock, post, takeback, transfer};
use crate::command::{Command, LobbyVerb};
use crate::look;
use crate::reply::{Reply, fitting};
use crate::store::{
    Button, Change, Committed, Joining, Member, Opening, PostBody, State, TurnPost,
};
use crate::text;
use engine::Setup;
use std::hash::{BuildHasher, Hasher};

/// Commands under `/game`.
pub(super) fn lobby(
    tables: &Tables,
    request: &Request,
    command: &Command,
    verb: LobbyVerb,
) -> Result<Reply, Refusal> {
    match verb {
        LobbyVerb::New => return new(tables, request, command),
        LobbyVerb::Import => return transfer::import(tables, request, command),
        LobbyVerb::Bring => {
            return super::home::bring(tables, request, command.number("game").unwrap_or(0));
        }
        _ => {}
    }
    let open = tables.here(request)?;
    at_table(tables, &mut lock(&open), request, verb, Some(command))
}

/// A command of `/game` at the channel's table.
pub(super) fn at_table(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    verb: LobbyVerb,
    command: Option<&Command>,
) -> Result<Reply, Refusal> {
    let count = command
        .and_then(|command| command.number("count"))
        .and_then(|count| usize::try_from(count).ok());
    match verb {
        LobbyVerb::New | LobbyVerb::Bring => Err(Refusal::new("A table is opened with /game new.")),
        LobbyVerb::Import => Err(Refusal::new("A game is brought in with /game import.")),
        LobbyVerb::Export => transfer::export(tables, open),
        LobbyVerb::Rules => transfer::rules(
            tables,
            open,
            request,
            command.and_then(|command| command.get("adopt")),
        ),
        LobbyVerb::Join if transfer::has_open_seats(open) => transfer::sit(
            tables,
            open,
            request,
            command.and_then(|command| command.get("seat")),
        ),
        LobbyVerb::Join => join(tables, open, request),
        LobbyVerb::Leave => leave(tables, open, request),
        LobbyVerb::Start => start(tables, open, request),
        LobbyVerb::Status => Ok(Reply::new(look::status(open))),
        LobbyVerb::Log => Ok(Reply::new(look::log(open, count.unwrap_or(10)))),
        LobbyVerb::Undo => takeback::undo(tables, open, request, count.unwrap_or(1)),
        LobbyVerb::Redo => takeback::redo(tables, open, request),
        LobbyVerb::End => end(
            tables,
            open,
            request,
            command.and_then(|command| command.get("confirm")),
        ),
    }
}

fn new(tables: &Tables, request: &Request, command: &Command) -> Result<Reply, Refusal> {
    if let Some(open) = tables.game_in(&request.channel)? {
        let open = lock(&open);
        if matches!(open.row.state, State::Lobby | State::Playing) {
            return Err(Refusal::new(format!(
                "This channel has a game already (game {}): one at a time. The host, {}, may end it with /game end.",
                open.row.id,
                open.name_of(&open.row.host)
            )));
        }
    }
    let blank = tables.blank(command.get("title"), None)?;
    let definition = blank.definition();
    let options = chosen(&definition.slug, command.get("options").unwrap_or_default())?;
    let seed = match (command.get("seating"), command.number("seed")) {
        (Some("joined"), _) => None,
        (_, Some(seed)) => Some(seed.unsigned_abs()),
        (_, None) => Some(draw()),
    };
    let name = text::clean_name(&request.name);
    let with = if options.is_empty() {
        String::new()
    } else {
        format!(" with {}", text::escape(&options.join(", ")))
    };
    let (min, max) = (definition.players.min, definition.players.max);
    let said = format!(
        "{} opens a table of **{}**{with}, for {min} to {max} players. Sit down with /game join; the host begins with /game start.",
        text::escape(&name),
        definition.title
    );
    let reply = format!(
        "Your table of {} is open, and you sit at it.",
        definition.title
    );
    let change = Change {
        opening: Opening {
            channel: request.channel.clone(),
            guild: request.guild.clone(),
            title: definition.slug.clone(),
            seed,
            options,
            revision: engine::rules::revisions::newest(&definition.slug),
            origin: None,
        },
        user: request.user.clone(),
        what: "new",
        detail: definition.slug.clone(),
        joining: vec![Joining::Joins(request.user.clone(), name)],
        turn: Some(TurnPost::Begins(
            PostBody {
                past: said.clone(),
                buttons: buttons("?"),
                ..post::words(&said, Vec::new())
            },
            None,
        )),
        request: request.id.clone(),
        reply: reply.clone(),
        ..Change::default()
    };
    match tables.commit(change)? {
        Committed::Before(reply) => Ok(Reply::new(reply)),
        Committed::Now(..) => Ok(Reply::new(reply)),
    }
}

/// Buttons of a table that gathers players.
fn buttons(game: &str) -> Vec<Button> {
    fitting(
        [
            ("Sit down", "join"),
            ("Get up", "leave"),
            ("Start", "start"),
        ]
        .map(|(label, verb)| Button::new(label, format!("l:{game}:{verb}"))),
    )
}

/// Options by name, separated by commas or spaces; a preset's name stands for all of its options.
fn chosen(title: &str, list: &str) -> Result<Vec<String>, Refusal> {
    let known = engine::game::options(title);
    let mut chosen: Vec<String> = Vec::new();
    for word in list.split([',', ' ']).filter(|word| !word.is_empty()) {
        if let Some(preset) = engine::game::preset(title, word) {
            chosen.extend(preset);
        } else if let Some((name, _, _)) = known
            .iter()
            .find(|(name, _, _)| name.eq_ignore_ascii_case(word))
        {
            chosen.push((*name).to_string());
        } else {
            let names: Vec<&str> = known.iter().map(|(name, _, _)| *name).collect();
            return Err(Refusal::new(format!(
                "There is no option {:?}; {title} has {}.",
                text::clip(word, 40),
                if names.is_empty() {
                    "none".to_string()
                } else {
                    names.join(", ")
                }
            )));
        }
    }
    chosen.sort();
    chosen.dedup();
    Ok(chosen)
}

/// A seed that nobody could foresee, small enough to be typed again.
fn draw() -> u64 {
    std::collections::hash_map::RandomState::new()
        .build_hasher()
        .finish()
        >> 11
}

fn gathering(open: &Open) -> Result<(), Refusal> {
    match open.row.state {
        State::Lobby => Ok(()),
        State::Playing => Err(Refusal::new(
            "This game has started: nobody can sit down or get up now.",
        )),
        State::Over | State::Ended => Err(Refusal::new(
            "The last game of this channel has ended; /game new opens another.",
        )),
    }
}

/// Fewest and most players of the table's title.
fn players(open: &Open, tables: &Tables) -> Result<(u8, u8), Refusal> {
    let blank = tables.blank(Some(&open.row.title), None)?;
    Ok((
        blank.definition().players.min,
        blank.definition().players.max,
    ))
}

fn join(tables: &Tables, open: &mut Open, request: &Request) -> Result<Reply, Refusal> {
    gathering(open)?;
    if open
        .members
        .iter()
        .any(|member| member.user == request.user)
    {
        return Err(Refusal::new("You sit at this table already."));
    }
    let (min, max) = players(open, tables)?;
    if open.members.len() >= usize::from(max) {
        return Err(Refusal::new(format!(
            "The table is full: {max} players are the most."
        )));
    }
    let mut name = text::clean_name(&request.name);
    let taken = |name: &str| open.members.iter().any(|member| member.name == name);
    let mut number = 2;
    while taken(&name) {
        name = format!(
            "{} {number}",
            text::clip(&text::clean_name(&request.name), 28)
        );
        number += 1;
    }
    let mut members = open.members.clone();
    members.push(Member {
        user: request.user.clone(),
        name: name.clone(),
        seat: None,
    });
    let ready = if members.len() >= usize::from(min) {
        " The host may begin with /game start."
    } else {
        ""
    };
    let said = format!(
        "{} sits down ({} of {min} to {max}).{ready}",
        text::escape(&name),
        members.len()
    );
    let joining = Joining::Joins(request.user.clone(), name);
    table_change(
        tables,
        open,
        request,
        "join",
        joining,
        members,
        said,
        "You sit at the table.",
    )
}

fn leave(tables: &Tables, open: &mut Open, request: &Request) -> Result<Reply, Refusal> {
    gathering(open)?;
    let Some(member) = open
        .members
        .iter()
        .find(|member| member.user == request.user)
    else {
        return Err(Refusal::new("You do not sit at this table."));
    };
    let mut members = open.members.clone();
    members.retain(|member| member.user != request.user);
    let said = format!(
        "{} gets up ({} at the table).",
        text::escape(&member.name),
        members.len()
    );
    let joining = Joining::Leaves(request.user.clone());
    table_change(
        tables,
        open,
        request,
        "leave",
        joining,
        members,
        said,
        "You have left the table.",
    )
}

#[allow(clippy::too_many_arguments)]
fn table_change(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    what: &'static str,
    joining: Joining,
    members: Vec<Member>,
    said: String,
    reply: &str,
) -> Result<Reply, Refusal> {
    let change = Change {
        game: Some((open.row.id, open.row.version)),
        user: request.user.clone(),
        what,
        joining: vec![joining],
        posts: vec![post::words(&said, Vec::new())],
        turn: Some(TurnPost::Goes(gathered(tables, open, &members)?)),
        request: request.id.clone(),
        reply: reply.to_string(),
        ..Change::default()
    };
    match tables.commit(change)? {
        Committed::Before(reply) => Ok(Reply::new(reply)),
        Committed::Now(_, version, _) => {
            open.row.version = version;
            open.members = members;
            Ok(Reply::new(reply))
        }
    }
}

/// The post of a table that gathers players.
pub(super) fn gathered(
    tables: &Tables,
    open: &Open,
    members: &[Member],
) -> Result<PostBody, Refusal> {
    let blank = tables.blank(Some(&open.row.title), None)?;
    let title = &blank.definition().title;
    let names: Vec<String> = members
        .iter()
        .map(|member| text::escape(&member.name))
        .collect();
    let names = match names.is_empty() {
        true => "nobody yet".to_string(),
        false => names.join(", "),
    };
    let said = format!(
        "A table of **{title}** gathers players. Host: {}. At the table: {names}.",
        open.name_of(&open.row.host)
    );
    Ok(PostBody {
        past: said.clone(),
        buttons: buttons(&open.row.id.to_string()),
        ..post::words(&said, Vec::new())
    })
}

fn host_only(open: &Open, request: &Request, what: &str) -> Result<(), Refusal> {
    if request.user == open.row.host {
        Ok(())
    } else {
        Err(Refusal::new(format!(
            "Only the host, {}, may {what}.",
            open.name_of(&open.row.host)
        )))
    }
}

fn start(tables: &Tables, open: &mut Open, request: &Request) -> Result<Reply, Refusal> {
    gathering(open)?;
    host_only(open, request, "start the game")?;
    let (min, max) = players(open, tables)?;
    let title = tables
        .blank(Some(&open.row.title), None)?
        .definition()
        .title
        .clone();
    let count = open.members.len();
    if count < usize::from(min) || count > usize::from(max) {
        return Err(Refusal::new(format!(
            "{title} is for {min} to {max} players, and {count} sit at the table."
        )));
    }
    let mut setup = Setup::new(&open.row.title, u8::try_from(count).unwrap_or(u8::MAX));
    setup.seed = open.row.seed;
    let mut members = open.members.clone();
    let mut joining = Vec::new();
    for (seat, player) in (0u8..).zip(setup.seating()) {
        if let Some(member) = members.get_mut(player) {
            member.seat = Some(seat);
            joining.push(Joining::Sits(member.user.clone(), seat));
        }
    }
    let mut opened = Open {
        members,
        ..open.clone()
    };
    let play = Play::start(&opened.row, &opened.members)?;
    let order: Vec<String> = play
        .game
        .seats()
        .map(|seat| play.names.seat(seat))
        .collect();
    let at = crate::store::now();
    let (turn, _) = post::told(&opened, None, &play, at);
    let said = format!("The game begins. Table order: {}.", order.join(", "));
    let reply = format!("The game begins. Now {}.", play.waiting());
    let change = Change {
        game: Some((open.row.id, open.row.version)),
        user: request.user.clone(),
        what: "start",
        detail: format!("{count} players"),
        state: Some(State::Playing),
        joining,
        posts: vec![post::words(&said, Vec::new())],
        turn: Some(turn),
        at,
        request: request.id.clone(),
        reply: reply.clone(),
        ..Change::default()
    };
    match tables.commit(change)? {
        Committed::Before(reply) => Ok(Reply::new(reply)),
        Committed::Now(_, version, _) => {
            opened.row.version = version;
            opened.row.state = State::Playing;
            opened.play = Some(play);
            *open = opened;
            Ok(Reply::new(reply))
        }
    }
}

fn end(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    confirm: Option<&str>,
) -> Result<Reply, Refusal> {
    if !matches!(open.row.state, State::Lobby | State::Playing) {
        return Err(Refusal::new(
            "The last game of this channel has ended already.",
        ));
    }
    host_only(open, request, "end the game")?;
    if confirm != Some("yes") {
        return Err(Refusal::new(
            "This ends the game for all, for good: say /game end confirm:yes if you mean it.",
        ));
    }
    let users: Vec<String> = open
        .members
        .iter()
        .map(|member| member.user.clone())
        .collect();
    let standing = open
        .play
        .as_ref()
        .map(|play| {
            format!(
                " {}",
                post::score(play).replacen("Final score", "As it stood", 1)
            )
        })
        .unwrap_or_default();
    let said = format!("The host has ended game {}.{standing}", open.row.id);
    let reply = "The game is ended.";
    let change = Change {
        game: Some((open.row.id, open.row.version)),
        user: request.user.clone(),
        what: "end",
        state: Some(State::Ended),
        posts: vec![post::words(&said, users)],
        turn: Some(TurnPost::Ends),
        request: request.id.clone(),
        reply: reply.into(),
        ..Change::default()
    };
    match tables.commit(change)? {
        Committed::Before(reply) => Ok(Reply::new(reply)),
        Committed::Now(_, version, _) => {
            open.row.version = version;
            open.row.state = State::Ended;
            open.row.redo.clear();
            Ok(Reply::new(reply))
        }
    }
}
