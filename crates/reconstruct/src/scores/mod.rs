//! How close donors are to an incomplete game, how much of a result is known, and how well it plays; each with its
//! formula in words, for the page. Knows what is given (tables, places, years, concepts, figures of play); refuses to
//! know where holes are and how they were filled.
//!
//! [`published`] is the arithmetic of the published pages, mistakes included, to compare with; nothing of ours uses it
//! to decide anything.

pub mod audit;
pub mod closeness;
pub mod expected;
pub mod pages;
pub mod published;
pub mod total;

pub use closeness::{Closeness, Subject};
pub use expected::expected_concepts;
pub use total::{AsPublished, HoleScores, Total};

use serde::Serialize;

/// What a number says.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, PartialOrd, Ord)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    Combined,
    Cultural,
    SpaceTime,
    Conceptual,
    Geographical,
    Coverage,
    Supported,
    Playability,
}

impl Score {
    pub fn name(self) -> &'static str {
        match self {
            Score::Combined => "Combined",
            Score::Cultural => "Cultural",
            Score::SpaceTime => "Space-time",
            Score::Conceptual => "Conceptual",
            Score::Geographical => "Geographical",
            Score::Coverage => "Evidence coverage",
            Score::Supported => "Supported by statements",
            Score::Playability => "Playability",
        }
    }
    /// How it is worked out, for the reader of the page.
    pub fn formula(self) -> &'static str {
        match self {
            Score::Combined => {
                "the mean over the borrowed parts of (wC·cultural + wK·conceptual + wG·geographical) / (wC + wK + wG); \
                 what is not known of a donor counts as 0, what cannot be known of any donor takes no part"
            }
            Score::Cultural => {
                "the mean over the borrowed parts of the similarity of the donor's ruleset in the table that was given"
            }
            Score::SpaceTime => {
                "the mean over the borrowed parts of exp(−km/2000 − years/500): km between the places, years between \
                 the spans of evidence (0 where they overlap), 5000 km or 1000 years where only one of the two is known; \
                 our own measure, not a cultural network"
            }
            Score::Conceptual => {
                "the mean over the borrowed parts of (concepts of the evidence that the donor has) / (concepts of the \
                 evidence); the evidence's concepts are those of its clauses without holes"
            }
            Score::Geographical => {
                "the mean over the borrowed parts of max(0, 1 − km/20000), km along the great circle between the places"
            }
            Score::Coverage => "ludemes that stand in the incomplete description / ludemes of the result",
            Score::Supported => {
                "ludemes of the result that a statement supports, each counted with the statement's confidence / \
                 ludemes of the result"
            }
            Score::Playability => {
                "(1 − time-outs) · (decided + balance + choices)/3 in games between searching players; the interval is \
                 Wilson's, 95 %, for the share of games that were decided"
            }
        }
    }
}

/// What each of the three measures counts for.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Weights {
    pub cultural: f64,
    pub conceptual: f64,
    pub geographical: f64,
}

impl Default for Weights {
    fn default() -> Weights {
        Weights { cultural: 0.5, conceptual: 0.5, geographical: 0.0 }
    }
}

impl std::str::FromStr for Weights {
    type Err = String;

    /// `0.5,0.5,0`: cultural, conceptual, geographical.
    fn from_str(text: &str) -> Result<Weights, String> {
        let wrong = || format!("{text:?} is not three weights C,K,G such as 0.5,0.5,0");
        let numbers: Vec<f64> =
            text.split(',').map(|word| word.trim().parse().map_err(|_| wrong())).collect::<Result<_, _>>()?;
        let [cultural, conceptual, geographical] = numbers[..] else { return Err(wrong()) };
        if numbers.iter().any(|w| !(0.0..=1.0e6).contains(w)) || numbers.iter().sum::<f64>() <= 0.0 {
            return Err(format!("{text:?}: weights are not negative, and not all are 0"));
        }
        Ok(Weights { cultural, conceptual, geographical })
    }
}

impl std::fmt::Display for Weights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{},{}", self.cultural, self.conceptual, self.geographical)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read() {
        let read = |text: &str| text.parse::<Weights>();
        assert_eq!(read("0.5, 0.5,0"), Ok(Weights::default()));
        assert_eq!(Weights::default().to_string(), "0.5,0.5,0");
        for wrong in ["", "1,2", "1,2,3,4", "a,b,c", "0,0,0", "-1,1,1", "NaN,1,1"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
