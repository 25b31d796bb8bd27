//! Trials that are kept: named, listed, opened again, thrown away, replayed on the present position, shown.

use super::super::trial::{Step, Trial};
use super::super::{MOST, PRESS, page, quoted, trial};
use super::{Desk, usable};
use crate::command::PlanVerb;
use crate::reply::{Menu, Reply};
use crate::store::{Saved, TrialChange, TrialId};
use crate::table::Refusal;
use crate::text;

impl Desk<'_> {
    /// `/plan name`.
    pub fn rename(&self, mut trial: Trial, name: &str) -> Result<Reply, Refusal> {
        let name = usable(name)?;
        let lower = name.to_lowercase();
        let taken = self
            .rows()?
            .into_iter()
            .any(|row| row.id != trial.id.0 && row.name.to_lowercase() == lower);
        if taken {
            return Err(Refusal::new(format!(
                "Another of your trials is called {}.",
                quoted(&name)
            )));
        }
        let before = std::mem::replace(&mut trial.name, name);
        // What could not be folded stays stored: only the name changes.
        if let Some(cut) = &trial.cut {
            return Err(Refusal::new(cut.clone()));
        }
        self.keep(trial, &[format!("It was called {}.", quoted(&before))])
    }

    /// `/plan list`.
    pub fn list(&self) -> Result<Reply, Refusal> {
        let rows = self.rows()?;
        if rows.is_empty() {
            return Ok(Reply::new(
                "You have no trial of this game; /plan start begins one.",
            ));
        }
        let now = self.now();
        let mut lines = vec![format!(
            "**Your trials of game {}** ({} of {MOST}); only you see them.",
            self.game,
            rows.len()
        )];
        let mut menu = Menu::new(format!("{}0:{}:open", PRESS, self.game), "Open a trial");
        for (index, row) in rows.iter().enumerate() {
            let steps = trial::read(&row.steps);
            let own = steps.iter().filter(|step| !matches!(step, Step::Auto(..)));
            let moved = if row.head == now.head {
                "the game still stands there"
            } else {
                "the game has moved on"
            };
            let here = if index == 0 { " — at hand" } else { "" };
            let count = match own.count() {
                1 => "1 step".to_string(),
                count => format!("{count} steps"),
            };
            let about = format!("from move {} ({moved}), {count}", row.moves);
            lines.push(format!("{} {about}{here}", quoted(&row.name)));
            menu = menu.entry(&row.name, row.id.to_string(), about);
        }
        Ok(Reply::new(text::clip(&lines.join("\n"), text::MESSAGE)).with_menu(menu))
    }

    /// `/plan open`.
    pub fn open(&self, id: TrialId) -> Result<Reply, Refusal> {
        let row = self.tables.store().trial(id, &self.request.user)?;
        let row = row
            .filter(|row| row.game == self.game)
            .ok_or_else(|| Refusal::new("You have no such trial; /plan list shows yours."))?;
        let trial = self.load(&row)?;
        let lines = page::steps(&trial);
        let words = Reply::new(page::text(self, &trial, &lines));
        Ok(match self.write(TrialChange::Open(id), &words)? {
            Saved::Before(reply) => Reply::new(reply),
            Saved::Now(..) => page::page(self, &trial, &lines),
        })
    }

    /// `/plan drop`.
    pub fn throw_away(&self, name: &str) -> Result<Reply, Refusal> {
        let row = self.row_named(name)?;
        // Half a name is enough to look at a trial, not to lose it.
        if row.name.to_lowercase() != text::clean_name(name).to_lowercase() {
            return Err(Refusal::new(format!(
                "To drop a trial its whole name is needed: {}.",
                quoted(&row.name)
            )));
        }
        let reply = Reply::new(format!("The trial {} is gone.", quoted(&row.name)));
        Ok(match self.write(TrialChange::Drop(row.id), &reply)? {
            Saved::Before(before) => Reply::new(before),
            Saved::Now(..) => reply,
        })
    }

    /// `/plan rebase`: the steps again, on the present position, as far as they go.
    pub fn rebase(&self, trial: Trial) -> Result<Reply, Refusal> {
        self.with_open(|open| open.playing().map(|_| ()))?;
        let now = self.now();
        if now.head == trial.head {
            return Err(Refusal::new(
                "The game still stands where this trial was made; there is nothing to rebase.",
            ));
        }
        if let Some(cut) = &trial.cut {
            return Err(Refusal::new(cut.clone()));
        }
        let mut fresh = Trial::begin(self.play()?, now.head, now.moves);
        let own: Vec<&Step> = trial
            .steps
            .iter()
            .filter(|step| !matches!(step, Step::Auto(..)))
            .collect();
        let mut stop = None;
        for (index, step) in own.iter().enumerate() {
            if let Err(why) = fresh.again(step) {
                stop = Some((index, why.0));
                break;
            }
        }
        let from = format!("from move {} to move {}", trial.moves, now.moves);
        let Some((index, why)) = stop else {
            fresh.name.clone_from(&trial.name);
            fresh.id = trial.id;
            let line = match own.len() {
                1 => format!("Rebased {from}: its step stands."),
                count => format!("Rebased {from}: all {count} steps stand."),
            };
            return self.keep(fresh, &[line]);
        };
        // Nothing is lost: the old trial stays, what fits becomes another one.
        let stuck = own.get(index).map(|step| trial.step_text(step));
        let stuck = text::in_code(&text::clip(&stuck.unwrap_or_default(), 200));
        let stops = format!(
            "Step {} of {}, `{stuck}`, does not fit any more: {why}",
            index + 1,
            own.len()
        );
        if index == 0 {
            return Err(Refusal::new(format!(
                "{stops} The trial stays as it was at move {}.",
                trial.moves
            )));
        }
        fresh.name = self.free_name(None, &trial.name)?;
        let kept = format!(
            "Rebased {from} as far as it goes. {stops}\nThe old trial {} stays as it was.",
            quoted(&trial.name)
        );
        self.begin(fresh, &[kept])
    }

    /// The map or the market of a trial.
    pub fn picture(&self, trial: &Trial, verb: PlanVerb) -> Result<Reply, Refusal> {
        let caption = page::caption(self, trial);
        let (name, bytes) = match verb {
            PlanVerb::Market => (
                "market",
                self.tables.pictures().market(&trial.play.game, &caption),
            ),
            _ => (
                "map",
                self.tables.pictures().map(&trial.play.game, &caption),
            ),
        };
        Ok(page::page(self, trial, &[]).with_picture(page::picture(trial, name, bytes)))
    }
}
