//! Map and depot.

use super::View;
use engine::board::Occupant;
use engine::ids::KindId;
use engine::rules::TrainRun;
use serde_json::{Map, Value, json};

/// What the reference writes for a stack without limit before the first purchase.
const UNLIMITED: i64 = 99;

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
        let mut tokens = Map::new();
        for hex in map.hex_ids() {
            let track = self.shared.board.track(map, hex);
            let mut here: Vec<_> = self.shared.board.tokens_on(hex).collect();
            here.sort_by_key(|token| (token.at.stop, token.slot));
            let list: Vec<Value> = here
                .into_iter()
                .filter_map(|token| {
                    let exits = track
                        .stop_exits
                        .get(usize::from(token.at.stop))
                        .copied()
                        .unwrap_or(0);
                    let exits: Vec<u8> = (0..6).filter(|edge| exits & (1 << edge) != 0).collect();
                    let mut value = json!({
                        "company": self.id(token.what.station_of()?),
                        "stop": token.at.stop,
                        "slot": token.slot,
                        "exits": exits,
                    });
                    if let (Occupant::Inactive(_), Value::Object(fields)) = (token.what, &mut value)
                    {
                        fields.insert("inactive".into(), json!(true));
                    }
                    Some(value)
                })
                .collect();
            if !list.is_empty() {
                tokens.insert(map.at(hex).name.clone(), Value::Array(list));
            }
        }
        Value::Object(tokens)
    }

    /// Switchers are made when bought and lie in no stack.
    pub(super) fn depot(&self) -> Value {
        let mut remaining = Vec::new();
        for kind in (0..self.definition.trains.len()).map(KindId::from) {
            let train = self.definition.train(kind);
            if train.same_stack_as.is_some() || matches!(train.run, TrainRun::Switcher(_)) {
                continue;
            }
            let count = match self.shared.depot.left(self.definition, kind) {
                Some(count) => i64::from(count),
                None => {
                    let taken = self.shared.depot.all().iter();
                    UNLIMITED - taken.filter(|state| state.id.stack == kind).count() as i64
                }
            };
            if count > 0 {
                remaining.push(json!({"train": train.name, "count": count}));
            }
        }
        json!({"remaining": remaining, "open_market": []})
    }
}
