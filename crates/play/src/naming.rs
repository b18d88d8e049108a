//! Moves in words that people type: `e2-e4`, `c3`, `e7-e8=Queen`, `pass`. Within one list of legal moves every name is
//! different, so that a name says which move is meant. It knows boards and actions, and no rules.

mod find;
mod label;
mod san;

pub use find::{NotFound, find_move};
pub use label::{Label, component_words, move_labels, rank_words, spaced};

use ludarium_engine::action::{Act, Action};
use ludarium_engine::types::Mode;
use ludarium_engine::{Game, Move, SiteType, UNDEFINED};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Are the moves of this game customarily written as chess players write (`Nf3`, `exd5`)?
pub fn is_written_like_chess(game: &Game) -> bool {
    san::Letters::of(game).is_some()
}

/// What people call a site: its coordinate in small letters, or its place in a hand.
pub fn site_name(game: &Game, kind: SiteType, site: i32) -> String {
    if site < 0 {
        return "off".to_owned();
    }
    let container = game.container_of(kind, site);
    if container != 0 {
        let c = &game.containers[container];
        return format!("{}.{}", c.name.to_lowercase().replace(' ', "_"), site - c.first);
    }
    let label = game.board.label(kind, site as usize);
    // A bare number would be taken for the number of a move.
    let letter = match kind {
        SiteType::Vertex => 'v',
        SiteType::Edge => 'e',
        SiteType::Cell => 'c',
    };
    if label.is_empty() || label.bytes().all(|b| b.is_ascii_digit()) {
        return format!("{letter}{site}");
    }
    let label = label.to_lowercase().replace(' ', "_");
    if kind == game.site_type { label } else { format!("{letter}.{label}") }
}

/// The names of legal moves, in their order, all different.
pub fn move_names(game: &Game, moves: &[Move]) -> Vec<String> {
    told_apart(game, moves, moves.iter().map(|m| short_name(game, m)).collect())
}

/// The names that joint moves had until November 2026 (`hand1.0-a1#2`): the first player's choice, and which of the moves
/// with that choice. Games that were kept then have them.
fn former_names(game: &Game, moves: &[Move]) -> Vec<String> {
    let first = |m: &Move| m.decision().map_or_else(|| short_name(game, m), |d| decision_name(game, d));
    told_apart(game, moves, moves.iter().map(first).collect())
}

/// Can this name of a move in a kept game be what a joint move was called then, that is called `name` now?
pub fn is_former_name(kept: &str, name: &str) -> bool {
    let first = name.split('+').next().unwrap_or_default();
    first.len() < name.len()
        && kept.strip_prefix(first).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

/// Names that are not the only ones of their kind get what tells their moves apart.
fn told_apart(game: &Game, moves: &[Move], mut names: Vec<String>) -> Vec<String> {
    for twin in twins(&names) {
        names[twin] += &details(game, &moves[twin]);
    }
    // What still looks alike is counted. (A name made so could exist already: then the count goes on.)
    let alike: BTreeSet<usize> = twins(&names).into_iter().collect();
    let mut taken: BTreeSet<String> =
        (0..names.len()).filter(|i| !alike.contains(i)).map(|i| names[i].clone()).collect();
    let mut next: BTreeMap<String, usize> = BTreeMap::new();
    for i in alike {
        let count = next.entry(names[i].clone()).or_insert(0);
        loop {
            *count += 1;
            let name = format!("{}#{count}", names[i]);
            if taken.insert(name.clone()) {
                names[i] = name;
                break;
            }
        }
    }
    names
}

/// Which names are not the only ones of their kind.
fn twins(names: &[String]) -> Vec<usize> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for name in names {
        *seen.entry(name).or_insert(0) += 1;
    }
    (0..names.len()).filter(|&i| seen[names[i].as_str()] > 1).collect()
}

/// Where a move goes, or what it is called; several moves may share this.
pub fn short_name(game: &Game, m: &Move) -> String {
    let mut decisions = m.actions.iter().filter(|a| a.decision);
    let Some(decision) = decisions.next() else {
        return places(game, (m.from_kind, m.from), (m.to_kind, m.to));
    };
    let mut name = decision_name(game, decision);
    // Where all players move at once, a move holds one decision of each.
    if game.mode == Mode::Simultaneous {
        for other in decisions {
            name.push('+');
            name += &decision_name(game, other);
        }
    }
    name
}

/// The same with everything that tells it from moves that go the same way. Moves that differ in their consequences only
/// may still share it.
pub fn exact_name(game: &Game, m: &Move) -> String {
    short_name(game, m) + &details(game, m)
}

fn decision_name(game: &Game, decision: &Action) -> String {
    let word = |name: u16| game.names.get(usize::from(name)).map_or("", String::as_str).replace(' ', "_");
    match decision.act {
        Act::Pass { .. } => "pass".to_owned(),
        Act::Swap { .. } => "swap".to_owned(),
        Act::Propose { name } => format!("propose:{}", word(name)),
        Act::Vote { name } => format!("vote:{}", word(name)),
        Act::Bet { bet, .. } => format!("bet:{bet}"),
        Act::SetTrump { suit } => format!("trump:{suit}"),
        Act::SetNextPlayer { player } => format!("next:{player}"),
        Act::Forfeit { .. } => "forfeit".to_owned(),
        Act::NextInstance => "continue".to_owned(),
        Act::PuzzleSet { kind, var, value } => format!("{}={value}", site_name(game, kind, var)),
        Act::PuzzleToggle { kind, var, value } => format!("{}~{value}", site_name(game, kind, var)),
        Act::PuzzleReset { kind, var } => format!("{}~", site_name(game, kind, var)),
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
            places(game, (decision.from_kind(), decision.from()), (decision.to_kind(), decision.to()))
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
        | Act::Follow { .. } => "act".to_owned(),
    }
}

fn places(game: &Game, from: (SiteType, i32), to: (SiteType, i32)) -> String {
    if from == to || from.1 < 0 {
        return site_name(game, to.0, to.1);
    }
    format!("{}-{}", site_name(game, from.0, from.1), site_name(game, to.0, to.1))
}

/// What tells moves apart that go the same way: what becomes of the piece, how many, with which die.
fn details(game: &Game, m: &Move) -> String {
    let mut out = String::new();
    let piece = |what: i32| {
        let component = usize::try_from(what).ok().and_then(|w| game.components.get(w));
        component.map_or("", |c| c.label.as_str()).replace(' ', "_")
    };
    for Action { act, decision } in &m.actions {
        let _ = match *act {
            Act::Add { what, state, rotation, value, count, .. } => {
                let _ = write!(out, "={}", piece(what));
                for (mark, n) in [("s", state), ("r", rotation), ("v", value)] {
                    if n != UNDEFINED {
                        let _ = write!(out, "/{mark}{n}");
                    }
                }
                if count > 1 { write!(out, "*{count}") } else { Ok(()) }
            }
            Act::Promote { what, .. } | Act::Insert { what, .. } => write!(out, "={}", piece(what)),
            Act::MoveCount { count, .. } | Act::MoveSubStack { levels: count, .. } => write!(out, "*{count}"),
            Act::Move { from_level, rotation, .. } if *decision => {
                if from_level != UNDEFINED {
                    let _ = write!(out, "^{from_level}");
                }
                if rotation != UNDEFINED { write!(out, "/r{rotation}") } else { Ok(()) }
            }
            Act::Remove { kind, to, .. } => write!(out, "x{}", site_name(game, kind, to)),
            Act::UseDie { die, .. } => write!(out, "/die{die}"),
            Act::SetState { state, .. } => write!(out, "/s{state}"),
            Act::SetRotation { rotation, .. } => write!(out, "/r{rotation}"),
            Act::SetValue { value, .. } => write!(out, "/v{value}"),
            Act::SetCount { count, .. } => write!(out, "*{count}"),
            // What else a move does is left to the count.
            Act::Move { .. }
            | Act::Copy { .. }
            | Act::Select { .. }
            | Act::Pass { .. }
            | Act::Swap { .. }
            | Act::Propose { .. }
            | Act::Vote { .. }
            | Act::Note { .. }
            | Act::Bet { .. }
            | Act::SetAmount { .. }
            | Act::SetPot { .. }
            | Act::SetScore { .. }
            | Act::SetPlayerValue { .. }
            | Act::SetCounter { .. }
            | Act::SetTemp { .. }
            | Act::SetVar { .. }
            | Act::SetPending { .. }
            | Act::SetNextPlayer { .. }
            | Act::SetTrump { .. }
            | Act::Trigger { .. }
            | Act::Remember { .. }
            | Act::Forget { .. }
            | Act::StoreState
            | Act::AddToTeam { .. }
            | Act::SetCost { .. }
            | Act::SetPhase { .. }
            | Act::SetHidden { .. }
            | Act::SetDie { .. }
            | Act::SetDiceAllEqual { .. }
            | Act::NextInstance
            | Act::Forfeit { .. }
            | Act::Follow { .. }
            | Act::PuzzleSet { .. }
            | Act::PuzzleToggle { .. }
            | Act::PuzzleReset { .. } => Ok(()),
        };
    }
    out
}
