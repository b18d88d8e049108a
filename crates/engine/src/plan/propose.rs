//! A uniformly random move by proposals: every way that a piece could go on an empty board is as likely as any other,
//! and one that the position does not allow is dropped and drawn anew. What is kept is uniform among the moves that
//! there are, and most of the board is never looked at.

use super::sample::{Counted, nth_bit};
use super::test::MASK_WORDS;
use super::*;
use crate::rng::Rng;

/// After so many proposals in vain the moves are counted.
const MOST_PROPOSALS: usize = 14;

impl<'p, 'g> Runner<'p, 'g> {
    /// Proposes moves of a generator until one is found; `None` where it knows of no proposals, or none was allowed.
    pub(super) fn propose(&mut self, id: GenId, rng: &mut Rng) -> Option<Mv> {
        let mut sources = std::mem::take(&mut self.counted);
        sources.clear();
        let mut found = None;
        if self.sources(id, &mut sources) {
            let total: usize = sources.iter().map(|s| s.count() as usize).sum();
            if total > 0 {
                for _ in 0..MOST_PROPOSALS {
                    let mut k = rng.below(total) as u32;
                    let mut at = 0;
                    while k >= sources[at].count() {
                        k -= sources[at].count();
                        at += 1;
                    }
                    found = self.proposal(sources[at], k);
                    if found.is_some() {
                        break;
                    }
                }
            }
        }
        self.counted = sources;
        found
    }

    /// Adds what a generator could do on an empty board; false where that is not known.
    fn sources(&mut self, id: GenId, out: &mut Vec<Counted>) -> bool {
        let plan = self.plan;
        match &plan.gens[id] {
            Gen::All(parts) => parts.iter().all(|&part| self.sources(part, out)),
            Gen::If { cond, then, otherwise, .. } => {
                if self.holds(cond) {
                    self.sources(*then, out)
                } else {
                    otherwise.is_none_or(|other| self.sources(other, out))
                }
            }
            Gen::Leaf(index) => {
                let leaf = &plan.leaves[usize::from(*index)];
                let Some(what) = self.placed_component(leaf) else { return false };
                let count = plan.game.board.len(leaf.kind) as u32;
                out.push(Counted::Places { leaf: *index, what, count });
                true
            }
            Gen::First(parts) => {
                for &part in parts {
                    if self.any(part) {
                        return self.sources(part, out);
                    }
                }
                true
            }
            Gen::ForSites { region: Sites::Passing { test: Test::Empty, .. }, moves } => {
                let Gen::Leaf(leaf) = plan.gens[*moves] else { return false };
                let Form::Outflank { .. } = plan.leaves[usize::from(leaf)].form else { return false };
                let count = plan.game.board.len(plan.leaves[usize::from(leaf)].kind) as u32;
                out.push(Counted::Flanks { leaf, count });
                true
            }
            Gen::Pieces(pieces) if pieces.proposes => self.pieces_that_move(id, pieces, out),
            Gen::Pieces(_)
            | Gen::Tall { .. }
            | Gen::ForSites { .. }
            | Gen::After { .. }
            | Gen::Longest { .. }
            | Gen::Plain { .. } => false,
        }
    }

    fn pieces_that_move(&mut self, id: GenId, pieces: &'p Pieces<'g>, out: &mut Vec<Counted>) -> bool {
        let player = self.ctx.int(pieces.player);
        if player != i32::from(self.ctx.pos.mover)
            || self.ctx.pos.over
            || pieces.within.len() > MASK_WORDS
            || (self.plan.game.uses.stacking && self.ctx.pos.any_tall())
        {
            return false;
        }
        let Some(all) = pieces.by_player.get(player as usize) else { return true };
        for (p, piece) in all.iter().enumerate() {
            let set = self.ctx.pos.slots_of_what(piece.what.into());
            let (mut count, mut elsewhere) = (0, 0);
            for ((s, w), m) in set.iter().zip(&pieces.within).zip(&pieces.main) {
                count += (s & m).count_ones();
                elsewhere |= s & w & !m;
            }
            if elsewhere != 0 {
                return false;
            }
            if count == 0 {
                continue;
            }
            for (f, flat) in piece.flat.iter().enumerate() {
                let (player, piece, flat_index) = (player as u16, p as u16, f as u16);
                let count = count * flat.width;
                out.push(Counted::Jumps { pieces: id, player, piece, flat: flat_index, count });
            }
        }
        true
    }

    /// The way with a number, if the position allows it.
    fn proposal(&mut self, source: Counted, k: u32) -> Option<Mv> {
        let plan = self.plan;
        let (pieces, piece, flat) = match source {
            Counted::Places { leaf, what, .. } => {
                let site = k as u16;
                let slot = plan.leaves[usize::from(leaf)].first + k as usize;
                return self.ctx.pos.is_empty(slot).then_some(Mv { from: site, to: site, leaf, aux: what });
            }
            Counted::Flanks { leaf, .. } => {
                let rule = &plan.leaves[usize::from(leaf)];
                let Form::Outflank { flank, .. } = &rule.form else { return None };
                let site = k as u16;
                let found = self.ctx.pos.is_empty(rule.first + k as usize) && self.catches(flank, k as i32);
                return found.then_some(Mv { from: site, to: site, leaf, aux: 0 });
            }
            Counted::Jumps { pieces, player, piece, flat, .. } => {
                let Gen::Pieces(pieces) = &plan.gens[pieces] else { return None };
                let piece = &pieces.by_player[usize::from(player)][usize::from(piece)];
                (pieces, piece, &piece.flat[usize::from(flat)])
            }
        };
        let leaf = &plan.leaves[usize::from(flat.leaf)];
        let (mut nth, way) = (k / flat.width, (k % flat.width) as usize);
        let set = self.ctx.pos.slots_of_what(piece.what.into());
        let mut slot = None;
        for (word, (s, m)) in set.iter().zip(&pieces.main).enumerate() {
            let bits = s & m;
            let here = bits.count_ones();
            if nth < here {
                slot = Some(word * 64 + nth_bit(bits, nth) as usize);
                break;
            }
            nth -= here;
        }
        let slot = slot?;
        let what = usize::from(piece.what);
        let origin = slot - leaf.first;
        let from = origin as u16;
        let mv = |to: u16| Some(Mv { from, to, leaf: flat.leaf, aux: 0 });
        let slot_of = |site: u16| leaf.first + usize::from(site);
        // What is cheap to ask comes first: is there such a way, and does it lead anywhere?
        let found = match &leaf.form {
            Form::Jump(table) => {
                let to = *table.of(what)?.of(origin).get(way)?;
                if !self.passes(&leaf.to, slot_of(to), to.into()) {
                    return None;
                }
                mv(to)
            }
            Form::Slide { rays, min, max, pass } => {
                let ray = rays.of(what)?.up_to(origin, way)?;
                let distance = ray.len() as i32;
                if distance < *min || distance > *max {
                    return None;
                }
                for (i, &site) in ray.iter().enumerate() {
                    let last = i + 1 == ray.len();
                    if *min <= i as i32 + 1 && self.passes(&leaf.to, slot_of(site), site.into()) {
                        if last {
                            break;
                        }
                        return None;
                    }
                    if !self.passes(pass, slot_of(site), site.into()) {
                        return None;
                    }
                }
                mv(*ray.last()?)
            }
            Form::Hop { .. }
            | Form::Carry { .. }
            | Form::Place { .. }
            | Form::Remove
            | Form::Select
            | Form::Pass
            | Form::Outflank { .. }
            | Form::Round { .. }
            | Form::Shoot { .. }
            | Form::Large { .. } => None,
        };
        for &(id, yes) in &flat.guards {
            let Gen::If { at_from: Some(test), .. } = &plan.gens[id] else { continue };
            if self.passes(test, slot, origin as i32) != yes {
                return None;
            }
        }
        match &leaf.from_cond {
            Some(test) if !self.passes(test, slot, origin as i32) => None,
            _ => found,
        }
    }
}

/// How many ways there are at most from one site, on an empty board; 0 where they cannot be numbered.
pub(super) fn width(form: &Form<'_>, what: usize) -> u32 {
    let most = match form {
        Form::Jump(table) => table.of(what).map_or(0, Targets::widest),
        Form::Slide { rays, .. } => rays.of(what).map_or(0, Rays::widest),
        // Hops are rare among the ways that there are: they are better counted.
        Form::Hop { .. }
        | Form::Carry { .. }
        | Form::Place { .. }
        | Form::Remove
        | Form::Select
        | Form::Pass
        | Form::Outflank { .. }
        | Form::Round { .. }
        | Form::Shoot { .. }
        | Form::Large { .. } => 0,
    };
    most as u32
}
