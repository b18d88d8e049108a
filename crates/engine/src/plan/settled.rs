//! Conditions that hang on nothing but the mover, the piece that is looked at and the dice: each is worked out once for
//! each of these and remembered for as long as the runner lives. What hangs on the position is none of them.

use super::Runner;
use crate::game::{ComponentKind, Game};
use crate::kernel::walk::{Part, any};
use crate::kernel::{Bool, Int, Region};

/// More answers than this are not worth their memory.
const MOST_ANSWERS: usize = 1 << 20;

/// How many answers there are to each condition: for each mover, sum of the dice, and site looked at (or none).
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Answers {
    sums: usize,
    sites: usize,
    each: usize,
}

impl Answers {
    /// For a game with one set of dice; nothing elsewhere.
    pub fn of(game: &Game) -> Option<Answers> {
        let dice =
            game.containers.iter().filter(|c| matches!(c.kind, crate::game::ContainerKind::Dice { .. }));
        let [dice] = dice.collect::<Vec<_>>()[..] else { return None };
        let highest = |c: &crate::game::Component| match &c.kind {
            ComponentKind::Die { faces, .. } => faces.iter().copied().max().unwrap_or(0),
            ComponentKind::Nothing
            | ComponentKind::Piece
            | ComponentKind::Large { .. }
            | ComponentKind::Domino { .. }
            | ComponentKind::Tile { .. }
            | ComponentKind::Card { .. } => 0,
        };
        let highest = game.components.iter().map(highest).max().unwrap_or(0);
        let sums = usize::try_from(highest.checked_mul(dice.len)?).ok()? + 1;
        let last = game.containers.iter().map(|c| c.first + c.len).max().unwrap_or(0);
        let sites = usize::try_from(last).ok()?.max(game.board.len(game.site_type)) + 1;
        let each = sums.checked_mul(sites)?.checked_mul(game.players + 1)?;
        (each <= MOST_ANSWERS).then_some(Answers { sums, sites, each })
    }

    /// Can so many conditions be remembered?
    pub fn holds(self, conditions: usize) -> bool {
        self.each > 0 && self.each.saturating_mul(conditions) <= MOST_ANSWERS
    }
}

/// Does a condition hang on the mover, `(from)` and the dice alone?
pub(super) fn is_settled(game: &Game, cond: &Bool) -> bool {
    let track_moves = !game.uses.track_indices;
    let unsettled = |part: Part<'_>| match part {
        Part::Bool(b) => !matches!(
            b,
            Bool::Const(_)
                | Bool::And(_)
                | Bool::Or(_)
                | Bool::Not(_)
                | Bool::If { .. }
                | Bool::Eq(..)
                | Bool::Ne(..)
                | Bool::Lt(..)
                | Bool::Le(..)
                | Bool::Gt(..)
                | Bool::Ge(..)
                | Bool::In { .. }
        ),
        Part::Int(i) => match i {
            Int::Const(_)
            | Int::From
            | Int::Mover
            | Int::DiceSum(_)
            | Int::MapEntry { .. }
            | Int::Sub(..)
            | Int::Add(_) => false,
            Int::TrackMove { .. } => !track_moves,
            _ => true,
        },
        Part::Region(r) => !matches!(
            r,
            Region::Fixed(_)
                | Region::Union(_)
                | Region::Intersection(_)
                | Region::Difference(..)
                | Region::ByPlayer { .. }
        ),
        Part::IntArr(_) | Part::Float(_) | Part::Dir(_) | Part::Moves(_) | Part::Effect(_) => true,
    };
    !any([Part::Bool(cond)], unsettled)
}

impl<'g> Runner<'g> {
    /// Asks such a condition, if it was not asked before.
    #[inline]
    pub(super) fn settled(&mut self, number: u16, cond: &Bool) -> bool {
        let answers = self.plan.answers;
        let sum = self.ctx.pos.dice_sum.first().map_or(0, |&sum| sum as usize);
        let from = (self.ctx.reg.from + 1) as usize;
        if sum >= answers.sums || from >= answers.sites {
            return self.ctx.bool(cond);
        }
        let mover = usize::from(self.ctx.pos.mover);
        let at = usize::from(number) * answers.each + (mover * answers.sums + sum) * answers.sites + from;
        match self.answers.get(at) {
            Some(1) => false,
            Some(2) => true,
            _ => self.settle(at, cond),
        }
    }

    #[inline(never)]
    fn settle(&mut self, at: usize, cond: &Bool) -> bool {
        let holds = self.ctx.bool(cond);
        if self.answers.is_empty() {
            self.answers = vec![0; self.plan.answers.each * usize::from(self.plan.settled)];
        }
        // (What ran out of fuel is no answer.)
        if let (Some(answer), None) = (self.answers.get_mut(at), self.ctx.stopped) {
            *answer = 1 + u8::from(holds);
        }
        holds
    }
}
