//! A state as words, read and written by the machine around the program. The numbers that the layout names, the contents
//! of sites, and the sets that are kept beside them.

use crate::ir::{Array, Width};
use crate::layout::{Layout, Number, PerPlayer, PerSite, Plane};
use std::ops::Deref;

/// The words of a state, with what is needed to find things in them: [`View`] may write them, [`Look`] only reads.
pub struct Seen<'m, W> {
    pub layout: &'m Layout,
    pub words: W,
}

/// A state that may be changed.
pub type View<'m> = Seen<'m, &'m mut [u64]>;

/// A state that is only read.
pub type Look<'m> = Seen<'m, &'m [u64]>;

/// The latest sixteen movers with one more.
pub fn pushed(trail: [u64; 2], mover: u8) -> [u64; 2] {
    [trail[0] << 8 | u64::from(mover), trail[1] << 8 | trail[0] >> 56]
}

impl<W: Deref<Target = [u64]>> Seen<'_, W> {
    #[inline]
    fn halves(&self) -> &[i32] {
        bytemuck::cast_slice(&self.words)
    }
    #[inline]
    pub fn plane_word(&self, index: usize) -> u64 {
        self.words[self.layout.places.planes + index]
    }
    /// A number per site of the game, of those that it keeps.
    #[inline]
    pub fn half(&self, per_site: PerSite, site: usize) -> i32 {
        self.halves()[self.layout.places.per_site[per_site as usize] + site]
    }
    /// The same of several sites in a row.
    #[inline]
    pub fn halves_of(&self, per_site: PerSite, sites: std::ops::Range<usize>) -> &[i32] {
        let at = self.layout.places.per_site[per_site as usize];
        &self.halves()[at + sites.start..at + sites.end]
    }
    #[inline]
    pub fn number(&self, index: usize) -> i32 {
        self.halves()[self.layout.places.numbers + index]
    }
    #[inline]
    pub fn get(&self, n: Number) -> i32 {
        self.number(n as usize)
    }
    #[inline]
    pub fn of_player(&self, which: PerPlayer, player: usize) -> i32 {
        self.number(self.layout.per_player(which, player))
    }
    pub fn trail(&self) -> [u64; 2] {
        let at = self.layout.places.trail;
        [self.words[at], self.words[at + 1]]
    }

    /// A number as a site of the game.
    #[inline]
    pub fn site(&self, site: i32) -> Option<usize> {
        usize::try_from(site).ok().filter(|&s| self.layout.is_site(s))
    }
    #[inline]
    pub fn what(&self, site: usize) -> u8 {
        bytemuck::cast_slice::<u64, u8>(&self.words)[self.layout.places.what + site]
    }
    /// What stands at eight sites in a row.
    #[inline]
    pub(crate) fn eight_whats(&self, first: usize) -> &[u8] {
        let at = self.layout.places.what + first;
        &bytemuck::cast_slice::<u64, u8>(&self.words)[at..at + 8]
    }
    #[inline]
    pub fn count(&self, site: usize) -> i32 {
        match self.layout.count {
            Some(_) => self.half(PerSite::Count, site),
            None => i32::from(self.what(site) != 0),
        }
    }
    pub fn in_plane(&self, plane: Plane, site: usize) -> bool {
        let at = self.layout.plane(plane) + site / 64;
        self.plane_word(at) >> (site % 64) & 1 == 1
    }
    /// What a piece carries: state, rotation, value; 0 where the game has none of it.
    #[inline]
    pub fn carried(&self, site: usize) -> [i32; 3] {
        if !self.layout.carries {
            return [0; 3];
        }
        let l = self.layout;
        let read = |a: Option<Array>, which| if a.is_some() { self.half(which, site) } else { 0 };
        [read(l.state, PerSite::State), read(l.rotation, PerSite::Rotation), read(l.value, PerSite::Value)]
    }
    pub fn is_active(&self, player: i32) -> bool {
        (0..32).contains(&player) && self.get(Number::Active) >> player & 1 == 1
    }

    /// Has every player, in their latest turn, done nothing but pass?
    pub fn all_passed(&self) -> bool {
        let trail = self.trail();
        let entry = |i: usize| (trail[i / 8] >> (8 * (i % 8))) as u8;
        let n = self.layout.players;
        if n == 1 {
            return entry(0) != 255 && entry(0) & 0x80 != 0;
        }
        let mut mover = self.get(Number::Mover) as u8;
        let (mut passed, mut moves_in_turn, mut i) = (false, 0, 0);
        for _ in 0..n {
            loop {
                if i >= 16 || entry(i) == 255 {
                    return passed;
                }
                if moves_in_turn > 1 {
                    return false;
                }
                let (who, pass) = (entry(i) & 0x7f, entry(i) & 0x80 != 0);
                i += 1;
                if who != mover {
                    if !passed {
                        return false;
                    }
                    (mover, moves_in_turn, passed) = (who, 0, pass);
                    break;
                }
                moves_in_turn += 1;
                passed = pass;
            }
        }
        true
    }

    /// Every set worked out afresh from what lies where: the law that keeps the kept ones honest.
    pub fn sets_are_right(&self) -> bool {
        let l = self.layout;
        (0..l.stored).filter(|&s| l.is_site(s)).all(|site| {
            let what = usize::from(self.what(site));
            let bit = |at: usize| self.plane_word(at + site / 64) >> (site % 64) & 1 == 1;
            let empty = if l.count.is_some() { self.count(site) == 0 } else { what == 0 };
            (1..l.components).all(|c| bit(l.plane_of_component(c)) == (c == what))
                && (1..l.components).all(|c| bit(l.plane_anywhere(c)) == self.stands_at(site, c as u8))
                && (0..l.players + 2)
                    .all(|o| bit(l.plane_of_owner(o)) == (what != 0 && usize::from(l.owners[what]) == o))
                && bit(l.plane(Plane::Empty)) == empty
        })
    }
}

impl View<'_> {
    pub fn clear(&mut self) {
        self.words.fill(0);
        let all = self.layout.stored_words();
        let at = self.layout.plane(Plane::Empty);
        for (i, w) in all.into_iter().enumerate() {
            self.set_plane_word(at + i, w);
        }
        self.set_trail([u64::MAX; 2]);
    }
    #[inline]
    fn halves_mut(&mut self) -> &mut [i32] {
        bytemuck::cast_slice_mut(self.words)
    }
    #[inline]
    pub fn set_plane_word(&mut self, index: usize, value: u64) {
        self.words[self.layout.places.planes + index] = value;
    }
    #[inline]
    pub fn set_half(&mut self, per_site: PerSite, site: usize, value: i32) {
        let at = self.layout.places.per_site[per_site as usize] + site;
        self.halves_mut()[at] = value;
    }
    #[inline]
    pub fn set_number(&mut self, index: usize, value: i32) {
        let at = self.layout.places.numbers + index;
        self.halves_mut()[at] = value;
    }
    #[inline]
    pub fn put(&mut self, n: Number, value: i32) {
        self.set_number(n as usize, value);
    }
    #[inline]
    pub fn put_player(&mut self, which: PerPlayer, player: usize, value: i32) {
        self.set_number(self.layout.per_player(which, player), value);
    }
    pub fn set_trail(&mut self, trail: [u64; 2]) {
        let at = self.layout.places.trail;
        (self.words[at], self.words[at + 1]) = (trail[0], trail[1]);
    }
    #[inline]
    pub(crate) fn flip(&mut self, at: usize, site: usize) {
        let i = at + site / 64;
        let old = self.plane_word(i);
        self.set_plane_word(i, old ^ 1 << (site % 64));
    }
    pub fn add_to_plane(&mut self, plane: Plane, site: usize) {
        if site < self.layout.stored && !self.in_plane(plane, site) {
            self.flip(self.layout.plane(plane), site);
        }
    }
    pub fn clear_plane(&mut self, plane: Plane) {
        let at = self.layout.plane(plane);
        for i in 0..self.layout.row_words {
            self.set_plane_word(at + i, 0);
        }
    }
    /// Says what lies at a site and how much of it; the sets follow.
    #[inline]
    pub fn set_content(&mut self, site: usize, what: u8, count: i32) {
        let old = self.what(site);
        let was_empty = self.count(site) == 0;
        if old != what {
            if self.layout.ownerless && self.in_plane(Plane::Ownerless, site) {
                self.flip(self.layout.plane(Plane::Ownerless), site);
            }
            for piece in [old, what] {
                if piece != 0 {
                    self.flip(self.layout.plane_of_component(piece.into()), site);
                    if !self.layout.shares_row(piece.into()) {
                        let owner = self.layout.owners[usize::from(piece)];
                        self.flip(self.layout.plane_of_owner(owner.into()), site);
                    }
                }
            }
            let at = self.layout.places.what + site;
            bytemuck::cast_slice_mut::<u64, u8>(self.words)[at] = what;
        }
        if self.layout.count.is_some() {
            self.set_half(PerSite::Count, site, count);
        }
        let is_empty = if self.layout.count.is_some() { count == 0 } else { what == 0 };
        if was_empty != is_empty {
            self.flip(self.layout.plane(Plane::Empty), site);
        }
    }
    #[inline]
    pub fn set_carried(&mut self, site: usize, carried: [i32; 3]) {
        if !self.layout.carries {
            return;
        }
        let l = self.layout;
        for ((a, which), v) in
            [(l.state, PerSite::State), (l.rotation, PerSite::Rotation), (l.value, PerSite::Value)]
                .into_iter()
                .zip(carried)
        {
            if a.is_some() {
                self.set_half(which, site, v);
            }
        }
    }
    /// Notes whether the player whose turn it is has no move.
    pub fn note_stalemate(&mut self, none: bool) {
        if self.get(Number::Active) != 0 && self.layout.kept[Number::Stalemated as usize] {
            let (bit, old) = (1 << self.get(Number::Mover), self.get(Number::Stalemated));
            self.put(Number::Stalemated, if none { old | bit } else { old & !bit });
        }
    }
}

impl Width {
    /// A stored element as a number.
    pub fn widened(self, raw: u64) -> i64 {
        match self {
            Width::Byte => i64::from(raw as u8),
            Width::Half => i64::from(raw as u32 as i32),
            Width::Word => raw as i64,
        }
    }
}
