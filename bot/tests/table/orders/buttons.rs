//! Orders by button, and what their owners are told.

use crate::room::Room;

#[test]
fn buttons_set_orders_where_they_help() {
    let room = Room::started();
    room.done("@anna bid 7 100");
    let panel = room.done("@ben /play");
    assert!(
        panel
            .buttons()
            .iter()
            .any(|one| one.label == "Pass on everything …")
    );
    let button = panel
        .buttons()
        .into_iter()
        .find(|one| one.label == "Bid up to …")
        .expect("it asks for an amount")
        .clone();
    let stale = button.id.clone();
    room.refused(&format!("@clara /press {} = 130", button.id));
    for typed in ["-5", "7 up to 120", "100-120", "0"] {
        let said = room.refused(&format!("@ben /press {} = {typed}", button.id));
        assert!(said.contains("no amount"), "{typed}: {said}");
    }
    let done = room.done(&format!("@ben /press {} = 130", button.id));
    assert!(done.text().contains("ben bids"), "{}", done.text());
    assert_eq!(room.awaited(), ["clara"]);
    // Of another position.
    let said = room.refused(&format!("@ben /press {stale} = 150"));
    assert!(said.contains("has moved on"), "{said}");
    let list = room.done("@ben /auto list");
    room.refused("@clara /press o:1:cancel:1");
    room.press_reply("ben", &list, "Cancel 1");
    room.done("@clara bid 7 110");
    room.done("@anna pass");
    assert_eq!(room.awaited(), ["ben"]);
}

#[test]
fn passing_on_everything_takes_two_presses() {
    let room = Room::started();
    room.done("@anna bid 7 100");
    let panel = room.done("@ben /play");
    let digest = room.digest();
    let page = room.press_reply("ben", &panel, "Pass on everything");
    assert!(page.text().contains("Initial auction"), "{}", page.text());
    assert_eq!(room.digest(), digest);
    let done = room.press_reply("ben", &page, "Pass on everything");
    assert!(
        done.text().contains("By ben's order: ben passes"),
        "{}",
        done.text()
    );
    assert_eq!(room.awaited(), ["clara"]);
}

#[test]
fn how_an_order_ended_comes_by_message_if_its_owner_wants_messages_and_is_awake() {
    for (quiet, comes) in [("none", true), ("8-20", false)] {
        let room = Room::started();
        room.done("@clara /me zone Europe/Berlin");
        room.done("@clara /me remind where:message");
        room.done(&format!("@clara /me quiet hours:{quiet}"));
        room.done("@clara /auto bid lot:7 amount:120");
        room.done("@anna bid 7 100");
        room.done("@ben bid 7 120");
        let own = |post: &bot::store::PostRow| {
            post.channel == "dm:clara" && post.text().contains("**Order 1**")
        };
        let came = room.pending().iter().any(own);
        assert_eq!(came, comes, "{quiet}: {:?}", room.pending());
        // Told in any case on top of what she is asked.
        assert!(room.done("@clara /play").text().contains("**Order 1**"));
    }
}
