//! Calls at the stand-in Discord: reminders in the channel and by direct message, closed messages, "not now", the host's
//! nudge, a warning and a move by the clock; who is next, away, vanished or gone; votes at night; what orders say. The
//! stand-in judges each message; time passes while the bot is down.

#[allow(dead_code)]
#[path = "../discord_game/bot.rs"]
mod bot;

use crate::bot::{Bot, Home};
use tests::standin::{Message, Place, Player, StandIn};

const HOUR: i64 = 3600;

/// A table of three, and its bot.
struct Scene {
    discord: StandIn,
    place: Place,
    anna: Player,
    ben: Player,
    clara: Player,
    home: Home,
    bot: Bot,
}

impl Scene {
    async fn begin(name: &str) -> Scene {
        let discord = StandIn::start().await;
        let home = Home::new(name, &discord);
        let bot = home.start();
        discord.gateway().connected().await;
        discord.commands_registered().await;
        let place = discord.channel("railways");
        let [anna, ben, clara] = ["Anna", "Ben", "Clara"].map(|name| discord.player(name, &place));
        anna.slash("/game new title:18ardennes seating:joined")
            .await;
        ben.slash("/game join").await;
        clara.slash("/game join").await;
        anna.slash("/game start").await;
        Scene {
            discord,
            place,
            anna,
            ben,
            clara,
            home,
            bot,
        }
    }

    /// So many seconds pass while the bot is down: what was, is so much longer ago.
    async fn pass(&mut self, seconds: i64) {
        while self.home.left_to_say() > 0 {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        self.bot.kill();
        let store = rusqlite::Connection::open(self.home.database()).expect("the file is there");
        for (table, column) in [
            ("awaited", "since"),
            ("said", "at"),
            ("put_offs", "at"),
            ("put_offs", "until"),
            ("nudges", "at"),
            ("due", "at"),
            ("journal", "at"),
        ] {
            store
                .execute(
                    &format!("UPDATE {table} SET {column} = {column} - ?1"),
                    [seconds],
                )
                .expect("time can pass");
        }
        drop(store);
        let (lives, _, _) = self.discord.gateway().counts();
        self.bot = self.home.start();
        let soon = std::time::Duration::from_secs(30);
        self.discord.gateway().identified(lives + 1, soon).await;
        self.discord.gateway().connected().await;
    }

    /// A message in a place after so many that holds these words.
    async fn said(&self, place: &Place, after: usize, words: &str) -> Message {
        let known: Vec<u64> = (place.messages().iter().take(after))
            .map(|message| message.id)
            .collect();
        place
            .wait_for_message(|message| {
                !known.contains(&message.id) && message.text().contains(words)
            })
            .await
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_are_called_by_valid_messages() {
    let mut scene = Scene::begin("called").await;
    let (anna, ben, clara) = (scene.anna.clone(), scene.ben.clone(), scene.clara.clone());
    // Wherever he lives, this test calls him at any hour.
    ben.slash("/me zone place:Tokyo").await;
    ben.slash("/me quiet hours:none").await;
    let moved = anna.slash("/do action:\"bid 1 100!\"").await;
    assert!(moved.text().starts_with('✔'), "{}", moved.text());

    // A day later he is called in the channel, with his choices and with "not now".
    let before = scene.place.message_count();
    scene.pass(25 * HOUR).await;
    let place = scene.place.clone();
    let call = scene.said(&place, before, "still **your decision**").await;
    assert_eq!(call.pinged, [ben.id]);
    assert!(call.text().contains("reminder 1 of 5"), "{}", call.text());
    let labels: Vec<String> = call
        .buttons()
        .into_iter()
        .map(|button| button.label)
        .collect();
    let not_now = [
        "Again in 1 h",
        "This evening",
        "Tomorrow morning",
        "No more for this turn",
    ];
    assert_eq!(labels[labels.len() - 4..], not_now, "{labels:?}");
    let stranger = clara.press_label(&call, "No more for this turn").await;
    assert!(
        stranger.ephemeral() && !stranger.text().contains("You are"),
        "{}",
        stranger.text()
    );
    let heard = ben.press_label(&call, "Again in 1 h").await;
    assert!(heard.ephemeral(), "only he reads it");
    assert!(
        heard.text().starts_with("You are called again <t:"),
        "{}",
        heard.text()
    );

    // From now on by a message of his own, with a link to the post of the turn.
    ben.slash("/me remind where:message").await;
    let direct = scene.discord.direct(&ben);
    let (before, here) = (direct.message_count(), place.message_count());
    scene.pass(HOUR + 60).await;
    let letter = scene.said(&direct, before, "still **your decision**").await;
    let link = format!(
        "https://discord.com/channels/{}/{}",
        scene.discord.guild_id(),
        place.id
    );
    assert!(letter.text().contains(&link), "{}", letter.text());
    let calls = |place: &Place, from: usize| {
        let messages = place.messages();
        messages
            .iter()
            .skip(from)
            .filter(|one| one.pinged.contains(&ben.id))
            .count()
    };
    assert_eq!(calls(&place, here), 0, "not in the channel as well");
    let heard = ben.in_direct().press_label(&letter, "Again in 1 h").await;
    assert!(
        heard.text().starts_with("You are called again <t:"),
        "{}",
        heard.text()
    );

    // He closes his messages: Discord refuses them (50007), and he is called in the channel.
    scene
        .discord
        .change_user(&ben, |user| user.refuses_dms = true);
    let before = place.message_count();
    scene.pass(HOUR + 60).await;
    let call = scene.said(&place, before, "still **your decision**").await;
    assert_eq!(call.pinged, [ben.id]);
    let me = ben.slash("/me show").await;
    assert!(
        me.text().contains("Discord does not let me write to you"),
        "{}",
        me.text()
    );

    // The host calls him, once.
    let before = place.message_count();
    scene.pass(2 * HOUR).await;
    let said = anna.slash("/game nudge").await;
    assert_eq!(said.text(), "Ben is called.");
    let nudge = scene.said(&place, before, "Anna asks you for it").await;
    assert_eq!(nudge.pinged, [ben.id]);
    let again = anna.slash("/game nudge").await;
    assert!(again.text().contains("was nudged"), "{}", again.text());

    // A limit is agreed on; it is nearly up, and then it is.
    anna.slash("/game settings setting:overtime value:pass")
        .await;
    anna.slash("/game settings setting:time value:72h").await;
    let before = place.message_count();
    scene.pass(38 * HOUR).await;
    scene.said(&place, before, "still **your decision**").await;
    scene.pass(60).await;
    let warned = scene.said(&place, before, "Your time to decide").await;
    assert_eq!(warned.pinged, [ben.id]);
    let before = place.message_count();
    scene.pass(8 * HOUR).await;
    scene.said(&place, before, "The clock moves").await;
    let turn = scene.said(&place, before, "**Your decision**").await;
    assert!(turn.pinged.contains(&clara.id), "{}", turn.text());
    let log = anna.slash("/game log").await;
    assert!(log.text().contains("clock"), "{}", log.text());
    // What calls him is over: no buttons are left.
    let call = place.message(call.id).expect("it stands");
    assert!(call.buttons().is_empty(), "{:?}", call.buttons());
    scene
        .discord
        .forgive(|violation| violation.to_string().contains("50007"));
    scene.discord.assert_clean();
}

/// Does something, and gives the message of the channel that follows it.
async fn after(scene: &Scene, who: &Player, line: &str, words: &str) -> Message {
    let before = scene.place.message_count();
    let reply = who.slash(line).await;
    assert!(!reply.text().is_empty(), "{line}");
    scene.said(&scene.place, before, words).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_next_the_absent_the_vanished_and_the_ordered_are_told_of_by_valid_messages() {
    let mut scene = Scene::begin("vanished").await;
    let (anna, ben, clara) = (scene.anna.clone(), scene.ben.clone(), scene.clara.clone());
    let place = scene.place.clone();
    clara.slash("/me remind next:yes").await;
    let next = after(&scene, &anna, "/do action:\"bid 1 100!\"", "You are next").await;
    assert_eq!(next.pinged, [clara.id], "{}", next.text());
    // Away: his table sees it, and nobody is pinged for it.
    let away = after(
        &scene,
        &ben,
        "/me away until:\"3 days\"",
        "Ben is away until <t:",
    )
    .await;
    assert_eq!(away.pinged, Vec::<u64>::new());
    let status = anna.slash("/game status").await;
    assert!(
        status.text().contains("Away: Ben until <t:"),
        "{}",
        status.text()
    );
    after(&scene, &ben, "/me back", "Ben is back").await;

    // Nothing is heard of him: the table may vote. Whoever sleeps is named without a ping, and called when he wakes.
    let hour = |ahead: u64| {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        (now.expect("it is past 1970").as_secs() / 3600 + ahead) % 24
    };
    anna.slash("/game settings setting:silence value:three-days")
        .await;
    anna.slash("/me zone place:Reykjavik").await;
    let night = format!("/me quiet hours:{}-{}", hour(22), hour(2));
    assert!(anna.slash(&night).await.text().contains("quiet hours"));
    let before = place.message_count();
    scene.pass(73 * HOUR).await;
    let silent = scene
        .said(&place, before, "Nothing has been heard of Ben")
        .await;
    assert_eq!(silent.pinged, Vec::<u64>::new());
    let before = place.message_count();
    clara
        .press_label(&silent, "Vote: the clock answers for him")
        .await;
    let vote = scene
        .said(&place, before, "proposes that the clock answers")
        .await;
    assert_eq!(
        vote.pinged,
        Vec::<u64>::new(),
        "anna sleeps: {}",
        vote.text()
    );
    anna.slash("/me quiet hours:none").await;
    let before = place.message_count();
    scene.pass(60).await;
    let call = scene.said(&place, before, "**You are asked**").await;
    assert_eq!(call.pinged, [anna.id]);
    let stranger = ben
        .press_label(&call, "Agree (the clock answers for him)")
        .await;
    assert!(
        stranger.ephemeral() && stranger.text().contains("Only"),
        "{}",
        stranger.text()
    );
    let before = place.message_count();
    anna.press_label(&call, "Agree (the clock answers for him)")
        .await;
    let word = scene
        .said(&place, before, "From now on the clock answers for Ben")
        .await;
    assert_eq!(word.buttons().len(), 1);
    scene.pass(60).await;
    let turn = scene.said(&place, before, "**Your decision**").await;
    assert!(turn.pinged.contains(&clara.id), "{}", turn.text());
    for over in [&vote, &call] {
        let over = place.message(over.id).expect("it stands");
        assert!(over.buttons().is_empty(), "{}", over.text());
    }

    // What an order does is told to all, why it stopped to its owner alone.
    clara.slash("/me remind where:message").await;
    let direct = scene.discord.direct(&clara);
    let acted = after(
        &scene,
        &clara,
        "/auto bid lot:1 amount:110",
        "By Clara's order: Clara bids",
    );
    acted.await;
    let before = direct.message_count();
    anna.slash("/do action:\"bid 1 115!\"").await;
    let line = scene
        .said(&direct, before, "has stopped; it acted once")
        .await;
    assert!(
        line.text()
            .contains("The least bid is f.120 now, above your f.110."),
        "{}",
        line.text()
    );
    // So it is with moves made ahead.
    clara.slash("/do action:\"bid 1 120!\"").await;
    let queued = clara.slash("/plan queue action:\"bid 1 130\"").await;
    assert!(queued.ephemeral(), "{}", queued.text());
    let before = direct.message_count();
    anna.slash("/do action:\"bid 1 130!\"").await;
    let line = scene
        .said(&direct, before, "`bid 1 130` was not made: ")
        .await;
    assert!(line.text().contains("has stopped"), "{}", line.text());

    // She leaves the server: Discord takes no message for her any more (50278), and the channel hears of it.
    scene.discord.leaves(&clara);
    let before = place.message_count();
    scene.pass(25 * HOUR).await;
    let call = scene.said(&place, before, "**your decision**").await;
    assert!(
        call.text().starts_with(&format!("<@{}> ", clara.id)),
        "{}",
        call.text()
    );
    // The table goes on without her as without anybody of whom nothing is heard.
    let before = place.message_count();
    scene.pass(73 * HOUR).await;
    scene
        .said(&place, before, "Nothing has been heard of Clara")
        .await;
    scene
        .discord
        .forgive(|violation| violation.to_string().contains("50278"));
    scene.discord.assert_clean();
}
