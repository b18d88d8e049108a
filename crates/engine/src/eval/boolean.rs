//! Conditions.

use crate::ctx::Ctx;
use crate::kernel::Bool;

impl<'g> Ctx<'g> {
    pub fn bool(&mut self, e: &'g Bool) -> bool {
        match e {
            Bool::Const(b) => *b,
            Bool::And(list) => list.iter().all(|e| self.bool(e)),
            Bool::Or(list) => list.iter().any(|e| self.bool(e)),
            Bool::Not(e) => !self.bool(e),
            Bool::Eq(a, b) => self.int(a) == self.int(b),
            Bool::Ne(a, b) => self.int(a) != self.int(b),
            Bool::Lt(a, b) => self.int(a) < self.int(b),
            Bool::Le(a, b) => self.int(a) <= self.int(b),
            Bool::Gt(a, b) => self.int(a) > self.int(b),
            Bool::Ge(a, b) => self.int(a) >= self.int(b),
            Bool::Empty { kind, site } => {
                let site = self.int(site);
                site >= 0 && self.pos.is_empty(self.slot(*kind, site))
            }
            Bool::In { site, region } => {
                let site = self.int(site);
                self.region(region).contains(site)
            }
        }
    }
}
