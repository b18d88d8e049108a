//! Start rules that deal, split or repeat other start rules.

use crate::concept::Rule::{Hides, HidesAll, Shows};
use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::DEALABLE_TYPE;
use crate::lower::{Args, Done, Lower};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::kernel::{Bool, Start};

pub static DEAL_START: Ludeme = Ludeme {
    id: "deal [start]",
    head: "deal",
    gives: Ty::StartRule,
    doc: "Deals cards or dominoes to the players.",
    example: "(deal Dominoes 7)",
    english: "Deal {count|one} {type:dealt} to each player.",
    params: &[
        req("type", Ty::Enum(&DEALABLE_TYPE), "what is dealt"),
        opt("count", Ty::IntLit, "how many each player gets; 1, if left out"),
    ],
    concepts: &[HidesAll],
    meaning: Meaning::Start(deal),
    ..BASE
};

pub static FOR_EACH_TEAM_START: Ludeme = Ludeme {
    id: "forEach Team [start]",
    head: "forEach",
    keyword: Some("Team"),
    gives: Ty::StartRule,
    doc: "A start rule for each team, whose members are `(team)` within it.",
    example: "(forEach Team (forEach (team) (set Score Player 1)))",
    english: "For each team: {rule:start}",
    params: &[req("rule", Ty::StartRule, "the rule")],
    concepts: &[Shows(&["ControlFlowStatement"])],
    meaning: Meaning::Start(|a, cx| Ok(vec![Start::ForEachTeam { rules: rules(a, cx)? }])),
    ..BASE
};

pub static FOR_EACH_SITE_START: Ludeme = Ludeme {
    id: "forEach Site [start]",
    head: "forEach",
    keyword: Some("Site"),
    gives: Ty::StartRule,
    doc: "A start rule for each site of a region, which is `(site)` within it.",
    example: "(forEach Site (sites Top) (place \"Pawn1\" (site)))",
    english: "For each of {region}[ where {if:cond}]: {rule:start}",
    params: &[
        req("region", Ty::Region, "the region"),
        opt_named("if", Ty::Bool, "a condition that must hold"),
        req("rule", Ty::StartRule, "the rule"),
    ],
    concepts: &[Shows(&["ControlFlowStatement"])],
    meaning: Meaning::Start(for_each_site),
    ..BASE
};

pub static FOR_EACH_VALUE_START: Ludeme = Ludeme {
    id: "forEach Value [start]",
    head: "forEach",
    keyword: Some("Value"),
    gives: Ty::StartRule,
    doc: "A start rule for each number of a range, which is `(value)` within it.",
    example: "(forEach Value min:1 max:5 (set Hidden What at:10 level:(value) to:P1))",
    english: "For each number from {min} to {max}: {rule:start}",
    params: &[
        named("min", Ty::Int, "the first number"),
        named("max", Ty::Int, "the last number"),
        req("rule", Ty::StartRule, "the rule"),
    ],
    concepts: &[Shows(&["ControlFlowStatement"]), Hides(&["rule"])],
    meaning: Meaning::Start(for_each_value),
    ..BASE
};

pub static FOR_EACH_PLAYER_START: Ludeme = Ludeme {
    id: "forEach Player [start]",
    head: "forEach",
    keyword: Some("Player"),
    gives: Ty::StartRule,
    doc: "A start rule for each player, who is `(player)` within it.",
    example: "(forEach Player (set Score Player 1))",
    english: "For each player: {rule:start}",
    params: &[req("rule", Ty::StartRule, "the rule")],
    concepts: &[Shows(&["ControlFlowStatement"])],
    meaning: Meaning::Start(|a, cx| Ok(vec![Start::ForEachPlayer { players: None, rules: rules(a, cx)? }])),
    ..BASE
};

pub static FOR_EACH_START: Ludeme = Ludeme {
    id: "forEach [start]",
    head: "forEach",
    gives: Ty::StartRule,
    doc: "A start rule for each of several players, who is `(player)` within it.",
    example: "(forEach (players Ally) (set Score Player 1))",
    english: "For each of {players:array}: {rule:start}",
    params: &[req("players", Ty::IntArray, "the players, by number"), req("rule", Ty::StartRule, "the rule")],
    concepts: &[Shows(&["ControlFlowStatement"])],
    meaning: Meaning::Start(for_each_player),
    ..BASE
};

pub static SPLIT_DECK: Ludeme = Ludeme {
    id: "split Deck",
    head: "split",
    keyword: Some("Deck"),
    gives: Ty::StartRule,
    doc: "Deals out the whole deck to the players.",
    example: "(split Deck)",
    english: "Divide the deck evenly among the players.",
    concepts: &[Shows(&["Card"])],
    meaning: Meaning::Start(|_, _| Ok(vec![Start::SplitDeck])),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &DEAL_START,
    &FOR_EACH_TEAM_START,
    &FOR_EACH_SITE_START,
    &FOR_EACH_VALUE_START,
    &FOR_EACH_PLAYER_START,
    &FOR_EACH_START,
    &SPLIT_DECK,
];

fn rules<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Box<[Start]>> {
    Ok(cx.need_start(a, "rule")?.into())
}

fn deal<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Vec<Start>> {
    let count = a.literal("count").unwrap_or(1).clamp(0, 10_000) as i32;
    let uses = &mut cx.game.uses;
    Ok(vec![if a.word("type") == Some("Dominoes") {
        uses.large_pieces = true;
        uses.dominoes = true;
        uses.stochastic = true;
        uses.hidden = true;
        Start::DealDominoes(count)
    } else {
        uses.cards = true;
        Start::DealCards(count)
    }])
}

fn for_each_site<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Vec<Start>> {
    Ok(vec![Start::ForEachSite {
        region: cx.need_region(a, "region")?,
        cond: cx.bool(a, "if")?.unwrap_or(Bool::Const(true)),
        rules: rules(a, cx)?,
    }])
}

fn for_each_value<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Vec<Start>> {
    Ok(vec![Start::ForEachValue {
        min: cx.need_int(a, "min")?,
        max: cx.need_int(a, "max")?,
        rules: rules(a, cx)?,
    }])
}

fn for_each_player<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Vec<Start>> {
    Ok(vec![Start::ForEachPlayer { players: Some(cx.need_int_arr(a, "players")?), rules: rules(a, cx)? }])
}
