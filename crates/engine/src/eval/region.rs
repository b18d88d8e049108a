//! Sets of sites.

use crate::ctx::Ctx;
use crate::kernel::Region;
use crate::siteset::SiteSet;

impl<'g> Ctx<'g> {
    pub fn region(&mut self, e: &'g Region) -> SiteSet {
        match e {
            Region::Fixed(s) => s.clone(),
            Region::Sites(list) => list.iter().map(|e| self.int(e)).collect(),
            Region::Empty { kind } => (0..self.game.board_sites(*kind) as i32)
                .filter(|&s| self.pos.is_empty(self.slot(*kind, s)))
                .collect(),
            Region::Union(list) => {
                let mut all = SiteSet::new();
                for r in list {
                    let s = self.region(r);
                    all.union_with(&s);
                }
                all
            }
            Region::Intersection(list) => {
                let mut it = list.iter();
                let mut all = it.next().map(|r| self.region(r)).unwrap_or_default();
                for r in it {
                    let s = self.region(r);
                    all.intersect_with(&s);
                }
                all
            }
            Region::Difference(a, b) => {
                let mut s = self.region(a);
                let t = self.region(b);
                s.subtract(&t);
                s
            }
        }
    }
}
