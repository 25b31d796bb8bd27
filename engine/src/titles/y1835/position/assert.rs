//! Assertions that only this title has; see `engine/tests/rules/README.md`.

use crate::action::Lot;
use crate::event::Event;
use crate::finance::{Account, Holder};
use crate::game::Game;
use crate::scenario::{Names, number, pairs, same, same_set};
use crate::titles::y1835::{Y35Rules, Y1835};

/// Checks an assertion of this title; `None` if it has no such verb.
pub(crate) fn assert(
    game: &Game,
    events: &[Event],
    names: Names,
    verb: &str,
    words: &[&str],
) -> Option<Result<(), String>> {
    let (rules, state) = game.y1835()?;
    let look = Look {
        rules,
        state,
        names,
        events,
    };
    Some(match verb {
        "pct" => look.percent(words),
        "cell" => look.cell(words),
        "stackat" => look.stack(words),
        "loan" => look.loan(words),
        "packet" => look.packet(words),
        "openitems" => look.open(words),
        "itemprice" => look.price(words),
        "joinable" => look.joinable(words),
        "rounds" => same("rounds", state.rounds_in_set.to_string(), words.concat()),
        "paid" => look.paid(words),
        "markerprice" => look.marker(words),
        _ => return None,
    })
}

struct Look<'a> {
    rules: &'a Y35Rules,
    state: &'a Y1835,
    names: Names<'a>,
    events: &'a [Event],
}

impl Look<'_> {
    fn lot(&self, lot: Lot) -> String {
        match lot {
            Lot::Private(id) => self.rules.definition.private_at(id).id.clone(),
            Lot::Company(id) => self.rules.id(id).to_string(),
        }
    }

    /// `BA P1 40 market 10 offering 50 reserve 0`.
    fn percent(&self, words: &[&str]) -> Result<(), String> {
        let (company, holders) = words.split_first().ok_or("`pct BA P1 40`")?;
        let company = self.names.company(company)?;
        for (holder, percent) in pairs(holders)? {
            let held: Holder = self.names.holder(holder, company)?;
            let units = self
                .state
                .shared
                .units(&self.rules.definition, company, held);
            same(holder, u16::from(units) * 5, number(percent)?)?;
        }
        Ok(())
    }

    fn cell(&self, words: &[&str]) -> Result<(), String> {
        for (company, should) in pairs(words)? {
            let id = self.names.company(company)?;
            let is = self.state.shared.markers.cell(id).map(|cell| {
                let place = self.rules.definition.chart.at(cell);
                format!("{}{}", char::from(b'A' + place.column), place.row + 1)
            });
            same(company, is.unwrap_or("none".into()), should.to_string())?;
        }
        Ok(())
    }

    fn stack(&self, words: &[&str]) -> Result<(), String> {
        let (cell, ids) = words.split_first().ok_or("`stackat B4 BA WT`")?;
        let cell = super::companies::cell_named(self.rules, cell.trim_end_matches(':'))?;
        let is: Vec<&str> = self
            .state
            .shared
            .markers
            .stack(cell)
            .map(|company| self.rules.id(company))
            .collect();
        same("stack", is.join(" "), ids.join(" "))
    }

    fn loan(&self, words: &[&str]) -> Result<(), String> {
        for (company, sum) in pairs(words)? {
            let is = self.state.loan_of(self.names.company(company)?);
            same(company, is, number(sum)?)?;
        }
        Ok(())
    }

    fn packet(&self, words: &[&str]) -> Result<(), String> {
        let is: Vec<String> = self
            .state
            .packet(self.rules)
            .into_iter()
            .map(|(lot, _)| self.lot(lot))
            .collect();
        let should: Vec<&str> = words
            .iter()
            .copied()
            .filter(|word| *word != "none")
            .collect();
        same("packet", is.join(" "), should.join(" "))
    }

    fn open(&self, words: &[&str]) -> Result<(), String> {
        let is: Vec<String> = self
            .state
            .packet_open(self.rules)
            .into_iter()
            .map(|lot| self.lot(lot))
            .collect();
        same_set("open items", is, words)
    }

    fn price(&self, words: &[&str]) -> Result<(), String> {
        for (item, price) in pairs(words)? {
            let is = self
                .state
                .packet(self.rules)
                .into_iter()
                .find(|(lot, _)| self.lot(*lot) == item)
                .map_or(-1, |(_, price)| price);
            same(item, is, number(price)?)?;
        }
        Ok(())
    }

    /// `P1 M3 HB`: what the seat could exchange.
    fn joinable(&self, words: &[&str]) -> Result<(), String> {
        let (who, items) = words.split_first().ok_or("`joinable P1 M3`")?;
        let is = self
            .state
            .foldable(self.rules, self.names.seat(who)?)
            .into_iter()
            .map(|lot| self.lot(lot))
            .collect();
        same_set("exchangeable", is, items)
    }

    /// `bank P1 40`: what one paid another in the last action, in all.
    fn paid(&self, words: &[&str]) -> Result<(), String> {
        let [from, to, sum] = words else {
            return Err("`paid bank P1 40`".into());
        };
        let (payer, payee): (Account, Account) =
            (self.names.account(from)?, self.names.account(to)?);
        let is: i32 = self
            .events
            .iter()
            .map(|event| match event {
                Event::Paid { from, to, sum, .. } if *from == payer && *to == payee => *sum,
                _ => 0,
            })
            .sum();
        same("paid", is, number(sum)?)
    }

    /// `BY E19 200`: what a marker costs there.
    fn marker(&self, words: &[&str]) -> Result<(), String> {
        let [company, hex, price] = words else {
            return Err("`markerprice BY E19 200`".into());
        };
        let company = self.names.company(company)?;
        let is = self
            .state
            .marker_price(self.rules, company, self.names.hex(hex)?);
        same("price", is, number(price)?)
    }
}
