//! Our position in the layout of the traces' states.

mod board;
mod companies;
mod extra;
mod mines;

use super::Harz;
use engine::finance::{Account, Holder};
use engine::ids::{CompanyId, Seat};
use engine::rules::CompanyKind;
use engine::titles::harzbahn as title;
use engine::titles::harzbahn::{Frame, HarzRules, Step};
use engine::{Definition, Game, Shared};
use serde_json::{Map, Value, json};

/// What the reference counts for a concession or option until it is used or lost; by H73-7-03 it is worth nothing.
const RIGHT: i32 = 100;

/// The company whose turn it is.
pub(super) fn in_turn(game: &Game) -> Option<CompanyId> {
    let (_, state) = game.harzbahn()?;
    state.turn().map(|(company, _, _)| company)
}

/// What a digest is made from.
struct View<'a> {
    names: &'a Harz,
    game: &'a Game,
    rules: &'a HarzRules,
    definition: &'a Definition,
    shared: &'a Shared,
    state: &'a title::Harz,
}

/// The whole state.
pub(super) fn digest(adapter: &mut Harz, game: &Game) -> Value {
    let Some((rules, state)) = game.harzbahn() else {
        return Value::Null;
    };
    let view = View {
        names: adapter,
        game,
        rules,
        definition: &rules.definition,
        shared: game.shared(),
        state,
    };
    let due = view.due();
    let mut all = Map::new();
    let round = view.round(due.map_or(0, |(_, _, _, sum)| sum));
    all.insert("phase".into(), json!(view.phase()));
    all.insert("active".into(), view.active());
    all.insert("bank".into(), json!(view.bank()));
    all.insert(
        "player_order".into(),
        json!(view.seats(&view.shared.table.order)),
    );
    all.insert("players".into(), view.players());
    all.insert("companies".into(), view.companies());
    all.insert("privates".into(), view.privates());
    all.insert("market".into(), view.market());
    all.insert(
        "operating_order".into(),
        json!(view.ids(game.operating_order())),
    );
    all.insert("tiles".into(), view.tiles());
    all.insert("tokens".into(), view.tokens());
    all.insert("depot".into(), view.depot());
    all.insert("extra".into(), view.extra());
    if game.is_over() {
        all.insert("finished".into(), json!(true));
    }
    adapter.memory.due = due;
    match round {
        Some(round) => adapter.memory.round = round,
        // The game is over: nobody is in turn any more.
        None => {
            if let Some(due) = adapter.memory.round.get_mut("maintenance") {
                *due = json!(0);
            }
        }
    }
    all.insert("round".into(), adapter.memory.round.clone());
    Value::Object(all)
}

impl View<'_> {
    fn id(&self, company: CompanyId) -> &str {
        &self.definition.at(company).id
    }

    fn ids(&self, companies: impl IntoIterator<Item = CompanyId>) -> Vec<&str> {
        companies.into_iter().map(|id| self.id(id)).collect()
    }

    fn seat(&self, seat: Seat) -> &str {
        self.names.name(seat)
    }

    fn seats(&self, seats: &[Seat]) -> Vec<&str> {
        seats.iter().map(|seat| self.seat(*seat)).collect()
    }

    /// Phase 5 has a second name while diesel railcars are on offer.
    fn phase(&self) -> &str {
        match self.game.phase_name() {
            "5" if self.state.diesels => "5a",
            name => name,
        }
    }

    /// The company in turn with its step.
    fn turn(&self) -> Option<(CompanyId, Step)> {
        self.state.turn().map(|(company, step, _)| (company, step))
    }

    /// Whether the company in turn has come to its money: production or the trains' revenue.
    fn earned(&self, company: CompanyId, step: Step) -> bool {
        match step {
            Step::MineTrack
            | Step::MineProduction
            | Step::Switchers
            | Step::Production
            | Step::Track { .. }
            | Step::ConcessionRoute { .. }
            | Step::Station
            | Step::Run => false,
            Step::Machines
            | Step::CloseMine
            | Step::Dividend { .. }
            | Step::BuyMine
            | Step::Issue
            | Step::Trains => true,
            Step::End => !self.rules.is_mine(company),
        }
    }

    /// The maintenance of the company in turn when it was due.
    fn due(&self) -> Option<(u16, u8, CompanyId, i32)> {
        let (company, step) = self.turn()?;
        if !self.earned(company, step) {
            return None;
        }
        let (number, _) = self.state.operating_round()?;
        let key = (self.shared.turn, number, company);
        match self.names.memory.due {
            Some((turn, number, of, sum)) if (turn, number, of) == key => {
                Some((turn, number, of, sum))
            }
            _ => Some((key.0, key.1, company, self.maintenance(company))),
        }
    }

    /// The running round; `None` when the game is over.
    fn round(&self, due: i32) -> Option<Value> {
        let passed = || {
            let memory = &self.names.memory;
            let order = self.shared.table.order.iter().copied();
            let passed: Vec<Seat> = order.filter(|seat| memory.passed.contains(seat)).collect();
            self.seats(&passed)
        };
        let mut round = match self.state.frames.first()? {
            Frame::Premium { .. } => json!({"kind": "premium_auction", "passed": []}),
            Frame::Draft { .. } => json!({"kind": "draft", "passed": passed()}),
            Frame::Auction { .. } => json!({"kind": "concession_auction", "passed": passed()}),
            Frame::Stock { .. } => {
                json!({"kind": "stock", "passed": passed(), "sold": self.sold()})
            }
            Frame::Operating {
                number, of, order, ..
            } => json!({
                "kind": "operating",
                "number": number,
                "of": of,
                "entities": self.ids(order.iter().copied()),
                "maintenance": due,
            }),
            _ => return None,
        };
        if let Value::Object(fields) = &mut round {
            fields.insert("turn".into(), json!(self.shared.turn));
            fields.entry("number").or_insert(json!(1));
        }
        Some(round)
    }

    fn sold(&self) -> Value {
        let mut sold: Map<String, Value> = Map::new();
        for &(seat, company) in &self.state.sold {
            if let Value::Array(list) = sold.entry(self.seat(seat)).or_insert_with(|| json!([])) {
                list.push(json!(self.id(company)));
            }
        }
        Value::Object(sold)
    }

    fn active(&self) -> Value {
        if self.game.is_over() {
            return json!({"players": []});
        }
        let Some(ask) = self.game.decision() else {
            // Receivership: anybody may run the trains.
            let players = self.seats(&self.shared.table.order);
            return match in_turn(self.game) {
                Some(company) => json!({"players": players, "entity": self.entity(company)}),
                None => json!({"players": players}),
            };
        };
        let entity = match ask.company {
            Some(company) => self.entity(company),
            None => json!({"kind": "player", "id": self.seat(ask.seat)}),
        };
        json!({"players": [self.seat(ask.seat)], "entity": entity})
    }

    fn entity(&self, company: CompanyId) -> Value {
        json!({"kind": self.kind(company), "id": self.id(company)})
    }

    fn kind(&self, company: CompanyId) -> &'static str {
        match self.rules.kind(company) {
            CompanyKind::Mine => "mine",
            CompanyKind::PublicMine => "public_mine",
            CompanyKind::External => "external",
            _ => "railway",
        }
    }

    fn bank(&self) -> i32 {
        let paid: i32 = self
            .rules
            .of_kind(CompanyKind::Major)
            .map(|company| self.paid_in(company))
            .sum();
        self.shared.cash.of(Account::Bank) - paid
    }

    fn players(&self) -> Value {
        let mut players = Map::new();
        for seat in self.game.seats() {
            let holder = Holder::Player(seat);
            let mut shares = Map::new();
            let mut certs = 0;
            for company in self.definition.company_ids() {
                let held = self.state.shares(self.rules, company, holder);
                if held == 0 || self.rules.is_mine(company) {
                    continue;
                }
                certs += usize::from(held);
                let president = self.shared.company(company).director == Some(seat);
                shares.insert(
                    self.id(company).into(),
                    json!({
                        "percent": i32::from(held) * self.share_size(company),
                        "certs": held,
                        "president": president,
                    }),
                );
            }
            let mut privates: Vec<&str> = self
                .state
                .rights
                .iter()
                .filter(|right| right.seat == seat)
                .map(|right| self.id(right.company))
                .collect();
            privates.sort_unstable();
            certs += privates.len();
            let mines = self.rules.special.mines.iter().map(|mine| mine.company);
            let mines = mines.filter(|mine| self.state.mine_owner(self.rules, *mine) == Some(seat));
            players.insert(
                self.seat(seat).into(),
                json!({
                    "cash": self.shared.player_cash(seat),
                    "shares": shares,
                    "privates": privates,
                    "value": self.game.worth(seat) + RIGHT * privates.len() as i32,
                    "certs": certs,
                    "mines": self.ids(mines),
                }),
            );
        }
        Value::Object(players)
    }

    /// The mines on sale in the start auction, the concessions and options.
    fn privates(&self) -> Value {
        let mut privates = Map::new();
        for mine in &self.rules.special.mines {
            if self.state.mine_holder(self.rules, mine.company) == Holder::Initial {
                privates.insert(
                    self.id(mine.company).into(),
                    json!({"kind": "mine", "owner": "none"}),
                );
            }
        }
        for company in self.definition.company_ids() {
            if !self.rules.is_railway(company) && !self.rules.is_mining(company) {
                continue;
            }
            let right = self
                .state
                .rights
                .iter()
                .find(|right| right.company == company);
            let owner = right.map_or("none", |right| self.seat(right.seat));
            privates.insert(
                self.id(company).into(),
                json!({"kind": "concession", "owner": owner}),
            );
        }
        Value::Object(privates)
    }

    fn market(&self) -> Value {
        let mut market = Map::new();
        for (cell, place) in self.definition.chart.cells() {
            let stack = self.ids(self.shared.markers.stack(cell));
            if !stack.is_empty() {
                market.insert(place.price.to_string(), json!(stack));
            }
        }
        Value::Object(market)
    }
}
