//! Arguments that many ludemes share: players and owners, directions with a default, tracks, walks; and working
//! out at once what no position can change.

use crate::lower::{Args, Done, Lower, role_of};
use ludarium_engine::game::StepWalk;
use ludarium_engine::kernel::int::{Owners, TrackPick, Walk};
use ludarium_engine::kernel::{Bool, Dir, Int, Region};
use ludarium_engine::position::Position;
use ludarium_engine::rng::Rng;
use ludarium_engine::siteset::SiteSet;
use ludarium_engine::types::*;
use ludarium_engine::{Ctx, game::Track};

/// A number that no position can change becomes a constant.
pub fn fixed_int(cx: &Lower, e: Int) -> Int {
    if matches!(e, Int::Const(_)) || !e.is_static() {
        return e;
    }
    let value = Ctx::new(&cx.game, Position::empty(&cx.game), Rng::new(0)).int(&e);
    // What is nowhere now may be somewhere once the game is complete.
    if value == OFF { e } else { Int::Const(value) }
}

/// A region that no position can change becomes a list of sites.
pub fn fixed(cx: &Lower, e: Region) -> Region {
    if matches!(e, Region::Fixed(_)) || !e.is_static() {
        return e;
    }
    let sites = Ctx::new(&cx.game, Position::empty(&cx.game), Rng::new(0)).region(&e);
    if sites.is_empty() { e } else { Region::Fixed(sites) }
}

/// Sites that the board lists, as a region.
pub fn listed(sites: &[u32]) -> Region {
    Region::Fixed(sites.iter().map(|&s| s as i32).collect::<SiteSet>())
}

/// The number of a role.
pub fn role_int(cx: &Lower, role: Role) -> Int {
    let n = cx.game.players as i32;
    match role {
        Role::Neutral => Int::Const(0),
        Role::P(p) => Int::Const(p.into()),
        Role::Team(t) => Int::Const(t.into()),
        Role::Each | Role::Shared | Role::All if n > 0 => Int::Const(n + 1),
        Role::Mover => Int::Mover,
        Role::Next => Int::Next,
        Role::Prev => Int::Prev,
        Role::Player => Int::Player,
        Role::Each
        | Role::Shared
        | Role::All
        | Role::TeamMover
        | Role::Any
        | Role::NonMover
        | Role::Enemy
        | Role::Friend
        | Role::Ally => Int::Role(role),
    }
}

/// A player given as a number, as `(player …)` or as a role, whichever of these parameters is there.
pub fn player<'a>(a: Args<'a>, cx: &mut Lower<'a>, names: &[&str]) -> Done<Option<Int>> {
    for name in names {
        if let Some(role) = a.word(name).and_then(role_of) {
            return Ok(Some(role_int(cx, role)));
        }
        if let Some(n) = cx.int(a, name)? {
            return Ok(Some(n));
        }
    }
    Ok(None)
}

pub fn need_player<'a>(a: Args<'a>, cx: &mut Lower<'a>, names: &[&str]) -> Done<Int> {
    match player(a, cx, names)? {
        Some(p) => Ok(p),
        None => a.wrong("no player is given"),
    }
}

/// Owners of pieces: a role keeps its sense of several players.
pub fn owners<'a>(a: Args<'a>, cx: &mut Lower<'a>, names: &[&str]) -> Done<Option<Owners>> {
    for name in names {
        if let Some(role) = a.word(name).and_then(role_of) {
            return Ok(Some(Owners::Role(role)));
        }
        if let Some(n) = cx.int(a, name)? {
            return Ok(Some(Owners::Player(Box::new(n))));
        }
    }
    Ok(None)
}

/// Directions, all adjacent ones where none are given.
pub fn dirs_or_adjacent<'a>(a: Args<'a>, cx: &mut Lower<'a>, name: &str) -> Done<Box<Dir>> {
    let dirs = cx.dir(a, name)?;
    Ok(Box::new(dirs.unwrap_or(Dir::Absolute([Direction::Adjacent].into()))))
}

/// One absolute direction.
pub fn direction(a: Args, name: &str) -> Option<Direction> {
    a.word(name).and_then(Direction::from_name)
}

/// A number with a default.
pub fn int_or<'a>(a: Args<'a>, cx: &mut Lower<'a>, name: &str, default: Int) -> Done<Box<Int>> {
    Ok(Box::new(cx.int(a, name)?.unwrap_or(default)))
}

/// A condition with a default.
pub fn bool_or<'a>(a: Args<'a>, cx: &mut Lower<'a>, name: &str, default: bool) -> Done<Box<Bool>> {
    Ok(Box::new(cx.bool(a, name)?.unwrap_or(Bool::Const(default))))
}

pub fn boxed_int<'a>(a: Args<'a>, cx: &mut Lower<'a>, name: &str) -> Done<Option<Box<Int>>> {
    Ok(cx.int(a, name)?.map(Box::new))
}

pub fn boxed_bool<'a>(a: Args<'a>, cx: &mut Lower<'a>, name: &str) -> Done<Option<Box<Bool>>> {
    Ok(cx.bool(a, name)?.map(Box::new))
}

/// A site or a region, as a region; `None` where neither is given.
pub fn site_or_region<'a>(
    a: Args<'a>,
    cx: &mut Lower<'a>,
    site: &str,
    region: &str,
) -> Done<Option<Box<Region>>> {
    if let Some(r) = cx.region(a, region)? {
        return Ok(Some(Box::new(r)));
    }
    Ok(cx.int(a, site)?.map(|s| Box::new(fixed(cx, Region::Sites([s].into())))))
}

/// The steps of a `(step …)` clause, for counting them.
pub fn walk<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Option<Box<Walk>>> {
    let Some(step) = a.sub("step") else { return Ok(None) };
    let dirs = *dirs_or_adjacent(step, cx, "directions")?;
    let cond = match step.sub("to") {
        Some(to) => cx.bool(to, "if")?,
        None => None,
    };
    let rotation = cx.int(a, "newRotation")?;
    Ok(Some(Box::new(Walk { dirs, cond, rotation })))
}

/// The letters of a walk.
pub fn walk_steps(words: &[&str]) -> Box<[StepWalk]> {
    words
        .iter()
        .filter_map(|w| match *w {
            "F" => Some(StepWalk::Forward),
            "L" => Some(StepWalk::Left),
            "R" => Some(StepWalk::Right),
            _ => None,
        })
        .collect()
}

/// A table from player numbers (nobody and everybody included) to whatever is found for each.
pub fn by_player<T>(cx: &Lower, find: impl Fn(usize) -> T) -> Box<[T]> {
    (0..=cx.game.players + 1).map(find).collect()
}

/// Is this track the one for this player?
pub type TrackFits<'f> = &'f dyn Fn(&Track, usize) -> bool;

/// A choice of track: for each player the first that `fits` by rank of preference, else `OFF`.
pub fn pick_track(cx: &Lower, player: Int, choices: &[TrackFits<'_>]) -> TrackPick {
    let by_player = by_player(cx, |p| {
        let found = choices.iter().find_map(|fits| cx.game.tracks.iter().position(|t| fits(t, p)));
        found.map_or(OFF, |t| t as i32)
    });
    TrackPick { by_player, player: Box::new(player) }
}

/// Components whose name satisfies a test.
pub fn components(cx: &Lower, test: impl Fn(&str) -> bool) -> Vec<usize> {
    (1..cx.game.components.len()).filter(|&i| test(&cx.game.components[i].name)).collect()
}

/// The first component for each owner whose name contains the text.
pub fn component_by_owner(cx: &Lower, name: &str) -> Box<[i32]> {
    let found = components(cx, |n| n.contains(name));
    by_player(cx, |p| found.iter().find(|&&c| cx.game.components[c].owner == p).map_or(OFF, |&c| c as i32))
}
