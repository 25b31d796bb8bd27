//! Our position in the layout of the traces' states.

use super::Ardennes;
use engine::action::Lot;
use engine::board::{Bonus, Occupant};
use engine::finance::{Account, Holder};
use engine::ids::{CompanyId, KindId, PrivateId, Seat};
use engine::legal::Topic;
use engine::rolling_stock::{TrainHolder, TrainState};
use engine::rules::CompanyKind;
use engine::shared::Status;
use engine::titles::ardennes as title;
use engine::titles::ardennes::{FortPlace, Frame, Standing, Step};
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
        let mut push = |map: &mut Map<String, Value>, key: &str, item: &str| {
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

    /// Percent of one unit.
    fn share_size(&self, company: CompanyId) -> i32 {
        match self.shared.company(company).units {
            _ if self.is_minor(company) => 50,
            10 => 10,
            _ => 20,
        }
    }

    fn holding(&self, company: CompanyId, holders: &[Holder]) -> Value {
        let papers = &self.shared.papers;
        let sum = |count: &dyn Fn(Holder) -> u8| -> i32 {
            holders.iter().map(|&holder| i32::from(count(holder))).sum()
        };
        let units = sum(&|holder| papers.units(self.definition, company, holder));
        let certs = sum(&|holder| papers.certificates(self.definition, company, holder));
        json!({"percent": units * self.share_size(company), "certs": certs})
    }

    fn standings(&self) -> impl Iterator<Item = &Standing> {
        self.state
            .frames()
            .iter()
            .filter_map(|frame| match frame {
                Frame::CompanyAuction { bids, .. } => Some(bids),
                _ => None,
            })
            .flatten()
            .chain(self.state.owed())
    }

    fn companies(&self) -> Value {
        let mut companies = Map::new();
        for company in self.definition.company_ids() {
            if self.shared.company(company).status != Status::Closed {
                companies.insert(self.id(company).into(), self.company(company));
            }
        }
        Value::Object(companies)
    }

    fn company(&self, company: CompanyId) -> Value {
        let facts = self.shared.company(company);
        let minor = self.is_minor(company);
        let open = facts.status == Status::Open;
        let papers = &self.shared.papers;
        let own: &[Holder] = if open {
            &[Holder::Company(company)]
        } else {
            &[Holder::Company(company), Holder::Initial]
        };
        // The reference marks it with the dividend, we at the end of the turn.
        let past = matches!(turn(self.game), Some((now, Step::TurnUp | Step::Trains { .. })) if now == company);
        let rights = |bonus: Bonus| {
            let mut hexes: Vec<&str> = self
                .state
                .rights()
                .iter()
                .filter(|right| right.company == company && right.bonus == bonus)
                .map(|right| self.definition.map.at(right.hex).name.as_str())
                .collect();
            hexes.sort_unstable();
            hexes
        };
        let forts = self
            .state
            .forts()
            .iter()
            .filter(|place| **place == FortPlace::Company(company))
            .count();
        let mut value = json!({
            "kind": if minor { "minor" } else { "major" },
            "cash": self.shared.treasury(company),
            "started": open,
            "floated": open,
            "operated": facts.operated || past,
            "share_size": self.share_size(company),
            "total_shares": 100 / self.share_size(company),
            "treasury": self.holding(company, own),
            "market": self.holding(company, &[Holder::Pool]),
            "president_share": self.president_share(company),
            "trains": self.shared.trains(company).map(|train| self.train(train)).collect::<Vec<_>>(),
            "tokens_left": facts.tokens_left,
            "tokens_left_prices": self.token_prices(company),
            "forts": forts,
            "mines": rights(Bonus::Mine),
            "ports": rights(Bonus::Ferry),
        });
        let Value::Object(fields) = &mut value else {
            return value;
        };
        if !minor {
            fields.insert("shares_kind".into(), json!(100 / self.share_size(company)));
        }
        if let Some(bid) = self.standings().find(|bid| bid.company == company) {
            fields.insert("pledged_minor".into(), json!(self.id(bid.minor)));
        }
        if open {
            match self.shared.director(self.definition, company) {
                Some(seat) => {
                    fields.insert("owner".into(), json!(self.seat(seat)));
                }
                None => {
                    fields.insert("owner".into(), json!("market"));
                    fields.insert("receivership".into(), json!(true));
                }
            }
        }
        if let Some(cell) = self.shared.markers.cell(company) {
            let stack = self
                .shared
                .markers
                .stack(cell)
                .position(|other| other == company);
            let place = self.definition.chart.at(cell);
            fields.insert("price".into(), json!(place.price));
            fields.insert("column".into(), json!(place.column));
            fields.insert("stack".into(), json!(stack));
        }
        debug_assert!(papers.director_paper(self.definition, company).is_some());
        value
    }

    fn president_share(&self, company: CompanyId) -> &str {
        let papers = &self.shared.papers;
        match papers
            .director_paper(self.definition, company)
            .map(|paper| papers.holder(paper))
        {
            Some(Holder::Player(seat)) => self.seat(seat),
            Some(Holder::Pool) => "market",
            _ => self.id(company),
        }
    }

    fn train(&self, train: &TrainState) -> Value {
        let mut value = json!({
            "train": self.definition.train(train.kind).name,
            "id": self.definition.train_name(train.id),
        });
        if let (true, Value::Object(fields)) = (train.obsolete, &mut value) {
            fields.insert("obsolete".into(), json!(true));
        }
        value
    }

    /// What the tokens left cost: the base nothing, then 40 for a minor and 100 for a public company.
    fn token_prices(&self, company: CompanyId) -> Vec<i32> {
        let facts = self.shared.company(company);
        let price = if self.is_minor(company) { 40 } else { 100 };
        let free = if facts.status == Status::Unopened {
            1
        } else {
            self.state
                .free_tokens()
                .iter()
                .filter(|&&other| other == company)
                .count()
        };
        (0..usize::from(facts.tokens_left))
            .map(|index| if index < free { 0 } else { price })
            .collect()
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

    fn tiles(&self) -> Value {
        let map = &self.definition.map;
        let mut tiles = Map::new();
        for hex in map.hex_ids() {
            let placed = self.shared.board.placed(hex);
            if map.is_tile(placed.face) {
                tiles.insert(
                    map.at(hex).name.clone(),
                    json!({"tile": map.face(placed.face).id, "rotation": placed.rot}),
                );
            }
        }
        Value::Object(tiles)
    }

    fn tokens(&self) -> Value {
        let map = &self.definition.map;
        let bonus = |bonus: Bonus| match bonus {
            Bonus::Ferry => "port",
            Bonus::Mine => "mine",
        };
        let mut tokens = Map::new();
        for hex in map.hex_ids() {
            let track = self.shared.board.track(map, hex);
            let mut here: Vec<_> = self.shared.board.tokens_on(hex).collect();
            here.sort_by_key(|token| (token.at.stop, token.slot));
            let mut list: Vec<Value> = here
                .into_iter()
                .map(|token| {
                    let exits = track
                        .stop_exits
                        .get(usize::from(token.at.stop))
                        .copied()
                        .unwrap_or(0);
                    let exits: Vec<u8> = (0..6).filter(|edge| exits & (1 << edge) != 0).collect();
                    let name = match token.what {
                        Occupant::Station(company) | Occupant::Inactive(company) => {
                            self.id(company)
                        }
                        Occupant::Bonus(kind) => bonus(kind),
                    };
                    json!({
                        "company": name,
                        "stop": token.at.stop,
                        "slot": token.slot,
                        "exits": exits,
                    })
                })
                .collect();
            for &(_, kind) in self.state.waiting().iter().filter(|(at, _)| *at == hex) {
                list.push(json!({"company": bonus(kind), "stop": -1, "slot": -1, "exits": []}));
            }
            if !list.is_empty() {
                tokens.insert(map.at(hex).name.clone(), Value::Array(list));
            }
        }
        Value::Object(tokens)
    }

    fn depot(&self) -> Value {
        let mut remaining = Vec::new();
        for kind in (0..self.definition.trains.len()).map(KindId::from) {
            let train = self.definition.train(kind);
            if train.same_stack_as.is_some() {
                continue;
            }
            match self.shared.depot.left(self.definition, kind) {
                Some(0) => {}
                Some(count) => remaining.push(json!({"train": train.name, "count": count})),
                None => remaining.push(json!({"train": train.name, "count": "unlimited"})),
            }
        }
        let market: Vec<Value> = self
            .shared
            .depot
            .of(TrainHolder::Pool)
            .map(|train| self.train(train))
            .collect();
        json!({"remaining": remaining, "open_market": market})
    }

    fn extra(&self) -> Value {
        let mut forts = Map::new();
        if let Some((rules, _)) = self.game.ardennes() {
            for &hex in &rules.special.forts {
                let count = self
                    .state
                    .forts()
                    .iter()
                    .filter(|place| **place == FortPlace::Map(hex))
                    .count();
                forts.insert(self.definition.map.at(hex).name.clone(), json!(count));
            }
        }
        let (_, limit) = self.game.certificates(Seat(0));
        let mut extra = json!({"forts_on_map": forts, "cert_limit": limit});
        let Value::Object(fields) = &mut extra else {
            return extra;
        };
        match self.state.frames().last() {
            Some(Frame::Lots { bidding, .. }) => {
                fields.insert("discount_sale".into(), json!(false));
                fields.insert("lots_left".into(), json!(self.lots()));
                if let Some(bidding) = bidding {
                    fields.insert("auction".into(), self.bidding(bidding));
                }
            }
            Some(Frame::Discount { .. }) => {
                fields.insert("discount_sale".into(), json!(true));
                fields.insert("lots_left".into(), json!(self.lots()));
            }
            Some(Frame::CompanyAuction { bids, .. }) => {
                let mut list = Map::new();
                for bid in bids {
                    list.insert(
                        self.id(bid.company).into(),
                        json!({
                            "player": self.seat(bid.seat),
                            "price": bid.amount,
                            "minor": self.id(bid.minor),
                        }),
                    );
                }
                fields.insert("bids".into(), Value::Object(list));
            }
            _ => {}
        }
        extra
    }

    fn lots(&self) -> Vec<&str> {
        let privates = self
            .private_ids()
            .filter(|&id| self.private_holder(id) == Holder::Initial)
            .map(|id| self.private(id));
        let minors = self
            .definition
            .company_ids()
            .filter(|&id| self.is_minor(id) && self.shared.company(id).status == Status::Unopened)
            .map(|id| self.id(id));
        privates.chain(minors).collect()
    }

    fn bidding(&self, bidding: &title::Bidding) -> Value {
        let lot = match bidding.lot {
            Lot::Company(company) => self.id(company),
            Lot::Private(private) => self.private(private),
        };
        let bidders: Vec<&str> = self
            .order()
            .into_iter()
            .filter(|seat| bidding.bidders.contains(seat))
            .map(|seat| self.seat(seat))
            .collect();
        json!({
            "lot": lot,
            "price": bidding.price,
            "player": self.seat(bidding.leader),
            "bidders": bidders,
        })
    }
}
