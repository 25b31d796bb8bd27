//! `roundhouse run` against the stand-in Discord: login, registration, a table, a move, posts, shutdown.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tests::standin::StandIn;

/// The program, stopped when dropped.
struct Bot {
    child: Child,
    folder: PathBuf,
}

impl Bot {
    fn start(discord: &StandIn, name: &str, token: &str) -> Bot {
        let folder =
            std::env::temp_dir().join(format!("roundhouse-run-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let config = format!(
            "api = {:?}\ngateway = {:?}\nlog = \"info\"\n",
            discord.base_url(),
            discord.gateway_url()
        );
        std::fs::write(folder.join("config.toml"), config).expect("write");
        let child = Command::new(program())
            .args(["run", "--config", "config.toml"])
            .current_dir(&folder)
            .env("ROUNDHOUSE_TOKEN", token)
            .stdin(Stdio::null())
            .stderr(std::fs::File::create(folder.join("log")).expect("a log"))
            .spawn()
            .expect("roundhouse starts");
        Bot { child, folder }
    }

    fn ended(&mut self, within: Duration) -> Option<i32> {
        let begun = std::time::Instant::now();
        while begun.elapsed() < within {
            if let Ok(Some(status)) = self.child.try_wait() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        None
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// `roundhouse` as it is built beside the tests.
fn program() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_roundhouse_under_test"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_set_and_the_first_move_made() {
    let discord = StandIn::start().await;
    let mut bot = Bot::start(&discord, "table", discord.token());
    discord
        .gateway()
        .connected_within(Duration::from_secs(20))
        .await;
    let table = discord.channel("table-1");
    let names = ["anna", "ben", "clara", "david"];
    let players = names.map(|name| discord.player(name, &table));
    discord.commands_registered().await;
    let answer = players[0].slash("/game new seating:joined").await;
    assert!(
        answer.text().contains("is open"),
        "{} {}",
        answer.text(),
        bot.log()
    );
    for player in &players[1..3] {
        assert!(player.slash("/game join").await.text().contains("You sit"));
    }
    let post = table
        .wait_for_message(|message| message.text().contains("clara sits down"))
        .await;
    assert!(
        players[3]
            .press_label(&post, "Sit down")
            .await
            .text()
            .contains("You sit")
    );
    players[0].slash("/game start").await;
    let post = table
        .wait_for_message(|message| message.text().contains("your decision"))
        .await;
    assert!(
        post.text().contains(&players[0].mention()),
        "{}",
        post.text()
    );
    let lots = players[0].autocomplete("/bid", "lot", "").await;
    assert_eq!(lots.len(), 15);
    let answer = players[0].slash("/bid lot:3 amount:100").await;
    assert!(answer.text().contains("bid 3 100"), "{}", answer.text());
    let post = table
        .wait_for_message(|message| message.text().contains("bids f.100"))
        .await;
    assert!(post.text().contains(&players[1].mention()));
    assert!(
        players[1]
            .press_label(&post, "Pass")
            .await
            .text()
            .contains("pass")
    );
    assert!(
        players[1]
            .press_label(&post, "Pass")
            .await
            .text()
            .contains("moved on")
    );
    for line in [
        "/show map",
        "/show market",
        "/game status",
        "/play",
        "/ref tile tile:57",
    ] {
        assert!(!players[3].slash(line).await.text().is_empty(), "{line}");
    }
    // The beginning of the recorded game in another channel, typed as short notation.
    let attic = discord.channel("attic");
    let recorded: Vec<&str> = bot::demo::GAME
        .lines()
        .filter(|line| line.starts_with('@'))
        .take(160)
        .collect();
    let begun = std::time::Instant::now();
    let mut slowest = Duration::ZERO;
    for line in &recorded {
        let (name, said) = line[1..].split_once(' ').expect("@name text");
        let said = if said.starts_with('/') {
            said.replace(" title:18ardennes", "")
        } else {
            format!("/do action:{said}")
        };
        let seat = names
            .iter()
            .position(|known| *known == name)
            .expect("a player");
        let player = players[seat].at(&attic);
        let asked = std::time::Instant::now();
        let answer = player.slash(&said).await;
        slowest = slowest.max(asked.elapsed());
        assert!(answer.ephemeral());
        let fits = answer.text().starts_with('✔') || said.starts_with("/game");
        assert!(fits, "{said}: {}", answer.text());
    }
    println!(
        "{} lines in {:?}, slowest {slowest:?}",
        recorded.len(),
        begun.elapsed()
    );
    let last = attic
        .wait_for_message(|message| message.text().contains("OR 1.1"))
        .await;
    assert_eq!(last.attachments.len(), 2);
    // SIGTERM ends it cleanly.
    let id = bot.child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-TERM", &id])
            .status()
            .expect("kill")
            .success()
    );
    assert_eq!(bot.ended(Duration::from_secs(15)), Some(0), "{}", bot.log());
    assert!(!bot.log().contains(discord.token()));
    discord.assert_clean();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_token_ends_the_program_with_a_sentence() {
    let discord = StandIn::start().await;
    let mut bot = Bot::start(&discord, "token", "wrong");
    assert_eq!(bot.ended(Duration::from_secs(20)), Some(2), "{}", bot.log());
    assert!(
        bot.log().contains("Discord does not accept the token"),
        "{}",
        bot.log()
    );
    discord.take_violations();
}
