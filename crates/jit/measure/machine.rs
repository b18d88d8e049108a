//! Compiled games over a folder of descriptions: which are compiled, whether they play as the evaluator does, how fast.
//!
//! `cargo run --release -p ludarium-jit --example machine -- coverage|forms|fallbacks|check|speed|plies|size|print CORPUS [EVERY] [FIRST] [NAME]`
//!
//! `coverage` ranks what stands in the way; `forms` names each game that is not compiled with the form the plan has for it; `fallbacks` what the evaluator answers in games that are. `check` plays both back ends beside the evaluator (`SEEDS` and `PLIES` in
//! the environment say how many games of native code, and how long; `ONLY` is a file that names the games; `LARGE` adds boards of more than 200 sites). `speed` compares random
//! games per second with those of the plan. `plies` compares how long random games are by machine, plan and evaluator.

use ludarium_jit::Native;
use ludarium_machine::interpret::Interpreter;
use ludarium_machine::{Code, Compiled, Machine, compile};
use ludarium_play::{Game, Rng, Selection, compile_with, library_defines, read};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, out);
        } else if path.extension().is_some_and(|e| e == "lud") {
            out.push(path);
        }
    }
}

fn load(path: &Path) -> Option<Game> {
    let name = path.file_stem()?.to_string_lossy().into_owned();
    let text = std::fs::read_to_string(path).ok()?;
    let reading = read(&name, &text, &library_defines(), &Selection::default());
    compile_with(&reading, &|_| None).ok()
}

fn main() {
    let work = std::thread::Builder::new().stack_size(256 << 20).spawn(run);
    if work.map(std::thread::JoinHandle::join).is_err() {
        std::process::exit(1);
    }
}

fn run() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [mode, corpus, rest @ ..] = &args[..] else {
        eprintln!(
            "machine coverage|forms|fallbacks|check|speed|plies|size|print CORPUS [EVERY] [FIRST] [NAME]"
        );
        return;
    };
    let number = |i: usize, default: usize| rest.get(i).and_then(|n| n.parse().ok()).unwrap_or(default);
    let (every, first) = (number(0, 1).max(1), number(1, 0));
    let name = rest.get(2);
    let mut paths = Vec::new();
    files(Path::new(corpus), &mut paths);
    if let Some(name) = name {
        paths.retain(|p| p.file_stem().is_some_and(|n| n.to_string_lossy().contains(name.as_str())));
    }
    // Only the files that a list names, one to a line.
    let only = std::env::var("ONLY").ok().and_then(|p| std::fs::read_to_string(p).ok());
    if let Some(only) = &only {
        let stems: std::collections::BTreeSet<&str> = only.lines().collect();
        paths.retain(|p| p.file_stem().is_some_and(|n| stems.contains(&*n.to_string_lossy())));
    }
    let asked =
        |name: &str, default: u64| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default);
    let (seeds, most_plies) = (asked("SEEDS", 2), asked("PLIES", 40));
    let mut refused: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let (mut games, mut compiled_games, mut wrong, mut skipped, mut successors) = (0, 0, 0, 0, 0);
    let (mut lowering, mut native) = (Duration::ZERO, Duration::ZERO);
    let mut ratios = Vec::new();
    for path in paths.iter().skip(first).step_by(every) {
        let Some(game) = load(path) else { continue };
        games += 1;
        let begun = Instant::now();
        let compiled = match compile(&game) {
            Ok(c) => c,
            Err(r) => {
                if mode == "forms" {
                    println!("{}, {}: {r}", game.name, game.plan().form());
                }
                refused.entry(r.to_string()).or_default().push(game.name.clone());
                continue;
            }
        };
        lowering += begun.elapsed();
        compiled_games += 1;
        if mode == "size" {
            let made = Instant::now();
            let _ = Native::of(&compiled.program);
            let (nodes, functions) = (compiled.program.nodes.len(), compiled.program.functions.len());
            println!("{nodes} nodes, {functions} functions, {:?}: {}", made.elapsed(), game.name);
        }
        if std::env::var_os("NAMES").is_some() {
            eprintln!("{}", game.name);
        }
        match mode.as_str() {
            "print" => println!("{}", compiled.program.print()),
            "fallbacks" if !compiled.fallbacks.is_empty() => {
                println!("{}: {}", game.name, compiled.fallbacks.join("; "));
            }
            "check" => {
                if game.board.len(game.site_type) > 200 && std::env::var_os("LARGE").is_none() {
                    skipped += 1;
                    continue;
                }
                let begun = Instant::now();
                let code: Vec<Arc<dyn Code>> = match Native::of(&compiled.program) {
                    Ok(n) => vec![Arc::new(Interpreter), n],
                    Err(e) => {
                        println!("{}: {e}", game.name);
                        vec![Arc::new(Interpreter)]
                    }
                };
                native += begun.elapsed();
                for (i, code) in code.into_iter().enumerate() {
                    let mut machine = Machine::new(compiled.clone(), code);
                    for seed in 1..=seeds {
                        let plies = if i == 0 { most_plies / 13 } else { most_plies };
                        let enough = 38 * most_plies;
                        let plies = plies as usize;
                        match ludarium_machine::lockstep::compare(&game, &mut machine, seed, plies, enough) {
                            Ok(met) => successors += met.successors,
                            Err(d) => {
                                let what: String = d.what.chars().take(3000).collect();
                                println!(
                                    "WRONG {} back end {i} seed {seed} ply {}: {what}\n",
                                    game.name, d.ply
                                );
                                wrong += 1;
                                break;
                            }
                        }
                    }
                }
            }
            "plies" => plies(&game, &compiled),
            "speed" => ratios.extend(speed(&game, &compiled, &mut native)),
            _ => {}
        }
    }
    let mut ranked: Vec<_> = refused.into_iter().collect();
    ranked.sort_by_key(|r| std::cmp::Reverse(r.1.len()));
    let shown = if std::env::var_os("NAMES").is_some() { usize::MAX } else { 3 };
    for (what, list) in ranked.iter().take(200) {
        let names = list.iter().take(shown).cloned().collect::<Vec<_>>().join(", ");
        println!("{:5} {what} ({names})", list.len());
    }
    println!(
        "{compiled_games} of {games} games compiled; {successors} successors compared, {wrong} wrong, {skipped} large boards left out; lowering {:.2} ms, native {:.2} ms each",
        lowering.as_secs_f64() * 1000.0 / f64::from(compiled_games.max(1)),
        native.as_secs_f64() * 1000.0 / f64::from(compiled_games.max(1))
    );
    if !ratios.is_empty() {
        let mean = (ratios.iter().map(|r| r.ln()).sum::<f64>() / ratios.len() as f64).exp();
        println!("geometric mean against the plan: {mean:.2}");
    }
}

/// Mean lengths by machine, plan and evaluator, with their errors: all three must be of one distribution.
fn plies(game: &Game, compiled: &Arc<Compiled>) {
    let Ok(code) = Native::of(&compiled.program) else { return };
    let mut machine = Machine::new(compiled.clone(), code);
    let mut plan = ludarium_engine::plan::Runner::start(game, 0);
    let slow = game.with_engine(ludarium_engine::game::Engine::Reference);
    let mut plain = slow.random_games();
    let mix = ludarium_engine::rng::mix;
    let (mut a, mut b, mut c) = (Vec::new(), Vec::new(), Vec::new());
    for n in 0..2000u64 {
        machine.restart(game, mix(n));
        a.push(machine.play_out(&mut Rng::new(mix(n ^ 77)), u64::MAX).unwrap_or(0) as f64);
        plan.restart(mix(n ^ 99));
        b.push(plan.play_out(&mut Rng::new(mix(n ^ 0xABCD)), u64::MAX).plies as f64);
        if n < 600 {
            c.push(plain.play(n).plies as f64);
        }
    }
    let of = |v: &[f64]| {
        let mean = v.iter().sum::<f64>() / v.len() as f64;
        let var = v.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / v.len() as f64;
        format!("{mean:.1} ± {:.1}", (var / v.len() as f64).sqrt())
    };
    println!("{}: machine {}, plan {}, evaluator {}", game.name, of(&a), of(&b), of(&c));
}

/// Random games per second beside those of the plan: the ratio. Adds the time that native code took to make.
fn speed(game: &Game, compiled: &Arc<Compiled>, native: &mut Duration) -> Option<f64> {
    let begun = Instant::now();
    let Ok(code) = Native::of(&compiled.program) else { return None };
    let made = begun.elapsed();
    *native += made;
    let mut machine = Machine::new(compiled.clone(), code);
    let (mut n, mut plies) = (0u64, 0u64);
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_millis(250) {
        let mut rng = Rng::new(n);
        machine.restart(game, n);
        plies += machine.play_out(&mut rng, u64::MAX).unwrap_or(0);
        n += 1;
    }
    let ours = n as f64 / begun.elapsed().as_secs_f64();
    let mean = plies as f64 / n as f64;
    let mut plan = ludarium_engine::plan::Runner::start(game, 0);
    let (mut n, mut plies) = (0u64, 0u64);
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_millis(250) {
        plan.restart(n + 1);
        plies += plan.play_out(&mut Rng::new(n), u64::MAX).plies;
        n += 1;
    }
    let of_plan = n as f64 / begun.elapsed().as_secs_f64();
    println!(
        "{}, {}: {ours:.0} games/s ({mean:.1} plies), plan {of_plan:.0} ({:.1}): {:.2}; {:.1} ms native",
        game.name,
        game.plan().form(),
        plies as f64 / n as f64,
        ours / of_plan,
        made.as_secs_f64() * 1000.0
    );
    Some(ours / of_plan)
}
