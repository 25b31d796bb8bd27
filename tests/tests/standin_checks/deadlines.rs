//! The life of an interaction: one first answer, in time, and its token afterwards.

use crate::raw::Raw;
use serde_json::{Value, json};
use std::time::Duration;
use tests::standin::{StandIn, Unanswered};

/// A websocket that has identified and then only keeps still.
pub async fn listener(discord: &StandIn) -> impl Sized + use<> {
    use futures_util::{SinkExt, StreamExt};
    use tokio_tungstenite::tungstenite::Message;
    let (mut socket, _) = tokio_tungstenite::connect_async(discord.gateway_url())
        .await
        .expect("a gateway");
    socket.next().await.expect("HELLO").expect("HELLO");
    let identify = json!({"op": 2, "d": {"token": discord.token(), "intents": 1,
        "properties": {"os": "linux", "browser": "x", "device": "x"}}});
    socket
        .send(Message::text(identify.to_string()))
        .await
        .expect("IDENTIFY");
    socket.next().await.expect("READY").expect("READY");
    discord.gateway().connected().await;
    socket
}

async fn register(raw: &Raw<'_>) {
    let path = format!("/applications/{}/commands", raw.discord.application_id());
    let option = json!({"type": 4, "name": "count", "description": "b", "autocomplete": true});
    let body = json!([{"name": "ping", "description": "b", "options": [option]}]);
    assert_eq!(raw.json("PUT", &path, &body).await.0, 200);
}

fn paths(discord: &StandIn, id: u64) -> (String, String) {
    let token = discord.interaction(id).expect("the interaction").token;
    let webhook = format!("/webhooks/{}/{token}", discord.application_id());
    (format!("/interactions/{id}/{token}/callback"), webhook)
}

fn reply(text: &str) -> Value {
    json!({"type": 4, "data": {"content": text, "flags": 64}})
}

#[tokio::test]
async fn a_second_first_answer_is_refused() {
    let discord = StandIn::start().await;
    let _listener = listener(&discord).await;
    let raw = Raw::new(&discord);
    register(&raw).await;
    let alice = discord.player("Alice", &discord.channel("table"));
    let id = alice.begin_slash("/ping").expect("sent");
    let (callback, webhook) = paths(&discord, id);

    let (status, answer) = raw.json("POST", &webhook, &json!({"content": "x"})).await;
    assert_eq!((status, &answer["code"]), (404, &json!(10015)));
    raw.expect("too early", &["before the first answer"]);
    assert_eq!(raw.json("POST", &callback, &reply("one")).await.0, 204);
    let (status, answer) = raw.json("POST", &callback, &reply("two")).await;
    assert_eq!((status, &answer["code"]), (400, &json!(40060)));
    raw.expect("twice", &["already answered"]);
    let wrong = callback.replace(&id.to_string(), "1234");
    assert_eq!(raw.json("POST", &wrong, &reply("x")).await.1["code"], 10062);
    raw.expect("unknown", &["no such interaction"]);

    let original = format!("{webhook}/messages/@original");
    assert_eq!(
        raw.json("PATCH", &original, &json!({"content": "new"}))
            .await
            .0,
        200
    );
    assert_eq!(discord.answer(id).await.expect("an answer").text(), "new");
    discord.assert_clean();
    discord.advance(Duration::from_millis(15 * 60 * 1000 + 1));
    let (status, answer) = raw
        .json("PATCH", &original, &json!({"content": "late"}))
        .await;
    assert_eq!((status, &answer["code"]), (401, &json!(50027)));
    raw.expect("late", &["50027"]);
    discord.assert_clean();
}

#[tokio::test]
async fn a_late_first_answer_is_refused() {
    let discord = StandIn::start().await;
    let _listener = listener(&discord).await;
    let raw = Raw::new(&discord);
    register(&raw).await;
    let alice = discord.player("Alice", &discord.channel("table"));
    let id = alice.begin_slash("/ping").expect("sent");
    discord.advance(Duration::from_millis(3001));
    let (callback, _) = paths(&discord, id);
    let (status, answer) = raw.json("POST", &callback, &reply("late")).await;
    assert_eq!((status, &answer["code"]), (404, &json!(10062)));
    raw.expect("late", &["was answered after"]);
    assert!(matches!(
        discord.answer(id).await,
        Err(Unanswered::NoFirstAnswer(_))
    ));
    raw.expect("none", &["no first answer"]);
    discord.assert_clean();
}

#[tokio::test]
async fn answers_must_fit_the_question() {
    let discord = StandIn::builder()
        .patience(Duration::from_millis(200))
        .start()
        .await;
    let _listener = listener(&discord).await;
    let raw = Raw::new(&discord);
    register(&raw).await;
    let alice = discord.player("Alice", &discord.channel("table"));
    let ask = || alice.begin_slash("/ping").expect("sent");
    let choices = |list: Value| json!({"type": 8, "data": {"choices": list}});
    for (body, text) in [
        (json!({"type": 5, "data": {"flags": 4}}), "EPHEMERAL only"),
        (json!({"type": 6}), "does not fit"),
        (choices(json!([])), "does not fit"),
        (
            choices(json!(vec![json!({"name": "x", "value": "y"}); 26])),
            "26 choices",
        ),
        (
            choices(json!([{"name": "x".repeat(101), "value": "y"}])),
            "101 characters",
        ),
        (
            json!({"type": 4, "data": {"content": "hello <@1>"}}),
            "mentions somebody",
        ),
        (json!({"type": 4, "data": {}}), "50006"),
        (json!({"type": 11}), "not in use"),
    ] {
        let (callback, _) = paths(&discord, ask());
        raw.json("POST", &callback, &body).await;
        raw.expect(&body.to_string(), &[text]);
    }
    let id = ask();
    let (callback, _) = paths(&discord, id);
    assert_eq!(
        raw.json("POST", &callback, &json!({"type": 5})).await.0,
        204
    );
    assert!(matches!(
        discord.answer(id).await,
        Err(Unanswered::NeverCompleted(_))
    ));
    raw.expect("never completed", &["no completion"]);
    discord.assert_clean();
}

#[tokio::test]
async fn an_edit_that_loses_a_picture_is_noted() {
    let discord = StandIn::start().await;
    let table = discord.channel("table");
    let raw = Raw::new(&discord);
    let body = json!({"embeds": [{"title": "Map", "image": {"url": "attachment://m.png"}}],
        "allowed_mentions": {"parse": []}, "attachments": [{"id": 0, "filename": "m.png"}]});
    let path = format!("/channels/{}/messages", table.id);
    let (_, post) = raw
        .files(
            "POST",
            &path,
            &body,
            &[("files[0]", "m.png", b"png".to_vec())],
        )
        .await;
    let path = format!("{path}/{}", post["id"].as_str().expect("an id"));
    assert_eq!(
        raw.json("PATCH", &path, &json!({"content": "x"})).await.0,
        200
    );
    discord.assert_clean();
    assert_eq!(
        raw.json("PATCH", &path, &json!({"attachments": []}))
            .await
            .0,
        200
    );
    raw.expect("lost", &["takes a picture away"]);
    discord.assert_clean();
}
