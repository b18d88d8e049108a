//! Our games: each is a right description with any of its options, under the name that the library lists.

use ludarium_play::{Selection, games, library_defines, read};
use ludarium_syntax::Kind;

#[test]
fn they_are_called_what_they_call_themselves() {
    for game in games() {
        let reading = read(game.key, game.text, &library_defines(), &Selection::default());
        let tree = &reading.expanded.game;
        let name = &tree.node(tree.node(tree.roots[0]).children[1]).kind;
        assert_eq!(*name, Kind::Text(game.title.into()), "{}", game.key);
        assert!(
            game.notes.starts_with(&format!("# {}\n", game.title)),
            "{}: notes.md begins with the name",
            game.key
        );
    }
}

#[test]
fn nothing_is_wrong_with_them() {
    assert!(games().len() >= 120, "{} games are too few", games().len());
    for game in games() {
        let first = read(game.key, game.text, &library_defines(), &Selection::default());
        assert!(first.problems.is_empty() && first.game.is_some(), "{}: {:?}", game.key, first.problems);
        for category in &first.expanded.options {
            for item in 0..category.items.len() {
                let selection = Selection::options([category.path(item)]);
                let reading = read(game.key, game.text, &library_defines(), &selection);
                assert!(reading.problems.is_empty(), "{} {selection:?}: {:?}", game.key, reading.problems);
            }
        }
    }
}

/// Names that begin with `_` are helpers of our definitions; other programs that read our games do not have them.
#[test]
fn they_use_public_definitions_only() {
    for game in games() {
        assert!(!game.text.contains("\"_"), "{}: uses a helper of crates/library/defines", game.key);
    }
}

/// The options that select a ruleset exist.
#[test]
fn rulesets_name_options_that_exist() {
    for game in games() {
        for ruleset in &game.about().rulesets {
            let selection = Selection::options(ruleset.options.iter().cloned());
            let reading = read(game.key, game.text, &library_defines(), &selection);
            assert!(reading.problems.is_empty(), "{} {}: {:?}", game.key, ruleset.name, reading.problems);
        }
    }
}
