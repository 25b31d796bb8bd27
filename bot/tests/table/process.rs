//! The program itself: exit codes and sentences.

use crate::room::Folder;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn roundhouse(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_roundhouse"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("ROUNDHOUSE_TOKEN")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // The program may end before it has read everything.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

fn refused(folder: &Path, arguments: &[&str], part: &str) {
    let output = roundhouse(folder, arguments, b"@anna /game new\n");
    let said = String::from_utf8_lossy(&output.stderr).to_string();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(said.contains(part), "{arguments:?}: {said}");
    assert_eq!(said.trim().lines().count(), 1, "one sentence: {said}");
    assert!(
        !said.contains("panicked") && !said.contains("RUST_BACKTRACE"),
        "{said}"
    );
}

#[test]
fn the_console_ends_cleanly_with_its_input() {
    let folder = Folder::new();
    let input = b"@anna /game new\n@ben\n/game join\n\xff\xfe nonsense\n\n# a remark\n@anna /fly\nbid\n@\n@x y z\n/press\n#5\n#6 @ben pass";
    let output = roundhouse(folder.path(), &["console"], input);
    let said = String::from_utf8_lossy(&output.stdout).to_string();
    assert_eq!(output.status.code(), Some(0));
    assert!(said.contains("ben sits down (2 of 3 to 5)."), "{said}");
    assert!(said.contains("! There is no command /fly"), "{said}");
    assert!(folder.path().join("roundhouse.db").exists());
    assert!(output.stderr.is_empty());
    // And goes on in the same database.
    let output = roundhouse(folder.path(), &["console"], b"@anna /game status\n");
    assert!(String::from_utf8_lossy(&output.stdout).contains("At the table: anna, ben"));
    let check = roundhouse(folder.path(), &["check"], b"");
    assert_eq!(check.status.code(), Some(0));
}

#[test]
fn an_id_makes_a_line_safe_to_repeat() {
    let folder = Folder::new();
    let input = b"@anna /game new seating:joined\n@ben /game join\n@clara /game join\n@anna /game start\n#1 @anna bid 1 100!\n#1 @anna bid 1 100!\n@ben /game status\n";
    let output = roundhouse(folder.path(), &["console", "--draw", "none"], input);
    let said = String::from_utf8_lossy(&output.stdout).to_string();
    assert_eq!(said.matches("> ✔ bid 1 100").count(), 2, "{said}");
    assert!(said.contains("move 1\n"), "{said}");
}

#[test]
fn what_cannot_be_used_is_said_in_one_sentence() {
    let folder = Folder::new();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("garbage.db"), "no database ".repeat(1000)).expect("write");
    std::fs::write(at("file"), "").expect("write");
    std::fs::write(at("bad.toml"), "colour = \"red\"\n").expect("write");
    std::fs::write(at("far.toml"), "api = \"http://example.org\"\n").expect("write");
    std::fs::write(at("good.toml"), "").expect("write");
    std::fs::write(at("lost.toml"), "token_file = \"nowhere\"\n").expect("write");
    let path = folder.path();
    refused(
        path,
        &["console", "--db", "garbage.db"],
        "no sound roundhouse database",
    );
    refused(
        path,
        &["console", "--db", "no/such/folder/x.db"],
        "cannot be opened",
    );
    refused(
        path,
        &["console", "--out", "file/out"],
        "pictures cannot be written to file/out",
    );
    refused(
        path,
        &["demo", "--out", "file/out"],
        "pictures cannot be written to file/out",
    );
    refused(
        path,
        &["check", "--db", "missing.db"],
        "there is no database missing.db",
    );
    refused(
        path,
        &["run", "--config", "missing.toml"],
        "missing.toml cannot be read",
    );
    refused(path, &["run", "--config", "bad.toml"], "unknown field");
    refused(path, &["run", "--config", "far.toml"], "loopback");
    refused(path, &["run", "--config", "good.toml"], "there is no token");
    refused(
        path,
        &["run", "--config", "lost.toml"],
        "the token file nowhere cannot be read",
    );
}

#[test]
fn the_demo_plays_to_its_end() {
    let folder = Folder::new();
    let output = roundhouse(folder.path(), &["demo", "--out", "shown"], b"");
    let said = String::from_utf8_lossy(&output.stdout).to_string();
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(said.contains("Final score: 1. "), "{said}");
    assert!(said.contains("Pictures lie in shown"), "{said}");
    let pictures = std::fs::read_dir(folder.path().join("shown"))
        .expect("a folder")
        .count();
    assert!(pictures > 20, "{pictures}");
}

#[test]
fn games_are_exported_and_imported_from_the_command_line() {
    let folder = Folder::new();
    let path = folder.path();
    let input = b"@anna /game new seating:joined\n@ben /game join\n@clara /game join\n@anna /game start\n@anna bid 1 100!\n@anna /game export\n";
    let output = roundhouse(path, &["console", "--draw", "none"], input);
    let said = String::from_utf8_lossy(&output.stdout).to_string();
    assert!(said.contains("file: out/18ardennes-game-1.json"), "{said}");
    let output = roundhouse(path, &["export", "1"], b"");
    assert_eq!(output.status.code(), Some(0));
    let file = std::fs::read(path.join("out/18ardennes-game-1.json")).expect("the file");
    assert_eq!(output.stdout, file);
    let output = roundhouse(path, &["export", "1", "--script"], b"");
    assert!(String::from_utf8_lossy(&output.stdout).contains("@anna bid 1 100!\n"));
    let output = roundhouse(path, &["export", "1", "--out", "kept.json"], b"");
    assert_eq!(output.status.code(), Some(0));
    refused(
        path,
        &["export", "1", "--out", "kept.json"],
        "kept.json cannot be written",
    );
    refused(path, &["export", "7"], "no game 7");
    // Into another database, by the operator.
    let output = roundhouse(path, &["import", "kept.json", "--db", "other.db"], b"");
    let said = String::from_utf8_lossy(&output.stdout).to_string();
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(said.contains("checked move by move"), "{said}");
    let input = b"@ben /game join\n@ben pass\n@ben /game log\n";
    let output = roundhouse(
        path,
        &["console", "--db", "other.db", "--draw", "none"],
        input,
    );
    let said = String::from_utf8_lossy(&output.stdout).to_string();
    assert!(said.contains("> You play on for ben."), "{said}");
    assert!(said.contains("pass"), "{said}");
    refused(
        path,
        &["import", "kept.json", "--db", "other.db"],
        "one at a time",
    );
    refused(
        path,
        &["import", "missing.json", "--db", "new.db"],
        "missing.json cannot be read",
    );
    std::fs::write(path.join("broken.json"), "{\"format\": ").expect("write");
    refused(
        path,
        &["import", "broken.json", "--db", "new.db"],
        "no sound JSON",
    );
    assert!(!path.join("new.db").exists());
}

#[test]
fn players_on_the_console_name_uploads_and_no_paths() {
    let folder = Folder::new();
    let path = folder.path();
    std::fs::create_dir(path.join("in")).expect("a folder");
    let own = include_bytes!("samples/1873.json");
    std::fs::write(path.join("in/game.json"), own).expect("write");
    std::fs::write(path.join("secret.json"), own).expect("write");
    std::fs::write(path.join("in/large.json"), vec![b' '; 20 * 1024 * 1024]).expect("write");
    let link = path.join("in/link.json");
    std::os::unix::fs::symlink(path.join("secret.json"), link).expect("a link");
    let input = b"@anna /game import ../secret.json\n@anna /game import file:/etc/passwd\n@anna /game import link.json\n@anna /game import .hidden\n@anna /game import nothing.json\n@anna /game import large.json\n@anna /game import\n@anna /game import file:game.json seat:Anna\n";
    let output = roundhouse(
        path,
        &["console", "--draw", "none", "--uploads", "in"],
        input,
    );
    let said = String::from_utf8_lossy(&output.stdout).to_string();
    assert_eq!(
        said.matches("! A file is named as it lies in the folder")
            .count(),
        3,
        "{said}"
    );
    assert_eq!(said.matches("! There is no file").count(), 2, "{said}");
    assert!(said.contains("! The file is too large"), "{said}");
    assert!(said.contains("lacks \"file\""), "{said}");
    assert!(
        said.contains("> The game is here, checked move by move."),
        "{said}"
    );
    let output = roundhouse(
        path,
        &["console", "--db", "n.db"],
        b"@anna /game import game.json\n",
    );
    let said = String::from_utf8_lossy(&output.stdout).to_string();
    assert!(said.contains("--uploads FOLDER"), "{said}");
    refused(
        path,
        &["console", "--uploads", "nowhere"],
        "no folder nowhere",
    );
}
