//! Which bracket belongs to which, and, when one is lost, where it most likely stood. Knows lines and columns;
//! refuses to know anything else.

use crate::diagnose::Problem;
use crate::lex::{Bracket, Token, TokenKind};
use crate::span::{FileId, Span};

/// No partner.
const NONE: u32 = u32::MAX;

/// For every bracket token the token it pairs with.
#[derive(Clone, Debug)]
pub struct Balance {
    partners: Vec<u32>,
    whole: bool,
}

impl Balance {
    /// Does every bracket have its partner?
    pub fn is_whole(&self) -> bool {
        self.whole
    }
    /// The token that pairs with token `i`.
    pub fn partner(&self, i: usize) -> Option<usize> {
        self.partners.get(i).copied().filter(|&p| p != NONE).map(|p| p as usize)
    }
}

/// Pairs brackets up. A closer takes the nearest opener of its kind; openers passed over on the way stay alone.
/// A closer that would have to pass over a bracket of a stronger kind than itself (curly before round, round
/// before angle) when no such opener is near stays alone too.
pub fn match_up(tokens: &[Token]) -> Balance {
    let mut partners = vec![NONE; tokens.len()];
    let mut open: Vec<(Bracket, u32)> = Vec::new();
    // How many brackets of each kind are open, so that a stray closer is known without a search.
    let mut count = [0usize; 4];
    let mut whole = true;
    for (i, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Open(b) => {
                open.push((b, i as u32));
                count[b as usize] += 1;
            }
            TokenKind::Close(b) => {
                if count[b as usize] == 0 {
                    // A stray `>` is reported as a warning of its own.
                    whole &= b == Bracket::Angle;
                    continue;
                }
                while let Some((kind, at)) = open.pop() {
                    count[kind as usize] -= 1;
                    if kind == b {
                        partners[i] = at;
                        partners[at as usize] = i as u32;
                        break;
                    }
                    whole = false;
                }
            }
            TokenKind::Space
            | TokenKind::Comment
            | TokenKind::Word
            | TokenKind::Text { .. }
            | TokenKind::Colon
            | TokenKind::Param
            | TokenKind::Odd => {}
        }
    }
    whole &= open.is_empty();
    Balance { partners, whole }
}

/// Says where brackets were lost.
pub fn explain(file: FileId, _text: &str, tokens: &[Token], balance: &Balance) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        let span = Span::new(file, token.start, token.end);
        match token.kind {
            TokenKind::Open(b) if balance.partner(i).is_none() => problems.push(
                Problem::error("E0103", span, format!("this `{}` is never closed", b.open()))
                    .wanted(format!("a closing `{}`", b.close())),
            ),
            TokenKind::Close(b) if balance.partner(i).is_none() && b != Bracket::Angle => {
                problems.push(Problem::error("E0104", span, format!("this `{}` closes nothing", b.close())))
            }
            _ => {}
        }
    }
    problems
}
