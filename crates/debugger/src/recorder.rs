//! The observer that the debugger puts into the evaluator: records a trace within bounds, counts what clauses do, looks
//! for breakpoints, and keeps the moment at which one part is evaluated. It only looks.

use crate::breakpoint::{Breakpoint, Event};
use crate::clauses::Clauses;
use crate::coverage::Coverage;
use crate::trace::{Bounds, Entry, Register, Trace, Value};
use ludarium_engine::action::{Act, Action};
use ludarium_engine::ctx::Registers;
use ludarium_engine::kernel::EndRule;
use ludarium_engine::kernel::walk::Part;
use ludarium_engine::observe::{self, Observer};
use ludarium_engine::position::Position;
use ludarium_engine::rng::Rng;
use ludarium_engine::{Ctx, Game};
use ludarium_ludemes::checked::CheckedId;
use ludarium_play::naming::{short_name, site_name};
use ludarium_play::why::values::Is;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What a rule was looking at when one of its parts was evaluated.
#[derive(Clone, Debug)]
pub struct Moment {
    pub pos: Position,
    pub reg: Registers,
    pub rng: Rng,
}

/// What the recorder is asked to do.
#[derive(Clone, Debug, Default)]
pub struct Task {
    pub record: Option<Bounds>,
    pub count: bool,
    /// With their places in the list of breakpoints.
    pub breakpoints: Vec<(usize, Arc<Breakpoint>)>,
    /// The part whose moment is kept, by its number.
    pub keep: Option<u64>,
}

/// What the recorder saw.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    pub trace: Trace,
    pub coverage: Coverage,
    /// The first breakpoint that was met, and at which part.
    pub hit: Option<(usize, u64)>,
    pub moment: Option<Box<Moment>>,
}

#[derive(Debug, Default)]
struct Inner {
    seen: Seen,
    /// Parts that are being evaluated: their number, and the entries that they opened.
    open: Vec<Open>,
    number: u64,
}

#[derive(Debug)]
struct Open {
    number: u64,
    /// The innermost entry around what comes next.
    entry: Option<usize>,
    /// Entries of this part: from the first of its chain.
    first: Option<usize>,
    depth: usize,
    reg: Box<Registers>,
}

#[derive(Debug)]
pub struct Recorder {
    clauses: Arc<Clauses>,
    task: Task,
    inner: Mutex<Inner>,
}

/// So many sites or moves of a value are kept.
const LONGEST: usize = 40;

impl Recorder {
    pub fn new(clauses: &Arc<Clauses>, task: Task) -> Arc<Recorder> {
        Arc::new(Recorder { clauses: clauses.clone(), task, inner: Mutex::default() })
    }

    pub fn take(&self) -> Seen {
        std::mem::take(&mut self.inner().seen)
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open(&self, chain: &[CheckedId], ctx: &Ctx<'_>) {
        let inner = &mut *self.inner();
        inner.number += 1;
        let number = inner.number;
        inner.seen.trace.parts += 1;
        inner.seen.trace.parts_with_clause += u64::from(!chain.is_empty());
        if self.task.keep == Some(number) {
            inner.seen.moment =
                Some(Box::new(Moment { pos: ctx.pos.clone(), reg: ctx.reg.clone(), rng: ctx.rng }));
        }
        let (mut entry, depth) = inner.open.last().map_or((None, 0), |o| (o.entry, o.depth));
        let (mut first, mut deep) = (None, depth);
        if let Some(bounds) = self.task.record {
            let around = inner.open.last().map(|o| &*o.reg);
            let mut registers = changed(around, &ctx.reg);
            for &clause in chain {
                let trace = &mut inner.seen.trace;
                if trace.entries.len() >= bounds.entries || deep >= bounds.depth {
                    trace.left_out += 1;
                    continue;
                }
                let at = trace.entries.len();
                trace.entries.push(Entry {
                    clause: Some(clause),
                    action: None,
                    number,
                    parent: entry,
                    depth: deep,
                    registers: std::mem::take(&mut registers),
                    trial: ctx.trying,
                    value: Value::Unknown,
                });
                first = first.or(Some(at));
                entry = Some(at);
                deep += 1;
            }
        }
        // Registers are compared with those of the clause around; parts that are no clauses do not count.
        let reg = match inner.open.last() {
            Some(around) if chain.is_empty() => around.reg.clone(),
            Some(_) | None => Box::new(ctx.reg.clone()),
        };
        inner.open.push(Open { number, entry, first, depth: deep, reg });
    }

    fn close(&self, chain: &[CheckedId], value: impl FnOnce() -> Value, fired: bool, ctx: &Ctx<'_>) {
        let mut inner = self.inner();
        let Some(open) = inner.open.pop() else { return };
        if self.task.count {
            for &clause in chain {
                let counts = inner.seen.coverage.of(clause);
                counts.evaluated += 1;
                counts.fired += u64::from(fired);
            }
        }
        if let (Some(first), Some(last)) = (open.first, open.entry) {
            let value = value();
            for entry in &mut inner.seen.trace.entries[first..=last.min(first + chain.len())] {
                if entry.number == open.number {
                    entry.value = value.clone();
                }
            }
        }
        if inner.seen.hit.is_none() && !chain.is_empty() {
            let met = self.task.breakpoints.iter().find(|(_, breakpoint)| {
                let meant = match breakpoint.event {
                    Event::Fired => fired,
                    Event::Evaluated => true,
                    Event::Applied => false,
                };
                meant && chain.iter().any(|id| breakpoint.clauses.contains(id)) && breakpoint.holds(ctx)
            });
            if let Some(&(at, _)) = met {
                inner.seen.hit = Some((at, open.number));
            }
        }
    }
}

impl Observer for Recorder {
    fn enter(&self, part: Part<'_>, ctx: &Ctx<'_>) {
        self.open(self.clauses.of_part(part), ctx);
    }

    fn leave(&self, part: Part<'_>, seen: observe::Seen<'_>, ctx: &Ctx<'_>) {
        let fired = match seen {
            observe::Seen::Truth(truth) => truth,
            observe::Seen::Number(_) | observe::Seen::Decimal(_) => true,
            observe::Seen::Numbers(list) => !list.is_empty(),
            observe::Seen::Sites(sites) => !sites.is_empty(),
            observe::Seen::Has { has, .. } => has,
            observe::Seen::Moves(moves) => !moves.is_empty(),
        };
        self.close(self.clauses.of_part(part), || value(ctx.game, seen), fired, ctx);
    }

    fn enter_end(&self, rule: &EndRule, ctx: &Ctx<'_>) {
        self.open(self.clauses.of_end(rule).as_slice(), ctx);
    }

    fn leave_end(&self, rule: &EndRule, applies: bool, ctx: &Ctx<'_>) {
        self.close(self.clauses.of_end(rule).as_slice(), || Value::Ends(applies), applies, ctx);
    }

    fn act(&self, action: &Action, ctx: &Ctx<'_>) {
        let Some(bounds) = self.task.record else { return };
        let inner = &mut *self.inner();
        let (parent, depth) = inner.open.last().map_or((None, 0), |o| (o.entry, o.depth));
        let number = inner.number;
        let trace = &mut inner.seen.trace;
        if trace.entries.len() >= bounds.entries || depth >= bounds.depth {
            trace.left_out += 1;
            return;
        }
        trace.entries.push(Entry {
            clause: None,
            action: Some(action_words(ctx.game, action)),
            number,
            parent,
            depth,
            registers: Vec::new(),
            trial: ctx.trying,
            value: Value::Done,
        });
    }
}

fn value(game: &Game, seen: observe::Seen<'_>) -> Value {
    match seen {
        observe::Seen::Truth(truth) => Value::Is(Is::Truth(truth)),
        observe::Seen::Number(number) => Value::Is(Is::Number(number)),
        observe::Seen::Decimal(number) => Value::Is(Is::Decimal(number)),
        observe::Seen::Numbers(list) => Value::Is(Is::Numbers(list.to_vec())),
        observe::Seen::Sites(sites) => Value::Is(Is::Sites(sites.iter().collect())),
        observe::Seen::Has { site, has } => Value::Has { site, has },
        observe::Seen::Moves(moves) => Value::Moves {
            count: moves.len(),
            names: moves.iter().take(LONGEST).map(|m| short_name(game, m)).collect(),
        },
    }
}

/// The registers that differ from those around.
fn changed(around: Option<&Registers>, now: &Registers) -> Vec<Register> {
    let before = around.cloned().unwrap_or_default();
    let all = [
        ("from", before.from, now.from, true),
        ("to", before.to, now.to, true),
        ("between", before.between, now.between, true),
        ("site", before.site, now.site, true),
        ("level", before.level, now.level, false),
        ("value", before.value, now.value, false),
        ("player", before.player, now.player, false),
        ("track", before.track, now.track, false),
        ("edge", before.edge, now.edge, false),
        ("pips", before.pips, now.pips, false),
        ("hint", before.hint, now.hint, false),
    ];
    let differs = all.into_iter().filter(|(_, before, now, _)| before != now);
    differs.map(|(name, _, value, site)| Register { name, value, site }).collect()
}

/// What an action does, in a few words.
fn action_words(game: &Game, action: &Action) -> String {
    let debug = format!("{:?}", action.act);
    let name = debug.split([' ', '{', '(']).next().unwrap_or_default().to_owned();
    let place = |site: i32| if site >= 0 { site_name(game, game.site_type, site) } else { String::new() };
    let (from, to) = (place(action.from()), place(action.to()));
    let what = if let Act::Add { what, .. } | Act::Promote { what, .. } = action.act {
        let component = usize::try_from(what).ok().and_then(|what| game.components.get(what));
        component.map(|c| format!(" {}", c.label)).unwrap_or_default()
    } else {
        String::new()
    };
    let ends = if from.is_empty() || from == to { to } else { format!("{from}-{to}") };
    let text = format!("{name}{what} {ends}");
    text.trim().to_owned()
}
