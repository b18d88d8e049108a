//! The posterior over kinds of parts: learning how loudly donors speak and how much is kept for something else, and
//! holding what it says against what was true.
//!
//! `leave_one_out GAMES SEED --posterior` learns on games that are in none of the samples that judge and writes
//! `src/posterior.csv`; `leave_one_out GAMES SEED --calibration` tells the reliability on others.

use super::learn::{JUDGES, judged};
use super::{Case, Removal, reading_of, sample, subject, usable};
use ludarium_reconstruct::donors::Donors;
use ludarium_reconstruct::fit::all_parts;
use ludarium_reconstruct::history::History;
use ludarium_reconstruct::posterior::{CREDIBLE, Learnt, Said, credible, kind_of, learnt, table};
use ludarium_reconstruct::rank::Kind;
use ludarium_reconstruct::scores::{Closeness, Weights};
use ludarium_reconstruct::term::{Shape, Term};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::path::Path;

/// What donors say in a place, and the kind that is true.
struct Lesson {
    place: Kind,
    said: Said,
    truth: String,
}

/// What was taken away, as the arguments that stood there.
fn truth(case: &Case<'_>) -> Vec<Term> {
    let mut found: Option<Vec<Term>> = None;
    let mut look = |clause: &Term| {
        let args = match case.removal {
            Removal::End if clause.head() == Some("end") => clause.args().to_vec(),
            Removal::Setup if clause.head() == Some("start") => clause.args().to_vec(),
            Removal::Play if clause.head() == Some("play") => clause.args().to_vec(),
            Removal::Moves
                if clause.head() == Some("piece")
                    && clause.parts.last().is_some_and(|p| p.shape == Shape::Call) =>
            {
                clause.args().iter().skip_while(|a| a.shape != Shape::Call).cloned().collect()
            }
            Removal::End | Removal::Setup | Removal::Play | Removal::Moves => return,
        };
        found.get_or_insert(args);
    };
    if case.removal == Removal::Moves {
        let equipment = case.donor.term.args().iter().filter(|c| c.head() == Some("equipment"));
        equipment.for_each(|clause| clause.each(&mut look));
    } else {
        case.donor.term.each(&mut look);
    }
    found.unwrap_or_default()
}

fn lesson(case: &Case<'_>, donors: &Donors, history: &History) -> Option<Lesson> {
    let incomplete = reading_of(case).ok()?;
    let hole = incomplete.holes.first()?;
    let closeness = Closeness::new(subject(case, &incomplete), Weights::default(), history);
    let all = all_parts(&incomplete, donors, &|id| usable(case, donors.get(id), history));
    let said = Said::of(hole, all.get(&hole.id)?, &incomplete, donors, &closeness);
    let place = Kind::of(hole);
    Some(Lesson { place, said, truth: kind_of(place, &truth(case)) })
}

fn lessons(cases: &[Case<'_>], donors: &Donors, history: &History) -> Vec<Lesson> {
    let all: Vec<Case<'_>> =
        cases.iter().flat_map(|case| Removal::LEARNT.iter().filter_map(|r| case.with(*r))).collect();
    all.par_iter().filter_map(|case| lesson(case, donors, history)).collect()
}

/// The logarithm of what the truth was given, with what is kept for something else where no donor has it.
fn likelihood(lesson: &Lesson, learnt: Learnt) -> f64 {
    let shares = lesson.said.shares(learnt);
    let own = shares.iter().find(|(kind, ..)| *kind == lesson.truth);
    own.map_or(learnt.else_share, |(_, share, _)| *share).max(1e-9).ln()
}

pub fn learn(donors: &Donors, history: &History, games: usize, seed: u64) {
    let judged = judged(donors, history);
    let cases = sample(donors, history, games, seed, &judged);
    let lessons = lessons(&cases, donors, history);
    let mut rows = Vec::new();
    for place in Kind::ALL {
        let own: Vec<&Lesson> = lessons.iter().filter(|l| l.place == place).collect();
        let missing = own.iter().filter(|l| !l.said.kinds.contains_key(&l.truth)).count();
        let else_share = (missing as f64 + 1.0) / (own.len() as f64 + 2.0);
        let mean = |loudness: f64| {
            let learnt = Learnt { loudness, else_share };
            own.iter().map(|l| likelihood(l, learnt)).sum::<f64>() / own.len().max(1) as f64
        };
        let best = (1..=40).map(|i| 0.05 * f64::from(i)).max_by(|a, b| mean(*a).total_cmp(&mean(*b)));
        let loudness = best.unwrap_or(0.5);
        println!(
            "{place:?}: {} lessons, {missing} truths that no donor has, loudness {loudness:.2}, mean log {:.3}",
            own.len(),
            mean(loudness)
        );
        rows.push((place, Learnt { loudness, else_share }));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/posterior.csv");
    std::fs::write(&path, table(&rows)).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
}

pub fn check(donors: &Donors, history: &History, games: usize, seed: u64) {
    assert!(!JUDGES.contains(&seed) || games <= 30, "the samples that judge hold 30 games each");
    // What was learnt from is not asked.
    let taught: BTreeSet<String> = sample(donors, history, 200, 1000, &judged(donors, history))
        .iter()
        .map(|case| case.donor.name.clone())
        .collect();
    let cases = sample(donors, history, games, seed, &taught);
    let lessons = lessons(&cases, donors, history);
    let mut bins = [(0.0_f64, 0usize, 0usize); 10];
    let (mut within, mut first, mut n) = (0, 0, 0);
    for lesson in &lessons {
        let l = learnt(lesson.place);
        let shares = lesson.said.shares(l);
        let numbers: Vec<f64> = shares.iter().map(|s| s.1).collect();
        let (shown, with_else) = credible(&numbers, l.else_share);
        let at = shares.iter().position(|(kind, ..)| *kind == lesson.truth);
        n += 1;
        within += usize::from(at.map_or(with_else, |at| at < shown));
        first += usize::from(at == Some(0));
        let all = shares.iter().map(|(kind, share, _)| (*share, *kind == lesson.truth));
        for (share, is_true) in all.chain([(l.else_share, at.is_none())]) {
            let bin = &mut bins[((share * 10.0) as usize).min(9)];
            bin.0 += share;
            bin.1 += usize::from(is_true);
            bin.2 += 1;
        }
    }
    println!("| said | kinds | mean of what was said | were true |\n| --- | ---: | ---: | ---: |");
    let (mut error, mut weight) = (0.0, 0.0);
    for (i, (sum, hits, count)) in bins.iter().enumerate().filter(|(_, b)| b.2 > 0) {
        let (said, was) = (sum / *count as f64, *hits as f64 / *count as f64);
        println!("| {}–{} % | {count} | {:.1} % | {:.1} % |", 10 * i, 10 * i + 10, 100.0 * said, 100.0 * was);
        // Each kind counts by what was said of it: thousands of kinds of which nothing was said would hide the error.
        error += (said - was).abs() * sum;
        weight += sum;
    }
    println!(
        "\n{n} holes of {} games; truth in the {:.0} % set: {within} ({:.0} %); the likeliest kind is true: {first} ({:.0} %); calibration error \
         {:.3}",
        cases.len(),
        100.0 * CREDIBLE,
        100.0 * f64::from(within as u32) / n.max(1) as f64,
        100.0 * f64::from(first as u32) / n.max(1) as f64,
        error / weight.max(1e-9)
    );
}
