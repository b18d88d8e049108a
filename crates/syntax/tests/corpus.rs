//! The whole reference corpus: everything in it must be read, printed back, expanded and formatted.

mod common;

use common::{corpus, games, library};
use ludarium_syntax::{FileId, Limits, Selection, Sources, expand, parse, render};

#[test]
fn every_text_is_printed_back_unchanged() {
    let Some(corpus) = corpus() else { return };
    for (name, text) in games(&corpus) {
        let parsed = parse(FileId(0), &text);
        assert!(parsed.print() == text, "{name}: the tokens do not add up to the text");
        let errors: Vec<_> = parsed.problems.iter().filter(|p| p.is_error()).collect();
        assert!(errors.is_empty(), "{name}: {errors:?}");
    }
}

#[test]
fn every_default_expands_without_an_error() {
    let Some(corpus) = corpus() else { return };
    let library = library(&corpus);
    for p in library.problems() {
        println!("library: {p:?}");
    }
    let mut bad = 0;
    for (name, text) in games(&corpus) {
        let parsed = parse(FileId(0), &text);
        let whole = expand(&parsed, &library, &Selection::default(), &Limits::default());
        let mut sources = Sources::new();
        sources.add(FileId(0), name.clone(), text.as_str());
        library.add_to(&mut sources);
        for p in whole.problems.iter() {
            println!("{}", render(p, &sources, false));
            bad += usize::from(p.is_error());
        }
        if whole.game.roots.len() != 1 {
            println!("{name}: {} roots", whole.game.roots.len());
            bad += 1;
        }
    }
    assert_eq!(bad, 0);
}
