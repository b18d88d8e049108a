//! Lists of numbers: those that rules remember, and those that are worked out. Most questions go through a list once;
//! where a list must be kept, it is written to scratch memory.

use super::lift::Looked;
use super::moves::Out;
use super::*;
use ludarium_engine::kernel::IntArr;
use ludarium_engine::kernel::int::PlayerRelation;

/// Most numbers of a list that is worked out.
const MOST_LISTED: usize = 256;

/// A list in scratch memory.
#[derive(Clone, Copy)]
pub(super) struct Kept {
    array: Array,
    len: Local,
}

impl<'g> Lower<'g> {
    /// Goes through the numbers of a list, in order.
    pub(super) fn each_value(
        &mut self,
        e: &'g IntArr,
        env: &Env,
        make: impl FnOnce(&mut Self, Expr) -> Lowered<()>,
    ) -> Lowered<()> {
        match e {
            IntArr::Sites(region) => {
                let sites = self.region(region, env)?;
                self.for_each(&sites, make)
            }
            IntArr::Remembered(name) => {
                let Some((array, begin)) = self.remembered(*name) else { return Ok(()) };
                let len = self.b.load_at(array, begin);
                let first = self.b.int(begin as i64 + 1);
                self.through(array, first, len, make)
            }
            IntArr::Results { from, to, value } => {
                let origins = self.region(from, env)?;
                self.for_each(&origins, |l, from| {
                    let env = Env { from, what_at_from: None, ..env.clone() };
                    let targets = l.region(to, &env)?;
                    l.for_each(&targets, |l, to| {
                        let env = Env { to, ..env.clone() };
                        let value = l.int(value, &env)?;
                        let value = l.b.bind(value);
                        make(l, value)
                    })
                })
            }
            IntArr::Const(_)
            | IntArr::List(_)
            | IntArr::If { .. }
            | IntArr::Union(_)
            | IntArr::Intersection(_)
            | IntArr::Difference(..)
            | IntArr::Without(..)
            | IntArr::TeamPlayers { .. }
            | IntArr::Players { .. } => {
                let kept = self.kept_list(e, env)?;
                self.through_kept(kept, make)
            }
            IntArr::GroupSizes { .. } => self.group_sizes(e, env, make),
            IntArr::Team => refuse("IntArr", "Team"),
        }
    }

    /// The sizes of groups, in the order of their lowest sites.
    fn group_sizes(
        &mut self,
        e: &'g IntArr,
        env: &Env,
        make: impl FnOnce(&mut Self, Expr) -> Lowered<()>,
    ) -> Lowered<()> {
        let IntArr::GroupSizes { kind, dirs, all, who, cond, min, visible } = e else { return Ok(()) };
        let looks = cond.as_ref().is_some_and(|c| {
            Looked::To.mentioned_in(&[Part::Bool(c)]) || Looked::From.mentioned_in(&[Part::Bool(c)])
        });
        if visible.is_some() || self.stacking() {
            return refuse("IntArr", "GroupSizes of stacks");
        }
        if looks && !*all {
            return refuse("IntArr", "GroupSizes by a condition");
        }
        let min = self.int(min, env)?;
        let min = self.b.bind(min);
        let players = ((1u32 << (self.layout.players + 1)) - 1) & !1;
        let (members, starts) = if *all {
            (self.occupied(), self.of_owners(players))
        } else {
            let who = self.int(who, env)?;
            let theirs = self.of_some_owner(who);
            let members = match cond {
                Some(c) => {
                    let holds = self.bool(c, env)?;
                    let (all, none) = (self.all_sites(), self.no_sites());
                    self.choose_set(holds, &all, &none)
                }
                None if self.game.uses.who_is_what => self.on(*kind, |l| Ok(l.plane_of_what(who)))?,
                None => theirs.clone(),
            };
            (members, theirs)
        };
        let starts = self.bind_set(&starts);
        self.for_each_group_of(*kind, dirs, None, Some(members), Some(&starts), env, |l, group| {
            let size = l.size(group);
            let size = l.b.bind(size);
            let enough = l.b.binary(Binary::Le, min, size);
            l.when(enough, |l| make(l, size))
        })
    }

    /// Is a number in a list?
    pub(super) fn is_listed(&mut self, value: Expr, e: &'g IntArr, env: &Env) -> Lowered<Expr> {
        let value = self.b.bind(value);
        let zero = self.b.int(0);
        let found = self.b.variable(zero);
        self.each_value(e, env, |l, listed| {
            let same = l.b.eq(listed, value);
            l.set_when(same, found);
            Ok(())
        })?;
        Ok(self.b.get(found))
    }

    /// A number worked out over a list: what it begins with, and what each number makes of it.
    pub(super) fn over_list(
        &mut self,
        e: &'g IntArr,
        begin: Expr,
        env: &Env,
        of: impl FnOnce(&mut Self, Expr, Expr) -> Expr,
    ) -> Lowered<Expr> {
        let so_far = self.b.variable(begin);
        self.each_value(e, env, |l, value| {
            let old = l.b.get(so_far);
            let new = of(l, old, value);
            l.b.set(so_far, new);
            Ok(())
        })?;
        Ok(self.b.get(so_far))
    }

    /// The number at an index, nowhere outside of the list.
    pub(super) fn nth_of_list(&mut self, e: &'g IntArr, index: &'g Int, env: &Env) -> Lowered<Expr> {
        let index = self.int(index, env)?;
        let index = self.b.bind(index);
        let (off, one) = (self.b.int(OFF.into()), self.b.int(1));
        let zero = self.b.int(0);
        let (at, found) = (self.b.variable(zero), self.b.variable(off));
        self.each_value(e, env, |l, value| {
            let here = l.b.get(at);
            let is = l.b.eq(here, index);
            let old = l.b.get(found);
            let new = l.b.select(is, value, old);
            l.b.set(found, new);
            let next = l.b.add(here, one);
            l.b.set(at, next);
            Ok(())
        })?;
        Ok(self.b.get(found))
    }

    /// The sites that a list names.
    pub(super) fn sites_of_list(&mut self, e: &'g IntArr, env: &Env) -> Lowered<Set> {
        let none = self.no_sites();
        let found = self.growing(&none);
        self.each_value(e, env, |l, site| {
            let one = l.single(site);
            l.grow(&found, &one);
            Ok(())
        })?;
        Ok(self.grown(&found))
    }

    /// Does a condition on `(value)` hold for all numbers of a list?
    pub(super) fn all_listed(
        &mut self,
        e: &'g IntArr,
        cond: &'g Bool,
        one: Expr,
        env: &Env,
    ) -> Lowered<Expr> {
        let all = self.b.variable(one);
        self.each_value(e, env, |l, value| {
            let env = Env { value, ..env.clone() };
            let holds = l.bool(cond, &env)?;
            let old = l.b.get(all);
            let new = l.b.both(old, holds);
            l.b.set(all, new);
            Ok(())
        })?;
        Ok(self.b.get(all))
    }

    // ---- what is remembered ----

    /// The array of remembered lists, and where a list begins; nothing where nobody adds to it.
    fn remembered(&self, name: Option<u16>) -> Option<(Array, usize)> {
        let lists = self.layout.lists.as_ref()?;
        Some((lists.array, lists.begin(name)?))
    }

    pub(super) fn remember(
        &mut self,
        name: Option<u16>,
        value: &'g Int,
        unique: &'g Bool,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        let Some((array, begin)) = self.remembered(name) else {
            return refuse("Effect", "Remember in an unknown list");
        };
        let value = self.int(value, env)?;
        let value = self.b.bind(value);
        let unique = self.bool(unique, env)?;
        let zero = self.b.int(0);
        let known = self.b.variable(zero);
        self.when(unique, |l| {
            let (first, len) = (l.b.int(begin as i64 + 1), l.b.load_at(array, begin));
            l.through(array, first, len, |l, listed| {
                let same = l.b.eq(listed, value);
                l.set_when(same, known);
                Ok(())
            })
        })?;
        let known = self.b.get(known);
        let fresh = self.b.not(known);
        let begin = self.b.int(begin as i64);
        self.when(fresh, |l| l.done(Op::Remember, &[begin, value], out))
    }

    pub(super) fn forget(
        &mut self,
        name: Option<u16>,
        value: &'g Int,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        let value = self.int(value, env)?;
        match self.remembered(name) {
            Some((_, begin)) => {
                let begin = self.b.int(begin as i64);
                self.done(Op::Forget, &[begin, value], out)
            }
            None => {
                self.push_prefix(out)?;
                self.follow(out);
                Ok(())
            }
        }
    }

    /// Forgets everything that a list holds now; without a name, that all lists hold.
    pub(super) fn forget_all(&mut self, name: Option<u16>, out: &Out<'g>) -> Lowered<()> {
        let Some(lists) = self.layout.lists.clone() else { return Ok(()) };
        let zero = self.b.int(0);
        let some = self.b.variable(zero);
        let mut held = zero;
        let named = |n: &&Option<u16>| name.is_none() || **n == name;
        for &list in lists.names.iter().filter(named) {
            if let Some((array, begin)) = self.remembered(list) {
                let len = self.b.load_at(array, begin);
                held = self.b.binary(Binary::Or, held, len);
            }
        }
        self.when(held, |l| l.push_prefix(out))?;
        for &list in lists.names.iter().filter(named) {
            let Some((array, begin)) = self.remembered(list) else { continue };
            let (first, len) = (self.b.int(begin as i64 + 1), self.b.load_at(array, begin));
            self.through(array, first, len, |l, value| {
                let (begin, one) = (l.b.int(begin as i64), l.b.int(1));
                l.push(Op::Forget, &[begin, value]);
                l.b.set(some, one);
                Ok(())
            })?;
        }
        let some = self.b.get(some);
        self.when(some, |l| {
            l.follow(out);
            Ok(())
        })
    }

    // ---- lists in scratch memory ----

    /// Goes through elements of an array.
    fn through(
        &mut self,
        array: Array,
        first: Expr,
        len: Expr,
        make: impl FnOnce(&mut Self, Expr) -> Lowered<()>,
    ) -> Lowered<()> {
        let end = self.b.add(first, len);
        let end = self.b.bind(end);
        let at = self.b.variable(first);
        self.repeat(|l| {
            let here = l.b.get(at);
            let done = l.b.binary(Binary::Le, end, here);
            l.break_if(done);
            let value = l.b.load(array, here);
            let value = l.b.bind(value);
            let one = l.b.int(1);
            let next = l.b.add(here, one);
            l.b.set(at, next);
            make(l, value)
        })
    }
    fn through_kept(&mut self, kept: Kept, make: impl FnOnce(&mut Self, Expr) -> Lowered<()>) -> Lowered<()> {
        let (zero, len) = (self.b.int(0), self.b.get(kept.len));
        let len = self.b.bind(len);
        self.through(kept.array, zero, len, make)
    }
    /// A variable becomes 1 where a condition holds.
    fn set_when(&mut self, cond: Expr, variable: Local) {
        let old = self.b.get(variable);
        let new = self.b.binary(Binary::Or, old, cond);
        self.b.set(variable, new);
    }

    fn new_list(&mut self) -> Kept {
        let name = format!("list{}", self.b.program.arrays.len());
        let array = self.b.program.new_array(&name, Space::Scratch, Width::Half, MOST_LISTED);
        let zero = self.b.int(0);
        Kept { array, len: self.b.variable(zero) }
    }
    fn add_to(&mut self, kept: Kept, value: Expr) -> Lowered<()> {
        let (len, one) = (self.b.get(kept.len), self.b.int(1));
        let most = self.b.int(MOST_LISTED as i64);
        let full = self.b.binary(Binary::Le, most, len);
        self.when(full, |l| {
            let overflow = l.b.service(Service::Overflow, &[]);
            l.b.push(Statement::Do(overflow));
            Ok(())
        })?;
        self.b.store(kept.array, len, value);
        let more = self.b.add(len, one);
        self.b.set(kept.len, more);
        Ok(())
    }
    /// How often a number is among the first elements of an array.
    fn occurrences(&mut self, array: Array, len: Expr, value: Expr) -> Lowered<Expr> {
        let zero = self.b.int(0);
        let n = self.b.variable(zero);
        self.through(array, zero, len, |l, listed| {
            let (old, same) = (l.b.get(n), l.b.eq(listed, value));
            let new = l.b.add(old, same);
            l.b.set(n, new);
            Ok(())
        })?;
        let n = self.b.get(n);
        Ok(self.b.bind(n))
    }
    fn holds_value(&mut self, kept: Kept, value: Expr) -> Lowered<Expr> {
        let value = self.b.bind(value);
        let zero = self.b.int(0);
        let found = self.b.variable(zero);
        self.through_kept(kept, |l, listed| {
            let same = l.b.eq(listed, value);
            l.set_when(same, found);
            Ok(())
        })?;
        Ok(self.b.get(found))
    }
    /// The same list without the first occurrence of a number.
    fn without(&mut self, kept: Kept, value: Expr) -> Lowered<Kept> {
        let value = self.b.bind(value);
        let left = self.new_list();
        let zero = self.b.int(0);
        let gone = self.b.variable(zero);
        self.through_kept(kept, |l, listed| {
            let before = l.b.get(gone);
            let same = l.b.eq(listed, value);
            let first = l.b.binary(Binary::AndNot, same, before);
            let first = l.b.bind(first);
            l.set_when(first, gone);
            let stays = l.b.not(first);
            l.when(stays, |l| l.add_to(left, listed))
        })?;
        Ok(left)
    }

    /// Writes a list to scratch memory.
    pub(super) fn kept_list(&mut self, e: &'g IntArr, env: &Env) -> Lowered<Kept> {
        let kept = self.new_list();
        self.write_list(kept, e, env)?;
        Ok(kept)
    }

    fn write_list(&mut self, kept: Kept, e: &'g IntArr, env: &Env) -> Lowered<()> {
        match e {
            IntArr::Const(list) => list.iter().try_for_each(|&n| {
                let n = self.b.int(n.into());
                self.add_to(kept, n)
            }),
            IntArr::List(list) => list.iter().try_for_each(|n| {
                let n = self.int(n, env)?;
                self.add_to(kept, n)
            }),
            IntArr::Sites(_) | IntArr::Remembered(_) | IntArr::Results { .. } | IntArr::GroupSizes { .. } => {
                self.each_value(e, env, |l, value| l.add_to(kept, value))
            }
            IntArr::Difference(a, b) => {
                let (a, b) = (self.kept_list(a, env)?, self.kept_list(b, env)?);
                let (zero, one) = (self.b.int(0), self.b.int(1));
                let at = self.b.variable(zero);
                // Of equal numbers the first go, as many as are taken away.
                self.through_kept(a, |l, value| {
                    let end = l.b.get(at);
                    let end = l.b.bind(end);
                    let before = l.occurrences(a.array, end, value)?;
                    let len = l.b.get(b.len);
                    let gone = l.occurrences(b.array, len, value)?;
                    let stays = l.b.binary(Binary::Le, gone, before);
                    l.when(stays, |l| l.add_to(kept, value))?;
                    let next = l.b.add(end, one);
                    l.b.set(at, next);
                    Ok(())
                })
            }
            IntArr::TeamPlayers { team, cond } if self.game.uses.teams => {
                for p in 1..=self.game.players {
                    if self.team_of(p) != *team {
                        continue;
                    }
                    let player = self.b.int(p as i64);
                    let inner = Env { player, ..env.clone() };
                    let keep = self.holds(cond.as_deref(), &inner)?;
                    self.when(keep, |l| l.add_to(kept, player))?;
                }
                Ok(())
            }
            IntArr::If { cond, then, otherwise } => {
                let cond = self.bool(cond, env)?;
                self.when_else(
                    cond,
                    |l| l.write_list(kept, then, env),
                    |l| l.write_list(kept, otherwise, env),
                )
            }
            IntArr::Union(lists) => {
                for (i, list) in lists.iter().enumerate() {
                    if i == 0 {
                        self.write_list(kept, list, env)?;
                        continue;
                    }
                    self.each_value(list, env, |l, value| {
                        let known = l.holds_value(kept, value)?;
                        let fresh = l.b.not(known);
                        l.when(fresh, |l| l.add_to(kept, value))
                    })?;
                }
                Ok(())
            }
            IntArr::Intersection(lists) => {
                let [first, rest @ ..] = &lists[..] else { return Ok(()) };
                let others = rest.iter().map(|l| self.kept_list(l, env)).collect::<Lowered<Vec<_>>>()?;
                self.each_value(first, env, |l, value| {
                    let mut all = l.b.int(1);
                    for other in others {
                        let here = l.holds_value(other, value)?;
                        all = l.b.binary(Binary::And, all, here);
                    }
                    l.when(all, |l| l.add_to(kept, value))
                })
            }
            IntArr::Without(list, value) => {
                let whole = self.kept_list(list, env)?;
                let value = self.int(value, env)?;
                let left = self.without(whole, value)?;
                self.through_kept(left, |l, value| l.add_to(kept, value))
            }
            IntArr::TeamPlayers { team, cond: _ } => {
                if usize::from(*team) > self.game.players {
                    return Ok(());
                }
                let team = self.b.int((*team).into());
                self.add_to(kept, team)
            }
            IntArr::Players { relation, of, cond } => {
                self.write_players(kept, *relation, of.as_deref(), cond.as_deref(), env)
            }
            IntArr::Team => refuse("IntArr", "Team"),
        }
    }

    /// Players who stand in a relation to somebody, where there are no teams.
    fn write_players(
        &mut self,
        kept: Kept,
        relation: PlayerRelation,
        of: Option<&'g Int>,
        cond: Option<&'g Bool>,
        env: &Env,
    ) -> Lowered<()> {
        if self.game.uses.teams {
            return refuse("IntArr", "Players of teams");
        }
        let n = self.game.players as i64;
        let given = of.is_some();
        let of = match of {
            Some(of) => self.int(of, env)?,
            None => self.b.int(env.mover as i64),
        };
        let of = self.b.bind(of);
        let (one, most) = (self.b.int(1), self.b.int(n));
        let low = self.b.binary(Binary::Le, one, of);
        let high = self.b.binary(Binary::Le, of, most);
        let real = if given { self.b.binary(Binary::And, low, high) } else { one };
        self.when(real, |l| {
            let range = match relation {
                PlayerRelation::All => 0..=n + 1,
                PlayerRelation::NonMover => 0..=n,
                PlayerRelation::Enemy => 1..=n,
                PlayerRelation::Ally => return Ok(()),
                PlayerRelation::Friend => return l.add_to(kept, of),
            };
            for p in range {
                if relation == PlayerRelation::NonMover && p == env.mover as i64 {
                    continue;
                }
                let player = l.b.int(p);
                let keep = match relation {
                    PlayerRelation::Enemy => l.b.binary(Binary::Ne, player, of),
                    PlayerRelation::All
                    | PlayerRelation::NonMover
                    | PlayerRelation::Friend
                    | PlayerRelation::Ally => one,
                };
                let inner = Env { player, ..env.clone() };
                let holds = l.lazy(|l| l.holds(cond, &inner))?;
                let keep = l.b.both(keep, holds);
                l.when(keep, |l| l.add_to(kept, player))?;
            }
            Ok(())
        })
    }
}
