//! How many interactions a whole recorded game takes: through panels alone, and through typed commands alone.
//!
//! By panel every press, choice and typed sum counts, from the post that calls the player to the confirmation; turning a
//! page does not, nor do suggestions while somebody types. What a title lets nobody choose is not counted: it is not
//! asked. The exit code is 1 if a decision took more than four by panel or two typed.

use anyhow::{Context, Result, bail, ensure};
use bot::pictures::Dot;
use bot::reply::Reply;
use bot::store::{PostKind, Store};
use bot::table::{Request, Tables};
use clap::Parser;
use engine::{Action, Game};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use tests::pressing::{Press, Screen, next};
use tests::script::{Script, of_trace};

/// Counts the interactions of whole games.
#[derive(Parser)]
struct Args {
    /// Traces of recorded games.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
}

fn main() -> ExitCode {
    let mut worst = (0, 0);
    for path in Args::parse().paths {
        let script = match of_trace(&path) {
            Ok(script) => script,
            Err(error) => {
                eprintln!("{error:#}");
                return ExitCode::from(2);
            }
        };
        for panel in [true, false] {
            let counted = if panel {
                by_panel(&script)
            } else {
                by_typing(&script)
            };
            match counted {
                Ok(counts) => {
                    let most = counts.keys().max().copied().unwrap_or(0);
                    if panel {
                        worst.0 = worst.0.max(most);
                    } else {
                        worst.1 = worst.1.max(most);
                    }
                    report(&script, panel, &counts);
                }
                Err(error) => {
                    eprintln!("{}: {error:#}", script.source);
                    return ExitCode::from(2);
                }
            }
        }
    }
    ExitCode::from(u8::from(worst.0 > 4 || worst.1 > 2))
}

fn report(script: &Script, panel: bool, counts: &BTreeMap<usize, usize>) {
    let decisions: usize = counts.values().sum();
    let all: usize = counts.iter().map(|(each, count)| each * count).sum();
    let parts: Vec<String> = counts
        .iter()
        .map(|(each, count)| format!("{count} of {each}"))
        .collect();
    println!(
        "presses: {}, {decisions} decisions, {all} interactions {} ({})",
        script.source,
        if panel { "by panel" } else { "typed" },
        parts.join(", ")
    );
}

/// A table with the script's game.
struct Table {
    tables: Tables,
    game: Game,
}

fn request(seat: usize) -> Request {
    Request {
        user: format!("{}", 100 + seat),
        name: format!("player {seat}"),
        channel: "table".into(),
        ..Request::default()
    }
}

impl Table {
    fn open(script: &Script) -> Result<Table> {
        let store = Store::memory().map_err(|fault| anyhow::anyhow!("{fault}"))?;
        let table = Table {
            tables: Tables::new(store, Box::new(Dot)),
            game: Game::new(script.setup.clone()).map_err(|why| anyhow::anyhow!("{why}"))?,
        };
        let options = match script.setup.options.is_empty() {
            true => String::new(),
            false => format!(" options:{}", script.setup.options.join(",")),
        };
        let new = format!(
            "/game new title:{} seating:joined{options}",
            script.setup.title
        );
        table.say(0, &new)?;
        for seat in 1..usize::from(script.setup.players) {
            table.say(seat, "/game join")?;
        }
        table.say(0, "/game start")?;
        Ok(table)
    }

    fn say(&self, seat: usize, line: &str) -> Result<Reply> {
        let bot::command::Line::Command(command) =
            bot::command::read_line(line).map_err(anyhow::Error::msg)?
        else {
            bail!("{line} is no command");
        };
        let reply = self.tables.handle(&request(seat), &command);
        ensure!(!reply.is_refusal(), "{line}: {}", reply.text());
        Ok(reply)
    }

    fn press(&self, seat: usize, press: &Press) -> Result<Reply> {
        let reply = match press {
            Press::Button(id) => self.tables.press(&request(seat), id, None),
            Press::Entry(id, value) => self.tables.press(&request(seat), id, Some(value)),
            Press::Form(id, typed) => {
                let id = id.trim_start_matches("f:");
                self.tables.press(&request(seat), id, Some(typed))
            }
        };
        ensure!(!reply.is_refusal(), "{press:?}: {}", reply.text());
        Ok(reply)
    }

    /// What the channel shows: the buttons of the newest post that has any.
    fn post(&self) -> Result<Screen> {
        let store = self.tables.store();
        let mut screen = None;
        let posts = store
            .pending(1000)
            .map_err(|fault| anyhow::anyhow!("{fault}"))?;
        for post in &posts {
            if post.kind != PostKind::Words || !post.buttons().is_empty() {
                screen = Some(Screen::of_buttons(post.buttons()));
            }
        }
        screen.context("nobody is called")
    }

    /// Whether an action stands that was not there before.
    fn moved(&self, before: usize) -> bool {
        self.tables
            .glance("table")
            .is_some_and(|glance| glance.actions > before)
    }

    fn actions(&self) -> usize {
        self.tables
            .glance("table")
            .map_or(0, |glance| glance.actions)
    }
}

fn by_panel(script: &Script) -> Result<BTreeMap<usize, usize>> {
    let mut table = Table::open(script)?;
    let mut counts = BTreeMap::new();
    for (number, step) in script.steps.iter().enumerate() {
        let seat = step.seat.index();
        let text = match (&step.action, table.game.best_runs()) {
            (Action::Run(runs), Some(best)) if *runs == best.runs => "run auto".to_string(),
            _ => table.game.print(&step.action),
        };
        let before = table.actions();
        let mut screen = table.post()?;
        let (mut presses, mut done) = (0, Vec::new());
        for _ in 0..60 {
            let step = next(&screen, &text, step.action.amount(), &mut done)
                .with_context(|| format!("step {number}: {text} is not reached by {done:?}"))?;
            let reply = table.press(seat, &step.press)?;
            presses += usize::from(!step.turns);
            if table.moved(before) {
                break;
            }
            screen = Screen::of_reply(&reply);
        }
        ensure!(table.moved(before), "step {number}: {text} is not done");
        table
            .game
            .apply(step.seat, &step.action)
            .map_err(|why| anyhow::anyhow!("{why}"))?;
        ensure!(
            table.tables.glance("table").map(|glance| glance.digest) == Some(table.game.digest()),
            "step {number}: {text} led elsewhere"
        );
        *counts.entry(presses).or_default() += 1;
    }
    Ok(counts)
}

fn by_typing(script: &Script) -> Result<BTreeMap<usize, usize>> {
    let mut table = Table::open(script)?;
    let mut counts = BTreeMap::new();
    for (number, step) in script.steps.iter().enumerate() {
        let seat = step.seat.index();
        let text = table.game.print(&step.action);
        let before = table.actions();
        let reply = table.say(seat, &format!("/do {text}"))?;
        let mut typed = 1;
        if !table.moved(before) {
            // What nobody can take back alone is confirmed; what is too long for a button is typed with the sign.
            let buttons = Screen::of_reply(&reply).buttons;
            let sure = buttons.into_iter().find(|(id, _)| id.starts_with("c:"));
            match sure {
                Some((id, _)) => table.press(seat, &Press::Button(id))?,
                None => table.say(seat, &format!("/do {text}!"))?,
            };
            typed += 1;
        }
        ensure!(table.moved(before), "step {number}: {text} is not done");
        table
            .game
            .apply(step.seat, &step.action)
            .map_err(|why| anyhow::anyhow!("{why}"))?;
        *counts.entry(typed).or_default() += 1;
    }
    Ok(counts)
}
