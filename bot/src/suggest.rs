//! Autocomplete: values for an option, from what is legal now and from the definition.
//!
//! A verb's choices are the legal actions in notation, taken apart by the verb's template: those that agree with the
//! options filled in so far give the values of the one being typed.

mod table;

use crate::command::{Body, Kind, LobbyVerb, RefVerb, Spec, Template};
use crate::narration::{company_name, hex_name};
use crate::table::{Open, Play};
use crate::text;
use engine::Game;
use engine::action::Action;
use engine::ids::Seat;
use engine::legal::{Choice, Range};
use std::sync::Arc;
use table::{at_table, deals, orders};

/// Most values that Discord shows.
pub const MOST: usize = 25;

/// A value with the name that the player reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// What is shown, 100 characters at most.
    pub name: String,
    /// What is sent, 100 characters at most.
    pub value: String,
}

/// What is being typed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish<'a> {
    pub user: &'a str,
    pub spec: &'static Spec,
    /// Options filled in, without the one being typed.
    pub filled: &'a [(String, String)],
    pub focused: &'a str,
    pub typed: &'a str,
}

/// Values, best first. `books`: titles at their start in which something is looked up.
pub(crate) fn suggest(
    open: Option<&Open>,
    books: &[Arc<Game>],
    wish: &Wish<'_>,
) -> Vec<Suggestion> {
    let found = match wish.spec.body {
        Body::Move(template) => open.and_then(|open| {
            let seat = open.seat_of(wish.user)?;
            Some(moves(open.play.as_ref()?, seat, template, wish))
        }),
        Body::Lobby(LobbyVerb::Log) if wish.focused == "round" => open.and_then(|open| {
            let rounds = crate::look::rounds(open.play.as_ref()?).into_iter();
            Some(rounds.map(|(name, label)| plain(&label, &name)).collect())
        }),
        Body::Show(_) if wish.focused == "company" => open.and_then(|open| {
            let game = &open.play.as_ref()?.game;
            Some(companies(game))
        }),
        Body::Ref(verb) => Some(
            (books.iter())
                .flat_map(|book| in_title(book, books, reference(book, verb)))
                .collect(),
        ),
        Body::Lobby(_) if wish.focused == "options" => {
            let title = wish.filled.iter().find(|(name, _)| name == "title");
            let first = engine::game::titles().first().map_or("", |(name, _)| name);
            let title = title.map_or(first, |(_, value)| value.as_str());
            Some(
                engine::game::options(title)
                    .into_iter()
                    .map(|(name, rule, about)| plain(&format!("{name} — {about} ({rule})"), name))
                    .collect(),
            )
        }
        Body::Lobby(verb) => open.map(|open| at_table(open, verb, wish)),
        Body::Deal(_) => open.map(|open| deals(open, wish)),
        Body::Auto(_) => open.map(|open| orders(open, wish)),
        _ => None,
    };
    let found = found.unwrap_or_default();
    // Rules are found by any of their words, not only by how they begin.
    if matches!(wish.spec.body, Body::Ref(RefVerb::Rule))
        && wish.focused == "about"
        && !wish.typed.trim().is_empty()
    {
        let each = MOST / books.len().max(1);
        return (books.iter())
            .flat_map(|book| {
                let rows = engine::game::rule_rows(&book.definition().slug);
                let rows = crate::look::search(rows, wish.typed.trim());
                rows.into_iter().take(each).map(|row| Suggestion {
                    name: text::clip(&text::plain(&format!("{} — {}", row.id, row.text)), 100),
                    value: row.id.clone(),
                })
            })
            .collect();
    }
    narrow(found, wish.typed)
}

/// Values of one title among several: from the second on they say which.
fn in_title(book: &Arc<Game>, books: &[Arc<Game>], found: Vec<Suggestion>) -> Vec<Suggestion> {
    let first = books.first().is_some_and(|first| Arc::ptr_eq(first, book));
    if first {
        return found;
    }
    let title = &book.definition().title;
    let named = found.into_iter().map(|one| Suggestion {
        name: format!("{} · {title}", one.name),
        value: one.value,
    });
    named.collect()
}

/// Values that fit what is typed: those that begin with it first, then those that hold every word of it.
pub(crate) fn narrow(all: Vec<Suggestion>, typed: &str) -> Vec<Suggestion> {
    let typed = typed.trim().trim_end_matches('!').to_lowercase();
    let begins = |one: &Suggestion| one.value.to_lowercase().starts_with(&typed);
    let holds = |one: &Suggestion| {
        let text = format!("{} {}", one.value, one.name).to_lowercase();
        typed.split_whitespace().all(|word| text.contains(word))
    };
    let (first, rest): (Vec<Suggestion>, Vec<Suggestion>) = all.into_iter().partition(begins);
    let mut kept: Vec<Suggestion> = Vec::new();
    for one in first.into_iter().chain(rest.into_iter().filter(holds)) {
        let short = (1..=100).contains(&text::length(&one.value));
        if short && kept.iter().all(|other| other.value != one.value) {
            kept.push(Suggestion {
                name: text::clip(&one.name, 100),
                value: one.value,
            });
        }
        if kept.len() == MOST {
            break;
        }
    }
    kept
}

pub(crate) fn plain(name: &str, value: &str) -> Suggestion {
    Suggestion {
        name: text::plain(name),
        value: value.to_string(),
    }
}

/// Values for a verb of play.
pub(crate) fn moves(
    play: &Play,
    seat: Seat,
    template: Template,
    wish: &Wish<'_>,
) -> Vec<Suggestion> {
    let game = &play.game;
    let whole = template.verb().is_none();
    let integer = wish
        .spec
        .option(wish.focused)
        .is_some_and(|option| matches!(option.kind, Kind::Integer(..)));
    let filled: Vec<(&str, &str)> = wish
        .filled
        .iter()
        .filter(|(name, value)| name != wish.focused && !value.trim().is_empty())
        .map(|(name, value)| (name.as_str(), value.trim()))
        .collect();
    let mut found: Vec<Suggestion> = Vec::new();
    for choice in &game.legal(seat).choices {
        let (action, range) = match choice {
            Choice::Runs => {
                if whole || template.verb() == Some("run") {
                    found.extend(best_runs(game, whole));
                }
                continue;
            }
            Choice::One(action) => (action.clone(), None),
            Choice::Amount(action, range) => (action.with_amount(range.min), Some(*range)),
        };
        let text = game.print(&action);
        for way in template.take_apart(&text) {
            let get = |name: &str| {
                way.iter()
                    .find(|(known, _)| *known == name)
                    .map(|(_, value)| value.as_str())
            };
            let agrees = filled.iter().all(|(name, value)| match get(name) {
                Some(known) if known.eq_ignore_ascii_case(value) => true,
                // An amount may be any of its range.
                Some(known) => range.is_some_and(|range| {
                    action
                        .amount()
                        .is_some_and(|amount| amount.to_string() == known)
                        && value.parse().is_ok_and(|amount| range.contains(amount))
                }),
                None => false,
            });
            let Some(value) = get(wish.focused).filter(|_| agrees) else {
                continue;
            };
            let amount = action.amount().filter(|amount| amount.to_string() == value);
            match (range, amount) {
                (Some(range), Some(_)) if integer => found.extend(amounts(game, range, wish.typed)),
                _ => {
                    let complete = way.len() == filled.len() + 1 || whole;
                    found.push(named(game, seat, &action, value, complete));
                }
            }
        }
    }
    if whole {
        found.sort_by_key(|one| rank(&one.value));
    }
    found
}

/// A value of an action with its name and, if nothing else is to be chosen, its cost.
fn named(game: &Game, seat: Seat, action: &Action, value: &str, complete: bool) -> Suggestion {
    let definition = game.definition();
    let head = value.split(['/', '@']).next().unwrap_or(value);
    let mut name = value.to_string();
    if let Some(hex) = definition.map.hex(head) {
        name = format!(
            "{value} {}",
            definition.map.at(hex).place.as_deref().unwrap_or_default()
        );
    } else if let Some(company) = definition.company(value) {
        let data = definition.at(company);
        let full = data.nickname.as_deref().unwrap_or(&data.name);
        let price = game.shared().price(definition, company);
        let price = price
            .map(|price| format!(" at {}", definition.money.print(price)))
            .unwrap_or_default();
        name = format!("{} — {full}{price}", company_name(definition, company));
    } else if let Some(private) = definition.private(value) {
        name = definition.private_at(private).name.clone();
    } else if let Some(word) = value.split(' ').nth(1) {
        // A whole action is found by the full name of what it is about, too.
        let word = word.split('/').next().unwrap_or(word);
        let full = match (definition.map.hex(word), definition.company(word)) {
            (Some(hex), _) => definition.map.at(hex).place.clone(),
            (None, Some(company)) => Some(definition.at(company).name.clone()),
            (None, None) => None,
        };
        if let Some(full) = full.filter(|full| full != word) {
            name = format!("{value} — {full}");
        }
    }
    let mut name = name.trim_end().to_string();
    if complete
        && let Ok(cost) = game.check(seat, action)
        && cost > 0
    {
        name.push_str(&format!(" · {}", definition.money.print(cost)));
    }
    plain(&name, value)
}

/// Amounts of a range: the least, a few steps on, round sums, the most; first the one being typed.
fn amounts(game: &Game, range: Range, typed: &str) -> Vec<Suggestion> {
    let named = typed.trim().parse().ok().filter(|sum| range.contains(*sum));
    let listed = crate::table::amounts(range);
    named
        .into_iter()
        .chain(listed)
        .map(|value| plain(&game.definition().money.print(value), &value.to_string()))
        .collect()
}

/// How far down a list a kind of move stands: what ends a decision well first, hundreds of tiles last.
fn rank(value: &str) -> u8 {
    match value.split(' ').next().unwrap_or_default() {
        "run" => 0,
        "pay" | "agree" => 1,
        "refuse" | "take" | "form" | "unite" | "exercise" => 2,
        "bid" | "premium" | "buy" | "exchange" | "mine" => 3,
        "train" if value.contains(" from depot") => 3,
        "train" if value.contains(" from market") => 4,
        "token" | "replace" | "fort" | "convert" | "issue" => 4,
        "pass" => 5,
        "train" => 6,
        "lay" => 8,
        "bankrupt" | "close" => 9,
        _ => 7,
    }
}

fn best_runs(game: &Game, whole: bool) -> Option<Suggestion> {
    let best = game.best_runs()?;
    let sum = game.definition().money.print(best.total);
    let proof = match best.proof {
        engine::network::Proof::Proven => "nothing earns more".to_string(),
        engine::network::Proof::AtMost(most) => {
            format!(
                "not proven: at most {}",
                game.definition().money.print(most)
            )
        }
    };
    let value = if whole { "run auto" } else { "auto" };
    Some(plain(&format!("{value} · {sum} ({proof})"), value))
}

pub(crate) fn companies(game: &Game) -> Vec<Suggestion> {
    let definition = game.definition();
    let shared = game.shared();
    let mut ids: Vec<_> = definition.company_ids().collect();
    ids.sort_by_key(|id| !shared.is_open(*id));
    ids.into_iter()
        .map(|id| {
            let data = definition.at(id);
            let nick = data
                .nickname
                .as_ref()
                .map(|nick| format!(" ({nick})"))
                .unwrap_or_default();
            plain(
                &format!("{} — {}{nick}", company_name(definition, id), data.name),
                &data.id,
            )
        })
        .collect()
}

fn reference(game: &Game, verb: RefVerb) -> Vec<Suggestion> {
    let definition = game.definition();
    let map = &definition.map;
    match verb {
        RefVerb::Company => companies(game),
        RefVerb::Title => Vec::new(),
        RefVerb::Phase => definition
            .phases
            .iter()
            .map(|phase| plain(&format!("phase {}", phase.name), &phase.name))
            .collect(),
        RefVerb::Rule => engine::game::rule_rows(&definition.slug)
            .iter()
            .map(|row| plain(&format!("{} — {}", row.id, row.text), &row.id))
            .collect(),
        RefVerb::Tile => map
            .tile_ids()
            .map(|face| {
                let face = map.face(face);
                let colour = format!("{:?}", face.colour).to_lowercase();
                plain(&format!("{} ({colour})", face.id), &face.id)
            })
            .collect(),
        RefVerb::Train => definition
            .trains
            .iter()
            .map(|train| {
                let price = definition.money.print(train.price);
                plain(&format!("{} · {price}", train.name), &train.name)
            })
            .collect(),
        RefVerb::Hex => {
            let mut hexes: Vec<_> = map.hex_ids().collect();
            hexes.sort_by_key(|hex| map.at(*hex).place.is_none());
            hexes
                .into_iter()
                .map(|hex| plain(&hex_name(definition, hex), &map.at(hex).name))
                .collect()
        }
    }
}
