//! Opening, joining, starting, ending.

use crate::room::Room;

#[test]
fn one_game_a_channel() {
    let room = Room::new();
    assert!(!room.say("@anna /game new").is_refusal());
    assert!(
        room.refused("@ben /game new")
            .starts_with("This channel has a game already (game 1)")
    );
    let mut other = Room::request("ben");
    other.channel = "attic".into();
    assert!(!room.ask(&other, "/game new").is_refusal());
    assert!(!room.say("@anna /game end confirm:yes").is_refusal());
    assert!(!room.say("@ben /game new").is_refusal());
}

#[test]
fn who_may_sit_down() {
    let room = Room::new();
    assert!(
        room.refused("@anna /game join")
            .starts_with("This channel has no game")
    );
    room.say("@anna /game new");
    assert_eq!(
        room.refused("@anna /game join"),
        "You sit at this table already."
    );
    assert_eq!(
        room.refused("@ben /game leave"),
        "You do not sit at this table."
    );
    for name in ["ben", "clara", "david", "emil"] {
        assert!(!room.say(&format!("@{name} /game join")).is_refusal());
    }
    assert_eq!(
        room.refused("@frida /game join"),
        "The table is full: 5 players are the most."
    );
    assert!(!room.say("@emil /game leave").is_refusal());
    assert!(!room.say("@frida /game join").is_refusal());
    room.say("@anna /game start");
    assert!(
        room.refused("@emil /game join")
            .starts_with("This game has started")
    );
    assert!(
        room.say("@ben /game leave")
            .text()
            .starts_with("The game is running: your seat can be taken")
    );
}

#[test]
fn starting_needs_the_host_and_enough_players() {
    let room = Room::new();
    room.say("@anna /game new");
    room.say("@ben /game join");
    assert_eq!(
        room.refused("@anna /game start"),
        "18Ardennes is for 3 to 5 players, and 2 sit at the table."
    );
    room.say("@clara /game join");
    assert_eq!(
        room.refused("@ben /game start"),
        "Only the host, anna, may start the game."
    );
    assert!(
        room.refused("@ben bid 1 100")
            .starts_with("The game has not started")
    );
    assert!(!room.say("@anna /game start").is_refusal());
    assert!(
        room.refused("@anna /game start")
            .starts_with("This game has started")
    );
}

#[test]
fn seats_are_drawn_from_the_seed() {
    let order = |options: &str| {
        let room = Room::new();
        room.say(&format!("@anna /game new {options}"));
        for name in ["ben", "clara", "david", "emil"] {
            room.say(&format!("@{name} /game join"));
        }
        room.say("@anna /game start");
        let posts = room.pending();
        let mut told = posts.iter().map(|post| post.text());
        told.rfind(|text| text.contains("Table order"))
            .expect("the table order is told")
    };
    assert_eq!(order("seed:7"), order("seed:7"));
    assert!(order("seating:joined").ends_with("anna, ben, clara, david, emil."));
    let orders: std::collections::BTreeSet<String> =
        (1..20).map(|seed| order(&format!("seed:{seed}"))).collect();
    assert!(orders.len() > 5, "{orders:?}");
}

#[test]
fn options_and_titles_are_checked() {
    let room = Room::new();
    assert!(
        room.refused("@anna /game new 1850")
            .starts_with("\"1850\" is no title; there are 18ardennes, 1873")
    );
    assert!(
        room.refused("@anna /game new options:flying")
            .starts_with("There is no option \"flying\"; 18ardennes has ")
    );
    assert!(
        !room
            .say("@anna /game new options:as-18xx-games")
            .is_refusal()
    );
    assert!(room.last_post().text().contains("any\\_routes"));
}

#[test]
fn the_host_ends_it_where_the_table_allows_that() {
    let room = Room::started();
    assert!(!room.say("@anna /game settings ending host").is_refusal());
    assert!(room.refused("@anna /game end").contains("confirm:yes"));
    assert!(!room.say("@anna /game end confirm:yes").is_refusal());
    assert!(
        room.last_post()
            .body
            .text
            .starts_with("The host has ended game 1.")
    );
    assert!(
        room.refused("@anna /game end confirm:yes")
            .contains("ended already")
    );
    assert!(
        room.refused("@anna bid 1 100")
            .starts_with("The host has ended this game")
    );
    assert!(
        room.say("@anna /game status")
            .text()
            .contains("ended by the host")
    );
}

#[test]
fn names_are_shown_as_they_are_and_never_doubled() {
    let room = Room::new();
    room.say("@anna /game new");
    let mut request = Room::request("2");
    request.name = "@everyone **x** <@1>".into();
    assert!(!room.ask(&request, "/game join").is_refusal());
    let post = room.last_post();
    assert!(
        post.body
            .text
            .starts_with(r"\@everyone \*\*x\*\* \<\@1\> sits down"),
        "{}",
        post.text()
    );
    assert_eq!(post.body.mentions, Vec::<String>::new());
    let mut request = Room::request("3");
    request.name = "anna".into();
    assert!(!room.ask(&request, "/game join").is_refusal());
    assert!(room.last_post().text().starts_with("anna 2 sits down"));
}
