//! Deduction puzzles: all solutions of the kernel's constraints, up to two, which tells whether the solution is the
//! only one. Differences, sums and counts narrow the values that are still possible; every other constraint is asked
//! for its opinion of what is decided so far. Knows constraints, and no puzzle.

use crate::control::Control;
use ludarium_engine::action::{Act, Action};
use ludarium_engine::kernel::walk::{self, Part};
use ludarium_engine::kernel::{Bool, Effect, Int, MovesKind, Region};
use ludarium_engine::{SiteSet, SiteType};
use ludarium_play::{Ctx, Move};
use std::sync::Arc;

/// A value of each variable that has one: kind of site, site, value.
pub type Solution = Vec<(SiteType, i32, i32)>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is exactly one solution.
    Unique,
    /// There are at least two.
    Several,
    /// There is none.
    Impossible,
    /// One was found, but not whether it is the only one.
    AtLeastOne,
    /// The budget ran out before anything was known.
    Unknown,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    pub verdict: Verdict,
    pub solution: Option<Solution>,
    /// A second solution, where there are several.
    pub other: Option<Solution>,
    /// Positions that were looked at.
    pub nodes: u64,
    /// Was anything guessed, or did the constraints alone lead to the solution?
    pub guesses: u64,
}

/// The constraints of a puzzle, if the game is one.
pub fn constraints(game: &ludarium_engine::Game) -> Option<&[Bool]> {
    game.phases.iter().find_map(|phase| {
        if let MovesKind::Effect(effect) = &phase.play.kind
            && let Effect::Satisfy(constraints) = &**effect
        {
            return Some(&**constraints);
        }
        None
    })
}

#[derive(Clone, Debug)]
enum Atom {
    /// No value twice, but for those that may be (as bits). 0 is no value unless it is among them.
    Different {
        vars: Vec<usize>,
        excepts: u64,
    },
    Sum {
        vars: Vec<usize>,
        total: i32,
    },
    Count {
        vars: Vec<usize>,
        what: i32,
        total: i32,
    },
    /// One of these holds.
    Either(Vec<Atom>),
}

/// A constraint that only the evaluator understands.
struct Opaque<'g> {
    cond: &'g Bool,
    /// Once it fails it fails for good; otherwise it is asked at the end only.
    early: bool,
    /// It speaks of the last value that was set: it must hold whichever that was.
    of_last: bool,
}

struct Solver<'g, 'c> {
    ctx: Ctx<'g>,
    all: &'g [Bool],
    control: &'c Control<'c>,
    vars: Vec<(SiteType, i32)>,
    /// The first variable of each kind of site.
    first: [usize; 3],
    counts: [usize; 3],
    atoms: Vec<Atom>,
    /// Which atoms speak of each variable.
    about: Vec<Vec<usize>>,
    opaque: Vec<Opaque<'g>>,
    /// What is set (not 0) on sites of a kind hangs together in fewer groups than this.
    groups: Vec<(SiteType, i32)>,
    /// Variables that some constraint speaks of.
    matters: Vec<bool>,
    found: Vec<Vec<u64>>,
    nodes: u64,
    guesses: u64,
}

/// Solves a puzzle from a position (values that were set stay).
pub fn solve(start: &Ctx<'_>, control: &Control<'_>) -> Solved {
    let nothing = |verdict| Solved { verdict, solution: None, other: None, nodes: 0, guesses: 0 };
    let (Some(all), Some(puzzle)) = (constraints(start.game), start.pos.puzzle.as_ref()) else {
        return nothing(Verdict::Unknown);
    };
    // The engine keeps values as bits of a number: of a puzzle with more of them nothing can be said.
    if start.game.puzzle_ranges.iter().flatten().any(|&(_, max)| max > 63) {
        return nothing(Verdict::Unknown);
    }
    let mut domains: Vec<u64> = Vec::new();
    let mut vars = Vec::new();
    let (mut first, mut counts) = ([0; 3], [0; 3]);
    for kind in SiteType::ALL {
        let candidates = &puzzle.candidates[kind as usize];
        first[kind as usize] = domains.len();
        counts[kind as usize] = candidates.len();
        vars.extend((0..candidates.len()).map(|s| (kind, s as i32)));
        domains.extend_from_slice(candidates);
    }
    let n = vars.len();
    let mut solver = Solver {
        ctx: start.clone(),
        all,
        control,
        vars,
        first,
        counts,
        atoms: Vec::new(),
        about: vec![Vec::new(); n],
        opaque: Vec::new(),
        groups: Vec::new(),
        matters: vec![false; n],
        found: Vec::new(),
        nodes: 0,
        guesses: 0,
    };
    for c in all {
        solver.ground(c);
    }
    for (i, atom) in solver.atoms.iter().enumerate() {
        for v in atom.vars() {
            solver.matters[v] = true;
            if !solver.about[v].contains(&i) {
                solver.about[v].push(i);
            }
        }
    }
    if !solver.opaque.is_empty() || !solver.groups.is_empty() {
        solver.matters.fill(true);
    }
    let complete = solver.search(domains);
    let found: Vec<Solution> = solver.found.iter().map(|d| solver.solution(d)).collect();
    let verdict = match (found.len(), complete) {
        (0, true) => Verdict::Impossible,
        (0, false) => Verdict::Unknown,
        (1, true) => Verdict::Unique,
        (1, false) => Verdict::AtLeastOne,
        (2.., _) => Verdict::Several,
    };
    let mut found = found.into_iter();
    Solved {
        verdict,
        solution: found.next(),
        other: found.next(),
        nodes: solver.nodes,
        guesses: solver.guesses,
    }
}

impl Atom {
    fn vars(&self) -> Vec<usize> {
        match self {
            Atom::Different { vars, .. } | Atom::Sum { vars, .. } | Atom::Count { vars, .. } => vars.clone(),
            Atom::Either(all) => all.iter().flat_map(Atom::vars).collect(),
        }
    }

    /// Narrows the values; `None` when it can no longer hold, else whether anything changed.
    fn narrow(&self, d: &mut [u64]) -> Option<bool> {
        match self {
            Atom::Different { vars, excepts } => different(d, vars, *excepts),
            Atom::Sum { vars, total } => sum(d, vars, *total),
            Atom::Count { vars, what, total } => count(d, vars, *what, *total),
            Atom::Either(all) => {
                let mut alive = None;
                for atom in all {
                    let mut copy: Vec<u64> = d.to_vec();
                    if atom.narrow(&mut copy).is_some() {
                        if alive.is_some() {
                            return Some(false);
                        }
                        alive = Some(copy);
                    }
                }
                let alive = alive?;
                let changed = alive != d;
                d.copy_from_slice(&alive);
                Some(changed)
            }
        }
    }
}

fn different(d: &mut [u64], vars: &[usize], excepts: u64) -> Option<bool> {
    let mut changed = false;
    for &v in vars {
        if excepts & 1 == 0 && d[v] & 1 == 1 {
            d[v] &= !1;
            changed = true;
        }
        if d[v] == 0 {
            return None;
        }
    }
    // What is decided is taken from the others, until nothing more is decided by that.
    let mut settled = 0u64;
    let mut taken = 0u64;
    loop {
        let mut fresh = false;
        for (i, &v) in vars.iter().enumerate() {
            let bit = 1u64 << (i & 63);
            let known = i < 64 && settled & bit != 0;
            if d[v].count_ones() == 1 && !known {
                if i < 64 {
                    settled |= bit;
                }
                if d[v] & excepts != 0 {
                    continue;
                }
                if taken & d[v] != 0 && i < 64 {
                    return None;
                }
                if taken & d[v] == 0 {
                    taken |= d[v];
                    for &o in vars.iter().filter(|&&o| o != v) {
                        if d[o] & d[v] != 0 {
                            d[o] &= !d[v];
                            changed = true;
                            fresh = true;
                            if d[o] == 0 {
                                return None;
                            }
                        }
                    }
                }
            }
        }
        if !fresh {
            break;
        }
    }
    // As many values as places: a value with one place left goes there.
    let values = vars.iter().fold(0, |a, &v| a | d[v]) & !excepts;
    if (values.count_ones() as usize) < vars.len() {
        let free = vars.iter().any(|&v| d[v] & excepts != 0);
        if !free {
            return None;
        }
    } else if values.count_ones() as usize == vars.len() && excepts == 0 {
        let (mut once, mut twice) = (0u64, 0u64);
        for &v in vars {
            twice |= once & d[v];
            once |= d[v];
        }
        let single = once & !twice;
        for &v in vars {
            let only = d[v] & single;
            if only != 0 && d[v] != only {
                if only.count_ones() > 1 {
                    return None;
                }
                d[v] = only;
                changed = true;
            }
        }
    }
    Some(changed)
}

fn low(bits: u64) -> i32 {
    bits.trailing_zeros() as i32
}
fn high(bits: u64) -> i32 {
    63 - bits.leading_zeros() as i32
}

fn sum(d: &mut [u64], vars: &[usize], total: i32) -> Option<bool> {
    let mut changed = false;
    loop {
        if vars.iter().any(|&v| d[v] == 0) {
            return None;
        }
        let least: i32 = vars.iter().map(|&v| low(d[v])).sum();
        let most: i32 = vars.iter().map(|&v| high(d[v])).sum();
        if least > total || most < total {
            return None;
        }
        let mut fresh = false;
        for &v in vars {
            let from = total - (most - high(d[v]));
            let to = total - (least - low(d[v]));
            let mut allowed = u64::MAX;
            if from > 0 {
                allowed = if from > 63 { 0 } else { allowed << from };
            }
            if to < 63 {
                allowed &= if to < 0 { 0 } else { (2u64 << to) - 1 };
            }
            if d[v] & !allowed != 0 {
                d[v] &= allowed;
                fresh = true;
                if d[v] == 0 {
                    return None;
                }
            }
        }
        if !fresh {
            return Some(changed);
        }
        changed = true;
    }
}

fn count(d: &mut [u64], vars: &[usize], what: i32, total: i32) -> Option<bool> {
    let bit = if (0..64).contains(&what) { 1u64 << what } else { 0 };
    let sure = vars.iter().filter(|&&v| d[v] == bit).count() as i32;
    let possible = vars.iter().filter(|&&v| d[v] & bit != 0).count() as i32;
    if sure > total || possible < total {
        return None;
    }
    let mut changed = false;
    if sure == total || possible == total {
        let take = possible == total;
        for &v in vars.iter() {
            if d[v] & bit != 0 && d[v] != bit {
                d[v] = if take { bit } else { d[v] & !bit };
                changed = true;
            }
        }
    }
    Some(changed)
}

impl<'g> Solver<'g, '_> {
    fn of(&self, kind: SiteType, sites: &SiteSet) -> Vec<usize> {
        let count = self.counts[kind as usize];
        sites
            .iter()
            .filter_map(|s| usize::try_from(s).ok())
            .filter(|&s| s < count)
            .map(|s| self.first[kind as usize] + s)
            .collect()
    }

    /// The regions that a constraint means when it names none.
    fn regions(&mut self) -> Vec<(&'g str, SiteSet)> {
        let mut all = Vec::new();
        for named in &self.ctx.game.regions {
            let name = named.name.as_str();
            if !named.parts.is_empty() {
                all.extend(named.parts.iter().map(|p| (name, p.clone())));
            } else if !named.regions.is_empty() {
                all.extend(named.regions.iter().map(|r| (name, self.ctx.region(r))));
            } else {
                all.extend(named.sites.iter().map(|s| (name, s.clone())));
            }
        }
        all
    }

    /// Turns a constraint into atoms, or keeps it as it is.
    fn ground(&mut self, c: &'g Bool) {
        match c {
            Bool::And(all) => all.iter().for_each(|c| self.ground(c)),
            Bool::ForAllSites { kind, cond } if self.known(cond) => {
                let before = self.ctx.reg.from;
                for site in 0..self.ctx.game.board_sites(*kind) as i32 {
                    self.ctx.reg.from = site;
                    if let Some(Some(atom)) = self.atom(cond) {
                        self.atoms.push(atom);
                    }
                }
                self.ctx.reg.from = before;
            }
            Bool::ForAllHints(cond) if self.known(cond) => {
                let before = self.ctx.reg.clone();
                let game = self.ctx.game;
                for hint in &game.hints {
                    if let Some(&a) = hint.region.first() {
                        self.ctx.reg.from = a;
                    }
                    if let Some(&b) = hint.region.get(1) {
                        self.ctx.reg.to = b;
                    }
                    if let Some(v) = hint.value {
                        self.ctx.reg.hint = v;
                    }
                    self.ctx.reg.hint_region = Some(Arc::new(hint.region.clone()));
                    if let Some(Some(atom)) = self.atom(cond) {
                        self.atoms.push(atom);
                    }
                }
                self.ctx.reg = before;
            }
            Bool::PuzzleDifferent { kind, region, excepts } => {
                let excepts = excepts.iter().map(|e| self.ctx.int(e)).collect::<Vec<i32>>();
                let excepts =
                    excepts.iter().filter(|v| (0..64).contains(*v)).fold(0u64, |bits, &v| bits | 1 << v);
                let regions = match region {
                    Some(r) => vec![self.ctx.region(r)],
                    None => self.regions().into_iter().map(|(_, r)| r).collect(),
                };
                for r in regions {
                    let vars = self.of(*kind, &r);
                    self.atoms.push(Atom::Different { vars, excepts });
                }
            }
            Bool::PuzzleSum { kind, region: None, name, result, by_hint } => {
                let regions = self.regions();
                let before = self.ctx.reg.hint;
                let game = self.ctx.game;
                let named = regions.iter().filter(|(n, _)| n.contains(&**name));
                for (i, (_, r)) in named.enumerate() {
                    if *by_hint && let Some(v) = game.hints.get(i).and_then(|h| h.value) {
                        self.ctx.reg.hint = v;
                    }
                    let total = self.ctx.int(result);
                    let vars = self.of(*kind, r);
                    self.atoms.push(Atom::Sum { vars, total });
                }
                self.ctx.reg.hint = before;
            }
            Bool::PuzzleSum { .. } | Bool::PuzzleCount { .. } => {
                if let Some(Some(atom)) = self.atom(c) {
                    self.atoms.push(atom);
                }
            }
            Bool::Lt(a, b) if matches!((&**a, &**b), (Int::Groups { .. }, Int::Const(_))) => {
                if let (Int::Groups { kind, .. }, Int::Const(n)) = (&**a, &**b) {
                    self.groups.push((*kind, *n));
                }
            }
            // Whatever else there is, the evaluator knows. Groups of what is decided may still grow together.
            other => {
                let grouped = |part: Part<'_>| {
                    matches!(part, Part::Int(Int::Groups { .. }) | Part::Bool(Bool::AllGroups { .. }))
                };
                let late =
                    |part: Part<'_>| matches!(part, Part::Int(Int::LastTo) | Part::Region(Region::LastTo));
                let early = !walk::any([Part::Bool(other)], grouped);
                let of_last = walk::any([Part::Bool(other)], late);
                self.opaque.push(Opaque { cond: other, early, of_last });
            }
        }
    }

    /// Can this be turned into an atom wherever it is asked?
    fn known(&self, c: &Bool) -> bool {
        if let Bool::Or(all) = c {
            return all.iter().all(|c| self.known(c) || constant(c));
        }
        matches!(c, Bool::PuzzleCount { region: Some(_), .. } | Bool::PuzzleSum { region: Some(_), .. })
    }

    /// The atom of a constraint as the registers stand; `Some(None)` where it holds whatever is chosen.
    fn atom(&mut self, c: &'g Bool) -> Option<Option<Atom>> {
        if let Bool::PuzzleCount { kind, region: Some(region), what, result } = c {
            let (what, total) = (self.ctx.int(what), self.ctx.int(result));
            let region = self.ctx.region(region);
            let vars = self.of(*kind, &region);
            return Some(Some(Atom::Count { vars, what, total }));
        }
        if let Bool::PuzzleSum { kind, region: Some(region), result, .. } = c {
            let total = self.ctx.int(result);
            let region = self.ctx.region(region);
            let vars = self.of(*kind, &region);
            return Some(Some(Atom::Sum { vars, total }));
        }
        let Bool::Or(all) = c else { return None };
        let mut atoms = Vec::new();
        for c in all {
            if constant(c) {
                if self.ctx.bool(c) {
                    return Some(None);
                }
            } else if let Some(atom) = self.atom(c)? {
                atoms.push(atom);
            }
        }
        Some(Some(if atoms.len() == 1 { atoms.remove(0) } else { Atom::Either(atoms) }))
    }

    /// What the evaluator says to the values decided so far; with `at`, to that value as the last one set.
    fn allowed(&mut self, d: &[u64], complete: bool, at: Option<usize>) -> bool {
        self.place(d);
        self.ctx.fuel = ludarium_engine::ctx::FUEL;
        let due = |o: &Opaque<'g>| o.early || complete;
        if !self.opaque.iter().all(|o| !due(o) || o.of_last || self.ctx.bool(o.cond)) {
            return false;
        }
        if self.opaque.iter().any(|o| o.of_last && due(o)) {
            let all: Vec<usize> = match at {
                Some(v) => vec![v],
                None => (0..d.len()).filter(|&v| d[v].count_ones() == 1).collect(),
            };
            let before = self.ctx.pos.last.take();
            let fits = all.into_iter().all(|v| {
                let (kind, var) = self.vars[v];
                let act = Act::PuzzleSet { kind, var, value: low(d[v]) };
                self.ctx.pos.last = Some(Arc::new(Move::new(Action { act, decision: true })));
                self.opaque.iter().all(|o| !due(o) || !o.of_last || self.ctx.bool(o.cond))
            });
            self.ctx.pos.last = before;
            if !fits {
                return false;
            }
        }
        !complete || self.groups.iter().all(|&(kind, most)| self.count_groups(d, kind) < most)
    }

    /// How many groups the sites hang together in whose value is not 0.
    fn count_groups(&self, d: &[u64], kind: SiteType) -> i32 {
        let board = &self.ctx.game.board;
        let (first, n) = (self.first[kind as usize], self.counts[kind as usize]);
        let set = |s: usize| d[first + s] & 1 == 0;
        let mut seen = vec![false; n];
        let mut groups = 0;
        for s in (0..n).filter(|&s| set(s)) {
            if seen[s] {
                continue;
            }
            groups += 1;
            let mut open = vec![s];
            seen[s] = true;
            while let Some(at) = open.pop() {
                let near: Vec<u32> = if kind == SiteType::Edge {
                    let ends = board.incident(SiteType::Edge, at, SiteType::Vertex);
                    let around = |&v: &u32| board.incident(SiteType::Vertex, v as usize, SiteType::Edge);
                    ends.iter().flat_map(around).copied().collect()
                } else {
                    board.neighbours(kind, at, ludarium_board::Relation::Adjacent).to_vec()
                };
                for next in near {
                    let next = next as usize;
                    if next < n && set(next) && !seen[next] {
                        seen[next] = true;
                        open.push(next);
                    }
                }
            }
        }
        groups
    }

    fn place(&mut self, d: &[u64]) {
        if let Some(puzzle) = &mut self.ctx.pos.puzzle {
            for (k, candidates) in puzzle.candidates.iter_mut().enumerate() {
                let from = self.first[k];
                let n = candidates.len();
                candidates.copy_from_slice(&d[from..from + n]);
            }
        }
    }

    /// Narrows by atoms until nothing changes; false when something can no longer hold.
    fn narrow(&self, d: &mut [u64], changed: Option<usize>) -> bool {
        let mut due: Vec<bool> = vec![changed.is_none(); self.atoms.len()];
        if let Some(v) = changed {
            self.about[v].iter().for_each(|&a| due[a] = true);
        }
        let mut before = d.to_vec();
        while let Some(a) = due.iter().position(|&x| x) {
            due[a] = false;
            match self.atoms[a].narrow(d) {
                None => return false,
                Some(false) => {}
                Some(true) => {
                    for v in self.atoms[a].vars() {
                        if d[v] != before[v] {
                            before[v] = d[v];
                            for &b in &self.about[v] {
                                due[b] |= b != a;
                            }
                        }
                    }
                }
            }
        }
        true
    }

    /// Takes away values that the evaluator objects to, where few are left.
    fn probe(&mut self, d: &mut [u64]) -> bool {
        if !self.opaque.iter().any(|o| o.early) {
            return true;
        }
        if !self.allowed(d, false, None) {
            return false;
        }
        loop {
            let mut changed = false;
            for v in 0..d.len() {
                if d[v].count_ones() < 2 || d[v].count_ones() > 9 || self.control.expired() {
                    continue;
                }
                for value in 0..64 {
                    let bit = 1u64 << value;
                    if d[v] & bit == 0 || d[v] == bit {
                        continue;
                    }
                    let keep = d[v];
                    d[v] = bit;
                    let fits = self.allowed(d, false, Some(v));
                    d[v] = keep;
                    if !fits {
                        d[v] &= !bit;
                        if d[v] == 0 || !self.narrow(d, Some(v)) {
                            return false;
                        }
                        changed = true;
                    }
                }
            }
            if !changed {
                return true;
            }
        }
    }

    /// Looks for solutions, two at most; was everything looked at (or enough found)?
    fn search(&mut self, start: Vec<u64>) -> bool {
        let mut start = start;
        if !self.narrow(&mut start, None) || !self.probe(&mut start) {
            return true;
        }
        // What is still to be tried: values as they stood, and the variable and value chosen next.
        let mut stack: Vec<(Vec<u64>, usize, u64)> = Vec::new();
        let mut next = Some(start);
        loop {
            if let Some(d) = next.take() {
                self.nodes += 1;
                let open = (0..d.len())
                    .filter(|&v| self.matters[v] && d[v].count_ones() > 1)
                    .min_by_key(|&v| (d[v].count_ones(), usize::MAX - self.about[v].len(), v));
                match open {
                    None => {
                        if self.verified(&d) {
                            self.found.push(d);
                            if self.found.len() >= 2 {
                                return true;
                            }
                        }
                    }
                    Some(v) => {
                        let left = d[v];
                        stack.push((d, v, left));
                    }
                }
            }
            if self.control.enough(0, self.nodes) {
                return false;
            }
            let Some((d, v, left)) = stack.last_mut() else { return true };
            if *left == 0 {
                stack.pop();
                continue;
            }
            let bit = *left & left.wrapping_neg();
            *left &= !bit;
            let v = *v;
            let mut d = d.clone();
            d[v] = bit;
            self.guesses += 1;
            if self.narrow(&mut d, Some(v)) && self.probe(&mut d) {
                next = Some(d);
            }
        }
    }

    /// Do all constraints hold, as the game itself sees them?
    fn verified(&mut self, d: &[u64]) -> bool {
        if !self.allowed(d, true, None) {
            return false;
        }
        // Variables that nothing speaks of may be anything: they are left as they are, or empty.
        let whole: Vec<u64> =
            d.iter().map(|&bits| if bits.count_ones() > 1 && bits & 1 == 1 { 1 } else { bits }).collect();
        self.place(&whole);
        self.ctx.fuel = ludarium_engine::ctx::FUEL;
        let all = self.all;
        all.iter().all(|c| self.ctx.bool(c))
    }

    fn solution(&self, d: &[u64]) -> Solution {
        let decided = (0..d.len()).filter(|&v| d[v].count_ones() == 1);
        decided.map(|v| (self.vars[v].0, self.vars[v].1, low(d[v]))).collect()
    }
}

/// Something about hints alone, which no choice changes.
fn constant(c: &Bool) -> bool {
    let plain = |i: &Int| matches!(i, Int::Const(_) | Int::Hint { .. });
    if let Bool::Eq(a, b) | Bool::Ne(a, b) = c {
        return plain(a) && plain(b);
    }
    matches!(c, Bool::Const(_))
}
