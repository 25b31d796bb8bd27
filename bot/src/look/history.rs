//! What a game looked like round by round: its log is folded once more, and what lists and charts need is noted on the
//! way. Nothing of it is stored.

use engine::action::Run;
use engine::event::{Event, RoundKind};
use engine::ids::{CompanyId, Seat};
use engine::{Game, RunStep};

/// A round as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Round {
    /// Its name: `OR 3.2`.
    pub name: String,
    /// Its first entry, counted from 0.
    pub first: usize,
    /// The entry after its last.
    pub end: usize,
    /// Worth at its end, by seat.
    pub worth: Vec<i32>,
    /// What companies earned in it.
    pub revenue: Vec<(CompanyId, i32)>,
}

/// The last runs of a company.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LastRuns {
    /// In which round, as an index of [`History::rounds`].
    pub round: usize,
    /// The runs with what each earned.
    pub runs: Vec<(Run, i32)>,
    /// What belongs to no train.
    pub extra: i32,
}

/// A game round by round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct History {
    /// The rounds, the present one last.
    pub rounds: Vec<Round>,
    /// The last runs by company.
    pub runs: Vec<(CompanyId, LastRuns)>,
    /// Companies that ever had a price.
    pub priced: Vec<CompanyId>,
}

impl History {
    /// Folds a game's log once more.
    pub(crate) fn of(game: &Game) -> History {
        let mut history = History::default();
        let Ok(mut replay) = Game::new(game.setup().clone()) else {
            return history;
        };
        history.begin(replay.round_name(), 0);
        for (index, entry) in game.log().iter().enumerate() {
            let Ok(events) = replay.enter(entry.clone()) else {
                break;
            };
            let name = replay.round_name();
            let old = history.rounds.last().map(|round| round.name.clone());
            if old.is_none_or(|old| old == name) {
                history.note(&events);
                continue;
            }
            // What one entry sets going may belong to several rounds.
            let mut rest = events.as_slice();
            while let Some(at) = rest.iter().position(|event| begins(event).is_some()) {
                history.note(&rest[..at]);
                history.close(&replay, index + 1);
                history.begin(begins(&rest[at]).unwrap_or_default(), index + 1);
                rest = &rest[at + 1..];
            }
            history.note(rest);
            match history.rounds.last_mut() {
                // As its title calls it.
                Some(round) if round.first == index + 1 => round.name = name,
                _ => {
                    history.close(&replay, index + 1);
                    history.begin(name, index + 1);
                }
            }
        }
        history.close(&replay, game.log().len());
        history.whole();
        history
    }

    /// Leaves out rounds in which nothing was done and earned, but for the present one.
    fn whole(&mut self) {
        let last = self.rounds.len().saturating_sub(1);
        let mut kept: Vec<usize> = Vec::new();
        for (index, round) in self.rounds.iter().enumerate() {
            if index == last || round.first < round.end || !round.revenue.is_empty() {
                kept.push(index);
            }
        }
        for (_, last) in &mut self.runs {
            last.round = kept
                .iter()
                .position(|index| *index == last.round)
                .unwrap_or(0);
        }
        let rounds = std::mem::take(&mut self.rounds);
        self.rounds = (rounds.into_iter().enumerate())
            .filter(|(index, _)| kept.contains(index))
            .map(|(_, round)| round)
            .collect();
    }

    fn begin(&mut self, name: String, first: usize) {
        self.rounds.push(Round {
            name,
            first,
            end: first,
            worth: Vec::new(),
            revenue: Vec::new(),
        });
    }

    fn close(&mut self, game: &Game, end: usize) {
        if let Some(round) = self.rounds.last_mut() {
            round.end = end;
            round.worth = game.seats().map(|seat| game.worth(seat)).collect();
        }
    }

    fn note(&mut self, events: &[Event]) {
        let at = self.rounds.len().saturating_sub(1);
        for event in events {
            match event {
                Event::Ran {
                    company,
                    runs,
                    revenues,
                    extra,
                } => {
                    let sum = revenues.iter().sum::<i32>() + extra;
                    self.earned(*company, sum, true);
                    let runs: Vec<(Run, i32)> = (runs.iter().cloned())
                        .zip(revenues.iter().copied())
                        .collect();
                    let last = LastRuns {
                        round: at,
                        runs,
                        extra: *extra,
                    };
                    match self.runs.iter_mut().find(|(of, _)| of == company) {
                        Some((_, known)) => *known = last,
                        None => self.runs.push((*company, last)),
                    }
                }
                Event::Produced {
                    company, revenue, ..
                } => self.earned(*company, *revenue, true),
                // Who neither ran nor produced, and earned all the same.
                Event::Dividend {
                    company, revenue, ..
                } => self.earned(*company, *revenue, false),
                Event::MarkerMoved { company, .. } if !self.priced.contains(company) => {
                    self.priced.push(*company);
                }
                _ => {}
            }
        }
    }

    /// Notes earnings of the present round; what was noted stands unless `always`.
    fn earned(&mut self, company: CompanyId, sum: i32, always: bool) {
        let Some(round) = self.rounds.last_mut() else {
            return;
        };
        match round.revenue.iter_mut().find(|(of, _)| *of == company) {
            Some((_, known)) if always => *known = sum,
            Some(_) => {}
            None => round.revenue.push((company, sum)),
        }
    }

    /// The round of that name, whatever the case: `or 3.2`, `OR3.2`; the last if several have it.
    pub(crate) fn round(&self, name: &str) -> Option<usize> {
        let bare = |name: &str| name.replace(' ', "").to_lowercase();
        let wanted = bare(name);
        (self.rounds.iter()).rposition(|round| bare(&round.name) == wanted)
    }
}

/// The name of a round that begins: titles call the last one by their own names.
fn begins(event: &Event) -> Option<String> {
    match event {
        Event::RoundBegan { kind, turn, number } => Some(match kind {
            RoundKind::Operating => format!("OR {turn}.{number}"),
            RoundKind::Stock => format!("SR {turn}"),
            RoundKind::ConcessionAuction => format!("AR {turn}"),
            RoundKind::InitialAuction | RoundKind::CompanyAuction => "Auction".into(),
        }),
        _ => None,
    }
}

/// The first entry after a seat's last action; `None` if it has made none.
pub(crate) fn after_own(game: &Game, seat: Seat) -> Option<usize> {
    game.log()
        .iter()
        .rposition(|entry| !matches!(entry.by, engine::By::Engine(_)) && entry.by.seat() == seat)
        .map(|index| index + 1)
}

/// The stops of a way by name.
pub(crate) fn way(game: &Game, steps: &[RunStep]) -> String {
    let map = &game.definition().map;
    let mut names: Vec<&str> = Vec::new();
    for step in steps.iter().filter(|step| step.stop.is_some()) {
        let hex = map.at(step.hex);
        let name = hex.place.as_deref().unwrap_or(&hex.name);
        if names.last() != Some(&name) {
            names.push(name);
        }
    }
    names.join(" – ")
}
