//! A uniformly random move without a list of all: what sets can count is counted, the rest is listed, one number is
//! drawn, and only the move with that number is worked out.

use super::generate::mask;
use super::test::MASK_WORDS;
use super::*;
use crate::rng::Rng;

/// Moves that were counted and not listed.
#[derive(Debug, Clone, Copy)]
pub(super) enum Counted {
    /// Of the generator `pieces`, for a player: which component of the list, which of its leaves.
    Jumps {
        pieces: GenId,
        player: u16,
        piece: u16,
        flat: u16,
        count: u32,
    },
    /// Pieces put on empty sites, and which component.
    Places {
        leaf: u16,
        what: u16,
        count: u32,
    },
    /// Only ever proposed: pieces put where they catch others, ways from one slot, moves that are listed.
    Flanks {
        leaf: u16,
        count: u32,
    },
    Larges {
        leaf: u16,
        what: u16,
        count: u32,
    },
    /// Pieces put on those of a few sites where a condition holds.
    Spots {
        leaf: u16,
        what: u16,
        count: u32,
    },
    /// Pieces carried from somewhere to any empty site.
    Carries {
        leaf: u16,
        count: u32,
    },
    Ways {
        leaf: u16,
        slot: u32,
        aux: u16,
        count: u32,
    },
    Listed {
        count: u32,
    },
}

/// What came of drawing.
#[derive(Debug, Clone, Copy)]
pub(super) enum Drawn {
    Found(Mv),
    /// Nothing could be counted; all candidates are in the list.
    Listed,
    /// All must be listed, from the beginning.
    Unknown,
}

impl Counted {
    pub fn count(self) -> u32 {
        match self {
            Counted::Jumps { count, .. }
            | Counted::Places { count, .. }
            | Counted::Flanks { count, .. }
            | Counted::Larges { count, .. }
            | Counted::Spots { count, .. }
            | Counted::Carries { count, .. }
            | Counted::Ways { count, .. }
            | Counted::Listed { count } => count,
        }
    }
}

impl<'g> Runner<'g> {
    /// Draws one of the candidates for a move of the player to move. Those that had to be listed are in `list`.
    pub(super) fn draw(&mut self, rng: &mut Rng, list: &mut List) -> Drawn {
        list.clear();
        let id = self.phase_of(self.ctx.pos.mover.into());
        if let Some(mv) = self.draw_place(id, rng) {
            return Drawn::Found(mv);
        }
        if let Some(mv) = self.propose(id, rng, list) {
            return Drawn::Found(mv);
        }
        list.clear();
        let mut counted = std::mem::take(&mut self.counted);
        counted.clear();
        let known = self.count(id, list, &mut counted);
        let total: usize = list.len() + counted.iter().map(|c| c.count() as usize).sum::<usize>();
        let mut found = if known && counted.is_empty() { Drawn::Listed } else { Drawn::Unknown };
        if known && total > 0 && !counted.is_empty() {
            let mut k = rng.below(total);
            if k < list.len() {
                found = Drawn::Found(list.moves[k]);
            } else {
                k -= list.len();
                for &part in &counted {
                    let here = part.count() as usize;
                    if k < here {
                        found = self.nth(part, k as u32).map_or(Drawn::Unknown, Drawn::Found);
                        break;
                    }
                    k -= here;
                }
            }
        }
        self.counted = counted;
        found
    }

    /// Counts or lists the moves of a generator; false where that would not help.
    fn count(&mut self, id: GenId, list: &mut List, counted: &mut Vec<Counted>) -> bool {
        let plan = self.plan;
        match &plan.gens[id] {
            Gen::All(parts) => parts.iter().all(|&part| self.count(part, list, counted)),
            Gen::If { cond, then, otherwise, .. } => {
                if self.holds(cond) {
                    self.count(*then, list, counted)
                } else {
                    otherwise.is_none_or(|other| self.count(other, list, counted))
                }
            }
            Gen::Tall { tall, flat } => {
                let id = if self.ctx.pos.any_tall() { *tall } else { *flat };
                self.count(id, list, counted)
            }
            Gen::Pieces(pieces) => self.count_pieces(id, pieces, list, counted),
            Gen::Leaf(index) => {
                let leaf = &plan.leaves[usize::from(*index)];
                if let Some((what, count)) = self.free_places(leaf) {
                    counted.push(Counted::Places { leaf: *index, what, count });
                } else {
                    self.generate(id, Want::All, list);
                }
                true
            }
            Gen::First(parts) if plan.afters.is_empty() => {
                let before = (list.len(), counted.len());
                for &part in parts {
                    if !self.count(part, list, counted) {
                        return false;
                    }
                    let found = counted[before.1..].iter().any(|c| c.count() > 0);
                    if found || list.len() > before.0 {
                        break;
                    }
                }
                true
            }
            Gen::First(parts) => {
                let first = parts.iter().copied().find(|&part| self.any(part));
                first.is_none_or(|part| self.count(part, list, counted))
            }
            Gen::ForSites { .. } | Gen::After { .. } | Gen::Longest { .. } | Gen::Plain { .. } => false,
        }
    }

    fn count_pieces(
        &mut self,
        id: GenId,
        pieces: &'g Pieces,
        list: &mut List,
        counted: &mut Vec<Counted>,
    ) -> bool {
        let player = self.ctx.int(&pieces.player);
        let words = pieces.within.len();
        if player != i32::from(self.ctx.pos.mover)
            || pieces.container.is_some()
            || words > MASK_WORDS
            || self.ctx.pos.over
        {
            return false;
        }
        let tall = self.ctx.game.uses.stacking && self.ctx.pos.any_tall();
        let Some(all) = pieces.by_player.get(player as usize) else { return true };
        for (p, piece) in all.iter().enumerate() {
            if tall && !self.seen_from_above(pieces, piece) {
                return false;
            }
            let set = self.ctx.pos.slots_of_what(piece.what.into());
            if !piece.rest.is_empty()
                || set.iter().zip(&pieces.within).zip(&pieces.main).any(|((s, w), m)| s & w & !m != 0)
            {
                return false;
            }
            for (f, flat) in piece.flat.iter().enumerate() {
                let leaf = &self.plan.leaves[usize::from(flat.leaf)];
                let counts = matches!(leaf.form, Form::Jump(_) | Form::Hop { pairs: Some(_), .. });
                if counts && leaf.ask.is_none() {
                    let count = match words {
                        1 => self.jumps::<1>(pieces, piece.what.into(), flat, None).0,
                        2 => self.jumps::<2>(pieces, piece.what.into(), flat, None).0,
                        3..=4 => self.jumps::<4>(pieces, piece.what.into(), flat, None).0,
                        5..=8 => self.jumps::<8>(pieces, piece.what.into(), flat, None).0,
                        _ => self.jumps::<MASK_WORDS>(pieces, piece.what.into(), flat, None).0,
                    };
                    if count > 0 {
                        let (player, piece, flat) = (player as u16, p as u16, f as u16);
                        counted.push(Counted::Jumps { pieces: id, player, piece, flat, count });
                    }
                } else {
                    self.flat_moves(pieces, piece.what.into(), flat, Want::All, list);
                }
            }
        }
        true
    }

    /// How many jumps a leaf makes for all pieces of a component; with `wanted`, the one with that number.
    fn jumps<const W: usize>(
        &self,
        pieces: &Pieces,
        what: usize,
        flat: &Flat,
        wanted: Option<u32>,
    ) -> (u32, Option<Mv>) {
        let leaf = &self.plan.leaves[usize::from(flat.leaf)];
        if let Some(shifts) = &flat.shifts {
            return self.shifted::<W>(pieces, what, flat, shifts, wanted);
        }
        let table = match &leaf.form {
            Form::Jump(table) => table.of(what),
            Form::Hop { pairs: Some(pairs), hurdle, .. } => {
                return match pairs.of(what) {
                    Some(pairs) => self.hops::<W>(pieces, what, flat, pairs, hurdle, wanted),
                    None => (0, None),
                };
            }
            _ => None,
        };
        let Some(table) = table else { return (0, None) };
        let words = pieces.within.len().min(W);
        let (origins, to_set) = self.flat_sets::<W>(pieces, what, flat);
        let mut count = 0;
        for (word, &origins) in origins.iter().enumerate().take(words) {
            let mut bits = origins;
            while bits != 0 {
                let slot = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let from = (slot - leaf.first) as u16;
                for &(w, targets) in table.words_of(from.into()) {
                    let targets = targets & to_set[w as usize % W];
                    let here = targets.count_ones();
                    if let Some(k) = wanted
                        && k < count + here
                    {
                        let slot = w as usize * 64 + nth_bit(targets, k - count) as usize;
                        let to = (slot - leaf.first) as u16;
                        return (0, Some(Mv { from, to, leaf: flat.leaf, aux: 0 }));
                    }
                    count += here;
                }
            }
        }
        (count, None)
    }

    /// The same for steps and hops that are sorted by difference.
    fn shifted<const W: usize>(
        &self,
        pieces: &Pieces,
        what: usize,
        flat: &Flat,
        shifts: &super::shift::Shifts,
        wanted: Option<u32>,
    ) -> (u32, Option<Mv>) {
        let leaf = &self.plan.leaves[usize::from(flat.leaf)];
        let (origins, to_set) = self.flat_sets::<W>(pieces, what, flat);
        if origins == [0; W] {
            return (0, None);
        }
        let hurdles = self.hurdles::<W>(leaf, pieces.within.len());
        let mut count = 0;
        for (apart, found) in shifts.ways(&origins, hurdles.as_ref(), &to_set) {
            for (word, bits) in found.into_iter().enumerate() {
                let here = bits.count_ones();
                if let Some(k) = wanted
                    && k < count + here
                {
                    let slot = word * 64 + nth_bit(bits, k - count) as usize;
                    let from = (slot - leaf.first) as u16;
                    let aux = if hurdles.is_some() { apart.over(from) } else { 0 };
                    return (0, Some(Mv { from, to: apart.to(from), leaf: flat.leaf, aux }));
                }
                count += here;
            }
        }
        (count, None)
    }

    /// What a leaf hops over, as a set.
    #[inline]
    pub(super) fn hurdles<const W: usize>(&self, leaf: &Leaf, words: usize) -> Option<[u64; W]> {
        let Form::Hop { hurdle, .. } = &leaf.form else { return None };
        let mut set = [0u64; W];
        self.mask(hurdle, &mut set[..words.min(W)]);
        Some(set)
    }

    /// The same for hops over a neighbour.
    fn hops<const W: usize>(
        &self,
        pieces: &Pieces,
        what: usize,
        flat: &Flat,
        pairs: &Pairs,
        hurdle: &Test,
        wanted: Option<u32>,
    ) -> (u32, Option<Mv>) {
        let leaf = &self.plan.leaves[usize::from(flat.leaf)];
        let words = pieces.within.len().min(W);
        let (origins, to_set) = self.flat_sets::<W>(pieces, what, flat);
        let mut hurdles = [0u64; W];
        self.mask(hurdle, &mut hurdles[..words]);
        let bit = |set: &[u64; W], site: u16| {
            let slot = leaf.first + usize::from(site);
            (set[slot / 64 % W] >> (slot % 64) & 1) as u32
        };
        let mut count = 0;
        for (word, &origins) in origins.iter().enumerate().take(words) {
            let mut bits = origins;
            while bits != 0 {
                let slot = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let from = (slot - leaf.first) as u16;
                for &(over, to) in pairs.of(from.into()) {
                    count += bit(&hurdles, over) & bit(&to_set, to);
                    if let Some(k) = wanted
                        && count == k + 1
                    {
                        return (0, Some(Mv { from, to, leaf: flat.leaf, aux: over }));
                    }
                }
            }
        }
        (count, None)
    }

    fn nth(&self, part: Counted, k: u32) -> Option<Mv> {
        match part {
            Counted::Jumps { pieces, player, piece, flat, .. } => {
                let Gen::Pieces(pieces) = &self.plan.gens[pieces] else { return None };
                let piece = &pieces.by_player[usize::from(player)][usize::from(piece)];
                let (what, flat) = (usize::from(piece.what), &piece.flat[usize::from(flat)]);
                match pieces.within.len() {
                    1 => self.jumps::<1>(pieces, what, flat, Some(k)).1,
                    2 => self.jumps::<2>(pieces, what, flat, Some(k)).1,
                    3..=4 => self.jumps::<4>(pieces, what, flat, Some(k)).1,
                    5..=8 => self.jumps::<8>(pieces, what, flat, Some(k)).1,
                    _ => self.jumps::<MASK_WORDS>(pieces, what, flat, Some(k)).1,
                }
            }
            Counted::Flanks { .. }
            | Counted::Larges { .. }
            | Counted::Spots { .. }
            | Counted::Carries { .. }
            | Counted::Ways { .. }
            | Counted::Listed { .. } => None,
            Counted::Places { leaf, what, .. } => {
                let (first, last) = self.range_of(&self.plan.leaves[usize::from(leaf)]);
                let words = self.ctx.pos.empty_slots();
                let mut k = k;
                for (word, &bits) in words.iter().enumerate().take(last.div_ceil(64)).skip(first / 64) {
                    let bits = bits & mask(word, first, last);
                    let here = bits.count_ones();
                    if k < here {
                        let site = (word * 64 + nth_bit(bits, k) as usize - first) as u16;
                        return Some(Mv { from: site, to: site, leaf, aux: what });
                    }
                    k -= here;
                }
                None
            }
        }
    }

    fn range_of(&self, leaf: &Leaf) -> (usize, usize) {
        (leaf.first, leaf.first + self.ctx.game.board.len(leaf.kind))
    }

    /// Which component a leaf puts on which empty sites, where that is all it says.
    pub(super) fn placed_component(&self, leaf: &Leaf) -> Option<u16> {
        let Form::Place { piece, to: Where::Empty, .. } = &leaf.form else { return None };
        if !matches!(leaf.to, Test::True) {
            return None;
        }
        let what = match **piece {
            Int::Mover => i32::from(self.ctx.pos.mover),
            Int::Const(what) => what,
            _ => return None,
        };
        (what >= 0 && (what as usize) < self.ctx.game.components.len()).then_some(what as u16)
    }

    fn free_places(&self, leaf: &Leaf) -> Option<(u16, u32)> {
        let what = self.placed_component(leaf)?;
        let (first, last) = self.range_of(leaf);
        let words = self.ctx.pos.empty_slots();
        let range = first / 64..last.div_ceil(64);
        Some((what, range.map(|w| (words[w] & mask(w, first, last)).count_ones()).sum()))
    }

    /// Where all moves are pieces put on empty sites and many are free, drawing sites until one is free is quickest;
    /// each draw is uniform, so the one that is found is, too.
    fn draw_place(&self, id: GenId, rng: &mut Rng) -> Option<Mv> {
        let Gen::Leaf(index) = self.plan.gens[id] else { return None };
        let leaf = &self.plan.leaves[usize::from(index)];
        let what = self.placed_component(leaf)?;
        let (first, last) = self.range_of(leaf);
        let words = self.ctx.pos.empty_slots();
        for _ in 0..4 {
            let slot = first + rng.below(last - first);
            if words[slot / 64] >> (slot % 64) & 1 == 1 {
                let site = (slot - first) as u16;
                return Some(Mv { from: site, to: site, leaf: index, aux: what });
            }
        }
        None
    }
}

/// By a byte and a number: the place of the bit of that byte that has so many set bits below it.
const PLACES: [[u8; 256]; 8] = {
    let mut places = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut found) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                places[found][byte] = place as u8;
                found += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    places
};

/// The place of the bit that has `k` set bits below it.
#[inline]
pub(super) fn nth_bit(bits: u64, k: u32) -> u32 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = 0x8080_8080_8080_8080;
    // How many bits each byte has, and then all bytes up to it.
    let pairs = bits - (bits >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let sums = ((fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F).wrapping_mul(ONES);
    // Those that have no more than `k` lie below the byte that we look for.
    let below = ((u64::from(k) * ONES) | TOPS).wrapping_sub(sums) & TOPS;
    let place = below.count_ones() * 8;
    let rank = k - (sums << 8).checked_shr(place).map_or(0, |s| s as u32 & 0xFF);
    let byte = bits.checked_shr(place).map_or(0, |b| b & 0xFF);
    place + u32::from(PLACES[rank as usize % 8][byte as usize])
}

#[cfg(test)]
mod tests {
    use super::nth_bit;
    use crate::rng::mix;

    /// The law: bit `k` of those that are set is found by going from one to the next.
    #[test]
    fn the_nth_bit_is_found() {
        let sparse = |i: u64| mix(i) & mix(i ^ 77) & mix(i ^ 99);
        for bits in (0..500).flat_map(|i| [mix(i), sparse(i), !sparse(i)]).chain([1, 1 << 63, u64::MAX]) {
            let mut left = bits;
            for k in 0..bits.count_ones() {
                assert_eq!(nth_bit(bits, k), left.trailing_zeros(), "bit {k} of {bits:#x}");
                left &= left - 1;
            }
        }
    }
}
