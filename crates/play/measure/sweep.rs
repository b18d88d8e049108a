//! Random games of every game and ruleset of a folder of descriptions, to find what breaks: panics, rules that do not
//! come to an end, games that stand still without being over. A line per game and ruleset is added to the results as
//! soon as it is known; what is in the results already is not played again, so a sweep may be stopped and taken up.
//! Games are played by their plans.
//!
//! `cargo run --release -p ludarium-play --example sweep -- RESULTS CORPUS [GAMES] [SECONDS] [EVERY] [FIRST]`
//!
//! GAMES random games (100) of each, at most SECONDS (60) of processor time for all of them; only each EVERY-th, from
//! FIRST on (to share the work). A line: description, ruleset, games, moves, seconds, and `ok`, or what was wrong; `slow`
//! says that the time was up before all games were played: the next sweep with the same results goes on after those
//! that were, and its line counts.

use ludarium_engine::Mode;
use ludarium_engine::plan::Runner;
use ludarium_play::{Defines, Game, Rng, Selection, compile_with, library_defines, read};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [results, corpus, rest @ ..] = &args[..] else {
        eprintln!("sweep RESULTS CORPUS [GAMES] [SECONDS] [EVERY] [FIRST]");
        std::process::exit(2);
    };
    let number = |i: usize, default: u64| rest.get(i).and_then(|n| n.parse().ok()).unwrap_or(default);
    let (games, seconds, every, first) = (number(0, 100), number(1, 60), number(2, 1), number(3, 0));
    // What is known of each, and what was cut short: the last line counts.
    let mut known: BTreeMap<(String, String), Option<Sum>> = BTreeMap::new();
    for line in std::fs::read_to_string(results).unwrap_or_default().lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        if let [name, ruleset, games, moves, seconds, verdict] = fields[..] {
            let sum = Sum {
                games: games.parse().unwrap_or(0),
                moves: moves.parse().unwrap_or(0),
                seconds: seconds.parse().unwrap_or(0.0),
                limited: limited_of(verdict),
            };
            known.insert((name.to_owned(), ruleset.to_owned()), verdict.starts_with("slow").then_some(sum));
        }
    }
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
                    let before = match known.get(&(name.clone(), ruleset.clone())) {
                        Some(None) => continue,
                        Some(Some(sum)) => *sum,
                        None => Sum::default(),
                    };
                    let began = Cpu::now();
                    let mut sum = before;
                    let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                        let game = compiled(&name, &text, &ruleset, &defines, &find)?;
                        Ok::<_, String>(play(&game, games, seconds as f64, &began, &mut sum))
                    }));
                    let verdict = match played {
                        Ok(Ok(verdict)) => verdict,
                        Ok(Err(why)) => format!("refused {why}"),
                        Err(panic) => {
                            let text = panic
                                .downcast_ref::<String>()
                                .cloned()
                                .or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
                            format!("panic {}", text.unwrap_or_default())
                        }
                    };
                    let spent = before.seconds + began.spent();
                    let verdict = verdict.replace(['\t', '\n'], " ");
                    writeln!(out, "{name}\t{ruleset}\t{}\t{}\t{spent:.2}\t{verdict}", sum.games, sum.moves)?;
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

/// What was played of one game.
#[derive(Clone, Copy, Default)]
struct Sum {
    games: u64,
    moves: u64,
    seconds: f64,
    /// Games that the limit of moves ended.
    limited: u64,
}

/// The count that [`ended_by_limit`] wrote.
fn limited_of(verdict: &str) -> u64 {
    let count = verdict.split_once(", ").and_then(|(_, rest)| rest.split(' ').next());
    count.and_then(|n| n.parse().ok()).unwrap_or(0)
}

fn ended_by_limit(limited: u64) -> String {
    if limited > 0 { format!(", {limited} ended by the limit of moves") } else { String::new() }
}

/// Processor time of this thread, where the system tells it; else the time on the wall.
struct Cpu {
    wall: Instant,
    cpu: Option<f64>,
}

impl Cpu {
    fn now() -> Cpu {
        Cpu { wall: Instant::now(), cpu: Cpu::used() }
    }
    fn used() -> Option<f64> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split(' ').next()?.parse::<f64>().ok().map(|nanos| nanos / 1e9)
    }
    fn spent(&self) -> f64 {
        match (self.cpu, Cpu::used()) {
            (Some(then), Some(now)) => now - then,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}

/// Plays on from the games that were played; what is to be said about them.
fn play(game: &Game, games: u64, seconds: f64, began: &Cpu, sum: &mut Sum) -> String {
    let mut runner = Runner::start(game, 0);
    while sum.games < games {
        let seed = sum.games + 1;
        runner.restart(seed);
        let mut rng = Rng::new(seed);
        let mut plies = 0;
        while runner.play_random(&mut rng) {
            plies += 1;
            if plies % 64 == 0 && began.spent() > seconds {
                return format!("slow{}", ended_by_limit(sum.limited));
            }
        }
        if let Some(rule) = runner.ctx.stopped {
            let rule = game.rule_names.get(rule.0 as usize).cloned().unwrap_or_default();
            return format!("stopped in {rule}, seed {seed}, move {plies}");
        }
        // (A puzzle may run into a dead end, and a simulation come to rest.)
        if !runner.is_over() && !game.uses.deduction_puzzle && game.mode != Mode::Simulation {
            return format!("no moves and not over, seed {seed}, move {plies}");
        }
        sum.games += 1;
        sum.moves += u64::try_from(plies).unwrap_or(0);
        sum.limited += u64::from(plies >= game.move_limit);
        if sum.games < games && began.spent() > seconds {
            return format!("slow{}", ended_by_limit(sum.limited));
        }
    }
    format!("ok{}", ended_by_limit(sum.limited))
}
