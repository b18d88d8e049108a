//! The pages of published reconstructions, worked out again from their donors: the four scores by the published
//! arithmetic, and where an input was never published, which one, and what the page implies of it.
//!
//! Cultural values come from the table, conceptual ones are counted on the incomplete text and the donors. The distances
//! behind the geographical values were never published: the places of the tables give one, and where that does not meet
//! the page, the distances that do are solved from the page's own scores.

use super::audit::{incomplete, run_of};
use super::published::{Four, Single, cut, geographical, running, shown_km};
use super::{AsPublished, Weights, expected};
use crate::history::{History, Published, Ruleset};
use crate::types::Donor;
use ludarium_concepts::taxonomy::Set;
use serde::Serialize;

/// Steps into which a thousandth is divided when looking for the value that was cut.
const STEPS: i32 = 50;

/// A published page, worked out again.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Serialize)]
pub struct Page {
    pub id: u32,
    pub name: String,
    /// Cultural, conceptual, geographical.
    pub weights: [f64; 3],
    pub donors: Vec<u32>,
    /// As they stand on the page.
    pub published: [String; 4],
    /// With the distances between the places of the tables.
    pub computed: AsPublished,
    /// With inputs that the page itself implies, where the computed ones do not meet it.
    pub solved: Option<AsPublished>,
    /// Inputs that were never published, or that are not what they were, each with what the page implies.
    pub missing: Vec<String>,
}

impl Page {
    /// Whether all four scores are met, with what is known or with what the page implies.
    pub fn is_met(&self) -> bool {
        self.computed.shown == self.published
            || self.solved.as_ref().is_some_and(|s| s.shown == self.published)
    }
}

fn shown(four: &Four) -> [i32; 4] {
    [four.combined, four.cultural, four.conceptual, four.geographical].map(|value| cut(value).0)
}

fn wanted(p: &Published) -> [i32; 4] {
    [p.combined, p.cultural, p.conceptual, p.geographical].map(|t| t.0)
}

/// Geographical values of the donors from the uncut scores: the first that differ, the last always.
fn solve(singles: &mut [Single], weights: Weights, combined: f64, geographical: f64) {
    let n = singles.len() as f64;
    let Some((last, before)) = singles.split_last_mut() else { return };
    if weights.geographical == 0.0 {
        // Places do not count: those before the last are not in the score at all.
        let mean = if before.is_empty() { 0.0 } else { running(before, weights).combined };
        last.geographical = n * geographical - (n - 1.0) * mean;
        return;
    }
    let half = weights.geographical;
    if before.iter().all(|single| single.cultural == last.cultural) {
        // One donor, n times: n·G = (n − 1)(c/2 + g/2) + g.
        let g = (n * geographical - (n - 1.0) * half * last.cultural) / ((n - 1.0) * half + 1.0);
        before.iter_mut().for_each(|single| single.geographical = g);
        last.geographical = g;
    } else if let [first] = before {
        // Two donors: s1 + s2 = 2C and s1 + g2 = 2G.
        last.geographical = 4.0 * (geographical - combined) + last.cultural;
        let s1 = 2.0 * geographical - last.geographical;
        first.geographical = (s1 - half * first.cultural) / half;
    }
}

/// Inputs with which the page's digits come out, if there are any inside of the thousandths that were cut.
fn met(singles: &[Single], weights: Weights, published: &Published) -> Option<Vec<Single>> {
    let wanted = wanted(published);
    let within = |score: i32, step: i32| (f64::from(score) + f64::from(step) / f64::from(STEPS)) / 1000.0;
    (0..STEPS * STEPS).find_map(|step| {
        let mut singles = singles.to_vec();
        solve(&mut singles, weights, within(wanted[0], step % STEPS), within(wanted[3], step / STEPS));
        let real = singles.iter().all(|s| (0.0..=1.0).contains(&s.geographical));
        (real && shown(&running(&singles, weights)) == wanted).then_some(singles)
    })
}

/// The same where the last donor's count of concepts is solved too: the texts may have changed since.
fn met_with_concepts(
    singles: &[Single],
    asked: usize,
    weights: Weights,
    p: &Published,
) -> Option<Vec<Single>> {
    // A share of whole concepts; how many were asked for then is not known either.
    (1..=asked.max(8))
        .rev()
        .flat_map(|all| (0..=all).rev().map(move |some| some as f64 / all as f64))
        .find_map(|value| {
            let mut singles = singles.to_vec();
            singles.last_mut()?.conceptual = value;
            let four = running(&singles, weights);
            (cut(four.conceptual).0 == p.conceptual.0).then(|| met(&singles, weights, p)).flatten()
        })
}

/// A published reconstruction, worked out from its donors; `None` where a donor is not at hand.
pub fn page(row: &Ruleset, history: &History, donors: &[Donor], asked: &Set) -> Option<Page> {
    let published = row.published.as_ref()?;
    let of = incomplete(history, row.game, &published.donors)?;
    let rows: Vec<&Published> =
        history.reconstructions().filter(|(r, _)| r.game == row.game).map(|(_, p)| p).collect();
    let weights = run_of(&rows).weights();
    let mut missing = Vec::new();
    let mut singles = Vec::new();
    for &id in &published.donors {
        let donor = donors.iter().find(|d| d.database_id() == Some(id))?;
        let cultural = history.similarity(of, id);
        if cultural.is_none() {
            missing.push(format!("the table of similarities has no pair of {of} and donor {id}"));
        }
        let km = history.km(of, id);
        if km.is_none() {
            missing.push(format!("the place of donor {id} is not in the tables"));
        }
        singles.push(Single {
            cultural: cultural.unwrap_or(0.0),
            conceptual: donor.profile().and_then(|p| expected::share(asked, &p.set)).unwrap_or(0.0),
            geographical: km.map_or(0.0, geographical),
        });
    }
    let computed = running(&singles, weights);
    let solved = if shown(&computed) == wanted(published) {
        None
    } else {
        met(&singles, weights, published)
            .or_else(|| met_with_concepts(&singles, asked.ids().count(), weights, published))
    };
    for ((id, ours), theirs) in published.donors.iter().zip(&singles).zip(solved.iter().flatten()) {
        let km = |g: f64| (1.0 - g) * 20_000.0;
        if (km(ours.geographical) - km(theirs.geographical)).abs() > 1.0 {
            missing.push(format!(
                "the distance of donor {id} was not published: between the places of the tables it is {:.0} km, the page implies {:.0} km",
                km(ours.geographical),
                km(theirs.geographical)
            ));
        }
        if (ours.conceptual - theirs.conceptual).abs() > 1e-9 {
            missing.push(format!(
                "the concepts of donor {id} are counted as {:.3} today, the page implies {:.3}: the incomplete text was changed since",
                ours.conceptual, theirs.conceptual
            ));
        }
    }
    missing.dedup();
    Some(Page {
        id: row.id,
        name: row.name.clone(),
        weights: [weights.cultural, weights.conceptual, weights.geographical],
        donors: published.donors.clone(),
        published: [published.combined, published.cultural, published.conceptual, published.geographical]
            .map(|t| t.to_string()),
        computed: AsPublished::of(computed),
        solved: solved.map(|singles| AsPublished::of(running(&singles, weights))),
        missing,
    })
}

/// All published reconstructions of the game of an incomplete ruleset.
pub fn of_game(id: Option<u32>, history: &History, donors: &[Donor], asked: &Set) -> Vec<Page> {
    let game = id.and_then(|id| history.ruleset(id)).and_then(|r| r.game);
    let rows = history.reconstructions().filter(|(r, _)| game.is_some() && r.game == game);
    rows.filter_map(|(row, _)| page(row, history, donors, asked)).collect()
}

/// The distance that a page shows, from its geographical score.
pub fn km_of(page: &Page) -> i64 {
    let geographical = page.solved.as_ref().unwrap_or(&page.computed).four.geographical;
    shown_km(cut(geographical))
}
