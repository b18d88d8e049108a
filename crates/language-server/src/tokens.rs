//! Colours by meaning: what each word of a text is. Read off brackets, quotes and the names that are declared.

use crate::Document;
use crate::names::{NameKind, names};
use lsp_types::{SemanticToken, SemanticTokenType};
use ludarium_syntax::lex::{Bracket, TokenKind};
use rustc_hash::FxHashMap;

/// The kinds in the order in which tokens number them.
pub const LEGEND: [SemanticTokenType; 9] = [
    SemanticTokenType::FUNCTION,
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::STRING,
    SemanticTokenType::NUMBER,
    SemanticTokenType::COMMENT,
    SemanticTokenType::MACRO,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::DECORATOR,
];
const FUNCTION: u32 = 0;
const WORD: u32 = 1;
const PARAMETER: u32 = 2;
const STRING: u32 = 3;
const NUMBER: u32 = 4;
const COMMENT: u32 = 5;
const MACRO: u32 = 6;
const NAME: u32 = 7;
const MARKER: u32 = 8;

pub fn semantic_tokens(document: &Document) -> Vec<SemanticToken> {
    let names = names(document);
    let mut named: FxHashMap<u32, NameKind> = FxHashMap::default();
    for ((kind, _), mentions) in &names.all {
        named.extend(mentions.iter().map(|m| (m.start - 1, *kind)));
    }
    let tokens = &document.parsed.tokens;
    let mut found = Vec::new();
    let (mut line, mut character) = (0, 0);
    let mut after = None;
    for (i, token) in tokens.iter().enumerate() {
        let slice = document.text.get(token.start as usize..token.end as usize).unwrap_or("");
        let next = tokens.get(i + 1).map(|t| t.kind);
        let kind = match token.kind {
            TokenKind::Space => None,
            TokenKind::Comment => Some(COMMENT),
            TokenKind::Open(Bracket::Angle) | TokenKind::Close(Bracket::Angle) => Some(MARKER),
            TokenKind::Open(_) | TokenKind::Close(_) | TokenKind::Colon | TokenKind::Odd => None,
            TokenKind::Param => Some(PARAMETER),
            TokenKind::Word if after == Some(TokenKind::Open(Bracket::Angle)) => Some(MARKER),
            TokenKind::Word if after == Some(TokenKind::Open(Bracket::Round)) => Some(FUNCTION),
            TokenKind::Word if next == Some(TokenKind::Colon) => Some(PARAMETER),
            TokenKind::Word if slice.starts_with(|c: char| c.is_ascii_digit() || c == '-') => Some(NUMBER),
            TokenKind::Word => Some(WORD),
            TokenKind::Text { .. } => Some(match named.get(&token.start) {
                Some(NameKind::Define) => MACRO,
                Some(
                    NameKind::Piece
                    | NameKind::Region
                    | NameKind::Track
                    | NameKind::Phase
                    | NameKind::Variable,
                ) => NAME,
                None => STRING,
            }),
        };
        if !token.is_trivia() {
            after = Some(token.kind);
        }
        let Some(token_type) = kind else { continue };
        // A token of the protocol stays in its line.
        let mut start = token.start;
        for part in slice.split_inclusive('\n') {
            let text = part.trim_end_matches(['\n', '\r']);
            let at = document.lines.position(&document.text, start);
            let length = text.encode_utf16().count() as u32;
            start += part.len() as u32;
            if length == 0 {
                continue;
            }
            let delta_line = at.line - line;
            let delta_start = if delta_line == 0 { at.character - character } else { at.character };
            found.push(SemanticToken {
                delta_line,
                delta_start,
                length,
                token_type,
                token_modifiers_bitset: 0,
            });
            (line, character) = (at.line, at.character);
        }
    }
    found
}
