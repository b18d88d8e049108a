//! Metarules of games with balls piled up: which balls are pinned, where a ball may not climb, and how balls fall.

use crate::action::{Act, Action};
use crate::ctx::Ctx;
use crate::moves::Move;
use crate::types::*;

impl<'g> Ctx<'g> {
    /// Drops the moves that these rules forbid, and lets balls fall after the others.
    pub fn pyramid_rules(&mut self, out: &mut Vec<Move>) {
        let meta = &self.game.meta;
        if meta.pin {
            out.retain(|m| !m.actions.iter().any(|a| self.takes_pinned_ball(&a.act)));
        }
        if meta.no_stack_on_fallen {
            out.retain(|m| !m.actions.iter().any(|a| self.climbs_on_fallen(&a.act)));
        }
        if let Some(fall) = meta.fall {
            for m in out {
                m.then.push(fall);
            }
        }
    }

    /// Is a ball of the board there?
    fn ball_at(&self, site: i32) -> bool {
        let kind = SiteType::Vertex;
        site >= 0 && (site as usize) < self.game.board.len(kind) && self.what(kind, site) != 0
    }

    /// A ball that helps to carry more than one other cannot be taken away.
    fn takes_pinned_ball(&self, act: &Act) -> bool {
        let site = match *act {
            Act::Remove { to, .. } => to,
            Act::Move { from, .. } | Act::MoveCount { from, .. } | Act::MoveSubStack { from, .. } => from,
            _ => return false,
        };
        if !self.ball_at(site) {
            return false;
        }
        let above = self.game.board.steps(SiteType::Vertex, site as usize, Direction::Upward);
        above.iter().filter(|&&s| self.ball_at(s as i32)).count() > 1
    }

    /// A ball may not go to a site above where it lies: what it lay under would fall into its place.
    fn climbs_on_fallen(&self, act: &Act) -> bool {
        let (from, to) = match *act {
            Act::Move { from, to, .. }
            | Act::MoveCount { from, to, .. }
            | Act::MoveSubStack { from, to, .. } => (from, to),
            _ => return false,
        };
        if !self.ball_at(from) || to < 0 {
            return false;
        }
        let board = &self.game.board;
        board
            .radials_with_opposites(SiteType::Vertex, from as usize, Direction::Upward)
            .any(|(line, back)| line.contains(&(to as u32)) || back.iter().any(|l| l.contains(&(to as u32))))
    }

    /// One move in which every ball that lacks support falls, the first by site before the others.
    pub fn fall(&mut self, out: &mut Vec<Move>) {
        let kind = SiteType::Vertex;
        let board = &self.game.board;
        let mut fork = self.fork();
        let mut fallen: Option<Move> = None;
        loop {
            let next = (0..board.len(kind)).find_map(|site| {
                let below = board.steps(kind, site, Direction::Downward);
                let free = below.iter().find(|&&s| !fork.ball_at(s as i32));
                free.filter(|_| fork.ball_at(site as i32)).map(|&to| (site as i32, to as i32))
            });
            let Some((from, to)) = next else { break };
            let act = Act::Move {
                from_kind: kind,
                from,
                from_level: 0,
                to_kind: kind,
                to,
                to_level: 0,
                state: UNDEFINED,
                rotation: UNDEFINED,
                value: UNDEFINED,
                stack: false,
            };
            let action = Action { act, decision: false };
            fork.do_action(&action);
            match &mut fallen {
                Some(m) => m.actions.push(action),
                None => fallen = Some(Move::new(action)),
            }
        }
        out.extend(fallen);
    }
}
