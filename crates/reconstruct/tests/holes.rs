//! How holes are read, and what is said about those that cannot be.

mod golden_text;

use ludarium_play::{Selection, library_defines, render};
use ludarium_reconstruct::{HoleKind, read_incomplete};
use std::fmt::Write;

/// The holes of a description as text, or the messages.
fn told(text: &str) -> String {
    match read_incomplete("t.lud", text, &library_defines(), &Selection::default()) {
        Err((problems, reading)) => {
            problems.iter().map(|p| render(p, &reading.sources(), false)).collect::<Vec<_>>().join("\n")
        }
        Ok(incomplete) => {
            let mut out = format!("{} {:?}\n", incomplete.name, incomplete.chosen);
            for hole in &incomplete.holes {
                let kind = match &hole.kind {
                    HoleKind::Borrowed { brackets } => format!("anything, {brackets} clause(s) alike"),
                    HoleKind::Perhaps => "perhaps something".to_owned(),
                    HoleKind::OneOf { alternatives, or_borrowed } => {
                        let list: Vec<String> = alternatives
                            .iter()
                            .map(|terms| terms.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
                            .collect();
                        format!(
                            "one of {}{}",
                            list.join(", "),
                            if *or_borrowed { " or anything" } else { "" }
                        )
                    }
                };
                let _ = writeln!(out, "{}: {} [{}]: {kind}", hole.id, hole.place, hole.wanted);
            }
            for e in &incomplete.expectations {
                let _ = writeln!(out, "expected: {} {:?}", e.name, e.wanted);
            }
            out
        }
    }
}

fn game(board: &str, play: &str, end: &str) -> String {
    format!(
        "(game \"T\" (players 2) (equipment {{ (board {board}) (piece \"Disc\" Each) }})\n\
         (rules (play {play}) (end {end})))\n"
    )
}

const ADD: &str = "(move Add (to (sites Empty)))";
const END: &str = "(if (is Line 3) (result Mover Win))";

#[test]
fn every_notation() {
    let mut out = String::new();
    let cases = [
        ("anything", game("(square 3)", ADD, "[#]")),
        ("two clauses alike", game("(square 3)", "(move Add (to (sites [##])))", END)),
        ("perhaps", game("(square 3)", ADD, &format!("{{ {END} [?] }}"))),
        ("a choice", game("[(square 3) | (hex 3)]", ADD, END)),
        ("a range", game("(square [3..6])", ADD, END)),
        ("a range or anything", game("(square [3 | #])", ADD, END)),
        ("sites", game("(square 4)", "(move Add (to (sites {[\"A1\"..\"B3\"]})))", END)),
        ("only some", game("[(square 3) | (hex 3) | (square 4) | [+ square] | [- 4]]", ADD, END)),
        ("nested", game("(square [3 | [4 | 5..7]])", ADD, END)),
        ("a hole in an alternative", game("[(square 3) | (rectangle 3 [4..5])]", ADD, END)),
        ("a definition used twice is one hole", format!("(define \"N\" [3..4])\n{}", game("(rectangle (\"N\") (\"N\"))", ADD, END))),
        ("in a comment", game("(square 3)", ADD, &format!("{END} // [#]\n {{}}")).replace("{}", "")),
        (
            "the incomplete option is found",
            "(game \"T\" (players 2) <Variant>)\n(option \"Variant\" <Variant> args:{ <v> } {\n\
             (item \"Whole\" <(equipment {(board (square 3)) (piece \"Disc\" Each)}) (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win))))> \"w\")*\n\
             (item \"Incomplete\" <(equipment {(board (square 3)) (piece \"Disc\" Each)}) (rules (play (move Add (to (sites Empty)))) (end [#]))> \"i\")\n})\n\
             (rulesets { (ruleset \"Ruleset/Known (Suggested)\" {\"Variant/Whole\"}) (ruleset \"Ruleset/Found (Incomplete)\" {\"Variant/Incomplete\"}) })"
                .to_owned(),
        ),
        ("expectations", format!(
            "{}(metadata (recon {{(concept \"Line\" True) (concept \"NumDice\" 2) (concept \"NumStartComponents\" minValue:3 maxValue:9)}}))",
            game("(square 3)", ADD, "[#]")
        )),
    ];
    for (what, text) in cases {
        let _ = writeln!(out, "== {what}\n{}", told(&text));
    }
    golden_text::golden("holes.txt", &out);
}

#[test]
fn impossible_holes_are_refused_with_their_place() {
    let mut out = String::new();
    let recon =
        |what: &str| format!("{}(metadata (recon {{(concept {what})}}))", game("(square 3)", ADD, "[#]"));
    let cases = [
        ("no hole", game("(square 3)", ADD, END)),
        ("a hole for a head", game("(square 3)", "([#] Add (to (sites Empty)))", END)),
        ("a hole where nothing can stand", game("(square 3 4 [#] 5 6)", ADD, END)),
        ("everything unknown", "(game \"T\" [#])".to_owned()),
        ("more clauses than there are", game("(square 3)", ADD, "[######]")),
        ("a range upside down", game("(square [7..3])", ADD, END)),
        ("an endless range", game("(square [1..100000])", ADD, END)),
        ("a choice of nothing", game("(square [3 | 4 | [+ 5]])", ADD, END)),
        ("a filter alone", game("(square [+ 5])", ADD, END)),
        ("sites upside down", game("(square 4)", "(move Add (to (sites {[\"C3\"..\"A1\"]})))", END)),
        ("an unknown concept", recon("\"HopDecison\" True")),
        ("a concept without a value", recon("\"NumDice\"")),
        ("a hole in the metadata", format!("{}(metadata (info {{(id [#])}}))", game("(square 3)", ADD, "[#]"))),
        (
            "a piece that nobody can bring",
            "(game \"T\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each [#])}) (rules (start (place \"Man1\" 0)) (play (forEach Piece)) (end [#])))"
                .to_owned(),
        ),
        ("a match", "(match \"M\" (players 2) (games {(subgame \"Chess\" [#])}) (end (if (= (count Trials) 3) (byScore))))".to_owned()),
    ];
    for (what, text) in cases {
        let _ = writeln!(out, "== {what}\n{}", told(&text));
    }
    golden_text::golden("impossible.txt", &out);
}
