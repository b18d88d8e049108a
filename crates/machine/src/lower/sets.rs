//! Sets of sites, one expression for each word, and tables of sites as constants.

use super::*;

impl<'g> Lower<'g> {
    pub fn fixed(&mut self, set: &SiteSet) -> Set {
        let words = set.words();
        Set((0..self.layout.words).map(|i| self.b.int(words.get(i).copied().unwrap_or(0) as i64)).collect())
    }
    pub fn board_sites(&mut self) -> Set {
        let sites = (0..self.ground.len as i32).collect();
        self.fixed(&sites)
    }
    /// The board and what lies beside it.
    pub fn all_sites(&mut self) -> Set {
        let beside = self.layout.extra_first as i32..self.layout.extra_end as i32;
        let counts = self.ground.offset == 0 || self.ground.kind == SiteType::Cell;
        let sites = (0..self.ground.len as i32).chain(beside.filter(|_| counts)).collect();
        self.fixed(&sites)
    }
    pub fn no_sites(&mut self) -> Set {
        let zero = self.b.int(0);
        Set(vec![zero; self.layout.words])
    }
    /// A set that the state keeps, beginning at an index of its planes.
    pub fn kept(&mut self, at: usize) -> Set {
        let at = self.b.int(at as i64);
        self.kept_at(at)
    }
    pub(super) fn kept_at(&mut self, at: Expr) -> Set {
        let Ground { offset, len, kind } = self.ground;
        let word = |l: &mut Self, i: usize| {
            let i = l.b.int(i as i64);
            let at = l.b.add(at, i);
            l.b.load(l.layout.planes, at)
        };
        let main = Set((0..self.layout.words).map(|i| word(self, i)).collect());
        if offset == 0 {
            return main;
        }
        let (first, words) = (offset / 64, len.div_ceil(64));
        let zero = self.b.int(0);
        let own = Set((0..self.layout.words)
            .map(|i| if i < words { word(self, first + i) } else { zero })
            .collect());
        if kind != SiteType::Cell {
            return own;
        }
        // (What lies beside the board are cells.)
        let beside = (self.layout.extra_first as i32..self.layout.extra_end as i32).collect();
        let beside = self.fixed(&beside);
        let others = self.intersection(&main, &beside);
        let own = self.difference(&own, &beside);
        self.union(&own, &others)
    }
    /// A set of sites without a kind, or of the kind that is spoken of.
    pub fn plane(&mut self, plane: Plane) -> Set {
        match plane {
            Plane::Empty | Plane::Ownerless => self.kept(self.layout.plane(plane)),
            Plane::Visited | Plane::Pending | Plane::ToRemove => {
                let before = std::mem::replace(&mut self.ground, self.layout.grounds[0]);
                let set = self.kept(self.layout.plane(plane));
                self.ground = before;
                set
            }
        }
    }
    pub fn of_component(&mut self, what: usize) -> Set {
        if what == 0 || what >= self.layout.components {
            return self.no_sites();
        }
        self.kept(self.layout.plane_of_component(what))
    }
    pub fn of_owner(&mut self, owner: usize) -> Set {
        self.kept(self.layout.plane_of_owner(owner))
    }
    /// Sites of the owners that bits name.
    pub fn of_owners(&mut self, mask: u32) -> Set {
        let mut all = self.no_sites();
        for owner in (0..self.layout.players + 2).filter(|&o| mask >> o & 1 == 1) {
            let theirs = self.of_owner(owner);
            all = self.union(&all, &theirs);
        }
        all
    }
    /// Sites of what counts as the owners' that bits name, when it is asked whose a piece is.
    pub fn counted_as(&mut self, mask: u32) -> Set {
        if !self.game.uses.who_is_what {
            return self.of_owners(mask);
        }
        let mut all = self.no_sites();
        for what in (1..self.layout.components).filter(|&c| mask >> c & 1 == 1) {
            let these = self.of_component(what);
            all = self.union(&all, &these);
        }
        all
    }
    pub fn combine(&mut self, op: Binary, a: &Set, b: &Set) -> Set {
        Set(a.0.iter().zip(&b.0).map(|(&a, &b)| self.b.binary(op, a, b)).collect())
    }
    pub fn union(&mut self, a: &Set, b: &Set) -> Set {
        self.combine(Binary::Or, a, b)
    }
    pub fn intersection(&mut self, a: &Set, b: &Set) -> Set {
        self.combine(Binary::And, a, b)
    }
    pub fn difference(&mut self, a: &Set, b: &Set) -> Set {
        self.combine(Binary::AndNot, a, b)
    }
    pub fn choose_set(&mut self, cond: Expr, a: &Set, b: &Set) -> Set {
        Set(a.0.iter().zip(&b.0).map(|(&a, &b)| self.b.select(cond, a, b)).collect())
    }
    pub fn bind_set(&mut self, set: &Set) -> Set {
        Set(set.0.iter().map(|&w| self.b.bind(w)).collect())
    }
    pub fn some(&mut self, set: &Set) -> Expr {
        let mut all = set.0[0];
        for &w in &set.0[1..] {
            all = self.b.binary(Binary::Or, all, w);
        }
        let zero = self.b.int(0);
        self.b.binary(Binary::Ne, all, zero)
    }
    pub fn none(&mut self, set: &Set) -> Expr {
        let some = self.some(set);
        self.b.not(some)
    }
    pub fn size(&mut self, set: &Set) -> Expr {
        let mut sum = self.b.int(0);
        for &w in &set.0 {
            let ones = self.b.unary(Unary::Ones, w);
            sum = self.b.add(sum, ones);
        }
        sum
    }
    /// The lowest site, nowhere where there is none.
    pub fn first(&mut self, set: &Set) -> Expr {
        let mut found = self.b.int(OFF.into());
        let zero = self.b.int(0);
        for (i, &w) in set.0.iter().enumerate().rev() {
            let word = self.b.bind(w);
            let bit = self.b.unary(Unary::TrailingZeros, word);
            let base = self.b.int(64 * i as i64);
            let site = self.b.add(base, bit);
            let some = self.b.binary(Binary::Ne, word, zero);
            found = self.b.select(some, site, found);
        }
        found
    }
    /// The site at a place of a set, nowhere past its end.
    pub fn nth(&mut self, set: &Set, index: Expr) -> Expr {
        let (mut left, mut found) = (self.b.bind(index), self.b.int(OFF.into()));
        let gone = self.b.int(-1);
        for (i, &w) in set.0.iter().enumerate() {
            let word = self.b.bind(w);
            let ones = self.b.unary(Unary::Ones, word);
            let ones = self.b.bind(ones);
            // (A place that was found or never was is a large number here.)
            let here = self.b.binary(Binary::Under, left, ones);
            let here = self.b.bind(here);
            let bit = self.b.binary(Binary::NthBit, word, left);
            let base = self.b.int(64 * i as i64);
            let site = self.b.add(base, bit);
            found = self.b.select(here, site, found);
            found = self.b.bind(found);
            let less = self.b.binary(Binary::Sub, left, ones);
            left = self.b.select(here, gone, less);
            left = self.b.bind(left);
        }
        found
    }
    /// The set of one site; nothing for nowhere.
    pub fn single(&mut self, site: Expr) -> Set {
        let rows = self.rows("single", |site| [site].into_iter().collect());
        self.row(rows, site)
    }
    /// Is a site in a set?
    pub fn contains(&mut self, set: &Set, site: Expr) -> Expr {
        if set.0.iter().all(|&w| self.constant(w).is_some()) {
            let bit = |s: usize| self.constant(set.0[s / 64]).unwrap_or(0) as u64 >> (s % 64) & 1;
            let members: Vec<i64> = (0..self.layout.universe).map(|s| bit(s) as i64).collect();
            if members.iter().all(|&m| m == 0) {
                return self.b.int(0);
            }
            let table = self.b.table("members", Width::Byte, members, 0);
            return self.b.load(table, site);
        }
        let one = self.single(site);
        let both = self.intersection(set, &one);
        self.some(&both)
    }
    /// Goes through the sites of a set.
    pub fn for_each(&mut self, set: &Set, make: impl FnOnce(&mut Self, Expr) -> Lowered<()>) -> Lowered<()> {
        let bit = self.b.local();
        let site = self.b.hold(bit);
        if set.0.iter().all(|&w| self.constant(w) == Some(0)) {
            return Ok(());
        }
        let words: Option<Vec<u64>> = set.0.iter().map(|&w| self.constant(w).map(|w| w as u64)).collect();
        if let Some(words) = words {
            let lowest = (0..self.layout.universe).find(|&s| words[s / 64] >> (s % 64) & 1 == 1);
            if lowest.is_some_and(|s| s >= self.layout.extra_first) {
                self.beside.insert(site);
            }
        }
        let zero = self.b.int(0);
        if let [word] = set.0[..] {
            self.b.open_scope();
            self.rounds += 1;
            let made = make(self, site);
            self.rounds -= 1;
            let body = self.b.close_scope();
            self.b.push(Statement::ForBits { word, base: zero, bit, body });
            return made;
        }
        let name = format!("loop{}", self.b.program.arrays.len());
        let spill = self.b.program.new_array(&name, Space::Scratch, Width::Word, self.layout.words);
        for (i, &w) in set.0.iter().enumerate() {
            let i = self.b.int(i as i64);
            self.b.store(spill, i, w);
        }
        let k = self.b.variable(zero);
        self.repeat(|l| {
            let at = l.b.get(k);
            let most = l.b.int(l.layout.words as i64);
            let done = l.b.binary(Binary::Le, most, at);
            l.break_if(done);
            let six = l.b.int(6);
            let word = l.b.load(spill, at);
            let base = l.b.binary(Binary::Shl, at, six);
            l.b.open_scope();
            let made = make(l, site);
            let body = l.b.close_scope();
            l.b.push(Statement::ForBits { word, base, bit, body });
            let one = l.b.int(1);
            let next = l.b.add(at, one);
            l.b.set(k, next);
            made
        })
    }
    /// The same where all sites are known to be on the board.
    pub fn for_each_on_board(
        &mut self,
        set: &Set,
        make: impl FnOnce(&mut Self, Expr) -> Lowered<()>,
    ) -> Lowered<()> {
        self.for_each(set, |l, site| {
            l.know_on_board(site);
            make(l, site)
        })
    }
    /// A set that grows: one local for each word.
    pub fn growing(&mut self, set: &Set) -> Vec<Local> {
        set.0.iter().map(|&w| self.b.variable(w)).collect()
    }
    pub fn grown(&mut self, set: &[Local]) -> Set {
        Set(set.iter().map(|&l| self.b.get(l)).collect())
    }
    pub fn grow(&mut self, set: &[Local], more: &Set) {
        for (&l, &w) in set.iter().zip(&more.0) {
            let old = self.b.get(l);
            let new = self.b.binary(Binary::Or, old, w);
            self.b.set(l, new);
        }
    }

    // ---- tables of the board ----

    /// A set for each site, as constants.
    pub fn rows(&mut self, name: &str, of: impl Fn(i32) -> SiteSet) -> Array {
        let words = self.layout.words;
        let mut data = Vec::with_capacity(self.layout.universe * words);
        for site in 0..self.layout.universe {
            let set = of(site as i32);
            data.extend((0..words).map(|i| set.words().get(i).copied().unwrap_or(0) as i64));
        }
        self.b.table(name, Width::Word, data, 0)
    }
    pub fn row(&mut self, rows: Array, site: Expr) -> Set {
        let words = self.layout.words as i64;
        let site = self.b.bind(site);
        let each = self.b.int(words);
        let first = self.b.binary(Binary::Mul, site, each);
        Set((0..words)
            .map(|i| {
                let i = self.b.int(i);
                let at = self.b.add(first, i);
                self.b.load(rows, at)
            })
            .collect())
    }
    /// Lists of numbers, one for each key: where each begins, and all of them, each ended by -1.
    pub fn lists(&mut self, name: &str, lists: Vec<Vec<i64>>) -> (Array, Array) {
        let (mut begins, mut all) = (Vec::new(), Vec::new());
        for list in lists {
            begins.push(all.len() as i64);
            all.extend(list);
            all.push(-1);
        }
        let end = all.len() as i64;
        all.push(-1);
        let begins = self.b.table(&format!("{name} begins"), Width::Half, begins, end);
        let all = self.b.table(name, Width::Half, all, -1);
        (begins, all)
    }
}
