//! Changes for what people bring along from other languages: signs between their operands, names of functions without
//! quotes, lists without braces, words that another system has for the same thing. Whether a change helps is not known
//! here.

use super::candidates::Candidates;
use ludarium_ludemes::all;
use ludarium_syntax::Span;
use ludarium_syntax::cst::CstKind;
use ludarium_syntax::lex::Bracket;

/// Signs and words that other languages write between their operands, and ours before them.
const BETWEEN: &[(&str, &str)] = &[
    ("=", "="),
    ("==", "="),
    ("!=", "!="),
    ("<", "<"),
    (">", ">"),
    ("<=", "<="),
    (">=", ">="),
    ("+", "+"),
    ("-", "-"),
    ("*", "*"),
    ("/", "/"),
    ("%", "%"),
    ("and", "and"),
    ("&&", "and"),
    ("&", "and"),
    ("or", "or"),
    ("||", "or"),
];

/// Words of other systems and of everyday speech.
const ELSEWHERE: &[(&str, &str)] = &[
    ("both", "Each"),
    ("everyone", "Each"),
    ("everybody", "Each"),
    ("me", "Mover"),
    ("self", "Mover"),
    ("player", "Mover"),
    ("current", "Mover"),
    ("opponent", "Next"),
    ("enemy", "Next"),
    ("other", "Next"),
    ("white", "P1"),
    ("black", "P2"),
    ("nobody", "Neutral"),
    ("none", "Neutral"),
    ("tie", "Draw"),
    ("lose", "Loss"),
    ("lost", "Loss"),
    ("won", "Win"),
    ("defun", "define"),
    ("defmacro", "define"),
    ("def", "define"),
    ("function", "define"),
    ("grid", "square"),
    ("pieces", "piece"),
    ("capture", "remove"),
    ("drop", "Add"),
    ("jump", "Hop"),
    ("walk", "Step"),
    ("next-player", "Next"),
    ("up", "N"),
    ("down", "S"),
    ("left", "W"),
    ("right", "E"),
];

/// Heads for a list of numbers where a shape or a range is wanted.
const OF_NUMBERS: &[&str] = &["square", "rectangle", "hex", "range"];

/// Who may be meant where nobody is named.
const WHO: &[&str] = &["Mover", "Next", "Each", "P1"];

impl Candidates<'_> {
    pub(super) fn habits(&mut self, node: usize, parent: Option<usize>) {
        for group in [node].into_iter().chain(parent) {
            self.between(group);
        }
        self.definition(node);
        self.bare_list(node, parent);
        if self.nodes[node].kind == CstKind::Word {
            self.numbers(node);
            self.elsewhere(node);
            self.label_without_colon(node, parent);
        }
        self.label_as_clause(node);
        self.label_twice(node, parent);
        for group in [node].into_iter().chain(parent) {
            self.sets_for_conditions(group);
        }
        self.what_is_around(node);
    }

    /// What is less likely than a word that looks like the one that is written.
    pub(super) fn late_habits(&mut self, node: usize) {
        let here = self.span_of(node);
        if self.nodes[node].kind == CstKind::Word {
            let start = Span { end: here.start, ..here };
            for who in WHO {
                self.add(start, format!("{who} "), format!("write `{who}` before it"));
            }
        }
        if let Some(label) = self.label_before(here) {
            let whole = Span { start: label.start, ..here };
            let head = label.of(self.text).trim_end_matches(':').to_owned();
            self.add(whole, here.of(self.text), format!("take `{head}:` away"));
        }
    }

    /// `(a >= b)`, `a = b`, `(x or y)`: the sign comes first.
    fn between(&mut self, group: usize) {
        let children = self.children(Some(group));
        for (i, &child) in children.iter().enumerate().skip(1) {
            let own = self.slice(child).to_lowercase();
            let Some((_, sign)) = BETWEEN.iter().find(|(written, _)| *written == own) else { continue };
            let Some(&after) = children.get(i + 1) else { continue };
            let (first, before) = (children[0], children[i - 1]);
            let whole = self.span_of(group);
            let left = Span { end: self.nodes[before].end, ..self.span_of(first) };
            let right =
                Span { end: self.nodes[*children.last().unwrap_or(&after)].end, ..self.span_of(after) };
            let (left, right) = (left.of(self.text), right.of(self.text));
            if self.nodes[group].kind == CstKind::Group(Bracket::Round) {
                if i == 1 {
                    self.write(whole, format!("({sign} {left} {right})"));
                } else {
                    self.write(whole, format!("({sign} ({left}) {right})"));
                }
            }
            let three = Span { end: self.nodes[after].end, ..self.span_of(before) };
            self.write(three, format!("({sign} {} {})", self.slice(before), self.slice(after)));
        }
    }

    /// A definition called without its quotes, or in another case.
    fn definition(&mut self, node: usize) {
        let here = self.span_of(node);
        let own = self.slice(node);
        let own = match self.nodes[node].kind {
            CstKind::Word => own,
            CstKind::Text => own.trim_matches('"'),
            CstKind::Group(_) | CstKind::Colon => return,
            CstKind::Param(_) | CstKind::Opener(_) | CstKind::Closer(_) => return,
        };
        let mut names: Vec<String> =
            self.reading.defines().names().iter().map(|name| (*name).to_owned()).collect();
        let texts = (0..self.nodes.len()).filter(|&i| self.nodes[i].kind == CstKind::Text && i != node);
        names.extend(texts.map(|i| self.slice(i).trim_matches('"').to_owned()));
        names.sort();
        names.dedup();
        for name in names.iter().filter(|name| name.eq_ignore_ascii_case(own)) {
            self.write(here, format!("\"{name}\""));
        }
    }

    /// Whether a text is the name of a definition, of this description or of all.
    fn is_definition(&self, text: usize) -> bool {
        let name = self.slice(text);
        let own = |define: usize| {
            self.reading.parsed.head(define as u32) == Some("define")
                && self.children(Some(define)).get(1).is_some_and(|&called| self.slice(called) == name)
        };
        self.reading.defines().names().contains(&name.trim_matches('"'))
            || (0..self.nodes.len()).any(|i| self.nodes[i].kind == CstKind::Group(Bracket::Round) && own(i))
    }

    /// `(sites 1 2 3)` and `("A1" "B2")` for `(sites {1 2 3})` and `{"A1" "B2"}`; `[1, 2]` likewise.
    fn bare_list(&mut self, node: usize, parent: Option<usize>) {
        for group in [Some(node), parent].into_iter().flatten() {
            let span = self.span_of(group);
            let children = self.children(Some(group));
            let (Some(&first), Some(&last)) = (children.first(), children.last()) else { continue };
            let items = Span { end: self.nodes[last].end, ..self.span_of(first) };
            match self.nodes[group].kind {
                CstKind::Group(Bracket::Square) => {
                    self.write(span, format!("{{{}}}", items.of(self.text).replace(',', " ")));
                }
                CstKind::Group(Bracket::Round) => {
                    if self.nodes[first].kind == CstKind::Text && !self.is_definition(first) {
                        self.write(span, format!("{{{}}}", items.of(self.text)));
                    }
                    // A definition that takes no argument was given some.
                    if self.is_definition(first) && first != last {
                        self.write(span, format!("({})", self.slice(first)));
                    }
                    for &from in children.iter().skip(1).take(2).filter(|&&from| from != last) {
                        let rest = Span { start: self.nodes[from].start, ..items };
                        let text = rest.of(self.text);
                        self.add(rest, format!("{{{text}}}"), "write braces around them");
                        if text.split_whitespace().all(|word| word.parse::<i64>().is_ok()) {
                            for head in OF_NUMBERS {
                                self.write(rest, format!("({head} {text})"));
                            }
                        }
                    }
                }
                CstKind::Group(Bracket::Curly | Bracket::Angle) | CstKind::Colon | CstKind::Word => {}
                CstKind::Text | CstKind::Param(_) | CstKind::Opener(_) | CstKind::Closer(_) => {}
            }
        }
        let (here, own) = (self.span_of(node), self.slice(node));
        if own.parse::<i64>().is_ok() {
            self.write(here, format!("(square {own})"));
        }
    }

    /// The word that we have for one of another system, or for a part of a joined one: `num-players`.
    fn elsewhere(&mut self, node: usize) {
        let (here, own) = (self.span_of(node), self.slice(node));
        for (_, ours) in ELSEWHERE.iter().filter(|(theirs, _)| theirs.eq_ignore_ascii_case(own)) {
            self.write(here, *ours);
        }
        let parts = own.split(['-', '_']).filter(|part| part.len() < own.len() && !part.is_empty());
        for part in parts {
            let known = all().find(|ludeme| ludeme.head.eq_ignore_ascii_case(part));
            if let Some(ludeme) = known {
                self.write(here, ludeme.head);
            }
        }
    }

    /// `steps (count Pips)` for `steps:(count Pips)`.
    fn label_without_colon(&mut self, node: usize, parent: Option<usize>) {
        let own = self.slice(node);
        if !all().any(|ludeme| ludeme.params.iter().any(|param| param.label == Some(own))) {
            return;
        }
        let children = self.children(parent);
        let next = children.iter().position(|&c| c == node).and_then(|at| children.get(at + 1));
        if let Some(&next) = next {
            let both = Span { end: self.nodes[next].end, ..self.span_of(node) };
            self.write(both, format!("{own}:{}", self.slice(next)));
        }
    }

    /// `sites:Empty` for `(sites Empty)`, and a label where none belongs.
    fn label_as_clause(&mut self, node: usize) {
        let here = self.span_of(node);
        let Some(label) = self.label_before(here) else { return };
        let whole = Span { start: label.start, ..here };
        let own = here.of(self.text);
        let head = label.of(self.text);
        let head = head.trim_end_matches(':');
        if all().any(|ludeme| ludeme.head == head) {
            self.write(whole, format!("({head} {own})"));
        }
    }

    /// The words that say which: behind the head of a clause that lacks one, or in the place of what stands there.
    pub(super) fn keywords(&mut self, node: usize, parent: Option<usize>) {
        const MOST: usize = 12;
        let second = parent.filter(|&parent| self.children(Some(parent)).get(1) == Some(&node));
        let Some(clause) = second.or(Some(node).filter(|_| self.children(Some(node)).len() == 1)) else {
            return;
        };
        let head = self.reading.parsed.head(clause as u32).unwrap_or_default();
        let mut words: Vec<&str> = all().filter(|l| l.head == head).filter_map(|l| l.keyword).collect();
        words.dedup();
        words.truncate(MOST);
        let here = self.span_of(node);
        for word in words {
            if second.is_some() {
                self.write(here, word);
            } else {
                self.write(here, format!("({head} {word})"));
            }
        }
    }

    /// Numbers in other writings: `1...12`, `7.5`, `True`.
    fn numbers(&mut self, node: usize) {
        let (here, own) = (self.span_of(node), self.slice(node));
        if own.contains("...") {
            self.write(here, own.replace("...", ".."));
        }
        if own.parse::<f64>().is_ok() || matches!(own, "True" | "False") {
            ["2", "1", "0", "3"].iter().for_each(|number| self.write(here, *number));
        }
    }

    /// A parameter that is given twice.
    fn label_twice(&mut self, node: usize, parent: Option<usize>) {
        let here = self.span_of(node);
        let (Some(label), Some(parent)) = (self.label_before(here), parent) else { return };
        let written = format!("{}:", label.of(self.text).trim_end_matches(':'));
        if self.slice(parent).matches(&written).count() > 1 {
            let whole = Span { start: label.start, ..here };
            self.add(whole, "", format!("take `{}` away", whole.of(self.text)));
        }
    }

    /// `and`, `or` and `not` are for conditions; sets of sites are cut, joined and taken from each other.
    fn sets_for_conditions(&mut self, group: usize) {
        let children = self.children(Some(group));
        let Some(&first) = children.first() else { return };
        let ours = match self.slice(first) {
            "and" => "intersection",
            "or" => "union",
            "not" => {
                let rest = Span { start: self.nodes[first].end, ..self.span_of(group) };
                let rest = rest.of(self.text).trim_start();
                self.write(self.span_of(group), format!("(difference (sites Board) {rest}"));
                return;
            }
            _ => return,
        };
        self.write(self.span_of(first), ours);
    }

    /// A clause that lacks a site means the one that the clause around it is about.
    fn what_is_around(&mut self, node: usize) {
        if self.nodes[node].kind != CstKind::Group(Bracket::Round) {
            return;
        }
        let here = self.span_of(node);
        let end = Span { start: here.end.saturating_sub(1), end: here.end.saturating_sub(1), ..here };
        let holders = (0..node).rev().filter(|&i| self.nodes[i].after as usize > node);
        let about: Vec<&str> = holders
            .filter_map(|i| match self.reading.parsed.head(i as u32)? {
                "between" => Some("(between)"),
                "to" => Some("(to)"),
                "from" => Some("(from)"),
                "all" => Some("(site)"),
                _ => None,
            })
            .take(1)
            .collect();
        for site in about {
            self.add(end, format!(" {site}"), format!("add `{site}`"));
        }
        // A wrapper for several things around a single one.
        if let [_, only] = self.children(Some(node))[..] {
            let inner = self.slice(only).to_owned();
            self.write(here, inner);
        }
        // Who is meant comes first in most clauses.
        if let Some(&head) = self.children(Some(node)).first() {
            let after = Span { start: self.nodes[head].end, end: self.nodes[head].end, ..here };
            for who in WHO {
                self.add(after, format!(" {who}"), format!("write `{who}` behind `{}`", self.slice(head)));
            }
        }
    }

    /// `=>` and `=<` for `>=` and `<=`.
    pub(super) fn turned_signs(&mut self, span: Span) {
        let start = span.start.saturating_sub(1);
        let end = (span.end + 1).min(self.text.len() as u32);
        for (from, to) in [(start, span.end), (span.start, end), (start, end)] {
            let place = Span { start: from, end: to, ..span };
            match place.of(self.text) {
                "=>" => self.write(place, ">="),
                "=<" => self.write(place, "<="),
                _ => {}
            }
        }
    }
}
