//! Names: what is declared where, and who speaks of it. Read off the tree of the text, so that it works while the text
//! has mistakes. Knows which heads declare; refuses to know what the declared things do.

use crate::Document;
use ludarium_syntax::Parsed;
use ludarium_syntax::cst::CstKind;
use std::collections::BTreeMap;

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum NameKind {
    Define,
    Piece,
    Region,
    Track,
    Phase,
    Variable,
}

impl NameKind {
    pub fn word(self) -> &'static str {
        match self {
            NameKind::Define => "define",
            NameKind::Piece => "piece",
            NameKind::Region => "region",
            NameKind::Track => "track",
            NameKind::Phase => "phase",
            NameKind::Variable => "variable",
        }
    }
}

/// A place where a name is written, quotes not included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mention {
    pub start: u32,
    pub end: u32,
    /// The node of the text.
    pub node: u32,
    pub declares: bool,
}

/// All names of a text with the places where they are written.
#[derive(Debug, Default)]
pub struct Names {
    pub all: BTreeMap<(NameKind, String), Vec<Mention>>,
}

/// Texts in these clauses are prose.
const PROSE: [&str; 16] = [
    "description",
    "rules",
    "source",
    "aliases",
    "author",
    "publisher",
    "date",
    "credit",
    "classification",
    "origin",
    "option",
    "item",
    "rulesets",
    "ruleset",
    "version",
    "id",
];

/// What a clause that begins like this declares by its first text.
fn declared(head: &str, keyword: &str) -> Option<NameKind> {
    match (head, keyword) {
        ("define", _) => Some(NameKind::Define),
        ("piece" | "tile" | "card" | "domino" | "component", _) => Some(NameKind::Piece),
        ("regions", _) => Some(NameKind::Region),
        ("track", _) => Some(NameKind::Track),
        ("phase", _) => Some(NameKind::Phase),
        ("set" | "remember", "Var" | "Value") => Some(NameKind::Variable),
        _ => None,
    }
}

/// Each text of a description with the head and keyword of the clause it stands in, outermost first; `first` is whether
/// it is the first text there and `leads` whether it stands where a head would.
struct Text<'p> {
    node: u32,
    head: &'p str,
    keyword: &'p str,
    first: bool,
    leads: bool,
    metadata: bool,
}

fn texts(parsed: &Parsed) -> Vec<Text<'_>> {
    let mut found = Vec::new();
    // The clauses around the current node: where they end, head, keyword, whether a text was seen.
    let mut open: Vec<(u32, &str, &str, bool, bool)> = Vec::new();
    for id in 0..parsed.nodes.len() as u32 {
        while open.last().is_some_and(|clause| clause.0 <= id) {
            open.pop();
        }
        let node = parsed.nodes[id as usize];
        match node.kind {
            CstKind::Group(ludarium_syntax::lex::Bracket::Round) => {
                let head = parsed.head(id).unwrap_or("");
                let keyword = parsed
                    .children(Some(id))
                    .nth(1)
                    .filter(|&k| parsed.nodes[k as usize].kind == CstKind::Word)
                    .map_or("", |k| parsed.slice(k));
                let metadata = head == "metadata" || open.last().is_some_and(|clause| clause.4);
                open.push((node.after, head, keyword, false, metadata));
            }
            CstKind::Text => {
                let leads = open.last().is_some() && parsed.nodes[id as usize - 1].after > id && {
                    matches!(
                        parsed.nodes[id as usize - 1].kind,
                        CstKind::Group(ludarium_syntax::lex::Bracket::Round)
                    )
                };
                let Some(clause) = open.last_mut() else { continue };
                let first = !std::mem::replace(&mut clause.3, true);
                let (_, head, keyword, _, metadata) = *clause;
                found.push(Text { node: id, head, keyword, first, leads, metadata });
            }
            CstKind::Group(_)
            | CstKind::Word
            | CstKind::Colon
            | CstKind::Param(_)
            | CstKind::Opener(_)
            | CstKind::Closer(_) => {}
        }
    }
    found
}

/// A piece is also called by its name and the number of its owner.
pub fn without_owner(text: &str) -> &str {
    text.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// The names of a text, found once for each version.
pub fn names(document: &Document) -> &Names {
    document.names()
}

pub(crate) fn find_names(parsed: &Parsed) -> Names {
    let texts = texts(parsed);
    let mut names = Names::default();
    for text in &texts {
        let declares =
            declared(text.head, text.keyword).filter(|_| text.first && !text.leads && !text.metadata);
        if let Some(kind) = declares {
            names.all.entry((kind, parsed.inner(text.node).to_owned())).or_default();
        }
    }
    for text in &texts {
        let inner = parsed.inner(text.node);
        let node = parsed.nodes[text.node as usize];
        let mut declares =
            declared(text.head, text.keyword).filter(|_| text.first && !text.leads && !text.metadata);
        let kind = match declares {
            Some(kind) => Some(kind),
            None if text.leads => Some(NameKind::Define),
            None if PROSE.contains(&text.head) || text.head == "game" => None,
            None => meant(&names, text, inner),
        };
        let Some(kind) = kind else { continue };
        let is_piece = kind == NameKind::Piece && !names.all.contains_key(&(kind, inner.to_owned()));
        let name = if is_piece { without_owner(inner) } else { inner };
        // Of a variable, the first place that sets it declares it.
        if kind == NameKind::Variable
            && names.all.get(&(kind, name.to_owned())).is_some_and(|m| m.iter().any(|m| m.declares))
        {
            declares = None;
        }
        let start = node.start + 1;
        let mention =
            Mention { start, end: start + name.len() as u32, node: text.node, declares: declares.is_some() };
        names.all.entry((kind, name.to_owned())).or_default().push(mention);
    }
    names
}

/// What a text that declares nothing speaks of.
fn meant(names: &Names, text: &Text<'_>, inner: &str) -> Option<NameKind> {
    let known = |kind: NameKind, name: &str| names.all.contains_key(&(kind, name.to_owned()));
    // Where one name stands for several things, the clause around it decides.
    let likely = match (text.head, text.keyword) {
        ("var", _) => Some(NameKind::Variable),
        ("sites" | "region", _) => Some(NameKind::Region),
        (_, "Track" | "Loop") => Some(NameKind::Track),
        ("nextPhase", _) => Some(NameKind::Phase),
        _ => None,
    };
    likely
        .filter(|&kind| known(kind, inner))
        .or_else(|| {
            let kinds = [
                NameKind::Define,
                NameKind::Piece,
                NameKind::Region,
                NameKind::Track,
                NameKind::Phase,
                NameKind::Variable,
            ];
            kinds.into_iter().find(|&kind| known(kind, inner))
        })
        .or_else(|| known(NameKind::Piece, without_owner(inner)).then_some(NameKind::Piece))
}

impl Names {
    /// The name that is written at a byte.
    pub fn at(&self, offset: u32) -> Option<(NameKind, &str, Mention)> {
        self.all.iter().find_map(|((kind, name), mentions)| {
            let here = mentions.iter().find(|m| m.start <= offset + 1 && offset <= m.end + 1)?;
            Some((*kind, name.as_str(), *here))
        })
    }

    pub fn declaration(&self, kind: NameKind, name: &str) -> Option<Mention> {
        self.all.get(&(kind, name.to_owned()))?.iter().find(|m| m.declares).copied()
    }

    /// The names that this text declares.
    pub fn declared(&self) -> impl Iterator<Item = (NameKind, &str, Mention)> {
        self.all.iter().filter_map(|((kind, name), mentions)| {
            mentions.iter().find(|m| m.declares).map(|m| (*kind, name.as_str(), *m))
        })
    }
}
