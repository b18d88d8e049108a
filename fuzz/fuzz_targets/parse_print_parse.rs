//! Law: reading a text and printing its tokens gives the text back, and reading that again gives the same tree.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ludarium_syntax::{FileId, parse};

fuzz_target!(|text: &str| {
    let parsed = parse(FileId(0), text);
    let printed = parsed.print();
    assert_eq!(printed, text);
    assert_eq!(parse(FileId(0), &printed).nodes, parsed.nodes);
});
