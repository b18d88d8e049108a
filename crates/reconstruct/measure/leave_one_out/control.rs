//! Null controls on documented games whose end rules were taken away: whether the false-positive rate of some controls is
//! that of others, and whether the game's own board yields more than scrambled ones.
//!
//! `leave_one_out GAMES SEED --controls`

use super::{Clock, Removal, reading_of, sample, subject, usable};
use ludarium_reconstruct::controls::{Controls, Effort, run};
use ludarium_reconstruct::donors::Donors;
use ludarium_reconstruct::history::History;
use ludarium_reconstruct::scores::{Closeness, Weights};
use ludarium_reconstruct::search::Settings;
use ludarium_reconstruct::types::Donor;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Controls of each kind, and candidates for each.
const EFFORT: Effort = Effort { controls: 5, candidates: 24 };
/// Seconds for one game and seed.
const SECONDS: u64 = 90;

pub fn measure(donors: &Donors, history: &History, games: usize, seed: u64) {
    println!(
        "| game | on the evidence | on controls | 95 % | on other controls | within | ratio | more than chance | plausible, real and controls |"
    );
    println!("| --- | ---: | ---: | --- | ---: | --- | ---: | --- | --- |");
    let (mut within, mut all) = (0, 0);
    for case in sample(donors, history, games, seed, &BTreeSet::new()) {
        let Some(case) = case.with(Removal::End) else { continue };
        let Ok(incomplete) = reading_of(&case) else { continue };
        let closeness = Closeness::new(subject(&case, &incomplete), Weights::default(), history);
        let usable = |donor: &Donor| usable(&case, donor, history);
        let once = |seed: u64| -> Controls {
            let settings = Settings { seed, ..Settings::default() };
            let mut clock = Clock(Instant::now() + Duration::from_secs(SECONDS));
            run(&incomplete, donors, &closeness, &settings, &usable, EFFORT, &mut clock)
        };
        let (first, second) = (once(seed), once(seed + 1000));
        if first.controls.len() < 2 || second.controls.len() < 2 {
            println!("| {} | – | – | – | – | too few controls in the time | – | – | – |", case.donor.title());
            continue;
        }
        let agrees = (first.interval.0..=first.interval.1).contains(&second.false_positives);
        within += usize::from(agrees);
        all += 1;
        let plausible = first.controls.iter().filter(|c| c.passed > 0).map(|c| c.plausible);
        let count = plausible.clone().count().max(1) as f64;
        println!(
            "| {} | {} of {} | {:.0} % | {:.0}–{:.0} % | {:.0} % | {} | {} | {} | {:.2}, {:.2} |",
            case.donor.title(),
            first.real.passed,
            first.real.tried,
            100.0 * first.false_positives,
            100.0 * first.interval.0,
            100.0 * first.interval.1,
            100.0 * second.false_positives,
            if agrees { "yes" } else { "no" },
            first.ratio.map_or("–".to_owned(), |r| format!("{r:.2}")),
            if first.distinguishes { "yes" } else { "no" },
            first.real.plausible,
            plausible.sum::<f64>() / count
        );
    }
    println!("\nrates of other controls within the interval: {within} of {all}");
}
