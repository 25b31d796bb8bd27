//! The judge that reads Discord's own OpenAPI description.
//!
//! The description is not part of this repository: it lies beside the workspace in
//! `../shared/discord/openapi.json`. Where it is missing this judge is silent, and says so once.

use super::{Finding, known_keys};
use jsonschema::{Registry, ValidationError, Validator, error::ValidationErrorKind};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

const ID: &str = "https://discord.test/openapi.json";

/// The description with its compiled validators.
pub struct Spec {
    /// The whole document.
    pub document: &'static Value,
    registry: &'static Registry<'static>,
    compiled: Mutex<HashMap<String, Arc<Validator>>>,
}

/// The description, or nothing where the file is missing.
pub fn spec() -> Option<&'static Spec> {
    static SPEC: OnceLock<Option<Spec>> = OnceLock::new();
    SPEC.get_or_init(load).as_ref()
}

fn load() -> Option<Spec> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/discord/openapi.json");
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("no {}: the OpenAPI judge is skipped", path.display());
        return None;
    };
    let document: Value = serde_json::from_str(&text).expect("the OpenAPI description is JSON");
    // Kept for the whole run of the tests, so that validators can be shared between them.
    let document: &'static Value = Box::leak(Box::new(document));
    let registry = Registry::new()
        .add(ID, document)
        .and_then(|builder| builder.prepare())
        .expect("the OpenAPI description is a set of JSON schemas");
    let registry = Box::leak(Box::new(registry));
    Some(Spec {
        document,
        registry,
        compiled: Mutex::default(),
    })
}

impl Spec {
    fn validator(&self, pointer: &str) -> Arc<Validator> {
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = compiled.get(pointer) {
            return known.clone();
        }
        let fresh = jsonschema::options()
            .with_registry(self.registry)
            .should_validate_formats(true)
            .build(&json!({"$ref": format!("{ID}#{}", escaped(pointer))}))
            .unwrap_or_else(|e| panic!("no schema at {pointer}: {e}"));
        let fresh = Arc::new(fresh);
        compiled.insert(pointer.to_owned(), fresh.clone());
        fresh
    }

    /// Checks a value against the schema at a pointer, unknown keys included.
    fn check(&self, pointer: &str, value: &Value, keys: bool) -> Vec<Finding> {
        let mut found = Vec::new();
        for error in self.validator(pointer).iter_errors(value) {
            let (at, what) = explain(&error);
            found.push(Finding::refused("openapi", &at, what));
        }
        if keys && found.is_empty() {
            let schema = self.document.pointer(pointer).unwrap_or(&Value::Null);
            for at in known_keys::unknown(self.document, schema, value) {
                found.push(Finding::noted(
                    "openapi",
                    &at,
                    "this key is unknown to Discord",
                ));
            }
        }
        found
    }
}

/// Checks a request body against the schema of its path and method.
pub fn check_request(path: &str, method: &str, body: &Value) -> Vec<Finding> {
    let Some(spec) = spec() else {
        return Vec::new();
    };
    let at = format!(
        "/paths/{}/{}/requestBody/content/application~1json/schema",
        path.replace('/', "~1"),
        method.to_lowercase()
    );
    spec.check(&at, body, true)
}

/// Checks a value against a named schema.
pub fn check_schema(name: &str, value: &Value) -> Vec<Finding> {
    let Some(spec) = spec() else {
        return Vec::new();
    };
    spec.check(&format!("/components/schemas/{name}"), value, true)
}

/// Checks one of the stand-in's own answers; `None` when the description has no schema for it.
pub fn check_response(path: &str, method: &str, status: u16, body: &Value) -> Option<Vec<Finding>> {
    let spec = spec()?;
    let at = format!(
        "/paths/{}/{}/responses/{status}/content/application~1json/schema",
        path.replace('/', "~1"),
        method.to_lowercase()
    );
    spec.document.pointer(&at)?;
    Some(spec.check(&at, body, false))
}

/// A JSON pointer as a URI fragment.
fn escaped(pointer: &str) -> String {
    pointer
        .replace('{', "%7B")
        .replace('}', "%7D")
        .replace('@', "%40")
}

/// The place and text of an error; of alternatives that all failed, the one that got furthest.
fn explain(error: &ValidationError) -> (String, String) {
    let branches = match error.kind() {
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => {
            context
        }
        _ => {
            return (
                error.instance_path().to_string(),
                shorten(&error.to_string()),
            );
        }
    };
    let base = error.instance_path().to_string();
    let deepest = branches
        .iter()
        .filter_map(|errors| {
            let explained: Vec<_> = errors.iter().map(explain).collect();
            // A branch for another `type` or for null fails at once; the right one fails deeper.
            let wrong_kind = explained.iter().any(|(at, what)| {
                at.ends_with("/type") || (at == &base && what.contains("not of type"))
            });
            let depth = explained
                .iter()
                .map(|(at, _)| at.matches('/').count())
                .max()?;
            let first = explained.into_iter().next()?;
            Some((!wrong_kind, depth, first))
        })
        .max_by_key(|(right, depth, _)| (*right, *depth));
    deepest.map_or_else(|| (base, shorten(&error.to_string())), |(_, _, best)| best)
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(300) {
        Some((at, _)) => {
            let tail: String = text.chars().rev().take(120).collect();
            format!(
                "{} … {}",
                &text[..at],
                tail.chars().rev().collect::<String>()
            )
        }
        None => text.to_owned(),
    }
}
