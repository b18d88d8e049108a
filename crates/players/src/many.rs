//! Max-n: every agent goes for its own result. For games of more than two without chance.

use crate::control::Control;
use crate::player::{Answer, Candidate};
use crate::world::{SEATS, Utilities, World};
use ludarium_engine::rng::mix;
use ludarium_play::Rng;

struct Search<'a, W: World> {
    world: &'a W,
    control: &'a Control<'a>,
    nodes: u64,
    horizon: bool,
}

pub fn max_n<W: World>(
    world: &W,
    root: &W::Pos,
    moves: &[W::Move],
    seed: u64,
    control: &Control<'_>,
) -> Answer<W::Move> {
    let me = world.agent(root);
    let mut search = Search { world, control, nodes: 0, horizon: false };
    let mut order: Vec<(f32, usize)> = (0..moves.len()).map(|i| (0.0, i)).collect();
    let mut rng = Rng::new(mix(seed));
    for i in (1..order.len()).rev() {
        order.swap(i, rng.below(i + 1));
    }
    let mut depth = 0;
    let mut solved = None;
    'deeper: while depth < 60 && !moves.is_empty() {
        search.horizon = false;
        let mut next = Vec::new();
        for &(_, i) in &order {
            let mut pos = root.clone();
            world.apply(&mut pos, &moves[i]);
            match search.visit(&mut pos, depth) {
                Some(u) => next.push((u[me], i)),
                None => break 'deeper,
            }
        }
        next.sort_by(|a, b| b.0.total_cmp(&a.0));
        order = next;
        depth += 1;
        if !search.horizon {
            solved = Some(order[0].0);
            break;
        }
    }
    let candidates = order
        .iter()
        .map(|&(value, i)| Candidate { value, ..Candidate::unvisited(i, moves[i].clone()) })
        .collect();
    let best = order.first().map_or((0.0, 0), |o| (o.0, o.1));
    Answer { solved, candidates, nodes: search.nodes, depth, ..Answer::of(best.1, best.0) }
}

impl<W: World> Search<'_, W> {
    fn visit(&mut self, pos: &mut W::Pos, depth: u32) -> Option<Utilities> {
        self.nodes += 1;
        if self.control.enough(0, self.nodes) {
            return None;
        }
        if self.world.over(pos) {
            return Some(self.world.utilities(pos));
        }
        if depth == 0 {
            self.horizon = true;
            return Some(self.world.evaluate(pos).unwrap_or([0.0; SEATS]));
        }
        let agent = self.world.agent(pos);
        let mut moves = Vec::new();
        self.world.moves(pos, &mut moves);
        let mut best: Option<Utilities> = None;
        for m in &moves {
            let mut next = pos.clone();
            self.world.apply(&mut next, m);
            let value = self.visit(&mut next, depth - 1)?;
            if best.is_none_or(|b| value[agent] > b[agent]) {
                best = Some(value);
            }
            // Nothing is better than winning.
            if value[agent] >= 1.0 {
                break;
            }
        }
        Some(best.unwrap_or([0.0; SEATS]))
    }
}
