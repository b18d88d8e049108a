//! Descriptions made to hurt: checking stays quick, bounded and quiet.

use ludarium_check::check;
use ludarium_ludemes::Ty;
use ludarium_syntax::{Defines, FileId, Limits, Selection, expand, parse};
use std::time::{Duration, Instant};

/// Checks a text and gives the number of problems; `None` if it fits.
fn problems(text: &str) -> Option<usize> {
    let whole = expand(&parse(FileId(0), text), &Defines::none(), &Selection::default(), &Limits::default());
    let root = *whole.game.roots.first()?;
    let before = Instant::now();
    let (checked, problems) = check(&whole.game, root, Ty::Bool);
    // Generous: a slow machine without optimisation must pass, a cubic walk must not.
    assert!(before.elapsed() < Duration::from_secs(20), "took {:?}", before.elapsed());
    if checked.is_some() {
        assert!(problems.is_empty());
        return None;
    }
    assert!(!problems.is_empty(), "something must be said");
    Some(problems.len())
}

#[test]
fn deep_nesting() {
    let deep = format!("{}True{}", "(not ".repeat(250), ")".repeat(250));
    assert_eq!(problems(&deep), None);
    let wrong = format!("{}Maybe{}", "(not ".repeat(250), ")".repeat(250));
    assert_eq!(problems(&wrong), Some(1));
}

#[test]
fn long_lists() {
    let list = "True ".repeat(50_000);
    assert_eq!(problems(&format!("(and {{{list}}})")), None);
    let list = "Maybe ".repeat(50_000);
    assert!(problems(&format!("(and {{{list}}})")).is_some_and(|n| n <= 250));
    assert!(problems(&format!("(and {list})")).is_some());
}

#[test]
fn many_unknown_clauses() {
    let list = "(isLine 3) ".repeat(20_000);
    assert!(problems(&format!("(and {{{list}}})")).is_some_and(|n| n <= 250));
}

#[test]
fn many_holes() {
    let holes = "[?] ".repeat(20_000);
    assert!(problems(&format!("(is Line {holes})")).is_some());
    let holes = "[?] ".repeat(50);
    assert_eq!(problems(&format!("(is Line {holes})")), None);
}

#[test]
fn odd_shapes() {
    for text in
        ["()", "(())", "{}", "3", "(3)", "({})", "(\"is\" Line)", "(is: Line)", "[?]", "([?] 3)", "(is [?])"]
    {
        let _ = problems(text);
    }
}
