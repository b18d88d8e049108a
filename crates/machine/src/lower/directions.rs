//! Directions as tables: steps and rays from every site. Most are known beforehand, if need be for each component; others
//! are one of several sets of directions, and the state says which.

use super::*;
use std::rc::Rc;

/// Sets of directions of which one is chosen while the game runs.
#[derive(Clone)]
pub(super) struct Choice {
    /// Which one.
    number: Expr,
    sets: Rc<Vec<Vec<Direction>>>,
}

/// The directions from one site to another.
type BetweenSites<'b> = Box<dyn Fn(usize, usize) -> Vec<Direction> + 'b>;

/// What tables of directions are made for: the row of a site is found by its number, plus so many rows for each variant.
pub(super) enum Variants {
    /// The same for all, or for one component.
    One(u16),
    /// Every component.
    Components,
    Chosen(Choice),
}

impl<'g> Lower<'g> {
    /// Are the directions the same whenever they are asked for, but for the component at the site?
    pub fn are_static(dirs: &Dir) -> bool {
        match dirs {
            Dir::Absolute(_) => true,
            Dir::Relative { dirs, .. } => {
                !dirs.iter().any(|d| matches!(d, Relative::SameDirection | Relative::OppositeDirection))
            }
            Dir::Union(a, b) | Dir::Difference(a, b) => Self::are_static(a) && Self::are_static(b),
            Dir::FromTo { .. } | Dir::Random { .. } | Dir::If { .. } => false,
        }
    }
    pub fn is_absolute(dirs: &Dir) -> bool {
        match dirs {
            Dir::Absolute(_) => true,
            Dir::Union(a, b) | Dir::Difference(a, b) => Self::is_absolute(a) && Self::is_absolute(b),
            Dir::Relative { .. } | Dir::FromTo { .. } | Dir::Random { .. } | Dir::If { .. } => false,
        }
    }

    /// Directions that depend on a condition, one case after the other; those that the state chooses are looked up.
    pub fn by_directions(
        &mut self,
        from: Option<&'g ludarium_engine::kernel::Origin>,
        dirs: &'g Dir,
        env: &Env,
        make: &mut dyn FnMut(&mut Self, &'g Dir) -> Lowered<()>,
    ) -> Lowered<()> {
        let Dir::If { cond, then, otherwise } = dirs else {
            if !Self::depends_on_origin(from, dirs) {
                self.settle_directions(dirs, env)?;
            }
            return make(self, dirs);
        };
        if !begins_where_looked(from) && lift::Looked::From.mentioned_in(&[Part::Bool(cond)]) {
            return refuse("Dir", "If of what is looked at outside");
        }
        let cond = self.bool(cond, env)?;
        let cond = self.b.bind(cond);
        self.when(cond, |l| l.by_directions(from, then, env, make))?;
        let not = self.b.not(cond);
        self.when(not, |l| l.by_directions(from, otherwise, env, make))
    }

    /// The part of directions that only the state knows; nothing where there are several such parts.
    fn open_part(dirs: &'g Dir) -> Option<&'g Dir> {
        match dirs {
            Dir::Union(a, b) | Dir::Difference(a, b) => match (Self::are_static(a), Self::are_static(b)) {
                (true, false) => Self::open_part(b),
                (false, true) => Self::open_part(a),
                (true, true) | (false, false) => None,
            },
            Dir::Absolute(_)
            | Dir::Relative { .. }
            | Dir::FromTo { .. }
            | Dir::Random { .. }
            | Dir::If { .. } => Some(dirs),
        }
    }

    /// Do directions hang on where a piece comes from, which is found only later?
    pub(super) fn depends_on_origin(from: Option<&ludarium_engine::kernel::Origin>, dirs: &Dir) -> bool {
        !begins_where_looked(from) && !Self::are_static(dirs) && mentions([Part::Dir(dirs)], reads_from)
    }
    /// Works out directions that the state chooses.
    pub(super) fn settle_directions(&mut self, dirs: &'g Dir, env: &Env) -> Lowered<()> {
        if Self::are_static(dirs) { Ok(()) } else { self.choose_directions(dirs, env) }
    }
    /// The same for what is ahead: there the way is that of the move that is looked at, if there is one, else that of the last.
    pub(super) fn settle_way_ahead(&mut self, dirs: &'g Dir, env: &Env) -> Lowered<()> {
        let Dir::Relative { dirs: ways, .. } = dirs else { return self.settle_directions(dirs, env) };
        let back = match ways.first() {
            Some(Relative::SameDirection) => false,
            Some(Relative::OppositeDirection) => true,
            Some(_) | None => return self.settle_directions(dirs, env),
        };
        let kind = self.ground.kind;
        if self.ground.len > 256 {
            return refuse("Dir", "between sites of a large board");
        }
        let off = self.b.int(OFF.into());
        let ends = [(env.from, Number::LastFrom), (env.to, Number::LastTo)].map(|(looked, last)| {
            let nowhere = self.b.eq(looked, off);
            let last = self.number(last);
            let end = self.b.select(nowhere, last, looked);
            self.b.bind(end)
        });
        let board = &self.game.board;
        let all = board.supported(kind, Relation::All);
        let of = move |a: usize, b: usize| {
            let (a, b) = if back { (b, a) } else { (a, b) };
            let leads = |d: &Direction| board.radials(kind, a, *d).any(|r| r.contains(&(b as u32)));
            all.iter().copied().rfind(leads).into_iter().collect()
        };
        self.choose_between(dirs, ends, &of);
        Ok(())
    }

    /// Works out which set of directions is meant, and notes it for the tables.
    pub(super) fn choose_directions(&mut self, dirs: &'g Dir, env: &Env) -> Lowered<()> {
        let Some(part) = Self::open_part(dirs) else { return refuse("Dir", "of several kinds") };
        let (board, n, kind) = (&self.game.board, self.ground.len, self.ground.kind);
        if n > 256 {
            return refuse("Dir", "between sites of a large board");
        }
        let between = |among: &[Direction], a: usize, b: usize| -> Option<Direction> {
            among.iter().copied().find(|&d| board.radials(kind, a, d).any(|r| r.contains(&(b as u32))))
        };
        let (from, to, of): (Expr, Expr, BetweenSites<'_>) = match part {
            Dir::FromTo { kind: of, from, to } if *of == kind => {
                let (from, to) = (self.int(from, env)?, self.int(to, env)?);
                let all = board.supported(kind, Relation::All);
                let through = move |a: usize, b: usize| {
                    let mut found = Vec::new();
                    for &d in all {
                        for radial in board.radials(kind, a, d) {
                            if radial.contains(&(b as u32)) {
                                found.push(d);
                            }
                        }
                    }
                    found
                };
                (from, to, Box::new(through))
            }
            Dir::Relative { dirs, of, by_site: false } => {
                let ways: Vec<bool> = dirs.iter().map(|d| *d == Relative::SameDirection).collect();
                let moving =
                    dirs.iter().all(|d| matches!(d, Relative::SameDirection | Relative::OppositeDirection));
                if !moving {
                    return refuse("Dir", "of the last move and others");
                }
                let among = board.supported(kind, *of);
                let of_last = move |a: usize, b: usize| {
                    let way = |&same: &bool| if same { between(among, a, b) } else { between(among, b, a) };
                    ways.iter().filter_map(way).collect()
                };
                (self.number(Number::LastFrom), self.number(Number::LastTo), Box::new(of_last))
            }
            Dir::Absolute(_)
            | Dir::Relative { .. }
            | Dir::FromTo { .. }
            | Dir::Random { .. }
            | Dir::Union(..)
            | Dir::Difference(..)
            | Dir::If { .. } => return refuse("Dir", crate::refuse::head(&format!("{part:?}"))),
        };
        let (from, to) = (self.b.bind(from), self.b.bind(to));
        self.choose_between(dirs, [from, to], &*of);
        Ok(())
    }

    /// Notes that directions are those between two sites.
    fn choose_between(
        &mut self,
        dirs: &Dir,
        [from, to]: [Expr; 2],
        of: &dyn Fn(usize, usize) -> Vec<Direction>,
    ) {
        let n = self.ground.len;
        let mut sets: Vec<Vec<Direction>> = vec![Vec::new()];
        let mut data = Vec::with_capacity(n * n);
        for a in 0..n {
            for b in 0..n {
                let set = of(a, b);
                let number = sets.iter().position(|s| *s == set).unwrap_or_else(|| {
                    sets.push(set);
                    sets.len() - 1
                });
                data.push(number as i64);
            }
        }
        let table = self.b.table("directions between", Width::Half, data, 0);
        let inside = self.inside_board(from);
        let also = self.inside_board(to);
        let inside = self.b.binary(Binary::And, inside, also);
        let each = self.b.int(n as i64);
        let row = self.b.binary(Binary::Mul, from, each);
        let at = self.b.add(row, to);
        let off = self.b.int(OFF.into());
        let at = self.b.select(inside, at, off);
        let number = self.b.load(table, at);
        let number = self.b.bind(number);
        self.choices.insert(std::ptr::from_ref(dirs), Choice { number, sets: Rc::new(sets) });
    }

    /// Is a number a site of the board?
    pub fn inside_board(&mut self, site: Expr) -> Expr {
        let (zero, len) = (self.b.int(0), self.b.int(self.ground.len as i64));
        let low = self.b.binary(Binary::Le, zero, site);
        let high = self.b.binary(Binary::Lt, site, len);
        self.b.binary(Binary::And, low, high)
    }

    pub(super) fn variants(&self, dirs: &Dir, known: Option<u16>) -> Lowered<Variants> {
        if let Some(choice) = self.choices.get(&std::ptr::from_ref(dirs)) {
            return Ok(Variants::Chosen(choice.clone()));
        }
        if !Self::are_static(dirs) {
            return refuse("Dir", crate::refuse::head(&format!("{dirs:?}")));
        }
        if Self::is_absolute(dirs) {
            return Ok(Variants::One(0));
        }
        if self.game.uses.rotation {
            return refuse("Dir", "relative to rotated pieces");
        }
        Ok(known.map_or(Variants::Components, Variants::One))
    }
    /// The directions of each variant at a site, in the order of the variants.
    pub(super) fn directions_of(
        &mut self,
        dirs: &Dir,
        variants: &Variants,
        site: i32,
    ) -> Lowered<Vec<Vec<Direction>>> {
        Ok(match variants {
            Variants::One(what) => vec![self.directions(dirs, *what, None, site)],
            Variants::Components => (0..self.layout.components as u16)
                .map(|what| self.directions(dirs, what, None, site))
                .collect(),
            Variants::Chosen(choice) => {
                let sets = choice.sets.clone();
                sets.iter().map(|set| self.directions_with(dirs, set, site)).collect::<Lowered<_>>()?
            }
        })
    }
    /// The directions for a component at a site, or for one that faces a way of its own.
    fn directions(&mut self, dirs: &Dir, what: u16, facing: Option<Direction>, site: i32) -> Vec<Direction> {
        let stance = Stance { what: Some(what.into()), facing, rotation: Some(0) };
        self.ctx.directions_for(dirs, self.ground.kind, site, stance).to_vec()
    }
    /// The directions at a site once the part that the state knows is said.
    fn directions_with(&mut self, dirs: &Dir, chosen: &[Direction], site: i32) -> Lowered<Vec<Direction>> {
        let kind = self.ground.kind;
        Ok(match dirs {
            Dir::Union(a, b) | Dir::Difference(a, b) => {
                let (a, b) = (self.directions_with(a, chosen, site)?, self.directions_with(b, chosen, site)?);
                let mut all = self.ctx.single_directions(&a, kind, site).to_vec();
                let others = self.ctx.single_directions(&b, kind, site);
                if matches!(dirs, Dir::Difference(..)) {
                    all.retain(|d| !others.contains(d));
                } else {
                    for d in others {
                        if !all.contains(&d) {
                            all.push(d);
                        }
                    }
                }
                all
            }
            Dir::Absolute(list) => list.to_vec(),
            Dir::FromTo { .. } => chosen.to_vec(),
            Dir::Relative { .. } if !Self::are_static(dirs) => chosen.to_vec(),
            Dir::Relative { .. } | Dir::Random { .. } | Dir::If { .. } => {
                return refuse("Dir", crate::refuse::head(&format!("{dirs:?}")));
            }
        })
    }
    /// The row of a site in tables of variants.
    pub(super) fn row_of(&mut self, variants: &Variants, site: Expr) -> Expr {
        let number = match variants {
            Variants::One(_) => return site,
            Variants::Components => {
                let here = self.here(site);
                self.what(here)
            }
            Variants::Chosen(choice) => choice.number,
        };
        let each = self.b.int(self.layout.universe as i64);
        let first = self.b.binary(Binary::Mul, number, each);
        self.b.add(first, site)
    }
    /// A number for each site, as a component that stands there sees it.
    pub fn by_facing(
        &mut self,
        name: &str,
        dirs: &Dir,
        known: Option<u16>,
        site: Expr,
        of: impl Fn(i32, &[Direction]) -> i64,
    ) -> Lowered<Expr> {
        let variants = self.variants(dirs, known)?;
        let mut rows: Vec<Vec<i64>> = Vec::new();
        for s in 0..self.layout.universe as i32 {
            let on_board = (s as usize) < self.ground.len;
            let all = if on_board { self.directions_of(dirs, &variants, s)? } else { Vec::new() };
            rows.push(all.iter().map(|dirs| of(s, dirs)).collect());
        }
        let many = rows.first().map_or(1, Vec::len);
        let data = (0..many)
            .flat_map(|v| rows.iter().enumerate().map(move |(s, r)| r.get(v).copied().unwrap_or(s as i64)))
            .collect();
        let table = self.b.table(name, Width::Half, data, UNDEFINED.into());
        let site = self.b.bind(site);
        let row = self.row_of(&variants, site);
        Ok(self.b.load(table, row))
    }

    /// The same where it depends on a number from 0 to `most` too; lesser and greater ones count as these.
    pub fn by_facing_and_number(
        &mut self,
        name: &str,
        (dirs, known): (&Dir, Option<u16>),
        (site, number, most): (Expr, Expr, usize),
        of: impl Fn(i32, &[Direction], usize) -> i64,
    ) -> Lowered<Expr> {
        let variants = self.variants(dirs, known)?;
        let mut rows: Vec<Vec<Vec<Direction>>> = Vec::new();
        for s in 0..self.layout.universe as i32 {
            let on_board = (s as usize) < self.layout.board_len;
            rows.push(if on_board { self.directions_of(dirs, &variants, s)? } else { Vec::new() });
        }
        let many = rows.first().map_or(1, Vec::len);
        let mut data = Vec::new();
        for n in 0..=most {
            for v in 0..many {
                let each = rows.iter().enumerate();
                data.extend(each.map(|(s, r)| r.get(v).map_or(s as i64, |dirs| of(s as i32, dirs, n))));
            }
        }
        let table = self.b.table(name, Width::Half, data, UNDEFINED.into());
        let site = self.b.bind(site);
        let row = self.row_of(&variants, site);
        let (zero, most) = (self.b.int(0), self.b.int(most as i64));
        let number = self.b.binary(Binary::Max, number, zero);
        let number = self.b.binary(Binary::Min, number, most);
        let size = self.b.int((many * self.layout.universe) as i64);
        let before = self.b.binary(Binary::Mul, number, size);
        let at = self.b.add(before, row);
        Ok(self.b.load(table, at))
    }

    /// The sites one step away, as a set.
    pub fn step_set(&mut self, dirs: &Dir, known: Option<u16>, site: Expr) -> Lowered<Set> {
        let variants = self.variants(dirs, known)?;
        let (kind, words, universe) = (self.ground.kind, self.layout.words, self.layout.universe);
        let mut rows: Vec<Vec<SiteSet>> = Vec::new();
        for s in 0..self.ground.len {
            let all = self.directions_of(dirs, &variants, s as i32)?;
            let near = |dirs: &Vec<Direction>| {
                let mut set = SiteSet::new();
                for &d in dirs {
                    set.extend(self.game.board.steps(kind, s, d).iter().map(|&s| s as i32));
                }
                set
            };
            rows.push(all.iter().map(near).collect());
        }
        let mut data = Vec::new();
        for v in 0..rows.first().map_or(1, Vec::len) {
            for s in 0..universe {
                let set = rows.get(s).and_then(|r| r.get(v));
                let word = |i: usize| set.and_then(|s| s.words().get(i)).copied().unwrap_or(0) as i64;
                data.extend((0..words).map(word));
            }
        }
        let table = self.b.table("steps", Width::Word, data, 0);
        let site = self.b.bind(site);
        let row = self.row_of(&variants, site);
        Ok(self.row(table, row))
    }

    /// Rays: each begins with where the next begins, then its sites, then -1. The last is followed by -1.
    pub fn rays(&mut self, dirs: &Dir, known: Option<u16>, site: Expr) -> Lowered<(Expr, Array)> {
        let variants = self.variants(dirs, known)?;
        let mut of_sites = Vec::new();
        for s in 0..self.ground.len as i32 {
            of_sites.push(self.directions_of(dirs, &variants, s)?);
        }
        let (mut begins, mut all) = (Vec::new(), Vec::<i64>::new());
        for v in 0..of_sites.first().map_or(1, Vec::len) {
            for s in 0..self.layout.universe {
                begins.push(all.len() as i64);
                let dirs = of_sites.get(s).and_then(|of| of.get(v));
                self.list_rays(s, dirs.map_or(&[], Vec::as_slice), &mut all);
            }
        }
        let (begins, all) = self.ray_tables(begins, all);
        let site = self.b.bind(site);
        let row = self.row_of(&variants, site);
        let begin = self.b.load(begins, row);
        Ok((begin, all))
    }
    /// The sites that a step leads to, in the order of the directions: where they begin in a list that ends with -1.
    pub fn steps_in_order(&mut self, dirs: &Dir, known: Option<u16>, site: Expr) -> Lowered<(Expr, Array)> {
        let variants = self.variants(dirs, known)?;
        let mut of_sites = Vec::new();
        for s in 0..self.ground.len as i32 {
            of_sites.push(self.directions_of(dirs, &variants, s)?);
        }
        let (mut begins, mut all) = (Vec::new(), Vec::<i64>::new());
        for v in 0..of_sites.first().map_or(1, Vec::len) {
            for s in 0..self.layout.universe {
                begins.push(all.len() as i64);
                for &d in of_sites.get(s).and_then(|of| of.get(v)).map_or(&[][..], Vec::as_slice) {
                    all.extend(self.game.board.steps(self.ground.kind, s, d).iter().map(|&s| i64::from(s)));
                }
                all.push(-1);
            }
        }
        let (begins, all) = self.ray_tables(begins, all);
        let site = self.b.bind(site);
        let row = self.row_of(&variants, site);
        let begin = self.b.load(begins, row);
        Ok((begin, all))
    }
    fn list_rays(&self, site: usize, dirs: &[Direction], all: &mut Vec<i64>) {
        for &d in dirs {
            for ray in self.game.board.radials(self.ground.kind, site, d) {
                all.push((all.len() + ray.len() + 2) as i64);
                all.extend(ray.iter().map(|&s| i64::from(s)));
                all.push(-1);
            }
        }
        all.push(-1);
    }
    pub(super) fn ray_tables(&mut self, begins: Vec<i64>, mut all: Vec<i64>) -> (Array, Array) {
        let end = all.len() as i64;
        all.push(-1);
        let begins = self.b.table("rays begin", Width::Half, begins, end);
        (begins, self.b.table("rays", Width::Half, all, -1))
    }

    /// Rays from the site that a piece has come to, as it looks on the way it came; else as it faces where it stands.
    /// `arrived`: from the site that it has come to, not from where it was.
    pub fn rays_on_the_way(&mut self, dirs: &'g Dir, arrived: bool, env: &Env) -> Lowered<(Expr, Array)> {
        let (kind, n, each) = (self.ground.kind, self.ground.len, self.layout.universe);
        let (mut begins, mut all) = (Vec::new(), Vec::<i64>::new());
        for what in 0..self.layout.components as u16 {
            for s in 0..each {
                begins.push(all.len() as i64);
                if s < n {
                    let dirs = self.directions(dirs, what, None, s as i32);
                    self.list_rays(s, &dirs, &mut all);
                } else {
                    all.push(-1);
                }
            }
        }
        // (A way that does not lead to a neighbour has no facing.)
        let mut ways = Vec::with_capacity(n * each);
        for from in 0..n {
            for to in 0..each {
                let board = &self.game.board;
                let leads = |d: &Direction| board.steps(kind, from, *d).contains(&(to as u32));
                let facing = board.supported(kind, Relation::All).iter().copied().rfind(leads);
                match facing {
                    Some(d) if to < n => {
                        ways.push(all.len() as i64);
                        let origin = if arrived { to } else { from };
                        let dirs = self.directions(dirs, 0, Some(d), origin as i32);
                        self.list_rays(origin, &dirs, &mut all);
                    }
                    Some(_) | None => ways.push(-1),
                }
            }
        }
        let (begins, all) = self.ray_tables(begins, all);
        let ways = self.b.table("ways", Width::Half, ways, -1);
        let (from, to) = (self.b.bind(env.from), self.b.bind(env.to));
        let each = self.b.int(each as i64);
        let row = self.b.binary(Binary::Mul, from, each);
        let row = self.b.add(row, to);
        let way = self.b.load(ways, row);
        let way = self.b.bind(way);
        let here = self.here(from);
        let what = self.what(here);
        let row = self.b.binary(Binary::Mul, what, each);
        let row = self.b.add(row, if arrived { to } else { from });
        let plain = self.b.load(begins, row);
        let zero = self.b.int(0);
        let looks = self.b.binary(Binary::Le, zero, way);
        Ok((self.b.select(looks, way, plain), all))
    }
    /// Goes through rays; the body is given where the sites of one begin.
    pub fn for_each_ray(
        &mut self,
        (begin, rays): (Expr, Array),
        make: impl FnOnce(&mut Self, Local) -> Lowered<()>,
    ) -> Lowered<()> {
        let at = self.b.variable(begin);
        self.repeat(|l| {
            let here = l.b.get(at);
            let next = l.b.load(rays, here);
            let next = l.b.bind(next);
            let zero = l.b.int(0);
            let done = l.b.binary(Binary::Lt, next, zero);
            l.break_if(done);
            let one = l.b.int(1);
            let first = l.b.add(here, one);
            let along = l.b.variable(first);
            make(l, along)?;
            l.b.set(at, next);
            Ok(())
        })
    }
    /// Goes along one ray until it ends or the body breaks.
    pub fn along_ray(
        &mut self,
        rays: Array,
        along: Local,
        make: impl FnOnce(&mut Self, Expr) -> Lowered<()>,
    ) -> Lowered<()> {
        self.repeat(|l| {
            let at = l.b.get(along);
            let site = l.b.load(rays, at);
            let site = l.b.bind(site);
            let zero = l.b.int(0);
            let done = l.b.binary(Binary::Lt, site, zero);
            l.break_if(done);
            let (at, one) = (l.b.get(along), l.b.int(1));
            let next = l.b.add(at, one);
            l.b.set(along, next);
            l.know_on_board(site);
            make(l, site)
        })
    }
}

/// Does a piece come from the site that is looked at anyway?
fn begins_where_looked(from: Option<&ludarium_engine::kernel::Origin>) -> bool {
    use ludarium_engine::kernel::Place;
    from.is_none_or(|from| matches!(&from.place, Place::Site(Int::From)))
}
