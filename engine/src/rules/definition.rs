//! The definition of a title: one JSON file, read into typed structures.
//!
//! All four titles share this schema; what one of them has alone stands in its `special` section, which the title
//! reads into a structure of its own.

use crate::board::{Colour, Map};
use crate::finance::Chart;
use crate::ids::{CompanyId, FaceId, KindId, PrivateId, StopRef};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// How sums are printed.
#[derive(Clone, Debug, Deserialize)]
pub struct Money {
    /// Before the number.
    pub prefix: String,
    /// After it.
    pub suffix: String,
}

impl Money {
    /// The sum as players write it, with thousands apart: `f.1,250`.
    pub fn print(&self, sum: i32) -> String {
        let digits = sum.unsigned_abs().to_string();
        let mut grouped = String::new();
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                grouped.push(',');
            }
            grouped.push(digit);
        }
        let sign = if sum < 0 { "-" } else { "" };
        format!("{sign}{}{grouped}{}", self.prefix, self.suffix)
    }
}

/// Who may play.
#[derive(Clone, Debug, Deserialize)]
pub struct PlayersDef {
    /// Fewest players.
    pub min: u8,
    /// Most players.
    pub max: u8,
    /// Starting cash by number of players.
    pub cash: BTreeMap<String, i32>,
}

/// What a company is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CompanyKind {
    /// A minor of 18Ardennes or 1835.
    Minor,
    /// A public company.
    Major,
    /// A national railway: the Prussian, the État, the SNCF.
    National,
    /// A mine of Harzbahn 1873.
    Mine,
    /// A public mining company of Harzbahn 1873.
    PublicMine,
    /// A company nobody owns: the MHE of Harzbahn 1873.
    External,
}

/// A company.
#[derive(Clone, Debug)]
pub struct CompanyDef {
    /// Printed name, unique: `7`, `BE`, `M4`.
    pub id: String,
    /// Full name.
    pub name: String,
    /// A shorter one in use among players.
    pub nickname: Option<String>,
    /// What it is.
    pub kind: CompanyKind,
    /// Colour of its tokens as `#RRGGBB`.
    pub colour: String,
    /// Colour of text on it.
    pub text_colour: String,
    /// Where its first station stands.
    pub home: Option<StopRef>,
    /// Where all the stations stand with which it starts.
    pub homes: Vec<StopRef>,
    /// Station tokens in all.
    pub tokens: u8,
    /// Tiles of which its home gets one at the start; empty where the home is printed.
    pub home_tiles: Vec<FaceId>,
}

/// A private company.
#[derive(Clone, Debug, Deserialize)]
pub struct PrivateDef {
    /// Printed name.
    pub id: String,
    /// Full name.
    pub name: String,
    /// Face value.
    #[serde(default)]
    pub value: i32,
    /// Income each operating round.
    #[serde(default)]
    pub income: i32,
}

/// An ownable paper.
#[derive(Clone, Debug)]
pub enum PaperDef {
    /// A share certificate or charter.
    Share {
        /// Whose.
        company: CompanyId,
        /// Units it stands for.
        units: u8,
        /// The director's (president's) certificate, or a charter.
        director: bool,
        /// Held back until the company grows.
        reserve: bool,
    },
    /// A private company.
    Private(PrivateId),
}

/// How far a train runs and what it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TrainRun {
    /// So many cities; towns free and paid (18Ardennes).
    Cities(u8),
    /// Any length; the best so many cities count, doubled; towns ignored (18Ardennes, 4D).
    Four(u8),
    /// So many stops of any kind (1835).
    Stops(u8),
    /// So many large and small stops; a small one may take a large one's place (1835).
    Plus(u8, u8),
    /// So many hexes (1826).
    Hexes(u8),
    /// So many places, towns not counted (1826: E and TGV).
    Reach(u8),
    /// So many runs in a connected network (Harzbahn 1873).
    Runs(u8),
    /// Any number of runs (Harzbahn 1873, diesel).
    Diesel,
    /// None: a mine's machine of that size (Harzbahn 1873).
    Machine(u8),
    /// None: a switcher of that size (Harzbahn 1873).
    Switcher(u8),
}

/// A kind of train.
#[derive(Clone, Debug, Deserialize)]
pub struct TrainDef {
    /// Name: `2`, `4D`, `2+2`.
    pub name: String,
    /// Cards in the stack; `None` without limit.
    pub count: Option<u16>,
    /// Price from the bank.
    pub price: i32,
    /// How it runs.
    pub run: TrainRun,
    /// It is the other face of the cards of this kind.
    #[serde(default)]
    pub same_stack_as: Option<String>,
}

/// A phase.
#[derive(Clone, Debug, Deserialize)]
pub struct PhaseDef {
    /// Name.
    pub name: String,
    /// The first train of any of these kinds starts it.
    pub on_trains: Vec<String>,
    /// Colours of tiles that may be laid.
    pub tiles: Vec<Colour>,
    /// Operating rounds in a set.
    pub operating_rounds: u8,
    /// Train limit by kind of company (`minor`, `major` …).
    pub train_limit: BTreeMap<String, u8>,
}

/// Everything printed in a title's box.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Title as on the box.
    pub title: String,
    /// Name in commands: `18ardennes`.
    pub slug: String,
    /// Subtitle.
    pub subtitle: String,
    /// Designer.
    pub designer: String,
    /// How money is printed.
    pub money: Money,
    /// Who may play.
    pub players: PlayersDef,
    /// The bank, players' starting cash included; where it is unlimited only a start to count from.
    pub bank: i32,
    /// The bank never runs out; it may stand below zero.
    pub bank_unlimited: bool,
    /// Map and tiles.
    pub map: Map,
    /// Stock market.
    pub chart: Chart,
    /// Phases in order.
    pub phases: Vec<PhaseDef>,
    /// Kinds of train in the order of the stack.
    pub trains: Vec<TrainDef>,
    /// Companies.
    pub companies: Vec<CompanyDef>,
    /// Private companies.
    pub privates: Vec<PrivateDef>,
    /// Papers.
    pub papers: Vec<PaperDef>,
    /// By company: where in the list its papers lie, from the first to after the last.
    pub(crate) spans: Vec<(usize, usize)>,
    pub(crate) special: serde_json::Value,
}

impl Definition {
    /// The company of that printed name, whatever the case.
    pub fn company(&self, id: &str) -> Option<CompanyId> {
        self.companies
            .iter()
            .position(|company| company.id.eq_ignore_ascii_case(id))
            .map(CompanyId::from)
    }

    /// The data of a company. Ids come from the definition, so that the fallback (the first) is never met.
    pub fn at(&self, company: CompanyId) -> &CompanyDef {
        self.companies
            .get(company.index())
            .unwrap_or_else(|| &self.companies[0])
    }

    /// The part of the list of papers in which those of a company lie, and the index of its first.
    pub(crate) fn papers_about(&self, company: CompanyId) -> (usize, &[PaperDef]) {
        let (first, end) = self.spans.get(company.index()).copied().unwrap_or_default();
        (first, self.papers.get(first..end).unwrap_or_default())
    }

    /// Notes where the papers of each company lie.
    pub(crate) fn note_spans(&mut self) {
        self.spans = vec![(0, 0); self.companies.len()];
        for (index, paper) in self.papers.iter().enumerate() {
            if let PaperDef::Share { company, .. } = paper
                && let Some(span) = self.spans.get_mut(company.index())
            {
                if span.1 == 0 {
                    span.0 = index;
                }
                span.1 = index + 1;
            }
        }
    }

    /// Units of all papers of a company.
    pub fn units_of(&self, company: CompanyId) -> u16 {
        (self.papers.iter())
            .map(|paper| match paper {
                PaperDef::Share {
                    company: of, units, ..
                } if *of == company => u16::from(*units),
                _ => 0,
            })
            .sum()
    }

    /// So many units in percent, where the company's certificates are told by percent: where they are of several sizes
    /// that no count of shares tells.
    pub fn percent(&self, company: CompanyId, units: u8) -> Option<u16> {
        let all = self.units_of(company);
        (all > 10).then(|| u16::from(units) * 100 / all)
    }

    /// Every company.
    pub fn company_ids(&self) -> impl Iterator<Item = CompanyId> + use<> {
        (0..self.companies.len()).map(CompanyId::from)
    }

    /// The private of that printed name, whatever the case.
    pub fn private(&self, id: &str) -> Option<PrivateId> {
        self.privates
            .iter()
            .position(|private| private.id.eq_ignore_ascii_case(id))
            .map(PrivateId::from)
    }

    /// The data of a private; a nameless one where the title has none.
    pub fn private_at(&self, private: PrivateId) -> &PrivateDef {
        static NONE: PrivateDef = PrivateDef {
            id: String::new(),
            name: String::new(),
            value: 0,
            income: 0,
        };
        self.privates.get(private.index()).unwrap_or(&NONE)
    }

    /// The kind of train of that name, whatever the case.
    pub fn kind(&self, name: &str) -> Option<KindId> {
        self.trains
            .iter()
            .position(|train| train.name.eq_ignore_ascii_case(name))
            .map(KindId::from)
    }

    /// The data of a kind of train.
    pub fn train(&self, kind: KindId) -> &TrainDef {
        self.trains
            .get(kind.index())
            .unwrap_or_else(|| &self.trains[0])
    }

    /// The kind whose stack the cards of `kind` lie in.
    pub fn stack_of(&self, kind: KindId) -> KindId {
        self.train(kind)
            .same_stack_as
            .as_deref()
            .and_then(|name| self.kind(name))
            .unwrap_or(kind)
    }

    /// Reads and checks a definition.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the data: these files are part of the program, so that a fault
    /// shows in the tests and at the start.
    pub fn parse(json: &str) -> Result<Definition, String> {
        let raw: super::raw::Raw =
            serde_json::from_str(json).map_err(|error| format!("definition: {error}"))?;
        let definition = raw.build()?;
        super::checks::check(&definition)?;
        Ok(definition)
    }

    /// The title's own section, read into its structure.
    ///
    /// # Errors
    /// What serde says when the section does not have that shape.
    pub fn special<T: DeserializeOwned>(&self) -> Result<T, String> {
        serde_json::from_value(self.special.clone())
            .map_err(|error| format!("special section: {error}"))
    }
}
