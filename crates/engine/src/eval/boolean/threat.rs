//! Questions about moves: is a piece threatened, can somebody move.

use crate::ctx::{Ctx, Wanted};
use crate::kernel::Moves;
use crate::kernel::boolean::Threatened;
use crate::position::{Piece, Slot};
use crate::siteset::SiteSet;
use crate::types::*;

impl<'g> Ctx<'g> {
    pub(super) fn threatened(&mut self, t: &Threatened) -> bool {
        if self.judging_threat {
            return false;
        }
        let what = match &t.what {
            Some(what) => {
                let what = self.int(what);
                if what < 1 || what as usize >= self.game.components.len() {
                    return false;
                }
                Some(what as usize)
            }
            None => None,
        };
        let sites = match (&t.sites, what) {
            (Some(sites), _) => self.region(sites),
            (None, Some(what)) => self.first_site_of(t.kind, what as i32).into_iter().collect(),
            (None, None) => (0..self.game.board_sites(t.kind) as i32)
                .filter(|&s| self.what(t.kind, s) != 0)
                .collect::<SiteSet>(),
        };
        self.judging_threat = true;
        let found = sites.iter().any(|site| match what {
            Some(what) => self.attacked(t, site, what),
            None => match self.what(t.kind, site) {
                0 => false,
                what => self.attacked(t, site, what),
            },
        });
        self.judging_threat = false;
        found
    }

    /// The lowest board site where the component stands.
    fn first_site_of(&self, kind: SiteType, what: i32) -> Option<i32> {
        (0..self.game.board_sites(kind) as i32).find(|&s| self.stands_at(kind, s, what))
    }

    /// Could any other player move to the site if the component stood there? The position is changed for the
    /// question and put back.
    fn attacked(&mut self, t: &Threatened, site: i32, what: usize) -> bool {
        let game = self.game;
        let owner = game.components[what].owner;
        let slot = self.slot(t.kind, site);
        let turn = (self.pos.mover, self.pos.next, self.pos.prev);
        let there = self.pos.top(slot);
        let piece = Piece { what: what as u16, who: owner as u8, ..there };
        let stacking = self.pos.stacking();
        let content = if stacking { Slot::default() } else { self.pos.slot_content(slot) };
        if piece != there {
            if stacking {
                self.pos.push(slot, piece);
            } else {
                self.pos.set_slot(slot, Slot { piece, count: content.count.max(1) });
            }
        }
        self.pos.prev = owner as u8;
        let mut found = false;
        for enemy in (1..=game.players).filter(|&p| p != owner) {
            self.pos.mover = enemy as u8;
            if t.what.is_none() {
                self.pos.next = owner as u8;
            }
            let rule = match &t.moves {
                Some(moves) => moves,
                None => self.moves_of_phase(enemy),
            };
            if self.can_move_to(rule, site) {
                found = true;
                break;
            }
        }
        (self.pos.mover, self.pos.next, self.pos.prev) = turn;
        if piece != there {
            if stacking {
                self.pos.pop(slot);
            } else {
                self.pos.set_slot(slot, content);
            }
        }
        found
    }

    /// Does a move of this rule go to the site?
    pub fn can_move_to(&mut self, rule: &Moves, site: i32) -> bool {
        let mut out = Vec::new();
        self.wanted = Some(Wanted::To(site));
        self.moves(rule, &mut out);
        out.iter().any(|m| m.to == site)
    }

    /// Is there any move by this rule, when the last move's sites count as visited?
    pub(super) fn can_move_now(&mut self, rule: &Moves) -> bool {
        if !self.game.uses.visited {
            return self.can_move(rule);
        }
        let before = self.pos.visited.clone();
        if let Some(last) = self.pos.last.clone() {
            self.pos.visited.insert(last.from);
            self.pos.visited.insert(last.to);
        }
        let can = self.can_move(rule);
        self.pos.visited = before;
        can
    }

    /// Has the player no legal move? Known from when their moves were last generated; for the next player it is
    /// found out now.
    pub(super) fn no_moves(&mut self, role: Role) -> bool {
        if role == Role::Next {
            if self.judging_stalemate {
                return false;
            }
            let (mover, next, prev) = (self.pos.mover, self.pos.next, self.pos.prev);
            if !self.pos.over && self.pos.any_active() {
                self.pos.mover = next;
                self.pos.next = self.active_after(next);
                self.pos.prev = mover;
            }
            self.judging_stalemate = true;
            self.find_stalemate();
            self.judging_stalemate = false;
            (self.pos.mover, self.pos.next, self.pos.prev) = (mover, next, prev);
        }
        let player = self.role(role);
        (0..32).contains(&player) && self.pos.stalemated >> player & 1 == 1
    }

    /// The next player still in the game after this one.
    pub(crate) fn active_after(&self, player: u8) -> u8 {
        let n = self.game.players.max(1);
        let mut next = usize::from(player) % n + 1;
        for _ in 0..n {
            if self.pos.is_active(next) {
                break;
            }
            next = next % n + 1;
        }
        next as u8
    }
}
