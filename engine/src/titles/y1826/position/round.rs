//! The round and turn in which a scenario's position stands.

use super::Position;
use crate::ids::CompanyId;
use crate::scenario::number;
use crate::titles::y1826::{Frame, Step};

impl Position<'_> {
    /// `privates P2 …`, `sr 3 …`, `or 3.1 …`.
    pub(super) fn round(
        &mut self,
        verb: &str,
        words: &[&str],
        done: Option<&[&str]>,
    ) -> Result<(), String> {
        match (verb, words) {
            ("privates", [who, rest @ ..]) => {
                let turn = self.common.names.seat(who)?;
                let passes = self.common.passed(rest)?;
                self.stand(vec![Frame::Privates {
                    turn,
                    passes,
                    acted: false,
                }]);
                Ok(())
            }
            ("sr", [turn]) => {
                self.state.shared.turn = number(turn)?;
                self.state.frames.clear();
                self.state.begin_stock_round(self.rules, &mut Vec::new());
                self.stand(self.state.frames.clone());
                Ok(())
            }
            ("sr", [turn, who, rest @ ..]) => {
                self.state.shared.turn = number(turn)?;
                let turn = self.common.names.seat(who)?;
                let passes = self.common.passed(rest)?;
                self.stand(vec![Frame::Stock {
                    turn,
                    passes,
                    sold_now: Vec::new(),
                    acted: false,
                }]);
                Ok(())
            }
            ("or", [round, rest @ ..]) => {
                let (turn, part) = round.split_once('.').ok_or("`or 3.1 PO token`")?;
                self.state.shared.turn = number(turn)?;
                self.operating(number(part)?, rest, done)
            }
            _ => Err("it is malformed".into()),
        }
    }

    /// The frames of the round.
    fn stand(&mut self, frames: Vec<Frame>) {
        self.state.frames = frames;
        self.state.settle(self.rules, &mut Vec::new());
    }

    /// Nothing: the round begins. `PO token`: the step of a company's turn; the companies before it have operated.
    fn operating(
        &mut self,
        number: u8,
        words: &[&str],
        done: Option<&[&str]>,
    ) -> Result<(), String> {
        let phases = &self.rules.definition.phases;
        if self.state.rounds_in_set == 1 {
            let phase = phases.get(usize::from(self.state.shared.phase));
            self.state.rounds_in_set = phase.map_or(1, |phase| phase.operating_rounds);
        }
        let [company, step @ ..] = words else {
            self.stand(vec![Frame::Operating {
                number,
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
        let step = self.step(company, step)?;
        self.stand(vec![
            Frame::Operating {
                number,
                done,
                opened: true,
            },
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

    fn before(&self, company: CompanyId) -> Vec<CompanyId> {
        let order = self.state.order(self.rules);
        order
            .into_iter()
            .take_while(|other| *other != company)
            .collect()
    }

    fn step(&self, company: CompanyId, words: &[&str]) -> Result<Step, String> {
        Ok(match words {
            ["track"] => Step::Track {
                laid: 0,
                upgraded: false,
            },
            ["track", "laid", count] => Step::Track {
                laid: number(count)?,
                upgraded: false,
            },
            ["convert"] => Step::Convert,
            ["token"] => Step::Token { placed: false },
            ["run"] => Step::Run,
            // The run has earned so much; interest is next.
            ["earned", sum] => self.state.interest_step(company, number(sum)?),
            ["dividend", sum] => Step::Dividend {
                revenue: number(sum)?,
            },
            ["trains"] => Step::Trains { borrowed: false },
            ["repay"] => Step::Repay,
            ["redeem"] => Step::Redeem { from: None },
            ["trade"] => Step::Trade {
                price: self.state.price(self.rules, company),
                sold: false,
                bought: false,
            },
            _ => return Err(format!("{:?} is no step of a turn", words.join(" "))),
        })
    }
}
