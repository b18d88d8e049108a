//! Imagining what one cannot see. What is hidden from a player is replaced by a guess made from public knowledge
//! alone: what the game began with, and what the player sees now. The hidden contents are never read; of a stack only
//! its height is, which everybody at the table sees, and of pieces that are not seen at all only how many there are.

use ludarium_engine::action::Facet;
use ludarium_engine::position::{Piece, Slot};
use ludarium_play::{Ctx, Game, Rng};

/// All pieces that a game begins with, wherever they lie, in an order that does not depend on the deal.
pub fn equipment(game: &Game) -> Vec<Piece> {
    let start = game.begin(0);
    let mut all = Vec::new();
    for slot in 0..game.layout.nowhere {
        for level in 0..start.pos.height(slot) {
            let piece = start.pos.at_level(slot, level);
            let copies = if start.pos.stacking() { 1 } else { start.pos.count(slot).clamp(1, 64) };
            all.extend(std::iter::repeat_n(piece, copies as usize));
        }
    }
    all.sort_by_key(order);
    all
}

/// By seat: the slots that are covered for it when a game begins, whatever lies there. That is known to everybody, as the
/// rules are.
pub fn covered_at_first(game: &Game) -> Vec<Vec<bool>> {
    let start = game.begin(0);
    let covered = |seat: usize, slot: usize| start.is_hidden(Facet::All, seat as i32, slot, 0);
    (0..=game.players).map(|p| (0..game.layout.nowhere).map(|s| covered(p, s)).collect()).collect()
}

fn order(p: &Piece) -> (u16, u8, i32, i32, u8) {
    (p.what, p.who, p.state, p.value, p.rotation)
}

struct Place {
    slot: usize,
    level: usize,
    /// The owner, where that is seen.
    owner: Option<u8>,
    /// Nothing may lie there at all.
    maybe_empty: bool,
}

/// Replaces what the player at a seat does not see. `covered`: what was covered for this seat when the game began.
pub fn imagine(ctx: &mut Ctx<'_>, seat: usize, equipment: &[Piece], covered: &[bool], rng: &mut Rng) {
    let game = ctx.game;
    let stacking = ctx.pos.stacking();
    let mut unseen: Vec<Piece> = equipment.to_vec();
    let mut places = Vec::new();
    for slot in 0..game.layout.nowhere {
        let flags = ctx.pos.hidden.get(slot).map_or(0, |h| h.len());
        let levels = if stacking { ctx.pos.height(slot) } else { 1 };
        for level in 0..levels {
            let hidden = |facet| level < flags && ctx.is_hidden(facet, seat as i32, slot, level);
            if hidden(Facet::All) || hidden(Facet::What) {
                let owner =
                    (!hidden(Facet::All) && !hidden(Facet::Who)).then(|| ctx.pos.at_level(slot, level).who);
                places.push(Place { slot, level, owner, maybe_empty: hidden(Facet::All) && !stacking });
                continue;
            }
            let piece = ctx.pos.at_level(slot, level);
            if piece.what == 0 {
                continue;
            }
            let copies = if stacking { 1 } else { ctx.pos.count(slot).clamp(1, 64) };
            for _ in 0..copies {
                if let Some(at) = unseen.iter().position(|p| p.what == piece.what) {
                    unseen.remove(at);
                }
            }
            let max = game.components.get(usize::from(piece.what)).map(|c| (c.max_state, c.max_value));
            let (max_state, max_value) = max.unwrap_or((0, 0));
            let mut guess = piece;
            if hidden(Facet::State) {
                guess.state = rng.below(max_state.max(0) as usize + 1) as i32;
            }
            if hidden(Facet::Value) {
                guess.value = rng.below(max_value.max(0) as usize + 1) as i32;
            }
            if hidden(Facet::Rotation) {
                guess.rotation = 0;
            }
            if guess != piece {
                ctx.pos.set_level(slot, level, guess);
            }
        }
    }
    for i in (1..unseen.len()).rev() {
        unseen.swap(i, rng.below(i + 1));
    }
    // Places that hold something come first; then what is left goes anywhere.
    for place in places.iter().filter(|p| !p.maybe_empty) {
        let fits = |p: &Piece| place.owner.is_none_or(|o| o == p.who);
        let piece = match unseen.iter().rposition(fits) {
            Some(at) => unseen.remove(at),
            None => anything(game, place.owner, rng),
        };
        if stacking {
            ctx.pos.set_level(place.slot, place.level, piece);
        } else {
            ctx.pos.set_slot(place.slot, Slot { piece, count: 1 });
        }
    }
    let mut open: Vec<usize> = places.iter().filter(|p| p.maybe_empty).map(|p| p.slot).collect();
    if open.iter().any(|&s| !covered.get(s).copied().unwrap_or(false)) {
        return scatter(ctx, &open, unseen, rng);
    }
    for i in (1..open.len()).rev() {
        open.swap(i, rng.below(i + 1));
    }
    for slot in open {
        let content = match unseen.pop() {
            Some(piece) => Slot { piece, count: 1 },
            None => Slot::default(),
        };
        ctx.pos.set_slot(slot, content);
    }
}

/// Pieces of which nothing is seen may lie wherever nothing is seen to lie: where they are is the secret, not what lies
/// under a cover that everybody could point at.
fn scatter(ctx: &mut Ctx<'_>, hidden: &[usize], mut unseen: Vec<Piece>, rng: &mut Rng) {
    let game = ctx.game;
    let mut covers = Vec::new();
    for &slot in hidden {
        let cover = std::mem::take(&mut ctx.pos.hidden[slot]);
        if ctx.pos.at_level(slot, 0).what != 0 {
            covers.push(cover);
        }
        ctx.pos.set_slot(slot, Slot::default());
    }
    covers.sort();
    let sites = 0..game.board_sites(game.site_type) as i32;
    let bare = |&s: &usize| ctx.pos.at_level(s, 0).what == 0;
    let mut bare: Vec<usize> = sites.map(|s| ctx.slot(game.site_type, s)).filter(bare).collect();
    for cover in covers {
        if bare.is_empty() {
            return;
        }
        let slot = bare.swap_remove(rng.below(bare.len()));
        let piece = unseen.pop().unwrap_or_else(|| anything(game, None, rng));
        ctx.pos.set_slot(slot, Slot { piece, count: 1 });
        ctx.pos.hidden[slot] = cover;
    }
}

/// A piece that the description names, where the game did not begin with enough of them.
fn anything(game: &ludarium_engine::Game, owner: Option<u8>, rng: &mut Rng) -> Piece {
    let fitting: Vec<usize> = (1..game.components.len())
        .filter(|&c| owner.is_none_or(|o| game.components[c].owner == usize::from(o)))
        .collect();
    match fitting.get(rng.below(fitting.len())) {
        Some(&c) => Piece {
            what: c as u16,
            who: owner.unwrap_or(u8::try_from(game.components[c].owner).unwrap_or(0)),
            ..Piece::default()
        },
        None => Piece::default(),
    }
}
