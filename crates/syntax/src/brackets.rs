//! Which bracket belongs to which, and, when one is lost, where it most likely stood. Knows lines and columns;
//! refuses to know anything else.
//!
//! How a lost bracket is found: a text is cut into top-level forms at the lines that begin one at the margin, and
//! each form is judged alone. Reading forwards, brackets pair rightly up to the fault; reading backwards, they pair
//! rightly down to it. In a tidily indented text wrong pairs show: a line stands further left than the bracket it
//! should be inside of, or a bracket closes in another column than the one it was opened in. So the fault lies at
//! the line where the forward reading stops to make sense and the backward reading begins to.

use crate::diagnose::Problem;
use crate::lex::{Bracket, Token, TokenKind, is_top_level_form};
use crate::span::{FileId, Span};

/// No partner.
const NONE: u32 = u32::MAX;
/// One of the brackets that an option's arguments may tear apart, as in `<(dual > <)>`.
const TORN: u32 = u32::MAX - 1;

/// For every bracket token the token it pairs with.
#[derive(Clone, Debug)]
pub struct Balance {
    partners: Vec<u32>,
    whole: bool,
}

impl Balance {
    /// Does every bracket have its partner?
    pub fn is_whole(&self) -> bool {
        self.whole
    }
    /// The token that pairs with token `i`.
    pub fn partner(&self, i: usize) -> Option<usize> {
        self.partners.get(i).copied().filter(|&p| p < TORN).map(|p| p as usize)
    }
    /// Is this bracket one that an item's arguments tear apart on purpose?
    pub fn is_torn(&self, i: usize) -> bool {
        self.partners.get(i) == Some(&TORN)
    }
}

/// What is open while brackets are paired up.
struct Opened {
    bracket: Bracket,
    token: u32,
    /// Brackets without partner in the arguments `<…>` directly inside, in order.
    torn: Vec<u32>,
}

/// Pairs brackets up. A closer takes the nearest opener of its kind; openers passed over on the way stay alone.
/// Brackets inside `<…>` pair among themselves. At the tokens listed in `forms` everything open is given up.
pub fn match_up(tokens: &[Token], forms: &[u32]) -> Balance {
    let mut pairing = Pairing {
        partners: vec![NONE; tokens.len()],
        open: Vec::new(),
        count: [0; 4],
        outside: [0; 4],
        floor: 0,
        whole: true,
        stray: Vec::new(),
    };
    let mut forms = forms.iter().copied().peekable();
    for (i, token) in tokens.iter().enumerate() {
        if forms.next_if_eq(&(i as u32)).is_some() {
            pairing.give_up();
        }
        match token.kind {
            TokenKind::Open(b) => pairing.open(b, i as u32),
            TokenKind::Close(b) => pairing.close(b, i as u32, tokens),
            TokenKind::Space
            | TokenKind::Comment
            | TokenKind::Word
            | TokenKind::Text { .. }
            | TokenKind::Colon
            | TokenKind::Param
            | TokenKind::Odd => {}
        }
    }
    pairing.give_up();
    Balance { partners: pairing.partners, whole: pairing.whole }
}

/// The first bracket without a partner.
pub(crate) fn first_alone(tokens: &[Token], balance: &Balance) -> Option<Token> {
    let bracket = |t: &Token| matches!(t.kind, TokenKind::Open(_) | TokenKind::Close(_));
    let alone = |i: usize| balance.partner(i).is_none() && !balance.is_torn(i);
    tokens.iter().enumerate().find(|(i, t)| bracket(t) && alone(*i)).map(|(_, t)| *t)
}

struct Pairing {
    partners: Vec<u32>,
    open: Vec<Opened>,
    /// How many brackets of each kind are open above `floor`, so that a stray closer is known without a search.
    count: [usize; 4],
    /// The same outside the `<…>` being read.
    outside: [usize; 4],
    /// Inside `<…>` only brackets from here on may be closed: the position of the angle bracket, plus one.
    floor: usize,
    whole: bool,
    /// Brackets without partner inside the `<…>` being read.
    stray: Vec<u32>,
}

impl Pairing {
    fn open(&mut self, bracket: Bracket, token: u32) {
        self.open.push(Opened { bracket, token, torn: Vec::new() });
        if bracket == Bracket::Angle {
            // Angles do not nest: a second one means that the first was never closed.
            if self.floor == 0 {
                self.outside = self.count;
            } else {
                self.whole = false;
                self.stray.clear();
                let angle = self.open.len() - 1;
                self.open.drain(self.floor - 1..angle);
            }
            self.floor = self.open.len();
            self.count = [0; 4];
        } else {
            self.count[bracket as usize] += 1;
        }
    }

    fn close(&mut self, bracket: Bracket, token: u32, tokens: &[Token]) {
        if bracket == Bracket::Angle {
            self.close_angle(token);
            return;
        }
        if self.count[bracket as usize] == 0 {
            if self.floor > 0 {
                self.stray.push(token)
            } else {
                self.whole = false
            }
            return;
        }
        while let Some(opened) = self.open.pop() {
            self.count[opened.bracket as usize] -= 1;
            self.settle_torn(&opened, tokens);
            if opened.bracket == bracket {
                self.partners[token as usize] = opened.token;
                self.partners[opened.token as usize] = token;
                break;
            }
            if self.floor > 0 { self.stray.push(opened.token) } else { self.whole = false }
        }
    }

    fn close_angle(&mut self, token: u32) {
        // A stray `>` is only a blemish, reported elsewhere as a warning.
        if self.floor == 0 {
            return;
        }
        while self.open.len() > self.floor {
            let Some(left) = self.open.pop() else { break };
            self.stray.push(left.token);
        }
        if let Some(angle) = self.open.pop() {
            self.partners[token as usize] = angle.token;
            self.partners[angle.token as usize] = token;
        }
        self.floor = 0;
        self.count = self.outside;
        let mut stray = std::mem::take(&mut self.stray);
        if !stray.is_empty() {
            stray.sort_unstable();
            match self.open.last_mut() {
                Some(item) => item.torn.extend(stray),
                None => self.whole = false,
            }
        }
    }

    /// The arguments of one item may tear a pair apart as long as they hold both halves.
    fn settle_torn(&mut self, item: &Opened, tokens: &[Token]) {
        let mut halves: Vec<u32> = Vec::new();
        for &at in &item.torn {
            match (tokens[at as usize].kind, halves.last().map(|&h| tokens[h as usize].kind)) {
                (TokenKind::Close(b), Some(TokenKind::Open(a))) if a == b => {
                    halves.pop();
                }
                _ => halves.push(at),
            }
        }
        if !halves.is_empty() {
            self.whole = false;
            return;
        }
        for &at in &item.torn {
            self.partners[at as usize] = TORN;
        }
    }

    fn give_up(&mut self) {
        self.whole &= self.open.is_empty();
        self.open.clear();
        self.count = [0; 4];
        self.floor = 0;
        self.stray.clear();
    }
}

/// A bracket token, or the first token of a line, with what its place tells.
#[derive(Clone, Copy)]
struct Mark {
    token: u32,
    bracket: Option<(Bracket, bool)>,
    line: u32,
    /// Is it the first thing on its line?
    leads: bool,
    /// Is it the last of the closers that begin a line? That one stands below its opener's line.
    aligned: bool,
}

/// The lines of one top-level form.
struct Form {
    marks: Vec<Mark>,
    /// Column of the first token, per line of the form; `None` when a line begins inside a string.
    indents: Vec<Option<u32>>,
    first_line: u32,
    /// Does one bracket hold everything?
    single: bool,
    /// The number after that of the last token.
    end: u32,
}

impl Form {
    fn indent(&self, line: u32) -> Option<u32> {
        self.indents.get((line - self.first_line) as usize).copied().flatten()
    }
}

/// The tokens that begin a top-level form at the margin.
pub fn forms(text: &str, tokens: &[Token]) -> Vec<u32> {
    let bytes = text.as_bytes();
    let margin = |start: usize| start == 0 || bytes[start - 1] == b'\n';
    let begins = |t: &Token| {
        let start = t.start as usize;
        t.kind == TokenKind::Open(Bracket::Round) && margin(start) && is_top_level_form(&bytes[start + 1..])
    };
    tokens.iter().enumerate().filter(|(_, t)| begins(t)).map(|(i, _)| i as u32).collect()
}

/// Says where brackets were lost. `tokens` were found not to pair up.
pub fn explain(file: FileId, text: &str, tokens: &[Token], forms: &[u32]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut bounds: Vec<usize> = forms.iter().map(|&f| f as usize).collect();
    if bounds.first() != Some(&0) {
        bounds.insert(0, 0);
    }
    bounds.push(tokens.len());
    let lines = LineStarts::new(text);
    let mut torn: Vec<Option<Problem>> = Vec::new();
    for pair in bounds.windows(2) {
        let part = pair[0]..pair[1];
        if part.is_empty() || match_up(&tokens[part.clone()], &[]).is_whole() {
            continue;
        }
        let found = problems.len();
        let mut outside = Vec::with_capacity(part.len());
        lost_angles(file, tokens, part.clone(), &mut problems);
        if problems.len() > found {
            continue;
        }
        // The arguments of options stand for themselves: a fault inside one is looked for only there.
        let mut i = part.start;
        while i < part.end {
            outside.push(i as u32);
            if tokens[i].kind == TokenKind::Open(Bracket::Angle) {
                let close = (i + 1..part.end)
                    .find(|&j| tokens[j].kind == TokenKind::Close(Bracket::Angle))
                    .unwrap_or(part.end);
                if !match_up(&tokens[i + 1..close], &[]).is_whole() {
                    let inside: Vec<u32> = (i as u32 + 1..close as u32).collect();
                    let form = read_form(text, tokens, &inside, &lines, false);
                    torn.push(blame(file, tokens, &form));
                }
                i = close;
            } else {
                i += 1;
            }
        }
        let rest: Vec<Token> = outside.iter().map(|&i| tokens[i as usize]).collect();
        if !match_up(&rest, &[]).is_whole() {
            let form = read_form(text, tokens, &outside, &lines, true);
            problems.extend(blame(file, tokens, &form));
        } else {
            problems.extend(torn.drain(..).flatten());
        }
        torn.clear();
    }
    problems
}

/// Finds `<` without `>` and `>` without `<` in options, where angles never nest.
fn lost_angles(file: FileId, tokens: &[Token], part: std::ops::Range<usize>, problems: &mut Vec<Problem>) {
    let span = |t: Token| Span::new(file, t.start, t.end);
    let mut open: Option<usize> = None;
    for i in part.clone() {
        match tokens[i].kind {
            TokenKind::Open(Bracket::Angle) => {
                if let Some(first) = open {
                    let end = end_of_argument(tokens, first + 1..i);
                    problems.push(
                        Problem::error("E0103", span(tokens[end]), "a `>` is missing about here")
                            .label(span(tokens[first]), "this `<` is never closed")
                            .help("add `>` after the argument"),
                    );
                    return;
                }
                open = Some(i);
            }
            TokenKind::Close(Bracket::Angle) => open = None,
            TokenKind::Open(Bracket::Round | Bracket::Curly | Bracket::Square)
            | TokenKind::Close(Bracket::Round | Bracket::Curly | Bracket::Square)
            | TokenKind::Space
            | TokenKind::Comment
            | TokenKind::Word
            | TokenKind::Text { .. }
            | TokenKind::Colon
            | TokenKind::Param
            | TokenKind::Odd => {}
        }
    }
    if let Some(first) = open {
        let end = end_of_argument(tokens, first + 1..part.end);
        problems.push(
            Problem::error("E0103", span(tokens[end]), "a `>` is missing about here")
                .label(span(tokens[first]), "this `<` is never closed")
                .help("add `>` after the argument"),
        );
    }
}

/// The last token of an option's argument that lost its `>`: before the first string that stands alone, or before
/// the bracket that closes too much.
fn end_of_argument(tokens: &[Token], range: std::ops::Range<usize>) -> usize {
    let mut depth = 0usize;
    let mut last = range.start.saturating_sub(1);
    for i in range {
        match tokens[i].kind {
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) if depth == 0 => break,
            TokenKind::Close(_) => depth -= 1,
            TokenKind::Text { .. } if depth == 0 => break,
            TokenKind::Space | TokenKind::Comment => continue,
            TokenKind::Word
            | TokenKind::Text { .. }
            | TokenKind::Colon
            | TokenKind::Param
            | TokenKind::Odd => {}
        }
        last = i;
    }
    last
}

struct LineStarts(Vec<u32>);

impl LineStarts {
    fn new(text: &str) -> LineStarts {
        let mut starts = vec![0];
        starts.extend(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1));
        LineStarts(starts)
    }
    fn line(&self, offset: u32) -> u32 {
        self.0.partition_point(|&s| s <= offset) as u32 - 1
    }
}

/// Tabs count as four columns.
fn width(blanks: &str) -> u32 {
    blanks.chars().map(|c| if c == '\t' { 4 } else { 1 }).sum()
}

/// Looks at the tokens listed in `part`. `single` tells that exactly one bracket holds everything.
fn read_form(text: &str, tokens: &[Token], part: &[u32], lines: &LineStarts, single: bool) -> Form {
    let (Some(&first), Some(&last)) = (part.first(), part.last()) else {
        return Form { marks: Vec::new(), indents: Vec::new(), first_line: 0, single, end: 0 };
    };
    let first_line = lines.line(tokens[first as usize].start);
    let last_line = lines.line(tokens[last as usize].end.saturating_sub(1));
    let indents = vec![None; (last_line - first_line + 1) as usize];
    let mut form = Form { marks: Vec::new(), indents, first_line, single, end: last + 1 };
    let mut seen_line = None;
    // Within the closers that begin a line.
    let mut closing = false;
    for &i in part {
        let token = tokens[i as usize];
        if token.is_trivia() {
            continue;
        }
        let line = lines.line(token.start);
        let mut leads = false;
        if seen_line != Some(line) {
            let blanks = &text[lines.0[line as usize] as usize..token.start as usize];
            if blanks.bytes().all(|b| b == b' ' || b == b'\t') {
                form.indents[(line - first_line) as usize] = Some(width(blanks));
                leads = true;
            }
        }
        // A string of several lines ends on a line that has no indent of its own.
        seen_line = Some(lines.line(token.end.saturating_sub(1).max(token.start)));
        let bracket = match token.kind {
            TokenKind::Open(b) => Some((b, true)),
            TokenKind::Close(b) => Some((b, false)),
            TokenKind::Space
            | TokenKind::Comment
            | TokenKind::Word
            | TokenKind::Text { .. }
            | TokenKind::Colon
            | TokenKind::Param
            | TokenKind::Odd => None,
        };
        let closes = matches!(bracket, Some((_, false)));
        closing = closes && (leads || closing);
        if closing
            && !leads
            && let Some(before) = form.marks.last_mut()
        {
            before.aligned = false;
        }
        if bracket.is_some() || leads {
            form.marks.push(Mark { token: i, bracket, line, leads, aligned: closing });
        }
    }
    form
}

/// Small doubts about the layout, and outright contradictions.
const DOUBT: u32 = 1;
const CLASH: u32 = 4;

/// A bracket without partner so far, seen from either end, in a chain from the inside out.
struct Level {
    mark: Mark,
    outer: u32,
    depth: u32,
    /// The column in which lines directly inside begin, and the line that showed it.
    inner: Option<(u32, u32)>,
}

/// What one reading of a form finds: how odd each line is, and what is unpaired where a line begins.
struct Reading {
    odd: Vec<u32>,
    levels: Vec<Level>,
    /// Per line boundary, and one more for the end, the innermost unpaired bracket.
    at_line: Vec<u32>,
}

impl Reading {
    fn new(form: &Form) -> Reading {
        let lines = form.indents.len();
        Reading { odd: vec![0; lines], levels: Vec::new(), at_line: vec![NONE; lines + 1] }
    }
    fn push(&mut self, mark: Mark, top: u32) -> u32 {
        let depth = self.level(top).map_or(0, |l| l.depth) + 1;
        self.levels.push(Level { mark, outer: top, depth, inner: None });
        self.levels.len() as u32 - 1
    }
    fn level(&self, id: u32) -> Option<&Level> {
        self.levels.get(id as usize)
    }
    fn depth(&self, id: u32) -> u32 {
        self.level(id).map_or(0, |l| l.depth)
    }
}

/// Reads a form from its beginning: right up to the fault, wrong after it.
fn forward(form: &Form) -> Reading {
    let mut reading = Reading::new(form);
    let mut top = NONE;
    let mut next_line = 0;
    for (i, mark) in form.marks.iter().enumerate() {
        let line = (mark.line - form.first_line) as usize;
        while next_line <= line {
            reading.at_line[next_line] = top;
            next_line += 1;
        }
        let indent = form.indent(mark.line);
        let closes = matches!(mark.bracket, Some((_, false)));
        if let (true, false, Some(indent)) = (mark.leads, closes, indent) {
            match reading.levels.get_mut(top as usize) {
                Some(parent) => {
                    let fits = match parent.inner {
                        Some((_, column)) => indent == column,
                        None => form
                            .indent(parent.mark.line)
                            .is_none_or(|outer| may_hold(&parent.mark, outer, indent)),
                    };
                    parent.inner = parent.inner.or(Some((mark.line, indent)));
                    reading.odd[line] += if fits { 0 } else { DOUBT };
                }
                // After the form has ended nothing may follow.
                None if i > 0 && form.single => reading.odd[line] += CLASH,
                None => {}
            }
        }
        match mark.bracket {
            Some((_, true)) => top = reading.push(*mark, top),
            Some((_, false)) => match reading.level(top) {
                Some(opener) => {
                    let oddness = pair_oddness(form, &opener.mark, mark);
                    top = opener.outer;
                    reading.odd[line] += oddness;
                }
                None => reading.odd[line] += CLASH,
            },
            None => {}
        }
    }
    for boundary in &mut reading.at_line[next_line..] {
        *boundary = top;
    }
    reading
}

/// Reads a form from its end: right down to the fault, wrong before it.
fn backward(form: &Form) -> Reading {
    let mut reading = Reading::new(form);
    let mut top = NONE;
    // Boundaries above this one still wait for their bracket.
    let mut waiting = form.indents.len() + 1;
    for mark in form.marks.iter().rev() {
        let line = (mark.line - form.first_line) as usize;
        while waiting > line + 1 {
            waiting -= 1;
            reading.at_line[waiting] = top;
        }
        let indent = form.indent(mark.line);
        match mark.bracket {
            Some((_, false)) => top = reading.push(*mark, top),
            Some((_, true)) => match reading.level(top) {
                Some(closer) => {
                    let mut oddness = pair_oddness(form, mark, &closer.mark);
                    if let (Some((_, inner)), Some(outer)) = (closer.inner, indent)
                        && !may_hold(mark, outer, inner)
                    {
                        oddness += DOUBT;
                    }
                    top = closer.outer;
                    reading.odd[line] += oddness;
                }
                None => reading.odd[line] += CLASH,
            },
            None => {}
        }
        let closes = matches!(mark.bracket, Some((_, false)));
        if let (true, false, Some(indent)) = (mark.leads, closes, indent) {
            match reading.levels.get_mut(top as usize) {
                Some(outer) => {
                    if outer.inner.is_some_and(|(_, column)| column != indent) {
                        reading.odd[line] += DOUBT;
                    }
                    outer.inner = outer.inner.or(Some((mark.line, indent)));
                }
                // Only the very first bracket of a form is outside everything.
                None if mark.line != form.first_line && form.single => reading.odd[line] += CLASH,
                None => {}
            }
        }
    }
    for boundary in &mut reading.at_line[..waiting] {
        *boundary = top;
    }
    reading
}

/// Does this pair look wrong? Kinds must agree, and a closer at the start of a line stands below its opener's line.
fn pair_oddness(form: &Form, opener: &Mark, closer: &Mark) -> u32 {
    let kinds = opener.bracket.map(|b| b.0) == closer.bracket.map(|b| b.0);
    let columns = !closer.aligned || form.indent(opener.line) == form.indent(closer.line);
    (if kinds { 0 } else { CLASH }) + (if columns { 0 } else { DOUBT })
}

/// May a line that begins in column `indent` stand inside a bracket opened on a line that begins in `outer`?
fn may_hold(opener: &Mark, outer: u32, indent: u32) -> bool {
    let list = matches!(opener.bracket, Some((Bracket::Curly | Bracket::Angle, _)));
    indent > outer || (list && indent == outer)
}

/// How odd it would be if the lost bracket stood between line `s - 1` and line `s` of the form: what is open there,
/// seen from above, must fit what is closed there, seen from below, but for the innermost one.
fn straddle(form: &Form, ahead: &Reading, back: &Reading, s: usize) -> u32 {
    // Deeper than any sane text; bounds the work on others.
    const LOOKED_AT: usize = 64;
    let (mut a, mut b) = (ahead.at_line[s], back.at_line[s]);
    let (depth_a, depth_b) = (ahead.depth(a), back.depth(b));
    let difference = depth_a.abs_diff(depth_b);
    let mut oddness = difference.saturating_sub(1).saturating_mul(CLASH);
    for _ in 0..difference.min(LOOKED_AT as u32) {
        if depth_a > depth_b {
            a = ahead.level(a).map_or(NONE, |l| l.outer);
        } else {
            b = back.level(b).map_or(NONE, |l| l.outer);
        }
    }
    let line = form.first_line + s as u32;
    for _ in 0..LOOKED_AT {
        let (Some(opener), Some(closer)) = (ahead.level(a), back.level(b)) else { break };
        oddness += pair_oddness(form, &opener.mark, &closer.mark);
        let above = opener.inner.filter(|(at, _)| *at < line);
        let below = closer.inner.filter(|(at, _)| *at >= line);
        if let (Some((_, x)), Some((_, y))) = (above, below)
            && x != y
        {
            oddness += DOUBT;
        }
        if let (None, Some((_, y)), Some(outer)) = (above, below, form.indent(opener.mark.line))
            && !may_hold(&opener.mark, outer, y)
        {
            oddness += DOUBT;
        }
        a = opener.outer;
        b = closer.outer;
    }
    oddness
}

/// Chooses among places that look equally good. What is most likely differs: round brackets mostly open and close
/// on one line, curly ones hold the lines in between.
fn tie_break(form: &Form, ahead: &Reading, back: &Reading, first: usize, last: usize) -> usize {
    let (above, below) = (ahead.level(ahead.at_line[last]), back.level(back.at_line[last]));
    let missing_closer = above.map_or(0, |l| l.depth) >= below.map_or(0, |l| l.depth);
    let lost = if missing_closer { above } else { below };
    let round = lost.is_none_or(|l| matches!(l.mark.bracket, Some((Bracket::Round, _))));
    match lost {
        // A list that ends within a line most likely began there.
        Some(closer) if !missing_closer && !round && !closer.mark.leads => {
            ((closer.mark.line - form.first_line) as usize + 1).clamp(first, last)
        }
        _ if missing_closer == round => first,
        _ => last,
    }
}

/// Finds out whether all brackets pair up but for the kinds of one pair.
fn mixed_pair(form: &Form) -> Option<(Mark, Mark)> {
    let mut open: Vec<Mark> = Vec::new();
    let mut mixed = None;
    for mark in &form.marks {
        match mark.bracket {
            Some((_, true)) => open.push(*mark),
            Some((b, false)) => {
                let opener = open.pop()?;
                if opener.bracket.is_some_and(|(a, _)| a != b) && mixed.replace((opener, *mark)).is_some() {
                    return None;
                }
            }
            None => {}
        }
    }
    mixed.filter(|_| open.is_empty())
}

/// Finds the line where forward sense ends and backward sense begins, and says what is missing there.
fn blame(file: FileId, tokens: &[Token], form: &Form) -> Option<Problem> {
    let span = |m: Mark| Span::new(file, tokens[m.token as usize].start, tokens[m.token as usize].end);
    if let Some((opener, closer)) = mixed_pair(form)
        && let (Some((a, _)), Some((b, _))) = (opener.bracket, closer.bracket)
    {
        let message = format!("this `{}` closes a `{}`", b.close(), a.open());
        return Some(
            Problem::error("E0105", span(closer), message)
                .label(span(opener), "opened here")
                .help(format!("write `{}`", a.close())),
        );
    }
    let ahead = forward(form);
    let back = backward(form);
    // Lines before s are read forwards, lines from s on backwards.
    let mut cost: u64 = back.odd.iter().map(|&c| c as u64).sum();
    let (mut lowest, mut first, mut last) = (u64::MAX, 0usize, 0usize);
    for s in 0..=ahead.odd.len() {
        if s > 0 {
            cost = cost + ahead.odd[s - 1] as u64 - back.odd[s - 1] as u64;
        }
        let total = cost + straddle(form, &ahead, &back, s) as u64;
        if total < lowest {
            (lowest, first) = (total, s);
        }
        if total == lowest {
            last = s;
        }
    }
    let split = tie_break(form, &ahead, &back, first, last);
    let split = form.first_line + split as u32;
    let before: Vec<Mark> = form.marks.iter().copied().filter(|m| m.line < split).collect();
    let after: Vec<Mark> = form.marks.iter().copied().filter(|m| m.line >= split).collect();
    let open = left_open(&before);
    let closed = left_closed(&after);
    let last = before.last().or(form.marks.first()).copied()?;
    // The last token above the split.
    let until = after.first().map_or(form.end, |m| m.token);
    let end_of_line = (last.token..until).rev().map(|i| tokens[i as usize]).find(|t| !t.is_trivia());
    let end_of_line = end_of_line.unwrap_or(tokens[last.token as usize]);
    let mut here = Span::new(file, end_of_line.start, end_of_line.end);
    if let (true, Some(next)) = (open.is_empty(), after.first()) {
        // Everything above is whole.
        here = span(*next);
    }
    if let Some((opener, closer)) = passed_over(form, last.line)
        && let Some((bracket, _)) = opener.bracket
    {
        let missing = bracket.close();
        return Some(
            Problem::error("E0103", span(closer), format!("a `{missing}` is missing before this"))
                .label(span(opener), format!("this `{}` is never closed", bracket.open()))
                .help(format!("add `{missing}`")),
        );
    }
    if let Some((opener, bracket)) = odd_one_out(form, &open, &closed) {
        let missing = bracket.close();
        return Some(
            Problem::error("E0103", here, format!("a `{missing}` is missing about here"))
                .label(span(opener), format!("this `{}` is never closed", bracket.open()))
                .help(format!("add `{missing}`, or remove a `{}` that is too many", bracket.open())),
        );
    }
    if let Some((closer, bracket)) = odd_one_out(form, &closed, &open) {
        let missing = bracket.open();
        return Some(
            Problem::error(
                "E0104",
                here,
                format!("one `{}` too many, or a `{missing}` missing, about here", bracket.close()),
            )
            .label(span(closer), format!("this `{}` closes nothing", bracket.close()))
            .help(format!("add `{missing}`, or remove the closing `{}`", bracket.close())),
        );
    }
    // As many are opened as are closed, but several of other kinds.
    Some(Problem::error("E0105", here, "brackets of different kinds meet about here"))
}

/// An opener on this line that a closer of another kind passes over on its way to its own: `(a [b)`.
fn passed_over(form: &Form, line: u32) -> Option<(Mark, Mark)> {
    let mut open: Vec<(Mark, Bracket)> = Vec::new();
    for mark in form.marks.iter().filter(|m| m.line == line) {
        match mark.bracket {
            Some((bracket, true)) => open.push((*mark, bracket)),
            Some((bracket, false)) => match open.pop() {
                Some((opener, kind)) if kind != bracket => {
                    let fits = open.last().is_some_and(|(_, outer)| *outer == bracket);
                    return fits.then_some((opener, *mark));
                }
                Some(_) | None => {}
            },
            None => {}
        }
    }
    None
}

/// Openers without closer, outermost first.
fn left_open(marks: &[Mark]) -> Vec<Mark> {
    let mut open: Vec<Mark> = Vec::new();
    for mark in marks {
        match mark.bracket {
            Some((_, true)) => open.push(*mark),
            Some((_, false)) => {
                open.pop();
            }
            None => {}
        }
    }
    open
}

/// Closers without opener, outermost (last) first.
fn left_closed(marks: &[Mark]) -> Vec<Mark> {
    let mut closed: Vec<Mark> = Vec::new();
    for mark in marks.iter().rev() {
        match mark.bracket {
            Some((_, false)) => closed.push(*mark),
            Some((_, true)) => {
                closed.pop();
            }
            None => {}
        }
    }
    closed
}

/// If `many` is longer than `few`, the bracket in it that has no counterpart: kinds must agree from the outside in,
/// and a closer at the start of its line must stand in its opener's column.
fn odd_one_out(form: &Form, many: &[Mark], few: &[Mark]) -> Option<(Mark, Bracket)> {
    if many.len() <= few.len() {
        return None;
    }
    let agree = |a: &Mark, b: &Mark| {
        let kinds = a.bracket.map(|x| x.0) == b.bracket.map(|x| x.0);
        let columns = !(a.leads && b.leads) || form.indent(a.line) == form.indent(b.line);
        kinds && columns
    };
    let same = many.iter().zip(few).take_while(|(a, b)| agree(a, b)).count();
    let odd = many[same.min(many.len() - 1)];
    odd.bracket.map(|(b, _)| (odd, b))
}
