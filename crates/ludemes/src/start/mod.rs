//! Start rules: what happens before the first move.

pub mod other;
pub mod place;
pub mod set;

use crate::bools::kind;
use crate::entry::Ludeme;
use crate::lower::{Args, Done, Lower};
use ludarium_engine::SiteType;
use ludarium_engine::kernel::Int;
use ludarium_engine::kernel::start::Places;

/// The families of this folder, in reading order.
pub static FAMILIES: &[&[&Ludeme]] = &[other::ALL, set::ALL, place::ALL];

/// The component of this name.
fn component<'a>(a: Args<'a>, cx: &Lower<'a>, name: &str) -> Done<i32> {
    match cx.game.component_named(name) {
        Some(i) if i > 0 => Ok(i as i32),
        Some(_) | None => {
            let names: Vec<&str> =
                cx.game.components.iter().skip(1).map(|c| c.name.as_str()).take(12).collect();
            a.unknown(format!("there is no piece \"{name}\"; the pieces are {}", names.join(", ")))
        }
    }
}

/// The site with this coordinate.
fn coordinate<'a>(a: Args<'a>, cx: &Lower<'a>, kind: SiteType, label: &str) -> Done<i32> {
    match cx.game.board.site_by_label(kind, label) {
        Some(site) => Ok(site as i32),
        None => a.wrong(format!("the board has no site \"{label}\"")),
    }
}

/// The sites of a list of coordinates. Those that the board does not have are passed over: options of a game
/// may shrink its board without naming its pieces' places anew.
fn coordinates<'a>(a: Args<'a>, cx: &Lower<'a>, kind: SiteType) -> Places {
    let site = |label: &str| cx.game.board.site_by_label(kind, label).map(|s| Int::Const(s as i32));
    Places::Sites(a.texts("coords").into_iter().filter_map(site).collect())
}

/// Sites given by coordinates, as a region or one by one; nothing where none are given.
fn places<'a>(a: Args<'a>, cx: &mut Lower<'a>, kind: SiteType) -> Done<Option<Places>> {
    if a.has("coords") {
        return Ok(Some(coordinates(a, cx, kind)));
    }
    if let Some(region) = cx.region(a, "region")? {
        return Ok(Some(Places::Region(region)));
    }
    if a.has("sites") {
        return Ok(Some(Places::Sites(cx.int_list(a, "sites")?.into())));
    }
    Ok(None)
}
