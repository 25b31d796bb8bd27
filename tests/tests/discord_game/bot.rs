//! The bot as a process: `roundhouse run` with settings that lead to the stand-in.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tests::standin::StandIn;

/// The program: the bot's own main function, built beside the tests.
const PROGRAM: &str = env!("CARGO_BIN_EXE_roundhouse_under_test");
/// Width of maps in these tests: a long game has hundreds of them.
pub const WIDTH: u32 = 240;

/// Where a bot keeps its things; starts it.
pub struct Home {
    folder: PathBuf,
    settings: String,
    token: String,
}

impl Home {
    /// An empty one, for a bot of this stand-in.
    pub fn new(name: &str, discord: &StandIn) -> Home {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("discord-{name}"));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("the folder for temporary files can be written");
        let settings = format!(
            "database = {:?}\npicture_width = {WIDTH}\nchannel_pace = 500\nlog = \"info,serenity=error\"\napi = {:?}\n",
            folder.join("game.db"),
            discord.base_url()
        );
        Home {
            folder,
            settings,
            token: discord.token().to_string(),
        }
    }

    /// The same with maps of that width.
    #[allow(dead_code)]
    pub fn with_width(mut self, width: u32) -> Home {
        let usual = format!("picture_width = {WIDTH}");
        let asked = format!("picture_width = {width}");
        self.settings = self.settings.replace(&usual, &asked);
        self
    }

    /// The same for a bot that reaches the stand-in as `https://discord.com`, with its rate limiter on.
    pub fn with_tls(name: &str, discord: &StandIn) -> Home {
        let mut home = Home::new(name, discord);
        let authority = home.folder.join("ca.pem");
        std::fs::write(&authority, &discord.tls().authority_pem).expect("a file can be written");
        home.settings = format!(
            "database = {:?}\npicture_width = {WIDTH}\nlog = \"info,serenity=error\"\ntest_ca = {:?}\ntest_address = \"{}\"\ngateway = {:?}\n",
            home.database(),
            authority,
            discord.tls().address,
            discord.gateway_url()
        );
        home
    }

    /// The same with another token. Discord names its gateway to anybody, the stand-in only to its own bot.
    pub fn with_token(mut self, token: &str, discord: &StandIn) -> Home {
        let gateway = discord.gateway_url();
        self.settings.push_str(&format!("gateway = {gateway:?}\n"));
        self.token = token.to_string();
        self
    }

    /// The database.
    pub fn database(&self) -> PathBuf {
        self.folder.join("game.db")
    }

    /// How many posts of its outbox are not yet as they shall be.
    #[allow(dead_code)]
    pub fn left_to_say(&self) -> u32 {
        let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
        let store = rusqlite::Connection::open_with_flags(self.database(), flags);
        let left = "SELECT count(*) FROM outbox WHERE state = 'pending'
                    OR (state = 'delivered' AND (shown < edit OR drawn < edit) AND message IS NOT NULL)";
        store
            .and_then(|store| store.query_row(left, [], |row| row.get(0)))
            .expect("the database can be read beside the bot")
    }

    /// Starts the bot.
    pub fn start(&self) -> Bot {
        let settings = self.folder.join("roundhouse.toml");
        std::fs::write(&settings, &self.settings).expect("settings can be written");
        let mut child = Command::new(PROGRAM)
            .args(["run", "--config"])
            .arg(&settings)
            .env("ROUNDHOUSE_TOKEN", &self.token)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let log = Arc::new(Mutex::new(Vec::new()));
        let (lines, out) = (log.clone(), child.stderr.take().expect("stderr is piped"));
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                lines.lock().expect("no panic").push(line);
            }
        });
        Bot { child, log }
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}

/// A running bot; it is killed when dropped.
pub struct Bot {
    child: Child,
    log: Arc<Mutex<Vec<String>>>,
}

impl Bot {
    /// What it has logged so far.
    pub fn log(&self) -> Vec<String> {
        self.log.lock().expect("no panic").clone()
    }

    /// Kills it (SIGKILL).
    pub fn kill(&mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ends");
    }

    /// Sends SIGTERM.
    pub fn terminate(&self) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &pid]).status();
        assert!(
            sent.is_ok_and(|status| status.success()),
            "kill -TERM {pid}"
        );
    }

    /// Waits for its end; the exit code.
    pub async fn ended(&mut self, within: Duration) -> Option<i32> {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("its status can be asked") {
                // The last lines of its log are on their way.
                tokio::time::sleep(Duration::from_millis(100)).await;
                return status.code();
            }
            assert!(
                begun.elapsed() < within,
                "it still runs after {within:?}: {:#?}",
                self.log()
            );
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if std::thread::panicking() {
            let log = self.log();
            eprintln!(
                "the bot's last words: {:#?}",
                &log[log.len().saturating_sub(20)..]
            );
        }
    }
}
