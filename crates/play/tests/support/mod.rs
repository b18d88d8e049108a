//! The public game files, where they are at hand. They are no part of this repository: tests that read them say so
//! and pass when they are absent.

use std::io::Write as _;
use std::path::{Path, PathBuf};

/// `../shared/reference/corpus` beside the checkout.
pub fn corpus(test: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference/corpus");
    if path.is_dir() {
        return Some(path);
    }
    // Not `println!`: the harness would swallow the line of a test that passes.
    let _ =
        writeln!(std::io::stderr(), "skipped: {test} needs ../shared/reference/corpus, which is not there");
    None
}

/// All files below a folder with this extension, in order.
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.expect("a folder can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

pub fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}
