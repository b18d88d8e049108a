//! What may have stood in a hole: not one part but a distribution over kinds of parts, with a share for something else. A
//! kind is what a part does, without numbers, names and places: `wins by a line`, `steps and hops`. Each donor game speaks
//! once for each kind that it has in this place, by the likelihood of [`crate::rank`]; how loudly, and how much is kept for something
//! that no donor has, was learnt on documented games (`posterior.csv`, made by `--example calibrate posterior`).
//!
//! Knows kinds and shares; refuses to fit parts into holes.

use crate::donors::Donors;
use crate::fit::{Part, all_parts};
use crate::holes::Incomplete;
use crate::rank::{self, Kind, Likeness};
use crate::term::Term;
use crate::types::{Candidate, Donor, DonorId, Hole, HoleId, Similarity};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// What a kind is called by: heads and words of the clauses that say what is done or asked, in order.
const SAYING: [&str; 39] = [
    "step",
    "hop",
    "slide",
    "leap",
    "shoot",
    "sow",
    "promote",
    "remove",
    "swap",
    "push",
    "custodial",
    "enclose",
    "intervene",
    "surround",
    "moveAgain",
    "roll",
    "bet",
    "addScore",
    "forEach",
    "add",
    "select",
    "flip",
    "rotate",
    "take",
    "claim",
    "place",
    "set",
    "payoffs",
    "fromTo",
    "directional",
    "propose",
    "vote",
    "counter",
    "var",
    "state",
    "max",
    "hand",
    "dice",
    "track",
];
/// Heads whose first word says what is asked.
const ASKING: [&str; 3] = ["is", "no", "all"];

/// The kind of a part in a place of this kind.
pub fn kind_of(place: Kind, terms: &[Term]) -> String {
    let mut words: BTreeSet<String> = BTreeSet::new();
    for term in terms {
        term.each(&mut |t| {
            let Some(head) = t.head() else { return };
            let first = t.args().first().and_then(Term::as_word).unwrap_or_default();
            match place {
                Kind::Start => {
                    if head == "place" {
                        words.insert(match first {
                            "Stack" => "stacks".to_owned(),
                            "Random" => "by chance".to_owned(),
                            _ => "pieces".to_owned(),
                        });
                    }
                    let text = t.args().iter().filter_map(Term::as_text).any(|x| x.starts_with("Hand"));
                    if text || head == "hand" {
                        words.insert("in hand".to_owned());
                    }
                    if head == "set" {
                        words.insert(format!("sets {}", first.to_lowercase()));
                    }
                    if t.args().iter().any(|a| a.label.as_deref() == Some("count")) {
                        words.insert("in numbers".to_owned());
                    }
                }
                Kind::End => {
                    if ASKING.contains(&head) {
                        words.insert(format!("{head} {first}"));
                    } else if matches!(head, "byScore" | "score" | "count" | "payoffs" | "counter") {
                        words.insert(head.to_owned());
                    }
                }
                Kind::Piece | Kind::Other => {
                    if head == "move" {
                        words.insert(first.to_lowercase());
                    } else if SAYING.contains(&head) {
                        words.insert(head.to_owned());
                    }
                }
            }
        });
    }
    words.remove("");
    let words: Vec<String> = words.into_iter().collect();
    if words.is_empty() { "plain".to_owned() } else { words.join(", ") }
}

/// How loudly donors speak in places of a kind, and what is kept for something else.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Learnt {
    pub loudness: f64,
    pub else_share: f64,
}

const TABLE: &str = include_str!("posterior.csv");

fn word(place: Kind) -> &'static str {
    match place {
        Kind::Start => "set-up",
        Kind::End => "end",
        Kind::Piece => "piece",
        Kind::Other => "play",
    }
}

/// What was learnt for places of a kind.
pub fn learnt(place: Kind) -> Learnt {
    static LEARNT: OnceLock<Vec<(String, Learnt)>> = OnceLock::new();
    let all = LEARNT.get_or_init(|| {
        let line = |line: &str| {
            let mut fields = line.split(',');
            let word = fields.next()?.to_owned();
            let loudness = fields.next()?.parse().ok()?;
            Some((word, Learnt { loudness, else_share: fields.next()?.parse().ok()? }))
        };
        TABLE.lines().filter_map(line).collect()
    });
    let found = all.iter().find(|(name, _)| name == word(place)).map(|(_, learnt)| *learnt);
    found.unwrap_or(Learnt { loudness: 0.5, else_share: 0.2 })
}

/// The table as it is kept.
pub fn table(learnt: &[(Kind, Learnt)]) -> String {
    let mut text = "place,loudness,something_else\n".to_owned();
    for (place, l) in learnt {
        text.push_str(&format!("{},{:.3},{:.3}\n", word(*place), l.loudness, l.else_share));
    }
    text
}

/// What donors have in a place: by kind, what each game says for it.
#[derive(Clone, Debug, Default)]
pub struct Said {
    pub kinds: BTreeMap<String, BTreeMap<String, (f64, DonorId)>>,
}

impl Said {
    pub fn of(
        hole: &Hole,
        parts: &[Part],
        incomplete: &Incomplete,
        donors: &Donors,
        close: &dyn Similarity,
    ) -> Said {
        let place = Kind::of(hole);
        let likeness = Likeness::new(incomplete, hole, donors);
        let mut said = Said::default();
        for part in parts {
            let Some(id) = part.donor else { continue };
            let donor = donors.get(id);
            let value = rank::said_with(place, &likeness.features(part, &close.of(donor)), close.emphasis());
            let games = said.kinds.entry(kind_of(place, &part.terms)).or_default();
            let own = games.entry(donor.name.clone()).or_insert((value, id));
            if value > own.0 {
                *own = (value, id);
            }
        }
        said
    }

    /// The shares of the kinds, the likeliest first.
    pub fn shares(&self, learnt: Learnt) -> Vec<(String, f64, Vec<DonorId>)> {
        let all = self.kinds.values().flat_map(|games| games.values());
        let most = all.map(|(value, _)| *value).fold(f64::NEG_INFINITY, f64::max);
        let weigh = |value: f64| (learnt.loudness * (value - most)).exp();
        let mut found: Vec<(String, f64, Vec<DonorId>)> = self
            .kinds
            .iter()
            .map(|(kind, games)| {
                let mut speakers: Vec<(f64, DonorId)> = games.values().copied().collect();
                speakers.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
                let share = speakers.iter().map(|(value, _)| weigh(*value)).sum();
                (kind.clone(), share, speakers.into_iter().take(SPEAKERS).map(|(_, id)| id).collect())
            })
            .collect();
        let sum: f64 = found.iter().map(|(_, share, _)| share).sum();
        found.iter_mut().for_each(|(_, share, _)| *share *= (1.0 - learnt.else_share) / sum.max(1e-300));
        found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        found
    }
}

/// So many donors are named for a kind.
const SPEAKERS: usize = 3;
/// A set of kinds is shown that holds the truth with this probability.
pub const CREDIBLE: f64 = 0.9;

/// What may have stood in a hole.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Posterior {
    /// `(end [#])`
    pub place: String,
    /// The likeliest first, as many as make up the credible set.
    pub kinds: Vec<Share>,
    /// The share of something that no donor has.
    pub something_else: f64,
    /// How many kinds share what is left.
    pub others: usize,
}

#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Share {
    pub kind: String,
    pub probability: f64,
    /// The donors that speak loudest for it.
    pub donors: Vec<String>,
}

/// How many of the likeliest kinds make up the credible set, with something else counted in where it is likelier.
pub fn credible(shares: &[f64], something_else: f64) -> (usize, bool) {
    let (mut sum, mut with_else) = (0.0, false);
    for (i, share) in shares.iter().enumerate() {
        if !with_else && something_else >= *share {
            with_else = true;
            sum += something_else;
            if sum >= CREDIBLE {
                return (i, true);
            }
        }
        sum += share;
        if sum >= CREDIBLE {
            return (i + 1, with_else);
        }
    }
    (shares.len(), true)
}

/// What may have stood in each hole that is filled by borrowing.
pub fn of(
    incomplete: &Incomplete,
    donors: &Donors,
    similarity: &dyn Similarity,
    usable: &(dyn Fn(&Donor) -> bool + Sync),
) -> Vec<Posterior> {
    let all = all_parts(incomplete, donors, &|id: DonorId| usable(donors.get(id)));
    let empty: Vec<Part> = Vec::new();
    let mut found = Vec::new();
    for hole in &incomplete.holes {
        let parts = all.get(&hole.id).unwrap_or(&empty);
        let said = Said::of(hole, parts, incomplete, donors, similarity);
        if said.kinds.is_empty() {
            continue;
        }
        let learnt = learnt(Kind::of(hole));
        let shares = said.shares(learnt);
        let numbers: Vec<f64> = shares.iter().map(|s| s.1).collect();
        let (shown, _) = credible(&numbers, learnt.else_share);
        let kinds = shares.iter().take(shown.max(1)).map(|(kind, probability, who)| Share {
            kind: kind.clone(),
            probability: *probability,
            donors: who.iter().map(|id| donors.get(*id).title()).collect(),
        });
        found.push(Posterior {
            place: hole.place.clone(),
            kinds: kinds.collect(),
            something_else: learnt.else_share,
            others: shares.len() - shown.max(1).min(shares.len()),
        });
    }
    found
}

/// Results of one family of rules: the same kinds of parts in all holes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cluster {
    /// By hole.
    pub kinds: Vec<String>,
    /// Places in the list of results; the first represents the others.
    pub results: Vec<usize>,
}

/// Results in families of rules, in the order of their best.
pub fn clusters(incomplete: &Incomplete, results: &[Candidate]) -> Vec<Cluster> {
    let mut found: Vec<Cluster> = Vec::new();
    for (at, result) in results.iter().enumerate() {
        let kinds: Vec<String> = result
            .fills
            .iter()
            .map(|fill| {
                let HoleId(i) = fill.hole;
                let hole = &incomplete.holes[i as usize];
                match fill.donor {
                    Some(_) => kind_of(Kind::of(hole), &fill.terms),
                    // One of the description's own alternatives is a kind of its own.
                    None => fill.terms.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
                }
            })
            .collect();
        match found.iter_mut().find(|cluster| cluster.kinds == kinds) {
            Some(cluster) => cluster.results.push(at),
            None => found.push(Cluster { kinds, results: vec![at] }),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::testing::terms;

    #[test]
    fn kinds_are_what_is_asked_without_numbers_and_names() {
        let kind = |text: &str| kind_of(Kind::End, &terms(text));
        assert_eq!(kind("(if (is Line 3) (result Mover Win))"), "is Line");
        assert_eq!(kind("(if (is Line 5) (result Mover Win))"), "is Line");
        assert_ne!(
            kind("(if (no Moves Next) (result Mover Win))"),
            kind("(if (is Line 3) (result Mover Win))")
        );
        let moves =
            kind_of(Kind::Piece, &terms("(or (step Forward (to if:(is Empty (to)))) (hop Orthogonal))"));
        assert_eq!(moves, "hop, step");
    }

    #[test]
    fn shares_add_up_with_something_else() {
        let mut said = Said::default();
        for (kind, game, value) in [("a", "x", 3.0), ("a", "y", 2.0), ("b", "z", 2.5)] {
            said.kinds.entry(kind.into()).or_default().insert(game.into(), (value, DonorId(0)));
        }
        let shares = said.shares(Learnt { loudness: 1.0, else_share: 0.2 });
        assert_eq!(shares[0].0, "a");
        assert!((shares.iter().map(|s| s.1).sum::<f64>() - 0.8).abs() < 1e-9);
        assert_eq!(credible(&[0.5, 0.3], 0.2), (2, true));
        assert_eq!(credible(&[0.95], 0.05), (1, false));
    }
}
