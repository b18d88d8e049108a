//! The skill trace: whether thinking twice as long helps, and for how long that goes on. One player thinks twice as much
//! as the others, level by level, each level twice as much as the one before; the seats go round. Counted effort only,
//! so a trace can be run again to the last digit.

use crate::seats::{Effort, Searching};
use crate::stats::Figure;
use crate::trial::{Study, studied_trial};
use ludarium_engine::rng::mix;
use ludarium_play::{Game, Rng};
use ludarium_players::{EngineWorld, Spec};

/// How a trace is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trace {
    pub seed: u64,
    /// How often thinking is doubled.
    pub levels: usize,
    /// Games at each level.
    pub trials: usize,
    /// Games are broken off as drawn after so many moves.
    pub most: usize,
}

/// At the lowest level the weaker side makes so many iterations for each legal move.
const FIRST: u64 = 2;

/// How often results are drawn again to see how sure the score is.
const DRAWS: usize = 2000;

/// Plays one game of a level: what the stronger player got, from -1 to 1. Games do not depend on each other, so that
/// they can be played at once.
pub fn game_of_level<'g>(
    game: &'g Game,
    world: &EngineWorld<'g>,
    trace: &Trace,
    level: usize,
    number: usize,
) -> Result<f64, String> {
    let spec = Spec::read("uct")?;
    let strong = number % game.players.max(1) + 1;
    let weak = FIRST << level.min(40);
    let effort = |agent| Effort::PerMove(if agent == strong { 2 * weak } else { weak });
    let seed = mix(trace.seed ^ mix((level as u64) << 32 | number as u64));
    let mut players = Searching::new(game, world, &spec, (0..=game.players).map(effort).collect(), seed);
    let study = Study { most: Some(trace.most), ..Study::default() };
    let trial = studied_trial(game, seed, &study, &mut players);
    if let Some(rule) = trial.stopped {
        return Err(format!("a rule did not come to an end: {rule}"));
    }
    // Broken off is drawn.
    let seat = trial.seats.get(strong).map_or(strong, |seat| usize::from(*seat));
    Ok(trial.utilities.get(seat.wrapping_sub(1)).copied().unwrap_or(0.0))
}

/// What the results say.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Skill {
    /// 0: thinking more never helps; 1: it always does, and goes on doing so.
    pub score: Figure,
    /// The same with the published tables' guess of the level after next.
    pub published: f64,
    /// Levels that were played to the end.
    pub levels: usize,
    /// The standard errors of the line through the levels' results.
    pub slope_error: f64,
    pub intercept_error: f64,
}

/// Sums up levels, each the results of its games.
pub fn sum_up(levels: &[Vec<f64>], seed: u64) -> Option<Skill> {
    if levels.is_empty() || levels.iter().any(Vec::is_empty) {
        return None;
    }
    let means: Vec<f64> = levels.iter().map(|level| average(level)).collect();
    let line = Line::through(&means);
    let n = means.len();
    let mut rng = Rng::new(mix(seed ^ 0x0073_6B69_6C6C));
    let mut scores: Vec<f64> = (0..DRAWS)
        .map(|_| {
            let drawn: Vec<f64> = levels
                .iter()
                .map(|level| {
                    level.iter().map(|_| level[rng.below(level.len())]).sum::<f64>() / level.len() as f64
                })
                .collect();
            score(&drawn, n as f64)
        })
        .collect();
    scores.sort_by(f64::total_cmp);
    let value = score(&means, n as f64);
    let (low, high) = (scores[DRAWS / 40].min(value), scores[DRAWS - 1 - DRAWS / 40].max(value));
    Some(Skill {
        score: Figure { value, low, high },
        published: score(&means, n as f64 + 1.0),
        levels: n,
        slope_error: line.slope_error,
        intercept_error: line.intercept_error,
    })
}

fn average(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// What helped on average, and the rest of the way to 1 as far as the line says that it will go on helping at `next`.
fn score(means: &[f64], next: f64) -> f64 {
    let expected = Line::through(means).at(next).clamp(0.0, 1.0);
    let helped = means.iter().map(|m| m.max(0.0)).sum::<f64>() / means.len() as f64;
    expected + (1.0 - expected) * helped
}

/// The line of least squares through values at 0, 1, 2 …
struct Line {
    slope: f64,
    intercept: f64,
    slope_error: f64,
    intercept_error: f64,
}

impl Line {
    fn through(values: &[f64]) -> Line {
        let n = values.len() as f64;
        let (middle, mean) = ((n - 1.0) / 2.0, average(values));
        let xx: f64 = (0..values.len()).map(|i| (i as f64 - middle).powi(2)).sum();
        let xy: f64 = values.iter().enumerate().map(|(i, v)| (i as f64 - middle) * (v - mean)).sum();
        let slope = if xx > 0.0 { xy / xx } else { 0.0 };
        let intercept = mean - slope * middle;
        let rest: f64 =
            values.iter().enumerate().map(|(i, v)| (v - intercept - slope * i as f64).powi(2)).sum();
        // Two points lie on a line whatever they are: nothing is left to err by.
        let variance = if n > 2.0 { rest / (n - 2.0) } else { 0.0 };
        let slope_error = if xx > 0.0 { (variance / xx).sqrt() } else { 0.0 };
        let intercept_error =
            if xx > 0.0 { (variance * (1.0 / n + middle * middle / xx)).sqrt() } else { 0.0 };
        Line { slope, intercept, slope_error, intercept_error }
    }
    fn at(&self, x: f64) -> f64 {
        self.intercept + self.slope * x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_of_pure_luck_has_no_skill_and_one_of_pure_skill_all() {
        let luck = vec![vec![1.0, -1.0, 1.0, -1.0]; 4];
        assert_eq!(sum_up(&luck, 1).unwrap().score.value, 0.0);
        let skill = vec![vec![1.0; 6]; 4];
        let all = sum_up(&skill, 1).unwrap();
        assert_eq!((all.score.value, all.score.low, all.slope_error), (1.0, 1.0, 0.0));
        assert_eq!(sum_up(&[], 1), None);
    }

    #[test]
    fn the_line_goes_on_by_one_level() {
        // 0.8, 0.6, 0.4: the next level would bring 0.2, the published tables look one further, at 0.
        let levels: Vec<Vec<f64>> = [0.8, 0.6, 0.4].iter().map(|v| vec![*v; 3]).collect();
        let skill = sum_up(&levels, 1).unwrap();
        assert!((skill.score.value - (0.2 + 0.8 * 0.6)).abs() < 1e-12, "{skill:?}");
        assert!((skill.published - 0.6).abs() < 1e-12, "{skill:?}");
    }
}
