//! Shapes of pieces: lines, patterns, connections.

use super::questions::REGISTERS;
use super::*;
use ludarium_engine::kernel::boolean::{Connected, Line, LineOf, Targets, Through};

/// What a line is made of.
struct Member<'g, 'e> {
    l: &'g Line,
    whats: Option<&'e [Expr]>,
    owner: Expr,
    /// A piece at whatever level of a stack counts.
    any_level: bool,
    env: &'e Env,
}

/// How lines are followed.
#[derive(Clone, Copy)]
struct Course {
    length: Expr,
    exact: bool,
    /// The condition is asked, of the first site too.
    conditioned: bool,
    asked_of_first: bool,
    /// What does not belong to the line does not end it.
    gaps: bool,
    /// So many different components at least.
    mixture: Option<Expr>,
}

impl<'g> Lower<'g> {
    pub(super) fn line(&mut self, l: &'g Line, env: &Env) -> Lowered<Expr> {
        let plain = |e: &Bool, wanted: bool| *e == Bool::Const(wanted);
        for (odd, what) in [
            (l.kind != self.layout.kind, "Line on another kind of site"),
            (l.mixture.is_some() && self.layout.components > 64, "Line of a mixture"),
            (!plain(&l.visible, false), "Line that is visible"),
        ] {
            if odd {
                return refuse("Bool", what);
            }
        }
        if self.stacking() && !plain(&l.by_level, false) {
            if !plain(&l.by_level, true) {
                return refuse("Bool", "Line perhaps by level");
            }
            return self.line_by_level(l, env);
        }
        let gaps = !self.stacking() && !plain(&l.contiguous, true);
        if gaps && !plain(&l.contiguous, false) {
            return refuse("Bool", "Line perhaps with gaps");
        }
        let any_level = self.stacking() && plain(&l.top, false);
        if self.stacking() && !any_level && !plain(&l.top, true) {
            return refuse("Bool", "Line perhaps on top");
        }
        let length = self.int(&l.length, env)?;
        let exact = self.bool(&l.exact, env)?;
        let both_ways = self.bool(&l.both_ways, env)?;
        let (Some(exact), Some(both_ways)) = (self.constant(exact), self.constant(both_ways)) else {
            return refuse("Bool", "Line of an unusual kind");
        };
        let conditioned = l.cond != Bool::Const(true);
        // In stacks both ways count, and nothing is asked of the first site.
        let table = self.line_table(l, both_ways != 0 || self.stacking());
        let asked_of_first = !self.stacking();
        let name = format!("line {} {}", env.mover, self.b.program.functions.len());
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
        let known: Option<Vec<i64>> =
            whats.as_ref().and_then(|w| w.iter().map(|&e| self.constant(e)).collect::<Option<_>>());
        if whats.is_some() && known.is_none() {
            let LineOf::Whats(list) = &l.of else { return refuse("Bool", "Line of an unusual kind") };
            // (They are worked out for each site that a line may run through.)
            let asks = list.iter().any(|e| mentions([Part::Int(e)], reads_to));
            if asks || self.stacking() {
                return refuse("Bool", "Line of components that vary");
            }
        }
        let mixture = match &l.mixture {
            Some(m) if !self.stacking() => Some(self.int(m, env)?),
            Some(_) | None => None,
        };
        let length = self.b.bind(length);
        let owner_value = match owner {
            Some(o) => self.b.bind(o),
            None => self.b.int(0),
        };
        let plain_course = exact == 0 && !conditioned && !gaps && mixture.is_none();
        let simple = plain_course && !self.stacking() && self.layout.grounds.len() == 1;
        let pieces = match (&whats, &known) {
            (Some(_), None) => None,
            (_, known) => self.line_pieces(owner, known.as_deref()),
        };
        if let (true, Through::Site(site)) = (simple, &l.through)
            && (pieces.is_some() || matches!(l.of, LineOf::Same))
        {
            let pivot = self.int(site, env)?;
            let pivot = self.b.bind(pivot);
            let pieces = pieces.unwrap_or_else(|| self.like(pivot));
            if let Some(filled) = self.fills_line(l, both_ways != 0, length, &pieces, pivot)? {
                let real = self.inside_board(pivot);
                return Ok(self.b.both(real, filled));
            }
        }
        // What the function is given besides the site: its length, whose pieces, how mixed, registers, components.
        let whats = whats.unwrap_or_default();
        let whats: Vec<Expr> = whats.into_iter().map(|e| self.b.bind(e)).collect();
        let zero = self.b.int(0);
        let mixed = self.b.bind(mixture.unwrap_or(zero));
        let mut given = vec![length, owner_value, mixed];
        given.extend(env.registers());
        given.extend(&whats);
        let inner_env = env.clone();
        let f = self.once(&name, 1 + given.len() as u32, |low, args| {
            let (pivot, length, owner) = (args[0], args[1], args[2]);
            let registers = 4 + REGISTERS as usize;
            let env = inner_env.with_registers(&args[4..registers]);
            // (What is the same everywhere stays a constant.)
            let whats: Vec<Expr> = whats
                .iter()
                .zip(&args[registers..])
                .map(|(&e, &arg)| if low.constant(e).is_some() { e } else { arg })
                .collect();
            let member = Member { l, whats: Some(&whats), owner, any_level, env: &env };
            let fits = |low: &mut Self, site: Expr, here: Expr, conditioned: bool| {
                low.belongs_to_line(&member, site, here, conditioned)
            };
            let mixture = mixture.map(|_| args[3]);
            let exact = exact != 0;
            let course = Course { length, exact, conditioned, asked_of_first, gaps, mixture };
            low.runs_through(pivot, course, table, &fits)
        })?;
        let stacking = self.stacking();
        let call = |low: &mut Self, pivot: Expr| {
            let mut args = vec![pivot];
            args.extend_from_slice(&given);
            let asked = low.b.call(f, &args);
            if !stacking {
                return asked;
            }
            let one = low.b.int(1);
            let single = low.b.eq(length, one);
            low.b.either(single, asked)
        };
        match &l.through {
            Through::Site(site) => {
                let pivot = self.int(site, env)?;
                let pivot = self.b.bind(pivot);
                let real = self.inside_board(pivot);
                let asked = call(self, pivot);
                Ok(self.b.both(real, asked))
            }
            Through::Any(region) if stacking => {
                let sites = self.region(region, env)?;
                let board = self.board_sites();
                let pivot = self.first(&sites);
                let pivot = self.b.bind(pivot);
                let real = self.contains(&board, pivot);
                let asked = call(self, pivot);
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
                    let yes = call(low, pivot);
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

    /// The sites on which the same stands as on a site: a component, or nothing.
    fn like(&mut self, site: Expr) -> Set {
        let what = self.what(site);
        let what = self.b.bind(what);
        let row = self.b.int(self.layout.row_words as i64);
        let at = self.b.binary(Binary::Mul, what, row);
        let (same, empty) = (self.kept_at(at), self.plane(Plane::Empty));
        let nothing = self.b.not(what);
        let set = self.choose_set(nothing, &empty, &same);
        self.bind_set(&set)
    }

    /// The pieces that a line is made of, where they are known beforehand.
    fn line_pieces(&mut self, owner: Option<Expr>, whats: Option<&[i64]>) -> Option<Set> {
        if let Some(owner) = owner {
            let owner = usize::try_from(self.constant(owner)?).ok()?;
            return (owner <= self.layout.players + 1).then(|| self.of_owner(owner));
        }
        let mut all = self.no_sites();
        for &what in whats? {
            let what = usize::try_from(what).ok().filter(|&w| w > 0)?;
            let these = self.of_component(what);
            all = self.union(&all, &these);
        }
        Some(all)
    }

    /// Is a site what a line is made of? `here` is what stands at its first site.
    fn belongs_to_line(
        &mut self,
        member: &Member<'g, '_>,
        site: Expr,
        here: Expr,
        conditioned: bool,
    ) -> Lowered<Expr> {
        let &Member { l, whats, owner, any_level, env } = member;
        let what = self.what(site);
        let what = self.b.bind(what);
        if any_level {
            return self.shows_any_level(l, whats, site, here, owner, conditioned, env);
        }
        let one = match (&l.of, whats) {
            (LineOf::Same, _) => self.b.eq(what, here),
            (LineOf::Owner(_), _) => {
                let owners = self.layout.owners.iter().map(|&o| o.into()).collect();
                let table = self.b.table("owner", Width::Byte, owners, 0);
                let theirs = self.b.load(table, what);
                let mine = self.b.eq(theirs, owner);
                let zero = self.b.int(0);
                let real = self.b.binary(Binary::Ne, what, zero);
                self.b.binary(Binary::And, mine, real)
            }
            (LineOf::Whats(_), Some(list)) => {
                let mut some = self.b.int(0);
                for &w in list {
                    let is = self.b.eq(what, w);
                    some = self.b.binary(Binary::Or, some, is);
                }
                some
            }
            (LineOf::Whats(_), None) => self.b.int(0),
        };
        if !conditioned {
            return Ok(one);
        }
        let cond = self.lazy(|low| {
            let env = Env { to: site, ..env.clone() };
            low.bool(&l.cond, &env)
        })?;
        Ok(self.b.both(one, cond))
    }

    /// Goes along all lines through a site; the function returns 1 where one of them is as long as wanted (exactly so).
    fn runs_through(
        &mut self,
        pivot: Expr,
        course: Course,
        table: (Array, Array),
        fits: &dyn Fn(&mut Self, Expr, Expr, bool) -> Lowered<Expr>,
    ) -> Lowered<Expr> {
        let Course { length, exact, conditioned, asked_of_first, gaps, mixture } = course;
        let low = self;
        low.know_on_board(pivot);
        let here = low.what(pivot);
        let here = low.b.bind(here);
        let starts = fits(low, pivot, here, conditioned && asked_of_first)?;
        let misses = low.b.not(starts);
        let zero = low.b.int(0);
        low.when(misses, |low| {
            low.b.push(Statement::Return(zero));
            Ok(())
        })?;
        let begin = low.b.load(table.0, pivot);
        // A radial, then its opposites: see `line_table`.
        let at = low.b.variable(begin);
        let one = low.b.int(1);
        // The components that were met, as bits.
        let kinds = low.b.variable(zero);
        low.repeat(|low| {
            let here_at = low.b.get(at);
            let first = low.b.load(table.1, here_at);
            let minus2 = low.b.int(-2);
            let end = low.b.binary(Binary::Lt, first, minus2);
            low.break_if(end);
            let ahead = low.b.variable(one);
            if mixture.is_some() {
                let kind = low.b.binary(Binary::Shl, one, here);
                low.b.set(kinds, kind);
            }
            let complete = |low: &mut Self, count: Local| {
                let n = low.b.get(count);
                let Some(mixture) = mixture else {
                    let op = if exact { Binary::Eq } else { Binary::Le };
                    return low.b.binary(op, length, n);
                };
                let long = low.b.eq(length, n);
                let kinds = low.b.get(kinds);
                let met = low.b.unary(Unary::Ones, kinds);
                let mixed = low.b.binary(Binary::Le, mixture, met);
                low.b.binary(Binary::And, long, mixed)
            };
            let done = |low: &mut Self, count: Local| -> Lowered<()> {
                let enough = complete(low, count);
                low.when(enough, |low| {
                    low.b.push(Statement::Return(one));
                    Ok(())
                })
            };
            let run = |low: &mut Self, count: Local| -> Lowered<()> {
                let start = low.b.get(at);
                let first = low.b.add(start, one);
                let along = low.b.variable(first);
                let behind = low.b.load(table.1, start);
                low.b.set(at, behind);
                low.repeat(|low| {
                    let i = low.b.get(along);
                    let site = low.b.load(table.1, i);
                    let site = low.b.bind(site);
                    let ended = low.b.binary(Binary::Lt, site, zero);
                    low.break_if(ended);
                    low.know_on_board(site);
                    let fits = fits(low, site, here, conditioned)?;
                    let fits = low.b.bind(fits);
                    if !gaps {
                        let fails = low.b.not(fits);
                        low.break_if(fails);
                    }
                    let next = low.b.add(i, one);
                    low.b.set(along, next);
                    let n = low.b.get(count);
                    let more = low.b.add(n, fits);
                    low.b.set(count, more);
                    if mixture.is_some() {
                        let what = low.what(site);
                        let kind = low.b.binary(Binary::Shl, fits, what);
                        let met = low.b.get(kinds);
                        let met = low.b.binary(Binary::Or, met, kind);
                        low.b.set(kinds, met);
                        if !exact {
                            let enough = complete(low, count);
                            let enough = low.b.both(fits, enough);
                            low.when(enough, |low| {
                                low.b.push(Statement::Return(one));
                                Ok(())
                            })?;
                        }
                    }
                    Ok(())
                })
            };
            run(low, ahead)?;
            if !exact && mixture.is_none() {
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
    }

    /// A line of stacks that is told by levels: down the stack, level along a radial, or as stairs that rise or fall along it.
    fn line_by_level(&mut self, l: &'g Line, env: &Env) -> Lowered<Expr> {
        let length = self.int(&l.length, env)?;
        let exact = self.bool(&l.exact, env)?;
        let exact = self.b.bind(exact);
        let length = self.b.bind(length);
        let pivot = match &l.through {
            Through::Site(site) => self.int(site, env)?,
            Through::Any(region) => {
                let sites = self.region(region, env)?;
                self.first(&sites)
            }
        };
        let pivot = self.b.bind(pivot);
        let owner = match &l.of {
            LineOf::Owner(role) => {
                let owner = self.role(*role, env)?;
                self.b.bind(owner)
            }
            LineOf::Same | LineOf::Whats(_) => self.b.int(0),
        };
        let whats: Vec<Expr> = match &l.of {
            LineOf::Whats(list) => list.iter().map(|e| self.int(e, env)).collect::<Lowered<_>>()?,
            LineOf::Same | LineOf::Owner(_) => Vec::new(),
        };
        if whats.iter().any(|&e| self.constant(e).is_none()) {
            return refuse("Bool", "Line of components that vary");
        }
        // (Both ways always count, and nothing is asked of the sites.)
        let table = self.line_table(l, true);
        let name = format!("line by level {} {}", env.mover, self.b.program.functions.len());
        let f = self.once(&name, 4, |low, args| {
            let &[pivot, length, exact, owner] = args else { return Ok(low.b.int(0)) };
            low.know_on_board(pivot);
            let here = low.what(pivot);
            let here = low.b.bind(here);
            let member = |low: &mut Self, site: Expr, level: Expr| {
                low.belongs_at_level(&l.of, &whats, (here, owner), site, level)
            };
            low.runs_by_level(pivot, (length, exact), table, &member)
        })?;
        let real = self.inside_board(pivot);
        let one = self.b.int(1);
        let single = self.b.eq(length, one);
        let asked = self.b.call(f, &[pivot, length, exact, owner]);
        let asked = self.b.either(single, asked);
        Ok(self.b.both(real, asked))
    }

    /// Is what lies at a level of a site what a line is made of?
    fn belongs_at_level(
        &mut self,
        of: &LineOf,
        whats: &[Expr],
        (here, owner): (Expr, Expr),
        site: Expr,
        level: Expr,
    ) -> Lowered<Expr> {
        let height = self.height(site);
        let zero = self.b.int(0);
        let above = self.b.binary(Binary::Le, zero, level);
        let below = self.b.binary(Binary::Lt, level, height);
        let there = self.b.binary(Binary::And, above, below);
        let there = self.b.bind(there);
        let fits = self.lazy(|low| {
            let what = low.what_of_level(site, level);
            let what = low.b.bind(what);
            Ok(match of {
                LineOf::Same => low.b.eq(what, here),
                LineOf::Owner(_) => {
                    let owners = low.layout.owners.iter().map(|&o| o.into()).collect();
                    let table = low.b.table("owner", Width::Byte, owners, 0);
                    let theirs = low.b.load(table, what);
                    let mine = low.b.eq(theirs, owner);
                    let real = low.b.binary(Binary::Ne, what, zero);
                    low.b.binary(Binary::And, mine, real)
                }
                LineOf::Whats(_) => {
                    let mut some = zero;
                    for &w in whats {
                        let is = low.b.eq(what, w);
                        some = low.b.binary(Binary::Or, some, is);
                    }
                    some
                }
            })
        })?;
        Ok(self.b.both(there, fits))
    }

    /// The function returns 1 where a line by levels through the top of a stack is long enough.
    fn runs_by_level(
        &mut self,
        pivot: Expr,
        (length, exact): (Expr, Expr),
        table: (Array, Array),
        member: &dyn Fn(&mut Self, Expr, Expr) -> Lowered<Expr>,
    ) -> Lowered<Expr> {
        let (zero, one, minus2) = (self.b.int(0), self.b.int(1), self.b.int(-2));
        let height = self.height(pivot);
        let height = self.b.bind(height);
        let top = self.b.binary(Binary::Sub, height, one);
        let top = self.b.bind(top);
        let long = |low: &mut Self, n: Expr| {
            let (equal, more) = (low.b.eq(length, n), low.b.binary(Binary::Le, length, n));
            low.b.select(exact, equal, more)
        };
        // Down the stack: so many below the top one.
        let tall = self.b.binary(Binary::Le, length, height);
        self.when(tall, |low| {
            let down = low.b.variable(one);
            low.repeat(|low| {
                let n = low.b.get(down);
                let n = low.b.bind(n);
                let all = low.b.binary(Binary::Le, length, n);
                low.when(all, |low| {
                    low.b.push(Statement::Return(one));
                    Ok(())
                })?;
                let level = low.b.binary(Binary::Sub, top, n);
                let level = low.b.bind(level);
                let fits = member(low, pivot, level)?;
                let fails = low.b.not(fits);
                low.break_if(fails);
                let next = low.b.add(n, one);
                low.b.set(down, next);
                Ok(())
            })
        })?;
        let starts = member(self, pivot, top)?;
        let misses = self.b.not(starts);
        self.when(misses, |low| {
            low.b.push(Statement::Return(zero));
            Ok(())
        })?;
        let begin = self.b.load(table.0, pivot);
        let begin = self.b.bind(begin);
        for rise in [0i64, -1, 1] {
            let at = self.b.variable(begin);
            // How many belong to the line along the radial that begins here; what is behind it comes next.
            let run = |low: &mut Self, rise: i64| -> Lowered<Local> {
                let count = low.b.variable(zero);
                let start = low.b.get(at);
                let first = low.b.add(start, one);
                let along = low.b.variable(first);
                let behind = low.b.load(table.1, start);
                low.b.set(at, behind);
                low.repeat(|low| {
                    let i = low.b.get(along);
                    let site = low.b.load(table.1, i);
                    let site = low.b.bind(site);
                    let ended = low.b.binary(Binary::Lt, site, zero);
                    low.break_if(ended);
                    low.know_on_board(site);
                    let n = low.b.get(count);
                    let n = low.b.add(n, one);
                    let n = low.b.bind(n);
                    let by = low.b.int(rise);
                    let by = low.b.binary(Binary::Mul, n, by);
                    let level = low.b.add(top, by);
                    let level = low.b.bind(level);
                    let fits = member(low, site, level)?;
                    let fails = low.b.not(fits);
                    low.break_if(fails);
                    let next = low.b.add(i, one);
                    low.b.set(along, next);
                    low.b.set(count, n);
                    Ok(())
                })?;
                Ok(count)
            };
            self.repeat(|low| {
                let here_at = low.b.get(at);
                let first = low.b.load(table.1, here_at);
                let end = low.b.binary(Binary::Lt, first, minus2);
                low.break_if(end);
                let ahead = run(low, rise)?;
                // The longest of the opposites counts.
                let most = low.b.variable(zero);
                low.repeat(|low| {
                    let i = low.b.get(at);
                    let mark = low.b.load(table.1, i);
                    let over = low.b.eq(mark, minus2);
                    let over = low.b.bind(over);
                    let next = low.b.add(i, one);
                    low.when(over, |low| {
                        low.b.set(at, next);
                        Ok(())
                    })?;
                    low.break_if(over);
                    let behind = run(low, -rise)?;
                    let (behind, before) = (low.b.get(behind), low.b.get(most));
                    let longer = low.b.binary(Binary::Max, behind, before);
                    low.b.set(most, longer);
                    Ok(())
                })?;
                let (ahead, behind) = (low.b.get(ahead), low.b.get(most));
                let n = low.b.add(ahead, behind);
                let n = low.b.add(n, one);
                let n = low.b.bind(n);
                let enough = long(low, n);
                low.when(enough, |low| {
                    low.b.push(Statement::Return(one));
                    Ok(())
                })
            })?;
        }
        Ok(zero)
    }

    /// Does a stack show a component of a line at whatever level, and does the condition hold there?
    fn shows_any_level(
        &mut self,
        l: &'g Line,
        whats: Option<&[Expr]>,
        site: Expr,
        here: Expr,
        owner: Expr,
        conditioned: bool,
        env: &Env,
    ) -> Lowered<Expr> {
        let set = match (&l.of, whats) {
            (LineOf::Same, _) => self.plane_of_what(here),
            (LineOf::Owner(_), _) => self.pieces_of_some_owner(owner, None),
            (LineOf::Whats(_), list) => {
                let known = list.unwrap_or_default().iter().filter_map(|&w| self.constant(w));
                let list: Vec<u16> = known.filter_map(|w| u16::try_from(w).ok()).collect();
                self.pieces_anywhere(u32::MAX, Some(&list))
            }
        };
        let shows = self.contains(&set, site);
        if !conditioned {
            return Ok(shows);
        }
        let cond = self.lazy(|low| {
            let env = Env { to: site, ..env.clone() };
            low.bool(&l.cond, &env)
        })?;
        Ok(self.b.both(shows, cond))
    }

    /// For each site its radials, each followed by its opposites. A radial is: where the next one begins, its sites, -1. After
    /// the last opposite follows -2, after the last radial of a site -3.
    pub(super) fn line_table(&mut self, l: &Line, both_ways: bool) -> (Array, Array) {
        let board = &self.game.board;
        let (mut begins, mut all) = (Vec::new(), Vec::<i64>::new());
        for site in 0..self.layout.universe {
            begins.push(all.len() as i64);
            if site < self.layout.board_len {
                for (radial, opposites) in board.radials_with_opposites(l.kind, site, l.dir) {
                    let opposites = opposites.into_iter().filter(|_| both_ways);
                    for line in std::iter::once(radial).chain(opposites) {
                        all.push((all.len() + line.len() + 2) as i64);
                        all.extend(line.iter().map(|&s| i64::from(s)));
                        all.push(-1);
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

    pub(super) fn pattern(
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
                let end =
                    ludarium_engine::eval::walk::walk(game, kind, site, start, walk, |s| passed.push(s));
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

    pub(super) fn connected(&mut self, c: &'g Connected, env: &Env) -> Lowered<Expr> {
        self.on(c.kind, |l| l.connected_here(c, env))
    }
    fn connected_here(&mut self, c: &'g Connected, env: &Env) -> Lowered<Expr> {
        let by_component = self.game.uses.who_is_what;
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
        let here = self.here(from);
        let what = self.what(here);
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
                        let theirs = if by_component { l.of_component(p) } else { l.of_owner(p) };
                        l.choose_set(is, &theirs, &start)
                    }
                    None if by_component => l.plane_of_what(who),
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
}
