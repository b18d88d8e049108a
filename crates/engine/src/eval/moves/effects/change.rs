//! Effects that change what stands where: flipping, pushing, attracting, taking over.

use super::{bundle, one};
use crate::action::Act;
use crate::ctx::Ctx;
use crate::game::ContainerKind;
use crate::kernel::{Dir, Int, Region};
use crate::moves::Move;
use crate::types::*;

impl<'g> Ctx<'g> {
    /// The other side of a piece that has two.
    fn flipped(&self, what: usize, state: i32) -> Option<i32> {
        let (a, b) = self.game.components.get(what)?.flips?;
        Some(if state == a {
            b
        } else if state == b {
            a
        } else {
            state
        })
    }

    /// What turning the one piece at a site over does.
    pub(crate) fn flip_act(&mut self, kind: SiteType, site: &Int) -> Option<Act> {
        let to = self.int(site);
        let kind = self.game.kind_of_site(Some(kind), to);
        let slot = self.slot(kind, to);
        if to < 0 || self.pos.height(slot) != 1 {
            return None;
        }
        let p = self.pos.top(slot);
        let state = self.flipped(p.what.into(), p.state)?;
        Some(Act::SetState { kind, to, level: UNDEFINED, state })
    }

    pub(super) fn flip(&mut self, kind: SiteType, site: &Int, out: &mut Vec<Move>) {
        let site = self.int(site);
        if site < 0 {
            return;
        }
        let kind = self.game.kind_of_site(Some(kind), site);
        let slot = self.slot(kind, site);
        let height = self.pos.height(slot);
        if height > 1 {
            // A stack is turned over as a whole.
            let levels: Vec<_> = self.pos.levels(slot).to_vec();
            let mut acts: Vec<Act> = (0..height)
                .map(|level| Act::Remove { kind, to: site, level: level as i32, applied: true })
                .collect();
            for p in levels.iter().rev() {
                let state = self.flipped(p.what.into(), p.state).unwrap_or(p.state);
                acts.push(Act::Add {
                    kind,
                    to: site,
                    what: p.what.into(),
                    count: 1,
                    state,
                    rotation: p.rotation.into(),
                    value: p.value,
                    on_stack: true,
                });
            }
            out.extend(bundle(acts));
        } else if height == 1 {
            let p = self.pos.top(slot);
            if let Some(state) = self.flipped(p.what.into(), p.state) {
                out.push(one(Act::SetState { kind, to: site, level: UNDEFINED, state }));
            }
        }
    }

    pub(super) fn push_line(&mut self, kind: SiteType, from: &Int, dirs: &Dir, out: &mut Vec<Move>) {
        let from = self.int(from);
        if from < 0 || from as usize >= self.game.board.len(kind) {
            return;
        }
        let Some(&dir) = self.directions(dirs, kind, from).first() else { return };
        let board = &self.game.board;
        for radial in board.radials(kind, from as usize, dir) {
            let mut pushed = self.what(kind, from) as i32;
            out.push(one(removal(kind, from)));
            for &to in radial {
                let to = to as i32;
                let what = self.what(kind, to) as i32;
                if what != 0 {
                    out.push(one(removal(kind, to)));
                }
                out.push(one(adding(kind, to, pushed)));
                if what == 0 {
                    break;
                }
                pushed = what;
            }
        }
    }

    pub(super) fn attract(&mut self, kind: SiteType, from: &Int, dirs: &Dir, out: &mut Vec<Move>) {
        let from = self.int(from);
        if from < 0 || from as usize >= self.game.board.len(kind) {
            return;
        }
        let board = &self.game.board;
        for dir in self.directions(dirs, kind, from) {
            for radial in board.radials(kind, from as usize, dir) {
                let mut drawn = Vec::new();
                for &to in radial {
                    let what = self.what(kind, to as i32) as i32;
                    if what != 0 {
                        drawn.push(what);
                        out.push(one(removal(kind, to as i32)));
                    }
                }
                for (&to, &what) in radial.iter().zip(&drawn) {
                    out.push(one(adding(kind, to as i32, what)));
                }
            }
        }
    }

    pub(super) fn take_control(
        &mut self,
        kind: SiteType,
        of: Option<&Int>,
        by: &Int,
        region: Option<&Region>,
        out: &mut Vec<Move>,
    ) {
        let by = self.int(by);
        let of = of.map(|o| self.int(o));
        let region = region.map(|r| self.region(r));
        let game = self.game;
        let sites =
            (0..game.board_sites(kind) as i32).filter(|&s| region.as_ref().is_none_or(|r| r.contains(s)));
        for site in sites.collect::<Vec<_>>() {
            let slot = self.slot(kind, site);
            let p = self.pos.top(slot);
            if p.what == 0 || of.is_some_and(|o| o != i32::from(p.who)) {
                continue;
            }
            let label = &game.components[p.what as usize].label;
            let taken = game
                .components
                .iter()
                .enumerate()
                .skip(1)
                .find(|(_, c)| c.owner as i32 == by && c.label == *label);
            let Some((what, _)) = taken else { continue };
            let add = Act::Add {
                kind,
                to: site,
                what: what as i32,
                count: self.pos.count(slot),
                state: p.state,
                rotation: p.rotation.into(),
                value: p.value,
                on_stack: false,
            };
            out.extend(bundle(vec![removal(kind, site), add]));
        }
    }

    /// A domino from the rest goes to the first free place of the mover's hand.
    pub(super) fn take_domino(&mut self, out: &mut Vec<Move>) {
        let mover = usize::from(self.pos.mover);
        let hand = self.game.containers.iter().find(|c| c.kind == ContainerKind::Hand && c.owner == mover);
        let Some(hand) = hand else { return };
        let free = (hand.first..hand.first + hand.len).find(|&s| self.what(SiteType::Cell, s) == 0);
        let Some(site) = free else { return };
        if self.pos.remaining_dominoes.is_empty() {
            return;
        }
        let i = self.rng.below(self.pos.remaining_dominoes.len());
        let what = self.pos.remaining_dominoes[i].into();
        let state = 0;
        out.push(one(Act::Add {
            kind: SiteType::Cell,
            to: site,
            what,
            count: 1,
            state,
            rotation: UNDEFINED,
            value: UNDEFINED,
            on_stack: false,
        }));
    }
}

fn removal(kind: SiteType, to: i32) -> Act {
    Act::Remove { kind, to, level: UNDEFINED, applied: true }
}

fn adding(kind: SiteType, to: i32, what: i32) -> Act {
    Act::Add {
        kind,
        to,
        what,
        count: 1,
        state: UNDEFINED,
        rotation: UNDEFINED,
        value: UNDEFINED,
        on_stack: false,
    }
}
