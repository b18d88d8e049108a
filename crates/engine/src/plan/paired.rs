//! Conditions on what stands where a move comes from and where it goes, and on nothing else: who takes whom, what may lie
//! upon what. They are worked out beforehand for every pair of components.

use super::Runner;
use crate::game::Game;
use crate::kernel::{Bool, Int};
use crate::types::SiteType;
use std::sync::Arc;

/// Games with more components than this have their pairs worked out one by one.
const MOST_COMPONENTS: usize = 32;

/// By what stands at `(from)` and what at `(to)`: does the condition hold where these are two sites, and where they are one?
#[derive(Debug)]
pub(super) struct Paired {
    cond: Arc<Bool>,
    first: usize,
    len: usize,
    components: usize,
    holds: Box<[[bool; 2]]>,
}

/// What is known of a pair.
struct Pair<'g> {
    game: &'g Game,
    kind: SiteType,
    from: usize,
    to: usize,
    same: bool,
}

impl Pair<'_> {
    fn what(&self, kind: SiteType, site: &Int) -> Option<usize> {
        match site {
            Int::From if kind == self.kind => Some(self.from),
            Int::To if kind == self.kind => Some(self.to),
            _ => None,
        }
    }

    fn int(&self, e: &Int) -> Option<i32> {
        match e {
            Int::Const(n) => Some(*n),
            Int::What { kind, site, level: None } => Some(self.what(*kind, site)? as i32),
            Int::Who { kind, site, level: None } => {
                Some(self.game.components.get(self.what(*kind, site)?)?.owner as i32)
            }
            Int::Sub(a, b) => Some(self.int(a)?.saturating_sub(self.int(b)?)),
            Int::Add(list) => list.iter().try_fold(0i32, |sum, e| Some(sum.saturating_add(self.int(e)?))),
            _ => None,
        }
    }

    fn bool(&self, b: &Bool) -> Option<bool> {
        let two = |a: &Int, b: &Int| Some((self.int(a)?, self.int(b)?));
        match b {
            Bool::Const(b) => Some(*b),
            Bool::And(list) => list.iter().try_fold(true, |all, b| Some(all & self.bool(b)?)),
            Bool::Or(list) => list.iter().try_fold(false, |any, b| Some(any | self.bool(b)?)),
            Bool::Not(b) => Some(!self.bool(b)?),
            Bool::Empty { kind, site } => Some(self.what(*kind, site)? == 0),
            Bool::Occupied { kind, site } => Some(self.what(*kind, site)? != 0),
            Bool::Eq(a, b) => match (&**a, &**b) {
                (Int::From, Int::To) | (Int::To, Int::From) => Some(self.same),
                _ => two(a, b).map(|(a, b)| a == b),
            },
            Bool::Ne(a, b) => match (&**a, &**b) {
                (Int::From, Int::To) | (Int::To, Int::From) => Some(!self.same),
                _ => two(a, b).map(|(a, b)| a != b),
            },
            Bool::Lt(a, b) => two(a, b).map(|(a, b)| a < b),
            Bool::Le(a, b) => two(a, b).map(|(a, b)| a <= b),
            Bool::Gt(a, b) => two(a, b).map(|(a, b)| a > b),
            Bool::Ge(a, b) => two(a, b).map(|(a, b)| a >= b),
            _ => None,
        }
    }
}

/// The table of a condition that compares both ends; nothing where it asks for anything else.
pub(super) fn paired<'g>(game: &'g Game, cond: &'g Bool) -> Option<Paired> {
    let components = game.components.len();
    let compares = matches!(
        cond,
        Bool::And(_) | Bool::Or(_) | Bool::Lt(..) | Bool::Le(..) | Bool::Gt(..) | Bool::Ge(..)
    );
    if !compares || components > MOST_COMPONENTS || game.uses.who_is_what || game.uses.deduction_puzzle {
        return None;
    }
    let kind = game.site_type;
    let mut holds = Vec::with_capacity(components * components);
    for from in 0..components {
        for to in 0..components {
            let asked = |same: bool| Pair { game, kind, from, to, same }.bool(cond);
            holds.push([asked(false)?, asked(true)?]);
        }
    }
    // (What only one end decides is better told as a set.)
    let by_from = |from: usize, to: usize| holds[from * components + to] != holds[to];
    let by_to = |from: usize, to: usize| holds[from * components + to] != holds[from * components];
    let pairs = || (0..components).flat_map(|from| (0..components).map(move |to| (from, to)));
    if !pairs().any(|(from, to)| by_from(from, to)) || !pairs().any(|(from, to)| by_to(from, to)) {
        return None;
    }
    let (first, len) = game.layout.board[kind as usize];
    Some(Paired { cond: super::own(cond), first, len, components, holds: holds.into() })
}

impl<'g> Runner<'g> {
    #[inline]
    pub(super) fn fit_together(&mut self, pair: &Paired) -> bool {
        let reg = &self.ctx.reg;
        let (Ok(from), Ok(to)) = (usize::try_from(reg.from), usize::try_from(reg.to)) else {
            return self.ctx.bool(&pair.cond);
        };
        if from >= pair.len || to >= pair.len {
            return self.ctx.bool(&pair.cond);
        }
        let pos = &self.ctx.pos;
        let at = pos.what(pair.first + from) * pair.components + pos.what(pair.first + to);
        pair.holds[at][usize::from(from == to)]
    }
}
