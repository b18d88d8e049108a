//! Where a name is declared, where it is used, and what changes when it is called otherwise.

use crate::Document;
use crate::names::{Mention, NameKind, names};
use lsp_types::{Range, TextEdit};

/// Where something is declared.
#[derive(Clone, PartialEq, Debug)]
pub enum Target {
    Here(Range),
    /// In a file of definitions, by its name.
    Library {
        file: String,
        range: Range,
    },
}

/// Where the name at a place is declared.
pub fn definition(document: &Document, offset: u32) -> Option<Target> {
    let names = names(document);
    let (kind, name, _) = names.at(offset)?;
    if let Some(mention) = names.declaration(kind, name) {
        return Some(Target::Here(document.range(mention.start, mention.end)));
    }
    (kind == NameKind::Define).then(|| library_definition(document, name)).flatten()
}

fn library_definition(document: &Document, name: &str) -> Option<Target> {
    let span = document.defines().definition(name)?;
    let mut sources = ludarium_syntax::Sources::new();
    document.defines().add_to(&mut sources);
    let source = sources.get(span.file)?;
    // The name itself, so that it can be renamed where one arrives.
    let clause = source.text.get(span.start as usize..span.end as usize)?;
    let (start, end) = match clause.find(&format!("\"{name}\"")) {
        Some(at) => (span.start + at as u32 + 1, span.start + (at + 1 + name.len()) as u32),
        None => (span.start, span.end),
    };
    let range = crate::lines::Lines::new(&source.text).range(&source.text, start, end);
    Some(Target::Library { file: source.name.clone(), range })
}

/// What is named at a place.
pub fn named(document: &Document, offset: u32) -> Option<(NameKind, String)> {
    let names = names(document);
    names.at(offset).map(|(kind, name, _)| (kind, name.to_owned()))
}

/// All places of a text that speak of a name.
pub fn mentions(document: &Document, kind: NameKind, name: &str) -> Vec<Mention> {
    names(document).all.get(&(kind, name.to_owned())).cloned().unwrap_or_default()
}

/// All places that speak of what is named at a place.
pub fn references(document: &Document, offset: u32, with_declaration: bool) -> Vec<Range> {
    let Some((kind, name)) = named(document, offset) else { return Vec::new() };
    mentions(document, kind, &name)
        .into_iter()
        .filter(|m| with_declaration || !m.declares)
        .map(|m| document.range(m.start, m.end))
        .collect()
}

/// The part of the text that a new name would replace; or why there is none.
pub fn prepare_rename(document: &Document, offset: u32) -> Result<Range, String> {
    let names = names(document);
    let (kind, name, mention) = names.at(offset).ok_or("nothing with a name stands here")?;
    if names.declaration(kind, name).is_none() {
        return Err(format!("\"{name}\" is not declared in this text"));
    }
    Ok(document.range(mention.start, mention.end))
}

/// The changes that give what is named at a place another name.
pub fn rename(document: &Document, offset: u32, new: &str) -> Result<Vec<TextEdit>, String> {
    prepare_rename(document, offset)?;
    if new.is_empty() || new.contains(['"', '\n', '#', '<', '>', '\\']) {
        return Err(format!("`{new}` cannot be a name: quotes, line ends and # < > \\ have other meanings"));
    }
    let names = names(document);
    let (kind, _, _) = names.at(offset).ok_or("nothing with a name stands here")?;
    if names.declaration(kind, new).is_some() {
        return Err(format!("this text has a {} called \"{new}\" already", kind.word()));
    }
    if kind == NameKind::Piece && new.ends_with(|c: char| c.is_ascii_digit()) {
        return Err("a digit at the end of a piece's name means its owner".to_owned());
    }
    let (kind, name) = named(document, offset).ok_or("nothing with a name stands here")?;
    let edit = |m: Mention| TextEdit { range: document.range(m.start, m.end), new_text: new.to_owned() };
    Ok(mentions(document, kind, &name).into_iter().map(edit).collect())
}
