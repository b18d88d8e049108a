//! Conditions on one site that can be answered by a look at what stands there.

use super::tables::Headings;
use super::{Cond, Runner};
use crate::kernel::Bool;
use crate::types::{OFF, Role};
use std::sync::Arc;

/// Which registers hold the site that is being tested.
#[derive(Clone, Copy, Debug)]
pub(super) struct Here {
    pub from: bool,
    pub to: bool,
    pub between: bool,
    pub site: bool,
}

pub(super) const AT_TO: Here = Here { from: false, to: true, between: false, site: false };
pub(super) const AT_BETWEEN: Here = Here { from: false, to: false, between: true, site: false };
/// Slides ask of each site on the way with both words standing for it.
pub(super) const ON_THE_WAY: Here = Here { from: false, to: true, between: true, site: false };
pub(super) const AT_FROM: Here = Here { from: true, to: false, between: false, site: false };
pub(super) const AT_FROM_AND_TO: Here = Here { from: true, to: true, between: false, site: false };

#[derive(Debug)]
pub(super) enum Test {
    True,
    False,
    Empty,
    Occupied,
    /// Somebody else's piece.
    Enemy,
    Friend,
    NotFriend,
    /// What stands there is in the mover's state, or in that of another player.
    FriendState,
    EnemyState,
    /// A piece of this component.
    Is(usize),
    /// A piece of the component that this table gives for the mover, or for the next.
    IsMovers(Arc<[i32]>),
    IsNexts(Arc<[i32]>),
    /// A piece of this player, or of the next.
    Of(usize),
    OfNext,
    /// A piece that belongs to one of those that a role names.
    Owned(Role),
    /// By mover.
    ByMover(Box<[Test]>),
    /// A site that waits for a move, or one whose piece goes when the turn is over; slots begin here.
    Pending(usize),
    ToClear(usize),
    /// A site that was visited in this turn, where slots are sites.
    Visited,
    /// Where the move comes from.
    IsFrom,
    /// Where the move goes on as the last one went.
    Straight(Arc<Headings>),
    /// One of these slots.
    In(Box<[u64]>),
    /// One of the slots where a component stood at the start; slots begin at `first`.
    AtStart {
        what: usize,
        first: usize,
    },
    Not(Box<Test>),
    And(Box<[Test]>),
    Or(Box<[Test]>),
    /// A test of where the move comes from instead; the condition itself, for what comes from beside the board.
    AtFrom(Box<Test>, Arc<Bool>),
    /// A condition in general, with these registers set to the site.
    Ask(Cond, Here),
}

impl Test {
    /// Can the slots where it holds be had as one set?
    pub fn is_set(&self) -> bool {
        match self {
            Test::True
            | Test::False
            | Test::Empty
            | Test::Occupied
            | Test::Enemy
            | Test::Friend
            | Test::NotFriend
            | Test::Is(_)
            | Test::IsMovers(_)
            | Test::IsNexts(_)
            | Test::Owned(_)
            | Test::Pending(_)
            | Test::ToClear(_)
            | Test::Visited
            | Test::Of(_)
            | Test::OfNext
            | Test::In(_) => true,
            Test::AtStart { first, .. } => *first == 0,
            Test::Not(test) => test.is_set(),
            Test::And(list) | Test::Or(list) | Test::ByMover(list) => list.iter().all(Test::is_set),
            Test::FriendState
            | Test::EnemyState
            | Test::IsFrom
            | Test::Straight(_)
            | Test::AtFrom(..)
            | Test::Ask(..) => false,
        }
    }
}

/// Positions with more slots than fit into so many words are asked site by site.
pub(super) const MASK_WORDS: usize = 24;

impl<'g> Runner<'g> {
    /// Does the test hold at a site, stored at `slot`? The register `(from)` is set already where it is not the site.
    #[inline]
    pub(super) fn passes(&mut self, test: &Test, slot: usize, site: i32) -> bool {
        match test {
            Test::True => true,
            Test::False => false,
            Test::Empty => self.ctx.pos.is_empty(slot),
            Test::Occupied => self.ctx.pos.what(slot) != 0,
            Test::Enemy => {
                let owner = self.owner_at(slot);
                owner != 0 && owner != usize::from(self.ctx.pos.mover)
            }
            Test::Friend => self.owner_at(slot) == usize::from(self.ctx.pos.mover),
            Test::NotFriend => self.owner_at(slot) != usize::from(self.ctx.pos.mover),
            Test::Pending(_) => self.ctx.pos.pending.contains(&site),
            Test::ToClear(_) => self.ctx.pos.to_remove.contains(&site),
            Test::Visited => self.ctx.pos.visited.contains(site),
            Test::IsFrom => self.ctx.reg.from == site,
            Test::Straight(headings) => {
                let (from, to) = self.ctx.last_from_to();
                let heading = headings.of(from, to);
                heading != 0 && headings.of(self.ctx.reg.from, site) == heading
            }
            Test::Of(who) => self.owner_at(slot) == *who,
            Test::OfNext => self.owner_at(slot) == usize::from(self.ctx.pos.next),
            Test::Owned(role) => {
                let pos = &self.ctx.pos;
                !pos.is_empty(slot) && self.ctx.role_mask(*role) >> pos.who(slot) & 1 == 1
            }
            Test::ByMover(tests) => match tests.get(usize::from(self.ctx.pos.mover)) {
                Some(test) => self.passes(test, slot, site),
                None => false,
            },
            Test::In(bits) => bits.get(slot / 64).is_some_and(|w| w >> (slot % 64) & 1 == 1),
            Test::AtStart { what, .. } => {
                self.ctx.pos.start_sites.get(*what).is_some_and(|set| set.contains(site))
            }
            Test::FriendState => self.ctx.pos.top(slot).state == i32::from(self.ctx.pos.mover),
            Test::EnemyState => {
                let state = self.ctx.pos.top(slot).state;
                state != 0 && state != i32::from(self.ctx.pos.mover)
            }
            Test::Is(what) => self.ctx.pos.what(slot) == *what,
            Test::IsMovers(table) => {
                self.ctx.pos.what(slot) as i32 == self.of_player(table, self.ctx.pos.mover)
            }
            Test::IsNexts(table) => {
                self.ctx.pos.what(slot) as i32 == self.of_player(table, self.ctx.pos.next)
            }
            Test::Not(test) => !self.passes(test, slot, site),
            Test::And(list) => list.iter().all(|t| self.passes(t, slot, site)),
            Test::Or(list) => list.iter().any(|t| self.passes(t, slot, site)),
            Test::AtFrom(test, cond) => {
                let from = self.ctx.reg.from;
                let (first, len) = self.ctx.game.layout.board[self.ctx.game.site_type as usize];
                match usize::try_from(from) {
                    Ok(site) if site < len => self.passes(test, first + site, from),
                    _ => self.ctx.bool(cond),
                }
            }
            Test::Ask(cond, here) => {
                let reg = &mut self.ctx.reg;
                if here.from {
                    reg.from = site;
                }
                if here.to {
                    reg.to = site;
                }
                if here.between {
                    reg.between = site;
                }
                if here.site {
                    reg.site = site;
                }
                self.holds(cond)
            }
        }
    }

    /// The slots where a test holds, as words of bits; false where it must be asked site by site.
    #[inline]
    pub(super) fn mask(&self, test: &Test, out: &mut [u64]) -> bool {
        let pos = &self.ctx.pos;
        let mover = usize::from(pos.mover);
        // Where the owner of a piece reads as its component, so do sets.
        let of = |who: usize| match self.ctx.game.uses.who_is_what {
            true => (who < self.ctx.game.components.len()).then(|| pos.slots_of_top(who)),
            false => Some(pos.slots_of_who(who)),
        };
        match test {
            Test::True => out.fill(u64::MAX),
            Test::False => out.fill(0),
            Test::Empty => out.copy_from_slice(&pos.empty_slots()[..out.len()]),
            Test::Friend | Test::Of(_) | Test::OfNext => {
                let who = match test {
                    Test::Of(who) => *who,
                    Test::OfNext => pos.next.into(),
                    _ => mover,
                };
                match of(who) {
                    Some(row) => out.copy_from_slice(&row[..out.len()]),
                    None => out.fill(0),
                }
            }
            Test::NotFriend => match of(mover) {
                Some(row) => out.iter_mut().zip(row).for_each(|(o, &w)| *o = !w),
                None => out.fill(u64::MAX),
            },
            Test::Occupied | Test::Enemy => {
                // Everybody's pieces; for enemies without the mover's and nobody's.
                out.fill(0);
                let who_is_what = self.ctx.game.uses.who_is_what;
                let all = matches!(test, Test::Occupied);
                let owners = self.ctx.game.players + 2;
                if who_is_what && !all {
                    for what in 1..self.ctx.game.components.len() {
                        if what != mover {
                            out.iter_mut().zip(pos.slots_of_top(what)).for_each(|(o, &w)| *o |= w);
                        }
                    }
                } else {
                    for who in usize::from(!all)..owners {
                        if all || who != mover {
                            out.iter_mut().zip(pos.slots_of_who(who)).for_each(|(o, &w)| *o |= w);
                        }
                    }
                }
            }
            Test::Is(what) => out.copy_from_slice(&pos.slots_of_top(*what)[..out.len()]),
            Test::IsMovers(table) | Test::IsNexts(table) => {
                let player = if let Test::IsMovers(_) = test { pos.mover } else { pos.next };
                match usize::try_from(self.of_player(table, player)) {
                    Ok(what @ 1..) if what < self.ctx.game.components.len() => {
                        out.copy_from_slice(&pos.slots_of_top(what)[..out.len()]);
                    }
                    _ => return false,
                }
            }
            Test::Pending(first) | Test::ToClear(first) => {
                out.fill(0);
                let sites = if let Test::Pending(_) = test { &pos.pending } else { &pos.to_remove };
                for slot in sites.iter().filter_map(|&s| usize::try_from(s).ok()).map(|s| first + s) {
                    if let Some(word) = out.get_mut(slot / 64) {
                        *word |= 1 << (slot % 64);
                    }
                }
            }
            Test::Owned(role) => {
                out.fill(0);
                let owners = self.ctx.role_mask(*role);
                for who in (0..self.ctx.game.players + 2).filter(|&who| owners >> who & 1 == 1) {
                    out.iter_mut().zip(pos.slots_of_who(who)).for_each(|(o, &w)| *o |= w);
                }
                out.iter_mut().zip(pos.empty_slots()).for_each(|(o, &w)| *o &= !w);
            }
            Test::ByMover(tests) => match tests.get(mover) {
                Some(test) => return self.mask(test, out),
                None => out.fill(0),
            },
            Test::In(bits) => {
                for (i, o) in out.iter_mut().enumerate() {
                    *o = bits.get(i).copied().unwrap_or(0);
                }
            }
            Test::Visited => {
                let words = pos.visited.words();
                for (i, o) in out.iter_mut().enumerate() {
                    *o = words.get(i).copied().unwrap_or(0);
                }
            }
            Test::AtStart { what, first } => {
                if *first != 0 {
                    return false;
                }
                let words = pos.start_sites.get(*what).map_or(&[][..], |set| set.words());
                for (i, o) in out.iter_mut().enumerate() {
                    *o = words.get(i).copied().unwrap_or(0);
                }
            }
            Test::Not(test) => {
                if !self.mask(test, out) {
                    return false;
                }
                out.iter_mut().for_each(|o| *o = !*o);
            }
            Test::And(list) | Test::Or(list) => {
                let all = matches!(test, Test::And(_));
                let mut part = [0; MASK_WORDS];
                let part = &mut part[..out.len()];
                out.fill(if all { u64::MAX } else { 0 });
                for test in list {
                    if !self.mask(test, part) {
                        return false;
                    }
                    for (o, &p) in out.iter_mut().zip(&*part) {
                        *o = if all { *o & p } else { *o | p };
                    }
                }
            }
            Test::FriendState
            | Test::EnemyState
            | Test::IsFrom
            | Test::Straight(_)
            | Test::AtFrom(..)
            | Test::Ask(..) => {
                return false;
            }
        }
        true
    }

    fn of_player(&self, table: &[i32], player: u8) -> i32 {
        table.get(usize::from(player)).copied().unwrap_or(OFF)
    }

    #[inline]
    fn owner_at(&self, slot: usize) -> usize {
        let piece = self.ctx.pos.top(slot);
        self.ctx.shown_owner(&piece)
    }
}
