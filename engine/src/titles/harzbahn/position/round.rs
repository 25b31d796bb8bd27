//! The round and turn in which a scenario's position stands.

use super::Position;
use crate::scenario::number;
use crate::titles::harzbahn::{Bidding, Done, Frame, Step};

impl Position<'_> {
    /// `premium P1 …`, `draft P1 …`, `ar 4 P2 …`, `sr 2 P1 …`, `or 3.1 …`.
    pub(super) fn round(&mut self, verb: &str, words: &[&str]) -> Result<(), String> {
        match (verb, words) {
            ("premium", [who, rest @ ..]) => self.premium(who, rest),
            ("draft", [who, "premium", premium, rest @ ..]) => {
                let (must_buy, rest) = match rest {
                    ["must", rest @ ..] => (true, rest),
                    rest => (false, rest),
                };
                self.stand(vec![Frame::Draft {
                    turn: self.common.names.seat(who)?,
                    premium: number(premium)?,
                    passes: self.common.passed(rest)?,
                    must_buy,
                }]);
                Ok(())
            }
            ("ar", [turn, rest @ ..]) => {
                self.state.shared.turn = number(turn)?;
                self.auction_round(rest)
            }
            ("sr", [turn, rest @ ..]) => {
                self.state.shared.turn = number(turn)?;
                self.stock_round(rest)
            }
            ("or", [round, rest @ ..]) => {
                let (turn, part) = round.split_once('.').ok_or("`or 3.1 HBE track`")?;
                self.state.shared.turn = number(turn)?;
                self.operating_round(number(part)?, rest)
            }
            _ => Err("it is malformed".into()),
        }
    }

    /// `P1 [lead P4 80] [passed P2]`.
    fn premium(&mut self, who: &str, words: &[&str]) -> Result<(), String> {
        let (lead, rest) = match words {
            ["lead", who, bid, rest @ ..] => {
                (Some((self.common.names.seat(who)?, number(bid)?)), rest)
            }
            rest => (None, rest),
        };
        self.stand(vec![Frame::Premium {
            turn: self.common.names.seat(who)?,
            lead,
            passed: self.common.passed(rest)?,
        }]);
        Ok(())
    }

    /// Nothing: the round begins. `P2 [passed P1 …] [bidding NWE 110 P1 in P1 P2 turn P2]`.
    fn auction_round(&mut self, words: &[&str]) -> Result<(), String> {
        let [who, rest @ ..] = words else {
            self.state.frames.clear();
            self.state.begin_auction_round(self.rules, &mut Vec::new());
            return self.begun();
        };
        let at = rest.iter().position(|word| *word == "bidding");
        let (passed, bidding) = rest.split_at(at.unwrap_or(rest.len()));
        let bidding = match bidding {
            [] => None,
            ["bidding", company, price, leader, "in", list @ ..] => {
                let [bidders @ .., "turn", turn] = list else {
                    return Err("`bidding NWE 110 P1 in P1 P2 turn P2`".into());
                };
                Some(Bidding {
                    company: self.common.names.company(company)?,
                    price: number(price)?,
                    leader: self.common.names.seat(leader)?,
                    bidders: self.common.seats(bidders)?,
                    turn: self.common.names.seat(turn)?,
                })
            }
            _ => return Err("`bidding NWE 110 P1 in P1 P2 turn P2`".into()),
        };
        self.stand(vec![Frame::Auction {
            turn: self.common.names.seat(who)?,
            passes: self.common.passed(passed)?,
            bidding,
        }]);
        Ok(())
    }

    /// Nothing: the round begins. `P1 [passed …] [sold HBE …] [formed GHE | exercising SHE 1]`.
    fn stock_round(&mut self, words: &[&str]) -> Result<(), String> {
        let [who, rest @ ..] = words else {
            self.state.frames.clear();
            self.state.begin_stock_round(self.rules, &mut Vec::new());
            return self.begun();
        };
        let names = self.common.names;
        let (mut passes, mut sold_now, mut done) = (Vec::new(), Vec::new(), Done::Nothing);
        let mut verb = "";
        let mut list = rest.iter();
        while let Some(word) = list.next() {
            match (*word, verb) {
                ("passed" | "sold", _) => verb = word,
                ("formed", _) => {
                    let company = list.next().ok_or("formed which railway?")?;
                    done = Done::Formed {
                        company: names.company(company)?,
                    };
                }
                ("exercising", _) => {
                    let (Some(company), Some(count)) = (list.next(), list.next()) else {
                        return Err("`exercising SHE 1`".into());
                    };
                    done = Done::Exercising {
                        company: names.company(company)?,
                        bought: number(count)?,
                    };
                }
                (who, "passed") => passes.push(names.seat(who)?),
                (company, "sold") => sold_now.push(names.company(company)?),
                (word, _) => return Err(format!("{word:?} is malformed")),
            }
        }
        let turn = names.seat(who)?;
        for company in &sold_now {
            if !self.state.sold.contains(&(turn, *company)) {
                self.state.sold.push((turn, *company));
            }
        }
        self.stand(vec![Frame::Stock {
            turn,
            passes,
            sold_now,
            done,
        }]);
        Ok(())
    }

    /// Nothing: the round begins. `[of 2] HBE track`: the step of a company's turn; those before it have operated.
    fn operating_round(&mut self, number: u8, words: &[&str]) -> Result<(), String> {
        let phases = &self.rules.definition.phases;
        let phase = phases.get(usize::from(self.state.shared.phase));
        let mut of = phase.map_or(1, |phase| phase.operating_rounds).max(number);
        let words = match words {
            ["of", count, rest @ ..] => {
                of = crate::scenario::number(count)?;
                rest
            }
            rest => rest,
        };
        let order = self.state.order(self.rules);
        let turn = match words {
            [] => None,
            [company, step @ ..] => Some((self.common.names.company(company)?, turn_step(step)?)),
        };
        let frame = |done| Frame::Operating {
            number,
            of,
            order: order.clone(),
            done,
        };
        let Some((company, step)) = turn else {
            self.stand(vec![frame(0)]);
            return self.begun();
        };
        let place = order.iter().position(|other| *other == company);
        let place = place.ok_or("it does not operate now")? as u8;
        let first = !self.state.shared.company(company).operated;
        self.stand(vec![
            frame(place + 1),
            Frame::Turn {
                company,
                step,
                first,
            },
        ]);
        match self.state.turn() {
            Some((at, _, _)) if at == company => Ok(()),
            _ => Err("the company's turn passes by without a question".into()),
        }
    }

    fn begun(&mut self) -> Result<(), String> {
        self.stand(self.state.frames.clone());
        if self.state.frames.is_empty() {
            return Err("the round does not begin".into());
        }
        Ok(())
    }

    /// The frames of the round.
    fn stand(&mut self, frames: Vec<Frame>) {
        self.state.frames = frames;
        self.state.settle(self.rules, &mut Vec::new());
    }
}

fn turn_step(words: &[&str]) -> Result<Step, String> {
    Ok(match words {
        ["mine-track"] => Step::MineTrack,
        ["mine-production"] => Step::MineProduction,
        ["machines"] => Step::Machines,
        ["close"] => Step::CloseMine,
        ["switchers"] => Step::Switchers,
        ["production"] => Step::Production,
        ["dividend", sum] => Step::Dividend {
            profit: number(sum)?,
        },
        ["buy-mine"] => Step::BuyMine,
        ["issue"] => Step::Issue,
        ["track"] => track(0, true),
        ["track", "laid", count] => track(number(count)?, true),
        ["track", "laid", count, "single"] => track(number(count)?, false),
        ["concession"] => Step::ConcessionRoute { laid: 0 },
        ["station"] => Step::Station,
        ["run"] => Step::Run,
        ["trains"] => Step::Trains,
        _ => return Err(format!("{:?} is no step of a turn", words.join(" "))),
    })
}

fn track(laid: u8, double: bool) -> Step {
    Step::Track {
        laid,
        double: double && laid > 0,
    }
}
