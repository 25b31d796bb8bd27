//! The settings of `roundhouse run`. Every setting has a default; see `config.example.toml`.

use serde::Deserialize;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

/// The settings.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The database.
    pub database: PathBuf,
    /// A file that holds the bot's token. The environment variable `ROUNDHOUSE_TOKEN` goes before it.
    pub token_file: Option<PathBuf>,
    /// Servers in which the commands are registered; none: everywhere.
    pub guilds: Vec<u64>,
    /// What is logged, as a filter of `tracing`.
    pub log: String,
    /// Width of a map in pixels; the other pictures follow in proportion.
    pub picture_width: u32,
    /// As many gateway connections as Discord recommends, instead of one.
    pub autoshard: bool,
    /// Messages that the bot sends to a channel within five seconds; Discord allows 5.
    pub channel_pace: usize,
    /// Base address of the HTTP API, for tests: loopback only.
    pub api: Option<String>,
    /// Address of the gateway, for tests: loopback only.
    pub gateway: Option<String>,
    /// A certificate to trust, for tests: only together with `test_address`.
    pub test_ca: Option<PathBuf>,
    /// Where discord.com is reached in such tests: loopback only.
    pub test_address: Option<SocketAddr>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            database: "roundhouse.db".into(),
            token_file: None,
            guilds: Vec::new(),
            log: "info,serenity=warn".into(),
            picture_width: crate::pictures::Painter::WIDTH,
            autoshard: false,
            channel_pace: 5,
            api: None,
            gateway: None,
            test_ca: None,
            test_address: None,
        }
    }
}

impl Config {
    /// Reads the settings. Paths in the file are relative to the current folder.
    ///
    /// # Errors
    /// One sentence: the file, and what is wrong with it.
    pub fn read(path: &Path) -> Result<Config, String> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
        let config: Config = toml::from_str(&text).map_err(|error| {
            let line = error.span().map_or(1, |span| {
                1 + text
                    .get(..span.start)
                    .map_or(0, |before| before.matches('\n').count())
            });
            format!(
                "{}, line {line}: {}",
                path.display(),
                error.message().replace('\n', " ")
            )
        })?;
        config.check(path)?;
        Ok(config)
    }

    fn check(&self, path: &Path) -> Result<(), String> {
        for (name, value, schemes) in [
            ("api", &self.api, ["http://", "http://"]),
            ("gateway", &self.gateway, ["ws://", "ws://"]),
        ] {
            if let Some(value) = value {
                let host = schemes.iter().find_map(|scheme| value.strip_prefix(scheme));
                let loopback = host.is_some_and(|host| {
                    ["127.0.0.1:", "localhost:", "[::1]:"]
                        .iter()
                        .any(|start| host.starts_with(start))
                });
                if !loopback {
                    return Err(format!(
                        "{}: {name} is for tests and must be a loopback address such as {}127.0.0.1:8080",
                        path.display(),
                        schemes[0]
                    ));
                }
            }
        }
        if !(100..=4000).contains(&self.picture_width) {
            return Err(format!(
                "{}: picture_width is {}, it must lie between 100 and 4000",
                path.display(),
                self.picture_width
            ));
        }
        if self.channel_pace == 0 {
            return Err(format!(
                "{}: channel_pace is 0, so that nothing would ever be posted",
                path.display()
            ));
        }
        if self
            .test_address
            .is_some_and(|address| !address.ip().is_loopback())
        {
            return Err(format!(
                "{}: test_address must be a loopback address",
                path.display()
            ));
        }
        if self.test_ca.is_some() != self.test_address.is_some() {
            return Err(format!(
                "{}: test_ca and test_address go together",
                path.display()
            ));
        }
        Ok(())
    }

    /// The bot's token.
    ///
    /// # Errors
    /// One sentence if there is none.
    pub fn token(&self) -> Result<String, String> {
        let token = match (std::env::var("ROUNDHOUSE_TOKEN"), &self.token_file) {
            (Ok(token), _) if !token.trim().is_empty() => token,
            (_, Some(file)) => std::fs::read_to_string(file).map_err(|error| {
                format!("the token file {} cannot be read: {error}", file.display())
            })?,
            (_, None) => String::new(),
        };
        let token = token.trim().trim_start_matches("Bot ").to_string();
        let fits = !token.is_empty() && token.chars().all(|char| char.is_ascii_graphic());
        if fits {
            Ok(token)
        } else if token.is_empty() {
            Err("there is no token: set ROUNDHOUSE_TOKEN, or token_file in the settings".into())
        } else {
            Err("the token holds characters that no token has: copy it again from Discord".into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_is_the_default() {
        let example: Config =
            toml::from_str(include_str!("../../config.example.toml")).expect("it parses");
        assert_eq!(format!("{example:?}"), format!("{:?}", Config::default()));
    }

    #[test]
    fn other_hosts_are_refused() {
        let config = Config {
            api: Some("http://example.org".into()),
            ..Config::default()
        };
        assert!(config.check(Path::new("c.toml")).is_err());
        let config = Config {
            api: Some("http://127.0.0.1:9".into()),
            gateway: Some("ws://127.0.0.1:9".into()),
            ..Config::default()
        };
        assert_eq!(config.check(Path::new("c.toml")), Ok(()));
    }
}
