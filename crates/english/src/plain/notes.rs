//! Sentences that grow too long: a part of such a sentence gets a letter and is told right after it. Which parts is found by
//! telling the whole text, looking for long sentences, and telling it again with more parts taken out.

use super::say::fold;
use super::writer::{Clause, Np, Writer};
use crate::document::{Section, Sentence};
use crate::grammar::{self, Number, verb};
use crate::readability;
use ludarium_ludemes::Ty;
use ludarium_ludemes::checked::{Arg, CheckedId, Value};
use std::collections::BTreeSet;

/// Longer texts are told with parts taken out.
const WANTED: usize = 34;
/// Shorter parts are not worth a letter.
const WORTH_A_LETTER: usize = 7;
/// So often a text is told anew at most.
pub const ROUNDS: usize = 16;

/// A part that was taken out.
pub struct Note {
    id: CheckedId,
    /// `condition A`, `squares B`.
    name: String,
    told: Sentence,
}

/// What was said so far, clause by clause, and what is to be taken out.
#[derive(Default)]
pub struct Notes {
    /// Clauses to take out.
    pub out: BTreeSet<CheckedId>,
    /// Being told as a note right now.
    telling: Vec<CheckedId>,
    notes: Vec<Note>,
    /// The words of each clause that could be taken out.
    rendered: Vec<(CheckedId, String)>,
    /// How often a clause was told: only the latest words are looked for.
    letters: usize,
}

impl<'a> Writer<'a> {
    /// Remembers what a clause was told as, in case the sentence grows too long.
    pub fn remember(&mut self, id: CheckedId, text: &str) {
        if readability::words(text) >= WORTH_A_LETTER {
            self.notes.rendered.push((id, text.to_string()));
        }
    }

    /// What a denial or a list of conditions is made of, down to conditions of other kinds.
    fn operands(&self, id: CheckedId) -> Vec<CheckedId> {
        let mut found = Vec::new();
        let mut todo = vec![id];
        while let Some(n) = todo.pop() {
            if ["not", "and [bool]", "and [bool]#2", "or [bool]", "or [bool]#2"].contains(&self.id(n)) {
                let parts = self.parts_of(n);
                found.extend(parts.iter().copied());
                todo.extend(parts);
            }
        }
        found
    }

    pub fn taken_out(&self, id: CheckedId) -> bool {
        self.notes.out.contains(&id) && !self.notes.telling.contains(&id)
    }

    /// A condition that is told apart.
    pub fn noted_condition(&mut self, id: CheckedId, denied: bool) -> Option<Clause> {
        if !self.taken_out(id) {
            return None;
        }
        // A denial is told with what it denies.
        // So are the parts of a list: they become its items.
        let own = self.operands(id);
        let before = self.notes.telling.len();
        self.notes.telling.extend(own);
        let name = self.note(id, "condition", |w| {
            let arg = Arg { value: Value::Node(id), at: w.c.node(id).at };
            let condition = w.condition_of(&arg);
            condition.lay("")
        });
        self.notes.telling.truncate(before);
        Some(Clause::new(&name, verb("holds", Number::One, denied)))
    }

    /// A number or a region that is told apart.
    pub fn noted_noun(&mut self, id: CheckedId, sort: &'static str) -> Option<Np> {
        if !self.taken_out(id) {
            return None;
        }
        let s = self.noun_for(id);
        let gives = self.c.node(id).entry.gives;
        let single = std::mem::replace(&mut self.single, false);
        let site = sort == "site" || self.facts.sort_of_clause(self.c, id) == "site";
        let what = match (gives == Ty::Region, site) {
            (true, _) => s.many,
            (false, true) => s.one,
            (false, false) => "number",
        };
        let name = self.note(id, what, |w| {
            let text = w.node(id, sort).text;
            let bare =
                text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).filter(|t| readability::balanced(t));
            vec![Sentence::new(grammar::sentence(bare.unwrap_or(&text)), Vec::new())]
        });
        self.single = single;
        Some(match (gives == Ty::Region, single) {
            (true, true) => Np::one(format!("any of {name}")),
            (true, false) => Np::many(name),
            (false, _) => Np::one(name),
        })
    }

    /// Moves inside a condition, told apart.
    pub fn noted_moves(&mut self, id: CheckedId) -> Option<String> {
        if !self.taken_out(id) {
            return None;
        }
        let name = self.note(id, "move", |w| {
            let inlining = std::mem::replace(&mut w.inlining, 0);
            let told = w.moves_node(id).lay("");
            w.inlining = inlining;
            told
        });
        Some(format!("make {name}"))
    }

    /// Tells a part and gives it a name; a part told before keeps its name.
    fn note(&mut self, id: CheckedId, what: &str, tell: impl FnOnce(&mut Self) -> Vec<Sentence>) -> String {
        if let Some(known) = self.notes.notes.iter().find(|n| n.id == id) {
            return known.name.clone();
        }
        self.notes.telling.push(id);
        let mut told = fold(tell(self));
        self.notes.telling.pop();
        told.at.push(self.place(id));
        if let Some(known) = self
            .notes
            .notes
            .iter()
            .find(|n| n.name.starts_with(what) && n.told.text == told.text && n.told.list == told.list)
        {
            return known.name.clone();
        }
        let name = format!("{what} {}", letter(self.notes.letters));
        self.notes.letters += 1;
        self.notes.notes.push(Note { id, name: name.clone(), told });
        name
    }

    /// Clauses to take out so that the long sentences of these sections become shorter.
    pub fn too_much(&self, sections: &[Section]) -> BTreeSet<CheckedId> {
        let mut out = self.notes.out.clone();
        for section in sections {
            for sentence in &section.sentences {
                self.shorten(sentence, &mut out);
            }
        }
        out
    }

    fn shorten(&self, sentence: &Sentence, out: &mut BTreeSet<CheckedId>) {
        for text in readability::split(&sentence.text) {
            let mut left = text.clone();
            for _ in 0..6 {
                let length = readability::words(&left);
                if length <= WANTED {
                    break;
                }
                // The part that leaves both pieces as short as can be; conditions rather than places.
                let best = self
                    .notes
                    .rendered
                    .iter()
                    .filter(|(id, said)| !out.contains(id) && left.contains(said.as_str()))
                    .map(|(id, said)| {
                        let part = readability::words(said);
                        let worst = (part + 2).max(length + 3 - part.min(length));
                        let kind = usize::from(self.c.node(*id).entry.gives != Ty::Bool) * 4;
                        (worst + kind, *id, said)
                    })
                    .filter(|(worst, _, _)| *worst < length)
                    .min_by_key(|(worst, id, _)| (*worst, *id));
                let Some((_, id, said)) = best else { break };
                out.insert(id);
                left = left.replacen(said.as_str(), "condition A holds", 1);
            }
        }
        for inner in sentence.list.iter().chain(&sentence.more) {
            self.shorten(inner, out);
        }
    }

    /// Puts each part that was taken out behind the first sentence that speaks of it.
    pub fn put_notes(&mut self, sections: &mut [Section]) {
        let mut notes: Vec<Note> = std::mem::take(&mut self.notes.notes);
        for section in sections {
            attach(&mut section.sentences, &mut notes);
        }
    }
}

fn attach(sentences: &mut [Sentence], notes: &mut Vec<Note>) {
    for sentence in sentences {
        let mut found = mentioned(&sentence.text, notes);
        let mut index = 0;
        // Notes may speak of notes.
        while index < found.len() {
            let more = mentioned(&found[index].text, notes);
            found.splice(index + 1..index + 1, more);
            index += 1;
        }
        attach(&mut sentence.list, notes);
        attach(&mut sentence.more, notes);
        for note in &mut found {
            attach(&mut note.list, notes);
            attach(&mut note.more, notes);
        }
        let behind =
            if sentence.list.is_empty() && sentence.more.is_empty() { 0 } else { sentence.more.len() };
        sentence.more.splice(behind..behind, found);
    }
}

/// The notes that a text names, each as a sentence of its own.
fn mentioned(text: &str, notes: &mut Vec<Note>) -> Vec<Sentence> {
    let mut found = Vec::new();
    notes.retain_mut(|note| {
        let named = text.match_indices(&note.name).any(|(at, name)| {
            let after = text[at + name.len()..].chars().next();
            after.is_none_or(|c| !c.is_alphanumeric())
        });
        if named {
            let mut told = std::mem::take(&mut note.told);
            told.text = format!("{}: {}", grammar::capital(&note.name), super::say::lower(&told.text));
            found.push(told);
        }
        !named
    });
    found
}

/// A, B, … Z, AA, AB, …
fn letter(n: usize) -> String {
    let last = char::from(b'A' + (n % 26) as u8);
    match n / 26 {
        0 => last.to_string(),
        more => format!("{}{last}", letter(more - 1)),
    }
}
