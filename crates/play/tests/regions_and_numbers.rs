//! Regions, numbers and directions on a small board whose sites can be counted on one's fingers. A region is read
//! off as the places where a piece may be added, a number as a region of one site.
//!
//! The board, with a white disc (player 1) on 4 and black ones (player 2) on 5 and 8:
//! ```text
//! 6 7 8
//! 3 4 5
//! 0 1 2
//! ```

use ludarium_play::{Ctx, Game, Selection, compile, library_defines, read};

fn game(rule: &str) -> Game {
    let text = format!(
        "(game \"Fingers\" (players {{(player N) (player S)}})
            (equipment {{
                (board (square 3) (track \"Way\" {{0 1 2 5 8}} P1 directed:True))
                (piece \"Disc\" Each) (piece \"King\" P1) (hand Each size:2)
                (regions \"Home\" P1 (sites Bottom)) (regions \"Home\" P2 (sites Top))
                (map \"Doors\" {{(pair 1 7) (pair 4 0)}})
            }})
            (rules
                (start {{(place \"Disc1\" 4) (place \"Disc2\" {{\"C2\" \"C3\"}})}})
                (play {rule})
                (end (if (no Moves Next) (result Next Loss)))))"
    );
    compile(&read("fingers", &text, &library_defines(), &Selection::default()))
        .unwrap_or_else(|problems| panic!("{rule}: {problems:?}"))
}

/// The sites of a region for player 1 at the start.
fn sites(region: &str) -> Vec<i32> {
    let game = game(&format!("(move Select (from {region}))"));
    let mut found: Vec<i32> =
        Ctx::start(&game, 1).legal_moves().iter().filter(|m| !m.is_pass()).map(|m| m.from).collect();
    found.sort_unstable();
    found
}

fn number(int: &str) -> i32 {
    match sites(&format!("(sites {{{int}}})"))[..] {
        [] => -1,
        [n] => n,
        ref many => panic!("{int}: {many:?}"),
    }
}

#[test]
fn regions_of_the_board() {
    for (region, expected) in [
        ("(sites Bottom)", &[0, 1, 2][..]),
        ("(sites Row 1)", &[3, 4, 5]),
        ("(sites Column 2)", &[2, 5, 8]),
        ("(sites Corners)", &[0, 2, 6, 8]),
        ("(sites Centre)", &[4]),
        ("(sites Side N)", &[6, 7, 8]),
        ("(sites Side Mover)", &[6, 7, 8]),
        ("(sites Mover \"Home\")", &[0, 1, 2]),
        ("(sites P2)", &[6, 7, 8]),
        ("(sites {\"A1\" \"C3\"})", &[0, 8]),
        ("(sites Hand Mover)", &[9, 10]),
        ("(sites Track \"Way\" from:1 to:5)", &[1, 2, 5]),
        ("(expand (sites {0}) steps:1 Orthogonal)", &[0, 1, 3]),
        ("(sites Around 0)", &[1, 3, 4]),
        ("(sites Around 0 distance:2 Orthogonal)", &[2, 6]),
        ("(sites Direction from:0 E)", &[1, 2]),
        ("(sites Between from:0 to:8)", &[4]),
        ("(sites Distance from:0 (range 2 2))", &[2, 5, 6, 7, 8]),
        ("(sites 0 {{F F R F}})", &[7]),
        ("(union (sites Bottom) (intersection (sites Top) (sites Left)))", &[0, 1, 2, 6]),
        ("(difference (sites Board) (sites Outer))", &[4]),
    ] {
        assert_eq!(sites(region), expected, "{region}");
    }
}

#[test]
fn regions_of_the_position() {
    for (region, expected) in [
        ("(sites Empty)", &[0, 1, 2, 3, 6, 7][..]),
        ("(sites Occupied by:Next)", &[5, 8]),
        ("(sites Occupied by:All)", &[4, 5, 8]),
        ("(sites Occupied by:Mover component:\"Disc\")", &[4]),
        ("(sites Occupied by:Mover component:\"King\")", &[]),
        ("(sites Group at:5)", &[5, 8]),
        ("(sites LineOfSight at:4)", &[5, 8]),
        ("(sites LineOfSight Empty at:4 Orthogonal)", &[1, 3, 7]),
        ("(sites Around 4 Enemy)", &[5, 8]),
        ("(forEach (sites Board) if:(= 2 (who at:(site))))", &[5, 8]),
        ("(forEach of:(sites Occupied by:Next) (sites Around (site) Orthogonal))", &[2, 4, 5, 7, 8]),
        ("(if (is Mover P1) (sites Left) (sites Right))", &[0, 3, 6]),
        // Ways from many sites, where steps are judged once for all of them, and where each beginning has its own.
        (
            "(forEach (sites Empty) if:(< 3 (count Steps Orthogonal (step Orthogonal (to if:(is Empty (to)))) (site) 7)))",
            &[1, 2],
        ),
        (
            "(forEach (sites Empty) if:(!= Infinity (count Steps Orthogonal (step Orthogonal (to if:(and (is Empty (to)) (= 2 (site))))) (site) 7)))",
            &[2, 7],
        ),
    ] {
        assert_eq!(sites(region), expected, "{region}");
    }
}

#[test]
fn numbers() {
    for (int, expected) in [
        ("(+ 1 2)", 3),
        ("(- 7 (* 2 3))", 1),
        ("(/ 7 2)", 3),
        ("(% 7 4)", 3),
        ("(^ 2 3)", 8),
        ("(max (array {1 5 2}))", 5),
        ("(coord \"B3\")", 7),
        ("(coord row:1 column:2)", 5),
        ("(row of:7)", 2),
        ("(column of:7)", 1),
        ("(ahead 1)", 4),
        ("(ahead 4 steps:2)", 4),
        ("(ahead 3 E)", 4),
        ("(handSite Mover 1)", 10),
        ("(mapEntry \"Doors\" 1)", 7),
        ("(mapEntry \"Doors\" 2)", 2),
        ("(where \"Disc\" Mover)", 4),
        ("(where \"King\" Mover)", -1),
        ("(what at:5)", 2),
        ("(who at:8)", 2),
        ("(id \"King\" P1)", 3),
        ("(count Pieces All)", 3),
        ("(count Pieces Next in:(sites Top))", 1),
        ("(count Pieces All in:(sites Right))", 2),
        ("(count Pieces All in:(sites Hand Mover))", 0),
        ("(count Sites in:(sites Empty))", 6),
        ("(count Steps 0 8)", 2),
        ("(count Steps Orthogonal 0 8)", 4),
        ("(size Group at:8)", 2),
        ("(count Groups)", 1),
        ("(count Liberties at:5 Orthogonal)", 2),
        ("(trackSite Move from:1 steps:2)", 5),
        ("(trackSite Move from:5 steps:2)", -1),
        ("(trackSite EndSite \"Way\")", 8),
        ("(regionSite (sites Top) index:1)", 7),
        ("(size Array (difference (array {1 1 2}) (array {1})))", 2),
        ("(max (sizes Group P2))", 2),
        ("(score Mover)", 0),
        ("(count Rows)", 3),
    ] {
        assert_eq!(number(int), expected, "{int}");
    }
}

#[test]
fn directions_follow_the_facing_of_the_owner() {
    let steps = |dirs: &str, piece: &str| -> Vec<i32> {
        let rule = format!("(move Select (from (sites Direction from:{piece} {dirs} distance:1)))");
        let game = game(&rule);
        let mut found: Vec<i32> = Ctx::start(&game, 1).legal_moves().iter().map(|m| m.from).collect();
        found.sort_unstable();
        found
    };
    assert_eq!(steps("Forward", "4"), [7]);
    assert_eq!(steps("Forward", "5"), [2], "the second player faces south");
    assert_eq!(steps("(directions {FL FR})", "4"), [6, 8]);
    assert_eq!(steps("(directions {Leftward Rightward})", "5"), [4]);
    assert_eq!(steps("Backwards", "4"), [0, 1, 2]);
    assert_eq!(steps("(difference Orthogonal N)", "4"), [1, 3, 5]);
    assert_eq!(steps("(directions Cell from:0 to:8)", "4"), [8]);
}

#[test]
fn what_no_position_can_change_is_worked_out_once() {
    let game = game("(move Add (to (difference (expand (sites Bottom)) (sites Around (centrePoint)))))");
    let text = format!("{:?}", game.phases[0].play.kind);
    assert!(text.contains("Fixed({4})"), "{text}");
}
