//! The pages under `docs/language` say what the vocabulary says. `BLESS=1` writes them anew.

use ludarium_check::reference::{Topic, WRITTEN, explain, pages, suggestions, taken_by};
use std::path::Path;

#[test]
fn the_pages_are_those_checked_in() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/language");
    let bless = std::env::var_os("BLESS").is_some_and(|value| value == "1");
    if bless {
        std::fs::create_dir_all(&folder).expect("a folder for the pages");
    }
    let mut stale = Vec::new();
    let pages = pages();
    for (name, text) in &pages {
        let path = folder.join(name);
        if bless {
            std::fs::write(&path, text).expect("a page is written");
        } else if std::fs::read_to_string(&path).ok().as_ref() != Some(text) {
            stale.push(name.clone());
        }
    }
    for entry in std::fs::read_dir(&folder).expect("the pages").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let written = WRITTEN.iter().any(|(page, _, _)| *page == name);
        if !written && !pages.iter().any(|(page, _)| *page == name) {
            stale.push(format!("{name} (left over)"));
        }
    }
    assert!(stale.is_empty(), "BLESS=1 writes these pages anew: {stale:?}");
}

fn ids(query: &str) -> Vec<&'static str> {
    explain(query)
        .into_iter()
        .map(|topic| match topic {
            Topic::Ludeme(ludeme) => ludeme.id,
            Topic::List(list) | Topic::Word(list, _) => list.name,
        })
        .collect()
}

#[test]
fn queries_find_ludemes_lists_and_words() {
    assert_eq!(ids("(is Line)"), ["is Line"]);
    assert_eq!(ids("is line"), ["is Line"]);
    assert_eq!(ids("if [moves]"), ["if [moves]"]);
    assert_eq!(ids("add"), ids("+"));
    assert!(ids("+").contains(&"+ [int]") && ids("+").contains(&"add [moves]"));
    assert!(ids("is").len() > 40, "a head alone gives the family");
    assert_eq!(ids("RoleType"), ["RoleType"]);
    assert!(ids("Mover").contains(&"RoleType") && ids("Mover").contains(&"mover"));
    assert!(explain("ballyhoo").is_empty());
    assert_eq!(suggestions("is Lien")[0], "is Line");
}

#[test]
fn a_ludeme_knows_where_it_can_stand() {
    let then = ludarium_ludemes::by_id("then").expect("then");
    assert!(taken_by(then).iter().all(|(_, param)| param.name == "then"));
    assert!(taken_by(then).iter().any(|(taker, _)| taker.id == "move Step"));
    let empty = ludarium_ludemes::by_id("is Empty").expect("is Empty");
    assert!(taken_by(empty).iter().any(|(taker, param)| taker.id == "to [to]" && param.name == "if"));
}
