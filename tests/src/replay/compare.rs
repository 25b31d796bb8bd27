//! Comparing two states key by key.

use serde_json::Value;

/// How a key is compared otherwise than by equality.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// Not at all.
    Ignored,
    /// As sets: neither order nor repetition counts.
    AsSet,
    /// As trees whose lists are in any order.
    Unordered,
    /// As lists of objects in any order, without this key.
    Without(&'static str),
}

/// An exception from the comparison.
#[derive(Clone, Copy, Debug)]
pub struct Exception {
    /// Keys from the root with dots between; `*` stands for any key.
    pub path: &'static str,
    /// How it is compared.
    pub how: How,
    /// In which states, told from the reference's.
    pub when: fn(&Value) -> bool,
    /// Why.
    pub why: &'static str,
}

/// A key at which the two states differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Keys from the root with dots between.
    pub path: String,
    /// Our value, if we have the key.
    pub ours: Option<Value>,
    /// The reference's.
    pub theirs: Option<Value>,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let show = |value: &Option<Value>| {
            value
                .as_ref()
                .map_or_else(|| "nothing".to_string(), Value::to_string)
        };
        write!(
            f,
            "{}: ours {}, theirs {}",
            self.path,
            show(&self.ours),
            show(&self.theirs)
        )
    }
}

/// Every key at which the states differ, apart from the exceptions.
pub fn differences(ours: &Value, theirs: &Value, exceptions: &[Exception]) -> Vec<Difference> {
    let active: Vec<(Vec<&str>, How)> = exceptions
        .iter()
        .filter(|exception| (exception.when)(theirs))
        .map(|exception| (exception.path.split('.').collect(), exception.how))
        .collect();
    let mut found = Vec::new();
    let mut path = Vec::new();
    walk(Some(ours), Some(theirs), &active, &mut path, &mut found);
    found
}

fn walk<'v>(
    ours: Option<&'v Value>,
    theirs: Option<&'v Value>,
    exceptions: &[(Vec<&str>, How)],
    path: &mut Vec<&'v str>,
    found: &mut Vec<Difference>,
) {
    if ours == theirs {
        return;
    }
    let exception = exceptions.iter().find(|(pattern, _)| {
        pattern.len() == path.len()
            && pattern
                .iter()
                .zip(path.iter())
                .all(|(part, key)| *part == "*" || part == key)
    });
    match exception {
        Some((_, How::Ignored)) => return,
        Some((_, How::AsSet)) if as_set(ours) == as_set(theirs) => return,
        Some((_, How::Unordered)) if ours.map(sorted) == theirs.map(sorted) => return,
        Some((_, How::Without(key))) if without(ours, key) == without(theirs, key) => return,
        _ => {}
    }
    match (ours, theirs) {
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            for (key, value) in a {
                path.push(key);
                walk(Some(value), b.get(key), exceptions, path, found);
                path.pop();
            }
            for (key, value) in b {
                if !a.contains_key(key) {
                    path.push(key);
                    walk(None, Some(value), exceptions, path, found);
                    path.pop();
                }
            }
        }
        _ => found.push(Difference {
            path: path.join("."),
            ours: ours.cloned(),
            theirs: theirs.cloned(),
        }),
    }
}

/// The tree with every list in a fixed order.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(items) => {
            let mut items: Vec<Value> = items.iter().map(sorted).collect();
            items.sort_by_key(Value::to_string);
            Value::Array(items)
        }
        Value::Object(fields) => Value::Object(
            fields
                .iter()
                .map(|(key, value)| (key.clone(), sorted(value)))
                .collect(),
        ),
        other => other.clone(),
    }
}

fn as_set(value: Option<&Value>) -> Option<Vec<String>> {
    let mut items: Vec<String> = value?.as_array()?.iter().map(Value::to_string).collect();
    items.sort();
    items.dedup();
    Some(items)
}

fn without(value: Option<&Value>, key: &str) -> Option<Vec<String>> {
    let mut items: Vec<String> = value?
        .as_array()?
        .iter()
        .map(|item| {
            let mut item = item.clone();
            if let Value::Object(fields) = &mut item {
                fields.remove(key);
            }
            item.to_string()
        })
        .collect();
    items.sort();
    Some(items)
}

/// Whether two states are equal but for who acts in which step.
pub fn same_but_round(before: &Value, after: &Value) -> bool {
    const MOVING: [&str; 3] = ["round", "active", "current"];
    let (Value::Object(a), Value::Object(b)) = (before, after) else {
        return false;
    };
    a.iter()
        .all(|(key, value)| MOVING.contains(&key.as_str()) || b.get(key) == Some(value))
        && b.keys()
            .all(|key| MOVING.contains(&key.as_str()) || a.contains_key(key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn exceptions_hide_only_their_key() {
        let exceptions = [
            Exception {
                path: "round.step",
                how: How::Ignored,
                when: |_| true,
                why: "",
            },
            Exception {
                path: "round.sold.*",
                how: How::AsSet,
                when: |state| state.get("late").is_some(),
                why: "",
            },
        ];
        let ours = json!({"round": {"step": 1, "turn": 1, "sold": {"P1": ["a", "b"]}}});
        let mut theirs = json!({"round": {"step": 2, "turn": 2, "sold": {"P1": ["b", "a", "a"]}}});
        let paths = |theirs: &Value| -> Vec<String> {
            differences(&ours, theirs, &exceptions)
                .into_iter()
                .map(|difference| difference.path)
                .collect()
        };
        assert_eq!(paths(&theirs), ["round.sold.P1", "round.turn"]);
        theirs["late"] = json!(true);
        assert_eq!(paths(&theirs), ["round.turn", "late"]);
    }
}
