//! Directions.

use crate::ctx::Ctx;
use crate::kernel::Dir;
use crate::types::*;
use smallvec::SmallVec;

impl<'g> Ctx<'g> {
    /// The absolute directions that a direction means for the piece at `site` (its owner's facing, its rotation).
    pub fn directions(&mut self, e: &'g Dir, kind: SiteType, site: i32) -> SmallVec<[Direction; 8]> {
        match e {
            Dir::Absolute(list) => list.iter().copied().collect(),
            Dir::If { cond, then, otherwise } => {
                if self.bool(cond) {
                    self.directions(then, kind, site)
                } else {
                    self.directions(otherwise, kind, site)
                }
            }
        }
    }
}
