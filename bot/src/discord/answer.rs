//! Replies and posts as Discord's messages.

use crate::reply::{Picture, Reply};
use crate::store::{Button, PostRow};
use serenity::all::{
    ButtonStyle, CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateButton,
    CreateMessage, EditInteractionResponse, Nonce, UserId,
};

/// The answer that replaces a deferral.
pub(super) fn edit(reply: &Reply) -> EditInteractionResponse {
    let edit = EditInteractionResponse::new()
        .content(reply.text())
        .allowed_mentions(CreateAllowedMentions::new())
        .components(rows(reply.buttons()));
    reply
        .pictures()
        .iter()
        .fold(edit, |edit, picture| edit.new_attachment(file(picture)))
}

/// A post as a message. Its nonce keeps a repeated attempt from becoming a second message.
pub(super) fn message(post: &PostRow, pictures: &[Picture]) -> CreateMessage {
    let users: Vec<UserId> = post
        .body
        .mentions
        .iter()
        .filter_map(|user| user.parse::<u64>().ok())
        .filter(|user| *user != 0)
        .map(UserId::new)
        .collect();
    let text = if post.body.text.is_empty() {
        "…"
    } else {
        post.body.text.as_str()
    };
    CreateMessage::new()
        .content(text)
        .allowed_mentions(CreateAllowedMentions::new().users(users))
        .components(rows(&post.body.buttons))
        .add_files(pictures.iter().map(file))
        .nonce(Nonce::String(format!("roundhouse-{}", post.id)))
        .enforce_nonce(true)
}

/// Five buttons a row, five rows.
fn rows(buttons: &[Button]) -> Vec<CreateActionRow> {
    buttons
        .chunks(5)
        .take(5)
        .map(|row| CreateActionRow::Buttons(row.iter().map(button).collect()))
        .collect()
}

fn button(button: &Button) -> CreateButton {
    CreateButton::new(button.id.as_str())
        .label(button.label.as_str())
        .style(ButtonStyle::Secondary)
}

fn file(picture: &Picture) -> CreateAttachment {
    CreateAttachment::bytes(picture.bytes.as_slice(), picture.name.as_str())
        .description(crate::text::clip(&picture.alt, 1024))
}
