//! Alpha-beta for games without chance: iterative deepening, a table of positions met, ordered moves, captures followed
//! to their end. With more than two players the others are taken for one opponent (paranoid), or only one of them
//! answers with care in each round (best reply). Where the whole tree was seen, the value is proven.

use crate::control::{Control, Watch};
use crate::player::{Answer, Candidate};
use crate::world::World;
use ludarium_engine::rng::mix;
use ludarium_play::Rng;
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// One opponent a round searches all its moves, the others only their most promising.
    pub best_reply: bool,
    /// Follow captures beyond the last ply by so many moves.
    pub quiescence: u32,
    /// Search quiet moves that come late in the order less deeply.
    pub reduce: bool,
    /// Entries of the table, as a power of two.
    pub table_bits: u32,
    /// Never deeper than this.
    pub deepest: u32,
    /// So many of the best moves are given with the line after them.
    pub lines: usize,
}

impl Config {
    pub const STANDARD: Config =
        Config { best_reply: false, quiescence: 6, reduce: true, table_bits: 18, deepest: 100, lines: 8 };
    /// Every move to the same depth: for proofs.
    pub const EXACT: Config =
        Config { best_reply: false, quiescence: 0, reduce: false, table_bits: 20, deepest: 200, lines: 8 };
}

/// A win now; later wins are worth a little less, and no evaluation is worth as much.
const WIN: f32 = 3.0;
const PLY: f32 = 0.001;
/// How far from the value of the depth before the next one is expected.
const NEAR: f32 = 0.04;
/// Values beyond this are results.
const DECIDED: f32 = 2.0;

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

pub struct AlphaBeta<W: World> {
    pub config: Config,
    table: Vec<Entry>,
    /// How often a move was the reason to stop looking, by what it is.
    history: FxHashMap<u64, u32>,
    killers: Vec<[u64; 2]>,
    me: usize,
    nodes: u64,
    /// Something was cut off by the depth since this was last reset.
    horizon: bool,
    line: Vec<u64>,
    /// Positions that are not needed at the moment: copying over one is cheaper than making one.
    spare: Vec<W::Pos>,
    watch: Watch,
    /// Positions that the game has been through: to come back to one leads nowhere either.
    past: FxHashSet<u64>,
}

impl<W: World> AlphaBeta<W> {
    pub fn new(config: Config) -> AlphaBeta<W> {
        AlphaBeta {
            config,
            table: Vec::new(),
            history: FxHashMap::default(),
            killers: Vec::new(),
            me: 0,
            nodes: 0,
            horizon: false,
            line: Vec::new(),
            spare: Vec::new(),
            watch: Watch::default(),
            past: FxHashSet::default(),
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
        let me = world.agent(root);
        if self.table.is_empty() || self.me != me {
            self.table = vec![Entry::default(); 1 << self.config.table_bits];
        }
        if self.history.len() > 100_000 {
            self.history.clear();
        }
        self.history.values_mut().for_each(|h| *h /= 4);
        self.killers = vec![[0; 2]; 256];
        self.me = me;
        self.nodes = 0;
        self.watch = Watch::default();
        self.line.clear();
        self.line.push(world.hash(root));
        let mut order: Vec<(f32, usize)> = (0..moves.len()).map(|i| (0.0, i)).collect();
        // Equal moves in an order of the seed's choosing, so that games differ.
        let mut rng = Rng::new(mix(seed));
        for i in (1..order.len()).rev() {
            order.swap(i, rng.below(i + 1));
        }
        order.sort_by_key(|&(_, i)| !world.is_tactical(root, &moves[i]));
        let mut guess: Option<f32> = None;
        let mut done_depth = 0;
        let mut solved = None;
        // Moves whose value is their own, not only a bound.
        let mut exact: Vec<usize> = Vec::new();
        for depth in 1..=self.config.deepest as i32 {
            if moves.is_empty() {
                break;
            }
            self.horizon = false;
            let mut scored: Vec<(f32, usize)> = Vec::new();
            // The value of the depth before is a good guess; where it is wrong, all is asked again.
            let near = guess.filter(|g| depth >= 4 && g.abs() < 1.0);
            let (mut alpha, beta) = near.map_or((-WIN - 1.0, WIN + 1.0), |g| (g - NEAR, g + NEAR));
            let (low, high) = (alpha, beta);
            let mut complete = true;
            exact.clear();
            for (n, &(_, i)) in order.iter().enumerate() {
                let mut pos = self.after(world, root, &moves[i]);
                let value = if n == 0 {
                    let first = self.child(world, &mut pos, depth, alpha, beta, 1, control);
                    match first {
                        Some(v) if near.is_some() && (v <= low || v >= high) => {
                            alpha = -WIN - 1.0;
                            self.child(world, &mut pos, depth, alpha, WIN + 1.0, 1, control)
                        }
                        other => other,
                    }
                } else {
                    match self.child(world, &mut pos, depth, alpha, alpha + 1e-4, 1, control) {
                        Some(v) if v > alpha => {
                            self.child(world, &mut pos, depth, alpha, WIN + 1.0, 1, control)
                        }
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
                let best_before = order.first().copied();
                let mut next = scored;
                next.sort_by(|a, b| b.0.total_cmp(&a.0));
                if !complete {
                    next.extend(order.iter().filter(|o| !seen.contains(&o.1)).map(|o| (o.0.min(-0.99), o.1)));
                    if next.is_empty() {
                        next.extend(best_before);
                    }
                }
                order = next;
            }
            if !complete {
                break;
            }
            done_depth = depth as u32;
            let best = order[0].0;
            guess = Some(best);
            if !self.horizon {
                solved = Some(settle(best));
                break;
            }
            if best.abs() > DECIDED {
                // Shorter wins were looked for at the depths before.
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

    /// A position after a move.
    fn after(&mut self, world: &W, pos: &W::Pos, m: &W::Move) -> W::Pos {
        let mut next = match self.spare.pop() {
            Some(mut old) => {
                old.clone_from(pos);
                old
            }
            None => pos.clone(),
        };
        world.apply(&mut next, m);
        next
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

    /// The value of a position just reached, for `me`.
    fn child(
        &mut self,
        world: &W,
        pos: &mut W::Pos,
        depth: i32,
        alpha: f32,
        beta: f32,
        ply: u32,
        control: &Control<'_>,
    ) -> Option<f32> {
        self.nodes += 1;
        if self.watch.enough(control, 0, self.nodes) {
            return None;
        }
        if world.over(pos) {
            let u = world.utilities(pos)[self.me];
            return Some(if u.abs() < 0.999 { u } else { u * (WIN - PLY * ply as f32) });
        }
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
        let value = self.visit(world, pos, hash, depth - 1, alpha, beta, ply, true, control);
        self.horizon |= outer;
        self.line.pop();
        value
    }

    fn visit(
        &mut self,
        world: &W,
        pos: &mut W::Pos,
        hash: u64,
        depth: i32,
        mut alpha: f32,
        mut beta: f32,
        ply: u32,
        careful: bool,
        control: &Control<'_>,
    ) -> Option<f32> {
        if depth <= 0 || ply >= 250 {
            self.horizon = true;
            return self.quiet(world, pos, alpha, beta, self.config.quiescence, control);
        }
        let mine = world.agent(pos) == self.me;
        let mut first = 0;
        if let Some(&e) = self.look_up(hash) {
            first = e.best;
            if e.whole || i32::from(e.depth) >= depth {
                let value = from_table(e.value, ply);
                let usable = match e.bound {
                    1 => value >= beta,
                    2 => value <= alpha,
                    _ => true,
                };
                if usable {
                    self.horizon |= !e.whole;
                    return Some(value);
                }
            }
        }
        let mut moves = Vec::new();
        world.moves(pos, &mut moves);
        if moves.is_empty() {
            return Some(0.0);
        }
        let depth = if moves.len() == 1 && ply < 60 { depth + 1 } else { depth };
        let killers = self.killers[ply.min(255) as usize];
        let mut order: Vec<(u64, usize, bool)> = moves
            .iter()
            .enumerate()
            .map(|(i, m)| {
                let tactical = world.is_tactical(pos, m);
                let key = world.key(m);
                let mut score = u64::from(self.history.get(&key).copied().unwrap_or(0));
                if tactical {
                    score += (1 << 40) + by_gain(world.gain(pos, m));
                } else if killers.contains(&key) {
                    score += 1 << 36;
                }
                if first != 0 && world.identity(m) == first {
                    score += 1 << 50;
                }
                (score, i, tactical)
            })
            .collect();
        order.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        if self.config.best_reply && !mine && !careful {
            order.truncate(1);
        }
        let (alpha_before, beta_before) = (alpha, beta);
        let mut best = if mine { f32::NEG_INFINITY } else { f32::INFINITY };
        let mut best_move = 0;
        for (n, &(_, i, tactical)) in order.iter().enumerate() {
            let m = &moves[i];
            let mut next = self.after(world, pos, m);
            let late = self.config.reduce && n >= 3 && depth >= 3 && !tactical;
            let less = if late { 1 + i32::from(n >= 8) + i32::from(n >= 20 && depth >= 5) } else { 0 };
            let mut value = None;
            if n > 0 && beta - alpha > 2e-4 {
                // First ask only whether the move changes anything.
                let (a, b) = if mine { (alpha, alpha + 1e-4) } else { (beta - 1e-4, beta) };
                let v =
                    self.child_of(world, &mut next, depth - less, a, b, ply + 1, careful, mine, control)?;
                if if mine { v <= alpha } else { v >= beta } {
                    value = Some(v);
                }
            } else if less > 0 {
                let v = self.child_of(
                    world,
                    &mut next,
                    depth - less,
                    alpha,
                    beta,
                    ply + 1,
                    careful,
                    mine,
                    control,
                )?;
                if if mine { v <= alpha } else { v >= beta } {
                    value = Some(v);
                }
            }
            let value = match value {
                Some(v) => v,
                None => {
                    self.child_of(world, &mut next, depth, alpha, beta, ply + 1, careful, mine, control)?
                }
            };
            self.spare.push(next);
            if if mine { value > best } else { value < best } {
                best = value;
                best_move = i;
            }
            if mine {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                let key = world.key(m);
                *self.history.entry(key).or_insert(0) += (depth * depth) as u32;
                let killers = &mut self.killers[ply.min(255) as usize];
                if killers[0] != key {
                    *killers = [key, killers[0]];
                }
                break;
            }
        }
        let bound = if best <= alpha_before {
            2
        } else if best >= beta_before {
            1
        } else {
            3
        };
        let at = hash as usize & (self.table.len() - 1);
        let old = &self.table[at];
        if old.key != hash || !old.whole || !self.horizon {
            self.table[at] = Entry {
                key: hash,
                best: world.identity(&moves[best_move]),
                value: to_table(best, ply),
                depth: depth as i16,
                bound,
                whole: !self.horizon,
            };
        }
        Some(best)
    }

    /// A child, remembering whether an opponent has answered with care in this round.
    fn child_of(
        &mut self,
        world: &W,
        pos: &mut W::Pos,
        depth: i32,
        alpha: f32,
        beta: f32,
        ply: u32,
        careful: bool,
        mine: bool,
        control: &Control<'_>,
    ) -> Option<f32> {
        if !self.config.best_reply {
            return self.child(world, pos, depth, alpha, beta, ply, control);
        }
        self.nodes += 1;
        if self.watch.enough(control, 0, self.nodes) {
            return None;
        }
        if world.over(pos) {
            let u = world.utilities(pos)[self.me];
            return Some(if u.abs() < 0.999 { u } else { u * (WIN - PLY * ply as f32) });
        }
        let hash = world.hash(pos) ^ u64::from(careful) << 1;
        let next_careful = mine || (careful && world.agent(pos) == self.me);
        let outer = std::mem::replace(&mut self.horizon, false);
        let value = self.visit(world, pos, hash, depth - 1, alpha, beta, ply, next_careful, control);
        // What the others might have done was not looked at.
        self.horizon = true;
        let _ = outer;
        value
    }

    /// Captures are played out before a position is judged.
    fn quiet(
        &mut self,
        world: &W,
        pos: &mut W::Pos,
        mut alpha: f32,
        mut beta: f32,
        more: u32,
        control: &Control<'_>,
    ) -> Option<f32> {
        let mine = world.agent(pos) == self.me;
        let stand = world.evaluate(pos).map_or(0.0, |u| u[self.me]);
        if more == 0 {
            return Some(stand);
        }
        if mine {
            alpha = alpha.max(stand);
        } else {
            beta = beta.min(stand);
        }
        if alpha >= beta {
            return Some(stand);
        }
        let mut moves = Vec::new();
        world.moves(pos, &mut moves);
        let mut best = stand;
        let taking = moves.iter().filter(|m| world.is_tactical(pos, m));
        let mut order: Vec<(u64, &W::Move)> = taking.map(|m| (by_gain(world.gain(pos, m)), m)).collect();
        order.sort_by_key(|o| std::cmp::Reverse(o.0));
        for (_, m) in order {
            let mut next = self.after(world, pos, m);
            self.nodes += 1;
            if self.watch.enough(control, 0, self.nodes) {
                return None;
            }
            let value = if world.over(&next) {
                // Ends that come this far down are not proven: quiet moves were not looked at.
                0.99 * world.utilities(&next)[self.me]
            } else {
                self.quiet(world, &mut next, alpha, beta, more - 1, control)?
            };
            self.spare.push(next);
            if mine {
                best = best.max(value);
                alpha = alpha.max(value);
            } else {
                best = best.min(value);
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }
}

/// What a move brings, as a place in the order of moves.
fn by_gain(gain: f32) -> u64 {
    ((gain.clamp(-100.0, 100.0) + 100.0) * 4096.0) as u64
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
