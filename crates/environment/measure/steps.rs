//! Steps per second of a batch on one thread, with observations and masks, random legal actions:
//! `cargo run --release -p ludarium-environment --example steps -- [--n GAMES] [--seconds S] NAME[=OPTION]...`
//! The time to draw the actions is not counted, and of all steps it is the middle one that counts, so that a busy machine
//! matters little. With `--reasons FOLDER [EVERY] [FIRST]` it ranks instead why descriptions are not stepped as words. `python/measure/rates.py` measures the same from Python, beside others.

use ludarium_environment::{Batch, Environment, Views};
use ludarium_play::{Game, Selection, resolve_selection};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

fn main() {
    let mut args = std::env::args().skip(1);
    let (mut n, mut seconds) = (256, 0.5);
    let mut names = Vec::new();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--n" => n = args.next().and_then(|a| a.parse().ok()).unwrap_or(n),
            "--seconds" => seconds = args.next().and_then(|a| a.parse().ok()).unwrap_or(seconds),
            "--reasons" => {
                let folder = args.next().unwrap_or_default();
                let mut number = |n| args.next().and_then(|a| a.parse().ok()).unwrap_or(n);
                return reasons(&folder, number(1), number(0));
            }
            _ => names.push(arg),
        }
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    for name in &names {
        let (key, option) = name.split_once('=').map_or((name.as_str(), None), |(k, o)| (k, Some(o)));
        match load(key, option) {
            Ok(game) => {
                let (rate, why) = pool.install(|| rate(&game, n, seconds));
                let by = why.unwrap_or_else(|| "compiled".to_owned());
                println!("{name:32} {rate:>12.0} steps a second ({by})");
            }
            Err(why) => println!("{name}: {why}"),
        }
    }
}

fn load(name: &str, option: Option<&str>) -> Result<Game, String> {
    let text = match name.ends_with(".lud") {
        true => std::fs::read_to_string(name).map_err(|e| e.to_string())?,
        false => ludarium_play::find(name).map_err(|e| e.to_string())?.text.to_owned(),
    };
    let asked =
        Selection { options: option.map(str::to_owned).into_iter().collect(), ..Selection::default() };
    let selection = resolve_selection(&text, &asked).map_err(|e| e.to_string())?;
    Game::from_text(&text, &selection).map_err(|e| e.to_string())
}

fn rate(game: &Game, n: usize, seconds: f64) -> (f64, Option<String>) {
    let env = Environment::new(game);
    let mut batch = Batch::new(&env, n, 1, None);
    batch.keep_to_one_thread();
    let rows = n * batch.rows();
    let mut observations = vec![0.0; rows * env.observations().size()];
    let mut masks = vec![0; rows * env.actions().size()];
    let mut rewards = vec![0.0; n * env.agents()];
    let (mut terminated, mut truncated, mut agents) = (vec![0; n], vec![0; n], vec![0; n]);
    macro_rules! views {
        () => {
            Views {
                observations: &mut observations,
                masks: &mut masks,
                rewards: &mut rewards,
                terminated: &mut terminated,
                truncated: &mut truncated,
                agents: &mut agents,
            }
        };
    }
    batch.reset(1, views!());
    let mut actions = vec![0; rows];
    let (mut spent, mut all) = (Duration::ZERO, Vec::new());
    while spent.as_secs_f64() < seconds || all.len() < 3 {
        batch.sample(&mut actions);
        let begun = Instant::now();
        batch.step(&actions, views!());
        all.push(begun.elapsed());
        spent += begun.elapsed();
    }
    all.sort();
    (n as f64 / all[all.len() / 2].as_secs_f64(), batch.not_in_words().map(str::to_owned))
}

/// Why games of a folder are not stepped as words, the most frequent reason first.
fn reasons(folder: &str, every: usize, first: usize) {
    let mut paths = Vec::new();
    files(std::path::Path::new(folder), &mut paths);
    let mut reasons: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut games = 0;
    for path in paths.iter().skip(first).step_by(every.max(1)) {
        let Ok(game) = load(&path.to_string_lossy(), None) else { continue };
        games += 1;
        if let Some(why) = Batch::new(&Environment::new(&game), 1, 1, None).not_in_words() {
            reasons.entry(why.to_owned()).or_default().push(game.name.clone());
        }
    }
    let others: usize = reasons.values().map(Vec::len).sum();
    println!("{games} games, {} of them as words or in a lean form", games - others);
    let mut ranked: Vec<_> = reasons.into_iter().collect();
    ranked.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
    for (why, names) in ranked {
        println!("{:5} {why} ({})", names.len(), names[..names.len().min(3)].join(", "));
    }
}

fn files(folder: &std::path::Path, out: &mut Vec<std::path::PathBuf>) {
    let mut entries: Vec<_> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    entries.sort();
    for path in entries {
        match path.is_dir() {
            true => files(&path, out),
            false if path.extension().is_some_and(|e| e == "lud") => out.push(path),
            false => {}
        }
    }
}
