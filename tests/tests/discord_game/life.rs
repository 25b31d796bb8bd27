//! The life of the process: logging in, losing the gateway, being killed, shutting down.

use crate::bot::Home;
use crate::failures::{play, seated};
use std::time::Duration;
use tests::play::Dice;
use tests::standin::{RouteKind, StandIn};

const SOON: Duration = Duration::from_secs(15);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_gateway_is_found_again() {
    let discord = StandIn::start().await;
    let (_home, _bot, mut table) = seated("gateway", &discord).await;
    let gateway = discord.gateway();
    let mut dice = Dice::new(21);
    let losses: [&dyn Fn(); 4] = [
        &|| gateway.cut(),
        &|| gateway.close(4000),
        &|| gateway.ask_reconnect(),
        &|| gateway.invalidate(true),
    ];
    for (number, lose) in losses.iter().enumerate() {
        lose();
        // What is sent meanwhile is replayed after the resume, and done once.
        play(&mut table, &mut dice, 3).await;
        gateway.resumed(number + 1, SOON).await;
        gateway.connected().await;
    }
    assert_eq!(gateway.counts().0, 1, "no second IDENTIFY");
    // A session that is gone: whoever presses meanwhile is not heard, and tries again.
    gateway.close(4009);
    gateway.identified(2, SOON).await;
    gateway.connected().await;
    play(&mut table, &mut dice, 3).await;
    discord.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_bot_goes_on_where_it_was() {
    let discord = StandIn::start().await;
    let (home, mut bot, mut table) = seated("killed", &discord).await;
    let mut dice = Dice::new(22);
    let registered = |discord: &StandIn| {
        discord
            .log()
            .iter()
            .filter(|logged| logged.kind == RouteKind::Commands && logged.method == "PUT")
            .count()
    };
    assert_eq!(registered(&discord), 1);
    for life in 2..5 {
        play(&mut table, &mut dice, 5).await;
        bot.kill();
        bot = home.start();
        discord.gateway().identified(life, SOON).await;
        discord.gateway().connected().await;
    }
    play(&mut table, &mut dice, 5).await;
    let told = table.players[0].slash("/game status").await;
    assert!(
        told.text().contains(&table.game.round_name()),
        "{}",
        told.text()
    );
    assert_eq!(
        registered(&discord),
        1,
        "commands that have not changed are not registered again"
    );
    discord.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_signal_ends_it_cleanly() {
    let discord = StandIn::start().await;
    let (home, mut bot, mut table) = seated("signal", &discord).await;
    play(&mut table, &mut Dice::new(23), 3).await;
    bot.terminate();
    assert_eq!(bot.ended(SOON).await, Some(0), "{:#?}", bot.log());
    assert_eq!(discord.gateway().disconnected().await, Some(1000));
    let stored = rusqlite::Connection::open(home.database()).expect("the database opens");
    let waiting: i64 = stored
        .query_row(
            "SELECT COUNT(*) FROM outbox WHERE state = 'pending'",
            [],
            |row| row.get(0),
        )
        .expect("the database can be read");
    assert_eq!(waiting, 0);
    assert!(!bot.log().iter().any(|line| line.contains("panicked")));
    discord.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_that_discord_refuses_is_one_sentence() {
    // A token of another bot: HTTP answers 401.
    let discord = StandIn::start().await;
    let home = Home::new("token", &discord).with_token("MTA.of.another", &discord);
    refused(home, "token").await;
    discord.forgive(|violation| violation.what.contains("Authorization"));
    discord.assert_clean();

    // The gateway closes with 4004, or with 4014 for events that were not allowed.
    for (code, word) in [(4004, "token"), (4014, "events")] {
        let discord = StandIn::start().await;
        discord.gateway().refuse_identify(code);
        refused(Home::new(&format!("close-{code}"), &discord), word).await;
        discord.assert_clean();
    }
}

async fn refused(home: Home, word: &str) {
    let mut bot = home.start();
    assert_eq!(bot.ended(SOON).await, Some(2), "{:#?}", bot.log());
    let log = bot.log();
    let last = log.last().cloned().unwrap_or_default();
    assert!(last.starts_with("roundhouse: "), "{log:#?}");
    assert!(last.contains(word), "{word:?} is missing: {last}");
    let said = log.iter().filter(|line| line.starts_with("roundhouse: "));
    assert_eq!(said.count(), 1, "one sentence: {log:#?}");
    for line in &log {
        assert!(
            !line.contains("panicked") && !line.contains("MTA."),
            "{line}"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_command_is_valid_and_registered_once() {
    let discord = StandIn::start().await;
    let home = Home::new("commands", &discord);
    let mut bot = home.start();
    discord.gateway().connected().await;
    let commands = discord.commands_registered().await;
    let names: Vec<&str> = commands
        .iter()
        .filter_map(|command| command["name"].as_str())
        .collect();
    for name in [
        "game", "play", "do", "pass", "bid", "lay", "run", "show", "ref",
    ] {
        assert!(names.contains(&name), "/{name} is missing");
    }
    // Nothing asks for more rights than a player has.
    for command in &commands {
        assert!(
            command["description"]
                .as_str()
                .is_some_and(|text| !text.is_empty())
        );
    }
    bot.terminate();
    assert_eq!(bot.ended(SOON).await, Some(0));
    discord.assert_clean();
}
