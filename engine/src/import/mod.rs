//! Actions as 18xx.games records them, translated into entries of ours.
//!
//! A [`Foreign`] is one recorded action. A [`Translator`] belongs to a title; it sees the recorded action and our game
//! and says which entries may be meant. Who folds a whole record (and steps back where a guess was wrong) lives
//! outside: nothing here keeps a game.

mod fold;
mod way;

use crate::action::{By, Entry};
use crate::event::Event;
use crate::game::Game;
use crate::ids::{CompanyId, HexId, Seat, TrainId};
use crate::legal::Topic;
use crate::rules::Definition;
use crate::{Action, Payout};
use serde_json::{Map, Value};
use std::cell::Cell;

pub use fold::{Misfit, fold};
pub(crate) use way::{Alternative, combined, ways};

/// The titles that can be imported: their name in records of 18xx.games, and ours.
pub fn titles() -> &'static [(&'static str, &'static str)] {
    &[("18Ardennes", "18ardennes"), ("Harzbahn 1873", "1873")]
}

/// The option of ours for an optional rule of a record; `None` if the title does not know it.
pub fn option(title: &str, rule: &str) -> Option<&'static str> {
    match title {
        "1873" => crate::titles::harzbahn::import::option(rule),
        _ => None,
    }
}

/// Who translates the actions of a title.
pub fn translator(title: &str) -> Option<Box<dyn Translator>> {
    match title {
        "18ardennes" => Some(Box::new(crate::titles::ardennes::import::Import::default())),
        "1873" => Some(Box::new(crate::titles::harzbahn::import::Import::default())),
        _ => None,
    }
}

/// Who a recorded action names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A player.
    Player(Seat),
    /// A company.
    Company(CompanyId),
}

/// A recorded action.
#[derive(Clone, Debug)]
pub struct Foreign {
    fields: Map<String, Value>,
    /// Who acts.
    pub actor: Actor,
    /// Where the tile lies that the action's city is named by.
    at: Option<HexId>,
}

/// What of a question and an action of ours fits together is the title's affair.
pub trait Translator: Send {
    /// Whether our game now asks what the recorded action answers.
    fn fits(&self, game: &Game, play: &Foreign) -> bool;

    /// The entries that may be meant, the likeliest first. What is tried for it is spent of `work`.
    ///
    /// # Errors
    /// Why it cannot be expressed.
    fn entries(&self, game: &Game, play: &Foreign, work: &Cell<u32>) -> Result<Vec<Entry>, String>;

    /// Whether our game has carried out the recorded action by itself, or waits for its continuation.
    fn implied(&self, game: &Game, play: &Foreign) -> bool;

    /// What is entered where our game asks something that the record does not answer, between the `last` action that was
    /// entered and those that are `coming`.
    fn filler(&self, game: &Game, last: Option<&Foreign>, coming: &[&Foreign]) -> Option<Entry>;

    /// Remembers what a recorded action says beyond its entry, before it is translated. `game` stands before it.
    fn before(&mut self, game: &Game, play: &Foreign);

    /// The same, once it is entered. `game` stands after it.
    fn after(&mut self, game: &Game, play: &Foreign);

    /// What the runs earned, counted as the record counts.
    fn earned(&self, events: &[Event]) -> Option<i32>;

    /// A copy, to step back to.
    fn copy(&self) -> Box<dyn Translator>;
}

impl Foreign {
    /// A recorded action; `seat` is the acting player's if a player acts, `place` finds the hex on which a copy of a
    /// tile lies by the copy's name (`57-2`).
    ///
    /// # Errors
    /// What is missing or unknown.
    pub fn read(
        definition: &Definition,
        fields: &Map<String, Value>,
        seat: Option<Seat>,
        place: impl Fn(&str) -> Option<String>,
    ) -> Result<Foreign, String> {
        let text = |key: &str| fields.get(key).and_then(Value::as_str);
        let actor = match (text("entity_type"), seat) {
            (Some("player"), Some(seat)) => Actor::Player(seat),
            (Some("player"), None) => return Err("it names a player who does not play".into()),
            (Some("corporation" | "minor"), _) => {
                let id = text("entity").unwrap_or_default();
                let company = definition
                    .company(id)
                    .ok_or_else(|| format!("it names a company {id:?} that there is not"))?;
                Actor::Company(company)
            }
            (other, _) => {
                return Err(format!(
                    "it is done by {:?}, which is neither a player nor a company",
                    other.unwrap_or_default()
                ));
            }
        };
        let at = match text("city") {
            None => None,
            Some(city) => {
                let (tile, _) = city
                    .rsplit_once('-')
                    .ok_or_else(|| format!("the city {city:?} can't be read"))?;
                let name = place(tile).unwrap_or_else(|| {
                    // A printed hex is its own tile.
                    tile.rsplit_once('-')
                        .map_or(tile, |(name, _)| name)
                        .to_string()
                });
                let hex = definition.map.hex(&name);
                Some(hex.ok_or_else(|| format!("the city {city:?} is nowhere on the map"))?)
            }
        };
        Ok(Foreign {
            fields: fields.clone(),
            actor,
            at,
        })
    }

    /// `bid`, `pass` …
    pub fn kind(&self) -> &str {
        self.text("type").unwrap_or("")
    }

    /// A field as text.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.fields.get(key)?.as_str()
    }

    /// A field as it is.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.fields.get(key)
    }

    /// What each of the recorded runs earned and what came on top, if that is recorded.
    pub fn revenue(&self) -> Option<i32> {
        let number = |value: &Value| value.as_i64().and_then(|sum| i32::try_from(sum).ok());
        let mut total = self
            .fields
            .get("extra_revenue")
            .and_then(number)
            .unwrap_or(0);
        for route in self.list("routes") {
            total = total.checked_add(route.get("revenue").and_then(number)?)?;
        }
        Some(total)
    }

    pub(crate) fn list(&self, key: &str) -> &[Value] {
        self.fields
            .get(key)
            .and_then(Value::as_array)
            .map_or(&[], Vec::as_slice)
    }

    pub(crate) fn need(&self, key: &str) -> Result<&str, String> {
        self.text(key)
            .ok_or_else(|| format!("the field {key} is missing"))
    }

    pub(crate) fn number(&self, key: &str) -> Result<i32, String> {
        self.fields
            .get(key)
            .and_then(Value::as_i64)
            .and_then(|number| i32::try_from(number).ok())
            .ok_or_else(|| format!("the field {key} is missing or no number"))
    }

    pub(crate) fn small(&self, key: &str) -> Result<u8, String> {
        u8::try_from(self.number(key)?).map_err(|_| format!("the field {key} is out of range"))
    }

    pub(crate) fn company(&self, definition: &Definition, key: &str) -> Result<CompanyId, String> {
        named(definition, self.need(key)?)
    }

    pub(crate) fn hex(&self, definition: &Definition) -> Result<HexId, String> {
        let name = self.need("hex")?;
        definition
            .map
            .hex(name)
            .ok_or_else(|| format!("there is no hex {name:?}"))
    }

    /// A tile lay.
    pub(crate) fn lay(&self, definition: &Definition) -> Result<Action, String> {
        let copy = self.need("tile")?;
        let name = copy.rsplit_once('-').map_or(copy, |(name, _)| name);
        let face = definition
            .map
            .tile(name)
            .ok_or_else(|| format!("there is no tile {name:?}"))?;
        Ok(Action::Lay(
            self.hex(definition)?,
            face,
            self.small("rotation")?,
        ))
    }

    /// Hex and stop of the action's city. The record numbers all parts of a face in one row: `first` is the number of
    /// a face's first city where it has several.
    pub(crate) fn stop(
        &self,
        game: &Game,
        first: impl Fn(&str) -> usize,
    ) -> Result<(HexId, u8), String> {
        let city = self.need("city")?;
        let hex = self.at.ok_or("the city is missing")?;
        let map = &game.definition().map;
        let face = game.shared().board.face(map, hex);
        let wrong = || format!("there is no city {city:?} on {}", map.at(hex).name);
        let (_, number) = city.rsplit_once('-').ok_or_else(wrong)?;
        let number: usize = number.parse().map_err(|_| wrong())?;
        let cities: Vec<u8> = (0u8..)
            .zip(&face.stops)
            .filter(|(_, stop)| stop.kind == crate::board::StopKind::City)
            .map(|(index, _)| index)
            .collect();
        match cities.as_slice() {
            [only] => Ok((hex, *only)),
            several => number
                .checked_sub(first(&face.id))
                .and_then(|number| several.get(number))
                .map(|stop| (hex, *stop))
                .ok_or_else(wrong),
        }
    }

    /// The first part of a starting price such as `120,0,5`.
    pub(crate) fn price(&self) -> Result<i32, String> {
        let text = self.need("share_price")?;
        text.split(',')
            .next()
            .and_then(|price| price.parse().ok())
            .ok_or_else(|| format!("the price {text:?} can't be read"))
    }

    /// The company and the numbers of the shares, such as `BE_1`.
    pub(crate) fn shares(&self, definition: &Definition) -> Result<(CompanyId, Vec<u8>), String> {
        let mut company = None;
        let mut numbers = Vec::new();
        for share in self.list("shares") {
            let text = share.as_str().unwrap_or_default();
            let wrong = || format!("the share {text:?} can't be read");
            let (id, number) = text.rsplit_once('_').ok_or_else(wrong)?;
            let of = named(definition, id)?;
            if company.is_some_and(|other| other != of) {
                return Err("its shares are of several companies".into());
            }
            company = Some(of);
            numbers.push(number.parse().map_err(|_| wrong())?);
        }
        Ok((company.ok_or("it names no shares")?, numbers))
    }

    /// The shares in units of the company, by their percentage.
    pub(crate) fn units(&self, game: &Game, company: CompanyId) -> Result<u8, String> {
        let units = i32::from(game.shared().company(company).units);
        let share = match self.get("percent") {
            Some(_) => self.number("percent")?.saturating_mul(units) / 100,
            None => self.list("shares").len() as i32,
        };
        u8::try_from(share).map_err(|_| "its percentage is out of range".into())
    }

    pub(crate) fn dividend(&self) -> Result<Action, String> {
        Ok(Action::Pay(match self.need("kind")? {
            "payout" => Payout::Full,
            "half" => Payout::Half,
            "withhold" => Payout::Nothing,
            other => return Err(format!("there is no dividend {other:?}")),
        }))
    }
}

/// A company by its id.
pub(crate) fn named(definition: &Definition, id: &str) -> Result<CompanyId, String> {
    definition
        .company(id)
        .ok_or_else(|| format!("there is no company {id:?}"))
}

/// A card by its recorded id, such as `6-3`, as kind and number.
pub(crate) fn card(definition: &Definition, name: &str) -> Option<TrainId> {
    let (kind, number) = name.rsplit_once('-')?;
    Some(TrainId {
        stack: definition.kind(kind)?,
        number: number.parse().ok()?,
    })
}

/// In whose name a company's action stands: its director's, or the engine's where nobody directs it.
pub(crate) fn by(director: Option<Seat>) -> By {
    director.map_or(By::Engine(Seat(0)), By::Seat)
}

/// What the engine would do now by itself.
pub(crate) fn automatic(game: &Game) -> Option<Entry> {
    let mut trial = game.clone();
    trial.automate(&mut Vec::new());
    trial.log().get(game.log().len()).cloned()
}

/// Whether a question is put to a player as such, not for a company: there nothing is filled in for somebody else.
pub(crate) fn of_player(topic: Topic) -> bool {
    matches!(
        topic,
        Topic::OpenLot
            | Topic::Bid
            | Topic::TakeLot
            | Topic::CompanyAuction
            | Topic::StockTurn
            | Topic::Acquire
            | Topic::Premium
            | Topic::Concessions
    )
}
