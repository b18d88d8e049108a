//! Ratings by Glicko-2 (Glickman 2012), one for each player and game. The formulas are those of the crate; here is what
//! a new player begins with, how several opponents at one table count, and how a rating that rests grows unsure.

use serde::Serialize;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2_rating_period};

/// A rating that nobody has played for becomes less sure once in so long.
const REST_MS: i64 = 30 * 24 * 3_600_000;
/// Nothing is surer than this: people change.
const LEAST_DEVIATION: f64 = 45.0;
const MOST_DEVIATION: f64 = 350.0;
/// A rating that is less sure than this is shown with a question mark.
const SURE: f64 = 110.0;

/// How good somebody is at a game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    pub rating: f64,
    pub deviation: f64,
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating { rating: 1500.0, deviation: MOST_DEVIATION, volatility: 0.06 }
    }
}

impl Rating {
    /// As people read it: with a question mark as long as it is a guess.
    pub fn words(&self) -> String {
        let mark = if self.deviation > SURE { "?" } else { "" };
        format!("{:.0}{mark}", self.rating)
    }

    fn inner(self) -> Glicko2Rating {
        Glicko2Rating { rating: self.rating, deviation: self.deviation, volatility: self.volatility }
    }

    /// What is kept of a result: few enough digits that every database and every file gives the same number back.
    fn of(inner: Glicko2Rating) -> Rating {
        let digits = |x: f64, n: f64| (x * n).round() / n;
        Rating {
            rating: digits(inner.rating, 1e6),
            deviation: digits(inner.deviation.clamp(LEAST_DEVIATION, MOST_DEVIATION), 1e6),
            volatility: digits(inner.volatility, 1e9),
        }
    }

    /// The same after it rested for so long.
    pub fn rested(self, ms: i64) -> Rating {
        // After ten years everything is as unsure as it can be.
        let periods = (ms / REST_MS).clamp(0, 120);
        let rested = (0..periods).fold(self.inner(), |r, _| decay_deviation(&r));
        if periods == 0 { self } else { Rating::of(rested) }
    }
}

/// What ratings become after a game: `scores` are between 0 and 1, and whoever has the greater one of two has won against
/// the other. All look at the ratings from before the game.
pub fn after(before: &[Rating], scores: &[f64]) -> Vec<Rating> {
    let config = Glicko2Config { tau: 0.5, convergence_tolerance: 1e-6 };
    (0..before.len())
        .map(|me| {
            let against: Vec<(Glicko2Rating, Outcomes)> = (0..before.len())
                .filter(|&other| other != me)
                .map(|other| {
                    let outcome = match scores[me].total_cmp(&scores[other]) {
                        std::cmp::Ordering::Greater => Outcomes::WIN,
                        std::cmp::Ordering::Less => Outcomes::LOSS,
                        std::cmp::Ordering::Equal => Outcomes::DRAW,
                    };
                    (before[other].inner(), outcome)
                })
                .collect();
            Rating::of(glicko2_rating_period(&before[me].inner(), &against, &config))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of "Example of the Glicko-2 system" (Glickman, 2012/2022).
    #[test]
    fn the_published_example_comes_out() {
        let me = Glicko2Rating { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let other = |rating, deviation| Glicko2Rating { rating, deviation, volatility: 0.06 };
        let results = [
            (other(1400.0, 30.0), Outcomes::WIN),
            (other(1550.0, 100.0), Outcomes::LOSS),
            (other(1700.0, 300.0), Outcomes::LOSS),
        ];
        let config = Glicko2Config { tau: 0.5, convergence_tolerance: 1e-6 };
        let new = Rating::of(glicko2_rating_period(&me, &results, &config));
        assert!((new.rating - 1464.06).abs() < 0.01, "{new:?}");
        assert!((new.deviation - 151.52).abs() < 0.01, "{new:?}");
        assert!((new.volatility - 0.05999).abs() < 0.00001, "{new:?}");
    }

    /// The same game by hand, with the formulas of the paper written out: a check of how the crate is used.
    #[test]
    fn a_game_of_two_is_what_the_formulas_say() {
        let (a, b) = (Rating { rating: 1620.0, deviation: 80.0, volatility: 0.06 }, Rating::default());
        let new = after(&[a, b], &[0.0, 1.0]);
        let (mu, phi) = ((a.rating - 1500.0) / 173.7178, a.deviation / 173.7178);
        let phi_j = b.deviation / 173.7178;
        let g = 1.0 / (1.0 + 3.0 * phi_j * phi_j / std::f64::consts::PI.powi(2)).sqrt();
        let e = 1.0 / (1.0 + (-g * mu).exp());
        let v = 1.0 / (g * g * e * (1.0 - e));
        // The volatility hardly moves in one game.
        let star = (phi * phi + 0.06 * 0.06).sqrt();
        let phi_new = 1.0 / (1.0 / (star * star) + 1.0 / v).sqrt();
        let mu_new = mu + phi_new * phi_new * g * (0.0 - e);
        assert!((new[0].rating - (mu_new * 173.7178 + 1500.0)).abs() < 0.01, "{new:?}");
        assert!((new[0].deviation - phi_new * 173.7178).abs() < 0.01, "{new:?}");
        assert!(new[0].rating < a.rating && new[1].rating > b.rating);
    }

    #[test]
    fn what_rests_grows_unsure_and_never_more_than_a_newcomer() {
        let sure = Rating { rating: 1800.0, deviation: 50.0, volatility: 0.06 };
        assert_eq!(sure.rested(REST_MS - 1), sure);
        let later = sure.rested(12 * REST_MS);
        assert!(later.deviation > 55.0 && later.rating == sure.rating, "{later:?}");
        assert!(sure.rested(i64::MAX).deviation <= MOST_DEVIATION);
        assert_eq!(Rating::default().words(), "1500?");
        assert_eq!(sure.words(), "1800");
    }

    #[test]
    fn at_a_table_of_three_everybody_played_everybody() {
        let new = after(&[Rating::default(); 3], &[1.0, 0.5, 0.0]);
        assert!(new[0].rating > new[1].rating && new[1].rating > new[2].rating);
        assert!((new[1].rating - 1500.0).abs() < 0.01);
    }
}
