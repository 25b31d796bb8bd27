//! The judge that parses a body into twilight's types and asks `twilight-validate`.

use super::Finding;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::{error::Error, fmt::Display};
use twilight_model::{
    application::command::Command,
    channel::message::{Component, Embed},
};
use twilight_validate::{command, component, embed, message as check};

const JUDGE: &str = "twilight";

/// Judges content, embeds, components and attachments of a message body found at `at`.
pub fn message(body: &Value, at: &str) -> Vec<Finding> {
    let mut found = Vec::new();
    if let Some(content) = body["content"].as_str() {
        note(
            &mut found,
            &format!("{at}/content"),
            check::content(content),
        );
    }
    let mut embeds = body["embeds"].clone();
    for one in embeds.as_array_mut().into_iter().flatten() {
        if one.is_object() && one["type"].is_null() {
            one["type"] = "rich".into();
        }
    }
    let place = format!("{at}/embeds");
    if let Some(embeds) = parsed::<Vec<Embed>>(&mut found, &place, &embeds) {
        // One by one first, for its reasons; all together only says which one is invalid.
        for (i, one) in embeds.iter().enumerate() {
            note(&mut found, &format!("{place}/{i}"), embed::embed(one));
        }
        if found.is_empty() {
            note(&mut found, &place, check::embeds(&embeds));
        }
    }
    let v2 = body["flags"].as_u64().unwrap_or(0) & super::super::message::COMPONENTS_V2 != 0;
    let place = format!("{at}/components");
    if let Some(parts) = parsed::<Vec<Component>>(&mut found, &place, &body["components"]) {
        let before = found.len();
        for (i, one) in parts.iter().enumerate().filter(|_| !v2) {
            note(
                &mut found,
                &format!("{place}/{i}"),
                component::component_v1(one),
            );
        }
        if found.len() == before {
            note(&mut found, &place, check::components(&parts, v2));
        }
    }
    for (i, file) in body["attachments"]
        .as_array()
        .into_iter()
        .flatten()
        .enumerate()
    {
        if let Some(name) = file["filename"].as_str() {
            let place = format!("{at}/attachments/{i}/filename");
            note(&mut found, &place, check::attachment_filename(name));
        }
        if let Some(text) = file["description"].as_str() {
            let place = format!("{at}/attachments/{i}/description");
            note(&mut found, &place, check::attachment_description(text));
        }
    }
    found
}

/// Judges the rows of a modal.
pub fn modal(data: &Value) -> Vec<Finding> {
    let mut found = Vec::new();
    if let Some(parts) =
        parsed::<Vec<Component>>(&mut found, "/data/components", &data["components"])
    {
        for part in &parts {
            if let Component::ActionRow(row) = part {
                for inner in &row.components {
                    if let Component::TextInput(input) = inner {
                        note(
                            &mut found,
                            "/data/components",
                            component::text_input(input, true),
                        );
                    }
                }
            }
        }
    }
    found
}

/// Judges a list of command definitions.
pub fn commands(list: &[Value]) -> Vec<Finding> {
    let mut found = Vec::new();
    for (i, definition) in list
        .iter()
        .enumerate()
        .filter(|(_, definition)| definition.is_object())
    {
        let mut whole = definition.clone();
        whole["version"] = "1".into();
        if whole["type"].is_null() {
            whole["type"] = 1.into();
        }
        let place = format!("/{i}");
        let Some(mut parsed) = parsed::<Command>(&mut found, &place, &whole) else {
            continue;
        };
        note(&mut found, &place, command::options(&parsed.options));
        option_names(&parsed.options, &format!("{place}/options"), &mut found);
        // Its limit for a whole command (4,000) is out of date; ours is in `commands`.
        parsed.options.clear();
        note(&mut found, &place, command::command(&parsed));
    }
    found
}

type Options = [twilight_model::application::command::CommandOption];

fn option_names(options: &Options, at: &str, found: &mut Vec<Finding>) {
    for (i, option) in options.iter().enumerate() {
        let place = format!("{at}/{i}");
        note(found, &place, command::option_name(&option.name));
        note(found, &place, command::option(option));
        for choice in option.choices.iter().flatten() {
            note(found, &place, command::choice(choice));
        }
        if let Some(inner) = &option.options {
            note(found, &place, command::options(inner));
            option_names(inner, &format!("{place}/options"), found);
        }
    }
}

fn parsed<T: DeserializeOwned>(found: &mut Vec<Finding>, at: &str, value: &Value) -> Option<T> {
    if value.is_null() {
        return None;
    }
    match serde_json::from_value(value.clone()) {
        Ok(parsed) => Some(parsed),
        Err(e) => {
            found.push(Finding::refused(JUDGE, at, format!("cannot be read: {e}")));
            None
        }
    }
}

fn note<E: Error + Display>(found: &mut Vec<Finding>, at: &str, result: Result<(), E>) {
    if let Err(e) = result {
        let cause = e
            .source()
            .map(|inner| format!(": {inner}"))
            .unwrap_or_default();
        found.push(Finding::refused(JUDGE, at, format!("{e}{cause}")));
    }
}
