//! The actions of a record that stood in the end.

use crate::text;
use serde_json::{Map, Value};

/// An action that stood.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// Its place in the file's list, from 1.
    place: usize,
    /// Its number in the record.
    number: Option<u64>,
    /// The record's own machinery took it with the action before.
    automatic: bool,
    pub(super) fields: Map<String, Value>,
}

impl Step {
    /// `Action 308 (number 295, place_token)`.
    pub(super) fn name(&self) -> String {
        let kind = self
            .fields
            .get("type")
            .and_then(Value::as_str)
            .unwrap_or("?");
        let kind = text::in_code(&text::clip(kind, 40));
        let number = match self.number {
            Some(number) => format!("number {number}, "),
            None => String::new(),
        };
        let automatic = if self.automatic { "automatic " } else { "" };
        format!("Action {} ({number}{automatic}`{kind}`)", self.place)
    }
}

/// What a record holds beside the moves of the game.
fn no_move(kind: &str) -> bool {
    kind.starts_with("program_") || matches!(kind, "message" | "log")
}

/// The actions that stood, with what the record's machinery did after each. `undo` takes back the last action, or all
/// after the one that it names; `redo` restores what the last `undo` took, if nothing has been done since; messages are
/// never taken back.
pub(super) fn standing(actions: &[Value]) -> Result<Vec<Step>, String> {
    let mut kept: Vec<Option<&Map<String, Value>>> = Vec::new();
    // What each undo took, by place.
    let mut undos: Vec<Vec<usize>> = Vec::new();
    for (index, action) in actions.iter().enumerate() {
        let wrong = |what: &str| {
            format!(
                "Action {} of the file {what}. Nothing was imported.",
                index + 1
            )
        };
        let fields = action.as_object().ok_or_else(|| wrong("is no action"))?;
        kept.push(None);
        match kind(fields) {
            "" => return Err(wrong("has no type")),
            "undo" => {
                let from = match fields.get("action_id").and_then(Value::as_u64) {
                    Some(0) => 0,
                    Some(id) => actions
                        .iter()
                        .take(index)
                        .position(|other| other.get("id").and_then(Value::as_u64) == Some(id))
                        .map(|place| place + 1)
                        .ok_or_else(|| wrong("takes back to an action that there is not"))?,
                    // Where nothing is left nothing is taken back.
                    None => last(&kept).unwrap_or(0),
                };
                let mut taken = Vec::new();
                for (place, slot) in kept.iter_mut().enumerate().skip(from) {
                    if slot.is_some_and(|fields| kind(fields) != "message") {
                        *slot = None;
                        taken.push(place);
                    }
                }
                undos.push(taken);
            }
            "redo" => {
                let taken = undos
                    .pop()
                    .ok_or_else(|| wrong("restores where nothing was taken back"))?;
                for place in taken {
                    if let (Some(slot), Some(fields)) = (
                        kept.get_mut(place),
                        actions.get(place).and_then(Value::as_object),
                    ) {
                        *slot = Some(fields);
                    }
                }
            }
            other => {
                if other != "message" {
                    undos.clear();
                }
                if let Some(slot) = kept.last_mut() {
                    *slot = Some(fields);
                }
            }
        }
    }
    let mut steps = Vec::new();
    for (index, fields) in kept.into_iter().enumerate() {
        let Some(fields) = fields else { continue };
        let number = fields.get("id").and_then(Value::as_u64);
        let mut add = |fields: &Map<String, Value>, automatic| {
            if !no_move(kind(fields)) {
                let mut fields = fields.clone();
                fields.remove("auto_actions");
                steps.push(Step {
                    place: index + 1,
                    number,
                    automatic,
                    fields,
                });
            }
        };
        add(fields, false);
        let after = fields.get("auto_actions").and_then(Value::as_array);
        for fields in after.into_iter().flatten().filter_map(Value::as_object) {
            add(fields, true);
        }
    }
    Ok(steps)
}

fn kind(fields: &Map<String, Value>) -> &str {
    fields.get("type").and_then(Value::as_str).unwrap_or("")
}

/// The place of the last action that stands.
fn last(kept: &[Option<&Map<String, Value>>]) -> Option<usize> {
    kept.iter()
        .rposition(|slot| slot.is_some_and(|fields| kind(fields) != "message"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn ids(actions: Value) -> Result<Vec<u64>, String> {
        let actions = actions.as_array().cloned().unwrap_or_default();
        let steps = standing(&actions)?;
        Ok(steps.iter().filter_map(|step| step.number).collect())
    }

    #[test]
    fn what_was_taken_back_does_not_stand() {
        let act = |id: u64| json!({"id": id, "type": "pass"});
        let undo = |id: u64| json!({"id": id, "type": "undo"});
        let to = |id: u64, to: u64| json!({"id": id, "type": "undo", "action_id": to});
        let redo = |id: u64| json!({"id": id, "type": "redo"});
        let said = |id: u64| json!({"id": id, "type": "message"});
        assert_eq!(
            ids(json!([act(1), act(2), undo(3), act(4)])),
            Ok(vec![1, 4])
        );
        // The message stays and is passed over.
        assert_eq!(
            ids(json!([act(1), act(2), said(3), undo(4), act(5)])),
            Ok(vec![1, 5])
        );
        assert_eq!(ids(json!([act(1), act(2), act(3), to(4, 1)])), Ok(vec![1]));
        assert_eq!(
            ids(json!([act(1), act(2), to(3, 0), redo(4)])),
            Ok(vec![1, 2])
        );
        assert_eq!(
            ids(json!([act(1), act(2), undo(3), undo(4), redo(5)])),
            Ok(vec![1])
        );
        // Something new ends what could be restored.
        let late = ids(json!([act(1), undo(2), act(3), redo(4)]));
        assert!(late.is_err_and(|why| why.starts_with("Action 4 of the file restores")));
        assert_eq!(ids(json!([undo(1), act(2)])), Ok(vec![2]));
        assert!(ids(json!([act(1), to(2, 77)])).is_err());
        assert!(ids(json!([3])).is_err());
    }

    #[test]
    fn what_was_done_by_itself_comes_after_its_cause() {
        let actions = json!([
            {"id": 1, "type": "program_share_pass", "auto_actions": [{"type": "pass", "entity": 2}]},
            {"id": 2, "type": "pass", "entity": 3, "auto_actions": [{"type": "program_disable"}]},
        ]);
        let steps = standing(actions.as_array().expect("a list")).expect("they stand");
        let names: Vec<String> = steps.iter().map(Step::name).collect();
        assert_eq!(
            names,
            [
                "Action 1 (number 1, automatic `pass`)",
                "Action 2 (number 2, `pass`)"
            ]
        );
    }
}
