//! What goes back to whoever asked. Discord's limits hold by construction.

use crate::store::Button;
use crate::text::{MESSAGE, clip};
use std::sync::Arc;

/// Most buttons of a message: five rows of five.
pub const BUTTONS: usize = 25;

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// File name.
    pub name: String,
    /// What it shows, in words.
    pub alt: String,
    /// PNG.
    pub bytes: Arc<Vec<u8>>,
}

/// An answer. Answers go to the asker alone: what everybody should know goes to the channel as a post.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    text: String,
    pictures: Vec<Picture>,
    buttons: Vec<Button>,
    refused: bool,
}

impl Reply {
    /// An answer in words.
    pub fn new(text: impl AsRef<str>) -> Reply {
        Reply {
            text: clip(text.as_ref(), MESSAGE),
            ..Reply::default()
        }
    }

    /// An answer that says why nothing was done.
    pub fn refusal(text: impl AsRef<str>) -> Reply {
        Reply {
            refused: true,
            ..Reply::new(text)
        }
    }

    /// The same with a picture; ten fit.
    pub fn with_picture(mut self, picture: Option<Picture>) -> Reply {
        if self.pictures.len() < 10 {
            self.pictures.extend(picture);
        }
        self
    }

    /// The same in words and buttons alone.
    pub fn without_pictures(mut self) -> Reply {
        self.pictures.clear();
        self
    }

    /// The same with buttons; those that do not fit or would be doubled are left out.
    pub fn with_buttons(mut self, buttons: impl IntoIterator<Item = Button>) -> Reply {
        self.buttons = fitting(self.buttons.into_iter().chain(buttons));
        self
    }

    /// What is said: never more than a message holds, never nothing.
    pub fn text(&self) -> &str {
        if self.text.is_empty() {
            "Done."
        } else {
            &self.text
        }
    }

    /// Pictures.
    pub fn pictures(&self) -> &[Picture] {
        &self.pictures
    }

    /// Buttons.
    pub fn buttons(&self) -> &[Button] {
        &self.buttons
    }

    /// Whether the request was refused.
    pub fn is_refusal(&self) -> bool {
        self.refused
    }
}

/// Buttons that a message can carry: labels cut, ids whole and unique, no more than fit.
pub fn fitting(buttons: impl IntoIterator<Item = Button>) -> Vec<Button> {
    let mut kept: Vec<Button> = Vec::new();
    for button in buttons {
        let fits = !button.label.trim().is_empty()
            && (1..=100).contains(&crate::text::length(&button.id))
            && kept.iter().all(|other| other.id != button.id);
        if fits && kept.len() < BUTTONS {
            kept.push(Button {
                label: clip(&button.label, 80),
                id: button.id,
            });
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_hold_by_construction() {
        let button = |n: usize| Button {
            label: "x".repeat(100),
            id: format!("{n}"),
        };
        let reply = Reply::new("x".repeat(3000)).with_buttons((0..40).map(button));
        assert_eq!(crate::text::length(reply.text()), MESSAGE);
        assert_eq!(reply.buttons().len(), BUTTONS);
        assert!(
            reply
                .buttons()
                .iter()
                .all(|button| button.label.chars().count() == 80)
        );
        let doubled = Reply::new("").with_buttons([button(1), button(1)]);
        assert_eq!(doubled.buttons().len(), 1);
        assert_eq!(doubled.text(), "Done.");
    }
}
