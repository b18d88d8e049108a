//! Alpha-beta for games without chance: iterative deepening, a table of positions met, ordered moves, captures followed
//! to their end. With more than two players the others are taken for one opponent (paranoid), or only one of them
//! answers with care in each round (best reply). Where the whole tree was seen, the value is proven. Values are those of
//! the side to move: the player who thinks, or all others together.

use crate::control::{Control, Watch};
use crate::player::{Answer, Candidate};
use crate::world::{Stakes, World};
use ludarium_engine::rng::mix;
use ludarium_play::Rng;
use rustc_hash::FxHashSet;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// One opponent a round searches all its moves, the others only their most promising.
    pub best_reply: bool,
    /// Follow captures beyond the last ply by so many moves.
    pub quiescence: u32,
    /// Moves that take or change something are looked at first. Where nearly all moves do, that says nothing.
    pub tactics: bool,
    /// Search quiet moves that come late in the order less deeply.
    pub reduce: bool,
    /// Leave out what can hardly reach the values in question any more, judged by the evaluation and a margin.
    pub prune: bool,
    /// Look whether a position is good enough even if the turn is given away.
    pub pass: bool,
    /// What is in danger is looked after one move deeper.
    pub danger: bool,
    /// Of long exchanges only captures are followed that pay at once.
    pub thrifty: bool,
    /// Entries of the table, as a power of two.
    pub table_bits: u32,
    /// Never deeper than this.
    pub deepest: u32,
    /// So many of the best moves are given with the line after them.
    pub lines: usize,
}

impl Config {
    pub const STANDARD: Config = Config {
        best_reply: false,
        quiescence: 6,
        tactics: true,
        reduce: true,
        prune: false,
        pass: false,
        danger: true,
        thrifty: false,
        table_bits: 20,
        deepest: 100,
        lines: 8,
    };
    /// Every move to the same depth: for proofs.
    pub const EXACT: Config =
        Config { quiescence: 0, reduce: false, table_bits: 20, deepest: 200, ..Config::STANDARD };
}

/// A win now; later wins are worth a little less, and no evaluation is worth as much.
const WIN: f32 = 3.0;
const PLY: f32 = 0.001;
/// How far from the value of the depth before the next one is expected, at least.
const NEAR: f32 = 0.04;
/// Values beyond this are results.
const DECIDED: f32 = 2.0;
/// The width of a window that only asks whether a value is reached.
const NARROW: f32 = 1e-4;
/// Moves are remembered by so many bits of their keys.
const HISTORY_BITS: u32 = 14;
/// No move is remembered as better than this.
const MOST_HISTORY: i32 = 1 << 14;

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    best: u64,
    value: f32,
    depth: i16,
    /// 1: at least, 2: at most, 3: exactly. 0: nothing stored.
    bound: u8,
    /// Nothing below was cut off by the depth.
    whole: bool,
}

/// What is asked of a position: which values matter, how deep to look, and how it was reached.
#[derive(Clone, Copy)]
struct Question {
    depth: i32,
    alpha: f32,
    beta: f32,
    /// Moves from the root.
    ply: u32,
    /// An opponent has not answered with care in this round yet.
    careful: bool,
    /// The move before gave the turn away.
    passed: bool,
}

impl Question {
    fn is_narrow(&self) -> bool {
        self.beta - self.alpha < 2.0 * NARROW
    }
}

/// A move in the order of trying.
#[derive(Clone, Copy)]
struct Ranked {
    score: i64,
    index: u32,
    /// It takes or changes nothing.
    quiet: bool,
}

pub struct AlphaBeta<W: World> {
    pub config: Config,
    table: Vec<Entry>,
    /// How often a move was the reason to stop looking, by its key.
    history: Vec<i32>,
    killers: Vec<[u64; 2]>,
    me: usize,
    nodes: u64,
    /// How deep the whole tree is searched at the moment.
    depth: u32,
    /// Something was cut off by the depth since this was last reset.
    horizon: bool,
    line: Vec<u64>,
    /// Positions and lists that are not needed at the moment: copying over one is cheaper than making one.
    spare: Vec<W::Pos>,
    lists: Vec<(Vec<W::Move>, Vec<Ranked>)>,
    /// What is at stake in the moves that are ranked at the moment.
    stakes: Vec<Option<Stakes>>,
    watch: Watch,
    /// Positions that the game has been through: to come back to one leads nowhere either.
    past: FxHashSet<u64>,
    /// What the least piece is worth, in values of positions; 0 where pieces are not worth anything.
    unit: f32,
}

impl<W: World> AlphaBeta<W> {
    pub fn new(config: Config) -> AlphaBeta<W> {
        AlphaBeta {
            config,
            table: Vec::new(),
            history: Vec::new(),
            killers: Vec::new(),
            me: 0,
            nodes: 0,
            depth: 0,
            horizon: false,
            line: Vec::new(),
            spare: Vec::new(),
            lists: Vec::new(),
            stakes: Vec::new(),
            watch: Watch::default(),
            past: FxHashSet::default(),
            unit: 0.0,
        }
    }

    /// Notes a position that the game has been through.
    pub fn passed(&mut self, hash: u64) {
        self.past.insert(hash);
    }

    pub fn reset(&mut self) {
        self.table.clear();
        self.history.clear();
        self.spare.clear();
        self.past.clear();
    }

    pub fn search(
        &mut self,
        world: &W,
        root: &W::Pos,
        moves: &[W::Move],
        seed: u64,
        control: &Control<'_>,
    ) -> Answer<W::Move> {
        self.begin(world, root);
        let mut order = self.first_order(world, root, moves, seed);
        let mut guess: Option<f32> = None;
        let mut done_depth = 0;
        let mut solved = None;
        // Moves whose value is their own, not only a bound.
        let mut exact: Vec<usize> = Vec::new();
        for depth in 1..=self.config.deepest as i32 {
            if moves.is_empty() {
                break;
            }
            let complete = self.deepen(world, root, moves, depth, guess, &mut order, &mut exact, control);
            if !complete {
                break;
            }
            done_depth = depth as u32;
            let best = order[0].0;
            guess = Some(best);
            // (Shorter wins were looked for at the depths before.)
            if !self.horizon || best.abs() > DECIDED {
                solved = Some(settle(best));
                break;
            }
            if order.len() == 1 && control.budget.time.is_some() {
                break;
            }
        }
        let index = order.first().map_or(0, |o| o.1);
        let value = order.first().map_or(0.0, |o| settle(o.0));
        let candidates = order
            .iter()
            .enumerate()
            .map(|(n, &(v, i))| Candidate {
                value: settle(v),
                share: if n == 0 { 1.0 } else { 0.0 },
                proven: (v < -DECIDED || (v > DECIDED && exact.contains(&i))).then(|| settle(v)),
                line: if n < self.config.lines {
                    self.principal(world, root, &moves[i])
                } else {
                    vec![moves[i].clone()]
                },
                ..Candidate::unvisited(i, moves[i].clone())
            })
            .collect();
        Answer { index, value, solved, candidates, iterations: 0, nodes: self.nodes, depth: done_depth }
    }

    /// Makes ready for a position at hand.
    fn begin(&mut self, world: &W, root: &W::Pos) {
        let me = world.agent(root);
        if self.table.is_empty() || self.me != me {
            self.table = vec![Entry::default(); 1 << self.config.table_bits];
        }
        if self.history.is_empty() {
            self.history = vec![0; 1 << HISTORY_BITS];
        }
        self.history.iter_mut().for_each(|h| *h /= 4);
        self.killers = vec![[0; 2]; 256];
        self.me = me;
        self.nodes = 0;
        self.unit = world.unit();
        self.watch = Watch::default();
        self.line.clear();
        self.line.push(world.hash(root));
    }

    /// The moves at the root before anything is known of them.
    fn first_order(&self, world: &W, root: &W::Pos, moves: &[W::Move], seed: u64) -> Vec<(f32, usize)> {
        let mut order: Vec<(f32, usize)> = (0..moves.len()).map(|i| (0.0, i)).collect();
        // Equal moves in an order of the seed's choosing, so that games differ.
        let mut rng = Rng::new(mix(seed));
        for i in (1..order.len()).rev() {
            order.swap(i, rng.below(i + 1));
        }
        let remembered = self.look_up(world.hash(root)).map(|e| e.best);
        let rank = |i: usize| match remembered {
            Some(best) if world.identity(&moves[i]) == best => 0,
            Some(_) | None => 1 + u8::from(!world.is_tactical(root, &moves[i])),
        };
        order.sort_by_cached_key(|&(_, i)| rank(i));
        order
    }

    /// Searches all moves of the root to a depth, and puts them in order. False where the time ran out: then the order says
    /// what was found so far.
    fn deepen(
        &mut self,
        world: &W,
        root: &W::Pos,
        moves: &[W::Move],
        depth: i32,
        guess: Option<f32>,
        order: &mut Vec<(f32, usize)>,
        exact: &mut Vec<usize>,
        control: &Control<'_>,
    ) -> bool {
        self.horizon = false;
        self.depth = depth as u32;
        // The value of the depth before is a good guess; where it is wrong, all is asked again.
        let near = guess.filter(|g| depth >= 4 && g.abs() < 1.0);
        let width = NEAR.max(0.4 * self.unit);
        let (mut alpha, beta) = near.map_or((-WIN - 1.0, WIN + 1.0), |g| (g - width, g + width));
        let (low, high) = (alpha, beta);
        let mut complete = true;
        let mut scored: Vec<(f32, usize)> = Vec::new();
        exact.clear();
        let ask =
            |alpha, beta| Question { depth: depth - 1, alpha, beta, ply: 1, careful: true, passed: false };
        for (n, &(_, i)) in order.iter().enumerate() {
            let mut pos = self.after(world, root, &moves[i]);
            let value = if n == 0 {
                match self.child(world, &mut pos, true, ask(alpha, beta), control) {
                    Some(v) if near.is_some() && (v <= low || v >= high) => {
                        alpha = -WIN - 1.0;
                        self.child(world, &mut pos, true, ask(alpha, WIN + 1.0), control)
                    }
                    other => other,
                }
            } else {
                match self.child(world, &mut pos, true, ask(alpha, alpha + NARROW), control) {
                    Some(v) if v > alpha => self.child(world, &mut pos, true, ask(alpha, WIN + 1.0), control),
                    other => other,
                }
            };
            self.spare.push(pos);
            let Some(value) = value else {
                complete = false;
                break;
            };
            // A move that only does not beat the best so far has shown no value of its own.
            let shown = if n > 0 && value <= alpha { value.min(alpha) - 1e-5 * n as f32 } else { value };
            scored.push((shown, i));
            if n == 0 || value > alpha {
                exact.push(i);
            }
            alpha = alpha.max(value);
        }
        // A depth that was not finished counts as far as it went: the first move is the best of the depth before.
        if !scored.is_empty() {
            let seen: Vec<usize> = scored.iter().map(|s| s.1).collect();
            let mut next = scored;
            next.sort_by(|a, b| b.0.total_cmp(&a.0));
            if !complete {
                next.extend(order.iter().filter(|o| !seen.contains(&o.1)).map(|o| (o.0.min(-0.99), o.1)));
            }
            *order = next;
        }
        if complete && let Some(&(best, i)) = order.first() {
            let question = Question { depth, alpha: -WIN, beta: WIN, ply: 0, careful: true, passed: false };
            self.remember(world.hash(root), world.identity(&moves[i]), best, question, 3);
        }
        complete
    }

    /// A position after a move.
    fn after(&mut self, world: &W, pos: &W::Pos, m: &W::Move) -> W::Pos {
        let mut next = self.copied(pos);
        world.apply(&mut next, m);
        next
    }

    fn copied(&mut self, pos: &W::Pos) -> W::Pos {
        match self.spare.pop() {
            Some(mut old) => {
                old.clone_from(pos);
                old
            }
            None => pos.clone(),
        }
    }

    /// The line that the table remembers.
    fn principal(&self, world: &W, root: &W::Pos, first: &W::Move) -> Vec<W::Move> {
        let mut line = vec![first.clone()];
        let mut pos = root.clone();
        world.apply(&mut pos, first);
        let mut moves = Vec::new();
        while line.len() < 10 && !world.over(&pos) {
            let Some(entry) = self.look_up(world.hash(&pos)) else { break };
            world.moves(&mut pos, &mut moves);
            let Some(m) = moves.iter().find(|m| world.identity(m) == entry.best) else { break };
            let m = m.clone();
            world.apply(&mut pos, &m);
            line.push(m);
        }
        line
    }

    fn look_up(&self, hash: u64) -> Option<&Entry> {
        let e = self.table.get(hash as usize & (self.table.len() - 1))?;
        (e.key == hash && e.bound != 0).then_some(e)
    }

    fn remember(&mut self, hash: u64, best: u64, value: f32, asked: Question, bound: u8) {
        let at = hash as usize & (self.table.len() - 1);
        let old = &self.table[at];
        // (What is known for certain stays.)
        if old.key != hash || !old.whole || !self.horizon {
            self.table[at] = Entry {
                key: hash,
                best,
                value: to_table(value, asked.ply),
                depth: asked.depth as i16,
                bound,
                whole: !self.horizon,
            };
        }
    }

    /// What a position just reached is worth to the side that moved.
    fn child(
        &mut self,
        world: &W,
        pos: &mut W::Pos,
        mine: bool,
        asked: Question,
        control: &Control<'_>,
    ) -> Option<f32> {
        self.nodes += 1;
        if self.watch.enough(control, 0, self.nodes) {
            return None;
        }
        if world.over(pos) {
            let u = world.utilities(pos)[self.me];
            let value = if u.abs() < 0.999 { u } else { u * (WIN - PLY * asked.ply as f32) };
            return Some(if mine { value } else { -value });
        }
        let my_turn = world.agent(pos) == self.me;
        let asked = if my_turn == mine {
            asked
        } else {
            Question { alpha: -asked.beta, beta: -asked.alpha, ..asked }
        };
        let value = if self.config.best_reply {
            // What the others might have done is not looked at.
            let careful = mine || (asked.careful && my_turn);
            let hash = world.hash(pos) ^ u64::from(asked.careful) << 1;
            let value = self.visit(world, pos, hash, my_turn, Question { careful, ..asked }, control);
            self.horizon = true;
            value?
        } else {
            let hash = world.hash(pos);
            if self.line.contains(&hash) {
                // Going round in a circle leads nowhere.
                return Some(0.0);
            }
            if self.past.contains(&hash) {
                // Nor does coming back to where the game was; but that proves nothing about the position.
                self.horizon = true;
                return Some(0.0);
            }
            self.line.push(hash);
            let outer = std::mem::replace(&mut self.horizon, false);
            let value = self.visit(world, pos, hash, my_turn, asked, control);
            self.horizon |= outer;
            self.line.pop();
            value?
        };
        Some(if my_turn == mine { value } else { -value })
    }

    /// What a position is worth to the side to move.
    fn visit(
        &mut self,
        world: &W,
        pos: &mut W::Pos,
        hash: u64,
        mine: bool,
        asked: Question,
        control: &Control<'_>,
    ) -> Option<f32> {
        // What must be done at once is looked at to its end, but not for ever.
        let danger = self.config.danger && asked.ply < 2 * self.depth && world.in_danger(pos);
        let asked = Question { depth: asked.depth.max(0) + i32::from(danger), ..asked };
        if asked.depth <= 0 || asked.ply >= 250 {
            self.horizon = true;
            return self.quiet(world, pos, mine, asked, self.config.quiescence, control);
        }
        let mut first = 0;
        if let Some(&e) = self.look_up(hash) {
            first = e.best;
            if e.whole || i32::from(e.depth) >= asked.depth {
                let value = from_table(e.value, asked.ply);
                let usable = match e.bound {
                    1 => value >= asked.beta,
                    2 => value <= asked.alpha,
                    _ => true,
                };
                if usable {
                    self.horizon |= !e.whole;
                    return Some(value);
                }
            }
        }
        let prunes =
            self.config.prune && asked.is_narrow() && asked.beta.abs() < 1.0 && self.unit > 0.0 && !danger;
        let stand = if danger {
            None
        } else if prunes || self.config.pass {
            Some(self.stand(world, pos, mine))
        } else {
            None
        };
        if let (true, Some(stand)) = (prunes, stand) {
            // Far above what matters: it will hardly fall below again in a few moves.
            if asked.depth <= 4 && stand - self.unit * asked.depth as f32 >= asked.beta {
                self.horizon = true;
                return Some(stand);
            }
        }
        if let Some(stand) = stand
            && let Some(value) = self.give_away(world, pos, mine, stand, asked, control)?
        {
            return Some(value);
        }
        let (mut moves, mut order) = self.lists.pop().unwrap_or_default();
        world.moves(pos, &mut moves);
        self.rank(world, pos, &moves, first, asked.ply, &mut order);
        if self.config.best_reply && !mine && !asked.careful {
            order.truncate(1);
        }
        let stand = stand.filter(|_| prunes);
        let found = self.look_at(world, pos, mine, (&moves, &order), first != 0, stand, asked, control);
        let value = match found {
            None => None,
            Some(None) => Some(0.0),
            Some(Some((best, at))) => {
                let bound = if best <= asked.alpha {
                    2
                } else if best >= asked.beta {
                    1
                } else {
                    3
                };
                self.remember(hash, world.identity(&moves[at]), best, asked, bound);
                Some(best)
            }
        };
        self.lists.push((moves, order));
        value
    }

    /// Looks at moves in their order; the best value and its move, nothing where there is no move. Without the outer answer
    /// the time has run out.
    fn look_at(
        &mut self,
        world: &W,
        pos: &W::Pos,
        mine: bool,
        (moves, order): (&[W::Move], &[Ranked]),
        known: bool,
        stand: Option<f32>,
        asked: Question,
        control: &Control<'_>,
    ) -> Option<Option<(f32, usize)>> {
        let mut depth = asked.depth;
        if moves.len() == 1 && asked.ply < 60 {
            depth += 1;
        } else if !known && depth >= 5 && self.config.reduce {
            // Nothing says which move to look at first: a shorter look finds out.
            depth -= 1;
        }
        let mut alpha = asked.alpha;
        let mut best: Option<(f32, usize)> = None;
        for (n, &Ranked { score, index, quiet }) in order.iter().enumerate() {
            let at = index as usize;
            let m = &moves[at];
            let safe = best.is_some_and(|b| b.0 > -DECIDED);
            if let (true, true, Some(stand)) = (quiet, safe, stand) {
                // Far below what matters: a quiet move will hardly change that.
                let hopeless = depth <= 3 && stand + self.unit * (1.0 + depth as f32) <= alpha;
                let late = depth <= 2 && n >= 8 * depth as usize && score < 0;
                if hopeless || late {
                    self.horizon = true;
                    continue;
                }
            }
            let mut next = self.after(world, pos, m);
            let ask = |depth: i32, alpha: f32, beta: f32| Question {
                depth: depth - 1,
                alpha,
                beta,
                ply: asked.ply + 1,
                careful: asked.careful,
                passed: false,
            };
            let late = self.config.reduce && n >= 3 && depth >= 3 && quiet;
            let less = if late { less_deep(depth, n, score, asked.is_narrow()) } else { 0 };
            let mut value = None;
            if n > 0 && (less > 0 || asked.beta - alpha > 2.0 * NARROW) {
                // First ask only whether the move changes anything.
                let most = if asked.is_narrow() { asked.beta } else { alpha + NARROW };
                let v = self.child(world, &mut next, mine, ask(depth - less, alpha, most), control)?;
                if v <= alpha {
                    value = Some(v);
                }
            }
            let value = match value {
                Some(v) => v,
                None => self.child(world, &mut next, mine, ask(depth, alpha, asked.beta), control)?,
            };
            self.spare.push(next);
            if best.is_none_or(|b| value > b.0) {
                best = Some((value, at));
            }
            alpha = alpha.max(value);
            if alpha >= asked.beta {
                self.note_cut(world, moves, &order[..=n], asked);
                break;
            }
        }
        Some(best)
    }

    /// If a position is good enough even after giving the turn away, it is good enough.
    fn give_away(
        &mut self,
        world: &W,
        pos: &W::Pos,
        mine: bool,
        stand: f32,
        asked: Question,
        control: &Control<'_>,
    ) -> Option<Option<f32>> {
        let tried = self.config.pass
            && !asked.passed
            && asked.depth >= 3
            && asked.is_narrow()
            && asked.beta.abs() < 1.0
            && stand >= asked.beta;
        if !tried {
            return Some(None);
        }
        let mut next = self.copied(pos);
        if !world.pass(&mut next) {
            self.spare.push(next);
            return Some(None);
        }
        let depth = asked.depth - 3 - asked.depth / 4;
        let question = Question {
            depth,
            alpha: asked.beta - NARROW,
            beta: asked.beta,
            ply: asked.ply + 1,
            careful: asked.careful,
            passed: true,
        };
        let horizon = self.horizon;
        let value = self.child(world, &mut next, mine, question, control)?;
        self.spare.push(next);
        if value >= asked.beta {
            self.horizon = true;
            // (No result is proven by a move that cannot be made.)
            return Some(Some(value.min(1.0).max(asked.beta)));
        }
        self.horizon = horizon;
        Some(None)
    }

    /// Puts moves in the order in which they are looked at.
    fn rank(
        &mut self,
        world: &W,
        pos: &W::Pos,
        moves: &[W::Move],
        first: u64,
        ply: u32,
        order: &mut Vec<Ranked>,
    ) {
        let killers = self.killers[ply.min(255) as usize];
        let mut all_stakes = std::mem::take(&mut self.stakes);
        if self.config.tactics {
            world.all_stakes(pos, moves, &mut all_stakes);
        }
        order.clear();
        order.extend(moves.iter().enumerate().map(|(i, m)| {
            let stakes = if self.config.tactics { all_stakes[i] } else { None };
            let score = if first != 0 && world.identity(m) == first {
                1 << 60
            } else {
                let key = world.key(m);
                match stakes {
                    Some(stakes) if stakes.pays() => (1 << 50) + by_gain(stakes),
                    Some(stakes) => (1 << 40) + by_gain(stakes),
                    None if killers[0] == key => (1 << 45) + 1,
                    None if killers[1] == key => 1 << 45,
                    None => self.history[history_place(key)].into(),
                }
            };
            Ranked { score, index: i as u32, quiet: stakes.is_none() }
        }));
        self.stakes = all_stakes;
        order.sort_unstable_by(|a, b| b.score.cmp(&a.score).then(a.index.cmp(&b.index)));
    }

    /// Notes that the last of these moves was good enough, and quiet ones before it were not.
    fn note_cut(&mut self, world: &W, moves: &[W::Move], looked_at: &[Ranked], asked: Question) {
        let Some((last, before)) = looked_at.split_last() else { return };
        if !last.quiet {
            return;
        }
        let key = world.key(&moves[last.index as usize]);
        let killers = &mut self.killers[asked.ply.min(255) as usize];
        if killers[0] != key {
            *killers = [key, killers[0]];
        }
        let bonus = (asked.depth * asked.depth).min(1024);
        let mut change = |key: u64, by: i32| {
            let h = &mut self.history[history_place(key)];
            *h += by - *h * by.abs() / MOST_HISTORY;
        };
        change(key, bonus);
        for other in before.iter().filter(|o| o.quiet) {
            change(world.key(&moves[other.index as usize]), -bonus);
        }
    }

    /// How a position looks to the side to move.
    fn stand(&self, world: &W, pos: &W::Pos, mine: bool) -> f32 {
        let value = world.evaluate(pos).map_or(0.0, |u| u[self.me]);
        if mine { value } else { -value }
    }

    /// Captures are played out before a position is judged.
    fn quiet(
        &mut self,
        world: &W,
        pos: &mut W::Pos,
        mine: bool,
        asked: Question,
        more: u32,
        control: &Control<'_>,
    ) -> Option<f32> {
        let stand = self.stand(world, pos, mine);
        if more == 0 || stand >= asked.beta {
            return Some(stand);
        }
        let mut alpha = asked.alpha.max(stand);
        let mut best = stand;
        let (mut moves, mut order) = self.lists.pop().unwrap_or_default();
        world.moves(pos, &mut moves);
        order.clear();
        // Even what a move wins, and a little more, may not be enough.
        let margin = 1.5 * self.unit;
        let thrifty = self.config.thrifty && more + 2 <= self.config.quiescence;
        let enough = |stakes: &Stakes| margin == 0.0 || stand + stakes.won + margin > alpha;
        world.all_stakes(pos, &moves, &mut self.stakes);
        order.extend(self.stakes.iter().enumerate().filter_map(|(i, stakes)| {
            let stakes = stakes.filter(enough)?;
            if thrifty && !stakes.pays() {
                return None;
            }
            Some(Ranked { score: by_gain(stakes), index: i as u32, quiet: false })
        }));
        order.sort_unstable_by(|a, b| b.score.cmp(&a.score).then(a.index.cmp(&b.index)));
        let mut out_of_time = false;
        for ranked in &order {
            let mut next = self.after(world, pos, &moves[ranked.index as usize]);
            self.nodes += 1;
            if self.watch.enough(control, 0, self.nodes) {
                out_of_time = true;
                break;
            }
            let value = if world.over(&next) {
                // Ends that come this far down are not proven: quiet moves were not looked at.
                let u = 0.99 * world.utilities(&next)[self.me];
                if mine { u } else { -u }
            } else {
                let my_turn = world.agent(&next) == self.me;
                let (low, high) = if my_turn == mine { (alpha, asked.beta) } else { (-asked.beta, -alpha) };
                let further = Question { alpha: low, beta: high, ..asked };
                let Some(value) = self.quiet(world, &mut next, my_turn, further, more - 1, control) else {
                    out_of_time = true;
                    break;
                };
                if my_turn == mine { value } else { -value }
            };
            self.spare.push(next);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= asked.beta {
                break;
            }
        }
        self.lists.push((moves, order));
        (!out_of_time).then_some(best)
    }
}

/// By how much less deeply a quiet move is looked at that comes late.
fn less_deep(depth: i32, n: usize, score: i64, narrow: bool) -> i32 {
    let mut less = (0.7 + (depth as f32).ln() * (n as f32 + 1.0).ln() / 2.2) as i32;
    // (What was good elsewhere, and what may become the line that is played, gets a better look.)
    less -= i32::from(score > i64::from(MOST_HISTORY / 4)) + i32::from(!narrow);
    less.clamp(0, depth - 2)
}

fn history_place(key: u64) -> usize {
    (key >> (64 - HISTORY_BITS)) as usize
}

/// What a move brings, as a place in the order of moves.
fn by_gain(stakes: Stakes) -> i64 {
    let gain = stakes.won - 0.1 * stakes.own;
    ((gain.clamp(-100.0, 100.0) + 100.0) * 4096.0) as i64
}

/// A value as others understand it: -1 to 1.
fn settle(value: f32) -> f32 {
    value.clamp(-1.0, 1.0)
}

fn to_table(value: f32, ply: u32) -> f32 {
    let distance = PLY * ply as f32;
    if value > DECIDED {
        value + distance
    } else if value < -DECIDED {
        value - distance
    } else {
        value
    }
}

fn from_table(value: f32, ply: u32) -> f32 {
    let distance = PLY * ply as f32;
    if value > DECIDED {
        value - distance
    } else if value < -DECIDED {
        value + distance
    } else {
        value
    }
}
