//! Calibrates the gate on well documented games, and measures it on others.
//!
//! `calibrate table [--per N] [--hold N] [--seconds S]` measures documented games of each family (rulesets that the tables call
//! described or observed, one of each game) and writes `src/plausible/games.csv` and `concepts.csv`. The first `--hold` games of each
//! family, in an order of the seed, are left out of it, so that some remain to be tested. It also tells which defects and
//! oddities documented games show.
//! `calibrate check [--per N] [--seed S]` puts documented games that the table does not know through the whole gate.
//! `calibrate spoilt [--games N] [--seed S]` spoils documented games in ten ways and counts what the gate turns down.
//!
//! `calibrate odd [--per N]` counts the oddities for which candidates are turned down whatever else is known, among documented games.
//!
//! All read the published corpus in `../shared` and do nothing where it is absent.

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "calibrate/spoil.rs"]
mod spoil;

use ludarium_engine::rng::mix;
use ludarium_lint::{Effort, Subject, lint};
use ludarium_reconstruct::donors::{Donors, Source};
use ludarium_reconstruct::gate::{self, Ready, Terms};
use ludarium_reconstruct::hard;
use ludarium_reconstruct::history::{History, Kind};
use ludarium_reconstruct::plausible::{self, Family, NAMES, Sample};
use ludarium_reconstruct::types::{Donor, Rejection};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

fn main() {
    // Rules are evaluated by recursion, up to a limit that wants more stack than threads are given by default.
    let _ = rayon::ThreadPoolBuilder::new().stack_size(64 << 20).build_global();
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, default: u64| {
        let at = args.iter().position(|a| a == name);
        at.and_then(|i| args.get(i + 1)?.parse().ok()).unwrap_or(default)
    };
    let Some(reference) = common::reference() else { return };
    let history = common::history(&reference);
    let donors = gather(&reference);
    let seconds = number("--seconds", 60);
    match args.first().map(String::as_str) {
        Some("table") => {
            table(&donors, &history, number("--per", 36) as usize, number("--hold", 8) as usize, seconds);
        }
        Some("odd") => odd(&donors, &history, number("--per", 60) as usize),
        Some("check") => check(&donors, &history, number("--per", 6) as usize, number("--seed", 1), seconds),
        Some("spoilt") => {
            spoilt(&donors, &history, number("--games", 40) as usize, number("--seed", 1), seconds);
        }
        _ => eprintln!("calibrate table | check | spoilt"),
    }
}

fn gather(reference: &Path) -> Donors {
    let folder = reference.join("corpus/lud");
    let sources: Vec<Source> = common::with_extension(&folder, "lud")
        .into_iter()
        .filter_map(|path| {
            let shown = path.strip_prefix(&folder).ok()?.display().to_string();
            let text = std::fs::read_to_string(&path).ok()?;
            Donors::is_used(&shown).then_some(Source { path: shown, text, key: None })
        })
        .collect();
    Donors::gather(&sources, &common::defines(reference))
}

/// Well documented rulesets by family, one of each game, in an order of the seed.
fn documented<'d>(donors: &'d Donors, history: &History, seed: u64) -> BTreeMap<Family, Vec<&'d Donor>> {
    let mut families: BTreeMap<Family, Vec<&Donor>> = BTreeMap::new();
    let mut list: Vec<&Donor> = donors.list.iter().collect();
    list.sort_by_key(|d| mix(seed ^ mix(u64::from(d.database_id().unwrap_or(0)))));
    let mut names = BTreeSet::new();
    for donor in list {
        let Some(row) = donor.database_id().and_then(|id| history.ruleset(id)) else { continue };
        let sound = matches!(row.kind, Kind::Described | Kind::Observed) && row.years.is_some();
        let Some(family) = Family::of_path(&donor.path) else { continue };
        if sound && names.insert(donor.name.clone()) {
            families.entry(family).or_default().push(donor);
        }
    }
    families
}

/// Does some work with a flag that is raised when the seconds are over.
fn bounded<T>(seconds: u64, terms: &Terms, work: impl FnOnce(&Terms) -> T) -> (T, f64) {
    let mut terms = terms.clone();
    terms.stop = gate::Stop(Arc::new(AtomicBool::new(false)));
    let (flag, ended) = (terms.stop.0.clone(), Arc::new(AtomicBool::new(false)));
    let over = ended.clone();
    let guard = std::thread::spawn(move || {
        let begun = Instant::now();
        while !over.load(Ordering::Relaxed) {
            if begun.elapsed() > Duration::from_secs(seconds) {
                flag.store(true, Ordering::Relaxed);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    });
    let begun = Instant::now();
    let result = work(&terms);
    ended.store(true, Ordering::Relaxed);
    let _ = guard.join();
    (result, begun.elapsed().as_secs_f64())
}

fn ready(donor: &Donor, terms: &Terms) -> Result<Ready, Rejection> {
    gate::look(&donor.name, &donor.term.to_string(), &[], terms, &|| true)
}

/// Everything that lint and [`hard`] say against a game.
fn complaints(donor: &Donor, ready: &Ready, terms: &Terms) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(checked) = &ready.reading.game {
        let tree = &ready.reading.expanded.game;
        let subject = Subject { checked, tree, game: &ready.game, metadata: None };
        found.extend(lint(&subject, &Effort::default()).iter().map(|f| f.code.to_owned()));
    }
    let odd = hard::oddities(&donor.name, &donor.term, &ready.game, terms.seed);
    found.extend(odd.iter().map(|o| format!("{o:?}")));
    found.sort();
    found.dedup();
    found
}

fn table(donors: &Donors, history: &History, per: usize, hold: usize, seconds: u64) {
    // What is measured is measured whatever lint says of it.
    let terms = Terms { excused: ludarium_lint_codes(), ..Terms::default() };
    let families = documented(donors, history, 24);
    let mut chosen: Vec<(Family, &Donor)> = Vec::new();
    for (family, list) in &families {
        let held = hold.min(list.len() / 3);
        eprintln!("{}: {} documented games, {held} held out", family.word(), list.len());
        chosen.extend(list.iter().skip(held).take(per).map(|d| (*family, *d)));
    }
    type Row = (Family, u32, Result<Sample, String>, Vec<String>, Option<ludarium_concepts::taxonomy::Set>);
    let rows: Vec<Row> = chosen
        .par_iter()
        .map(|(family, donor)| {
            let ((sample, complaints), took) = bounded(seconds, &terms, |terms| match ready(donor, terms) {
                Err(why) => (Err(why.reason), Vec::new()),
                Ok(ready) => {
                    // A family is known here; elsewhere it is read off the rules.
                    let sample = gate::measured(&ready, terms).map_err(|why| why.reason);
                    (sample, complaints(donor, &ready, terms))
                }
            });
            eprintln!(
                "{} {took:.1}s {:?} {complaints:?}",
                donor.path,
                sample.as_ref().map(|s| s.0.map(|v| (v * 100.0).round() / 100.0))
            );
            let set = donor.profile().map(|p| p.set);
            (*family, donor.database_id().unwrap_or(0), sample, complaints, set)
        })
        .collect();
    let mut text = format!("id,family,{}\n", NAMES.join(","));
    for (family, id, sample, ..) in &rows {
        if let Ok(Sample(values)) = sample {
            let values: Vec<String> = values.iter().map(|v| format!("{v:.3}")).collect();
            text.push_str(&format!("{id},{},{}\n", family.word(), values.join(",")));
        }
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/plausible");
    let sets: Vec<_> = rows.iter().filter_map(|(f, _, _, _, set)| Some((*f, (*set)?))).collect();
    let concepts = plausible::family::table(&sets, 60);
    for (name, text) in [("games.csv", &text), ("concepts.csv", &concepts)] {
        std::fs::write(folder.join(name), text).unwrap_or_else(|why| panic!("{name}: {why}"));
    }
    let measured = rows.iter().filter(|r| r.2.is_ok()).count();
    println!("{measured} of {} measured", rows.len());
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    rows.iter().flat_map(|r| &r.3).for_each(|code| *counts.entry(code).or_default() += 1);
    for (code, n) in counts {
        println!("{code}: {n} of {} ({:.1} %)", rows.len(), 100.0 * n as f64 / rows.len() as f64);
    }
}

/// Which of the things that are turned down whatever else is known are shown by documented games.
fn odd(donors: &Donors, history: &History, per: usize) {
    let terms = Terms { excused: ludarium_lint_codes(), ..Terms::default() };
    let families = documented(donors, history, 24);
    let chosen: Vec<&Donor> = families.values().flat_map(|list| list.iter().take(per).copied()).collect();
    let found: Vec<(&Donor, Vec<hard::Oddity>)> = chosen
        .par_iter()
        .filter_map(|donor| {
            let ready = ready(donor, &terms).ok()?;
            Some((*donor, hard::oddities(&donor.name, &donor.term, &ready.game, terms.seed)))
        })
        .collect();
    for (donor, odd) in found.iter().filter(|(_, odd)| !odd.is_empty()) {
        println!("{}: {odd:?}", donor.path);
    }
    for oddity in hard::Oddity::ALL {
        let n = found.iter().filter(|(_, odd)| odd.contains(&oddity)).count();
        println!("| {} | {n} of {} |", oddity.words(), found.len());
    }
}

/// Every code of lint, so that nothing is turned down for a defect.
fn ludarium_lint_codes() -> Vec<&'static str> {
    ludarium_lint::CODES.iter().map(|code| code.code).collect()
}

/// The whole gate, as a candidate meets it.
fn gated(name: &str, text: &str, terms: &Terms) -> Result<plausible::Plausible, Rejection> {
    let ready = gate::look(name, text, &[], terms, &|| true)?;
    let played = gate::at_random(&ready, terms, &|_| false)?;
    gate::under_search(&ready, &played, terms).map(|judged| judged.plausible)
}

fn untouched<'d>(donors: &'d Donors, history: &History, seed: u64) -> BTreeMap<Family, Vec<&'d Donor>> {
    // A game is known if any of its rulesets is in the table.
    let known: BTreeSet<u32> = plausible::documented().iter().map(|d| d.id).collect();
    let is_known = |d: &Donor| d.database_id().is_some_and(|id| known.contains(&id));
    let names: BTreeSet<&str> = donors.list.iter().filter(|d| is_known(d)).map(|d| d.name.as_str()).collect();
    let mut families = documented(donors, history, seed);
    families.values_mut().for_each(|list| list.retain(|d| !names.contains(d.name.as_str())));
    families
}

fn check(donors: &Donors, history: &History, per: usize, seed: u64, seconds: u64) {
    let terms = Terms { seed: mix(seed), ..Terms::default() };
    let families = untouched(donors, history, seed);
    let chosen: Vec<(Family, &Donor)> =
        families.iter().flat_map(|(f, list)| list.iter().take(per).map(|d| (*f, *d))).collect();
    let rows: Vec<(Family, bool)> = chosen
        .par_iter()
        .map(|(family, donor)| {
            let (verdict, took) =
                bounded(seconds, &terms, |terms| gated(&donor.name, &donor.term.to_string(), terms));
            let told = match &verdict {
                Ok(p) => format!("passes, {} {:.2}, p {:.2}", p.family.word(), p.certainty, p.percentile),
                Err(why) => format!("{:?}: {}", why.stage, why.reason),
            };
            println!("| {} | {} | {took:.0} | {told} |", donor.title(), family.word());
            (*family, verdict.is_ok())
        })
        .collect();
    let mut all = (0, 0);
    for family in Family::ALL {
        let own = rows.iter().filter(|(f, _)| *f == family);
        let (passed, n) = own.fold((0, 0), |(p, n), (_, ok)| (p + usize::from(*ok), n + 1));
        println!("{}: {passed} of {n} pass", family.word());
        all = (all.0 + passed, all.1 + n);
    }
    println!("together {} of {} pass", all.0, all.1);
}

fn spoilt(donors: &Donors, history: &History, games: usize, seed: u64, seconds: u64) {
    let terms = Terms { seed: mix(seed), ..Terms::default() };
    let families = untouched(donors, history, seed);
    let longest = families.values().map(Vec::len).max().unwrap_or(0);
    // In turn from all families.
    let pool: Vec<&Donor> =
        (0..longest).flat_map(|i| families.values().filter_map(move |list| list.get(i))).copied().collect();
    let mut cases: Vec<(spoil::Way, &Donor, String)> = Vec::new();
    let mut next = 0;
    let each = games.div_ceil(spoil::Way::ALL.len());
    for way in spoil::Way::ALL {
        let mut found = 0;
        for turn in 0..pool.len() {
            if found == each || cases.len() == games {
                break;
            }
            let donor = pool[(next + turn) % pool.len()];
            // What is spoilt must still be a description that can be read and played.
            let Some(term) = way.spoil(&donor.term) else { continue };
            let text = term.to_string();
            let Some(game) = gate::compiled_game(&donor.name, &text) else { continue };
            // Nothing vanishes in stacks, and what still has an army, or was no sound game before, is not spoilt.
            let armies = gate::armies(&game);
            let is_spoilt = match way {
                spoil::Way::Overwritten => !game.uses.stacking,
                spoil::Way::OneArmy => armies.get(1) == Some(&0),
                _ => true,
            };
            let was_sound = ready(donor, &terms).is_ok();
            if !is_spoilt || !was_sound {
                continue;
            }
            cases.push((way, donor, text));
            found += 1;
        }
        next += 7;
    }
    let rows: Vec<bool> = cases
        .par_iter()
        .map(|(way, donor, text)| {
            let (verdict, took) = bounded(seconds, &terms, |terms| gated(&donor.name, text, terms));
            let told = match &verdict {
                Ok(p) => format!("PASSES, p {:.2}", p.percentile),
                Err(why) => format!("{:?}: {}", why.stage, why.reason),
            };
            println!("| {} | {} | {took:.0} | {told} |", way.words(), donor.title());
            verdict.is_err()
        })
        .collect();
    println!("{} of {} spoilt games turned down", rows.iter().filter(|r| **r).count(), rows.len());
}
