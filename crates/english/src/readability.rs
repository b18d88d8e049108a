//! Is a text fit to be read? Counts what makes rules hard or wrong to read: sentences that are too long, and wordings that
//! no player would accept. Knows the finished text only, so that it judges every planner alike.

use crate::document::{Document, Sentence};

/// More words than this and a sentence is hard to follow.
pub const LONG: usize = 35;
/// More words than this and nobody follows it.
pub const TOO_LONG: usize = 60;

/// What is wrong with a text, and the words that show it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fault {
    pub kind: &'static str,
    pub shown: String,
}

/// The sentences of a text one by one: what opens a list and each item of the list are sentences of their own.
pub fn sentences(document: &Document) -> Vec<String> {
    let mut out = Vec::new();
    for section in &document.sections {
        for sentence in &section.sentences {
            collect(sentence, &mut out);
        }
    }
    out
}

fn collect(sentence: &Sentence, out: &mut Vec<String>) {
    out.extend(split(&sentence.text));
    for inner in sentence.list.iter().chain(&sentence.more) {
        collect(inner, out);
    }
}

/// A text cut after each stop that a capital letter, a quotation or nothing follows.
pub fn split(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut from = 0;
    for (at, _) in text.match_indices(['.', '!', '?']) {
        let rest = &text[at + 1..];
        let begins = rest.trim_start().starts_with(|c: char| c.is_uppercase() || c == '“');
        if rest.starts_with(' ') && begins {
            out.push(text[from..=at].trim().to_string());
            from = at + 1;
        }
    }
    if !text[from..].trim().is_empty() {
        out.push(text[from..].trim().to_string());
    }
    out
}

pub fn words(sentence: &str) -> usize {
    sentence.split_whitespace().filter(|w| w.chars().any(char::is_alphanumeric)).count()
}

/// A sentence that stands in a text so often belongs in one place.
pub const TOO_OFTEN: usize = 4;
/// Shorter sentences may be repeated.
pub const WORTH_A_NAME: usize = 14;

/// `Then, `, `Also, ` and the like, or what a rule is called, and the rule itself.
pub fn lead_of(text: &str) -> (&str, &str) {
    for lead in ["Then, ", "Also, ", "Otherwise, ", "Then ", "Also "] {
        if let Some(rest) = text.strip_prefix(lead) {
            return (lead, rest);
        }
    }
    match text.find(": ") {
        Some(at) if words(&text[..at]) <= 6 => text.split_at(at + 2),
        Some(_) | None => ("", text),
    }
}

/// Every wording that must not be there. Length is judged by [`words`].
pub fn faults(document: &Document) -> Vec<Fault> {
    let mut found = Vec::new();
    let all = sentences(document);
    for text in &all {
        for (kind, wrong) in WRONG {
            if wrong(text) {
                found.push(Fault { kind, shown: text.clone() });
            }
        }
    }
    // A long rule that stands in the text again and again belongs in one place.
    let mut counted: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
    for (_, rule) in all.iter().filter(|t| t.ends_with('.')).map(|t| lead_of(t)) {
        if words(rule) >= WORTH_A_NAME && balanced(rule) {
            *counted.entry(rule).or_default() += 1;
        }
    }
    for (text, times) in counted {
        if times >= TOO_OFTEN {
            found.push(Fault { kind: "one sentence four times or more", shown: text.to_string() });
        }
    }
    let castling = all.iter().filter(|t| t.to_lowercase().starts_with("castle:")).count();
    if castling > 1 {
        found.push(Fault { kind: "castling told twice", shown: format!("{castling} times") });
    }
    found
}

type Wrong = fn(&str) -> bool;

/// The faults by name, each with a test of one sentence.
const WRONG: [(&str, Wrong); 22] = [
    ("a player is placed", |t| t.contains("place you ") || t.contains("place your opponent ")),
    ("in the you", |t| t.contains("in the you ") || t.contains("in the your ")),
    ("the wrong player's mill", |t| t.contains("emove") && t.contains("where you have not made a mill")),
    ("not any number", |t| t.contains("is not any number") || t.contains("is any number")),
    ("a condition told as a thing", |t| t.contains("” either holds") || t.contains("” either does not")),
    ("an empty place that holds an enemy", |t| {
        t.split_once("landing on the empty").is_some_and(|(_, after)| after.contains("holds an enemy"))
    }),
    ("capturing what is not there", |t| {
        ["does not hold one of your", "is empty or", "does not hold an enemy"].iter().any(|w| t.contains(w))
            && t.contains("capturing it")
    }),
    ("unbalanced brackets", |t| !balanced(t)),
    ("a hole by arithmetic", |t| {
        let t = t.to_lowercase();
        ["hole plus ", "hole minus ", "holes plus "].iter().any(|w| t.contains(w))
            || t.split("hole “").skip(1).any(|rest| {
                let after = rest.split_once('”').map_or("", |(_, after)| after);
                // How many seeds lie in two holes may well be added up.
                let summed = [" plus the number of ", " minus the number of "];
                (after.starts_with(" plus ") || after.starts_with(" minus "))
                    && !summed.iter().any(|s| after.starts_with(s))
            })
    }),
    ("home for the bar", |t| t.starts_with("The home ")),
    ("a place by its number", |t| t.contains("largest of the") || t.contains("smallest of the")),
    ("the move counter", |t| t.contains("move counter is")),
    ("a kind of piece as a square", |t| {
        ["square", "point", "cell", "hole", "value"]
            .iter()
            .any(|noun| t.contains(&format!("{noun} for the same kind of piece")))
    }),
    ("an empty condition", |t| {
        t.contains("where in any case") || t.contains("if in any case") || t.contains("otherwise in any case")
    }),
    ("sixteen directions", |t| {
        let compass =
            ["north-north-east", "east-north-east", "south-south-west", "west-south-west", "north-east,"];
        t.contains(" or ") && compass.iter().all(|c| t.contains(c))
    }),
    ("the track from the track", |t| t.contains("” track track") || t.contains("“track” track")),
    ("a player taken for a thing", |t| {
        let is = t.split(" is you").skip(1).any(|rest| rest.is_empty() || rest.starts_with(['.', ',', ' ']));
        t.contains("Player ") && is || t.contains("lines of you ") || t.contains("made of you.")
    }),
    ("a thing owned twice", |t| t.contains("opponent's your ") || t.contains("your your ")),
    ("a condition that says nothing", |t| ["Never.", "In any case."].contains(&t)),
    ("a piece that sees whether", |t| t.contains(" may see whether ")),
    ("numbers of numbers", |t| t.contains("number of numbers")),
    ("a machine's infinity", |t| t.contains("1000000000") || t.contains("minus one as")),
];

/// Brackets and quotation marks in pairs.
pub fn balanced(text: &str) -> bool {
    let mut depth = 0i32;
    let mut quotes = 0i32;
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            '“' => quotes += 1,
            '”' => quotes -= 1,
            _ => {}
        }
        if depth < 0 || quotes < 0 {
            return false;
        }
    }
    depth == 0 && quotes == 0
}

/// What a survey of many texts adds up to.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    pub texts: usize,
    pub sentences: usize,
    pub long: usize,
    pub too_long: usize,
    pub longest: usize,
    /// Faults by kind, with the number of texts that have them.
    pub faults: std::collections::BTreeMap<&'static str, usize>,
}

impl Tally {
    pub fn add(&mut self, document: &Document) {
        self.texts += 1;
        for sentence in sentences(document) {
            let count = words(&sentence);
            self.sentences += 1;
            self.long += usize::from(count > LONG);
            self.too_long += usize::from(count > TOO_LONG);
            self.longest = self.longest.max(count);
        }
        let mut kinds: Vec<&'static str> = faults(document).into_iter().map(|f| f.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in kinds {
            *self.faults.entry(kind).or_default() += 1;
        }
    }

    /// The share of sentences that are too long to follow at once, in percent.
    pub fn percent_long(&self) -> f64 {
        100.0 * self.long as f64 / self.sentences.max(1) as f64
    }
}
