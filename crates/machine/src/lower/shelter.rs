//! Where a move cannot open a way for an enemy to a site: which sites must stay as they are.
//!
//! Who can come to the site is read off the enemies' rules. A rule *looks no farther* if whether a piece can come from one site
//! to another hangs on these two, on what stands between them on a line, and on what no quiet move changes. Of such a rule the
//! pieces that could come on an empty board count, with the sites between. Where a piece with any other rule could come,
//! nothing is sure; rules that are not understood at all leave the question to trials.

use super::*;
use ludarium_engine::kernel::boolean::Threatened;
use ludarium_engine::kernel::{Between, MovesKind, Origin, Place, Target};
use std::collections::BTreeMap;

/// Tables of what lies between two sites are no larger than this, in words.
const MOST_BETWEEN: usize = 1 << 16;

/// What enemies' rules look at, by the site that they might come to.
#[derive(Default)]
struct Ways {
    /// For each component: from where it might come, by rules that look no farther.
    near: BTreeMap<usize, Vec<SiteSet>>,
    /// The same by other rules.
    far: BTreeMap<usize, Vec<SiteSet>>,
    /// Sites that other rules may lead to, whatever stands where.
    anywhere: SiteSet,
    /// What lies between two sites on lines that such rules follow.
    between: BTreeMap<(i32, i32), SiteSet>,
}

impl<'g> Lower<'g> {
    /// Between which sites moves of a player surely do not let an enemy come to where a component of theirs stands. Nothing
    /// where that is not understood.
    pub(super) fn sheltered(&mut self, t: &'g Threatened, mover: usize) -> Lowered<Option<(Set, Set)>> {
        let env = self.env(mover);
        if t.kind != self.layout.kind || t.moves.is_some() || self.layout.words > 4 {
            return Ok(None);
        }
        let Some(what) = &t.what else { return Ok(None) };
        let what = self.int(what, &env)?;
        let Some(what) = self.constant(what).and_then(|w| usize::try_from(w).ok()).filter(|&w| w > 0) else {
            return Ok(None);
        };
        if self.layout.owners.get(what) != Some(&(mover as u8)) || !self.stands_where(t, what, &env)? {
            return Ok(None);
        }
        let mut ways = Ways::default();
        for enemy in (1..=self.game.players).filter(|&p| p != mover) {
            let env = Env { judging_threat: true, ..self.env(enemy) };
            for phase in &self.game.phases {
                if !self.ways_to(&phase.play, None, false, &env, &mut ways)? {
                    return Ok(None);
                }
            }
        }
        let universe = self.layout.universe;
        if universe * universe * self.layout.words > MOST_BETWEEN {
            return Ok(None);
        }
        self.safe_sets(t, what, &ways, &env).map(Some)
    }
    /// Is it asked of the site where a component stands?
    fn stands_where(&mut self, t: &'g Threatened, what: usize, env: &Env) -> Lowered<bool> {
        let Some(sites) = &t.sites else { return Ok(true) };
        let site = match sites {
            ludarium_engine::kernel::Region::Sites(list) => match &list[..] {
                [site] => site,
                _ => return Ok(false),
            },
            _ => return Ok(false),
        };
        let Int::Where { what: there, state: None, kind } = site else { return Ok(false) };
        let there = self.int(there, env)?;
        Ok(*kind == self.layout.kind && self.constant(there) == Some(what as i64))
    }

    fn safe_sets(&mut self, t: &'g Threatened, what: usize, ways: &Ways, env: &Env) -> Lowered<(Set, Set)> {
        let board = self.board_sites();
        let theirs = self.of_component(what);
        let theirs = self.intersection(&theirs, &board);
        let theirs = self.bind_set(&theirs);
        let site = self.first(&theirs);
        let site = self.b.bind(site);
        // (While moves are tried whoever is next may become the one before: here both are the same.)
        let [next, prev, mover] = [Number::Next, Number::Prev, Number::Mover].map(|n| {
            let e = self.number(n);
            self.b.bind(e)
        });
        let zero = self.b.int(0);
        let mut sure = self.b.binary(Binary::Le, zero, site);
        let others = self.b.eq(next, prev);
        sure = self.b.binary(Binary::And, sure, others);
        let apart = self.b.binary(Binary::Ne, next, mover);
        sure = self.b.binary(Binary::And, sure, apart);
        let anywhere = self.fixed(&ways.anywhere);
        let reached = self.contains(&anywhere, site);
        let open = self.b.not(reached);
        sure = self.b.binary(Binary::And, sure, open);
        for (&c, rows) in &ways.far {
            let found = self.coming(c, rows, site);
            let none = self.none(&found);
            sure = self.b.binary(Binary::And, sure, none);
        }
        let sure = self.b.bind(sure);
        let none = self.no_sites();
        let (from, to) = (self.growing(&none), self.growing(&none));
        self.when(sure, |l| {
            let threatened = l.threatened(t, env)?;
            let safe = l.b.not(threatened);
            l.when(safe, |l| {
                let mut coming = l.no_sites();
                for (&c, rows) in &ways.near {
                    let found = l.coming(c, rows, site);
                    coming = l.union(&coming, &found);
                }
                let coming = l.bind_set(&coming);
                let exposed = l.growing(&coming);
                let table = l.between_table(ways);
                l.for_each_on_board(&coming, |l, from| {
                    let each = l.b.int(l.layout.universe as i64);
                    let at = l.b.binary(Binary::Mul, from, each);
                    let at = l.b.add(at, site);
                    let row = l.row(table, at);
                    l.grow(&exposed, &row);
                    Ok(())
                })?;
                let exposed = l.grown(&exposed);
                let free = l.difference(&board, &exposed);
                let free = l.difference(&free, &theirs);
                // (Whose piece moves matters: an enemy's might come from where it goes.)
                let own = l.of_owner(env.mover);
                let own = l.difference(&own, &exposed);
                let own = l.difference(&own, &theirs);
                l.grow(&from, &own);
                l.grow(&to, &free);
                Ok(())
            })
        })?;
        Ok((self.grown(&from), self.grown(&to)))
    }
    /// Pieces of a component that stand where rows say, by site.
    fn coming(&mut self, what: usize, rows: &[SiteSet], site: Expr) -> Set {
        let rows = self.rows("may come", |s| rows.get(s as usize).cloned().unwrap_or_default());
        let row = self.row(rows, site);
        let pieces = self.of_component(what);
        self.intersection(&pieces, &row)
    }
    fn between_table(&mut self, ways: &Ways) -> Array {
        let (universe, words) = (self.layout.universe as i32, self.layout.words);
        let mut data = Vec::with_capacity((universe * universe) as usize * words);
        for from in 0..universe {
            for to in 0..universe {
                let set = ways.between.get(&(from, to));
                let word = |i: usize| set.and_then(|s| s.words().get(i)).copied().unwrap_or(0) as i64;
                data.extend((0..words).map(word));
            }
        }
        self.b.table("between two sites", Width::Word, data, 0)
    }

    /// Notes how a rule may lead to each site; false where that is not understood. `wild`: it hangs on something else too.
    fn ways_to(
        &mut self,
        m: &'g Moves,
        what: Option<usize>,
        wild: bool,
        env: &Env,
        ways: &mut Ways,
    ) -> Lowered<bool> {
        match &m.kind {
            MovesKind::Or(list) | MovesKind::And(list) => {
                for part in list.iter() {
                    if !self.ways_to(part, what, wild, env, ways)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            MovesKind::If { cond, then, otherwise } => {
                if self.never(cond, env)? {
                    return match otherwise {
                        Some(other) => self.ways_to(other, what, wild, env, ways),
                        None => Ok(true),
                    };
                }
                let wild = wild || !looks_no_farther(cond);
                Ok(self.ways_to(then, what, wild, env, ways)?
                    && match otherwise {
                        Some(other) => self.ways_to(other, what, wild, env, ways)?,
                        None => true,
                    })
            }
            MovesKind::Do { prior, next: None, after } => {
                let holds = match after {
                    None => true,
                    Some(after) => {
                        self.b.open_scope();
                        let holds = self.bool(after, env);
                        self.b.drop_scope();
                        let holds = holds?;
                        self.constant(holds) == Some(1)
                    }
                };
                self.ways_to(prior, what, wild || !holds, env, ways)
            }
            MovesKind::ForEachPiece(e) => {
                let own = e.player == Int::Mover || e.player == Int::Const(env.mover as i32);
                if !own
                    || e.everybody
                    || e.container != Int::Const(0)
                    || e.kind.is_some_and(|k| k != self.layout.kind)
                {
                    return Ok(false);
                }
                let game = self.game;
                for c in 1..game.components.len() {
                    let asked = e.components.as_ref().is_none_or(|list| list.contains(&(c as u16)));
                    if game.components[c].owner != env.mover || !asked {
                        continue;
                    }
                    let rule = e.moves.as_ref().or(game.components[c].moves.as_ref());
                    if let Some(rule) = rule
                        && !self.ways_to(rule, Some(c), wild, env, ways)?
                    {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            // (What was moved last stands there no more.)
            MovesKind::Promote { site: Int::LastTo, .. } | MovesKind::Pass => Ok(true),
            MovesKind::FromTo { to, .. } => Ok(self.goes_to(to, ways)),
            MovesKind::Step { from, to, .. } | MovesKind::Leap { from, to, .. } => {
                let wild = wild || !self.is_near(Some(from), None, Some(to));
                self.ways_of_piece(m, from, what, wild, None, ways)
            }
            MovesKind::Hop { from, dirs, between, to, stack: false } => {
                let wild = wild || !self.is_near(Some(from), between.as_deref(), Some(to));
                self.ways_of_piece(m, from, what, wild, Some(dirs), ways)
            }
            MovesKind::Slide { from, tracks: None, dirs, between, to, stack: false } => {
                let wild = wild || !self.is_near(Some(from), between.as_deref(), to.as_deref());
                self.ways_of_piece(m, from, what, wild, Some(dirs), ways)
            }
            _ => Ok(false),
        }
    }
    /// Is a condition about somebody else's turn?
    fn never(&mut self, cond: &'g Bool, env: &Env) -> Lowered<bool> {
        Ok(match cond {
            Bool::And(list) => {
                for c in list.iter() {
                    if self.never(c, env)? {
                        return Ok(true);
                    }
                }
                false
            }
            Bool::Eq(a, b) => {
                let known = |e: &Int| matches!(e, Int::Mover | Int::Const(_));
                if !known(a) || !known(b) {
                    return Ok(false);
                }
                let (a, b) = (self.int(a, env)?, self.int(b, env)?);
                let equal = self.b.eq(a, b);
                self.constant(equal) == Some(0)
            }
            _ => false,
        })
    }
    /// A rule that leads to the same sites always.
    fn goes_to(&self, to: &'g Target, ways: &mut Ways) -> bool {
        match &to.place {
            Place::Site(Int::Const(site)) => {
                ways.anywhere.insert(*site);
                true
            }
            Place::Region(ludarium_engine::kernel::Region::Fixed(sites)) => {
                ways.anywhere.extend(sites.iter());
                true
            }
            Place::Site(_) | Place::Region(_) => false,
        }
    }
    /// Do all conditions of a rule look at nothing but its own sites?
    fn is_near(&self, from: Option<&Origin>, between: Option<&Between>, to: Option<&Target>) -> bool {
        let near = |c: &Option<Bool>| c.as_ref().is_none_or(looks_no_farther);
        let number = |e: &Option<Int>| e.as_ref().is_none_or(|e| matches!(e, Int::Const(_)));
        from.is_none_or(|f| near(&f.cond) && f.level.is_none())
            && to.is_none_or(|t| {
                near(&t.cond) && near(&t.apply.cond) && t.level.is_none() && t.rotations.is_none()
            })
            && between.is_none_or(|b| {
                let range = b
                    .range
                    .as_ref()
                    .is_none_or(|r| matches!((&r.min, &r.max), (Int::Const(_), Int::Const(_))));
                near(&b.cond) && near(&b.apply.cond) && range && number(&b.before) && number(&b.after)
            })
    }
    fn ways_of_piece(
        &mut self,
        m: &'g Moves,
        from: &'g Origin,
        what: Option<usize>,
        wild: bool,
        lines: Option<&'g Dir>,
        ways: &mut Ways,
    ) -> Lowered<bool> {
        let Some(what) = what else { return Ok(false) };
        if !matches!(&from.place, Place::Site(Int::From)) || from.kind != self.layout.kind {
            return Ok(false);
        }
        let known = u16::try_from(what).ok();
        let mut reached = vec![SiteSet::new(); self.ground.len];
        if !self.widest(m, known, &mut reached)? {
            return Ok(false);
        }
        let rows = if wild { &mut ways.far } else { &mut ways.near };
        let rows = rows.entry(what).or_insert_with(|| vec![SiteSet::new(); self.layout.universe]);
        for (from, targets) in reached.iter().enumerate() {
            for to in targets.iter() {
                rows[to as usize].insert(from as i32);
            }
        }
        let Some(dirs) = lines.filter(|_| !wild) else { return Ok(true) };
        let variants = self.variants(dirs, known)?;
        for s in 0..self.ground.len {
            for d in self.directions_of(dirs, &variants, s as i32)?.into_iter().flatten() {
                for ray in self.game.board.radials(self.ground.kind, s, d) {
                    for (i, &to) in ray.iter().enumerate() {
                        let set = ways.between.entry((s as i32, to as i32)).or_default();
                        set.extend(ray[..i].iter().map(|&s| s as i32));
                    }
                }
            }
        }
        Ok(true)
    }
}

/// Does a condition look at nothing but what stands where a piece comes from, goes to and passes, and at whose turn it is?
fn looks_no_farther(cond: &Bool) -> bool {
    use ludarium_engine::kernel::Region;
    let own = |e: &Int| matches!(e, Int::From | Int::To | Int::Between);
    !ludarium_engine::kernel::walk::any([Part::Bool(cond)], |part| match part {
        Part::Bool(b) => match b {
            Bool::Const(_)
            | Bool::And(_)
            | Bool::Or(_)
            | Bool::Not(_)
            | Bool::Xor(..)
            | Bool::If { .. }
            | Bool::Eq(..)
            | Bool::Ne(..)
            | Bool::Lt(..)
            | Bool::Le(..)
            | Bool::Gt(..)
            | Bool::Ge(..)
            | Bool::Enemy(_)
            | Bool::Friend(_)
            | Bool::In { .. } => false,
            Bool::Empty { site, .. } | Bool::Occupied { site, .. } => !own(site),
            _ => true,
        },
        Part::Int(i) => match i {
            Int::Const(_) | Int::From | Int::To | Int::Between | Int::Mover | Int::Next | Int::Prev => false,
            Int::Who { site, level: None, .. }
            | Int::What { site, level: None, .. }
            | Int::State { site, level: None, .. }
            | Int::PieceValue { site, level: None, .. } => !own(site),
            _ => true,
        },
        Part::Region(r) => match r {
            Region::Fixed(_) | Region::ByPlayer { .. } => false,
            Region::Union(parts) => !parts.is_empty(),
            _ => true,
        },
        Part::IntArr(_) | Part::Float(_) | Part::Dir(_) | Part::Moves(_) | Part::Effect(_) => true,
    })
}
