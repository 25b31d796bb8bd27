//! Assertions on map and trains.

use super::{Look, pairs, same, same_set};
use crate::board::Occupant;
use crate::ids::TrainId;
use crate::rolling_stock::TrainHolder;
use crate::scenario::number;
use crate::titles::Mark;

impl Look<'_> {
    pub(super) fn board(&self, verb: &str, words: &[&str]) -> Result<(), String> {
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
                        Some(Occupant::Station(id)) => self.id(id),
                        Some(Occupant::Inactive(id)) => format!("({})", self.id(id)),
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

    pub(super) fn trains(&self, verb: &str, words: &[&str]) -> Result<(), String> {
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
}
