//! Several portals on one PostgreSQL server, as processes that are really killed. Where there is no server, one line says so.

#[path = "../../portal/tests/common/postgres.rs"]
mod postgres;

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A portal or a worker; it ends with the test.
struct Running {
    child: Child,
    host: String,
    folder: std::path::PathBuf,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Running {
    fn start(arguments: &[&str], name: &str) -> Running {
        let folder = std::env::temp_dir().join(format!("ludarium-portals-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_ludarium"))
            .args(arguments)
            .arg("--data")
            .arg(&folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let host = line.split("http://").nth(1).and_then(|r| r.split('/').next()).unwrap_or("").to_owned();
        Running { child, host, folder }
    }

    fn portal(url: &str, name: &str) -> Running {
        let portal = Running::start(&["serve", "--port", "0", "--rate", "0", "--database", url], name);
        assert!(!portal.host.is_empty(), "{name} did not start");
        portal
    }

    fn ask(&self, method: &str, path: &str, token: &str, body: &Value) -> (u16, Value) {
        self.raw(method, path, token, &body.to_string()).map_or((0, Value::Null), |(status, _, text)| {
            (status, serde_json::from_str(&text).unwrap_or(Value::Null))
        })
    }

    /// Status, head and body. HTTP 1.0: the body comes in one piece.
    fn raw(&self, method: &str, path: &str, token: &str, body: &str) -> Option<(u16, String, String)> {
        let mut stream = TcpStream::connect(&self.host).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(30))).ok()?;
        let request = format!(
            "{method} {path} HTTP/1.0\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Authorization: Bearer {token}\r\nContent-Length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        );
        stream.write_all(request.as_bytes()).ok()?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).ok()?;
        let text = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = text.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some((status, head.to_owned(), body.to_owned()))
    }

    fn get(&self, path: &str, token: &str) -> (u16, Value) {
        self.ask("GET", path, token, &json!(null))
    }

    fn made(&self, body: &Value) -> (String, String) {
        let (status, made) = self.ask("POST", "/api/tables", "", body);
        assert_eq!(status, 201, "{made}");
        (made["id"].as_str().unwrap().to_owned(), made["token"].as_str().unwrap().to_owned())
    }

    /// Plays the move in the middle through this portal; its name.
    fn play(&self, id: &str, token: &str, by: &str) -> String {
        let (status, now) = self.get(&format!("/api/tables/{id}"), token);
        assert_eq!(status, 200, "{now}");
        let choices = now["scene"]["choices"].as_array().unwrap();
        let name = choices[choices.len() / 2]["name"].as_str().unwrap().to_owned();
        let body = json!({ "ply": now["table"]["ply"], "name": name, "by": by });
        let (status, told) = self.ask("POST", &format!("/api/tables/{id}/moves"), token, &body);
        assert_eq!(status, 200, "{told}");
        name
    }

    fn moves(&self, id: &str, token: &str) -> Value {
        self.get(&format!("/api/tables/{id}/moves"), token).1["moves"].clone()
    }
}

fn wait_for(what: &str, most: u64, done: impl Fn() -> bool) -> Duration {
    let begun = Instant::now();
    while !done() {
        assert!(begun.elapsed() < Duration::from_secs(most), "{what}: not within {most} s");
        std::thread::sleep(Duration::from_millis(50));
    }
    begun.elapsed()
}

#[test]
fn a_game_goes_on_at_another_portal_when_its_own_is_killed() {
    let Some(server) = postgres::common() else { return };
    let url = server.database();
    let mut first = Running::portal(&url, "killed-1");
    let second = Running::portal(&url, "killed-2");
    let (id, token) = first.made(&json!({ "game": "reversi", "seats": [] }));
    // Through the one that has it, and through the one that has not.
    let mut names = vec![first.play(&id, &token, "m-1"), second.play(&id, &token, "m-2")];
    assert_eq!(second.moves(&id, &token), json!(names));
    assert!(second.raw("GET", &format!("/play/{id}"), "", "").unwrap().2.contains("Reversi"));
    let clocked = json!({ "game": "reversi", "seats": [], "clock": { "timing": "total", "base_ms": 60000 } });
    let (timed, their) = first.made(&clocked);
    first.play(&timed, &their, "c-1");
    first.child.kill().unwrap();
    first.child.wait().unwrap();
    let took =
        wait_for("the table is taken over", 12, || second.get(&format!("/api/tables/{id}"), &token).0 == 200);
    println!("taken over after {took:?}");
    // The answer was lost, so it is said again: it is not made again.
    let said = json!({ "ply": 1, "name": names[1], "by": "m-2" });
    assert_eq!(
        second.ask("POST", &format!("/api/tables/{id}/moves"), &token, &said),
        (200, json!({ "ply": 2 }))
    );
    assert_eq!(second.moves(&id, &token), json!(names));
    names.push(second.play(&id, &token, "m-3"));
    assert_eq!(second.moves(&id, &token), json!(names));
    // The clock was charged for the time in which the table was there, and for no more.
    let (_, now) = second.get(&format!("/api/tables/{timed}"), &their);
    let left = now["table"]["clock"]["left_ms"][1].as_i64().unwrap_or(0);
    assert!(left > 60_000 - 9_000, "{now}");
}

#[test]
fn a_move_said_again_after_it_was_taken_back_is_not_made_again() {
    let portal = Running::start(&["serve", "--port", "0", "--rate", "0"], "again");
    let (id, token) = portal.made(&json!({ "game": "reversi", "seats": [] }));
    let name = portal.play(&id, &token, "page-1");
    portal.ask("POST", &format!("/api/tables/{id}/goto"), &token, &json!({ "ply": 0 }));
    let said = |by: &str| {
        let body = json!({ "ply": 0, "name": name, "by": by });
        portal.ask("POST", &format!("/api/tables/{id}/moves"), &token, &body).0
    };
    assert_eq!(said("page-1"), 200);
    assert_eq!(portal.moves(&id, &token), json!([]), "it was late, not new");
    assert_eq!(said("page-2"), 200);
    assert_eq!(portal.moves(&id, &token), json!([name]));
}

/// Thought dead and not dead: it may neither write nor show what has grown old.
#[test]
fn a_portal_that_hangs_loses_its_tables_and_knows_it_when_it_comes_back() {
    let Some(server) = postgres::common() else { return };
    let url = server.database();
    let (first, second) = (Running::portal(&url, "hangs-1"), Running::portal(&url, "hangs-2"));
    let (id, token) = first.made(&json!({ "game": "reversi", "seats": [] }));
    let mut names = vec![first.play(&id, &token, "h-1")];
    let signal =
        |name: &str| Command::new("kill").args([name, &first.child.id().to_string()]).status().unwrap();
    signal("-STOP");
    let begun = Instant::now();
    names.push(second.play(&id, &token, "h-2"));
    assert!(begun.elapsed() < Duration::from_secs(8), "it took {:?}", begun.elapsed());
    signal("-CONT");
    wait_for("it shows what others made", 5, || first.moves(&id, &token) == json!(names));
    names.push(first.play(&id, &token, "h-3"));
    assert_eq!(second.moves(&id, &token), json!(names));
}

/// A branch needs what only the owner of the table knows: chance as it was.
#[test]
fn a_branch_of_a_table_of_another_portal_has_its_past() {
    let Some(server) = postgres::common() else { return };
    let url = server.database();
    let (first, second) = (Running::portal(&url, "branch-1"), Running::portal(&url, "branch-2"));
    let (id, token) = first.made(&json!({ "game": "backgammon", "seats": [] }));
    first.play(&id, &token, "b-1");
    let there = first.get(&format!("/api/tables/{id}"), &token).1;
    let moves = first.moves(&id, &token);
    let branch = json!({ "game": "backgammon", "seats": [], "moves": moves, "of": id });
    let (status, made) = second.ask("POST", "/api/tables", &token, &branch);
    assert_eq!(status, 201, "{made}");
    let path = format!("/api/tables/{}", made["id"].as_str().unwrap());
    let here = second.get(&path, made["token"].as_str().unwrap()).1;
    assert_eq!(here["scene"]["dice"], there["scene"]["dice"]);
    assert_eq!(here["scene"]["choices"], there["scene"]["choices"]);
    assert_eq!(first.get(&path, "").0, 200);
}

#[test]
fn without_its_database_a_portal_shows_pages_and_refuses_moves_with_a_reason() {
    let Some(server) = postgres::Server::start(false) else { return };
    let portal = Running::portal(&server.database(), "away");
    let (id, token) = portal.made(&json!({ "game": "reversi", "seats": [] }));
    let name = portal.play(&id, &token, "a-1");
    let now = portal.get(&format!("/api/tables/{id}"), &token).1;
    let next = now["scene"]["choices"][0]["name"].clone();
    server.stop("INT");
    for page in ["/", "/games/chess", "/tutorials", &format!("/api/tables/{id}")] {
        let begun = Instant::now();
        assert_eq!(portal.raw("GET", page, &token, "").unwrap().0, 200, "{page}");
        assert!(begun.elapsed() < Duration::from_secs(3), "{page} took {:?}", begun.elapsed());
    }
    assert_eq!((portal.get("/ready", "").0, portal.get("/health", "").0), (503, 503));
    let body = json!({ "ply": 1, "name": next, "by": "a-2" });
    let say = || portal.ask("POST", &format!("/api/tables/{id}/moves"), &token, &body);
    let (status, told) = say();
    assert_eq!(status, 503);
    assert!(told["error"].as_str().unwrap().contains("try again"), "{told}");
    server.start_again();
    wait_for("the move is taken", 15, || say() == (200, json!({ "ply": 2 })));
    assert_eq!(portal.moves(&id, &token), json!([name, next]));
    // (Whether a portal is ready is said by its heart, which beats now and then.)
    wait_for("it is ready", 15, || portal.get("/ready", "").0 == 200);
}

#[test]
fn a_portal_that_is_asked_to_stop_hands_its_tables_over_at_once() {
    let Some(server) = postgres::common() else { return };
    let url = server.database();
    let mut first = Running::portal(&url, "drained-1");
    let second = Running::portal(&url, "drained-2");
    let (id, token) = first.made(&json!({ "game": "reversi", "seats": [] }));
    let name = first.play(&id, &token, "d-1");
    assert_eq!((first.get("/ready", "").0, second.get("/ready", "").0), (200, 200));
    let health = second.get("/health", "").1;
    assert_eq!((&health["status"], &health["portals"]), (&json!("ok"), &json!(2)));
    Command::new("kill").args(["-TERM", &first.child.id().to_string()]).status().unwrap();
    wait_for("the process ends", 15, || TcpStream::connect(&first.host).is_err());
    let begun = Instant::now();
    assert_eq!(second.moves(&id, &token), json!([name]));
    assert!(begun.elapsed() < Duration::from_secs(2), "nobody waits for a lease: {:?}", begun.elapsed());
    assert!(first.child.wait().unwrap().success());
    second.play(&id, &token, "d-2");
    let (status, head, figures) = second.raw("GET", "/metrics", "", "").unwrap();
    assert!(status == 200 && head.to_lowercase().contains("x-request-id: "), "{head}");
    for figure in [
        "ludarium_requests",
        "ludarium_tables_live 1",
        "ludarium_portals",
        "ludarium_database_append_seconds",
    ] {
        assert!(figures.contains(figure), "{figure} is not in\n{figures}");
    }
}

#[test]
fn workers_think_and_a_dead_ones_work_is_done_again() {
    let Some(server) = postgres::common() else { return };
    let url = server.database();
    let portal = Running::portal(&url, "work");
    let worker = |name: &str| Running::start(&["worker", "--slots", "2", "--database", &url], name);
    let mut first = worker("work-1");
    wait_for("the worker is seen", 10, || portal.get("/health", "").1["workers"] == json!(1));
    // The strongest level thinks for two seconds: time to kill somebody.
    let seats = json!([{ "who": "me" }, { "who": "computer", "level": 5 }]);
    let (id, token) = portal.made(&json!({ "game": "reversi", "seats": seats }));
    portal.play(&id, &token, "w-1");
    std::thread::sleep(Duration::from_millis(800));
    first.child.kill().unwrap();
    first.child.wait().unwrap();
    let second = worker("work-2");
    wait_for("the computer moves", 40, || portal.moves(&id, &token).as_array().is_some_and(|m| m.len() == 2));
    // Everything else that takes thought.
    let (status, hint) = portal.get(&format!("/api/tables/{id}/hint"), &token);
    assert_eq!(status, 200, "{hint}");
    assert!(!hint["best"].as_array().unwrap().is_empty());
    let (status, head, _) = portal.raw("POST", "/games/tic-tac-toe/verdict", "", "").unwrap();
    assert!(status == 303 && head.contains("/games/tic-tac-toe/verdict"), "{head}");
    let text = "(game \"Lost\" (players 2) (equipment { (board (square 3)) (piece \"Disc\" Each) }) \
        (rules (play (move Add (to (sites Empty)))) (end [#])))";
    let ask = json!({ "text": text, "results": 1, "seconds": 5 });
    let (status, run) = portal.ask("POST", "/api/reconstructions", "", &ask);
    assert_eq!(status, 201, "{run}");
    let path = format!("/api/reconstructions/{}", run["id"]);
    wait_for("the reconstruction ends", 90, || portal.get(&path, "").1["state"] != json!("running"));
    let standing = portal.get(&path, "").1;
    assert_eq!(standing["state"], json!("done"), "{standing}");
    let page = standing["pages"][0].as_str().unwrap().to_owned();
    assert_eq!(portal.raw("GET", &format!("/reconstruct/{}/{page}", run["id"]), "", "").unwrap().0, 200);
    drop(second);
}
