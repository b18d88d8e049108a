//! The ludemes that public games use, with any of their options, one a line: the list that the scenes must cover.
//!
//! `cargo run --profile quick -p ludarium-play --example in_use -- CORPUS > crates/play/tests/scenarios/in_use.txt`
//!
//! Metadata does not count, nor do games that cannot be played.

#[path = "../tests/common/mod.rs"]
mod common;

use ludarium_play::{Selection, library_defines, read};
use std::collections::BTreeSet;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let corpus = std::env::args().nth(1).ok_or("name the folder of the corpus")?;
    // Rules may nest deeply; the stack of the main thread is not ours to choose.
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(move || list(&corpus))?;
    thread.join().map_err(|_| "a description panicked".into())
}

fn list(corpus: &str) {
    let defines = library_defines();
    let mut used = BTreeSet::new();
    for path in common::files(std::path::Path::new(corpus), "lud") {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let usual = read("", &text, &defines, &Selection::default());
        let options = usual.expanded.options.iter();
        let items = options
            .flat_map(|option| option.items.iter().map(|item| format!("{}/{}", option.heading, item.name)));
        let chosen = items.map(|item| Selection { options: vec![item], ..Selection::default() });
        for selection in std::iter::once(Selection::default()).chain(chosen) {
            let reading = read("", &text, &defines, &selection);
            if !reading.has_errors() {
                used.extend(reading.game.iter().flat_map(|game| &game.nodes).map(|node| node.entry.id));
            }
        }
    }
    println!("# The ludemes that public games use; made by the example in_use of this crate.");
    for id in used {
        println!("{id}");
    }
}
