//! Moves that are combined, or tried out and judged by where they lead.

use super::{MAX_DEPTH, put_actions};
use crate::action::{Act, Action};
use crate::ctx::{Ctx, RuleId, Wanted};
use crate::game::{ContainerKind, Track};
use crate::kernel::{Bool, Moves, TrackChoice};
use crate::moves::Move;
use crate::play::pass;
use crate::types::*;
use smallvec::SmallVec;

/// A loop of a rule goes round this often at most.
const MAX_ROUNDS: u32 = 10_000;

impl<'g> Ctx<'g> {
    /// Takes over the fuel that a fork has left.
    fn rejoin(&mut self, fork: &Ctx<'g>) {
        self.fuel = fork.fuel;
        if self.stopped.is_none() {
            self.stopped = fork.stopped;
        }
    }

    /// All moves as one. Everything the first one does is the decision.
    pub(super) fn append(&mut self, moves: &Moves, out: &mut Vec<Move>) {
        let mut list = Vec::new();
        self.moves(moves, &mut list);
        let mut list = list.into_iter();
        let Some(mut whole) = list.next() else { return };
        let mut actions = SmallVec::new();
        let then = std::mem::take(&mut whole.then);
        let parts = std::mem::take(&mut whole.actions);
        put_actions(&mut actions, Move { actions: parts, then, ..whole.clone() }, |_| true);
        for mv in list {
            whole.given.extend_from_slice(&mv.given);
            put_actions(&mut actions, mv, |_| false);
        }
        whole.actions = actions;
        (whole.from, whole.to) = whole.choice();
        whole.mover = self.pos.mover;
        out.push(whole);
    }

    pub(super) fn all_combinations(&mut self, m: &Moves, a: &Moves, b: &Moves, out: &mut Vec<Move>) {
        let (mut first, mut second) = (Vec::new(), Vec::new());
        self.moves(a, &mut first);
        self.moves(b, &mut second);
        for x in &first {
            for y in &second {
                if !self.burn(1, m.rule) {
                    return;
                }
                let mut both = x.clone();
                both.actions.clear();
                both.then.clear();
                both.given.extend_from_slice(&y.given);
                put_actions(&mut both.actions, x.clone(), |d| d);
                put_actions(&mut both.actions, y.clone(), |d| d);
                (both.from, both.to) = x.choice();
                out.push(both);
            }
        }
    }

    pub(super) fn seq(&mut self, m: &Moves, list: &[Moves], out: &mut Vec<Move>) {
        let mut fork = self.fork();
        for part in list {
            let mut moves = Vec::new();
            fork.moves(part, &mut moves);
            for mv in &moves {
                if !fork.burn(1, m.rule) {
                    break;
                }
                out.push(Move::clone(&fork.perform(mv, true)));
            }
        }
        self.rejoin(&fork);
    }

    pub(super) fn do_then(
        &mut self,
        m: &Moves,
        prior: &Moves,
        next: Option<&Moves>,
        after: Option<&Bool>,
        wanted: Option<Wanted>,
        out: &mut Vec<Move>,
    ) {
        let first = out.len();
        match next {
            Some(next) => {
                let mut before = Vec::new();
                self.moves(prior, &mut before);
                let mut fork = self.fork();
                let mut done: SmallVec<[Action; 2]> = SmallVec::new();
                let mut given: SmallVec<[RuleId; 4]> = SmallVec::new();
                for mv in &before {
                    if !fork.burn(1, m.rule) {
                        break;
                    }
                    let made = fork.perform(mv, false);
                    done.extend(made.actions.iter().cloned());
                    given.extend_from_slice(&made.given);
                }
                fork.moves(next, out);
                self.rejoin(&fork);
                let has_dice =
                    self.game.containers.iter().any(|c| matches!(c.kind, ContainerKind::Dice { .. }));
                if out.len() == first && has_dice {
                    out.push(pass(self.pos.mover.into(), true));
                }
                for mv in &mut out[first..] {
                    let mut actions = done.clone();
                    actions.append(&mut mv.actions);
                    mv.actions = actions;
                    mv.given.extend_from_slice(&given);
                }
            }
            // Without a condition `do` only does what it does for what comes next: nothing.
            None if after.is_none() => {}
            None => self.moves(prior, out),
        }
        if let Some(after) = after {
            let mut kept = first;
            for i in first..out.len() {
                // Trying a move is dear: only those that were asked for.
                let asked = match wanted {
                    None | Some(Wanted::Any) => true,
                    Some(Wanted::To(site)) => out[i].to == site,
                };
                if asked && self.burn(1, m.rule) && self.holds_after(&out[i], after) {
                    out.swap(kept, i);
                    kept += 1;
                    if wanted.is_some() {
                        break;
                    }
                }
            }
            out.truncate(kept);
        }
    }

    /// Does a condition hold once a move is made?
    fn holds_after(&mut self, mv: &Move, cond: &Bool) -> bool {
        // (Puzzles and matches keep things that a mark does not cover.)
        if self.pos.instance.is_some() {
            let mut fork = self.fork();
            let holds = fork.holds_once_made(mv, cond);
            self.rejoin(&fork);
            return holds;
        }
        let (rng, trying) = (self.rng, std::mem::replace(&mut self.trying, true));
        let dice = (!self.forced_dice.is_empty()).then(|| self.forced_dice.clone());
        let mark = self.pos.mark();
        let holds = self.holds_once_made(mv, cond);
        self.pos.rollback(mark);
        (self.rng, self.trying) = (rng, trying);
        if let Some(dice) = dice {
            self.forced_dice = dice;
        }
        holds
    }

    fn holds_once_made(&mut self, mv: &Move, cond: &Bool) -> bool {
        self.perform(mv, true);
        if self.pos.mover == self.pos.next {
            self.pos.next = self.pos.prev;
        }
        self.bool(cond)
    }

    pub(super) fn while_holds(&mut self, m: &Moves, cond: &Bool, moves: &Moves, out: &mut Vec<Move>) {
        let mut fork = self.fork();
        let mut rounds = 0;
        while fork.bool(cond) {
            let mut list = Vec::new();
            fork.moves(moves, &mut list);
            for mv in list {
                fork.perform(&mv, false);
                out.push(mv);
            }
            rounds += 1;
            if rounds > MAX_ROUNDS || !fork.burn(1, m.rule) {
                fork.fuel = 0;
                fork.stopped = Some(m.rule);
                break;
            }
        }
        self.rejoin(&fork);
    }

    pub(super) fn avoid_stored_state(&mut self, m: &Moves, moves: &Moves, out: &mut Vec<Move>) {
        let mut list = Vec::new();
        self.moves(moves, &mut list);
        for mv in list {
            if !self.burn(1, m.rule) {
                break;
            }
            let mut fork = self.fork();
            fork.perform(&mv, true);
            self.rejoin(&fork);
            if fork.pos.content_hash() != self.pos.stored_state {
                out.push(mv);
            }
        }
    }

    /// The track that a rule names: without a name the first; with an owner the first of theirs whose name holds it.
    fn chosen_track(&self, choice: &TrackChoice) -> Option<&'g Track> {
        let Some(name) = &choice.name else { return self.game.tracks.first() };
        match choice.owner.map(|r| self.role(r)) {
            None | Some(OFF) => self.game.tracks.iter().find(|t| t.name == *name),
            Some(owner) => {
                self.game.tracks.iter().find(|t| t.owner as i32 == owner && t.name.contains(name.as_str()))
            }
        }
    }

    pub(super) fn first_move_on_track(&mut self, track: &TrackChoice, moves: &Moves, out: &mut Vec<Move>) {
        let Some(track) = self.chosen_track(track) else { return };
        let first = out.len();
        let saved = self.reg.site;
        for &site in track.sites.iter().filter(|&&s| s >= 0) {
            self.reg.site = site;
            self.moves(moves, out);
            if out.len() > first {
                break;
            }
        }
        self.reg.site = saved;
    }

    pub(super) fn max_moves(&mut self, m: &Moves, value: &Bool, moves: &Moves, out: &mut Vec<Move>) {
        let mut list = Vec::new();
        self.moves(moves, &mut list);
        let by_value = self.bool(value);
        let mut best = 0;
        let mut judged = Vec::with_capacity(list.len());
        for mv in list {
            if !self.burn(1, m.rule) {
                return;
            }
            let mut fork = self.fork();
            let made = fork.apply(&mv);
            let here = if by_value { self.captured_value(&made, true) } else { 1 };
            let length = fork.longest_turn(m, here, by_value);
            self.rejoin(&fork);
            best = best.max(length);
            judged.push((length, made));
        }
        out.extend(judged.into_iter().filter(|(n, _)| *n == best).map(|(_, mv)| Move::clone(&mv)));
    }

    /// How long the turn can become from here, with `so_far` behind it: in moves, or in the value of captures.
    fn longest_turn(&mut self, m: &Moves, so_far: i32, by_value: bool) -> i32 {
        if self.pos.prev != self.pos.mover || self.pos.over || self.depth >= MAX_DEPTH {
            return so_far;
        }
        self.depth += 1;
        let mut best = 0;
        for mv in self.legal_moves() {
            if !self.burn(1, m.rule) {
                break;
            }
            let mut fork = self.fork();
            let made = fork.apply(&mv);
            let here = if by_value { self.captured_value(&made, false) } else { 1 };
            best = best.max(fork.longest_turn(m, so_far + here, by_value));
            self.rejoin(&fork);
        }
        self.depth -= 1;
        best
    }

    /// The sum of the values of the pieces that a move takes away, as they stand now. A piece of a stack counts as
    /// the one at its level, the lowest where no level is said, or (recorded games show both) as the one on top.
    fn captured_value(&self, made: &Move, by_level: bool) -> i32 {
        made.actions
            .iter()
            .map(|a| match a.act {
                Act::Remove { kind, to, level, .. } => {
                    let slot = self.slot(kind, to);
                    if by_level {
                        self.pos.at_level(slot, level.max(0) as usize).value
                    } else {
                        self.pos.top(slot).value
                    }
                }
                _ => 0,
            })
            .sum()
    }

    pub(super) fn max_captures(&mut self, m: &Moves, value: &Bool, moves: &Moves, out: &mut Vec<Move>) {
        let mut list = Vec::new();
        self.moves(moves, &mut list);
        let by_value = self.bool(value);
        let mut counts = Vec::with_capacity(list.len());
        for mv in &list {
            if !self.burn(1, m.rule) {
                return;
            }
            let mut fork = self.fork();
            let made = fork.apply(mv);
            self.rejoin(&fork);
            counts.push(if by_value {
                self.captured_value(&made, false)
            } else {
                made.actions.iter().filter(|a| matches!(a.act, Act::Remove { .. })).count() as i32
            });
        }
        let best = counts.iter().copied().max().unwrap_or(0).max(0);
        out.extend(list.into_iter().zip(counts).filter(|(_, n)| *n == best).map(|(mv, _)| mv));
    }

    pub(super) fn max_distance(&mut self, track: &TrackChoice, moves: &Moves, out: &mut Vec<Move>) {
        // The reference weighs the moves and then keeps all of them; recorded games show it, so all are kept.
        if self.chosen_track(track).is_some() {
            self.moves(moves, out);
        }
    }
}
