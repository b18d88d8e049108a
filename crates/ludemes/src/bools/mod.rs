//! Conditions.

pub mod all_and_no;
pub mod compare;
pub mod is_number;
pub mod is_player;
pub mod is_shape;
pub mod is_site;
pub mod is_state;
pub mod is_tree;
pub mod logic;
pub mod puzzle;

use crate::assemble::use_kind;
use crate::entry::Ludeme;
use crate::lower::{Args, Done, Lower};
use ludarium_engine::kernel::Int;
use ludarium_engine::{Role, SiteType};

/// The families of this folder, in reading order.
pub static FAMILIES: &[&[&Ludeme]] = &[
    logic::ALL,
    all_and_no::ALL,
    puzzle::ALL,
    is_site::ALL,
    is_state::ALL,
    is_shape::ALL,
    is_tree::ALL,
    is_player::ALL,
    is_number::ALL,
    compare::ALL,
];

/// The kind of site that the parameter `type` says, which the game then uses, or the game's own.
pub(crate) fn kind<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> SiteType {
    let kind = cx.site_type(a, "type");
    if a.has("type") {
        use_kind(&mut cx.game, kind);
    }
    kind
}

/// The number of the player that a role stands for.
pub(crate) fn need_role<'a>(a: Args<'a>, cx: &mut Lower<'a>, name: &str) -> Done<Int> {
    match cx.role(a, name) {
        Some(role) => Ok(role_number(role)),
        None => a.wrong("it is not said which player"),
    }
}

/// A role as a number, as plain as it can be said.
pub(crate) fn role_number(role: Role) -> Int {
    match role {
        Role::P(p) => Int::Const(p.into()),
        Role::Neutral => Int::Const(0),
        Role::Mover => Int::Mover,
        Role::Next => Int::Next,
        Role::Prev => Int::Prev,
        Role::Player => Int::Player,
        Role::Team(_)
        | Role::TeamMover
        | Role::Each
        | Role::Shared
        | Role::All
        | Role::Any
        | Role::NonMover
        | Role::Enemy
        | Role::Friend
        | Role::Ally => Int::Role(role),
    }
}

/// A player given by a number, by `(player …)` or by a role.
pub(crate) fn who<'a>(a: Args<'a>, cx: &mut Lower<'a>, index: &str, role: &str) -> Done<Int> {
    match a.sub(index) {
        Some(player) if player.entry().id == "player [player]" => cx.need_int(player, "index"),
        Some(_) | None => match cx.int(a, index)? {
            Some(n) => Ok(n),
            None => need_role(a, cx, role),
        },
    }
}
