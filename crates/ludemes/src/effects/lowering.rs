//! From clauses to effects: captures, changes of state and of turn, memory, chance, sowing.

use crate::lower::{Args, Done, Lower};
use crate::moves::lowering::kind_said;
use ludarium_engine::action::Facet;
use ludarium_engine::kernel::{
    Bool, Dir, Effect, Int, LineCapture, Moves, MovesKind, Place, Range, Region, Sow, Who,
};
use ludarium_engine::types::*;

fn node<'a>(a: Args<'a>, cx: &mut Lower<'a>, effect: Effect) -> Done<Moves> {
    // Some effects have no `then`.
    if a.takes("then") {
        return cx.moves_node(a, MovesKind::Effect(Box::new(effect)), false);
    }
    let rule = cx.rule(a);
    Ok(Moves { kind: MovesKind::Effect(Box::new(effect)), decision: false, then: None, rule })
}

/// The kind and the site of a `(from …)`, or what stands for it.
fn from_site<'a>(a: Args<'a>, cx: &mut Lower<'a>, otherwise: Int) -> Done<(SiteType, Int)> {
    match a.sub("from") {
        None => Ok((cx.game.site_type, otherwise)),
        Some(from) => {
            let kind = kind_said(from, cx, "type");
            let site = match cx.int(from, "site")? {
                Some(site) => site,
                None => match cx.region(from, "region")? {
                    Some(region) => Int::FirstSite(Box::new(region)),
                    None => otherwise,
                },
            };
            Ok((kind, site))
        }
    }
}

/// The condition of a `(between …)` or `(to …)`.
fn part_condition<'a>(part: Option<Args<'a>>, cx: &mut Lower<'a>) -> Done<Option<Bool>> {
    match part {
        Some(p) => cx.bool(p, "if"),
        None => Ok(None),
    }
}

/// The effect of a `(between …)` or `(to …)`.
fn part_effect<'a>(part: Option<Args<'a>>, cx: &mut Lower<'a>) -> Done<Option<Moves>> {
    match part.and_then(|p| p.sub("effect")) {
        Some(apply) => cx.moves(apply, "effect"),
        None => Ok(None),
    }
}

fn who_at(kind: SiteType, site: Int) -> Box<Int> {
    Box::new(Int::Who { kind, site: Box::new(site), level: None })
}

fn enemy_at(kind: SiteType, site: Int) -> Bool {
    Bool::Enemy(who_at(kind, site))
}

fn friend_at(kind: SiteType, site: Int) -> Bool {
    Bool::Friend(who_at(kind, site))
}

/// Takes away what stands at a site.
fn removal<'a>(a: Args<'a>, cx: &mut Lower<'a>, kind: SiteType, site: Int) -> Moves {
    let rule = cx.rule(a);
    let kind =
        MovesKind::Remove { kind, place: Place::Site(site), level: None, count: None, at_end_of_turn: false };
    Moves { kind, decision: false, then: None, rule }
}

fn direction_said<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Dir> {
    Ok(cx.dir(a, "directions")?.unwrap_or_else(|| Dir::Absolute([Direction::Adjacent].into())))
}

/// The one absolute direction (or set of directions) that line captures take.
fn absolute_said(a: Args<'_>) -> Direction {
    a.word("directions").and_then(crate::assemble::direction_of).unwrap_or(Direction::Adjacent)
}

fn range_said<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Option<Range>> {
    match a.sub("between") {
        Some(b) => cx.range(b, "range"),
        None => Ok(None),
    }
}

pub fn custodial<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let (kind, from) = from_site(a, cx, Int::LastTo)?;
    let between = a.sub("between");
    let capture = LineCapture {
        kind,
        from,
        dir: absolute_said(a),
        range: range_said(a, cx)?,
        target: part_condition(between, cx)?.unwrap_or_else(|| enemy_at(kind, Int::Between)),
        friend: part_condition(a.sub("to"), cx)?.unwrap_or_else(|| friend_at(kind, Int::To)),
        effect: match part_effect(between, cx)? {
            Some(e) => e,
            None => removal(a, cx, kind, Int::Between),
        },
    };
    node(a, cx, Effect::Custodial(Box::new(capture)))
}

pub fn intervene<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let (kind, from) = from_site(a, cx, Int::LastTo)?;
    let to = a.sub("to");
    let capture = LineCapture {
        kind,
        from,
        dir: absolute_said(a),
        range: range_said(a, cx)?,
        target: part_condition(to, cx)?.unwrap_or_else(|| enemy_at(kind, Int::To)),
        friend: Bool::Const(true),
        effect: match part_effect(to, cx)? {
            Some(e) => e,
            None => removal(a, cx, kind, Int::To),
        },
    };
    node(a, cx, Effect::Intervene(Box::new(capture)))
}

pub fn surround<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let (kind, from) = from_site(a, cx, Int::From)?;
    let between = a.sub("between");
    let dir = match a.word("relation") {
        Some("Orthogonal") => Direction::Orthogonal,
        Some("Diagonal") => Direction::Diagonal,
        Some("OffDiagonal") => Direction::OffDiagonal,
        Some("All") => Direction::All,
        _ => Direction::Adjacent,
    };
    let capture = LineCapture {
        kind,
        from,
        dir,
        range: None,
        target: part_condition(between, cx)?.unwrap_or_else(|| enemy_at(kind, Int::Between)),
        friend: part_condition(a.sub("to"), cx)?.unwrap_or_else(|| friend_at(kind, Int::To)),
        effect: match part_effect(between, cx)? {
            Some(e) => e,
            None => removal(a, cx, kind, Int::Between),
        },
    };
    let except = cx.int(a, "except")?.unwrap_or(Int::Const(0));
    let with = match a.sub("with") {
        None => None,
        Some(piece) => match cx.int(piece, "component")? {
            Some(c) => Some(c),
            None => {
                let name = piece.text("nameComponent").unwrap_or_default();
                Some(Int::Const(cx.game.component_named(name).map_or(OFF, |i| i as i32)))
            }
        },
    };
    node(a, cx, Effect::Surround { capture: Box::new(capture), except, with })
}

/// Does a clause, anywhere inside, say this?
fn mentions(a: Args<'_>, id: &str) -> bool {
    let mut todo = vec![a];
    while let Some(clause) = todo.pop() {
        if clause.entry().id == id {
            return true;
        }
        for param in clause.entry().params {
            todo.extend(clause.subs(param.name));
        }
    }
    false
}

pub fn enclose<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let (_, from) = from_site(a, cx, Int::LastTo)?;
    let kind = kind_said(a, cx, "type");
    let between = a.sub("between");
    let may_be_empty = between.and_then(|b| b.sub("if")).is_some_and(|c| mentions(c, "is Empty"));
    let effect = Effect::Enclose {
        kind,
        from,
        dirs: direction_said(a, cx)?,
        target: part_condition(between, cx)?.unwrap_or_else(|| enemy_at(kind, Int::Between)),
        may_be_empty,
        exceptions: cx.int(a, "numException")?.unwrap_or(Int::Const(0)),
        effect: Box::new(match part_effect(between, cx)? {
            Some(e) => e,
            None => removal(a, cx, kind, Int::Between),
        }),
    };
    node(a, cx, effect)
}

pub fn directional<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let (kind, from) = from_site(a, cx, Int::LastTo)?;
    let to = a.sub("to");
    let effect = Effect::Directional {
        kind,
        from,
        dirs: cx.dir(a, "directions")?,
        target: part_condition(to, cx)?.unwrap_or_else(|| enemy_at(kind, Int::To)),
        effect: Box::new(match part_effect(to, cx)? {
            Some(e) => e,
            None => removal(a, cx, kind, Int::From),
        }),
    };
    node(a, cx, effect)
}

pub fn flip<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    cx.game.uses.state = true;
    let kind = kind_said(a, cx, "type");
    let site = cx.int(a, "site")?.unwrap_or(Int::To);
    node(a, cx, Effect::Flip { kind, site })
}

pub fn push<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let (kind, from) = from_site(a, cx, Int::LastTo)?;
    let dirs = direction_said(a, cx)?;
    node(a, cx, Effect::Push { kind, from, dirs })
}

pub fn attract<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let (kind, from) = from_site(a, cx, Int::LastTo)?;
    let dirs = direction_said(a, cx)?;
    node(a, cx, Effect::Attract { kind, from, dirs })
}

// ---- set ----

/// A player given as `(player …)` or as a role.
fn who<'a>(a: Args<'a>, cx: &mut Lower<'a>, player: &str, role: &str) -> Done<Who> {
    if let Some(p) = a.sub(player) {
        return Ok(Who::One(cx.need_int(p, "index")?));
    }
    match cx.role(a, role) {
        Some(r) => Ok(Who::Role(r)),
        None => Ok(Who::One(Int::Mover)),
    }
}

fn one_player<'a>(a: Args<'a>, cx: &mut Lower<'a>, player: &str, role: &str) -> Done<Int> {
    Ok(match who(a, cx, player, role)? {
        Who::One(e) => e,
        Who::Role(r) => Int::Role(r),
    })
}

pub fn set_score<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    cx.game.uses.score = true;
    let who = who(a, cx, "player", "role")?;
    let score = cx.need_int(a, "value")?;
    node(a, cx, Effect::SetScore { who, score, add: false })
}

pub fn add_score<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    cx.game.uses.score = true;
    let who = who(a, cx, "player", "role")?;
    let score = cx.need_int(a, "score")?;
    node(a, cx, Effect::SetScore { who, score, add: true })
}

pub fn add_scores<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    cx.game.uses.score = true;
    let mut whos: Vec<Who> = cx.int_list(a, "players")?.into_iter().map(Who::One).collect();
    whos.extend(a.words("roles").into_iter().filter_map(crate::lower::role_of).map(Who::Role));
    let scores = cx.int_list(a, "scores")?;
    let mut parts = Vec::new();
    for (who, score) in whos.into_iter().zip(scores) {
        let rule = cx.rule(a);
        let effect = Effect::SetScore { who, score, add: true };
        parts.push(Moves { kind: MovesKind::Effect(Box::new(effect)), decision: false, then: None, rule });
    }
    cx.moves_node(a, MovesKind::And(parts.into()), false)
}

pub fn set_player_value<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let player = one_player(a, cx, "player", "role")?;
    let value = cx.need_int(a, "value")?;
    node(a, cx, Effect::SetPlayerValue { player, value })
}

pub fn set_team<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    cx.game.uses.teams = true;
    let team = cx.need_int(a, "team")?;
    let players = a.words("roles").into_iter().filter_map(crate::lower::role_of).collect();
    node(a, cx, Effect::SetTeam { team, players })
}

pub fn facet_of(word: &str) -> Facet {
    match word {
        "What" => Facet::What,
        "Who" => Facet::Who,
        "Count" => Facet::Count,
        "State" => Facet::State,
        "Rotation" => Facet::Rotation,
        "Value" => Facet::Value,
        _ => Facet::All,
    }
}

pub fn set_hidden<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    cx.game.uses.hidden = true;
    let mut facets: Vec<Facet> = a.words("dataType").into_iter().map(facet_of).collect();
    facets.extend(a.words("dataTypes").into_iter().map(facet_of));
    if facets.is_empty() {
        facets.push(Facet::All);
    }
    let sites = match cx.int(a, "at")? {
        Some(site) => Region::Sites([site].into()),
        None => cx.need_region(a, "region")?,
    };
    let effect = Effect::SetHidden {
        facets: facets.into(),
        kind: kind_said(a, cx, "type"),
        sites,
        level: cx.int(a, "level")?.unwrap_or(Int::Const(0)),
        hidden: cx.bool(a, "value")?.unwrap_or(Bool::Const(true)),
        who: who(a, cx, "to", "toRole")?,
    };
    node(a, cx, effect)
}

pub fn set_pending<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    cx.game.uses.pending = true;
    let effect = match cx.region(a, "region")? {
        Some(region) => Effect::SetPendingSites(region),
        None => Effect::SetPending(cx.int(a, "value")?),
    };
    node(a, cx, effect)
}

pub fn set_var<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let value = cx.int(a, "newValue")?.unwrap_or(Int::Const(OFF));
    let effect = match a.text("name") {
        Some(name) => {
            cx.game.uses.vars = true;
            Effect::SetVar { name: cx.name(name), value }
        }
        None => Effect::SetTemp(value),
    };
    node(a, cx, effect)
}

pub fn set_counter<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let value = cx.int(a, "newValue")?.unwrap_or(Int::Const(-1));
    node(a, cx, Effect::SetCounter(value))
}

pub fn set_pot<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    cx.game.uses.amount = true;
    let value = cx.int(a, "newValue")?.unwrap_or(Int::Const(-1));
    node(a, cx, Effect::SetPot(value))
}

pub fn set_count<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    cx.game.uses.count = true;
    let effect = Effect::SetCount {
        kind: kind_said(a, cx, "type"),
        site: cx.need_int(a, "at")?,
        count: cx.need_int(a, "value")?,
    };
    node(a, cx, effect)
}

pub fn set_state<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    cx.game.uses.state = true;
    let effect = Effect::SetState {
        kind: kind_said(a, cx, "type"),
        site: cx.need_int(a, "at")?,
        level: cx.int(a, "level")?,
        state: cx.need_int(a, "value")?,
    };
    node(a, cx, effect)
}

pub fn set_value<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    cx.game.uses.value = true;
    let effect = Effect::SetValue {
        kind: kind_said(a, cx, "type"),
        site: cx.need_int(a, "at")?,
        level: cx.int(a, "level")?,
        value: cx.need_int(a, "value")?,
    };
    node(a, cx, effect)
}

// ---- turn and memory ----

pub fn move_again<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    node(a, cx, Effect::MoveAgain)
}

fn name_said<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Option<u16> {
    cx.game.uses.remembers = true;
    a.text("name").map(|n| cx.name(n))
}

pub fn remember_value<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let name = name_said(a, cx);
    let value = cx.need_int(a, "value")?;
    let unique = cx.bool(a, "unique")?.unwrap_or(Bool::Const(false));
    node(a, cx, Effect::Remember { name, value, unique })
}

pub fn forget_value<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let name = name_said(a, cx);
    let value = cx.need_int(a, "value")?;
    node(a, cx, Effect::Forget { name, value })
}

pub fn forget_all<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let name = name_said(a, cx);
    node(a, cx, Effect::ForgetAll(name))
}

pub fn remember_state<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    cx.game.uses.stores_state = true;
    node(a, cx, Effect::RememberState)
}

pub fn trigger<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let name = cx.name(a.text("event").unwrap_or_default());
    let player = match cx.int(a, "player")? {
        Some(p) => p,
        None => Int::Role(cx.role(a, "role").unwrap_or(Role::Mover)),
    };
    node(a, cx, Effect::Trigger { player, name })
}

pub fn note<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let name = cx.name(a.text("message").unwrap_or("(a value)"));
    let who = if a.has("to") || a.has("toRole") { who(a, cx, "to", "toRole")? } else { Who::Role(Role::All) };
    node(a, cx, Effect::Note { name, who })
}

// ---- taking, chance ----

pub fn take_domino<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    cx.game.uses.stochastic = true;
    node(a, cx, Effect::TakeDomino)
}

pub fn take_control<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    let number = |cx: &mut Lower<'a>, role: &str, number: &str| -> Done<Option<Int>> {
        match cx.int(a, number)? {
            Some(n) => Ok(Some(n)),
            None => Ok(cx.role(a, role).filter(|r| *r != Role::All).map(Int::Role)),
        }
    };
    let of = number(cx, "of", "ofNumber")?;
    let by = number(cx, "by", "byNumber")?.unwrap_or(Int::Mover);
    let region = match cx.int(a, "at")? {
        Some(site) => Some(Region::Sites([site].into())),
        None => cx.region(a, "to")?,
    };
    let kind = kind_said(a, cx, "type");
    node(a, cx, Effect::TakeControl { kind, of, by, region })
}

pub fn roll<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    cx.game.uses.stochastic = true;
    node(a, cx, Effect::Roll)
}

pub fn random<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    cx.game.uses.stochastic = true;
    let weights = cx.floats(a, "probabilities")?.into();
    let moves = cx.moves_list(a, "moves")?.into();
    node(a, cx, Effect::Random { weights, moves })
}

pub fn random_some<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    cx.game.uses.stochastic = true;
    let moves = Box::new(cx.need_moves(a, "moves")?);
    let number = cx.need_int(a, "num")?;
    node(a, cx, Effect::RandomSome { moves, number })
}

pub fn deal<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    cx.game.uses.stochastic = true;
    let effect = Effect::Deal {
        cards: a.word("type") == Some("Cards"),
        count: cx.int(a, "count")?.unwrap_or(Int::Const(1)),
        begin_with: cx.int(a, "beginWith")?,
    };
    node(a, cx, effect)
}

pub fn satisfy<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    cx.game.uses.deduction_puzzle = true;
    let mut constraints = cx.bools(a, "constraint")?;
    constraints.extend(cx.bools(a, "constraints")?);
    node(a, cx, Effect::Satisfy(constraints.into()))
}

pub fn sow<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Moves> {
    cx.game.uses.count = true;
    let kind = kind_said(a, cx, "type");
    let start = cx.int(a, "start")?.unwrap_or(Int::LastTo);
    let count = match cx.int(a, "count")? {
        Some(n) => n,
        None => Int::Count { kind, site: Box::new(start.clone()) },
    };
    let track_name = a.text("trackName").map(str::to_string);
    let fits = |name: &str| track_name.as_deref().is_none_or(|wanted| name.contains(wanted));
    let tracks: Vec<usize> =
        cx.game.tracks.iter().enumerate().filter(|(_, t)| fits(&t.name)).map(|(i, _)| i).collect();
    let sow = Sow {
        kind,
        start,
        count,
        per_hole: cx.int(a, "numPerHole")?.unwrap_or(Int::Const(1)),
        tracks: tracks.into(),
        track_name,
        owner: cx.int(a, "owner")?,
        capture_if: cx.bool(a, "if")?,
        sow_effect: cx.moves(a, "sowEffect")?,
        capture: cx.moves(a, "apply")?,
        include_self: a.flag("includeSelf").unwrap_or(true),
        origin: cx.bool(a, "origin")?.unwrap_or(Bool::Const(false)),
        skip_if: cx.bool(a, "skipIf")?,
        backtracking: cx.bool(a, "backtracking")?,
        forward: cx.bool(a, "forward")?,
    };
    node(a, cx, Effect::Sow(Box::new(sow)))
}
