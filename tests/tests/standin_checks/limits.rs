//! serenity's rate limiter against the TLS side, as `discord.com`.

use serenity::all::{ChannelId, CreateAllowedMentions, CreateMessage, HttpBuilder};
use std::time::{Duration, Instant};
use tests::standin::{Fault, RouteKind, StandIn};

fn message() -> CreateMessage {
    CreateMessage::new()
        .content("x")
        .allowed_mentions(CreateAllowedMentions::new())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_429_is_waited_out_and_sent_again() {
    let discord = StandIn::builder().tls().start().await;
    let table = discord.channel("table");
    let web = discord.tls().client(Duration::from_secs(5));
    let http = HttpBuilder::new(discord.token()).client(web).build();
    let limited = Fault::rate_limited(Duration::from_millis(600), false);
    discord.fail_times(RouteKind::CreateMessage, 0, 2, limited);
    let begun = Instant::now();
    ChannelId::new(table.id)
        .send_message(&http, message())
        .await
        .expect("sent in the end");
    assert!(
        begun.elapsed() >= Duration::from_millis(1000),
        "{:?}",
        begun.elapsed()
    );
    let statuses: Vec<u16> = discord.log().iter().map(|logged| logged.status).collect();
    assert_eq!(statuses, [429, 429, 200]);
    assert_eq!(table.message_count(), 1);
    discord.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_limit_of_a_channel_is_kept() {
    let discord = StandIn::builder().tls().limit_messages().start().await;
    let table = discord.channel("table");
    let web = discord.tls().client(Duration::from_secs(5));
    let http = HttpBuilder::new(discord.token()).client(web).build();
    let begun = Instant::now();
    for _ in 0..6 {
        ChannelId::new(table.id)
            .send_message(&http, message())
            .await
            .expect("sent");
    }
    assert!(
        begun.elapsed() >= Duration::from_millis(4500),
        "{:?}",
        begun.elapsed()
    );
    assert!(
        discord.log().iter().all(|logged| logged.status == 200),
        "serenity waited by itself"
    );
    discord.assert_clean();
}
