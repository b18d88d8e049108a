//! The passes of the compiled engine: each has a page in `docs/passes.md` with a small game and what the pass makes of it
//! (`BLESS=1` accepts), each changes the game that is its example, and without any of them games are the same.

mod common;

use common::compiled;
use ludarium_play::{Game, Pass, Passes, Selection, library_defines};
use std::fmt::Write;
use std::path::Path;

/// A small game for each pass, and the functions of the program without it and with it that show what it is for.
fn example(pass: Pass) -> (&'static str, [&'static str; 2]) {
    match pass {
        Pass::Lift => (
            r#"(game "Beside an Enemy" (players 2)
    (equipment { (board (square 4)) (piece "Disc" Each) })
    (rules
        (play (move Add (to (sites Board) if:(and (is Empty (to)) (not (is In (to) (sites Corners)))))))
        (end (if (is Line 3) (result Mover Win)))))"#,
            ["legal 1 0"; 2],
        ),
        Pass::Captures => (
            r#"(game "Rows Between" (players 2)
    (equipment { (board (square 4)) (piece "Disc" Each) })
    (rules
        (start { (place "Disc1" {5 10}) (place "Disc2" {6 9}) })
        (play (move Add (to (sites Empty) if:(can Move
            (custodial (from (to)) Orthogonal
                (between if:(is Enemy (who at:(between))) (apply (remove (between))))
                (to if:(is Friend (who at:(to)))))))))
        (end (if (no Moves Next) (result Mover Win)))))"#,
            ["legal 1 0"; 2],
        ),
        Pass::Shifts => (
            r#"(game "Pawns Forward" (players 2)
    (equipment {
        (board (square 5))
        (piece "Pawn" P1 (move Step N (to if:(is Empty (to)))))
        (piece "Pawn" P2 (move Step S (to if:(is Empty (to)))))
    })
    (rules
        (start { (place "Pawn1" (sites Bottom)) (place "Pawn2" (sites Top)) })
        (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))))"#,
            ["legal 1 0"; 2],
        ),
        Pass::Rays => (
            r#"(game "One Rook" (players 2)
    (equipment { (board (square 5)) (piece "Rook" Each (move Slide Orthogonal)) })
    (rules
        (start { (place "Rook1" {0}) (place "Rook2" {24}) })
        (play (forEach Piece))
        (end (if (is In (last To) (sites Centre)) (result Mover Win)))))"#,
            ["legal 1 0"; 2],
        ),
        Pass::Origins => (
            r#"(game "Kings and Rooks" (players 2)
    (equipment {
        (board (square 5))
        (piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
        (piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))
    })
    (rules
        (start { (place "King1" {0}) (place "Rook1" {1 2}) (place "King2" {24}) (place "Rook2" {22 23}) })
        (play (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover) at:(where "King" Mover)))))
        (end (if (no Moves Next) (result Mover Win)))))"#,
            ["Reaches 2 0"; 2],
        ),
        Pass::Windows => (
            r#"(game "Three in a Row" (players 2)
    (equipment { (board (square 4)) (piece "Disc" Each) })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))))"#,
            ["line 1", "windows"],
        ),
        Pass::Direct => (
            r#"(game "Step and Take" (players 2)
    (equipment {
        (board (square 5))
        (piece "Man" Each (move Step Orthogonal (to if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to)))))))
    })
    (rules
        (start { (place "Man1" {0}) (place "Man2" {24}) })
        (play (forEach Piece))
        (end (if (no Pieces Next) (result Mover Win)))))"#,
            ["apply"; 2],
        ),
        Pass::Sieve => (
            r#"(game "Not into Check" (players 2)
    (equipment {
        (board (square 5))
        (piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
        (piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))
    })
    (rules
        (start { (place "King1" {0}) (place "Rook1" {1 2}) (place "King2" {24}) (place "Rook2" {22 23}) })
        (play (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover) at:(where "King" Mover)))))
        (end (if (no Moves Next) (result Mover Win)))))"#,
            ["sieve"; 2],
        ),
        Pass::Straight => (
            r#"(game "Stones" (players 2)
    (equipment { (board (square 4)) (piece "Stone" Each) })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Full) (result Mover Win)))))"#,
            ["straight 1 0"; 2],
        ),
        Pass::Unread => (
            r#"(game "Fill the Board" (players 2)
    (equipment { (board (square 3)) (piece "Stone" Each) })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Full) (result Mover Win)))))"#,
            ["note a move"; 2],
        ),
    }
}

fn game(text: &str) -> Game {
    compiled("example", text, &library_defines(), &Selection::default()).expect("an example of a pass")
}

/// The function with a name, cut off where it is long.
fn shown(functions: &[String], name: &str) -> String {
    const MOST_LINES: usize = 40;
    let wanted = |f: &&String| f.strip_prefix("fn ").is_some_and(|f| f.starts_with(name));
    let Some(text) = functions.iter().find(wanted) else { return "(there is no such function)\n".to_owned() };
    let lines: Vec<&str> = text.lines().collect();
    let mut out = lines[..lines.len().min(MOST_LINES)].join("\n");
    if lines.len() > MOST_LINES {
        let _ = write!(out, "\n  … ({} more lines)", lines.len() - MOST_LINES);
    }
    out + "\n"
}

fn page() -> String {
    let mut out = String::from(
        "<!-- Made from crates/machine/src/passes.rs by `BLESS=1 cargo test -p ludarium-play --test passes`. -->\n# Passes of the compiled engine\n\n\
         Rules are lowered to a program ([how](performance.md)). Some steps of lowering are optional: each of these passes can be switched off, and the \
         program then means the same. `ludarium lower GAME --pass NAME` shows what a pass changes in the program of any game; `--pass list` names them. \
         The tests play games with each pass switched off beside the evaluator.\n",
    );
    for pass in Pass::ALL {
        let about = pass.about();
        let (text, [without, with]) = example(pass);
        let around = game(text).program_around(pass).expect("the example is compiled");
        assert!(
            !around.before.is_empty() || !around.after.is_empty(),
            "{} changes nothing in its example",
            about.name
        );
        let _ = write!(
            out,
            "\n## {}\n\n*{}* (`{}`)\n\n{}\n\nAn example:\n\n```\n{text}\n```\n\nWithout the pass:\n\n```\n{}```\n\nWith it:\n\n```\n{}```\n",
            about.name,
            about.summary,
            about.file,
            about.explanation,
            shown(&around.before, without),
            shown(&around.after, with),
        );
    }
    out
}

#[test]
fn the_page_of_passes_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/passes.md");
    let page = page();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &page).expect("docs/passes.md");
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(stored == page, "{} is otherwise (BLESS=1 accepts it):\n{page}", path.display());
}

#[test]
fn passes_have_names_of_their_own_and_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for pass in Pass::ALL {
        let about = pass.about();
        assert_eq!(Pass::named(about.name), Some(pass));
        assert!(root.join(about.file).is_file(), "{}", about.file);
    }
}

/// Each pass switched off, and all of them: the same moves and successors as the evaluator has.
#[test]
fn without_a_pass_games_are_the_same() {
    let mut switches: Vec<(&str, Passes)> = vec![("all", Passes::NONE)];
    switches.extend(Pass::ALL.map(|p| (p.about().name, Passes::ALL.without(p))));
    let mut games: Vec<Game> = Pass::ALL.iter().map(|&p| game(example(p).0)).collect();
    let library = ludarium_play::games().iter();
    games.extend(library.step_by(9).filter_map(|entry| {
        let game = compiled(entry.key, entry.text, &library_defines(), &Selection::default()).ok()?;
        (game.board.len(game.site_type) <= 100 && game.components.len() <= 30).then_some(game)
    }));
    for (name, passes) in switches {
        let mut compared = 0;
        for game in &games {
            let met = game.compare_compiled_with(passes, 3, 120);
            compared += met.unwrap_or_else(|d| panic!("{} without {name}: {d}", game.name)).unwrap_or(0);
        }
        assert!(compared > 2000, "{name}: {compared} successors");
    }
}
