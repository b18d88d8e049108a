//! Dice, random choices, deals; and the moves of deduction puzzles.

use super::bundle;
use crate::action::Act;
use crate::ctx::Ctx;
use crate::game::{ComponentKind, ContainerKind};
use crate::kernel::{Bool, Float, Int, Moves};
use crate::moves::Move;
use crate::types::*;

impl<'g> Ctx<'g> {
    /// All dice are rolled.
    pub(super) fn roll(&mut self, out: &mut Vec<Move>) {
        let game = self.game;
        let mut acts = Vec::new();
        let mut first = None;
        let mut equal = true;
        for c in game.containers.iter().filter(|c| matches!(c.kind, ContainerKind::Dice { .. })) {
            for site in c.first..c.first + c.len {
                let face = self.roll_face(site);
                equal &= *first.get_or_insert(face) == face;
                acts.push(Act::SetDie { site, face });
            }
        }
        acts.push(Act::SetDiceAllEqual { equal });
        out.extend(bundle(acts));
    }

    pub(super) fn random(&mut self, weights: &[Float], moves: &[Moves], out: &mut Vec<Move>) {
        let weights: Vec<f64> = weights.iter().map(|w| self.float(w).max(0.0)).collect();
        let sum: f64 = weights.iter().sum();
        let mut draw = (self.rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64 * sum;
        for (w, m) in weights.iter().zip(moves) {
            draw -= w;
            if draw <= 0.0 {
                self.moves(m, out);
                return;
            }
        }
    }

    pub(super) fn random_some(&mut self, moves: &Moves, number: &Int, out: &mut Vec<Move>) {
        let mut all = Vec::new();
        self.moves(moves, &mut all);
        let n = self.int(number).clamp(0, all.len() as i32);
        for _ in 0..n {
            let i = self.rng.below(all.len());
            out.push(all.swap_remove(i));
        }
    }

    /// Cards or dominoes are handed out, one to each player in turn, `count` times round.
    pub(super) fn deal(&mut self, cards: bool, count: &Int, begin_with: Option<&Int>, out: &mut Vec<Move>) {
        let game = self.game;
        let rounds = self.int(count).max(0);
        let players = game.players;
        let first = begin_with.map_or(i32::from(self.pos.mover), |b| self.int(b)).max(1) as usize;
        let hands: Vec<_> = game.containers.iter().filter(|c| c.kind == ContainerKind::Hand).collect();
        let mut acts = Vec::new();
        if cards {
            let Some(deck) = game.containers.iter().find(|c| c.kind == ContainerKind::Deck) else { return };
            let mut left = self.pos.height(self.slot(SiteType::Cell, deck.first));
            for round in 0..rounds {
                for p in 0..players {
                    let player = (first - 1 + p) % players + 1;
                    let Some(hand) = hands.iter().find(|h| h.owner == player) else { continue };
                    if left == 0 {
                        continue;
                    }
                    left -= 1;
                    let to = hand.first + round.min(hand.len - 1);
                    acts.push(Act::Move {
                        from_kind: SiteType::Cell,
                        from: deck.first,
                        from_level: left as i32,
                        to_kind: SiteType::Cell,
                        to,
                        to_level: UNDEFINED,
                        state: UNDEFINED,
                        rotation: UNDEFINED,
                        value: UNDEFINED,
                        stack: false,
                    });
                }
            }
        } else {
            let mut rest: Vec<usize> = (1..game.components.len())
                .filter(|&i| matches!(game.components[i].kind, ComponentKind::Domino { .. }))
                .collect();
            for round in 0..rounds {
                for hand in &hands {
                    if rest.is_empty() || round >= hand.len {
                        continue;
                    }
                    let i = self.rng.below(rest.len());
                    let what = rest.swap_remove(i) as i32;
                    acts.push(Act::Add {
                        kind: SiteType::Cell,
                        to: hand.first + round,
                        what,
                        count: 1,
                        state: UNDEFINED,
                        rotation: UNDEFINED,
                        value: UNDEFINED,
                        on_stack: false,
                    });
                }
            }
        }
        out.extend(bundle(acts));
    }

    /// Every value for every open variable that leaves all constraints satisfiable.
    pub(super) fn satisfy(&mut self, constraints: &[Bool], m: &Moves, out: &mut Vec<Move>) {
        self.puzzle_moves(constraints, m, out);
    }
}
