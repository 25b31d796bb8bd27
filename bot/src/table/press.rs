//! Buttons: what an id says, and whether it still holds.

use super::Play;
use super::panel::Page;
use super::{
    Refusal, Request, Tables, deal, lobby, lock, moves, orders, panel, time, transfer, vote,
};
use crate::command::{Line, LobbyVerb, read_line};
use crate::reply::{Reply, SHARE};
use crate::text;
use crate::{look, plan};

/// Carries out a pressed button or a chosen entry. One made for another position says so and does nothing.
pub(super) fn press(
    tables: &Tables,
    request: &Request,
    id: &str,
    value: Option<&str>,
) -> Result<Reply, Refusal> {
    let unknown = || Refusal::new("This button is not one of ours, or from another version.");
    if let Some(line) = id.strip_prefix(SHARE) {
        return share(tables, request, line);
    }
    if let Some(line) = id.strip_prefix(look::LOOK) {
        return tables.carry_out(request, &look::pressed(line, value)?);
    }
    match id {
        "record:show" => return look::shown(tables, request, true),
        "record:hide" => return look::shown(tables, request, false),
        _ => {}
    }
    if let Some(rest) = id.strip_prefix(plan::PRESS) {
        return plan::press(tables, request, rest, value);
    }
    if let Some(rest) = id.strip_prefix("me:") {
        return time::press_me(tables, request, rest, value);
    }
    let mut parts = id.splitn(4, ':');
    let kind = parts.next().unwrap_or_default();
    let game: i64 = parts
        .next()
        .and_then(|part| part.parse().ok())
        .ok_or_else(unknown)?;
    let tail = |parts: std::str::SplitN<'_, char>| parts.collect::<Vec<_>>().join(":");
    match kind {
        "v" => return vote::press(tables, request, game, &tail(parts)),
        "g" => return lobby::press(tables, request, game, &tail(parts), value),
        orders::PRESS => return orders::press(tables, request, game, &tail(parts), value),
        "n" => return time::press_call(tables, request, game, &tail(parts)),
        "k" => return time::press_clock(tables, request, game, &tail(parts)),
        "d" => return deal::press(tables, request, game, &tail(parts)),
        _ => {}
    }
    let third = parts.next().ok_or_else(unknown)?;
    if kind == "l" {
        let verb = match third {
            "join" => LobbyVerb::Join,
            "leave" => LobbyVerb::Leave,
            "start" => LobbyVerb::Start,
            _ => return Err(unknown()),
        };
        let here = tables.here(request)?;
        if lock(&here).row.id != game {
            return Err(Refusal::new(
                "This button belongs to an earlier game of this channel.",
            ));
        }
        return lobby::at_table(tables, &mut lock(&here), request, verb, None);
    }
    if kind == "x" {
        let seat: u8 = third.parse().map_err(|_| unknown())?;
        let here = tables.here(request)?;
        if lock(&here).row.id != game {
            return Err(Refusal::new(
                "This button belongs to an earlier game of this channel.",
            ));
        }
        return transfer::press(tables, &mut lock(&here), request, seat);
    }
    let mark: i64 = third.parse().map_err(|_| unknown())?;
    let rest = parts.next();
    // Drawn outside the lock: nobody waits for a picture.
    let page = at_position(tables, request, (kind, game, mark), rest, value)?;
    Ok(page.drawn(tables))
}

/// What was made for a position: the panel's pages and actions.
fn at_position(
    tables: &Tables,
    request: &Request,
    (kind, game, mark): (&str, i64, i64),
    rest: Option<&str>,
    value: Option<&str>,
) -> Result<Page, Refusal> {
    let open = tables.game(game)?;
    let open = &mut *lock(&open);
    if open.row.channel != request.channel {
        return Err(Refusal::new(
            "This button belongs to a game in another channel.",
        ));
    }
    if open.play.as_ref().map(Play::mark) != Some(mark) {
        return Err(Refusal::new(
            "The game has moved on since this button was made; nothing was done. /play shows what is awaited now.",
        ));
    }
    match (kind, rest, value) {
        // Runs that are too long for a button are typed once more, with the sign that says so.
        ("p", Some("run?"), Some(value)) if value.trim_end().ends_with(moves::SURE) => {
            let text = panel::own_runs(open, request, value)?;
            moves::act(tables, open, request, &text, moves::Sure::Confirmed)
        }
        ("p", path, value) => panel::page(open, request, path.unwrap_or_default(), value),
        ("m", Some(action), _) => moves::act(tables, open, request, action, moves::Sure::Pressed),
        ("c", Some(action), _) => moves::act(tables, open, request, action, moves::Sure::Confirmed),
        _ => Err(Refusal::new(
            "This button is not one of ours, or from another version.",
        )),
    }
}

/// Repeats a look-up for the whole channel. Only what changes nothing can be repeated so, whatever the id says.
fn share(tables: &Tables, request: &Request, line: &str) -> Result<Reply, Refusal> {
    match read_line(line) {
        Ok(Line::Command(command)) if look::is_public(&command) => {
            let reply = tables.carry_out(request, &command)?;
            let name = text::escape(&text::clean_name(&request.name));
            Ok(reply
                .without_controls()
                .headed(&format!("{name} shows `{}`:", text::in_code(line))))
        }
        _ => Err(Refusal::new(
            "This button is not one of ours, or from another version.",
        )),
    }
}
