//! Which legal move somebody means by a text: the one place where moves are looked up by what people type.

use super::label::move_labels;
use super::san::{self, Letters};
use super::{former_names, short_name, site_name};
use ludarium_engine::types::Mode;
use ludarium_engine::{Ctx, Move};

/// A text that does not say which legal move is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotFound {
    /// No legal move fits.
    NoSuchMove,
    /// Several do: their numbers.
    Several(Vec<usize>),
}

/// The number of the legal move that a text means. It understands, in this order: names and labels; names without what
/// tells twins apart, with or without dashes (`e2e4`); the way chess players write, where the game has that shape; the
/// place alone where a piece comes from a hand (`a7`, `P@a7`), or where a single move goes there and no pawn could be meant; and what joint moves were called in games of earlier versions.
///
/// `names` are the names of `moves` ([`super::move_names`]), and `ctx` is the position in which they are legal.
pub fn find_move(ctx: &Ctx<'_>, moves: &[Move], names: &[String], text: &str) -> Result<usize, NotFound> {
    let text = without_number(text.trim());
    // (Longer texts mean nothing, and comparing them costs.)
    if text.is_empty() || text.len() > 400 {
        return Err(NotFound::NoSuchMove);
    }
    let wanted = text.split_whitespace().collect::<Vec<_>>().join("-").to_lowercase();
    if let Some(i) = names.iter().position(|n| n.to_lowercase() == wanted) {
        return Ok(i);
    }
    let labels = move_labels(ctx, moves);
    if let Some(i) = labels.iter().position(|l| l.text == text) {
        return Ok(i);
    }
    let shorts: Vec<String> = moves.iter().map(|m| short_name(ctx.game, m).to_lowercase()).collect();
    let which =
        |test: &dyn Fn(usize) -> bool| -> Vec<usize> { (0..moves.len()).filter(|&i| test(i)).collect() };
    let bare = |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).collect() };
    let wanted_bare = bare(&wanted);
    let steps: [&dyn Fn() -> Vec<usize>; 7] = [
        &|| which(&|i| shorts[i] == wanted),
        &|| which(&|i| !wanted_bare.is_empty() && bare(&shorts[i]) == wanted_bare),
        &|| match Letters::of(ctx.game) {
            Some(letters) => san::fitting(ctx, &letters, moves, text),
            None => Vec::new(),
        },
        &|| which(&|i| labels[i].text.eq_ignore_ascii_case(text)),
        &|| dropped(ctx, moves, text),
        // (Where there are pawns, a place alone means that a pawn goes there, and none can.)
        &|| match Letters::of(ctx.game) {
            Some(letters) if letters.have_pawns() => Vec::new(),
            Some(_) | None => {
                let goes_there = |m: &Move| site_name(ctx.game, m.to_kind, m.to) == wanted;
                which(&|i| moves[i].to >= 0 && goes_there(&moves[i]))
            }
        },
        &|| match ctx.game.mode {
            Mode::Simultaneous => {
                let former = former_names(ctx.game, moves);
                which(&|i| former[i].to_lowercase() == wanted)
            }
            Mode::Alternating | Mode::Simulation => Vec::new(),
        },
    ];
    for step in steps {
        match step()[..] {
            [] => {}
            [only] => return Ok(only),
            ref several => return Err(NotFound::Several(several.to_vec())),
        }
    }
    Err(NotFound::NoSuchMove)
}

/// `12. Nf3` as `Nf3`.
fn without_number(text: &str) -> &str {
    match text.split_once('.') {
        Some((number, rest)) if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) => {
            rest.trim_start_matches('.').trim_start()
        }
        _ => text,
    }
}

/// Moves that bring a piece from a hand to the place of this name; before an `@` stands which piece, or how it begins.
fn dropped(ctx: &Ctx<'_>, moves: &[Move], text: &str) -> Vec<usize> {
    let (piece, place) = text.split_once(['@', '*']).unwrap_or(("", text));
    let (piece, place) = (piece.trim().to_lowercase(), place.trim().to_lowercase());
    let game = ctx.game;
    (0..moves.len())
        .filter(|&i| {
            let Some(decision) = moves[i].decision() else { return false };
            let (kind, from) = (decision.from_kind(), decision.from());
            let (to_kind, to) = (decision.to_kind(), decision.to());
            if from < 0 || to < 0 || game.container_of(kind, from) == 0 {
                return false;
            }
            let label = game.components.get(ctx.what(kind, from)).map_or("", |c| c.label.as_str());
            label.to_lowercase().starts_with(&piece) && site_name(game, to_kind, to) == place
        })
        .collect()
}
