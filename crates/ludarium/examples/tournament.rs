//! Two players, a number of games, colours exchanged after each.
//!
//! `cargo run --release -p ludarium --example tournament [GAME] [PLAYER] [PLAYER] [GAMES]`

use ludarium::{Bot, Game};
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let word = |i: usize, otherwise: &str| args.get(i).cloned().unwrap_or_else(|| otherwise.to_owned());
    let game = Game::load(&word(0, "breakthrough"))?;
    let names = [word(1, "default"), word(2, "uct")];
    let games: u64 = word(3, "4").parse()?;
    let mut points = [0.0; 2];
    for number in 0..games {
        let mut bots = Vec::new();
        for name in &names {
            bots.push(Bot::new(&game, name)?.with_time(Duration::from_millis(100)).with_seed(number * 1000));
        }
        let mut state = game.start(number);
        while !state.is_over() {
            // Who sits where changes with every game, and with a swap in the middle of one.
            let bot = (state.agent() + 1 + number as usize) % 2;
            if state.play_by(&mut bots[bot]).is_err() {
                break;
            }
        }
        let winner = state.winning_agent().map(|agent| (agent + 1 + number as usize) % 2);
        match winner {
            Some(bot) => points[bot] += 1.0,
            None => points.iter_mut().for_each(|p| *p += 0.5),
        }
        println!("game {}: {}", number + 1, winner.map_or("drawn", |bot| &names[bot]));
    }
    println!("{} {} : {} {}", names[0], points[0], points[1], names[1]);
    Ok(())
}
