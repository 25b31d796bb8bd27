//! Game preparation.

use super::{Frame, Options, Special, Y35Rules, Y1835};
use crate::finance::Account;
use crate::game::Setup;
use crate::ids::{CompanyId, Seat};
use crate::rejection::{Rejection, require};
use crate::rules::{CompanyKind, Definition, Fixes};
use crate::shared::Shared;
use std::sync::OnceLock;

/// The definition is read once a process; it is part of the program.
fn definition() -> Result<&'static (Definition, Special), Rejection> {
    static READ: OnceLock<Result<(Definition, Special), String>> = OnceLock::new();
    let read = READ.get_or_init(|| {
        let definition = Definition::parse(super::DEFINITION)?;
        let special = Special::read(&definition)?;
        Ok((definition, special))
    });
    read.as_ref()
        .map_err(|fault| Rejection::new("GAME", format!("the title's data is broken: {fault}")))
}

impl Y35Rules {
    /// Rules for a set-up.
    ///
    /// # Errors
    /// E35-PREP-01 for a wrong number of players, `GAME` for an unknown option.
    pub fn new(setup: &Setup) -> Result<Y35Rules, Rejection> {
        let (definition, special) = definition()?;
        require!(
            (definition.players.min..=definition.players.max).contains(&setup.players),
            "E35-PREP-01",
            "1835 is for 3 to 7 players, not {}",
            setup.players
        );
        let options = Options::read("1835", &setup.options)?;
        let mut definition = definition.clone();
        if options.unlimited_tiles {
            definition.map.unlimited();
        }
        Ok(Y35Rules {
            definition,
            special: special.clone(),
            options,
            fixes: Fixes::of("1835", setup.revision),
            players: setup.players,
        })
    }

    pub(super) fn kind(&self, company: CompanyId) -> CompanyKind {
        self.definition.at(company).kind
    }

    pub(super) fn is_minor(&self, company: CompanyId) -> bool {
        self.kind(company) == CompanyKind::Minor
    }

    /// The minors in the order of their numbers.
    pub(super) fn minors(&self) -> impl Iterator<Item = CompanyId> + '_ {
        self.definition
            .company_ids()
            .filter(|&id| self.is_minor(id))
    }

    /// The eight share companies.
    pub(super) fn majors(&self) -> impl Iterator<Item = CompanyId> + '_ {
        self.definition
            .company_ids()
            .filter(|&id| !self.is_minor(id))
    }

    pub(super) fn id(&self, company: CompanyId) -> &str {
        &self.definition.at(company).id
    }

    pub(super) fn money(&self, sum: i32) -> String {
        self.definition.money.print(sum)
    }

    /// Units of a company that can be bought: all but those kept for exchange.
    pub(super) fn units_for_sale(&self, company: CompanyId) -> u8 {
        use crate::rules::PaperDef;
        self.definition
            .papers
            .iter()
            .map(|paper| match paper {
                PaperDef::Share {
                    company: of,
                    units,
                    reserve: false,
                    ..
                } if *of == company => *units,
                _ => 0,
            })
            .sum()
    }
}

/// Units of 5% in a share company.
pub(super) const UNITS: u8 = 20;

impl Y1835 {
    /// The start of a game: cash handed out, the packet laid out, the first share round (E35-PREP-01 to 08).
    pub fn new(rules: &Y35Rules) -> Y1835 {
        let definition = &rules.definition;
        let mut shared = Shared::new(definition, usize::from(rules.players));
        let cash = definition
            .players
            .cash
            .get(&rules.players.to_string())
            .copied()
            .unwrap_or(0);
        for seat in 0..rules.players {
            shared
                .cash
                .pay(Account::Bank, Account::Player(Seat(seat)), cash);
        }
        for company in rules.majors() {
            if let Some(facts) = shared.company_mut(company) {
                facts.units = UNITS;
            }
        }
        let first = if rules.options.clemens_start {
            Seat(rules.players.saturating_sub(1))
        } else {
            Seat(0)
        };
        shared.table.priority = first;
        Y1835 {
            shared,
            frames: vec![Frame::Share {
                turn: first,
                passes: Vec::new(),
                bought: false,
                sold: false,
                turns: 0,
            }],
            sold: Vec::new(),
            sold_now: Vec::new(),
            floated: Vec::new(),
            last_buyer: None,
            unsold_rounds: 0,
            rounds_in_set: 1,
            east_used: false,
            pfalz_used: (false, false),
            earned: Vec::new(),
            folded: Vec::new(),
            docked: Vec::new(),
            opener: None,
            loans: Vec::new(),
            kinds_sold: Vec::new(),
        }
    }
}
