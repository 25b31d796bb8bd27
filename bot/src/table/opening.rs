//! Opening a table: title, options explained, seats; and what becomes of a table that never starts.

use super::agreed::{Agreed, Seating};
use super::due::{self, DAY, Handled};
use super::open::Open;
use super::seats::host_only;
use super::{Refusal, Request, Tables, lobby, lock, post, time, vote};
use crate::command::Command;
use crate::reply::{ENTRIES, Menu, Reply, fitting};
use crate::store::{
    Button, Change, Committed, Due, Joining, Opening, PostBody, State, Step, TurnPost,
};
use crate::text;
use std::hash::{BuildHasher, Hasher};

/// Days after which whoever opened a table is asked whether it is still wanted.
const PATIENCE: i64 = 7;

/// Days that he has for the answer.
const GRACE: i64 = 3;

/// The presets of every title, with what they are.
const PRESETS: [(&str, &str); 2] = [
    ("rulebook", "By the rulebook"),
    ("as-18xx-games", "As 18xx.games plays it"),
];

/// `/game new`.
pub(super) fn new(tables: &Tables, request: &Request, command: &Command) -> Result<Reply, Refusal> {
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
    let mut agreed = Agreed::default();
    let seed = match (command.get("seating"), command.number("seed")) {
        (Some("joined"), _) => {
            agreed.seating = Seating::Joined;
            None
        }
        (_, Some(seed)) => Some(seed.unsigned_abs()),
        (_, None) => Some(draw()),
    };
    if command.get("entry") == Some("invited") {
        agreed.choose("entry", "invited");
    }
    let name = text::clean_name(&request.name);
    let with = if options.is_empty() {
        String::new()
    } else {
        format!(" with {}", text::escape(&options.join(", ")))
    };
    let (min, max) = (definition.players.min, definition.players.max);
    let sit = if command.get("entry") == Some("invited") {
        "Who is invited sits down with /game join"
    } else {
        "Sit down with /game join"
    };
    let said = format!(
        "{} opens a table of **{}**{with}, for {min} to {max} players. {sit}; the host begins with /game start.",
        text::escape(&name),
        definition.title
    );
    let reply = format!(
        "Your table of {} is open, and you sit at it.",
        definition.title
    );
    let mut steps = vec![patience(tables.now())];
    if agreed != Agreed::default() {
        steps.push(Step::Agreed(agreed.write()));
    }
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
        steps,
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
        Committed::Now(game, ..) => {
            let reply = Reply::new(format!(
                "{reply} Choose its options, its seats and its rules, or leave them as they are."
            ))
            .with_buttons([
                Button::new("Options of the game", format!("g:{game}:options")),
                Button::new("Seats", format!("g:{game}:seats")),
                Button::new("Rules of the table", format!("g:{game}:set")),
            ]);
            time::ask_once(tables, request, reply)
        }
    }
}

/// Buttons of a table that gathers players.
pub(super) fn buttons(game: &str) -> Vec<Button> {
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
pub(super) fn draw() -> u64 {
    std::collections::hash_map::RandomState::new()
        .build_hasher()
        .finish()
        >> 11
}

/// `/game options`: every option of the title with what it does, as a menu that switches it; presets as buttons. With
/// more than fit into one menu there are more menus.
pub(super) fn page(open: &Open) -> Reply {
    let title = &open.row.title;
    let game = open.row.id;
    let all = engine::game::options(title);
    let on = |name: &str| open.row.options.iter().any(|one| one == name);
    let chosen: Vec<String> = all
        .iter()
        .filter(|(name, _, _)| on(name))
        .map(|(name, _, about)| format!("• **{}**: {about}", text::escape(name)))
        .collect();
    let head = if all.is_empty() {
        "This title has no options: it is played by the rulebook.".to_string()
    } else if chosen.is_empty() {
        "It is played by the rulebook: no option is on.".to_string()
    } else {
        "These options are on:".to_string()
    };
    let reply = Reply::new(text::fit(&head, &chosen, "", text::MESSAGE));
    if open.row.state != State::Lobby {
        return reply;
    }
    let menus = all.chunks(ENTRIES).take(4).enumerate().map(|(part, some)| {
        some.iter().fold(
            Menu::new(format!("g:{game}:option:{part}"), "Switch an option"),
            |menu, (name, _, about)| {
                let mark = if on(name) { "on" } else { "off" };
                menu.entry(format!("{name}: {mark}"), *name, *about)
            },
        )
    });
    let buttons = PRESETS
        .iter()
        .filter(|(name, _)| engine::game::preset(title, name).is_some())
        .map(|(name, label)| Button::new(*label, format!("g:{game}:preset:{name}")));
    menus.fold(reply, Reply::with_menu).with_buttons(buttons)
}

/// Switches an option, or chooses a preset.
pub(super) fn switch(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    name: &str,
    preset: bool,
) -> Result<Reply, Refusal> {
    if open.row.state != State::Lobby {
        return Err(Refusal::new(
            "The game has started: its options are settled.",
        ));
    }
    host_only(open, request, "choose the options")?;
    let title = open.row.title.clone();
    let unknown = || Refusal::new(format!("{title} has no option {:?}.", text::clip(name, 40)));
    let mut options = open.row.options.clone();
    if preset {
        options = engine::game::preset(&title, name).ok_or_else(unknown)?;
    } else {
        let known = engine::game::options(&title);
        let (name, _, _) = known
            .iter()
            .find(|(known, _, _)| *known == name)
            .ok_or_else(unknown)?;
        if options.iter().any(|one| one == name) {
            options.retain(|one| one != name);
        } else {
            options.push((*name).to_string());
        }
    }
    options.sort();
    options.dedup();
    let said = if options.is_empty() {
        "It will be played by the rulebook.".to_string()
    } else {
        format!(
            "It will be played with {}.",
            text::escape(&options.join(", "))
        )
    };
    let mut after = open.clone();
    after.row.options.clone_from(&options);
    let change = Change {
        game: Some((open.row.id, open.row.version)),
        user: request.user.clone(),
        what: "options",
        detail: options.join(", "),
        still: true,
        steps: vec![Step::Options(options.clone())],
        posts: vec![post::words(&said, Vec::new())],
        turn: lobby::gathers(tables, &after)?,
        request: request.id.clone(),
        reply: said.clone(),
        ..Change::default()
    };
    match tables.commit(change)? {
        Committed::Before(reply) => Ok(Reply::new(reply)),
        Committed::Now(..) => {
            open.row.options = options;
            Ok(page(open))
        }
    }
}

/// After so long somebody is asked.
pub(super) fn patience(from: i64) -> Step {
    Step::Plan(Due {
        at: from + PATIENCE * DAY,
        kind: due::LOBBY_ASK.into(),
        ..Due::default()
    })
}

/// The table is alive: the question begins to count anew.
pub(super) fn alive(now: i64) -> [Step; 4] {
    [
        Step::Shut("lobby".into()),
        Step::Drop(due::LOBBY_ASK),
        Step::Drop(due::LOBBY_END),
        patience(now),
    ]
}

/// A table that has gathered players for long: whoever opened it is asked.
pub(super) fn ask(
    tables: &Tables,
    open: &mut Open,
    due: &Due,
    at: i64,
) -> Result<Handled, Refusal> {
    if open.row.state != State::Lobby {
        return Ok(Handled::Nothing);
    }
    let row = tables.store().game(open.row.id)?;
    let quiet = row.map_or(at, |(row, _)| row.changed) + PATIENCE * DAY;
    if quiet > at {
        return Ok(Handled::Later(quiet));
    }
    let host = open.row.host.clone();
    let said = format!(
        "<@{host}> Nobody has come to this table for {PATIENCE} days. Is it still wanted? Without an answer it closes in {GRACE} days."
    );
    let game = open.row.id;
    tables.commit(Change {
        game: Some((game, open.row.version)),
        what: "table",
        detail: "asked whether the table is still wanted".into(),
        still: true,
        steps: vec![
            Step::Done(due.id),
            Step::Plan(Due {
                at: at + GRACE * DAY,
                kind: due::LOBBY_END.into(),
                ..Due::default()
            }),
        ],
        posts: vec![PostBody {
            past: "The host was asked whether this table is still wanted.".into(),
            mark: "lobby".into(),
            buttons: fitting([
                Button::main("Keep it open", format!("g:{game}:keep")),
                Button::new("Close it", format!("g:{game}:close")),
            ]),
            ..post::asking(&said, vec![host])
        }],
        ..Change::default()
    })?;
    Ok(Handled::Done)
}

/// Nobody has answered: the table closes.
pub(super) fn close(tables: &Tables, open: &mut Open, due: &Due) -> Result<Handled, Refusal> {
    if open.row.state != State::Lobby {
        return Ok(Handled::Nothing);
    }
    let said = format!(
        "Nobody wanted to keep this table: game {} is closed. /game new opens another.",
        open.row.id
    );
    let committed = tables.commit(Change {
        game: Some((open.row.id, open.row.version)),
        what: "end",
        detail: "closed, for it never started".into(),
        state: Some(State::Ended),
        steps: vec![Step::Done(due.id), Step::Drop(due::LOBBY_ASK)],
        posts: vec![post::words(&said, Vec::new())],
        turn: Some(TurnPost::Ends),
        ..Change::default()
    })?;
    if let Committed::Now(_, version, _) = committed {
        open.row.version = version;
        open.row.state = State::Ended;
    }
    Ok(Handled::Done)
}

/// "Keep it open" and "Close it".
pub(super) fn answered(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    keep: bool,
) -> Result<Reply, Refusal> {
    if open.row.state != State::Lobby {
        return Err(Refusal::new("This table gathers players no longer."));
    }
    if keep {
        let sits = open
            .members
            .iter()
            .any(|member| member.user == request.user);
        if !sits && request.user != open.row.host {
            return Err(Refusal::new("You do not sit at this table."));
        }
        let name = text::escape(&text::clean_name(&request.name));
        let said = format!("{name} keeps the table open.");
        return vote::still(
            tables,
            open,
            request,
            alive(tables.now()).into(),
            &said,
            "It stays open.",
        );
    }
    host_only(open, request, "close the table")?;
    super::ending::end(tables, open, request, Some("yes"))
}
