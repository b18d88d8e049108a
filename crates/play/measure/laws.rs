//! The laws of play over every description of a folder, by the million: taking back restores everything (by states, and
//! by the journal of positions), hashes kept are hashes from scratch, plan and evaluator agree on moves and successors, the
//! same seed is the same game. A line per description is added to the results as soon as it is known; what is there
//! already is not done again, so that the work may be stopped and taken up.
//!
//! `cargo run --release -p ludarium-play --example laws -- RESULTS CORPUS [ENOUGH] [WORK] [EVERY] [FIRST]`
//!
//! ENOUGH (900) moves are taken back and as many positions compared in each game, in all together no more than WORK
//! (600000) sites and legal moves for each of the two; only each EVERY-th, from FIRST on. A line: description, moves taken back
//! by states, positions compared, legal moves compared, successors compared, moves taken back by the journal, seconds,
//! and `ok`, or what was wrong. At the end, or with EVERY = 0 at once, the sums are printed.

#[path = "../tests/common/mod.rs"]
mod common;

use common::files;
use common::law::{Budget, agree_long, keeps_them_long};
use ludarium_play::{Selection, compile_with, library_defines, read};
use std::collections::BTreeSet;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [results, corpus, rest @ ..] = &args[..] else {
        eprintln!("laws RESULTS CORPUS [ENOUGH] [WORK] [EVERY] [FIRST]");
        std::process::exit(2);
    };
    let number = |i: usize, default: u64| rest.get(i).and_then(|n| n.parse().ok()).unwrap_or(default);
    let budget = Budget { enough: number(0, 900), most_work: number(1, 600_000) };
    let (every, first) = (number(2, 1), number(3, 0));
    if every > 0 {
        let corpus = Path::new(corpus);
        std::thread::scope(|scope| {
            let work = || check_all(results, corpus, budget, every as usize, first as usize);
            // Rules may nest deeply; the stack of the main thread is not ours to choose.
            let thread = std::thread::Builder::new().stack_size(256 << 20).spawn_scoped(scope, work)?;
            thread.join().unwrap_or(Ok(()))
        })?;
    }
    print_sums(results)?;
    Ok(())
}

fn known(results: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(results).unwrap_or_default();
    text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

fn check_all(
    results: &str,
    corpus: &Path,
    budget: Budget,
    every: usize,
    first: usize,
) -> std::io::Result<()> {
    let done: BTreeSet<String> = known(results).into_iter().map(|mut fields| fields.swap_remove(0)).collect();
    let mut out = std::fs::OpenOptions::new().create(true).append(true).open(results)?;
    let defines = library_defines();
    let paths = files(corpus, "lud");
    let text_of = |name: &str| {
        let path = paths.iter().find(|p| p.file_stem().is_some_and(|s| s.to_string_lossy() == name));
        std::fs::read_to_string(path?).ok()
    };
    std::panic::set_hook(Box::new(|_| {}));
    for path in paths.iter().skip(first).step_by(every) {
        let name = path.strip_prefix(corpus).unwrap_or(path).display().to_string();
        if done.contains(&name) {
            continue;
        }
        let text = std::fs::read_to_string(path)?;
        let began = Instant::now();
        let reading = read(&name, &text, &defines, &Selection::default());
        let Ok(game) = compile_with(&reading, &text_of) else {
            writeln!(out, "{name}\t0\t0\t0\t0\t0\t0\tcannot be compiled")?;
            continue;
        };
        let mut broken = Vec::new();
        let mut caught = |what: &str, panic: Box<dyn std::any::Any + Send>| {
            let text = panic
                .downcast_ref::<String>()
                .cloned()
                .or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
            let text: String = text.unwrap_or_default().chars().take(2000).collect();
            broken.push(format!("{what}: {}", text.replace(['\t', '\n'], " ")));
        };
        let undone =
            catch_unwind(AssertUnwindSafe(|| keeps_them_long(&game, budget))).unwrap_or_else(|panic| {
                caught("states", panic);
                0
            });
        let met = catch_unwind(AssertUnwindSafe(|| agree_long(&game, budget))).unwrap_or_else(|panic| {
            caught("plan", panic);
            Default::default()
        });
        let verdict = if broken.is_empty() { "ok".to_owned() } else { broken.join("; ") };
        writeln!(
            out,
            "{name}\t{undone}\t{}\t{}\t{}\t{}\t{:.2}\t{verdict}",
            met.positions,
            met.moves,
            met.successors,
            met.taken_back,
            began.elapsed().as_secs_f64()
        )?;
    }
    Ok(())
}

fn print_sums(results: &str) -> std::io::Result<()> {
    let (mut games, mut refused, mut sums) = (0, 0, [0u64; 5]);
    let mut broken = Vec::new();
    for fields in known(results) {
        match fields.last().map(String::as_str) {
            Some("ok") => games += 1,
            Some("cannot be compiled") => refused += 1,
            _ => broken.push(fields.join(" ")),
        }
        for (sum, field) in sums.iter_mut().zip(&fields[1..]) {
            *sum += field.parse::<u64>().unwrap_or(0);
        }
    }
    let [undone, positions, moves, successors, taken_back] = sums;
    let mut out = std::io::stdout().lock();
    for line in &broken {
        writeln!(out, "{line}")?;
    }
    writeln!(
        out,
        "{games} games keep the laws, {} do not, {refused} cannot be compiled\n{undone} moves taken back by states and \
         {taken_back} by the journal\nplan and evaluator: {positions} positions, {moves} legal moves, {successors} successors",
        broken.len()
    )
}
