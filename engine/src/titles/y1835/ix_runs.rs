//! Sections IX and X: what runs are legal and what they earn. Runs need not be the best (E35-IX-01).

pub(crate) use super::ix_best::best;
use super::{Y35Rules, Y1835};
use crate::action::Run;
use crate::board::{Board, Map, StopKind};
use crate::ids::{CompanyId, HexId, KindId, StopRef, TrainId};
use crate::network::{Broken, Route, RunSum, RunSums, Side, Visit, trace};
use crate::rejection::{Rejection, reject, require};
use crate::rules::TrainRun;

/// What runs earn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Earned {
    /// Marks of each run, in the order of the runs.
    pub(crate) revenues: Vec<i32>,
    /// Their sum.
    pub(crate) total: i32,
}

/// The board as a company sees it when it runs.
pub(super) struct View<'a> {
    pub(super) state: &'a Y1835,
    pub(super) rules: &'a Y35Rules,
    pub(super) map: &'a Map,
    pub(super) board: &'a Board,
    pub(super) company: CompanyId,
}

impl<'a> View<'a> {
    pub(super) fn new(state: &'a Y1835, rules: &'a Y35Rules, company: CompanyId) -> View<'a> {
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

    /// Name of the printed phase: 1, 2 or 3.
    fn phase(&self) -> &'a str {
        let phase = self
            .rules
            .definition
            .phases
            .get(usize::from(self.state.shared.phase));
        phase.map_or("1", |phase| phase.name.get(..1).unwrap_or("1"))
    }

    /// What a stop is worth now (E35-X-02, 03).
    pub(super) fn value(&self, at: StopRef) -> i32 {
        self.board
            .face(self.map, at.hex)
            .stops
            .get(usize::from(at.stop))
            .map_or(0, |stop| stop.revenue.at(self.phase()))
    }

    /// Whether an off-board place is open (E35-X-04).
    pub(super) fn is_open(&self, hex: HexId) -> bool {
        let (hexes, phase) = &self.rules.special.closed_offboard;
        !hexes.contains(&hex) || phase == self.phase()
    }

    /// How many stops of the hex a route may visit where it has several cities; `None` where they are not counted.
    pub(super) fn visits_of(&self, hex: HexId) -> Option<u8> {
        let cities = self
            .board
            .face(self.map, hex)
            .stops
            .iter()
            .filter(|stop| stop.kind == StopKind::City)
            .count();
        if cities < 2 {
            None
        } else if self.rules.special.two_visits.contains(&hex) {
            Some(if self.rules.options.hamburg_three_visits {
                3
            } else {
                2
            })
        } else {
            Some(1)
        }
    }

    /// `Köln (I3)`.
    fn place(&self, hex: HexId) -> String {
        let data = self.map.at(hex);
        match &data.place {
            Some(place) => format!("{place} ({})", data.name),
            None => data.name.clone(),
        }
    }

    fn id(&self) -> &'a str {
        self.rules.id(self.company)
    }

    /// The kind of a train of the company.
    pub(super) fn train(&self, train: TrainId) -> Result<KindId, Rejection> {
        let held = self
            .state
            .shared
            .trains(self.company)
            .find(|held| held.id == train);
        match held {
            Some(held) => Ok(held.kind),
            None => reject!(
                "E35-IX-01",
                "{} runs its own trains only, and has no {}",
                self.id(),
                self.rules.definition.train_name(train)
            ),
        }
    }

    /// The way of a run, track used once.
    pub(super) fn route(&self, run: &Run) -> Result<Route, Rejection> {
        trace(self.map, self.board, &run.steps).map_err(|broken| {
            let text = broken.words(self.map, "at a station");
            let rule = match broken {
                Broken::SideTwice(..) => "E35-IX-11",
                Broken::StopTwice(_) => "E35-IX-08",
                _ => "E35-IX-02",
            };
            Rejection::new(rule, text)
        })
    }

    /// Everything that a route of that kind of train must be, track apart.
    pub(super) fn judge(&self, kind: KindId, route: &Route) -> Result<(), Rejection> {
        let visits = &route.visits;
        let last = visits.len().saturating_sub(1);
        for (index, visit) in visits.iter().enumerate() {
            let inner = index != 0 && index != last;
            let before = visits.get(..index).unwrap_or_default();
            let place = self.place(visit.at.hex);
            if visit.kind == StopKind::Offboard {
                require!(!inner, "E35-IX-07", "{place} can only be an end of a route");
                require!(
                    self.is_open(visit.at.hex),
                    "E35-X-04",
                    "{place} is closed in this phase"
                );
            }
            require!(
                !before.iter().any(|other| other.at == visit.at),
                "E35-IX-08",
                "the route visits {place} twice"
            );
            self.judge_town(visit, before)?;
            require!(
                !inner || !self.blocked(visit.at),
                "E35-IX-10",
                "{place} is full of others' markers: a route may end there, not pass"
            );
        }
        require!(
            visits.len() >= 2,
            "E35-IX-02",
            "a route joins at least two stations"
        );
        require!(
            visits
                .iter()
                .any(|visit| self.board.has_station(visit.at, self.company)),
            "E35-IX-03",
            "no station of the route has a marker of {}",
            self.id()
        );
        self.judge_length(kind, visits)
    }

    /// Towns of several stations (E35-IX-08, 09, E35-RUL-16, 44).
    fn judge_town(&self, visit: &Visit, before: &[Visit]) -> Result<(), Rejection> {
        let place = self.place(visit.at.hex);
        if visit.kind == StopKind::City
            && let Some(most) = self.visits_of(visit.at.hex)
        {
            let count = before
                .iter()
                .filter(|other| other.at.hex == visit.at.hex)
                .count();
            require!(
                count < usize::from(most),
                if most == 1 {
                    "E35-IX-09"
                } else if most == 2 && self.board.face(self.map, visit.at.hex).stops.len() > 2 {
                    "E35-RUL-44"
                } else {
                    "E35-IX-08"
                },
                "a route visits {place} {most} times at most"
            );
        }
        let (group, _) = &self.rules.special.closed_offboard;
        require!(
            !group.contains(&visit.at.hex)
                || !before.iter().any(|other| group.contains(&other.at.hex)),
            "E35-RUL-16",
            "the two hexes of {place} are one place"
        );
        Ok(())
    }

    fn judge_length(&self, kind: KindId, visits: &[Visit]) -> Result<(), Rejection> {
        let train = self.rules.definition.train(kind);
        let large = visits
            .iter()
            .filter(|visit| visit.kind != StopKind::Town)
            .count();
        require!(
            visits.iter().all(|visit| !visit.scored),
            "E35-IX-04",
            "a train counts every station of its route"
        );
        match train.run {
            TrainRun::Stops(most) => require!(
                visits.len() <= usize::from(most),
                "E35-IX-04",
                "a {} visits {most} stations at most, this route has {}",
                train.name,
                visits.len()
            ),
            TrainRun::Plus(most, small) => {
                require!(
                    large <= usize::from(most),
                    if visits.iter().any(|visit| visit.kind == StopKind::Offboard) {
                        "E35-IX-07"
                    } else {
                        "E35-IX-05"
                    },
                    "a {} visits {most} large stations at most, this route has {large}",
                    train.name
                );
                require!(
                    visits.len() <= usize::from(most) + usize::from(small),
                    "E35-IX-05",
                    "a {} visits {} stations at most, this route has {}",
                    train.name,
                    usize::from(most) + usize::from(small),
                    visits.len()
                );
            }
            _ => reject!("E35-IX-04", "a {} does not run", train.name),
        }
        Ok(())
    }

    /// The bank of a side of the brown Hamburg tile: 1 north, 2 south; 0 elsewhere.
    pub(super) fn bank(&self, hex: HexId, edge: u8) -> u8 {
        let special = &self.rules.special;
        if self.board.placed(hex).face != special.ferry_tile.0 {
            return 0;
        }
        let (north, south) = special.ferry_banks;
        if north & (1 << edge) != 0 {
            1
        } else {
            2 * u8::from(south & (1 << edge) != 0)
        }
    }

    /// What the ferry takes off a legal route (E35-X-05).
    fn tolls(&self, route: &Route) -> i32 {
        let crossings = route
            .steps
            .windows(3)
            .filter(|steps| match steps {
                [before, here, after] if here.stop.is_some() => {
                    let bank = |other: HexId| {
                        self.map
                            .edge_between(here.hex, other)
                            .map_or(0, |edge| self.bank(here.hex, edge))
                    };
                    let (a, b) = (bank(before.hex), bank(after.hex));
                    a != 0 && b != 0 && a != b
                }
                _ => false,
            })
            .count() as i32;
        crossings * self.rules.special.ferry_toll
    }

    /// What a legal route earns (E35-X-01, 05).
    pub(super) fn earnings(&self, route: &Route) -> i32 {
        let stops: i32 = route.visits.iter().map(|visit| self.value(visit.at)).sum();
        stops - self.tolls(route)
    }
}

/// Judges a set of runs of a company.
///
/// # Errors
/// The first rule broken: trains, then each run's way, then its length, then track shared by trains.
pub(crate) fn check(
    state: &Y1835,
    rules: &Y35Rules,
    company: CompanyId,
    runs: &[Run],
) -> Result<Earned, Rejection> {
    let view = View::new(state, rules, company);
    let mut earned = Earned {
        revenues: Vec::with_capacity(runs.len()),
        total: 0,
    };
    let mut used: Vec<(Side, TrainId)> = Vec::new();
    for (index, run) in runs.iter().enumerate() {
        let kind = view.train(run.train)?;
        let name = rules.definition.train_name(run.train);
        require!(
            !runs
                .iter()
                .take(index)
                .any(|other| other.train == run.train),
            "E35-IX-01",
            "the train {name} makes one run, not two"
        );
        let route = view.route(run)?;
        view.judge(kind, &route)?;
        for &(hex, edge) in &route.sides {
            if let Some((_, other)) = used.iter().find(|(taken, _)| *taken == (hex, edge)) {
                let next = view.map.neighbour(hex, edge).unwrap_or(hex);
                reject!(
                    "E35-IX-12",
                    "two trains share no track, and {} already runs between {} and {}",
                    rules.definition.train_name(*other),
                    view.map.at(hex).name,
                    view.map.at(next).name
                )
            }
        }
        used.extend(route.sides.iter().map(|&side| (side, run.train)));
        let revenue = view.earnings(&route);
        earned.revenues.push(revenue);
        earned.total += revenue;
    }
    Ok(earned)
}

/// The runs with every stop named; only their way is judged.
///
/// # Errors
/// The first step that is no way.
pub(super) fn named(
    state: &Y1835,
    rules: &Y35Rules,
    company: CompanyId,
    runs: &[Run],
) -> Result<Vec<Run>, Rejection> {
    let view = View::new(state, rules, company);
    runs.iter()
        .map(|run| {
            Ok(Run {
                train: run.train,
                steps: view.route(run)?.steps,
            })
        })
        .collect()
}

/// The sum of legal runs, worked out.
///
/// # Errors
/// As for [`check`].
pub(super) fn sums(
    state: &Y1835,
    rules: &Y35Rules,
    company: CompanyId,
    runs: &[Run],
) -> Result<RunSums, Rejection> {
    check(state, rules, company, runs)?;
    let view = View::new(state, rules, company);
    let mut sums = Vec::with_capacity(runs.len());
    for run in runs {
        let route = view.route(run)?;
        let stops = (route.visits.iter())
            .map(|visit| (visit.at, view.value(visit.at)))
            .collect();
        let ferry = ("ferry".to_string(), -view.tolls(&route));
        sums.push(RunSum::new(run.train, stops, vec![ferry]));
    }
    Ok(RunSums::new(sums, Vec::new()))
}
