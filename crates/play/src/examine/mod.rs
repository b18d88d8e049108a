//! Everything that is wrong with a description: what reading it found, what shows when the game is put together, and
//! what would make it unplayable though each clause is right by itself. Knows the checked clauses and the game made of
//! them; moves no piece (that is the business of `crates/lint`) and knows no file.
//!
//! The codes of this module, beside those of reading:
//!
//! | code | what is wrong |
//! | --- | --- |
//! | E0231 | a definition used with fewer arguments than everywhere else (a warning) |
//! | E0213 | an item of an option with too few texts (a warning until it is chosen) |
//! | E0215 | a ruleset that chooses what no option offers (a warning until it is chosen) |
//! | E0501 | a ludeme that cannot be played yet (a warning: the description may be right) |
//! | E0502 | a game that cannot be put together |
//! | E0503 | a piece, container or phase that does not exist |
//! | E0504 | a coordinate or site that the board does not have |
//! | E0505 | a player that does not exist |
//! | E0506 | dice are asked for, and there are none |
//! | E0507 | a hand is asked for that nobody has |
//! | E0508 | two pieces of one name and owner |
//! | E0509 | an end condition without a result |
//! | E0510 | moves of a piece that no rule asks for (a warning) |
//! | E0511 | moves of pieces are asked for, and none has any |
//! | E0513, E0514, E0515 | a track, a region, a variable that does not exist |
//! | E0516 | an empty or absurd amount |
//!
//! [`mend`] looks for changes of text that mend what was found.

mod clauses;
mod mend;
mod names;
mod places;
mod uses;

pub use mend::mend;

use crate::{Reading, compile};
use clauses::Clauses;
use ludarium_syntax::{Problem, Severity};

/// Everything that is wrong, in the order of the text. Nothing is looked for in a description whose clauses do not fit:
/// one mistake would look like many.
///
/// ```
/// use ludarium_play::{Selection, examine, library_defines, read};
/// let game = "(game \"Tiny\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each)})
///     (rules (play (move Add (to (sites {\"A1\" \"K9\"})))) (end (\"Line3Win\"))))";
/// let problems = examine(&read("tiny.lud", game, &library_defines(), &Selection::default()));
/// assert_eq!(problems[0].code, "E0504");
/// ```
pub fn examine(reading: &Reading) -> Vec<Problem> {
    let mut problems = reading.problems.clone();
    if reading.has_errors() {
        names::check_items(reading, &mut problems);
        problems.iter_mut().for_each(|problem| uses::show(reading, problem));
        return in_order(problems);
    }
    let Some(checked) = &reading.game else { return problems };
    if has_holes(checked) {
        return problems;
    }
    match compile(reading) {
        Ok(game) => {
            let clauses = Clauses::new(reading, checked);
            clauses.check_without_game(&mut problems);
            names::check(&clauses, &game, &mut problems);
            places::check(&clauses, &game, &mut problems);
        }
        Err(found) => {
            for mut problem in found {
                // What we cannot do yet is no mistake of the author's.
                if problem.code == "E0501" {
                    problem.severity = Severity::Warning;
                }
                problems.push(problem);
            }
            Clauses::new(reading, checked).check_without_game(&mut problems);
        }
    }
    uses::with_too_little(reading, &mut problems);
    names::check_items(reading, &mut problems);
    names::check_rulesets(reading, &mut problems);
    in_order(problems)
}

/// In the order of the text; what a definition brings several times is told once.
fn in_order(mut problems: Vec<Problem>) -> Vec<Problem> {
    problems.sort_by(|a, b| (a.span, a.code, &a.message).cmp(&(b.span, b.code, &b.message)));
    problems.dedup_by(|a, b| (a.span, a.code, &a.message) == (b.span, b.code, &b.message));
    problems
}

/// A description with holes is no game yet: what it lacks may stand in them.
fn has_holes(checked: &ludarium_check::Checked) -> bool {
    use ludarium_check::Value;
    let mut todo: Vec<&Value> =
        checked.nodes.iter().flat_map(|n| n.args.iter().flatten()).map(|a| &a.value).collect();
    while let Some(value) = todo.pop() {
        match value {
            Value::Hole(..) => return true,
            Value::Array(items) => todo.extend(items.iter().map(|item| &item.value)),
            Value::Node(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::Bool(_)
            | Value::Text(_)
            | Value::Enum(..) => {}
        }
    }
    false
}
