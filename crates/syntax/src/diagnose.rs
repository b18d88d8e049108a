//! Problems: what is wrong with a description, where, and what to try. Knows texts, lines and columns, and how to
//! show a problem to a person or hand it over as plain data; refuses to know what any problem means.
//!
//! Codes are stable: `E01xx` lexing and brackets, `E02xx` expansion, `E03xx` checking against the vocabulary,
//! `E04xx` boards, `E05xx` meaning. The same code always names the same mistake. Those of this crate:
//!
//! | code | what is wrong |
//! | --- | --- |
//! | E0101 | a character that means nothing outside a string |
//! | E0102 | a string that never ends |
//! | E0103 | a closing bracket is missing, or a bracket has no partner |
//! | E0104 | an opening bracket is missing, or a closing one too many |
//! | E0105 | a bracket closes one of another kind |
//! | E0106 | half of a marker, `<` or `>` |
//! | E0108, E0220 | nested too deep, as written or when expanded |
//! | E0109 | the text is too long |
//! | E0201, E0202, E0229 | a define without a name; defined twice; without a body |
//! | E0203, E0228 | no such define; more arguments than it takes |
//! | E0204 | a parameter that stands for nothing |
//! | E0205, E0206, E0227 | a colon without a name; two labels in a row; a label without a value |
//! | E0207 | a clause that begins with a clause |
//! | E0208, E0224 | a range of sites that is none; a range that is too long |
//! | E0209 | a marker that no option fills |
//! | E0210 to E0213 | malformed options, items and rulesets |
//! | E0214, E0215, E0216, E0230 | no such option; a ruleset asks for one; no such ruleset; a ruleset that chooses nothing |
//! | E0217, E0218 | `useFor` without a condition; with an unknown one |
//! | E0219 | text outside all brackets |
//! | E0221, E0222, E0223 | too many uses; too much text; too many nodes |
//! | E0225, E0226 | defines too deep in each other; a define that uses itself |

use crate::span::{FileId, Span};
use crate::tree::{Origin, OriginId, Tree};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// How bad a problem is. An error stops the description from being played; a warning does not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
    Note,
}

impl Severity {
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

/// A change of text that mends a problem: `replacement` goes where `span` is. An empty span inserts, an empty
/// replacement deletes. One fix is one change; several fixes of a problem are alternatives, the most likely first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    pub span: Span,
    pub replacement: String,
    /// What the change does, as a command: "write `Mover Win`".
    pub title: String,
}

impl Fix {
    pub fn new(span: Span, replacement: impl Into<String>, title: impl Into<String>) -> Fix {
        Fix { span, replacement: replacement.into(), title: title.into() }
    }

    /// The text with the change made; unchanged where the span does not fit it.
    ///
    /// ```
    /// use ludarium_syntax::{FileId, Fix, Span};
    /// let fix = Fix::new(Span::new(FileId(0), 1, 5), "line", "write `line`");
    /// assert_eq!(fix.apply("(lune 3)"), "(line 3)");
    /// ```
    pub fn apply(&self, text: &str) -> String {
        let (start, end) = (self.span.start as usize, self.span.end as usize);
        match (text.get(..start), text.get(end..)) {
            (Some(before), Some(after)) if start <= end => format!("{before}{}{after}", self.replacement),
            _ => text.to_string(),
        }
    }
}

/// One thing that is wrong.
///
/// ```
/// use ludarium_syntax::{FileId, Problem, Span};
/// let span = Span::new(FileId(0), 3, 7);
/// let problem = Problem::error("E0301", span, "there is no ludeme called `lune`").help("did you mean `line`?");
/// assert_eq!(problem.code, "E0301");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// A stable code such as `E0103`.
    pub code: &'static str,
    pub severity: Severity,
    /// The place to look at first.
    pub span: Span,
    /// What was found, in one sentence without a full stop.
    pub message: String,
    /// What was wanted instead.
    pub wanted: Option<String>,
    /// One thing to try.
    pub help: Option<String>,
    /// Other places that explain the problem, each with a few words.
    pub labels: Vec<(Span, String)>,
    /// Changes that mend it, each by itself, the most likely first.
    pub fixes: Vec<Fix>,
    /// Through which definitions the faulty text came, innermost first.
    pub origin: Vec<Origin>,
}

impl Problem {
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Problem {
        Problem::new(code, Severity::Error, span, message)
    }
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Problem {
        Problem::new(code, Severity::Warning, span, message)
    }
    pub fn new(code: &'static str, severity: Severity, span: Span, message: impl Into<String>) -> Problem {
        Problem {
            code,
            severity,
            span,
            message: message.into(),
            wanted: None,
            help: None,
            labels: Vec::new(),
            fixes: Vec::new(),
            origin: Vec::new(),
        }
    }
    pub fn wanted(mut self, wanted: impl Into<String>) -> Problem {
        self.wanted = Some(wanted.into());
        self
    }
    pub fn help(mut self, help: impl Into<String>) -> Problem {
        self.help = Some(help.into());
        self
    }
    pub fn label(mut self, span: Span, words: impl Into<String>) -> Problem {
        self.labels.push((span, words.into()));
        self
    }
    /// Adds a change that mends the problem. A text that belongs to the library is not the reader's to change.
    pub fn fix(mut self, fix: Fix) -> Problem {
        if !fix.span.file.is_library() {
            self.fixes.push(fix);
        }
        self
    }
    /// Adds the chain of uses that starts at `origin` in `tree`.
    pub fn origin(mut self, tree: &Tree, origin: Option<OriginId>) -> Problem {
        self.origin = tree.origin_chain(origin);
        self
    }
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// So many problems are collected about one text; more would help nobody.
pub const MOST_PROBLEMS: usize = 200;

/// Collects a problem, unless there are too many already.
pub(crate) fn report(problems: &mut Vec<Problem>, problem: Problem) {
    if problems.len() < MOST_PROBLEMS {
        problems.push(problem);
    }
}

/// Does any of these problems stop the description from being used?
pub fn has_errors(problems: &[Problem]) -> bool {
    problems.iter().any(Problem::is_error)
}

/// A text that took part, with the offsets at which its lines begin.
#[derive(Clone, Debug)]
pub struct Source {
    pub name: String,
    pub text: Arc<str>,
    lines: Vec<u32>,
}

/// A line and a column, both counted from 1; columns count characters, not bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Place {
    pub line: u32,
    pub column: u32,
}

impl Source {
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Source {
        let text = text.into();
        let mut lines = vec![0];
        lines.extend(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1));
        Source { name: name.into(), text, lines }
    }
    /// The line (from 0) in which the byte at `offset` stands.
    fn line_of(&self, offset: u32) -> usize {
        self.lines.partition_point(|&start| start <= offset).saturating_sub(1)
    }
    fn line_text(&self, line: usize) -> &str {
        let start = self.lines.get(line).copied().unwrap_or(0) as usize;
        let end = self.lines.get(line + 1).map_or(self.text.len(), |&e| e as usize);
        self.text.get(start..end).unwrap_or("").trim_end_matches(['\n', '\r'])
    }
    pub fn place(&self, offset: u32) -> Place {
        let offset = offset.min(self.text.len() as u32);
        let line = self.line_of(offset);
        let start = self.lines[line] as usize;
        let mut end = offset as usize;
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let column = self.text.get(start..end).map_or(0, |s| s.chars().count());
        Place { line: line as u32 + 1, column: column as u32 + 1 }
    }
}

/// The texts of all files that took part, by number.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: BTreeMap<FileId, Source>,
}

impl Sources {
    pub fn new() -> Sources {
        Sources::default()
    }
    pub fn add(&mut self, file: FileId, name: impl Into<String>, text: impl Into<Arc<str>>) {
        self.files.insert(file, Source::new(name, text));
    }
    pub fn get(&self, file: FileId) -> Option<&Source> {
        self.files.get(&file)
    }
    /// The name of a file; a mark of ignorance when it was never added.
    pub fn name(&self, file: FileId) -> &str {
        self.get(file).map_or("<unknown>", |s| &s.name)
    }
    /// The text a span names.
    pub fn text(&self, span: Span) -> &str {
        self.get(span.file).map_or("", |s| span.of(&s.text))
    }
    /// Line and column of the first byte of a span and of the byte after its last.
    pub fn places(&self, span: Span) -> Option<(Place, Place)> {
        let source = self.get(span.file)?;
        Some((source.place(span.start), source.place(span.end)))
    }
}

/// A span as plain data: file name, lines and columns. What a shell turns into JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    pub file: String,
    pub start: Place,
    pub end: Place,
    /// Offsets in bytes.
    pub bytes: (u32, u32),
}

/// A problem as plain data, with every span resolved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlainProblem {
    pub code: String,
    pub severity: String,
    pub location: Location,
    pub message: String,
    pub wanted: Option<String>,
    pub help: Option<String>,
    pub labels: Vec<(Location, String)>,
    /// Place, replacement and title of each change that mends it.
    pub fixes: Vec<(Location, String, String)>,
    /// Name, where it is used, where it is defined; innermost first.
    pub origin: Vec<(String, Location, Location)>,
}

/// Resolves a span to file name, lines and columns.
pub fn locate(span: Span, sources: &Sources) -> Location {
    let zero = Place { line: 1, column: 1 };
    let (start, end) = sources.places(span).unwrap_or((zero, zero));
    Location { file: sources.name(span.file).to_string(), start, end, bytes: (span.start, span.end) }
}

/// The same problem as plain data.
pub fn plain(problem: &Problem, sources: &Sources) -> PlainProblem {
    PlainProblem {
        code: problem.code.to_string(),
        severity: problem.severity.word().to_string(),
        location: locate(problem.span, sources),
        message: clean(&problem.message),
        wanted: problem.wanted.as_deref().map(clean),
        help: problem.help.as_deref().map(clean),
        labels: problem.labels.iter().map(|(s, w)| (locate(*s, sources), clean(w))).collect(),
        fixes: problem
            .fixes
            .iter()
            .map(|fix| (locate(fix.span, sources), fix.replacement.clone(), clean(&fix.title)))
            .collect(),
        origin: problem
            .origin
            .iter()
            .map(|o| (o.name.to_string(), locate(o.used_at, sources), locate(o.defined_at, sources)))
            .collect(),
    }
}

/// Control and direction-changing characters would let a description write to the reader's terminal.
fn clean(text: &str) -> String {
    text.chars().map(|c| if is_harmless(c) { c } else { '\u{FFFD}' }).collect()
}

fn is_harmless(c: char) -> bool {
    !c.is_control()
        && !matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

struct Paint {
    on: bool,
}

impl Paint {
    fn wrap(&self, code: &str, text: &str) -> String {
        if self.on { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }
    fn severity(&self, severity: Severity, text: &str) -> String {
        match severity {
            Severity::Error => self.wrap("1;31", text),
            Severity::Warning => self.wrap("1;33", text),
            Severity::Note => self.wrap("1;36", text),
        }
    }
    fn bold(&self, text: &str) -> String {
        self.wrap("1", text)
    }
    fn blue(&self, text: &str) -> String {
        self.wrap("1;34", text)
    }
    fn cyan(&self, text: &str) -> String {
        self.wrap("1;36", text)
    }
}

/// At most so many steps of a define chain are shown; the middle of a longer one is left out.
const SHOWN_USES: usize = 6;
/// At most so many columns of a source line are shown around the place.
const SHOWN_COLUMNS: usize = 110;

/// Draws a problem for a person: the line, a caret under the place, then the chain of definitions it came through.
/// The same problem always gives the same text.
pub fn render(problem: &Problem, sources: &Sources, colour: bool) -> String {
    let paint = Paint { on: colour };
    let mut out = String::new();
    let title = format!("{}[{}]", problem.severity.word(), problem.code);
    let _ = writeln!(
        out,
        "{}: {}",
        paint.severity(problem.severity, &title),
        paint.bold(&clean(&problem.message))
    );
    let gutter = gutter_width(problem, sources);
    let under = problem.wanted.as_deref().map(|w| format!("wanted: {}", clean(w))).unwrap_or_default();
    snippet(&mut out, &paint, sources, gutter, problem.span, '^', &under, problem.severity, "-->");
    for (span, words) in &problem.labels {
        snippet(&mut out, &paint, sources, gutter, *span, '-', &clean(words), Severity::Note, ":::");
    }
    let hidden = problem.origin.len().saturating_sub(SHOWN_USES);
    for (i, origin) in problem.origin.iter().enumerate() {
        if hidden > 0 && i >= SHOWN_USES / 2 && i < SHOWN_USES / 2 + hidden {
            if i == SHOWN_USES / 2 {
                let _ = writeln!(out, "{:gutter$} {} … {hidden} more uses in between", "", paint.blue("="));
            }
            continue;
        }
        let used = format!("in {:?}, used here", origin.name.as_str());
        snippet(
            &mut out,
            &paint,
            sources,
            gutter,
            first_line(origin.used_at, sources),
            '-',
            &used,
            Severity::Note,
            ":::",
        );
        let defined = format!("{:?} is defined here", origin.name.as_str());
        snippet(
            &mut out,
            &paint,
            sources,
            gutter,
            first_line(origin.defined_at, sources),
            '-',
            &defined,
            Severity::Note,
            ":::",
        );
    }
    if let Some(help) = &problem.help {
        let _ = writeln!(out, "{:gutter$} {} {}: {}", "", paint.blue("="), paint.cyan("help"), clean(help));
    }
    if let Some(fix) = problem.fixes.first() {
        let _ =
            writeln!(out, "{:gutter$} {} {}: {}", "", paint.blue("="), paint.cyan("fix"), clean(&fix.title));
    }
    out
}

/// A long clause as a place is shown by its first line.
fn first_line(span: Span, sources: &Sources) -> Span {
    let text = sources.text(span);
    let len = text.find('\n').unwrap_or(text.len());
    Span { end: span.start + text[..len].trim_end().len() as u32, ..span }
}

fn gutter_width(problem: &Problem, sources: &Sources) -> usize {
    let spans = std::iter::once(problem.span)
        .chain(problem.labels.iter().map(|l| l.0))
        .chain(problem.origin.iter().flat_map(|o| [o.used_at, o.defined_at]));
    let line = spans.filter_map(|s| sources.places(s)).map(|(a, _)| a.line).max().unwrap_or(1);
    line.to_string().len().max(2)
}

#[allow(clippy::too_many_arguments)]
fn snippet(
    out: &mut String,
    paint: &Paint,
    sources: &Sources,
    gutter: usize,
    span: Span,
    mark: char,
    words: &str,
    severity: Severity,
    arrow: &str,
) {
    let Some(source) = sources.get(span.file) else {
        if !words.is_empty() {
            let _ = writeln!(out, "{:gutter$} {} {words}", "", paint.blue("="));
        }
        return;
    };
    let place = source.place(span.start);
    let _ =
        writeln!(out, "{:gutter$}{} {}:{}:{}", "", paint.blue(arrow), source.name, place.line, place.column);
    let bar = paint.blue("|");
    let _ = writeln!(out, "{:gutter$} {bar}", "");
    let line = source.line_text(place.line as usize - 1);
    let chars: Vec<char> = line.chars().collect();
    let from = place.column as usize - 1;
    let last_line = source.place(span.end.max(span.start)).line;
    let to = if last_line == place.line { source.place(span.end).column as usize - 1 } else { chars.len() };
    let to = to.max(from + 1);
    // A very long line is cut to a window around the place.
    let cut = from.saturating_sub(SHOWN_COLUMNS / 3);
    let cut = if chars.len() <= SHOWN_COLUMNS { 0 } else { cut };
    let shown: String = chars.iter().skip(cut).take(SHOWN_COLUMNS).map(|&c| shown_char(c)).collect();
    let dots = |yes: bool| if yes { "…" } else { "" };
    let number = paint.blue(&format!("{:>gutter$}", place.line));
    let head = dots(cut > 0);
    let tail = dots(cut + SHOWN_COLUMNS < chars.len());
    let _ = writeln!(out, "{number} {bar} {head}{shown}{tail}");
    let width = to.min(cut + SHOWN_COLUMNS).saturating_sub(from).max(1);
    let carets: String = std::iter::repeat_n(mark, width).collect();
    let pad = from.saturating_sub(cut) + head.chars().count();
    let marks =
        paint.severity(severity, &format!("{carets}{}{words}", if words.is_empty() { "" } else { " " }));
    let _ = writeln!(out, "{:gutter$} {bar} {:pad$}{marks}", "", "");
}

fn shown_char(c: char) -> char {
    if c == '\t' {
        ' '
    } else if is_harmless(c) {
        c
    } else {
        '\u{FFFD}'
    }
}

/// The candidate most like `wanted`, if any is like it at all.
///
/// ```
/// assert_eq!(ludarium_syntax::nearest("Bord", ["Board", "Piece"]), Some("Board"));
/// assert_eq!(ludarium_syntax::nearest("Bord", ["Piece"]), None);
/// ```
pub fn nearest<'a>(wanted: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = wanted.to_lowercase();
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let distance = edit_distance(&lower, &candidate.to_lowercase());
        if best.is_none_or(|(d, _)| distance < d) {
            best = Some((distance, candidate));
        }
    }
    let (distance, candidate) = best?;
    let allowed = (wanted.chars().count().max(candidate.chars().count()) / 3).max(1);
    (distance <= allowed).then_some(candidate)
}

/// Steps of insertion, deletion, replacement and exchange of neighbours between two words. Long words are cut
/// short first: a suggestion is not worth quadratic work.
fn edit_distance(a: &str, b: &str) -> usize {
    const LONGEST: usize = 80;
    let a: Vec<char> = a.chars().take(LONGEST).collect();
    let b: Vec<char> = b.chars().take(LONGEST).collect();
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut next = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            next[j] = (row[j] + 1).min(next[j - 1] + 1).min(row[j - 1] + same);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                next[j] = next[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}
