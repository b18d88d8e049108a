//! `ludarium debug` as somebody types it: commands from a pipe, and flags.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn debug(arguments: &[&str], typed: &str) -> (String, Output) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .arg("debug")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command can be started");
    let _ = child.stdin.take().expect("a pipe").write_all(typed.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output)
}

#[test]
fn a_session_from_a_pipe() {
    let typed = "moves\nplay b2\nprint (count Pieces All)\nwatch (sites Empty)\nstep\nwhere\nnext\nback\nback\nback\nend\nquit\n";
    let (said, output) = debug(&["tic-tac-toe"], typed);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for part in ["a1 b1 c1", "Player 2 to move", "\n1\n", "(move Add", "→", "this is where the game began"]
    {
        assert!(said.contains(part), "{part:?} in\n{said}");
    }
}

#[test]
fn a_run_stops_where_the_rule_fires() {
    let (said, _) = debug(&["tic-tac-toe"], "break (is Line\nrun 50\nwhere\ncontinue\ndelete 1\nbreaks\n");
    assert!(said.contains("Stopped at (is Line (fired) while"), "{said}");
    assert!(said.contains("no breakpoints"), "{said}");
    let (said, _) = debug(&["tic-tac-toe", "--break", "(is Line", "--run", "50"], "");
    assert!(said.contains("Stopped at (is Line"), "{said}");
}

#[test]
fn what_is_mistyped_is_answered() {
    let typed = "stpe\nxyzzy\nplay z9\nplay\nbreak 999\nbreak nonsense\nprint (is\nprint\nwhy\nwhy z9\ndelete x\nrun\nout\nstep z9\n\u{0}\n";
    let (said, output) = debug(&["tic-tac-toe"], typed);
    assert!(output.status.success(), "{said}");
    for part in [
        "did you mean step?",
        "help lists them",
        "not a legal move",
        "nearest line",
        "set a breakpoint first",
    ] {
        assert!(said.contains(part), "{part:?} in\n{said}");
    }
    let (_, refused) = debug(&["tic-tac-toe", "--watch", "(count Peices)"], "");
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("Pieces"));
}

#[test]
fn coverage_stands_beside_the_lines() {
    let (said, _) = debug(&["tic-tac-toe", "--coverage", "5"], "");
    assert!(said.contains("evaluated      fired    applied  line"), "{said}");
    assert!(said.lines().any(|line| line.contains("(move Add")), "{said}");
}
