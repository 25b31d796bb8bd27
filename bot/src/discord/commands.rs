//! Registration of the commands, built from the table.

use super::App;
use crate::command::{Entry, Kind, OptionSpec, Spec, TABLE};
use engine::game::titles;
use serenity::all::{CommandOptionType, CreateCommand, CreateCommandOption, GuildId, Http};
use std::sync::Arc;

/// The commands as Discord wants them.
pub(super) fn all() -> Vec<CreateCommand> {
    TABLE
        .iter()
        .map(|entry| match entry {
            Entry::Single(spec) => CreateCommand::new(spec.path)
                .description(spec.about)
                .set_options(spec.options.iter().map(option).collect()),
            Entry::Group(name, about, specs) => CreateCommand::new(*name)
                .description(*about)
                .set_options(specs.iter().map(sub).collect()),
        })
        .collect()
}

fn sub(spec: &Spec) -> CreateCommandOption {
    CreateCommandOption::new(CommandOptionType::SubCommand, spec.name(), spec.about)
        .set_sub_options(spec.options.iter().map(option).collect::<Vec<_>>())
}

fn option(option: &OptionSpec) -> CreateCommandOption {
    let made =
        |kind| CreateCommandOption::new(kind, option.name, option.about).required(option.required);
    match option.kind {
        Kind::Text => made(CommandOptionType::String).set_autocomplete(option.suggests),
        Kind::Integer(min, max) => made(CommandOptionType::Integer)
            .min_int_value(min.unsigned_abs())
            .max_int_value(max.unsigned_abs())
            .set_autocomplete(option.suggests),
        Kind::File => made(CommandOptionType::Attachment),
        Kind::Choice(list) => list
            .iter()
            .fold(made(CommandOptionType::String), |made, choice| {
                made.add_string_choice(*choice, *choice)
            }),
        Kind::User => made(CommandOptionType::User),
        Kind::Title => titles()
            .iter()
            .fold(made(CommandOptionType::String), |made, (name, on_box)| {
                made.add_string_choice(*on_box, *name)
            }),
    }
}

/// Registers the commands if they changed since the last start.
pub(super) async fn register(app: Arc<App>, http: Arc<Http>) {
    for pause in [1u64, 5, 30, 120, 600] {
        match try_register(&app, &http).await {
            Ok(()) => return,
            Err(why) => {
                tracing::warn!(%why, "the commands could not be registered; next try in {pause} s")
            }
        }
        tokio::time::sleep(std::time::Duration::from_secs(pause)).await;
    }
    tracing::error!("the commands could not be registered; a restart tries again");
}

async fn try_register(app: &App, http: &Http) -> Result<(), String> {
    let commands = all();
    let json = serde_json::to_string(&commands).map_err(|error| error.to_string())?;
    let id = http.application_id().map_or(0, |id| id.get());
    let mark = mark(&format!("{id} {:?} {json}", app.config.guilds));
    if app
        .tables
        .store()
        .setting("commands")
        .map_err(|fault| fault.to_string())?
        == Some(mark.clone())
    {
        tracing::info!("the commands are registered already");
        return Ok(());
    }
    let sorry = |error: serenity::Error| super::faults::describe(&error);
    if app.config.guilds.is_empty() {
        http.create_global_commands(&commands)
            .await
            .map_err(sorry)?;
    }
    for guild in app
        .config
        .guilds
        .iter()
        .copied()
        .filter(|guild| *guild != 0)
    {
        http.create_guild_commands(GuildId::new(guild), &commands)
            .await
            .map_err(sorry)?;
    }
    tracing::info!(count = commands.len(), "commands registered");
    app.tables
        .store()
        .set("commands", mark)
        .map_err(|fault| fault.to_string())
}

/// A hash that says whether something changed: FNV-1a, the same in every version.
fn mark(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What Discord counts: names, descriptions and values, with those of all options and choices.
    fn size(json: &serde_json::Value) -> usize {
        match json {
            serde_json::Value::Object(fields) => fields
                .iter()
                .map(|(key, value)| match (key.as_str(), value.as_str()) {
                    ("name" | "description" | "value", Some(text)) => text.chars().count(),
                    _ => size(value),
                })
                .sum(),
            serde_json::Value::Array(list) => list.iter().map(size).sum(),
            _ => 0,
        }
    }

    #[test]
    fn every_command_fits_into_discords_limits() {
        let commands = all();
        assert!(commands.len() <= 100);
        for command in &commands {
            let json = serde_json::to_value(command).expect("it serialises");
            let size = size(&json);
            assert!((10..8000).contains(&size), "{size}: {json}");
        }
    }
}
