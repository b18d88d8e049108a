//! Which legal move of one game is which of the other. First by what a player points at; where that leaves a doubt, by
//! what the moves do. Texts of moves do not matter.

use crate::lockstep::{Difference, Lockstep, Moment};
use ludarium_engine::action::{Act, Action};
use ludarium_engine::rng::mix;
use ludarium_engine::{Ctx, Game, Move, SiteType};
use ludarium_play::naming::move_names;
use std::collections::BTreeMap;

/// A legal move of A and its partner, by their places in the lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Joint {
    pub a: usize,
    pub b: usize,
    /// No other move could be the partner.
    pub sure: bool,
}

/// What a player decides with a move, in places that both games have.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Key {
    mover: u8,
    parts: Vec<(u8, Option<u32>, Option<u32>, i64)>,
}

/// What a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Effect {
    seen: u64,
    all: u64,
    /// What the future depends on, in this game.
    inner: u64,
}

/// Each move with its partner; or the moves that only one of the games has. `carefully` asks of all moves what they do.
pub(crate) fn pair_moves(
    lockstep: &Lockstep<'_>,
    moment: &Moment<'_>,
    carefully: bool,
) -> Result<Vec<Joint>, Difference> {
    let keys_a: Vec<Key> = moment.legal_a.iter().map(|m| key_a(lockstep, m)).collect();
    let keys_b: Vec<Key> = moment.legal_b.iter().map(|m| key_b(lockstep, m)).collect();
    let mut groups: BTreeMap<&Key, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
    for (i, key) in keys_a.iter().enumerate() {
        groups.entry(key).or_default().0.push(i);
    }
    for (i, key) in keys_b.iter().enumerate() {
        groups.entry(key).or_default().1.push(i);
    }
    let mut joints = Vec::new();
    let (mut rest_a, mut rest_b) = (Vec::new(), Vec::new());
    for (mine, theirs) in groups.into_values() {
        if let ([a], [b], false) = (&mine[..], &theirs[..], carefully) {
            joints.push(Joint { a: *a, b: *b, sure: true });
            continue;
        }
        let of_a: Vec<(Effect, usize)> = mine.iter().map(|&i| (effect_a(lockstep, moment, i), i)).collect();
        let of_b: Vec<(Effect, usize)> = theirs.iter().map(|&i| (effect_b(lockstep, moment, i), i)).collect();
        by_effect(of_a, of_b, &mut joints, &mut rest_a, &mut rest_b);
    }
    if !rest_a.is_empty() || !rest_b.is_empty() {
        // The same may be done by pointing elsewhere.
        let (mut only_a, mut only_b) = (Vec::new(), Vec::new());
        by_effect(rest_a, rest_b, &mut joints, &mut only_a, &mut only_b);
        unlike(lockstep, moment, only_a, only_b, joints.len())?;
    }
    joints.sort_by_key(|joint| joint.a);
    Ok(joints)
}

/// Moves that found no partner: fine where another move of the same game, which has one, does the same.
fn unlike(
    lockstep: &Lockstep<'_>,
    moment: &Moment<'_>,
    only_a: Vec<(Effect, usize)>,
    only_b: Vec<(Effect, usize)>,
    both: usize,
) -> Result<(), Difference> {
    let seen_a: Vec<u64> = if only_b.is_empty() {
        Vec::new()
    } else {
        (0..moment.legal_a.len()).map(|i| effect_a(lockstep, moment, i).seen).collect()
    };
    let seen_b: Vec<u64> = if only_a.is_empty() {
        Vec::new()
    } else {
        (0..moment.legal_b.len()).map(|i| effect_b(lockstep, moment, i).seen).collect()
    };
    let new = |only: &[(Effect, usize)], there: &[u64]| -> Vec<usize> {
        only.iter().filter(|(effect, _)| !there.contains(&effect.seen)).map(|(_, i)| *i).collect()
    };
    let (new_a, new_b) = (new(&only_a, &seen_b), new(&only_b, &seen_a));
    if new_a.is_empty() && new_b.is_empty() {
        return Ok(());
    }
    let names = |game: &Game, legal: &[Move], which: &[usize]| -> Vec<String> {
        let names = move_names(game, legal);
        which.iter().filter_map(|&i| names.get(i).cloned()).collect()
    };
    Err(Difference::Moves {
        only_a: names(lockstep.a, &moment.legal_a, &new_a),
        only_b: names(lockstep.b, &moment.legal_b, &new_b),
        both,
    })
}

/// Pairs moves that do the same; those without a partner go to the rest.
fn by_effect(
    of_a: Vec<(Effect, usize)>,
    of_b: Vec<(Effect, usize)>,
    joints: &mut Vec<Joint>,
    rest_a: &mut Vec<(Effect, usize)>,
    rest_b: &mut Vec<(Effect, usize)>,
) {
    type Both = (Vec<(Effect, usize)>, Vec<(Effect, usize)>);
    let mut groups: BTreeMap<u64, Both> = BTreeMap::new();
    for one in of_a {
        groups.entry(one.0.seen).or_default().0.push(one);
    }
    for one in of_b {
        groups.entry(one.0.seen).or_default().1.push(one);
    }
    for (mut mine, mut theirs) in groups.into_values() {
        if mine.is_empty() || theirs.is_empty() {
            rest_a.extend(mine);
            rest_b.extend(theirs);
            continue;
        }
        let kinds = |list: &[(Effect, usize)]| {
            let mut all: Vec<u64> = list.iter().map(|(e, _)| e.all).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        let (all_a, all_b) = (kinds(&mine), kinds(&theirs));
        if all_a.len() > 1 && all_a == all_b {
            // What pieces carry tells them apart, in both games alike.
            for kind in all_a {
                let pick = |list: &[(Effect, usize)]| -> Vec<(Effect, usize)> {
                    list.iter().filter(|(e, _)| e.all == kind).copied().collect()
                };
                joints.extend(join(&pick(&mine), &pick(&theirs)));
            }
            continue;
        }
        mine.sort_by_key(|(_, i)| *i);
        theirs.sort_by_key(|(_, i)| *i);
        joints.extend(join(&mine, &theirs));
    }
}

/// The first of each; sure where the others lead to the same future.
fn join(mine: &[(Effect, usize)], theirs: &[(Effect, usize)]) -> Option<Joint> {
    let alike = |list: &[(Effect, usize)]| list.windows(2).all(|w| w[0].0.inner == w[1].0.inner);
    Some(Joint { a: mine.first()?.1, b: theirs.first()?.1, sure: alike(mine) && alike(theirs) })
}

fn after<'g>(ctx: &Ctx<'g>, m: &Move) -> Ctx<'g> {
    let mut after = ctx.clone();
    after.apply(m);
    after
}

fn effect_a(lockstep: &Lockstep<'_>, moment: &Moment<'_>, i: usize) -> Effect {
    let ctx = after(&moment.pair.a, &moment.legal_a[i]);
    let inner = lockstep.worlds.0.hash_of(&ctx.pos);
    Effect { seen: lockstep.seen_a(&ctx, false), all: lockstep.seen_a(&ctx, true), inner }
}

fn effect_b(lockstep: &Lockstep<'_>, moment: &Moment<'_>, i: usize) -> Effect {
    let ctx = after(&moment.pair.b, &moment.legal_b[i]);
    let inner = lockstep.worlds.1.hash_of(&ctx.pos);
    Effect { seen: lockstep.seen_b(&ctx, false), all: lockstep.seen_b(&ctx, true), inner }
}

pub(crate) fn key_a(lockstep: &Lockstep<'_>, m: &Move) -> Key {
    key(lockstep.a, m, &|kind, site| lockstep.same.of_a(lockstep.a, kind, site))
}

fn key_b(lockstep: &Lockstep<'_>, m: &Move) -> Key {
    key(lockstep.b, m, &|kind, site| lockstep.same.of_b(lockstep.b, kind, site))
}

fn key(game: &Game, m: &Move, place: &dyn Fn(SiteType, i32) -> Option<u32>) -> Key {
    let mut parts: Vec<(u8, Option<u32>, Option<u32>, i64)> =
        m.actions.iter().filter(|a| a.decision).map(|a| part(game, a, place)).collect();
    if parts.is_empty() {
        parts.push((0, place(m.from_kind, m.from), place(m.to_kind, m.to), 0));
    }
    for part in &mut parts {
        // To put something on a place, or to point at it, has one place.
        if part.1 == part.2 {
            part.1 = None;
        }
    }
    Key { mover: m.mover, parts }
}

fn part(
    game: &Game,
    action: &Action,
    place: &dyn Fn(SiteType, i32) -> Option<u32>,
) -> (u8, Option<u32>, Option<u32>, i64) {
    let said = |tag: u8, n: i64| (tag, None, None, n);
    let word = |name: u16| {
        let name = game.names.get(usize::from(name)).map_or("", String::as_str);
        name.bytes().fold(0, |h, b| mix(h ^ u64::from(b))) as i64
    };
    let ends = || (place(action.from_kind(), action.from()), place(action.to_kind(), action.to()));
    match action.act {
        Act::Pass { .. } => said(1, 0),
        Act::Swap { .. } => said(2, 0),
        Act::Propose { name } => said(3, word(name)),
        Act::Vote { name } => said(4, word(name)),
        Act::Bet { bet, .. } => said(5, bet.into()),
        Act::SetTrump { suit } => said(6, suit.into()),
        Act::SetNextPlayer { player } => said(7, player.into()),
        Act::Forfeit { .. } => said(8, 0),
        Act::NextInstance => said(9, 0),
        Act::PuzzleSet { value, .. } => (10, None, ends().1, value.into()),
        Act::PuzzleToggle { value, .. } => (11, None, ends().1, value.into()),
        Act::PuzzleReset { .. } => (12, None, ends().1, 0),
        Act::Add { .. }
        | Act::Insert { .. }
        | Act::Move { .. }
        | Act::MoveCount { .. }
        | Act::MoveSubStack { .. }
        | Act::Copy { .. }
        | Act::Remove { .. }
        | Act::Promote { .. }
        | Act::Select { .. }
        | Act::SetCount { .. }
        | Act::SetState { .. }
        | Act::SetRotation { .. }
        | Act::SetValue { .. }
        | Act::SetCost { .. }
        | Act::SetPhase { .. }
        | Act::SetHidden { .. }
        | Act::UseDie { .. }
        | Act::SetDie { .. } => {
            let (from, to) = ends();
            (0, from, to, 0)
        }
        Act::Note { .. }
        | Act::SetAmount { .. }
        | Act::SetPot { .. }
        | Act::SetScore { .. }
        | Act::SetPlayerValue { .. }
        | Act::SetCounter { .. }
        | Act::SetTemp { .. }
        | Act::SetVar { .. }
        | Act::SetPending { .. }
        | Act::Trigger { .. }
        | Act::Remember { .. }
        | Act::Forget { .. }
        | Act::StoreState
        | Act::AddToTeam { .. }
        | Act::SetDiceAllEqual { .. }
        | Act::Follow { .. } => said(13, 0),
    }
}
