//! Questions about graphs that players draw, answered on states. What a graph is, [`ludarium_engine::graphs`] knows; here is who drew what.

use crate::state::View;
use ludarium_engine::game::Game;
use ludarium_engine::graphs::{Drawn, PathLength, of_sites};
use ludarium_engine::kernel::boolean::TreeShape;
use ludarium_engine::types::*;

/// What is asked, by number, and the numbers that come with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Who, the edge that was drawn last.
    Tree,
    Spanning,
    Caterpillar,
    /// Who, the vertex.
    Centre,
    /// Who, the edge that was drawn last, how many neighbours, odd, even.
    Regular,
    /// Who, an edge or a site, least, most, closed.
    Path,
}

impl Asked {
    const ALL: [Asked; 6] =
        [Asked::Tree, Asked::Spanning, Asked::Caterpillar, Asked::Centre, Asked::Regular, Asked::Path];
    pub fn of_tree(shape: TreeShape) -> Asked {
        match shape {
            TreeShape::Tree => Asked::Tree,
            TreeShape::Spanning => Asked::Spanning,
            TreeShape::Caterpillar => Asked::Caterpillar,
            TreeShape::Centre => Asked::Centre,
        }
    }
    pub fn number(self) -> i64 {
        Self::ALL.iter().position(|&a| a == self).map_or(0, |i| i as i64)
    }
}

/// The board as the questions see it.
#[derive(Clone, Debug)]
pub struct Drawings {
    kind: SiteType,
    vertices: usize,
    /// The ends of each edge, where pieces stand on edges.
    ends: Vec<(usize, usize)>,
    near: Vec<Box<[u32]>>,
    owners: Vec<u8>,
    everybody: i64,
}

impl Drawings {
    /// Of a game whose pieces stand on one kind of sites.
    pub fn of(game: &Game, kind: SiteType) -> Drawings {
        let (board, sites) = (&game.board, game.board.len(kind));
        let ends = |e| board.edge_ends(e).map(|(a, b)| (a as usize, b as usize));
        let near = |s| board.neighbours(kind, s, Relation::Adjacent).into();
        Drawings {
            kind,
            vertices: board.len(SiteType::Vertex),
            ends: if kind == SiteType::Edge { (0..sites).filter_map(ends).collect() } else { Vec::new() },
            near: if kind == SiteType::Edge { Vec::new() } else { (0..sites).map(near).collect() },
            owners: game.components.iter().map(|c| c.owner as u8).collect(),
            everybody: game.players as i64 + 1,
        }
    }

    fn drawn(&self, drawn: impl Fn(usize) -> bool) -> Drawn {
        let edges = (0..self.ends.len()).filter(|&e| drawn(e)).map(|e| self.ends[e]).collect();
        Drawn::new(self.vertices, edges)
    }
    fn owner(&self, view: &View<'_>, site: usize) -> i64 {
        self.owners.get(usize::from(view.what(site))).copied().unwrap_or(0).into()
    }
    /// The graph of a player's component; nobody's is the one that was drawn last.
    fn of_component(&self, view: &View<'_>, who: i64, last: usize) -> Drawn {
        let last = if last < self.ends.len() { i64::from(view.what(last)) } else { 0 };
        let what = if who != 0 { who } else { last.max(1) };
        self.drawn(|e| i64::from(view.what(e)) == what)
    }

    pub fn answer(&self, view: &View<'_>, args: &[i64]) -> bool {
        let number = |i: usize| args.get(i).copied().unwrap_or(0);
        let Some(&asked) = usize::try_from(number(0)).ok().and_then(|n| Asked::ALL.get(n)) else {
            return false;
        };
        let (who, Ok(site)) = (number(1), usize::try_from(number(2))) else { return false };
        match asked {
            Asked::Tree => self.of_component(view, who, site).is_tree(TreeShape::Tree),
            Asked::Spanning => self.of_component(view, who, site).is_tree(TreeShape::Spanning),
            Asked::Caterpillar => self.of_component(view, who, site).is_tree(TreeShape::Caterpillar),
            Asked::Centre => {
                let mine = |e| who == self.everybody || self.owner(view, e) == who;
                self.drawn(|e| view.what(e) != 0 && mine(e)).is_centre(site)
            }
            Asked::Regular => {
                let graph = self.of_component(view, who, site);
                graph.is_regular(number(3) as i32, number(4) != 0, number(5) != 0)
            }
            Asked::Path => {
                let (min, max) = (number(3) as i32, number(4) as i32);
                let length = PathLength { min, max, closed: number(5) != 0 };
                let mine = |s: usize| self.owner(view, s) == who;
                if self.kind == SiteType::Edge {
                    self.ends.get(site).is_some_and(|&ends| self.drawn(mine).has_edge_path(ends, length))
                } else if site < self.near.len() {
                    of_sites(self.near.len(), site, |s| &self.near[s], mine).has_site_path(site, length)
                } else {
                    false
                }
            }
        }
    }
}
