//! Assertions that only this title has; see `engine/tests/rules/README.md`.

use super::cell;
use crate::game::Game;
use crate::ids::CompanyId;
use crate::scenario::{Names, number, pairs, same};
use crate::titles::Mark;
use crate::titles::y1826::{Rules, Y1826};

/// Checks an assertion of this title; `None` if it has no such verb.
pub(crate) fn assert(
    game: &Game,
    names: Names,
    verb: &str,
    words: &[&str],
) -> Option<Result<(), String>> {
    let (rules, state) = game.y1826()?;
    let look = Look {
        game,
        rules,
        state,
        names,
    };
    Some(match verb {
        "cell" => look.cells(words),
        "on" => look.on(words),
        "supply" => look.each(words, |look, kind| {
            let kind = look.names.kind(kind)?;
            let left = look.state.shared.depot.left(&rules.definition, kind);
            Ok(left.map_or("unlimited".into(), |left| left.to_string()))
        }),
        "loans" => look.each(words, |look, company| {
            Ok(look
                .state
                .loans_of(look.names.company(company)?)
                .to_string())
        }),
        "floated" => look.each(words, |look, company| {
            let floated = look.state.is_floated(look.names.company(company)?);
            Ok(if floated { "yes" } else { "no" }.into())
        }),
        "connected" => look.each(words, |look, company| {
            let company = look.names.company(company)?;
            let joined = look.state.is_connected(look.rules, company);
            Ok(if joined { "yes" } else { "no" }.into())
        }),
        "bonds" => look.each(words, |look, who| {
            let bonds = look.state.bonds();
            Ok(match who {
                "market" => bonds.pool,
                "treasury" => bonds.treasury,
                who => bonds.of(look.names.seat(who)?),
            }
            .to_string())
        }),
        "free" => look.each(words, |look, who| {
            let seat = look.names.seat(who)?;
            Ok(look.state.free_cash(look.rules, seat, None).to_string())
        }),
        "mail" => {
            let is = state.mail().map(|(company, hex)| {
                let hex = &rules.definition.map.at(hex).name;
                format!("{} {hex}", rules.id(company))
            });
            same("mail", is.unwrap_or("none".into()), words.join(" "))
        }
        "extra" => {
            let is = state
                .extra_train()
                .map(|company| rules.id(company).to_string());
            same("extra train", is.unwrap_or("none".into()), words.join(" "))
        }
        "ors" => same(
            "rounds",
            state.rounds_in_set,
            match number(&words.concat()) {
                Ok(count) => count,
                Err(fault) => return Some(Err(fault)),
            },
        ),
        "reach" => look.reach(words),
        "marked" => look.marked(words),
        "high" => look.each(words, |look, lot| {
            let private = look
                .rules
                .definition
                .private(lot)
                .ok_or("no such private")?;
            let high = look.state.high_bid(private);
            Ok(high.map_or("none".into(), |bid| {
                format!("P{}:{}", bid.seat.0 + 1, bid.amount)
            }))
        }),
        _ => return None,
    })
}

struct Look<'a> {
    game: &'a Game,
    rules: &'a Rules,
    state: &'a Y1826,
    names: Names<'a>,
}

impl Look<'_> {
    fn each(
        &self,
        words: &[&str],
        is: impl Fn(&Self, &str) -> Result<String, String>,
    ) -> Result<(), String> {
        for (what, should) in pairs(words)? {
            same(what, is(self, what)?, should.to_string())?;
        }
        Ok(())
    }

    /// `PO D2 GC none`: the cells of markers.
    fn cells(&self, words: &[&str]) -> Result<(), String> {
        self.each(words, |look, company| {
            let company = look.names.company(company)?;
            let cell = look.state.shared.markers.cell(company);
            Ok(cell.map_or("none".into(), |cell| {
                let data = look.rules.definition.chart.at(cell);
                format!("{}{}", char::from(b'A' + data.column), data.row + 1)
            }))
        })
    }

    /// `D1 Paris PO`: a whole stack, top first.
    fn on(&self, words: &[&str]) -> Result<(), String> {
        let (place, stack) = words.split_first().ok_or("`on D1 Paris PO`")?;
        let cell = cell(&self.rules.definition, place)?;
        let ids: Vec<&str> = self
            .state
            .shared
            .markers
            .stack(cell)
            .map(|company| self.rules.id(company))
            .collect();
        let should: Vec<&str> = stack.iter().copied().filter(|id| *id != "none").collect();
        same(place, ids.join(" "), should.join(" "))
    }

    /// `B8 40`: what a stop pays in this phase.
    fn reach(&self, words: &[&str]) -> Result<(), String> {
        self.each(words, |look, hex| {
            let hex = look.names.hex(hex)?;
            let face = look
                .state
                .shared
                .board
                .face(&look.rules.definition.map, hex);
            let stop = face.stops.first().ok_or("there is no stop")?;
            Ok(stop.revenue.at(look.game.phase_name()).to_string())
        })
    }

    /// `destination PO K5`, `guarded F8 Paris`, `zone D12 Belg`.
    fn marked(&self, words: &[&str]) -> Result<(), String> {
        let [kind, a, b] = words else {
            return Err("`marked destination PO K5`".into());
        };
        let id = |company: CompanyId| self.rules.id(company) == *a || self.rules.id(company) == *b;
        let name = |hex| &self.rules.definition.map.at(hex).name;
        let found = self.game.marks().into_iter().any(|mark| match mark {
            Mark::Destination { company, hex } => {
                *kind == "destination" && id(company) && name(hex) == b
            }
            Mark::Guarded { company, hex } => *kind == "guarded" && id(company) && name(hex) == a,
            Mark::Zone { company, hex } => *kind == "zone" && id(company) && name(hex) == a,
            _ => false,
        });
        same("mark", found, true)
    }
}
