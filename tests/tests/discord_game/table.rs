//! A table of players at the stand-in, with a game of our own beside the bot's: what the bot says and draws is
//! compared with it.

use crate::bot::WIDTH;
use bot::command::find;
use bot::pictures::{Caption, Painter, Pictures};
use engine::ids::{CompanyId, Seat};
use engine::legal::{Scope, Topic};
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
    /// Messages: posts of turns, and calls within them.
    pub posts: usize,
    /// Calls among them.
    pub calls: usize,
    /// Edits of posts while their turns went on.
    pub edits: usize,
}

/// A started game.
pub struct Table {
    pub place: Place,
    pub players: Vec<Player>,
    pub game: Game,
    pub counts: Counts,
    /// The post of the turn, as it stands.
    pub post: Message,
    /// The last message that called somebody.
    pub call: Message,
    /// Posts whose pictures are all compared; later ones now and then.
    pub compared: usize,
    /// The last answer to somebody who is to decide once more.
    again: Option<(Seat, Message)>,
    painter: Painter,
    number: i64,
    turn: Turn,
    /// What each entry changed.
    changes: Vec<Changes>,
}

/// The turn that goes on: answers and bids within it belong to it.
#[derive(Clone, Debug, Default, PartialEq)]
struct Turn {
    round: String,
    whose: Option<(Seat, Option<CompanyId>)>,
    began: usize,
    before: usize,
}

impl Turn {
    /// The turn after an entry.
    fn after(&self, game: &Game) -> Turn {
        let asks = game.asks();
        let ask = asks.iter().find(|ask| ask.duty == Duty::Must);
        let own = ask.is_none_or(|ask| ask.topic.scope() == Scope::Turn);
        let whose = ask.filter(|_| own).map(|ask| (ask.seat, ask.company));
        let round = game.round_name();
        if round == self.round && (!own || whose == self.whose) {
            return self.clone();
        }
        Turn {
            round,
            whose,
            began: game.log().len(),
            before: self.began,
        }
    }
}

/// What an entry changed.
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
                Event::MarkerMoved { company, from, .. } => {
                    self.0.companies.push(*company);
                    self.0.moved.extend(from.map(|from| (*company, from)));
                }
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
            turn: Turn::default().after(&game),
            call: post.clone(),
            place,
            players,
            game,
            counts: Counts::default(),
            post,
            compared: usize::MAX,
            again: None,
            painter: Painter::new(WIDTH),
            number,
            changes: Vec::new(),
        };
        table.counts.posts += 1;
        table.judge_pictures();
        table.judge_pings(&table.post);
        table
    }

    /// Carries out a step in one of the ways that Discord offers, and judges what the bot says and posts.
    pub async fn step(&mut self, seat: Seat, action: &Action) {
        let text = self.game.print(action);
        let before = self.awaited();
        let mut answer = self.act(seat, &text).await;
        // What nobody can take back alone is shown first.
        let sure = answer.message().buttons().into_iter();
        let sure = sure.map(|button| button.custom_id);
        if let Some(id) = sure.clone().find(|id| id.starts_with("c:")) {
            let player = self.players[seat.index()].clone();
            answer = player.press(&answer.message().clone(), &id).await;
            self.counts.confirmed += 1;
        }
        // Runs that are too long for a button are typed once more, with the sign that says so.
        if answer.text().contains("send them again with !") {
            let player = self.players[seat.index()].clone();
            answer = player.slash(&format!("/do action:\"{text}!\"")).await;
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
        let mut trial = self.game.clone();
        self.game
            .apply(seat, action)
            .unwrap_or_else(|why| panic!("step {}, {text}: {why}", self.counts.steps));
        let turn = self.turn.clone();
        for entry in self.game.log().iter().skip(trial.log().len()) {
            let mut changes = Changes::default();
            let events = trial.enter(entry.clone()).expect("it was applied");
            changes.take(&events);
            self.changes.push(changes);
            self.turn = self.turn.after(&trial);
        }
        self.again = Some((seat, answer.message().clone()));
        if self.turn != turn || self.game.is_over() {
            let new = self
                .place
                .wait_for_message_after(self.post.id, |message| !message.attachments.is_empty())
                .await;
            let old = std::mem::replace(&mut self.post, new);
            self.counts.posts += 1;
            self.judge_pings(&self.post);
            self.call = self.post.clone();
            // The post of the turn before loses its buttons.
            self.place
                .wait_for_edit(old.id, |message| message.buttons().is_empty())
                .await;
        } else {
            let before_edit = self.post.edits;
            self.post = self
                .place
                .wait_for_edit(self.post.id, |message| message.edits > before_edit)
                .await;
            self.counts.edits += 1;
            if before != self.awaited() {
                self.call = self
                    .place
                    .wait_for_message_after(self.call.id.max(self.post.id), |message| {
                        message.attachments.is_empty() && !message.pinged.is_empty()
                    })
                    .await;
                self.counts.posts += 1;
                self.counts.calls += 1;
                self.judge_pings(&self.call);
            }
        }
        self.judge_pictures();
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
        let messages = again.map(|(_, message)| message);
        messages
            .chain([&self.call, &self.post])
            .find_map(|message| {
                let message = self.place.message(message.id)?;
                let buttons = message.buttons();
                let button = buttons
                    .iter()
                    .find(|button| button.custom_id.splitn(4, ':').nth(3) == Some(text))?;
                Some((message, button.custom_id.clone()))
            })
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

    /// Two pictures, equal to our own of the same position with what changed in this turn, or the last.
    fn judge_pictures(&mut self) {
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
        let asks = self.game.asks();
        let packet = asks.iter().any(|ask| ask.topic == Topic::Packet);
        let second = if packet { "packet.png" } else { "market.png" };
        assert_eq!(names, ["map.png", second], "{place}: {}", post.text());
        for file in &post.attachments {
            assert!(file.png_size().is_some_and(|(width, _)| width >= WIDTH / 2));
        }
        let number = self.counts.posts + self.counts.edits;
        if number > self.compared && !number.is_multiple_of(10) {
            return;
        }
        let moves = self.game.log().len();
        let since = match moves > self.turn.began {
            true => self.turn.began,
            false => self.turn.before,
        };
        let now = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0, |age| age.as_secs() as i64);
        // The picture names the minute of the last move: this one, or the one before.
        let lines = match moves {
            0 => vec![format!("game {} · move 0", self.number)],
            moves => [now, now - 60]
                .map(|at| {
                    let moment = ::bot::text::moment(at);
                    format!("game {} · move {moves} · {moment}", self.number)
                })
                .to_vec(),
        };
        let players = usize::from(self.game.setup().players);
        let mut caption = Caption {
            names: NAMES[..players]
                .iter()
                .map(|name| (*name).to_string())
                .collect(),
            ..Caption::default()
        };
        for Changes(changes) in self.changes.iter().skip(since) {
            caption.hexes.extend(&changes.hexes);
            caption.stops.extend(&changes.stops);
            caption.companies.extend(&changes.companies);
            for (company, from) in &changes.moved {
                // Each once, where it stood before it moved first.
                if caption.moved.iter().all(|(known, _)| known != company) {
                    caption.moved.push((*company, *from));
                }
            }
        }
        let drawn = |line: &String| {
            let caption = Caption {
                line: line.clone(),
                ..caption.clone()
            };
            let map = self.painter.map(&self.game, &caption).expect("a map");
            let other = match packet {
                true => self.painter.packet(&self.game, &caption),
                false => self.painter.market(&self.game, &caption),
            };
            let mut files = (post.attachments.iter()).zip([map, other.expect("a picture")]);
            files.all(|(file, ours)| file.bytes() == ours.as_slice())
        };
        assert!(
            lines.iter().any(drawn),
            "{place}: not the pictures of the position ({lines:?})"
        );
    }

    /// A mention of exactly those who are awaited.
    fn judge_pings(&self, message: &Message) {
        let place = format!("message {} after step {}", message.id, self.counts.steps);
        let seats = match self.game.is_over() {
            true => self.game.seats().collect(),
            false => self.awaited(),
        };
        let mut expected: Vec<u64> = seats
            .iter()
            .map(|seat| self.players[seat.index()].id)
            .collect();
        let mut pinged = message.pinged.clone();
        expected.sort_unstable();
        pinged.sort_unstable();
        assert_eq!(pinged, expected, "{place} pings others: {}", message.text());
        for player in &self.players {
            let named = message.content.contains(&player.mention());
            assert_eq!(
                named,
                expected.contains(&player.id),
                "{place}: {}",
                message.content
            );
        }
    }
}
