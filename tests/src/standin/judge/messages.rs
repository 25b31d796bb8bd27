//! Rules of our own for message bodies: what neither the OpenAPI description nor twilight sees.

use super::{Finding, Upload, Use};
use crate::standin::{
    json::{embedded_names, mentioned},
    message::{COMPONENTS_V2, EPHEMERAL, walk},
};
use serde_json::Value;
use std::collections::HashSet;

const JUDGE: &str = "rule";
/// Discord takes at most this many bytes in one request.
const REQUEST_LIMIT: usize = 25 * 1024 * 1024;

/// The body with the known deviation of serenity undone: Discord takes attachment ids as plain numbers, its
/// description asks for strings.
pub fn normalised(body: &Value) -> Value {
    let mut out = body.clone();
    if !out.is_object() {
        return out;
    }
    for file in out["attachments"].as_array_mut().into_iter().flatten() {
        if let (true, Some(number)) = (file.is_object(), file["id"].as_u64()) {
            file["id"] = number.to_string().into();
        }
    }
    if out["attachments"].is_null()
        && let Some(map) = out.as_object_mut()
    {
        map.remove("attachments");
    }
    out
}

/// Judges a message body found at `at`.
pub fn check(body: &Value, files: &[Upload], limit: usize, usage: Use, at: &str) -> Vec<Finding> {
    let mut found = Vec::new();
    if !body.is_object() {
        found.push(Finding::refused(JUDGE, at, "a message must be an object"));
        return found;
    }
    shape(body, files, usage, at, &mut found);
    embeds(body, at, &mut found);
    uploads(body, files, limit, at, &mut found);
    mentions(body, usage, at, &mut found);
    unique_ids(body, at, &mut found);
    components(body, at, &mut found);
    found
}

fn filled(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.trim().is_empty())
        || value.as_array().is_some_and(|list| !list.is_empty())
}

fn shape(body: &Value, files: &[Upload], usage: Use, at: &str, found: &mut Vec<Finding>) {
    let v2 = body["flags"].as_u64().unwrap_or(0) & COMPONENTS_V2 != 0;
    if v2 {
        for key in ["content", "embeds", "sticker_ids", "poll"] {
            if filled(&body[key]) || body[key].is_object() {
                let what = "not allowed together with the Components V2 flag";
                found.push(Finding::refused(JUDGE, &format!("{at}/{key}"), what));
            }
        }
    }
    let has_parts = v2 && filled(&body["components"]);
    let empty =
        !filled(&body["content"]) && !filled(&body["embeds"]) && files.is_empty() && !has_parts;
    if usage != Use::Edit && empty && body["poll"].is_null() && !filled(&body["sticker_ids"]) {
        found.push(Finding::refused(
            JUDGE,
            at,
            "Cannot send an empty message (50006)",
        ));
    }
    if body["content"]
        .as_str()
        .is_some_and(|text| text.chars().count() > 2000)
    {
        found.push(Finding::refused(
            JUDGE,
            &format!("{at}/content"),
            "more than 2,000 characters",
        ));
    }
}

fn embeds(body: &Value, at: &str, found: &mut Vec<Finding>) {
    let count = |value: &Value| value.as_str().map_or(0, |text| text.chars().count());
    let mut total = 0;
    for (i, embed) in body["embeds"].as_array().into_iter().flatten().enumerate() {
        total += count(&embed["title"]) + count(&embed["description"]);
        total += count(&embed["author"]["name"]) + count(&embed["footer"]["text"]);
        for (k, field) in embed["fields"].as_array().into_iter().flatten().enumerate() {
            total += count(&field["name"]) + count(&field["value"]);
            for key in ["name", "value"] {
                if !filled(&field[key]) {
                    let place = format!("{at}/embeds/{i}/fields/{k}/{key}");
                    found.push(Finding::refused(JUDGE, &place, "This field is required"));
                }
            }
        }
    }
    if total > 6000 {
        let what = format!("{total} characters in all embeds, 6,000 are allowed");
        found.push(Finding::refused(JUDGE, &format!("{at}/embeds"), what));
    }
}

fn uploads(body: &Value, files: &[Upload], limit: usize, at: &str, found: &mut Vec<Finding>) {
    if files.len() > 10 {
        found.push(Finding::refused(
            JUDGE,
            at,
            format!("{} files, 10 are allowed", files.len()),
        ));
    }
    if files.iter().map(|file| file.size).sum::<usize>() > REQUEST_LIMIT {
        found.push(Finding::refused(
            JUDGE,
            at,
            "more than 25 MiB in one request (40005)",
        ));
    }
    let listed: Vec<String> = body["attachments"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|entry| format!("files[{}]", entry["id"].to_string().trim_matches('"')))
        .collect();
    let (mut parts, mut names) = (HashSet::new(), HashSet::new());
    for file in files {
        if file.size > limit {
            let what = format!(
                "{} has {} bytes, {limit} are allowed (40005)",
                file.filename, file.size
            );
            found.push(Finding::refused(JUDGE, at, what));
        }
        if file.size == 0 {
            found.push(Finding::refused(
                JUDGE,
                at,
                format!("{} is empty", file.filename),
            ));
        }
        if !parts.insert(file.part) {
            found.push(Finding::refused(
                JUDGE,
                at,
                format!("two parts are named {}", file.part),
            ));
        }
        if !names.insert(file.filename) {
            found.push(Finding::noted(
                JUDGE,
                at,
                format!("two files are named {}", file.filename),
            ));
        }
        if body["attachments"].is_array() && !listed.iter().any(|name| name == file.part) {
            let what = format!(
                "{} ({}) is not listed in attachments",
                file.part, file.filename
            );
            found.push(Finding::noted(JUDGE, &format!("{at}/attachments"), what));
        }
    }
}

/// Every `attachment://` name must have a file among `names`.
pub fn missing_files(body: &Value, names: &[&str], at: &str) -> Vec<Finding> {
    let embeds = body["embeds"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    let mut wanted: Vec<String> = embedded_names(embeds)
        .into_iter()
        .map(str::to_owned)
        .collect();
    for part in body["components"].as_array().into_iter().flatten() {
        walk(part, &mut |part| {
            let items = part["items"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|item| &item["media"]);
            for media in items.chain([&part["media"], &part["file"]]) {
                if let Some(name) = media["url"]
                    .as_str()
                    .and_then(|url| url.strip_prefix("attachment://"))
                {
                    wanted.push(name.to_owned());
                }
            }
        });
    }
    wanted.retain(|name| !names.contains(&name.as_str()));
    let what = |name: String| format!("attachment://{name} has no such file, only {names:?}");
    wanted
        .into_iter()
        .map(|name| Finding::refused(JUDGE, at, what(name)))
        .collect()
}

fn mentions(body: &Value, usage: Use, at: &str, found: &mut Vec<Finding>) {
    let place = format!("{at}/allowed_mentions");
    let content = body["content"].as_str().unwrap_or_default();
    let allowed = &body["allowed_mentions"];
    let named = mentioned(content);
    if !allowed.is_object() {
        let loud = !named.is_empty()
            || ["@everyone", "@here", "<@&"]
                .iter()
                .any(|m| content.contains(m));
        let quiet = body["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0 || usage == Use::Edit;
        if usage == Use::Post {
            found.push(Finding::noted(
                JUDGE,
                &place,
                "a channel message without allowed_mentions",
            ));
        } else if loud && !quiet {
            found.push(Finding::noted(
                JUDGE,
                &place,
                "the text mentions somebody without allowed_mentions",
            ));
        }
        return;
    }
    let parse: Vec<&str> = allowed["parse"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    for kind in &parse {
        found.push(Finding::noted(
            JUDGE,
            &place,
            format!("parse: {kind} lets any text notify"),
        ));
        if *kind != "everyone" && filled(&allowed[*kind]) {
            let what = format!("parse and the list both name {kind}");
            found.push(Finding::refused(JUDGE, &place, what));
        }
    }
    for user in allowed["users"].as_array().into_iter().flatten() {
        let id = user
            .as_str()
            .and_then(|text| text.parse().ok())
            .or_else(|| user.as_u64());
        if id.is_none_or(|id| !named.contains(&id)) {
            let what = format!("{user} may be notified but <@{user}> is not in the content");
            found.push(Finding::noted(JUDGE, &place, what.replace('"', "")));
        }
    }
    if filled(&allowed["roles"]) {
        found.push(Finding::noted(
            JUDGE,
            &place,
            "roles are never to be notified",
        ));
    }
}

/// No `custom_id` may occur twice in a message or modal.
pub fn unique_ids(body: &Value, at: &str, found: &mut Vec<Finding>) {
    let mut seen = HashSet::new();
    for part in body["components"].as_array().into_iter().flatten() {
        walk(part, &mut |part| {
            if let Some(id) = part["custom_id"].as_str()
                && !seen.insert(id.to_owned())
            {
                let what = format!("custom_id {id:?} occurs twice");
                found.push(Finding::refused(JUDGE, &format!("{at}/components"), what));
            }
        });
    }
}

fn components(body: &Value, at: &str, found: &mut Vec<Finding>) {
    let place = format!("{at}/components");
    let mut refuse = |what: String| found.push(Finding::refused(JUDGE, &place, what));
    for part in body["components"].as_array().into_iter().flatten() {
        walk(part, &mut |part| match part["type"].as_u64() {
            Some(1) => {
                let inner = part["components"].as_array().map_or(0, Vec::len);
                let select = part["components"][0]["type"]
                    .as_u64()
                    .is_some_and(|kind| kind != 2);
                if inner == 0 || inner > if select { 1 } else { 5 } {
                    refuse(format!("a row with {inner} components"));
                }
            }
            Some(2) => {
                let label = part["label"].as_str().unwrap_or("");
                let (id, link) = (part["custom_id"].is_string(), part["url"].is_string());
                if part["style"] == 5 && (!link || id) || part["style"] != 5 && (link || !id) {
                    refuse(format!(
                        "button {label:?} needs a custom_id, or an address if it is a link"
                    ));
                }
                if label.trim().is_empty() && part["emoji"].is_null() {
                    refuse("a button without label and emoji".to_owned());
                }
            }
            Some(3) => {
                let options: Vec<&str> = part["options"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .map(|option| option["value"].as_str().unwrap_or_default())
                    .collect();
                let distinct: HashSet<_> = options.iter().collect();
                if distinct.len() != options.len() {
                    refuse(format!("a select with equal option values: {options:?}"));
                }
                let number = |key: &str| part[key].as_u64().unwrap_or(1);
                let most = usize::try_from(number("max_values")).unwrap_or(usize::MAX);
                if options.is_empty()
                    || most > options.len()
                    || number("min_values") > number("max_values")
                {
                    refuse(format!(
                        "a select of {} options with {}..={most} to pick",
                        options.len(),
                        number("min_values")
                    ));
                }
            }
            _ => {}
        });
    }
}

/// Judges autocomplete choices.
pub fn choices(data: &Value, found: &mut Vec<Finding>) {
    let Some(list) = data["choices"].as_array() else {
        found.push(Finding::refused(
            JUDGE,
            "/data/choices",
            "no list of choices",
        ));
        return;
    };
    if list.len() > 25 {
        let what = format!("{} choices, 25 are allowed", list.len());
        found.push(Finding::refused(JUDGE, "/data/choices", what));
    }
    let mut names = HashSet::new();
    for (i, choice) in list.iter().enumerate() {
        let place = format!("/data/choices/{i}");
        let length = choice["name"]
            .as_str()
            .map_or(0, |name| name.chars().count());
        if !(1..=100).contains(&length) {
            found.push(Finding::refused(
                JUDGE,
                &place,
                format!("a name of {length} characters"),
            ));
        }
        if choice["value"]
            .as_str()
            .is_some_and(|text| !(1..=100).contains(&text.chars().count()))
        {
            found.push(Finding::refused(
                JUDGE,
                &place,
                "a value must have 1 to 100 characters",
            ));
        }
        if !names.insert(choice["name"].to_string()) {
            found.push(Finding::noted(
                JUDGE,
                &place,
                format!("{} is offered twice", choice["name"]),
            ));
        }
    }
}
