//! The stand-in judged itself: its answers by the OpenAPI description, its events by twilight.

use crate::{bot, raw::Raw};
use serde::de::DeserializeSeed;
use serde_json::{Value, json};
use tests::standin::{StandIn, judge::spec};
use twilight_model::gateway::event::{DispatchEvent, GatewayEvent, GatewayEventDeserializer};

async fn check(raw: &Raw<'_>, method: &str, path: &str, schema: &str, body: &Value) -> Value {
    let (status, answer) = raw.json(method, path, body).await;
    conforms(method, schema, status, &answer);
    answer
}

fn conforms(method: &str, schema: &str, status: u16, answer: &Value) {
    if spec::spec().is_none() {
        return;
    }
    let found = spec::check_response(schema, method, status, answer);
    let found =
        found.unwrap_or_else(|| panic!("no schema for {method} {schema} {status}: {answer}"));
    assert!(
        found.is_empty(),
        "{method} {schema}: {found:#?}\n{answer:#}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_follow_the_openapi_description() {
    let discord = StandIn::start().await;
    let _listener = crate::deadlines::listener(&discord).await;
    let raw = Raw::new(&discord);
    let table = discord.channel("table");
    let alice = discord.player("Alice", &table);
    let (guild, channel, application) = (discord.guild_id(), table.id, discord.application_id());
    let nothing = &Value::Null;
    check(&raw, "GET", "/gateway", "/gateway", nothing).await;
    check(&raw, "GET", "/gateway/bot", "/gateway/bot", nothing).await;
    check(&raw, "GET", "/users/@me", "/users/@me", nothing).await;
    check(
        &raw,
        "GET",
        "/applications/@me",
        "/applications/@me",
        nothing,
    )
    .await;
    check(
        &raw,
        "GET",
        &format!("/users/{}", alice.id),
        "/users/{user_id}",
        nothing,
    )
    .await;
    check(
        &raw,
        "GET",
        &format!("/channels/{channel}"),
        "/channels/{channel_id}",
        nothing,
    )
    .await;
    check(
        &raw,
        "GET",
        &format!("/guilds/{guild}/channels"),
        "/guilds/{guild_id}/channels",
        nothing,
    )
    .await;
    let member = format!("/guilds/{guild}/members/{}", alice.id);
    check(
        &raw,
        "GET",
        &member,
        "/guilds/{guild_id}/members/{user_id}",
        nothing,
    )
    .await;
    let recipient = json!({"recipient_id": alice.id.to_string()});
    check(
        &raw,
        "POST",
        "/users/@me/channels",
        "/users/@me/channels",
        &recipient,
    )
    .await;

    let commands = serde_json::to_value(bot::commands()).expect("JSON");
    let path = format!("/applications/{application}/commands");
    check(
        &raw,
        "PUT",
        &path,
        "/applications/{application_id}/commands",
        &commands,
    )
    .await;
    check(
        &raw,
        "GET",
        &path,
        "/applications/{application_id}/commands",
        nothing,
    )
    .await;
    let path = format!("/applications/{application}/guilds/{guild}/commands");
    check(
        &raw,
        "PUT",
        &path,
        "/applications/{application_id}/guilds/{guild_id}/commands",
        &commands,
    )
    .await;

    let body = json!({
        "content": alice.mention(), "allowed_mentions": {"users": [alice.id.to_string()]},
        "embeds": [{"title": "Map", "image": {"url": "attachment://m.png"}, "fields": [{"name": "a", "value": "b"}]}],
        "components": [
            {"type": 1, "components": [{"type": 2, "style": 1, "custom_id": "a", "label": "A"}]},
            {"type": 1, "components": [{"type": 3, "custom_id": "b", "options": [{"label": "x", "value": "y"}]}]},
        ],
        "attachments": [{"id": 0, "filename": "m.png", "description": "d"}, {"id": 1, "filename": "t.txt"}],
        "nonce": "17", "enforce_nonce": true,
    });
    let path = format!("/channels/{channel}/messages");
    let files = [
        ("files[0]", "m.png", bot::PIXEL.to_vec()),
        ("files[1]", "t.txt", b"text".to_vec()),
    ];
    let (status, post) = raw.files("POST", &path, &body, &files).await;
    conforms("POST", "/channels/{channel_id}/messages", status, &post);
    let (_, twin) = raw.files("POST", &path, &body, &files).await;
    assert_eq!(post["id"], twin["id"], "the nonce is enforced");
    assert_eq!(
        post["attachments"].as_array().map(Vec::len),
        Some(1),
        "a picture in an embed is no attachment"
    );
    let url = post["embeds"][0]["image"]["url"]
        .as_str()
        .expect("an address");
    let bytes = reqwest::get(url)
        .await
        .expect("an answer")
        .bytes()
        .await
        .expect("bytes");
    assert_eq!(&bytes[..], bot::PIXEL);
    check(
        &raw,
        "GET",
        &path,
        "/channels/{channel_id}/messages",
        nothing,
    )
    .await;
    let reply = json!({"content": "x", "allowed_mentions": {"parse": []},
        "message_reference": {"message_id": post["id"]}});
    check(
        &raw,
        "POST",
        &path,
        "/channels/{channel_id}/messages",
        &reply,
    )
    .await;
    let path = format!("{path}/{}", post["id"].as_str().expect("an id"));
    let schema = "/channels/{channel_id}/messages/{message_id}";
    check(&raw, "GET", &path, schema, nothing).await;
    check(&raw, "PATCH", &path, schema, &json!({"components": []})).await;

    let id = alice.begin_slash("/ping").expect("sent");
    let token = discord.interaction(id).expect("the interaction").token;
    let path = format!("/interactions/{id}/{token}/callback?with_response=true");
    let schema = "/interactions/{interaction_id}/{interaction_token}/callback";
    check(
        &raw,
        "POST",
        &path,
        schema,
        &json!({"type": 4, "data": {"content": "x"}}),
    )
    .await;
    let hook = format!("/webhooks/{application}/{token}");
    let schema = "/webhooks/{webhook_id}/{webhook_token}";
    let follow = check(
        &raw,
        "POST",
        &hook,
        schema,
        &json!({"content": "y", "flags": 64}),
    )
    .await;
    let (original, schema) = (
        format!("{hook}/messages/@original"),
        format!("{schema}/messages/@original"),
    );
    check(&raw, "GET", &original, &schema, nothing).await;
    check(&raw, "PATCH", &original, &schema, &json!({"content": "z"})).await;
    let path = format!("{hook}/messages/{}", follow["id"].as_str().expect("an id"));
    assert_eq!(
        raw.json("PATCH", &path, &json!({"content": "z"})).await.0,
        200
    );
    assert_eq!(raw.json("DELETE", &path, nothing).await.0, 204);
    discord.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twilight_understands_every_event() {
    let discord = StandIn::builder().keep_payloads().start().await;
    let _bot = bot::start(&discord).await;
    let table = discord.channel("table");
    let alice = discord.player("Alice", &table);
    alice.slash("/game new title:1835 with:@Alice").await;
    alice.in_direct().slash("/ping").await;
    alice.autocomplete("/lay", "hex", "F").await;
    let panel = alice.slash("/panel").await;
    alice.press(&panel, "yes").await;
    let panel = alice.slash("/panel").await;
    alice.select(&panel, "tile", &["8"]).await;
    let form = alice.slash("/ask").await;
    alice.submit(&form, &[("text", "x")]).await;
    discord
        .owner(&table)
        .command("import")
        .file("file", "g.json", b"{}")
        .send()
        .await;
    table.delete();
    discord.remove_bot();
    let (mut kinds, mut interactions) = (Vec::new(), 0);
    for text in discord.gateway().payloads() {
        let seed = GatewayEventDeserializer::from_json(&text).expect("an opcode");
        let mut json = serde_json::Deserializer::from_str(&text);
        let event = seed
            .deserialize(&mut json)
            .unwrap_or_else(|e| panic!("twilight: {e} in {text}"));
        if let GatewayEvent::Dispatch(_, event) = event {
            kinds.push(event.kind().name().unwrap_or("?").to_owned());
            if let DispatchEvent::InteractionCreate(_) = event {
                interactions += 1;
            }
        }
    }
    assert_eq!(interactions, 10, "{kinds:?}");
    for kind in [
        "READY",
        "GUILD_CREATE",
        "CHANNEL_CREATE",
        "CHANNEL_DELETE",
        "GUILD_DELETE",
    ] {
        assert!(
            kinds.iter().any(|known| known == kind),
            "{kind} is missing in {kinds:?}"
        );
    }
    discord.assert_clean();
}
