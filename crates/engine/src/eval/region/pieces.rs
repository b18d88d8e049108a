//! Regions that pieces give.

use super::board::set;
use crate::ctx::Ctx;
use crate::game::ComponentKind;
use crate::kernel::Int;
use crate::kernel::int::Owners;
use crate::kernel::region::{Content, Whats};
use crate::siteset::SiteSet;
use crate::types::*;

impl<'g> Ctx<'g> {
    pub(super) fn occupied(
        &mut self,
        of: &Owners,
        whats: &Whats,
        container: Option<&Int>,
        top_only: bool,
        kind: SiteType,
    ) -> SiteSet {
        let owners = self.owner_mask(of);
        let container = container.map(|c| self.int(c));
        let kind = if container.is_some_and(|c| c > 0) { SiteType::Cell } else { kind };
        let one;
        let (whats, owned): (Option<&[u16]>, u32) = match whats {
            Whats::Any => (None, owners),
            Whats::One(w) => {
                one = [self.int(w).clamp(0, u16::MAX.into()) as u16];
                (Some(&one), owners)
            }
            Whats::These(list) => (Some(list), owners),
        };
        let game = self.game;
        let mut sites = SiteSet::new();
        if let Some(found) = self.occupied_by_sets(whats, owned, kind, container) {
            return found;
        }
        let board = (0..game.board_sites(kind) as i32).map(|s| (kind, s));
        let first = game.layout.extra_first;
        let beside = if kind == SiteType::Cell { game.layout.extra_len as i32 } else { 0 };
        for (kind, site) in board.chain((first..first + beside).map(|s| (SiteType::Cell, s))) {
            let slot = self.slot(kind, site);
            if self.pos.is_empty(slot) {
                continue;
            }
            let fits = |p: crate::position::Piece| {
                owned >> p.who & 1 == 1 && whats.is_none_or(|w| w.contains(&p.what))
            };
            let here = if self.pos.stacking() {
                (!top_only || owners >> self.pos.who(slot) & 1 == 1)
                    && self.pos.levels(slot).iter().any(|&p| fits(p))
            } else {
                fits(self.pos.top(slot))
            };
            if here {
                sites.insert(site);
            }
        }
        match container {
            None => {}
            Some(c) => {
                let Some(c) = usize::try_from(c).ok().and_then(|c| game.containers.get(c)) else {
                    return SiteSet::new();
                };
                let range = if c.kind == crate::game::ContainerKind::Board {
                    0..game.board_sites(kind) as i32
                } else {
                    c.first..c.first + c.len
                };
                sites = sites.iter().filter(|s| range.contains(s)).collect();
                if game.uses.large_pieces && c.kind == crate::game::ContainerKind::Board {
                    for site in sites.clone().iter() {
                        sites.union_with(&self.large_piece_at(kind, site));
                    }
                }
            }
        }
        sites
    }

    /// The same from the sets that the position keeps, where that is all there is to it.
    fn occupied_by_sets(
        &self,
        whats: Option<&[u16]>,
        owned: u32,
        kind: SiteType,
        container: Option<i32>,
    ) -> Option<SiteSet> {
        let game = self.game;
        let (first, len) = game.layout.board[kind as usize];
        let beside = kind == SiteType::Cell && game.layout.extra_len > 0;
        let usual = self.pos.keeps_sets()
            && !game.uses.large_pieces
            && len == game.board_sites(kind)
            && matches!(container, None | Some(0))
            && (container == Some(0) || !beside);
        if !usual {
            return None;
        }
        let empty = self.pos.empty_slots();
        let mut slots: smallvec::SmallVec<[u64; 8]> = smallvec::SmallVec::from_elem(0, empty.len());
        for who in (0..game.players + 2).filter(|&who| owned >> who & 1 == 1) {
            slots.iter_mut().zip(self.pos.slots_of_who(who)).for_each(|(s, &w)| *s |= w);
        }
        if let Some(list) = whats {
            let mut of_whats: smallvec::SmallVec<[u64; 8]> = smallvec::SmallVec::from_elem(0, empty.len());
            for &what in list.iter().filter(|&&w| usize::from(w) < game.components.len() && w > 0) {
                of_whats.iter_mut().zip(self.pos.slots_of_what(what.into())).for_each(|(s, &w)| *s |= w);
            }
            slots.iter_mut().zip(&of_whats).for_each(|(s, &w)| *s &= w);
        }
        slots.iter_mut().zip(empty).for_each(|(s, &w)| *s &= !w);
        let sites = SiteSet::from_slots(&slots, first, len);
        Some(sites)
    }

    pub(super) fn large_piece_at(&self, kind: SiteType, site: i32) -> SiteSet {
        let piece = self.pos.top(self.slot(kind, site));
        let what = usize::from(piece.what);
        match self.game.components.get(what).map(|c| &c.kind) {
            None | Some(ComponentKind::Nothing) => SiteSet::new(),
            Some(ComponentKind::Large { .. } | ComponentKind::Domino { .. }) => {
                self.large_piece_sites(what, site, piece.state).into_iter().collect()
            }
            Some(
                ComponentKind::Piece
                | ComponentKind::Die { .. }
                | ComponentKind::Card { .. }
                | ComponentKind::Tile { .. },
            ) => [site].into_iter().collect(),
        }
    }

    pub(super) fn supporting(&self, kind: SiteType, what: i32) -> SiteSet {
        let board = &self.game.board;
        let above = [Direction::UNW, Direction::USW, Direction::UNE, Direction::USE];
        (0..board.len(kind))
            .filter(|&s| {
                above.iter().filter_map(|&d| board.steps(kind, s, d).first()).any(|&up| {
                    let there = self.what(kind, up as i32) as i32;
                    if what == UNDEFINED { there != 0 } else { there == what }
                })
            })
            .map(|s| s as i32)
            .collect()
    }

    pub(in crate::eval) fn playable(&self) -> SiteSet {
        let kind = self.game.site_type;
        let board = &self.game.board;
        let occupied: Vec<i32> =
            (0..board.len(kind) as i32).filter(|&s| !self.pos.is_empty(self.slot(kind, s))).collect();
        if occupied.is_empty() {
            return set(board.centre(kind));
        }
        let mut sites = SiteSet::new();
        if self.game.uses.dominoes {
            for s in occupied {
                self.open_ends(s, &mut sites);
            }
            return sites;
        }
        for s in occupied {
            for radial in board.radials(kind, s as usize, Direction::Adjacent) {
                if let Some(&next) = radial.first()
                    && self.pos.is_empty(self.slot(kind, next as i32))
                {
                    sites.insert(next as i32);
                }
            }
        }
        sites
    }

    /// Does what stands on a site answer to the description?
    pub(super) fn content_fits(&self, content: Content, kind: SiteType, site: i32) -> bool {
        let what = self.what(kind, site);
        if what == 0 {
            return content == Content::Empty;
        }
        let n = self.game.players;
        let owner = self.game.components.get(what).map_or(0, |c| c.owner);
        let mover = usize::from(self.pos.mover);
        let shared = owner == n + 1;
        let own = owner == mover || shared;
        let teams = self.game.uses.teams;
        let enemy = if teams {
            owner >= 1 && owner <= n && owner != mover && self.pos.teams[owner] != self.pos.teams[mover]
        } else {
            owner != mover && owner > 0 && owner <= n
        };
        match content {
            Content::Empty => false,
            Content::NotEmpty => true,
            Content::Own => own,
            Content::NotOwn => !own,
            Content::Enemy => enemy,
            // With teams the reference means enemies or shared pieces here.
            Content::NotEnemy if teams => enemy || shared,
            Content::NotEnemy => own,
        }
    }
}
