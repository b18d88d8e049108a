//! Moves as people read them: customary notation where there is one, coordinates elsewhere, and words for what is only
//! said. A label may change when we find a better one; what is stored is the name.

use super::san::{self, Letters};
use super::{short_name, site_name, twins};
use ludarium_engine::action::{Act, Action};
use ludarium_engine::game::{ComponentKind, ContainerKind};
use ludarium_engine::types::Mode;
use ludarium_engine::{Ctx, Game, Move, SiteType, UNDEFINED};
use std::collections::{BTreeMap, BTreeSet};

/// How a legal move is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label {
    /// The whole move, different from that of every other legal move.
    pub text: String,
    /// What tells it from other moves that go the same way: `queen`, `2 pieces`.
    pub detail: String,
}

/// The labels of legal moves, in their order.
pub fn move_labels(ctx: &Ctx<'_>, moves: &[Move]) -> Vec<Label> {
    let game = ctx.game;
    // (Customary notation tells what is taken, which is not known where pieces are hidden.)
    let customary = match Letters::of(game).filter(|_| !game.uses.hidden) {
        Some(letters) => san::texts(ctx, &letters, moves),
        None => vec![None; moves.len()],
    };
    let lone = lone_piece_in_hand(ctx, moves);
    let names: Vec<String> = moves.iter().map(|m| short_name(game, m)).collect();
    let taken: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    let mut labels: Vec<Label> = moves
        .iter()
        .zip(customary)
        .zip(&names)
        .map(|((m, text), name)| {
            // What is another move's name must not be this one's label.
            let text = text.filter(|t| t == name || !taken.contains(t.as_str()));
            Label { text: text.unwrap_or_else(|| words(ctx, m, lone)), detail: details(ctx, m).join(", ") }
        })
        .collect();
    let texts: Vec<String> = labels.iter().map(|l| l.text.clone()).collect();
    for twin in twins(&texts) {
        let label = &mut labels[twin];
        if !label.detail.is_empty() {
            label.text = format!("{}: {}", label.text, label.detail);
        }
    }
    let texts: Vec<String> = labels.iter().map(|l| l.text.clone()).collect();
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    for twin in twins(&texts) {
        let n = count.entry(texts[twin].clone()).or_insert(0);
        *n += 1;
        labels[twin].text = format!("{} ({n})", texts[twin]);
    }
    labels
}

/// Do all moves from hands place the same kind of piece? Then it need not be named.
fn lone_piece_in_hand(ctx: &Ctx<'_>, moves: &[Move]) -> bool {
    let mut kinds = moves.iter().filter_map(|m| {
        let a = m.decision()?;
        let (kind, from) = (a.from_kind(), a.from());
        (from >= 0 && ctx.game.container_of(kind, from) != 0)
            .then(|| ctx.game.components.get(ctx.what(kind, from)).map(|c| &c.label))
    });
    let first = kinds.next();
    kinds.all(|k| Some(k) == first)
}

/// What a component is called in a sentence; a card as players call it.
pub fn component_words(game: &Game, what: usize) -> String {
    let Some(component) = game.components.get(what) else { return "piece".to_owned() };
    match component.kind {
        ComponentKind::Card { suit, rank, .. } => format!("{} of {}", rank_words(rank), suit_words(suit)),
        ComponentKind::Domino { value, value2 } => format!("domino {value}-{value2}"),
        ComponentKind::Nothing
        | ComponentKind::Piece
        | ComponentKind::Large { .. }
        | ComponentKind::Die { .. }
        | ComponentKind::Tile { .. } => spaced(&component.label),
    }
}

/// A rank of cards as players call it.
pub fn rank_words(rank: i32) -> String {
    match rank {
        1 => "ace".to_owned(),
        11 => "jack".to_owned(),
        12 => "queen".to_owned(),
        13 => "king".to_owned(),
        n => n.to_string(),
    }
}

fn suit_words(suit: i32) -> &'static str {
    match suit {
        1 => "clubs",
        2 => "spades",
        3 => "diamonds",
        _ => "hearts",
    }
}

/// `DoubleCounter` as `double counter`.
pub fn spaced(name: &str) -> String {
    let mut out = String::new();
    let mut before = ' ';
    for c in name.chars() {
        if c.is_uppercase() && before.is_lowercase() {
            out.push(' ');
        }
        if c == '_' {
            out.push(' ');
        } else {
            out.extend(c.to_lowercase());
        }
        before = c;
    }
    out
}

/// A site of the board in words.
fn place_words(game: &Game, kind: SiteType, site: i32) -> String {
    let name = site_name(game, kind, site).replace('_', " ");
    // (Sites of a kind that the game is not mainly played on are called `e.a1`.)
    match name.split_once('.') {
        Some(("e", rest)) => format!("edge {rest}"),
        Some(("v", rest)) => format!("vertex {rest}"),
        Some(("c", rest)) => format!("cell {rest}"),
        Some(_) | None => name,
    }
}

/// What a place beside the board is called.
fn beside_words(game: &Game, container: usize) -> &'static str {
    match game.containers[container].kind {
        ContainerKind::Board => "the board",
        ContainerKind::Hand => "the hand",
        ContainerKind::Dice { .. } => "the dice",
        ContainerKind::Deck => "the deck",
    }
}

fn going(ctx: &Ctx<'_>, from: (SiteType, i32), to: (SiteType, i32), lone: bool) -> String {
    let game = ctx.game;
    let beside = |(kind, site): (SiteType, i32)| {
        if site < 0 { 0 } else { game.container_of(kind, site) }
    };
    let to_words = |short: bool| match beside(to) {
        _ if to.1 < 0 => "off the board".to_owned(),
        0 if short => place_words(game, to.0, to.1),
        0 => format!("to {}", place_words(game, to.0, to.1)),
        container => format!("to {}", beside_words(game, container)),
    };
    if from == to || from.1 < 0 {
        // A place in a hand is pointed at by what lies there.
        return if to.1 >= 0 && beside(to) != 0 {
            component_words(game, ctx.what(to.0, to.1))
        } else {
            to_words(true)
        };
    }
    if beside(from) != 0 {
        let on_board = to.1 >= 0 && beside(to) == 0;
        return if lone && on_board {
            to_words(true)
        } else {
            format!("{} {}", component_words(game, ctx.what(from.0, from.1)), to_words(false))
        };
    }
    let from = place_words(game, from.0, from.1);
    if to.1 >= 0 && beside(to) == 0 {
        format!("{from}-{}", to_words(true))
    } else {
        format!("{from} {}", to_words(false))
    }
}

fn words(ctx: &Ctx<'_>, m: &Move, lone: bool) -> String {
    let game = ctx.game;
    if game.mode == Mode::Simultaneous {
        let parts: Vec<String> =
            m.actions.iter().filter(|a| a.decision).map(|a| decision_words(ctx, a, lone)).collect();
        if !parts.is_empty() {
            return parts.join(" / ");
        }
    }
    match m.decision() {
        Some(decision) => decision_words(ctx, decision, lone),
        None => going(ctx, (m.from_kind, m.from), (m.to_kind, m.to), lone),
    }
}

fn decision_words(ctx: &Ctx<'_>, decision: &Action, lone: bool) -> String {
    let game = ctx.game;
    let name = |n: u16| game.names.get(usize::from(n)).map_or("", String::as_str).to_owned();
    match decision.act {
        Act::Pass { .. } => "pass".to_owned(),
        Act::Swap { .. } => "swap sides".to_owned(),
        Act::Propose { name: n } => format!("propose {}", name(n)),
        Act::Vote { name: n } => format!("vote {}", name(n)),
        Act::Bet { bet, .. } => format!("bet {bet}"),
        Act::SetTrump { suit } => format!("trumps are {}", suit_words(suit)),
        Act::SetNextPlayer { player } => format!("player {player} goes next"),
        Act::Forfeit { .. } => "give up".to_owned(),
        Act::NextInstance => "go on to the next game".to_owned(),
        Act::PuzzleSet { kind, var, value } => format!("{} = {value}", place_words(game, kind, var)),
        Act::PuzzleToggle { kind, var, value } => {
            format!("{}: {value} on or off", place_words(game, kind, var))
        }
        Act::PuzzleReset { kind, var } => format!("clear {}", place_words(game, kind, var)),
        Act::Add { .. }
        | Act::Insert { .. }
        | Act::Move { .. }
        | Act::MoveCount { .. }
        | Act::MoveSubStack { .. }
        | Act::Copy { .. }
        | Act::Remove { .. }
        | Act::Promote { .. }
        | Act::Select { .. }
        | Act::SetCount { .. }
        | Act::SetState { .. }
        | Act::SetRotation { .. }
        | Act::SetValue { .. }
        | Act::SetCost { .. }
        | Act::SetPhase { .. }
        | Act::SetHidden { .. }
        | Act::UseDie { .. }
        | Act::SetDie { .. } => {
            let (from, to) = ((decision.from_kind(), decision.from()), (decision.to_kind(), decision.to()));
            going(ctx, from, to, lone)
        }
        Act::Note { .. }
        | Act::SetAmount { .. }
        | Act::SetPot { .. }
        | Act::SetScore { .. }
        | Act::SetPlayerValue { .. }
        | Act::SetCounter { .. }
        | Act::SetTemp { .. }
        | Act::SetVar { .. }
        | Act::SetPending { .. }
        | Act::Trigger { .. }
        | Act::Remember { .. }
        | Act::Forget { .. }
        | Act::StoreState
        | Act::AddToTeam { .. }
        | Act::SetDiceAllEqual { .. }
        | Act::Follow { .. } => "go on".to_owned(),
    }
}

/// What becomes of the piece, how many, with which die: what may tell moves apart that go the same way.
fn details(ctx: &Ctx<'_>, m: &Move) -> Vec<String> {
    let game = ctx.game;
    let piece = |what: i32| component_words(game, usize::try_from(what).unwrap_or(0));
    let mut pips = BTreeMap::new();
    let mut out: Vec<String> = Vec::new();
    for Action { act, decision } in &m.actions {
        let told = match *act {
            Act::SetDie { site, face } => {
                pips.insert(site, face);
                continue;
            }
            Act::Add { what, count, state, .. } => {
                let turned = if state > 0 { format!(" in state {state}") } else { String::new() };
                let many = if count > 1 { format!("{count} × ") } else { String::new() };
                format!("{many}{}{turned}", piece(what))
            }
            Act::Promote { what, .. } | Act::Insert { what, .. } => piece(what),
            Act::MoveCount { count, .. } | Act::MoveSubStack { levels: count, .. } => {
                if count == 1 {
                    "1 piece".to_owned()
                } else {
                    format!("{count} pieces")
                }
            }
            Act::Move { from_level, rotation, .. } if *decision => match (from_level, rotation) {
                (UNDEFINED, UNDEFINED) => continue,
                (UNDEFINED, turn) => format!("turned {turn}"),
                (level, _) => format!("from level {}", level + 1),
            },
            Act::Remove { kind, to, .. } if !*decision && !game.uses.hidden => {
                format!("taking {}", place_words(game, kind, to))
            }
            Act::UseDie { container, die, site } => match die_shows(ctx, &pips, container, die, site) {
                Some(shown) => format!("with the {shown}"),
                None => format!("with die {}", die + 1),
            },
            Act::SetState { state, .. } => format!("state {state}"),
            Act::SetRotation { rotation, .. } => format!("turned {rotation}"),
            Act::SetValue { value, .. } => format!("value {value}"),
            Act::SetCount { count, .. } => format!("{count} pieces"),
            _ => continue,
        };
        if !out.contains(&told) {
            out.push(told);
        }
    }
    out
}

/// The pips of a die: as thrown at the beginning of the move, or as it lies.
fn die_shows(ctx: &Ctx<'_>, thrown: &BTreeMap<i32, i32>, container: i32, die: i32, site: i32) -> Option<i32> {
    if let Some(&face) = thrown.get(&site)
        && let Some(component) = ctx.game.components.get(ctx.what(SiteType::Cell, site))
        && let ComponentKind::Die { faces, .. } = &component.kind
    {
        return usize::try_from(face).ok().and_then(|f| faces.get(f)).copied();
    }
    let set = ctx.pos.dice.get(usize::try_from(container).ok()?)?;
    set.get(usize::try_from(die).ok()?).copied().filter(|&pips| pips != 0)
}
