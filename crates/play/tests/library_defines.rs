//! Our definitions stand under the names that public descriptions use, take as many arguments, and mean the same.

mod support;

use ludarium_play::{Defines, Reading, Selection, library_defines, read, read_parsed};
use std::collections::BTreeMap;

/// The parameters of a definition: the largest number after a `#` in its text (its comment stands outside).
fn arity(body: &str) -> u32 {
    body.split('#').skip(1).filter_map(|rest| rest.chars().next()?.to_digit(10)).max().unwrap_or(0)
}

fn bodies() -> BTreeMap<String, String> {
    let mut sources = ludarium_play::Sources::new();
    let defines = library_defines();
    defines.add_to(&mut sources);
    let named = |name: &str| {
        let span = defines.definition(name).expect("a name that was listed is defined");
        (name.to_owned(), sources.text(span).to_owned())
    };
    defines.names().into_iter().map(named).collect()
}

#[test]
fn they_can_be_read() {
    assert!(library_defines().problems().is_empty(), "{:?}", library_defines().problems());
}

#[test]
fn helpers_are_used() {
    let bodies = bodies();
    for helper in bodies.keys().filter(|name| name.starts_with('_')) {
        let quoted = format!("\"{helper}\"");
        let users = bodies.iter().filter(|(name, body)| *name != helper && body.contains(&quoted)).count();
        assert!(users > 0, "nothing uses {helper}");
    }
}

#[test]
fn every_definition_is_commented() {
    // A comment may serve a pair of definitions that follow each other (the two ways along a row, the hops of a chain).
    for file in ludarium_library::define_files() {
        let mut comments = 0;
        let mut defines = 0;
        let mut before = "";
        for line in file.text.lines() {
            if line.starts_with("(define") {
                defines += 1;
                comments += usize::from(before.starts_with("//"));
            }
            before = line;
        }
        assert!(comments * 2 >= defines, "{}: {comments} comments on {defines} definitions", file.name);
    }
}

/// Names and numbers of parameters as the public library has them.
#[test]
fn names_and_arities() {
    let Some(corpus) = support::corpus("names_and_arities") else { return };
    let ours: BTreeMap<String, u32> = bodies()
        .into_iter()
        .filter(|(name, _)| !name.starts_with('_'))
        .map(|(name, body)| (name, arity(&body)))
        .collect();
    let table = support::text(&corpus.join("../ludemes/defines.json"));
    let table: serde_json::Value = serde_json::from_str(&table).expect("defines.json is JSON");
    let theirs: BTreeMap<String, u32> = table["defines"]
        .as_array()
        .expect("a list of definitions")
        .iter()
        .map(|row| (row["name"].as_str().unwrap().to_owned(), row["params"].as_u64().unwrap() as u32))
        .collect();
    assert_eq!(theirs.len(), 164);
    assert_eq!(ours, theirs);
}

/// Each public description, with its defaults and with each ruleset, gives the same checked game with our definitions
/// as with the public ones.
#[test]
fn same_checked_games() {
    let Some(corpus) = support::corpus("same_checked_games") else { return };
    let public = support::files(&corpus.join("def"), "def");
    assert_eq!(public.len(), 164);
    let public =
        Defines::from_texts(public.iter().map(|path| (path.display().to_string(), support::text(path))));
    let ours = library_defines();
    let mut compared = 0;
    let mut different = Vec::new();
    for path in support::files(&corpus.join("lud"), "lud") {
        let text = support::text(&path);
        let first = read("", &text, &ours, &Selection::default());
        let mut selections = vec![Selection::default()];
        for ruleset in first.expanded.rulesets.iter().filter(|ruleset| !ruleset.settings.is_empty()) {
            selections.push(Selection::ruleset(ruleset.name.as_str()));
        }
        for selection in selections {
            let a = read_parsed("", first.parsed.clone(), &ours, &selection);
            let b = read_parsed("", first.parsed.clone(), &public, &selection);
            compared += 1;
            if shown(&a) != shown(&b) {
                different.push(format!("{} {selection:?}", path.display()));
            }
        }
    }
    assert!(different.is_empty(), "{} of {compared} differ: {different:#?}", different.len());
    assert!(compared > 1559, "{compared} descriptions are too few");
}

/// What a description means: its checked game and metadata, or its expansion where it has errors.
fn shown(reading: &Reading) -> (String, String) {
    let game =
        reading.game.as_ref().map_or_else(|| reading.expanded.game.to_string(), |game| game.to_string());
    (game, reading.metadata.as_ref().map_or_else(String::new, |metadata| metadata.to_string()))
}
