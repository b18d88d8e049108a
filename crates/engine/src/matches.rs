//! Matches: games played one after the other as one contest. A position of a match holds the position of the game
//! being played; scores are the scores of the match.

use crate::action::{Act, Action};
use crate::ctx::Ctx;
use crate::game::Subgame;
use crate::moves::Move;
use crate::position::Instance;
use std::sync::Arc;

impl<'g> Ctx<'g> {
    pub(crate) fn is_match(&self) -> bool {
        !self.game.subgames.is_empty()
    }

    /// Sets up the game with this number (counted round).
    pub(crate) fn begin_instance(&mut self, index: usize, played: usize) {
        let index = index % self.game.subgames.len();
        let game = self.game;
        let inner = Ctx::start(&game.subgames[index].game, self.rng.next_u64());
        (self.pos.mover, self.pos.next, self.pos.prev) = (inner.pos.mover, inner.pos.next, inner.pos.prev);
        self.pos.instance = Some(Box::new(Instance { index, position: inner.pos, played }));
    }

    /// Does something in the game being played.
    fn in_instance<R>(&mut self, f: impl FnOnce(&mut Ctx<'g>, &'g Subgame) -> R) -> Option<R> {
        let game = self.game;
        let mut instance = self.pos.instance.take()?;
        let subgame = &game.subgames[instance.index];
        let mut inner = Ctx::new(&subgame.game, instance.position, self.rng);
        inner.trying = self.trying;
        inner.forced_dice = std::mem::take(&mut self.forced_dice);
        let result = f(&mut inner, subgame);
        self.rng = inner.rng;
        self.forced_dice = inner.forced_dice;
        self.stopped = self.stopped.or(inner.stopped);
        (self.pos.mover, self.pos.next, self.pos.prev) = (inner.pos.mover, inner.pos.next, inner.pos.prev);
        instance.position = inner.pos;
        self.pos.instance = Some(instance);
        Some(result)
    }

    /// The moves of the game being played; when it is over, the one move is to go on to the next.
    pub(crate) fn match_moves(&mut self, out: &mut Vec<Move>) {
        let over = self.pos.instance.as_ref().is_none_or(|i| i.position.over);
        if over {
            let mut m = Move::new(Action { act: Act::NextInstance, decision: true });
            m.mover = self.pos.mover;
            out.push(m);
        } else {
            self.in_instance(|inner, _| inner.legal_moves_into(out));
        }
    }

    pub(crate) fn match_apply(&mut self, m: &Move) -> Arc<Move> {
        self.pos.moves_made += 1;
        if m.actions.iter().any(|a| a.act == Act::NextInstance) {
            self.next_instance();
            return Arc::new(m.clone());
        }
        self.in_instance(|inner, _| inner.apply(m)).unwrap_or_else(|| Arc::new(m.clone()))
    }

    /// Counts the game that is over, and begins the next unless the match is decided.
    fn next_instance(&mut self) {
        let game = self.game;
        let n = game.players;
        let points = self.in_instance(|inner, subgame| {
            let mut points = [0; crate::position::PLAYERS];
            for (p, got) in points.iter_mut().enumerate().take(n + 1).skip(1) {
                let won = inner.pos.winners.contains(&(p as u8)) || inner.pos.ranks[p] == 1.0;
                *got = match &subgame.result {
                    Some(result) if won => inner.int(result),
                    _ if n == 2 => n as i32 - inner.pos.ranks[p] as i32,
                    _ => i32::from(won),
                };
            }
            points
        });
        if let Some(points) = points {
            for (score, got) in self.pos.scores.iter_mut().zip(points) {
                *score += got;
            }
        }
        let (index, played) = match self.pos.instance.as_mut() {
            Some(i) => {
                i.played += 1;
                (i.index, i.played)
            }
            None => (0, 0),
        };
        if let Some(end) = &game.end {
            self.check_end(end);
        }
        if !self.pos.over && self.pos.moves_made >= game.move_limit {
            self.draw_by_limit();
        }
        if !self.pos.over {
            let next = match &game.subgames[index].next {
                Some(next) => self.int(next).max(0) as usize,
                None => index + 1,
            };
            self.begin_instance(next, played);
        }
    }
}
