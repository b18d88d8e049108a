//! Law: formatting settles at once and does not change what a text means.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ludarium_syntax::{Defines, FileId, Limits, Selection, expand, format, has_errors, parse};

fuzz_target!(|text: &str| {
    let once = format(text);
    assert_eq!(format(&once), once);
    let parsed = parse(FileId(0), text);
    if has_errors(&parsed.problems) {
        assert_eq!(once, text);
        return;
    }
    let limits = Limits { nodes: 20_000, ..Limits::default() };
    let tree = |text: &str| {
        let whole = expand(&parse(FileId(0), text), &Defines::none(), &Selection::default(), &limits);
        (whole.game.to_string(), whole.metadata.map(|m| m.to_string()))
    };
    assert_eq!(tree(text), tree(&once));
});
