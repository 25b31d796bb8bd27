//! Section 4.4.4: what runs earn.

use super::s4_4_3_runs::Earned;
use super::{Harz, HarzRules};
use crate::board::Colour;
use crate::ids::{CompanyId, HexId, StopRef};

/// What a run is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ride {
    /// A standard train of that size.
    Standard(u8),
    /// A diesel railcar.
    Diesel,
}

/// Earned at a place without an own station, and by a diesel railcar at any place (H73-4.4.4-03, H73-4.4.4-07).
pub(super) const STOP: i32 = 10;

impl Harz {
    /// The value of a station in the stop; in grey hexes by the colour of the phase (H73-4.4.4-02).
    pub(super) fn station_value(&self, rules: &HarzRules, at: StopRef) -> i32 {
        let map = &rules.definition.map;
        let colour = rules
            .definition
            .phases
            .get(usize::from(self.shared.phase))
            .and_then(|phase| phase.tiles.last());
        let key = match colour {
            Some(Colour::Grey) => "grey",
            Some(Colour::Brown) => "brown",
            Some(Colour::Green) => "green",
            _ => "yellow",
        };
        self.shared
            .board
            .face(map, at.hex)
            .stops
            .get(usize::from(at.stop))
            .map_or(0, |stop| stop.revenue.at(key))
    }

    /// What a standard train of the company earns for the place of a stop, without mine and plant: the value of its
    /// station in any circle of the village (H73-RUL-39), else of a stop. C6 is no village (H73-MAP-08).
    pub(super) fn place_value(&self, rules: &HarzRules, company: CompanyId, at: StopRef) -> i32 {
        let board = &self.shared.board;
        let own = if rules.options.village_pays_first_route {
            board.has_marker(at, company).then_some(at)
        } else {
            board.markers(company).find(|marker| marker.hex == at.hex)
        };
        match own {
            Some(marker) => self.station_value(rules, marker),
            None if rules.definition.map.at(at.hex).settlement.is_some() => STOP,
            None => 0,
        }
    }

    /// The value of the plant in the hex, 0 without one.
    pub(super) fn plant_value(&self, rules: &HarzRules, hex: HexId) -> i32 {
        rules.special.plant_in(hex).map_or(0, |plant| plant.value)
    }

    /// What the open mine in the hex earns times the size of the train, 0 without one (H73-MAP-07).
    pub(super) fn mine_value(&self, rules: &HarzRules, hex: HexId) -> i32 {
        rules
            .special
            .mine_in(hex)
            .filter(|mine| self.mine(mine.company).open)
            .map_or(0, |mine| mine.multiplier)
    }

    /// H73-4.4.9-02: the QLB's built-in train earns the value of Quedlinburg, whatever the others do (H73-4.4.9-04).
    pub(super) fn local_earnings(&self, rules: &HarzRules, company: CompanyId) -> i32 {
        let (owner, hex) = rules.special.local;
        if owner != company {
            return 0;
        }
        self.shared
            .board
            .markers(company)
            .find(|marker| marker.hex == hex)
            .map_or(0, |marker| self.station_value(rules, marker))
    }

    /// What the runs earn, each with the stops that it comes to.
    pub(super) fn earnings(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        runs: &[(Ride, Vec<StopRef>)],
    ) -> Earned {
        let map = &rules.definition.map;
        let mut paid: Vec<HexId> = Vec::new();
        let mut by_diesel: Vec<HexId> = Vec::new();
        let mut sizes: Vec<(HexId, u8)> = Vec::new();
        let mut all = Vec::with_capacity(runs.len());
        for (ride, stops) in runs {
            let mut items: Vec<(StopRef, i32)> = Vec::with_capacity(stops.len());
            let mut fresh: Vec<HexId> = Vec::new();
            for &at in stops {
                // H73-4.4.4-03, H73-4.4.4-06: nothing in a full place; it can only lie on the own route.
                if self.shared.board.full_for(map, at, company) {
                    continue;
                }
                match *ride {
                    Ride::Diesel => {
                        // The first route that comes there; with the option `diesel_circles` for each circle.
                        if map.at(at.hex).settlement.is_some() && !by_diesel.contains(&at.hex) {
                            fresh.push(at.hex);
                            items.push((at, STOP));
                        }
                    }
                    Ride::Standard(size) => {
                        // H73-4.4.4-01, H73-4.4.4-05: each once.
                        let mut sum = 0;
                        if !paid.contains(&at.hex) {
                            paid.push(at.hex);
                            sum += self.place_value(rules, company, at)
                                + self.plant_value(rules, at.hex);
                        }
                        // H73-4.4.4-04: by the largest train.
                        let multiplier = self.mine_value(rules, at.hex);
                        let index = match sizes.iter().position(|(hex, _)| *hex == at.hex) {
                            Some(index) => index,
                            None => {
                                sizes.push((at.hex, 0));
                                sizes.len() - 1
                            }
                        };
                        if let Some((_, largest)) = sizes.get_mut(index) {
                            sum += multiplier * i32::from(size.saturating_sub(*largest));
                            *largest = size.max(*largest);
                        }
                        items.push((at, sum));
                    }
                }
            }
            by_diesel.append(&mut fresh);
            all.push(items);
        }
        let revenues: Vec<i32> = all
            .iter()
            .map(|items| items.iter().map(|(_, sum)| sum).sum())
            .collect();
        let total = revenues.iter().sum::<i32>() + self.local_earnings(rules, company);
        Earned {
            revenues,
            items: all,
            total,
        }
    }
}
