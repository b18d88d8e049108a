//! Proofs that whoever is to move wins, in games of putting pieces down that are nearly over: every answer is tried, nothing
//! is estimated. A tree that looks where play looks good may pass over the one move that wins far ahead; where few moves
//! are left this finds it. Knows lean games, their threats and a clock that is handed in; no rule and no game.

use crate::control::{Control, Watch};
use crate::lean_world::{LeanPos, LeanWorld, Put};
use crate::world::World;

/// With more moves to choose from, or more pieces to come, there is no hope of trying all.
const MOST_MOVES: usize = 10;
const MOST_LEFT: usize = 32;
/// Of all time so much at most; the rest is for those who estimate.
const SHARE: f32 = 0.5;
/// Positions that are remembered: a power of two.
const KNOWN: usize = 1 << 20;

/// The number of a move that certainly wins, if there is one and it is found in time. Only where time is what a search may
/// spend: whoever counts iterations asks for a weaker player.
pub fn winning_move(
    world: &LeanWorld<'_>,
    pos: &LeanPos,
    moves: &[Put],
    control: &Control<'_>,
) -> Option<usize> {
    let time = control.budget.time?;
    let counted = control.budget.iterations.is_some() || control.budget.nodes.is_some();
    if counted || moves.len() > MOST_MOVES || world.left(pos) > MOST_LEFT || !world.is_keen() {
        return None;
    }
    let mut control = *control;
    control.budget.time = Some(time.mul_f32(SHARE));
    let mut proof = Proof {
        world: *world,
        attacker: world.mover(pos),
        known: vec![0; KNOWN],
        cut: Vec::new(),
        spare: Vec::new(),
        control,
        watch: Watch::default(),
        stopped: false,
    };
    let mut order: Vec<usize> = (0..moves.len()).collect();
    while let Some(next) = proof.first_of(&order, |i| moves[*i]) {
        let index = order.swap_remove(next);
        if proof.after(pos, &moves[index]) && !proof.stopped {
            return Some(index);
        }
        if proof.stopped {
            return None;
        }
    }
    None
}

struct Proof<'a, 'g> {
    world: LeanWorld<'g>,
    /// The seat that is to win.
    attacker: usize,
    /// Hashes of positions, the lowest bit says whether the attacker wins; 0 for none.
    known: Vec<u64>,
    /// How often a piece at a place decided, by its key.
    cut: Vec<u32>,
    spare: Vec<LeanPos>,
    control: Control<'a>,
    watch: Watch,
    stopped: bool,
}

impl Proof<'_, '_> {
    /// The place in a list of the move that decided most often.
    fn first_of<T>(&self, list: &[T], put: impl Fn(&T) -> Put) -> Option<usize> {
        let worth = |t: &T| self.cut.get(self.world.key(&put(t)) as usize).copied().unwrap_or(0);
        (0..list.len()).max_by_key(|&i| (worth(&list[i]), usize::MAX - i))
    }

    /// Does the attacker win after a move?
    fn after(&mut self, pos: &LeanPos, m: &Put) -> bool {
        let mut next = self.spare.pop().unwrap_or_else(|| pos.clone());
        next.clone_from(pos);
        self.world.apply(&mut next, m);
        let wins = match self.world.over(&next) {
            true => self.world.winner(&next) == self.attacker,
            false => self.wins(&mut next),
        };
        self.spare.push(next);
        wins
    }

    fn wins(&mut self, pos: &mut LeanPos) -> bool {
        if self.stopped || self.watch.expired(&self.control) {
            self.stopped = true;
            return false;
        }
        let attacks = self.world.mover(pos) == self.attacker;
        if let Some(m) = self.world.threat(pos, true) {
            // (Where a line must be of an exact length it may not be one.)
            if self.after(pos, &m) == attacks {
                return attacks;
            }
        }
        let hash = self.world.hash(pos) & !1;
        let place = (hash >> 1) as usize & (KNOWN - 1);
        if hash != 0 && self.known[place] & !1 == hash {
            return self.known[place] & 1 == 1;
        }
        let urgent = self.world.threat(pos, false);
        let mut moves = Vec::with_capacity(MOST_MOVES);
        self.world.moves(pos, &mut moves);
        let mut wins = !attacks;
        while let Some(next) = self.first_of(&moves, |m| *m) {
            let next = urgent.and_then(|u| moves.iter().position(|m| *m == u)).unwrap_or(next);
            let m = moves.swap_remove(next);
            if self.after(pos, &m) == attacks {
                wins = attacks;
                let key = self.world.key(&m) as usize;
                if self.cut.len() <= key {
                    self.cut.resize(key + 1, 0);
                }
                self.cut[key] += 1;
                break;
            }
        }
        if !self.stopped && hash != 0 {
            self.known[place] = hash | u64::from(wins);
        }
        wins
    }
}
