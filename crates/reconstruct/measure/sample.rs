//! Measures reconstruction over a folder of incomplete descriptions: one line per game with the number of results,
//! what was rejected at which stage, the seconds of one core that it took, and the seconds by the clock. `--seconds`
//! limits the former. Games that a line was written for are not done again.
//!
//! `sample INCOMPLETE_DIR GAMES_DIR OUT.tsv [--sample N] [--seconds S] [--results N] [--seed S] [--only TEXT] [--read] [--show] [--history DIR] [--concepts FILE]`

mod folder;

use folder::files;
use ludarium_reconstruct::donors::{Donors, Source};
use ludarium_reconstruct::history::History;
use ludarium_reconstruct::policy::{Own, Policy};
use ludarium_reconstruct::posterior::clusters;
use ludarium_reconstruct::read_incomplete;
use ludarium_reconstruct::scores::{Closeness, Subject, Weights, expected_concepts};
use ludarium_reconstruct::search::{Progress, Settings, Watch, reconstruct};
use ludarium_reconstruct::types::{Candidate, Donor, Outcome, Stage};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// Seconds that this process has had of any core, so that a busy machine does not count; wall time where not known.
fn cpu_seconds(begun: Instant) -> f64 {
    let ticks = |text: &str| -> Option<f64> {
        let mut fields = text.rsplit_once(')')?.1.split_whitespace().skip(11);
        Some(fields.next()?.parse::<f64>().ok()? + fields.next()?.parse::<f64>().ok()?)
    };
    let stat = std::fs::read_to_string("/proc/self/stat").ok();
    stat.and_then(|text| ticks(&text)).map_or(begun.elapsed().as_secs_f64(), |ticks| ticks / 100.0)
}

struct Clock {
    begun: Instant,
    /// What all cores had spent when it began.
    spent: f64,
    /// Seconds of one core.
    most: f64,
    show: bool,
    /// Show the rejected in full as well.
    texts: bool,
    /// Counts what has happened, for whoever watches that something does.
    beats: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
}

impl Watch for Clock {
    fn progress(&mut self, progress: &Progress, newest: &Candidate) {
        if !self.show {
            return;
        }
        match &newest.outcome {
            Outcome::Rejected(why) => {
                let (at, spent) = (progress.looked_at, cpu_seconds(self.begun) - self.spent);
                eprintln!("  {at} {spent:5.1}s {:?} {}", why.stage, why.reason);
                if self.texts {
                    eprintln!("      {}", newest.text);
                }
            }
            Outcome::Playable { search, .. } => {
                eprintln!(
                    "  {} {:5.1}s PLAYABLE {search:?}\n{}",
                    progress.looked_at,
                    cpu_seconds(self.begun) - self.spent,
                    newest.text
                );
            }
        }
    }
    fn go_on(&mut self) -> bool {
        self.beats.fetch_add(1, Ordering::Relaxed);
        self.stop.store(false, Ordering::Relaxed);
        cpu_seconds(self.begun) - self.spent < self.most
    }
}

fn main() {
    // Rules are evaluated by recursion, up to a limit that wants more stack than threads are given by default.
    let _ = rayon::ThreadPoolBuilder::new().stack_size(64 << 20).build_global();
    let args: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| args.iter().position(|a| a == name).and_then(|i| args.get(i + 1));
    let number = |name: &str, default: u64| value(name).and_then(|v| v.parse().ok()).unwrap_or(default);
    let [incomplete_dir, games_dir, out] = &args[..3] else { panic!("three arguments are needed") };
    let defines = ludarium_play::library_defines();
    let begun = Instant::now();
    let mut paths = Vec::new();
    files(Path::new(games_dir), &mut paths);
    let mut sources: Vec<Source> = Vec::new();
    for path in &paths {
        let shown = path.strip_prefix(games_dir).unwrap_or(path).display().to_string();
        if Donors::is_used(&shown)
            && let Ok(text) = std::fs::read_to_string(path)
        {
            sources.push(Source { path: shown, text, key: None });
        }
    }
    sources.extend(Donors::library());
    let donors = Donors::gather(&sources, &defines);
    eprintln!(
        "{} sources, {} donors, {} clauses, {} left out, {:.1} s",
        sources.len(),
        donors.list.len(),
        donors.clause_count(),
        donors.left_out.len(),
        begun.elapsed().as_secs_f64()
    );
    if args.iter().any(|a| a == "--left-out") {
        for (path, why) in &donors.left_out {
            eprintln!("  {path}: {why}");
        }
    }
    let history = value("--history").map_or(History::default(), |folder| {
        let read = |name: &str| std::fs::read(Path::new(folder).join(name));
        let rulesets = read("rulesets.csv").expect("rulesets.csv");
        History::read(&rulesets, read("cultural.csv.gz").ok().as_deref()).expect("tables of history")
    });
    // What donors show is worked out once for many runs.
    if let Some(path) = value("--concepts") {
        let begun = Instant::now();
        donors.recall(&std::fs::read_to_string(path).unwrap_or_default());
        use rayon::prelude::*;
        donors.list.par_iter().for_each(|donor| {
            donor.profile();
            donor.at_start();
        });
        let _ = std::fs::write(path, donors.memory());
        let none = donors.list.iter().filter(|d| d.profile().is_none()).count();
        eprintln!("concepts of donors: {:.1} s; {none} donors do not compile", begun.elapsed().as_secs_f64());
    }
    let mut todo = Vec::new();
    files(Path::new(incomplete_dir), &mut todo);
    // Evenly over the list in the order of paths, which begin with the family: file (i + 1/2)·all/N for i below N.
    let sample = number("--sample", todo.len() as u64).clamp(1, todo.len().max(1) as u64) as usize;
    let drawn: Vec<usize> = (0..sample).map(|i| (2 * i + 1) * todo.len() / (2 * sample)).collect();
    let done = std::fs::read_to_string(out).unwrap_or_default();
    // Every seventh first, so that a run that is broken off has met all families.
    let order = (0..7).flat_map(|first| drawn.iter().skip(first).step_by(7));
    for path in order.filter_map(|&i| todo.get(i)) {
        let shown = path.strip_prefix(incomplete_dir).unwrap_or(path).display().to_string();
        if value("--only").is_some_and(|only| !shown.contains(only.as_str())) {
            continue;
        }
        if done.lines().any(|line| line.split('\t').next() == Some(shown.as_str())) {
            continue;
        }
        let begun = Instant::now();
        let spent = cpu_seconds(begun);
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let line = match read_incomplete(&shown, &text, &defines, &ludarium_play::Selection::default()) {
            Err((problems, _)) => {
                let first = problems.iter().find(|p| p.is_error()).map_or("", |p| p.message.as_str());
                format!("{shown}\terror\t{first}")
            }
            Ok(_) if args.iter().any(|a| a == "--read") => format!("{shown}\tread"),
            Ok(incomplete) => {
                let mut settings =
                    Settings { results: number("--results", 10) as usize, ..Settings::default() };
                settings.seed = number("--seed", 1);
                settings.play = !args.iter().any(|a| a == "--still");
                settings.candidates = number("--candidates", 20_000) as usize;
                settings.gate.nodes = number("--nodes", settings.gate.nodes);
                let most = number("--seconds", 180) as f64;
                let has = |name: &str| args.iter().any(|a| a == name);
                let mut clock = Clock {
                    begun,
                    spent,
                    most,
                    show: has("--show") || has("--texts"),
                    texts: has("--texts"),
                    beats: Arc::default(),
                    stop: settings.gate.stop.0.clone(),
                };
                // A candidate whose games take as long as a third of all the time is broken off.
                let stop = settings.gate.stop.0.clone();
                let (beats, ended) = (clock.beats.clone(), Arc::new(AtomicBool::new(false)));
                let guard = {
                    let ended = ended.clone();
                    std::thread::spawn(move || {
                        let (mut last, mut since) = (0, cpu_seconds(begun));
                        while !ended.load(Ordering::Relaxed) {
                            std::thread::sleep(std::time::Duration::from_millis(200));
                            let (now, beat) = (cpu_seconds(begun), beats.load(Ordering::Relaxed));
                            if beat != last {
                                (last, since) = (beat, now);
                            }
                            if now - since > most / 3.0 {
                                stop.store(true, Ordering::Relaxed);
                            }
                        }
                    })
                };
                let subject = Subject {
                    id: incomplete.key.as_ref().and_then(|key| key.parse().ok()),
                    expected: expected_concepts(&incomplete.reading).unwrap_or_default(),
                    ..Subject::default()
                };
                let similarity = Closeness::new(subject, Weights::default(), &history);
                let own = Own {
                    names: vec![incomplete.name.clone()],
                    id: similarity.subject.id,
                    key: incomplete.key.clone(),
                };
                let policy = Policy::default().apply(&donors.list, &own, &similarity, &history);
                let usable = |donor: &Donor| policy.allows(donor.id);
                let found = reconstruct(&incomplete, &donors, &similarity, &settings, &usable, &mut clock);
                let families = clusters(&incomplete, &found.results).len();
                ended.store(true, Ordering::Relaxed);
                let _ = guard.join();
                keep(out, &shown, &found.results);
                let stages: Vec<String> = Stage::ALL
                    .iter()
                    .map(|stage| format!("{stage:?} {}", found.progress.rejected[*stage as usize]))
                    .collect();
                format!(
                    "{shown}\t{}\t{:.1}\t{:.1}\t{:?}\t{} holes\tparts {:?}\tlooked at {}\t{}\t{families} families of rules\t{} donors, margin {:?}",
                    found.results.len(),
                    cpu_seconds(begun) - spent,
                    begun.elapsed().as_secs_f64(),
                    found.stopped,
                    incomplete.holes.len(),
                    found.parts,
                    found.progress.looked_at,
                    stages.join(", "),
                    policy.admitted,
                    policy.margin
                )
            }
        };
        eprintln!("{line}");
        let file = std::fs::OpenOptions::new().create(true).append(true).open(out);
        if let Ok(mut file) = file {
            let _ = writeln!(file, "{line}");
        }
    }
    summary(&std::fs::read_to_string(out).unwrap_or_default());
}

/// Keeps the results of a game as files beside the table, to be checked again.
fn keep(out: &str, shown: &str, results: &[Candidate]) {
    let folder = Path::new(&format!("{out}.results")).join(shown.trim_end_matches(".lud"));
    if std::fs::create_dir_all(&folder).is_ok() {
        for (i, result) in results.iter().enumerate() {
            let _ = std::fs::write(folder.join(format!("{:02}.lud", i + 1)), &result.text);
        }
    }
}

/// The figures that count, over all lines of the table.
fn summary(table: &str) {
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split('\t').collect()).collect();
    let results: Vec<usize> = rows.iter().filter_map(|row| row.get(1)?.parse().ok()).collect();
    let mut seconds: Vec<f64> = rows.iter().filter_map(|row| row.get(2)?.parse().ok()).collect();
    seconds.sort_by(f64::total_cmp);
    let (all, found) = (results.len(), results.iter().sum::<usize>());
    eprintln!(
        "{} games, {} of them with errors of their own; {} results, {:.1} a game; {} games with ten, {} with none; \
         median {:.0} s",
        rows.len(),
        rows.len() - all,
        found,
        found as f64 / all.max(1) as f64,
        results.iter().filter(|n| **n >= 10).count(),
        results.iter().filter(|n| **n == 0).count(),
        seconds.get(seconds.len() / 2).copied().unwrap_or(0.0)
    );
}
