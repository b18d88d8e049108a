//! The reference corpus, where it is at hand.

use ludarium_syntax::Defines;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The folder of facts beside the checkout; says so and gives nothing where it is missing.
pub fn reference() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference");
    if root.join("corpus/lud").is_dir() {
        Some(root)
    } else {
        // Not `println!`: the harness would swallow the line of a test that passes.
        let _ = writeln!(std::io::stderr(), "skipped: no reference corpus at {}", root.display());
        None
    }
}

fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(path);
        }
    }
}

/// The library definitions.
pub fn library(reference: &Path) -> Defines {
    let mut found = Vec::new();
    files(&reference.join("corpus/def"), "def", &mut found);
    found.sort();
    Defines::from_texts(found.into_iter().filter_map(|path| {
        let name = path.file_stem()?.to_string_lossy().into_owned();
        Some((name, std::fs::read_to_string(&path).ok()?))
    }))
}

/// The games as (path below `lud`, text), in the order of their paths.
pub fn games(reference: &Path) -> Vec<(String, String)> {
    let root = reference.join("corpus/lud");
    let mut found = Vec::new();
    files(&root, "lud", &mut found);
    found.sort();
    found
        .into_iter()
        .filter_map(|path| {
            let name = path.strip_prefix(&root).ok()?.to_string_lossy().into_owned();
            Some((name, std::fs::read_to_string(&path).ok()?))
        })
        .collect()
}
