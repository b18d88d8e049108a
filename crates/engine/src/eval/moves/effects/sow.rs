//! Sowing: pieces are taken from a hole and put, one by one or several at a time, into the holes that follow.

use crate::action::{Act, Action};
use crate::ctx::Ctx;
use crate::kernel::{Moves, Sow};
use crate::moves::Move;
use crate::types::*;
use smallvec::SmallVec;

/// A hole may be passed over so often before we believe that all are.
const MOST_SKIPPED: i32 = 10_000;

impl<'g> Ctx<'g> {
    pub(super) fn sow(&mut self, s: &Sow, m: &Moves, out: &mut Vec<Move>) {
        let saved = self.reg.clone();
        if let Some(mv) = self.sowing(s, m) {
            out.push(mv);
        }
        self.reg = saved;
    }

    fn sowing(&mut self, s: &Sow, m: &Moves) -> Option<Move> {
        let game = self.game;
        let start = self.int(&s.start);
        let count = self.int(&s.count);
        let mut per_hole = self.int(&s.per_hole);
        let owner = s.owner.as_ref().map(|o| self.int(o));
        let track = s.tracks.iter().map(|&t| &game.tracks[t]).find(|t| match (&s.track_name, owner) {
            (None, _) => true,
            (Some(name), None | Some(OFF)) => t.name == *name,
            (Some(_), Some(owner)) => t.owner as i32 == owner,
        })?;
        let mut index = track.index_of(start);
        let mut actions: SmallVec<[Action; 2]> = SmallVec::new();
        let mut sown = 0;
        let from_before = self.reg.from;
        self.reg.from = start;
        if self.bool(&s.origin) {
            self.sow_effect(s, &mut actions);
            for _ in 0..per_hole.max(0) {
                if sown < count {
                    actions.push(seed(s.kind, start, start, [UNDEFINED; 3]));
                }
                sown += 1;
            }
            self.reg.to = start;
        }
        self.reg.from = from_before;
        let mut skipped = 0;
        let mut n = 0;
        while sown < count && n < count {
            if !self.burn(1, m.rule) {
                return None;
            }
            self.reg.value = count - n;
            let i = index?;
            let mut next = track.next[i];
            let mut to = if next >= 0 { track.sites[next as usize] } else { OFF };
            self.reg.to = to;
            let skip = s.skip_if.as_ref().is_some_and(|c| self.bool(c));
            if skip && skipped < MOST_SKIPPED {
                skipped += 1;
                index = (next >= 0).then_some(next as usize);
                continue;
            }
            skipped = 0;
            if !s.include_self && to == start {
                index = (next >= 0).then_some(next as usize);
                next = track.next[index?];
                to = if next >= 0 { track.sites[next as usize] } else { OFF };
            }
            let (a, b) = (self.pos.top(self.slot(s.kind, start)), self.pos.top(self.slot(s.kind, to)));
            let keep = |x: i32, y: i32| if x != y { y } else { UNDEFINED };
            let carried =
                [keep(a.state, b.state), keep(a.rotation.into(), b.rotation.into()), keep(a.value, b.value)];
            per_hole = self.int(&s.per_hole);
            self.sow_effect(s, &mut actions);
            for _ in 0..per_hole.max(0) {
                if sown < count {
                    actions.push(seed(s.kind, start, to, carried));
                }
                sown += 1;
            }
            index = (next >= 0).then_some(next as usize);
            n += 1;
        }
        // (Where nothing is left to sow, what is said to happen afterwards happens all the same.)
        let mut mv = Move::new(seed(s.kind, start, start, [UNDEFINED; 3]));
        mv.actions = actions;
        if let Some(capture) = &s.capture {
            self.capture_after(s, capture, m, &mut mv, track, start, index);
        }
        Some(mv)
    }

    fn sow_effect(&mut self, s: &Sow, actions: &mut SmallVec<[Action; 2]>) {
        if let Some(effect) = &s.sow_effect {
            let mut found = Vec::new();
            self.moves(effect, &mut found);
            actions.extend(found.into_iter().flat_map(|m| m.actions));
        }
    }

    /// Looks at the holes after sowing and adds the captures to the move: the last hole, then on from it, backwards
    /// or forwards, as long as holes are captured.
    fn capture_after(
        &mut self,
        s: &Sow,
        capture: &Moves,
        m: &Moves,
        mv: &mut Move,
        track: &crate::game::Track,
        start: i32,
        mut index: Option<usize>,
    ) {
        let mut after = self.fork();
        after.perform(mv, false);
        let mut captured = 0;
        while s.capture_if.as_ref().is_none_or(|c| after.bool(c)) {
            if !self.burn(1, m.rule) {
                return;
            }
            after.reg.from = start;
            let mut found = Vec::new();
            after.moves(capture, &mut found);
            for f in &found {
                let done = after.fork().perform(f, true);
                mv.actions.extend(done.actions.iter().cloned());
                mv.given.extend_from_slice(&done.given);
            }
            if s.backtracking.is_none() && s.forward.is_none() {
                break;
            }
            if let Some(cond) = &s.backtracking {
                if !after.bool(cond) {
                    break;
                }
                let Some(prev) = index.map(|i| track.prev[i]).filter(|&p| p >= 0) else { break };
                index = Some(prev as usize);
                let to = track.sites[prev as usize];
                after.reg.to = to;
                if !after.bool(cond) || to == start {
                    break;
                }
            }
            if let Some(cond) = &s.forward {
                if !after.bool(cond) {
                    break;
                }
                let Some(next) = index.map(|i| track.next[i]).filter(|&n| n >= 0) else { break };
                index = Some(next as usize);
                after.reg.to = track.sites[next as usize];
                if !after.bool(cond) {
                    break;
                }
            }
            captured += 1;
            if captured >= track.sites.len() {
                break;
            }
        }
    }
}

/// One piece goes from the hole of origin to another.
fn seed(kind: SiteType, from: i32, to: i32, [state, rotation, value]: [i32; 3]) -> Action {
    let act = Act::Move {
        from_kind: kind,
        from,
        from_level: UNDEFINED,
        to_kind: kind,
        to,
        to_level: UNDEFINED,
        state,
        rotation,
        value,
        stack: false,
    };
    Action { act, decision: false }
}
