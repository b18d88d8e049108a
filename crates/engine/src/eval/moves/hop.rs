//! Hops over hurdles.

use super::moving;
use crate::ctx::Ctx;
use crate::kernel::{Between, Dir, Moves, Origin, Target};
use crate::moves::Move;
use crate::types::*;
use smallvec::SmallVec;

/// What stays the same for all hops of one piece.
struct Way<'r> {
    m: &'r Moves,
    kind: SiteType,
    origin: i32,
    /// Free sites allowed before the hurdle.
    before: i32,
    /// Length of the hurdle.
    min: i32,
    max: i32,
    /// Free sites allowed behind it, beyond the first.
    after: i32,
    between: Option<&'r Between>,
    to: &'r Target,
    stack: bool,
}

impl<'g> Ctx<'g> {
    #[allow(clippy::too_many_arguments)]
    pub(super) fn hop(
        &mut self,
        m: &Moves,
        from: &Origin,
        dirs: &Dir,
        between: Option<&Between>,
        to: &Target,
        stack: bool,
        out: &mut Vec<Move>,
    ) {
        let kind = from.kind;
        let board = &self.game.board;
        let first = out.len();
        let saved = (self.reg.from, self.reg.to, self.reg.between);
        for origin in self.places(&from.place) {
            if !self.on_board(kind, origin) {
                continue;
            }
            let dirs = self.directions(dirs, kind, origin);
            let range = between.and_then(|b| b.range.as_ref());
            let way = Way {
                m,
                kind,
                origin,
                before: self.int_or(between.and_then(|b| b.before.as_ref()), 0),
                min: self.int_or(range.map(|r| &r.min), 1),
                max: self.int_or(range.map(|r| &r.max), 1),
                after: self.int_or(between.and_then(|b| b.after.as_ref()), 0),
                between,
                to,
                stack,
            };
            self.reg.from = origin;
            if self.holds(from.cond.as_ref()) {
                if way.min == 0 {
                    for &dir in &dirs {
                        for &site in board.steps(kind, origin as usize, dir) {
                            self.hop_over_nothing(&way, site as i32, first, out);
                        }
                    }
                }
                if way.max > 0 {
                    for &dir in &dirs {
                        for line in board.radials(kind, origin as usize, dir) {
                            self.hop_along(&way, line, out);
                        }
                    }
                }
            }
            (self.reg.from, self.reg.to, self.reg.between) = saved;
        }
    }

    /// Where a hurdle of length 0 is allowed, a hop may be a step.
    fn hop_over_nothing(&mut self, way: &Way<'_>, site: i32, first: usize, out: &mut Vec<Move>) {
        self.reg.to = site;
        if !self.burn(1, way.m.rule)
            || !self.holds(way.to.cond.as_ref())
            || out[first..].iter().any(|m| m.from == way.origin && m.to == site)
        {
            return;
        }
        let mut mv = self.hopped(way, site);
        if let Some(between) = way.between {
            self.apply_part(&mut mv, &between.apply);
        }
        out.push(mv);
    }

    fn hop_along(&mut self, way: &Way<'_>, line: &[u32], out: &mut Vec<Move>) {
        for (i, &site) in line.iter().enumerate() {
            if !self.burn(1, way.m.rule) {
                return;
            }
            let site = site as i32;
            if self.is_hurdle(way, site) {
                let mut end = i + 1;
                while end < line.len()
                    && ((end - i) as i32) < way.max
                    && self.is_hurdle(way, line[end] as i32)
                {
                    end += 1;
                }
                self.hop_hurdle(way, line, i, end, out);
                return;
            }
            self.reg.to = site;
            if i as i32 + 1 > way.before || !self.holds(way.to.cond.as_ref()) {
                return;
            }
        }
    }

    /// Without `(between …)` everything is a hurdle; with one that has no condition, nothing is.
    fn is_hurdle(&mut self, way: &Way<'_>, site: i32) -> bool {
        self.reg.between = site;
        match way.between {
            None => true,
            Some(b) => b.cond.as_ref().is_some_and(|c| self.bool(c)),
        }
    }

    /// All hops over the hurdle `line[start..end]`, or over as much of its beginning as is long enough.
    fn hop_hurdle(&mut self, way: &Way<'_>, line: &[u32], start: usize, end: usize, out: &mut Vec<Move>) {
        let hurdle: SmallVec<[i32; 2]> = line[start..end].iter().map(|&s| s as i32).collect();
        let stop = way.to.apply.cond.as_ref();
        let spare = hurdle.len() as i32 - way.min;
        for short in (0..=spare).rev() {
            let mut landing = (end as i32 - short).max(0) as usize;
            while landing < line.len() {
                if !self.burn(1, way.m.rule) {
                    return;
                }
                let site = line[landing] as i32;
                self.reg.to = site;
                if !self.holds(way.to.cond.as_ref()) {
                    if stop.is_some_and(|s| self.bool(s)) {
                        let mut mv = self.hopped(way, site);
                        if let Some(effect) = &way.to.apply.effect {
                            self.prepend(&mut mv, effect);
                        }
                        mv.between = hurdle.clone();
                        out.push(mv);
                    }
                    break;
                }
                if stop.is_none() {
                    let mut mv = self.hopped(way, site);
                    if let Some(effect) = &way.to.apply.effect {
                        self.prepend(&mut mv, effect);
                    }
                    if let Some(between) = way.between {
                        for &over in &hurdle[..hurdle.len().saturating_sub(short as usize)] {
                            self.reg.between = over;
                            self.apply_part(&mut mv, &between.apply);
                        }
                    }
                    mv.between = hurdle.clone();
                    out.push(mv);
                }
                if landing as i32 - end as i32 + 1 > way.after - short {
                    break;
                }
                landing += 1;
            }
        }
    }

    fn hopped(&self, way: &Way<'_>, site: i32) -> Move {
        let mut mv = self.new_move(way.m, moving(way.kind, way.origin, UNDEFINED, site, way.stack));
        if way.stack {
            mv.level_max = self.height(way.kind, way.origin) - 1;
        }
        mv
    }
}
