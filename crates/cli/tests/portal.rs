//! The portal in a real browser: runs programs of `tests/portal` where Node, its packages and Chromium are there, and says
//! in one line what is missing where they are not.

use std::path::Path;
use std::process::Command;

/// Runs a program of `tests/portal` with Node.
fn in_chromium(arguments: &[&str]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/portal");
    let chromium = std::env::var("CHROMIUM").unwrap_or_else(|_| "/usr/bin/chromium".to_owned());
    if !Path::new(&chromium).exists() {
        println!("skipped: no Chromium at {chromium} (Debian: apt install chromium)");
        return;
    }
    if !folder.join("node_modules/playwright-core").is_dir() {
        println!("skipped: cd tests/portal && npm ci --ignore-scripts");
        return;
    }
    let status = Command::new("node")
        .args(arguments)
        .current_dir(&folder)
        .env("LUDARIUM", env!("CARGO_BIN_EXE_ludarium"))
        .status();
    match status {
        Ok(status) => assert!(status.success(), "{arguments:?} failed in the browser"),
        Err(error) => println!("skipped: no Node ({error})"),
    }
}

#[test]
fn in_a_browser() {
    in_chromium(&["browser.mjs"]);
}

#[test]
fn at_the_table() {
    in_chromium(&["table.mjs"]);
}

#[test]
fn in_the_editor() {
    in_chromium(&["editor.mjs"]);
}

#[test]
fn for_everyone() {
    in_chromium(&["everyone.mjs"]);
}

#[test]
fn alone_at_a_board() {
    in_chromium(&["learning.mjs"]);
}

/// A few games of the library by real clicks; `node robot.mjs` plays all of them and hundreds of the corpus.
#[test]
fn a_robot_plays_by_clicks() {
    in_chromium(&["robot.mjs", "--sample", "12", "--plies", "8", "--seed", "20", "--patience", "15000"]);
}

/// Ends the portal whatever happens in the test.
struct Running(std::process::Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn starts_says_where_it_is_and_stops_when_asked() {
    use std::io::{BufRead, BufReader, Read, Write};
    let data = std::env::temp_dir().join(format!("ludarium-portal-test-{}", std::process::id()));
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .args(["serve", "--port", "0", "--data"])
        .arg(&data)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("the portal starts");
    let out = child.stdout.take().expect("a pipe");
    let _running = Running(child);
    let mut line = String::new();
    BufReader::new(out).read_line(&mut line).expect("a line");
    let address =
        line.split("http://").nth(1).and_then(|r| r.split('/').next()).expect("an address").to_owned();
    let ask = |path: &str| {
        let mut stream = std::net::TcpStream::connect(&address).expect("it listens");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")
            .expect("written");
        let mut text = String::new();
        let _ = stream.read_to_string(&mut text);
        text
    };
    let health = ask("/health");
    assert!(health.starts_with("HTTP/1.1 200") && health.contains("\"status\":\"ok\""), "{health}");
    let page = ask("/games?q=tictactoe");
    assert!(page.contains("Tic-Tac-Toe"), "the list holds our games");
    assert!(page.to_lowercase().contains("content-security-policy: default-src 'none'"));
    assert!(ask("/games/chess").starts_with("HTTP/1.1 200"));
    assert!(ask("/id/DLP.GameRulesets.3823").starts_with("HTTP/1.1 303"));
    assert!(ask("/nothing/here").starts_with("HTTP/1.1 404"));
    assert!(ask("/static/../Cargo.toml").starts_with("HTTP/1.1 4"));
    let _ = std::fs::remove_dir_all(&data);
}
