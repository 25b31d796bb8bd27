//! Replies and posts as Discord's messages.

use super::asked::Place;
use crate::reply::{Control, Menu, Picture, Reply};
use crate::store::{Button, PostRow, Weight};
use serenity::all::{
    ButtonStyle, CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateButton,
    CreateInteractionResponseFollowup, CreateMessage, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption, EditAttachments, EditInteractionResponse, EditMessage, MessageFlags,
    Nonce, UserId,
};

/// The answer that replaces a deferral, or the page whose button was pressed with all its pictures.
pub(super) fn edit(reply: &Reply, place: Place) -> EditInteractionResponse {
    let mut edit = EditInteractionResponse::new()
        .content(reply.text())
        .allowed_mentions(CreateAllowedMentions::new())
        .components(controls(reply));
    if place == Place::Instead {
        edit = edit.clear_attachments();
    }
    let files = reply
        .files()
        .iter()
        .map(|file| CreateAttachment::bytes(file.bytes.as_slice(), file.name.as_str()));
    reply
        .pictures()
        .iter()
        .map(file)
        .chain(files)
        .fold(edit, EditInteractionResponse::new_attachment)
}

/// A word beside a page that stays as it is.
pub(super) fn follow(reply: &Reply) -> CreateInteractionResponseFollowup {
    CreateInteractionResponseFollowup::new()
        .content(reply.text())
        .allowed_mentions(CreateAllowedMentions::new())
        .components(controls(reply))
        .ephemeral(true)
}

/// Buttons and menus of an answer.
fn controls(reply: &Reply) -> Vec<CreateActionRow> {
    let row = |row: &Vec<Control>| {
        if let [Control::Menu(one)] = row.as_slice() {
            return CreateActionRow::SelectMenu(menu(one));
        }
        let buttons = row.iter().filter_map(|control| match control {
            Control::Button(one) => Some(button(one)),
            _ => None,
        });
        CreateActionRow::Buttons(buttons.collect())
    };
    reply.rows().iter().map(row).collect()
}

fn menu(menu: &Menu) -> CreateSelectMenu {
    let option = |entry: &crate::reply::MenuEntry| {
        let option = CreateSelectMenuOption::new(entry.label.as_str(), entry.value.as_str());
        match entry.about.as_str() {
            "" => option,
            about => option.description(about),
        }
    };
    let options = menu.entries.iter().map(option).collect();
    CreateSelectMenu::new(menu.id.as_str(), CreateSelectMenuKind::String { options })
        .placeholder(menu.hint.as_str())
}

/// A post as a message, in words. Its nonce keeps a repeated attempt from becoming a second message.
pub(super) fn message(post: &PostRow) -> CreateMessage {
    let users: Vec<UserId> = post
        .body
        .mentions
        .iter()
        .filter_map(|user| user.parse::<u64>().ok())
        .filter(|user| *user != 0)
        .map(UserId::new)
        .collect();
    let message = match post.body.soft {
        true => CreateMessage::new().flags(MessageFlags::SUPPRESS_NOTIFICATIONS),
        false => CreateMessage::new(),
    };
    message
        .content(words(post))
        .allowed_mentions(CreateAllowedMentions::new().users(users))
        .components(rows(post.buttons()))
        .nonce(Nonce::String(format!("roundhouse-{}", post.id)))
        .enforce_nonce(true)
}

/// A post as it is now, with its pictures; without any, those that it has stay. An edit pings nobody.
pub(super) fn edited(post: &PostRow, pictures: &[Picture]) -> EditMessage {
    let edit = EditMessage::new()
        .content(words(post))
        .allowed_mentions(CreateAllowedMentions::new())
        .components(rows(post.buttons()));
    if pictures.is_empty() {
        return edit;
    }
    edit.attachments(
        pictures
            .iter()
            .map(file)
            .fold(EditAttachments::new(), EditAttachments::add),
    )
}

fn words(post: &PostRow) -> String {
    match post.text() {
        text if text.trim().is_empty() => "…".into(),
        text => text,
    }
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
        .style(match button.weight {
            Weight::Plain => ButtonStyle::Secondary,
            Weight::Main => ButtonStyle::Primary,
            Weight::Grave => ButtonStyle::Danger,
        })
}

fn file(picture: &Picture) -> CreateAttachment {
    CreateAttachment::bytes(picture.bytes.as_slice(), picture.name.as_str())
        .description(crate::text::clip(&picture.alt, 1024))
}
