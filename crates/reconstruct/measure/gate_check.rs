//! The gate on games that people play: complete rulesets of a folder are put through it, and each that is refused is
//! told with the reason. Games known to be good should pass; the share that does not says how strict the gate is.
//!
//! With `--whole` all games are played to their ends and judged by the figures alone, as the published test does: for
//! results of `sample`, with another seed and more thought.
//!
//! `gate_check GAMES_DIR [--every N] [--only TEXT] [--iterations N] [--nodes N] [--games N] [--seed S] [--whole]`

mod folder;

use folder::files;
use ludarium_reconstruct::donors::{Donors, Source};
use ludarium_reconstruct::gate::{self, Terms};
use ludarium_reconstruct::types::{Fault, Rejection, Stage};
use rayon::prelude::*;
use std::path::Path;
use std::time::Instant;

fn main() {
    // Rules are evaluated by recursion, up to a limit that wants more stack than threads are given by default.
    let _ = rayon::ThreadPoolBuilder::new().stack_size(64 << 20).build_global();
    let args: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| args.iter().position(|a| a == name).and_then(|i| args.get(i + 1));
    let number = |name: &str, default: u64| value(name).and_then(|v| v.parse().ok()).unwrap_or(default);
    let Some(folder) = args.first() else { panic!("a folder of games is needed") };
    let mut paths = Vec::new();
    files(Path::new(folder), &mut paths);
    let mut sources: Vec<Source> = Vec::new();
    for path in &paths {
        let shown = path.strip_prefix(folder).unwrap_or(path).display().to_string();
        let asked = value("--only").is_none_or(|only| only.split(',').any(|o| shown.contains(o)));
        if Donors::is_used(&shown)
            && asked
            && let Ok(text) = std::fs::read_to_string(path)
        {
            sources.push(Source { path: shown, text, key: None });
        }
    }
    let donors = Donors::gather(&sources, &ludarium_play::library_defines());
    let mut terms = Terms::default();
    terms.iterations = number("--iterations", terms.iterations);
    terms.nodes = number("--nodes", terms.nodes);
    terms.seed = number("--seed", terms.seed);
    terms.search_games = number("--games", terms.search_games as u64) as usize;
    let whole = args.iter().any(|a| a == "--whole");
    if whole {
        terms.more_games = 0;
        // What was passed before may speak of a name that its incomplete description has so.
        terms.excused.push(gate::NOTHING_SO_CALLED);
    }
    let every = number("--every", 1).max(1) as usize;
    let chosen: Vec<_> = donors.list.iter().skip(every / 2).step_by(every).collect();
    let lines: Vec<(bool, String)> = chosen
        .par_iter()
        .map(|donor| {
            let begun = Instant::now();
            let text = donor.term.to_string();
            let ready = gate::look(&donor.name, &text, &[], &terms, &|| true);
            let verdict = ready.and_then(|ready| {
                if whole {
                    let found = gate::measured(&ready, &terms)?;
                    return match gate::fault(&found, &terms.bounds) {
                        None => Ok(found),
                        Some(reason) => {
                            Err(Rejection { stage: Stage::Search, reason, fault: Fault::default() })
                        }
                    };
                }
                let played = gate::at_random(&ready, &terms, &|_| false)?;
                gate::under_search(&ready, &played.figures, &terms)
            });
            let seconds = begun.elapsed().as_secs_f64();
            let (passed, told) = match verdict {
                Ok(f) => (true, format!("passes {f:?}")),
                Err(why) => (false, format!("{:?} {}", why.stage, why.reason)),
            };
            eprintln!("{} {:6.1}s {told}", donor.path, seconds);
            (passed, format!("{}\t{seconds:.1}\t{told}", donor.path))
        })
        .collect();
    for (_, line) in &lines {
        println!("{line}");
    }
    println!("{} of {} pass", lines.iter().filter(|(passed, _)| *passed).count(), lines.len());
}
