//! Tokens to a lossless tree. Knows brackets and nothing of what stands in them; never fails. Problems are
//! collected beside the tree, and the tokens still hold every byte, so the text can be printed back unchanged.

use crate::brackets;
use crate::diagnose::{MOST_PROBLEMS, Problem, report};
use crate::expand::Limits;
use crate::lex::{Bracket, Token, TokenKind, lex, lex_by_margin};
use crate::span::{FileId, Span};
use std::sync::Arc;

/// What a node of the lossless tree is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CstKind {
    /// A pair of brackets and what stands in between.
    Group(Bracket),
    /// An unquoted word, or a piece of one when its neighbours touch it.
    Word,
    /// A quoted string.
    Text,
    /// The colon after a label.
    Colon,
    /// `#1` to `#9`.
    Param(u8),
    /// Half of a pair of brackets that an option's arguments tear apart, as in `<(dual > <)>`.
    Opener(Bracket),
    Closer(Bracket),
}

/// A node: what it is and which bytes it covers. Nodes are stored parent first, so the children of a node follow
/// it directly; `after` is the index of the first node that is no longer inside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CstNode {
    pub kind: CstKind,
    pub start: u32,
    pub end: u32,
    pub after: u32,
    /// A string with a parameter or marker in it, or with an escape: it needs a second look.
    pub special: bool,
}

/// A text that was read: its tokens, its tree, and what was wrong with it.
#[derive(Clone, Debug)]
pub struct Parsed {
    pub file: FileId,
    pub text: Arc<str>,
    pub tokens: Vec<Token>,
    pub nodes: Vec<CstNode>,
    pub problems: Vec<Problem>,
}

/// Reads a text. Never fails: what is wrong is listed in [`Parsed::problems`].
///
/// ```
/// use ludarium_syntax::{FileId, parse};
/// let parsed = parse(FileId(0), "(game \"Nim\" (players 2))");
/// assert!(parsed.problems.is_empty());
/// assert_eq!(parsed.print(), "(game \"Nim\" (players 2))");
/// ```
pub fn parse(file: FileId, text: &str) -> Parsed {
    parse_within(file, text, &Limits::default())
}

/// Reads a text under given limits: [`Limits::source`] and [`Limits::depth`] count here. A text that is too long is
/// not read at all, so its tree is empty.
pub fn parse_within(file: FileId, text: &str, limits: &Limits) -> Parsed {
    let mut problems = Vec::new();
    let text: Arc<str> = if text.len() > limits.source || u32::try_from(text.len()).is_err() {
        let span = Span::new(file, 0, 0);
        problems.push(
            Problem::error("E0109", span, format!("the text has {} bytes", text.len()))
                .wanted(format!("at most {} bytes", limits.source)),
        );
        "".into()
    } else {
        text.into()
    };
    let mut tokens = lex(&text);
    let mut balance = brackets::match_up(&tokens, &[]);
    if !balance.is_whole() {
        // Read again, trusting margins more than brackets.
        let first = brackets::first_alone(&tokens, &balance);
        tokens = lex_by_margin(&text);
        let forms = brackets::forms(&text, &tokens);
        // A string that never ends swallows brackets; it is told, and they are not.
        let swallowed = tokens.iter().any(|t| t.kind == TokenKind::Text { closed: false });
        if !swallowed {
            problems.extend(brackets::explain(file, &text, &tokens, &forms));
        }
        if problems.is_empty() && !swallowed {
            // Looked at form by form everything pairs up; taken together it does not.
            let (start, end) = first.map_or((0, 0), |t| (t.start, t.end));
            let span = Span::new(file, start, end);
            problems.push(
                Problem::error("E0103", span, "this bracket has no partner")
                    .help("begin every top-level form in the first column"),
            );
        }
        balance = brackets::match_up(&tokens, &forms);
    }
    let nodes = build(file, &text, &tokens, &balance, limits.depth, &mut problems);
    problems.truncate(MOST_PROBLEMS);
    problems.sort_by_key(|p| p.span.start);
    Parsed { file, text, tokens, nodes, problems }
}

/// Turns tokens into nodes, in one flat loop.
fn build(
    file: FileId,
    text: &str,
    tokens: &[Token],
    balance: &brackets::Balance,
    deepest: usize,
    problems: &mut Vec<Problem>,
) -> Vec<CstNode> {
    let mut nodes: Vec<CstNode> = Vec::with_capacity(tokens.len() / 2 + 1);
    let mut open: Vec<u32> = Vec::new();
    let mut too_deep = false;
    let mut holes = 0usize;
    for (i, token) in tokens.iter().enumerate() {
        let span = Span::new(file, token.start, token.end);
        let kind = match token.kind {
            TokenKind::Space | TokenKind::Comment => continue,
            TokenKind::Open(bracket) if balance.is_torn(i) => CstKind::Opener(bracket),
            TokenKind::Close(bracket) if balance.is_torn(i) => CstKind::Closer(bracket),
            TokenKind::Open(bracket) => {
                // An opener that never closes is kept as a group that ends where its parent does.
                nodes.push(CstNode {
                    kind: CstKind::Group(bracket),
                    start: token.start,
                    end: token.end,
                    after: 0,
                    special: false,
                });
                open.push(nodes.len() as u32 - 1);
                holes += usize::from(bracket == Bracket::Square);
                if open.len() > deepest && !too_deep {
                    too_deep = true;
                    report(
                        problems,
                        Problem::error(
                            "E0108",
                            span,
                            format!("brackets are nested more than {deepest} deep here"),
                        )
                        .help("split the clause with a define"),
                    );
                }
                continue;
            }
            TokenKind::Close(bracket) => {
                // A closer without partner is left out of the tree; it was reported with the brackets.
                if let Some(partner) = balance.partner(i) {
                    let start = tokens[partner].start;
                    while let Some(top) = open.pop() {
                        holes -= usize::from(nodes[top as usize].kind == CstKind::Group(Bracket::Square));
                        let closes = nodes[top as usize].start == start;
                        let after = nodes.len() as u32;
                        let node = &mut nodes[top as usize];
                        node.end = if closes { token.end } else { token.start };
                        node.after = after;
                        if closes {
                            break;
                        }
                    }
                } else if bracket == Bracket::Angle {
                    report(problems, stray_angle(file, tokens, i));
                }
                continue;
            }
            TokenKind::Word => {
                let word = span.of(text);
                if holes == 0 && word == "?" {
                    report(problems, odd_character(span, text));
                }
                if word.starts_with(['<', '>']) && touches(tokens, i) {
                    report(
                        problems,
                        Problem::error("E0106", span, format!("`{word}` belongs to no marker")).wanted(
                            "<Tag> or <Tag:argument>, without blanks; or a comparison right after `(`",
                        ),
                    );
                }
                CstKind::Word
            }
            TokenKind::Odd => {
                report(problems, odd_character(span, text));
                CstKind::Word
            }
            TokenKind::Text { closed } => {
                if !closed {
                    report(
                        problems,
                        Problem::error("E0102", span.first_byte(), "this string never ends")
                            .wanted("a closing `\"`")
                            .help("add the missing `\"`"),
                    );
                }
                CstKind::Text
            }
            TokenKind::Colon => CstKind::Colon,
            TokenKind::Param => CstKind::Param(span.of(text).as_bytes()[1] - b'0'),
        };
        let special = kind == CstKind::Text
            && text.as_bytes()[token.start as usize..token.end as usize]
                .iter()
                .any(|b| matches!(b, b'#' | b'<' | b'\\' | b'.' | b'\n' | b'\t'));
        let after = nodes.len() as u32 + 1;
        nodes.push(CstNode { kind, start: token.start, end: token.end, after, special });
    }
    let after = nodes.len() as u32;
    while let Some(top) = open.pop() {
        nodes[top as usize].end = text.len() as u32;
        nodes[top as usize].after = after;
    }
    nodes
}

/// Does a comparison touch a word or a closing bracket? Then it is half of a marker.
fn touches(tokens: &[Token], i: usize) -> bool {
    let solid = |t: Option<&Token>, bracket: bool| {
        t.is_some_and(|t| match t.kind {
            TokenKind::Word | TokenKind::Text { .. } | TokenKind::Colon | TokenKind::Odd => true,
            TokenKind::Open(_) | TokenKind::Close(_) => bracket,
            TokenKind::Space | TokenKind::Comment | TokenKind::Param => false,
        })
    };
    let before = i.checked_sub(1).and_then(|b| tokens.get(b));
    solid(before, before.is_some_and(|t| matches!(t.kind, TokenKind::Close(_))))
        || solid(tokens.get(i + 1), false)
}

/// A `>` without `<`. When it ends what looks like an argument, the place where that begins is named.
fn stray_angle(file: FileId, tokens: &[Token], i: usize) -> Problem {
    let here = Span::new(file, tokens[i].start, tokens[i].end);
    let mut depth = 0usize;
    let mut first = i;
    for j in (0..i).rev() {
        match tokens[j].kind {
            TokenKind::Close(Bracket::Angle) => break,
            TokenKind::Close(_) => depth += 1,
            TokenKind::Open(_) if depth == 0 => break,
            TokenKind::Open(_) => depth -= 1,
            TokenKind::Text { .. } if depth == 0 && first != i => break,
            TokenKind::Space | TokenKind::Comment => continue,
            TokenKind::Word
            | TokenKind::Text { .. }
            | TokenKind::Colon
            | TokenKind::Param
            | TokenKind::Odd => {}
        }
        first = j;
    }
    if first == i {
        return Problem::warning("E0104", here, "this `>` closes nothing").help("remove it");
    }
    let start = Span::new(file, tokens[first].start, tokens[first].end);
    Problem::error("E0104", start, "a `<` is missing about here")
        .label(here, "this `>` closes nothing")
        .help("add `<` before the argument, or remove the `>`")
}

fn odd_character(span: Span, text: &str) -> Problem {
    let found = span.of(text);
    let problem = Problem::error("E0101", span, format!("`{found}` means nothing outside a string"));
    match found {
        "," | ";" => problem.help("separate arguments with blanks"),
        "'" | "`" | "‘" | "’" | "“" | "”" | "«" | "»" => {
            problem.help("names stand in straight quotes: \"name\"")
        }
        _ => problem
            .wanted("letters, digits, brackets, quotes or one of _ - . + * / % = ! ^ ~ < > & | #")
            .help("remove it, or put it into a string"),
    }
}

impl Parsed {
    /// The text again, put together from the tokens: byte for byte what was read.
    pub fn print(&self) -> String {
        self.tokens.iter().map(|t| &self.text[t.start as usize..t.end as usize]).collect()
    }
    /// The children of a node, or the top-level nodes when `of` is `None`.
    pub fn children(&self, of: Option<u32>) -> Siblings<'_> {
        match of {
            Some(id) => {
                let node = self.nodes[id as usize];
                Siblings { nodes: &self.nodes, at: id + 1, end: node.after }
            }
            None => Siblings { nodes: &self.nodes, at: 0, end: self.nodes.len() as u32 },
        }
    }
    /// The bytes of a node.
    pub fn slice(&self, id: u32) -> &str {
        let node = self.nodes[id as usize];
        &self.text[node.start as usize..node.end as usize]
    }
    /// The span of a node.
    pub fn span(&self, id: u32) -> Span {
        let node = self.nodes[id as usize];
        Span::new(self.file, node.start, node.end)
    }
    /// What stands between the quotes of a string.
    pub fn inner(&self, id: u32) -> &str {
        let whole = self.slice(id);
        let rest = whole.strip_prefix('"').unwrap_or(whole);
        // An unclosed string has no second quote; `"\"` ends in an escaped one, which belongs to the text.
        rest.strip_suffix('"').filter(|r| !r.ends_with('\\')).unwrap_or(rest)
    }
    /// The first word of a round bracket: `game` in `(game …)`.
    pub fn head(&self, id: u32) -> Option<&str> {
        if self.nodes[id as usize].kind != CstKind::Group(Bracket::Round) {
            return None;
        }
        let mut inside = self.children(Some(id));
        let first = inside.next()?;
        if self.nodes[first as usize].kind != CstKind::Word {
            return None;
        }
        // `name:` is a label and `na#1` only a piece of a word.
        if let Some(next) = inside.next() {
            let next = self.nodes[next as usize];
            if next.start == self.nodes[first as usize].end
                && !matches!(next.kind, CstKind::Group(_) | CstKind::Text)
            {
                return None;
            }
        }
        Some(self.slice(first))
    }
}

/// The children of one node, in order.
#[derive(Clone)]
pub struct Siblings<'a> {
    nodes: &'a [CstNode],
    at: u32,
    end: u32,
}

impl Iterator for Siblings<'_> {
    type Item = u32;
    fn next(&mut self) -> Option<u32> {
        if self.at >= self.end {
            return None;
        }
        let here = self.at;
        self.at = self.nodes[here as usize].after;
        Some(here)
    }
}

impl Span {
    /// Only the first byte: enough to point at the quote or bracket that begins something long.
    pub fn first_byte(self) -> Span {
        Span { end: (self.start + 1).min(self.end.max(self.start)), ..self }
    }
}
