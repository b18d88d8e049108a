//! Slides and short hops as sets: all targets of a piece at once, without going from site to site.
//!
//! A ray whose sites are numbered upwards is cut off at the lowest bit of what blocks it, one that is numbered downwards
//! at the highest. Boards on which rays go up and down are left to the walk along rays, and so is what cannot be asked of
//! sets.

use super::directions::Variants;
use super::lift::Looked;
use super::*;
use ludarium_engine::kernel::{Between, MovesKind, Origin, Place};

/// Sets of more words than this are walked through site by site.
const MOST_WORDS: usize = 4;
/// Tables by two sites are no larger than this.
const MOST_PAIRS: usize = 1 << 16;

/// Rays that go the same way, up or down, as tables: for each row of sites, so many masks.
struct Masks {
    table: Array,
    slots: usize,
    up: bool,
}

impl<'g> Lower<'g> {
    /// The rays of every variant and site of the board.
    fn all_rays(&mut self, dirs: &Dir, variants: &Variants) -> Lowered<Vec<Vec<Vec<Vec<u32>>>>> {
        let mut all: Vec<Vec<Vec<Vec<u32>>>> = Vec::new();
        for s in 0..self.ground.len {
            for (v, dirs) in self.directions_of(dirs, variants, s as i32)?.into_iter().enumerate() {
                if all.len() <= v {
                    all.push(vec![Vec::new(); self.layout.universe]);
                }
                for d in dirs {
                    for ray in self.game.board.radials(self.ground.kind, s, d) {
                        all[v][s].push(ray.to_vec());
                    }
                }
            }
        }
        Ok(all)
    }

    /// Tables of rays by the way they are numbered; nothing where one goes up and down.
    fn masks(&mut self, rays: &[Vec<Vec<Vec<u32>>>], most: usize) -> Option<Vec<Masks>> {
        let words = self.layout.words;
        let mut made = Vec::new();
        for up in [true, false] {
            let goes = |ray: &[u32]| ray.windows(2).all(|w| (w[0] < w[1]) == up);
            let mut slots = 0;
            let mut rows: Vec<Vec<SiteSet>> = Vec::new();
            for (s, of_site) in rays.iter().flatten().enumerate() {
                let site = (s % self.layout.universe) as u32;
                let mut row = Vec::new();
                for ray in of_site {
                    let ray = &ray[..ray.len().min(most)];
                    let Some(&first) = ray.first() else { continue };
                    if (site < first) != up {
                        continue;
                    }
                    if !goes(ray) {
                        return None;
                    }
                    row.push(ray.iter().map(|&s| s as i32).collect::<SiteSet>());
                }
                slots = slots.max(row.len());
                rows.push(row);
            }
            if slots == 0 {
                continue;
            }
            let mut data = Vec::with_capacity(rows.len() * slots * words);
            for row in &rows {
                for k in 0..slots {
                    let word =
                        |i: usize| row.get(k).and_then(|s| s.words().get(i)).copied().unwrap_or(0) as i64;
                    data.extend((0..words).map(word));
                }
            }
            made.push(Masks { table: self.b.table("ray masks", Width::Word, data, 0), slots, up });
        }
        Some(made)
    }

    /// Where a slide may end: along each ray up to what blocks it, and there too where it may stop. Nothing where that
    /// cannot be said by sets. `pass` is what the sites on the way must be, else they must be empty.
    pub(super) fn slide_set(
        &mut self,
        dirs: &'g Dir,
        pass: Option<&'g Bool>,
        stop: Option<&'g Bool>,
        most: Option<Expr>,
        env: &Env,
    ) -> Lowered<Option<Set>> {
        if !self.passes.has(Pass::Rays)
            || self.layout.words > MOST_WORDS
            || self.layout.grounds.len() > 1
            || pass.is_some_and(|c| Looked::To.mentioned_in(&[Part::Bool(c)]))
            || stop.is_some_and(|c| Looked::Between.mentioned_in(&[Part::Bool(c)]))
        {
            return Ok(None);
        }
        let most = match most.map(|e| self.constant(e)) {
            None => usize::MAX,
            Some(Some(most)) => usize::try_from(most).unwrap_or(0),
            Some(None) => return Ok(None),
        };
        let variants = self.variants(dirs, env.what_at_from)?;
        let rays = self.all_rays(dirs, &variants)?;
        let Some(masks) = self.masks(&rays, most) else { return Ok(None) };
        let free = match pass {
            None => Some(self.plane(Plane::Empty)),
            Some(c) => self.lift(c, Looked::Between, env)?,
        };
        let stops = match stop {
            None => Some(self.no_sites()),
            Some(c) => self.lift(c, Looked::To, env)?,
        };
        let (Some(free), Some(stops)) = (free, stops) else { return Ok(None) };
        let stops = self.bind_set(&stops);
        let passable = self.difference(&free, &stops);
        let blocks = Set(passable.0.iter().map(|&w| self.b.unary(Unary::BitNot, w)).collect());
        let blocks = self.bind_set(&blocks);
        let row = self.row_of(&variants, env.from);
        let row = self.b.bind(row);
        let none = self.no_sites();
        let targets = self.growing(&none);
        for m in &masks {
            self.along_masks(m, row, &blocks, &stops, &targets)?;
        }
        Ok(Some(self.grown(&targets)))
    }
    /// Adds what can be reached along rays that all go one way.
    fn along_masks(
        &mut self,
        masks: &Masks,
        row: Expr,
        blocks: &Set,
        stops: &Set,
        targets: &[Local],
    ) -> Lowered<()> {
        let words = self.layout.words;
        let (zero, all) = (self.b.int(0), self.b.int(-1));
        let each = self.b.int((masks.slots * words) as i64);
        let begin = self.b.binary(Binary::Mul, row, each);
        let at = self.b.variable(begin);
        let here = self.b.get(at);
        let end = self.b.add(here, each);
        let end = self.b.bind(end);
        self.repeat(|l| {
            let done = l.b.binary(Binary::Le, end, here);
            l.break_if(done);
            // (Behind what blocks it, a ray has no sites in its further words.)
            let mut open = None;
            let order: Vec<usize> = if masks.up { (0..words).collect() } else { (0..words).rev().collect() };
            for (i, k) in order.into_iter().enumerate() {
                let offset = l.b.int(k as i64);
                let place = l.b.add(here, offset);
                let mask = l.b.load(masks.table, place);
                let mask = match open {
                    None => mask,
                    Some(open) => l.b.binary(Binary::And, mask, open),
                };
                let mask = l.b.bind(mask);
                let blocked = l.b.binary(Binary::And, mask, blocks.0[k]);
                let blocked = l.b.bind(blocked);
                let (free, end) = l.cut_off(mask, blocked, masks.up);
                let last = l.b.binary(Binary::And, end, stops.0[k]);
                let reached = l.b.binary(Binary::Or, free, last);
                let old = l.b.get(targets[k]);
                let new = l.b.binary(Binary::Or, old, reached);
                l.b.set(targets[k], new);
                if i + 1 < words {
                    let now = l.b.select(blocked, zero, open.unwrap_or(all));
                    open = Some(l.b.bind(now));
                }
            }
            let size = l.b.int(words as i64);
            let next = l.b.add(here, size);
            l.b.set(at, next);
            Ok(())
        })
    }
    /// The part of a ray before the first bit that blocks it, and that bit.
    fn cut_off(&mut self, mask: Expr, blocked: Expr, up: bool) -> (Expr, Expr) {
        let (zero, one) = (self.b.int(0), self.b.int(1));
        if up {
            let negated = self.b.binary(Binary::Sub, zero, blocked);
            let lowest = self.b.binary(Binary::And, blocked, negated);
            let lowest = self.b.bind(lowest);
            let below = self.b.binary(Binary::Sub, lowest, one);
            return (self.b.binary(Binary::And, mask, below), lowest);
        }
        let (top, zeros) = (self.b.int(i64::MIN), self.b.unary(Unary::LeadingZeros, blocked));
        let highest = self.b.binary(Binary::Shr, top, zeros);
        let highest = self.b.select(blocked, highest, zero);
        let highest = self.b.bind(highest);
        let next = self.b.binary(Binary::Shl, highest, one);
        let above = self.b.binary(Binary::Sub, zero, next);
        let all = self.b.int(-1);
        let above = self.b.select(blocked, above, all);
        (self.b.binary(Binary::And, mask, above), highest)
    }

    /// The pieces of a set that might reach a site if the board were empty, where that is known of their rule: whoever asks
    /// who can reach a site need not look at the others.
    pub(super) fn could_reach(
        &mut self,
        pieces: &Set,
        m: &'g Moves,
        what: Option<u16>,
        site: Expr,
    ) -> Lowered<Set> {
        let mut reached = vec![SiteSet::new(); self.ground.len];
        if !self.passes.has(Pass::Origins) {
            return Ok(pieces.clone());
        }
        if self.layout.grounds.len() > 1 || !self.widest(m, what, &mut reached)? {
            return Ok(pieces.clone());
        }
        let mut origins = vec![SiteSet::new(); self.layout.universe];
        for (from, targets) in reached.iter().enumerate() {
            for to in targets.iter() {
                origins[to as usize].insert(from as i32);
            }
        }
        let rows = self.rows("origins", |site| origins[site as usize].clone());
        let row = self.row(rows, site);
        Ok(self.intersection(pieces, &row))
    }
    /// Adds every site that a rule may move a piece to, for each site it may stand on. False where that is not known.
    pub(super) fn widest(
        &mut self,
        m: &'g Moves,
        what: Option<u16>,
        reached: &mut [SiteSet],
    ) -> Lowered<bool> {
        let here = |from: &Origin| matches!(&from.place, Place::Site(Int::From));
        Ok(match &m.kind {
            MovesKind::Or(list) | MovesKind::And(list) | MovesKind::Priority(list) => {
                for part in list.iter() {
                    if !self.widest(part, what, reached)? {
                        return Ok(false);
                    }
                }
                true
            }
            MovesKind::If { then, otherwise, .. } => {
                self.widest(then, what, reached)?
                    && match otherwise {
                        Some(other) => self.widest(other, what, reached)?,
                        None => true,
                    }
            }
            MovesKind::Do { prior, next: None, .. } => self.widest(prior, what, reached)?,
            MovesKind::Step { from, dirs, .. } if here(from) => {
                self.widest_along(dirs, what, reached, &|l, s, d, set| {
                    set.extend(l.game.board.steps(l.ground.kind, s, d).iter().map(|&t| t as i32));
                })?
            }
            MovesKind::Slide { from, tracks: None, dirs, .. } | MovesKind::Hop { from, dirs, .. }
                if here(from) =>
            {
                self.widest_along(dirs, what, reached, &|l, s, d, set| {
                    for ray in l.game.board.radials(l.ground.kind, s, d) {
                        set.extend(ray.iter().map(|&t| t as i32));
                    }
                })?
            }
            MovesKind::Leap { from, walks, .. } if here(from) && from.kind == self.layout.kind => {
                for (s, set) in reached.iter_mut().enumerate() {
                    // (Turned or not: more than there are do no harm.)
                    for turned in [false, true] {
                        let ends = ludarium_engine::eval::walk::walk_ends(
                            self.game, from.kind, s as i32, walks, turned,
                        );
                        set.extend(ends.iter());
                    }
                }
                true
            }
            _ => false,
        })
    }
    fn widest_along(
        &mut self,
        dirs: &'g Dir,
        what: Option<u16>,
        reached: &mut [SiteSet],
        add: &dyn Fn(&Self, usize, Direction, &mut SiteSet),
    ) -> Lowered<bool> {
        if !Self::is_absolute(dirs) && (what.is_none() || !Self::are_static(dirs) || self.game.uses.rotation)
        {
            return Ok(false);
        }
        let variants = self.variants(dirs, Some(what.unwrap_or(0)))?;
        for (s, set) in reached.iter_mut().enumerate() {
            for d in self.directions_of(dirs, &variants, s as i32)?.into_iter().flatten() {
                add(self, s, d, set);
            }
        }
        Ok(true)
    }

    /// Hops over one neighbour onto the site behind it. Gives the body each pair of hurdle and landing; false where that
    /// cannot be said by sets.
    pub(super) fn hop_neighbours(
        &mut self,
        dirs: &'g Dir,
        between: Option<&'g Between>,
        landing: Option<&'g Bool>,
        env: &Env,
        make: impl FnOnce(&mut Self, Expr, Expr) -> Lowered<()>,
    ) -> Lowered<bool> {
        let asked = landing.is_some_and(|c| Looked::Between.mentioned_in(&[Part::Bool(c)]));
        if !self.passes.has(Pass::Rays) || asked || self.layout.grounds.len() > 1 {
            return Ok(false);
        }
        let hurdle = match between {
            None => None,
            Some(b) => match &b.cond {
                None => return Ok(false),
                Some(c) if Looked::To.mentioned_in(&[Part::Bool(c)]) => return Ok(false),
                Some(c) => Some(c),
            },
        };
        let variants = self.variants(dirs, env.what_at_from)?;
        let rays = self.all_rays(dirs, &variants)?;
        let Some((near, behind)) = self.pairs(&rays) else { return Ok(false) };
        let hurdles = match hurdle {
            None => Some(self.board_sites()),
            Some(c) => self.lift(c, Looked::Between, env)?,
        };
        let Some(hurdles) = hurdles else { return Ok(false) };
        let row = self.row_of(&variants, env.from);
        let row = self.b.bind(row);
        let found = self.row(near, row);
        let found = self.intersection(&found, &hurdles);
        let found = self.bind_set(&found);
        let some = self.some(&found);
        let mut liftable = true;
        self.when(some, |l| {
            let landings = match landing {
                None => Some(l.board_sites()),
                Some(c) => l.lift(c, Looked::To, env)?,
            };
            let Some(landings) = landings else {
                liftable = false;
                return Ok(());
            };
            let landings = l.bind_set(&landings);
            let each = l.b.int(l.layout.universe as i64);
            let begin = l.b.binary(Binary::Mul, row, each);
            let begin = l.b.bind(begin);
            l.for_each_on_board(&found, |l, hurdle| {
                let at = l.b.add(begin, hurdle);
                let target = l.b.load(behind, at);
                let target = l.b.bind(target);
                l.know_on_board(target);
                let free = l.contains(&landings, target);
                l.when(free, |l| make(l, hurdle, target))
            })
        })?;
        Ok(liftable)
    }
    /// Neighbours that have a site behind them, as sets, and that site for each of them. Nothing where a neighbour has
    /// several.
    fn pairs(&mut self, rays: &[Vec<Vec<Vec<u32>>>]) -> Option<(Array, Array)> {
        let (universe, words) = (self.layout.universe, self.layout.words);
        if rays.len() * universe * universe > MOST_PAIRS {
            return None;
        }
        let mut behind = vec![i64::from(OFF); rays.len() * universe * universe];
        let mut near = Vec::new();
        for (s, of_site) in rays.iter().flatten().enumerate() {
            let mut set = SiteSet::new();
            for ray in of_site.iter().filter(|r| r.len() > 1) {
                let entry = &mut behind[s * universe + ray[0] as usize];
                if *entry != i64::from(OFF) {
                    return None;
                }
                *entry = i64::from(ray[1]);
                set.insert(ray[0] as i32);
            }
            near.extend((0..words).map(|i| set.words().get(i).copied().unwrap_or(0) as i64));
        }
        let near = self.b.table("neighbours with sites behind", Width::Word, near, 0);
        let behind = self.b.table("sites behind", Width::Half, behind, OFF.into());
        Some((near, behind))
    }
}
