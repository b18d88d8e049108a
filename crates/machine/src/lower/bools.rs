//! Conditions: expressions that are 0 or 1.

use super::lift::Looked;
use super::*;
use ludarium_engine::kernel::boolean::{Connected, Line, LineOf, NoPieces, PiecesOf, Targets, Threatened, Through};
use ludarium_engine::kernel::{IntArr, Region};

impl<'g> Lower<'g> {
    pub fn bool(&mut self, e: &'g Bool, env: &Env) -> Lowered<Expr> {
        self.deeper(|l| l.bool_of(e, env))
    }
    /// A condition that may be missing and then holds.
    pub fn holds(&mut self, e: Option<&'g Bool>, env: &Env) -> Lowered<Expr> {
        match e {
            Some(e) => self.bool(e, env),
            None => Ok(self.b.int(1)),
        }
    }

    fn bool_of(&mut self, e: &'g Bool, env: &Env) -> Lowered<Expr> {
        Ok(match e {
            Bool::Const(b) => self.b.int((*b).into()),
            Bool::And(list) => {
                let mut all = self.b.int(1);
                for c in list.iter() {
                    if self.constant(all) == Some(0) {
                        break;
                    }
                    let c = self.lazy(|l| l.bool(c, env))?;
                    all = self.b.both(all, c);
                }
                all
            }
            Bool::Or(list) => {
                let mut all = self.b.int(0);
                for c in list.iter() {
                    if self.constant(all).is_some_and(|n| n != 0) {
                        break;
                    }
                    let c = self.lazy(|l| l.bool(c, env))?;
                    all = self.b.either(all, c);
                }
                all
            }
            Bool::Not(e) => {
                let e = self.bool(e, env)?;
                self.b.not(e)
            }
            Bool::Xor(a, b) => {
                let (a, b) = (self.bool(a, env)?, self.bool(b, env)?);
                self.b.binary(Binary::Ne, a, b)
            }
            Bool::If { cond, then, otherwise } => {
                let cond = self.bool(cond, env)?;
                match self.constant(cond) {
                    Some(0) => self.bool(otherwise, env)?,
                    Some(_) => self.bool(then, env)?,
                    None => {
                        let a = self.lazy(|l| l.bool(then, env))?;
                        let b = self.lazy(|l| l.bool(otherwise, env))?;
                        self.b.choose(cond, a, b)
                    }
                }
            }
            Bool::Eq(a, b) => self.compared(Binary::Eq, a, b, env)?,
            Bool::Ne(a, b) => self.compared(Binary::Ne, a, b, env)?,
            Bool::Lt(a, b) => self.compared(Binary::Lt, a, b, env)?,
            Bool::Le(a, b) => self.compared(Binary::Le, a, b, env)?,
            Bool::Gt(a, b) => self.compared(Binary::Lt, b, a, env)?,
            Bool::Ge(a, b) => self.compared(Binary::Le, b, a, env)?,
            Bool::SameSites(a, b) => {
                let (a, b) = (self.region(a, env)?, self.region(b, env)?);
                let apart = self.combine(Binary::Xor, &a, &b);
                self.none(&apart)
            }
            Bool::Odd(n) => {
                let (n, one) = (self.int(n, env)?, self.b.int(1));
                self.b.binary(Binary::And, n, one)
            }
            Bool::Empty { kind, site } => {
                let site = self.int(site, env)?;
                let site = self.site_of(*kind, site);
                self.is_empty(site)
            }
            Bool::Occupied { kind, site } => {
                let site = self.int(site, env)?;
                let site = self.site_of(*kind, site);
                let (what, zero) = (self.what(site), self.b.int(0));
                self.b.binary(Binary::Ne, what, zero)
            }
            Bool::In { site, region } => {
                let site = self.int(site, env)?;
                self.is_in(site, region, env)?
            }
            Bool::InList { values, list } => {
                if let IntArr::Sites(region) = &**list {
                    let mut all = self.b.int(1);
                    for v in values.iter() {
                        let v = self.int(v, env)?;
                        let is = self.is_in(v, region, env)?;
                        all = self.b.binary(Binary::And, all, is);
                    }
                    return Ok(all);
                }
                let list = self.listed(list, env)?;
                let list: Vec<Expr> = list.into_iter().map(|e| self.b.bind(e)).collect();
                let mut all = self.b.int(1);
                for v in values.iter() {
                    let v = self.int(v, env)?;
                    let v = self.b.bind(v);
                    let mut some = self.b.int(0);
                    for &e in &list {
                        let same = self.b.eq(v, e);
                        some = self.b.binary(Binary::Or, some, same);
                    }
                    all = self.b.binary(Binary::And, all, some);
                }
                all
            }
            Bool::Visited(site) => {
                let site = self.int(site, env)?;
                let visited = self.plane(Plane::Visited);
                self.contains(&visited, site)
            }
            Bool::Related { kind, relation, site, region } => {
                if *kind != self.layout.kind || *kind == SiteType::Edge {
                    return refuse("Bool", "Related on another kind of site");
                }
                let region = self.region(region, env)?;
                let site = self.int(site, env)?;
                let (board, len) = (&self.game.board, self.layout.board_len);
                let (kind, relation) = (*kind, *relation);
                let rows = self.rows("neighbours of", |s| {
                    if s as usize >= len {
                        return SiteSet::new();
                    }
                    board.neighbours(kind, s as usize, relation).iter().map(|&s| s as i32).collect()
                });
                let near = self.row(rows, site);
                let both = self.intersection(&near, &region);
                self.some(&both)
            }
            Bool::Within { what, region } => {
                let what = self.int(what, env)?;
                let here = self.plane_of_what(what);
                let region = self.region(region, env)?;
                let both = self.intersection(&here, &region);
                self.some(&both)
            }
            Bool::Enemy(p) => {
                let p = self.int(p, env)?;
                let p = self.b.bind(p);
                let (zero, mover) = (self.b.int(0), self.b.int(env.mover as i64));
                let real = self.b.binary(Binary::Ne, p, zero);
                let other = self.b.binary(Binary::Ne, p, mover);
                self.b.binary(Binary::And, real, other)
            }
            Bool::Friend(p) => {
                let (p, mover) = (self.int(p, env)?, self.b.int(env.mover as i64));
                self.b.eq(p, mover)
            }
            Bool::Active(p) => {
                let p = self.int(p, env)?;
                let active = self.number(Number::Active);
                self.player_bit(active, p)
            }
            Bool::Triggered(p) => {
                let p = self.int(p, env)?;
                let p = self.b.bind(p);
                let (active, triggered) = (self.number(Number::Active), self.number(Number::Triggered));
                let both = self.b.binary(Binary::And, active, triggered);
                self.player_bit(both, p)
            }
            Bool::Pending => {
                let (n, zero) = (self.number(Number::PendingCount), self.b.int(0));
                self.b.binary(Binary::Ne, n, zero)
            }
            Bool::Full => {
                if self.game.site_type != self.layout.kind {
                    return refuse("Bool", "Full on another kind of site");
                }
                let empty = self.empty_board();
                self.none(&empty)
            }
            Bool::WasPass => {
                let word = self.b.load_at(self.layout.trail, 0);
                let (mask, passed) = (self.b.int(0xff), self.b.int(0x80));
                let latest = self.b.binary(Binary::And, word, mask);
                let latest = self.b.bind(latest);
                let pass = self.b.binary(Binary::And, latest, passed);
                let zero = self.b.int(0);
                let is_pass = self.b.binary(Binary::Ne, pass, zero);
                let exists = self.b.binary(Binary::Ne, latest, mask);
                self.b.binary(Binary::And, is_pass, exists)
            }
            Bool::AllPassed => {
                let (made, start) = (self.number(Number::MovesMade), self.number(Number::StartMoves));
                let moves = self.b.binary(Binary::Sub, made, start);
                let n = self.b.int(self.game.players as i64);
                let enough = self.b.binary(Binary::Le, n, moves);
                let passed = self.b.service(Service::AllPassed, &[]);
                self.b.both(enough, passed)
            }
            Bool::AllDiceUsed => {
                let mut sum = self.b.int(0);
                for (at, len) in self.layout.dice.clone() {
                    for i in 0..len {
                        let die = self.b.load_at(self.layout.numbers, at + i);
                        sum = self.b.binary(Binary::Or, sum, die);
                    }
                }
                self.b.not(sum)
            }
            Bool::AllDiceEqual => self.number(Number::DiceAllEqual),
            Bool::AnyDie(n) => {
                let n = self.int(n, env)?;
                let n = self.b.bind(n);
                let mut some = self.b.int(0);
                if let Some(&(at, len)) = self.layout.dice.first() {
                    for i in 0..len {
                        let die = self.b.load_at(self.layout.numbers, at + i);
                        let is = self.b.eq(die, n);
                        some = self.b.binary(Binary::Or, some, is);
                    }
                }
                some
            }
            Bool::AllSites { region, cond } => {
                let sites = self.region(region, env)?;
                let sites = self.bind_set(&sites);
                if let Some(set) = self.lift(cond, Looked::Site, env)? {
                    let not = self.difference(&sites, &set);
                    return Ok(self.none(&not));
                }
                let one = self.b.int(1);
                let all = self.b.variable(one);
                self.for_each(&sites, |l, site| {
                    let env = Env { site, ..env.clone() };
                    let holds = l.bool(cond, &env)?;
                    let fails = l.b.not(holds);
                    l.when(fails, |l| {
                        let zero = l.b.int(0);
                        l.b.set(all, zero);
                        Ok(())
                    })
                })?;
                self.b.get(all)
            }
            Bool::AllValues { list, cond } => {
                let list = self.listed(list, env)?;
                let mut all = self.b.int(1);
                for value in list {
                    let value = self.b.bind(value);
                    let env = Env { value, ..env.clone() };
                    let c = self.lazy(|l| l.bool(cond, &env))?;
                    all = self.b.both(all, c);
                }
                all
            }
            Bool::CanMove(moves) => self.can_move(moves, env)?,
            Bool::NoMoves(role) => self.no_moves(*role, env)?,
            Bool::NoPieces(n) => self.no_pieces(n, env)?,
            Bool::Line(l) => self.line(l, env)?,
            Bool::Connected(c) => self.connected(c, env)?,
            Bool::Threatened(t) => self.threatened(t, env)?,
            Bool::Pattern { kind, walk, from, whats } if *kind == self.layout.kind => {
                self.pattern(walk, from, whats, env)?
            }
            Bool::Flat(site) if self.layout.kind == SiteType::Vertex => {
                let site = self.int(site, env)?;
                let site = self.b.bind(site);
                let (board, len) = (&self.game.board, self.layout.board_len);
                let rows = self.rows("rests on", |s| {
                    if s as usize >= len || board.layer(SiteType::Vertex, s as usize) == 0 {
                        return SiteSet::new();
                    }
                    let below = board.steps(SiteType::Vertex, s as usize, Direction::Downward);
                    below.iter().map(|&s| s as i32).collect()
                });
                let below = self.row(rows, site);
                let taken = self.occupied();
                let open = self.difference(&below, &taken);
                let rests = self.none(&open);
                let (zero, len) = (self.b.int(0), self.b.int(len as i64));
                let low = self.b.binary(Binary::Le, zero, site);
                let high = self.b.binary(Binary::Lt, site, len);
                let real = self.b.binary(Binary::And, low, high);
                self.b.binary(Binary::And, rests, real)
            }
            Bool::Flat(_)
            | Bool::NonZero(_)
            | Bool::Hidden { .. }
            | Bool::LastKind { .. }
            | Bool::Crossing(..)
            | Bool::Angle { .. }
            | Bool::Proposed(_)
            | Bool::Decided(_)
            | Bool::Repeat(_)
            | Bool::Cycle
            | Bool::AllDifferent { .. }
            | Bool::AllGroups { .. }
            | Bool::Blocked(_)
            | Bool::Loop(_)
            | Bool::Path(_)
            | Bool::Pattern { .. }
            | Bool::PyramidCorners { .. }
            | Bool::Target { .. }
            | Bool::Freedom { .. }
            | Bool::SidesMatch(_)
            | Bool::PipsMatch(_)
            | Bool::Tree { .. }
            | Bool::RegularGraph { .. }
            | Bool::ForAllSites { .. }
            | Bool::ForAllHints(_)
            | Bool::PuzzleDifferent { .. }
            | Bool::PuzzleUnique { .. }
            | Bool::PuzzleCount { .. }
            | Bool::PuzzleSum { .. }
            | Bool::Solved => return refuse("Bool", name_of_bool(e)),
        })
    }

    fn compared(&mut self, op: Binary, a: &'g Int, b: &'g Int, env: &Env) -> Lowered<Expr> {
        let (a, b) = (self.int(a, env)?, self.int(b, env)?);
        Ok(self.b.binary(op, a, b))
    }

    /// Is a player's bit set? Only real players have one.
    fn player_bit(&mut self, bits: Expr, player: Expr) -> Expr {
        let player = self.b.bind(player);
        let (one, n) = (self.b.int(1), self.b.int(self.game.players as i64));
        let low = self.b.binary(Binary::Le, one, player);
        let high = self.b.binary(Binary::Le, player, n);
        let real = self.b.binary(Binary::And, low, high);
        let bit = self.b.binary(Binary::Shr, bits, player);
        let bit = self.b.binary(Binary::And, bit, one);
        self.b.binary(Binary::And, bit, real)
    }

    pub fn is_in(&mut self, site: Expr, region: &'g Region, env: &Env) -> Lowered<Expr> {
        let site = self.b.bind(site);
        match region {
            Region::Empty { kind } if *kind == self.layout.kind => {
                let count = self.count_at(site);
                let none = self.b.not(count);
                let (zero, len) = (self.b.int(0), self.b.int(self.layout.board_len as i64));
                let low = self.b.binary(Binary::Le, zero, site);
                let high = self.b.binary(Binary::Lt, site, len);
                let inside = self.b.binary(Binary::And, low, high);
                Ok(self.b.binary(Binary::And, none, inside))
            }
            Region::Union(list) => {
                let mut some = self.b.int(0);
                for r in list.iter() {
                    let is = self.lazy(|l| l.is_in(site, r, env))?;
                    some = self.b.either(some, is);
                }
                Ok(some)
            }
            Region::Intersection(list) if !list.is_empty() => {
                let mut all = self.b.int(1);
                for r in list.iter() {
                    let is = self.lazy(|l| l.is_in(site, r, env))?;
                    all = self.b.both(all, is);
                }
                Ok(all)
            }
            Region::Difference(a, b) => {
                let a = self.is_in(site, a, env)?;
                let b = self.lazy(|l| {
                    let is = l.is_in(site, b, env)?;
                    Ok(l.b.not(is))
                })?;
                Ok(self.b.both(a, b))
            }
            Region::Sites(list) => {
                let zero = self.b.int(0);
                let mut some = zero;
                for e in list.iter() {
                    let e = self.int(e, env)?;
                    let is = self.b.eq(e, site);
                    some = self.b.binary(Binary::Or, some, is);
                }
                let real = self.b.binary(Binary::Le, zero, site);
                Ok(self.b.binary(Binary::And, some, real))
            }
            Region::Filter { region, cond } => {
                let inside = self.is_in(site, region, env)?;
                let holds = self.lazy(|l| {
                    let env = Env { site, ..env.clone() };
                    l.bool(cond, &env)
                })?;
                Ok(self.b.both(inside, holds))
            }
            region => {
                let set = self.region(region, env)?;
                Ok(self.contains(&set, site))
            }
        }
    }

    fn no_pieces(&mut self, n: &'g NoPieces, env: &Env) -> Lowered<Expr> {
        let players = self.game.players as u32;
        let mask = match &n.of {
            PiecesOf::Player(p) => {
                let p = self.int(p, env)?;
                self.constant(p).map(|p| if (0..32).contains(&p) { 1u32 << p } else { 0 })
            }
            PiecesOf::Role(role) => match role {
                Role::All => Some((1u32 << (players + 2)) - 1),
                Role::NonMover => Some(((1u32 << (players + 1)) - 1) & !(1 << env.mover)),
                Role::Enemy => Some(((1u32 << (players + 1)) - 2) & !(1 << env.mover)),
                Role::Friend | Role::TeamMover => Some(1 << env.mover),
                Role::Ally => Some(0),
                Role::Team(t) => Some(1u32.checked_shl((*t).into()).unwrap_or(0)),
                Role::Neutral
                | Role::Each
                | Role::Shared
                | Role::Any
                | Role::P(_)
                | Role::Mover
                | Role::Next
                | Role::Prev
                | Role::Player => {
                    let p = self.role(*role, env)?;
                    self.constant(p).map(|p| if (0..32).contains(&p) { 1u32 << p } else { 0 })
                }
            },
        };
        let mut sites = match (mask, &n.of) {
            (Some(mask), _) => self.of_owners(mask),
            (None, PiecesOf::Player(p)) => {
                let p = self.int(p, env)?;
                self.of_some_owner(p)
            }
            (None, PiecesOf::Role(role)) => {
                let p = self.role(*role, env)?;
                self.of_some_owner(p)
            }
        };
        if let Some(whats) = &n.whats {
            let mut of_these = self.no_sites();
            for &w in whats.iter() {
                let here = self.of_component(w.into());
                of_these = self.union(&of_these, &here);
            }
            sites = self.intersection(&sites, &of_these);
        }
        match n.kind {
            None if self.game.site_type == self.layout.kind => {}
            None => return refuse("Bool", "NoPieces on another kind of site"),
            Some(SiteType::Cell) if self.layout.kind == SiteType::Cell => {}
            Some(k) if k == self.layout.kind => {
                let board = self.board_sites();
                sites = self.intersection(&sites, &board);
            }
            Some(_) => return refuse("Bool", "NoPieces on another kind of site"),
        }
        if let Some(region) = &n.region {
            let region = self.region(region, env)?;
            sites = self.intersection(&sites, &region);
        }
        Ok(self.none(&sites))
    }

    /// The sites of an owner whom only the state knows.
    pub fn of_some_owner(&mut self, player: Expr) -> Set {
        let player = self.b.bind(player);
        let mut all = self.no_sites();
        for p in 0..=self.layout.players + 1 {
            let number = self.b.int(p as i64);
            let is = self.b.eq(player, number);
            let theirs = self.of_owner(p);
            all = self.choose_set(is, &theirs, &all);
        }
        all
    }

    // ---- lines ----

    fn line(&mut self, l: &'g Line, env: &Env) -> Lowered<Expr> {
        let plain = |e: &Bool, wanted: bool| *e == Bool::Const(wanted);
        if l.kind != self.layout.kind
            || l.mixture.is_some()
            || !plain(&l.visible, false)
            || !plain(&l.contiguous, true)
        {
            return refuse("Bool", "Line of an unusual kind");
        }
        let length = self.int(&l.length, env)?;
        let exact = self.bool(&l.exact, env)?;
        let both_ways = self.bool(&l.both_ways, env)?;
        let (Some(exact), Some(both_ways)) = (self.constant(exact), self.constant(both_ways)) else {
            return refuse("Bool", "Line of an unusual kind");
        };
        let conditioned = l.cond != Bool::Const(true);
        let table = self.line_table(l, both_ways != 0);
        let name = format!("line {:p} {} {}", l, env.mover, self.b.program.functions.len());
        let owner = match &l.of {
            LineOf::Owner(role) => Some(self.role(*role, env)?),
            LineOf::Same | LineOf::Whats(_) => None,
        };
        let whats = match &l.of {
            LineOf::Whats(list) => {
                let list: Vec<Expr> = list.iter().map(|e| self.int(e, env)).collect::<Lowered<_>>()?;
                Some(list)
            }
            LineOf::Same | LineOf::Owner(_) => None,
        };
        if whats.as_ref().is_some_and(|w| w.iter().any(|&e| self.constant(e).is_none())) {
            return refuse("Bool", "Line of components that vary");
        }
        let length = self.b.bind(length);
        let owner_value = match owner {
            Some(o) => self.b.bind(o),
            None => self.b.int(0),
        };
        let whats: Option<Vec<i64>> = whats.map(|w| w.iter().filter_map(|&e| self.constant(e)).collect());
        let regs = env.registers();
        let inner_env = env.clone();
        let f = self.once(&name, 3 + REGISTERS, |low, args| {
            let (pivot, length, owner) = (args[0], args[1], args[2]);
            let env = inner_env.with_registers(&args[3..]);
            let fits = |low: &mut Self, site: Expr, here: Expr| -> Lowered<Expr> {
                let what = low.what(site);
                let what = low.b.bind(what);
                let one = match (&l.of, &whats) {
                    (LineOf::Same, _) => low.b.eq(what, here),
                    (LineOf::Owner(_), _) => {
                        let owners = low.layout.owners.iter().map(|&o| o.into()).collect();
                        let table = low.b.table("owner", Width::Byte, owners, 0);
                        let theirs = low.b.load(table, what);
                        let mine = low.b.eq(theirs, owner);
                        let zero = low.b.int(0);
                        let real = low.b.binary(Binary::Ne, what, zero);
                        low.b.binary(Binary::And, mine, real)
                    }
                    (LineOf::Whats(_), Some(list)) => {
                        let mut some = low.b.int(0);
                        for &w in list {
                            let w = low.b.int(w);
                            let is = low.b.eq(what, w);
                            some = low.b.binary(Binary::Or, some, is);
                        }
                        some
                    }
                    (LineOf::Whats(_), None) => low.b.int(0),
                };
                if !conditioned {
                    return Ok(one);
                }
                let cond = low.lazy(|low| {
                    let env = Env { to: site, ..env.clone() };
                    low.bool(&l.cond, &env)
                })?;
                Ok(low.b.both(one, cond))
            };
            low.know_on_board(pivot);
            let here = low.what(pivot);
            let here = low.b.bind(here);
            let starts = fits(low, pivot, here)?;
            let misses = low.b.not(starts);
            let zero = low.b.int(0);
            low.when(misses, |low| {
                low.b.push(Statement::Return(zero));
                Ok(())
            })?;
            let begin = low.b.load(table.0, pivot);
            // A radial, then its opposites; each ends with -1, all of a radial with -2, all of a site with -3.
            let at = low.b.variable(begin);
            low.repeat(|low| {
                let here_at = low.b.get(at);
                let first = low.b.load(table.1, here_at);
                let minus2 = low.b.int(-2);
                let end = low.b.binary(Binary::Lt, first, minus2);
                low.break_if(end);
                let one = low.b.int(1);
                let ahead = low.b.variable(one);
                let run = |low: &mut Self, count: Local| -> Lowered<()> {
                    low.repeat(|low| {
                        let i = low.b.get(at);
                        let site = low.b.load(table.1, i);
                        let site = low.b.bind(site);
                        let next = low.b.add(i, one);
                        low.b.set(at, next);
                        let ended = low.b.binary(Binary::Lt, site, zero);
                        low.break_if(ended);
                        low.know_on_board(site);
                        let fits = fits(low, site, here)?;
                        let fails = low.b.not(fits);
                        low.when(fails, |low| {
                            // On to the end of this radial.
                            low.repeat(|low| {
                                let i = low.b.get(at);
                                let site = low.b.load(table.1, i);
                                let site = low.b.bind(site);
                                let next = low.b.add(i, one);
                                low.b.set(at, next);
                                let ended = low.b.binary(Binary::Lt, site, zero);
                                low.break_if(ended);
                                Ok(())
                            })
                        })?;
                        low.break_if(fails);
                        let n = low.b.get(count);
                        let more = low.b.add(n, one);
                        low.b.set(count, more);
                        Ok(())
                    })
                };
                let done = |low: &mut Self, count: Local| -> Lowered<()> {
                    let n = low.b.get(count);
                    let op = if exact != 0 { Binary::Eq } else { Binary::Le };
                    let enough = low.b.binary(op, length, n);
                    low.when(enough, |low| {
                        low.b.push(Statement::Return(one));
                        Ok(())
                    })
                };
                run(low, ahead)?;
                if exact == 0 {
                    done(low, ahead)?;
                }
                // Without opposites the radial is all there is.
                let i = low.b.get(at);
                let mark = low.b.load(table.1, i);
                let alone = low.b.eq(mark, minus2);
                low.when(alone, |low| done(low, ahead))?;
                low.repeat(|low| {
                    let i = low.b.get(at);
                    let mark = low.b.load(table.1, i);
                    let over = low.b.eq(mark, minus2);
                    // (Worked out before the place moves on.)
                    let over = low.b.bind(over);
                    let next = low.b.add(i, one);
                    low.when(over, |low| {
                        low.b.set(at, next);
                        Ok(())
                    })?;
                    low.break_if(over);
                    let n = low.b.get(ahead);
                    let both = low.b.variable(n);
                    run(low, both)?;
                    done(low, both)
                })?;
                Ok(())
            })?;
            Ok(zero)
        })?;
        let call = |low: &mut Self, pivot: Expr, regs: &[Expr]| {
            let mut args = vec![pivot, length, owner_value];
            args.extend_from_slice(regs);
            low.b.call(f, &args)
        };
        match &l.through {
            Through::Site(site) => {
                let pivot = self.int(site, env)?;
                let pivot = self.b.bind(pivot);
                let (zero, len) = (self.b.int(0), self.b.int(self.layout.board_len as i64));
                let low_ok = self.b.binary(Binary::Le, zero, pivot);
                let high_ok = self.b.binary(Binary::Lt, pivot, len);
                let real = self.b.binary(Binary::And, low_ok, high_ok);
                let asked = call(self, pivot, &regs);
                Ok(self.b.both(real, asked))
            }
            Through::Any(region) => {
                if conditioned {
                    return refuse("Bool", "Line through any site, with a condition");
                }
                let sites = self.region(region, env)?;
                let board = self.board_sites();
                let sites = self.intersection(&sites, &board);
                let zero = self.b.int(0);
                let found = self.b.variable(zero);
                self.for_each(&sites, |low, pivot| {
                    let yes = call(low, pivot, &regs);
                    low.when(yes, |low| {
                        let one = low.b.int(1);
                        low.b.set(found, one);
                        Ok(())
                    })
                })?;
                Ok(self.b.get(found))
            }
        }
    }

    fn line_table(&mut self, l: &Line, both_ways: bool) -> (Array, Array) {
        let board = &self.game.board;
        let (mut begins, mut all) = (Vec::new(), Vec::<i64>::new());
        for site in 0..self.layout.universe {
            begins.push(all.len() as i64);
            if site < self.layout.board_len {
                for (radial, opposites) in board.radials_with_opposites(l.kind, site, l.dir) {
                    all.extend(radial.iter().map(|&s| i64::from(s)));
                    all.push(-1);
                    if both_ways {
                        for o in opposites {
                            all.extend(o.iter().map(|&s| i64::from(s)));
                            all.push(-1);
                        }
                    }
                    all.push(-2);
                }
            }
            all.push(-3);
        }
        let end = all.len() as i64;
        all.push(-3);
        let begins = self.b.table("lines begin", Width::Half, begins, end);
        let all = self.b.table("lines", Width::Half, all, -3);
        (begins, all)
    }

    fn pattern(
        &mut self,
        walk: &'g [ludarium_engine::game::StepWalk],
        from: &'g Int,
        whats: &'g [Int],
        env: &Env,
    ) -> Lowered<Expr> {
        if !whats.is_empty() {
            return refuse("Bool", "Pattern of several components");
        }
        let from = self.int(from, env)?;
        let from = self.b.bind(from);
        let kind = self.layout.kind;
        let (game, len) = (self.game, self.layout.board_len);
        let ways = game.board.supported(kind, Relation::Orthogonal).to_vec();
        // For every way that the walk can be taken, the sites that it goes through.
        let mut shapes: Vec<Vec<i64>> = Vec::new();
        for site in 0..len as i32 {
            let mut list = Vec::new();
            for &start in &ways {
                let mut passed = Vec::new();
                let end = ludarium_engine::eval::walk::walk(game, kind, site, start, walk, |s| passed.push(s));
                if end.is_some() {
                    list.push(passed);
                }
            }
            let mut flat = Vec::new();
            for p in list {
                flat.push((p.len() + 1) as i64);
                flat.extend(p.iter().map(|&s| i64::from(s)));
            }
            shapes.push(flat);
        }
        let (begins, all) = self.lists("pattern", shapes);
        let what = self.what(from);
        let what = self.b.bind(what);
        let zero = self.b.int(0);
        let found = self.b.variable(zero);
        let begin = self.b.load(begins, from);
        // (Nothing makes no pattern.)
        let nowhere = self.b.int(-1);
        let begin = self.b.select(what, begin, nowhere);
        let at = self.b.variable(begin);
        self.repeat(|l| {
            let here = l.b.get(at);
            let here = l.b.bind(here);
            let n = l.b.load(all, here);
            let n = l.b.bind(n);
            let end = l.b.binary(Binary::Lt, n, zero);
            l.break_if(end);
            let one = l.b.int(1);
            let next = l.b.add(here, n);
            let next = l.b.bind(next);
            let first = l.b.add(here, one);
            let i = l.b.variable(first);
            let fits = l.b.variable(one);
            l.repeat(|l| {
                let k = l.b.get(i);
                let over = l.b.binary(Binary::Le, next, k);
                l.break_if(over);
                let site = l.b.load(all, k);
                let there = l.what(site);
                let same = l.b.eq(there, what);
                let other = l.b.not(same);
                let other = l.b.bind(other);
                l.when(other, |l| {
                    l.b.set(fits, zero);
                    Ok(())
                })?;
                l.break_if(other);
                let more = l.b.add(k, one);
                l.b.set(i, more);
                Ok(())
            })?;
            let yes = l.b.get(fits);
            let before = l.b.get(found);
            let now = l.b.binary(Binary::Or, before, yes);
            l.b.set(found, now);
            l.b.set(at, next);
            Ok(())
        })?;
        Ok(self.b.get(found))
    }

    fn connected(&mut self, c: &'g Connected, env: &Env) -> Lowered<Expr> {
        if c.kind != self.layout.kind || self.game.uses.who_is_what {
            return refuse("Bool", "Connected on another kind of site");
        }
        let from = self.int(&c.at, env)?;
        let from = self.b.bind(from);
        let goals: Vec<Set> = match &c.targets {
            Targets::Regions(list) => list.iter().map(|r| self.region(r, env)).collect::<Lowered<_>>()?,
            Targets::OwnedBy(role) => {
                let player = self.role(*role, env)?;
                let Some(player) = self.constant(player) else {
                    return refuse("Bool", "Connected regions of somebody");
                };
                let mut all = Vec::new();
                let game = self.game;
                for named in game.regions.iter().filter(|r| r.owner as i64 == player) {
                    if !named.regions.is_empty() {
                        for r in &named.regions {
                            all.push(self.region(r, env)?);
                        }
                    } else if !named.parts.is_empty() {
                        for p in &named.parts {
                            all.push(self.fixed(p));
                        }
                    } else if let Some(sites) = &named.sites {
                        all.push(self.fixed(sites));
                    }
                }
                all
            }
        };
        if goals.is_empty() {
            return Ok(self.b.int(0));
        }
        let goals: Vec<Set> = goals.iter().map(|g| self.bind_set(g)).collect();
        let wanted = match &c.number {
            Some(n) => self.int(n, env)?,
            None => self.b.int(goals.len() as i64),
        };
        let wanted = self.b.bind(wanted);
        let what = self.what(from);
        let who = self.owner_of(what);
        let who = self.b.bind(who);
        let zero = self.b.int(0);
        let found = self.b.variable(zero);
        let owned = match &c.targets {
            Targets::OwnedBy(role) => Some(self.role(*role, env)?),
            Targets::Regions(_) => None,
        };
        self.when(who, |l| {
            l.if_on_board(c.kind, from, |l, from| {
                let start = l.single(from);
                let members = match owned {
                    // Another player's piece reaches only the regions that it stands in.
                    Some(player) => {
                        let p = l.constant(player).unwrap_or(0) as usize;
                        let is = l.b.eq(who, player);
                        let theirs = l.of_owner(p);
                        l.choose_set(is, &theirs, &start)
                    }
                    None => l.of_some_owner(who),
                };
                let members = l.bind_set(&members);
                let group = l.flood(&start, &members, &c.dirs)?;
                let mut reached = zero;
                for g in &goals {
                    let both = l.intersection(&group, g);
                    let some = l.some(&both);
                    reached = l.b.add(reached, some);
                }
                let enough = l.b.binary(Binary::Le, wanted, reached);
                l.b.set(found, enough);
                Ok(())
            })
        })?;
        Ok(self.b.get(found))
    }

    // ---- questions about moves ----

    /// Is there a move by this rule, with what is looked at now?
    pub fn can_move(&mut self, moves: &'g Moves, env: &Env) -> Lowered<Expr> {
        let name = format!("can move {:p} {} {}", moves, env.mover, self.b.program.functions.len());
        let inner = env.clone();
        let f = self.once(&name, REGISTERS, |l, args| {
            let env = inner.with_registers(args);
            l.ask(moves, &env, super::moves::Mode::Any)?;
            Ok(l.b.int(0))
        })?;
        let regs = env.registers();
        if !self.game.uses.visited {
            return Ok(self.b.call(f, &regs));
        }
        // The sites of the last move count as visited.
        let before = self.plane(Plane::Visited);
        let before = self.bind_set(&before);
        let (from, to) = (self.number(Number::LastFrom), self.number(Number::LastTo));
        let (from, to) = (self.single(from), self.single(to));
        let more = self.union(&from, &to);
        let all = self.union(&before, &more);
        let at = self.layout.plane(Plane::Visited);
        for (i, &w) in all.0.iter().enumerate() {
            let place = self.b.int((at + i) as i64);
            self.b.store(self.layout.planes, place, w);
        }
        let can = self.b.call(f, &regs);
        let can = self.b.bind(can);
        for (i, &w) in before.0.iter().enumerate() {
            let place = self.b.int((at + i) as i64);
            self.b.store(self.layout.planes, place, w);
        }
        Ok(can)
    }

    /// A function that answers a question about a player's moves in a phase: a site, next and previous player.
    pub fn question(&mut self, player: usize, phase: usize, question: Question, env: &Env) -> Lowered<Function> {
        let key = (player, phase, question);
        if let Some(&f) = self.questions.get(&key) {
            return Ok(f);
        }
        let name = format!("{question:?} {player} {phase}");
        let game = self.game;
        let stalemate = env.judging_stalemate || question == Question::Any;
        let threat = env.judging_threat || question == Question::Reaches;
        let f = self.once(&name, 3, |l, args| {
            let mut env = l.env(player);
            (env.next, env.prev) = (Some(args[1]), Some(args[2]));
            (env.judging_stalemate, env.judging_threat) = (stalemate, threat);
            let mode = match question {
                Question::Any => super::moves::Mode::Any,
                Question::Reaches => super::moves::Mode::Reaches(args[0]),
            };
            l.ask(&game.phases[phase].play, &env, mode)?;
            Ok(l.b.int(0))
        })?;
        self.questions.insert(key, f);
        Ok(f)
    }

    /// The same for whichever phase the player is in.
    pub fn ask_player(
        &mut self,
        player: usize,
        question: Question,
        args: [Expr; 3],
        env: &Env,
    ) -> Lowered<Expr> {
        let phases = self.game.phases.len();
        let number = self.b.int(player as i64);
        let phase = self.of_player(PerPlayer::Phase, number);
        let mut value = self.b.int(0);
        for p in 0..phases {
            let f = self.question(player, p, question, env)?;
            let call = self.b.call(f, &args);
            let p = self.b.int(p as i64);
            let is = self.b.eq(phase, p);
            value = if phases == 1 { call } else { self.b.choose(is, call, value) };
        }
        Ok(value)
    }

    fn no_moves(&mut self, role: Role, env: &Env) -> Lowered<Expr> {
        let n = self.game.players;
        if role == Role::Next {
            if env.judging_stalemate {
                return Ok(self.b.int(0));
            }
            if n > 2 {
                return refuse("Bool", "NoMoves of the next of several players");
            }
            let next = self.role(Role::Next, env)?;
            let next = self.b.bind(next);
            let mover = self.b.int(env.mover as i64);
            for p in 1..=n {
                let number = self.b.int(p as i64);
                let is = self.b.eq(next, number);
                let active = self.number(Number::Active);
                let on = self.b.both(is, active);
                self.when(on, |l| {
                    let other = l.b.int((p % n + 1) as i64);
                    let off = l.b.int(OFF.into());
                    let can = l.ask_player(p, Question::Any, [off, other, mover], env)?;
                    let can = if l.game.meta.swap {
                        let (made, start) = (l.number(Number::MovesMade), l.number(Number::StartMoves));
                        let moves = l.b.binary(Binary::Sub, made, start);
                        let turn = l.b.int(n as i64 - 1);
                        let swap = l.b.eq(moves, turn);
                        l.b.either(swap, can)
                    } else {
                        can
                    };
                    let can = l.b.bind(can);
                    let (old, bit) = (l.number(Number::Stalemated), l.b.int(1 << p));
                    let (with, without) =
                        (l.b.binary(Binary::Or, old, bit), l.b.binary(Binary::AndNot, old, bit));
                    let new = l.b.select(can, without, with);
                    let at = l.b.int(Number::Stalemated as i64);
                    l.b.store(l.layout.numbers, at, new);
                    Ok(())
                })?;
            }
        }
        let player = self.role(role, env)?;
        let player = self.b.bind(player);
        let (bits, one) = (self.number(Number::Stalemated), self.b.int(1));
        let shifted = self.b.binary(Binary::Shr, bits, player);
        let bit = self.b.binary(Binary::And, shifted, one);
        // (The answer is taken now, before somebody asks again.)
        Ok(self.b.bind(bit))
    }

    fn threatened(&mut self, t: &'g Threatened, env: &Env) -> Lowered<Expr> {
        if env.judging_threat {
            return Ok(self.b.int(0));
        }
        if t.kind != self.layout.kind {
            return refuse("Bool", "Threatened on another kind of site");
        }
        let what = match &t.what {
            Some(what) => {
                let what = self.int(what, env)?;
                Some(self.b.bind(what))
            }
            None => None,
        };
        let board = self.board_sites();
        let sites = match (&t.sites, what) {
            (Some(sites), _) => self.region(sites, env)?,
            (None, Some(what)) => {
                let here = self.plane_of_what(what);
                let here = self.intersection(&here, &board);
                let first = self.first(&here);
                self.single(first)
            }
            (None, None) => {
                let taken = self.occupied();
                self.intersection(&taken, &board)
            }
        };
        let zero = self.b.int(0);
        let found = self.b.variable(zero);
        let n = self.game.players;
        let inner = Env { judging_threat: true, ..env.clone() };
        self.for_each(&sites, |l, site| {
            let there = l.what(site);
            let there = l.b.bind(there);
            let what = what.unwrap_or(there);
            l.when(what, |l| {
                let owner = l.owner_of(what);
                let owner = l.b.bind(owner);
                let other = l.b.binary(Binary::Ne, what, there);
                let other = l.b.bind(other);
                l.when(other, |l| {
                    let put = l.b.service(Service::Put, &[site, what]);
                    l.b.push(Statement::Do(put));
                    Ok(())
                })?;
                for enemy in 1..=n {
                    let number = l.b.int(enemy as i64);
                    let apart = l.b.binary(Binary::Ne, owner, number);
                    let before = l.b.get(found);
                    let open = l.b.not(before);
                    let go = l.b.binary(Binary::And, apart, open);
                    l.when(go, |l| {
                        let next = match t.what {
                            None => owner,
                            Some(_) => l.role(Role::Next, &inner)?,
                        };
                        let yes = match &t.moves {
                            None => l.ask_player(enemy, Question::Reaches, [site, next, owner], &inner)?,
                            Some(moves) => {
                                let enemy_env = Env {
                                    mover: enemy,
                                    next: Some(next),
                                    prev: Some(owner),
                                    ..inner.clone()
                                };
                                l.reaches(moves, site, &enemy_env)?
                            }
                        };
                        l.b.set(found, yes);
                        Ok(())
                    })?;
                }
                l.when(other, |l| {
                    let put = l.b.service(Service::Put, &[site, there]);
                    l.b.push(Statement::Do(put));
                    Ok(())
                })
            })
        })?;
        Ok(self.b.get(found))
    }

    /// Does a move of this rule go to the site?
    fn reaches(&mut self, moves: &'g Moves, site: Expr, env: &Env) -> Lowered<Expr> {
        let name = format!("reaches {:p} {} {}", moves, env.mover, self.b.program.functions.len());
        let inner = env.clone();
        let f = self.once(&name, 3 + REGISTERS, |l, args| {
            let mut env = inner.with_registers(&args[3..]);
            (env.next, env.prev) = (Some(args[1]), Some(args[2]));
            l.ask(moves, &env, super::moves::Mode::Reaches(args[0]))?;
            Ok(l.b.int(0))
        })?;
        let off = self.b.int(OFF.into());
        let mut args = vec![site, env.next.unwrap_or(off), env.prev.unwrap_or(off)];
        args.extend(env.registers());
        Ok(self.b.call(f, &args))
    }
}

/// How many registers are handed to a function that needs all.
pub const REGISTERS: u32 = 9;

impl Env {
    pub fn registers(&self) -> Vec<Expr> {
        vec![
            self.from,
            self.to,
            self.between,
            self.site,
            self.level,
            self.value,
            self.player,
            self.pips,
            self.track,
        ]
    }
    /// The same with registers from the parameters of a function. (What stood in locals of another function is gone.)
    pub fn with_registers(&self, args: &[Expr]) -> Env {
        Env {
            from: args[0],
            to: args[1],
            between: args[2],
            site: args[3],
            level: args[4],
            value: args[5],
            player: args[6],
            pips: args[7],
            track: args[8],
            region: None,
            next: None,
            prev: None,
            ..self.clone()
        }
    }
}
