//! Players as objects: what a person at Discord's client can do.

use super::{
    answer::{self, Answer, Unanswered},
    client::{self, Typed},
    command_call::CommandCall,
    json,
    message::Message,
    place::Place,
    world::{FirstAnswer, Interaction, InteractionKind, Shared, World},
};
use serde_json::{Value, json};
use std::sync::Arc;

/// A player in a channel.
#[derive(Clone)]
pub struct Player {
    pub(super) shared: Arc<Shared>,
    /// The user's id.
    pub id: u64,
    /// The channel in which he types.
    pub channel: u64,
}

/// An autocomplete choice: what is shown and what is sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// What the player reads.
    pub name: String,
    /// What is sent, as text.
    pub value: String,
}

/// Anything that names a message.
pub trait MessageId {
    /// The message's id.
    fn message_id(&self) -> u64;
}

impl MessageId for u64 {
    fn message_id(&self) -> u64 {
        *self
    }
}

impl MessageId for Message {
    fn message_id(&self) -> u64 {
        self.id
    }
}

impl MessageId for Answer {
    fn message_id(&self) -> u64 {
        self.message().id
    }
}

/// What a player did, ready to be sent.
struct Act {
    kind: InteractionKind,
    label: String,
    data: Value,
    channel: u64,
    source: Option<u64>,
    focused_type: u64,
}

impl Player {
    /// `<@id>`, as it stands in a message's content.
    pub fn mention(&self) -> String {
        format!("<@{}>", self.id)
    }

    /// The same player in another channel.
    pub fn at(&self, place: &Place) -> Self {
        Self {
            channel: place.id,
            ..self.clone()
        }
    }

    /// The same player in the direct messages with the bot.
    pub fn in_direct(&self) -> Self {
        let channel = self.shared.change(|world| world.direct_channel(self.id));
        Self {
            channel,
            ..self.clone()
        }
    }

    /// Sends a command such as `/game new title:18ardennes note:"three of us"` and waits for the final answer.
    ///
    /// # Panics
    /// When Discord's client would not send it, or the bot does not answer properly.
    pub async fn slash(&self, line: &str) -> Answer {
        self.try_slash(line)
            .await
            .unwrap_or_else(|why| panic!("{line}: {why}"))
    }

    /// Like [`Player::slash`].
    ///
    /// # Errors
    /// Why there was no answer.
    pub async fn try_slash(&self, line: &str) -> Result<Answer, Unanswered> {
        let id = self.begin_slash(line)?;
        answer::wait(&self.shared, id).await
    }

    /// Sends a command and does not wait; the interaction's id, for `StandIn::answer`.
    ///
    /// # Errors
    /// When Discord's client would not send it.
    pub fn begin_slash(&self, line: &str) -> Result<u64, Unanswered> {
        self.shared.change(|world| {
            let guild = world.channels.get(&self.channel).and_then(|c| c.guild);
            let typed = client::parse(world, guild, line).map_err(Unanswered::NotOffered)?;
            self.send_typed(world, &typed, InteractionKind::Command, line.to_owned())
        })
    }

    /// A command whose options are given one by one: `alice.command("game new").option("title", "1835")`.
    pub fn command(&self, path: &str) -> CommandCall {
        let path = path
            .trim_start_matches('/')
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        let typed = Typed {
            path,
            ..Typed::default()
        };
        CommandCall::new(self.clone(), typed)
    }

    /// The choices offered for the option `focused` of `/command other:value` after `typed` was typed into it.
    ///
    /// # Panics
    /// When Discord's client would not ask, or the bot does not answer.
    pub async fn autocomplete(&self, line: &str, focused: &str, typed: &str) -> Vec<Choice> {
        let id = self.shared.change(|world| {
            let guild = world.channels.get(&self.channel).and_then(|c| c.guild);
            let mut command = client::parse(world, guild, line).map_err(Unanswered::NotOffered)?;
            command.options.retain(|(name, _)| name != focused);
            command.options.push((focused.to_owned(), typed.into()));
            command.focused = Some(focused.to_owned());
            let label = format!("{line} {focused}:{typed}…");
            self.send_typed(world, &command, InteractionKind::Autocomplete, label)
        });
        let answer = match id {
            Ok(id) => answer::wait(&self.shared, id).await,
            Err(why) => Err(why),
        };
        match answer.map(|answer| answer.first) {
            Ok(FirstAnswer::Choices(choices)) => choices
                .into_iter()
                .map(|(name, value)| Choice {
                    name,
                    value: value.as_str().map_or(value.to_string(), str::to_owned),
                })
                .collect(),
            Ok(other) => panic!("{line} {focused}:{typed}… was answered with {other:?}"),
            Err(why) => panic!("{line} {focused}:{typed}…: {why}"),
        }
    }

    /// Presses the button with this `custom_id` and waits for the final answer.
    ///
    /// # Panics
    /// When there is no such button to press, or the bot does not answer properly.
    pub async fn press(&self, message: &impl MessageId, custom_id: &str) -> Answer {
        let label = format!("button {custom_id:?}");
        self.try_press(message, custom_id)
            .await
            .unwrap_or_else(|why| panic!("{label}: {why}"))
    }

    /// Like [`Player::press`].
    ///
    /// # Errors
    /// Why there was no answer.
    pub async fn try_press(
        &self,
        message: &impl MessageId,
        custom_id: &str,
    ) -> Result<Answer, Unanswered> {
        let id = self.begin_press(message, custom_id)?;
        answer::wait(&self.shared, id).await
    }

    /// Presses a button and does not wait; the interaction's id.
    ///
    /// # Errors
    /// When there is no such button to press.
    pub fn begin_press(
        &self,
        message: &impl MessageId,
        custom_id: &str,
    ) -> Result<u64, Unanswered> {
        let id = message.message_id();
        self.shared.change(|world| {
            let message = self.seen(world, id)?;
            let buttons = message.buttons();
            let button = buttons
                .iter()
                .find(|button| button.custom_id == custom_id && button.style != 5);
            match button {
                None => Err(Unanswered::NotOffered(format!(
                    "no button {custom_id:?} among {buttons:?}"
                ))),
                Some(button) if button.disabled => Err(Unanswered::NotOffered(format!(
                    "the button {:?} is disabled",
                    button.label
                ))),
                Some(button) => {
                    let act = Act {
                        kind: InteractionKind::Component,
                        label: format!("button {:?}", button.label),
                        data: json!({"component_type": 2, "custom_id": custom_id, "id": 1}),
                        channel: message.channel,
                        source: Some(id),
                        focused_type: 0,
                    };
                    Ok(self.send(world, act))
                }
            }
        })
    }

    /// Presses the button with this label.
    ///
    /// # Panics
    /// When there is none, or the bot does not answer properly.
    pub async fn press_label(&self, message: &impl MessageId, label: &str) -> Answer {
        let id = message.message_id();
        let buttons = self
            .shared
            .read()
            .messages
            .get(&id)
            .map(Message::buttons)
            .unwrap_or_default();
        let button = buttons.iter().find(|button| button.label == label);
        let button =
            button.unwrap_or_else(|| panic!("no button is labelled {label:?} among {buttons:?}"));
        self.press(message, &button.custom_id).await
    }

    /// Picks values of a select menu and waits for the final answer.
    ///
    /// # Panics
    /// When the menu does not offer them, or the bot does not answer properly.
    pub async fn select(
        &self,
        message: &impl MessageId,
        custom_id: &str,
        values: &[&str],
    ) -> Answer {
        let id = message.message_id();
        let begun = self
            .shared
            .change(|world| self.begin_select(world, id, custom_id, values));
        let answer = match begun {
            Ok(id) => answer::wait(&self.shared, id).await,
            Err(why) => Err(why),
        };
        answer.unwrap_or_else(|why| panic!("select {custom_id:?} {values:?}: {why}"))
    }

    fn begin_select(
        &self,
        world: &mut World,
        id: u64,
        custom_id: &str,
        values: &[&str],
    ) -> Result<u64, Unanswered> {
        let message = self.seen(world, id)?;
        let refused = |what: String| Err(Unanswered::NotOffered(what));
        let selects = message.selects();
        let Some(menu) = selects.iter().find(|menu| menu.custom_id == custom_id) else {
            return refused(format!("no select {custom_id:?} among {selects:?}"));
        };
        if menu.disabled || !(menu.min_values..=menu.max_values).contains(&values.len()) {
            return refused(format!("{} values for {menu:?}", values.len()));
        }
        let offered = |value: &&&str| {
            menu.kind != 3 || menu.options.iter().any(|(_, known)| known == **value)
        };
        if values.iter().filter(offered).count() != values.len() {
            return refused(format!("{values:?} is not offered by {menu:?}"));
        }
        let mut data =
            json!({"component_type": menu.kind, "custom_id": custom_id, "values": values, "id": 1});
        if menu.kind != 3 {
            for value in values {
                let known = value.parse().ok().and_then(|id: u64| world.users.get(&id));
                let Some(known) = known else {
                    return refused(format!("{value} is no user"));
                };
                data["resolved"]["users"][*value] = json::user(known, false);
            }
        }
        let act = Act {
            kind: InteractionKind::Component,
            label: format!("select {values:?}"),
            data,
            channel: message.channel,
            source: Some(id),
            focused_type: 0,
        };
        Ok(self.send(world, act))
    }

    /// Fills in the modal that answered something, and waits for the final answer.
    ///
    /// # Panics
    /// When the answer was no modal, has no such fields, or the bot does not answer properly.
    pub async fn submit(&self, opened: &Answer, fields: &[(&str, &str)]) -> Answer {
        let modal = opened
            .modal()
            .unwrap_or_else(|| panic!("{} opened no modal", opened.label));
        let rows = modal["components"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|row| {
                let input = &row["components"][0];
                let given = fields.iter().find(|(name, _)| input["custom_id"] == *name);
                let text = given.map_or(input["value"].as_str().unwrap_or(""), |(_, text)| text);
                assert!(
                    !text.is_empty() || input["required"] == false,
                    "the field {} is required",
                    input["custom_id"]
                );
                json!({"type": 1, "id": 1, "components": [
                    {"type": 4, "id": 2, "custom_id": input["custom_id"], "value": text},
                ]})
            });
        let rows: Vec<Value> = rows.collect();
        let source = self
            .shared
            .read()
            .interactions
            .get(&opened.interaction)
            .and_then(|cause| cause.source);
        let act = Act {
            kind: InteractionKind::Modal,
            label: format!("modal {}", modal["title"]),
            data: json!({"custom_id": modal["custom_id"], "components": rows}),
            channel: self.channel,
            source,
            focused_type: 0,
        };
        let id = self.shared.change(|world| self.send(world, act));
        let answer = answer::wait(&self.shared, id).await;
        answer.unwrap_or_else(|why| panic!("modal of {}: {why}", opened.label))
    }

    /// The message as this player sees it now.
    fn seen(&self, world: &World, id: u64) -> Result<Message, Unanswered> {
        let message = world.messages.get(&id).filter(|message| !message.deleted);
        let visible = message.filter(|message| message.only_for.is_none_or(|user| user == self.id));
        visible.cloned().ok_or_else(|| {
            Unanswered::NotOffered("the player does not see this message".to_owned())
        })
    }

    pub(super) fn send_typed(
        &self,
        world: &mut World,
        typed: &Typed,
        kind: InteractionKind,
        label: String,
    ) -> Result<u64, Unanswered> {
        let url = &self.shared.http_url;
        let (data, focused_type) = client::data(world, self.id, self.channel, url, typed)
            .map_err(Unanswered::NotOffered)?;
        let act = Act {
            kind,
            label,
            data,
            channel: self.channel,
            source: None,
            focused_type,
        };
        Ok(self.send(world, act))
    }

    /// Makes the interaction and sends its event to the bot.
    fn send(&self, world: &mut World, act: Act) -> u64 {
        let id = world.clock.snowflake();
        let name = world.users.get(&self.id).map_or("?", |user| &user.name);
        let mut cause = Interaction {
            id,
            kind: act.kind,
            label: format!("{name} {}", act.label),
            token: format!("aW50ZXJhY3Rpb246{:x}{:x}", id.rotate_left(13), id ^ self.id),
            user: self.id,
            channel: act.channel,
            created_ms: world.clock.now_ms(),
            payload: Value::Null,
            focused_type: act.focused_type,
            source: act.source,
            source_edits: act
                .source
                .and_then(|id| world.messages.get(&id))
                .map_or(0, |m| m.edits),
            delivery: super::gateway::Delivery::default(),
            first: None,
            original: None,
            followups: Vec::new(),
            completions: 0,
        };
        cause.payload = json::interaction(&self.shared, world, &cause, act.data);
        let guild = world.channels.get(&act.channel).and_then(|c| c.guild);
        cause.delivery = world
            .hub
            .dispatch("INTERACTION_CREATE", &cause.payload, guild, 0);
        world.tokens.insert(cause.token.clone(), id);
        world.interactions.insert(id, cause);
        id
    }
}
