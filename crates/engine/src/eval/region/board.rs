//! Regions that the board, hands and tracks give.

use crate::ctx::Ctx;
use crate::kernel::region::BoardLines;
use crate::siteset::SiteSet;
use crate::types::*;

/// Sites listed by the board, as a set.
pub fn set(sites: &[u32]) -> SiteSet {
    sites.iter().map(|&s| s as i32).collect()
}

impl<'g> Ctx<'g> {
    pub(super) fn expand(
        &self,
        kind: SiteType,
        mut region: SiteSet,
        steps: i32,
        dir: Option<Direction>,
    ) -> SiteSet {
        let board = &self.game.board;
        let mut edge = region.clone();
        for _ in 0..steps {
            let mut grown = SiteSet::new();
            for site in edge.iter().filter(|&s| (s as usize) < board.len(kind)) {
                let near = match dir {
                    Some(d) if kind != SiteType::Edge => board.steps(kind, site as usize, d),
                    Some(_) | None => board.neighbours(kind, site as usize, Relation::Adjacent),
                };
                grown.extend(near.iter().map(|&s| s as i32));
            }
            grown.subtract(&region);
            if grown.is_empty() {
                break;
            }
            region.union_with(&grown);
            edge = grown;
        }
        region
    }

    pub(super) fn board_lines(&self, kind: SiteType, lines: BoardLines, index: i32) -> SiteSet {
        let board = &self.game.board;
        let all = match lines {
            BoardLines::Rows => board.rows(kind),
            BoardLines::Columns => board.columns(kind),
            BoardLines::Layers => board.layers(kind),
            BoardLines::Phases => board.phases(kind),
        };
        usize::try_from(index).ok().and_then(|i| all.get(i)).map(|l| set(l)).unwrap_or_default()
    }

    pub(super) fn side_of(&self, kind: SiteType, player: i32) -> SiteSet {
        let facing = usize::try_from(player).ok().and_then(|p| self.game.facing.get(p)).copied().flatten();
        facing.map(|d| set(self.game.board.side(kind, d))).unwrap_or_default()
    }

    pub(super) fn incident(&self, of: SiteType, site: i32, result: SiteType, owner: Option<i32>) -> SiteSet {
        let board = &self.game.board;
        if site < 0 || site as usize >= board.len(of) {
            return SiteSet::new();
        }
        let at = site as usize;
        let through = |via: SiteType| -> SiteSet {
            board
                .incident(of, at, via)
                .iter()
                .flat_map(|&v| board.incident(via, v as usize, result))
                .map(|&s| s as i32)
                .filter(|&s| s != site)
                .collect()
        };
        let mut sites = match (of, result) {
            (SiteType::Cell, SiteType::Cell) => through(SiteType::Edge),
            (SiteType::Edge, SiteType::Edge) => through(SiteType::Vertex),
            // Here the reference gives the cells at the vertex's edges, taken for vertices.
            (SiteType::Vertex, SiteType::Vertex) => board
                .incident(of, at, SiteType::Edge)
                .iter()
                .flat_map(|&e| board.incident(SiteType::Edge, e as usize, SiteType::Cell))
                .map(|&s| s as i32)
                .filter(|&s| s != site)
                .collect(),
            (SiteType::Cell, SiteType::Edge | SiteType::Vertex)
            | (SiteType::Edge, SiteType::Cell | SiteType::Vertex)
            | (SiteType::Vertex, SiteType::Cell | SiteType::Edge) => set(board.incident(of, at, result)),
        };
        if let Some(owner) = owner {
            let everybody = self.game.players as i32 + 1;
            sites = sites
                .iter()
                .filter(|&s| {
                    let who = self.who(result, s) as i32;
                    who == owner || (who != 0 && owner == everybody)
                })
                .collect();
        }
        sites
    }

    pub(super) fn track_sites(&self, track: Option<usize>, from: Option<i32>, to: Option<i32>) -> SiteSet {
        let Some(track) = track else { return SiteSet::new() };
        let sites = &self.game.tracks[track].sites;
        if from.is_none() && to.is_none() {
            return sites.iter().copied().collect();
        }
        let start = match from {
            None | Some(UNDEFINED) => 0,
            Some(from) => match sites.iter().position(|&s| s == from) {
                Some(i) => i,
                None => return SiteSet::new(),
            },
        };
        let mut found = SiteSet::new();
        for i in 0..sites.len() {
            let site = sites[(start + i) % sites.len()];
            found.insert(site);
            if Some(site) == to {
                break;
            }
        }
        found
    }

    pub(super) fn crossing(&self, edge: i32, owner: i32) -> SiteSet {
        let board = &self.game.board;
        let edges = board.len(SiteType::Edge);
        if edge < 0 || edge as usize >= edges {
            return SiteSet::new();
        }
        let everybody = self.game.players as i32 + 1;
        (0..edges as i32)
            .filter(|&e| {
                let piece = self.pos.top(self.slot(SiteType::Edge, e));
                let theirs = if owner == everybody { piece.what != 0 } else { i32::from(piece.who) == owner };
                theirs && e != edge && board.edges_cross(edge as usize, e as usize)
            })
            .collect()
    }
}
