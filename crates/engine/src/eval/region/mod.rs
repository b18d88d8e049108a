//! Sets of sites. This file holds the match over all of them; longer ones are in the files beside it.

mod board;
mod member;
mod pieces;
mod relations;

use crate::ctx::Ctx;
use crate::eval::int::MAX_DEPTH;
use crate::kernel::{Moves, Region};
use crate::moves::Move;
use crate::siteset::SiteSet;
use crate::types::*;
use std::sync::Arc;

impl<'g> Ctx<'g> {
    #[inline]
    pub fn region(&mut self, e: &Region) -> SiteSet {
        if self.observer.is_some() { self.region_observed(e) } else { self.region_unobserved(e) }
    }

    pub(crate) fn region_unobserved(&mut self, e: &Region) -> SiteSet {
        match e {
            Region::Fixed(s) => s.clone(),
            Region::Sites(list) => list.iter().map(|e| self.int(e)).collect(),
            Region::List(list) => self.ints(list).into_iter().collect(),
            Region::Current => self.reg.region.as_deref().cloned().unwrap_or_default(),
            Region::Union(list) => {
                let mut all = SiteSet::new();
                for r in list {
                    match r {
                        Region::Fixed(s) => all.union_with(s),
                        _ => all.union_with(&self.region(r)),
                    }
                }
                all
            }
            Region::Intersection(list) => {
                let mut it = list.iter();
                let mut all = it.next().map(|r| self.region(r)).unwrap_or_default();
                for r in it {
                    match r {
                        Region::Fixed(s) => all.intersect_with(s),
                        _ => all.intersect_with(&self.region(r)),
                    }
                }
                all
            }
            Region::Difference(a, b) => {
                let mut s = self.region(a);
                match &**b {
                    Region::Fixed(t) => s.subtract(t),
                    b => s.subtract(&self.region(b)),
                }
                s
            }
            Region::Without(r, site) => {
                let mut s = self.region(r);
                s.remove(self.int(site));
                s
            }
            Region::If { cond, then, otherwise } => {
                if self.bool(cond) {
                    self.region(then)
                } else {
                    self.region(otherwise)
                }
            }
            Region::Expand { kind, region, steps, dir } => {
                let region = self.region(region);
                let steps = self.int(steps);
                self.expand(*kind, region, steps, *dir)
            }
            Region::Filter { region, cond } => {
                let mut sites = self.region(region);
                let old = self.reg.site;
                self.while_still(|ctx| {
                    for site in sites.clone().iter() {
                        ctx.reg.site = site;
                        if !ctx.bool(cond) {
                            sites.remove(site);
                        }
                    }
                });
                self.reg.site = old;
                sites
            }
            Region::ForEachSite { of, region } => {
                let old = self.reg.site;
                let mut all = SiteSet::new();
                for site in self.region(of).iter() {
                    self.reg.site = site;
                    all.union_with(&self.region(region));
                }
                self.reg.site = old;
                all
            }
            Region::ForEachPlayer { players, region } => {
                let old = self.reg.player;
                let mut all = SiteSet::new();
                for p in self.ints(players) {
                    if (0..=self.game.players as i32 + 1).contains(&p) {
                        self.reg.player = p;
                        all.union_with(&self.region(region));
                    }
                }
                self.reg.player = old;
                all
            }
            Region::ForEachTeam(region) => {
                let old = self.reg.team.take();
                let mut all = SiteSet::new();
                let n = self.game.players;
                for t in 1..=n {
                    let team: Vec<i32> =
                        (1..=n).filter(|&p| usize::from(self.pos.teams[p]) == t).map(|p| p as i32).collect();
                    if !team.is_empty() {
                        self.reg.team = Some(Arc::new(team));
                        all.union_with(&self.region(region));
                    }
                }
                self.reg.team = old;
                all
            }
            Region::Levels { kind, site, from_top, start, cond } => {
                let site = self.int(site);
                let height = self.pos.height(self.slot(*kind, site)) as i32;
                let start = start.as_ref().map_or(UNDEFINED, |s| self.int(s));
                let range = match (*from_top, start < 0) {
                    (false, _) => start.max(0)..height,
                    (true, true) => 0..height,
                    (true, false) => 0..height.min(start + 1),
                };
                let old = self.reg.level;
                let mut levels = SiteSet::new();
                for level in range {
                    self.reg.level = level;
                    if cond.as_ref().is_none_or(|c| self.bool(c)) {
                        levels.insert(level);
                    }
                }
                self.reg.level = old;
                levels
            }
            Region::Random { region, num } => {
                let mut left: Vec<i32> = self.region(region).iter().collect();
                let num = (self.int(num).max(0) as usize).min(left.len());
                (0..num).map(|_| left.swap_remove(self.rng.below(left.len()))).collect()
            }
            Region::Lines { kind, lines, index } => {
                let index = self.int(index);
                self.board_lines(*kind, *lines, index)
            }
            Region::Side { kind, player } => {
                let player = self.int(player);
                self.side_of(*kind, player)
            }
            Region::Incident { of, site, result, owner } => {
                let site = self.int(site);
                let owner = owner.as_ref().map(|o| self.int(o));
                self.incident(*of, site, *result, owner)
            }
            Region::ByPlayer { regions, player } => {
                let player = self.int(player);
                match usize::try_from(player).ok().and_then(|p| regions.get(p)) {
                    Some(r) => self.region(r),
                    None => SiteSet::new(),
                }
            }
            Region::Track { track, from, to } => {
                let from = from.as_ref().map(|f| self.int(f));
                let to = to.as_ref().map(|t| self.int(t));
                let track = match usize::try_from(self.reg.track) {
                    Ok(t) => Some(t).filter(|&t| t < self.game.tracks.len()),
                    Err(_) => self.pick_track(track),
                };
                self.track_sites(track, from, to)
            }
            Region::Hand(player) => {
                let player = self.int(player);
                self.game.hand_of(player).map(|c| (c.first..c.first + c.len).collect()).unwrap_or_default()
            }
            Region::Empty { kind } => self.empty_sites(*kind),
            Region::EmptyIn { kind, container } => {
                let c = self.int(container);
                if c < 1 {
                    return self.empty_sites(*kind);
                }
                let Some(c) = self.game.containers.get(c as usize) else { return SiteSet::new() };
                let sites = c.first..c.first + c.len;
                sites.filter(|&s| self.pos.is_empty(self.slot(SiteType::Cell, s))).collect()
            }
            Region::Occupied { of, whats, container, top, kind } => {
                self.occupied(of, whats, container.as_deref(), *top, *kind)
            }
            Region::InState { kind, state } => {
                let state = self.int(state);
                let sites = 0..self.game.board_sites(*kind) as i32;
                sites.filter(|&s| self.pos.top(self.slot(*kind, s)).state == state).collect()
            }
            Region::Supporting { kind, what } => {
                let what = what.as_ref().map_or(UNDEFINED, |w| self.int(w));
                self.supporting(*kind, what)
            }
            Region::Start(what) => {
                let what = self.int(what);
                usize::try_from(what)
                    .ok()
                    .filter(|&w| w >= 1)
                    .and_then(|w| self.pos.start_sites.get(w).cloned())
                    .unwrap_or_default()
            }
            Region::Hidden { facet, kind, from } => {
                let mask = self.owner_mask(from);
                let n = self.game.players as i32;
                (0..self.game.board_sites(*kind) as i32)
                    .filter(|&s| {
                        let slot = self.slot(*kind, s);
                        (1..=n).any(|p| mask >> p & 1 == 1 && self.is_hidden(*facet, p, slot, 0))
                    })
                    .collect()
            }
            Region::LargePiece { kind, site } => {
                let site = self.int(site);
                self.large_piece_at(*kind, site)
            }
            Region::MovesFrom(m) => self.moves_of(m).into_iter().map(|m| m.from).collect(),
            Region::MovesTo(m) => self.moves_of(m).into_iter().map(|m| m.to).collect(),
            Region::MovesBetween(m) => self.moves_of(m).into_iter().flat_map(|m| m.between).collect(),
            Region::Winning { player, moves } => {
                let player = self.int(player);
                self.winning_sites(player, moves)
            }
            Region::LastFrom => self.last_sites(|a| a.from(), |m| m.from),
            Region::LastTo => self.last_sites(|a| a.to(), |m| m.to),
            Region::LastBetween => {
                self.pos.last.as_ref().map(|m| m.between.iter().copied().collect()).unwrap_or_default()
            }
            Region::Pending => self.pos.pending.iter().copied().collect(),
            Region::ToClear => self.pos.to_remove.iter().copied().collect(),
            Region::HintRegion => {
                self.reg.hint_region.as_ref().map(|r| r.iter().copied().collect()).unwrap_or_default()
            }
            Region::Playable => self.playable(),
            Region::Around { .. } => self.around(e),
            Region::Between { .. } => self.sites_between(e),
            Region::Crossing { edge, owner } => {
                let (edge, owner) = (self.int(edge), self.int(owner));
                self.crossing(edge, owner)
            }
            Region::Group { kind, starts, dirs, cond, visible } => {
                let visible = visible.as_ref().is_some_and(|v| self.bool(v));
                let mut all = SiteSet::new();
                for start in self.region(starts).iter() {
                    all.union_with(&self.group_at(*kind, start, dirs, cond.as_deref(), visible));
                }
                all
            }
            Region::Distance { kind, relation, walk, from, range } => {
                let from = self.int(from);
                let range = self.range(range);
                self.at_distance(*kind, *relation, walk.as_deref(), from, range)
            }
            Region::Direction { .. } => self.along(e),
            Region::LineOfSight { kind, what, site, dirs } => {
                let site = self.int(site);
                self.line_of_sight(*kind, *what, site, dirs)
            }
            Region::Loop { of, inside } => {
                let inside = self.bool(inside);
                match self.find_loop(of) {
                    None => SiteSet::new(),
                    Some((area, _)) if inside => area,
                    Some((_, ring)) => self.tight_ring(of.kind, &of.dirs, ring),
                }
            }
            Region::Pattern { kind, walk, from, whats } => {
                let from = self.int(from);
                let whats: Option<Vec<i32>> = whats.as_ref().map(|w| w.iter().map(|w| self.int(w)).collect());
                self.pattern_sites(*kind, walk, from, whats)
            }
            Region::Walk { kind, from, walks, rotations } => {
                let from = self.int(from);
                let rotations = self.bool(rotations);
                self.walk_ends(*kind, from, walks, rotations)
            }
        }
    }

    /// How many sites a region has.
    pub fn region_len(&mut self, e: &Region) -> usize {
        match e {
            Region::Fixed(s) => s.len(),
            Region::InState { kind, state } => {
                let state = self.int(state);
                let (first, len) = self.game.layout.board[*kind as usize];
                if !self.pos.stacking() && len == self.game.board_sites(*kind) {
                    return (first..first + len)
                        .filter(|&s| self.pos.slot_content(s).piece.state == state)
                        .count();
                }
                let sites = 0..self.game.board_sites(*kind) as i32;
                sites.filter(|&s| self.pos.top(self.slot(*kind, s)).state == state).count()
            }
            e => self.region(e).len(),
        }
    }

    pub(in crate::eval) fn empty_sites(&self, kind: SiteType) -> SiteSet {
        let (first, len) = self.game.layout.board[kind as usize];
        if self.pos.keeps_sets() && len == self.game.board_sites(kind) {
            return SiteSet::from_slots(self.pos.empty_slots(), first, len);
        }
        let sites = 0..self.game.board_sites(kind) as i32;
        sites.filter(|&s| self.pos.is_empty(self.slot(kind, s))).collect()
    }

    /// The moves of a rule, for their places only.
    fn moves_of(&mut self, m: &Moves) -> Vec<Move> {
        let mut out = Vec::new();
        if self.depth < MAX_DEPTH {
            self.depth += 1;
            self.moves(m, &mut out);
            self.depth -= 1;
        }
        out
    }

    fn last_sites(
        &self,
        of_action: impl Fn(&crate::action::Action) -> i32,
        of_move: impl Fn(&Move) -> i32,
    ) -> SiteSet {
        let Some(last) = &self.pos.last else { return SiteSet::new() };
        let on_board = self.game.board_sites(self.game.site_type) as i32;
        let mut sites: SiteSet = last.actions.iter().map(of_action).filter(|&s| s < on_board).collect();
        sites.insert(of_move(last));
        sites
    }

    fn winning_sites(&mut self, player: i32, rule: &Moves) -> SiteSet {
        let mut won = SiteSet::new();
        if player < 1 || player > self.game.players as i32 || self.depth >= MAX_DEPTH {
            return won;
        }
        let mut here = self.fork();
        here.depth += 1;
        if player != i32::from(self.pos.mover) {
            here.pos.prev = here.pos.mover;
            here.pos.mover = player as u8;
            here.pos.next = (player % self.game.players as i32 + 1) as u8;
        }
        let mut moves = Vec::new();
        here.moves(rule, &mut moves);
        for m in &moves {
            if m.to < 0 || won.contains(m.to) {
                continue;
            }
            let mut after = here.fork();
            after.apply(m);
            if after.pos.winners.contains(&(player as u8)) {
                won.insert(m.to);
            }
        }
        won
    }
}
