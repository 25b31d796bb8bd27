//! Channel messages: post, edit, read, delete; and how a message body changes a message.

use super::{Call, Reply};
use crate::standin::{
    body::File,
    clock::snowflake_ms,
    json,
    judge::messages::missing_files,
    message::{Attachment, COMPONENTS_V2, EPHEMERAL, LOADING, Message},
    route::{Route, RouteKind},
    world::{Shared, World},
};
use serde_json::Value;

/// Bits of the permissions that posting needs.
pub const VIEW: u64 = 1 << 10;
pub const SEND: u64 = 1 << 11;
pub const ATTACH: u64 = 1 << 15;

const GUILD_MESSAGES: u64 = 1 << 9;
const DIRECT_MESSAGES: u64 = 1 << 12;

pub fn answer(shared: &Shared, world: &mut World, call: &Call) -> Reply {
    match (&call.route, call.method.as_str()) {
        (Route::Messages(channel), "POST") => post(shared, world, call, *channel),
        (Route::Messages(channel), "GET") => list(shared, world, call, *channel),
        (Route::Message(channel, id), method) => single(shared, world, call, method, *channel, *id),
        (Route::Typing(channel), "POST") => match refuse(world, *channel, VIEW | SEND) {
            Some(refusal) => refusal,
            None => Reply::empty(204),
        },
        (Route::Pin(channel, id), "PUT" | "DELETE") => match visible(world, *channel, *id) {
            Some(_) => Reply::empty(204),
            None => Reply::error(404, 10008, "Unknown Message"),
        },
        _ => call.wrong_method(world),
    }
}

/// Refuses what the bot may not do in a channel, or a channel that is gone.
pub fn refuse(world: &World, channel: u64, needed: u64) -> Option<Reply> {
    let Some(place) = world.channels.get(&channel).filter(|c| !c.deleted) else {
        return Some(Reply::error(404, 10003, "Unknown Channel"));
    };
    if world.guild_of(channel).is_some_and(|guild| !guild.has_bot)
        || place.bot_permissions & VIEW == 0
    {
        return Some(Reply::error(403, 50001, "Missing Access"));
    }
    if place
        .recipient
        .and_then(|id| world.users.get(&id))
        .is_some_and(|user| user.refuses_dms)
    {
        return Some(Reply::error(
            403,
            50007,
            "Cannot send messages to this user",
        ));
    }
    let shares = |id: &u64| {
        let guilds = world.guilds.values().filter(|guild| guild.has_bot);
        guilds
            .into_iter()
            .any(|guild| guild.members.contains_key(id))
    };
    if place.recipient.as_ref().is_some_and(|id| !shares(id)) {
        return Some(Reply::error(
            403,
            50278,
            "Cannot send messages to this user due to having no mutual guilds",
        ));
    }
    (place.bot_permissions & needed != needed)
        .then(|| Reply::error(403, 50013, "Missing Permissions"))
}

fn visible(world: &World, channel: u64, id: u64) -> Option<&Message> {
    let message = world.messages.get(&id)?;
    (message.channel == channel && !message.deleted && message.only_for.is_none())
        .then_some(message)
}

fn post(shared: &Shared, world: &mut World, call: &Call, channel: u64) -> Reply {
    let needed = if call.files.is_empty() {
        SEND
    } else {
        SEND | ATTACH
    };
    if let Some(refusal) = refuse(world, channel, needed) {
        return refusal;
    }
    let nonce = Some(&call.body["nonce"])
        .filter(|nonce| !nonce.is_null())
        .cloned();
    if call.body["enforce_nonce"] == true && nonce.is_some() {
        let recent = world.messages.values().rev().take(200);
        let twin = recent
            .filter(|m| m.channel == channel)
            .find(|m| m.nonce == nonce);
        if let Some(twin) = twin {
            return Reply::json(200, json::message(shared, world, twin));
        }
    }
    let mut message = blank(world, channel);
    message.nonce = nonce;
    let reference = &call.body["message_reference"];
    if reference.is_object() {
        let id = reference["message_id"]
            .as_str()
            .and_then(|id| id.parse().ok());
        message.reply_to = id.or_else(|| reference["message_id"].as_u64());
        let known = message
            .reply_to
            .is_some_and(|id| visible(world, channel, id).is_some());
        if !known && reference["fail_if_not_exists"] != false {
            return Reply::error(400, 50035, "Invalid Form Body: Unknown message");
        }
    }
    if let Err(refusal) = fill(world, call, &mut message, &call.body, false) {
        return refusal;
    }
    let body = json::message(shared, world, &message);
    announce(world, "MESSAGE_CREATE", &body, channel);
    world.store(message, shared.settings.keep_files);
    Reply::json(200, body)
}

fn list(shared: &Shared, world: &mut World, call: &Call, channel: u64) -> Reply {
    if let Some(refusal) = refuse(world, channel, VIEW) {
        return refusal;
    }
    let number = |key: &str| {
        call.query
            .get(key)
            .and_then(|text| text.parse::<u64>().ok())
    };
    let limit = number("limit")
        .and_then(|n| usize::try_from(n).ok())
        .unwrap_or(50)
        .min(100);
    let before = number("before").unwrap_or(u64::MAX);
    let after = number("after").unwrap_or(0);
    let found = world
        .messages
        .values()
        .rev()
        .filter(|m| m.id < before && m.id > after);
    let found = found
        .filter(|m| visible(world, channel, m.id).is_some())
        .take(limit);
    Reply::json(
        200,
        found
            .map(|m| json::message(shared, world, m))
            .collect::<Vec<Value>>()
            .into(),
    )
}

fn single(
    shared: &Shared,
    world: &mut World,
    call: &Call,
    method: &str,
    channel: u64,
    id: u64,
) -> Reply {
    if let Some(refusal) = refuse(world, channel, VIEW) {
        return refusal;
    }
    let Some(mut message) = visible(world, channel, id).cloned() else {
        return Reply::error(404, 10008, "Unknown Message");
    };
    match method {
        "GET" => Reply::json(200, json::message(shared, world, &message)),
        "PATCH" if message.author != world.bot => {
            call.blame(world, "rule", "edits a message of somebody else");
            Reply::error(403, 50005, "Cannot edit a message authored by another user")
        }
        "PATCH" => {
            if let Err(refusal) = fill(world, call, &mut message, &call.body, true) {
                return refusal;
            }
            let body = json::message(shared, world, &message);
            announce(world, "MESSAGE_UPDATE", &body, channel);
            world.store(message, shared.settings.keep_files);
            Reply::json(200, body)
        }
        "DELETE" => {
            message.deleted = true;
            world.store(message, shared.settings.keep_files);
            Reply::empty(204)
        }
        _ => call.wrong_method(world),
    }
}

/// An empty message of the bot.
pub fn blank(world: &mut World, channel: u64) -> Message {
    Message {
        id: world.clock.snowflake(),
        channel,
        author: world.bot,
        content: String::new(),
        embeds: Vec::new(),
        components: Vec::new(),
        attachments: Vec::new(),
        flags: 0,
        only_for: None,
        interaction: None,
        reply_to: None,
        nonce: None,
        pinged: Vec::new(),
        edits: 0,
        edited_ms: None,
        deleted: false,
    }
}

/// Applies a body to a message: a new one, a deferred one or an edit.
///
/// # Errors
/// The refusal, when an `attachment://` address has no file.
pub fn fill(
    world: &mut World,
    call: &Call,
    message: &mut Message,
    body: &Value,
    edit: bool,
) -> Result<(), Reply> {
    let first = !edit || message.loading();
    let mut attachments = if edit {
        kept(message, body)
    } else {
        Vec::new()
    };
    for file in &call.files {
        attachments.push(attach(world, file, body));
    }
    let names: Vec<&str> = attachments
        .iter()
        .map(|file| file.filename.as_str())
        .collect();
    if let Some(finding) = missing_files(body, &names, "").first() {
        call.blame(world, "rule", finding.what.clone());
        return Err(Reply::error(400, 50035, &finding.what));
    }
    let keeps_embeds = edit && body.get("embeds").is_none();
    let standing = serde_json::json!({"embeds": if keeps_embeds { message.embeds.clone() } else { Vec::new() }});
    for finding in missing_files(&standing, &names, "") {
        call.blame(
            world,
            "rule",
            format!(
                "the edit takes a picture away that an embed shows: {}",
                finding.what
            ),
        );
    }
    message.attachments = attachments;
    let keys = body.as_object();
    let given = |key: &str| keys.is_some_and(|map| map.contains_key(key));
    if given("content") || !edit {
        message.content = body["content"].as_str().unwrap_or_default().to_owned();
    }
    if given("embeds") || !edit {
        message.embeds = body["embeds"].as_array().cloned().unwrap_or_default();
    }
    if given("components") || !edit {
        message.components = numbered(&body["components"]);
    }
    let flags = body["flags"].as_u64().unwrap_or(0);
    if first {
        let ephemeral = message.flags & EPHEMERAL | if edit { 0 } else { flags & EPHEMERAL };
        message.flags = (flags & !(EPHEMERAL | LOADING)) | ephemeral;
        if !message.ephemeral() {
            message.pinged = pings(world, message, &body["allowed_mentions"]);
        }
    } else if given("flags") {
        let fixed = message.flags & (EPHEMERAL | COMPONENTS_V2);
        message.flags = fixed | (flags & (4 | COMPONENTS_V2));
    }
    if edit {
        message.edits += 1;
        message.edited_ms = Some(world.clock.now_ms());
        if message.content.is_empty()
            && message.embeds.is_empty()
            && message.attachments.is_empty()
            && message.components.is_empty()
        {
            call.blame(world, "rule", "the edit leaves an empty message (50006)");
            return Err(Reply::error(400, 50006, "Cannot send an empty message"));
        }
        let age = world
            .clock
            .now_ms()
            .saturating_sub(snowflake_ms(message.id));
        let in_channel = call.route.kind(&call.method) == RouteKind::EditMessage;
        if in_channel && age > 3_600_000 && message.edits > 20 {
            let what =
                "Maximum number of edits to messages older than 1 hour reached. Try again later";
            call.blame(world, "rule", format!("{what} (30046)"));
            return Err(Reply::error(429, 30046, what));
        }
    }
    Ok(())
}

/// The files that an edit keeps: all when it does not speak of attachments, else those listed.
fn kept(message: &Message, body: &Value) -> Vec<Attachment> {
    let Some(listed) = body["attachments"].as_array() else {
        return message.attachments.clone();
    };
    let ids: Vec<String> = listed
        .iter()
        .map(|entry| entry["id"].to_string().replace('"', ""))
        .collect();
    let keep = message
        .attachments
        .iter()
        .filter(|file| ids.contains(&file.id.to_string()));
    keep.cloned().collect()
}

fn attach(world: &mut World, file: &File, body: &Value) -> Attachment {
    let entries = body["attachments"].as_array().into_iter().flatten();
    let entry = entries
        .into_iter()
        .find(|entry| file.part == format!("files[{}]", entry["id"].to_string().replace('"', "")));
    let text = |key: &str| entry.and_then(|e| e[key].as_str()).map(str::to_owned);
    Attachment {
        id: world.clock.snowflake(),
        filename: text("filename").unwrap_or_else(|| file.filename.clone()),
        description: text("description"),
        content_type: file.content_type.clone(),
        size: file.data.len(),
        data: Some(file.data.clone()),
    }
}

/// Components with running ids and the defaults that Discord fills in.
fn numbered(components: &Value) -> Vec<Value> {
    fn visit(part: &mut Value, next: &mut u64) {
        if !part.is_object() {
            return;
        }
        if part["id"].is_null() {
            part["id"] = (*next).into();
        }
        *next += 1;
        if matches!(part["type"].as_u64(), Some(3 | 5..=8)) {
            for key in ["min_values", "max_values"] {
                if part[key].is_null() {
                    part[key] = 1.into();
                }
            }
        }
        for key in ["components", "accessory"] {
            match part.get_mut(key) {
                Some(Value::Array(list)) => list.iter_mut().for_each(|inner| visit(inner, next)),
                Some(inner) => visit(inner, next),
                None => {}
            }
        }
    }
    let mut list = json::without_nulls(components)
        .as_array()
        .cloned()
        .unwrap_or_default();
    let mut next = 1;
    list.iter_mut().for_each(|part| visit(part, &mut next));
    list
}

/// The users whom a message notifies.
fn pings(world: &World, message: &Message, allowed: &Value) -> Vec<u64> {
    let has = |key: &str, what: &str| {
        allowed[key]
            .as_array()
            .is_some_and(|list| list.iter().any(|v| v == what))
    };
    let free = allowed.is_null();
    let mut out: Vec<u64> = json::mentioned(&message.content);
    out.retain(|id| free || has("parse", "users") || has("users", &id.to_string()));
    let loud = message.content.contains("@everyone") || message.content.contains("@here");
    if loud && (free || has("parse", "everyone")) {
        out.extend(
            world
                .guild_of(message.channel)
                .into_iter()
                .flat_map(|g| g.members.keys()),
        );
    }
    out.sort_unstable();
    out.dedup();
    out
}

/// Tells the bot of a message, if it asked for such events.
fn announce(world: &mut World, event: &str, body: &Value, channel: u64) {
    let guild = world.channels.get(&channel).and_then(|c| c.guild);
    let mut data = body.clone();
    if let Some(guild) = guild {
        data["guild_id"] = guild.to_string().into();
    }
    let intent = if guild.is_some() {
        GUILD_MESSAGES
    } else {
        DIRECT_MESSAGES
    };
    world.hub.dispatch(event, &data, guild, intent);
}
