//! What may be written at a place. The checker says which types fit there; entries, words, definitions and names that
//! fit come first, and among those the ones that our own games use most.

use crate::Document;
use crate::hover::{DefineText, library};
use crate::names::{NameKind, names};
use crate::usage;
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, InsertTextFormat, MarkupContent,
    MarkupKind, Position, TextEdit,
};
use ludarium_check::{Wanted, readings, wanted_at, words_of};
use ludarium_check::{reference, signature};
use ludarium_ludemes::{Ludeme, NUMBER_WORDS, Param, Ty, accepts, all};
use ludarium_syntax::lex::{Bracket, Token, TokenKind, lex};
use ludarium_syntax::{Defines, FileId, Kind, Limits, NodeId, Parsed, Selection, Tree, expand, parse};
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// Where something is being written.
struct Place {
    /// The bytes that a completion replaces.
    start: u32,
    end: u32,
    /// What was typed so far.
    typed: String,
    /// Right after an opening round bracket.
    head: bool,
    /// Inside quotes.
    quoted: bool,
}

/// What may be written at a position, best first. With `snippets` the answers have places to fill in.
pub fn completion(document: &Document, position: Position, snippets: bool) -> Vec<CompletionItem> {
    let offset = document.offset(position);
    let Some(place) = place(document, offset) else { return Vec::new() };
    let wanted = wanted(document, &place);
    let mut around = heads(document, place.start);
    // The clause that is being begun is not around itself.
    if place.head {
        around.pop();
    }
    let mut list = List { document, place: &place, around, snippets, items: Vec::new() };
    if place.quoted {
        list.texts(&wanted);
    } else if place.head {
        list.entries(&wanted, "");
        list.defines(&wanted);
    } else {
        list.words(&wanted);
        list.labels(&wanted);
        list.entries(&wanted, "(");
        list.defines(&wanted);
        list.texts(&wanted);
    }
    let typed = place.typed.trim_start_matches(['(', '"']).to_lowercase();
    let mut items = list.items;
    items.retain(|(_, item)| {
        let text = item.filter_text.as_deref().unwrap_or(&item.label).to_lowercase();
        text.trim_start_matches(['(', '"']).contains(&typed)
    });
    let digits = |label: &str| label.bytes().filter(u8::is_ascii_digit).count();
    // P2 comes before P10.
    items.sort_by(|(a, x), (b, y)| (a, digits(&x.label), &x.label).cmp(&(b, digits(&y.label), &y.label)));
    items.dedup_by(|(_, a), (_, b)| a.label == b.label && a.detail == b.detail);
    items.truncate(200);
    let numbered = items.into_iter().enumerate();
    numbered.map(|(i, (_, item))| CompletionItem { sort_text: Some(format!("{i:04}")), ..item }).collect()
}

/// Finds out what all completions need, so that the first one need not wait.
pub fn prepare() {
    library_types();
    usage::word("", "");
}

/// What is being written at a byte; nothing in a comment.
fn place(document: &Document, offset: u32) -> Option<Place> {
    let tokens = &document.parsed.tokens;
    let at = tokens.partition_point(|token| token.end < offset);
    let touching = |t: &&Token| t.start < offset && offset <= t.end;
    let token = tokens[at..].iter().take(2).find(touching).copied();
    if token.is_some_and(|t| t.kind == TokenKind::Comment) {
        return None;
    }
    let (start, end, quoted) = match token.map(|t| (t.kind, t)) {
        Some((TokenKind::Word | TokenKind::Odd, t)) => (t.start, t.end, false),
        // An unclosed quote swallows what follows; a completion takes the rest of the word at most.
        Some((TokenKind::Text { closed }, t)) if offset < t.end || !closed => {
            let rest = document.text.get(offset as usize..t.end as usize).unwrap_or("");
            let stop = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
            (t.start, if closed { t.end } else { offset + stop as u32 }, true)
        }
        Some(_) | None => (offset, offset, false),
    };
    let typed = document.text.get(start as usize..offset as usize).unwrap_or("").to_owned();
    let before = tokens.iter().rev().find(|t| t.end <= start && !t.is_trivia());
    let head = before.is_some_and(|t| t.kind == TokenKind::Open(Bracket::Round));
    Some(Place { start, end, typed, head, quoted })
}

/// The text with a hole where something is being written: whole if its brackets pair up, else cut off there and
/// closed, with the definitions that follow.
fn with_hole(document: &Document, place: &Place) -> Parsed {
    let (before, after) = (&document.text[..place.start as usize], &document.text[place.end as usize..]);
    let whole = format!("{before}[?]{after}");
    let whole = parse(FileId(0), &whole);
    if whole.problems.iter().all(|p| !matches!(p.code, "E0102" | "E0103" | "E0104" | "E0105")) {
        return whole;
    }
    let mut open = Vec::new();
    for token in lex(before) {
        match token.kind {
            TokenKind::Open(bracket) => open.push(bracket),
            TokenKind::Close(_) => {
                open.pop();
            }
            TokenKind::Space | TokenKind::Comment | TokenKind::Word | TokenKind::Text { .. } => {}
            TokenKind::Colon | TokenKind::Param | TokenKind::Odd => {}
        }
    }
    let mut cut = format!("{before}[?]");
    cut.extend(open.iter().rev().map(|bracket| bracket.close()));
    for (name, define) in document.own_defines() {
        if !before.contains(&format!("(define \"{name}\"")) {
            cut.push('\n');
            cut.push_str(&define.clause);
        }
    }
    parse(FileId(0), &cut)
}

/// What the checker wants at a place.
fn wanted(document: &Document, place: &Place) -> Wanted {
    let parsed = with_hole(document, place);
    let expanded = expand(&parsed, document.defines(), &Selection::default(), &Limits::default());
    let trees = [(Some(&expanded.game), Ty::Root), (expanded.metadata.as_ref(), Ty::Metadata)];
    for (tree, ty) in trees {
        let Some(tree) = tree else { continue };
        let hole = tree.nodes.iter().position(|node| {
            matches!(node.kind, Kind::Hole(_))
                && node.span.file == FileId(0)
                && node.span.start == place.start
        });
        if let Some(hole) = hole {
            let mut path = path_to(tree, NodeId(hole as u32));
            // The bracket of a head is the clause that is being begun.
            if place.head && path.len() > 1 {
                path.pop();
            }
            return wanted_at(tree, &path, Some(ty));
        }
    }
    Wanted { anything: true, ..Wanted::default() }
}

fn path_to(tree: &Tree, node: NodeId) -> Vec<NodeId> {
    let mut parents: FxHashMap<NodeId, NodeId> = FxHashMap::default();
    for (i, outer) in tree.nodes.iter().enumerate() {
        for &child in &outer.children {
            parents.insert(child, NodeId(i as u32));
        }
    }
    let mut path = vec![node];
    while let Some(&outer) = path.last().and_then(|last| parents.get(last)) {
        path.push(outer);
    }
    path.reverse();
    path
}

/// How usual an entry is inside these heads.
fn usual(entry: &Ludeme, around: &[&str]) -> u32 {
    let keyword = entry.keyword.and_then(|k| k.split(' ').next()).unwrap_or("");
    usage::clause(around, entry.head, keyword)
}

/// The heads of the clauses around a place, outermost first.
fn heads(document: &Document, start: u32) -> Vec<&str> {
    let mut heads: Vec<&str> = Vec::new();
    let before = document.parsed.tokens.iter().take_while(|t| t.end <= start).filter(|t| !t.is_trivia());
    let mut opened = false;
    for token in before {
        match token.kind {
            TokenKind::Open(Bracket::Round) => heads.push(""),
            TokenKind::Close(Bracket::Round) => {
                heads.pop();
            }
            TokenKind::Word if opened => {
                if let Some(head) = heads.last_mut() {
                    *head = document.text.get(token.start as usize..token.end as usize).unwrap_or("");
                }
            }
            TokenKind::Open(_) | TokenKind::Close(_) | TokenKind::Space | TokenKind::Comment => {}
            TokenKind::Word | TokenKind::Text { .. } | TokenKind::Colon => {}
            TokenKind::Param | TokenKind::Odd => {}
        }
        opened = token.kind == TokenKind::Open(Bracket::Round);
    }
    heads
}

/// Which types each definition of the library can give.
fn library_types() -> &'static FxHashMap<String, Vec<Ty>> {
    static TYPES: OnceLock<FxHashMap<String, Vec<Ty>>> = OnceLock::new();
    TYPES.get_or_init(|| {
        let defines = ludarium_play::library_defines();
        library().iter().map(|(name, define)| (name.clone(), types_of(name, define, &defines, ""))).collect()
    })
}

/// The types that a definition gives when its arguments are left open.
fn types_of(name: &str, define: &DefineText, defines: &Defines, own: &str) -> Vec<Ty> {
    let holes = " [?]".repeat(define.params);
    let parsed = parse(FileId(0), &format!("{own}\n(\"{name}\"{holes})"));
    let tree = expand(&parsed, defines, &Selection::default(), &Limits::default()).game;
    let Some(&root) = tree.roots.last() else { return Vec::new() };
    readings(&tree, root).iter().map(|entry| entry.gives).collect()
}

/// Fills in what an entry needs: `to ${1:region}`.
fn snippet(entry: &Ludeme, number: &mut u32, depth: u32) -> String {
    let mut text = reference_name(entry);
    let mut group_done = 0;
    for param in entry.params {
        let required = !param.optional
            && (param.or_group == 0 || param.or_group != group_done)
            && !entry.params.iter().any(|p| p.or_group != 0 && p.or_group == param.or_group && p.optional);
        if !required {
            continue;
        }
        group_done = param.or_group;
        text.push(' ');
        if let Some(label) = param.label {
            text.push_str(label);
            text.push(':');
        }
        text.push_str(&argument(param, number, depth));
    }
    text
}

fn reference_name(entry: &Ludeme) -> String {
    match entry.keyword {
        Some(keyword) => format!("{} {keyword}", entry.head),
        None => entry.head.to_owned(),
    }
}

fn argument(param: &Param, number: &mut u32, depth: u32) -> String {
    let mut givers = all().filter(|l| l.gives == param.ty);
    let only = givers.next().filter(|_| givers.next().is_none());
    let inner = match (param.ty, only) {
        // A type that one entry alone gives is written out: `(to …)`.
        (_, Some(entry)) if depth < 2 => format!("({})", snippet(entry, number, depth + 1)),
        (Ty::Text, _) => {
            *number += 1;
            format!("\"${{{number}:{}}}\"", param.name)
        }
        (_, _) => {
            *number += 1;
            format!("${{{number}:{}}}", param.name)
        }
    };
    let open = "{".repeat(param.array as usize);
    format!("{open}{inner}{}", "\\}".repeat(param.array as usize))
}

struct List<'d> {
    document: &'d Document,
    place: &'d Place,
    /// The heads of the clauses around, outermost first.
    around: Vec<&'d str>,
    snippets: bool,
    /// Each with its rank: the smaller, the better.
    items: Vec<((u8, u32), CompletionItem)>,
}

impl List<'_> {
    fn push(
        &mut self,
        rank: (u8, u32),
        kind: CompletionItemKind,
        label: String,
        text: String,
        detail: String,
        doc: String,
    ) {
        let is_snippet = text.contains("${");
        let range = self.document.range(self.place.start, self.place.end);
        let item = CompletionItem {
            filter_text: Some(text.split("${").next().unwrap_or("").trim_end().to_owned()),
            label,
            kind: Some(kind),
            detail: (!detail.is_empty()).then_some(detail),
            documentation: (!doc.is_empty()).then_some(Documentation::MarkupContent(MarkupContent {
                kind: MarkupKind::Markdown,
                value: doc,
            })),
            insert_text_format: is_snippet.then_some(InsertTextFormat::SNIPPET),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: text })),
            ..CompletionItem::default()
        };
        self.items.push((rank, item));
    }

    /// Clauses. What does not fit is offered only where a head is being typed, after all that fits.
    fn entries(&mut self, wanted: &Wanted, open: &str) {
        let typed = self.place.typed.trim_start_matches(['(', '"']).to_lowercase();
        for entry in all() {
            let takes = wanted.takes(entry.gives);
            if !takes && (!open.is_empty() || self.place.typed.is_empty()) {
                continue;
            }
            // What will not be shown need not be made.
            if !reference_name(entry).to_lowercase().contains(&typed) {
                continue;
            }
            let exact = wanted.types.iter().any(|(ty, depth)| *depth == 0 && *ty == entry.gives);
            let level = match (takes, exact) {
                (true, true) => 2,
                (true, false) => 3,
                (false, _) => 8,
            };
            let body = if self.snippets { snippet(entry, &mut 0, 0) } else { reference_name(entry) };
            let close = if open.is_empty() { "" } else { ")" };
            let doc = format!(
                "```lud\n{}\n```\n{}\n\n`{}`",
                signature(entry).trim_matches('`'),
                entry.doc,
                entry.example
            );
            let rank = (level, u32::MAX - usual(entry, &self.around));
            let label = format!("{open}{}{close}", reference_name(entry));
            let detail = entry.gives.describe().to_owned();
            self.push(rank, CompletionItemKind::FUNCTION, label, format!("{open}{body}{close}"), detail, doc);
        }
    }

    /// Words that choose an entry, and words of lists.
    fn words(&mut self, wanted: &Wanted) {
        for (entry, word) in &wanted.keywords {
            let doc = entry.doc.to_owned();
            let detail = reference::name(entry);
            let outside = self.around.split_last().map_or(&[][..], |(_, outside)| outside);
            let rank = (0, u32::MAX - usual(entry, outside));
            self.push(rank, CompletionItemKind::KEYWORD, (*word).to_owned(), (*word).to_owned(), detail, doc);
        }
        let head = self.around.last().copied().unwrap_or("");
        for (ty, depth) in &wanted.types {
            if *depth > 0 {
                continue;
            }
            let meaning = |word: &str| match ty {
                Ty::Enum(list) => list.index_of(word).map_or("", |at| list.values[at].1),
                _ => "",
            };
            for word in words_of(*ty) {
                let (doc, detail) = (meaning(word).to_owned(), ty.describe().to_owned());
                let rank = (1, u32::MAX - usage::word(head, word));
                self.push(
                    rank,
                    CompletionItemKind::ENUM_MEMBER,
                    word.to_owned(),
                    word.to_owned(),
                    detail,
                    doc,
                );
            }
            if accepts(*ty, Ty::IntLit) {
                for (word, number) in NUMBER_WORDS {
                    let detail = format!("the number {number}");
                    let rank = (7, 0);
                    self.push(
                        rank,
                        CompletionItemKind::CONSTANT,
                        (*word).to_owned(),
                        (*word).to_owned(),
                        detail,
                        String::new(),
                    );
                }
            }
        }
    }

    fn labels(&mut self, wanted: &Wanted) {
        for (entry, param) in &wanted.params {
            let Some(label) = param.label else { continue };
            let doc = format!("{}\n\nOf `{}`.", param.doc, reference::name(entry));
            let detail = param.ty.describe().to_owned();
            let label = format!("{label}:");
            // After the words that somebody uses, before the others.
            self.push((1, u32::MAX - 1), CompletionItemKind::FIELD, label.clone(), label, detail, doc);
        }
    }

    /// Uses of definitions, with places for their arguments.
    fn defines(&mut self, wanted: &Wanted) {
        let own = self.document.own_defines();
        let clauses: Vec<&str> = own.values().map(|define| define.clause.as_str()).collect();
        let clauses = clauses.join("\n");
        let (open, close) = if self.place.head { ("", "") } else { ("(", ")") };
        let mine = own
            .iter()
            .map(|(name, define)| (name, define, types_of(name, define, self.document.defines(), &clauses)));
        let theirs = library()
            .iter()
            .filter(|(name, _)| !own.contains_key(*name))
            .map(|(name, define)| (name, define, library_types().get(name).cloned().unwrap_or_default()));
        let all: Vec<(&String, &DefineText, Vec<Ty>)> = mine.chain(theirs).collect();
        for (name, define, types) in all {
            let fits = types.iter().any(|ty| wanted.takes(*ty));
            if !fits && (self.place.typed.is_empty() || !self.place.head) {
                continue;
            }
            let mut text = format!("{open}\"{name}\"");
            if self.snippets {
                for n in 1..=define.params {
                    text.push_str(&format!(" ${{{n}:#{n}}}"));
                }
            }
            text.push_str(close);
            let doc = format!("{}\n\n```lud\n{}\n```", define.comment, define.clause);
            let rank = (
                match (fits, define.library) {
                    (true, false) => 2,
                    (true, true) => 4,
                    (false, _) => 9,
                },
                0,
            );
            let detail = if define.library { "define of the library" } else { "define of this text" };
            let label = format!("{open}\"{name}\"{close}");
            self.push(rank, CompletionItemKind::MODULE, label, text, detail.to_owned(), doc);
        }
    }

    /// Names in quotes.
    fn texts(&mut self, wanted: &Wanted) {
        if self.place.quoted && self.place.head {
            return self.defines(wanted);
        }
        if !self.place.quoted && !wanted.anything && !wanted.types.iter().any(|(ty, _)| *ty == Ty::Text) {
            return;
        }
        let likely = |kind: NameKind| {
            let word = kind.word();
            wanted.params.iter().any(|(entry, param)| {
                let doc = param.doc.to_lowercase();
                param.ty == Ty::Text
                    && (param.name.to_lowercase().contains(word)
                        || doc.contains(word)
                        || entry.head == "var" && word == "variable")
            })
        };
        let names = names(self.document);
        let declared: Vec<(NameKind, String)> =
            names.declared().map(|(kind, name, _)| (kind, name.to_owned())).collect();
        // What is placed before play belongs to somebody; elsewhere a kind of piece is mostly meant for all.
        let owned_first = self.around.last() == Some(&"place");
        for (kind, name) in declared {
            if kind == NameKind::Define {
                continue;
            }
            let level = if likely(kind) { 1 } else { 5 };
            let owners = if kind == NameKind::Piece { owners(self.document, &name) } else { Vec::new() };
            let plain_first = owners.is_empty() || !owned_first;
            self.name(&name, (level, u32::from(!plain_first)), kind.word().to_owned());
            for owner in owners {
                let detail = format!("{} of player {owner}", kind.word());
                self.name(&format!("{name}{owner}"), (level, u32::from(plain_first)), detail);
            }
        }
    }

    fn name(&mut self, name: &str, rank: (u8, u32), detail: String) {
        let text = format!("\"{name}\"");
        self.push(rank, CompletionItemKind::VALUE, text.clone(), text, detail, String::new());
    }
}

/// The players that have pieces of this name, as far as the text says it in words.
fn owners(document: &Document, piece: &str) -> Vec<u32> {
    let parsed = &document.parsed;
    let Some(mention) = names(document).declaration(NameKind::Piece, piece) else { return Vec::new() };
    let path = document.path(mention.start);
    let Some(clause) = document.clause_around(&path) else { return Vec::new() };
    let players = || {
        let clause = (0..parsed.nodes.len() as u32).find(|&id| parsed.head(id) == Some("players"))?;
        let given = parsed.children(Some(clause)).nth(1)?;
        let listed = || parsed.children(Some(given)).count() as u32;
        Some(parsed.slice(given).parse().unwrap_or_else(|_| listed()))
    };
    let mut owners = Vec::new();
    for word in parsed.children(Some(clause)).skip(2).map(|child| parsed.slice(child)) {
        match word.strip_prefix('P').and_then(|number| number.parse().ok()) {
            Some(player) => owners.push(player),
            None if word == "Each" => owners.extend(1..=players().unwrap_or(2).min(16)),
            None => {}
        }
    }
    owners
}
