//! Several moves as one: `append` makes one move of all that a rule finds, and `allCombinations` joins each move of one rule
//! with each of another. What a combined move does is found by collecting the actions of its parts.

use super::moves::{Deed, Found, Mode, Out};
use super::*;
use ludarium_engine::kernel::{Effect, MovesKind, Place};
use std::rc::Rc;

impl<'g> Lower<'g> {
    /// All moves of a rule as one. Its ends are those of the first action.
    pub(super) fn append_moves(
        &mut self,
        m: &'g Moves,
        moves: &'g Moves,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        if self.layout.tracks.is_some() {
            return refuse("Moves", "Append on tracks");
        }
        if out.mode == Mode::Act {
            self.needs_list();
            let first = self.collected();
            self.push_prefix(out)?;
            let begin = self.collected();
            self.act_undecided(moves, env)?;
            let end = self.collected();
            let some = self.b.binary(Binary::Lt, begin, end);
            return self.when_else(
                some,
                |l| {
                    l.follow(out);
                    Ok(())
                },
                |l| l.forget_from(first),
            );
        }
        let first = self.collected();
        self.act_undecided(moves, env)?;
        let end = self.collected();
        let some = self.b.binary(Binary::Lt, first, end);
        let some = self.b.bind(some);
        let [from, to] = self.ends_of_action(first);
        self.forget_from(first)?;
        // (A move has its own ends. Those of the rule around it are constants, or the site that is looked at.)
        let outer = [(env.from, is_from as fn(&Int) -> bool), (env.to, is_to)].map(|(e, speaks)| {
            if self.constant(e).is_some() || !mentions([Part::Moves(moves)], speaks) {
                return Some(End::Known(e));
            }
            (e == env.site && mentions([Part::Moves(moves)], is_site)).then_some(End::Site)
        });
        let [Some(outer_from), Some(outer_to)] = outer else {
            return refuse("Moves", "Append of what is looked at outside");
        };
        let deed: Deed<'g> = Rc::new(move |l, env| {
            let end = |l: &mut Self, end: End| match end {
                End::Site => env.site,
                End::Known(e) if l.constant(e).is_some() => e,
                End::Known(_) => l.b.int(OFF.into()),
            };
            let (from, to) = (end(l, outer_from), end(l, outer_to));
            l.act_undecided(moves, &Env { from, to, what_at_from: None, ..env.clone() })
        });
        self.when(some, |l| {
            let mut found = Found::new(m, env, deed);
            found.decision = true;
            l.emit(&found, from, to, out)
        })
    }

    /// The same for each site of a set, for each of which there is something to append, with a first action on it.
    pub(super) fn append_at_each(
        &mut self,
        m: &'g Moves,
        moves: &'g Moves,
        sites: &Set,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        let mut out = out.clone();
        if let Some(then) = m.then {
            out.thens.insert(0, then);
        }
        out.alone = false;
        let off = self.b.int(OFF.into());
        let deed: Deed<'g> = Rc::new(move |l, env| {
            let env = Env { site: env.to, what_at_from: None, ..env.clone() };
            l.act_undecided(moves, &env)
        });
        let env = Env { site: off, ..env.clone() };
        let mut found = Found::new(m, &env, deed);
        (found.from_is_to, found.decision) = (true, true);
        self.emit_set(&found, off, sites, &out)
    }

    /// Each move of a rule with each of another. Pushes their actions; where both have one at most, the first does not
    /// happen without the second.
    pub(super) fn all_combinations(
        &mut self,
        first: &'g Moves,
        second: &'g Moves,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        let pushes = out.mode == Mode::Act && out.tests.is_empty() && out.suffix.is_none();
        if !pushes || !is_single(first) || !is_single(second) {
            return refuse("Moves", "AllCombinations");
        }
        self.needs_list();
        let begin = self.collected();
        self.push_prefix(out)?;
        let before = self.collected();
        self.act_undecided(first, env)?;
        let between = self.collected();
        self.act_undecided(second, env)?;
        let end = self.collected();
        let one = self.b.binary(Binary::Lt, before, between);
        let other = self.b.binary(Binary::Lt, between, end);
        let both = self.b.binary(Binary::And, one, other);
        self.when_else(
            both,
            |l| {
                l.follow(out);
                Ok(())
            },
            |l| l.forget_from(begin),
        )
    }

    /// Forgets the actions that were collected from a place on.
    fn forget_from(&mut self, first: Expr) -> Lowered<()> {
        let at = self.b.int(ACTIONS as i64);
        self.b.store(self.scratch.counters, at, first);
        Ok(())
    }

    /// Where the action at a place of the list comes from and goes to.
    fn ends_of_action(&mut self, place: Expr) -> [Expr; 2] {
        let ends = |which: fn((usize, usize)) -> usize| -> Vec<i64> {
            Op::ALL.iter().map(|op| op.ends().map_or(-1, |e| which(e) as i64 + 1)).collect()
        };
        let tables = [
            self.b.table("where actions begin", Width::Half, ends(|e| e.0), -1),
            self.b.table("where actions end", Width::Half, ends(|e| e.1), -1),
        ];
        let size = self.b.int(RECORD as i64);
        let at = self.b.binary(Binary::Mul, place, size);
        let at = self.b.bind(at);
        let op = self.b.load(self.scratch.actions, at);
        let op = self.b.bind(op);
        tables.map(|table| {
            let part = self.b.load(table, op);
            let part = self.b.bind(part);
            let (zero, off) = (self.b.int(0), self.b.int(OFF.into()));
            let known = self.b.binary(Binary::Lt, zero, part);
            let place = self.b.add(at, part);
            let site = self.b.load(self.scratch.actions, place);
            let site = self.b.select(known, site, off);
            self.b.bind(site)
        })
    }
}

/// What an end stood for where the rule was asked.
#[derive(Clone, Copy)]
enum End {
    Known(Expr),
    Site,
}

fn is_from(e: &Int) -> bool {
    matches!(e, Int::From)
}
fn is_to(e: &Int) -> bool {
    matches!(e, Int::To)
}
fn is_site(e: &Int) -> bool {
    matches!(e, Int::Site)
}

/// Does a rule find one move at most?
fn is_single(m: &Moves) -> bool {
    match &m.kind {
        MovesKind::Add { pieces, to, .. } => pieces.len() < 2 && matches!(to.place, Place::Site(_)),
        MovesKind::Remove { place, .. } => matches!(place, Place::Site(_)),
        MovesKind::Effect(e) => matches!(
            **e,
            Effect::Flip { .. } | Effect::SetState { .. } | Effect::SetValue { .. } | Effect::SetCount { .. }
        ),
        _ => false,
    }
}
