//! What a player orders, from what he typed: checked against the game before it is kept.

use super::bidding;
use super::running;
use super::terms::{Change, Offer, PREMIUM, Pay, Round, Terms, Until, lot};
use super::verdict::{View, in_auction, in_stock_round};
use crate::command::{AutoVerb, Command};
use crate::table::facts::Fact;
use crate::table::{Open, Play, Refusal};
use crate::text;
use engine::Game;
use engine::action::Lot;
use engine::event::RoundKind;
use engine::finance::Holder;
use engine::ids::{CompanyId, Seat};
use engine::legal::Scope;
use engine::shared::Status;

/// The order that a command asks for.
pub(super) fn wanted(
    open: &Open,
    play: &Play,
    seat: Seat,
    command: &Command,
    verb: AutoVerb,
) -> Result<Terms, Refusal> {
    match verb {
        AutoVerb::Pass => Ok(pass(play, seat, command.get("until"))),
        AutoVerb::Bid => bid(play, seat, command),
        AutoVerb::Auction => auction(play, command),
        AutoVerb::Buy => buy(play, seat, command),
        AutoVerb::Run => run(play, seat, command),
        AutoVerb::Answer => answer(open, seat, command),
        AutoVerb::List | AutoVerb::Cancel => Err(Refusal::new("That is no order.")),
    }
}

fn sum(command: &Command, name: &str) -> Option<i32> {
    command.number(name).and_then(|sum| i32::try_from(sum).ok())
}

fn passes(command: &Command) -> bool {
    command.get("otherwise") == Some("pass")
}

/// The stock round that goes on, or the next.
fn stock_round(play: &Play) -> Round {
    let facts = play.told.iter().flat_map(|told| told.facts.iter());
    let last = facts
        .filter_map(|fact| match fact {
            Fact::Round(RoundKind::CompanyAuction) => None,
            Fact::Round(kind) => Some(*kind),
            _ => None,
        })
        .next_back();
    let awaited = play.awaited();
    // A game may begin within one.
    let asked = awaited.iter().any(|ask| in_stock_round(ask.topic));
    // A round of companies may wait for something before it is told that it begins.
    let operates = awaited
        .iter()
        .any(|ask| ask.company.is_some() && ask.topic.scope() == Scope::Turn);
    Round {
        within: (asked || last == Some(RoundKind::Stock) && !operates)
            .then(|| play.game.round_name()),
    }
}

/// The auction that goes on, or the next.
pub(super) fn auction_round(play: &Play) -> Round {
    let asked = play.awaited().iter().any(|ask| in_auction(ask.topic));
    // Many games begin with one, in which something else may be asked, too.
    let first = || {
        let start = Game::new(play.game.setup().clone()).ok();
        start.is_some_and(|start| {
            let asks = start.asks();
            start.round_name() == play.game.round_name()
                && asks.iter().any(|ask| in_auction(ask.topic))
        })
    };
    Round {
        within: (asked || first()).then(|| play.game.round_name()),
    }
}

pub(super) fn pass(play: &Play, seat: Seat, until: Option<&str>) -> Terms {
    Terms::Pass {
        until: match until {
            Some("trade") => Until::Trade,
            Some("start") => Until::Start,
            Some("priority") => Until::Priority,
            Some("always") => Until::Always,
            _ => Until::Anything,
        },
        round: stock_round(play),
        first: play.game.shared().table.priority == seat,
    }
}

/// The company of a name, in print or otherwise.
fn company(game: &Game, name: &str) -> Result<CompanyId, Refusal> {
    crate::plan::named(game, name)
}

fn id(game: &Game, company: CompanyId) -> String {
    game.definition().at(company).id.clone()
}

/// What can be bid for now, whoever is asked.
fn on_offer(play: &Play) -> Vec<bidding::Chance> {
    let seats = play.awaited_seats().into_iter();
    seats
        .flat_map(|seat| bidding::chances(&View::new(play, seat, play.told.len())))
        .collect()
}

/// A lot's name as kept, if there is such a lot.
fn lot_named(play: &Play, typed: &str) -> Result<String, Refusal> {
    let typed = typed.trim();
    let game = &play.game;
    if typed.eq_ignore_ascii_case(PREMIUM) {
        return match on_offer(play).iter().any(|chance| chance.lot.is_none()) {
            true => Ok(PREMIUM.into()),
            false => Err(Refusal::new("No start premium is bid for now.")),
        };
    }
    let gone = |name: String| Refusal::new(format!("{name} is no lot any more."));
    let definition = game.definition();
    // A private, a company by its printed name, or by any other that it has.
    let found = lot(game, typed).or_else(|| company(game, typed).ok().map(Lot::Company));
    match found {
        None => Err(Refusal::new(format!(
            "There is no lot {}.",
            text::quoted(typed)
        ))),
        Some(Lot::Private(private)) => {
            let data = definition.private_at(private);
            let holder = game.shared().papers.private_holder(definition, private);
            match holder {
                Holder::Initial => Ok(data.id.clone()),
                _ => Err(gone(data.name.clone())),
            }
        }
        Some(Lot::Company(company)) => match game.shared().company(company).status {
            Status::Closed => Err(gone(crate::narration::company_name(definition, company))),
            Status::Open | Status::Unopened => Ok(id(game, company)),
        },
    }
}

pub(super) fn bid(play: &Play, seat: Seat, command: &Command) -> Result<Terms, Refusal> {
    let lot = lot_named(play, command.get("lot").unwrap_or_default())?;
    let most = sum(command, "amount").unwrap_or(0);
    let with = match command.get("minor") {
        Some(name) => Some(directed(play, seat, name)?),
        None => None,
    };
    let pass = passes(command);
    upto(play, lot, most, with, pass)
}

/// The same from a button: the lot that is up.
pub(super) fn upto(
    play: &Play,
    lot_id: String,
    most: i32,
    with: Option<String>,
    pass: bool,
) -> Result<Terms, Refusal> {
    let money = |sum: i32| play.game.definition().money.print(sum);
    if !play.game.packet().is_empty() {
        return Err(Refusal::new(
            "Nobody bids in this title: what lies in the start packet is bought at its price.",
        ));
    }
    let offers = on_offer(play);
    let own = lot(&play.game, &lot_id).filter(|_| lot_id != PREMIUM);
    let of = |chance: &&bidding::Chance| chance.lot == own && chance.range.is_some();
    let exact = offers.iter().find(of);
    let range = exact.or_else(|| offers.iter().find(|chance| chance.range.is_some()));
    if let Some(range) = range.and_then(|chance| chance.range) {
        let step = range.step.max(1);
        let over = (most - range.min).rem_euclid(step);
        if over != 0 {
            let below = most - over;
            return Err(Refusal::new(format!(
                "Bids go in steps of {}: say {} or {}.",
                money(step),
                money(below.max(range.min)),
                money(below.max(range.min) + step)
            )));
        }
    }
    if let Some(chance) = exact
        && most < chance.least
    {
        return Err(Refusal::new(format!(
            "The least bid for it is {} already.",
            money(chance.least)
        )));
    }
    let mine = offers.iter().filter(of);
    if with.is_none() && mine.filter(|chance| chance.with.is_some()).count() > 1 {
        return Err(Refusal::new(
            "Several minors could be pledged for it: say which one with minor.",
        ));
    }
    Ok(Terms::Bid {
        lot: lot_id,
        most,
        with,
        pass,
        round: auction_round(play),
    })
}

pub(super) fn auction(play: &Play, command: &Command) -> Result<Terms, Refusal> {
    let named = command.get("lots").unwrap_or_default();
    let mut lots: Vec<String> = Vec::new();
    for name in named.split([',', ';']).map(str::trim) {
        if !name.is_empty() {
            lots.push(lot_named(play, name)?);
        }
    }
    Ok(Terms::Auction {
        lots,
        below: sum(command, "below"),
        round: auction_round(play),
    })
}

fn buy(play: &Play, seat: Seat, command: &Command) -> Result<Terms, Refusal> {
    let game = &play.game;
    let company = company(game, command.get("company").unwrap_or_default())?;
    let name = crate::narration::company_name(game.definition(), company);
    let state = game.shared().company(company);
    if state.status == Status::Closed {
        return Err(Refusal::new(format!("{name} has closed.")));
    }
    let percent = command
        .number("percent")
        .and_then(|percent| u8::try_from(percent).ok())
        .unwrap_or(0);
    let share = 100u8.checked_div(state.units).unwrap_or(0);
    if share > 0 && !percent.is_multiple_of(share) {
        let below = percent - percent % share;
        return Err(Refusal::new(format!(
            "Shares of {name} are {share} % each: say {} or {}.",
            below.max(share),
            below.max(share) + share
        )));
    }
    let held = game.percent(company, seat);
    if held >= u32::from(percent) {
        return Err(Refusal::new(format!(
            "You hold {held} % of {name} already."
        )));
    }
    Ok(Terms::Buy {
        company: id(game, company),
        from: command.get("from").map(String::from),
        percent,
        most: sum(command, "most"),
        pass: passes(command),
        round: stock_round(play),
    })
}

/// A company that the seat directs, by name.
pub(super) fn directed(play: &Play, seat: Seat, name: &str) -> Result<String, Refusal> {
    let game = &play.game;
    let company = company(game, name)?;
    if game.shared().director(game.definition(), company) != Some(seat)
        || game.shared().company(company).status == Status::Closed
    {
        return Err(Refusal::new(format!(
            "You do not direct {}.",
            crate::narration::company_name(game.definition(), company)
        )));
    }
    Ok(id(game, company))
}

fn run(play: &Play, seat: Seat, command: &Command) -> Result<Terms, Refusal> {
    let name = command.get("company").unwrap_or_default();
    let pay = match command.get("pay") {
        Some("half") => Pay::Half,
        Some("nothing") => Pay::Nothing,
        _ => Pay::Full,
    };
    let until = match command.get("until") {
        Some("trains") => Change::Trains,
        Some("routes") => Change::Routes,
        Some("phase") => Change::Phase,
        _ => Change::Any,
    };
    run_out(
        play,
        seat,
        name,
        pay,
        until,
        command.get("rest") != Some("ask"),
    )
}

/// A company run out as it is now.
pub(super) fn run_out(
    play: &Play,
    seat: Seat,
    name: &str,
    pay: Pay,
    until: Change,
    pass: bool,
) -> Result<Terms, Refusal> {
    let company = directed(play, seat, name)?;
    let found = super::terms::company(&play.game, &company);
    let shape = found.map(|company| running::shape(&play.game, company));
    Ok(Terms::Run {
        company,
        pay,
        until,
        pass,
        shape: shape.ok_or_else(|| Refusal::new("There is no such company."))?,
    })
}

fn answer(open: &Open, seat: Seat, command: &Command) -> Result<Terms, Refusal> {
    let yes = command.get("say") == Some("accept");
    let least = sum(command, "least");
    if least.is_some() && !yes {
        return Err(Refusal::new(
            "A least amount goes with accepting: what is refused has no price.",
        ));
    }
    let from = match command.get("from") {
        None => None,
        Some(typed) => {
            let member = open.member_named(typed);
            let member =
                member.ok_or_else(|| Refusal::new("Nobody of that name sits at this table."))?;
            if member.seat == Some(seat.0) {
                return Err(Refusal::new("You make no offers to yourself."));
            }
            member.seat
        }
    };
    let what = match command.get("what") {
        Some("exchange") => Offer::Exchange,
        Some("train") => Offer::Train,
        Some("mine") => Offer::Mine,
        Some("company") => Offer::Company,
        Some("consent") => Offer::Consent,
        Some("deal") => Offer::Deal,
        _ => Offer::All,
    };
    if what == Offer::Deal && least.is_some() {
        return Err(Refusal::new(
            "In a deal that is offered to you it is you who pays: a least amount does not fit.",
        ));
    }
    Ok(Terms::Answer {
        what,
        yes,
        from,
        least,
    })
}
