//! How often the library's games write what where: the order of what is offered. Counts clauses by their head and
//! keyword, and words by the clause they stand in, each by the heads around; knows nothing of types.

use ludarium_syntax::lex::{Bracket, Token, TokenKind, lex};
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// The two heads around, outermost first, then what is written there.
type Place = [&'static str; 4];

#[derive(Default)]
struct Counts {
    clauses: FxHashMap<Place, u32>,
    words: FxHashMap<(&'static str, &'static str), u32>,
}

fn counts() -> &'static Counts {
    static COUNTS: OnceLock<Counts> = OnceLock::new();
    COUNTS.get_or_init(|| {
        let mut counts = Counts::default();
        for game in ludarium_library::games() {
            count(game.text, &mut counts);
        }
        counts
    })
}

fn count(text: &'static str, counts: &mut Counts) {
    let tokens: Vec<Token> = lex(text).into_iter().filter(|t| !t.is_trivia()).collect();
    let slice = |t: &Token| text.get(t.start as usize..t.end as usize).unwrap_or("");
    let word = |i: usize| tokens.get(i).filter(|t| t.kind == TokenKind::Word).map_or("", slice);
    let mut heads: Vec<&'static str> = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Open(Bracket::Round) => {
                let (head, keyword) = (word(i + 1), word(i + 2));
                let [outer, around] = last_two(&heads);
                for place in [[outer, around, head, keyword], ["", around, head, keyword]] {
                    *counts.clauses.entry(place).or_default() += 1;
                }
                for keyword in [keyword, ""].into_iter().take(1 + usize::from(!keyword.is_empty())) {
                    *counts.clauses.entry(["", "", head, keyword]).or_default() += 1;
                }
                if !keyword.is_empty() {
                    for place in [[outer, around, head, ""], ["", around, head, ""]] {
                        *counts.clauses.entry(place).or_default() += 1;
                    }
                }
                heads.push(head);
            }
            TokenKind::Close(Bracket::Round) => {
                heads.pop();
            }
            TokenKind::Word => {
                let head = heads.last().copied().unwrap_or("");
                for head in [head, ""] {
                    *counts.words.entry((head, slice(token))).or_default() += 1;
                }
            }
            TokenKind::Open(_) | TokenKind::Close(_) | TokenKind::Space | TokenKind::Comment => {}
            TokenKind::Text { .. } | TokenKind::Colon | TokenKind::Param | TokenKind::Odd => {}
        }
    }
}

fn last_two<'t>(heads: &[&'t str]) -> [&'t str; 2] {
    let from_end = |n: usize| heads.len().checked_sub(n).and_then(|i| heads.get(i)).copied().unwrap_or("");
    [from_end(2), from_end(1)]
}

/// How usual a clause is inside these heads, outermost first. What is usual right there outweighs what is usual at all.
pub fn clause(around: &[&str], head: &str, keyword: &str) -> u32 {
    let [outer, inner] = last_two(around);
    let of = |place: [&str; 4]| counts().clauses.get(&place).copied().unwrap_or(0);
    let near = if outer.is_empty() { 0 } else { of([outer, inner, head, keyword]) };
    let beside = if inner.is_empty() { 0 } else { of(["", inner, head, keyword]) };
    (near.min(10_000) * 64 + beside.min(10_000) * 8).saturating_add(of(["", "", head, keyword]).min(10_000))
}

/// How usual a word is as an argument of clauses with this head, and then how usual it is at all.
pub fn word(head: &str, word: &str) -> u32 {
    let of = |head: &str| counts().words.get(&(head, word)).copied().unwrap_or(0);
    of(head).min(1_000_000) * 1000 + of("").min(999)
}
