//! Numbers.

use crate::ctx::Ctx;
use crate::kernel::{Float, Int, IntArr, Range};
use crate::types::*;

impl<'g> Ctx<'g> {
    pub fn int(&mut self, e: &'g Int) -> i32 {
        match e {
            Int::Const(n) => *n,
            Int::From => self.reg.from,
            Int::To => self.reg.to,
            Int::Between => self.reg.between,
            Int::Site => self.reg.site,
            Int::Level => self.reg.level,
            Int::Value => self.reg.value,
            Int::Player => self.reg.player,
            Int::Mover => self.pos.mover.into(),
            Int::Next => self.pos.next.into(),
            Int::Prev => self.pos.prev.into(),
            Int::Role(r) => self.role(*r),
            Int::LastFrom => self.pos.last.as_ref().map_or(OFF, |m| m.from),
            Int::LastTo => self.pos.last.as_ref().map_or(OFF, |m| m.to),
            Int::Add(list) => list.iter().fold(0i32, |a, e| a.saturating_add(self.int(e))),
            Int::Sub(a, b) => self.int(a).saturating_sub(self.int(b)),
            Int::If { cond, then, otherwise } => {
                if self.bool(cond) {
                    self.int(then)
                } else {
                    self.int(otherwise)
                }
            }
            Int::What { kind, site, level } => self.piece_at(*kind, site, level).what.into(),
            Int::Who { kind, site, level } => self.piece_at(*kind, site, level).who.into(),
            Int::FirstSite(r) => self.region(r).first().unwrap_or(OFF),
        }
    }

    /// The piece at a site, at a level or on top.
    pub fn piece_at(
        &mut self,
        kind: SiteType,
        site: &'g Int,
        level: &'g Option<Box<Int>>,
    ) -> crate::position::Piece {
        let site = self.int(site);
        let slot = self.slot(kind, site);
        match level {
            None => self.pos.top(slot),
            Some(l) => {
                let level = self.int(l);
                if level < 0 { self.pos.top(slot) } else { self.pos.at_level(slot, level as usize) }
            }
        }
    }

    pub fn ints(&mut self, e: &'g IntArr) -> Vec<i32> {
        match e {
            IntArr::List(list) => list.iter().map(|e| self.int(e)).collect(),
            IntArr::Sites(r) => self.region(r).iter().collect(),
        }
    }

    pub fn float(&mut self, e: &'g Float) -> f64 {
        match e {
            Float::Const(x) => *x,
            Float::FromInt(i) => f64::from(self.int(i)),
        }
    }

    /// Lower and upper end of a range, both included.
    pub fn range(&mut self, e: &'g Range) -> (i32, i32) {
        (self.int(&e.min), self.int(&e.max))
    }
}
