//! What 18xx.games records of Harzbahn 1873, as entries of ours.

mod cards;

use super::{Done, Frame};
use crate::action::Lot;
use crate::event::Event;
use crate::ids::{CompanyId, Seat, TrainId};
use crate::import::{
    Actor, Alternative, Foreign, Translator, automatic, by, combined, named, of_player, ways,
};
use crate::legal::{Ask, Topic};
use crate::rolling_stock::TrainHolder;
use crate::rules::TrainRun;
use crate::{Action, By, Entry, Game, Payout, Source};
use cards::{purchase, size, slots, token, train};
use serde_json::Value;
use std::cell::Cell;

/// Where the record begins to number the routes of a kind of train that is unlimited.
const UNLIMITED: u16 = 99;

/// The option of ours for an optional rule of a record.
pub(crate) fn option(rule: &str) -> Option<&'static str> {
    (rule == "aag_variant").then_some("all_aboard_map")
}

/// What a record says beyond single actions.
#[derive(Clone, Debug, Default)]
pub struct Import {
    /// Shares that lie in the pool, by their recorded numbers.
    pool: Vec<(CompanyId, u8)>,
    /// The public mining company that is being formed: the record names it and its mines in three actions.
    forming: Option<Forming>,
    /// Every card seen so far; a railway's train with the first recorded number of its routes.
    cards: Vec<(TrainId, Option<u16>)>,
}

#[derive(Clone, Debug)]
struct Forming {
    company: CompanyId,
    seat: Seat,
    mines: Vec<CompanyId>,
}

/// The questions that a recorded action answers; a pass answers any.
fn topics(play: &Foreign) -> &'static [Topic] {
    match play.kind() {
        "bid" if play.text("company").is_none() => &[Topic::Premium],
        "bid" => &[Topic::TakeLot, Topic::Concessions, Topic::Bid],
        "par" | "buy_shares" | "sell_shares" | "merge" => &[Topic::StockTurn],
        "lay_tile" => &[Topic::Track, Topic::ConcessionRoute],
        "place_token" => &[Topic::Token],
        "run_routes" => &[Topic::Run],
        "dividend" => &[Topic::Dividend],
        "buy_train" | "scrap_train" => &[Topic::Machines, Topic::Trains],
        "switch_trains" => &[Topic::Switchers],
        "buy_corporation" => &[Topic::BuyMine],
        "convert" => &[Topic::Convert, Topic::CloseMine],
        _ => &[],
    }
}

impl Translator for Import {
    fn fits(&self, game: &Game, play: &Foreign) -> bool {
        let Some(ask) = game.decision() else {
            // In receivership nobody is asked.
            let turn = game.harzbahn().and_then(|(_, state)| state.turn());
            return matches!((play.actor, turn), (Actor::Company(company), Some((other, ..)))
                if company == other
                    && matches!(play.kind(), "run_routes" | "switch_trains" | "pass"));
        };
        if play.kind() != "pass" && !topics(play).contains(&ask.topic) {
            return false;
        }
        match play.actor {
            Actor::Player(seat) => {
                ask.seat == seat && (play.kind() != "pass" || of_player(ask.topic))
            }
            Actor::Company(_) if play.kind() == "merge" => {
                self.acts(game, play) == By::Seat(ask.seat)
            }
            Actor::Company(company) => ask.company == Some(company),
        }
    }

    fn entries(&self, game: &Game, play: &Foreign, work: &Cell<u32>) -> Result<Vec<Entry>, String> {
        let by = self.acts(game, play);
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
        match play.kind() {
            // What is connected, ours sees with the tile.
            "destination_connection" => true,
            "par" => self.forming.is_some(),
            "merge" => self
                .forming
                .as_ref()
                .is_some_and(|forming| forming.mines.len() == 1),
            // Nobody is asked in receivership.
            "dividend" => matches!(play.actor, Actor::Company(company)
                if director(game, company).is_none() && !fits_dividend(game)),
            _ => false,
        }
    }

    fn filler(&self, game: &Game, last: Option<&Foreign>, coming: &[&Foreign]) -> Option<Entry> {
        let next = coming.first().copied();
        let Some(ask) = game.decision() else {
            return automatic(game);
        };
        let action = match ask.topic {
            Topic::ConcessionRoute => return None,
            Topic::UniteAnswer | Topic::MineAnswer | Topic::TrainAnswer => Action::Agree,
            _ if !self.open(game, &ask, last) && !self.open(game, &ask, next) => {
                return automatic(game);
            }
            Topic::Run => Action::Run(Vec::new()),
            Topic::Dividend => Action::Pay(Payout::Nothing),
            _ => Action::Pass,
        };
        Some(Entry {
            by: By::Seat(ask.seat),
            action,
        })
    }

    fn before(&mut self, game: &Game, play: &Foreign) {
        self.see(game);
        match (play.kind(), play.actor) {
            ("par", Actor::Player(seat)) => {
                let company = play.company(game.definition(), "corporation").ok();
                let mining = |company: &CompanyId| {
                    game.harzbahn()
                        .is_some_and(|(rules, _)| rules.is_mining(*company))
                };
                self.forming = company.filter(mining).map(|company| Forming {
                    company,
                    seat,
                    mines: Vec::new(),
                });
            }
            ("merge", _) => {
                let mine = play.company(game.definition(), "minor").ok();
                if let (Some(forming), Some(mine)) = (self.forming.as_mut(), mine) {
                    forming.mines.push(mine);
                }
            }
            ("destination_connection", _) => {}
            _ => self.forming = None,
        }
    }

    fn after(&mut self, game: &Game, play: &Foreign) {
        let Ok((company, numbers)) = play.shares(game.definition()) else {
            return;
        };
        for number in numbers {
            self.pool.retain(|share| *share != (company, number));
            if play.kind() == "sell_shares" {
                self.pool.push((company, number));
            }
        }
    }

    fn earned(&self, events: &[Event]) -> Option<i32> {
        events.iter().find_map(|event| match event {
            Event::Ran { revenues, .. } => Some(revenues.iter().sum()),
            _ => None,
        })
    }

    fn copy(&self) -> Box<dyn Translator> {
        Box::new(self.clone())
    }
}

fn director(game: &Game, company: CompanyId) -> Option<Seat> {
    game.harzbahn()
        .and_then(|(rules, state)| state.controller(rules, company))
}

fn fits_dividend(game: &Game) -> bool {
    game.decision()
        .is_some_and(|ask| ask.topic == Topic::Dividend)
}

impl Import {
    fn acts(&self, game: &Game, play: &Foreign) -> By {
        match (play.actor, &self.forming) {
            (Actor::Player(seat), _) => By::Seat(seat),
            (Actor::Company(_), Some(forming)) if play.kind() == "merge" => By::Seat(forming.seat),
            (Actor::Company(company), _) => by(director(game, company)),
        }
    }

    /// Whether a question belongs to the turn of the recorded action, so that the record leaves it out.
    fn open(&self, game: &Game, ask: &Ask, play: Option<&Foreign>) -> bool {
        play.is_some_and(|play| match play.actor {
            Actor::Player(seat) => of_player(ask.topic) && ask.seat == seat,
            Actor::Company(company) => {
                ask.company == Some(company)
                    || play.kind() == "merge"
                        && ask.topic == Topic::StockTurn
                        && director(game, company) == Some(ask.seat)
            }
        })
    }

    /// Gives the routes of trains that railways have got their recorded numbers: each kind counts on from the number
    /// of its cards, and a train of size n takes n numbers.
    fn see(&mut self, game: &Game) {
        let definition = game.definition();
        let Some((rules, _)) = game.harzbahn() else {
            return;
        };
        for state in game.shared().depot.all() {
            if self.cards.iter().any(|(card, _)| *card == state.id) {
                continue;
            }
            let train = definition.train(state.kind);
            let railway =
                matches!(state.holder, TrainHolder::Company(company) if rules.is_railway(company));
            let first = match train.run {
                TrainRun::Runs(_) if railway => {
                    let start = definition.train(state.id.stack).count.unwrap_or(UNLIMITED);
                    let taken = self
                        .cards
                        .iter()
                        .filter(|(card, first)| card.stack == state.id.stack && first.is_some());
                    Some(start + size(train.run) * taken.count() as u16)
                }
                _ => None,
            };
            self.cards.push((state.id, first));
        }
    }

    /// The card that a recorded route is run by.
    fn runner(&self, game: &Game, company: CompanyId, name: &str) -> Result<TrainId, String> {
        let wrong = || format!("there is no train {name:?}");
        let (kind, number) = name.rsplit_once('-').ok_or_else(wrong)?;
        let stack = game.definition().kind(kind).ok_or_else(wrong)?;
        let number: u16 = number.parse().map_err(|_| wrong())?;
        let size = size(game.definition().train(stack).run);
        let own: Vec<TrainId> = game
            .shared()
            .depot
            .of(TrainHolder::Company(company))
            .filter(|state| state.id.stack == stack && state.kind == stack)
            .map(|state| state.id)
            .collect();
        let numbered = self.cards.iter().find(|(card, first)| {
            own.contains(card) && first.is_some_and(|first| (first..first + size).contains(&number))
        });
        match (own.as_slice(), numbered) {
            ([only], _) => Ok(*only),
            (_, Some((card, _))) => Ok(*card),
            _ => Err(format!(
                "the company has no train for the route of {name:?}"
            )),
        }
    }

    fn runs(
        &self,
        game: &Game,
        play: &Foreign,
        by: By,
        work: &Cell<u32>,
    ) -> Result<Vec<Entry>, String> {
        let Actor::Company(company) = play.actor else {
            return Err("a player runs no trains".into());
        };
        let mut trains = Vec::new();
        for route in play.list("routes") {
            let name = route.get("train").and_then(Value::as_str);
            let train = self.runner(game, company, name.ok_or("a route has no train")?)?;
            let ways = ways(game, route)?;
            trains.push(Alternative { train, ways });
        }
        let earned = |events: &[Event]| self.earned(events);
        Ok(combined(game, by, &trains, play.revenue(), &earned, work))
    }

    fn actions(&self, game: &Game, play: &Foreign) -> Result<Vec<Action>, String> {
        let definition = game.definition();
        let one = match play.kind() {
            "pass" => Action::Pass,
            "bid" => match play.text("company") {
                None => Action::Premium(play.number("price")?),
                Some(id) => {
                    let lot = Lot::Company(named(definition, id)?);
                    if game
                        .decision()
                        .is_some_and(|ask| ask.topic == Topic::TakeLot)
                    {
                        Action::Take(lot)
                    } else {
                        Action::Bid {
                            lot,
                            amount: play.number("price")?,
                            with: None,
                        }
                    }
                }
            },
            "par" => Action::Form(play.company(definition, "corporation")?, play.price()?),
            "merge" => match &self.forming {
                Some(Forming { company, mines, .. }) if mines.len() == 2 => Action::Unite {
                    company: *company,
                    first: mines[0],
                    second: mines[1],
                },
                _ => return Err("no company is being formed of two mines".into()),
            },
            "buy_shares" => return self.buy(game, play),
            "sell_shares" => {
                let (company, _) = play.shares(definition)?;
                Action::Sell(company, play.units(game, company)?)
            }
            "convert"
                if game
                    .decision()
                    .is_some_and(|ask| ask.topic == Topic::CloseMine) =>
            {
                Action::Close
            }
            "convert" => Action::Convert,
            "lay_tile" => play.lay(definition)?,
            "place_token" => return token(game, play),
            "dividend" => play.dividend()?,
            "buy_train" => return purchase(game, play),
            "scrap_train" => Action::Discard(train(game, play.need("train")?)?),
            "switch_trains" => match slots(game, play)?[..] {
                [one, other] => Action::Swap(one, other),
                _ => return Err("not two mines change their switchers".into()),
            },
            "buy_corporation" => {
                Action::Mine(play.company(definition, "minor")?, play.number("price")?)
            }
            other => return Err(format!("Harzbahn 1873 has no action {other:?}")),
        };
        Ok(vec![one])
    }

    fn buy(&self, game: &Game, play: &Foreign) -> Result<Vec<Action>, String> {
        let (company, numbers) = play.shares(game.definition())?;
        let pooled = numbers
            .iter()
            .all(|number| self.pool.contains(&(company, *number)));
        let exercise = Action::Exercise(company, play.units(game, company)?);
        let (_, state) = game.harzbahn().ok_or("another title")?;
        let option = state.rights.iter().any(|right| {
            right.option && right.company == company && play.actor == Actor::Player(right.seat)
        });
        let going_on = matches!(state.frames.last(), Some(Frame::Stock {
            done: Done::Exercising { company: of, .. }, ..
        }) if *of == company);
        let mut actions = if pooled {
            vec![
                Action::Buy(company, Source::Market),
                Action::Buy(company, Source::Treasury),
            ]
        } else {
            vec![
                Action::Buy(company, Source::Treasury),
                Action::Buy(company, Source::Market),
            ]
        };
        if option || going_on {
            actions.insert(0, exercise);
        }
        Ok(actions)
    }
}
