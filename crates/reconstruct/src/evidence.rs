//! Evidence: statements with source, place, years and confidence, tied to the ludemes that they support. Reads a file
//! in TOML; every fault names its line and column. Knows what a statement says of the description; refuses to judge it.
//!
//! ```toml
//! [game]                       # all of it may be left out
//! id = 1328                    # its number in the tables of history
//! place = { name = "Fianarantsoa", latitude = -21.28, longitude = 47.13 }
//! years = [1912, 1912]         # before the common era: negative
//!
//! [[statement]]
//! text = "The board has eight squares each way."
//! source = "Gautier 1912, p. 21"
//! confidence = 0.9             # from 0 to 1; 1 when left out
//! supports = ['(board (square 8))', '(piece "King" ...)']
//! concepts = { Capture = true, NumStartComponents = 32, NumDice = [1, 3] }
//! ```
//!
//! `supports` names clauses of the incomplete description after its definitions were unfolded; `...` at the end of a
//! clause stands for whatever follows. A statement may have a `place` and `years` of its own.

use crate::history::{Place, Years};
use crate::term::{Shape, Term};
use crate::types::HoleId;
use ludarium_concepts::taxonomy::{self, Data};
use ludarium_syntax::{Defines, FileId, Limits, Selection, expand, nearest, parse};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use toml::Spanned;

/// Statements at most.
pub const MOST_STATEMENTS: usize = 10_000;
/// Bytes of a file of evidence at most.
pub const MOST_BYTES: usize = 1 << 22;

/// What is wrong with a file of evidence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fault {
    pub line: usize,
    pub column: usize,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)?;
        self.help.as_ref().map_or(Ok(()), |help| write!(f, " ({help})"))
    }
}

/// A place with perhaps a name.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Named {
    pub name: Option<String>,
    pub at: Place,
}

/// What a concept must be.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Expected {
    Holds(bool),
    Between(f64, f64),
}

impl Expected {
    /// Whether something can be as both say.
    fn agrees(self, other: Expected) -> bool {
        let span = |e: Expected| match e {
            Expected::Holds(holds) => (f64::from(u8::from(holds)), if holds { f64::INFINITY } else { 0.0 }),
            Expected::Between(low, high) => (low, high),
        };
        let ((a, b), (c, d)) = (span(self), span(other));
        a.max(c) <= b.min(d)
    }
}

/// One statement.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Statement {
    pub text: String,
    pub source: String,
    pub place: Option<Named>,
    pub years: Option<Years>,
    pub confidence: f64,
    /// Clauses as written in the file.
    pub supports: Vec<String>,
    /// By concept.
    pub concepts: Vec<(u16, Expected)>,
    #[serde(skip)]
    patterns: Vec<(Term, usize)>,
}

/// All that is known of a game.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Evidence {
    /// The game's number in the tables of history.
    pub id: Option<u32>,
    pub place: Option<Named>,
    pub years: Option<Years>,
    pub statements: Vec<Statement>,
    /// Where lines begin in the file, for faults found later.
    #[serde(skip)]
    lines: Vec<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    #[serde(default)]
    game: Option<RawGame>,
    #[serde(default)]
    statement: Vec<RawStatement>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawGame {
    id: Option<u32>,
    place: Option<Spanned<RawPlace>>,
    years: Option<Spanned<[i32; 2]>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPlace {
    name: Option<String>,
    latitude: f64,
    longitude: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawStatement {
    text: Spanned<String>,
    source: String,
    place: Option<Spanned<RawPlace>>,
    years: Option<Spanned<[i32; 2]>>,
    confidence: Option<Spanned<f64>>,
    #[serde(default)]
    supports: Vec<Spanned<String>>,
    #[serde(default)]
    concepts: BTreeMap<Spanned<String>, Spanned<toml::Value>>,
}

/// Which statements support which clauses of a description.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tied {
    /// Clauses of the incomplete description, as written there on one line, with the statements for them.
    clauses: Vec<(Term, Vec<usize>)>,
}

impl Evidence {
    /// Reads a file of evidence, or says everything that is wrong with it.
    pub fn read(text: &str) -> Result<Evidence, Vec<Fault>> {
        let mut lines = vec![0];
        lines.extend(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at + 1));
        let fault = |at: usize, message: String| fault_at(&lines, at, message, None);
        if text.len() > MOST_BYTES {
            return Err(vec![fault(0, format!("the file is larger than {MOST_BYTES} bytes"))]);
        }
        let raw: RawFile = match toml::from_str(text) {
            Ok(raw) => raw,
            Err(why) => {
                let at = why.span().map_or(0, |span| span.start);
                return Err(vec![fault(at, why.message().trim().to_owned())]);
            }
        };
        if raw.statement.len() > MOST_STATEMENTS {
            return Err(vec![fault(0, format!("there are more than {MOST_STATEMENTS} statements"))]);
        }
        let mut reader = Reader { lines: &lines, faults: Vec::new() };
        let mut evidence = Evidence::default();
        if let Some(game) = raw.game {
            evidence.id = game.id;
            evidence.place = reader.place(game.place);
            evidence.years = reader.years(game.years);
        }
        evidence.statements = raw.statement.into_iter().map(|raw| reader.statement(raw)).collect();
        if reader.faults.is_empty() {
            evidence.lines = lines;
            Ok(evidence)
        } else {
            Err(reader.faults)
        }
    }

    /// Statements that cannot both be true, by number, with the concept that they disagree about. Whatever their
    /// confidence: a result that keeps to one denies the other.
    pub fn contradictions(&self) -> Vec<(usize, usize, u16)> {
        let all = || {
            self.statements
                .iter()
                .enumerate()
                .flat_map(|(n, s)| s.concepts.iter().map(move |(concept, expected)| (n, *concept, *expected)))
        };
        let mut found = Vec::new();
        for (a, concept, one) in all() {
            for (b, _, other) in all().filter(|(b, other, _)| *b > a && *other == concept) {
                if !one.agrees(other) {
                    found.push((a, b, concept));
                }
            }
        }
        found
    }

    /// The contradictions in words, with the statements.
    pub fn contradictions_told(&self) -> Vec<String> {
        let said = |n: usize| {
            self.statements.get(n).map_or(String::new(), |s| format!("\"{}\" ({})", s.text, s.source))
        };
        let told = |&(a, b, concept): &(usize, usize, u16)| {
            let name = taxonomy::by_id(concept).map_or("a concept", |c| c.name);
            format!(
                "statements {} and {} contradict each other about {name}: {} and {}",
                a + 1,
                b + 1,
                said(a),
                said(b)
            )
        };
        self.contradictions().iter().map(told).collect()
    }

    /// Finds the clauses that the statements support. What is supported must stand in the description.
    pub fn tie(&self, incomplete: &Term) -> Result<Tied, Vec<Fault>> {
        let mut tied = Tied::default();
        let mut faults = Vec::new();
        for (number, statement) in self.statements.iter().enumerate() {
            for (pattern, at) in &statement.patterns {
                let mut met = false;
                incomplete.each(&mut |term| {
                    if term.shape == Shape::Call && fits(pattern, term) {
                        met = true;
                        match tied.clauses.iter_mut().find(|(clause, _)| clause == term) {
                            Some((_, statements)) => statements.push(number),
                            None => tied.clauses.push((term.clone(), vec![number])),
                        }
                    }
                });
                if !met {
                    let message = format!("no clause of the description is {pattern}");
                    let help = closest(pattern, incomplete).map(|clause| format!("there is {clause}"));
                    faults.push(fault_at(&self.lines, *at, message, help));
                }
            }
        }
        for (_, statements) in &mut tied.clauses {
            statements.dedup();
        }
        if faults.is_empty() { Ok(tied) } else { Err(faults) }
    }
}

impl Tied {
    /// The statements for a clause of the incomplete description, by number.
    pub fn statements(&self, clause: &Term) -> &[usize] {
        self.clauses.iter().find(|(known, _)| known == clause).map_or(&[], |(_, statements)| statements)
    }
    pub fn is_empty(&self) -> bool {
        self.clauses.is_empty()
    }
}

struct Reader<'l> {
    lines: &'l [usize],
    faults: Vec<Fault>,
}

impl Reader<'_> {
    fn fault(&mut self, at: usize, message: impl Into<String>, help: Option<String>) {
        self.faults.push(fault_at(self.lines, at, message.into(), help));
    }

    fn place(&mut self, raw: Option<Spanned<RawPlace>>) -> Option<Named> {
        let raw = raw?;
        let at = raw.span().start;
        let RawPlace { name, latitude, longitude } = raw.into_inner();
        match Place::new(latitude, longitude) {
            Ok(at) => Some(Named { name, at }),
            Err(why) => {
                self.fault(at, why, None);
                None
            }
        }
    }

    fn years(&mut self, raw: Option<Spanned<[i32; 2]>>) -> Option<Years> {
        let raw = raw?;
        let [from, to] = *raw.get_ref();
        match Years::new(from, to) {
            Ok(years) => Some(years),
            Err(why) => {
                self.fault(raw.span().start, why, None);
                None
            }
        }
    }

    fn statement(&mut self, raw: RawStatement) -> Statement {
        if raw.text.get_ref().trim().is_empty() {
            self.fault(raw.text.span().start, "the statement says nothing", None);
        }
        let confidence = raw.confidence.map_or(1.0, |confidence| {
            let value = *confidence.get_ref();
            if !(0.0..=1.0).contains(&value) {
                self.fault(
                    confidence.span().start,
                    format!("confidence {value} is not between 0 and 1"),
                    None,
                );
            }
            value
        });
        let mut patterns = Vec::new();
        for clause in &raw.supports {
            match pattern(clause.get_ref()) {
                Ok(pattern) => patterns.push((pattern, clause.span().start)),
                Err(why) => self.fault(clause.span().start, why, None),
            }
        }
        let concepts = raw.concepts.iter().filter_map(|(name, value)| self.concept(name, value)).collect();
        Statement {
            text: raw.text.into_inner(),
            source: raw.source,
            place: self.place(raw.place),
            years: self.years(raw.years),
            confidence,
            supports: raw.supports.into_iter().map(Spanned::into_inner).collect(),
            concepts,
            patterns,
        }
    }

    fn concept(&mut self, name: &Spanned<String>, value: &Spanned<toml::Value>) -> Option<(u16, Expected)> {
        let at = name.span().start;
        let name = name.get_ref().as_str();
        let Some(concept) = taxonomy::by_name(name) else {
            let names = taxonomy::all().iter().map(|c| c.name);
            let help = nearest(name, names).map(|near| format!("did you mean {near}?"));
            self.fault(at, format!("there is no concept {name:?}"), help);
            return None;
        };
        let boolean = concept.data == Data::Boolean;
        let number = |value: &toml::Value| value.as_float().or(value.as_integer().map(|n| n as f64));
        let expected = match value.get_ref() {
            toml::Value::Boolean(holds) if boolean => Some(Expected::Holds(*holds)),
            toml::Value::Array(ends) if !boolean && ends.len() == 2 => {
                let (from, to) = (number(&ends[0]), number(&ends[1]));
                from.zip(to).filter(|(from, to)| from <= to).map(|(from, to)| Expected::Between(from, to))
            }
            value if !boolean => number(value).map(|n| Expected::Between(n, n)),
            _ => None,
        };
        if expected.is_none() {
            let wanted = if boolean { "true or false" } else { "a number or [least, most]" };
            self.fault(value.span().start, format!("{name} is {wanted}"), None);
        }
        Some((concept.id, expected?))
    }
}

fn fault_at(lines: &[usize], at: usize, message: String, help: Option<String>) -> Fault {
    let line = lines.partition_point(|&start| start <= at).max(1);
    let start = lines.get(line - 1).copied().unwrap_or(0);
    Fault { line, column: at.saturating_sub(start) + 1, message, help }
}

/// The word that stands for whatever follows.
const REST: &str = "...";

/// A clause as a statement names it.
fn pattern(text: &str) -> Result<Term, String> {
    let parsed = parse(FileId(0), text);
    let expanded = expand(&parsed, &Defines::none(), &Selection::default(), &Limits::default());
    let roots = &expanded.game.roots;
    if let Some(problem) = expanded.problems.iter().find(|p| p.is_error()) {
        return Err(format!("{text:?} cannot be read: {}", problem.message));
    }
    let [root] = roots[..] else {
        return Err(format!("{text:?} is not a clause such as (board (square 8))"));
    };
    let term = Term::of(&expanded.game, root, &mut |_| HoleId(u32::MAX));
    match term.shape {
        Shape::Call => Ok(term),
        Shape::Set | Shape::Word(_) | Shape::Int(_) | Shape::Float(_) | Shape::Text(_) | Shape::Hole(_) => {
            Err(format!("{text:?} is not a clause such as (board (square 8))"))
        }
    }
}

/// Whether a clause is what a pattern says. Depth is bounded by the reader.
fn fits(pattern: &Term, term: &Term) -> bool {
    if pattern.shape != term.shape
        && !matches!((&pattern.shape, &term.shape), (Shape::Hole(_), Shape::Hole(_)))
    {
        return false;
    }
    if pattern.label.is_some() && pattern.label != term.label {
        return false;
    }
    let open = pattern.parts.last().and_then(Term::as_word) == Some(REST);
    let wanted = &pattern.parts[..pattern.parts.len() - usize::from(open)];
    let enough = if open { term.parts.len() >= wanted.len() } else { term.parts.len() == wanted.len() };
    enough && wanted.iter().zip(&term.parts).all(|(p, t)| fits(p, t))
}

/// A clause with the same head, to help along.
fn closest(pattern: &Term, incomplete: &Term) -> Option<String> {
    let mut found = None;
    incomplete.each(&mut |term| {
        if found.is_none() && term.head().is_some() && term.head() == pattern.head() {
            let text = term.to_string();
            found = Some(if text.chars().count() > 60 {
                format!("{} …", text.chars().take(58).collect::<String>())
            } else {
                text
            });
        }
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"
[game]
id = 1328
place = { name = "Fianarantsoa", latitude = -21.28, longitude = 47.13 }
years = [1912, 1912]

[[statement]]
text = "The board has eight squares each way."
source = "Gautier 1912, p. 21"
confidence = 0.9
supports = ['(board (square 8))', '(piece "King" ...)']
concepts = { Capture = true, NumStartComponents = 32, NumDice = [1, 3] }
"#;

    fn game() -> Term {
        pattern(r#"(game "G" (equipment {(board (square 8)) (piece "King" Each (move Step)) (piece "Pawn" Each [#])}))"#)
            .unwrap()
    }

    #[test]
    fn contradictions_name_the_statements() {
        let two = |a: &str, b: &str| {
            let text = format!(
                "[[statement]]\ntext = \"one\"\nsource = \"A\"\nconcepts = {{ {a} }}\n\
                 [[statement]]\ntext = \"two\"\nsource = \"B\"\nconfidence = 0.4\nconcepts = {{ {b} }}\n"
            );
            Evidence::read(&text).unwrap().contradictions_told()
        };
        let told = two("Capture = true", "Capture = false");
        assert!(
            told.len() == 1 && told[0].contains("\"one\" (A)") && told[0].contains("Capture"),
            "{told:?}"
        );
        assert_eq!(two("NumDice = 2", "NumDice = [3, 4]").len(), 1);
        assert!(two("NumDice = 2", "NumDice = [1, 4]").is_empty());
        assert!(two("Capture = true", "NumDice = 2").is_empty());
    }

    #[test]
    fn statements_are_tied_to_clauses() {
        let evidence = Evidence::read(GOOD).unwrap();
        assert_eq!(evidence.id, Some(1328));
        assert_eq!(evidence.statements[0].concepts.len(), 3);
        let tied = evidence.tie(&game()).unwrap();
        assert_eq!(tied.statements(&pattern("(board (square 8))").unwrap()), [0]);
        assert_eq!(tied.statements(&pattern(r#"(piece "King" Each (move Step))"#).unwrap()), [0]);
        assert_eq!(tied.statements(&pattern("(square 8)").unwrap()), [] as [usize; 0]);
    }

    #[test]
    fn faults_have_a_place() {
        let said = |text: &str| -> Vec<String> {
            Evidence::read(text).unwrap_err().iter().map(ToString::to_string).collect()
        };
        let file = GOOD
            .replace("0.9", "1.5")
            .replace("Capture", "Captures")
            .replace("latitude = -21.28", "latitude = -121")
            .replace("'(board (square 8))'", "'board'");
        assert_eq!(
            said(&file),
            [
                "line 4, column 9: latitude -121 is not between -90 and 90",
                "line 10, column 14: confidence 1.5 is not between 0 and 1",
                "line 11, column 13: \"board\" is not a clause such as (board (square 8))",
                "line 12, column 14: there is no concept \"Captures\" (did you mean Capture?)",
            ]
        );
        assert_eq!(said("[[statement]]\ntext = 3\nsource = \"S\"\n").len(), 1);
        assert!(said("[game]\nname = \"X\"\n")[0].starts_with("line 2, column 1: unknown field"));
        let unmet =
            Evidence::read(&GOOD.replace("(square 8)", "(square 9)")).unwrap().tie(&game()).unwrap_err();
        assert_eq!(
            unmet[0].to_string(),
            "line 11, column 13: no clause of the description is (board (square 9)) (there is (board (square 8)))"
        );
    }
}
