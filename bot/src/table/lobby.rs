//! Before the play: sitting down, getting up, starting; and the commands under `/game`.

use super::agreed::{Admission, Seating};
use super::due;
use super::seats::{admitted, free_name, host_only, seating};
use super::{Open, Play};
use super::{
    Refusal, Request, Tables, acting, ending, lock, opening, post, reach, seats, settings,
    substitute, takeback, time, transfer, vote,
};
use crate::command::{Command, LobbyVerb};
use crate::look;
use crate::reply::Reply;
use crate::store::{Change, Committed, Joining, Member, PostBody, State, Step, TurnPost};
use crate::text;
use engine::Setup;

/// Commands under `/game`.
pub(super) fn lobby(
    tables: &Tables,
    request: &Request,
    command: &Command,
    verb: LobbyVerb,
) -> Result<Reply, Refusal> {
    match verb {
        LobbyVerb::New => return opening::new(tables, request, command),
        LobbyVerb::Import => return transfer::import(tables, request, command),
        LobbyVerb::Bring => {
            return super::home::bring(tables, request, command.number("game").unwrap_or(0));
        }
        LobbyVerb::List => return look::list(tables, request, command),
        LobbyVerb::Record => return look::record(tables, request, command),
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
    let get = |name: &str| command.and_then(|command| command.get(name));
    match verb {
        LobbyVerb::New | LobbyVerb::Bring => Err(Refusal::new("A table is opened with /game new.")),
        LobbyVerb::Import => Err(Refusal::new("A game is brought in with /game import.")),
        LobbyVerb::Export => {
            acting::may_look(open, request)?;
            transfer::export(tables, open)
        }
        LobbyVerb::Rules => super::rules::rules(tables, open, request, get("adopt")),
        LobbyVerb::Join if transfer::has_open_seats(open) => {
            let reply = transfer::sit(tables, open, request, get("seat"))?;
            time::ask_once(tables, request, reply)
        }
        LobbyVerb::Join => {
            let reply = join(tables, open, request)?;
            time::ask_once(tables, request, reply)
        }
        LobbyVerb::Leave if open.row.state == State::Playing => ending::leave(open, request),
        LobbyVerb::Leave => leave(tables, open, request),
        LobbyVerb::Start => start(tables, open, request),
        LobbyVerb::List | LobbyVerb::Record => Err(Refusal::new(
            "This is asked with /game list or /game record.",
        )),
        LobbyVerb::Status => {
            acting::may_look(open, request)?;
            Ok(Reply::new(look::status(open)))
        }
        LobbyVerb::Log => {
            acting::may_look(open, request)?;
            look::log(open, command)
        }
        LobbyVerb::Undo => {
            let reach = reach::Reach::read(get("to"), count)?;
            takeback::undo(tables, open, request, reach)
        }
        LobbyVerb::Redo => takeback::redo(tables, open, request),
        LobbyVerb::End => ending::end(tables, open, request, get("confirm")),
        LobbyVerb::Votes => vote::show(tables, open),
        LobbyVerb::Settings => {
            settings::settings(tables, open, request, get("setting"), get("value"))
        }
        LobbyVerb::Options => Ok(opening::page(open)),
        LobbyVerb::Invite => seats::invite(tables, open, request, get("user").unwrap_or_default()),
        LobbyVerb::Seats => seats::seats(tables, open, request, get("order")),
        LobbyVerb::Host => seats::host(tables, open, request, get("to").unwrap_or_default()),
        LobbyVerb::Watch => acting::watch(tables, open, request),
        LobbyVerb::Substitute => substitute::substitute(
            tables,
            open,
            request,
            get("out").unwrap_or_default(),
            get("in").unwrap_or_default(),
        ),
        LobbyVerb::Nudge => super::time::nudge(tables, open, request),
        LobbyVerb::Act => acting::act_for(
            tables,
            open,
            request,
            get("for").unwrap_or_default(),
            get("action").unwrap_or_default(),
        ),
    }
}

/// A press of a button whose id begins with `g`: what follows the game's number.
pub(super) fn press(
    tables: &Tables,
    request: &Request,
    game: i64,
    rest: &str,
    value: Option<&str>,
) -> Result<Reply, Refusal> {
    let open = tables.game(game)?;
    let mut open = lock(&open);
    if open.row.channel != request.channel {
        return Err(Refusal::new(
            "This button belongs to a game in another channel.",
        ));
    }
    let open = &mut *open;
    let (what, rest) = rest.split_once(':').unwrap_or((rest, ""));
    match (what, rest, value) {
        ("set", rest, _) => settings::press(tables, open, request, rest),
        ("options", "", _) => Ok(opening::page(open)),
        ("option", _, Some(name)) => opening::switch(tables, open, request, name, false),
        ("preset", name, _) => opening::switch(tables, open, request, name, true),
        ("seats", "", _) => seats::seats(tables, open, request, None),
        ("seats", how, _) => seats::pressed(tables, open, request, how, None),
        ("first", "", Some(first)) => seats::pressed(tables, open, request, "first", Some(first)),
        ("keep", "", _) => opening::answered(tables, open, request, true),
        ("close", "", _) => opening::answered(tables, open, request, false),
        ("end", "", _) => ending::propose(tables, open, request),
        ("leaving", "yes", _) => ending::leaving(tables, open, request, true),
        ("leaving", "no", _) => ending::leaving(tables, open, request, false),
        ("take", seat, _) => substitute::take(tables, open, request, seat),
        _ => Err(vote::unknown()),
    }
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
    admitted(tables, open, request)?;
    let (min, max) = players(open, tables)?;
    if open.members.len() >= usize::from(max) {
        return Err(Refusal::new(format!(
            "The table is full: {max} players are the most."
        )));
    }
    let name = free_name(&open.members, &request.name);
    let mut after = open.clone();
    after.members.push(Member {
        user: request.user.clone(),
        name: name.clone(),
        seat: None,
    });
    let count = after.members.len();
    let ready = if count >= usize::from(min) {
        " The host may begin with /game start."
    } else {
        ""
    };
    let said = format!(
        "{} sits down ({count} of {min} to {max}).{ready}",
        text::escape(&name)
    );
    let joining = Joining::Joins(request.user.clone(), name);
    table_change(
        tables,
        open,
        request,
        ("join", joining),
        after,
        (&said, "You sit at the table."),
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
    let mut after = open.clone();
    after.members.retain(|member| member.user != request.user);
    let mut said = format!(
        "{} gets up ({} at the table).",
        text::escape(&member.name),
        after.members.len()
    );
    // A table needs somebody who may start it; who opened it for others and sits there alone stays its host.
    if request.user == open.row.host
        && let Some(heir) = after.members.first()
    {
        said.push_str(&format!(
            " The host's role passes to {}.",
            text::escape(&heir.name)
        ));
        after.row.host.clone_from(&heir.user);
    }
    let joining = Joining::Leaves(request.user.clone());
    table_change(
        tables,
        open,
        request,
        ("leave", joining),
        after,
        (&said, "You have left the table."),
    )
}

/// What changes at a table that gathers players, and how it stands then.
fn table_change(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    (what, joining): (&'static str, Joining),
    mut after: Open,
    (said, reply): (&str, &str),
) -> Result<Reply, Refusal> {
    let mut steps = Vec::from(opening::alive(tables.now()));
    if after.row.host != open.row.host {
        steps.push(Step::Host(after.row.host.clone()));
    }
    if what == "join" {
        steps.push(Step::Shut(seats::invitation(&request.user)));
    }
    let change = Change {
        game: Some((open.row.id, open.row.version)),
        user: request.user.clone(),
        what,
        joining: vec![joining],
        steps,
        posts: vec![post::words(said, Vec::new())],
        turn: gathers(tables, &after)?,
        request: request.id.clone(),
        reply: reply.to_string(),
        ..Change::default()
    };
    match tables.commit(change)? {
        Committed::Before(reply) => Ok(Reply::new(reply)),
        Committed::Now(_, version, _) => {
            after.row.version = version;
            *open = after;
            open.see_absent(tables.store());
            Ok(Reply::new(reply))
        }
    }
}

/// What becomes of the standing post of a table that still gathers players.
pub(super) fn gathers(tables: &Tables, after: &Open) -> Result<Option<TurnPost>, Refusal> {
    if after.row.state == State::Lobby {
        Ok(Some(TurnPost::Goes(gathered(tables, after)?)))
    } else {
        Ok(None)
    }
}

/// The post of a table that gathers players.
pub(super) fn gathered(tables: &Tables, open: &Open) -> Result<PostBody, Refusal> {
    let blank = tables.blank(Some(&open.row.title), None)?;
    let title = &blank.definition().title;
    let names: Vec<String> = open
        .members
        .iter()
        .map(|member| text::escape(&member.name))
        .collect();
    let names = match names.is_empty() {
        true => "nobody yet".to_string(),
        false => names.join(", "),
    };
    let with = match open.row.options.is_empty() {
        true => String::new(),
        false => format!(" with {}", text::escape(&open.row.options.join(", "))),
    };
    let agreed = open.agreed();
    let entry = match agreed.entry {
        Admission::Open => "",
        Admission::Invited => " It is by invitation.",
    };
    let said = format!(
        "A table of **{title}**{with} gathers players. Host: {}. At the table: {names}.{entry}",
        open.name_of(&open.row.host)
    );
    Ok(PostBody {
        past: said.clone(),
        buttons: opening::buttons(&open.row.id.to_string()),
        ..post::words(&said, Vec::new())
    })
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
    let agreed = open.agreed();
    let seed = match agreed.seating {
        Seating::Joined => None,
        Seating::Lot => Some(open.row.seed.unwrap_or_else(opening::draw)),
        Seating::Set => open.row.seed,
    };
    let mut setup = Setup::new(&open.row.title, u8::try_from(count).unwrap_or(u8::MAX));
    setup.seed = seed;
    let order: Vec<String> = match agreed.seating {
        Seating::Lot => setup
            .seating()
            .into_iter()
            .filter_map(|player| open.members.get(player))
            .map(|member| member.user.clone())
            .collect(),
        Seating::Joined | Seating::Set => seating(&agreed, &open.members)
            .into_iter()
            .map(|member| member.user.clone())
            .collect(),
    };
    let mut members = open.members.clone();
    let mut joining = Vec::new();
    for (seat, user) in (0u8..).zip(order) {
        if let Some(member) = members.iter_mut().find(|member| member.user == user) {
            member.seat = Some(seat);
        }
        joining.push(Joining::Sits(user, seat));
    }
    let mut opened = Open {
        members,
        ..open.clone()
    };
    opened.row.seed = seed;
    let play = Play::start(&opened.row, &opened.members)?;
    let order: Vec<String> = play
        .game
        .seats()
        .map(|seat| play.names.seat(seat))
        .collect();
    let at = tables.now();
    let (turn, _) = post::told(&opened, None, &play, at);
    // Whoever wants the same start again needs the seed.
    let drawn = match (agreed.seating, seed) {
        (Seating::Lot, Some(seed)) => format!(" Seats are drawn from seed {seed}."),
        _ => String::new(),
    };
    let said = format!("The game begins.{drawn} Table order: {}.", order.join(", "));
    let reply = format!("The game begins. Now {}.", play.waiting());
    let change = Change {
        game: Some((open.row.id, open.row.version)),
        user: request.user.clone(),
        what: "start",
        detail: format!("{count} players"),
        state: Some(State::Playing),
        summary: Some(play.summary()),
        joining,
        steps: vec![
            Step::Seed(seed),
            Step::Drop(due::LOBBY_ASK),
            Step::Drop(due::LOBBY_END),
        ],
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
