//! Names: texts in the rules should name something that the description declares.
//!
//! The language does not say which text parameters are names, so this is a warning and it is generous: a
//! text passes if it equals, contains or is contained in a declared name.

use crate::vocabulary::similar;
use ludarium_ludemes::Ty;
use ludarium_ludemes::checked::{Arg, Checked, Value};
use ludarium_syntax::{Problem, Tree};
use smol_str::SmolStr;

/// Warns of texts in the rules that resemble nothing the description declares.
pub fn check_names(tree: &Tree, checked: &Checked) -> Vec<Problem> {
    let mut declared: Vec<SmolStr> = Vec::new();
    let mut used: Vec<(SmolStr, &Arg)> = Vec::new();
    for node in &checked.nodes {
        let declares = declares(node.entry.gives, node.entry.head);
        for (param, arg) in node.entry.params.iter().zip(&node.args) {
            let (Ty::Text, Some(arg)) = (param.ty, arg) else { continue };
            let mut todo = vec![arg];
            while let Some(arg) = todo.pop() {
                match &arg.value {
                    Value::Text(text) if declares => declared.push(text.clone()),
                    Value::Text(text) => used.push((text.clone(), arg)),
                    Value::Array(items) => todo.extend(items),
                    Value::Node(_) | Value::Int(_) | Value::Float(_) | Value::Bool(_) => {}
                    Value::Enum(..) | Value::Hole(..) => {}
                }
            }
        }
    }
    declared.sort_unstable();
    declared.dedup();
    // The order of the text, so that the first of several uses is the one that is named.
    used.sort_by_key(|(_, arg)| (tree.node(arg.at).span, arg.at));
    let mut problems = Vec::new();
    let mut named: Vec<SmolStr> = Vec::new();
    for (text, arg) in used {
        if named.contains(&text) {
            continue;
        }
        if is_coordinate(&text) || is_container(&text) || declared.iter().any(|name| resembles(name, &text)) {
            continue;
        }
        named.push(text.clone());
        let node = tree.node(arg.at);
        let mut problem =
            Problem::warning("E0320", node.span, format!("nothing in this description is called \"{text}\""))
                .origin(tree, node.origin);
        // A piece is called by its name and the number of its owner.
        let without_owner = text.trim_end_matches(|c: char| c.is_ascii_digit());
        let mut tries = similar(&text, declared.iter().map(SmolStr::as_str));
        tries.extend(similar(without_owner, declared.iter().map(SmolStr::as_str)));
        if let Some(best) = tries.first() {
            problem = problem.help(format!("did you mean \"{best}\"?"));
        }
        problems.push(problem);
    }
    problems.sort_by(|a, b| (a.span, &a.message).cmp(&(b.span, &b.message)));
    problems
}

/// Whether the texts of such a clause give something its name.
fn declares(gives: Ty, head: &str) -> bool {
    match gives {
        Ty::Game | Ty::Match | Ty::Item | Ty::Track | Ty::Phase | Ty::MapPair | Ty::Subgame => true,
        _ => matches!(head, "vote" | "propose" | "note" | "trigger" | "set" | "remember" | "move" | "values"),
    }
}

fn resembles(name: &str, text: &str) -> bool {
    name == text || name.len().abs_diff(text.len()) <= 2 && (name.contains(text) || text.contains(name))
}

/// Boards and hands have names that nobody declares: `Board`, `Hand`, `Hand2`.
fn is_container(text: &str) -> bool {
    matches!(text.trim_end_matches(|c: char| c.is_ascii_digit()), "Board" | "Hand")
}

/// Letters and a number, as in `A1` or `AB12`, or either alone.
fn is_coordinate(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_uppercase());
    text.len() - rest.len() <= 2 && rest.chars().all(|c| c.is_ascii_digit())
}
