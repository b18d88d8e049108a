//! Moves that point at a piece or site: remove, promote, select, swap, play a card.

use super::{moving, slide::adding};
use crate::action::{Act, Action};
use crate::ctx::Ctx;
use crate::kernel::{Int, Moves, Origin, Place, PromoteTo, Target};
use crate::moves::Move;
use crate::types::*;

impl<'g> Ctx<'g> {
    #[allow(clippy::too_many_arguments)]
    pub(super) fn remove_piece(
        &mut self,
        m: &Moves,
        kind: SiteType,
        place: &Place,
        level: Option<&Int>,
        count: Option<&Int>,
        at_end_of_turn: bool,
        out: &mut Vec<Move>,
    ) {
        let sites = self.places(place);
        let count = self.int_or(count, 1);
        for site in sites {
            if site < 0 {
                continue;
            }
            let kind = self.game.kind_of_site(Some(kind), site);
            if self.what(kind, site) == 0 || !self.burn(count.max(1) as u64, m.rule) {
                continue;
            }
            let height = self.height(kind, site);
            let level = self.int_or(level, height - 1).max(0);
            let level = if !self.pos.stacking() || height == level + 1 { UNDEFINED } else { level };
            let act = Act::Remove { kind, to: site, level, applied: !at_end_of_turn };
            let mut mv = self.new_move(m, act.clone());
            for _ in 1..count {
                mv.actions.push(Action { act: act.clone(), decision: false });
            }
            out.push(mv);
        }
    }

    pub(super) fn promote_piece(
        &mut self,
        m: &Moves,
        kind: SiteType,
        site: &Int,
        to: &PromoteTo,
        out: &mut Vec<Move>,
    ) {
        let site = self.int(site);
        if site < 0 {
            return;
        }
        for what in self.promotions(to) {
            if what > 0 {
                out.push(self.new_move(m, Act::Promote { kind, to: site, level: UNDEFINED, what }));
            }
        }
    }

    /// The components that a piece may be promoted to.
    pub(crate) fn promotions(&mut self, to: &PromoteTo) -> smallvec::SmallVec<[i32; 4]> {
        let components = &self.game.components;
        let owned = |i: usize, owner: i32| components.get(i).is_some_and(|c| c.owner as i32 == owner);
        match to {
            PromoteTo::Pieces(list) => list.iter().map(|e| self.int(e)).collect(),
            PromoteTo::OwnedBy { owner, names } => {
                let owner = self.int(owner);
                names
                    .iter()
                    .filter_map(|list| list.iter().find(|&&i| owned(i.into(), owner)))
                    .map(|&i| i32::from(i))
                    .collect()
            }
            PromoteTo::LikeOwnedBy { owner, piece } => {
                let (owner, like) = (self.int(owner), self.int(piece));
                let name = components.get(like.max(0) as usize).map_or("", |c| c.name.as_str());
                let found = (1..components.len())
                    .find(|&i| like > 0 && components[i].name.contains(name) && owned(i, owner));
                found.map(|i| i as i32).into_iter().collect()
            }
        }
    }

    pub(super) fn select(
        &mut self,
        m: &Moves,
        from: &Origin,
        to: Option<&Target>,
        mover: Option<Role>,
        out: &mut Vec<Move>,
    ) {
        let first = out.len();
        let saved = (self.reg.from, self.reg.to);
        for site in self.places(&from.place) {
            if !self.exists(from.kind, site) || !self.burn(1, m.rule) {
                continue;
            }
            let from_level = self.level_or_top(from.kind, site, from.level.as_ref());
            self.reg.from = site;
            self.reg.to = site;
            if !self.holds(from.cond.as_ref()) {
                continue;
            }
            let mut chosen = Act::Select {
                from_kind: from.kind,
                from: site,
                from_level,
                to_kind: from.kind,
                to: site,
                to_level: from_level,
            };
            match to {
                None => out.push(self.new_move(m, chosen)),
                Some(target) => {
                    for second in self.places(&target.place) {
                        if !self.exists(target.kind, second) || !self.burn(1, m.rule) {
                            continue;
                        }
                        let level = self.level_or_top(target.kind, second, target.level.as_ref());
                        self.reg.to = second;
                        if self.holds(target.cond.as_ref()) {
                            if let Act::Select { to_kind, to, to_level, .. } = &mut chosen {
                                (*to_kind, *to, *to_level) = (target.kind, second, level);
                            }
                            out.push(self.new_move(m, chosen.clone()));
                        }
                    }
                }
            }
        }
        (self.reg.from, self.reg.to) = saved;
        if let Some(role) = mover {
            let player = self.role(role).clamp(0, 255) as u8;
            for mv in &mut out[first..] {
                mv.mover = player;
            }
        }
    }

    /// Is there such a site? Beside the board there are only cells.
    fn exists(&self, kind: SiteType, site: i32) -> bool {
        match kind {
            SiteType::Cell => site >= 0 && self.slot(kind, site) != self.game.layout.nowhere,
            SiteType::Vertex | SiteType::Edge => self.on_board(kind, site),
        }
    }

    fn level_or_top(&mut self, kind: SiteType, site: i32, level: Option<&Int>) -> i32 {
        if !self.pos.stacking() {
            return UNDEFINED;
        }
        let top = self.height(kind, site) - 1;
        self.int_or(level, top)
    }

    pub(super) fn swap_pieces(&mut self, m: &Moves, a: &Int, b: &Int, out: &mut Vec<Move>) {
        let (a, b) = (self.int(a), self.int(b));
        if a < 0 || b < 0 {
            return;
        }
        let kind = SiteType::Cell;
        let what = self.what(kind, b) as i32;
        let mut mv = self.new_move(m, moving(kind, a, UNDEFINED, b, false));
        let back = adding(self.game.kind_of_site(None, a), a, what);
        mv.actions.push(Action { act: back, decision: false });
        out.push(mv);
    }

    pub(super) fn play_card(&mut self, m: &Moves, out: &mut Vec<Move>) {
        let mover = usize::from(self.pos.mover);
        let to = mover as i32 - 1;
        let game = self.game;
        for hand in game.containers.iter().skip(1).filter(|c| c.owner == mover) {
            for site in hand.first..hand.first + hand.len {
                for level in 0..self.height(SiteType::Cell, site) {
                    let mut mv = self.new_move(m, moving(SiteType::Cell, site, level, to, false));
                    (mv.level_min, mv.level_max) = (level, level);
                    out.push(mv);
                }
            }
        }
    }
}
