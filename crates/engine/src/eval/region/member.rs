//! Is one site in a region? Most regions can say so without being built.

use crate::ctx::Ctx;
use crate::kernel::Region;
use crate::kernel::region::Whats;
use crate::types::*;

impl<'g> Ctx<'g> {
    #[inline]
    pub fn region_has(&mut self, e: &Region, site: i32) -> bool {
        if self.observer.is_some() {
            self.region_has_observed(e, site)
        } else {
            self.region_has_unobserved(e, site)
        }
    }

    pub(crate) fn region_has_unobserved(&mut self, e: &Region, site: i32) -> bool {
        if site < 0 {
            return false;
        }
        match e {
            Region::Fixed(set) => set.contains(site),
            Region::Sites(list) => list.iter().any(|e| self.int(e) == site),
            Region::Union(list) => list.iter().any(|r| self.region_has(r, site)),
            Region::Intersection(list) => !list.is_empty() && list.iter().all(|r| self.region_has(r, site)),
            Region::Difference(a, b) => self.region_has(a, site) && !self.region_has(b, site),
            Region::Without(r, other) => self.int(other) != site && self.region_has(r, site),
            Region::If { cond, then, otherwise } => {
                if self.bool(cond) {
                    self.region_has(then, site)
                } else {
                    self.region_has(otherwise, site)
                }
            }
            Region::ByPlayer { regions, player } => {
                let player = self.int(player);
                match usize::try_from(player).ok().and_then(|p| regions.get(p)) {
                    Some(r) => self.region_has(r, site),
                    None => false,
                }
            }
            Region::Filter { region, cond } => {
                self.region_has(region, site) && {
                    let old = std::mem::replace(&mut self.reg.site, site);
                    let fits = self.bool(cond);
                    self.reg.site = old;
                    fits
                }
            }
            Region::Empty { kind } => {
                (site as usize) < self.game.board_sites(*kind) && self.pos.is_empty(self.slot(*kind, site))
            }
            Region::Occupied { of, whats, container: None, top, kind } => {
                let owners = self.owner_mask(of);
                let beside = *kind == SiteType::Cell && {
                    let e = site - self.game.layout.extra_first;
                    e >= 0 && (e as usize) < self.game.layout.extra_len
                };
                if !beside && site as usize >= self.game.board_sites(*kind) {
                    return false;
                }
                let slot = self.slot(*kind, site);
                if self.pos.stacking() {
                    let what = match whats {
                        Whats::One(w) => self.int(w).clamp(0, u16::MAX.into()) as u16,
                        Whats::Any | Whats::These(_) => 0,
                    };
                    let fits = |p: &crate::position::Piece| {
                        owners >> p.who & 1 == 1
                            && match whats {
                                Whats::Any => true,
                                Whats::One(_) => p.what == what,
                                Whats::These(list) => list.contains(&p.what),
                            }
                    };
                    return (!top || owners >> self.pos.who(slot) & 1 == 1)
                        && self.pos.levels(slot).iter().any(fits);
                }
                let content = self.pos.slot_content(slot);
                content.count != 0
                    && owners >> content.piece.who & 1 == 1
                    && match whats {
                        Whats::Any => true,
                        Whats::One(w) => self.int(w) == i32::from(content.piece.what),
                        Whats::These(list) => list.contains(&content.piece.what),
                    }
            }
            Region::Pending => self.pos.pending.contains(&site),
            Region::ToClear => self.pos.to_remove.contains(&site),
            _ => self.region(e).contains(site),
        }
    }
}
