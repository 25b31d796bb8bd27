//! A table of players at the stand-in, with a game of our own beside the bot's: what the bot says and draws is
//! compared with it.

use crate::bot::WIDTH;
use bot::command::find;
use bot::pictures::{Caption, Painter, Pictures};
use engine::ids::Seat;
use engine::{Action, Duty, Event, Game, Setup};
use tests::script::taken_apart;
use tests::standin::{Answer, Message, Place, Player, StandIn};

/// Names of the players, as they join.
pub const NAMES: [&str; 5] = ["Anna", "Ben", "Clara", "David", "Emil"];

/// How often something was done.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub steps: usize,
    pub slashes: usize,
    pub buttons: usize,
    /// Actions that were shown first and confirmed.
    pub confirmed: usize,
    pub suggestions: usize,
    pub posts: usize,
}

/// A started game.
pub struct Table {
    pub place: Place,
    pub players: Vec<Player>,
    pub game: Game,
    pub counts: Counts,
    /// The last turn post.
    pub post: Message,
    /// Posts whose pictures are all compared; later ones now and then.
    pub compared: usize,
    /// The last answer to somebody who is to decide once more.
    again: Option<(Seat, Message)>,
    painter: Painter,
    number: i64,
    since: Changes,
}

/// What changed since the last post.
#[derive(Clone, Debug, Default)]
struct Changes(Caption);

impl Changes {
    fn take(&mut self, events: &[Event]) {
        for event in events {
            match event {
                Event::TileLaid { hex, .. } | Event::FortTaken { hex, .. } => {
                    self.0.hexes.push(*hex);
                }
                Event::TokenPlaced { at, .. }
                | Event::TokenRemoved { at, .. }
                | Event::TokenReplaced { at, .. }
                | Event::BonusPlaced { at, .. }
                | Event::BonusClaimed { at, .. } => self.0.stops.push(*at),
                Event::MarkerMoved { company, .. } => self.0.companies.push(*company),
                _ => {}
            }
        }
    }
}

impl Table {
    /// Opens a table and starts the game: the first of the channel, the bot's game of that number.
    pub async fn open(discord: &StandIn, channel: &str, setup: Setup, number: i64) -> Table {
        let place = discord.channel(channel);
        let names = NAMES.iter().take(usize::from(setup.players));
        let players: Vec<Player> = names.map(|name| discord.player(name, &place)).collect();
        let options = match setup.options.is_empty() {
            true => String::new(),
            false => format!(" options:{:?}", setup.options.join(" ")),
        };
        let opened = players[0]
            .slash(&format!(
                "/game new title:{} seating:joined{options}",
                setup.title
            ))
            .await;
        assert!(opened.ephemeral(), "answers are for the asker alone");
        for player in &players[1..] {
            player.slash("/game join").await;
        }
        players[0].slash("/game start").await;
        let post = place
            .wait_for_message(|message| !message.attachments.is_empty())
            .await;
        let game = Game::new(setup).expect("the set-up is right");
        let mut table = Table {
            place,
            players,
            game,
            counts: Counts::default(),
            post,
            compared: usize::MAX,
            again: None,
            painter: Painter::new(WIDTH),
            number,
            since: Changes::default(),
        };
        table.judge_post();
        table
    }

    /// Carries out a step in one of the ways that Discord offers, and judges what the bot says and posts.
    pub async fn step(&mut self, seat: Seat, action: &Action) {
        let text = self.game.print(action);
        let before = (self.awaited(), self.game.round_name());
        let mut answer = self.act(seat, &text).await;
        // What nobody can take back alone is shown first.
        let sure = answer.message().buttons().into_iter();
        let sure = sure.map(|button| button.custom_id);
        if let Some(id) = sure.clone().find(|id| id.starts_with("c:")) {
            let player = self.players[seat.index()].clone();
            answer = player.press(&answer.message().clone(), &id).await;
            self.counts.confirmed += 1;
        }
        self.counts.steps += 1;
        assert!(
            answer.ephemeral() && answer.text().starts_with('✔'),
            "step {}, {} {text}: {:?}",
            self.counts.steps,
            NAMES[seat.index()],
            answer.text()
        );
        let events = self
            .game
            .apply(seat, action)
            .unwrap_or_else(|why| panic!("step {}, {text}: {why}", self.counts.steps));
        self.since.take(&events);
        let over = self.game.is_over();
        if over || before != (self.awaited(), self.game.round_name()) {
            self.post = self
                .place
                .wait_for_message_after(self.post.id, |_| true)
                .await;
            self.judge_post();
        }
        self.again = Some((seat, answer.message().clone()));
    }

    /// Sends an action, as a button where one offers it, else as its verb's command.
    async fn act(&mut self, seat: Seat, text: &str) -> Answer {
        let player = self.players[seat.index()].clone();
        if self.counts.steps.is_multiple_of(2)
            && let Some((message, id)) = self.button(seat, text)
        {
            self.counts.buttons += 1;
            return player.press(&message, &id).await;
        }
        let (verb, options) = taken_apart(text);
        if self.counts.steps.is_multiple_of(5) && !options.is_empty() {
            self.ask_for_values(&player, verb, &options, text).await;
        }
        self.counts.slashes += 1;
        options
            .iter()
            .fold(player.command(verb), |call, (name, value)| {
                call.option(name, value.as_str())
            })
            .send()
            .await
    }

    /// A button with that action, made for the present position.
    fn button(&self, seat: Seat, text: &str) -> Option<(Message, String)> {
        let again = self.again.iter().filter(|(who, _)| *who == seat);
        let messages = again.map(|(_, message)| message).chain([&self.post]);
        let newest = messages.max_by_key(|message| message.id)?;
        let buttons = newest.buttons();
        let button = buttons
            .iter()
            .find(|button| button.custom_id.splitn(4, ':').nth(3) == Some(text))?;
        Some((newest.clone(), button.custom_id.clone()))
    }

    /// The value of one option must be among those offered for it.
    async fn ask_for_values(
        &mut self,
        player: &Player,
        verb: &str,
        options: &[(&'static str, String)],
        text: &str,
    ) {
        let at = self.counts.suggestions % options.len();
        let (focused, value) = &options[at];
        let spec = find(verb).expect("it is a command");
        if !spec.option(focused).is_some_and(|option| option.suggests) {
            return;
        }
        let mut line = format!("/{verb}");
        for (name, value) in &options[..at] {
            line.push_str(&format!(" {name}:{value:?}"));
        }
        let typed: String = value.chars().take(3).collect();
        let offered = player.autocomplete(&line, focused, &typed).await;
        assert!(offered.len() <= 25);
        // Of many values only the best are shown; sums may lie between those offered; runs are best ones.
        let free = offered.len() == 25 || value.parse::<i64>().is_ok() || verb == "run";
        assert!(
            free || offered.iter().any(|choice| choice.value == *value),
            "{text}: {focused} {typed:?} is offered {offered:?}"
        );
        self.counts.suggestions += 1;
    }

    /// Seats that the game waits for.
    fn awaited(&self) -> Vec<Seat> {
        let asks = self.game.asks();
        let must = asks.iter().filter(|ask| ask.duty == Duty::Must);
        let mut seats: Vec<Seat> = must.map(|ask| ask.seat).collect();
        seats.sort_unstable();
        seats.dedup();
        seats
    }

    /// Two pictures, equal to our own of the same position, and a mention of exactly those who are awaited.
    fn judge_post(&mut self) {
        self.counts.posts += 1;
        let post = &self.post;
        let place = format!(
            "post {} after step {}",
            self.counts.posts, self.counts.steps
        );
        let names: Vec<&str> = post
            .attachments
            .iter()
            .map(|file| file.filename.as_str())
            .collect();
        assert_eq!(names, ["map.png", "market.png"], "{place}: {}", post.text());
        let players = usize::from(self.game.setup().players);
        let caption = Caption {
            line: format!("game {} · move {}", self.number, self.game.log().len()),
            names: NAMES[..players]
                .iter()
                .map(|name| (*name).to_string())
                .collect(),
            ..std::mem::take(&mut self.since.0)
        };
        let drawn = self.counts.posts <= self.compared || self.counts.posts.is_multiple_of(10);
        let map = drawn.then(|| self.painter.map(&self.game, &caption).expect("a map"));
        let market = drawn.then(|| self.painter.market(&self.game, &caption).expect("a market"));
        for (file, ours) in post.attachments.iter().zip([&map, &market]) {
            assert!(
                (ours.iter()).all(|ours| file.bytes() == ours.as_slice()),
                "{place}: {} is not the picture of the position (caption {:?})",
                file.filename,
                caption.line
            );
            assert!(file.png_size().is_some_and(|(width, _)| width >= WIDTH / 2));
        }
        let seats = match self.game.is_over() {
            true => self.game.seats().collect(),
            false => self.awaited(),
        };
        let mut expected: Vec<u64> = seats
            .iter()
            .map(|seat| self.players[seat.index()].id)
            .collect();
        let mut pinged = post.pinged.clone();
        expected.sort_unstable();
        pinged.sort_unstable();
        assert_eq!(pinged, expected, "{place} pings others: {}", post.text());
        for player in &self.players {
            let named = post.content.contains(&player.mention());
            assert_eq!(
                named,
                expected.contains(&player.id),
                "{place}: {}",
                post.content
            );
        }
    }
}
