//! Lines of pieces.

use crate::ctx::Ctx;
use crate::kernel::boolean::{Line, LineOf, Through};
use crate::types::*;
use smallvec::SmallVec;

type Whats = SmallVec<[i32; 8]>;

/// What a line must be, worked out once before sites are looked at.
struct Wanted {
    kind: SiteType,
    whats: Whats,
    length: i32,
    exact: bool,
    contiguous: bool,
    /// So many different components at least.
    mixture: usize,
    visible: bool,
    /// A site that breaks the line (puzzles: the site the rule starts from).
    barred: i32,
}

/// A line as far as it has been followed.
#[derive(Clone)]
struct Found {
    count: i32,
    kinds: Whats,
}

impl Wanted {
    fn complete(&self, f: &Found) -> bool {
        f.count == self.length && self.mixture <= f.kinds.len()
    }
}

impl<'g> Ctx<'g> {
    pub(super) fn line(&mut self, l: &Line) -> bool {
        let before = self.reg.to;
        let found = if self.pos.stacking() { self.line_of_stacks(l) } else { self.line_of_pieces(l) };
        self.reg.to = before;
        found
    }

    /// The components that a line may consist of, if it runs through a site that holds `here`.
    fn line_whats(&mut self, of: &LineOf, here: i32) -> Whats {
        match of {
            LineOf::Same => SmallVec::from_slice(&[here]),
            LineOf::Owner(role) => {
                let owner = self.role(*role);
                let components = self.game.components.iter().enumerate().skip(1);
                components.filter(|(_, c)| c.owner as i32 == owner).map(|(i, _)| i as i32).collect()
            }
            LineOf::Whats(list) => list.iter().map(|e| self.int(e)).collect(),
        }
    }

    /// What stands at a site; nothing known where a puzzle's variable is still open.
    fn line_what(&self, kind: SiteType, site: i32) -> Option<i32> {
        if self.game.uses.deduction_puzzle {
            self.puzzle_value(kind, site)
        } else {
            Some(self.what(kind, site) as i32)
        }
    }

    fn line_of_pieces(&mut self, l: &Line) -> bool {
        let kind = l.kind;
        let contiguous = self.bool(&l.contiguous);
        let mixture = l.mixture.as_ref().map_or(1, |m| self.int(m)).max(0) as usize;
        let mut pivots: SmallVec<[i32; 16]> = SmallVec::new();
        match &l.through {
            Through::Site(site) => pivots.push(self.int(site)),
            Through::Any(region) => {
                pivots.extend(self.region(region).iter());
                if let LineOf::Whats(_) = l.of {
                    let whats = self.line_whats(&l.of, OFF);
                    pivots.retain(|s| whats.contains(&(self.what(kind, *s) as i32)));
                }
            }
        }
        for pivot in pivots {
            if pivot < 0 {
                return false;
            }
            self.reg.to = pivot;
            if !self.bool(&l.cond) || pivot as usize >= self.game.board.len(kind) {
                return false;
            }
            let Some(here) = self.line_what(kind, pivot) else { return false };
            let visible = self.bool(&l.visible);
            if visible && self.is_covered(kind, pivot) {
                continue;
            }
            let whats = self.line_whats(&l.of, here);
            if !whats.contains(&here) {
                continue;
            }
            let puzzle = self.game.uses.deduction_puzzle && l.of != LineOf::Same;
            let wanted = Wanted {
                kind,
                whats,
                length: self.int(&l.length),
                exact: self.bool(&l.exact),
                contiguous,
                mixture,
                visible,
                barred: if puzzle { self.reg.from } else { OFF },
            };
            if self.line_through(l, &wanted, pivot, here) {
                return true;
            }
        }
        false
    }

    fn line_through(&mut self, l: &Line, wanted: &Wanted, pivot: i32, here: i32) -> bool {
        let board = &self.game.board;
        let both_ways = self.bool(&l.both_ways);
        for (radial, opposites) in board.radials_with_opposites(wanted.kind, pivot as usize, l.dir) {
            let mut ahead = Found { count: 1, kinds: SmallVec::from_slice(&[here]) };
            if self.follow_line(l, wanted, pivot, radial, &mut ahead) {
                return true;
            }
            if !both_ways || opposites.is_empty() {
                if wanted.complete(&ahead) {
                    return true;
                }
                continue;
            }
            for opposite in opposites {
                let mut both = ahead.clone();
                if self.follow_line(l, wanted, pivot, opposite, &mut both) || wanted.complete(&both) {
                    return true;
                }
                ahead.kinds = both.kinds;
            }
        }
        false
    }

    /// Follows a radial as far as the line goes. True when the line is long enough already.
    fn follow_line(&mut self, l: &Line, w: &Wanted, pivot: i32, radial: &[u32], found: &mut Found) -> bool {
        let mut last = pivot;
        for &site in radial {
            let site = site as i32;
            let Some(what) = self.line_what(w.kind, site) else { return false };
            if w.visible && self.is_covered(w.kind, site) {
                return false;
            }
            self.reg.to = site;
            let fits = w.whats.contains(&what)
                && site != w.barred
                && self.bool(&l.cond)
                && !(w.visible && self.is_bridged(w.kind, last, site));
            if fits {
                last = site;
                found.count += 1;
                if !found.kinds.contains(&what) {
                    found.kinds.push(what);
                }
                if !w.exact && w.complete(found) {
                    return true;
                }
            } else if w.contiguous {
                return false;
            }
        }
        false
    }

    /// Is a place straight above the site taken?
    fn is_covered(&self, kind: SiteType, site: i32) -> bool {
        let board = &self.game.board;
        let Some(here) = usize::try_from(site).ok().and_then(|s| board.point(kind, s)) else { return false };
        (site as usize + 1..board.len(kind)).any(|above| {
            board.point(kind, above).is_some_and(|p| p[..2] == here[..2])
                && self.what(kind, above as i32) != 0
        })
    }

    /// Do pieces lie on every place that rests on both sites?
    fn is_bridged(&self, kind: SiteType, a: i32, b: i32) -> bool {
        if a < 0 || b < 0 {
            return false;
        }
        let board = &self.game.board;
        let on_b = board.steps(kind, b as usize, Direction::Upward);
        let mut shared =
            board.steps(kind, a as usize, Direction::Upward).iter().filter(|s| on_b.contains(s)).peekable();
        shared.peek().is_some() && shared.all(|&s| self.what(kind, s as i32) != 0)
    }

    // ---- stacking games ----

    fn line_of_stacks(&mut self, l: &Line) -> bool {
        let kind = l.kind;
        let pivot = match &l.through {
            Through::Site(site) => self.int(site),
            Through::Any(region) => self.region(region).first().unwrap_or(OFF),
        };
        if pivot < 0 || pivot as usize >= self.game.board.len(kind) {
            return false;
        }
        let here = self.what(kind, pivot) as i32;
        let whats = self.line_whats(&l.of, here);
        let length = self.int(&l.length);
        if length == 1 {
            return true;
        }
        let exact = self.bool(&l.exact);
        if self.bool(&l.by_level) {
            return self.line_by_level(l, pivot, &whats, length, exact);
        }
        let top = self.bool(&l.top);
        if !self.stack_shows(kind, pivot, &whats, top) {
            return false;
        }
        let board = &self.game.board;
        let enough = |count: i32| if exact { count == length } else { count >= length };
        for (radial, opposites) in board.radials_with_opposites(kind, pivot as usize, l.dir) {
            let ahead = 1 + self.stacks_along(l, kind, radial, &whats, top);
            let behind = opposites
                .iter()
                .map(|o| self.stacks_along(l, kind, o, &whats, top))
                .collect::<SmallVec<[_; 2]>>();
            if !exact && enough(ahead) || behind.is_empty() && enough(ahead) {
                return true;
            }
            if behind.into_iter().any(|b| enough(ahead + b)) {
                return true;
            }
        }
        false
    }

    fn stack_shows(&self, kind: SiteType, site: i32, whats: &[i32], top: bool) -> bool {
        if top {
            whats.contains(&(self.what(kind, site) as i32))
        } else {
            whats.iter().any(|&w| self.stands_at(kind, site, w))
        }
    }

    /// How many stacks along a radial belong to the line.
    fn stacks_along(&mut self, l: &Line, kind: SiteType, radial: &[u32], whats: &[i32], top: bool) -> i32 {
        let mut count = 0;
        for &site in radial {
            let site = site as i32;
            self.reg.to = site;
            if !self.stack_shows(kind, site, whats, top) || !self.bool(&l.cond) {
                break;
            }
            count += 1;
        }
        count
    }

    /// Down the stack, level along a radial, or as stairs that rise or fall along it.
    fn line_by_level(&mut self, l: &Line, pivot: i32, whats: &[i32], length: i32, exact: bool) -> bool {
        let kind = l.kind;
        let height = self.pos.height(self.slot(kind, pivot)) as i32;
        let at = |ctx: &Self, site: i32, level: i32| {
            let slot = ctx.slot(kind, site);
            level >= 0
                && (level as usize) < ctx.pos.height(slot)
                && whats.contains(&ctx.pos.at_level(slot, level as usize).what.into())
        };
        if height >= length && (1..length).all(|down| at(self, pivot, height - 1 - down)) {
            return true;
        }
        let level = height - 1;
        if level < 0 {
            return false;
        }
        let board = &self.game.board;
        for (radial, opposites) in board.radials_with_opposites(kind, pivot as usize, l.dir) {
            for rise in [0, -1, 1] {
                let along = |ctx: &Self, sites: &[u32], rise: i32| {
                    sites
                        .iter()
                        .zip(1..)
                        .take_while(|&(&site, i)| at(ctx, site as i32, level + rise * i))
                        .count() as i32
                };
                let here = i32::from(at(self, pivot, level));
                if here == 0 {
                    continue;
                }
                let ahead = here + along(self, radial, rise);
                let behind = opposites.iter().map(|o| along(self, o, -rise)).max().unwrap_or(0);
                let enough = if exact { ahead + behind == length } else { ahead + behind >= length };
                if enough {
                    return true;
                }
            }
        }
        false
    }
}
