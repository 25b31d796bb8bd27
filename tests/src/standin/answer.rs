//! What a player sees as the answer to what he did.

use super::{
    message::{Attachment, Button, Message, Select},
    world::{FirstAnswer, Interaction, Shared},
};
use serde_json::Value;
use std::{fmt, sync::Arc, time::Duration};

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unanswered {
    /// Discord's client would not have sent it: the reason.
    NotOffered(String),
    /// The bot is not connected and has no session to resume.
    NobodyListens,
    /// "The application did not respond": no first answer in time.
    NoFirstAnswer(String),
    /// A deferred answer was never completed.
    NeverCompleted(String),
}

impl fmt::Display for Unanswered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOffered(why) => write!(f, "Discord's client would not send this: {why}"),
            Self::NobodyListens => write!(f, "the bot is not connected"),
            Self::NoFirstAnswer(what) => write!(f, "the application did not respond to {what}"),
            Self::NeverCompleted(what) => {
                write!(f, "the deferred answer to {what} was never completed")
            }
        }
    }
}

/// The final answer to an interaction.
#[derive(Clone)]
pub struct Answer {
    /// The interaction's id.
    pub interaction: u64,
    /// What the player did, for messages of failing tests.
    pub label: String,
    /// How the bot answered first.
    pub first: FirstAnswer,
    /// The message with the answer, as it was when the answer was complete.
    pub message: Option<Message>,
    /// Follow-up messages so far.
    pub followups: Vec<Message>,
    /// Milliseconds from the event to the first answer seen, and to the complete one.
    pub took: (u128, u128),
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} -> {:?}: {:?}",
            self.label,
            self.first,
            self.message.as_ref().map(Message::text)
        )
    }
}

impl Answer {
    /// The message that the player sees as the answer: a follow-up where a component was only acknowledged.
    ///
    /// # Panics
    /// When the answer is a modal or a list of choices.
    pub fn message(&self) -> &Message {
        let newest = self
            .followups
            .last()
            .filter(|_| self.first == FirstAnswer::DeferredUpdate);
        let message = newest.or(self.message.as_ref());
        message.unwrap_or_else(|| {
            panic!(
                "{} was not answered with a message: {:?}",
                self.label, self.first
            )
        })
    }

    /// All text of the message, embeds included.
    pub fn text(&self) -> String {
        self.message().text()
    }

    /// The embeds as sent.
    pub fn embeds(&self) -> &[Value] {
        &self.message().embeds
    }

    /// The files.
    pub fn files(&self) -> &[Attachment] {
        &self.message().attachments
    }

    /// Whether only the player sees it.
    pub fn ephemeral(&self) -> bool {
        self.message().ephemeral()
    }

    /// The buttons.
    pub fn buttons(&self) -> Vec<Button> {
        self.message().buttons()
    }

    /// The select menus.
    pub fn selects(&self) -> Vec<Select> {
        self.message().selects()
    }

    /// The modal that the bot opened, if it did.
    pub fn modal(&self) -> Option<&Value> {
        match &self.first {
            FirstAnswer::Modal(modal) => Some(modal),
            _ => None,
        }
    }
}

/// Waits for the final answer to an interaction.
pub(super) async fn wait(shared: &Arc<Shared>, id: u64) -> Result<Answer, Unanswered> {
    let begun = std::time::Instant::now();
    let label = first_answer(shared, id).await?;
    let first_ms = begun.elapsed().as_millis();
    let patience = shared.settings.patience;
    let done = shared
        .wait(patience, |world| {
            let cause = world.interactions.get(&id)?;
            let message = cause.original.and_then(|id| world.messages.get(&id));
            complete(cause, message).then(|| Answer {
                interaction: id,
                label: label.clone(),
                first: cause.first.clone().unwrap_or(FirstAnswer::Message),
                message: message.cloned(),
                followups: cause
                    .followups
                    .iter()
                    .filter_map(|id| world.messages.get(id))
                    .cloned()
                    .collect(),
                took: (first_ms, begun.elapsed().as_millis()),
            })
        })
        .await;
    done.ok_or_else(|| {
        let what = format!("no completion of {label} within {patience:?}");
        shared.change(|world| world.blame(0, "interaction", &label, what));
        Unanswered::NeverCompleted(label.clone())
    })
}

/// Waits for the first answer; what was done as a label.
async fn first_answer(shared: &Arc<Shared>, id: u64) -> Result<String, Unanswered> {
    let limit = shared.settings.first_answer;
    let known = shared
        .read()
        .interactions
        .get(&id)
        .map(|cause| (cause.label.clone(), cause.delivery));
    let (label, delivery) = known.unwrap_or_default();
    if !delivery.sent && !delivery.kept {
        return Err(Unanswered::NobodyListens);
    }
    let answered = shared
        .wait(limit + Duration::from_millis(20), |world| {
            let cause = world.interactions.get(&id)?;
            let late = u128::from(world.clock.now_ms().saturating_sub(cause.created_ms))
                > limit.as_millis();
            if cause.first.is_some() {
                Some(true)
            } else {
                late.then_some(false)
            }
        })
        .await;
    if answered == Some(true) {
        return Ok(label);
    }
    if delivery.sent {
        let what = format!("no first answer to {label} within {limit:?}");
        shared.change(|world| world.blame(0, "interaction", &label, what));
    }
    Err(Unanswered::NoFirstAnswer(label))
}

fn complete(cause: &Interaction, message: Option<&Message>) -> bool {
    match cause.first {
        None => false,
        Some(FirstAnswer::DeferredMessage) => message.is_none_or(|m| !m.loading() || m.deleted),
        Some(FirstAnswer::DeferredUpdate) => {
            cause.completions > 0
                || !cause.followups.is_empty()
                || message.is_some_and(|m| m.deleted || m.edits > cause.source_edits)
        }
        Some(_) => true,
    }
}
