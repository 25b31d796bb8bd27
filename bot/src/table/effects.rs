//! What an action changes for each player, a short line for each.

use super::Play;
use crate::narration::company_name;
use engine::Game;
use engine::game::Change;
use engine::ids::{CompanyId, Seat};

/// A line for each player for whom something is otherwise then. Of the actor's cash it is told elsewhere.
pub(super) fn lines(play: &Play, after: &Game, seat: Seat) -> Vec<String> {
    let changes = play.game.changes(after).into_iter();
    changes
        .filter_map(|change| line(play, after, &change, change.seat == seat))
        .collect()
}

fn line(play: &Play, after: &Game, change: &Change, own: bool) -> Option<String> {
    let definition = play.game.definition();
    let money = |sum: i32| definition.money.print(sum);
    let mut parts = Vec::new();
    if change.cash.0 != change.cash.1 && !own {
        parts.push(format!(
            "{} → {}",
            money(change.cash.0),
            money(change.cash.1)
        ));
    }
    for &(company, before, then) in &change.shares {
        parts.push(format!(
            "{} {before}% → {then}%",
            company_name(definition, company)
        ));
    }
    let bonds = i16::from(change.bonds.1) - i16::from(change.bonds.0);
    if bonds != 0 {
        parts.push(format!("bonds {} → {}", change.bonds.0, change.bonds.1));
    }
    for &(private, gets) in &change.privates {
        let name = &definition.private_at(private).name;
        parts.push(if gets {
            format!("gets {name}")
        } else {
            format!("no longer has {name}")
        });
    }
    for &(company, comes) in &change.directs {
        // Who led a company that is no more has lost the company, not its lead.
        if !comes && !after.shared().is_open(company) {
            continue;
        }
        let what = lead(&play.game, company);
        let name = company_name(definition, company);
        parts.push(if comes {
            format!("{what} of {name}")
        } else {
            format!("no longer {what} of {name}")
        });
    }
    if change.worth.0 != change.worth.1 {
        parts.push(format!(
            "worth {} → {}",
            money(change.worth.0),
            money(change.worth.1)
        ));
    }
    let who = if own {
        "You".into()
    } else {
        play.names.seat(change.seat)
    };
    (!parts.is_empty()).then(|| format!("{who}: {}.", parts.join(", ")))
}

/// Who decides for such a company is its president, or its owner where nobody else can have a part of it.
fn lead(game: &Game, company: CompanyId) -> &'static str {
    let papers = &game.shared().papers;
    match papers.director_paper(game.definition(), company) {
        Some(_) => "president",
        None => "owner",
    }
}
