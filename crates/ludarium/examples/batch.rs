//! Every description of a folder: can it be played, how long are random games, who wins them? One line each.
//!
//! `cargo run --release -p ludarium --example batch FOLDER [GAMES]`

use ludarium::{Game, Selection};
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let folder = args.next().ok_or("which folder?")?;
    let games: u64 = args.next().map_or(Ok(20), |n| n.parse())?;
    let mut files = Vec::new();
    descriptions(Path::new(&folder), &mut files)?;
    files.sort();
    println!("file\tmoves\tfirst player wins");
    for file in files {
        let text = std::fs::read_to_string(&file)?;
        let game = match Game::from_text(&text, &Selection::default()) {
            Ok(game) => game,
            Err(why) => {
                println!("{}\t{why}", file.display());
                continue;
            }
        };
        let mut random_games = game.random_games().at_most(2000);
        let played: Vec<_> = (0..games).map(|seed| random_games.play(seed)).collect();
        let moves = played.iter().map(|p| p.plies).sum::<u64>() as f64 / games.max(1) as f64;
        let wins =
            played.iter().filter(|p| p.outcome.as_ref().is_some_and(|o| o.winner() == Some(1))).count();
        println!("{}\t{moves:.1}\t{wins} of {games}", file.display());
    }
    Ok(())
}

fn descriptions(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            descriptions(&path, found)?;
        } else if path.extension().is_some_and(|e| e == "lud") {
            found.push(path);
        }
    }
    Ok(())
}
