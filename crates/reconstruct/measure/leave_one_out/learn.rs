//! Learning the weights of `rank` by leaving parts out of games that are in none of the samples by which they are
//! judged: for each kind of place, the weights under which the true parts are likeliest among all that fit.

use super::{Case, Removal, reading_of, sample, usable};
use ludarium_reconstruct::donors::Donors;
use ludarium_reconstruct::fit::{all_parts, assemble, canonical};
use ludarium_reconstruct::history::History;
use ludarium_reconstruct::rank::{FEATURES, Features, Likeness, NAMES};
use ludarium_reconstruct::scores::Closeness;
use ludarium_reconstruct::types::Similarity;
use std::collections::{BTreeMap, BTreeSet};

/// The samples that judge: their games teach nothing.
pub const JUDGES: [u64; 4] = [1, 2, 3, 4];
const JUDGED: usize = 30;

/// One case: the classes of parts that fit, the true one first.
struct Lesson {
    classes: Vec<Vec<Features>>,
}

/// The games of the samples that judge.
pub fn judged(donors: &Donors, history: &History) -> BTreeSet<String> {
    let mut judged: BTreeSet<String> = BTreeSet::new();
    for judge in JUDGES {
        let cases = sample(donors, history, JUDGED, judge, &BTreeSet::new());
        judged.extend(cases.iter().map(|case| case.donor.name.clone()));
    }
    judged
}

pub fn learn(donors: &Donors, history: &History, games: usize, seed: u64) {
    let judged = judged(donors, history);
    eprintln!("{} games judge", judged.len());
    let cases = sample(donors, history, games, seed, &judged);
    if let Some(path) = std::env::var_os("CONCEPTS") {
        let _ = std::fs::write(path, donors.memory());
    }
    for removal in Removal::LEARNT {
        let mut lessons = Vec::new();
        let mut all = 0;
        for case in &cases {
            let Some(case) = case.with(removal) else { continue };
            all += 1;
            match lesson(&case, donors, history) {
                Some(lesson) => lessons.push(lesson),
                None => eprintln!("none\t{}\t{}\t{}", removal.words(), case.donor.name, case.truth()),
            }
        }
        println!("{}: {} of {all} have a part to be found", removal.words(), lessons.len());
        for decay in [0.003, 0.01, 0.03] {
            // Judged by the fifth that was not learnt from.
            let mut good = [0usize; 2];
            for fold in 0..5 {
                let (train, test): (Vec<_>, Vec<_>) =
                    lessons.iter().enumerate().partition(|(i, _)| i % 5 != fold);
                let weights = fit(&train.into_iter().map(|(_, l)| l).collect::<Vec<_>>(), decay);
                for (_, lesson) in &test {
                    let rank = place(lesson, &weights);
                    good[0] += usize::from(rank < 10);
                    good[1] += usize::from(rank < 1);
                }
            }
            println!("  decay {decay}: first ten {} first {} of {}", good[0], good[1], lessons.len());
        }
        let weights = fit(&lessons.iter().collect::<Vec<_>>(), 0.01);
        println!("  {}", weights.iter().map(|w| format!("{w:.2}")).collect::<Vec<_>>().join(", "));
        for (name, weight) in NAMES.iter().zip(weights) {
            println!("    {name}: {weight:.2}");
        }
    }
}

fn lesson(case: &Case<'_>, donors: &Donors, history: &History) -> Option<Lesson> {
    let incomplete = reading_of(case).ok()?;
    let closeness = Closeness::new(super::subject(case, &incomplete), super::Weights::default(), history);
    let all = all_parts(&incomplete, donors, &|id| usable(case, donors.get(id), history));
    let truth = canonical(&case.donor.term).stable_hash();
    let likeness = Likeness::new(&incomplete, &incomplete.holes[0], donors);
    let mut classes: BTreeMap<u64, Vec<Features>> = BTreeMap::new();
    for part in all.values().flatten() {
        let Ok(whole) = assemble(&incomplete, donors, &[Some(part)]) else { continue };
        let Some(donor) = part.donor else { continue };
        let scores = closeness.of(donors.get(donor));
        let key = canonical(&whole.term).stable_hash();
        classes.entry(key).or_default().push(likeness.features(part, &scores));
    }
    let right = classes.remove(&truth)?;
    let mut list = vec![right];
    list.extend(classes.into_values());
    Some(Lesson { classes: list })
}

/// What the donors of each class say together, with the best first taken out of the exponent.
fn said(class: &[Features], weights: &Features) -> f64 {
    let values: Vec<f64> = class.iter().map(|f| dot(f, weights)).collect();
    let most = values.iter().copied().fold(f64::MIN, f64::max);
    most + values.iter().map(|v| (v - most).exp()).sum::<f64>().ln()
}

fn dot(f: &Features, weights: &Features) -> f64 {
    f.iter().zip(weights).map(|(a, b)| a * b).sum()
}

fn place(lesson: &Lesson, weights: &Features) -> usize {
    let own = said(&lesson.classes[0], weights);
    lesson.classes[1..].iter().filter(|class| said(class, weights) >= own).count()
}

/// The weights under which the true parts are likeliest, less a price for large weights. Adam, always from zero.
fn fit(lessons: &[&Lesson], decay: f64) -> Features {
    let mut weights = [0.0; FEATURES];
    let (mut first, mut second) = ([0.0; FEATURES], [0.0; FEATURES]);
    for step in 1..=300 {
        let mut slope = [0.0; FEATURES];
        for lesson in lessons {
            let sums: Vec<f64> = lesson.classes.iter().map(|class| said(class, &weights)).collect();
            let most = sums.iter().copied().fold(f64::MIN, f64::max);
            let total: f64 = sums.iter().map(|s| (s - most).exp()).sum();
            for (i, class) in lesson.classes.iter().enumerate() {
                let share = (sums[i] - most).exp() / total;
                let pull = f64::from(u8::from(i == 0)) - share;
                if pull.abs() < 1e-6 {
                    continue;
                }
                for f in class {
                    let part = (dot(f, &weights) - sums[i]).exp() * pull;
                    for (s, x) in slope.iter_mut().zip(f) {
                        *s += part * x;
                    }
                }
            }
        }
        for k in 0..FEATURES {
            let g = slope[k] / lessons.len().max(1) as f64 - decay * weights[k];
            first[k] = 0.9 * first[k] + 0.1 * g;
            second[k] = 0.99 * second[k] + 0.01 * g * g;
            let (a, b) = (first[k] / (1.0 - 0.9f64.powi(step)), second[k] / (1.0 - 0.99f64.powi(step)));
            weights[k] += 0.1 * a / (b.sqrt() + 1e-8);
        }
    }
    weights
}
