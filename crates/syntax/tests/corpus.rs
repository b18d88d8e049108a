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

/// Every item of every option alone, and every ruleset.
#[test]
fn every_option_and_ruleset_expands_without_an_error() {
    let Some(corpus) = corpus() else { return };
    let library = library(&corpus);
    let limits = Limits::default();
    let (mut count, mut bad) = (0, 0);
    let mut most = ludarium_syntax::Spent::default();
    for (name, text) in games(&corpus) {
        let parsed = parse(FileId(0), &text);
        let plain = expand(&parsed, &library, &Selection::default(), &limits);
        let items =
            plain.options.iter().flat_map(|c| (0..c.items.len()).map(|i| Selection::options([c.path(i)])));
        let rulesets = plain.rulesets.iter().map(|r| Selection::ruleset(r.name.as_str()));
        for selection in items.chain(rulesets) {
            let whole = expand(&parsed, &library, &selection, &limits);
            count += 1;
            most.steps = most.steps.max(whole.spent.steps);
            most.depth = most.depth.max(whole.spent.depth);
            most.nodes = most.nodes.max(whole.spent.nodes);
            for p in whole.problems.iter().filter(|p| p.is_error()) {
                println!("{name} {selection:?}: {} {}", p.code, p.message);
                bad += 1;
            }
        }
    }
    println!("{count} variants expanded; the largest took {most:?}");
    assert_eq!(bad, 0);
}

/// Formatting keeps every token that is not layout, expands to the same trees, and is done in one go.
#[test]
fn formatting_keeps_the_meaning_and_settles_at_once() {
    use ludarium_syntax::format;
    let Some(corpus) = corpus() else { return };
    let library = library(&corpus);
    let (mut long, mut lines) = (0, 0);
    for (name, text) in games(&corpus) {
        let once = format(&text);
        let solid = |text: &str| -> Vec<String> {
            let parsed = parse(FileId(0), text);
            let tokens = parsed.tokens.iter().filter(|t| t.kind != ludarium_syntax::lex::TokenKind::Space);
            tokens.map(|t| text[t.start as usize..t.end as usize].trim_end().to_string()).collect()
        };
        assert!(solid(&text) == solid(&once), "{name}: tokens changed");
        let trees = |text: &str| {
            let whole = expand(&parse(FileId(0), text), &library, &Selection::default(), &Limits::default());
            (whole.game.to_string(), whole.metadata.map(|m| m.to_string()))
        };
        assert!(trees(&text) == trees(&once), "{name}: the tree changed");
        let twice = format(&once);
        if once != twice {
            let at = once.lines().zip(twice.lines()).find(|(a, b)| a != b);
            panic!("{name}: formatting twice differs: {at:?}");
        }
        long +=
            once.lines().filter(|l| l.chars().count() > 100 && !l.contains('"') && !l.contains("//")).count();
        lines += once.lines().count();
    }
    println!("{lines} lines, {long} of them too long without a string or comment to blame");
}
