//! Moves: generating them. Dispatch and what all kinds share are here; one file per kind of movement, `effects`
//! for the rest.

mod add;
mod effects;
mod for_each;
mod from_to;
mod hop;
mod large;
mod leap;
mod point;
mod say;
mod slide;
mod step;
mod trial;

use crate::action::{Act, Action};
use crate::ctx::{Ctx, MOST_NESTED, Wanted};
use crate::kernel::{Apply, Bool, Int, Moves, MovesKind, Place};
use crate::moves::{Move, ThenId};
use crate::types::*;
use smallvec::SmallVec;

/// Sites to go through, in order.
type Sites = SmallVec<[i32; 16]>;

/// Pieces' own moves may ask for pieces' own moves again; this deep and no deeper.
const MAX_DEPTH: u32 = 64;

/// No position has more moves than this: a rule that lists more goes on for ever, and memory would end before its fuel does.
const MOST_MOVES: usize = 1 << 20;

impl<'g> Ctx<'g> {
    /// Appends the moves of a rule to `out`. Registers are left as they were found.
    #[inline]
    pub fn moves(&mut self, m: &Moves, out: &mut Vec<Move>) {
        if self.observer.is_some() {
            self.moves_observed(m, out);
        } else {
            self.moves_unobserved(m, out);
        }
    }

    pub(crate) fn moves_unobserved(&mut self, m: &Moves, out: &mut Vec<Move>) {
        if !self.burn(1, m.rule) {
            return;
        }
        if self.nesting >= MOST_NESTED {
            // A rule that needs itself to be evaluated never comes to an end.
            self.burn(u64::MAX, m.rule);
            return;
        }
        self.nesting += 1;
        let first = out.len();
        // What is wanted holds for this rule; only rules that pass moves through unchanged pass it on.
        let wanted = self.wanted.take();
        match &m.kind {
            MovesKind::Step { from, dirs, to, stack } => self.step(m, from, dirs, to, *stack, out),
            MovesKind::Slide { from, tracks: None, dirs, between, to, stack } => {
                self.slide(m, from, dirs, between.as_deref(), to.as_deref(), *stack, out)
            }
            MovesKind::Slide { from, tracks: Some(tracks), between, to, .. } => {
                self.slide_on_tracks(m, from, tracks, between.as_deref(), to.as_deref(), out)
            }
            MovesKind::Hop { from, dirs, between, to, stack } => {
                self.hop(m, from, dirs, between.as_deref(), to, *stack, out)
            }
            MovesKind::Leap { from, walks, forward, rotations, to } => {
                self.leap(m, from, walks, forward, rotations, to, out)
            }
            MovesKind::FromTo { from, to, count, copy, stack, mover } => {
                self.carry(m, from, to, count.as_ref(), copy, *stack, *mover, out)
            }
            MovesKind::Add { pieces, state, to, count, on_stack } => {
                self.add_piece(m, pieces, state.as_ref(), to, count.as_ref(), *on_stack, out)
            }
            MovesKind::Shoot { kind, piece, from, dirs, to } => {
                self.shoot(m, *kind, piece, from, dirs, to.as_ref(), out)
            }
            MovesKind::Remove { kind, place, level, count, at_end_of_turn } => {
                self.remove_piece(m, *kind, place, level.as_ref(), count.as_ref(), *at_end_of_turn, out)
            }
            MovesKind::Promote { kind, site, to } => self.promote_piece(m, *kind, site, to, out),
            MovesKind::Select { from, to, mover } => self.select(m, from, to.as_deref(), *mover, out),
            MovesKind::PlayCard => self.play_card(m, out),
            MovesKind::SwapPieces { a, b } => self.swap_pieces(m, a, b, out),
            MovesKind::Pass => out.push(self.new_move(m, Act::Pass { forced: false })),
            MovesKind::Propose(names) => {
                for &name in names {
                    out.push(self.new_move(m, Act::Propose { name }));
                }
            }
            MovesKind::Vote(names) => {
                for &name in names {
                    out.push(self.new_move(m, Act::Vote { name }));
                }
            }
            MovesKind::Bet { player, range } => self.bet(m, player, range, out),
            MovesKind::SwapPlayers { a, b } => self.swap_players(a, b, out),
            MovesKind::SetTrump(suits) => {
                for suit in self.ints(suits) {
                    out.push(self.new_move(m, Act::SetTrump { suit }));
                }
            }
            MovesKind::SetNextPlayer(players) => {
                for player in self.ints(players) {
                    if (1..=self.game.players as i32).contains(&player) {
                        out.push(self.new_move(m, Act::SetNextPlayer { player }));
                    }
                }
            }
            MovesKind::SetRotation { kind, site, directions, previous, next } => {
                self.set_rotation(m, *kind, site, directions, previous, next, out)
            }
            MovesKind::Or(list) | MovesKind::And(list) => {
                for part in list {
                    self.wanted = wanted;
                    self.moves(part, out);
                    if enough(wanted, &out[first..]) {
                        break;
                    }
                }
            }
            MovesKind::If { cond, then, otherwise } => {
                if self.bool(cond) {
                    self.wanted = wanted;
                    self.moves(then, out);
                } else if let Some(other) = otherwise {
                    self.wanted = wanted;
                    self.moves(other, out);
                }
            }
            MovesKind::Append(moves) => self.append(moves, out),
            MovesKind::AllCombinations(a, b) => self.all_combinations(m, a, b, out),
            MovesKind::Seq(list) => self.seq(m, list, out),
            MovesKind::Priority(list) => {
                for part in list {
                    self.wanted = wanted.filter(|w| *w == Wanted::Any);
                    self.moves(part, out);
                    if out.len() > first {
                        break;
                    }
                }
            }
            MovesKind::Do { prior, next, after } => {
                self.do_then(m, prior, next.as_deref(), after.as_deref(), wanted, out)
            }
            MovesKind::While { cond, moves } => self.while_holds(m, cond, moves, out),
            MovesKind::AvoidStoredState(moves) => self.avoid_stored_state(m, moves, out),
            MovesKind::FirstMoveOnTrack { track, moves } => self.first_move_on_track(track, moves, out),
            MovesKind::MaxMoves { value, moves } => self.max_moves(m, value, moves, out),
            MovesKind::MaxCaptures { value, moves } => self.max_captures(m, value, moves, out),
            MovesKind::MaxDistance { track, moves } => self.max_distance(track, moves, out),
            MovesKind::ForEachPiece(e) => self.for_each_piece(m, e, wanted, out),
            MovesKind::ForEachSite { region, moves, otherwise } => {
                self.for_each_site(m, region, moves, otherwise.as_deref(), out)
            }
            MovesKind::ForEachValue { values, moves } => {
                let values = self.ints(values);
                self.for_each_value(m, values, moves, out)
            }
            MovesKind::ForEachValueIn { range, moves } => {
                let (min, max) = self.range(range);
                self.for_each_value(m, min..=max, moves, out)
            }
            MovesKind::ForEachPlayer { players, moves } => {
                self.for_each_player(m, players.as_deref(), moves, out)
            }
            MovesKind::ForEachTeam(moves) => self.for_each_team(moves, out),
            MovesKind::ForEachLevel { kind, site, from_bottom, moves } => {
                self.for_each_level(m, *kind, site, *from_bottom, moves, out)
            }
            MovesKind::ForEachGroup { kind, dirs, cond, moves } => {
                self.for_each_group(m, *kind, dirs, cond.as_deref(), moves, out)
            }
            MovesKind::ForEachDirection { kind, from, dirs, range, between, to, moves } => self
                .for_each_direction(
                    m,
                    *kind,
                    from,
                    dirs,
                    range.as_deref(),
                    between.as_deref(),
                    to.as_deref(),
                    moves,
                    out,
                ),
            MovesKind::ForEachDie { dice, combined, replay_double, cond, moves } => {
                self.for_each_die(dice, combined, replay_double, cond.as_deref(), moves, out)
            }
            MovesKind::Fall => self.fall(out),
            MovesKind::Effect(e) => self.effect(e, m, out),
        }
        self.nesting -= 1;
        if out.len() > MOST_MOVES {
            self.burn(u64::MAX, m.rule);
        }
        if out.len() > first
            && let Some(witness) = &self.witness
        {
            witness.note(m.rule);
            for mv in &mut out[first..] {
                mv.given.push(m.rule);
            }
        }
        if let Some(then) = m.then {
            for mv in &mut out[first..] {
                mv.then.push(then);
            }
        }
    }

    /// A move by the mover that consists of one action, which is the decision where the rule is one.
    pub fn new_move(&self, m: &Moves, act: Act) -> Move {
        let mut mv = Move::new(Action { act, decision: m.decision });
        mv.mover = self.pos.mover;
        mv
    }

    /// The sites that a part of a move names, in order.
    fn places(&mut self, place: &Place) -> Sites {
        match place {
            Place::Site(site) => {
                let site = self.int(site);
                Sites::from_slice(&[site])
            }
            Place::Region(region) => self.region(region).iter().collect(),
        }
    }

    /// A condition that may be missing and then holds.
    fn holds(&mut self, cond: Option<&Bool>) -> bool {
        cond.is_none_or(|c| self.bool(c))
    }

    /// A number that may be missing.
    fn int_or(&mut self, e: Option<&Int>, otherwise: i32) -> i32 {
        e.map_or(otherwise, |e| self.int(e))
    }

    /// Puts what an effect does before what the move does so far. None of it is a decision any more.
    pub fn prepend(&mut self, mv: &mut Move, effect: &Moves) {
        let mut effects = Vec::new();
        self.moves(effect, &mut effects);
        if effects.is_empty() {
            return;
        }
        let mut actions = SmallVec::new();
        for e in effects {
            mv.given.extend_from_slice(&e.given);
            put_actions(&mut actions, e, |_| false);
        }
        actions.append(&mut mv.actions);
        mv.actions = actions;
    }

    /// Does what an `apply` says, if its condition holds.
    fn apply_part(&mut self, mv: &mut Move, apply: &Apply) {
        if let Some(effect) = &apply.effect
            && self.holds(apply.cond.as_ref())
        {
            self.prepend(mv, effect);
        }
    }

    /// Height of the stack at a site, 0 or 1 where there are no stacks.
    fn height(&self, kind: SiteType, site: i32) -> i32 {
        self.pos.height(self.slot(kind, site)) as i32
    }

    /// Is this a site of the board?
    fn on_board(&self, kind: SiteType, site: i32) -> bool {
        site >= 0 && (site as usize) < self.game.board.len(kind)
    }
}

/// Is what was wanted among the moves?
fn enough(wanted: Option<Wanted>, found: &[Move]) -> bool {
    match wanted {
        None => false,
        Some(Wanted::Any) => !found.is_empty(),
        Some(Wanted::To(site)) => found.iter().any(|m| m.to == site),
    }
}

/// Appends the actions of a move, and what follows it as an action, to a list.
fn put_actions(actions: &mut SmallVec<[Action; 2]>, mv: Move, decision: impl Fn(bool) -> bool) {
    for a in mv.actions {
        actions.push(Action { decision: decision(a.decision), ..a });
    }
    actions.extend(mv.then.into_iter().map(follow));
}

fn follow(then: ThenId) -> Action {
    Action { act: Act::Follow { then }, decision: false }
}

/// An action that moves one piece; nothing about it changes.
fn moving(kind: SiteType, from: i32, from_level: i32, to: i32, stack: bool) -> Act {
    Act::Move {
        from_kind: kind,
        from,
        from_level,
        to_kind: kind,
        to,
        to_level: UNDEFINED,
        state: UNDEFINED,
        rotation: UNDEFINED,
        value: UNDEFINED,
        stack,
    }
}
