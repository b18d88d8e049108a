//! Designers' queries find what they mean, and the table of synonyms names only what there is.

use ludarium_learn::devices::devices;
use ludarium_learn::finder::{entry, find, synonyms};
use std::collections::HashSet;

const QUERIES: &str = include_str!("queries.txt");
/// So many of a hundred queries must show a wanted entry among the first five.
const WANTED_SHARE: usize = 95;

fn queries() -> Vec<(&'static str, Vec<&'static str>)> {
    let lines = QUERIES.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| line.split_once(" => ").expect("an arrow"))
        .map(|(q, w)| (q, w.split(" | ").collect()))
        .collect()
}

#[test]
fn designers_find_what_they_mean() {
    let queries = queries();
    assert!(queries.len() >= 60, "a list worth testing");
    let mut missed = String::new();
    let mut hits = 0;
    for (query, wanted) in &queries {
        let first: Vec<String> = find(query).iter().take(5).map(|found| found.entry.id()).collect();
        if wanted.iter().any(|id| first.iter().any(|f| f == id)) {
            hits += 1;
        } else {
            missed += &format!("{query}: {first:?} instead of {wanted:?}\n");
        }
    }
    println!("{hits} of {}\n{missed}", queries.len());
    assert!(hits * 100 >= queries.len() * WANTED_SHARE, "{hits} of {}\n{missed}", queries.len());
}

#[test]
fn every_name_in_the_tables_is_the_name_of_an_entry() {
    let mut unknown: Vec<&str> = Vec::new();
    for (_, wanted) in queries() {
        unknown.extend(wanted.into_iter().filter(|id| entry(id).is_none()));
    }
    let mut phrases = HashSet::new();
    for row in synonyms() {
        unknown.extend(row.entries.iter().copied().filter(|id| entry(id).is_none()));
        for phrase in &row.phrases {
            assert!(phrases.insert((*phrase, row.entries[0])), "\"{phrase}\" stands twice");
        }
    }
    assert!(unknown.is_empty(), "{unknown:?}");
    assert!(synonyms().len() > 50);
}

#[test]
fn names_come_first_and_slips_are_forgiven() {
    for name in ["is Line", "(move Hop)", "HopCapture", "forEach Piece"] {
        let found = find(name);
        let form = name.trim_matches(['(', ')']);
        let first = found[0].entry.id();
        assert!(first.trim_matches('"').starts_with(form), "{name}: {first}");
    }
    assert_eq!(find("is lnie")[0].entry.id(), "is Line");
    assert_eq!(find("").len(), ludarium_ludemes::all().count());
}

#[test]
fn devices_can_be_asked_for() {
    for device in devices() {
        let found = find(device.mark);
        assert!(
            found.iter().take(3).any(|f| f.entry.id() == format!("device:{}", device.mark)),
            "{}",
            device.mark
        );
        assert!(
            !device.doc.is_empty() && !device.example().is_empty(),
            "{} has text and example",
            device.mark
        );
    }
    assert!(devices().len() >= 9);
}
