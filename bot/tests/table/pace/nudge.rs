//! The host nudges.

use super::HOUR;
use crate::room::{BEGAN, Room};

fn calls(room: &Room) -> Vec<String> {
    let mut posts = room.pending();
    posts.retain(|post| post.body.mark.starts_with("call:"));
    posts.iter().map(|post| post.text()).collect()
}

#[test]
fn a_host_nudges_whoever_is_awaited_within_bounds() {
    let room = Room::started();
    room.done("@anna bid 1 100");
    room.deliver();
    let no = room.refused("@clara /game nudge");
    assert_eq!(no, "Only the host, anna, may nudge whoever is awaited.");
    // He has just been called by the post of his turn.
    let no = room.refused("@anna /game nudge");
    assert!(no.starts_with("ben was called only <t:"), "{no}");
    room.tick_after(2 * HOUR);
    let said = room.done("@anna /game nudge");
    assert_eq!(said.text(), "ben is called.");
    let called = calls(&room);
    assert_eq!(called.len(), 1);
    assert!(
        called[0].starts_with("<@ben> It is still **your decision**: bid or pass"),
        "{called:?}"
    );
    assert!(called[0].contains(" · anna asks you for it"), "{called:?}");
    room.deliver();
    // Not twice within six hours; then once more.
    room.tick_after(7 * HOUR);
    let no = room.refused("@anna /game nudge");
    assert!(no.starts_with("ben was nudged <t:"), "{no}");
    room.tick_after(8 * HOUR);
    room.done("@anna /game nudge");
    // It is one of the calls: the next reminder is counted from it.
    room.deliver();
    assert_eq!(room.tick_after(31 * HOUR), 0);
    assert_eq!(room.tick_after(32 * HOUR), 1);
    // Who has said that he wants no more calls for this turn is left in peace.
    let post = (room.pending().into_iter())
        .rfind(|post| post.body.mark.starts_with("call:"))
        .expect("a call");
    room.press("ben", &post.body.buttons, "No more for this turn");
    room.tick_after(48 * HOUR);
    let no = room.refused("@anna /game nudge");
    assert_eq!(no, "ben does not want to be called again for this turn.");
}

#[test]
fn a_nudge_waits_for_whoever_sleeps_and_comes_to_nothing_once_he_has_moved() {
    // 12:00 UTC is 21:00 in Tokyo: the night begins an hour later and ends at 23:00 UTC.
    let night = || {
        let room = Room::started();
        room.done("@ben /me zone Asia/Tokyo");
        room.done("@anna bid 1 100");
        room.deliver();
        room.tick_after(3 * HOUR);
        let said = room.done("@anna /game nudge");
        assert_eq!(
            said.text(),
            format!(
                "ben sleeps, and is called <t:{0}:f> (<t:{0}:R>).",
                BEGAN + 11 * HOUR
            )
        );
        assert_eq!(room.tick_after(11 * HOUR - 60), 0);
        room
    };
    let room = night();
    assert_eq!(room.tick_after(11 * HOUR), 1);
    assert_eq!(calls(&room).len(), 1);
    assert!(calls(&room)[0].contains("anna asks you for it"));
    // Once is enough: neither the nudge nor his reminder comes again that day.
    assert_eq!(room.tick_after(11 * HOUR + 60), 0);
    assert_eq!(room.tick_after(34 * HOUR), 0);
    // He moves in his sleep: nothing is left to be sent.
    let room = night();
    room.done("@ben pass");
    assert_eq!(room.tick_after(11 * HOUR), 0);
    assert!(calls(&room).iter().all(|text| !text.contains("<@ben>")));
    // Who is away is not called at all.
    let room = Room::started();
    room.done("@ben /me away until:3 days");
    room.done("@anna bid 1 100");
    room.deliver();
    room.tick_after(8 * HOUR);
    let no = room.refused("@anna /game nudge");
    assert!(no.starts_with("ben is away until <t:"), "{no}");
}
