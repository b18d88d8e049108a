//! Puts expanded pieces together into the final tree. Knows how touching pieces join into one word, how labels
//! find their argument, how ranges unroll and what a hole means; refuses to know where the pieces come from.

use crate::diagnose::{MOST_PROBLEMS, Problem};
use crate::expand::Limits;
use crate::span::Span;
use crate::tree::{HoleKind, Kind, Node, NodeId, Origin, OriginId, Tree};
use smol_str::{SmolStr, ToSmolStr};

/// A limit was reached; the problem has been recorded, and nothing more will be built.
pub(crate) struct Stop;

pub(crate) type Step = Result<(), Stop>;

struct Open {
    kind: OpenKind,
    label: Option<SmolStr>,
    span: Span,
    origin: Option<OriginId>,
    /// Where its children begin in `Builder::done`.
    from: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OpenKind {
    Call,
    Set,
    Hole,
}

pub(crate) struct Builder<'l> {
    limits: &'l Limits,
    pub(crate) tree: Tree,
    pub(crate) problems: Vec<Problem>,
    open: Vec<Open>,
    /// Finished nodes that wait for their parent.
    done: Vec<NodeId>,
    /// The word being put together; `None` when there is none.
    word: Option<(Span, Option<OriginId>)>,
    letters: String,
    /// A label that waits for its argument.
    label: Option<(SmolStr, Span, Option<OriginId>)>,
    /// The last thing added was a string, and nothing, not even a blank, followed: `"A1".."B2"` may come.
    fresh_text: bool,
    /// How many holes are open: ranges inside them stay as they are.
    holes: usize,
    bytes: usize,
}

impl<'l> Builder<'l> {
    pub(crate) fn new(limits: &'l Limits) -> Builder<'l> {
        Builder {
            limits,
            tree: Tree::default(),
            problems: Vec::new(),
            open: Vec::new(),
            done: Vec::new(),
            word: None,
            letters: String::new(),
            label: None,
            fresh_text: false,
            holes: 0,
            bytes: 0,
        }
    }

    pub(crate) fn add_origin(&mut self, origin: Origin) -> OriginId {
        self.tree.origins.push(origin);
        OriginId(self.tree.origins.len() as u32 - 1)
    }

    /// Records a problem with its chain of uses.
    pub(crate) fn problem(&mut self, problem: Problem, origin: Option<OriginId>) {
        if self.problems.len() < MOST_PROBLEMS {
            let problem = problem.origin(&self.tree, origin);
            self.problems.push(problem);
        }
    }

    /// Is it worth looking for a suggestion? Not when a text is wrong all over.
    pub(crate) fn suggests(&self) -> bool {
        self.problems.len() < 20
    }

    pub(crate) fn over_limit(
        &mut self,
        code: &'static str,
        span: Span,
        origin: Option<OriginId>,
        what: String,
        wanted: String,
    ) -> Stop {
        let problem = match circle(&self.tree.origin_chain(origin)) {
            Some(problem) => problem,
            None => Problem::error(code, span, what).wanted(wanted).origin(&self.tree, origin),
        };
        self.problems.push(problem);
        Stop
    }

    fn spend(&mut self, bytes: usize, span: Span, origin: Option<OriginId>) -> Step {
        self.bytes += bytes + 1;
        if self.bytes > self.limits.bytes {
            let what = format!("the expanded description is longer than {} bytes", self.limits.bytes);
            return Err(self.over_limit("E0222", span, origin, what, "a smaller description".into()));
        }
        Ok(())
    }

    fn push(
        &mut self,
        kind: Kind,
        children: Vec<NodeId>,
        label: Option<SmolStr>,
        span: Span,
        origin: Option<OriginId>,
    ) -> Step {
        if self.tree.nodes.len() >= self.limits.nodes {
            let what = format!("the expanded description has more than {} nodes", self.limits.nodes);
            return Err(self.over_limit("E0223", span, origin, what, "a smaller description".into()));
        }
        let id = NodeId(self.tree.nodes.len() as u32);
        self.tree.nodes.push(Node { kind, label, children, span, origin });
        self.done.push(id);
        Ok(())
    }

    fn take_label(&mut self) -> Option<SmolStr> {
        self.label.take().map(|(name, _, _)| name)
    }

    /// A blank, or anything that separates words.
    pub(crate) fn gap(&mut self) -> Step {
        self.end_word()?;
        self.fresh_text = false;
        Ok(())
    }

    /// A piece of a word; it joins the piece before unless a gap came in between.
    pub(crate) fn word(&mut self, letters: &str, span: Span, origin: Option<OriginId>) -> Step {
        match &mut self.word {
            Some((first, at)) => {
                if *at == origin && span.start >= first.end {
                    *first = first.to(span);
                }
            }
            None => self.word = Some((span, origin)),
        }
        self.letters.push_str(letters);
        if self.letters.len() > self.limits.bytes {
            return self.spend(self.letters.len(), span, origin);
        }
        Ok(())
    }

    /// The colon that makes the word before it a label.
    pub(crate) fn colon(&mut self, span: Span, origin: Option<OriginId>) -> Step {
        let Some((word_span, word_origin)) = self.word.take() else {
            self.problem(
                Problem::error("E0205", span, "this colon follows no name")
                    .wanted("name:value, without a blank before the colon"),
                origin,
            );
            return Ok(());
        };
        let name = self.letters.to_smolstr();
        self.letters.clear();
        self.fresh_text = false;
        self.spend(name.len(), word_span, word_origin)?;
        if let Some((first, first_span, first_origin)) = self.label.take() {
            self.problem(
                Problem::error(
                    "E0206",
                    first_span,
                    format!("the label `{first}:` has no argument; `{name}:` follows at once"),
                )
                .label(word_span, "the next label")
                .help("give the first label a value, or remove it"),
                first_origin,
            );
        }
        self.label = Some((name, word_span, word_origin));
        Ok(())
    }

    pub(crate) fn text(&mut self, text: SmolStr, span: Span, origin: Option<OriginId>) -> Step {
        if self.fresh_text && self.word.is_some() && self.letters == ".." {
            return self.site_range(&text, span, origin);
        }
        self.end_word()?;
        self.spend(text.len(), span, origin)?;
        let label = self.take_label();
        self.push(Kind::Text(text), Vec::new(), label, span, origin)?;
        self.fresh_text = true;
        Ok(())
    }

    /// `"A1".."C4"`: every coordinate in between, letters first.
    fn site_range(&mut self, to: &str, span: Span, origin: Option<OriginId>) -> Step {
        self.word = None;
        self.letters.clear();
        self.fresh_text = false;
        let (Some(first), Some(_)) = (self.tree.nodes.pop(), self.done.pop()) else { return Ok(()) };
        let whole = first.span.to(span);
        let Kind::Text(from) = &first.kind else { return Ok(()) };
        let (Some((a, m)), Some((b, n))) = (coordinate(from), coordinate(to)) else {
            let message = format!("{from:?}..{to:?} is not a range of sites");
            self.problem(
                Problem::error("E0208", whole, message)
                    .wanted("two coordinates of one letter and a number, \"A1\"..\"C4\""),
                origin,
            );
            return Ok(());
        };
        let count = (b as u64 + 1).saturating_sub(a as u64) * (n + 1).saturating_sub(m);
        self.check_range(count, whole, origin)?;
        let mut label = first.label;
        for letter in a..=b {
            for number in m..=n {
                let site = format!("{}{number}", letter as char);
                self.spend(site.len(), whole, origin)?;
                self.push(Kind::Text(site.into()), Vec::new(), label.take(), whole, first.origin)?;
            }
        }
        Ok(())
    }

    fn check_range(&mut self, count: u64, span: Span, origin: Option<OriginId>) -> Step {
        if count > self.limits.range as u64 + 1 {
            let what = format!("this range has {count} members");
            let wanted = format!("at most {}", self.limits.range);
            return Err(self.over_limit("E0224", span, origin, what, wanted));
        }
        Ok(())
    }

    /// Finishes the word in the making, if any.
    fn end_word(&mut self) -> Step {
        let Some((span, origin)) = self.word.take() else { return Ok(()) };
        self.fresh_text = false;
        let letters = std::mem::take(&mut self.letters);
        let result = if self.holes == 0 && letters.contains("..") {
            self.unroll(&letters, span, origin)
        } else {
            self.plain_word(&letters, span, origin)
        };
        self.letters = letters;
        self.letters.clear();
        result
    }

    fn plain_word(&mut self, letters: &str, span: Span, origin: Option<OriginId>) -> Step {
        self.spend(letters.len(), span, origin)?;
        let label = self.take_label();
        self.push(classify(letters), Vec::new(), label, span, origin)
    }

    /// Unrolls every `a..b` in a word: the ends stay, the numbers between are added.
    fn unroll(&mut self, letters: &str, span: Span, origin: Option<OriginId>) -> Step {
        let unrolled = match unroll(letters, self.limits.range) {
            Ok(text) => text,
            Err(count) => return self.check_range(count, span, origin),
        };
        for piece in unrolled.split(' ').filter(|p| !p.is_empty()) {
            self.plain_word(piece, span, origin)?;
        }
        Ok(())
    }

    pub(crate) fn open(&mut self, kind: OpenKind, span: Span, origin: Option<OriginId>) -> Step {
        self.gap()?;
        self.spend(2, span, origin)?;
        if self.open.len() >= self.limits.depth {
            let what =
                format!("the expanded description is nested more than {} deep here", self.limits.depth);
            return Err(self.over_limit("E0220", span, origin, what, "flatter clauses".into()));
        }
        self.holes += usize::from(kind == OpenKind::Hole);
        let label = self.take_label();
        self.open.push(Open { kind, label, span, origin, from: self.done.len() });
        Ok(())
    }

    pub(crate) fn close(&mut self) -> Step {
        self.gap()?;
        self.drop_label();
        let Some(open) = self.open.pop() else { return Ok(()) };
        match open.kind {
            OpenKind::Call => self.close_call(open),
            OpenKind::Set => {
                let children = self.done.split_off(open.from);
                self.push(Kind::Set, children, open.label, open.span, open.origin)
            }
            OpenKind::Hole => {
                self.holes -= 1;
                self.close_hole(open)
            }
        }
    }

    /// A label with nothing behind it, at the end of its clause, is dropped: so it happens when an optional
    /// argument of a define is left out.
    fn drop_label(&mut self) {
        if let Some((name, span, None)) = self.label.take() {
            let message = format!("the label `{name}:` has no argument and is ignored");
            self.problem(
                Problem::warning("E0227", span, message).help("give it a value, or remove it"),
                None,
            );
        }
    }

    fn close_call(&mut self, open: Open) -> Step {
        if self.done.len() == open.from && open.origin.is_some() {
            // `(#2)` in a definition that was used without its second argument: nothing stands here.
            return Ok(());
        }
        if let Some(&first) = self.done.get(open.from)
            && let Some(head) = self.tree.nodes[first.0 as usize].label.take()
        {
            // `(where: "Goat" Mover)` is read as `(where "Goat" Mover)`.
            let (span, origin) = (self.tree.node(first).span, self.tree.node(first).origin);
            self.push(Kind::Word(head), Vec::new(), None, span, origin)?;
            self.done[open.from..].rotate_right(1);
        }
        let first = self.done.get(open.from).map(|&id| self.tree.node(id));
        let doubled = first.is_some_and(|n| n.kind == Kind::Call && n.label.is_none());
        if !doubled {
            let children = self.done.split_off(open.from);
            return self.push(Kind::Call, children, open.label, open.span, open.origin);
        }
        // `(( … ))` is `( … )`: what a bracketed define whose body is bracketed leaves behind.
        let last_is_call = self.done.last().is_some_and(|&id| self.tree.node(id).kind == Kind::Call);
        if !last_is_call {
            self.problem(
                Problem::error("E0207", open.span, "this clause begins with a clause instead of a name")
                    .wanted("(name argument …)"),
                open.origin,
            );
        }
        if open.label.is_some() {
            let first = self.done[open.from];
            self.tree.nodes[first.0 as usize].label = open.label;
        }
        Ok(())
    }

    /// Reads what stands between `[` and `]`.
    fn close_hole(&mut self, open: Open) -> Step {
        let inside = self.done.split_off(open.from);
        let word = |builder: &Builder, id: NodeId| match &builder.tree.node(id).kind {
            Kind::Word(w) => Some(w.clone()),
            Kind::Call
            | Kind::Set
            | Kind::Fragment
            | Kind::Hole(_)
            | Kind::Int(_)
            | Kind::Float(_)
            | Kind::Text(_) => None,
        };
        let first_word = inside.first().and_then(|&id| word(self, id));
        if let ([_], Some(w)) = (inside.as_slice(), &first_word)
            && let Some(kind) = lone_hole(w)
        {
            // `##` and `###` ask for more context: the signs stay as a child.
            let children = if w.starts_with("##") { inside } else { Vec::new() };
            return self.push(Kind::Hole(kind), children, open.label, open.span, open.origin);
        }
        let sign = first_word.as_deref().and_then(|w| match w.as_bytes().first() {
            Some(b'+') => Some(HoleKind::Include),
            Some(b'-') => Some(HoleKind::Exclude),
            _ => None,
        });
        if let (Some(kind), Some(w)) = (sign, first_word) {
            let mut children = inside;
            if w.len() > 1 {
                self.tree.nodes[children[0].0 as usize].kind = classify(&w[1..]);
            } else {
                children.remove(0);
            }
            return self.push(Kind::Hole(kind), children, open.label, open.span, open.origin);
        }
        let mut alternatives = Vec::new();
        let bar = |builder: &Builder, id: NodeId| word(builder, id).as_deref() == Some("|");
        let pieces: Vec<Vec<NodeId>> = inside.split(|&id| bar(self, id)).map(<[NodeId]>::to_vec).collect();
        for piece in pieces {
            let lone = match piece.as_slice() {
                [one] => word(self, *one).and_then(|w| lone_hole(&w)).map(|kind| (*one, kind)),
                _ => None,
            };
            match (lone, piece.len()) {
                (Some((id, kind)), _) => {
                    self.tree.nodes[id.0 as usize].kind = Kind::Hole(kind);
                    alternatives.push(id);
                }
                (None, 1) => alternatives.extend(piece),
                (None, _) => {
                    let span =
                        piece.iter().map(|&id| self.tree.node(id).span).reduce(Span::to).unwrap_or(open.span);
                    self.push(Kind::Fragment, piece, None, span, open.origin)?;
                    alternatives.extend(self.done.pop());
                }
            }
        }
        self.push(Kind::Hole(HoleKind::OneOf), alternatives, open.label, open.span, open.origin)
    }

    /// Hands over the tree; what is still open is closed.
    pub(crate) fn finish(mut self) -> (Tree, Vec<Problem>) {
        while !self.open.is_empty() {
            if self.close().is_err() {
                break;
            }
        }
        if self.gap().is_ok() {
            self.drop_label();
        }
        self.tree.roots = std::mem::take(&mut self.done);
        (self.tree, self.problems)
    }
}

/// `#`, `?` and `3..12` as the only content of a hole or of one of its alternatives.
fn lone_hole(word: &str) -> Option<HoleKind> {
    if word == "?" {
        return Some(HoleKind::Unknown);
    }
    if !word.is_empty() && word.bytes().all(|b| b == b'#') {
        return Some(HoleKind::Any);
    }
    let (from, to) = word.split_once("..")?;
    Some(HoleKind::Range(from.parse().ok()?, to.parse().ok()?))
}

/// Is a word a whole number, a number with a point, or just a word?
pub(crate) fn classify(letters: &str) -> Kind {
    let digits = letters.strip_prefix(['-', '+']).unwrap_or(letters);
    if digits.bytes().next().is_none_or(|b| !b.is_ascii_digit() && b != b'.') {
        return Kind::Word(letters.into());
    }
    if digits.bytes().all(|b| b.is_ascii_digit())
        && let Ok(n) = letters.parse::<i64>()
    {
        return Kind::Int(n);
    }
    let number = digits.bytes().any(|b| b.is_ascii_digit())
        && digits.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'-' | b'+'))
        && letters.parse::<f64>().is_ok_and(f64::is_finite);
    if number { Kind::Float(letters.into()) } else { Kind::Word(letters.into()) }
}

/// One letter and a number: `B12`.
fn coordinate(text: &str) -> Option<(u8, u64)> {
    let (&letter, digits) = text.as_bytes().split_first()?;
    let digits = std::str::from_utf8(digits).ok()?;
    if !letter.is_ascii_alphabetic()
        || digits.is_empty()
        || digits.len() > 9
        || !digits.bytes().all(|b| b.is_ascii_digit())
    {
        return None;
    }
    Some((letter.to_ascii_uppercase(), digits.parse().ok()?))
}

/// Replaces every `a..b` between digits by the numbers from a to b, separated by blanks. `Err` tells the size of a
/// range that is too large.
pub(crate) fn unroll(text: &str, most: usize) -> Result<String, u64> {
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len() * 2);
    let mut rest = 0;
    let mut i = 0;
    while let Some(found) = text.get(i..).and_then(|t| t.find("..")) {
        let dots = i + found;
        i = dots + 1;
        let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
        if dots == 0 || !digit(dots - 1) || !digit(dots + 2) {
            continue;
        }
        let mut a = dots;
        while a > 0 && digit(a - 1) {
            a -= 1;
        }
        let mut b = dots + 2;
        while digit(b) {
            b += 1;
        }
        let (Ok(from), Ok(to)) = (text[a..dots].parse::<u64>(), text[dots + 2..b].parse::<u64>()) else {
            return Err(u64::MAX);
        };
        let count = from.abs_diff(to).saturating_add(1);
        if count > most as u64 + 1 {
            return Err(count);
        }
        out.push_str(&text[rest..dots]);
        out.push(' ');
        let mut put = |n: u64| {
            out.push_str(&n.to_string());
            out.push(' ');
        };
        if from <= to {
            (from + 1..to).for_each(&mut put);
        } else {
            (to + 1..from).rev().for_each(&mut put);
        }
        // Go on right after the dots, so that the second end may begin another range.
        rest = dots + 2;
        i = dots + 2;
    }
    out.push_str(&text[rest..]);
    Ok(out)
}

/// A limit that was hit because definitions use each other for ever: the circle says more than the limit.
fn circle(chain: &[Origin]) -> Option<Problem> {
    let same =
        |a: usize, b: usize| chain[a].defined_at == chain[b].defined_at && chain[a].name == chain[b].name;
    // Twice round is chance, three times is a habit.
    let length = (1..=chain.len() / 3).find(|&n| same(0, n) && same(n, 2 * n))?;
    let name = &chain[0].name;
    let message = if length == 1 {
        format!("the definition of {name:?} uses itself")
    } else {
        format!("the definition of {name:?} uses itself by way of {:?}", chain[1].name)
    };
    let mut problem = Problem::error("E0226", chain[0].used_at, message)
        .help("nothing ends such a circle: write out as many steps as are needed");
    for step in 1..length.min(4) {
        let words = format!("{:?} is used here, in {:?}", chain[step].name, chain[step + 1].name);
        problem = problem.label(chain[step].used_at, words);
    }
    if let Some(first) = chain.last() {
        problem = problem.label(first.used_at, "the use that began it");
    }
    Some(problem)
}
