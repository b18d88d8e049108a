//! What is found for made-up descriptions with our own library: fills with their donors, and what was turned down
//! with the reason.

mod golden_text;

use ludarium_play::{Selection, library_defines};
use ludarium_reconstruct::donors::Donors;
use ludarium_reconstruct::gate::{self, Terms};
use ludarium_reconstruct::search::{Found, Settings, Silent, reconstruct};
use ludarium_reconstruct::{Donor, DonorScores, Incomplete, Outcome, Similarity, read_incomplete};
use std::fmt::Write;
use std::sync::OnceLock;

fn donors() -> &'static Donors {
    static DONORS: OnceLock<Donors> = OnceLock::new();
    DONORS.get_or_init(|| Donors::gather(&Donors::library(), &library_defines()))
}

/// All donors are alike: the order comes from how parts are attested.
struct Alike;
impl Similarity for Alike {
    fn of(&self, _: &Donor) -> DonorScores {
        DonorScores { conceptual: Some(0.5), ..DonorScores::default() }
    }
    fn combined(&self, _: &DonorScores) -> f64 {
        0.5
    }
}

fn settings(results: usize, candidates: usize) -> Settings {
    let gate = Terms { random_games: 6, search_games: 4, nodes: 100, ..Terms::default() };
    Settings { results, candidates, gate, ..Settings::default() }
}

fn find(text: &str, settings: &Settings) -> (Incomplete, Found) {
    let incomplete = read_incomplete("t.lud", text, &library_defines(), &Selection::default()).unwrap();
    let found = reconstruct(&incomplete, donors(), &Alike, settings, &|_| true, &mut Silent);
    (incomplete, found)
}

fn told(incomplete: &Incomplete, found: &Found, rejected: usize) -> String {
    let mut out = format!("{}: {:?}, {} results\n", incomplete.name, found.stopped, found.results.len());
    for result in &found.results {
        out.push('\n');
        for fill in &result.fills {
            let terms: Vec<String> = fill.terms.iter().map(ToString::to_string).collect();
            let from = fill.donor.map_or("evidence".to_owned(), |d| donors().get(d).title());
            let _ = writeln!(
                out,
                "{}: {}\n    {}",
                incomplete.holes[fill.hole.0 as usize].place,
                from,
                terms.join(" ")
            );
            for (theirs, ours) in &fill.bindings {
                let _ = writeln!(out, "    {theirs} is {ours}");
            }
        }
        for (donor, term) in &result.brought {
            let _ = writeln!(out, "brought along from {}: {term}", donors().get(*donor).title());
        }
    }
    out.push_str("\nTurned down:\n");
    for candidate in found.rejected.iter().take(rejected) {
        if let Outcome::Rejected(why) = &candidate.outcome {
            let names: Vec<String> = candidate.donors().iter().map(|d| donors().get(*d).title()).collect();
            let _ = writeln!(out, "{}: {}: {}", names.join(" + "), why.stage.words(), why.reason);
        }
    }
    out
}

#[test]
fn a_lost_end_is_found_again() {
    let (incomplete, found) = find(&golden_text::example("lost-end.lud"), &settings(4, 200));
    golden_text::golden("lost-end.txt", &told(&incomplete, &found, 12));
}

#[test]
fn two_armies_get_their_rules() {
    let (incomplete, found) = find(&golden_text::example("two-armies.lud"), &settings(2, 400));
    golden_text::golden("two-armies.txt", &told(&incomplete, &found, 12));
}

#[test]
fn the_same_seed_finds_the_same() {
    let text = golden_text::example("bare-board.lud");
    let one = find(&text, &settings(2, 150));
    let two = find(&text, &settings(2, 150));
    assert_eq!(told(&one.0, &one.1, 100), told(&two.0, &two.1, 100));
    assert!(!one.1.results.is_empty());
}

#[test]
fn results_have_no_defect_that_lint_knows() {
    let (_, found) = find(&golden_text::example("lost-end.lud"), &settings(4, 200));
    for result in &found.results {
        let reading = ludarium_play::read(
            "r.lud",
            &result.text,
            &ludarium_play::Defines::none(),
            &Selection::default(),
        );
        let game = ludarium_play::compile(&reading).unwrap();
        let checked = reading.game.as_ref().unwrap();
        let subject =
            ludarium_lint::Subject { checked, tree: &reading.expanded.game, game: &game, metadata: None };
        assert_eq!(
            ludarium_lint::lint(&subject, &ludarium_lint::Effort::NONE),
            Vec::new(),
            "{}",
            result.text
        );
    }
}

/// A mill lets its player move again, and the play rule takes a piece then: one is worth nothing without the other.
#[test]
fn what_belongs_together_comes_together() {
    let text = "(game \"Half a Mill\" (players 2)
        (equipment { (board (square 3) use:Vertex) (piece \"Man\" Each [#]) })
        (rules (start (place \"Man\" (sites Bottom))) (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))";
    let (_, found) = find(text, &settings(5, 400));
    for result in found.results.iter().chain(&found.rejected) {
        let waits = result.text.contains("(is Prev Mover)");
        let again = result.text.contains("(moveAgain)");
        let donor = result.fills[0].donor.map(|d| donors().get(d).term.to_string()).unwrap_or_default();
        if result.is_playable() && again && donor.contains("(is Prev Mover)") {
            assert!(waits, "an extra move came without the rule that waits for it: {}", result.text);
        }
    }
}

/// A game that people play is as plausible as such games are; the same game with an end that cannot come is not.
#[test]
fn documented_games_are_plausible_and_those_without_an_end_are_not() {
    let terms = settings(1, 1).gate;
    let donor = donors().list.iter().find(|donor| donor.name == "Breakthrough").unwrap();
    let judge = |text: &str| {
        let ready = gate::look("Breakthrough", text, &[], &terms, &|| false)?;
        let played = gate::at_random(&ready, &terms, &|_| false)?;
        gate::under_search(&ready, &played, &terms)
    };
    let text = donor.term.to_string();
    let judged = judge(&text).unwrap_or_else(|why| panic!("{}", why.reason));
    assert!(judged.plausible.percentile >= 0.05, "{:?}", judged.plausible);
    let end = text.find("(end ").expect("it ends");
    let endless = format!("{}(end (if (= 1 2) (result Mover Win)))))", &text[..end]);
    assert!(judge(&endless).is_err());
}
