//! Questions about games: `Hop and not Dice and NumPlayers = 2 and Balance > 0.8`. Knows names and numbers; where the
//! values come from is for whoever asks.

use crate::taxonomy;

/// A question, read.
#[derive(Clone, PartialEq, Debug)]
pub enum Query {
    /// The concept holds, or is a number other than 0.
    Has(u16),
    Compare(u16, Op, f64),
    Not(Box<Query>),
    And(Box<Query>, Box<Query>),
    Or(Box<Query>, Box<Query>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// What is wrong with a question, and at which character.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misread {
    pub at: usize,
    pub message: String,
}

impl std::fmt::Display for Misread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "at character {}: {}", self.at + 1, self.message)
    }
}
impl std::error::Error for Misread {}

/// Brackets inside brackets, no deeper than this.
const DEEPEST: usize = 64;

/// Names that a word may stand for: where people say `Hop`, the taxonomy says which hop.
const SHORT: [(&str, &[&str]); 8] = [
    ("Hop", &["HopDecision", "HopEffect"]),
    ("Step", &["StepDecision", "StepEffect"]),
    ("Slide", &["SlideDecision", "SlideEffect"]),
    ("Leap", &["LeapDecision", "LeapEffect"]),
    ("Add", &["AddDecision", "AddEffect"]),
    ("Remove", &["RemoveDecision", "RemoveEffect"]),
    ("Promotion", &["PromotionDecision", "PromotionEffect"]),
    ("FromTo", &["FromToDecision", "FromToEffect"]),
];

impl Query {
    pub fn read(text: &str) -> Result<Query, Misread> {
        let mut reader = Reader { words: words(text)?, next: 0, end: text.len() };
        let query = reader.either(0)?;
        match reader.words.get(reader.next) {
            None => Ok(query),
            Some((at, word)) => Err(Misread { at: *at, message: format!("`{word}` is one too many") }),
        }
    }

    /// Whether it holds of a game, given the value of each concept. What is not known holds in no comparison.
    pub fn holds(&self, value: &dyn Fn(u16) -> Option<f64>) -> bool {
        match self {
            Query::Has(id) => value(*id).is_some_and(|v| v != 0.0),
            Query::Compare(id, op, wanted) => value(*id).is_some_and(|v| match op {
                Op::Equal => v == *wanted,
                Op::NotEqual => v != *wanted,
                Op::Less => v < *wanted,
                Op::LessOrEqual => v <= *wanted,
                Op::Greater => v > *wanted,
                Op::GreaterOrEqual => v >= *wanted,
            }),
            Query::Not(inner) => !inner.holds(value),
            Query::And(a, b) => a.holds(value) && b.holds(value),
            Query::Or(a, b) => a.holds(value) || b.holds(value),
        }
    }

    /// The concepts it asks for.
    pub fn concepts(&self) -> Vec<u16> {
        match self {
            Query::Has(id) | Query::Compare(id, _, _) => vec![*id],
            Query::Not(inner) => inner.concepts(),
            Query::And(a, b) | Query::Or(a, b) => [a.concepts(), b.concepts()].concat(),
        }
    }
}

struct Reader<'t> {
    words: Vec<(usize, &'t str)>,
    next: usize,
    end: usize,
}

fn words(text: &str) -> Result<Vec<(usize, &str)>, Misread> {
    let mut found = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        if c.is_whitespace() {
            continue;
        }
        let mut end = start + c.len_utf8();
        let part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        if part(c) || c == '-' {
            while let Some((i, c)) = chars.peek().copied().filter(|(_, c)| part(*c)) {
                end = i + c.len_utf8();
                chars.next();
            }
        } else if matches!(c, '<' | '>' | '!' | '=') {
            if let Some((i, _)) = chars.peek().copied().filter(|(_, c)| *c == '=') {
                end = i + 1;
                chars.next();
            }
        } else if !matches!(c, '(' | ')') {
            return Err(Misread { at: start, message: format!("`{c}` means nothing here") });
        }
        found.push((start, &text[start..end]));
    }
    Ok(found)
}

impl<'t> Reader<'t> {
    fn peek(&self) -> Option<&'t str> {
        self.words.get(self.next).map(|(_, word)| *word)
    }
    fn fail<T>(&self, message: String) -> Result<T, Misread> {
        let at = self.words.get(self.next).map_or(self.end, |(at, _)| *at);
        Err(Misread { at, message })
    }
    fn takes(&mut self, word: &str) -> bool {
        let yes = self.peek().is_some_and(|next| next.eq_ignore_ascii_case(word));
        self.next += usize::from(yes);
        yes
    }

    fn either(&mut self, depth: usize) -> Result<Query, Misread> {
        let mut query = self.both(depth)?;
        while self.takes("or") {
            query = Query::Or(Box::new(query), Box::new(self.both(depth)?));
        }
        Ok(query)
    }

    fn both(&mut self, depth: usize) -> Result<Query, Misread> {
        let mut query = self.one(depth)?;
        while self.takes("and") {
            query = Query::And(Box::new(query), Box::new(self.one(depth)?));
        }
        Ok(query)
    }

    fn one(&mut self, depth: usize) -> Result<Query, Misread> {
        if depth > DEEPEST {
            return self.fail("too many brackets inside brackets".to_string());
        }
        if self.takes("not") {
            return Ok(Query::Not(Box::new(self.one(depth + 1)?)));
        }
        if self.takes("(") {
            let inner = self.either(depth + 1)?;
            return if self.takes(")") {
                Ok(inner)
            } else {
                self.fail("a bracket is not closed".to_string())
            };
        }
        let Some(word) = self.peek() else { return self.fail("a concept is missing".to_string()) };
        let ids = ids(word);
        let Some(&id) = ids.first() else { return self.fail(format!("no concept is called `{word}`")) };
        self.next += 1;
        let op = match self.peek() {
            Some("=" | "==") => Op::Equal,
            Some("!=") => Op::NotEqual,
            Some("<") => Op::Less,
            Some("<=") => Op::LessOrEqual,
            Some(">") => Op::Greater,
            Some(">=") => Op::GreaterOrEqual,
            Some(_) | None => {
                let any = ids[1..].iter().fold(Query::Has(id), |query, other| {
                    Query::Or(Box::new(query), Box::new(Query::Has(*other)))
                });
                return Ok(any);
            }
        };
        self.next += 1;
        let Some(number) = self.peek().and_then(|word| word.parse::<f64>().ok()) else {
            return self.fail("a number is missing".to_string());
        };
        self.next += 1;
        Ok(Query::Compare(id, op, number))
    }
}

/// The concepts that a word means.
fn ids(word: &str) -> Vec<u16> {
    if let Some(concept) = taxonomy::all().iter().find(|c| c.name.eq_ignore_ascii_case(word)) {
        return vec![concept.id];
    }
    let short = SHORT.iter().find(|(short, _)| short.eq_ignore_ascii_case(word));
    short.map_or(Vec::new(), |(_, names)| names.iter().map(|name| taxonomy::id(name)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(query: &str, values: &[(&str, f64)]) -> bool {
        let value = |id: u16| values.iter().find(|(name, _)| taxonomy::id(name) == id).map(|(_, v)| *v);
        Query::read(query).unwrap().holds(&value)
    }

    #[test]
    fn questions_are_answered() {
        let game = [("HopDecision", 1.0), ("Dice", 0.0), ("NumPlayers", 2.0), ("Balance", 0.9)];
        assert!(holds("Hop and not Dice and NumPlayers = 2 and Balance > 0.8", &game));
        assert!(!holds("Hop and Dice", &game));
        assert!(holds("Dice or (hopdecision and NumPlayers<=2)", &game));
        assert!(!holds("Completion > 0", &game), "what is not known holds in no comparison");
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let at = |query: &str| Query::read(query).unwrap_err().to_string();
        assert_eq!(at("Hop and Nonsense"), "at character 9: no concept is called `Nonsense`");
        assert_eq!(at("Hop and"), "at character 8: a concept is missing");
        assert_eq!(at("NumPlayers ="), "at character 13: a number is missing");
        assert_eq!(at("(Hop"), "at character 5: a bracket is not closed");
        assert!(at(&format!("{}Hop", "(".repeat(100))).contains("too many brackets"));
    }
}
