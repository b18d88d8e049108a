//! What others may know about a move in a game that hides something: decided by what they could see before it and can
//! see after it, never by what the move is.

use crate::scene::{End, decision_ends};
use crate::session::Eyes;
use ludarium_engine::SiteType;
use ludarium_engine::action::{Act, Facet};
use ludarium_play::naming::site_name;
use ludarium_play::{Ctx, Move};
use serde::{Deserialize, Serialize};

/// A move as those see it who did not make it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guarded {
    /// Where it goes, without what it moves.
    public: String,
    /// Players who may not know that. Onlookers may know what every player may.
    unknown_to: Vec<usize>,
    /// Players who may not even know that something was done: nothing changed for them, and it is not their turn.
    silent_for: Vec<usize>,
    /// What the rules announced with it, to whom.
    announced: Vec<(usize, String)>,
}

impl Guarded {
    /// May these eyes know where the move went?
    pub fn knows(&self, made_by: usize, eyes: Eyes) -> bool {
        match eyes {
            Eyes::Player(p) => usize::from(p) == made_by || !self.unknown_to.contains(&usize::from(p)),
            Eyes::Public => self.unknown_to.is_empty(),
        }
    }

    /// How the move is listed for a player other than its maker, or for onlookers; empty where it is not listed.
    pub fn listed(&self, eyes: Eyes) -> String {
        let silent = match eyes {
            Eyes::Player(p) => self.silent_for.contains(&usize::from(p)),
            Eyes::Public => !self.silent_for.is_empty(),
        };
        if silent {
            return String::new();
        }
        let moved = if self.knows(0, eyes) { self.public.as_str() } else { "moved" };
        match eyes {
            Eyes::Player(p) => self.with_words(moved, usize::from(p)),
            Eyes::Public => moved.to_owned(),
        }
    }

    /// A move and what the rules announced to a player with it.
    pub fn with_words(&self, moved: &str, player: usize) -> String {
        let words: Vec<&str> =
            self.announced.iter().filter(|(to, _)| *to == player).map(|(_, text)| text.as_str()).collect();
        if words.is_empty() { moved.to_owned() } else { format!("{moved} ({})", words.join("; ")) }
    }
}

/// What others may know of a move that led from one position to another.
pub fn guard(before: &Ctx<'_>, after: &Ctx<'_>, m: &Move) -> Guarded {
    let game = before.game;
    // A move that ended one game of a match and began another says nothing about the new one.
    if game.name != after.game.name || game.layout != after.game.layout {
        return Guarded { public: "moved".to_owned(), ..Guarded::default() };
    }
    let mover = usize::from(before.pos.mover);
    let (from, to) = decision_ends(m);
    let known = |player: usize| {
        let seen =
            |ctx: &Ctx<'_>, end: End| end.is_none_or(|(kind, site)| stands_open(ctx, kind, site, player));
        match (from, to) {
            // What is only said is said to all.
            (None, None) => true,
            (Some(_), Some(_)) if from != to => seen(before, from) && seen(after, to),
            (_, _) => seen(before, to) || seen(after, to),
        }
    };
    let others = || (1..=game.players).filter(|&p| p != mover);
    let unknown_to: Vec<usize> = others().filter(|&p| !known(p)).collect();
    let announced: Vec<(usize, String)> = after
        .pos
        .notes
        .iter()
        .skip(before.pos.notes.len())
        .map(|&(_, name, player)| {
            (usize::from(player), game.names.get(usize::from(name)).cloned().unwrap_or_default())
        })
        .collect();
    let goes_on = !after.pos.over && after.pos.mover == before.pos.mover;
    let silent = |p: &usize| {
        // (What the umpire said about it is told by itself.)
        goes_on && unknown_to.contains(p) && seen_by(before, *p) == seen_by(after, *p)
    };
    let silent_for = others().filter(silent).collect();
    Guarded { public: public_name(before, m, (from, to)), unknown_to, silent_for, announced }
}

/// Does something stand there that a player sees?
fn stands_open(ctx: &Ctx<'_>, kind: SiteType, site: i32, player: usize) -> bool {
    let slot = ctx.slot(kind, site);
    let levels = ctx.pos.height(slot);
    levels > 0 && (0..levels).all(|l| !ctx.is_hidden(Facet::All, player as i32, slot, l))
}

/// Everything that a player sees on the board and beside it: slot, level, and each facet that is not hidden.
fn seen_by(ctx: &Ctx<'_>, player: usize) -> Vec<(usize, usize, [Option<i32>; 6])> {
    let mut out = Vec::new();
    for slot in 0..ctx.game.layout.nowhere {
        for level in 0..ctx.pos.height(slot) {
            let seen = |facet| !ctx.is_hidden(facet, player as i32, slot, level);
            if seen(Facet::All) {
                let piece = ctx.pos.at_level(slot, level);
                let facets = [
                    (Facet::What, i32::from(piece.what)),
                    (Facet::Who, i32::from(piece.who)),
                    (Facet::Count, ctx.pos.count(slot)),
                    (Facet::State, piece.state),
                    (Facet::Rotation, i32::from(piece.rotation)),
                    (Facet::Value, piece.value),
                ];
                out.push((slot, level, facets.map(|(facet, value)| seen(facet).then_some(value))));
            }
        }
    }
    out
}

/// Where a move goes, and nothing about what it moves.
fn public_name(ctx: &Ctx<'_>, m: &Move, (from, to): (End, End)) -> String {
    let game = ctx.game;
    if matches!(m.decision().map(|d| &d.act), Some(Act::Pass { .. })) {
        return "pass".to_owned();
    }
    let place = |end: End| {
        end.map(|(kind, site)| match game.container_of(kind, site) {
            0 => site_name(game, kind, site),
            // Which card or piece of a hand it is says what it is.
            _ => "hand".to_owned(),
        })
    };
    match (place(from), place(to)) {
        (Some(f), Some(t)) if f != t => format!("{f}-{t}"),
        (_, Some(t)) => t,
        (_, None) => "moved".to_owned(),
    }
}
