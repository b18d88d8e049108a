//! What sets of sites, conditions and moves come to in a swift position: which moves there are, counted and chosen.

use super::*;

#[inline]
pub(super) fn has<const W: usize>(set: &Bits<W>, slot: u16) -> bool {
    set.get(usize::from(slot) / 64).is_some_and(|w| w >> (slot % 64) & 1 == 1)
}

#[inline]
pub(super) fn bit<const W: usize>(slot: u16) -> Bits<W> {
    let mut bits = [0; W];
    if let Some(word) = bits.get_mut(usize::from(slot) / 64) {
        *word = 1 << (slot % 64);
    }
    bits
}

#[inline]
pub(super) fn and<const W: usize>(a: &Bits<W>, b: &Bits<W>) -> Bits<W> {
    std::array::from_fn(|i| a[i] & b[i])
}

#[inline]
pub(super) fn count<const W: usize>(set: &Bits<W>) -> u32 {
    set.iter().map(|w| w.count_ones()).sum()
}

#[inline]
pub(super) fn is_empty<const W: usize>(set: &Bits<W>) -> bool {
    set.iter().all(|&w| w == 0)
}

/// The slot with so many of the set before it.
#[inline]
pub(super) fn nth<const W: usize>(set: &Bits<W>, mut k: u32) -> u16 {
    for (i, &word) in set.iter().enumerate() {
        let here = word.count_ones();
        if k < here {
            return (i as u32 * 64 + nth_bit(word, k)) as u16;
        }
        k -= here;
    }
    NOWHERE
}

/// Calls with each slot of a set.
#[inline]
pub(super) fn each<const W: usize>(set: &Bits<W>, mut f: impl FnMut(u16) -> bool) -> bool {
    for (i, &word) in set.iter().enumerate() {
        let mut bits = word;
        while bits != 0 {
            let slot = (i as u32 * 64 + bits.trailing_zeros()) as u16;
            bits &= bits - 1;
            if f(slot) {
                return true;
            }
        }
    }
    false
}

/// The slots that have a slot of the set so far ahead.
#[inline]
pub(super) fn ahead<const W: usize>(set: &Bits<W>, by: i32) -> Bits<W> {
    if W == 1 {
        let mut out = [0; W];
        out[0] = if by >= 0 {
            set[0].checked_shr(by as u32).unwrap_or(0)
        } else {
            set[0].checked_shl(by.unsigned_abs()).unwrap_or(0)
        };
        return out;
    }
    super::shift::ahead(set, by)
}

impl<const W: usize> Set<W> {
    #[inline]
    pub(super) fn now(&self, s: &State<W>) -> Bits<W> {
        match self {
            Set::Fixed(bits) => *bits,
            Set::Row(row) => s.rows[usize::from(*row) % ROWS],
            Set::Part(row, bits) => and(&s.rows[usize::from(*row) % ROWS], bits),
            Set::Without(row) => s.rows[usize::from(*row) % ROWS].map(|w| !w),
            Set::ToClear => s.to_clear,
            Set::LastTo => bit(s.last_to),
            Set::Noted => s.noted,
            Set::OfNext(first) => s.rows[usize::from(first + s.next.get()) % ROWS],
            Set::NearLast(_)
            | Set::Catching(..)
            | Set::IfLastIn(..)
            | Set::ByNext(_)
            | Set::InLines(..)
            | Set::InShapes(..)
            | Set::Near(..)
            | Set::NearAt(..)
            | Set::Origins(_)
            | Set::Not(_)
            | Set::And(_)
            | Set::Or(_) => self.worked_out(s),
        }
    }

    #[inline(never)]
    pub(super) fn worked_out(&self, s: &State<W>) -> Bits<W> {
        match self {
            Set::NearLast(table) => beside(table, &bit(s.last_to)),
            Set::Catching(friends, enemies, dirs) => {
                let [free, friends, enemies] =
                    [0, *friends, *enemies].map(|row| s.rows[usize::from(row) % ROWS]);
                let mut all = [0; W];
                for dir in &**dirs {
                    let before = |set: &Bits<W>| and(&ahead(set, dir.to), &dir.origins);
                    // Enemies behind which, after none but enemies, a friend stands.
                    let mut caught = and(&enemies, &before(&friends));
                    let mut more = caught;
                    while !is_empty(&more) {
                        more = and(&enemies, &before(&more));
                        caught = std::array::from_fn(|i| caught[i] | more[i]);
                    }
                    let from = and(&free, &before(&caught));
                    all = std::array::from_fn(|i| all[i] | from[i]);
                }
                all
            }
            Set::IfLastIn(slots, sets) => sets[usize::from(!has(slots, s.last_to))].now(s),
            Set::ByNext(sets) => sets.get(usize::from(s.next.get())).map_or([0; W], |set| set.now(s)),
            Set::InLines(rows, lines) => {
                let mut all = [0; W];
                for row in rows {
                    let row = &s.rows[usize::from(*row) % ROWS];
                    lines.among(row, &mut all);
                }
                all
            }
            Set::InShapes(rows, shapes) => {
                let mut all = [0; W];
                for row in rows {
                    let row = &s.rows[usize::from(*row) % ROWS];
                    for [shape, seen_from] in &shapes.all {
                        if (0..W).all(|i| shape[i] & !row[i] == 0) {
                            all = std::array::from_fn(|i| all[i] | seen_from[i]);
                        }
                    }
                }
                all
            }
            Set::Near(of, table) => beside(table, &of.now(s)),
            Set::NearAt(at, table) => beside(table, &bit(s.at(*at))),
            Set::Origins(walks) => {
                let mut all = [0; W];
                for walk in walks {
                    let part = walk.movers(s);
                    all = std::array::from_fn(|i| all[i] | part[i]);
                }
                all
            }
            Set::Not(of) => of.now(s).map(|w| !w),
            Set::And(list) => {
                let mut all = [u64::MAX; W];
                for set in list {
                    all = and(&all, &set.now(s));
                }
                all
            }
            Set::Or(list) => {
                let mut all = [0; W];
                for set in list {
                    let part = set.now(s);
                    all = std::array::from_fn(|i| all[i] | part[i]);
                }
                all
            }
            Set::Fixed(_)
            | Set::Row(_)
            | Set::Part(..)
            | Set::Without(_)
            | Set::ToClear
            | Set::LastTo
            | Set::Noted
            | Set::OfNext(_) => self.now(s),
        }
    }
}

impl<const W: usize> Shapes<W> {
    /// Does what stands at a slot stand in a shape with its like?
    fn at(&self, s: &State<W>, slot: u16) -> bool {
        let what = s.what_at(slot);
        let Some(shapes) = self.seen_from.get(usize::from(slot)).filter(|_| what != 0) else { return false };
        let row = &s.rows[what % ROWS];
        shapes.iter().any(|shape| (0..W).all(|i| shape[i] & !row[i] == 0))
    }
}

impl<const W: usize> Stretches<W> {
    /// Does one that lies in a set altogether go through another?
    fn any_through(&self, set: &Bits<W>, other: &Bits<W>) -> bool {
        let runs = self.runs.iter().any(|(apart, starts)| {
            let mut found = and(set, starts);
            for i in 1..self.length {
                if is_empty(&found) {
                    return false;
                }
                found = and(&found, &ahead(set, apart * i));
            }
            !is_empty(&found) && (0..self.length).any(|i| !is_empty(&and(&ahead(&found, -apart * i), other)))
        });
        runs || self
            .others
            .iter()
            .any(|line| (0..W).all(|i| line[i] & !set[i] == 0) && !is_empty(&and(line, other)))
    }

    /// Adds the slots of the stretches that lie in a set altogether.
    fn among(&self, set: &Bits<W>, all: &mut Bits<W>) {
        for (apart, starts) in &self.runs {
            let mut found = and(set, starts);
            for i in 1..self.length {
                if is_empty(&found) {
                    break;
                }
                found = and(&found, &ahead(set, apart * i));
            }
            if !is_empty(&found) {
                for i in 0..self.length {
                    let slots = ahead(&found, -apart * i);
                    *all = std::array::from_fn(|w| all[w] | slots[w]);
                }
            }
        }
        for line in &self.others {
            if (0..W).all(|i| line[i] & !set[i] == 0) {
                *all = std::array::from_fn(|i| all[i] | line[i]);
            }
        }
    }
}

/// All slots beside those of a set. (Tables of swift games are by slot.)
pub(super) fn beside<const W: usize>(table: &Targets, of: &Bits<W>) -> Bits<W> {
    let mut all = [0; W];
    each(of, |slot| {
        for &(word, bits) in table.words_of(slot.into()) {
            all[word as usize % W] |= bits;
        }
        false
    });
    all
}

/// Do all slots of a set hang together? An empty set is no group.
pub(super) fn is_one_group<const W: usize>(set: &Bits<W>, near: &Targets) -> bool {
    if is_empty(set) {
        return false;
    }
    let mut group = bit::<W>(nth(set, 0));
    let mut new = group;
    while !is_empty(&new) {
        let reached = and(&beside(near, &new), set);
        new = std::array::from_fn(|i| reached[i] & !group[i]);
        group = std::array::from_fn(|i| group[i] | new[i]);
    }
    group == *set
}

impl<const W: usize> Ways<W> {
    /// The ways as sets, where there are so many origins that this is the quicker way.
    #[inline]
    pub(super) fn shifts_for(&self, origins: &Bits<W>) -> Option<&[Shift<W>]> {
        self.shifts.as_deref().filter(|_| count(origins) > self.few)
    }
    #[inline]
    pub(super) fn of(&self, slot: u16) -> &[Way<W>] {
        let slot = usize::from(slot);
        match (self.starts.get(slot), self.starts.get(slot + 1)) {
            (Some(&a), Some(&b)) => &self.ways[a as usize..b as usize],
            _ => &[],
        }
    }
}

impl<const W: usize> Walk<W> {
    #[inline]
    pub(super) fn open(&self, s: &State<W>) -> Open<W> {
        let everywhere = [u64::MAX; W];
        let (either_to, either_from) = match &self.either {
            Some((to, from)) => (to.now(s), from.now(s)),
            None => (everywhere, everywhere),
        };
        Open {
            to: self.to.now(s),
            over: self.over.as_ref().map_or(everywhere, |set| set.now(s)),
            through: self.through.as_ref().map_or(everywhere, |set| set.now(s)),
            either_to,
            either_from,
            empty: s.rows[0],
            what: s.what_at(s.last_to),
            heading: self.straight.as_ref().map_or(0, |table| table.of(s.last_from.into(), s.last_to.into())),
        }
    }

    #[inline]
    pub(super) fn allows(&self, open: &Open<W>, from: u16, way: &Way<W>) -> bool {
        has(&open.to, way.to)
            && way.stops
            && (self.over.is_none() || has(&open.over, way.over))
            && (self.through.is_none() || (0..W).all(|i| way.between[i] & !open.through[i] == 0))
            && (self.either.is_none() || has(&open.either_to, way.to) || has(&open.either_from, from))
            && self
                .straight
                .as_ref()
                .is_none_or(|table| open.heading != 0 && table.of(from.into(), way.to.into()) == open.heading)
    }

    /// Of one origin, the ends among these that are open.
    #[inline]
    pub(super) fn ends(&self, open: &Open<W>, from: u16, ends: &Bits<W>) -> Bits<W> {
        let found = and(ends, &open.to);
        if self.either.is_some() && !has(&open.either_from, from) {
            return and(&found, &open.either_to);
        }
        found
    }

    /// Of all these origins, those from which a way of one difference is open.
    #[inline]
    pub(super) fn shifted(&self, open: &Open<W>, origins: &Bits<W>, shift: &Shift<W>) -> Bits<W> {
        let mut found = and(&and(origins, &shift.origins), &ahead(&open.to, shift.to));
        if self.over.is_some() {
            found = and(&found, &ahead(&open.over, shift.over));
        }
        if self.either.is_some() {
            let to = ahead(&open.either_to, shift.to);
            found = std::array::from_fn(|i| found[i] & (to[i] | open.either_from[i]));
        }
        found
    }

    /// Where its pieces stand, and what ways they have.
    #[inline]
    pub(super) fn sources(&self, s: &State<W>) -> Option<(Bits<W>, &Ways<W>)> {
        match &self.origins {
            Some(set) => {
                let origins = set.now(s);
                if is_empty(&origins) {
                    return None;
                }
                Some((origins, self.ways.first()?.as_deref()?))
            }
            None => {
                let slot = s.last_to;
                let what = s.what_at(slot);
                let ways = if self.ways.len() == 1 { self.ways.first() } else { self.ways.get(what) };
                Some((bit(slot), ways?.as_deref()?)).filter(|_| what != 0)
            }
        }
    }

    pub(super) fn any(&self, s: &State<W>) -> bool {
        let Some((origins, ways)) = self.sources(s) else { return false };
        let open = self.open(s);
        if let Some(shifts) = ways.shifts_for(&origins) {
            return shifts.iter().any(|shift| !is_empty(&self.shifted(&open, &origins, shift)));
        }
        each(&origins, |from| match &ways.ends {
            Some(ends) => !is_empty(&self.ends(&open, from, &ends[usize::from(from)])),
            None => self.each_way(ways, &open, from, |_| true),
        })
    }

    /// Those of its pieces that can go.
    fn movers(&self, s: &State<W>) -> Bits<W> {
        let mut all = [0; W];
        let Some((origins, ways)) = self.sources(s) else { return all };
        let open = self.open(s);
        if let Some(shifts) = ways.shifts_for(&origins) {
            for shift in shifts {
                let found = self.shifted(&open, &origins, shift);
                all = std::array::from_fn(|i| all[i] | found[i]);
            }
            return all;
        }
        each(&origins, |from| {
            let can = match &ways.ends {
                Some(ends) => !is_empty(&self.ends(&open, from, &ends[usize::from(from)])),
                None => self.each_way(ways, &open, from, |_| true),
            };
            if can {
                all[usize::from(from) / 64 % W] |= 1 << (from % 64);
            }
            false
        });
        all
    }

    /// Does an open way lead to a slot?
    #[inline]
    pub(super) fn reaches(&self, s: &State<W>, slot: u16) -> bool {
        // (Mostly none of these pieces stands anywhere near.)
        if let (Some(Set::Row(row) | Set::Part(row, _)), [Some(ways)]) = (&self.origins, &*self.ways)
            && let Some((set, _)) = ways.back.get(usize::from(slot))
            && is_empty(&and(set, &s.rows[usize::from(*row) % ROWS]))
        {
            return false;
        }
        self.really_reaches(s, slot)
    }

    #[inline(never)]
    pub(super) fn really_reaches(&self, s: &State<W>, slot: u16) -> bool {
        let Some((origins, ways)) = self.sources(s) else { return false };
        let Some((set, back)) = ways.back.get(usize::from(slot)) else { return false };
        if is_empty(&and(set, &origins)) {
            return false;
        }
        let open = self.open(s);
        has(&open.to, slot)
            && back
                .iter()
                .any(|&(from, way)| has(&origins, from) && self.allows(&open, from, &ways.ways[way as usize]))
    }

    /// The same as `any` where a move must be tried.
    pub(super) fn any_that_stands(&self, p: &Program<W>, s: &State<W>) -> bool {
        let Some((origins, ways)) = self.sources(s) else { return false };
        let open = self.open(s);
        let mut tried = s.clone();
        if self.visits {
            tried.take_seat([s.next.get(), s.mover.get(), s.prev.get()]);
        }
        each(&origins, |from| {
            self.each_way(ways, &open, from, |way| {
                let (to, over) = (way.to, way.over);
                let chosen = Chosen { deed: &self.deed, from, to, over, new: self.shoots, passes: false };
                p.stands(&mut tried, &chosen)
            })
        })
    }

    /// Calls with each open way from a slot. Lines are followed as far as they go.
    #[inline]
    pub(super) fn each_way(
        &self,
        ways: &Ways<W>,
        open: &Open<W>,
        from: u16,
        mut f: impl FnMut(&Way<W>) -> bool,
    ) -> bool {
        if let Some(far) = &self.far {
            return self.each_far_hop(far, open, from, f);
        }
        let all = ways.of(from);
        if let Some(sites) = &self.as_many {
            let stands = |&(word, bits): &(u32, u64)| (bits & !open.empty[word as usize % W]).count_ones();
            let far = sites.words_of(from.into()).iter().map(stands).sum::<u32>() as usize;
            let mut i = 0;
            while let Some(first) = all.get(i) {
                let line = usize::from(first.rest) + 1;
                if (1..=line).contains(&far)
                    && self.allows(open, from, &all[i + far - 1])
                    && f(&all[i + far - 1])
                {
                    return true;
                }
                i += line;
            }
            return false;
        }
        if self.through.is_none() {
            return all.iter().any(|way| self.allows(open, from, way) && f(way));
        }
        let mut i = 0;
        while let Some(way) = all.get(i) {
            if way.stops && has(&open.to, way.to) && f(way) {
                return true;
            }
            let passes = has(&open.through, way.to) || (self.round && way.to == from);
            i += if passes { 1 } else { 1 + usize::from(way.rest) };
        }
        false
    }

    /// The same for hops over what does not stand right beside. (Free sites before and behind are those it may go to.)
    fn each_far_hop(&self, far: &Far, open: &Open<W>, from: u16, mut f: impl FnMut(&Way<W>) -> bool) -> bool {
        let rays = if far.rays.len() == 1 { far.rays.first() } else { far.rays.get(open.what) };
        let Some(Some(rays)) = rays else { return false };
        for ray in rays.of(from.into()) {
            let free = ray.iter().position(|&slot| !has(&open.to, slot)).unwrap_or(ray.len());
            // (What is hopped over may count as free.)
            let near = ray.iter().take(far.before + 1).position(|&slot| has(&open.over, slot));
            let Some(hurdle) = near.filter(|&hurdle| hurdle <= free) else { continue };
            for &to in ray[hurdle + 1..].iter().take(far.after + 1) {
                if !has(&open.to, to) {
                    break;
                }
                if f(&Way { to, over: ray[hurdle], rest: 0, stops: true, between: [0; W] }) {
                    return true;
                }
            }
        }
        false
    }

    /// Counts its moves. With `perhaps`, slides are not looked at yet.
    #[inline]
    pub(super) fn count<'w>(&'w self, s: &State<W>, perhaps: bool, out: &mut Vec<(u32, Counted<'w, W>)>) {
        let Some((origins, ways)) = self.sources(s) else { return };
        let open = self.open(s);
        if perhaps && self.through.is_some() && !self.round && self.as_many.is_none() {
            let n = count(&origins) * ways.widest;
            out.push((n, Counted::Perhaps(self, ways, origins, open)));
            return;
        }
        let mut n = 0;
        if let Some(shifts) = ways.shifts_for(&origins) {
            for shift in shifts {
                n += count(&self.shifted(&open, &origins, shift));
            }
        } else if let Some(ends) = &ways.ends {
            each(&origins, |from| {
                n += count(&self.ends(&open, from, &ends[usize::from(from)]));
                false
            });
        } else {
            each(&origins, |from| {
                self.each_way(ways, &open, from, |_| {
                    n += 1;
                    false
                })
            });
        }
        if n > 0 {
            out.push((n, Counted::Walk(self, ways, origins, open)));
        }
    }

    /// The way with a number among those counted: from where, to where, over what.
    #[inline]
    pub(super) fn nth(
        &self,
        ways: &Ways<W>,
        origins: &Bits<W>,
        open: &Open<W>,
        mut k: u32,
    ) -> Option<[u16; 3]> {
        if let Some(shifts) = ways.shifts_for(origins) {
            for shift in shifts {
                let found = self.shifted(open, origins, shift);
                let n = count(&found);
                if k < n {
                    let from = nth(&found, k);
                    let by = |apart: i32| (i32::from(from) + apart) as u16;
                    return Some([from, by(shift.to), by(shift.over)]);
                }
                k -= n;
            }
            return None;
        }
        let mut met = None;
        each(origins, |from| {
            if let Some(ends) = &ways.ends {
                let found = self.ends(open, from, &ends[usize::from(from)]);
                let n = count(&found);
                if k < n {
                    met = Some([from, nth(&found, k), NOWHERE]);
                    return true;
                }
                k -= n;
                return false;
            }
            self.each_way(ways, open, from, |way| {
                if k == 0 {
                    met = Some([from, way.to, way.over]);
                    return true;
                }
                k -= 1;
                false
            })
        });
        met
    }
}

impl<const W: usize> Pick<W> {
    pub(super) fn any(&self, p: &Program<W>, s: &State<W>) -> bool {
        match self {
            Pick::Nothing => false,
            // (Somebody else will see: only end rules ask where anything is unknown.)
            Pick::Unknown => {
                s.unknown.set(true);
                true
            }
            Pick::All(list) | Pick::First(list) => list.iter().any(|part| part.any(p, s)),
            Pick::Longest(of) => of.any(p, s),
            Pick::If(cond, parts) => parts[usize::from(!cond.holds(p, s))].any(p, s),
            Pick::Walk(walk) if walk.deed.tried.is_some() => walk.any_that_stands(p, s),
            Pick::Walk(walk) => walk.any(s),
            Pick::Place(place) => !is_empty(&place.to.now(s)),
            Pick::Carry(carry) => !is_empty(&carry.from.now(s)) && !is_empty(&carry.to.now(s)),
            Pick::Pass(_) => true,
        }
    }

    /// Is there a move to a slot? (What must be tried holds while a threat is judged.)
    pub(super) fn reaches(&self, p: &Program<W>, s: &State<W>, slot: u16) -> bool {
        match self {
            // (Where threats are judged, nobody asks for the longest turn: see `build`.)
            Pick::Nothing | Pick::Unknown | Pick::Pass(_) | Pick::Longest(_) => false,
            Pick::All(list) => list.iter().any(|part| part.reaches(p, s, slot)),
            Pick::First(list) => {
                let first = list.iter().find(|part| part.any(p, s));
                first.is_some_and(|part| part.reaches(p, s, slot))
            }
            Pick::If(cond, parts) => parts[usize::from(!cond.holds(p, s))].reaches(p, s, slot),
            Pick::Walk(walk) => walk.reaches(s, slot),
            Pick::Place(place) => has(&place.to.now(s), slot),
            Pick::Carry(carry) => !is_empty(&carry.from.now(s)) && has(&carry.to.now(s), slot),
        }
    }

    pub(super) fn count<'w>(
        &'w self,
        p: &Program<W>,
        s: &State<W>,
        perhaps: bool,
        out: &mut Vec<(u32, Counted<'w, W>)>,
    ) {
        match self {
            Pick::Nothing => {}
            Pick::Unknown => out.push((1, Counted::Unknown)),
            Pick::All(list) => {
                for part in list {
                    match part {
                        Pick::Walk(walk) => walk.count(s, perhaps, out),
                        part => part.count(p, s, perhaps, out),
                    }
                }
            }
            Pick::First(list) => {
                for part in list {
                    let before = out.len();
                    // (Whether there are any must be known.)
                    part.count(p, s, false, out);
                    if out.len() > before {
                        break;
                    }
                }
            }
            Pick::Longest(of) => {
                let before = out.len();
                of.count(p, s, false, out);
                if !s.any_length.get() {
                    p.keep_longest(s, before, out);
                }
            }
            Pick::If(cond, parts) => parts[usize::from(!cond.holds(p, s))].count(p, s, perhaps, out),
            Pick::Walk(walk) => walk.count(s, perhaps, out),
            Pick::Place(place) => {
                let found = place.to.now(s);
                let n = count(&found);
                if n > 0 {
                    out.push((n, Counted::Place(place, found)));
                }
            }
            Pick::Carry(carry) => {
                let (from, to) = (carry.from.now(s), carry.to.now(s));
                let n = count(&from) * count(&to);
                if n > 0 {
                    out.push((n, Counted::Carry(carry, from, to)));
                }
            }
            Pick::Pass(deed) => out.push((1, Counted::Pass(deed))),
        }
    }
}

impl<'w, const W: usize> Counted<'w, W> {
    /// The move with a number; nothing where it turns out not to be open.
    #[inline]
    pub(super) fn chosen(&self, k: u32) -> Option<Chosen<'w, W>> {
        let walked = |walk: &'w Walk<W>, [from, to, over]: [u16; 3]| {
            // (What is shot comes from nowhere.)
            let from = if walk.shoots == 0 { from } else { to };
            Chosen { deed: &walk.deed, from, to, over, new: walk.shoots, passes: false }
        };
        match self {
            Counted::Walk(walk, ways, origins, open) => Some(walked(walk, walk.nth(ways, origins, open, k)?)),
            Counted::Perhaps(walk, ways, origins, open) => {
                let from = nth(origins, k / ways.widest);
                let way = ways.of(from).get((k % ways.widest) as usize)?;
                walk.allows(open, from, way).then(|| walked(walk, [from, way.to, way.over]))
            }
            Counted::Place(place, found) => {
                let to = nth(found, k);
                Some(Chosen {
                    deed: &place.deed,
                    from: to,
                    to,
                    over: NOWHERE,
                    new: place.what,
                    passes: false,
                })
            }
            Counted::Carry(carry, from, to) => {
                let free = count(to);
                let (from, to) = (nth(from, k / free), nth(to, k % free));
                Some(Chosen { deed: &carry.deed, from, to, over: NOWHERE, new: 0, passes: false })
            }
            Counted::One(chosen) => Some(*chosen),
            Counted::Unknown => None,
            Counted::Pass(deed) => {
                Some(Chosen { deed, from: NOWHERE, to: NOWHERE, over: NOWHERE, new: 0, passes: true })
            }
        }
    }
}

impl<const W: usize> Chosen<'_, W> {
    #[inline]
    pub(super) fn mv(&self) -> Mv {
        let aux = match self.new {
            0 if self.deed.hops => self.over,
            _ if self.deed.catches => 0,
            what => what.into(),
        };
        let from = self.deed.from_beside.unwrap_or(self.from);
        Mv { from, to: self.to, leaf: self.deed.leaf, aux }
    }
}

impl<const W: usize> Num<W> {
    pub(super) fn now(&self, s: &State<W>) -> i32 {
        match self {
            Num::Const(n) => *n,
            Num::Count(set) => count(&set.now(s)) as i32,
            Num::Pieces(set, stocks) => {
                let set = set.now(s);
                let waiting = stocks.iter().zip(&s.stocks).filter(|(slot, _)| has(&set, **slot));
                count(&set) as i32 + waiting.map(|(_, n)| n - 1).sum::<i32>()
            }
            Num::What(at) => s.what_at(s.at(*at)) as i32,
            Num::SiteOf(at) => match s.at(*at) {
                NOWHERE => OFF,
                slot => slot.into(),
            },
            Num::Counter => s.counter,
            Num::MoveNumber => s.moves_made - s.start_moves,
            Num::Prev => s.prev.get().into(),
            Num::Next => s.next.get().into(),
            Num::Var(name) => s.vars[usize::from(*name) % VARS],
            Num::ByNext(list) => list.get(usize::from(s.next.get())).copied().unwrap_or(OFF),
        }
    }
}

impl<const W: usize> Cond<W> {
    pub(super) fn holds(&self, p: &Program<W>, s: &State<W>) -> bool {
        match self {
            Cond::Const(b) => *b,
            Cond::And(list) => list.iter().all(|c| c.holds(p, s)),
            Cond::Or(list) => list.iter().any(|c| c.holds(p, s)),
            Cond::Not(c) => !c.holds(p, s),
            Cond::In(at, Set::InShapes(_, shapes)) => shapes.at(s, s.at(*at)),
            Cond::In(at, set) => has(&set.now(s), s.at(*at)),
            Cond::None(set) => is_empty(&set.now(s)),
            Cond::Equal(a, b) => a.now(s) == b.now(s),
            Cond::Less(a, b) => a.now(s) < b.now(s),
            Cond::Odd(a) => a.now(s) % 2 != 0,
            Cond::SameMover => s.mover == s.prev,
            Cond::Any(pick) => pick.any(p, s),
            Cond::NextCannotMove => p.next_cannot_move(s),
            Cond::NextCan(pick) => {
                let [mover, next, prev] = [s.mover.get(), s.next.get(), s.prev.get()];
                if mover == next {
                    s.unknown.set(true);
                    return true;
                }
                s.take_seat([next, mover, mover]);
                let can = pick.any(p, s);
                s.take_seat([mover, next, prev]);
                can
            }
            Cond::Triggered(player) => s.triggered >> player & 1 == 1,
            Cond::Stalemated(player) => s.stalemated >> player & 1 == 1,
            Cond::Threatened(what) => p.threatened(s, what.now(s)),
            Cond::Unknown => {
                s.unknown.set(true);
                true
            }
            Cond::OneGroup(set, near) => is_one_group(&set.now(s), near),
            Cond::Line(lines) => lines.through_last(s),
            Cond::LineThrough(set, rows, lines) => {
                let set = set.now(s);
                rows.iter().any(|row| {
                    let row = &s.rows[usize::from(*row) % ROWS];
                    !is_empty(&and(row, &set)) && lines.any_through(row, &set)
                })
            }
        }
    }
}

impl Lines {
    pub(super) fn through_last<const W: usize>(&self, s: &State<W>) -> bool {
        let what = s.what_at(s.last_to);
        let Some(lines) = self.through.get(usize::from(s.last_to)).filter(|_| what != 0) else {
            return false;
        };
        let row = &s.rows[what % ROWS];
        let run = |half: &[u16]| half.iter().take_while(|&&slot| has(row, slot)).count() as u32;
        lines.iter().any(|[forth, back]| {
            let length = 1 + run(forth) + run(back);
            if self.exact { length == self.length } else { length >= self.length }
        })
    }
}
