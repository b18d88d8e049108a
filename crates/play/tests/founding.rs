//! The five founding rulesets, in our own descriptions, against what the reference recorded of them: the same legal
//! moves and the same positions at every ply.

mod common;

use flate2::read::GzDecoder;
use ludarium_play::conform::{Trace, Verdict, replay};
use ludarium_play::library::{RulesetKind, find};
use ludarium_play::{Selection, library_defines};
use std::io::Read;

/// Key, and the name of the ruleset whose record is replayed.
const FOUNDING: [(&str, &str); 5] = [
    ("sfenj", "Sfenj (Ludii 11)"),
    ("shakhmaty-medieval", "Shakhmaty (Medieval) (Ludii 5)"),
    ("samantsy", "Samantsy (Ludii 2)"),
    ("seven-fang", "Seven-Fang (Ludii 2)"),
    ("shatranj-al-jawarhiya", "Shatranj al-Jawarhiya (Ludii 1)"),
];

#[test]
fn they_play_as_recorded() {
    let Some(reference) = common::reference("they_play_as_recorded") else { return };
    let traces = common::files(&reference.join("traces/reconstruction/done"), "gz");
    for (key, ruleset) in FOUNDING {
        let entry = find(key).expect("a founding ruleset is in the library");
        let game = common::compiled(key, entry.text, &library_defines(), &Selection::default()).expect(key);
        let wanted = format!("@Variant_{}.", ruleset.replace(' ', "_"));
        let recorded = traces.iter().filter(|path| path.to_string_lossy().contains(&wanted));
        let mut replayed = 0;
        for path in recorded {
            let mut text = String::new();
            let bytes = std::fs::read(path).expect("a trace can be read");
            GzDecoder::new(&bytes[..]).read_to_string(&mut text).expect("a trace is gzip");
            let trace = Trace::read(&text).expect("a trace");
            let verdict = replay(&game, &trace);
            assert!(matches!(verdict, Verdict::Ok(plies) if plies > 50), "{}: {verdict:?}", path.display());
            replayed += 1;
        }
        assert!(replayed > 0, "no record of {ruleset}");
    }
}

#[test]
fn their_pages_are_in_the_library() {
    for (key, name) in FOUNDING {
        let about = find(key).expect("a founding ruleset is in the library").about();
        let ruleset = about.rulesets.iter().find(|r| r.name == name).expect(name);
        assert_eq!(ruleset.kind, RulesetKind::Reconstructed);
        assert_eq!(ruleset.summary.as_deref(), Some("Reconstructed with Ludii"));
        assert!(ruleset.ids.len() == 1 && ruleset.completes.is_some() && !ruleset.other_rulesets.is_empty());
    }
}

/// Every figure, donor, sibling and identifier of the five pages stands in the facts.
#[test]
fn nothing_of_the_pages_is_missing() {
    let Some(reference) = common::reference("nothing_of_the_pages_is_missing") else { return };
    let pages = common::files(&reference.join("../seeds"), "txt");
    assert_eq!(pages.len(), 5);
    for path in pages {
        let page = std::fs::read_to_string(&path).expect("a page can be read");
        let flat = page.split_whitespace().collect::<Vec<_>>().join(" ");
        let (key, name) = FOUNDING
            .into_iter()
            .find(|(_, name)| flat.contains(&format!("Ruleset: {name}")))
            .unwrap_or_else(|| panic!("{}: no ruleset of ours", path.display()));
        let about = find(key).expect(key).about();
        let ruleset = about.rulesets.iter().find(|r| r.name == name).expect(name);
        let scores = ruleset.scores.expect("scores");
        let title = about.byname.as_ref().map_or(about.title.clone(), |b| format!("{} ({b})", about.title));
        let donors = |list: &[ludarium_play::library::about::Donor]| {
            let line = |(i, d): (usize, &ludarium_play::library::about::Donor)| {
                format!("{}. {} / {}", i + 1, d.game, d.ruleset)
            };
            list.iter().enumerate().map(line).collect::<Vec<_>>().join(" ")
        };
        let mut expected = vec![
            format!("{title} Ruleset: {name}"),
            format!("Combined Score: {} Cultural Score: {}", scores.combined, scores.cultural),
            format!("Conceptual Score: {}", scores.conceptual),
            format!("Geographical Score: {} (~{}km)", scores.geographical, scores.distance_km),
            format!("Based on: {}", donors(&ruleset.based_on)),
            ruleset.ids[0].clone(),
        ];
        let period: Vec<&str> = ruleset.period.iter().map(|p| p.title()).collect();
        if !period.is_empty() {
            expected.push(format!("Period(s) {} Summary", period.join(", ")));
        }
        for (i, list) in ruleset.can_also_be_based_on.iter().enumerate() {
            expected.push(format!("{}) {}", i + 1, donors(list)));
        }
        let others = ruleset.other_rulesets.iter();
        let others = others.map(|o| format!("{} {}", o.name, o.summary.as_deref().unwrap_or_default()));
        expected.push(format!("Reconstructed rulesets {} Identifiers", others.collect::<Vec<_>>().join(" ")));
        for line in expected {
            assert!(flat.contains(&line), "{}: not on the page: {line}", path.display());
        }
        assert_eq!(flat.contains("Period(s)"), !period.is_empty(), "{name}: periods");
        assert_eq!(flat.contains("Can also be based on"), !ruleset.can_also_be_based_on.is_empty(), "{name}");
    }
}
