//! The console: the whole product on lines of text, without a network and without a token.
//!
//! ```text
//! @anna /game new 18ardennes     anna opens a table
//! @ben                           from here on ben speaks
//! /game join
//! bid 3 120                      notation is an action
//! #17 @ben pass                  a request with an id: repeated, it is answered as before and not done twice
//! /press m:1:5:pass              presses a button
//! /press p:1:5:lay = F10         chooses an entry of a menu, or gives the text that a button asks for
//! @dora! /game host ben          dora speaks as a moderator of the server
//! /channel attic                 from here on in another channel
//! ```

mod folder;
mod uploads;

pub use folder::Folder;
pub use uploads::Uploads;

use crate::command::{Command, Entry, Line, Spec, TABLE, read_line};
use crate::reply::{Control, Menu, Picture, Reply};
use crate::store::{Button, Fault};
use crate::table::{Request, Tables};
use crate::text;
use std::io::{BufRead, Write};

/// Which posts get their pictures drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Drawing {
    /// All.
    #[default]
    All,
    /// Those at the beginning of a round and at the end.
    Milestones,
    /// None: pictures only where somebody asks for them.
    Asked,
}

/// Why the console stopped before its input ended.
#[derive(Debug)]
pub enum Stop {
    /// The store failed.
    Store(Fault),
    /// Answers or pictures cannot be written.
    Output(std::io::Error),
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Stop::Store(fault) => write!(f, "{fault}"),
            Stop::Output(error) => write!(f, "the answer cannot be written: {error}"),
        }
    }
}

impl From<std::io::Error> for Stop {
    fn from(error: std::io::Error) -> Stop {
        Stop::Output(error)
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Store(fault)
    }
}

/// The console's state: who speaks, and where.
pub struct Console<'t, W> {
    tables: &'t Tables,
    folder: Folder,
    out: W,
    drawing: Drawing,
    user: Option<String>,
    moderator: bool,
    channel: String,
    refused: Option<String>,
    drawn: usize,
    uploads: Option<Uploads>,
}

impl<'t, W: Write> Console<'t, W> {
    /// A console that writes answers to `out` and pictures to `folder`.
    pub fn new(tables: &'t Tables, folder: Folder, out: W, drawing: Drawing) -> Console<'t, W> {
        Console {
            tables,
            folder,
            out,
            drawing,
            user: None,
            moderator: false,
            channel: "console".into(),
            refused: None,
            drawn: 0,
            uploads: None,
        }
    }

    /// The same with a folder whose files players may send along with a command, by name.
    pub fn with_uploads(mut self, uploads: Option<Uploads>) -> Console<'t, W> {
        self.uploads = uploads;
        self
    }

    /// The last line that was refused, and why, if one was.
    pub fn refused(&self) -> Option<&str> {
        self.refused.as_deref()
    }

    /// How many pictures were written.
    pub fn drawn(&self) -> usize {
        self.drawn
    }

    /// Answers line by line until the input ends. Posts that an earlier run left undelivered come first.
    ///
    /// # Errors
    /// If the store or the output fails.
    pub fn run(&mut self, input: impl BufRead) -> Result<(), Stop> {
        self.posts()?;
        for line in input.split(b'\n') {
            // What is no UTF-8 is shown with marks and refused as any other nonsense.
            let Ok(line) = line else { break };
            self.line(&String::from_utf8_lossy(&line))?;
        }
        Ok(())
    }

    /// Answers one line.
    ///
    /// # Errors
    /// If the store or the output fails.
    pub fn line(&mut self, line: &str) -> Result<(), Stop> {
        let line = line.trim();
        if line.is_empty() || line == "#" || line.starts_with("# ") || line.starts_with("//") {
            return Ok(());
        }
        self.tables.tick();
        match self.answer(line) {
            Ok(Some(reply)) => {
                if reply.is_refusal() {
                    self.refused = Some(format!("{line}: {}", reply.text()));
                }
                self.reply(&reply)?;
            }
            Ok(None) => {}
            Err(why) => {
                self.refused = Some(format!("{line}: {why}"));
                let why = text::clip(&why, text::MESSAGE);
                writeln!(self.out, "! {}", text::in_code(&capital(&why)))?;
            }
        }
        self.posts()
    }

    fn answer(&mut self, line: &str) -> Result<Option<Reply>, String> {
        let mut line = line;
        let mut id = None;
        if let Some(rest) = line.strip_prefix('#') {
            let (word, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            id = Some(word.to_string());
            line = rest.trim();
        }
        if let Some(rest) = line.strip_prefix('@') {
            let (name, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            let (name, moderator) = match name.strip_suffix('!') {
                Some(name) => (name, true),
                None => (name, false),
            };
            let fits = !name.is_empty()
                && name.chars().count() <= 32
                && name
                    .chars()
                    .all(|char| char.is_alphanumeric() || "_.-".contains(char));
            if !fits {
                return Err("a speaker is @ and a name of letters, digits, _ . and -".into());
            }
            self.user = Some(name.to_string());
            self.moderator = moderator;
            line = rest.trim();
            if line.is_empty() {
                return Ok(None);
            }
        }
        let user = self
            .user
            .clone()
            .ok_or("nobody speaks: begin the line with @ and a name, such as @anna /game new")?;
        let request = Request {
            id,
            name: user.clone(),
            user,
            channel: self.channel.clone(),
            moderator: self.moderator,
            ..Request::default()
        };
        Ok(Some(match read_line(line)? {
            Line::Command(command) => match self.sent(command) {
                Ok(command) => self.tables.handle(&request, &command),
                Err(why) => Reply::refusal(why),
            },
            Line::Press(id, value) => self.tables.press(&request, &id, value.as_deref()),
            Line::Channel(channel) => {
                self.channel = text::clip(&channel, 60);
                return Ok(None);
            }
            Line::Help => Reply::new(help()),
        }))
    }

    /// The command with the file that it names. What a player types is a name in the folder that the operator opened
    /// for it, never a path.
    fn sent(&self, command: Command) -> Result<Command, String> {
        let Some(name) = command.wants_file() else {
            return Ok(command);
        };
        let Some(uploads) = &self.uploads else {
            return Err("Files come from the folder that the console was started with (--uploads FOLDER); there is none.".into());
        };
        let bytes = uploads.read(name)?;
        Ok(command.with_file(bytes))
    }

    fn reply(&mut self, reply: &Reply) -> Result<(), Stop> {
        let mark = if reply.is_refusal() { "!" } else { ">" };
        for (index, line) in text::plain(reply.text()).lines().enumerate() {
            let mark = if index == 0 { mark } else { " " };
            writeln!(self.out, "{mark} {line}")?;
        }
        for control in reply.rows().iter().flatten() {
            match control {
                Control::Button(button) => self.button(button)?,
                Control::Menu(menu) => self.menu(menu)?,
                Control::Break => {}
            }
        }
        for file in reply.files() {
            let path = self.folder.write(file)?;
            writeln!(self.out, "  file: {}", path.display())?;
        }
        self.pictures(reply.pictures(), "answer")
    }

    fn button(&mut self, button: &Button) -> Result<(), Stop> {
        let label = text::plain(&button.label);
        match button.asks() {
            Some(id) => writeln!(self.out, "  [{label}] /press {id} = …")?,
            None => writeln!(self.out, "  [{label}] /press {}", button.id)?,
        }
        Ok(())
    }

    fn menu(&mut self, menu: &Menu) -> Result<(), Stop> {
        writeln!(self.out, "  {}:", text::plain(&menu.hint))?;
        for entry in &menu.entries {
            let about = match entry.about.as_str() {
                "" => String::new(),
                about => format!(" — {}", text::plain(about)),
            };
            let label = text::plain(&entry.label);
            writeln!(
                self.out,
                "    [{label}{about}] /press {} = {}",
                menu.id, entry.value
            )?;
        }
        Ok(())
    }

    fn pictures(&mut self, pictures: &[Picture], of: &str) -> Result<(), Stop> {
        for picture in pictures {
            let path = self.folder.keep(of, picture)?;
            writeln!(self.out, "  picture: {}", path.display())?;
            self.drawn += 1;
        }
        Ok(())
    }

    /// Delivers what waits in the outbox.
    fn posts(&mut self) -> Result<(), Stop> {
        loop {
            let posts = self.tables.store().pending(50)?;
            if posts.is_empty() {
                self.out.flush()?;
                return Ok(());
            }
            for post in posts {
                writeln!(self.out, "--- #{} ---", post.channel)?;
                writeln!(self.out, "{}", text::plain(&post.text()))?;
                for button in &post.body.buttons {
                    self.button(button)?;
                }
                let draw = match self.drawing {
                    Drawing::All => true,
                    Drawing::Milestones => post.body.milestone,
                    Drawing::Asked => false,
                };
                if draw {
                    let pictures = self.tables.draw(&post);
                    self.pictures(&pictures, &format!("post-{:04}", post.id))?;
                }
                writeln!(self.out, "---")?;
                self.out.flush()?;
                self.tables.store().delivered(&post, None)?;
            }
        }
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    let end = if text.ends_with(['.', '?', '!']) {
        ""
    } else {
        "."
    };
    match chars.next() {
        Some(first) => format!("{}{}{end}", first.to_uppercase(), chars.as_str()),
        None => String::new(),
    }
}

fn help() -> String {
    let line = |spec: &Spec| {
        let usage = spec.usage();
        format!(
            "{} — {}",
            usage.trim_start_matches("it is typed "),
            spec.about
        )
    };
    let mut lines: Vec<String> = Vec::new();
    for entry in TABLE {
        match entry {
            Entry::Single(spec) => lines.push(line(spec)),
            Entry::Group(_, _, specs) => lines.extend(specs.iter().map(line)),
        }
    }
    lines.join("\n")
}
