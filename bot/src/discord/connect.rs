//! The connection: HTTP client, addresses, handlers.

use super::App;
use super::handler::{Guard, Handler};
use crate::config::Config;
use serenity::all::{
    Client, ClientBuilder, CreateAllowedMentions, GatewayIntents, Http, HttpBuilder,
};
use std::sync::Arc;
use std::time::Duration;

/// A client that is ready to start.
///
/// # Errors
/// One sentence.
pub(super) async fn client(app: &Arc<App>, token: &str) -> Result<Client, String> {
    let http = http(&app.config, token)?;
    let client = ClientBuilder::new_with_http(http, GatewayIntents::GUILDS)
        .event_handler(Handler::new(app.clone()))
        .raw_event_handler(Guard)
        .await
        .map_err(|error| super::faults::describe(&error))?;
    let mut gateway = client.ws_url.lock().await;
    if let Some(address) = &app.config.gateway {
        gateway.clone_from(address);
    }
    // Where only loopback is meant, nothing may fall back to the real gateway.
    let test = app.config.api.is_some() || app.config.test_address.is_some();
    let loopback = ["ws://127.0.0.1", "ws://localhost", "ws://[::1]"];
    if test && !loopback.iter().any(|start| gateway.starts_with(start)) {
        return Err("the test server named no gateway on loopback".into());
    }
    drop(gateway);
    Ok(client)
}

fn http(config: &Config, token: &str) -> Result<Http, String> {
    let web = reqwest::Client::builder()
        .use_rustls_tls()
        .connect_timeout(Duration::from_secs(5))
        .timeout(Duration::from_secs(20));
    let web = trust(web, config)?
        .build()
        .map_err(|error| format!("the HTTP client cannot be built: {}", error.without_url()))?;
    let mut builder = HttpBuilder::new(token)
        .client(web)
        .default_allowed_mentions(CreateAllowedMentions::new());
    if let Some(api) = &config.api {
        // serenity's limiter ignores the proxy: with it on, requests would go to the real Discord.
        builder = builder.proxy(api.as_str()).ratelimiter_disabled(true);
    }
    Ok(builder.build())
}

/// For tests: discord.com on loopback, behind a certificate of the test's own. [`Config::read`] lets no other address pass.
fn trust(web: reqwest::ClientBuilder, config: &Config) -> Result<reqwest::ClientBuilder, String> {
    let (Some(path), Some(address)) = (&config.test_ca, config.test_address) else {
        return Ok(web);
    };
    let pem = std::fs::read(path)
        .map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    let certificate = reqwest::Certificate::from_pem(&pem)
        .map_err(|_| format!("{} is no certificate", path.display()))?;
    Ok(web
        .add_root_certificate(certificate)
        .resolve("discord.com", address))
}
