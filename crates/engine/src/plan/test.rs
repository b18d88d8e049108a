//! Conditions on one site that can be answered by a look at what stands there.

use super::{Cond, Runner};

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
pub(super) enum Test<'g> {
    True,
    False,
    Empty,
    Occupied,
    /// Somebody else's piece.
    Enemy,
    Friend,
    NotFriend,
    In(Box<[u64]>),
    Not(Box<Test<'g>>),
    And(Box<[Test<'g>]>),
    Or(Box<[Test<'g>]>),
    /// A condition in general, with these registers set to the site.
    Ask(Cond<'g>, Here),
}

impl<'p, 'g> Runner<'p, 'g> {
    /// Does the test hold at a site, stored at `slot`? The register `(from)` is set already where it is not the site.
    #[inline]
    pub(super) fn passes(&mut self, test: &Test<'g>, slot: usize, site: i32) -> bool {
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
            Test::In(bits) => {
                bits.get(site as usize / 64).is_some_and(|w| w >> (site as usize % 64) & 1 == 1)
            }
            Test::Not(test) => !self.passes(test, slot, site),
            Test::And(list) => list.iter().all(|t| self.passes(t, slot, site)),
            Test::Or(list) => list.iter().any(|t| self.passes(t, slot, site)),
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

    #[inline]
    fn owner_at(&self, slot: usize) -> usize {
        let piece = self.ctx.pos.top(slot);
        self.ctx.shown_owner(&piece)
    }
}
