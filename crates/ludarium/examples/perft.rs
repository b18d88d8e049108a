//! Counts the sequences of legal moves of a game, below every first move: the usual check of a move generator.
//!
//! `cargo run --release -p ludarium --example perft [GAME] [DEPTH]`

use ludarium::Game;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let game = Game::load(&args.next().unwrap_or_else(|| "chess".to_owned()))?;
    let depth: u32 = args.next().map_or(Ok(4), |d| d.parse())?;
    let start = game.start(1);
    if depth == 0 {
        println!("1");
        return Ok(());
    }
    let mut total = 0;
    for (index, name) in start.names().into_iter().enumerate() {
        let mut after = start.clone();
        after.play(index)?;
        let count = after.perft(depth - 1);
        println!("{name}: {count}");
        total += count;
    }
    println!("{total}");
    Ok(())
}
