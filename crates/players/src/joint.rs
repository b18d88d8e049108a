//! Games in which all move at once: every agent learns for itself which of its own choices does well against what the
//! others do (regret matching over random continuations), and the mixture that comes out is played.

use crate::control::Control;
use crate::player::{Answer, Candidate};
use crate::simple::playout;
use crate::world::World;
use ludarium_engine::rng::mix;
use ludarium_play::Rng;

struct Mixture {
    agent: usize,
    regret: Vec<f32>,
    chosen: Vec<f32>,
}

impl Mixture {
    fn draw(&self, rng: &mut Rng) -> usize {
        let n = self.regret.len();
        let positive: f32 = self.regret.iter().map(|r| r.max(0.0)).sum();
        // Some exploration always.
        if positive <= 0.0 || rng.below(10) == 0 {
            return rng.below(n);
        }
        draw(&self.regret, rng)
    }
}

fn draw(weights: &[f32], rng: &mut Rng) -> usize {
    let total: f32 = weights.iter().map(|r| r.max(0.0)).sum();
    let mut at = rng.below(1 << 24) as f32 / (1 << 24) as f32 * total;
    for (i, w) in weights.iter().enumerate() {
        at -= w.max(0.0);
        if at < 0.0 {
            return i;
        }
    }
    weights.len() - 1
}

/// What an agent should choose among its own choices: `index` counts these, not the joint moves.
pub fn search<W: World>(
    world: &W,
    root: &W::Pos,
    moves: &[W::Move],
    agent: usize,
    seed: u64,
    control: &Control<'_>,
) -> Answer<W::Move> {
    let choices = world.choices(root, moves);
    let mut all: Vec<Mixture> = choices
        .iter()
        .map(|&(agent, n)| Mixture { agent, regret: vec![0.0; n], chosen: vec![0.0; n] })
        .collect();
    let Some(mine) = all.iter().position(|m| m.agent == agent) else { return Answer::of(0, 0.0) };
    let mut rng = Rng::new(mix(seed));
    let (mut iterations, mut nodes) = (0, 0);
    let mut sums = vec![(0u64, 0.0f32); all[mine].regret.len()];
    while all[mine].regret.len() > 1 && !control.enough(iterations, nodes) {
        let picks: Vec<usize> = all.iter().map(|m| m.draw(&mut rng)).collect();
        let chance = rng.next_u64();
        let value = |picks: &[usize], nodes: &mut u64| {
            let index = picks.iter().zip(&all).fold(0, |i, (p, m)| i * m.regret.len() + p);
            let mut pos = root.clone();
            world.reseed(&mut pos, chance);
            world.imagine(&mut pos, agent, &mut Rng::new(mix(chance)));
            world.apply(&mut pos, &moves[index]);
            let (result, made) = playout(world, &mut pos, &mut Rng::new(chance), 500, control);
            *nodes += made + 1;
            result
        };
        let Some(base) = value(&picks, &mut nodes) else { break };
        // What would each have got by another choice, one drawn at random?
        let mut gains = Vec::new();
        for (k, m) in all.iter().enumerate() {
            let n = m.regret.len();
            let other = (picks[k] + 1 + (chance >> 20) as usize % n.max(2).saturating_sub(1)) % n;
            let mut instead = picks.clone();
            instead[k] = other;
            match value(&instead, &mut nodes) {
                Some(result) => gains.push((other, result[m.agent] - base[m.agent])),
                None => gains.push((other, 0.0)),
            }
        }
        iterations += 1;
        for ((m, (other, gain)), &pick) in all.iter_mut().zip(gains).zip(&picks) {
            m.chosen[pick] += 1.0;
            m.regret[other] = (m.regret[other] + gain).max(0.0);
            m.regret[pick] = (m.regret[pick] - gain / m.regret.len() as f32).max(0.0);
        }
        sums[picks[mine]].0 += 1;
        sums[picks[mine]].1 += base[agent];
    }
    let n = all[mine].regret.len();
    // The joint move that stands for each of our choices: the others' first.
    let after: usize = all[mine + 1..].iter().map(|m| m.regret.len()).product();
    let index = if iterations == 0 { rng.below(n) } else { draw(&all[mine].chosen, &mut rng) };
    let candidates = (0..n)
        .filter_map(|i| {
            let (visits, sum) = sums[i];
            Some(Candidate {
                visits,
                share: if iterations == 0 { 0.0 } else { visits as f32 / iterations as f32 },
                value: if visits == 0 { 0.0 } else { sum / visits as f32 },
                ..Candidate::unvisited(i, moves.get(i * after)?.clone())
            })
        })
        .collect();
    Answer { iterations, nodes, depth: 1, candidates, ..Answer::of(index, 0.0) }
}
