//! Parts of the rules by what they are about: how a piece moves, and the sentence that tells a clause.

use crate::document::{Document, Sentence};
use ludarium_syntax::{Kind, NodeId, Tree};

/// What the rules say about how the pieces of a name move. Where pieces have no rules of their own, the sentences of play
/// that name them.
///
/// `name` is as the description writes it: `Pawn`, not `Pawn1`.
pub fn piece<'d>(document: &'d Document, tree: &Tree, name: &str) -> Vec<&'d Sentence> {
    let clauses: Vec<u32> =
        (0..tree.nodes.len() as u32).filter(|&node| is_piece(tree, NodeId(node), name)).collect();
    let tells = |sentence: &Sentence| sentence.at.iter().any(|at| clauses.contains(&at.node));
    let noun = crate::grammar::words_of_name(name).to_lowercase();
    let plural = crate::grammar::plural(&noun);
    let names = |sentence: &Sentence| {
        let text = sentence.text.to_lowercase();
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != ' ').collect();
        let padded = format!(" {} ", words.join(" "));
        [&noun, &plural].iter().any(|word| padded.contains(&format!(" {word} ")))
    };
    // The equipment lists every piece; only what tells of moves is wanted.
    let moving = || {
        document
            .sections
            .iter()
            .filter(|s| !matches!(s.heading.as_str(), "" | "Goal" | "Players and board" | "Pieces" | "Setup"))
    };
    let mut found = Vec::new();
    for section in moving() {
        collect(&section.sentences, &tells, &mut found);
    }
    if found.is_empty() {
        for section in moving() {
            collect(&section.sentences, &names, &mut found);
        }
    }
    // What is said of this piece comes before what is said of all.
    found.sort_by_key(|sentence| !names(sentence));
    found
}

/// The innermost sentence that tells a clause, with what is listed below it.
pub fn sentence_of(document: &Document, clause: NodeId) -> Option<&Sentence> {
    fn deepest(sentences: &[Sentence], clause: u32) -> Option<&Sentence> {
        sentences.iter().find_map(|sentence| {
            deepest(&sentence.list, clause)
                .or_else(|| deepest(&sentence.more, clause))
                .or_else(|| sentence.at.iter().any(|at| at.node == clause).then_some(sentence))
        })
    }
    document.sections.iter().find_map(|section| deepest(&section.sentences, clause.0))
}

/// The outermost sentences that pass a test.
fn collect<'d>(sentences: &'d [Sentence], test: &dyn Fn(&Sentence) -> bool, found: &mut Vec<&'d Sentence>) {
    for sentence in sentences {
        if test(sentence) {
            found.push(sentence);
        } else {
            collect(&sentence.list, test, found);
            collect(&sentence.more, test, found);
        }
    }
}

/// `(piece "Name" …)`.
fn is_piece(tree: &Tree, node: NodeId, name: &str) -> bool {
    let children = &tree.node(node).children;
    let head = children.first().is_some_and(|&c| matches!(&tree.node(c).kind, Kind::Word(w) if w == "piece"));
    head && children.iter().any(|&c| matches!(&tree.node(c).kind, Kind::Text(text) if text == name))
}

impl Sentence {
    /// The sentence and what is listed below it, a line each; lists are indented.
    pub fn lines(&self) -> Vec<String> {
        fn add(sentence: &Sentence, depth: usize, lead: &str, lines: &mut Vec<String>) {
            lines.push(format!("{}{lead}{}", "  ".repeat(depth), sentence.text));
            sentence.list.iter().for_each(|below| add(below, depth + 1, "- ", lines));
            sentence.more.iter().for_each(|more| add(more, depth, lead, lines));
        }
        let mut lines = Vec::new();
        add(self, 0, "", &mut lines);
        lines
    }
}
