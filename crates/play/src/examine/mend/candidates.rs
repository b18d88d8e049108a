//! Changes that may mend a mistake, the more likely ones first. Each is a small slip of the hand taken back: a word
//! misspelt, a bracket or a label forgotten, two things in the wrong order. Whether a change helps is not known here.

use crate::Reading;
use ludarium_check::similar;
use ludarium_ludemes::{Ludeme, Ty, all};
use ludarium_syntax::cst::{CstKind, CstNode};
use ludarium_syntax::lex::Bracket;
use ludarium_syntax::{Fix, Problem, Span};

/// Clauses that are often forgotten around what stands in them.
const WRAPPERS: &[(&str, &str)] = &[
    ("(then ", ")"),
    ("(to ", ")"),
    ("(from ", ")"),
    ("(to if:", ")"),
    ("(between if:", ")"),
    ("(apply ", ")"),
    ("(to (apply ", "))"),
    ("(meta ", ")"),
    ("(play ", ")"),
    ("(start ", ")"),
    ("(end ", ")"),
    ("(directions ", ")"),
    ("(sites ", ")"),
    ("(sites {", "})"),
    ("(board ", ")"),
    ("(equipment {", "})"),
    ("(rules ", ")"),
    ("(if ", " (result Mover Win))"),
    ("(result ", ")"),
    ("(or ", ")"),
    ("(not ", ")"),
];

/// What may be missing at the end of a clause.
const ENDINGS: &[&str] = &["(result Mover Win)", "(sites Empty)", "(to (sites Empty))", "(to)", "Each", "3"];

/// Numbers that fit where another one does not.
const NUMBERS: &[&str] = &["2", "8", "4", "1", "0"];

/// A clause of so many letters holds nothing that is hard to write again.
const SHORT: usize = 40;

/// So many neighbours are put into brackets together.
const LONGEST_RUN: usize = 5;

/// The changes for one problem, gathered one after the other.
pub(super) struct Candidates<'a> {
    pub(super) reading: &'a Reading,
    pub(super) text: &'a str,
    pub(super) nodes: &'a [CstNode],
    fixes: Vec<Fix>,
    /// What is tried only when nothing else helps: taking things away.
    last: Vec<Fix>,
}

impl<'a> Candidates<'a> {
    pub fn of(reading: &'a Reading, problem: &Problem) -> impl Iterator<Item = Fix> + use<> {
        let parsed = &reading.parsed;
        let mut all = Candidates {
            reading,
            text: &parsed.text,
            nodes: &parsed.nodes,
            fixes: problem.fixes.clone(),
            last: Vec::new(),
        };
        all.helped(problem);
        // Where a definition was used is a likelier place than its body, which others use too.
        let used = problem.origin.iter().rev().map(|origin| origin.used_at);
        let labels = problem.labels.iter().map(|(span, _)| *span);
        let own = [problem.span];
        let places: Vec<Span> =
            used.chain(own).chain(labels).filter(|span| span.file == parsed.file).collect();
        if problem.code < "E02" && problem.span.file == parsed.file {
            let likely = all.one_bracket(problem.span);
            all.fixes.splice(0..0, likely);
        }
        for &span in &places {
            all.turned_signs(span);
            if let Some((node, parent)) = all.holders(span) {
                all.habits(node, parent);
            }
        }
        let asked = places.first().copied().filter(|_| problem.code == "E0303");
        for span in places {
            all.remarks(span);
            // Only a text whose brackets do not match is mended by brackets.
            if problem.code < "E02" {
                all.brackets(span);
            }
            all.around(span);
        }
        // Which word says which, where nothing tells which was meant.
        if let Some((node, parent)) = asked.and_then(|span| all.holders(span)) {
            all.keywords(node, parent);
        }
        all.fixes.into_iter().chain(all.last)
    }

    /// What the message itself proposes: "did you mean `x` or `y`?".
    fn helped(&mut self, problem: &Problem) {
        // A marker is more than the name of its option: `markers` knows the whole.
        if problem.code == "E0209" {
            return;
        }
        let Some(help) = problem.help.as_deref().and_then(|help| help.strip_prefix("did you mean ")) else {
            return;
        };
        if problem.span.file != self.reading.parsed.file {
            return;
        }
        let quoted = help.split('`').skip(1).step_by(2).map(str::to_owned);
        let named = help.split('"').skip(1).step_by(2).map(|name| format!("\"{name}\""));
        for word in quoted.chain(named).filter(|word| !word.contains('…')) {
            self.write(problem.span, word);
        }
    }

    pub(super) fn span_of(&self, node: usize) -> Span {
        self.reading.parsed.span(node as u32)
    }
    pub(super) fn slice(&self, node: usize) -> &'a str {
        self.span_of(node).of(self.text)
    }
    pub(super) fn children(&self, of: Option<usize>) -> Vec<usize> {
        self.reading.parsed.children(of.map(|id| id as u32)).map(|id| id as usize).collect()
    }
    pub(super) fn write(&mut self, span: Span, text: impl Into<String>) {
        let text = text.into();
        let title = format!("write `{}`", shortened(&text));
        self.fixes.push(Fix::new(span, text, title));
    }
    pub(super) fn add(&mut self, span: Span, text: impl Into<String>, title: impl Into<String>) {
        self.fixes.push(Fix::new(span, text, title));
    }

    fn around(&mut self, span: Span) {
        let Some((node, parent)) = self.holders(span) else { return };
        let here = self.span_of(node);
        match self.nodes[node].kind {
            CstKind::Word => self.word(node, parent),
            CstKind::Text => self.quoted(node),
            CstKind::Group(Bracket::Round) => self.clause(node),
            CstKind::Group(Bracket::Curly) => {
                let own = self.slice(node);
                self.add(here, own.trim_start_matches('{').trim_end_matches('}'), "take the braces away");
            }
            CstKind::Group(Bracket::Square | Bracket::Angle) => self.markers(node),
            CstKind::Colon | CstKind::Param(_) | CstKind::Opener(_) | CstKind::Closer(_) => {}
        }
        self.labels(node, parent);
        self.neighbours(node, parent);
        self.wrappers(here);
        self.late_habits(node);
        self.runs(node, parent);
        self.inside(node);
        let whole = self.label_before(here).map_or(here, |label| Span { start: label.start, ..here });
        self.last.push(Fix::new(whole, "", "take it away"));
    }

    /// The smallest node that holds a span, and the one around it.
    fn holders(&self, span: Span) -> Option<(usize, Option<usize>)> {
        let holds = |node: &CstNode| node.start <= span.start && node.end >= span.end.max(span.start + 1);
        let mut holders: Vec<usize> = (0..self.nodes.len()).filter(|&i| holds(&self.nodes[i])).collect();
        let last = holders.pop()?;
        Some((last, holders.pop()))
    }

    /// Another word that looks like this one, or the clause or text that was meant by it.
    fn word(&mut self, node: usize, parent: Option<usize>) {
        let (here, own) = (self.span_of(node), self.slice(node));
        let head = parent.and_then(|parent| self.reading.parsed.head(parent as u32)).unwrap_or_default();
        let of_head: Vec<&'static Ludeme> = all().filter(|ludeme| ludeme.head == head).collect();
        let mut words: Vec<&str> = of_head.iter().copied().flat_map(words_of).collect();
        self.alike(here, own, &mut words);
        let mut words: Vec<&str> = all().flat_map(words_of).chain(all().map(|ludeme| ludeme.head)).collect();
        self.alike(here, own, &mut words);
        for ludeme in all() {
            let Some(keyword) = ludeme.keyword else { continue };
            let joined = format!("{}{}", ludeme.head, keyword.replace(' ', ""));
            if keyword.eq_ignore_ascii_case(own) || joined.eq_ignore_ascii_case(own) {
                self.write(here, format!("{} {keyword}", ludeme.head));
            }
        }
        self.write(here, format!("\"{own}\""));
        self.write(here, format!("({own})"));
        if matches!(head, "option" | "item") {
            self.write(here, format!("<{own}>"));
        }
        self.write(here, format!("{{{own}}}"));
        self.write(here, format!("(id {own})"));
        self.other_writing(here, own);
        if own.parse::<i64>().is_ok() {
            NUMBERS.iter().for_each(|number| self.write(here, *number));
        }
        if let Some(parent) = parent {
            self.word_as_result(node, parent);
        }
    }

    /// The same in the writing of other languages: `6x8`, `7-12`, `exact=True`, `==`, `three`, `NorthEast`.
    fn other_writing(&mut self, here: Span, own: &str) {
        const NUMBERS: [&str; 10] =
            ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
        for (sign, between) in [('x', " "), ('X', " "), ('*', " "), ('-', ".."), ('=', ":"), (',', " ")] {
            if let Some((first, second)) =
                own.split_once(sign).filter(|(a, b)| !a.is_empty() && !b.is_empty())
            {
                self.write(here, format!("{first}{between}{second}"));
            }
        }
        match own {
            "==" | "===" => self.write(here, "="),
            "<>" | "/=" => self.write(here, "!="),
            "&&" => self.write(here, "and"),
            "||" => self.write(here, "or"),
            "!" => self.write(here, "not"),
            _ => {}
        }
        if let Some(number) = NUMBERS.iter().position(|word| own.eq_ignore_ascii_case(word)) {
            self.write(here, (number + 1).to_string());
        }
        let capitals: String = own.chars().filter(char::is_ascii_uppercase).collect();
        if !capitals.is_empty() && capitals.len() < own.len() {
            self.write(here, capitals);
        }
    }

    /// Words that look like one: misspelt, or with another ending.
    fn alike(&mut self, here: Span, own: &str, words: &mut Vec<&str>) {
        words.sort_unstable();
        words.dedup();
        words.retain(|word| *word != own);
        if !own.starts_with(|c: char| c.is_alphabetic()) {
            return;
        }
        for near in similar(own, words.iter().copied()) {
            self.write(here, near);
        }
        const SHARED: usize = 4;
        let stem = own.get(..SHARED).unwrap_or("\0").to_lowercase();
        for word in words.iter().filter(|word| word.to_lowercase().starts_with(&stem)).take(3) {
            self.write(here, *word);
        }
    }

    /// `(win Mover)` for `(result Mover Win)`: a head that is a word of another clause.
    fn word_as_result(&mut self, node: usize, parent: usize) {
        if self.children(Some(parent)).first() != Some(&node) {
            return;
        }
        let (own, span) = (self.slice(node), self.span_of(parent));
        let rest = Span { start: self.nodes[node].end, end: span.end.saturating_sub(1), ..span };
        let rest = rest.of(self.text).trim();
        for ludeme in all() {
            let mut words = ludeme.params.iter().flat_map(|param| ludarium_check::words_of(param.ty));
            if let Some(word) = words.find(|word| word.eq_ignore_ascii_case(own)) {
                self.write(span, format!("({} {rest} {word})", ludeme.head));
            }
        }
    }

    /// A name that something has, or no text at all.
    fn quoted(&mut self, node: usize) {
        let here = self.span_of(node);
        let own = self.slice(node).trim_matches('"');
        let mut names: Vec<String> = Vec::new();
        for (i, other) in self.nodes.iter().enumerate() {
            if other.kind == CstKind::Text && i != node {
                let name = self.slice(i).trim_matches('"');
                names.push(name.to_owned());
                // Pieces are called with the number of their owner.
                names.extend((1..=4).map(|player| format!("{name}{player}")));
            }
        }
        names.extend(self.reading.defines().names().iter().map(|name| (*name).to_owned()));
        names.extend(["Hand", "Board"].map(str::to_owned));
        let options = &self.reading.expanded.options;
        names.extend(options.iter().flat_map(|o| (0..o.items.len()).map(|item| o.path(item))));
        names.sort();
        names.dedup();
        names.retain(|name| name != own);
        let plain = own.trim_end_matches(|c: char| c.is_ascii_digit());
        for known in [own, plain] {
            for near in similar(known, names.iter().map(String::as_str)) {
                self.write(here, format!("\"{near}\""));
            }
        }
        const STEM: usize = 3;
        let stem = own.get(..STEM).unwrap_or("\0").to_lowercase();
        for name in names.iter().filter(|name| name.to_lowercase().starts_with(&stem)).take(4) {
            self.write(here, format!("\"{name}\""));
        }
        self.write(here, own);
        self.write(here, format!("(sites \"{own}\")"));
        self.write(here, format!("(piece \"{own}\")"));
        self.write(here, format!("(id \"{own}\")"));
        let digits = own.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        if !digits.is_empty() && digits.len() < own.len() && digits.bytes().all(|b| b.is_ascii_digit()) {
            self.write(here, format!("coord:\"{own}\""));
            for column in 'A'..='D' {
                self.write(here, format!("\"{column}{digits}\""));
            }
            self.write(here, "\"A1\"");
        }
        let steps: Vec<&str> = own.split(',').collect();
        for left_out in (0..steps.len()).filter(|_| steps.len() > 1) {
            let kept = steps.iter().enumerate().filter(|(i, _)| *i != left_out).map(|(_, step)| *step);
            self.write(here, format!("\"{}\"", kept.collect::<Vec<_>>().join(",")));
        }
        self.write(here, "3");
    }

    /// Another head, something at the end, labels for what has none.
    fn clause(&mut self, node: usize) {
        let (here, own) = (self.span_of(node), self.slice(node));
        let children = self.children(Some(node));
        self.add(here, format!("{{{own}}}"), "write braces around it");
        if let Some(&first) = children.first()
            && self.nodes[first].kind == CstKind::Word
        {
            let head = self.slice(first);
            let span = self.span_of(first);
            let mut heads: Vec<&str> = all().map(|ludeme| ludeme.head).collect();
            heads.sort_unstable();
            heads.dedup();
            for other in similar(head, heads.iter().copied().filter(|other| *other != head)) {
                self.write(span, other);
            }
            for other in heads.iter().filter(|other| other.len() > head.len() && other.starts_with(head)) {
                self.write(span, *other);
            }
        }
        self.order_of_signs(here, &children);
        let end = Span { start: here.end.saturating_sub(1), end: here.end.saturating_sub(1), ..here };
        for more in ENDINGS {
            self.add(end, format!(" {more}"), format!("add `{more}`"));
        }
        let second = children.get(1).map(|&child| self.slice(child)).unwrap_or_default();
        let head = self.reading.parsed.head(node as u32).unwrap_or_default();
        let keyed = all().any(|l| l.head == head && l.keyword == Some(second));
        let same = |l: &&Ludeme| {
            l.head == head && if keyed { l.keyword == Some(second) } else { l.keyword.is_none() }
        };
        for ludeme in all().filter(|l| same(l)) {
            for param in ludeme.params {
                for word in ludarium_check::words_of(param.ty).into_iter().take(2) {
                    self.add(end, format!(" {word}"), format!("add `{word}`"));
                }
            }
            // What has little in it loses little by becoming the example.
            if children.len() <= 3 && own.len() <= SHORT {
                self.last.insert(0, Fix::new(here, ludeme.example, format!("write `{}`", ludeme.example)));
            }
        }
        let numbers: Vec<usize> =
            children.into_iter().filter(|&child| self.slice(child).parse::<i64>().is_ok()).collect();
        for number in NUMBERS {
            for &child in &numbers {
                self.write(self.span_of(child), *number);
            }
        }
    }

    /// `(a = b)` for `(= a b)`, and clauses whose head was left out.
    fn order_of_signs(&mut self, here: Span, children: &[usize]) {
        if let [a, sign, b] = children[..]
            && all().any(|ludeme| ludeme.head == self.slice(sign))
        {
            self.write(here, format!("({} {} {})", self.slice(sign), self.slice(a), self.slice(b)));
        }
        let known =
            children.first().is_some_and(|&first| all().any(|ludeme| ludeme.head == self.slice(first)));
        if !known {
            let inner = here.of(self.text).trim_start_matches('(').trim_end_matches(')');
            for head in ["pair", "and", "sites", "result", "place", "piece"] {
                self.write(here, format!("({head} {inner})"));
            }
        }
    }

    /// Mistakes of which only the clause around is known: names, numbers and lists below.
    fn inside(&mut self, node: usize) {
        const MOST: usize = 12;
        let below: Vec<usize> = (node + 1..self.nodes[node].after as usize).take(60).collect();
        let texts: Vec<usize> =
            below.iter().copied().filter(|&i| self.nodes[i].kind == CstKind::Text).collect();
        for text in texts.into_iter().take(MOST) {
            self.quoted(text);
        }
        for &i in below.iter().take(MOST) {
            let span = self.span_of(i);
            if self.slice(i).parse::<i64>().is_ok() {
                NUMBERS.iter().for_each(|number| self.write(span, *number));
            }
            if self.nodes[i].kind == CstKind::Group(Bracket::Curly) {
                let end = Span { start: span.end.saturating_sub(1), end: span.end.saturating_sub(1), ..span };
                for item in ["(board (square 8))", "(hand Each)", "(dice num:2)"] {
                    self.add(end, format!(" {item}"), format!("add `{item}`"));
                }
            }
        }
    }

    /// A marker that an option fills; one more argument for an item that has too few.
    fn markers(&mut self, node: usize) {
        let (here, own) = (self.span_of(node), self.slice(node));
        let options = &self.reading.expanded.options;
        let names: Vec<String> =
            options.iter().flat_map(|o| o.args.iter().map(|arg| format!("<{}:{arg}>", o.tag))).collect();
        let names: Vec<String> =
            names.into_iter().chain(options.iter().map(|o| format!("<{}>", o.tag))).collect();
        for near in similar(own, names.iter().map(String::as_str)) {
            self.write(here, near);
        }
        for option in options {
            for item in option.items.iter().filter(|item| item.args.len() < option.args.len()) {
                let Some((name, _)) = self.holders(item.span.first_byte()) else { continue };
                let Some(text) =
                    self.children(Some(name)).into_iter().find(|&c| self.nodes[c].kind == CstKind::Text)
                else {
                    continue;
                };
                let end = Span { start: self.nodes[text].end, ..self.span_of(text) };
                for number in ["3", "8"] {
                    self.add(
                        end,
                        format!(" <{number}>"),
                        format!("give `{}` the argument `<{number}>`", item.name),
                    );
                }
            }
        }
    }

    /// The labels that clauses with this head know: before this value, or before each of two.
    fn labels(&mut self, node: usize, parent: Option<usize>) {
        let Some(parent) = parent else { return };
        let Some(head) = self.reading.parsed.head(parent as u32) else { return };
        let mut labels: Vec<&str> = Vec::new();
        for ludeme in all().filter(|ludeme| ludeme.head == head) {
            labels.extend(ludeme.params.iter().filter_map(|param| param.label));
        }
        let mut known: Vec<&str> = Vec::new();
        labels.retain(|label| {
            !known.contains(label) && {
                known.push(label);
                true
            }
        });
        let here = self.span_of(node);
        if let Some(own) = self.label_before(here) {
            for near in similar(own.of(self.text), labels.iter().copied()) {
                self.write(own, near);
            }
            for label in &labels {
                self.write(own, *label);
            }
        }
        let start = Span { end: here.start, ..here };
        for label in &labels {
            self.add(start, format!("{label}:"), format!("write `{label}:` before it"));
        }
        let children = self.children(Some(parent));
        let Some(next) = children.iter().position(|&c| c == node).and_then(|at| children.get(at + 1)) else {
            return;
        };
        let both = Span { end: self.nodes[*next].end, ..here };
        for first in &labels {
            for second in labels.iter().filter(|second| *second != first) {
                let text = format!("{first}:{} {second}:{}", self.slice(node), self.slice(*next));
                self.write(both, text);
            }
        }
    }

    /// The label that stands before a value.
    pub(super) fn label_before(&self, here: Span) -> Option<Span> {
        let label = self.text.get(..here.start as usize)?.strip_suffix(':')?;
        let start = label.trim_end_matches(|c: char| c.is_ascii_alphanumeric()).len() as u32;
        Some(Span { start, end: label.len() as u32, ..here })
    }

    /// A neighbour changes places with the node.
    fn neighbours(&mut self, node: usize, parent: Option<usize>) {
        let children = self.children(parent);
        let Some(index) = children.iter().position(|&c| c == node) else { return };
        for (a, b) in [(index, index + 1), (index.wrapping_sub(1), index)] {
            let (Some(&a), Some(&b)) = (children.get(a), children.get(b)) else { continue };
            let whole = Span { end: self.nodes[b].end, ..self.span_of(a) };
            let between = Span { start: self.nodes[a].end, end: self.nodes[b].start, ..whole };
            // A label belongs to its value.
            if between.is_empty() || [a, b].iter().any(|&n| self.nodes[n].kind == CstKind::Colon) {
                continue;
            }
            let text = format!("{}{}{}", self.slice(b), between.of(self.text), self.slice(a));
            self.fixes.insert(0, Fix::new(whole, text, "change the order"));
        }
    }

    fn wrappers(&mut self, here: Span) {
        let own = here.of(self.text);
        for (open, close) in WRAPPERS {
            self.add(here, format!("{open}{own}{close}"), format!("write `{open}…{close}` around it"));
        }
        // A label that stands before it goes into the clause too.
        if let Some(label) = self.label_before(here) {
            let labelled = Span { start: label.start, ..here };
            for open in ["(to ", "(from ", "(between "] {
                let text = format!("{open}{})", labelled.of(self.text));
                self.add(labelled, text, format!("write `{open}…)` around it"));
            }
        }
    }

    /// Neighbours that belong together: in brackets, in braces, in quotes, in a clause with a head.
    fn runs(&mut self, node: usize, parent: Option<usize>) {
        let children = self.children(parent);
        let Some(index) = children.iter().position(|&c| c == node) else { return };
        let keyword = self.slice(node);
        let heads: Vec<&str> = all().filter(|l| l.keyword == Some(keyword)).map(|l| l.head).collect();
        for first in [index, index.saturating_sub(1)] {
            for last in (first + 1..children.len()).take(LONGEST_RUN) {
                let span = Span { end: self.nodes[children[last]].end, ..self.span_of(children[first]) };
                let own = span.of(self.text);
                self.add(span, format!("({own})"), "write brackets around them");
                self.add(span, format!("{{{own}}}"), "write braces around them");
                if children[first..=last].iter().all(|&c| self.nodes[c].kind == CstKind::Word) {
                    self.add(span, format!("\"{own}\""), "write quotes around them");
                }
                for head in ["if", "and", "or", "then", "to", "from", "between", "result"]
                    .into_iter()
                    .chain(heads.iter().copied())
                {
                    self.add(span, format!("({head} {own})"), format!("write `({head} …)` around them"));
                }
            }
        }
    }

    /// Remarks in the style of other languages, on the line of the problem.
    fn remarks(&mut self, span: Span) {
        let Some(before) = self.text.get(..(span.start as usize).min(self.text.len())) else { return };
        let start = before.rfind('\n').map_or(0, |i| i + 1);
        let line = self.text[start..].lines().next().unwrap_or_default();
        for mark in [";;", ";", "--", "/*", "%", "#"] {
            let Some(found) = line.find(mark) else { continue };
            let rest = &line[found + mark.len()..];
            let (remark, after) = rest.split_once("*/").unwrap_or((rest, ""));
            let place = Span { start: (start + found) as u32, end: (start + line.len()) as u32, ..span };
            let indent = " ".repeat(line.len() - line.trim_start().len());
            let after =
                if after.trim().is_empty() { String::new() } else { format!("\n{indent}{}", after.trim()) };
            self.add(place, format!("//{}{after}", remark.trim_end()), "write remarks behind `//`");
        }
        let own = span.of(self.text);
        const QUOTES: &[char] = &['\'', '`', '‘', '’', '“', '”', '„', '«', '»'];
        if own.chars().any(|c| QUOTES.contains(&c)) {
            let place = Span { start: start as u32, end: (start + line.len()) as u32, ..span };
            self.add(place, line.replace(QUOTES, "\""), "write straight quotes");
        }
        if own.chars().count() == 1 && !own.starts_with(char::is_alphanumeric) {
            self.add(span, "", format!("take `{own}` away"));
        }
    }

    /// The bracket may be missing, or too many, at the end of a line before.
    fn brackets_of_lines(&mut self, span: Span) {
        const LINES: usize = 8;
        let before = self.text.get(..(span.end as usize).min(self.text.len())).unwrap_or_default();
        let mut end = before.len() + self.text[before.len()..].find('\n').unwrap_or(0);
        for _ in 0..LINES {
            let line = self.text[..end].rfind('\n').map_or(0, |at| at + 1);
            let written = self.text[line..end].trim_end();
            let last = (line + written.len()) as u32;
            let at = |start: u32, end: u32| Span { start, end, ..span };
            let number = self.text[..line].matches('\n').count() + 1;
            for bracket in [")", "}", "\"", ">", ")>"] {
                if written.ends_with(bracket) {
                    self.add(
                        at(last - 1, last),
                        "",
                        format!("take `{bracket}` at the end of line {number} away"),
                    );
                }
                self.add(at(last, last), bracket, format!("add `{bracket}` at the end of line {number}"));
            }
            if line == 0 {
                break;
            }
            end = line - 1;
        }
        // A string that nobody closed ends with its first word.
        let own = span.of(self.text);
        if let Some(rest) = own.strip_prefix('"') {
            let word = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
            let close =
                Span { start: span.start + 1 + word as u32, end: span.start + 1 + word as u32, ..span };
            self.add(close, "\"", "close the text after its first word");
        }
    }

    /// A brace that lacks its fellow within the line of the problem.
    fn braces_in_line(&mut self, span: Span) {
        const MOST: usize = 12;
        let before = self.text.get(..(span.start as usize).min(self.text.len())).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |i| i + 1);
        let line = self.text[start..].lines().next().unwrap_or_default();
        let at = |i: usize| (start + i) as u32;
        for (i, _) in line.match_indices('(').take(MOST) {
            self.add(Span { start: at(i), end: at(i), ..span }, "{", "add `{`");
        }
        for (i, brace) in line.match_indices(['{', '}']).take(MOST) {
            self.add(Span { start: at(i), end: at(i + 1), ..span }, "", format!("take `{brace}` away"));
        }
    }

    /// Brackets too many or too few at the place.
    fn brackets(&mut self, span: Span) {
        if matches!(span.of(self.text), ")" | "}") {
            self.add(span, "", "take the bracket away");
        }
        let after = Span { start: span.end, ..span };
        for bracket in [" {", ")", "}", "))", ")))"] {
            self.add(after, bracket, format!("add `{}`", bracket.trim()));
        }
        self.brackets_of_lines(span);
        self.braces_in_line(span);
        let end = self.text.trim_end().len() as u32;
        let end = Span { start: end, end, ..span };
        for bracket in [")", "}"] {
            self.add(end, bracket, format!("add `{bracket}` at the end"));
        }
    }
}

/// The words that clauses of a ludeme take: keywords, labels and the words of its parameters.
fn words_of(ludeme: &'static Ludeme) -> Vec<&'static str> {
    let mut words: Vec<&str> = ludeme.keyword.iter().flat_map(|keyword| keyword.split(' ')).collect();
    for param in ludeme.params {
        words.extend(param.label);
        let ty: Ty = param.ty;
        words.extend(ludarium_check::words_of(ty));
    }
    words
}

fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= LONGEST {
        line
    } else {
        format!("{}…", line.chars().take(LONGEST).collect::<String>())
    }
}
