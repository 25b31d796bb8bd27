//! `/ref`: what the box and the rules of a title say, with or without a game; where there is one, how it stands.

mod company;
mod hex;
mod phase;
mod tile;
mod train;

use super::page;
use crate::command::{Command, RefVerb};
use crate::reply::Reply;
use crate::table::{Refusal, Request, Tables, lock, may_look};
use crate::text;
use engine::Game;
use engine::board::{Revenue, Stop, StopKind};
use engine::rules::CompanyKind;
use std::sync::Arc;

/// What is looked up in.
pub(super) struct Book<'a> {
    pub tables: &'a Tables,
    /// A game of the title at its start.
    pub blank: &'a Game,
    /// The channel's game, if it has one of the title.
    pub game: Option<&'a Game>,
    /// Names of its players, by seat.
    pub names: &'a [String],
    /// What stands in its pictures.
    pub caption: String,
}

impl Book<'_> {
    /// The channel's game, else the start.
    pub(super) fn present(&self) -> &Game {
        self.game.unwrap_or(self.blank)
    }
}

/// Looks something up: in the title asked for, else in the channel's, else in the first that knows it, beginning with
/// the title of the asker's own games.
pub(crate) fn reference(
    tables: &Tables,
    request: &Request,
    verb: RefVerb,
    command: &Command,
) -> Result<Reply, Refusal> {
    let here = match tables.game_in(&request.channel)? {
        Some(open) => {
            let open = lock(&open);
            // A table that plays among itself shows its game to nobody else.
            let play = open
                .play
                .as_ref()
                .filter(|_| may_look(&open, request).is_ok());
            let names = play.map_or(Vec::new(), |play| play.names.all().to_vec());
            let line = play.map_or(String::new(), |play| {
                format!("game {} · move {}", open.row.id, play.len())
            });
            let game = play.map(|play| play.game.clone());
            Some((open.row.title.clone(), game, names, line))
        }
        None => None,
    };
    let chosen = command
        .get("title")
        .map(str::to_string)
        .or_else(|| here.as_ref().map(|(title, ..)| title.clone()));
    let look = |title: &str| -> Result<Reply, Refusal> {
        let blank: Arc<Game> = tables.blank(Some(title), None)?;
        let same = here.as_ref().filter(|(known, ..)| known == title);
        let book = Book {
            tables,
            blank: &blank,
            game: same.and_then(|(_, game, ..)| game.as_ref()),
            names: same.map_or(&[], |(_, _, names, _)| names.as_slice()),
            caption: same.map_or(String::new(), |(.., line)| line.clone()),
        };
        let reply = answer(&book, verb, command)?;
        Ok(reply.shared(&command.line_with(&[("title", title)])))
    };
    if let Some(title) = chosen {
        return look(&title);
    }
    let own = tables.store().sittings(&request.user)?;
    let mut titles: Vec<&str> = (own.iter().rev())
        .map(|sitting| sitting.game.title.as_str())
        .chain(engine::game::titles().iter().map(|(name, _)| *name))
        .collect();
    let mut seen: Vec<&str> = Vec::new();
    titles.retain(|title| {
        let new = !seen.contains(title);
        seen.push(title);
        new
    });
    let mut first: Option<Refusal> = None;
    for title in &titles {
        match look(title) {
            Ok(reply) => {
                // Another title may mean something else by the same name.
                let others = titles.iter().filter(|other| *other != title);
                let others = others.filter(|other| {
                    let blank = tables.blank(Some(other), None);
                    blank.is_ok_and(|blank| knows(&blank, verb, command))
                });
                let links: Vec<_> = others
                    .map(|other| {
                        let named = engine::game::titles().iter();
                        let mut named = named.filter(|(name, _)| name == other);
                        let on_box = named.next().map_or(*other, |(_, on_box)| *on_box);
                        let line = command.line_with(&[("title", other)]);
                        page::link(format!("In {on_box}"), &line)
                    })
                    .collect();
                return Ok(reply.with_buttons(links));
            }
            Err(refusal) => first = first.or(Some(refusal)),
        }
    }
    Err(first.unwrap_or_else(|| Refusal::new("There is no title to look it up in.")))
}

fn answer(book: &Book<'_>, verb: RefVerb, command: &Command) -> Result<Reply, Refusal> {
    match verb {
        RefVerb::Tile => tile::tile(book, command),
        RefVerb::Train => train::train(book, command),
        RefVerb::Hex => hex::hex(book, command),
        RefVerb::Company => company::company(book, command),
        RefVerb::Phase => phase::phase(book, command),
        RefVerb::Rule => super::rules::rule(book.blank, command),
        RefVerb::Title => Ok(super::rules::title(book.blank)),
    }
}

/// Whether a title knows what is looked up.
fn knows(blank: &Game, verb: RefVerb, command: &Command) -> bool {
    match verb {
        RefVerb::Tile => tile::find(blank.definition(), command).is_ok(),
        RefVerb::Train => train::find(blank.definition(), command).is_ok(),
        RefVerb::Hex => hex::find(blank.definition(), command).is_ok(),
        RefVerb::Company => super::named(blank, command).is_ok(),
        RefVerb::Phase | RefVerb::Title => true,
        RefVerb::Rule => command.get("about").is_none_or(|about| {
            !super::rules::search(engine::game::rule_rows(&blank.definition().slug), about)
                .is_empty()
        }),
    }
}

/// A name that a title does not know, with those that it does: the like ones first.
fn unknown(what: &str, name: &str, title: &str, known: &[&str]) -> Refusal {
    let bare = name.to_lowercase();
    let mut known: Vec<&str> = known.to_vec();
    known.sort_by_key(|one| !one.to_lowercase().starts_with(bare.get(..1).unwrap_or("")));
    Refusal::new(format!(
        "{title} has no {what} {}; it has {}.",
        text::quoted(name),
        text::clip(&known.join(", "), 600)
    ))
}

fn stops(stops: &[Stop]) -> Vec<String> {
    stops
        .iter()
        .map(|stop| {
            let kind = match stop.kind {
                StopKind::City if stop.slots == 1 => "City with 1 circle".into(),
                StopKind::City => format!("City with {} circles", stop.slots),
                StopKind::Town => "Town".into(),
                StopKind::Offboard => "Off-board area".into(),
                StopKind::Halt => "Halt".into(),
                StopKind::Plant => "Plant".into(),
                StopKind::Dot => "Dot".into(),
                StopKind::Mine => "Mine".into(),
            };
            let revenue = match &stop.revenue {
                Revenue::Fixed(value) => value.to_string(),
                Revenue::ByPhase(table) => {
                    let parts: Vec<String> = table
                        .iter()
                        .map(|(phase, value)| format!("{value} ({phase})"))
                        .collect();
                    parts.join(", ")
                }
            };
            format!("{kind}: {revenue}.")
        })
        .collect()
}

/// What a company is, in words.
fn kind(kind: CompanyKind) -> &'static str {
    match kind {
        CompanyKind::Minor => "minor",
        CompanyKind::Major => "public company",
        CompanyKind::National => "national railway",
        CompanyKind::Mine => "mine",
        CompanyKind::PublicMine => "public mining company",
        CompanyKind::External => "owned by nobody",
    }
}

/// `Yellow` → `yellow`, for sentences.
fn low(word: impl std::fmt::Debug) -> String {
    format!("{word:?}").to_lowercase()
}
