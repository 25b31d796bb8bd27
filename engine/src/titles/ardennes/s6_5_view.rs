//! 6.5 and 6.5.1: the board as a company sees it when it runs, what a route must be, and what it earns.

use super::{ArdRules, Ardennes};
use crate::action::Run;
use crate::board::{Board, Bonus, Map, StopKind};
use crate::ids::{CompanyId, HexId, KindId, StopRef, TrainId};
use crate::network::{Broken, Route, Side, Visit, follow};
use crate::rejection::{Rejection, reject, require};
use crate::rules::TrainRun;

/// The board as a company sees it when it runs.
pub(super) struct View<'a> {
    pub(super) state: &'a Ardennes,
    pub(super) rules: &'a ArdRules,
    pub(super) map: &'a Map,
    pub(super) board: &'a Board,
    pub(super) company: CompanyId,
}

/// What a route earns, item by item: stops that count, then bonuses by name.
pub(super) type Items = (Vec<(StopRef, i32)>, Vec<(String, i32)>);

impl<'a> View<'a> {
    pub(super) fn new(state: &'a Ardennes, rules: &'a ArdRules, company: CompanyId) -> View<'a> {
        View {
            state,
            rules,
            map: &rules.definition.map,
            board: &state.shared.board,
            company,
        }
    }

    pub(super) fn blocked(&self, at: StopRef) -> bool {
        self.board.full_for(self.map, at, self.company)
    }

    pub(super) fn has_right(&self, hex: HexId, bonus: Bonus) -> bool {
        self.state
            .rights
            .iter()
            .any(|right| (right.company, right.hex, right.bonus) == (self.company, hex, bonus))
    }

    pub(super) fn own(&self, visit: &Visit) -> bool {
        self.board.has_station(visit.at, self.company)
    }

    pub(super) fn is_four(&self, kind: KindId) -> bool {
        matches!(self.rules.definition.train(kind).run, TrainRun::Four(_))
    }

    /// Printed value, doubled for a mine city with rights (ARD-6.4.2-02).
    pub(super) fn value(&self, at: StopRef) -> i32 {
        let face = self.board.face(self.map, at.hex);
        let printed = face
            .stops
            .get(usize::from(at.stop))
            .map_or(0, |stop| stop.revenue.at(""));
        if self.has_right(at.hex, Bonus::Mine) {
            2 * printed
        } else {
            printed
        }
    }

    /// `Cologne (D18)`.
    fn place(&self, hex: HexId) -> String {
        let data = self.map.at(hex);
        match &data.place {
            Some(place) => format!("{place} ({})", data.name),
            None => data.name.clone(),
        }
    }

    fn company_name(&self) -> &'a str {
        &self.rules.definition.at(self.company).id
    }

    /// The kind of a train that may run.
    pub(super) fn train(&self, train: TrainId) -> Result<KindId, Rejection> {
        let held = self
            .state
            .shared
            .trains(self.company)
            .find(|held| held.id == train);
        let Some(held) = held else {
            reject!(
                "ARD-6.5-01",
                "company {} runs its own trains only, and has no train {}-{}",
                self.company_name(),
                self.rules.definition.train(train.stack).name,
                train.number
            );
        };
        require!(
            !held.face_down,
            "ARD-6.1-10",
            "the train {} came with an exchanged minor and lies face down until step 6.7",
            self.rules.definition.train_name(train)
        );
        Ok(held.kind)
    }

    /// The way of a run, track and places used once.
    pub(super) fn route(&self, run: &Run) -> Result<Route, Rejection> {
        follow(self.map, self.board, &run.steps).map_err(|broken| {
            let mut text = broken.words(self.map, "in a city, a town or a ferry");
            let rule = match broken {
                Broken::SideTwice(..) => "ARD-6.5-07",
                Broken::StopTwice(_) => {
                    text.push_str("; the circles of one hex are one city");
                    "ARD-6.5-08"
                }
                _ => "ARD-6.5-02",
            };
            Rejection::new(rule, text)
        })
    }

    /// Everything that a route of that kind of train must be, track apart.
    pub(super) fn judge(&self, kind: KindId, route: &Route) -> Result<(), Rejection> {
        let last = route.visits.len().saturating_sub(1);
        let inner = |index: usize| index != 0 && index != last;
        for (index, visit) in route.visits.iter().enumerate() {
            if visit.kind != StopKind::Offboard {
                continue;
            }
            let ferry = self.place(visit.at.hex);
            require!(
                !inner(index),
                "ARD-6.4.1-05",
                "a route ends on the ferry {ferry}, it does not run through"
            );
            let port = if index == 0 {
                1
            } else {
                last.saturating_sub(1)
            };
            if let Some(port) = route.visits.get(port).filter(|_| last > 0) {
                require!(
                    self.has_right(port.at.hex, Bonus::Ferry),
                    "ARD-6.4.1-06",
                    "company {} has no ferry rights in {} and can't run to the ferry {ferry}",
                    self.company_name(),
                    self.place(port.at.hex)
                );
            }
        }
        for (index, visit) in route.visits.iter().enumerate() {
            require!(
                !inner(index) || !self.blocked(visit.at),
                "ARD-6.5-10",
                "{} is full of other companies' stations or bonus tokens: the route may end there, not pass",
                self.place(visit.at.hex)
            );
        }
        let own = route.visits.iter().filter(|visit| self.own(visit)).count();
        require!(
            own > 0,
            "ARD-6.5-02",
            "no city of the route holds a station of company {}",
            self.company_name()
        );
        let stops = route
            .visits
            .iter()
            .filter(|visit| visit.kind != StopKind::Offboard);
        require!(
            stops.count() >= 2,
            "ARD-6.5-03",
            "a route needs one more city or town besides its station; a ferry is none"
        );
        self.judge_length(kind, route)
    }

    fn judge_length(&self, kind: KindId, route: &Route) -> Result<(), Rejection> {
        let train = self.rules.definition.train(kind);
        let cities = route
            .visits
            .iter()
            .filter(|visit| visit.kind == StopKind::City)
            .count();
        let marked: Vec<&Visit> = route.visits.iter().filter(|visit| visit.scored).collect();
        match train.run {
            TrainRun::Four(most) => {
                require!(
                    cities >= 2,
                    "ARD-6.5-14",
                    "a {} ignores towns, so that its route needs two cities",
                    train.name
                );
                if let Some(other) = marked.iter().find(|visit| visit.kind != StopKind::City) {
                    reject!(
                        "ARD-6.5-13",
                        "a {} scores cities only, not {}",
                        train.name,
                        self.place(other.at.hex)
                    );
                }
                require!(
                    !marked.is_empty() && marked.len() <= usize::from(most),
                    "ARD-6.5-13",
                    "a {} scores one to {most} cities of its route; {} are marked",
                    train.name,
                    marked.len()
                );
                require!(
                    marked.iter().any(|visit| self.own(visit)),
                    "ARD-6.5-13",
                    "one of the cities that a {} scores holds a station of company {}",
                    train.name,
                    self.company_name()
                );
            }
            TrainRun::Cities(most) => {
                require!(
                    cities <= usize::from(most),
                    "ARD-6.5-04",
                    "a {} runs to {most} cities at most, this route has {cities}",
                    train.name
                );
                require!(
                    marked.is_empty(),
                    "ARD-6.5-04",
                    "a {} counts every city and town of its route; only a 4D marks what it scores",
                    train.name
                );
            }
            _ => reject!("ARD-6.5-04", "a {} does not run", train.name),
        }
        Ok(())
    }

    pub(super) fn shared_track(&self, side: Side, other: TrainId) -> Rejection {
        let (hex, edge) = side;
        let next = self.map.neighbour(hex, edge).unwrap_or(hex);
        let name = self.rules.definition.train_name(other);
        let ferry = [hex, next]
            .into_iter()
            .find(|&hex| self.rules.special.is_ferry(hex));
        match ferry {
            Some(ferry) => Rejection::new(
                "ARD-6.4.1-09",
                format!(
                    "the link to the ferry {} serves one train, and {name} uses it",
                    self.place(ferry)
                ),
            ),
            None if hex == next => Rejection::new(
                "ARD-6.5-11",
                format!(
                    "two trains share no track, and {name} already runs inside {}",
                    self.place(hex)
                ),
            ),
            None => Rejection::new(
                "ARD-6.5-11",
                format!(
                    "two trains share no track, and {name} already runs between {} and {}",
                    self.map.at(hex).name,
                    self.map.at(next).name
                ),
            ),
        }
    }

    /// What a legal route earns for that kind of train, marks taken into account.
    pub(super) fn earnings(&self, kind: KindId, route: &Route) -> i32 {
        let (stops, bonuses) = self.items(kind, route);
        stops.iter().map(|(_, sum)| sum).sum::<i32>()
            + bonuses.iter().map(|(_, sum)| sum).sum::<i32>()
    }

    /// The same item by item: stops that count, then bonuses.
    pub(super) fn items(&self, kind: KindId, route: &Route) -> Items {
        let special = &self.rules.special;
        let four = self.is_four(kind);
        let counted: Vec<&Visit> = route
            .visits
            .iter()
            .filter(|visit| visit.kind != StopKind::Offboard && (!four || visit.scored))
            .collect();
        let on = |hexes: &[HexId]| counted.iter().any(|visit| hexes.contains(&visit.at.hex));
        let mut ferry = false;
        let mut west = false;
        for (end, port) in [
            (route.visits.first(), route.visits.get(1)),
            (route.visits.last(), route.visits.iter().nth_back(1)),
        ] {
            let (Some(end), Some(port)) = (end, port) else {
                continue;
            };
            if end.kind != StopKind::Offboard || !self.has_right(port.at.hex, Bonus::Ferry) {
                continue;
            }
            let port_counts = on(&[port.at.hex]);
            let other_port = self.rules.options.any_port_for_ferry
                && special.ferries.iter().any(|(hex, ports)| {
                    *hex == end.at.hex
                        && ports
                            .iter()
                            .any(|&port| self.has_right(port, Bonus::Ferry) && on(&[port]))
                });
            ferry |= port_counts || other_port;
            west |= special.tee_west.contains(&end.at.hex)
                && (port_counts || self.rules.options.tee_without_port);
        }
        let east_west = west && on(&special.tee_east);
        let north_south = on(&special.tee_north) && on(&special.tee_south);
        let stations = counted.iter().filter(|visit| self.own(visit)).count() as i32;
        let tee = special.tee_bonus * stations * (i32::from(east_west) + i32::from(north_south));
        let factor = if four { 2 } else { 1 };
        let stops = counted
            .iter()
            .map(|visit| (visit.at, factor * self.value(visit.at)))
            .collect();
        let mut bonuses = Vec::new();
        if tee != 0 {
            let name = match (east_west, north_south) {
                (true, true) => "two TEE routes",
                (true, false) => "TEE East–West",
                _ => "TEE North–South",
            };
            bonuses.push((name.to_string(), factor * tee));
        }
        if ferry {
            let sum = special.ferry_bonus.get(kind.index()).copied().unwrap_or(0);
            bonuses.push(("ferry".to_string(), sum));
        }
        (stops, bonuses)
    }

    /// Marks the cities that a 4D scores best on the route; the first best choice in order of the route.
    pub(super) fn mark_best(&self, kind: KindId, route: &mut Route) {
        let TrainRun::Four(most) = self.rules.definition.train(kind).run else {
            return;
        };
        let cities: Vec<usize> = (0..route.visits.len())
            .filter(|&index| {
                route
                    .visits
                    .get(index)
                    .is_some_and(|visit| visit.kind == StopKind::City)
            })
            .collect();
        let mut best: (i32, Vec<usize>) = (0, Vec::new());
        let mut chosen: Vec<usize> = Vec::new();
        self.try_marks(kind, route, &cities, most, &mut chosen, &mut best);
        set_marks(route, &best.1);
    }

    fn try_marks(
        &self,
        kind: KindId,
        route: &mut Route,
        cities: &[usize],
        left: u8,
        chosen: &mut Vec<usize>,
        best: &mut (i32, Vec<usize>),
    ) {
        set_marks(route, chosen);
        if route
            .visits
            .iter()
            .any(|visit| visit.scored && self.own(visit))
        {
            let sum = self.earnings(kind, route);
            if sum > best.0 {
                *best = (sum, chosen.clone());
            }
        }
        if left == 0 {
            return;
        }
        for (index, &city) in cities.iter().enumerate() {
            chosen.push(city);
            let rest = cities.get(index + 1..).unwrap_or_default();
            self.try_marks(kind, route, rest, left - 1, chosen, best);
            chosen.pop();
        }
    }
}

/// Marks exactly the visits of those numbers as scored.
fn set_marks(route: &mut Route, chosen: &[usize]) {
    for (index, visit) in route.visits.iter_mut().enumerate() {
        visit.scored = chosen.contains(&index);
    }
    let mut visits = route.visits.iter();
    for step in &mut route.steps {
        step.scored = step.stop.is_some() && visits.next().is_some_and(|visit| visit.scored);
    }
}
