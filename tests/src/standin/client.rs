//! What Discord's own client does before it sends a command: it offers only what is registered.

use super::{
    json,
    message::Attachment,
    world::{User, World},
};
use serde_json::{Value, json};

/// The value of an option as a player gives it.
#[derive(Clone, Debug)]
pub enum Input {
    /// Typed text; it is read according to the option's registered type.
    Text(String),
    /// A file, for options of the type attachment.
    File(String, Vec<u8>),
}

impl From<&str> for Input {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Input {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Input {
    fn from(number: i64) -> Self {
        Self::Text(number.to_string())
    }
}

impl From<bool> for Input {
    fn from(on: bool) -> Self {
        Self::Text(on.to_string())
    }
}

/// A command as a player has typed it.
#[derive(Clone, Debug, Default)]
pub struct Typed {
    /// The words of command, group and subcommand.
    pub path: Vec<String>,
    /// Options in the order they were typed.
    pub options: Vec<(String, Input)>,
    /// The option in focus, for autocomplete.
    pub focused: Option<String>,
}

/// A registered command, taken apart down to the subcommand.
struct Found<'a> {
    path: Vec<&'a Value>,
    options: &'a [Value],
    used: usize,
}

fn lookup(world: &World, guild: Option<u64>, words: &[&str]) -> Result<Value, String> {
    let name = words.first().ok_or("no command")?;
    world.command(guild, name).cloned().ok_or_else(|| {
        let known: Vec<&str> = world
            .global_commands
            .iter()
            .filter_map(|c| c["name"].as_str())
            .collect();
        format!("/{name} is not registered; registered are {known:?}")
    })
}

fn descend<'a>(command: &'a Value, words: &[&str]) -> Result<Found<'a>, String> {
    let mut found = Found {
        path: Vec::new(),
        options: children(command),
        used: 1,
    };
    while found
        .options
        .first()
        .is_some_and(|option| kind(option) <= 2)
    {
        let word = words
            .get(found.used)
            .ok_or_else(|| format!("/{} needs a subcommand", words.join(" ")))?;
        let inner = found.options.iter().find(|option| option["name"] == **word);
        let inner = inner.ok_or_else(|| {
            format!(
                "/{} has no subcommand {word:?}",
                words[..found.used].join(" ")
            )
        })?;
        found.path.push(inner);
        found.options = children(inner);
        found.used += 1;
    }
    Ok(found)
}

fn children(node: &Value) -> &[Value] {
    node["options"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default()
}

/// A choice's value as text.
fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

fn kind(option: &Value) -> u64 {
    option["type"].as_u64().unwrap_or(0)
}

/// Reads `/command sub option:value other:"a value"`. A value runs to the next ` name:` of a registered option;
/// text that looks like an option but is not registered is an error unless quoted.
pub fn parse(world: &World, guild: Option<u64>, line: &str) -> Result<Typed, String> {
    let line = line
        .trim()
        .strip_prefix('/')
        .ok_or_else(|| format!("{line:?} does not begin with /"))?;
    let words: Vec<&str> = line
        .split_whitespace()
        .take_while(|word| !word.contains(':'))
        .collect();
    let command = lookup(world, guild, &words)?;
    let Found { options, used, .. } = descend(&command, &words)?;
    let names: Vec<&str> = options
        .iter()
        .filter_map(|option| option["name"].as_str())
        .collect();
    let mut rest = line;
    for word in &words[..used] {
        rest = rest.trim_start().strip_prefix(word).unwrap_or(rest);
    }
    let mut typed = Typed {
        path: words[..used].iter().map(|w| (*w).to_owned()).collect(),
        ..Typed::default()
    };
    let mut rest = rest.trim();
    while !rest.is_empty() {
        let (name, after) = rest
            .split_once(':')
            .ok_or_else(|| format!("{rest:?} belongs to no option of /{line}"))?;
        if !names.contains(&name) {
            return Err(format!(
                "/{} has no option {name:?}, only {names:?}",
                words[..used].join(" ")
            ));
        }
        let (value, remaining) = value_of(after, &names)?;
        typed.options.push((name.to_owned(), Input::Text(value)));
        rest = remaining.trim_start();
    }
    Ok(typed)
}

/// The value at the start of `text` and what follows it.
fn value_of<'a>(text: &'a str, names: &[&str]) -> Result<(String, &'a str), String> {
    if let Some(quoted) = text.strip_prefix('"') {
        let (value, rest) = quoted
            .split_once('"')
            .ok_or_else(|| format!("an open quote in {text:?}"))?;
        return Ok((value.to_owned(), rest));
    }
    let mut at = 0;
    for word in text.split_inclusive(' ') {
        if at > 0
            && let Some((head, _)) = word.split_once(':')
        {
            if names.contains(&head) {
                return Ok((text[..at].trim_end().to_owned(), &text[at..]));
            }
            if !head.is_empty()
                && head
                    .chars()
                    .all(|c| c.is_alphanumeric() || c == '_' || c == '-')
            {
                return Err(format!(
                    "{head:?} is no registered option (only {names:?}); quote it if it is text"
                ));
            }
        }
        at += word.len();
    }
    Ok((text.trim_end().to_owned(), ""))
}

/// The `data` of the interaction, and the type of the option in focus.
///
/// # Errors
/// What Discord's client would not have let the player send.
pub fn data(
    world: &mut World,
    user: u64,
    channel: u64,
    base_url: &str,
    typed: &Typed,
) -> Result<(Value, u64), String> {
    let guild = world.channels.get(&channel).and_then(|c| c.guild);
    let words: Vec<&str> = typed.path.iter().map(String::as_str).collect();
    let command = lookup(world, guild, &words)?;
    let found = descend(&command, &words)?;
    if found.used != words.len() {
        return Err(format!("/{} goes on too long", words.join(" ")));
    }
    may_use(world, user, guild, &command)?;
    let mut options = Vec::new();
    let mut resolved = json!({});
    let mut focused_type = 0;
    let mut uploads = Vec::new();
    for (name, input) in &typed.options {
        let option = found.options.iter().find(|option| option["name"] == **name);
        let option =
            option.ok_or_else(|| format!("/{} has no option {name:?}", words.join(" ")))?;
        if options.iter().any(|known: &Value| known["name"] == **name) {
            return Err(format!("{name} is given twice"));
        }
        let focused = typed.focused.as_deref() == Some(name);
        let value = if focused {
            focused_type = kind(option);
            if option["autocomplete"] != true {
                return Err(format!(
                    "/{} {name}: the option has no autocomplete",
                    words.join(" ")
                ));
            }
            match input {
                Input::Text(text) => text.clone().into(),
                Input::File(..) => return Err(format!("{name} cannot be a file")),
            }
        } else {
            value(
                world,
                guild,
                base_url,
                option,
                input,
                &mut resolved,
                &mut uploads,
            )
            .map_err(|what| format!("/{} {name}: {what}", words.join(" ")))?
        };
        let mut entry = json!({"name": name, "type": kind(option), "value": value});
        if focused {
            entry["focused"] = true.into();
        }
        options.push(entry);
    }
    for option in found
        .options
        .iter()
        .filter(|option| option["required"] == true && typed.focused.is_none())
    {
        if !options.iter().any(|given| given["name"] == option["name"]) {
            return Err(format!(
                "/{} needs the option {}",
                words.join(" "),
                option["name"]
            ));
        }
    }
    for part in found.path.iter().rev() {
        options = vec![json!({"name": part["name"], "type": part["type"], "options": options})];
    }
    let mut data =
        json!({"id": command["id"], "name": command["name"], "type": 1, "options": options});
    if let Some(guild) = command["guild_id"].as_str() {
        data["guild_id"] = guild.into();
    }
    if resolved.as_object().is_some_and(|map| !map.is_empty()) {
        data["resolved"] = resolved;
    }
    for file in uploads {
        world.uploads.insert(file.id, file);
    }
    Ok((data, focused_type))
}

fn may_use(world: &World, user: u64, guild: Option<u64>, command: &Value) -> Result<(), String> {
    let context = if guild.is_some() { 0 } else { 1 };
    if command["contexts"]
        .as_array()
        .is_some_and(|list| !list.iter().any(|c| *c == context))
    {
        return Err(format!(
            "{} is not offered in this kind of channel",
            command["name"]
        ));
    }
    let needed = command["default_member_permissions"]
        .as_str()
        .and_then(|bits| bits.parse::<u64>().ok());
    let (Some(needed), Some(guild)) = (needed, guild.and_then(|id| world.guilds.get(&id))) else {
        return Ok(());
    };
    let held = guild.members.get(&user).copied().unwrap_or(0);
    if guild.owner != user && (needed == 0 || held & needed != needed) {
        return Err(format!(
            "{} is hidden from this member: permissions {needed} are needed",
            command["name"]
        ));
    }
    Ok(())
}

/// Reads an input as the type that the option was registered with.
fn value(
    world: &mut World,
    guild: Option<u64>,
    base_url: &str,
    option: &Value,
    input: &Input,
    resolved: &mut Value,
    uploads: &mut Vec<Attachment>,
) -> Result<Value, String> {
    let text = match (kind(option), input) {
        (11, Input::File(name, bytes)) => {
            let file = upload(world, name, bytes);
            let url = format!("{base_url}/attachments/0/{}/{name}", file.id);
            resolved["attachments"][file.id.to_string()] = json!({
                "id": file.id.to_string(), "filename": name, "size": file.size, "url": url, "proxy_url": url,
                "content_type": file.content_type, "ephemeral": true,
            });
            let id = file.id.to_string();
            uploads.push(file);
            return Ok(id.into());
        }
        (11, Input::Text(_)) => return Err("needs a file".to_owned()),
        (_, Input::File(..)) => return Err("is not for files".to_owned()),
        (_, Input::Text(text)) => text.as_str(),
    };
    let chosen = option["choices"].as_array().map(|choices| {
        let hit = choices
            .iter()
            .find(|c| c["name"] == text || plain(&c["value"]) == text);
        hit.map(|choice| choice["value"].clone()).ok_or_else(|| {
            let names: Vec<&Value> = choices.iter().map(|choice| &choice["name"]).collect();
            format!("{text:?} is none of the choices {names:?}")
        })
    });
    if let Some(chosen) = chosen {
        return chosen;
    }
    match kind(option) {
        3 => {
            let length = text.chars().count() as u64;
            let (low, high) = (
                option["min_length"].as_u64().unwrap_or(0),
                option["max_length"].as_u64().unwrap_or(6000),
            );
            if length < low || length > high {
                return Err(format!(
                    "{text:?} has {length} characters, {low} to {high} are allowed"
                ));
            }
            Ok(text.into())
        }
        4 => {
            let number: i64 = text
                .parse()
                .map_err(|_| format!("{text:?} is no whole number"))?;
            within(option, number as f64)?;
            Ok(number.into())
        }
        10 => {
            let number: f64 = text.parse().map_err(|_| format!("{text:?} is no number"))?;
            within(option, number)?;
            Ok(number.into())
        }
        5 => text
            .to_lowercase()
            .parse::<bool>()
            .map(Value::from)
            .map_err(|_| format!("{text:?} is neither True nor False")),
        6 | 9 => {
            let known = user_named(world, text).ok_or_else(|| format!("{text:?} is no user"))?;
            let id = known.id.to_string();
            resolved["users"][&id] = json::user(known, false);
            if let Some(bits) = guild
                .and_then(|g| world.guilds.get(&g))
                .and_then(|g| g.members.get(&known.id))
            {
                resolved["members"][&id] = json::member(world, known.id, Some(*bits), false);
            }
            Ok(id.into())
        }
        7 => {
            let name = text
                .trim_start_matches("<#")
                .trim_start_matches('#')
                .trim_end_matches('>');
            let known = world.channels.values().find(|c| {
                !c.deleted && c.guild == guild && (c.name == name || c.id.to_string() == name)
            });
            let known = known.ok_or_else(|| format!("{text:?} is no channel"))?;
            let id = known.id.to_string();
            let mut partial = json::channel(world, known);
            partial["permissions"] = json::PLAYER.to_string().into();
            resolved["channels"][&id] = partial;
            Ok(id.into())
        }
        other => Err(format!(
            "the stand-in does not know options of type {other}"
        )),
    }
}

fn within(option: &Value, number: f64) -> Result<(), String> {
    let low = option["min_value"]
        .as_f64()
        .unwrap_or(-9_007_199_254_740_991.0);
    let high = option["max_value"]
        .as_f64()
        .unwrap_or(9_007_199_254_740_991.0);
    if (low..=high).contains(&number) {
        Ok(())
    } else {
        Err(format!("{number} is not in {low}..={high}"))
    }
}

fn user_named<'a>(world: &'a World, text: &str) -> Option<&'a User> {
    let name = text
        .trim_start_matches("<@")
        .trim_start_matches(['!', '@'])
        .trim_end_matches('>');
    world
        .users
        .values()
        .find(|user| user.name == name.to_lowercase() || user.id.to_string() == name)
}

fn upload(world: &mut World, name: &str, bytes: &[u8]) -> Attachment {
    let content_type = if name.ends_with(".json") {
        "application/json; charset=utf-8"
    } else {
        "text/plain; charset=utf-8"
    };
    Attachment {
        id: world.clock.snowflake(),
        filename: name.to_owned(),
        description: None,
        content_type: content_type.to_owned(),
        size: bytes.len(),
        data: Some(bytes.into()),
    }
}
