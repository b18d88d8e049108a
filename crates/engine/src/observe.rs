//! Watching the evaluator at work: which part of a rule is evaluated, with which registers, and what came out. Somebody
//! who wants to know puts an [`Observer`] into a [`Ctx`]; it can only look. It is told kernel parts by reference: their
//! addresses are their names for as long as the game lives. What clauses they stand for is not known here.
//!
//! Without an observer each kind of value costs one branch.

use crate::action::Action;
use crate::ctx::Ctx;
use crate::kernel::walk::Part;
use crate::kernel::{Bool, EndRule, Float, Int, IntArr, Moves, Region};
use crate::moves::Move;
use crate::siteset::SiteSet;

/// What came out of a part of a rule.
#[derive(Clone, Copy, Debug)]
pub enum Seen<'a> {
    Truth(bool),
    Number(i32),
    Decimal(f64),
    Numbers(&'a [i32]),
    Sites(&'a SiteSet),
    /// A region was only asked whether it has a site.
    Has {
        site: i32,
        has: bool,
    },
    Moves(&'a [Move]),
}

/// Somebody who watches. Calls of `enter` and `leave` are nested like the rules; copies of a context that try moves out
/// report to the same observer.
pub trait Observer: Send + Sync + std::fmt::Debug {
    /// A part is about to be evaluated.
    fn enter(&self, part: Part<'_>, ctx: &Ctx<'_>);
    /// It was evaluated.
    fn leave(&self, part: Part<'_>, seen: Seen<'_>, ctx: &Ctx<'_>);
    /// An end rule is about to be judged.
    fn enter_end(&self, rule: &EndRule, ctx: &Ctx<'_>);
    /// It was judged: does it ask for a result now?
    fn leave_end(&self, rule: &EndRule, applies: bool, ctx: &Ctx<'_>);
    /// The position is about to be changed.
    fn act(&self, action: &Action, ctx: &Ctx<'_>);
}

macro_rules! observed {
    ($name:ident, $plain:ident, $part:ident, $kind:ty, $out:ty, |$value:ident| $seen:expr) => {
        #[cold]
        #[inline(never)]
        pub(crate) fn $name(&mut self, e: &$kind) -> $out {
            let Some(observer) = self.observer.clone() else { return self.$plain(e) };
            observer.enter(Part::$part(e), self);
            let $value = self.$plain(e);
            observer.leave(Part::$part(e), $seen, self);
            $value
        }
    };
}

impl Ctx<'_> {
    observed!(bool_observed, bool_unobserved, Bool, Bool, bool, |v| Seen::Truth(v));
    observed!(int_observed, int_unobserved, Int, Int, i32, |v| Seen::Number(v));
    observed!(float_observed, float_unobserved, Float, Float, f64, |v| Seen::Decimal(v));
    observed!(ints_observed, ints_unobserved, IntArr, IntArr, Vec<i32>, |v| Seen::Numbers(&v));
    observed!(region_observed, region_unobserved, Region, Region, SiteSet, |v| Seen::Sites(&v));

    #[cold]
    #[inline(never)]
    pub(crate) fn region_has_observed(&mut self, e: &Region, site: i32) -> bool {
        let Some(observer) = self.observer.clone() else { return self.region_has_unobserved(e, site) };
        observer.enter(Part::Region(e), self);
        let has = self.region_has_unobserved(e, site);
        observer.leave(Part::Region(e), Seen::Has { site, has }, self);
        has
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn moves_observed(&mut self, m: &Moves, out: &mut Vec<Move>) {
        let Some(observer) = self.observer.clone() else { return self.moves_unobserved(m, out) };
        let first = out.len();
        observer.enter(Part::Moves(m), self);
        self.moves_unobserved(m, out);
        observer.leave(Part::Moves(m), Seen::Moves(out.get(first..).unwrap_or(&[])), self);
    }
}
