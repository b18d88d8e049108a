//! What a solution is like, read off its main line: what is taken, given, turned into something else.

use crate::puzzle::{Task, Theme};
use ludarium_engine::SiteType;
use ludarium_engine::action::Act;
use ludarium_play::State;

/// How many pieces each seat has, in play and beside the board; index 0 is nobody's.
pub(crate) fn pieces(state: &State) -> Vec<i64> {
    let ctx = state.ctx();
    let game = ctx.game;
    let mut out = vec![0i64; game.players + 2];
    let kinds = [
        (SiteType::Cell, game.uses.cells),
        (SiteType::Edge, game.uses.edges),
        (SiteType::Vertex, game.uses.vertices),
    ];
    for (kind, _) in kinds.into_iter().filter(|(_, used)| *used) {
        for site in 0..game.board_sites(kind) as i32 {
            let slot = ctx.slot(kind, site);
            for level in 0..ctx.pos.height(slot) {
                let piece = ctx.pos.at_level(slot, level);
                if piece.what == 0 {
                    continue;
                }
                let owner = usize::from(piece.who).min(game.players + 1);
                out[owner] += if ctx.pos.stacking() { 1 } else { i64::from(ctx.pos.count(slot)).max(1) };
            }
        }
    }
    out
}

/// What the line (from a position on) shows. `forced` says that the opponent never had a choice.
pub(crate) fn themes(start: &State, line: &[usize], task: Task, forced: bool) -> Vec<Theme> {
    let mut out = Vec::new();
    let seat = start.mover();
    let others =
        |p: &[i64]| -> i64 { p.iter().enumerate().filter(|(s, _)| *s != seat).map(|(_, n)| n).sum() };
    let solver = start.agent();
    let mut state = start.clone();
    let mut before = pieces(&state);
    let at_first = before.iter().sum::<i64>();
    let (mut captured, mut given, mut promoted, mut combined) = (false, false, false, false);
    let mut taken_last = 0;
    for (i, &index) in line.iter().enumerate() {
        let mine = state.agent() == solver;
        let Ok(made) = state.play(index) else { break };
        let now = pieces(&state);
        if mine {
            taken_last = others(&before) - others(&now);
            captured |= i == 0 && taken_last > 0;
            // (Pieces that are turned over elsewhere are another matter.)
            promoted |=
                made.actions.iter().any(|a| matches!(a.act, Act::Promote { to, .. } if to == made.to));
            combined |= i == 0 && !state.is_over() && state.agent() == solver;
        } else {
            given |= before[seat] - now[seat] > taken_last.max(0);
            taken_last = 0;
        }
        before = now;
    }
    let wins = matches!(task, Task::Win { .. });
    let quick = matches!(task, Task::Win { plies: 1 });
    let begun: i64 = pieces(&State::start(start.game(), start.seed())).iter().sum();
    for (shown, theme) in [
        (captured, Theme::Capture),
        (!captured && !quick && wins && begun > 0, Theme::Quiet),
        (given && wins, Theme::Sacrifice),
        (promoted, Theme::Promotion),
        (combined, Theme::Combination),
        (!wins, Theme::Defence),
        (begun >= 8 && at_first * 3 <= begun, Theme::Endgame),
        (forced && wins && line.len() > 2, Theme::Forced),
    ] {
        if shown {
            out.push(theme);
        }
    }
    out
}
