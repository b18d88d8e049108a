//! UCT for worlds in which a whole playout takes a microsecond or less: each thread has a tree of its
//! own in flat arrays, without locks and without memory of each node's own, and threads tell each other now and then what
//! they found out about the moves of the root. Two players whose gains are each other's losses, nothing hidden, no chance.
//! The general tree, with everything else that helps, is `mcts`.

use crate::control::{Control, Watch};
use crate::mcts::Config;
use crate::numbers::{Best, News, Tables, nth};
use crate::player::{Answer, Candidate};
use crate::world::World;
use ludarium_engine::rng::mix;
use ludarium_play::Rng;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};

/// A move, and the position after it.
#[derive(Clone, Copy)]
struct Branch<M> {
    visits: u32,
    /// Where the branches of the position begin, and how many they are; none while they are not listed.
    first: u32,
    number: u16,
    /// How many of them were tried, where all are tried before any is tried again.
    tried: u16,
    /// What agent 1 gets at least and at most.
    low: i8,
    high: i8,
    /// 1 where agent 1 decides in the position, -1 where the other does.
    sign: i8,
    /// Something is known for certain about one of the branches.
    certain: bool,
    made: M,
}

/// How a move did when it was made later: its mean for agent 1, and how often.
#[derive(Clone, Copy)]
struct Later {
    mean: f32,
    visits: f32,
}

/// The branch at 0 is the root.
struct Tree<M> {
    /// What choosing among moves must know of each: the mean for agent 1, and one over the root of the visits.
    means: Vec<f32>,
    widths: Vec<f32>,
    branches: Vec<Branch<M>>,
    /// Only where such statistics are kept.
    later: Vec<Later>,
}

impl<M: Copy> Tree<M> {
    fn new(root: M, sign: i8, rave: bool) -> Tree<M> {
        let mut tree =
            Tree { means: Vec::new(), widths: Vec::new(), branches: Vec::new(), later: Vec::new() };
        tree.push(&[root], rave);
        tree.branches[0].sign = sign;
        tree
    }
    fn push(&mut self, made: &[M], rave: bool) {
        let all = self.branches.len() + made.len();
        self.means.resize(all, 0.0);
        self.widths.resize(all, std::f32::consts::SQRT_2);
        if rave {
            self.later.resize(all, Later { mean: 0.0, visits: 0.0 });
        }
        self.branches.extend(made.iter().map(|&made| Branch {
            visits: 0,
            first: 0,
            number: 0,
            tried: 0,
            low: -1,
            high: 1,
            sign: 0,
            certain: false,
            made,
        }));
    }
    fn bytes(&self) -> usize {
        let each = size_of::<Branch<M>>() + 2 * size_of::<f32>();
        self.branches.len() * each + size_of_val(&self.later[..])
    }
    fn below(&self, at: usize) -> std::ops::Range<usize> {
        let b = &self.branches[at];
        b.first as usize..b.first as usize + usize::from(b.number)
    }
    fn proven(&self) -> bool {
        self.branches[0].low >= self.branches[0].high
    }
    /// Lists the branches of a position.
    fn expand(&mut self, at: usize, moves: &[M], sign: i8, rave: bool) -> bool {
        let (Ok(first), Ok(number)) = (u32::try_from(self.branches.len()), u16::try_from(moves.len())) else {
            return false;
        };
        self.push(moves, rave);
        let b = &mut self.branches[at];
        (b.first, b.number, b.sign) = (first, number, sign);
        true
    }
    /// Works the bounds out from those of the branches; has anything changed?
    fn tighten(&mut self, at: usize) -> bool {
        let below = &self.branches[self.below(at)];
        let bounds = below.iter().map(|b| (b.low, b.high));
        let (low, high) = if self.branches[at].sign > 0 {
            bounds.fold((-1, -1), |b, e| (b.0.max(e.0), b.1.max(e.1)))
        } else {
            bounds.fold((1, 1), |b, e| (b.0.min(e.0), b.1.min(e.1)))
        };
        let b = &mut self.branches[at];
        let (low, high) = (low.max(b.low), high.min(b.high));
        let changed = (low, high) != (b.low, b.high);
        (b.low, b.high) = (low, high);
        changed
    }
    /// The part below a branch as a tree of its own, with the moves of its root in the order of `order` (places among
    /// the branches).
    fn part(&self, at: usize, order: &[usize]) -> Tree<M> {
        let mut new = Tree { means: Vec::new(), widths: Vec::new(), branches: Vec::new(), later: Vec::new() };
        let take = |new: &mut Tree<M>, old: usize| {
            new.means.push(self.means[old]);
            new.widths.push(self.widths[old]);
            new.branches.push(self.branches[old]);
            if let Some(later) = self.later.get(old) {
                new.later.push(*later);
            }
        };
        take(&mut new, at);
        let mut next = 0;
        let mut from = vec![at];
        while next < from.len() {
            let old = from[next];
            let below = self.below(old);
            if !below.is_empty() {
                new.branches[next].first = new.branches.len() as u32;
                let begins = below.start;
                for (i, old) in below.enumerate() {
                    let old = if next == 0 { begins + order.get(i).unwrap_or(&i) } else { old };
                    take(&mut new, old);
                    from.push(old);
                }
            }
            next += 1;
        }
        if new.branches[0].tried < new.branches[0].number {
            // (Which were tried is known by their order only.)
            new.branches[0].tried = 0;
        }
        new
    }
}

/// Tree search for lean worlds.
pub struct Flat<W: World> {
    config: Config,
    tables: Tables,
    trees: Vec<Tree<W::Move>>,
    /// The position that was searched, and the move that was thought best.
    last: Option<(W::Pos, W::Move)>,
}

/// What all threads have done.
#[derive(Default)]
struct Counts {
    iterations: AtomicU64,
    nodes: AtomicU64,
    /// Somebody has proven what the best move is.
    proven: AtomicBool,
}

/// Iterations between two exchanges of news, and those that a thread takes upon itself at a time: to agree with others on
/// every single one costs more than some iterations do.
const NEWS: u64 = 256;
const HANDFUL: u64 = 16;
const UNIT: f32 = 1_048_576.0;

/// A position's moves become part of the tree when it was visited once for every so many moves of the position before it,
/// and, where nothing is to be proven, so often at least: a way through a tree that lies all over the memory costs more than
/// the random moves it replaces.
const FEW: u32 = 8;
const LEAST: u32 = 8;

impl<W: World> Flat<W>
where
    W::Move: Copy,
{
    /// Can this way of searching do what is asked?
    pub fn serves(config: &Config) -> bool {
        !config.learn && config.history <= 0.0 && config.cutoff.is_none()
    }

    pub fn new(config: Config) -> Flat<W> {
        Flat { config, tables: Tables::new(config.explore, config.rave), trees: Vec::new(), last: None }
    }

    /// Forgets the game so far.
    pub fn reset(&mut self) {
        self.trees.clear();
        self.last = None;
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
        let agent = world.agent(root);
        let sign: i8 = if agent == 1 { 1 } else { -1 };
        let threads = self.config.threads.max(1);
        let rave = self.config.rave > 0.0;
        let Some(&some) = moves.first() else { return Answer::of(0, 0.0) };
        let old = std::mem::take(&mut self.trees);
        let last = self.last.take();
        let mut trees: Vec<Tree<W::Move>> = match last {
            Some((before, answer)) if self.config.reuse => {
                old.iter().filter_map(|tree| reused(world, tree, &before, answer, root, moves)).collect()
            }
            Some(_) | None => Vec::new(),
        };
        trees.truncate(threads);
        while trees.len() < threads {
            let mut tree = Tree::new(some, sign, rave);
            tree.expand(0, moves, sign, rave);
            trees.push(tree);
        }
        let counts = Counts::default();
        let news = News::new(threads, moves.len());
        let work = |tree: &mut Tree<W::Move>, thread: usize| {
            let mut worker = Worker {
                world,
                config: &self.config,
                tables: &self.tables,
                tree,
                rng: Rng::new(mix(seed ^ mix((thread as u64).wrapping_add(0x5EED)))),
                counts: &counts,
                control,
                most_bytes: self.config.memory / threads,
                path: Vec::new(),
                trace: Vec::new(),
                legal: Vec::new(),
                stamps: Vec::new(),
                stamp: 0,
                made: 0,
                watch: Watch::default(),
            };
            worker.run(root, thread, &news);
        };
        if let [only] = &mut trees[..] {
            work(only, 0);
        } else {
            std::thread::scope(|scope| {
                let work = &work;
                let (first, others) = trees.split_at_mut(1);
                for (i, tree) in others.iter_mut().enumerate() {
                    // (Without another thread the first does the work alone.)
                    let _ = std::thread::Builder::new().spawn_scoped(scope, move || work(tree, i + 1));
                }
                work(&mut first[0], 0);
            });
        }
        // Whoever has proven something speaks for all; else the first.
        let prove = self.config.prove;
        let spokesman = trees.iter().position(|t| prove && t.proven()).unwrap_or(0);
        let mut answer = answer(&trees[spokesman], moves, sign, prove, (threads > 1).then_some(&news), seed);
        answer.iterations = counts.iterations.load(Relaxed);
        answer.nodes = counts.nodes.load(Relaxed);
        if self.config.reuse {
            self.trees = trees;
            self.last = moves.get(answer.index).map(|m| (root.clone(), *m));
        }
        answer
    }
}

/// The part of an earlier tree that belongs to a position: after the move that was thought best then, and an answer to it.
fn reused<W: World>(
    world: &W,
    tree: &Tree<W::Move>,
    before: &W::Pos,
    answer: W::Move,
    root: &W::Pos,
    moves: &[W::Move],
) -> Option<Tree<W::Move>>
where
    W::Move: Copy,
{
    let wanted = world.hash(root);
    let own = tree.below(0).find(|&i| world.identity(&tree.branches[i].made) == world.identity(&answer))?;
    let mut after = before.clone();
    world.apply(&mut after, &answer);
    let mut pos = after.clone();
    let found = tree.below(own).find(|&i| {
        pos.clone_from(&after);
        world.apply(&mut pos, &tree.branches[i].made);
        world.hash(&pos) == wanted
    })?;
    let known: Vec<u64> = tree.below(found).map(|i| world.identity(&tree.branches[i].made)).collect();
    let place = |m: &W::Move| known.iter().position(|k| *k == world.identity(m));
    let order: Vec<usize> = moves.iter().map(place).collect::<Option<_>>()?;
    (order.len() == known.len() && !order.is_empty()).then(|| tree.part(found, &order))
}

fn answer<M: Copy>(
    tree: &Tree<M>,
    moves: &[M],
    sign: i8,
    prove: bool,
    news: Option<&News>,
    seed: u64,
) -> Answer<M> {
    let root = &tree.branches[0];
    let own = f32::from(sign);
    let first = root.first as usize;
    // Where threads have a tree each, what counts is what all of them have seen.
    let seen = |i: usize| match news {
        None => (tree.branches[first + i].visits, tree.means[first + i]),
        Some(news) => {
            let (visits, sum) = news.of_all(i);
            (visits, sum as f32 / UNIT / visits.max(1) as f32)
        }
    };
    let total: u64 = (0..moves.len()).map(|i| u64::from(seen(i).0)).sum();
    let mut candidates: Vec<Candidate<M>> = Vec::with_capacity(moves.len());
    for (i, m) in moves.iter().enumerate() {
        let b = &tree.branches[first + i];
        let (visits, mean) = seen(i);
        let proven = (prove && b.low >= b.high).then_some(f32::from(b.low) * own);
        candidates.push(Candidate {
            index: i,
            visits: visits.into(),
            share: if total == 0 { 0.0 } else { visits as f32 / total as f32 },
            value: proven.unwrap_or(mean * own),
            proven,
            line: line(tree, first + i, *m),
        });
    }
    Candidate::best_first(&mut candidates, seed);
    let solved = (prove && root.low >= root.high).then_some(f32::from(root.low) * own);
    if solved.is_some() {
        // What is proven of the whole decides, not how often it was looked at.
        if let Some(b) = candidates.iter().position(|c| c.proven == solved) {
            let c = candidates.remove(b);
            candidates.insert(0, c);
        }
    }
    let best = candidates.first();
    Answer {
        index: best.map_or(0, |c| c.index),
        value: solved.or(best.map(|c| c.value)).unwrap_or(0.0),
        depth: best.map_or(0, |c| c.line.len() as u32),
        solved,
        candidates,
        iterations: 0,
        nodes: 0,
    }
}

/// A move and the moves after it that were looked at most.
fn line<M: Copy>(tree: &Tree<M>, at: usize, first: M) -> Vec<M> {
    let mut line = vec![first];
    let mut at = at;
    while line.len() < 12 {
        let best = tree.below(at).max_by_key(|&i| (tree.branches[i].visits, std::cmp::Reverse(i)));
        let Some(next) = best.filter(|&i| tree.branches[i].visits > 0) else { break };
        line.push(tree.branches[next].made);
        at = next;
    }
    line
}

struct Worker<'a, W: World> {
    world: &'a W,
    config: &'a Config,
    tables: &'a Tables,
    tree: &'a mut Tree<W::Move>,
    rng: Rng,
    counts: &'a Counts,
    control: &'a Control<'a>,
    most_bytes: usize,
    /// The branches from the root to the leaf, the root included.
    path: Vec<usize>,
    /// All moves of an iteration.
    trace: Vec<(usize, u64)>,
    legal: Vec<W::Move>,
    /// By key of a move: in which iteration it was made last.
    stamps: Vec<u32>,
    stamp: u32,
    /// Moves made in this iteration.
    made: u64,
    watch: Watch,
}

/// Moves with larger keys than this have no statistics of how they did later.
const MOST_KEYS: usize = 1 << 16;

impl<W: World> Worker<'_, W>
where
    W::Move: Copy,
{
    fn run(&mut self, root: &W::Pos, thread: usize, news: &News) {
        let mut pos = root.clone();
        let mut mine = 0u64;
        loop {
            let begun = self.counts.iterations.fetch_add(HANDFUL, Relaxed);
            let nodes = self.counts.nodes.load(Relaxed);
            let mut made = 0;
            for i in 0..HANDFUL {
                if self.config.prove && self.tree.proven() {
                    self.counts.proven.store(true, Relaxed);
                }
                if self.watch.enough(self.control, begun + i, nodes + made)
                    || self.counts.proven.load(Relaxed)
                {
                    self.counts.iterations.fetch_sub(HANDFUL - i, Relaxed);
                    self.counts.nodes.fetch_add(made, Relaxed);
                    self.exchange(thread, news);
                    return;
                }
                pos.clone_from(root);
                self.made = 0;
                let value = self.iterate(&mut pos);
                self.back_up(value);
                made += self.made;
                mine += 1;
                if news.threads() > 1 && mine.is_multiple_of(NEWS) {
                    self.exchange(thread, news);
                }
            }
            self.counts.nodes.fetch_add(made, Relaxed);
        }
    }

    /// Says what this thread has found out itself about the moves of the root, and takes over what the others said since
    /// last time.
    fn exchange(&mut self, thread: usize, news: &News) {
        let below = self.tree.below(0);
        let sum = |mean: f32, visits: u32| (f64::from(mean) * f64::from(visits) * f64::from(UNIT)) as i64;
        let known: Vec<(u32, i64)> = below
            .clone()
            .map(|at| {
                (self.tree.branches[at].visits, sum(self.tree.means[at], self.tree.branches[at].visits))
            })
            .collect();
        for ((at, known), more) in below.zip(&known).zip(news.exchange(thread, &known)) {
            if more.0 > 0 {
                let visits = known.0 + more.0;
                self.tree.branches[at].visits = visits;
                self.tree.means[at] =
                    ((known.1 + more.1) as f64 / f64::from(UNIT) / f64::from(visits)) as f32;
                self.tree.widths[at] = self.tables.widths(visits).0;
                self.tree.branches[0].visits += more.0;
            }
        }
    }

    /// One way from the root to a leaf and on to a result: what agent 1 gets.
    fn iterate(&mut self, pos: &mut W::Pos) -> f32 {
        let watched = self.config.rave > 0.0;
        let least = if self.config.prove { 1 } else { LEAST };
        self.path.clear();
        self.trace.clear();
        self.path.push(0);
        let (mut at, mut before) = (0, 0);
        loop {
            let branch = &self.tree.branches[at];
            if branch.first == 0 {
                if self.world.over(pos) {
                    let value = self.world.utilities(pos)[1];
                    if self.config.prove {
                        self.prove(at, value);
                    }
                    return value;
                }
                // To list moves takes time and memory: not for a position that was hardly looked at.
                if (at > 0 && branch.visits < (before / FEW).max(least))
                    || self.tree.bytes() >= self.most_bytes
                    || !self.list(at, pos)
                {
                    return self.playout(pos, watched);
                }
            }
            before = self.tree.branches[at].number.into();
            let next = self.select(at);
            let made = self.tree.branches[next].made;
            if watched {
                self.trace.push((0, self.world.key(&made)));
            }
            self.world.apply(pos, &made);
            self.made += 1;
            self.path.push(next);
            at = next;
        }
    }

    #[inline(never)]
    fn list(&mut self, at: usize, pos: &mut W::Pos) -> bool {
        self.world.moves(pos, &mut self.legal);
        let sign = if self.world.agent(pos) == 1 { 1 } else { -1 };
        !self.legal.is_empty() && self.tree.expand(at, &self.legal, sign, self.config.rave > 0.0)
    }

    #[cold]
    fn prove(&mut self, at: usize, value: f32) {
        let value = value as i8;
        let leaf = &mut self.tree.branches[at];
        (leaf.low, leaf.high) = (value, value);
        for i in (0..self.path.len() - 1).rev() {
            let passed = self.path[i];
            self.tree.branches[passed].certain = true;
            if !self.tree.tighten(passed) {
                break;
            }
        }
    }

    #[inline]
    fn playout(&mut self, pos: &mut W::Pos, watched: bool) -> f32 {
        let trace = watched.then_some(&mut self.trace);
        let (made, result) = self.world.wander(pos, &mut self.rng, self.config.longest, &|| false, trace);
        self.made += u64::from(made);
        result.map_or(0.0, |r| r[1])
    }

    #[inline]
    fn select(&mut self, at: usize) -> usize {
        let b = &mut self.tree.branches[at];
        let (first, n, sign) = (b.first as usize, usize::from(b.number), f32::from(b.sign));
        if self.config.first_play.is_none() && b.tried < b.number {
            let turn = usize::from(b.tried);
            b.tried += 1;
            return first + nth(turn, n, at);
        }
        let spread = self.tables.spread(b.visits);
        let certain = self.config.prove && b.certain;
        let unseen = self.config.first_play.map_or(0.0, |less| sign * self.tree.means[at] - less);
        if certain || self.config.rave > 0.0 {
            return first + self.weigh(at, spread, unseen, certain);
        }
        let all = first..first + n;
        let last = self.rng.next_u64() & 1 == 1;
        first + best_of(&self.tree.means[all.clone()], &self.tree.widths[all], sign, spread, last)
    }

    /// Chooses with all that is known: what moves did later, and what is certain.
    fn weigh(&mut self, at: usize, spread: f32, unseen: f32, certain: bool) -> usize {
        let below = self.tree.below(at);
        let Branch { low, high, sign, .. } = self.tree.branches[at];
        let own = f32::from(sign);
        let mut best = Best::NONE;
        for (i, at) in below.enumerate() {
            let (b, mean, width) = (&self.tree.branches[at], self.tree.means[at], self.tree.widths[at]);
            let mut value = if b.visits > 0 { own * mean } else { unseen };
            if let Some(later) = self.tree.later.get(at).filter(|l| l.visits > 0.0) {
                let trust = self.tables.trust(b.visits);
                value += trust * (own * later.mean - value);
            }
            let mut score = value + spread * width;
            if certain {
                // What cannot change the value of the position any more is not worth a visit.
                let useless = if sign > 0 { b.high <= low } else { b.low >= high };
                if useless || (b.low >= b.high && low < high) {
                    score -= 1e6;
                }
            }
            best.offer(score, i, &mut self.rng);
        }
        best.index
    }

    #[inline]
    fn back_up(&mut self, value: f32) {
        for &at in &self.path {
            let (b, mean) = (&mut self.tree.branches[at], &mut self.tree.means[at]);
            b.visits += 1;
            let (width, part) = self.tables.widths(b.visits);
            *mean += (value - *mean) * part;
            self.tree.widths[at] = width;
        }
        if self.config.rave > 0.0 {
            self.back_up_later(value);
        }
    }

    fn back_up_later(&mut self, value: f32) {
        self.stamp = self.stamp.wrapping_add(1).max(1);
        let mut seen = self.trace.len();
        for i in (0..self.path.len()).rev() {
            while seen > i {
                seen -= 1;
                let key = self.trace[seen].1 as usize;
                if key >= self.stamps.len() && key < MOST_KEYS {
                    self.stamps.resize((key + 1).next_power_of_two(), 0);
                }
                if let Some(stamp) = self.stamps.get_mut(key) {
                    *stamp = self.stamp;
                }
            }
            // Keys tell whose move it is, so that no agent learns from another's.
            for at in self.tree.below(self.path[i]) {
                let key = self.world.key(&self.tree.branches[at].made) as usize;
                if self.stamps.get(key) == Some(&self.stamp) {
                    let later = &mut self.tree.later[at];
                    later.visits += 1.0;
                    later.mean += (value - later.mean) / later.visits;
                }
            }
        }
    }
}

/// So many moves are compared one by one.
const FEW_AT_A_GLANCE: usize = 16;

/// The place of the best of some moves by their means and widths; where several are best, the last or the first of them.
#[inline]
fn best_of(means: &[f32], widths: &[f32], sign: f32, spread: f32, last: bool) -> usize {
    let score = |(m, w): (&f32, &f32)| sign * m + spread * w;
    if means.len() <= FEW_AT_A_GLANCE {
        // (Without a jump that nobody could foresee.)
        let (mut top, mut best) = (f32::NEG_INFINITY, 0);
        for (i, pair) in means.iter().zip(widths).enumerate() {
            let s = score(pair);
            let better = (s > top) | (last & (s == top));
            top = if better { s } else { top };
            best = if better { i } else { best };
        }
        return best;
    }
    // (Eight at a time: for wide positions that is most of the work of a search.)
    let mut tops = [f32::NEG_INFINITY; 8];
    let (eights, left) = means.as_chunks::<8>();
    let (widths_of_eights, widths_left) = widths.as_chunks::<8>();
    for (m, w) in eights.iter().zip(widths_of_eights) {
        for k in 0..8 {
            let s = score((&m[k], &w[k]));
            tops[k] = if s > tops[k] { s } else { tops[k] };
        }
    }
    let mut top = tops.iter().fold(f32::NEG_INFINITY, |a, &b| if b > a { b } else { a });
    for pair in left.iter().zip(widths_left) {
        let s = score(pair);
        top = if s > top { s } else { top };
    }
    let mut scores = means.iter().zip(widths).map(score);
    let found = if last { scores.rposition(|s| s == top) } else { scores.position(|s| s == top) };
    found.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_and_many_moves_are_compared_alike() {
        let mut rng = Rng::new(7);
        for n in 1..60usize {
            for round in 0..50 {
                // (Few values, so that several are best.)
                let means: Vec<f32> = (0..n).map(|_| rng.below(4) as f32 / 4.0 - 0.5).collect();
                let widths: Vec<f32> = (0..n).map(|_| (1 + rng.below(2)) as f32 / 2.0).collect();
                let (sign, spread, last) = ([1.0, -1.0][round % 2], 0.25, round % 4 < 2);
                let score = |i: &usize| sign * means[*i] + spread * widths[*i];
                let top = (0..n).map(|i| score(&i)).fold(f32::NEG_INFINITY, f32::max);
                let mut tops = (0..n).filter(|i| score(i) == top);
                let wanted = if last { tops.next_back() } else { tops.next() };
                assert_eq!(Some(best_of(&means, &widths, sign, spread, last)), wanted);
            }
        }
    }
}
