//! The real bot, as `roundhouse run` starts it, at the stand-in Discord: a whole game by slash commands, autocomplete
//! and buttons, and what happens when the network, Discord or the process itself fails.

mod bot;
mod calls;
mod consent;
mod failures;
mod life;
mod table;

use bot::Home;
use engine::Game;
use table::{NAMES, Table};
use tests::script::{self, Script};
use tests::standin::{RouteKind, StandIn};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_game_is_played_at_discord() {
    let script = match tests::shared::need(
        "replays/18ardennes/fixture_1.jsonl.gz",
        "the recorded game fixture_1; the demo's game is played instead",
    ) {
        Some(path) => script::of_trace(&path).expect("the trace replays"),
        None => script::of_console("the demo's game", ::bot::demo::GAME).expect("it replays"),
    };
    whole("whole", &script, usize::MAX).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_game_of_the_second_title_is_played_at_discord() {
    let script = script::recorded("1873", "the recorded game fixture_1 of 1873");
    whole("whole-1873", &script.expect("it replays"), 100).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_game_of_1826_is_played_at_discord() {
    let what = "the recorded game recorded_4p_2 of 1826";
    let Some(path) = tests::shared::need("replays/1826/recorded_4p_2.jsonl.gz", what) else {
        return;
    };
    let mut script = script::of_trace(&path).expect("it replays");
    // The program that recorded it deducts neither loans nor bonds.
    script.result = None;
    whole("whole-1826", &script, 30).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_game_of_the_third_title_is_played_at_discord() {
    let script = script::recorded("1835", "the recorded game random_4p_5 of 1835");
    whole("whole-1835", &script.expect("it replays"), 40).await;
}

/// Plays a game to its end; of posts beyond the first so many the pictures are compared now and then.
async fn whole(name: &str, script: &Script, compared: usize) {
    let begun = std::time::Instant::now();
    let discord = StandIn::builder().keep_files(4).start().await;
    let home = Home::new(name, &discord);
    let mut bot = home.start();
    discord.gateway().connected().await;
    discord.commands_registered().await;
    let mut table = Table::open(&discord, "table-1", script.setup.clone(), 1).await;
    table.compared = compared;
    for (number, step) in script.steps.iter().enumerate() {
        table.step(step.seat, &step.action).await;
        if number % 100 == 50 {
            let status = table.players[1].slash("/game status").await;
            assert!(status.text().contains(&table.game.round_name()));
            let board = table.players[2].slash("/show map").await;
            assert_eq!(board.files().len(), 1, "{}", board.text());
        }
        // A long game would fill the log.
        discord.assert_clean();
    }
    assert!(table.game.is_over(), "{} comes to its end", script.source);
    if let Some(result) = &script.result {
        let ours: Vec<i64> = worths(&table.game);
        assert_eq!(&ours, result, "final score of {}", script.source);
    }
    let last = table.post.text();
    for (seat, worth) in table.game.seats().zip(worths(&table.game)) {
        let line = format!(
            "{} {}",
            NAMES[seat.index()],
            table.game.definition().money.print(worth as i32)
        );
        assert!(last.contains(&line), "{line} is missing in {last}");
    }
    let stored = rusqlite::Connection::open(home.database()).expect("the database opens");
    let count = |sql: &str| -> i64 {
        (stored.query_row(sql, [], |row| row.get(0))).expect("the database can be read")
    };
    let actions = count("SELECT COUNT(*) FROM actions");
    assert_eq!(actions, table.game.log().len() as i64);
    // The last post is on the channel a moment before the bot has written down that it is.
    let pending = || count("SELECT COUNT(*) FROM outbox WHERE state IN ('pending', 'failed')");
    let asked = std::time::Instant::now();
    while pending() > 0 && asked.elapsed().as_secs() < 15 {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(pending(), 0, "posts that were not delivered");
    assert_eq!(
        discord.count(RouteKind::CreateMessage),
        table.place.message_count()
    );
    println!(
        "{}: {:?}, {} entries, {:.1} s",
        script.source,
        table.counts,
        actions,
        begun.elapsed().as_secs_f64()
    );
    assert!(table.counts.buttons > 20 && table.counts.suggestions > 20);
    bot.terminate();
    assert_eq!(bot.ended(std::time::Duration::from_secs(15)).await, Some(0));
    discord.assert_clean();
}

/// What each player is worth, by seat.
fn worths(game: &Game) -> Vec<i64> {
    game.seats()
        .map(|seat| i64::from(game.worth(seat)))
        .collect()
}
