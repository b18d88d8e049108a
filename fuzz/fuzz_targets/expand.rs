//! Law: every text expands to a tree or to problems that can be shown, within the limits.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ludarium_syntax::{Defines, FileId, Limits, Selection, Sources, expand, parse, render};

fuzz_target!(|text: &str| {
    let parsed = parse(FileId(0), text);
    let library = Defines::from_texts([("A.def", "(define \"A\" (x #1 \"#2\" {#1}))")]);
    let limits = Limits { nodes: 20_000, ..Limits::default() };
    let whole = expand(&parsed, &library, &Selection::default(), &limits);
    assert!(whole.game.nodes.len() <= limits.nodes);
    let mut sources = Sources::new();
    sources.add(FileId(0), "fuzz", text);
    library.add_to(&mut sources);
    for problem in &whole.problems {
        assert!(!render(problem, &sources, false).is_empty());
    }
});
