//! A game being debugged: a state, what is being stepped through, breakpoints and watch expressions.

use crate::breakpoint::{Breakpoint, Event, NoSuchClause};
use crate::clauses::Clauses;
use crate::coverage::Coverage;
use crate::recorder::{Moment, Recorder, Seen, Task};
use crate::trace::{Bounds, Trace};
use ludarium_engine::ctx::{Registers, Witness};
use ludarium_engine::{Ctx, Move};
use ludarium_ludemes::checked::CheckedId;
use ludarium_play::why::values::Is;
use ludarium_play::{BadExpression, Expression};
use ludarium_play::{Choice, Game, Illegal, Reading, Rng, Selection, State};
use ludarium_syntax::NodeId;
use std::sync::Arc;

/// What the rules are worked out for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doing {
    /// Which moves are legal.
    Moves,
    /// What the legal move of this number does, and whether the game ends.
    Apply(usize),
}

/// Where a run stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// Which breakpoint was met.
    pub breakpoint: usize,
    /// The clause that was met.
    pub clause: Option<CheckedId>,
    /// The move that was being made, or was just made.
    pub by: Option<String>,
    /// The move was made: the position is the one after it.
    pub made: bool,
}

/// An evaluation that is being walked over.
#[derive(Clone, Debug)]
pub struct Stepping {
    pub doing: Doing,
    pub trace: Trace,
    /// The entry at which we are.
    pub at: usize,
}

/// How a run of random games went.
#[derive(Clone, Debug, Default)]
pub struct Run {
    pub stop: Option<Stop>,
    /// Games that were begun, and moves made in all of them.
    pub games: u64,
    pub plies: u64,
    /// Somebody wanted it to end.
    pub interrupted: bool,
}

pub struct Session {
    state: State,
    reading: Arc<Reading>,
    selection: Selection,
    clauses: Arc<Clauses>,
    breakpoints: Vec<Option<Arc<Breakpoint>>>,
    watches: Vec<Expression>,
    stepping: Option<Stepping>,
    bounds: Bounds,
}

/// A random game is broken off after so many moves.
const LONGEST_GAME: u64 = 2_000;

impl Session {
    /// Nothing can be traced in a match: its games are debugged one by one.
    pub fn new(state: State, reading: Arc<Reading>, selection: Selection) -> Result<Session, String> {
        let Some(clauses) = Clauses::of(state.game(), &reading) else {
            return Err("a match has no rules of play of its own; debug its games one by one".to_owned());
        };
        Ok(Session {
            state,
            reading,
            selection,
            clauses: Arc::new(clauses),
            breakpoints: Vec::new(),
            watches: Vec::new(),
            stepping: None,
            bounds: Bounds::default(),
        })
    }

    pub fn state(&self) -> &State {
        &self.state
    }
    pub fn game(&self) -> &Game {
        self.state.game()
    }
    pub fn reading(&self) -> &Arc<Reading> {
        &self.reading
    }
    pub fn clauses(&self) -> &Clauses {
        &self.clauses
    }
    pub fn stepping(&self) -> Option<&Stepping> {
        self.stepping.as_ref()
    }
    /// Keeps more or less of each evaluation.
    pub fn set_bounds(&mut self, bounds: Bounds) {
        self.bounds = bounds;
    }

    // ---- tracing ----

    fn legal(&self, task: Task) -> (Seen, Vec<Move>) {
        let mut ctx = self.state.as_arrived();
        let recorder = self.watch(&mut ctx, task);
        let moves = if ctx.stopped.is_none() { ctx.legal_moves() } else { Vec::new() };
        (recorder.take(), moves)
    }

    fn apply(&self, m: &Move, task: Task) -> (Seen, Arc<Move>) {
        let mut ctx = self.state.ctx();
        let recorder = self.watch(&mut ctx, task);
        let made = ctx.apply(m);
        (recorder.take(), made)
    }

    fn watch(&self, ctx: &mut Ctx<'_>, task: Task) -> Arc<Recorder> {
        let recorder = Recorder::new(&self.clauses, task);
        ctx.witness = Some(Arc::new(Witness::of(ctx.game)));
        ctx.observer = Some(recorder.clone());
        recorder
    }

    fn recording(&self) -> Task {
        Task { record: Some(self.bounds), ..Task::default() }
    }

    /// How the legal moves of this position are found; and the moves, each with the rules that gave it.
    pub fn trace_moves(&self) -> (Trace, Vec<Move>) {
        let (seen, moves) = self.legal(self.recording());
        (seen.trace, moves)
    }

    /// What a legal move does: its effects, what follows it, and the end rules.
    pub fn trace_apply(&self, index: usize) -> Option<Trace> {
        let m = self.state.legal_moves().get(index)?;
        Some(self.apply(m, self.recording()).0.trace)
    }

    /// How the end rules were judged after the last move; nothing before the first.
    pub fn trace_end(&self) -> Option<Trace> {
        let mut before = self.bare();
        let played = self.state.history().pop()?;
        before.state.undo()?;
        let index = before.state.find(&Choice::Name(played.name)).ok()?;
        let whole = before.trace_apply(index)?;
        Some(only_ends(whole))
    }

    fn bare(&self) -> Session {
        Session {
            state: self.state.clone(),
            reading: self.reading.clone(),
            selection: self.selection.clone(),
            clauses: self.clauses.clone(),
            breakpoints: Vec::new(),
            watches: Vec::new(),
            stepping: None,
            bounds: self.bounds,
        }
    }

    // ---- playing and stepping ----

    /// Plays a move by name or number; whatever was being stepped through is left.
    pub fn play(&mut self, choice: impl Into<Choice>) -> Result<Arc<Move>, Illegal> {
        let made = self.state.play(choice)?;
        self.stepping = None;
        Ok(made)
    }

    /// Begins again with a seed and plays moves by their names.
    pub fn play_all(&mut self, seed: u64, moves: &[String]) -> Result<(), Illegal> {
        self.stepping = None;
        self.state = self.game().start(seed);
        for name in moves {
            self.state.play(name.as_str())?;
        }
        Ok(())
    }

    /// Plays a random legal move: its name, or nothing where there is none.
    pub fn play_random(&mut self, rng: &mut Rng) -> Option<String> {
        let n = self.state.legal_moves().len();
        if n == 0 || self.state.is_over() {
            return None;
        }
        let index = rng.below(n);
        let name = self.state.names().swap_remove(index);
        self.play(index).ok().map(|_| name)
    }

    /// Leaves what is being stepped through, or else takes the last move back.
    pub fn back(&mut self) -> bool {
        self.stepping.take().is_some() || self.state.undo().is_some()
    }

    /// Begins to step through the legal moves, or through what a legal move does.
    pub fn begin(&mut self, doing: Doing) -> bool {
        let trace = match doing {
            Doing::Moves => Some(self.trace_moves().0),
            Doing::Apply(index) => self.trace_apply(index),
        };
        let trace = trace.filter(|trace| !trace.entries.is_empty());
        self.stepping = trace.map(|trace| Stepping { doing, trace, at: 0 });
        self.stepping.is_some()
    }

    /// To the next clause that is evaluated, inside this one where there is one. False at the end.
    pub fn step(&mut self) -> bool {
        match &mut self.stepping {
            None => self.begin(Doing::Moves),
            Some(stepping) => {
                let next = Some(stepping.at + 1).filter(|&at| at < stepping.trace.entries.len());
                self.go_to(next)
            }
        }
    }

    /// To the next clause that is not inside this one.
    pub fn step_over(&mut self) -> bool {
        match &self.stepping {
            None => self.begin(Doing::Moves),
            Some(stepping) => self.go_to(stepping.trace.after(stepping.at)),
        }
    }

    /// To what comes after the clause around this one.
    pub fn step_out(&mut self) -> bool {
        let Some(stepping) = &self.stepping else { return false };
        let around = stepping.trace.entries.get(stepping.at).and_then(|entry| entry.parent);
        self.go_to(around.and_then(|outer| stepping.trace.after(outer)))
    }

    /// To an entry by its place in the trace.
    pub fn seek(&mut self, at: usize) -> bool {
        match &mut self.stepping {
            Some(stepping) if at < stepping.trace.entries.len() => {
                stepping.at = at;
                true
            }
            Some(_) | None => false,
        }
    }

    fn go_to(&mut self, at: Option<usize>) -> bool {
        match (at, &mut self.stepping) {
            (Some(at), Some(stepping)) => {
                stepping.at = at;
                true
            }
            (None, _) | (_, None) => {
                self.stepping = None;
                false
            }
        }
    }

    // ---- watching ----

    /// Reads an expression without keeping it.
    pub fn expression(&self, text: &str) -> Result<Expression, BadExpression> {
        Expression::read(self.game(), &self.reading, &self.selection, text)
    }
    pub fn add_watch(&mut self, text: &str) -> Result<(), BadExpression> {
        self.watches.push(self.expression(text)?);
        Ok(())
    }
    pub fn watches(&self) -> &[Expression] {
        &self.watches
    }
    pub fn clear_watches(&mut self) {
        self.watches.clear();
    }

    /// What an expression is now: at the clause that is being stepped at, with its registers, or in the position.
    pub fn value_of(&self, expression: &Expression) -> Is {
        let here = self.moment();
        expression.value(&here.pos, &here.reg, here.rng)
    }

    /// What an expression is in the position, whatever is being stepped at.
    pub fn value_in_position(&self, expression: &Expression) -> Is {
        let ctx = self.state.as_arrived();
        expression.value(&ctx.pos, &ctx.reg, ctx.rng)
    }

    fn moment(&self) -> Moment {
        let ctx = self.state.as_arrived();
        let plain = Moment { pos: ctx.pos.clone(), reg: Registers::default(), rng: ctx.rng };
        let Some(stepping) = &self.stepping else { return plain };
        let Some(entry) = stepping.trace.entries.get(stepping.at) else { return plain };
        // The evaluation is gone through once more, up to this part.
        let task = Task { keep: Some(entry.number), ..Task::default() };
        let seen = match stepping.doing {
            Doing::Moves => self.legal(task).0,
            Doing::Apply(index) => match self.state.legal_moves().get(index) {
                Some(m) => self.apply(m, task).0,
                None => return plain,
            },
        };
        seen.moment.map_or(plain, |moment| *moment)
    }

    // ---- stopping ----

    /// Adds a breakpoint: its number.
    pub fn add_breakpoint(&mut self, breakpoint: Breakpoint) -> usize {
        self.breakpoints.push(Some(Arc::new(breakpoint)));
        self.breakpoints.len() - 1
    }
    /// Reads a breakpoint: `WHERE [evaluated|fired|applied] [if EXPRESSION]`.
    pub fn read_breakpoint(&self, text: &str) -> Result<Breakpoint, NoSuchClause> {
        let (place, condition) = match text.split_once(" if ") {
            Some((place, condition)) => (place.trim(), Some(condition)),
            None => (text.trim(), None),
        };
        let last = place.rsplit_once(' ').and_then(|(place, word)| Some((place, Event::named(word)?)));
        let (place, event) = last.map_or((place, None), |(place, event)| (place, Some(event)));
        let mut breakpoint = Breakpoint::read(&self.clauses, place)?;
        breakpoint.event = event.unwrap_or(breakpoint.event);
        if let Some(condition) = condition {
            let read = self.expression(condition).map_err(|bad| NoSuchClause { message: bad.shown })?;
            breakpoint.condition = Some(read);
        }
        breakpoint.text = text.trim().to_owned();
        Ok(breakpoint)
    }
    /// The breakpoints with their numbers.
    pub fn breakpoints(&self) -> impl Iterator<Item = (usize, &Arc<Breakpoint>)> {
        self.breakpoints.iter().enumerate().filter_map(|(i, b)| b.as_ref().map(|b| (i, b)))
    }
    pub fn delete_breakpoint(&mut self, number: usize) -> bool {
        self.breakpoints.get_mut(number).and_then(Option::take).is_some()
    }

    fn looking(&self) -> Task {
        let breakpoints = self.breakpoints().map(|(i, b)| (i, b.clone())).collect();
        Task { breakpoints, ..Task::default() }
    }

    /// Random games from the start until a breakpoint is met. The seed decides chance and choices.
    pub fn run(&mut self, seed: u64, games: u64, go_on: &dyn Fn() -> bool) -> Run {
        let mut run = Run::default();
        for number in 0..games {
            self.state = self.game().start(seed.wrapping_add(number));
            self.stepping = None;
            run.games += 1;
            let mut rng = choices(seed.wrapping_add(number));
            if self.go_on(&mut rng, false, &mut run, go_on) {
                break;
            }
        }
        run
    }

    /// Random moves from here until a breakpoint is met or the game is over.
    pub fn resume(&mut self, rng: &mut Rng, go_on: &dyn Fn() -> bool) -> Run {
        let mut run = Run { games: 1, ..Run::default() };
        let left = self.stepping.take().map(|stepping| stepping.doing);
        // What was stopped at in this evaluation is known.
        let judged = left == Some(Doing::Moves);
        if let Some(Doing::Apply(index)) = left
            && self.make(index, &mut run)
        {
            return run;
        }
        self.go_on(rng, judged, &mut run, go_on);
        run
    }

    /// True where the run is to end.
    fn go_on(&mut self, rng: &mut Rng, mut judged: bool, run: &mut Run, go_on: &dyn Fn() -> bool) -> bool {
        for _ in 0..LONGEST_GAME {
            if !go_on() {
                run.interrupted = true;
                return true;
            }
            if self.state.is_over() || self.state.legal_moves().is_empty() {
                return false;
            }
            if !std::mem::take(&mut judged)
                && let Some((breakpoint, number)) = self.legal(self.looking()).0.hit
            {
                run.stop = Some(self.stopped_at(breakpoint, number, Doing::Moves));
                return true;
            }
            let index = rng.below(self.state.legal_moves().len());
            let chosen = self.state.legal_moves()[index].clone();
            if let Some((breakpoint, number)) = self.apply(&chosen, self.looking()).0.hit {
                run.stop = Some(self.stopped_at(breakpoint, number, Doing::Apply(index)));
                return true;
            }
            if self.make(index, run) {
                return true;
            }
        }
        false
    }

    /// Makes a move; true where a breakpoint on what is applied is met by it.
    fn make(&mut self, index: usize, run: &mut Run) -> bool {
        let given = self.given(index);
        let met = self.breakpoints().find_map(|(number, breakpoint)| {
            let fits = breakpoint.event == Event::Applied;
            let clause = given.iter().find(|id| fits && breakpoint.clauses.contains(id))?;
            let m = self.state.legal_moves().get(index)?;
            let mut ctx = self.state.ctx();
            (ctx.reg.from, ctx.reg.to) = (m.from, m.to);
            breakpoint.holds(&ctx).then_some((number, *clause))
        });
        let name = self.state.names().into_iter().nth(index);
        if self.state.play(index).is_err() {
            return true;
        }
        run.plies += 1;
        if let Some((breakpoint, clause)) = met {
            run.stop = Some(Stop { breakpoint, clause: Some(clause), by: name, made: true });
        }
        run.stop.is_some()
    }

    /// The clauses that gave a legal move, and those whose effects belong to it.
    pub fn given(&self, index: usize) -> Vec<CheckedId> {
        let (_, moves) = self.legal(Task::default());
        let Some(m) = moves.get(index) else { return Vec::new() };
        let (_, made) = self.apply(m, Task::default());
        let mut ids: Vec<CheckedId> = made.given.iter().filter_map(|&r| self.clauses.of_rule(r)).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    fn stopped_at(&mut self, breakpoint: usize, number: u64, doing: Doing) -> Stop {
        let by = match doing {
            Doing::Moves => None,
            Doing::Apply(index) => self.state.names().into_iter().nth(index),
        };
        let mut clause = None;
        if self.begin(doing)
            && let Some(stepping) = &mut self.stepping
        {
            let entries = &stepping.trace.entries;
            let wanted = self.breakpoints.get(breakpoint).and_then(Option::as_ref);
            let of =
                |id: Option<CheckedId>| id.is_some_and(|id| wanted.is_some_and(|b| b.clauses.contains(&id)));
            let at = entries.iter().position(|e| e.number == number && of(e.clause));
            // Where the trace was cut before it, the last entry before it is shown.
            let at = at.or_else(|| entries.iter().rposition(|e| e.number <= number)).unwrap_or(0);
            stepping.at = at;
            clause = stepping.trace.entries.get(at).and_then(|entry| entry.clause);
        }
        Stop { breakpoint, clause, by, made: false }
    }

    // ---- coverage ----

    /// What each clause did in so many random games, and how many moves were made in them.
    pub fn coverage(&self, seed: u64, games: u64, go_on: &dyn Fn() -> bool) -> (Coverage, Run) {
        let mut here = self.bare();
        let (mut all, mut run) = (Coverage::default(), Run::default());
        let counting = || Task { count: true, ..Task::default() };
        'games: for number in 0..games {
            here.state = here.game().start(seed.wrapping_add(number));
            run.games += 1;
            let mut rng = choices(seed.wrapping_add(number));
            for _ in 0..LONGEST_GAME {
                if !go_on() {
                    run.interrupted = true;
                    break 'games;
                }
                let (seen, moves) = here.legal(counting());
                all.add(&seen.coverage);
                if here.state.is_over() || moves.is_empty() {
                    break;
                }
                let index = rng.below(moves.len());
                let (seen, made) = here.apply(&moves[index], counting());
                all.add(&seen.coverage);
                let mut given: Vec<_> = made.given.iter().filter_map(|&r| here.clauses.of_rule(r)).collect();
                given.sort_unstable();
                given.dedup();
                given.into_iter().for_each(|id| all.of(id).applied += 1);
                if here.state.play(index).is_err() {
                    break;
                }
                run.plies += 1;
            }
        }
        (all, run)
    }

    /// The clause at a node of the expanded tree.
    pub fn clause_at(&self, node: NodeId) -> Option<CheckedId> {
        self.clauses.ids().find(|&id| self.clauses.node(id) == node)
    }
}

/// The stream that chooses moves of a random game.
pub fn choices(seed: u64) -> Rng {
    Rng::new(ludarium_engine::rng::mix(seed ^ 0x0DEB_0666))
}

/// The end rules of a trace, and all that is in them.
fn only_ends(whole: Trace) -> Trace {
    let mut kept = Trace { entries: Vec::new(), ..whole };
    let mut places: Vec<Option<usize>> = Vec::with_capacity(whole.entries.len());
    for mut entry in whole.entries {
        let inside = entry.parent.and_then(|parent| places[parent]);
        let is_end = matches!(entry.value, crate::trace::Value::Ends(_)) && entry.clause.is_some();
        if inside.is_none() && !is_end {
            places.push(None);
            continue;
        }
        entry.parent = inside;
        entry.depth = inside.map_or(0, |outer: usize| kept.entries[outer].depth + 1);
        places.push(Some(kept.entries.len()));
        kept.entries.push(entry);
    }
    kept
}
