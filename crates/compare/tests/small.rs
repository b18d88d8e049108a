//! Small games that a player can compare in their head: what differs, after how many moves, and what does not differ.

use ludarium_compare::{Bounds, Difference, Play, Verdict, compare_play, compare_rules};
use ludarium_play::{Game, Selection};

fn game(text: &str) -> Game {
    Game::from_text(text, &Selection::default()).unwrap_or_else(|why| panic!("{why}: {text}"))
}

fn play(a: &str, b: &str) -> Play {
    compare_play(&game(a), &game(b), &Bounds { seed: 1, positions: 4_000 }, &|| true)
}

/// The number of moves of the witness and what differs.
fn parts(a: &str, b: &str) -> (usize, Difference) {
    match play(a, b).verdict {
        Verdict::Differ(witness) => {
            // What the witness claims is played again by name, apart from the search.
            for (state, names) in [
                (game(a), witness.steps.iter().map(|s| s.a.clone()).collect::<Vec<_>>()),
                (game(b), witness.steps.iter().map(|s| s.b.clone()).collect()),
            ] {
                let mut state = state.start(1);
                for name in names {
                    state.play(name.as_str()).unwrap_or_else(|e| panic!("{e}"));
                }
            }
            (witness.steps.len(), witness.difference)
        }
        Verdict::Incomparable(why) => panic!("{why}"),
        Verdict::Same { .. } => panic!("no difference was found"),
    }
}

fn is_same(a: &str, b: &str) -> bool {
    matches!(play(a, b).verdict, Verdict::Same { .. })
}

fn placing(board: &str, piece: &str, end: &str) -> String {
    format!(
        "(game \"Placing\" (players 2) (equipment {{(board {board}) (piece \"{piece}\" Each)}})
            (rules (play (move Add (to (sites Empty)))) (end {end})))"
    )
}

const THREE: &str = "(if (is Line 3) (result Mover Win))";

#[test]
fn the_same_game_is_the_same_in_all_its_positions() {
    let noughts = placing("(square 3)", "Disc", THREE);
    let noughts = game(&noughts);
    let play = compare_play(&noughts, &noughts, &Bounds::default(), &|| true);
    assert!(matches!(play.verdict, Verdict::Same { complete: true }), "{:?}", play.verdict);
    assert!(play.positions > 2_000, "{}", play.positions);
}

#[test]
fn a_shorter_line_wins_sooner() {
    let (a, b) = (
        placing("(square 4)", "Disc", "(if (is Line 4) (result Mover Win))"),
        placing("(square 4)", "Disc", THREE),
    );
    let (moves, difference) = parts(&a, &b);
    assert_eq!(moves, 5, "three of one player and two of the other");
    assert!(matches!(&difference, Difference::Result { a: None, b: Some(end) } if end.winner() == Some(1)));
}

#[test]
fn whoever_wins_is_compared() {
    let (a, b) = (
        placing("(square 3)", "Disc", THREE),
        placing("(square 3)", "Disc", "(if (is Line 3) (result Mover Loss))"),
    );
    let (moves, difference) = parts(&a, &b);
    assert_eq!(moves, 5);
    assert!(matches!(difference, Difference::Result { a: Some(_), b: Some(_) }));
}

#[test]
fn the_same_board_in_other_words() {
    let squares = placing("(square 3)", "Disc", THREE);
    assert!(is_same(&squares, &placing("(rectangle 3 3)", "Disc", THREE)));
    // Points have no diagonals, unless they are drawn: rows and columns are the same.
    let rows = "(if (is Line 3 Orthogonal) (result Mover Win))";
    assert!(is_same(&placing("(square 3)", "Disc", rows), &placing("(square 3) use:Vertex", "Disc", rows)));
    let (moves, _) = parts(&squares, &placing("(square 3) use:Vertex", "Disc", THREE));
    assert_eq!(moves, 5, "a diagonal");
    assert!(is_same(&squares, &placing("(rotate 90 (square 3))", "Disc", THREE)));
}

#[test]
fn other_names_of_pieces() {
    assert!(is_same(&placing("(square 3)", "Disc", THREE), &placing("(square 3)", "Marker", THREE)));
}

#[test]
fn other_boards_have_other_numbers_of_sites() {
    match play(&placing("(square 3)", "Disc", THREE), &placing("(square 4)", "Disc", THREE)).verdict {
        Verdict::Incomparable(why) => assert_eq!(why, "The boards have 9 cells and 16."),
        other => panic!("{other:?}"),
    }
}

/// Two kinds of pieces; what the first and second are called, how the first moves, and what becomes of it on the far row.
fn walking(names: [&str; 2], steps: &str, then: &str, end: &str) -> String {
    let [one, two] = names;
    format!(
        "(game \"Walking\" (players {{(player N) (player S)}})
          (equipment {{(board (square 5))
            (piece \"{one}\" Each (move Step {steps} (to if:(is Empty (to))) {then}))
            (piece \"{two}\" Each (move Step (to if:(or (is Empty (to)) (is Enemy (who at:(to)))) (apply (remove (to))))))}})
          (rules
            (start {{(place \"{one}1\" (sites Row 1)) (place \"{one}2\" (sites Row 3))
                     (place \"{two}1\" (sites {{\"A1\"}})) (place \"{two}2\" (sites {{\"E5\"}}))}})
            (play (forEach Piece))
            (end {end})))"
    )
}

const STUCK: &str = "(if (no Moves Next) (result Mover Win))";

#[test]
fn swapped_names_of_pieces() {
    let a = walking(["Man", "King"], "Forward", "", STUCK);
    let b = walking(["King", "Man"], "Forward", "", STUCK);
    assert!(is_same(&a, &b));
}

#[test]
fn another_direction_shows_at_once() {
    let a = walking(["Man", "King"], "Forward", "", STUCK);
    let b = walking(["Man", "King"], "(directions {Forward FL})", "", STUCK);
    let (moves, difference) = parts(&a, &b);
    assert_eq!(moves, 0);
    assert!(
        matches!(difference, Difference::Moves { only_a, only_b, .. } if only_a.is_empty() && only_b.len() == 4)
    );
}

#[test]
fn a_promotion_shows_when_a_piece_arrives() {
    let promotes = |to: &str| {
        format!(
            "(then (if (is In (last To) (sites Mover \"Far\")) (promote (last To) (piece \"{to}\") Mover)))"
        )
    };
    let with_regions = |text: String| {
        text.replace(
            "(board (square 5))",
            "(board (square 5)) (regions \"Far\" P1 (sites Top)) (regions \"Far\" P2 (sites Bottom))",
        )
    };
    let a = with_regions(walking(["Man", "King"], "Forward", "", STUCK));
    let b = with_regions(walking(["Man", "King"], "Forward", &promotes("King"), STUCK));
    let (moves, difference) = parts(&a, &b);
    assert!(moves >= 3, "a man needs three steps, round the enemy's men: {moves}");
    assert!(matches!(difference, Difference::Position { places } if places.len() == 1));
}

#[test]
fn a_right_that_only_the_last_move_gives() {
    // A man that has just stepped may be taken back, in B only after the third move of the game.
    let with = |extra: &str| {
        format!(
            "(game \"Back\" (players 2) (equipment {{(board (rectangle 2 6)) (piece \"Man\" Each
                (or (move Step (directions {{E W}}) (to if:(is Empty (to)))) {extra}))}})
              (rules (start {{(place \"Man1\" (sites {{0}})) (place \"Man2\" (sites {{11}}))}})
                (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"
        )
    };
    let plain = with("(move Step (directions {E W}) (to if:(is Empty (to))))");
    let late = with("(if (>= (count Moves) 3) (move Step (directions {N S}) (to if:(is Empty (to)))))");
    let (moves, difference) = parts(&plain, &late);
    assert_eq!(moves, 3);
    assert!(matches!(difference, Difference::Moves { .. }));
}

#[test]
fn a_draw_by_moves_needs_a_long_game() {
    let a = walking(["Man", "King"], "Forward", "", STUCK);
    let b = walking(
        ["Man", "King"],
        "Forward",
        "",
        &format!("{{{STUCK} (if (>= (count Moves) 30) (result Mover Draw))}}"),
    );
    let (moves, difference) = parts(&a, &b);
    assert_eq!(moves, 30, "no shorter game can show it");
    assert!(matches!(difference, Difference::Result { a: None, b: Some(end) } if end.is_draw()));
}

#[test]
fn what_is_never_seen_is_no_difference() {
    let noughts = placing("(square 3)", "Disc", THREE);
    let counted = "(game \"Placing\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each)})
        (rules (play (move Add (to (sites Empty)) (then (set Var \"Seen\" (last To))))) (end (if (is Line 3) (result Mover Win)))))";
    assert!(is_same(&noughts, counted));
}

#[test]
fn dice_show_the_same_in_both() {
    let race = |most: usize| {
        format!(
            "(game \"Race\" (players 2) (equipment {{(board (rectangle 1 12) {{(track \"Track\" \"0,E\" directed:True)}})
                (piece \"Runner\" Each) (dice d:{most} num:1)}})
              (rules (start {{(place \"Runner1\" 0) (place \"Runner2\" 1)}})
                (play (do (roll) next:(forEach Site (sites Occupied by:Mover)
                   (move (from (site)) (to (min 11 (+ (site) (count Pips))))))))
                (end (if (is In 11 (sites Occupied by:Mover)) (result Mover Win)))))"
        )
    };
    assert!(is_same(&race(6), &race(6)));
    match play(&race(6), &race(4)).verdict {
        Verdict::Incomparable(why) => assert!(why.starts_with("The dice differ"), "{why}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn rules_are_told_where_they_differ() {
    let (a, b) = (
        game(&placing("(square 4)", "Disc", "(if (is Line 4) (result Mover Win))")),
        game(&placing("(square 4)", "Disc", THREE)),
    );
    let rules = compare_rules(&a, &b).unwrap();
    assert!(!rules.identical);
    assert!(!rules.differences.is_empty() && rules.differences.len() <= 3, "{:?}", rules.differences);
    let says = |text: &Option<String>, word: &str| text.as_ref().is_some_and(|t| t.contains(word));
    assert!(
        rules.differences.iter().any(|d| says(&d.a, "four") && says(&d.b, "three")),
        "{:?}",
        rules.differences
    );
    assert!(compare_rules(&a, &a).unwrap().identical);
}
