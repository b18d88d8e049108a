//! Which combinations of parts are tried, and in which order. The score of a candidate is the mean of its borrowed
//! parts' scores, less a little for every further donor: parts of one game belong together. Both only fall as holes
//! are filled, so the best that can still become of half a candidate bounds it, and best-first search finds
//! candidates in the order of their scores.
//!
//! Parts that were tried and failed, and parts that results already have, lose rank as the search goes on: the first
//! saves work, the second makes results differ. All of it is counted, none of it timed: the same seed tries the same.

use crate::compose::{Whole, exchanged, filling, made};
use crate::difference::Difference;
use crate::donors::Donors;
use crate::fit::{
    Assembled, Known, MadeOf, Part, all_parts, asks_pieces, assemble, binds, borrowed, canonical,
    means_sites, moves_may_be_idle, same_ground, wanted,
};
use crate::gate::{self, Played, Ready, Terms};
use crate::holes::{Incomplete, Wanted};
use crate::meaning::{meaning_of, normal};
use crate::rank::{self, Likeness};
use crate::setup::{self, Asked};
use crate::signals::{Signal, Signals};
use crate::term::{Shape, Term};
use crate::types::{
    Candidate, Donor, DonorId, DonorScores, Fault, Figures, Fill, Hole, HoleId, HoleKind, Outcome, Rejection,
    Similarity, Stage,
};
use ludarium_engine::rng::mix;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;
use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::{BTreeSet, BinaryHeap, VecDeque};
use std::sync::{Arc, OnceLock};

/// What a search may spend and what it is to find.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// So many playable results are wanted.
    pub results: usize,
    /// So many candidates are looked at, at most.
    pub candidates: usize,
    pub seed: u64,
    pub gate: Terms,
    /// Each donor after the first costs so much of the score.
    pub each_donor: f64,
    /// How much results should differ, from 0 (best scores only) to 1 (most different only).
    pub diversity: f64,
    /// So many rounds of candidates at most: by them a run that a clock ended is made again.
    pub rounds: Option<usize>,
    /// Whether candidates are played at all: without, everything that compiles and is without defect is a result.
    pub play: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            results: 10,
            candidates: 20_000,
            seed: 1,
            gate: Terms::default(),
            each_donor: 0.1,
            diversity: 0.3,
            rounds: None,
            play: true,
        }
    }
}

/// Where a search stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    pub looked_at: usize,
    pub playable: usize,
    pub rejected: [usize; Stage::ALL.len()],
}

/// Somebody who looks on: told of every candidate, asked whether to go on, and asked what is known from before.
pub trait Watch {
    fn progress(&mut self, progress: &Progress, newest: &Candidate);
    /// Asked between batches: the shells look at their clocks here.
    fn go_on(&mut self) -> bool {
        true
    }
    /// What an earlier run found out by playing the candidate with this hash in thought.
    fn known(&self, _hash: u64) -> Option<Outcome> {
        None
    }
}

/// Nobody looks on.
pub struct Silent;
impl Watch for Silent {
    fn progress(&mut self, _: &Progress, _: &Candidate) {}
}

/// Why a search ended.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stopped {
    Found,
    /// Every combination was looked at.
    Exhausted,
    /// The most candidates that were allowed have been looked at.
    Candidates,
    /// Somebody said stop.
    Told,
}

/// What a search found.
#[derive(Debug)]
pub struct Found {
    /// Playable results, the best first.
    pub results: Vec<Candidate>,
    /// Those that were turned down, in the order in which they were met.
    pub rejected: Vec<Candidate>,
    pub progress: Progress,
    pub stopped: Stopped,
    /// By hole: how many parts there were to choose from.
    pub parts: Vec<usize>,
    /// Rounds that were finished.
    pub rounds: usize,
}

/// So many candidates are looked at together. A constant: the order of what is tried must not depend on the machine.
const BATCH: usize = 8;
/// So many candidates are played under search together: between them somebody may say stop.
const PORTION: usize = 2;
/// So many candidates that stand so far wait for their turn, in the order in which they were met: the likeliest first.
const WAITING: usize = 40;
/// So many are gathered before the first goes.
const GATHERED: usize = 2;
/// Results are scarce if more than so many candidates were looked at for each, and for the first one.
const SCARCE: usize = 15;
/// For each hole of a combination that passed, or that was played for some time, so many other parts are tried.
const RELATIVES: usize = 8;
const RELATIVES_OF_LOSERS: usize = 2;
/// So many parts are asked at once whether they fit.
const AT_ONCE: usize = 32;
/// So many parts are kept in mind for a hole: the best of thousands, or memory would go with what is never tried.
const MOST_FIRST: usize = 4000;
const MOST_NEXT: usize = 300;
/// So many half candidates are kept in mind; beyond, the worse half is forgotten.
const MOST_NODES_OPEN: usize = 40_000;
/// So many donors of the same part.
const MOST_ALIKE: usize = 2;
/// The most steps the search takes for one batch before it lets somebody say stop.
const STEPS: usize = 10_000;
/// Half candidates that may be dropped for each whole one that may be looked at.
const STEPS_PER_CANDIDATE: usize = 1000;
/// Rank lost by a part with each candidate that failed by it, and with each result that has it.
const FAILED: f64 = 0.006;
const USED: f64 = 0.1;
/// Rank lost from one alternative of a choice to the next, in the order of the seed.
const NEXT_ALTERNATIVE: f64 = 0.01;
/// Rank lost by a part that is e times less likely than another.
const LESS_LIKELY: f64 = 0.03;
/// Rank lost by a part against the same part of a donor that is e times better.
const OTHER_DONOR: f64 = 0.0015;
/// Rank lost by an alternative that no donor has, against the best attested one.
const RARE: f64 = 0.15;
/// Rank lost by parts of a donor that is itself nothing of what the evidence expects.
const UNMET: f64 = 0.4;
/// Rank lost by a part that means certain sites of another board: they are carried over, but nobody knows how well.
const CARRIED: f64 = 0.05;
/// Rank gained by a part that gives what the description waits for.
const WANTED: f64 = 0.4;
/// A donor whose score is so much lower attests a third as much.
const CLOSE: f64 = 0.1;

/// Reconstructs: the front door of this crate.
pub fn reconstruct(
    incomplete: &Incomplete,
    donors: &Donors,
    similarity: &dyn Similarity,
    settings: &Settings,
    usable: &(dyn Fn(&Donor) -> bool + Sync),
    watch: &mut dyn Watch,
) -> Found {
    Search::new(incomplete, donors, similarity, settings, usable).run(watch)
}

/// A part as the search sees it.
struct Ranked {
    part: Part,
    scores: DonorScores,
    score: f64,
    /// What it lost and gained before the search began: how likely it is, order of alternatives.
    handicap: f64,
    /// What its donor says for it (see [`crate::rank`]).
    said: f64,
    /// The part in our own names and what it brings, where it was bound by itself.
    bound: Option<(Vec<Term>, Vec<Term>)>,
    /// For parts that were made of two: how likely among all such, as a logarithm.
    share: Option<f64>,
    /// The same for parts that are alike but for the names of pieces.
    class: u64,
    /// Whether it fits by itself: worked out when first wanted.
    fits: Option<bool>,
}

struct Search<'s> {
    incomplete: &'s Incomplete,
    donors: &'s Donors,
    settings: &'s Settings,
    /// By hole, best first.
    parts: Vec<Vec<Ranked>>,
    /// The best rank that the holes from here on can still have, in sum.
    ahead: Vec<f64>,
    /// By hole: its parts by donor, and the best rank that a part of each donor, or of none, can have.
    by_donor: Vec<ByDonor>,
    /// By hole: its parts by their rank when the batch began, where it was asked for.
    present: Vec<Option<Ranks>>,
    present_few: Vec<Option<Ranks>>,
    links: Links,
    heap: BinaryHeap<Node>,
    /// Whether half candidates were forgotten.
    forgot: bool,
    order: u64,
    seen: FxHashMap<u64, usize>,
    /// By hole, what it is about; and sets of parts that failed whatever stood in the other holes.
    roles: Vec<Role>,
    hopeless: FxHashSet<u64>,
    blame: Blame,
    /// By hole and part: the words it is made of, where somebody asked.
    words: Vec<OnceLock<Vec<Vec<u64>>>>,
    /// Concepts that are expected and that the description does not show itself.
    to_show: Vec<u16>,
    /// Rank lost since, by hole and class of parts.
    lost: Vec<FxHashMap<u64, f64>>,
    /// How the candidates that were played under search went at random, and what became of them.
    courses: FxHashMap<u64, Option<Rejection>>,
    /// How the first games of those went that were played at random and stood.
    early: FxHashSet<u64>,
    difference: Difference,
    /// What the candidates that compiled mean: the same in other words is not judged again.
    meanings: FxHashSet<u64>,
    /// Candidates that were played at random and stand so far.
    waiting: Vec<Waiting>,
    /// Combinations that differ in one part from one that passed, or came near to it.
    relatives: VecDeque<Vec<u32>>,
    /// Whether the next combination is one of them, if there are any.
    turn_of_relatives: bool,
    /// Those of the last portion whose games end at random, and that did not pass.
    near: Vec<Vec<u32>>,
}

/// A candidate between its games at random and those under search.
struct Waiting {
    draft: Draft,
    ready: Ready,
    played: Played,
}

/// What a hole is about, as far as faults can be told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Start,
    End,
    Other,
}

impl Role {
    fn of(hole: &Hole) -> Role {
        let within = |head: &str| hole.context.heads.iter().any(|h| h == head);
        if within("start") {
            Role::Start
        } else if within("end") {
            Role::End
        } else {
            Role::Other
        }
    }
    /// Whether a hole of this kind has part in a fault.
    fn shares(self, fault: Fault, equipment: bool) -> bool {
        match fault {
            Fault::Together => true,
            Fault::BeforeTheEnd => self != Role::End,
            Fault::AfterTheStart => self != Role::Start,
            Fault::Start => self == Role::Start || equipment,
            Fault::StartAndEnd => self != Role::Other || equipment,
        }
    }
}

/// Faults that are less than all parts together.
const FAULTS: [Fault; 4] = [Fault::BeforeTheEnd, Fault::AfterTheStart, Fault::Start, Fault::StartAndEnd];

/// Which parts are to blame for what: found out by asking whether candidates fail alike with other parts in a hole.
#[derive(Default)]
struct Blame {
    /// By kind of failure: how often it was met, and how often it is to be met before somebody asks again.
    met: FxHashMap<u64, (u32, u32)>,
    /// Sets of holes, as bits, and the parts in them that fail in any company.
    holes: Vec<u64>,
    parts: FxHashSet<u64>,
    /// Codes of findings of lint that no part is to blame for.
    own: Vec<&'static str>,
}

/// A failure is asked about when it is met for so many times; after an answer that helps nobody, when it was met twice as often.
const ASK_AFTER: u32 = 2;
/// After an answer that blames several parts, it is met so often before somebody asks again.
const ASK_LATER: u32 = 5;
/// So many games at random of so many moves are enough to see whether candidates fail alike.
const ASKED_GAMES: (usize, usize) = (3, 400);
/// Rank lost by a part that has all its words from one that is to blame, and no others.
const LIKE_BLAMED: f64 = 0.06;
/// Other parts for a hole are chosen among so many.
const AMONG: usize = 100;
/// Descriptions with more holes are not asked about.
const MOST_HOLES: usize = 12;

/// What parts leave and look for, by hole: which holes can still mend what is torn.
struct Links {
    wanted: Vec<Signal>,
    /// Whether any hole has to do with how pieces move.
    pieces_asked: bool,
    /// Whether pieces may have moves that no rule asks for.
    idle: bool,
    /// What the description itself leaves and looks for.
    own: Signals,
    /// By hole: what any part leaves, and what the parts of each donor leave and look for.
    gives: Vec<BTreeSet<Signal>>,
    seeks: Vec<BTreeSet<Signal>>,
    of_donor: Vec<FxHashMap<DonorId, Signals>>,
}

impl Links {
    fn of(incomplete: &Incomplete, wanted: Vec<Signal>, parts: &[Vec<Ranked>]) -> Links {
        let own = incomplete.signals().clone();
        let mut links = Links {
            wanted,
            pieces_asked: asks_pieces(incomplete),
            idle: moves_may_be_idle(incomplete),
            own,
            gives: Vec::new(),
            seeks: Vec::new(),
            of_donor: Vec::new(),
        };
        for hole in parts {
            let mut gives = BTreeSet::new();
            let mut seeks = BTreeSet::new();
            let mut of_donor: FxHashMap<DonorId, Signals> = FxHashMap::default();
            for ranked in hole {
                gives.extend(ranked.part.signals.left.iter().cloned());
                seeks.extend(ranked.part.signals.sought.iter().cloned());
                if let Some(donor) = ranked.part.donor {
                    of_donor.entry(donor).or_default().join(&ranked.part.signals);
                }
            }
            links.gives.push(gives);
            links.seeks.push(seeks);
            links.of_donor.push(of_donor);
        }
        links
    }
}

/// By donor, or none: the best rank of its parts, and the parts.
type ByDonor = FxHashMap<Option<DonorId>, (f64, Vec<u32>)>;

/// Parts and their ranks, the best first.
type Ranks = Arc<Vec<(f64, u32)>>;

/// Some holes filled, and which part comes next into the hole after them.
struct Node {
    bound: f64,
    /// Older nodes go first among equals: the order must not depend on the heap.
    order: u64,
    chosen: Vec<u32>,
    children: Ranks,
    next: usize,
}

impl PartialEq for Node {
    fn eq(&self, other: &Node) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Node {}
impl PartialOrd for Node {
    fn partial_cmp(&self, other: &Node) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Node {
    fn cmp(&self, other: &Node) -> Ordering {
        self.bound.total_cmp(&other.bound).then(other.order.cmp(&self.order))
    }
}

/// A combination that was put together.
struct Draft {
    chosen: Vec<u32>,
    assembled: Assembled,
    text: String,
    hash: u64,
    /// Its numbers of pieces were fitted to the evidence.
    refitted: bool,
}

impl<'s> Search<'s> {
    fn new(
        incomplete: &'s Incomplete,
        donors: &'s Donors,
        similarity: &dyn Similarity,
        settings: &'s Settings,
        usable: &(dyn Fn(&Donor) -> bool + Sync),
    ) -> Search<'s> {
        let allowed: Vec<bool> = donors.list.iter().map(usable).collect();
        let scores: Vec<(DonorScores, f64)> = donors
            .list
            .par_iter()
            .zip(&allowed)
            .map(|(donor, &allowed)| {
                if !allowed {
                    return (DonorScores::default(), 0.0);
                }
                let scores = similarity.of(donor);
                (scores, similarity.combined(&scores))
            })
            .collect();
        let unmet: Vec<f64> = donors
            .list
            .par_iter()
            .zip(&allowed)
            .map(|(d, &a)| if a { unmet(incomplete, d) } else { 1.0 })
            .collect();
        let mut by_hole: FxHashMap<HoleId, Vec<Part>> =
            all_parts(incomplete, donors, &|donor: DonorId| allowed[donor.0 as usize]);
        let wanted = wanted(incomplete);
        let mut parts: Vec<Vec<Ranked>> = Vec::new();
        for hole in &incomplete.holes {
            let found = by_hole.remove(&hole.id).unwrap_or_default();
            let likeness = Likeness::new(incomplete, hole, donors);
            let kind = rank::Kind::of(hole);
            // Alternatives in an order of the seed's own.
            let mut own: Vec<usize> = (0..found.len()).filter(|&i| found[i].donor.is_none()).collect();
            own.sort_by_key(|&i| mix(settings.seed ^ mix(u64::from(hole.id.0) << 32 | i as u64)));
            let classes = classes(&found, donors);
            let chosen_elsewhere = elsewhere(incomplete, hole, &found, donors, &scores, &allowed);
            let mut ranked: Vec<Ranked> = found
                .into_iter()
                .enumerate()
                .map(|(i, part)| {
                    let (scores, score) =
                        part.donor.map_or((DonorScores::default(), 1.0), |d| scores[d.0 as usize]);
                    let handicap = match part.donor {
                        // The rest follows when it is known which parts fit.
                        Some(donor) => {
                            UNMET * unmet[donor.0 as usize]
                                + CARRIED * f64::from(is_carried(incomplete, donors, &part))
                                - WANTED
                                    * wanted.iter().filter(|s| part.signals.left.contains(s)).count() as f64
                        }
                        None => {
                            NEXT_ALTERNATIVE * own.iter().position(|&o| o == i).unwrap_or(0) as f64
                                + RARE * (1.0 - chosen_elsewhere[i])
                        }
                    };
                    let said =
                        rank::said_with(kind, &likeness.features(&part, &scores), similarity.emphasis());
                    Ranked {
                        part,
                        scores,
                        score,
                        handicap,
                        said,
                        bound: None,
                        share: None,
                        class: classes[i],
                        fits: None,
                    }
                })
                .collect();
            ranked.sort_by(|a, b| b.said.total_cmp(&a.said));
            parts.push(ranked);
        }
        drop_what_cannot_fit(incomplete, donors, &wanted, &mut parts);
        for (hole, list) in incomplete.holes.iter().zip(&mut parts) {
            of_one_game(donors, list);
            by_meaning(incomplete, hole, donors, list);
            same_in_other_words(incomplete, donors, list);
            make_more(incomplete, hole, donors, list);
            by_likelihood(list);
        }
        let mut ahead = vec![0.0; parts.len() + 1];
        for i in (0..parts.len()).rev() {
            ahead[i] = ahead[i + 1] + parts[i].first().map_or(0.0, |best| best.score - best.handicap);
        }
        let links = Links::of(incomplete, wanted, &parts);
        let by_donor = parts
            .iter()
            .map(|hole| {
                let mut known = ByDonor::default();
                for (i, ranked) in hole.iter().enumerate() {
                    let entry = known.entry(ranked.part.donor).or_insert((f64::NEG_INFINITY, Vec::new()));
                    entry.0 = entry.0.max(ranked.score - ranked.handicap);
                    entry.1.push(i as u32);
                }
                known
            })
            .collect();
        let mut search = Search {
            incomplete,
            donors,
            settings,
            parts,
            ahead,
            by_donor,
            present: vec![None; incomplete.holes.len()],
            present_few: vec![None; incomplete.holes.len()],
            links,
            heap: BinaryHeap::new(),
            forgot: false,
            order: 0,
            seen: FxHashMap::default(),
            roles: incomplete.holes.iter().map(Role::of).collect(),
            hopeless: FxHashSet::default(),
            blame: Blame::default(),
            words: vec![OnceLock::new(); incomplete.holes.len()],
            courses: FxHashMap::default(),
            early: FxHashSet::default(),
            difference: Difference::new(incomplete.holes.len()),
            waiting: Vec::new(),
            relatives: VecDeque::new(),
            turn_of_relatives: false,
            near: Vec::new(),
            meanings: FxHashSet::default(),
            to_show: to_show(incomplete),
            lost: vec![FxHashMap::default(); incomplete.holes.len()],
        };
        search.open(Vec::new());
        search
    }

    fn donor_of(&self, hole: usize, part: u32) -> Option<DonorId> {
        self.parts[hole][part as usize].part.donor
    }

    /// The parts of a hole by their rank when the batch began, those left out that do not fit. What is lost since is seen
    /// when a part's turn comes.
    fn present(&mut self, hole: usize) -> Ranks {
        if let Some(known) = &self.present[hole] {
            return known.clone();
        }
        let parts = &self.parts[hole];
        let rank = |(i, ranked): (usize, &Ranked)| {
            (ranked.score - ranked.handicap - self.lost_by(hole, ranked), i as u32)
        };
        let mut all: Vec<(f64, u32)> = parts.iter().enumerate().map(rank).collect();
        all.retain(|&(_, i)| parts[i as usize].fits != Some(false));
        all.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let all = Arc::new(all);
        self.present[hole] = Some(all.clone());
        all
    }

    /// The same, but of parts that are alike only a few: the same part of many donors is the same game many times, and a
    /// few are enough to name them.
    fn present_few(&mut self, hole: usize) -> Ranks {
        if let Some(known) = &self.present_few[hole] {
            return known.clone();
        }
        let present = self.present(hole);
        let parts = &self.parts[hole];
        let mut met = met_times(present.len());
        let few = present.iter().copied();
        let few = few.filter(|&(_, i)| is_among_first(&mut met, parts[i as usize].class, 2 * MOST_ALIKE));
        let few: Ranks = Arc::new(few.take(2 * MOST_NEXT).collect());
        self.present_few[hole] = Some(few.clone());
        few
    }

    /// What a donor costs that gave no part so far, where another did.
    fn each_donor(&self) -> f64 {
        self.settings.each_donor * self.parts.len() as f64
    }

    /// Puts the continuations of a choice on the heap.
    fn open(&mut self, chosen: Vec<u32>) {
        let hole = chosen.len();
        if hole >= self.parts.len() {
            return;
        }
        let known: Vec<DonorId> =
            chosen.iter().enumerate().filter_map(|(h, &part)| self.donor_of(h, part)).collect();
        if known.is_empty() {
            let mut children = self.present(hole).as_ref().clone();
            children.truncate(MOST_FIRST);
            self.push(chosen, Arc::new(children), 0);
            return;
        }
        let few = self.present_few(hole);
        let parts = &self.parts[hole];
        let is_friend = |i: u32| parts[i as usize].part.donor.is_none_or(|donor| known.contains(&donor));
        let mut children: Vec<(f64, u32)> = Vec::new();
        let mut friends: Vec<Option<DonorId>> = known.iter().copied().map(Some).collect();
        friends.push(None);
        friends.sort_unstable();
        friends.dedup();
        for friend in friends {
            let own = self.by_donor[hole].get(&friend).map_or(&[][..], |(_, list)| list);
            let own = own.iter().filter(|&&i| parts[i as usize].fits != Some(false));
            children.extend(own.map(|&i| {
                let ranked = &parts[i as usize];
                (ranked.score - ranked.handicap - self.lost_by(hole, ranked), i)
            }));
        }
        let cost = self.each_donor();
        let strangers = few.iter().filter(|(_, i)| !is_friend(*i)).take(MOST_NEXT);
        children.extend(strangers.map(|&(value, i)| (value - cost, i)));
        children.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut met = met_times(children.len());
        children.retain(|&(_, i)| is_among_first(&mut met, parts[i as usize].class, MOST_ALIKE));
        children.truncate(MOST_NEXT);
        self.push(chosen, Arc::new(children), 0);
    }

    /// The best rank that the holes from this one on can still have, in sum: of the donors that gave parts so far, or of
    /// any, at the cost of one more.
    fn still_ahead(&self, hole: usize, chosen: &[u32], next: u32) -> f64 {
        let last = std::iter::once((chosen.len(), next));
        let all = chosen.iter().copied().enumerate().chain(last);
        let known: Vec<DonorId> = all.filter_map(|(h, part)| self.donor_of(h, part)).collect();
        if known.is_empty() {
            return self.ahead[hole];
        }
        let best = |hole: usize, donor: Option<DonorId>| {
            self.by_donor[hole].get(&donor).map_or(f64::NEG_INFINITY, |(best, _)| *best)
        };
        let stays = (hole..self.parts.len())
            .map(|hole| known.iter().fold(best(hole, None), |most, &d| most.max(best(hole, Some(d)))));
        stays.sum::<f64>().max(self.ahead[hole] - self.each_donor())
    }

    /// The rank of a part in company.
    fn value(&self, hole: usize, part: u32, known: &[DonorId]) -> f64 {
        let ranked = &self.parts[hole][part as usize];
        let is_stranger = ranked.part.donor.is_some_and(|d| !known.is_empty() && !known.contains(&d));
        let cost = if is_stranger { self.each_donor() } else { 0.0 };
        ranked.score - ranked.handicap - self.lost_by(hole, ranked) - cost
    }

    /// The best rank that a choice can still have with this part in the next hole, as far as is known by now.
    fn bound(&self, chosen: &[u32], part: u32) -> f64 {
        let mut known: Vec<DonorId> = Vec::new();
        let mut sum = 0.0;
        for (hole, &part) in chosen.iter().chain([&part]).enumerate() {
            sum += self.value(hole, part, &known);
            known.extend(self.donor_of(hole, part));
        }
        (sum + self.still_ahead(chosen.len() + 1, chosen, part)) / self.parts.len() as f64
    }

    /// What may be hoped for by what is known now: parts have lost rank, or have turned out not to fit.
    fn hope(&mut self) {
        for hole in (0..self.parts.len()).rev() {
            let best = self.present(hole).first().map_or(0.0, |best| best.0);
            self.ahead[hole] = self.ahead[hole + 1] + best;
            for (best, _) in self.by_donor[hole].values_mut() {
                *best = f64::NEG_INFINITY;
            }
            for &(value, part) in self.present(hole).iter() {
                let donor = self.donor_of(hole, part);
                if let Some((best, _)) = self.by_donor[hole].get_mut(&donor) {
                    *best = best.max(value);
                }
            }
        }
    }

    fn push(&mut self, chosen: Vec<u32>, children: Ranks, next: usize) {
        let Some(&(_, part)) = children.get(next) else { return };
        let bound = self.bound(&chosen, part);
        self.order += 1;
        self.heap.push(Node { bound, order: self.order, chosen, children, next });
        if self.heap.len() > MOST_NODES_OPEN {
            let mut nodes = std::mem::take(&mut self.heap).into_vec();
            nodes.sort_by(|a, b| b.cmp(a));
            nodes.truncate(MOST_NODES_OPEN / 2);
            self.heap = nodes.into();
            self.forgot = true;
        }
    }

    /// The next combination: best first, but in turn with relatives of what passed.
    fn next(&mut self, steps: &mut usize) -> Option<Vec<u32>> {
        self.turn_of_relatives = !self.turn_of_relatives;
        if self.turn_of_relatives || self.heap.is_empty() {
            while let Some(chosen) = self.relatives.pop_front() {
                let fit = chosen.iter().enumerate().all(|(hole, &part)| self.fits(hole, part));
                if fit
                    && !self.is_hopeless(&chosen)
                    && self.can_be_whole(&chosen)
                    && !self.lacks_concept(&chosen)
                {
                    return Some(chosen);
                }
            }
        }
        self.best_first(steps)
    }

    /// Remembers to try what differs from a combination in one part: where few pass, the likest to pass are those that share
    /// most with one that did.
    fn try_relatives(&mut self, chosen: &[u32], most: usize) {
        let mut by_hole: Vec<Vec<u32>> = Vec::new();
        for hole in 0..chosen.len() {
            let present = self.present(hole);
            let list = &self.parts[hole];
            let mut met = FxHashSet::from_iter([list[chosen[hole] as usize].class]);
            let others = present.iter().map(|&(_, part)| part);
            let others = others.filter(|&part| list[part as usize].fits != Some(false));
            by_hole.push(others.filter(|&part| met.insert(list[part as usize].class)).take(most).collect());
        }
        // The best of each hole, then the second best.
        for nth in 0..most {
            for (hole, others) in by_hole.iter().enumerate() {
                if let Some(&part) = others.get(nth) {
                    let mut changed = chosen.to_vec();
                    changed[hole] = part;
                    self.relatives.push_back(changed);
                }
            }
        }
    }

    fn best_first(&mut self, steps: &mut usize) -> Option<Vec<u32>> {
        while let Some(node) = self.heap.pop() {
            let (value, part) = node.children[node.next];
            let hole = node.chosen.len();
            // A part that lost rank since goes back to where it now belongs, once for each loss.
            let known: Vec<DonorId> =
                node.chosen.iter().enumerate().filter_map(|(h, &p)| self.donor_of(h, p)).collect();
            if self.value(hole, part, &known) < value - 1e-9 {
                let mut children = node.children[node.next..].to_vec();
                for child in &mut children {
                    child.0 = self.value(hole, child.1, &known);
                }
                children.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
                self.push(node.chosen, Arc::new(children), 0);
                continue;
            }
            // So does a choice whose parts did, or of which less is to be hoped.
            if self.bound(&node.chosen, part) < node.bound - 1e-9 {
                self.push(node.chosen, node.children, node.next);
                continue;
            }
            *steps += 1;
            if *steps > STEPS {
                self.heap.push(node);
                return None;
            }
            self.push(node.chosen.clone(), node.children.clone(), node.next + 1);
            if !self.fits(hole, part) {
                continue;
            }
            let mut chosen = node.chosen;
            chosen.push(part);
            if self.is_hopeless(&chosen) || !self.can_be_whole(&chosen) {
                continue;
            }
            if chosen.len() == self.parts.len() {
                if self.lacks_concept(&chosen) {
                    continue;
                }
                return Some(chosen);
            }
            self.open(chosen);
        }
        None
    }

    /// The parts that have part in a fault, as one number; `None` while one of their holes is open, or where they are
    /// none or all.
    fn fault_key(&self, chosen: &[u32], fault: Fault) -> Option<u64> {
        let mut key = mix(fault as u64 + 1);
        let (mut some, mut all) = (false, true);
        for (hole, role) in self.roles.iter().enumerate() {
            let equipment = self.incomplete.holes[hole]
                .context
                .heads
                .iter()
                .any(|head| head == "board" || head == "equipment");
            let only_moves =
                self.incomplete.holes[hole].context.heads.first().is_some_and(|head| head == "piece");
            if role.shares(fault, equipment && !only_moves) {
                let &part = chosen.get(hole)?;
                key = mix(key ^ mix(self.parts[hole][part as usize].class ^ (hole as u64) << 48));
                // Where set-up and end are the description's own, they are not what fails.
                some |= *role != Role::Other || matches!(fault, Fault::BeforeTheEnd | Fault::AfterTheStart);
            } else {
                all = false;
            }
        }
        (some && !all).then_some(key)
    }

    /// Whether something is expected that neither the description nor any game that gave a part shows.
    fn lacks_concept(&self, chosen: &[u32]) -> bool {
        self.to_show.iter().any(|&concept| {
            let mut donors = chosen.iter().enumerate().map(|(hole, &part)| self.donor_of(hole, part));
            let shows = |donor: Option<DonorId>| match donor {
                Some(donor) => self.donors.get(donor).profile().is_none_or(|p| p.set.has(concept)),
                None => false,
            };
            !donors.any(shows)
        })
    }

    fn classes_of(&self, chosen: &[u32]) -> Vec<u64> {
        chosen.iter().zip(&self.parts).map(|(&part, list)| list[part as usize].class).collect()
    }

    /// Some of the parts as one number.
    fn parts_key(&self, chosen: &[u32], holes: u64) -> u64 {
        let some = chosen.iter().enumerate().filter(|(hole, _)| holes >> hole & 1 == 1);
        some.fold(mix(holes), |key, (hole, &part)| mix(key ^ self.parts[hole][part as usize].class))
    }

    /// Whether some of these parts are known to fail in any company.
    fn is_blamed(&self, chosen: &[u32]) -> bool {
        let filled = (1u64 << chosen.len()) - 1;
        let mut known = self.blame.holes.iter().filter(|&&holes| holes & !filled == 0);
        known.any(|&holes| self.blame.parts.contains(&self.parts_key(chosen, holes)))
    }

    /// How a candidate fails before anybody thinks about a move, as one number.
    fn failure(&self, name: &str, chosen: &[u32], stage: Stage) -> Option<u64> {
        let draft = match self.assemble(chosen) {
            Ok(draft) => draft,
            Err(why) => return Some(kind_of(&why)),
        };
        let draft = self.with_numbers_fitted(name, vec![draft]).pop()?;
        let mut terms = self.terms();
        (terms.random_games, terms.random_plies) = ASKED_GAMES;
        let uneven = || self.is_uneven(chosen);
        match gate::look(name, &draft.text, &self.incomplete.expectations, &terms, &uneven) {
            Ok(ready) if matches!(stage, Stage::Random | Stage::Lint) => {
                gate::at_random(&ready, &terms, &|_| false).err().map(|w| kind_of(&w))
            }
            Ok(_) => None,
            Err(why) => Some(kind_of(&why)),
        }
    }

    /// Parts that could stand in a hole instead: the best of another donor, and of many good ones that which is least
    /// like the one that stands there.
    fn others(&mut self, hole: usize, chosen: &[u32]) -> Vec<u32> {
        let now = chosen[hole];
        let (class, donor) = (self.parts[hole][now as usize].class, self.donor_of(hole, now));
        let present = self.present(hole);
        let list = &self.parts[hole];
        let mut good: Vec<u32> = present.iter().map(|&(_, part)| part).collect();
        good.retain(|&part| {
            let other = &list[part as usize];
            other.class != class
                && (donor.is_none() || other.part.donor != donor)
                && !self.blame.parts.contains(&mix(mix(1 << hole) ^ other.class))
        });
        good.truncate(AMONG);
        let words = self.words[hole].get_or_init(|| list.iter().map(|r| words_of(&r.part)).collect());
        let likeness = |part: u32| alike(&words[now as usize], &words[part as usize]);
        let mut strange: Vec<(f64, u32)> = good.iter().map(|&part| (likeness(part), part)).collect();
        strange.sort_by(|a, b| a.0.total_cmp(&b.0));
        let first = good.into_iter().find(|&part| self.fits(hole, part));
        let second = strange.into_iter().find(|&(_, part)| self.fits(hole, part)).map(|(_, part)| part);
        let mut found: Vec<u32> = first.into_iter().chain(second).collect();
        found.dedup();
        found
    }

    /// Asks which parts of a candidate are to blame for its failure: those holes where other parts change it. If that
    /// is not all of them, combinations with these parts are not tried again.
    fn find_blame(&mut self, name: &str, chosen: &[u32], why: &Rejection) {
        let holes = self.parts.len();
        if !(2..=MOST_HOLES).contains(&holes) || why.stage == Stage::Search {
            return;
        }
        let kind = kind_of(why);
        let (met, next) = self.blame.met.entry(kind).or_insert((0, ASK_AFTER));
        *met += 1;
        if *met < *next {
            return;
        }
        *next = *met + 1;
        if self.is_blamed(chosen) {
            return;
        }
        let mut asked: Vec<(usize, Vec<u32>)> = Vec::new();
        for hole in 0..holes {
            for other in self.others(hole, chosen) {
                let mut changed = chosen.to_vec();
                changed[hole] = other;
                asked.push((hole, changed));
            }
        }
        let fails: Vec<(usize, bool)> = asked
            .par_iter()
            .map(|(hole, changed)| (*hole, self.failure(name, changed, why.stage) == Some(kind)))
            .collect();
        let innocent = |hole: usize| {
            let mut here = fails.iter().filter(|(h, _)| *h == hole).peekable();
            here.peek().is_some() && here.all(|(_, alike)| *alike)
        };
        let guilty = (0..holes).filter(|&hole| !innocent(hole)).fold(0u64, |bits, hole| bits | 1 << hole);
        // Nobody's fault but the description's.
        if guilty == 0
            && why.stage == Stage::Lint
            && let Some(code) = OF_PIECES.iter().find(|code| why.reason.starts_with(**code))
        {
            self.blame.own.push(code);
        }
        if guilty == 0 || guilty.count_ones() as usize == holes {
            if let Some((met, next)) = self.blame.met.get_mut(&kind) {
                *next = 2 * *met;
            }
            return;
        }
        if !self.blame.holes.contains(&guilty) {
            self.blame.holes.push(guilty);
        }
        let key = self.parts_key(chosen, guilty);
        self.blame.parts.insert(key);
        // Where two parts are only wrong for each other, less is learnt.
        if guilty.count_ones() > 1
            && let Some((met, next)) = self.blame.met.get_mut(&kind)
        {
            *next = *met + ASK_LATER;
        }
        for hole in (0..holes).filter(|hole| guilty >> hole & 1 == 1) {
            self.lose_alike(hole, chosen[hole], LIKE_BLAMED / f64::from(guilty.count_ones()));
        }
    }

    /// Parts that are like one that failed lose rank, by how alike they are in the words that they are made of.
    fn lose_alike(&mut self, hole: usize, blamed: u32, by: f64) {
        let list = &self.parts[hole];
        let words =
            self.words[hole].get_or_init(|| list.iter().map(|ranked| words_of(&ranked.part)).collect());
        let one = &words[blamed as usize];
        let mut done: FxHashSet<u64> = FxHashSet::default();
        for (ranked, other) in list.iter().zip(words) {
            let alike = alike(one, other);
            if alike > 0.3 && done.insert(ranked.class) {
                *self.lost[hole].entry(ranked.class).or_default() += by * alike * alike;
            }
        }
    }

    /// Whether these parts are known to fail whatever else is chosen.
    fn is_hopeless(&self, chosen: &[u32]) -> bool {
        if self.is_blamed(chosen) {
            return true;
        }
        FAULTS
            .iter()
            .any(|&fault| self.fault_key(chosen, fault).is_some_and(|key| self.hopeless.contains(&key)))
    }

    /// Whether what the parts leave and look for can still come together: a counterpart that is missing must be among
    /// the parts of the same donor for a hole that is still open, what the description waits for among those of any.
    fn can_be_whole(&self, chosen: &[u32]) -> bool {
        let parts = || chosen.iter().enumerate().map(|(h, &p)| &self.parts[h][p as usize].part);
        let given = |signal: &Signal| parts().any(|part| part.signals.left.contains(signal));
        let open = chosen.len();
        if !self
            .links
            .wanted
            .iter()
            .all(|s| given(s) || self.links.gives[open..].iter().any(|g| g.contains(s)))
        {
            return false;
        }
        if self.links.pieces_asked {
            let mut own = self.links.own.clone();
            parts().for_each(|part| own.join(&part.signals));
            let coming = |lists: &[BTreeSet<Signal>], s: &Signal| lists[open..].iter().any(|l| l.contains(s));
            let idle = |s: &Signal| self.links.idle && *s == Signal::OwnMoves;
            let served = |s: &Signal| idle(s) || own.sought.contains(s) || coming(&self.links.seeks, s);
            let given = |s: &Signal| own.left.contains(s) || coming(&self.links.gives, s);
            if own.left.iter().any(|s| s.is_shared() && !served(s))
                || own.sought.iter().any(|s| s.is_shared() && !s.comes_along() && !given(s))
            {
                return false;
            }
        }
        let mut asked: Vec<DonorId> = Vec::new();
        for donor in parts().filter_map(|part| part.donor) {
            if asked.contains(&donor) {
                continue;
            }
            asked.push(donor);
            let mut own = Signals::default();
            parts().filter(|part| part.donor == Some(donor)).for_each(|part| own.join(&part.signals));
            let mut here = self.links.own.clone();
            here.join(&own);
            parts().filter(|part| part.donor.is_none()).for_each(|part| here.join(&part.signals));
            for hole in &self.links.of_donor[open..] {
                if let Some(more) = hole.get(&donor) {
                    here.join(more);
                }
            }
            if self.donors.signals[donor.0 as usize].torn(&own, &here).is_some() {
                return false;
            }
        }
        // Names that cannot be bound by what is there cannot be bound later either, unless a hole may bring more.
        let mut so_far: Vec<Option<&Part>> = parts().map(Some).collect();
        so_far.resize(self.parts.len(), None);
        open == self.parts.len() || open < 2 || binds(self.incomplete, self.donors, &so_far).is_ok()
    }

    /// Whether a part fits into its hole while all others are still open: what cannot is never tried in company. Found
    /// out for the parts that come next in rank too, all at once.
    fn fits(&mut self, hole: usize, part: u32) -> bool {
        if let Some(fits) = self.parts[hole][part as usize].fits {
            return fits;
        }
        let unknown = (part as usize..self.parts[hole].len()).filter(|&i| self.parts[hole][i].fits.is_none());
        let block: Vec<usize> = unknown.take(AT_ONCE).collect();
        let found: Vec<bool> = block
            .par_iter()
            .map(|&i| {
                let mut chosen: Vec<Option<&Part>> = vec![None; self.parts.len()];
                chosen[hole] = Some(&self.parts[hole][i].part);
                let Ok(assembled) = assemble(self.incomplete, self.donors, &chosen) else { return false };
                let text = assembled.term.to_string();
                let none = ludarium_play::Defines::none();
                ludarium_play::read("", &text, &none, &ludarium_play::Selection::default()).game.is_some()
            })
            .collect();
        for (i, fits) in block.into_iter().zip(found) {
            self.parts[hole][i].fits = Some(fits);
        }
        self.parts[hole][part as usize].fits.unwrap_or(false)
    }

    fn assemble(&self, chosen: &[u32]) -> Result<Draft, Rejection> {
        let parts: Vec<Option<&Part>> =
            chosen.iter().enumerate().map(|(h, &p)| Some(&self.parts[h][p as usize].part)).collect();
        let assembled = assemble(self.incomplete, self.donors, &parts).map_err(|why| Rejection {
            stage: Stage::Parts,
            reason: why.0,
            fault: Fault::Together,
        })?;
        let text = assembled.term.to_string();
        let hash = canonical(&assembled.term).stable_hash();
        Ok(Draft { chosen: chosen.to_vec(), assembled, text, hash, refitted: false })
    }

    /// Whether the players of a candidate may start differently: where the set-up is the description's own, or its
    /// donor has them so.
    fn is_uneven(&self, chosen: &[u32]) -> bool {
        // Who stands where inside of a placing that is known is for the description to say.
        let holds_start = |hole: &Hole| {
            hole.context.heads.first().is_some_and(|head| matches!(head.as_str(), "start" | "rules"))
        };
        let borrowed = self.incomplete.holes.iter().zip(chosen).filter(|(hole, _)| holds_start(hole));
        let mut donors = borrowed.filter_map(|(hole, &part)| self.donor_of(hole.id.0 as usize, part));
        donors.all(|donor| self.donors.get(donor).is_uneven())
    }

    fn candidate(&self, chosen: &[u32], draft: Option<&Draft>, outcome: Outcome) -> Candidate {
        let mut fills = Vec::new();
        for (hole, &part) in chosen.iter().enumerate() {
            let ranked = &self.parts[hole][part as usize];
            let terms = match draft {
                Some(draft) => draft.assembled.fills[hole].clone().unwrap_or_default(),
                None => ranked.part.terms.clone(),
            };
            let bindings = draft
                .and_then(|d| {
                    d.assembled.bindings.iter().find(|(donor, _)| Some(*donor) == ranked.part.donor)
                })
                .map(|(_, names)| names.clone())
                .unwrap_or_default();
            fills.push(Fill {
                hole: HoleId(hole as u32),
                donor: ranked.part.donor,
                with: ranked
                    .part
                    .made
                    .as_ref()
                    .map(|made| made.with)
                    .filter(|w| Some(*w) != ranked.part.donor),
                terms,
                bindings,
                also: Vec::new(),
                scores: ranked.scores,
                score: if ranked.part.donor.is_some() { ranked.score } else { 0.0 },
            });
        }
        let borrowed: Vec<f64> = fills.iter().filter(|f| f.donor.is_some()).map(|f| f.score).collect();
        let score =
            if borrowed.is_empty() { 0.0 } else { borrowed.iter().sum::<f64>() / borrowed.len() as f64 };
        Candidate {
            fills,
            brought: draft.map(|d| d.assembled.brought.clone()).unwrap_or_default(),
            score,
            text: draft.map(|d| d.text.clone()).unwrap_or_default(),
            hash: draft.map_or(0, |d| d.hash),
            outcome,
            also: Vec::new(),
        }
    }

    fn lost_by(&self, hole: usize, ranked: &Ranked) -> f64 {
        let lost = self.lost[hole].get(&ranked.class).copied().unwrap_or(0.0);
        lost + self.difference.lost(hole, ranked.class)
    }

    fn lose(&mut self, chosen: &[u32], by: f64) {
        for (hole, &part) in chosen.iter().enumerate() {
            *self.lost[hole].entry(self.parts[hole][part as usize].class).or_default() += by;
        }
    }

    /// Where games do not end or are not decided, the end rules are the likeliest to blame.
    fn lose_end(&mut self, chosen: &[u32], by: f64) {
        for (hole, &part) in chosen.iter().enumerate().filter(|(hole, _)| self.roles[*hole] == Role::End) {
            *self.lost[hole].entry(self.parts[hole][part as usize].class).or_default() += by;
        }
    }

    fn run(mut self, watch: &mut dyn Watch) -> Found {
        let mut progress = Progress::default();
        let mut results: Vec<Candidate> = Vec::new();
        let mut rejected: Vec<Candidate> = Vec::new();
        let counts = self.parts.iter().map(Vec::len).collect();
        let name = self.incomplete.name.clone();
        let mut torn: FxHashSet<Vec<u32>> = FxHashSet::default();
        let mut all_steps = 0usize;
        // Those that passed, and whose relatives are still to be tried where results are scarce.
        let mut passed: Vec<Vec<u32>> = Vec::new();
        let mut rounds = 0;
        let stopped = loop {
            if results.len() >= self.settings.results {
                break Stopped::Found;
            }
            if progress.looked_at >= self.settings.candidates {
                break Stopped::Candidates;
            }
            if !watch.go_on() || self.settings.rounds.is_some_and(|most| rounds >= most) {
                break Stopped::Told;
            }
            // A round that somebody breaks off leaves nothing behind, so that the same rounds give the same results.
            let before = (progress, rejected.len());
            self.present.fill(None);
            self.present_few.fill(None);
            self.hope();
            let mut drafts: Vec<Draft> = Vec::new();
            let mut steps = 0;
            let mut tries = 0;
            while drafts.len() < BATCH && tries < 40 * BATCH {
                let Some(chosen) = self.next(&mut steps) else { break };
                tries += 1;
                match self.assemble(&chosen) {
                    Err(rejection) => {
                        progress.looked_at += 1;
                        progress.rejected[rejection.stage as usize] += 1;
                        self.lose(&chosen, FAILED / 8.0);
                        self.find_blame(&name, &chosen, &rejection);
                        // Of those that were never put together only the first are told of.
                        if torn.len() < 1000 && torn.insert(chosen.clone()) {
                            let candidate = self.candidate(&chosen, None, Outcome::Rejected(rejection));
                            watch.progress(&progress, &candidate);
                            rejected.push(candidate);
                        }
                    }
                    Ok(draft) => {
                        if let Some(&first) = self.seen.get(&draft.hash) {
                            let donors: Vec<DonorId> =
                                chosen.iter().enumerate().filter_map(|(h, &p)| self.donor_of(h, p)).collect();
                            if let Some(result) = results.iter_mut().find(|r| r.hash == draft.hash)
                                && result.donors() != donors
                                && !result.also.contains(&donors)
                            {
                                result.also.push(donors);
                            }
                            let _ = first;
                            continue;
                        }
                        self.seen.insert(draft.hash, progress.looked_at);
                        drafts.push(draft);
                    }
                }
            }
            all_steps += steps;
            let mut drafts = self.with_numbers_fitted(&name, drafts);
            drafts.retain(|draft| match draft.refitted {
                true => self.seen.insert(draft.hash, progress.looked_at).is_none(),
                false => true,
            });
            let exhausted = drafts.is_empty() && steps <= STEPS && tries < 40 * BATCH;
            if drafts.is_empty() && self.waiting.is_empty() {
                if exhausted {
                    break if self.forgot { Stopped::Candidates } else { Stopped::Exhausted };
                }
                if all_steps > STEPS_PER_CANDIDATE * self.settings.candidates {
                    break Stopped::Candidates;
                }
                continue;
            }
            let mut judged = self.look_at(&name, drafts);
            let wanted = self.settings.results - results.len();
            let found = judged.iter().filter(|(_, o)| matches!(o, Outcome::Playable { .. })).count();
            let last = exhausted || progress.looked_at + judged.len() >= self.settings.candidates;
            let gathered = self.waiting.len() >= GATHERED;
            if found < wanted && (last || gathered) {
                judged.extend(self.play_on(wanted - found, watch));
            }
            let broken = |o: &Outcome| matches!(o, Outcome::Rejected(why) if why.reason == gate::TOO_LONG);
            if judged.iter().any(|(_, outcome)| broken(outcome)) && !watch.go_on() {
                // What was thought to its end is kept for the run that goes on.
                for (draft, outcome) in judged.iter().filter(|(_, outcome)| !broken(outcome)) {
                    let candidate = self.candidate(&draft.chosen, Some(draft), outcome.clone());
                    watch.progress(&progress, &candidate);
                }
                progress = before.0;
                rejected.truncate(before.1);
                break Stopped::Told;
            }
            rounds += 1;
            for (draft, outcome) in judged {
                progress.looked_at += 1;
                match &outcome {
                    Outcome::Playable { .. } => {
                        progress.playable += 1;
                        self.lose(&draft.chosen, USED);
                        passed.push(draft.chosen.clone());
                    }
                    Outcome::Rejected(rejection) => {
                        progress.rejected[rejection.stage as usize] += 1;
                        self.lose(&draft.chosen, FAILED);
                        if matches!(rejection.stage, Stage::Random | Stage::Search) {
                            self.lose_end(&draft.chosen, FAILED);
                        }
                        if rejection.fault != Fault::Together
                            && let Some(key) = self.fault_key(&draft.chosen, rejection.fault)
                        {
                            self.hopeless.insert(key);
                        }
                        if for_itself(rejection) {
                            self.find_blame(&name, &draft.chosen, rejection);
                        }
                    }
                }
                let candidate = self.candidate(&draft.chosen, Some(&draft), outcome);
                watch.progress(&progress, &candidate);
                match candidate.is_playable() {
                    true => results.push(candidate),
                    false => rejected.push(candidate),
                }
                // Without games all of a batch are results: only as many as are wanted, the likeliest.
                if results.len() >= self.settings.results {
                    break;
                }
            }
            let near = std::mem::take(&mut self.near);
            if self.parts.len() > 1 && progress.looked_at > SCARCE * (results.len() + 1) {
                for chosen in std::mem::take(&mut passed) {
                    self.try_relatives(&chosen, RELATIVES);
                }
                // Without any result, what was at least thought about is the nearest to one.
                if results.is_empty() {
                    near.iter().for_each(|chosen| self.try_relatives(chosen, RELATIVES_OF_LOSERS));
                }
            }
        };
        let results = in_order(results, self.settings);
        Found { results, rejected, progress, stopped, parts: counts, rounds }
    }

    /// Where the evidence says how many pieces there were, a borrowed set-up says where they stood: its own numbers are
    /// scaled to the evidence's, as far as they divide. What still does not fit is mended piece by piece.
    fn with_numbers_fitted(&self, name: &str, drafts: Vec<Draft>) -> Vec<Draft> {
        let sure = self.incomplete.expectations.iter().filter(|e| e.confidence > gate::SURE);
        let wanted = sure.into_iter().find_map(|e| match e.wanted {
            Wanted::Between(low, high) if e.name == "NumStartComponents" => Some((low, high)),
            Wanted::Between(..) | Wanted::Holds(_) => None,
        });
        let fit = |draft: Draft| {
            let draft = self.pile_up(name, &draft).unwrap_or(draft);
            let draft = match wanted {
                Some((low, high)) => self.fit_numbers(name, draft, low, high),
                None => draft,
            };
            self.mend_set_up(name, &draft, wanted).unwrap_or(draft)
        };
        drafts.into_par_iter().map(fit).collect()
    }

    /// In a game of stacks several pieces on one site are a stack, whatever the game is that the set-up is from.
    fn pile_up(&self, name: &str, draft: &Draft) -> Option<Draft> {
        let start = setup::start_of(&draft.assembled.term)?;
        if !setup::counts_pieces(start) {
            return None;
        }
        let game = gate::compiled_game(name, &draft.text)?;
        if !game.uses.stacking {
            return None;
        }
        let new = setup::as_stacks(start, game.players);
        let mut assembled = draft.assembled.clone();
        self.exchange_start(&mut assembled, new)?;
        Some(refitted(draft, assembled))
    }

    /// Puts another set-up in the place of the one that is there, in the whole and in the parts that have it.
    fn exchange_start(&self, assembled: &mut Assembled, new: Term) -> Option<()> {
        let old = setup::start_of(&assembled.term)?.clone();
        let exchange = |term: &mut Term| {
            term.each_mut(&mut |t| {
                if *t == old {
                    t.clone_from(&new);
                }
            });
        };
        exchange(&mut assembled.term);
        for (hole, fill) in self.incomplete.holes.iter().zip(&mut assembled.fills) {
            let Some(fill) = fill else { continue };
            if hole.context.heads.first().is_some_and(|head| head == "start") {
                *fill = new.args().to_vec();
            } else {
                fill.iter_mut().for_each(exchange);
            }
        }
        Some(())
    }

    /// The same candidate with a set-up that gives both players as many pieces, and as many as the evidence knows.
    fn mend_set_up(&self, name: &str, draft: &Draft, wanted: Option<(f64, f64)>) -> Option<Draft> {
        let borrowed = |hole: usize| self.donor_of(hole, draft.chosen[hole]).is_some();
        let holes = || self.incomplete.holes.iter().enumerate().filter(|(i, _)| borrowed(*i));
        let first = |hole: &Hole| hole.context.heads.first().cloned().unwrap_or_default();
        let within = |hole: &Hole| hole.context.heads.iter().any(|head| head == "start");
        let whole = holes().find(|(_, hole)| matches!(first(hole).as_str(), "start" | "rules"));
        // Or only the sites of some placings are open.
        let open: Vec<(usize, SmolStr)> = holes()
            .filter(|(_, hole)| matches!(first(hole).as_str(), "sites" | "place") && within(hole))
            .filter_map(|(i, hole)| Some((i, placed_piece(&self.incomplete.term, hole.id)?)))
            .collect();
        if whole.is_none() && open.is_empty() {
            return None;
        }
        let game = gate::compiled_game(name, &draft.text)?;
        let asked = Asked {
            pieces: wanted.map(|(low, high)| (low.max(0.0) as usize, high.max(0.0) as usize)),
            even: whole.is_some() && !self.is_uneven(&draft.chosen),
            open: if whole.is_some() {
                Vec::new()
            } else {
                open.iter().map(|(_, name)| name.clone()).collect()
            },
        };
        let ground = self.donors.grounds.of(&draft.assembled.term)?;
        let placings = gate::mended(&game, &ground, &asked)?;
        let mut assembled = draft.assembled.clone();
        if whole.is_none() {
            for (at, name) in &open {
                let Some((_, sites)) = placings.iter().find(|(n, _)| n == name) else { continue };
                let new = Term::new(Shape::Set, sites.iter().map(|&s| Term::int(i64::from(s))).collect());
                assembled.fills[*at] = Some(vec![new]);
            }
            let mut term = self.incomplete.term.clone();
            crate::fit::put_fills(&mut term, &assembled.fills, &assembled.brought);
            assembled.term = term;
        } else {
            let new = setup::rewritten(setup::start_of(&draft.assembled.term)?, &placings)?;
            self.exchange_start(&mut assembled, new)?;
        }
        Some(refitted(draft, assembled))
    }

    fn fit_numbers(&self, name: &str, draft: Draft, low: f64, high: f64) -> Draft {
        let Some((board, hand)) = gate::pieces_at_start(name, &draft.text) else { return draft };
        let has = f64::from(board + hand);
        if has <= 0.0 || (low..=high).contains(&has) {
            return draft;
        }
        let target = if has < low { low } else { high };
        // Pieces in hand can be fewer or more; on the board, piles can be lower or higher.
        let ratio = if hand > 0 { (target - f64::from(board)) / f64::from(hand) } else { target / has };
        let mut assembled = draft.assembled.clone();
        let mut changed = false;
        for (hole, fill) in assembled.fills.iter_mut().enumerate() {
            let borrowed = self.donor_of(hole, draft.chosen[hole]).is_some();
            for term in fill.iter_mut().flatten().filter(|_| borrowed) {
                let old = term.clone();
                if !scale(term, ratio, self.roles[hole] == Role::Start) {
                    return draft;
                }
                if *term != old {
                    changed = true;
                    let new = term.clone();
                    assembled.term.each_mut(&mut |t| {
                        if *t == old {
                            t.clone_from(&new);
                        }
                    });
                }
            }
        }
        if !changed {
            return draft;
        }
        refitted(&draft, assembled)
    }

    /// The quick checks of a batch, games at random included. Gives those that are judged; the others wait.
    fn look_at(&mut self, name: &str, drafts: Vec<Draft>) -> Vec<(Draft, Outcome)> {
        let terms = &self.terms();
        let expectations = &self.incomplete.expectations;
        let looked: Vec<Result<(Ready, u64), Outcome>> = drafts
            .par_iter()
            .map(|draft| {
                let uneven = || self.is_uneven(&draft.chosen);
                let ready =
                    gate::look(name, &draft.text, expectations, terms, &uneven).map_err(Outcome::Rejected)?;
                let meaning = meaning_of(&draft.assembled.term).unwrap_or(draft.hash);
                Ok((ready, meaning))
            })
            .collect();
        // In order, so that the first of several is the one that stands.
        let looked: Vec<Result<Ready, Outcome>> = looked
            .into_iter()
            .map(|result| match result {
                Ok((_, meaning)) if !self.meanings.insert(meaning) => Err(Outcome::Rejected(Rejection {
                    stage: Stage::Parts,
                    reason: OTHER_WORDS.to_owned(),
                    fault: Fault::Together,
                })),
                Ok((ready, _)) => Ok(ready),
                Err(outcome) => Err(outcome),
            })
            .collect();
        // Where games went as others did before, how they went.
        type Alike = Option<u64>;
        type Unplayed = Box<(Outcome, Alike)>;
        let first: Vec<Result<(Ready, Played), Unplayed>> = looked
            .into_par_iter()
            .map(|ready| {
                let ready = ready.map_err(|outcome| Box::new((outcome, None)))?;
                if !self.settings.play {
                    gate::is_sound(&ready, terms).map_err(|why| Box::new((Outcome::Rejected(why), None)))?;
                    let none = Figures {
                        games: 0,
                        timeouts: 0.0,
                        decided: 0.0,
                        balance: 0.0,
                        turns: 0.0,
                        choices: 0.0,
                    };
                    let still = Outcome::Playable { random: none, search: none, plausible: None };
                    return Err(Box::new((still, None)));
                }
                let alike = Cell::new(None);
                let is_known = |early: u64| {
                    alike.set(self.early.get(&early).copied());
                    alike.get().is_some()
                };
                let played = gate::at_random(&ready, terms, &is_known);
                let played = played.map_err(|why| Box::new((Outcome::Rejected(why), alike.get())))?;
                Ok((ready, played))
            })
            .collect();
        let mut judged = Vec::new();
        for (draft, result) in drafts.into_iter().zip(first) {
            match result {
                Err(unplayed) => {
                    let (outcome, alike) = *unplayed;
                    if let Some(early) = alike {
                        self.difference.is_alike(early, &self.classes_of(&draft.chosen));
                    }
                    judged.push((draft, outcome));
                }
                Ok((ready, played)) => {
                    let classes = self.classes_of(&draft.chosen);
                    let known = self.courses.get(&played.course);
                    let waits = self.waiting.iter().any(|w| w.played.course == played.course);
                    if known.is_some() || waits {
                        // The same game in other words: what became of it is known.
                        let why = same_again(known.and_then(Option::as_ref));
                        self.difference.is_alike(played.early, &classes);
                        judged.push((draft, Outcome::Rejected(why)));
                    } else {
                        self.early.insert(played.early);
                        self.difference.is_new(played.early, classes);
                        self.waiting.push(Waiting { draft, ready, played });
                    }
                }
            }
        }
        while self.waiting.len() > WAITING {
            let Some(last) = self.waiting.pop() else { break };
            let random = &last.played.figures;
            let reason = format!(
                "{PASSED_OVER}: at random {:.0} % of its games do not end and {:.0} % are decided in {:.0} turns, and likelier ones came before",
                100.0 * random.timeouts,
                100.0 * random.decided,
                random.turns
            );
            let why = Rejection { stage: Stage::Random, reason, fault: Fault::Together };
            judged.push((last.draft, Outcome::Rejected(why)));
        }
        judged
    }

    fn terms(&self) -> Terms {
        Terms {
            seed: mix(self.settings.seed),
            excused: [own_defects(self.incomplete), self.blame.own.clone()].concat(),
            unnamed: gate::unnamed(&self.incomplete.reading),
            ..self.settings.gate.clone()
        }
    }

    /// Plays the first of those that wait in thought, no more than may be wanted; more of them where many wait.
    fn play_on(&mut self, wanted: usize, watch: &dyn Watch) -> Vec<(Draft, Outcome)> {
        let terms = &self.terms();
        let now: Vec<Waiting> = self
            .waiting
            .drain(..self.waiting.len().min(wanted).min(PORTION.max(self.waiting.len() / 4)))
            .collect();
        // What an earlier run found out by thinking is not thought again; all else is done as it was then, so that a run that
        // goes on meets the same candidates in the same order.
        let known: Vec<Option<Outcome>> = now.iter().map(|w| watch.known(w.draft.hash)).collect();
        let outcomes: Vec<Outcome> = now
            .par_iter()
            .zip(known)
            .map(|(w, known)| match known {
                Some(known) => known,
                None => match gate::under_search(&w.ready, &w.played, terms) {
                    Ok(judged) => Outcome::Playable {
                        random: w.played.figures,
                        search: judged.figures,
                        plausible: Some(Box::new(judged.plausible)),
                    },
                    Err(rejection) => Outcome::Rejected(rejection),
                },
            })
            .collect();
        let mut judged = Vec::new();
        for (w, outcome) in now.into_iter().zip(outcomes) {
            let why = match &outcome {
                Outcome::Playable { .. } => None,
                Outcome::Rejected(rejection) => Some(rejection.clone()),
            };
            if why.is_some() && w.played.figures.timeouts <= 0.5 {
                self.near.push(w.draft.chosen.clone());
            }
            self.courses.insert(w.played.course, why);
            judged.push((w.draft, outcome));
        }
        judged
    }
}

/// How often a class of parts was met.
type Met = FxHashMap<u64, usize>;

fn met_times(capacity: usize) -> Met {
    FxHashMap::with_capacity_and_hasher(capacity, rustc_hash::FxBuildHasher)
}

fn is_among_first(met: &mut Met, class: u64, most: usize) -> bool {
    let times = met.entry(class).or_default();
    *times += 1;
    *times <= most
}

/// A draft whose parts were changed to fit each other.
fn refitted(draft: &Draft, assembled: Assembled) -> Draft {
    let text = assembled.term.to_string();
    let hash = canonical(&assembled.term).stable_hash();
    Draft { chosen: draft.chosen.clone(), assembled, text, hash, refitted: true }
}

/// Findings of lint about how pieces move, and what is done with dice.
const OF_PIECES: [&str; 4] = ["L0306", "L0401", "L0402", "L0404"];

/// Findings of lint that no part can be blamed for or mend: how pieces move, and what is done with dice, where only the
/// set-up or the end is open; who starts how, where only the end is. The description has them so.
fn own_defects(incomplete: &Incomplete) -> Vec<&'static str> {
    let all_in = |heads: &[&str]| {
        let within = |hole: &Hole| hole.context.heads.iter().any(|head| heads.contains(&head.as_str()));
        incomplete.holes.iter().all(within)
    };
    let mut codes = Vec::new();
    if all_in(&["start", "end"]) {
        codes.extend(OF_PIECES);
    }
    if all_in(&["end"]) {
        codes.extend(["L0303", "L0305", "L0601"]);
    }
    codes
}

/// The share of words that two parts have in common.
fn alike(one: &[u64], other: &[u64]) -> f64 {
    let shared = one.iter().filter(|word| other.binary_search(word).is_ok()).count();
    shared as f64 / (one.len() + other.len() - shared).max(1) as f64
}

/// The heads and words of a part, as numbers in order, each once.
fn words_of(part: &Part) -> Vec<u64> {
    let mut words: Vec<u64> = Vec::new();
    for term in &part.terms {
        term.each(&mut |t| {
            if let Some(word) = t.head().or(t.as_word()) {
                words.push(word.bytes().fold(0, |hash, byte| mix(hash ^ u64::from(byte))));
            }
        });
    }
    words.sort_unstable();
    words.dedup();
    words
}

/// Reasons that lie in other candidates.
const OTHER_WORDS: &str = "it is another candidate in other words";
const PASSED_OVER: &str = "passed over";

/// Whether a candidate was turned down for what it is, not for what others are.
fn for_itself(why: &Rejection) -> bool {
    why.reason != OTHER_WORDS && why.reason != gate::LIKE_ANOTHER && !why.reason.starts_with(PASSED_OVER)
}

/// What a candidate failed by, whatever the figures, as one number.
fn kind_of(why: &Rejection) -> u64 {
    let words = why.reason.bytes().filter(|b| !b.is_ascii_digit());
    words.fold(mix(why.stage as u64 + 1), |hash, byte| mix(hash ^ u64::from(byte)))
}

/// Whether a part means certain sites of a board that is not ours.
fn is_carried(incomplete: &Incomplete, donors: &Donors, part: &Part) -> bool {
    part.donor.is_some_and(|donor| {
        part.terms.iter().any(means_sites) && !same_ground(&incomplete.term, &donors.get(donor).term)
    })
}

/// The piece whose placing holds a hole.
fn placed_piece(game: &Term, hole: HoleId) -> Option<SmolStr> {
    let mut found = None;
    game.each(&mut |clause| {
        if clause.head() == Some("place") {
            let mut here = false;
            clause.each(&mut |t| here |= t.shape == Shape::Hole(hole));
            if here {
                found = clause.args().iter().find_map(Term::as_text).map(SmolStr::from);
            }
        }
    });
    found
}

/// Concepts that parts have to bring. Where a choice of the description itself may bring one, nothing is asked.
fn to_show(incomplete: &Incomplete) -> Vec<u16> {
    let chooses = incomplete.holes.iter().any(|hole| match &hole.kind {
        HoleKind::OneOf { alternatives, .. } => alternatives.iter().flatten().any(|t| t.head().is_some()),
        HoleKind::Borrowed { .. } | HoleKind::Perhaps => false,
    });
    let own = crate::scores::expected_concepts(&incomplete.reading).unwrap_or_default();
    let expected = incomplete
        .expectations
        .iter()
        .filter(|e| e.wanted == Wanted::Holds(true) && e.confidence > gate::SURE);
    expected.map(|e| e.concept).filter(|concept| !own.has(*concept) && !chooses).collect()
}

/// Scales the numbers of pieces in a set-up; false where one does not come out whole.
fn scale(term: &mut Term, ratio: f64, within_start: bool) -> bool {
    let within_start = within_start || term.head() == Some("start");
    let counts = term.head() == Some("set") && term.args().first().and_then(Term::as_word) == Some("Count");
    let mut first = true;
    for part in &mut term.parts {
        match &mut part.shape {
            Shape::Int(n) if within_start => {
                let labelled = part.label.as_deref() == Some("count");
                if labelled || (counts && first && part.label.is_none()) {
                    first = false;
                    let scaled = *n as f64 * ratio;
                    if scaled < 1.0 || (scaled - scaled.round()).abs() > 1e-9 {
                        return false;
                    }
                    *n = scaled.round() as i64;
                }
            }
            Shape::Call | Shape::Set => {
                if !scale(part, ratio, within_start) {
                    return false;
                }
            }
            Shape::Int(_) | Shape::Word(_) | Shape::Float(_) | Shape::Text(_) | Shape::Hole(_) => {}
        }
    }
    true
}

/// Leaves out parts that cannot be bound by themselves, and those that wait for what no part in any hole gives.
fn drop_what_cannot_fit(
    incomplete: &Incomplete,
    donors: &Donors,
    wanted: &[Signal],
    parts: &mut [Vec<Ranked>],
) {
    let holes = parts.len();
    for (hole, list) in parts.iter_mut().enumerate() {
        type Bound = (u64, (Vec<Term>, Vec<Term>));
        let keep: Vec<Option<Bound>> = list
            .par_iter()
            .map(|ranked| {
                let mut chosen: Vec<Option<&Part>> = vec![None; holes];
                chosen[hole] = Some(&ranked.part);
                let whole = assemble(incomplete, donors, &chosen).ok()?;
                let class = if holes == 1 { normal(&whole.term).stable_hash() } else { ranked.class };
                let brought = whole.brought.into_iter().map(|(_, term)| term).collect();
                Some((class, (whole.fills[hole].clone().unwrap_or_default(), brought)))
            })
            .collect();
        let mut keep = keep.into_iter();
        list.retain_mut(|ranked| match keep.next().flatten() {
            Some((class, bound)) => {
                ranked.class = class;
                ranked.bound = Some(bound);
                true
            }
            None => false,
        });
    }
    let links = Links::of(incomplete, wanted.to_vec(), parts);
    if !links.pieces_asked {
        return;
    }
    for (hole, list) in parts.iter_mut().enumerate() {
        let mut others = links.own.clone();
        for other in (0..holes).filter(|&other| other != hole) {
            others.left.extend(links.gives[other].iter().cloned());
            others.sought.extend(links.seeks[other].iter().cloned());
        }
        list.retain(|ranked| {
            let mut all = others.clone();
            all.join(&ranked.part.signals);
            let idle = |s: &Signal| links.idle && *s == Signal::OwnMoves;
            let alone = |s: &&Signal| s.is_shared() && !idle(s) && !all.sought.contains(*s);
            let blind = |s: &&Signal| s.is_shared() && !s.comes_along() && !all.left.contains(*s);
            !ranked.part.signals.left.iter().any(|s| alone(&s))
                && !ranked.part.signals.sought.iter().any(|s| blind(&s))
        });
    }
}

/// The verdict on a candidate that plays like another, move by move.
fn same_again(known: Option<&Rejection>) -> Rejection {
    known.cloned().unwrap_or_else(|| Rejection {
        stage: Stage::Random,
        reason: gate::LIKE_ANOTHER.to_owned(),
        fault: Fault::Together,
    })
}

/// The share of the expected concepts that a donor does not show itself: such donors rarely give what is expected.
fn unmet(incomplete: &Incomplete, donor: &Donor) -> f64 {
    if incomplete.expectations.is_empty() {
        return 0.0;
    }
    let players = crate::donors::declared(&donor.term).players as usize;
    let (mut asked, mut failed) = (0.0_f64, 0.0_f64);
    for expected in &incomplete.expectations {
        let holds = match expected.wanted {
            Wanted::Holds(holds) => donor.profile().map(|profile| profile.set.has(expected.concept) == holds),
            // Other numbers follow from the board and the pieces, which are the description's own.
            Wanted::Between(..) if !expected.name.starts_with("NumStartComponents") => None,
            Wanted::Between(low, high) => donor
                .at_start()
                .and_then(|start| gate::start_value(expected.name, start, players))
                .map(|value| (low..=high).contains(&value)),
        };
        // What is less sure counts for less.
        asked += if holds.is_some() { 1.0 } else { 0.0 };
        failed += if holds == Some(false) { expected.confidence } else { 0.0 };
    }
    failed / asked.max(1.0)
}

/// How much of all likelihood parts that one game has share, against those made of two.
const WHOLE: f64 = 0.9;
/// So many parts are made of two for one hole.
const MOST_MADE: usize = 120;

/// Adds parts that no single game has, each made of what two have. Only where all other holes leave the names of
/// pieces alone.
fn make_more(incomplete: &Incomplete, hole: &Hole, donors: &Donors, list: &mut Vec<Ranked>) {
    let kind = rank::Kind::of(hole);
    let place = hole.context.heads.first().map(smol_str::SmolStr::as_str);
    let is_whole = match kind {
        rank::Kind::Start => place == Some("start"),
        rank::Kind::End => place == Some("end"),
        rank::Kind::Piece => place == Some("piece"),
        rank::Kind::Other => false,
    };
    if !is_whole || hole.context.in_set || incomplete.holes.len() > 1 {
        return;
    }
    let (sums, most) = likelihoods(list);
    let all = all_said(&sums);
    let mut wholes: Vec<Whole> = Vec::new();
    let mut from: Vec<usize> = Vec::new();
    let mut met: FxHashSet<u64> = FxHashSet::default();
    for (i, ranked) in list.iter().enumerate() {
        let (Some(donor), Some((terms, brought))) = (ranked.part.donor, &ranked.bound) else { continue };
        // Of each class, the donor that says most.
        if ranked.said + 1e-12 < most[&ranked.class] || !met.insert(ranked.class) {
            continue;
        }
        let share = (sums[&ranked.class] - all).exp();
        wholes.push(Whole { terms: terms.clone(), brought: brought.clone(), donor, share });
        from.push(i);
    }
    let declared = crate::donors::declared(&incomplete.term);
    let mut pieces: Vec<&str> = declared.pieces.iter().map(|(name, _)| name.as_str()).collect();
    pieces.dedup();
    let made = made(kind, &wholes, &incomplete.term, &pieces, MOST_MADE);
    let total: f64 = made.iter().map(|m| m.share).sum();
    let head = if kind == rank::Kind::Piece { "piece" } else { "" };
    for new in made {
        let Some(base) = from.iter().find(|&&i| list[i].part.donor == Some(new.donor)) else { continue };
        let (scores, score, handicap) = (list[*base].scores, list[*base].score, list[*base].handicap);
        let signals = Signals::of_part(&new.terms, head);
        let part = Part {
            donor: Some(new.donor),
            forced: Vec::new(),
            signals,
            alike: 0,
            apart: 0,
            made: Some(MadeOf { with: new.with, brought: new.brought }),
            terms: new.terms,
            known: Known::default(),
        };
        let Ok(whole) = assemble(incomplete, donors, &[Some(&part)]) else { continue };
        list.push(Ranked {
            part,
            scores,
            score,
            handicap,
            said: 0.0,
            bound: None,
            share: Some((new.share / total).ln()),
            class: normal(&whole.term).stable_hash(),
            fits: None,
        });
    }
}

/// Rulesets of one game speak as one: ten variants of a game are no ten witnesses.
fn of_one_game(donors: &Donors, list: &mut [Ranked]) {
    let mut rulesets: FxHashMap<&str, FxHashSet<DonorId>> = FxHashMap::default();
    for donor in list.iter().filter_map(|ranked| ranked.part.donor) {
        rulesets.entry(donors.get(donor).name.as_str()).or_default().insert(donor);
    }
    for ranked in list.iter_mut() {
        if let Some(donor) = ranked.part.donor {
            ranked.said -= (rulesets[donors.get(donor).name.as_str()].len() as f64).ln();
        }
    }
}

/// What is said for a part with the players exchanged, where the pieces tell that it should be so, where they do not
/// tell, and where they tell that it should not; and for the part as it is, where it should be exchanged.
const EXCHANGED: [f64; 3] = [0.0, -2.0, -4.0];
const NOT_EXCHANGED: f64 = -1.5;
/// So many parts are asked.
const ASKED: usize = 300;

/// Adds parts that are what a donor has, by meaning: with the players exchanged where the hunter of one game is the second
/// player of the other, and with so many pieces in hand that they fill our board if they fill the donor's.
fn by_meaning(incomplete: &Incomplete, hole: &Hole, donors: &Donors, list: &mut Vec<Ranked>) {
    let kind = rank::Kind::of(hole);
    if incomplete.holes.len() > 1 || !matches!(kind, rank::Kind::Start | rank::Kind::End) {
        return;
    }
    let declared = crate::donors::declared(&incomplete.term);
    let ground = donors.grounds.of(&incomplete.term);
    let mut new: Vec<Ranked> = Vec::new();
    for ranked in list.iter_mut().take(ASKED) {
        let (Some(donor), Some((terms, brought))) = (ranked.part.donor, &ranked.bound) else { continue };
        let mut variants: Vec<(Vec<Term>, f64)> = Vec::new();
        let mut loses = 0.0;
        if declared.players == 2
            && let Some(terms) = exchanged(terms, &declared.pieces)
        {
            let crossed = rank::crossed(&incomplete.term, &donors.get(donor).term);
            let said = match crossed {
                Some(true) => EXCHANGED[0],
                None => EXCHANGED[1],
                Some(false) => EXCHANGED[2],
            };
            loses = if crossed == Some(true) { NOT_EXCHANGED } else { 0.0 };
            variants.push((terms, said));
        }
        if kind == rank::Kind::Start
            && terms.iter().any(|term| Signals::of(term).left.contains(&Signal::Hand))
            && let (Some(ours), Some(theirs)) = (&ground, donors.grounds.of(&donors.get(donor).term))
            && let Some(terms) = filling(terms, theirs.len(), ours.len())
        {
            variants.push((terms, 0.0));
        }
        for (terms, said) in variants {
            let made = MadeOf { with: donor, brought: brought.iter().map(|t| (donor, t.clone())).collect() };
            let part = Part {
                signals: Signals::of_all(&terms),
                forced: Vec::new(),
                terms: terms.clone(),
                made: Some(made),
                known: Known::default(),
                ..ranked.part.clone()
            };
            let Ok(whole) = assemble(incomplete, donors, &[Some(&part)]) else { continue };
            new.push(Ranked {
                part,
                scores: ranked.scores,
                score: ranked.score,
                handicap: ranked.handicap,
                said: ranked.said + said,
                bound: Some((terms, brought.clone())),
                share: None,
                class: normal(&whole.term).stable_hash(),
                fits: None,
            });
        }
        ranked.said += loses;
    }
    list.extend(new);
}

/// So many of the likeliest parts are asked what they mean; in descriptions of no more nodes than this.
const MEANT: usize = 60;
const MOST_NODES: usize = 3000;

/// Puts parts into one class that are the same in other words, as far as they are likely: what their donors say is said
/// for one thing. Only where nothing else is open, or nobody knows what a part would mean.
fn same_in_other_words(incomplete: &Incomplete, donors: &Donors, list: &mut [Ranked]) {
    if incomplete.holes.len() > 1 || incomplete.term.size() > MOST_NODES {
        return;
    }
    let (sums, _) = likelihoods(list);
    let mut order: Vec<(u64, f64)> = sums.into_iter().collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    order.truncate(MEANT);
    let first = |class: u64| list.iter().find(|r| r.class == class && r.part.donor.is_some());
    let meanings: Vec<(u64, Option<u64>)> = order
        .par_iter()
        .map(|&(class, _)| {
            let whole = first(class).and_then(|r| assemble(incomplete, donors, &[Some(&r.part)]).ok());
            (class, whole.and_then(|whole| meaning_of(&whole.term)))
        })
        .collect();
    let mut known: FxHashMap<u64, u64> = FxHashMap::default();
    let mut becomes: FxHashMap<u64, u64> = FxHashMap::default();
    for (class, meaning) in meanings {
        if let Some(meaning) = meaning {
            becomes.insert(class, *known.entry(meaning).or_insert(class));
        }
    }
    for ranked in list.iter_mut() {
        ranked.class = becomes.get(&ranked.class).copied().unwrap_or(ranked.class);
    }
}

/// By class of parts that one game has: what its donors say together, and what the best of them says.
fn likelihoods(list: &[Ranked]) -> (FxHashMap<u64, f64>, FxHashMap<u64, f64>) {
    let mut classes: FxHashMap<u64, Vec<f64>> = FxHashMap::default();
    let mut counted: FxHashSet<(u64, DonorId)> = FxHashSet::default();
    for ranked in list.iter().filter(|ranked| ranked.share.is_none()) {
        if let Some(donor) = ranked.part.donor
            && counted.insert((ranked.class, donor))
        {
            classes.entry(ranked.class).or_default().push(ranked.said);
        }
    }
    let most =
        classes.iter().map(|(class, said)| (*class, said.iter().copied().fold(f64::MIN, f64::max))).collect();
    let sums =
        classes.iter().map(|(class, said)| (*class, rank::together_said(said.iter().copied()))).collect();
    (sums, most)
}

/// What is said for all classes together, added up in a fixed order.
fn all_said(sums: &FxHashMap<u64, f64>) -> f64 {
    let mut values: Vec<f64> = sums.values().copied().collect();
    values.sort_by(f64::total_cmp);
    rank::together_said(values.iter().copied())
}

/// Gives the parts of donors their rank: the likeliest 1, others less by how much less likely they are. What the donors
/// of the same part say is added up; the donor that says most goes first.
fn by_likelihood(list: &mut [Ranked]) {
    let (sums, most) = likelihoods(list);
    let all = all_said(&sums);
    let likely = |ranked: &Ranked| match ranked.share {
        Some(share) => (1.0 - WHOLE).ln() + share,
        None => {
            WHOLE.ln() + sums[&ranked.class]
                - all
                - OTHER_DONOR / LESS_LIKELY * (most[&ranked.class] - ranked.said)
        }
    };
    let ranks: Vec<Option<f64>> =
        list.iter().map(|ranked| ranked.part.donor.is_some().then(|| likely(ranked))).collect();
    let best = ranks.iter().flatten().copied().fold(f64::MIN, f64::max);
    for (ranked, likely) in list.iter_mut().zip(ranks) {
        if let Some(likely) = likely {
            ranked.handicap += ranked.score - (1.0 - LESS_LIKELY * (best - likely));
        }
    }
    list.sort_by(|a, b| (b.score - b.handicap).total_cmp(&(a.score - a.handicap)));
}

/// By part: a number that is the same for parts that are alike but for the names of pieces.
fn classes(parts: &[Part], donors: &Donors) -> Vec<u64> {
    let class =
        |(i, part): (usize, &Part)| part.donor.map_or(i as u64, |donor| nameless(part, donors, donor));
    parts.iter().enumerate().map(class).collect()
}

/// How often donors have each alternative of a choice in its place, those close to the game counting most, from 0 to 1.
fn elsewhere(
    incomplete: &Incomplete,
    hole: &Hole,
    parts: &[Part],
    donors: &Donors,
    scores: &[(DonorScores, f64)],
    allowed: &[bool],
) -> Vec<f64> {
    let mut sums = vec![0.0; parts.len()];
    let HoleKind::OneOf { .. } = hole.kind else { return sums };
    let mut known = Vec::new();
    borrowed(incomplete, hole, 1, donors, &|donor: DonorId| allowed[donor.0 as usize], &mut known);
    let best = known.iter().filter_map(|p| p.donor).map(|d| scores[d.0 as usize].1).fold(0.0, f64::max);
    for part in &known {
        let weight = part.donor.map_or(0.0, |d| ((scores[d.0 as usize].1 - best) / CLOSE).exp());
        for (i, own) in parts.iter().enumerate().filter(|(_, own)| own.donor.is_none()) {
            // A fill may be longer than the alternative: what stands behind is not asked about.
            if part.terms.starts_with(&own.terms) {
                sums[i] += weight;
            }
        }
    }
    let most = sums.iter().copied().fold(0.0, f64::max);
    sums.iter().map(|sum| if most > 0.0 { (1.0 + sum).ln() / (1.0 + most).ln() } else { 1.0 }).collect()
}

/// A part with its donor's pieces called by numbers.
fn nameless(part: &Part, donors: &Donors, donor: DonorId) -> u64 {
    let pieces = &donors.declared[donor.0 as usize].pieces;
    let mut met: Vec<&str> = Vec::new();
    let mut hash = 0u64;
    for term in &part.terms {
        let mut term = canonical(term);
        term.each_mut(&mut |leaf| {
            if let Shape::Text(text) = &mut leaf.shape {
                let base = text.trim_end_matches(|c: char| c.is_ascii_digit());
                if let Some((name, _)) = pieces.iter().find(|(n, _)| n == text || n.as_str() == base) {
                    let at = met.iter().position(|m| m == name).unwrap_or_else(|| {
                        met.push(name);
                        met.len() - 1
                    });
                    *text = format!("piece {at}").into();
                }
            }
        });
        hash = mix(hash ^ term.stable_hash());
    }
    hash
}

/// Results by maximal marginal relevance: the best first, then always the one with the best mixture of a high score
/// and a large distance from those before it.
fn in_order(mut results: Vec<Candidate>, settings: &Settings) -> Vec<Candidate> {
    results.sort_by(|a, b| b.score.total_cmp(&a.score));
    let grams: Vec<_> = results
        .iter()
        .map(|candidate| {
            let parsed = ludarium_syntax::parse(ludarium_syntax::FileId(0), &candidate.text);
            let none = ludarium_play::Defines::none();
            let limits = ludarium_syntax::Limits::default();
            let expanded =
                ludarium_syntax::expand(&parsed, &none, &ludarium_play::Selection::default(), &limits);
            ludarium_concepts::distance::grams(&expanded.game)
        })
        .collect();
    let mut left: Vec<usize> = (0..results.len()).collect();
    let mut taken: Vec<usize> = Vec::new();
    while taken.len() < settings.results && !left.is_empty() {
        let worth = |&i: &usize| {
            let apart = taken
                .iter()
                .map(|&t| ludarium_concepts::distance::tree_distance(&grams[i], &grams[t]))
                .fold(1.0, f64::min);
            (1.0 - settings.diversity) * results[i].score + settings.diversity * apart
        };
        let mut best = 0;
        for at in 1..left.len() {
            if worth(&left[at]) > worth(&left[best]) + 1e-12 {
                best = at;
            }
        }
        taken.push(left.remove(best));
    }
    taken.into_iter().map(|i| results[i].clone()).collect()
}
