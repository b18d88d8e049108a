//! How close a donor is to the incomplete game, by culture (or place and time), by concepts, by place. Answers the
//! search's question for each donor.

use super::audit::run_of;
use super::{Score, Weights, expected, published};
use crate::history::{History, Place, Years, great_circle_km};
use crate::types::{Donor, DonorScores, Similarity};
use ludarium_concepts::taxonomy::Set;

/// What is known of the game that is to be reconstructed.
#[derive(Clone, Debug, Default)]
pub struct Subject {
    /// Its number in the tables, if it has one.
    pub id: Option<u32>,
    pub place: Option<Place>,
    pub years: Option<Years>,
    /// Concepts that the evidence asks for.
    pub expected: Set,
}

impl Subject {
    /// What the tables know of the ruleset, where the user said nothing.
    pub fn filled_from(mut self, history: &History) -> Subject {
        if let Some(ruleset) = self.id.and_then(|id| history.ruleset(id)) {
            self.place = self.place.or(ruleset.place);
            self.years = self.years.or(ruleset.years);
        }
        self
    }
}

/// Where and when a donor was played.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Whereabouts {
    pub place: Option<Place>,
    pub years: Option<Years>,
}

/// Distances of a donor, for the page.
#[derive(Clone, Copy, PartialEq, Debug, Default, serde::Serialize)]
pub struct Distance {
    pub km: Option<f64>,
    pub years: Option<i32>,
}

/// The measures of one reconstruction.
pub struct Closeness<'h> {
    pub subject: Subject,
    pub weights: Weights,
    history: &'h History,
    first: Score,
}

impl<'h> Closeness<'h> {
    pub fn new(subject: Subject, weights: Weights, history: &'h History) -> Closeness<'h> {
        let subject = subject.filled_from(history);
        // A table that does not know our game knows nothing of any donor either.
        let in_table = subject.id.is_some_and(|id| {
            history.has_similarities() && history.rulesets().any(|r| history.similarity(id, r.id).is_some())
        });
        let first = if in_table { Score::Cultural } else { Score::SpaceTime };
        Closeness { subject, weights, history, first }
    }

    /// What the first measure is: the table's similarity, or our own of place and time.
    pub fn first_measure(&self) -> Score {
        self.first
    }

    /// Place and years of a donor: from the tables by its number, else from what the library knows of it.
    pub fn whereabouts(&self, donor: &Donor) -> Whereabouts {
        let from_table = donor.database_id().and_then(|id| self.history.ruleset(id));
        let mut found =
            from_table.map_or(Whereabouts::default(), |r| Whereabouts { place: r.place, years: r.years });
        if found.place.is_none() || found.years.is_none() {
            let own = library_knows(donor);
            found.place = found.place.or(own.place);
            found.years = found.years.or(own.years);
        }
        found
    }

    pub fn distance(&self, donor: &Donor) -> Distance {
        let there = self.whereabouts(donor);
        Distance {
            km: self.subject.place.zip(there.place).map(|(a, b)| great_circle_km(a, b)),
            years: self.subject.years.zip(there.years).map(|(a, b)| a.gap(b)),
        }
    }

    fn cultural(&self, donor: &Donor, distance: Distance) -> Option<f64> {
        if self.first == Score::Cultural {
            return self.history.similarity(self.subject.id?, donor.database_id()?);
        }
        match (distance.km, distance.years) {
            (None, None) => None,
            (km, years) => Some(space_time(km.unwrap_or(USUAL_KM), years.map_or(USUAL_YEARS, f64::from))),
        }
    }

    /// The weights of the published reconstructions of this game, read off their scores, where there are any.
    pub fn published_weights(&self) -> Option<Weights> {
        let game = self.history.ruleset(self.subject.id?)?.game;
        let rows: Vec<_> =
            self.history.reconstructions().filter(|(r, _)| r.game == game).map(|(_, p)| p).collect();
        (!rows.is_empty()).then(|| run_of(&rows).weights())
    }

    /// The weights that count: a measure for which nothing is known of our own game takes no part.
    pub fn weights_in_force(&self) -> Weights {
        let mut weights = self.weights;
        let subject = &self.subject;
        if self.first == Score::SpaceTime && subject.place.is_none() && subject.years.is_none() {
            weights.cultural = 0.0;
        }
        if subject.expected.ids().next().is_none() {
            weights.conceptual = 0.0;
        }
        if subject.place.is_none() {
            weights.geographical = 0.0;
        }
        weights
    }
}

/// What stands in for a distance that is not known while the other is.
const USUAL_KM: f64 = 5000.0;
const USUAL_YEARS: f64 = 1000.0;

/// Our own similarity of place and time.
pub fn space_time(km: f64, years: f64) -> f64 {
    (-km / 2000.0 - years / 500.0).exp()
}

/// What our own library says about a game of its own.
fn library_knows(donor: &Donor) -> Whereabouts {
    let key = donor.path.strip_prefix("games/").and_then(|rest| rest.split('/').next()).unwrap_or(&donor.key);
    let Some(game) = ludarium_library::games().iter().find(|game| game.key == key) else {
        return Whereabouts::default();
    };
    let about = game.about();
    let ruleset = about.rulesets.iter().find(|r| r.name == donor.ruleset);
    let place = ruleset.and_then(|r| r.place.as_ref()).or(about.place.as_ref());
    let years = ruleset.and_then(|r| r.years).or(about.years);
    Whereabouts {
        place: place.and_then(|p| Place::new(p.latitude, p.longitude).ok()),
        years: years.and_then(|y| Years::new(y.from, y.to).ok()),
    }
}

impl Similarity for Closeness<'_> {
    fn of(&self, donor: &Donor) -> DonorScores {
        let distance = self.distance(donor);
        DonorScores {
            cultural: self.cultural(donor, distance),
            conceptual: donor.profile().and_then(|has| expected::share(&self.subject.expected, &has.set)),
            geographical: distance.km.map(published::geographical),
        }
    }

    fn combined(&self, scores: &DonorScores) -> f64 {
        let weights = self.weights_in_force();
        let sum = weights.cultural + weights.conceptual + weights.geographical;
        if sum <= 0.0 {
            return 0.0;
        }
        let part = |weight: f64, value: Option<f64>| weight * value.unwrap_or(0.0);
        (part(weights.cultural, scores.cultural)
            + part(weights.conceptual, scores.conceptual)
            + part(weights.geographical, scores.geographical))
            / sum
    }

    fn emphasis(&self) -> [f64; 3] {
        let Weights { cultural, conceptual, geographical } = self.weights;
        let sum = (cultural + conceptual + geographical).max(1e-9);
        // The usual weights are a half each for culture and concepts, and none for places, which what was learnt counts all the same.
        [2.0 * cultural / sum, 2.0 * conceptual / sum, 1.0 + 4.0 * geographical / sum]
    }
}
