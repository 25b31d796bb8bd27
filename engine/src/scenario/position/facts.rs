//! Facts: lines of a scenario's position, gathered and handed to a title's builder in order.

use crate::game::Setup;
use crate::scenario::number;

/// A fact: its verb and the words after it. A later fact with the same key takes the place of an earlier one.
pub(crate) struct Fact {
    key: String,
    line: usize,
    /// Its first word.
    pub verb: String,
    words: Vec<String>,
}

impl Fact {
    /// The words after the verb.
    pub fn words(&self) -> Vec<&str> {
        self.words.iter().map(String::as_str).collect()
    }

    /// A fault with the place of the fact.
    pub fn fault(&self, fault: &str) -> String {
        format!("line {}: {}: {fault}", self.line, self.verb)
    }
}

/// How facts of a verb are kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keep {
    /// One for the whole position.
    Once,
    /// One for each name; the words are pairs of name and value.
    Pairs,
    /// One for each first word, whatever the verb of this kind (`minor 7`, `pc BE`).
    Named,
    /// All of them.
    Each,
    /// Where the game stands: one of all these verbs.
    Round,
}

/// Facts of every title.
const COMMON: &[(&str, Keep)] = &[
    ("players", Keep::Once),
    ("options", Keep::Once),
    ("auto", Keep::Once),
    ("start", Keep::Round),
    ("sr", Keep::Round),
    ("or", Keep::Round),
    ("phase", Keep::Once),
    ("cash", Keep::Pairs),
    ("treasury", Keep::Pairs),
    ("bank", Keep::Once),
    ("tile", Keep::Pairs),
    ("token", Keep::Each),
    ("train", Keep::Each),
    ("priority", Keep::Once),
    ("ending", Keep::Once),
    ("sold", Keep::Each),
];

/// A title's position under construction.
pub(crate) trait Place {
    /// How the facts are kept that only this title has.
    const OWN: &'static [(&'static str, Keep)];
    /// The order in which facts are taken: what others build on comes first. Facts of the round come last of all.
    const STAGES: &'static [&'static [&'static str]];
    /// Takes a fact.
    fn take(&mut self, verb: &str, words: &[&str]) -> Result<(), String>;
    /// The facts of a stage have been taken.
    fn after(&mut self, stage: usize) -> Result<(), String>;
}

/// All facts of a position.
pub(crate) struct Facts {
    list: Vec<Fact>,
}

impl Facts {
    /// Splits lists into single facts and lets later ones replace earlier ones.
    ///
    /// # Errors
    /// A verb that the title does not know.
    pub fn read<P: Place>(lines: &[(usize, &str)]) -> Result<Facts, String> {
        let mut list: Vec<Fact> = Vec::new();
        for (line, text) in lines {
            let text = text.replace(':', " : ").replace('|', " | ");
            let mut words = text.split_whitespace().map(str::to_string);
            let verb = words.next().unwrap_or_default();
            let words: Vec<String> = words.collect();
            let keep = P::OWN
                .iter()
                .chain(COMMON)
                .find(|(known, _)| *known == verb);
            let Some((_, keep)) = keep else {
                return Err(format!("line {line}: {verb}: there is no such fact"));
            };
            let first = words.first().cloned().unwrap_or_default();
            let pieces: Vec<(String, Vec<String>)> = match keep {
                Keep::Once => vec![(verb.clone(), words)],
                Keep::Pairs => words
                    .chunks(2)
                    .map(|pair| {
                        let first = pair.first().cloned().unwrap_or_default();
                        (format!("{verb} {first}"), pair.to_vec())
                    })
                    .collect(),
                Keep::Named => vec![(format!("company {first}"), words)],
                Keep::Each => vec![(format!("{verb} {line} {}", words.join(" ")), words)],
                Keep::Round => vec![("round".into(), words)],
            };
            for (key, words) in pieces {
                let fact = Fact {
                    key,
                    line: *line,
                    verb: verb.clone(),
                    words,
                };
                match list.iter_mut().find(|known| known.key == fact.key) {
                    Some(known) => *known = fact,
                    None => list.push(fact),
                }
            }
        }
        Ok(Facts { list })
    }

    /// The fact of a verb.
    pub fn find(&self, verb: &str) -> Option<&Fact> {
        self.list.iter().find(|fact| fact.verb == verb)
    }

    /// Whether there is one.
    pub fn has(&self, verb: &str) -> bool {
        self.find(verb).is_some()
    }

    /// Where the game stands.
    pub fn round(&self) -> Result<&Fact, String> {
        let found = self.list.iter().find(|fact| fact.key == "round");
        found.ok_or("the round is missing: the last fact says where the game stands".into())
    }

    /// The set-up: three players and no options unless said.
    pub fn setup(&self, title: &str) -> Result<Setup, String> {
        let players = match self.find("players") {
            Some(fact) => number(&fact.words.concat())?,
            None => 3,
        };
        let mut setup = Setup::new(title, players);
        if let Some(fact) = self.find("options") {
            setup.options = match fact.words().as_slice() {
                [preset] if crate::game::preset(title, preset).is_some() => {
                    crate::game::preset(title, preset).unwrap_or_default()
                }
                _ => fact.words.clone(),
            };
        }
        Ok(setup)
    }

    /// Hands all facts but those of the set-up and the round to the builder.
    ///
    /// # Errors
    /// The first fact that is malformed or does not fit.
    pub fn fill<P: Place>(&self, place: &mut P) -> Result<(), String> {
        for (stage, verbs) in P::STAGES.iter().enumerate() {
            for fact in &self.list {
                if verbs.contains(&fact.verb.as_str()) {
                    place
                        .take(&fact.verb, &fact.words())
                        .map_err(|fault| fact.fault(&fault))?;
                }
            }
            place.after(stage)?;
        }
        Ok(())
    }
}
