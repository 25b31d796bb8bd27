//! The gateway's book-keeping: connections, sessions and the events sent to them.

use super::{
    json,
    world::{Shared, World},
};
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use tokio::sync::mpsc::UnboundedSender;

/// Intents that must be switched on for an application; the stand-in's has none.
const PRIVILEGED: u64 = (1 << 1) | (1 << 8) | (1 << 15);
/// All intents that exist.
const KNOWN: u64 = (1 << 26) - 1;
const GUILDS: u64 = 1;
/// How many events a session keeps for a resume.
const BUFFER: usize = 4096;

/// What a connection's task is told to do.
#[derive(Clone, Debug)]
pub enum Out {
    Text(String),
    Compress,
    Close(Option<(u16, &'static str)>),
    Cut,
    Mute,
}

/// A session: it outlives its connection until it is invalidated.
#[derive(Debug)]
pub struct Session {
    pub id: String,
    pub shard: (u64, u64),
    pub intents: u64,
    pub sequence: u64,
    pub buffer: VecDeque<(u64, String)>,
    pub connection: Option<u64>,
}

/// All connections and sessions, and how the next ones are to be treated.
#[derive(Debug, Default)]
pub struct Hub {
    pub recommended_shards: u64,
    pub connections: BTreeMap<u64, UnboundedSender<Out>>,
    pub sessions: Vec<Session>,
    pub no_acks: bool,
    pub refuse_identify: VecDeque<u16>,
    pub refuse_resume: bool,
    pub identifies: usize,
    pub resumes: usize,
    pub heartbeats: usize,
    pub last_close: Option<u16>,
    pub payloads: Option<Vec<String>>,
    pub next: u64,
}

/// What became of an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Delivery {
    /// It was written to an open connection.
    pub sent: bool,
    /// It waits in a session for a resume.
    pub kept: bool,
}

impl Hub {
    /// Registers a connection.
    pub fn open(&mut self, out: UnboundedSender<Out>) -> u64 {
        self.next += 1;
        self.connections.insert(self.next, out);
        self.next
    }

    /// Sends an event to every session that is meant; `intent` 0 for events that need none.
    pub fn dispatch(
        &mut self,
        event: &str,
        data: &Value,
        guild: Option<u64>,
        intent: u64,
    ) -> Delivery {
        let mut delivery = Delivery::default();
        for at in 0..self.sessions.len() {
            let session = &self.sessions[at];
            let shard = guild.map_or(0, |id| (id >> 22) % session.shard.1.max(1));
            if shard == session.shard.0 && (intent == 0 || session.intents & intent != 0) {
                let sent = self.push(at, event, data);
                delivery.sent |= sent;
                delivery.kept |= !sent;
            }
        }
        delivery
    }

    /// Sends an event to one session, or keeps it for a resume.
    fn push(&mut self, at: usize, event: &str, data: &Value) -> bool {
        let session = &mut self.sessions[at];
        session.sequence += 1;
        let text = format!(
            r#"{{"t":"{event}","s":{},"op":0,"d":{data}}}"#,
            session.sequence
        );
        session.buffer.push_back((session.sequence, text.clone()));
        if session.buffer.len() > BUFFER {
            session.buffer.pop_front();
        }
        let Some(connection) = session.connection else {
            return false;
        };
        self.send(connection, Out::Text(text))
    }

    /// Tells a connection what to do; false when it is gone.
    pub fn send(&mut self, connection: u64, out: Out) -> bool {
        if let (Some(payloads), Out::Text(text)) = (&mut self.payloads, &out) {
            payloads.push(text.clone());
        }
        self.connections
            .get(&connection)
            .is_some_and(|sender| sender.send(out).is_ok())
    }

    /// Tells all connections what to do.
    pub fn send_all(&mut self, out: &Out) {
        for connection in self.connections.keys().copied().collect::<Vec<_>>() {
            self.send(connection, out.clone());
        }
    }

    /// Forgets a connection; a session closed properly by the bot is over with it.
    pub fn closed(&mut self, connection: u64, by_bot: Option<u16>) {
        self.connections.remove(&connection);
        if by_bot.is_some() {
            self.last_close = by_bot;
        }
        if matches!(by_bot, Some(1000 | 1001)) {
            self.sessions
                .retain(|session| session.connection != Some(connection));
        }
        for session in &mut self.sessions {
            if session.connection == Some(connection) {
                session.connection = None;
            }
        }
    }

    /// Ends all sessions, so that no resume succeeds.
    pub fn forget_sessions(&mut self) {
        self.sessions.clear();
    }

    fn session_of(&mut self, connection: u64) -> Option<&mut Session> {
        self.sessions
            .iter_mut()
            .find(|session| session.connection == Some(connection))
    }

    fn close(&mut self, connection: u64, code: u16, reason: &'static str) {
        self.send(connection, Out::Close(Some((code, reason))));
    }
}

/// Treats one payload of the bot.
pub fn receive(shared: &Shared, world: &mut World, connection: u64, text: &str) {
    if text.len() > 4096 {
        world.blame(
            0,
            "gateway",
            "payload",
            format!("{} bytes, 4,096 are allowed", text.len()),
        );
        return world
            .hub
            .close(connection, 4002, "Error while decoding payload.");
    }
    let Ok(payload) = serde_json::from_str::<Value>(text) else {
        world.blame(0, "gateway", "payload", "no JSON".to_owned());
        return world
            .hub
            .close(connection, 4002, "Error while decoding payload.");
    };
    match payload["op"].as_u64() {
        Some(1) => heartbeat(world, connection, &payload["d"]),
        Some(2) => identify(shared, world, connection, &payload["d"]),
        Some(6) => resume(shared, world, connection, &payload["d"]),
        Some(3 | 4 | 8) if world.hub.session_of(connection).is_some() => {}
        Some(3 | 4 | 8) => world.hub.close(connection, 4003, "Not authenticated."),
        op => {
            world.blame(0, "gateway", "payload", format!("opcode {op:?}"));
            world.hub.close(connection, 4001, "Unknown opcode.");
        }
    }
}

fn heartbeat(world: &mut World, connection: u64, sequence: &Value) {
    world.hub.heartbeats += 1;
    if let (Some(session), Some(seen)) = (world.hub.session_of(connection), sequence.as_u64()) {
        session.buffer.retain(|(at, _)| *at > seen);
    }
    if !world.hub.no_acks {
        world
            .hub
            .send(connection, Out::Text(json!({"op": 11}).to_string()));
    }
}

fn same_token(shared: &Shared, data: &Value) -> bool {
    let token = data["token"].as_str().unwrap_or_default();
    token.strip_prefix("Bot ").unwrap_or(token) == shared.settings.token
}

fn identify(shared: &Shared, world: &mut World, connection: u64, data: &Value) {
    world.hub.identifies += 1;
    if let Some(code) = world.hub.refuse_identify.pop_front() {
        return world.hub.close(connection, code, "Refused.");
    }
    if world.hub.session_of(connection).is_some() {
        world.blame(
            0,
            "gateway",
            "IDENTIFY",
            "sent twice on one connection".to_owned(),
        );
        return world.hub.close(connection, 4005, "Already authenticated.");
    }
    if !same_token(shared, data) {
        return world.hub.close(connection, 4004, "Authentication failed.");
    }
    let Some(intents) = data["intents"].as_u64().filter(|bits| bits & !KNOWN == 0) else {
        world.blame(
            0,
            "gateway",
            "IDENTIFY",
            format!("intents {}", data["intents"]),
        );
        return world.hub.close(connection, 4013, "Invalid intent(s).");
    };
    if intents & PRIVILEGED != 0 {
        world.blame(
            0,
            "gateway",
            "IDENTIFY",
            format!("privileged intents in {intents}"),
        );
        return world.hub.close(connection, 4014, "Disallowed intent(s).");
    }
    for key in ["os", "browser", "device"] {
        if !data["properties"][key].is_string() {
            world.blame(
                0,
                "gateway",
                "IDENTIFY",
                format!("properties without {key}"),
            );
        }
    }
    let number = |at: usize| data["shard"][at].as_u64();
    let shard = (number(0).unwrap_or(0), number(1).unwrap_or(1));
    if shard.0 >= shard.1 {
        world.blame(0, "gateway", "IDENTIFY", format!("shard {shard:?}"));
        return world.hub.close(connection, 4010, "Invalid shard.");
    }
    if shared.settings.compress && data["compress"] == true {
        world.hub.send(connection, Out::Compress);
    }
    world
        .hub
        .sessions
        .retain(|session| session.connection.is_some() || session.shard != shard);
    let id = format!("{:032x}", world.clock.snowflake());
    world.hub.sessions.push(Session {
        id: id.clone(),
        shard,
        intents,
        sequence: 0,
        buffer: VecDeque::new(),
        connection: Some(connection),
    });
    let at = world.hub.sessions.len() - 1;
    let mine = |guild: u64| (guild >> 22) % shard.1 == shard.0;
    let guilds: Vec<u64> = world
        .guilds
        .values()
        .filter(|g| g.has_bot && mine(g.id))
        .map(|g| g.id)
        .collect();
    let listed: Vec<Value> = guilds
        .iter()
        .map(|id| json!({"id": id.to_string(), "unavailable": true}))
        .collect();
    let ready = json!({
        "v": 10, "user": world.users.get(&world.bot).map(|bot| json::user(bot, true)),
        "guilds": listed, "session_id": id, "resume_gateway_url": shared.gateway_url,
        "shard": [shard.0, shard.1], "application": {"id": world.bot.to_string(), "flags": 0},
        "session_type": "normal", "private_channels": [], "relationships": [], "presences": [],
        "user_settings": {}, "guild_join_requests": [], "geo_ordered_rtc_regions": [], "_trace": [],
    });
    world.hub.push(at, "READY", &ready);
    if intents & GUILDS != 0 {
        for id in guilds {
            let data = world.guilds.get(&id).map(|guild| json::guild(world, guild));
            world
                .hub
                .push(at, "GUILD_CREATE", &data.unwrap_or_default());
        }
    }
}

fn resume(shared: &Shared, world: &mut World, connection: u64, data: &Value) {
    world.hub.resumes += 1;
    if !same_token(shared, data) {
        return world.hub.close(connection, 4004, "Authentication failed.");
    }
    let id = data["session_id"].as_str().unwrap_or_default();
    let at = world
        .hub
        .sessions
        .iter()
        .position(|session| session.id == id);
    let refused = world.hub.refuse_resume;
    let Some(at) = at.filter(|_| !refused) else {
        world.hub.sessions.retain(|session| session.id != id);
        world.hub.send(
            connection,
            Out::Text(json!({"op": 9, "d": false}).to_string()),
        );
        return;
    };
    let seen = data["seq"].as_u64().unwrap_or(u64::MAX);
    if seen > world.hub.sessions[at].sequence {
        world.blame(0, "gateway", "RESUME", format!("sequence {}", data["seq"]));
        return world.hub.close(connection, 4007, "Invalid seq.");
    }
    let session = &mut world.hub.sessions[at];
    if let Some(old) = session.connection.replace(connection) {
        world.hub.send(old, Out::Cut);
    }
    let missed: Vec<String> = world.hub.sessions[at]
        .buffer
        .iter()
        .filter(|(sequence, _)| *sequence > seen)
        .map(|(_, text)| text.clone())
        .collect();
    for text in missed {
        world.hub.send(connection, Out::Text(text));
    }
    world.hub.push(at, "RESUMED", &json!({"_trace": []}));
}
