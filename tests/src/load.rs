//! Load: many tables at the stand-in Discord, whose players act at a set pace whatever the bot does, as people would.
//!
//! Each table has a game of our own beside the bot's, so that what is typed is legal. An act is due at its moment; a
//! table whose last act is not answered yet is passed over for another one, never the act itself.

use crate::play::{self, Dice};
use crate::standin::{Place, Player, RouteKind, StandIn};
use engine::{Game, Setup};
use std::collections::HashMap;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// How heavy the load is.
#[derive(Clone, Copy, Debug)]
pub struct Load {
    /// Tables, each with a game of three.
    pub tables: usize,
    /// Interactions a second.
    pub pace: usize,
    /// How long.
    pub span: Duration,
    /// How long the posts may take afterwards to show the newest position of every game.
    pub patience: Duration,
}

/// What was measured.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// Times from the event to the answer in words, sorted.
    pub answers: Vec<Duration>,
    /// Interactions that were never answered.
    pub lost: Vec<String>,
    /// Answers that refused what was legal.
    pub refused: Vec<String>,
    /// From the end of the burst until every game's post showed its newest position.
    pub caught_up: Duration,
    /// Most requests within any second, interactions' own answers not counted.
    pub requests_a_second: usize,
    /// Most messages in a channel within any five seconds.
    pub messages_in_five: usize,
    /// Messages and edits of posts.
    pub posts: usize,
    /// Acts that moved a game on.
    pub moves: usize,
    /// How long the burst took.
    pub burst: Duration,
}

impl Measured {
    /// The time below which this share of the answers lies.
    pub fn at(&self, share: f64) -> Duration {
        let index = ((self.answers.len() as f64 * share).ceil() as usize).max(1) - 1;
        self.answers.get(index).copied().unwrap_or_default()
    }
}

struct Table {
    place: Place,
    players: Vec<Player>,
    game: Game,
    dice: Dice,
}

/// What came of an act.
struct Done {
    number: usize,
    table: Table,
    took: Duration,
    /// The answer's text; `None` where values were suggested.
    said: Result<Option<String>, String>,
    moved: bool,
}

/// Puts the load on a bot that is connected to the stand-in.
pub async fn put(discord: &StandIn, load: Load) -> Measured {
    let mut tables = open(discord, load.tables).await;
    settled(&tables, load.patience).await;
    let first = discord.log().len();
    let mut measured = Measured::default();
    let mut running: JoinSet<Done> = JoinSet::new();
    let mut dice = Dice::new(7);
    let count = load.pace * load.span.as_secs() as usize;
    let gap = Duration::from_secs(1) / load.pace as u32;
    let begun = Instant::now();
    let mut at = 0;
    for number in 0..count {
        let due = begun + gap * number as u32;
        loop {
            tokio::select! {
                Some(done) = running.join_next(), if !running.is_empty() => {
                    take(&mut tables, done.expect("no act breaks off"), &mut measured);
                }
                () = tokio::time::sleep_until(due.into()) => break,
            }
        }
        // The next table that is free, in turn.
        let all = tables.len();
        let next = (0..all).find_map(|step| {
            let number = (at + step) % all;
            Some((number, tables[number].take()?))
        });
        let Some((number, table)) = next else {
            measured.lost.push("every table waits for an answer".into());
            continue;
        };
        at = number + 1;
        running.spawn(act(number, table, dice.below(20)));
    }
    measured.burst = begun.elapsed();
    while let Some(done) = running.join_next().await {
        take(&mut tables, done.expect("no act breaks off"), &mut measured);
    }
    measured.caught_up = settled(&tables, load.patience).await;
    measured.answers.sort_unstable();
    paces(discord, first, &mut measured);
    measured
}

/// Opens the tables and starts their games, a few at once.
async fn open(discord: &StandIn, count: usize) -> Vec<Option<Table>> {
    let mut tables = Vec::new();
    for number in 0..count {
        let place = discord.channel(&format!("load-{number}"));
        let names = ["anna", "ben", "clara"].map(|name| format!("{name}{number}"));
        let players = names.map(|name| discord.player(&name, &place)).to_vec();
        tables.push((number, place, players));
    }
    let mut opened: Vec<Option<Table>> = (0..count).map(|_| None).collect();
    let mut running = JoinSet::new();
    let mut left = tables.into_iter();
    loop {
        while running.len() < 16 {
            let Some((number, place, players)) = left.next() else {
                break;
            };
            running.spawn(async move {
                let title = ["18ardennes", "1873"][number % 2];
                let new = format!("/game new title:{title} seating:joined");
                players[0].slash(&new).await;
                for player in &players[1..] {
                    player.slash("/game join").await;
                }
                players[0].slash("/game start").await;
                let game = Game::new(Setup::new(title, 3)).expect("the set-up is right");
                let dice = Dice::new(number as u64);
                (
                    number,
                    Table {
                        place,
                        players,
                        game,
                        dice,
                    },
                )
            });
        }
        match running.join_next().await {
            Some(done) => {
                let (number, table) = done.expect("a table opens");
                opened[number] = Some(table);
            }
            None => return opened,
        }
    }
}

/// One interaction at a table: mostly moves, now and then a look, a panel or a value that is typed.
async fn act(number: usize, mut table: Table, kind: usize) -> Done {
    let next = play::choose(&table.game, &mut table.dice);
    let (seat, action) = match next {
        Some((seat, action)) => (seat, Some(action)),
        None => (engine::ids::Seat(0), None),
    };
    let player = table.players[seat.index()].clone();
    let begun = Instant::now();
    let mut moved = false;
    let said = match (kind, action) {
        (0..=1, _) => text(player.try_slash("/game status").await),
        (2..=3, _) => text(player.try_slash("/play").await),
        (4..=5, _) => {
            player.autocomplete("/do", "action", "b").await;
            Ok(None)
        }
        (_, None) => text(player.try_slash("/game status").await),
        (_, Some(action)) => {
            let typed = format!("{}!", table.game.print(&action));
            let said = text(player.try_slash(&format!("/do action:{typed:?}")).await);
            if said.is_ok() {
                table
                    .game
                    .apply(seat, &action)
                    .expect("what was chosen is legal");
                moved = true;
            }
            said
        }
    };
    Done {
        number,
        table,
        took: begun.elapsed(),
        said,
        moved,
    }
}

fn text(
    answer: Result<crate::standin::Answer, crate::standin::Unanswered>,
) -> Result<Option<String>, String> {
    match answer {
        Ok(answer) => Ok(Some(answer.text())),
        Err(why) => Err(why.to_string()),
    }
}

fn take(tables: &mut [Option<Table>], done: Done, measured: &mut Measured) {
    measured.answers.push(done.took);
    match done.said {
        Err(why) => measured.lost.push(why),
        Ok(Some(said)) if done.moved && !said.starts_with('✔') => measured.refused.push(said),
        Ok(_) => measured.moves += usize::from(done.moved),
    }
    tables[done.number] = Some(done.table);
}

/// Waits until the newest post of every table tells of its newest position, with pictures; how long that took.
async fn settled(tables: &[Option<Table>], patience: Duration) -> Duration {
    let begun = Instant::now();
    for table in tables.iter().flatten() {
        let moves = table.game.log().len();
        loop {
            // The alternative text of a picture names its move.
            let shown = table.place.messages().iter().any(|message| {
                let mut files = message.attachments.iter();
                files.any(|file| {
                    let alt = file.description.as_deref().unwrap_or_default();
                    alt.ends_with(&format!("move {moves}"))
                })
            });
            if shown {
                break;
            }
            assert!(
                begun.elapsed() < patience,
                "after {patience:?} a channel does not show move {moves}: {:#?}",
                table.place.last_message().map(|message| message.text())
            );
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    begun.elapsed()
}

/// The most requests within a second and messages in a channel within five.
fn paces(discord: &StandIn, first: usize, measured: &mut Measured) {
    let log = discord.log();
    let mut requests: Vec<u64> = Vec::new();
    let mut messages: HashMap<String, Vec<u64>> = HashMap::new();
    for logged in log.iter().skip(first) {
        if !matches!(
            logged.kind,
            RouteKind::CreateMessage | RouteKind::EditMessage | RouteKind::DeleteMessage
        ) {
            continue;
        }
        requests.push(logged.at_ms);
        if logged.kind == RouteKind::CreateMessage {
            messages
                .entry(logged.path.clone())
                .or_default()
                .push(logged.at_ms);
        }
    }
    measured.posts = requests.len();
    measured.requests_a_second = most_within(&requests, 1000);
    measured.messages_in_five = messages
        .values()
        .map(|times| most_within(times, 5000))
        .max()
        .unwrap_or(0);
}

/// The most of these moments, in order, that lie within a span of milliseconds.
fn most_within(times: &[u64], span: u64) -> usize {
    let mut most = 0;
    let mut from = 0;
    for (at, time) in times.iter().enumerate() {
        while times[from] + span <= *time {
            from += 1;
        }
        most = most.max(at + 1 - from);
    }
    most
}
