//! The vocabulary: every ludeme with its signature, its prose, an example and its meaning, each in one place.
//!
//! Read `entry` for the form of an entry and `ty` for the types, then any family. A new ludeme is a new entry
//! in its family's file and a name in that file's `ALL`; a new family is one more line in its folder.
//! There is no parser here and no walk over descriptions.

// Entries end in `..BASE` whether or not they say everything: one shape for all rows.
#![allow(clippy::needless_update)]

pub mod assemble;
pub mod checked;
pub mod common;
pub mod concept;
pub mod entry;
pub mod enums;
pub mod lower;
pub mod meaning;
pub mod notes;
pub mod ty;

pub mod bools;
pub mod directions;
pub mod effects;
pub mod end;
pub mod equipment;
pub mod game;
pub mod graphs;
pub mod int_arrays;
pub mod ints;
pub mod meta;
pub mod metadata;
pub mod moves;
pub mod numbers;
pub mod regions;
pub mod start;

pub use entry::{Ludeme, Param};
pub use meaning::Meaning;
pub use ty::{EnumDef, Ty, accepts};

/// All families, folder by folder, in the order in which a newcomer should meet them.
pub static FOLDERS: &[(&str, &[&[&Ludeme]])] = &[
    ("game", game::FAMILIES),
    ("equipment", equipment::FAMILIES),
    ("graphs", graphs::FAMILIES),
    ("start", start::FAMILIES),
    ("moves", moves::FAMILIES),
    ("effects", effects::FAMILIES),
    ("end", &[end::ALL]),
    ("meta", &[meta::ALL]),
    ("bools", bools::FAMILIES),
    ("ints", ints::FAMILIES),
    ("regions", regions::FAMILIES),
    ("directions", &[directions::ALL]),
    ("int_arrays", &[int_arrays::ALL]),
    ("numbers", numbers::FAMILIES),
    ("metadata", metadata::FAMILIES),
];

/// Every entry, in reading order. Among entries of one head this is also the order in which they are tried.
pub fn all() -> impl Iterator<Item = &'static Ludeme> {
    FOLDERS.iter().flat_map(|(_, families)| families.iter().flat_map(|family| family.iter().copied()))
}

/// The entry with this id.
pub fn by_id(id: &str) -> Option<&'static Ludeme> {
    all().find(|ludeme| ludeme.id == id)
}

/// Signs stand for names: `(+ 1 2)` and `(add 1 2)` are the same. A sign is tried as every ludeme of its name.
pub static SIGNS: &[(&str, &str)] = &[
    ("+", "add"),
    ("-", "sub"),
    ("*", "mul"),
    ("/", "div"),
    ("%", "mod"),
    ("^", "pow"),
    ("=", "equals"),
    ("!=", "notEqual"),
    ("<", "lt"),
    ("<=", "le"),
    (">", "gt"),
    (">=", "ge"),
];

/// The name a head is looked up by.
pub fn plain_name(head: &str) -> &str {
    SIGNS.iter().find(|(sign, _)| *sign == head).map_or(head, |(_, name)| name)
}

/// Words that stand for a number wherever a whole number may be written.
pub static NUMBER_WORDS: &[(&str, i64)] =
    &[("Off", -1), ("End", -2), ("Undefined", -1), ("Infinity", 1_000_000_000)];
