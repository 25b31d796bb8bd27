//! What goes back to whoever asked. Discord's limits hold by construction.

use crate::store::Button;
use crate::text::{MESSAGE, clip, length};
use std::sync::Arc;

/// Most buttons of a message: five rows of five.
pub const BUTTONS: usize = 25;

/// Rows of buttons and menus that a message holds.
pub const ROWS: usize = 5;

/// Entries that a menu holds.
pub const ENTRIES: usize = 25;

/// How the id of a "Show to all" button begins; a line of the console follows.
pub const SHARE: &str = "s:";

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

/// A file that goes with an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// File name.
    pub name: String,
    /// What it holds.
    pub bytes: Arc<Vec<u8>>,
}

/// A menu of which one entry is chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Menu {
    /// Comes back with the chosen value; 100 characters at most.
    pub id: String,
    /// What is to be chosen, 150 characters at most.
    pub hint: String,
    /// What there is to choose from: the first 25 count.
    pub entries: Vec<MenuEntry>,
}

/// An entry of a menu.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MenuEntry {
    /// What is read, 100 characters at most.
    pub label: String,
    /// What comes back, 100 characters at most.
    pub value: String,
    /// More about it, 100 characters at most; may be empty.
    pub about: String,
}

impl Menu {
    /// A menu without entries.
    pub fn new(id: impl Into<String>, hint: impl Into<String>) -> Menu {
        Menu {
            id: id.into(),
            hint: hint.into(),
            entries: Vec::new(),
        }
    }

    /// The same with one more entry.
    pub fn entry(
        mut self,
        label: impl Into<String>,
        value: impl Into<String>,
        about: impl Into<String>,
    ) -> Menu {
        self.entries.push(MenuEntry {
            label: label.into(),
            value: value.into(),
            about: about.into(),
        });
        self
    }
}

/// Something under an answer that can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Control {
    /// A button; up to five stand in a row.
    Button(Button),
    /// A menu in a row of its own.
    Menu(Menu),
    /// The next button begins a new row.
    Break,
}

/// An answer. Answers go to the asker alone: what everybody should know goes to the channel as a post.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    text: String,
    pictures: Vec<Picture>,
    files: Vec<Attachment>,
    rows: Vec<Vec<Control>>,
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

    /// The same with a file.
    pub fn with_file(mut self, name: impl Into<String>, bytes: Vec<u8>) -> Reply {
        self.files.push(Attachment {
            name: name.into(),
            bytes: Arc::new(bytes),
        });
        self
    }

    /// The same in words, buttons and menus alone.
    pub fn without_pictures(mut self) -> Reply {
        self.pictures.clear();
        self.files.clear();
        self
    }

    /// The same with buttons; those that do not fit or would be doubled are left out.
    pub fn with_buttons(self, buttons: impl IntoIterator<Item = Button>) -> Reply {
        self.with_controls(buttons.into_iter().map(Control::Button))
    }

    /// The same with a menu in a row of its own. Without entries it is left out.
    pub fn with_menu(self, menu: Menu) -> Reply {
        self.with_controls([Control::Menu(menu)])
    }

    /// The same with buttons and menus in this order; what does not fit or would be doubled is left out.
    pub fn with_controls(mut self, controls: impl IntoIterator<Item = Control>) -> Reply {
        let before: Vec<Control> = std::mem::take(&mut self.rows)
            .into_iter()
            .flat_map(|row| row.into_iter().chain([Control::Break]))
            .collect();
        // A break after the last row would keep later buttons out of it.
        let kept = before.len().saturating_sub(1);
        self.rows = fitted(before.into_iter().take(kept).chain(controls));
        self
    }

    /// The same with a button that repeats this look-up for the whole channel: the line as the console takes it, such
    /// as `/ref tile tile:57`.
    pub fn shared(self, line: &str) -> Reply {
        self.with_controls([
            Control::Break,
            Control::Button(Button::new("Show to all", format!("{SHARE}{line}"))),
        ])
    }

    /// The same without buttons and menus.
    pub fn without_controls(mut self) -> Reply {
        self.rows.clear();
        self
    }

    /// The same as an answer that says why nothing was done.
    pub fn refused(self) -> Reply {
        Reply {
            refused: true,
            ..self
        }
    }

    /// The same with a line before everything else.
    pub fn headed(mut self, line: &str) -> Reply {
        self.text = clip(&format!("{line}\n{}", self.text), MESSAGE);
        self
    }

    /// The same with a line after everything else.
    pub fn with_line(mut self, line: &str) -> Reply {
        let room = MESSAGE.saturating_sub(length(line) + 1);
        self.text = format!("{}\n{}", clip(self.text(), room), line);
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

    /// Files other than pictures.
    pub fn files(&self) -> &[Attachment] {
        &self.files
    }

    /// Rows of buttons and menus, five at most.
    pub fn rows(&self) -> &[Vec<Control>] {
        &self.rows
    }

    /// All buttons.
    pub fn buttons(&self) -> Vec<&Button> {
        let controls = self.rows.iter().flatten();
        controls
            .filter_map(|control| match control {
                Control::Button(button) => Some(button),
                _ => None,
            })
            .collect()
    }

    /// All menus.
    pub fn menus(&self) -> Vec<&Menu> {
        let controls = self.rows.iter().flatten();
        controls
            .filter_map(|control| match control {
                Control::Menu(menu) => Some(menu),
                _ => None,
            })
            .collect()
    }

    /// Whether the request was refused.
    pub fn is_refusal(&self) -> bool {
        self.refused
    }
}

/// Whether an id can be sent, and no other control has it.
fn usable(rows: &[Vec<Control>], id: &str) -> bool {
    let taken = rows.iter().flatten().any(|control| match control {
        Control::Button(button) => button.id == id,
        Control::Menu(menu) => menu.id == id,
        Control::Break => false,
    });
    (1..=100).contains(&length(id)) && !taken
}

/// Controls in rows that a message can carry.
fn fitted(controls: impl IntoIterator<Item = Control>) -> Vec<Vec<Control>> {
    let mut rows: Vec<Vec<Control>> = Vec::new();
    let mut open = false;
    for control in controls {
        match control {
            Control::Break => open = false,
            Control::Button(button) => {
                if button.label.trim().is_empty() || !usable(&rows, &button.id) {
                    continue;
                }
                let button = Control::Button(Button {
                    label: clip(&button.label, 80),
                    ..button
                });
                let space = open && rows.last().is_some_and(|row| row.len() < 5);
                if !space {
                    if rows.len() >= ROWS {
                        continue;
                    }
                    rows.push(Vec::new());
                }
                if let Some(row) = rows.last_mut() {
                    row.push(button);
                }
                open = true;
            }
            Control::Menu(menu) => {
                let entries = entries(menu.entries);
                if entries.is_empty() || rows.len() >= ROWS || !usable(&rows, &menu.id) {
                    continue;
                }
                rows.push(vec![Control::Menu(Menu {
                    hint: clip(&menu.hint, 150),
                    entries,
                    ..menu
                })]);
                open = false;
            }
        }
    }
    rows
}

/// Entries that a menu can carry: labels cut, values whole and unique.
fn entries(entries: Vec<MenuEntry>) -> Vec<MenuEntry> {
    let mut kept: Vec<MenuEntry> = Vec::new();
    for entry in entries {
        let fits = !entry.label.trim().is_empty()
            && (1..=100).contains(&length(&entry.value))
            && kept.iter().all(|other| other.value != entry.value);
        if fits && kept.len() < ENTRIES {
            kept.push(MenuEntry {
                label: clip(&entry.label, 100),
                about: clip(&entry.about, 100),
                ..entry
            });
        }
    }
    kept
}

/// Buttons that a message can carry: labels cut, ids whole and unique, no more than fit.
pub fn fitting(buttons: impl IntoIterator<Item = Button>) -> Vec<Button> {
    fitted(buttons.into_iter().map(Control::Button))
        .into_iter()
        .flatten()
        .filter_map(|control| match control {
            Control::Button(button) => Some(button),
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn button(n: usize) -> Button {
        Button::new("x".repeat(100), format!("{n}"))
    }

    #[test]
    fn limits_hold_by_construction() {
        let reply = Reply::new("x".repeat(3000)).with_buttons((0..40).map(button));
        assert_eq!(length(reply.text()), MESSAGE);
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

    #[test]
    fn menus_stand_in_rows_of_their_own() {
        let menu = |id: &str, count: usize| {
            (0..count).fold(Menu::new(id, "Which?"), |menu, n| {
                menu.entry(format!("entry {n}"), format!("{n}"), "")
            })
        };
        let reply = Reply::new("")
            .with_buttons([button(1), button(2)])
            .with_menu(menu("a", 40))
            .with_menu(menu("a", 3))
            .with_menu(menu("none", 0))
            .with_buttons((3..40).map(button));
        let shape: Vec<usize> = reply.rows().iter().map(Vec::len).collect();
        assert_eq!(shape, [2, 1, 5, 5, 5]);
        assert_eq!(reply.menus().len(), 1);
        assert_eq!(reply.menus()[0].entries.len(), ENTRIES);
    }

    #[test]
    fn buttons_added_later_fill_the_last_row() {
        let reply = Reply::new("")
            .with_buttons([button(1)])
            .with_buttons([button(2)])
            .shared("/ref tile tile:57");
        let shape: Vec<usize> = reply.rows().iter().map(Vec::len).collect();
        assert_eq!(shape, [2, 1]);
        assert_eq!(reply.buttons()[2].id, "s:/ref tile tile:57");
    }
}
