//! Games for the tests, small enough to be counted by hand.
#![allow(dead_code)]

use ludarium::{Game, Selection, compile, library_defines, read};

pub fn library(name: &str) -> Game {
    let text = ludarium::find(name).unwrap_or_else(|e| panic!("{e}")).text;
    game(text)
}

pub fn game(text: &str) -> Game {
    game_with(text, &[])
}

pub fn game_with(text: &str, options: &[&str]) -> Game {
    let selection = Selection { options: options.iter().map(|o| (*o).to_owned()).collect(), ruleset: None };
    match compile(&read("", text, &library_defines(), &selection)) {
        Ok(game) => game,
        Err(problems) => panic!("{:?}", problems.iter().map(|p| &p.message).collect::<Vec<_>>()),
    }
}

/// Three in a row on four by four: whoever begins wins.
pub const CONNECT_3: &str = r#"
(game "Connect-3" (players 2)
    (equipment { (board (square 4)) (piece "Disc" Each) })
    (rules
        (play (forEach Site (sites Bottom)
            (if (is Empty (to)) (move Add (to (site))))))
        (end (if (is Line 3) (result Mover Win)))))
"#;

/// Three men each, first placed, then moved along the lines; three in a row win.
pub const THREE_MENS_MORRIS: &str = r#"
(game "Three Men" (players 2)
    (equipment {
        (board (square 3 diagonals:Implied) use:Vertex)
        (hand Each)
        (piece "Man" Each (move Step (to if:(is Empty (to)))))
    })
    (rules
        (start (place "Man" "Hand" count:3))
        phases:{
            (phase "Placing"
                (play (move (from (handSite Mover)) (to (sites Empty))))
                (nextPhase Mover (all Sites (sites Hand Mover) if:(= 0 (count at:(site)))) "Moving"))
            (phase "Moving" (play (forEach Piece)))
        }
        (end {
            (if (is Line 3) (result Mover Win))
            (if (no Moves Mover) (result Mover Loss))
        })))
"#;

/// Cards in hands that the other does not see; the higher one wins.
pub const SECRETS: &str = r#"
(game "Secrets" (players 2)
    (equipment {
        (board (square 4))
        (piece "Low" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
        (piece "High" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
        (regions "Home1" P1 (sites Bottom))
    })
    (rules
        (start {
            (place "Low1" {0 1}) (place "High1" {2 3})
            (place "Low2" {12 13}) (place "High2" {14 15})
            (set Hidden What at:0 to:P2) (set Hidden What at:1 to:P2)
            (set Hidden What at:2 to:P2) (set Hidden What at:3 to:P2)
            (set Hidden What at:12 to:P1) (set Hidden What at:13 to:P1)
            (set Hidden What at:14 to:P1) (set Hidden What at:15 to:P1)
        })
        (play (forEach Piece))
        (end (if (no Pieces Next) (result Mover Win)))))
"#;
