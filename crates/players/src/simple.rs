//! The simplest players: any legal move, and the move whose random continuations end best.

use crate::control::Control;
use crate::player::{Answer, Candidate};
use crate::world::{SEATS, Utilities, World};
use ludarium_engine::rng::mix;
use ludarium_play::Rng;

/// Any move.
pub fn random<M: Clone>(moves: &[M], seed: u64) -> Answer<M> {
    let index = Rng::new(mix(seed)).below(moves.len());
    let mut answer = Answer::of(index, 0.0);
    if let Some(m) = moves.get(index) {
        answer.candidates.push(Candidate::unvisited(index, m.clone()));
    }
    answer
}

/// Plays on at random: the result, and how many moves were made. Nothing when time ran out.
pub fn playout<W: World>(
    world: &W,
    pos: &mut W::Pos,
    rng: &mut Rng,
    longest: u32,
    control: &Control<'_>,
) -> (Option<Utilities>, u64) {
    let (made, result) = world.wander(pos, rng, longest, &|| control.expired(), None);
    // Broken off by the clock it says nothing; too long, it is a draw.
    let result = result.or_else(|| (!control.expired()).then_some([0.0; SEATS]));
    (result, made.into())
}

/// Random continuations, dealt out evenly to all moves.
pub fn flat<W: World>(
    world: &W,
    root: &W::Pos,
    moves: &[W::Move],
    seed: u64,
    control: &Control<'_>,
) -> Answer<W::Move> {
    let agent = world.agent(root);
    let facts = world.facts();
    let mut rng = Rng::new(mix(seed));
    let mut sums = vec![(0u64, 0.0f32); moves.len()];
    let (mut iterations, mut nodes) = (0, 0);
    // With fewer thoughts than moves, those at the head of the list must not always be the ones.
    let first = rng.below(moves.len().max(1)) as u64;
    while !moves.is_empty() && !control.enough(iterations, nodes) {
        let i = ((first + iterations) % moves.len() as u64) as usize;
        let mut pos = root.clone();
        let chance = rng.next_u64();
        if !facts.settled() {
            world.reseed(&mut pos, chance);
            world.imagine(&mut pos, agent, &mut Rng::new(mix(chance)));
        }
        world.apply(&mut pos, &moves[i]);
        let (result, made) = playout(world, &mut pos, &mut rng, 2000, control);
        nodes += made + 1;
        let Some(result) = result else { break };
        iterations += 1;
        sums[i].0 += 1;
        sums[i].1 += result[agent];
    }
    let mut candidates: Vec<Candidate<W::Move>> = Vec::new();
    for (i, m) in moves.iter().enumerate() {
        let (n, sum) = sums[i];
        candidates.push(Candidate {
            visits: n,
            share: if iterations == 0 { 0.0 } else { n as f32 / iterations as f32 },
            value: if n == 0 { 0.0 } else { sum / n as f32 },
            ..Candidate::unvisited(i, m.clone())
        });
    }
    candidates.sort_by(|a, b| b.value.total_cmp(&a.value).then(a.lot(seed).cmp(&b.lot(seed))));
    let best = candidates.first().map_or((0, 0.0), |c| (c.index, c.value));
    Answer { iterations, nodes, depth: 1, candidates, ..Answer::of(best.0, best.1) }
}
