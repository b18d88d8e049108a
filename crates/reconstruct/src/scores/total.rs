//! The scores of a whole result, hole by hole and in all. Counts ludemes; knows no formula that `super` does not tell.

use super::closeness::Distance;
use super::published::{self, Four, Single};
use super::{Closeness, Score, Weights};
use crate::history::Thousandths;
use crate::types::{Candidate, Donor, DonorScores, Figures, HoleId, Outcome, Similarity};
use serde::Serialize;

/// The scores of one borrowed part.
#[derive(Clone, Debug, Serialize)]
pub struct HoleScores {
    pub hole: HoleId,
    /// `Chess / Standard`
    pub donor: String,
    pub key: String,
    pub scores: DonorScores,
    pub combined: f64,
    pub distance: Distance,
}

/// A score with its name, its value and how it came about.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    pub score: Score,
    pub value: Option<f64>,
    /// 95 %, where the value is an estimate.
    pub interval: Option<(f64, f64)>,
}

/// The published way of counting, beside ours.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Serialize)]
pub struct AsPublished {
    pub four: Four,
    /// `0.852`, `0.875`, `0.926`, `0.83`
    pub shown: [String; 4],
    pub shown_km: i64,
}

/// Everything that is counted of a result.
#[derive(Clone, Debug, Serialize)]
pub struct Total {
    pub holes: Vec<HoleScores>,
    pub lines: Vec<Line>,
    pub published: Option<AsPublished>,
    pub weights: Weights,
}

/// Counts of ludemes, told by whoever put the result together.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Ludemes {
    /// Of the whole result.
    pub all: usize,
    /// Of these, written in the incomplete description.
    pub written: usize,
    /// Of these, supported by a statement, each counted with its confidence.
    pub supported: f64,
}

impl Total {
    pub fn of(
        candidate: &Candidate,
        donors: &[Donor],
        closeness: &Closeness<'_>,
        ludemes: Ludemes,
        as_published: bool,
    ) -> Total {
        let holes: Vec<HoleScores> = candidate
            .fills
            .iter()
            .filter_map(|fill| {
                let donor = donors.get(fill.donor?.0 as usize)?;
                Some(HoleScores {
                    hole: fill.hole,
                    donor: donor.title(),
                    key: donor.key.clone(),
                    scores: fill.scores,
                    combined: closeness.combined(&fill.scores),
                    distance: closeness.distance(donor),
                })
            })
            .collect();
        let line = |score, value| Line { score, value, interval: None };
        let mean = |value: &dyn Fn(&HoleScores) -> Option<f64>| {
            let known: Vec<f64> = holes.iter().filter_map(value).collect();
            (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
        };
        let share = |part: f64| (ludemes.all > 0).then(|| part / ludemes.all as f64);
        let mut lines = vec![
            line(Score::Combined, mean(&|h| Some(h.combined))),
            line(closeness.first_measure(), mean(&|h| h.scores.cultural)),
            line(Score::Conceptual, mean(&|h| h.scores.conceptual)),
            line(Score::Geographical, mean(&|h| h.scores.geographical)),
            line(Score::Coverage, share(ludemes.written as f64)),
        ];
        if ludemes.supported > 0.0 {
            lines.push(line(Score::Supported, share(ludemes.supported)));
        }
        if let Outcome::Playable { search, .. } = &candidate.outcome {
            let (value, interval) = playability(search);
            lines.push(Line { score: Score::Playability, value: Some(value), interval: Some(interval) });
        }
        let published = as_published.then(|| {
            let single = |h: &HoleScores| Single {
                cultural: h.scores.cultural.unwrap_or(0.0),
                conceptual: h.scores.conceptual.unwrap_or(0.0),
                geographical: h.scores.geographical.unwrap_or(0.0),
            };
            let singles: Vec<Single> = holes.iter().map(single).collect();
            let weights = closeness.published_weights().unwrap_or(closeness.weights);
            AsPublished::of(published::running(&singles, weights))
        });
        Total { holes, lines, published, weights: closeness.weights }
    }

    pub fn value(&self, score: Score) -> Option<f64> {
        self.lines.iter().find(|line| line.score == score)?.value
    }
}

impl AsPublished {
    pub fn of(four: Four) -> AsPublished {
        let cut = |value: f64| -> Thousandths { published::cut(value) };
        let shown = [four.combined, four.cultural, four.conceptual, four.geographical]
            .map(|value| cut(value).to_string());
        AsPublished { four, shown, shown_km: published::shown_km(cut(four.geographical)) }
    }
}

/// One number for how well a game plays, and Wilson's interval for the share of decided games.
pub fn playability(figures: &Figures) -> (f64, (f64, f64)) {
    let clean = |x: f64| if x.is_finite() { x.clamp(0.0, 1.0) } else { 0.0 };
    let (decided, balance, choices) =
        (clean(figures.decided), clean(figures.balance), clean(figures.choices));
    let value = (1.0 - clean(figures.timeouts)) * (decided + balance + choices) / 3.0;
    let (n, z) = (figures.games.max(1) as f64, 1.96_f64);
    let middle = (decided + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (decided * (1.0 - decided) / n + z * z / (4.0 * n * n)).sqrt();
    (value, ((middle - half).max(0.0), (middle + half).min(1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playing_well_is_near_one_and_few_games_say_little() {
        let figures =
            Figures { games: 10, timeouts: 0.0, decided: 1.0, balance: 0.9, turns: 40.0, choices: 0.95 };
        let (value, (low, high)) = playability(&figures);
        assert!((value - 0.95).abs() < 1e-9);
        assert!(low < 0.75 && high > 0.99, "{low} {high}");
        let (_, (more, _)) = playability(&Figures { games: 1000, ..figures });
        assert!(more > 0.99);
    }
}
