//! Scripted faults, as a real client meets them.

use crate::bot;
use serenity::all::{CreateMessage, Http, HttpBuilder};
use std::time::Duration;
use tests::standin::{Fault, RouteKind, StandIn, Unanswered};

fn http(discord: &StandIn) -> Http {
    HttpBuilder::new(discord.token())
        .proxy(discord.base_url())
        .ratelimiter_disabled(true)
        .build()
}

fn message() -> CreateMessage {
    CreateMessage::new()
        .content("x")
        .allowed_mentions(serenity::all::CreateAllowedMentions::new())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn http_faults_reach_the_client() {
    let discord = StandIn::start().await;
    let table = discord.channel("table");
    let channel = serenity::all::ChannelId::new(table.id);
    let http = http(&discord);
    for (fault, text) in [
        (Fault::rate_limited(Duration::from_secs(1), false), "429"),
        (Fault::server_error(), "500"),
        (Fault::bad_gateway(), "502"),
        (Fault::forbidden(), "Missing Permissions"),
        (Fault::drop_connection(), "IncompleteMessage"),
    ] {
        discord.fail(RouteKind::CreateMessage, fault);
        let error = channel
            .send_message(&http, message())
            .await
            .expect_err("a fault");
        assert!(
            format!("{error:?} {error}").contains(text),
            "{text}: {error:?}"
        );
    }
    assert_eq!(table.message_count(), 0);
    discord.fail(
        RouteKind::CreateMessage,
        Fault::drop_connection().after_effect(),
    );
    channel
        .send_message(&http, message())
        .await
        .expect_err("a fault");
    assert_eq!(
        table.message_count(),
        1,
        "the answer was lost, not the message"
    );
    channel
        .send_message(&http, message())
        .await
        .expect("the faults are over");

    discord.fail(RouteKind::CreateMessage, Fault::hang());
    let hung = tokio::time::timeout(
        Duration::from_millis(50),
        channel.send_message(&http, message()),
    );
    assert!(hung.await.is_err());
    let (fault, gate) = Fault::hold();
    discord.fail_times(RouteKind::CreateMessage, 1, 1, fault);
    channel
        .send_message(&http, message())
        .await
        .expect("one passes");
    let (sent, ()) = tokio::join!(channel.send_message(&http, message()), async {
        gate.arrived(1).await;
        assert_eq!(table.message_count(), 3);
        gate.open();
    });
    sent.expect("the held one goes on");
    assert_eq!(table.message_count(), 4);
    discord.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn missed_events_are_replayed_after_a_resume() {
    let discord = StandIn::start().await;
    let _bot = bot::start(&discord).await;
    let alice = discord.player("Alice", &discord.channel("table"));
    let gateway = discord.gateway();
    let mut resumes = 0;
    let losses: [(&str, &dyn Fn()); 5] = [
        ("cut", &|| gateway.cut()),
        ("4000", &|| gateway.close(4000)),
        ("1001", &|| gateway.close(1001)),
        ("op 7", &|| gateway.ask_reconnect()),
        ("op 9", &|| gateway.invalidate(true)),
    ];
    for (name, lose) in losses {
        lose();
        let answer = alice.slash("/ping").await;
        resumes += 1;
        gateway.resumed(resumes, Duration::from_secs(5)).await;
        assert_eq!(answer.text(), "pong", "after {name}");
        gateway.connected().await;
    }
    assert_eq!(gateway.counts().0, 1, "no second IDENTIFY");
    discord.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn events_are_lost_with_the_session() {
    let discord = StandIn::builder()
        .heartbeat(Duration::from_millis(500))
        .start()
        .await;
    let _bot = bot::start(&discord).await;
    let alice = discord.player("Alice", &discord.channel("table"));
    let gateway = discord.gateway();
    gateway.close(4009);
    assert_eq!(
        alice.try_slash("/ping").await.unwrap_err(),
        Unanswered::NobodyListens
    );
    gateway.identified(2, Duration::from_secs(8)).await;
    gateway.connected().await;
    assert_eq!(alice.slash("/ping").await.text(), "pong");

    gateway.acknowledge(false);
    gateway.identified(3, Duration::from_secs(10)).await;
    gateway.acknowledge(true);
    gateway.connected().await;
    assert_eq!(alice.slash("/ping").await.text(), "pong");
    assert!(gateway.counts().2 > 0, "heartbeats came");
    discord.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_login_ends_the_client() {
    for code in [4004, 4014] {
        let discord = StandIn::start().await;
        discord.gateway().refuse_identify(code);
        let mut bot = bot::start_with(http(&discord)).await;
        let ended = tokio::time::timeout(Duration::from_secs(5), &mut bot.task).await;
        let result = ended.expect("the client ends").expect("without a panic");
        println!("{code}: {result:?}");
        assert!(result.is_err());
        discord.assert_clean();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_redelivered_interaction_is_seen_as_a_second_answer() {
    let discord = StandIn::start().await;
    let _bot = bot::start(&discord).await;
    let alice = discord.player("Alice", &discord.channel("table"));
    let answer = alice.slash("/ping").await;
    discord.gateway().redeliver(answer.interaction);
    // The small bot does not know the interaction again, so it answers twice.
    discord
        .wait_for_violation(|violation| violation.what.contains("40060"))
        .await;
    discord.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clean_shutdown_says_goodbye() {
    let discord = StandIn::start().await;
    let bot = bot::start(&discord).await;
    bot.shards.shutdown_all().await;
    assert_eq!(discord.gateway().disconnected().await, Some(1000));
    let alice = discord.player("Alice", &discord.channel("table"));
    assert_eq!(
        alice.try_slash("/ping").await.unwrap_err(),
        Unanswered::NobodyListens
    );
    discord.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn events_go_to_the_shard_of_their_guild() {
    let discord = StandIn::start().await;
    discord.gateway().recommend_shards(2);
    let _bot = bot::start_sharded(http(&discord)).await;
    discord
        .gateway()
        .identified(2, Duration::from_secs(10))
        .await;
    let alice = discord.player("Alice", &discord.channel("table"));
    discord.commands_registered().await;
    assert_eq!(alice.slash("/ping").await.text(), "pong");
    assert_eq!(alice.in_direct().slash("/ping").await.text(), "pong");
    assert_eq!(
        discord.count(RouteKind::Callback),
        2,
        "each event went to one shard"
    );
    discord.assert_clean();
}
