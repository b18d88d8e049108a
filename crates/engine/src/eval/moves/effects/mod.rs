//! Effects: what moves do beyond moving. Dispatch here, one file per family beside.

mod capture;
mod chance;
mod change;
mod sow;

use crate::action::{Act, Action};
use crate::ctx::Ctx;
use crate::kernel::{Effect, Moves, Who};
use crate::moves::Move;
use crate::types::*;
use smallvec::SmallVec;

impl<'g> Ctx<'g> {
    /// Appends the moves of an effect. `m` is the node that holds it: it knows whether this is a decision. What
    /// follows (`m.then`) is attached by the caller.
    pub fn effect(&mut self, e: &Effect, m: &Moves, out: &mut Vec<Move>) {
        match e {
            Effect::SetCount { .. }
            | Effect::SetState { .. }
            | Effect::SetValue { .. }
            | Effect::SetPlayerValue { .. }
            | Effect::MoveAgain
            | Effect::Trigger { .. }
            | Effect::SetPending(_)
            | Effect::SetTemp(_)
            | Effect::SetVar { .. }
            | Effect::SetCounter(_)
            | Effect::SetPot(_)
            | Effect::Remember { .. }
            | Effect::Forget { .. }
            | Effect::RememberState => out.extend(self.single_act(e).map(one)),
            Effect::Custodial(c) => self.custodial(c, out),
            Effect::Intervene(c) => self.intervene(c, out),
            Effect::Surround { capture, except, with } => self.surround(capture, except, with.as_ref(), out),
            Effect::Enclose { kind, from, dirs, target, may_be_empty, exceptions, effect } => {
                self.enclose(*kind, from, dirs, target, *may_be_empty, exceptions, effect, out)
            }
            Effect::Directional { kind, from, dirs, target, effect } => {
                self.directional(*kind, from, dirs.as_ref(), target, effect, out)
            }
            Effect::Flip { kind, site } => self.flip(*kind, site, out),
            Effect::Push { kind, from, dirs } => self.push_line(*kind, from, dirs, out),
            Effect::Attract { kind, from, dirs } => self.attract(*kind, from, dirs, out),
            Effect::SetHidden { facets, kind, sites, level, hidden, who } => {
                let sites = self.region(sites);
                let level = self.int(level);
                let hidden = self.bool(hidden);
                let players = self.players_of(who);
                let mut acts = Vec::new();
                for &facet in facets.iter() {
                    for to in sites.iter() {
                        for &player in &players {
                            acts.push(Act::SetHidden { facet, player, kind: *kind, to, level, hidden });
                        }
                    }
                }
                out.extend(bundle(acts));
            }
            Effect::TakeControl { kind, of, by, region } => {
                self.take_control(*kind, of.as_ref(), by, region.as_ref(), out)
            }
            Effect::TakeDomino => self.take_domino(out),
            Effect::Sow(s) => self.sow(s, m, out),
            Effect::SetScore { who, score, add } => {
                let score = self.int(score);
                for player in self.players_of(who) {
                    out.push(one(Act::SetScore { player, score, add: *add }));
                }
            }
            Effect::SetTeam { team, players } => {
                let team = self.int(team);
                let players: Vec<i32> = players.iter().map(|r| self.role(*r)).collect();
                let real = players.into_iter().filter(|p| (1..=self.game.players as i32).contains(p));
                out.extend(bundle(real.map(|player| Act::AddToTeam { player, team }).collect()));
            }
            Effect::Note { name, who } => {
                for player in self.players_of(who) {
                    out.push(one(Act::Note { name: *name, player }));
                }
            }
            Effect::SetPendingSites(region) => {
                let sites = self.region(region);
                out.extend(bundle(sites.iter().map(|value| Act::SetPending { value }).collect()));
            }
            Effect::ForgetAll(name) => {
                let mut acts: Vec<Act> =
                    self.remembered(*name).iter().map(|&value| Act::Forget { name: *name, value }).collect();
                if name.is_none() {
                    for (n, values) in &self.pos.remembered_by_name {
                        acts.extend(values.iter().map(|&value| Act::Forget { name: Some(*n), value }));
                    }
                }
                out.extend(bundle(acts));
            }
            Effect::Roll => self.roll(out),
            Effect::Random { weights, moves } => self.random(weights, moves, out),
            Effect::RandomSome { moves, number } => self.random_some(moves, number, out),
            Effect::Deal { cards, count, begin_with } => self.deal(*cards, count, begin_with.as_ref(), out),
            Effect::Satisfy(constraints) => self.satisfy(constraints, m, out),
        }
    }

    /// What an effect does that is one action at most.
    pub(crate) fn single_act(&mut self, e: &Effect) -> Option<Act> {
        Some(match e {
            Effect::SetCount { kind, site, count } => {
                let (to, count) = (self.int(site), self.int(count));
                let what = self.what(*kind, to) as i32;
                Act::SetCount { kind: *kind, to, what, count }
            }
            Effect::SetState { kind, site, level, state } => {
                let state = self.int(state);
                let level = level.as_ref().map_or(UNDEFINED, |l| self.int(l));
                let to = self.int(site);
                let exists = self.slot(*kind, to) != self.game.layout.nowhere;
                if state < 0 || level < UNDEFINED || !exists {
                    return None;
                }
                Act::SetState { kind: *kind, to, level, state }
            }
            Effect::SetValue { kind, site, level, value } => {
                let level = level.as_ref().map_or(UNDEFINED, |l| self.int(l));
                let value = self.int(value);
                let to = self.int(site);
                if value < 0 || level < UNDEFINED {
                    return None;
                }
                Act::SetValue { kind: *kind, to, level, value }
            }
            Effect::SetPlayerValue { player, value } => {
                let (player, value) = (self.int(player), self.int(value));
                if !(0..=self.game.players as i32).contains(&player) {
                    return None;
                }
                Act::SetPlayerValue { player, value }
            }
            Effect::MoveAgain => Act::SetNextPlayer { player: self.pos.mover.into() },
            Effect::Trigger { player, name } => Act::Trigger { player: self.int(player), name: *name },
            Effect::SetPending(value) => {
                Act::SetPending { value: value.as_ref().map_or(UNDEFINED, |v| self.int(v)) }
            }
            Effect::SetTemp(value) => Act::SetTemp { temp: self.int(value) },
            Effect::SetVar { name, value } => Act::SetVar { name: *name, value: self.int(value) },
            Effect::SetCounter(value) => Act::SetCounter { counter: self.int(value) },
            Effect::SetPot(value) => Act::SetPot { pot: self.int(value) },
            Effect::Remember { name, value, unique } => {
                let value = self.int(value);
                if self.bool(unique) && self.remembered(*name).contains(&value) {
                    return None;
                }
                Act::Remember { name: *name, value, unique: false }
            }
            Effect::Forget { name, value } => Act::Forget { name: *name, value: self.int(value) },
            Effect::RememberState => Act::StoreState,
            Effect::Custodial(_)
            | Effect::Intervene(_)
            | Effect::Surround { .. }
            | Effect::Enclose { .. }
            | Effect::Directional { .. }
            | Effect::Flip { .. }
            | Effect::Push { .. }
            | Effect::Attract { .. }
            | Effect::SetHidden { .. }
            | Effect::TakeControl { .. }
            | Effect::TakeDomino
            | Effect::Sow(_)
            | Effect::SetScore { .. }
            | Effect::SetTeam { .. }
            | Effect::Note { .. }
            | Effect::SetPendingSites(_)
            | Effect::ForgetAll(_)
            | Effect::Roll
            | Effect::Random { .. }
            | Effect::RandomSome { .. }
            | Effect::Deal { .. }
            | Effect::Satisfy(_) => return None,
        })
    }

    /// The real players that are meant.
    fn players_of(&mut self, who: &Who) -> Vec<i32> {
        let n = self.game.players as i32;
        match who {
            Who::One(e) => {
                let p = self.int(e);
                if (1..=n).contains(&p) { vec![p] } else { Vec::new() }
            }
            Who::Role(role) => {
                let players = self.role_players(*role);
                players.into_iter().filter(|p| (1..=n).contains(p)).collect()
            }
        }
    }

    /// The values remembered under a name, or under none.
    pub fn remembered(&self, name: Option<u16>) -> &[i32] {
        match name {
            None => &self.pos.remembered,
            Some(n) => self.pos.remembered_by_name.iter().find(|(m, _)| *m == n).map_or(&[], |(_, v)| v),
        }
    }
}

/// A move of one action that nobody decided.
fn one(act: Act) -> Move {
    Move::new(Action { act, decision: false })
}

/// A move of several actions; none where there is nothing to do.
fn bundle(acts: Vec<Act>) -> Option<Move> {
    let mut acts = acts.into_iter();
    let mut m = one(acts.next()?);
    m.actions.extend(acts.map(|act| Action { act, decision: false }));
    Some(m)
}

/// Marks which sites a capture caught, as `(last Between)` sees them.
fn mark_between(out: &mut [Move], caught: &[i32]) {
    if let Some(m) = out.last_mut() {
        m.between = SmallVec::from_slice(caught);
    }
}
