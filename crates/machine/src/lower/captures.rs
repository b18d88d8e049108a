//! Captures along lines, asked of all sites at once: from which sites is a row of targets closed off by a friend?
//!
//! On boards that are numbered evenly (`shifts.rs`) the rows are followed backwards, from the friends: a target in front of
//! a friend is closed, and so is a target in front of a closed one. The sites in front of closed targets are the answer.

use super::lift::Looked;
use super::*;
use ludarium_engine::kernel::{Effect, LineCapture, MovesKind, Place, PromoteTo};

/// Rows that are followed step by step, without asking whether something is left.
const MOST_UNROLLED: usize = 8;

impl<'g> Lower<'g> {
    /// The sites for which a rule finds something to do, where that can be said of all of them at once.
    pub(super) fn lift_can_move(
        &mut self,
        moves: &'g Moves,
        looked: Looked,
        env: &Env,
    ) -> Lowered<Option<Set>> {
        if !self.passes.has(Pass::Captures) {
            return Ok(None);
        }
        let MovesKind::Effect(effect) = &moves.kind else { return Ok(None) };
        let Effect::Custodial(c) = &**effect else { return Ok(None) };
        // (The rule uses these registers itself.)
        let itself = matches!(looked, Looked::To | Looked::Between);
        let elsewhere = looked.mentioned_in(&[Part::Bool(&c.target), Part::Bool(&c.friend)]) && !itself;
        if !looked.is(&c.from) || elsewhere || !self.always_acts(c) {
            return Ok(None);
        }
        self.closed_rows(c, env)
    }

    /// Is there something to do for every site that is caught?
    fn always_acts(&self, c: &'g LineCapture) -> bool {
        let between = |e: &Int| matches!(e, Int::Between);
        match &c.effect.kind {
            MovesKind::Promote { kind, site, to: PromoteTo::Pieces(pieces) } => {
                let known = |e: &Int| matches!(e, Int::Const(n) if *n > 0);
                *kind == self.layout.kind && between(site) && pieces.iter().any(known)
            }
            MovesKind::Promote { kind, site, to: PromoteTo::OwnedBy { owner: Int::Mover, names } } => {
                let everybody = (1..=self.game.players).all(|p| {
                    let theirs =
                        |&&i: &&u16| self.game.components.get(usize::from(i)).is_some_and(|c| c.owner == p);
                    names.iter().any(|list| list.iter().any(|i| theirs(&i)))
                });
                *kind == self.layout.kind && between(site) && everybody
            }
            MovesKind::Remove { kind, place: Place::Site(site), at_end_of_turn: false, .. } => {
                // (Only what is there can be removed.)
                let there = |e: &Bool| {
                    let Bool::Enemy(who) = e else { return false };
                    matches!(&**who, Int::Who { kind: of, site, level: None } if of == kind && between(site))
                };
                let all = match &c.target {
                    Bool::And(list) => list.iter().any(there),
                    target => there(target),
                };
                *kind == self.layout.kind && between(site) && all
            }
            MovesKind::AllCombinations(first, second) => {
                self.puts_a_piece(first) && self.always_flips(second, &c.target)
            }
            _ => false,
        }
    }

    /// Is a piece put on the site that is looked at, whatever stands there?
    fn puts_a_piece(&self, m: &Moves) -> bool {
        let MovesKind::Add { pieces, to, .. } = &m.kind else { return false };
        let known = matches!(**pieces, [Int::Const(what)] if what > 0);
        let there = matches!(to.place, Place::Site(Int::Site)) && to.kind == self.layout.kind;
        known && there && m.then.is_none() && to.cond.is_none() && to.apply.effect.is_none()
    }
    /// Does a piece always turn over that shows an enemy's side?
    fn always_flips(&self, m: &Moves, target: &Bool) -> bool {
        let MovesKind::Effect(effect) = &m.kind else { return false };
        let Effect::Flip { kind, site: Int::Between } = **effect else { return false };
        let Bool::Enemy(side) = target else { return false };
        let Int::State { kind: of, site, level: None } = &**side else { return false };
        let pieces = self.game.components.iter().skip(1);
        let both = |flips: Option<(i32, i32)>| matches!(flips, Some((1, 2) | (2, 1)));
        let sides = self.game.players == 2 && pieces.map(|c| c.flips).all(both);
        kind == self.layout.kind && *of == kind && matches!(**site, Int::Between) && sides && m.then.is_none()
    }

    /// The sites of a region for which a rule that appends captures finds some, where that can be said of all at once: each
    /// of its moves then begins and ends on its site.
    pub(super) fn sites_that_append(&mut self, m: &'g Moves, env: &Env) -> Lowered<Option<Set>> {
        if !self.passes.has(Pass::Captures) {
            return Ok(None);
        }
        let MovesKind::Append(inner) = &m.kind else { return Ok(None) };
        let (MovesKind::Effect(effect), None) = (&inner.kind, inner.then) else { return Ok(None) };
        let Effect::Custodial(c) = &**effect else { return Ok(None) };
        let puts = matches!(&c.effect.kind, MovesKind::AllCombinations(first, _) if self.puts_a_piece(first));
        let asked = [Part::Bool(&c.target), Part::Bool(&c.friend)];
        let itself = Looked::Site.is(&c.from) && !Looked::Site.mentioned_in(&asked);
        if !puts || !itself || !self.always_acts(c) {
            return Ok(None);
        }
        self.closed_rows(c, env)
    }

    /// The sites of the board for which a condition holds: as a set where that can be said, else one by one.
    fn lift_or_look(&mut self, cond: &'g Bool, looked: Looked, env: &Env) -> Lowered<Set> {
        if let Some(set) = self.lift(cond, looked, env)? {
            return Ok(set);
        }
        let none = self.no_sites();
        let found = self.growing(&none);
        let board = self.board_sites();
        self.for_each(&board, |l, site| {
            l.know_on_board(site);
            let env = match looked {
                Looked::To => Env { to: site, ..env.clone() },
                Looked::Between => Env { between: site, ..env.clone() },
                Looked::Site => Env { site, ..env.clone() },
                Looked::From => Env { from: site, what_at_from: None, ..env.clone() },
            };
            let holds = l.bool(cond, &env)?;
            l.when(holds, |l| {
                let one = l.single(site);
                l.grow(&found, &one);
                Ok(())
            })
        })?;
        Ok(self.grown(&found))
    }

    fn closed_rows(&mut self, c: &'g LineCapture, env: &Env) -> Lowered<Option<Set>> {
        let (min, max) = match &c.range {
            None => (0, 1000),
            Some(r) => {
                let (min, max) = (self.int(&r.min, env)?, self.int(&r.max, env)?);
                match (self.constant(min), self.constant(max)) {
                    (Some(min), Some(max)) => (min, max),
                    _ => return Ok(None),
                }
            }
        };
        let plain = c.kind == self.layout.kind && !self.stacking() && self.layout.grounds.len() == 1;
        let apart = !Looked::To.mentioned_in(&[Part::Bool(&c.target)])
            && !Looked::Between.mentioned_in(&[Part::Bool(&c.friend)]);
        let longest = self.longest_ray(c.dir);
        let whole = max == 1 || max >= longest as i64;
        if !plain || !apart || min > 1 || max < 1 || !whole || self.game.uses.rotation {
            return Ok(None);
        }
        let dirs = Dir::Absolute([c.dir].into());
        let Some(ways) = self.strides(&dirs, None)? else { return Ok(None) };
        let targets = self.lift_or_look(&c.target, Looked::Between, env)?;
        let friends = self.lift_or_look(&c.friend, Looked::To, env)?;
        let board = self.board_sites();
        let (targets, friends) = (self.intersection(&targets, &board), self.intersection(&friends, &board));
        let targets = self.bind_set(&targets);
        // (A row goes on as long as there are targets; where only one may be caught, it ends behind that.)
        let ends = if max == 1 { friends } else { self.difference(&friends, &targets) };
        let ends = self.bind_set(&ends);
        let none = self.no_sites();
        let found = self.growing(&none);
        let rounds = if max == 1 { 0 } else { longest.saturating_sub(2) };
        for (by, starts) in ways {
            let starts = self.fixed(&starts);
            let before = |l: &mut Self, set: &Set| {
                let set = l.shifted(set, -by);
                let set = l.intersection(&set, &starts);
                l.bind_set(&set)
            };
            let first = before(self, &ends);
            let first = self.intersection(&first, &targets);
            let mut closed = self.bind_set(&first);
            if rounds > MOST_UNROLLED {
                closed = self.followed_back(&closed, &targets, &before)?;
            } else {
                for _ in 0..rounds {
                    let more = before(self, &closed);
                    let more = self.intersection(&more, &targets);
                    closed = self.union(&closed, &more);
                    closed = self.bind_set(&closed);
                }
            }
            let from = before(self, &closed);
            self.grow(&found, &from);
        }
        Ok(Some(self.grown(&found)))
    }
    /// Everything in a row of targets that leads to a set.
    fn followed_back(
        &mut self,
        first: &Set,
        targets: &Set,
        before: &dyn Fn(&mut Self, &Set) -> Set,
    ) -> Lowered<Set> {
        let all = self.growing(first);
        let latest = self.growing(first);
        self.repeat(|l| {
            let now = l.grown(&latest);
            let none = l.none(&now);
            l.break_if(none);
            let more = before(l, &now);
            let more = l.intersection(&more, targets);
            let more = l.bind_set(&more);
            l.grow(&all, &more);
            for (&local, &word) in latest.iter().zip(&more.0) {
                l.b.set(local, word);
            }
            Ok(())
        })?;
        let all = self.grown(&all);
        Ok(self.bind_set(&all))
    }
    fn longest_ray(&self, dir: Direction) -> usize {
        let board = &self.game.board;
        let of_site = |s| board.radials(self.layout.kind, s, dir).map(|r| r.len()).max().unwrap_or(0);
        (0..self.layout.board_len).map(of_site).max().unwrap_or(0)
    }
}
