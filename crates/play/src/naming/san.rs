//! Moves as chess players write them: `Nf3`, `exd5`, `O-O`, `e8=Q`, `P@b4`. It serves every game of that shape: one piece to a
//! site, sites named by letter and number, several kinds of pieces that each move in a way of their own. It knows no
//! game by name.

use super::site_name;
use ludarium_engine::action::{Act, Action};
use ludarium_engine::game::ComponentKind;
use ludarium_engine::{Ctx, Game, Move, SiteType};
use std::collections::BTreeSet;

/// Games with fewer kinds of pieces need no letters for them.
const FEWEST_KINDS: usize = 4;

/// The letter of each component: nothing for pawns, `None` for what has no letter.
pub(super) struct Letters(Vec<Option<String>>);

/// What stands before suffixes such as `_noCross`.
fn kind_name(label: &str) -> &str {
    let end = label.find('_').unwrap_or(label.len());
    label[..end].trim_end_matches(|c: char| c.is_ascii_digit())
}

fn is_pawn(kind: &str) -> bool {
    kind.eq_ignore_ascii_case("pawn")
}

/// A letter and a number: `e4`, `aa12`.
fn is_coordinate(name: &str) -> bool {
    let letters = name.chars().take_while(char::is_ascii_lowercase).count();
    letters > 0 && letters < name.len() && name[letters..].bytes().all(|b| b.is_ascii_digit())
}

impl Letters {
    /// Does a place alone mean a pawn that goes there?
    pub(super) fn have_pawns(&self) -> bool {
        self.0.iter().flatten().any(String::is_empty)
    }
    /// Nothing where the game is not of that shape.
    pub(super) fn of(game: &Game) -> Option<Letters> {
        let uses = &game.uses;
        if uses.stacking || uses.edges || uses.large_pieces || uses.cards || uses.deduction_puzzle {
            return None;
        }
        let kind = game.site_type;
        let sites = game.board_sites(kind);
        if !(0..sites).all(|s| is_coordinate(&site_name(game, kind, s as i32))) {
            return None;
        }
        let moves = |c: &&ludarium_engine::game::Component| {
            c.moves.is_some() && c.kind == ComponentKind::Piece && (1..=game.players).contains(&c.owner)
        };
        let mut kinds: Vec<&str> = Vec::new();
        for c in game.components.iter().filter(moves) {
            let name = kind_name(&c.label);
            if !name.is_empty() && !kinds.contains(&name) {
                kinds.push(name);
            }
        }
        if kinds.len() < FEWEST_KINDS {
            return None;
        }
        let given = assigned(&kinds);
        let letter = |c: &ludarium_engine::game::Component| {
            let at = kinds.iter().position(|k| *k == kind_name(&c.label))?;
            given[at].clone()
        };
        Some(Letters(game.components.iter().map(letter).collect()))
    }

    fn get(&self, what: usize) -> Option<&str> {
        self.0.get(what)?.as_deref()
    }
}

/// A letter for each kind: the usual ones first, then the first letter of the name that is still free.
fn assigned(kinds: &[&str]) -> Vec<Option<String>> {
    let usual = |kind: &str| match kind.to_ascii_lowercase().as_str() {
        "king" => Some("K"),
        "queen" => Some("Q"),
        "rook" => Some("R"),
        "bishop" => Some("B"),
        "knight" => Some("N"),
        _ => None,
    };
    let mut taken: BTreeSet<String> = kinds.iter().filter_map(|k| usual(k)).map(str::to_owned).collect();
    let mut one = |kind: &&str| {
        if is_pawn(kind) {
            return Some(String::new());
        }
        if let Some(letter) = usual(kind) {
            return Some(letter.to_owned());
        }
        let letters: Vec<char> = kind.chars().filter(|c| c.is_alphabetic()).collect();
        let single = letters.iter().map(|c| c.to_uppercase().to_string());
        let double =
            letters.iter().skip(1).map(|c| format!("{}{}", letters[0].to_uppercase(), c.to_lowercase()));
        // (P stands for pawns, in drops.)
        single.chain(double).find(|l| l != "P" && taken.insert(l.clone()))
    };
    kinds.iter().map(&mut one).collect()
}

/// A move taken apart as it is written.
pub(super) struct Written {
    letter: String,
    /// Empty for a piece from a hand.
    from: String,
    to: String,
    takes: bool,
    becomes: Option<String>,
    /// Castling: to the nearer rook, or to the farther one.
    castles: Option<Castling>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Castling {
    Short,
    Long,
}

impl Castling {
    fn text(self) -> &'static str {
        match self {
            Castling::Short => "O-O",
            Castling::Long => "O-O-O",
        }
    }
}

/// Takes a move apart; nothing where it is not a piece going from one place to another.
pub(super) fn written(ctx: &Ctx<'_>, letters: &Letters, m: &Move) -> Option<Written> {
    let game = ctx.game;
    let decision = m.decision()?;
    let (from_kind, from) = (decision.from_kind(), decision.from());
    let (to_kind, to) = (decision.to_kind(), decision.to());
    let becomes = |at: i32| {
        m.actions.iter().find_map(|a| match a.act {
            Act::Promote { to, what, .. } if to == at => letters.get(usize::try_from(what).ok()?),
            Act::Add { to, what, .. } if to == at && !a.decision => letters.get(usize::try_from(what).ok()?),
            _ => None,
        })
    };
    if to < 0 || game.container_of(to_kind, to) != 0 {
        return None;
    }
    match decision.act {
        Act::Promote { .. } => {
            let becomes = Some(becomes(to)?.to_owned());
            let to = site_name(game, to_kind, to);
            let letter = String::new();
            return Some(Written { letter, from: String::new(), to, takes: false, becomes, castles: None });
        }
        Act::Move { stack: false, .. } | Act::MoveCount { .. } => {}
        _ => return None,
    }
    let letter = letters.get(ctx.what(from_kind, from))?.to_owned();
    let dropped = game.container_of(from_kind, from) != 0;
    let owner = ctx.who(from_kind, from);
    let there = ctx.who(to_kind, to);
    let removed = |a: &Action| matches!(a.act, Act::Remove { to: gone, .. } if gone != from);
    let takes = ctx.what(to_kind, to) != 0 && there != owner || m.actions.iter().any(removed);
    Some(Written {
        letter,
        from: if dropped { String::new() } else { site_name(game, from_kind, from) },
        to: site_name(game, to_kind, to),
        takes,
        becomes: becomes(to).map(str::to_owned),
        castles: if dropped { None } else { castling(ctx, m, (from_kind, from), to) },
    })
}

/// A king that goes two steps or more along its row or column while another piece of its owner moves too.
fn castling(ctx: &Ctx<'_>, m: &Move, (kind, from): (SiteType, i32), to: i32) -> Option<Castling> {
    let game = ctx.game;
    let component = game.components.get(ctx.what(kind, from))?;
    if !kind_name(&component.label).eq_ignore_ascii_case("king") {
        return None;
    }
    let place = |site: i32| {
        let site = usize::try_from(site).ok().filter(|s| *s < game.board_sites(kind))?;
        Some((game.board.row(kind, site), game.board.column(kind, site)))
    };
    let (king, goes) = (place(from)?, place(to)?);
    // Along the line on which the king goes.
    let along = |p: (i32, i32)| {
        if king.0 == goes.0 {
            (p.0 == king.0).then_some(p.1 - king.1)
        } else {
            (p.1 == king.1 && king.1 == goes.1).then_some(p.0 - king.0)
        }
    };
    if along(goes)?.abs() < 2 {
        return None;
    }
    // Where the other piece goes may follow from the move.
    let mut after = ctx.clone();
    let made = after.perform(m, true);
    let other = made.actions.iter().find_map(|a| match a.act {
        Act::Move { from: f, from_kind, .. } if f != from && f >= 0 => {
            (ctx.who(from_kind, f) == component.owner).then_some(f)
        }
        _ => None,
    })?;
    let rook = along(place(other)?)?;
    // How far the board goes on behind the king.
    let behind = (0..game.board_sites(kind) as i32)
        .filter_map(|s| along(place(s)?))
        .filter(|d| d.signum() == -rook.signum())
        .map(i32::abs)
        .max()
        .unwrap_or(0);
    Some(if rook.abs() <= behind { Castling::Short } else { Castling::Long })
}

/// Where a coordinate divides into letter and number.
fn file_and_rank(name: &str) -> (&str, &str) {
    name.split_at(name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len()))
}

impl Written {
    /// Ways to say where the piece comes from, short ones first.
    fn origins(&self) -> [&str; 4] {
        let (file, rank) = file_and_rank(&self.from);
        ["", file, rank, &self.from]
    }

    /// Could somebody who writes `text`, without marks of capture, check and promotion, mean this move?
    fn fits(&self, text: &str, ignore_case: bool) -> bool {
        let same = |a: &str| if ignore_case { a.eq_ignore_ascii_case(text) } else { a == text };
        let promoted = self.becomes.as_deref().unwrap_or("");
        // What a piece becomes that has moved already may be said alone: `=Q`.
        if self.from.is_empty() && !promoted.is_empty() && same(promoted) {
            return true;
        }
        let ends: &[&str] = if promoted.is_empty() { &[""] } else { &["", promoted] };
        let letters: &[&str] = if self.letter.is_empty() { &["", "P"] } else { &[&self.letter] };
        letters.iter().any(|letter| {
            ends.iter().any(|end| {
                if self.from.is_empty() && self.becomes.is_none() {
                    return same(&format!("{letter}@{}", self.to));
                }
                self.origins().iter().any(|origin| same(&format!("{letter}{origin}{}{end}", self.to)))
            })
        })
    }

    /// How it is written when `origin` says enough about where the piece comes from.
    fn text(&self, origin: &str) -> String {
        if let Some(castling) = self.castles {
            return castling.text().to_owned();
        }
        let becomes = self.becomes.as_ref().map_or(String::new(), |b| format!("={b}"));
        if self.from.is_empty() {
            let letter = if self.letter.is_empty() { "P" } else { &self.letter };
            return if becomes.is_empty() {
                format!("{letter}@{}", self.to)
            } else {
                format!("{}{becomes}", self.to)
            };
        }
        let takes = if self.takes { "x" } else { "" };
        // A pawn that takes names its file.
        let file = file_and_rank(&self.from).0;
        let origin = if self.letter.is_empty() && self.takes && origin.is_empty() { file } else { origin };
        format!("{}{origin}{takes}{}{becomes}", self.letter, self.to)
    }
}

/// The moves as chess players write them, each with as much as tells it from the others.
pub(super) fn texts(ctx: &Ctx<'_>, letters: &Letters, moves: &[Move]) -> Vec<Option<String>> {
    let all: Vec<Option<Written>> = moves.iter().map(|m| written(ctx, letters, m)).collect();
    let same_goal = |a: &Written, b: &Written| {
        (&a.letter, &a.to, &a.becomes, a.from.is_empty()) == (&b.letter, &b.to, &b.becomes, b.from.is_empty())
    };
    let one = |w: &Written| {
        let rivals: Vec<&Written> =
            all.iter().flatten().filter(|o| same_goal(o, w) && o.from != w.from).collect();
        let enough = |k: usize| rivals.iter().all(|o| k == 0 || o.origins()[k] != w.origins()[k]);
        let k = if rivals.is_empty() { 0 } else { (1..3).find(|&k| enough(k)).unwrap_or(3) };
        w.text(w.origins()[k])
    };
    all.iter().map(|w| w.as_ref().map(one)).collect()
}

/// The legal moves that somebody may mean who writes like this.
pub(super) fn fitting(ctx: &Ctx<'_>, letters: &Letters, moves: &[Move], text: &str) -> Vec<usize> {
    // The number of the move, and what is said about it, mean nothing.
    let text = text.trim_end_matches(['+', '#', '!', '?', ' ']);
    let text = text.trim_end_matches("e.p.").trim();
    let all: Vec<Option<Written>> = moves.iter().map(|m| written(ctx, letters, m)).collect();
    let which = |test: &dyn Fn(&Written) -> bool| -> Vec<usize> {
        (0..all.len()).filter(|&i| all[i].as_ref().is_some_and(test)).collect()
    };
    let castles = text.replace('0', "O").to_ascii_uppercase();
    for castling in [Castling::Short, Castling::Long] {
        if castles == castling.text() {
            return which(&|w| w.castles == Some(castling));
        }
    }
    let bare = |text: &str| -> String {
        text.chars().filter(|c| !matches!(c, 'x' | ':' | '-' | '=' | '(' | ')' | ' ')).collect()
    };
    let fits = |text: &str| {
        let exact = which(&|w| w.fits(text, false));
        if exact.is_empty() { which(&|w| w.fits(text, true)) } else { exact }
    };
    let found = fits(&bare(text));
    if !found.is_empty() {
        return found;
    }
    // Where the rules ask afterwards what a piece becomes, the text says more than this move.
    let Some((text, becomes)) = text.rsplit_once('=') else { return found };
    let mut found = fits(&bare(text));
    found.retain(|&i| may_become(ctx, letters, &moves[i], becomes));
    found
}

/// Does the same player choose next what the piece becomes, and is this among it?
fn may_become(ctx: &Ctx<'_>, letters: &Letters, m: &Move, wanted: &str) -> bool {
    let mut after = ctx.clone();
    after.apply(m);
    after.pos.mover == ctx.pos.mover
        && after.legal_moves().iter().any(|next| match next.decision().map(|d| &d.act) {
            Some(Act::Promote { what, .. }) => {
                let letter = usize::try_from(*what).ok().and_then(|what| letters.get(what));
                letter.is_some_and(|l| l.eq_ignore_ascii_case(wanted))
            }
            _ => false,
        })
}
