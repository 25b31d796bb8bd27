//! A game taken out as a file and brought in elsewhere, through Discord's own attachments.

use crate::story::Story;
use tests::standin::Answer;

impl Story {
    /// Somebody sends a file along with `/game import`.
    async fn import(&mut self, who: &str, name: &str, bytes: &[u8]) -> Answer {
        let call = self.player(who).command("/game import");
        let answer = call.file("file", name, bytes).send().await;
        let said = format!("`/game import` with {name}, {} bytes", bytes.len());
        self.told(who, &said, &answer).await;
        answer
    }

    /// What is refused is said to the sender alone and opens no game.
    async fn refused(&mut self, name: &str, bytes: &[u8], words: &[&str]) {
        let before = self.place.message_count();
        let answer = self.import("Zoe", name, bytes).await;
        let text = answer.text();
        assert!(answer.ephemeral(), "{text}");
        for part in words {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert_eq!(self.place.message_count(), before, "{text}");
        let none = self.slash("Zoe", "/game status").await;
        assert!(none.text().contains("no game"), "{}", none.text());
    }
}

/// The game of this channel goes on in another one from its file; what is no game is refused there before.
pub async fn files(story: &mut Story) {
    story.chapter("A game as a file");
    let out = story.slash("Ben", "/game export").await;
    let [file] = out.files() else {
        panic!("one file: {}", out.text());
    };
    let bytes = file.bytes();
    let text = String::from_utf8(bytes.to_vec()).expect("JSON is text");
    let status = story.slash("Ben", "/game status").await;

    story.go("sidings");
    story
        .refused("broken.json", &bytes[..bytes.len() / 2], &["JSON"])
        .await;
    story
        .refused("large.json", &vec![b' '; 20 << 20], &["too large", "MB"])
        .await;
    story
        .refused("picture.png", b"\x89PNG\r\n\x1a\n\0\0", &["text"])
        .await;
    // An action that its rule forbids is named with its number, its words and the rule.
    let mut game: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let last = game["actions"].as_array().expect("actions").len();
    game["actions"][last - 1]["do"] = "bid 1 7".into();
    let wrong = game.to_string();
    story
        .refused(
            "wrong.json",
            wrong.as_bytes(),
            &[&format!("Action {last} of"), "bid 1 7", "ARD"],
        )
        .await;

    let here = story
        .import("Zoe", &file.filename.clone(), text.as_bytes())
        .await;
    assert!(!here.text().contains("Nothing"), "{}", here.text());
    let post = story
        .with_button("Play on for Ben")
        .expect("seats are open");
    story.press("Ben", &post, "Play on for Ben").await;
    let again = story.slash("Ben", "/game status").await;
    // The same round, the same decision, the same money and certificates.
    let told = |text: &str| {
        let known = |line: &&str| line.contains("f.") || line.contains("SR");
        let lines: Vec<String> = (text.lines().filter(known))
            .map(|line| line.replace("game 1", "").replace("game 3", ""))
            .collect();
        lines
    };
    assert_eq!(told(&status.text()).len(), 6, "{}", status.text());
    assert_eq!(told(&again.text()), told(&status.text()));
}
