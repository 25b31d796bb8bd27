//! Money: who has how much. Every franc that moves goes through [`Cash::pay`].

use crate::ids::{CompanyId, Seat};

/// Where money lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Account {
    /// The bank; it may go below zero.
    Bank,
    /// A player.
    Player(Seat),
    /// A company's treasury.
    Company(CompanyId),
}

/// All cash of a game, in the title's currency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cash {
    bank: i32,
    players: Vec<i32>,
    companies: Vec<i32>,
}

impl Cash {
    /// Everything in the bank.
    pub fn new(bank: i32, players: usize, companies: usize) -> Cash {
        Cash {
            bank,
            players: vec![0; players],
            companies: vec![0; companies],
        }
    }

    /// What lies there.
    pub fn of(&self, account: Account) -> i32 {
        match account {
            Account::Bank => self.bank,
            Account::Player(seat) => self.players.get(seat.index()).copied().unwrap_or(0),
            Account::Company(company) => self.companies.get(company.index()).copied().unwrap_or(0),
        }
    }

    /// All money; the same after every action.
    pub fn total(&self) -> i64 {
        self.players
            .iter()
            .chain(&self.companies)
            .map(|&sum| i64::from(sum))
            .sum::<i64>()
            + i64::from(self.bank)
    }

    /// Moves `sum` from one account to another. Whether the payer has it is the plan's business.
    pub fn pay(&mut self, from: Account, to: Account, sum: i32) {
        *self.slot(from) -= sum;
        *self.slot(to) += sum;
    }

    fn slot(&mut self, account: Account) -> &mut i32 {
        // Unknown ids cannot come out of a definition; the bank stands in so that money is never lost.
        match account {
            Account::Player(seat) if seat.index() < self.players.len() => {
                &mut self.players[seat.index()]
            }
            Account::Company(company) if company.index() < self.companies.len() => {
                &mut self.companies[company.index()]
            }
            _ => &mut self.bank,
        }
    }
}
