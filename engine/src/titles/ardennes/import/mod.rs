//! What 18xx.games records of 18Ardennes, as entries of ours.

mod moves;

use super::Frame;
use crate::action::Lot;
use crate::event::Event;
use crate::ids::{CompanyId, Seat};
use crate::import::{
    Actor, Alternative, Foreign, Translator, automatic, by, card, combined, of_player, ways,
};
use crate::legal::{Ask, Topic};
use crate::rolling_stock::TrainHolder;
use crate::rules::CompanyKind;
use crate::{Action, By, Entry, Game, Payout, Source};
use moves::{bid, choices, choose, first_city, private, purchase, train};
use std::cell::Cell;

/// What a record says beyond single actions.
#[derive(Clone, Debug, Default)]
pub struct Import {
    /// Shares that lie in the open market, by their recorded numbers.
    market: Vec<(CompanyId, u8)>,
}

/// The questions that a recorded action answers; a pass answers any.
fn topics(play: &Foreign) -> &'static [Topic] {
    match play.kind() {
        "bid" if play.text("company").is_some() && play.text("corporation").is_some() => {
            &[Topic::CompanyAuction]
        }
        "bid" => &[Topic::OpenLot, Topic::Bid, Topic::TakeLot],
        "par" => &[Topic::StockTurn, Topic::TakeLot],
        "lay_tile" => &[Topic::Track, Topic::HomeTile],
        "buy_shares" => &[Topic::StockTurn, Topic::Acquire],
        "buy_company" => &[Topic::StockTurn],
        "sell_shares" if matches!(play.actor, Actor::Company(_)) => &[Topic::Issue],
        "sell_shares" | "sell_company" | "bankrupt" => &[Topic::StockTurn, Topic::Trains],
        "choose" => match play.text("choice") {
            Some("approve" | "deny") => &[Topic::ExchangeAnswer],
            Some(fort) if fort.starts_with("Ft") => &[Topic::Forts],
            _ => &[Topic::KeepForts],
        },
        "place_token" => &[Topic::Token],
        "remove_token" => &[Topic::Token, Topic::DeclineTokens],
        "discard_train" => &[Topic::DeclineTrains, Topic::Discard],
        "convert" => &[Topic::Convert],
        "run_routes" => &[Topic::Run],
        "dividend" => &[Topic::Dividend],
        "buy_train" => &[Topic::Trains],
        _ => &[],
    }
}

fn director(game: &Game, company: CompanyId) -> Option<Seat> {
    game.shared().director(game.definition(), company)
}

fn acts(game: &Game, actor: Actor) -> By {
    match actor {
        Actor::Player(seat) => By::Seat(seat),
        Actor::Company(company) => by(director(game, company)),
    }
}

fn asks(game: &Game, topic: Topic) -> bool {
    game.decision().is_some_and(|ask| ask.topic == topic)
}

fn in_turn(game: &Game) -> Option<CompanyId> {
    let (_, state) = game.ardennes()?;
    state.frames().iter().rev().find_map(|frame| match frame {
        Frame::Turn { company, .. } => Some(*company),
        _ => None,
    })
}

impl Translator for Import {
    fn fits(&self, game: &Game, play: &Foreign) -> bool {
        let Some(ask) = game.decision() else {
            // A company on autopilot: nobody is asked.
            return matches!(play.actor, Actor::Company(company)
                if in_turn(game) == Some(company) && play.kind() == "run_routes");
        };
        if play.kind() != "pass" && !topics(play).contains(&ask.topic) {
            return false;
        }
        match play.actor {
            Actor::Player(seat) => {
                ask.seat == seat && (play.kind() != "pass" || of_player(ask.topic))
            }
            // A minor is exchanged by its owner.
            Actor::Company(company) if play.kind() == "buy_shares" => {
                director(game, company) == Some(ask.seat) && ask.company != Some(company)
            }
            Actor::Company(company) => ask.company == Some(company),
        }
    }

    fn entries(&self, game: &Game, play: &Foreign, work: &Cell<u32>) -> Result<Vec<Entry>, String> {
        let by = acts(game, play.actor);
        if play.kind() == "run_routes" {
            return self.runs(game, play, by, work);
        }
        let actions = self.actions(game, play)?;
        Ok(actions
            .into_iter()
            .map(|action| Entry { by, action })
            .collect())
    }

    fn implied(&self, game: &Game, play: &Foreign) -> bool {
        match (play.kind(), play.actor) {
            // ARD-6.8.6-11: a company on autopilot pays out.
            ("dividend", Actor::Company(company)) => {
                play.text("kind") == Some("payout")
                    && director(game, company).is_none()
                    && !asks(game, Topic::Dividend)
            }
            // Discarded before its line, in our order (ARD-RUL-29).
            ("discard_train", _) => train(game, play)
                .ok()
                .and_then(|card| game.shared().depot.get(card))
                .is_some_and(|train| train.holder == TrainHolder::Pool),
            _ => false,
        }
    }

    fn filler(&self, game: &Game, last: Option<&Foreign>, coming: &[&Foreign]) -> Option<Entry> {
        let next = coming.first().copied();
        let Some(ask) = game.decision() else {
            return automatic(game);
        };
        let action = match ask.topic {
            Topic::OpenLot | Topic::TakeLot | Topic::HomeTile | Topic::KeepForts => return None,
            // ARD-RUL-29: the order of discards at a change of phase makes no difference.
            Topic::Discard => {
                let mut ahead = coming
                    .iter()
                    .take_while(|play| play.kind() == "discard_train");
                let found = ahead.find(|play| self.fits(game, play));
                return match found {
                    Some(play) => self.actions(game, play).ok()?.pop().map(|action| Entry {
                        by: By::Seat(ask.seat),
                        action,
                    }),
                    None => automatic(game),
                };
            }
            Topic::ExchangeAnswer | Topic::TrainAnswer => Action::Agree,
            // The record passes over who cannot take part, and its round is over where a company acts.
            Topic::CompanyAuction => Action::Pass,
            Topic::StockTurn if next.is_some_and(operates) => Action::Pass,
            _ if !open(&ask, last) && !open(&ask, next) => return automatic(game),
            Topic::Run => Action::Run(Vec::new()),
            Topic::Dividend => Action::Pay(Payout::Nothing),
            _ => Action::Pass,
        };
        Some(Entry {
            by: By::Seat(ask.seat),
            action,
        })
    }

    fn before(&mut self, _: &Game, _: &Foreign) {}

    fn after(&mut self, game: &Game, play: &Foreign) {
        let Ok((company, numbers)) = play.shares(game.definition()) else {
            return;
        };
        for number in numbers {
            self.market.retain(|share| *share != (company, number));
            if play.kind() == "sell_shares" {
                self.market.push((company, number));
            }
        }
    }

    fn earned(&self, events: &[Event]) -> Option<i32> {
        events.iter().find_map(|event| match event {
            Event::Ran {
                revenues, extra, ..
            } => Some(revenues.iter().sum::<i32>() + extra),
            _ => None,
        })
    }

    fn copy(&self) -> Box<dyn Translator> {
        Box::new(self.clone())
    }
}

/// Whether a question belongs to the turn of the recorded action, so that the record leaves it out and not another's.
fn open(ask: &Ask, play: Option<&Foreign>) -> bool {
    play.is_some_and(|play| match play.actor {
        Actor::Player(seat) => of_player(ask.topic) && ask.seat == seat,
        Actor::Company(company) => ask.company == Some(company),
    })
}

/// Whether a company acts in its own turn.
fn operates(play: &Foreign) -> bool {
    matches!(play.actor, Actor::Company(_))
        && matches!(
            play.kind(),
            "lay_tile" | "run_routes" | "pass" | "place_token"
        )
}

impl Import {
    fn actions(&self, game: &Game, play: &Foreign) -> Result<Vec<Action>, String> {
        let definition = game.definition();
        let one = match play.kind() {
            "pass" => Action::Pass,
            "bid" => bid(game, play)?,
            "par" if asks(game, Topic::TakeLot) => {
                Action::Take(Lot::Company(play.company(definition, "corporation")?))
            }
            "par" => Action::Form(play.company(definition, "corporation")?, play.price()?),
            "buy_shares" => return self.buy(game, play),
            "sell_shares" => {
                let (company, _) = play.shares(definition)?;
                let units = play.units(game, company)?;
                match play.actor {
                    Actor::Player(_) => Action::Sell(company, units),
                    Actor::Company(_) => Action::Issue(units),
                }
            }
            "buy_company" => Action::BuyPrivate(private(definition, play.need("company")?)?),
            "sell_company" => Action::SellPrivate(private(definition, play.need("company")?)?),
            "convert" => Action::Convert,
            "lay_tile" => play.lay(definition)?,
            "place_token" => {
                let (hex, stop) = play.stop(game, first_city)?;
                Action::Token(hex, stop)
            }
            "remove_token" => {
                let (hex, stop) = play.stop(game, first_city)?;
                // In the step of stations a bonus token makes room for one.
                if asks(game, Topic::Token) {
                    Action::Token(hex, stop)
                } else {
                    Action::DeclineToken(hex, stop)
                }
            }
            "choose" => choose(game, play)?,
            "dividend" => play.dividend()?,
            "buy_train" => Action::Train(purchase(game, play)?),
            "discard_train" => {
                let train = train(game, play)?;
                if asks(game, Topic::DeclineTrains) {
                    Action::DeclineTrain(train)
                } else {
                    Action::Discard(train)
                }
            }
            "bankrupt" => Action::Bankrupt,
            other => return Err(format!("18Ardennes has no action {other:?}")),
        };
        Ok(vec![one])
    }

    fn buy(&self, game: &Game, play: &Foreign) -> Result<Vec<Action>, String> {
        let definition = game.definition();
        let (company, numbers) = play.shares(definition)?;
        let [number] = numbers[..] else {
            return Err("one share is bought at a time".into());
        };
        let listed = self.market.contains(&(company, number));
        let sources = if listed {
            [Source::Market, Source::Treasury]
        } else {
            [Source::Treasury, Source::Market]
        };
        if let Actor::Company(minor) = play.actor {
            return Ok(sources
                .map(|from| Action::Exchange {
                    minor,
                    company,
                    from,
                })
                .to_vec());
        }
        let charter = definition.at(company).kind == CompanyKind::Minor;
        if charter || number == 0 {
            return Ok(vec![Action::BuyDirector(company)]);
        }
        Ok(sources.map(|source| Action::Buy(company, source)).to_vec())
    }

    fn runs(
        &self,
        game: &Game,
        play: &Foreign,
        by: By,
        work: &Cell<u32>,
    ) -> Result<Vec<Entry>, String> {
        let mut trains = Vec::new();
        for route in play.list("routes") {
            let name = route.get("train").and_then(serde_json::Value::as_str);
            let name = name.ok_or("a route has no train")?;
            let id = card(game.definition(), name)
                .ok_or_else(|| format!("there is no train {name:?}"))?;
            let mut ways = ways(game, route)?;
            let kind = game.shared().depot.get(id).map(|state| state.kind);
            if kind.is_some_and(|kind| game.definition().train(kind).name == "4D") {
                ways = ways
                    .into_iter()
                    .flat_map(|steps| choices(game, &steps))
                    .collect();
            }
            trains.push(Alternative { train: id, ways });
        }
        let earned = |events: &[Event]| self.earned(events);
        Ok(combined(game, by, &trains, play.revenue(), &earned, work))
    }
}
