//! The process that is killed.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The program: the bot's own main function, built beside the tests.
const PROGRAM: &str = env!("CARGO_BIN_EXE_roundhouse_under_test");

/// A folder of its own for a game; it goes when dropped, unless the test fails.
pub struct Folder(PathBuf);

impl Folder {
    /// An empty one.
    pub fn new(seed: u64) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("kill-{seed}"));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("the folder for temporary files can be written");
        Folder(path)
    }

    /// The database in it.
    pub fn database(&self) -> PathBuf {
        self.0.join("game.db")
    }

    /// Waits until the database has not changed for a while.
    pub fn wait_until_still(&self) {
        let still = Duration::from_millis(150);
        let begun = Instant::now();
        let (mut version, mut since) = (-1, Instant::now());
        while since.elapsed() < still || version < 0 {
            assert!(begun.elapsed() < Duration::from_secs(60), "it never rests");
            std::thread::sleep(Duration::from_millis(5));
            let now = crate::record::version(&self.database()).unwrap_or(-1);
            if now != version {
                (version, since) = (now, Instant::now());
            }
            if begun.elapsed() > Duration::from_secs(2) && version < 0 {
                return;
            }
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}

/// What the process said until its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// Whole lines that begin an answer.
    pub answers: usize,
    /// Refusals among them.
    pub refusals: Vec<String>,
    /// Posts whose last line came.
    pub posts: usize,
    begun: bool,
}

impl Heard {
    fn line(&mut self, line: &str) {
        if line.starts_with("> ") {
            self.answers += 1;
        } else if line.starts_with("! ") {
            self.answers += 1;
            self.refusals.push(line.trim_end().to_string());
        } else if line.starts_with("--- #") {
            self.begun = true;
        } else if line.trim_end() == "---" && self.begun {
            self.begun = false;
            self.posts += 1;
        }
    }
}

/// A running console.
pub struct Console {
    child: Child,
    input: ChildStdin,
    listener: Option<(JoinHandle<Heard>, Receiver<()>)>,
}

impl Console {
    /// Starts one whose answers nobody reads.
    pub fn start(folder: &Folder) -> Console {
        let mut child = Command::new(PROGRAM)
            .args(["console", "--draw", "none", "--db"])
            .arg(folder.database())
            .arg("--out")
            .arg(folder.0.join("out"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("stdin is piped");
        Console {
            child,
            input,
            listener: None,
        }
    }

    /// The same with somebody who reads its answers.
    pub fn listening(mut self) -> Console {
        let out = self.child.stdout.take().expect("stdout is piped");
        let (tell, told) = channel();
        let listener = std::thread::spawn(move || {
            listen(out, |answers| {
                for _ in 0..answers {
                    let _ = tell.send(());
                }
            })
        });
        self.listener = Some((listener, told));
        self
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        self.input
            .write_all(format!("{line}\n").as_bytes())
            .expect("the process takes lines");
    }

    /// Waits until one more answer has begun.
    pub fn wait_for_answer(&self) {
        let (_, told) = self.listener.as_ref().expect("somebody listens");
        told.recv_timeout(Duration::from_secs(20))
            .expect("an answer comes within 20 s");
    }

    /// Ends its input and waits until it ends cleanly; everything that it said.
    pub fn end(mut self) -> Heard {
        drop(self.input);
        let out = self.child.stdout.take().expect("stdout is piped");
        let heard = listen(out, |_| {});
        let status = self.child.wait().expect("it ends");
        assert!(status.success(), "the console ends with {status}");
        heard
    }

    /// Kills it (SIGKILL); everything that it had said until then.
    pub fn kill(mut self) -> Heard {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ends");
        match self.listener.take() {
            Some((listener, _)) => listener.join().expect("the listener ends"),
            None => {
                let out = self.child.stdout.take().expect("stdout is piped");
                listen(out, |_| {})
            }
        }
    }
}

/// Reads to the end. A last line that was cut off does not count.
fn listen(out: impl std::io::Read, mut tell: impl FnMut(usize)) -> Heard {
    let mut heard = Heard::default();
    let mut reader = BufReader::new(out);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line).is_ok_and(|n| n > 0) {
        if line.ends_with(b"\n") {
            let before = heard.answers;
            heard.line(&String::from_utf8_lossy(&line));
            tell(heard.answers - before);
        }
        line.clear();
    }
    heard
}

/// Runs the program to its end; what it printed.
pub fn run(arguments: &[&str]) -> String {
    let done = Command::new(PROGRAM)
        .args(arguments)
        .output()
        .expect("the program starts");
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    let complaint = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{arguments:?}: {said}{complaint}");
    said
}
