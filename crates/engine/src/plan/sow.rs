//! Sowing, hole by hole and all at once: in games where a seed is a seed, sowing one by one is adding numbers.

use super::perform::Step;
use super::*;
use crate::action::{Act, Action};
use crate::kernel::Sow;
use crate::position::Slot;

/// A rule of sowing with what the plan knows of it.
#[derive(Debug)]
pub(super) struct Sowing {
    pub rule: Arc<Sow>,
    pub plain: Arc<Moves>,
    pub skip: Option<Cond>,
    pub capture_if: Option<Cond>,
    pub capture: Option<Eff>,
    /// Does a seed go back to where all came from?
    pub origin: Cond,
    pub then: Option<ThenId>,
}

/// So often a hole is passed over before we believe that all are.
const MOST_SKIPPED: u32 = 10_000;

/// One seed goes from a hole to another.
fn seed(kind: SiteType, from: i32, to: i32) -> Action {
    let act = Act::Move {
        from_kind: kind,
        from,
        from_level: UNDEFINED,
        to_kind: kind,
        to,
        to_level: UNDEFINED,
        state: UNDEFINED,
        rotation: UNDEFINED,
        value: UNDEFINED,
        stack: false,
    };
    Action { act, decision: false }
}

impl<'g> Runner<'g> {
    /// Sows, and works out what is captured; what is captured is done when all of it is known.
    pub(super) fn sow(&mut self, s: &'g Sowing) {
        let saved = self.ctx.reg.clone();
        let mut steps = self.steps.pop().unwrap_or_default();
        let noted = self.made.len();
        let sown = self.sow_and_capture(s, &mut steps).is_some();
        if !sown {
            self.made.truncate(noted);
        }
        self.ctx.reg = saved;
        self.do_steps(&mut steps);
        self.steps.push(steps);
        if let Some(then) = s.then.filter(|_| sown) {
            self.follow(then);
        }
    }

    /// Nothing where the track does not lead on, and then nothing was done.
    fn sow_and_capture(&mut self, s: &'g Sowing, steps: &mut Vec<Step>) -> Option<()> {
        let game = self.ctx.game;
        let rule = &*s.rule;
        let start = self.ctx.int(&rule.start);
        let count = self.ctx.int(&rule.count);
        let owner = rule.owner.as_ref().map(|o| self.ctx.int(o));
        let track = rule.tracks.iter().map(|&t| &game.tracks[t]).find(|t| match (&rule.track_name, owner) {
            (None, _) => true,
            (Some(name), None | Some(OFF)) => t.name == *name,
            (Some(_), Some(owner)) => t.owner as i32 == owner,
        });
        let track = track?;
        let mut index = track.index_of(start);
        let from_slot = self.ctx.slot(rule.kind, start);
        let source = self.ctx.pos.slot_content(from_slot);
        // Seeds are taken up as they are sown; where there are fewer than there should be, the evaluator knows.
        let mut holes: smallvec::SmallVec<[(usize, i32); 32]> = smallvec::SmallVec::new();
        let mut sown = 0;
        let outside = std::mem::replace(&mut self.ctx.reg.from, start);
        let origin = self.holds(&s.origin);
        self.ctx.reg.from = outside;
        // Where somebody may ask what the move did, every seed is noted.
        let noted = self.notes();
        if origin {
            // One seed goes back to where all came from.
            if noted && sown < count {
                self.note(seed(rule.kind, start, start));
            }
            sown += 1;
            self.ctx.reg.to = start;
        }
        let (mut skipped, mut n, mut last_hole) = (0, 0, from_slot);
        while sown < count && n < count {
            self.ctx.reg.value = count - n;
            let i = index?;
            let mut next = track.next[i];
            let mut to = if next >= 0 { track.sites[next as usize] } else { OFF };
            self.ctx.reg.to = to;
            if let Some(skip) = &s.skip
                && skipped < MOST_SKIPPED
                && self.holds(skip)
            {
                skipped += 1;
                index = usize::try_from(next).ok();
                continue;
            }
            skipped = 0;
            if !rule.include_self && to == start {
                index = usize::try_from(next).ok();
                next = track.next[index?];
                to = if next >= 0 { track.sites[next as usize] } else { OFF };
            }
            let slot = self.ctx.slot(rule.kind, to);
            last_hole = slot;
            if noted {
                self.note(seed(rule.kind, start, to));
            }
            match holes.iter_mut().find(|(hole, _)| *hole == slot) {
                Some((_, seeds)) => *seeds += 1,
                None => holes.push((slot, 1)),
            }
            sown += 1;
            index = usize::try_from(next).ok();
            n += 1;
        }
        // (Where nothing is left to sow, what is said to happen afterwards happens all the same.)
        if count > 0 && sown > 0 {
            self.drop_seeds(source, from_slot, &holes, last_hole, origin);
        }
        let Some(capture) = &s.capture else { return Some(()) };
        let mut captured = 0;
        loop {
            if let Some(cond) = &s.capture_if
                && !self.holds(cond)
            {
                break;
            }
            self.ctx.reg.from = start;
            self.work_out(capture, steps);
            if rule.backtracking.is_none() && rule.forward.is_none() {
                break;
            }
            if let Some(cond) = &rule.backtracking {
                if !self.ctx.bool(cond) {
                    break;
                }
                let Some(prev) = index.map(|i| track.prev[i]).filter(|&p| p >= 0) else { break };
                index = Some(prev as usize);
                let to = track.sites[prev as usize];
                self.ctx.reg.to = to;
                if !self.ctx.bool(cond) || to == start {
                    break;
                }
            }
            if let Some(cond) = &rule.forward {
                if !self.ctx.bool(cond) {
                    break;
                }
                let Some(next) = index.map(|i| track.next[i]).filter(|&n| n >= 0) else { break };
                index = Some(next as usize);
                self.ctx.reg.to = track.sites[next as usize];
                if !self.ctx.bool(cond) {
                    break;
                }
            }
            captured += 1;
            if captured >= track.sites.len() {
                break;
            }
        }
        debug_assert!(
            steps.iter().all(|s| !matches!(s, Step::Act(a, _) if matches!(a.act, Act::Follow { .. })))
        );
        Some(())
    }

    /// Takes the seeds up and drops them into the holes.
    fn drop_seeds(
        &mut self,
        source: Slot,
        from_slot: usize,
        holes: &[(usize, i32)],
        last_hole: usize,
        origin: bool,
    ) {
        let game = self.ctx.game;
        let given: i32 = holes.iter().map(|&(_, seeds)| seeds).sum();
        if source.count < given || source.piece.what == 0 {
            return;
        }
        let pos = &mut self.ctx.pos;
        // A seed that comes back to the first hole finds what is left there.
        let back: i32 = holes.iter().filter(|(hole, _)| *hole == from_slot).map(|&(_, seeds)| seeds).sum();
        let left = source.count - given + back;
        let owner = game.components.get(usize::from(source.piece.what)).map_or(0, |c| c.owner as u8);
        // The very last seed, put back into the hole that it alone was left in, comes as a fresh one.
        let last_comes_back = if given == 0 { origin } else { last_hole == from_slot };
        let piece = if left == 1 && last_comes_back {
            crate::position::Piece { who: owner, ..source.piece }
        } else {
            source.piece
        };
        let content = if left > 0 { Slot { count: left, piece } } else { Slot::default() };
        pos.set_slot(from_slot, content);
        for &(slot, seeds) in holes.iter().filter(|(hole, _)| *hole != from_slot) {
            let there = pos.slot_content(slot);
            let same = there.piece.what == source.piece.what && there.count > 0;
            let content = if same {
                Slot { count: there.count + seeds, ..there }
            } else {
                let piece = crate::position::Piece { who: owner, ..source.piece };
                Slot { piece, count: seeds }
            };
            pos.set_slot(slot, content);
        }
    }
}
