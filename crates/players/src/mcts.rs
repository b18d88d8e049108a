//! Monte-Carlo tree search: plain UCT, and the same with what pays in general games: learnt playouts (MAST, NST), RAVE,
//! progressive history, proven bounds, reuse of the tree, playouts cut short by an evaluation, several threads on one
//! tree. Chance and hidden information are met by an open tree: what is legal is asked again at every visit, and moves
//! compete only when they were possible.

use crate::control::Control;
use crate::player::{Answer, Candidate};
use crate::world::{Utilities, World};
use ludarium::Rng;
use ludarium_engine::rng::mix;
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// How much the unknown is preferred.
    pub explore: f32,
    /// Visits after which a move's own results outweigh what it did when played later; 0 for no such statistics.
    pub rave: f32,
    /// Weight of how a move did everywhere, while it has few visits; 0 for none.
    pub history: f32,
    /// Playouts prefer moves, and pairs of moves, that did well before.
    pub learn: bool,
    /// How often such a playout moves at random all the same.
    pub epsilon: f32,
    /// Playouts are ended by an evaluation after so many moves, where there is an evaluation.
    pub cutoff: Option<u32>,
    /// Keep what is proven, and search no further there.
    pub prove: bool,
    /// Go on with the tree of the move before.
    pub reuse: bool,
    /// An unvisited move counts as good as its parent less this; `None`: every move is tried first.
    pub first_play: Option<f32>,
    /// The evaluation of a position is worth so many visits when it is first seen; 0 for none.
    pub prior: f32,
    pub threads: usize,
    /// The tree takes no more than this many bytes.
    pub memory: usize,
    /// Playouts longer than this are draws.
    pub longest: u32,
}

impl Config {
    /// UCT as in the text books: the reference opponent.
    pub const PLAIN: Config = Config {
        explore: std::f32::consts::SQRT_2,
        rave: 0.0,
        history: 0.0,
        learn: false,
        epsilon: 1.0,
        cutoff: None,
        prove: false,
        reuse: false,
        first_play: None,
        prior: 0.0,
        threads: 1,
        memory: 512 << 20,
        longest: 2000,
    };
    pub const FULL: Config = Config {
        explore: 0.7,
        rave: 50.0,
        history: 0.4,
        learn: true,
        epsilon: 0.4,
        cutoff: None,
        prove: true,
        reuse: true,
        first_play: Some(0.1),
        prior: 0.0,
        threads: 1,
        memory: 512 << 20,
        longest: 2000,
    };
}

const NONE: u32 = u32::MAX;

struct Edge {
    key: u64,
    visits: u32,
    /// Visits that are under way.
    pending: u32,
    /// How often the move could have been chosen.
    available: u32,
    child: u32,
    sum: f32,
    rave_visits: f32,
    rave_sum: f32,
}

struct Node<M> {
    hash: u64,
    visits: u32,
    agent: u8,
    expanded: bool,
    edges: Vec<Edge>,
    /// Where the same moves are legal at every visit: these.
    moves: Option<Arc<[M]>>,
    /// Where they are not: which edge a move is.
    index: FxHashMap<u64, u32>,
    /// What agent 1 gets at least and at most.
    low: f32,
    high: f32,
}

impl<M> Node<M> {
    fn new(hash: u64) -> Node<M> {
        Node {
            hash,
            visits: 0,
            agent: 0,
            expanded: false,
            edges: Vec::new(),
            moves: None,
            index: FxHashMap::default(),
            low: -1.0,
            high: 1.0,
        }
    }
    fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.edges.capacity() * size_of::<Edge>()
            + self.moves.as_ref().map_or(0, |m| m.len() * size_of::<M>() + 16)
            + self.index.capacity() * 16
    }
    fn proven(&self) -> bool {
        self.low >= self.high
    }
}

struct Tree<M> {
    nodes: Vec<Node<M>>,
    bytes: usize,
    /// Bounds of agent 1's result are kept.
    prove: bool,
}

fn lock<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    // A thread that panicked has left at worst a visit under way.
    m.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How moves did, wherever they were played.
#[derive(Default)]
struct Memory {
    table: FxHashMap<u64, (f32, f32)>,
}

impl Memory {
    fn mean(&self, key: u64) -> Option<f32> {
        self.table.get(&key).map(|(n, sum)| sum / n)
    }
    fn add(&mut self, key: u64, value: f32) {
        if self.table.len() > 2_000_000 {
            self.table.clear();
        }
        let e = self.table.entry(key).or_insert((0.0, 0.0));
        e.0 += 1.0;
        e.1 += value;
    }
    /// Older games count for less.
    fn fade(&mut self) {
        self.table.retain(|_, e| {
            e.0 *= 0.5;
            e.1 *= 0.5;
            e.0 >= 0.5
        });
    }
}

pub struct Mcts<W: World> {
    pub config: Config,
    tree: Option<Tree<W::Move>>,
    memory: Memory,
}

impl<W: World> Mcts<W> {
    pub fn new(config: Config) -> Mcts<W> {
        Mcts { config, tree: None, memory: Memory::default() }
    }

    /// Forgets the game so far.
    pub fn reset(&mut self) {
        self.tree = None;
        self.memory = Memory::default();
    }

    /// The best of the legal moves of a position for the agent who moves.
    pub fn search(
        &mut self,
        world: &W,
        root: &W::Pos,
        moves: &[W::Move],
        seed: u64,
        control: &Control<'_>,
    ) -> Answer<W::Move> {
        let facts = world.facts();
        let agent = world.agent(root);
        let settled = facts.settled() && !facts.simultaneous;
        let prove = self.config.prove && settled && facts.players <= 2;
        let hash = world.hash(root);
        let mut tree = match self.tree.take() {
            Some(old) if self.config.reuse && settled => old.below(hash),
            _ => None,
        }
        .unwrap_or_else(|| Tree { nodes: vec![Node::new(hash)], bytes: 0, prove });
        tree.prove = prove;
        tree.expand(world, 0, moves, agent, settled);
        self.memory.fade();
        let tree = Mutex::new(tree);
        let counts = (AtomicU64::new(0), AtomicU64::new(0));
        let threads = self.config.threads.max(1);
        let work = |memory: &mut Memory, thread: u64| {
            let mut worker = Worker {
                world,
                config: &self.config,
                tree: &tree,
                memory,
                rng: Rng::new(mix(seed ^ mix(thread.wrapping_add(0x5EED)))),
                counts: &counts,
                control,
                settled,
                agent,
                path: Vec::new(),
                trace: Vec::new(),
                legal: Vec::new(),
                weights: Vec::new(),
            };
            worker.run(root, moves);
        };
        if threads == 1 {
            work(&mut self.memory, 0);
        } else {
            let mut memories: Vec<Memory> = (1..threads).map(|_| Memory::default()).collect();
            std::thread::scope(|scope| {
                let work = &work;
                for (i, memory) in memories.iter_mut().enumerate() {
                    let thread = std::thread::Builder::new().stack_size(64 << 20);
                    // Without another thread this one does the work alone.
                    let _ = thread.spawn_scoped(scope, move || work(memory, i as u64 + 1));
                }
                work(&mut self.memory, 0);
            });
        }
        let tree = tree.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut answer = tree.answer(world, moves, agent, settled);
        answer.iterations = counts.0.load(Ordering::Relaxed);
        answer.nodes = counts.1.load(Ordering::Relaxed);
        if self.config.reuse && settled {
            self.tree = Some(tree);
        }
        answer
    }
}

impl<M: Clone> Tree<M> {
    /// Makes a node's edges known.
    fn expand<W: World<Move = M>>(&mut self, world: &W, node: u32, moves: &[M], agent: usize, settled: bool) {
        let n = &mut self.nodes[node as usize];
        if n.expanded {
            return;
        }
        let before = n.bytes();
        n.agent = agent as u8;
        n.expanded = true;
        if settled {
            n.moves = Some(moves.into());
            n.edges = moves.iter().map(|m| Edge::new(world.key(m))).collect();
        }
        self.bytes += self.nodes[node as usize].bytes() - before;
    }

    /// The part of the tree below a position that is at most a few moves away.
    fn below(mut self, hash: u64) -> Option<Tree<M>> {
        let mut layer = vec![0u32];
        for _ in 0..4 {
            let found = layer.iter().copied().find(|&n| self.nodes[n as usize].hash == hash);
            if let Some(top) = found {
                return Some(self.cut(top));
            }
            layer = layer
                .iter()
                .flat_map(|&n| self.nodes[n as usize].edges.iter())
                .map(|e| e.child)
                .filter(|&c| c != NONE)
                .collect();
        }
        None
    }

    fn cut(&mut self, top: u32) -> Tree<M> {
        let mut nodes: Vec<Node<M>> = Vec::new();
        let mut renamed: FxHashMap<u32, u32> = FxHashMap::default();
        let mut queue = vec![top];
        let mut head = 0;
        while let Some(&old) = queue.get(head) {
            head += 1;
            renamed.insert(old, nodes.len() as u32);
            let node = std::mem::replace(&mut self.nodes[old as usize], Node::new(0));
            queue.extend(node.edges.iter().map(|e| e.child).filter(|&c| c != NONE));
            nodes.push(node);
        }
        for e in nodes.iter_mut().flat_map(|n| &mut n.edges) {
            e.child = renamed.get(&e.child).copied().unwrap_or(NONE);
            e.pending = 0;
        }
        let bytes = nodes.iter().map(Node::bytes).sum();
        Tree { nodes, bytes, prove: self.prove }
    }

    /// Bounds of an edge's result for agent 1.
    fn bounds(&self, e: &Edge) -> (f32, f32) {
        match self.nodes.get(e.child as usize) {
            Some(c) => (c.low, c.high),
            None => (-1.0, 1.0),
        }
    }

    /// Works a node's bounds out from those of its children; has anything changed?
    fn tighten(&mut self, node: u32) -> bool {
        let n = &self.nodes[node as usize];
        if n.edges.is_empty() {
            return false;
        }
        let bounds = n.edges.iter().map(|e| self.bounds(e));
        let (low, high) = if n.agent == 1 {
            bounds.fold((-1.0f32, -1.0f32), |b, e| (b.0.max(e.0), b.1.max(e.1)))
        } else {
            bounds.fold((1.0f32, 1.0f32), |b, e| (b.0.min(e.0), b.1.min(e.1)))
        };
        let n = &mut self.nodes[node as usize];
        let (low, high) = (low.max(n.low), high.min(n.high));
        let changed = low != n.low || high != n.high;
        (n.low, n.high) = (low, high);
        changed
    }

    fn answer<W: World<Move = M>>(&self, world: &W, moves: &[M], agent: usize, settled: bool) -> Answer<M> {
        let root = &self.nodes[0];
        let sign = if agent == 1 { 1.0 } else { -1.0 };
        let total: u32 = root.edges.iter().map(|e| e.visits).sum();
        let mut candidates: Vec<Candidate<M>> = Vec::new();
        for (i, m) in moves.iter().enumerate() {
            let edge = if settled {
                root.edges.get(i)
            } else {
                root.index.get(&world.identity(m)).map(|&e| &root.edges[e as usize])
            };
            let Some(e) = edge else {
                candidates.push(Candidate::unvisited(i, m.clone()));
                continue;
            };
            let (low, high) = self.bounds(e);
            let proven = (self.prove && low >= high).then_some(low * sign);
            candidates.push(Candidate {
                index: i,
                visits: e.visits.into(),
                share: if total == 0 { 0.0 } else { e.visits as f32 / total as f32 },
                value: proven.unwrap_or(if e.visits == 0 { 0.0 } else { e.sum / e.visits as f32 }),
                proven,
                line: self.line(m.clone(), e, settled),
            });
        }
        // A proven win first, proven losses last, between them what was visited most.
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
                .then(a.index.cmp(&b.index))
        });
        if self.prove && root.proven() {
            // What is proven of the whole decides, not how often it was looked at.
            let best = candidates.iter().position(|c| c.proven == Some(root.low * sign));
            if let Some(b) = best {
                let c = candidates.remove(b);
                candidates.insert(0, c);
            }
        }
        let solved = (self.prove && root.proven()).then_some(root.low * sign);
        let first = candidates.first();
        Answer {
            index: first.map_or(0, |c| c.index),
            value: solved.or(first.map(|c| c.value)).unwrap_or(0.0),
            depth: first.map_or(0, |c| c.line.len() as u32),
            solved,
            candidates,
            iterations: 0,
            nodes: 0,
        }
    }

    fn line(&self, first: M, e: &Edge, settled: bool) -> Vec<M> {
        let mut line = vec![first];
        let mut at = e.child;
        while settled && line.len() < 12 {
            let Some(n) = self.nodes.get(at as usize) else { break };
            let Some(moves) = &n.moves else { break };
            let best = (0..n.edges.len()).max_by_key(|&i| (n.edges[i].visits, std::cmp::Reverse(i)));
            let Some(best) = best.filter(|&b| n.edges[b].visits > 0) else { break };
            line.push(moves[best].clone());
            at = n.edges[best].child;
        }
        line
    }
}

impl Edge {
    fn new(key: u64) -> Edge {
        Edge {
            key,
            visits: 0,
            pending: 0,
            available: 0,
            child: NONE,
            sum: 0.0,
            rave_visits: 0.0,
            rave_sum: 0.0,
        }
    }
}

struct Worker<'a, W: World> {
    world: &'a W,
    config: &'a Config,
    tree: &'a Mutex<Tree<W::Move>>,
    memory: &'a mut Memory,
    rng: Rng,
    counts: &'a (AtomicU64, AtomicU64),
    control: &'a Control<'a>,
    settled: bool,
    agent: usize,
    /// The way through the tree: node, edge, who chose.
    path: Vec<(u32, u32, usize)>,
    /// All moves of an iteration: who, and what.
    trace: Vec<(usize, u64)>,
    legal: Vec<W::Move>,
    weights: Vec<f32>,
}

impl<W: World> Worker<'_, W> {
    fn run(&mut self, root: &W::Pos, moves: &[W::Move]) {
        loop {
            let (done, nodes) =
                (self.counts.0.fetch_add(1, Ordering::Relaxed), self.counts.1.load(Ordering::Relaxed));
            if self.control.enough(done, nodes) || self.finished() {
                self.counts.0.fetch_sub(1, Ordering::Relaxed);
                return;
            }
            match self.iterate(root, moves) {
                Some(result) => self.back_up(&result),
                None => {
                    self.give_up();
                    self.counts.0.fetch_sub(1, Ordering::Relaxed);
                }
            }
        }
    }

    /// Nothing is left to find out?
    fn finished(&self) -> bool {
        let tree = lock(self.tree);
        tree.prove && tree.nodes[0].proven()
    }

    fn step(&mut self, pos: &mut W::Pos, m: &W::Move) {
        self.trace.push((self.world.agent(pos), self.world.key(m)));
        self.world.apply(pos, m);
        self.counts.1.fetch_add(1, Ordering::Relaxed);
    }

    /// One way from the root to a leaf and on to a result; nothing when time ran out.
    fn iterate(&mut self, root: &W::Pos, root_moves: &[W::Move]) -> Option<Utilities> {
        self.path.clear();
        self.trace.clear();
        let mut pos = root.clone();
        if !self.settled {
            let seed = self.rng.next_u64();
            self.world.reseed(&mut pos, seed);
            let mut rng = Rng::new(mix(seed));
            self.world.imagine(&mut pos, self.agent, &mut rng);
        }
        let mut node = 0u32;
        loop {
            if self.world.over(&pos) {
                let result = self.world.utilities(&pos);
                let mut tree = lock(self.tree);
                let tree = &mut *tree;
                if tree.prove {
                    let n = &mut tree.nodes[node as usize];
                    (n.low, n.high) = (result[1], result[1]);
                    for &(at, _, _) in self.path.iter().rev() {
                        if !tree.tighten(at) {
                            break;
                        }
                    }
                }
                return Some(result);
            }
            if self.control.expired() {
                return None;
            }
            let agent = self.world.agent(&pos);
            let expanded = lock(self.tree).nodes[node as usize].expanded;
            let mut legal = std::mem::take(&mut self.legal);
            if !self.settled || !expanded {
                if node == 0 {
                    legal.clear();
                    legal.extend_from_slice(root_moves);
                } else {
                    self.world.moves(&mut pos, &mut legal);
                }
                if legal.is_empty() {
                    self.legal = legal;
                    return Some([0.0; crate::world::SEATS]);
                }
                lock(self.tree).expand(self.world, node, &legal, agent, self.settled);
            }
            let (edge, m) = self.select(node, agent, &legal);
            self.legal = legal;
            self.path.push((node, edge, agent));
            self.step(&mut pos, &m);
            let mut tree = lock(self.tree);
            let child = tree.nodes[node as usize].edges[edge as usize].child;
            if child == NONE {
                if tree.bytes < self.config.memory {
                    let hash = if self.settled { self.world.hash(&pos) } else { 0 };
                    let new = tree.nodes.len() as u32;
                    let fresh = Node::new(hash);
                    tree.bytes += fresh.bytes();
                    tree.nodes.push(fresh);
                    tree.nodes[node as usize].edges[edge as usize].child = new;
                    drop(tree);
                    if self.world.over(&pos) {
                        node = new;
                        continue;
                    }
                }
                return self.playout(&mut pos);
            }
            node = child;
        }
    }

    /// Chooses an edge of a node among the legal moves, and marks it as under way.
    fn select(&mut self, node: u32, agent: usize, legal: &[W::Move]) -> (u32, W::Move) {
        let mut guard = lock(self.tree);
        let tree = &mut *guard;
        let memory = &*self.memory;
        let c = self.config;
        if !self.settled {
            let n = &mut tree.nodes[node as usize];
            self.weights.clear();
            let mut best = (f32::NEG_INFINITY, 0, 0);
            let mut ties = 0;
            for (i, m) in legal.iter().enumerate() {
                let identity = self.world.identity(m);
                let at = match n.index.get(&identity) {
                    Some(&at) => at,
                    None => {
                        let at = n.edges.len() as u32;
                        n.edges.push(Edge::new(self.world.key(m)));
                        n.index.insert(identity, at);
                        tree.bytes += size_of::<Edge>() + 16;
                        at
                    }
                };
                let e = &mut n.edges[at as usize];
                e.available += 1;
                let log = ((e.available + 1) as f32).ln();
                let score = edge_score(e, log, 0.0, c, memory);
                if score > best.0 {
                    best = (score, i, at);
                    ties = 1;
                } else if score == best.0 {
                    ties += 1;
                    if self.rng.below(ties) == 0 {
                        best = (score, i, at);
                    }
                }
            }
            n.edges[best.2 as usize].pending += 1;
            return (best.2, legal[best.1].clone());
        }
        let n = &tree.nodes[node as usize];
        let log = ((n.visits + 1) as f32).ln();
        let seen: (f32, f32) = n.edges.iter().fold((0.0, 0.0), |s, e| (s.0 + e.visits as f32, s.1 + e.sum));
        let parent = if seen.0 > 0.0 { seen.1 / seen.0 } else { 0.0 };
        let mut best = (f32::NEG_INFINITY, 0usize);
        let mut ties = 0;
        for (i, e) in n.edges.iter().enumerate() {
            let mut score = edge_score(e, log, parent, c, memory);
            if tree.prove && e.child != NONE {
                let (low, high) = tree.bounds(e);
                // What cannot change the value of this node any more is not worth a visit.
                let useless = if agent == 1 { high <= n.low } else { low >= n.high };
                if useless || (low >= high && !n.proven()) {
                    score -= 1e6;
                }
            }
            if score > best.0 {
                best = (score, i);
                ties = 1;
            } else if score == best.0 {
                ties += 1;
                if self.rng.below(ties) == 0 {
                    best = (score, i);
                }
            }
        }
        let m = n.moves.as_ref().map(|m| m[best.1].clone());
        tree.nodes[node as usize].edges[best.1].pending += 1;
        // A settled node always has its moves; the list at hand is the same.
        (best.1 as u32, m.unwrap_or_else(|| legal[best.1].clone()))
    }

    fn playout(&mut self, pos: &mut W::Pos) -> Option<Utilities> {
        if !self.config.learn {
            return self.random_playout(pos);
        }
        let mut moves = std::mem::take(&mut self.legal);
        let mut plies = 0;
        let result = loop {
            if self.world.over(pos) {
                break Some(self.world.utilities(pos));
            }
            if self.config.cutoff.is_some_and(|most| plies >= most)
                && let Some(value) = self.world.evaluate(pos)
            {
                break Some(value);
            }
            if plies >= self.config.longest {
                break Some([0.0; crate::world::SEATS]);
            }
            if self.control.expired() {
                break None;
            }
            self.world.moves(pos, &mut moves);
            if moves.is_empty() {
                break Some([0.0; crate::world::SEATS]);
            }
            let i = self.pick(&moves);
            self.step(pos, &moves[i]);
            plies += 1;
        };
        self.legal = moves;
        result
    }

    fn random_playout(&mut self, pos: &mut W::Pos) -> Option<Utilities> {
        let c = self.config;
        let most = c.cutoff.unwrap_or(c.longest).min(c.longest);
        let control = self.control;
        let watched = c.rave > 0.0 || c.history > 0.0;
        let trace = watched.then_some(&mut self.trace);
        let mut made = self.world.wander(pos, &mut self.rng, most, &|| control.expired(), trace);
        let mut value = None;
        if made >= most && !self.world.over(pos) && c.cutoff.is_some() {
            value = self.world.evaluate(pos);
            if value.is_none() {
                made += self.world.wander(pos, &mut self.rng, c.longest, &|| control.expired(), None);
            }
        }
        self.counts.1.fetch_add(made.into(), Ordering::Relaxed);
        if self.world.over(pos) {
            return Some(self.world.utilities(pos));
        }
        // Broken off by the clock it says nothing; too long, it is a draw.
        value.or_else(|| (!control.expired()).then_some([0.0; crate::world::SEATS]))
    }

    fn pick(&mut self, moves: &[W::Move]) -> usize {
        let c = self.config;
        if !c.learn || moves.len() == 1 || self.rng.below(1000) < (c.epsilon * 1000.0) as usize {
            return self.rng.below(moves.len());
        }
        let previous = self.trace.last().map_or(0, |t| t.1);
        let mut best = (f32::NEG_INFINITY, 0);
        let mut ties = 0;
        for (i, m) in moves.iter().enumerate() {
            let key = self.world.key(m);
            let single = self.memory.mean(key).unwrap_or(0.0);
            let value = match self.memory.mean(pair(previous, key)) {
                Some(v) => (v + single) / 2.0,
                None => single,
            };
            if value > best.0 {
                best = (value, i);
                ties = 1;
            } else if value == best.0 {
                ties += 1;
                if self.rng.below(ties) == 0 {
                    best = (value, i);
                }
            }
        }
        best.1
    }

    fn back_up(&mut self, result: &Utilities) {
        let mut guard = lock(self.tree);
        let tree = &mut *guard;
        let rave = self.config.rave > 0.0;
        let mut later: FxHashMap<u64, ()> = FxHashMap::default();
        let mut seen = self.trace.len();
        for (i, &(node, edge, agent)) in self.path.iter().enumerate().rev() {
            let n = &mut tree.nodes[node as usize];
            n.visits += 1;
            let e = &mut n.edges[edge as usize];
            e.visits += 1;
            e.pending = e.pending.saturating_sub(1);
            e.sum += result[agent];
            if rave {
                while seen > i {
                    seen -= 1;
                    later.insert(self.trace[seen].1, ());
                }
                // Keys tell whose move it is, so that no agent learns from another's.
                for e in n.edges.iter_mut().filter(|e| later.contains_key(&e.key)) {
                    e.rave_visits += 1.0;
                    e.rave_sum += result[agent];
                }
            }
        }
        drop(guard);
        if self.config.learn || self.config.history > 0.0 {
            let mut previous = 0;
            for &(agent, key) in &self.trace {
                self.memory.add(key, result[agent]);
                if self.config.learn {
                    self.memory.add(pair(previous, key), result[agent]);
                }
                previous = key;
            }
        }
    }

    /// Takes back that visits are under way.
    fn give_up(&mut self) {
        let mut tree = lock(self.tree);
        for &(node, edge, _) in &self.path {
            let e = &mut tree.nodes[node as usize].edges[edge as usize];
            e.pending = e.pending.saturating_sub(1);
        }
    }
}

fn pair(previous: u64, key: u64) -> u64 {
    mix(previous.rotate_left(17) ^ key)
}

/// How much a move is worth a visit. Visits under way count as lost, so that threads spread out.
fn edge_score(e: &Edge, log: f32, parent: f32, c: &Config, memory: &Memory) -> f32 {
    let n = (e.visits + e.pending) as f32;
    let mut value = if n > 0.0 {
        (e.sum - e.pending as f32) / n
    } else {
        match c.first_play {
            None => return f32::MAX,
            Some(less) => parent - less,
        }
    };
    if c.rave > 0.0 && e.rave_visits > 0.0 {
        let beta = (c.rave / (3.0 * n + c.rave)).sqrt();
        value = (1.0 - beta) * value + beta * e.rave_sum / e.rave_visits;
    }
    if c.history > 0.0
        && let Some(mean) = memory.mean(e.key)
    {
        value += c.history * mean / (n + 1.0);
    }
    value + c.explore * (log / (n + 0.5)).sqrt()
}
