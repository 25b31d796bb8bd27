//! What happens at the table, written down so that a person can read it through: every word, button, menu and picture,
//! as Markdown beside its pictures.

use crate::bot::{Bot, Home};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use tests::standin::{Answer, Message, Place, Player, StandIn};

/// A table whose story is written down.
pub struct Story {
    pub discord: StandIn,
    pub place: Place,
    players: BTreeMap<String, Player>,
    folder: PathBuf,
    text: String,
    pictures: usize,
    seen: BTreeMap<u64, (String, usize, usize)>,
    /// Interactions, by player.
    pub interactions: usize,
    home: Home,
    _bot: Bot,
}

impl Story {
    /// A bot at a stand-in, and a channel.
    pub async fn begin(name: &str) -> Story {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("transcript-{name}"));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("the folder for transcripts can be written");
        let discord = StandIn::builder().keep_files(400).start().await;
        let home = Home::new(name, &discord).with_width(1000);
        let bot = home.start();
        discord.gateway().connected().await;
        discord.commands_registered().await;
        let place = discord.channel("railways");
        Story {
            place,
            players: BTreeMap::new(),
            folder,
            text: format!("# {name}\n\n"),
            pictures: 0,
            seen: BTreeMap::new(),
            interactions: 0,
            home,
            _bot: bot,
            discord,
        }
    }

    /// Goes to another channel.
    pub fn go(&mut self, channel: &str) {
        self.place = self.discord.channel(channel);
        let _ = writeln!(self.text, "\n*In #{channel}:*\n");
    }

    /// What was said meanwhile is not written down.
    pub async fn skip(&mut self, moves: usize) {
        self.quiet().await;
        for message in self.place.messages() {
            let state = (
                message.text(),
                message.attachments.len(),
                message.buttons().len(),
            );
            self.seen.insert(message.id, state);
        }
        if moves > 0 {
            let _ = writeln!(self.text, "\n*({moves} moves are typed meanwhile.)*\n");
        }
    }

    /// A heading.
    pub fn chapter(&mut self, title: &str) {
        let _ = writeln!(self.text, "\n## {title}\n");
    }

    /// Somebody in the channel.
    pub fn player(&mut self, name: &str) -> Player {
        let player = self.discord.player(name, &self.place);
        self.players.insert(name.into(), player.clone());
        player
    }

    /// Somebody types a command; what he reads.
    pub async fn slash(&mut self, who: &str, line: &str) -> Answer {
        let answer = self.player(who).slash(line).await;
        self.told(who, &format!("`{line}`"), &answer).await;
        answer
    }

    /// Somebody presses the button whose label holds these words, under his own answer or under a post.
    pub async fn press(&mut self, who: &str, message: &Message, label: &str) -> Answer {
        let message = self.now(message);
        let buttons = message.buttons();
        let button = buttons
            .iter()
            .find(|button| button.label.contains(label))
            .unwrap_or_else(|| panic!("no button {label:?} among {buttons:#?}"));
        let answer = self.player(who).press(&message, &button.custom_id).await;
        let said = format!("presses [{}]", button.label);
        if answer.modal().is_none() {
            self.told(who, &said, &answer).await;
        }
        answer
    }

    /// The same by the button's id.
    pub async fn press_id(&mut self, who: &str, message: &Message, id: &str) -> Answer {
        let message = self.now(message);
        let label = message
            .buttons()
            .iter()
            .find(|button| button.custom_id == id)
            .map(|button| button.label.clone())
            .unwrap_or_default();
        let answer = self.player(who).press(&message, id).await;
        if answer.modal().is_none() {
            self.told(who, &format!("presses [{label}]"), &answer).await;
        }
        answer
    }

    /// Chooses an entry by its value.
    pub async fn choose_id(
        &mut self,
        who: &str,
        message: &Message,
        menu: &str,
        value: &str,
    ) -> Answer {
        let message = self.now(message);
        let answer = self.player(who).select(&message, menu, &[value]).await;
        let menus = message.selects();
        let entry = menus
            .iter()
            .flat_map(|menu| &menu.options)
            .find(|(_, known)| known == value);
        let shown = entry.map_or(value, |(label, _)| label);
        self.told(who, &format!("chooses “{shown}”"), &answer).await;
        answer
    }

    /// Presses a button that asks for typed text, by its id, and types it.
    pub async fn fill_id(&mut self, who: &str, message: &Message, id: &str, text: &str) -> Answer {
        let asked = self.press_id(who, message, id).await;
        let answer = self.player(who).submit(&asked, &[("text", text)]).await;
        self.told(who, &format!("types `{text}`"), &answer).await;
        answer
    }

    /// Somebody types a command of which only the channel tells.
    pub async fn quietly(&mut self, who: &str, line: &str) -> Answer {
        self.interactions += 1;
        self.player(who).slash(line).await
    }

    /// The newest post in the channel with such a button.
    pub fn with_button(&self, label: &str) -> Option<Message> {
        let messages = self.place.messages();
        let found = messages.iter().rev().find(|m| {
            m.buttons()
                .iter()
                .any(|button| button.label.contains(label))
        });
        found.cloned()
    }

    /// A message as it is now.
    pub fn now(&self, message: &Message) -> Message {
        self.discord
            .message(message)
            .unwrap_or_else(|| message.clone())
    }

    /// The newest post in the channel that has buttons.
    pub fn post(&self) -> Message {
        let messages = self.place.messages();
        let found = messages.iter().rev().find(|m| !m.buttons().is_empty());
        found.expect("a post with buttons").clone()
    }

    pub async fn told(&mut self, who: &str, what: &str, answer: &Answer) {
        self.interactions += 1;
        let _ = writeln!(self.text, "\n**{who}** {what}\n");
        if answer.message.is_some() {
            self.message(&answer.message().clone());
        }
        self.channel().await;
    }

    /// Writes down what the channel reads now that it did not read before. Waits until the bot has said it all.
    pub async fn channel(&mut self) {
        self.quiet().await;
        for message in self.place.messages() {
            let state = (
                message.text(),
                message.attachments.len(),
                message.buttons().len(),
            );
            let known = self.seen.insert(message.id, state.clone());
            let head = match known {
                None => "The channel reads",
                Some(known) if known.0 != state.0 || known.1 != state.1 => {
                    if message.buttons().is_empty() && state.0.len() < known.0.len() {
                        continue;
                    }
                    "In the channel it reads now"
                }
                Some(_) => continue,
            };
            let _ = writeln!(self.text, "\n*{head}:*\n");
            self.message(&message);
        }
    }

    /// Waits until the bot has said and drawn all that it has to: nothing is left in its outbox, and nothing has come
    /// for a moment.
    async fn quiet(&self) {
        let mut last = 0;
        let mut still = 0;
        let begun = std::time::Instant::now();
        while still < 2 {
            assert!(begun.elapsed().as_secs() < 60, "the outbox is never empty");
            tokio::time::sleep(std::time::Duration::from_millis(60)).await;
            let now = self.discord.log().len();
            let done = now == last && self.home.left_to_say() == 0;
            still = if done { still + 1 } else { 0 };
            last = now;
        }
    }

    fn message(&mut self, message: &Message) {
        for line in message.text().lines() {
            let _ = writeln!(self.text, "> {line}  ");
        }
        for file in &message.attachments {
            self.pictures += 1;
            let name = format!("{:03}-{}", self.pictures, file.filename);
            std::fs::write(self.folder.join(&name), file.bytes()).expect("a picture is written");
            let alt = file.description.as_deref().unwrap_or_default();
            let _ = writeln!(self.text, ">\n> ![{alt}]({name})");
        }
        let buttons: Vec<String> = message
            .buttons()
            .iter()
            .map(|button| format!("[ {} ]", button.label))
            .collect();
        if !buttons.is_empty() {
            let _ = writeln!(self.text, ">\n> {}", buttons.join(" "));
        }
        for menu in message.selects() {
            let entries: Vec<&str> = menu
                .options
                .iter()
                .map(|(label, _)| label.as_str())
                .collect();
            let _ = writeln!(self.text, ">\n> ▾ {}", entries.join(" · "));
        }
    }

    /// Writes the transcript; where it lies.
    pub fn end(&self) -> PathBuf {
        let path = self.folder.join("transcript.md");
        std::fs::write(&path, &self.text).expect("the transcript is written");
        println!(
            "{} interactions, {} pictures: {}",
            self.interactions,
            self.pictures,
            path.display()
        );
        path
    }
}
