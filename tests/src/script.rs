//! Games as the steps of their players, so that they can be played again through the bot.
//!
//! A step is an action that a player really takes: what the engine adds by itself is not among them.

use crate::replay::{self, trace};
use anyhow::{Context, Result, bail, ensure};
use bot::command::{Body, find};
use engine::ids::Seat;
use engine::{Action, By, Entry, Game, Setup};
use std::path::Path;

/// A game to be played.
#[derive(Clone, Debug)]
pub struct Script {
    /// Where it comes from, for reports.
    pub source: String,
    /// How it begins; players sit as they join.
    pub setup: Setup,
    /// What the players do, in order.
    pub steps: Vec<Step>,
    /// Final worth by seat, where it was recorded.
    pub result: Option<Vec<i64>>,
}

/// What a player does.
#[derive(Clone, Debug)]
pub struct Step {
    /// Who.
    pub seat: Seat,
    /// What.
    pub action: Action,
}

/// A seeded random game of at most so many steps.
///
/// # Errors
/// A position in which the player to move can do nothing.
pub fn random(setup: Setup, seed: u64, most: usize) -> Result<Script> {
    let mut game = Game::new(setup.clone()).map_err(refused)?;
    let mut dice = crate::play::Dice::new(seed);
    let mut steps = Vec::new();
    while !game.is_over() && steps.len() < most {
        let (seat, action) = crate::play::choose(&game, &mut dice)
            .with_context(|| format!("nobody can do anything in {}", game.round_name()))?;
        game.apply(seat, &action).map_err(refused)?;
        steps.push(Step { seat, action });
    }
    Ok(Script {
        source: format!("random game {seed}"),
        setup,
        steps,
        result: None,
    })
}

/// A reference trace: its entries as our engine accepts them, less those that the engine adds by itself.
///
/// # Errors
/// A trace that cannot be read or does not replay to its end.
pub fn of_trace(path: &Path) -> Result<Script> {
    let game = trace_game(path)?;
    let header = crate::traces::Trace::open(path)?.header;
    let players: Vec<&str> = header["players"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|player| player.as_str())
        .collect();
    let result = header["result"].as_object().map(|result| {
        let worth = |player: &&str| result.get(*player).and_then(|sum| sum.as_i64());
        players
            .iter()
            .map(|player| worth(player).unwrap_or(i64::MIN))
            .collect()
    });
    of_entries(
        format!("trace {}", crate::traces::trace_name(path)),
        game.setup().clone(),
        game.log(),
        result,
    )
}

/// The game of a trace after its last line.
///
/// # Errors
/// A trace that cannot be read or does not replay to its end.
pub fn trace_game(path: &Path) -> Result<Game> {
    let read = trace::Trace::read(path)?;
    let (game, outcome) = replay::replayed(&read);
    if let Some(first) = outcome.divergences.first() {
        bail!("{} does not replay: {first}", path.display());
    }
    game.with_context(|| format!("{} cannot be set up", path.display()))
}

/// A recorded game of people where it is at hand; else one that the bot plays with itself.
///
/// # Errors
/// A game that does not replay.
pub fn recorded(title: &str, what: &str) -> Result<Script> {
    // No game of people in 1835 goes by the rulebook to its end.
    let game = match title {
        "1835" => "random_4p_5",
        _ => "fixture_1",
    };
    let path = format!("replays/{title}/{game}.jsonl.gz");
    let what = format!("{what}; a game that the bot plays with itself is taken instead");
    match crate::shared::need(&path, &what) {
        Some(path) => of_trace(&path),
        None => {
            let lines = bot::demo::record(title, 1, 4).map_err(anyhow::Error::msg)?;
            of_console("a game of the bot with itself", &lines)
        }
    }
}

/// A game written as lines of the console: `@name notation`, after `/game` lines that gather the players.
///
/// # Errors
/// A line that the engine refuses.
pub fn of_console(source: &str, lines: &str) -> Result<Script> {
    let mut names: Vec<&str> = Vec::new();
    let mut title = "18ardennes";
    let mut typed: Vec<(&str, &str)> = Vec::new();
    let mut speaker = "";
    for line in lines.lines().map(str::trim) {
        let mut rest = line;
        if let Some(named) = line.strip_prefix('@') {
            let (name, after) = named.split_once(' ').unwrap_or((named, ""));
            (speaker, rest) = (name, after.trim());
        }
        match rest {
            "" => {}
            _ if rest.starts_with('#') => {}
            _ if rest.starts_with("/game new") || rest == "/game join" => {
                let named = rest.split_once("title:").map(|(_, named)| named);
                if let Some(named) = named.and_then(|named| named.split(' ').next()) {
                    title = named;
                }
                names.push(speaker);
            }
            _ if rest.starts_with('/') => {}
            _ => typed.push((speaker, rest)),
        }
    }
    let setup = Setup::new(title, u8::try_from(names.len())?);
    let mut game = Game::new(setup.clone()).map_err(refused)?;
    let mut steps = Vec::new();
    for (name, text) in typed {
        let at = names.iter().position(|known| *known == name);
        let seat = Seat::from(at.with_context(|| format!("{name} does not sit at the table"))?);
        // What would be asked for twice is typed with `!`.
        let action = game
            .read(seat, text.trim_end_matches('!'))
            .map_err(refused)?;
        game.apply(seat, &action)
            .map_err(|why| anyhow::anyhow!("{name} {text}: {why}"))?;
        steps.push(Step { seat, action });
    }
    Ok(Script {
        source: source.into(),
        setup,
        steps,
        result: None,
    })
}

/// Takes out what the engine does by itself.
fn of_entries(
    source: String,
    setup: Setup,
    entries: &[Entry],
    result: Option<Vec<i64>>,
) -> Result<Script> {
    let mut game = Game::new(setup.clone()).map_err(refused)?;
    let mut steps = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        if let Some(own) = game.log().get(index) {
            ensure!(
                own.action == entry.action,
                "{source}, entry {index}: the engine adds `{}` by itself, recorded is `{}`",
                game.print(&own.action),
                game.print(&entry.action)
            );
            continue;
        }
        let seat = match entry.by {
            By::Seat(seat) | By::Host(seat) => seat,
            By::Engine(_) => bail!(
                "{source}, entry {index}: `{}` is the engine's, but it does not come by itself",
                game.print(&entry.action)
            ),
        };
        game.apply(seat, &entry.action).map_err(|why| {
            anyhow::anyhow!(
                "{source}, entry {index}, `{}`: {why}",
                game.print(&entry.action)
            )
        })?;
        steps.push(Step {
            seat,
            action: entry.action.clone(),
        });
    }
    Ok(Script {
        source,
        setup,
        steps,
        result,
    })
}

fn refused(why: engine::Rejection) -> anyhow::Error {
    anyhow::anyhow!("{why}")
}

/// The command and the options that say an action in short notation at Discord.
///
/// # Panics
/// No command says it.
pub fn taken_apart(text: &str) -> (&'static str, Vec<(&'static str, String)>) {
    let verb = text.split(' ').next().unwrap_or_default();
    let spec = find(verb).unwrap_or_else(|| panic!("there is no command for {text:?}"));
    let Body::Move(template) = spec.body else {
        panic!("/{verb} is no verb of play");
    };
    let ways = template.take_apart(text);
    let way = ways
        .into_iter()
        .find(|way| template.fill(&|name| value(way, name)) == text)
        .unwrap_or_else(|| panic!("/{verb} cannot say {text:?}"));
    (spec.path, way)
}

fn value<'w>(way: &'w [(&'static str, String)], name: &str) -> Option<&'w str> {
    way.iter()
        .find(|(known, _)| *known == name)
        .map(|(_, value)| value.as_str())
}
