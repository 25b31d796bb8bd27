//! Messages as the stand-in keeps them, with the views a test asks for.

use serde_json::Value;
use std::sync::Arc;

/// Message flag: only the invoking player sees it.
pub const EPHEMERAL: u64 = 1 << 6;
/// Message flag: a deferred answer that still shows "is thinking …".
pub const LOADING: u64 = 1 << 7;
/// Message flag: Components V2.
pub const COMPONENTS_V2: u64 = 1 << 15;

/// One file of a message. The bytes are shared, not copied.
#[derive(Clone, Debug)]
pub struct Attachment {
    /// Its id.
    pub id: u64,
    /// The file name.
    pub filename: String,
    /// The alternative text.
    pub description: Option<String>,
    /// The MIME type that came with the upload.
    pub content_type: String,
    /// How many bytes it has.
    pub size: usize,
    pub(super) data: Option<Arc<[u8]>>,
}

impl Attachment {
    /// The bytes of the file.
    ///
    /// # Panics
    /// When the stand-in dropped them to save memory (see `Builder::keep_files`).
    pub fn bytes(&self) -> &[u8] {
        self.data.as_deref().unwrap_or_else(|| {
            panic!(
                "the bytes of {} were dropped; raise Builder::keep_files",
                self.filename
            )
        })
    }

    /// Width and height when the file is a PNG.
    pub fn png_size(&self) -> Option<(u32, u32)> {
        png_size(self.data.as_deref()?)
    }
}

/// Width and height from the header of a PNG.
fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let header = bytes.get(..24)?;
    if !header.starts_with(b"\x89PNG\r\n\x1a\n") {
        return None;
    }
    let number = |at: usize| {
        u32::from_be_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]])
    };
    Some((number(16), number(20)))
}

/// A button of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// The `custom_id`; empty for links.
    pub custom_id: String,
    /// The text on it.
    pub label: String,
    /// 1 primary, 2 secondary, 3 success, 4 danger, 5 link.
    pub style: u64,
    /// Whether it is greyed out.
    pub disabled: bool,
}

/// A select menu of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Select {
    /// The `custom_id`.
    pub custom_id: String,
    /// The component type: 3 for strings, 5 users, 6 roles, 7 mentionables, 8 channels.
    pub kind: u64,
    /// Label and value of each option (strings only).
    pub options: Vec<(String, String)>,
    /// The fewest options to be picked.
    pub min_values: usize,
    /// The most options to be picked.
    pub max_values: usize,
    /// Whether it is greyed out.
    pub disabled: bool,
}

/// A message, whole. Handed out as a snapshot: it does not change when the bot edits it.
#[derive(Clone, Debug)]
pub struct Message {
    /// Its id.
    pub id: u64,
    /// The channel it stands in.
    pub channel: u64,
    /// The author's user id.
    pub author: u64,
    /// The text.
    pub content: String,
    /// Embeds as sent.
    pub embeds: Vec<Value>,
    /// Component tree, with ids filled in.
    pub components: Vec<Value>,
    /// Files.
    pub attachments: Vec<Attachment>,
    /// Message flags.
    pub flags: u64,
    /// The only user who sees it, if ephemeral.
    pub only_for: Option<u64>,
    /// The interaction it answers.
    pub interaction: Option<u64>,
    /// The message it replies to.
    pub reply_to: Option<u64>,
    /// The nonce that came with it.
    pub nonce: Option<Value>,
    /// The users who were notified by it.
    pub pinged: Vec<u64>,
    /// How often it was edited.
    pub edits: u32,
    /// When it was edited last, in milliseconds since 1970.
    pub edited_ms: Option<u64>,
    /// Whether it was deleted.
    pub deleted: bool,
}

impl Message {
    /// Whether only one user sees it.
    pub fn ephemeral(&self) -> bool {
        self.flags & EPHEMERAL != 0
    }

    /// Whether it is a deferred answer still waiting for its content.
    pub fn loading(&self) -> bool {
        self.flags & LOADING != 0
    }

    /// Everything a reader sees as text: content, embeds and text displays, one part a line.
    pub fn text(&self) -> String {
        let mut lines = Vec::new();
        if !self.content.is_empty() {
            lines.push(self.content.clone());
        }
        for embed in &self.embeds {
            embed_text(embed, &mut lines);
        }
        self.each_component(&mut |part| {
            if part["type"] == 10 {
                push(&part["content"], &mut lines);
            }
        });
        lines.join("\n")
    }

    /// All buttons, from top left to bottom right.
    pub fn buttons(&self) -> Vec<Button> {
        let mut found = Vec::new();
        self.each_component(&mut |part| {
            if part["type"] == 2 {
                found.push(Button {
                    custom_id: string(&part["custom_id"]),
                    label: string(&part["label"]),
                    style: part["style"].as_u64().unwrap_or(0),
                    disabled: part["disabled"].as_bool().unwrap_or(false),
                });
            }
        });
        found
    }

    /// The button with this label, if there is one.
    pub fn button(&self, label: &str) -> Option<Button> {
        self.buttons()
            .into_iter()
            .find(|button| button.label == label)
    }

    /// All select menus.
    pub fn selects(&self) -> Vec<Select> {
        let mut found = Vec::new();
        self.each_component(&mut |part| {
            let kind = part["type"].as_u64().unwrap_or(0);
            if kind == 3 || (5..=8).contains(&kind) {
                let options = part["options"].as_array().into_iter().flatten();
                let count = |key: &str| part[key].as_u64().and_then(|n| usize::try_from(n).ok());
                found.push(Select {
                    custom_id: string(&part["custom_id"]),
                    kind,
                    options: options
                        .map(|o| (string(&o["label"]), string(&o["value"])))
                        .collect(),
                    min_values: count("min_values").unwrap_or(1),
                    max_values: count("max_values").unwrap_or(1),
                    disabled: part["disabled"].as_bool().unwrap_or(false),
                });
            }
        });
        found
    }

    /// The file with this name.
    pub fn file(&self, name: &str) -> Option<&Attachment> {
        self.attachments.iter().find(|file| file.filename == name)
    }

    /// Calls `visit` for every component of the tree.
    pub fn each_component(&self, visit: &mut dyn FnMut(&Value)) {
        for part in &self.components {
            walk(part, visit);
        }
    }
}

/// Visits a component and all below it.
pub(super) fn walk(part: &Value, visit: &mut dyn FnMut(&Value)) {
    visit(part);
    for child in part["components"].as_array().into_iter().flatten() {
        walk(child, visit);
    }
    for key in ["accessory", "component"] {
        if part[key].is_object() {
            walk(&part[key], visit);
        }
    }
}

fn embed_text(embed: &Value, lines: &mut Vec<String>) {
    push(&embed["author"]["name"], lines);
    push(&embed["title"], lines);
    push(&embed["description"], lines);
    for field in embed["fields"].as_array().into_iter().flatten() {
        push(&field["name"], lines);
        push(&field["value"], lines);
    }
    push(&embed["footer"]["text"], lines);
}

fn push(value: &Value, lines: &mut Vec<String>) {
    if let Some(text) = value.as_str().filter(|text| !text.is_empty()) {
        lines.push(text.to_owned());
    }
}

fn string(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
