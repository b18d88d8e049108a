//! Lists of numbers.

use crate::ctx::Ctx;
use crate::kernel::int::PlayerRelation;
use crate::kernel::{Bool, IntArr};

impl<'g> Ctx<'g> {
    #[inline]
    pub fn ints(&mut self, e: &IntArr) -> Vec<i32> {
        if self.observer.is_some() { self.ints_observed(e) } else { self.ints_unobserved(e) }
    }

    pub(crate) fn ints_unobserved(&mut self, e: &IntArr) -> Vec<i32> {
        match e {
            IntArr::Const(list) => list.to_vec(),
            IntArr::List(list) => list.iter().map(|e| self.int(e)).collect(),
            IntArr::Sites(r) => self.region(r).iter().collect(),
            IntArr::Team => self.reg.team.as_ref().map(|t| t.to_vec()).unwrap_or_default(),
            IntArr::If { cond, then, otherwise } => {
                if self.bool(cond) {
                    self.ints(then)
                } else {
                    self.ints(otherwise)
                }
            }
            IntArr::Union(lists) => {
                let mut lists = lists.iter();
                let mut all = lists.next().map(|l| self.ints(l)).unwrap_or_default();
                for list in lists {
                    for v in self.ints(list) {
                        if !all.contains(&v) {
                            all.push(v);
                        }
                    }
                }
                all
            }
            IntArr::Intersection(lists) => {
                let mut lists = lists.iter();
                let mut common = lists.next().map(|l| self.ints(l)).unwrap_or_default();
                for list in lists {
                    let other = self.ints(list);
                    common.retain(|v| other.contains(v));
                }
                common
            }
            IntArr::Difference(a, b) => {
                let mut left = self.ints(a);
                for gone in self.ints(b) {
                    if let Some(i) = left.iter().position(|&v| v == gone) {
                        left.remove(i);
                    }
                }
                left
            }
            IntArr::Without(a, v) => {
                let mut left = self.ints(a);
                let v = self.int(v);
                if let Some(i) = left.iter().position(|&x| x == v) {
                    left.remove(i);
                }
                left
            }
            IntArr::Results { from, to, value } => {
                let (old_from, old_to) = (self.reg.from, self.reg.to);
                let mut all = Vec::new();
                for f in self.region(from).iter() {
                    self.reg.from = f;
                    for t in self.region(to).iter() {
                        self.reg.to = t;
                        all.push(self.int(value));
                    }
                }
                (self.reg.from, self.reg.to) = (old_from, old_to);
                all
            }
            IntArr::TeamPlayers { team, cond } => {
                let n = self.game.players as i32;
                if !self.game.uses.teams {
                    return if i32::from(*team) <= n { vec![i32::from(*team)] } else { Vec::new() };
                }
                self.players_where(1..=n, cond.as_deref(), |ctx, p| ctx.pos.teams[p as usize] == *team)
            }
            IntArr::Players { relation, of, cond } => {
                let n = self.game.players as i32;
                let mover = i32::from(self.pos.mover);
                let given = of.as_ref().map(|o| self.int(o));
                if given.is_some_and(|o| o <= 0 || o > n) {
                    return Vec::new();
                }
                let of = given.unwrap_or(mover);
                let teams = self.game.uses.teams;
                let same_team =
                    move |ctx: &Self, p: i32| ctx.pos.teams[p as usize] == ctx.pos.teams[of as usize];
                let cond = cond.as_deref();
                match relation {
                    PlayerRelation::All => self.players_where(0..=n + 1, cond, |_, _| true),
                    PlayerRelation::NonMover => self.players_where(0..=n, cond, |_, p| p != mover),
                    PlayerRelation::Ally if teams => {
                        self.players_where(1..=n, cond, |ctx, p| p != of && same_team(ctx, p))
                    }
                    PlayerRelation::Ally => Vec::new(),
                    PlayerRelation::Enemy if teams => {
                        self.players_where(1..=n, cond, |ctx, p| p != mover && !same_team(ctx, p))
                    }
                    PlayerRelation::Enemy => self.players_where(1..=n, cond, |_, p| p != of),
                    PlayerRelation::Friend if teams => self.players_where(1..=n, cond, same_team),
                    PlayerRelation::Friend => vec![of],
                }
            }
            IntArr::GroupSizes { .. } => self.group_sizes(e),
            IntArr::Remembered(None) => self.pos.remembered.clone(),
            IntArr::Remembered(Some(name)) => {
                let list = self.pos.remembered_by_name.iter().find(|(n, _)| n == name);
                list.map(|(_, values)| values.clone()).unwrap_or_default()
            }
        }
    }

    fn players_where(
        &mut self,
        range: std::ops::RangeInclusive<i32>,
        cond: Option<&Bool>,
        keep: impl Fn(&Self, i32) -> bool,
    ) -> Vec<i32> {
        let old = self.reg.player;
        let mut all = Vec::new();
        for p in range {
            self.reg.player = p;
            if keep(self, p) && cond.is_none_or(|c| self.bool(c)) {
                all.push(p);
            }
        }
        self.reg.player = old;
        all
    }
}
