//! Plays chess at random to the end, and prints the result and the rules.
//!
//! `cargo run --release -p ludarium --example random_game [GAME] [SEED]`

use ludarium::{Game, Rng};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let game = Game::load(&args.next().unwrap_or_else(|| "chess".to_owned()))?;
    let seed = args.next().map_or(Ok(1), |s| s.parse())?;
    let mut state = game.start(seed);
    let mut rng = Rng::new(seed);
    while !state.is_over() && !state.legal_moves().is_empty() {
        let index = rng.below(state.legal_moves().len());
        println!("{:4}. player {} {}", state.plies() + 1, state.mover(), state.names()[index]);
        state.play(index)?;
    }
    match state.outcome() {
        Some(outcome) => match outcome.winner() {
            Some(player) => println!("\nPlayer {player} wins.\n"),
            None => println!("\nNobody wins.\n"),
        },
        None => println!("\nThe game cannot be played on.\n"),
    }
    if let Some(rules) = game.rules() {
        println!("{}", rules.text(100));
    }
    Ok(())
}
