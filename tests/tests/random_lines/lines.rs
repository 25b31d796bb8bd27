//! The lines: drawn, most of them wrong.

use crate::support;
use engine::ids::Seat;
use engine::{Action, Choice, Game};
use std::collections::HashMap;
use std::mem::{Discriminant, discriminant};
use tests::play::{self, Dice};

/// A line and what is known of it.
pub struct Line {
    pub text: String,
    /// It is an action of a kind that is now asked for, by the player who is asked.
    pub well_formed: bool,
}

/// Who writes the lines.
pub struct Author {
    dice: Dice,
    players: usize,
    /// All actions that the vocabulary knows, by kind.
    domain: HashMap<Discriminant<Action>, Vec<Action>>,
    /// What the present position allows, for the position of so many entries and that digest.
    legal: (String, Vec<Choice>),
    /// Ids of buttons seen, the latest last.
    buttons: Vec<String>,
    /// Lines with request ids.
    sent: Vec<String>,
    requests: usize,
    away: bool,
}

/// Lines that begin a game.
pub fn opening(title: &str, players: usize) -> Vec<String> {
    let mut lines = vec![format!("@p0 /game new title:{title} seating:joined")];
    lines.extend((1..players).map(|seat| format!("@p{seat} /game join")));
    lines.push("@p0 /game start".into());
    lines
}

impl Author {
    pub fn new(dice: Dice) -> Author {
        Author {
            dice,
            players: 0,
            domain: HashMap::new(),
            legal: (String::new(), Vec::new()),
            buttons: Vec::new(),
            sent: Vec::new(),
            requests: 0,
            away: false,
        }
    }

    /// Another game begins.
    pub fn sit_down(&mut self, players: usize, game: &Game) {
        self.players = players;
        self.domain.clear();
        self.away = false;
        for action in support::domain(game).into_iter().chain(support::lays(game)) {
            self.domain
                .entry(discriminant(&action))
                .or_default()
                .push(action);
        }
    }

    /// Looks at an answer for buttons.
    pub fn hear(&mut self, line: &Line, said: &str) {
        for text in said.lines() {
            if let Some((_, id)) = text.split_once("] /press ") {
                self.buttons.push(id.to_string());
            }
        }
        if self.buttons.len() > 400 {
            self.buttons.drain(..200);
        }
        if line.text.starts_with('#') {
            self.sent.push(line.text.clone());
        }
    }

    /// The next line.
    pub fn line(&mut self, game: &Game) -> Line {
        if self.away {
            self.away = false;
            return wrong(format!("@{} /channel console", self.anybody()));
        }
        let Some(ask) = game.decision() else {
            return wrong("/game status".into());
        };
        let now = format!("{} {}", game.log().len(), game.digest());
        if self.legal.0 != now {
            self.legal = (now, game.legal(ask.seat).choices);
        }
        match self.dice.below(100) {
            0..13 => self.legal_line(game, ask.seat),
            13..50 => self.plausible(game, ask.seat),
            50..58 => {
                let text = self.any_action_text(game);
                wrong(format!("@{} {text}", self.anybody()))
            }
            58..72 => {
                let line = self.legal_line(game, ask.seat).text;
                wrong(self.mutated(&line))
            }
            72..78 => self.button(),
            78..89 => {
                let command = self.command(game);
                wrong(format!("@{} {command}", self.anybody()))
            }
            89..91 => match self.dice.pick(&self.sent) {
                Some(line) => wrong(line.clone()),
                None => wrong("#".into()),
            },
            _ => wrong(self.garbage()),
        }
    }

    fn anybody(&mut self) -> String {
        match self.dice.below(self.players + 2) {
            seat if seat < self.players => format!("p{seat}"),
            seat if seat == self.players => "stranger".into(),
            _ => "Żółw.7_-".into(),
        }
    }

    /// Something that is allowed, in one of the ways to say it.
    fn legal_line(&mut self, game: &Game, seat: Seat) -> Line {
        let choice = play::lively(game, &self.legal.1, &mut self.dice);
        let Some(action) = choice.and_then(|one| play::concrete(game, one, &mut self.dice)) else {
            return wrong("/play".into());
        };
        let text = self.phrase(&game.print(&action));
        self.spoken(seat, text, true)
    }

    /// An action of a kind that is asked for, with parameters drawn from all there are.
    fn plausible(&mut self, game: &Game, seat: Seat) -> Line {
        let kinds: Vec<Discriminant<Action>> = self
            .legal
            .1
            .iter()
            .filter_map(|choice| match choice {
                Choice::One(action) | Choice::Amount(action, _) => Some(discriminant(action)),
                Choice::Runs => None,
            })
            .collect();
        let kind = self.dice.pick(&kinds).copied();
        let action = kind
            .and_then(|kind| self.domain.get(&kind))
            .and_then(|list| self.dice.pick(list))
            .cloned();
        match action {
            Some(action) => {
                let text = self.phrase(&game.print(&action));
                self.spoken(seat, text, true)
            }
            None => self.spoken(seat, "run 99-1 Z9; D18/0".into(), false),
        }
    }

    fn spoken(&mut self, seat: Seat, text: String, well_formed: bool) -> Line {
        let mut text = format!("@p{} {text}", seat.0);
        if self.dice.percent(10) {
            self.requests += 1;
            text = format!("#r{} {text}", self.requests);
        }
        Line { text, well_formed }
    }

    /// Notation as it is, as `/do`, or as a verb's command.
    fn phrase(&mut self, notation: &str) -> String {
        // Mostly without being asked twice.
        let sure = if self.dice.percent(80) { "!" } else { "" };
        let notation = &format!("{notation}{sure}");
        match self.dice.below(4) {
            0 => format!("/do {notation}"),
            1 => format!("/do action:{notation}"),
            _ => notation.to_string(),
        }
    }

    fn any_action_text(&mut self, game: &Game) -> String {
        let mut kinds: Vec<_> = self.domain.keys().copied().collect();
        // The order of a hash map is not the same everywhere.
        kinds.sort_by_key(|kind| game.print(&self.domain[kind][0]));
        let kind = self.dice.pick(&kinds).copied();
        kind.and_then(|kind| self.domain.get(&kind))
            .and_then(|list| self.dice.pick(list))
            .map_or_else(|| "pass".into(), |action| game.print(action))
    }

    fn mutated(&mut self, line: &str) -> String {
        let mut chars: Vec<char> = line.chars().collect();
        for _ in 0..1 + self.dice.below(3) {
            let at = self.dice.below(chars.len().max(1));
            match self.dice.below(5) {
                0 if !chars.is_empty() => {
                    chars.remove(at);
                }
                1 => chars.insert(at, self.char()),
                2 if !chars.is_empty() => chars[at] = self.char(),
                3 => chars.truncate(at.max(1)),
                _ => {
                    let tail: Vec<char> = chars[at.min(chars.len())..].to_vec();
                    chars.extend(tail);
                }
            }
        }
        chars.into_iter().collect()
    }

    fn char(&mut self) -> char {
        const ODD: [char; 22] = [
            ' ', '/', '@', '#', ':', ';', '0', '9', 'A', 'z', '-', '*', '`', '<', '\t', '\u{0}',
            'ß', '–', '\u{202e}', '💥', '\u{300}', '"',
        ];
        ODD[self.dice.below(ODD.len())]
    }

    fn button(&mut self) -> Line {
        let who = self.anybody();
        // The latest buttons may still hold; the older ones must not.
        let id = match self.dice.below(4) {
            0 => self.buttons.last(),
            _ => self.dice.pick(&self.buttons),
        };
        let id = id.cloned().unwrap_or_else(|| "m:1:1:pass".into());
        let id = match self.dice.below(6) {
            0 => self.mutated(&id),
            _ => id,
        };
        wrong(format!("@{who} /press {id}"))
    }

    fn command(&mut self, game: &Game) -> String {
        let definition = game.definition();
        let companies: Vec<_> = definition.company_ids().collect();
        let company = self
            .dice
            .pick(&companies)
            .map_or("BE", |id| definition.at(*id).id.as_str());
        let hexes: Vec<_> = definition.map.hex_ids().collect();
        let hex = self
            .dice
            .pick(&hexes)
            .map_or("A1", |id| definition.map.at(*id).name.as_str());
        let number = self.dice.below(120);
        match self.dice.below(24) {
            0 => "/play".into(),
            1 => "/game status".into(),
            2 => format!("/game log count:{number}"),
            3 => "/game new".into(),
            4 => "/game join".into(),
            5 => "/game leave".into(),
            6 => "/game start".into(),
            7 => format!("/game undo {}", number % 4),
            8 => "/game redo".into(),
            9 => "/game end".into(),
            10 => "/show map".into(),
            11 => "/show market".into(),
            12 => "/show players".into(),
            13 => format!("/show company {company}"),
            14 => "/show trains".into(),
            15 => "/show tiles".into(),
            16 => format!("/ref tile {number} {}", number % 7),
            17 => "/ref train 4D".into(),
            18 => format!("/ref hex {hex}"),
            19 => {
                let title = ["18ardennes", "1873"][number % 2];
                format!("/ref company {company} title:{title}")
            }
            20 => "/help".into(),
            21 if self.dice.percent(10) => {
                self.away = true;
                "/channel attic".into()
            }
            21 => "/ref hex".into(),
            22 => format!("/bid {company} {number}"),
            _ => format!("/lay {hex} {number}@{}", number % 6),
        }
    }

    fn garbage(&mut self) -> String {
        const WORDS: [&str; 24] = [
            "/",
            "@",
            "#",
            "bid",
            "lay",
            "run",
            "run auto",
            "pass",
            "/do",
            "/game",
            "new",
            "F10",
            "57@2",
            "-1",
            "99999999999999999999",
            "from",
            "at",
            "with",
            "/press",
            "m:",
            "1:1:",
            ";",
            "@everyone",
            "<@1>",
        ];
        let length = match self.dice.below(50) {
            0 => 3000,
            1 => 600,
            _ => 1 + self.dice.below(8),
        };
        let mut text = String::new();
        for _ in 0..length {
            match self.dice.below(3) {
                0 => text.push(self.char()),
                _ => text.push_str(WORDS[self.dice.below(WORDS.len())]),
            }
            if self.dice.percent(70) {
                text.push(' ');
            }
        }
        text
    }
}

fn wrong(text: String) -> Line {
    Line {
        text,
        well_formed: false,
    }
}
