//! From clauses to moves: the parts that moves are made of, and every shape of move, as decision or as effect.
//! Entries of the vocabulary point here; nothing here knows which head a clause was written with.

use crate::checked::Value;
use crate::lower::{Args, Done, Lower, site_type_of};
use ludarium_engine::game::StepWalk;
use ludarium_engine::kernel::walk::{self, Part};
use ludarium_engine::kernel::{
    Apply, Between, Bool, Dir, ForEachPiece, Int, IntArr, Moves, MovesKind, Origin, Place, PromoteTo, Range,
    SlideTracks, Target, TrackChoice,
};
use ludarium_engine::types::*;

// ---- parts ----

/// The kind of site that a clause says, or the game's own. What is said is thereby used.
pub fn kind_said<'a>(a: Args<'a>, cx: &mut Lower<'a>, name: &str) -> SiteType {
    match a.word(name).and_then(site_type_of) {
        Some(kind) => {
            match kind {
                SiteType::Vertex => cx.game.uses.vertices = true,
                SiteType::Edge => cx.game.uses.edges = true,
                SiteType::Cell => cx.game.uses.cells = true,
            }
            kind
        }
        None => cx.game.site_type,
    }
}

/// A condition that may be left out; one that always holds is as good as none.
fn cond<'a>(a: Args<'a>, cx: &mut Lower<'a>, name: &str) -> Done<Option<Bool>> {
    Ok(cx.bool(a, name)?.filter(|c| *c != Bool::Const(true)))
}

fn bool_or<'a>(a: Args<'a>, cx: &mut Lower<'a>, name: &str, otherwise: bool) -> Done<Bool> {
    Ok(cx.bool(a, name)?.unwrap_or(Bool::Const(otherwise)))
}

fn boxed<T>(value: Option<T>) -> Option<Box<T>> {
    value.map(Box::new)
}

/// `region` or `site`, or the register that stands for neither.
fn place<'a>(a: Args<'a>, cx: &mut Lower<'a>, otherwise: Int) -> Done<Place> {
    if let Some(region) = cx.region(a, "region")? {
        return Ok(Place::Region(region));
    }
    Ok(Place::Site(cx.int(a, "site")?.unwrap_or(otherwise)))
}

/// `(from …)`; nothing said means the piece that the rule looks at.
fn origin<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Origin> {
    let Some(from) = a.sub("from") else {
        return Ok(Origin {
            kind: cx.game.site_type,
            place: Place::Site(Int::From),
            level: None,
            cond: None,
        });
    };
    Ok(Origin {
        kind: kind_said(from, cx, "type"),
        place: place(from, cx, Int::From)?,
        level: cx.int(from, "level")?,
        cond: cond(from, cx, "if")?,
    })
}

/// `(to …)`.
fn target<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Option<Target>> {
    let Some(to) = a.sub("to") else { return Ok(None) };
    let rotations = cx.int_arr(to, "rotations")?;
    if rotations.is_some() {
        cx.game.uses.rotation = true;
    }
    Ok(Some(Target {
        kind: kind_said(to, cx, "type"),
        place: place(to, cx, Int::To)?,
        level: cx.int(to, "level")?,
        rotations,
        // Kept even where it always holds: a slide stops where its target's condition is met.
        cond: cx.bool(to, "if")?,
        apply: apply(to, cx)?,
    }))
}

fn need_target<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Box<Target>> {
    match target(a, cx)? {
        Some(t) => Ok(Box::new(t)),
        None => a.wrong("`(to …)` is missing"),
    }
}

/// `(apply …)` as the effect of another part.
fn apply<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Apply> {
    let Some(apply) = a.sub("effect") else { return Ok(Apply::default()) };
    // A condition that is said counts even if it always holds: hops go by whether there is one.
    Ok(Apply { cond: cx.bool(apply, "if")?, effect: boxed(cx.moves(apply, "effect")?) })
}

/// `(apply …)` where moves are wanted: the effect, if the condition holds.
pub fn apply_alone<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let effect = cx.moves(a, "effect")?;
    let kind = match (cx.bool(a, "if")?, effect) {
        (Some(cond), Some(effect)) => {
            MovesKind::If { cond: Box::new(cond), then: Box::new(effect), otherwise: None }
        }
        (None, Some(effect)) => return Ok(effect),
        (_, None) => MovesKind::Or(Box::default()),
    };
    cx.moves_node(a, kind, false)
}

/// `(between …)`.
fn between<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Option<Between>> {
    let Some(b) = a.sub("between") else { return Ok(None) };
    Ok(Some(Between {
        before: cx.int(b, "before")?,
        range: cx.range(b, "range")?,
        after: cx.int(b, "after")?,
        cond: cx.bool(b, "if")?,
        trail: cx.int(b, "trail")?,
        apply: apply(b, cx)?,
    }))
}

/// The directions of a move; to all neighbours where none are said.
fn dirs<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Box<Dir>> {
    let dirs = cx.dir(a, "directions")?;
    Ok(Box::new(dirs.unwrap_or_else(|| Dir::Absolute([Direction::Adjacent].into()))))
}

/// Is the whole stack meant? Then there are stacks.
fn stack<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> bool {
    let stack = a.flag("stack") == Some(true);
    cx.game.uses.stacking |= stack;
    stack
}

/// The number of what has a name: a container or a component, `OFF` if nothing has.
fn id_of_name(cx: &Lower<'_>, name: &str) -> Int {
    let containers = cx.game.containers.iter().position(|c| c.name == name);
    Int::Const(containers.or_else(|| cx.game.component_named(name)).map_or(OFF, |i| i as i32))
}

/// The components that a `(piece …)` names.
fn pieces<'a>(piece: Args<'a>, cx: &mut Lower<'a>) -> Done<Box<[Int]>> {
    if let Some(component) = cx.int(piece, "component")? {
        return Ok([component].into());
    }
    if piece.has("components") {
        return Ok(cx.int_list(piece, "components")?.into());
    }
    let mut names = piece.texts("nameComponent");
    names.extend(piece.texts("nameComponents"));
    Ok(names.iter().map(|n| id_of_name(cx, n)).collect())
}

/// A player given as `(player …)` or as a role.
fn player<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Option<Int>> {
    if let Some(p) = a.find("player").and_then(|arg| a.clause(arg)) {
        return cx.int(p, "index");
    }
    Ok(cx.role(a, "role").map(role))
}

fn role(role: Role) -> Int {
    match role {
        Role::P(p) => Int::Const(p.into()),
        Role::Mover => Int::Mover,
        Role::Next => Int::Next,
        Role::Prev => Int::Prev,
        Role::Neutral
        | Role::Team(_)
        | Role::TeamMover
        | Role::Each
        | Role::Shared
        | Role::All
        | Role::Any
        | Role::NonMover
        | Role::Enemy
        | Role::Friend
        | Role::Ally
        | Role::Player => Int::Role(role),
    }
}

// ---- movement ----

pub fn step<'a>(a: Args<'a>, cx: &mut Lower<'a>, decision: bool) -> Done<Moves> {
    let kind = MovesKind::Step {
        from: Box::new(origin(a, cx)?),
        dirs: dirs(a, cx)?,
        to: need_target(a, cx)?,
        stack: stack(a, cx),
    };
    cx.moves_node(a, kind, decision)
}

pub fn slide<'a>(a: Args<'a>, cx: &mut Lower<'a>, decision: bool) -> Done<Moves> {
    let tracks = a.text("track").map(|name| {
        let all = name == "AllTracks";
        let tracks = &cx.game.tracks;
        SlideTracks {
            tracks: (0..tracks.len()).filter(|&i| all || tracks[i].name == name).collect(),
            round_a_bend: all,
        }
    });
    let kind = MovesKind::Slide {
        from: Box::new(origin(a, cx)?),
        tracks,
        dirs: dirs(a, cx)?,
        between: boxed(between(a, cx)?),
        to: boxed(target(a, cx)?),
        stack: stack(a, cx),
    };
    cx.moves_node(a, kind, decision)
}

pub fn hop<'a>(a: Args<'a>, cx: &mut Lower<'a>, decision: bool) -> Done<Moves> {
    let kind = MovesKind::Hop {
        from: Box::new(origin(a, cx)?),
        dirs: dirs(a, cx)?,
        between: boxed(between(a, cx)?),
        to: need_target(a, cx)?,
        stack: stack(a, cx),
    };
    cx.moves_node(a, kind, decision)
}

pub fn leap<'a>(a: Args<'a>, cx: &mut Lower<'a>, decision: bool) -> Done<Moves> {
    let kind = MovesKind::Leap {
        from: Box::new(origin(a, cx)?),
        walks: walks(a, "walk"),
        forward: bool_or(a, cx, "forward", false)?,
        rotations: bool_or(a, cx, "rotations", true)?,
        to: need_target(a, cx)?,
    };
    cx.moves_node(a, kind, decision)
}

/// Walks as `{{F R F} …}`.
pub fn walks(a: Args<'_>, name: &str) -> Box<[Box<[StepWalk]>]> {
    let step = |value: &Value| match value.word() {
        Some("F") => Some(StepWalk::Forward),
        Some("L") => Some(StepWalk::Left),
        Some("R") => Some(StepWalk::Right),
        _ => None,
    };
    a.each(name)
        .into_iter()
        .map(|walk| match &walk.value {
            Value::Array(steps) => steps.iter().filter_map(|s| step(&s.value)).collect(),
            one => step(one).into_iter().collect(),
        })
        .collect()
}

pub fn from_to<'a>(a: Args<'a>, cx: &mut Lower<'a>, decision: bool) -> Done<Moves> {
    let from = origin(a, cx)?;
    cx.game.uses.stacking |= from.level.is_some();
    let kind = MovesKind::FromTo {
        from: Box::new(from),
        to: need_target(a, cx)?,
        count: cx.int(a, "count")?,
        copy: bool_or(a, cx, "copy", false)?,
        stack: stack(a, cx),
        mover: cx.role(a, "mover"),
    };
    cx.moves_node(a, kind, decision)
}

// ---- pieces that come and go ----

/// `add` and `claim`.
pub fn add<'a>(a: Args<'a>, cx: &mut Lower<'a>, decision: bool) -> Done<Moves> {
    let what = a.sub("what");
    let (pieces, state) = match what {
        Some(what) => (pieces(what, cx)?, cx.int(what, "state")?),
        None => ([Int::Mover].into(), None),
    };
    cx.game.uses.state |= state.is_some();
    let to = need_target(a, cx)?;
    cx.game.uses.stacking |= to.level.is_some();
    let count = cx.int(a, "count")?.filter(|c| *c != Int::Const(1));
    let on_stack = stack(a, cx);
    cx.game.uses.count |= count.is_some() && !on_stack;
    cx.moves_node(a, MovesKind::Add { pieces, state, to, count, on_stack }, decision)
}

pub fn shoot<'a>(a: Args<'a>, cx: &mut Lower<'a>, decision: bool) -> Done<Moves> {
    let Some(what) = a.sub("what") else { return a.wrong("nothing to shoot with") };
    let from = match a.sub("from") {
        Some(_) => match origin(a, cx)?.place {
            Place::Site(site) => site,
            Place::Region(_) => return a.unsupported("a shot comes from one site"),
        },
        None => Int::LastTo,
    };
    let kind = MovesKind::Shoot {
        kind: match a.sub("from") {
            Some(f) => kind_said(f, cx, "type"),
            None => cx.game.site_type,
        },
        piece: match pieces(what, cx)?.into_vec().into_iter().next() {
            Some(piece) => piece,
            None => return a.wrong("nothing to shoot with"),
        },
        from,
        dirs: dirs(a, cx)?,
        to: target(a, cx)?.and_then(|t| t.cond),
    };
    cx.moves_node(a, kind, decision)
}

pub fn remove<'a>(a: Args<'a>, cx: &mut Lower<'a>, decision: bool) -> Done<Moves> {
    cx.game.uses.sequence_capture |= a.has("at");
    let kind = MovesKind::Remove {
        kind: kind_said(a, cx, "type"),
        place: place(a, cx, Int::To)?,
        level: cx.int(a, "level")?,
        count: cx.int(a, "count")?,
        at_end_of_turn: a.word("at") == Some("EndOfTurn"),
    };
    cx.moves_node(a, kind, decision)
}

pub fn promote<'a>(a: Args<'a>, cx: &mut Lower<'a>, decision: bool) -> Done<Moves> {
    let Some(what) = a.sub("what") else { return a.wrong("promoted to what?") };
    let mut names = what.texts("nameComponent");
    names.extend(what.texts("nameComponents"));
    let to = match player(a, cx)? {
        Some(owner) if !names.is_empty() => {
            let like = |name: &&str| -> Box<[u16]> {
                let components = cx.game.components.iter().enumerate().skip(1);
                components.filter(|(_, c)| c.name.contains(*name)).map(|(i, _)| i as u16).collect()
            };
            PromoteTo::OwnedBy { owner, names: names.iter().map(like).collect() }
        }
        Some(owner) if what.has("component") => {
            PromoteTo::LikeOwnedBy { owner, piece: cx.need_int(what, "component")? }
        }
        _ => PromoteTo::Pieces(pieces(what, cx)?),
    };
    let site = cx.int(a, "site")?.unwrap_or(Int::To);
    let kind = kind_said(a, cx, "type");
    cx.moves_node(a, MovesKind::Promote { kind, site, to }, decision)
}

pub fn select<'a>(a: Args<'a>, cx: &mut Lower<'a>, decision: bool) -> Done<Moves> {
    let kind = MovesKind::Select {
        from: Box::new(origin(a, cx)?),
        to: boxed(target(a, cx)?),
        mover: cx.role(a, "mover"),
    };
    cx.moves_node(a, kind, decision)
}

pub fn play_card<'a>(a: Args<'a>, cx: &mut Lower<'a>, decision: bool) -> Done<Moves> {
    cx.game.uses.cards = true;
    cx.game.uses.hidden = true;
    cx.game.uses.not_all_pass = true;
    cx.moves_node(a, MovesKind::PlayCard, decision)
}

pub fn swap_pieces<'a>(a: Args<'a>, cx: &mut Lower<'a>, decision: bool) -> Done<Moves> {
    let kind = MovesKind::SwapPieces {
        a: cx.int(a, "siteA")?.unwrap_or(Int::LastFrom),
        b: cx.int(a, "siteB")?.unwrap_or(Int::LastTo),
    };
    cx.moves_node(a, kind, decision)
}

// ---- nothing moves ----

pub fn pass<'a>(a: Args<'a>, cx: &mut Lower<'a>, decision: bool) -> Done<Moves> {
    cx.game.uses.not_all_pass |= cx.game.players == 1;
    cx.moves_node(a, MovesKind::Pass, decision)
}

fn messages<'a>(a: Args<'a>, cx: &mut Lower<'a>, one: &str, many: &str) -> Box<[u16]> {
    let mut texts = a.texts(one);
    texts.extend(a.texts(many));
    texts.iter().map(|t| cx.name(t)).collect()
}

pub fn propose<'a>(a: Args<'a>, cx: &mut Lower<'a>, decision: bool) -> Done<Moves> {
    let mut names = messages(a, cx, "message", "messages");
    if names.is_empty() {
        names = messages(a, cx, "proposition", "propositions");
    }
    cx.moves_node(a, MovesKind::Propose(names), decision)
}

pub fn vote<'a>(a: Args<'a>, cx: &mut Lower<'a>, decision: bool) -> Done<Moves> {
    let mut names = messages(a, cx, "message", "messages");
    if names.is_empty() {
        names = messages(a, cx, "vote", "votes");
    }
    cx.moves_node(a, MovesKind::Vote(names), decision)
}

pub fn bet<'a>(a: Args<'a>, cx: &mut Lower<'a>, decision: bool) -> Done<Moves> {
    cx.game.uses.amount = true;
    let player = player(a, cx)?.unwrap_or(Int::Mover);
    let range = cx.need_range(a, "range")?;
    cx.moves_node(a, MovesKind::Bet { player, range }, decision)
}

pub fn swap_players<'a>(a: Args<'a>, cx: &mut Lower<'a>, decision: bool) -> Done<Moves> {
    let mut seat = |number: &str, named: &str| -> Done<Int> {
        match cx.int(a, number)? {
            Some(n) => Ok(n),
            None => match cx.role(a, named) {
                Some(r) => Ok(role(r)),
                None => a.wrong(format!("`{number}` is missing")),
            },
        }
    };
    let kind = MovesKind::SwapPlayers { a: seat("player1", "role1")?, b: seat("player2", "role2")? };
    cx.moves_node(a, kind, decision)
}

pub fn set_trump<'a>(a: Args<'a>, cx: &mut Lower<'a>, decision: bool) -> Done<Moves> {
    cx.game.uses.not_all_pass = true;
    let suits = match cx.int(a, "suit")? {
        Some(suit) => IntArr::List([suit].into()),
        None => cx.need_int_arr(a, "suits")?,
    };
    cx.moves_node(a, MovesKind::SetTrump(suits), decision)
}

pub fn set_next_player<'a>(a: Args<'a>, cx: &mut Lower<'a>, decision: bool) -> Done<Moves> {
    let players = match player(a, cx)? {
        Some(p) => IntArr::List([p].into()),
        None => cx.need_int_arr(a, "nextPlayers")?,
    };
    cx.moves_node(a, MovesKind::SetNextPlayer(players), decision)
}

pub fn set_rotation<'a>(a: Args<'a>, cx: &mut Lower<'a>, decision: bool) -> Done<Moves> {
    cx.game.uses.rotation = true;
    let mut directions = cx.int_list(a, "directions")?;
    directions.extend(cx.int(a, "direction")?);
    let (kind, site) = match a.sub("to") {
        None => (cx.game.site_type, Int::From),
        Some(to) => {
            // Here `(to)` without a site is the piece that the rule looks at.
            let site = if to.has("region") { Int::From } else { cx.int(to, "site")?.unwrap_or(Int::To) };
            (kind_said(to, cx, "type"), site)
        }
    };
    let kind = MovesKind::SetRotation {
        kind,
        site,
        directions: directions.into(),
        previous: bool_or(a, cx, "previous", true)?,
        next: bool_or(a, cx, "next", true)?,
    };
    cx.moves_node(a, kind, decision)
}

// ---- moves of moves ----

/// The parts of `and`, `or` and `priority`: two, or a list.
fn parts<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Box<[Moves]>> {
    if a.takes("list") {
        return Ok(cx.moves_list(a, "list")?.into());
    }
    Ok([cx.need_moves(a, "movesA")?, cx.need_moves(a, "movesB")?].into())
}

fn inner<'a>(a: Args<'a>, cx: &mut Lower<'a>, name: &str) -> Done<Box<Moves>> {
    Ok(Box::new(cx.need_moves(a, name)?))
}

pub fn or<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let parts = parts(a, cx)?;
    cx.moves_node(a, MovesKind::Or(parts), false)
}

pub fn and<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let parts = parts(a, cx)?;
    cx.moves_node(a, MovesKind::And(parts), false)
}

pub fn if_else<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    if let Some(kind) = first_that_can(a, cx)? {
        return cx.moves_node(a, kind, false);
    }
    let kind = MovesKind::If {
        cond: Box::new(cx.need_bool(a, "condition")?),
        then: inner(a, cx, "list")?,
        otherwise: boxed(cx.moves(a, "else")?),
    };
    cx.moves_node(a, kind, false)
}

/// "If these can be made, these, else those" is a matter of priority: what can be made is worked out once. Chance
/// must have no part in it, which would be asked twice.
fn first_that_can<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Option<MovesKind>> {
    let Some(asked) =
        a.sub("condition").filter(|c| std::ptr::eq(c.entry(), &crate::bools::all_and_no::CAN_MOVE))
    else {
        return Ok(None);
    };
    let same = match (asked.find("moves"), a.find("list")) {
        (Some(asked), Some(made)) => a.checked.says_the_same(&asked.value, &made.value),
        _ => false,
    };
    if !same {
        return Ok(None);
    }
    let first = cx.need_moves(a, "list")?;
    let otherwise = cx.moves(a, "else")?;
    if walk::any([Part::Moves(&first)], walk::draws) {
        let cond = Box::new(cx.need_bool(a, "condition")?);
        return Ok(Some(MovesKind::If { cond, then: Box::new(first), otherwise: boxed(otherwise) }));
    }
    Ok(Some(MovesKind::Priority([first].into_iter().chain(otherwise).collect())))
}

pub fn append<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let list = inner(a, cx, "list")?;
    cx.moves_node(a, MovesKind::Append(list), false)
}

pub fn all_combinations<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let kind = MovesKind::AllCombinations(inner(a, cx, "movesA")?, inner(a, cx, "movesB")?);
    cx.moves_node(a, kind, false)
}

pub fn seq<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let list = cx.moves_list(a, "moves")?;
    cx.moves_node(a, MovesKind::Seq(list.into()), false)
}

pub fn priority<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let parts = parts(a, cx)?;
    cx.moves_node(a, MovesKind::Priority(parts), false)
}

pub fn do_next<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let kind = MovesKind::Do {
        prior: inner(a, cx, "prior")?,
        next: boxed(cx.moves(a, "next")?),
        after: boxed(cx.bool(a, "ifAfterwards")?),
    };
    cx.moves_node(a, kind, false)
}

pub fn while_holds<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let kind =
        MovesKind::While { cond: Box::new(cx.need_bool(a, "condition")?), moves: inner(a, cx, "moves")? };
    cx.moves_node(a, kind, false)
}

pub fn avoid_stored_state<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let moves = inner(a, cx, "moves")?;
    cx.moves_node(a, MovesKind::AvoidStoredState(moves), false)
}

fn track_choice<'a>(a: Args<'a>, cx: &Lower<'a>) -> TrackChoice {
    TrackChoice { name: a.text("trackName").map(str::to_string), owner: cx.role(a, "owner") }
}

pub fn first_move_on_track<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let kind = MovesKind::FirstMoveOnTrack { track: track_choice(a, cx), moves: inner(a, cx, "moves")? };
    cx.moves_node(a, kind, false)
}

pub fn max_moves<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let kind =
        MovesKind::MaxMoves { value: bool_or(a, cx, "withValue", false)?, moves: inner(a, cx, "moves")? };
    cx.moves_node(a, kind, false)
}

pub fn max_captures<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let kind =
        MovesKind::MaxCaptures { value: bool_or(a, cx, "withValue", false)?, moves: inner(a, cx, "moves")? };
    cx.moves_node(a, kind, false)
}

pub fn max_distance<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let kind = MovesKind::MaxDistance { track: track_choice(a, cx), moves: inner(a, cx, "moves")? };
    cx.moves_node(a, kind, false)
}

// ---- for each ----

pub fn for_each_piece<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    cx.game.uses.stacking |= a.has("top");
    let mut names = a.texts("item");
    names.extend(a.texts("items"));
    let components = &cx.game.components;
    let chosen: Box<[u16]> = (1..components.len())
        .filter(|&i| names.contains(&components[i].label.as_str()))
        .map(|i| i as u16)
        .collect();
    let container = match (cx.int(a, "container")?, a.text("containerName")) {
        (Some(c), _) => c,
        (None, None) => Int::Const(0),
        (None, Some(name)) => match cx.game.containers.iter().position(|c| c.name == name) {
            Some(i) => Int::Const(i as i32),
            None => return a.unknown(format!("there is no container called `{name}`")),
        },
    };
    let role = cx.role(a, "role");
    let e = ForEachPiece {
        kind: a.word("on").map(|_| kind_said(a, cx, "on")),
        components: (!names.is_empty()).then_some(chosen),
        container,
        moves: cx.moves(a, "moves")?,
        player: player(a, cx)?.unwrap_or(Int::Mover),
        everybody: matches!(role, Some(Role::All | Role::Each)),
        top: bool_or(a, cx, "top", false)?,
    };
    cx.moves_node(a, MovesKind::ForEachPiece(Box::new(e)), false)
}

pub fn for_each_site<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let kind = MovesKind::ForEachSite {
        region: Box::new(cx.need_region(a, "region")?),
        moves: inner(a, cx, "generator")?,
        otherwise: boxed(cx.moves(a, "noMoveYet")?),
    };
    cx.moves_node(a, kind, false)
}

pub fn for_each_value<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let moves = inner(a, cx, "generator")?;
    let kind = if a.takes("values") {
        MovesKind::ForEachValue { values: Box::new(cx.need_int_arr(a, "values")?), moves }
    } else {
        let range = Range { min: cx.need_int(a, "min")?, max: cx.need_int(a, "max")? };
        MovesKind::ForEachValueIn { range: Box::new(range), moves }
    };
    cx.moves_node(a, kind, false)
}

pub fn for_each_player<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let players = if a.takes("players") { Some(cx.need_int_arr(a, "players")?) } else { None };
    let kind = MovesKind::ForEachPlayer { players: boxed(players), moves: inner(a, cx, "moves")? };
    cx.moves_node(a, kind, false)
}

pub fn for_each_team<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let moves = inner(a, cx, "moves")?;
    cx.moves_node(a, MovesKind::ForEachTeam(moves), false)
}

pub fn for_each_level<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    cx.game.uses.stacking = true;
    let kind = MovesKind::ForEachLevel {
        kind: kind_said(a, cx, "type"),
        site: Box::new(cx.need_int(a, "site")?),
        from_bottom: a.word("stackDirection") == Some("FromBottom"),
        moves: inner(a, cx, "moves")?,
    };
    cx.moves_node(a, kind, false)
}

pub fn for_each_group<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let kind = MovesKind::ForEachGroup {
        kind: kind_said(a, cx, "type"),
        dirs: dirs(a, cx)?,
        cond: boxed(cx.bool(a, "if")?),
        moves: inner(a, cx, "moves")?,
    };
    cx.moves_node(a, kind, false)
}

pub fn for_each_direction<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let from = origin(a, cx)?;
    let Place::Site(site) = from.place else {
        return a.unsupported("directions are gone through from one site");
    };
    let between = between(a, cx)?;
    let (range, passing) = between.map_or((None, None), |b| (b.range, b.cond));
    let to = target(a, cx)?;
    let (cond, effect) = to.map_or((None, None), |t| (t.cond, t.apply.effect));
    let moves = match (effect, cx.moves(a, "moves")?) {
        (Some(effect), _) => effect,
        (None, Some(moves)) => Box::new(moves),
        (None, None) => return a.wrong("nothing to do in those directions"),
    };
    let kind = MovesKind::ForEachDirection {
        kind: from.kind,
        from: Box::new(site),
        dirs: dirs(a, cx)?,
        range: boxed(range),
        between: boxed(passing),
        to: boxed(cond),
        moves,
    };
    cx.moves_node(a, kind, false)
}

pub fn for_each_die<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let kind = MovesKind::ForEachDie {
        dice: Box::new(cx.int(a, "dice")?.unwrap_or(Int::Const(0))),
        combined: Box::new(bool_or(a, cx, "combined", false)?),
        replay_double: Box::new(bool_or(a, cx, "replayDouble", false)?),
        cond: boxed(cond(a, cx, "if")?),
        moves: inner(a, cx, "moves")?,
    };
    cx.moves_node(a, kind, false)
}
