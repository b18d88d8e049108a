//! Expressions that people type: any condition, number, decimal, region or list of numbers in ludemes. They are read and
//! checked as descriptions are, with the definitions of the game, and worked out at a moment of play.

use crate::Reading;
use crate::why::values::Is;
use ludarium_check::check;
use ludarium_engine::ctx::Registers;
use ludarium_engine::kernel::{Bool, Float, Int, IntArr, Region};
use ludarium_engine::position::Position;
use ludarium_engine::rng::Rng;
use ludarium_engine::{Ctx, Game};
use ludarium_ludemes::Ty;
use ludarium_ludemes::checked::Checked;
use ludarium_ludemes::entry::Ludeme;
use ludarium_ludemes::lower::{Args, Lower, Unplayable};
use ludarium_ludemes::meaning::Meaning;
use ludarium_syntax::{
    FileId, Limits, NodeId, Parsed, Problem, Selection, Sources, Tree, expand, has_errors, parse, render,
};
use std::sync::Arc;

/// A clause that has a value at each moment, as rules of the engine.
#[derive(Clone, Debug)]
pub(crate) enum Formula {
    Bool(Bool),
    Int(Int),
    Float(Float),
    IntArr(IntArr),
    Region(Region),
}

impl Formula {
    /// Lowers a clause; nothing for clauses that have no value: moves, equipment, directions …
    pub(crate) fn of<'a>(args: Args<'a>, cx: &mut Lower<'a>) -> Result<Option<Formula>, Unplayable> {
        Ok(Some(match args.entry().meaning {
            Meaning::Bool(f) => Formula::Bool(f(args, cx)?),
            Meaning::Int(f) => Formula::Int(f(args, cx)?),
            Meaning::Float(f) => Formula::Float(f(args, cx)?),
            Meaning::IntArr(f) => Formula::IntArr(f(args, cx)?),
            Meaning::Region(f) => Formula::Region(f(args, cx)?),
            Meaning::Unwritten
            | Meaning::Part
            | Meaning::Dim(_)
            | Meaning::Range(_)
            | Meaning::Dir(_)
            | Meaning::Graph(_)
            | Meaning::Moves(_)
            | Meaning::Start(_) => return Ok(None),
        }))
    }

    /// What it is now.
    pub(crate) fn now(&self, ctx: &mut Ctx<'_>) -> Is {
        match self {
            Formula::Bool(e) => Is::Truth(ctx.bool(e)),
            Formula::Int(e) => Is::Number(ctx.int(e)),
            Formula::Float(e) => Is::Decimal(ctx.float(e)),
            Formula::IntArr(e) => Is::Numbers(ctx.ints(e).into_iter().collect()),
            Formula::Region(e) => Is::Sites(ctx.region(e).iter().collect()),
        }
    }
}

/// An expression that was read.
#[derive(Clone, Debug)]
pub struct Expression {
    pub text: String,
    /// What it is made of.
    pub ludemes: Vec<&'static Ludeme>,
    kernel: Formula,
    /// The game, with what the expression added to it.
    game: Arc<Game>,
}

/// What is wrong with an expression, as a compiler would say it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadExpression {
    pub message: String,
    /// The message with the place in the expression.
    pub shown: String,
}

/// Longer than this no expression is.
const LONGEST: usize = 4_000;

/// What an expression may be, in the order in which it is tried.
const KINDS: [Ty; 5] = [Ty::Bool, Ty::Int, Ty::Region, Ty::IntArray, Ty::Float];

impl Expression {
    /// Reads an expression for a game and the selection that it was read with.
    pub fn read(
        game: &Game,
        reading: &Reading,
        selection: &Selection,
        text: &str,
    ) -> Result<Expression, BadExpression> {
        let text = text.trim();
        let plain = |message: String| BadExpression { shown: message.clone(), message };
        if text.is_empty() || text.len() > LONGEST {
            return Err(plain("an expression is a clause, such as (count Pieces Mover)".to_owned()));
        }
        // A number by itself is one too.
        let whole = match definitions(&reading.parsed, text) {
            Some(others) => format!("{text}\n{others}"),
            None => text.to_owned(),
        };
        let parsed = parse(FileId(0), &whole);
        let expanded = expand(&parsed, reading.defines(), selection, &Limits::default());
        let mut sources = Sources::new();
        sources.add(FileId(0), "expression", text.to_owned());
        reading.defines().add_to(&mut sources);
        let told = |problem: &Problem| BadExpression {
            message: problem.message.clone(),
            shown: render(problem, &sources, false),
        };
        if let Some(problem) =
            expanded.problems.iter().find(|p| p.is_error()).filter(|_| has_errors(&expanded.problems))
        {
            return Err(told(problem));
        }
        let tree = &expanded.game;
        let Some(&root) = tree.roots.first() else {
            return Err(plain(format!("{text:?} is no clause; write for example (count Pieces Mover)")));
        };
        if tree.roots.len() > 1 {
            return Err(plain("one clause at a time".to_owned()));
        }
        let checked = checked(tree, root).map_err(|problem| told(&problem))?;
        let (kernel, game) = lowered(&checked, game).map_err(|why| {
            let node = tree.node(why.at);
            told(&Problem::error("E0502", node.span, why.message).origin(tree, node.origin))
        })?;
        let ludemes = checked.nodes.iter().map(|node| node.entry).collect();
        Ok(Expression { text: text.to_owned(), ludemes, kernel, game: Arc::new(game) })
    }

    /// What it is at a moment.
    pub fn value(&self, pos: &Position, reg: &Registers, rng: Rng) -> Is {
        let mut ctx = Ctx::new(&self.game, pos.clone(), rng);
        ctx.reg = reg.clone();
        ctx.hurried = true;
        ctx.refuel();
        self.kernel.now(&mut ctx)
    }

    /// As a condition: true, not zero, not empty.
    pub fn is_true(&self, pos: &Position, reg: &Registers, rng: Rng) -> bool {
        match self.value(pos, reg, rng) {
            Is::Truth(truth) => truth,
            Is::Number(n) => n != 0,
            Is::Decimal(x) => x != 0.0,
            Is::Sites(list) | Is::Numbers(list) => !list.is_empty(),
        }
    }
}

/// What stands beside the game in its text (definitions, options), where the expression may use it.
fn definitions(parsed: &Parsed, expression: &str) -> Option<String> {
    if !expression.contains('"') {
        return None;
    }
    let others =
        parsed.children(None).filter(|&id| !matches!(parsed.head(id), Some("game" | "match" | "metadata")));
    let texts: Vec<&str> = others.map(|id| parsed.span(id).of(&parsed.text)).collect();
    Some(texts.join("\n"))
}

fn checked(tree: &Tree, root: NodeId) -> Result<Checked, Box<Problem>> {
    let mut best: Option<Problem> = None;
    for kind in KINDS {
        let (checked, problems) = check(tree, root, kind);
        if let Some(checked) = checked {
            return Ok(checked);
        }
        // The kind that was meant is the one whose problem lies deepest.
        for problem in problems {
            if best.as_ref().is_none_or(|b| problem.span.start > b.span.start) {
                best = Some(problem);
            }
        }
    }
    let whole = || Problem::error("E0301", tree.node(root).span, "this is no condition, number or region");
    Err(Box::new(best.unwrap_or_else(whole)))
}

fn lowered(checked: &Checked, game: &Game) -> Result<(Formula, Game), Unplayable> {
    let args = Args { checked, id: checked.root };
    let mut cx = Lower::new(checked, game.clone());
    match Formula::of(args, &mut cx)? {
        Some(kernel) => Ok((kernel, cx.game)),
        None => args.wrong("this is no condition, number or region"),
    }
}
