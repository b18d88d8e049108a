//! Rules between ludemes and text: what to do, in which order, under which condition. Laid out here as sentences and
//! lists. Knows no ludeme.

use super::conditions::Condition;
use crate::document::{Place, Sentence};
use crate::grammar::{self, sentence};
use crate::readability::words;

pub enum Say {
    /// Nothing to be done.
    Nothing,
    /// Something to do, in the base form: `place a stone on an empty point`.
    Do(String, Vec<Place>),
    /// All of them, in order.
    All(Vec<Say>),
    /// One of them.
    Choose(Vec<Say>),
    If(Condition, Box<Say>, Option<Box<Say>>, Vec<Place>),
    /// The second follows the first.
    Then(Box<Say>, Box<Say>),
    /// `for each enemy piece`: a scope.
    Scope(String, Box<Say>, Vec<Place>),
    /// With a sentence that limits it.
    Only(Box<Say>, String, Vec<Place>),
    /// Under a condition that speaks of what is done, and so is told after it. The text begins a sentence of its own.
    Needs(Box<Say>, Condition, &'static str, Vec<Place>),
    /// The second is told after the first, under a lead of its own.
    Apart(Box<Say>, String, Box<Say>),
}

/// More words than this and a sentence becomes a list.
const LONG: usize = 24;
/// More words than this are not joined into one sentence.
const JOINED: usize = 32;

impl Say {
    pub fn is_nothing(&self) -> bool {
        match self {
            Say::Nothing => true,
            Say::All(items) | Say::Choose(items) => items.iter().all(Say::is_nothing),
            Say::Do(text, _) => text.is_empty(),
            Say::If(..)
            | Say::Then(..)
            | Say::Scope(..)
            | Say::Only(..)
            | Say::Needs(..)
            | Say::Apart(..) => false,
        }
    }

    pub fn places(&self) -> Vec<Place> {
        let mut all = Vec::new();
        self.collect(&mut all);
        all.sort_unstable();
        all.dedup();
        all
    }

    fn collect(&self, into: &mut Vec<Place>) {
        match self {
            Say::Nothing => {}
            Say::Do(_, at) => into.extend(at),
            Say::All(items) | Say::Choose(items) => items.iter().for_each(|i| i.collect(into)),
            Say::If(_, a, b, at) => {
                into.extend(at);
                a.collect(into);
                if let Some(b) = b {
                    b.collect(into);
                }
            }
            Say::Then(a, b) | Say::Apart(a, _, b) => {
                a.collect(into);
                b.collect(into);
            }
            Say::Scope(_, a, at) | Say::Only(a, _, at) | Say::Needs(a, _, _, at) => {
                into.extend(at);
                a.collect(into);
            }
        }
    }

    /// On one line, for use inside a condition.
    pub fn inline(&self) -> String {
        match self {
            Say::Nothing => "do nothing".to_string(),
            Say::Do(text, _) => text.clone(),
            Say::All(items) => grammar::list(&live(items), "and"),
            Say::Choose(items) => grammar::list(&live(items), "or"),
            Say::If(c, a, None, _) => format!("{} ({})", a.inline(), provided(&c.text)),
            Say::If(c, a, Some(b), _) => {
                format!("{} ({}; otherwise {})", a.inline(), provided(&c.text), b.inline())
            }
            Say::Then(a, b) => format!("{}, then {}", a.inline(), b.inline()),
            Say::Scope(lead, a, _) => format!("{}, {lead}", a.inline()),
            Say::Only(a, text, _) => format!("{} ({})", a.inline(), lower(text).trim_end_matches('.')),
            Say::Needs(a, c, _, _) => format!("{}, if {}", a.inline(), c.text),
            Say::Apart(a, lead, b) => format!("{}; {} {}", a.inline(), lower(lead), b.inline()),
        }
    }

    /// As a short phrase, if it is short enough to stand inside a sentence.
    fn short(&self) -> Option<String> {
        let text = match self {
            Say::Do(text, _) => return Some(text.clone()),
            Say::All(items) => {
                let live: Vec<&Say> = items.iter().filter(|i| !i.is_nothing()).collect();
                if live.len() > 3 {
                    return None;
                }
                let parts: Option<Vec<String>> = live.iter().map(|i| i.plain()).collect();
                grammar::list(&parts?, "and")
            }
            Say::Choose(items) => {
                let live: Vec<&Say> = items.iter().filter(|i| !i.is_nothing()).collect();
                if live.len() > 3 {
                    return None;
                }
                let parts: Option<Vec<String>> = live.iter().map(|i| i.plain()).collect();
                let text = grammar::list(&parts?, "or");
                if live.len() > 1 { format!("either {text}") } else { text }
            }
            Say::Then(a, b) => {
                let (a, b) = (a.plain()?, b.plain()?);
                format!("{a}, and then {b}")
            }
            Say::Nothing => "do nothing".to_string(),
            Say::If(..) | Say::Scope(..) | Say::Only(..) | Say::Needs(..) | Say::Apart(..) => return None,
        };
        (words(&text) <= LONG).then_some(text)
    }

    fn plain(&self) -> Option<String> {
        match self {
            Say::Do(text, _) => Some(text.clone()),
            Say::All(items) | Say::Choose(items) => {
                let mut live = items.iter().filter(|i| !i.is_nothing());
                let (first, second) = (live.next()?, live.next());
                if second.is_none() { first.plain() } else { None }
            }
            Say::Nothing
            | Say::If(..)
            | Say::Then(..)
            | Say::Scope(..)
            | Say::Only(..)
            | Say::Needs(..)
            | Say::Apart(..) => None,
        }
    }

    /// Sentences and lists. `lead` begins the first sentence: `On your turn,`, `Then`.
    pub fn lay(&self, lead: &str) -> Vec<Sentence> {
        if self.is_nothing() {
            return Vec::new();
        }
        if let Some(text) = self.short() {
            return vec![Sentence::new(sentence(&begin(lead, &text)), self.places())];
        }
        match self {
            Say::Nothing | Say::Do(..) => Vec::new(),
            Say::All(items) => {
                let mut out = Vec::new();
                for (i, item) in items.iter().filter(|i| !i.is_nothing()).enumerate() {
                    let lead = if i == 0 {
                        lead
                    } else if lead.is_empty() {
                        ""
                    } else {
                        "Also,"
                    };
                    out.extend(item.lay(lead));
                }
                out
            }
            Say::Choose(items) => {
                let live: Vec<&Say> = items.iter().filter(|i| !i.is_nothing()).collect();
                if let [one] = live.as_slice() {
                    return one.lay(lead);
                }
                let list = live.into_iter().map(|item| fold(item.lay(""))).collect();
                vec![Sentence::with_list(
                    sentence(&begin(lead, "do one of the following:")),
                    Vec::new(),
                    list,
                )]
            }
            Say::If(cond, yes, no, at) => self.lay_if(lead, cond, yes, no.as_deref(), at),
            Say::Then(first, second) => {
                let mut out = first.lay(lead);
                let many =
                    matches!(**first, Say::Choose(_)) && out.last().is_some_and(|s| !s.list.is_empty());
                let word = if many { "After any of these," } else { "Then" };
                out.extend(second.lay(word));
                out
            }
            Say::Scope(text, inner, at) => {
                let listed = matches!(&**inner, Say::All(items) if items.len() > 1);
                if let (false, Some(short)) = (listed, inner.short())
                    && words(text) + words(&short) <= JOINED
                {
                    let whole = format!("{text}, {short}");
                    return vec![Sentence::new(sentence(&begin(lead, &whole)), with(at, inner))];
                }
                let list = match &**inner {
                    Say::All(items) if listed => {
                        items.iter().filter(|i| !i.is_nothing()).map(|i| fold(i.lay(""))).collect()
                    }
                    _ => items_of(inner.lay("")),
                };
                if let [only] = list.as_slice()
                    && only.list.is_empty()
                    && only.more.is_empty()
                    && words(text) + words(&only.text) <= JOINED
                    && crate::readability::split(&only.text).len() == 1
                {
                    let text = format!("{}: {}", begin(lead, text), lower(&only.text));
                    return vec![Sentence::new(sentence(&text), with(at, inner))];
                }
                vec![Sentence::with_list(sentence(&begin(lead, &format!("{text}:"))), at.clone(), list)]
            }
            Say::Only(inner, text, at) => {
                let mut out = inner.lay(lead);
                out.push(Sentence::new(sentence(text), at.clone()));
                out
            }
            Say::Needs(inner, condition, needs, at) => lay_needs(lead, inner, condition, needs, at),
            Say::Apart(first, second_lead, second) => {
                let mut out = first.lay(lead);
                out.extend(second.lay(second_lead));
                out
            }
        }
    }

    fn lay_if(
        &self,
        lead: &str,
        cond: &Condition,
        yes: &Say,
        no: Option<&Say>,
        at: &[Place],
    ) -> Vec<Sentence> {
        let mut out = Vec::new();
        let brief = match yes {
            Say::Then(a, b) => a.plain().zip(b.plain()).map(|(a, b)| format!("{a}, and then {b}")),
            Say::Nothing
            | Say::Do(..)
            | Say::All(_)
            | Say::Choose(_)
            | Say::If(..)
            | Say::Scope(..)
            | Say::Only(..)
            | Say::Needs(..)
            | Say::Apart(..) => yes.short(),
        };
        let long = cond.wants_list();
        if let (true, Some(action), None) = (long, &brief, no) {
            // What to do first, then the list of what it needs.
            let which = format!("if {}", cond.announced());
            let list = cond.items();
            let mut places = at.to_vec();
            places.extend(yes.places());
            let text = format!("{action}, {which}:");
            return vec![Sentence::with_list(sentence(&begin(lead, &text)), places, list)];
        }
        let head = if long {
            let which = cond.announced();
            let list = cond.items();
            out.push(Sentence::with_list(
                sentence(&begin(lead, &format!("see whether {which}:"))),
                at.to_vec(),
                list,
            ));
            "If so,".to_string()
        } else {
            begin(lead, &format!("if {},", cond.text.trim_end_matches(',')))
        };
        if yes.is_nothing() {
            if let Some(no) = no {
                let text = format!("unless {},", cond.text.trim_end_matches(','));
                return no.lay(&begin(lead, &text));
            }
            return out;
        }
        if let Some(text) = yes.short().filter(|text| words(&head) + words(text) <= JOINED) {
            let mut places = at.to_vec();
            places.extend(yes.places());
            out.push(Sentence::new(sentence(&begin(&head, &text)), places));
        } else if let Say::Choose(_) = yes {
            out.extend(yes.lay(&head));
        } else {
            let list = items_of(yes.lay(""));
            if let [only] = list.as_slice()
                && only.list.is_empty()
                && only.more.is_empty()
                && words(&head) + words(&only.text) <= JOINED
                && crate::readability::split(&only.text).len() == 1
            {
                out.push(Sentence::new(sentence(&begin(&head, &lower(&only.text))), at.to_vec()));
            } else {
                let text = head.trim_end_matches(',').to_string() + ":";
                out.push(Sentence::with_list(sentence(&text), at.to_vec(), list));
            }
        }
        if let Some(no) = no {
            out.extend(no.lay("Otherwise,"));
        }
        out
    }
}

/// What is done, then what it needs.
fn lay_needs(lead: &str, inner: &Say, condition: &Condition, needs: &str, at: &[Place]) -> Vec<Sentence> {
    let text = condition.text.trim_end_matches(',');
    if needs.is_empty()
        && let Some(action) = inner.short()
    {
        let places = with(at, inner);
        if condition.wants_list() {
            let text = format!("{action}, if {}:", condition.announced());
            return vec![Sentence::with_list(sentence(&begin(lead, &text)), places, condition.items())];
        }
        let whole = begin(lead, &format!("{action}, if {text}"));
        if words(&whole) <= JOINED {
            return vec![Sentence::new(sentence(&whole), places)];
        }
    }
    let mut out = inner.lay(lead);
    let needs = if needs.is_empty() { "This is possible only if" } else { needs };
    let mut limits = condition.lay(needs);
    if let Some(first) = limits.first_mut() {
        first.at = at.to_vec();
    }
    // What follows the first sentence of a move follows the limit too.
    out.append(&mut limits);
    out
}

fn provided(condition: &str) -> String {
    format!("if {condition}")
}

fn live(items: &[Say]) -> Vec<String> {
    items.iter().filter(|i| !i.is_nothing()).map(Say::inline).collect()
}

fn with(at: &[Place], inner: &Say) -> Vec<Place> {
    let mut places = at.to_vec();
    places.extend(inner.places());
    places
}

/// A lead and what follows it.
pub fn begin(lead: &str, text: &str) -> String {
    if lead.is_empty() {
        return text.to_string();
    }
    if let (Some(who), true) = (lead.strip_suffix(" may"), text.starts_with("see whether ")) {
        return format!("For {}, {text}", lower(who));
    }
    let comma = !lead.ends_with(',')
        && ["if ", "for ", "with ", "by chance", "as long as"].iter().any(|w| text.starts_with(w));
    format!("{lead}{} {text}", if comma { "," } else { "" })
}

/// A sentence continues another: its capital goes, unless it is a name.
pub fn lower(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return String::new() };
    let rest = letters.as_str();
    let word: String = text.chars().take_while(|c| c.is_alphanumeric()).collect();
    let name = word == "Player" || word.chars().skip(1).any(|c| c.is_uppercase() || c.is_ascii_digit());
    if name { text.to_string() } else { first.to_lowercase().collect::<String>() + rest }
}

/// Several sentences as the items of a list: those with lists keep them, plain ones run on.
fn items_of(sentences: Vec<Sentence>) -> Vec<Sentence> {
    sentences
}

/// Several sentences as one item of a list.
pub fn fold(sentences: Vec<Sentence>) -> Sentence {
    let mut whole = Sentence::default();
    for s in sentences {
        if whole.list.is_empty() && whole.more.is_empty() {
            if !whole.text.is_empty() {
                whole.text.push(' ');
            }
            whole.text.push_str(&s.text);
            whole.at.extend(s.at);
            whole.list = s.list;
            whole.more = s.more;
        } else {
            match whole.more.last_mut() {
                Some(last) if last.list.is_empty() && last.more.is_empty() => {
                    last.text.push(' ');
                    last.text.push_str(&s.text);
                    last.at.extend(s.at);
                    last.list = s.list;
                    last.more = s.more;
                }
                Some(_) | None => whole.more.push(s),
            }
        }
    }
    whole.at.sort_unstable();
    whole.at.dedup();
    whole
}
