//! How problems look, and what they say as plain data.

use ludarium_syntax::{
    Defines, FileId, Limits, Place, Problem, Selection, Sources, Span, expand, nearest, parse, plain, render,
};

/// Everything said about a text, in the words a person reads.
fn said(text: &str) -> String {
    let library = Defines::from_texts([("Lib.def", "(define \"Lib\"\n    (lib <Nope> #1)\n)")]);
    let whole = expand(&parse(FileId(0), text), &library, &Selection::default(), &Limits::default());
    let mut sources = Sources::new();
    sources.add(FileId(0), "game.lud", text);
    library.add_to(&mut sources);
    whole.problems.iter().map(|p| render(p, &sources, false)).collect()
}

#[track_caller]
fn check(text: &str, wanted: &str) {
    let said = said(text);
    assert!(said == wanted, "said:\n{said}\nwanted:\n{wanted}");
}

#[test]
fn a_problem_shows_its_line_and_help() {
    check(
        "(game \"A\"\n    (x, y)\n)\n",
        "error[E0101]: `,` means nothing outside a string
  --> game.lud:2:7
   |
 2 |     (x, y)
   |       ^
   = help: separate arguments with blanks
",
    );
}

#[test]
fn a_problem_in_a_definition_shows_use_and_definition() {
    check(
        "(game \"A\"\n    (\"Lib\" 1)\n)\n",
        "error[E0209]: no option fills the marker `<Nope>`
  --> Lib.def:2:10
   |
 2 |     (lib <Nope> #1)
   |          ^^^^^^
  ::: game.lud:2:5
   |
 2 |     (\"Lib\" 1)
   |     --------- in \"Lib\", used here
  ::: Lib.def:1:1
   |
 1 | (define \"Lib\"
   | ------------- \"Lib\" is defined here
   = help: declare it with (option \"Heading\" <Tag> args:{ <name> } { (item …) })
",
    );
}

#[test]
fn a_lost_bracket_shows_both_ends() {
    check(
        "(game \"A\"\n    (x\n        (y)\n    (z)\n)\n",
        "error[E0103]: a `)` is missing about here
  --> game.lud:3:11
   |
 3 |         (y)
   |           ^
  ::: game.lud:2:5
   |
 2 |     (x
   |     - this `(` is never closed
   = help: add `)`, or remove a `(` that is too many
",
    );
}

#[test]
fn an_open_string_is_found_where_it_begins() {
    let text = "(game \"A\"\n    (piece \"Disc Each)\n    (piece \"Pawn\" Each)\n)\n";
    check(
        text,
        "error[E0102]: this string never ends
  --> game.lud:2:12
   |
 2 |     (piece \"Disc Each)
   |            ^ wanted: a closing `\"`
   = help: add the missing `\"`
",
    );
}

#[test]
fn colours_and_bare_text_say_the_same() {
    let problem = Problem::error("E0301", Span::new(FileId(0), 1, 5), "wrong").wanted("right").help("try");
    let mut sources = Sources::new();
    sources.add(FileId(0), "game.lud", "(game)");
    let bare = render(&problem, &sources, false);
    let mut coloured = render(&problem, &sources, true);
    assert!(coloured.contains("\u{1b}[1;31m"));
    for code in ["\u{1b}[1;31m", "\u{1b}[1;34m", "\u{1b}[1;36m", "\u{1b}[1m", "\u{1b}[0m"] {
        coloured = coloured.replace(code, "");
    }
    assert_eq!(bare, coloured);
}

#[test]
fn plain_data_has_lines_and_columns_in_characters() {
    let text = "(game \"é\"\n    (ü x)\n)";
    let start = text.find('x').unwrap() as u32;
    let problem = Problem::warning("E0301", Span::new(FileId(0), start, start + 1), "odd");
    let mut sources = Sources::new();
    sources.add(FileId(0), "game.lud", text);
    let data = plain(&problem, &sources);
    assert_eq!(data.location.start, Place { line: 2, column: 8 });
    assert_eq!(data.location.end, Place { line: 2, column: 9 });
    assert_eq!((data.code.as_str(), data.severity.as_str()), ("E0301", "warning"));
    assert_eq!(sources.text(problem.span), "x");
}

#[test]
fn control_characters_never_reach_the_terminal() {
    let text = "(game \u{1b}[31m \u{202E}x)";
    let said = said(text);
    assert!(!said.contains(['\u{1b}', '\u{202E}']), "{said:?}");
    let problem = Problem::error("E0301", Span::new(FileId(9), 0, 1), "a\u{7}b");
    assert_eq!(render(&problem, &Sources::new(), false), "error[E0301]: a\u{FFFD}b\n");
}

#[test]
fn long_lines_are_cut_around_the_place() {
    let text = format!("(game {} , {})", "a ".repeat(200), "b ".repeat(200));
    let shown = said(&text);
    let longest = shown.lines().map(|l| l.chars().count()).max().unwrap();
    assert!(longest < 130, "{shown}");
    let mark = shown.lines().find(|l| l.contains('^')).unwrap();
    let line = shown.lines().find(|l| l.contains('…')).unwrap();
    let column = mark.chars().position(|c| c == '^').unwrap();
    assert_eq!(line.chars().nth(column), Some(','));
}

#[test]
fn suggestions_are_close_or_absent() {
    assert_eq!(nearest("Forwrad", ["Forward", "Backward"]), Some("Forward"));
    assert_eq!(nearest("forward", ["Forward", "Backward"]), Some("Forward"));
    assert_eq!(nearest("xyzzy", ["Forward", "Backward"]), None);
    assert_eq!(nearest("x", []), None);
}

/// The table of codes in the documentation names exactly the codes this crate uses.
#[test]
fn every_code_is_documented() {
    use std::collections::BTreeSet;
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    let codes = |text: &str, before: &str| -> BTreeSet<String> {
        let starts = text.match_indices(before).map(|(at, _)| at + before.len());
        starts
            .filter_map(|at| text.get(at..at + 4))
            .filter(|c| c.starts_with(['1', '2', '0']))
            .map(str::to_string)
            .collect()
    };
    let (mut used, mut documented) = (BTreeSet::new(), BTreeSet::new());
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        for line in text.lines() {
            if line.starts_with("//! | E") {
                let named = codes(line.split('|').nth(1).unwrap(), "E");
                match (line.contains(" to "), named.first(), named.last()) {
                    (true, Some(a), Some(b)) => {
                        let (a, b): (u32, u32) = (a.parse().unwrap(), b.parse().unwrap());
                        documented.extend((a..=b).map(|n| format!("{n:04}")));
                    }
                    _ => documented.extend(named),
                }
            } else if !line.trim_start().starts_with("//") {
                used.extend(
                    codes(line, "\"E").into_iter().filter(|c| c.starts_with("01") || c.starts_with("02")),
                );
            }
        }
    }
    assert_eq!(used, documented);
}
