//! The Discord adapter: the same commands and answers over the gateway and the HTTP API.
//!
//! An interaction is deferred first, then waits for its turn in its channel's queue, then goes through the table
//! service, and its answer replaces the deferral. Posts go out through the [`outbox`] alone.

mod answer;
mod artist;
mod asked;
mod commands;
mod connect;
mod faults;
mod handler;
mod outbox;
mod pace;
mod queue;
mod upload;

use crate::config::Config;
use crate::pictures::Painter;
use crate::store::Store;
use crate::table::Tables;
use serenity::gateway::{GatewayError, ShardManager};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, watch};

/// How long running requests may take to end at a shutdown.
const GRACE: Duration = Duration::from_secs(10);

/// What the parts of the adapter share.
pub(crate) struct App {
    pub(crate) tables: Tables,
    pub(crate) config: Config,
    /// Something may wait in the outbox.
    pub(crate) posted: Notify,
    /// Interactions being answered.
    pub(crate) running: queue::Running,
}

/// Serves Discord until a signal or a refusal by Discord.
///
/// # Errors
/// One sentence: settings, token, database, or what Discord refused.
pub fn serve(config: Config) -> Result<(), String> {
    let token = config.token()?;
    log(&config.log)?;
    let store = Store::open(&config.database).map_err(|fault| fault.to_string())?;
    let app = Arc::new(App {
        tables: Tables::new(store, Box::new(Painter::new(config.picture_width))),
        config,
        posted: Notify::new(),
        running: queue::Running::default(),
    });
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| format!("the program's threads cannot be started: {error}"))?
        .block_on(live(app, &token))
}

fn log(filter: &str) -> Result<(), String> {
    let filter = tracing_subscriber::EnvFilter::try_new(filter)
        .map_err(|error| format!("the setting log is no filter: {error}"))?;
    // A second start in one process (tests) keeps the first log.
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .try_init();
    Ok(())
}

async fn live(app: Arc<App>, token: &str) -> Result<(), String> {
    let mut client = connect::client(&app, token).await?;
    let (stop, stopped) = watch::channel(false);
    let posts = tokio::spawn(outbox::deliver(app.clone(), client.http.clone(), stopped));
    let signals = tokio::spawn(signals(client.shard_manager.clone()));
    let tidy = tokio::spawn(tidy(client.http.clone()));
    let minutes = tokio::spawn(minutes(app.clone()));
    let ended = if app.config.autoshard {
        client.start_autosharded().await
    } else {
        client.start().await
    };
    signals.abort();
    tidy.abort();
    minutes.abort();
    if !app.running.ended(GRACE).await {
        tracing::warn!("some requests had not ended at the shutdown");
    }
    let _ = stop.send(true);
    if tokio::time::timeout(GRACE, posts).await.is_err() {
        tracing::warn!(
            "the outbox had not ended at the shutdown; the rest goes out after the next start"
        );
    }
    match ended {
        Ok(()) => {
            tracing::info!("shut down");
            Ok(())
        }
        Err(error) => Err(refused(&error)),
    }
}

/// Clears the limiter's buckets once a day: it keeps one for every interaction for ever.
async fn tidy(http: Arc<serenity::http::Http>) {
    loop {
        tokio::time::sleep(Duration::from_secs(24 * 3600)).await;
        if let Some(limiter) = &http.ratelimiter {
            limiter.routes().write().await.clear();
        }
    }
}

/// Carries out every minute what has fallen due.
async fn minutes(app: Arc<App>) {
    let mut minute = tokio::time::interval(Duration::from_secs(60));
    minute.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        minute.tick().await;
        let tables = app.clone();
        let done = tokio::task::spawn_blocking(move || tables.tables.tick());
        if done.await.is_ok_and(|done| done > 0) {
            app.posted.notify_one();
        }
    }
}

/// Why Discord will not have us: a sentence for the operator.
fn refused(error: &serenity::Error) -> String {
    match error {
        serenity::Error::Gateway(
            GatewayError::InvalidAuthentication | GatewayError::NoAuthentication,
        ) => "Discord does not accept the token: copy it again from the bot's page".into(),
        serenity::Error::Gateway(
            GatewayError::DisallowedGatewayIntents | GatewayError::InvalidGatewayIntents,
        ) => "Discord does not allow this bot the events that it asks for (gateway intents)".into(),
        other => format!(
            "the connection to Discord ended: {}",
            faults::describe(other)
        ),
    }
}

/// Closes the gateway at SIGINT or SIGTERM.
async fn signals(shards: Arc<ShardManager>) {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        return;
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
    tracing::info!("shutting down");
    shards.shutdown_all().await;
}
