//! What may stand at a place of a description that is still being written. Everything before the place is held
//! against the vocabulary, what follows it is not: it may not be there yet. This module knows types and
//! signatures; it does not know what was typed so far, nor how choices are shown.

use crate::align::{next_slots, same_words_so_far};
use crate::fit::Fits;
use crate::vocabulary::vocabulary;
use ludarium_ludemes::{Ludeme, Param, Ty, accepts};
use ludarium_syntax::{Kind, NodeId, Tree};

/// What a place takes.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// The types that fit, each inside so many pairs of braces.
    pub types: Vec<(Ty, u8)>,
    /// The parameters that the place can be, each with the entry it belongs to.
    pub params: Vec<(&'static Ludeme, &'static Param)>,
    /// The entries that are chosen by a word at this place, with that word.
    pub keywords: Vec<(&'static Ludeme, &'static str)>,
    /// Nothing is known about the place: the body of a definition that nobody uses, say.
    pub anything: bool,
}

impl Wanted {
    fn unknown() -> Wanted {
        Wanted { anything: true, ..Wanted::default() }
    }

    /// Whether a clause that gives this type may stand here.
    pub fn takes(&self, given: Ty) -> bool {
        self.anything || self.types.iter().any(|(ty, depth)| *depth == 0 && accepts(*ty, given))
    }
}

/// What may stand at the last node of `path`, which leads there from a root that should be `wanted`. The last node
/// itself is not looked at, but for its label.
pub fn wanted_at(tree: &Tree, path: &[NodeId], wanted: Option<Ty>) -> Wanted {
    let Some(&root) = path.first() else { return Wanted::unknown() };
    let fits = Fits::of(tree, root);
    let mut here = match wanted {
        Some(ty) => Wanted { types: vec![(ty, 0)], ..Wanted::default() },
        None => Wanted::unknown(),
    };
    for pair in path.windows(2) {
        let [outer, inner] = *pair else { continue };
        here = match &tree.node(outer).kind {
            Kind::Set => Wanted {
                types: here.types.iter().filter_map(|(ty, d)| Some((*ty, d.checked_sub(1)?))).collect(),
                params: here.params,
                keywords: Vec::new(),
                anything: here.anything,
            },
            Kind::Call => inside(&fits, tree, &here, outer, inner),
            Kind::Hole(_) | Kind::Fragment => here,
            Kind::Word(_) | Kind::Int(_) | Kind::Float(_) | Kind::Text(_) => Wanted::unknown(),
        };
    }
    here
}

/// What may stand at `inner`, a child of the clause `outer`.
fn inside(fits: &Fits<'_>, tree: &Tree, here: &Wanted, outer: NodeId, inner: NodeId) -> Wanted {
    let Some(head) = tree.head(outer) else { return Wanted::unknown() };
    let children = &tree.node(outer).children;
    let end = children.iter().position(|&c| c == inner).unwrap_or(children.len());
    let before = children.get(1..end).unwrap_or(&[]);
    let label = tree.node(inner).label.as_deref();
    // Entries that fit in their place come first; where none does, a mistake further out must not silence us.
    for strict in [true, false] {
        let mut found = Wanted::default();
        for &index in vocabulary().of_head(head) {
            let entry = vocabulary().entry(index);
            if strict && !here.takes(entry.ludeme.gives) {
                continue;
            }
            let (words, args) = before.split_at(entry.keywords.len().min(before.len()));
            if !same_words_so_far(tree, words, &entry.keywords) {
                continue;
            }
            if let Some(next) = entry.keywords.get(before.len()) {
                found.keywords.push((entry.ludeme, *next));
                continue;
            }
            let params = entry.ludeme.params;
            let mut slots = next_slots(params, args.len(), &mut |a, p| fits.fits_param(args[a], &params[p]));
            if slots.is_empty() && !strict {
                slots = (0..params.len()).collect();
            }
            for slot in slots {
                let param = &params[slot];
                if label.is_some() && label != param.label {
                    continue;
                }
                found.params.push((entry.ludeme, param));
                if !found.types.contains(&(param.ty, param.array)) {
                    found.types.push((param.ty, param.array));
                }
            }
        }
        if !found.params.is_empty() || !found.keywords.is_empty() {
            return found;
        }
    }
    Wanted::default()
}
