//! Deals by two clicks. What the engine asks a second player is shown to both with its terms; and who is not to move
//! may offer a deal to whoever is: an action of the other, with the offerer's own word given beforehand.

use super::moves::{self, Extra, Sent, Sure};
use super::terms::{Pending, concerns, pending, steps, terms};
use super::vote::unknown;
use super::{Open, Play};
use super::{Refusal, Request, Tables, lock, post};
use crate::command::{Command, DealVerb};
use crate::reply::{Reply, fitting};
use crate::store::{Button, Change, Committed, How, OfferRow, PostBody, Standing, Step};
use crate::text;
use engine::action::{Action, By};
use engine::ids::Seat;
use engine::legal::Choice;

/// The message to whoever is asked, if the game waits for a second player's word.
pub(super) fn asked(open: &Open, play: &Play) -> Option<PostBody> {
    let Pending { by, asked } = pending(&play.game)?;
    let proposal = play
        .game
        .log()
        .iter()
        .rev()
        .find(|entry| entry.by.seat() == by && !matches!(entry.by, By::Engine(_)))?;
    let users = open.users_of(&[asked]);
    let shown = play.game.print(&proposal.action);
    let head = format!(
        "{} {} proposes: `{}`. If you accept:",
        post::pings(&users),
        play.names.seat(by),
        text::in_code(&text::clip(&shown, 300))
    );
    let lines = terms(play, &play.game, &[(asked, Action::Agree)])?;
    let mark = play.mark();
    let id = |verb: &str| format!("d:{}:a:{mark}:{verb}", open.row.id);
    let proposer = play.names.raw(by);
    Some(PostBody {
        buttons: fitting([
            Button::main("Accept", id("yes")),
            Button::new("Decline", id("no")),
            Button::new(format!("Withdraw ({proposer})"), id("back")),
        ]),
        ..post::words(&text::fit(&head, &lines, "", text::MESSAGE), users)
    })
}

/// `/deal …`.
pub(super) fn deal(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    command: &Command,
    verb: DealVerb,
) -> Result<Reply, Refusal> {
    match verb {
        DealVerb::Offer => {
            let typed = command.get("action").unwrap_or_default();
            offer(tables, open, request, typed)
        }
        DealVerb::Show => show(tables, open, request),
    }
}

/// Seats that are to move, but for one.
fn movers(play: &Play, but: Seat) -> Vec<Seat> {
    let mut seats = play.awaited_seats();
    seats.retain(|seat| *seat != but);
    seats
}

fn offer(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    typed: &str,
) -> Result<Reply, Refusal> {
    let play = open.playing()?;
    let giver = open
        .seat_of(&request.user)
        .ok_or_else(|| Refusal::new("You do not sit at this table."))?;
    let takers = movers(play, giver);
    if takers.is_empty() {
        return Err(Refusal::new(format!(
            "A deal is offered to whoever is to move; the game waits for {}.",
            play.waiting()
        )));
    }
    let mut why = None;
    let mut found = None;
    for taker in takers {
        match play
            .game
            .read(taker, typed)
            .and_then(|action| play.game.check(taker, &action).map(|_| action))
        {
            Ok(action) => found = found.or(Some((taker, action))),
            Err(rejection) => {
                let text = play.names.in_words(&rejection.text);
                why = why.or(Some(engine::Rejection { text, ..rejection }));
            }
        }
    }
    let Some((taker, action)) = found else {
        return Err(why.map_or_else(unknown, Refusal::from));
    };
    let name = play.names.seat(taker);
    if !concerns(&play.game, taker, giver, &action) {
        return Err(Refusal::new(format!(
            "That is no deal with you: {name} can do it without your word."
        )));
    }
    let offers = tables.store().offers(open.row.id)?;
    let text = play.game.print(&action);
    let same = |offer: &&OfferRow| {
        offer.standing == Standing::Open && offer.giver == giver.0 && offer.text == text
    };
    if offers.iter().find(same).is_some() {
        return Err(Refusal::new("You have offered exactly that already."));
    }
    let number = offers.last().map_or(1, |offer| offer.number + 1);
    let row = OfferRow {
        game: open.row.id,
        number,
        user: request.user.clone(),
        giver: giver.0,
        taker: taker.0,
        text,
        standing: Standing::Open,
    };
    let body = body(open, play, &row, &action);
    let reply = format!("{name} reads your offer. As soon as anybody moves it is void.");
    let change = Change {
        game: Some((open.row.id, open.row.version)),
        user: request.user.clone(),
        what: "offer",
        detail: format!("{number}: {}", row.text),
        still: true,
        steps: vec![Step::OpenOffer(row)],
        posts: vec![body],
        request: request.id.clone(),
        reply: reply.clone(),
        ..Change::default()
    };
    match tables.commit(change)? {
        Committed::Before(reply) => Ok(Reply::new(reply)),
        Committed::Now(..) => {
            super::orders::offered(tables, open, number);
            Ok(Reply::new(reply))
        }
    }
}

/// The post of an offer.
fn body(open: &Open, play: &Play, offer: &OfferRow, action: &Action) -> PostBody {
    let users = open.users_of(&[Seat(offer.taker)]);
    PostBody {
        past: past(play, offer, "Void: the game has moved on since."),
        mark: format!("offer:{}", offer.number),
        buttons: buttons(open, offer),
        ..post::asking(&words(play, offer, action, &post::pings(&users)), users)
    }
}

/// What is left of the post when the offer is over.
fn past(play: &Play, offer: &OfferRow, outcome: &str) -> String {
    format!(
        "{} offered {}: `{}`\n**{outcome}**",
        play.names.seat(Seat(offer.giver)),
        play.names.seat(Seat(offer.taker)),
        text::in_code(&text::clip(&offer.text, 300))
    )
}

/// `ben offers …`, with its terms.
fn words(play: &Play, offer: &OfferRow, action: &Action, to: &str) -> String {
    let (giver, taker) = (Seat(offer.giver), Seat(offer.taker));
    let head = format!(
        "{to} {} offers you: `{}`. If you accept, that is your move:",
        play.names.seat(giver),
        text::in_code(&text::clip(&offer.text, 300))
    );
    let lines = terms(play, &play.game, &steps(&play.game, taker, giver, action));
    text::fit(&head, &lines.unwrap_or_default(), "", text::MESSAGE)
}

fn buttons(open: &Open, offer: &OfferRow) -> Vec<Button> {
    let id = |verb: &str| format!("d:{}:{}:{verb}", offer.game, offer.number);
    let giver = text::plain(&open.name_of(&offer.user));
    fitting([
        Button::main("Accept", id("yes")),
        Button::new("Decline", id("no")),
        Button::new(format!("Withdraw ({giver})"), id("back")),
    ])
}

/// `/deal show`: the open offers, and what the game waits for a second word on.
fn show(tables: &Tables, open: &Open, request: &Request) -> Result<Reply, Refusal> {
    super::acting::may_look(open, request)?;
    let play = open.playing()?;
    let mut lines = Vec::new();
    let mut all = Vec::new();
    if let Some(post) = asked(open, play) {
        lines.push(post.text);
        all.extend(post.buttons);
    }
    for offer in tables.store().offers(open.row.id)? {
        if offer.standing != Standing::Open {
            continue;
        }
        let Ok(action) = play.game.parse(&offer.text) else {
            continue;
        };
        let taker = play.names.seat(Seat(offer.taker));
        lines.push(words(play, &offer, &action, &format!("{taker}:")));
        all.extend(buttons(open, &offer));
    }
    if lines.is_empty() {
        return Ok(Reply::new("No deal is on the table."));
    }
    Ok(Reply::new(text::clip(&lines.join("\n"), text::MESSAGE)).with_buttons(all))
}

/// A press: `a:<mark>:<verb>` answers the engine's question, `<number>:<verb>` an offer.
pub(super) fn press(
    tables: &Tables,
    request: &Request,
    game: i64,
    rest: &str,
) -> Result<Reply, Refusal> {
    let open = tables.game(game)?;
    let mut open = lock(&open);
    if open.row.channel != request.channel {
        return Err(Refusal::new(
            "This button belongs to a game in another channel.",
        ));
    }
    let (first, verb) = rest.split_once(':').ok_or_else(unknown)?;
    if first == "a" {
        let (mark, verb) = verb.split_once(':').ok_or_else(unknown)?;
        let mark: i64 = mark.parse().map_err(|_| unknown())?;
        if open.play.as_ref().map(Play::mark) != Some(mark) {
            return Err(Refusal::new(
                "The game has moved on since this was proposed: it is void.",
            ));
        }
        return engine_asks(tables, &mut open, request, verb);
    }
    let number: i64 = first.parse().map_err(|_| unknown())?;
    let offers = tables.store().offers(game)?;
    let offer = offers
        .into_iter()
        .find(|offer| offer.number == number)
        .ok_or_else(unknown)?;
    let over = |why: &str| Err(Refusal::new(format!("This offer is over: {why}.")));
    match offer.standing {
        Standing::Open => answer(tables, &mut open, request, &offer, verb),
        Standing::Carried => over("it was accepted"),
        Standing::Refused => over("it was declined"),
        Standing::Withdrawn => over("it was withdrawn"),
        Standing::Void | Standing::Expired => over("the game has moved on since"),
    }
}

fn engine_asks(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    verb: &str,
) -> Result<Reply, Refusal> {
    let play = open.playing()?;
    let Pending { by, asked } =
        pending(&play.game).ok_or_else(|| Refusal::new("Nothing is proposed any more."))?;
    let seat = open.seat_of(&request.user);
    let (who, word) = match verb {
        "yes" => (asked, "agree"),
        "no" => (asked, "refuse"),
        "back" => (by, "refuse"),
        _ => return Err(unknown()),
    };
    if seat != Some(who) {
        return Err(Refusal::new(match verb {
            "back" => format!("Only {} may withdraw this.", play.names.seat(who)),
            _ => format!("Only {} is asked here.", play.names.seat(who)),
        }));
    }
    moves::act(tables, open, request, word, Sure::Confirmed).map(|page| page.reply)
}

fn answer(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    offer: &OfferRow,
    verb: &str,
) -> Result<Reply, Refusal> {
    answered(tables, open, request, offer, verb, How::Hand, Vec::new())
}

/// The same, also for who has ordered his answer.
pub(super) fn answered(
    tables: &Tables,
    open: &mut Open,
    request: &Request,
    offer: &OfferRow,
    verb: &str,
    how: How,
    ordered: Vec<Step>,
) -> Result<Reply, Refusal> {
    let play = open.playing()?;
    let (giver, taker) = (Seat(offer.giver), Seat(offer.taker));
    let seat = open.seat_of(&request.user);
    let shown = text::in_code(&text::clip(&offer.text, 300));
    let names = (play.names.seat(giver), play.names.seat(taker));
    let who = if verb == "back" { giver } else { taker };
    if !matches!(verb, "yes" | "no" | "back") {
        return Err(unknown());
    }
    if seat != Some(who) {
        return Err(Refusal::new(match verb {
            "back" => format!("Only {} may withdraw this.", names.0),
            _ => format!("Only {} is asked here.", names.1),
        }));
    }
    let action = play.game.parse(&offer.text)?;
    let over = |outcome: &str| {
        let body = PostBody {
            past: past(play, offer, outcome),
            ..body(open, play, offer, &action)
        };
        Step::Repost(body, true)
    };
    let (standing, said, closed) = match verb {
        "yes" => {
            let done = steps(&play.game, taker, giver, &action);
            let sent: Vec<Sent<'_>> = done
                .iter()
                .map(|(seat, action)| Sent {
                    by: By::Seat(*seat),
                    user: if *seat == giver {
                        &offer.user
                    } else {
                        &request.user
                    },
                    action: action.clone(),
                    how: if *seat == taker { how } else { How::Hand },
                })
                .collect();
            let said = format!("{} accepts the offer of {}: `{shown}`.", names.1, names.0);
            let extra = Extra {
                steps: [
                    vec![
                        Step::CloseOffer(offer.number, Standing::Carried),
                        over("Accepted."),
                    ],
                    ordered,
                ]
                .concat(),
                said: Some(post::words(&said, Vec::new())),
                detail: Some(format!("{} (offered by {})", offer.text, names.0)),
            };
            return moves::carry(tables, open, request, &sent, extra);
        }
        "no" => (
            Standing::Refused,
            format!("<@{}> {} declines: `{shown}`.", offer.user, names.1),
            over("Declined."),
        ),
        _ => (Standing::Withdrawn, String::new(), over("Withdrawn.")),
    };
    let mut steps = vec![Step::CloseOffer(offer.number, standing), closed];
    steps.extend(ordered);
    super::vote::still(tables, open, request, steps, &said, "Done.")
}

/// Deals that a user may offer now, for autocomplete: in notation at their least price, with the most.
pub(crate) fn concerning(open: &Open, user: &str) -> Vec<(String, String)> {
    let (Some(play), Some(giver)) = (&open.play, open.seat_of(user)) else {
        return Vec::new();
    };
    let game = &play.game;
    let mut found = Vec::new();
    for taker in movers(play, giver) {
        let name = play.names.raw(taker);
        for choice in game.legal(taker).choices {
            let (action, range) = match choice {
                Choice::One(action) if action.lay().is_none() => (action, None),
                Choice::Amount(action, range) => (action.with_amount(range.min), Some(range)),
                _ => continue,
            };
            if !concerns(game, taker, giver, &action) {
                continue;
            }
            let text = game.print(&action);
            let label = match range {
                Some(range) => format!(
                    "{name}: {text} (up to {})",
                    game.definition().money.print(range.max)
                ),
                None => format!("{name}: {text}"),
            };
            found.push((text, label));
            if let Some(range) = range.filter(|range| range.max > range.min) {
                let most = game.print(&action.with_amount(range.max));
                found.push((most.clone(), format!("{name}: {most}")));
            }
        }
    }
    found
}
