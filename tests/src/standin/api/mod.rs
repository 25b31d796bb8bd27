//! What each route does to the world and answers.

mod commands;
mod info;
mod interactions;
mod messages;

use super::{
    body::File,
    route::{Route, RouteKind},
    world::{Shared, World},
};
use serde_json::{Value, json};
use std::{collections::HashMap, sync::Arc};

/// A request that was read, logged and judged.
pub struct Call {
    pub number: usize,
    pub place: String,
    pub method: String,
    pub route: Route,
    pub query: HashMap<String, String>,
    pub body: Value,
    pub files: Vec<File>,
}

/// What is answered.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    pub status: u16,
    pub body: Option<Value>,
    pub headers: Vec<(String, String)>,
    pub file: Option<(Arc<[u8]>, String)>,
}

impl Reply {
    pub fn json(status: u16, body: Value) -> Self {
        Self {
            status,
            body: Some(body),
            ..Self::default()
        }
    }

    pub fn empty(status: u16) -> Self {
        Self {
            status,
            ..Self::default()
        }
    }

    pub fn error(status: u16, code: u64, message: &str) -> Self {
        Self::json(status, json!({"code": code, "message": message}))
    }

    pub fn header(mut self, name: &str, value: String) -> Self {
        self.headers.push((name.to_owned(), value));
        self
    }

    /// The headers of Discord's rate limiter for a bucket of five in five seconds.
    pub fn with_bucket(self, left: usize, reset_after: f64) -> Self {
        self.header("x-ratelimit-limit", "5".to_owned())
            .header("x-ratelimit-remaining", left.to_string())
            .header("x-ratelimit-reset-after", format!("{reset_after:.3}"))
            .header("x-ratelimit-bucket", "messages".to_owned())
    }
}

/// Carries out a request.
pub fn answer(shared: &Shared, world: &mut World, call: &Call) -> Reply {
    match call.route.kind(&call.method) {
        RouteKind::Commands => commands::answer(world, call),
        RouteKind::Callback => interactions::callback(shared, world, call),
        RouteKind::Original | RouteKind::Followup => interactions::webhook(shared, world, call),
        RouteKind::CreateMessage
        | RouteKind::EditMessage
        | RouteKind::DeleteMessage
        | RouteKind::ReadMessages
        | RouteKind::Small => messages::answer(shared, world, call),
        _ => info::answer(shared, world, call),
    }
}

impl Call {
    /// Records that this request broke a rule that only the state of the world shows.
    pub fn blame(&self, world: &mut World, judge: &'static str, what: impl Into<String>) {
        world.blame(self.number, judge, &self.place, what.into());
    }

    /// 405 for a method that the route does not have.
    pub fn wrong_method(&self, world: &mut World) -> Reply {
        self.blame(world, "rule", "the stand-in does not know this method here");
        Reply::error(405, 0, "405: Method Not Allowed")
    }
}
