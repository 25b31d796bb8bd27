//! Our position in the layout of the traces' states.

use super::Y1835;
use engine::action::Lot;
use engine::board::Occupant;
use engine::finance::{Account, Holder};
use engine::ids::{CompanyId, PaperId, Seat, StopRef};
use engine::rolling_stock::TrainHolder;
use engine::rules::CompanyKind;
use engine::shared::{Ending, Status};
use engine::titles::y1835::{self as title, Y35Rules};
use engine::{Definition, Game, Shared};
use serde_json::{Map, Value, json};

/// What a digest is made from.
struct View<'a> {
    names: &'a Y1835,
    game: &'a Game,
    rules: &'a Y35Rules,
    definition: &'a Definition,
    shared: &'a Shared,
    state: &'a title::Y1835,
}

/// The reference names phases by the train that begins them.
const PHASES: [&str; 7] = ["2", "3", "4", "4+4", "5", "6", "6+6"];

/// The whole state.
pub(super) fn digest(names: &Y1835, game: &Game) -> Value {
    let Some((rules, state)) = game.y1835() else {
        return Value::Null;
    };
    let view = View {
        names,
        game,
        rules,
        definition: &rules.definition,
        shared: game.shared(),
        state,
    };
    let phase = PHASES.get(usize::from(view.shared.phase)).unwrap_or(&"?");
    let mut all = json!({
        "phase": phase,
        "priority": view.seat(view.shared.table.priority),
        "player_order": view.shared.table.order.iter().map(|seat| view.seat(*seat)).collect::<Vec<_>>(),
        "bank": view.shared.cash.of(Account::Bank),
        "game_over": game.is_over(),
        "game_end_pending": view.shared.ending != Ending::Open,
        "players": view.players(),
        "privates": view.privates(),
        "companies": view.companies(),
        "pool": view.papers(|holder| holder == Holder::Pool),
        "tiles": view.tiles(),
        "tokens": view.tokens(),
    });
    let (ipo, rest) = view.unsold();
    let trains = view.trains();
    if let Value::Object(fields) = &mut all {
        fields.insert("ipo".into(), ipo);
        fields.insert("unavailable".into(), rest);
        if let Some(ask) = game.decision() {
            fields.insert("current".into(), json!(view.seat(ask.seat)));
        }
        fields.extend(trains);
    }
    all
}

impl View<'_> {
    fn id(&self, company: CompanyId) -> &str {
        &self.definition.at(company).id
    }

    fn seat(&self, seat: Seat) -> &str {
        self.names.name(seat)
    }

    fn majors(&self) -> impl Iterator<Item = CompanyId> + '_ {
        self.definition
            .company_ids()
            .filter(|&id| self.definition.at(id).kind != CompanyKind::Minor)
    }

    /// The papers of a company that some holder has: percentage, certificates by size, the director's.
    fn holding(&self, company: CompanyId, of: &dyn Fn(Holder, PaperId) -> bool) -> Option<Value> {
        let papers = &self.shared.papers;
        let mut percent = 0u16;
        let mut certs: Map<String, Value> = Map::new();
        let mut top = false;
        for (paper, units, director) in papers.of_company(self.definition, company) {
            if !of(papers.holder(paper), paper) {
                continue;
            }
            percent += u16::from(units) * 5;
            if director {
                top = true;
            } else {
                let count = certs
                    .entry((u16::from(units) * 5).to_string())
                    .or_insert(json!(0));
                *count = json!(count.as_u64().unwrap_or(0) + 1);
            }
        }
        (percent > 0).then(|| {
            let mut holding = json!({"pct": percent, "certs": certs});
            if let (Value::Object(fields), true) = (&mut holding, top) {
                fields.insert("president".into(), json!(true));
            }
            holding
        })
    }

    fn papers(&self, of: impl Fn(Holder) -> bool) -> Value {
        let mut all = Map::new();
        for company in self.majors() {
            if let Some(holding) = self.holding(company, &|holder, _| of(holder)) {
                all.insert(self.id(company).into(), holding);
            }
        }
        Value::Object(all)
    }

    /// Unsold papers on offer, and the others.
    fn unsold(&self) -> (Value, Value) {
        let mut ipo = Map::new();
        let mut rest = Map::new();
        for company in self.majors() {
            let waiting = self.waiting(company);
            let open = self.state.offered(self.rules, company) || waiting.is_some();
            // Shares that come with items of the packet lie apart.
            let mut apart = Vec::new();
            let papers = &self.shared.papers;
            for (paper, _, director) in papers.held(self.definition, company, Holder::Initial) {
                let left = waiting.unwrap_or(0);
                if waiting.is_some() && (director || apart.len() < left) && !(director && left == 0)
                {
                    apart.push(paper);
                }
            }
            let fresh = self.holding(company, &|holder, paper| {
                holder == Holder::Initial && open && !apart.contains(&paper)
            });
            let kept = self.holding(company, &|holder, paper| {
                holder == Holder::Reserved
                    || holder == Holder::Initial && (!open || apart.contains(&paper))
            });
            if let Some(fresh) = fresh {
                ipo.insert(self.id(company).into(), fresh);
            }
            if let Some(kept) = kept {
                rest.insert(self.id(company).into(), kept);
            }
        }
        (Value::Object(ipo), Value::Object(rest))
    }

    /// How many shares of the company wait in the packet, the director's included; `None` once it is sold, or for a
    /// company that is not in it.
    fn waiting(&self, company: CompanyId) -> Option<usize> {
        let left = self.state.packet(self.rules);
        let release = self.rules.special.release(company)?;
        (!left.is_empty() && release.group == 1).then(|| {
            left.iter()
                .filter(|(lot, _)| {
                    *lot == Lot::Company(company)
                        || self
                            .rules
                            .special
                            .item(*lot)
                            .is_some_and(|item| item.with == Some(company))
                })
                .count()
        })
    }

    fn players(&self) -> Value {
        let mut players = Map::new();
        for seat in self.game.seats() {
            let (certs, limit) = self.game.certificates(seat);
            let me = Holder::Player(seat);
            let papers = &self.shared.papers;
            let minors: Vec<&str> = self
                .definition
                .company_ids()
                .filter(|&id| self.definition.at(id).kind == CompanyKind::Minor)
                .filter(|&id| papers.director(self.definition, id) == Some(seat))
                .map(|id| self.id(id))
                .collect();
            let privates: Vec<&str> = (0..self.definition.privates.len())
                .map(engine::ids::PrivateId::from)
                .filter(|&id| papers.private_holder(self.definition, id) == me)
                .map(|id| self.definition.private_at(id).id.as_str())
                .collect();
            let mut player = json!({
                "cash": self.shared.player_cash(seat),
                "privates": privates,
                "minors": minors,
                "shares": self.papers(|holder| holder == me),
                "certs": certs,
                "cert_limit": limit,
            });
            let mut sold: Vec<&str> = self
                .state
                .sold()
                .iter()
                .filter(|(of, _)| *of == seat)
                .map(|(_, company)| self.id(*company))
                .collect();
            sold.dedup();
            if let Value::Object(fields) = &mut player {
                if !sold.is_empty() {
                    fields.insert("sold".into(), json!(sold));
                }
                if self.shared.table.is_out(seat) {
                    fields.insert("bankrupt".into(), json!(true));
                }
            }
            players.insert(self.seat(seat).into(), player);
        }
        Value::Object(players)
    }

    fn privates(&self) -> Value {
        let mut privates = Map::new();
        for index in 0..self.definition.privates.len() {
            let id = engine::ids::PrivateId::from(index);
            let owner = match self.shared.papers.private_holder(self.definition, id) {
                Holder::Player(seat) => self.seat(seat),
                Holder::Initial => "ipo",
                _ => "closed",
            };
            privates.insert(
                self.definition.private_at(id).id.clone(),
                json!({"owner": owner}),
            );
        }
        Value::Object(privates)
    }

    fn companies(&self) -> Value {
        let mut companies = Map::new();
        for company in self.definition.company_ids() {
            let facts = self.shared.company(company);
            if facts.status == Status::Closed {
                companies.insert(self.id(company).into(), json!({}));
                continue;
            }
            let trains: Vec<&str> = self
                .shared
                .trains(company)
                .map(|train| self.definition.train(train.kind).name.as_str())
                .collect();
            let mut trains = trains;
            trains.sort_by_key(|name| self.definition.kind(name));
            let mut all = json!({
                "cash": self.shared.treasury(company),
                "trains": trains,
                "free_tokens": facts.tokens_left - u8::from(self.badish_waits(company)),
                "train_limit": self.game.train_limit(company),
            });
            if let Value::Object(fields) = &mut all {
                let director = self.shared.director(self.definition, company);
                if let Some(seat) = director {
                    fields.insert("president".into(), json!(self.seat(seat)));
                }
                if facts.operated {
                    fields.insert("operated".into(), json!(true));
                }
                if let Some(cell) = self.shared.markers.cell(company) {
                    let place = self.definition.chart.at(cell);
                    let stack = self
                        .shared
                        .markers
                        .stack(cell)
                        .position(|other| other == company);
                    fields.insert("price".into(), json!(place.price));
                    fields.insert("pos".into(), json!([place.row, place.column]));
                    fields.insert("stack".into(), json!(stack));
                    let letter = char::from(b'A' + place.column);
                    fields.insert("cell".into(), json!(format!("{letter}{}", place.row + 1)));
                }
                let loan = self.state.loans().iter().find(|(of, _)| *of == company);
                if let Some((_, sum)) = loan {
                    fields.insert("bank_loan".into(), json!(sum));
                }
            }
            companies.insert(self.id(company).into(), all);
        }
        Value::Object(companies)
    }

    /// The reference puts Baden's marker on its bare home hex at once (E35-RUL-12).
    fn badish_waits(&self, company: CompanyId) -> bool {
        let hex = self.rules.special.mannheim;
        company == self.rules.special.badish
            && self.shared.is_open(company)
            && !self.shared.board.has_station_on(hex, company)
            && !self
                .definition
                .map
                .is_tile(self.shared.board.placed(hex).face)
    }

    fn trains(&self) -> Map<String, Value> {
        let depot = &self.shared.depot;
        let mut fresh = Map::new();
        let mut available: Vec<String> = Vec::new();
        if let Some(top) = depot.top(self.definition) {
            let name = &self.definition.train(top).name;
            fresh.insert(name.clone(), json!(depot.left(self.definition, top)));
            available.push(name.clone());
        }
        let mut pool: Map<String, Value> = Map::new();
        for train in depot.of(TrainHolder::Pool) {
            let name = &self.definition.train(train.kind).name;
            let count = pool.entry(name.clone()).or_insert(json!(0));
            *count = json!(count.as_u64().unwrap_or(0) + 1);
        }
        [
            ("trains_ipo", Value::Object(fresh)),
            ("trains_available", json!(available)),
            ("trains_pool", Value::Object(pool)),
        ]
        .into_iter()
        .map(|(key, value)| (key.to_string(), value))
        .collect()
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
        let board = &self.shared.board;
        let mut tokens = Map::new();
        for hex in map.hex_ids() {
            let mut stops: Vec<Value> = Vec::new();
            let track = board.track(map, hex);
            for stop in 0..board.face(map, hex).stops.len() as u8 {
                let companies: Vec<&str> = board
                    .tokens_in(StopRef { hex, stop })
                    .filter_map(|token| match token.what {
                        Occupant::Station(company) => Some(self.id(company)),
                        _ => None,
                    })
                    .collect();
                if companies.is_empty() {
                    continue;
                }
                let mask = track
                    .stop_exits
                    .get(usize::from(stop))
                    .copied()
                    .unwrap_or(0);
                let exits: Vec<u8> = (0..6).filter(|edge| mask & (1 << edge) != 0).collect();
                stops.push(json!({"stop": stop, "exits": exits, "companies": companies}));
            }
            if hex == self.rules.special.mannheim && self.badish_waits(self.rules.special.badish) {
                stops.push(json!({"stop": 0, "exits": [], "companies": ["BA"]}));
            }
            if !stops.is_empty() {
                tokens.insert(map.at(hex).name.clone(), json!(stops));
            }
        }
        Value::Object(tokens)
    }
}
