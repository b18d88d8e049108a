//! Moves that need no trial. Some moves are legal only if something holds once they are made, and that costs a copy of the state
//! and the move. Whoever lists all moves of a position asks first what is known of the position alone: a function of the
//! program works out, for each kind of trial, between which sites a move surely passes. What the sieve lets through is legal;
//! the others are tried.
//!
//! Two shapes of conditions are understood:
//!
//! - *No enemy can move to a site* (`shelter`): the answer depends on the enemies that could come there, on what stands between,
//!   and on nothing else, if their rules are proven to look no farther. If nothing threatens the site now, a move that touches
//!   none of these sites changes nothing.
//! - *The piece that was put has a liberty left* (`liberties`): an empty neighbour will do, or a neighbour of the same kind
//!   whose group has two. Where only the dead are taken away, what is there stays.
//!
//! Where positions must not repeat, the sieve also says which moves change nothing but the sites that they name, so that the
//! hash of the position is known without the move.

use super::*;
use ludarium_engine::kernel::{Between, Effect, MovesKind, Place, Region, Target};

/// What the sieve knows of the program's moves.
#[derive(Clone, Debug)]
pub struct Sieve {
    pub function: Function,
    /// For each kind of trial three sets: where surely legal moves may begin, where they may go, and where they change
    /// nothing but their own sites.
    pub sets: Array,
    /// Where they begin in scratch memory, in words.
    pub at: usize,
    /// By leaf.
    pub leaves: Vec<Option<Sifted>>,
}

/// How the moves of a leaf are sifted.
#[derive(Clone, Copy, Debug)]
pub struct Sifted {
    pub class: usize,
    /// The component that comes to where the move goes; 0 where it is not known.
    pub puts: u8,
    /// What the sieve does not let through is illegal.
    pub whole: bool,
}

/// Sets for each kind of trial.
pub const SETS_OF_CLASS: usize = 3;

/// What a leaf was made of.
#[derive(Clone, Debug)]
pub(super) struct LeafRule<'g> {
    pub(super) m: &'g Moves,
    pub(super) after: Option<&'g Bool>,
    /// It is part of a question about threats, which asks no further ones.
    pub(super) judging_threat: bool,
    pub(super) thens: Vec<ThenId>,
    /// Something else is done before or after the move.
    pub(super) more: bool,
}

/// A kind of trial.
#[derive(Clone, Debug, PartialEq)]
enum Class<'g> {
    Shelter { after: *const Bool, mover: usize, cond: &'g Bool },
    Liberties { mover: usize, what: usize, dirs: &'g Dir, takes: Vec<&'g Effect> },
}

impl<'g> Lower<'g> {
    /// Makes the sieve; nothing where no trial is understood.
    pub(super) fn sieve(&mut self) -> Lowered<Option<Sieve>> {
        let plain = !self.stacking() && self.layout.grounds.len() == 1 && !self.game.uses.rotation;
        if !self.passes.has(Pass::Sieve) || !plain || self.leaves.iter().all(|leaf| leaf.after.is_none()) {
            return Ok(None);
        }
        let mut classes: Vec<Class<'g>> = Vec::new();
        let mut leaves = vec![None; self.leaves.len()];
        for (i, sifted) in leaves.iter_mut().enumerate() {
            let Some((class, puts)) = self.class_of(i)? else { continue };
            let known = classes.iter().position(|c| *c == class);
            let class = known.unwrap_or_else(|| {
                classes.push(class);
                classes.len() - 1
            });
            let whole = classes[class].is_whole();
            *sifted = Some(Sifted { class, puts, whole });
        }
        if classes.is_empty() {
            return Ok(None);
        }
        let words = self.layout.words;
        let len = classes.len() * SETS_OF_CLASS * words;
        let sets = self.b.program.new_array("sieve", Space::Scratch, Width::Word, len);
        let none = self.no_sites();
        let mut refused = vec![false; classes.len()];
        let function = self.once("sieve", 0, |l, _| {
            for (k, class) in classes.iter().enumerate() {
                for which in 0..SETS_OF_CLASS {
                    l.store_sifted(sets, k, which, &none);
                }
                let (mover, number) = (l.number(Number::Mover), l.b.int(class.mover() as i64));
                let mine = l.b.eq(mover, number);
                l.b.open_scope();
                let made = l.sift(sets, k, class)?;
                refused[k] = !made;
                if !made {
                    l.b.drop_scope();
                    continue;
                }
                let then = l.b.close_scope();
                l.b.open_scope();
                let otherwise = l.b.close_scope();
                l.b.push(Statement::If(mine, then, otherwise));
            }
            Ok(l.b.int(0))
        })?;
        if refused.iter().all(|&r| r) {
            return Ok(None);
        }
        for sifted in &mut leaves {
            *sifted = sifted.filter(|s: &Sifted| !refused[s.class]);
        }
        Ok(Some(Sieve { function, sets, at: 0, leaves }))
    }

    fn store_sifted(&mut self, sets: Array, class: usize, which: usize, set: &Set) {
        let first = (class * SETS_OF_CLASS + which) * self.layout.words;
        for (i, &word) in set.0.iter().enumerate() {
            let at = self.b.int((first + i) as i64);
            self.b.store(sets, at, word);
        }
    }

    /// The kind of trial that moves of a leaf need, if it is understood and they do no more than they should.
    fn class_of(&mut self, leaf: usize) -> Lowered<Option<(Class<'g>, u8)>> {
        let Some(rule) = self.leaf_rules.get(&leaf).cloned() else { return Ok(None) };
        let (Some(cond), false) = (rule.after, rule.more) else { return Ok(None) };
        let mover = self.leaves[leaf].mover;
        if let Some((dirs, what)) = self.asks_for_liberties(cond, &rule, mover)? {
            let Some(takes) = self.takes_the_dead(&rule.thens) else { return Ok(None) };
            return Ok(Some((Class::Liberties { mover, what, dirs, takes }, what as u8)));
        }
        let asks = matches!(cond, Bool::Not(c) if matches!(**c, Bool::Threatened(_)));
        if asks && self.only_moves_a_piece(&rule.m.kind) && self.all_quiet(&rule.thens) {
            return Ok(Some((Class::Shelter { after: cond, mover, cond }, 0)));
        }
        Ok(None)
    }
    /// The function that says whether a player's moves leave something unattacked that must be, where there is one.
    pub(super) fn safety_of(&self, player: usize) -> Option<Function> {
        let asks = |rule: &LeafRule<'g>| {
            !rule.judging_threat
                && rule.after.is_some_and(|c| matches!(c, Bool::Not(c) if matches!(**c, Bool::Threatened(_))))
        };
        let mut leaves = self.leaves.iter().enumerate().filter(|(_, leaf)| leaf.mover == player);
        let (_, leaf) = leaves.find(|(i, _)| self.leaf_rules.get(i).is_some_and(asks))?;
        leaf.after
    }
    pub(super) fn only_moves_a_piece(&self, kind: &'g MovesKind) -> bool {
        let Some(to) = moves_one_piece(kind) else { return false };
        to.and_then(|to| to.apply.effect.as_deref()).is_none_or(|effect| self.only_takes(effect))
    }
    /// Does an effect take away what stands at `(to)`, and change numbers at most?
    fn only_takes(&self, m: &'g Moves) -> bool {
        let then = m.then.iter().all(|then| self.is_quiet(&self.game.thens[then.0 as usize]));
        then && match &m.kind {
            MovesKind::Remove { place: Place::Site(Int::To), at_end_of_turn: false, .. } => true,
            MovesKind::If { then, otherwise, .. } => {
                self.only_takes(then) && otherwise.as_ref().is_none_or(|m| self.only_takes(m))
            }
            MovesKind::And(list) | MovesKind::Or(list) => list.iter().all(|m| self.only_takes(m)),
            MovesKind::Effect(_) => self.is_quiet(m),
            _ => false,
        }
    }
    /// Do these change at most where the last move went, and numbers?
    pub(super) fn all_quiet(&self, thens: &[ThenId]) -> bool {
        thens.iter().all(|then| self.is_quiet(&self.game.thens[then.0 as usize]))
    }
    fn is_quiet(&self, m: &'g Moves) -> bool {
        let then = m.then.iter().all(|then| self.is_quiet(&self.game.thens[then.0 as usize]));
        then && match &m.kind {
            MovesKind::And(list) | MovesKind::Or(list) => list.iter().all(|m| self.is_quiet(m)),
            MovesKind::If { then, otherwise, .. } => {
                self.is_quiet(then) && otherwise.as_ref().is_none_or(|m| self.is_quiet(m))
            }
            MovesKind::Effect(e) => match &**e {
                Effect::SetState { site, .. } | Effect::SetValue { site, .. } => *site == Int::LastTo,
                Effect::SetCounter(_)
                | Effect::SetPending(_)
                | Effect::SetVar { .. }
                | Effect::SetScore { .. }
                | Effect::Note { .. }
                | Effect::MoveAgain => true,
                _ => false,
            },
            _ => false,
        }
    }

    fn sift(&mut self, sets: Array, k: usize, class: &Class<'g>) -> Lowered<bool> {
        match class {
            Class::Shelter { mover, cond, .. } => {
                let Bool::Not(threatened) = cond else { return Ok(false) };
                let Bool::Threatened(t) = &**threatened else { return Ok(false) };
                let Some((from, to)) = self.sheltered(t, *mover)? else { return Ok(false) };
                self.store_sifted(sets, k, 0, &from);
                self.store_sifted(sets, k, 1, &to);
                Ok(true)
            }
            Class::Liberties { mover, what, dirs, takes } => {
                let Some((sure, quiet)) = self.with_liberties(*mover, *what, dirs, takes)? else {
                    return Ok(false);
                };
                let board = self.board_sites();
                self.store_sifted(sets, k, 0, &board);
                self.store_sifted(sets, k, 1, &sure);
                self.store_sifted(sets, k, 2, &quiet);
                Ok(true)
            }
        }
    }

    // ---- liberties ----

    /// Must a piece that was put have a liberty? Which directions count, and which component it is.
    fn asks_for_liberties(
        &mut self,
        cond: &'g Bool,
        rule: &LeafRule<'g>,
        mover: usize,
    ) -> Lowered<Option<(&'g Dir, usize)>> {
        let (count, least) = match cond {
            Bool::Gt(a, b) | Bool::Ne(a, b) => (a, (&**b, 0)),
            Bool::Ge(a, b) => (a, (&**b, 1)),
            Bool::Lt(b, a) => (a, (&**b, 0)),
            Bool::Le(b, a) => (a, (&**b, 1)),
            _ => return Ok(None),
        };
        let Int::Liberties { kind, site, dirs, cond: None } = &**count else { return Ok(None) };
        let MovesKind::Add { pieces, state: None, to, count: None, .. } = &rule.m.kind else {
            return Ok(None);
        };
        let [piece] = &pieces[..] else { return Ok(None) };
        let here = *kind == self.layout.kind && to.kind == *kind && **site == Int::LastTo;
        let plain = to.level.is_none() && to.rotations.is_none() && to.apply.effect.is_none();
        let plain = plain && matches!(&to.place, Place::Region(Region::Empty { kind: of }) if of == kind);
        if *least.0 != Int::Const(least.1) || !here || !plain || !Self::is_absolute(dirs) {
            return Ok(None);
        }
        let env = self.env(mover);
        let what = self.int(piece, &env)?;
        let what = self.constant(what).and_then(|w| usize::try_from(w).ok());
        let own = what.filter(|&w| self.layout.owners.get(w) == Some(&(mover as u8)));
        Ok(own.map(|what| (&**dirs, what)))
    }
    /// Rules that take enclosed enemies away and do nothing else.
    fn takes_the_dead(&self, thens: &[ThenId]) -> Option<Vec<&'g Effect>> {
        let takes = thens.iter().map(|then| {
            let m = &self.game.thens[then.0 as usize];
            let MovesKind::Effect(e) = &m.kind else { return None };
            let Effect::Enclose { kind, from: Int::LastTo, dirs, target, may_be_empty: false, effect, .. } = &**e
            else {
                return None;
            };
            let there = |i: &Int| matches!(i, Int::Between);
            let enemies = match target {
                Bool::Enemy(who) => matches!(&**who, Int::Who { kind: of, site, level: None } if of == kind && there(site)),
                _ => false,
            };
            let removes = matches!(&effect.kind, MovesKind::Remove { kind: of, place: Place::Site(site), at_end_of_turn: false, .. } if of == kind && there(site));
            let plain = *kind == self.layout.kind && Self::is_absolute(dirs);
            let last = m.then.is_none() && effect.then.is_none();
            (plain && enemies && removes && last).then_some(&**e)
        });
        takes.collect()
    }
    /// Where a piece that is put has a liberty, and where putting it takes nothing.
    fn with_liberties(
        &mut self,
        mover: usize,
        what: usize,
        dirs: &'g Dir,
        takes: &[&'g Effect],
    ) -> Lowered<Option<(Set, Set)>> {
        let Some((near, _)) = self.neighbours_in_empty(dirs)? else { return Ok(None) };
        let board = self.board_sites();
        let own = self.of_component(what);
        let own = self.intersection(&own, &board);
        let own = self.bind_set(&own);
        let Some((alive, _)) = self.groups_by_liberties(&own, dirs)? else { return Ok(None) };
        let beside = self.next_to(&alive, dirs)?;
        let mut sure = self.union(&near, &beside);
        let mut quiet = board.clone();
        for e in takes {
            let Effect::Enclose { dirs, target, .. } = e else { return Ok(None) };
            let env = self.env(mover);
            let Some(enemies) = self.lift(target, super::lift::Looked::Between, &env)? else {
                return Ok(None);
            };
            let enemies = self.intersection(&enemies, &board);
            let enemies = self.bind_set(&enemies);
            let Some((_, last)) = self.groups_by_liberties(&enemies, dirs)? else { return Ok(None) };
            quiet = self.difference(&quiet, &last);
            sure = self.union(&sure, &last);
        }
        Ok(Some((self.bind_set(&sure), self.bind_set(&quiet))))
    }
    /// The pieces of a set whose groups have two liberties, and the last liberties of the other groups. Most groups hold a piece
    /// with two empty neighbours; only the others are looked at one by one.
    fn groups_by_liberties(&mut self, pieces: &Set, dirs: &'g Dir) -> Lowered<Option<(Set, Set)>> {
        let Some((_, twice)) = self.neighbours_in_empty(dirs)? else { return Ok(None) };
        let empty = self.empty_board();
        let empty = self.bind_set(&empty);
        let first = self.intersection(pieces, &twice);
        let first = self.bind_set(&first);
        let first = self.flood(&first, pieces, dirs)?;
        let first = self.bind_set(&first);
        let alive = self.growing(&first);
        let none = self.no_sites();
        let last = self.growing(&none);
        let rest = self.difference(pieces, &first);
        let rest = self.growing(&rest);
        self.repeat(|l| {
            let left = l.grown(&rest);
            let over = l.none(&left);
            l.break_if(over);
            let site = l.first(&left);
            let one = l.single(site);
            let one = l.bind_set(&one);
            let group = l.flood(&one, pieces, dirs)?;
            let group = l.bind_set(&group);
            let left = l.difference(&left, &group);
            for (&local, &word) in rest.iter().zip(&left.0) {
                l.b.set(local, word);
            }
            let around = l.next_to(&group, dirs)?;
            let free = l.intersection(&around, &empty);
            let free = l.bind_set(&free);
            let (n, one) = (l.size(&free), l.b.int(1));
            let few = l.b.binary(Binary::Le, n, one);
            l.when_else(
                few,
                |l| {
                    l.grow(&last, &free);
                    Ok(())
                },
                |l| {
                    l.grow(&alive, &group);
                    Ok(())
                },
            )
        })?;
        let (alive, last) = (self.grown(&alive), self.grown(&last));
        Ok(Some((self.bind_set(&alive), self.bind_set(&last))))
    }
    /// The sites with an empty neighbour, and those with two; nothing where that cannot be said by shifts.
    fn neighbours_in_empty(&mut self, dirs: &'g Dir) -> Lowered<Option<(Set, Set)>> {
        let ways = self.step_ways(dirs)?;
        let both_ways = |(by, starts): (&i32, &SiteSet)| {
            let ends: SiteSet = starts.iter().map(|s| s + by).collect();
            ways.get(&-by).is_some_and(|back| back.iter().eq(ends.iter()))
        };
        if ways.len() * self.layout.words > 4 * MOST_SHIFTED || !ways.iter().all(both_ways) {
            return Ok(None);
        }
        let empty = self.empty_board();
        let empty = self.bind_set(&empty);
        let (mut once, mut twice) = (self.no_sites(), self.no_sites());
        for (by, starts) in ways {
            let starts = self.fixed(&starts);
            let some = self.intersection(&empty, &starts);
            let here = self.shifted(&some, by);
            let here = self.bind_set(&here);
            let again = self.intersection(&once, &here);
            twice = self.union(&twice, &again);
            twice = self.bind_set(&twice);
            once = self.union(&once, &here);
            once = self.bind_set(&once);
        }
        Ok(Some((once, twice)))
    }
}

/// Words of sets that are shifted at most, in one direction.
const MOST_SHIFTED: usize = 6;

impl Class<'_> {
    /// Does the sieve find every move of this kind that is legal, but for repetition? A piece that is put has a liberty if a
    /// neighbour is empty, if it joins a group that has another one, or if what it takes leaves one.
    fn is_whole(&self) -> bool {
        match self {
            Class::Shelter { .. } => false,
            Class::Liberties { dirs, takes, .. } => {
                takes.iter().all(|e| matches!(e, Effect::Enclose { dirs: of, .. } if of == *dirs))
            }
        }
    }
    fn mover(&self) -> usize {
        match self {
            Class::Shelter { mover, .. } | Class::Liberties { mover, .. } => *mover,
        }
    }
}

/// Does a kind of move carry one piece to another site? What else it does it does to where it goes.
fn moves_one_piece(kind: &MovesKind) -> Option<Option<&Target>> {
    let passes = |between: &Option<Box<Between>>| {
        between.as_ref().is_none_or(|b| b.trail.is_none() && b.apply.effect.is_none())
    };
    let to = match kind {
        MovesKind::Step { to, stack: false, .. } | MovesKind::Leap { to, .. } => Some(&**to),
        MovesKind::Slide { between, to, stack: false, .. } if passes(between) => to.as_deref(),
        MovesKind::Hop { between, to, stack: false, .. } if passes(between) => Some(&**to),
        MovesKind::FromTo {
            to, count: None, copy: Bool::Const(false), stack: false, mover: None, ..
        } => Some(&**to),
        _ => return None,
    };
    to.is_none_or(|to| to.rotations.is_none()).then_some(to)
}
