//! Radials: lines of sites, followed step by step in a direction as straight as the board allows.
//!
//! In a compass direction there is usually one; in `Orthogonal`, `All` and the
//! like there is one for each step that way. Where the straightest way on is not unique the line forks, and each
//! branch is a radial.
//!
//! What follows a step depends on that step alone, so most radials are the tails of longer ones. Whole lines are
//! stored once, from their beginning, and a radial is a piece of one. Lines that fork or run into themselves are
//! followed one by one. Directions with the same steps everywhere (`All` and `Adjacent` on hexagons, say) share
//! their lines.

use crate::direction::Direction;
use crate::geometry;
use crate::num;
use crate::spec::Point;
use crate::steps::clockwise_key;
use smallvec::SmallVec;

/// How far a line may bend from one step to the next, in radians.
const MOST_BEND: f64 = 0.25;
/// How far two lines may be from pointing opposite ways, in radians.
const MOST_OPPOSITE_BEND: f64 = 0.1;
/// A line that forks again and again stops forking here.
const MOST_BRANCHES: usize = 64;

/// A line of sites, without the one it starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Radial<'a> {
    pub sites: &'a [u32],
    /// The direction it was followed in.
    pub direction: Direction,
    /// The line that goes the other way, from the same site.
    pub opposite: Option<&'a [u32]>,
    /// Not merely the way back along another line of the same set: looking at distinct lines and their opposites
    /// sees each line once.
    pub distinct: bool,
}

#[derive(Clone, Copy, Debug)]
struct Record {
    sites: (u32, u32),
    direction: Direction,
    /// Where the opposite's sites are; `(0, 0)` when there is none.
    opposite: (u32, u32),
}

/// All radials of one kind of site.
#[derive(Clone, Debug, Default)]
pub struct RadialTable {
    /// For each site and direction, where its list starts in `lists`.
    offsets: Vec<u32>,
    /// Radials by number, and whether they are distinct in that list.
    lists: Vec<(u32, bool)>,
    records: Vec<Record>,
    sites: Vec<u32>,
}

impl RadialTable {
    /// The radials from a site in a direction, clockwise from north.
    pub fn get(
        &self,
        site: usize,
        direction: Direction,
    ) -> impl ExactSizeIterator<Item = Radial<'_>> + Clone {
        let i = site * Direction::COUNT + direction.index();
        let range = match (self.offsets.get(i), self.offsets.get(i + 1)) {
            (Some(&from), Some(&to)) => from as usize..to as usize,
            _ => 0..0,
        };
        self.lists[range].iter().map(|&(record, distinct)| {
            let r = &self.records[record as usize];
            // Stored lines begin with the site itself.
            let slice = |(from, to): (u32, u32)| &self.sites[from as usize + 1..to as usize];
            Radial {
                sites: slice(r.sites),
                direction: r.direction,
                opposite: (r.opposite.1 > 0).then(|| slice(r.opposite)),
                distinct,
            }
        })
    }

    /// Follows all radials. `steps(site, direction)` lists the sites one step away; `places` says where sites are.
    pub fn build<'s>(places: &[Point], steps: impl Fn(u32, Direction) -> &'s [u32]) -> RadialTable {
        RadialTable::build_with(places, steps, true)
    }

    /// With or without the shortcuts described above; the result is the same.
    fn build_with<'s>(
        places: &[Point],
        steps: impl Fn(u32, Direction) -> &'s [u32],
        shortcuts: bool,
    ) -> RadialTable {
        let mut table = RadialTable { offsets: vec![0], ..RadialTable::default() };
        let most_bend = num::tan(MOST_BEND);
        let stamps = vec![0; places.len()];
        let mut tracer = Tracer { places, steps, most_bend, stamps, stamp: 0, found: Vec::new() };
        let alike =
            if shortcuts { directions_alike(places.len() as u32, &tracer.steps) } else { Direction::LIST };
        let lines = shortcuts.then(|| Lines::lay(&mut tracer, &alike, &mut table.sites));
        let opposite_bend = num::tan(MOST_OPPOSITE_BEND);
        let mut fresh: Vec<Record> = Vec::new();
        let mut by_direction: Vec<Vec<usize>> = vec![Vec::new(); Direction::COUNT];
        for site in 0..places.len() as u32 {
            fresh.clear();
            by_direction.iter_mut().for_each(Vec::clear);
            for direction in Direction::LIST {
                let like = alike[direction.index()];
                if like != direction {
                    // The same steps everywhere lead along the same lines.
                    for k in 0..by_direction[like.index()].len() {
                        let sites = fresh[by_direction[like.index()][k]].sites;
                        by_direction[direction.index()].push(fresh.len());
                        fresh.push(Record { sites, direction, opposite: (0, 0) });
                    }
                    continue;
                }
                for (i, &first) in (tracer.steps)(site, direction).iter().enumerate() {
                    if let Some(sites) = lines.as_ref().and_then(|l| l.piece(site, direction, i)) {
                        table.add(sites, direction, &mut fresh, &mut by_direction);
                        continue;
                    }
                    tracer.trace(site, first, direction);
                    for path in std::mem::take(&mut tracer.found) {
                        let from = table.sites.len() as u32;
                        table.sites.extend_from_slice(&path);
                        let sites = (from, table.sites.len() as u32);
                        table.add(sites, direction, &mut fresh, &mut by_direction);
                    }
                }
            }
            pair_opposites(&table.sites, places, opposite_bend, &mut fresh);
            gather_rotational(&table.sites, &fresh, &mut by_direction);
            table.file(places, &fresh, &mut by_direction);
        }
        table
    }

    /// Notes a radial unless the direction has the same one already.
    fn add(
        &self,
        sites: (u32, u32),
        direction: Direction,
        fresh: &mut Vec<Record>,
        by_direction: &mut [Vec<usize>],
    ) {
        let list = &mut by_direction[direction.index()];
        let path = &self.sites[range(sites)];
        if !list.iter().any(|&r| &self.sites[range(fresh[r].sites)] == path) {
            list.push(fresh.len());
            fresh.push(Record { sites, direction, opposite: (0, 0) });
        }
    }

    /// Appends one site's lists, marking which radials are distinct and sorting clockwise.
    fn file(&mut self, places: &[Point], fresh: &[Record], by_direction: &mut [Vec<usize>]) {
        let base = self.records.len() as u32;
        self.records.extend_from_slice(fresh);
        for list in by_direction.iter() {
            let mut kept: Vec<usize> = Vec::new();
            let mut entries: Vec<(f64, u32, bool)> = Vec::new();
            for &r in list {
                let path = &self.sites[range(fresh[r].sites)];
                let way_back = kept.iter().any(|&k| {
                    let opposite = fresh[k].opposite;
                    opposite.1 > 0 && &self.sites[range(opposite)] == path
                });
                if !way_back {
                    kept.push(r);
                }
                let key = clockwise_key(places[path[0] as usize], places[path[1] as usize]);
                entries.push((key, base + r as u32, !way_back));
            }
            entries.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(std::cmp::Ordering::Equal));
            self.lists.extend(entries.into_iter().map(|(_, record, distinct)| (record, distinct)));
            self.offsets.push(self.lists.len() as u32);
        }
    }
}

fn range((from, to): (u32, u32)) -> std::ops::Range<usize> {
    from as usize..to as usize
}

/// For each direction, the first direction with the same steps from every site. Rotational directions, which are
/// followed by other rules, are only like themselves.
fn directions_alike<'s>(
    count: u32,
    steps: &impl Fn(u32, Direction) -> &'s [u32],
) -> [Direction; Direction::COUNT] {
    let turning = |d: Direction| Direction::ROTATIONAL.contains(&d);
    let same = |d: Direction, e: Direction| (0..count).all(|site| steps(site, d) == steps(site, e));
    let mut alike = Direction::LIST;
    for (i, &direction) in Direction::LIST.iter().enumerate() {
        if turning(direction) {
            continue;
        }
        let like = Direction::LIST[..i]
            .iter()
            .copied()
            .find(|&e| !turning(e) && alike[e.index()] == e && same(e, direction));
        alike[i] = like.unwrap_or(direction);
    }
    alike
}

/// Gives each radial the first radial, in the order found, that goes the other way. Lines in single directions
/// pair among themselves; lines in a set of directions pair within their set.
fn pair_opposites(sites: &[u32], places: &[Point], most_bend: f64, fresh: &mut [Record]) {
    let mut group: Vec<usize> = Vec::new();
    for set in Direction::LIST.into_iter().filter(|d| !d.is_single()).map(Some).chain([None]) {
        group.clear();
        group.extend((0..fresh.len()).filter(|&r| match set {
            Some(set) => fresh[r].direction == set,
            None => fresh[r].direction.is_single(),
        }));
        for (n, &i) in group.iter().enumerate() {
            for &j in &group[..n] {
                if fresh[i].opposite.1 > 0 && fresh[j].opposite.1 > 0 {
                    continue;
                }
                let (d, e) = (fresh[i].direction, fresh[j].direction);
                let turning = |d: Direction| Direction::ROTATIONAL.contains(&d);
                let opposed = turning(d) && turning(e) && d.opposite() == Some(e);
                if !opposed {
                    let at = |r: &Record, k: usize| places[sites[r.sites.0 as usize + k] as usize];
                    let (one, two) = (&fresh[i], &fresh[j]);
                    if geometry::bend(at(one, 1), at(one, 0), at(two, 1)) >= most_bend {
                        continue;
                    }
                }
                if fresh[i].opposite.1 == 0 {
                    fresh[i].opposite = fresh[j].sites;
                }
                if fresh[j].opposite.1 == 0 {
                    fresh[j].opposite = fresh[i].sites;
                }
            }
        }
    }
}

/// `Rotational` also holds the lines in, out and round, without those that are the beginning of another.
fn gather_rotational(sites: &[u32], fresh: &[Record], by_direction: &mut [Vec<usize>]) {
    let mut list = std::mem::take(&mut by_direction[Direction::Rotational.index()]);
    for direction in [Direction::In, Direction::Out, Direction::CW, Direction::CCW] {
        list.extend_from_slice(&by_direction[direction.index()]);
    }
    let path = |r: usize| &sites[range(fresh[r].sites)];
    for n in (0..list.len()).rev() {
        let begins_another = (0..list.len()).any(|m| m != n && path(list[m]).starts_with(path(list[n])));
        if begins_another {
            list.remove(n);
        }
    }
    by_direction[Direction::Rotational.index()] = list;
}

/// Where each step's line is stored. A step is a site, a direction and a place in the list of steps that way.
struct Lines {
    /// For each site and direction, the number of its first step.
    first: Vec<u32>,
    /// For each step, its line from the site it leaves; `(0, 0)` when it has to be followed by itself.
    pieces: Vec<(u32, u32)>,
}

/// What comes after a step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    Nothing,
    Step(u32),
    /// Several ways, or none that this shortcut understands.
    Unclear,
}

impl Lines {
    fn piece(&self, site: u32, direction: Direction, i: usize) -> Option<(u32, u32)> {
        let first = self.first[site as usize * Direction::COUNT + direction.index()] as usize;
        Some(self.pieces[first + i]).filter(|piece| piece.1 > 0)
    }

    fn lay<'s, S: Fn(u32, Direction) -> &'s [u32]>(
        tracer: &mut Tracer<'_, S>,
        alike: &[Direction; Direction::COUNT],
        sites: &mut Vec<u32>,
    ) -> Lines {
        let n = tracer.places.len();
        let mut first = Vec::with_capacity(n * Direction::COUNT + 1);
        let mut ends: Vec<(u32, u32)> = Vec::new(); // from, to
        for site in 0..n as u32 {
            for direction in Direction::LIST {
                first.push(ends.len() as u32);
                if alike[direction.index()] == direction {
                    ends.extend((tracer.steps)(site, direction).iter().map(|&to| (site, to)));
                }
            }
        }
        first.push(ends.len() as u32);
        let mut after = Vec::with_capacity(ends.len());
        let mut is_begun = vec![false; ends.len()];
        for site in 0..n as u32 {
            for direction in Direction::LIST.into_iter().filter(|d| alike[d.index()] == *d) {
                for &to in (tracer.steps)(site, direction) {
                    let next = match tracer.ways_on(site, to, direction).as_slice() {
                        [] => After::Nothing,
                        [onward] => {
                            let list = (tracer.steps)(to, direction);
                            match list.iter().position(|s| s == onward) {
                                Some(i) => {
                                    let start = first[to as usize * Direction::COUNT + direction.index()];
                                    After::Step(start + i as u32)
                                }
                                None => After::Unclear,
                            }
                        }
                        _ => After::Unclear,
                    };
                    if let After::Step(step) = next {
                        is_begun[step as usize] = true;
                    }
                    after.push(next);
                }
            }
        }
        let mut pieces = vec![(0, 0); ends.len()];
        let mut line: Vec<u32> = Vec::new();
        for start in (0..ends.len()).filter(|&s| !is_begun[s]) {
            // Walk to the end of the line; give up where it forks or comes to a site again.
            line.clear();
            tracer.stamp += 1;
            tracer.stamps[ends[start].0 as usize] = tracer.stamp;
            let mut step = start as u32;
            let whole = loop {
                line.push(step);
                let to = ends[step as usize].1 as usize;
                if tracer.stamps[to] == tracer.stamp {
                    break false;
                }
                tracer.stamps[to] = tracer.stamp;
                match after[step as usize] {
                    After::Nothing => break true,
                    After::Step(next) => step = next,
                    After::Unclear => break false,
                }
            };
            if !whole {
                continue;
            }
            let from = sites.len() as u32;
            sites.push(ends[start].0);
            sites.extend(line.iter().map(|&s| ends[s as usize].1));
            let to = sites.len() as u32;
            for (i, &s) in line.iter().enumerate() {
                pieces[s as usize] = (from + i as u32, to);
            }
        }
        Lines { first, pieces }
    }
}

struct Tracer<'p, S> {
    places: &'p [Point],
    steps: S,
    most_bend: f64,
    /// Which trace last put each site on its path.
    stamps: Vec<u32>,
    stamp: u32,
    found: Vec<Vec<u32>>,
}

impl<'s, S: Fn(u32, Direction) -> &'s [u32]> Tracer<'_, S> {
    /// Follows the line that starts with two sites; every branch ends up in `found`, depth first.
    fn trace(&mut self, site: u32, first: u32, direction: Direction) {
        // Paths still to be followed, and whether they are at their end already.
        let mut waiting: Vec<(Vec<u32>, bool)> = vec![(vec![site, first], false)];
        while let Some((mut path, ended)) = waiting.pop() {
            if ended || self.found.len() >= MOST_BRANCHES {
                self.found.push(path);
                continue;
            }
            self.stamp += 1;
            for &s in &path {
                self.stamps[s as usize] = self.stamp;
            }
            loop {
                let ways = self.ways_on(path[path.len() - 2], path[path.len() - 1], direction);
                let closes = |to: u32| self.stamps[to as usize] == self.stamp;
                match ways.as_slice() {
                    [to] if !closes(*to) => {
                        self.stamps[*to as usize] = self.stamp;
                        path.push(*to);
                    }
                    [] | [_] => {
                        self.found.push(path);
                        break;
                    }
                    several => {
                        for &to in several.iter().rev() {
                            let mut branch = path.clone();
                            let ended = closes(to);
                            if !ended {
                                branch.push(to);
                            }
                            waiting.push((branch, ended));
                        }
                        break;
                    }
                }
            }
        }
    }

    /// The straightest ways on, if any is straight enough; rotational lines take the first step there is.
    fn ways_on(&self, previous: u32, current: u32, direction: Direction) -> SmallVec<[u32; 4]> {
        let next = (self.steps)(current, direction);
        if Direction::ROTATIONAL.contains(&direction) {
            return next.first().copied().into_iter().collect();
        }
        let mut ways: SmallVec<[u32; 4]> = SmallVec::new();
        let mut best = self.most_bend;
        let at = |s: u32| self.places[s as usize];
        for &to in next {
            let bend = geometry::bend(at(previous), at(current), at(to));
            if bend < best {
                best = bend;
                ways.clear();
                ways.push(to);
                if best == 0.0 {
                    break;
                }
            } else if bend == best {
                ways.push(to);
            }
        }
        ways
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::*;
    use crate::topology::Topology;

    /// The plain way and the quick way find the same lines, on boards that bend, fork, turn and rise.
    #[test]
    fn shortcuts_change_nothing() {
        let square = |dim, diagonals, pyramidal| GraphSpec::Square { shape: None, dim, diagonals, pyramidal };
        let rings = |cells: &[i64]| GraphSpec::Concentric {
            shape: ConcentricRings::Cells(cells.to_vec()),
            rings: None,
            steps: None,
            midpoints: None,
            join_midpoints: None,
            join_corners: None,
            stagger: None,
        };
        let tiling = |tiling, a| GraphSpec::Tiling { tiling, a, b: None };
        for graph in [
            square(5, None, false),
            square(4, Some(Diagonals::Solid), false),
            square(4, None, true),
            GraphSpec::Hex { shape: Some(HexTriShape::Star), a: 2, b: None },
            GraphSpec::Tri { shape: None, a: 4, b: None },
            tiling(Tiling::T3464, 2),
            tiling(Tiling::T33434, 3),
            rings(&[1, 4, 8, 8]),
            rings(&[8, 8, 8]),
            GraphSpec::Spiral { turns: 4, sites: 60, clockwise: None },
            GraphSpec::Complete {
                graph: Box::new(GraphSpec::Regular { star: true, sides: 7 }),
                each_cell: false,
            },
        ] {
            for use_type in SiteType::ALL {
                let built = crate::build(&graph, use_type, crate::Limits::default()).expect("a good board");
                let topology = Topology::new(&built, false, false);
                for kind in SiteType::ALL {
                    let steps = |site: u32, d: Direction| topology.steps(kind, site as usize, d);
                    let [quick, plain] =
                        [true, false].map(|w| RadialTable::build_with(topology.places(kind), steps, w));
                    for site in 0..topology.len(kind) {
                        for d in Direction::LIST {
                            assert!(
                                quick.get(site, d).eq(plain.get(site, d)),
                                "{graph:?} {kind:?} {site} {d:?}"
                            );
                        }
                    }
                }
            }
        }
    }
}
