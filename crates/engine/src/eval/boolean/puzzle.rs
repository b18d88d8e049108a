//! The constraints of deduction puzzles. A constraint fails only when the values that are set contradict it:
//! while something is still open it holds if it can still come true.

use crate::ctx::Ctx;
use crate::game::Hint;
use crate::kernel::{Bool, Effect, Int, MovesKind, Region};
use crate::siteset::SiteSet;
use crate::types::*;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::sync::Arc;

impl<'g> Ctx<'g> {
    /// The value of a variable that is decided.
    pub fn puzzle_value(&self, kind: SiteType, site: i32) -> Option<i32> {
        let puzzle = self.pos.puzzle.as_ref()?;
        let &bits = puzzle.candidates[kind as usize].get(usize::try_from(site).ok()?)?;
        (bits.count_ones() == 1).then(|| bits.trailing_zeros() as i32)
    }

    /// Compares numbers. In a puzzle the sites that `(from)` and `(to)` stand for are compared by their values, and
    /// agree while one of these is open.
    pub(super) fn compare(&mut self, a: &Int, b: &Int, holds: fn(i32, i32) -> bool) -> bool {
        let sites = |i: &Int| matches!(i, Int::From | Int::To);
        let (x, y) = (self.int(a), self.int(b));
        if self.game.uses.deduction_puzzle && sites(a) && sites(b) {
            let kind = self.game.site_type;
            return match (self.puzzle_value(kind, x), self.puzzle_value(kind, y)) {
                (Some(x), Some(y)) => holds(x, y),
                (None, _) | (_, None) => true,
            };
        }
        holds(x, y)
    }

    pub(super) fn for_all_sites(&mut self, kind: SiteType, cond: &Bool) -> bool {
        let before = self.reg.from;
        let all = (0..self.game.board_sites(kind) as i32).all(|site| {
            self.reg.from = site;
            self.bool(cond)
        });
        self.reg.from = before;
        all
    }

    /// For each hint: `(from)` and `(to)` are the first two sites of its region, `(edge)` the sum over the edges
    /// at its sites, or the hint itself while that can still be reached.
    pub(super) fn for_all_hints(&mut self, cond: &Bool) -> bool {
        let game = self.game;
        let before = self.reg.clone();
        let mut all = true;
        for hint in &game.hints {
            self.look_at_hint(hint);
            all = self.bool(cond);
            if !all {
                break;
            }
        }
        self.reg = before;
        all
    }

    fn look_at_hint(&mut self, hint: &Hint) {
        let game = self.game;
        let (mut sum, mut all_set) = (0, true);
        for &site in &hint.region {
            sum = 0;
            for &e in game.board.incident(SiteType::Vertex, site.max(0) as usize, SiteType::Edge) {
                match self.puzzle_value(SiteType::Edge, e as i32) {
                    Some(v) => sum += v,
                    None => all_set = false,
                }
            }
        }
        self.reg.edge = match hint.value {
            Some(v) if !all_set && sum < v => v,
            Some(_) | None => sum,
        };
        if let Some(&a) = hint.region.first() {
            self.reg.from = a;
        }
        if let Some(&b) = hint.region.get(1) {
            self.reg.to = b;
        }
        if let Some(v) = hint.value {
            self.reg.hint = v;
        }
        self.reg.hint_region = Some(Arc::new(hint.region.clone()));
    }

    /// The regions that a puzzle's constraints speak of when they name none, with the name they go by.
    fn puzzle_regions(&mut self) -> Vec<(&'g str, Cow<'g, SiteSet>)> {
        let game = self.game;
        let mut all = Vec::new();
        for named in &game.regions {
            let name = named.name.as_str();
            if !named.parts.is_empty() {
                all.extend(named.parts.iter().map(|p| (name, Cow::Borrowed(p))));
            } else if !named.regions.is_empty() {
                all.extend(named.regions.iter().map(|r| (name, Cow::Owned(self.region(r)))));
            } else {
                all.extend(named.sites.iter().map(|s| (name, Cow::Borrowed(s))));
            }
        }
        all
    }

    /// Can what a region holds have changed? While one variable is tried out, only where that one lies.
    fn concerned(&self, kind: SiteType, region: &SiteSet) -> bool {
        self.puzzle_trying.is_none_or(|(k, site)| k == kind && region.contains(site))
    }

    pub(super) fn puzzle_different(
        &mut self,
        kind: SiteType,
        region: Option<&Region>,
        excepts: &[Int],
    ) -> bool {
        let excepts: SmallVec<[i32; 4]> = excepts.iter().map(|e| self.int(e)).collect();
        let regions = match region {
            Some(r) => vec![Cow::Owned(self.region(r))],
            None => self.puzzle_regions().into_iter().map(|(_, r)| r).collect(),
        };
        regions.iter().filter(|r| self.concerned(kind, r)).all(|region| {
            let mut seen: SmallVec<[i32; 16]> = SmallVec::new();
            region.iter().filter_map(|s| self.puzzle_value(kind, s)).all(|v| {
                if excepts.contains(&v) {
                    return true;
                }
                let fresh = v != 0 && !seen.contains(&v);
                seen.push(v);
                fresh
            })
        })
    }

    pub(super) fn puzzle_unique(&mut self, kind: SiteType) -> bool {
        let game = self.game;
        game.regions.iter().all(|named| {
            let filled: Vec<Vec<i32>> = named
                .parts
                .iter()
                .filter_map(|part| part.iter().map(|s| self.puzzle_value(kind, s)).collect())
                .collect();
            (1..filled.len()).all(|i| !filled[..i].contains(&filled[i]))
        })
    }

    pub(super) fn puzzle_count(
        &mut self,
        kind: SiteType,
        region: Option<&Region>,
        what: &Int,
        result: &Int,
    ) -> bool {
        let Some(region) = region else { return false };
        let (what, result) = (self.int(what), self.int(result));
        let region = self.region(region);
        let (mut count, mut all_set) = (0, true);
        for site in region.iter() {
            match self.puzzle_value(kind, site) {
                Some(v) => count += i32::from(v == what),
                None => all_set = false,
            }
        }
        count == result || (!all_set && count < result)
    }

    fn sum_fits(&self, kind: SiteType, region: &SiteSet, result: i32) -> bool {
        let (mut sum, mut all_set) = (0, true);
        for site in region.iter() {
            match self.puzzle_value(kind, site) {
                Some(v) => sum += v,
                None => all_set = false,
            }
        }
        sum == result || (!all_set && sum < result)
    }

    pub(super) fn puzzle_sum(
        &mut self,
        kind: SiteType,
        region: Option<&Region>,
        name: &str,
        result: &Int,
        by_hint: bool,
    ) -> bool {
        let game = self.game;
        if let Some(region) = region {
            let result = self.int(result);
            let region = self.region(region);
            return self.sum_fits(kind, &region, result);
        }
        let before = self.reg.hint;
        let regions = self.puzzle_regions();
        let fits = regions.iter().filter(|(n, _)| n.contains(name)).enumerate().all(|(i, (_, region))| {
            if !self.concerned(kind, region) {
                return true;
            }
            if by_hint && let Some(v) = game.hints.get(i).and_then(|h| h.value) {
                self.reg.hint = v;
            }
            let result = self.int(result);
            self.sum_fits(kind, region, result)
        });
        self.reg.hint = before;
        fits
    }

    /// Do all constraints hold when every variable that is still open is taken for empty? Where 0 is no value that
    /// a variable may have, all must be decided.
    pub(super) fn puzzle_solved(&mut self) -> bool {
        let game = self.game;
        let constraints = game.phases.iter().find_map(|phase| {
            if let MovesKind::Effect(effect) = &phase.play.kind
                && let Effect::Satisfy(constraints) = &**effect
            {
                return Some(constraints);
            }
            None
        });
        let Some(constraints) = constraints else { return false };
        let Some(before) = self.pos.puzzle.clone() else { return false };
        if let Some(puzzle) = &mut self.pos.puzzle {
            for bits in puzzle.candidates.iter_mut().flatten() {
                if bits.count_ones() != 1 {
                    if *bits & 1 == 0 {
                        self.pos.puzzle = Some(before);
                        return false;
                    }
                    *bits = 1;
                }
            }
        }
        let solved = constraints.iter().all(|c| self.bool(c));
        self.pos.puzzle = Some(before);
        solved
    }
}
