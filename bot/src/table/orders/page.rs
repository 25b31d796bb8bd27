//! Standing orders as their owner sees them: the list, cancelling, and the buttons that set them where they help.

use super::ahead::drop_move;
use super::follow::last_words;
use super::set::{keep, seated, set};
use super::terms::{Change, Pay, Terms};
use super::verdict::{self, Verdict, View};
use super::{PRESS, bidding, wanted};
use crate::reply::Reply;
use crate::store::{Button, Ended, OfferRow, OrderRow, OrderStep, Step};
use crate::table::agreed::Orders;
use crate::table::{Open, Play, Refusal, Request, Tables, lock, panel};
use crate::text;
use engine::action::Action;
use engine::ids::Seat;
use engine::legal::{Choice, Scope};

fn unknown() -> Refusal {
    Refusal::new("This button is not one of ours, or from another version.")
}

/// `/auto list`.
pub(super) fn list(tables: &Tables, open: &mut Open, request: &Request) -> Result<Reply, Refusal> {
    let play = open.playing_or_over()?;
    if open.seat_of(&request.user).is_none() {
        return Err(Refusal::new("You do not sit at this table."));
    }
    let mut lines: Vec<String> = Vec::new();
    let mut buttons: Vec<Button> = Vec::new();
    for row in open.orders.iter().filter(|row| row.user == request.user) {
        let Some(terms) = Terms::read(&row.terms) else {
            continue;
        };
        let waits = match verdict::verdict(play, row, &terms) {
            Verdict::Wait(why) if !why.is_empty() => format!(" It waits: {why}."),
            _ => String::new(),
        };
        let times = match row.acts {
            0 => "It has not acted yet.".to_string(),
            1 => "It has acted once.".to_string(),
            times => format!("It has acted {times} times."),
        };
        lines.push(format!(
            "**{}** {}. {times}{waits}",
            row.number,
            terms.words(play)
        ));
        buttons.push(Button::new(
            format!("Cancel {}", row.number),
            format!("{PRESS}:{}:cancel:{}", open.row.id, row.number),
        ));
    }
    let head = match lines.is_empty() {
        true => "You have no standing order in this game.",
        false => "**Your standing orders**",
    };
    let ended = tables.store().ended_orders(open.row.id, &request.user)?;
    for row in &ended {
        if let (Some(terms), Some(ended)) = (Terms::read(&row.terms), row.ended) {
            lines.push(last_words(
                play, &terms, row.number, row.acts, ended, &row.why,
            ));
        }
    }
    if open.agreed().orders == Orders::Open {
        for row in open.orders.iter().filter(|row| row.user != request.user) {
            if let Some(terms) = Terms::read(&row.terms).filter(|terms| !terms.is_plan()) {
                let name = play.names.seat(Seat(row.seat));
                lines.push(format!("{name}: {}.", terms.words_of_him(play)));
            }
        }
    }
    let reply = Reply::new(text::fit(head, &lines, "", text::MESSAGE)).with_buttons(buttons);
    if !ended.is_empty() && open.playing().is_ok() {
        let seen = Step::Order(OrderStep::Seen(request.user.clone()));
        keep(
            tables,
            open,
            request,
            (vec![seen], None),
            "seen",
            reply.text(),
        )?;
    }
    Ok(reply)
}

/// How orders of a user have ended since he last looked, told once: on top of what he is asked.
pub(in crate::table) fn news(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
) -> Option<String> {
    let play = open.playing().ok()?;
    let ended = tables
        .store()
        .ended_orders(open.row.id, &request.user)
        .ok()?;
    let lines: Vec<String> = ended
        .iter()
        .filter_map(|row| {
            let terms = Terms::read(&row.terms)?;
            Some(last_words(
                play, &terms, row.number, row.acts, row.ended?, &row.why,
            ))
        })
        .collect();
    if lines.is_empty() {
        return None;
    }
    let seen = Step::Order(OrderStep::Seen(request.user.clone()));
    // The request is answered by what it asked for, not by this.
    let aside = Request {
        id: None,
        ..request.clone()
    };
    keep(tables, open, &aside, (vec![seen], None), "seen", "").ok()?;
    Some(text::clip(&lines.join("\n"), 900))
}

/// `/auto cancel`: one order, or all.
pub(super) fn cancel(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    which: &str,
) -> Result<Reply, Refusal> {
    open.playing()?;
    let own = open.orders.iter().filter(|row| row.user == request.user);
    let wanted: Vec<i64> = match which.trim() {
        all if all.eq_ignore_ascii_case("all") => own.map(|row| row.number).collect(),
        number => {
            let number: Option<i64> = number.trim_start_matches('#').parse().ok();
            own.map(|row| row.number)
                .filter(|known| Some(*known) == number)
                .collect()
        }
    };
    if wanted.is_empty() {
        return Err(Refusal::new(
            "You have no such standing order; /auto list shows yours.",
        ));
    }
    let steps = wanted
        .iter()
        .map(|number| Step::Order(OrderStep::End(*number, Ended::Cancelled, String::new())));
    let steps: Vec<Step> = steps.collect();
    let numbers: Vec<String> = wanted.iter().map(ToString::to_string).collect();
    let head = match numbers.as_slice() {
        [one] => format!("Order {one} is cancelled."),
        several => format!("Orders {} are cancelled.", several.join(", ")),
    };
    keep(tables, open, request, (steps, None), "cancel", &head)
}

/// The order that answers an offer of `/deal`, and how.
pub(super) fn answer_to<'o>(
    play: &Play,
    orders: &'o [OrderRow],
    offer: &OfferRow,
) -> Option<(&'o OrderRow, bool)> {
    orders
        .iter()
        .filter(|row| row.seat == offer.taker && verdict::base(play, row).is_some())
        .find_map(|row| match Terms::read(&row.terms)? {
            Terms::Answer {
                what,
                yes,
                from,
                least,
            } if what.is_deal()
                && from.is_none_or(|from| from == offer.giver)
                // Whoever takes a deal pays: a least amount is none of it, and the player answers himself.
                && least.is_none() =>
            {
                Some((row, yes))
            }
            _ => None,
        })
}

/// Buttons that set an order at the present decision.
pub(in crate::table) fn button(game: i64, play: &Play, seat: Seat) -> Vec<Button> {
    let view = View::new(play, seat, play.told.len());
    let Some(topic) = view.topic() else {
        return Vec::new();
    };
    let mark = play.mark();
    let id = |what: &str| format!("{PRESS}:{game}:at:{mark}:{what}");
    let mut buttons = Vec::new();
    let passes = view.may(&Action::Pass);
    if verdict::in_stock_round(topic) && passes {
        buttons.push(Button::new("Pass until …", id("pass")));
    }
    if topic.scope() == Scope::Bidding {
        let chances = bidding::chances(&view);
        if let [chance] = chances.as_slice()
            && chance.range.is_some()
        {
            buttons.push(Button::asking("Bid up to …", id("bid")));
        }
        if passes {
            buttons.push(Button::new("Pass on everything …", id("auction")));
        }
    }
    if view.choices().contains(&Choice::Runs) {
        buttons.push(Button::new("Run it out …", id("run")));
    }
    buttons
}

/// A press: `cancel:3`, `drop:3:1:4`, `at:<mark>:<what>`.
pub(in crate::table) fn press(
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
    let (verb, rest) = rest.split_once(':').unwrap_or((rest, ""));
    match verb {
        "cancel" => cancel(tables, &mut open, request, rest),
        "drop" => {
            let parts: Vec<usize> = rest
                .split(':')
                .filter_map(|part| part.parse().ok())
                .collect();
            let [order, number, count] = parts.as_slice() else {
                return Err(unknown());
            };
            // Numbers shift when a move is made or dropped: the button of another list does nothing.
            let holds = open.orders.iter().any(|row| {
                let items = match Terms::read(&row.terms) {
                    Some(Terms::Queue { items }) => items.len(),
                    _ => 0,
                };
                usize::try_from(row.number) == Ok(*order)
                    && row.user == request.user
                    && items == *count
            });
            if !holds {
                return Err(Refusal::new(
                    "Your moves made ahead are others now; nothing was done. /plan queue shows them.",
                ));
            }
            drop_move(tables, &mut open, request, Some(*number))
        }
        "at" => {
            let (mark, what) = rest.split_once(':').ok_or_else(unknown)?;
            if open.play.as_ref().map(Play::mark) != mark.parse().ok() {
                return Err(Refusal::new(
                    "The game has moved on since this button was made; nothing was done. /auto sets orders at any time.",
                ));
            }
            at(tables, &mut open, request, what, value)
        }
        _ => Err(unknown()),
    }
}

/// A button of the present decision.
fn at(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    what: &str,
    value: Option<&str>,
) -> Result<Reply, Refusal> {
    let (play, seat) = seated(open, request)?;
    let view = View::new(play, seat, play.told.len());
    if view.ask.is_none() {
        return Err(Refusal::new(format!(
            "It is not your decision: the game waits for {}.",
            play.waiting()
        )));
    }
    let mark = play.mark();
    let id = |what: String| format!("{PRESS}:{}:at:{mark}:{what}", open.row.id);
    match what.split_once(':').unwrap_or((what, "")) {
        ("pass", "") => {
            let ways = [
                ("any of these", "anything"),
                ("a trade in a company of mine", "trade"),
                ("a company starts", "start"),
                ("the priority would be lost", "priority"),
                ("the round ends", "always"),
            ];
            let text = "Pass now and in the rest of this stock round, until …";
            Ok(Reply::new(text).with_buttons(
                ways.map(|(label, until)| Button::new(label, id(format!("pass:{until}")))),
            ))
        }
        ("pass", until) => {
            let terms = wanted::pass(play, seat, Some(until));
            set(tables, open, request, terms)
        }
        ("auction", "") => {
            let text = format!(
                "Pass now and on whatever else comes up in {}. /auto auction can leave lots out.",
                play.game.round_name()
            );
            Ok(Reply::new(text)
                .with_buttons([Button::new("Pass on everything", id("auction:all".into()))]))
        }
        ("auction", _) => {
            let terms = Terms::Auction {
                lots: Vec::new(),
                below: None,
                round: wanted::auction_round(play),
            };
            set(tables, open, request, terms)
        }
        ("bid", _) => {
            let chances = bidding::chances(&view);
            let [chance] = chances.as_slice() else {
                return Err(Refusal::new(
                    "Several things can be bid for: /auto bid says which.",
                ));
            };
            let most = value
                .and_then(panel::amount)
                .and_then(|digits| digits.parse::<i32>().ok())
                .filter(|sum| *sum > 0)
                .ok_or_else(|| {
                    Refusal::new("That is no amount: a whole number above 0 is needed.")
                })?;
            let lot = bidding::name(play, chance);
            let with = chance
                .with
                .map(|minor| play.game.definition().at(minor).id.clone());
            let terms = wanted::upto(play, lot, most, with, false)?;
            set(tables, open, request, terms)
        }
        ("run", "") => {
            let ways = [
                ("Run and pay out", "full"),
                ("Run and pay half", "half"),
                ("Run and keep", "nothing"),
            ];
            let text = "Run the best routes now and in every turn, and pass everything else, until the company's trains, its best routes or the phase change:";
            Ok(Reply::new(text).with_buttons(
                ways.map(|(label, pay)| Button::new(label, id(format!("run:{pay}")))),
            ))
        }
        ("run", pay) => {
            let company = view.ask.and_then(|ask| ask.company).ok_or_else(unknown)?;
            let name = play.game.definition().at(company).id.clone();
            let pay = match pay {
                "full" => Pay::Full,
                "half" => Pay::Half,
                "nothing" => Pay::Nothing,
                _ => return Err(unknown()),
            };
            let terms = wanted::run_out(play, seat, &name, pay, Change::Any, true)?;
            set(tables, open, request, terms)
        }
        _ => Err(unknown()),
    }
}

/// The numbers of a user's orders with what they do, for autocomplete.
pub(crate) fn mine(open: &Open, user: &str) -> Vec<(String, String)> {
    let Some(play) = &open.play else {
        return Vec::new();
    };
    let own = open.orders.iter().filter(|row| row.user == user);
    own.filter_map(|row| {
        let words = Terms::read(&row.terms)?.words(play);
        let number = row.number.to_string();
        Some((number.clone(), format!("{number}: {}", text::plain(&words))))
    })
    .collect()
}

/// Lots that can be bid for or taken now, for autocomplete.
pub(crate) fn choices(open: &Open) -> Vec<(String, String)> {
    let Some(play) = &open.play else {
        return Vec::new();
    };
    let mut found: Vec<(String, String)> = Vec::new();
    for seat in play.awaited_seats() {
        for chance in bidding::chances(&View::new(play, seat, play.told.len())) {
            let name = bidding::name(play, &chance);
            if found.iter().all(|(known, _)| *known != name) {
                let least = play.game.definition().money.print(chance.least);
                found.push((name.clone(), format!("{name}, from {least}")));
            }
        }
    }
    found
}
