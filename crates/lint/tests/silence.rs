//! Sound games are left in peace: every game of the library except those that are known to be flawed.

use ludarium_lint::{Effort, Subject, lint};
use ludarium_play::{Selection, compile, games, library_defines, read};
use rayon::prelude::*;

/// Reconstructions in the library that are no sound games, and are there for that reason.
fn is_known_to_be_flawed(key: &str) -> bool {
    ["sfenj", "shakhmaty", "samantsy", "seven-fang", "jawarhiya"].iter().any(|flawed| key.contains(flawed))
}

/// What is known of sound games and is as it should be, with the reason.
const ACCEPTED: [(&str, &str, &str); 1] =
    [("schachzabel", "L0502", "the sources tell of mate and of no other end")];

fn is_accepted(key: &str, code: &str) -> bool {
    ACCEPTED.iter().any(|(game, known, _)| *game == key && *known == code)
}

#[test]
fn nothing_is_found_in_the_sound_games_of_the_library() {
    let defines = library_defines();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).stack_size(64 << 20).build().expect("threads");
    let complaints: Vec<String> = pool.install(|| {
        games()
            .par_iter()
            .filter(|game| !is_known_to_be_flawed(game.key))
            .flat_map_iter(|entry| {
                let reading = read(entry.key, entry.text, &defines, &Selection::default());
                let Ok(game) = compile(&reading) else {
                    return vec![format!("{}: does not compile", entry.key)];
                };
                let Some(checked) = &reading.game else { return Vec::new() };
                let subject = Subject {
                    checked,
                    tree: &reading.expanded.game,
                    game: &game,
                    metadata: reading.metadata.as_ref(),
                };
                let found = lint(&subject, &Effort::default());
                found
                    .iter()
                    .filter(|f| !is_accepted(entry.key, f.code))
                    .map(|f| format!("{}: {} {} {}", entry.key, f.code, f.message, f.rule))
                    .collect()
            })
            .collect()
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// The same question to the whole public corpus: what is found is printed, nothing is required. Asked only where
/// LUDARIUM_LINT_CORPUS is set.
#[test]
fn what_is_found_in_the_corpus() {
    if std::env::var("LUDARIUM_LINT_CORPUS").is_err() {
        println!("skipped: LUDARIUM_LINT_CORPUS is not set");
        return;
    }
    let shared = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference/corpus");
    let files = |folder: &str, ext: &str| {
        let mut found = Vec::new();
        let mut folders = vec![shared.join(folder)];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|e| e == ext) {
                    found.push(path);
                }
            }
        }
        found.sort();
        found
    };
    let texts: Vec<(String, String)> = files("def", "def")
        .iter()
        .map(|p| (p.display().to_string(), std::fs::read_to_string(p).unwrap_or_default()))
        .collect();
    let defines = ludarium_play::Defines::from_texts(texts.iter().map(|(n, t)| (n.as_str(), t.as_str())));
    let every: usize = std::env::var("LUDARIUM_LINT_CORPUS").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let paths: Vec<_> = files("lud", "lud")
        .into_iter()
        .filter(|p| !p.display().to_string().contains("reconstruction"))
        .step_by(every)
        .collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).stack_size(64 << 20).build().expect("threads");
    let found: Vec<Vec<String>> = pool.install(|| {
        paths
            .par_iter()
            .map(|path| {
                let text = std::fs::read_to_string(path).unwrap_or_default();
                let reading = read("", &text, &defines, &Selection::default());
                let (Ok(game), Some(checked)) = (compile(&reading), &reading.game) else { return Vec::new() };
                let subject = Subject {
                    checked,
                    tree: &reading.expanded.game,
                    game: &game,
                    metadata: reading.metadata.as_ref(),
                };
                let name = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
                let found = lint(&subject, &Effort::NONE);
                found.iter().map(|f| format!("{} {name}: {} {}", f.code, f.message, f.rule)).collect()
            })
            .collect()
    });
    let silent = found.iter().filter(|list| list.is_empty()).count();
    let mut lines: Vec<String> = found.into_iter().flatten().collect();
    lines.sort();
    for line in lines {
        println!("{line}");
    }
    println!("{silent} of {} games: nothing found", paths.len());
}
