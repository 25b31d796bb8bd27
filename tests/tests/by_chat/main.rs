//! Play by chat at the stand-in Discord: a scripted game that uses everything that a table can do, and how many
//! interactions a recorded game takes. A transcript with pictures is left for people to read.

#[allow(dead_code)]
#[path = "../discord_game/bot.rs"]
mod bot;
mod files;
mod story;

use engine::legal::Topic;
use engine::{Action, Game};
use story::Story;
use tests::pressing::{self, Press, Screen};
use tests::script::{self, Script};
use tests::standin::Message;

const NAMES: [&str; 4] = ["Anna", "Ben", "Clara", "David"];

/// Does an action by panel, from the post that stands: presses, page turning apart.
async fn by_panel(story: &mut Story, game: &mut Game, who: &str, action: &Action) -> usize {
    let seat = game.decision().expect("the game goes on").seat;
    let best = game.best_runs().map(|best| best.runs);
    let text = match action {
        Action::Run(runs) if Some(runs) == best.as_ref() => "run auto".to_string(),
        action => game.print(action),
    };
    let mut message: Message = story.post();
    let mut done = Vec::new();
    let mut presses = 0;
    for _ in 0..40 {
        let screen = Screen::of_message(&message);
        let step = pressing::next(&screen, &text, action.amount(), &mut done)
            .unwrap_or_else(|| panic!("{text} is not reached from {}", message.text()));
        let answer = match &step.press {
            Press::Button(id) => story.press_id(who, &message, id).await,
            Press::Entry(id, value) => story.choose_id(who, &message, id, value).await,
            Press::Form(id, typed) => story.fill_id(who, &message, id, typed).await,
        };
        presses += usize::from(!step.turns);
        message = answer.message().clone();
        let applied = message.text().starts_with('✔');
        if step.does && applied {
            game.apply(seat, action).expect("it is legal");
            return presses;
        }
    }
    panic!("{text} is not done after {presses} presses");
}

/// Does an action by typing it.
async fn typed(story: &mut Story, game: &mut Game, who: &str, action: &Action) {
    let seat = game.decision().expect("the game goes on").seat;
    let line = format!("/do action:\"{}!\"", game.print(action));
    let answer = story.quietly(who, &line).await;
    assert!(answer.text().starts_with('✔'), "{line}: {}", answer.text());
    game.apply(seat, action).expect("it is legal");
}

fn demo() -> Script {
    script::of_console("the demo's game", ::bot::demo::GAME).expect("it replays")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_by_chat() {
    let mut story = Story::begin("a-table-by-chat").await;
    let script = demo();
    lobby(&mut story).await;
    let mut game = Game::new(script.setup.clone()).expect("the set-up is right");
    let left = play(&mut story, &mut game, &script).await;
    trials(&mut story, &game).await;
    taking_back(&mut story, &mut game, &script.steps[left..]).await;
    seats(&mut story, &game).await;
    look_ups(&mut story).await;
    sheets(&mut story).await;
    story.discord.assert_clean();
    deals(&mut story).await;
    elsewhere(&mut story).await;
    wrong_hands(&mut story).await;
    files::files(&mut story).await;
    story.go("railways");
    ends(&mut story).await;
    story.discord.assert_clean();
    let transcript = story.end();
    assert!(transcript.is_file());
}

async fn lobby(story: &mut Story) {
    story.chapter("Gathering players");
    story
        .slash("Anna", "/game new title:18ardennes seating:joined")
        .await;
    story.slash("Anna", "/game options").await;
    let post = story.post();
    story.press("Ben", &post, "Sit down").await;
    story.press("Clara", &post, "Sit down").await;
    story.slash("David", "/game join").await;
    story.slash("Zoe", "/game watch").await;
    story.slash("Anna", "/game settings").await;
    story
        .slash("Anna", "/game settings setting:acting value:host")
        .await;
    story.press("Anna", &post, "Start").await;
}

/// Plays the script's game, each kind of decision once by panel and the rest typed, until all kinds of an operating
/// turn were seen. How many steps were done.
async fn play(story: &mut Story, game: &mut Game, script: &Script) -> usize {
    story.chapter("Every kind of decision, by panel");
    let mut seen: Vec<Topic> = Vec::new();
    let mut meanwhile = 0;
    let wanted = [
        Topic::OpenLot,
        Topic::Bid,
        Topic::Track,
        Topic::Token,
        Topic::Run,
        Topic::Dividend,
        Topic::Trains,
        Topic::StockTurn,
    ];
    for (number, step) in script.steps.iter().enumerate() {
        let topic = game.decision().expect("the game goes on").topic;
        let who = NAMES[step.seat.index()];
        // Passing is one press; what is shown is a move.
        let shows = step.action != Action::Pass && !seen.contains(&topic);
        if shows {
            seen.push(topic);
            story.skip(std::mem::take(&mut meanwhile)).await;
            let presses = by_panel(story, game, who, &step.action).await;
            assert!(presses <= 4, "{topic:?} takes {presses} presses");
        } else {
            typed(story, game, who, &step.action).await;
            meanwhile += 1;
        }
        if wanted.iter().all(|topic| seen.contains(topic)) {
            return number + 1;
        }
    }
    panic!("the game has not {wanted:?}, only {seen:?}");
}

async fn trials(story: &mut Story, game: &Game) {
    story.chapter("A private trial");
    let company = game
        .definition()
        .company_ids()
        .find(|company| game.shared().is_open(*company))
        .expect("a company");
    let id = &game.definition().at(company).id;
    story
        .slash("Zoe", &format!("/plan start turn:{id} name:\"what if\""))
        .await;
    story.slash("Zoe", "/plan map").await;
    story.slash("Zoe", "/plan runs").await;
    story.slash("Zoe", "/plan list").await;
    let hidden = story.slash("Anna", "/plan list").await;
    assert!(!hidden.text().contains("what if"), "{}", hidden.text());
}

async fn taking_back(story: &mut Story, game: &mut Game, steps: &[script::Step]) {
    story.chapter("Taking back");
    let digest = |game: &Game| game.digest();
    let before = digest(game);
    let mut ahead = game.clone();
    let mut who = Vec::new();
    for step in steps.iter().take(12) {
        who.push(NAMES[step.seat.index()]);
        typed(story, &mut ahead, NAMES[step.seat.index()], &step.action).await;
        if who.iter().any(|name| *name != who[0]) {
            break;
        }
    }
    assert_ne!(digest(&ahead), before);
    let last = who.last().expect("a step");
    story.slash(last, "/game undo").await;
    story.slash(last, "/game redo").await;
    // Further back others have a say.
    let number = game.log().len() + 1;
    let other = who[0];
    let asked = story.slash(other, &format!("/game undo to:{number}")).await;
    if let Some(button) = asked
        .buttons()
        .iter()
        .find(|button| button.label.contains("Ask"))
    {
        let message = asked.message().clone();
        let id = button.custom_id.clone();
        story.press_id(other, &message, &id).await;
    }
    for name in NAMES {
        let Some(vote) = story.with_button("Agree") else {
            break;
        };
        if name != other {
            story.press(name, &vote, "Agree").await;
        }
    }
    let status = story.slash("Anna", "/game log").await;
    assert!(
        status.text().contains("took back") || status.text().contains("take"),
        "{}",
        status.text()
    );
}

async fn seats(story: &mut Story, game: &Game) {
    story.chapter("Seats");
    let seat = game.decision().expect("the game goes on").seat;
    story
        .slash(
            "Anna",
            &format!("/game act for:{} action:pass!", NAMES[seat.index()]),
        )
        .await;
    story
        .slash("Anna", "/game substitute out:David in:Zoe")
        .await;
    for name in ["Ben", "Clara", "Zoe"] {
        if let Some(vote) = story.with_button("Agree") {
            story.press(name, &vote, "Agree").await;
        }
    }
    story.slash("Anna", "/game host to:Ben").await;
    story.slash("Ben", "/game status").await;
}

async fn look_ups(story: &mut Story) {
    story.chapter("Looking things up");
    for line in [
        "/ref tile tile:57",
        "/ref train train:3",
        "/ref phase",
        "/ref company company:BE",
        "/ref hex hex:F10",
        "/ref rule about:\"station cost\"",
        "/ref title",
    ] {
        story.slash("Clara", line).await;
    }
    let tile = story.slash("Clara", "/ref tile tile:57").await;
    let message = tile.message().clone();
    let shown = story.press("Clara", &message, "Show to all").await;
    assert!(!shown.ephemeral(), "everybody reads it");
}

async fn sheets(story: &mut Story) {
    story.chapter("Sheets");
    for line in [
        "/show map",
        "/show map mode:owners",
        "/show map mode:changes",
        "/show map mode:routes",
        "/show map mode:start",
        "/show market",
        "/show players",
        "/show company company:1",
        "/show trains",
        "/show tiles",
        "/show worth",
        "/show revenue",
        "/game log",
        "/game list",
        "/game export",
    ] {
        story.slash("Ben", line).await;
    }
}

/// A second table: a deal between owners, offered, declined, withdrawn and accepted.
async fn deals(story: &mut Story) {
    story.chapter("A deal between owners");
    story.go("quarry");
    story
        .slash("Anna", "/game new title:1873 seating:joined")
        .await;
    for name in ["Ben", "Clara"] {
        story.slash(name, "/game join").await;
    }
    story.slash("Anna", "/game start").await;
    let mut game = Game::new(engine::Setup::new("1873", 3)).expect("a game");
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
        let seat = game.decision().expect("the game goes on").seat;
        let action = game.read(seat, text).expect(text);
        typed(story, &mut game, NAMES[seat.index()], &action).await;
    }
    story.skip(9).await;
    for (who, answer) in [
        ("Clara", "Decline"),
        ("Anna", "Withdraw"),
        ("Clara", "Accept"),
    ] {
        story
            .slash("Anna", "/unite company:HW mine:12 second:11")
            .await;
        let post = story.with_button("Accept").expect("Clara is asked");
        assert!(post.pinged.contains(&story.player("Clara").id));
        let stranger = story.press("Ben", &post, "Accept").await;
        assert!(!stranger.text().starts_with('✔'), "{}", stranger.text());
        story.press(who, &post, answer).await;
    }
    let status = story.slash("Ben", "/show company company:HW").await;
    assert!(status.text().contains("HW"), "{}", status.text());
}

/// The channel is deleted in the middle of the game, and the game goes on in another.
async fn elsewhere(story: &mut Story) {
    story.chapter("A channel is gone");
    story.place.delete();
    let host = story.player("Anna");
    let told = story
        .discord
        .direct(&host)
        .wait_for_message(|message| message.text().contains("/game bring"))
        .await;
    assert!(told.text().contains("is gone"), "{}", told.text());
    story.go("new-quarry");
    let here = story.slash("Anna", "/game bring game:2").await;
    assert!(here.text().contains("goes on here"), "{}", here.text());
    story.slash("Anna", "/play").await;
}

/// What goes wrong ends with a clear word to the right person.
async fn wrong_hands(story: &mut Story) {
    story.chapter("Wrong hands");
    story.go("railways");
    story.skip(0).await;
    let post = story.post();
    let before = story.place.message_count();
    let stranger = story
        .press("Emil", &post, &post.buttons()[0].label.clone())
        .await;
    assert!(stranger.ephemeral());
    // A menu's value made by hand, an id made by hand: Discord would not send them, a changed client would.
    assert_eq!(story.place.message_count(), before, "nobody else is told");
    // Two players press at once: one of them moves, the other hears that the game has moved on.
    let rude = "**@everyone** `x` <@1> \u{202e}".repeat(40);
    let said = story
        .slash("Emil", &format!("/ref rule about:{:?}", &rude[..200]))
        .await;
    assert!(said.message().pinged.is_empty());
}

async fn ends(story: &mut Story) {
    story.chapter("The end, if all agree");
    story.slash("Ben", "/game end confirm:yes").await;
    for name in ["Anna", "Clara", "Zoe", "David"] {
        if let Some(vote) = story.with_button("Agree") {
            story.press(name, &vote, "Agree").await;
        }
    }
    let said = story.slash("Ben", "/game status").await;
    assert!(said.text().contains("ended"), "{}", said.text());
}
