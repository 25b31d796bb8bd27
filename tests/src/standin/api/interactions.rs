//! First answers to interactions, and what may follow them through the token.

use super::{Call, Reply, messages};
use crate::standin::{
    json,
    message::{EPHEMERAL, LOADING, Message},
    route::{Route, WebhookMessage},
    world::{FirstAnswer, Interaction, InteractionKind, Shared, World},
};
use serde_json::{Value, json};

const JUDGE: &str = "interaction";

/// `POST /interactions/{id}/{token}/callback`.
pub fn callback(shared: &Shared, world: &mut World, call: &Call) -> Reply {
    let Route::Callback { id, token } = &call.route else {
        return call.wrong_method(world);
    };
    let unknown = || Reply::error(404, 10062, "Unknown interaction");
    let Some(cause) = world
        .interactions
        .get(id)
        .filter(|i| i.token == *token)
        .cloned()
    else {
        call.blame(world, JUDGE, "there is no such interaction (10062)");
        return unknown();
    };
    if let Some(first) = &cause.first {
        call.blame(
            world,
            JUDGE,
            format!(
                "{} was already answered with {first:?} (40060)",
                cause.label
            ),
        );
        return Reply::error(400, 40060, "Interaction has already been acknowledged.");
    }
    let age = world.clock.now_ms().saturating_sub(cause.created_ms);
    if u128::from(age) > shared.settings.first_answer.as_millis() {
        call.blame(
            world,
            JUDGE,
            format!("{} was answered after {age} ms (10062)", cause.label),
        );
        return unknown();
    }
    let kind = call.body["type"].as_u64().unwrap_or(0);
    if !fitting(&cause, kind) {
        call.blame(
            world,
            JUDGE,
            format!("callback type {kind} does not fit {:?}", cause.kind),
        );
        return Reply::error(400, 50035, "Invalid Form Body");
    }
    match respond(world, call, &cause, kind) {
        Err(refusal) => refusal,
        Ok((first, message)) => {
            let original = message.as_ref().map(|m| m.id);
            if let Some(entry) = world.interactions.get_mut(id) {
                entry.first = Some(first);
                entry.original = original;
            }
            if let Some(message) = message.clone() {
                world.store(message, shared.settings.keep_files);
            }
            if call
                .query
                .get("with_response")
                .is_none_or(|text| text != "true")
            {
                return Reply::empty(204);
            }
            Reply::json(
                200,
                with_response(shared, world, &cause, kind, message.as_ref()),
            )
        }
    }
}

/// Whether a callback type is allowed for a kind of interaction.
fn fitting(cause: &Interaction, kind: u64) -> bool {
    match cause.kind {
        InteractionKind::Autocomplete => kind == 8,
        InteractionKind::Command => matches!(kind, 4 | 5 | 9),
        InteractionKind::Component => matches!(kind, 4..=7 | 9),
        InteractionKind::Modal => {
            matches!(kind, 4 | 5) || cause.source.is_some() && matches!(kind, 6 | 7)
        }
    }
}

type Done = (FirstAnswer, Option<Message>);

fn respond(world: &mut World, call: &Call, cause: &Interaction, kind: u64) -> Result<Done, Reply> {
    let data = &call.body["data"];
    let source = cause.source.and_then(|id| world.messages.get(&id)).cloned();
    Ok(match kind {
        4 | 5 => {
            let mut message = messages::blank(world, cause.channel);
            message.interaction = Some(cause.id);
            message.reply_to = cause.source;
            if data["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0 {
                message.flags = EPHEMERAL;
                message.only_for = Some(cause.user);
            }
            if kind == 4 {
                messages::fill(world, call, &mut message, data, false)?;
                (FirstAnswer::Message, Some(message))
            } else {
                message.flags |= LOADING;
                (FirstAnswer::DeferredMessage, Some(message))
            }
        }
        6 => (FirstAnswer::DeferredUpdate, source),
        7 => {
            let mut message =
                source.ok_or_else(|| Reply::error(400, 50035, "Invalid Form Body"))?;
            messages::fill(world, call, &mut message, data, true)?;
            (FirstAnswer::Update, Some(message))
        }
        8 => {
            let list = data["choices"].as_array().into_iter().flatten();
            let choices: Vec<(String, Value)> = list
                .map(|choice| {
                    (
                        choice["name"].as_str().unwrap_or_default().to_owned(),
                        choice["value"].clone(),
                    )
                })
                .collect();
            for (name, value) in &choices {
                let fits = match cause.focused_type {
                    4 => value.is_i64() || value.is_u64(),
                    10 => value.is_number(),
                    _ => value.is_string(),
                };
                if !fits {
                    call.blame(
                        world,
                        JUDGE,
                        format!("choice {name:?} has a value of another type: {value}"),
                    );
                    return Err(Reply::error(400, 50035, "Invalid Form Body"));
                }
            }
            (FirstAnswer::Choices(choices), None)
        }
        _ => (FirstAnswer::Modal(data.clone()), None),
    })
}

fn with_response(
    shared: &Shared,
    world: &World,
    cause: &Interaction,
    kind: u64,
    message: Option<&Message>,
) -> Value {
    let number = cause.payload["type"].clone();
    let mut out = json!({"interaction": {
        "id": cause.id.to_string(), "type": number, "channel_id": cause.channel.to_string(),
    }});
    if let Some(message) = message {
        out["interaction"]["response_message_id"] = message.id.to_string().into();
        out["interaction"]["response_message_loading"] = message.loading().into();
        out["interaction"]["response_message_ephemeral"] = message.ephemeral().into();
        if matches!(kind, 4 | 7) {
            out["resource"] =
                json!({"type": kind, "message": json::message(shared, world, message)});
        }
    }
    out
}

/// Everything under `/webhooks/{application}/{token}`.
pub fn webhook(shared: &Shared, world: &mut World, call: &Call) -> Reply {
    let Route::Webhook { token, message } = &call.route else {
        return call.wrong_method(world);
    };
    let cause = world
        .tokens
        .get(token)
        .and_then(|id| world.interactions.get(id))
        .cloned();
    let Some(cause) = cause else {
        call.blame(world, JUDGE, "this token belongs to no interaction (50027)");
        return Reply::error(401, 50027, "Invalid Webhook Token");
    };
    let age = world.clock.now_ms().saturating_sub(cause.created_ms);
    if u128::from(age) > shared.settings.token_life.as_millis() {
        call.blame(
            world,
            JUDGE,
            format!(
                "the token of {} was used after {} s (50027)",
                cause.label,
                age / 1000
            ),
        );
        return Reply::error(401, 50027, "Invalid Webhook Token");
    }
    if cause.first.is_none() {
        call.blame(
            world,
            JUDGE,
            format!(
                "the token of {} was used before the first answer (10015)",
                cause.label
            ),
        );
        return Reply::error(404, 10015, "Unknown Webhook");
    }
    match message {
        None if call.method == "POST" => followup(shared, world, call, &cause),
        None => call.wrong_method(world),
        Some(which) => existing(shared, world, call, &cause, *which),
    }
}

fn followup(shared: &Shared, world: &mut World, call: &Call, cause: &Interaction) -> Reply {
    // The first follow-up after "is thinking …" takes its place and its visibility.
    let waiting = cause
        .original
        .and_then(|id| world.messages.get(&id))
        .filter(|m| m.loading() && !m.deleted);
    if let Some(mut message) = waiting.cloned() {
        if let Err(refusal) = messages::fill(world, call, &mut message, &call.body, true) {
            return refusal;
        }
        return completed(shared, world, cause.id, message);
    }
    let mut message = messages::blank(world, cause.channel);
    message.interaction = Some(cause.id);
    message.reply_to = cause.original;
    if call.body["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0 {
        message.only_for = Some(cause.user);
    }
    if let Err(refusal) = messages::fill(world, call, &mut message, &call.body, false) {
        return refusal;
    }
    if let Some(entry) = world.interactions.get_mut(&cause.id) {
        entry.followups.push(message.id);
    }
    let body = json::message(shared, world, &message);
    world.store(message, shared.settings.keep_files);
    Reply::json(200, body)
}

fn existing(
    shared: &Shared,
    world: &mut World,
    call: &Call,
    cause: &Interaction,
    which: WebhookMessage,
) -> Reply {
    let id = match which {
        WebhookMessage::Original => cause.original,
        WebhookMessage::Id(id) => {
            Some(id).filter(|id| cause.followups.contains(id) || cause.original == Some(*id))
        }
    };
    let Some(mut message) = id
        .and_then(|id| world.messages.get(&id))
        .filter(|m| !m.deleted)
        .cloned()
    else {
        return Reply::error(404, 10008, "Unknown Message");
    };
    match call.method.as_str() {
        "GET" => Reply::json(200, json::message(shared, world, &message)),
        "DELETE" => {
            message.deleted = true;
            let _ = completed(shared, world, cause.id, message);
            Reply::empty(204)
        }
        "PATCH" => match messages::fill(world, call, &mut message, &call.body, true) {
            Err(refusal) => refusal,
            Ok(()) => completed(shared, world, cause.id, message),
        },
        _ => call.wrong_method(world),
    }
}

/// Stores a message that was changed through a token and counts the change.
fn completed(shared: &Shared, world: &mut World, cause: u64, message: Message) -> Reply {
    if let Some(entry) = world.interactions.get_mut(&cause)
        && entry.original == Some(message.id)
    {
        entry.completions += 1;
    }
    let body = json::message(shared, world, &message);
    world.store(message, shared.settings.keep_files);
    Reply::json(200, body)
}
