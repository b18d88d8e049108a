//! How strong the levels are in each game: measured by counted games (the same on every machine), kept as text, with the
//! error of each figure. Random play is the zero.

use crate::arena::{self, Terms};
use crate::control::{Budget, NEVER, no_clock};
use crate::elo::{Tally, ratings};
use crate::engine_world::EngineWorld;
use crate::player::{LEVELS, Player, Setting, Spec, make};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The strength of one level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Above random play, in Elo.
    pub elo: f64,
    /// Half of the 95 % interval.
    pub error: f64,
    pub games: u32,
}

/// Ratings by game (with its options) and level.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ratings(BTreeMap<(String, u8), Rating>);

const FIRST: &str = "# game\tlevel\telo above random play\t95 % error\tgames";

impl Ratings {
    /// What was measured before, as it comes with the program.
    pub fn stored() -> Ratings {
        Ratings::read(include_str!("../levels.tsv")).unwrap_or_default()
    }

    pub fn read(text: &str) -> Result<Ratings, String> {
        let mut all = BTreeMap::new();
        for line in text.lines().filter(|l| !l.starts_with('#') && !l.trim().is_empty()) {
            let fields: Vec<&str> = line.split('\t').collect();
            let [game, level, elo, error, games] = fields[..] else {
                return Err(format!("`{line}` has not five fields"));
            };
            let wrong = |_| format!("`{line}` cannot be read");
            let rating = Rating {
                elo: elo.parse().map_err(|e: std::num::ParseFloatError| wrong(e.to_string()))?,
                error: error.parse().map_err(|e: std::num::ParseFloatError| wrong(e.to_string()))?,
                games: games.parse().map_err(|e: std::num::ParseIntError| wrong(e.to_string()))?,
            };
            let level = level.parse().map_err(|e: std::num::ParseIntError| wrong(e.to_string()))?;
            all.insert((game.to_owned(), level), rating);
        }
        Ok(Ratings(all))
    }

    pub fn write(&self) -> String {
        let mut out = format!("{FIRST}\n");
        for ((game, level), r) in &self.0 {
            let _ = writeln!(out, "{game}\t{level}\t{:.0}\t{:.0}\t{}", r.elo, r.error, r.games);
        }
        out
    }

    pub fn of(&self, game: &str) -> Vec<(u8, Rating)> {
        (1..=LEVELS).filter_map(|l| Some((l, *self.0.get(&(game.to_owned(), l))?))).collect()
    }

    pub fn games(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.0.keys().map(|k| k.0.as_str()).collect();
        names.dedup();
        names
    }

    pub fn set(&mut self, game: &str, measured: &[(u8, Rating)]) {
        self.0.retain(|k, _| k.0 != game);
        self.0.extend(measured.iter().map(|&(level, rating)| ((game.to_owned(), level), rating)));
    }
}

/// Plays the levels up to one against each other: each against random play and against the two below. The same seed
/// gives the same figures.
pub fn measure(
    world: &EngineWorld<'_>,
    highest: u8,
    games: usize,
    most_plies: usize,
    seed: u64,
    mut told: impl FnMut(usize, usize),
) -> Result<Vec<(u8, Rating)>, String> {
    let names: Vec<String> = std::iter::once("random".to_owned())
        .chain((1..=highest.clamp(1, LEVELS - 1)).map(|l| format!("level{l}")))
        .collect();
    let specs: Vec<Spec> = names.iter().map(|n| Spec::read(n)).collect::<Result<_, _>>()?;
    let n = specs.len();
    let pairs: Vec<(usize, usize)> =
        (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).filter(|(a, b)| b - a <= 2).collect();
    let mut results = vec![vec![Tally::default(); n]; n];
    for (done, &(a, b)) in pairs.iter().enumerate() {
        told(done, pairs.len());
        for number in 0..games {
            let sides = arena::seats(world.game.players, number);
            let mut seats: Vec<Box<dyn Player<'_> + '_>> =
                sides.iter().map(|&s| make(&specs[[a, b][s]], world, Setting::default())).collect();
            let mut table: Vec<&mut (dyn Player<'_> + '_)> =
                seats.iter_mut().map(|s| &mut **s as _).collect();
            // Levels count what they see; nobody looks at a clock.
            let terms = Terms {
                budget: Budget::nodes(1_000_000),
                most_plies,
                by_material: false,
                now: &no_clock,
                cancel: &NEVER,
            };
            let played = arena::play(world.game, &mut table, seed + (number / 2) as u64, terms);
            if let arena::Ended::Forfeit { why, .. } = played.ended {
                return Err(why);
            }
            results[a][b].add(arena::side_result(&played.results, &sides));
        }
    }
    let rated = ratings(&results);
    let met = |p: usize| (0..n).map(|q| results[p][q].games() + results[q][p].games()).sum();
    Ok((1..n)
        .map(|p| {
            let error = (rated[p].1.powi(2) + rated[0].1.powi(2)).sqrt();
            (p as u8, Rating { elo: rated[p].0 - rated[0].0, error, games: met(p) })
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_read_as_written() {
        let mut all = Ratings::default();
        let rating = Rating { elo: 120.0, error: 45.0, games: 40 };
        all.set("Chess", &[(1, rating), (3, rating)]);
        all.set("Go (Board Size/9x9)", &[(2, rating)]);
        assert_eq!(Ratings::read(&all.write()), Ok(all.clone()));
        all.set("Chess", &[(2, rating)]);
        assert_eq!(all.of("Chess"), [(2, rating)]);
        assert_eq!(all.games(), ["Chess", "Go (Board Size/9x9)"]);
        assert!(Ratings::read("a\tb").is_err());
        assert!(Ratings::read(include_str!("../levels.tsv")).is_ok());
    }
}
