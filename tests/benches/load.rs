//! Many tables at once: 200 interactions a second spread over 500 games, for 30 seconds, at the stand-in Discord.
//! `--quick` takes 50 games and 5 seconds.
//!
//! The bot is a process of its own; the CPU time of the players and of the stand-in, which judges every request, is
//! given apart.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tests::load::{Load, put};
use tests::standin::StandIn;

/// The bot's own main function, built beside the tests.
const PROGRAM: &str = env!("CARGO_BIN_EXE_roundhouse_under_test");

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let load = Load {
        tables: if quick { 50 } else { 500 },
        pace: if quick { 20 } else { 200 },
        span: Duration::from_secs(if quick { 5 } else { 30 }),
        patience: Duration::from_secs(300),
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench-load");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for temporary files");
    let discord = StandIn::builder()
        .keep_files(0)
        .patience(Duration::from_secs(60))
        .start()
        .await;
    let mut bot = start(&folder, &discord);
    discord.gateway().connected().await;
    discord.commands_registered().await;
    let measured = put(&discord, load).await;
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    println!(
        "{} games, {} interactions a second for {} s: {} answered, {} moves; p50 {:.1} ms, p99 {:.1} ms (target 250), most {:.1} ms (target 2500)",
        load.tables,
        load.pace,
        load.span.as_secs(),
        measured.answers.len(),
        measured.moves,
        ms(measured.at(0.5)),
        ms(measured.at(0.99)),
        ms(measured.at(1.0)),
    );
    println!(
        "{} lost, {} refused; {} posts and edits, most {} within a second (limit 50), most {} messages in a channel within 5 s (limit 5); all posts show the newest position {:.1} s after the burst (target 60)",
        measured.lost.len(),
        measured.refused.len(),
        measured.posts,
        measured.requests_a_second,
        measured.messages_in_five,
        measured.caught_up.as_secs_f64(),
    );
    println!(
        "CPU time: bot {:.1} s, players and stand-in {:.1} s",
        cpu(bot.id()),
        cpu(std::process::id()),
    );
    for what in measured.lost.iter().chain(&measured.refused).take(5) {
        println!("  {what}");
    }
    discord.assert_clean();
    let _ = bot.kill();
    let _ = bot.wait();
    let _ = std::fs::remove_dir_all(&folder);
}

fn start(folder: &Path, discord: &StandIn) -> Child {
    let settings = folder.join("roundhouse.toml");
    let text = format!(
        "database = {:?}\nlog = \"warn\"\napi = {:?}\n",
        folder.join("game.db"),
        discord.base_url()
    );
    std::fs::write(&settings, text).expect("settings can be written");
    Command::new(PROGRAM)
        .args(["run", "--config"])
        .arg(&settings)
        .env("ROUNDHOUSE_TOKEN", discord.token())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts")
}

/// CPU seconds of a process so far, where the system tells.
fn cpu(process: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let after = stat.rsplit(')').next().unwrap_or_default();
    let fields: Vec<f64> = after
        .split_whitespace()
        .skip(11)
        .take(2)
        .filter_map(|field| field.parse().ok())
        .collect();
    // A hundred ticks a second on every Linux that we know.
    fields.iter().sum::<f64>() / 100.0
}
