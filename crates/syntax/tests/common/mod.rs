//! Where the reference corpus lies, if it lies anywhere.
#![allow(dead_code)]

use ludarium_syntax::Defines;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The folder `shared/reference/corpus` beside the repository; `None`, with a line saying so, when it is absent.
pub fn corpus() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference/corpus");
    if path.is_dir() {
        return Some(path);
    }
    // Not `println!`: the harness would swallow the line of a test that passes.
    let _ = writeln!(std::io::stderr(), "skipped: no reference corpus at {}", path.display());
    None
}

/// All files below `folder` whose name ends in `ending`, sorted.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut todo = vec![folder.to_path_buf()];
    while let Some(folder) = todo.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() {
                todo.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Every description of the corpus, with its path.
pub fn games(corpus: &Path) -> Vec<(String, String)> {
    files(&corpus.join("lud"), ".lud")
        .into_iter()
        .map(|p| {
            (p.strip_prefix(corpus).unwrap().display().to_string(), std::fs::read_to_string(&p).unwrap())
        })
        .collect()
}

/// The library definitions of the corpus.
pub fn library(corpus: &Path) -> Defines {
    Defines::from_texts(files(&corpus.join("def"), ".def").into_iter().map(|p| {
        (p.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read_to_string(&p).unwrap())
    }))
}
