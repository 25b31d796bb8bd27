//! Interactions that are answered with a message, and how each is answered.

use crate::reply::SHARE;
use crate::table::Request;
use serenity::all::{
    ActionRow, ActionRowComponent, CommandInteraction, ComponentInteraction,
    ComponentInteractionDataKind, Context, CreateInteractionResponse,
    CreateInteractionResponseFollowup, EditInteractionResponse, Member, Message, MessageFlags,
    ModalInteraction, Permissions,
};

/// An interaction that is answered with a message.
pub(super) enum Asked<'a> {
    Command(&'a CommandInteraction),
    Component(&'a ComponentInteraction),
    Form(&'a ModalInteraction),
}

/// Where an answer is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// By the asker alone.
    Private,
    /// In place of the asker's own answer whose button he pressed.
    Instead,
    /// By the whole channel.
    Public,
}

impl Asked<'_> {
    /// Who asks, and where.
    pub(super) fn request(&self) -> Request {
        let (id, user, channel, guild) = match self {
            Asked::Command(it) => (it.id, &it.user, it.channel_id, it.guild_id),
            Asked::Component(it) => (it.id, &it.user, it.channel_id, it.guild_id),
            Asked::Form(it) => (it.id, &it.user, it.channel_id, it.guild_id),
        };
        let member: Option<&Member> = match self {
            Asked::Command(it) => it.member.as_deref(),
            Asked::Component(it) => it.member.as_ref(),
            Asked::Form(it) => it.member.as_ref(),
        };
        let rights = match self {
            Asked::Command(it) => it.app_permissions,
            Asked::Component(it) => it.app_permissions,
            Asked::Form(it) => it.app_permissions,
        };
        let nick = member.and_then(|member| member.nick.clone());
        Request {
            id: Some(id.to_string()),
            user: user.id.to_string(),
            name: nick.unwrap_or_else(|| user.display_name().to_string()),
            channel: channel.to_string(),
            guild: guild.map(|guild| guild.to_string()),
            moderator: member
                .and_then(|member| member.permissions)
                .is_some_and(keeps_order),
            lacks: lacks(rights, guild.is_some()),
        }
    }

    /// Where the answer is to be read.
    pub(super) fn place(&self) -> Place {
        let own = |message: &Message| {
            let flags = message.flags.unwrap_or_default();
            flags.contains(MessageFlags::EPHEMERAL)
        };
        match self {
            Asked::Command(_) => Place::Private,
            Asked::Component(it) if it.data.custom_id.starts_with(SHARE) => Place::Public,
            Asked::Component(it) if own(&it.message) => Place::Instead,
            Asked::Form(it) if it.message.as_deref().is_some_and(own) => Place::Instead,
            Asked::Component(_) | Asked::Form(_) => Place::Private,
        }
    }

    /// Says "thinking" in the right place.
    pub(super) async fn defer(&self, context: &Context) -> serenity::Result<()> {
        let place = self.place();
        match self {
            Asked::Command(it) => it.defer_ephemeral(&context.http).await,
            Asked::Component(it) => match place {
                Place::Private => it.defer_ephemeral(&context.http).await,
                Place::Public => {
                    let defer = CreateInteractionResponse::Defer(Default::default());
                    it.create_response(&context.http, defer).await
                }
                Place::Instead => {
                    let seen = CreateInteractionResponse::Acknowledge;
                    it.create_response(&context.http, seen).await
                }
            },
            Asked::Form(it) => match place {
                Place::Instead => {
                    let seen = CreateInteractionResponse::Acknowledge;
                    it.create_response(&context.http, seen).await
                }
                _ => it.defer_ephemeral(&context.http).await,
            },
        }
    }

    /// Puts the answer in place of the deferral.
    pub(super) async fn edit(
        &self,
        context: &Context,
        edit: EditInteractionResponse,
    ) -> serenity::Result<()> {
        let done = match self {
            Asked::Command(it) => it.edit_response(&context.http, edit).await,
            Asked::Component(it) => it.edit_response(&context.http, edit).await,
            Asked::Form(it) => it.edit_response(&context.http, edit).await,
        };
        done.map(|_| ())
    }

    /// Says something more, to the asker alone.
    pub(super) async fn follow(
        &self,
        context: &Context,
        more: CreateInteractionResponseFollowup,
    ) -> serenity::Result<()> {
        let done = match self {
            Asked::Command(it) => it.create_followup(&context.http, more).await,
            Asked::Component(it) => it.create_followup(&context.http, more).await,
            Asked::Form(it) => it.create_followup(&context.http, more).await,
        };
        done.map(|_| ())
    }
}

/// Whether these rights make somebody a moderator of the server.
fn keeps_order(rights: Permissions) -> bool {
    rights.administrator() || rights.manage_guild() || rights.manage_messages()
}

/// What the bot needs in a channel of a server and may not do there.
fn lacks(rights: Option<Permissions>, server: bool) -> Vec<&'static str> {
    let Some(rights) = rights.filter(|rights| server && !rights.administrator()) else {
        return Vec::new();
    };
    [
        (Permissions::VIEW_CHANNEL, "View Channel"),
        (Permissions::SEND_MESSAGES, "Send Messages"),
        (Permissions::ATTACH_FILES, "Attach Files"),
    ]
    .into_iter()
    .filter(|(right, _)| !rights.contains(*right))
    .map(|(_, name)| name)
    .collect()
}

/// The entry chosen from a menu, if it was one.
pub(super) fn chosen(component: &ComponentInteraction) -> Option<String> {
    match &component.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.first().cloned(),
        _ => None,
    }
}

/// What was typed into a form.
pub(super) fn typed(form: &ModalInteraction) -> Option<String> {
    let parts = form.data.components.iter();
    parts
        .flat_map(|row| &row.components)
        .find_map(|part| match part {
            ActionRowComponent::InputText(text) => text.value.clone(),
            _ => None,
        })
}

/// What stands on the pressed button.
pub(super) fn label(component: &ComponentInteraction) -> String {
    let mut parts = component
        .message
        .components
        .iter()
        .flat_map(|row: &ActionRow| &row.components);
    let found = parts.find_map(|part| match part {
        ActionRowComponent::Button(button) => {
            let id = match &button.data {
                serenity::all::ButtonKind::NonLink { custom_id, .. } => custom_id,
                _ => return None,
            };
            (*id == component.data.custom_id).then(|| button.label.clone())?
        }
        _ => None,
    });
    found.unwrap_or_else(|| "Your answer".into())
}
