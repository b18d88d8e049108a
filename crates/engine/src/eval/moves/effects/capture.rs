//! Captures that look at what stands around a piece.

use super::mark_between;
use crate::ctx::Ctx;
use crate::kernel::{Bool, Dir, Int, LineCapture, Moves};
use crate::moves::Move;
use crate::siteset::SiteSet;
use crate::types::*;

/// Lines are no longer than this.
const ANY_LENGTH: i32 = 1000;

impl<'g> Ctx<'g> {
    fn line_range(&mut self, c: &LineCapture, min: i32, max: i32) -> (i32, i32) {
        match &c.range {
            Some(r) => self.range(r),
            None => (min, max),
        }
    }

    fn asked_of_between(&mut self, cond: &Bool, site: i32) -> bool {
        self.reg.between = site;
        self.bool(cond)
    }

    fn asked_of_to(&mut self, cond: &Bool, site: i32) -> bool {
        self.reg.to = site;
        self.bool(cond)
    }

    pub(super) fn custodial(&mut self, c: &LineCapture, out: &mut Vec<Move>) {
        let from = self.int(&c.from);
        if from < 0 || from as usize >= self.game.board.len(c.kind) {
            return;
        }
        let saved = self.reg.clone();
        let (min, max) = self.line_range(c, 0, ANY_LENGTH);
        let board = &self.game.board;
        for radial in board.radials(c.kind, from as usize, c.dir) {
            if max == 1 && min < 2 {
                let [caught, beyond, ..] = *radial else { continue };
                if self.asked_of_between(&c.target, caught as i32)
                    && self.asked_of_to(&c.friend, beyond as i32)
                {
                    self.reg.between = caught as i32;
                    self.moves(&c.effect, out);
                    mark_between(out, &[caught as i32]);
                }
            } else if max > 1 && min <= max {
                let mut n = 0;
                while n < radial.len()
                    && (n as i32) < max
                    && self.asked_of_between(&c.target, radial[n] as i32)
                {
                    n += 1;
                }
                if n == 0 || min > n as i32 {
                    continue;
                }
                let beyond = radial.get(n).map_or(OFF, |&s| s as i32);
                if self.asked_of_to(&c.friend, beyond) {
                    let caught: Vec<i32> = radial[..n].iter().map(|&s| s as i32).collect();
                    for &site in &caught {
                        self.reg.between = site;
                        self.moves(&c.effect, out);
                    }
                    mark_between(out, &caught);
                }
            }
        }
        self.reg = saved;
    }

    pub(super) fn intervene(&mut self, c: &LineCapture, out: &mut Vec<Move>) {
        let from = self.int(&c.from);
        if from < 0 || from as usize >= self.game.board.len(c.kind) {
            return;
        }
        let saved = self.reg.clone();
        let (min, max) = self.line_range(c, 1, 1);
        let board = &self.game.board;
        for (radial, opposites) in board.radials_with_opposites(c.kind, from as usize, c.dir) {
            let near = self.targets_along(c, radial, max);
            if (near.len() as i32) < min.max(1) {
                continue;
            }
            let mut found = false;
            for opposite in opposites {
                let far = self.targets_along(c, opposite, max);
                if (far.len() as i32) < min.max(1) {
                    continue;
                }
                found = true;
                self.affect_each(c, &far, out);
            }
            if found {
                self.affect_each(c, &near, out);
            }
        }
        self.reg = saved;
    }

    fn targets_along(&mut self, c: &LineCapture, radial: &[u32], max: i32) -> Vec<i32> {
        let mut found = Vec::new();
        for &s in radial.iter().take(max.max(0) as usize) {
            if !self.asked_of_to(&c.target, s as i32) {
                break;
            }
            found.push(s as i32);
        }
        found
    }

    fn affect_each(&mut self, c: &LineCapture, sites: &[i32], out: &mut Vec<Move>) {
        for &site in sites {
            self.reg.to = site;
            self.moves(&c.effect, out);
        }
    }

    pub(super) fn surround(
        &mut self,
        c: &LineCapture,
        except: &Int,
        with: Option<&Int>,
        out: &mut Vec<Move>,
    ) {
        let from = self.int(&c.from);
        if from < 0 || from as usize >= self.game.board.len(c.kind) {
            return;
        }
        let saved = self.reg.clone();
        let allowed = self.int(except);
        let with = with.map(|w| self.int(w));
        let board = &self.game.board;
        for radial in board.radials(c.kind, from as usize, c.dir) {
            let Some(&caught) = radial.first() else { continue };
            if !self.asked_of_between(&c.target, caught as i32) {
                continue;
            }
            let mut missing = 0;
            let mut with_found = with.is_none();
            for around in board.radials(c.kind, caught as usize, c.dir) {
                let Some(&friend) = around.first() else { continue };
                let friend = friend as i32;
                if friend != from && !self.asked_of_to(&c.friend, friend) {
                    missing += 1;
                }
                with_found |= with == Some(self.what(c.kind, friend) as i32);
                if missing > allowed {
                    break;
                }
            }
            if missing <= allowed && with_found {
                self.reg.between = caught as i32;
                self.moves(&c.effect, out);
                mark_between(out, &[caught as i32]);
            }
        }
        self.reg = saved;
    }

    pub(super) fn enclose(
        &mut self,
        kind: SiteType,
        from: &Int,
        dirs: &Dir,
        target: &Bool,
        may_be_empty: bool,
        exceptions: &Int,
        effect: &Moves,
        out: &mut Vec<Move>,
    ) {
        let from = self.int(from);
        if from < 0 || from as usize >= self.game.board.len(kind) || self.what(kind, from) == 0 {
            return;
        }
        let saved = self.reg.clone();
        let exceptions = self.int(exceptions);
        let mut starts: Vec<i32> = Vec::new();
        for site in self.next_to(dirs, kind, from) {
            if !starts.contains(&site)
                && (self.asked_of_between(target, site) || (exceptions > 0 && self.what(kind, site) == 0))
            {
                starts.push(site);
            }
        }
        let mut checked = SiteSet::new();
        for start in starts {
            if checked.contains(start) {
                continue;
            }
            if let Some(group) =
                self.enclosed_group(kind, dirs, target, may_be_empty, exceptions, start, &mut checked)
            {
                for &site in &group {
                    self.reg.between = site;
                    self.moves(effect, out);
                }
                mark_between(out, &group);
            }
        }
        self.reg = saved;
    }

    /// Sites one step away in the given directions.
    fn next_to(&mut self, dirs: &Dir, kind: SiteType, site: i32) -> smallvec::SmallVec<[i32; 8]> {
        let board = &self.game.board;
        let mut all = smallvec::SmallVec::new();
        if let Dir::Absolute(list) = dirs
            && let [dir] = **list
        {
            all.extend(board.steps(kind, site as usize, dir).iter().map(|&s| s as i32));
            return all;
        }
        for dir in self.directions(dirs, kind, site) {
            all.extend(board.steps(kind, site as usize, dir).iter().map(|&s| s as i32));
        }
        all
    }

    /// The group of targets that hangs together with `start`, if it has no liberty.
    fn enclosed_group(
        &mut self,
        kind: SiteType,
        dirs: &Dir,
        target: &Bool,
        may_be_empty: bool,
        exceptions: i32,
        start: i32,
        checked: &mut SiteSet,
    ) -> Option<Vec<i32>> {
        let mut spare = exceptions;
        if spare > 0 && self.what(kind, start) == 0 {
            spare -= 1;
        }
        let mut group = vec![start];
        let mut inside: SiteSet = [start].into_iter().collect();
        let mut i = 0;
        while i < group.len() {
            let site = group[i];
            for next in self.next_to(dirs, kind, site) {
                if inside.contains(next) {
                    continue;
                }
                if self.asked_of_between(target, next) {
                    inside.insert(next);
                    group.push(next);
                } else if self.what(kind, next) == 0 {
                    if spare == 0 {
                        return None;
                    }
                    spare -= 1;
                    inside.insert(next);
                    group.push(next);
                }
            }
            checked.insert(site);
            i += 1;
        }
        let mut wall: Vec<i32> = Vec::new();
        for &site in &group {
            for next in self.next_to(dirs, kind, site) {
                if inside.contains(next) || wall.contains(&next) {
                    continue;
                }
                let open = if may_be_empty {
                    self.asked_of_between(target, next)
                } else {
                    self.what(kind, next) == 0
                };
                if open {
                    return None;
                }
                wall.push(next);
            }
        }
        if may_be_empty && !self.one_chain(kind, wall) {
            return None;
        }
        Some(group)
    }

    /// Can the sites be walked through one after the other, each next to the one before?
    fn one_chain(&self, kind: SiteType, mut wall: Vec<i32>) -> bool {
        let Some(&first) = wall.first() else { return false };
        let mut here = first;
        while wall.len() != 1 {
            let next = self.game.board.steps(kind, here as usize, Direction::All).iter().map(|&s| s as i32);
            let Some(next) = next.into_iter().find(|s| wall.contains(s)) else { return false };
            wall.retain(|&s| s != here);
            here = next;
        }
        true
    }

    pub(super) fn directional(
        &mut self,
        kind: SiteType,
        from: &Int,
        dirs: Option<&Dir>,
        target: &Bool,
        effect: &Moves,
        out: &mut Vec<Move>,
    ) {
        let from = self.int(from);
        if from < 0 || from as usize >= self.game.board.len(kind) {
            return;
        }
        let saved = self.reg.clone();
        let dirs = match dirs {
            Some(d) => self.directions(d, kind, from),
            None => self.direction_of_last_move(kind),
        };
        let board = &self.game.board;
        for dir in dirs {
            for radial in board.radials(kind, from as usize, dir) {
                for &site in radial {
                    if !self.asked_of_to(target, site as i32) {
                        break;
                    }
                    let before = (self.reg.from, self.reg.to);
                    self.reg.from = OFF;
                    self.reg.to = site as i32;
                    self.moves(effect, out);
                    (self.reg.from, self.reg.to) = before;
                }
            }
        }
        self.reg = saved;
    }

    /// The directions that lead from where the last move started to where it ended.
    fn direction_of_last_move(&self, kind: SiteType) -> smallvec::SmallVec<[Direction; 8]> {
        let mut found = smallvec::SmallVec::new();
        if let Some(last) = &self.pos.last {
            let board = &self.game.board;
            if last.from >= 0 && (last.from as usize) < board.len(kind) {
                for &dir in board.supported_at(kind, last.from as usize, Relation::All) {
                    let leads = board
                        .radials(kind, last.from as usize, dir)
                        .any(|r| r.iter().any(|&s| s as i32 == last.to));
                    if leads {
                        found.push(dir);
                    }
                }
            }
        }
        found
    }
}
