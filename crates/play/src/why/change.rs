//! Which clause of a description keeps a move out: the one whose change lets it in. Nothing is guessed from the shape of
//! rules. A clause is changed in the text (a condition becomes `True`, a region the whole board, a choosing rule its
//! moves), the text is read and put together again, and the position is asked for the move.
//!
//! Kinds of clauses are tried from what chooses among moves to what gives them; inside a clause that works, the
//! smallest part that works is taken. It knows no words for what it finds.

use super::Attempt;
use ludarium_engine::ctx::RuleId;
use ludarium_engine::position::Position;
use ludarium_engine::rng::Rng;
use ludarium_engine::{Ctx, Game, SiteType};
use ludarium_ludemes::checked::{Arg, Checked, CheckedId, Value};
use ludarium_ludemes::meaning::Meaning;
use ludarium_ludemes::ty::Ty;
use ludarium_syntax::{Kind, NodeId, Selection, Tree};

/// What a clause that keeps a move out does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It chooses among moves: what goes first, what is longest, what may not come back.
    Choice,
    /// A condition that does not hold.
    Unmet,
    /// A condition that holds, and leads to other moves.
    Met,
    /// The place is not among these sites.
    Region,
    /// The way is not one of these directions.
    Direction,
    /// The way is longer or shorter than that.
    Range,
    /// A rule that does not give such a move.
    Rule,
}

/// A clause, and a text that would let the move in if it stood there instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub fault: Fault,
    /// The clause, in the expanded tree.
    pub node: NodeId,
    pub instead: String,
}

/// The description with a clause replaced by another text; definitions and options are worked out.
pub fn edited(tree: &Tree, node: NodeId, instead: &str) -> String {
    let mut tree = tree.clone();
    let changed = &mut tree.nodes[node.0 as usize];
    (changed.kind, changed.children) = (Kind::Word(instead.into()), Vec::new());
    tree.roots.first().map(|&root| tree.print(root)).unwrap_or_default()
}

/// At most so many changes are tried.
const MOST_CHANGES: usize = 400;

/// A moment of a game, and a move that is not there.
pub(super) struct Search<'s> {
    pub tree: &'s Tree,
    pub checked: &'s Checked,
    pub game: &'s Game,
    pub pos: &'s Position,
    pub rng: Rng,
    pub forced_dice: &'s [(i32, i32)],
    pub attempt: Attempt,
    pub tried: usize,
}

/// A clause that may be changed.
struct Candidate {
    id: Option<CheckedId>,
    node: NodeId,
    instead: String,
}

impl Search<'_> {
    /// The smallest clause of the first kind that works.
    pub fn run(&mut self) -> Option<Change> {
        let areas = self.areas();
        for fault in [
            Fault::Choice,
            Fault::Unmet,
            Fault::Region,
            Fault::Direction,
            Fault::Range,
            Fault::Met,
            Fault::Rule,
        ] {
            let mut found = None;
            for &area in &areas {
                found = self.within(area, fault);
                if found.is_some() {
                    break;
                }
            }
            if let Some(Candidate { node, instead, .. }) = found {
                return Some(Change { fault, node, instead });
            }
        }
        None
    }

    /// The clauses that moves come from: the moves of the piece, those of the phase, and the rules of every turn.
    fn areas(&self) -> Vec<CheckedId> {
        let Some(rules) = self.checked.clause(self.checked.root, "rules") else { return Vec::new() };
        let mut areas = self.own_piece();
        let mut phases = self.checked.clauses(rules, "phases");
        let mover = usize::from(self.pos.mover);
        let phase = self.pos.phase.get(mover).map_or(0, |&phase| usize::from(phase));
        areas.extend(phases.nth(phase).and_then(|phase| self.checked.clause(phase, "play")));
        areas.extend(self.checked.clause(rules, "play"));
        areas.extend(self.checked.clause(rules, "meta"));
        areas
    }

    /// The clause of the equipment that describes the piece that was tried.
    fn own_piece(&self) -> Vec<CheckedId> {
        let Some(from) = self.attempt.from else { return Vec::new() };
        let ctx = Ctx::new(self.game, self.pos.clone(), self.rng);
        let on_board = (from as usize) < self.game.board_sites(self.game.site_type);
        let kind = if on_board { self.game.site_type } else { SiteType::Cell };
        let Some(component) = self.game.components.get(ctx.what(kind, from)) else { return Vec::new() };
        let called = |id: &CheckedId| {
            let named = self.checked.arg(*id, "name").map(|arg| &arg.value);
            let label = component.label.as_str();
            matches!(named, Some(Value::Text(name)) if !name.is_empty()
                && (label == name.as_str() || label.strip_prefix(name.as_str()).is_some_and(|rest|
                    rest.trim_start_matches('_').chars().all(|c| c.is_ascii_digit()))))
        };
        let pieces = (0..self.checked.nodes.len() as u32).map(CheckedId);
        pieces.filter(|&id| self.checked.node(id).entry.id == "piece [item]").filter(called).collect()
    }

    /// The clauses right below one, without those that only tell what a move does.
    fn below(&self, id: CheckedId) -> Vec<CheckedId> {
        let node = self.checked.node(id);
        let told = |name: &str| matches!(name, "then" | "apply");
        let asked = node.entry.params.iter().zip(&node.args).filter(|(param, _)| !told(param.name));
        asked.filter_map(|(_, arg)| arg.as_ref()).flat_map(Arg::clauses).collect()
    }

    /// The smallest part of a clause whose change works.
    fn within(&mut self, top: CheckedId, fault: Fault) -> Option<Candidate> {
        let mut todo = vec![top];
        while let Some(id) = todo.pop() {
            for candidate in self.candidates(id, fault) {
                if self.works(&candidate) {
                    return Some(self.smaller(candidate, fault));
                }
            }
            todo.extend(self.below(id).into_iter().rev());
        }
        None
    }

    /// A part of a clause that works as well as the whole.
    fn smaller(&mut self, whole: Candidate, fault: Fault) -> Candidate {
        let Some(id) = whole.id.filter(|_| fault != Fault::Choice) else { return whole };
        // One of several ways to fulfil a condition is no better a reason than all of them.
        if self.checked.node(id).entry.head == "or" && fault != Fault::Rule {
            return whole;
        }
        let mut todo: Vec<CheckedId> = self.below(id).into_iter().rev().collect();
        while let Some(part) = todo.pop() {
            for candidate in self.candidates(part, fault) {
                if self.works(&candidate) {
                    return self.smaller(candidate, fault);
                }
            }
            // What stands in another kind of clause (a number in a condition) is no part of its own.
            if self.candidates(part, fault).is_empty() && fault == Fault::Rule {
                todo.extend(self.below(part).into_iter().rev());
            }
        }
        whole
    }

    fn candidates(&self, id: CheckedId, fault: Fault) -> Vec<Candidate> {
        let node = self.checked.node(id);
        let is = |meaning: fn(&Meaning) -> bool| meaning(&node.entry.meaning);
        let instead = |text: &str| vec![Candidate { id: Some(id), node: node.at, instead: text.to_owned() }];
        match fault {
            Fault::Choice => self.choosing(id),
            Fault::Unmet if is(|m| matches!(m, Meaning::Bool(_))) => instead("True"),
            Fault::Met if is(|m| matches!(m, Meaning::Bool(_))) => instead("False"),
            Fault::Region if is(|m| matches!(m, Meaning::Region(_))) => instead("(sites Board)"),
            Fault::Range if is(|m| matches!(m, Meaning::Range(_))) => instead("(range 0 1000)"),
            Fault::Direction => self.directions(id),
            Fault::Rule if is(|m| matches!(m, Meaning::Moves(_))) => {
                self.free().iter().flat_map(|text| instead(text)).collect()
            }
            Fault::Unmet | Fault::Met | Fault::Region | Fault::Range | Fault::Rule => Vec::new(),
        }
    }

    /// What chooses among moves, and the moves that it chooses from.
    fn choosing(&self, id: CheckedId) -> Vec<Candidate> {
        let node = self.checked.node(id);
        let text = match node.entry.head {
            "priority" => {
                let parts: Vec<String> =
                    self.below(id).iter().map(|&part| self.tree.print(self.checked.node(part).at)).collect();
                format!("(or {{{}}})", parts.join(" "))
            }
            "max" | "avoidStoredState" | "firstMoveOnTrack" if node.entry.slot("moves").is_some() => {
                let Some(moves) = self.checked.arg(id, "moves") else { return Vec::new() };
                self.tree.print(moves.at)
            }
            "do" => {
                let Some(after) = self.checked.arg(id, "ifAfterwards") else { return Vec::new() };
                return vec![Candidate { id: None, node: after.at, instead: "True".to_owned() }];
            }
            "no" => "(passEnd NoEnd)".to_owned(),
            _ => return Vec::new(),
        };
        vec![Candidate { id: Some(id), node: node.at, instead: text }]
    }

    /// Directions that are written out.
    fn directions(&self, id: CheckedId) -> Vec<Candidate> {
        let node = self.checked.node(id);
        let given = node.entry.params.iter().zip(&node.args).filter(|(p, _)| p.ty == Ty::Direction);
        given
            .filter_map(|(_, arg)| arg.as_ref())
            .map(|arg: &Arg| Candidate { id: None, node: arg.at, instead: "All".to_owned() })
            .collect()
    }

    /// Rules that give just this move.
    fn free(&self) -> Vec<String> {
        let kind = match self.game.site_type {
            SiteType::Cell => "",
            SiteType::Edge => "Edge ",
            SiteType::Vertex => "Vertex ",
        };
        let of = |site: i32| {
            let on_board = (site as usize) < self.game.board_sites(self.game.site_type);
            format!("{}{site}", if on_board { kind } else { "" })
        };
        let to = of(self.attempt.to);
        match self.attempt.from {
            Some(from) => vec![format!("(move (from {}) (to {to}))", of(from))],
            None => vec![format!("(move Add (to {to}))"), format!("(move Select (from {to}))")],
        }
    }

    /// Is the move there once the text has changed?
    fn works(&mut self, candidate: &Candidate) -> bool {
        self.tried += 1;
        if self.tried > MOST_CHANGES {
            return false;
        }
        let text = edited(self.tree, candidate.node, &candidate.instead);
        let none = ludarium_syntax::Defines::default();
        let reading = crate::read("", &text, &none, &Selection::default());
        let Some(checked) = reading.game.filter(|checked| checked.root().entry.id == "game") else {
            return false;
        };
        let Ok((game, _)) = ludarium_ludemes::assemble::assemble(&checked) else { return false };
        if !self.same_position(&game) {
            return false;
        }
        let mut ctx = Ctx::new(&game, self.pos.clone(), self.rng);
        ctx.forced_dice = self.forced_dice.to_vec();
        ctx.hurried = true;
        ctx.legal_moves().iter().any(|m| self.attempt.fits(m))
    }

    /// Can the position be read by the changed rules? (Names of variables have numbers by where they come first.)
    fn same_position(&self, other: &Game) -> bool {
        let labels =
            |game: &Game| -> Vec<String> { game.components.iter().map(|c| c.label.clone()).collect() };
        other.names == self.game.names
            && other.players == self.game.players
            && other.phases.len() == self.game.phases.len()
            && other.layout == self.game.layout
            && labels(other) == labels(self.game)
    }
}

/// The clauses that rules stand for, once each, in the order of the rules.
pub fn clauses_of(reading: &crate::Reading, rules: &[RuleId]) -> Vec<NodeId> {
    let assembled = reading.game.as_ref().and_then(|game| ludarium_ludemes::assemble::assemble(game).ok());
    let Some((_, places)) = assembled else { return Vec::new() };
    let mut found = Vec::new();
    for rule in rules {
        if let Some((_, node)) = places.get(rule.0 as usize)
            && !found.contains(node)
        {
            found.push(*node);
        }
    }
    found
}
