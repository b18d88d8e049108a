//! Who may do what now: the numbered actions of each agent, and the way from what all agents chose to a legal move. Where
//! players move in turn one agent decides; where all move at once each active one does.

use crate::actions::{ActionSpace, NONE, WAIT};
use ludarium_engine::Mode;
use ludarium_play::{Ctx, Move, shown};

/// The choices of the agents in one position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// Each agent that decides (counted from 0), and its actions. A legal move is one action of each, the last agent's
    /// varying fastest.
    deciding: Vec<(usize, Vec<u32>)>,
}

impl Turn {
    /// The choices in a position with these legal moves.
    pub fn of(space: &ActionSpace, ctx: &mut Ctx<'_>, legal: &[Move]) -> Turn {
        if legal.is_empty() {
            return Turn::default();
        }
        if ctx.game.mode == Mode::Simultaneous
            && let Some(turn) = Turn::at_once(space, ctx, legal)
        {
            return turn;
        }
        let mut actions = Vec::new();
        match &ctx.pos.instance {
            Some(instance) => space.encode(&ctx.game.subgames[instance.index].game, legal, &mut actions),
            None => space.encode(ctx.game, legal, &mut actions),
        }
        Turn::of_one(agent_of(ctx, ctx.pos.mover.into()), actions)
    }

    /// One agent decides.
    pub(crate) fn of_one(agent: usize, actions: Vec<u32>) -> Turn {
        Turn { deciding: vec![(agent, actions)] }
    }

    /// The choices of all active players; nothing where legal moves are not all combinations of them.
    fn at_once(space: &ActionSpace, ctx: &mut Ctx<'_>, legal: &[Move]) -> Option<Turn> {
        let mut deciding = Vec::new();
        for player in (1..=ctx.game.players).filter(|&p| ctx.pos.is_active(p)).collect::<Vec<_>>() {
            let own = ctx.own_choices(player);
            let mut actions = Vec::new();
            space.encode(ctx.game, &own, &mut actions);
            deciding.push((agent_of(ctx, player), actions));
        }
        let all = deciding.iter().map(|(_, actions)| actions.len()).product::<usize>();
        (all == legal.len()).then_some(Turn { deciding })
    }

    /// The agents that decide now, counted from 0; none when the game is over.
    pub fn agents(&self) -> impl Iterator<Item = usize> + '_ {
        self.deciding.iter().map(|(agent, _)| *agent)
    }

    /// What an agent may do, in the order of the legal moves; only wait where others decide.
    pub fn actions(&self, agent: usize) -> &[u32] {
        self.deciding.iter().find(|(a, _)| *a == agent).map_or(&[WAIT], |(_, actions)| actions)
    }

    /// The actions of an agent that have a number, in rising order.
    pub fn legal_actions(&self, agent: usize) -> Vec<u32> {
        let mut actions: Vec<u32> = self.actions(agent).iter().copied().filter(|&a| a != NONE).collect();
        actions.sort_unstable();
        actions
    }

    /// The place of a legal move: one action for each agent that decides, in the order of [`Turn::agents`]. Nothing
    /// where one of them is not legal.
    pub fn joint(&self, chosen: &[u32]) -> Option<usize> {
        if self.deciding.is_empty() || chosen.len() != self.deciding.len() {
            return None;
        }
        self.deciding.iter().zip(chosen).try_fold(0, |index, ((_, actions), action)| {
            let at = actions.iter().position(|a| a == action && *a != NONE)?;
            Some(index * actions.len() + at)
        })
    }

    /// The actions that make up a legal move, one for each agent that decides.
    pub fn split(&self, mut index: usize) -> Vec<u32> {
        let mut out: Vec<u32> = Vec::new();
        for (_, actions) in self.deciding.iter().rev() {
            out.push(actions.get(index % actions.len()).copied().unwrap_or(NONE));
            index /= actions.len();
        }
        out.reverse();
        out
    }
}

/// The agent in a seat, counted from 0. (Agents keep their number when players change seats.)
pub(crate) fn agent_of(ctx: &Ctx<'_>, player: usize) -> usize {
    let order = &ctx.pos.order;
    let agent = (1..=ctx.game.players).find(|&agent| usize::from(order[agent]) == player);
    agent.unwrap_or(player).max(1) - 1
}

/// The throw with which a turn begins, where it begins with one.
pub(crate) fn thrown<'g>(ctx: &Ctx<'g>, legal: &[Move]) -> Option<Ctx<'g>> {
    (!shown::throw(legal).is_empty()).then(|| shown::after_throw(ctx, legal))
}
