//! A table of 1835: options, the start packet, what is refused, look-ups, trials.

use crate::room::Room;
use bot::reply::Reply;

/// Anna, Ben, Clara and David at a table of 1835 that has started, seated in this order.
fn table(options: &str) -> Room {
    let room = Room::new();
    room.done(&format!(
        "@anna /game new title:1835 seating:joined{options}"
    ));
    for name in ["ben", "clara", "david"] {
        room.done(&format!("@{name} /game join"));
    }
    room.done("@anna /game start");
    room
}

fn refused(room: &Room, line: &str, part: &str) {
    let digest = room.digest();
    let reply = room.say(line);
    assert!(reply.is_refusal(), "{line}: {}", reply.text());
    assert!(reply.text().contains(part), "{line}: {}", reply.text());
    assert_eq!(room.digest(), digest, "{line} changed something");
}

fn told(room: &Room, line: &str, parts: &[&str]) -> Reply {
    let reply = room.say(line);
    assert!(!reply.is_refusal(), "{line}: {}", reply.text());
    for part in parts {
        assert!(
            reply.text().contains(part),
            "{line}, {part}: {}",
            reply.text()
        );
    }
    reply
}

#[test]
fn the_packet_is_sold_row_by_row() {
    let room = table("");
    told(
        &room,
        "@zoe /show packet",
        &[
            "Row 1: **NF 100 M** with 10% of BY",
            "**M1 80 M**, LD 190 M with 20% of SX",
        ],
    );
    // E35-I-04, E35-I-02.
    refused(&room, "@anna take M3", "is not open yet; these are: NF, M1");
    refused(&room, "@anna buy MS treasury", "E35-I-02");
    refused(&room, "@anna buy BY treasury", "E35-I-02");
    refused(&room, "@ben take NF", "It is not your decision");
    told(
        &room,
        "@anna take NF",
        &["anna buys Nürnberg-Fürth for 100 M", "anna gets 10% of BY"],
    );
    told(
        &room,
        "@ben take LD",
        &["ben gets the president's certificate of SX"],
    );
    // E35-I-07.
    refused(
        &room,
        "@clara sell BY 10%",
        "Nothing is sold in the first share round",
    );
    told(&room, "@zoe /show packet", &["~~NF~~ anna", "~~LD~~ ben"]);
    told(&room, "@clara take M2", &["clara buys M2 for 170 M"]);
    told(
        &room,
        "@zoe /show players",
        &["**SX 20%**", "**M2**", "BY 10%"],
    );
    told(&room, "@zoe /show company company:BY", &["Not yet in play"]);
}

#[test]
fn what_the_rules_forbid_is_refused_with_the_rule() {
    let room = table("");
    for line in [
        "@anna take NF",
        "@ben take LD",
        "@clara take M2",
        "@david take M1",
        "@anna pass",
        "@ben take BY",
        "@clara pass",
        "@david pass",
        "@anna pass",
        "@ben pass",
    ] {
        room.done(line);
    }
    // OR 1.1: M1 of David. A minor's income is never decided on, and its track begins at its home.
    told(&room, "@david /play", &["lay"]);
    refused(&room, "@david lay N12 57@0", "E35-VI-09");
    refused(&room, "@david train 2 from depot", "E35-V.3-01");
    // A private's power at the wrong time, and a private that nobody has.
    refused(&room, "@david lay M15 58@0 by OBB", "E35-II.2-06");
    refused(&room, "@anna token L14 by NF", "It is not your decision");
    refused(&room, "@david exchange M1", "E35-XIII-07");
    told(&room, "@david lay H2 201@0", &["M1"]);
}

#[test]
fn options_are_named_and_explained() {
    // Turns run back in the second cycle of this variant.
    let room = table(" options:snake_start leipzig_income_30");
    for line in [
        "@anna take NF",
        "@ben take M1",
        "@clara take LD",
        "@david take M2",
    ] {
        room.done(line);
    }
    assert_eq!(room.awaited(), ["david"]);
    let room = Room::new();
    let wrong = room.say("@anna /game new title:1835 options:no_such_option");
    assert!(wrong.is_refusal() && wrong.text().contains("no_such_option"));
    for name in ["as-rails", "rulebook"] {
        let room = Room::new();
        room.done(&format!("@anna /game new title:1835 options:{name}"));
    }
}

#[test]
fn look_ups_know_the_title() {
    let room = Room::new();
    for (line, parts) in [
        (
            "@zoe /ref company company:PR title:1835",
            &["Opened by the owner of M2", "M4 10%"][..],
        ),
        (
            "@zoe /ref company company:M5 title:1835",
            &["It becomes 5% of PR"],
        ),
        ("@zoe /ref hex hex:L6 title:1835", &["Home of BA"]),
        ("@zoe /ref hex hex:C11 title:1835", &["ferry"]),
        (
            "@zoe /ref train train:4+4 title:1835",
            &["4 large and 4 small", "opens PR"],
        ),
        (
            "@zoe /ref train train:2+2 title:1835",
            &["The first 4+4 scraps it"],
        ),
        ("@zoe /ref tile tile:221 title:1835", &["221"]),
        ("@zoe /ref phase title:1835", &["2/4+4"]),
        (
            "@zoe /ref rule about:E35-XIII-07 title:1835",
            &["E35-XIII-07"],
        ),
        ("@zoe /ref title title:1835", &["Prussian"]),
    ] {
        told(&room, line, parts);
    }
    // Another title has no packet.
    let other = Room::started();
    told(
        &other,
        "@anna /show packet",
        &["18Ardennes has no start packet."],
    );
}

#[test]
fn a_turn_is_tried_out_before_it_comes() {
    let room = table("");
    for line in ["@anna take NF", "@ben take LD", "@clara take M2"] {
        room.done(line);
    }
    let digest = room.digest();
    told(&room, "@clara /plan start M2", &["M2"]);
    told(&room, "@clara /plan try lay E17 8@4", &[]);
    assert_eq!(room.digest(), digest);
    refused(&room, "@clara /plan start WT", "not floated");
    refused(&room, "@clara /plan start M5", "start packet");
}

#[test]
fn passing_by_order_holds_while_the_packet_is_sold() {
    let room = table("");
    let panel = room.done("@anna /play");
    let labels: Vec<String> = (panel.buttons().iter())
        .map(|button| button.label.clone())
        .collect();
    assert!(labels.contains(&"Pass until …".to_string()), "{labels:?}");
    room.done("@ben /auto pass until:always");
    room.done("@anna take NF");
    assert_eq!(room.awaited(), ["clara"]);
    room.done("@clara take M1");
    room.done("@david take LD");
    room.done("@anna pass");
    assert_eq!(room.awaited(), ["clara"]);
}
