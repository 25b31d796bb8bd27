//! Our position in the layout of the traces' states.

mod board;
mod companies;
mod extra;

use super::Ardennes;
use engine::finance::{Account, Holder};
use engine::ids::{CompanyId, PrivateId, Seat};
use engine::legal::Topic;
use engine::rules::CompanyKind;
use engine::shared::Status;
use engine::titles::ardennes as title;
use engine::titles::ardennes::{Frame, Step};
use engine::{Definition, Game, Shared};
use serde_json::{Map, Value, json};

/// The company whose turn it is.
pub(super) fn in_turn(game: &Game) -> Option<CompanyId> {
    turn(game).map(|(company, _)| company)
}

fn turn(game: &Game) -> Option<(CompanyId, Step)> {
    let (_, state) = game.ardennes()?;
    state.frames().iter().rev().find_map(|frame| match frame {
        Frame::Turn { company, step, .. } => Some((*company, *step)),
        _ => None,
    })
}

/// What a digest is made from.
struct View<'a> {
    names: &'a Ardennes,
    game: &'a Game,
    definition: &'a Definition,
    shared: &'a Shared,
    state: &'a title::Ardennes,
}

/// The whole state.
pub(super) fn digest(adapter: &mut Ardennes, game: &Game) -> Value {
    let Some((rules, state)) = game.ardennes() else {
        return Value::Null;
    };
    let view = View {
        names: adapter,
        game,
        definition: &rules.definition,
        shared: game.shared(),
        state,
    };
    let mut all = Map::new();
    let round = view.round();
    all.insert("phase".into(), json!(game.phase_name()));
    all.insert("active".into(), view.active());
    all.insert("bank".into(), json!(view.shared.cash.of(Account::Bank)));
    all.insert("player_order".into(), json!(view.player_order()));
    all.insert("priority".into(), json!(view.seat(view.priority())));
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
    if let Some(round) = round {
        adapter.memory.round = round;
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

    fn private(&self, private: PrivateId) -> &str {
        &self.definition.private_at(private).id
    }

    fn is_minor(&self, company: CompanyId) -> bool {
        self.definition.at(company).kind == CompanyKind::Minor
    }

    /// Seats from the holder of the priority deal on when the round began, bankrupt ones included.
    fn order(&self) -> Vec<Seat> {
        let mut order = self.shared.table.order.clone();
        let first = order
            .iter()
            .position(|&seat| seat == self.names.memory.first)
            .unwrap_or(0);
        order.rotate_left(first);
        order
    }

    fn player_order(&self) -> Vec<&str> {
        self.order()
            .into_iter()
            .map(|seat| self.seat(seat))
            .collect()
    }

    fn priority(&self) -> Seat {
        let operating = matches!(self.state.frames().first(), Some(Frame::Operating { .. }));
        if operating {
            self.names.memory.first
        } else {
            self.shared.table.priority
        }
    }

    /// The running round; `None` when the game is over.
    fn round(&self) -> Option<Value> {
        let mut round = self
            .state
            .frames()
            .iter()
            .rev()
            .find_map(|frame| match frame {
                Frame::Lots { .. } | Frame::Discount { .. } | Frame::HomeTile { .. } => {
                    Some(json!({
                        "kind": "minor_auction",
                        "passed": [],
                    }))
                }
                Frame::CompanyAuction { .. } => Some(json!({
                    "kind": "major_auction",
                    "passed": self.passed(),
                })),
                Frame::Stock { .. } => Some(self.stock()),
                Frame::Operating { number, done, .. } => Some(json!({
                    "kind": "operating",
                    "number": number,
                    "of": 2,
                    "entities": self.entities(done),
                })),
                _ => None,
            })?;
        if let Value::Object(fields) = &mut round {
            fields.insert("turn".into(), json!(self.shared.turn));
            fields.entry("number").or_insert(json!(1));
        }
        Some(round)
    }

    /// Those whose last turn was a pass, in table order; who went bankrupt in this round counts as one.
    fn passed(&self) -> Vec<&str> {
        let memory = &self.names.memory;
        let bankrupt = |seat: &Seat| {
            self.shared.table.is_out(*seat) && memory.gone.get(seat.index()) == Some(&false)
        };
        self.order()
            .into_iter()
            .filter(|seat| memory.passed.contains(seat) || bankrupt(seat))
            .map(|seat| self.seat(seat))
            .collect()
    }

    fn stock(&self) -> Value {
        let mut sold: Map<String, Value> = Map::new();
        let mut refusals: Map<String, Value> = Map::new();
        let push = |map: &mut Map<String, Value>, key: &str, item: &str| {
            if let Value::Array(list) = map.entry(key).or_insert_with(|| json!([])) {
                list.push(json!(item));
            }
        };
        for &(seat, company) in self.state.sold() {
            push(&mut sold, self.seat(seat), self.id(company));
        }
        for &(seat, private) in self.state.sold_private() {
            push(&mut sold, self.seat(seat), self.private(private));
        }
        for &(minor, company) in self.state.refused() {
            push(&mut refusals, self.id(company), self.id(minor));
        }
        let mut stock = json!({
            "kind": "stock",
            "passed": self.passed(),
            "sold": sold,
            "refusals": refusals,
        });
        let asked = self.state.frames().iter().find_map(|frame| match frame {
            Frame::Approval { company, .. } => Some(*company),
            _ => None,
        });
        if let (Some(company), Value::Object(fields)) = (asked, &mut stock) {
            fields.insert("pending_approval".into(), json!(self.id(company)));
        }
        stock
    }

    /// The operating order of the running round: those who had their turn, then those still to come.
    fn entities(&self, done: &[CompanyId]) -> Vec<&str> {
        let mut list = done.to_vec();
        list.extend(in_turn(self.game));
        for company in self.game.operating_order() {
            if !list.contains(&company) {
                list.push(company);
            }
        }
        self.ids(list)
    }

    fn active(&self) -> Value {
        if self.game.is_over() {
            return json!({"players": []});
        }
        let Some(ask) = self.game.decision() else {
            // Autopilot: anybody may run the trains.
            let players: Vec<&str> = self
                .order()
                .into_iter()
                .filter(|seat| !self.shared.table.is_out(*seat))
                .map(|seat| self.seat(seat))
                .collect();
            return match in_turn(self.game) {
                Some(company) => {
                    json!({"players": players, "entity": self.entity(company)})
                }
                None => json!({"players": players}),
            };
        };
        let entity = match ask.company {
            Some(company) if ask.topic != Topic::Acquire => self.entity(company),
            _ => json!({"kind": "player", "id": self.seat(ask.seat)}),
        };
        json!({"players": [self.seat(ask.seat)], "entity": entity})
    }

    fn entity(&self, company: CompanyId) -> Value {
        let kind = if self.is_minor(company) {
            "minor"
        } else {
            "major"
        };
        json!({"kind": kind, "id": self.id(company)})
    }

    fn players(&self) -> Value {
        let mut players = Map::new();
        for seat in self.game.seats() {
            let mut shares = Map::new();
            for company in self.definition.company_ids() {
                let holder = Holder::Player(seat);
                let papers = &self.shared.papers;
                let certs = papers.certificates(self.definition, company, holder);
                if certs > 0 {
                    let units = papers.units(self.definition, company, holder);
                    let president = papers.director(self.definition, company) == Some(seat);
                    shares.insert(
                        self.id(company).into(),
                        json!({
                            "percent": i32::from(units) * self.share_size(company),
                            "certs": certs,
                            "president": president,
                        }),
                    );
                }
            }
            let (certs, limit) = self.game.certificates(seat);
            let mut player = json!({
                "cash": self.shared.player_cash(seat),
                "shares": shares,
                "privates": self.privates_of(seat),
                "value": self.game.worth(seat),
                "certs": certs,
                "cert_limit": limit,
            });
            if let (true, Value::Object(fields)) = (self.shared.table.is_out(seat), &mut player) {
                fields.insert("bankrupt".into(), json!(true));
            }
            players.insert(self.seat(seat).into(), player);
        }
        Value::Object(players)
    }

    /// Privates, and concessions won and not yet used, in alphabetical order.
    fn privates_of(&self, seat: Seat) -> Vec<&str> {
        let mut list: Vec<&str> = self
            .private_ids()
            .filter(|&id| self.private_holder(id) == Holder::Player(seat))
            .map(|id| self.private(id))
            .chain(
                self.state
                    .owed()
                    .iter()
                    .filter(|owed| owed.seat == seat)
                    .map(|owed| self.id(owed.company)),
            )
            .collect();
        list.sort_unstable();
        list
    }

    fn private_ids(&self) -> impl Iterator<Item = PrivateId> + use<> {
        (0..self.definition.privates.len()).map(PrivateId::from)
    }

    fn private_holder(&self, private: PrivateId) -> Holder {
        self.shared.papers.private_holder(self.definition, private)
    }

    fn privates(&self) -> Value {
        let mut privates = Map::new();
        for id in self.private_ids() {
            let owner = match self.private_holder(id) {
                Holder::Player(seat) => self.seat(seat),
                Holder::Pool => "bank",
                Holder::Gone => continue,
                _ => "none",
            };
            privates.insert(
                self.private(id).into(),
                json!({"kind": "private", "owner": owner}),
            );
        }
        for company in self.definition.company_ids() {
            if self.is_minor(company) {
                continue;
            }
            let owed = self
                .state
                .owed()
                .iter()
                .find(|owed| owed.company == company);
            let concession = match (self.shared.company(company).status, owed) {
                (Status::Unopened, Some(owed)) => {
                    json!({"kind": "concession", "owner": self.seat(owed.seat)})
                }
                (Status::Unopened, None) => json!({"kind": "concession", "owner": "none"}),
                _ => json!({"kind": "concession", "closed": true}),
            };
            privates.insert(self.id(company).into(), concession);
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
