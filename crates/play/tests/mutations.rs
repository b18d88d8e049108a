//! Every public description with one token changed: a game comes out, or an error with a place; nothing ever panics.
//! By default each file is changed twice, with a fixed seed; `MUTATIONS=20` changes each twenty times and prints the
//! figures.

mod support;

use ludarium_play::{Defines, Selection, library_defines, read};
use ludarium_syntax::lex::{Token, TokenKind, lex};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// A small generator of numbers, the same everywhere.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n.max(1) as u64) as usize
    }
}

/// What was done to one token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Change {
    Remove,
    Repeat,
    ReplaceByAnother,
    LoseALetter,
    ExchangeWithNext,
}

const CHANGES: [Change; 5] =
    [Change::Remove, Change::Repeat, Change::ReplaceByAnother, Change::LoseALetter, Change::ExchangeWithNext];

/// The text with one of its tokens changed, and the place of the change.
fn change(text: &str, tokens: &[Token], how: Change, at: usize, other: usize) -> (String, usize) {
    let range = |token: &Token| -> Range<usize> { token.start as usize..token.end as usize };
    let here = range(&tokens[at]);
    let slice = &text[here.clone()];
    let mut changed = text.to_owned();
    match how {
        Change::Remove => changed.replace_range(here.clone(), ""),
        Change::Repeat => changed.insert_str(here.end, &format!(" {slice}")),
        Change::ReplaceByAnother => changed.replace_range(here.clone(), &text[range(&tokens[other])]),
        Change::LoseALetter => {
            let cut: String = slice.chars().take(slice.chars().count().saturating_sub(1)).collect();
            changed.replace_range(here.clone(), &cut);
        }
        Change::ExchangeWithNext => {
            if let Some(next) = tokens.get(at + 1) {
                let both = here.start..next.end as usize;
                let between = &text[here.end..next.start as usize];
                changed.replace_range(both, &format!("{}{between}{slice}", &text[range(next)]));
            }
        }
    }
    (changed, here.start)
}

/// What came of all the changes.
#[derive(Default)]
struct Outcome {
    tried: usize,
    games: usize,
    errors: usize,
    slowest: (Duration, String),
    wrong: Vec<String>,
}

impl Outcome {
    fn judge(&mut self, name: &str, what: &str, text: &str, defines: &Defines) -> Vec<u32> {
        self.tried += 1;
        let began = Instant::now();
        let reading = catch_unwind(AssertUnwindSafe(|| read(name, text, defines, &Selection::default())));
        self.slowest = std::mem::take(&mut self.slowest).max((began.elapsed(), format!("{name}: {what}")));
        let Ok(reading) = reading else {
            self.wrong.push(format!("{name}: {what}: panic"));
            return Vec::new();
        };
        if reading.has_errors() {
            self.errors += 1;
        } else if reading.game.is_some() {
            self.games += 1;
        } else {
            self.wrong.push(format!("{name}: {what}: neither a game nor an error"));
        }
        let sources = reading.sources();
        let mut lines = Vec::new();
        for problem in &reading.problems {
            // Rendering is part of the promise; and the place must lie in a text.
            let shown = ludarium_play::render(problem, &sources, false);
            match sources.places(problem.span) {
                Some((start, _)) if shown.contains("-->") && !problem.message.is_empty() => {
                    // A problem inside a definition of the library is located by the use in the game.
                    let used = problem.origin.last().and_then(|origin| sources.places(origin.used_at));
                    if problem.is_error() {
                        lines.push(used.map_or(start.line, |(used, _)| used.line));
                    }
                }
                Some(_) | None => {
                    self.wrong.push(format!("{name}: {what}: a problem without a place: {shown}"))
                }
            }
        }
        lines
    }
}

fn mutations() -> usize {
    std::env::var("MUTATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(2)
}

#[test]
fn one_token_changed() {
    let Some(corpus) = support::corpus("one_token_changed") else { return };
    let defines = library_defines();
    let mut numbers = Numbers(2026);
    let mut outcome = Outcome::default();
    for path in support::files(&corpus.join("lud"), "lud") {
        let text = support::text(&path);
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let tokens: Vec<Token> = lex(&text).into_iter().filter(|token| !token.is_trivia()).collect();
        for _ in 0..mutations() {
            let how = CHANGES[numbers.below(CHANGES.len())];
            let (at, other) = (numbers.below(tokens.len()), numbers.below(tokens.len()));
            let (changed, place) = change(&text, &tokens, how, at, other);
            outcome.judge(&name, &format!("{how:?} at byte {place}"), &changed, &defines);
        }
    }
    println!(
        "{} changes: {} games, {} errors, slowest {:?}",
        outcome.tried, outcome.games, outcome.errors, outcome.slowest
    );
    assert!(outcome.wrong.is_empty(), "{} of {}: {:#?}", outcome.wrong.len(), outcome.tried, outcome.wrong);
    // Changes that never matter, or always do, would mean that this test looks at nothing.
    assert!(outcome.games > 0 && outcome.errors > outcome.games);
}

#[test]
fn one_bracket_lost() {
    let Some(corpus) = support::corpus("one_bracket_lost") else { return };
    let defines = library_defines();
    let mut numbers = Numbers(1946);
    let mut outcome = Outcome::default();
    let mut near = 0;
    for path in support::files(&corpus.join("lud"), "lud") {
        let text = support::text(&path);
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_bracket = |token: &Token| matches!(token.kind, TokenKind::Open(_) | TokenKind::Close(_));
        let brackets: Vec<Token> = lex(&text).into_iter().filter(is_bracket).collect();
        for _ in 0..mutations() {
            let lost = brackets[numbers.below(brackets.len())];
            let mut changed = text.clone();
            changed.replace_range(lost.start as usize..lost.end as usize, "");
            let line =
                1 + text.as_bytes()[..lost.start as usize].iter().filter(|b| **b == b'\n').count() as i64;
            let what = format!("bracket lost in line {line}");
            let lines = outcome.judge(&name, &what, &changed, &defines);
            // The first message is the one that people read.
            near += usize::from(lines.first().is_some_and(|&said| (i64::from(said) - line).abs() <= 3));
        }
    }
    println!(
        "{near} of {} lost brackets found within three lines, slowest {:?}",
        outcome.tried, outcome.slowest
    );
    assert!(outcome.wrong.is_empty(), "{} of {}: {:#?}", outcome.wrong.len(), outcome.tried, outcome.wrong);
    assert!(near * 10 >= outcome.tried * 9, "only {near} of {} within three lines", outcome.tried);
}
