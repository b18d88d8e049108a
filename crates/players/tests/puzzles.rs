//! Puzzles: solved, and with the right verdict whether the solution is the only one. Those of the corpus are read from
//! beside the repository.

mod common;

use common::*;
use ludarium_play::{Ctx, Game};
use ludarium_players::deduction::{Verdict, solve};
use ludarium_players::planning::{Limits, Plan, plan};
use ludarium_players::{Budget, Control, EngineWorld};

fn verdict(game: &Game) -> Verdict {
    let start = Ctx::start(game, 1);
    let control = Control::counted(Budget::nodes(200_000));
    let solved = solve(&start, &control);
    if let Some(solution) = &solved.solution {
        // The game itself must agree: set all values, and it is won.
        let mut state = ludarium_play::State::start(game, 1);
        for &(kind, site, value) in solution {
            let found = state.legal_moves().iter().position(|m| {
                m.actions.iter().any(|a| a.act == ludarium_engine::Act::PuzzleSet { kind, var: site, value })
            });
            if let Some(index) = found {
                state.play(index).unwrap();
            }
            if state.is_over() {
                break;
            }
        }
        assert_eq!(state.outcome().and_then(|o| o.winner()), Some(1), "{}: not a solution", game.name);
    }
    solved.verdict
}

const SMALL_LATIN: &str = r#"
(game "Latin" (players 1)
    (equipment { (board (square 3) (values Cell (range 1 3))) (regions {Columns Rows}) })
    (rules START
        (play (satisfy (all Different)))
        (end (if (is Solved) (result P1 Win)))))
"#;

#[test]
fn latin_squares_with_one_with_several_and_with_no_solution() {
    let with = |start: &str| verdict(&game(&SMALL_LATIN.replace("START", start)));
    assert_eq!(with("(start (set {{0 1} {1 2} {3 2}}))"), Verdict::Unique);
    assert_eq!(with("(start (set {{0 1}}))"), Verdict::Several);
    assert_eq!(with("(start (set {{0 1} {1 2} {5 3}}))"), Verdict::Impossible);
}

const SLIDE: &str = r#"
(game "Corridor" (players 1)
    (equipment { (board (rectangle 1 6)) (piece "Walker" P1 (move Step (directions {E W}) (to if:(is Empty (to))))) })
    (rules
        (start (place "Walker" 1))
        (play (forEach Piece))
        (end (if (is In (last To) (sites {5})) (result P1 Win)))))
"#;

#[test]
fn the_shortest_way_is_found() {
    let game = game(SLIDE);
    let world = EngineWorld::new(&game);
    let root = world.spot(Ctx::start(&game, 1));
    let control = Control::counted(Budget::nodes(10_000));
    match plan(&world, &root, 1, Limits::default(), &control).0 {
        Plan::Found { moves, shortest } => assert_eq!((moves.len(), shortest), (4, true)),
        other => panic!("{other:?}"),
    }
}

/// Touching a site turns its lamp and those beside it over; all must go out.
const LAMPS: &str = r#"
(game "Lamps" (players 1)
    (equipment { (board (square 5)) (piece "Lamp" Shared) })
    (rules
        (start (place "Lamp" (sites Board)))
        (play (move Select (from (sites Board))
            (then (forEach Site (sites Around (last To) Orthogonal includeSelf:True)
                (if (is Empty (site)) (add (piece "Lamp") (to (site))) (remove (site)))))))
        (end (if (= 0 (count Sites in:(sites Occupied by:All))) (result P1 Win)))))
"#;

#[test]
fn where_moves_only_turn_things_over_the_way_is_worked_out() {
    let game = game(LAMPS);
    let world = EngineWorld::new(&game);
    let root = world.spot(Ctx::start(&game, 1));
    // Far too little to find it by trying.
    let control = Control::counted(Budget::nodes(2000));
    match plan(&world, &root, 1, Limits::default(), &control).0 {
        Plan::Found { moves, .. } => assert_eq!(moves.len(), 15),
        other => panic!("{other:?}"),
    }
}

#[test]
fn deduction_puzzles_of_the_corpus() {
    let Some(corpus) = corpus() else { return };
    let mut table = String::new();
    for (path, options) in [
        ("Futoshiki", ""),
        ("Hoshi", ""),
        ("Kakuro", ""),
        ("Killer Sudoku", ""),
        ("N Queens", ""),
        ("Sudoku", ""),
        ("Sudoku X", ""),
        ("Sujiken", ""),
        ("Squaro", ""),
    ] {
        let options: Vec<&str> = [options].into_iter().filter(|o| !o.is_empty()).collect();
        let game = of_corpus(&corpus, &format!("puzzle/deduction/{path}.lud"), &options);
        let solved = solve(&Ctx::start(&game, 1), &Control::counted(Budget::nodes(100_000)));
        table += &format!("{path}: {:?}, {} positions\n", solved.verdict, solved.nodes);
        assert!(
            matches!(solved.verdict, Verdict::Unique | Verdict::Several),
            "{path}: {:?} after {} positions",
            solved.verdict,
            solved.nodes
        );
    }
    println!("{table}");
}
