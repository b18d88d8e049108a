//! What the tests of play share: our games compiled, and the reference files when they are there.

pub mod law;

use ludarium_play::{Defines, Game, Selection, compile, read};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The game of a text, or why there is none, in one line.
#[allow(dead_code, reason = "the laws compile otherwise")]
pub fn compiled(name: &str, text: &str, defines: &Defines, selection: &Selection) -> Result<Game, String> {
    let reading = read(name, text, defines, selection);
    compile(&reading).map_err(|problems| {
        problems.first().map_or("no reason given".to_owned(), |p| format!("{} {}", p.code, p.message))
    })
}

/// The folder of reference files; `None`, with a line that says so, when it is not there.
#[allow(dead_code, reason = "not every test reads them")]
pub fn reference(what: &str) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference");
    if folder.join("corpus").is_dir() {
        return Some(folder);
    }
    // Not `println!`: the harness would swallow the line of a test that passes.
    let _ = writeln!(std::io::stderr(), "skipped: {what}: no ../shared/reference");
    None
}

/// The files below a folder with an extension, in order of their paths.
#[allow(dead_code, reason = "not every test reads them")]
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder that can be listed") {
            let path = entry.expect("an entry").path();
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
