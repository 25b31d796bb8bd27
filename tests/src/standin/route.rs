//! The paths of the API that the stand-in serves.

/// The kinds of route that faults and the log are told apart by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RouteKind {
    /// `GET /gateway` and `GET /gateway/bot`.
    Gateway,
    /// Reading users, guilds, channels and the application.
    Info,
    /// Registering or reading commands.
    Commands,
    /// The first answer to an interaction.
    Callback,
    /// Editing, reading or deleting the first answer.
    Original,
    /// Follow-up messages of an interaction.
    Followup,
    /// Posting a message to a channel.
    CreateMessage,
    /// Editing a message of a channel.
    EditMessage,
    /// Deleting a message of a channel.
    DeleteMessage,
    /// Reading messages of a channel.
    ReadMessages,
    /// Opening a direct-message channel.
    OpenDirect,
    /// Typing, pins and other small things.
    Small,
    /// A file of a message.
    File,
    /// A path that the stand-in does not know.
    Unknown,
}

/// A path with what it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    Gateway {
        bot: bool,
    },
    Me,
    Application,
    User(u64),
    Guild(u64),
    GuildChannels(u64),
    Member(u64, u64),
    Channel(u64),
    Commands {
        guild: Option<u64>,
        id: Option<u64>,
    },
    Callback {
        id: u64,
        token: String,
    },
    Webhook {
        token: String,
        message: Option<WebhookMessage>,
    },
    Messages(u64),
    Message(u64, u64),
    OpenDirect,
    Typing(u64),
    Pin(u64, u64),
    File {
        channel: u64,
        id: u64,
    },
    Unknown,
}

/// Which message of an interaction's webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WebhookMessage {
    Original,
    Id(u64),
}

impl Route {
    /// Reads a path; anything not served is `Unknown`.
    pub fn parse(path: &str) -> Self {
        if let Some(rest) = path.strip_prefix("/attachments/") {
            let parts: Vec<&str> = rest.split('/').collect();
            return match parts[..] {
                [channel, id, _] => file(channel, id),
                _ => Self::Unknown,
            };
        }
        let Some(rest) = path.strip_prefix("/api/v10/") else {
            return Self::Unknown;
        };
        let parts: Vec<&str> = rest.split('/').collect();
        Self::of_parts(&parts).unwrap_or(Self::Unknown)
    }

    fn of_parts(parts: &[&str]) -> Option<Self> {
        let number = |text: &str| text.parse::<u64>().ok();
        Some(match *parts {
            ["gateway"] => Self::Gateway { bot: false },
            ["gateway", "bot"] => Self::Gateway { bot: true },
            ["users", "@me"] => Self::Me,
            ["users", "@me", "channels"] => Self::OpenDirect,
            ["users", id] => Self::User(number(id)?),
            ["applications", "@me"] | ["oauth2", "applications", "@me"] => Self::Application,
            ["applications", _, "commands"] => Self::Commands {
                guild: None,
                id: None,
            },
            ["applications", _, "commands", id] => Self::Commands {
                guild: None,
                id: Some(number(id)?),
            },
            ["applications", _, "guilds", guild, "commands"] => Self::Commands {
                guild: Some(number(guild)?),
                id: None,
            },
            ["applications", _, "guilds", guild, "commands", id] => Self::Commands {
                guild: Some(number(guild)?),
                id: Some(number(id)?),
            },
            ["guilds", guild] => Self::Guild(number(guild)?),
            ["guilds", guild, "channels"] => Self::GuildChannels(number(guild)?),
            ["guilds", guild, "members", user] => Self::Member(number(guild)?, number(user)?),
            ["channels", channel] => Self::Channel(number(channel)?),
            ["channels", channel, "messages"] => Self::Messages(number(channel)?),
            ["channels", channel, "messages", "pins", message]
            | ["channels", channel, "pins", message] => {
                Self::Pin(number(channel)?, number(message)?)
            }
            ["channels", channel, "messages", message] => {
                Self::Message(number(channel)?, number(message)?)
            }
            ["channels", channel, "typing"] => Self::Typing(number(channel)?),
            ["interactions", id, token, "callback"] => Self::Callback {
                id: number(id)?,
                token: token.to_owned(),
            },
            ["webhooks", _, token] => Self::Webhook {
                token: token.to_owned(),
                message: None,
            },
            ["webhooks", _, token, "messages", "@original"] => Self::Webhook {
                token: token.to_owned(),
                message: Some(WebhookMessage::Original),
            },
            ["webhooks", _, token, "messages", id] => Self::Webhook {
                token: token.to_owned(),
                message: Some(WebhookMessage::Id(number(id)?)),
            },
            _ => return None,
        })
    }

    /// The kind of this route under a method.
    pub fn kind(&self, method: &str) -> RouteKind {
        match self {
            Self::Gateway { .. } => RouteKind::Gateway,
            Self::Me
            | Self::Application
            | Self::User(_)
            | Self::Guild(_)
            | Self::GuildChannels(_)
            | Self::Member(..)
            | Self::Channel(_) => RouteKind::Info,
            Self::Commands { .. } => RouteKind::Commands,
            Self::Callback { .. } => RouteKind::Callback,
            Self::Webhook {
                message: Some(WebhookMessage::Original),
                ..
            } => RouteKind::Original,
            Self::Webhook { .. } => RouteKind::Followup,
            Self::Messages(_) if method == "POST" => RouteKind::CreateMessage,
            Self::Message(..) if method == "PATCH" => RouteKind::EditMessage,
            Self::Message(..) if method == "DELETE" => RouteKind::DeleteMessage,
            Self::Messages(_) | Self::Message(..) => RouteKind::ReadMessages,
            Self::OpenDirect => RouteKind::OpenDirect,
            Self::Typing(_) | Self::Pin(..) => RouteKind::Small,
            Self::File { .. } => RouteKind::File,
            Self::Unknown => RouteKind::Unknown,
        }
    }

    /// Whether the path itself is the key, so that no `Authorization` is needed.
    pub fn carries_token(&self) -> bool {
        matches!(
            self,
            Self::Callback { .. } | Self::Webhook { .. } | Self::File { .. }
        )
    }
}

fn file(channel: &str, id: &str) -> Route {
    match (channel.parse(), id.parse()) {
        (Ok(channel), Ok(id)) => Route::File { channel, id },
        _ => Route::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_told_apart() {
        assert_eq!(
            Route::parse("/api/v10/webhooks/1/tok/messages/@original"),
            Route::Webhook {
                token: "tok".into(),
                message: Some(WebhookMessage::Original)
            }
        );
        assert_eq!(
            Route::parse("/api/v10/channels/7/messages").kind("POST"),
            RouteKind::CreateMessage
        );
        assert_eq!(Route::parse("/api/v9/gateway"), Route::Unknown);
    }
}
