//! Clauses by themselves: what a condition, a number or a region of a description is at one moment. A clause is lowered as
//! it was when the game was put together, in the context of that game, and evaluated with the registers that the
//! caller has set.

use crate::expression::Formula;
use crate::naming::site_name;
use ludarium_engine::{Ctx, Game};
use ludarium_ludemes::checked::{Checked, CheckedId};
use ludarium_ludemes::lower::{Args, Lower};
use ludarium_syntax::NodeId;

/// What a clause was.
#[derive(Clone, Debug, PartialEq)]
pub enum Is {
    Truth(bool),
    Number(i32),
    Decimal(f64),
    Sites(Vec<i32>),
    Numbers(Vec<i32>),
}

impl Is {
    /// As people read it; sites by their names.
    pub fn words(&self, game: &Game) -> String {
        let list = |items: Vec<String>| {
            const MOST: usize = 24;
            let more = items.len().saturating_sub(MOST);
            let mut text = items.into_iter().take(MOST).collect::<Vec<_>>().join(" ");
            if more > 0 {
                text += &format!(" … ({more} more)");
            }
            format!("{{{text}}}")
        };
        match self {
            Is::Truth(true) => "True".to_owned(),
            Is::Truth(false) => "False".to_owned(),
            Is::Number(n) => n.to_string(),
            Is::Decimal(x) => x.to_string(),
            Is::Sites(sites) => list(sites.iter().map(|&s| site_name(game, game.site_type, s)).collect()),
            Is::Numbers(numbers) => list(numbers.iter().map(i32::to_string).collect()),
        }
    }
}

/// What a clause is now; nothing for clauses that are no values, and where it cannot stand alone.
pub fn value(checked: &Checked, id: CheckedId, ctx: &Ctx<'_>) -> Option<Is> {
    let args = Args { checked, id };
    let mut cx = Lower::new(checked, ctx.game.clone());
    let clause = Formula::of(args, &mut cx).ok()??;
    Some(clause.now(&mut here(&cx.game, ctx)))
}

/// The same moment, for a game that a clause was added to.
fn here<'g>(game: &'g Game, ctx: &Ctx<'_>) -> Ctx<'g> {
    let mut here = Ctx::new(game, ctx.pos.clone(), ctx.rng);
    here.reg = ctx.reg.clone();
    here.hurried = true;
    here
}

/// A clause with what it was.
#[derive(Clone, Debug, PartialEq)]
pub struct Valued {
    pub node: NodeId,
    /// How deep it stands in the clause that was asked about.
    pub depth: usize,
    pub is: Is,
}

/// The values of a clause and of the clauses in it, outermost first. What stands inside a loop of the clause has
/// the value that it has outside of the loop, so nothing below a loop is told.
pub fn values(checked: &Checked, id: CheckedId, ctx: &Ctx<'_>) -> Vec<Valued> {
    let mut found = Vec::new();
    let mut todo = vec![(id, 0)];
    while let Some((id, depth)) = todo.pop() {
        let node = checked.node(id);
        if let Some(is) = value(checked, id, ctx) {
            found.push(Valued { node: node.at, depth, is });
        }
        if matches!(node.entry.head, "forEach" | "all" | "sites" | "count" | "size" | "can") {
            continue;
        }
        let below: Vec<CheckedId> = node.clauses().collect();
        todo.extend(below.into_iter().rev().map(|id| (id, depth + 1)));
    }
    found
}

/// The checked clause that stands at a node.
pub fn clause_at(checked: &Checked, node: NodeId) -> Option<CheckedId> {
    checked.nodes.iter().position(|clause| clause.at == node).map(|at| CheckedId(at as u32))
}
