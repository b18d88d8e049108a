//! How many instructions a random game takes, counted by valgrind: the same on a noisy machine as on a quiet one, so
//! that a regression of speed shows where a clock would not. The figures are of this profile and this compiler;
//! `BLESS=1` writes them anew.

use std::collections::BTreeMap;
use std::process::Command;

/// Games of the library, one for each way in which the plan plays: by counters alone, by proposals, by set shifts,
/// by trial, by sowing.
const GAMES: [&str; 5] = ["hex", "breakthrough", "alquerque", "chess", "kalah"];

/// A game may take so much more than what is written down: the memory functions of another machine, another libc.
const MOST: f64 = 1.15;

fn instructions(game: &str, playouts: u64) -> Option<u64> {
    let out = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(env!("CARGO_BIN_EXE_ludarium"))
        .args(["bench", game, "--playouts", &playouts.to_string()])
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&out.stderr);
    let line = text.lines().find(|l| l.contains("Collected :"))?;
    line.rsplit(':').next()?.trim().parse().ok()
}

#[test]
fn a_random_game_takes_no_more_instructions_than_it_did() {
    if !cfg!(target_arch = "x86_64") || Command::new("valgrind").arg("--version").output().is_err() {
        println!("skipped: instructions are counted with valgrind, on x86-64");
        return;
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/instructions.txt");
    let written = std::fs::read_to_string(file).unwrap_or_default();
    let known: BTreeMap<&str, u64> = written
        .lines()
        .filter(|l| !l.starts_with('#'))
        .filter_map(|l| l.split_once(' '))
        .filter_map(|(game, n)| Some((game, n.trim().parse().ok()?)))
        .collect();
    let mut fresh = String::from("# Instructions per random game, in thousands: profile `quick`, x86-64.\n");
    let mut worse = Vec::new();
    for game in GAMES {
        // What starting the program takes is in both runs.
        let (few, many) = (instructions(game, 2), instructions(game, 12));
        let (Some(few), Some(many)) = (few, many) else {
            panic!("valgrind counted nothing for {game}");
        };
        let per_game = many.saturating_sub(few) / 10 / 1000;
        fresh.push_str(&format!("{game} {per_game}\n"));
        match known.get(game) {
            Some(&before) if per_game as f64 <= before as f64 * MOST => {}
            Some(&before) => worse.push(format!("{game}: {per_game} thousand, {before} before")),
            None => worse.push(format!("{game}: {per_game} thousand, nothing known of before")),
        }
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(file, fresh).expect("the figures can be written");
        return;
    }
    assert!(worse.is_empty(), "more instructions than before:\n{}", worse.join("\n"));
}
