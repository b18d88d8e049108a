//! What expansion means, case by case: a text, and the tree it becomes on one line.

use ludarium_syntax::{Defines, FileId, HoleKind, Kind, Limits, Selection, expand, has_errors, parse};

fn expanded(text: &str, selection: &Selection) -> ludarium_syntax::Expanded {
    let library = Defines::from_texts([
        ("Lib.def", "(define \"LibPair\" (pair #1 #2))"),
        ("Twice.def", "// @example\n(define \"LibTwice\" (and {#1 #1}))"),
        ("Hop.def", "(define \"LibHop\" (move Hop #1 if:#2 (then #3)))"),
        ("Ai.def", "(define \"Known_ai\" (bestAgent \"UCT\"))"),
    ]);
    expand(&parse(FileId(0), text), &library, selection, &Limits::default())
}

#[track_caller]
fn check(text: &str, wanted: &str) {
    let whole = expanded(text, &Selection::default());
    let problems: Vec<_> =
        whole.problems.iter().filter(|p| p.is_error()).map(|p| (p.code, &p.message)).collect();
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(whole.game.to_string(), wanted);
}

#[track_caller]
fn check_problem(text: &str, code: &str) -> String {
    let whole = expanded(text, &Selection::default());
    let found: Vec<_> = whole.problems.iter().map(|p| (p.code, p.message.clone())).collect();
    match whole.problems.into_iter().find(|p| p.code == code) {
        Some(problem) => problem.help.unwrap_or_default(),
        None => panic!("no {code} among {found:?}"),
    }
}

#[test]
fn plain_texts_stay_as_they_are() {
    check("(game \"A\" (players 2))", "(game \"A\" (players 2))");
    check("(game\n  {1 -2 3.5 .25 1e3 x}\n  b: (c)\n)", "(game {1 -2 3.5 .25 1e3 x} b:(c))");
    check("// only\n(game \"A\") // comments", "(game \"A\")");
    check("\u{FEFF}(game \"A\")\r\n", "(game \"A\")");
}

#[test]
fn numbers_and_words_are_told_apart() {
    let whole = expanded("(a 1 -1 +1 1.5 -.5 1. 1e5 12x - + x1 99999999999999999999)", &Selection::default());
    let kinds: Vec<String> = whole.game.nodes.iter().map(|n| format!("{:?}", n.kind)).collect();
    let wanted = [
        "Word(\"a\")",
        "Int(1)",
        "Int(-1)",
        "Int(1)",
        "Float(\"1.5\")",
        "Float(\"-.5\")",
        "Float(\"1.\")",
        "Float(\"1e5\")",
        "Word(\"12x\")",
        "Word(\"-\")",
        "Word(\"+\")",
        "Word(\"x1\")",
        "Float(\"99999999999999999999\")",
        "Call",
    ];
    assert_eq!(kinds, wanted);
}

#[test]
fn defines_take_arguments_in_order() {
    check("(define \"P\" (pair #1 #2)) (game (\"P\" 3 (x)))", "(game (pair 3 (x)))");
    check("(game (\"LibPair\" a \"b c\"))", "(game (pair a \"b c\"))");
    check("(define \"N\" 50) (game (x \"N\") (y (\"N\")))", "(game (x 50) (y 50))");
    check("(game (\"LibPair\" label:(a b) label2:{1 2}))", "(game (pair label:(a b) label2:{1 2}))");
}

#[test]
fn missing_arguments_vanish_and_extra_ones_are_ignored() {
    check("(game (\"LibPair\" ~ 2))", "(game (pair 2))");
    check("(game (\"LibPair\" 1 2 3 4))", "(game (pair 1 2))");
    check("(game (\"LibHop\" a ~ (b)))", "(game (move Hop a if:(then (b))))");
}

#[test]
fn a_label_without_value_sticks_to_the_next_argument_or_is_dropped() {
    check("(define \"D\" (d from:#1 (x))) (game (\"D\"))", "(game (d from:(x)))");
    check("(define \"D\" (d (x) from:#1)) (game (\"D\"))", "(game (d (x)))");
    let text = "(define \"D\" (d from:#1 to:(x))) (game (\"D\"))";
    check_problem(text, "E0206");
}

#[test]
fn parameters_are_counted_without_gaps() {
    check_problem("(define \"D\" (d #1 #3)) (game (\"D\" 1 2 3))", "E0204");
    check_problem("(game #1)", "E0204");
}

#[test]
fn parameters_stand_in_words_strings_labels_and_heads() {
    check(
        "(define \"D\" (#1 P#2 \"Disc#2\" #1:x T#2#2)) (game (\"D\" head 7))",
        "(game (head P7 \"Disc7\" head:x T77))",
    );
    check("(define \"F\" (#1 (from))) (define \"G\" (g #1)) (game (\"F\" \"G\"))", "(game (g (from)))");
    check("(define \"SubA\" 1) (define \"D\" (x \"Sub#1\")) (game (\"D\" A))", "(game (x 1))");
}

#[test]
fn defines_use_defines_and_hand_parameters_on() {
    let text = "(define \"A\" (a #1)) (define \"B\" (b (\"A\" #2) (\"A\" #1))) (game (\"B\" 1 2))";
    check(text, "(game (b (a 2) (a 1)))");
    check("(define \"A\" (a #1 #2)) (define \"B\" (\"A\" #1 #2)) (game (\"B\" ~ 2))", "(game (a 2))");
    check("(game (\"LibTwice\" (\"LibTwice\" x)))", "(game (and {(and {x x}) (and {x x})}))");
}

#[test]
fn the_file_wins_over_the_library_and_the_first_definition_over_the_second() {
    check("(define \"LibPair\" mine) (game (x \"LibPair\"))", "(game (x mine))");
    let whole = expanded("(define \"A\" 1) (define \"A\" 2) (game (x \"A\"))", &Selection::default());
    assert_eq!(whole.game.to_string(), "(game (x 1))");
    assert_eq!(whole.problems[0].code, "E0202");
}

#[test]
fn a_name_after_game_match_or_instance_is_never_expanded() {
    check("(define \"Go\" 1) (game \"Go\" (x \"Go\"))", "(game \"Go\" (x 1))");
    check("(define \"Go\" 1) (match \"Go\" (instance \"Go\"))", "(match \"Go\" (instance \"Go\"))");
}

#[test]
fn bodies_may_hold_several_nodes_or_none() {
    check("(define \"Two\" (a) (b)) (game (x \"Two\"))", "(game (x (a) (b)))");
    check("(define \"None\") (game (x \"None\" y))", "(game (x y))");
    // What the file defines is replaced before the library counts its arguments.
    check("(define \"Two\" (a) (b)) (game (\"LibPair\" \"Two\"))", "(game (pair (a) (b)))");
}

#[test]
fn double_brackets_collapse() {
    check("(game ((a b)))", "(game (a b))");
    check("(game x:((a b)))", "(game x:(a b))");
    check("(define \"D\" (a)) (game (x ( \"D\")))", "(game (x (a)))");
    check_problem("(game ((a) b))", "E0207");
}

const OPTIONS: &str = "(option \"Board\" <Board> args:{ <size> <rest> } {
        (item \"Small\" <3> <> \"Small board.\")
        (item \"Large\" <5> <(hand Each) (dice d:6)> \"Large board.\")**
        (item \"Odd\" <(+ 1 (< 2 3))> <x> \"Odd board.\")*
    })
    (option \"Name\" <Name> args:{ <n> } { (item \"One\" <1> \"One.\") (item \"Two\" <2> \"Two.\") })
    (rulesets { (ruleset \"Ruleset/Big (Described)\" {\"Board/Large\"}) (ruleset \"Ruleset/Tiny (Described)\" {\"Board/Small\" \"Name/Two\"} variations:{\"Board/Odd\"})* })";

#[test]
fn options_take_the_item_with_most_stars() {
    let text = format!("(game (square <Board:size>) (e <Board:rest>) \"Disc<Name:n>\" P<Name>) {OPTIONS}");
    check(&text, "(game (square 5) (e (hand Each) (dice d:6)) \"Disc1\" P1)");
}

#[test]
fn selections_change_the_result() {
    let text = format!("(game (square <Board:size>) (e <Board:rest>) P<Name>) {OPTIONS}");
    let whole = expanded(&text, &Selection::options(["Board/Small", "Name/Two"]));
    assert_eq!(whole.game.to_string(), "(game (square 3) (e) P2)");
    assert_eq!(whole.chosen.ruleset, Some(1), "its settings are in force");
    let whole = expanded(&text, &Selection::options(["Board/Odd"]));
    assert_eq!(whole.game.to_string(), "(game (square (+ 1 (< 2 3))) (e x) P1)");
    let whole = expanded(&text, &Selection::ruleset("Tiny (Described)"));
    assert_eq!(whole.game.to_string(), "(game (square 3) (e) P2)");
    assert_eq!(whole.chosen.options, ["Board/Small", "Name/Two"]);
    assert_eq!(whole.rulesets[1].variations, ["Board/Odd"]);
    assert_eq!(whole.rulesets[1].priority, 1);
    let whole = expanded(
        &text,
        &Selection { options: vec!["Board/Odd".into()], ruleset: Some("Ruleset/Tiny (Described)".into()) },
    );
    assert_eq!(whole.game.to_string(), "(game (square (+ 1 (< 2 3))) (e x) P2)");
}

#[test]
fn unknown_selections_are_errors_with_a_suggestion() {
    let whole = expanded(OPTIONS, &Selection::options(["Board/Smal"]));
    let problem = &whole.problems[0];
    assert_eq!((problem.code, problem.help.as_deref()), ("E0214", Some("did you mean \"Board/Small\"?")));
    let whole = expanded(OPTIONS, &Selection::ruleset("Tinny (Described)"));
    let problem = &whole.problems[0];
    assert_eq!(
        (problem.code, problem.help.as_deref()),
        ("E0216", Some("did you mean \"Tiny (Described)\"?"))
    );
}

#[test]
fn markers_stand_in_define_bodies_and_take_their_parameters() {
    let text =
        "(define \"D\" <A:x>) (game (\"D\" 7)) (option \"A\" <A> args:{<x>} {(item \"I\" <(y #1)> \"I.\")})";
    check(text, "(game (y 7))");
    let text = "(game (\"LibPair\" <A:x>)) (option \"A\" <A> args:{<x>} {(item \"I\" <1 2> \"I.\")})";
    check(text, "(game (pair 1 2))");
    let text = "(game (\"<A:x>\" 1 2)) (option \"A\" <A> args:{<x>} {(item \"I\" <LibPair> \"I.\")})";
    check(text, "(game (pair 1 2))");
    let text = "(game (<A:x> 1 2)) (option \"A\" <A> args:{<x>} {(item \"I\" <\"LibPair\"> \"I.\")})";
    check(text, "(game (pair 1 2))");
}

#[test]
fn definitions_may_stand_in_option_arguments() {
    let text =
        "<A:d> (game (\"Q\" 5)) (option \"A\" <A> args:{<d>} {(item \"I\" <(define \"Q\" (q #1))> \"I.\")})";
    let whole = expanded(text, &Selection::default());
    assert_eq!(whole.game.to_string(), "(game (q 5))");
}

#[test]
fn option_arguments_may_tear_brackets_apart() {
    let text = "(game <D:a> (x) <D:b>) (option \"D\" <D> args:{<a> <b>} {(item \"Y\" <(dual > <)> \"Y.\")})";
    check(text, "(game (dual (x)))");
}

#[test]
fn unknown_markers_and_defines_are_explained() {
    let help = check_problem(
        "(game <Bord:size>) (option \"B\" <Board> args:{<size>} {(item \"I\" <1> \"I.\")})",
        "E0209",
    );
    assert_eq!(help, "did you mean `<Board:size>`?");
    let help = check_problem(
        "(game <Board:siz>) (option \"B\" <Board> args:{<size>} {(item \"I\" <1> \"I.\")})",
        "E0209",
    );
    assert_eq!(help, "did you mean `<Board:size>`?");
    let help = check_problem("(game (\"LibPear\" 1 2))", "E0203");
    assert_eq!(help, "did you mean \"LibPair\"?");
}

#[test]
fn ranges_unroll_up_and_down_with_both_ends() {
    check("(game {1..4 9..7 5..5 0..1})", "(game {1 2 3 4 9 8 7 5 5 0 1})");
    check("(define \"D\" {0..#1}) (game (\"D\" 3))", "(game {0 1 2 3})");
    check("(game x:1..3)", "(game x:1 2 3)");
    check(
        "(game {\"A1\"..\"B3\"} x:\"C2\"..\"C3\")",
        "(game {\"A1\" \"A2\" \"A3\" \"B1\" \"B2\" \"B3\"} x:\"C2\" \"C3\")",
    );
    check("(game \"0..3\" \"A1..A3\")", "(game \"0 1 2 3\" \"A1..A3\")");
    check_problem("(game {0..100000})", "E0224");
    check_problem("(game {0..99999999999999999999999})", "E0224");
    check_problem("(game {\"AA1\"..\"B2\"})", "E0208");
}

#[test]
fn metadata_is_cut_out_and_its_conditions_are_checked() {
    let text = format!(
        "(define \"Mine\" (m)) (game <Name>) {OPTIONS} (metadata (info {{
            (useFor {{\"Name/One\" \"Board/Large\"}} (a) \"Mine\")
            (useFor \"Name/Two\" (b))
            (useFor {{\"Ruleset/Big (Described)\"}} (c))
        }}) (d \"LibPair\") (ai \"Some_ai\") (ai \"Known_ai\")) (lost)"
    );
    let whole = expanded(&text, &Selection::default());
    assert!(!has_errors(&whole.problems), "{:?}", whole.problems);
    assert_eq!(whole.game.to_string(), "(game 1)");
    let metadata = whole.metadata.unwrap().to_string();
    assert_eq!(metadata, "(metadata (info {(a) (m) (c)}) (d \"LibPair\") (ai) (ai (bestAgent \"UCT\")))");
    let help = check_problem(&format!("(game) {OPTIONS} (metadata (useFor \"Name/Tow\" (x)))"), "E0218");
    assert_eq!(help, "did you mean \"Name/Two\"?");
}

#[test]
fn escaped_quotes_become_apostrophes() {
    check("(game (x \"say \\\"hi\\\" now\"))", "(game (x \"say 'hi' now\"))");
}

#[test]
fn holes_are_read() {
    let cases = [
        ("(end [#])", "(end [#])"),
        ("(end [##])", "(end [##])"),
        ("(end [?])", "(end [?])"),
        ("(dice [3..12] count:[2..4])", "(dice [3..12] count:[2..4])"),
        ("(x [ (a b) | c d | 3 ])", "(x [(a b) | c d | 3])"),
        ("(x [1 | [2 | 3]])", "(x [1 | [2 | 3]])"),
        ("(x [3 | #])", "(x [3 | [#]])"),
        ("(x [a | [+ (b)]])", "(x [a | [+ (b)]])"),
        ("(x [-Foo])", "(x [- Foo])"),
        ("(x [\"A2\"..\"A4\"])", "(x [\"A2\" \"A3\" \"A4\"])"),
    ];
    for (text, wanted) in cases {
        check(text, wanted);
    }
    let whole = expanded("(x [a b | c])", &Selection::default());
    let hole = whole.game.nodes.iter().find(|n| n.kind == Kind::Hole(HoleKind::OneOf)).unwrap();
    let kinds: Vec<_> = hole.children.iter().map(|&c| &whole.game.node(c).kind).collect();
    assert_eq!(kinds, [&Kind::Fragment, &Kind::Word("c".into())]);
}

#[test]
fn every_node_knows_how_it_came_here() {
    let text = "(define \"In\" (in #1)) (define \"Out\" (out (\"In\" #1))) (game (\"Out\" (arg)) <A>) (option \"A\" <A> args:{<x>} {(item \"I\" <(y)> \"I.\")})";
    let whole = expanded(text, &Selection::default());
    let tree = &whole.game;
    let chain = |wanted: &str| -> Vec<String> {
        let node = tree.nodes.iter().find(|n| n.kind == Kind::Word(wanted.into())).unwrap();
        assert_eq!(node.span.of(text), wanted);
        tree.origin_chain(node.origin).iter().map(|o| format!("{} {}", o.name, o.used_at.of(text))).collect()
    };
    assert_eq!(chain("in"), ["In (\"In\" #1)", "Out (\"Out\" (arg))"]);
    assert_eq!(chain("arg"), Vec::<String>::new(), "an argument is written in the game itself");
    assert_eq!(chain("y"), ["A/I <A>"]);
}

#[test]
fn malformed_options_are_reported() {
    check_problem("(option \"A\" {(item \"I\" <1> \"I.\")}) (game)", "E0210");
    check_problem("(option \"A\" <A> args:{<x>} {(item \"I\" <1>)}) (game)", "E0210");
    check_problem("(option \"A/B\" <A> args:{<x>} {(item \"I\" <1> \"I.\")}) (game)", "E0211");
    check_problem("(option \"A\" <A> args:{<x>} {(item \"I\" <1> <2> \"I.\")}) (game)", "E0212");
    check_problem("(rulesets {(ruleset {\"A/I\"})}) (game)", "E0213");
    check_problem("(define (x)) (game)", "E0201");
}
