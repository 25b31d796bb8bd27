//! A bare HTTP client that sends what a faulty bot might send.

use serde_json::Value;
use tests::standin::{StandIn, Violation, judge::spec};

/// Sends requests as the bot, without any library between.
pub struct Raw<'a> {
    pub discord: &'a StandIn,
    web: reqwest::Client,
}

impl<'a> Raw<'a> {
    pub fn new(discord: &'a StandIn) -> Self {
        Self {
            discord,
            web: reqwest::Client::new(),
        }
    }

    fn request(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        let method = method.parse().expect("a method");
        let url = format!("{}/api/v10{path}", self.discord.base_url());
        self.web
            .request(method, url)
            .header("authorization", format!("Bot {}", self.discord.token()))
            .header("user-agent", "DiscordBot (https://example.org, 1)")
    }

    /// Sends JSON; status and body.
    pub async fn json(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let request = self.request(method, path);
        let request = if body.is_null() {
            request
        } else {
            request.json(body)
        };
        Self::finish(request).await
    }

    /// Sends a multipart body.
    pub async fn files(
        &self,
        method: &str,
        path: &str,
        body: &Value,
        files: &[(&str, &str, Vec<u8>)],
    ) -> (u16, Value) {
        let mut form = reqwest::multipart::Form::new().text("payload_json", body.to_string());
        for (part, name, bytes) in files {
            let file = reqwest::multipart::Part::bytes(bytes.clone()).file_name((*name).to_owned());
            form = form.part((*part).to_owned(), file);
        }
        Self::finish(self.request(method, path).multipart(form)).await
    }

    async fn finish(request: reqwest::RequestBuilder) -> (u16, Value) {
        let response = request.send().await.expect("an answer");
        let status = response.status().as_u16();
        let text = response.text().await.expect("a body");
        (status, serde_json::from_str(&text).unwrap_or(Value::Null))
    }

    /// The violations since the last call.
    pub fn found(&self) -> Vec<Violation> {
        self.discord.take_violations()
    }

    /// Asserts that the violations since the last call contain each text, and that there are some.
    pub fn expect(&self, what: &str, texts: &[&str]) {
        let found = self.found();
        let all: Vec<String> = found.iter().map(ToString::to_string).collect();
        // What only the OpenAPI judge sees cannot be expected where its file is missing.
        let theirs = |text: &&str| {
            ["openapi", "key is unknown", "/0/descripton", "/embeds/0/"]
                .iter()
                .any(|t| text.contains(t))
        };
        if spec::spec().is_none() && texts.iter().any(theirs) {
            return;
        }
        for text in texts {
            assert!(
                all.iter().any(|line| line.contains(text)),
                "{what}: no {text:?} in {all:#?}"
            );
        }
        assert!(!all.is_empty(), "{what}: nothing was found");
    }
}
