//! Reconstruction with the library as the source of parts. Evidence, history tables and donors of one's own are for the
//! command line and for the crate behind this one.

use crate::Selection;
use ludarium_play::{Problem, library_defines};
use ludarium_reconstruct::history::History;
use ludarium_reconstruct::scores::{Closeness, Subject, Weights};
use ludarium_reconstruct::search::{Progress, Watch};
use ludarium_reconstruct::types::{Donor, Outcome};
use ludarium_reconstruct::{Candidate, Donors, Settings, read_incomplete};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What is to be reconstructed, and how long it may take.
#[derive(Clone, Debug)]
pub struct Request<'t> {
    text: &'t str,
    results: usize,
    seed: u64,
    time: Duration,
    stop: Option<&'t AtomicBool>,
}

/// A whole game that fits a description with holes.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// The description of the game; [`crate::Game::from_text`] plays it.
    pub text: String,
    /// How well the borrowed parts fit, from 0 to 1.
    pub score: f64,
    /// The games that parts were borrowed from, in the order of the holes.
    pub donors: Vec<String>,
}

/// The description cannot be reconstructed: its faults.
#[derive(Clone, Debug)]
pub struct Faulty(pub Vec<Problem>);

impl std::fmt::Display for Faulty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.first().map_or("the description has faults", |p| p.message.as_str()))
    }
}

impl std::error::Error for Faulty {}

impl<'t> Request<'t> {
    /// A description with holes: ten results, found within a minute, when nothing else is said.
    pub fn new(text: &'t str) -> Request<'t> {
        Request { text, results: 10, seed: 1, time: Duration::from_secs(60), stop: None }
    }

    /// How many results are wanted.
    pub fn results(mut self, results: usize) -> Request<'t> {
        self.results = results.max(1);
        self
    }

    /// Another seed tries parts of equal rank in another order.
    pub fn seed(mut self, seed: u64) -> Request<'t> {
        self.seed = seed;
        self
    }

    /// How long the search may take.
    pub fn time(mut self, time: Duration) -> Request<'t> {
        self.time = time;
        self
    }

    /// The search ends with what it has found when somebody raises this flag.
    pub fn stop(mut self, flag: &'t AtomicBool) -> Request<'t> {
        self.stop = Some(flag);
        self
    }
}

/// Looks at the clock and the flag between candidates.
struct Until<'t>(Instant, Option<&'t AtomicBool>);

impl Watch for Until<'_> {
    fn progress(&mut self, _progress: &Progress, _newest: &Candidate) {}
    fn go_on(&mut self) -> bool {
        Instant::now() < self.0 && !self.1.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
    fn known(&self, _hash: u64) -> Option<Outcome> {
        None
    }
}

/// Fills the holes of a description from the games of the library, best combinations first. Every proposal was played
/// and stood.
pub fn reconstruct(request: &Request<'_>) -> Result<Vec<Proposal>, Faulty> {
    let defines = library_defines();
    let incomplete = read_incomplete("", request.text, &defines, &Selection::default())
        .map_err(|(problems, _)| Faulty(problems))?;
    let donors = Donors::gather(&Donors::library(), &defines);
    let history = History::default();
    let closeness = Closeness::new(Subject::default(), Weights::default(), &history);
    let settings = Settings { results: request.results, seed: request.seed, ..Settings::default() };
    let usable = |donor: &Donor| donor.name != incomplete.name;
    let mut until = Until(Instant::now() + request.time, request.stop);
    let found =
        ludarium_reconstruct::reconstruct(&incomplete, &donors, &closeness, &settings, &usable, &mut until);
    let proposal = |candidate: Candidate| Proposal {
        donors: candidate.donors().into_iter().map(|id| donors.get(id).title()).collect(),
        score: candidate.score,
        text: candidate.text,
    };
    Ok(found.results.into_iter().map(proposal).collect())
}
