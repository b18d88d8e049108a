//! Concepts, verdicts and distances of small games that can be checked by eye.

use ludarium::{Game, Reading, Selection, compile, library_defines, read};
use ludarium_concepts::distance::{Catalogue, Entry, Measure, grams};
use ludarium_concepts::played::measure;
use ludarium_concepts::trial::{Watch, random_trial};
use ludarium_concepts::verdict::{Grade, MODEST, dead_ends, judge};
use ludarium_concepts::{Reason, compiled, explained, taxonomy};
use ludarium_engine::plan::Plan;
use std::collections::BTreeMap;

fn game(text: &str) -> (Reading, Game) {
    let reading = read("test.lud", text, &library_defines(), &Selection::default());
    let problems: Vec<&str> = reading.problems.iter().map(|p| p.message.as_str()).collect();
    let game = compile(&reading).unwrap_or_else(|p| panic!("{problems:?} {p:?}"));
    (reading, game)
}

const LINE: &str = r#"(game "Line" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;

/// Pawns that walk forward and hop over enemies; nothing happens to them at the far end.
const WALK: &str = r#"(game "Walk" (players {(player N) (player S)})
    (equipment {(board (square 5)) (piece "Pawn" Each (or
        (move Step Forward (to if:(is Empty (to))))
        (move Hop (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))))))})
    (rules (start {(place "Pawn1" (sites Bottom)) (place "Pawn2" (sites Top))})
        (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"#;

fn none(_: &str) -> Option<String> {
    None
}

#[test]
fn concepts_of_a_small_game_and_why() {
    let (reading, game) = game(LINE);
    let profile = compiled(&reading, &game, &none).unwrap();
    for name in
        ["AddDecision", "LineWin", "LineEnd", "SpaceEnd", "TwoPlayer", "SquareTiling", "Piece", "Cell"]
    {
        assert!(profile.set.has_name(name), "{name}");
    }
    for name in ["HopDecision", "Dice", "AddEffect", "LineLoss", "Vertex", "Asymmetric", "Start"] {
        assert!(!profile.set.has_name(name), "{name}");
    }
    assert_eq!(profile.value(taxonomy::id("NumCells")), Some(9.0));
    assert_eq!(profile.value(taxonomy::id("NumDirections")), Some(4.44));
    let found = explained(&reading, &game, &none, 5);
    let line = found.iter().find(|f| f.concept.name == "Line").unwrap();
    let Reason::Clause { text, .. } = &line.reasons[0] else { panic!("{line:?}") };
    assert_eq!(text, "(is Line 3)");
    let ending = found.iter().find(|f| f.concept.name == "LineWin").unwrap();
    let Reason::Clause { text, .. } = &ending.reasons[0] else { panic!("{ending:?}") };
    assert_eq!(text, "(if (is Line 3) (result Mover Win))");
    assert!(found.iter().all(|f| !f.reasons.is_empty()), "every concept has a reason");
}

#[test]
fn what_pieces_do_counts_where_they_are_let_move() {
    let (reading, game) = game(WALK);
    let set = compiled(&reading, &game, &none).unwrap().set;
    for name in
        ["HopDecisionEnemyToEmpty", "HopCapture", "StepDecisionToEmpty", "ForwardDirection", "NoMovesWin"]
    {
        assert!(set.has_name(name), "{name}");
    }
    assert!(!set.has_name("HopDecisionFriendToEmpty"));
}

#[test]
fn the_same_recipe_gives_the_same_figures() {
    let (_, game) = game(WALK);
    let watch = Watch { detail: true, ..Watch::default() };
    let play = || (1..=20).map(|seed| random_trial(&game, seed, &watch)).collect::<Vec<_>>();
    let first = measure(&game, &play());
    assert_eq!(format!("{first:?}"), format!("{:?}", measure(&game, &play())));
    let get = |name: &str| first.iter().find(|m| m.name == name).unwrap_or_else(|| panic!("{name}")).figure;
    assert_eq!(get("Completion").value, 1.0);
    assert_eq!(get("NumStartComponentsBoard").value, 10.0);
    assert!(get("Balance").low <= get("Balance").value && get("Balance").value <= get("Balance").high);
    assert!(first.iter().all(|m| m.id != 0), "every figure is a concept");
}

#[test]
fn a_verdict_sees_pawns_that_get_stuck() {
    let (reading, game) = game(WALK);
    let dead = dead_ends(&game);
    assert_eq!(dead, vec![(1, vec![20, 21, 22, 23, 24]), (2, vec![0, 1, 2, 3, 4])]);
    let plan = Plan::new(&game);
    let trials: Vec<_> = (1..=60).map(|s| ludarium_concepts::trial::quick_trial(&plan, s, None)).collect();
    let profile = compiled(&reading, &game, &none).unwrap();
    let verdict = judge(&reading, &game, &profile, &trials, None, &[], &MODEST);
    assert!(verdict.findings.iter().any(|f| f.check == "dead_ends"), "{:?}", verdict.findings);
    assert_ne!(verdict.grade, Grade::Sound);
}

#[test]
fn near_games_are_near() {
    let entry = |text: &str| {
        let (reading, game) = game(text);
        let profile = compiled(&reading, &game, &none).unwrap();
        let grams = grams(&reading.expanded.game);
        Entry { name: game.name.clone(), profile, grams, played: BTreeMap::new() }
    };
    let larger =
        LINE.replace("\"Line\"", "\"Larger\"").replace("square 3", "square 5").replace("Line 3", "Line 4");
    let all = Catalogue::new(vec![entry(LINE), entry(WALK), entry(&larger)]);
    for measure in [Measure::Compiled, Measure::Tree, Measure::All] {
        let near = all.nearest(&all.entries[0], measure, 2);
        assert_eq!(near[0].0, 2, "{measure:?}");
        assert!(near[0].1 < near[1].1 && near[1].1 <= 1.0);
        assert_eq!(all.distance(&all.entries[0], &all.entries[0], measure), 0.0);
    }
    let why = all.explain(&all.entries[0], &all.entries[1], 40);
    assert!(why.only_first.contains(&"LineWin") && why.only_second.contains(&"HopCapture"), "{why:?}");
}
