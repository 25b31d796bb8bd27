//! Assertions of scenarios: `= cash P1 300`, `= stack 100: 3 8` … The list stands in `engine/tests/rules/README.md`.

mod board;
mod flow;

use super::names::{Names, number};
use super::run::names;
use crate::event::Event;
use crate::finance::{Account, Cash};
use crate::game::Game;
use crate::ids::{CompanyId, Seat};

/// What assertions look back at: the position before the last action, and what happened in it.
pub(super) struct Past {
    cash: Cash,
    events: Vec<Event>,
}

impl Past {
    pub fn new(game: &Game) -> Past {
        Past {
            cash: game.shared().cash.clone(),
            events: Vec::new(),
        }
    }

    pub fn acted(&mut self, before: &Game, events: Vec<Event>) {
        self.cash = before.shared().cash.clone();
        self.events = events;
    }
}

/// Fails with what is instead.
pub(crate) fn same<T: PartialEq + std::fmt::Display>(
    what: &str,
    is: T,
    should: T,
) -> Result<(), String> {
    if is == should {
        Ok(())
    } else {
        Err(format!("{what} is {is}, not {should}"))
    }
}

/// Lists are compared as sets, printed in order.
pub(crate) fn same_set(what: &str, mut is: Vec<String>, should: &[&str]) -> Result<(), String> {
    let mut should: Vec<String> = should
        .iter()
        .filter(|word| **word != "none")
        .map(|word| (*word).to_string())
        .collect();
    is.sort();
    should.sort();
    if is == should {
        Ok(())
    } else {
        Err(format!("{what}: {is:?}, not {should:?}"))
    }
}

/// Pairs of words; an odd one out is a fault.
pub(crate) fn pairs<'a>(words: &[&'a str]) -> Result<Vec<(&'a str, &'a str)>, String> {
    if words.is_empty() || !words.len().is_multiple_of(2) {
        return Err("pairs are needed".into());
    }
    Ok(words
        .chunks(2)
        .filter_map(|pair| Some((*pair.first()?, *pair.get(1)?)))
        .collect())
}

/// Checks one assertion.
///
/// # Errors
/// What is instead, or what is malformed.
pub(super) fn assert(game: &Game, past: &Past, text: &str) -> Result<(), String> {
    let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let (verb, rest) = (verb.trim_end_matches(':'), rest.trim());
    let words: Vec<&str> = rest.split_whitespace().collect();
    let it = Look {
        game,
        past,
        names: names(game),
    };
    let own = crate::titles::harzbahn::position::assert(game, &past.events, it.names, verb, &words)
        .or_else(|| {
            crate::titles::y1835::position::assert(game, &past.events, it.names, verb, &words)
        })
        .or_else(|| crate::titles::y1826::position::assert(game, it.names, verb, &words));
    if let Some(result) = own {
        return result.map_err(|fault| format!("{text}: {fault}"));
    }
    let result = match verb {
        "cash" | "treasury" | "bank" | "delta" | "worth" | "ranks" | "total" => {
            it.money(verb, &words)
        }
        "price" | "value" | "stack" | "shares" | "units" | "president" | "director" | "certs"
        | "limit" | "order" => it.papers(verb, rest, &words),
        "tile" | "left" | "stations" | "unplaced" | "circles" | "waiting" | "rights" | "forts" => {
            it.board(verb, &words)
        }
        "trains" | "obsolete" | "facedown" | "kind" | "top" | "trainlimit" | "phase" => {
            it.trains(verb, &words)
        }
        "decision" | "legal" | "lacks" | "only" | "range" => it.choices(verb, rest, &words),
        _ => it.game(verb, rest, &words),
    };
    result.map_err(|fault| format!("{text}: {fault}"))
}

/// A look at a game.
struct Look<'a> {
    game: &'a Game,
    past: &'a Past,
    names: Names<'a>,
}

impl Look<'_> {
    fn id(&self, company: CompanyId) -> String {
        self.game.definition().at(company).id.clone()
    }

    fn money(&self, verb: &str, words: &[&str]) -> Result<(), String> {
        let cash = &self.game.shared().cash;
        match verb {
            "bank" => same(
                "bank",
                cash.of(Account::Bank),
                number(words.concat().as_str())?,
            ),
            "total" => same("total", cash.total(), number(words.concat().as_str())?),
            "delta" => {
                for (who, sum) in pairs(words)? {
                    let account = self.names.account(who)?;
                    let is = cash.of(account) - self.past.cash.of(account);
                    same(who, is, number(sum)?)?;
                }
                Ok(())
            }
            "worth" => {
                for (who, sum) in pairs(words)? {
                    same(who, self.game.worth(self.names.seat(who)?), number(sum)?)?;
                }
                Ok(())
            }
            "ranks" => {
                for (who, rank) in pairs(words)? {
                    let seat = self.names.seat(who)?;
                    let is = self
                        .game
                        .ranking()
                        .into_iter()
                        .find(|(_, of, _)| *of == seat);
                    same(who, is.map_or(0, |(rank, _, _)| rank), number(rank)?)?;
                }
                Ok(())
            }
            _ => {
                for (who, sum) in pairs(words)? {
                    same(who, cash.of(self.names.account(who)?), number(sum)?)?;
                }
                Ok(())
            }
        }
    }

    fn papers(&self, verb: &str, rest: &str, words: &[&str]) -> Result<(), String> {
        let (definition, state) = (self.game.definition(), self.game.shared());
        match verb {
            "price" | "value" => {
                for (company, price) in pairs(words)? {
                    let is = state.price(definition, self.names.company(company)?);
                    let should = if price == "none" {
                        None
                    } else {
                        Some(number(price)?)
                    };
                    if is != should {
                        return Err(format!("{company} is at {is:?}"));
                    }
                }
                Ok(())
            }
            "stack" => {
                let (price, ids) = rest.split_once(':').ok_or("`stack 100: 3 8`")?;
                let price: i32 = if price == "grey" { 0 } else { number(price)? };
                let cell = definition
                    .chart
                    .priced(price, "")
                    .ok_or("no such space on the market")?;
                let is: Vec<String> = state.markers.stack(cell).map(|id| self.id(id)).collect();
                let should: Vec<&str> = ids.split_whitespace().filter(|id| *id != "none").collect();
                same("stack", is.join(" "), should.join(" "))
            }
            "shares" => {
                let (company, holders) = words.split_first().ok_or("`shares BE P1 3 …`")?;
                let company = self.names.company(company)?;
                for (holder, units) in pairs(holders)? {
                    let held = self.names.holder(holder, company)?;
                    same(
                        holder,
                        state.units(definition, company, held),
                        number(units)?,
                    )?;
                }
                Ok(())
            }
            "units" => {
                for (company, units) in pairs(words)? {
                    let is = state.company(self.names.company(company)?).units;
                    same(company, is, number(units)?)?;
                }
                Ok(())
            }
            "president" | "director" => {
                for (company, who) in pairs(words)? {
                    let is = state.director(definition, self.names.company(company)?);
                    let is = is.map_or("none".to_string(), |seat| format!("P{}", seat.0 + 1));
                    same(company, is, who.to_string())?;
                }
                Ok(())
            }
            "certs" => {
                let words: Vec<&str> = words.iter().copied().filter(|word| *word != "of").collect();
                let [who, rest @ ..] = words.as_slice() else {
                    return Err("`certs P1 8 of 8`".into());
                };
                let (held, limit) = self.game.certificates(self.names.seat(who)?);
                for (should, is) in rest.iter().zip([held, limit]) {
                    same("certificates", is, number(should)?)?;
                }
                Ok(())
            }
            "limit" => {
                let (_, limit) = self.game.certificates(Seat(0));
                same("limit", limit, number(words.concat().as_str())?)
            }
            _ => {
                let order = self.game.operating_order();
                let is: Vec<String> = order.into_iter().map(|id| self.id(id)).collect();
                same("order", is.join(" "), words.join(" "))
            }
        }
    }
}
