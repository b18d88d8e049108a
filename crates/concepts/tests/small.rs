//! Concepts, verdicts and distances of small games that can be checked by eye.

use ludarium_concepts::distance::{Catalogue, Entry, Measure, grams};
use ludarium_concepts::kinds::Kinds;
use ludarium_concepts::played::{Measured, measure, unknown};
use ludarium_concepts::seats::Random;
use ludarium_concepts::thinking::Thinking;
use ludarium_concepts::trial::{Study, Watch, random_trial, studied_trial};
use ludarium_concepts::verdict::{Evidence, Gate, MODEST, Screen, Weight, dead_ends, judge, screen};
use ludarium_concepts::{Reason, explained, profile_of, taxonomy};
use ludarium_play::{Game, Reading, Selection, compile, library_defines, read};
use ludarium_players::EngineWorld;
use ludarium_players::calibrate::{Effort, calibrate};
use ludarium_players::control::NEVER;
use std::collections::BTreeMap;
use std::sync::Arc;

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
    let profile = profile_of(&reading, &game, &none).unwrap();
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
    let set = profile_of(&reading, &game, &none).unwrap().set;
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

/// Everything about a game that can be measured without searching.
fn studied(reading: &Reading, game: &Game, games: u64) -> Vec<Measured> {
    let kinds = Kinds::of(reading, game).unwrap();
    let plain = EngineWorld::new(game);
    let effort = Effort { random: 500, greedy: 500, longest: 100 };
    let weights = calibrate(&plain, 1, effort, &NEVER);
    let world = plain.with_weights(Some(Arc::new(weights)));
    let study = Study { most: None, kinds: Some(&kinds), world: Some(&world) };
    let trials: Vec<_> =
        (1..=games).map(|seed| studied_trial(game, seed, &study, &mut Random::new(seed))).collect();
    measure(game, &trials)
}

#[test]
fn moves_and_endings_are_counted_by_kind() {
    let (reading, game) = game(WALK);
    let measured = studied(&reading, &game, 20);
    let get = |name: &str| {
        measured.iter().find(|m| m.name == name).unwrap_or_else(|| panic!("{name}")).figure.value
    };
    let (step, hop) = (get("StepDecisionFrequency"), get("HopDecisionFrequency"));
    assert!(step > 0.2 && hop > 0.0, "{step} {hop}");
    // A player who can do neither passes; there is no fourth kind of move.
    assert!((step + hop + get("PassDecisionFrequency") - 1.0).abs() < 1e-9);
    assert_eq!(get("StepDecisionToEmptyFrequency"), step);
    assert_eq!(get("StepDecisionToEnemyFrequency"), 0.0);
    assert_eq!(get("HopDecisionEnemyToEmptyFrequency"), hop);
    assert_eq!(get("HopCaptureFrequency"), hop);
    assert_eq!(get("HopDecisionMoreThanOneFrequency"), 0.0);
    assert_eq!(get("RemoveEffectFrequency"), hop, "whatever is hopped over is removed");
    assert_eq!(get("SlideDecisionFrequency"), 0.0);
    assert_eq!(get("NoMovesWinFrequency"), get("Completion"));
    assert_eq!(get("LineWinFrequency"), 0.0);
    for name in
        ["DramaAverage", "Stability", "LeadChange", "Narrowness", "DecisivenessMoves", "Drama", "Behaviour"]
    {
        get(name);
    }
    let unknown = unknown(&game, &measured);
    let names: Vec<&str> = unknown.iter().map(|(c, _)| c.name).collect();
    let asked_for =
        ["PlayoutsPerSecond", "MovesPerSecond", "SkillTrace", "SkillTraceScore", "SkillTraceTrials"];
    assert!(asked_for.iter().all(|name| names.contains(name)), "{names:?}");
    assert_eq!(names.len(), 7, "all else is measured: {names:?}");
}

#[test]
fn what_clearly_fails_is_not_played_to_the_end() {
    let (_, line) = game(LINE);
    let how = Screen { seed: 1, games: 100, most: None, gate: MODEST };
    let short = screen(&line, &how);
    assert!(short.early && short.fails.contains(&"length"), "{:?}", short.fails);
    assert!(short.trials.len() < 40);
    let lenient = Gate { turns: (0.0, 100.0), balance: 0.0, ..MODEST };
    let passes = screen(&line, &Screen { gate: lenient, ..how });
    assert!(!passes.early && passes.fails.is_empty() && passes.trials.len() == 100, "{:?}", passes.fails);
}

#[test]
fn a_verdict_sees_pawns_that_get_stuck() {
    let (reading, game) = game(WALK);
    let dead = dead_ends(&game);
    assert_eq!(dead, vec![(1, vec![20, 21, 22, 23, 24]), (2, vec![0, 1, 2, 3, 4])]);
    let trials: Vec<_> = (1..=60).map(|s| ludarium_concepts::trial::quick_trial(&game, s, None)).collect();
    let profile = profile_of(&reading, &game, &none).unwrap();
    let evidence = Evidence {
        reading: &reading,
        game: &game,
        profile: &profile,
        trials: &trials,
        most: None,
        thinking: &Thinking::default(),
        witness: None,
        lints: &[],
    };
    let verdict = judge(&evidence, &MODEST);
    let stuck = verdict.findings.iter().find(|f| f.check == "dead_ends").expect("they get stuck");
    // A side that has nothing but pawns runs out of moves: that is what this game is about.
    assert_eq!(stuck.weight, Weight::Note);
    let shown = stuck.shown.as_ref().expect("a position shows it");
    let site = |s: usize| shown.state(&game).ctx().what(game.site_type, s as i32);
    assert!((20..25).any(|s| site(s) == 1) || (0..5).any(|s| site(s) == 2));
}

#[test]
fn near_games_are_near() {
    let entry = |text: &str| {
        let (reading, game) = game(text);
        let profile = profile_of(&reading, &game, &none).unwrap();
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
