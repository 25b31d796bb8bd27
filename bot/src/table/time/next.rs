//! "You are next": a word beforehand for whoever wants it.

use super::super::post;
use super::super::{Open, Play};
use crate::people::Place;
use crate::store::{PostBody, Step};
use engine::ids::Seat;
use engine::legal::Scope;

/// Who acts after whoever is awaited: the director of the next company in the order of operation, else the next player
/// at the table. Nobody while somebody answers within a turn.
fn next_seat(play: &Play) -> Option<Seat> {
    let awaited = play.awaited();
    let first = awaited.first()?;
    let alone = awaited.iter().all(|ask| ask.seat == first.seat);
    if !alone || first.topic.scope() == Scope::Within {
        return None;
    }
    let shared = play.game.shared();
    let next = match first.company.filter(|_| first.topic.scope() == Scope::Turn) {
        Some(company) => {
            let order = play.game.operating_order();
            let at = order.iter().position(|one| *one == company)?;
            let later = order.get(at + 1..)?.iter();
            later
                .filter_map(|one| shared.director(play.game.definition(), *one))
                .find(|seat| *seat != first.seat)?
        }
        None => shared.table.after(first.seat),
    };
    (next != first.seat).then_some(next)
}

/// What tells the next player so, if he has become it; whether he wants it the store knows.
pub(in crate::table) fn next(open: &Open, before: &Play, play: &Play) -> Option<Step> {
    if play.game.is_over() {
        return None;
    }
    let seat = next_seat(play)?;
    if next_seat(before) == Some(seat) && before.turn == play.turn {
        return None;
    }
    let user = open.users_of(&[seat]).pop()?;
    let now = play.waiting();
    let body = |place: Place| {
        let game = match place {
            Place::Channel => String::new(),
            Place::Message => format!(
                " {}, game {} in {}:",
                play.game.definition().title,
                open.row.id,
                crate::text::channel(&open.row.channel)
            ),
        };
        PostBody {
            past: format!("{} was told that he is next.", open.name_of(&user)),
            ..post::words(
                &format!("<@{user}>{game} You are next. Now {now}."),
                vec![user.clone()],
            )
        }
    };
    Some(Step::Next(
        user.clone(),
        play.turn.began,
        Box::new([body(Place::Channel), body(Place::Message)]),
    ))
}
