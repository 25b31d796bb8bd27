//! The best runs in a trial, beside those in the game as it stands.

use super::desk::Desk;
use super::page;
use super::trial::Trial;
use crate::narration::{company_name, hex_name};
use crate::pictures::Caption;
use crate::reply::{Picture, Reply};
use crate::table::Refusal;
use engine::Game;
use engine::ids::{CompanyId, HexId};
use engine::network::{Optimum, Proof, RunSums};
use render::DrawnRun;
use std::sync::Arc;

/// The best runs of a company, and what they earn all in all.
pub(super) struct Best {
    pub optimum: Optimum,
    pub sums: RunSums,
}

/// The best runs on a position; `None` for a company that runs no trains.
pub(super) fn best(game: &Game, company: CompanyId) -> Option<Best> {
    let optimum = game.best_runs_of(company)?;
    let sums = game.run_sums(company, &optimum.runs).ok()?;
    Some(Best { optimum, sums })
}

/// What a step changes of the best runs of a company, where it has trains.
pub(super) fn change(before: &Game, after: &Game, company: CompanyId) -> Option<String> {
    let definition = after.definition();
    let money = |sum: i32| definition.money.print(sum);
    let (was, is) = (best(before, company)?, best(after, company)?);
    if was.optimum.runs.is_empty() && is.optimum.runs.is_empty() {
        return None;
    }
    let name = company_name(definition, company);
    Some(match (was.sums.total, is.sums.total) {
        (was, is) if was == is => format!("The best runs of {name} stay at {}.", money(is)),
        (was, is) => format!(
            "The best runs of {name}: {} → **{}**.",
            money(was),
            money(is)
        ),
    })
}

/// `/plan runs`.
pub(super) fn runs(
    desk: &Desk<'_>,
    trial: &Trial,
    company: Option<CompanyId>,
) -> Result<Reply, Refusal> {
    let company = company
        .or_else(|| trial.company())
        .ok_or_else(|| Refusal::new("Which company's runs? /plan runs company: names one."))?;
    let game = &trial.play.game;
    let definition = game.definition();
    let money = |sum: i32| definition.money.print(sum);
    let name = company_name(definition, company);
    let Some(tried) = best(game, company) else {
        return Err(Refusal::new(format!("{name} runs no trains of its own.")));
    };
    let real = desk.play()?;
    let before = best(&real.game, company);
    let earned = before.as_ref().map_or(0, |best| best.sums.total);
    let change = match tried.sums.total - earned {
        0 => "the same".to_string(),
        more if more > 0 => format!("{} more", money(more)),
        less => format!("{} less", money(-less)),
    };
    let mut lines = vec![format!(
        "**{name}: {} → {}** ({change}): the best runs in the game as it stands, and in the trial. {}",
        money(earned),
        money(tried.sums.total),
        proof(game, &tried.optimum)
    )];
    lines.extend(worked_out(game, &tried.sums));
    let caption = page::caption(desk, trial);
    let mut reply = page::page(desk, trial, &lines).with_picture(picture(
        desk,
        game,
        &tried,
        &caption,
        "trial-runs.png",
        format!(
            "TRIAL: the best runs of {name}, {}",
            money(tried.sums.total)
        ),
    ));
    if let Some(before) = before {
        let now = desk.now();
        let caption = Caption {
            line: format!("game {} · move {}", desk.game, now.moves),
            names: real.names.all().to_vec(),
            ..Caption::default()
        };
        reply = reply.with_picture(picture(
            desk,
            &real.game,
            &before,
            &caption,
            "game-runs.png",
            format!("The game: the best runs of {name}, {}", money(earned)),
        ));
    }
    Ok(reply)
}

fn picture(
    desk: &Desk<'_>,
    game: &Game,
    best: &Best,
    caption: &Caption,
    name: &str,
    alt: String,
) -> Option<Picture> {
    if best.optimum.runs.is_empty() {
        return None;
    }
    let definition = game.definition();
    let drawn: Vec<DrawnRun> = best
        .optimum
        .runs
        .iter()
        .zip(&best.sums.runs)
        .map(|(run, sum)| DrawnRun {
            train: definition.train_name(run.train),
            run: run.clone(),
            revenue: sum.total,
        })
        .collect();
    let mut around: Vec<HexId> = drawn
        .iter()
        .flat_map(|drawn| drawn.run.steps.iter().map(|step| step.hex))
        .collect();
    around.sort_unstable();
    around.dedup();
    let bytes = desk
        .tables
        .pictures()
        .region(game, &around, &drawn, caption)?;
    Some(Picture {
        name: name.into(),
        alt,
        bytes: Arc::new(bytes),
    })
}

/// Whether nothing earns more.
fn proof(game: &Game, best: &Optimum) -> String {
    match best.proof {
        Proof::Proven => "Nothing earns more.".into(),
        Proof::AtMost(i32::MAX) => "Not proven: the search gave up.".into(),
        Proof::AtMost(most) => format!(
            "Not proven: there might be up to {}.",
            game.definition().money.print(most)
        ),
    }
}

/// The sum, train by train.
fn worked_out(game: &Game, sums: &RunSums) -> Vec<String> {
    let definition = game.definition();
    let money = |sum: i32| definition.money.print(sum);
    let mut lines: Vec<String> = sums
        .runs
        .iter()
        .map(|run| {
            let stops = run
                .stops
                .iter()
                .map(|(at, sum)| format!("{} {sum}", hex_name(definition, at.hex)));
            let bonuses = run
                .bonuses
                .iter()
                .map(|(name, sum)| format!("{name} {sum}"));
            let items: Vec<String> = stops.chain(bonuses).collect();
            format!(
                "**{}**: {} = {}",
                definition.train_name(run.train),
                items.join(" + "),
                money(run.total)
            )
        })
        .collect();
    lines.extend(
        sums.extras
            .iter()
            .map(|(name, sum)| format!("{name}: {}", money(*sum))),
    );
    if sums.runs.is_empty() {
        lines.push("No train runs.".into());
    }
    lines
}
