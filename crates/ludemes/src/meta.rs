//! Rules that apply to the whole game.

use crate::entry::{BASE, Ludeme, opt, req};
use crate::enums::{GRAVITY_TYPE, NO_STACK_ON_TYPE, PASS_END_TYPE, PIN_TYPE, REPETITION_TYPE};
use crate::ty::Ty;

pub static AUTOMOVE: Ludeme =
    Ludeme { id: "automove", head: "automove", gives: Ty::MetaRule, doc: "", example: "(automove)", ..BASE };

pub static GRAVITY: Ludeme = Ludeme {
    id: "gravity",
    head: "gravity",
    gives: Ty::MetaRule,
    doc: "",
    example: "(gravity)",
    params: &[opt("type", Ty::Enum(&GRAVITY_TYPE), "")],
    ..BASE
};

pub static NO_STACK_ON: Ludeme = Ludeme {
    id: "noStackOn",
    head: "noStackOn",
    gives: Ty::MetaRule,
    doc: "",
    example: "(noStackOn Fallen)",
    params: &[req("type", Ty::Enum(&NO_STACK_ON_TYPE), "")],
    ..BASE
};

pub static PASS_END: Ludeme = Ludeme {
    id: "passEnd",
    head: "passEnd",
    gives: Ty::MetaRule,
    doc: "",
    example: "(passEnd Draw)",
    params: &[req("type", Ty::Enum(&PASS_END_TYPE), "")],
    ..BASE
};

pub static PIN: Ludeme = Ludeme {
    id: "pin",
    head: "pin",
    gives: Ty::MetaRule,
    doc: "",
    example: "(pin SupportMultiple)",
    params: &[req("type", Ty::Enum(&PIN_TYPE), "")],
    ..BASE
};

pub static SWAP: Ludeme =
    Ludeme { id: "swap", head: "swap", gives: Ty::MetaRule, doc: "", example: "(swap)", ..BASE };

pub static NO_REPEAT: Ludeme = Ludeme {
    id: "no Repeat",
    head: "no",
    keyword: Some("Repeat"),
    gives: Ty::MetaRule,
    doc: "",
    example: "(no Repeat)",
    params: &[opt("repetition", Ty::Enum(&REPETITION_TYPE), "")],
    ..BASE
};

pub static NO_SUICIDE: Ludeme = Ludeme {
    id: "no Suicide",
    head: "no",
    keyword: Some("Suicide"),
    gives: Ty::MetaRule,
    doc: "",
    example: "(no Suicide)",
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] =
    &[&AUTOMOVE, &GRAVITY, &NO_STACK_ON, &PASS_END, &PIN, &SWAP, &NO_REPEAT, &NO_SUICIDE];
