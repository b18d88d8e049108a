//! Sites along a track.

use crate::common::*;
use crate::entry::{BASE, Ludeme, named, opt, opt_named};
use crate::enums::ROLE_TYPE;
use crate::lower::{Args, Done, Lower};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::game::Track;
use ludarium_engine::kernel::Int;
use ludarium_engine::kernel::int::TrackPick;

pub static TRACK_SITE_FIRST_SITE: Ludeme = Ludeme {
    id: "trackSite FirstSite",
    head: "trackSite",
    keyword: Some("FirstSite"),
    gives: Ty::Int,
    doc: "The first site of a track that satisfies a condition.",
    example: "(trackSite FirstSite \"Track\" if:(is Empty (to)))",
    english: "the first ^#= on [{player:poss}][{role:poss}] track[ {name:trackname}][ from {from:site}][ where {if:cond}]",
    params: &[
        opt("player", Ty::Player, "whose track, by number").or(1),
        opt("role", Ty::Enum(&ROLE_TYPE), "whose track").or(1),
        opt("name", Ty::Text, "the name of the track; the first one, if left out"),
        opt_named("from", Ty::Int, "where on the track to begin; at its start, if left out"),
        opt_named("if", Ty::Bool, "the condition, asked of each site as `(to)`; none, if left out"),
    ],
    meaning: Meaning::Int(|a, cx| {
        let e = Int::TrackFirst {
            track: track_of(a, cx)?,
            from: boxed_int(a, cx, "from")?,
            cond: boxed_bool(a, cx, "if")?,
        };
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static TRACK_SITE_END_SITE: Ludeme = Ludeme {
    id: "trackSite EndSite",
    head: "trackSite",
    keyword: Some("EndSite"),
    gives: Ty::Int,
    doc: "The last site of a track.",
    example: "(trackSite EndSite \"Track\")",
    english: "the last ^#= of [{player:poss}][{role:poss}] track[ {name:trackname}]",
    params: &[
        opt("player", Ty::Player, "whose track, by number").or(1),
        opt("role", Ty::Enum(&ROLE_TYPE), "whose track").or(1),
        opt("name", Ty::Text, "the name of the track; the first one, if left out"),
    ],
    meaning: Meaning::Int(|a, cx| {
        let e = Int::TrackEnd { track: track_of(a, cx)? };
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static TRACK_SITE_MOVE: Ludeme = Ludeme {
    id: "trackSite Move",
    head: "trackSite",
    keyword: Some("Move"),
    gives: Ty::Int,
    doc: "The site reached by going along a track; `Off` past its end.",
    example: "(trackSite Move \"Track\" steps:(count Pips))",
    english: "*",
    params: &[
        opt_named("from", Ty::Int, "where to start; `(from)`, if left out"),
        opt("role", Ty::Enum(&ROLE_TYPE), "whose track; the mover's, if left out").or(1),
        opt("player", Ty::Player, "whose track, by number").or(1),
        opt("name", Ty::Text, "the name of the track").or(1),
        named("steps", Ty::Int, "how many sites further; a negative number goes back"),
    ],
    meaning: Meaning::Int(|a, cx| {
        let player = player(a, cx, &["role", "player"])?.unwrap_or(Int::Mover);
        let name = a.text("name");
        let named = |t: &Track| name.is_some_and(|n| t.name.contains(n));
        let track = pick_track(
            cx,
            player,
            &[&|t, p| named(t) && t.owner == p, &|t, _| named(t), &|t, p| t.owner == p, &|t, _| t.owner == 0],
        );
        let from = int_or(a, cx, "from", Int::From)?;
        let steps = Box::new(cx.need_int(a, "steps")?);
        let mut made = Int::TrackMove { track, from, steps, alike: None };
        let steady = match &made {
            Int::TrackMove { track, from, steps, .. } => {
                is_steady(&track.player) && is_steady(from) && is_steady(steps)
            }
            _ => false,
        };
        if steady {
            let number = cx.track_moves.iter().position(|known| *known == made);
            let number = number.unwrap_or_else(|| {
                cx.track_moves.push(made.clone());
                cx.track_moves.len() - 1
            });
            if let Int::TrackMove { alike, .. } = &mut made {
                *alike = u8::try_from(number).ok();
            }
        }
        Ok(made)
    }),
    ..BASE
};

/// Does a number hang on the mover, the piece that is looked at and the dice alone?
fn is_steady(e: &Int) -> bool {
    match e {
        Int::Const(_) | Int::From | Int::Mover => true,
        Int::DiceSum(player) => matches!(**player, Int::Const(_)),
        Int::MapEntry { key, .. } => is_steady(key),
        Int::Sub(a, b) => is_steady(a) && is_steady(b),
        Int::Add(list) => list.iter().all(is_steady),
        _ => false,
    }
}

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&TRACK_SITE_FIRST_SITE, &TRACK_SITE_END_SITE, &TRACK_SITE_MOVE];

/// The track that a name and a player mean; the first of all where none fits.
fn track_of<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<TrackPick> {
    let player = player(a, cx, &["player", "role"])?.unwrap_or(Int::Const(0));
    let name = a.text("name");
    Ok(match name {
        Some(name) => {
            pick_track(cx, player, &[&|t, p| t.name.contains(name) && (p == 0 || t.owner == p), &|_, _| true])
        }
        None => pick_track(cx, player, &[&|t, p| t.owner == p || t.owner == 0, &|_, _| true]),
    })
}
