//! The checker: from the expanded tree to checked ludemes. It finds which entry of the vocabulary each clause is, and which
//! argument fills which of its parameters.
//!
//! Bottom-up, every clause learns once which entries it can be. Filling parameters is then a small in-order alignment
//! that never looks inside an argument again. Only when the root does not fit does a second, slower pass look for
//! explanations. This crate knows types and signatures; it does not know what any ludeme does, and it builds no game.
//!
//! Reading order: `vocabulary` (entries by head), `fit` (what each clause can be), `align` (arguments to parameters),
//! `explain` (problems), `names` (labels and tracks), `wanted` (what could stand at a place), `reference` (the
//! vocabulary as pages and answers).

mod align;
mod explain;
mod fit;
mod names;
pub mod reference;
mod vocabulary;
mod wanted;

pub use explain::signature;
pub use ludarium_ludemes::checked::{Arg, Checked, CheckedId, CheckedNode, Value};
pub use names::check_names;
pub use vocabulary::{similar, vocabulary, words_of};
pub use wanted::{Wanted, wanted_at};

use ludarium_ludemes::{Ludeme, Ty};
use ludarium_syntax::{NodeId, Problem, Tree};

/// Every entry that the clause at `root` could be, in the order of preference, whatever is wanted of it.
pub fn readings(tree: &Tree, root: NodeId) -> Vec<&'static Ludeme> {
    fit::Fits::of(tree, root).entries(root)
}

/// Reads the clause at `root` as something that is `wanted`. Gives the checked clause, or all the problems
/// that could be found; a description with problems has no checked form.
pub fn check(tree: &Tree, root: NodeId, wanted: Ty) -> (Option<Checked>, Vec<Problem>) {
    let fits = fit::Fits::of(tree, root);
    match fits.build(wanted) {
        Some(checked) => (Some(checked), Vec::new()),
        None => (None, explain::problems(tree, root, wanted)),
    }
}
