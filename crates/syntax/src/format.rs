//! The same description in a pleasant layout. Knows brackets, comments and widths; refuses to know ludemes, and
//! refuses to touch a text with errors in it.
//!
//! The rules: four blanks per level; what fits on a line stays on one line; otherwise the name and the plain
//! arguments after it stay with the opening bracket, every further argument gets its own lines, and the closing
//! bracket stands below. A bracket that is the last argument and holds a list opens on the line of its clause.
//! Comments stay where they are, single blank lines too. What touched keeps touching and what was apart stays apart,
//! because blanks can mean something: `P#1` is one word, `( "X")` is not `("X")`.

use crate::cst::parse;
use crate::diagnose::has_errors;
use crate::lex::{Bracket, Token, TokenKind};
use crate::span::FileId;

/// Lines are broken to stay within this many columns, where the text allows.
pub const WIDTH: usize = 100;
const STEP: usize = 4;

/// Formats a description. A text with errors comes back unchanged. Formatting twice is the same as once, and the
/// result expands to the same tree.
///
/// ```
/// let text = "(game   \"Nim\"\n(players 2) ) // small";
/// assert_eq!(ludarium_syntax::format(text), "(game \"Nim\" (players 2)) // small\n");
/// ```
pub fn format(text: &str) -> String {
    let parsed = parse(FileId(0), text);
    if has_errors(&parsed.problems) {
        return text.to_string();
    }
    let mut layout =
        Layout { text, items: Vec::new(), out: String::with_capacity(text.len() + text.len() / 8) };
    let top = layout.read(&parsed.tokens);
    layout.measure();
    let runs = layout.runs(&top, true);
    layout.block(&runs, 0, Fill::Never);
    while layout.out.ends_with(['\n', ' ']) {
        layout.out.pop();
    }
    if !layout.out.is_empty() {
        layout.out.push('\n');
    }
    layout.out
}

/// What is printed: a bracket with its content, or a token.
struct Item {
    /// The bracket this item is, if it is one with both halves.
    group: Option<Bracket>,
    comment: bool,
    /// A colon, or a word: what may stand on the first line of a clause.
    colon: bool,
    word: bool,
    quoted: bool,
    start: usize,
    end: usize,
    children: Vec<usize>,
    /// Was there a blank before it? And an empty line? And a line end?
    gap: bool,
    blank_line: bool,
    own_line: bool,
    /// For a bracket: was there a blank before its closing half?
    gap_inside: bool,
    /// Its width on one line; `None` when it cannot stand on one.
    flat: Option<usize>,
}

/// Items that touch, printed without blanks between them.
type Run = Vec<usize>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fill {
    /// Every run on its own line.
    Never,
    /// As many runs on a line as fit.
    Always,
    /// Runs without brackets share lines.
    Words,
}

struct Layout<'a> {
    text: &'a str,
    items: Vec<Item>,
    out: String,
}

impl Layout<'_> {
    /// Turns tokens into items; returns those at the top.
    fn read(&mut self, tokens: &[Token]) -> Vec<usize> {
        let mut levels: Vec<(Option<usize>, Vec<usize>)> = vec![(None, Vec::new())];
        let (mut gap, mut blank_line, mut own_line) = (true, false, true);
        // A pair torn apart by an option's arguments is printed as two words.
        let paired = pairs(tokens);
        for (i, token) in tokens.iter().enumerate() {
            let (start, end) = (token.start as usize, token.end as usize);
            if token.kind == TokenKind::Space {
                let lines = self.text[start..end].matches('\n').count();
                gap = true;
                own_line |= lines > 0;
                // A comment ends before its line end, so one line end after it is not yet an empty line.
                blank_line |= lines > 1;
                continue;
            }
            let item = Item {
                group: None,
                comment: token.kind == TokenKind::Comment,
                colon: token.kind == TokenKind::Colon,
                word: matches!(token.kind, TokenKind::Word | TokenKind::Odd),
                quoted: matches!(token.kind, TokenKind::Text { .. }),
                start,
                end,
                children: Vec::new(),
                gap,
                blank_line,
                own_line,
                gap_inside: false,
                flat: None,
            };
            match token.kind {
                TokenKind::Open(bracket) if paired[i] => {
                    self.items.push(Item { group: Some(bracket), ..item });
                    levels.push((Some(self.items.len() - 1), Vec::new()));
                }
                TokenKind::Close(_) if paired[i] => {
                    if let Some((Some(opener), children)) = levels.pop() {
                        self.items[opener].children = children;
                        self.items[opener].end = end;
                        self.items[opener].gap_inside = gap;
                        if let Some((_, outer)) = levels.last_mut() {
                            outer.push(opener);
                        }
                    }
                }
                TokenKind::Open(_)
                | TokenKind::Close(_)
                | TokenKind::Space
                | TokenKind::Comment
                | TokenKind::Word
                | TokenKind::Text { .. }
                | TokenKind::Colon
                | TokenKind::Param
                | TokenKind::Odd => {
                    self.items.push(item);
                    if let Some((_, here)) = levels.last_mut() {
                        here.push(self.items.len() - 1);
                    }
                }
            }
            (gap, blank_line, own_line) = (false, false, false);
        }
        levels.swap_remove(0).1
    }

    /// Is an item a name with blanks allowed after the bracket: `( game` is `(game`?
    fn named(&self, group: usize) -> bool {
        let item = &self.items[group];
        item.group == Some(Bracket::Round) && item.children.first().is_some_and(|&c| self.items[c].word)
    }

    /// Does a blank stand before the first child?
    fn leading_gap(&self, group: usize) -> bool {
        let item = &self.items[group];
        let Some(&first) = item.children.first() else { return false };
        match item.group {
            // A comment brings its own blank.
            Some(Bracket::Round) => {
                self.items[first].gap && !self.items[first].word && !self.items[first].comment
            }
            Some(Bracket::Angle) => self.items[first].gap,
            Some(Bracket::Curly | Bracket::Square) | None => false,
        }
    }

    /// Does a blank stand before the closing bracket? Only option arguments care.
    fn trailing_gap(&self, group: usize) -> bool {
        let item = &self.items[group];
        item.group == Some(Bracket::Angle) && item.gap_inside
    }

    /// Works out what fits on a line. Children come after their parents, so this goes from the end.
    fn measure(&mut self) {
        for id in (0..self.items.len()).rev() {
            let item = &self.items[id];
            let flat = if item.comment {
                None
            } else if item.group.is_none() {
                let slice = &self.text[item.start..item.end];
                (!slice.contains('\n')).then(|| slice.chars().count())
            } else {
                let runs = self.runs(&item.children, self.named(id));
                let mut width =
                    Some(2 + usize::from(self.leading_gap(id)) + usize::from(self.trailing_gap(id)));
                for (i, run) in runs.iter().enumerate() {
                    width = width.zip(self.run_width(run)).map(|(a, b)| a + b + usize::from(i > 0));
                }
                width
            };
            self.items[id].flat = flat;
        }
    }

    fn run_width(&self, run: &Run) -> Option<usize> {
        run.iter().map(|&id| self.items[id].flat).sum()
    }

    /// Gathers touching items. In a clause with a name, a label also takes the value after a blank.
    fn runs(&self, children: &[usize], join_labels: bool) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for &id in children {
            let item = &self.items[id];
            let before = runs.last().and_then(|r: &Run| r.last()).map(|&b| &self.items[b]);
            let after_label = join_labels && !item.comment && before.is_some_and(|b| b.colon);
            // Two clauses may be set apart, but two markers that touch make one word.
            let clause = |i: &Item| i.group.is_some_and(|b| b != Bracket::Angle);
            let alone = runs.last().is_some_and(|r| r.len() == 1);
            let two_brackets = clause(item) && alone && before.is_some_and(clause);
            let touches = (!item.gap && !item.comment && !two_brackets) || after_label;
            match runs.last_mut().filter(|_| touches && before.is_some_and(|b| !b.comment)) {
                Some(run) => run.push(id),
                None => runs.push(vec![id]),
            }
        }
        runs
    }

    fn has_group(&self, run: &Run) -> bool {
        run.iter().any(|&id| self.items[id].group.is_some())
    }

    fn is_comment(&self, run: &Run) -> bool {
        run.iter().any(|&id| self.items[id].comment)
    }

    fn column(&self) -> usize {
        let line = self.out.rfind('\n').map_or(0, |n| n + 1);
        self.out[line..].chars().count()
    }

    fn new_line(&mut self, indent: usize) {
        while self.out.ends_with(' ') {
            self.out.pop();
        }
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out.extend(std::iter::repeat_n(' ', indent));
    }

    /// Prints runs below each other, beginning on the present line; `indent` is where further lines begin.
    fn block(&mut self, runs: &[Run], indent: usize, fill: Fill) {
        for (i, run) in runs.iter().enumerate() {
            let first = &self.items[run[0]];
            let (blank_line, own_line) = (first.blank_line, first.own_line);
            if i > 0 {
                let before = &runs[i - 1];
                let words = !self.has_group(run) && !self.has_group(before);
                let shares = match fill {
                    Fill::Never => false,
                    Fill::Always => true,
                    Fill::Words => words,
                };
                let fits = self.run_width(run).is_some_and(|w| self.column() + 1 + w <= WIDTH);
                let trailing = self.is_comment(run) && !own_line;
                if trailing
                    || (shares && fits && !self.is_comment(before) && !self.is_comment(run) && !blank_line)
                {
                    self.out.push(' ');
                } else {
                    if blank_line {
                        self.new_line(0);
                    }
                    self.new_line(indent);
                }
            }
            self.run(run, indent);
        }
    }

    fn run(&mut self, run: &Run, indent: usize) {
        for &id in run {
            self.item(id, indent);
        }
    }

    fn item(&mut self, id: usize, indent: usize) {
        let item = &self.items[id];
        if item.group.is_none() {
            let slice = &self.text[item.start..item.end];
            self.out.push_str(if item.comment { slice.trim_end() } else { slice });
            return;
        }
        match item.flat.filter(|w| self.column() + w <= WIDTH) {
            Some(_) => self.flat(id),
            None => self.broken(id, indent),
        }
    }

    /// Prints a bracket on one line.
    fn flat(&mut self, id: usize) {
        let Some(bracket) = self.items[id].group else { return self.item(id, 0) };
        self.out.push(bracket.open());
        if self.leading_gap(id) {
            self.out.push(' ');
        }
        let runs = self.runs(&self.items[id].children, self.named(id));
        for (i, run) in runs.iter().enumerate() {
            if i > 0 {
                self.out.push(' ');
            }
            for &child in run {
                self.flat(child);
            }
        }
        if self.trailing_gap(id) {
            self.out.push(' ');
        }
        self.out.push(bracket.close());
    }

    /// Prints a bracket over several lines; its first line begins in column `indent`.
    fn broken(&mut self, id: usize, indent: usize) {
        let Some(bracket) = self.items[id].group else { return };
        self.out.push(bracket.open());
        let runs = self.runs(&self.items[id].children, self.named(id));
        let inner = indent + STEP;
        match bracket {
            Bracket::Round => self.broken_clause(id, &runs, indent),
            Bracket::Curly | Bracket::Square => {
                if !runs.is_empty() {
                    // A comment behind the bracket stays there.
                    if self.is_comment(&runs[0]) && !self.items[runs[0][0]].own_line {
                        self.out.push(' ');
                    } else {
                        self.new_line(inner);
                    }
                    self.block(&runs, inner, self.list_fill(&runs));
                    self.new_line(indent);
                }
            }
            Bracket::Angle => {
                let inside = if self.leading_gap(id) { inner } else { indent };
                if self.leading_gap(id) {
                    self.new_line(inner);
                }
                self.block(&runs, inside, Fill::Words);
                if self.trailing_gap(id) || runs.last().is_some_and(|r| self.is_comment(r)) {
                    self.new_line(indent);
                }
            }
        }
        self.out.push(bracket.close());
    }

    /// Small members of a list share lines.
    fn list_fill(&self, runs: &[Run]) -> Fill {
        let small = |run: &Run| self.run_width(run).is_some_and(|w| w <= 24) || self.is_comment(run);
        if runs.iter().all(small) { Fill::Always } else { Fill::Words }
    }

    fn broken_clause(&mut self, id: usize, runs: &[Run], indent: usize) {
        let inner = indent + STEP;
        if self.leading_gap(id) {
            self.out.push(' ');
        }
        // The name and the plain arguments after it.
        let mut at = 0;
        while let Some(run) = runs.get(at) {
            let Some(width) = self.run_width(run).filter(|_| !self.has_group(run)) else { break };
            if at > 0 {
                if self.column() + 1 + width > WIDTH {
                    break;
                }
                self.out.push(' ');
            }
            self.run(run, indent);
            at += 1;
        }
        // A long text, or a clause without a name, begins right behind the bracket.
        if at == 0
            && let Some(run) = runs.first().filter(|r| !self.is_comment(r))
        {
            self.run(run, indent);
            at = 1;
        }
        // The first bracket stays with the name if the author broke the line behind it, and so does everything
        // before a list.
        let to_list = runs.len() > at && self.opens_list(&runs[runs.len() - 1]);
        let heads = if to_list { runs.len() - 1 - at } else { usize::from(runs.len() > at + 1) };
        let broken_after = to_list || runs.get(at + heads).is_some_and(|r| self.items[r[0]].own_line);
        if heads > 0 && at > 0 && broken_after && self.on_one_line(&runs[at..at + heads], to_list) {
            for run in &runs[at..at + heads] {
                self.out.push(' ');
                run.iter().for_each(|&child| self.flat(child));
            }
            at += heads;
        }
        let rest = &runs[at..];
        let plain = runs[..at].iter().all(|run| !self.has_group(run));
        match rest {
            [] => {}
            [only] if self.opens_list(only) || (plain && self.is_quoted(only)) => {
                self.out.push(' ');
                self.run(only, indent);
            }
            _ => {
                let behind = self.is_comment(&rest[0]) && !self.items[rest[0][0]].own_line;
                if behind {
                    self.out.push(' ');
                } else {
                    self.new_line(inner);
                }
                self.block(rest, inner, Fill::Words);
                self.new_line(indent);
            }
        }
        // A comment must not swallow the bracket.
        if rest.is_empty() && runs.last().is_some_and(|r| self.is_comment(r)) {
            self.new_line(indent);
        }
    }

    /// Do these runs fit behind what is already on the line? Unless a list follows, only if they stood there before.
    fn on_one_line(&self, runs: &[Run], before_list: bool) -> bool {
        let mut column = self.column() + if before_list { 2 } else { 0 };
        for (i, run) in runs.iter().enumerate() {
            let Some(width) = self.run_width(run) else { return false };
            let first = &self.items[run[0]];
            let clause = run.iter().any(|&id| self.items[id].group == Some(Bracket::Round));
            // An empty line before the first argument is not kept, so it must not decide anything.
            let apart = if before_list { clause || (i > 0 && first.blank_line) } else { first.own_line };
            if apart {
                return false;
            }
            column += 1 + width;
        }
        column <= WIDTH
    }

    /// Is this run one string? It may be long, but a line of its own would not make it shorter.
    fn is_quoted(&self, run: &Run) -> bool {
        matches!(run.as_slice(), [one] if self.items[*one].quoted)
    }

    /// Is this run a list, perhaps with a label?
    fn opens_list(&self, run: &Run) -> bool {
        let Some((&last, before)) = run.split_last() else { return false };
        self.items[last].group == Some(Bracket::Curly)
            && before.iter().all(|&id| !self.items[id].quoted && self.items[id].group.is_none())
    }
}

/// Which bracket tokens have their partner.
fn pairs(tokens: &[Token]) -> Vec<bool> {
    let balance = crate::brackets::match_up(tokens, &[]);
    (0..tokens.len()).map(|i| balance.partner(i).is_some()).collect()
}
