//! Text to tokens. Knows which characters belong together; refuses to know which brackets match, and never
//! fails: every byte of the text belongs to exactly one token, in order, so that the tokens printed one after the
//! other are the text again.
//!
//! Two things are not plain. `<` opens an option's marker or argument, unless it is the comparison ludeme; and
//! between `(option` and its closing bracket every `<…>` is an argument that may hold whole clauses, while outside
//! only `<Tag>` and `<Tag:argument>`, without blanks, are markers. A comparison is told by standing right after `(`.

/// The four kinds of brackets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bracket {
    /// `( )`
    Round,
    /// `{ }`
    Curly,
    /// `[ ]`
    Square,
    /// `< >`, around option markers and arguments only
    Angle,
}

impl Bracket {
    /// The opening character.
    pub fn open(self) -> char {
        match self {
            Bracket::Round => '(',
            Bracket::Curly => '{',
            Bracket::Square => '[',
            Bracket::Angle => '<',
        }
    }
    /// The closing character.
    pub fn close(self) -> char {
        match self {
            Bracket::Round => ')',
            Bracket::Curly => '}',
            Bracket::Square => ']',
            Bracket::Angle => '>',
        }
    }
}

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TokenKind {
    /// Blanks, tabs and line ends.
    Space,
    /// `// …` up to, not including, the end of the line.
    Comment,
    Open(Bracket),
    Close(Bracket),
    /// Names, numbers, operators, and pieces of such that are glued to a marker.
    Word,
    /// A quoted string with its quotes. `closed` is false when the text ended, or code began, before the second quote.
    Text {
        closed: bool,
    },
    /// `:` after a label.
    Colon,
    /// `#1` to `#9`.
    Param,
    /// Characters that mean nothing outside a string.
    Odd,
}

/// A token: what it is and which bytes it covers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Token {
    pub kind: TokenKind,
    pub start: u32,
    pub end: u32,
}

impl Token {
    /// Is this token nothing but layout?
    pub fn is_trivia(self) -> bool {
        matches!(self.kind, TokenKind::Space | TokenKind::Comment)
    }
}

fn is_word_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric()
        || matches!(
            b,
            b'_' | b'-' | b'.' | b'+' | b'*' | b'/' | b'%' | b'=' | b'!' | b'^' | b'~' | b'&' | b'|' | b'#'
        )
}

fn is_name_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.')
}

/// Does a marker, `<Tag>` or `<Tag:argument>`, begin at `at`?
fn marker_at(bytes: &[u8], at: usize) -> bool {
    let mut i = at + 1;
    let mut colons = 0;
    let first = i;
    while let Some(&b) = bytes.get(i) {
        if is_name_byte(b) {
            i += 1;
        } else if b == b':' && colons == 0 && i > first {
            colons = 1;
            i += 1;
        } else {
            return b == b'>' && i > first;
        }
    }
    false
}

/// Where the string that begins at `at` (a quote) ends: the offset after its closing quote, or `None`.
fn string_end(bytes: &[u8], at: usize) -> Option<usize> {
    let mut i = at + 1;
    while let Some(&b) = bytes.get(i) {
        match b {
            b'\\' if bytes.get(i + 1) == Some(&b'"') => i += 2,
            b'"' => return Some(i + 1),
            _ => i += 1,
        }
    }
    None
}

/// Cuts a text into tokens. Never fails.
///
/// ```
/// use ludarium_syntax::lex::{TokenKind, lex};
/// let text = "(game \"Nim\" // small\n)";
/// let tokens = lex(text);
/// let back: String = tokens.iter().map(|t| &text[t.start as usize..t.end as usize]).collect();
/// assert_eq!(back, text);
/// assert_eq!(tokens[1].kind, TokenKind::Word);
/// ```
pub fn lex(text: &str) -> Vec<Token> {
    lex_mending(text, false)
}

/// The same for a text whose brackets do not pair up: an `(option` at the margin reaches to the next form at the
/// margin, because counting brackets would not find its end.
pub(crate) fn lex_by_margin(text: &str) -> Vec<Token> {
    lex_mending(text, true)
}

fn lex_mending(text: &str, by_margin: bool) -> Vec<Token> {
    let (tokens, broken) = lex_with(text, None, by_margin);
    let odd = |tokens: &[Token]| tokens.iter().filter(|t| t.kind == TokenKind::Odd).count();
    let strange = odd(&tokens);
    if broken || strange > 0 {
        // Perhaps the quotes do not pair up. Strings may span lines, so every later string would be inside out; look
        // for the first one that swallows what looks like code, end it on its own line, and go on from there.
        if let Some(culprit) = swallowed_code(text, &tokens) {
            let (mended, still_broken) = lex_with(text, Some(culprit), by_margin);
            if (broken && !still_broken) || odd(&mended) < strange {
                return mended;
            }
        }
    }
    tokens
}

/// The start of the first string that runs over a line beginning like a clause, `(word` or `("`.
fn swallowed_code(text: &str, tokens: &[Token]) -> Option<u32> {
    tokens.iter().find_map(|t| {
        let TokenKind::Text { .. } = t.kind else { return None };
        let inner = &text[t.start as usize + 1..t.end as usize];
        let mut lines = inner.split('\n');
        lines.next();
        lines.any(looks_like_code).then_some(t.start)
    })
}

fn looks_like_code(line: &str) -> bool {
    let line = line.trim_start();
    match line.strip_prefix('(') {
        Some(rest) => rest.starts_with(|c: char| c.is_ascii_lowercase() || c == '"'),
        None => !line.trim().is_empty() && line.trim().chars().all(|c| matches!(c, ')' | '}' | '{' | '*')),
    }
}

/// `ended_early` names the start of a string to be ended at its line's last sensible place. Also tells whether the
/// last string was left open.
fn lex_with(text: &str, ended_early: Option<u32>, by_margin: bool) -> (Vec<Token>, bool) {
    let bytes = text.as_bytes();
    let mut tokens = Vec::with_capacity(bytes.len() / 4 + 4);
    let mut broken = false;
    let mut i = 0;
    // How deep in round brackets we are, and at which depth an `(option` was opened.
    let mut depth = 0usize;
    let mut option_depth: Option<usize> = None;
    // Whether the last `(` began its line.
    let mut at_margin = false;
    // The last token that is not layout was `(`; and whether layout stood after it.
    let mut after_open = false;
    let mut hole_depth = 0usize;
    while i < bytes.len() {
        let start = i;
        let b = bytes[i];
        let mut is_open = false;
        let kind = match b {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0c => {
                while i < bytes.len() && matches!(bytes[i], b' ' | b'\t' | b'\n' | b'\r' | 0x0c) {
                    i += 1;
                }
                TokenKind::Space
            }
            // The mark that some editors put at the beginning of a file.
            0xEF if start == 0 && text.starts_with('\u{FEFF}') => {
                i += '\u{FEFF}'.len_utf8();
                TokenKind::Space
            }
            b'/' if bytes.get(i + 1) == Some(&b'/') => {
                while i < bytes.len() && bytes[i] != b'\n' {
                    i += 1;
                }
                TokenKind::Comment
            }
            b'"' => match string_end(bytes, i) {
                Some(end) if ended_early != Some(start as u32) => {
                    i = end;
                    TokenKind::Text { closed: true }
                }
                other => {
                    broken |= other.is_none() && ended_early != Some(start as u32);
                    i = if ended_early == Some(start as u32) { early_end(text, i) } else { bytes.len() };
                    TokenKind::Text { closed: false }
                }
            },
            b'(' => {
                i += 1;
                depth += 1;
                is_open = true;
                let column_zero = start == 0 || bytes[start - 1] == b'\n';
                if by_margin && column_zero && is_top_level_form(&bytes[i..]) {
                    // A form at the margin starts afresh, whatever brackets were lost above it.
                    depth = 1;
                    option_depth = None;
                }
                at_margin = column_zero;
                TokenKind::Open(Bracket::Round)
            }
            b')' => {
                i += 1;
                if option_depth == Some(depth) {
                    option_depth = None;
                }
                depth = depth.saturating_sub(1);
                TokenKind::Close(Bracket::Round)
            }
            b'{' => {
                i += 1;
                TokenKind::Open(Bracket::Curly)
            }
            b'}' => {
                i += 1;
                TokenKind::Close(Bracket::Curly)
            }
            b'[' => {
                i += 1;
                hole_depth += 1;
                TokenKind::Open(Bracket::Square)
            }
            b']' => {
                i += 1;
                hole_depth = hole_depth.saturating_sub(1);
                TokenKind::Close(Bracket::Square)
            }
            b':' => {
                i += 1;
                TokenKind::Colon
            }
            b'#' if bytes.get(i + 1).is_some_and(|b| (b'1'..=b'9').contains(b)) => {
                i += 2;
                TokenKind::Param
            }
            b'<' | b'>' => {
                let in_option = option_depth.is_some();
                let marker = b == b'<' && marker_at(bytes, i);
                let next_is_operator = matches!(bytes.get(i + 1), Some(b' ' | b'\t' | b'\n' | b'\r' | b'='));
                let touching = start > 0 && bytes[start - 1] == b'(';
                let comparison = if in_option {
                    after_open && !marker && (touching || next_is_operator)
                } else {
                    !marker && !closes_marker(&tokens)
                };
                if comparison {
                    while i < bytes.len() && matches!(bytes[i], b'<' | b'>' | b'=' | b'!') {
                        i += 1;
                    }
                    TokenKind::Word
                } else {
                    i += 1;
                    if b == b'<' { TokenKind::Open(Bracket::Angle) } else { TokenKind::Close(Bracket::Angle) }
                }
            }
            b'?' if hole_depth > 0 => {
                i += 1;
                TokenKind::Word
            }
            _ if is_word_byte(b) => {
                i += 1;
                while i < bytes.len() && is_word_byte(bytes[i]) {
                    if bytes[i] == b'/' && bytes.get(i + 1) == Some(&b'/') {
                        break;
                    }
                    if bytes[i] == b'#' && bytes.get(i + 1).is_some_and(|b| (b'1'..=b'9').contains(b)) {
                        break;
                    }
                    i += 1;
                }
                if after_open && option_depth.is_none() && &bytes[start..i] == b"option" {
                    // Or a depth that no closing bracket reaches: only the next form ends the option.
                    option_depth = Some(if by_margin && at_margin { usize::MAX } else { depth });
                }
                TokenKind::Word
            }
            _ => {
                i = odd_end(text, i);
                TokenKind::Odd
            }
        };
        let token = Token { kind, start: start as u32, end: i as u32 };
        if !token.is_trivia() {
            after_open = is_open;
        }
        tokens.push(token);
    }
    (tokens, broken)
}

/// Where a stretch of characters that mean nothing ends. Whole characters, so that a token never cuts one in two.
fn odd_end(text: &str, start: usize) -> usize {
    let known = |c: char| {
        let layout = matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{c}');
        let bracket = matches!(c, '(' | ')' | '{' | '}' | '[' | ']' | '<' | '>' | ':' | '"');
        layout || bracket || u8::try_from(c).is_ok_and(is_word_byte)
    };
    let mut chars = text[start..].char_indices();
    chars.next();
    chars.find(|(_, c)| known(*c)).map_or(text.len(), |(at, _)| start + at)
}

/// Are the last tokens `<Tag` or `<Tag:argument`, so that a `>` now closes a marker?
fn closes_marker(tokens: &[Token]) -> bool {
    let mut back = tokens.iter().rev().take(6);
    loop {
        match back.next().map(|t| t.kind) {
            Some(TokenKind::Word | TokenKind::Colon | TokenKind::Param) => {}
            Some(TokenKind::Open(Bracket::Angle)) => return true,
            _ => return false,
        }
    }
}

/// Forms that begin at the margin in every well-kept description.
pub(crate) fn is_top_level_form(after_bracket: &[u8]) -> bool {
    [&b"define"[..], b"game", b"match", b"metadata", b"option", b"rulesets"].iter().any(|w| {
        after_bracket.starts_with(w)
            && !after_bracket.get(w.len()).is_some_and(|&b| is_word_byte(b) || b == b':')
    })
}

/// Where a string that lost its closing quote most likely ended: before the brackets that end its line, or, when
/// none do, before the first blank or bracket.
fn early_end(text: &str, quote: usize) -> usize {
    let line_end = text[quote..].find('\n').map_or(text.len(), |n| quote + n);
    let line = &text[quote + 1..line_end];
    let stop = line.find([' ', ')', '}', ']', '>', '(', '{', '\t', '\r']).unwrap_or(line.len());
    quote + 1 + stop
}
