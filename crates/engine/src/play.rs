//! The course of a game: set-up, legal moves, applying a move, whose turn it is next, when it is over.

use crate::action::{Act, Action};
use crate::ctx::{Ctx, Wanted};
use crate::game::{Game, Repeat};
use crate::kernel::Moves;
use crate::moves::{Move, ThenId};
use crate::position::{PASSED, Position};
use crate::rng::Rng;
use crate::siteset::SiteSet;
use crate::types::*;
use smallvec::SmallVec;
use std::sync::Arc;

impl<'g> Ctx<'g> {
    /// A fresh game after its start rules.
    pub fn start(game: &'g Game, seed: u64) -> Ctx<'g> {
        let mut ctx = Ctx::new(game, Position::empty(game), Rng::new(seed));
        if ctx.is_match() {
            ctx.begin_instance(0, 0);
            return ctx;
        }
        ctx.set_up_containers();
        if game.mode == Mode::Simulation {
            ctx.pos.mover = 0;
            ctx.pos.next = 0;
        }
        // Everybody begins in the first phase that is theirs.
        for p in 1..=game.players {
            let mine = |role: Role| matches!(role, Role::Shared) || role == Role::P(p as u8);
            ctx.pos.phase[p] = game.phases.iter().position(|phase| mine(phase.role)).unwrap_or(0) as u8;
        }
        if game.uses.deduction_puzzle {
            ctx.set_up_puzzle();
        }
        for rule in &game.start {
            ctx.start_rule(rule);
        }
        ctx.pos.start_moves = ctx.pos.moves_made;
        ctx.refresh_after_set_up();
        ctx
    }

    /// Notes what play refers to later: where everything stood, and the position for repetition rules. To be called
    /// again when a position was set up by hand.
    pub fn refresh_after_set_up(&mut self) {
        let game = self.game;
        let mut stood = vec![SiteSet::new(); game.components.len()];
        for site in 0..game.board_sites(game.site_type) as i32 {
            let what = self.what(game.site_type, site);
            if let Some(s) = stood.get_mut(what) {
                s.insert(site);
            }
        }
        self.pos.start_sites = Arc::new(stood);
        self.sum_dice();
        self.pos.seen.clear();
        self.pos.seen_in_turn.clear();
        self.note_repetition(true);
    }

    pub(crate) fn moves_of_phase(&self, player: usize) -> &'g Moves {
        let phase = usize::from(self.pos.phase[player]);
        &self.game.phases[phase.min(self.game.phases.len() - 1)].play
    }

    /// All legal moves, metarules applied. Where a player has none, the one legal move is a forced pass.
    pub fn legal_moves(&mut self) -> Vec<Move> {
        let mut out = Vec::new();
        self.legal_moves_into(&mut out);
        out
    }

    pub fn legal_moves_into(&mut self, out: &mut Vec<Move>) {
        out.clear();
        if self.pos.over {
            return;
        }
        if self.is_match() {
            return self.match_moves(out);
        }
        if !self.trying {
            self.refuel();
        }
        match self.game.mode {
            Mode::Alternating => {
                let mover = usize::from(self.pos.mover);
                self.moves(self.moves_of_phase(mover), out);
                self.meta_moves(out);
            }
            Mode::Simulation => {
                self.moves(self.moves_of_phase(0), out);
                if out.len() > 1 {
                    let rest: Vec<Move> = out.drain(1..).collect();
                    out[0].actions.extend(rest.into_iter().flat_map(|m| m.actions));
                }
            }
            Mode::Simultaneous => self.joint_moves(out),
        }
        for m in out.iter_mut() {
            if m.mover == 0 && self.game.mode == Mode::Alternating {
                m.mover = self.pos.mover;
            }
        }
        self.drop_forbidden(out);
        if self.pos.any_active() {
            let bit = 1 << self.pos.mover;
            if out.is_empty() { self.pos.stalemated |= bit } else { self.pos.stalemated &= !bit }
        }
        if out.is_empty() && self.game.mode == Mode::Alternating {
            out.push(pass(self.pos.mover.into(), true));
        }
    }

    /// What one player may choose where all players move at once. [`Ctx::legal_moves`] joins one choice of each active
    /// player to a move, the choices of earlier players first.
    pub fn own_choices(&mut self, player: usize) -> Vec<Move> {
        let mut mine = Vec::new();
        if !self.pos.is_active(player) {
            return mine;
        }
        self.moves(self.moves_of_phase(player), &mut mine);
        mine.retain(|m| usize::from(m.mover) == player);
        if mine.is_empty() {
            mine.push(pass(player, true));
        }
        mine
    }

    /// Where all players move at once, a move is one choice of each of them.
    fn joint_moves(&mut self, out: &mut Vec<Move>) {
        for p in 1..=self.game.players {
            if !self.pos.is_active(p) {
                continue;
            }
            let mine = self.own_choices(p);
            if out.is_empty() {
                *out = mine;
                continue;
            }
            let rule = self.moves_of_phase(p).rule;
            let mut joined = Vec::new();
            for before in out.iter() {
                for m in &mine {
                    if !self.burn(1, rule) {
                        return;
                    }
                    joined.push(before.joined_with(m));
                }
            }
            *out = joined;
        }
    }

    /// Moves that a repetition or suicide rule forbids.
    fn drop_forbidden(&mut self, out: &mut Vec<Move>) {
        let game = self.game;
        if let Some(repeat) = game.meta.repeat {
            let moves = std::mem::take(out);
            for m in moves {
                let fresh = m.is_pass() || {
                    let mut after = self.fork();
                    after.perform(&m, true);
                    match repeat {
                        Repeat::Positional => !self.pos.seen.contains(&after.pos.positional_hash()),
                        Repeat::PositionalInTurn => {
                            !self.pos.seen_in_turn.contains(&after.pos.positional_hash())
                        }
                        Repeat::Situational => !self.pos.seen.contains(&after.pos.situational_hash()),
                        Repeat::SituationalInTurn => {
                            !self.pos.seen_in_turn.contains(&after.pos.situational_hash())
                        }
                    }
                };
                if fresh {
                    out.push(m);
                }
            }
        }
        if game.meta.no_suicide {
            let mover = self.pos.mover;
            let moves = std::mem::take(out);
            for m in moves {
                let mut after = self.fork();
                after.apply(&m);
                if after.pos.is_active(mover.into()) || !after.pos.losers.contains(&mover) {
                    out.push(m);
                }
            }
        }
    }

    /// Plays a move: its actions, what follows them, the end rules, phases, and the next player. Returns the move
    /// with all consequences among its actions. The move is not checked for legality.
    pub fn apply(&mut self, m: &Move) -> Arc<Move> {
        if self.is_match() {
            return self.match_apply(m);
        }
        if !self.trying {
            self.refuel();
        }
        let game = self.game;
        let mover = self.pos.mover;
        if m.is_pass() && self.pos.stalemated >> mover & 1 == 0 {
            self.find_stalemate();
        }
        self.pos.pending.clear();
        let made = self.perform(m, true);
        if self.pos.any_active()
            && let Some(end) =
                &game.phases[usize::from(self.pos.phase[usize::from(mover)]).min(game.phases.len() - 1)].end
        {
            self.check_end(end);
        }
        if !self.pos.over
            && let Some(end) = &game.end
        {
            self.check_end(end);
        }
        if self.pos.any_active() && self.limit_reached() {
            self.draw_by_limit();
        }
        if self.pos.any_active() {
            self.advance_phases();
        } else {
            self.pos.prev = mover;
        }
        self.pos.counter += 1;
        self.note_repetition(false);
        if self.pos.any_active() {
            self.hand_over(mover, made.from, made.to, made.is_swap(), made.is_pass());
        }
        self.sum_dice();
        made
    }

    pub(crate) fn limit_reached(&self) -> bool {
        let g = self.game;
        self.pos.turns >= g.turn_limit.saturating_mul(g.players as i32)
            || self.pos.moves_made - self.pos.start_moves >= g.move_limit
    }

    /// Moves every player on to the next phase where its condition holds.
    pub(crate) fn advance_phases(&mut self) {
        let game = self.game;
        for p in 1..=game.players {
            let phase = usize::from(self.pos.phase[p]);
            for next in &game.phases[phase].next {
                let who = self.role(next.role);
                if who != game.players as i32 + 1 && who != p as i32 {
                    continue;
                }
                let holds = next.cond.as_ref().is_none_or(|c| self.bool(c));
                if holds {
                    let of = if who == game.players as i32 + 1 { usize::from(self.pos.mover) } else { p };
                    let to = next.phase.unwrap_or((usize::from(self.pos.phase[of]) + 1) % game.phases.len());
                    self.pos.phase[p] = to as u8;
                    break;
                }
            }
        }
    }

    /// The turn passes to the next player.
    pub(crate) fn hand_over(&mut self, mover: u8, from: i32, to: i32, swapped: bool, passed: bool) {
        let game = self.game;
        if game.uses.visited {
            if self.pos.mover != self.pos.next {
                self.pos.visited.clear();
            } else {
                self.pos.visited.insert(from);
                self.pos.visited.insert(to);
            }
        }
        self.pos.prev = mover;
        self.pos.mover = self.pos.next;
        if self.pos.prev == self.pos.mover && !swapped {
            self.pos.turns_same_player += 1;
        } else {
            self.pos.turns_same_player = 0;
            self.pos.turns += 1;
        }
        if game.players > 0 {
            let mut next = usize::from(self.pos.mover) % game.players + 1;
            while !self.pos.is_active(next) {
                next = next % game.players + 1;
            }
            self.pos.next = next as u8;
        }
        if passed {
            self.pos.consecutive_passes += 1;
        } else {
            self.pos.consecutive_passes = 0;
        }
    }

    /// Remembers the position for repetition rules.
    pub(crate) fn note_repetition(&mut self, at_start: bool) {
        let uses = &self.game.uses;
        let new_turn = self.pos.mover != self.pos.prev;
        if (uses.no_repeat_positional_game && new_turn) || (uses.cycle_detection && !at_start) {
            self.pos.seen.push(self.pos.positional_hash());
        }
        if uses.no_repeat_positional_turn {
            if new_turn {
                self.pos.seen_in_turn.clear();
            }
            let hash = self.pos.positional_hash();
            self.pos.seen_in_turn.push(hash);
        }
        if at_start {
            return;
        }
        if uses.no_repeat_situational_game && new_turn {
            self.pos.seen.push(self.pos.situational_hash());
        }
        if uses.no_repeat_situational_turn {
            if new_turn {
                self.pos.seen_in_turn.clear();
            }
            let hash = self.pos.situational_hash();
            self.pos.seen_in_turn.push(hash);
        }
    }

    /// A pass may come from a player who could move: find out whether this one could.
    pub(crate) fn find_stalemate(&mut self) {
        // (Rules that try out passes would ask for ever.)
        if self.finding_stalemate || self.game.mode != Mode::Alternating || !self.pos.any_active() {
            return;
        }
        let mover = usize::from(self.pos.mover);
        let swap_possible =
            self.game.meta.swap && self.pos.moves_made - self.pos.start_moves == self.game.players as i32 - 1;
        let can = swap_possible || {
            let rule = self.moves_of_phase(mover);
            self.finding_stalemate = true;
            let can = self.can_move(rule);
            self.finding_stalemate = false;
            can
        };
        if can { self.pos.stalemated &= !(1 << mover) } else { self.pos.stalemated |= 1 << mover }
    }

    /// Is there any move by this rule?
    pub fn can_move(&mut self, rule: &Moves) -> bool {
        let mut out = Vec::new();
        self.wanted = Some(Wanted::Any);
        self.moves(rule, &mut out);
        !out.is_empty()
    }

    /// Performs the actions of a move and everything that follows from it, without ending the turn. With
    /// `record` it becomes the last move.
    pub fn perform(&mut self, m: &Move, record: bool) -> Arc<Move> {
        let mut made = Move { actions: Default::default(), then: Default::default(), ..m.clone() };
        for a in &m.actions {
            match a.act {
                Act::Follow { then } => self.follow(then, &mut made),
                _ => {
                    self.do_action(a);
                    made.actions.push(a.clone());
                }
            }
        }
        if record {
            self.pos.moves_made += 1;
            if self.pos.trail.last().is_none_or(|&before| before & !PASSED != m.mover) {
                self.pos.turn_from = m.from;
            }
            self.pos.trail.push(m.mover | if m.is_pass() { PASSED } else { 0 });
            self.pos.last = Some(Arc::new(m.clone()));
        }
        let game = self.game;
        for &then in &m.then {
            self.follow(then, &mut made);
        }
        if record && game.uses.sequence_capture {
            self.remove_captured(&mut made);
        }
        if record
            && m.is_pass()
            && !made.is_pass()
            && let Some(last) = self.pos.trail.last_mut()
        {
            *last &= !PASSED;
        }
        let made = Arc::new(made);
        if record {
            self.pos.last = Some(made.clone());
        }
        made
    }

    /// Does what follows a move and notes what that was.
    fn follow(&mut self, then: ThenId, made: &mut Move) {
        let rule = &self.game.thens[then.0 as usize];
        let mut follow = Vec::new();
        self.moves(rule, &mut follow);
        for f in &follow {
            if !self.burn(1, rule.rule) {
                break;
            }
            let inner = self.perform(f, false);
            made.actions.extend(inner.actions.iter().cloned());
            made.given.extend_from_slice(&inner.given);
        }
    }

    /// Takes away what was captured during a turn of several moves, once the turn is over.
    pub(crate) fn remove_captured(&mut self, made: &mut Move) {
        let again = made
            .actions
            .iter()
            .any(|a| matches!(a.act, Act::SetNextPlayer { player } if player == i32::from(self.pos.mover)));
        if again {
            return;
        }
        let mut taken = std::mem::take(&mut made.actions);
        self.take_captured(&mut taken);
        made.actions = taken;
    }

    /// The same once it is known that the turn is over; what is done comes before what was done already.
    pub(crate) fn take_captured(&mut self, actions: &mut SmallVec<[Action; 2]>) {
        let kind = self.game.site_type;
        let sites = std::mem::take(&mut self.pos.to_remove);
        if self.game.uses.stacking {
            let mut by_site: Vec<(i32, usize)> = Vec::new();
            for &s in &sites {
                match by_site.iter_mut().find(|(t, _)| *t == s) {
                    Some((_, n)) => *n += 1,
                    None => by_site.push((s, 1)),
                }
            }
            by_site.sort_unstable();
            for (site, n) in by_site {
                let n = n.min(self.pos.height(self.slot(kind, site)));
                for level in (0..n).rev() {
                    let a = Action {
                        act: Act::Remove { kind, to: site, level: level as i32, applied: true },
                        decision: false,
                    };
                    self.do_action(&a);
                    actions.insert(0, a);
                }
            }
        } else {
            for site in sites {
                let a = Action {
                    act: Act::Remove { kind, to: site, level: UNDEFINED, applied: true },
                    decision: false,
                };
                if !actions.contains(&a) {
                    self.do_action(&a);
                    actions.insert(0, a);
                }
            }
        }
    }
}

/// Doing nothing, because one may (`forced: false`) or must.
pub fn pass(player: usize, forced: bool) -> Move {
    let mut m = Move::new(Action { act: Act::Pass { forced }, decision: true });
    m.mover = player as u8;
    m
}
