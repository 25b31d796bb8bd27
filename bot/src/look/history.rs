//! What a game looked like round by round: its log is folded once more, and what lists and charts need is noted on the
//! way. Nothing of it is stored.

use engine::action::{Entry, Run};
use engine::event::Event;
use engine::ids::{CellId, CompanyId, Seat};
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

/// A price that moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moved {
    /// By which entry, counted from 0.
    pub entry: usize,
    /// Whose.
    pub company: CompanyId,
    /// Where it stood.
    pub from: CellId,
}

/// A game round by round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct History {
    /// The rounds, the present one last.
    pub rounds: Vec<Round>,
    /// The last runs by company.
    pub runs: Vec<(CompanyId, LastRuns)>,
    /// Prices that moved.
    pub moved: Vec<Moved>,
}

impl History {
    /// Folds a game's log once more.
    pub(crate) fn of(game: &Game) -> History {
        let mut history = History::default();
        let Ok(mut replay) = Game::new(game.setup().clone()) else {
            return history;
        };
        history.begin(&replay, 0);
        for (index, entry) in game.log().iter().enumerate() {
            let Ok(events) = replay.enter(entry.clone()) else {
                break;
            };
            history.note(index, entry, &events);
            let name = replay.round_name();
            if history
                .rounds
                .last()
                .is_some_and(|round| round.name != name)
            {
                history.close(&replay, index + 1);
                history.begin(&replay, index + 1);
            }
        }
        history.close(&replay, game.log().len());
        history
    }

    fn begin(&mut self, game: &Game, first: usize) {
        self.rounds.push(Round {
            name: game.round_name(),
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

    fn note(&mut self, index: usize, _entry: &Entry, events: &[Event]) {
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
                Event::MarkerMoved {
                    company,
                    from: Some(from),
                    to: Some(_),
                } => self.moved.push(Moved {
                    entry: index,
                    company: *company,
                    from: *from,
                }),
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

    /// Where companies stood whose price moved from entry `since` on: each once, its place before the first move.
    pub(crate) fn moved_since(&self, since: usize) -> Vec<(CompanyId, CellId)> {
        let mut out: Vec<(CompanyId, CellId)> = Vec::new();
        for moved in self.moved.iter().filter(|moved| moved.entry >= since) {
            if out.iter().all(|(company, _)| *company != moved.company) {
                out.push((moved.company, moved.from));
            }
        }
        out
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
