//! Positions that show a finding, looked for by random play. Same effort, same positions.

use crate::Effort;
use crate::finding::{Draft, Witness};
use ludarium_engine::Game;
use ludarium_engine::rng::Rng;

pub(crate) fn search(game: &Game, effort: &Effort, drafts: &mut [Draft<'_>]) {
    for n in 0..effort.games as u64 {
        if drafts.iter().all(|draft| draft.watch.is_none()) {
            return;
        }
        let seed = effort.seed.wrapping_add(n);
        let mut chance = Rng::new(seed ^ 0x9E37_79B9_7F4A_7C15);
        let mut ctx = game.begin(seed);
        let mut choices = Vec::new();
        for _ in 0..effort.plies {
            if ctx.pos.over {
                break;
            }
            let moves = ctx.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mover = usize::from(ctx.pos.mover);
            let choice = chance.below(moves.len());
            ctx.apply(&moves[choice]);
            choices.push(choice);
            for draft in drafts.iter_mut() {
                let shows = draft.watch.as_ref().and_then(|watch| watch(mover, &mut ctx));
                if let Some(shows) = shows {
                    draft.finding.witness = Some(Witness { shows, seed, choices: choices.clone() });
                    draft.watch = None;
                }
            }
        }
    }
}
