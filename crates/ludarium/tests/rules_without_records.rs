//! Kinds of games of which no recorded games exist (matches, deduction puzzles, players who move at once), shown to
//! play by their rules.

use ludarium::{Ctx, Game, Selection, compile, compile_with, library_defines, read};

fn game(text: &str) -> Game {
    let reading = read("test.lud", text, &library_defines(), &Selection::default());
    assert!(reading.game.is_some(), "{:?}", reading.problems);
    compile(&reading).unwrap_or_else(|p| panic!("{p:?}"))
}

/// Plays the move whose decision points at a site.
fn play_at(ctx: &mut Ctx<'_>, site: i32) {
    let moves = ctx.legal_moves();
    let m =
        moves.iter().find(|m| m.choice().1 == site).unwrap_or_else(|| panic!("no move at {site}")).clone();
    ctx.apply(&m);
}

#[test]
fn a_match_is_won_by_whoever_wins_two_games_of_noughts_and_crosses() {
    let text = r#"(match "Best of Three" (players 2)
        (games {(subgame "Tic-Tac-Toe" next:0)})
        (end {(if (= (matchScore P1) 2) (result P1 Win)) (if (= (matchScore P2) 2) (result P2 Win))}))"#;
    let reading = read("match.lud", text, &library_defines(), &Selection::default());
    let find = |name: &str| ludarium::find(name).ok().map(|g| g.text.to_string());
    let game = compile_with(&reading, &find).unwrap();
    let mut ctx = Ctx::start(&game, 1);
    for round in 1..=2 {
        for site in [0, 3, 1, 4, 2] {
            play_at(&mut ctx, site);
        }
        assert!(!ctx.pos.over, "the match goes on until somebody goes on to the next game");
        let moves = ctx.legal_moves();
        assert_eq!(moves.len(), 1, "the only move is to the next game");
        ctx.apply(&moves[0]);
        assert_eq!(ctx.pos.scores[1], round);
    }
    assert!(ctx.pos.over);
    assert_eq!(&ctx.pos.ranks[1..3], &[1.0, 2.0]);
}

#[test]
fn a_latin_square_is_solved_only_when_full_and_right() {
    let game = game(
        r#"(game "Latin" (players 1)
            (equipment {(board (square 2) (values Cell (range 1 2))) (regions {Columns Rows})})
            (rules (start (set {{0 1}})) (play (satisfy (all Different))) (end (if (is Solved) (result P1 Win)))))"#,
    );
    let mut ctx = Ctx::start(&game, 1);
    // With 1 in the corner its row and its column must have 2; the far corner may still have either.
    let pairs: Vec<(i32, i32)> = ctx
        .legal_moves()
        .iter()
        .filter_map(|m| match m.actions[0].act {
            ludarium_engine::Act::PuzzleSet { var, value, .. } => Some((var, value)),
            _ => None,
        })
        .collect();
    assert_eq!(pairs, [(1, 2), (2, 2), (3, 1), (3, 2)]);
    play_at(&mut ctx, 1);
    play_at(&mut ctx, 2);
    assert!(!ctx.pos.over);
    play_at(&mut ctx, 3);
    assert!(ctx.pos.over && ctx.legal_moves().is_empty());
}

/// Sets a variable of a puzzle; false where no legal move does.
fn set(ctx: &mut Ctx<'_>, site: i32, to: i32) -> bool {
    let moves = ctx.legal_moves();
    let sets = |m: &&ludarium::Move| matches!(m.actions[0].act, ludarium_engine::Act::PuzzleSet { var, value, .. } if (var, value) == (site, to));
    match moves.iter().find(sets) {
        Some(m) => {
            ctx.apply(m);
            true
        }
        None => false,
    }
}

#[test]
fn a_magic_square_adds_up_in_rows_columns_and_diagonals() {
    let game = game(
        r#"(game "Magic" (players 1)
            (equipment {(board (square 3) (values Cell (range 1 9))) (regions {Columns Rows Diagonals})})
            (rules (play (satisfy {(all Different (sites Board)) (is Sum 15)}))
                (end (if (is Solved) (result P1 Win)))))"#,
    );
    let mut ctx = Ctx::start(&game, 1);
    assert!(set(&mut ctx, 0, 2) && set(&mut ctx, 4, 5));
    assert!(!set(&mut ctx, 8, 9), "the diagonal would add up to 16");
    assert!(!set(&mut ctx, 1, 5), "5 is taken");
    for (site, value) in [(8, 8), (1, 7), (2, 6), (3, 9), (5, 1), (6, 4)] {
        assert!(set(&mut ctx, site, value), "{value} at {site}");
        assert!(!ctx.pos.over);
    }
    assert!(set(&mut ctx, 7, 3));
    assert!(ctx.pos.over && ctx.pos.ranks[1] == 1.0);
}

#[test]
fn queens_see_along_all_lines() {
    let game = game(
        r#"(game "Queens" (players 1)
            (equipment {(board (square 4) (values Cell (range 0 1))) (regions {AllDirections})})
            (rules (play (satisfy {(is Count (sites Board) of:1 4) (all Different except:0)}))
                (end (if (is Solved) (result P1 Win)))))"#,
    );
    let mut ctx = Ctx::start(&game, 1);
    assert!(set(&mut ctx, 1, 1));
    for seen in [0, 3, 5, 13, 4, 6, 11] {
        assert!(!set(&mut ctx, seen, 1), "a queen at 1 sees {seen}");
    }
    assert!(set(&mut ctx, 7, 1) && set(&mut ctx, 8, 1));
    assert!(!ctx.pos.over);
    assert!(set(&mut ctx, 14, 1));
    assert!(ctx.pos.over);
}

#[test]
fn players_who_move_at_once_make_one_joint_move() {
    let game = game(
        r#"(game "Same Time" (players 2) (mode Simultaneous)
            (equipment {(board (square 2)) (piece "Disc" Each)})
            (rules
                (play (or
                    (move Add (piece (id "Disc" P1)) (to (sites {0 1})))
                    (move Add (piece (id "Disc" P2)) (to (sites {2 3})))))
                (end (if (= 1 1) (result All Draw)))))"#,
    );
    let mut ctx = Ctx::start(&game, 1);
    let moves = ctx.legal_moves();
    assert!(!moves.is_empty());
    ctx.apply(&moves[0]);
    assert!(ctx.pos.over);
}
