//! Section 4.4.3: which runs are legal.

use super::s4_4_3_routes::{Concession, only_state_track};
use super::s4_4_4_revenue::Ride;
use super::{Harz, HarzRules};
use crate::action::{Run, RunStep};
use crate::board::Settlement;
use crate::ids::{CompanyId, HexId, StopRef, TrainId};
use crate::network::{Broken, Route, Side, follow, trace};
use crate::rejection::{Rejection, reject, require};
use crate::rules::TrainRun;
use crate::shared::Shared;

/// What runs earn, in Marks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Earned {
    /// What each run adds to those before it.
    pub revenues: Vec<i32>,
    /// The same by stop.
    pub items: Vec<Vec<(StopRef, i32)>>,
    /// All of it, what a built-in local train earns included.
    pub total: i32,
}

/// A run as it is judged.
struct Judged {
    train: TrainId,
    ride: Ride,
    route: Route,
    /// Its sides, in order of their numbers.
    sides: Vec<Side>,
    /// It is the concession route of that number.
    concession: Option<usize>,
}

impl Judged {
    fn stops(&self) -> impl Iterator<Item = StopRef> {
        self.route.visits.iter().map(|visit| visit.at)
    }

    fn ends_at(&self, hex: HexId) -> bool {
        let mut ends = self
            .route
            .visits
            .first()
            .into_iter()
            .chain(self.route.visits.last());
        ends.any(|visit| visit.at.hex == hex)
    }
}

impl Harz {
    /// Judges runs: what each adds and all of them earn, before maintenance.
    ///
    /// # Errors
    /// The first rule broken. Whether they are as many and as long as possible is asked by [`Harz::demand_runs`].
    pub fn check_runs(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        runs: &[Run],
    ) -> Result<Earned, Rejection> {
        let concessions = self.concession_routes(rules, company);
        let mut judged = Vec::with_capacity(runs.len());
        for run in runs {
            judged.push(self.judge(rules, company, run, &concessions)?);
        }
        self.judge_track(rules, &judged)?;
        self.judge_trains(rules, company, &judged)?;
        self.judge_duties(rules, company, &judged, &concessions)?;
        let rides: Vec<(Ride, Vec<StopRef>)> = judged
            .iter()
            .map(|run| (run.ride, run.stops().collect()))
            .collect();
        Ok(self.earnings(rules, company, &rides))
    }

    /// The runs with what they are made with and the stops that they come to; `None` if one is no way.
    pub(super) fn rides(
        &self,
        rules: &HarzRules,
        runs: &[Run],
    ) -> Option<Vec<(Ride, Vec<StopRef>)>> {
        runs.iter()
            .map(|run| {
                let ride = ride(rules, run.train)?;
                let stops = self.stops_on(rules, &run.steps);
                (!stops.is_empty()).then_some((ride, stops))
            })
            .collect()
    }

    /// The runs with every stop named.
    ///
    /// # Errors
    /// The first step that is no way; nothing else is judged.
    pub(super) fn named_runs(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        runs: &[Run],
    ) -> Result<Vec<Run>, Rejection> {
        runs.iter()
            .map(|run| {
                let Some(ride) = ride(rules, run.train) else {
                    reject!(
                        "H73-4.4.3-06",
                        "{} has no train {} that runs",
                        rules.name(company),
                        train_name(rules, &self.shared, run.train)
                    )
                };
                Ok(Run {
                    train: run.train,
                    steps: self.way(rules, ride, &run.steps)?.steps,
                })
            })
            .collect()
    }

    /// One run by itself.
    fn judge(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        run: &Run,
        concessions: &[Concession],
    ) -> Result<Judged, Rejection> {
        let name = rules.name(company);
        let owned = self
            .shared
            .trains(company)
            .any(|train| train.id == run.train);
        let ride = ride(rules, run.train).filter(|_| owned);
        let Some(ride) = ride else {
            reject!(
                "H73-4.4.3-06",
                "{name} has no train {} that runs",
                train_name(rules, &self.shared, run.train)
            )
        };
        let route = self.way(rules, ride, &run.steps)?;
        let mut sides = route.sides.clone();
        sides.sort_unstable();
        let concession = concessions.iter().position(|other| other.sides == sides);
        let judged = Judged {
            train: run.train,
            ride,
            route,
            sides,
            concession,
        };
        self.judge_places(rules, company, &judged)?;
        Ok(judged)
    }

    /// The steps as a way over track of the company's kind.
    fn way(&self, rules: &HarzRules, ride: Ride, steps: &[RunStep]) -> Result<Route, Rejection> {
        let map = &rules.definition.map;
        let board = &self.shared.board;
        // H73-RUL-17: with the option a diesel railcar may use both circles of a village.
        let circles = ride == Ride::Diesel && rules.options.diesel_circles;
        let found = match trace(map, board, steps) {
            Ok(route) if circles => {
                let twice = route.visits.iter().enumerate().find(|(index, visit)| {
                    route
                        .visits
                        .iter()
                        .take(*index)
                        .any(|other| other.at == visit.at)
                });
                match twice {
                    Some((_, visit)) => Err(Broken::StopTwice(visit.at.hex)),
                    None => Ok(route),
                }
            }
            _ => follow(map, board, steps),
        };
        let place = |hex: HexId| rules.place(hex);
        found.and_then(|route| {
            if route.visits.len() < 2 {
                return Err(steps.first().map_or(Broken::Empty, |step| Broken::NoEnd(step.hex)));
            }
            Ok(route)
        })
        .map_err(|broken| match broken {
            Broken::Empty => Rejection::new("H73-4.4.3-01", "a run needs its hexes from end to end"),
            Broken::NoHex => Rejection::new("H73-4.4.3-01", "there is no such hex"),
            Broken::Apart(a, b) => Rejection::new(
                "H73-4.4.3-01",
                format!("{} and {} are no neighbours", place(a), place(b)),
            ),
            Broken::NoStop(hex, stop) => Rejection::new(
                "H73-4.4.3-01",
                format!("{} has no stop {stop}", place(hex)),
            ),
            Broken::NoEnd(hex) => Rejection::new(
                "H73-4.4.3-01",
                format!("a route runs from one place to another: {} ends none", place(hex)),
            ),
            Broken::NoTrack(hex) => {
                // H73-MAP-03.
                if self.wants_state_track(rules, hex, steps) {
                    return Rejection::new(
                        "H73-MAP-03",
                        format!("on {} this way runs over state railway track, which no company may use", place(hex)),
                    );
                }
                Rejection::new(
                    "H73-4.4.3-01",
                    format!("{} has no track for this way", place(hex)),
                )
            }
            Broken::SideTwice(hex, _) => Rejection::new(
                "H73-4.4.3-05",
                format!("a route uses no track twice: it does at {}", place(hex)),
            ),
            Broken::StopTwice(hex) => Rejection::new(
                "H73-4.4.3-05",
                format!("a route comes to a town or village once, with all its circles: it comes to {} twice", place(hex)),
            ),
        })
    }

    /// Whether the way would cross a side of the hex over which only track of the state runs.
    fn wants_state_track(&self, rules: &HarzRules, hex: HexId, steps: &[RunStep]) -> bool {
        let map = &rules.definition.map;
        steps.windows(2).any(|pair| {
            let [a, b] = pair else { return false };
            let other = match (a.hex == hex, b.hex == hex) {
                (true, false) => b.hex,
                (false, true) => a.hex,
                _ => return false,
            };
            map.edge_between(hex, other)
                .is_some_and(|edge| only_state_track(self, rules, hex, edge))
        })
    }

    /// Ends, own stations, towns and full places of a run.
    fn judge_places(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        run: &Judged,
    ) -> Result<(), Rejection> {
        let map = &rules.definition.map;
        let name = rules.name(company);
        let stops: Vec<StopRef> = run.stops().collect();
        // H73-4.4.3-03.
        if run.concession.is_none()
            && let Some(at) = stops.iter().find(|at| self.is_full(rules, company, **at))
        {
            reject!(
                "H73-4.4.3-03",
                "{} is full with stations of others: no route of {name} passes or ends there",
                rules.place(at.hex)
            );
        }
        // H73-4.4.3-04.
        let inner = stops
            .get(1..stops.len().saturating_sub(1))
            .unwrap_or_default();
        if let Some(at) = inner
            .iter()
            .find(|at| map.at(at.hex).settlement == Some(Settlement::Town))
        {
            reject!(
                "H73-4.4.3-04",
                "a route ends where it enters a town: {} is one",
                rules.place(at.hex)
            );
        }
        let board = &self.shared.board;
        for at in stops.first().into_iter().chain(stops.last()) {
            if run.ride == Ride::Diesel {
                require!(
                    board.has_marker(*at, company),
                    "H73-4.4.3-13",
                    "routes of a diesel railcar end at own stations: {name} has none in {}",
                    rules.place(at.hex)
                );
            }
            require!(
                self.is_end(rules, company, *at) || run.concession.is_some(),
                "H73-4.4.3-01",
                "a route ends at an own station, a plant or an open mine: {} has none of them",
                rules.place(at.hex)
            );
        }
        require!(
            stops.iter().any(|at| board.has_marker(*at, company)),
            "H73-4.4.3-02",
            "a route needs a station of {name} on its way"
        );
        Ok(())
    }

    /// No two routes of standard trains share track, nor do two of a diesel railcar.
    fn judge_track(&self, rules: &HarzRules, runs: &[Judged]) -> Result<(), Rejection> {
        for (index, run) in runs.iter().enumerate() {
            for other in runs.iter().take(index) {
                let diesel = run.ride == Ride::Diesel;
                if diesel != (other.ride == Ride::Diesel) {
                    continue;
                }
                let Some((hex, _)) = run.sides.iter().find(|side| other.sides.contains(side))
                else {
                    continue;
                };
                reject!(
                    // H73-RUL-17.
                    if diesel {
                        "H73-4.4.3-14"
                    } else {
                        "H73-4.4.3-11"
                    },
                    "two routes share track at {}; they may meet in places alone",
                    rules.place(*hex)
                );
            }
        }
        Ok(())
    }

    /// How many routes each train runs, and whether they hang together.
    fn judge_trains(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        runs: &[Judged],
    ) -> Result<(), Rejection> {
        let mut seen: Vec<TrainId> = Vec::new();
        for run in runs {
            if seen.contains(&run.train) {
                continue;
            }
            seen.push(run.train);
            let own: Vec<&Judged> = runs
                .iter()
                .filter(|other| other.train == run.train)
                .collect();
            let name = train_name(rules, &self.shared, run.train);
            if let Ride::Standard(size) = run.ride {
                require!(
                    own.len() <= usize::from(size),
                    "H73-4.4.3-06",
                    "the {name} runs up to {size} routes, not {}",
                    own.len()
                );
            }
            // H73-4.4.3-07: places, the very circle, not full; C6 is no village.
            let map = &rules.definition.map;
            let meets = |a: &Judged, b: &Judged| {
                a.stops().any(|at| {
                    map.at(at.hex).settlement.is_some()
                        && !self.is_full(rules, company, at)
                        && b.stops().any(|other| other == at)
                })
            };
            let mut joined = vec![false; own.len()];
            let mut work = vec![0usize];
            if let Some(first) = joined.first_mut() {
                *first = true;
            }
            while let Some(at) = work.pop() {
                for (index, (flag, other)) in joined.iter_mut().zip(&own).enumerate() {
                    if !*flag && own.get(at).is_some_and(|run| meets(run, other)) {
                        *flag = true;
                        work.push(index);
                    }
                }
            }
            let apart = joined.iter().zip(&own).find(|(joined, _)| !**joined);
            if let Some((_, other)) = apart {
                let from = other.route.visits.first();
                reject!(
                    "H73-4.4.3-07",
                    "the routes of the {name} must hang together, each meeting another in a place that is not full: \
                     the one from {} meets none",
                    from.map_or(String::from("?"), |visit| rules.place(visit.at.hex))
                );
            }
        }
        Ok(())
    }

    /// The concession route, and the QLB's Quedlinburg.
    fn judge_duties(
        &self,
        rules: &HarzRules,
        company: CompanyId,
        runs: &[Judged],
        concessions: &[Concession],
    ) -> Result<(), Rejection> {
        let name = rules.name(company);
        let due = self.due_routes(rules, company).len();
        let (_, diesel) = self.runners(rules, company);
        for (number, concession) in concessions.iter().enumerate() {
            let run_by = |by_diesel: bool| {
                runs.iter().any(|run| {
                    run.concession == Some(number) && by_diesel == (run.ride == Ride::Diesel)
                })
            };
            let way = concession
                .steps
                .iter()
                .map(|step| rules.definition.map.at(step.hex).name.as_str())
                .collect::<Vec<_>>()
                .join(" ");
            require!(
                run_by(false) || number >= due,
                if rules.special.two_routes == company {
                    "H73-4.4.3-10"
                } else {
                    "H73-4.4.3-09"
                },
                "a standard train of {name} must run the concession route {way}, exactly"
            );
            require!(
                run_by(true) || diesel.is_none(),
                "H73-4.4.3-12",
                "the diesel railcar of {name}, too, must run the concession route {way}"
            );
        }
        if let Some(hex) = self.needed_end(rules, company) {
            let mut routes = runs
                .iter()
                .filter(|run| run.ride == Ride::Diesel)
                .peekable();
            require!(
                routes.peek().is_none() || routes.any(|run| run.ends_at(hex)),
                "H73-4.4.9-05",
                "a route of the diesel railcar of {name} must end in {}",
                rules.place(hex)
            );
        }
        Ok(())
    }

    /// Where a route of the company's diesel railcar must end (H73-4.4.9-05; H73-RUL-17 for the option).
    pub(super) fn needed_end(&self, rules: &HarzRules, company: CompanyId) -> Option<HexId> {
        let (owner, hex) = rules.special.local;
        (owner == company && !rules.options.diesel_circles).then_some(hex)
    }
}

/// What a card runs as, whoever has it.
pub(super) fn ride(rules: &HarzRules, train: TrainId) -> Option<Ride> {
    match rules.definition.train(train.stack).run {
        TrainRun::Runs(size) => Some(Ride::Standard(size)),
        TrainRun::Diesel => Some(Ride::Diesel),
        _ => None,
    }
}

/// The name of a card as printed in sentences.
fn train_name(rules: &HarzRules, shared: &Shared, train: TrainId) -> String {
    let kind = shared
        .depot
        .get(train)
        .map_or(train.stack, |state| state.kind);
    rules.definition.train(kind).name.clone()
}
