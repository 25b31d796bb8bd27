//! `/plan`: private trials. A player forks the present position for himself, tries what he likes for any company under
//! the real rules, sees pictures and revenue, keeps several, compares them. Nobody else sees them; the game never
//! notices.
//!
//! A trial is stored as the game's action after which it was made and the list of its steps, so that it works after a
//! restart. Whatever is read or changed names the user: another's trial does not exist for him, whatever a button
//! made by hand says.

mod compare;
mod desk;
mod notes;
mod page;
mod runs;
mod trial;

use crate::command::{Command, PlanVerb, ShowVerb, Spec, Template};
use crate::look;
use crate::narration::company_name;
use crate::reply::Reply;
use crate::store::{ActionId, GameId, TrialId};
use crate::suggest::{self, Suggestion};
use crate::table::{Open, Play, Refusal, Request, Tables, lock};
use crate::text;
use desk::Desk;
use engine::ids::{CompanyId, Seat};
use engine::{Game, Jump};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

/// How the ids of buttons and menus of trials begin.
pub(crate) const PRESS: &str = "t:";

/// Trials that a user keeps of a game.
const MOST: usize = 20;

/// Positions kept in memory for trials that were made a while ago.
const KEPT: usize = 32;

/// Positions at which trials were made: folded once, then shared.
#[derive(Default)]
pub(crate) struct Bases(Mutex<VecDeque<Base>>);

/// A game, the action after which it stands, and the position.
type Base = (GameId, Option<ActionId>, Arc<Play>);

impl Bases {
    fn find(&self, game: GameId, head: Option<ActionId>) -> Option<Arc<Play>> {
        let kept = lock(&self.0);
        kept.iter()
            .find(|(id, at, _)| (*id, *at) == (game, head))
            .map(|(_, _, play)| play.clone())
    }

    fn keep(&self, game: GameId, head: Option<ActionId>, play: Arc<Play>) {
        let mut kept = lock(&self.0);
        if kept.len() >= KEPT {
            kept.pop_front();
        }
        kept.push_back((game, head, play));
    }
}

/// Why a step cannot be done again.
#[derive(Clone, Debug)]
struct Failure(String);

impl From<Refusal> for Failure {
    fn from(Refusal(text): Refusal) -> Failure {
        Failure(text)
    }
}

/// The user's own moves in a trial of his, each with the company in whose turn it is.
pub(crate) fn moves_of(
    tables: &Tables,
    request: &Request,
    name: &str,
) -> Result<Vec<(String, Option<String>)>, Refusal> {
    let desk = Desk::here(tables, request)?;
    let seat = desk.with_open(|open| open.seat_of(&request.user));
    let seat = seat.ok_or_else(|| Refusal::new("You do not sit at this table."))?;
    Ok(desk.named(name)?.moves_of(seat))
}

/// Carries out a command of `/plan`.
pub(crate) fn plan(
    tables: &Tables,
    request: &Request,
    command: &Command,
    verb: PlanVerb,
) -> Result<Reply, Refusal> {
    let desk = Desk::here(tables, request)?;
    match verb {
        PlanVerb::Start => desk.start(command.get("turn"), command.get("name")),
        PlanVerb::Try => {
            // In a trial nothing is asked back: the sign that it need not be is no part of the action.
            let action = command.get("action").unwrap_or_default();
            desk.try_out(desk.at_hand()?, action.trim_end_matches('!').trim_end())
        }
        PlanVerb::Jump => desk.jump(desk.at_hand()?, command.get("turn").unwrap_or_default()),
        PlanVerb::Undo => {
            let count = command.number("count").unwrap_or(1);
            desk.undo(desk.at_hand()?, usize::try_from(count).unwrap_or(1))
        }
        PlanVerb::Show => show(&desk, command),
        PlanVerb::Map | PlanVerb::Market => desk.picture(&desk.at_hand()?, verb),
        PlanVerb::Runs => {
            let trial = desk.at_hand()?;
            let company = command.get("company");
            let company = company
                .map(|name| named(&trial.play.game, name))
                .transpose()?;
            runs::runs(&desk, &trial, company)
        }
        PlanVerb::Compare => {
            let first = desk.named(command.get("first").unwrap_or_default())?;
            let second = desk.named(command.get("second").unwrap_or_default())?;
            compare::compare(&desk, &first, &second)
        }
        PlanVerb::Rebase => {
            let trial = match command.get("trial") {
                Some(name) => desk.named(name)?,
                None => desk.at_hand()?,
            };
            desk.rebase(trial)
        }
        PlanVerb::List => desk.list(),
        PlanVerb::Open => {
            let id = desk.row_named(command.get("trial").unwrap_or_default())?.id;
            desk.open(id)
        }
        PlanVerb::Name => desk.rename(desk.at_hand()?, command.get("name").unwrap_or_default()),
        PlanVerb::Drop => desk.throw_away(command.get("trial").unwrap_or_default()),
        PlanVerb::Note => notes::note(&desk, command.get("text")),
        // What is made ahead is the game's affair: the table service has it.
        PlanVerb::Queue | PlanVerb::Unqueue | PlanVerb::Requeue => {
            Err(Refusal::new("This is no matter of a trial."))
        }
        PlanVerb::Strike => notes::strike(&desk, command.number("line").unwrap_or(0)),
    }
}

/// Carries out a pressed button or a chosen entry of a trial: `trial:version:what`.
pub(crate) fn press(
    tables: &Tables,
    request: &Request,
    id: &str,
    value: Option<&str>,
) -> Result<Reply, Refusal> {
    let unknown = || Refusal::new("This button is not one of ours, or from another version.");
    let mut parts = id.splitn(3, ':');
    let mut number = || {
        parts
            .next()
            .and_then(|part| part.parse::<i64>().ok())
            .ok_or_else(unknown)
    };
    let (first, second) = (number()?, number()?);
    let what = parts.next().unwrap_or_default();
    if what == "open" {
        // Under the list: the game, then the trial that was chosen.
        let desk = Desk::of(tables, request, second)?;
        let chosen: TrialId = value.and_then(|it| it.parse().ok()).ok_or_else(unknown)?;
        return desk.open(chosen);
    }
    let gone = || Refusal::new("You have no such trial; /plan list shows yours.");
    let row = tables
        .store()
        .trial(first, &request.user)?
        .ok_or_else(gone)?;
    let desk = Desk::of(tables, request, row.game)?;
    let trial = desk.load(&row)?;
    match what.split_once(':').unwrap_or((what, "")) {
        ("map", _) => return desk.picture(&trial, PlanVerb::Map),
        ("market", _) => return desk.picture(&trial, PlanVerb::Market),
        ("runs", _) => return runs::runs(&desk, &trial, None),
        ("list", _) => return desk.list(),
        ("show", _) => return Ok(page::page(&desk, &trial, &page::steps(&trial))),
        ("rebase", _) => return desk.rebase(trial),
        _ => {}
    }
    if row.version != second {
        return Err(Refusal::new(
            "This trial has changed since the button was made; nothing was done. /plan show shows how it stands.",
        ));
    }
    match what.split_once(':').unwrap_or((what, "")) {
        ("undo", _) => desk.undo(trial, 1),
        ("a", action) if !action.is_empty() => desk.try_out(trial, action),
        ("type", _) => desk.try_out(trial, value.unwrap_or_default()),
        _ => Err(unknown()),
    }
}

/// `/plan show`: the steps, or a sheet.
fn show(desk: &Desk<'_>, command: &Command) -> Result<Reply, Refusal> {
    let trial = desk.at_hand()?;
    let verb = match command.get("what") {
        Some("players") => ShowVerb::Players,
        Some("trains") => ShowVerb::Trains,
        Some("tiles") => ShowVerb::Tiles,
        Some("company") => ShowVerb::Company,
        None if command.get("company").is_some() => ShowVerb::Company,
        _ => return Ok(page::page(desk, &trial, &page::steps(&trial))),
    };
    let command = match (verb, command.get("company"), trial.company()) {
        (ShowVerb::Company, None, Some(company)) => {
            let id = trial.play.game.definition().at(company).id.clone();
            Command::new(command.spec, &[("company".into(), id)]).map_err(Refusal::new)?
        }
        _ => command.clone(),
    };
    let words = desk.with_open(|open| look::sheet_words(open, &trial.play, verb, &command))?;
    let caption = page::caption(desk, &trial);
    let pictures = desk.tables.pictures();
    let bytes = look::sheet_picture(pictures, &trial.play.game, &caption, verb, &command);
    let name = match verb {
        ShowVerb::Players => "players",
        ShowVerb::Trains => "trains",
        ShowVerb::Company => "company",
        _ => "tiles",
    };
    Ok(Reply::new(words)
        .headed(&page::head(desk, &trial))
        .with_picture(page::picture(&trial, name, bytes)))
}

/// Values for an option of `/plan`.
pub(crate) fn suggest(
    tables: &Tables,
    request: &Request,
    verb: PlanVerb,
    spec: &'static Spec,
    focused: &str,
    typed: &str,
) -> Vec<Suggestion> {
    let Ok(desk) = Desk::here(tables, request) else {
        return Vec::new();
    };
    let found = match (verb, focused) {
        (PlanVerb::Try, "action") => desk.at_hand().ok().map(|trial| {
            let wish = suggest::Wish {
                user: &request.user,
                spec,
                filled: &[],
                focused,
                typed,
            };
            let seats = trial.asked();
            seats
                .first()
                .map(|seat| suggest::moves(&trial.play, *seat, Template("{action}"), &wish))
                .unwrap_or_default()
        }),
        (PlanVerb::Queue, "action") => desk.with_open(|open| {
            let seat = open.seat_of(&request.user)?;
            let wish = suggest::Wish {
                user: &request.user,
                spec,
                filled: &[],
                focused,
                typed,
            };
            let play = open.play.as_ref()?;
            Some(suggest::moves(play, seat, Template("{action}"), &wish))
        }),
        (PlanVerb::Start, "turn") => desk.play().ok().map(|play| turns(&play)),
        (PlanVerb::Jump, "turn") => desk.at_hand().ok().map(|trial| turns(&trial.play)),
        (PlanVerb::Queue, "company") => desk.play().ok().map(|play| suggest::companies(&play.game)),
        (PlanVerb::Runs | PlanVerb::Show, "company") => desk
            .at_hand()
            .ok()
            .map(|trial| suggest::companies(&trial.play.game)),
        (
            PlanVerb::Compare
            | PlanVerb::Rebase
            | PlanVerb::Open
            | PlanVerb::Drop
            | PlanVerb::Queue,
            _,
        ) => desk.rows().ok().map(|rows| {
            rows.iter()
                .map(|row| {
                    let about = format!("{} · from move {}", row.name, row.moves);
                    suggest::plain(&about, &row.name)
                })
                .collect()
        }),
        _ => None,
    };
    suggest::narrow(found.unwrap_or_default(), typed)
}

/// Whose turns can be run ahead to.
fn turns(play: &Play) -> Vec<Suggestion> {
    let game = &play.game;
    let definition = game.definition();
    let mut found = Vec::new();
    for company in definition.company_ids() {
        if let Ok((ahead, _)) = game.jump(Jump::Turn(company)) {
            let name = company_name(definition, company);
            let about = format!("{name} — its turn in {}", ahead.round_name());
            found.push(suggest::plain(&about, &definition.at(company).id));
        }
    }
    for seat in game.seats() {
        if let Ok((ahead, _)) = game.jump(Jump::Stock(seat)) {
            let name = play.names.raw(seat);
            let about = format!("{name} — stock turn in {}", ahead.round_name());
            found.push(suggest::plain(&about, &format!("seat {}", seat.0 + 1)));
        }
    }
    found
}

/// The company that a player names.
fn company(game: &Game, name: &str) -> Option<CompanyId> {
    let definition = game.definition();
    let name = name.trim().trim_start_matches('#');
    definition.company(name).or_else(|| {
        definition.company_ids().find(|id| {
            let data = definition.at(*id);
            let nick = data.nickname.as_deref();
            [
                Some(data.name.as_str()),
                nick,
                Some(company_name(definition, *id).as_str()),
            ]
            .into_iter()
            .flatten()
            .any(|known| known.eq_ignore_ascii_case(name))
        })
    })
}

pub(crate) fn named(game: &Game, name: &str) -> Result<CompanyId, Refusal> {
    company(game, name).ok_or_else(|| {
        let known: Vec<&str> = game
            .definition()
            .companies
            .iter()
            .map(|company| company.id.as_str())
            .collect();
        Refusal::new(format!(
            "There is no company {}; there are {}.",
            quoted(name),
            known.join(", ")
        ))
    })
}

/// The turn that a player names: a company, a player by name, or `seat 2`.
fn whose(play: &Play, text: &str) -> Result<Jump, Refusal> {
    if let Some(company) = company(&play.game, text) {
        return Ok(Jump::Turn(company));
    }
    let text = text.trim();
    let seat = text
        .to_ascii_lowercase()
        .strip_prefix("seat")
        .and_then(|number| number.trim().parse::<usize>().ok())
        .and_then(|number| number.checked_sub(1))
        .filter(|seat| *seat < play.names.all().len());
    let by_name = || {
        let names = play.names.all().iter();
        names
            .enumerate()
            .find(|(_, name)| name.to_lowercase() == text.to_lowercase())
            .map(|(seat, _)| seat)
    };
    match seat.or_else(by_name) {
        Some(seat) => Ok(Jump::Stock(Seat::from(seat))),
        None => Err(Refusal::new(format!(
            "There is no company and no player {}; /plan start suggests whose turns can be tried.",
            quoted(text)
        ))),
    }
}

/// What somebody typed, made harmless and short, in quotes.
fn quoted(typed: &str) -> String {
    format!("«{}»", text::escape(&text::clean_name(typed)))
}

/// A lock on the game is held only as long as this runs.
fn with<T>(open: &Arc<Mutex<Open>>, work: impl FnOnce(&Open) -> T) -> T {
    work(&lock(open))
}
