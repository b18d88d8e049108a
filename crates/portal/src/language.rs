//! The language as pages show it: finding ludemes, and texts with a word of help on everything in them. What is said
//! about a ludeme stands beside the ludeme; here it is only looked up.

use askama::filters::Html;
use ludarium_learn::finder::{self, Entry};
use ludarium_ludemes::{Ludeme, all, plain_name};
use ludarium_syntax::lex::{TokenKind, lex};
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::OnceLock;

/// Ludemes that fit a query, best first; all of them for an empty one.
pub fn search(query: &str) -> Vec<&'static Ludeme> {
    let ludeme = |found: finder::Found| match found.entry {
        Entry::Ludeme(ludeme) => Some(ludeme),
        Entry::Definition(_) | Entry::Device(_) => None,
    };
    finder::find(query).into_iter().filter_map(ludeme).collect()
}

/// The id of a ludeme as a part of an address.
pub fn address(id: &str) -> String {
    let mut out = String::new();
    for b in id.bytes() {
        if b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'~') {
            out.push(char::from(b));
        } else {
            let _ = write!(out, "%{b:02X}");
        }
    }
    out
}

/// The first sentence of an explanation.
pub fn first_sentence(doc: &str) -> &str {
    doc.split_once(". ").map_or(doc, |(first, _)| first).trim_end_matches('.')
}

type ByForm = HashMap<(String, String), &'static Ludeme>;

/// Ludemes by head and keyword.
fn by_form() -> &'static ByForm {
    static FORMS: OnceLock<ByForm> = OnceLock::new();
    FORMS.get_or_init(|| {
        let mut map = HashMap::new();
        for ludeme in all() {
            let keyword = ludeme.keyword.unwrap_or("").split(' ').next().unwrap_or("").to_owned();
            map.entry((plain_name(ludeme.head).to_owned(), keyword)).or_insert(ludeme);
            map.entry((plain_name(ludeme.head).to_owned(), String::new())).or_insert(ludeme);
        }
        map
    })
}

/// Definitions of the library with what is said about them, by name.
pub fn definitions() -> Vec<(&'static str, &'static str)> {
    finder::definitions().iter().map(|definition| (definition.name, definition.doc.as_str())).collect()
}

/// Words that stand for themselves (`Each`, `Orthogonal`), each with its meaning, by name.
pub fn plain_words() -> Vec<(&'static str, &'static str)> {
    let mut found: std::collections::BTreeMap<&str, &str> = std::collections::BTreeMap::new();
    for param in all().flat_map(|l| l.params) {
        if let ludarium_ludemes::Ty::Enum(list) = param.ty {
            for (word, meaning) in list.values {
                found.entry(word).or_insert(meaning);
            }
        }
    }
    found.into_iter().collect()
}

/// What a reader is told about a word or a text that stands right after a bracket.
fn help(head: &str, next: &str) -> Option<(String, String)> {
    let forms = by_form();
    let head = plain_name(head).to_owned();
    let with = forms.get(&(head.clone(), next.to_owned()));
    let ludeme = with.or_else(|| forms.get(&(head, String::new())))?;
    Some((format!("/ludemes/{}", address(ludeme.id)), first_sentence(ludeme.doc).to_owned()))
}

/// A description as HTML: every part marked by what it is, every ludeme and definition with its explanation.
pub fn highlight(text: &str) -> String {
    let tokens = lex(text);
    let slice = |i: usize| &text[tokens[i].start as usize..tokens[i].end as usize];
    let escape = |s: &str| askama::filters::escape(s, Html).map(|e| e.to_string()).unwrap_or_default();
    let solid: Vec<usize> = (0..tokens.len()).filter(|&i| !tokens[i].is_trivia()).collect();
    let mut after: HashMap<usize, usize> = HashMap::new();
    for pair in solid.windows(2) {
        after.insert(pair[0], pair[1]);
    }
    let mut out = String::with_capacity(text.len() * 3);
    let mut opened = false;
    for i in 0..tokens.len() {
        let (kind, part) = (tokens[i].kind, slice(i));
        let next =
            after.get(&i).map_or("", |&n| if tokens[n].kind == TokenKind::Word { slice(n) } else { "" });
        let _ = match kind {
            TokenKind::Space => write!(out, "{}", escape(part)),
            TokenKind::Comment => write!(out, "<span class=\"co\">{}</span>", escape(part)),
            TokenKind::Open(_) | TokenKind::Close(_) => {
                write!(out, "<span class=\"br\">{}</span>", escape(part))
            }
            TokenKind::Word if opened => match help(part, next) {
                Some((href, title)) => write!(
                    out,
                    "<a class=\"lu\" href=\"{}\" title=\"{}\">{}</a>",
                    escape(&href),
                    escape(&title),
                    escape(part)
                ),
                None => write!(out, "<span class=\"lu\">{}</span>", escape(part)),
            },
            TokenKind::Word => {
                let number = part.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'-' | b'.'));
                let class = if number { "nu" } else { "wo" };
                write!(out, "<span class=\"{class}\">{}</span>", escape(part))
            }
            TokenKind::Text { .. } if opened => {
                let name = part.trim_matches('"');
                match finder::definition(name).map(|definition| &definition.doc) {
                    Some(doc) if !doc.is_empty() => {
                        write!(out, "<span class=\"de\" title=\"{}\">{}</span>", escape(doc), escape(part))
                    }
                    Some(_) | None => write!(out, "<span class=\"de\">{}</span>", escape(part)),
                }
            }
            TokenKind::Text { .. } => write!(out, "<span class=\"st\">{}</span>", escape(part)),
            TokenKind::Colon | TokenKind::Param | TokenKind::Odd => write!(out, "{}", escape(part)),
        };
        if !tokens[i].is_trivia() {
            opened = matches!(kind, TokenKind::Open(ludarium_syntax::lex::Bracket::Round));
        }
    }
    out
}

/// The example of a ludeme, put where it can be looked at: a game if it is one, else a small game with the example as a
/// remark.
pub fn in_a_game(ludeme: &Ludeme) -> String {
    if ludeme.example.starts_with("(game") || ludeme.example.starts_with("(match") {
        return ludeme.example.to_owned();
    }
    let remark = ludeme.example.replace('\n', "\n// ");
    format!(
        "// {}\n// {remark}\n//\n// Put it where it belongs:\n\n(game \"Example\"\n    (players 2)\n    (equipment {{\n        (board (square 5))\n        (piece \"Disc\" Each)\n    }})\n    (rules\n        (play (move Add (to (sites Empty))))\n        (end (if (is Line 4) (result Mover Win)))\n    )\n)\n",
        first_sentence(ludeme.doc)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_of_a_text_is_escaped() {
        let html = highlight("(game \"<script>alert(1)</script>\" (players 2) // <b>\n)");
        assert!(!html.contains("<script>") && !html.contains("<b>"));
        assert!(html.contains("href=\"/ludemes/"));
    }

    #[test]
    fn ludemes_are_found_by_name_with_slips_and_by_what_they_do() {
        assert_eq!(search("is line")[0].id, "is Line");
        assert_eq!(search("is lnie")[0].id, "is Line");
        assert!(search("hop").iter().any(|l| l.head == "move" || l.head == "hop"));
    }
}
