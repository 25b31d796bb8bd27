//! Our position in the layout of the traces' states.

use super::Y1826 as Adapter;
use engine::finance::{Account, Holder};
use engine::ids::{CompanyId, KindId, PrivateId, Seat, StopRef};
use engine::rolling_stock::TrainHolder;
use engine::shared::Status;
use engine::titles::y1826::{Frame, Rules, Y1826};
use engine::{Definition, Game, Shared};
use serde_json::{Map, Value, json};

/// What a digest is made from.
struct View<'a> {
    names: &'a Adapter,
    game: &'a Game,
    rules: &'a Rules,
    definition: &'a Definition,
    shared: &'a Shared,
    state: &'a Y1826,
}

/// The whole state.
pub(super) fn digest(adapter: &Adapter, game: &Game) -> Value {
    let Some((rules, state)) = game.y1826() else {
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
    let mut all = json!({
        "phase": game.phase_name(),
        "bank": view.shared.cash.of(Account::Bank),
        "priority": adapter.player(view.shared.table.priority),
        "player_order": view.seats(),
        "players": view.players(),
        "privates": view.privates(),
        "companies": view.companies(),
        "ipo": view.stock(&[Holder::Initial], false),
        "pool": view.stock(&[Holder::Pool], false),
        "unavailable": view.stock(&[Holder::Reserved], true),
        "trains_ipo": view.trains_ipo(),
        "trains_available": view.trains_available(),
        "trains_pool": view.trains_pool(),
        "dest_connected": view.connected(),
        "e_train": view.e_train(),
        "tiles": view.tiles(),
        "tokens": view.tokens(),
        "game_over": game.is_over(),
    });
    let pool = state.bonds().pool;
    if pool > 0 {
        all["pool_bonds"] = json!(pool);
    }
    all
}

impl View<'_> {
    fn id(&self, company: CompanyId) -> &str {
        &self.definition.at(company).id
    }

    fn seats(&self) -> Vec<&str> {
        let order = self.shared.table.order.iter();
        order.map(|&seat| self.names.player(seat)).collect()
    }

    /// Percent of a share.
    fn unit(&self, company: CompanyId) -> i32 {
        match self.shared.company(company).units {
            5 => 20,
            10 => 10,
            _ if self.rules.is_national(company)
                || self.rules.special.ten_share.contains(&company)
                || self.late() =>
            {
                10
            }
            _ => 20,
        }
    }

    /// From 6H on companies start with ten shares.
    fn late(&self) -> bool {
        self.shared.phase >= 2
    }

    /// Percent and certificates of a holder; `None` without any.
    fn holding(&self, company: CompanyId, holders: &[Holder]) -> Option<Value> {
        let unit = self.unit(company);
        let (mut units, mut singles, mut president) = (0, 0, false);
        for (paper, size, director) in self.shared.papers.of_company(self.definition, company) {
            if !holders.contains(&self.shared.papers.holder(paper)) {
                continue;
            }
            units += i32::from(size);
            president |= director;
            singles += i32::from(!director);
        }
        if units == 0 {
            return None;
        }
        let mut certs = Map::new();
        if singles > 0 {
            certs.insert(unit.to_string(), json!(singles));
        }
        let mut value = json!({"pct": units * unit, "certs": certs});
        if president {
            value["president"] = json!(true);
        }
        Some(value)
    }

    fn privates_of(&self, seat: Seat) -> Vec<&str> {
        let all = (0..self.definition.privates.len()).map(PrivateId::from);
        all.filter(|&id| {
            self.shared.papers.private_holder(self.definition, id) == Holder::Player(seat)
        })
        .map(|id| self.definition.private_at(id).id.as_str())
        .collect()
    }

    fn players(&self) -> Value {
        let mut players = Map::new();
        for seat in self.game.seats() {
            let holder = Holder::Player(seat);
            let mut shares = Map::new();
            let mut worth = self.shared.player_cash(seat);
            for company in self.definition.company_ids() {
                if let Some(value) = self.holding(company, &[holder]) {
                    shares.insert(self.id(company).into(), value);
                }
                let units = i32::from(self.shared.units(self.definition, company, holder));
                worth += units * self.shared.price(self.definition, company).unwrap_or(0);
            }
            // The reference counts privates at cost.
            let privates = (0..self.definition.privates.len()).map(PrivateId::from);
            worth += privates
                .filter(|&id| self.shared.papers.private_holder(self.definition, id) == holder)
                .map(|id| self.definition.private_at(id).value)
                .sum::<i32>();
            let (certs, limit) = self.game.certificates(seat);
            let mut value = json!({
                "cash": self.shared.player_cash(seat),
                "privates": self.privates_of(seat),
                "minors": [],
                "shares": shares,
                "certs": certs,
                "cert_limit": limit,
                "worth": worth,
            });
            let blocked = self.blocked(seat);
            if blocked > 0 {
                value["blocked_cash"] = json!(blocked);
            }
            let sold = self.state.sold().iter();
            let sold: Vec<&str> = sold
                .filter(|(by, _)| *by == seat)
                .map(|(_, company)| self.id(*company))
                .collect();
            if !sold.is_empty() {
                value["sold"] = json!(sold);
            }
            let bonds = self.state.bonds().of(seat);
            if bonds > 0 {
                value["bonds"] = json!(bonds);
            }
            players.insert(self.names.player(seat).into(), value);
        }
        Value::Object(players)
    }

    /// A player's last bids: the reference sets those aside, too, that are overbid (E26-4.2-06 does not).
    fn blocked(&self, seat: Seat) -> i32 {
        let bids = self.state.standing().iter();
        bids.filter(|bid| bid.seat == seat)
            .map(|bid| bid.amount)
            .sum()
    }

    fn privates(&self) -> Value {
        let mut privates = Map::new();
        for id in (0..self.definition.privates.len()).map(PrivateId::from) {
            let owner = match self.shared.papers.private_holder(self.definition, id) {
                Holder::Player(seat) => self.names.player(seat),
                Holder::Gone => "closed",
                _ => "ipo",
            };
            privates.insert(
                self.definition.private_at(id).id.clone(),
                json!({"owner": owner}),
            );
        }
        Value::Object(privates)
    }

    /// An Etat with fewer than five shares outside its treasury.
    fn waits(&self, company: CompanyId) -> bool {
        let own = Holder::Company(company);
        company == self.rules.special.etat.company
            && self.shared.units(self.definition, company, own) > 5
    }

    fn merging(&self, company: CompanyId) -> bool {
        self.state.frames().iter().any(|frame| {
            matches!(frame, Frame::Stations { picks, .. }
                if picks.iter().any(|(old, _)| *old == company))
        })
    }

    fn companies(&self) -> Value {
        let mut companies = Map::new();
        for company in self.definition.company_ids() {
            companies.insert(self.id(company).into(), self.company(company));
        }
        Value::Object(companies)
    }

    fn company(&self, company: CompanyId) -> Value {
        let facts = self.shared.company(company);
        if facts.status == Status::Closed || self.merging(company) {
            return json!({"status": "closed"});
        }
        let floated = self.state.is_floated(company);
        let status = match (facts.status, floated) {
            (Status::Open, true) if self.waits(company) => "started",
            (Status::Open, true) => "floated",
            (Status::Open, false) => "started",
            _ => "unavailable",
        };
        let trains = self.shared.trains(company);
        let trains: Vec<&str> = trains
            .map(|train| self.definition.train(train.kind).name.as_str())
            .collect();
        let unit = self.unit(company);
        let free = match (facts.status, floated) {
            (Status::Open, true) => facts.tokens_left,
            _ if self.rules.is_national(company) => self
                .rules
                .special
                .national(company)
                .map_or(0, |national| national.tokens),
            _ if self.rules.special.ten_share.contains(&company) => 4,
            _ => 3,
        };
        let mut limit = self.game.train_limit(company);
        if facts.status == Status::Unopened && unit == 20 {
            let phase = self.definition.phases.get(usize::from(self.shared.phase));
            limit = phase
                .and_then(|phase| phase.train_limit.get("five_share"))
                .copied()
                .unwrap_or(limit);
        }
        let mut value = json!({
            "status": status,
            "cash": self.shared.treasury(company),
            "trains": trains,
            "train_limit": limit,
            "free_tokens": free,
            "share_unit": unit,
            "last_revenue": 0,
        });
        if let Some(seat) = self.shared.director(self.definition, company) {
            value["president"] = json!(self.names.player(seat));
        }
        if let Some(cell) = self.shared.markers.cell(company) {
            let data = self.definition.chart.at(cell);
            let stack = self.shared.markers.stack(cell);
            let column = char::from(b'A' + data.column);
            value["price"] = json!(data.price);
            value["pos"] = json!([data.row, data.column]);
            value["stack"] = json!(stack.take_while(|other| *other != company).count());
            value["cell"] = json!(format!("{column}{}", data.row + 1));
        }
        if facts.operated {
            value["operated"] = json!(true);
        }
        let own = self
            .shared
            .units(self.definition, company, Holder::Company(company));
        if own > 0 {
            value["treasury_pct"] = json!(i32::from(own) * unit);
        }
        let loans = self.state.loans_of(company);
        if loans > 0 {
            value["loans"] = json!(loans);
        }
        if company == self.rules.special.sncf.company {
            let bonds = self.state.bonds().treasury;
            value["bonds_treasury"] = json!(bonds);
        }
        if let Some((owner, hex)) = self.state.mail()
            && owner == company
        {
            let hex = &self.definition.map.at(hex).name;
            value["bonuses"] = json!([{"name": "Mail", "value": 10, "hexes": hex}]);
        }
        value
    }

    /// Shares of all companies with these holders; certificates that go with unsold privates are not yet on offer.
    fn stock(&self, holders: &[Holder], unavailable: bool) -> Value {
        let mut stock = Map::new();
        for company in self.definition.company_ids() {
            let unit = self.unit(company);
            // Late companies that are not started have all their shares on offer.
            let national = self.rules.is_national(company);
            let late =
                self.late() && self.shared.company(company).status == Status::Unopened && !national;
            let both = [Holder::Initial, Holder::Reserved];
            let holders = match holders {
                [Holder::Initial] if late => &both[..],
                [Holder::Reserved] if late => &[],
                holders => holders,
            };
            if let Some(value) = self.holding(company, holders) {
                stock.insert(self.id(company).into(), value);
            }
            // What comes with a private.
            for &(private, of, director) in &self.rules.special.comes_with {
                let unsold =
                    self.shared.papers.private_holder(self.definition, private) == Holder::Initial;
                if of != company || !unsold || holders.first() == Some(&Holder::Pool) {
                    continue;
                }
                let (percent, single) = if director { (2 * unit, 0) } else { (unit, 1) };
                let sign = if unavailable { 1 } else { -1 };
                let entry = stock
                    .entry(self.id(company))
                    .or_insert_with(|| json!({"pct": 0, "certs": {}}));
                entry["pct"] = json!(entry["pct"].as_i64().unwrap_or(0) as i32 + sign * percent);
                if single > 0 {
                    let key = unit.to_string();
                    let now = entry["certs"][&key].as_i64().unwrap_or(0) as i32;
                    entry["certs"][&key] = json!(now + sign * single);
                } else if unavailable {
                    entry["president"] = json!(true);
                } else if let Value::Object(fields) = entry {
                    fields.remove("president");
                }
            }
        }
        Value::Object(stock)
    }

    fn trains_ipo(&self) -> Value {
        let mut trains = Map::new();
        if let Some(top) = self.shared.depot.top(self.definition) {
            let left = self.shared.depot.left(self.definition, top);
            trains.insert(self.definition.train(top).name.clone(), json!(left));
        }
        Value::Object(trains)
    }

    fn trains_available(&self) -> Value {
        let mut names: Vec<&str> = Vec::new();
        if let Some(kind) = self.shared.depot.top(self.definition) {
            let name = self.definition.train(kind).name.as_str();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        json!(names)
    }

    fn trains_pool(&self) -> Value {
        let mut trains: Map<String, Value> = Map::new();
        for train in self.shared.depot.of(TrainHolder::Pool) {
            let entry = trains
                .entry(self.definition.train(train.kind).name.clone())
                .or_insert(json!(0));
            *entry = json!(entry.as_i64().unwrap_or(0) + 1);
        }
        Value::Object(trains)
    }

    fn connected(&self) -> Value {
        let all = self.definition.company_ids();
        let open = all.filter(|&company| {
            self.shared.company(company).status != Status::Closed
                && !self.merging(company)
                && self.state.is_connected(self.rules, company)
        });
        json!(open.map(|company| self.id(company)).collect::<Vec<_>>())
    }

    fn e_train(&self) -> Value {
        let kind: Option<KindId> = self.definition.kind("E");
        if self.game.phase_name() == "TGV" {
            return json!({"cities": self.rules.special.reach_after_tgv, "double": false});
        }
        let owned = self.shared.depot.all().iter().filter(|train| {
            Some(train.kind) == kind && matches!(train.holder, TrainHolder::Company(_))
        });
        let table = &self.rules.special.reach_by_number;
        let count = owned.count().saturating_sub(1).min(table.len() - 1);
        json!({"cities": table[count], "double": true})
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
        let mut tokens = Map::new();
        for hex in map.hex_ids() {
            let track = self.shared.board.track(map, hex);
            let mut list = Vec::new();
            for stop in 0..track.stop_exits.len() as u8 {
                let mut here: Vec<_> = self
                    .shared
                    .board
                    .tokens_in(StopRef { hex, stop })
                    .filter_map(|token| Some((token.slot, token.what.station_of()?)))
                    .collect();
                here.sort();
                if here.is_empty() {
                    continue;
                }
                let mask = track
                    .stop_exits
                    .get(usize::from(stop))
                    .copied()
                    .unwrap_or(0);
                let exits: Vec<u8> = (0..6).filter(|edge| mask & (1 << edge) != 0).collect();
                let mut companies: Vec<&str> =
                    here.iter().map(|(_, company)| self.id(*company)).collect();
                companies.sort_unstable();
                list.push(json!({"stop": stop, "exits": exits, "companies": companies}));
            }
            if !list.is_empty() {
                tokens.insert(map.at(hex).name.clone(), json!(list));
            }
        }
        Value::Object(tokens)
    }
}
