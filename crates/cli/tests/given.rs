//! What people give to the command beside a game: positions, names of rulesets and options, folders that cannot be
//! read, and Ctrl-C.

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

fn text(arguments: &[&str]) -> String {
    let output = ludarium(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", err(&output));
    out(&output)
}

fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the scratch folder can be made");
    folder
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn positions_are_given_in_fen() {
    assert_eq!(text(&["perft", "chess", "2", "--position", KIWIPETE]), "2039\n");
    assert_eq!(text(&["board", "chess", "--position", KIWIPETE, "--fen"]), format!("{KIWIPETE}\n"));
    let drawn = text(&["board", "chess", "--position", KIWIPETE]);
    assert_ne!(drawn, text(&["board", "chess", "--start"]));
    let file = scratch("fen").join("position.fen");
    std::fs::write(&file, format!("{KIWIPETE}\n")).expect("written");
    let file = file.display().to_string();
    assert_eq!(text(&["perft", "chess", "1", "--position", &file]), "48\n");
    assert_eq!(text(&["perft", "chess", "1", "--position", &file, "--moves", "e1-g1"]), "43\n");
    let after = text(&["board", "chess", "--moves", "e2-e4,c7-c5", "--fen"]);
    assert_eq!(after, "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2\n");
    for (arguments, complaint) in [
        (["perft", "hex", "1", "--position", KIWIPETE], "FEN is for games like chess"),
        (["perft", "chess", "1", "--position", "8/8 w - - 0 1"], "2 rows"),
        (["perft", "chess", "1", "--position", "no-such-file"], "no such file, and not FEN"),
    ] {
        let refused = ludarium(&arguments);
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}");
        assert!(err(&refused).contains(complaint), "{arguments:?}: {}", err(&refused));
    }
}

#[test]
fn positions_are_taken_from_recorded_games() {
    use std::io::Write;
    let file = scratch("record").join("game.txt").display().to_string();
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .args(["play", "chess"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("started");
    let lines = format!("e2-e4\ne7-e5\ng1-f3\nsave {file}\nquit\n");
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("heard");
    assert!(child.wait().expect("ended").success());
    let at = |ply: &[&str]| text(&[&["board", "chess", "--position", &file, "--fen"], ply].concat());
    assert_eq!(at(&[]), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\n");
    assert_eq!(at(&["--ply", "0"]), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
    assert_eq!(at(&["--ply", "1"]), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n");
    let late = ludarium(&["perft", "chess", "1", "--position", &file, "--ply", "4"]);
    assert!(err(&late).contains("has 3 moves"), "{}", err(&late));
    let other = ludarium(&["perft", "hex", "1", "--position", &file]);
    assert!(err(&other).contains("a game of Chess, not of Hex"), "{}", err(&other));
}

#[test]
fn rulesets_and_options_go_by_the_names_of_the_pages() {
    let plain = text(&["rules", "Sfenj"]);
    for name in ["Sfenj (Ludii 11)", "sfenj ludii 11", "Ludii 11", "DLP.GameRulesets.3823"] {
        assert_eq!(text(&["rules", "Sfenj", "--ruleset", name]), plain, "{name}");
    }
    let sibling = ludarium(&["rules", "Sfenj", "--ruleset", "Sfenj (Ludii 3)"]);
    assert_eq!(sibling.status.code(), Some(2));
    assert!(err(&sibling).contains("its rules are not in this library"), "{}", err(&sibling));
    let seven = text(&["expand", "hex", "--option", "Board Size/7x7"]);
    assert_ne!(seven, text(&["expand", "hex"]));
    for name in ["board size/7x7", "7x7", "Board size/7X7"] {
        assert_eq!(text(&["expand", "hex", "--option", name]), seven, "{name}");
    }
    let wrong = ludarium(&["expand", "hex", "--option", "Board Size/7x77"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(err(&wrong).contains("did you mean \"Board Size/7x7\"?"), "{}", err(&wrong));
}

const LINE: &str = "(game \"Line\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))";

#[test]
fn what_cannot_be_read_does_not_end_the_run() {
    let folder = scratch("unreadable");
    std::fs::write(folder.join("a.lud"), LINE).expect("written");
    std::fs::write(folder.join("b.lud"), [0xff, 0xfe, 0x00]).expect("written");
    std::fs::write(folder.join("c.lud"), LINE.replace("Line\"", "Other\"")).expect("written");
    let name = folder.display().to_string();
    let checked = ludarium(&["check", &name, "no/such/folder/x.lud"]);
    assert_eq!(checked.status.code(), Some(1), "{}", err(&checked));
    assert!(out(&checked).contains("b.lud:1: not UTF-8 text"), "{}", out(&checked));
    assert!(out(&checked).contains("4 files: 2 errors"), "{}", out(&checked));
    let formatted = ludarium(&["fmt", "--check", &name]);
    assert_eq!(formatted.status.code(), Some(1));
    assert_eq!(err(&formatted).lines().count(), 1, "{}", err(&formatted));
    assert!(out(&formatted).contains("c.lud"), "what follows is looked at: {}", out(&formatted));
    let table = folder.join("concepts.csv").display().to_string();
    let concepts = ludarium(&["concepts", &name, "--out", &table]);
    assert_eq!(concepts.status.code(), Some(1), "{}", err(&concepts));
    let rows = std::fs::read_to_string(&table).expect("the table");
    assert!(
        rows.lines().any(|l| l.starts_with("b.lud,") && l.ends_with("not UTF-8 text")),
        "why is in the table"
    );
    assert!(rows.lines().any(|l| l.starts_with("c.lud,")), "the others are there");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let closed = folder.join("closed");
        std::fs::create_dir_all(&closed).expect("made");
        std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o000)).expect("closed");
        // (The superuser reads everything.)
        if std::fs::read_dir(&closed).is_err() {
            let checked = ludarium(&["check", &name]);
            assert_eq!(checked.status.code(), Some(1));
            assert!(err(&checked).contains("closed: cannot be opened"), "{}", err(&checked));
        }
        std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o755)).expect("opened");
    }
}

#[test]
fn a_table_of_concepts_has_a_row_for_each() {
    let folder = scratch("tidy");
    std::fs::write(folder.join("a.lud"), LINE).expect("written");
    let table = folder.join("concepts.csv").display().to_string();
    text(&["concepts", &folder.display().to_string(), "--out", &table]);
    let rows = std::fs::read_to_string(&table).expect("the table");
    assert_eq!(rows.lines().next(), Some("game,ruleset,name,id,concept,kind,type,value,error"));
    let of = |concept: &str| {
        let named = |l: &&str| l.split(',').nth(4) == Some(concept);
        rows.lines().find(named).and_then(|l| l.split(',').nth(7)).map(str::to_owned)
    };
    assert_eq!(of("AddDecision").as_deref(), Some("1"));
    assert_eq!(of("Dice").as_deref(), Some("0"));
    assert_eq!(of("NumCells").as_deref(), Some("9"));
    assert!(rows.lines().skip(1).all(|l| l.starts_with("a.lud,,Line,")));
    // Such a table can be asked.
    let found = text(&["query", "AddDecision and NumCells = 9", "--among", &table]);
    assert_eq!(found, "a.lud\n1 of 1\n");
    let similar = text(&["similar", "tic-tac-toe", "--among", &table]);
    assert!(similar.contains("a.lud"), "{similar}");
}

/// Starts a command, lets it work, and presses Ctrl-C.
#[cfg(unix)]
fn interrupted(arguments: &[&str]) -> Output {
    use std::process::Stdio;
    // Whoever runs the tests in the background may have told their children not to listen.
    let child = Command::new("env")
        .args(["--default-signal=INT", env!("CARGO_BIN_EXE_ludarium")])
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    let pid = child.id().to_string();
    // On a busy machine it takes a while until somebody listens.
    let listens = || {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let caught = status.lines().find_map(|l| l.strip_prefix("SigCgt:"))?.trim().to_string();
        Some(u64::from_str_radix(&caught, 16).ok()? >> 1 & 1 == 1)
    };
    for _ in 0..200 {
        if listens() != Some(false) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    std::thread::sleep(std::time::Duration::from_millis(1500));
    assert!(Command::new("kill").args(["-INT", &pid]).status().is_ok_and(|s| s.success()), "{arguments:?}");
    child.wait_with_output().expect("ended")
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_found() {
    let listens = Command::new("env").args(["--default-signal=INT", "kill", "-l"]).output();
    if !listens.is_ok_and(|o| o.status.success()) {
        println!("skipped: no kill, or an env that cannot make children listen");
        return;
    }
    let played = interrupted(&["playout", "tic-tac-toe", "--games", "10000000000", "--json"]);
    assert_eq!(played.status.code(), Some(130), "{}", err(&played));
    let json: serde_json::Value = serde_json::from_str(&out(&played)).expect("whole JSON");
    assert!(json["games"].as_u64().is_some_and(|n| n < 10_000_000_000), "{json}");
    assert!(err(&played).contains("of 10000000000 games were played"), "{}", err(&played));
    let counted = interrupted(&["perft", "chess", "12"]);
    assert_eq!(counted.status.code(), Some(130), "{}", err(&counted));
    assert!(out(&counted).starts_with("at least "), "{}", out(&counted));
    let thought = interrupted(&["analyse", "chess", "--player", "mcts", "--time", "600"]);
    assert_eq!(thought.status.code(), Some(130), "{}", err(&thought));
    assert!(out(&thought).starts_with("P1 to move: "), "{}", out(&thought));
    let solved = interrupted(&["analyse", "chess", "--solve", "--time", "600"]);
    assert_eq!(solved.status.code(), Some(130), "{}", err(&solved));
    assert!(out(&solved).contains("not solved"), "{}", out(&solved));
}
