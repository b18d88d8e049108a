//! Puzzles for one player: a way to a won position. Breadth first while memory lasts, which finds the shortest way;
//! then, where every move only turns things over, by solving for the moves; then depth first from shuffled beginnings,
//! which finds some way where there are many.

use crate::control::Control;
use crate::world::World;
use ludarium_engine::rng::mix;
use ludarium_play::Rng;
use rustc_hash::{FxHashMap, FxHashSet};

/// What a search for a way found.
#[derive(Clone, Debug, PartialEq)]
pub enum Plan<M> {
    /// These moves win. Shortest: there is no shorter way.
    Found { moves: Vec<M>, shortest: bool },
    /// Every way was tried.
    Impossible,
    /// The budget ran out.
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Positions kept by the search in breadth.
    pub positions: usize,
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { positions: 400_000, depth: 200 }
    }
}

/// Is this position a win for the one player?
fn won<W: World>(world: &W, pos: &W::Pos) -> bool {
    world.over(pos) && world.utilities(pos)[1] >= 1.0
}

pub fn plan<W: World>(
    world: &W,
    root: &W::Pos,
    seed: u64,
    limits: Limits,
    control: &Control<'_>,
) -> (Plan<W::Move>, u64) {
    let mut nodes = 0;
    match breadth(world, root, limits, control, &mut nodes) {
        Plan::Unknown => {}
        known => return (known, nodes),
    }
    if let Some(moves) = turn_over(world, root, seed, &mut nodes) {
        return (Plan::Found { moves, shortest: false }, nodes);
    }
    let found = depth(world, root, seed, limits, control, &mut nodes);
    (found, nodes)
}

/// Positions in breadth hold only the way to them; the position itself is played again, so that memory lasts longer.
fn breadth<W: World>(
    world: &W,
    root: &W::Pos,
    limits: Limits,
    control: &Control<'_>,
    nodes: &mut u64,
) -> Plan<W::Move> {
    struct Step<M> {
        before: u32,
        m: M,
    }
    let mut steps: Vec<Step<W::Move>> = Vec::new();
    let mut seen: FxHashSet<u64> = FxHashSet::default();
    seen.insert(world.hash(root));
    let way = |steps: &[Step<W::Move>], mut at: u32| {
        let mut moves = Vec::new();
        while let Some(s) = steps.get(at as usize) {
            moves.push(s.m.clone());
            at = s.before;
        }
        moves.reverse();
        moves
    };
    // A layer of positions with the step that led to each.
    let mut layer: Vec<(W::Pos, u32)> = vec![(root.clone(), u32::MAX)];
    let mut moves = Vec::new();
    // Half of what the budget allows; the rest is for the search in depth.
    let most_nodes = control.budget.nodes.map(|n| n / 2);
    for _ in 0..limits.depth {
        let mut next = Vec::new();
        for (pos, at) in &mut layer {
            if control.expired()
                || most_nodes.is_some_and(|n| *nodes >= n)
                || control.budget.time.is_some_and(|t| (control.elapsed)() * 2 >= t)
            {
                return Plan::Unknown;
            }
            world.moves(pos, &mut moves);
            for m in &moves {
                let mut after = pos.clone();
                world.apply(&mut after, m);
                *nodes += 1;
                if won(world, &after) {
                    steps.push(Step { before: *at, m: m.clone() });
                    return Plan::Found { moves: way(&steps, steps.len() as u32 - 1), shortest: true };
                }
                if world.over(&after) || !seen.insert(world.hash(&after)) {
                    continue;
                }
                if seen.len() >= limits.positions {
                    return Plan::Unknown;
                }
                steps.push(Step { before: *at, m: m.clone() });
                next.push((after, steps.len() as u32 - 1));
            }
        }
        if next.is_empty() {
            return Plan::Impossible;
        }
        layer = next;
    }
    Plan::Unknown
}

/// Where each move turns over the same places whenever it is made, and a place knows two states only, the order of moves
/// does not matter and no move is needed twice: which are, follows from linear equations, if one knows where to go.
/// Mostly that is where every place is in the lower of its states, or every place in the higher; both are tried.
/// That a way wins is shown by going it, whatever was assumed.
fn turn_over<W: World>(world: &W, root: &W::Pos, seed: u64, nodes: &mut u64) -> Option<Vec<W::Move>> {
    let mut moves = Vec::new();
    world.moves(&mut root.clone(), &mut moves);
    let (mut start, mut there) = (Vec::new(), Vec::new());
    world.contents(root, &mut start);
    let n = moves.len();
    if !(2..=64).contains(&n) || start.is_empty() {
        return None;
    }
    // By place: its other state, and the moves that turn it over.
    let mut turned: Vec<(Option<u64>, u64)> = vec![(None, 0); start.len()];
    for (i, m) in moves.iter().enumerate() {
        let mut after = root.clone();
        world.apply(&mut after, m);
        *nodes += 1;
        world.contents(&after, &mut there);
        for ((place, &before), &now) in turned.iter_mut().zip(&start).zip(&there) {
            if before != now {
                if place.0.is_some_and(|other| other != now) {
                    return None;
                }
                *place = (Some(now), place.1 | 1 << i);
            }
        }
    }
    let keys: Vec<u64> = moves.iter().map(|m| world.key(m)).collect();
    let make = |pos: &mut W::Pos, i: usize| {
        let mut legal = Vec::new();
        world.moves(pos, &mut legal);
        let same: Vec<&W::Move> = legal.iter().filter(|m| world.key(m) == keys[i]).collect();
        if let [m] = same[..] {
            world.apply(pos, m);
            return Some(m.clone());
        }
        None
    };
    // Does it stay so? A walk at random shows, as far as it goes.
    let mut rng = Rng::new(mix(seed ^ 0x70661E));
    let mut pos = root.clone();
    let mut made = 0u64;
    for _ in 0..2 * n {
        let i = rng.below(n);
        make(&mut pos, i)?;
        *nodes += 1;
        if world.over(&pos) {
            break;
        }
        made ^= 1 << i;
        world.contents(&pos, &mut there);
        let wanted = |(place, before): (&(Option<u64>, u64), &u64)| match place.0 {
            Some(other) if (place.1 & made).count_ones() % 2 == 1 => other,
            Some(_) | None => *before,
        };
        if !turned.iter().zip(&start).map(wanted).eq(there.iter().copied()) {
            return None;
        }
    }
    for higher in [false, true] {
        let equation = |(place, &before): (&(Option<u64>, u64), &u64)| {
            place.0.map(|other| (place.1, (other > before) == higher))
        };
        let equations: Vec<(u64, bool)> = turned.iter().zip(&start).filter_map(equation).collect();
        let Some(chosen) = fewest(equations, n) else { continue };
        let mut pos = root.clone();
        let mut way = Vec::new();
        for i in (0..n).filter(|i| chosen >> i & 1 == 1) {
            way.push(make(&mut pos, i)?);
            *nodes += 1;
            if won(world, &pos) {
                return Some(way);
            }
            if world.over(&pos) {
                break;
            }
        }
    }
    None
}

/// The smallest set of unknowns (as bits) of which each equation's share is odd or even as it says; nothing where there
/// is none. Where very many sets will do, a small one.
fn fewest(mut equations: Vec<(u64, bool)>, unknowns: usize) -> Option<u64> {
    // Each equation solved for one unknown that no other has.
    let mut solved: Vec<(usize, u64, bool)> = Vec::new();
    while let Some((mask, odd)) = equations.pop() {
        if mask == 0 {
            if odd {
                return None;
            }
            continue;
        }
        let pivot = mask.trailing_zeros() as usize;
        let clear = |m: &mut u64, o: &mut bool| {
            if *m >> pivot & 1 == 1 {
                *m ^= mask;
                *o ^= odd;
            }
        };
        equations.iter_mut().for_each(|(m, o)| clear(m, o));
        solved.iter_mut().for_each(|(_, m, o)| clear(m, o));
        solved.push((pivot, mask, odd));
    }
    let free: Vec<usize> = (0..unknowns).filter(|i| solved.iter().all(|s| s.0 != *i)).collect();
    let tries = 1u64 << free.len().min(16);
    let complete = |choice: u64| {
        let open = free.iter().take(16).enumerate().filter(|(k, _)| choice >> k & 1 == 1);
        let mut set = open.fold(0u64, |set, (_, &i)| set | 1 << i);
        for &(pivot, mask, odd) in &solved {
            let rest = (mask & set & !(1 << pivot)).count_ones() % 2 == 1;
            if rest != odd {
                set |= 1 << pivot;
            }
        }
        set
    };
    (0..tries).map(complete).min_by_key(|set| set.count_ones())
}

/// Depth first, each time in another order, leaving out positions from which the rest of the depth was tried before.
fn depth<W: World>(
    world: &W,
    root: &W::Pos,
    seed: u64,
    limits: Limits,
    control: &Control<'_>,
    nodes: &mut u64,
) -> Plan<W::Move> {
    let mut rng = Rng::new(mix(seed ^ 0xDEEF));
    // Positions proven barren, with the number of moves that were left there.
    let mut barren: FxHashMap<u64, u32> = FxHashMap::default();
    loop {
        if control.enough(0, *nodes) {
            return Plan::Unknown;
        }
        let patience = *nodes + 20_000;
        let mut stack: Vec<(W::Pos, Vec<W::Move>, u64)> = Vec::new();
        let mut way: Vec<W::Move> = Vec::new();
        let mut here = root.clone();
        let mut moves = Vec::new();
        world.moves(&mut here, &mut moves);
        shuffle(&mut moves, &mut rng);
        let hash = world.hash(&here);
        stack.push((here, moves, hash));
        while let Some((pos, moves, hash)) = stack.last_mut() {
            let Some(m) = moves.pop() else {
                let left = (limits.depth - way.len()) as u32;
                if barren.len() < 2 * limits.positions {
                    barren.insert(*hash, left);
                }
                stack.pop();
                way.pop();
                continue;
            };
            if control.enough(0, *nodes) {
                return Plan::Unknown;
            }
            let mut after = pos.clone();
            world.apply(&mut after, &m);
            *nodes += 1;
            way.push(m);
            if won(world, &after) {
                return Plan::Found { moves: way, shortest: false };
            }
            let hash = world.hash(&after);
            let left = limits.depth.saturating_sub(way.len()) as u32;
            let dull = world.over(&after)
                || left == 0
                || barren.get(&hash).is_some_and(|&l| l >= left)
                || stack.iter().any(|s| s.2 == hash);
            if dull {
                way.pop();
                continue;
            }
            let mut next = Vec::new();
            world.moves(&mut after, &mut next);
            shuffle(&mut next, &mut rng);
            stack.push((after, next, hash));
            if *nodes >= patience {
                break;
            }
        }
        if stack.is_empty() {
            // Ways that go round in circles were cut short: this proves nothing.
            return Plan::Unknown;
        }
    }
}

fn shuffle<T>(list: &mut [T], rng: &mut Rng) {
    for i in (1..list.len()).rev() {
        list.swap(i, rng.below(i + 1));
    }
}
