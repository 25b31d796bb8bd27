//! The round and turn in which a scenario's position stands.

use super::Position;
use crate::ids::{CompanyId, Seat};
use crate::scenario::number;
use crate::titles::ardennes::{Frame, Standing, Step};

impl Position<'_> {
    /// `initial P1`, `discount P2`, `sr 3 …`, `or 3.1 …`.
    pub(super) fn round(
        &mut self,
        verb: &str,
        words: &[&str],
        done: Option<&[&str]>,
    ) -> Result<(), String> {
        match (verb, words) {
            ("initial", [who]) => {
                let auctioneer = self.common.names.seat(who)?;
                self.stand(vec![Frame::Lots {
                    auctioneer,
                    bidding: None,
                }]);
                Ok(())
            }
            ("discount", [who]) => {
                let last = self.common.names.seat(who)?;
                self.stand(vec![Frame::Discount { last }]);
                Ok(())
            }
            ("sr", [turn, rest @ ..]) => {
                self.state.shared.turn = number(turn)?;
                self.stock_round(rest)
            }
            ("or", [round, rest @ ..]) => {
                let (turn, part) = round.split_once('.').ok_or("`or 3.1 BE token`")?;
                self.state.shared.turn = number(turn)?;
                self.operating_round(number(part)?, rest, done)
            }
            _ => Err("it is malformed".into()),
        }
    }

    /// Nothing: the round begins. `P2 [passed P1 P3]`: a player's turn. `auction P2 [passed P1] [bids BE P1 20 with 14,
    /// …]`: the auction before it.
    fn stock_round(&mut self, words: &[&str]) -> Result<(), String> {
        let priority = self.state.shared.table.priority;
        match words {
            [] => {
                self.state.frames.clear();
                self.state.begin_stock_round(self.rules, &mut Vec::new());
                self.stand(self.state.frames.clone());
            }
            ["auction", who, rest @ ..] => {
                let at = rest.iter().position(|word| *word == "bids");
                let at = at.unwrap_or(rest.len());
                let passes = self.common.passed(rest.get(..at).unwrap_or(&[]))?;
                let mut bids = Vec::new();
                let list = rest.get(at + 1..).unwrap_or(&[]).join(" ");
                for bid in list.split(',').map(str::trim).filter(|bid| !bid.is_empty()) {
                    let words: Vec<&str> = bid.split_whitespace().collect();
                    let [company, who, amount, "with", minor] = words.as_slice() else {
                        return Err("a bid is `BE P1 20 with 14`".into());
                    };
                    bids.push(Standing {
                        company: self.common.names.company(company)?,
                        seat: self.common.names.seat(who)?,
                        amount: number(amount)?,
                        minor: self.common.names.company(minor)?,
                    });
                }
                let turn = self.common.names.seat(who)?;
                self.stand(vec![
                    stock_frame(priority, Vec::new()),
                    Frame::CompanyAuction { turn, passes, bids },
                ]);
            }
            [who, rest @ ..] => {
                let turn = self.common.names.seat(who)?;
                let passes = self.common.passed(rest)?;
                self.stand(vec![stock_frame(turn, passes)]);
            }
        }
        Ok(())
    }

    /// Nothing: the round begins. `BE token`: the step of a company's turn; the companies before it have operated.
    fn operating_round(
        &mut self,
        part: u8,
        words: &[&str],
        done: Option<&[&str]>,
    ) -> Result<(), String> {
        let [company, step @ ..] = words else {
            self.stand(vec![Frame::Operating {
                number: part,
                done: Vec::new(),
                opened: false,
            }]);
            return Ok(());
        };
        let company = self.common.names.company(company)?;
        let done = match done {
            Some(["none"]) => Vec::new(),
            Some(list) => self.common.companies(list)?,
            None => self.before(company),
        };
        let first = !self.state.shared.company(company).operated;
        self.stand(vec![
            Frame::Operating {
                number: part,
                done,
                opened: true,
            },
            Frame::Turn {
                company,
                step: turn_step(step)?,
                first,
            },
        ]);
        match self.state.turn() {
            Some((at, _, _)) if at == company => Ok(()),
            _ => Err("the company's turn passes by without a question".into()),
        }
    }

    fn before(&self, company: CompanyId) -> Vec<CompanyId> {
        let order = self.state.order(self.rules);
        order
            .into_iter()
            .take_while(|other| *other != company)
            .collect()
    }
}

fn stock_frame(turn: Seat, passes: Vec<Seat>) -> Frame {
    Frame::Stock {
        turn,
        passes,
        sold_now: Vec::new(),
        acted: false,
    }
}

fn turn_step(words: &[&str]) -> Result<Step, String> {
    match words {
        ["convert"] => Ok(Step::Convert),
        ["acquire"] => Ok(Step::Acquire),
        ["issue"] => Ok(Step::Issue),
        ["track"] => Ok(Step::Track {
            laid: 0,
            upgraded: false,
        }),
        ["track", "laid", count] => Ok(Step::Track {
            laid: number(count)?,
            upgraded: false,
        }),
        ["token"] => Ok(Step::Token),
        ["forts"] => Ok(Step::Forts),
        ["run"] => Ok(Step::Run),
        ["dividend", sum] => Ok(Step::Dividend {
            revenue: number(sum)?,
        }),
        ["trains"] => Ok(Step::Trains {
            raised: false,
            last_sale: 0,
        }),
        _ => Err(format!("{:?} is no step of a turn", words.join(" "))),
    }
}
