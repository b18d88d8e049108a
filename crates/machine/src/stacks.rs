//! Stacks of pieces: what lies at each level of a site, and the actions that move pieces in and out of stacks.

use crate::action::Op;
use crate::layout::Plane;
use crate::run::RECORD_ARGS;
use crate::state::{Seen, View};
use ludarium_engine::types::{SiteType, UNDEFINED};
use std::ops::Deref;

/// What a piece carries: state, rotation, value.
type Carried = [i32; 3];

/// A stack became too high, or nothing of the kind.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fits {
    Yes,
    No,
}

impl<W: Deref<Target = [u64]>> Seen<'_, W> {
    fn bytes(&self) -> &[u8] {
        bytemuck::cast_slice(&self.words)
    }
    fn most_levels(&self) -> usize {
        self.layout.stacks.as_ref().map_or(1, |s| s.most)
    }
    #[inline]
    pub fn height(&self, site: usize) -> usize {
        match self.layout.stacks {
            Some(_) => self.bytes()[self.layout.places.height + site].into(),
            None => usize::from(self.what(site) != 0),
        }
    }
    /// The component at a level, 0 above the top.
    #[inline]
    pub fn what_at(&self, site: usize, level: usize) -> u8 {
        let most = self.most_levels();
        if level >= most {
            return 0;
        }
        self.bytes()[self.layout.places.levels[0] + site * most + level]
    }
    pub(crate) fn carried_at(&self, site: usize, level: usize) -> Carried {
        let Some(stacks) = &self.layout.stacks else { return [0; 3] };
        let halves: &[i32] = bytemuck::cast_slice(&self.words);
        let at = site * stacks.most + level;
        let mut carried = [0; 3];
        for (i, array) in stacks.carried.iter().enumerate() {
            if array.is_some() {
                carried[i] = halves[self.layout.places.levels[i + 1] + at];
            }
        }
        carried
    }
    /// Does a component stand at a site, at whatever level?
    pub fn stands_at(&self, site: usize, what: u8) -> bool {
        if self.layout.stacks.is_none() {
            return self.what(site) == what;
        }
        (0..self.height(site)).any(|level| self.what_at(site, level) == what)
    }
}

impl View<'_> {
    fn bytes_mut(&mut self) -> &mut [u8] {
        bytemuck::cast_slice_mut(self.words)
    }
    fn set_height(&mut self, site: usize, height: usize) {
        let at = self.layout.places.height + site;
        self.bytes_mut()[at] = height as u8;
    }
    fn write_level(&mut self, site: usize, level: usize, what: u8, carried: Carried) {
        let at = site * self.most_levels() + level;
        let places = self.layout.places.levels;
        self.bytes_mut()[places[0] + at] = what;
        self.set_carried_at(site, level, carried);
    }
    fn set_carried_at(&mut self, site: usize, level: usize, carried: Carried) {
        let Some(stacks) = &self.layout.stacks else { return };
        let at = site * stacks.most + level;
        let places = self.layout.places.levels;
        let halves: &mut [i32] = bytemuck::cast_slice_mut(self.words);
        for (i, array) in stacks.carried.iter().enumerate() {
            if array.is_some() {
                halves[places[i + 1] + at] = carried[i];
            }
        }
    }
    /// What is kept of the top follows the levels.
    fn follow_top(&mut self, site: usize) {
        match self.height(site) {
            0 => {
                self.set_content(site, 0, 0);
                self.set_carried(site, [0; 3]);
            }
            h => {
                let (what, carried) = (self.what_at(site, h - 1), self.carried_at(site, h - 1));
                self.set_content(site, what, 1);
                self.set_carried(site, carried);
            }
        }
    }

    /// Puts a piece into a stack so that it stands at a level.
    pub fn insert(&mut self, site: usize, level: usize, what: u8, carried: Carried) -> Fits {
        let height = self.height(site);
        if height >= self.most_levels() {
            return Fits::No;
        }
        let level = level.min(height);
        for l in (level..height).rev() {
            let (what, carried) = (self.what_at(site, l), self.carried_at(site, l));
            self.write_level(site, l + 1, what, carried);
        }
        if what != 0 && !self.stands_at(site, what) {
            self.flip(self.layout.plane_anywhere(what.into()), site);
        }
        self.write_level(site, level, what, carried);
        self.set_height(site, height + 1);
        self.follow_top(site);
        Fits::Yes
    }
    /// Takes a piece out of a stack; what lies above comes down.
    pub fn take_level(&mut self, site: usize, level: usize) -> Option<(u8, Carried)> {
        let height = self.height(site);
        if level >= height {
            return None;
        }
        let taken = (self.what_at(site, level), self.carried_at(site, level));
        for l in level + 1..height {
            let (what, carried) = (self.what_at(site, l), self.carried_at(site, l));
            self.write_level(site, l - 1, what, carried);
        }
        self.write_level(site, height - 1, 0, [0; 3]);
        self.set_height(site, height - 1);
        if taken.0 != 0 && !self.stands_at(site, taken.0) {
            self.flip(self.layout.plane_anywhere(taken.0.into()), site);
        }
        self.follow_top(site);
        Some(taken)
    }
    fn take_top(&mut self, site: usize) -> Option<(u8, Carried)> {
        self.take_level(site, self.height(site).wrapping_sub(1))
    }
    /// Puts a piece on a stack for a question, or takes it off again.
    pub fn imagine(&mut self, site: i32, what: i64) -> Fits {
        let Some(site) = self.site(site) else { return Fits::Yes };
        if what < 0 {
            self.take_top(site);
            return Fits::Yes;
        }
        let carried = self.carried(site);
        self.push(site, what as u8, carried)
    }
    fn push(&mut self, site: usize, what: u8, carried: Carried) -> Fits {
        self.insert(site, self.height(site), what, carried)
    }
    /// Changes what the piece on top carries.
    pub fn set_top_carried(&mut self, site: usize, carried: Carried) {
        if self.layout.stacks.is_some() && self.height(site) > 0 {
            self.set_carried_at(site, self.height(site) - 1, carried);
        }
        self.set_carried(site, carried);
    }

    /// One more piece of a site is taken at the end of the turn.
    pub fn mark_for_removal(&mut self, site: usize) {
        self.add_to_plane(Plane::ToRemove, site);
        if self.layout.stacks.is_some() && site < self.layout.stored {
            let at = self.layout.places.marked + site;
            let n = self.bytes()[at];
            self.bytes_mut()[at] = n.saturating_add(1);
        }
    }
    /// Takes what was marked, the lowest pieces of each stack.
    pub fn take_marked(&mut self, site: usize) {
        let at = self.layout.places.marked + site;
        let n = usize::from(self.bytes()[at]).min(self.height(site));
        self.bytes_mut()[at] = 0;
        for level in (0..n).rev() {
            let gone = self.take_level(site, level);
            self.leave_tracks(gone.map_or(0, |g| g.0), site as i32);
        }
    }

    // ---- moving ----

    /// One piece leaves a stack, from the top or from a level, and comes onto another, on top or at a level. From the top to
    /// the top it leaves behind what it carried, but for pieces that move from edge to edge.
    fn move_in_stacks(
        &mut self,
        (from, from_level): (i32, i32),
        (to, to_level): (i32, i32),
        said: Carried,
        decided: bool,
    ) -> Fits {
        let Some(a) = self.site(from).filter(|_| from != to) else { return Fits::Yes };
        let level =
            if from_level == UNDEFINED { self.height(a).wrapping_sub(1) } else { from_level.max(0) as usize };
        let Some((what, mut carried)) = self.take_level(a, level) else { return Fits::Yes };
        self.move_on_tracks(what, 1, from, to, decided);
        let Some(b) = self.site(to) else { return Fits::Yes };
        let board = self.layout.board_len;
        let on_edges = self.layout.kind == SiteType::Edge && a < board && b < board;
        if from_level == UNDEFINED && to_level == UNDEFINED && !on_edges {
            carried = [0; 3];
        }
        for (kept, said) in carried.iter_mut().zip(said) {
            if said != UNDEFINED {
                *kept = said;
            }
        }
        let level = if to_level == UNDEFINED { self.height(b) } else { to_level.max(0) as usize };
        self.insert(b, level, what, carried)
    }

    fn move_stack(&mut self, from: i32, to: i32, to_level: i32, decided: bool) -> Fits {
        let Some(a) = self.site(from).filter(|_| from != to) else { return Fits::Yes };
        let b = self.site(to);
        while let Some((what, carried)) = self.take_level(a, 0) {
            self.move_on_tracks(what, 1, from, to, decided);
            let Some(b) = b else { continue };
            let fits = if to_level == UNDEFINED {
                self.push(b, what, carried)
            } else {
                self.insert(b, to_level.max(0) as usize, what, [0; 3])
            };
            if fits == Fits::No {
                return fits;
            }
        }
        Fits::Yes
    }

    fn move_sub_stack(&mut self, from: i32, to: i32, levels: i32, decided: bool) -> Fits {
        let (Some(a), b) = (self.site(from), self.site(to)) else { return Fits::Yes };
        let (n, height) = (levels.max(0) as usize, self.height(a));
        if height == 0 || height < n {
            return Fits::Yes;
        }
        let moved: Vec<(u8, Carried)> =
            (height - n..height).map(|l| (self.what_at(a, l), self.carried_at(a, l))).collect();
        for _ in 0..n {
            self.take_top(a);
        }
        for (what, carried) in moved {
            self.move_on_tracks(what, 1, from, to, decided);
            if let Some(b) = b
                && self.push(b, what, carried) == Fits::No
            {
                return Fits::No;
            }
        }
        Fits::Yes
    }

    fn copy(&mut self, from: i32, to: i32, decided: bool) -> Fits {
        let Some(a) = self.site(from) else { return Fits::Yes };
        let kept: Vec<(u8, Carried)> =
            (0..self.height(a)).map(|l| (self.what_at(a, l), self.carried_at(a, l))).collect();
        let fits = self.move_in_stacks((from, UNDEFINED), (to, UNDEFINED), [UNDEFINED; 3], decided);
        while self.take_level(a, 0).is_some() {}
        for (what, carried) in kept {
            let _ = self.push(a, what, carried);
        }
        fits
    }

    /// Changes what the piece on top, or at a level, carries.
    fn change(&mut self, site: i32, level: i32, which: usize, value: i32) {
        let Some(site) = self.site(site) else { return };
        let height = self.height(site);
        let level = if level == UNDEFINED { height.saturating_sub(1) } else { level.max(0) as usize };
        if level < height {
            let mut carried = self.carried_at(site, level);
            carried[which] = value;
            self.set_carried_at(site, level, carried);
            self.follow_top(site);
        }
    }

    /// Does an action on stacks; nothing where the action has nothing to do with them.
    pub fn act_on_stacks(&mut self, op: Op, args: [i32; RECORD_ARGS]) -> Option<Fits> {
        let [a, b, d, e, f, _, decided] = args;
        let decided = decided != 0;
        Some(match op {
            Op::Move => self.move_in_stacks((a, UNDEFINED), (b, UNDEFINED), [d, e, f], decided),
            Op::MoveLevel => self.move_in_stacks((a, d), (b, e), [UNDEFINED; 3], decided),
            Op::MoveStack => self.move_stack(a, b, d, decided),
            Op::MoveSubStack => self.move_sub_stack(a, b, d, decided),
            Op::Copy => self.copy(a, b, decided),
            Op::Add => match self.site(a) {
                Some(site) => {
                    self.enter_tracks(b.max(0) as u8, a, 1);
                    self.push(site, b.max(0) as u8, [e.max(0), 0, 0])
                }
                None => Fits::Yes,
            },
            Op::Insert => match self.site(a) {
                Some(site) => {
                    self.enter_tracks(d.max(0) as u8, a, 1);
                    self.insert(site, b.max(0) as usize, d.max(0) as u8, [e.max(0), 0, 0])
                }
                None => Fits::Yes,
            },
            Op::Remove | Op::RemoveLevel => {
                if let Some(site) = self.site(a) {
                    let level = if op == Op::Remove { UNDEFINED } else { b };
                    let gone = match level {
                        UNDEFINED => self.take_top(site),
                        level => self.take_level(site, level.max(0) as usize),
                    };
                    self.leave_tracks(gone.map_or(0, |g| g.0), a);
                }
                Fits::Yes
            }
            Op::Promote => match self.site(a) {
                Some(site) => {
                    self.take_top(site);
                    self.push(site, b.max(0) as u8, [0; 3])
                }
                None => Fits::Yes,
            },
            Op::SetCount => {
                if let Some(site) = self.site(a).filter(|_| d <= 0) {
                    self.leave_tracks(self.what(site), a);
                    while self.take_level(site, 0).is_some() {}
                }
                Fits::Yes
            }
            Op::SetState => {
                self.change(a, d, 0, b);
                Fits::Yes
            }
            Op::SetValue => {
                self.change(a, d, 2, b);
                Fits::Yes
            }
            Op::None
            | Op::MoveCount
            | Op::RemoveAtEndOfTurn
            | Op::SetRotation
            | Op::SetScore
            | Op::SetPlayerValue
            | Op::SetPot
            | Op::SetCounter
            | Op::SetTemp
            | Op::SetVariable
            | Op::SetPending
            | Op::SetNextPlayer
            | Op::Trigger
            | Op::Remember
            | Op::Forget
            | Op::UseDie
            | Op::SetDie
            | Op::Swap
            | Op::Follow
            | Op::Decide => return None,
        })
    }
}
