//! A plain fuzz driver: good texts are damaged at random, by bytes and by tokens, and every law must still hold.
//! Runs a little by default; LUDARIUM_FUZZ_RUNS sets how many executions, LUDARIUM_FUZZ_SEED where to begin. The same
//! laws stand in `fuzz/` for cargo-fuzz, where a nightly toolchain is at hand.

mod common;

use ludarium_syntax::lex::TokenKind;
use ludarium_syntax::{
    Defines, FileId, Limits, Selection, Sources, expand, format, has_errors, parse, plain, render,
};
use std::time::{Duration, Instant};

const SAMPLES: &[&str] = &[
    "(game \"Noughts\" (players 2) (equipment { (board (square 3)) (piece \"Disc\" Each) }) (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))",
    "(define \"Step\" (move Step #1 (to if:#2) (then #3)))\n(define \"Two\" (\"Step\" ~ (is Empty (to))) #9)\n(game \"A\" (\"Step\" Forward (x) (y)) \"Two\" P#1 \"Disc#1\")\n// end",
    "(game (square <Board:size>) <Board:rest> T<Name> \"D<Name:n>\")\n(option \"Board\" <Board> args:{ <size> <rest> } {\n    (item \"3\" <3> <> \"Small.\")\n    (item \"5\" <5> <(hand Each) (> 1 2)> \"Large.\")**\n})\n(option \"Name\" <Name> args:{<n>} {(item \"One\" <1> \"One.\")})\n(rulesets { (ruleset \"Ruleset/A (x)\" {\"Board/3\"})* })\n(metadata (info { (useFor {\"Board/3\"} (a)) (id \"1\") }) (ai \"A_ai\"))",
    "(game {1..4 9..7} {\"A1\"..\"C3\"} \"0..3\" x:0..2 (< 1 2) (>= 3 4) [#] [1 | 2 (a)] [3..12] [?] [+ a] [- b] -.5 1e3)",
    "(game <D:a> (x) <D:b>) (option \"D\" <D> args:{<a> <b>} {(item \"Y\" <(dual > <)> \"Say \\\"yes\\\".\")})",
    "(define \"A\" (define \"B\" (b #1)) {\"A1\" #1 #2}) (game ((\"A\" 1 (z))) (\"B\") label: (v) (other:w))",
];

/// Pieces that matter to the grammar.
const PIECES: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    "\"",
    "#1",
    "#2",
    "#",
    ":",
    "..",
    "~",
    "|",
    "\\",
    "\\\"",
    "//",
    "\n",
    " ",
    "(define \"D\" ",
    "(option \"",
    "(item \"",
    "<Board:size>",
    "args:{",
    "(metadata ",
    "(useFor ",
    "(rulesets {",
    "\"A\"",
    "(\"A\" ",
    "\"A1\"..\"B2\"",
    "1..9",
    "(( ",
    "))",
    "*",
    "game",
    "é",
    "\u{202E}",
    "\t",
    ",",
];

struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

/// A place between two characters.
fn boundary(text: &str, numbers: &mut Numbers) -> usize {
    let mut at = numbers.below(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Damages a text in one to four places.
fn mutate(text: &str, numbers: &mut Numbers) -> String {
    let mut text = text.to_string();
    for _ in 0..1 + numbers.below(4) {
        match numbers.below(7) {
            0 => {
                let at = boundary(&text, numbers);
                text.insert_str(at, PIECES[numbers.below(PIECES.len())]);
            }
            1 => {
                let at = boundary(&text, numbers);
                if let Some(c) = text[at..].chars().next() {
                    text.replace_range(at..at + c.len_utf8(), "");
                }
            }
            2 => {
                // Any byte at all, as far as it makes a text.
                let at = boundary(&text, numbers);
                let c = char::from_u32(numbers.below(0x250) as u32).unwrap_or('x');
                text.insert(at, c);
            }
            3 => {
                // Take a token out.
                let tokens = parse(FileId(0), &text).tokens;
                if let Some(t) = tokens.get(numbers.below(tokens.len())) {
                    text.replace_range(t.start as usize..t.end as usize, "");
                }
            }
            4 => {
                // Say a stretch twice.
                let (a, b) = (boundary(&text, numbers), boundary(&text, numbers));
                let (a, b) = (a.min(b), a.max(b).min(a.min(b) + 200));
                let b = (a..=b).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(a);
                let stretch = text[a..b].to_string();
                let at = boundary(&text, numbers);
                text.insert_str(at, &stretch);
            }
            5 => {
                // Exchange two tokens.
                let tokens = parse(FileId(0), &text).tokens;
                if tokens.len() > 2 {
                    let (i, j) = (numbers.below(tokens.len()), numbers.below(tokens.len()));
                    let (a, b) = (tokens[i.min(j)], tokens[i.max(j)]);
                    let first = text[a.start as usize..a.end as usize].to_string();
                    let second = text[b.start as usize..b.end as usize].to_string();
                    if i != j {
                        text.replace_range(b.start as usize..b.end as usize, &first);
                        text.replace_range(a.start as usize..a.end as usize, &second);
                    }
                }
            }
            _ => {
                // Cut the end off.
                let at = boundary(&text, numbers);
                if numbers.below(4) == 0 {
                    text.truncate(at);
                }
            }
        }
    }
    text
}

/// The time this thread has worked, where the system tells; machines can be busy with other things.
fn worked(since: Instant) -> Duration {
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let spent = spent.and_then(|s| s.split(' ').next()?.parse().ok());
    spent.map_or_else(|| since.elapsed(), Duration::from_nanos)
}

/// The laws. Panics, with the text, where one is broken.
fn hold(text: &str, library: &Defines, deep: bool) -> (bool, usize) {
    let parsed = parse(FileId(0), text);
    assert!(parsed.print() == text, "printing changes {text:?}");
    let deep_selection = Selection { options: vec!["Board/3".into()], ruleset: Some("A (x)".into()) };
    let selection = if deep { deep_selection } else { Selection::default() };
    let whole = expand(&parsed, library, &selection, &Limits::default());
    let mut sources = Sources::new();
    sources.add(FileId(0), "fuzz", text);
    for problem in whole.problems.iter().take(5) {
        assert!(problem.message.len() < 5_000_000);
        let shown = render(problem, &sources, false);
        assert!(shown.starts_with(problem.severity.word()), "{shown}");
        let _ = plain(problem, &sources);
    }
    for node in &whole.game.nodes {
        for child in &node.children {
            assert!((child.0 as usize) < whole.game.nodes.len());
        }
    }
    let once = format(text);
    assert!(format(&once) == once, "formatting twice differs for {text:?}:\n{once:?}\n{:?}", format(&once));
    let good = !has_errors(&parsed.problems);
    if good {
        let again = parse(FileId(0), &once);
        let solid = |text: &str, p: &ludarium_syntax::Parsed| -> Vec<String> {
            let tokens = p.tokens.iter().filter(|t| t.kind != TokenKind::Space);
            tokens.map(|t| text[t.start as usize..t.end as usize].trim_end().to_string()).collect()
        };
        assert!(
            solid(text, &parsed) == solid(&once, &again),
            "formatting changes tokens of {text:?}:\n{once:?}"
        );
        let formatted = expand(&again, library, &selection, &Limits::default());
        let blanks = |tree: &ludarium_syntax::Tree| tree.to_string();
        assert!(
            blanks(&formatted.game) == blanks(&whole.game),
            "formatting changes the tree of {text:?}:\n{once:?}"
        );
        let a = whole.metadata.as_ref().map(blanks);
        let b = formatted.metadata.as_ref().map(blanks);
        assert!(a == b, "formatting changes the metadata of {text:?}:\n{once:?}");
    } else {
        assert!(once == text, "a text with errors is formatted: {text:?}");
    }
    (good, whole.problems.len())
}

#[test]
fn damaged_texts_break_no_law() {
    let number =
        |name: &str, default: u64| std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default);
    let runs = number("LUDARIUM_FUZZ_RUNS", 4_000);
    let seed = number("LUDARIUM_FUZZ_SEED", 1);
    let mut texts: Vec<String> = SAMPLES.iter().map(|s| s.to_string()).collect();
    let mut library = Defines::from_texts([("Lib.def", "(define \"A\" (x #1 \"#2\" {#1}))")]);
    if let Some(corpus) = common::corpus() {
        // Small ones, so that much is tried.
        texts.extend(common::games(&corpus).into_iter().map(|(_, t)| t).filter(|t| t.len() < 2_000));
        library = common::library(&corpus);
    }
    let mut numbers = Numbers(seed);
    let (mut good, mut slowest) = (0u64, Duration::ZERO);
    for run in 0..runs {
        let whole_sample = numbers.below(3) > 0;
        let pick = if whole_sample { numbers.below(SAMPLES.len()) } else { numbers.below(texts.len()) };
        let text = mutate(&texts[pick], &mut numbers);
        let start = Instant::now();
        let before = worked(start);
        let (fine, _) = hold(&text, &library, numbers.below(2) == 0);
        good += u64::from(fine);
        let took = worked(start).saturating_sub(before);
        if took > slowest {
            slowest = took;
        }
        assert!(took < Duration::from_secs(1), "run {run} took {took:?} for {text:?}");
        if (run + 1) % 100_000 == 0 {
            println!("{} executions so far", run + 1);
        }
        // What still reads well may be damaged further.
        if fine && text.len() < 3_000 && numbers.below(20) == 0 {
            let at = SAMPLES.len() + numbers.below(texts.len() - SAMPLES.len() + 1);
            if at < texts.len() { texts[at] = text } else { texts.push(text) }
        }
    }
    println!("{runs} executions, {good} of them read without an error; the slowest took {slowest:?}");
}
