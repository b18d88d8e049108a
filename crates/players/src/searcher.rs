//! The searches of one seat on one form of its game: which of them is asked, what they keep from move to move, and what
//! levels below the strongest leave out. It knows a [`World`], and no game.

use crate::alphabeta::{self, AlphaBeta};
use crate::control::Control;
use crate::handicap::{self, Handicap};
use crate::mcts::Mcts;
use crate::planning::{Limits, Plan, plan};
use crate::player::{Answer, Candidate, Choice, Kind, Table};
use crate::world::World;
use crate::{joint, many, simple};
use ludarium_engine::rng::mix;
use ludarium_play::Rng;

/// Moves that an iteration of a search is taken for, where moves are counted instead.
const NODES: u64 = 30;

/// A tree search, whichever way it keeps its tree.
pub(crate) trait TreeOf<W: World>: Send {
    /// Forgets the game so far.
    fn reset(&mut self);
    /// The best of the legal moves of a position; what is expected after so many of the best moves is told.
    fn search(
        &mut self,
        world: &W,
        root: &W::Pos,
        moves: &[W::Move],
        seed: u64,
        control: &Control<'_>,
        lines: usize,
    ) -> Answer<W::Move>;
}

impl<W: World> TreeOf<W> for Mcts<W> {
    fn reset(&mut self) {
        Mcts::reset(self);
    }
    fn search(
        &mut self,
        world: &W,
        root: &W::Pos,
        moves: &[W::Move],
        seed: u64,
        control: &Control<'_>,
        _lines: usize,
    ) -> Answer<W::Move> {
        Mcts::search(self, world, root, moves, seed, control)
    }
}

/// What is asked of a seat.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'t> {
    pub kind: Kind,
    pub choice: Option<Choice>,
    pub table: Table<'t>,
    pub lines: usize,
}

pub(crate) struct Searcher<W: World, T> {
    pub world: W,
    tree: T,
    alpha_beta: AlphaBeta<W>,
    /// The rest of a plan that was found, the next move last.
    plan: Vec<W::Move>,
}

impl<W: World, T: TreeOf<W>> Searcher<W, T> {
    pub fn new(world: W, tree: T, alpha_beta: alphabeta::Config) -> Searcher<W, T> {
        Searcher { world, tree, alpha_beta: AlphaBeta::new(alpha_beta), plan: Vec::new() }
    }

    /// Forgets the game so far.
    pub fn reset(&mut self) {
        self.tree.reset();
        self.alpha_beta.reset();
        self.plan.clear();
    }

    /// The best of the legal moves of a position.
    pub fn think(
        &mut self,
        root: &W::Pos,
        steps: &[W::Move],
        asked: Asked<'_>,
        control: &Control<'_>,
    ) -> Answer<W::Move> {
        if control.expired() {
            // To list the moves took all the time there was.
            return simple::random(steps, asked.table.seed);
        }
        let exactly = matches!(asked.kind, Kind::AlphaBeta | Kind::Paranoid | Kind::BestReply)
            || asked.choice == Some(Choice::AlphaBeta);
        let remembers = exactly && self.world.facts().settled();
        if remembers {
            self.alpha_beta.passed(self.world.hash(root));
        }
        let handicap = if let Kind::Level(n) = asked.kind { Handicap::of(n) } else { None };
        let answer = match handicap {
            Some(handicap) => self.think_less(root, steps, asked, handicap, control),
            None => self.search(root, steps, asked, control),
        };
        if remembers && let Some(step) = steps.get(answer.index) {
            let mut after = root.clone();
            self.world.apply(&mut after, step);
            self.alpha_beta.passed(self.world.hash(&after));
        }
        answer
    }

    /// The search of a level below the strongest: less of it, and only among the moves that are seen.
    fn think_less(
        &mut self,
        root: &W::Pos,
        steps: &[W::Move],
        asked: Asked<'_>,
        handicap: Handicap,
        control: &Control<'_>,
    ) -> Answer<W::Move> {
        let seed = asked.table.seed;
        let at_most = |iterations: u64| {
            let less = |limit: Option<u64>, most: u64| Some(limit.map_or(most, |l| l.min(most)));
            let mut control = *control;
            control.budget.iterations = less(control.budget.iterations, iterations);
            control.budget.nodes = less(control.budget.nodes, iterations * NODES);
            control
        };
        if self.world.facts().simultaneous {
            let mut answer = self.search(root, steps, asked, &at_most(handicap.iterations(steps.len())));
            let mut rng = Rng::new(mix(seed ^ 0x05EE));
            if handicap.misses(&mut rng) && !answer.candidates.is_empty() {
                answer.index = answer.candidates[rng.below(answer.candidates.len())].index;
            }
            return answer;
        }
        let mut glance = at_most(handicap::GLANCE * steps.len() as u64);
        glance.budget.time = glance.budget.time.map(|t| t / 4);
        let obvious = self.search(root, steps, asked, &glance).index;
        let seen = handicap.seen(steps.len(), obvious, seed);
        let part: Vec<W::Move> = seen.iter().map(|&i| steps[i].clone()).collect();
        let mut answer = self.search(root, &part, asked, &at_most(handicap.iterations(steps.len())));
        answer.index = seen[answer.index.min(seen.len() - 1)];
        answer.candidates.iter_mut().for_each(|c| c.index = seen[c.index.min(seen.len() - 1)]);
        // What was overlooked may have been better: nothing is certain.
        answer.solved = answer.solved.filter(|v| *v >= 1.0);
        answer
    }

    /// The best of some of the moves at hand.
    fn search(
        &mut self,
        root: &W::Pos,
        steps: &[W::Move],
        asked: Asked<'_>,
        control: &Control<'_>,
    ) -> Answer<W::Move> {
        let (world, seed) = (&self.world, asked.table.seed);
        // Searches that do not iterate take an iteration for a short playout's worth of moves.
        let mut exact = *control;
        exact.budget.nodes = exact.budget.nodes.or(exact.budget.iterations.map(|k| k.saturating_mul(NODES)));
        match (asked.kind, asked.choice) {
            (Kind::Random, _) => {
                let own = world.facts().simultaneous.then(|| world.choices(root, steps));
                let n = own.and_then(|c| c.iter().find(|c| c.0 == asked.table.agent).map(|c| c.1));
                simple::random(&steps[..n.unwrap_or(steps.len()).min(steps.len())], seed)
            }
            (_, Some(Choice::Joint)) => joint::search(world, root, steps, asked.table.agent, seed, control),
            (Kind::Flat, _) => simple::flat(world, root, steps, seed, control),
            (Kind::Uct | Kind::Mcts, _) | (_, Some(Choice::Tree(_))) => {
                self.tree.search(world, root, steps, seed, control, asked.lines)
            }
            (Kind::AlphaBeta | Kind::Paranoid | Kind::BestReply, _) | (_, Some(Choice::AlphaBeta)) => {
                if world.facts().settled() {
                    self.alpha_beta.search(world, root, steps, seed, &exact)
                } else {
                    // What chance brings cannot be searched exactly.
                    self.tree.search(world, root, steps, seed, control, asked.lines)
                }
            }
            (Kind::MaxN, _) => many::max_n(world, root, steps, seed, &exact),
            (_, Some(Choice::Plan)) => self.follow_plan(root, steps, asked, control),
            (Kind::Best | Kind::Level(_), Some(Choice::Deduce) | None) => {
                self.tree.search(world, root, steps, seed, control, asked.lines)
            }
        }
    }

    fn follow_plan(
        &mut self,
        root: &W::Pos,
        moves: &[W::Move],
        asked: Asked<'_>,
        control: &Control<'_>,
    ) -> Answer<W::Move> {
        let seed = asked.table.seed;
        // The same move may be listed in two ways: what it does decides.
        let after = |step: &W::Move| {
            let mut pos = root.clone();
            self.world.apply(&mut pos, step);
            self.world.hash(&pos)
        };
        let place = |step: &W::Move| {
            let wanted = after(step);
            moves.iter().position(|m| after(m) == wanted)
        };
        if let Some(next) = self.plan.last().cloned()
            && let Some(index) = place(&next)
        {
            let mut line = vec![moves[index].clone()];
            line.extend(self.plan.iter().rev().skip(1).cloned());
            self.plan.pop();
            let candidate = Candidate { line, value: 1.0, ..Candidate::unvisited(index, next) };
            return Answer { solved: Some(1.0), candidates: vec![candidate], ..Answer::of(index, 1.0) };
        }
        // Half the time for a plan; if there is none, the rest to get as far as possible.
        let mut part = *control;
        part.budget.time = part.budget.time.map(|t| t / 2);
        part.budget.nodes = part.budget.nodes.map(|n| n / 2).or(part.budget.iterations.map(|i| i * 20));
        let (found, nodes) = plan(&self.world, root, seed, Limits::default(), &part);
        if let Plan::Found { moves: way, .. } = found
            && let Some(index) = way.first().and_then(place)
        {
            self.plan = way.iter().skip(1).rev().cloned().collect();
            let candidate =
                Candidate { line: way, value: 1.0, ..Candidate::unvisited(index, moves[index].clone()) };
            return Answer {
                solved: Some(1.0),
                nodes,
                candidates: vec![candidate],
                ..Answer::of(index, 1.0)
            };
        }
        self.plan.clear();
        self.tree.search(&self.world, root, moves, seed, control, asked.lines)
    }
}
