//! Texts made to hurt: each must end soon, with an error that names the limit.

use ludarium_syntax::{Defines, FileId, Limits, Selection, expand, format, has_errors, parse};
use std::time::{Duration, Instant};

/// Generous, because tests run without optimisation; what it catches are explosions.
const SOON: Duration = Duration::from_secs(10);

/// The time this thread has worked, where the system tells; machines can be busy with other things.
fn worked(since: Instant) -> Duration {
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let spent = spent.and_then(|s| s.split(' ').next()?.parse().ok());
    spent.map_or_else(|| since.elapsed(), Duration::from_nanos)
}

#[track_caller]
fn check(text: &str, codes: &[&str]) {
    let start = Instant::now();
    let before = worked(start);
    let parsed = parse(FileId(0), text);
    assert_eq!(parsed.print().len(), if text.len() > 1 << 20 { 0 } else { text.len() });
    let whole = expand(&parsed, &Defines::none(), &Selection::default(), &Limits::default());
    let found: Vec<&str> = whole.problems.iter().map(|p| p.code).collect();
    for code in codes {
        assert!(found.contains(code), "wanted {code}, found {:?}", &found[..found.len().min(5)]);
    }
    assert!(found.len() < 1000);
    let _ = format(text);
    let took = worked(start).saturating_sub(before);
    assert!(took < SOON, "took {took:?}");
}

#[test]
fn deep_nesting() {
    check(&"(".repeat(200_000), &["E0108"]);
    check(&format!("{}{}", "(a ".repeat(200_000), ")".repeat(200_000)), &["E0108"]);
    check(&format!("{}{}", "{".repeat(300_000), "}".repeat(300_000)), &["E0108"]);
    check(&format!("(game {}x{})", "[".repeat(300_000), "]".repeat(300_000)), &["E0108"]);
    check(&format!("{}{}", "(".repeat(100_000), "}".repeat(100_000)), &["E0108"]);
    check(&format!("{}{}", "(a\n".repeat(100_000), ")\n".repeat(99_999)), &["E0108"]);
    check(&")".repeat(500_000), &[]);
    check(&format!("(option {}", "<".repeat(500_000)), &[]);
    check(&format!("{}{}", "(".repeat(300_000), "<a>".repeat(200_000)), &[]);
}

#[test]
fn deep_nesting_through_defines() {
    let mut text = String::from("(define \"A0\" (x #1))");
    for i in 1..200 {
        text.push_str(&format!("(define \"A{i}\" (x (x (\"A{}\" #1))))", i - 1));
    }
    text.push_str("(game (\"A199\" 1))");
    check(&text, &["E0220"]);
}

#[test]
fn definitions_that_double() {
    // A billion laughs.
    let mut text = String::from("(define \"A0\" laugh)");
    for i in 1..40 {
        text.push_str(&format!("(define \"A{i}\" {{\"A{0}\" \"A{0}\"}})", i - 1));
    }
    text.push_str("(game (x \"A39\"))");
    check(&text, &["E0221"]);
    // The same through parameters: few uses, many copies.
    let mut text = String::from("(define \"A0\" (x #1 #1 #1 #1 #1 #1 #1 #1))");
    for i in 1..40 {
        text.push_str(&format!("(define \"A{i}\" (\"A{}\" {{#1 #1 #1 #1 #1 #1 #1 #1}}))", i - 1));
    }
    text.push_str("(game (\"A39\" (y 1 2 3)))");
    check(&text, &["E0223"]);
    // And through words that grow.
    let mut text = String::from("(define \"A0\" (x #1))");
    for i in 1..60 {
        text.push_str(&format!("(define \"A{i}\" (\"A{}\" #1#1))", i - 1));
    }
    text.push_str("(game (\"A59\" abcdefgh))");
    check(&text, &["E0221"]);
    // And through strings in strings.
    let mut text = String::from("(define \"A0\" (x \"#1\"))");
    for i in 1..60 {
        text.push_str(&format!("(define \"A{i}\" (\"A{}\" \"#1#1\"))", i - 1));
    }
    text.push_str("(game (\"A59\" \"abcdefgh\"))");
    check(&text, &["E0222"]);
}

#[test]
fn definitions_in_circles() {
    check("(define \"A\" \"A\") (game (x \"A\"))", &["E0226"]);
    check("(define \"A\" (\"B\" #1)) (define \"B\" (\"A\" #1)) (game (\"A\" 1))", &["E0226"]);
    check("(define \"A\" (x \"A\" \"A\")) (game \"A\" (\"A\"))", &["E0226"]);
}

#[test]
fn huge_ranges() {
    check("(game {0..1000000000})", &["E0224"]);
    check("(game {5..18446744073709551615})", &["E0224"]);
    check("(game {\"A1\"..\"Z999999999\"})", &["E0224"]);
    // Many that are just allowed.
    check(&format!("(game {{{}}})", "0..1000 ".repeat(100_000)), &["E0223"]);
}

#[test]
fn long_texts() {
    check(&"a".repeat((1 << 20) + 1), &["E0109"]);
    check(&format!("(game \"{}\")", "a".repeat(1_000_000)), &[]);
    check(&format!("(game {})", "a:".repeat(400_000)), &["E0206"]);
    check(&format!("(game {})", "\"a\"..".repeat(150_000)), &[]);
    check(&",".repeat(1_000_000), &["E0101"]);
    check(&", ".repeat(500_000), &["E0101"]);
    check(&format!("(game {})", "<x> ".repeat(250_000)), &["E0209"]);
    check(&format!("(game {})", "(\"Nope\") ".repeat(100_000)), &["E0203"]);
    check(&"\"".repeat(999_999), &[]);
    check(&"(a \"\n".repeat(150_000), &[]);
    check(&"(define \"A\" 1)\n".repeat(60_000), &["E0202"]);
}

#[test]
fn many_options() {
    let item = "(item \"I\" <1> \"I.\")";
    let mut text = String::new();
    for i in 0..9_000 {
        text.push_str(&format!("(option \"H{i}\" <T{i}> args:{{<a>}} {{{item}}})\n<T{i}:a> <T{i}:b>\n"));
    }
    check(&text, &[]);
    let arguments = "<(define \"Q\" 1)>".repeat(30_000);
    let names = "<a>".repeat(30_000);
    check(&format!("(option \"H\" <T> args:{{{names}}} {{(item \"I\" {arguments} \"I.\")}})"), &[]);
    let settings = "\"H/I\" ".repeat(2_000);
    let rulesets = format!("(ruleset \"R\" {{{settings}}})").repeat(60);
    check(&format!("(option \"H\" <T> args:{{<a>}} {{{item}}}) (rulesets {{{rulesets}}})"), &[]);
}

#[test]
fn blanks_before_a_string_are_not_read_again_and_again() {
    let blanks = " ".repeat(500_000);
    let uses = "\"A\" ".repeat(19_000);
    check(&format!("(define \"A\" (x {blanks} \"y\")) (game (z {uses}))"), &[]);
}

#[test]
fn odd_bytes_are_survived() {
    for text in [
        "\u{0}",
        "\u{FEFF}(game)",
        "(game \u{202E}x)",
        "\\",
        "\"\\",
        "\"\\\"",
        "(\"",
        "<",
        ">",
        "#",
        "#1",
        "(#1",
        "<>",
        "(<",
        "(>",
        "::",
        "a::b",
        "[",
        "[]",
        "[|]",
        "[#|",
        "()",
        "{}",
        "(())",
        "(()())",
        "\r",
        "//",
        "\"//",
        "..",
        "1..",
        "..1",
        "1..2..3",
        "\"\"..\"\"",
        "é..é",
    ] {
        check(text, &[]);
        check(&format!("(game {text})"), &[]);
        check(&format!("(define \"D\" {text}) (game (\"D\" {text}))"), &[]);
        check(&format!("(option \"H\" <T> args:{{<a>}} {{(item \"I\" <{text}> \"I.\")}}) (game <T>)"), &[]);
    }
}

#[test]
fn limits_can_be_set() {
    let limits = Limits { steps: 3, ..Limits::default() };
    let parsed = parse(FileId(0), "(define \"A\" 1) (game (x \"A\" \"A\" \"A\" \"A\"))");
    let whole = expand(&parsed, &Defines::none(), &Selection::default(), &limits);
    assert!(has_errors(&whole.problems));
    let limits = Limits { source: 3, ..Limits::default() };
    let whole = expand(&parsed, &Defines::none(), &Selection::default(), &limits);
    assert_eq!(whole.problems[0].code, "E0109");
}
