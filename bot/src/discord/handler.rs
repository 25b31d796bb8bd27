//! Events of the gateway: interactions into requests, and a guard against events that vanish.

use super::App;
use super::answer;
use super::asked::{Asked, Place, chosen, label, typed};
use super::commands;
use super::faults::{Sort, code, describe, sort};
use super::queue::Lines;
use super::upload::Sent;
use crate::command::{Body, Command, Spec, find};
use crate::reply::Reply;
use crate::store::FORM;
use crate::text::clip;
use serenity::all::{
    AutocompleteChoice, CommandInteraction, CommandOptionType, ComponentInteraction, Context,
    CreateActionRow, CreateAutocompleteResponse, CreateInputText, CreateInteractionResponse,
    CreateModal, Event, EventHandler, GuildChannel, InputTextStyle, Interaction, Message,
    PartialGuildChannel, RawEventHandler, Ready, ResolvedOption, ResolvedValue,
};
use std::sync::Arc;
use std::time::Duration;

/// Already answered: an interaction that the gateway replayed, or that an earlier run had begun.
const ANSWERED: isize = 40060;

/// Answers interactions.
pub(super) struct Handler {
    app: Arc<App>,
    lines: Lines,
}

impl Handler {
    /// A handler.
    pub(super) fn new(app: Arc<App>) -> Handler {
        Handler {
            app,
            lines: Lines::default(),
        }
    }
}

#[serenity::async_trait]
impl EventHandler for Handler {
    async fn ready(&self, context: Context, ready: Ready) {
        tracing::info!(
            name = ready.user.name,
            servers = ready.guilds.len(),
            "connected to Discord"
        );
        self.app.posted.notify_one();
        tokio::spawn(commands::register(self.app.clone(), context.http.clone()));
    }

    async fn channel_delete(
        &self,
        _context: Context,
        channel: GuildChannel,
        _messages: Option<Vec<Message>>,
    ) {
        self.lost(channel.id.to_string()).await;
    }

    async fn thread_delete(
        &self,
        _context: Context,
        thread: PartialGuildChannel,
        _full: Option<GuildChannel>,
    ) {
        self.lost(thread.id.to_string()).await;
    }

    async fn interaction_create(&self, context: Context, interaction: Interaction) {
        let _ticket = self.app.running.begin();
        match interaction {
            Interaction::Command(command) => {
                let work = work(&command);
                self.answer(&context, &Asked::Command(&command), work).await;
            }
            Interaction::Component(component) => {
                let id = component.data.custom_id.clone();
                if let Some(id) = id.strip_prefix(FORM) {
                    ask(&context, &component, id).await;
                    return;
                }
                let work = Work::Press(id, chosen(&component));
                self.answer(&context, &Asked::Component(&component), Ok(work))
                    .await;
            }
            Interaction::Modal(form) => {
                let work = Work::Press(form.data.custom_id.clone(), typed(&form));
                self.answer(&context, &Asked::Form(&form), Ok(work)).await;
            }
            Interaction::Autocomplete(command) => self.suggest(&context, &command).await,
            _ => {}
        }
    }
}

/// What an interaction asks for.
enum Work {
    Command(Command),
    /// A command with the file that was sent along.
    Upload(Command, Sent),
    Press(String, Option<String>),
}

impl Handler {
    /// A channel is gone: the hosts of its games are told.
    async fn lost(&self, channel: String) {
        let app = self.app.clone();
        let _ = tokio::task::spawn_blocking(move || app.tables.channel_gone(&channel)).await;
        self.app.posted.notify_one();
    }

    async fn answer(&self, context: &Context, asked: &Asked<'_>, work: Result<Work, String>) {
        let request = asked.request();
        // The place in the line is taken on arrival, before anything is awaited.
        // Trials are nobody else's business, and nobody waits for them.
        let line = match &work {
            Ok(Work::Command(command)) if matches!(command.spec.body, Body::Plan(_)) => {
                &request.user
            }
            Ok(Work::Press(id, _)) if id.starts_with(crate::plan::PRESS) => &request.user,
            _ => &request.channel,
        };
        let mut place = self.lines.stand(line.parse().unwrap_or(0));
        if !deferred(context, asked).await {
            // The player was told that the bot did not respond: carrying it out now would surprise him.
            return;
        }
        place.turn().await;
        let work = match work {
            Ok(Work::Upload(command, sent)) => {
                let bytes = sent.fetch(self.app.config.api.is_some()).await;
                bytes.map(|bytes| Work::Command(command.with_file(bytes)))
            }
            other => other,
        };
        let app = self.app.clone();
        let done = tokio::task::spawn_blocking(move || match work {
            Ok(Work::Command(command) | Work::Upload(command, _)) => {
                app.tables.handle(&request, &command)
            }
            Ok(Work::Press(id, value)) => app.tables.press(&request, &id, value.as_deref()),
            Err(why) => Reply::refusal(why),
        })
        .await;
        drop(place);
        self.app.posted.notify_one();
        let reply = done.unwrap_or_else(|error| {
            tracing::error!(%error, "a request broke off");
            Reply::refusal(
                "Something went wrong inside the bot; /game status shows where the game stands.",
            )
        });
        give(context, asked, reply).await;
    }

    async fn suggest(&self, context: &Context, command: &CommandInteraction) {
        let found = spec(command);
        let choices = match found {
            None => Vec::new(),
            Some((spec, options)) => {
                let focused = options.iter().find_map(|option| match option.value {
                    ResolvedValue::Autocomplete { kind, value } => {
                        Some((option.name.to_string(), value.to_string(), kind))
                    }
                    _ => None,
                });
                let Some((name, typed, kind)) = focused else {
                    return;
                };
                let filled = values(&options);
                let request = Asked::Command(command).request();
                let app = self.app.clone();
                let found = tokio::task::spawn_blocking(move || {
                    app.tables.suggest(&request, spec, &filled, &name, &typed)
                })
                .await
                .unwrap_or_default();
                found
                    .into_iter()
                    .filter_map(|one| choice(&one.name, one.value, kind))
                    .collect()
            }
        };
        let response = CreateAutocompleteResponse::new().set_choices(choices);
        if let Err(error) = command
            .create_response(
                &context.http,
                CreateInteractionResponse::Autocomplete(response),
            )
            .await
        {
            tracing::debug!(why = describe(&error), "suggestions came too late");
        }
    }
}

/// Asks for the text that a button wants: a form with one line, named as the button is.
async fn ask(context: &Context, component: &ComponentInteraction, id: &str) {
    let label = label(component);
    let line = CreateInputText::new(InputTextStyle::Short, clip(&label, 45), "text")
        .required(true)
        .max_length(2000);
    let form =
        CreateModal::new(id, clip(&label, 45)).components(vec![CreateActionRow::InputText(line)]);
    let response = CreateInteractionResponse::Modal(form);
    if let Err(error) = component.create_response(&context.http, response).await {
        tracing::warn!(why = describe(&error), "a form could not be shown");
    }
}

/// Puts the answer in place of the deferral: again after a fault of the network, and without pictures where Discord
/// does not take them. A refusal does not replace the page whose button was pressed: it comes beside it.
async fn give(context: &Context, asked: &Asked<'_>, mut reply: Reply) {
    let place = asked.place();
    for pause in [1u64, 3, 0] {
        let given = if place == Place::Instead && reply.is_refusal() {
            asked.follow(context, answer::follow(&reply)).await
        } else {
            asked.edit(context, answer::edit(&reply, place)).await
        };
        let Err(error) = given else {
            return;
        };
        tracing::warn!(why = describe(&error), "an answer could not be given");
        match sort(&error) {
            Sort::Later if pause > 0 => tokio::time::sleep(Duration::from_secs(pause)).await,
            Sort::Never if !reply.pictures().is_empty() => reply = reply.without_pictures(),
            _ => return,
        }
    }
}

fn choice(name: &str, value: String, kind: CommandOptionType) -> Option<AutocompleteChoice> {
    match kind {
        CommandOptionType::Integer => value
            .parse::<i64>()
            .ok()
            .map(|value| AutocompleteChoice::new(name, value)),
        _ => Some(AutocompleteChoice::new(name, value)),
    }
}

/// Says "thinking" within Discord's three seconds; false if the player was not reached.
async fn deferred(context: &Context, asked: &Asked<'_>) -> bool {
    for pause in [200u64, 0] {
        match asked.defer(context).await {
            Ok(()) => return true,
            // What an earlier delivery began is finished here; the request's id keeps it from being done twice.
            Err(error) if code(&error) == Some(ANSWERED) => return true,
            Err(error) => {
                tracing::warn!(
                    why = describe(&error),
                    "an interaction could not be acknowledged"
                );
                if sort(&error) != Sort::Later {
                    return false;
                }
            }
        }
        tokio::time::sleep(Duration::from_millis(pause)).await;
    }
    false
}

/// The command of the table that an interaction names, with its options.
fn spec(command: &CommandInteraction) -> Option<(&'static Spec, Vec<ResolvedOption<'_>>)> {
    let options = command.data.options();
    let name = command.data.name.as_str();
    match options.into_iter().next() {
        Some(ResolvedOption {
            name: sub,
            value: ResolvedValue::SubCommand(inner),
            ..
        }) => Some((find(&format!("{name} {sub}"))?, inner)),
        _ => Some((find(name)?, command.data.options())),
    }
}

/// Option values as text.
fn values(options: &[ResolvedOption<'_>]) -> Vec<(String, String)> {
    options
        .iter()
        .filter_map(|option| {
            let value = match &option.value {
                ResolvedValue::String(value) => (*value).to_string(),
                ResolvedValue::Integer(value) => value.to_string(),
                ResolvedValue::Boolean(value) => value.to_string(),
                ResolvedValue::User(user, _) => user.id.to_string(),
                ResolvedValue::Number(value) => value.to_string(),
                // The name alone; the file is fetched when its turn has come.
                ResolvedValue::Attachment(file) => file.filename.clone(),
                _ => return None,
            };
            Some((option.name.to_string(), value))
        })
        .collect()
}

fn work(command: &CommandInteraction) -> Result<Work, String> {
    let (spec, options) = spec(command)
        .ok_or("This command is unknown here: it belongs to another version of the bot.")?;
    let made = Command::new(spec, &values(&options))?;
    let sent = options.iter().find_map(|option| match option.value {
        ResolvedValue::Attachment(file) => Some(Sent::of(file)),
        _ => None,
    });
    Ok(match sent {
        Some(sent) => Work::Upload(made, sent),
        None => Work::Command(made),
    })
}

/// Logs interactions that serenity cannot read: they reach no handler, and nobody would know.
pub(super) struct Guard;

#[serenity::async_trait]
impl RawEventHandler for Guard {
    async fn raw_event(&self, _context: Context, event: Event) {
        if let Event::Unknown(event) = event
            && event.kind == "INTERACTION_CREATE"
        {
            let why = serde_json::from_value::<Interaction>(event.value)
                .err()
                .map_or("for no reason found".into(), |error| error.to_string());
            tracing::error!(%why, "an interaction could not be read and was lost");
        }
    }
}
