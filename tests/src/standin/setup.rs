//! Starting a stand-in.

use super::{
    StandIn,
    clock::Clock,
    faults::Faults,
    gateway::Hub,
    server::{self, Cut, Plain},
    socket,
    tls::Tls,
    world::{Guild, Settings, Shared, World},
};
use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    time::Duration,
};
use tokio::{net::TcpListener, task::JoinSet};

/// Settings of a stand-in.
#[derive(Clone, Debug)]
#[must_use]
pub struct Builder {
    settings: Settings,
    tls: bool,
}

impl Default for Builder {
    fn default() -> Self {
        let settings = Settings {
            token: "MTA.stand-in.token".to_owned(),
            heartbeat: Duration::from_millis(41_250),
            first_answer: Duration::from_secs(3),
            token_life: Duration::from_secs(15 * 60),
            patience: Duration::from_secs(20),
            keep_files: 64,
            size_limit: 10 * 1024 * 1024,
            compress: false,
            keep_payloads: false,
            limit_messages: false,
        };
        Self {
            settings,
            tls: false,
        }
    }
}

impl Builder {
    /// The gateway's heartbeat interval.
    pub fn heartbeat(mut self, interval: Duration) -> Self {
        self.settings.heartbeat = interval;
        self
    }

    /// How long a first answer may take; Discord's 3 s unless said.
    pub fn first_answer(mut self, limit: Duration) -> Self {
        self.settings.first_answer = limit;
        self
    }

    /// How long the harness waits for anything else; 20 s unless said.
    pub fn patience(mut self, limit: Duration) -> Self {
        self.settings.patience = limit;
        self
    }

    /// Of how many messages with files the bytes are kept; 64 unless said.
    pub fn keep_files(mut self, count: usize) -> Self {
        self.settings.keep_files = count;
        self
    }

    /// The most bytes of one file; 10 MiB unless said.
    pub fn size_limit(mut self, bytes: usize) -> Self {
        self.settings.size_limit = bytes;
        self
    }

    /// Sends gateway payloads compressed, if the bot asks for it.
    pub fn compress(mut self) -> Self {
        self.settings.compress = true;
        self
    }

    /// Keeps all gateway payloads for `Gateway::payloads`.
    pub fn keep_payloads(mut self) -> Self {
        self.settings.keep_payloads = true;
        self
    }

    /// Enforces Discord's limit of five messages in five seconds a channel, with its headers.
    pub fn limit_messages(mut self) -> Self {
        self.settings.limit_messages = true;
        self
    }

    /// Also listens with TLS as `discord.com`, with a certificate of a test authority.
    pub fn tls(mut self) -> Self {
        self.tls = true;
        self
    }

    /// Starts it on free ports of 127.0.0.1, in the present tokio runtime.
    ///
    /// # Panics
    /// When no port can be had.
    pub async fn start(self) -> StandIn {
        let http = TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a free port on loopback");
        let gateway = TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a free port on loopback");
        let http_url = format!(
            "http://{}",
            http.local_addr().expect("a bound port has an address")
        );
        let gateway_url = format!(
            "ws://{}",
            gateway.local_addr().expect("a bound port has an address")
        );
        let world = world(self.settings.keep_payloads);
        let shared = Shared::new(world, self.settings, http_url, gateway_url);
        let mut tasks = JoinSet::new();
        let make = || server::router(shared.clone()).into_make_service_with_connect_info::<Cut>();
        let plain = axum::serve(Plain(http), make());
        tasks.spawn(async move { plain.await.expect("the HTTP side runs") });
        tasks.spawn(socket::listen(shared.clone(), gateway));
        let tls = if self.tls {
            let (tls, listener) = Tls::bind().await;
            let served = axum::serve(listener, make());
            tasks.spawn(async move { served.await.expect("the TLS side runs") });
            Some(tls)
        } else {
            None
        };
        StandIn { shared, tls, tasks }
    }
}

/// A world with the bot and one guild.
fn world(keep_payloads: bool) -> World {
    let mut world = World {
        clock: Clock::default(),
        bot: 0,
        home: 0,
        guilds: BTreeMap::new(),
        channels: BTreeMap::new(),
        users: BTreeMap::new(),
        messages: BTreeMap::new(),
        global_commands: Vec::new(),
        guild_commands: HashMap::new(),
        interactions: BTreeMap::new(),
        tokens: HashMap::new(),
        log: Vec::new(),
        violations: Vec::new(),
        faults: Faults::default(),
        hub: Hub {
            recommended_shards: 1,
            payloads: keep_payloads.then(Vec::new),
            ..Hub::default()
        },
        uploads: HashMap::new(),
        files_kept: VecDeque::new(),
        buckets: HashMap::new(),
    };
    world.bot = world.add_user("bot", true);
    let owner = world.add_user("owner", false);
    world.home = world.clock.snowflake();
    let members = BTreeMap::from([(owner, u64::MAX >> 12), (world.bot, u64::MAX >> 12)]);
    let guild = Guild {
        id: world.home,
        name: "The Club".to_owned(),
        owner,
        members,
        has_bot: true,
    };
    world.guilds.insert(world.home, guild);
    world
}
