//! Reading users, guilds, channels, the application, the gateway's address; files.

use super::{Call, Reply};
use crate::standin::{
    json,
    route::Route,
    world::{Shared, World},
};
use serde_json::{Value, json};

pub fn answer(shared: &Shared, world: &mut World, call: &Call) -> Reply {
    let missing = |code, what| Reply::error(404, code, what);
    match (&call.route, call.method.as_str()) {
        (Route::Gateway { bot }, "GET") => {
            let mut body = json!({"url": shared.gateway_url});
            if *bot {
                body["shards"] = world.hub.recommended_shards.into();
                body["session_start_limit"] = json!({"total": 1000, "remaining": 999, "reset_after": 14_400_000, "max_concurrency": 1});
            }
            Reply::json(200, body)
        }
        (Route::Me, "GET") => match world.users.get(&world.bot) {
            Some(bot) => Reply::json(200, json::user(bot, true)),
            None => missing(10013, "Unknown User"),
        },
        (Route::User(id), "GET") => match world.users.get(id) {
            Some(user) => Reply::json(200, json::user(user, false)),
            None => missing(10013, "Unknown User"),
        },
        (Route::Application, "GET") => Reply::json(200, json::application(world)),
        (Route::Guild(id), "GET") => match world.guilds.get(id).filter(|guild| guild.has_bot) {
            Some(guild) => Reply::json(200, json::guild(world, guild)),
            None => missing(10004, "Unknown Guild"),
        },
        (Route::GuildChannels(id), "GET") => {
            let list = world
                .channels
                .values()
                .filter(|c| c.guild == Some(*id) && !c.deleted);
            Reply::json(
                200,
                list.map(|c| json::channel(world, c))
                    .collect::<Vec<Value>>()
                    .into(),
            )
        }
        (Route::Member(guild, user), "GET") => {
            match world
                .guilds
                .get(guild)
                .filter(|g| g.members.contains_key(user))
            {
                Some(_) => Reply::json(200, json::member(world, *user, None, true)),
                None => missing(10007, "Unknown Member"),
            }
        }
        (Route::Channel(id), "GET") => match world.channels.get(id).filter(|c| !c.deleted) {
            Some(channel) => Reply::json(200, json::channel(world, channel)),
            None => missing(10003, "Unknown Channel"),
        },
        (Route::OpenDirect, "POST") => {
            let user = call.body["recipient_id"]
                .as_str()
                .and_then(|id| id.parse().ok());
            let user = user
                .or_else(|| call.body["recipient_id"].as_u64())
                .unwrap_or(0);
            if !world.users.contains_key(&user) {
                return Reply::error(400, 50033, "Invalid Recipient(s)");
            }
            let id = world.direct_channel(user);
            world.channels.get(&id).map_or_else(
                || missing(10003, "Unknown Channel"),
                |channel| Reply::json(200, json::channel(world, channel)),
            )
        }
        (Route::File { channel, id }, "GET") => {
            let of_messages = world.messages.values().filter(|m| m.channel == *channel);
            let files = of_messages
                .flat_map(|m| &m.attachments)
                .find(|file| file.id == *id);
            match files
                .or_else(|| world.uploads.get(id))
                .and_then(|f| Some((f.data.clone()?, f.content_type.clone())))
            {
                Some(file) => Reply {
                    status: 200,
                    file: Some(file),
                    ..Reply::default()
                },
                None => missing(0, "404: Not Found"),
            }
        }
        _ => call.wrong_method(world),
    }
}
