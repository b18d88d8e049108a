//! What random play of a game shows: how long games last and who wins. Plays until it is told to stop; has no clock.

use ludarium_play::Game;

/// Sums over random games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    pub games: u32,
    pub moves: u64,
    /// Games that were broken off.
    pub unfinished: u32,
    pub draws: u32,
    /// Wins of each player, player 1 first.
    pub wins: Vec<u32>,
}

/// The longest game that is waited for.
const MOST_MOVES: u64 = 2000;

/// Plays at most so many games, and stops when `go_on` says so.
pub fn play(game: &Game, most: u32, go_on: &dyn Fn() -> bool) -> Figures {
    let mut figures = Figures { wins: vec![0; game.players], ..Figures::default() };
    let mut games = game.random_games().at_most(MOST_MOVES);
    for seed in 0..most {
        if !go_on() {
            break;
        }
        let played = games.play(u64::from(seed) + 1);
        figures.games += 1;
        figures.moves += played.plies;
        match played.outcome {
            None => figures.unfinished += 1,
            Some(outcome) => match outcome.winner().and_then(|w| w.checked_sub(1)) {
                Some(winner) if winner < figures.wins.len() => figures.wins[winner] += 1,
                Some(_) | None => figures.draws += 1,
            },
        }
    }
    figures
}

impl Figures {
    /// In a few words: `random play: 42 moves, P1 51 %, P2 46 %, draws 3 % (200 games)`.
    pub fn words(&self) -> Option<String> {
        if self.games == 0 {
            return None;
        }
        let percent = |n: u32| format!("{:.0} %", 100.0 * f64::from(n) / f64::from(self.games));
        let mut parts = vec![format!("{:.0} moves", self.moves as f64 / f64::from(self.games))];
        parts.extend(self.wins.iter().enumerate().map(|(i, &wins)| format!("P{} {}", i + 1, percent(wins))));
        for (what, count) in [("draws", self.draws), ("unfinished", self.unfinished)] {
            if count > 0 {
                parts.push(format!("{what} {}", percent(count)));
            }
        }
        Some(format!("random play: {} ({} games)", parts.join(", "), self.games))
    }
}
