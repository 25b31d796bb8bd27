//! Rules of our own for command definitions.

use super::Finding;
use serde_json::Value;
use std::collections::HashSet;

const JUDGE: &str = "rule";

/// The body with the known deviations undone: Discord takes and gives `default_member_permissions` as a string, its
/// description asks for an integer; and `nsfw` is documented but missing from the description.
pub fn normalised(body: &Value) -> Value {
    let mut out = body.clone();
    let single = std::slice::from_mut(&mut out);
    let list = if single[0].is_array() {
        single[0]
            .as_array_mut()
            .map(Vec::as_mut_slice)
            .unwrap_or_default()
    } else {
        single
    };
    for command in list.iter_mut().filter(|command| command.is_object()) {
        if let Some(map) = command.as_object_mut() {
            map.remove("nsfw");
        }
        let bits = command["default_member_permissions"]
            .as_str()
            .and_then(|text| text.parse::<u64>().ok());
        if let Some(bits) = bits {
            command["default_member_permissions"] = bits.into();
        } else if command["default_member_permissions"].is_null()
            && let Some(map) = command.as_object_mut()
        {
            map.remove("default_member_permissions");
        }
    }
    out
}

/// Judges all commands of one registration.
pub fn check(list: &[Value]) -> Vec<Finding> {
    let mut found = Vec::new();
    if list.len() > 100 {
        found.push(Finding::refused(
            JUDGE,
            "",
            format!("{} commands, 100 are allowed", list.len()),
        ));
    }
    let mut names = HashSet::new();
    for (i, command) in list.iter().enumerate() {
        let place = format!("/{i}");
        let name = command["name"].as_str().unwrap_or_default();
        if !names.insert(name) {
            found.push(Finding::refused(
                JUDGE,
                &place,
                format!("two commands are named {name}"),
            ));
        }
        let total = characters(command);
        if total > 8000 {
            let what = format!("/{name} has {total} characters in all, 8,000 are allowed");
            found.push(Finding::refused(JUDGE, &place, what));
        }
        if name != name.to_lowercase() {
            found.push(Finding::refused(
                JUDGE,
                &place,
                format!("/{name} is not lower case"),
            ));
        }
        options(&command["options"], 0, &place, &mut found);
    }
    found
}

/// The characters that count towards the limit of a command: names, descriptions and choice values.
pub fn characters(command: &Value) -> usize {
    let count = |value: &Value| value.as_str().map_or(0, |text| text.chars().count());
    let options = command["options"].as_array().into_iter().flatten();
    let choices = command["choices"].as_array().into_iter().flatten();
    count(&command["name"])
        + count(&command["description"])
        + options.map(characters).sum::<usize>()
        + choices
            .map(|choice| count(&choice["name"]) + count(&choice["value"]))
            .sum::<usize>()
}

fn options(list: &Value, depth: usize, at: &str, found: &mut Vec<Finding>) {
    let Some(list) = list.as_array() else { return };
    let mut refuse = |i: usize, what: String| {
        found.push(Finding::refused(JUDGE, &format!("{at}/options/{i}"), what));
    };
    let kind = |option: &Value| option["type"].as_u64().unwrap_or(0);
    let nested = list.iter().filter(|option| kind(option) <= 2).count();
    if nested != 0 && nested != list.len() {
        refuse(0, "subcommands beside plain options".to_owned());
    }
    if list.len() > 25 {
        refuse(25, format!("{} options, 25 are allowed", list.len()));
    }
    let mut names = HashSet::new();
    let mut optional = false;
    for (i, option) in list.iter().enumerate() {
        let name = option["name"].as_str().unwrap_or_default();
        if !names.insert(name) {
            refuse(i, format!("two options are named {name}"));
        }
        if kind(option) == 1 && depth > 1 || kind(option) == 2 && depth > 0 {
            refuse(i, format!("{name} is nested too deep"));
        }
        let required = option["required"].as_bool().unwrap_or(false);
        if required && optional {
            refuse(
                i,
                format!("{name} is required but stands after an optional one"),
            );
        }
        optional |= !required && kind(option) > 2;
        if option["autocomplete"].as_bool().unwrap_or(false) {
            if !matches!(kind(option), 3 | 4 | 10) {
                refuse(i, format!("{name}: no autocomplete for this type"));
            }
            if option["choices"]
                .as_array()
                .is_some_and(|list| !list.is_empty())
            {
                refuse(i, format!("{name}: choices together with autocomplete"));
            }
        }
        for (low, high) in [("min_value", "max_value"), ("min_length", "max_length")] {
            if let (Some(low), Some(high)) = (option[low].as_f64(), option[high].as_f64())
                && low > high
            {
                refuse(i, format!("{name}: from {low} to {high}"));
            }
        }
        if let Some(choices) = option["choices"].as_array() {
            let distinct: HashSet<_> = choices
                .iter()
                .map(|choice| choice["name"].to_string())
                .collect();
            if distinct.len() != choices.len() || choices.len() > 25 {
                refuse(
                    i,
                    format!(
                        "{name}: {} choices, {} distinct",
                        choices.len(),
                        distinct.len()
                    ),
                );
            }
        }
    }
    for (i, option) in list.iter().enumerate() {
        options(
            &option["options"],
            depth + 1,
            &format!("{at}/options/{i}"),
            found,
        );
    }
}
