//! Arguments onto parameters, in order.
//!
//! An argument goes into the leftmost parameter from which the rest can still be placed. A parameter may be
//! passed over if it is optional or one of an or-group; of an or-group at most one is filled, and exactly
//! one if none of its members is optional.

use ludarium_ludemes::Param;
use ludarium_ludemes::ty::same_word;
use ludarium_syntax::{Kind, NodeId, Tree};

/// How many holes of one clause may go nowhere. No description has more than a few.
const MOST_HOLES: usize = 64;

/// No argument: the parameter was passed over.
pub const EMPTY: u16 = u16::MAX;

/// Places `count` arguments into `params`; `fits(argument, parameter)` says what may go where. The answer has
/// one number per parameter: the argument that fills it, or [`EMPTY`].
pub fn align(params: &[Param], count: usize, fits: &mut dyn FnMut(usize, usize) -> bool) -> Option<Vec<u16>> {
    if count > params.len() {
        return None;
    }
    let slots = vec![EMPTY; params.len()];
    let mut walk = Walk { params, count, slots, dead: Vec::new(), fits, open: &|_| false, loose: false };
    walk.place(0, 0, false).then_some(walk.slots)
}

/// The same for a clause with holes, which may stand for any number of arguments: every parameter may stay
/// empty, and an argument that is a hole need not go anywhere.
pub fn align_around_holes(
    params: &[Param],
    count: usize,
    is_hole: &dyn Fn(usize) -> bool,
    fits: &mut dyn FnMut(usize, usize) -> bool,
) -> Option<Vec<u16>> {
    if count > params.len() + MOST_HOLES {
        return None;
    }
    let slots = vec![EMPTY; params.len()];
    let mut walk = Walk { params, count, slots, dead: Vec::new(), fits, open: is_hole, loose: true };
    walk.place(0, 0, false).then_some(walk.slots)
}

/// How far the arguments got before no placement was left: the first argument that could not be placed, and
/// whether it was a parameter left unfilled at the end that stopped it.
pub struct Reach {
    pub placed: usize,
    /// The parameters that could have taken the first argument that found no place, or that were still
    /// required when the arguments ran out.
    pub wanted: Vec<usize>,
}

/// For explanations: the furthest that any placement gets.
pub fn reach(params: &[Param], count: usize, fits: &mut dyn FnMut(usize, usize) -> bool) -> Reach {
    // States (argument, parameter, group filled) that can be reached, breadth first over parameters.
    let mut best = Reach { placed: 0, wanted: Vec::new() };
    let mut seen = vec![false; (count + 1) * (params.len() + 1) * 2];
    let mut todo = vec![(0usize, 0usize, false)];
    while let Some((arg, slot, filled)) = todo.pop() {
        let key = (arg * (params.len() + 1) + slot) * 2 + usize::from(filled);
        if std::mem::replace(&mut seen[key], true) {
            continue;
        }
        if arg > best.placed {
            best = Reach { placed: arg, wanted: Vec::new() };
        }
        if slot == params.len() {
            continue;
        }
        let param = &params[slot];
        let filled = filled && slot > 0 && same_group(params, slot - 1, slot);
        let mut went = false;
        if !filled && arg < count && fits(arg, slot) {
            todo.push((arg + 1, slot + 1, true));
            went = true;
        }
        if may_skip(params, slot, filled) {
            todo.push((arg, slot + 1, filled));
        }
        let closes_group = may_skip_within(param) && !may_skip(params, slot, filled);
        if arg == best.placed && !went && !filled && (arg < count || !param.may_be_skipped() || closes_group)
        {
            best.wanted.push(slot);
        }
    }
    best.wanted.sort_unstable();
    best.wanted.dedup();
    best
}

/// The parameters that an argument after the first `count` could fill, however those are placed.
pub fn next_slots(params: &[Param], count: usize, fits: &mut dyn FnMut(usize, usize) -> bool) -> Vec<usize> {
    let mut seen = vec![false; (count + 1) * (params.len() + 1) * 2];
    let mut found = Vec::new();
    let mut todo = vec![(0usize, 0usize, false)];
    while let Some((arg, slot, filled)) = todo.pop() {
        let key = (arg * (params.len() + 1) + slot) * 2 + usize::from(filled);
        if slot == params.len() || std::mem::replace(&mut seen[key], true) {
            continue;
        }
        let filled = filled && slot > 0 && same_group(params, slot - 1, slot);
        if !filled && arg == count {
            found.push(slot);
        }
        if !filled && arg < count && fits(arg, slot) {
            todo.push((arg + 1, slot + 1, true));
        }
        if may_skip(params, slot, filled) {
            todo.push((arg, slot + 1, filled));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether these nodes are the first of the words that choose an entry.
pub fn same_words_so_far(tree: &Tree, nodes: &[NodeId], keywords: &[&str]) -> bool {
    nodes.iter().zip(keywords).all(|(&id, keyword)| {
        let node = tree.node(id);
        node.label.is_none() && matches!(&node.kind, Kind::Word(word) if same_word(keyword, word))
    })
}

fn may_skip_within(param: &Param) -> bool {
    param.or_group != 0
}

fn same_group(params: &[Param], a: usize, b: usize) -> bool {
    params[a].or_group != 0 && params[a].or_group == params[b].or_group
}

/// Whether the parameter may stay empty, given whether its group has been filled.
fn may_skip(params: &[Param], slot: usize, filled: bool) -> bool {
    let param = &params[slot];
    if param.or_group == 0 {
        return param.optional;
    }
    let last = slot + 1 == params.len() || !same_group(params, slot, slot + 1);
    !last || filled || params.iter().any(|p| p.or_group == param.or_group && p.optional)
}

struct Walk<'a> {
    params: &'a [Param],
    count: usize,
    slots: Vec<u16>,
    /// States from which nothing can be placed.
    dead: Vec<(u16, u16, bool)>,
    fits: &'a mut dyn FnMut(usize, usize) -> bool,
    /// Whether an argument may be passed over.
    open: &'a dyn Fn(usize) -> bool,
    /// Whether every parameter may be passed over.
    loose: bool,
}

impl Walk<'_> {
    /// The depth of this recursion is at most the number of parameters of an entry of our own table, and of
    /// holes that go nowhere.
    fn place(&mut self, arg: usize, slot: usize, filled: bool) -> bool {
        if slot == self.params.len() {
            return (arg..self.count).all(self.open);
        }
        if !self.loose && self.count - arg > self.params.len() - slot {
            return false;
        }
        let filled = filled && slot > 0 && same_group(self.params, slot - 1, slot);
        let state = (arg as u16, slot as u16, filled);
        if self.dead.contains(&state) {
            return false;
        }
        if !filled && arg < self.count && (self.fits)(arg, slot) {
            self.slots[slot] = arg as u16;
            if self.place(arg + 1, slot + 1, true) {
                return true;
            }
            self.slots[slot] = EMPTY;
        }
        if (self.loose || may_skip(self.params, slot, filled)) && self.place(arg, slot + 1, filled) {
            return true;
        }
        // Holes that go nowhere: the next argument that is not one may take this parameter.
        if arg < self.count && (self.open)(arg) && self.place(arg + 1, slot, filled) {
            return true;
        }
        self.dead.push(state);
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludarium_ludemes::Ty;
    use ludarium_ludemes::entry::{opt, req};

    fn place(params: &[Param], args: &[Ty]) -> Option<Vec<u16>> {
        align(params, args.len(), &mut |a, p| params[p].ty == args[a])
    }

    #[test]
    fn an_optional_number_before_a_required_one_is_left_out() {
        let params = [opt("a", Ty::Int, ""), req("b", Ty::Int, "")];
        assert_eq!(place(&params, &[Ty::Int]), Some(vec![EMPTY, 0]));
        assert_eq!(place(&params, &[Ty::Int, Ty::Int]), Some(vec![0, 1]));
    }

    #[test]
    fn of_a_group_exactly_one_unless_a_member_is_optional() {
        let params = [req("a", Ty::Int, "").or(1), req("b", Ty::Bool, "").or(1)];
        assert_eq!(place(&params, &[Ty::Bool]), Some(vec![EMPTY, 0]));
        assert_eq!(place(&params, &[]), None);
        assert_eq!(place(&params, &[Ty::Int, Ty::Bool]), None);
        let params = [opt("a", Ty::Int, "").or(1), opt("b", Ty::Bool, "").or(1), req("c", Ty::Text, "")];
        assert_eq!(place(&params, &[Ty::Text]), Some(vec![EMPTY, EMPTY, 0]));
    }

    #[test]
    fn two_groups_side_by_side_are_filled_apart() {
        let params = [
            req("a", Ty::Int, "").or(1),
            req("b", Ty::Bool, "").or(1),
            req("c", Ty::Int, "").or(2),
            req("d", Ty::Bool, "").or(2),
        ];
        assert_eq!(place(&params, &[Ty::Int, Ty::Int]), Some(vec![0, EMPTY, 1, EMPTY]));
        assert_eq!(place(&params, &[Ty::Bool]), None);
    }
}
