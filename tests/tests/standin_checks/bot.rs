//! A small bot on serenity, only as large as the checks of the stand-in need.

use serenity::all::*;
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};
use tests::standin::StandIn;

/// The smallest PNG: one pixel.
pub const PIXEL: &[u8] = &[
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52, 0, 0, 0,
    1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0x1f, 0x15, 0xc4, 0x89, 0, 0, 0, 0x0d, 0x49, 0x44, 0x41, 0x54,
    0x78, 0x9c, 0x63, 0, 1, 0, 0, 5, 0, 1, 0x0d, 0x0a, 0x2d, 0xb4, 0, 0, 0, 0, 0x49, 0x45, 0x4e,
    0x44, 0xae, 0x42, 0x60, 0x82,
];

/// A running bot; it is stopped when dropped.
pub struct Running {
    pub shards: Arc<ShardManager>,
    pub task: tokio::task::JoinHandle<Result<(), Error>>,
    pub unknown: Arc<AtomicUsize>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.task.abort();
    }
}

struct Handler;

/// Counts events that serenity could not parse.
struct Unknown(Arc<AtomicUsize>);

#[async_trait]
impl RawEventHandler for Unknown {
    async fn raw_event(&self, _: Context, event: Event) {
        if let Event::Unknown(event) = event {
            eprintln!("not parsed: {} {}", event.kind, event.value);
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }
}

/// Starts the bot in proxy mode and waits until it is connected and has registered its commands.
pub async fn start(discord: &StandIn) -> Running {
    let http = HttpBuilder::new(discord.token())
        .proxy(discord.base_url())
        .ratelimiter_disabled(true)
        .default_allowed_mentions(CreateAllowedMentions::new())
        .build();
    let running = start_with(http).await;
    discord.gateway().connected().await;
    discord.commands_registered().await;
    running
}

/// Starts the bot on any HTTP client, with one shard.
pub async fn start_with(http: Http) -> Running {
    launch(http, false).await
}

/// Starts the bot with as many shards as are recommended.
pub async fn start_sharded(http: Http) -> Running {
    launch(http, true).await
}

async fn launch(http: Http, sharded: bool) -> Running {
    let unknown = Arc::new(AtomicUsize::new(0));
    let mut client = ClientBuilder::new_with_http(http, GatewayIntents::GUILDS)
        .event_handler(Handler)
        .raw_event_handler(Unknown(unknown.clone()))
        .await
        .expect("the client is built");
    assert!(
        client.ws_url.lock().await.starts_with("ws://127.0.0.1:"),
        "only loopback"
    );
    let shards = client.shard_manager.clone();
    let task = tokio::spawn(async move {
        if sharded {
            client.start_autosharded().await
        } else {
            client.start().await
        }
    });
    Running {
        shards,
        task,
        unknown,
    }
}

/// The definitions that the bot registers.
pub fn commands() -> Vec<CreateCommand> {
    use CommandOptionType::{Attachment, Integer, String, SubCommand, User};
    let option = CreateCommandOption::new;
    let new = option(SubCommand, "new", "Open a game")
        .add_sub_option(
            option(String, "title", "Which game")
                .required(true)
                .add_string_choice("18Ardennes", "18ardennes")
                .add_string_choice("1835", "1835"),
        )
        .add_sub_option(option(User, "with", "Whom to call"))
        .add_sub_option(option(String, "note", "Anything").max_length(40));
    vec![
        CreateCommand::new("ping").description("Say something"),
        CreateCommand::new("game")
            .description("Games")
            .add_option(new),
        CreateCommand::new("lay")
            .description("Lay a tile")
            .add_option(
                option(String, "hex", "Where")
                    .required(true)
                    .set_autocomplete(true),
            )
            .add_option(
                option(Integer, "rotation", "How")
                    .min_int_value(0)
                    .max_int_value(5),
            ),
        CreateCommand::new("board").description("Show the board"),
        CreateCommand::new("panel").description("Show the panel"),
        CreateCommand::new("ask").description("Open a form"),
        CreateCommand::new("import")
            .description("Read a file")
            .default_member_permissions(Permissions::MANAGE_GUILD)
            .add_option(option(Attachment, "file", "The file").required(true)),
    ]
}

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, ctx: Context, _: Ready) {
        Command::set_global_commands(&ctx, commands())
            .await
            .expect("the commands are registered");
    }

    async fn interaction_create(&self, ctx: Context, interaction: Interaction) {
        let result = match interaction {
            Interaction::Command(command) => run(&ctx, command).await,
            Interaction::Autocomplete(command) => complete(&ctx, command).await,
            Interaction::Component(component) => press(&ctx, component).await,
            Interaction::Modal(modal) => {
                let row = &modal.data.components[0].components[0];
                let ActionRowComponent::InputText(input) = row else {
                    panic!("no text")
                };
                let text = format!("You wrote {}", input.value.clone().unwrap_or_default());
                modal.create_response(&ctx, reply(&text)).await
            }
            _ => Ok(()),
        };
        if let Err(e) = result {
            eprintln!("the small bot met {e}");
        }
    }
}

fn reply(text: &str) -> CreateInteractionResponse {
    let message = CreateInteractionResponseMessage::new()
        .content(text)
        .ephemeral(true);
    CreateInteractionResponse::Message(message)
}

fn map() -> (CreateEmbed, CreateAttachment) {
    let file = CreateAttachment::bytes(PIXEL, "map.png").description("The map");
    (
        CreateEmbed::new().title("The map").attachment("map.png"),
        file,
    )
}

async fn run(ctx: &Context, command: CommandInteraction) -> Result<(), Error> {
    match command.data.name.as_str() {
        "ping" => command.create_response(ctx, reply("pong")).await,
        "game" => {
            command.defer_ephemeral(ctx).await?;
            let options = command.data.options();
            let ResolvedValue::SubCommand(inner) = &options[0].value else {
                panic!("no subcommand")
            };
            let mut text = String::from("A new game of ");
            let mut called = Vec::new();
            for option in inner {
                match option.value {
                    ResolvedValue::String(value) => text += value,
                    ResolvedValue::User(user, _) => called.push(user.id),
                    _ => {}
                }
            }
            for user in &called {
                text += &format!(" {}", user.mention());
            }
            let (embed, file) = map();
            let post = CreateMessage::new()
                .content(&text)
                .embed(embed)
                .add_file(file)
                .allowed_mentions(CreateAllowedMentions::new().users(called))
                .nonce(Nonce::String(command.id.to_string()))
                .enforce_nonce(true);
            command.channel_id.send_message(ctx, post).await?;
            command
                .edit_response(ctx, EditInteractionResponse::new().content("Opened."))
                .await?;
            Ok(())
        }
        "lay" => {
            let hex = command.data.options()[0].clone();
            let ResolvedValue::String(hex) = hex.value else {
                panic!("no text")
            };
            command
                .create_response(ctx, reply(&format!("Laid at {hex}")))
                .await
        }
        "board" => {
            command.defer(ctx).await?;
            let (embed, file) = map();
            let edit = EditInteractionResponse::new()
                .content("Here it is")
                .embed(embed)
                .new_attachment(file);
            command.edit_response(ctx, edit).await?;
            let more = CreateInteractionResponseFollowup::new()
                .content("And more")
                .ephemeral(true);
            command.create_followup(ctx, more).await?;
            Ok(())
        }
        "panel" => {
            let row = CreateActionRow::Buttons(vec![
                CreateButton::new("yes").label("Confirm"),
                CreateButton::new("map")
                    .label("Map")
                    .style(ButtonStyle::Secondary),
                CreateButton::new("no").label("Back").disabled(true),
            ]);
            let options = vec![
                CreateSelectMenuOption::new("Tile 57", "57"),
                CreateSelectMenuOption::new("Tile 8", "8"),
            ];
            let kind = CreateSelectMenuKind::String { options };
            let select = CreateActionRow::SelectMenu(
                CreateSelectMenu::new("tile", kind).placeholder("Tile"),
            );
            let message = CreateInteractionResponseMessage::new()
                .content("Choose")
                .components(vec![row, select])
                .ephemeral(true);
            command
                .create_response(ctx, CreateInteractionResponse::Message(message))
                .await
        }
        "ask" => {
            let input = CreateInputText::new(InputTextStyle::Short, "Your text", "text");
            let modal = CreateModal::new("form", "A form")
                .components(vec![CreateActionRow::InputText(input)]);
            command
                .create_response(ctx, CreateInteractionResponse::Modal(modal))
                .await
        }
        _ => {
            let file = command
                .data
                .resolved
                .attachments
                .values()
                .next()
                .expect("a file");
            command
                .create_response(
                    ctx,
                    reply(&format!("{} has {} bytes", file.filename, file.size)),
                )
                .await
        }
    }
}

async fn complete(ctx: &Context, command: CommandInteraction) -> Result<(), Error> {
    let typed = command
        .data
        .autocomplete()
        .map(|option| option.value.to_owned())
        .unwrap_or_default();
    let hexes = ["F10", "F12", "G3"]
        .into_iter()
        .filter(|hex| hex.starts_with(&typed));
    let choices = hexes.fold(CreateAutocompleteResponse::new(), |response, hex| {
        response.add_string_choice(format!("{hex} for f.60"), hex)
    });
    command
        .create_response(ctx, CreateInteractionResponse::Autocomplete(choices))
        .await
}

async fn press(ctx: &Context, component: ComponentInteraction) -> Result<(), Error> {
    match &component.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => {
            component
                .create_response(ctx, reply(&format!("You picked {values:?}")))
                .await
        }
        _ if component.data.custom_id == "map" => {
            component
                .create_response(ctx, CreateInteractionResponse::Acknowledge)
                .await?;
            let (embed, file) = map();
            let edit = EditInteractionResponse::new()
                .embed(embed)
                .new_attachment(file);
            component.edit_response(ctx, edit).await?;
            Ok(())
        }
        _ => {
            let message = CreateInteractionResponseMessage::new()
                .content("Done")
                .embeds(vec![])
                .components(vec![]);
            component
                .create_response(ctx, CreateInteractionResponse::UpdateMessage(message))
                .await
        }
    }
}
