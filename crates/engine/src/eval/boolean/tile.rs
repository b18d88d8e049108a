//! Tiles with paths, and dominoes: do they fit their neighbours?

use crate::ctx::Ctx;
use crate::game::{ComponentKind, TilePath};
use crate::siteset::SiteSet;
use crate::types::*;
use smallvec::SmallVec;

/// A tile as it lies on the board.
struct Tile<'g> {
    paths: &'g [TilePath],
    slots: i32,
    /// By how many sides it is turned.
    turned: i32,
    sides: i32,
}

impl Tile<'_> {
    /// The colours on a side, in slot order; 0 where no path begins.
    fn colours(&self, side: i32) -> SmallVec<[i32; 4]> {
        let mut out: SmallVec<[i32; 4]> = SmallVec::from_elem(0, self.slots.clamp(0, 64) as usize);
        for p in self.paths {
            for (s, slot) in [(p.from, p.from_slot), (p.to, p.to_slot)] {
                if self.lies_at(s) == side
                    && let Some(c) = out.get_mut(slot.max(0) as usize)
                {
                    *c = p.colour;
                }
            }
        }
        out
    }
    /// Where a side of the tile points to now.
    fn lies_at(&self, side: i32) -> i32 {
        (side + self.turned).rem_euclid(self.sides.max(1))
    }
}

impl<'g> Ctx<'g> {
    /// The tile at a cell, if there is one.
    fn tile_at(&self, site: i32) -> Option<Tile<'g>> {
        let game = self.game;
        let what = self.what(SiteType::Cell, site);
        let ComponentKind::Tile { paths, slots_per_side, .. } = &game.components.get(what)?.kind else {
            return None;
        };
        let sides = game.board.supported(SiteType::Cell, Relation::Orthogonal).len() as i32;
        // Rotations count all directions to neighbours, sides only those across an edge.
        let ratio = game.board.supported(SiteType::Cell, Relation::Adjacent).len() as i32 / sides.max(1);
        let rotation = i32::from(self.pos.top(self.slot(SiteType::Cell, site)).rotation);
        Some(Tile { paths, slots: *slots_per_side, turned: rotation / ratio.max(1), sides })
    }

    pub(super) fn sides_match(&self, site: i32) -> bool {
        if site < 0 || self.what(SiteType::Cell, site) == 0 {
            return false;
        }
        let Some(tile) = self.tile_at(site) else { return true };
        let board = &self.game.board;
        let compass = board.supported(SiteType::Cell, Relation::Orthogonal);
        compass.iter().enumerate().all(|(side, &way)| {
            board.steps(SiteType::Cell, site as usize, way).iter().all(|&to| {
                let Some(other) = self.tile_at(to as i32) else { return true };
                let facing = (side as i32 + other.sides / 2) % other.sides.max(1);
                let (mine, theirs) = (tile.colours(side as i32), other.colours(facing));
                mine.len() == theirs.len() && mine.iter().eq(theirs.iter().rev())
            })
        })
    }

    /// Do paths of the colour lead from the tile back to it, without turning round on the way?
    pub(super) fn tile_loop(&self, from: i32, colour: i32) -> bool {
        let board = &self.game.board;
        let compass = board.supported(SiteType::Cell, Relation::Orthogonal);
        let mut seen: Vec<SiteSet> = vec![SiteSet::new(); board.len(SiteType::Cell)];
        let mut open = vec![(from, from)];
        while let Some((site, came_from)) = open.pop() {
            let Some(tile) = self.tile_at(site) else { continue };
            for path in tile.paths.iter().filter(|p| p.colour == colour) {
                for side in [path.from, path.to] {
                    let Some(&way) = compass.get(tile.lies_at(side) as usize) else { continue };
                    let Some(&to) = board.steps(SiteType::Cell, site as usize, way).first() else { continue };
                    let to = to as i32;
                    if to == came_from {
                        continue;
                    }
                    if to == from {
                        return true;
                    }
                    // A tile need not be entered twice from the same neighbour.
                    if self.tile_at(to).is_some() && !seen[to as usize].contains(site) {
                        seen[to as usize].insert(site);
                        open.push((to, site));
                    }
                }
            }
        }
        false
    }

    pub(super) fn pips_match(&self, site: i32) -> bool {
        let game = self.game;
        let kind = SiteType::Cell;
        if site < 0 {
            return true;
        }
        let what = self.what(kind, site);
        let is_domino =
            matches!(game.components.get(what).map(|c| &c.kind), Some(ComponentKind::Domino { .. }));
        if !is_domino {
            return true;
        }
        let piece = self.pos.top(self.slot(kind, site));
        let covered = self.large_piece_sites(what, site, piece.state);
        let value = |s: i32| self.pos.top(self.slot(kind, s)).value;
        let mut touching: SmallVec<[i32; 8]> = SmallVec::new();
        for &loc in covered.iter().filter(|&&s| s >= 0) {
            for &to in game.board.steps(kind, loc as usize, Direction::Orthogonal) {
                let to = to as i32;
                if covered.contains(&to) || self.pos.count(self.slot(kind, to)) == 0 {
                    continue;
                }
                if value(to) != value(loc) {
                    return false;
                }
                touching.push(to);
            }
        }
        if self.pos.moves_made - self.pos.start_moves <= 1 {
            return true;
        }
        // The neighbours that are touched must be the two halves of one end, and equal.
        let mut matched = false;
        for &a in &touching {
            let mut in_line: SmallVec<[i32; 4]> = SmallVec::from_slice(&[a]);
            for radial in game.board.radials(kind, a as usize, Direction::Orthogonal) {
                in_line.extend(radial.iter().map(|&s| s as i32).filter(|s| touching.contains(s)));
                if in_line.len() > 2 {
                    return false;
                }
                if let [a, b] = in_line[..] {
                    matched = self.pos.count(self.slot(kind, a)) == self.pos.count(self.slot(kind, b));
                }
            }
        }
        matched
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turned_tile_shows_its_colours_on_other_sides() {
        let path = |from, to, colour| TilePath { from, from_slot: 0, to, to_slot: 0, colour };
        let paths = [path(0, 2, 1), path(1, 3, 2)];
        let tile = |turned| Tile { paths: &paths, slots: 1, turned, sides: 4 };
        let colours = |t: &Tile<'_>| (0..4).map(|s| t.colours(s)[0]).collect::<Vec<_>>();
        assert_eq!(colours(&tile(0)), [1, 2, 1, 2]);
        assert_eq!(colours(&tile(1)), [2, 1, 2, 1]);
        assert_eq!(tile(3).lies_at(2), 1);
    }
}
