//! Commands: one declarative table for all titles, from which both adapters build.
//!
//! [`TABLE`] says which commands there are and which options they take. Discord's registration, the console's parser
//! and autocomplete read it. A verb of play only composes the engine's notation from its options ([`Template`]), so
//! that nothing here knows a title.

mod console;
mod spec;
mod table;
mod template;
#[cfg(test)]
mod tests;

pub use console::{Line, read_line};
pub use spec::{
    AutoVerb, Body, DealVerb, Entry, Kind, LobbyVerb, MeVerb, OptionSpec, PlanVerb, RefVerb,
    ShowVerb, Spec,
};
pub use table::{TABLE, find};
pub use template::Template;

use std::sync::Arc;

/// A command with its options, checked against the table.
#[derive(Clone, Debug)]
pub struct Command {
    /// Which one.
    pub spec: &'static Spec,
    values: Vec<(&'static str, String)>,
    /// An option of a move ended with `!`: it is to be done at once.
    sure: bool,
    file: Option<Arc<Vec<u8>>>,
}

impl Command {
    /// Checks options against the table.
    ///
    /// # Errors
    /// One sentence: an option that the command lacks, one that is missing, or a value of the wrong kind.
    pub fn new(spec: &'static Spec, given: &[(String, String)]) -> Result<Command, String> {
        let mut values: Vec<(&'static str, String)> = Vec::new();
        let mut sure = false;
        for (name, value) in given {
            let Some(option) = spec.option(name) else {
                return Err(format!(
                    "/{} has no option {name:?}; {}",
                    spec.path,
                    spec.usage()
                ));
            };
            if values.iter().any(|(known, _)| *known == option.name) {
                return Err(format!("the option {name:?} is given twice"));
            }
            let mut value = value.trim();
            if matches!(spec.body, Body::Move(_)) && value.ends_with('!') {
                value = value.trim_end_matches('!').trim_end();
                sure = true;
            }
            if value.is_empty() {
                continue;
            }
            if value.len() > 4000 {
                return Err(format!("the option {name:?} is too long"));
            }
            values.push((option.name, option.kind.read(option.name, value)?));
        }
        for option in spec.options {
            if option.required && !values.iter().any(|(name, _)| *name == option.name) {
                return Err(format!(
                    "/{} lacks {:?}; {}",
                    spec.path,
                    option.name,
                    spec.usage()
                ));
            }
        }
        Ok(Command {
            spec,
            values,
            sure,
            file: None,
        })
    }

    /// The value of an option.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.values
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value.as_str())
    }

    /// The name of the file that should come along, if the command takes one.
    pub fn wants_file(&self) -> Option<&str> {
        let option = self
            .spec
            .options
            .iter()
            .find(|option| matches!(option.kind, Kind::File))?;
        self.get(option.name)
    }

    /// The same with the file that was sent along.
    pub fn with_file(mut self, bytes: Vec<u8>) -> Command {
        self.file = Some(Arc::new(bytes));
        self
    }

    /// The file that was sent along.
    pub fn file(&self) -> Option<&[u8]> {
        self.file.as_deref().map(Vec::as_slice)
    }

    /// The value of an integer option.
    pub fn number(&self, name: &str) -> Option<i64> {
        self.get(name).and_then(|value| value.parse().ok())
    }

    /// All values, in the order given.
    pub fn values(&self) -> &[(&'static str, String)] {
        &self.values
    }

    /// The line of the console that gives this command: `/ref tile tile:57 title:1873`.
    pub fn line(&self) -> String {
        self.line_with(&[])
    }

    /// The same with other values for some options.
    pub fn line_with(&self, others: &[(&str, &str)]) -> String {
        let mut line = format!("/{}", self.spec.path);
        for option in self.spec.options {
            let other = others.iter().find(|(name, _)| *name == option.name);
            let value = other.map(|(_, value)| *value).or(self.get(option.name));
            if let Some(value) = value {
                // A word with a colon would be read as another option.
                let value = value.replace(':', " ");
                line.push_str(&format!(" {}:{}", option.name, value.trim()));
            }
        }
        line
    }

    /// The notation that a verb of play stands for; `None` for other commands.
    pub fn notation(&self) -> Option<String> {
        match self.spec.body {
            Body::Move(template) => {
                let text = template.fill(&|name| self.get(name));
                Some(if self.sure { format!("{text}!") } else { text })
            }
            _ => None,
        }
    }
}
