//! Proofs by complete search. For each legal move of a position they say within how many moves somebody forces a win
//! after it, whatever all the others do. Every legal move is tried to the depth that is named; nothing is estimated, and no
//! move is left out. A win is a first place that nobody shares. Knows worlds and positions, and no game.
//!
//! What is *not* proven: anything beyond that depth. Positions that are told apart by 64 bits are taken for different;
//! where rules look at the course of a game (repetition), or its limit of moves is near, nothing is remembered and every
//! way is walked.

use ludarium_engine::Ctx;
use ludarium_play::{Game, State};
use ludarium_players::compiled_world::CompiledWorld;
use ludarium_players::{EngineWorld, World};
use rustc_hash::FxHashMap;

/// Why a game, or one of its positions, has no puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsuitable {
    Hidden,
    Simultaneous,
    Deduction,
    Match,
    NoEnd,
}

impl std::fmt::Display for Unsuitable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Unsuitable::Hidden => {
                "players do not see everything in this game, so nobody could prove that a move wins"
            }
            Unsuitable::Simultaneous => {
                "all players move at once in this game, so no single move can be proven to win"
            }
            Unsuitable::Deduction => {
                "this game is a puzzle itself: there is one task, and playing it is solving it"
            }
            Unsuitable::Match => {
                "this is a match of several games: look at the puzzles of the games it is made of"
            }
            Unsuitable::NoEnd => "the rules name no way to win, so no move can be proven to win",
        })
    }
}

impl std::error::Error for Unsuitable {}

/// How much may be spent, and how much was: moves made on a board in search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    pub most: u64,
    pub spent: u64,
}

impl Effort {
    pub fn of(most: u64) -> Effort {
        Effort { most, spent: 0 }
    }
    pub fn left(&self) -> u64 {
        self.most.saturating_sub(self.spent)
    }
}

/// The search gave up: the effort was spent, or a position did not fit into the memory of the compiled game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GaveUp;

/// For each legal move, the fewest moves (this one included) within which the attacker forces a win that begins with it;
/// nothing where there is no such win within the depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdicts {
    pub wins: Vec<Option<u32>>,
    /// The depth that was searched completely, for every move without a number.
    pub depth: u32,
}

impl Verdicts {
    pub fn winning(&self) -> impl Iterator<Item = (usize, u32)> {
        self.wins.iter().enumerate().filter_map(|(i, w)| w.map(|w| (i, w)))
    }
    /// The moves after which there is no such win.
    pub fn others(&self) -> impl Iterator<Item = usize> {
        self.wins.iter().enumerate().filter(|(_, w)| w.is_none()).map(|(i, _)| i)
    }
}

/// What can prove things about positions of one game.
pub struct Prover<'g> {
    game: &'g Game,
    engine: EngineWorld<'g>,
    compiled: Option<CompiledWorld<'g>>,
    /// The future of a position depends on how it came about.
    remembers: bool,
}

impl<'g> Prover<'g> {
    pub fn new(game: &'g Game) -> Result<Prover<'g>, Unsuitable> {
        Prover::on(EngineWorld::new(game))
    }

    /// The same, in a world that is at hand.
    pub fn on(engine: EngineWorld<'g>) -> Result<Prover<'g>, Unsuitable> {
        let game = engine.game;
        let facts = engine.facts();
        let has_end = game.end.is_some() || game.phases.iter().any(|p| p.end.is_some());
        let unsuitable = [
            (facts.hidden, Unsuitable::Hidden),
            (facts.simultaneous, Unsuitable::Simultaneous),
            (facts.deduction, Unsuitable::Deduction),
            (!game.subgames.is_empty(), Unsuitable::Match),
            (!has_end, Unsuitable::NoEnd),
        ];
        if let Some((_, why)) = unsuitable.into_iter().find(|(is, _)| *is) {
            return Err(why);
        }
        let uses = &game.uses;
        let remembers = uses.cycle_detection
            || uses.no_repeat_positional_game
            || uses.no_repeat_positional_turn
            || uses.no_repeat_situational_game
            || uses.no_repeat_situational_turn
            || uses.stores_state
            || game.meta.repeat.is_some();
        let compiled = CompiledWorld::new(&engine);
        Ok(Prover { game, engine, compiled, remembers })
    }

    pub fn game(&self) -> &'g Game {
        self.game
    }

    pub fn world(&self) -> &EngineWorld<'g> {
        &self.engine
    }

    /// Do dice or cards decide? Then only a move that wins at once can be proven.
    pub fn is_chancy(&self) -> bool {
        self.engine.facts().chance
    }

    /// For each legal move: does the attacker (an agent) force a win within `deepest` moves, this one included? Depths are
    /// searched one after the other; `enough` is asked after each and may end it. Fails where the effort is spent before
    /// even the first depth was searched.
    pub fn force(
        &self,
        state: &State,
        attacker: usize,
        deepest: u32,
        effort: &mut Effort,
        enough: impl Fn(&Verdicts) -> bool,
    ) -> Result<Verdicts, GaveUp> {
        if self.is_chancy() {
            return self.at_once(state, attacker, effort);
        }
        let remembers = self.remembers || self.near_limit(state, deepest);
        if let Some(world) = &self.compiled
            && let Some((root, moves)) = world.stand(state)
        {
            let mut proof = Proof::new(world, attacker, remembers, effort);
            return proof.deepen(&root, &moves, deepest, enough);
        }
        let root = self.engine.position(state);
        let moves = self.engine.roots(&root, state.legal_moves());
        Proof::new(&self.engine, attacker, remembers, effort).deepen(&root, &moves, deepest, enough)
    }

    /// The game's own limits of moves could end it within the depth.
    fn near_limit(&self, state: &State, deepest: u32) -> bool {
        let game = self.game;
        let turns = game.turn_limit.saturating_mul(game.players as i32);
        let soon = |made: i32, limit: i32| made.saturating_add(deepest as i32 + 1) >= limit;
        let pos = state.board();
        soon(pos.turns, turns) || soon(pos.moves_made, game.move_limit)
    }

    /// Where chance decides: which moves win at once, without drawing anything.
    fn at_once(&self, state: &State, attacker: usize, effort: &mut Effort) -> Result<Verdicts, GaveUp> {
        let mut wins = Vec::with_capacity(state.legal_moves().len());
        for m in state.legal_moves() {
            effort.spent += 1;
            let mut after: Ctx<'_> = state.ctx();
            let before = after.rng.state();
            after.apply(m);
            let drawn = after.rng.state() != before;
            let won = after.pos.over
                && is_win(ludarium_players::engine_world::results(self.game, &after.pos)[attacker]);
            if won && drawn {
                // Won by luck, perhaps.
                return Err(GaveUp);
            }
            wins.push(won.then_some(1));
        }
        Ok(Verdicts { wins, depth: 1 })
    }
}

/// A first place that nobody shares.
fn is_win(utility: f32) -> bool {
    utility >= 0.999
}

/// What is known of a position: won within so many moves, and not won within so many.
#[derive(Clone, Copy)]
struct Known {
    won: u32,
    not: u32,
}

const NEVER: u32 = u32::MAX;
/// More positions are not remembered.
const MOST_KNOWN: usize = 1 << 22;

/// One proof in one world.
struct Proof<'a, W: World> {
    world: &'a W,
    attacker: usize,
    remembers: bool,
    known: FxHashMap<u64, Known>,
    /// How often a move decided, by its key: those are tried first.
    decided: FxHashMap<u64, u32>,
    spare: Vec<(W::Pos, Vec<W::Move>)>,
    effort: &'a mut Effort,
}

impl<'a, W: World> Proof<'a, W> {
    fn new(world: &'a W, attacker: usize, remembers: bool, effort: &'a mut Effort) -> Self {
        Proof {
            world,
            attacker,
            remembers,
            known: FxHashMap::default(),
            decided: FxHashMap::default(),
            spare: Vec::new(),
            effort,
        }
    }

    fn deepen(
        &mut self,
        root: &W::Pos,
        moves: &[W::Move],
        deepest: u32,
        enough: impl Fn(&Verdicts) -> bool,
    ) -> Result<Verdicts, GaveUp> {
        let mut verdicts = Verdicts { wins: vec![None; moves.len()], depth: 0 };
        for depth in 1..=deepest {
            let mut found = verdicts.clone();
            for (i, m) in moves.iter().enumerate() {
                if found.wins[i].is_some() {
                    continue;
                }
                match self.after(root, m, depth) {
                    Ok(true) => found.wins[i] = Some(depth),
                    Ok(false) => {}
                    // What was found at the depths before stands.
                    Err(gave_up) if verdicts.depth == 0 => return Err(gave_up),
                    Err(_) => return Ok(verdicts),
                }
            }
            found.depth = depth;
            verdicts = found;
            if enough(&verdicts) || verdicts.others().next().is_none() {
                break;
            }
        }
        Ok(verdicts)
    }

    /// Does the attacker force a win within so many moves, of which this is the first?
    fn after(&mut self, pos: &W::Pos, m: &W::Move, depth: u32) -> Result<bool, GaveUp> {
        self.effort.spent += 1;
        if self.effort.spent > self.effort.most {
            return Err(GaveUp);
        }
        let (mut next, list) = match self.spare.pop() {
            Some((mut old, list)) => {
                old.clone_from(pos);
                (old, list)
            }
            None => (pos.clone(), Vec::new()),
        };
        self.world.apply(&mut next, m);
        let (won, list) = if self.world.is_void(&next) {
            (Err(GaveUp), list)
        } else if self.world.over(&next) {
            (Ok(is_win(self.world.utilities(&next)[self.attacker])), list)
        } else if depth <= 1 {
            (Ok(false), list)
        } else {
            self.wins(&mut next, depth - 1, list)
        };
        self.spare.push((next, list));
        won
    }

    /// Does the attacker force a win within so many moves from a position that is not over? The list is given back.
    fn wins(
        &mut self,
        pos: &mut W::Pos,
        depth: u32,
        mut moves: Vec<W::Move>,
    ) -> (Result<bool, GaveUp>, Vec<W::Move>) {
        let hash = (!self.remembers && depth > 1).then(|| self.world.hash(pos));
        if let Some(known) = hash.and_then(|h| self.known.get(&h)) {
            if known.won <= depth {
                return (Ok(true), moves);
            }
            if known.not >= depth {
                return (Ok(false), moves);
            }
        }
        let own = self.world.agent(pos) == self.attacker;
        self.world.moves(pos, &mut moves);
        if depth > 1 {
            let worth = |m: &W::Move| self.decided.get(&self.world.key(m)).copied().unwrap_or(0);
            moves.sort_by_cached_key(|m| std::cmp::Reverse(worth(m)));
        }
        // Where nothing can be played nobody wins. The attacker needs one move that wins, of the others' moves all must.
        let mut won = !own && !moves.is_empty();
        for m in &moves {
            match self.after(pos, m, depth) {
                Err(gave_up) => return (Err(gave_up), moves),
                Ok(wins) if wins == own => {
                    if depth > 1 {
                        *self.decided.entry(self.world.key(m)).or_default() += depth * depth;
                    }
                    won = own;
                    break;
                }
                Ok(_) => {}
            }
        }
        if let Some(hash) = hash
            && (self.known.len() < MOST_KNOWN || self.known.contains_key(&hash))
        {
            let known = self.known.entry(hash).or_insert(Known { won: NEVER, not: 0 });
            if won {
                known.won = known.won.min(depth);
            } else {
                known.not = known.not.max(depth);
            }
        }
        (Ok(won), moves)
    }
}
