//! The board as the plan reads it: steps, rays and leaps by site, as flat lists of short numbers.

use crate::game::Track;
use crate::types::*;
use ludarium_board::Topology;

/// For each site, the sites it leads to.
#[derive(Debug, Default)]
pub(super) struct Targets {
    widest: usize,
    starts: Box<[u32]>,
    sites: Box<[u16]>,
    /// The same as bits of words of slots: by site, the range of its words.
    word_starts: Box<[u32]>,
    words: Box<[(u32, u64)]>,
}

impl Targets {
    /// `first`: the slot of site 0.
    pub fn build(sites: usize, first: usize, mut of: impl FnMut(usize, &mut Vec<u16>)) -> Targets {
        let mut starts = Vec::with_capacity(sites + 1);
        let mut all = Vec::new();
        let mut row = Vec::new();
        let (mut word_starts, mut words) = (vec![0], Vec::<(u32, u64)>::new());
        starts.push(0);
        for site in 0..sites {
            row.clear();
            of(site, &mut row);
            all.extend_from_slice(&row);
            starts.push(all.len() as u32);
            let mine = words.len();
            for &to in &row {
                let slot = first + usize::from(to);
                let (word, bit) = (slot as u32 / 64, 1 << (slot % 64));
                match words[mine..].iter_mut().find(|(w, _)| *w == word) {
                    Some((_, bits)) => *bits |= bit,
                    None => words.push((word, bit)),
                }
            }
            word_starts.push(words.len() as u32);
        }
        Targets {
            widest: widest(&starts),
            starts: starts.into(),
            sites: all.into(),
            word_starts: word_starts.into(),
            words: words.into(),
        }
    }
    pub fn sites(&self) -> usize {
        self.starts.len() - 1
    }
    /// The most targets of one site.
    #[inline]
    pub fn widest(&self) -> usize {
        self.widest
    }
    /// The targets of a site as words of slots.
    #[inline]
    pub fn words_of(&self, site: usize) -> &[(u32, u64)] {
        match (self.word_starts.get(site), self.word_starts.get(site + 1)) {
            (Some(&a), Some(&b)) => &self.words[a as usize..b as usize],
            _ => &[],
        }
    }
    #[inline]
    pub fn of(&self, site: usize) -> &[u16] {
        match (self.starts.get(site), self.starts.get(site + 1)) {
            (Some(&a), Some(&b)) => &self.sites[a as usize..b as usize],
            _ => &[],
        }
    }
}

/// For each site, the lines that start there, each as its sites in order.
#[derive(Debug, Default)]
pub(super) struct Rays {
    widest: usize,
    /// By site: the range of its rays.
    starts: Box<[u32]>,
    /// By ray: the range of its sites.
    rays: Box<[u32]>,
    sites: Box<[u16]>,
}

impl Rays {
    /// All lines from each site in the directions that `dirs` gives for it.
    pub fn build(
        board: &Topology,
        kind: SiteType,
        mut dirs: impl FnMut(usize) -> smallvec::SmallVec<[Direction; 8]>,
    ) -> Rays {
        let n = board.len(kind);
        let (mut starts, mut rays, mut sites) = (vec![0], vec![0], Vec::new());
        for site in 0..n {
            for dir in dirs(site) {
                for line in board.radials(kind, site, dir) {
                    sites.extend(line.iter().map(|&s| s as u16));
                    rays.push(sites.len() as u32);
                }
            }
            starts.push(rays.len() as u32 - 1);
        }
        let ends: Vec<u32> = starts.iter().map(|&ray: &u32| rays[ray as usize]).collect();
        Rays { widest: widest(&ends), starts: starts.into(), rays: rays.into(), sites: sites.into() }
    }
    #[inline]
    pub fn of(&self, site: usize) -> impl Iterator<Item = &[u16]> {
        let (a, b) = match (self.starts.get(site), self.starts.get(site + 1)) {
            (Some(&a), Some(&b)) => (a as usize, b as usize),
            _ => (0, 0),
        };
        self.rays[a..=b].windows(2).map(|w| &self.sites[w[0] as usize..w[1] as usize])
    }
    /// The most sites on all lines of one site together.
    #[inline]
    pub fn widest(&self) -> usize {
        self.widest
    }
    /// The line of a site that leads to the `n`th of all the sites on its lines, up to there.
    #[inline]
    pub fn up_to(&self, site: usize, n: usize) -> Option<&[u16]> {
        let (a, b) = (*self.starts.get(site)? as usize, *self.starts.get(site + 1)? as usize);
        let at = self.rays[a] as usize + n;
        let ends = &self.rays[a + 1..=b];
        let line = ends.iter().position(|&end| at < end as usize)?;
        Some(&self.sites[self.rays[a + line] as usize..=at])
    }
}

/// For each site, the pairs of sites that lie next to it and behind that, in line.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    widest: usize,
    starts: Box<[u32]>,
    pairs: Box<[(u16, u16)]>,
}

impl Pairs {
    pub fn build(rays: &Rays) -> Pairs {
        let (mut starts, mut pairs) = (vec![0], Vec::new());
        for site in 0..rays.starts.len() - 1 {
            pairs.extend(rays.of(site).filter_map(|ray| Some((*ray.first()?, *ray.get(1)?))));
            starts.push(pairs.len() as u32);
        }
        Pairs { widest: widest(&starts), starts: starts.into(), pairs: pairs.into() }
    }
    pub fn sites(&self) -> usize {
        self.starts.len() - 1
    }
    #[inline]
    pub fn widest(&self) -> usize {
        self.widest
    }
    #[inline]
    pub fn of(&self, site: usize) -> &[(u16, u16)] {
        match (self.starts.get(site), self.starts.get(site + 1)) {
            (Some(&a), Some(&b)) => &self.pairs[a as usize..b as usize],
            _ => &[],
        }
    }
}

/// In which direction a line from one site passes through another.
#[derive(Debug)]
pub(super) struct Headings {
    sites: usize,
    /// By two sites: the number of the direction, from 1; 0 where there is none.
    among: Box<[u8]>,
}

impl Headings {
    /// Boards of more sites are not for a table by pairs.
    const MOST_SITES: usize = 512;

    /// `None` where two directions lead from one site through another.
    pub fn build(board: &Topology, kind: SiteType, directions: &[Direction]) -> Option<Headings> {
        let sites = board.len(kind);
        if sites > Headings::MOST_SITES || directions.len() > 200 {
            return None;
        }
        let mut among = vec![0; sites * sites];
        for from in 0..sites {
            for (number, &dir) in (1..).zip(directions) {
                for line in board.radials(kind, from, dir) {
                    for &to in line {
                        let known = &mut among[from * sites + to as usize];
                        if *known != 0 && *known != number {
                            return None;
                        }
                        *known = number;
                    }
                }
            }
        }
        Some(Headings { sites, among: among.into() })
    }

    /// The number of the direction from one site through another; 0 where there is none.
    #[inline]
    pub fn of(&self, from: i32, to: i32) -> u8 {
        match (usize::try_from(from), usize::try_from(to)) {
            (Ok(from), Ok(to)) if to < self.sites => {
                self.among.get(from * self.sites + to).copied().unwrap_or(0)
            }
            _ => 0,
        }
    }
}

/// For each site, the ways from it along tracks: sites in order, each with whether a piece may stop there already.
#[derive(Debug, Default)]
pub(super) struct Walks {
    /// By site, the range of its walks; by walk, the range of its sites.
    starts: Box<[u32]>,
    walks: Box<[u32]>,
    sites: Box<[(u16, bool)]>,
}

impl Walks {
    /// `None` where a track leaves the board.
    pub fn build(tracks: &[&Track], sites: usize, round_a_bend: bool) -> Option<Walks> {
        let (mut starts, mut walks, mut all) = (vec![0], vec![0], Vec::new());
        for site in 0..sites {
            for track in tracks {
                for start in (0..track.sites.len()).filter(|&i| track.sites[i] == site as i32) {
                    let (mut index, mut bends) = (start, track.bump[start]);
                    for _ in 1..track.sites.len() {
                        let Ok(next) = usize::try_from(track.next[index]) else { break };
                        let Some(&to) = track.sites.get(next) else { break };
                        let to = u16::try_from(to).ok().filter(|&to| usize::from(to) < sites)?;
                        all.push((to, bends > 0 || !round_a_bend));
                        index = next;
                        bends += track.bump[index];
                    }
                    walks.push(all.len() as u32);
                }
            }
            starts.push(walks.len() as u32 - 1);
        }
        Some(Walks { starts: starts.into(), walks: walks.into(), sites: all.into() })
    }
    pub fn of(&self, site: usize) -> impl Iterator<Item = &[(u16, bool)]> {
        let (a, b) = match (self.starts.get(site), self.starts.get(site + 1)) {
            (Some(&a), Some(&b)) => (a as usize, b as usize),
            _ => (0, 0),
        };
        self.walks[a..=b].windows(2).map(|w| &self.sites[w[0] as usize..w[1] as usize])
    }
}

/// For each site, the lines through it: how each goes on ahead and behind.
#[derive(Debug, Default)]
pub(super) struct Axes {
    starts: Box<[u32]>,
    /// By half of an axis: the range of its sites. Two halves make an axis; one behind may be missing (`CLOSED`).
    halves: Box<[(u32, u32)]>,
    sites: Box<[u16]>,
}

/// Marks an axis that does not go on behind its site.
const CLOSED: u32 = u32::MAX;

impl Axes {
    pub fn build(board: &Topology, kind: SiteType, dir: Direction, both_ways: bool) -> Axes {
        let (mut starts, mut halves, mut sites) = (vec![0], Vec::new(), Vec::new());
        for site in 0..board.len(kind) {
            for (ahead, behind) in board.radials_with_opposites(kind, site, dir) {
                let mut put = |line: &[u32]| {
                    let from = sites.len() as u32;
                    sites.extend(line.iter().map(|&s| s as u16));
                    (from, sites.len() as u32)
                };
                let forth = put(ahead);
                if behind.is_empty() || !both_ways {
                    halves.push(forth);
                    halves.push((CLOSED, CLOSED));
                }
                if both_ways {
                    for back in behind {
                        let back = put(back);
                        halves.push(forth);
                        halves.push(back);
                    }
                }
            }
            starts.push(halves.len() as u32);
        }
        Axes { starts: starts.into(), halves: halves.into(), sites: sites.into() }
    }
    pub fn sites(&self) -> usize {
        self.starts.len() - 1
    }
    /// The axes through a site: what lies ahead, and what lies behind.
    #[inline]
    pub fn of(&self, site: usize) -> impl Iterator<Item = (&[u16], &[u16])> {
        let (a, b) = match (self.starts.get(site), self.starts.get(site + 1)) {
            (Some(&a), Some(&b)) => (a as usize, b as usize),
            _ => (0, 0),
        };
        let line = |(from, to): (u32, u32)| {
            if from == CLOSED { &[][..] } else { &self.sites[from as usize..to as usize] }
        };
        self.halves[a..b].chunks_exact(2).map(move |pair| (line(pair[0]), line(pair[1])))
    }
}

/// The widest of the ranges between each of these and the next.
fn widest(starts: &[u32]) -> usize {
    starts.windows(2).map(|w| (w[1] - w[0]) as usize).max().unwrap_or(0)
}
