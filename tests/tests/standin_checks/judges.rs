//! Every mistake that a judge shall find, made once.

use crate::raw::Raw;
use serde_json::{Value, json};
use tests::standin::{StandIn, judge};

fn quiet(mut body: Value) -> Value {
    body["allowed_mentions"] = json!({"parse": []});
    body
}

fn long(count: usize) -> String {
    "x".repeat(count)
}

fn row(parts: Value) -> Value {
    quiet(json!({"content": "x", "components": [{"type": 1, "components": parts}]}))
}

fn button(id: &str, label: &str) -> Value {
    json!({"type": 2, "style": 1, "custom_id": id, "label": label})
}

#[tokio::test]
async fn faulty_messages_are_found() {
    let discord = StandIn::start().await;
    let table = discord.channel("table");
    let bob = discord.player("Bob", &table);
    let raw = Raw::new(&discord);
    let path = format!("/channels/{}/messages", table.id);
    let options: Vec<Value> = (0..26)
        .map(|i| json!({"label": "x", "value": i.to_string()}))
        .collect();
    let rows: Vec<Value> = (0..6)
        .map(|i| json!({"type": 1, "components": [button(&i.to_string(), "x")]}))
        .collect();
    let buttons: Vec<Value> = (0..6).map(|i| button(&i.to_string(), "x")).collect();
    let embed = |embed: Value| quiet(json!({"embeds": [embed]}));
    let select = |options: Value| row(json!([{"type": 3, "custom_id": "a", "options": options}]));
    // What is sent; whether Discord refuses it; what a judge says.
    let cases: Vec<(Value, bool, &str)> = vec![
        (json!({"content": "x"}), false, "without allowed_mentions"),
        (
            json!({"content": "x", "allowed_mentions": {"parse": ["users"]}}),
            false,
            "parse: users",
        ),
        (
            json!({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}),
            true,
            "parse and the list",
        ),
        (
            json!({"content": "x", "allowed_mentions": {"users": [bob.id.to_string()]}}),
            false,
            "is not in the content",
        ),
        (quiet(json!({"content": long(2001)})), true, "2,000"),
        (quiet(json!({"content": " "})), true, "50006"),
        (
            quiet(json!({"content": "x", "contnet": "y"})),
            false,
            "/contnet this key is unknown",
        ),
        (
            quiet(json!({"embeds": vec![json!({"title": "x"}); 11]})),
            true,
            "/embeds",
        ),
        (embed(json!({"title": long(257)})), true, "/embeds/0/title"),
        (
            embed(json!({"description": long(4097)})),
            true,
            "/embeds/0/description",
        ),
        (
            embed(json!({"fields": [{"name": "x", "value": long(1025)}]})),
            true,
            "/embeds/0/fields/0/value",
        ),
        (
            embed(json!({"fields": [{"name": "x", "value": ""}]})),
            true,
            "This field is required",
        ),
        (
            quiet(json!({"embeds": [{"description": long(4000)}, {"description": long(2001)}]})),
            true,
            "6001 characters",
        ),
        (
            embed(json!({"title": "x", "image": {"url": "attachment://map.png"}})),
            true,
            "no such file",
        ),
        (
            quiet(json!({"content": "x", "components": rows})),
            true,
            "twilight",
        ),
        (row(json!(buttons)), true, "a row with 6"),
        (row(json!([button(&long(101), "x")])), true, "custom"),
        (row(json!([button("a", &long(81))])), true, "label"),
        (
            row(json!([button("a", "x"), button("a", "y")])),
            true,
            "occurs twice",
        ),
        (
            row(json!([{"type": 2, "style": 1, "label": "x"}])),
            true,
            "needs a custom_id",
        ),
        (
            row(json!([{"type": 2, "style": 1, "custom_id": "a"}])),
            true,
            "without label",
        ),
        (row(json!([])), true, "a row with 0"),
        (select(json!(options)), true, "openapi"),
        (select(json!([])), true, "a select of 0"),
        (
            select(json!([{"label": "x", "value": "1"}, {"label": "y", "value": "1"}])),
            true,
            "equal option",
        ),
        (
            quiet(json!({"content": "x", "flags": 1 << 15})),
            true,
            "Components V2",
        ),
        (
            quiet(json!({"content": "x", "components": [{"type": 10, "content": "y"}]})),
            true,
            "twilight",
        ),
        (Value::String("x".into()), true, "must be an object"),
    ];
    for (body, refused, text) in cases {
        let (status, answer) = raw.json("POST", &path, &body).await;
        raw.expect(&body.to_string(), &[text]);
        assert_eq!(status == 400, refused, "{body}: {status} {answer}");
        if refused {
            assert!(answer["code"].is_u64(), "{answer}");
        }
    }
    let fine =
        json!({"content": bob.mention(), "allowed_mentions": {"users": [bob.id.to_string()]}});
    assert_eq!(raw.json("POST", &path, &fine).await.0, 200);
    discord.assert_clean();
}

#[tokio::test]
async fn faulty_files_are_found() {
    let discord = StandIn::builder().size_limit(1000).start().await;
    let table = discord.channel("table");
    let raw = Raw::new(&discord);
    let path = format!("/channels/{}/messages", table.id);
    let body = quiet(json!({"attachments": [{"id": 0, "filename": "a.txt"}]}));
    let file = |part: &'static str, name: &'static str, size: usize| (part, name, vec![b'x'; size]);
    assert_eq!(
        raw.files("POST", &path, &body, &[file("files[0]", "a.txt", 1001)])
            .await
            .0,
        400
    );
    raw.expect("too large", &["1001 bytes"]);
    let twice = [file("files[0]", "a.txt", 5), file("files[0]", "b.txt", 5)];
    assert_eq!(raw.files("POST", &path, &body, &twice).await.0, 400);
    raw.expect("the same part twice", &["two parts are named files[0]"]);
    assert_eq!(
        raw.files("POST", &path, &body, &[file("files[1]", "a.txt", 5)])
            .await
            .0,
        200
    );
    raw.expect("not listed", &["is not listed"]);
    assert_eq!(
        raw.files("POST", &path, &body, &[file("files[0]", "a.txt", 5)])
            .await
            .0,
        200
    );
    table.deny(1 << 15);
    let (status, answer) = raw
        .files("POST", &path, &body, &[file("files[0]", "a.txt", 5)])
        .await;
    assert_eq!((status, &answer["code"]), (403, &json!(50013)));
    table.delete();
    assert_eq!(
        raw.json("POST", &path, &quiet(json!({"content": "x"})))
            .await
            .1["code"],
        10003
    );
    discord.assert_clean();
}

fn command(mut parts: Value) -> Value {
    for (key, value) in [("name", "a"), ("description", "b")] {
        if parts[key].is_null() {
            parts[key] = value.into();
        }
    }
    parts
}

fn option(kind: u64, mut parts: Value) -> Value {
    parts["type"] = kind.into();
    if parts["description"].is_null() {
        parts["description"] = "b".into();
    }
    parts
}

#[tokio::test]
async fn faulty_commands_are_found() {
    let discord = StandIn::start().await;
    let raw = Raw::new(&discord);
    let path = format!("/applications/{}/commands", discord.application_id());
    let with = |options: Value| json!([command(json!({"options": options}))]);
    let named = |name: &str| option(3, json!({"name": name}));
    let choices = |count: usize| -> Vec<Value> {
        (0..count)
            .map(|i| json!({"name": format!("n{i}"), "value": "v"}))
            .collect()
    };
    let heavy: Vec<Value> = (0..20)
        .map(|i| option(3, json!({"name": format!("o{i}"), "choices": choices(20)})))
        .map(|mut o| {
            for choice in o["choices"].as_array_mut().into_iter().flatten() {
                choice["value"] = long(20).into();
            }
            o
        })
        .collect();
    let plain: Vec<Value> = (0..26).map(|i| named(&format!("o{i}"))).collect();
    let cases: Vec<(Value, &str)> = vec![
        (json!([command(json!({"name": "Lay"}))]), "twilight"),
        (json!([command(json!({"name": long(33)}))]), "openapi"),
        (
            json!([command(json!({"description": long(101)}))]),
            "openapi",
        ),
        (json!([command(json!({"description": ""}))]), "twilight"),
        (
            json!([command(json!({})), command(json!({}))]),
            "two commands",
        ),
        (
            json!([command(json!({"descripton": "c"}))]),
            "/0/descripton",
        ),
        (with(json!(plain)), "26 options"),
        (with(json!([named("x"), named("x")])), "two options"),
        (
            with(json!([
                named("x"),
                option(3, json!({"name": "y", "required": true}))
            ])),
            "after an optional",
        ),
        (
            with(json!([option(
                3,
                json!({"name": "x", "choices": choices(26)})
            )])),
            "26 choices",
        ),
        (
            with(json!([option(
                3,
                json!({"name": "x", "choices": choices(1), "autocomplete": true})
            )])),
            "together with autocomplete",
        ),
        (
            with(json!([option(
                5,
                json!({"name": "x", "autocomplete": true})
            )])),
            "no autocomplete",
        ),
        (
            with(json!([option(1, json!({"name": "x"})), named("y")])),
            "beside plain",
        ),
        (with(json!(heavy)), "8,000"),
        (
            with(json!([option(
                3,
                json!({"name": "x", "choices": [{"name": long(101), "value": "v"}]})
            )])),
            "/0/options/0",
        ),
    ];
    for (body, text) in cases {
        let (status, _) = raw.json("PUT", &path, &body).await;
        raw.expect(&body.to_string(), &[text]);
        let note_only = text == "/0/descripton";
        let judged = judge::spec::spec().is_some();
        assert!(!judged || (status == 400) != note_only, "{body}: {status}");
    }
    let fine = json!([command(
        json!({"default_member_permissions": "32", "options": [named("x")]})
    )]);
    let (_, first) = raw.json("PUT", &path, &fine).await;
    let (_, second) = raw.json("PUT", &path, &fine).await;
    assert_eq!(first[0]["id"], second[0]["id"], "a command keeps its id");
    discord.assert_clean();
}

#[tokio::test]
async fn the_openapi_judge_is_at_work_where_its_file_is() {
    match judge::spec::spec() {
        Some(_) => assert!(
            !judge::spec::check_schema("MessageCreateRequest", &json!({"content": 1})).is_empty()
        ),
        None => println!("skipped: there is no OpenAPI description beside the workspace"),
    }
}

#[tokio::test]
async fn strangers_are_turned_away() {
    let discord = StandIn::start().await;
    let url = format!("{}/api/v10/users/@me", discord.base_url());
    let answer = reqwest::get(&url).await.expect("an answer");
    assert_eq!(answer.status(), 401);
    let raw = Raw::new(&discord);
    raw.expect("no token", &["Authorization", "User-Agent"]);
    assert_eq!(raw.json("GET", "/nowhere", &Value::Null).await.0, 404);
    raw.expect("an unknown path", &["does not know this path"]);
    discord.assert_clean();
}
