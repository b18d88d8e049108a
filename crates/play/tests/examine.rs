//! What cannot be played is refused, and what can be played is not: over the library, over the public descriptions
//! where they are at hand, and over a list of mistakes.

use ludarium_play::{Selection, examine, games, library_defines, mend, read};
use std::path::{Path, PathBuf};

#[test]
fn no_game_of_the_library_is_refused() {
    let defines = library_defines();
    let mut wrong = String::new();
    for game in games() {
        let reading = read(game.key, game.text, &defines, &Selection::default());
        for problem in examine(&reading) {
            wrong += &format!("{}: {} {}\n", game.key, problem.code, problem.message);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn corpus() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference/corpus/lud")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "lud") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Errors of the new checks in descriptions that can be put together. Those known are mistakes in the files.
#[test]
fn few_public_descriptions_are_refused() {
    let files = corpus();
    if files.is_empty() {
        eprintln!("the public descriptions are not at hand: nothing was compared");
        return;
    }
    let defines = library_defines();
    let mut refused = String::new();
    let mut count = 0;
    for path in files {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let reading = read("", &text, &defines, &Selection::default());
        if reading.has_errors() || ludarium_play::compile(&reading).is_err() {
            continue;
        }
        let errors: Vec<String> = examine(&reading)
            .into_iter()
            .filter(|p| p.is_error() || p.code >= "E05")
            .map(|p| format!("  {} {}", p.code, p.message))
            .collect();
        if !errors.is_empty() {
            count += 1;
            refused += &format!("{}\n{}\n", path.file_stem().unwrap_or_default().to_string_lossy(), errors.join("\n"));
        }
    }
    eprintln!("{refused}");
    assert!(count <= 0, "{count} descriptions are refused");
}
