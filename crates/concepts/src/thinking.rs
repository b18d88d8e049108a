//! What play that thinks shows of a game: one player searches and the others move at random, in every seat in turn;
//! puzzles for one player are solved. Random play alone decides nothing in chess, and one side of a hunt loses it always;
//! a player who thinks shows whether the goal can be reached, and from which seats. Effort is counted, so that a game of
//! a seed is the same again; what the games mean is for `verdict`.

use crate::seats::{Chooser, Effort, Searching};
use crate::trial::{Trial, contested_trial, has_rules};
use ludarium_engine::Position;
use ludarium_engine::rng::mix;
use ludarium_play::{Ctx, Game, Move, State};
use ludarium_players::control::NEVER;
use ludarium_players::deduction::{self, Verdict as Deduced};
use ludarium_players::planning::{self, Limits, Plan};
use ludarium_players::{Budget, Control, EngineWorld, Spec, World};
use rayon::prelude::*;

/// How much is thought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    pub seed: u64,
    /// Games in each seat.
    pub games: usize,
    /// Moves that a search may make on its board for one move of the game.
    pub nodes: u64,
    /// A game is broken off after so many moves.
    pub most: usize,
    /// Moves that the search for a puzzle's solution may make.
    pub solving: u64,
}

impl Default for Thought {
    fn default() -> Thought {
        Thought { seed: 1, games: 4, nodes: 8_000, most: 400, solving: 2_000_000 }
    }
}

/// Who searches in a game; the others move at random.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thinker {
    Nobody,
    /// From 1: the seat at the start.
    One(usize),
    Everybody,
}

/// A game in which somebody thinks.
#[derive(Clone, Debug)]
pub struct Contest {
    pub thinker: Thinker,
    pub trial: Trial,
    pub last: Position,
}

impl Contest {
    /// Whether it was broken off, by the rules' own limit or by ours.
    pub fn endless(&self) -> bool {
        self.trial.unfinished || self.trial.timed_out
    }

    /// Whether the one who thinks won. Players may have changed seats on the way.
    pub fn won(&self) -> bool {
        let Thinker::One(agent) = self.thinker else { return false };
        let seat = self.trial.seats.get(agent).map_or(agent, |seat| usize::from(*seat));
        self.trial.winner == Some(seat)
    }
}

/// What is known of a puzzle's solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solution {
    /// There is one, of so many values.
    Unique { values: usize },
    /// There are at least two.
    Several,
    /// One is known; whether it is the only one is not.
    Some { values: usize },
    /// A way to the goal; no way is shorter, or nobody knows.
    Way { moves: usize, shortest: bool },
    /// Everything was tried.
    None,
    /// Nothing was found in so many positions.
    Unknown { positions: u64 },
}

/// What thinking showed.
#[derive(Clone, Debug, Default)]
pub struct Thinking {
    /// One player against random movers, in every seat.
    pub contests: Vec<Contest>,
    /// Everybody thinks: played where one against random movers does not come to an end.
    pub together: Vec<Contest>,
    /// For one player where nothing is left to chance.
    pub solution: Option<Solution>,
}

impl Thinking {
    /// How many of the games in which everybody thinks this seat won.
    pub fn won_together(&self, agent: usize) -> usize {
        let seat = |c: &Contest| c.trial.seats.get(agent).map_or(agent, |seat| usize::from(*seat));
        self.together.iter().filter(|c| c.trial.winner == Some(seat(c))).count()
    }

    /// Whether games against random movers mostly did not end, and games in which everybody thinks are mostly decided: the
    /// latter are the ones to judge by.
    pub fn only_together(&self) -> bool {
        let endless = self.contests.iter().filter(|c| c.endless()).count();
        let decided = self.together.iter().filter(|c| c.trial.winner.is_some()).count();
        endless * 2 >= self.contests.len() && decided > 0 && decided * 2 >= self.together.len()
    }

    /// How many games somebody who thinks in this seat won, of how many.
    pub fn won_from(&self, agent: usize) -> (usize, usize) {
        let of: Vec<&Contest> = self.contests.iter().filter(|c| c.thinker == Thinker::One(agent)).collect();
        (of.iter().filter(|c| c.won()).count(), of.len())
    }
}

/// A random mover's name, and that of a player who takes the search that suits the game.
const RANDOM: &str = "random";
const THINKS: &str = "default";

/// Lets somebody think in every seat in turn, or solves a puzzle. `go_on` ends it early: games that were not finished by
/// then do not count.
pub fn think(game: &Game, how: &Thought, go_on: &(dyn Fn() -> bool + Sync)) -> Thinking {
    if !has_rules(game) || game.players == 0 || !go_on() {
        return Thinking::default();
    }
    let world = EngineWorld::new(game);
    if game.players == 1 && !world.facts().chance && !world.facts().hidden {
        return Thinking { solution: Some(solve(game, &world, how)), ..Thinking::default() };
    }
    let world = world.informed(&NEVER);
    let play = |first: usize, thinkers: Vec<Thinker>, how: &Thought| -> Vec<Contest> {
        let games = thinkers.into_par_iter().enumerate();
        let one = |(n, thinker)| contest(game, &world, thinker, (first + n) as u64, how, go_on);
        games.filter_map(one).collect()
    };
    let rounds = |n: usize| (0..n).flat_map(|_| (1..=game.players).map(Thinker::One)).collect::<Vec<_>>();
    let all_think = || {
        let longer = Thought { most: how.most.saturating_mul(LONGER), ..*how };
        play(0, vec![Thinker::Everybody; how.games], &longer)
    };
    let mut contests = play(0, rounds(how.games.min(1)), how);
    // A random mover may stand for ever where the other wants to go; and what is long is not endless. Where that is so
    // from every seat, more of these games would show no more.
    if game.players > 1 && !contests.is_empty() && contests.iter().all(Contest::endless) {
        let together = all_think();
        if together.iter().filter(|c| !c.endless()).count() * 2 >= together.len() && !together.is_empty() {
            return Thinking { contests, together, solution: None };
        }
    }
    contests.extend(play(game.players, rounds(how.games.saturating_sub(1)), how));
    let endless = contests.iter().filter(|c| c.endless()).count();
    let wanted = game.players > 1 && endless * ENDLESS > contests.len();
    let together = if wanted { all_think() } else { Vec::new() };
    Thinking { contests, together, solution: None }
}

/// If more than one game in so many does not end, everybody thinks.
const ENDLESS: usize = 5;
/// Games of players who all think may last so many times as long.
const LONGER: usize = 4;

fn contest<'g>(
    game: &'g Game,
    world: &EngineWorld<'g>,
    thinker: Thinker,
    n: u64,
    how: &Thought,
    go_on: &(dyn Fn() -> bool + Sync),
) -> Option<Contest> {
    let seed = mix(how.seed ^ mix(n));
    let (random, thinks) = (Spec::read(RANDOM).ok()?, Spec::read(THINKS).ok()?);
    let spec = |agent| match thinker {
        Thinker::Nobody => &random,
        Thinker::One(one) if one != agent => &random,
        Thinker::One(_) | Thinker::Everybody => &thinks,
    };
    let specs: Vec<&Spec> = (1..=game.players).map(spec).collect();
    let efforts = vec![Effort::Fixed(Budget::nodes(how.nodes)); game.players + 1];
    let players = Searching::around(game, world, &specs, efforts, seed);
    let mut chooser = WhileWanted { players, go_on, left: false };
    let (trial, last) = contested_trial(game, seed, how.most, &mut chooser);
    (!chooser.left).then_some(Contest { thinker, trial, last })
}

/// Players who leave when nobody wants to go on.
struct WhileWanted<'c, 'g> {
    players: Searching<'g>,
    go_on: &'c (dyn Fn() -> bool + Sync),
    left: bool,
}

impl<'g> Chooser<'g> for WhileWanted<'_, 'g> {
    fn choose(&mut self, ctx: &Ctx<'g>, legal: &[Move]) -> Result<usize, String> {
        if !(self.go_on)() {
            self.left = true;
            return Err("nobody wants to go on".to_string());
        }
        self.players.choose(ctx, legal)
    }
}

fn solve<'g>(game: &'g Game, world: &EngineWorld<'g>, how: &Thought) -> Solution {
    let control = Control::counted(Budget::nodes(how.solving));
    if deduction::constraints(game).is_some() {
        let solved = deduction::solve(&game.begin(how.seed), &control);
        let values = solved.solution.as_ref().map_or(0, Vec::len);
        return match solved.verdict {
            Deduced::Unique => Solution::Unique { values },
            Deduced::Several => Solution::Several,
            Deduced::Impossible => Solution::None,
            Deduced::AtLeastOne => Solution::Some { values },
            Deduced::Unknown => Solution::Unknown { positions: solved.nodes },
        };
    }
    let root = world.position(&State::start(game, how.seed));
    match planning::plan(world, &root, how.seed, Limits::default(), &control) {
        (Plan::Found { moves, shortest }, _) => Solution::Way { moves: moves.len(), shortest },
        (Plan::Impossible, _) => Solution::None,
        (Plan::Unknown, positions) => Solution::Unknown { positions },
    }
}
