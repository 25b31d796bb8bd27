//! Positions of scenarios, built from lines of text; see `engine/tests/rules/README.md`.

mod assert;
mod companies;
mod round;

pub(crate) use assert::assert;

use super::{Rules, Standing, Y1826};
use crate::finance::{Account, Holder};
use crate::game::Game;
use crate::ids::{CellId, CompanyId, PaperId, PrivateId};
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
    let setup = facts.setup("1826")?;
    let rules = Rules::new(&setup).map_err(|rejection| rejection.to_string())?;
    let start = facts.has("start");
    let mut place = Position {
        state: Y1826::new(&rules),
        common: Common::new(Names {
            definition: &rules.definition,
            players: setup.players,
        }),
        rules: &rules,
        homes: Vec::new(),
    };
    if !start {
        place.clear(facts.has("privates"));
    }
    facts.fill(&mut place)?;
    let money = place.common.settle_money(&mut place.state.shared);
    if !start {
        let round = facts.round()?;
        let done = facts.find("done").map(|fact| fact.words());
        place
            .round(&round.verb, &round.words(), done.as_deref())
            .map_err(|fault| round.fault(&fault))?;
    }
    let state = place.state;
    Ok(Built {
        game: Game::at_1826_position(setup, rules, state),
        auto: facts.has("auto"),
        money,
    })
}

/// A position under construction.
struct Position<'a> {
    state: Y1826,
    rules: &'a Rules,
    common: Common<'a>,
    /// Companies whose home stations are to be put when the tiles lie.
    homes: Vec<CompanyId>,
}

impl Place for Position<'_> {
    const OWN: &'static [(&'static str, Keep)] = &[
        ("privates", Keep::Round),
        ("bidding", Keep::Round),
        ("done", Keep::Once),
        ("co", Keep::Named),
        ("private", Keep::Each),
        ("closed", Keep::Each),
        ("loans", Keep::Pairs),
        ("bonds", Keep::Pairs),
        ("mail", Keep::Once),
        ("extra", Keep::Once),
        ("fresh", Keep::Each),
        ("bid", Keep::Each),
        ("stack", Keep::Once),
        ("rounds", Keep::Once),
        ("out", Keep::Each),
    ];

    const STAGES: &'static [&'static [&'static str]] = &[
        &["phase", "co", "closed"],
        &["tile"],
        &["token"],
        &["train", "stack"],
        &["cash", "treasury"],
        &[
            "private", "loans", "bonds", "mail", "extra", "fresh", "bid", "rounds", "out", "sold",
            "ending", "priority", "bank",
        ],
    ];

    fn after(&mut self, stage: usize) -> Result<(), String> {
        match stage {
            1 => self.put_homes()?,
            3 => self.common.deal(&mut self.state.shared)?,
            _ => {}
        }
        Ok(())
    }

    fn take(&mut self, verb: &str, words: &[&str]) -> Result<(), String> {
        let names = self.common.names;
        match (verb, words) {
            ("co", _) => self.company(words),
            ("closed", _) => {
                for word in words {
                    let company = names.company(word)?;
                    self.close(company);
                }
                Ok(())
            }
            ("private", [id, holder]) => {
                let private = self.private(id)?;
                let holder = names.holder(holder, CompanyId(0))?;
                let papers = &mut self.state.shared.papers;
                if let Some(paper) = papers.private_paper(&self.rules.definition, private) {
                    papers.move_to(paper, holder);
                }
                Ok(())
            }
            ("loans", [company, count]) => {
                let company = names.company(company)?;
                if let Some(loans) = self.state.loans.get_mut(company.index()) {
                    *loans = number(count)?;
                }
                Ok(())
            }
            ("bonds", [who, count]) => {
                let count: u8 = number(count)?;
                let left = self.state.bonds.treasury.checked_sub(count);
                self.state.bonds.treasury = left.ok_or("there are ten bonds")?;
                match *who {
                    "market" => self.state.bonds.pool += count,
                    who => {
                        let seat = names.seat(who)?;
                        if let Some(held) = self.state.bonds.players.get_mut(seat.index()) {
                            *held += count;
                        }
                    }
                }
                Ok(())
            }
            ("mail", [company, hex]) => {
                self.state.mail = Some((names.company(company)?, names.hex(hex)?));
                Ok(())
            }
            ("extra", [company]) => {
                self.state.extra_train = Some(names.company(company)?);
                Ok(())
            }
            ("fresh", _) => {
                for company in self.common.companies(words)? {
                    self.state.fresh = self.state.fresh.with(company);
                }
                Ok(())
            }
            ("bid", [lot, who, amount]) => {
                let bid = Standing {
                    lot: self.private(lot)?,
                    seat: names.seat(who)?,
                    amount: number(amount)?,
                };
                self.state.bids.push(bid);
                self.state.bids.sort_by_key(|bid| (bid.lot, bid.amount));
                Ok(())
            }
            ("stack", [kind]) => {
                self.common.next = Some((names.kind(kind)?, None));
                Ok(())
            }
            ("stack", [kind, "left", count]) => {
                self.common.next = Some((names.kind(kind)?, Some(number(count)?)));
                Ok(())
            }
            ("rounds", [count]) => {
                self.state.rounds_in_set = number(count)?;
                Ok(())
            }
            ("sold", [who, company]) => {
                let pair = (names.seat(who)?, names.company(company)?);
                self.state.sold.push(pair);
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
    /// The printed map, nothing in play, all players with [`CASH`]; privates unsold or out of the game.
    fn clear(&mut self, unsold: bool) {
        self.state.shared = self.common.clear(CASH);
        let definition = &self.rules.definition;
        if !unsold {
            for private in Y1826::privates(self.rules) {
                let papers = &mut self.state.shared.papers;
                if let Some(paper) = papers.private_paper(definition, private) {
                    papers.move_to(paper, Holder::Gone);
                }
            }
        }
    }

    fn private(&self, id: &str) -> Result<PrivateId, String> {
        let private = self.rules.definition.private(id);
        private.ok_or(format!("{id:?} is no private"))
    }

    fn close(&mut self, company: CompanyId) {
        if let Some(facts) = self.state.shared.company_mut(company) {
            facts.status = Status::Closed;
            facts.tokens_left = 0;
        }
        let all: Vec<PaperId> = self
            .state
            .shared
            .papers
            .of_company(&self.rules.definition, company)
            .map(|(paper, ..)| paper)
            .collect();
        for paper in all {
            self.state.shared.papers.move_to(paper, Holder::Gone);
        }
    }

    /// `D2`: column D, row 2.
    fn cell(&self, word: &str) -> Result<CellId, String> {
        cell(&self.rules.definition, word)
    }
}

/// `D2`: column D, row 2.
fn cell(definition: &crate::rules::Definition, word: &str) -> Result<CellId, String> {
    let mut letters = word.chars();
    let column = letters.next().filter(char::is_ascii_uppercase);
    let row: u8 = number(letters.as_str())?;
    column
        .and_then(|column| {
            definition
                .chart
                .find(row.checked_sub(1)?, column as u8 - b'A')
        })
        .ok_or(format!("{word:?} is no cell of the market"))
}
