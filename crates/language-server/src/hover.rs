//! What a reader is told about the thing under the pointer. What is said about a ludeme stands beside the ludeme, what
//! a clause means in this game comes from the English rules; here it is found and put together.

use crate::Document;
use crate::document::Part;
use crate::names::{NameKind, names};
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position};
use ludarium_check::{readings, vocabulary};
use ludarium_check::{reference, signature};
use ludarium_english::lookup::sentence_of;
use ludarium_ludemes::ty::same_word;
use ludarium_ludemes::{Ludeme, Param, Ty, enums};
use ludarium_syntax::cst::CstKind;
use ludarium_syntax::lex::Bracket;
use ludarium_syntax::{FileId, Parsed, parse};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::OnceLock;

/// What there is to say about a place. With `wait` the English of the clause is worked out if need be; otherwise it is
/// told only where it is known already.
pub fn hover(document: &Document, position: Position, wait: bool) -> Option<Hover> {
    let path = document.path(document.offset(position));
    let (&last, around) = path.split_last()?;
    let node = document.parsed.nodes[last as usize];
    let told = match node.kind {
        CstKind::Text => about_text(document, last, around, wait),
        CstKind::Word | CstKind::Colon => about_word(document, last, around, wait),
        CstKind::Param(number) => about_parameter(document, number, around),
        CstKind::Group(Bracket::Angle) => about_marker(document, last),
        CstKind::Group(Bracket::Round) => {
            let entry = entry_of(document, last)?;
            Some(ludeme(entry) + &english(document, last, wait))
        }
        CstKind::Group(Bracket::Curly | Bracket::Square) | CstKind::Opener(_) | CstKind::Closer(_) => None,
    }?;
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: told }),
        range: Some(document.range_of(last)),
    })
}

/// A ludeme as Markdown: its form, its meaning, its parameters, an example.
pub fn ludeme(entry: &Ludeme) -> String {
    let mut text = format!("```lud\n{}\n```\n{}\n", signature(entry).trim_matches('`'), entry.doc);
    for param in entry.params {
        let _ = write!(text, "\n- {}", parameter(param));
    }
    let _ = write!(text, "\n\nGives {}. Example: `{}`\n", entry.gives.describe(), entry.example);
    text
}

fn parameter(param: &Param) -> String {
    let name = param.label.map_or_else(|| format!("`{}`", param.name), |label| format!("`{label}:`"));
    let optional = if param.optional { ", may be left out" } else { "" };
    format!("{name} ({}{optional}): {}", param.ty.name(), param.doc)
}

/// The entry that a clause of the text is: as checked where that worked, else the first that its words allow.
pub fn entry_of(document: &Document, clause: u32) -> Option<&'static Ludeme> {
    for &at in document.expanded(clause) {
        if let (Some(id), Some(checked)) = (document.clause(at), document.checked(at.0)) {
            return Some(checked.node(id).entry);
        }
    }
    for &(part, id) in document.expanded(clause) {
        if let Some(&entry) = document.tree(part).map(|tree| readings(tree, id)).unwrap_or_default().first() {
            return Some(entry);
        }
    }
    let parsed = &document.parsed;
    let head = parsed.head(clause)?;
    let words: Vec<&str> = parsed.children(Some(clause)).skip(1).map(|c| parsed.slice(c)).collect();
    let fits = |keywords: &[&str]| {
        keywords.len() <= words.len() && keywords.iter().zip(&words).all(|(k, w)| same_word(k, w))
    };
    vocabulary()
        .of_head(head)
        .iter()
        .map(|&index| vocabulary().entry(index))
        .find(|entry| fits(&entry.keywords))
        .map(|entry| entry.ludeme)
}

/// What the rules say about a clause, or about the nearest clause around it that a sentence tells.
fn english(document: &Document, clause: u32, wait: bool) -> String {
    let told = if wait { document.english() } else { document.english_if_told() };
    let Some(told) = told else { return String::new() };
    let Some(&at) = document.expanded(clause).iter().find(|at| at.0 == Part::Game) else {
        return String::new();
    };
    let mut node = at.1;
    let mut near = true;
    loop {
        if let Some(sentence) = sentence_of(told, node) {
            let what = if near { "In this game" } else { "In this game, as part of" };
            return format!("\n---\n**{what}:** {}\n", sentence.lines().join("\n"));
        }
        match document.parent((Part::Game, node)) {
            Some(outer) => node = outer,
            None => return String::new(),
        }
        near = false;
    }
}

fn about_word(document: &Document, word: u32, around: &[u32], wait: bool) -> Option<String> {
    let parsed = &document.parsed;
    let clause = document.clause_around(around)?;
    let text = parsed.slice(word);
    let mut children = parsed.children(Some(clause));
    let is_head = children.next() == Some(word);
    let entry = entry_of(document, clause);
    if let Some(entry) = entry {
        let keywords = entry.keyword.map_or(0, |k| k.split(' ').count());
        let is_keyword = children.take(keywords).any(|child| child == word);
        if is_head || is_keyword {
            return Some(ludeme(entry) + &english(document, clause, wait));
        }
    } else if is_head {
        return None;
    }
    let next = parsed.nodes.get(word as usize + 1);
    let is_label =
        next.is_some_and(|n| n.kind == CstKind::Colon && n.start == parsed.nodes[word as usize].end);
    if is_label {
        let param = entry?.params.iter().find(|p| p.label == Some(text))?;
        return Some(format!("{}\n", parameter(param)));
    }
    let param = param_of(document, word);
    let mut told = String::new();
    let lists: Vec<_> = match param.map(|(_, p)| p.ty) {
        Some(Ty::Enum(list)) => vec![list],
        Some(_) | None => enums::ALL.to_vec(),
    };
    if let Some((list, index)) = lists.iter().find_map(|list| Some((*list, list.index_of(text)?))) {
        let (value, meaning) = list.values[index];
        let _ = writeln!(told, "`{value}` ({}): {meaning}\n", list.name);
    } else if let Some((_, n)) = ludarium_ludemes::NUMBER_WORDS.iter().find(|(w, _)| *w == text) {
        let _ = writeln!(told, "`{text}` stands for {n}\n");
    }
    if let Some((entry, param)) = param {
        let _ = writeln!(told, "Of `{}`: {}", reference::name(entry), parameter(param));
    }
    (!told.is_empty()).then_some(told)
}

/// The parameter that a node of the text is the argument for.
pub fn param_of(document: &Document, node: u32) -> Option<(&'static Ludeme, &'static Param)> {
    document.expanded(node).iter().find_map(|&at| {
        let (id, slot) = document.argument(at)?;
        let entry = document.checked(at.0)?.node(id).entry;
        Some((entry, &entry.params[slot]))
    })
}

fn about_text(document: &Document, text: u32, around: &[u32], wait: bool) -> Option<String> {
    let names = names(document);
    let start = document.parsed.nodes[text as usize].start;
    let Some((kind, name, _)) = names.at(start + 1) else {
        let (entry, param) = param_of(document, text)?;
        return Some(format!("Of `{}`: {}\n", reference::name(entry), parameter(param)));
    };
    let uses =
        names.all.get(&(kind, name.to_owned())).map_or(0, |m| m.iter().filter(|m| !m.declares).count());
    let times = if uses == 1 { "once".to_owned() } else { format!("{uses} times") };
    if kind == NameKind::Define {
        return about_define(document, name, text, around, &times);
    }
    let mut told = format!("**{}** \"{name}\", used {times}\n", kind.word());
    if let Some(mention) = names.declaration(kind, name) {
        let clause = document.clause_around(&document.path(mention.start))?;
        let _ = write!(told, "\n```lud\n{}\n```\n", short(document.parsed.slice(clause)));
        if kind == NameKind::Piece
            && let Some(english) = if wait { document.english() } else { document.english_if_told() }
            && let Some(tree) = document.tree(Part::Game)
        {
            for sentence in ludarium_english::lookup::piece(english, tree, name).into_iter().take(3) {
                let _ = writeln!(told, "\n{}", sentence.lines().join("\n"));
            }
        }
    }
    Some(told)
}

fn short(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().take(20).collect();
    if text.lines().count() > 20 {
        lines.push("…");
    }
    lines.join("\n")
}

fn about_define(document: &Document, name: &str, text: u32, around: &[u32], times: &str) -> Option<String> {
    let define = define_text(document, name)?;
    let mut told = format!("**define** \"{name}\", used {times} here");
    if define.library {
        told += ", from the library";
    }
    told += "\n";
    if !define.comment.is_empty() {
        let _ = writeln!(told, "\n{}", define.comment);
    }
    let _ = write!(told, "\n```lud\n{}\n```\n", short(&define.clause));
    // What this very use stands for, where it was worked out.
    let call = around.last().copied().filter(|&c| document.parsed.children(Some(c)).next() == Some(text));
    let at = document.parsed.nodes[call.unwrap_or(text) as usize];
    if let Some(tree) = document.tree(Part::Game) {
        let used_here = |id: ludarium_syntax::NodeId| {
            tree.node(id).origin.is_some_and(|o| {
                let origin = tree.origin(o);
                origin.used_at.file == document.parsed.file
                    && (origin.used_at.start, origin.used_at.end) == (at.start, at.end)
                    && origin.name == name
            })
        };
        // The outermost node of the body.
        let used = (0..tree.nodes.len() as u32)
            .map(ludarium_syntax::NodeId)
            .find(|&id| used_here(id) && !document.parent((Part::Game, id)).is_some_and(used_here));
        if let Some(node) = used {
            let printed = tree.print(node);
            if printed.len() < 600 {
                let _ = write!(told, "\nHere it stands for\n```lud\n{printed}\n```\n");
            }
        }
    }
    Some(told)
}

/// A definition as it is written.
#[derive(Clone, Debug)]
pub struct DefineText {
    pub clause: String,
    /// The comment above it.
    pub comment: String,
    /// How many parameters it has.
    pub params: usize,
    pub library: bool,
}

/// The definitions of a text by name.
pub fn defines_of(parsed: &Parsed, library: bool) -> BTreeMap<String, DefineText> {
    let mut found = BTreeMap::new();
    for id in 0..parsed.nodes.len() as u32 {
        if parsed.head(id) != Some("define") {
            continue;
        }
        let Some(name) = parsed.children(Some(id)).nth(1) else { continue };
        let clause = parsed.slice(id).to_owned();
        let params = clause.split('#').skip(1).filter_map(|rest| rest.chars().next()?.to_digit(10));
        let params = params.max().unwrap_or(0) as usize;
        let before = parsed.text.get(..parsed.nodes[id as usize].start as usize).unwrap_or("");
        let mut comment: Vec<&str> = before
            .lines()
            .rev()
            .take_while(|line| line.trim_start().starts_with("//"))
            .map(|line| line.trim_start().trim_start_matches('/').trim())
            .collect();
        comment.reverse();
        let define = DefineText { clause, comment: comment.join(" "), params, library };
        found.entry(parsed.inner(name).to_owned()).or_insert(define);
    }
    found
}

/// The definitions that come with Ludarium.
pub fn library() -> &'static BTreeMap<String, DefineText> {
    static LIBRARY: OnceLock<BTreeMap<String, DefineText>> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let files = ludarium_library::define_files();
        files.iter().flat_map(|file| defines_of(&parse(FileId(0), file.text), true)).collect()
    })
}

/// A definition of the text, or of the library.
pub fn define_text(document: &Document, name: &str) -> Option<DefineText> {
    if let Some(own) = document.own_defines().get(name) {
        return Some(own.clone());
    }
    if let Some(define) = library().get(name) {
        return Some(define.clone());
    }
    let span = document.defines().definition(name)?;
    let mut sources = ludarium_syntax::Sources::new();
    document.defines().add_to(&mut sources);
    defines_of(&parse(FileId(0), sources.text(span)), true).remove(name)
}

fn about_parameter(document: &Document, number: u8, around: &[u32]) -> Option<String> {
    let parsed = &document.parsed;
    let define = around.iter().copied().find(|&id| parsed.head(id) == Some("define"))?;
    let name = parsed.inner(parsed.children(Some(define)).nth(1)?);
    let mut told = format!("Argument {number} of the define \"{name}\"\n");
    let names = names(document);
    for mention in names.all.get(&(NameKind::Define, name.to_owned())).into_iter().flatten().take(8) {
        let path = document.path(mention.start);
        let Some(call) = document.clause_around(&path).filter(|_| !mention.declares) else { continue };
        let Some(at) = usize::from(number).checked_sub(1) else { continue };
        if let Some(argument) = document.arguments_of(call).get(at) {
            let line = document.lines.position(&document.text, mention.start).line + 1;
            let _ = write!(told, "\n- line {line}: `{}`", short(argument));
        }
    }
    Some(told)
}

fn about_marker(document: &Document, marker: u32) -> Option<String> {
    let inside = document.parsed.slice(marker).strip_prefix('<')?.strip_suffix('>')?;
    let tag = inside.split(':').next()?;
    let expanded = &document.reading().expanded;
    let at = expanded.options.iter().position(|category| category.tag == tag)?;
    let category = &expanded.options[at];
    let mut told = format!("Filled by the option **{tag}**\n");
    for (i, _) in category.items.iter().enumerate() {
        let chosen = expanded.chosen.items.get(at).copied().flatten() == Some(i);
        let _ = write!(told, "\n- {}{}", category.path(i), if chosen { " (chosen)" } else { "" });
    }
    Some(told)
}
