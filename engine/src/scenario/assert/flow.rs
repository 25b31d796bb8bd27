//! Assertions on choices, rounds and what happened.

use super::{Look, pairs, same, same_set};
use crate::event::Event;
use crate::ids::CompanyId;
use crate::legal::{Choice, Topic};
use crate::scenario::number;
use crate::shared::{Ending, Status};

impl Look<'_> {
    pub(super) fn choices(&self, verb: &str, rest: &str, words: &[&str]) -> Result<(), String> {
        if verb == "decision" {
            let Some(ask) = self.game.decision() else {
                return same("decision", "none".to_string(), words.join(" "));
            };
            let [who, topic, company @ ..] = words else {
                return Err("`decision P2 token BE`".into());
            };
            same("seat", format!("P{}", ask.seat.0 + 1), (*who).to_string())?;
            same("topic", keyword(ask.topic), topic)?;
            if let Some(company) = company.first() {
                let is = ask.company.map(|id| self.id(id)).unwrap_or_default();
                same("company", is, (*company).to_string())?;
            }
            return Ok(());
        }
        let (who, list) = rest.split_once(':').ok_or("`P1: action | action`")?;
        let legal = self.game.legal(self.names.seat(who)?);
        let mut wanted = Vec::new();
        for text in list
            .split('|')
            .map(str::trim)
            .filter(|text| !text.is_empty())
        {
            if verb == "range" {
                return self.range(&legal.choices, text);
            }
            let action = self.game.parse(text).map_err(|fault| fault.to_string())?;
            if verb != "only" && legal.contains(&action) != (verb == "legal") {
                return Err(format!("{text}: the list says otherwise"));
            }
            wanted.push(self.game.print(&action));
        }
        if verb == "only" {
            let is = legal.choices.iter().map(|choice| match choice {
                Choice::One(action) | Choice::Amount(action, _) => self.game.print(action),
                Choice::Runs => "run none".into(),
            });
            let wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
            return same_set("choices", is.collect(), &wanted);
        }
        Ok(())
    }

    /// `bid 3 100 to 700 by 5`: the action with its least amount is offered in that range.
    fn range(&self, choices: &[Choice], text: &str) -> Result<(), String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let at = words.iter().position(|word| *word == "to");
        let (Some(at), Some(max)) = (at, at.and_then(|at| words.get(at + 1))) else {
            return Err("`bid 3 100 to 700 by 5`".into());
        };
        let action = words.get(..at).unwrap_or(&[]).join(" ");
        let action = self
            .game
            .parse(&action)
            .map_err(|fault| fault.to_string())?;
        let step = words.iter().position(|word| *word == "by");
        let step = step
            .and_then(|by| words.get(by + 1))
            .copied()
            .unwrap_or("1");
        let found = choices.iter().find_map(|choice| match choice {
            Choice::Amount(one, range) if *one == action => Some(range),
            _ => None,
        });
        let range = found.ok_or("no amount is offered from there")?;
        same("most", range.max, number(max)?)?;
        same("step", range.step, number(step)?)
    }

    pub(super) fn game(&self, verb: &str, rest: &str, words: &[&str]) -> Result<(), String> {
        let (definition, state) = (self.game.definition(), self.game.shared());
        let last = |find: &dyn Fn(&Event) -> Option<i32>| {
            self.past
                .events
                .iter()
                .rev()
                .find_map(find)
                .ok_or("it did not happen")
        };
        match verb {
            "round" => same("round", self.game.round_name(), rest.to_string()),
            "over" => same("over", self.game.is_over(), true),
            "ending" => {
                let is = match state.ending {
                    Ending::Open => "open",
                    Ending::Last => "last",
                    Ending::Over => "over",
                };
                same("ending", is, rest)
            }
            "priority" => {
                let is = format!("P{}", state.table.priority.0 + 1);
                same("priority", is, rest.to_string())
            }
            "status" => {
                for (company, status) in pairs(words)? {
                    let is = match state.company(self.names.company(company)?).status {
                        Status::Unopened => "unopened",
                        Status::Open => "open",
                        Status::Closed => "closed",
                    };
                    same(company, is, status)?;
                }
                Ok(())
            }
            "operated" => {
                for (company, answer) in pairs(words)? {
                    let is = state.company(self.names.company(company)?).operated;
                    same(company, is, answer == "yes")?;
                }
                Ok(())
            }
            "bankrupt" => {
                for (who, answer) in pairs(words)? {
                    same(
                        who,
                        state.table.is_out(self.names.seat(who)?),
                        answer == "yes",
                    )?;
                }
                Ok(())
            }
            "private" => {
                let [id, holder] = words else {
                    return Err("`private GL P1`".into());
                };
                let private = definition.private(id).ok_or("no such private")?;
                let is = state.papers.private_holder(definition, private);
                let should = self.names.holder(holder, CompanyId(0))?;
                if is == should {
                    Ok(())
                } else {
                    Err(format!("it is {is:?}"))
                }
            }
            "earned" => {
                let is = last(&|event| match event {
                    Event::Ran {
                        revenues, extra, ..
                    } => Some(revenues.iter().sum::<i32>() + extra),
                    _ => None,
                })?;
                same("earned", is, number(rest)?)
            }
            "fortmoney" => {
                let is = last(&|event| match event {
                    Event::Ran { extra, .. } => Some(*extra),
                    _ => None,
                })?;
                same("fort money", is, number(rest)?)
            }
            "began" => {
                let phases = self.past.events.iter().filter_map(|event| match event {
                    Event::PhaseBegan { phase } => definition.phases.get(usize::from(*phase)),
                    _ => None,
                });
                let is: Vec<String> = phases.map(|phase| phase.name.clone()).collect();
                same_set("phases begun", is, words)
            }
            "best" => {
                for (company, total) in pairs(words)? {
                    let best = self.game.best_runs_of(self.names.company(company)?);
                    same(company, best.map_or(0, |best| best.total), number(total)?)?;
                }
                Ok(())
            }
            "ledger" => {
                let holds = self.game.ledger().lines().any(|line| line == rest);
                if holds {
                    Ok(())
                } else {
                    Err("no such line".into())
                }
            }
            "noledger" => {
                let holds = self
                    .game
                    .ledger()
                    .lines()
                    .any(|line| line.starts_with(rest));
                if holds {
                    Err("there is such a line".into())
                } else {
                    Ok(())
                }
            }
            _ => Err(format!(
                "{verb:?} asserts nothing; see engine/tests/rules/README.md"
            )),
        }
    }
}

/// The word for a topic in `= decision P2 token`.
fn keyword(topic: Topic) -> &'static str {
    match topic {
        Topic::OpenLot => "open-lot",
        Topic::Bid => "bid",
        Topic::TakeLot => "take-lot",
        Topic::HomeTile => "home-tile",
        Topic::CompanyAuction => "auction",
        Topic::StockTurn => "stock",
        Topic::ExchangeAnswer => "answer",
        Topic::DeclineTokens => "decline-tokens",
        Topic::DeclineTrains => "decline-trains",
        Topic::KeepForts => "keep-forts",
        Topic::Discard => "discard",
        Topic::Convert => "convert",
        Topic::Acquire => "acquire",
        Topic::Issue => "issue",
        Topic::Track => "track",
        Topic::Token => "token",
        Topic::Forts => "forts",
        Topic::Run => "run",
        Topic::Dividend => "dividend",
        Topic::Trains => "trains",
        Topic::TrainAnswer => "train-answer",
        Topic::Premium => "premium",
        Topic::Concessions => "concessions",
        Topic::UniteAnswer => "unite-answer",
        Topic::Switchers => "switchers",
        Topic::BuyMine => "buy-mine",
        Topic::MineAnswer => "mine-answer",
        Topic::Machines => "machines",
        Topic::CloseMine => "close-mine",
        Topic::ConcessionRoute => "concession-route",
        Topic::Privates => "privates",
        Topic::NameValue => "name-value",
        Topic::Power => "power",
        Topic::Consent => "consent",
        Topic::RaiseMoney => "raise-money",
        Topic::Repay => "repay",
        Topic::Redeem => "redeem",
        Topic::Trade => "trade",
        Topic::Stations => "stations",
        Topic::Packet => "packet",
        Topic::OpenPrussian => "open-prussian",
        Topic::JoinPrussian => "join-prussian",
        Topic::SwapDirector => "swap-director",
        Topic::HomeStation => "home-station",
        Topic::Raise => "raise",
    }
}
