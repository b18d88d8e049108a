//! Choices that go the same way and read the same are told apart by what they bring about: each is tried on a copy of the
//! position, and the places that it changes are named. What changes nothing different stays as it is: it is one choice
//! to whoever points at the board.

use crate::scene::{Choice, key};
use crate::session::Session;
use ludarium_engine::SiteType;
use ludarium_engine::position::Piece;
use ludarium_play::naming::site_name;
use ludarium_play::{Ctx, Move};
use ludarium_render::Site;
use std::collections::BTreeMap;

/// More choices than these are not tried.
const MOST_TRIED: usize = 200;

/// A place of the board and what is on it after a move.
type Change = (SiteType, usize, Vec<Piece>, i32);

/// Gives choices that look alike a detail and the places they change, where these differ.
pub fn tell_apart(session: &Session, moves: &[Move], choices: &mut [Choice]) {
    let mut groups: BTreeMap<(Option<String>, Option<String>, String), Vec<usize>> = BTreeMap::new();
    for (i, c) in choices.iter().enumerate() {
        groups.entry((c.from.clone(), c.to.clone(), c.detail.clone())).or_default().push(i);
    }
    let groups: Vec<Vec<usize>> = groups.into_values().filter(|g| g.len() > 1).collect();
    let before = session.inner_ctx();
    let many = groups.iter().map(Vec::len).sum::<usize>() > MOST_TRIED;
    for group in groups {
        // What follows may hang on what the chooser must not know.
        if before.game.uses.hidden || session.is_simultaneous() || many {
            group.iter().for_each(|&i| choices[i].detail.clone_from(&choices[i].label));
            continue;
        }
        let changes: Vec<Vec<Change>> = group.iter().map(|&i| changed(&before, &moves[i])).collect();
        if changes.windows(2).all(|pair| pair[0] == pair[1]) {
            continue;
        }
        for (&i, change) in group.iter().zip(&changes) {
            let places: Vec<String> = change
                .iter()
                .map(|(kind, site, ..)| site_name(before.game, *kind, i32::try_from(*site).unwrap_or(-1)))
                .collect();
            let twins = changes.iter().filter(|other| sites(other).eq(sites(change))).count();
            let choice = &mut choices[i];
            choice.detail = if twins > 1 || places.len() > 8 || before.game.uses.stochastic {
                choice.label.clone()
            } else {
                listed(&places)
            };
            choice.covers = sites(change).map(|(kind, index)| key(Site { kind, index })).collect();
        }
    }
}

fn sites(change: &[Change]) -> impl Iterator<Item = (SiteType, usize)> + '_ {
    change.iter().map(|(kind, site, ..)| (*kind, *site))
}

fn listed(places: &[String]) -> String {
    match places {
        [] => "nothing changes".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The places of the board that a move changes.
fn changed(before: &Ctx<'_>, m: &Move) -> Vec<Change> {
    let mut after = Ctx::new(before.game, before.pos.clone(), before.rng);
    after.refuel();
    after.apply(m);
    let game = before.game;
    let holds = |ctx: &Ctx<'_>, kind: SiteType, site: usize| {
        let slot = ctx.slot(kind, i32::try_from(site).unwrap_or(-1));
        let pieces = if ctx.pos.stacking() { ctx.pos.levels(slot).to_vec() } else { vec![ctx.pos.top(slot)] };
        (pieces, ctx.pos.count(slot))
    };
    let mut out = Vec::new();
    for (kind, used) in [
        (SiteType::Cell, game.uses.cells),
        (SiteType::Edge, game.uses.edges),
        (SiteType::Vertex, game.uses.vertices),
    ] {
        for site in 0..if used { game.board_sites(kind) } else { 0 } {
            let (pieces, count) = holds(&after, kind, site);
            if (&pieces, count) != (&holds(before, kind, site).0, holds(before, kind, site).1) {
                out.push((kind, site, pieces, count));
            }
        }
    }
    out
}
