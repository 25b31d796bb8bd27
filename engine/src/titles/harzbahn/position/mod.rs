//! Positions of scenarios, built from lines of text; see `engine/tests/rules/README.md`.

mod assert;
mod companies;
mod round;
mod sane;
mod things;

pub(crate) use assert::assert;
pub(crate) use sane::faults;

use super::{Done, Frame, Harz, HarzRules, Right};
use crate::board::Occupant;
use crate::finance::Holder;
use crate::game::Game;
use crate::ids::CompanyId;
use crate::scenario::{Built, Common, Facts, Keep, Names, Place, number};

/// Cash of a player of whom nothing else is said.
const CASH: i32 = 500;

/// Builds the game of a scenario's facts.
///
/// # Errors
/// The first fact that is malformed or does not fit.
pub(crate) fn build(lines: &[(usize, &str)]) -> Result<Built, String> {
    let facts = Facts::read::<Position>(lines)?;
    let setup = facts.setup("1873")?;
    let mut rules = HarzRules::new(&setup).map_err(|rejection| rejection.to_string())?;
    if let Some(seed) = facts.find("seed") {
        rules.seed = number(&seed.words().concat())?;
    }
    let start = facts.has("start");
    let mut place = Position {
        state: Harz::new(&rules),
        common: Common::new(Names {
            definition: &rules.definition,
            players: setup.players,
        }),
        rules: &rules,
        marks: Vec::new(),
        parts: Vec::new(),
        floated: Vec::new(),
        external: None,
    };
    if !start {
        let selling = facts.has("premium") || facts.has("draft");
        place.clear(selling, facts.has("mhe"));
    }
    facts.fill(&mut place)?;
    if !start {
        place.activate();
        let round = facts.round()?;
        place
            .round(&round.verb, &round.words())
            .map_err(|fault| round.fault(&fault))?;
    }
    let money = place.common.settle_money(&mut place.state.shared);
    let state = place.state;
    Ok(Built {
        game: Game::at_harz_position(setup, rules, state),
        auto: facts.has("auto"),
        money,
    })
}

/// A mine's `switcher 2S-0`, until its owner is known.
struct OnMine {
    mine: CompanyId,
    card: crate::ids::TrainId,
}

/// A position under construction.
struct Position<'a> {
    state: Harz,
    rules: &'a HarzRules,
    common: Common<'a>,
    marks: Vec<OnMine>,
    /// Railways whose routes are built, once the tiles lie.
    parts: Vec<CompanyId>,
    /// Railways whose home stations are placed, once the tiles lie.
    floated: Vec<CompanyId>,
    /// The kind or card of the MHE's train.
    external: Option<String>,
}

impl Place for Position<'_> {
    const OWN: &'static [(&'static str, Keep)] = &[
        ("premium", Keep::Round),
        ("draft", Keep::Round),
        ("ar", Keep::Round),
        ("seed", Keep::Once),
        ("mine", Keep::Named),
        ("pmc", Keep::Named),
        ("railway", Keep::Named),
        ("formed", Keep::Named),
        ("mhe", Keep::Once),
        ("next", Keep::Once),
        ("concession", Keep::Each),
        ("option", Keep::Each),
        ("receivership", Keep::Each),
        ("active", Keep::Each),
        ("advanced", Keep::Each),
        ("reserved", Keep::Each),
        ("builtby", Keep::Each),
        ("diesels", Keep::Once),
        ("sets", Keep::Once),
        ("turns", Keep::Once),
    ];

    const STAGES: &'static [&'static [&'static str]] = &[
        &["phase", "next"],
        &["mine", "pmc", "railway", "formed", "mhe"],
        &["tile"],
        &["token"],
        &["train"],
        &["cash", "treasury"],
        &[
            "concession",
            "option",
            "receivership",
            "active",
            "advanced",
            "reserved",
            "builtby",
            "sold",
            "diesels",
            "sets",
            "ending",
            "priority",
            "turns",
            "bank",
        ],
    ];

    fn take(&mut self, verb: &str, words: &[&str]) -> Result<(), String> {
        match (verb, words) {
            ("mine", [mine, rest @ ..]) => self.mine(mine, rest),
            ("pmc", _) => self.mining(words),
            ("railway", _) => self.railway(words, true),
            ("formed", _) => self.railway(words, false),
            ("mhe", _) => self.external(words),
            ("token", [company, hexes @ .., "inactive"]) => {
                let company = self.common.names.company(company)?;
                for hex in hexes {
                    let at = self.common.names.stop(hex)?;
                    let what = Occupant::Inactive(company);
                    self.common.station(&mut self.state.shared, at, what)?;
                }
                Ok(())
            }
            ("next", [kind, left @ ..]) => {
                let left = match left {
                    [] => None,
                    ["left", count] => Some(number(count)?),
                    _ => return Err("`next 3T left 4`".into()),
                };
                let kind = self.common.names.kind(kind)?;
                self.common.next = Some((self.rules.definition.stack_of(kind), left));
                Ok(())
            }
            _ => self.memory(verb, words),
        }
    }

    fn after(&mut self, stage: usize) -> Result<(), String> {
        match stage {
            2 => {
                self.routes()?;
                self.homes()?;
                self.state.connect_mines(self.rules, &mut Vec::new());
            }
            4 => {
                self.deal_cards()?;
                self.common.deal(&mut self.state.shared)?;
            }
            _ => {}
        }
        Ok(())
    }
}

impl Position<'_> {
    /// What is remembered from before.
    fn memory(&mut self, verb: &str, words: &[&str]) -> Result<(), String> {
        let names = self.common.names;
        match (verb, words) {
            ("concession" | "option", [company, who]) => {
                let company = names.company(company)?;
                let option = verb == "option";
                if option {
                    self.receive(company);
                }
                self.state.rights.push(Right {
                    company,
                    seat: names.seat(who)?,
                    option,
                });
                if let Some(line) = self.state.line_mut(company)
                    && !option
                {
                    line.active = true;
                }
            }
            ("receivership", companies) => {
                for company in self.common.companies(companies)? {
                    self.receive(company);
                }
            }
            ("active", companies) => {
                for company in self.common.companies(companies)? {
                    if let Some(line) = self.state.line_mut(company) {
                        line.active = true;
                    }
                }
            }
            ("advanced", companies) => {
                for company in self.common.companies(companies)? {
                    if let Some(line) = self.state.line_mut(company) {
                        line.advanced = true;
                    }
                }
            }
            ("reserved", [hex, tile, company]) => self.reserve(hex, tile, company)?,
            ("builtby", [hex, sum]) => {
                let built = (names.hex(hex)?, number(sum)?);
                self.state.built_by_others.push(built);
            }
            ("sold", [who, company]) => {
                let sold = (names.seat(who)?, names.company(company)?);
                self.state.sold.push(sold);
            }
            ("diesels", []) => self.state.diesels = true,
            ("sets", [count]) => self.state.sets_of_three = number(count)?,
            // The present turn order.
            ("turns", seats) => {
                let order = self.common.seats(seats)?;
                if order.len() != usize::from(self.rules.players) {
                    return Err("all players are named in their present order".into());
                }
                self.state.shared.table.priority =
                    order.first().copied().unwrap_or(crate::ids::Seat(0));
                self.state.shared.table.order = order;
            }
            _ => return self.common.take(&mut self.state.shared, verb, words),
        }
        Ok(())
    }

    fn receive(&mut self, company: CompanyId) {
        if let Some(flag) = self.state.receivership.get_mut(company.index()) {
            *flag = true;
        }
        if let Some(facts) = self.state.shared.company_mut(company) {
            facts.director = None;
        }
        if let Some(line) = self.state.line_mut(company) {
            line.pending = false;
        }
    }

    /// Nothing but what every position has: the MHE in the pool, mines closed, or all on offer.
    fn clear(&mut self, selling: bool, external: bool) {
        self.state.shared = self.common.clear(CASH);
        let fresh = Harz::new(self.rules).shared;
        let special = &self.rules.special;
        for mine in &special.mines {
            let papers = &mut self.state.shared.papers;
            if let Some(paper) = papers.director_paper(&self.rules.definition, mine.company)
                && !selling
            {
                papers.move_to(paper, Holder::Reserved);
            }
            if let Some(facts) = self.state.shared.company_mut(mine.company) {
                *facts = fresh.company(mine.company);
            }
            if let Some(mine) = self.state.mine_mut(mine.company) {
                mine.open = selling;
            }
        }
        if !external {
            // Only `at 120 train 1T` can go wrong here, and does not.
            let _ = self.external(&["at", "120", "train", "1T"]);
        }
    }

    /// Concessions that the phase has brought on offer, and those of the railways in play.
    fn activate(&mut self) {
        let phase = self.state.shared.phase;
        for concession in &self.rules.special.concessions {
            let open = self.state.shared.is_open(concession.company);
            if let Some(line) = self.state.line_mut(concession.company) {
                line.active |= open || concession.phase <= phase;
            }
        }
    }
}

impl Harz {
    /// Whether an option on the company is being exercised share by share.
    fn exercising(&self, company: CompanyId) -> bool {
        self.frames.iter().any(|frame| {
            matches!(frame, Frame::Stock { done: Done::Exercising { company: of, .. }, .. } if *of == company)
        })
    }
}
