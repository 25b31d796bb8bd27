//! Calls by message: with a link and buttons that work where they are read; in the channel where Discord refuses them.

use crate::failures::seated;
use tests::standin::StandIn;

const SOON: std::time::Duration = std::time::Duration::from_secs(20);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_wants_messages_gets_them_or_is_called_in_the_channel() {
    let discord = StandIn::start().await;
    let (home, mut bot, table) = seated("calls", &discord).await;
    let (opener, second) = (table.players[0].clone(), table.players[1].clone());
    let page = second.slash("/me remind where:message").await;
    assert!(
        page.text().contains("by a message of mine"),
        "{}",
        page.text()
    );
    let found = second.autocomplete("/me zone", "place", "ber").await;
    assert!(
        found
            .iter()
            .any(|one| one.name.starts_with("Berlin, Germany")),
        "{found:?}"
    );
    let page = opener.slash("/me zone place:Sydney, Australia").await;
    assert!(page.text().contains("Australia/Sydney"), "{}", page.text());
    let page = opener.slash("/me quiet hours:none").await;
    assert!(page.text().contains("no quiet hours"), "{}", page.text());
    let alone = discord.direct(&second);
    // Who comes after wants a message: the post of the turn names him and pings nobody.
    let done = opener.slash("/do action:bid 1 100!").await;
    assert!(done.text().starts_with('✔'), "{}", done.text());
    let mention = second.mention();
    let post = table
        .place
        .wait_for_message(|message| {
            message.content.contains(&mention) && message.content.contains("your decision")
        })
        .await;
    assert!(!post.pinged.contains(&second.id), "{post:?}");
    bot.terminate();
    bot.ended(SOON).await;
    // At its start the bot does what has fallen due meanwhile.
    let mut bot = home.start();
    discord.gateway().connected().await;
    let call = alone
        .wait_for_message(|message| message.content.contains("your decision"))
        .await;
    assert!(
        call.content.contains("https://discord.com/channels/"),
        "{}",
        call.content
    );
    let said = second.in_direct().press_label(&call, "Again in 1 h").await;
    assert!(
        said.text().starts_with("You are called again <t:"),
        "{}",
        said.text()
    );
    bot.terminate();
    bot.ended(SOON).await;
    // An hour later Discord takes no more messages for him.
    let stored = rusqlite::Connection::open(home.database()).expect("the database opens");
    stored
        .execute_batch(
            "UPDATE put_offs SET until = until - 3700, at = at - 3700; UPDATE said SET at = at - 3700;
             UPDATE due SET at = at - 3700 WHERE kind = 'wait'",
        )
        .expect("the database can be written");
    drop(stored);
    discord.change_user(&second, |user| user.refuses_dms = true);
    let _bot = home.start();
    discord.gateway().connected().await;
    let call = table
        .place
        .wait_for_message(|message| message.content.contains("still **your decision**"))
        .await;
    assert!(call.pinged.contains(&second.id), "{call:?}");
    assert_eq!(alone.message_count(), 1);
    let page = second.slash("/me show").await;
    assert!(
        page.text().contains("Discord does not let me write to you"),
        "{}",
        page.text()
    );
    discord.assert_clean();
}
