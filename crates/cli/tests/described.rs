//! What describes the command: completions, manual pages, and the schemas of its JSON, which everything it prints with
//! `--json` is held against.

use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn ludarium(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludarium"));
    command.current_dir(root()).args(arguments).output().expect("the command can be started")
}

fn text(arguments: &[&str]) -> String {
    let output = ludarium(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the scratch folder can be made");
    folder
}

/// What another program says to a text on its standard input; nothing where there is no such program.
fn told(program: &str, arguments: &[&str], input: &str) -> Option<Output> {
    let spawned = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut child) = spawned else {
        println!("skipped: no {program}");
        return None;
    };
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().ok()
}

#[test]
fn completions_are_programs_of_their_shells() {
    for shell in ["bash", "zsh", "fish"] {
        let script = text(&["completions", shell]);
        for command in ["playout", "reconstruct", "completions"] {
            assert!(script.contains(command), "{shell} completes {command}");
        }
        if let Some(read) = told(shell, &["-n"], &script) {
            assert!(read.status.success(), "{shell}: {}", String::from_utf8_lossy(&read.stderr));
        }
    }
    assert_eq!(ludarium(&["completions", "cmd"]).status.code(), Some(2));
}

#[test]
fn manual_pages_are_read_by_man() {
    let overview = text(&["man"]);
    assert!(overview.contains(".TH LUDARIUM 1") && overview.contains("130"), "{overview}");
    let folder = scratch("manual");
    text(&["man", "--out", &folder.display().to_string()]);
    let page = folder.join("ludarium-playout.1");
    assert_eq!(std::fs::read_to_string(&page).ok(), Some(text(&["man", "playout"])));
    let mut pages: Vec<PathBuf> =
        std::fs::read_dir(&folder).expect("listed").map(|e| e.expect("an entry").path()).collect();
    pages.sort();
    assert!(pages.len() > 25, "{pages:?}");
    for page in &pages {
        let text = std::fs::read_to_string(page).expect("a page");
        assert!(text.contains("EXIT STATUS") || text.contains("Exit status"), "{}", page.display());
        let name = page.display().to_string();
        // `--warnings` makes groff complain of what it does not understand.
        let man = Command::new("man").args(["--warnings", "-l", &name]).env("MANPAGER", "cat").output();
        match man {
            Ok(man) if man.status.success() => {
                let said = String::from_utf8_lossy(&man.stderr).into_owned();
                assert!(!said.contains("warning"), "{name}: {said}");
                assert!(!man.stdout.is_empty(), "{name} has a text");
            }
            Ok(_) | Err(_) => println!("skipped: no man that formats {name}"),
        }
    }
    let unknown = ludarium(&["man", "contest"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("match"));
}

#[test]
fn the_schemas_in_the_documentation_are_those_of_the_program() {
    let folder = scratch("schemas");
    text(&["schema", "--out", &folder.display().to_string()]);
    let documented = root().join("docs/schema");
    let names = |folder: &Path| {
        let mut names: Vec<String> = std::fs::read_dir(folder)
            .map(|all| all.flatten().map(|e| e.file_name().to_string_lossy().into_owned()).collect())
            .unwrap_or_default();
        names.retain(|name| name.ends_with(".json"));
        names.sort();
        names
    };
    assert_eq!(names(&documented), names(&folder), "run: ludarium schema --out docs/schema");
    for name in names(&folder) {
        let (now, then) = (folder.join(&name), documented.join(&name));
        let same = std::fs::read_to_string(now).ok() == std::fs::read_to_string(then).ok();
        assert!(same, "docs/schema/{name} is out of date: run `ludarium schema --out docs/schema`");
    }
}

/// The schema of a command, so strict that what it does not name is an error.
fn schema(command: &str) -> jsonschema::Validator {
    fn strict(value: &mut Value) {
        match value {
            Value::Object(map) => {
                if map.contains_key("properties") && !map.contains_key("unevaluatedProperties") {
                    map.entry("additionalProperties").or_insert(Value::Bool(false));
                }
                map.values_mut().for_each(strict);
            }
            Value::Array(list) => list.iter_mut().for_each(strict),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let mut schema: Value = serde_json::from_str(&text(&["schema", command])).expect("a schema");
    strict(&mut schema);
    jsonschema::validator_for(&schema).expect("a valid schema")
}

/// Runs a command and holds its output against its schema. The exit status may say that something was found.
fn holds(arguments: &[&str]) -> Value {
    let output = ludarium(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    let json: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{arguments:?}: {e}: {}{said}", String::from_utf8_lossy(&output.stdout)));
    let schema = schema(arguments[0]);
    let errors: Vec<String> =
        schema.iter_errors(&json).map(|e| format!("{} at {}", e, e.instance_path)).collect();
    assert!(errors.is_empty(), "{arguments:?}: {errors:#?}");
    json
}

#[test]
fn facts_are_as_the_schemas_say() {
    holds(&["about", "sfenj", "--json"]);
    let all = holds(&["games", "--json"]);
    assert!(all.as_array().expect("a list").len() > 100);
    holds(&["rules", "chess", "--json"]);
    holds(&["similar", "tic-tac-toe", "--most", "2", "--json"]);
    holds(&["query", "LineWin and NumPlayers = 2", "--json"]);
    holds(&["levels", "--json"]);
    let refused = holds(&["why", "chess", "--move", "e1-g1", "--json"]);
    assert_eq!(refused["legal"], false, "{refused}");
    assert_eq!(refused["instead"], "True", "{refused}");
    let given = holds(&["why", "chess", "--move", "e2-e4", "--json"]);
    let smallest = given["clauses"][0]["text"].as_str().unwrap_or_default();
    assert!(smallest.starts_with("(move Slide Forward"), "{given}");
    let over = holds(&["why", "tic-tac-toe", "--moves", "b2,a1,b1,a2,b3", "--outcome", "--json"]);
    assert_eq!(over["clause"]["text"], "(if (is Line 3) (result Mover Win))", "{over}");
    assert_eq!(over["values"][0]["value"], "True", "{over}");
    let debugged = holds(&["debug", "tic-tac-toe", "--break", "(is Line", "--run", "50", "--tree", "--json"]);
    assert!(
        debugged["stopped"]["clause"]["text"].as_str().unwrap_or_default().starts_with("(is Line"),
        "{debugged}"
    );
    holds(&["debug", "tic-tac-toe", "--coverage", "3", "--watch", "(sites Empty)", "--json"]);
    let piece = holds(&["why", "chess", "--piece", "b1", "--json"]);
    assert_eq!(piece["targets"], serde_json::json!(["a3", "c3"]), "{piece}");
}

#[test]
fn checks_are_as_the_schemas_say() {
    holds(&["check", "tests/errors/define-problem-inside.lud", "no-such.lud", "chess", "--json"]);
    holds(&["check", "hex", "--all-options", "--json"]);
    let found = holds(&["lint", "samantsy", "--games", "4", "--plies", "60", "--json"]);
    assert!(found["findings"].is_array());
    let folder = scratch("conform");
    std::fs::write(folder.join("no-trace.txt"), "nothing\n").expect("written");
    let replayed = holds(&["conform", &folder.display().to_string(), "--json"]);
    assert_eq!(replayed["summary"]["failed"], 1, "{replayed}");
}

#[test]
fn play_is_as_the_schemas_say() {
    holds(&["playout", "tic-tac-toe", "--games", "20", "--json"]);
    holds(&["perft", "tic-tac-toe", "3", "--divide", "--json"]);
    let counted = holds(&["perft", "tic-tac-toe", "3", "--json"]);
    assert_eq!(counted["count"], 504);
    holds(&["bench", "tic-tac-toe", "--playouts", "5", "--json"]);
    holds(&["rate", "tic-tac-toe", "--seconds", "0.02", "--json"]);
    let players = "random,mcts@iterations=5,flat@iterations=5";
    holds(&["match", "tic-tac-toe", "--players", players, "--games", "2", "--json"]);
    holds(&[
        "match",
        "tic-tac-toe",
        "--players",
        "random,random",
        "--games",
        "4",
        "--sprt",
        "0,50",
        "--json",
    ]);
    holds(&["levels", "tic-tac-toe", "--measure", "1", "--per-pair", "2", "--json"]);
}

#[test]
fn analyses_are_as_the_schemas_say() {
    let best = holds(&["analyse", "tic-tac-toe", "--player", "mcts", "--iterations", "60", "--json"]);
    assert_eq!(best["mover"], 1);
    let solved = holds(&["analyse", "tic-tac-toe", "--solve", "--json"]);
    assert_eq!(solved["solved"], 0.0, "{solved}");
    let chess = holds(&["analyse", "chess", "--solve", "--nodes", "50", "--json"]);
    assert!(chess["solved"].is_null() && chess["value"].is_null(), "an estimate is no proof: {chess}");
    assert_eq!(chess["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    holds(&["analyse", "latin-square", "--time", "20", "--json"]);
    holds(&["analyse", "tower-of-hanoi", "--solve", "--nodes", "2000", "--json"]);
}

#[test]
fn studies_are_as_the_schemas_say() {
    holds(&["concepts", "tic-tac-toe", "--json"]);
    let arguments =
        ["concepts", "tic-tac-toe", "--played", "--games", "4", "--skill", "1", "--skill-games", "2"];
    holds(&[&arguments[..], &["--speed", "0.05", "--json"]].concat());
    holds(&["verdict", "tic-tac-toe", "--games", "20", "--search", "2", "--json"]);
    let differ = holds(&["diff", "tic-tac-toe", "three-mens-morris", "--games", "10", "--json"]);
    assert_eq!(differ["differ"], true, "{differ}");
    assert!(differ["figures"].as_array().is_some_and(|list| !list.is_empty()), "{differ}");
    let folder = scratch("reconstruct");
    let file = folder.join("found.lud");
    let holes = "(game \"Found\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each)})
        (rules (play (move Add (to (sites Empty)))) (end [#])))";
    std::fs::write(&file, holes).expect("written");
    let file = file.display().to_string();
    let found =
        holds(&["reconstruct", &file, "--results", "1", "--budget", "30", "--published-scores", "--json"]);
    assert!(found["looked_at"].as_u64().is_some_and(|n| n > 0), "{found}");
}
