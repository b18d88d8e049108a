//! The ways of pieces over the board, slot by slot, and the same as differences of slots.

use super::*;

impl<'a, const W: usize> Build<'a, W> {
    /// Lines as steps by the same difference all along; nothing where they are not so regular.
    pub(super) fn straight_lines(&self, rays: &Rays) -> Option<Arc<[Shift<W>]>> {
        let mut dirs: Vec<Shift<W>> = Vec::new();
        for site in 0..self.sites {
            for ray in rays.of(site) {
                let mut last = site as i32;
                let Some(apart) = ray.first().map(|&first| i32::from(first) - last) else { continue };
                for &next in ray {
                    if i32::from(next) - last != apart {
                        return None;
                    }
                    last = next.into();
                }
                let known = dirs.iter().position(|dir| dir.to == apart);
                let at = known.unwrap_or(dirs.len());
                if known.is_none() {
                    dirs.push(Shift { over: 0, to: apart, origins: [0; W] });
                }
                dirs[at].origins[site / 64] |= 1 << (site % 64);
            }
        }
        (dirs.len() <= MOST_SHIFTS).then(|| dirs.into())
    }

    pub(super) fn straight(&self, table: &Targets) -> Ways<W> {
        self.ways(
            &|site| {
                table
                    .of(site)
                    .iter()
                    .map(|&to| Way { to, over: NOWHERE, rest: 0, stops: true, between: [0; W] })
                    .collect()
            },
            false,
        )
    }

    pub(super) fn ways(&self, of: &dyn Fn(usize) -> Vec<Way<W>>, slides: bool) -> Ways<W> {
        let (mut starts, mut ways) = (vec![0], Vec::new());
        for site in 0..self.sites {
            ways.extend(of(site));
            starts.push(ways.len() as u32);
        }
        let widest = starts.windows(2).map(|w| w[1] - w[0]).max().unwrap_or(0);
        let mut back = vec![([0; W], Vec::new()); self.sites];
        for (from, range) in starts.windows(2).enumerate() {
            for way in range[0]..range[1] {
                let (set, list) = &mut back[usize::from(ways[way as usize].to)];
                set[from / 64] |= 1 << (from % 64);
                list.push((from as u16, way));
            }
        }
        let back = back.into_iter().map(|(set, list)| (set, list.into_boxed_slice())).collect();
        let mut all =
            Ways { starts: starts.into(), ways: ways.into(), widest, shifts: None, few: 0, ends: None, back };
        if !slides {
            all.shifts = self.shifts(&all);
            all.ends = self.ends(&all);
            let shifts = all.shifts.as_ref().map_or(0, |shifts| shifts.len() as u32);
            all.few = if all.ends.is_some() { shifts * 3 / 4 } else { 2 * shifts / all.widest.max(1) }.max(2);
        }
        all
    }

    /// The ways as sets, by difference; nothing where one leads twice to the same end, or there are too many kinds.
    pub(super) fn shifts(&self, ways: &Ways<W>) -> Option<Box<[Shift<W>]>> {
        let mut all: Vec<Shift<W>> = Vec::new();
        for from in 0..self.sites {
            for way in ways.of(from as u16) {
                let by = |slot: u16| i32::from(slot) - from as i32;
                let (over, to) = (if way.over == NOWHERE { 0 } else { by(way.over) }, by(way.to));
                let known = all.iter().position(|shift| (shift.over, shift.to) == (over, to));
                let at = known.unwrap_or(all.len());
                if known.is_none() {
                    all.push(Shift { over, to, origins: [0; W] });
                }
                let word = &mut all[at].origins[from / 64];
                if *word >> (from % 64) & 1 == 1 {
                    return None;
                }
                *word |= 1 << (from % 64);
            }
        }
        (all.len() <= MOST_SHIFTS).then(|| all.into())
    }

    pub(super) fn ends(&self, ways: &Ways<W>) -> Option<Box<[Bits<W>]>> {
        let mut all = Vec::new();
        for from in 0..self.sites {
            let mut ends = [0; W];
            for way in ways.of(from as u16) {
                let end = bit::<W>(way.to);
                if way.over != NOWHERE || (0..W).any(|i| ends[i] & end[i] != 0) {
                    return None;
                }
                ends = std::array::from_fn(|i| ends[i] | end[i]);
            }
            all.push(ends);
        }
        Some(all.into())
    }
}

/// All ends of slides from a site, with what lies between.
pub(super) fn along<const W: usize>(rays: &Rays, site: usize, most: usize) -> Vec<Way<W>> {
    let mut all = Vec::new();
    for ray in rays.of(site) {
        let ray = &ray[..ray.len().min(most)];
        let mut between = [0; W];
        for (i, &to) in ray.iter().enumerate() {
            all.push(Way { to, over: NOWHERE, rest: (ray.len() - 1 - i) as u16, stops: true, between });
            let passed = bit::<W>(to);
            between = std::array::from_fn(|i| between[i] | passed[i]);
        }
    }
    all
}

/// The ways of lines with what they hop over first; where they lead right beside, over nothing.
pub(super) fn over_the_first<const W: usize>(mut ways: Vec<Way<W>>) -> Vec<Way<W>> {
    let mut first = NOWHERE;
    for way in &mut ways {
        if way.between == [0; W] {
            first = way.to;
        } else {
            way.over = first;
        }
    }
    ways
}

/// The same along tracks, where a piece may not stop everywhere, and may pass where it came from.
pub(super) fn round<const W: usize>(walks: &Walks, site: usize, most: usize) -> Vec<Way<W>> {
    let mut all = Vec::new();
    for walk in walks.of(site) {
        let walk = &walk[..walk.len().min(most)];
        let mut between = [0; W];
        for (i, &(to, stops)) in walk.iter().enumerate() {
            all.push(Way { to, over: NOWHERE, rest: (walk.len() - 1 - i) as u16, stops, between });
            let passed = bit::<W>(to);
            if usize::from(to) != site {
                between = std::array::from_fn(|i| between[i] | passed[i]);
            }
        }
    }
    all
}
