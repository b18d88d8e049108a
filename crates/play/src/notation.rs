//! Positions as text, in the form in which the reference's traces write them, and their digest. Reading them
//! back is exact for everything that the text holds.

use ludarium_engine::position::{Piece, Slot};
use ludarium_engine::{Ctx, Game, SiteType};
use std::fmt::Write;

/// What lies where: `c12=1.1 c13=2.2#3 `, each site followed by a blank.
pub fn content(ctx: &Ctx<'_>) -> String {
    let game = ctx.game;
    let mut out = String::new();
    for (i, c) in game.containers.iter().enumerate() {
        if i == 0 {
            let kinds = [
                (SiteType::Cell, game.uses.cells),
                (SiteType::Edge, game.uses.edges),
                (SiteType::Vertex, game.uses.vertices),
            ];
            for (kind, used) in kinds {
                if used {
                    for site in 0..game.board_sites(kind) as i32 {
                        write_site(ctx, kind, site, &mut out);
                    }
                }
            }
        } else {
            for site in c.first..c.first + c.len {
                write_site(ctx, SiteType::Cell, site, &mut out);
            }
        }
    }
    out
}

fn letter(kind: SiteType) -> char {
    match kind {
        SiteType::Cell => 'c',
        SiteType::Edge => 'e',
        SiteType::Vertex => 'v',
    }
}

fn write_site(ctx: &Ctx<'_>, kind: SiteType, site: i32, out: &mut String) {
    let slot = ctx.slot(kind, site);
    let pos = &ctx.pos;
    // Where a game keeps no counts, a site that a large piece covers counts as empty.
    let count =
        if pos.stacking() || ctx.game.uses.count { pos.count(slot) } else { i32::from(pos.what(slot) != 0) };
    let one = |p: &Piece, out: &mut String| {
        let _ = write!(out, "{}.{}", p.what, ctx.shown_owner(p));
        if count != 1 {
            let _ = write!(out, "#{count}");
        }
        for (mark, n) in [('s', p.state), ('r', p.rotation.into()), ('v', p.value)] {
            if n > 0 {
                let _ = write!(out, "{mark}{n}");
            }
        }
    };
    if pos.stacking() {
        if pos.height(slot) == 0 {
            return;
        }
        let _ = write!(out, "{}{site}=", letter(kind));
        for (l, p) in pos.levels(slot).iter().enumerate() {
            if l > 0 {
                out.push('|');
            }
            one(p, out);
        }
    } else {
        let p = pos.top(slot);
        if p.what == 0 && p.state <= 0 && p.value <= 0 && count <= 0 {
            return;
        }
        let _ = write!(out, "{}{site}=", letter(kind));
        one(&p, out);
    }
    out.push(' ');
}

/// Whose turn it is, or the ranks; and the scores where the game keeps them.
pub fn status(ctx: &Ctx<'_>) -> String {
    let n = ctx.game.players;
    let mut out = String::new();
    if ctx.pos.over {
        let ranks: Vec<String> = ctx.pos.ranks[1..=n].iter().map(|r| format!("{r:?}")).collect();
        let _ = write!(out, "over ranks {}", ranks.join(","));
    } else {
        let _ = write!(out, "mover {}", ctx.pos.mover);
    }
    if ctx.game.uses.score {
        let scores: Vec<String> = ctx.pos.scores[1..=n].iter().map(ToString::to_string).collect();
        let _ = write!(out, " scores {}", scores.join(","));
    }
    out
}

/// `CONTENT; STATUS`.
pub fn position(ctx: &Ctx<'_>) -> String {
    let mut out = content(ctx);
    out.push_str("; ");
    out.push_str(&status(ctx));
    out
}

/// 32-bit FNV-1a.
pub fn fnv(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |h, b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193))
}

/// The digest of a position.
pub fn digest(ctx: &Ctx<'_>) -> u32 {
    fnv(&position(ctx))
}

/// Puts the contents that a text describes into a position, in place of what lies there.
pub fn read_content(game: &Game, ctx: &mut Ctx<'_>, text: &str) -> Result<(), String> {
    // What is hidden from whom is not part of the text and stays as it is.
    let hidden = ctx.pos.hidden.clone();
    for slot in 0..game.layout.nowhere {
        ctx.pos.clear(slot);
    }
    for word in text.split_whitespace() {
        let bad = || format!("cannot read `{word}`");
        let (place, pieces) = word.split_once('=').ok_or_else(bad)?;
        let kind = match place.as_bytes().first() {
            Some(b'c') => SiteType::Cell,
            Some(b'e') => SiteType::Edge,
            Some(b'v') => SiteType::Vertex,
            _ => return Err(bad()),
        };
        let site: i32 = place[1..].parse().map_err(|_| bad())?;
        let slot = game.layout.slot(kind, site);
        for text in pieces.split('|') {
            let (piece, count) = read_piece(text).ok_or_else(bad)?;
            if ctx.pos.stacking() {
                ctx.pos.push(slot, piece);
            } else {
                ctx.pos.set_slot(slot, Slot { piece, count });
            }
        }
    }
    ctx.pos.hidden = hidden;
    Ok(())
}

fn read_piece(text: &str) -> Option<(Piece, i32)> {
    let end = |s: &str| s.find(|c: char| !(c.is_ascii_digit() || c == '-')).unwrap_or(s.len());
    let number = |s: &mut &str| -> Option<i32> {
        let (n, rest) = s.split_at(end(s));
        *s = rest;
        n.parse().ok()
    };
    let mut rest = text;
    let what = number(&mut rest)?;
    rest = rest.strip_prefix('.')?;
    let who = number(&mut rest)?;
    let mut piece = Piece { what: what as u16, who: who as u8, ..Piece::default() };
    let mut count = 1;
    while let Some(mark) = rest.chars().next() {
        rest = &rest[mark.len_utf8()..];
        let n = number(&mut rest)?;
        match mark {
            '#' => count = n,
            's' => piece.state = n,
            'r' => piece.rotation = n as u8,
            'v' => piece.value = n,
            _ => return None,
        }
    }
    Some((piece, count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fnv_is_the_usual_one() {
        assert_eq!(fnv(""), 0x811c_9dc5);
        assert_eq!(fnv("a"), 0xe40c_292c);
    }

    #[test]
    fn pieces_read_back() {
        let (p, n) = read_piece("3.1#2s4r1v7").unwrap();
        assert_eq!((p.what, p.who, n, p.state, p.rotation, p.value), (3, 1, 2, 4, 1, 7));
        assert!(read_piece("3").is_none());
    }
}
