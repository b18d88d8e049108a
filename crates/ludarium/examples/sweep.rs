//! Random games of every game and ruleset of a folder of descriptions, to find what breaks: panics, rules that do not
//! come to an end, games that stand still without being over. A line per game and ruleset is added to the results as
//! soon as it is known; what is in the results already is not played again, so a sweep may be stopped and taken up.
//!
//! `cargo run --release --example sweep -- RESULTS CORPUS [GAMES] [SECONDS] [EVERY] [FIRST]`
//!
//! GAMES random games (100) of each, at most SECONDS (20) for all of them; only each EVERY-th, from FIRST on (to share
//! the work). A line: description, ruleset, games, moves, seconds, and `ok`, or what was wrong; `slow` says that the
//! time was up before all games were played.

use ludarium::{Ctx, Defines, Game, Rng, Selection, compile_with, library_defines, read};
use ludarium_engine::Mode;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [results, corpus, rest @ ..] = &args[..] else {
        eprintln!("sweep RESULTS CORPUS [GAMES] [SECONDS] [EVERY] [FIRST]");
        std::process::exit(2);
    };
    let number = |i: usize, default: u64| rest.get(i).and_then(|n| n.parse().ok()).unwrap_or(default);
    let (games, seconds, every, first) = (number(0, 100), number(1, 20), number(2, 1), number(3, 0));
    let done: BTreeSet<(String, String)> = std::fs::read_to_string(results)
        .unwrap_or_default()
        .lines()
        .filter_map(|line| {
            let mut fields = line.split('\t');
            Some((fields.next()?.to_owned(), fields.next()?.to_owned()))
        })
        .collect();
    let mut out = std::fs::OpenOptions::new().create(true).append(true).open(results)?;
    let defines = library_defines();
    let corpus = Path::new(corpus);
    let paths = descriptions(corpus);
    let by_name: BTreeMap<String, &PathBuf> =
        paths.iter().filter_map(|p| Some((p.file_stem()?.to_string_lossy().into_owned(), p))).collect();
    let find = |name: &str| by_name.get(name).and_then(|p| std::fs::read_to_string(p).ok());
    std::panic::set_hook(Box::new(|_| {}));
    // Rules may nest deeply; the stack of the main thread is not ours to choose.
    std::thread::scope(|scope| {
        let work = || -> std::io::Result<()> {
            for path in paths.iter().skip(first as usize).step_by(every.max(1) as usize) {
                let name = path.strip_prefix(corpus).unwrap_or(path).display().to_string();
                let Ok(text) = std::fs::read_to_string(path) else { continue };
                for ruleset in rulesets(&text, &defines) {
                    if done.contains(&(name.clone(), ruleset.clone())) {
                        continue;
                    }
                    let began = Instant::now();
                    let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                        let game = compiled(&name, &text, &ruleset, &defines, &find)?;
                        Ok::<_, String>(play(&game, games, Duration::from_secs(seconds)))
                    }));
                    let (n, moves, verdict) = match played {
                        Ok(Ok(done)) => done,
                        Ok(Err(why)) => (0, 0, format!("refused {why}")),
                        Err(panic) => {
                            let text = panic
                                .downcast_ref::<String>()
                                .cloned()
                                .or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
                            (0, 0, format!("panic {}", text.unwrap_or_default()))
                        }
                    };
                    let spent = began.elapsed().as_secs_f64();
                    let verdict = verdict.replace(['\t', '\n'], " ");
                    writeln!(out, "{name}\t{ruleset}\t{n}\t{moves}\t{spent:.2}\t{verdict}")?;
                }
            }
            Ok(())
        };
        let thread = std::thread::Builder::new().stack_size(256 << 20).spawn_scoped(scope, work)?;
        thread.join().unwrap_or(Ok(()))
    })?;
    Ok(())
}

/// All descriptions below a folder, in order.
fn descriptions(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "lud") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The default rules, as an empty name, and the rulesets that are more than words.
fn rulesets(text: &str, defines: &Defines) -> Vec<String> {
    let reading = read("", text, defines, &Selection::default());
    // (What the default rules are already is not played twice.)
    let chosen = reading.expanded.chosen.ruleset;
    let rulesets = reading.expanded.rulesets.iter().enumerate();
    let others = rulesets
        .filter(|(i, r)| !r.settings.is_empty() && Some(*i) != chosen)
        .map(|(_, r)| r.name.to_string());
    std::iter::once(String::new()).chain(others).collect()
}

fn compiled(
    name: &str,
    text: &str,
    ruleset: &str,
    defines: &Defines,
    find: &dyn Fn(&str) -> Option<String>,
) -> Result<Game, String> {
    let selection = if ruleset.is_empty() { Selection::default() } else { Selection::ruleset(ruleset) };
    let reading = read(name, text, defines, &selection);
    if let Some(p) = reading.problems.iter().find(|p| p.is_error()) {
        return Err(format!("{} {}", p.code, p.message));
    }
    compile_with(&reading, find).map_err(|p| p.first().map_or_else(String::new, |p| p.message.clone()))
}

/// Games and moves played, and what is to be said about them.
fn play(game: &Game, games: u64, limit: Duration) -> (u64, u64, String) {
    let began = Instant::now();
    let (mut moves, mut limited) = (0, 0);
    let mut legal = Vec::new();
    for n in 0..games {
        let mut rng = Rng::new(n + 1);
        let mut ctx = Ctx::start(game, n + 1);
        let mut plies = 0;
        loop {
            ctx.legal_moves_into(&mut legal);
            if let Some(rule) = ctx.stopped {
                let rule = game.rule_names.get(rule.0 as usize).cloned().unwrap_or_default();
                return (n, moves, format!("stopped in {rule}, seed {}, move {plies}", n + 1));
            }
            if legal.is_empty() {
                break;
            }
            if began.elapsed() > limit {
                return (n, moves, "slow".to_owned());
            }
            let m = legal.swap_remove(rng.below(legal.len()));
            ctx.apply(&m);
            moves += 1;
            plies += 1;
        }
        limited += u64::from(plies >= game.move_limit);
        // (A puzzle may run into a dead end, and a simulation come to rest.)
        if !ctx.pos.over && !game.uses.deduction_puzzle && game.mode != Mode::Simulation {
            return (n, moves, format!("no moves and not over, seed {}, move {plies}", n + 1));
        }
    }
    let by_limit =
        if limited > 0 { format!(", {limited} ended by the limit of moves") } else { String::new() };
    (games, moves, format!("ok{by_limit}"))
}
