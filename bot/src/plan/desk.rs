//! What a user does with his trials of a game.

mod shelf;

use super::trial::{STEPS, Step, Trial};
use super::{MOST, page, quoted, runs, whose, with};
use crate::narration::company_name;
use crate::reply::Reply;
use crate::store::{ActionId, GameId, Saved, TrialChange, TrialRow, TrialWrite};
use crate::table::{Open, Play, Refusal, Request, Tables, lock, may_look};
use crate::text;
use engine::Jump;
use std::sync::{Arc, Mutex};

/// A user's desk: his trials of one game.
pub(super) struct Desk<'t> {
    pub tables: &'t Tables,
    pub request: &'t Request,
    pub game: GameId,
    open: Arc<Mutex<Open>>,
}

/// Where the game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Now {
    pub head: Option<ActionId>,
    pub moves: usize,
}

impl<'t> Desk<'t> {
    /// For the game of the request's channel.
    pub fn here(tables: &'t Tables, request: &'t Request) -> Result<Desk<'t>, Refusal> {
        let open = tables.here(request)?;
        let game = {
            let open = lock(&open);
            may_look(&open, request)?;
            open.row.id
        };
        Ok(Desk {
            tables,
            request,
            game,
            open,
        })
    }

    /// For a game that a button names; it must be that of the channel.
    pub fn of(tables: &'t Tables, request: &'t Request, game: GameId) -> Result<Desk<'t>, Refusal> {
        let desk = Desk::here(tables, request)?;
        if desk.game == game {
            return Ok(desk);
        }
        Err(Refusal::new(
            "This button belongs to another game than the one of this channel.",
        ))
    }

    pub fn with_open<T>(&self, work: impl FnOnce(&Open) -> T) -> T {
        with(&self.open, work)
    }

    /// A copy of the game as it stands.
    pub fn play(&self) -> Result<Arc<Play>, Refusal> {
        self.with_open(|open| {
            let play = open.play.as_ref().ok_or_else(|| open.not_started())?;
            let mut play = play.clone();
            play.told.clear();
            Ok(Arc::new(play))
        })
    }

    pub fn now(&self) -> Now {
        self.with_open(|open| Now {
            head: open.row.head,
            moves: open.play.as_ref().map_or(0, Play::len),
        })
    }

    /// The user's trials, the one at hand first.
    pub fn rows(&self) -> Result<Vec<TrialRow>, Refusal> {
        Ok(self.tables.store().trials(self.game, &self.request.user)?)
    }

    /// The trial at hand.
    pub fn at_hand(&self) -> Result<Trial, Refusal> {
        match self.rows()?.first() {
            Some(row) => self.load(row),
            None => Err(Refusal::new(
                "You have no trial of this game; /plan start begins one.",
            )),
        }
    }

    /// The row of a trial by its name, or by how it begins.
    pub fn row_named(&self, name: &str) -> Result<TrialRow, Refusal> {
        let rows = self.rows()?;
        let typed = text::clean_name(name).to_lowercase();
        let exact = rows.iter().find(|row| row.name.to_lowercase() == typed);
        let begins: Vec<&TrialRow> = rows
            .iter()
            .filter(|row| row.name.to_lowercase().starts_with(&typed))
            .collect();
        match (exact, begins.as_slice()) {
            (Some(row), _) | (None, &[row]) => Ok(row.clone()),
            (None, list) => {
                let list: Vec<String> = if list.is_empty() {
                    rows.iter().map(|row| quoted(&row.name)).collect()
                } else {
                    list.iter().map(|row| quoted(&row.name)).collect()
                };
                Err(Refusal::new(if list.is_empty() {
                    "You have no trial of this game; /plan start begins one.".to_string()
                } else {
                    let more = if begins.is_empty() {
                        "you have"
                    } else {
                        "more than one begins so:"
                    };
                    format!(
                        "Which trial is {}? {more} {}.",
                        quoted(name),
                        list.join(", ")
                    )
                }))
            }
        }
    }

    pub fn named(&self, name: &str) -> Result<Trial, Refusal> {
        self.load(&self.row_named(name)?)
    }

    /// A trial folded from its row.
    pub fn load(&self, row: &TrialRow) -> Result<Trial, Refusal> {
        Ok(Trial::load(self.base(row.head)?, row))
    }

    /// The game after one of its actions, also after one that was taken back.
    fn base(&self, head: Option<ActionId>) -> Result<Arc<Play>, Refusal> {
        if self.now().head == head {
            return self.play();
        }
        if let Some(play) = self.tables.bases.find(self.game, head) {
            return Ok(play);
        }
        let actions = self.tables.store().branch(self.game, head)?;
        let (row, members) = self.with_open(|open| (open.row.clone(), open.members.clone()));
        let mut play = Play::fold(&row, &members, &actions)?;
        play.told.clear();
        let play = Arc::new(play);
        self.tables.bases.keep(self.game, head, play.clone());
        Ok(play)
    }

    fn write(&self, change: TrialChange, reply: &Reply) -> Result<Saved, Refusal> {
        let saved = self.tables.store().save_trial(TrialWrite {
            game: self.game,
            user: self.request.user.clone(),
            change,
            request: self.request.id.clone(),
            reply: reply.text().to_string(),
        });
        saved.map_err(|fault| match fault {
            crate::store::Fault::Moved => Refusal::new(
                "Your trial has changed meanwhile, or is gone; nothing was done. /plan list shows yours.",
            ),
            other => other.into(),
        })
    }

    /// Makes notes durable.
    pub fn write_notes(&self, lines: &[String], reply: &Reply) -> Result<Saved, Refusal> {
        let lines = serde_json::to_string(lines).unwrap_or_else(|_| "[]".into());
        self.write(TrialChange::Notes(lines), reply)
    }

    /// Stores a new trial and answers with its page.
    fn begin(&self, mut trial: Trial, lines: &[String]) -> Result<Reply, Refusal> {
        let change = TrialChange::Start {
            name: trial.name.clone(),
            head: trial.head,
            moves: trial.moves,
            steps: trial.written(),
        };
        // The words are kept with the request; buttons need the number that the trial gets now.
        let words = Reply::new(page::text(self, &trial, lines));
        Ok(match self.write(change, &words)? {
            Saved::Before(reply) => Reply::new(reply),
            Saved::Now(id, version) => {
                trial.id = (id, version);
                page::page(self, &trial, lines)
            }
        })
    }

    /// Stores a changed trial and answers with its page.
    fn keep(&self, mut trial: Trial, lines: &[String]) -> Result<Reply, Refusal> {
        if trial.steps.len() > STEPS {
            return Err(Refusal::new(format!(
                "A trial holds {STEPS} steps; this one is full. /plan start begins another."
            )));
        }
        trial.cut = None;
        let change = TrialChange::Keep {
            trial: trial.id,
            name: trial.name.clone(),
            head: trial.head,
            moves: trial.moves,
            steps: trial.written(),
        };
        let words = Reply::new(page::text(self, &trial, lines));
        Ok(match self.write(change, &words)? {
            Saved::Before(reply) => Reply::new(reply),
            Saved::Now(id, version) => {
                trial.id = (id, version);
                page::page(self, &trial, lines)
            }
        })
    }

    /// A name that is free: as wished, or made from what the trial is about.
    fn free_name(&self, wished: Option<&str>, about: &str) -> Result<String, Refusal> {
        let rows = self.rows()?;
        if rows.len() >= MOST {
            return Err(Refusal::new(format!(
                "You keep {MOST} trials of this game, which is the most; /plan drop throws one away."
            )));
        }
        let taken = |name: &str| {
            let name = name.to_lowercase();
            rows.iter().any(|row| row.name.to_lowercase() == name)
        };
        if let Some(wished) = wished {
            let name = usable(wished)?;
            if taken(&name) {
                return Err(Refusal::new(format!(
                    "You have a trial {} already; /plan open goes on with it.",
                    quoted(&name)
                )));
            }
            return Ok(name);
        }
        let about = text::clean_name(about);
        let name = |number: usize| match number {
            1 => about.clone(),
            number => {
                let short: String = about.chars().take(27).collect();
                format!("{} {number}", short.trim())
            }
        };
        let free = (1..=MOST + 1).map(name).find(|name| !taken(name));
        Ok(free.unwrap_or(about))
    }

    /// `/plan start`.
    pub fn start(&self, turn: Option<&str>, name: Option<&str>) -> Result<Reply, Refusal> {
        self.with_open(|open| open.playing().map(|_| ()))?;
        let (base, now) = (self.play()?, self.now());
        let to = turn.map(|turn| whose(&base, turn)).transpose()?;
        let about = match to {
            Some(Jump::Turn(company)) => company_name(base.game.definition(), company),
            Some(Jump::Stock(seat)) => base.names.raw(seat).to_string(),
            None => "now".into(),
        };
        let mut trial = Trial::begin(base, now.head, now.moves);
        trial.name = self.free_name(name, &about)?;
        if let Some(to) = to {
            trial.jump(to).map_err(|why| trial.refusal(why))?;
        }
        let lines = page::ahead(&trial, to, 0);
        self.begin(trial, &lines)
    }

    /// `/plan try`.
    pub fn try_out(&self, mut trial: Trial, typed: &str) -> Result<Reply, Refusal> {
        let since = trial.steps.len();
        let (before, company) = (trial.play.game.clone(), trial.company());
        let done = trial.act(typed)?;
        let mut lines = vec![format!("✔ `{}`", text::in_code(&text::clip(&done, 400)))];
        lines.extend(page::story(&trial, since));
        if let (Some(company), true) = (company, page::builds(&trial, since)) {
            lines.extend(runs::change(&before, &trial.play.game, company));
        }
        let picture = page::around(self, &trial, since);
        Ok(self.keep(trial, &lines)?.with_picture(picture))
    }

    /// `/plan jump`.
    pub fn jump(&self, mut trial: Trial, turn: &str) -> Result<Reply, Refusal> {
        let since = trial.steps.len();
        let to = whose(&trial.play, turn)?;
        trial.jump(to).map_err(|why| trial.refusal(why))?;
        let mut lines = vec![format!(
            "Ran ahead to {}.",
            match trial.steps.get(since) {
                Some(step) => text::escape(&trial.step_text(step)),
                None => "the turn".into(),
            }
        )];
        lines.extend(page::ahead(&trial, Some(to), since));
        self.keep(trial, &lines)
    }

    /// `/plan undo`.
    pub fn undo(&self, mut trial: Trial, count: usize) -> Result<Reply, Refusal> {
        let gone = trial.undo(count)?;
        let gone: Vec<String> = gone
            .iter()
            .filter(|step| !matches!(step, Step::Auto(..)))
            .map(|step| {
                format!(
                    "`{}`",
                    text::in_code(&text::clip(&trial.step_text(step), 200))
                )
            })
            .collect();
        self.keep(trial, &[format!("Undone: {}.", gone.join(", "))])
    }
}

/// A name as kept.
fn usable(wished: &str) -> Result<String, Refusal> {
    let name = text::clean_name(wished);
    if name == text::clean_name("") && !wished.to_lowercase().contains(&name) {
        return Err(Refusal::new("A name needs something to read."));
    }
    Ok(name)
}
