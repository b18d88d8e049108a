//! Names that stand for nothing: tracks, regions, pieces and variables that the description never declares.

use super::clauses::{Clauses, Given, with_fix};
use crate::Game;
use ludarium_compiler::check::Value;
use ludarium_compiler::similar;
use ludarium_ludemes::Ty;
use ludarium_syntax::Problem;

/// What a text of a clause names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    Track,
    Region,
    Piece,
    Variable,
}

impl Names {
    fn code(self) -> &'static str {
        match self {
            Names::Piece => "E0503",
            Names::Track => "E0513",
            Names::Region => "E0514",
            Names::Variable => "E0515",
        }
    }
    fn word(self) -> &'static str {
        match self {
            Names::Piece => "piece",
            Names::Track => "track",
            Names::Region => "region",
            Names::Variable => "variable",
        }
    }
}

pub(super) fn check(clauses: &Clauses<'_>, game: &Game, problems: &mut Vec<Problem>) {
    if clauses.checked.root().entry.id != "game" {
        return;
    }
    let set = variables(clauses);
    let mut told: Vec<(&str, &str)> = Vec::new();
    for given in clauses.values() {
        let Value::Text(text) = &given.arg.value else { continue };
        let Some(kind) = kind_of(&given) else { continue };
        let declared = declared(game, kind, &set);
        if declared.iter().any(|name| is_meant(kind, name, text)) || told.contains(&(kind.code(), text)) {
            continue;
        }
        // Only tracks and pieces that carry the text in their name are found by play.
        told.push((kind.code(), text));
        problems.retain(|p| !(p.code == "E0320" && p.span == clauses.tree.node(given.arg.at).span));
        let mut problem = clauses.error(kind.code(), given.arg.at, format!("there is no {} \"{text}\"", kind.word()));
        problem = match declared.as_slice() {
            [] => problem.wanted(format!("a {}, and the description declares none", kind.word())),
            some => problem.wanted(format!("one of {}", listed(some))),
        };
        let plain = text.trim_end_matches(|c: char| c.is_ascii_digit());
        let mut tries = similar(text, declared.iter().map(String::as_str));
        tries.extend(similar(plain, declared.iter().map(String::as_str)));
        let best = tries.first().copied().or(match declared.as_slice() {
            [one] => Some(one.as_str()),
            _ => None,
        });
        match best {
            Some(best) => {
                problem = problem.help(format!("did you mean \"{best}\"?"));
                problem = with_fix(problem, clauses.replace(given.arg.at, &format!("\"{best}\"")));
            }
            None => problem = problem.help(format!("declare it, or use a {} that exists", kind.word())),
        }
        problems.push(problem);
    }
}

/// Which texts are names of what, by the words that the vocabulary uses for them.
fn kind_of(given: &Given<'_>) -> Option<Names> {
    if given.param.ty != Ty::Text {
        return None;
    }
    let (id, name, doc) = (given.node.entry.id, given.param.name, given.param.doc);
    match name {
        _ if given.node.entry.gives == Ty::Item || given.node.entry.gives == Ty::Track => None,
        "trackName" | "track" => Some(Names::Track),
        "name" if doc.contains("the track") && given.node.entry.gives != Ty::Track => Some(Names::Track),
        "name" if id == "sites#5" => Some(Names::Region),
        "key" if id == "var" => Some(Names::Variable),
        "nameComponent" | "nameComponents" | "namePiece" | "componentName" => Some(Names::Piece),
        "item" | "items" if id == "forEach Piece" => Some(Names::Piece),
        "components" if id.starts_with("sites Occupied") => Some(Names::Piece),
        "name" if doc.contains("only pieces of this name") => Some(Names::Piece),
        "name" if id == "id" || id.starts_with("id#") => Some(Names::Piece),
        _ => None,
    }
}

fn variables(clauses: &Clauses<'_>) -> Vec<String> {
    let set = clauses.all(&["set Var", "set Var [start]"]);
    let named = set.into_iter().filter_map(|node| clauses.text_of(node, "name"));
    named.map(str::to_string).collect()
}

fn declared(game: &Game, kind: Names, variables: &[String]) -> Vec<String> {
    let mut names: Vec<String> = match kind {
        Names::Track => game.tracks.iter().map(|t| t.name.clone()).collect(),
        Names::Region => game.regions.iter().map(|r| r.name.clone()).collect(),
        Names::Variable => variables.to_vec(),
        Names::Piece => {
            let pieces = game.components.iter().skip(1);
            pieces.flat_map(|c| [c.label.clone(), c.name.clone()]).collect()
        }
    };
    names.sort();
    names.dedup();
    names
}

/// Tracks and regions are found by a part of their names, and with the number of their owner.
fn is_meant(kind: Names, name: &str, text: &str) -> bool {
    let numbered = |rest: Option<&str>| rest.is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()));
    match kind {
        Names::Track => name.contains(text) || numbered(text.strip_prefix(name)),
        Names::Region => name == text || numbered(name.strip_prefix(text)) || numbered(text.strip_prefix(name)),
        Names::Piece => name == text || numbered(name.strip_prefix(text)),
        Names::Variable => name == text,
    }
}

fn listed(names: &[String]) -> String {
    const SHOWN: usize = 8;
    let shown: Vec<String> = names.iter().take(SHOWN).map(|name| format!("\"{name}\"")).collect();
    let more = names.len().saturating_sub(SHOWN);
    if more > 0 { format!("{} and {more} more", shown.join(", ")) } else { shown.join(", ") }
}
