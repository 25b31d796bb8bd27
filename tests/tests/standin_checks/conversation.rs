//! serenity in proxy mode talks to the stand-in, as the players make it.

use crate::bot::{self, PIXEL};
use std::sync::atomic::Ordering;
use tests::standin::{FirstAnswer, RouteKind, StandIn, Unanswered};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_conversation_is_clean() {
    let discord = StandIn::builder().compress().start().await;
    let bot = bot::start(&discord).await;
    let table = discord.channel("table");
    let alice = discord.player("Alice", &table);
    let bob = discord.player("Bob", &table);

    let pong = alice.slash("/ping").await;
    assert_eq!((pong.text().as_str(), pong.ephemeral()), ("pong", true));

    let opened = alice.slash("/game new title:1835 with:@bob").await;
    assert_eq!(opened.first, FirstAnswer::DeferredMessage);
    assert_eq!(
        (opened.text().as_str(), opened.ephemeral()),
        ("Opened.", true)
    );
    let post = table
        .wait_for_message(|m| m.content.contains("new game of 1835"))
        .await;
    assert_eq!(post.pinged, [bob.id]);
    assert_eq!(post.file("map.png").map(|file| file.bytes()), Some(PIXEL));
    assert_eq!(table.message_count(), 1);

    let choices = alice.autocomplete("/lay rotation:2", "hex", "F1").await;
    assert_eq!(
        choices.iter().map(|c| c.value.as_str()).collect::<Vec<_>>(),
        ["F10", "F12"]
    );
    let laid = alice.slash("/lay hex:F10 rotation:2").await;
    assert_eq!(laid.text(), "Laid at F10");

    let board = bob.slash("/board").await;
    assert_eq!(board.files()[0].png_size(), Some((1, 1)));
    assert!(!board.ephemeral());
    discord.requests(RouteKind::Followup, 1).await;

    let panel = alice.slash("/panel").await;
    assert_eq!(panel.buttons().len(), 3);
    let mapped = alice.press_label(&panel, "Map").await;
    assert_eq!(mapped.first, FirstAnswer::DeferredUpdate);
    assert_eq!(mapped.files().len(), 1);
    let picked = alice.select(&panel, "tile", &["57"]).await;
    assert_eq!(picked.text(), "You picked [\"57\"]");
    let done = alice.press(&panel, "yes").await;
    assert_eq!((done.text().as_str(), done.buttons().len()), ("Done", 0));
    assert_eq!(done.message().id, panel.message().id);

    let form = alice.slash("/ask").await;
    assert_eq!(
        alice.submit(&form, &[("text", "a line")]).await.text(),
        "You wrote a line"
    );

    let owner = discord.owner(&table);
    let read = owner
        .command("import")
        .file("file", "game.json", b"{}")
        .send()
        .await;
    assert_eq!(read.text(), "game.json has 2 bytes");

    assert_eq!(
        bot.unknown.load(Ordering::SeqCst),
        0,
        "every event was parsed"
    );
    discord.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_client_offers_only_what_is_registered() {
    let discord = StandIn::start().await;
    let _bot = bot::start(&discord).await;
    let table = discord.channel("table");
    let alice = discord.player("Alice", &table);
    let bob = discord.player("Bob", &table);
    for (line, why) in [
        ("/nothing", "not registered"),
        ("/game", "needs a subcommand"),
        ("/game old", "no subcommand"),
        ("/game new", "needs the option"),
        ("/game new title:1836", "none of the choices"),
        ("/game new title:1835 players:3", "no registered option"),
        ("/game new title:1835 with:@nobody", "no user"),
        (
            "/game new title:1835 note:\"a text of more than forty characters, that is too long\"",
            "characters",
        ),
        ("/lay hex:F10 rotation:6", "not in 0..=5"),
        ("/lay hex:F10 rotation:two", "no whole number"),
        ("/import file:x", "hidden from this member"),
    ] {
        match alice.try_slash(line).await {
            Err(Unanswered::NotOffered(text)) => assert!(text.contains(why), "{line}: {text}"),
            other => panic!("{line}: {other:?}"),
        }
    }
    let panel = alice.slash("/panel").await;
    assert!(
        bob.try_press(&panel, "yes").await.is_err(),
        "an ephemeral message is for one player"
    );
    assert!(
        alice.try_press(&panel, "no").await.is_err(),
        "a disabled button"
    );
    assert!(
        alice.try_press(&panel, "other").await.is_err(),
        "no such button"
    );
    discord.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_commands_take_little_time() {
    let discord = StandIn::start().await;
    let _bot = bot::start(&discord).await;
    let table = discord.channel("table");
    let alice = discord.player("Alice", &table);
    let begun = std::time::Instant::now();
    for _ in 0..1000 {
        alice.slash("/lay hex:F10 rotation:2").await;
    }
    let each = begun.elapsed() / 1000;
    println!("one command takes {each:?}");
    assert!(each.as_millis() < 50, "{each:?}");
    discord.assert_clean();
}
