//! Interactions that come twice, buttons of the past, and a Discord that answers badly.

use crate::bot::Home;
use crate::table::Table;
use engine::{Action, Game, Setup};
use std::time::Duration;
use tests::play::{self, Dice};
use tests::standin::{Fault, RouteKind, StandIn};

/// A running bot with a game of three.
pub async fn seated(name: &str, discord: &StandIn) -> (Home, crate::bot::Bot, Table) {
    let home = Home::new(name, discord);
    let bot = home.start();
    discord.gateway().connected().await;
    discord.commands_registered().await;
    let table = Table::open(discord, name, Setup::new("18ardennes", 3), 1).await;
    (home, bot, table)
}

/// Plays so many steps of a random game.
pub async fn play(table: &mut Table, dice: &mut Dice, steps: usize) {
    for _ in 0..steps {
        let (seat, action) = play::choose(&table.game, dice).expect("the game goes on");
        table.step(seat, &action).await;
    }
}

/// The first step of a game: the first lot is opened.
fn opening(game: &Game) -> (engine::ids::Seat, Action) {
    play::choose(game, &mut Dice::new(3)).expect("the game has begun")
}

fn stored_actions(home: &Home) -> i64 {
    let stored = rusqlite::Connection::open(home.database()).expect("the database opens");
    stored
        .query_row("SELECT COUNT(*) FROM actions", [], |row| row.get(0))
        .expect("the database can be read")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_interaction_that_comes_again_is_not_carried_out_again() {
    let discord = StandIn::start().await;
    let (home, _bot, mut table) = seated("again", &discord).await;
    let (seat, action) = opening(&table.game);
    let text = bot::table::for_sure(&table.game.print(&action), &action);
    let player = table.players[seat.index()].clone();
    let answer = player.slash(&format!("/do action:{text:?}")).await;
    assert!(answer.text().starts_with('✔'), "{}", answer.text());
    table.game.apply(seat, &action).expect("it is legal");
    let actions = stored_actions(&home);
    assert_eq!(actions, table.game.log().len() as i64);
    for round in 0..3 {
        let edits = discord.count(RouteKind::Original);
        discord.gateway().redeliver(answer.interaction);
        // The bot answers as before, on the message that is there.
        discord.requests(RouteKind::Original, edits + 1).await;
        assert_eq!(stored_actions(&home), actions, "delivery {}", round + 2);
        let now = discord
            .message(answer.message())
            .expect("it is still there");
        assert_eq!(now.text(), answer.text());
    }
    // Discord says that it was acknowledged already, as it should.
    let refused = discord.forgive(|violation| violation.what.contains("40060"));
    assert_eq!(refused, 3);
    discord.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn buttons_of_the_past_do_nothing() {
    let discord = StandIn::start().await;
    let (home, _bot, mut table) = seated("stale", &discord).await;
    // A post of the past loses its buttons, which the table judges; an answer to a player keeps them.
    let asked = table.game.decision().expect("the game has begun").seat;
    let player = table.players[asked.index()].clone();
    let old = player.slash("/play").await;
    play(&mut table, &mut Dice::new(5), 6).await;
    let actions = stored_actions(&home);
    let count = table.place.message_count();
    assert!(!old.buttons().is_empty());
    for button in old.buttons() {
        let said = player.press(old.message(), &button.custom_id).await.text();
        assert!(said.contains("moved on"), "{}: {said}", button.custom_id);
    }
    assert_eq!(stored_actions(&home), actions);
    assert_eq!(table.place.message_count(), count, "nothing is posted");
    // Whoever is not asked cannot press what is offered to another.
    let asked = table.game.decision().expect("the game goes on").seat;
    let other = &table.players[(asked.index() + 1) % 3];
    for button in table.call.buttons() {
        let said = other.press(&table.call, &button.custom_id).await.text();
        let listed = button.custom_id.starts_with("p:");
        assert!(listed || said.contains("not your decision"), "{said}");
    }
    assert_eq!(stored_actions(&home), actions);
    discord.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn posts_arrive_once_and_in_order_through_bad_answers() {
    let discord = StandIn::builder()
        .patience(Duration::from_secs(60))
        .start()
        .await;
    let (_home, _bot, mut table) = seated("bad-answers", &discord).await;
    let mut dice = Dice::new(8);
    let rate = Fault::rate_limited(Duration::from_millis(300), false);
    for (fault, times) in [
        (Fault::server_error(), 2),
        (Fault::bad_gateway(), 1),
        (rate, 1),
        (Fault::drop_connection(), 1),
        // Posted, but the answer is lost: the nonce keeps the second attempt from becoming a second message.
        (Fault::drop_connection().after_effect(), 1),
        (Fault::bad_gateway().after_effect(), 1),
    ] {
        let before = table.place.message_count();
        let posts = table.counts.posts;
        discord.fail_times(RouteKind::CreateMessage, 0, times, fault);
        // Each step of the auction is a turn with a post of its own, which the table judges.
        play(&mut table, &mut dice, 3).await;
        let said = table.counts.posts - posts;
        assert!(said > 0, "these steps have posts");
        assert_eq!(table.place.message_count(), before + said);
    }
    // Answers to players survive a bad moment too.
    discord.fail_times(RouteKind::Original, 0, 1, Fault::server_error());
    play(&mut table, &mut dice, 1).await;
    discord.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_post_that_gets_no_answer_is_sent_again() {
    let discord = StandIn::builder()
        .patience(Duration::from_secs(60))
        .start()
        .await;
    let (_home, _bot, mut table) = seated("hung", &discord).await;
    let before = table.place.message_count();
    discord.fail(RouteKind::CreateMessage, Fault::hang());
    play(&mut table, &mut Dice::new(8), 2).await;
    assert_eq!(
        table.place.message_count() - before,
        table.counts.posts - 1,
        "every post came once"
    );
    discord.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_posts_wait_for_the_limit_of_their_channel() {
    let discord = StandIn::builder()
        .tls()
        .limit_messages()
        .patience(Duration::from_secs(60))
        .start()
        .await;
    let home = Home::with_tls("limits", &discord);
    let _bot = home.start();
    discord.gateway().connected().await;
    discord.commands_registered().await;
    let mut table = Table::open(&discord, "limits", Setup::new("18ardennes", 3), 1).await;
    play(&mut table, &mut Dice::new(9), 12).await;
    assert!(table.counts.posts > 8);
    let refused = discord
        .log()
        .iter()
        .filter(|logged| logged.kind == RouteKind::CreateMessage && logged.status != 200)
        .count();
    assert_eq!(refused, 0, "the limiter waits before Discord has to refuse");
    discord.assert_clean();
}
