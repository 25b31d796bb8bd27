//! Files that players send along with a command: fetched from Discord alone, and never more than a game may take.

use crate::transfer::MOST;
use serenity::all::Attachment;
use std::time::Duration;

/// How long a file may take.
const WAIT: Duration = Duration::from_secs(15);

/// Where Discord keeps what people attach.
const HOSTS: [&str; 2] = ["cdn.discordapp.com", "media.discordapp.net"];

/// A file that Discord holds for us.
#[derive(Clone, Debug)]
pub(super) struct Sent {
    url: String,
    size: u64,
}

impl Sent {
    /// What an interaction says of it.
    pub(super) fn of(file: &Attachment) -> Sent {
        Sent {
            url: file.url.clone(),
            size: u64::from(file.size),
        }
    }

    /// Its bytes. `loopback`: a stand-in for Discord may hold it, too.
    ///
    /// # Errors
    /// One sentence for the player.
    pub(super) async fn fetch(&self, loopback: bool) -> Result<Vec<u8>, String> {
        let too_large = || {
            format!(
                "The file is too large: a game takes {} MB at most.",
                MOST / (1024 * 1024)
            )
        };
        if self.size > MOST as u64 {
            return Err(too_large());
        }
        if !allowed(&self.url, loopback) {
            tracing::warn!("an attachment lies on a host that is not Discord's");
            return Err("The file does not lie with Discord; it was not fetched.".into());
        }
        let again = || "Discord did not hand out the file; please try again.".to_string();
        let sorry = |error: reqwest::Error| {
            tracing::warn!(error = %error.without_url(), "an attachment could not be fetched");
            again()
        };
        // A redirect could lead anywhere.
        let client = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(WAIT)
            .build()
            .map_err(sorry)?;
        let mut answer = client.get(&self.url).send().await.map_err(sorry)?;
        if !answer.status().is_success() {
            tracing::warn!(status = %answer.status(), "an attachment was not handed out");
            return Err(again());
        }
        let mut bytes = Vec::new();
        while let Some(piece) = answer.chunk().await.map_err(sorry)? {
            if bytes.len() + piece.len() > MOST {
                return Err(too_large());
            }
            bytes.extend_from_slice(&piece);
        }
        Ok(bytes)
    }
}

/// Whether the address is one of Discord's own, over TLS; or, in tests, on this machine.
fn allowed(url: &str, loopback: bool) -> bool {
    let Ok(url) = reqwest::Url::parse(url) else {
        return false;
    };
    let plain = url.username().is_empty() && url.password().is_none();
    match (url.scheme(), url.host_str()) {
        ("https", Some(host)) if plain && url.port().is_none() => HOSTS.contains(&host),
        ("http", Some(host)) if plain && loopback => {
            matches!(host, "127.0.0.1" | "localhost" | "[::1]")
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    #[test]
    fn files_come_from_discord_alone() {
        let yes = "https://cdn.discordapp.com/ephemeral-attachments/1/2/game.json?ex=1";
        assert!(allowed(yes, false));
        assert!(allowed(
            "https://media.discordapp.net/attachments/1/2/x",
            false
        ));
        for no in [
            "http://cdn.discordapp.com/x",
            "https://cdn.discordapp.com.example.org/x",
            "https://cdn.discordapp.com@example.org/x",
            "https://user@cdn.discordapp.com/x",
            "https://cdn.discordapp.com:8443/x",
            "https://169.254.169.254/latest",
            "file:///etc/passwd",
            "http://127.0.0.1:80/x",
            "nonsense",
        ] {
            assert!(!allowed(no, false), "{no}");
        }
        assert!(allowed("http://127.0.0.1:80/x", true));
        assert!(!allowed("http://10.0.0.1:80/x", true));
    }

    /// A host on this machine that answers every request with the same bytes.
    async fn host(answer: Vec<u8>) -> String {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(async move {
            while let Ok((mut peer, _)) = listener.accept().await {
                let mut request = [0u8; 2048];
                let _ = peer.read(&mut request).await;
                let _ = peer.write_all(&answer).await;
                let _ = peer.shutdown().await;
            }
        });
        format!("http://{address}/game.json")
    }

    #[tokio::test]
    async fn a_file_is_fetched_up_to_its_limit() {
        let sent = |url: String, size| Sent { url, size };
        let url = host(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{\"a\": 1}".to_vec()).await;
        assert_eq!(
            sent(url.clone(), 8).fetch(true).await,
            Ok(b"{\"a\": 1}".to_vec())
        );
        // Without a test no file comes from here, and what is too large is not asked for.
        let refused = sent(url.clone(), 8).fetch(false).await;
        assert!(refused.is_err_and(|why| why.contains("does not lie with Discord")));
        let large = sent(url, 20 * 1024 * 1024).fetch(true).await;
        assert!(large.is_err_and(|why| why.contains("too large")));
        // One that says less than it sends.
        let mut answer = b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".to_vec();
        answer.resize(answer.len() + MOST + 10, b' ');
        let liar = sent(host(answer).await, 8).fetch(true).await;
        assert!(liar.is_err_and(|why| why.contains("too large")));
        let gone = host(b"HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n".to_vec()).await;
        let gone = sent(gone, 8).fetch(true).await;
        assert!(gone.is_err_and(|why| why.contains("try again")));
        let away = host(
            b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nConnection: close\r\n\r\n"
                .to_vec(),
        )
        .await;
        let away = sent(away, 8).fetch(true).await;
        assert!(away.is_err_and(|why| why.contains("try again")));
    }
}
