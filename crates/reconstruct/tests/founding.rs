//! The five founding pages: given their donors, the four scores to the third digit as published, with every input that was
//! never published named.

mod common;

use ludarium_reconstruct::donors::{Donors, Source};
use ludarium_reconstruct::scores::audit::incomplete;
use ludarium_reconstruct::scores::pages;

/// Ruleset, what its page shows, and the `~km` beside it.
const PAGES: [(u32, [&str; 4], i64); 5] = [
    (3823, ["0.852", "0.875", "0.926", "0.83"], 3400),
    (4090, ["0.93", "0.915", "0.968", "0.944"], 1120),
    (2899, ["0.939", "0.958", "0.921", "0.574"], 8520),
    (3326, ["0.942", "0.948", "0.937", "0.983"], 340),
    (3865, ["0.949", "0.924", "0.849", "0.974"], 520),
];

#[test]
fn scores_of_the_founding_pages() {
    let Some(reference) = common::reference() else { return };
    let history = common::history(&reference);
    let defines = common::defines(&reference);
    let numbered = common::numbered(&reference.join("corpus/lud"), &defines);
    for (id, shown, km) in PAGES {
        let row = history.ruleset(id).expect("a founding ruleset");
        let published = row.published.as_ref().expect("its scores");
        let of = incomplete(&history, row.game, &published.donors).expect("its incomplete ruleset");
        let asked =
            numbered.get(&of).and_then(|found| common::asked(found, &defines)).expect("what is asked");
        let sources: Vec<Source> = published
            .donors
            .iter()
            .map(|donor| {
                let found =
                    numbered.get(donor).unwrap_or_else(|| panic!("donor {donor} is not in the corpus"));
                let text = std::fs::read_to_string(&found.path).expect("a description");
                Source { path: found.path.display().to_string(), text, key: None }
            })
            .collect();
        let donors = Donors::gather(&sources, &defines);
        let page = pages::page(row, &history, &donors.list, &asked).expect("its donors");
        println!("{}: {:?}; {:?}", page.name, page.computed.shown, page.missing);
        assert_eq!(page.published, shown.map(str::to_owned), "{}", page.name);
        assert!(page.is_met(), "{page:?}");
        assert_eq!(pages::km_of(&page), km, "{}", page.name);
        // What does not come out of the tables is told.
        assert_eq!(page.solved.is_some(), !page.missing.is_empty(), "{page:?}");
    }
    // Limb chess, of Shatranj twice: the score of its page, not that of other weights.
    let row = history.ruleset(3865).expect("limb chess");
    assert_eq!(row.published.as_ref().map(|p| p.combined.to_string()).as_deref(), Some("0.949"));
}
