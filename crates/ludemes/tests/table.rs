//! What must hold of every entry of the vocabulary.

use ludarium_ludemes::{Ty, all, enums};
use std::collections::BTreeSet;

#[test]
fn every_entry_has_a_name_of_its_own_and_is_documented() {
    let mut ids = BTreeSet::new();
    for ludeme in all() {
        let id = ludeme.id;
        assert!(ids.insert(id), "{id} twice");
        let named = match ludeme.keyword {
            Some(keyword) => format!("{} {keyword}", ludeme.head),
            None => ludeme.head.to_string(),
        };
        let rest = id.strip_prefix(&named).unwrap_or_else(|| panic!("{id} is not named after {named}"));
        assert!(rest.is_empty() || rest.starts_with([' ', '#']), "{id} is not named after {named}");
        assert!(ludeme.doc.ends_with('.'), "{id}: prose is made of sentences: {:?}", ludeme.doc);
        assert!(ludeme.example.starts_with('('), "{id} has no example");
        let mut names = BTreeSet::new();
        for param in ludeme.params {
            assert!(names.insert(param.name), "{id}: two parameters {}", param.name);
            assert!(!param.doc.is_empty() && !param.doc.ends_with('.'), "{id}: {} undocumented", param.name);
            assert!(param.array <= 3, "{id}: {} is nested too deeply", param.name);
        }
    }
    assert!(ids.len() >= 774, "entries were lost: {}", ids.len());
}

#[test]
fn or_groups_stand_together() {
    for ludeme in all() {
        let mut closed = BTreeSet::new();
        let mut current = 0;
        for param in ludeme.params {
            if param.or_group != current {
                closed.insert(current);
                current = param.or_group;
            }
            assert!(current == 0 || !closed.contains(&current), "{}: group {current} is torn", ludeme.id);
        }
    }
}

#[test]
fn every_word_is_documented_and_occurs_once_in_its_list() {
    let mut names = BTreeSet::new();
    for def in enums::ALL {
        assert!(names.insert(def.name), "{} twice", def.name);
        assert!(!def.doc.is_empty() && !def.doc.ends_with('.'), "{} undocumented", def.name);
        let mut words = BTreeSet::new();
        for (word, doc) in def.values {
            assert!(words.insert(*word), "{}: {word} twice", def.name);
            assert!(!doc.is_empty(), "{}: {word} undocumented", def.name);
        }
    }
}

#[test]
fn every_list_of_words_that_a_parameter_takes_is_listed() {
    for ludeme in all() {
        for param in ludeme.params {
            if let Ty::Enum(def) = param.ty {
                assert!(enums::ALL.iter().any(|d| std::ptr::eq(*d, def)), "{} is not in ALL", def.name);
            }
        }
    }
}
