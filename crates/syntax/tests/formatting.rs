//! How a formatted description looks.

use ludarium_syntax::format;

#[track_caller]
fn check(text: &str, wanted: &str) {
    let said = format(text);
    assert!(said == wanted, "said:\n{said}\nwanted:\n{wanted}");
    assert_eq!(format(&said), said, "formatting twice");
}

#[test]
fn short_clauses_stay_on_one_line() {
    check("( game\n\"A\"\n( players   2 ) { 1\n2 } if: (x) )", "(game \"A\" (players 2) {1 2} if:(x))\n");
}

#[test]
fn long_clauses_put_each_argument_on_its_own_line() {
    check(
        "(game \"Example\" (players 2) (equipment {(board (square 8)) (piece \"Disc\" Each (or (move Hop) (move Step)))}) (rules (play (forEach Piece)) (end (if (no Moves Mover) (result Mover Loss)))))",
        "(game \"Example\"
    (players 2)
    (equipment {(board (square 8)) (piece \"Disc\" Each (or (move Hop) (move Step)))})
    (rules (play (forEach Piece)) (end (if (no Moves Mover) (result Mover Loss))))
)
",
    );
}

#[test]
fn a_list_opens_on_the_line_of_its_clause() {
    check(
        "(equipment {(board (hexagon 5)) (piece \"Marker\" Each) (piece \"Counter\" Each (move Step Forward (to if:(is Empty (to)))))})",
        "(equipment {
    (board (hexagon 5))
    (piece \"Marker\" Each)
    (piece \"Counter\" Each (move Step Forward (to if:(is Empty (to)))))
})
",
    );
}

#[test]
fn the_first_bracket_stays_where_the_author_put_it() {
    let long = "(move Step Forward (to if:(is Empty (to))) (then (remove (last To) at:EndOfTurn)))";
    check(
        &format!("(if (is Even (count Moves))\n{long} {long})"),
        &format!("(if (is Even (count Moves))\n    {long}\n    {long}\n)\n"),
    );
    check(
        &format!("(if\n(is Even (count Moves)) {long} {long})"),
        &format!("(if\n    (is Even (count Moves))\n    {long}\n    {long}\n)\n"),
    );
}

#[test]
fn comments_and_single_empty_lines_stay() {
    check(
        "// first\n\n\n\n(game \"A\" // why\n    // above\n    (players 2) // behind\n\n\n    (rules)\n    // last\n)\n\n//----\n(metadata)   // end",
        "// first

(game \"A\" // why
    // above
    (players 2) // behind

    (rules)
    // last
)

//----
(metadata) // end
",
    );
}

#[test]
fn blanks_that_mean_something_stay() {
    check(
        "(a  P#1  \"x\"..\"y\" ( \"D\" 1) (\"D\"  2) T<A:b><C>)",
        "(a P#1 \"x\"..\"y\" ( \"D\" 1) (\"D\" 2) T<A:b><C>)\n",
    );
    check("(\"D\" if: (x))", "(\"D\" if: (x))\n");
    // Found by the fuzz driver: an option is one with a blank before its name, too.
    check(
        "( option\"D\" <D> args:{<a>} {(item \"Y\" <(x > \"Y.\" <)>)})",
        "(option\"D\" <D> args:{<a>} {(item \"Y\" <(x > \"Y.\" <)>)})\n",
    );
    let option = "(option \"A\" <A> args:{<x>} {(item \"I\" < 1 > \"I.\")* (item \"J\" <> \"J.\")})";
    check(option, &format!("{option}\n"));
}

#[test]
fn texts_with_errors_come_back_unchanged() {
    for text in ["(game  (a)", "(game  a,b)", "(game  \"a)", "  )"] {
        assert_eq!(format(text), text);
    }
    assert_eq!(format(""), "");
    assert_eq!(format(" \n\n"), "");
    assert_eq!(format("// only\r\n"), "// only\n");
}
