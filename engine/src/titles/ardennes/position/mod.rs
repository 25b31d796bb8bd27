//! Positions of scenarios, built from lines of text; see `engine/tests/rules/README.md`.

mod companies;
mod round;
mod things;

use super::{ArdRules, Ardennes, FortPlace, Frame, Standing};
use crate::finance::{Account, Holder};
use crate::game::Game;
use crate::ids::{CompanyId, StopRef};
use crate::scenario::{Built, Common, Facts, Keep, Names, Place};
use crate::shared::Status;

/// Cash of a player of whom nothing else is said.
const CASH: i32 = 500;

/// Builds the game of a scenario's facts.
///
/// # Errors
/// The first fact that is malformed or does not fit.
pub(crate) fn build(lines: &[(usize, &str)]) -> Result<Built, String> {
    let facts = Facts::read::<Position>(lines)?;
    let setup = facts.setup("18ardennes")?;
    let rules = ArdRules::new(&setup).map_err(|rejection| rejection.to_string())?;
    let start = facts.has("start");
    let mut place = Position {
        state: Ardennes::new(&rules),
        common: Common::new(Names {
            definition: &rules.definition,
            players: setup.players,
        }),
        rules: &rules,
        pcs: false,
        restricted: None,
        opening: facts.has("initial") || facts.has("discount"),
        start,
    };
    if !start {
        place.clear();
    }
    facts.fill(&mut place)?;
    let money = place.common.settle_money(&mut place.state.shared);
    place.state.pc_won = !place.restricted.unwrap_or(!place.pcs);
    if !start {
        let round = facts.round()?;
        let done = facts.find("done").map(|fact| fact.words());
        place
            .round(&round.verb, &round.words(), done.as_deref())
            .map_err(|fault| round.fault(&fault))?;
    }
    let state = place.state;
    Ok(Built {
        game: Game::at_position(setup, rules, state),
        auto: facts.has("auto"),
        money,
    })
}

/// A position under construction.
struct Position<'a> {
    state: Ardennes,
    rules: &'a ArdRules,
    common: Common<'a>,
    /// A public company is in play.
    pcs: bool,
    /// Whether qualifying cities bind, where it does not follow from the companies in play.
    restricted: Option<bool>,
    /// The position stands in the initial auction.
    opening: bool,
    /// The position is the start of a game.
    start: bool,
}

impl Place for Position<'_> {
    const OWN: &'static [(&'static str, Keep)] = &[
        ("initial", Keep::Round),
        ("discount", Keep::Round),
        ("done", Keep::Once),
        ("minor", Keep::Named),
        ("pc", Keep::Named),
        ("gl", Keep::Once),
        ("closed", Keep::Each),
        ("right", Keep::Each),
        ("fort", Keep::Each),
        ("stack", Keep::Once),
        ("owed", Keep::Each),
        ("refused", Keep::Each),
        ("formed", Keep::Each),
        ("declined", Keep::Each),
        ("out", Keep::Each),
        ("restricted", Keep::Once),
        ("unrestricted", Keep::Once),
        ("freetoken", Keep::Once),
    ];

    const STAGES: &'static [&'static [&'static str]] = &[
        &["phase", "minor", "pc", "gl", "closed"],
        &["tile"],
        &["token", "right", "fort"],
        &["train", "stack"],
        &["cash", "treasury"],
        &[
            "owed",
            "sold",
            "refused",
            "formed",
            "declined",
            "out",
            "restricted",
            "unrestricted",
            "ending",
            "priority",
            "freetoken",
            "bank",
        ],
    ];

    fn after(&mut self, stage: usize) -> Result<(), String> {
        match stage {
            1 => self.homes()?,
            2 if !self.start => self.fill_bonus_circles(self.opening),
            3 => self.common.deal(&mut self.state.shared)?,
            _ => {}
        }
        Ok(())
    }

    fn take(&mut self, verb: &str, words: &[&str]) -> Result<(), String> {
        match (verb, words) {
            ("minor", _) => self.minor(words),
            ("pc", _) => self.pc(words),
            ("gl", [holder]) => {
                let holder = self.common.names.holder(holder, CompanyId(0))?;
                let private = crate::ids::PrivateId(0);
                let papers = &mut self.state.shared.papers;
                if let Some(paper) = papers.private_paper(&self.rules.definition, private) {
                    papers.move_to(paper, holder);
                }
                Ok(())
            }
            ("closed", _) => {
                for word in words {
                    let company = self.common.names.company(word)?;
                    if let Some(facts) = self.state.shared.company_mut(company) {
                        facts.status = Status::Closed;
                        facts.tokens_left = 0;
                    }
                    let papers = &mut self.state.shared.papers;
                    if let Some(paper) = papers.director_paper(&self.rules.definition, company) {
                        papers.move_to(paper, Holder::Gone);
                    }
                }
                Ok(())
            }
            ("right", [company, hexes @ ..]) => {
                let company = self.common.names.company(company)?;
                for hex in hexes {
                    let hex = self.common.names.hex(hex)?;
                    self.station(company, StopRef { hex, stop: 0 })?;
                    self.right(company, hex)?;
                }
                Ok(())
            }
            ("fort", [to, hexes @ ..]) => {
                let to = match *to {
                    "gone" => FortPlace::Gone,
                    company => FortPlace::Company(self.common.names.company(company)?),
                };
                for word in hexes {
                    let from = FortPlace::Map(self.common.names.hex(word)?);
                    let fort = self.state.forts.iter_mut().find(|fort| **fort == from);
                    *fort.ok_or(format!("no fort lies on {word}"))? = to;
                }
                Ok(())
            }
            ("stack", [kind]) => {
                self.common.next = Some((self.common.names.kind(kind)?, None));
                Ok(())
            }
            _ => self.memory(verb, words),
        }
    }
}

impl Position<'_> {
    /// The printed map without any token, nothing in play, all players with [`CASH`].
    fn clear(&mut self) {
        self.state.shared = self.common.clear(CASH);
        self.state.waiting.clear();
        let definition = &self.rules.definition;
        let private = crate::ids::PrivateId(0);
        if let Some(paper) = self.state.shared.papers.private_paper(definition, private) {
            let takes_part = self
                .rules
                .special
                .private_players
                .contains(&self.rules.players);
            let holder = if takes_part {
                Holder::Initial
            } else {
                Holder::Gone
            };
            self.state.shared.papers.move_to(paper, holder);
        }
    }

    /// Facts of the round, and what is remembered from before.
    fn memory(&mut self, verb: &str, words: &[&str]) -> Result<(), String> {
        match (verb, words) {
            ("owed", [company, who, "with", minor]) => {
                let owed = Standing {
                    company: self.common.names.company(company)?,
                    seat: self.common.names.seat(who)?,
                    amount: 0,
                    minor: self.common.names.company(minor)?,
                };
                self.state.owed.push(owed);
                self.pcs = true;
            }
            ("sold", [who, what]) => {
                let seat = self.common.names.seat(who)?;
                match self.rules.definition.private(what) {
                    Some(private) => self.state.sold_private.push((seat, private)),
                    None => self
                        .state
                        .sold
                        .push((seat, self.common.names.company(what)?)),
                }
            }
            ("refused", [minor, company]) => {
                let pair = (
                    self.common.names.company(minor)?,
                    self.common.names.company(company)?,
                );
                self.state.refused.push(pair);
            }
            ("formed", [company]) => self.state.formed.push(self.common.names.company(company)?),
            ("declined", [hex]) => {
                let hex = self.common.names.hex(hex)?;
                let bonus = self.bonus_of(hex).ok_or("neither port nor mine")?;
                self.state.declined.push((hex, bonus));
            }
            ("out", [who]) => {
                let seat = self.common.names.seat(who)?;
                if let Some(out) = self.state.shared.table.out.get_mut(seat.index()) {
                    *out = true;
                }
                let cash = &mut self.state.shared.cash;
                cash.pay(
                    Account::Player(seat),
                    Account::Bank,
                    cash.of(Account::Player(seat)),
                );
            }
            ("restricted", []) => self.restricted = Some(true),
            ("unrestricted", []) => self.restricted = Some(false),
            ("freetoken", [company]) => {
                let company = self.common.names.company(company)?;
                self.state.free_tokens.push(company);
            }
            _ => return self.common.take(&mut self.state.shared, verb, words),
        }
        Ok(())
    }

    /// The frames of the round.
    fn stand(&mut self, frames: Vec<Frame>) {
        self.state.frames = frames;
        self.state.settle(self.rules, &mut Vec::new());
    }
}

/// Mark for a minor whose home station waits for the tiles.
const HOME_DUE: u8 = 99;
