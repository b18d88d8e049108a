//! How moves are generated and in which order their parts happen, on rows of a few sites where everything can be
//! counted by hand.

use ludarium_engine::{Act, Move, SiteType};
use ludarium_play::{Ctx, Game, Selection, compile, library_defines, read};

/// A game for two on a row of seven cells, with discs `1` and `2` placed and one rule of play.
fn row(start: &str, play: &str) -> Game {
    game(&format!(
        r#"(game "Row" (players 2)
            (equipment {{(board (rectangle 1 7)) (piece "Disc" Each) (piece "Wall" Neutral)}})
            (rules (start {{{start}}}) (play {play}) (end (if (no Pieces Mover) (result Mover Loss)))))"#
    ))
}

fn game(text: &str) -> Game {
    let reading = read("test.lud", text, &library_defines(), &Selection::default());
    assert!(reading.game.is_some(), "{:?}", reading.problems);
    compile(&reading).unwrap_or_else(|p| panic!("{p:?}"))
}

fn choices(ctx: &mut Ctx<'_>) -> Vec<(i32, i32)> {
    let mut all: Vec<(i32, i32)> = ctx.legal_moves().iter().map(Move::choice).collect();
    all.sort_unstable();
    all
}

fn whats(ctx: &Ctx<'_>) -> Vec<usize> {
    (0..7).map(|s| ctx.what(SiteType::Cell, s)).collect()
}

#[test]
fn a_hop_takes_everything_it_passes_and_may_not_land_on_the_hurdle() {
    let game = row(
        r#"(place "Disc1" 0) (place "Disc2" {1 2 6})"#,
        r#"(forEach Piece (move Hop
            (between (range 1 2) if:(is Enemy (who at:(between))) (apply (remove (between))))
            (to if:(is Empty (to)))))"#,
    );
    let mut ctx = Ctx::start(&game, 1);
    let moves = ctx.legal_moves();
    assert_eq!(choices(&mut ctx), [(0, 3)]);
    assert_eq!(moves[0].between.as_slice(), [1, 2]);
    ctx.apply(&moves[0]);
    assert_eq!(whats(&ctx), [0, 0, 0, 1, 0, 0, 2]);
}

#[test]
fn a_slide_stops_where_its_target_is_met_even_if_something_stands_there() {
    let game = row(
        r#"(place "Disc1" 0) (place "Disc2" {2 6})"#,
        r#"(move Slide (from 0) E (between (exact 2) if:(is Empty (between))) (to if:True))"#,
    );
    assert_eq!(choices(&mut Ctx::start(&game, 1)), [(0, 2)]);
    let free = row(r#"(place "Disc1" 0) (place "Disc2" {3 6})"#, r#"(move Slide (from 0) E)"#);
    assert_eq!(choices(&mut Ctx::start(&free, 1)), [(0, 1), (0, 2)]);
}

#[test]
fn effects_of_parts_come_before_the_move_and_what_follows_them_at_once() {
    let game = row(
        r#"(place "Disc1" 0) (place "Disc2" 6)"#,
        r#"(move Step (from 0) E
            (to if:(is Empty (to)) (apply (addScore Mover 1 (then (addScore Mover 10)))))
            (then (addScore Mover 100)))"#,
    );
    let mut ctx = Ctx::start(&game, 1);
    let moves = ctx.legal_moves();
    let made = ctx.apply(&moves[0]);
    let order: Vec<i32> = made
        .actions
        .iter()
        .map(|a| match a.act {
            Act::SetScore { score, .. } => score,
            Act::Move { .. } => 0,
            ref other => panic!("unexpected {other:?}"),
        })
        .collect();
    assert_eq!(order, [1, 10, 0, 100]);
    assert_eq!(made.actions.iter().filter(|a| a.decision).count(), 1);
    assert_eq!((made.from, made.to), (0, 1));
}

#[test]
fn pieces_of_the_next_player_move_their_way_but_the_move_is_the_movers() {
    let game = row(
        r#"(place "Disc1" 3) (place "Disc2" {0 6})"#,
        r#"(forEach Piece (move Step (to if:(is Empty (to)) (apply (addScore Mover 1)))) Next)"#,
    );
    let mut ctx = Ctx::start(&game, 1);
    assert_eq!(choices(&mut ctx), [(0, 1), (6, 5)]);
    let moves = ctx.legal_moves();
    assert!(moves.iter().all(|m| m.mover == 1));
    // Whose pieces they are decides who `Mover` is while their moves are worked out.
    assert!(moves.iter().all(|m| matches!(m.actions[0].act, Act::SetScore { player: 2, .. })));
}

#[test]
fn only_moves_after_which_the_condition_holds() {
    let game = row(
        r#"(place "Disc1" 3) (place "Disc2" 6)"#,
        r#"(do (forEach Piece (move Step (to if:(is Empty (to))))) ifAfterwards:(< (last To) 3))"#,
    );
    let mut ctx = Ctx::start(&game, 1);
    assert_eq!(choices(&mut ctx), [(3, 2)]);
    assert_eq!(whats(&ctx), [0, 0, 0, 1, 0, 0, 2], "trying a move leaves no trace");
}

#[test]
fn what_comes_first_hides_the_rest() {
    let rule = |first: &str| {
        format!(r#"(priority {{(move Step (from {first}) E (to if:(is Empty (to)))) (move Remove 6)}})"#)
    };
    let start = r#"(place "Disc1" {0 5}) (place "Disc2" 6)"#;
    assert_eq!(choices(&mut Ctx::start(&row(start, &rule("0")), 1)), [(0, 1)]);
    assert_eq!(choices(&mut Ctx::start(&row(start, &rule("5")), 1)), [(6, 6)]);
}

#[test]
fn the_longest_turn_must_be_begun() {
    // From 0 one capture is possible, from 6 going west two.
    let hop = r#"(move Hop FROM (between if:(is Enemy (who at:(between))) (apply (remove (between))))
        (to if:(is Empty (to)))
        (then (if (can Move (hop (from (last To)) (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to)))))
            (moveAgain))))"#;
    let game = game(&format!(
        r#"(game "Long" (players 2)
            (equipment {{(board (rectangle 2 7)) (piece "Disc" Each)}})
            (rules
                (start {{(place "Disc1" {{0 13}}) (place "Disc2" {{1 12 10}})}})
                (play (max Moves (if (is Prev Mover) {} (forEach Piece {}))))
                (end (if (no Pieces Mover) (result Mover Loss)))))"#,
        hop.replace("FROM", "(from (last To)) Orthogonal"),
        hop.replace("FROM", "Orthogonal"),
    ));
    assert_eq!(choices(&mut Ctx::start(&game, 1)), [(13, 11)]);
}

#[test]
fn rules_that_never_end_are_stopped_and_named() {
    let game = row(
        r#"(place "Disc1" 0) (place "Disc2" 6)"#,
        r#"(move Pass (then (while (= 1 1) (addScore Mover 1))))"#,
    );
    let mut ctx = Ctx::start(&game, 1);
    let moves = ctx.legal_moves();
    ctx.apply(&moves[0]);
    assert!(ctx.stopped.is_some());

    let own = self::game(
        r#"(game "Own" (players 2)
            (equipment {(board (rectangle 1 7)) (piece "Disc" Each (forEach Piece))})
            (rules (start (place "Disc1" 0)) (play (forEach Piece)) (end (if (no Moves Mover) (result Mover Loss)))))"#,
    );
    let mut ctx = Ctx::start(&own, 1);
    assert!(ctx.legal_moves()[0].is_pass(), "pieces that move as pieces move have no move");

    // Three pieces, each of which may move as any of them does, have 3 to the power of how deep one looks.
    let more = self::game(
        r#"(game "More" (players 2)
            (equipment {(board (rectangle 1 7)) (piece "Disc" Each (or (move Step (to if:(is Empty (to)))) (forEach Piece)))})
            (rules (start (place "Disc1" {0 2 4})) (play (forEach Piece)) (end (if (no Moves Mover) (result Mover Loss)))))"#,
    );
    let mut ctx = Ctx::start(&more, 1);
    let most = ctx.legal_moves().len();
    assert!(ctx.stopped.is_some() && most < 1_100_000, "{most} moves");
}

#[test]
fn a_piece_of_two_cells_fits_in_every_direction() {
    let game = game(
        r#"(game "Tiles" (players 2)
            (equipment {(board (square 3)) (tile "Bar" Shared {F})})
            (rules (play (move Add (piece "Bar") (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win)))))"#,
    );
    let mut ctx = Ctx::start(&game, 1);
    // Twelve pairs of neighbours, and either of a pair may be where the tile begins.
    let moves = ctx.legal_moves();
    assert_eq!(moves.len(), 24);
    let middle = moves.iter().find(|m| m.choice() == (4, 4)).expect("a tile from the middle").clone();
    ctx.apply(&middle);
    assert_eq!(
        ctx.legal_moves().len(),
        24 - 2 * (4 + 2),
        "two cells, and all pairs that they belong to, are taken"
    );
}

#[test]
fn what_no_position_can_change_is_worked_out_once() {
    let game = game(
        r#"(game "Fixed" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
            (rules (play (move Add (to (difference (expand (sites Bottom)) (sites Around (centrePoint))))))
                (end (if (no Moves Next) (result Next Loss)))))"#,
    );
    let text = format!("{:?}", game.phases[0].play.kind);
    assert!(text.contains("Fixed({4})"), "{text}");
}
