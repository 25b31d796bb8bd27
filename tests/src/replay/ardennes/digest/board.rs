//! Map and depot.

use super::View;
use engine::board::{Bonus, Occupant};
use engine::ids::KindId;
use engine::rolling_stock::TrainHolder;
use serde_json::{Map, Value, json};

impl View<'_> {
    pub(super) fn tiles(&self) -> Value {
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

    pub(super) fn tokens(&self) -> Value {
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

    pub(super) fn depot(&self) -> Value {
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
}
