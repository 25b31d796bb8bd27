//! How long a player at Discord waits: the real bot as a process of its own, with its adapter to Discord, at the
//! stand-in. `--quick` plays a part of the game only.
//!
//! A time begins when the stand-in sends the event of a slash command and ends when the answer has arrived: all that
//! the network adds is what loopback adds. The commands of one channel follow one another, as at a real table.

use engine::{Duty, Game};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tests::script::{self, Script, taken_apart};
use tests::standin::{Message, Place, Player, StandIn};

/// The bot's own main function, built beside the tests.
const PROGRAM: &str = env!("CARGO_BIN_EXE_roundhouse_under_test");
/// Steps of a quick look.
const QUICK: usize = 120;
/// After so many steps somebody asks for the map and for the state of the game.
const LOOKS: usize = 8;

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let script = recorded();
    let quick = std::env::args().any(|argument| argument == "--quick");
    let steps = if quick { QUICK } else { script.steps.len() };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench-discord");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for temporary files");
    let discord = StandIn::builder().keep_files(4).start().await;
    let bot = Bot::start(&folder, &discord);
    discord.gateway().connected().await;
    discord.commands_registered().await;
    println!("{}, {steps} steps, from event to answer", script.source);
    let mut table = Table::open(&discord, &script).await;
    for (number, step) in script.steps.iter().take(steps).enumerate() {
        table.step(step).await;
        if number % LOOKS == 0 {
            table.look().await;
        }
        discord.assert_clean();
    }
    table.times.report();
    drop(bot);
    let _ = std::fs::remove_dir_all(&folder);
}

fn recorded() -> Script {
    let path = tests::shared::need(
        "replays/18ardennes/fixture_1.jsonl.gz",
        "the recorded game fixture_1; the demo's game is played instead",
    );
    match path {
        Some(path) => script::of_trace(&path).expect("the trace replays"),
        None => script::of_console("the demo's game", bot::demo::GAME).expect("it replays"),
    }
}

/// A running bot; it is killed when dropped.
struct Bot(Child);

impl Bot {
    fn start(folder: &Path, discord: &StandIn) -> Bot {
        let settings = folder.join("roundhouse.toml");
        let text = format!(
            "database = {:?}\nchannel_pace = 500\nlog = \"warn\"\napi = {:?}\n",
            folder.join("game.db"),
            discord.base_url()
        );
        std::fs::write(&settings, text).expect("settings can be written");
        let child = Command::new(PROGRAM)
            .args(["run", "--config"])
            .arg(&settings)
            .env("ROUNDHOUSE_TOKEN", discord.token())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts");
        Bot(child)
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// How long things took.
#[derive(Default)]
struct Times {
    /// An action of a player, until its answer.
    act: Vec<Duration>,
    /// A typed action that is asked back, until its preview, with a picture where there is one.
    preview: Vec<Duration>,
    /// A command that looks and is answered in words.
    words: Vec<Duration>,
    /// `/show map`, until the picture.
    map: Vec<Duration>,
    /// An action of a player, until a message calls the next one.
    call: Vec<Duration>,
    /// An action of a player, until the channel has map and market after it.
    post: Vec<Duration>,
}

impl Times {
    fn report(&mut self) {
        let plain = "target: p99 under 20 ms";
        let drawn = "target: p99 under 600 ms";
        for (what, target, times) in [
            ("a move, until its answer", plain, &mut self.act),
            (
                "a move that is asked back, until its preview",
                drawn,
                &mut self.preview,
            ),
            ("/game status", plain, &mut self.words),
            ("/show map at 1600 px", drawn, &mut self.map),
            (
                "a move, until the next player is called",
                plain,
                &mut self.call,
            ),
            (
                "a move, until map and market after it are in the channel",
                drawn,
                &mut self.post,
            ),
        ] {
            times.sort_unstable();
            let at = |share: f64| {
                let index = ((times.len() as f64 * share).ceil() as usize).max(1) - 1;
                let time = times.get(index).copied().unwrap_or_default();
                format!("{:.1} ms", time.as_secs_f64() * 1000.0)
            };
            println!(
                "{what}: {} times, p50 {}, p99 {}, max {} ({target})",
                times.len(),
                at(0.5),
                at(0.99),
                at(1.0)
            );
        }
    }
}

/// A started game.
struct Table {
    place: Place,
    players: Vec<Player>,
    game: Game,
    last: u64,
    times: Times,
}

impl Table {
    async fn open(discord: &StandIn, script: &Script) -> Table {
        let place = discord.channel("table-1");
        let setup = script.setup.clone();
        let players: Vec<Player> = (0..setup.players)
            .map(|seat| discord.player(&format!("p{seat}"), &place))
            .collect();
        let mut opening = players[0]
            .command("game new")
            .option("title", setup.title.as_str())
            .option("seating", "joined");
        if !setup.options.is_empty() {
            opening = opening.option("options", setup.options.join(" "));
        }
        opening.send().await;
        for player in &players[1..] {
            player.slash("/game join").await;
        }
        players[0].slash("/game start").await;
        let post = place
            .wait_for_message(|message| !message.attachments.is_empty())
            .await;
        Table {
            place,
            players,
            game: Game::new(setup).expect("the set-up is right"),
            last: post.id,
            times: Times::default(),
        }
    }

    async fn step(&mut self, step: &script::Step) {
        let before = self.awaited();
        let text = self.game.print(&step.action);
        let (verb, options) = taken_apart(&text);
        let call = options.iter().fold(
            self.players[step.seat.index()].command(verb),
            |call, (name, value)| call.option(name, value.as_str()),
        );
        let mut begun = Instant::now();
        let mut answer = call.send().await;
        // What nobody can take back alone is shown first.
        let buttons = answer.message().buttons();
        let sure = buttons
            .iter()
            .find(|button| button.custom_id.starts_with("c:"));
        if let Some(sure) = sure {
            self.times.preview.push(begun.elapsed());
            let player = &self.players[step.seat.index()];
            begun = Instant::now();
            answer = player.press(answer.message(), &sure.custom_id).await;
        }
        self.times.act.push(begun.elapsed());
        assert!(answer.text().starts_with('✔'), "{text}: {}", answer.text());
        self.game
            .apply(step.seat, &step.action)
            .expect("it is legal");
        if before != self.awaited() && !self.game.is_over() {
            let called = self
                .place
                .wait_for_message_after(self.last, |message| !message.pinged.is_empty())
                .await;
            self.times.call.push(begun.elapsed());
            self.last = called.id;
        }
        // The alternative text of a picture names its move.
        let shown = format!("move {}", self.game.log().len());
        let shows = |message: &Message| {
            let mut files = message.attachments.iter();
            files.any(|file| {
                let alt = file.description.as_deref().unwrap_or_default();
                alt.ends_with(&shown)
            })
        };
        let post = self.place.wait_for_message(shows).await;
        self.times.post.push(begun.elapsed());
        assert_eq!(post.attachments.len(), 2, "{}", post.text());
    }

    async fn look(&mut self) {
        let begun = Instant::now();
        self.players[1].slash("/game status").await;
        self.times.words.push(begun.elapsed());
        let begun = Instant::now();
        let answer = self.players[2].slash("/show map").await;
        self.times.map.push(begun.elapsed());
        assert_eq!(answer.files().len(), 1, "{}", answer.text());
    }

    /// Seats that the game waits for, and the round.
    fn awaited(&self) -> (Vec<u8>, String) {
        let asks = self.game.asks();
        let must = asks.iter().filter(|ask| ask.duty == Duty::Must);
        let mut seats: Vec<u8> = must.map(|ask| ask.seat.0).collect();
        seats.sort_unstable();
        seats.dedup();
        (seats, self.game.round_name())
    }
}
