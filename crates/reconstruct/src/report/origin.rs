//! Where every clause of a result is from. The result's tree is walked beside the incomplete description: what stands in
//! both was written, what stands where a hole was is its fill, and what is left over came along with a fill.

use crate::evidence::Tied;
use crate::scores::total::Ludemes;
use crate::term::{Shape, Term};
use crate::types::{DonorId, Fill, HoleId};
use ludarium_english::Sentence;
use ludarium_syntax::{Kind, NodeId, Tree};
use std::collections::BTreeMap;

/// Where something is from.
#[derive(Clone, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Origin {
    /// A statement of the evidence says it; by number.
    Stated(usize),
    /// It stands in the incomplete description, without a statement.
    Written,
    /// One of the alternatives that the description allows in a hole.
    Choice(HoleId),
    /// A hole was filled with it.
    Donor(DonorId, HoleId),
    /// A fill needs it and brought it along.
    Brought,
    /// Nobody says it: the language's rule where nothing is said.
    Default,
}

/// Origins by node of a result's tree.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    by_node: Vec<Vec<Origin>>,
}

/// What a clause counts against all that stands in it.
const ITSELF: usize = 1000;

/// Clauses that only hold others together.
const FRAMES: [&str; 6] = ["game", "equipment", "rules", "play", "start", "end"];

struct Walk<'w> {
    tree: &'w Tree,
    fills: &'w [Fill],
    tied: Option<&'w Tied>,
    by_node: Vec<Vec<Origin>>,
}

/// What should stand at a place of the result.
enum Due<'t> {
    Written(&'t Term),
    Filled(&'t Fill),
}

impl Origins {
    pub fn of(incomplete: &Term, fills: &[Fill], tied: Option<&Tied>, tree: &Tree) -> Origins {
        let by_node = vec![Vec::new(); tree.nodes.len()];
        let mut walk = Walk { tree, fills, tied, by_node };
        if let Some(&root) = tree.roots.first() {
            walk.written(incomplete, root, &[]);
        }
        Origins { by_node: walk.by_node }
    }

    /// Of one node.
    pub fn node(&self, node: NodeId) -> &[Origin] {
        self.by_node.get(node.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// Where a sentence is from: the origins of what it puts into words, the one with most clauses first. A sentence
    /// that renders nothing in particular is the language's own.
    pub fn sentence(&self, sentence: &Sentence, tree: &Tree) -> Vec<Origin> {
        let frame = |node: u32| tree.head(NodeId(node)).is_some_and(|head| FRAMES.contains(&head));
        let known = |node: &u32| (*node as usize) < tree.nodes.len();
        let all: Vec<u32> = sentence.at.iter().map(|place| place.node).filter(known).collect();
        let own: Vec<u32> = all.iter().copied().filter(|&node| !frame(node)).collect();
        let mut counts: BTreeMap<&Origin, usize> = BTreeMap::new();
        for node in own {
            // What the sentence is about says where it is from, however much was borrowed inside of it.
            for origin in self.node(NodeId(node)) {
                *counts.entry(origin).or_default() += ITSELF;
            }
            let mut todo = vec![NodeId(node)];
            while let Some(node) = todo.pop() {
                // What stands in brackets counts for more than a word in them.
                let weight = if matches!(tree.node(node).kind, Kind::Call) { 3 } else { 1 };
                for origin in self.node(node) {
                    *counts.entry(origin).or_default() += weight;
                }
                todo.extend(tree.children(node));
            }
        }
        let mut found: Vec<(&Origin, usize)> = counts.into_iter().collect();
        found.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let mut origins: Vec<Origin> = found.into_iter().map(|(origin, _)| origin.clone()).collect();
        if origins.is_empty() {
            origins.push(Origin::Default);
        }
        origins
    }

    /// Counts ludemes by origin.
    pub fn ludemes(&self, tree: &Tree, confidence: &dyn Fn(usize) -> f64) -> Ludemes {
        let mut ludemes = Ludemes::default();
        for (at, origins) in self.by_node.iter().enumerate() {
            if !matches!(tree.nodes[at].kind, Kind::Call) || origins.is_empty() {
                continue;
            }
            ludemes.all += 1;
            let stated = origins.iter().filter_map(|origin| match origin {
                Origin::Stated(n) => Some(confidence(*n)),
                Origin::Written
                | Origin::Choice(_)
                | Origin::Donor(..)
                | Origin::Brought
                | Origin::Default => None,
            });
            let best = stated.fold(f64::NAN, f64::max);
            if best.is_finite() {
                ludemes.supported += best;
            }
            if origins.iter().any(|o| matches!(o, Origin::Stated(_) | Origin::Written)) {
                ludemes.written += 1;
            }
        }
        ludemes
    }
}

impl<'w> Walk<'w> {
    /// A clause that stands in both. Depth is bounded by the reader.
    fn written(&mut self, term: &'w Term, node: NodeId, above: &[Origin]) {
        let stated: Vec<Origin> = self
            .tied
            .map_or(&[][..], |tied| tied.statements(term))
            .iter()
            .map(|&n| Origin::Stated(n))
            .collect();
        let here = if stated.is_empty() { above.to_vec() } else { stated };
        self.by_node[node.0 as usize] = if here.is_empty() { vec![Origin::Written] } else { here.clone() };
        let mut due = Vec::new();
        for part in &term.parts {
            self.due(part, &mut due, 0);
        }
        let children: Vec<NodeId> = self.tree.children(node).collect();
        for (i, child) in children.into_iter().enumerate() {
            match due.get(i) {
                Some(Due::Written(part)) if self.same(part, child) => self.written(part, child, &here),
                Some(Due::Filled(fill)) => {
                    let origin =
                        fill.donor.map_or(Origin::Choice(fill.hole), |donor| Origin::Donor(donor, fill.hole));
                    self.all(child, &origin);
                }
                Some(Due::Written(_)) | None => self.all(child, &Origin::Brought),
            }
        }
    }

    /// What a part becomes when holes are filled.
    fn due(&self, part: &'w Term, due: &mut Vec<Due<'w>>, depth: usize) {
        let Shape::Hole(hole) = part.shape else { return due.push(Due::Written(part)) };
        let Some(fill) = self.fills.iter().find(|fill| fill.hole == hole) else { return };
        for term in &fill.terms {
            match term.shape {
                // A choice may hold a hole.
                Shape::Hole(_) if depth < self.fills.len() => self.due(term, due, depth + 1),
                Shape::Hole(_)
                | Shape::Call
                | Shape::Set
                | Shape::Word(_)
                | Shape::Int(_)
                | Shape::Float(_)
                | Shape::Text(_) => due.push(Due::Filled(fill)),
            }
        }
    }

    fn same(&self, term: &Term, node: NodeId) -> bool {
        match (&term.shape, &self.tree.node(node).kind) {
            (Shape::Call, Kind::Call) => term.head() == self.tree.head(node),
            (Shape::Set, Kind::Set) => true,
            (Shape::Word(a), Kind::Word(b)) => a == b,
            (Shape::Int(a), Kind::Int(b)) => a == b,
            (Shape::Float(a), Kind::Float(b)) => a == b,
            (Shape::Text(a), Kind::Text(b)) => a == b,
            (
                Shape::Call
                | Shape::Set
                | Shape::Word(_)
                | Shape::Int(_)
                | Shape::Float(_)
                | Shape::Text(_)
                | Shape::Hole(_),
                _,
            ) => false,
        }
    }

    fn all(&mut self, node: NodeId, origin: &Origin) {
        let mut todo = vec![node];
        while let Some(node) = todo.pop() {
            self.by_node[node.0 as usize] = vec![origin.clone()];
            todo.extend(self.tree.children(node));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::DonorScores;
    use ludarium_syntax::{Defines, FileId, Limits, Selection, expand, parse};

    fn tree(text: &str) -> Tree {
        let parsed = parse(FileId(0), text);
        expand(&parsed, &Defines::none(), &Selection::default(), &Limits::default()).game
    }
    fn term(text: &str) -> Term {
        let tree = tree(text);
        let mut next = 0;
        Term::of(&tree, tree.roots[0], &mut |_| {
            next += 1;
            HoleId(next - 1)
        })
    }

    #[test]
    fn every_clause_knows_where_it_is_from() {
        let incomplete = term(
            "(game \"G\" (players 2) (equipment {(board (square 5)) [#]}) (rules (play [#]) (end (draw))))",
        );
        let fill = |hole, donor, terms: &[&str]| Fill {
            hole: HoleId(hole),
            donor: Some(DonorId(donor)),
            with: None,
            terms: terms.iter().map(|text| term(text)).collect(),
            bindings: Vec::new(),
            also: Vec::new(),
            scores: DonorScores::default(),
            score: 1.0,
        };
        let fills = [fill(0, 7, &["(piece \"A\" Each)", "(hand Each)"]), fill(1, 8, &["(forEach Piece)"])];
        let whole = tree(
            "(game \"G\" (players {(player N) (player S)}) (equipment {(board (square 5)) (piece \"A\" Each) (hand Each) (regions \"R\")}) (rules (play (forEach Piece)) (end (draw))))",
        );
        let origins = Origins::of(&incomplete, &fills, None, &whole);
        let of = |head: &str| {
            let at =
                (0..whole.nodes.len() as u32).map(NodeId).find(|&n| whole.head(n) == Some(head)).unwrap();
            origins.node(at)[0].clone()
        };
        assert_eq!(of("square"), Origin::Written);
        assert_eq!(of("piece"), Origin::Donor(DonorId(7), HoleId(0)));
        assert_eq!(of("hand"), Origin::Donor(DonorId(7), HoleId(0)));
        assert_eq!(of("regions"), Origin::Brought);
        assert_eq!(of("forEach"), Origin::Donor(DonorId(8), HoleId(1)));
        assert_eq!(of("draw"), Origin::Written);
        assert_eq!(of("player"), Origin::Brought);
        // A board of the record with a borrowed track is the record's board.
        let board = tree("(game \"G\" (equipment {(board (square 5) (track (line A)))}))");
        let asked = term("(game \"G\" (equipment {(board (square 5) (track [#]))}))");
        let origins_of_board = Origins::of(&asked, &[fill(0, 9, &["(line A)"])], None, &board);
        let at = (0..board.nodes.len() as u32).find(|&n| board.head(NodeId(n)) == Some("board")).unwrap();
        let place = ludarium_english::Place { node: at, file: 0, start: 0, end: 0 };
        let sentence = Sentence { at: vec![place], ..Sentence::default() };
        let found = origins_of_board.sentence(&sentence, &board);
        assert_eq!(found, [Origin::Written, Origin::Donor(DonorId(9), HoleId(0))]);
        let ludemes = origins.ludemes(&whole, &|_| 1.0);
        assert_eq!((ludemes.all, ludemes.written), (15, 9));
    }
}
