//! Assertions that only this title has; see `engine/tests/rules/README.md`.

use crate::event::Event;
use crate::finance::{Account, Holder};
use crate::game::Game;
use crate::ids::CompanyId;
use crate::scenario::{Names, number, pairs, same, same_set};
use crate::titles::harzbahn::{Frame, Harz, HarzRules, Step};

/// Checks an assertion of this title; `None` if it has no such verb.
pub(crate) fn assert(
    game: &Game,
    events: &[Event],
    names: Names,
    verb: &str,
    words: &[&str],
) -> Option<Result<(), String>> {
    let (rules, state) = game.harzbahn()?;
    let look = Look {
        rules,
        state,
        names,
        events,
    };
    Some(match verb {
        "mine" => look.mine(words),
        "line" => look.line(words),
        "pits" | "receivership" | "revenue" => look.company(verb, words),
        "concession" | "option" => look.right(verb == "option", words),
        "reserved" | "builtby" => look.kept(verb, words),
        "supply" => look.supply(words),
        "inactive" => look.inactive(words),
        "premium" | "high" | "profit" | "ors" | "passed" => look.frame(verb, words),
        "diesels" => same("diesels", answer(state.diesels), words.concat()),
        "sets" => same("sets", state.sets_of_three.to_string(), words.concat()),
        "turns" => {
            let order = state.shared.table.order.iter();
            let is: Vec<String> = order.map(|seat| format!("P{}", seat.0 + 1)).collect();
            same("turn order", is.join(" "), words.join(" "))
        }
        "sold" => look.sold(words),
        "paid" => look.paid(words),
        _ => return None,
    })
}

fn answer(yes: bool) -> String {
    if yes { "yes" } else { "no" }.into()
}

struct Look<'a> {
    rules: &'a HarzRules,
    state: &'a Harz,
    names: Names<'a>,
    events: &'a [Event],
}

impl Look<'_> {
    fn id(&self, company: CompanyId) -> String {
        self.rules.definition.at(company).id.clone()
    }

    fn holder(&self, holder: Holder) -> String {
        match holder {
            Holder::Player(seat) => format!("P{}", seat.0 + 1),
            Holder::Company(company) => self.id(company),
            Holder::Reserved => "bank".into(),
            Holder::Initial => "unsold".into(),
            Holder::Pool => "market".into(),
            Holder::Gone => "gone".into(),
        }
    }

    /// `9 owner P1 open yes connected no machine 2 switcher 2S-0 treasury 30`.
    fn mine(&self, words: &[&str]) -> Result<(), String> {
        let (mine, rest) = words.split_first().ok_or("`mine 9 owner P1`")?;
        let mine = self.names.company(mine)?;
        let now = self.state.mine(mine);
        for (what, should) in pairs(rest)? {
            let is = match what {
                "owner" => self.holder(self.state.mine_holder(self.rules, mine)),
                "open" => answer(now.open),
                "connected" => answer(now.connected),
                "machine" => now.machine.to_string(),
                "switcher" => now
                    .switcher
                    .map_or("none".into(), |card| self.rules.definition.train_name(card)),
                "treasury" => self.state.shared.treasury(mine).to_string(),
                "revenue" => self.state.mine_revenue(self.rules, mine).to_string(),
                _ => return Err(format!("a mine has no {what:?}")),
            };
            same(what, is, should.to_string())?;
        }
        Ok(())
    }

    /// `NWE active yes advanced no complete no pending yes`.
    fn line(&self, words: &[&str]) -> Result<(), String> {
        let (company, rest) = words.split_first().ok_or("`line NWE active yes`")?;
        let line = self.state.line(self.names.company(company)?);
        for (what, should) in pairs(rest)? {
            let is = match what {
                "active" => line.active,
                "advanced" => line.advanced,
                "complete" => line.complete,
                "pending" => line.pending,
                _ => return Err(format!("a railway has no {what:?}")),
            };
            same(what, answer(is), should.to_string())?;
        }
        Ok(())
    }

    fn company(&self, verb: &str, words: &[&str]) -> Result<(), String> {
        if verb == "pits" {
            let (company, rest) = words.split_first().ok_or("`pits HW 12 6`")?;
            let mines = self.state.pits(self.names.company(company)?).iter();
            let is: Vec<String> = mines.map(|mine| self.id(*mine)).collect();
            return same("mines", is.join(" "), rest.join(" "));
        }
        for (name, should) in pairs(words)? {
            let company = self.names.company(name)?;
            let is = match verb {
                "receivership" => answer(self.state.in_receivership(company)),
                _ => self.state.mining_revenue(self.rules, company).to_string(),
            };
            same(name, is, should.to_string())?;
        }
        Ok(())
    }

    /// `NWE P1`, `NWE none`.
    fn right(&self, option: bool, words: &[&str]) -> Result<(), String> {
        for (name, should) in pairs(words)? {
            let company = self.names.company(name)?;
            let right = self.state.rights.iter();
            let mut right =
                right.filter(|right| right.company == company && right.option == option);
            let is = right
                .next()
                .map_or("none".into(), |right| format!("P{}", right.seat.0 + 1));
            same(name, is, should.to_string())?;
        }
        Ok(())
    }

    /// `reserved E6 970 NWE`, `reserved E6 none`; `builtby I8 150`, `builtby I8 none`.
    fn kept(&self, verb: &str, words: &[&str]) -> Result<(), String> {
        let (place, should) = words.split_first().ok_or("a hex is missing")?;
        let hex = self.names.hex(place)?;
        let is: Vec<String> = if verb == "reserved" {
            let kept = self.state.reserved.iter().filter(|kept| kept.hex == hex);
            let face = |face| self.rules.definition.map.face(face).id.clone();
            kept.flat_map(|kept| [face(kept.face), self.id(kept.company)])
                .collect()
        } else {
            let built = self.state.built_by_others.iter();
            let built = built.filter(|(at, _)| *at == hex);
            built.map(|(_, sum)| sum.to_string()).collect()
        };
        let should: Vec<&str> = should.iter().copied().filter(|s| *s != "none").collect();
        same(place, is.join(" "), should.join(" "))
    }

    /// `3T 4 5T unlimited D 7`.
    fn supply(&self, words: &[&str]) -> Result<(), String> {
        for (name, should) in pairs(words)? {
            let kind = self.names.kind(name)?;
            let left = self.state.shared.depot.left(&self.rules.definition, kind);
            let is = left.map_or("unlimited".into(), |left| left.to_string());
            same(name, is, should.to_string())?;
        }
        Ok(())
    }

    /// `HBE D11/0 H13/0`, `HBE none`: all of them.
    fn inactive(&self, words: &[&str]) -> Result<(), String> {
        let (company, rest) = words.split_first().ok_or("`inactive HBE D11/0`")?;
        let company = self.names.company(company)?;
        let board = &self.state.shared.board;
        let is = board
            .markers(company)
            .filter(|at| !board.has_station(*at, company));
        let map = &self.rules.definition.map;
        let is = is.map(|at| format!("{}/{}", map.at(at.hex).name, at.stop));
        same_set("inactive stations", is.collect(), rest)
    }

    /// `premium 70`, `high NWE 110 P1`, `profit 130`, `ors 2`, `passed P1 P2`.
    fn frame(&self, verb: &str, words: &[&str]) -> Result<(), String> {
        let seats = |list: &[crate::ids::Seat]| -> Vec<String> {
            list.iter().map(|seat| format!("P{}", seat.0 + 1)).collect()
        };
        let found = self.state.frames.iter().rev().find_map(|frame| {
            Some(match (verb, frame) {
                ("premium", Frame::Draft { premium, .. }) => premium.to_string(),
                ("premium", Frame::Premium { lead, .. }) => lead
                    .map_or("none".into(), |(seat, sum)| {
                        format!("{sum} P{}", seat.0 + 1)
                    }),
                ("high", Frame::Auction { bidding, .. }) => match bidding {
                    Some(bidding) => format!(
                        "{} {} P{}",
                        self.id(bidding.company),
                        bidding.price,
                        bidding.leader.0 + 1
                    ),
                    None => "none".into(),
                },
                (
                    "profit",
                    Frame::Turn {
                        step: Step::Dividend { profit },
                        ..
                    },
                ) => profit.to_string(),
                ("ors", Frame::Operating { of, .. }) => of.to_string(),
                ("passed", Frame::Premium { passed, .. }) => seats(passed).join(" "),
                (
                    "passed",
                    Frame::Draft { passes, .. }
                    | Frame::Auction { passes, .. }
                    | Frame::Stock { passes, .. },
                ) => seats(passes).join(" "),
                _ => return None,
            })
        });
        let should: Vec<&str> = words.to_vec();
        let is = found.ok_or("the game does not stand there")?;
        let should = should.join(" ");
        let should = if verb == "passed" && should == "none" {
            String::new()
        } else {
            should
        };
        same(verb, is, should)
    }

    /// `P1 HBE MHE`, `P1 none`: what a player sold in this stock round.
    fn sold(&self, words: &[&str]) -> Result<(), String> {
        let (who, rest) = words.split_first().ok_or("`sold P1 HBE`")?;
        let seat = self.names.seat(who)?;
        let sold = self.state.sold.iter().filter(|(of, _)| *of == seat);
        same_set(
            "sold",
            sold.map(|(_, company)| self.id(*company)).collect(),
            rest,
        )
    }

    /// `HBE bank 250`: the sums that went this way in the last action.
    fn paid(&self, words: &[&str]) -> Result<(), String> {
        let [from, to, sum] = words else {
            return Err("`paid HBE bank 250`".into());
        };
        let (payer, payee): (Account, Account) =
            (self.names.account(from)?, self.names.account(to)?);
        let paid = self.events.iter().filter_map(|event| match event {
            Event::Paid { from, to, sum, .. } if *from == payer && *to == payee => Some(*sum),
            _ => None,
        });
        same("paid", paid.sum::<i32>(), number(sum)?)
    }
}
