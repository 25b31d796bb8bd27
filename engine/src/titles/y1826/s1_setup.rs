//! Section 1.1: setting up.

use super::{Bonds, Frame, Options, Rules, Special, Y1826};
use crate::action::CompanySet;
use crate::board::Colour;
use crate::finance::Account;
use crate::game::Setup;
use crate::ids::Seat;
use crate::rejection::{Rejection, require};
use crate::rules::{Definition, Fixes};
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

impl Rules {
    /// Rules for a set-up.
    ///
    /// # Errors
    /// E26-1.1-01 for a wrong number of players, `GAME` for an unknown option.
    pub fn new(setup: &Setup) -> Result<Rules, Rejection> {
        let (definition, special) = definition()?;
        let players = &definition.players;
        require!(
            (players.min..=players.max).contains(&setup.players),
            "E26-1.1-01",
            "1826 is for {} to {} players, not {}",
            players.min,
            players.max,
            setup.players
        );
        let options = Options::read("1826", &setup.options)?;
        let mut definition = definition.clone();
        if options.plain_yellow_unlimited {
            for face in &mut definition.map.faces {
                if face.count != Some(0) && face.colour == Colour::Yellow && face.stops.is_empty() {
                    face.count = None;
                }
            }
        }
        Ok(Rules {
            definition,
            special: special.clone(),
            options,
            fixes: Fixes::of("1826", setup.revision),
            players: setup.players,
        })
    }
}

impl Y1826 {
    /// The start of a game: cash handed out (E26-1.1-02, E26-1.1-03), seat 1 opens the initial stock round.
    pub fn new(rules: &Rules) -> Y1826 {
        let definition = &rules.definition;
        let players = usize::from(rules.players);
        let mut shared = Shared::new(definition, players);
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
        Y1826 {
            shared,
            frames: vec![Frame::Privates {
                turn: Seat(0),
                passes: Vec::new(),
                acted: false,
            }],
            floated: CompanySet::default(),
            fresh: CompanySet::default(),
            bids: Vec::new(),
            sold: Vec::new(),
            loans: vec![0; definition.companies.len()],
            bonds: Bonds {
                players: vec![0; players],
                pool: 0,
                treasury: rules.special.bonds,
            },
            mail: None,
            extra_train: None,
            rounds_in_set: 1,
        }
    }
}
