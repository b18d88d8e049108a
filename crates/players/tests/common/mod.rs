//! Games for the tests, small enough to be counted by hand.
#![allow(dead_code)]

use ludarium_play::{Defines, Game, Selection, compile, library_defines, read};
use std::path::{Path, PathBuf};

pub fn library(name: &str) -> Game {
    let text = ludarium_play::find(name).unwrap_or_else(|e| panic!("{e}")).text;
    game(text)
}

pub fn game(text: &str) -> Game {
    made(text, &library_defines(), &[])
}

pub fn made(text: &str, defines: &Defines, options: &[&str]) -> Game {
    let selection = Selection { options: options.iter().map(|o| (*o).to_owned()).collect(), ruleset: None };
    match compile(&read("", text, defines, &selection)) {
        Ok(game) => game,
        Err(problems) => panic!("{:?}", problems.iter().map(|p| &p.message).collect::<Vec<_>>()),
    }
}

/// The public games beside the repository; nothing where they are absent.
pub fn corpus() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference/corpus");
    if root.is_dir() {
        return Some(root);
    }
    println!("skipped: no games in {}", root.display());
    None
}

/// A game of the corpus by its path below `lud`, read with the corpus's own definitions.
pub fn of_corpus(corpus: &Path, path: &str, options: &[&str]) -> Game {
    let text = std::fs::read_to_string(corpus.join("lud").join(path)).expect("a game");
    made(&text, corpus_defines(corpus), options)
}

/// The same, and nothing where the game is not one that can be played.
pub fn try_of_corpus(corpus: &Path, path: &str) -> Option<Game> {
    let text = std::fs::read_to_string(corpus.join("lud").join(path)).expect("a game");
    let selection = Selection { options: Vec::new(), ruleset: None };
    compile(&read("", &text, corpus_defines(corpus), &selection)).ok()
}

/// All descriptions of the corpus, by their paths below `lud`, in order.
pub fn descriptions(corpus: &Path) -> Vec<String> {
    let root = corpus.join("lud");
    let (mut found, mut folders) = (Vec::new(), vec![root.clone()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of games").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "lud") {
                found.extend(path.strip_prefix(&root).ok().map(|p| p.display().to_string()));
            }
        }
    }
    found.sort();
    found
}

fn corpus_defines(corpus: &Path) -> &'static Defines {
    static DEFINES: std::sync::OnceLock<Defines> = std::sync::OnceLock::new();
    DEFINES.get_or_init(|| {
        let mut texts = Vec::new();
        let mut folders = vec![corpus.join("def")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).expect("a folder of definitions").flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|e| e == "def") {
                    texts.push((path.display().to_string(), std::fs::read_to_string(&path).expect("a text")));
                }
            }
        }
        texts.sort();
        Defines::from_texts(texts)
    })
}

/// Three in a row, discs fall, on four by four.
pub const CONNECT_3: &str = r#"
(game "Connect-3" (players 2)
    (equipment { (board (square 4)) (piece "Disc" Each) })
    (rules
        (play (move Add (to (sites Empty) if:(or (is In (to) (sites Bottom)) (is Occupied (ahead (to) S))))))
        (end {
            (if (is Line 3) (result Mover Win))
            (if (is Full) (result Mover Draw))
        })))
"#;

/// Three men each, first placed, then moved to a neighbouring point; three in a row win.
pub const THREE_MEN: &str = r#"
(game "Three Men" (players 2)
    (equipment {
        (board (square 3 diagonals:Alternating) use:Vertex)
        (hand Each)
        (piece "Man" Each (move Step (to if:(is Empty (to)))))
    })
    (rules
        (start (place "Man" "Hand" count:3))
        phases:{
            (phase "Placing"
                (play (move (from (handSite Mover)) (to (sites Empty))))
                (nextPhase (= 0 (count at:(handSite P2))) "Moving"))
            (phase "Moving" (play (forEach Piece)))
        }
        (end (if (is Line 3) (result Mover Win)))))
"#;

/// Connection on four by four cells; whoever begins wins.
pub const HEX_4: &str = r#"
(game "Hex 4" (players 2)
    (equipment {
        (board (hex Diamond 4))
        (piece "Stone" Each)
        (regions P1 { (sites Side NE) (sites Side SW) })
        (regions P2 { (sites Side NW) (sites Side SE) })
    })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Connected Mover) (result Mover Win)))))
"#;

/// Pieces of two ranks; what the others' are is hidden. Taking is by moving there.
pub const SECRETS: &str = r#"
(game "Secrets" (players 2)
    (equipment {
        (board (square 4))
        (piece "Low" Each
            (move Step (to if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to)))))))
        (piece "High" Each
            (move Step (to if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to)))))))
    })
    (rules
        (start {
            (place "Low1" {0 1}) (place "High1" {2 3})
            (place "Low2" {12 13}) (place "High2" {14 15})
            (set Hidden What (sites {0 1 2 3}) to:P2)
            (set Hidden What (sites {12 13 14 15}) to:P1)
        })
        (play (forEach Piece))
        (end (if (no Pieces Next "Low") (result Mover Win)))))
"#;

/// Dice decide how far one of the two pieces of a player runs.
pub const RACE: &str = r#"
(game "Race" (players 2)
    (equipment {
        (board (rectangle 2 8) {(track "Track1" "0,E" P1 directed:True) (track "Track2" "8,E" P2 directed:True)})
        (dice d:4 num:1)
        (piece "Runner" Each (move (from (from)) (to (trackSite Move steps:(count Pips)) if:(is Empty (to)))))
    })
    (rules
        (start {(place "Runner1" {0 1}) (place "Runner2" {8 9})})
        (play (do (roll) next:(forEach Piece)))
        (end (if (is In (last To) (sites {7 15})) (result Mover Win)))))
"#;
