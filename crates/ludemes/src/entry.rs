//! One ludeme of the vocabulary: how it is written, what it is, what it means.
//!
//! Knows nothing of trees, text or games: an entry is a row of a table. The walks over descriptions
//! (checking, explaining, lowering) live in other crates and read these rows.

use crate::concept::Rule;
use crate::meaning::Meaning;
use crate::ty::Ty;

/// A ludeme with its signature. What other systems call a super-ludeme (`is`, `sites`, `move`) is here as
/// many entries as it has keywords, and an overload is an entry of its own.
#[derive(Debug)]
pub struct Ludeme {
    /// The word after the bracket, as written: `is`, `sites`, `+`, `square`.
    pub head: &'static str,
    /// The word or words after the head that choose this entry: `Line` in `(is Line 3)`, `Swap Players` in
    /// `(move Swap Players …)`.
    pub keyword: Option<&'static str>,
    /// A readable name, unique in the vocabulary: `is Line`, `if [moves]`, `poly#2`.
    pub id: &'static str,
    /// What a clause of this kind is.
    pub gives: Ty,
    /// What it means, in a sentence or three.
    pub doc: &'static str,
    /// A small complete clause.
    pub example: &'static str,
    /// How it is said in the plain style: a template of `crates/english` (`plain/writer.rs` there tells the
    /// notation), or `*` where its planner finds the words. Empty for what has none.
    pub english: &'static str,
    /// The parameters after the keyword, in the order in which arguments must come.
    pub params: &'static [Param],
    /// What it says about the game it stands in.
    pub concepts: &'static [Rule],
    /// How it becomes something the engine can play.
    pub meaning: Meaning,
}

/// One parameter. Arguments fill parameters in order; a parameter may be passed over when it is optional or
/// when it belongs to an or-group.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Unique among the parameters of an entry.
    pub name: &'static str,
    /// Written before the argument as `label:`. A parameter with a label takes only an argument with that
    /// label, one without takes only an argument without.
    pub label: Option<&'static str>,
    pub ty: Ty,
    /// 0 for a single value, 1 for `{a b}`, 2 for `{{a b} {c}}`, and so on.
    pub array: u8,
    pub optional: bool,
    /// Parameters of one group (numbered from 1; 0 is no group) exclude each other. If no member of a group
    /// is optional, exactly one must be given.
    pub or_group: u8,
    pub doc: &'static str,
}

/// What entries leave unsaid.
pub const BASE: Ludeme = Ludeme {
    head: "",
    keyword: None,
    id: "",
    gives: Ty::Bool,
    doc: "",
    example: "",
    english: "",
    params: &[],
    concepts: &[],
    meaning: Meaning::Unwritten,
};

/// A parameter that must be given, without label.
pub const fn req(name: &'static str, ty: Ty, doc: &'static str) -> Param {
    Param { name, label: None, ty, array: 0, optional: false, or_group: 0, doc }
}

/// A parameter that may be left out, without label.
pub const fn opt(name: &'static str, ty: Ty, doc: &'static str) -> Param {
    Param { name, label: None, ty, array: 0, optional: true, or_group: 0, doc }
}

/// A parameter that must be given, written `name:value`.
pub const fn named(name: &'static str, ty: Ty, doc: &'static str) -> Param {
    Param { name, label: Some(name), ty, array: 0, optional: false, or_group: 0, doc }
}

/// A parameter that may be left out, written `name:value`.
pub const fn opt_named(name: &'static str, ty: Ty, doc: &'static str) -> Param {
    Param { name, label: Some(name), ty, array: 0, optional: true, or_group: 0, doc }
}

impl Param {
    /// The same parameter under another label than its name: where two share a label, names tell them apart.
    pub const fn label(self, label: &'static str) -> Param {
        Param { label: Some(label), ..self }
    }
    /// The same parameter, taking `{…}` to the given depth.
    pub const fn array(self, depth: u8) -> Param {
        Param { array: depth, ..self }
    }
    /// The same parameter, as a member of an or-group.
    pub const fn or(self, group: u8) -> Param {
        Param { or_group: group, ..self }
    }
    /// Whether alignment may pass this parameter over.
    pub const fn may_be_skipped(&self) -> bool {
        self.optional || self.or_group != 0
    }
}

impl Ludeme {
    /// The position of the parameter with this name.
    pub fn slot(&self, name: &str) -> Option<usize> {
        self.params.iter().position(|p| p.name == name)
    }
}

impl PartialEq for Ludeme {
    fn eq(&self, other: &Ludeme) -> bool {
        std::ptr::eq(self, other) || self.id == other.id
    }
}
impl Eq for Ludeme {}
