//! Which clause each part of a game's rules came from. A game is put together once more with notes of what each clause
//! was made into; the notes are then laid beside the rules, from the outside in. Parts are known by their address,
//! so what is found holds for this very game and as long as it lives.
//!
//! Parts that a clause is made of without being clauses themselves (what a word of the language stands for) have no entry:
//! they belong to the clause around them.

use ludarium_engine::ctx::RuleId;
use ludarium_engine::game::End;
use ludarium_engine::kernel::walk::Part;
use ludarium_engine::kernel::{EndRule, end::Outcome};
use ludarium_ludemes::checked::{Checked, CheckedId};
use ludarium_ludemes::notes::Notes;
use ludarium_play::{Game, Reading};
use ludarium_syntax::{FileId, NodeId, Span, locate};
use rustc_hash::FxHashMap;

/// Where a clause is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClausePlace {
    pub file: String,
    pub line: u32,
    pub column: u32,
    /// Where it stands in the description itself: its own place, or where the definition is used that brought it there.
    pub span: Span,
    /// That place as line and column.
    pub used: (u32, u32),
    /// The names of the definitions that brought it, the innermost first.
    pub through: Vec<String>,
}

/// What kind of part, and where it lies in memory.
type Address = (u8, usize);

/// See the module.
#[derive(Debug)]
pub struct Clauses {
    by_address: FxHashMap<Address, Vec<CheckedId>>,
    by_end: FxHashMap<usize, CheckedId>,
    by_rule: Vec<Option<CheckedId>>,
    nodes: Vec<NodeId>,
    parents: Vec<Option<CheckedId>>,
    places: Vec<ClausePlace>,
    texts: Vec<String>,
    observable: Vec<bool>,
}

/// Clauses longer than this are cut where they are shown.
const LONGEST: usize = 400;

impl Clauses {
    /// Nothing for a match (its games have rules of their own) and where the description was not kept.
    pub fn of(game: &Game, reading: &Reading) -> Option<Clauses> {
        let checked = reading.game.as_ref()?;
        let ((_, rules), notes) = ludarium_ludemes::assemble::assemble_noted(checked).ok()?;
        let by_node: FxHashMap<NodeId, CheckedId> =
            checked.nodes.iter().enumerate().map(|(i, n)| (n.at, CheckedId(i as u32))).collect();
        let by_rule = rules.iter().map(|(_, node)| by_node.get(node).copied()).collect();
        let parents: Vec<_> = checked.parents().into_iter().map(|p| p.map(|(id, _)| id)).collect();
        let mut laid = Beside {
            game,
            notes: &notes,
            claimed: vec![false; notes.all.len()],
            by_address: FxHashMap::default(),
            by_end: FxHashMap::default(),
            parents: &parents,
        };
        laid.all();
        let (by_address, by_end) = (laid.by_address, laid.by_end);
        let mut observable = vec![false; checked.nodes.len()];
        for id in by_address.values().flatten().chain(by_end.values()) {
            observable[id.0 as usize] = true;
        }
        let (places, texts) = written(reading, checked);
        let nodes = checked.nodes.iter().map(|n| n.at).collect();
        Some(Clauses { by_address, by_end, by_rule, nodes, parents, places, texts, observable })
    }

    /// The clauses that a part is, the outermost first; none where it is only a piece of one.
    pub fn of_part(&self, part: Part<'_>) -> &[CheckedId] {
        self.by_address.get(&address(part)).map_or(&[], Vec::as_slice)
    }
    pub fn of_end(&self, rule: &EndRule) -> Option<CheckedId> {
        self.by_end.get(&std::ptr::from_ref(rule).addr()).copied()
    }
    pub fn of_rule(&self, rule: RuleId) -> Option<CheckedId> {
        self.by_rule.get(rule.0 as usize).copied().flatten()
    }
    pub fn parent(&self, id: CheckedId) -> Option<CheckedId> {
        self.parents.get(id.0 as usize).copied().flatten()
    }
    pub fn place(&self, id: CheckedId) -> &ClausePlace {
        &self.places[id.0 as usize]
    }
    /// The clause once definitions are worked out, cut where it is long.
    pub fn text(&self, id: CheckedId) -> &str {
        &self.texts[id.0 as usize]
    }
    pub fn node(&self, id: CheckedId) -> NodeId {
        self.nodes[id.0 as usize]
    }
    /// Can the evaluator be seen at this clause?
    pub fn is_observable(&self, id: CheckedId) -> bool {
        self.observable.get(id.0 as usize).copied().unwrap_or(false)
    }
    /// Does it give moves?
    pub fn is_rule(&self, id: CheckedId) -> bool {
        self.by_rule.contains(&Some(id))
    }
    pub fn ids(&self) -> impl Iterator<Item = CheckedId> + '_ {
        (0..self.nodes.len()).map(|i| CheckedId(i as u32))
    }
}

fn address(part: Part<'_>) -> Address {
    match part {
        Part::Bool(p) => (0, std::ptr::from_ref(p).addr()),
        Part::Int(p) => (1, std::ptr::from_ref(p).addr()),
        Part::IntArr(p) => (2, std::ptr::from_ref(p).addr()),
        Part::Float(p) => (3, std::ptr::from_ref(p).addr()),
        Part::Region(p) => (4, std::ptr::from_ref(p).addr()),
        Part::Dir(p) => (5, std::ptr::from_ref(p).addr()),
        Part::Moves(p) => (6, std::ptr::from_ref(p).addr()),
        Part::Effect(p) => (7, std::ptr::from_ref(p).addr()),
    }
}

fn written(reading: &Reading, checked: &Checked) -> (Vec<ClausePlace>, Vec<String>) {
    let (tree, sources) = (&reading.expanded.game, reading.sources());
    let place = |node: NodeId| {
        let node = tree.node(node);
        let own = locate(node.span, &sources);
        let (mut span, mut through, mut origin) = (node.span, Vec::new(), node.origin);
        while let Some(at) = origin.map(|id| tree.origin(id)) {
            through.push(at.name.to_string());
            if span.file != FileId(0) {
                span = at.used_at;
            }
            origin = at.outer;
        }
        let used = locate(span, &sources).start;
        let used = (used.line, used.column);
        ClausePlace { file: own.file, line: own.start.line, column: own.start.column, span, used, through }
    };
    let text = |node: NodeId| {
        // The label belongs to the clause around: `if:(is Empty (to))`.
        let printed = tree.print(node);
        let bracket = printed.find('(').filter(|&at| printed[..at].ends_with(':')).unwrap_or(0);
        let whole = printed[bracket..].to_owned();
        match whole.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}…", &whole[..end]),
            None => whole,
        }
    };
    checked.nodes.iter().map(|node| (place(node.at), text(node.at))).unzip()
}

/// Notes being laid beside the rules.
struct Beside<'a> {
    game: &'a ludarium_engine::Game,
    notes: &'a Notes,
    claimed: Vec<bool>,
    by_address: FxHashMap<Address, Vec<CheckedId>>,
    by_end: FxHashMap<usize, CheckedId>,
    parents: &'a [Option<CheckedId>],
}

impl<'a> Beside<'a> {
    fn all(&mut self) {
        let game = self.game;
        let pieces = game.components.iter().filter_map(|c| c.moves.as_ref());
        let phases = game.phases.iter().map(|p| &p.play);
        let rules: Vec<Part<'a>> = phases.chain(pieces).map(Part::Moves).collect();
        rules.into_iter().for_each(|part| self.lay(part, None));
        for next in game.phases.iter().flat_map(|p| &p.next) {
            next.cond.iter().for_each(|cond| self.lay(Part::Bool(cond), None));
        }
        for end in game.end.iter().chain(game.phases.iter().filter_map(|p| p.end.as_ref())) {
            self.end(end);
        }
        if let Some(fall) = game.meta.fall {
            self.lay(Part::Moves(&game.thens[fall.0 as usize]), None);
        }
    }

    fn end(&mut self, end: &'a End) {
        let mut open: Vec<&'a EndRule> = end.rules.iter().collect();
        while let Some(rule) = open.pop() {
            let (cond, outcome) = match rule {
                EndRule::If { cond, cases, result } => {
                    open.extend(cases);
                    (Some(cond), result.as_ref())
                }
                EndRule::Always(outcome) => (None, Some(outcome)),
                EndRule::ForEachPlayer { cond, result, .. } | EndRule::ForEachTrack { cond, result } => {
                    (Some(cond), Some(result))
                }
            };
            if let Some(cond) = cond {
                self.lay(Part::Bool(cond), None);
                let inner = self.by_address.get(&address(Part::Bool(cond))).and_then(|ids| ids.first());
                if let Some(outer) = inner.and_then(|id| self.parents[id.0 as usize]) {
                    self.by_end.insert(std::ptr::from_ref(rule).addr(), outer);
                }
            }
            match outcome {
                Some(Outcome::ByScore { finals, misere }) => {
                    finals.iter().for_each(|(_, score)| self.lay(Part::Int(score), None));
                    misere.iter().for_each(|m| self.lay(Part::Bool(m), None));
                }
                Some(Outcome::Payoffs(list)) => {
                    list.iter().for_each(|(_, payoff)| self.lay(Part::Float(payoff), None));
                }
                Some(Outcome::Result { .. }) | None => {}
            }
        }
    }

    /// Looks for the clauses of a part and of everything in it, among what was worked out for `around`.
    fn lay(&mut self, part: Part<'a>, around: Option<usize>) {
        let mut open = vec![(part, around)];
        while let Some((part, mut around)) = open.pop() {
            if self.by_address.contains_key(&address(part)) {
                continue;
            }
            let mut chain = Vec::new();
            while let Some(found) = self.matching(part, around) {
                self.claimed[found] = true;
                chain.push(self.notes.all[found].clause);
                around = Some(found);
            }
            if !chain.is_empty() {
                self.by_address.insert(address(part), chain);
            }
            // In the order of the text: of two clauses alike the first is found first.
            open.extend(part.parts().into_iter().rev().map(|inner| (inner, around)));
            if let Part::Moves(moves) = part
                && let Some(then) = moves.then
                && let Some(rule) = self.game.thens.get(then.0 as usize)
            {
                open.push((Part::Moves(rule), around));
            }
        }
    }

    /// The note that fits: one that was not used before, or else one that was.
    fn matching(&self, part: Part<'_>, around: Option<usize>) -> Option<usize> {
        let notes = &self.notes.all;
        let mut open: Vec<usize> = match around {
            Some(at) => notes[at].within.iter().rev().copied().collect(),
            None => self.notes.roots.iter().rev().copied().collect(),
        };
        let mut used = None;
        while let Some(at) = open.pop() {
            match &notes[at].made {
                Some(made) if made.is(part) && !self.claimed[at] => return Some(at),
                Some(made) if made.is(part) => used = used.or(Some(at)),
                Some(_) => {}
                // What is no value by itself, a range for example, only passes on what is in it.
                None => open.extend(notes[at].within.iter().rev()),
            }
        }
        used
    }
}
