//! The questions of the protocol that one text answers by itself. The server asks it here for the texts that an editor has
//! open; the portal's editor asks it for the text on its page. What reaches into other files is the server's own.

use crate::figures::Figures;
use crate::navigate::Target;
use crate::{Document, actions, completion, diagnostics, hints, hover, navigate, outline, tokens};
use lsp_types::{CompletionList, DocumentHighlight, Position, Range, SemanticTokens};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// What the one who asks can do, and what it knows already.
#[derive(Default)]
pub struct Asking<'a> {
    /// Whether completions may have places to fill in.
    pub snippets: bool,
    /// Whether a hover may wait for the English of the whole game.
    pub patient: bool,
    /// What random play showed.
    pub figures: Option<&'a Figures>,
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// No such question is known.
    Unknown,
    /// The question lacks a part.
    Malformed(&'static str),
    /// It cannot be done, and why.
    Impossible(String),
}

/// Answers a question about a text, as the protocol asks and answers it.
pub fn answer(
    document: &Document,
    method: &str,
    params: &Value,
    asking: &Asking<'_>,
) -> Result<Value, Refusal> {
    let position = || part::<Position>(params, "position").ok_or(Refusal::Malformed("a position is missing"));
    let range = || part::<Range>(params, "range").unwrap_or_default();
    let uri = params.pointer("/textDocument/uri").and_then(Value::as_str).unwrap_or("");
    Ok(match method {
        "textDocument/hover" => json!(hover::hover(document, position()?, asking.patient)),
        "textDocument/completion" => {
            let items = completion::completion(document, position()?, asking.snippets);
            json!(CompletionList { is_incomplete: true, items })
        }
        "textDocument/definition" => match navigate::definition(document, document.offset(position()?)) {
            Some(Target::Here(range)) => json!({ "uri": uri, "range": range }),
            Some(Target::Library { .. }) | None => Value::Null,
        },
        "textDocument/references" => {
            let with = params.pointer("/context/includeDeclaration") == Some(&json!(true));
            let ranges = navigate::references(document, document.offset(position()?), with);
            json!(ranges.into_iter().map(|range| json!({ "uri": uri, "range": range })).collect::<Vec<_>>())
        }
        "textDocument/documentHighlight" => {
            let ranges = navigate::references(document, document.offset(position()?), true);
            let marks = ranges.into_iter().map(|range| DocumentHighlight { range, kind: None });
            json!(marks.collect::<Vec<_>>())
        }
        "textDocument/prepareRename" => {
            let found = navigate::prepare_rename(document, document.offset(position()?));
            json!(found.map_err(Refusal::Impossible)?)
        }
        "textDocument/rename" => {
            let new = params.get("newName").and_then(Value::as_str).unwrap_or("");
            let edits = navigate::rename(document, document.offset(position()?), new);
            json!({ "changes": { uri: edits.map_err(Refusal::Impossible)? } })
        }
        "textDocument/diagnostic" => {
            let found = diagnostics::diagnostics(document).into_iter().map(|found| found.diagnostic);
            json!({ "kind": "full", "items": found.collect::<Vec<_>>() })
        }
        "textDocument/documentSymbol" => json!(outline::symbols(document)),
        "textDocument/foldingRange" => json!(outline::folds(document)),
        "textDocument/selectionRange" => {
            let positions = part::<Vec<Position>>(params, "positions").unwrap_or_default();
            json!(positions.into_iter().map(|p| outline::selection(document, p)).collect::<Vec<_>>())
        }
        "textDocument/semanticTokens/full" => {
            json!(SemanticTokens { result_id: None, data: tokens::semantic_tokens(document) })
        }
        "textDocument/formatting" => json!(outline::format(document)),
        "textDocument/inlayHint" => json!(hints::hints(document, range(), asking.figures)),
        "textDocument/codeAction" => {
            let only =
                params.get("context").and_then(|context| part::<Vec<_>>(context, "only")).unwrap_or_default();
            let offered = actions::actions(document, range(), &only);
            json!(offered.into_iter().map(|action| code_action(action, uri)).collect::<Vec<_>>())
        }
        "textDocument/codeLens" => json!(hints::lenses(document, uri)),
        _ => return Err(Refusal::Unknown),
    })
}

/// A part of a question.
pub(crate) fn part<T: DeserializeOwned>(params: &Value, name: &str) -> Option<T> {
    serde_json::from_value(params.get(name)?.clone()).ok()
}

fn code_action(action: actions::Action, uri: &str) -> Value {
    let mut value = json!({
        "title": action.title,
        "kind": action.kind,
        "edit": { "changes": { uri: action.edits } },
    });
    if let Some(mends) = action.mends {
        value["diagnostics"] = json!([mends]);
    }
    if action.first {
        value["isPreferred"] = json!(true);
    }
    value
}
