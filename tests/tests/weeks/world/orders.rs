//! What players order: drawn by lot, typed as they would type it, cancelled now and then, and read about later.

use super::World;
use super::people::Act;
use crate::court::Event;
use crate::orders::{Item, Order, What, offers, sight};
use crate::table::{Table, is_auction};
use engine::finance::Holder;
use engine::ids::Seat;
use engine::shared::Status;
use engine::{Action, Choice, Game, Topic};
use rusqlite::params;
use std::collections::BTreeSet;
use tests::play::{self, Dice};

impl World {
    /// Somebody orders something, or cancels what he has ordered.
    pub(super) fn order(&mut self, game: usize, seat: u8, real: i64) {
        let table = &self.court.games[game];
        if table.game.is_over() {
            return;
        }
        let channel = table.channel.clone();
        let user = self.court.people[table.seats[usize::from(seat)]]
            .user
            .clone();
        let own: Vec<i64> = (table.orders.iter())
            .filter(|order| order.seat == seat && order.ended.is_none())
            .map(|order| order.number)
            .collect();
        if self.dice.percent(12)
            && let Some(number) = self.dice.pick(&own).copied()
        {
            self.say(&user, &channel, &format!("/auto cancel order:{number}"));
            self.hear(Event::Cancels { game, number });
            self.look(real);
            self.settle(game, real);
            return;
        }
        let Some(what) = draw(table, seat, &mut self.dice) else {
            return;
        };
        let names: Vec<String> = (table.seats.iter())
            .map(|who| self.court.people[*who].user.clone())
            .collect();
        let mut made: Option<Order> = None;
        for line in lines(&what, &names) {
            let reply = self.try_say(&user, &channel, &line);
            let text = reply.text();
            if reply.is_refusal() {
                assert!(text.len() > 10, "{line}: {text:?}");
                self.hear(Event::Refused);
                break;
            }
            let number = (text.split_once("**Order ")).and_then(|(_, rest)| {
                let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
                digits.parse().ok()
            });
            let number = number.unwrap_or_else(|| panic!("{line}: {text}"));
            made = Some(Order::new(number, seat, what.clone(), text.to_string()));
            if matches!(what, What::Queue { .. }) {
                // What was added is heard of at once: it may be made at once.
                self.queued(game, seat, (number, text.to_string(), &what), &line);
                self.look(real);
                self.settle(game, real);
                made = None;
            }
        }
        if let Some(order) = made {
            let order = Box::new(order);
            self.hear(Event::Ordered { game, order });
            self.look(real);
            self.settle(game, real);
        }
        let delay = self.dice.below(2 * 86_400) as i64;
        self.agree_to(real + delay, Act::Look { table: game, seat });
    }

    /// A move is added to those made ahead.
    fn queued(
        &mut self,
        game: usize,
        seat: u8,
        (number, text, what): (i64, String, &What),
        line: &str,
    ) {
        let What::Queue { items } = what else { return };
        let item = items
            .iter()
            .find(|item| line.contains(&format!("action:{} ", item.text)));
        let item = item.expect("it was typed").clone();
        let known = self.court.games[game].orders.iter();
        let known = known.filter(|order| order.number == number && order.ended.is_none());
        match known.count() {
            0 => {
                let what = What::Queue { items: vec![item] };
                let order = Box::new(Order::new(number, seat, what, text));
                self.hear(Event::Ordered { game, order });
            }
            _ => self.hear(Event::Queued { game, number, item }),
        }
    }

    /// What has become of a table's orders.
    pub(super) fn settle(&mut self, game: usize, real: i64) {
        let now = real + self.shift;
        let live: BTreeSet<i64> = (self.court.games[game].orders.iter())
            .filter(|order| order.ended.is_none())
            .map(|order| order.number)
            .collect();
        if let Some(first) = live.first() {
            let mut query = self
                .eye
                .prepare_cached(
                    "SELECT number, state, why FROM orders WHERE game = ?1 AND number >= ?2 AND state <> 'open'",
                )
                .expect("the table is there");
            let rows = query
                .query_map(params![game as i64 + 1, first], |row| {
                    Ok((row.get(0)?, row.get(1)?, row.get(2)?))
                })
                .expect("it can be read");
            let rows: Vec<(i64, String, String)> = rows.map(|row| row.expect("a row")).collect();
            drop(query);
            for (number, state, why) in rows.into_iter().filter(|row| live.contains(&row.0)) {
                self.hear(Event::Ended {
                    game,
                    number,
                    state,
                    why,
                    now,
                });
            }
        }
        self.hear(Event::Settled { game });
    }

    /// Somebody looks at his orders.
    pub(super) fn read_orders(&mut self, game: usize, seat: u8) {
        let table = &self.court.games[game];
        let mut own = table.orders.iter().filter(|order| order.seat == seat);
        if !own.any(|order| order.ended.is_some() && !order.told) {
            return;
        }
        let user = self.court.people[table.seats[usize::from(seat)]]
            .user
            .clone();
        let channel = table.channel.clone();
        // Whoever is awaited may read it on top of what he is asked.
        let (line, whole) = match self.dice.percent(30) {
            true => ("/play", false),
            false => ("/auto list", true),
        };
        let reply = self.try_say(&user, &channel, line);
        if reply.is_refusal() {
            return;
        }
        let text = reply.text().to_string();
        self.hear(Event::Reads {
            game,
            seat,
            text,
            whole,
        });
    }

    /// In the end everybody looks.
    pub(super) fn read_all_orders(&mut self) {
        for game in 0..self.court.games.len() {
            for seat in 0..self.court.games[game].seats.len() as u8 {
                for _ in 0..8 {
                    self.read_orders(game, seat);
                }
            }
        }
    }
}

/// The commands that say it.
fn lines(what: &What, names: &[String]) -> Vec<String> {
    let may = |name: &str, value: Option<String>| {
        value.map_or(String::new(), |value| format!(" {name}:{value}"))
    };
    let otherwise = |pass: bool| if pass { "pass" } else { "ask" };
    let sum = |sum: &Option<i32>| sum.map(|sum| sum.to_string());
    let one = match what {
        What::Pass { until } => format!("/auto pass until:{until}"),
        What::Bid { lot, most, pass } => {
            format!(
                "/auto bid lot:{lot} amount:{most} otherwise:{}",
                otherwise(*pass)
            )
        }
        What::Auction { lots, below } => {
            let lots = (!lots.is_empty()).then(|| lots.join(","));
            format!(
                "/auto auction{}{}",
                may("lots", lots),
                may("below", sum(below))
            )
        }
        What::Buy {
            company,
            percent,
            from,
            most,
            pass,
        } => format!(
            "/auto buy company:{company} percent:{percent}{}{} otherwise:{}",
            may("from", from.map(String::from)),
            may("most", sum(most)),
            otherwise(*pass)
        ),
        What::Run {
            company,
            pay,
            until,
            pass,
        } => format!(
            "/auto run company:{company} pay:{pay} until:{until} rest:{}",
            otherwise(*pass)
        ),
        What::Answer {
            what,
            yes,
            from,
            least,
        } => format!(
            "/auto answer what:{what} say:{}{}{}",
            if *yes { "accept" } else { "refuse" },
            may("from", from.map(|seat| names[usize::from(seat)].clone())),
            may("least", sum(least))
        ),
        What::Queue { items } => {
            let line = |item: &Item| {
                let only = if item.same.is_some() { "same" } else { "legal" };
                format!(
                    "/plan queue action:{} only:{only}{}{}",
                    item.text,
                    may("company", item.company.clone()),
                    may("most", sum(&item.most))
                )
            };
            return items.iter().map(line).collect();
        }
    };
    vec![one]
}

/// What somebody might order at a table.
fn draw(table: &Table, seat: u8, dice: &mut Dice) -> Option<What> {
    let game = &table.game;
    let definition = game.definition();
    let pass = dice.percent(50);
    let one = |dice: &mut Dice, list: &[&'static str]| *dice.pick(list).expect("one of them");
    let open: Vec<String> = (definition.companies.iter())
        .filter(|company| {
            let id = definition.company(&company.id).expect("it is one");
            game.shared().company(id).status == Status::Open
        })
        .map(|company| company.id.clone())
        .collect();
    let any: Vec<String> = definition
        .companies
        .iter()
        .map(|one| one.id.clone())
        .collect();
    let decision = game.decision()?;
    let auction = is_auction(decision.topic);
    let up = match auction {
        true => offers(game, decision.seat),
        false => Vec::new(),
    };
    // In a stock round, a share that can be had.
    let shares: Vec<String> = match decision.topic {
        Topic::StockTurn => (game.legal(decision.seat).choices.into_iter())
            .filter_map(|choice| match choice {
                Choice::One(Action::Buy(company, _)) => Some(definition.at(company).id.clone()),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    };
    Some(match (auction, dice.below(16)) {
        (false, 4..=7) if !shares.is_empty() => {
            let company = dice.pick(&shares)?.clone();
            let id = definition.company(&company)?;
            let units = u32::from(game.shared().company(id).units.max(1));
            let holder = Holder::Player(Seat(seat));
            let held = u32::from(game.shared().units(definition, id, holder));
            What::Buy {
                company,
                percent: ((held + 1 + dice.below(2) as u32) * 100 / units).min(100),
                from: None,
                most: None,
                pass,
            }
        }
        (true, 0..=6) if !up.is_empty() => {
            let (lot, least, range, _) = dice.pick(&up)?.clone();
            let step = range.map_or(5, |range| range.step.max(1));
            What::Bid {
                lot,
                most: (least + step * dice.below(6) as i32).max(1),
                pass,
            }
        }
        (true, 7..=11) => What::Auction {
            lots: match dice.percent(50) {
                true => dice
                    .pick(&up)
                    .map(|(lot, ..)| lot.clone())
                    .into_iter()
                    .collect(),
                false => Vec::new(),
            },
            below: dice.percent(40).then(|| 100 + 5 * dice.below(12) as i32),
        },
        (_, 0..=3) => What::Pass {
            until: one(dice, &["anything", "trade", "start", "priority", "always"]),
        },
        (_, 4) => What::Bid {
            lot: dice.pick(&any)?.clone(),
            most: 100 + 10 * dice.below(12) as i32,
            pass,
        },
        (_, 5) => What::Auction {
            lots: Vec::new(),
            below: None,
        },
        (_, 6 | 7) => What::Buy {
            company: {
                let among = if dice.percent(80) { &open } else { &any };
                dice.pick(among)?.clone()
            },
            percent: 10 * (1 + dice.below(4) as u32),
            from: dice
                .pick(&[None, None, Some("treasury"), Some("market")])
                .copied()
                .flatten(),
            most: dice.percent(30).then(|| 40 + 20 * dice.below(10) as i32),
            pass,
        },
        (_, 8..=11) => What::Run {
            company: directed(game, seat, dice)?,
            pay: one(dice, &["full", "full", "nothing", "nothing", "half"]),
            until: one(dice, &["any", "trains", "routes", "phase", "phase"]),
            pass,
        },
        (_, 12 | 13) => {
            let yes = dice.percent(50);
            let other = dice.below(table.seats.len()) as u8;
            What::Answer {
                what: one(
                    dice,
                    &["exchange", "train", "mine", "company", "all", "all"],
                ),
                yes,
                from: (dice.percent(20) && other != seat).then_some(other),
                least: (yes && dice.percent(30)).then(|| 10 + 10 * dice.below(10) as i32),
            }
        }
        _ => What::Queue {
            items: ahead(game, seat, dice)?,
        },
    })
}

/// A company that a seat directs; seldom one that it does not.
fn directed(game: &Game, seat: u8, dice: &mut Dice) -> Option<String> {
    let definition = game.definition();
    let own: Vec<&String> = (definition.companies.iter())
        .filter(|company| {
            let id = definition.company(&company.id).expect("it is one");
            let open = game.shared().company(id).status != Status::Closed;
            open && game.shared().director(definition, id) == Some(Seat(seat))
        })
        .map(|company| &company.id)
        .collect();
    match dice.percent(5) {
        true => dice.pick(&definition.companies).map(|one| one.id.clone()),
        false => dice.pick(&own).map(|id| (*id).clone()),
    }
}

/// Moves of somebody's next turn, as he thinks it might go.
fn ahead(game: &Game, seat: u8, dice: &mut Dice) -> Option<Vec<Item>> {
    // What is made ahead in a company's turn is meant for that company.
    let asked = game.asks().into_iter().find(|ask| ask.seat == Seat(seat));
    let in_company = asked.is_some_and(|ask| ask.company.is_some());
    let mut trial = game.clone();
    let mut items: Vec<Item> = Vec::new();
    let wanted = 1 + dice.below(3);
    for _ in 0..14 {
        let Some((by, action)) = play::choose(&trial, dice) else {
            break;
        };
        let own = by == Seat(seat);
        if !own && !items.is_empty() {
            break;
        }
        if own {
            let ask = trial.decision()?;
            if ask.topic.is_answer() {
                break;
            }
            let company = ask.company.map(|one| trial.definition().at(one).id.clone());
            if in_company && company.is_none() {
                break;
            }
            let text = trial.print(&action);
            // One turn is thought of, and each move once.
            let other = |item: &Item| item.text == text || item.company != company;
            if items.iter().any(other) {
                break;
            }
            let cost = trial.check(by, &action).unwrap_or(0);
            let same = match dice.percent(35) {
                // What is seen is what is there now, not what he thinks will be.
                true => sight(game, game.decision()?.seat, &action),
                false => None,
            };
            items.push(Item {
                text,
                company,
                most: (cost > 0 && dice.percent(25)).then_some(cost),
                same,
            });
            if items.len() == wanted {
                break;
            }
        }
        trial.apply(by, &action).ok()?;
    }
    (!items.is_empty()).then_some(items)
}
