//! Whole rulesets that somebody proposes, compared on the same evidence. A hypothesis is as likely as what it says of each statement
//! (a statement of confidence c is met with likelihood c and missed with 1 − c), of each clause that the description gives, and as its
//! play is plausible beside documented games of its family. The ratio of two likelihoods is a Bayes factor; with equal odds
//! beforehand they make up a posterior.
//!
//! Knows how to hold a ruleset against evidence; refuses to search for rulesets.

use crate::fit::canonical;
use crate::gate::{self, Terms};
use crate::holes::{Incomplete, Wanted};
use crate::plausible::Plausible;
use crate::term::{Shape, Term};
use ludarium_concepts::profile_of;
use serde::Serialize;

/// What is sure is missed by mistake one time of so many.
const MISTAKEN: f64 = 0.01;
/// How sure it is that a clause of the description was so, where no statement says.
const GIVEN: f64 = 0.95;

/// A hypothesis, held against the evidence.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Held {
    pub name: String,
    /// Natural logarithm.
    pub log_likelihood: f64,
    /// Against the likeliest hypothesis.
    pub bayes_factor: f64,
    /// With equal odds beforehand.
    pub posterior: f64,
    /// What counts for and against it: what is expected, whether it is so, and the likelihood of that.
    pub grounds: Vec<Ground>,
    pub plausible: Option<Plausible>,
    /// Why it is no game, where it is none.
    pub fault: Option<String>,
}

#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ground {
    pub expected: String,
    pub holds: bool,
    pub likelihood: f64,
}

fn ground(expected: String, holds: bool, confidence: f64) -> Ground {
    let sure = confidence.clamp(MISTAKEN, 1.0 - MISTAKEN);
    Ground { expected, holds, likelihood: if holds { sure } else { 1.0 - sure } }
}

/// Holds hypotheses (name and text) against the evidence of a description, the likeliest first. `confidence` says how sure a clause of
/// the description is, where a statement supports it.
pub fn compare(
    incomplete: &Incomplete,
    hypotheses: &[(String, String)],
    confidence: &dyn Fn(&Term) -> Option<f64>,
    terms: &Terms,
) -> Vec<Held> {
    let mut held: Vec<Held> =
        hypotheses.iter().map(|(name, text)| hold(incomplete, name, text, confidence, terms)).collect();
    held.sort_by(|a, b| b.log_likelihood.total_cmp(&a.log_likelihood).then(a.name.cmp(&b.name)));
    let best = held.first().map_or(0.0, |h| h.log_likelihood);
    let sum: f64 = held.iter().map(|h| (h.log_likelihood - best).exp()).sum();
    for h in &mut held {
        h.bayes_factor = (h.log_likelihood - best).exp();
        h.posterior = h.bayes_factor / sum;
    }
    held
}

fn hold(
    incomplete: &Incomplete,
    name: &str,
    text: &str,
    confidence: &dyn Fn(&Term) -> Option<f64>,
    terms: &Terms,
) -> Held {
    let mut held = Held {
        name: name.to_owned(),
        log_likelihood: f64::NEG_INFINITY,
        bayes_factor: 0.0,
        posterior: 0.0,
        grounds: Vec::new(),
        plausible: None,
        fault: None,
    };
    let ready = match gate::look(name, text, &[], terms, &|| true) {
        Ok(ready) => ready,
        Err(why) => {
            held.fault = Some(why.reason);
            return held;
        }
    };
    let profile = profile_of(&ready.reading, &ready.game, &|_| None);
    let start = gate::at_start(&ready.game);
    for expected in &incomplete.expectations {
        let counted = gate::start_value(expected.name, start, ready.game.players);
        let Some(value) = counted.or_else(|| profile.as_ref()?.value(expected.concept)) else { continue };
        let (holds, words) = match expected.wanted {
            Wanted::Holds(wanted) => ((value != 0.0) == wanted, format!("{} is {wanted}", expected.name)),
            Wanted::Between(low, high) => {
                ((low..=high).contains(&value), format!("{} is from {low} to {high}", expected.name))
            }
        };
        held.grounds.push(ground(words, holds, expected.confidence));
    }
    let whole = canonical(&term_of(&ready.reading));
    for clause in given(&incomplete.term) {
        let wanted = canonical(clause);
        let mut found = false;
        whole.each(&mut |t| found |= *t == wanted);
        let sure = confidence(clause).unwrap_or(GIVEN);
        held.grounds.push(ground(crate::holes::shorten(&clause.to_string()), found, sure));
    }
    let played = gate::at_random(&ready, terms, &|_| false);
    match played
        .and_then(|played| gate::under_search(&ready, &played, &Terms { least: 0.0, ..terms.clone() }))
    {
        Ok(judged) => held.plausible = Some(judged.plausible),
        Err(why) => held.fault = Some(why.reason),
    }
    let play = held.plausible.as_ref().map_or(MISTAKEN, |p| p.percentile.max(MISTAKEN));
    held.log_likelihood = play.ln() + held.grounds.iter().map(|g| g.likelihood.ln()).sum::<f64>();
    held
}

fn term_of(reading: &ludarium_play::Reading) -> Term {
    let tree = &reading.expanded.game;
    let root = tree.roots.first();
    root.map_or_else(|| Term::word("game"), |&r| Term::of(tree, r, &mut |_| crate::types::HoleId(0)))
}

/// The clauses that a description gives whole: the largest without a hole, but for the frame.
fn given(game: &Term) -> Vec<&Term> {
    let mut found = Vec::new();
    let mut todo: Vec<&Term> = game.args().iter().collect();
    while let Some(term) = todo.pop() {
        let frame = matches!(term.head(), Some("equipment" | "rules" | "play" | "start" | "end"));
        if term.shape == Shape::Call && !frame && !term.has_hole() {
            found.push(term);
        } else {
            todo.extend(term.args());
        }
    }
    found.reverse();
    found
}

/// Bayes factors by the words that are in use for them.
pub fn strength(factor: f64) -> &'static str {
    match factor {
        f if f > 1.0 / 3.0 => "hardly worse",
        f if f > 0.1 => "substantially worse",
        f if f > 0.01 => "strongly worse",
        _ => "decisively worse",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_incomplete;
    use ludarium_play::{Selection, library_defines};

    #[test]
    fn who_meets_the_evidence_is_likelier() {
        let lost = "(game \"Lost\" (players 2) (equipment { (board (square 3)) (piece \"Disc\" Each) }) \
                    (rules (play (move Add (to (sites Empty)))) (end [#])))
                    (metadata (recon {(concept \"Line\" True)}))";
        let incomplete =
            read_incomplete("lost.lud", lost, &library_defines(), &Selection::default()).unwrap();
        let with = |end: &str, size: u32| {
            format!(
                "(game \"Lost\" (players 2) (equipment {{ (board (square {size})) (piece \"Disc\" Each) }}) \
                 (rules (play (move Add (to (sites Empty)))) (end {end})))"
            )
        };
        let line = "(if (is Line 3) (result Mover Win))";
        let hypotheses = [
            ("lines".to_owned(), with(line, 3)),
            ("another board".to_owned(), with(line, 4)),
            ("no lines".to_owned(), with("(if (no Moves Next) (result Mover Win))", 3)),
            ("nonsense".to_owned(), "(game \"x\" (players 2))".to_owned()),
        ];
        let terms = Terms { random_games: 6, search_games: 4, nodes: 60, ..Terms::default() };
        let held = compare(&incomplete, &hypotheses, &|_| None, &terms);
        assert_eq!(held[0].name, "lines", "{held:?}");
        assert!((held.iter().map(|h| h.posterior).sum::<f64>() - 1.0).abs() < 1e-9);
        let of = |name: &str| held.iter().find(|h| h.name == name).unwrap();
        assert!(of("no lines").bayes_factor < 0.1, "{held:?}");
        assert!(of("another board").bayes_factor < 0.3, "{held:?}");
        assert!(of("nonsense").fault.is_some() && of("nonsense").posterior == 0.0);
    }
}
