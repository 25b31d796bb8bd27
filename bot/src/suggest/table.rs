//! Autocomplete of what concerns the table: players, settings, moves to be taken back, deals.

use super::{Suggestion, Wish, plain};
use crate::command::LobbyVerb;
use crate::table::{Open, concerning, lots, order_numbers, recent};
use engine::ids::Seat;
use engine::legal::Choice;

fn players(open: &Open, test: impl Fn(&crate::store::Member) -> bool) -> Vec<Suggestion> {
    open.members
        .iter()
        .filter(|member| test(member))
        .map(|member| plain(&member.name, &member.user))
        .collect()
}

fn filled<'w>(wish: &Wish<'w>, name: &str) -> Option<&'w str> {
    let found = wish.filled.iter().find(|(known, _)| known == name);
    found.map(|(_, value)| value.trim())
}

/// Values for the commands under `/game`.
pub(super) fn at_table(open: &Open, verb: LobbyVerb, wish: &Wish<'_>) -> Vec<Suggestion> {
    let awaited = open
        .play
        .as_ref()
        .map(|play| play.awaited_seats())
        .unwrap_or_default();
    match (verb, wish.focused) {
        (LobbyVerb::Undo, "to") => recent(open, super::MOST)
            .into_iter()
            .map(|(value, name)| plain(&name, &value))
            .collect(),
        (LobbyVerb::Host, "to") => players(open, |member| member.user != open.row.host),
        (LobbyVerb::Substitute, "out") => players(open, |_| true),
        (LobbyVerb::Act, "for") => players(open, |member| {
            let awaited = member
                .seat
                .is_some_and(|seat| awaited.contains(&Seat(seat)));
            awaited && member.user != wish.user
        }),
        (LobbyVerb::Act, "action") => {
            let member = filled(wish, "for").and_then(|name| open.member_named(name));
            match (open.play.as_ref(), member.and_then(|member| member.seat)) {
                (Some(play), Some(seat)) => actions(play, Seat(seat)),
                _ => Vec::new(),
            }
        }
        (LobbyVerb::Settings, "setting") => open
            .agreed()
            .settings()
            .iter()
            .map(|setting| {
                plain(
                    &format!("{}: {}", setting.about, setting.sentence()),
                    setting.name,
                )
            })
            .collect(),
        (LobbyVerb::Settings, "value") => open
            .agreed()
            .settings()
            .iter()
            .filter(|setting| Some(setting.name) == filled(wish, "setting"))
            .flat_map(|setting| setting.values)
            .map(|one| plain(one.sentence, one.name))
            .collect(),
        _ => Vec::new(),
    }
}

/// What a seat may do, in notation; short things first.
fn actions(play: &crate::table::Play, seat: Seat) -> Vec<Suggestion> {
    let mut found: Vec<Suggestion> = play
        .game
        .legal(seat)
        .choices
        .into_iter()
        .map(|choice| match choice {
            Choice::One(action) => play.game.print(&action),
            Choice::Amount(action, range) => play.game.print(&action.with_amount(range.min)),
            Choice::Runs => "run auto".to_string(),
        })
        .map(|text| plain(&text, &text))
        .collect();
    found.sort_by_key(|one| one.value.starts_with("lay "));
    found
}

/// Values for `/deal offer`.
pub(super) fn deals(open: &Open, wish: &Wish<'_>) -> Vec<Suggestion> {
    match wish.focused {
        "action" => concerning(open, wish.user)
            .into_iter()
            .map(|(value, name)| plain(&name, &value))
            .collect(),
        _ => Vec::new(),
    }
}

/// Values for `/auto …`.
pub(super) fn orders(open: &Open, wish: &Wish<'_>) -> Vec<Suggestion> {
    let list = |pairs: Vec<(String, String)>| {
        let pairs = pairs.into_iter();
        pairs.map(|(value, name)| plain(&name, &value)).collect()
    };
    match wish.focused {
        "order" => list(order_numbers(open, wish.user)),
        "lot" | "lots" => list(lots(open)),
        "company" | "minor" => open
            .play
            .as_ref()
            .map(|play| super::companies(&play.game))
            .unwrap_or_default(),
        "from" => players(open, |member| member.user != wish.user),
        _ => Vec::new(),
    }
}
