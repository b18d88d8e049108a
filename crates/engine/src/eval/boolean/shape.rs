//! Shapes other than lines and connections: patterns along a walk, pyramids, whole configurations, freedom.

use crate::ctx::Ctx;
use crate::eval::walk::follow;
use crate::game::StepWalk;
use crate::kernel::boolean::Angle;
use crate::kernel::{Bool, Int};
use crate::siteset::SiteSet;
use crate::types::*;
use smallvec::SmallVec;

impl<'g> Ctx<'g> {
    pub(super) fn pattern(&mut self, kind: SiteType, walk: &[StepWalk], from: &Int, whats: &[Int]) -> bool {
        let board = &self.game.board;
        let from = self.int(from);
        if from < 0 || from as usize >= board.len(kind) {
            return false;
        }
        let here = self.what(kind, from) as i32;
        let whats: SmallVec<[i32; 4]> = if whats.is_empty() {
            if here == 0 {
                return false;
            }
            SmallVec::from_slice(&[here])
        } else {
            whats.iter().map(|w| self.int(w)).collect()
        };
        if here != whats[0] {
            return false;
        }
        let ways = board.supported(kind, Relation::Orthogonal);
        ways.iter().any(|&start| {
            let mut site = from as usize;
            let mut expected = whats.iter().cycle().skip(1);
            let whole = follow(walk, start, ways, |facing| {
                site = *board.steps(kind, site, facing).last()? as usize;
                (expected.next() == Some(&(self.what(kind, site as i32) as i32))).then_some(())
            });
            whole.is_some()
        })
    }

    /// Are four pieces like the one at the site its pyramid's other corners, above or below?
    pub(super) fn pyramid_corners(&self, kind: SiteType, site: i32) -> bool {
        const DOWN: [Direction; 4] = [Direction::DNW, Direction::DNE, Direction::DSW, Direction::DSE];
        const UP: [Direction; 4] = [Direction::UNW, Direction::UNE, Direction::USW, Direction::USE];
        let board = &self.game.board;
        if site < 0 || site as usize >= board.len(kind) {
            return false;
        }
        let here = self.what(kind, site);
        [DOWN, UP].iter().any(|ways| {
            let mut corners = [site as usize; 4];
            for _ in 0..board.len(kind) {
                for (corner, &way) in corners.iter_mut().zip(ways) {
                    let &[to] = board.steps(kind, *corner, way) else { return false };
                    *corner = to as usize;
                }
                if corners.iter().all(|&c| self.what(kind, c as i32) == here) {
                    return true;
                }
            }
            false
        })
    }

    pub(super) fn target(&self, container: i32, configuration: &[i32], sites: &[i32]) -> bool {
        let game = self.game;
        let kind = game.site_type;
        let Some(c) = game.containers.get(container.max(0) as usize) else { return false };
        let all: Vec<i32> = match (sites.is_empty(), container) {
            (false, _) => sites.to_vec(),
            (true, 0) => (0..game.board_sites(kind) as i32).collect(),
            (true, _) => (c.first..c.first + c.len).collect(),
        };
        if self.pos.stacking() {
            // One stack is the configuration, bottom to top.
            return all.into_iter().any(|site| {
                let slot = self.slot(kind, site);
                self.pos.height(slot) == configuration.len()
                    && configuration
                        .iter()
                        .enumerate()
                        .all(|(level, &w)| i32::from(self.pos.at_level(slot, level).what) == w)
            });
        }
        all.len() == configuration.len()
            && all.iter().zip(configuration).all(|(&site, &w)| self.what(kind, site) as i32 == w)
    }

    pub(super) fn freedom(&self, kind: SiteType, region: &SiteSet, except: i32) -> bool {
        const WAYS: [Direction; 4] = [Direction::N, Direction::S, Direction::W, Direction::E];
        let board = &self.game.board;
        region.iter().any(|site| {
            WAYS.iter().any(|&way| {
                board.steps(kind, site as usize, way).iter().any(|&to| {
                    to as i32 != except
                        && self.what(kind, to as i32) == 0
                        && board.layer(kind, to as usize) == 0
                })
            })
        })
    }

    /// Do two sites, other than `at`, that satisfy one condition each lie at that angle to each other? As the
    /// reference measures it: from straight down to the line between them, which `at` has no part in.
    pub(super) fn angle(
        &mut self,
        angle: Angle,
        kind: SiteType,
        at: i32,
        first: &Bool,
        second: &Bool,
    ) -> bool {
        let places = self.game.board.places(kind);
        if at < 0 || at as usize >= places.len() {
            return false;
        }
        let before = self.reg.site;
        let mut found = false;
        'search: for a in (0..places.len()).filter(|&a| a as i32 != at) {
            self.reg.site = a as i32;
            if !self.bool(first) {
                continue;
            }
            for b in (a + 1..places.len()).filter(|&b| b as i32 != at) {
                self.reg.site = b as i32;
                if !self.bool(second) {
                    continue;
                }
                // The sign of the height difference says on which side of a right angle the slope is.
                let up = places[b][1] - places[a][1];
                found = match angle {
                    Angle::Acute => up < 0.0,
                    Angle::Right => up == 0.0,
                    Angle::Obtuse => up > 0.0,
                    // Slopes are measured up to 180 degrees.
                    Angle::Reflex => false,
                };
                if found {
                    break 'search;
                }
            }
        }
        self.reg.site = before;
        found
    }
}
