//! The commands that play: lower, perft, playout and play, as a user or a pipe meets them.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn ludarium(arguments: &[&str]) -> Output {
    said(arguments, "")
}

/// Runs the command with lines on its standard input.
fn said(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .current_dir(root())
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command can be started");
    // It may leave before it has read everything.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the command ends")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the scratch folder can be made");
    folder
}

#[test]
fn chess_has_its_known_numbers() {
    for (depth, wanted) in [("0", "1\n"), ("1", "20\n"), ("2", "400\n"), ("3", "8902\n")] {
        let counted = ludarium(&["perft", "chess", depth]);
        assert!(counted.status.success(), "{}", err(&counted));
        assert_eq!(out(&counted), wanted, "depth {depth}");
    }
    let divided = ludarium(&["perft", "chess", "2", "--divide"]);
    let lines: Vec<String> = out(&divided).lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 21);
    assert!(lines.contains(&"e2-e4: 20".to_owned()) && lines[20] == "400", "{lines:?}");
}

#[test]
fn tic_tac_toe_has_its_known_numbers() {
    // Games that are over have no moves: fewer than 9·8·7·6·5·4 ways lead six plies deep.
    for (depth, wanted) in [("5", "15120\n"), ("6", "54720\n")] {
        assert_eq!(out(&ludarium(&["perft", "tic-tac-toe", depth])), wanted, "depth {depth}");
    }
}

#[test]
fn random_games_are_summed_up() {
    let arguments = ["playout", "tic-tac-toe", "--games", "200", "--seed", "5", "--json"];
    let first = ludarium(&arguments);
    assert!(first.status.success(), "{}", err(&first));
    assert_eq!(out(&first), out(&ludarium(&arguments)), "the same seed, the same numbers");
    let json: serde_json::Value = serde_json::from_slice(&first.stdout).expect("JSON");
    let number = |v: &serde_json::Value| v.as_u64().expect("a number");
    let wins = (number(&json["wins"][0]), number(&json["wins"][1]));
    assert_eq!(wins.0 + wins.1 + number(&json["draws"]), 200);
    assert!(wins.0 > wins.1, "who begins wins more often: {wins:?}");
    assert!((5..=9).contains(&number(&json["length"]["min"])) && number(&json["length"]["max"]) == 9);
    let other = ludarium(&["playout", "tic-tac-toe", "--games", "200", "--seed", "6", "--json"]);
    assert_ne!(out(&first), out(&other));
    let words = ludarium(&["playout", "reversi", "--games", "4"]);
    assert!(out(&words).starts_with("Reversi: 4 random games, seed 1\n"), "{}", out(&words));
    assert!(out(&words).contains("branching"), "{}", out(&words));
}

#[test]
fn the_kernel_is_shown() {
    let shown = ludarium(&["lower", "breakthrough"]);
    assert!(shown.status.success(), "{}", err(&shown));
    let text = out(&shown);
    assert!(text.starts_with("game \"Breakthrough\"\nplayers 2, alternating\n"), "{text}");
    for part in ["component 1 \"", "phase \"", "\n  play: ", "\nend: ", "\nstart: "] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    assert!(!text.contains(": None") && !text.contains("RuleId"), "{text}");
    // Lists of sites are the longest lines; they are broken like everything else.
    assert!(text.lines().all(|l| l.chars().count() <= 112), "{text}");
}

#[test]
fn what_cannot_be_read_is_not_played() {
    for command in [&["lower"][..], &["play"], &["playout"]] {
        let refused = ludarium(&[command, &["tests/errors/define-problem-inside.lud"]].concat());
        assert_eq!(refused.status.code(), Some(1), "{command:?}");
        assert!(err(&refused).contains("E0303"), "{}", err(&refused));
    }
}

#[test]
fn a_game_is_played_to_its_end() {
    let played = said(&["play", "tic-tac-toe"], "b2\na1\n b1 \na1\nxyz\nA2\nb3\nundo\nb3\nhelp\nc1\nquit\n");
    let text = out(&played);
    assert!(played.status.success(), "{}", err(&played));
    assert!(text.contains("\"a1\" is not a legal move"), "{text}");
    assert!(text.contains("\"xyz\" is not a legal move"), "{text}");
    assert!(text.contains("P1 wins\nover> "), "{text}");
    assert_eq!(text.matches("P1 wins").count(), 2, "once, and again after it was taken back\n{text}");
    assert!(text.contains("\"c1\" cannot be played: the game is over"), "{text}");
    assert!(text.contains("save FILE"), "{text}");
}

#[test]
fn games_are_saved_and_loaded() {
    let folder = scratch("games_are_saved_and_loaded");
    let file = folder.join("game.txt").to_string_lossy().into_owned();
    let saved = said(&["play", "chess"], &format!("e2-e4\n20\ng1 f3\nsave {file}\nquit\n"));
    assert!(out(&saved).contains("3 moves saved"), "{}", out(&saved));
    let record = std::fs::read_to_string(&file).expect("the record");
    assert!(record.starts_with("ludarium game 1\ngame Chess\nseed 1\nstart "), "{record}");
    assert!(record.contains("\n1 P1 e2-e4 [Move:mover=1,from=12,to=28,"), "{record}");
    let board = |text: &str| text.rsplit_once("\nChess\n").map(|(_, last)| last.to_owned());
    let loaded = said(&["play", "chess"], &format!("load {file}\nquit\n"));
    let again = said(&["play", "chess"], "e2-e4\n20\ng1-f3\nquit\n");
    assert!(board(&out(&loaded)).is_some());
    assert_eq!(board(&out(&loaded)), board(&out(&again)));
    // A record that was tampered with, a record of another game, no record at all.
    for (from, to, complaint) in [
        ("to=28,", "to=20,", "ply 1: e2-e4 was recorded as"),
        ("e2-e4", "e2-e5", "ply 1: \"e2-e5\" is not a legal move"),
        ("game Chess", "game Hex", "this is a game of Hex, not of Chess"),
        ("ludarium game 1", "ludarium game 2", "line 1: "),
        ("\nend ", "\n# end ", "no `end` line"),
    ] {
        let changed = record.replacen(from, to, 1);
        assert_ne!(changed, record);
        std::fs::write(&file, changed).expect("written");
        let refused = said(&["play", "chess"], &format!("load {file}\nquit\n"));
        assert!(out(&refused).contains(complaint), "{complaint}: {}", out(&refused));
    }
}

#[test]
fn the_computer_answers() {
    let lines = "a2-a3\nundo\nhint\nquit\n";
    let played = said(&["play", "breakthrough", "--computer", "P2", "--seed", "3"], lines);
    let text = out(&played);
    assert!(text.contains("P2 plays "), "{text}");
    assert!(text.contains(" (number "), "{text}");
    // Who does not think by the clock answers the same when asked again.
    let again =
        || out(&said(&["play", "breakthrough", "--computer", "P2=random", "--seed", "3"], "a2-a3\nquit\n"));
    assert_eq!(again(), again());
    // Two computers need nobody.
    let alone = said(&["play", "tic-tac-toe", "--computer", "1", "--computer", "2"], "");
    assert!(out(&alone).contains("over> "), "{}", out(&alone));
    let nobody = ludarium(&["play", "chess", "--computer", "P3"]);
    assert_eq!(nobody.status.code(), Some(2));
    assert!(err(&nobody).contains("P1 to P2"), "{}", err(&nobody));
}

#[test]
fn puzzles_are_found_kept_and_proven_again() {
    let file = scratch("puzzles").join("puzzles.txt");
    let name = file.display().to_string();
    let made = ludarium(&["puzzles", "tic-tac-toe", "--count", "4", "--seconds", "20", "--out", &name]);
    assert!(made.status.success(), "{}", err(&made));
    let text = std::fs::read_to_string(&file).expect("the file was written");
    assert!(text.starts_with("ludarium puzzles 1\n# Made by: ludarium puzzles"), "{text}");
    let checked = ludarium(&["puzzles", "--check", &name]);
    assert_eq!(
        (checked.status.code(), out(&checked).as_str()),
        (Some(0), "4 puzzles proven again, 0 do not hold\n")
    );
    // A puzzle that says more than is true is found out.
    let boast = text.replacen("task win", "task save", 1).replacen("\nline 1 ", "\nline 1 z", 1);
    std::fs::write(&file, boast).expect("the file can be written");
    let checked = ludarium(&["puzzles", "--check", &name]);
    assert_eq!(checked.status.code(), Some(1), "{}", out(&checked));
    let none = ludarium(&["puzzles", "sudoku"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(err(&none).contains("a puzzle itself"), "{}", err(&none));
}
