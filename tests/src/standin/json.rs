//! The world's things as Discord's API writes them.

use super::{
    clock::{iso, snowflake_ms},
    message::Message,
    world::{Channel, Guild, Interaction, InteractionKind, Shared, User, World},
};
use serde_json::{Value, json};

/// The user object; `private` adds what only the user itself sees.
pub fn user(user: &User, private: bool) -> Value {
    let mut out = json!({
        "id": user.id.to_string(), "username": user.name, "global_name": user.display_name,
        "discriminator": if user.bot { "0001" } else { "0" },
        "avatar": null, "bot": user.bot, "public_flags": 0, "flags": 0, "banner": null,
        "accent_color": null, "avatar_decoration_data": null, "primary_guild": null,
    });
    if private {
        out["mfa_enabled"] = true.into();
        out["verified"] = true.into();
        out["locale"] = "en-US".into();
        out["email"] = Value::Null;
    }
    out
}

/// A guild member; with the user object when `with_user`.
pub fn member(world: &World, id: u64, permissions: Option<u64>, with_user: bool) -> Value {
    let mut out = json!({
        "nick": null, "avatar": null, "banner": null, "roles": [], "deaf": false, "mute": false,
        "joined_at": iso(snowflake_ms(id)), "premium_since": null, "flags": 0, "pending": false,
        "communication_disabled_until": null,
    });
    if let Some(permissions) = permissions {
        out["permissions"] = permissions.to_string().into();
    }
    if let Some(known) = world.users.get(&id).filter(|_| with_user) {
        out["user"] = user(known, false);
    }
    out
}

/// A channel object.
pub fn channel(world: &World, channel: &Channel) -> Value {
    let mut out = json!({
        "id": channel.id.to_string(), "type": channel.kind, "flags": 0, "last_message_id": null,
    });
    if let Some(guild) = channel.guild {
        out["guild_id"] = guild.to_string().into();
        out["name"] = channel.name.clone().into();
        out["position"] = 0.into();
        out["permission_overwrites"] = json!([]);
        out["nsfw"] = false.into();
        out["parent_id"] = Value::Null;
        out["topic"] = Value::Null;
        out["rate_limit_per_user"] = 0.into();
    } else {
        let other = channel.recipient.and_then(|id| world.users.get(&id));
        out["recipients"] = other.map(|other| user(other, false)).into_iter().collect();
    }
    out
}

/// A guild as GUILD_CREATE brings it.
pub fn guild(world: &World, guild: &Guild) -> Value {
    let channels: Vec<Value> = world
        .channels
        .values()
        .filter(|c| c.guild == Some(guild.id) && !c.deleted)
        .map(|c| channel(world, c))
        .collect();
    let everyone = json!({
        "id": guild.id.to_string(), "name": "@everyone", "color": 0, "hoist": false, "icon": null,
        "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null},
        "unicode_emoji": null, "position": 0, "permissions": PLAYER.to_string(), "managed": false,
        "mentionable": false, "flags": 0,
    });
    json!({
        "id": guild.id.to_string(), "name": guild.name, "icon": null, "splash": null, "banner": null,
        "discovery_splash": null, "owner_id": guild.owner.to_string(), "afk_channel_id": null,
        "afk_timeout": 300, "verification_level": 0, "default_message_notifications": 1,
        "explicit_content_filter": 0, "roles": [everyone], "emojis": [], "features": [],
        "mfa_level": 0, "application_id": null, "system_channel_id": null, "system_channel_flags": 0,
        "rules_channel_id": null, "vanity_url_code": null, "description": null, "premium_tier": 0,
        "preferred_locale": "en-US", "public_updates_channel_id": null, "nsfw_level": 0,
        "premium_progress_bar_enabled": false, "safety_alerts_channel_id": null, "stickers": [],
        "joined_at": iso(snowflake_ms(guild.id)), "large": false, "unavailable": false,
        "member_count": guild.members.len(), "voice_states": [], "channels": channels,
        "members": [member(world, world.bot, None, true)], "threads": [], "presences": [],
        "stage_instances": [], "guild_scheduled_events": [], "soundboard_sounds": [],
    })
}

/// What an ordinary member may do.
pub const PLAYER: u64 = (1 << 10) | (1 << 11) | (1 << 14) | (1 << 15) | (1 << 16) | (1 << 31);

/// A message object as the HTTP API answers it.
pub fn message(shared: &Shared, world: &World, message: &Message) -> Value {
    let mentions: Vec<Value> = mentioned(&message.content)
        .iter()
        .filter_map(|id| world.users.get(id))
        .map(|known| user(known, false))
        .collect();
    let author = world
        .users
        .get(&message.author)
        .map(|known| user(known, false));
    let hidden: Vec<&str> = embedded_names(&message.embeds);
    let attachments: Vec<Value> = message
        .attachments
        .iter()
        .filter(|file| !hidden.contains(&file.filename.as_str()))
        .map(|file| {
            let url = file_url(shared, message.channel, file.id, &file.filename);
            let mut out = json!({
                "id": file.id.to_string(), "filename": file.filename, "size": file.size,
                "url": url, "proxy_url": url, "content_type": file.content_type,
            });
            if let Some(text) = &file.description {
                out["description"] = text.clone().into();
            }
            if let Some((width, height)) = file.png_size() {
                out["width"] = width.into();
                out["height"] = height.into();
            }
            if message.ephemeral() {
                out["ephemeral"] = true.into();
            }
            out
        })
        .collect();
    let embeds: Vec<Value> = message
        .embeds
        .iter()
        .map(|e| embed(shared, message, e))
        .collect();
    let mut out = json!({
        "id": message.id.to_string(), "channel_id": message.channel.to_string(), "author": author,
        "content": message.content, "timestamp": iso(snowflake_ms(message.id)),
        "edited_timestamp": message.edited_ms.map(iso), "tts": false, "mention_everyone": false,
        "mentions": mentions, "mention_roles": [], "attachments": attachments, "embeds": embeds,
        "components": message.components, "flags": message.flags, "pinned": false,
        "type": if message.interaction.is_some() { 20 } else { u64::from(message.reply_to.is_some()) * 19 },
    });
    if let Some(nonce) = &message.nonce {
        out["nonce"] = nonce.clone();
    }
    if let Some(reply) = message.reply_to {
        out["message_reference"] = json!({
            "type": 0, "channel_id": message.channel.to_string(), "message_id": reply.to_string(),
        });
    }
    if let Some(cause) = message
        .interaction
        .and_then(|id| world.interactions.get(&id))
    {
        out["application_id"] = world.bot.to_string().into();
        out["webhook_id"] = world.bot.to_string().into();
        if cause.kind == InteractionKind::Command {
            let owners = world.channels.get(&cause.channel).and_then(|c| c.guild);
            out["interaction_metadata"] = json!({
                "id": cause.id.to_string(), "type": 2,
                "user": world.users.get(&cause.user).map(|known| user(known, false)),
                "authorizing_integration_owners": {"0": owners.unwrap_or(0).to_string()},
            });
        }
    }
    out
}

/// An embed with its defaults filled in and `attachment://` names made addresses.
fn embed(shared: &Shared, message: &Message, sent: &Value) -> Value {
    let mut out = without_nulls(sent);
    out["type"] = "rich".into();
    for field in out["fields"].as_array_mut().into_iter().flatten() {
        if field["inline"].is_null() {
            field["inline"] = false.into();
        }
    }
    if out["fields"].is_null()
        && let Some(map) = out.as_object_mut()
    {
        map.remove("fields");
    }
    for key in ["image", "thumbnail"] {
        let name = out[key]["url"]
            .as_str()
            .and_then(|url| url.strip_prefix("attachment://"));
        if let Some(file) = name.and_then(|name| message.file(name)) {
            let url = file_url(shared, message.channel, file.id, &file.filename);
            out[key] = json!({"url": url, "proxy_url": url});
            if let Some((width, height)) = file.png_size() {
                out[key]["width"] = width.into();
                out[key]["height"] = height.into();
            }
        } else if out[key].is_null()
            && let Some(map) = out.as_object_mut()
        {
            map.remove(key);
        }
    }
    out
}

/// The address under which the stand-in serves a file.
pub fn file_url(shared: &Shared, channel: u64, id: u64, name: &str) -> String {
    format!("{}/attachments/{channel}/{id}/{name}", shared.http_url)
}

/// File names that embeds show, by their `attachment://` addresses.
pub fn embedded_names(embeds: &[Value]) -> Vec<&str> {
    let urls = embeds.iter().flat_map(|embed| {
        let icons = [&embed["author"]["icon_url"], &embed["footer"]["icon_url"]];
        icons
            .into_iter()
            .chain([&embed["image"]["url"], &embed["thumbnail"]["url"]])
    });
    urls.filter_map(|url| url.as_str()?.strip_prefix("attachment://"))
        .collect()
}

/// The ids in `<@…>` and `<@!…>`, in order, each once.
pub fn mentioned(content: &str) -> Vec<u64> {
    let mut found = Vec::new();
    for part in content.split("<@").skip(1) {
        let inner = part.split('>').next().unwrap_or_default();
        if let Ok(id) = inner.trim_start_matches('!').parse::<u64>()
            && part.contains('>')
            && !found.contains(&id)
        {
            found.push(id);
        }
    }
    found
}

/// The same value without keys whose value is null.
pub fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(map) => map
            .iter()
            .filter(|(_, inner)| !inner.is_null())
            .map(|(key, inner)| (key.clone(), without_nulls(inner)))
            .collect(),
        Value::Array(list) => list.iter().map(without_nulls).collect(),
        other => other.clone(),
    }
}

/// The INTERACTION_CREATE payload; `data` is what the player did.
pub fn interaction(shared: &Shared, world: &World, cause: &Interaction, data: Value) -> Value {
    let place = world.channels.get(&cause.channel);
    let guild = world.guild_of(cause.channel);
    let known = world.users.get(&cause.user);
    let permissions = guild.and_then(|g| g.members.get(&cause.user).copied());
    let bot_permissions = place.map_or(0, |c| c.bot_permissions).to_string();
    let owner = guild.map_or(0, |g| g.id).to_string();
    let mut out = json!({
        "id": cause.id.to_string(), "application_id": world.bot.to_string(),
        "type": match cause.kind {
            InteractionKind::Command => 2,
            InteractionKind::Component => 3,
            InteractionKind::Autocomplete => 4,
            InteractionKind::Modal => 5,
        },
        "token": cause.token, "version": 1, "data": data, "entitlements": [],
        "channel_id": cause.channel.to_string(), "app_permissions": bot_permissions,
        "locale": known.map_or("en-GB", |u| &u.locale),
        "authorizing_integration_owners": {"0": owner},
        "context": if guild.is_some() { 0 } else { 1 },
        "attachment_size_limit": shared.settings.size_limit,
    });
    if let Some(place) = place {
        out["channel"] = channel(world, place);
        if let (true, Some(permissions)) = (guild.is_some(), permissions) {
            out["channel"]["permissions"] = permissions.to_string().into();
        }
    }
    if let Some(guild) = guild {
        out["guild_id"] = guild.id.to_string().into();
        out["guild"] = json!({"id": guild.id.to_string(), "locale": "en-US", "features": []});
        out["guild_locale"] = "en-US".into();
        out["member"] = member(world, cause.user, permissions, true);
    } else {
        out["user"] = known.map(|known| user(known, false)).into();
    }
    if let Some(source) = cause.source.and_then(|id| world.messages.get(&id)) {
        out["message"] = message(shared, world, source);
    }
    out
}

/// The application object.
pub fn application(world: &World) -> Value {
    let bot = world.users.get(&world.bot).map(|bot| user(bot, false));
    let owner = world
        .guilds
        .get(&world.home)
        .and_then(|g| world.users.get(&g.owner));
    json!({
        "id": world.bot.to_string(), "name": "Bot under test", "icon": null, "description": "",
        "type": null, "verify_key": "0".repeat(64), "flags": 0, "flags_new": "0",
        "redirect_uris": [], "interactions_endpoint_url": null, "bot_public": true,
        "role_connections_verification_url": null, "owner": owner.map(|o| user(o, false)),
        "approximate_guild_count": world.guilds.len(), "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0, "explicit_content_filter": 0, "team": null,
        "eligible_oauth2_scopes": [], "bot_require_code_grant": false, "bot": bot,
    })
}
