//! The round and turn in which a scenario's position stands.

use super::Position;
use crate::ids::CompanyId;
use crate::scenario::number;
use crate::titles::y1835::{Frame, Round, Step, Todo};

impl Position<'_> {
    /// `sr 3 …`, `or 3.1 …`.
    pub(super) fn round(&mut self, verb: &str, words: &[&str]) -> Result<(), String> {
        let (name, rest) = words.split_first().ok_or("which round?")?;
        match verb {
            "sr" => {
                self.state.shared.turn = number(name)?;
                self.share_round(rest)
            }
            "or" => {
                let (turn, part) = name.split_once('.').ok_or("`or 3.1`")?;
                self.state.shared.turn = number(turn)?;
                let phase = self
                    .rules
                    .definition
                    .phases
                    .get(usize::from(self.state.shared.phase));
                self.state.rounds_in_set = self
                    .rounds
                    .unwrap_or(phase.map_or(1, |phase| phase.operating_rounds));
                self.operating_round(number(part)?, rest)
            }
            _ => Err("`sr 3 P1` or `or 3.1 BY track`".into()),
        }
    }

    /// Nothing: the round begins with its questions. `P1 [passed P2 P3] [bought] [dealt]`: P1's turn.
    fn share_round(&mut self, words: &[&str]) -> Result<(), String> {
        let Some((who, rest)) = words.split_first() else {
            self.stand(vec![Frame::After {
                todo: vec![Todo::Questions, Todo::Begin(Round::Share)],
            }]);
            return Ok(());
        };
        let turn = self.common.names.seat(who)?;
        let bought = rest.contains(&"bought");
        let rest: Vec<&str> = rest
            .iter()
            .copied()
            .filter(|word| *word != "bought")
            .collect();
        let passes = self.common.passed(&rest)?;
        self.stand(vec![Frame::Share {
            turn,
            passes,
            bought,
            sold: false,
            turns: 0,
        }]);
        Ok(())
    }

    /// Nothing: the round begins with its questions. `BY token`: the step of a company's turn.
    fn operating_round(&mut self, part: u8, words: &[&str]) -> Result<(), String> {
        let Some((company, step)) = words.split_first() else {
            self.stand(vec![Frame::After {
                todo: vec![Todo::Questions, Todo::Begin(Round::Operating(part))],
            }]);
            return Ok(());
        };
        let company = self.common.names.company(company)?;
        let without = step.contains(&"without");
        let step: Vec<&str> = step
            .iter()
            .copied()
            .filter(|word| *word != "without")
            .collect();
        let done = self.before(company);
        let owned = self.state.shared.trains(company).next().is_some() && !without;
        self.stand(vec![
            Frame::Operating {
                number: part,
                done,
                opened: true,
            },
            Frame::Turn {
                company,
                step: turn_step(&step)?,
                first: !self.state.shared.company(company).operated,
                owned,
            },
        ]);
        match self.state.turn() {
            Some((at, _)) if at == company => Ok(()),
            _ => Err("the company's turn passes by without a question".into()),
        }
    }

    fn before(&self, company: CompanyId) -> Vec<CompanyId> {
        self.state
            .order(self.rules)
            .into_iter()
            .take_while(|other| *other != company)
            .collect()
    }
}

fn turn_step(words: &[&str]) -> Result<Step, String> {
    match words {
        ["track"] => Ok(Step::Track {
            laid: 0,
            promoted: false,
        }),
        ["track", "laid", count] => Ok(Step::Track {
            laid: number(count)?,
            promoted: false,
        }),
        ["token"] => Ok(Step::Token { placed: false }),
        ["token", "placed"] => Ok(Step::Token { placed: true }),
        ["run"] => Ok(Step::Run),
        ["dividend", sum] => Ok(Step::Dividend {
            revenue: number(sum)?,
        }),
        ["trains"] => Ok(Step::Trains),
        _ => Err(format!("{:?} is no step of a turn", words.join(" "))),
    }
}
