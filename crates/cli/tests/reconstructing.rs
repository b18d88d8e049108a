//! `ludarium reconstruct` as a historian runs it: the same seed gives the same bytes at any number of jobs, after a run that was
//! broken off, and from a bundle; and the donors are those that the policy allows.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn ludarium(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludarium"));
    command.current_dir(root()).args(arguments).output().expect("the command can be started")
}

/// A folder of this test's own, empty at first.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the scratch folder can be made");
    folder
}

const BARE: &str = "crates/reconstruct/examples/bare-board.lud";

fn run(folder: &Path, more: &[&str]) -> Output {
    let out = folder.display().to_string();
    let mut line =
        vec!["reconstruct", BARE, "--budget", "40", "--results", "30", "--controls", "1", "--out", &out];
    line.extend(more);
    let output = ludarium(&line);
    assert!(folder.join("bundle.zip").exists(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

fn bytes(folder: &Path) -> Vec<u8> {
    std::fs::read(folder.join("bundle.zip")).expect("a bundle")
}

#[test]
fn jobs_interruptions_and_bundles_change_nothing() {
    let (one, two, again) = (scratch("rec-one"), scratch("rec-two"), scratch("rec-again"));
    run(&one, &["--jobs", "1"]);
    run(&two, &["--jobs", "2"]);
    assert!(bytes(&one) == bytes(&two), "two jobs find what one finds");
    // What a run leaves that was killed half way: the first half of its journal, and a line that was cut off.
    let journal = std::fs::read_to_string(one.join("journal.jsonl")).expect("a journal");
    assert!(journal.lines().count() > 6, "{journal}");
    let half = journal.lines().count() / 2;
    let kept: Vec<&str> = journal.lines().take(half).collect();
    let broken = scratch("rec-broken");
    std::fs::write(broken.join("journal.jsonl"), format!("{}\n123\t{{\"rej", kept.join("\n"))).unwrap();
    run(&broken, &[]);
    assert!(bytes(&one) == bytes(&broken), "a run that goes on finds what an uninterrupted one finds");
    let (bundle, out) = (one.join("bundle.zip").display().to_string(), again.display().to_string());
    let output = ludarium(&["reconstruct", &bundle, "--out", &out]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(bytes(&one) == bytes(&again), "a bundle runs to the same bytes");
}

#[test]
fn a_budget_in_time_is_kept_and_runs_again() {
    let (first, again) = (scratch("rec-time"), scratch("rec-time-again"));
    let out = first.display().to_string();
    let begun = std::time::Instant::now();
    ludarium(&["reconstruct", BARE, "--budget", "4s", "--results", "900", "--out", &out]);
    assert!(begun.elapsed().as_secs() < 60, "four seconds took {:?}", begun.elapsed());
    let (bundle, out) = (first.join("bundle.zip").display().to_string(), again.display().to_string());
    ludarium(&["reconstruct", &bundle, "--out", &out]);
    let results = |folder: &Path| std::fs::read(folder.join("results.csv")).expect("results");
    assert!(results(&first) == results(&again), "as many rounds find the same");
}

#[test]
fn the_policy_says_who_gives_parts() {
    let hunts =
        ludarium(&["reconstruct", BARE, "--budget", "8", "--controls", "0", "--families", "hunt", "--json"]);
    let told: serde_json::Value = serde_json::from_slice(&hunts.stdout).expect("JSON");
    assert!(told["donors"].as_str().is_some_and(|text| text.contains("another family")), "{told}");
    let wrong = ludarium(&["reconstruct", BARE, "--families", "chase"]);
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("no family"));
}
