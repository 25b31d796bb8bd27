//! Judges of what the bot sends, independent of the bot's own code.
//!
//! Three of them, since each misses what another sees: Discord's OpenAPI description ([`spec`]),
//! `twilight-validate` ([`twilight`]) and rules of our own ([`messages`], [`commands`]).
//!
//! Where Discord's description is stricter than Discord, bodies are normalised before it sees them:
//! attachment ids may be numbers, `default_member_permissions` may be a string, and commands may carry
//! `nsfw`. Where it or twilight is laxer or out of date, the rules of our own decide: 2,000 characters of
//! content (the description says 4,000) and 8,000 characters of a command (twilight says 4,000).

pub mod commands;
pub mod known_keys;
pub mod messages;
pub mod spec;
pub mod twilight;

use super::route::{Route, WebhookMessage};
use serde_json::Value;

/// Something wrong with a request body.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Which judge found it.
    pub judge: &'static str,
    /// Where, as a JSON pointer.
    pub pointer: String,
    /// What is wrong.
    pub what: String,
    /// Whether Discord itself would refuse the request (else it is a rule of the house).
    pub refuse: bool,
}

impl Finding {
    /// A finding for which Discord would refuse the request.
    pub fn refused(judge: &'static str, pointer: &str, what: impl Into<String>) -> Self {
        Self {
            judge,
            pointer: pointer.to_owned(),
            what: what.into(),
            refuse: true,
        }
    }

    /// A finding that Discord would let pass.
    pub fn noted(judge: &'static str, pointer: &str, what: impl Into<String>) -> Self {
        Self {
            judge,
            pointer: pointer.to_owned(),
            what: what.into(),
            refuse: false,
        }
    }
}

/// An uploaded file, as far as the judges care.
#[derive(Clone, Debug)]
pub struct Upload<'a> {
    /// The part's name, such as `files[0]`.
    pub part: &'a str,
    /// The file name.
    pub filename: &'a str,
    /// How many bytes.
    pub size: usize,
}

/// How a message body is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// `POST /channels/…/messages`.
    Post,
    /// Callback type 4.
    Reply,
    /// Callback type 7 or an edit of any kind.
    Edit,
    /// A follow-up.
    Followup,
}

/// Judges the body of a request; routes without a body give no findings.
pub fn judge(
    route: &Route,
    method: &str,
    body: &Value,
    files: &[Upload],
    limit: usize,
) -> Vec<Finding> {
    let mut found = Vec::new();
    match (route, method) {
        (Route::Commands { .. }, "PUT" | "POST" | "PATCH") => {
            let path = spec_path(route);
            found.extend(spec::check_request(
                &path,
                method,
                &commands::normalised(body),
            ));
            let list = body
                .as_array()
                .cloned()
                .unwrap_or_else(|| vec![body.clone()]);
            found.extend(twilight::commands(&list));
            found.extend(commands::check(&list));
        }
        (Route::Callback { .. }, "POST") => callback(body, files, limit, &mut found),
        (Route::Messages(_), "POST") => {
            found.extend(spec::check_request(
                &spec_path(route),
                method,
                &messages::normalised(body),
            ));
            message(body, files, limit, Use::Post, "", &mut found);
        }
        (Route::Webhook { message: None, .. }, "POST") => {
            found.extend(spec::check_schema(
                "IncomingWebhookRequestPartial",
                &messages::normalised(body),
            ));
            message(body, files, limit, Use::Followup, "", &mut found);
        }
        (Route::Message(..) | Route::Webhook { .. }, "PATCH") => {
            found.extend(spec::check_request(
                &spec_path(route),
                method,
                &messages::normalised(body),
            ));
            message(body, files, limit, Use::Edit, "", &mut found);
        }
        (Route::OpenDirect, "POST") => {
            found.extend(spec::check_request(&spec_path(route), method, body));
        }
        _ => {}
    }
    found
}

fn message(
    body: &Value,
    files: &[Upload],
    limit: usize,
    usage: Use,
    at: &str,
    found: &mut Vec<Finding>,
) {
    found.extend(twilight::message(body, at));
    found.extend(messages::check(body, files, limit, usage, at));
}

fn callback(body: &Value, files: &[Upload], limit: usize, found: &mut Vec<Finding>) {
    let mut normal = body.clone();
    if normal["data"].is_object() {
        normal["data"] = messages::normalised(&normal["data"]);
    }
    let kind = body["type"].as_u64().unwrap_or(0);
    let schema = match kind {
        4 | 5 => "CreateMessageInteractionCallbackRequest",
        6 | 7 => "UpdateMessageInteractionCallbackRequest",
        8 => "ApplicationCommandAutocompleteCallbackRequest",
        9 => "ModalInteractionCallbackRequest",
        _ => {
            found.push(Finding::refused(
                "rule",
                "/type",
                format!("callback type {kind} is not in use"),
            ));
            return;
        }
    };
    found.extend(spec::check_schema(schema, &normal));
    match kind {
        4 => message(&body["data"], files, limit, Use::Reply, "/data", found),
        7 => message(&body["data"], files, limit, Use::Edit, "/data", found),
        5 => {
            if let Some(flags) = body["data"]["flags"]
                .as_u64()
                .filter(|flags| flags & !64 != 0)
            {
                let what = format!("a deferred answer may carry EPHEMERAL only, not flags {flags}");
                found.push(Finding::refused("rule", "/data/flags", what));
            }
        }
        8 => messages::choices(&body["data"], found),
        9 => {
            found.extend(twilight::modal(&body["data"]));
            messages::unique_ids(&body["data"], "/data", found);
        }
        _ => {}
    }
}

/// The path of a route as the OpenAPI description writes it.
pub fn spec_path(route: &Route) -> String {
    match route {
        Route::Gateway { bot: false } => "/gateway",
        Route::Gateway { bot: true } => "/gateway/bot",
        Route::Me => "/users/@me",
        Route::Application => "/applications/@me",
        Route::User(_) => "/users/{user_id}",
        Route::Guild(_) => "/guilds/{guild_id}",
        Route::GuildChannels(_) => "/guilds/{guild_id}/channels",
        Route::Member(..) => "/guilds/{guild_id}/members/{user_id}",
        Route::Channel(_) => "/channels/{channel_id}",
        Route::Commands {
            guild: None,
            id: None,
        } => "/applications/{application_id}/commands",
        Route::Commands {
            guild: None,
            id: Some(_),
        } => "/applications/{application_id}/commands/{command_id}",
        Route::Commands {
            guild: Some(_),
            id: None,
        } => "/applications/{application_id}/guilds/{guild_id}/commands",
        Route::Commands { .. } => {
            "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}"
        }
        Route::Callback { .. } => "/interactions/{interaction_id}/{interaction_token}/callback",
        Route::Webhook { message: None, .. } => "/webhooks/{webhook_id}/{webhook_token}",
        Route::Webhook {
            message: Some(WebhookMessage::Original),
            ..
        } => "/webhooks/{webhook_id}/{webhook_token}/messages/@original",
        Route::Webhook { .. } => "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
        Route::Messages(_) => "/channels/{channel_id}/messages",
        Route::Message(..) => "/channels/{channel_id}/messages/{message_id}",
        Route::OpenDirect => "/users/@me/channels",
        Route::Typing(_) => "/channels/{channel_id}/typing",
        Route::Pin(..) => "/channels/{channel_id}/messages/pins/{message_id}",
        Route::File { .. } | Route::Unknown => "",
    }
    .to_owned()
}
