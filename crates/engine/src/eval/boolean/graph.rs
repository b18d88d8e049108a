//! Questions about graphs that players draw on the edges of the board: what is drawn, for [`crate::graphs`].

use crate::ctx::Ctx;
use crate::graphs::{Drawn, PathLength, of_sites};
use crate::kernel::boolean::{Path, TreeShape};
use crate::types::*;

impl<'g> Ctx<'g> {
    /// The graph of the edges for which `drawn` holds.
    fn drawn(&self, drawn: impl Fn(&Self, i32) -> bool) -> Drawn {
        let board = &self.game.board;
        let edges = (0..board.len(SiteType::Edge))
            .filter(|&e| drawn(self, e as i32))
            .filter_map(|e| board.edge_ends(e))
            .map(|(a, b)| (a as usize, b as usize))
            .collect();
        Drawn::new(board.len(SiteType::Vertex), edges)
    }

    /// The component that a player's edges are of: edges go by component number, and nobody's are those like
    /// the last one drawn.
    fn edge_component(&self, who: i32, last: i32) -> i32 {
        if who != 0 {
            return who;
        }
        match self.what(SiteType::Edge, last) {
            0 => 1,
            what => what as i32,
        }
    }

    pub(super) fn tree(&self, shape: TreeShape, who: i32) -> bool {
        let last = self.pos.last.as_ref().map_or(OFF, |m| m.to);
        if last < 0 {
            return false;
        }
        if shape == TreeShape::Centre {
            let everybody = self.game.players as i32 + 1;
            let whose = |ctx: &Self, e| who == everybody || ctx.who(SiteType::Edge, e) as i32 == who;
            let graph = self.drawn(|ctx, e| ctx.what(SiteType::Edge, e) != 0 && whose(ctx, e));
            return graph.is_centre(last as usize);
        }
        let what = self.edge_component(who, last);
        self.drawn(|ctx, e| ctx.what(SiteType::Edge, e) as i32 == what).is_tree(shape)
    }

    pub(super) fn regular_graph(&self, who: i32, k: i32, odd: bool, even: bool) -> bool {
        let last = self.pos.last.as_ref().map_or(OFF, |m| m.to);
        if last < 0 {
            return false;
        }
        let what = self.edge_component(who, last);
        self.drawn(|ctx, e| ctx.what(SiteType::Edge, e) as i32 == what).is_regular(k, odd, even)
    }

    pub(super) fn path(&mut self, p: &Path) -> bool {
        let from = self.int(&p.from);
        let Some(from) = usize::try_from(from).ok().filter(|&f| f < self.game.board.len(p.kind)) else {
            return false;
        };
        let who = self.int(&p.who);
        let (min, max) = self.range(&p.length);
        let length = PathLength { min, max, closed: self.bool(&p.closed) };
        let board = &self.game.board;
        match p.kind {
            SiteType::Edge => {
                let Some((a, b)) = board.edge_ends(from) else { return false };
                let graph = self.drawn(|ctx, e| ctx.who(SiteType::Edge, e) as i32 == who);
                graph.has_edge_path((a as usize, b as usize), length)
            }
            SiteType::Vertex | SiteType::Cell => {
                let near = |a| board.neighbours(p.kind, a, Relation::Adjacent);
                let mine = |s: usize| self.who(p.kind, s as i32) as i32 == who;
                of_sites(board.len(p.kind), from, near, mine).has_site_path(from, length)
            }
        }
    }
}
