//! Graphs that players draw on the edges of the board: trees, paths, cycles, degrees.

use crate::ctx::Ctx;
use crate::kernel::boolean::{Path, TreeShape};
use crate::types::*;

/// Vertices with the neighbours that drawn edges give them.
struct Drawn {
    near: Vec<Vec<usize>>,
    edges: Vec<(usize, usize)>,
}

impl Drawn {
    fn new(vertices: usize, edges: Vec<(usize, usize)>) -> Drawn {
        let mut near = vec![Vec::new(); vertices];
        for &(a, b) in &edges {
            if a < vertices && b < vertices {
                near[a].push(b);
                near[b].push(a);
            }
        }
        Drawn { near, edges }
    }

    /// Vertices reachable from one, itself first.
    fn component(&self, from: usize) -> Vec<usize> {
        let mut seen = vec![false; self.near.len()];
        seen[from] = true;
        let mut found = vec![from];
        let mut next = 0;
        while let Some(&v) = found.get(next) {
            next += 1;
            for &w in &self.near[v] {
                if !seen[w] {
                    seen[w] = true;
                    found.push(w);
                }
            }
        }
        found
    }

    /// No cycles anywhere.
    fn is_forest(&self) -> bool {
        let mut root: Vec<usize> = (0..self.near.len()).collect();
        fn find(root: &mut [usize], mut v: usize) -> usize {
            while root[v] != v {
                root[v] = root[root[v]];
                v = root[v];
            }
            v
        }
        self.edges.iter().all(|&(a, b)| {
            let (a, b) = (find(&mut root, a), find(&mut root, b));
            root[a] = b;
            a != b
        })
    }

    /// With the edge between `here` and `there` cut: is `v` on the side of `here`?
    fn near_side(&self, here: usize, there: usize, v: usize) -> bool {
        let mut seen = vec![false; self.near.len()];
        seen[here] = true;
        seen[there] = true;
        let mut open = vec![here];
        while let Some(u) = open.pop() {
            if u == v {
                return true;
            }
            for &w in &self.near[u] {
                if !seen[w] {
                    seen[w] = true;
                    open.push(w);
                }
            }
        }
        false
    }

    /// How many vertices a walk meets that always goes on to the lowest neighbour it has not met.
    fn first_chain(&self, from: usize) -> usize {
        let mut met = vec![from];
        while let Some(next) =
            met.last().and_then(|&v| self.near[v].iter().copied().filter(|w| !met.contains(w)).min())
        {
            met.push(next);
        }
        met.len()
    }

    /// Steps of the shortest way from `a` to `b` that does not use the edge between them.
    fn detour(&self, a: usize, b: usize) -> Option<i32> {
        let mut steps = vec![-1; self.near.len()];
        steps[a] = 0;
        let mut queue = vec![a];
        let mut next = 0;
        while let Some(&v) = queue.get(next) {
            next += 1;
            for &w in &self.near[v] {
                if (v, w) == (a, b) || steps[w] >= 0 {
                    continue;
                }
                steps[w] = steps[v] + 1;
                if w == b {
                    return Some(steps[w]);
                }
                queue.push(w);
            }
        }
        None
    }
}

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
            return self.tree_centre(last as usize, who);
        }
        let what = self.edge_component(who, last);
        let graph = self.drawn(|ctx, e| ctx.what(SiteType::Edge, e) as i32 == what);
        if !graph.is_forest() {
            return false;
        }
        let spans = graph.edges.len() + 1 == graph.near.len();
        match shape {
            TreeShape::Tree => true,
            TreeShape::Spanning => spans,
            TreeShape::Caterpillar => {
                let inner = |v: usize| graph.near[v].len() > 1;
                let is_path = |v: usize| graph.near[v].iter().filter(|&&w| inner(w)).count() <= 2;
                spans && (0..graph.near.len()).all(|v| !inner(v) || is_path(v))
            }
            TreeShape::Centre => false,
        }
    }

    /// Is the vertex the centre of its tree: do its branches hold at most half of the tree each?
    fn tree_centre(&self, vertex: usize, who: i32) -> bool {
        let everybody = self.game.players as i32 + 1;
        let graph = self.drawn(|ctx, e| {
            if who == everybody {
                ctx.what(SiteType::Edge, e) != 0
            } else {
                ctx.who(SiteType::Edge, e) as i32 == who && ctx.what(SiteType::Edge, e) != 0
            }
        });
        if vertex >= graph.near.len() || !graph.is_forest() {
            return false;
        }
        let tree = graph.component(vertex);
        if tree.len() == 1 {
            return vertex == 0;
        }
        // Sizes of the branches: the component is in order of distance, so children come after their parents.
        let mut size = vec![1usize; graph.near.len()];
        let mut place = vec![usize::MAX; graph.near.len()];
        for (i, &v) in tree.iter().enumerate() {
            place[v] = i;
        }
        for &v in tree.iter().rev() {
            if let Some(&parent) = graph.near[v].iter().find(|&&w| place[w] < place[v]) {
                size[parent] += size[v];
            }
        }
        let Some(&largest) = graph.near[vertex].iter().max_by_key(|&&w| size[w]) else { return false };
        if size[largest] * 2 != tree.len() {
            return size[largest] * 2 < tree.len();
        }
        // Two centres share the tree. The reference takes the one on the side of the lowest vertex, and the other
        // one too where both have the same reach.
        let lowest = tree.iter().copied().min().unwrap_or(vertex);
        tree.len() == 2
            || graph.near_side(vertex, largest, lowest)
            || graph.first_chain(vertex) == graph.first_chain(largest)
    }

    pub(super) fn regular_graph(&self, who: i32, k: i32, odd: bool, even: bool) -> bool {
        let last = self.pos.last.as_ref().map_or(OFF, |m| m.to);
        if last < 0 {
            return false;
        }
        let what = self.edge_component(who, last);
        let graph = self.drawn(|ctx, e| ctx.what(SiteType::Edge, e) as i32 == what);
        let degrees: Vec<usize> = graph
            .near
            .iter()
            .map(|near| {
                let mut near = near.clone();
                near.sort_unstable();
                near.dedup();
                near.len()
            })
            .collect();
        let degree = match k {
            0 => degrees.iter().copied().find(|&d| d != 0).unwrap_or(0),
            k => k.max(0) as usize,
        };
        degrees.iter().all(|&d| d == degree) && (!odd || degree % 2 == 1) && (odd || !even || degree % 2 == 0)
    }

    pub(super) fn path(&mut self, p: &Path) -> bool {
        let from = self.int(&p.from);
        if from < 0 || from as usize >= self.game.board.len(p.kind) {
            return false;
        }
        let who = self.int(&p.who);
        let (min, max) = self.range(&p.length);
        let closed = self.bool(&p.closed);
        match p.kind {
            SiteType::Edge => self.edge_path(from as usize, who, min, max, closed),
            SiteType::Vertex | SiteType::Cell => self.site_path(p.kind, from as usize, who, min, max, closed),
        }
    }

    /// Is the edge part of a path, or of a cycle, of the player's edges with that many edges?
    fn edge_path(&self, edge: usize, who: i32, min: i32, max: i32, closed: bool) -> bool {
        let Some((a, b)) = self.game.board.edge_ends(edge) else { return false };
        let (a, b) = (a as usize, b as usize);
        let graph = self.drawn(|ctx, e| ctx.who(SiteType::Edge, e) as i32 == who);
        let cycle = graph.detour(a, b).map(|steps| steps + 1);
        if closed {
            return cycle.is_some_and(|n| if min == max { n == min } else { n > 2 && n <= max });
        }
        if cycle.is_some() {
            return false;
        }
        let component = graph.component(a);
        let length = component.len() as i32 - 1;
        let unbranched = component.iter().all(|&v| graph.near[v].len() <= 2);
        let acyclic = component.iter().map(|&v| graph.near[v].len()).sum::<usize>() == 2 * length as usize;
        unbranched && acyclic && if min == max { length == min } else { length <= max }
    }

    /// The same for sites next to each other.
    fn site_path(&self, kind: SiteType, from: usize, who: i32, min: i32, max: i32, closed: bool) -> bool {
        let board = &self.game.board;
        let n = board.len(kind);
        let mine = |s: usize| self.who(kind, s as i32) as i32 == who;
        let mut edges = Vec::new();
        for a in (0..n).filter(|&a| mine(a) || a == from) {
            for &b in board.neighbours(kind, a, Relation::Adjacent) {
                let b = b as usize;
                if a < b && (mine(b) || b == from) {
                    edges.push((a, b));
                }
            }
        }
        let graph = Drawn::new(n, edges);
        let cycle =
            graph.near[from].iter().filter_map(|&b| graph.detour(from, b)).min().map(|steps| steps + 1);
        if closed {
            return cycle.is_some_and(|n| n > 2 && if min == max { n == min } else { n <= max });
        }
        if cycle.is_some() {
            return false;
        }
        let component = graph.component(from);
        let length = component.len() as i32;
        let unbranched = component.iter().all(|&v| graph.near[v].len() <= 2);
        if min == max { unbranched && length == min } else { true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forests_have_no_cycles() {
        assert!(Drawn::new(5, vec![(0, 1), (1, 2), (3, 4)]).is_forest());
        assert!(!Drawn::new(4, vec![(0, 1), (1, 2), (2, 0)]).is_forest());
    }

    #[test]
    fn a_detour_is_the_shortest_way_round() {
        // A square with one diagonal: the edge 0-1 lies on a triangle.
        let graph = Drawn::new(4, vec![(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]);
        assert_eq!(graph.detour(0, 1), Some(2));
        assert_eq!(Drawn::new(3, vec![(0, 1), (1, 2)]).detour(0, 1), None);
    }

    #[test]
    fn cutting_an_edge_leaves_two_sides() {
        let path = Drawn::new(4, vec![(0, 1), (1, 2), (2, 3)]);
        assert!(path.near_side(1, 2, 0) && !path.near_side(2, 1, 0));
        assert_eq!(path.component(3), [3, 2, 1, 0]);
        assert_eq!((path.first_chain(1), path.first_chain(3)), (2, 4));
    }
}
