//! Monte-Carlo tree search: plain UCT, and the same with what pays in general games: learnt playouts (MAST, NST), RAVE,
//! progressive history, proven bounds, reuse of the tree, playouts cut short by an evaluation, several threads on one
//! tree. Chance and hidden information are met by an open tree: what is legal is asked again at every visit, and moves
//! compete only when they were possible.

use crate::control::{Control, Watch};
use crate::numbers::{Best, News, Tables, nth};
use crate::player::{Answer, Candidate};
use crate::world::{Utilities, World};
use ludarium_engine::rng::mix;
use ludarium_play::Rng;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, AtomicU64, AtomicUsize};
use std::sync::{Mutex, OnceLock, PoisonError};

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
    /// Playouts see what wins at once and what must be hindered, where that can be seen at a glance (lean games of lines).
    pub keen: bool,
    /// Keep what is proven, and search no further there.
    pub prove: bool,
    /// When a position's moves become part of the tree, look whether one of them wins at once.
    pub foresee: bool,
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
        keen: false,
        prove: false,
        foresee: false,
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
        keen: false,
        prove: true,
        foresee: true,
        reuse: true,
        first_play: Some(0.1),
        prior: 0.0,
        threads: 1,
        memory: 512 << 20,
        longest: 2000,
    };
}

impl Config {
    /// Does anything ask which move of one position is which of another?
    fn is_keyed(&self) -> bool {
        self.rave > 0.0 || self.history > 0.0 || self.learn || self.reuse
    }
    /// Do a move's own results alone decide how much it is worth a visit?
    fn is_glanced(&self) -> bool {
        self.rave <= 0.0 && self.history <= 0.0
    }
}

/// Results are added up as whole numbers of this size, so that threads can add without waiting for each other.
const UNIT: f32 = 1_048_576.0;

fn units(value: f32) -> i64 {
    (value * UNIT) as i64
}

/// A move below a node. Numbers are written by all threads, each at its own time.
struct Edge<M> {
    key: AtomicU64,
    visits: AtomicU32,
    /// Visits that are under way.
    pending: AtomicU32,
    /// How often the move could have been chosen.
    available: AtomicU32,
    later_visits: AtomicU32,
    sum: AtomicI64,
    /// What came of the games in which the move was made later.
    later_sum: AtomicI64,
    child: OnceLock<Box<Node<M>>>,
}

impl<M> Edge<M> {
    fn new(key: u64) -> Edge<M> {
        Edge {
            key: AtomicU64::new(key),
            visits: AtomicU32::new(0),
            pending: AtomicU32::new(0),
            available: AtomicU32::new(0),
            later_visits: AtomicU32::new(0),
            sum: AtomicI64::new(0),
            later_sum: AtomicI64::new(0),
            child: OnceLock::new(),
        }
    }
    fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }
    fn mean(&self) -> f32 {
        match self.visits() {
            0 => 0.0,
            n => self.sum.load(Relaxed) as f32 / UNIT / n as f32,
        }
    }
    /// What agent 1 gets at least and at most.
    fn bounds(&self) -> (f32, f32) {
        self.child.get().map_or((-1.0, 1.0), |c| c.bounds())
    }
}

/// A position in the tree. Nodes own what is below them; threads only ever add.
struct Node<M> {
    hash: u64,
    visits: AtomicU32,
    /// What agent 1 gets at least and at most, as bits.
    low: AtomicU32,
    high: AtomicU32,
    /// What came of all visits, for the agent who decides here.
    sum: AtomicI64,
    /// Something is known for certain about a child.
    certain: AtomicBool,
    edges: OnceLock<Edges<M>>,
}

/// A move at a glance: its mean, and one over the root of its visits.
struct Glance(AtomicU64);

impl Glance {
    /// Nothing is known yet.
    const UNSEEN: u64 = (std::f32::consts::SQRT_2.to_bits() as u64) | (f32::NAN.to_bits() as u64) << 32;

    fn new() -> Glance {
        Glance(AtomicU64::new(Glance::UNSEEN))
    }
    /// Mean (not a number where the move was never made) and one over the root of the visits.
    fn read(&self) -> (f32, f32) {
        let bits = self.0.load(Relaxed);
        (f32::from_bits((bits >> 32) as u32), f32::from_bits(bits as u32))
    }
    /// Takes over what is known of the move; visits under way count as lost, so that threads spread out. Of a move that
    /// was made often one more visit says little: threads that share it need not disturb each other every time.
    fn renew<M>(&self, e: &Edge<M>) {
        let n = e.visits() + e.pending.load(Relaxed);
        if n <= 128 || n.is_multiple_of(4) {
            self.renew_now(e);
        }
    }
    fn renew_now<M>(&self, e: &Edge<M>) {
        let pending = e.pending.load(Relaxed);
        let n = e.visits() + pending;
        if n == 0 {
            self.0.store(Glance::UNSEEN, Relaxed);
            return;
        }
        let n = n as f32;
        let mean = (e.sum.load(Relaxed) as f32 / UNIT - pending as f32) / n;
        let root = 1.0 / (n + 0.5).sqrt();
        self.0.store(u64::from(root.to_bits()) | u64::from(mean.to_bits()) << 32, Relaxed);
    }
}

/// The moves of a node.
struct Edges<M> {
    agent: u8,
    kind: EdgeKind<M>,
}

enum EdgeKind<M> {
    /// The same moves are legal at every visit.
    Settled {
        moves: Box<[M]>,
        edges: Box<[Edge<M>]>,
        /// What choosing among many moves must know of each, worked out when it changes and not when it is asked.
        glances: Box<[Glance]>,
        /// How many were tried at least once, where all are tried before any is tried again.
        tried: AtomicU32,
    },
    /// Moves come to light as chance allows them.
    Open(Box<Open<M>>),
}

/// Edges that are found by what the move is. They stay where they are when more come: each block is twice as long
/// as the one before.
struct Open<M> {
    index: Mutex<FxHashMap<u64, u32>>,
    blocks: [OnceLock<Box<[Edge<M>]>>; BLOCKS],
}

const BLOCKS: usize = 20;
const FIRST_BLOCK: usize = 8;

impl<M> Open<M> {
    fn new() -> Open<M> {
        Open { index: Mutex::default(), blocks: [const { OnceLock::new() }; BLOCKS] }
    }
    fn at(&self, index: usize) -> Option<&Edge<M>> {
        let block = (index / FIRST_BLOCK + 1).ilog2() as usize;
        let begins = FIRST_BLOCK * ((1 << block) - 1);
        let fresh = || (0..FIRST_BLOCK << block).map(|_| Edge::new(0)).collect();
        self.blocks.get(block)?.get_or_init(fresh).get(index - begins)
    }
    fn find(&self, identity: u64) -> Option<&Edge<M>> {
        let at = self.index.lock().unwrap_or_else(PoisonError::into_inner).get(&identity).copied()?;
        self.at(at as usize)
    }
    /// The edge of a move; how many bytes it took where it is new.
    fn enter(&self, identity: u64, key: u64) -> (Option<&Edge<M>>, usize) {
        let mut index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        let next = index.len() as u32;
        let at = *index.entry(identity).or_insert(next);
        drop(index);
        let edge = self.at(at as usize);
        if at < next {
            return (edge, 0);
        }
        if let Some(e) = edge {
            e.key.store(key, Relaxed);
        }
        (edge, 2 * size_of::<Edge<M>>() + 16)
    }
}

impl<M> Edges<M> {
    fn iter(&self) -> impl Iterator<Item = &Edge<M>> {
        let (settled, open) = match &self.kind {
            EdgeKind::Settled { edges, .. } => (&edges[..], None),
            EdgeKind::Open(open) => (&[][..], Some(open)),
        };
        let blocks = open.map_or(&[][..], |o| &o.blocks[..]);
        settled.iter().chain(blocks.iter().filter_map(OnceLock::get).flat_map(|b| b.iter()))
    }
    fn iter_mut(&mut self) -> Vec<&mut Edge<M>> {
        match &mut self.kind {
            EdgeKind::Settled { edges, .. } => edges.iter_mut().collect(),
            EdgeKind::Open(open) => {
                open.blocks.iter_mut().filter_map(OnceLock::get_mut).flat_map(|b| b.iter_mut()).collect()
            }
        }
    }
    fn moves(&self) -> &[M] {
        match &self.kind {
            EdgeKind::Settled { moves, .. } => moves,
            EdgeKind::Open(_) => &[],
        }
    }
}

impl<M> Node<M> {
    fn new(hash: u64) -> Node<M> {
        Node {
            hash,
            visits: AtomicU32::new(0),
            low: AtomicU32::new((-1.0f32).to_bits()),
            high: AtomicU32::new(1.0f32.to_bits()),
            sum: AtomicI64::new(0),
            certain: AtomicBool::new(false),
            edges: OnceLock::new(),
        }
    }
    fn bounds(&self) -> (f32, f32) {
        (f32::from_bits(self.low.load(Relaxed)), f32::from_bits(self.high.load(Relaxed)))
    }
    fn proven(&self) -> bool {
        let (low, high) = self.bounds();
        low >= high
    }
    /// Bounds only ever come closer.
    fn narrow(&self, low: f32, high: f32) -> bool {
        let (old_low, old_high) = self.bounds();
        let (low, high) = (low.max(old_low), high.min(old_high));
        self.low.store(low.to_bits(), Relaxed);
        self.high.store(high.to_bits(), Relaxed);
        low != old_low || high != old_high
    }
    /// Works the bounds out from those of the children; has anything changed?
    fn tighten(&self) -> bool {
        let Some(edges) = self.edges.get() else { return false };
        let bounds = edges.iter().map(Edge::bounds);
        let (low, high) = if edges.agent == 1 {
            bounds.fold((-1.0f32, -1.0f32), |b, e| (b.0.max(e.0), b.1.max(e.1)))
        } else {
            bounds.fold((1.0f32, 1.0f32), |b, e| (b.0.min(e.0), b.1.min(e.1)))
        };
        self.narrow(low, high)
    }
    fn bytes(&self) -> usize {
        let edges = self.edges.get().map_or(0, |e| match &e.kind {
            EdgeKind::Settled { moves, edges, glances, .. } => {
                size_of_val(&**moves) + size_of_val(&**edges) + size_of_val(&**glances)
            }
            EdgeKind::Open(open) => {
                let index = open.index.lock().unwrap_or_else(PoisonError::into_inner);
                index.len() * (2 * size_of::<Edge<M>>() + 16)
            }
        });
        size_of::<Self>() + edges
    }
    /// Takes what is below out of the node.
    #[expect(clippy::vec_box, reason = "that is how they lie in the tree; none is copied")]
    fn empty_into(&mut self, out: &mut Vec<Box<Node<M>>>) {
        let Some(mut edges) = self.edges.take() else { return };
        match &mut edges.kind {
            EdgeKind::Settled { edges, .. } => {
                out.extend(edges.iter_mut().filter_map(|e| e.child.take()));
            }
            EdgeKind::Open(open) => {
                let blocks = open.blocks.iter_mut().filter_map(OnceLock::get_mut);
                out.extend(blocks.flat_map(|b| b.iter_mut()).filter_map(|e| e.child.take()));
            }
        }
    }
}

impl<M> Drop for Node<M> {
    /// Long lines are taken apart one by one, not each inside the one above.
    fn drop(&mut self) {
        let mut left = Vec::new();
        self.empty_into(&mut left);
        while let Some(mut node) = left.pop() {
            node.empty_into(&mut left);
        }
    }
}

struct Tree<M> {
    root: Box<Node<M>>,
    bytes: AtomicUsize,
    /// Bounds of agent 1's result are kept.
    prove: bool,
    /// Edges know what their moves are.
    keyed: bool,
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
    config: Config,
    tables: Tables,
    tree: Option<Tree<W::Move>>,
    memory: Memory,
}

impl<W: World> Mcts<W> {
    pub fn new(config: Config) -> Mcts<W> {
        let tables = Tables::new(config.explore, config.rave);
        Mcts { config, tables, tree: None, memory: Memory::default() }
    }

    /// Forgets the game so far.
    pub fn reset(&mut self) {
        if let Some(tree) = self.tree.take() {
            let bytes = tree.bytes.load(Relaxed);
            discard(tree.root, bytes);
        }
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
        let old = self.tree.take().filter(|_| self.config.reuse && settled);
        let fresh = || Tree {
            root: Box::new(Node::new(hash)),
            bytes: AtomicUsize::new(0),
            prove,
            keyed: self.config.is_keyed(),
        };
        let mut tree = old.and_then(|old| old.below(hash)?.with_moves(world, moves)).unwrap_or_else(fresh);
        tree.prove = prove;
        tree.expand(world, &tree.root, moves, agent, settled);
        self.memory.fade();
        let threads = self.config.threads.max(1);
        let shared = Shared {
            iterations: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            proven: AtomicBool::new(false),
            parted: AtomicBool::new(false),
            gone: AtomicUsize::new(0),
            news: News::new(threads, moves.len()),
        };
        let mut trees = vec![tree];
        trees.extend((1..threads).map(|_| fresh()));
        let trees_of_all = &trees;
        let work = |memory: &mut Memory, thread: usize| {
            let mut worker = Worker {
                world,
                config: &self.config,
                tables: &self.tables,
                tree: &trees_of_all[0],
                own: &trees_of_all[thread],
                memory,
                rng: Rng::new(mix(seed ^ mix((thread as u64).wrapping_add(0x5EED)))),
                shared: &shared,
                thread,
                control,
                settled,
                agent,
                alone: threads == 1,
                most_bytes: self.config.memory,
                glanced: self.config.is_glanced(),
                path: Vec::new(),
                trace: Vec::new(),
                legal: Vec::new(),
                probe: None,
                later: Vec::new(),
                stamp: 0,
                made: 0,
                watch: Watch::default(),
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
                    let _ = thread.spawn_scoped(scope, move || work(memory, i + 1));
                }
                work(&mut self.memory, 0);
            });
        }
        // Whoever has proven something speaks for all; else the first, once it has heard the others.
        let spokesman = trees.iter().position(|t| prove && t.root.proven()).unwrap_or(0);
        if shared.parted.load(Relaxed) {
            for (thread, tree) in trees.iter().enumerate() {
                tree.exchange(thread, &shared.news);
            }
            trees[spokesman].exchange(spokesman, &shared.news);
        }
        let tree = trees.swap_remove(spokesman);
        let mut answer = tree.answer(world, moves, agent, seed);
        answer.iterations = shared.iterations.load(Relaxed);
        answer.nodes = shared.nodes.load(Relaxed);
        let keep = self.config.reuse && settled;
        for tree in trees {
            let bytes = tree.bytes.load(Relaxed);
            discard(tree.root, bytes);
        }
        if keep {
            self.tree = Some(tree);
        } else {
            let bytes = tree.bytes.load(Relaxed);
            discard(tree.root, bytes);
        }
        answer
    }
}

/// A tree this large is taken apart by a thread of its own: whoever waits for the answer need not wait for that.
const LARGE: usize = 8 << 20;

fn discard<M: Send + Sync + 'static>(node: Box<Node<M>>, bytes: usize) {
    if bytes < LARGE {
        return;
    }
    let thread = std::thread::Builder::new();
    // (Without another thread it is done here, when the closure is dropped.)
    let _ = thread.spawn(move || drop(node));
}

impl<M: Clone> Tree<M> {
    /// Makes a node's moves known.
    fn expand<'t, W: World<Move = M>>(
        &self,
        world: &W,
        node: &'t Node<M>,
        moves: &[M],
        agent: usize,
        settled: bool,
    ) -> &'t Edges<M> {
        node.edges.get_or_init(|| {
            let kind = if settled {
                // (What a move is called matters only to statistics of moves.)
                let key = |m: &M| if self.keyed { world.key(m) } else { 0 };
                let edges: Box<[Edge<M>]> = moves.iter().map(|m| Edge::new(key(m))).collect();
                let glances: Box<[Glance]> = moves.iter().map(|_| Glance::new()).collect();
                self.bytes
                    .fetch_add(size_of_val(&*edges) + size_of_val(moves) + size_of_val(&*glances), Relaxed);
                EdgeKind::Settled { moves: moves.into(), edges, glances, tried: AtomicU32::new(0) }
            } else {
                EdgeKind::Open(Box::new(Open::new()))
            };
            Edges { agent: agent as u8, kind }
        })
    }

    /// Tells the threads that search trees of their own what this one has found out itself about the moves of the root, and
    /// takes over what they said since last time.
    fn exchange(&self, thread: usize, news: &News) {
        let Some(Edges { kind: EdgeKind::Settled { edges, glances, .. }, .. }) = self.root.edges.get() else {
            return;
        };
        let known: Vec<(u32, i64)> = edges.iter().map(|e| (e.visits(), e.sum.load(Relaxed))).collect();
        for ((e, glance), (visits, sum)) in edges.iter().zip(glances).zip(news.exchange(thread, &known)) {
            if visits > 0 {
                e.visits.fetch_add(visits, Relaxed);
                e.sum.fetch_add(sum, Relaxed);
                self.root.visits.fetch_add(visits, Relaxed);
                self.root.sum.fetch_add(sum, Relaxed);
                glance.renew_now(e);
            }
        }
    }

    /// The part of the tree below a position that is at most a few moves away.
    fn below(self, hash: u64) -> Option<Tree<M>>
    where
        M: Send + Sync + 'static,
    {
        let all = self.bytes.load(Relaxed);
        let way = (0..4).find_map(|depth| {
            let mut way = Vec::new();
            find(&self.root, hash, depth, &mut way).then_some(way)
        });
        let Some(way) = way else {
            discard(self.root, all);
            return None;
        };
        let mut top = self.root;
        for index in way.into_iter().rev() {
            let next = top.edges.get_mut()?.iter_mut().into_iter().nth(index)?.child.take()?;
            discard(std::mem::replace(&mut top, next), all);
        }
        let mut bytes = 0;
        let mut left = vec![&*top];
        while let Some(n) = left.pop() {
            bytes += n.bytes();
            left.extend(
                n.edges.get().into_iter().flat_map(Edges::iter).filter_map(|e| e.child.get()).map(|b| &**b),
            );
        }
        Some(Tree { root: top, bytes: AtomicUsize::new(bytes), prove: self.prove, keyed: self.keyed })
    }

    /// The same tree with the moves of its root in this order: whoever asks may list them otherwise than the search
    /// did. Nothing where it is not clear which move is which.
    fn with_moves<W: World<Move = M>>(mut self, world: &W, moves: &[M]) -> Option<Tree<M>> {
        let Some(known) = self.root.edges.take() else { return Some(self) };
        let EdgeKind::Settled { edges, tried, .. } = known.kind else { return None };
        if edges.len() != moves.len() {
            return None;
        }
        let mut by_key: FxHashMap<u64, Edge<M>> = FxHashMap::default();
        for e in edges {
            let key = e.key.load(Relaxed);
            if by_key.insert(key, e).is_some() {
                return None;
            }
        }
        let ordered: Option<Box<[Edge<M>]>> = moves.iter().map(|m| by_key.remove(&world.key(m))).collect();
        let edges = ordered?;
        let all_tried = edges.iter().all(|e| e.visits() > 0);
        // (Which were tried is known by their order only: those that were are tried again.)
        let tried = AtomicU32::new(if all_tried { tried.into_inner() } else { 0 });
        let glances: Box<[Glance]> = edges
            .iter()
            .map(|e| {
                let glance = Glance::new();
                glance.renew(e);
                glance
            })
            .collect();
        let kind = EdgeKind::Settled { moves: moves.into(), edges, glances, tried };
        self.root.edges = OnceLock::from(Edges { agent: known.agent, kind });
        Some(self)
    }

    fn answer<W: World<Move = M>>(&self, world: &W, moves: &[M], agent: usize, seed: u64) -> Answer<M> {
        let root = &*self.root;
        let (low, high) = root.bounds();
        let root_proven = self.prove && low >= high;
        let sign = if agent == 1 { 1.0 } else { -1.0 };
        let edges = root.edges.get();
        let total: u64 = edges.map_or(0, |e| e.iter().map(|e| u64::from(e.visits())).sum());
        let mut candidates: Vec<Candidate<M>> = Vec::new();
        for (i, m) in moves.iter().enumerate() {
            let edge = edges.and_then(|e| match &e.kind {
                EdgeKind::Settled { edges, .. } => edges.get(i),
                EdgeKind::Open(open) => open.find(world.identity(m)),
            });
            let Some(e) = edge else {
                candidates.push(Candidate::unvisited(i, m.clone()));
                continue;
            };
            let (low, high) = e.bounds();
            let proven = (self.prove && low >= high).then_some(low * sign);
            candidates.push(Candidate {
                index: i,
                visits: e.visits().into(),
                share: if total == 0 { 0.0 } else { e.visits() as f32 / total as f32 },
                value: proven.unwrap_or(e.mean()),
                proven,
                line: line(m.clone(), e),
            });
        }
        Candidate::best_first(&mut candidates, seed);
        if root_proven {
            // What is proven of the whole decides, not how often it was looked at.
            let best = candidates.iter().position(|c| c.proven == Some(low * sign));
            if let Some(b) = best {
                let c = candidates.remove(b);
                candidates.insert(0, c);
            }
        }
        let solved = root_proven.then_some(low * sign);
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
}

/// The way from a node to a position so many moves below, the last step first.
fn find<M>(node: &Node<M>, hash: u64, depth: u32, way: &mut Vec<usize>) -> bool {
    if depth == 0 {
        return node.hash == hash;
    }
    let Some(edges) = node.edges.get() else { return false };
    for (i, e) in edges.iter().enumerate() {
        if let Some(child) = e.child.get()
            && find(child, hash, depth - 1, way)
        {
            way.push(i);
            return true;
        }
    }
    false
}

/// A move and the moves after it that were looked at most.
fn line<M: Clone>(first: M, e: &Edge<M>) -> Vec<M> {
    let mut line = vec![first];
    let mut at = e.child.get();
    while let Some(edges) = at.and_then(|n| n.edges.get()).filter(|_| line.len() < 12) {
        let all = edges.moves().iter().zip(edges.iter()).enumerate();
        let best = all.max_by_key(|(i, (_, e))| (e.visits(), std::cmp::Reverse(*i)));
        let Some((_, (m, e))) = best.filter(|(_, (_, e))| e.visits() > 0) else { break };
        line.push(m.clone());
        at = e.child.get();
    }
    line
}

/// A step on the way through the tree.
struct Passed<'a, M> {
    node: &'a Node<M>,
    edge: &'a Edge<M>,
    glance: Option<&'a Glance>,
    agent: usize,
}

/// What all threads know.
struct Shared {
    iterations: AtomicU64,
    nodes: AtomicU64,
    /// Somebody has proven what the best move is.
    proven: AtomicBool,
    /// From now on each thread has a tree of its own; the first keeps the one they had together.
    parted: AtomicBool,
    /// So many threads have left the first tree.
    gone: AtomicUsize,
    news: News,
}

struct Worker<'a, W: World> {
    world: &'a W,
    config: &'a Config,
    tables: &'a Tables,
    tree: &'a Tree<W::Move>,
    /// The tree to go on with when threads part.
    own: &'a Tree<W::Move>,
    memory: &'a mut Memory,
    rng: Rng,
    shared: &'a Shared,
    thread: usize,
    control: &'a Control<'a>,
    settled: bool,
    agent: usize,
    /// No other thread searches this tree.
    alone: bool,
    /// The tree takes no more than this.
    most_bytes: usize,
    /// Moves are chosen at a glance.
    glanced: bool,
    path: Vec<Passed<'a, W::Move>>,
    /// All moves of an iteration: who, and what.
    trace: Vec<(usize, u64)>,
    legal: Vec<W::Move>,
    /// For looking one move ahead.
    probe: Option<W::Pos>,
    /// Moves made later in this iteration, each with the number of the iteration.
    later: Vec<(u64, u32)>,
    stamp: u32,
    /// Moves made in this iteration.
    made: u64,
    watch: Watch,
}

/// Places in the list of later moves; where two fall on one place the first is forgotten.
const LATER: usize = 4096;

/// A position's moves become part of the tree when it was visited once for every so many moves of the position before it,
/// and, where nothing is to be proven, so often at least: to list them costs about as much as a short playout does.
const FEW: usize = 16;
const LEAST: usize = 8;

/// Iterations that a thread takes upon itself at a time: to agree with others on every single one costs more than some
/// iterations do.
const HANDFUL: u64 = 8;

/// Iterations between two exchanges of news by threads that have a tree each.
const NEWS: u64 = 256;
/// Threads part when one of so many moves is made in the tree and not in a playout.
const CLOSE: u64 = 4;

impl<'a, W: World> Worker<'a, W> {
    fn run(&mut self, root: &W::Pos, moves: &[W::Move]) {
        if self.config.rave > 0.0 {
            self.later = vec![(0, 0); LATER];
        }
        let root = &self.world.own_copy(root, self.config.reuse);
        let mut pos = root.clone();
        // Own iterations, and since the last look at them: moves made in the tree, and all moves.
        let (mut mine, mut in_tree, mut in_all) = (0u64, 0u64, 0u64);
        loop {
            let begun = self.shared.iterations.fetch_add(HANDFUL, Relaxed);
            let nodes = self.shared.nodes.load(Relaxed);
            let mut made = 0;
            for i in 0..HANDFUL {
                if self.tree.prove && self.tree.root.proven() {
                    self.shared.proven.store(true, Relaxed);
                }
                if self.watch.enough(self.control, begun + i, nodes + made)
                    || self.shared.proven.load(Relaxed)
                {
                    self.shared.iterations.fetch_sub(HANDFUL - i, Relaxed);
                    self.shared.nodes.fetch_add(made, Relaxed);
                    return;
                }
                pos.clone_from(root);
                self.made = 0;
                match self.iterate(&mut pos, moves) {
                    Some(result) => self.back_up(&result),
                    None => {
                        self.give_up();
                        self.shared.iterations.fetch_sub(1, Relaxed);
                    }
                }
                made += self.made;
                in_tree += self.path.len() as u64;
            }
            self.shared.nodes.fetch_add(made, Relaxed);
            in_all += made;
            mine += HANDFUL;
            if self.own_tree(moves) && mine.is_multiple_of(NEWS) {
                self.tree.exchange(self.thread, &self.shared.news);
            }
            if mine.is_multiple_of(NEWS) {
                if self.thread == 0 && !self.alone && self.settled && in_tree * CLOSE >= in_all {
                    self.shared.parted.store(true, Relaxed);
                }
                (in_tree, in_all) = (0, 0);
            }
        }
    }

    /// Threads that spend much of their time in the same few nodes keep each other waiting: they part, and each goes on with
    /// a tree of its own. Has this one?
    fn own_tree(&mut self, moves: &[W::Move]) -> bool {
        let shared = self.shared;
        let others = shared.news.threads() - 1;
        if others == 0 || !shared.parted.load(Relaxed) {
            return false;
        }
        if self.alone {
            return true;
        }
        self.most_bytes = self.config.memory / (others + 1);
        if self.thread == 0 {
            // (What others have not left yet is still shared.)
            self.alone = shared.gone.load(Acquire) == others;
        } else {
            self.path.clear();
            self.tree = self.own;
            self.tree.expand(self.world, &self.tree.root, moves, self.agent, self.settled);
            self.tree.exchange(self.thread, &shared.news);
            self.alone = true;
            shared.gone.fetch_add(1, Release);
        }
        self.alone
    }

    fn watched(&self) -> bool {
        self.config.rave > 0.0 || self.config.history > 0.0 || self.config.learn
    }

    /// Makes a move. Is it known that the game goes on after it?
    fn step(&mut self, pos: &mut W::Pos, m: &W::Move, agent: usize, goes_on: bool) {
        if self.watched() {
            self.trace.push((agent, self.world.key(m)));
        }
        if goes_on {
            self.world.apply_on(pos, m);
        } else {
            self.world.apply(pos, m);
        }
        self.made += 1;
    }

    /// One way from the root to a leaf and on to a result; nothing when time ran out.
    fn iterate(&mut self, pos: &mut W::Pos, root_moves: &[W::Move]) -> Option<Utilities> {
        self.path.clear();
        self.trace.clear();
        if !self.settled {
            let seed = self.rng.next_u64();
            self.world.reseed(pos, seed);
            let mut rng = Rng::new(mix(seed));
            self.world.imagine(pos, self.agent, &mut rng);
        }
        let tree = self.tree;
        let mut node: &'a Node<W::Move> = &tree.root;
        loop {
            if self.world.over(pos) {
                let result = self.world.utilities(pos);
                if tree.prove {
                    node.narrow(result[1], result[1]);
                    self.spread_the_word();
                }
                return Some(result);
            }
            if !self.path.is_empty() && self.watch.expired(self.control) {
                return None;
            }
            let agent = self.world.agent(pos);
            let mut legal = std::mem::take(&mut self.legal);
            let edges = match node.edges.get().filter(|_| self.settled) {
                Some(edges) => edges,
                None => {
                    if self.path.is_empty() {
                        legal.clear();
                        legal.extend_from_slice(root_moves);
                    } else {
                        self.world.moves(pos, &mut legal);
                    }
                    if legal.is_empty() {
                        self.legal = legal;
                        return Some([0.0; crate::world::SEATS]);
                    }
                    let edges = tree.expand(self.world, node, &legal, agent, self.settled);
                    if tree.prove
                        && self.config.foresee
                        && !self.path.is_empty()
                        && let Some(result) = self.foresee(node, edges, pos, agent)
                    {
                        self.legal = legal;
                        return Some(result);
                    }
                    edges
                }
            };
            let (edge, glance) = match &edges.kind {
                EdgeKind::Settled { moves, edges, glances, tried } => {
                    let index = self.select(node, agent, edges, glances, tried);
                    // (What has moves is not over.)
                    let goes_on = edges[index].child.get().is_some_and(|child| child.edges.get().is_some());
                    self.step(pos, &moves[index], agent, goes_on);
                    (&edges[index], Some(&glances[index]))
                }
                EdgeKind::Open(open) => {
                    let Some((index, edge)) = self.select_open(open, &legal) else {
                        // More different moves than can be told apart.
                        self.legal = legal;
                        return self.playout(pos);
                    };
                    self.step(pos, &legal[index], agent, false);
                    (edge, None)
                }
            };
            self.legal = legal;
            if !self.alone {
                edge.pending.fetch_add(1, Relaxed);
                if let Some(glance) = glance.filter(|_| self.glanced) {
                    glance.renew(edge);
                }
            }
            self.path.push(Passed { node, edge, glance: glance.filter(|_| self.glanced), agent });
            if let Some(child) = edge.child.get() {
                // To list moves takes time and memory: not for a position that was hardly looked at.
                let least = if tree.prove { 1 } else { LEAST };
                if self.settled
                    && child.edges.get().is_none()
                    && edge.visits() < (edges.moves().len() / FEW).max(least) as u32
                    && !self.world.over(pos)
                {
                    return self.playout(pos);
                }
                node = child;
                continue;
            }
            if tree.bytes.load(Relaxed) < self.most_bytes {
                // (Where nobody looks for the node again, the number only makes nodes differ.)
                let known = self.settled && self.config.reuse;
                let hash = if known { self.world.hash(pos) } else { self.rng.next_u64() };
                let child = edge.child.get_or_init(|| Box::new(Node::new(hash)));
                tree.bytes.fetch_add(size_of::<Node<W::Move>>(), Relaxed);
                if self.world.over(pos) {
                    node = child;
                    continue;
                }
            }
            return self.playout(pos);
        }
    }

    /// Looks at each move of a node once, so that nobody has to come upon what wins at once by chance. The result where
    /// there is such a move.
    fn foresee(
        &mut self,
        node: &'a Node<W::Move>,
        edges: &'a Edges<W::Move>,
        pos: &W::Pos,
        agent: usize,
    ) -> Option<Utilities> {
        let EdgeKind::Settled { moves, edges, .. } = &edges.kind else { return None };
        let mut probe = self.probe.take().unwrap_or_else(|| pos.clone());
        let mut won = None;
        let mut found = false;
        for (m, e) in moves.iter().zip(edges) {
            if self.watch.expired(self.control) {
                break;
            }
            probe.clone_from(pos);
            self.world.apply(&mut probe, m);
            self.made += 1;
            if !self.world.over(&probe) {
                continue;
            }
            let result = self.world.utilities(&probe);
            let child = e.child.get_or_init(|| Box::new(Node::new(self.rng.next_u64())));
            self.tree.bytes.fetch_add(size_of::<Node<W::Move>>(), Relaxed);
            child.narrow(result[1], result[1]);
            found = true;
            if result[agent] >= 1.0 {
                won = Some(result);
                break;
            }
        }
        self.probe = Some(probe);
        if found {
            node.certain.store(true, Relaxed);
            if node.tighten() {
                self.spread_the_word();
            }
        }
        won
    }

    /// Something became certain about the last node of the way: what does it mean for those before?
    fn spread_the_word(&self) {
        for passed in self.path.iter().rev() {
            passed.node.certain.store(true, Relaxed);
            if !passed.node.tighten() {
                break;
            }
        }
    }

    /// Chooses among the moves of a node at which the same are always legal.
    fn select(
        &mut self,
        node: &Node<W::Move>,
        agent: usize,
        edges: &[Edge<W::Move>],
        glances: &[Glance],
        tried: &AtomicU32,
    ) -> usize {
        let c = self.config;
        let n = edges.len();
        if c.first_play.is_none() && (tried.load(Relaxed) as usize) < n {
            let turn = tried.fetch_add(1, Relaxed) as usize;
            if turn < n {
                // Each once, in an order that differs from node to node.
                return nth(turn, n, node.hash as usize);
            }
        }
        let scale = self.tables.spread(node.visits.load(Relaxed));
        let parent = if c.first_play.is_some() {
            match node.visits.load(Relaxed) {
                0 => 0.0,
                n => node.sum.load(Relaxed) as f32 / UNIT / n as f32,
            }
        } else {
            0.0
        };
        let prove = self.tree.prove && node.certain.load(Relaxed);
        if self.glanced && !prove {
            return self.glance(glances, scale, c.first_play.map_or(f32::INFINITY, |less| parent - less));
        }
        let (low, high) = node.bounds();
        let mut best = Best::NONE;
        for (i, e) in edges.iter().enumerate() {
            let mut score = self.score(e, scale, parent);
            if prove && e.child.get().is_some() {
                let (below, above) = e.bounds();
                // What cannot change the value of this node any more is not worth a visit.
                let useless = if agent == 1 { above <= low } else { below >= high };
                if useless || (below >= above && low < high) {
                    score -= 1e6;
                }
            }
            best.offer(score, i, &mut self.rng);
        }
        best.index
    }

    /// Chooses by moves' own results alone; those never made count as `unseen`.
    fn glance(&mut self, glances: &[Glance], scale: f32, unseen: f32) -> usize {
        // (Without a jump that nobody could foresee; of several that are best, the first after a place drawn at random.)
        let begin = self.rng.below(glances.len().max(1)).min(glances.len());
        let (mut top, mut best) = (f32::NEG_INFINITY, 0);
        for part in [begin..glances.len(), 0..begin] {
            let first = part.start;
            for (i, glance) in glances[part].iter().enumerate() {
                let (mean, root) = glance.read();
                let score = if mean.is_nan() { unseen } else { mean } + scale * root;
                let better = score > top;
                top = if better { score } else { top };
                best = if better { first + i } else { best };
            }
        }
        best
    }

    /// Chooses among the moves that are legal this time.
    fn select_open(
        &mut self,
        open: &'a Open<W::Move>,
        legal: &[W::Move],
    ) -> Option<(usize, &'a Edge<W::Move>)> {
        let mut best = Best::NONE;
        let mut found = SmallVec::<[_; 32]>::new();
        for (i, m) in legal.iter().enumerate() {
            let (edge, bytes) = open.enter(self.world.identity(m), self.world.key(m));
            if bytes > 0 {
                self.tree.bytes.fetch_add(bytes, Relaxed);
            }
            let Some(e) = edge else { continue };
            let available = e.available.fetch_add(1, Relaxed) + 1;
            let scale = self.config.explore * ((available + 1) as f32).ln().sqrt();
            let score = self.score(e, scale, 0.0);
            best.offer(score, found.len(), &mut self.rng);
            found.push((i, e));
        }
        found.get(best.index).copied()
    }

    /// How much a move is worth a visit. Visits under way count as lost, so that threads spread out.
    fn score(&self, e: &Edge<W::Move>, scale: f32, parent: f32) -> f32 {
        let c = self.config;
        let pending = if self.alone { 0 } else { e.pending.load(Relaxed) };
        let n = (e.visits() + pending) as f32;
        let mut value = if n > 0.0 {
            (e.sum.load(Relaxed) as f32 / UNIT - pending as f32) / n
        } else {
            match c.first_play {
                None => return f32::MAX,
                Some(less) => parent - less,
            }
        };
        if c.rave > 0.0 {
            let later = e.later_visits.load(Relaxed);
            if later > 0 {
                let beta = (c.rave / (3.0 * n + c.rave)).sqrt();
                let then = e.later_sum.load(Relaxed) as f32 / UNIT / later as f32;
                value = (1.0 - beta) * value + beta * then;
            }
        }
        if c.history > 0.0
            && n < 64.0
            && let Some(mean) = self.memory.mean(e.key.load(Relaxed))
        {
            value += c.history * mean / (n + 1.0);
        }
        value + scale / (n + 0.5).sqrt()
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
            if self.watch.expired(self.control) {
                break None;
            }
            self.world.moves(pos, &mut moves);
            if moves.is_empty() {
                break Some([0.0; crate::world::SEATS]);
            }
            let i = self.pick(&moves);
            let agent = self.world.agent(pos);
            self.step(pos, &moves[i], agent, false);
            plies += 1;
        };
        self.legal = moves;
        result
    }

    fn random_playout(&mut self, pos: &mut W::Pos) -> Option<Utilities> {
        let c = self.config;
        let most = c.cutoff.unwrap_or(c.longest).min(c.longest);
        let (control, watch) = (self.control, &self.watch);
        let watched = c.rave > 0.0 || c.history > 0.0;
        let trace = watched.then_some(&mut self.trace);
        let (mut made, mut result) =
            self.world.wander(pos, &mut self.rng, most, &|| watch.expired(control), trace);
        if made >= most && result.is_none() && c.cutoff.is_some() {
            result = self.world.evaluate(pos);
            if result.is_none() {
                let more = self.world.wander(pos, &mut self.rng, c.longest, &|| watch.expired(control), None);
                made += more.0;
                result = more.1;
            }
        }
        self.made += u64::from(made);
        // Broken off by the clock it says nothing; too long, it is a draw.
        result.or_else(|| (!control.expired()).then_some([0.0; crate::world::SEATS]))
    }

    fn pick(&mut self, moves: &[W::Move]) -> usize {
        let c = self.config;
        if !c.learn || moves.len() == 1 || self.rng.below(1000) < (c.epsilon * 1000.0) as usize {
            return self.rng.below(moves.len());
        }
        let previous = self.trace.last().map_or(0, |t| t.1);
        let mut best = Best::NONE;
        for (i, m) in moves.iter().enumerate() {
            let key = self.world.key(m);
            let single = self.memory.mean(key).unwrap_or(0.0);
            let value = match self.memory.mean(pair(previous, key)) {
                Some(v) => (v + single) / 2.0,
                None => single,
            };
            best.offer(value, i, &mut self.rng);
        }
        best.index
    }

    fn back_up(&mut self, result: &Utilities) {
        let rave = self.config.rave > 0.0;
        self.stamp = self.stamp.wrapping_add(1).max(1);
        let mut seen = self.trace.len();
        for (i, passed) in self.path.iter().enumerate().rev() {
            let value = units(result[passed.agent]);
            let add = |to: &AtomicI64| {
                if self.alone {
                    to.store(to.load(Relaxed) + value, Relaxed);
                } else {
                    to.fetch_add(value, Relaxed);
                }
            };
            let more = |to: &AtomicU32| {
                if self.alone {
                    to.store(to.load(Relaxed).wrapping_add(1), Relaxed);
                } else {
                    to.fetch_add(1, Relaxed);
                }
            };
            more(&passed.node.visits);
            add(&passed.node.sum);
            more(&passed.edge.visits);
            add(&passed.edge.sum);
            if !self.alone {
                passed.edge.pending.fetch_sub(1, Relaxed);
            }
            if let Some(glance) = passed.glance {
                glance.renew(passed.edge);
            }
            if rave {
                while seen > i {
                    seen -= 1;
                    let key = self.trace[seen].1;
                    self.later[key as usize % LATER] = (key, self.stamp);
                }
                // Keys tell whose move it is, so that no agent learns from another's.
                for e in passed.node.edges.get().into_iter().flat_map(Edges::iter) {
                    let key = e.key.load(Relaxed);
                    if self.later[key as usize % LATER] == (key, self.stamp) {
                        more(&e.later_visits);
                        add(&e.later_sum);
                    }
                }
            }
        }
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
        if !self.alone {
            for passed in &self.path {
                passed.edge.pending.fetch_sub(1, Relaxed);
                if let Some(glance) = passed.glance {
                    glance.renew(passed.edge);
                }
            }
        }
    }
}

fn pair(previous: u64, key: u64) -> u64 {
    mix(previous.rotate_left(17) ^ key)
}
