//! The proof: a machine and the evaluator side by side. At every position they have equally many legal moves, and the
//! successors are the same states, word by word.

use crate::ir::Space;
use crate::run::{Machine, Move};
use ludarium_engine::Ctx;
use ludarium_engine::game::Game;
use ludarium_engine::rng::Rng;

/// What was compared.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Compared {
    pub positions: u64,
    pub successors: u64,
}

/// Where the two went different ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub ply: usize,
    pub what: String,
}

/// Plays one game of random moves, until enough successors were compared or so many plies made.
pub fn compare(
    game: &Game,
    machine: &mut Machine,
    seed: u64,
    plies: usize,
    enough: u64,
) -> Result<Compared, Difference> {
    let mut ctx = Ctx::start(game, seed);
    machine.take(&ctx);
    let mut rng = Rng::new(seed ^ 0x010C_57E9);
    let mut met = Compared::default();
    let mut ours = Vec::new();
    machine.seed_dice(seed);
    for ply in 0..plies {
        if ctx.pos.over || met.successors >= enough {
            break;
        }
        // (What rules draw by chance falls alike.)
        ctx.rng = Rng::new(machine.dice());
        machine.legal_moves(&mut ours);
        let dice = machine.dice();
        // Dice fall as they fell for the machine.
        let faces = machine.faces();
        ctx.force_dice(&faces);
        let theirs = ctx.legal_moves();
        if ctx.stopped.is_some() {
            break;
        }
        met.positions += 1;
        if machine.memory.overflow {
            return Err(Difference { ply, what: "overflow".into() });
        }
        if ours.len() != theirs.len() {
            let what = format!(
                "{} legal moves, the evaluator has {}\nours {:?}\ntheirs {:?}",
                ours.len(),
                theirs.len(),
                ours.iter().map(|m| (m.from, m.to)).collect::<Vec<_>>(),
                theirs.iter().map(|m| (m.from, m.to)).collect::<Vec<_>>()
            );
            return Err(Difference { ply, what });
        }
        if machine.compiled.draws_numbers {
            // (What a move does is not known before it is made.)
            let Some(mv) = (!theirs.is_empty()).then(|| &theirs[rng.below(theirs.len())]) else { break };
            ctx.apply(mv);
            machine.take(&ctx);
            continue;
        }
        let before = machine.state().to_vec();
        let mut mine: Vec<(Vec<u64>, Move)> = Vec::new();
        for mv in &ours {
            machine.set_state(&before);
            machine.seed_dice(dice);
            machine.apply(mv);
            if !machine.view().sets_are_right() {
                return Err(Difference { ply, what: format!("sets of sites are wrong after {mv:?}") });
            }
            mine.push((machine.compared(), *mv));
        }
        let mut afters = Vec::new();
        for m in &theirs {
            let mut after = ctx.clone();
            after.rng = Rng::new(dice);
            after.apply(m);
            if after.stopped.is_some() {
                return Ok(met);
            }
            machine.take(&after);
            afters.push((machine.compared(), after));
        }
        let mut left: Vec<usize> = (0..mine.len()).collect();
        let mut pairs = Vec::new();
        for (i, (words, _)) in afters.iter().enumerate() {
            met.successors += 1;
            match left.iter().position(|&k| mine[k].0 == *words) {
                Some(k) => {
                    let k = left.swap_remove(k);
                    pairs.push((k, i));
                }
                None => {
                    let near = left
                        .iter()
                        .copied()
                        .find(|&k| (mine[k].1.from, mine[k].1.to) == (theirs[i].from, theirs[i].to));
                    let what = match near {
                        Some(k) => {
                            format!("after {:?}\n{}", theirs[i], machine.difference(&mine[k].0, words))
                        }
                        None => format!(
                            "only the evaluator has {:?}\nwe have {:?}",
                            theirs[i],
                            left.iter().map(|&k| mine[k].1).collect::<Vec<_>>()
                        ),
                    };
                    return Err(Difference { ply, what });
                }
            }
        }
        let Some(&(_, i)) = pairs.get(rng.below(pairs.len())) else { break };
        ctx = afters.swap_remove(i).1;
        machine.take(&ctx);
    }
    Ok(met)
}

/// Plays one game of random moves and writes each state as a position and back: the same words, and the position has as many
/// legal moves as the state. How many states were compared.
pub fn decode(game: &Game, machine: &mut Machine, seed: u64, plies: usize) -> Result<u64, Difference> {
    if !machine.compiled.layout.is_whole(game) {
        return Ok(0);
    }
    let first = Ctx::start(game, seed);
    machine.take(&first);
    machine.seed_dice(seed);
    let mut rng = Rng::new(seed ^ 0x0DEC_0DE5);
    let mut moves = Vec::new();
    let mut compared = 0;
    for ply in 0..plies {
        if machine.is_over() {
            break;
        }
        let before = machine.compared();
        let pos = machine.compiled.layout.decode(game, &first.pos, &before);
        let mut ctx = Ctx::new(game, pos, Rng::new(machine.dice()));
        machine.take(&ctx);
        let after = machine.compared();
        if after != before {
            return Err(Difference { ply, what: machine.difference(&after, &before) });
        }
        machine.legal_moves(&mut moves);
        let theirs = ctx.legal_moves();
        if ctx.stopped.is_some() || machine.memory.overflow {
            break;
        }
        if moves.len() != theirs.len() {
            let what = format!("{} legal moves, the position has {}", moves.len(), theirs.len());
            return Err(Difference { ply, what });
        }
        compared += 1;
        let mv = moves[rng.below(moves.len())];
        machine.apply(&mv);
        if machine.memory.overflow {
            break;
        }
    }
    Ok(compared)
}

impl Machine {
    /// The faces that the dice show now, by site.
    pub fn faces(&mut self) -> Vec<(i32, i32)> {
        let c = self.compiled.clone();
        if c.layout.state.is_none() {
            return Vec::new();
        }
        let view = self.view();
        let mut faces = Vec::new();
        for set in &c.dice {
            for i in 0..set.dice.len() {
                faces.push(((set.first + i) as i32, view.half(crate::layout::PerSite::State, set.first + i)));
            }
        }
        faces
    }

    /// The words of the state that matter: without what only the machine keeps.
    pub fn compared(&mut self) -> Vec<u64> {
        use crate::layout::Number;
        let asks_for_actions = self.compiled.facts.last_actions;
        let mut view = self.view();
        view.put(Number::Again, 0);
        view.put(Number::Decided, 0);
        view.put(Number::ActionFrom, 0);
        view.put(Number::ActionTo, 0);
        view.put(Number::LevelTo, 0);
        if !asks_for_actions {
            view.put(Number::LastActionFrom, 0);
            view.put(Number::LastActionTo, 0);
        }
        // (A value that is not the only one is never asked for.)
        if view.get(Number::PendingCount) != 1 {
            view.put(Number::PendingValue, 0);
        }
        self.state().to_vec()
    }

    fn difference(&self, ours: &[u64], theirs: &[u64]) -> String {
        let mut text = String::new();
        for a in self.compiled.program.arrays.iter().filter(|a| a.space == Space::State) {
            for i in 0..=a.len {
                let at = a.offset + i * a.width.bytes();
                let read = |w: &[u64]| a.width.widened(w[at / 8] >> (8 * (at % 8)));
                if read(ours) != read(theirs) {
                    text += &format!("{}[{i}]: {} instead of {}\n", a.name, read(ours), read(theirs));
                }
            }
        }
        text
    }
}
