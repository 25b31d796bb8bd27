//! Assertions of scenarios: `= cash P1 300`, `= stack 100: 3 8` … The list stands in `engine/tests/rules/README.md`.

use super::names::{Names, number};
use super::run::names;
use crate::board::Occupant;
use crate::event::Event;
use crate::finance::{Account, Cash};
use crate::game::Game;
use crate::ids::{CompanyId, Seat, TrainId};
use crate::legal::{Choice, Topic};
use crate::rolling_stock::TrainHolder;
use crate::shared::{Ending, Status};
use crate::titles::Mark;

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
fn same<T: PartialEq + std::fmt::Display>(what: &str, is: T, should: T) -> Result<(), String> {
    if is == should {
        Ok(())
    } else {
        Err(format!("{what} is {is}, not {should}"))
    }
}

/// Lists are compared as sets, printed in order.
fn same_set(what: &str, mut is: Vec<String>, should: &[&str]) -> Result<(), String> {
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
fn pairs<'a>(words: &[&'a str]) -> Result<Vec<(&'a str, &'a str)>, String> {
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
    let result = match verb {
        "cash" | "treasury" | "bank" | "delta" | "worth" | "ranks" | "total" => {
            it.money(verb, &words)
        }
        "price" | "stack" | "shares" | "units" | "president" | "certs" | "limit" | "order" => {
            it.papers(verb, rest, &words)
        }
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
            "price" => {
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
            "president" => {
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

    fn board(&self, verb: &str, words: &[&str]) -> Result<(), String> {
        let (map, state) = (&self.game.definition().map, self.game.shared());
        let [first, rest @ ..] = words else {
            return Err("something is missing".into());
        };
        match verb {
            "tile" => {
                for (hex, tile) in pairs(words)? {
                    let placed = state.board.placed(self.names.hex(hex)?);
                    let is = if map.is_tile(placed.face) {
                        format!("{}@{}", map.face(placed.face).id, placed.rot)
                    } else {
                        "printed".to_string()
                    };
                    same(hex, is, tile.to_string())?;
                }
                Ok(())
            }
            "left" => {
                for (tile, count) in pairs(words)? {
                    let is = state.board.left(self.names.face(tile)?);
                    let is = is.map_or("unlimited".to_string(), |count| count.to_string());
                    same(tile, is, count.to_string())?;
                }
                Ok(())
            }
            "stations" => {
                let is = state.board.stations(self.names.company(first)?);
                let is = is.map(|at| format!("{}/{}", map.at(at.hex).name, at.stop));
                same_set("stations", is.collect(), rest)
            }
            "unplaced" => {
                for (company, count) in pairs(words)? {
                    let is = state.company(self.names.company(company)?).tokens_left;
                    same(company, is, number(count)?)?;
                }
                Ok(())
            }
            "circles" => {
                let at = self.names.stop(first)?;
                let stop = state
                    .board
                    .face(map, at.hex)
                    .stops
                    .get(usize::from(at.stop));
                let slots = stop.map_or(0, |stop| stop.slots);
                let is: Vec<String> = (0..slots)
                    .map(|slot| match state.board.occupant(at, slot) {
                        None => "free".to_string(),
                        Some(Occupant::Station(id) | Occupant::Inactive(id)) => self.id(id),
                        Some(Occupant::Bonus(bonus)) => bonus.name().to_string(),
                    })
                    .collect();
                same("circles", is.join(" "), rest.join(" "))
            }
            "waiting" => {
                for (hex, count) in pairs(words)? {
                    let id = self.names.hex(hex)?;
                    let marks = self.game.marks();
                    let is = marks
                        .iter()
                        .filter(|mark| matches!(mark, Mark::Waiting { hex, .. } if *hex == id));
                    same(hex, is.count(), number(count)?)?;
                }
                Ok(())
            }
            "rights" => {
                let company = self.names.company(first)?;
                let is = self.game.marks().into_iter().filter_map(|mark| match mark {
                    Mark::Right {
                        company: of, hex, ..
                    } if of == company => Some(map.at(hex).name.clone()),
                    _ => None,
                });
                same_set("rights", is.collect(), rest)
            }
            _ => {
                for (place, count) in pairs(words)? {
                    let is = self.game.marks().into_iter().find_map(|mark| match mark {
                        Mark::Forts { hex, count } if map.at(hex).name == place => Some(count),
                        Mark::CompanyForts { company, count } if self.id(company) == place => {
                            Some(count)
                        }
                        _ => None,
                    });
                    same(place, is.unwrap_or(0), number(count)?)?;
                }
                Ok(())
            }
        }
    }

    fn trains(&self, verb: &str, words: &[&str]) -> Result<(), String> {
        let (definition, state) = (self.game.definition(), self.game.shared());
        let [first, rest @ ..] = words else {
            return Err("something is missing".into());
        };
        let card = |id: TrainId| definition.train_name(id);
        match verb {
            "trains" => {
                let holder = match *first {
                    "market" => TrainHolder::Pool,
                    "gone" => TrainHolder::Gone,
                    company => TrainHolder::Company(self.names.company(company)?),
                };
                let is = state.depot.of(holder).map(|train| card(train.id)).collect();
                same_set(first, is, rest)
            }
            "obsolete" => {
                let is = state.depot.all().iter().filter(|train| {
                    train.obsolete && matches!(train.holder, TrainHolder::Company(_))
                });
                same_set("obsolete", is.map(|train| card(train.id)).collect(), words)
            }
            "facedown" => {
                let is = state.depot.all().iter().filter(|train| train.face_down);
                same_set("face down", is.map(|train| card(train.id)).collect(), words)
            }
            "kind" => {
                for (train, kind) in pairs(words)? {
                    let state = state.depot.get(self.names.train(train)?);
                    let is = state.map_or("none", |state| &definition.train(state.kind).name);
                    same(train, is, kind)?;
                }
                Ok(())
            }
            "top" => {
                let is = state.depot.top(definition);
                same(
                    "top",
                    is.map_or("none", |kind| &definition.train(kind).name),
                    first,
                )
            }
            "trainlimit" => {
                for (company, limit) in pairs(words)? {
                    let is = self.game.train_limit(self.names.company(company)?);
                    same(company, is, number(limit)?)?;
                }
                Ok(())
            }
            _ => same("phase", self.game.phase_name(), first),
        }
    }

    fn choices(&self, verb: &str, rest: &str, words: &[&str]) -> Result<(), String> {
        if verb == "decision" {
            let Some(ask) = self.game.decision() else {
                return same("decision", "none".to_string(), words.join(" "));
            };
            let [who, topic, company @ ..] = words else {
                return Err("`decision P2 token BE`".into());
            };
            same("seat", format!("P{}", ask.seat.0 + 1), (*who).to_string())?;
            same("topic", keyword(ask.topic), topic)?;
            if let Some(company) = company.first() {
                let is = ask.company.map(|id| self.id(id)).unwrap_or_default();
                same("company", is, (*company).to_string())?;
            }
            return Ok(());
        }
        let (who, list) = rest.split_once(':').ok_or("`P1: action | action`")?;
        let legal = self.game.legal(self.names.seat(who)?);
        let mut wanted = Vec::new();
        for text in list
            .split('|')
            .map(str::trim)
            .filter(|text| !text.is_empty())
        {
            if verb == "range" {
                return self.range(&legal.choices, text);
            }
            let action = self.game.parse(text).map_err(|fault| fault.to_string())?;
            if verb != "only" && legal.contains(&action) != (verb == "legal") {
                return Err(format!("{text}: the list says otherwise"));
            }
            wanted.push(self.game.print(&action));
        }
        if verb == "only" {
            let is = legal.choices.iter().map(|choice| match choice {
                Choice::One(action) | Choice::Amount(action, _) => self.game.print(action),
                Choice::Runs => "run none".into(),
            });
            let wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
            return same_set("choices", is.collect(), &wanted);
        }
        Ok(())
    }

    /// `bid 3 100 to 700 by 5`: the action with its least amount is offered in that range.
    fn range(&self, choices: &[Choice], text: &str) -> Result<(), String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let at = words.iter().position(|word| *word == "to");
        let (Some(at), Some(max)) = (at, at.and_then(|at| words.get(at + 1))) else {
            return Err("`bid 3 100 to 700 by 5`".into());
        };
        let action = words.get(..at).unwrap_or(&[]).join(" ");
        let action = self
            .game
            .parse(&action)
            .map_err(|fault| fault.to_string())?;
        let step = words.iter().position(|word| *word == "by");
        let step = step
            .and_then(|by| words.get(by + 1))
            .copied()
            .unwrap_or("1");
        let found = choices.iter().find_map(|choice| match choice {
            Choice::Amount(one, range) if *one == action => Some(range),
            _ => None,
        });
        let range = found.ok_or("no amount is offered from there")?;
        same("most", range.max, number(max)?)?;
        same("step", range.step, number(step)?)
    }

    fn game(&self, verb: &str, rest: &str, words: &[&str]) -> Result<(), String> {
        let (definition, state) = (self.game.definition(), self.game.shared());
        let last = |find: &dyn Fn(&Event) -> Option<i32>| {
            self.past
                .events
                .iter()
                .rev()
                .find_map(find)
                .ok_or("it did not happen")
        };
        match verb {
            "round" => same("round", self.game.round_name(), rest.to_string()),
            "over" => same("over", self.game.is_over(), true),
            "ending" => {
                let is = match state.ending {
                    Ending::Open => "open",
                    Ending::Last => "last",
                    Ending::Over => "over",
                };
                same("ending", is, rest)
            }
            "priority" => {
                let is = format!("P{}", state.table.priority.0 + 1);
                same("priority", is, rest.to_string())
            }
            "status" => {
                for (company, status) in pairs(words)? {
                    let is = match state.company(self.names.company(company)?).status {
                        Status::Unopened => "unopened",
                        Status::Open => "open",
                        Status::Closed => "closed",
                    };
                    same(company, is, status)?;
                }
                Ok(())
            }
            "operated" => {
                for (company, answer) in pairs(words)? {
                    let is = state.company(self.names.company(company)?).operated;
                    same(company, is, answer == "yes")?;
                }
                Ok(())
            }
            "bankrupt" => {
                for (who, answer) in pairs(words)? {
                    same(
                        who,
                        state.table.is_out(self.names.seat(who)?),
                        answer == "yes",
                    )?;
                }
                Ok(())
            }
            "private" => {
                let [id, holder] = words else {
                    return Err("`private GL P1`".into());
                };
                let private = definition.private(id).ok_or("no such private")?;
                let is = state.papers.private_holder(definition, private);
                let should = self.names.holder(holder, CompanyId(0))?;
                if is == should {
                    Ok(())
                } else {
                    Err(format!("it is {is:?}"))
                }
            }
            "earned" => {
                let is = last(&|event| match event {
                    Event::Ran {
                        revenues, extra, ..
                    } => Some(revenues.iter().sum::<i32>() + extra),
                    _ => None,
                })?;
                same("earned", is, number(rest)?)
            }
            "fortmoney" => {
                let is = last(&|event| match event {
                    Event::Ran { extra, .. } => Some(*extra),
                    _ => None,
                })?;
                same("fort money", is, number(rest)?)
            }
            "best" => {
                for (company, total) in pairs(words)? {
                    let best = self.game.best_runs_of(self.names.company(company)?);
                    same(company, best.map_or(0, |best| best.total), number(total)?)?;
                }
                Ok(())
            }
            "ledger" => {
                let holds = self.game.ledger().lines().any(|line| line == rest);
                if holds {
                    Ok(())
                } else {
                    Err("no such line".into())
                }
            }
            "noledger" => {
                let holds = self
                    .game
                    .ledger()
                    .lines()
                    .any(|line| line.starts_with(rest));
                if holds {
                    Err("there is such a line".into())
                } else {
                    Ok(())
                }
            }
            _ => Err(format!(
                "{verb:?} asserts nothing; see engine/tests/rules/README.md"
            )),
        }
    }
}

/// The word for a topic in `= decision P2 token`.
fn keyword(topic: Topic) -> &'static str {
    match topic {
        Topic::OpenLot => "open-lot",
        Topic::Bid => "bid",
        Topic::TakeLot => "take-lot",
        Topic::HomeTile => "home-tile",
        Topic::CompanyAuction => "auction",
        Topic::StockTurn => "stock",
        Topic::ExchangeAnswer => "answer",
        Topic::DeclineTokens => "decline-tokens",
        Topic::DeclineTrains => "decline-trains",
        Topic::KeepForts => "keep-forts",
        Topic::Discard => "discard",
        Topic::Convert => "convert",
        Topic::Acquire => "acquire",
        Topic::Issue => "issue",
        Topic::Track => "track",
        Topic::Token => "token",
        Topic::Forts => "forts",
        Topic::Run => "run",
        Topic::Dividend => "dividend",
        Topic::Trains => "trains",
        Topic::TrainAnswer => "train-answer",
    }
}
