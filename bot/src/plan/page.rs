//! How a trial is shown: in words that say that it is one, with pictures that say so too.

use super::PRESS;
use super::desk::Desk;
use super::quoted;
use super::trial::{Step, Trial};
use crate::narration::company_name;
use crate::pictures::Caption;
use crate::reply::{Control, Picture, Reply};
use crate::store::Button;
use crate::text;
use engine::Jump;
use engine::action::Action;
use engine::ids::HexId;
use engine::legal::Choice;
use std::sync::Arc;

/// Lines of the story on a page.
const LINES: usize = 14;

/// What stands over everything that shows a trial.
pub(super) fn head(desk: &Desk<'_>, trial: &Trial) -> String {
    let now = desk.now();
    let mut head = format!(
        "**TRIAL {}** — only you see it. Game {}, made at move {}.",
        quoted(&trial.name),
        desk.game,
        trial.moves
    );
    if now.head != trial.head {
        head.push_str(&format!(
            "\nThe game has moved on: it is at move {}. /plan rebase replays the trial there.",
            now.moves
        ));
    }
    if let Some(cut) = &trial.cut {
        head.push('\n');
        head.push_str(cut);
    }
    head
}

/// The story of its steps from one on.
pub(super) fn story(trial: &Trial, since: usize) -> Vec<String> {
    trial.play.story(since)
}

/// What happened on the way to a turn, and what must be decided before it.
pub(super) fn ahead(trial: &Trial, to: Option<Jump>, since: usize) -> Vec<String> {
    let Some(to) = to else {
        return vec!["The position as it stands: you decide for everybody.".into()];
    };
    let mut lines = story(trial, since);
    lines.insert(
        0,
        "On the way everybody passed and no company did anything. What happened by itself:".into(),
    );
    let game = &trial.play.game;
    let there = game.asks().iter().any(|ask| match to {
        Jump::Turn(company) => ask.company == Some(company),
        Jump::Stock(seat) => ask.seat == seat && ask.company.is_none(),
    });
    if let (false, Some(ask)) = (there, game.decision()) {
        let went_on = trial
            .steps
            .iter()
            .skip(since)
            .any(|step| matches!(step, Step::Auto(..)));
        lines.push(if went_on {
            "There was nothing to decide in that turn; the trial has gone on.".to_string()
        } else {
            format!(
                "First something is owed that has happened already: {}.",
                trial.play.question(&ask)
            )
        });
    }
    lines
}

/// Its steps, in words.
pub(super) fn steps(trial: &Trial) -> Vec<String> {
    let steps: Vec<String> = trial
        .own_steps()
        .iter()
        .map(|step| format!("`{}`", text::in_code(&text::clip(step, 120))))
        .collect();
    if steps.is_empty() {
        return vec!["Nothing tried yet.".into()];
    }
    let kept = steps.len().saturating_sub(20);
    let more = match kept {
        0 => String::new(),
        more => format!("… {more} before, "),
    };
    let last: Vec<String> = steps.into_iter().skip(kept).collect();
    vec![format!("Steps: {more}{}", last.join(", "))]
}

/// What is awaited, and what the company at hand has.
fn awaited(trial: &Trial) -> String {
    let play = &trial.play;
    let game = &play.game;
    if game.is_over() {
        return "In this trial the game is over.".into();
    }
    let mut line = format!("**{}** — {}.", game.round_name(), play.waiting());
    let definition = game.definition();
    if let Some(company) = game.asks().into_iter().find_map(|ask| ask.company) {
        line.push_str(&format!(
            " {} has {}.",
            company_name(definition, company),
            definition.money.print(game.shared().treasury(company))
        ));
    } else if let Some(seat) = trial.asked().first() {
        line.push_str(&format!(
            " {} has {}.",
            play.names.seat(*seat),
            definition.money.print(game.shared().player_cash(*seat))
        ));
    }
    line
}

/// The words of a trial's page.
pub(super) fn text(desk: &Desk<'_>, trial: &Trial, lines: &[String]) -> String {
    let (head, tail) = (head(desk, trial), awaited(trial));
    let mut parts = vec![head];
    let skipped = lines.len().saturating_sub(LINES);
    let room = text::MESSAGE / 2 / LINES.min(lines.len()).max(1);
    // The first line says what was done.
    parts.extend(lines.first().map(|line| text::clip(line, 700)));
    if skipped > 0 {
        parts.push(format!("… {skipped} lines"));
    }
    let rest = lines.iter().skip(1 + skipped);
    parts.extend(rest.map(|line| text::clip(line, room.max(120))));
    parts.push(tail);
    text::clip(&parts.join("\n"), text::MESSAGE)
}

/// A trial's page: words, and buttons for what is done most.
pub(super) fn page(desk: &Desk<'_>, trial: &Trial, lines: &[String]) -> Reply {
    let mut controls: Vec<Control> = quick(trial).into_iter().map(Control::Button).collect();
    controls.push(Control::Break);
    if trial.undo_left() {
        controls.push(Control::Button(Button::new("Undo", id(trial, "undo"))));
    }
    controls.extend(
        [
            ("Runs", "runs"),
            ("Map", "map"),
            ("Market", "market"),
            ("My trials", "list"),
        ]
        .map(|(label, what)| Control::Button(Button::new(label, id(trial, what)))),
    );
    if desk.now().head != trial.head {
        controls.push(Control::Break);
        controls.push(Control::Button(Button::new(
            "Replay on the present position",
            id(trial, "rebase"),
        )));
    }
    Reply::new(text(desk, trial, lines)).with_controls(controls)
}

/// The id of a button: which trial, at which version, what.
pub(super) fn id(trial: &Trial, what: &str) -> String {
    format!("{PRESS}{}:{}:{what}", trial.id.0, trial.id.1)
}

/// Buttons for what can be said in a word.
fn quick(trial: &Trial) -> Vec<Button> {
    let Some(&seat) = trial.asked().first() else {
        return Vec::new();
    };
    let game = &trial.play.game;
    let all = game.legal(seat).choices;
    let few = all.len() <= 4;
    let mut buttons: Vec<Button> = all
        .iter()
        .filter_map(|choice| {
            let (label, action) = match choice {
                Choice::Runs => ("Run the best runs".to_string(), "run auto".to_string()),
                Choice::One(action) => {
                    let short = matches!(
                        action,
                        Action::Pass
                            | Action::Agree
                            | Action::Refuse
                            | Action::Pay(_)
                            | Action::Convert
                    );
                    if !short && !few {
                        return None;
                    }
                    let text = game.print(action);
                    match action {
                        Action::Pass => ("Pass".to_string(), text),
                        _ => (text.clone(), text),
                    }
                }
                Choice::Amount(..) => return None,
            };
            Some(Button::new(label, id(trial, &format!("a:{action}"))))
        })
        .take(4)
        .collect();
    buttons.push(Button::asking("Type an action", id(trial, "type")));
    buttons
}

/// The caption of a trial's pictures: whose it is, and that it is none of the game's.
pub(super) fn caption(desk: &Desk<'_>, trial: &Trial) -> Caption {
    let by = text::clean_name(&desk.request.name);
    let told = trial.play.told.iter();
    Caption {
        line: format!(
            "game {} · move {} · by {by} · {}",
            desk.game, trial.moves, trial.name
        ),
        trial: true,
        names: trial.play.names.all().to_vec(),
        hexes: told
            .clone()
            .flat_map(|told| told.hexes.iter().copied())
            .collect(),
        stops: told
            .clone()
            .flat_map(|told| told.stops.iter().copied())
            .collect(),
        companies: told
            .flat_map(|told| told.companies.iter().copied())
            .collect(),
        ..Caption::default()
    }
}

/// The part of the map that the last steps changed; nothing if they changed none.
pub(super) fn around(desk: &Desk<'_>, trial: &Trial, since: usize) -> Option<Picture> {
    let told = trial.play.told.iter().skip(since);
    let mut hexes: Vec<HexId> = told
        .flat_map(|told| {
            let stops = told.stops.iter().map(|stop| stop.hex);
            told.hexes.iter().copied().chain(stops)
        })
        .collect();
    hexes.sort_unstable();
    hexes.dedup();
    if hexes.is_empty() {
        return None;
    }
    let game = &trial.play.game;
    let map = &game.definition().map;
    let beside: Vec<HexId> = hexes
        .iter()
        .flat_map(|hex| (0..6).filter_map(|edge| map.neighbour(*hex, edge)))
        .collect();
    hexes.extend(beside);
    hexes.sort_unstable();
    hexes.dedup();
    let bytes = desk
        .tables
        .pictures()
        .region(game, &hexes, &[], &caption(desk, trial))?;
    picture(trial, "part", Some(bytes))
}

/// A picture of a trial, named as such.
pub(super) fn picture(trial: &Trial, name: &str, bytes: Option<Vec<u8>>) -> Option<Picture> {
    let what = match name {
        "part" => "a part of the map",
        name => name,
    };
    Some(Picture {
        name: format!("trial-{name}.png"),
        alt: format!("TRIAL: {what}, {}", trial.play.game.round_name()),
        bytes: Arc::new(bytes?),
    })
}

/// Whether the steps from one on changed the map.
pub(super) fn builds(trial: &Trial, since: usize) -> bool {
    let mut told = trial.play.told.iter().skip(since);
    told.any(|told| !told.hexes.is_empty() || !told.stops.is_empty())
}
