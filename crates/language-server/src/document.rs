//! A text with everything that was found out about it, each part worked out when it is first asked for and then kept:
//! a new version of the text is a new document. Knows which clause stands where; refuses to know who asks.

use crate::hover::{DefineText, defines_of};
use crate::lines::Lines;
use crate::names::{Names, find_names};
use lsp_types::{Position, Range};
use ludarium_check::{Arg, Checked, CheckedId, Value};
use ludarium_english::{Description, Style};
use ludarium_play::{Game, Reading, compile, compile_board, read_parsed};
use ludarium_syntax::cst::CstKind;
use ludarium_syntax::lex::{Bracket, Token};
use ludarium_syntax::{Defines, FileId, NodeId, Parsed, Problem, Selection, Span, Tree, parse};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// Which of the two trees of a description a clause belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    Game,
    Metadata,
}

/// Where the clauses of the text are in the expanded trees.
#[derive(Default)]
struct Index {
    /// Nodes by the bytes they are written in; several where a definition is used several times.
    by_span: FxHashMap<(u32, u32), Vec<(Part, NodeId)>>,
    clauses: FxHashMap<(Part, NodeId), CheckedId>,
    /// Which argument of which clause a node is.
    arguments: FxHashMap<(Part, NodeId), (CheckedId, usize)>,
    parents: FxHashMap<(Part, NodeId), NodeId>,
}

pub struct Document {
    pub text: Arc<str>,
    pub lines: Lines,
    pub parsed: Parsed,
    defines: Defines,
    reading: OnceLock<Reading>,
    index: OnceLock<Index>,
    game: OnceLock<Result<Game, Vec<Problem>>>,
    english: OnceLock<Option<ludarium_english::Document>>,
    names: OnceLock<Names>,
    own_defines: OnceLock<BTreeMap<String, DefineText>>,
}

impl Document {
    pub fn new(text: &str, defines: &Defines) -> Document {
        let parsed = parse(FileId(0), text);
        Document {
            text: text.into(),
            lines: Lines::new(text),
            parsed,
            defines: defines.clone(),
            reading: OnceLock::new(),
            index: OnceLock::new(),
            game: OnceLock::new(),
            english: OnceLock::new(),
            names: OnceLock::new(),
            own_defines: OnceLock::new(),
        }
    }

    pub fn names(&self) -> &Names {
        self.names.get_or_init(|| find_names(&self.parsed))
    }

    /// The definitions of the text by name.
    pub fn own_defines(&self) -> &BTreeMap<String, DefineText> {
        self.own_defines.get_or_init(|| defines_of(&self.parsed, false))
    }

    pub fn defines(&self) -> &Defines {
        &self.defines
    }

    /// Definitions and no game: a file of a library.
    pub fn only_defines(&self) -> bool {
        let heads = || self.parsed.children(None).filter_map(|root| self.parsed.head(root));
        heads().any(|head| head == "define") && !heads().any(|head| matches!(head, "game" | "match"))
    }

    pub fn reading(&self) -> &Reading {
        self.reading.get_or_init(|| {
            read_parsed("this file", self.parsed.clone(), &self.defines, &Selection::default())
        })
    }

    /// The game, or why it cannot be played.
    pub fn game(&self) -> &Result<Game, Vec<Problem>> {
        self.game.get_or_init(|| compile(self.reading()))
    }

    /// The rules in English; nothing where the description has mistakes.
    pub fn english(&self) -> Option<&ludarium_english::Document> {
        let told = self.english.get_or_init(|| {
            let reading = self.reading();
            let game = reading.game.as_ref()?;
            let board = match self.game() {
                Ok(game) => Some(game.clone()),
                Err(_) => compile_board(reading).ok(),
            };
            let description = Description { game, tree: &reading.expanded.game, board: board.as_deref() };
            Some(ludarium_english::rules(&description, Style::Plain))
        });
        told.as_ref()
    }

    /// The same, if it has been worked out already: who waits for an answer need not wait for the whole text.
    pub fn english_if_told(&self) -> Option<&ludarium_english::Document> {
        self.english.get().and_then(Option::as_ref)
    }

    pub fn tree(&self, part: Part) -> Option<&Tree> {
        match part {
            Part::Game => Some(&self.reading().expanded.game),
            Part::Metadata => self.reading().expanded.metadata.as_ref(),
        }
    }

    pub fn checked(&self, part: Part) -> Option<&Checked> {
        match part {
            Part::Game => self.reading().game.as_ref(),
            Part::Metadata => self.reading().metadata.as_ref(),
        }
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| {
            let mut index = Index::default();
            for part in [Part::Game, Part::Metadata] {
                let Some(tree) = self.tree(part) else { continue };
                for (i, node) in tree.nodes.iter().enumerate() {
                    let id = NodeId(i as u32);
                    if node.span.file == self.parsed.file {
                        index.by_span.entry((node.span.start, node.span.end)).or_default().push((part, id));
                    }
                    for &child in &node.children {
                        index.parents.insert((part, child), id);
                    }
                }
                let Some(checked) = self.checked(part) else { continue };
                for (i, node) in checked.nodes.iter().enumerate() {
                    let id = CheckedId(i as u32);
                    index.clauses.insert((part, node.at), id);
                    for (slot, arg) in node.args.iter().enumerate() {
                        let mut todo: Vec<&Arg> = arg.iter().collect();
                        while let Some(arg) = todo.pop() {
                            index.arguments.insert((part, arg.at), (id, slot));
                            if let Value::Array(items) = &arg.value {
                                todo.extend(items);
                            }
                        }
                    }
                }
            }
            index
        })
    }

    /// The nodes of the expanded trees that are written as this node of the text.
    pub fn expanded(&self, node: u32) -> &[(Part, NodeId)] {
        let node = self.parsed.nodes[node as usize];
        self.index().by_span.get(&(node.start, node.end)).map_or(&[], Vec::as_slice)
    }

    pub fn clause(&self, at: (Part, NodeId)) -> Option<CheckedId> {
        self.index().clauses.get(&at).copied()
    }

    pub fn argument(&self, at: (Part, NodeId)) -> Option<(CheckedId, usize)> {
        self.index().arguments.get(&at).copied()
    }

    pub fn parent(&self, at: (Part, NodeId)) -> Option<NodeId> {
        self.index().parents.get(&at).copied()
    }

    /// The nodes of the text that hold a byte, outermost first. A byte right after a word still belongs to it.
    pub fn path(&self, offset: u32) -> Vec<u32> {
        let mut path = Vec::new();
        let mut of = None;
        loop {
            let inside = self.parsed.children(of).find(|&id| {
                let node = self.parsed.nodes[id as usize];
                let closed = matches!(node.kind, CstKind::Group(_));
                node.start <= offset && (offset < node.end || offset == node.end && !closed)
            });
            match inside {
                Some(id) => {
                    path.push(id);
                    of = Some(id);
                }
                None => return path,
            }
        }
    }

    /// The token that holds a byte; of two that meet there, the one that is no layout and no bracket.
    pub fn token(&self, offset: u32) -> Option<Token> {
        let at = self.parsed.tokens.partition_point(|token| token.end < offset);
        let near = self.parsed.tokens.iter().skip(at).take_while(|token| token.start <= offset);
        let solid = |token: &&Token| {
            !token.is_trivia()
                && !matches!(
                    token.kind,
                    ludarium_syntax::lex::TokenKind::Open(_) | ludarium_syntax::lex::TokenKind::Close(_)
                )
        };
        let near: Vec<&Token> = near.collect();
        near.iter().copied().find(solid).or(near.last().copied()).copied()
    }

    /// The arguments that the use of a definition gives, as they are written; a label belongs to what it names.
    pub fn arguments_of(&self, call: u32) -> Vec<&str> {
        let mut found: Vec<(u32, u32)> = Vec::new();
        let mut glued = false;
        for child in self.parsed.children(Some(call)).skip(1) {
            let node = self.parsed.nodes[child as usize];
            let colon = node.kind == CstKind::Colon;
            match found.last_mut() {
                Some(last) if glued || colon => last.1 = node.end,
                Some(_) | None => found.push((node.start, node.end)),
            }
            glued = colon;
        }
        found.into_iter().filter_map(|(start, end)| self.text.get(start as usize..end as usize)).collect()
    }

    /// The innermost round bracket of a path, not counting the last node where that is the bracket's own.
    pub fn clause_around(&self, path: &[u32]) -> Option<u32> {
        path.iter()
            .rev()
            .copied()
            .find(|&id| self.parsed.nodes[id as usize].kind == CstKind::Group(Bracket::Round))
    }

    pub fn offset(&self, position: Position) -> u32 {
        self.lines.offset(&self.text, position)
    }

    pub fn range(&self, start: u32, end: u32) -> Range {
        self.lines.range(&self.text, start, end)
    }

    pub fn range_of(&self, node: u32) -> Range {
        let node = self.parsed.nodes[node as usize];
        self.range(node.start, node.end)
    }

    pub fn span_range(&self, span: Span) -> Range {
        self.range(span.start, span.end)
    }
}
