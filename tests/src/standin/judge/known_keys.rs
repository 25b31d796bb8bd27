//! Keys that no schema names. Discord's schemas allow additional properties, so a misspelt key passes them.

use serde_json::{Map, Value};

/// The JSON pointers of all keys of `value` that the schema does not name.
pub fn unknown(document: &Value, schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    visit(document, &[schema], value, "", &mut found);
    found
}

fn visit(document: &Value, schemas: &[&Value], value: &Value, at: &str, found: &mut Vec<String>) {
    let mut flat = Vec::new();
    for schema in schemas {
        flatten(document, schema, value, &mut flat);
    }
    match value {
        Value::Object(map) => object(document, &flat, map, at, found),
        Value::Array(list) => {
            let items: Vec<&Value> = flat
                .iter()
                .filter_map(|schema| schema.get("items"))
                .collect();
            if !items.is_empty() {
                for (i, inner) in list.iter().enumerate() {
                    visit(document, &items, inner, &format!("{at}/{i}"), found);
                }
            }
        }
        _ => {}
    }
}

fn object(
    document: &Value,
    flat: &[&Value],
    map: &Map<String, Value>,
    at: &str,
    found: &mut Vec<String>,
) {
    let shaped: Vec<&&Value> = flat
        .iter()
        .filter(|schema| schema.get("properties").is_some())
        .collect();
    let open = flat
        .iter()
        .any(|schema| schema.get("additionalProperties").is_some());
    for (key, inner) in map {
        let below: Vec<&Value> = shaped
            .iter()
            .filter_map(|schema| schema["properties"].get(key))
            .collect();
        let place = format!("{at}/{key}");
        if !below.is_empty() {
            visit(document, &below, inner, &place, found);
        } else if !shaped.is_empty() && !open && !blank(inner) {
            found.push(place);
        }
    }
}

/// Libraries write absent things as null, false or an empty list; that is no mistake.
fn blank(value: &Value) -> bool {
    value.is_null() || *value == false || value.as_array().is_some_and(Vec::is_empty)
}

/// All schemas that may describe `value`: references followed, alternatives of another `type` left out.
fn flatten<'a>(document: &'a Value, schema: &'a Value, value: &Value, out: &mut Vec<&'a Value>) {
    if let Some(name) = schema["$ref"].as_str() {
        let target = name
            .strip_prefix('#')
            .and_then(|pointer| document.pointer(pointer));
        if let Some(target) = target {
            flatten(document, target, value, out);
        }
    }
    for key in ["allOf", "anyOf", "oneOf"] {
        for branch in schema[key].as_array().into_iter().flatten() {
            flatten(document, branch, value, out);
        }
    }
    let kinds = &schema["properties"]["type"]["enum"];
    let fits = kinds
        .as_array()
        .is_none_or(|kinds| kinds.contains(&value["type"]));
    if fits {
        out.push(schema);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_misspelt_key_is_found_and_others_are_not() {
        let document = json!({"Part": {"properties": {"name": {}}}});
        let schema = json!({"properties": {
            "text": {}, "parts": {"items": {"oneOf": [{"type": "null"}, {"$ref": "#/Part"}]}},
            "free": {"additionalProperties": {}},
        }});
        let value =
            json!({"text": 1, "parts": [{"name": 1, "nmae": 2}], "free": {"x": 1}, "txet": 0});
        assert_eq!(
            unknown(&document, &schema, &value),
            ["/parts/0/nmae", "/txet"]
        );
    }
}
