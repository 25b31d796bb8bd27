//! Registering application commands.

use super::{Call, Reply};
use crate::standin::{json::without_nulls, route::Route, world::World};
use serde_json::Value;

pub fn answer(world: &mut World, call: &Call) -> Reply {
    let Route::Commands { guild, id } = call.route else {
        return call.wrong_method(world);
    };
    match (call.method.as_str(), id) {
        ("GET", None) => Reply::json(200, list(world, guild).clone().into()),
        ("PUT", None) => {
            let fresh = call.body.as_array().cloned().unwrap_or_default();
            let made: Vec<Value> = fresh
                .iter()
                .map(|body| define(world, guild, body))
                .collect();
            *list(world, guild) = made.clone();
            Reply::json(200, made.into())
        }
        ("POST", None) => {
            let known = list(world, guild)
                .iter()
                .position(|c| c["name"] == call.body["name"]);
            let made = define(world, guild, &call.body);
            match known {
                Some(at) => list(world, guild)[at] = made.clone(),
                None => list(world, guild).push(made.clone()),
            }
            Reply::json(if known.is_some() { 200 } else { 201 }, made)
        }
        (method, Some(id)) => {
            let Some(at) = list(world, guild)
                .iter()
                .position(|c| c["id"].as_str() == Some(&id.to_string()))
            else {
                return Reply::error(404, 10063, "Unknown application command");
            };
            match method {
                "GET" => Reply::json(200, list(world, guild)[at].clone()),
                "DELETE" => {
                    list(world, guild).remove(at);
                    Reply::empty(204)
                }
                "PATCH" => {
                    let mut merged = list(world, guild)[at].clone();
                    for (key, value) in call.body.as_object().into_iter().flatten() {
                        merged[key] = value.clone();
                    }
                    let made = define(world, guild, &merged);
                    list(world, guild)[at] = made.clone();
                    Reply::json(200, made)
                }
                _ => call.wrong_method(world),
            }
        }
        _ => call.wrong_method(world),
    }
}

fn list(world: &mut World, guild: Option<u64>) -> &mut Vec<Value> {
    match guild {
        Some(id) => world.guild_commands.entry(id).or_default(),
        None => &mut world.global_commands,
    }
}

/// The stored form of a definition: with ids, without nulls and empty lists. A known name keeps its id.
fn define(world: &mut World, guild: Option<u64>, body: &Value) -> Value {
    let mut made = without_nulls(body);
    let known = list(world, guild)
        .iter()
        .find(|c| c["name"] == body["name"])
        .map(|c| c["id"].clone());
    made["id"] = known.unwrap_or_else(|| world.clock.snowflake().to_string().into());
    made["application_id"] = world.bot.to_string().into();
    made["version"] = world.clock.snowflake().to_string().into();
    if made["type"].is_null() {
        made["type"] = 1.into();
    }
    if made["description"].is_null() {
        made["description"] = "".into();
    }
    if let Some(bits) = made["default_member_permissions"].as_u64() {
        made["default_member_permissions"] = bits.to_string().into();
    }
    if made["default_member_permissions"].is_null() {
        made["default_member_permissions"] = Value::Null;
    }
    if let Some(guild) = guild {
        made["guild_id"] = guild.to_string().into();
    }
    tidy(&mut made);
    made
}

/// Drops empty lists of options and choices, as Discord does.
fn tidy(node: &mut Value) {
    for key in ["options", "choices"] {
        if node[key].as_array().is_none_or(Vec::is_empty) {
            if let Some(map) = node.as_object_mut() {
                map.remove(key);
            }
        } else {
            for inner in node[key].as_array_mut().into_iter().flatten() {
                if key == "options" {
                    tidy(inner);
                }
            }
        }
    }
}
