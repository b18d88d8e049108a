//! Players as seats at a table: what they are called, how they are made, how the default player picks its search from
//! what it sees of the game, and levels from beginner to strongest.

use crate::alphabeta;
use crate::calibrate::Weights;
use crate::compiled_world::CompiledWorld;
use crate::control::{Budget, Control};
use crate::engine_world::{EngineWorld, Spot, Step};
use crate::lean_world::TreeSearch;
use crate::mcts::{self, Mcts};
use crate::searcher::{Asked, Searcher};
use crate::world::World;
use crate::{deduction, simple};
use ludarium_engine::action::Act;
use ludarium_engine::kernel::MovesKind;
use ludarium_engine::kernel::walk::{self, Part};
use ludarium_engine::rng::mix;
use ludarium_play::{Move, State};
use std::time::Duration;

/// What a search says about one move.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate<M> {
    /// Its place among the legal moves.
    pub index: usize,
    pub visits: u64,
    /// The part of all visits.
    pub share: f32,
    /// What the mover gets, from -1 to 1, as far as is known.
    pub value: f32,
    /// The value, where it is certain.
    pub proven: Option<f32>,
    /// The move and the best moves after it.
    pub line: Vec<M>,
}

impl<M> Candidate<M> {
    /// A proven win first, proven losses last, between them what was visited most. Among equals chance decides: in the order
    /// in which moves are listed one player's advances may come first and the other's last, and with few visits, where
    /// most are equal, that alone would decide who wins.
    pub(crate) fn best_first(candidates: &mut [Candidate<M>], seed: u64) {
        let worth = |c: &Candidate<M>| match c.proven {
            Some(v) if v >= 1.0 => 2,
            Some(v) if v <= -1.0 => 0,
            Some(_) | None => 1,
        };
        candidates.sort_by(|a, b| {
            worth(b)
                .cmp(&worth(a))
                .then(b.visits.cmp(&a.visits))
                .then(b.value.total_cmp(&a.value))
                .then(a.lot(seed).cmp(&b.lot(seed)))
        });
    }

    /// What decides between this and what is as good.
    pub(crate) fn lot(&self, seed: u64) -> u64 {
        mix(seed ^ self.index as u64)
    }

    pub fn unvisited(index: usize, m: M) -> Candidate<M> {
        Candidate { index, visits: 0, share: 0.0, value: 0.0, proven: None, line: vec![m] }
    }
}

/// What a search found: the move to play, and what it thought of the others, best first.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<M> {
    /// Which legal move; where all move at once, which of one's own choices.
    pub index: usize,
    pub value: f32,
    /// The value of the position for the mover, where it is certain.
    pub solved: Option<f32>,
    pub candidates: Vec<Candidate<M>>,
    pub iterations: u64,
    pub nodes: u64,
    pub depth: u32,
}

impl<M> Answer<M> {
    pub fn of(index: usize, value: f32) -> Answer<M> {
        Answer { index, value, solved: None, candidates: Vec::new(), iterations: 0, nodes: 0, depth: 0 }
    }

    /// A move that is proven to win.
    pub fn won(index: usize, m: M) -> Answer<M> {
        let candidate =
            Candidate { share: 1.0, value: 1.0, proven: Some(1.0), ..Candidate::unvisited(index, m) };
        Answer { solved: Some(1.0), candidates: vec![candidate], ..Answer::of(index, 1.0) }
    }
}

/// What a player is shown when asked for a move.
#[derive(Clone, Copy)]
pub struct Table<'t> {
    pub state: &'t State,
    /// Who is asked: the one whose turn it is, or one of all where all move at once.
    pub agent: usize,
    pub seed: u64,
}

/// Somebody who can be asked for a move.
pub trait Player<'g>: Send {
    fn name(&self) -> String;
    /// Another game begins.
    fn new_game(&mut self) {}
    /// What to play. An error is the player's own failure and loses the game.
    fn choose(&mut self, table: Table<'_>, control: &Control<'_>) -> Result<Answer<Move>, String>;
    /// What this player may spend, where it differs from what the table allows.
    fn budget(&self) -> Option<Budget> {
        None
    }
}

/// The players that can be named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Random,
    Flat,
    Uct,
    Mcts,
    AlphaBeta,
    Paranoid,
    BestReply,
    MaxN,
    /// Looks at the game and takes one of the others.
    Best,
    /// 1 (beginner) to 10 (strongest).
    Level(u8),
}

pub const LEVELS: u8 = 10;

/// A player as written on a command line: `NAME[@KEY=VALUE[;KEY=VALUE…]]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    pub kind: Kind,
    pub budget: Budget,
    pub threads: Option<usize>,
    pub explore: Option<f32>,
    pub cutoff: Option<u32>,
    /// Playouts longer than this are draws.
    pub longest: Option<u32>,
    pub rave: Option<f32>,
    pub history: Option<f32>,
    pub epsilon: Option<f32>,
    /// Playouts that learn, or plain random ones.
    pub learn: Option<bool>,
    /// Playouts that see what wins at once, where that is possible.
    pub keen: Option<bool>,
    /// A tree that looks for what wins at once.
    pub foresee: Option<bool>,
    pub text: String,
}

impl Spec {
    pub fn read(text: &str) -> Result<Spec, String> {
        let (name, rest) = text.split_once('@').unwrap_or((text, ""));
        let kind = match name.trim().to_lowercase().as_str() {
            "random" => Kind::Random,
            "flat" => Kind::Flat,
            "uct" => Kind::Uct,
            "mcts" => Kind::Mcts,
            "ab" | "alphabeta" | "alpha-beta" => Kind::AlphaBeta,
            "paranoid" => Kind::Paranoid,
            "brs" | "best-reply" => Kind::BestReply,
            "maxn" | "max-n" => Kind::MaxN,
            "default" | "best" => Kind::Best,
            other => match other.strip_prefix("level").and_then(|n| n.trim().parse().ok()) {
                Some(n) if (1..=LEVELS).contains(&n) => Kind::Level(n),
                _ => {
                    return Err(format!(
                        "no player is called {name}: there are random, flat, uct, mcts, ab, paranoid, brs, maxn, \
                         default, level1 to level{LEVELS} and ugi:COMMAND"
                    ));
                }
            },
        };
        let mut spec = Spec {
            kind,
            budget: Budget::default(),
            threads: None,
            explore: None,
            cutoff: None,
            longest: None,
            rave: None,
            history: None,
            epsilon: None,
            learn: None,
            keen: None,
            foresee: None,
            text: text.trim().to_owned(),
        };
        for setting in rest.split(';').filter(|s| !s.trim().is_empty()) {
            let (key, value) = setting.split_once('=').unwrap_or((setting, ""));
            let value = value.trim();
            let wrong = || format!("{text}: {setting} cannot be read");
            match key.trim() {
                "time" => {
                    let s: f64 = value.parse().map_err(|_| wrong())?;
                    spec.budget.time = Some(Duration::try_from_secs_f64(s).map_err(|_| wrong())?);
                }
                "iterations" => spec.budget.iterations = Some(value.parse().map_err(|_| wrong())?),
                "nodes" => spec.budget.nodes = Some(value.parse().map_err(|_| wrong())?),
                "threads" => spec.threads = Some(value.parse().map_err(|_| wrong())?),
                "explore" => spec.explore = Some(value.parse().map_err(|_| wrong())?),
                "cutoff" => spec.cutoff = Some(value.parse().map_err(|_| wrong())?),
                "longest" => spec.longest = Some(value.parse().map_err(|_| wrong())?),
                "rave" => spec.rave = Some(value.parse().map_err(|_| wrong())?),
                "history" => spec.history = Some(value.parse().map_err(|_| wrong())?),
                "epsilon" => spec.epsilon = Some(value.parse().map_err(|_| wrong())?),
                "learn" => spec.learn = Some(value.parse().map_err(|_| wrong())?),
                "foresee" => spec.foresee = Some(value.parse().map_err(|_| wrong())?),
                "keen" => spec.keen = Some(value.parse().map_err(|_| wrong())?),
                _ => return Err(wrong()),
            }
        }
        Ok(spec)
    }

    /// Does the player judge positions, so that a calibration pays?
    pub fn wants_weights(&self) -> bool {
        match self.kind {
            Kind::Random | Kind::Flat | Kind::Uct => false,
            Kind::Mcts => self.cutoff.is_some(),
            Kind::AlphaBeta | Kind::Paranoid | Kind::BestReply | Kind::MaxN | Kind::Best | Kind::Level(_) => {
                true
            }
        }
    }
}

/// What all players of a table share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    pub threads: usize,
    /// Bytes for one player's tree.
    pub memory: usize,
    /// For so many of the best moves the line that is expected after them is given. It is worked out when the time is
    /// up: where only the move counts, none.
    pub lines: usize,
}

impl Default for Setting {
    fn default() -> Setting {
        Setting { threads: 1, memory: 512 << 20, lines: 8 }
    }
}

/// The search that fits a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Choice {
    Tree(Style),
    AlphaBeta,
    Joint,
    Plan,
    Deduce,
}

impl Choice {
    /// As it stands in files.
    pub fn write(self) -> String {
        match self {
            Choice::AlphaBeta => "alpha-beta".to_owned(),
            Choice::Tree(s) => {
                let cutoff = s.cutoff.map_or(String::new(), |n| format!(" cutoff={n}"));
                format!(
                    "tree explore={} rave={} history={} learn={} keen={}{cutoff}",
                    s.explore, s.rave, s.history, s.learn, s.keen
                )
            }
            Choice::Joint => "joint".to_owned(),
            Choice::Plan => "plan".to_owned(),
            Choice::Deduce => "deduce".to_owned(),
        }
    }

    pub fn read(text: &str) -> Option<Choice> {
        let mut words = text.split_whitespace();
        match words.next()? {
            "alpha-beta" => Some(Choice::AlphaBeta),
            "joint" => Some(Choice::Joint),
            "plan" => Some(Choice::Plan),
            "deduce" => Some(Choice::Deduce),
            "tree" => {
                let none =
                    Style { cutoff: None, explore: 0.7, rave: 0.0, history: 0.0, learn: false, keen: false };
                let style = words.try_fold(none, |mut s, word| {
                    let (key, value) = word.split_once('=')?;
                    match key {
                        "explore" => s.explore = value.parse().ok()?,
                        "rave" => s.rave = value.parse().ok()?,
                        "history" => s.history = value.parse().ok()?,
                        "learn" => s.learn = value.parse().ok()?,
                        "keen" => s.keen = value.parse().ok()?,
                        "cutoff" => s.cutoff = Some(value.parse().ok()?),
                        _ => return None,
                    }
                    Some(s)
                });
                style.map(Choice::Tree)
            }
            _ => None,
        }
    }
}

/// How a tree is searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Playouts are judged after so many moves.
    pub cutoff: Option<u32>,
    pub explore: f32,
    pub rave: f32,
    pub history: f32,
    /// Playouts that learn which moves do well, or plain random ones.
    pub learn: bool,
    /// Playouts that see what wins at once.
    pub keen: bool,
}

/// The style of tree search that fits a game.
pub fn style(world: &EngineWorld<'_>) -> Style {
    let weights = world.weights();
    // Long games at random tell little: better ask the evaluation after a few moves.
    let long = weights.is_some_and(|w| w.accuracy >= 0.6 && w.length >= 60.0);
    let cutoff = long.then_some(8);
    let stays = weights.is_some_and(|w| w.captures < 0.02);
    if let Some(lean) = world.lean() {
        // Where random games cost next to nothing, many tell more than wise ones. What is put down to link is worth much
        // the same whenever it is put there; a place on a line is worth something at the right moment only.
        let rave = if lean.has_lines() { 0.0 } else { 200.0 };
        return Style { cutoff: None, explore: 0.5, rave, history: 0.0, learn: false, keen: true };
    }
    if world.cover().is_some() {
        // (What is covered stays covered: a place is worth much the same whenever it is taken.)
        return Style { cutoff: None, explore: 1.4, rave: 200.0, history: 0.0, learn: false, keen: false };
    }
    if world.is_quick() {
        return Style { cutoff, explore: 0.8, rave: 0.0, history: 0.0, learn: false, keen: false };
    }
    let rave = if stays { 200.0 } else { 30.0 };
    // To prefer moves that did well they must all be listed; a random one is mostly drawn without.
    let learn = weights.is_none_or(|w| w.branching <= 40.0);
    Style { cutoff, explore: 0.7, rave, history: 0.4, learn, keen: false }
}

/// Looks at the game, and at what was met when it was calibrated.
pub fn choose(world: &EngineWorld<'_>) -> Choice {
    let facts = world.facts();
    if facts.deduction {
        return Choice::Deduce;
    }
    if facts.simultaneous {
        return Choice::Joint;
    }
    if facts.players == 1 && facts.settled() {
        return Choice::Plan;
    }
    let Some(w) = world.weights() else { return Choice::Tree(style(world)) };
    let tried = w.search.filter(|c| match c {
        Choice::AlphaBeta => facts.plain_duel(),
        Choice::Tree(_) => true,
        Choice::Joint | Choice::Plan | Choice::Deduce => false,
    });
    tried.unwrap_or_else(|| {
        if suits_alpha_beta(world, w) { Choice::AlphaBeta } else { Choice::Tree(style(world)) }
    })
}

/// Does a game look, by its rules and a few random games, as if exact search were the better one? Where something is taken
/// now and then, where freedom to move decides, where points are made by moving: the evaluation knows what matters. Where
/// pieces are only put down, playouts know more.
fn suits_alpha_beta(world: &EngineWorld<'_>, w: &Weights) -> bool {
    let put_down = world.lean().is_some();
    let takes = (0.01..0.6).contains(&w.captures);
    let shape = world.sheet().place_of_moves().is_some() || world.sheet().counts_room();
    let points = world.facts().scores && world.game.uses.count;
    world.facts().plain_duel() && !put_down && w.branching <= 120.0 && (takes || shape || points)
}

/// Makes a player.
pub fn make<'g>(spec: &Spec, world: &EngineWorld<'g>, setting: Setting) -> Box<dyn Player<'g> + 'g> {
    let mut config = match spec.kind {
        Kind::Uct => mcts::Config::PLAIN,
        Kind::Random
        | Kind::Flat
        | Kind::Mcts
        | Kind::AlphaBeta
        | Kind::Paranoid
        | Kind::BestReply
        | Kind::MaxN
        | Kind::Best
        | Kind::Level(_) => mcts::Config::FULL,
    };
    config.threads = spec.threads.unwrap_or(setting.threads);
    config.memory = setting.memory;
    let mut choice = match spec.kind {
        Kind::Best | Kind::Level(_) => Some(choose(world)),
        Kind::Random
        | Kind::Flat
        | Kind::Uct
        | Kind::Mcts
        | Kind::AlphaBeta
        | Kind::Paranoid
        | Kind::BestReply
        | Kind::MaxN => None,
    };
    if world.facts().simultaneous && !matches!(spec.kind, Kind::Random) {
        choice = Some(Choice::Joint);
    }
    if let Some(Choice::Tree(style)) = choice {
        (config.cutoff, config.explore, config.rave) = (style.cutoff, style.explore, style.rave);
        (config.history, config.learn, config.keen) = (style.history, style.learn, style.keen);
    }
    config.explore = spec.explore.unwrap_or(config.explore);
    config.cutoff = spec.cutoff.or(config.cutoff);
    config.longest = spec.longest.unwrap_or(config.longest);
    config.rave = spec.rave.unwrap_or(config.rave);
    config.history = spec.history.unwrap_or(config.history);
    config.epsilon = spec.epsilon.unwrap_or(config.epsilon);
    config.learn = spec.learn.unwrap_or(config.learn);
    config.keen = spec.keen.unwrap_or(config.keen);
    config.foresee = spec.foresee.unwrap_or(config.foresee);
    let alpha_beta = alphabeta::Config {
        best_reply: spec.kind == Kind::BestReply,
        lines: setting.lines,
        ..alpha_beta_config(world)
    };
    // (Where random games need no position at all, the compiled game is not quicker.)
    let compiled = if world.is_lean() { None } else { CompiledWorld::new(world) };
    Box::new(Seat {
        spec: spec.clone(),
        choice,
        lines: setting.lines,
        engine: Searcher::new(world.clone(), TreeSearch::new(world, config), alpha_beta),
        compiled: compiled.map(|world| Searcher::new(world, Mcts::new(config), alpha_beta)),
        solution: Vec::new(),
    })
}

/// Exact search as it suits a game.
pub(crate) fn alpha_beta_config(world: &EngineWorld<'_>) -> alphabeta::Config {
    // (Where nearly every move takes something, no position is quiet, and none may be judged as if one could pass.)
    let quiets = world.weights().is_some_and(|w| (0.01..0.6).contains(&w.captures));
    let free = quiets && !must_capture(world.game);
    alphabeta::Config {
        quiescence: if quiets { 8 } else { 0 },
        prune: free,
        thrifty: free,
        ..alphabeta::Config::STANDARD
    }
}

/// Does a rule of the game forbid some moves because others are there? Then an exchange cannot be left at any moment.
fn must_capture(game: &ludarium_play::Game) -> bool {
    walk::any(walk::choosing_rules(game), |part| {
        let Part::Moves(m) = part else { return false };
        matches!(m.kind, MovesKind::Priority(_) | MovesKind::MaxMoves { .. } | MovesKind::MaxCaptures { .. })
    })
}

struct Seat<'g> {
    spec: Spec,
    choice: Option<Choice>,
    lines: usize,
    engine: Searcher<EngineWorld<'g>, TreeSearch<'g>>,
    /// The same on the compiled game, where there is one.
    compiled: Option<Searcher<CompiledWorld<'g>, Mcts<CompiledWorld<'g>>>>,
    /// The values of a puzzle that was solved and are not set yet.
    solution: Vec<Move>,
}

impl<'g> Player<'g> for Seat<'g> {
    fn name(&self) -> String {
        self.spec.text.clone()
    }

    fn new_game(&mut self) {
        self.engine.reset();
        if let Some(compiled) = &mut self.compiled {
            compiled.reset();
        }
        self.solution.clear();
    }

    fn budget(&self) -> Option<Budget> {
        let own = self.spec.budget;
        (!own.is_unlimited()).then_some(own)
    }

    fn choose(&mut self, table: Table<'_>, control: &Control<'_>) -> Result<Answer<Move>, String> {
        let moves = table.state.legal_moves();
        if moves.is_empty() {
            return Err("there is nothing to play".to_owned());
        }
        let single = moves.len() == 1 && !self.engine.world.facts().simultaneous;
        if single {
            let mut answer = Answer::of(0, 0.0);
            answer.candidates.push(Candidate::unvisited(0, moves[0].clone()));
            return Ok(answer);
        }
        Ok(self.think(table, moves, control))
    }
}

impl<'g> Seat<'g> {
    fn think(&mut self, table: Table<'_>, moves: &[Move], control: &Control<'_>) -> Answer<Move> {
        if self.choice == Some(Choice::Deduce) {
            return self.deduce(table, moves, control);
        }
        let asked = Asked { kind: self.spec.kind, choice: self.choice, table, lines: self.lines };
        if let Some(compiled) = &mut self.compiled
            && let Some((root, steps)) = compiled.world.stand(table.state)
        {
            let answer = compiled.think(&root, &steps, asked, control);
            return compiled.world.in_full(table.state, answer, self.lines);
        }
        let engine = &mut self.engine;
        let root = engine.world.position(table.state);
        let steps = engine.world.roots(&root, moves);
        let answer = engine.think(&root, &steps, asked, control);
        engine.world.in_full(&root, moves, answer, self.lines)
    }

    fn deduce(&mut self, table: Table<'_>, moves: &[Move], control: &Control<'_>) -> Answer<Move> {
        if self.solution.is_empty()
            && let Some(solution) = deduction::solve(&table.state.ctx(), control).solution
        {
            let right = |m: &&Move| match m.decision().map(|a| &a.act) {
                Some(&Act::PuzzleSet { kind, var, value }) => solution.contains(&(kind, var, value)),
                Some(_) | None => false,
            };
            self.solution = moves.iter().filter(right).cloned().collect();
        }
        // In any order: what is right stays right.
        let next = self.solution.iter().position(|p| moves.contains(p));
        match next.map(|i| self.solution.swap_remove(i)) {
            Some(m) => {
                let index = moves.iter().position(|l| *l == m).unwrap_or(0);
                let mut answer = Answer::of(index, 1.0);
                answer.candidates.push(Candidate { value: 1.0, ..Candidate::unvisited(index, m) });
                answer
            }
            None => simple::random(moves, table.seed),
        }
    }
}

impl<'g> EngineWorld<'g> {
    /// The answer with moves that others understand; lines only for so many of the best.
    pub fn in_full(
        &self,
        root: &Spot<'g>,
        moves: &[Move],
        answer: Answer<Step>,
        lines: usize,
    ) -> Answer<Move> {
        let world = self;
        let mut candidates = Vec::with_capacity(answer.candidates.len());
        for (n, c) in answer.candidates.into_iter().enumerate() {
            let own = moves.get(c.index).filter(|_| !world.facts().simultaneous);
            let mut line: Vec<Move> = own.into_iter().cloned().collect();
            if n < lines || line.is_empty() {
                let mut pos = root.clone();
                for (ply, step) in c.line.iter().take(if n < lines { 12 } else { 1 }).enumerate() {
                    if ply >= line.len() {
                        let Some(m) = world.full(&pos, step) else { break };
                        line.push(m);
                    }
                    world.apply(&mut pos, step);
                }
            }
            candidates.push(Candidate {
                index: c.index,
                visits: c.visits,
                share: c.share,
                value: c.value,
                proven: c.proven,
                line,
            });
        }
        Answer {
            index: answer.index,
            value: answer.value,
            solved: answer.solved,
            candidates,
            iterations: answer.iterations,
            nodes: answer.nodes,
            depth: answer.depth,
        }
    }
}

/// Weights are worth making for this game: somebody could use them.
pub fn weights_help(world: &EngineWorld<'_>) -> bool {
    let f = world.facts();
    f.players >= 2
        && !f.simultaneous
        && !f.deduction
        && world.game.subgames.is_empty()
        && !world.sheet().is_empty()
}

/// A short word on what a choice means, for people.
pub fn describe(choice: Choice, weights: Option<&Weights>) -> String {
    let judged = weights.map_or(String::new(), |w| {
        let evidence = match w.decided {
            0 => "evaluation read off the rules".to_owned(),
            n => format!(
                "evaluation from {n} decided games, right {:.0} times in 100 (± {:.0})",
                100.0 * w.accuracy,
                100.0 * w.error
            ),
        };
        format!(" (about {:.0} moves to choose from, {:.0} in a game, {evidence})", w.branching, w.length)
    });
    match choice {
        Choice::Tree(Style { cutoff: Some(n), .. }) => {
            format!("tree search, playouts judged after {n} moves{judged}")
        }
        Choice::Tree(Style { cutoff: None, .. }) => format!("tree search with whole playouts{judged}"),
        Choice::AlphaBeta => format!("alpha-beta{judged}"),
        Choice::Joint => "mixed choices, learnt by regret".to_owned(),
        Choice::Plan => "planning, then tree search".to_owned(),
        Choice::Deduce => "constraint solving".to_owned(),
    }
}
