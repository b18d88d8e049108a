//! A bracket is taken out of a good description: the problem must point within three lines of the place.

mod common;

use common::{corpus, games};
use ludarium_syntax::lex::{TokenKind, lex};
use ludarium_syntax::{FileId, parse};

/// A small generator of numbers, the same everywhere.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

fn line_of(text: &str, offset: usize) -> i64 {
    text.as_bytes()[..offset].iter().filter(|&&b| b == b'\n').count() as i64
}

#[test]
fn lost_brackets_are_found_within_three_lines() {
    let Some(corpus) = corpus() else { return };
    let show = std::env::var("LUDARIUM_SHOW").is_ok();
    let mut numbers = Numbers(7);
    let (mut tried, mut near, mut unseen) = (0, 0, 0);
    for (name, text) in games(&corpus) {
        let brackets: Vec<_> = lex(&text)
            .into_iter()
            .filter(|t| matches!(t.kind, TokenKind::Open(_) | TokenKind::Close(_)))
            .collect();
        for _ in 0..4 {
            let lost = brackets[numbers.below(brackets.len())];
            let mut broken = text.clone();
            broken.replace_range(lost.start as usize..lost.end as usize, "");
            let parsed = parse(FileId(0), &broken);
            assert!(parsed.print() == broken, "{name}");
            tried += 1;
            let at = line_of(&broken, lost.start as usize);
            match parsed.problems.first() {
                Some(p) if (line_of(&broken, p.span.start as usize) - at).abs() <= 3 => near += 1,
                Some(p) => {
                    if show {
                        let got = line_of(&broken, p.span.start as usize);
                        println!("{name}:{} lost {:?}, said {} ({})", at + 1, lost.kind, got + 1, p.message);
                    }
                }
                None => {
                    unseen += 1;
                    if show {
                        println!("{name}:{} lost {:?}, nothing said", at + 1, lost.kind);
                    }
                }
            }
        }
    }
    println!("{near} of {tried} lost brackets found within three lines, {unseen} not noticed");
    assert!(near * 100 >= tried * 95, "{near} of {tried}");
}

/// The same for quotes. Strings may run over lines, so this is harder.
#[test]
fn lost_quotes_are_found_within_three_lines() {
    let Some(corpus) = corpus() else { return };
    let show = std::env::var("LUDARIUM_SHOW").is_ok();
    let mut numbers = Numbers(11);
    let (mut tried, mut near) = (0, 0);
    for (name, text) in games(&corpus) {
        let quotes: Vec<usize> = lex(&text)
            .into_iter()
            .filter(|t| matches!(t.kind, TokenKind::Text { .. }))
            .flat_map(|t| [t.start as usize, t.end as usize - 1])
            .collect();
        for _ in 0..2 {
            let lost = quotes[numbers.below(quotes.len())];
            let mut broken = text.clone();
            broken.replace_range(lost..=lost, "");
            let parsed = parse(FileId(0), &broken);
            assert!(parsed.print() == broken, "{name}");
            tried += 1;
            let at = line_of(&broken, lost);
            let said = parsed.problems.first().map(|p| (line_of(&broken, p.span.start as usize), &p.message));
            match said {
                Some((line, _)) if (line - at).abs() <= 3 => near += 1,
                other => {
                    if show {
                        println!("{name}:{} lost a quote, said {other:?}", at + 1);
                    }
                }
            }
        }
    }
    println!("{near} of {tried} lost quotes found within three lines");
    assert!(near * 100 >= tried * 95, "{near} of {tried}");
}
