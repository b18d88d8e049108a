//! Slides along lines and along tracks.

use super::moving;
use crate::action::{Act, Action};
use crate::ctx::Ctx;
use crate::kernel::{Between, Dir, Moves, Origin, SlideTracks, Target};
use crate::moves::Move;
use crate::types::*;
use smallvec::SmallVec;

impl<'g> Ctx<'g> {
    #[allow(clippy::too_many_arguments)]
    pub(super) fn slide(
        &mut self,
        m: &Moves,
        from: &Origin,
        dirs: &Dir,
        between: Option<&Between>,
        to: Option<&Target>,
        stack: bool,
        out: &mut Vec<Move>,
    ) {
        let kind = from.kind;
        let board = &self.game.board;
        let saved = (self.reg.from, self.reg.to, self.reg.between);
        for origin in self.places(&from.place) {
            if !self.on_board(kind, origin) {
                continue;
            }
            let min = self.int_or(between.and_then(|b| b.range.as_ref()).map(|r| &r.min), UNDEFINED);
            self.reg.from = origin;
            let dirs = self.directions(dirs, kind, origin);
            let level = self.int_or(from.level.as_ref(), UNDEFINED);
            let max = self.int_or(between.and_then(|b| b.range.as_ref()).map(|r| &r.max), INFINITY);
            if level >= UNDEFINED && self.holds(from.cond.as_ref()) {
                let way = Way { m, kind, origin, level, min, stack, between, to };
                for dir in dirs {
                    for line in board.radials(kind, origin as usize, dir) {
                        self.reg.between = saved.2;
                        self.slide_along(&way, line, max, out);
                    }
                }
            }
            (self.reg.from, self.reg.to, self.reg.between) = saved;
        }
    }

    fn slide_along(&mut self, way: &Way<'_>, line: &[u32], max: i32, out: &mut Vec<Move>) {
        let stop = way.to.and_then(|t| t.cond.as_ref());
        for (i, &site) in line.iter().enumerate() {
            let distance = i as i32 + 1;
            if distance > max || !self.burn(1, way.m.rule) {
                break;
            }
            let site = site as i32;
            self.reg.to = site;
            if let Some(stop) = stop
                && self.bool(stop)
                && way.min <= distance
            {
                self.slide_to(way, line, i, true, out);
                break;
            }
            self.reg.between = site;
            if !self.may_pass(way.between, site) {
                break;
            }
            if way.min <= distance {
                self.slide_to(way, line, i, false, out);
            }
        }
    }

    /// May a piece slide over a site? Where nothing is said, over empty ones.
    fn may_pass(&mut self, between: Option<&Between>, site: i32) -> bool {
        match between.and_then(|b| b.cond.as_ref()) {
            Some(cond) => self.bool(cond),
            None => {
                let kind = self.game.site_type;
                self.on_board(kind, site) && self.pos.is_empty(self.slot(kind, site))
            }
        }
    }

    /// The slide that ends at index `i` of a line.
    fn slide_to(&mut self, way: &Way<'_>, line: &[u32], i: usize, stopped: bool, out: &mut Vec<Move>) {
        let site = line[i] as i32;
        let whole = way.level == UNDEFINED && !way.stack;
        let mut mv = if whole {
            self.new_move(way.m, moving(way.kind, way.origin, UNDEFINED, site, false))
        } else {
            self.moved_piece(way.m, way.kind, way.origin, way.level, site, way.stack)
        };
        if (stopped || whole)
            && let Some(effect) = way.to.and_then(|t| t.apply.effect.as_deref())
        {
            self.prepend(&mut mv, effect);
        }
        let passed = &line[..i];
        if let Some(between) = way.between {
            if let Some(trail) = &between.trail {
                let what = self.int(trail);
                for left in std::iter::once(way.origin).chain(passed.iter().map(|&s| s as i32)) {
                    mv.actions.push(Action { act: adding(way.kind, left, what), decision: false });
                }
            }
            if between.apply.effect.is_some() {
                for &site in passed {
                    self.reg.between = site as i32;
                    self.apply_part(&mut mv, &between.apply);
                }
            }
        }
        let allowed = self.holds(way.to.and_then(|t| t.apply.cond.as_ref()));
        self.reg.between = site;
        if allowed {
            mv.between = passed.iter().map(|&s| s as i32).collect::<SmallVec<[i32; 2]>>();
            out.push(mv);
        }
    }

    pub(super) fn slide_on_tracks(
        &mut self,
        m: &Moves,
        from: &Origin,
        on: &SlideTracks,
        between: Option<&Between>,
        to: Option<&Target>,
        out: &mut Vec<Move>,
    ) {
        let game = self.game;
        let saved = (self.reg.from, self.reg.to, self.reg.between);
        for origin in self.places(&from.place) {
            if origin < 0 {
                continue;
            }
            self.reg.from = origin;
            if self.holds(from.cond.as_ref()) {
                let min = self.int_or(between.and_then(|b| b.range.as_ref()).map(|r| &r.min), UNDEFINED);
                let max = self.int_or(between.and_then(|b| b.range.as_ref()).map(|r| &r.max), INFINITY);
                let way =
                    Way { m, kind: from.kind, origin, level: UNDEFINED, min, stack: false, between, to };
                for track in on.tracks.iter().filter_map(|&t| game.tracks.get(t)) {
                    for start in (0..track.sites.len()).filter(|&i| track.sites[i] == origin) {
                        self.slide_from_index(&way, track, start, max, on.round_a_bend, out);
                    }
                }
            }
            (self.reg.from, self.reg.to, self.reg.between) = saved;
        }
    }

    fn slide_from_index(
        &mut self,
        way: &Way<'_>,
        track: &crate::game::Track,
        start: usize,
        max: i32,
        round_a_bend: bool,
        out: &mut Vec<Move>,
    ) {
        let mut index = start;
        let mut bends = track.bump[index];
        let mut distance = 1;
        while track.next[index] >= 0
            && distance < track.sites.len() as i32
            && distance <= max
            && self.burn(1, way.m.rule)
        {
            let next = track.next[index] as usize;
            let Some(&site) = track.sites.get(next) else { break };
            self.reg.to = site;
            if bends > 0 || !round_a_bend {
                let stop = match way.to.and_then(|t| t.cond.as_ref()) {
                    Some(stop) => self.bool(stop),
                    None => false,
                };
                if way.min <= distance {
                    let allowed = stop || self.holds(way.to.and_then(|t| t.apply.cond.as_ref()));
                    if allowed {
                        let act = moving(way.kind, way.origin, UNDEFINED, site, false);
                        let mut mv = self.new_move(way.m, act);
                        if stop && let Some(effect) = way.to.and_then(|t| t.apply.effect.as_deref()) {
                            self.prepend(&mut mv, effect);
                        }
                        out.push(mv);
                    }
                    if stop {
                        break;
                    }
                }
            }
            distance += 1;
            self.reg.between = site;
            if !self.may_pass(way.between, site) {
                break;
            }
            index = next;
            bends += track.bump[index];
        }
    }
}

/// What stays the same along one slide.
struct Way<'r> {
    m: &'r Moves,
    kind: SiteType,
    origin: i32,
    level: i32,
    min: i32,
    stack: bool,
    between: Option<&'r Between>,
    to: Option<&'r Target>,
}

/// An action that puts one piece on a site.
pub(super) fn adding(kind: SiteType, to: i32, what: i32) -> Act {
    Act::Add {
        kind,
        to,
        what,
        count: 1,
        state: UNDEFINED,
        rotation: UNDEFINED,
        value: UNDEFINED,
        on_stack: false,
    }
}
