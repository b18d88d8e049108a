//! Steps per second of a batch on one thread, with observations and masks, random legal actions:
//! `cargo run --release -p ludarium-environment --example steps -- [--n GAMES] [--seconds S] NAME[=OPTION]...`
//! The time to draw the actions is not counted. `python/measure/rates.py` measures the same from Python, beside others.

use ludarium_environment::{Batch, Environment, Views};
use ludarium_play::{Game, Selection, resolve_selection};
use std::time::{Duration, Instant};

fn main() {
    let mut args = std::env::args().skip(1);
    let (mut n, mut seconds) = (256, 0.5);
    let mut names = Vec::new();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--n" => n = args.next().and_then(|a| a.parse().ok()).unwrap_or(n),
            "--seconds" => seconds = args.next().and_then(|a| a.parse().ok()).unwrap_or(seconds),
            _ => names.push(arg),
        }
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    for name in &names {
        let (key, option) = name.split_once('=').map_or((name.as_str(), None), |(k, o)| (k, Some(o)));
        match load(key, option) {
            Ok(game) => {
                let rate = pool.install(|| rate(&game, n, seconds));
                let by = game.program().map_or_else(|why| why, |_| "compiled".to_owned());
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

fn rate(game: &Game, n: usize, seconds: f64) -> f64 {
    let env = Environment::new(game);
    let mut batch = Batch::new(&env, n, 1, None);
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
    let (mut spent, mut steps) = (Duration::ZERO, 0);
    while spent.as_secs_f64() < seconds {
        batch.sample(&mut actions);
        let begun = Instant::now();
        batch.step(&actions, views!());
        spent += begun.elapsed();
        steps += n;
    }
    steps as f64 / spent.as_secs_f64()
}
