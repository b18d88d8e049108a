//! The arithmetic of the published pages, to the digit: running means that mix the scores up, digits cut off instead
//! of rounded, and a "~km" that is a distance only where there is one donor. See `docs/reconstruction.md`.

use super::Weights;
use crate::history::Thousandths;
use serde::Serialize;

/// The values of one donor for one hole.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Single {
    pub cultural: f64,
    pub conceptual: f64,
    pub geographical: f64,
}

impl Single {
    /// The donor's own combined value. The published runs used weights that add up to 1.
    pub fn combined(self, weights: Weights) -> f64 {
        weights.cultural * self.cultural
            + weights.conceptual * self.conceptual
            + weights.geographical * self.geographical
    }
}

/// The four scores of a result.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Four {
    pub combined: f64,
    pub cultural: f64,
    pub conceptual: f64,
    pub geographical: f64,
}

/// As published: each score is brought up to date with the *combined* score of the holes before, so that of several
/// donors only the last contributes its own value, by one part in n.
pub fn running(donors: &[Single], weights: Weights) -> Four {
    let mut four = Four::default();
    for (before, donor) in donors.iter().enumerate() {
        let before = before as f64;
        let next = |own: f64| (four.combined * before + own) / (before + 1.0);
        four = Four {
            combined: next(donor.combined(weights)),
            cultural: next(donor.cultural),
            conceptual: next(donor.conceptual),
            geographical: next(donor.geographical),
        };
    }
    four
}

/// As meant: the mean of each score over the donors.
pub fn means(donors: &[Single], weights: Weights) -> Four {
    let n = donors.len().max(1) as f64;
    let mean = |value: &dyn Fn(&Single) -> f64| donors.iter().map(value).sum::<f64>() / n;
    Four {
        combined: mean(&|donor| donor.combined(weights)),
        cultural: mean(&|donor| donor.cultural),
        conceptual: mean(&|donor| donor.conceptual),
        geographical: mean(&|donor| donor.geographical),
    }
}

/// Cut to five characters of its decimal writing, as on the pages: `0.8527` is `0.852`, and so is `0.8529`.
pub fn cut(score: f64) -> Thousandths {
    if !(0.001..=1.0).contains(&score) {
        // Smaller numbers are written with an exponent; none was published.
        return Thousandths(if score > 1.0 { 1000 } else { 0 });
    }
    let text: String = format!("{score:?}").chars().take(5).collect();
    Thousandths(text.parse::<f64>().map_or(0, |cut| (cut * 1000.0).round() as i32))
}

/// The "~km" behind a published geographical score, made of the score that was cut already.
pub fn shown_km(geographical: Thousandths) -> i64 {
    i64::from(1000 - geographical.0) * 20
}

/// A geographical value from a distance, and back.
pub fn geographical(km: f64) -> f64 {
    ((20_000.0 - km) / 20_000.0).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_donor_alone_speaks_for_itself() {
        let w = Weights::default();
        let a = Single { cultural: 0.9995, conceptual: 1.0, geographical: 1.0 };
        let b = Single { cultural: 0.8966, conceptual: 0.875, geographical: 0.967 };
        let four = running(&[a, b], w);
        assert_eq!(cut(four.combined), Thousandths(942));
        assert_eq!(cut(four.cultural), Thousandths(948));
        assert_eq!(cut(four.conceptual), Thousandths(937));
        assert_eq!(cut(four.geographical), Thousandths(983));
        assert_eq!(shown_km(cut(four.geographical)), 340);
        // What is meant is another number, and the distance is really twice as far for the second.
        let fair = means(&[a, b], w);
        assert!((fair.conceptual - 0.9375).abs() < 1e-12 && (fair.cultural - 0.94805).abs() < 1e-12);
        assert_eq!(running(&[a], w), means(&[a], w));
        assert_eq!(running(&[], w), Four::default());
    }

    #[test]
    fn digits_are_cut_not_rounded() {
        assert_eq!(cut(0.8529999), Thousandths(852));
        assert_eq!(cut(0.93), Thousandths(930));
        assert_eq!(cut(1.0), Thousandths(1000));
        assert_eq!(cut(0.0), Thousandths(0));
    }
}
