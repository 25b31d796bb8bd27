//! Commands whose options are given one by one.

use super::{
    answer::{self, Answer, Unanswered},
    client::{Input, Typed},
    player::Player,
    world::InteractionKind,
};

/// A command whose options are given one by one.
#[must_use]
pub struct CommandCall {
    player: Player,
    typed: Typed,
}

impl CommandCall {
    pub(super) fn new(player: Player, typed: Typed) -> Self {
        Self { player, typed }
    }

    /// Adds an option.
    pub fn option(mut self, name: &str, value: impl Into<Input>) -> Self {
        self.typed.options.push((name.to_owned(), value.into()));
        self
    }

    /// Adds a file as an option.
    pub fn file(self, name: &str, filename: &str, bytes: &[u8]) -> Self {
        self.option(name, Input::File(filename.to_owned(), bytes.to_vec()))
    }

    /// Sends it and waits for the final answer.
    ///
    /// # Panics
    /// When Discord's client would not send it, or the bot does not answer properly.
    pub async fn send(self) -> Answer {
        let label = format!("/{}", self.typed.path.join(" "));
        self.try_send()
            .await
            .unwrap_or_else(|why| panic!("{label}: {why}"))
    }

    /// Like [`CommandCall::send`].
    ///
    /// # Errors
    /// Why there was no answer.
    pub async fn try_send(self) -> Result<Answer, Unanswered> {
        let id = self.begin()?;
        answer::wait(&self.player.shared, id).await
    }

    /// Sends it and does not wait; the interaction's id.
    ///
    /// # Errors
    /// When Discord's client would not send it.
    pub fn begin(&self) -> Result<u64, Unanswered> {
        let mut label = format!("/{}", self.typed.path.join(" "));
        for (name, input) in &self.typed.options {
            match input {
                Input::Text(text) => label += &format!(" {name}:{text}"),
                Input::File(file, _) => label += &format!(" {name}:<{file}>"),
            }
        }
        self.player.shared.change(|world| {
            self.player
                .send_typed(world, &self.typed, InteractionKind::Command, label)
        })
    }
}
