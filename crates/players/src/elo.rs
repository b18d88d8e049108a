//! What results say about strength: wins, draws and losses, the difference in Elo with its interval, and the
//! sequential test that says when enough was played.

/// Results of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

impl Tally {
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }
    /// Adds a result between -1 and 1: above 0 is a win.
    pub fn add(&mut self, result: f32) {
        if result > 1e-6 {
            self.wins += 1;
        } else if result < -1e-6 {
            self.losses += 1;
        } else {
            self.draws += 1;
        }
    }
    pub fn plus(self, other: Tally) -> Tally {
        Tally {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
    /// Points per game: 1 for a win, a half for a draw.
    pub fn score(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (f64::from(self.wins) + 0.5 * f64::from(self.draws)) / f64::from(self.games())
    }
    /// The variance of one game's points. A tenth of each result is added, so that a clean sweep is not certainty.
    fn variance(&self) -> (f64, f64, f64) {
        let (w, d, l) =
            (f64::from(self.wins) + 0.1, f64::from(self.draws) + 0.1, f64::from(self.losses) + 0.1);
        let n = w + d + l;
        let mean = (w + 0.5 * d) / n;
        let var = (w * (1.0 - mean).powi(2) + d * (0.5 - mean).powi(2) + l * mean.powi(2)) / n;
        (mean, var, n)
    }
    /// The difference in Elo, and the ends of its 95 % interval; an end that lies beyond all measure is infinite.
    pub fn elo(&self) -> Elo {
        let n = f64::from(self.games());
        if n == 0.0 {
            return Elo { mean: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY };
        }
        // Wilson's interval, with the variance of points instead of a coin's where draws make it smaller.
        let s = self.score();
        let (_, var, _) = self.variance();
        let z = 1.959_964;
        let coin = (s * (1.0 - s)).max(1e-12);
        let shrink = (var / coin).clamp(0.05, 1.0);
        let m = n / shrink;
        let centre = (s + z * z / (2.0 * m)) / (1.0 + z * z / m);
        let half = z / (1.0 + z * z / m) * (s * (1.0 - s) / m + z * z / (4.0 * m * m)).sqrt();
        // A clean sweep says nothing about how much stronger.
        let low = if s <= 0.0 { f64::NEG_INFINITY } else { elo(centre - half) };
        let high = if s >= 1.0 { f64::INFINITY } else { elo(centre + half) };
        Elo { mean: elo(s) + 0.0, low, high }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
}

impl std::fmt::Display for Elo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let side = |x: f64| {
            if x == f64::INFINITY {
                "∞".to_owned()
            } else if x == f64::NEG_INFINITY {
                "−∞".to_owned()
            } else {
                // (No minus before a nought.)
                format!("{:+.0}", x.round() + 0.0)
            }
        };
        write!(f, "{} [{}, {}]", side(self.mean), side(self.low), side(self.high))
    }
}

/// The difference in Elo that a score per game means.
pub fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// The score per game that a difference in Elo means.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A sequential probability ratio test: is the difference `elo1` rather than `elo0`?
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
    /// How often each wrong verdict may happen.
    pub alpha: f64,
    pub beta: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The difference is at least `elo1`, as far as the test can say.
    Accept,
    /// It is no more than `elo0`.
    Reject,
    Open,
}

/// A sequential test does not end before so many games.
const FEWEST: u32 = 12;

impl Sprt {
    /// Reads `ELO0,ELO1[,ALPHA,BETA]`.
    pub fn read(text: &str) -> Result<Sprt, String> {
        let numbers: Option<Vec<f64>> = text.split(',').map(|w| w.trim().parse().ok()).collect();
        let (elo0, elo1, alpha, beta) = match numbers.as_deref() {
            Some(&[a, b]) => (a, b, 0.05, 0.05),
            Some(&[a, b, alpha, beta]) => (a, b, alpha, beta),
            _ => return Err(format!("{text}: write ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA")),
        };
        if elo0 >= elo1 || !(0.0..0.5).contains(&alpha) || !(0.0..0.5).contains(&beta) {
            return Err(format!("{text}: ELO0 must be less than ELO1, ALPHA and BETA between 0 and 0.5"));
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }
    /// The logarithm of the ratio of likelihoods, by the normal approximation to the points of a game.
    pub fn ratio(&self, tally: &Tally) -> f64 {
        if tally.games() == 0 {
            return 0.0;
        }
        // One more win and one more loss, so that a clean beginning is not taken for certainty.
        let (mean, var, n) = Tally { wins: tally.wins + 1, losses: tally.losses + 1, ..*tally }.variance();
        let (s0, s1) = (expected(self.elo0), expected(self.elo1));
        (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * var / n)
    }
    /// The ratios at which the test ends.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }
    pub fn verdict(&self, tally: &Tally) -> Verdict {
        // The approximation by a normal distribution means nothing for a handful of games.
        if tally.games() < FEWEST {
            return Verdict::Open;
        }
        let ratio = self.ratio(tally);
        let (low, high) = self.bounds();
        if ratio >= high {
            Verdict::Accept
        } else if ratio <= low {
            Verdict::Reject
        } else {
            Verdict::Open
        }
    }
}

/// Ratings of several players from all their results (`results[a][b]`: a's against b), their mean 0, each with the half
/// width of its 95 % interval. Every pair that met is given one drawn game, so that nobody is beyond measure.
pub fn ratings(results: &[Vec<Tally>]) -> Vec<(f64, f64)> {
    let n = results.len();
    let mut rating = vec![0.0f64; n];
    let met = |a: usize, b: usize| results[a][b].plus(swap(results[b][a]));
    for _ in 0..500 {
        let mut moved = 0.0f64;
        for a in 0..n {
            let (mut slope, mut bend) = (0.0, 1e-9);
            for b in (0..n).filter(|&b| b != a) {
                let t = met(a, b);
                if t.games() == 0 {
                    continue;
                }
                let games = f64::from(t.games()) + 1.0;
                let points = t.score() * f64::from(t.games()) + 0.5;
                let e = expected(rating[a] - rating[b]);
                slope += points - games * e;
                bend += games * e * (1.0 - e);
            }
            let k = std::f64::consts::LN_10 / 400.0;
            let step = (slope / (bend * k)).clamp(-200.0, 200.0) * 0.5;
            rating[a] += step;
            moved = moved.max(step.abs());
        }
        let mean = rating.iter().sum::<f64>() / n.max(1) as f64;
        rating.iter_mut().for_each(|r| *r -= mean);
        if moved < 1e-4 {
            break;
        }
    }
    let k = std::f64::consts::LN_10 / 400.0;
    (0..n)
        .map(|a| {
            let information: f64 = (0..n)
                .filter(|&b| b != a)
                .map(|b| {
                    let e = expected(rating[a] - rating[b]);
                    f64::from(met(a, b).games()) * e * (1.0 - e) * k * k
                })
                .sum();
            (rating[a], if information > 0.0 { 1.96 / information.sqrt() } else { f64::INFINITY })
        })
        .collect()
}

fn swap(t: Tally) -> Tally {
    Tally { wins: t.losses, draws: t.draws, losses: t.wins }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_of_known_scores() {
        assert!(elo(0.5).abs() < 1e-9);
        assert!((elo(0.75) - 190.85).abs() < 0.01);
        assert!((expected(elo(0.64)) - 0.64).abs() < 1e-12);
        let even = Tally { wins: 10, draws: 80, losses: 10 }.elo();
        assert!(even.low < 0.0 && even.high > 0.0 && even.high < 40.0, "{even}");
        let sweep = Tally { wins: 20, draws: 0, losses: 0 }.elo();
        assert!(sweep.mean == f64::INFINITY && sweep.low > 200.0 && sweep.low < 400.0, "{sweep}");
    }

    #[test]
    fn the_interval_covers_the_truth_nineteen_times_in_twenty() {
        // A fair coin, 400 times 60 throws.
        let mut rng = ludarium_play::Rng::new(5);
        let mut covered = 0;
        for _ in 0..400 {
            let mut t = Tally::default();
            (0..60).for_each(|_| t.add([-1.0, 1.0][rng.below(2)]));
            let e = t.elo();
            covered += i32::from(e.low <= 0.0 && e.high >= 0.0);
        }
        assert!((368..=396).contains(&covered), "{covered} of 400");
    }

    #[test]
    fn the_sequential_test_ends_as_it_should() {
        let test = Sprt::read("0,50").unwrap();
        assert_eq!(test.verdict(&Tally { wins: 300, draws: 100, losses: 150 }), Verdict::Accept);
        assert_eq!(test.verdict(&Tally { wins: 300, draws: 100, losses: 330 }), Verdict::Reject);
        assert_eq!(test.verdict(&Tally { wins: 6, draws: 2, losses: 4 }), Verdict::Open);
        assert_eq!(test.verdict(&Tally { wins: 4, draws: 1, losses: 0 }), Verdict::Open, "too early to tell");
        assert!(Sprt::read("50,0").is_err());
        assert!(Sprt::read("a").is_err());
    }

    #[test]
    fn ratings_order_players_by_their_results() {
        let t = |wins, losses| Tally { wins, draws: 0, losses };
        let none = Tally::default();
        let results = vec![vec![none, t(8, 2), t(9, 1)], vec![none, none, t(7, 3)], vec![none, none, none]];
        let r = ratings(&results);
        assert!(r[0].0 > r[1].0 && r[1].0 > r[2].0, "{r:?}");
        assert!(r.iter().map(|x| x.0).sum::<f64>().abs() < 1e-6);
    }
}
