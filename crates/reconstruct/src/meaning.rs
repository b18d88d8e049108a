//! Whether two games are the same in other words: equal kernels and equal first positions. Set-ups are compared by where
//! pieces stand, not by how the description puts it; rules by what they became, not by how they are written. Games
//! that differ here may still play alike; games that are alike here never play differently.

use crate::fit::canonical;
use crate::rank::board_of;
use crate::term::{Shape, Term};
use ludarium_play::{Game, State};
use rustc_hash::FxHasher;
use std::fmt::{self, Debug, Write};
use std::hash::Hasher;

/// Hashes what is written to it.
struct Digest(FxHasher);

impl Write for Digest {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}

impl Digest {
    fn add(&mut self, what: &dyn Debug) {
        // Writing to a hasher cannot fail.
        let _ = write!(self, "{what:?};");
    }
}

/// A description in the one of several wordings that stands for all: what may be said in any order is sorted, and in a
/// game of two the loss of one is the win of the other.
pub fn normal(game: &Term) -> Term {
    normal_in(game, crate::donors::declared(game).players == 2)
}

fn normal_in(term: &Term, of_two: bool) -> Term {
    let parts: Vec<Term> = term.parts.iter().map(|part| normal_in(part, of_two)).collect();
    let plain = canonical_level(Term { label: term.label.clone(), shape: term.shape.clone(), parts });
    match plain.head() {
        Some("or" | "union" | "intersection") => sorted(plain),
        Some("and") if plain.args().iter().flat_map(members).all(is_condition) => sorted(plain),
        Some("result") if of_two => win_for_loss(plain),
        Some(_) | None => plain,
    }
}

/// Braces around one thing, which may be left out, are.
fn canonical_level(term: Term) -> Term {
    match term.parts.as_slice() {
        [only] if term.shape == Shape::Set => {
            let label = only.label.clone().or_else(|| term.label.clone());
            Term { label, ..only.clone() }
        }
        _ => term,
    }
}

fn members(term: &Term) -> &[Term] {
    if term.shape == Shape::Set && term.label.is_none() { &term.parts } else { std::slice::from_ref(term) }
}

/// Whether a clause can only be a condition.
fn is_condition(term: &Term) -> bool {
    let head = term.head().unwrap_or_default();
    matches!(head, "is" | "not" | "no" | "all" | "can" | "was" | "=" | "!=" | "<" | "<=" | ">" | ">=")
}

/// Operands in the order of their hashes; what has a label, and what follows, stays behind them.
fn sorted(term: Term) -> Term {
    let head = term.head().unwrap_or_default().to_owned();
    let is_operand = |part: &Term| part.label.is_none() && part.head() != Some("then");
    let mut operands: Vec<Term> = Vec::new();
    for operand in term.args().iter().filter(|part| is_operand(part)).flat_map(members) {
        // Operands that are such a clause themselves are operands of this one, unless something follows them.
        let inner = operand.head() == Some(head.as_str()) && operand.args().iter().all(is_operand);
        match inner {
            true => operands.extend(operand.args().iter().flat_map(members).cloned()),
            false => operands.push(operand.clone()),
        }
    }
    operands.sort_by_key(Term::stable_hash);
    let mut parts = vec![Term::word(head), Term::new(Shape::Set, operands)];
    parts.extend(term.args().iter().filter(|part| !is_operand(part)).cloned());
    Term { label: term.label, shape: Shape::Call, parts }
}

fn win_for_loss(mut term: Term) -> Term {
    let other = match term.args() {
        [who, how] if how.as_word() == Some("Loss") => match who.as_word() {
            Some("Mover") => "Next",
            Some("Next") => "Mover",
            Some("P1") => "P2",
            Some("P2") => "P1",
            Some(_) | None => return term,
        },
        _ => return term,
    };
    term.parts[1].shape = Shape::Word(other.into());
    term.parts[2].shape = Shape::Word("Win".into());
    term
}

/// What a description means, if it compiles.
pub fn meaning_of(game: &Term) -> Option<u64> {
    let normal = normal(game);
    let none = ludarium_play::Defines::none();
    let reading = ludarium_play::read("", &normal.to_string(), &none, &ludarium_play::Selection::default());
    let work = || ludarium_play::compile(&reading).ok().map(|game| meaning(&normal, &game));
    // What no written game is like may stumble; then it means nothing that could be compared.
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).ok().flatten()
}

/// What a game is, as a number: equal for games that are the same. `term` is its description.
fn meaning(term: &Term, game: &Game) -> u64 {
    let mut digest = Digest(FxHasher::default());
    if let Some(board) = board_of(term) {
        digest.add(&canonical(board).stable_hash());
    }
    digest.add(&(game.players, &game.facing, game.mode, game.site_type, game.turn_limit, game.move_limit));
    digest.add(&(&game.layout, &game.hints, &game.puzzle_ranges));
    for container in &game.containers {
        digest.add(&(&container.kind, container.owner, container.first, container.len));
    }
    for piece in &game.components {
        digest.add(&(&piece.label, piece.owner, &piece.facing, &piece.moves, &piece.flips, &piece.kind));
    }
    for region in &game.regions {
        digest.add(&(&region.role, region.owner, &region.sites, &region.regions, &region.parts));
    }
    for track in &game.tracks {
        digest.add(&(track.owner, track.looped, &track.sites));
    }
    digest.add(&(game.maps.iter().map(|map| &map.pairs).collect::<Vec<_>>(), &game.phases, &game.end));
    digest.add(&(&game.meta, &game.thens));
    // Twice, for set-ups of chance.
    for seed in [1, 2] {
        let state = State::start(game, seed);
        let pos = &state.ctx().pos;
        for slot in 0..game.layout.nowhere {
            digest.add(&(pos.slot_content(slot), pos.levels(slot)));
        }
        digest.add(&(&pos.hidden, pos.mover, pos.next, pos.counter, &pos.pending, pos.phase, pos.scores));
        digest.add(&(&pos.vars, pos.amounts, pos.player_values, pos.teams));
        digest.add(&(&pos.remembered, &pos.remembered_by_name));
    }
    digest.0.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::testing::game;

    fn lines(set_up: &str, play: &str, end: &str) -> Term {
        game(&format!(
            "(game \"x\" (players 2) (equipment {{(board (square 3)) (piece \"Ball\" Each) (hand Each)}})
                (rules (start {set_up}) (play {play}) (end {end})))"
        ))
    }
    const BOTTOM: &str = "{(place \"Ball1\" (sites Bottom)) (place \"Ball2\" (sites Top))}";
    const ADD: &str = "(move Add (to (sites Empty)))";
    const LINE: &str = "(if (is Line 3) (result Mover Win))";

    #[test]
    fn set_ups_are_the_same_if_pieces_stand_alike() {
        let as_region = meaning_of(&lines(BOTTOM, ADD, LINE));
        let as_sites = meaning_of(&lines(
            "{(place \"Ball2\" (sites {6 7 8})) (place \"Ball1\" (sites {0 1 2}))}",
            ADD,
            LINE,
        ));
        let moved = meaning_of(&lines(
            "{(place \"Ball2\" (sites {6 7 8})) (place \"Ball1\" (sites {0 1 3}))}",
            ADD,
            LINE,
        ));
        assert!(as_region.is_some());
        assert_eq!(as_region, as_sites);
        assert_ne!(as_region, moved);
    }

    #[test]
    fn the_order_of_conditions_means_nothing_and_the_order_of_ends_does() {
        let end = |a: &str, b: &str| lines(BOTTOM, ADD, &format!("(if (and {a} {b}) (result Mover Win))"));
        let (one, two) = ("(is Line 3)", "(no Moves Next)");
        assert_eq!(meaning_of(&end(one, two)), meaning_of(&end(two, one)));
        let ends = |a: &str, b: &str| meaning_of(&lines(BOTTOM, ADD, &format!("{{{a} {b}}}")));
        let blocked = "(if (no Moves Next) (result Mover Loss))";
        assert_ne!(ends(LINE, blocked), ends(blocked, LINE));
    }

    #[test]
    fn the_loss_of_one_is_the_win_of_the_other_between_two_only() {
        let told = |players: u32, result: &str| {
            let text = format!("(game \"x\" (players {players}) (rules (end (if (is Line 3) {result}))))");
            normal(&game(&text)).to_string()
        };
        assert_eq!(told(2, "(result Next Loss)"), told(2, "(result Mover Win)"));
        assert_ne!(told(2, "(result Next Loss)"), told(2, "(result Next Win)"));
        assert_ne!(told(3, "(result Next Loss)"), told(3, "(result Mover Win)"));
    }

    #[test]
    fn what_does_not_compile_means_nothing() {
        assert_eq!(meaning_of(&lines("(place \"Nobody\" 0)", ADD, LINE)), None);
    }
}
