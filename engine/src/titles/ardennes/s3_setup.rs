//! Section 3.1: setting up.

use super::{ArdRules, Ardennes, FortPlace, Frame, Options, Special};
use crate::board::{Bonus, Occupant};
use crate::finance::{Account, Holder};
use crate::game::Setup;
use crate::ids::{Seat, StopRef};
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

impl ArdRules {
    /// Rules for a set-up.
    ///
    /// # Errors
    /// ARD-3.1-04 for a wrong number of players, `GAME` for an unknown option.
    pub fn new(setup: &Setup) -> Result<ArdRules, Rejection> {
        let (definition, special) = definition()?;
        require!(
            (definition.players.min..=definition.players.max).contains(&setup.players),
            "ARD-3.1-04",
            "18Ardennes is for 3 to 5 players, not {}",
            setup.players
        );
        Ok(ArdRules {
            definition: definition.clone(),
            special: special.clone(),
            options: Options::read("18Ardennes", &setup.options)?,
            fixes: Fixes::of("18ardennes", setup.revision),
            players: setup.players,
        })
    }
}

impl Ardennes {
    /// The start of a game: cash handed out, bonus tokens and forts on the map, seat 1 opens the auction.
    pub fn new(rules: &ArdRules) -> Ardennes {
        let definition = &rules.definition;
        let special = &rules.special;
        let mut shared = Shared::new(definition, usize::from(rules.players));
        // ARD-3.1-01 to 03, ARD-RUL-04.
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
        let mut waiting = Vec::new();
        // ARD-3.1-05, ARD-3.1-07: the first token of a hex fills its circle, the second waits for another circle.
        for (list, bonus) in [
            (&special.ports, Bonus::Ferry),
            (&special.mines, Bonus::Mine),
        ] {
            for &(hex, count) in list {
                // ARD-3.2.4-12: Saarbrücken's circle is Minor 7's base; one of the tokens waits for it.
                let on_board = u8::from(special.mining_minor.1 != hex);
                if on_board == 1 {
                    shared
                        .board
                        .put(StopRef { hex, stop: 0 }, 0, Occupant::Bonus(bonus));
                }
                for _ in on_board..count {
                    waiting.push((hex, bonus));
                }
            }
        }
        // ARD-1.1-02: the Guillaume-Luxembourg takes part with four players only.
        if !special.private_players.contains(&rules.players)
            && let Some(paper) = shared
                .papers
                .private_paper(definition, crate::ids::PrivateId(0))
        {
            shared.papers.move_to(paper, Holder::Gone);
        }
        Ardennes {
            shared,
            // ARD-3.2.1-01.
            frames: vec![Frame::Lots {
                auctioneer: Seat(0),
                bidding: None,
            }],
            rights: Vec::new(),
            forts: special
                .forts
                .iter()
                .map(|&hex| FortPlace::Map(hex))
                .collect(),
            waiting,
            declined: Vec::new(),
            pc_won: false,
            owed: Vec::new(),
            sold: Vec::new(),
            sold_private: Vec::new(),
            refused: Vec::new(),
            formed: Vec::new(),
            last_to_act: None,
            free_tokens: Vec::new(),
            bought_now: Vec::new(),
        }
    }
}
