//! The law of the fast form: by its plan a game has the same moves with the same successors as by the plain evaluator,
//! random play by it has the same statistics, and taking back leaves nothing behind. Over our own games always; over a
//! slice of the reference corpus when it is there (`LUDARIUM_ALL_LAWS=1`: over all of it; the example `laws` does so by the
//! million).

mod common;

use common::law::{Budget, agree_long};
use common::{compiled, files, reference};
use ludarium_engine::plan::{Runner, agree};
use ludarium_play::{Rng, Selection, library_defines};

#[test]
fn our_games_are_played_the_same_way() {
    for entry in ludarium_play::games() {
        let game = compiled(entry.key, entry.text, &library_defines(), &Selection::default()).unwrap();
        let met = agree_long(&game, Budget { enough: 30, most_work: 50_000 });
        assert!(met.positions > 0, "{}", entry.key);
    }
}

#[test]
fn the_corpus_is_played_the_same_way() {
    let Some(folder) = reference("plan and evaluator over the corpus") else { return };
    let all = std::env::var_os("LUDARIUM_ALL_LAWS").is_some();
    let paths = files(&folder.join("corpus/lud"), "lud");
    let mut rng = Rng::new(7);
    let (mut positions, mut successors, mut taken_back, mut wrong) = (0, 0, 0, Vec::new());
    let chosen: Vec<_> =
        if all { paths.iter().collect() } else { (0..40).map(|_| &paths[rng.below(paths.len())]).collect() };
    for path in chosen {
        let name = path.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let text = std::fs::read_to_string(path).expect("text");
        let Ok(game) = compiled(&name, &text, &library_defines(), &Selection::default()) else { continue };
        let met = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let enough = if all { 200 } else { 24 };
            agree_long(&game, Budget { enough, most_work: enough * 2_000 })
        }));
        match met {
            Ok(met) => {
                positions += met.positions;
                successors += met.successors;
                taken_back += met.taken_back;
            }
            Err(_) => wrong.push(name),
        }
    }
    assert!(wrong.is_empty(), "plan and evaluator differ: {wrong:?}");
    assert!(positions > 200, "{positions}");
    eprintln!("{positions} positions and {successors} successors agree, {taken_back} moves taken back");
}

/// A random move is drawn without a list of all: each legal one must still be as likely as any other.
#[test]
fn every_legal_move_is_as_likely_as_any_other() {
    let mut drawn = 0;
    for entry in ludarium_play::games() {
        let game = compiled(entry.key, entry.text, &library_defines(), &Selection::default()).unwrap();
        let met = agree::draws(&game, 11, 3, 400);
        drawn += met.unwrap_or_else(|d| panic!("{}, ply {}: {}", entry.key, d.ply, d.what));
    }
    assert!(drawn > 100_000, "{drawn}");
}

/// Games that are played without any position: every move of theirs, made again the usual way.
#[test]
fn what_is_played_without_positions_is_the_same_game() {
    let replay = |key: &str, game: &ludarium_engine::Game| {
        agree::leanly(game, 3, 4).unwrap_or_else(|d| panic!("{key}, ply {}: {}", d.ply, d.what))
    };
    let mut replayed = 0;
    for entry in ludarium_play::games() {
        let game = compiled(entry.key, entry.text, &library_defines(), &Selection::default()).unwrap();
        replayed += replay(entry.key, &game);
    }
    assert!(replayed > 500, "{replayed}");
    let Some(folder) = reference("games without positions over the corpus") else { return };
    let paths = files(&folder.join("corpus/lud/board"), "lud");
    let mut rng = Rng::new(9);
    for path in (0..60).map(|_| &paths[rng.below(paths.len())]) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(path).expect("text");
        let Ok(game) = compiled(&name, &text, &library_defines(), &Selection::default()) else { continue };
        if game.board.len(game.site_type) <= 150 {
            replay(&name, &game);
        }
    }
}

/// Small games, each of one shape of rule: it must be compiled, and it must be the same game.
const SHAPES: &[(&str, &str)] = &[
    (
        "Pieces come from hands, squares of four take a piece, and who has put all down moves",
        r#"(game "Squares" (players 2)
            (equipment {
                (board (square 5))
                (piece "Marker" Each (move Step (to if:(is Empty (to)))))
                (hand Each)
            })
            (rules
                (start (place "Marker" "Hand" count:7))
                phases:{
                    (phase "Placing"
                        (play (if (is Prev Mover)
                            (move Remove
                                (forEach (sites Occupied by:Next container:"Board")
                                    if:(not (is Pattern {F R F R F R F} from:(site)))))
                            (move (from (handSite Mover)) (to (sites Empty))
                                (then (if (is Pattern {F R F R F R F}) (moveAgain))))))
                        (nextPhase Mover (all Sites (sites Hand Mover) if:(= 0 (count Cell at:(site)))) "Moving"))
                    (phase "Moving" (play (forEach Piece)))
                }
                (end (if (no Pieces Next) (result Next Loss)))))"#,
    ),
    (
        "Four corners change places",
        r#"(game "Turning" (players 2)
            (equipment { (board (square 4)) (piece "Ball" Each) })
            (rules
                phases:{
                    (phase "Put"
                        (play (move Add (to (sites Empty)) (then (moveAgain))))
                        (end (if (is Line 4) (result Mover Win)))
                        (nextPhase Mover "Turn"))
                    (phase "Turn"
                        (play (move Select (from (sites {5})) (then
                            (do
                                (and { (set Var "A" (what at:0)) (set Var "B" (what at:3))
                                       (set Var "C" (what at:15)) (set Var "D" (what at:12)) })
                                next:(and {
                                    (if (!= 0 (var "A")) (remove 0)) (if (!= 0 (var "B")) (remove 3))
                                    (if (!= 0 (var "C")) (remove 15)) (if (!= 0 (var "D")) (remove 12))
                                    (if (!= 0 (var "A")) (add (piece (var "A")) (to 3)))
                                    (if (!= 0 (var "B")) (add (piece (var "B")) (to 15)))
                                    (if (!= 0 (var "C")) (add (piece (var "C")) (to 12)))
                                    (if (!= 0 (var "D")) (add (piece (var "D")) (to 0)))
                                })))))
                        (end (if (is Line 4 throughAny:(sites Occupied by:Mover)) (result Mover Win)))
                        (nextPhase Mover "Put"))
                }
                (end (if (is Full) (result Mover Draw)))))"#,
    ),
    (
        "Who could have captured and only stepped is taken off",
        r#"(game "Huffing" (players 2)
            (equipment {
                (board (square 6))
                (piece "Wolf" P1 (or
                    (move Hop (between if:(is Enemy (who at:(between))) (apply (remove (between))))
                        (to if:(is Empty (to))))
                    (move Step (to if:(is Empty (to))))))
                (piece "Sheep" P2 (move Step (to if:(is Empty (to)))))
            })
            (rules
                (start { (place "Wolf1" (sites {0 5 2})) (place "Sheep2" (sites Top)) })
                (play (if (is Mover P1)
                    (do
                        (forEach Site
                            (sites From (forEach Piece "Wolf"
                                (move Hop (between if:(is Enemy (who at:(between))) (apply (remove (between))))
                                    (to if:(is Empty (to))))))
                            (remember Value "Idle" (site)))
                        next:(forEach Piece)
                        (then (and
                            (if (!= 0 (count Sites in:(sites (values Remembered "Idle"))))
                                (if (= 1 (count Steps (last From) (last To)))
                                    (and
                                        (forEach Site (sites (values Remembered "Idle")) (remove (site)))
                                        (if (is In (last From) (sites (values Remembered "Idle"))) (remove (last To))))))
                            (forget Value All))))
                    (forEach Piece)))
                (end {
                    (if (no Pieces P2) (result P1 Win))
                    (if (no Pieces P1) (result P2 Win))
                })))"#,
    ),
];

#[test]
fn shapes_of_rules_are_compiled() {
    for (what, text) in SHAPES {
        let game = compiled(what, text, &library_defines(), &Selection::default()).unwrap();
        let compared = game.compare_compiled(5, 400).unwrap_or_else(|d| panic!("{what}, {d}"));
        assert!(compared.is_some_and(|n| n > 40), "{what}: {compared:?} successors");
        agree::compare(&game, 5, 200, 1).unwrap_or_else(|d| panic!("{what}, ply {}: {}", d.ply, d.what));
    }
}

/// Games of ours whose rules have these shapes: the longest capture, hops from afar, pieces in hand, sowing.
#[test]
fn games_of_ours_are_compiled() {
    for key in ["international-draughts", "nine-mens-morris", "dara", "kalah", "ayoayo"] {
        let entry = ludarium_play::games().iter().find(|g| g.key == key).unwrap();
        let game = compiled(entry.key, entry.text, &library_defines(), &Selection::default()).unwrap();
        let compared = game.compare_compiled(8, 200).unwrap_or_else(|d| panic!("{key}, {d}"));
        assert!(compared.is_some_and(|n| n > 20), "{key}: {compared:?} successors");
    }
}

/// What may lie upon what, told by what stands at both ends: a table, which must say the same as the rule.
#[test]
fn towers_are_moved_the_same_way() {
    let text = r#"(game "Towers" (players 2)
        (equipment {
            (board (rectangle 1 4))
            (piece "Small" Shared) (piece "Middle" Shared) (piece "Large" Shared)
        })
        (rules
            (start { (place Stack items:{"Large" "Middle" "Small"} 0) (place Stack items:{"Large" "Small"} 3) })
            (play (move
                (from (sites Occupied by:All))
                (to (sites Board) if:(and (!= (from) (to))
                    (or (is Empty (to)) (< (what at:(from)) (what at:(to))))))))
            (end (if (= (count Moves) 60) (result Mover Draw)))))"#;
    let game = compiled("Towers", text, &library_defines(), &Selection::default()).unwrap();
    for seed in 0..4 {
        agree::compare(&game, seed, 60, 2).unwrap_or_else(|d| panic!("ply {}: {}", d.ply, d.what));
    }
}

/// A ring of pieces in cells is asked for after moves that went to edges, which have other and higher numbers.
#[test]
fn rings_are_looked_for_after_moves_to_other_kinds_of_sites() {
    let text = r#"(game "Rings" (players 2)
        (equipment { (board (hex 3)) (piece "Disc" Each) })
        (rules
            (play (or (move Add (to (sites Empty))) (move Add (to Edge (sites Empty Edge)))))
            (end (if (is Loop) (result Mover Win)))))"#;
    let game = compiled("Rings", text, &library_defines(), &Selection::default()).unwrap();
    for seed in 0..8 {
        agree::compare(&game, seed, 120, 1).unwrap_or_else(|d| panic!("ply {}: {}", d.ply, d.what));
    }
}

/// Lengths and winners of random games by the plan and by the evaluator, from fixed seeds.
#[test]
fn random_play_has_the_same_statistics() {
    for key in ["tic-tac-toe", "breakthrough", "reversi", "domineering", "nine-mens-morris"] {
        let entry = ludarium_play::games().iter().find(|g| g.key == key).unwrap();
        let game = compiled(entry.key, entry.text, &library_defines(), &Selection::default()).unwrap();
        let n = 300;
        let (mut fast, mut plain) = (Vec::new(), Vec::new());
        let (mut fast_wins, mut plain_wins) = (0.0, 0.0);
        let mut runner = Runner::start(&game, 0);
        for seed in 0..n {
            runner.restart(seed);
            let mut rng = Rng::new(seed ^ 0xFA57);
            let met = runner.play_out(&mut rng, u64::MAX);
            fast.push(met.plies as f64);
            fast_wins += f64::from(u8::from(met.winner == 1));
            let mut state = ludarium_play::State::start(&game, seed);
            plain.push(state.play_random(&mut Rng::new(seed ^ 0x51_0E), 10_000) as f64);
            plain_wins += f64::from(u8::from(state.board().winner == 1));
        }
        let mean = |v: &[f64]| v.iter().sum::<f64>() / v.len() as f64;
        let variance = |v: &[f64]| v.iter().map(|x| (x - mean(v)).powi(2)).sum::<f64>() / v.len() as f64;
        let error = ((variance(&fast) + variance(&plain)) / n as f64).sqrt();
        assert!((mean(&fast) - mean(&plain)).abs() <= 4.0 * error + 1e-9, "{key}: lengths {error}");
        let share = (fast_wins + plain_wins) / (2.0 * n as f64);
        let error = (2.0 * share * (1.0 - share) / n as f64).sqrt();
        assert!((fast_wins - plain_wins).abs() / n as f64 <= 4.0 * error, "{key}: wins");
    }
}
