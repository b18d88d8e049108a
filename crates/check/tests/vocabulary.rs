//! Every entry's example reads as that entry, and entries of one head do not shadow each other.

use ludarium_check::{check, readings};
use ludarium_ludemes::{Ludeme, accepts, all};
use ludarium_syntax::{Defines, FileId, Limits, Selection, Tree, expand, parse};

fn tree(text: &str) -> Tree {
    let whole = expand(&parse(FileId(0), text), &Defines::none(), &Selection::default(), &Limits::default());
    assert!(whole.problems.is_empty(), "{text}: {:?}", whole.problems);
    match whole.metadata {
        Some(metadata) => metadata,
        None => whole.game,
    }
}

fn read(ludeme: &Ludeme) -> Result<&'static Ludeme, String> {
    let tree = tree(ludeme.example);
    let (checked, problems) = check(&tree, tree.roots[0], ludeme.gives);
    match checked {
        Some(checked) => {
            // What is printed reads as the same again.
            let printed = checked.to_string();
            let again = self::tree(&printed);
            let (second, _) = check(&again, again.roots[0], ludeme.gives);
            assert_eq!(second.map(|c| c.to_string()), Some(printed));
            Ok(checked.root().entry)
        }
        None => Err(format!("{}: {} does not fit: {problems:#?}", ludeme.id, ludeme.example)),
    }
}

#[test]
fn every_example_is_read_as_its_entry() {
    let mut bad = Vec::new();
    for ludeme in all() {
        match read(ludeme) {
            Ok(entry) if entry.id == ludeme.id => {}
            Ok(entry) => bad.push(format!("{}: {} is read as {}", ludeme.id, ludeme.example, entry.id)),
            Err(problem) => bad.push(problem),
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// Examples that could be read as a second entry of the same type; the first in the table is taken.
const AMBIGUOUS: &[(&str, &str)] = &[
    // Whole numbers may be corners or computed corners; both mean the same.
    ("poly", "poly#2"),
    // A bare `(sites)` is the region being looked at, never all regions of the equipment.
    ("sites", "sites#5"),
];

#[test]
fn no_example_can_be_read_in_two_ways() {
    let mut found = Vec::new();
    for ludeme in all() {
        let tree = tree(ludeme.example);
        for other in readings(&tree, tree.roots[0]) {
            let same = accepts(ludeme.gives, other.gives) || accepts(other.gives, ludeme.gives);
            if other.id != ludeme.id && same && !AMBIGUOUS.contains(&(ludeme.id, other.id)) {
                found.push(format!("(\"{}\", \"{}\"), // {}", ludeme.id, other.id, ludeme.example));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
