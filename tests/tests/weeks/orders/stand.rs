//! What an order does at a position, by what its owner was promised.

use super::{Item, Order, Sight, What, offers, sight, trains};
use crate::table::{Table, is_auction};
use engine::action::{Action, By, Payout, Run, Source};
use engine::event::Event;
use engine::finance::Holder;
use engine::ids::{CompanyId, Seat};
use engine::legal::{Ask, Choice, Duty, Scope, Topic};
use engine::rules::PaperDef;
use engine::shared::Status;

/// What an order does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stand {
    /// It is none of its decisions, or left to its owner.
    Waits,
    /// One of these.
    Acts(Vec<Action>),
    /// It is over: the kind of reason, and what its owner reads of it.
    Ends(&'static str, &'static str),
}

use Stand::{Acts, Ends, Waits};

/// What an order sees.
struct View<'t> {
    table: &'t Table,
    order: &'t Order,
    seat: Seat,
    ask: Option<Ask>,
}

/// What an order does now.
pub fn stand(order: &Order, table: &Table) -> Stand {
    let seat = Seat(order.seat);
    let mut own =
        (table.game.asks().into_iter()).filter(|ask| ask.duty == Duty::Must && ask.seat == seat);
    let ask = own.next().filter(|_| own.next().is_none());
    let view = View {
        table,
        order,
        seat,
        ask,
    };
    match &order.what {
        What::Pass { until } => view.pass_round(until),
        What::Bid { lot, most, pass } => view.bid(lot, *most, *pass),
        What::Auction { lots, below } => view.auction(lots, *below),
        What::Buy { .. } => view.buy(),
        What::Run { .. } => view.run(),
        What::Answer { .. } => view.answer(),
        What::Queue { items } => view.queue(items),
    }
}

/// Whether what was seen is still the same: a bid only where there was one to be seen.
fn same(then: &Sight, now: Sight) -> bool {
    (then.0, then.1) == (now.0, now.1) && (then.2.is_none() || then.2 == now.2)
}

/// Whether the round goes on for which an order is meant: `None` before it, `false` after it.
fn span(meant: u32, (number, goes_on): (u32, bool)) -> Option<bool> {
    (number >= meant).then_some(number == meant && goes_on)
}

impl View<'_> {
    fn topic(&self) -> Option<Topic> {
        self.ask.map(|ask| ask.topic)
    }

    fn choices(&self) -> Vec<Choice> {
        self.table.game.legal(self.seat).choices
    }

    /// Does this where it is legal.
    fn may(&self, action: Action) -> Stand {
        match self.choices().contains(&Choice::One(action.clone())) {
            true => Acts(vec![action]),
            false => Waits,
        }
    }

    /// Who did what since, and how.
    fn since(&self, from: usize) -> impl Iterator<Item = (By, &Action, &str, &[Event])> {
        let log = self.table.game.log().iter().zip(&self.table.past);
        log.skip(from).map(|(entry, past)| {
            (
                entry.by,
                &entry.action,
                past.how.as_str(),
                past.events.as_slice(),
            )
        })
    }

    fn pass_round(&self, until: &str) -> Stand {
        match span(self.order.then.stock, self.table.flow.stock) {
            None => return Waits,
            Some(false) => return Ends("round over", "The stock round is over"),
            Some(true) => {}
        }
        if !matches!(self.topic(), Some(Topic::StockTurn | Topic::Packet)) {
            return Waits;
        }
        let stops = |kind: &str| until == "anything" || until == kind;
        let definition = self.table.game.definition();
        let shared = self.table.game.shared();
        for (by, _, _, events) in self.since(self.order.then.base) {
            for event in events {
                match event {
                    Event::PaperMoved { paper, from, to } if stops("trade") => {
                        let PaperDef::Share { company, .. } = &definition.papers[paper.index()]
                        else {
                            continue;
                        };
                        let mine = Holder::Player(self.seat);
                        let held = shared.units(definition, *company, mine) > 0;
                        let player = |holder: &Holder| matches!(holder, Holder::Player(_));
                        let traded = (player(from) || player(to)) && *from != mine && *to != mine;
                        if by.seat() != self.seat && held && traded {
                            return Ends("a trade", " traded in ");
                        }
                    }
                    Event::CompanyStarted { .. } if stops("start") && by.seat() != self.seat => {
                        return Ends("a start", " has started.");
                    }
                    Event::Priority { seat }
                        if stops("priority") && self.order.then.first && *seat != self.seat =>
                    {
                        return Ends("the priority", "priority deal");
                    }
                    _ => {}
                }
            }
        }
        if stops("priority") && shared.table.priority == self.seat {
            let mut after = self.table.game.clone();
            let passed = after.apply(self.seat, &Action::Pass).is_ok();
            if passed && after.shared().table.priority != self.seat {
                return Ends("the priority", "priority deal");
            }
        }
        self.may(Action::Pass)
    }

    fn bid(&self, lot: &str, most: i32, pass: bool) -> Stand {
        let game = &self.table.game;
        let won = self.since(self.order.then.base).any(|(_, _, _, events)| {
            events.iter().any(|event| {
                matches!(event, Event::LotWon { lot: one, .. } if super::lot_name(game, *one) == lot)
            })
        });
        if won {
            return Ends("lot won", " won it for ");
        }
        match span(self.order.then.auction, self.table.flow.auction) {
            None => return Waits,
            Some(false) => return Ends("auction over", "The auction is over"),
            Some(true) => {}
        }
        if self.topic().map(Topic::scope) != Some(Scope::Bidding) {
            return Waits;
        }
        let mut own = offers(game, self.seat);
        own.retain(|(name, _, range, _)| name == lot && range.is_some());
        match own.as_slice() {
            [] => Waits,
            [(_, least, _, action)] if *least <= most => Acts(vec![action.clone()]),
            [_] if pass => self.may(Action::Pass),
            [_] => Ends("above the limit", "above your "),
            _ => Ends("several minors", "Several minors"),
        }
    }

    fn auction(&self, lots: &[String], below: Option<i32>) -> Stand {
        match span(self.order.then.auction, self.table.flow.auction) {
            None => return Waits,
            Some(false) => return Ends("auction over", "The auction is over"),
            Some(true) => {}
        }
        if !self.topic().is_some_and(is_auction) {
            return Waits;
        }
        let offers = offers(&self.table.game, self.seat);
        let named = offers.iter().any(|(name, ..)| lots.contains(name));
        let cheap = offers
            .iter()
            .any(|(_, cost, ..)| below.is_some_and(|below| *cost < below));
        match named || cheap {
            true => Waits,
            false => self.may(Action::Pass),
        }
    }

    fn buy(&self) -> Stand {
        let What::Buy {
            company: id,
            percent,
            from,
            most,
            pass,
        } = &self.order.what
        else {
            return Waits;
        };
        let game = &self.table.game;
        let Some(company) = game.definition().company(id) else {
            return Waits;
        };
        if *pass {
            match span(self.order.then.stock, self.table.flow.stock) {
                None => return Waits,
                Some(false) => return Ends("round over", "The stock round is over"),
                Some(true) => {}
            }
        }
        let turn = self.topic() == Some(Topic::StockTurn);
        let began = self.table.flow.turn_began.max(self.order.then.base);
        let bought = turn
            && self.since(began).any(|(by, action, how, _)| {
                by == By::Seat(self.seat)
                    && how == "order"
                    && matches!(action, Action::Buy(of, _) if *of == company)
            });
        if bought && let Acts(pass) = self.may(Action::Pass) {
            return Acts(pass);
        }
        let state = game.shared().company(company);
        let held = u32::from(game.shared().units(
            game.definition(),
            company,
            Holder::Player(self.seat),
        ));
        if held * 100 >= percent * u32::from(state.units.max(1)) {
            return Ends("held", "You hold ");
        }
        if state.status == Status::Closed {
            return Ends("company closed", " has closed");
        }
        if !turn || bought {
            return Waits;
        }
        let mut found: Vec<(i32, Action)> = Vec::new();
        for choice in self.choices() {
            let Choice::One(action) = choice else {
                continue;
            };
            let fits = match &action {
                Action::Buy(of, source) if *of == company => {
                    let place = match source {
                        Source::Treasury => "treasury",
                        Source::Market => "market",
                    };
                    from.is_none_or(|from| from == place)
                }
                Action::BuyPaper(of, _, None) if *of == company => {
                    from.is_none_or(|from| from == "market")
                }
                _ => false,
            };
            if fits
                && let Ok(cost) = game.check(self.seat, &action)
                && most.is_none_or(|most| cost <= most)
            {
                found.push((cost, action));
            }
        }
        let least = found.iter().map(|(cost, _)| *cost).min();
        found.retain(|(cost, _)| Some(*cost) == least);
        match found.is_empty() {
            false => Acts(found.into_iter().map(|(_, action)| action).collect()),
            true if *pass => self.may(Action::Pass),
            true => Waits,
        }
    }

    fn run(&self) -> Stand {
        let What::Run {
            company: id,
            pay,
            until,
            pass,
        } = &self.order.what
        else {
            return Waits;
        };
        let game = &self.table.game;
        let Some(company) = game.definition().company(id) else {
            return Waits;
        };
        if game.shared().company(company).status == Status::Closed {
            return Ends("company closed", " has closed");
        }
        if game.shared().director(game.definition(), company) != Some(self.seat) {
            return Ends("no longer director", "You no longer direct ");
        }
        let Some(ask) = self.ask.filter(|ask| ask.company == Some(company)) else {
            return Waits;
        };
        if ask.topic.is_answer() {
            return Waits;
        }
        let stops = |kind: &str| *until == "any" || *until == kind;
        if stops("phase") && game.phase_name() != self.order.then.phase {
            return Ends("another phase", " has begun.");
        }
        if stops("trains") && trains(game, company) != self.order.then.trains {
            return Ends("other trains", "The trains of ");
        }
        if stops("routes") && !self.same_routes(company) {
            return Ends("other routes", "The best routes of ");
        }
        let choices = self.choices();
        if choices.contains(&Choice::Runs) {
            let best = game.best_runs().map(|best| Action::Run(best.runs));
            return best.map_or(Waits, |best| Acts(vec![best]));
        }
        if (choices.iter()).any(|choice| matches!(choice, Choice::One(Action::Pay(_)))) {
            let wanted = Action::Pay(match *pay {
                "full" => Payout::Full,
                "half" => Payout::Half,
                _ => Payout::Nothing,
            });
            return match self.may(wanted) {
                Waits => Ends("earnings", "about the earnings"),
                acts => acts,
            };
        }
        match pass {
            true => self.may(Action::Pass),
            false => Waits,
        }
    }

    /// Whether the best runs of then earn as much as the best of now.
    fn same_routes(&self, company: CompanyId) -> bool {
        let game = &self.table.game;
        let sum = |runs: &[Run]| match runs.is_empty() {
            true => None,
            false => (game.run_sums(company, runs).ok()).map(|sums| sums.total),
        };
        let then = self.order.then.runs.as_deref().unwrap_or_default();
        let now = game.best_runs_of(company).map(|best| best.runs);
        let now = now.unwrap_or_default();
        then.is_empty() == now.is_empty() && (now.is_empty() || sum(then) >= sum(&now))
    }

    fn answer(&self) -> Stand {
        let What::Answer {
            what,
            yes,
            from,
            least,
        } = &self.order.what
        else {
            return Waits;
        };
        let meant = match self.topic() {
            Some(Topic::ExchangeAnswer) => *what == "exchange" || *what == "all",
            Some(Topic::TrainAnswer) => *what == "train" || *what == "all",
            Some(Topic::MineAnswer) => *what == "mine" || *what == "all",
            Some(Topic::UniteAnswer) => *what == "company" || *what == "all",
            Some(Topic::Consent) => *what == "all",
            _ => false,
        };
        let log = self.table.game.log().iter().rev();
        let asked = log
            .filter(|entry| !matches!(entry.by, By::Engine(_)))
            .map(|entry| (entry.by.seat().0, entry.action.amount()))
            .next();
        let Some((by, sum)) = asked else {
            return Waits;
        };
        let fits = meant
            && from.is_none_or(|from| from == by)
            && least.is_none_or(|least| sum.is_some_and(|sum| sum >= least));
        match (fits, yes) {
            (false, _) => Waits,
            (true, true) => self.may(Action::Agree),
            (true, false) => self.may(Action::Refuse),
        }
    }

    fn queue(&self, items: &[Item]) -> Stand {
        const STOPS: Stand = Ends("not possible", "was not made: ");
        let game = &self.table.game;
        let Some(item) = items.first() else {
            return Ends("all made", "All its moves are made");
        };
        let begun = self.order.acts.first();
        let meanwhile = begun.is_some_and(|first| {
            let mut later = self.since(*first);
            later.any(|(by, _, how, _)| {
                by.seat() == self.seat && !matches!(by, By::Engine(_)) && how != "queue"
            })
        });
        if meanwhile {
            return Ends("another move", "you have made another move meanwhile");
        }
        let Some(ask) = self.ask else {
            return Waits;
        };
        let company = item.company.as_deref();
        if ask.company != company.and_then(|id| game.definition().company(id)) {
            return Waits;
        }
        let verb = |text: &str| text.split(' ').next().unwrap_or_default().to_string();
        let offered = self.choices().iter().any(|choice| match choice {
            Choice::Runs => verb(&item.text) == "run",
            Choice::One(action) | Choice::Amount(action, _) => {
                verb(&game.print(action)) == verb(&item.text)
            }
        });
        if !offered && (begun.is_none() || ask.topic.scope() == Scope::Within) {
            return Waits;
        }
        let Ok(action) = game.parse(&item.text) else {
            return STOPS;
        };
        let Ok(cost) = game.check(self.seat, &action) else {
            return STOPS;
        };
        if game.clone().apply(self.seat, &action).is_err() {
            return STOPS;
        }
        if item.most.is_some_and(|most| cost > most) {
            return Ends("too dear", "it costs ");
        }
        if let Some(then) = &item.same
            && !(sight(game, self.seat, &action)).is_some_and(|now| same(then, now))
        {
            return Ends("not the same", "was not made: ");
        }
        // What may be left out where it is clear is filled in.
        let begins = format!("{} ", item.text);
        let fuller = self
            .choices()
            .into_iter()
            .filter_map(|choice| match choice {
                Choice::One(one) if game.print(&one).starts_with(&begins) => Some(one),
                _ => None,
            });
        Acts([action].into_iter().chain(fuller).collect())
    }
}
