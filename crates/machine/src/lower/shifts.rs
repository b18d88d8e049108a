//! Steps and short hops of all pieces at once. On boards that are numbered evenly, a step in one direction always adds
//! the same number to that of a site: the targets of a whole set of pieces are the set, shifted. A set of targets then
//! says how far its moves go instead of where they begin ([`SHIFTED`]).

use super::lift::Looked;
use super::moves::{Deed, Found, Mode, Out};
use super::stacks::Leaves;
use super::*;
use ludarium_engine::kernel::{Between, MovesKind, Origin, Place, Target};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A set of targets whose moves begin somewhere else each: this, plus how far they go.
pub const SHIFTED: i32 = 1 << 29;
/// Sets with more different distances are made piece by piece.
const MOST_DISTANCES: usize = 12;
/// So few pieces are looked at one by one.
const FEW: usize = 3;
/// Slides of so few are looked at one by one as well.
const FEW_SLIDERS: usize = 6;

/// Where a set of targets begins, for one of them.
pub fn origin(field: i32, to: i32) -> i32 {
    if field >= SHIFTED / 2 { to - (field - SHIFTED) } else { field }
}

/// A rule by which pieces slide.
#[derive(Clone, Copy)]
struct Slide<'g> {
    m: &'g Moves,
    from: &'g Origin,
    dirs: &'g Dir,
    between: Option<&'g Between>,
    to: Option<&'g Target>,
}

/// A kind of move that pieces may all be asked for at once.
#[derive(Clone, Copy)]
enum Kind<'g> {
    Step,
    Hop(Option<&'g Between>),
}

impl<'g> Lower<'g> {
    /// Moves of all pieces of a set, as far as they can be said at once. What is left must be looked for piece by piece:
    /// rules, and what follows them.
    pub(super) fn by_shifts(
        &mut self,
        m: &'g Moves,
        pieces: &Set,
        what: Option<u16>,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<(Vec<&'g Moves>, Out<'g>)> {
        let asked = matches!(out.mode, Mode::List | Mode::Any);
        let plain = out.tests.is_empty() && !self.stacking() && self.layout.grounds.len() == 1;
        let count = self.pieces_at_start(what);
        // (Games that begin with a few on the board seldom have more; those that begin with none may.)
        if !self.passes.has(Pass::Shifts) || !asked || !plain || (1..=FEW).contains(&count) {
            return Ok((vec![m], out.clone()));
        }
        let mut inner = out.clone();
        let parts: Vec<&'g Moves> = match &m.kind {
            MovesKind::Or(list) => {
                inner.thens.splice(0..0, m.then);
                list.iter().collect()
            }
            _ => vec![m],
        };
        let mut left = Vec::new();
        for part in parts {
            let mut out = inner.clone();
            out.thens.splice(0..0, part.then);
            let done = self.attempt(|l| match &part.kind {
                MovesKind::Step { from, dirs, to, stack: false } => {
                    l.all_move(part, Kind::Step, (from, dirs, to), pieces, what, env, &out)
                }
                MovesKind::Hop { from, dirs, between, to, stack: false } => {
                    let kind = Kind::Hop(between.as_deref());
                    l.all_move(part, kind, (from, dirs, to), pieces, what, env, &out)
                }
                MovesKind::Slide { from, tracks: None, dirs, between, to, stack: false }
                    if !(1..=FEW_SLIDERS).contains(&count) =>
                {
                    let slide = Slide { m: part, from, dirs, between: between.as_deref(), to: to.as_deref() };
                    l.all_slide(slide, pieces, what, env, &out)
                }
                _ => Ok(None),
            })?;
            if done.is_none() {
                left.push(part);
            }
        }
        Ok((left, inner))
    }
    /// How many pieces of a component, or of all, stand on the board at first.
    fn pieces_at_start(&self, what: Option<u16>) -> usize {
        let pos = &self.ctx.pos;
        let counts = |site: usize| {
            let here =
                pos.slot_content(self.game.layout.board[self.layout.kind as usize].0 + site).piece.what;
            match what {
                Some(what) => here == what,
                None => here != 0,
            }
        };
        (0..self.layout.board_len).filter(|&s| counts(s)).count()
    }

    #[allow(clippy::too_many_arguments)]
    fn all_move(
        &mut self,
        m: &'g Moves,
        kind: Kind<'g>,
        (from, dirs, to): (&'g Origin, &'g Dir, &'g Target),
        pieces: &Set,
        what: Option<u16>,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<Option<()>> {
        let here = matches!(&from.place, Place::Site(Int::From)) && from.kind == self.layout.kind;
        let known = Self::is_absolute(dirs) || (what.is_some() && Self::are_static(dirs));
        let own = |c: &Option<Bool>, other: Looked| {
            c.as_ref().is_none_or(|c| !other.mentioned_in(&[Part::Bool(c)]))
        };
        let apart =
            own(&from.cond, Looked::To) && own(&to.cond, Looked::From) && own(&to.cond, Looked::Between);
        if !here || !known || !apart || from.level.is_some() || to.level.is_some() || self.game.uses.rotation
        {
            return Ok(None);
        }
        self.plain(from, to)?;
        let Some(ways) = self.distances(kind, dirs, what)? else { return Ok(None) };
        let origins = match &from.cond {
            None => Some(pieces.clone()),
            Some(c) => self.lift(c, Looked::From, env)?.map(|s| self.intersection(pieces, &s)),
        };
        let targets = match &to.cond {
            None => Some(self.board_sites()),
            Some(c) => self.lift(c, Looked::To, env)?,
        };
        let (Some(origins), Some(targets)) = (origins, targets) else { return Ok(None) };
        let (origins, targets) = (self.bind_set(&origins), self.bind_set(&targets));
        let hurdles = match kind {
            Kind::Step => None,
            Kind::Hop(between) => match self.hurdles(between, to, env)? {
                Some(set) => Some(self.bind_set(&set)),
                None => return Ok(None),
            },
        };
        let env = Env { what_at_from: what, ..env.clone() };
        for ((over, beyond), starts) in ways {
            let starts = self.fixed(&starts);
            let mut set = self.intersection(&origins, &starts);
            if let Some(hurdles) = &hurdles {
                set = self.shifted(&set, over);
                set = self.intersection(&set, hurdles);
            }
            set = self.shifted(&set, beyond);
            set = self.intersection(&set, &targets);
            self.emit_shifted(m, kind, to, &set, (over, beyond), &env, out)?;
        }
        Ok(Some(()))
    }
    /// The sites that may be hopped over; nothing where that cannot be said by a set.
    fn hurdles(&mut self, between: Option<&'g Between>, to: &'g Target, env: &Env) -> Lowered<Option<Set>> {
        if to.apply.cond.is_some() {
            return Ok(None);
        }
        let Some(b) = between else { return Ok(Some(self.board_sites())) };
        if b.before.is_some() || b.after.is_some() || b.range.is_some() || b.trail.is_some() {
            return Ok(None);
        }
        let apart = |c: &Bool, l: Looked| !l.mentioned_in(&[Part::Bool(c)]);
        match &b.cond {
            Some(c) if apart(c, Looked::To) && apart(c, Looked::From) => self.lift(c, Looked::Between, env),
            Some(_) | None => Ok(None),
        }
    }
    /// How far moves go (over a hurdle, and on to the target), and from which sites each way is open. Nothing where there
    /// are too many ways, or several to one target.
    fn distances(
        &mut self,
        kind: Kind<'g>,
        dirs: &'g Dir,
        what: Option<u16>,
    ) -> Lowered<Option<BTreeMap<(i32, i32), SiteSet>>> {
        let variants = self.variants(dirs, Some(what.unwrap_or(0)))?;
        let mut ways: BTreeMap<(i32, i32), SiteSet> = BTreeMap::new();
        for s in 0..self.layout.board_len {
            let here = s as i32;
            let Some(dirs) = self.directions_of(dirs, &variants, here)?.into_iter().next() else { continue };
            for d in dirs {
                match kind {
                    Kind::Step => {
                        // (Two directions to one neighbour are one step.)
                        for &t in self.game.board.steps(self.layout.kind, s, d) {
                            ways.entry((0, t as i32 - here)).or_default().insert(here);
                        }
                    }
                    Kind::Hop(_) => {
                        for ray in self.game.board.radials(self.layout.kind, s, d) {
                            let [over, target, ..] = ray[..] else { continue };
                            let (over, target) = (over as i32, target as i32);
                            let starts = ways.entry((over - here, target - over)).or_default();
                            if starts.contains(here) {
                                return Ok(None);
                            }
                            starts.insert(here);
                        }
                    }
                }
            }
        }
        Ok((ways.len() <= MOST_DISTANCES).then_some(ways))
    }
    /// A set with every site moved by the same number. (What would leave the board was taken out before.)
    pub(super) fn shifted(&mut self, set: &Set, by: i32) -> Set {
        let (words, bits) = (set.0.len() as i32, by.unsigned_abs() % 64);
        let whole = by.abs() / 64;
        let (this, other) = if by >= 0 { (Binary::Shl, Binary::Shr) } else { (Binary::Shr, Binary::Shl) };
        let set = self.bind_set(set);
        let back = if by >= 0 { -1 } else { 1 };
        let amount = self.b.int(bits.into());
        let rest = self.b.int(64 - i64::from(bits));
        let zero = self.b.int(0);
        let shifted = (0..words).map(|k| {
            let word = |i: i32| usize::try_from(i).ok().and_then(|i| set.0.get(i)).copied().unwrap_or(zero);
            let near = word(k + back * whole);
            if bits == 0 {
                return near;
            }
            let far = word(k + back * (whole + 1));
            let near = self.b.binary(this, near, amount);
            let far = self.b.binary(other, far, rest);
            self.b.binary(Binary::Or, near, far)
        });
        Set(shifted.collect())
    }
    /// Slides of all pieces: the set goes on, step by step, as long as somebody is not blocked.
    fn all_slide(
        &mut self,
        s: Slide<'g>,
        pieces: &Set,
        what: Option<u16>,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<Option<()>> {
        let here = matches!(&s.from.place, Place::Site(Int::From)) && s.from.kind == self.layout.kind;
        let known = Self::is_absolute(s.dirs) || (what.is_some() && Self::are_static(s.dirs));
        let plain = s.from.cond.is_none()
            && s.from.level.is_none()
            && s.to.is_none_or(|t| t.rotations.is_none() && t.level.is_none())
            && s.between.is_none_or(|b| b.trail.is_none() && b.apply.effect.is_none() && b.range.is_none());
        let (pass, stop) = (s.between.and_then(|b| b.cond.as_ref()), s.to.and_then(|t| t.cond.as_ref()));
        let allowed = s.to.and_then(|t| t.apply.cond.as_ref());
        let apart = |c: Option<&'g Bool>, others: [Looked; 2]| {
            c.is_none_or(|c| others.iter().all(|l| !l.mentioned_in(&[Part::Bool(c)])))
        };
        let apart = apart(pass, [Looked::From, Looked::To])
            && apart(stop, [Looked::From, Looked::Between])
            && apart(allowed, [Looked::From, Looked::Between]);
        let mut parts: Vec<Part<'_>> = vec![Part::Moves(s.m)];
        parts.extend(s.m.then.map(|t| Part::Moves(&self.game.thens[t.0 as usize])));
        let asked = s.to.is_some_and(|t| t.apply.effect.is_some()) && Looked::Between.mentioned_in(&parts);
        if !here || !known || !plain || !apart || asked || out.mode != Mode::List || self.game.uses.rotation {
            return Ok(None);
        }
        if pass.is_none() && self.game.site_type != self.layout.kind {
            return Ok(None);
        }
        let Some(ways) = self.strides(s.dirs, what)? else { return Ok(None) };
        let free = match pass {
            None => Some(self.plane(Plane::Empty)),
            Some(c) => self.lift(c, Looked::Between, env)?,
        };
        let stops = match stop {
            None => Some(self.no_sites()),
            Some(c) => self.lift(c, Looked::To, env)?,
        };
        let may = match allowed {
            None => Some(self.board_sites()),
            Some(c) => self.lift(c, Looked::To, env)?,
        };
        let (Some(free), Some(stops), Some(may)) = (free, stops, may) else { return Ok(None) };
        let ends = self.union(&free, &stops);
        let ends = self.intersection(&ends, &may);
        let on = self.difference(&free, &stops);
        let (ends, on) = (self.bind_set(&ends), self.bind_set(&on));
        let effect = s.to.and_then(|t| t.apply.effect.as_deref());
        let deed: Deed<'g> = Rc::new(move |l, env| {
            if let Some(effect) = effect {
                l.act_undecided(effect, env)?;
            }
            l.push_leaving(Leaves::Top, env)
        });
        let env = Env { what_at_from: what, ..env.clone() };
        let mut found = Found::new(s.m, &env, deed);
        found.simple = effect.is_none().then_some(Op::Move);
        for (by, starts) in ways {
            let starts = self.fixed(&starts);
            let under_way = self.growing(pieces);
            let first = self.b.int(SHIFTED.into());
            let field = self.b.variable(first);
            self.repeat(|l| {
                let now = l.grown(&under_way);
                let go = l.intersection(&now, &starts);
                let go = l.shifted(&go, by);
                let go = l.bind_set(&go);
                let (step, before) = (l.b.int(by.into()), l.b.get(field));
                let further = l.b.add(before, step);
                l.b.set(field, further);
                let targets = l.intersection(&go, &ends);
                let far = l.b.get(field);
                l.emit_set(&found, far, &targets, out)?;
                let rest = l.intersection(&go, &on);
                for (&local, &word) in under_way.iter().zip(&rest.0) {
                    l.b.set(local, word);
                }
                let left = l.grown(&under_way);
                let none = l.none(&left);
                l.break_if(none);
                Ok(())
            })?;
        }
        Ok(Some(()))
    }
    /// By how much every step of a slide goes on in each direction, and from where it can. Nothing where the steps of a ray
    /// differ, or two rays take the same steps.
    pub(super) fn strides(
        &mut self,
        dirs: &Dir,
        what: Option<u16>,
    ) -> Lowered<Option<BTreeMap<i32, SiteSet>>> {
        let variants = self.variants(dirs, Some(what.unwrap_or(0)))?;
        let mut ways: BTreeMap<i32, SiteSet> = BTreeMap::new();
        let mut ends: Vec<(i32, i32)> = Vec::new();
        for s in 0..self.layout.board_len as i32 {
            let Some(dirs) = self.directions_of(dirs, &variants, s)?.into_iter().next() else { continue };
            for d in dirs {
                for ray in self.game.board.radials(self.layout.kind, s as usize, d) {
                    let (Some(&first), Some(&last)) = (ray.first(), ray.last()) else { continue };
                    let by = first as i32 - s;
                    let even = ray.windows(2).all(|w| w[1] as i32 - w[0] as i32 == by);
                    let starts = ways.entry(by).or_default();
                    if !even || starts.contains(s) {
                        return Ok(None);
                    }
                    starts.insert(s);
                    ends.push((by, last as i32));
                }
            }
        }
        // Every ray goes on as far as its steps do.
        let whole = ends.iter().all(|(by, last)| !ways[by].contains(*last));
        Ok((whole && ways.len() <= MOST_DISTANCES).then_some(ways))
    }
    #[allow(clippy::too_many_arguments)]
    fn emit_shifted(
        &mut self,
        m: &'g Moves,
        kind: Kind<'g>,
        to: &'g Target,
        set: &Set,
        (over, beyond): (i32, i32),
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        let (apply, effect) = (&to.apply, to.apply.effect.as_deref());
        let hurdle = match kind {
            Kind::Step | Kind::Hop(None) => None,
            Kind::Hop(Some(b)) => Some(&b.apply).filter(|a| a.effect.is_some()),
        };
        let deed: Deed<'g> = Rc::new(move |l, env| {
            match kind {
                Kind::Step => l.apply(apply, env)?,
                Kind::Hop(_) => {
                    let back = l.b.int(beyond.into());
                    let between = l.b.binary(Binary::Sub, env.to, back);
                    let between = l.b.bind(between);
                    l.know_on_board(between);
                    let env = Env { between, ..env.clone() };
                    if let Some(apply) = hurdle {
                        l.apply(apply, &env)?;
                    }
                    if let Some(effect) = effect {
                        l.act_undecided(effect, &env)?;
                    }
                }
            }
            l.push_leaving(Leaves::Top, env)
        });
        let mut found = Found::new(m, env, deed);
        if effect.is_none() && hurdle.is_none() {
            found.simple = Some(Op::Move);
        }
        let set = self.bind_set(set);
        if out.mode == Mode::List {
            let field = self.b.int(i64::from(SHIFTED + over + beyond));
            return self.emit_set(&found, field, &set, out);
        }
        // (Where there must be a trial, each is looked at by itself.)
        let far = self.b.int(i64::from(over + beyond));
        self.for_each_on_board(&set, |l, target| {
            let from = l.b.binary(Binary::Sub, target, far);
            let from = l.b.bind(from);
            let inner = Env { from, to: target, ..env.clone() };
            let found = Found {
                env: &inner,
                deed: found.deed.clone(),
                may_follow: found.may_follow.clone(),
                ..found
            };
            l.emit(&found, from, target, out)
        })
    }
}
