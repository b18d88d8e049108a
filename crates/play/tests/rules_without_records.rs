//! Kinds of games of which no recorded games exist (matches, deduction puzzles, players who move at once), shown to
//! play by their rules.

use ludarium_play::{Ctx, Game, Selection, compile, compile_with, library_defines, read};

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
    let find = |name: &str| ludarium_play::find(name).ok().map(|g| g.text.to_string());
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
    let sets = |m: &&ludarium_play::Move| matches!(m.actions[0].act, ludarium_engine::Act::PuzzleSet { var, value, .. } if (var, value) == (site, to));
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

/// A duel of signs: both players choose at once, and what they chose is seen together.
const SIGNS: &str = r#"(game "Signs" (players 2) (mode Simultaneous)
    (equipment {
        (board (union (square 1) (shift 0 2 (square 1))))
        (hand Each size:3)
        (piece "Stone" Each) (piece "Cloth" Each) (piece "Blade" Each)})
    (rules
        (start {
            (place "Stone1" (handSite P1)) (place "Cloth1" (handSite P1 1)) (place "Blade1" (handSite P1 2))
            (place "Stone2" (handSite P2)) (place "Cloth2" (handSite P2 1)) (place "Blade2" (handSite P2 2))})
        (play (or
            (move (from (sites Occupied by:P1)) (to 0) P1)
            (move (from (sites Occupied by:P2)) (to 1) P2)))
        (end {
            (if (= (- (what at:1) (what at:0)) 1) (result Mover Draw))
            (if (or {
                    (and (= (what at:0) (id "Stone1")) (= (what at:1) (id "Blade2")))
                    (and (= (what at:0) (id "Cloth1")) (= (what at:1) (id "Stone2")))
                    (and (= (what at:0) (id "Blade1")) (= (what at:1) (id "Cloth2")))})
                (result P1 Win))
            (if (and (!= 0 (what at:0)) (!= 0 (what at:1))) (result P2 Win))})))"#;

#[test]
fn every_pair_of_choices_is_one_joint_move_and_has_its_own_result() {
    let game = game(SIGNS);
    let mut ctx = Ctx::start(&game, 1);
    let moves = ctx.legal_moves();
    assert_eq!(moves.len(), 9, "three choices of one player by three of the other");
    let results: Vec<[f64; 2]> = moves
        .iter()
        .map(|m| {
            let mut after = ctx.clone();
            after.apply(m);
            assert!(after.pos.over);
            // Both have moved: each sign left its hand.
            let kind = ludarium_engine::SiteType::Cell;
            assert!(after.what(kind, 0) != 0 && after.what(kind, 1) != 0, "{m:?}");
            [after.pos.ranks[1], after.pos.ranks[2]]
        })
        .collect();
    let count = |r: [f64; 2]| results.iter().filter(|x| **x == r).count();
    assert_eq!((count([1.5, 1.5]), count([1.0, 2.0]), count([2.0, 1.0])), (3, 3, 3));
}

#[test]
fn one_players_choice_does_not_depend_on_the_others() {
    let game = game(SIGNS);
    let mut ctx = Ctx::start(&game, 1);
    let mut chosen: Vec<Vec<i32>> = ctx
        .legal_moves()
        .iter()
        .map(|m| m.actions.iter().map(ludarium_engine::Action::from).collect())
        .collect();
    chosen.sort();
    let hands = |p: usize| {
        let hand = game.containers.iter().find(|c| c.owner == p && c.first > 0).unwrap();
        hand.first..hand.first + hand.len
    };
    let all: Vec<Vec<i32>> = hands(1).flat_map(|a| hands(2).map(move |b| vec![a, b])).collect();
    assert_eq!(chosen, all, "every choice of the first with every choice of the second");
}

#[test]
fn a_match_goes_on_until_a_score_is_reached_and_its_positions_are_written_and_read() {
    // Two games in turn; a win counts for as many points as the game says.
    let text = r#"(match "First to Five" (players 2)
        (games {(subgame "Tic-Tac-Toe" next:1 result:2) (subgame "Tic-Tac-Toe" next:0 result:1)})
        (end (if (>= (matchScore P1) 5) (result P1 Win))))"#;
    let reading = read("match.lud", text, &library_defines(), &Selection::default());
    let find = |name: &str| ludarium_play::find(name).ok().map(|g| g.text.to_string());
    let game = compile_with(&reading, &find).unwrap();
    let mut state = ludarium_play::State::start(&game, 1);
    let mut scores = Vec::new();
    while !state.is_over() {
        assert!(scores.len() < 10, "the match does not end: {scores:?}");
        for site in [0, 3, 1, 4, 2] {
            // Half way through a game the position is written, read, and played on from the text.
            let text = state.to_text().unwrap();
            let read = ludarium_play::State::from_text(&game, &text).unwrap();
            assert_eq!(read.to_text().unwrap(), text);
            assert_eq!(read.legal_moves(), state.legal_moves());
            state = read;
            let m = state.legal_moves().iter().find(|m| m.choice().1 == site).expect("a free site").clone();
            state.apply(&m);
        }
        let on = state.legal_moves()[0].clone();
        state.apply(&on);
        scores.push(state.score(1));
    }
    assert_eq!(scores, [2, 3, 5], "two points, one, two");
    assert_eq!(state.outcome().unwrap().winner(), Some(1));
    assert!(ludarium_play::State::from_text(&game, "ludarium position 1\nin mover 1").is_err());
}

#[test]
fn a_small_sudoku_takes_its_solution_and_no_other() {
    let game = game(
        r#"(game "Sudoku Four" (players 1)
            (equipment {
                (board (square 4) (values Cell (range 1 4)))
                (regions {Columns Rows})
                (regions "Boxes" {(sites {0 1 4 5}) (sites {2 3 6 7}) (sites {8 9 12 13}) (sites {10 11 14 15})})})
            (rules
                (start (set {{0 1} {3 4} {5 4} {10 1} {15 3}}))
                (play (satisfy (all Different)))
                (end (if (is Solved) (result P1 Win)))))"#,
    );
    #[rustfmt::skip]
    let solution = [1, 2, 3, 4,
                    3, 4, 2, 1,
                    4, 3, 1, 2,
                    2, 1, 4, 3];
    let mut ctx = Ctx::start(&game, 1);
    assert!(!set(&mut ctx, 1, 1), "1 stands in the row");
    assert!(!set(&mut ctx, 4, 4), "4 stands in the row and in the box");
    assert!(!set(&mut ctx, 12, 3), "3 stands in the row");
    for (site, &value) in solution.iter().enumerate() {
        if ![0, 3, 5, 10, 15].contains(&site) {
            assert!(!ctx.pos.over, "not solved before it is full");
            assert!(set(&mut ctx, site as i32, value), "{value} at {site}");
        }
    }
    assert!(ctx.pos.over && ctx.pos.ranks[1] == 1.0);
}

#[test]
fn a_game_without_rules_and_a_match_without_games_are_refused() {
    for text in [
        r#"(game "Nothing" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)}))"#,
        r#"(match "Nothing" (players 2) (games {}) (end (if (= 1 1) (result P1 Win))))"#,
    ] {
        let reading = read("nothing.lud", text, &library_defines(), &Selection::default());
        assert!(compile(&reading).is_err(), "{text}");
    }
}
