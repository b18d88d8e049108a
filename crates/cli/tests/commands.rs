//! The commands as a user meets them: what they print, where, and with which status they end.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn ludarium(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludarium"));
    command.current_dir(root()).args(arguments).output().expect("the command can be started")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A folder of this test's own, empty at first.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the scratch folder can be made");
    folder
}

const SMALL: &str = "(game \"Small\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (\"Trio\"))))";

#[test]
fn our_games_are_right_with_all_options() {
    let checked = ludarium(&["check", "--all-options", "games"]);
    assert!(checked.status.success(), "{}", out(&checked));
    assert!(out(&checked).ends_with(": nothing wrong\n"), "{}", out(&checked));
    assert!(out(&checked).contains(" selections"), "{}", out(&checked));
}

#[test]
fn a_game_is_named_or_pathed() {
    let by_name = ludarium(&["expand", "TIC TAC TOE"]);
    let by_path = ludarium(&["expand", "games/tic-tac-toe/game.lud"]);
    assert!(by_name.status.success() && by_path.status.success());
    assert_eq!(out(&by_name), out(&by_path));
    assert!(out(&by_name).starts_with("(game \"Tic-Tac-Toe\""));
}

#[test]
fn a_wrong_name_is_answered_with_the_right_one() {
    let wrong = ludarium(&["expand", "Brekthrough"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert_eq!(out(&wrong), "");
    assert!(err(&wrong).contains("did you mean \"Breakthrough\"?"), "{}", err(&wrong));
    let nowhere = ludarium(&["check", "no/such/file.lud"]);
    assert_eq!(nowhere.status.code(), Some(1));
    assert!(out(&nowhere).contains("no/such/file.lud: no such file"), "{}", out(&nowhere));
}

#[test]
fn options_choose() {
    let small = ludarium(&["expand", "hex", "--option", "Board Size/7x7", "--option", "Pie Rule/Off"]);
    assert!(out(&small).contains("(hex Diamond 7)"), "{}", out(&small));
    assert!(!out(&small).contains("swap"));
    let usual = ludarium(&["expand", "hex"]);
    assert!(out(&usual).contains("(hex Diamond 11)") && out(&usual).contains("swap"));
    let unknown = ludarium(&["expand", "hex", "--option", "Board Size/8x8"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(err(&unknown).contains("there is no option \"Board Size/8x8\""), "{}", err(&unknown));
}

#[test]
fn problems_as_json() {
    let answer = ludarium(&["check", "--json", "tests/errors/define-problem-inside.lud", "tic-tac-toe"]);
    assert_eq!(answer.status.code(), Some(1));
    let json: serde_json::Value = serde_json::from_slice(&answer.stdout).expect("JSON");
    assert_eq!(json["totals"]["files"], 2);
    assert_eq!(json["totals"]["errors"], 1);
    let problem = &json["files"][0]["problems"][0];
    assert_eq!(problem["code"], "E0303");
    assert_eq!(problem["place"]["line"], 3);
    assert_eq!(problem["place"]["column"], 9);
    assert_eq!(problem["origin"][0]["name"], "Trio");
    assert_eq!(problem["origin"][0]["used"]["line"], 13);
    assert_eq!(json["files"][1]["problems"], serde_json::json!([]));
}

#[test]
fn other_definitions() {
    let folder = scratch("other_definitions");
    let game = folder.join("small.lud");
    std::fs::write(&game, SMALL).unwrap();
    let game = game.to_string_lossy().into_owned();
    let ours = ludarium(&["check", &game]);
    assert_eq!(ours.status.code(), Some(1));
    assert!(out(&ours).contains("there is no define called \"Trio\""), "{}", out(&ours));
    // Found by the name inside, whatever the file is called.
    let defines = folder.join("defines");
    std::fs::create_dir_all(&defines).unwrap();
    std::fs::write(defines.join("x.def"), "(define \"Trio\" (if (is Line 3) (result Mover Win)))").unwrap();
    let theirs = ludarium(&["check", &game, "--defs", &defines.to_string_lossy()]);
    assert!(theirs.status.success(), "{}", out(&theirs));
    let empty = scratch("no_definitions");
    let none = ludarium(&["check", &game, "--defs", &empty.to_string_lossy()]);
    assert_eq!(none.status.code(), Some(2));
}

#[test]
fn files_that_are_no_text() {
    let folder = scratch("no_text");
    std::fs::write(folder.join("a.lud"), [b'(', b'g', b'\n', 0xff, 0xfe]).unwrap();
    let good = SMALL.replace("(\"Trio\")", "(if (is Line 3) (result Mover Win))");
    std::fs::write(folder.join("b.lud"), good).unwrap();
    let checked = ludarium(&["check", &folder.to_string_lossy()]);
    assert_eq!(checked.status.code(), Some(1));
    assert!(out(&checked).contains("a.lud:2: not UTF-8 text"), "{}", out(&checked));
    assert!(out(&checked).ends_with("2 files: 1 error\n"), "{}", out(&checked));
}

#[test]
fn explanations() {
    let line = ludarium(&["explain", "is", "Line"]);
    assert!(out(&line).starts_with("(is Line "), "{}", out(&line));
    assert!(out(&line).contains("Tic-Tac-Toe") && out(&line).contains("Line3Win"), "{}", out(&line));
    let family = ludarium(&["explain", "is"]);
    assert!(out(&family).contains("is Connected"), "{}", out(&family));
    let list = ludarium(&["explain", "ResultType"]);
    assert!(out(&list).contains("Draw"), "{}", out(&list));
    let word = ludarium(&["explain", "Mover"]);
    assert!(out(&word).contains("RoleType"), "{}", out(&word));
    let define = ludarium(&["explain", "\"IsEnemyAt\""]);
    assert!(out(&define).contains("(is Enemy (who at:#1 #2))"), "{}", out(&define));
    let unknown = ludarium(&["explain", "is Lien"]);
    assert_eq!(unknown.status.code(), Some(1));
    assert!(err(&unknown).contains("did you mean \"is Line\"?"), "{}", err(&unknown));
}

/// One file at a time or several: the answer is the same, in the same order.
#[test]
fn jobs_change_nothing() {
    let one = ludarium(&["check", "--jobs", "1", "tests/errors"]);
    let four = ludarium(&["check", "--jobs", "4", "tests/errors"]);
    assert_eq!(one.status.code(), Some(1));
    assert_eq!(out(&one), out(&four));
}

#[test]
fn our_texts_are_laid_out() {
    let checked = ludarium(&["fmt", "--check", "games", "crates/library/defines"]);
    assert!(
        checked.status.success(),
        "these are not laid out; run `ludarium fmt` on them:\n{}",
        out(&checked)
    );
}

#[test]
fn laying_out() {
    let folder = scratch("laying_out");
    let file = folder.join("small.lud");
    let name = file.to_string_lossy().into_owned();
    let crooked = format!("// kept\n{}", SMALL.replace(' ', "   "));
    std::fs::write(&file, &crooked).unwrap();
    let checked = ludarium(&["fmt", "--check", &name]);
    assert_eq!(checked.status.code(), Some(1));
    assert_eq!(out(&checked), format!("{name}\n"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), crooked, "--check changes nothing");
    assert!(ludarium(&["fmt", &name]).status.success());
    let straight = std::fs::read_to_string(&file).unwrap();
    assert!(straight.starts_with("// kept\n(game \"Small\""), "{straight}");
    assert!(ludarium(&["fmt", "--check", &name]).status.success());
    // What cannot be read is not touched.
    let broken = "(game \"Small\" (players 2";
    std::fs::write(&file, broken).unwrap();
    let refused = ludarium(&["fmt", &name]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(err(&refused).contains("E0103"), "{}", err(&refused));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), broken);
}

#[test]
fn differences_have_the_exit_status_of_diff() {
    let same = ludarium(&["diff", "tic-tac-toe", "tic-tac-toe"]);
    assert_eq!(same.status.code(), Some(0), "{}", err(&same));
    assert!(out(&same).contains("They play the same: all 4520 positions"), "{}", out(&same));
    let folder = scratch("diff");
    let file = folder.join("mine.lud");
    let mine = "(game \"Mine\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each)})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3 Orthogonal) (result Mover Win)))))";
    std::fs::write(&file, mine).expect("written");
    let (file, picture) = (file.display().to_string(), folder.join("witness.svg").display().to_string());
    let differ = ludarium(&["diff", "tic-tac-toe", &file, "--games", "10", "--svg", &picture]);
    assert_eq!(differ.status.code(), Some(1), "{}", err(&differ));
    let text = out(&differ);
    assert!(text.contains("After these 5 moves they differ. No shorter sequence shows it."), "{text}");
    assert!(text.contains("Player 1 wins in A; the game goes on in B."), "{text}");
    assert!(std::fs::read_to_string(&picture).expect("a picture").starts_with("<svg"));
    let broken = folder.join("broken.lud");
    std::fs::write(&broken, "(game \"Broken\"").expect("written");
    let broken = ludarium(&["diff", "tic-tac-toe", &broken.display().to_string()]);
    assert_eq!(broken.status.code(), Some(2), "{}", err(&broken));
    assert_eq!(ludarium(&["diff", "tic-tac-toe", "no-such-game"]).status.code(), Some(2));
}

#[test]
fn explain_finds_by_meaning() {
    for (words, wanted) in
        [("pie rule", "  swap  "), ("jump over a piece", "  move Hop"), ("macro", "  define, a device")]
    {
        let found = ludarium(&["explain", words]);
        assert!(found.status.success(), "{words}: {}", err(&found));
        assert!(out(&found).contains(wanted), "{words}: {}", out(&found));
    }
    let device = ludarium(&["explain", "define"]);
    assert!(out(&device).contains("a device of the language"), "{}", out(&device));
}

#[test]
fn new_games_are_written_once_and_are_right() {
    let folder = scratch("new-games");
    let file = folder.join("race.lud");
    let path = file.to_str().expect("a path");
    let given = [
        "new",
        "Pebble Race",
        "--kind",
        "race",
        "--board",
        "square:5",
        "--dice",
        "4",
        "--out",
        path,
        "--yes",
    ];
    let made = ludarium(&given);
    assert!(made.status.success(), "{}", err(&made));
    let text = std::fs::read_to_string(&file).expect("the file is written");
    assert!(text.contains("(game \"Pebble Race\"") && text.contains("d:4"), "{text}");
    assert!(ludarium(&["check", path, "--deny-warnings"]).status.success());
    assert!(ludarium(&["fmt", "--check", path]).status.success());
    let again = ludarium(&given);
    assert_eq!(again.status.code(), Some(2));
    assert!(err(&again).contains("exists already"), "{}", err(&again));
    let forced = ["new", "Other", "--kind", "line", "--out", path, "--yes", "--force"];
    assert!(ludarium(&forced).status.success());
    assert!(std::fs::read_to_string(&file).expect("a file").contains("(game \"Other\""));
    for wrong in [["--kind", "chess"], ["--board", "square:1"], ["--dice", "6"], ["--players", "9"]] {
        let refused = ludarium(&[&["new", "X", "--yes", "--out", path, "--force"][..], &wrong[..]].concat());
        assert_eq!(refused.status.code(), Some(2), "{wrong:?}");
    }
    assert!(std::fs::read_to_string(&file).expect("a file").contains("(game \"Other\""), "left as it was");
}

#[test]
fn whoever_ends_the_questions_leaves_nothing_behind() {
    use std::io::Write;
    let folder = scratch("new-questions");
    let answer = |typed: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludarium"));
        command.current_dir(&folder).arg("new").stdin(std::process::Stdio::piped());
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let mut child = command.spawn().expect("the command can be started");
        child.stdin.take().expect("its input").write_all(typed.as_bytes()).expect("it listens");
        child.wait_with_output().expect("it ends")
    };
    let files = || std::fs::read_dir(&folder).expect("the folder").count();
    let ended = answer("Foxes\nhunt\n");
    assert_eq!((ended.status.code(), files()), (Some(2), 0), "{}", err(&ended));
    assert!(err(&ended).contains("nothing was written"), "{}", err(&ended));
    // A wrong answer is asked about again; an empty one is the usual.
    let whole = answer("Foxes\nbears\nhunt\nhex:3\n7\n\n");
    assert!(whole.status.success(), "{}", err(&whole));
    assert!(err(&whole).contains("\"bears\" is no kind of game"), "{}", err(&whole));
    assert!(folder.join("foxes.lud").exists());
}
