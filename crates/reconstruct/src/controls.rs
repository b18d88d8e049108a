//! Null controls: the same search where nothing is to be found. *Given any line pattern, rules will be found that work*: so
//! every run also searches on scrambled boards (as many sites, in the same places, as many neighbours each, but other
//! neighbours) with the evidence of place, time, culture and concepts dealt out among the donors anew. How much is found there is
//! the rate of false positives, and a result says only as much as it exceeds that.
//!
//! Knows boards and counts; refuses to know what makes a game plausible.

use crate::donors::Donors;
use crate::ground::Ground;
use crate::holes::{Incomplete, read_incomplete};
use crate::search::{Found, Progress, Settings, Watch, reconstruct};
use crate::term::{Shape, Term};
use crate::types::{Candidate, Donor, DonorScores, HoleKind, Outcome, Similarity, Stage};
use ludarium_engine::rng::mix;
use ludarium_play::{Defines, Selection};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

/// What the real search and each control may spend, so that they can be compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// So many controls.
    pub controls: usize,
    /// So many candidates are looked at in each.
    pub candidates: usize,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { controls: 4, candidates: 40 }
    }
}

/// What one search found.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Yield {
    /// Candidates that were put to the gate.
    pub tried: usize,
    pub passed: usize,
    /// The mean of how plausible those are that passed; 0 where none did.
    pub plausible: f64,
}

impl Yield {
    fn of(found: &Found) -> Yield {
        let percentiles: Vec<f64> = found
            .results
            .iter()
            .filter_map(|r| match &r.outcome {
                Outcome::Playable { plausible, .. } => plausible.as_ref().map(|p| p.percentile),
                Outcome::Rejected(_) => None,
            })
            .collect();
        let torn = found.progress.rejected[Stage::Parts as usize];
        Yield {
            tried: found.progress.looked_at.saturating_sub(torn),
            passed: found.progress.playable,
            plausible: percentiles.iter().fold(0.0, |sum, p| sum + p) / percentiles.len().max(1) as f64,
        }
    }
    /// The share that passed.
    pub fn share(&self) -> f64 {
        self.passed as f64 / self.tried.max(1) as f64
    }
}

/// What was found where nothing is to be found, beside what was found on the evidence.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Controls {
    /// The same search, no longer than the controls, on the evidence as it is.
    pub real: Yield,
    pub controls: Vec<Yield>,
    /// Whether the boards were scrambled; where the board itself is unknown only the evidence is.
    pub scrambled: bool,
    /// Of candidates put to the gate on controls, the share that passed, and where that of as many other controls falls (95 %).
    pub false_positives: f64,
    pub interval: (f64, f64),
    /// The share that passed on the evidence by that on the controls.
    pub ratio: Option<f64>,
    /// Of the controls and the real search, the share that yield at least as much as the real one.
    pub p: f64,
    /// Whether the evidence yields more than the controls, beyond what chance explains.
    pub distinguishes: bool,
}

impl Controls {
    pub fn of(real: Yield, controls: Vec<Yield>, scrambled: bool) -> Controls {
        let (tried, passed) =
            controls.iter().fold((0, 0), |(tried, passed), c| (tried + c.tried, passed + c.passed));
        let rate = passed as f64 / tried.max(1) as f64;
        let inflation = inflation(&controls, rate);
        let effective = tried as f64 / inflation;
        // Where the rate of as many other controls falls 19 times of 20: both are drawn.
        let interval = wilson(rate, effective / 2.0);
        // Two shares, the controls' with as many candidates as they are worth.
        let (n, m) = (real.tried.max(1) as f64 / inflation, effective.max(1.0));
        let pooled = (real.share() * n + rate * m) / (n + m);
        let error = (pooled * (1.0 - pooled) * (1.0 / n + 1.0 / m)).sqrt();
        let at_least = controls.iter().filter(|c| c.share() >= real.share()).count();
        Controls {
            p: (1 + at_least) as f64 / (1 + controls.len()) as f64,
            ratio: (rate > 0.0).then(|| real.share() / rate),
            distinguishes: !controls.is_empty() && real.share() - rate > 1.96 * error,
            false_positives: rate,
            interval,
            real,
            controls,
            scrambled,
        }
    }

    /// In sentences.
    pub fn told(&self) -> String {
        if self.controls.is_empty() {
            return "No controls were run: how many of these results chance alone explains is not known."
                .to_owned();
        }
        let percent = |x: f64| format!("{:.0} %", 100.0 * x);
        let what = if self.scrambled {
            "scrambled boards with shuffled evidence"
        } else {
            "shuffled evidence (the board is unknown itself)"
        };
        let ratio = self.ratio.map_or("nothing passed on the controls".to_owned(), |r| {
            format!("{r:.2} times as many as there")
        });
        let verdict = if self.distinguishes {
            "The evidence yields more than chance explains."
        } else {
            "The evidence does not distinguish: as much is found where nothing is to be found."
        };
        format!(
            "On {} {what} {} of the candidates pass the gate (95 %: {} to {}); on the evidence {} of {} do, {ratio}. {verdict}",
            self.controls.len(),
            percent(self.false_positives),
            percent(self.interval.0),
            percent(self.interval.1),
            self.real.passed,
            self.real.tried
        )
    }
}

/// By how much shares differ more from control to control than those of independent candidates would.
fn inflation(controls: &[Yield], rate: f64) -> f64 {
    let k = controls.len();
    if k < 2 || rate <= 0.0 || rate >= 1.0 {
        return 1.0;
    }
    let n = controls.iter().map(|c| c.tried).sum::<usize>() as f64 / k as f64;
    let variance = controls.iter().map(|c| (c.share() - rate).powi(2)).sum::<f64>() / (k - 1) as f64;
    (variance / (rate * (1.0 - rate) / n.max(1.0))).max(1.0)
}

/// Wilson's interval, 95 %.
pub fn wilson(share: f64, n: f64) -> (f64, f64) {
    let (n, z) = (n.max(1.0), 1.96_f64);
    let middle = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// The closeness of donors, dealt out among them anew.
struct Dealt<'s> {
    inner: &'s dyn Similarity,
    donors: &'s Donors,
    /// By donor: whose closeness it is given.
    whose: Vec<usize>,
}

impl<'s> Dealt<'s> {
    fn new(inner: &'s dyn Similarity, donors: &'s Donors, seed: u64) -> Dealt<'s> {
        let mut whose: Vec<usize> = (0..donors.list.len()).collect();
        whose.sort_by_key(|&i| mix(seed ^ mix(i as u64)));
        Dealt { inner, donors, whose }
    }
}

impl Similarity for Dealt<'_> {
    fn of(&self, donor: &Donor) -> DonorScores {
        let other = self.whose.get(donor.id.0 as usize).and_then(|&i| self.donors.list.get(i));
        self.inner.of(other.unwrap_or(donor))
    }
    fn combined(&self, scores: &DonorScores) -> f64 {
        self.inner.combined(scores)
    }
    fn emphasis(&self) -> [f64; 3] {
        self.inner.emphasis()
    }
}

/// Asks only whether to go on.
struct Quiet<'w>(&'w mut dyn Watch);
impl Watch for Quiet<'_> {
    fn progress(&mut self, _: &Progress, _: &Candidate) {}
    fn go_on(&mut self) -> bool {
        self.0.go_on()
    }
}

/// Searches on the evidence and on controls, as long on each.
pub fn run(
    incomplete: &Incomplete,
    donors: &Donors,
    similarity: &dyn Similarity,
    settings: &Settings,
    usable: &(dyn Fn(&Donor) -> bool + Sync),
    effort: Effort,
    watch: &mut dyn Watch,
) -> Controls {
    let settings = Settings { results: effort.candidates, candidates: effort.candidates, ..settings.clone() };
    let mut quiet = Quiet(watch);
    let real = Yield::of(&reconstruct(incomplete, donors, similarity, &settings, usable, &mut quiet));
    let ground = donors.grounds.of(&incomplete.term);
    let mut controls = Vec::new();
    let mut scrambled = false;
    for i in 0..effort.controls as u64 {
        if !quiet.go_on() {
            break;
        }
        let seed = mix(settings.seed ^ mix(0xC0_17_80_15 ^ i));
        let dealt = Dealt::new(similarity, donors, seed);
        let other = ground.as_ref().and_then(|ground| scrambled_like(incomplete, ground, seed));
        scrambled |= other.is_some();
        let other = other.as_ref().unwrap_or(incomplete);
        let found = reconstruct(other, donors, &dealt, &settings, usable, &mut quiet);
        // One that was broken off is no control.
        if found.stopped != crate::search::Stopped::Told {
            controls.push(Yield::of(&found));
        }
    }
    Controls::of(real, controls, scrambled)
}

/// The same description on a scrambled board, if it has one that can be scrambled.
pub fn scrambled_like(incomplete: &Incomplete, ground: &Ground, seed: u64) -> Option<Incomplete> {
    let board = scrambled_board(ground, seed)?;
    let mut term = written(&incomplete.term, incomplete);
    let mut done = false;
    term.each_mut(&mut |t| {
        if t.head() == Some("board") && !done {
            done = true;
            // Tracks and what else stands in the board speak of sites, which are as many as before.
            let mut parts = vec![Term::word("board"), board.clone()];
            parts.extend(t.parts.iter().skip(2).filter(|p| p.label.as_deref() != Some("use")).cloned());
            parts.push(Term { label: Some("use".into()), ..Term::word("Vertex") });
            t.parts = parts;
        }
    });
    if !done {
        return None;
    }
    let text = term.to_string();
    let mut found = read_incomplete(&incomplete.name, &text, &Defines::none(), &Selection::default()).ok()?;
    found.expectations.clone_from(&incomplete.expectations);
    found.key.clone_from(&incomplete.key);
    (found.holes.len() == incomplete.holes.len()).then_some(found)
}

/// A description with its holes as they are written.
fn written(term: &Term, incomplete: &Incomplete) -> Term {
    let mut term = term.clone();
    term.each_mut(&mut |t| {
        if let Shape::Hole(id) = t.shape
            && let Some(hole) = incomplete.holes.get(id.0 as usize)
        {
            t.shape = Shape::Word(hole_text(&hole.kind, incomplete).into());
        }
    });
    term
}

fn hole_text(kind: &HoleKind, incomplete: &Incomplete) -> String {
    match kind {
        HoleKind::Borrowed { brackets } => format!("[{}]", "#".repeat(usize::from(*brackets).max(1))),
        HoleKind::Perhaps => "[?]".to_owned(),
        HoleKind::OneOf { alternatives, or_borrowed } => {
            let mut all: Vec<String> = alternatives
                .iter()
                .map(|list| {
                    list.iter().map(|t| written(t, incomplete).to_string()).collect::<Vec<_>>().join(" ")
                })
                .collect();
            if *or_borrowed {
                all.push("#".to_owned());
            }
            format!("[{}]", all.join(" | "))
        }
    }
}

/// Attempts to exchange the ends of two edges, for each edge.
const SWAPS: usize = 20;
/// Boards that fall apart are tried again so often.
const TRIES: u64 = 20;

/// A board with the same sites in the same places, each with as many neighbours as before, but others.
fn scrambled_board(ground: &Ground, seed: u64) -> Option<Term> {
    let edges = ground.edges();
    if edges.len() < 4 {
        return None;
    }
    let swapped = (0..TRIES).find_map(|i| {
        let swapped = swapped(&edges, mix(seed ^ i));
        is_connected(ground.len(), &swapped).then_some(swapped)
    })?;
    let float = |x: f64| Term::new(Shape::Float(format!("{:.4}", 10.0 * x).into()), Vec::new());
    let pair = |a: Term, b: Term| Term::new(Shape::Set, vec![a, b]);
    let label = |name: &str, term: Term| Term { label: Some(name.into()), ..term };
    let vertices = ground.places().iter().map(|&(x, y)| pair(float(x), float(y))).collect();
    let edges =
        swapped.iter().map(|&(a, b)| pair(Term::int(i64::from(a)), Term::int(i64::from(b)))).collect();
    Some(Term::new(
        Shape::Call,
        vec![
            Term::word("graph"),
            label("vertices", Term::new(Shape::Set, vertices)),
            label("edges", Term::new(Shape::Set, edges)),
        ],
    ))
}

fn swapped(edges: &[(u32, u32)], seed: u64) -> Vec<(u32, u32)> {
    let order = |(a, b): (u32, u32)| (a.min(b), a.max(b));
    let mut edges: Vec<(u32, u32)> = edges.iter().map(|&e| order(e)).collect();
    let mut there: FxHashSet<(u32, u32)> = edges.iter().copied().collect();
    let n = edges.len() as u64;
    let mut state = seed;
    for _ in 0..SWAPS * edges.len() {
        state = mix(state.wrapping_add(0x9E37_79B9_7F4A_7C15));
        let (i, j) = ((state % n) as usize, ((state >> 32) % n) as usize);
        let ((a, b), (c, d)) = (edges[i], edges[j]);
        let (one, two) =
            if state >> 63 == 0 { (order((a, d)), order((c, b))) } else { (order((a, c)), order((b, d))) };
        let loops = one.0 == one.1 || two.0 == two.1;
        if i == j || loops || one == two || there.contains(&one) || there.contains(&two) {
            continue;
        }
        there.remove(&edges[i]);
        there.remove(&edges[j]);
        there.extend([one, two]);
        (edges[i], edges[j]) = (one, two);
    }
    edges
}

fn is_connected(n: usize, edges: &[(u32, u32)]) -> bool {
    let mut near: Vec<Vec<u32>> = vec![Vec::new(); n];
    for &(a, b) in edges {
        near[a as usize].push(b);
        near[b as usize].push(a);
    }
    let first = edges.first().map_or(0, |e| e.0);
    let mut seen = vec![false; n];
    let mut todo = vec![first];
    while let Some(site) = todo.pop() {
        if !std::mem::replace(&mut seen[site as usize], true) {
            todo.extend(&near[site as usize]);
        }
    }
    // Sites without any neighbour were so before.
    (0..n).all(|site| seen[site] || near[site].is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scrambled_board_keeps_sites_and_degrees() {
        let edges: Vec<(u32, u32)> = (0..25u32)
            .flat_map(|s| {
                let right = (s % 5 < 4).then_some((s, s + 1));
                let up = (s < 20).then_some((s, s + 5));
                right.into_iter().chain(up)
            })
            .collect();
        let other = swapped(&edges, 7);
        let degrees = |edges: &[(u32, u32)]| {
            let mut found = vec![0; 25];
            edges.iter().for_each(|&(a, b)| {
                found[a as usize] += 1;
                found[b as usize] += 1;
            });
            found
        };
        assert_eq!(degrees(&edges), degrees(&other));
        let shared = other.iter().filter(|e| edges.contains(e)).count();
        assert!(shared < edges.len() / 2, "{shared} of {} edges are as they were", edges.len());
        assert_eq!(swapped(&edges, 7), other);
    }

    #[test]
    fn equal_yields_do_not_distinguish_and_much_more_does() {
        let found = |tried, passed| Yield { tried, passed, plausible: 0.4 };
        let same = Controls::of(found(40, 10), vec![found(40, 9), found(40, 12), found(40, 10)], true);
        assert!(!same.distinguishes && same.interval.0 < 0.26 && same.interval.1 > 0.26);
        let more = Controls::of(found(40, 30), vec![found(40, 2), found(40, 4), found(40, 3)], true);
        assert!(more.distinguishes, "{more:?}");
        assert!(more.told().contains("more than chance"), "{}", more.told());
        // Controls that differ widely among themselves say less.
        let wide = Controls::of(found(40, 24), vec![found(40, 0), found(40, 40), found(40, 6)], true);
        assert!(!wide.distinguishes, "{wide:?}");
    }
}
