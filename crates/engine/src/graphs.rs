//! Graphs that players draw on a board: trees, paths, cycles, degrees. What is drawn is all they know; who drew it, the evaluator and the
//! compiled engine find out each in its way.

use crate::kernel::boolean::TreeShape;

/// Vertices with the neighbours that drawn edges give them.
#[derive(Clone, Debug)]
pub struct Drawn {
    near: Vec<Vec<usize>>,
    edges: Vec<(usize, usize)>,
}

impl Drawn {
    pub fn new(vertices: usize, edges: Vec<(usize, usize)>) -> Drawn {
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

/// Lengths that a path may have, and whether it must close.
#[derive(Clone, Copy, Debug)]
pub struct PathLength {
    pub min: i32,
    pub max: i32,
    pub closed: bool,
}

impl Drawn {
    /// Has the graph a shape? The centre of a tree is asked for by [`Drawn::is_centre`].
    pub fn is_tree(&self, shape: TreeShape) -> bool {
        if shape == TreeShape::Centre || !self.is_forest() {
            return false;
        }
        let spans = self.edges.len() + 1 == self.near.len();
        match shape {
            TreeShape::Tree => true,
            TreeShape::Spanning => spans,
            TreeShape::Caterpillar => {
                let inner = |v: usize| self.near[v].len() > 1;
                let is_path = |v: usize| self.near[v].iter().filter(|&&w| inner(w)).count() <= 2;
                spans && (0..self.near.len()).all(|v| !inner(v) || is_path(v))
            }
            TreeShape::Centre => false,
        }
    }

    /// Is the vertex the centre of its tree: do its branches hold at most half of the tree each?
    pub fn is_centre(&self, vertex: usize) -> bool {
        if vertex >= self.near.len() || !self.is_forest() {
            return false;
        }
        let tree = self.component(vertex);
        if tree.len() == 1 {
            return vertex == 0;
        }
        // Sizes of the branches: the component is in order of distance, so children come after their parents.
        let mut size = vec![1usize; self.near.len()];
        let mut place = vec![usize::MAX; self.near.len()];
        for (i, &v) in tree.iter().enumerate() {
            place[v] = i;
        }
        for &v in tree.iter().rev() {
            if let Some(&parent) = self.near[v].iter().find(|&&w| place[w] < place[v]) {
                size[parent] += size[v];
            }
        }
        let Some(&largest) = self.near[vertex].iter().max_by_key(|&&w| size[w]) else { return false };
        if size[largest] * 2 != tree.len() {
            return size[largest] * 2 < tree.len();
        }
        // Two centres share the tree. The reference takes the one on the side of the lowest vertex, and the other
        // one too where both have the same reach.
        let lowest = tree.iter().copied().min().unwrap_or(vertex);
        tree.len() == 2
            || self.near_side(vertex, largest, lowest)
            || self.first_chain(vertex) == self.first_chain(largest)
    }

    /// Has every vertex as many neighbours: so many, or with 0 as many as the first that has any?
    pub fn is_regular(&self, k: i32, odd: bool, even: bool) -> bool {
        let degree_of = |near: &Vec<usize>| {
            let mut near = near.clone();
            near.sort_unstable();
            near.dedup();
            near.len()
        };
        let degrees: Vec<usize> = self.near.iter().map(degree_of).collect();
        let degree = match k {
            0 => degrees.iter().copied().find(|&d| d != 0).unwrap_or(0),
            k => k.max(0) as usize,
        };
        degrees.iter().all(|&d| d == degree) && (!odd || degree % 2 == 1) && (odd || !even || degree % 2 == 0)
    }

    /// Is the edge part of a path, or of a cycle, with that many edges?
    pub fn has_edge_path(&self, (a, b): (usize, usize), length: PathLength) -> bool {
        let PathLength { min, max, closed } = length;
        let cycle = self.detour(a, b).map(|steps| steps + 1);
        if closed {
            return cycle.is_some_and(|n| if min == max { n == min } else { n > 2 && n <= max });
        }
        if cycle.is_some() {
            return false;
        }
        let component = self.component(a);
        let edges = component.len() as i32 - 1;
        let unbranched = component.iter().all(|&v| self.near[v].len() <= 2);
        let acyclic = component.iter().map(|&v| self.near[v].len()).sum::<usize>() == 2 * edges as usize;
        unbranched && acyclic && if min == max { edges == min } else { edges <= max }
    }

    /// The same for sites next to each other, one of which is given.
    pub fn has_site_path(&self, from: usize, length: PathLength) -> bool {
        let PathLength { min, max, closed } = length;
        let cycle = self.near[from].iter().filter_map(|&b| self.detour(from, b)).min().map(|steps| steps + 1);
        if closed {
            return cycle.is_some_and(|n| n > 2 && if min == max { n == min } else { n <= max });
        }
        if cycle.is_some() {
            return false;
        }
        let component = self.component(from);
        let sites = component.len() as i32;
        let unbranched = component.iter().all(|&v| self.near[v].len() <= 2);
        if min == max { unbranched && sites == min } else { true }
    }
}

/// The graph of those sites for which something holds, and of one site in any case; near are those next to each other.
pub fn of_sites<'n>(
    sites: usize,
    from: usize,
    near: impl Fn(usize) -> &'n [u32],
    mine: impl Fn(usize) -> bool,
) -> Drawn {
    let counts = |s: usize| mine(s) || s == from;
    let mut edges = Vec::new();
    for a in (0..sites).filter(|&a| counts(a)) {
        edges.extend(near(a).iter().map(|&b| (a, b as usize)).filter(|&(a, b)| a < b && counts(b)));
    }
    Drawn::new(sites, edges)
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
