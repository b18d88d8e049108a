//! Which site of one board is which site of another: by label, by place, by number, or by the shape of the graph. Several
//! answers may be possible; play decides between them. Geometry and graphs only: no pieces, no rules.

use ludarium_board::Topology;
use ludarium_engine::{Game, Relation, SiteType};
use rustc_hash::FxHashMap;

/// A way to lay one board on the other.
#[derive(Clone, Debug)]
pub struct SiteMap {
    /// In words, as the end of "sites correspond …".
    pub how: String,
    /// Slots of the board of A and of B.
    pub pairs: Vec<(usize, usize)>,
}

/// At most so many are tried.
const MOST: usize = 10;
/// How far places may be apart, where the sites of a board are at distance one from its middle on average.
const SLACK: f64 = 0.02;
/// The search for a map between graphs takes at most so many steps.
const STEPS: usize = 40_000;

/// The kind of site that a game is played on.
pub fn played_on(game: &Game) -> SiteType {
    let used = |kind: &SiteType| game.layout.board[*kind as usize].1 > 0;
    let first = SiteType::ALL.into_iter().find(used);
    if used(&game.site_type) { game.site_type } else { first.unwrap_or(game.site_type) }
}

/// All ways that fit, the most natural first. `fits` says whether what stands at first on a slot of A and on one of B can
/// be the same. Nothing but the reason where the boards have different numbers of sites.
pub fn maps(
    a: &Game,
    b: &Game,
    fits: &dyn Fn(usize, usize) -> bool,
    taken: (&dyn Fn(usize) -> bool, &dyn Fn(usize) -> bool),
) -> Result<Vec<SiteMap>, String> {
    let (kind_a, kind_b) = (played_on(a), played_on(b));
    let (n, m) = (a.layout.board[kind_a as usize].1, b.layout.board[kind_b as usize].1);
    if n != m {
        let noun = |kind| match kind {
            SiteType::Cell => "cells",
            SiteType::Vertex => "points",
            SiteType::Edge => "edges",
        };
        let (one, other) = (noun(kind_a), noun(kind_b));
        let other = if one == other { String::new() } else { format!(" {other}") };
        return Err(format!("The boards have {n} {one} and {m}{other}."));
    }
    let kinds = paired_kinds(a, b, kind_a, kind_b);
    let slot = |game: &Game, kind: SiteType, site: usize| game.layout.board[kind as usize].0 + site;
    let full = |how: String, site: &dyn Fn(SiteType, SiteType) -> Option<Vec<usize>>| -> Option<SiteMap> {
        let mut pairs = Vec::new();
        for &(ka, kb) in &kinds {
            match site(ka, kb) {
                Some(to) => {
                    pairs.extend(to.iter().enumerate().map(|(s, &t)| (slot(a, ka, s), slot(b, kb, t))));
                }
                // Sites of another kind beside those that the game is played on.
                None if ka != kind_a => {}
                None => return None,
            }
        }
        Some(SiteMap { how, pairs })
    };
    let mut found = Vec::new();
    found.extend(full("by their labels".to_owned(), &|ka, kb| by_label(&a.board, ka, &b.board, kb)));
    found.extend(by_place(a, b, (kind_a, kind_b), &full));
    found.extend(full("by their numbers".to_owned(), &|ka, kb| {
        let n = a.board.len(ka);
        (n == b.board.len(kb)).then(|| (0..n).collect())
    }));
    // Places that are empty at first, such as stores, may lie elsewhere.
    let apart = |game: &Game, kind: SiteType, taken: &dyn Fn(usize) -> bool| -> Vec<usize> {
        let mut sites: Vec<usize> = (0..game.board.len(kind)).collect();
        sites.sort_by_key(|&s| (!taken(slot(game, kind, s)), s));
        sites
    };
    if kinds.len() == 1 {
        let (order_a, order_b) = (apart(a, kind_a, taken.0), apart(b, kind_b, taken.1));
        let mut to = vec![0; n];
        order_a.iter().zip(&order_b).for_each(|(&s, &t)| to[s] = t);
        let how = "by their numbers, those with pieces and empty ones apart".to_owned();
        found.extend(full(how, &|_, _| Some(to.clone())));
    }
    if kinds.len() == 1 {
        let fits = |s: usize, t: usize| fits(slot(a, kind_a, s), slot(b, kind_b, t));
        for to in isomorphisms((&a.board, kind_a), (&b.board, kind_b), &fits) {
            found.extend(full("by the shape of the board".to_owned(), &|_, _| Some(to.clone())));
        }
    }
    let mut kept: Vec<SiteMap> = Vec::new();
    for map in found {
        let known = kept.iter().any(|k| k.pairs == map.pairs);
        let first = kept.is_empty();
        if !known && kept.len() < MOST && (first || map.pairs.iter().all(|&(s, t)| fits(s, t))) {
            kept.push(map);
        }
    }
    Ok(kept)
}

/// Kinds of sites that both games use: those they are played on, and others that have the same name.
fn paired_kinds(a: &Game, b: &Game, kind_a: SiteType, kind_b: SiteType) -> Vec<(SiteType, SiteType)> {
    let mut kinds = vec![(kind_a, kind_b)];
    if kind_a == kind_b {
        let both = |k: &SiteType| a.layout.board[*k as usize].1 > 0 && b.layout.board[*k as usize].1 > 0;
        kinds.extend(SiteType::ALL.into_iter().filter(|k| *k != kind_a && both(k)).map(|k| (k, k)));
    }
    kinds
}

fn by_label(a: &Topology, ka: SiteType, b: &Topology, kb: SiteType) -> Option<Vec<usize>> {
    if a.len(ka) != b.len(kb) {
        return None;
    }
    let mut of_b: FxHashMap<&str, usize> = FxHashMap::default();
    for t in 0..b.len(kb) {
        let label = b.label(kb, t);
        if label.is_empty() || of_b.insert(label, t).is_some() {
            return None;
        }
    }
    let mut taken = vec![false; b.len(kb)];
    let one = |s: usize| {
        let t = *of_b.get(a.label(ka, s))?;
        (!std::mem::replace(&mut taken[t], true)).then_some(t)
    };
    (0..a.len(ka)).map(one).collect()
}

type Fill<'f> = &'f dyn Fn(String, &dyn Fn(SiteType, SiteType) -> Option<Vec<usize>>) -> Option<SiteMap>;

/// By place: as they lie, turned by multiples of 30 degrees, and mirrored.
fn by_place(a: &Game, b: &Game, (kind_a, kind_b): (SiteType, SiteType), full: Fill<'_>) -> Vec<SiteMap> {
    let mut found = Vec::new();
    let (Some(frame_a), Some(frame_b)) = (Frame::of(&a.board, kind_a), Frame::of(&b.board, kind_b)) else {
        return found;
    };
    for mirrored in [false, true] {
        for turn in 0..12 {
            let degrees = 30 * turn;
            let how = match (mirrored, degrees) {
                (false, 0) => "by their places".to_owned(),
                (false, _) => format!("by their places, with the board of B turned by {degrees}°"),
                (true, _) => {
                    format!("by their places, with the board of B mirrored and turned by {degrees}°")
                }
            };
            let angle = f64::from(degrees).to_radians();
            let (sin, cos) = (angle.sin(), angle.cos());
            let movement = |[x, y, z]: [f64; 3]| {
                let x = if mirrored { -x } else { x };
                [x * cos - y * sin, x * sin + y * cos, z]
            };
            found.extend(full(how, &|ka, kb| nearest(&frame_a, a, ka, &frame_b, b, kb, &movement)));
        }
    }
    found
}

/// Where the middle of a board is, and how large it is.
struct Frame {
    middle: [f64; 3],
    size: f64,
}

impl Frame {
    fn of(board: &Topology, kind: SiteType) -> Option<Frame> {
        let places = board.places(kind);
        let n = places.len() as f64;
        let mut middle = [0.0; 3];
        for place in places {
            for (sum, x) in middle.iter_mut().zip(place) {
                *sum += x / n;
            }
        }
        let far = |p: &[f64; 3]| (0..3).map(|i| (p[i] - middle[i]).powi(2)).sum::<f64>().sqrt();
        let size = places.iter().map(far).sum::<f64>() / n;
        (size > 0.0).then_some(Frame { middle, size })
    }

    fn place(&self, place: [f64; 3]) -> [f64; 3] {
        std::array::from_fn(|i| (place[i] - self.middle[i]) / self.size)
    }
}

fn nearest(
    frame_a: &Frame,
    a: &Game,
    ka: SiteType,
    frame_b: &Frame,
    b: &Game,
    kb: SiteType,
    movement: &dyn Fn([f64; 3]) -> [f64; 3],
) -> Option<Vec<usize>> {
    let (places_a, places_b) = (a.board.places(ka), b.board.places(kb));
    if places_a.len() != places_b.len() {
        return None;
    }
    let square = |p: [f64; 3]| p.map(|x| (x / SLACK).round() as i64);
    let mut grid: FxHashMap<[i64; 3], Vec<usize>> = FxHashMap::default();
    let moved: Vec<[f64; 3]> = places_b.iter().map(|&p| movement(frame_b.place(p))).collect();
    for (t, &p) in moved.iter().enumerate() {
        grid.entry(square(p)).or_default().push(t);
    }
    let mut taken = vec![false; places_b.len()];
    let mut to = Vec::with_capacity(places_a.len());
    for &place in places_a {
        let place = frame_a.place(place);
        let [x, y, z] = square(place);
        let near = (-1..=1).flat_map(|i| (-1..=1).map(move |j| [x + i, y + j, z]));
        let close = |t: usize| (0..3).all(|i| (moved[t][i] - place[i]).abs() < SLACK);
        let mut found = near.filter_map(|at| grid.get(&at)).flatten().copied().filter(|&t| close(t));
        let t = found.find(|&t| !taken[t])?;
        taken[t] = true;
        to.push(t);
    }
    Some(to)
}

/// Neighbours of each site, orthogonal and diagonal ones apart.
fn neighbours(board: &Topology, kind: SiteType) -> Vec<[Vec<usize>; 2]> {
    let list = |site, relation| {
        let mut list: Vec<usize> =
            board.neighbours(kind, site, relation).iter().map(|&s| s as usize).collect();
        list.sort_unstable();
        list.dedup();
        list
    };
    (0..board.len(kind)).map(|s| [list(s, Relation::Orthogonal), list(s, Relation::Diagonal)]).collect()
}

/// Maps between two graphs that keep neighbours: up to four, found by trying, after sites were told apart by what is
/// around them.
fn isomorphisms(
    (a, ka): (&Topology, SiteType),
    (b, kb): (&Topology, SiteType),
    fits: &dyn Fn(usize, usize) -> bool,
) -> Vec<Vec<usize>> {
    let (of_a, of_b) = (neighbours(a, ka), neighbours(b, kb));
    let n = of_a.len();
    let (colours_a, colours_b) = (coloured(&of_a), coloured(&of_b));
    // Sites next to one that has its partner come first: the map grows along the edges.
    let mut order: Vec<usize> = Vec::with_capacity(n);
    let mut listed = vec![false; n];
    for first in 0..n {
        let mut open = vec![first];
        while let Some(s) = open.pop() {
            if std::mem::replace(&mut listed[s], true) {
                continue;
            }
            order.push(s);
            open.extend(of_a[s].iter().flatten().rev().filter(|&&t| !listed[t]));
        }
    }
    let mut found = Vec::new();
    let mut to: Vec<Option<usize>> = vec![None; n];
    let mut taken = vec![false; n];
    // At each depth the partner that is tried next.
    let mut tried = vec![0_usize; n + 1];
    let (mut depth, mut steps) = (0, 0);
    while steps < STEPS && found.len() < 4 {
        steps += 1;
        if depth == n {
            found.push(to.iter().flatten().copied().collect());
            let Some(back) = depth.checked_sub(1) else { break };
            depth = back;
            release(&order, depth, &mut to, &mut taken);
            continue;
        }
        let s = order[depth];
        let agrees = |t: usize| {
            let kept = |r: usize| {
                let linked = |&u: &usize| to[u].is_none_or(|v| of_b[t][r].binary_search(&v).is_ok());
                of_a[s][r].iter().all(linked)
            };
            !taken[t] && colours_a[s] == colours_b[t] && fits(s, t) && kept(0) && kept(1)
        };
        match (tried[depth]..n).find(|&t| agrees(t)) {
            Some(t) => {
                (to[s], taken[t], tried[depth]) = (Some(t), true, t + 1);
                depth += 1;
                tried[depth] = 0;
            }
            None => {
                let Some(back) = depth.checked_sub(1) else { break };
                depth = back;
                release(&order, depth, &mut to, &mut taken);
            }
        }
    }
    found
}

fn release(order: &[usize], depth: usize, to: &mut [Option<usize>], taken: &mut [bool]) {
    if let Some(t) = to[order[depth]].take() {
        taken[t] = false;
    }
}

/// Colours that only depend on the shape of the graph.
fn coloured(graph: &[[Vec<usize>; 2]]) -> Vec<u64> {
    use ludarium_engine::rng::mix;
    let mut colours: Vec<u64> = vec![1; graph.len()];
    for _ in 0..6 {
        let next = |s: usize| {
            let around =
                |r: usize| graph[s][r].iter().fold(0_u64, |sum, &t| sum.wrapping_add(mix(colours[t])));
            mix(colours[s] ^ mix(around(0)).rotate_left(7) ^ mix(around(1) ^ 0x51))
        };
        colours = (0..graph.len()).map(next).collect();
    }
    colours
}
