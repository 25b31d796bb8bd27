//! What is done in a player's name without his hand.

mod buttons;

use crate::room::{Folder, Room};
use bot::store::{How, Store};
use engine::ids::Seat;

/// A game of the console's format with its lines of actions.
fn exported(room: &Room) -> String {
    room.tables.exported(1).expect("a file")
}

#[test]
fn what_the_clock_does_is_told_as_such_everywhere() {
    let room = Room::started();
    // Who opens a lot has to choose: nobody does it for him.
    assert_eq!(
        room.tables.answer_by_default(1, Seat(0), How::Clock),
        Ok(false)
    );
    room.done("@anna bid 7 100");
    // Nor for somebody whom nobody asks.
    assert_eq!(
        room.tables.answer_by_default(1, Seat(2), How::Clock),
        Ok(false)
    );
    assert_eq!(
        room.tables.answer_by_default(1, Seat(1), How::Clock),
        Ok(true)
    );
    assert_eq!(room.awaited(), ["clara"]);
    let log = room.done("@anna /game log").text().to_string();
    assert!(log.contains("the clock for ben: `pass`"), "{log}");
    let story = room.turn_post().text();
    assert!(story.contains("By the clock: ben passes"), "{story}");
    assert!(
        room.journal().contains(&"act: clock: pass".to_string()),
        "{:?}",
        room.journal()
    );
    assert_eq!(
        room.tables.answer_by_default(1, Seat(2), How::Away),
        Ok(true)
    );
    let log = room.done("@anna /game log").text().to_string();
    assert!(log.contains("clara (away): `pass`"), "{log}");
    assert!(
        log.contains("For clara, who is away: clara passes"),
        "{log}"
    );
}

#[test]
fn it_survives_a_new_fold_and_a_file() {
    let room = Room::started();
    room.done("@anna bid 7 100");
    room.tables
        .answer_by_default(1, Seat(1), How::Clock)
        .expect("a pass");
    let before = room.done("@anna /game log").text().to_string();
    // Another process over the same store folds it anew.
    let again = Room::over(room.tables.store().clone());
    assert_eq!(again.done("@anna /game log").text(), before);
    let file = exported(&room);
    assert!(file.contains(r#""how":"clock""#), "{file}");
    let other = Room::new();
    other
        .tables
        .import(&Room::request("anna"), file.as_bytes())
        .expect("it comes in");
    let log = other.done("@anna /game log").text().to_string();
    assert!(log.contains("the clock for ben: `pass`"), "{log}");
    assert_eq!(exported(&other), file);
}

#[test]
fn it_is_taken_back_as_a_move_of_its_seat() {
    let room = Room::started();
    room.done("@anna bid 7 100");
    room.tables
        .answer_by_default(1, Seat(1), How::Clock)
        .expect("a pass");
    // Anna's own move lies before one of Ben's: his word is needed.
    let asked = room.done("@anna /game undo 2").text().to_string();
    assert!(asked.contains("the clock for ben: `pass`"), "{asked}");
    assert!(asked.contains("that needs their word"), "{asked}");
    // Ben takes it back himself.
    let done = room.done("@ben /game undo").text().to_string();
    assert!(done.contains("takes back move 2"), "{done}");
    assert_eq!(room.awaited(), ["ben"]);
}

/// How the orders of a user have ended.
fn whispers(room: &Room, user: &str) -> Vec<String> {
    let orders = room.tables.store().all_orders(1).expect("orders");
    let ended = orders
        .iter()
        .filter(|row| row.user == user && row.ended.is_some());
    ended
        .map(|row| format!("acted {} times: {}", row.acts, row.why))
        .collect()
}

fn log(room: &Room) -> String {
    room.done("@anna /game log count:60").text().to_string()
}

#[test]
fn a_bid_goes_up_to_its_amount_and_not_beyond() {
    let room = Room::started();
    let set = room.done("@clara /auto bid lot:7 amount:120");
    assert!(set.text().contains("up to"), "{}", set.text());
    assert!(set.text().contains("Nobody else sees it"), "{}", set.text());
    // Nobody else hears of it.
    let others = room.done("@anna /auto list").text().to_string();
    assert_eq!(others, "You have no standing order in this game.");
    room.done("@anna bid 7 100");
    assert_eq!(room.awaited(), ["ben"]);
    room.done("@ben pass");
    // Clara has bid 105 with Ben's pass, in one change.
    assert_eq!(room.awaited(), ["anna"]);
    assert!(
        log(&room).contains("clara (by order): `bid 7 105`"),
        "{}",
        log(&room)
    );
    room.done("@anna bid 7 110");
    assert_eq!(room.awaited(), ["anna"]);
    assert!(
        log(&room).contains("clara (by order): `bid 7 115`"),
        "{}",
        log(&room)
    );
    let story = room.turn_post().text();
    assert!(story.contains("By clara's order: clara bids"), "{story}");
    assert!(!room.turn_post().body.mentions.contains(&"clara".into()));
    // 125 would be the least: she is asked, and told why.
    room.done("@anna bid 7 120");
    assert_eq!(room.awaited(), ["clara"]);
    let told = whispers(&room, "clara");
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("acted 2 times"), "{told:?}");
    assert!(told[0].contains("The least bid is"), "{told:?}");
    // On top of what she is asked; the table hears nothing of her limit.
    let panel = room.done("@clara /play").text().to_string();
    assert!(
        panel.contains("**Order 1**") && panel.contains("has stopped"),
        "{panel}"
    );
    let public = room
        .pending()
        .into_iter()
        .filter(|post| !post.channel.starts_with("dm:"));
    assert!(
        public
            .into_iter()
            .all(|post| !post.text().contains("above your"))
    );
    // Once read it is not told again.
    let list = room.done("@clara /auto list").text().to_string();
    assert_eq!(list, "You have no standing order in this game.");
    let journal = room.journal();
    assert!(
        journal.contains(&"order: 1: bid 7 105".to_string()),
        "{journal:?}"
    );
}

#[test]
fn an_order_passes_in_an_auction_unless_what_it_names_can_be_had() {
    let room = Room::started();
    room.done("@ben /auto auction lots:3,9");
    room.done("@anna bid 7 100");
    assert_eq!(room.awaited(), ["clara"]);
    assert!(log(&room).contains("ben (by order): `pass`"));
    let other = Room::started();
    other.done("@ben /auto auction lots:7");
    other.done("@anna bid 7 100");
    assert_eq!(other.awaited(), ["ben"]);
    let list = other.done("@ben /auto list").text().to_string();
    assert!(
        list.contains("It waits: what you named can be had"),
        "{list}"
    );
    other.done("@ben bid 7 105");
    let cheap = Room::started();
    cheap.done("@ben /auto auction below:110");
    cheap.done("@anna bid 7 100");
    assert_eq!(cheap.awaited(), ["ben"], "105 is below 110");
    cheap.done("@ben bid 7 105");
    cheap.done("@clara bid 7 110");
    cheap.done("@anna pass");
    assert!(
        log(&cheap).contains("ben (by order): `pass`"),
        "{}",
        log(&cheap)
    );
}

#[test]
fn what_cannot_be_ordered_is_refused_with_its_reason() {
    let room = Room::started();
    for (line, why) in [
        ("@clara /auto bid lot:7 amount:0", "a whole number from 1"),
        ("@clara /auto bid lot:7 amount:-5", "a whole number from 1"),
        ("@clara /auto bid lot:7 amount:123", "steps of"),
        (
            "@clara /auto bid lot:7 amount:95",
            "The least bid for it is",
        ),
        ("@clara /auto bid lot:77 amount:120", "There is no lot"),
        (
            "@clara /auto bid lot:premium amount:120",
            "No start premium",
        ),
        (
            "@clara /auto bid lot:7 amount:120 minor:7",
            "You do not direct",
        ),
        ("@clara /auto auction lots:7,zz", "There is no lot"),
        ("@clara /auto run company:BE", "You do not direct"),
        ("@clara /auto run company:zz", "There is no company"),
        (
            "@clara /auto buy company:zz percent:40",
            "There is no company",
        ),
        (
            "@clara /auto buy company:BE percent:0",
            "a whole number from 1",
        ),
        (
            "@clara /auto answer what:train say:refuse least:100",
            "goes with accepting",
        ),
        (
            "@clara /auto answer what:train say:accept from:clara",
            "to yourself",
        ),
        (
            "@clara /auto answer what:train say:accept from:zoe",
            "Nobody of that name",
        ),
        ("@dora /auto pass", "You do not sit at this table"),
        ("@clara /auto cancel order:7", "no such standing order"),
        ("@clara /plan queue action:fly to the moon", "fly"),
        (
            "@clara /plan queue action:pass trial:none",
            "You have no trial",
        ),
        (
            "@clara /plan queue action:lay F10 57@2",
            "In whose turn is that to be done?",
        ),
        ("@clara /plan queue action:run auto", "Add the company"),
        (
            "@clara /auto answer what:deal say:accept least:100",
            "it is you who pays",
        ),
        ("@anna /plan queue action:bid 7 90", "was not made"),
        ("@clara /plan unqueue", "no moves ahead"),
    ] {
        let said = room.refused(line);
        assert!(said.contains(why), "{line}: {said}");
    }
    room.done("@clara /auto bid lot:7 amount:120");
    let said = room.refused("@clara /auto bid lot:7 amount:150");
    assert!(said.contains("contradicts your order 1"), "{said}");
    assert!(said.contains("/auto cancel order:1"), "{said}");
    let said = room.refused("@clara /auto auction");
    assert!(said.contains("contradicts your order 1"), "{said}");
    // One that leaves the lot out contradicts nothing; nor does another player's.
    room.done("@clara /auto auction lots:7");
    room.done("@ben /auto bid lot:7 amount:150");
    room.done("@clara /auto cancel order:all");
    room.done("@clara /auto auction");
}

#[test]
fn a_table_may_show_orders_or_have_none() {
    let room = Room::started();
    room.done("@anna /game settings setting:orders value:open");
    room.done("@ben /auto bid lot:7 amount:120");
    let post = room.last_post().text();
    assert!(
        post.contains("ben has an order (/auto): it bids for"),
        "{post}"
    );
    assert!(post.contains("asks him beyond"), "{post}");
    let list = room.done("@anna /auto list").text().to_string();
    assert!(list.contains("ben: bids for"), "{list}");
    // Moves made ahead stay private even there.
    let before = room.pending().len();
    room.done("@clara /plan queue action:pass");
    assert_eq!(room.pending().len(), before);
    assert!(!room.done("@anna /auto list").text().contains("made ahead"));
    // With none allowed, those that stand end: nothing is bid for Ben.
    room.done("@anna /game settings setting:orders value:never");
    let said = room.refused("@ben /auto auction");
    assert!(said.contains("everybody makes his own moves"), "{said}");
    room.done("@anna bid 7 100");
    assert_eq!(room.awaited(), ["ben"]);
    let list = room.done("@ben /auto list").text().to_string();
    assert!(list.contains("has no standing orders any more"), "{list}");
    // What was set for nobody's eyes is not shown when the table opens up.
    room.done("@anna /game settings setting:orders value:private");
    room.done("@clara /auto bid lot:7 amount:150");
    room.done("@anna /game settings setting:orders value:open");
    let list = room.done("@anna /auto list").text().to_string();
    assert!(!list.contains("150"), "{list}");
}

#[test]
fn an_order_ends_with_what_it_was_set_on_and_leaves_the_decision_to_who_takes_back() {
    let room = Room::started();
    room.done("@anna bid 7 100");
    room.done("@clara /auto bid lot:7 amount:150");
    room.done("@ben pass");
    assert!(log(&room).contains("clara (by order): `bid 7 105`"));
    // She takes it back: it does not act again at once, she decides.
    room.done("@clara /game undo");
    assert_eq!(room.awaited(), ["clara"]);
    assert!(whispers(&room, "clara")[0].contains("now you decide yourself"));
    room.done("@clara pass");

    // Set after Anna's bid; the bid goes, and the order with it.
    let room = Room::started();
    room.done("@anna bid 7 100");
    room.done("@clara /auto auction");
    room.done("@anna /game undo");
    assert_eq!(room.awaited(), ["anna"]);
    assert!(whispers(&room, "clara")[0].contains("was taken back"));
    room.done("@anna bid 7 100");
    room.done("@ben pass");
    assert_eq!(room.awaited(), ["clara"]);

    // One set before it stays, and acts on what is done instead.
    let room = Room::started();
    room.done("@ben /auto auction");
    room.done("@anna bid 7 100");
    assert_eq!(room.awaited(), ["clara"]);
    let reply = room.done("@anna /game undo 2");
    room.press_reply("anna", &reply, "Ask ben");
    room.press_post("ben", "Agree");
    assert_eq!(room.awaited(), ["anna"]);
    room.done("@anna bid 9 100");
    assert_eq!(room.awaited(), ["clara"]);
}

#[test]
fn who_gives_up_his_seat_takes_his_orders_along() {
    let room = Room::started();
    room.done("@ben /auto auction");
    room.done("@anna /game settings setting:substitutes value:host");
    room.done("@anna /game substitute out:ben in:dora");
    assert!(!room.press_post("dora", "Agree").is_refusal());
    room.done("@anna bid 7 100");
    assert_eq!(room.awaited(), ["dora"], "nobody passes for her");
}

#[test]
fn orders_survive_a_restart_and_act_once() {
    let folder = Folder::new();
    let path = folder.path().join("games.db");
    {
        let room = Room::over(Store::open(&path).expect("open"));
        room.start();
        room.done("@anna bid 7 100");
        room.done("@ben bid 7 105");
        room.done("@clara bid 7 110");
    }
    // As if the bot had stopped between Clara's bid and what orders do after it.
    rusqlite::Connection::open(&path)
        .expect("open")
        .execute_batch(
            r#"INSERT INTO orders (game, number, user, seat, terms, head, state, at)
               SELECT 1, 1, 'anna', 0,
               '{"kind":"bid","lot":"7","most":120,"with":null,"pass":false,"round":{"within":"Initial auction"}}',
               (SELECT min(id) FROM actions), 'open', 0;"#,
        )
        .expect("sql");
    let room = Room::over(Store::open(&path).expect("open"));
    room.tick_after(60);
    assert_eq!(room.awaited(), ["ben"]);
    assert!(log(&room).contains("anna (by order): `bid 7 115`"));
    let digest = room.digest();
    room.tick_after(120);
    assert_eq!(room.digest(), digest);
    drop(room);
    let room = Room::over(Store::open(&path).expect("open"));
    room.tick_after(180);
    assert_eq!(room.digest(), digest);
    assert_eq!(room.tables.replays(1), Ok(4));
}
