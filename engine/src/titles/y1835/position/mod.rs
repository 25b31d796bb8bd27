//! Positions of scenarios, built from lines of text; see `engine/tests/rules/README.md`.

mod assert;
mod companies;
mod round;
mod sane;

pub(crate) use assert::assert;
pub(crate) use sane::faults;

use super::{Frame, Y35Rules, Y1835};
use crate::action::Lot;
use crate::finance::{Account, Holder};
use crate::game::Game;
use crate::ids::{CompanyId, KindId, PrivateId};
use crate::scenario::{Built, Common, Facts, Keep, Names, Place, number};
use crate::shared::Status;

/// Cash of a player of whom nothing else is said.
const CASH: i32 = 500;

/// Builds the game of a scenario's facts.
///
/// # Errors
/// The first fact that is malformed or does not fit.
pub(crate) fn build(lines: &[(usize, &str)]) -> Result<Built, String> {
    let facts = Facts::read::<Position>(lines)?;
    let setup = facts.setup("1835")?;
    let rules = Y35Rules::new(&setup).map_err(|rejection| rejection.to_string())?;
    let start = facts.has("start");
    let mut place = Position {
        state: Y1835::new(&rules),
        common: Common::new(Names {
            definition: &rules.definition,
            players: setup.players,
        }),
        rules: &rules,
        homes: Vec::new(),
        rounds: None,
    };
    if !start {
        place.clear(facts.find("packet").map(|fact| fact.words()))?;
    }
    facts.fill(&mut place)?;
    let money = place.common.settle_money(&mut place.state.shared);
    if !start {
        place.kinds();
        let round = facts.round()?;
        place
            .round(&round.verb, &round.words())
            .map_err(|fault| round.fault(&fault))?;
    }
    let state = place.state;
    Ok(Built {
        game: Game::at_y1835_position(setup, rules, state),
        auto: facts.has("auto"),
        money,
    })
}

/// A position under construction.
struct Position<'a> {
    state: Y1835,
    rules: &'a Y35Rules,
    common: Common<'a>,
    /// Companies whose home markers are put when the tiles lie.
    homes: Vec<CompanyId>,
    /// Operating rounds of the set, where said.
    rounds: Option<u8>,
}

impl Place for Position<'_> {
    const OWN: &'static [(&'static str, Keep)] = &[
        ("packet", Keep::Once),
        ("minor", Keep::Named),
        ("co", Keep::Named),
        ("private", Keep::Pairs),
        ("next", Keep::Once),
        ("loan", Keep::Pairs),
        ("used", Keep::Each),
        ("floated", Keep::Each),
        ("earned", Keep::Each),
        ("folded", Keep::Each),
        ("docked", Keep::Each),
        ("out", Keep::Each),
        ("unsold", Keep::Once),
        ("rounds", Keep::Once),
        ("lastbuyer", Keep::Once),
    ];

    const STAGES: &'static [&'static [&'static str]] = &[
        &["phase", "minor", "co", "private"],
        &["tile"],
        &["token"],
        &["train", "next"],
        &["cash", "treasury"],
        &[
            "sold",
            "loan",
            "used",
            "floated",
            "earned",
            "folded",
            "docked",
            "out",
            "unsold",
            "rounds",
            "lastbuyer",
            "ending",
            "priority",
            "bank",
        ],
    ];

    fn after(&mut self, stage: usize) -> Result<(), String> {
        match stage {
            1 => self.place_homes(),
            3 => self.common.deal(&mut self.state.shared),
            _ => Ok(()),
        }
    }

    fn take(&mut self, verb: &str, words: &[&str]) -> Result<(), String> {
        let names = self.common.names;
        match (verb, words) {
            ("minor", _) => self.minor(words),
            ("co", _) => self.company(words),
            ("private", [id, holder]) => {
                let private = self.private_named(id)?;
                let holder = names.holder(holder, CompanyId(0))?;
                self.give(Lot::Private(private), holder);
                Ok(())
            }
            ("next", [kind, rest @ ..]) => {
                let left = match rest {
                    ["left", left] => Some(number(left)?),
                    _ => None,
                };
                self.common.next = Some((names.kind(kind)?, left));
                Ok(())
            }
            ("sold", [who, what]) => {
                let sale = (names.seat(who)?, names.company(what)?);
                self.state.sold.push(sale);
                Ok(())
            }
            ("loan", [company, sum]) => {
                let loan = (names.company(company)?, number(sum)?);
                self.state.loans.push(loan);
                Ok(())
            }
            ("used", ["OBB"]) => {
                self.state.east_used = true;
                Ok(())
            }
            ("used", ["PfB", what]) => {
                match *what {
                    "tile" => self.state.pfalz_used.0 = true,
                    _ => self.state.pfalz_used.1 = true,
                }
                Ok(())
            }
            ("floated", [company]) => {
                self.state.floated.push(names.company(company)?);
                Ok(())
            }
            ("earned", [item]) => {
                let lot = self.lot(item)?;
                self.state.earned.push(lot);
                Ok(())
            }
            ("folded", [item]) => {
                let lot = self.lot(item)?;
                self.state.folded.push(lot);
                Ok(())
            }
            ("docked", [who, percent]) => {
                let percent: u8 = number(percent)?;
                self.state.docked.push((names.seat(who)?, percent / 5));
                Ok(())
            }
            ("unsold", [rounds]) => {
                self.state.unsold_rounds = number(rounds)?;
                Ok(())
            }
            ("rounds", [count]) => {
                self.rounds = Some(number(count)?);
                Ok(())
            }
            ("lastbuyer", [who]) => {
                self.state.last_buyer = Some(names.seat(who)?);
                Ok(())
            }
            ("out", [who]) => {
                let seat = names.seat(who)?;
                if let Some(out) = self.state.shared.table.out.get_mut(seat.index()) {
                    *out = true;
                }
                let cash = &mut self.state.shared.cash;
                let sum = cash.of(Account::Player(seat));
                cash.pay(Account::Player(seat), Account::Bank, sum);
                Ok(())
            }
            _ => self.common.take(&mut self.state.shared, verb, words),
        }
    }
}

impl Position<'_> {
    /// The printed map, nothing in play, all players with [`CASH`]. What the packet does not name has left the game.
    fn clear(&mut self, packet: Option<Vec<&str>>) -> Result<(), String> {
        self.state.shared = self.common.clear(CASH);
        self.state.shared.turn = 3;
        for company in self.rules.majors() {
            if let Some(facts) = self.state.shared.company_mut(company) {
                facts.units = super::setup::UNITS;
            }
        }
        let all = packet.as_deref() == Some(&["all"]);
        let mut kept = Vec::new();
        for word in packet.iter().flatten().filter(|word| **word != "all") {
            kept.push(self.lot(word)?);
        }
        let items: Vec<_> = self
            .rules
            .special
            .packet
            .iter()
            .flatten()
            .copied()
            .collect();
        for item in items {
            if all || kept.contains(&item.lot) {
                continue;
            }
            match item.lot {
                Lot::Company(company) if self.rules.is_minor(company) => {
                    self.give(item.lot, Holder::Gone);
                    if let Some(facts) = self.state.shared.company_mut(company) {
                        facts.status = Status::Closed;
                        facts.tokens_left = 0;
                    }
                }
                Lot::Company(_) => {}
                Lot::Private(_) => self.give(item.lot, Holder::Gone),
            }
        }
        // Group 1 is not in the way unless it or the packet names it.
        for company in [self.rules.special.bavarian, self.rules.special.saxon] {
            let waits = kept.iter().any(|&lot| {
                lot == Lot::Company(company)
                    || self
                        .rules
                        .special
                        .item(lot)
                        .is_some_and(|item| item.with == Some(company))
            });
            if !all && !waits {
                self.give_all(company, Holder::Gone);
            }
        }
        Ok(())
    }

    fn private_named(&self, id: &str) -> Result<PrivateId, String> {
        self.rules
            .definition
            .private(id)
            .ok_or(format!("{id:?} is no private"))
    }

    fn lot(&self, word: &str) -> Result<Lot, String> {
        match self.rules.definition.private(word) {
            Some(private) => Ok(Lot::Private(private)),
            None => Ok(Lot::Company(self.common.names.company(word)?)),
        }
    }

    fn give(&mut self, lot: Lot, holder: Holder) {
        if let Some(paper) = self.state.packet_paper(self.rules, lot) {
            self.state.shared.papers.move_to(paper, holder);
        }
    }

    fn give_all(&mut self, company: CompanyId, holder: Holder) {
        let papers: Vec<_> = self
            .state
            .shared
            .papers
            .of_company(&self.rules.definition, company)
            .map(|(paper, _, _)| paper)
            .collect();
        for paper in papers {
            self.state.shared.papers.move_to(paper, holder);
        }
    }

    /// Kinds of which a card was sold.
    fn kinds(&mut self) {
        let definition = &self.rules.definition;
        self.state.kinds_sold = (0..definition.trains.len())
            .map(KindId::from)
            .filter(|&kind| {
                self.state.shared.depot.left(definition, kind) != definition.train(kind).count
            })
            .collect();
    }

    /// The frames of the round.
    fn stand(&mut self, frames: Vec<Frame>) {
        self.state.frames = frames;
        self.state.settle(self.rules, &mut Vec::new());
    }
}
