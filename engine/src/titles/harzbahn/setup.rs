//! Section 2: setting up.

use super::{Frame, Harz, HarzRules, Line, Mine, Options, Special};
use crate::finance::{Account, Holder};
use crate::game::Setup;
use crate::ids::{CompanyId, Seat};
use crate::rejection::{Rejection, require};
use crate::rolling_stock::TrainHolder;
use crate::rules::{CompanyKind, Definition, Fixes};
use crate::shared::{Shared, Status};
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

impl HarzRules {
    /// Rules for a set-up.
    ///
    /// # Errors
    /// H73-2-01 for a wrong number of players, `GAME` for an unknown option.
    pub fn new(setup: &Setup) -> Result<HarzRules, Rejection> {
        let (definition, special) = definition()?;
        require!(
            (definition.players.min..=definition.players.max).contains(&setup.players),
            "H73-2-01",
            "Harzbahn 1873 is for 2 to 5 players, not {}",
            setup.players
        );
        Ok(HarzRules {
            definition: definition.clone(),
            special: special.clone(),
            options: Options::read("Harzbahn 1873", &setup.options)?,
            fixes: Fixes::of("1873", setup.revision),
            players: setup.players,
            seed: setup.seed.unwrap_or(0),
        })
    }
}

impl Harz {
    /// The start of a game: cash handed out, all mines open, the MHE in the pool with its 1T, the premium is bid for.
    pub fn new(rules: &HarzRules) -> Harz {
        let definition = &rules.definition;
        let special = &rules.special;
        let mut shared = Shared::new(definition, usize::from(rules.players));
        // H73-2-01.
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
        // H73-2-03, H73-4.1-06, H73-3.2.7-02: the MHE.
        let external = special.external;
        for (paper, _, _) in shared
            .papers
            .of_company(definition, external)
            .collect::<Vec<_>>()
        {
            shared.papers.move_to(paper, Holder::Pool);
        }
        if let Some(company) = shared.company_mut(external) {
            company.status = Status::Open;
            company.units = 10;
        }
        if let Some(cell) = definition.chart.priced(special.external_start, "") {
            shared.markers.place(external, cell, true);
        }
        if let Some(kind) = definition.kind("1T") {
            shared
                .depot
                .take(definition, kind, TrainHolder::Company(external));
        }
        for mine in &special.mines {
            if let Some(company) = shared.company_mut(mine.company) {
                company.status = Status::Open;
                company.units = 1;
            }
        }
        let lines = definition
            .company_ids()
            .map(|company| {
                let concession = special.concession(company);
                Line {
                    active: concession.is_some_and(|concession| concession.phase == 0),
                    advanced: false,
                    complete: concession.is_none_or(|concession| concession.build.is_empty()),
                    pending: rules.kind(company) == CompanyKind::Major,
                }
            })
            .collect();
        let companies = definition.companies.len();
        Harz {
            shared,
            frames: vec![Frame::Premium {
                turn: Seat(0),
                lead: None,
                passed: Vec::new(),
            }],
            mines: special
                .mines
                .iter()
                .map(|mine| Mine {
                    open: true,
                    connected: mine.connected_at_start,
                    machine: 1,
                    switcher: None,
                })
                .collect(),
            pits: vec![Vec::<CompanyId>::new(); companies],
            lines,
            rights: Vec::new(),
            receivership: vec![false; companies],
            reserved: Vec::new(),
            built_by_others: Vec::new(),
            sold: Vec::new(),
            sets_of_three: 0,
            diesels: false,
        }
    }
}
