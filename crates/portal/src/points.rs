//! Points and losses: what a player has won so far, and which pieces are gone. Points are where the rules keep them: in
//! scores that change in play, or in the stores whose contents decide the end.

use ludarium::Ctx;
use ludarium_engine::Game;
use ludarium_engine::SiteType;
use ludarium_engine::game::ContainerKind;
use ludarium_engine::kernel::Effect;
use ludarium_engine::kernel::walk::{self, Part};

/// The points of each player, player 1 first; empty where the game has none.
pub fn points(ctx: &Ctx<'_>) -> Vec<i32> {
    let game = ctx.game;
    let scores = || ctx.pos.scores.get(1..=game.players).unwrap_or(&[]).to_vec();
    if changes_scores(game) || (ctx.pos.over && game.uses.score) {
        return scores();
    }
    if let Some(stores) = stores(game) {
        let count = |site: &(SiteType, i32)| {
            let slot = ctx.slot(site.0, site.1);
            if ctx.pos.what(slot) == 0 { 0 } else { ctx.pos.count(slot) }
        };
        return stores.iter().map(|sites| sites.iter().map(count).sum()).collect();
    }
    if game.uses.score { scores() } else { Vec::new() }
}

/// Does any rule change scores before the game ends?
fn changes_scores(game: &Game) -> bool {
    walk::any(walk::rules_of(game), |part| matches!(part, Part::Effect(Effect::SetScore { .. })))
}

/// For each player the sites that hold what was won: in a game of counted pieces that belong to nobody, the site that a
/// map gives each player, or else each player's hand.
fn stores(game: &Game) -> Option<Vec<Vec<(SiteType, i32)>>> {
    let pieces = game.components.iter().skip(1);
    let mut owned = pieces.filter(|c| (1..=game.players).contains(&c.owner));
    if !game.uses.count || game.players < 2 || owned.next().is_some() {
        return None;
    }
    let kind = game.site_type;
    let by_map = game.maps.iter().find_map(|map| {
        let site = |p: usize| map.pairs.iter().find(|(key, _)| *key == p as i32).map(|(_, site)| *site);
        let sites: Option<Vec<i32>> = (1..=game.players).map(site).collect();
        let sites = sites.filter(|s| s.iter().all(|&s| s >= 0))?;
        let apart = (1..sites.len()).all(|i| !sites[..i].contains(&sites[i]));
        (apart && map.pairs.len() == game.players)
            .then(|| sites.into_iter().map(|s| vec![(kind, s)]).collect())
    });
    by_map.or_else(|| {
        let hand = |p: usize| {
            let of = |c: &&ludarium_engine::game::Container| c.kind == ContainerKind::Hand && c.owner == p;
            let c = game.containers.iter().find(of)?;
            Some((c.first..c.first + c.len).map(|s| (SiteType::Cell, s)).collect())
        };
        (1..=game.players).map(hand).collect()
    })
}

/// How many of each component there are, on the board and in hands.
pub fn census(ctx: &Ctx<'_>) -> Vec<i32> {
    let game = ctx.game;
    let mut out = vec![0; game.components.len()];
    for slot in 0..game.layout.nowhere {
        if ctx.pos.stacking() {
            for piece in ctx.pos.levels(slot).iter() {
                out[usize::from(piece.what)] += 1;
            }
        } else if ctx.pos.what(slot) != 0 {
            out[ctx.pos.what(slot)] += ctx.pos.count(slot).max(1);
        }
    }
    out
}

/// Pieces of a player that were there at the start and are gone. What became something else is not gone.
pub fn missing(game: &Game, start: &[i32], now: &[i32], player: usize) -> Vec<(usize, i32)> {
    let own = |what: &usize| game.components[*what].owner == player;
    let mut gone: Vec<(usize, i32)> =
        (1..game.components.len()).filter(own).map(|what| (what, start[what] - now[what])).collect();
    let mut became: i32 = gone.iter().map(|(_, n)| (-n).max(0)).sum();
    gone.retain(|(_, n)| *n > 0);
    // Those of which there were most are those that change.
    let mut order: Vec<usize> = (0..gone.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(start[gone[i].0]));
    for i in order {
        let changed = became.min(gone[i].1);
        gone[i].1 -= changed;
        became -= changed;
    }
    gone.retain(|(_, n)| *n > 0);
    gone
}
