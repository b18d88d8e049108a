//! Conditions on a site as sets: what is asked of every site of a loop becomes one question about sets.

use super::*;

/// Which register stands for the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looked {
    To,
    Site,
    From,
    Between,
}

impl Looked {
    pub(super) fn is(self, e: &Int) -> bool {
        match (self, e) {
            (Looked::To, Int::To)
            | (Looked::Site, Int::Site)
            | (Looked::From, Int::From)
            | (Looked::Between, Int::Between) => true,
            (Looked::To | Looked::Site | Looked::From | Looked::Between, _) => false,
        }
    }
    pub fn mentioned_in(self, parts: &[Part<'_>]) -> bool {
        let test: fn(&Int) -> bool = match self {
            Looked::To => reads_to,
            Looked::Site => |i| matches!(i, Int::Site),
            Looked::From => reads_from,
            Looked::Between => |i| matches!(i, Int::Between),
        };
        mentions(parts.iter().copied(), test)
    }
}

impl<'g> Lower<'g> {
    /// The sites of the board and beside it for which a condition holds; nothing where it cannot be said as a set.
    pub fn lift(&mut self, cond: &'g Bool, looked: Looked, env: &Env) -> Lowered<Option<Set>> {
        if !looked.mentioned_in(&[Part::Bool(cond)]) {
            let holds = self.bool(cond, env)?;
            let holds = self.b.bind(holds);
            let zero = self.b.int(0);
            let mask = self.b.binary(Binary::Sub, zero, holds);
            let mask = self.b.bind(mask);
            return Ok(Some(Set(vec![mask; self.layout.words])));
        }
        if !self.passes.has(Pass::Lift) {
            return Ok(None);
        }
        Ok(match cond {
            Bool::And(list) => {
                let mut all: Option<Set> = None;
                for c in list.iter() {
                    let Some(set) = self.lift(c, looked, env)? else { return Ok(None) };
                    all = Some(match all {
                        None => set,
                        Some(all) => self.intersection(&all, &set),
                    });
                }
                all
            }
            Bool::Or(list) => {
                let mut all = self.no_sites();
                for c in list.iter() {
                    let Some(set) = self.lift(c, looked, env)? else { return Ok(None) };
                    all = self.union(&all, &set);
                }
                Some(all)
            }
            Bool::Not(c) => {
                let Some(set) = self.lift(c, looked, env)? else { return Ok(None) };
                Some(self.complement(&set))
            }
            Bool::Empty { kind, site } if looked.is(site) => {
                Some(self.on(*kind, |l| Ok(l.plane(Plane::Empty)))?)
            }
            Bool::Occupied { kind, site } if looked.is(site) => Some(self.on(*kind, |l| Ok(l.occupied()))?),
            Bool::In { site, region } if looked.is(site) => {
                if looked.mentioned_in(&[Part::Region(region)]) {
                    return Ok(None);
                }
                Some(self.region(region, env)?)
            }
            Bool::Enemy(who) => {
                let all = (1u32 << (self.layout.players + 2)) - 2;
                self.whose(who, looked, all & !self.own_side(env.mover))?
            }
            Bool::Friend(who) => self.whose(who, looked, self.own_side(env.mover))?,
            Bool::Eq(a, b) | Bool::Ne(a, b) => {
                let negated = matches!(cond, Bool::Ne(..));
                let Some(set) = self.lift_equal(a, b, looked, env)? else { return Ok(None) };
                Some(if negated { self.complement(&set) } else { set })
            }
            Bool::If { cond, then, otherwise } if !looked.mentioned_in(&[Part::Bool(cond)]) => {
                let Some(a) = self.lift(then, looked, env)? else { return Ok(None) };
                let Some(b) = self.lift(otherwise, looked, env)? else { return Ok(None) };
                let cond = self.bool(cond, env)?;
                let cond = self.b.bind(cond);
                Some(self.choose_set(cond, &a, &b))
            }
            Bool::CanMove(moves) => self.lift_can_move(moves, looked, env)?,
            Bool::Visited(site) if looked.is(site) => Some(self.plane(Plane::Visited)),
            Bool::Related { kind, relation, site, region }
                if looked.is(site)
                    && self.layout.ground(*kind).is_some()
                    && *kind != SiteType::Edge
                    && !looked.mentioned_in(&[Part::Region(region)]) =>
            {
                let region = self.region(region, env)?;
                let board = &self.game.board;
                let (kind, relation, len) = (*kind, *relation, board.len(*kind));
                // (Sites that have one of the region's among their neighbours.)
                let mut near: Vec<SiteSet> = vec![SiteSet::new(); self.layout.universe];
                for s in 0..len {
                    for &t in board.neighbours(kind, s, relation) {
                        near[t as usize].insert(s as i32);
                    }
                }
                let rows = self.rows("neighbours", |s| near[s as usize].clone());
                let none = self.no_sites();
                let found = self.growing(&none);
                self.for_each(&region, |l, site| {
                    let row = l.row(rows, site);
                    l.grow(&found, &row);
                    Ok(())
                })?;
                Some(self.grown(&found))
            }
            _ => None,
        })
    }

    /// Where one of the owners has a piece, if a number is the owner of what stands at the site that is looked at.
    fn whose(&mut self, who: &Int, looked: Looked, owners: u32) -> Lowered<Option<Set>> {
        match who {
            Int::Who { kind, site, level: None } if looked.is(site) => {
                Ok(Some(self.on(*kind, |l| Ok(l.counted_as(owners)))?))
            }
            _ => Ok(None),
        }
    }

    fn lift_equal(&mut self, a: &'g Int, b: &'g Int, looked: Looked, env: &Env) -> Lowered<Option<Set>> {
        for (a, b) in [(a, b), (b, a)] {
            if looked.mentioned_in(&[Part::Int(b)]) {
                continue;
            }
            match a {
                Int::Who { kind, site, level: None } if looked.is(site) => {
                    let value = self.int(b, env)?;
                    let Some(owner) = self.constant(value) else { return Ok(None) };
                    return self.on(*kind, |l| {
                        Ok(Some(match owner {
                            0 => {
                                let all = l.counted_as(((1u32 << (l.layout.players + 2)) - 1) & !1);
                                l.complement(&all)
                            }
                            p if p > 0 && (p as usize) <= l.layout.players + 1 => l.counted_as(1 << p),
                            _ => l.no_sites(),
                        }))
                    });
                }
                Int::What { kind, site, level: None } if looked.is(site) => {
                    let value = self.int(b, env)?;
                    let Some(what) = self.constant(value) else { return Ok(None) };
                    return self.on(*kind, |l| {
                        Ok(Some(if what == 0 {
                            let all = l.occupied();
                            l.complement(&all)
                        } else {
                            l.of_component(usize::try_from(what).unwrap_or(0))
                        }))
                    });
                }
                a if looked.is(a) => {
                    let value = self.int(b, env)?;
                    return Ok(Some(self.single(value)));
                }
                _ => {}
            }
        }
        Ok(None)
    }

    /// Everything that is not in a set, sites or not.
    fn complement(&mut self, set: &Set) -> Set {
        Set(set.0.iter().map(|&w| self.b.unary(Unary::BitNot, w)).collect())
    }

    /// Sites where a piece stands.
    pub fn occupied(&mut self) -> Set {
        if self.layout.count.is_none() {
            let all = self.all_sites();
            let empty = self.plane(Plane::Empty);
            return self.difference(&all, &empty);
        }
        self.of_owners((1u32 << (self.layout.players + 2)) - 1)
    }

    /// The sites of a set for which a condition on `(site)` holds.
    pub fn filtered(&mut self, sites: &Set, cond: &'g Bool, env: &Env) -> Lowered<Set> {
        if let Some(set) = self.lift(cond, Looked::Site, env)? {
            return Ok(self.intersection(sites, &set));
        }
        self.tested(sites, |l, site| {
            let env = Env { site, ..env.clone() };
            l.bool(cond, &env)
        })
    }

    /// The sites of a set that pass a test, one by one.
    pub fn tested(
        &mut self,
        sites: &Set,
        test: impl FnOnce(&mut Self, Expr) -> Lowered<Expr>,
    ) -> Lowered<Set> {
        let none = self.no_sites();
        let found = self.growing(&none);
        self.for_each(sites, |l, site| {
            let holds = test(l, site)?;
            l.when(holds, |l| {
                let one = l.single(site);
                l.grow(&found, &one);
                Ok(())
            })
        })?;
        Ok(self.grown(&found))
    }
}
