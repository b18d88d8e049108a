//! Figures of one game that need a judgement of positions: drama, clarity, decisiveness, changes of the lead, stability.
//! Knows arithmetic alone; who judges is said by whoever hands in the values.

use crate::stats::Course;

/// What was thought of the positions of a game, as it went along. Values lie between -1, lost, and 1, won.
#[derive(Clone, Debug, Default)]
pub struct Thoughts {
    /// By position, from the start on: the value for each player.
    states: Vec<Vec<f64>>,
    /// For the mover, after the move that was made.
    moves: Vec<f64>,
    /// Of positions with a choice: the share of moves nearly as good as the best, the variance of the moves' values, and
    /// for how many positions the look stands.
    choices: Vec<(f64, f64, f64)>,
}

/// How much of the way from the mean to the best a move must come to count as good.
const NEARLY_BEST: f64 = 0.75;

impl Thoughts {
    pub fn position(&mut self, values: Vec<f64>) {
        self.states.push(values);
    }

    /// The value of the move that was made, for who made it.
    pub fn made(&mut self, value: f64) {
        self.moves.push(value);
    }

    /// The values of all legal moves for the mover; the look stands for so many positions.
    pub fn choice(&mut self, values: &[f64], stands_for: f64) {
        if values.len() < 2 {
            return;
        }
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let line = mean + NEARLY_BEST * (best - mean) - 1e-9;
        let good = values.iter().filter(|v| **v >= line).count() as f64;
        let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n;
        self.choices.push((good / n, variance, stands_for));
    }

    /// `winner` counts from 1.
    pub fn sum_up(&self, winner: Option<usize>) -> Option<Judged> {
        let moves = self.moves.len();
        let before = self.states.get(..moves.max(1).min(self.states.len()))?;
        let players = before.first()?.len();
        if players == 0 || moves == 0 {
            return None;
        }
        let weight: f64 = self.choices.iter().map(|c| c.2).sum();
        let weighted = |f: fn(&(f64, f64, f64)) -> f64| {
            (weight > 0.0).then(|| self.choices.iter().map(|c| f(c) * c.2).sum::<f64>() / weight)
        };
        let greatest = |v: &[f64]| v.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let least = |v: &[f64]| v.iter().copied().fold(f64::INFINITY, f64::min);
        let leaders = |v: &Vec<f64>| (0..v.len()).filter(|&p| v[p] == greatest(v)).collect::<Vec<usize>>();
        let lead: Vec<Vec<usize>> = self.states.iter().map(leaders).collect();
        let changes = |lead: &[Vec<usize>]| lead.windows(2).filter(|w| w[0] != w[1]).count() as f64;
        let stability = (0..players)
            .map(|p| {
                let mean = before.iter().map(|v| v[p]).sum::<f64>() / before.len() as f64;
                before.iter().map(|v| (v[p] - mean).powi(2)).sum::<f64>() / before.len() as f64
            })
            .sum();
        let behind = |v: &Vec<f64>| v.iter().map(|x| greatest(v) - x).sum::<f64>() / players as f64;
        let spread: Vec<f64> = before.iter().map(|v| greatest(v) - least(v)).collect();
        let won = winner.map(|w| w - 1).filter(|w| *w < players).map(|w| {
            let others = |v: &Vec<f64>| {
                (0..players).filter(|&p| p != w).map(|p| v[p]).fold(f64::NEG_INFINITY, f64::max)
            };
            let threshold = before.iter().map(others).fold(-1.0, f64::max);
            let safe = before.iter().position(|v| v[w] > threshold).unwrap_or(before.len());
            Won {
                threshold,
                safe_after: safe as f64 / before.len() as f64,
                drama: Course::of(&before.iter().map(|v| greatest(v) - v[w]).collect::<Vec<f64>>()),
            }
        });
        Some(Judged {
            narrowness: weighted(|c| c.0),
            variance: weighted(|c| c.1),
            lead_change: changes(&lead) / moves as f64,
            lead_change_published: (changes(&lead[..before.len()]) + 1.0) / moves as f64,
            stability,
            drama_published: Course::of(&before.iter().map(behind).collect::<Vec<f64>>()),
            moves: Course::of(&self.moves),
            spread: Course::of(&spread),
            won,
        })
    }
}

/// One game as it was judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The share of moves nearly as good as the best one, and how much the moves' values vary, over positions with a
    /// choice; unknown where there was none.
    pub narrowness: Option<f64>,
    pub variance: Option<f64>,
    /// The share of moves after which others lead than before.
    pub lead_change: f64,
    /// The same as the published tables count: the first position is a change, the last is not looked at.
    pub lead_change_published: f64,
    /// The variance of the values over the game, summed over the players.
    pub stability: f64,
    /// How far players are behind the leader, all of them taken for winners as in the published tables.
    pub drama_published: Option<Course>,
    /// The value of each move for who made it.
    pub moves: Option<Course>,
    /// The best player's value less the worst's.
    pub spread: Option<Course>,
    /// What is known of games that somebody won.
    pub won: Option<Won>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Won {
    /// The best value that anybody had who did not win.
    pub threshold: f64,
    /// The share of the game that was over when the winner first stood better than that.
    pub safe_after: f64,
    /// How far the winner was behind the leader.
    pub drama: Option<Course>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two players, four moves: 1 leads, 2 takes the lead, 1 takes it back and wins.
    fn come_back() -> Thoughts {
        let mut t = Thoughts::default();
        for x in [0.1, 0.2, -0.4, 0.6, 1.0] {
            t.position(vec![x, -x]);
        }
        [0.2, 0.4, 0.6, -1.0].iter().for_each(|v| t.made(*v));
        t.choice(&[0.2, 0.2, -0.4, -0.4], 1.0);
        t.choice(&[0.5, 0.5], 3.0);
        t
    }

    #[test]
    fn a_come_back_is_dramatic() {
        let judged = come_back().sum_up(Some(1)).unwrap();
        assert_eq!(judged.lead_change, 0.5);
        assert_eq!(judged.lead_change_published, 0.75);
        let won = judged.won.clone().unwrap();
        // Player 2 stood at 0.4 once; player 1 passes that before the last of four moves.
        assert_eq!((won.threshold, won.safe_after), (0.4, 0.75));
        let drama = won.drama.unwrap();
        assert!((drama.maximum - 0.8).abs() < 1e-12 && (drama.average - 0.2).abs() < 1e-12, "{drama:?}");
        assert!((judged.spread.unwrap().maximum - 1.2).abs() < 1e-12);
    }

    #[test]
    fn a_clear_choice_is_narrow() {
        let judged = come_back().sum_up(None).unwrap();
        // Half the moves are good in one position, all in one that stands for three.
        assert!((judged.narrowness.unwrap() - (0.5 + 3.0) / 4.0).abs() < 1e-12);
        assert!((judged.variance.unwrap() - 0.09 / 4.0).abs() < 1e-12);
        assert_eq!(judged.won, None, "a game that nobody won has no drama");
    }
}
