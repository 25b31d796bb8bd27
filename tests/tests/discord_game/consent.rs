//! A player who is asked by another one's move: the post calls him, and he agrees, refuses, or the asker withdraws.

use crate::bot::Home;
use crate::table::Table;
use engine::{Setup, Topic};
use tests::standin::StandIn;

/// Does what is typed in the name of whoever is to decide.
async fn say(table: &mut Table, text: &str) {
    let ask = table.game.decision().expect("the game goes on");
    let action = table.game.read(ask.seat, text).expect(text);
    table.step(ask.seat, &action).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_player_is_asked_for_his_consent() {
    let discord = StandIn::start().await;
    let home = Home::new("consent", &discord);
    let _bot = home.start();
    discord.gateway().connected().await;
    discord.commands_registered().await;
    let mut table = Table::open(&discord, "consent", Setup::new("1873", 3), 1).await;
    // Anna owns mine 12 of the Harzer Werke, Clara mine 11.
    for text in [
        "premium 0",
        "pass",
        "pass",
        "take 12",
        "take 11",
        "take GHE",
        "pass",
        "pass",
        "pass",
    ] {
        say(&mut table, text).await;
    }
    let (anna, clara) = (engine::ids::Seat(0), engine::ids::Seat(2));
    let cash = |table: &Table, seat| table.game.shared().player_cash(seat);
    let before = (cash(&table, anna), cash(&table, clara));
    for answer in ["refuse", "withdraw", "agree"] {
        let posts = table.counts.posts;
        say(&mut table, "unite HW 12 11").await;
        // The table has judged that the post calls whoever is asked and nobody else.
        assert_eq!(table.counts.posts, posts + 1, "a post calls Clara");
        let ask = table.game.decision().expect("Clara is asked");
        assert_eq!((ask.seat, ask.topic), (clara, Topic::UniteAnswer));
        assert!(table.call.pinged.contains(&table.players[2].id));
        let labels: Vec<String> = (table.call.buttons().iter())
            .map(|button| button.label.clone())
            .collect();
        for word in ["Accept", "Decline", "Withdraw"] {
            assert!(
                labels.iter().any(|label| label.contains(word)),
                "{labels:?}"
            );
        }
        // Somebody who is neither asked nor asks has no say.
        let said = table.players[1].slash("/agree").await.text();
        assert!(!said.starts_with('✔'), "{said}");
        match answer {
            "withdraw" => {
                let refuse = table.game.read(anna, "refuse").expect("a word");
                table.step(anna, &refuse).await;
            }
            answer => say(&mut table, answer).await,
        }
        if answer != "agree" {
            let ask = table.game.decision().expect("Anna goes on");
            assert_eq!((ask.seat, ask.topic), (anna, Topic::StockTurn));
            assert_eq!((cash(&table, anna), cash(&table, clara)), before);
        }
    }
    let works = table.game.definition().company("HW").expect("HW");
    assert!(table.game.shared().is_open(works), "HW is formed");
    discord.assert_clean();
}
