//! Sections 4.7.4, 4.12 and 4.13: what runs are legal and what they earn.

pub(crate) use super::s4_7_4_best::{best, best_without};
use super::{Rules, Y1826};
use crate::action::Run;
use crate::board::{Board, Map, StopKind};
use crate::ids::{CompanyId, HexId, KindId, StopRef, TrainId};
use crate::network::{Broken, Optimum, Route, RunSum, RunSums, Side, Visit, follow};
use crate::rejection::{Rejection, reject, require};
use crate::rolling_stock::TrainHolder;
use crate::rules::TrainRun;

/// What runs earn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Earned {
    /// Francs of each run, in the order of the runs.
    pub revenues: Vec<i32>,
    /// Their sum.
    pub total: i32,
}

/// How a kind of train runs now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Length {
    /// So many hexes entered; all stops are paid.
    Hexes(u8),
    /// So many cities and off-map locations, paid so many times; towns are not.
    Places(u8, i32),
}

/// The board as a company sees it when it runs.
pub(super) struct View<'a> {
    pub(super) state: &'a Y1826,
    pub(super) rules: &'a Rules,
    pub(super) map: &'a Map,
    pub(super) board: &'a Board,
    pub(super) company: CompanyId,
}

impl<'a> View<'a> {
    pub(super) fn new(state: &'a Y1826, rules: &'a Rules, company: CompanyId) -> View<'a> {
        View {
            state,
            rules,
            map: &rules.definition.map,
            board: &state.shared.board,
            company,
        }
    }

    /// How the kind runs: E by the number of E trains that companies own, until the first TGV (E26-4.12-04, 05,
    /// E26-RUL-27); TGV always three, doubled (E26-4.13-02).
    pub(super) fn length(&self, kind: KindId) -> Option<Length> {
        let definition = &self.rules.definition;
        match definition.train(kind).run {
            TrainRun::Hexes(hexes) => Some(Length::Hexes(hexes)),
            TrainRun::Reach(places) if self.shares_track(kind) => Some(Length::Places(places, 2)),
            TrainRun::Reach(_) if self.state.since(self.rules, "TGV") => {
                Some(Length::Places(self.rules.special.reach_after_tgv, 1))
            }
            TrainRun::Reach(_) => {
                let owned = self.state.shared.depot.all().iter();
                let count = owned
                    .filter(|train| {
                        train.kind == kind && matches!(train.holder, TrainHolder::Company(_))
                    })
                    .count();
                let table = &self.rules.special.reach_by_number;
                let last = table.len().saturating_sub(1);
                let reach = table.get(count.saturating_sub(1).min(last)).copied();
                Some(Length::Places(reach.unwrap_or(0), 2))
            }
            _ => None,
        }
    }

    /// Whether it may run on track of other trains (E26-4.13-03).
    pub(super) fn shares_track(&self, kind: KindId) -> bool {
        self.rules.definition.kind("TGV") == Some(kind)
    }

    /// Where a route may end and not pass: Paris, and cities full of others' stations (E26-4.7.4-08, 09).
    pub(super) fn blocked(&self, at: StopRef) -> bool {
        at.hex == self.rules.special.paris || self.board.full_for(self.map, at, self.company)
    }

    /// Worth of a stop to the company, the Mail with it (E26-2-14, E26-4.3-10).
    pub(super) fn value(&self, at: StopRef) -> i32 {
        let stops = &self.board.face(self.map, at.hex).stops;
        let Some(stop) = stops.get(usize::from(at.stop)) else {
            return 0;
        };
        let mail = if self.state.mail == Some((self.company, at.hex)) && stop.kind == StopKind::City
        {
            10
        } else {
            0
        };
        stop.revenue.at(self.state.phase_name(self.rules)) + mail
    }

    pub(super) fn own(&self, visit: &Visit) -> bool {
        self.board.has_station(visit.at, self.company)
    }

    /// Place and name of a hex.
    fn place(&self, hex: HexId) -> String {
        let data = self.map.at(hex);
        match &data.place {
            Some(place) => format!("{} ({place})", data.name),
            None => data.name.clone(),
        }
    }

    fn train(&self, train: TrainId) -> Result<KindId, Rejection> {
        let mut owned = self.state.shared.trains(self.company);
        let found = owned.find(|state| state.id == train);
        match found {
            Some(state) => Ok(state.kind),
            None => reject!(
                "E26-4.7.4-01",
                "{} does not own {}",
                self.rules.id(self.company),
                self.rules.definition.train_name(train)
            ),
        }
    }

    fn route(&self, run: &Run) -> Result<Route, Rejection> {
        follow(self.map, self.board, &run.steps).map_err(|broken| {
            let mut text = broken.words(self.map, "in a city, a town or off the map");
            let rule = match broken {
                // No track joins two circles of Paris: whoever passes through it has no way.
                Broken::NoTrack(hex)
                    if hex == self.rules.special.paris
                        && [run.steps.first(), run.steps.last()]
                            .into_iter()
                            .flatten()
                            .all(|step| step.hex != hex) =>
                {
                    text = "a route ends in Paris, it does not run through".into();
                    "E26-4.7.4-08"
                }
                Broken::NoTrack(_) | Broken::SideTwice(..) => "E26-4.7.4-06",
                Broken::StopTwice(hex) => {
                    if hex == self.rules.special.paris {
                        text.push_str("; its circles are one city");
                    }
                    "E26-4.7.4-07"
                }
                _ => "E26-4.7.4-02",
            };
            Rejection::new(rule, text)
        })
    }

    /// Everything that a route of that kind of train must be, track of other trains apart.
    fn judge(&self, kind: KindId, route: &Route) -> Result<(), Rejection> {
        let last = route.visits.len().saturating_sub(1);
        for (index, visit) in route.visits.iter().enumerate() {
            let inner = index != 0 && index != last;
            let place = self.place(visit.at.hex);
            require!(
                !inner || visit.kind != StopKind::Offboard,
                "E26-4.7.4-05",
                "a route ends in {place}, it does not run through"
            );
            require!(
                !inner || !self.blocked(visit.at),
                "E26-4.7.4-09",
                "{place} is full of other companies' stations: the route may end there, not pass"
            );
        }
        require!(
            route.visits.iter().any(|visit| self.own(visit)),
            "E26-4.7.4-02",
            "no city of the route holds a station of {}",
            self.rules.id(self.company)
        );
        // E26-4.12-03: to E and TGV towns are nothing.
        let h_train = matches!(self.length(kind), Some(Length::Hexes(_)));
        let counts = |visit: &&Visit| h_train || visit.kind != StopKind::Town;
        require!(
            route.visits.iter().filter(counts).count() >= 2,
            if h_train {
                "E26-4.7.4-02"
            } else {
                "E26-4.12-03"
            },
            "a route needs two {} or off-map locations",
            if h_train { "cities, towns" } else { "cities" }
        );
        self.judge_length(kind, route)
    }

    fn judge_length(&self, kind: KindId, route: &Route) -> Result<(), Rejection> {
        let name = &self.rules.definition.train(kind).name;
        match self.length(kind) {
            Some(Length::Hexes(most)) => {
                let pairs = route.steps.windows(2);
                let entered = pairs
                    .filter(|pair| matches!(pair, [a, b] if a.hex != b.hex))
                    .count();
                require!(
                    entered <= usize::from(most),
                    "E26-4.7.4-03",
                    "a {name} covers {most} hexes besides the first, this route {entered}"
                );
            }
            Some(Length::Places(most, _)) => {
                let towns = |visit: &&Visit| visit.kind != StopKind::Town;
                let places = route.visits.iter().filter(towns).count();
                require!(
                    places <= usize::from(most),
                    if self.shares_track(kind) {
                        "E26-4.13-02"
                    } else {
                        "E26-4.12-04"
                    },
                    "a {name} reaches {most} cities and off-map locations now, this route has {places}"
                );
            }
            None => reject!("E26-4.7.4-01", "a {name} does not run"),
        }
        Ok(())
    }

    fn shared_track(&self, (hex, edge): Side, other: TrainId) -> Rejection {
        let next = self.map.neighbour(hex, edge).unwrap_or(hex);
        Rejection::new(
            "E26-4.7.4-10",
            format!(
                "two trains share no track, and {} already runs between {} and {}",
                self.rules.definition.train_name(other),
                self.map.at(hex).name,
                self.map.at(next).name
            ),
        )
    }

    /// What a legal route earns.
    fn earnings(&self, kind: KindId, route: &Route) -> i32 {
        self.items(kind, route).iter().map(|(_, sum)| sum).sum()
    }

    /// The same stop by stop; what does not count is left out.
    fn items(&self, kind: KindId, route: &Route) -> Vec<(StopRef, i32)> {
        let (towns, factor) = match self.length(kind) {
            // E26-4.12-03.
            Some(Length::Places(_, factor)) => (false, factor),
            _ => (true, 1),
        };
        let counted = route.visits.iter();
        counted
            .filter(|visit| towns || visit.kind != StopKind::Town)
            .map(|visit| (visit.at, factor * self.value(visit.at)))
            .collect()
    }
}

/// Judges a set of runs of a company; whether it is a best set is not asked here.
///
/// # Errors
/// The first rule broken: trains, then each run's way, then its length, then track shared by trains.
pub(crate) fn check(
    state: &Y1826,
    rules: &Rules,
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
        require!(
            !runs
                .iter()
                .take(index)
                .any(|other| other.train == run.train),
            "E26-4.7.4-01",
            "the train {} makes one run, not two",
            rules.definition.train_name(run.train)
        );
        let route = view.route(run)?;
        view.judge(kind, &route)?;
        if !view.shares_track(kind) {
            for &side in &route.sides {
                if let Some((_, other)) = used.iter().find(|(taken, _)| *taken == side) {
                    return Err(view.shared_track(side, *other));
                }
            }
            used.extend(route.sides.iter().map(|&side| (side, run.train)));
        }
        let revenue = view.earnings(kind, &route);
        earned.revenues.push(revenue);
        earned.total += revenue;
    }
    Ok(earned)
}

/// The runs with every stop named.
///
/// # Errors
/// The first step that is no way; nothing else is judged.
pub(crate) fn canonical(
    state: &Y1826,
    rules: &Rules,
    company: CompanyId,
    runs: &[Run],
) -> Result<Vec<Run>, Rejection> {
    let view = View::new(state, rules, company);
    let whole = runs.iter().map(|run| {
        view.train(run.train)?;
        Ok(Run {
            train: run.train,
            steps: view.route(run)?.steps,
        })
    });
    whole.collect()
}

/// The sum of legal runs, worked out.
///
/// # Errors
/// As for [`check`].
pub(crate) fn sums(
    state: &Y1826,
    rules: &Rules,
    company: CompanyId,
    runs: &[Run],
) -> Result<RunSums, Rejection> {
    check(state, rules, company, runs)?;
    let view = View::new(state, rules, company);
    let mut sums = Vec::with_capacity(runs.len());
    for run in runs {
        let kind = view.train(run.train)?;
        let stops = view.items(kind, &view.route(run)?);
        sums.push(RunSum::new(run.train, stops, Vec::new()));
    }
    Ok(RunSums::new(sums, Vec::new()))
}

impl Y1826 {
    /// The best runs of a company, found with at most `budget` nodes of search.
    pub fn best(&self, rules: &Rules, company: CompanyId, budget: u64) -> Optimum {
        best(self, rules, company, budget)
    }

    /// Judges a set of runs of a company, best or not.
    ///
    /// # Errors
    /// The first rule broken.
    pub fn check_runs(
        &self,
        rules: &Rules,
        company: CompanyId,
        runs: &[Run],
    ) -> Result<Earned, Rejection> {
        check(self, rules, company, runs)
    }
}
