//! Every folder of `games/` is whole, and what its files say agrees.

use ludarium_library::{RulesetKind, by_id, find, games};
use std::collections::BTreeMap;
use std::path::Path;

/// Collects complaints, so that one run shows all of them.
#[derive(Default)]
struct Complaints(Vec<String>);

impl Complaints {
    fn unless(&mut self, right: bool, key: &str, what: impl std::fmt::Display) {
        if !right {
            self.0.push(format!("games/{key}: {what}"));
        }
    }
}

#[test]
fn every_folder_is_whole() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut bad = Complaints::default();
    for entry in std::fs::read_dir(folder).expect("games/ can be listed") {
        let path = entry.expect("an entry of games/").path();
        if !path.is_dir() {
            continue;
        }
        let key = path.file_name().unwrap().to_string_lossy().into_owned();
        for file in ["game.lud", "about.toml", "notes.md", "golden.txt"] {
            let there = std::fs::metadata(path.join(file)).is_ok_and(|data| data.is_file() && data.len() > 0);
            bad.unless(there, &key, format!("{file} is missing or empty"));
        }
        bad.unless(games().iter().any(|game| game.key == key), &key, "not embedded");
        let simple = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        bad.unless(key.chars().all(simple), &key, "keys are lower-case letters, digits and hyphens");
    }
    assert!(bad.0.is_empty(), "{:#?}", bad.0);
}

#[test]
fn facts_are_consistent() {
    let mut bad = Complaints::default();
    for game in games() {
        let about = game.about();
        let mut check = |right: bool, what: &str| bad.unless(right, game.key, what);
        check(about.title == game.title, "the title is not that of game.lud");
        check(!about.aliases.contains(&about.title), "the title is among the aliases");
        check(!about.sources.is_empty(), "no source");
        check(!about.rulesets.is_empty(), "no ruleset");
        check(
            game.notes.starts_with(&format!("# {}\n", game.title)),
            "notes.md does not begin with the name",
        );
        check(game.story().len() >= 120, "the story is too short");
        check(
            !game.story().is_empty() && !game.teaser().starts_with(['-', '#']),
            "the story begins with prose",
        );
        let texts = about.sources.iter().chain(&about.aliases).chain(&about.author);
        check(texts.clone().all(|t| !t.trim().is_empty() && t.trim() == t), "an empty or ragged text");
        for years in about.years.iter().chain(about.rulesets.iter().filter_map(|r| r.years.as_ref())) {
            check(years.from <= years.to && years.to <= 2100 && years.from >= -4000, "impossible years");
        }
        for place in about.place.iter().chain(about.rulesets.iter().filter_map(|r| r.place.as_ref())) {
            let on_earth = place.latitude.abs() <= 90.0 && place.longitude.abs() <= 180.0;
            check(on_earth, "a place that is not on earth");
        }
        for id in about.ids.iter() {
            check(id.starts_with("DLP.Games."), "an identifier of a game begins with DLP.Games.");
        }
        for ruleset in &about.rulesets {
            for id in &ruleset.ids {
                check(
                    id.starts_with("DLP.GameRulesets."),
                    "an identifier of a ruleset begins with DLP.GameRulesets.",
                );
            }
            let reconstructed = ruleset.kind == RulesetKind::Reconstructed;
            check(ruleset.scores.is_some() == reconstructed, "scores belong to reconstructed rulesets");
            check(ruleset.based_on.is_empty() != reconstructed, "donors belong to reconstructed rulesets");
            if let Some(scores) = ruleset.scores {
                let all = [scores.combined, scores.cultural, scores.conceptual, scores.geographical];
                check(all.iter().all(|s| (0.0..=1.0).contains(s)), "a score outside 0 to 1");
                let km = (1.0 - scores.geographical) * 20_000.0;
                check(
                    (km - f64::from(scores.distance_km)).abs() < 1.0,
                    "distance and geographical score differ",
                );
            }
            check(
                ruleset.other_rulesets.iter().all(|other| other.name != ruleset.name),
                "a ruleset is its own sibling",
            );
        }
    }
    assert!(bad.0.is_empty(), "{:#?}", bad.0);
}

#[test]
fn identifiers_and_titles_are_unique() {
    let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
    for game in games() {
        let about = game.about();
        let ids = about.ids.iter().chain(about.rulesets.iter().flat_map(|r| &r.ids));
        for name in ids.map(String::as_str).chain([game.title]) {
            if let Some(other) = seen.insert(name, game.key) {
                panic!("{name} is both games/{other} and games/{}", game.key);
            }
        }
    }
}

#[test]
fn every_name_finds_its_game() {
    for game in games() {
        assert_eq!(find(game.key).map(|found| found.key), Ok(game.key));
        assert_eq!(find(game.title).map(|found| found.key), Ok(game.key));
        for alias in &game.about().aliases {
            // An alias may be shared (there are two games called Fox and Geese somewhere), never lost.
            assert!(find(alias).is_ok(), "{alias}");
        }
    }
}

#[test]
fn a_slip_of_the_finger_is_forgiven() {
    for (typed, meant) in [("chees", "Chess"), ("nine mans moris", "Nine Men's Morris"), ("otelo", "Reversi")]
    {
        let near = find(typed).unwrap_err().near;
        assert!(near.contains(&meant), "{typed}: {near:?}");
    }
    assert!(find("").is_err());
    assert!(find("xqzzk").unwrap_err().near.is_empty());
}

/// What a reconstruction was made from can be looked at and played.
#[test]
fn donors_are_in_the_library() {
    let rulesets = games().iter().flat_map(|game| &game.about().rulesets);
    let mut donors = 0;
    for donor in rulesets.flat_map(|r| r.based_on.iter().chain(r.can_also_be_based_on.iter().flatten())) {
        let (game, ruleset) = by_id(&donor.id).unwrap_or_else(|| panic!("{} is missing", donor.game));
        assert_eq!((game.title, &ruleset.unwrap().name), (donor.game.as_str(), &donor.ruleset));
        donors += 1;
    }
    assert!(donors >= 9, "{donors} donors of the founding rulesets");
}
