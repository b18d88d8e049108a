//! The page of a result: every sentence has an origin, every score a formula. With `LUDARIUM_PAGES=DIR` the pages are
//! written there, to be looked at.

use ludarium_play::{Selection, library_defines};
use ludarium_reconstruct::donors::Donors;
use ludarium_reconstruct::evidence::Evidence;
use ludarium_reconstruct::history::History;
use ludarium_reconstruct::report::{Case, files};
use ludarium_reconstruct::scores::{Closeness, Subject, Weights, expected_concepts};
use ludarium_reconstruct::search::{Settings, Silent};
use ludarium_reconstruct::{read_incomplete, reconstruct};

const LOST: &str = r#"(game "Lost Lines"
    (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty)))) (end [#])))"#;

const EVIDENCE: &str = r#"
[game]
place = { name = "Kurna", latitude = 25.73, longitude = 32.63 }
years = [-1400, -1333]

[[statement]]
text = "Three by three squares are scratched into a roofing slab."
source = "Parker 1909, p. 644"
years = [-1400, -1333]
confidence = 0.6
supports = ['(board (square 3))']
"#;

#[test]
fn every_sentence_has_an_origin() {
    let incomplete = read_incomplete("lost.lud", LOST, &library_defines(), &Selection::default())
        .expect("an incomplete game");
    let evidence = Evidence::read(EVIDENCE).expect("evidence");
    let tied = evidence.tie(&incomplete.term).expect("clauses");
    let donors = Donors::gather(&Donors::library(), &library_defines());
    let history = History::default();
    let subject = Subject {
        place: evidence.place.as_ref().map(|named| named.at),
        years: evidence.years,
        expected: expected_concepts(&incomplete.reading).unwrap_or_default(),
        ..Subject::default()
    };
    let closeness = Closeness::new(subject, Weights::default(), &history);
    let settings = Settings { results: 3, candidates: 60, play: false, ..Settings::default() };
    let found = reconstruct(&incomplete, &donors, &closeness, &settings, &|_| true, &mut Silent);
    assert!(found.results.len() > 1, "{:?}", found.progress);
    let case = Case {
        incomplete: &incomplete,
        donors: &donors,
        closeness: &closeness,
        evidence: Some((&evidence, &tied)),
        found: &found,
        as_published: true,
        policy: None,
        controls: None,
        posterior: &[],
        hypotheses: &[],
        pages: &[],
        run: None,
    };
    let told = case.tell();
    assert_eq!(told.len(), found.results.len());
    let pages = files(&case, &told);
    if let Some(folder) = std::env::var_os("LUDARIUM_PAGES") {
        let folder = std::path::PathBuf::from(folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        pages.iter().for_each(|(name, text)| std::fs::write(folder.join(name), text).expect("a page"));
    }
    let (_, page) = &pages[1];
    // The board is a statement's, the end a donor's, and each says so.
    assert!(page.contains("class=\"s o-stated\" title=\"“Three by three squares"), "{page}");
    assert!(page.contains("class=\"s o-d0\" title=\"from "), "{page}");
    for words in
        ["Space-time", "exp(−km/2000 − years/500)", "Evidence coverage", "Other results", "Parker 1909"]
    {
        assert!(page.contains(words), "{words}");
    }
    let coverage = told[0].total.value(ludarium_reconstruct::scores::Score::Coverage).expect("coverage");
    assert!((0.2..1.0).contains(&coverage), "{coverage}");
    // No sentence is without its colour.
    let sentences = page.matches("<span class=\"s ").count();
    assert!(sentences > 3 && !page.contains("<span class=\"s \""), "{sentences}");
    assert!(pages[0].1.contains("result-01.html"));
}
