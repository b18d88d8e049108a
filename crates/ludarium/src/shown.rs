//! A position as it lies on the table. In a match it is the one of the game being played. Where a turn begins with a throw
//! of dice, the engine keeps the throw in the legal moves: each of them begins with the actions of the throw, and the
//! position still has the dice of the turn before. Whoever shows a position to somebody shows it after the throw.

use ludarium_engine::action::{Act, Action};
use ludarium_engine::kernel::walk::{self, Part};
use ludarium_engine::kernel::{Bool, MovesKind};
use ludarium_engine::{Ctx, Move, SiteType};

/// The game being played and its position: of a match the current game, else the game itself.
pub fn on_the_table<'g>(ctx: &Ctx<'g>) -> Ctx<'g> {
    match &ctx.pos.instance {
        Some(instance) => {
            Ctx::new(&ctx.game.subgames[instance.index].game, instance.position.clone(), ctx.rng)
        }
        None => ctx.clone(),
    }
}

/// The actions at the beginning of a move that throw dice, with what is done between them; empty where nothing is
/// thrown before the player chooses.
fn throw_of(m: &Move) -> &[Action] {
    let chosen = m.actions.iter().position(|a| a.decision).unwrap_or(m.actions.len());
    let thrown = |a: &Action| matches!(a.act, Act::SetDie { .. } | Act::SetDiceAllEqual { .. });
    let end = m.actions[..chosen].iter().rposition(thrown).map_or(0, |last| last + 1);
    &m.actions[..end]
}

/// The throw that the legal moves of a position were worked out with. Moves without a throw (a pass that is always
/// allowed, say) do not matter; moves with different throws have none in common.
pub fn throw(legal: &[Move]) -> &[Action] {
    let mut throws = legal.iter().map(throw_of).filter(|t| !t.is_empty());
    let Some(first) = throws.next() else { return &[] };
    if throws.all(|t| t == first) { first } else { &[] }
}

/// The position after the throw of the turn: what a player sees before choosing among these legal moves.
pub fn after_throw<'g>(ctx: &Ctx<'g>, legal: &[Move]) -> Ctx<'g> {
    let actions = throw(legal);
    let mut shown = ctx.clone();
    let Some(first) = actions.first() else { return shown };
    let mut thrown = Move::new(first.clone());
    thrown.actions = actions.into();
    if shown.pos.instance.is_some() {
        let mut inner = on_the_table(ctx);
        inner.perform(&thrown, false);
        if let Some(instance) = &mut shown.pos.instance {
            instance.position = inner.pos;
        }
    } else {
        shown.perform(&thrown, false);
    }
    shown
}

/// Where a piece of the mover is attacked that no move may leave attacked: a king in check. Nothing where the rules have
/// no such piece. (`ctx` is the game on the table.)
pub fn checked_pieces(ctx: &Ctx<'_>) -> Vec<(SiteType, i32)> {
    let game = ctx.game;
    let mut out = Vec::new();
    if ctx.pos.over {
        return out;
    }
    let mut guards: Vec<&Bool> = Vec::new();
    walk::any(walk::choosing_rules(game), |part| {
        if let Part::Moves(m) = part
            && let MovesKind::Do { after: Some(after), .. } = &m.kind
        {
            walk::any([Part::Bool(after)], |inner| {
                if let Part::Bool(b @ Bool::Threatened(_)) = inner
                    && !guards.contains(&b)
                {
                    guards.push(b);
                }
                false
            });
        }
        false
    });
    let mover = usize::from(ctx.pos.mover);
    for guard in guards {
        let Bool::Threatened(threat) = guard else { continue };
        let Some(what) = &threat.what else { continue };
        let mut asked = ctx.clone();
        let what = usize::try_from(asked.int(what)).unwrap_or(0);
        if game.components.get(what).is_none_or(|c| c.owner != mover) || !asked.bool(guard) {
            continue;
        }
        let sites = 0..game.board_sites(threat.kind) as i32;
        out.extend(sites.filter(|&s| ctx.what(threat.kind, s) == what).map(|s| (threat.kind, s)));
    }
    out.sort_unstable();
    out.dedup();
    out
}
