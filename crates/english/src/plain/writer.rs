//! Phrases: noun phrases for numbers, sites, players, pieces and regions; clauses for conditions. Templates of the
//! entries are filled here; what needs a look at several clauses at once is worked out in `nouns` and `conditions`.
//!
//! The notation of templates: `{name}` is an argument in words, `{name:sort}` says what it stands for (`site`,
//! `player`, `poss` for whose, `piece`, `apiece`, `dir`, `cond`, `moves`, `quoted` … see [`Writer::np`]),
//! `{name|else}` what to say without it, `{name?yes!no}` a flag; `[…]` is said only if every argument in it is given;
//! `<is>` is a verb that agrees with the first argument and can be denied; `^noun` is a noun that may stand for one or
//! many, `^#` a site in the words of the board, `^#=` one of them, `^%` a piece; `@` is `on` or `in`; ` NEG` at the end
//! turns the condition round. `*` alone: the planner speaks.

use super::facts::{EDGE, Facts, POINT, SiteNoun, bare, items_of};
use crate::grammar::{self, Number};
use crate::meter::Said;
use crate::{Description, Phrases, Place};
use ludarium_engine::SiteType;
use ludarium_ludemes::checked::{Arg, Checked, CheckedId, Value};

/// A noun phrase.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Np {
    pub text: String,
    pub number: Number,
}

impl Np {
    pub fn one(text: impl Into<String>) -> Np {
        Np { text: text.into(), number: Number::One }
    }
    pub fn many(text: impl Into<String>) -> Np {
        Np { text: text.into(), number: Number::Many }
    }
    pub fn you() -> Np {
        Np { text: "you".to_string(), number: Number::You }
    }
}

/// A condition: who or what, and what is true of it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Clause {
    pub subject: Option<String>,
    pub predicate: String,
}

impl Clause {
    pub fn new(subject: &str, predicate: impl Into<String>) -> Clause {
        Clause { subject: Some(subject.to_string()), predicate: predicate.into() }
    }
    pub fn whole(text: impl Into<String>) -> Clause {
        Clause { subject: None, predicate: text.into() }
    }
    pub fn text(&self) -> String {
        match &self.subject {
            Some(subject) => format!("{subject} {}", self.predicate),
            None => self.predicate.clone(),
        }
    }
}

/// What the places of a move, and the things a rule goes through, are called at the moment.
#[derive(Clone, Debug)]
pub struct Names {
    pub from: String,
    pub to: String,
    pub between: String,
    pub site: String,
    pub last_to: String,
    pub last_from: String,
    pub player: Np,
    pub mover: Np,
    pub next: Np,
    pub prev: Np,
}

pub struct Writer<'a> {
    pub d: Description<'a>,
    pub c: &'a Checked,
    pub said: Said,
    pub facts: Facts,
    pub names: Names,
    /// Regions are told as one of them (`any empty square`) rather than all (`the empty squares`).
    pub single: bool,
    pub depth: usize,
    /// A rule is being told for all directions at once.
    pub turned: Option<super::turned::Turned>,
    /// Moves are being told inside a sentence.
    pub inlining: usize,
    /// The player whose goal is told, and who is `you` then.
    pub me: Option<i64>,
    /// The move being told puts a piece from a hand on the board.
    pub dropping: bool,
    /// What becomes of captured pieces that go to a hand: as which piece they come back.
    pub into_hand: Vec<(String, String)>,
    phrases: Option<&'a Phrases>,
    /// Rules told once and referred to.
    pub shared: super::shared::Shared,
    /// Parts of long sentences that are told apart.
    pub notes: super::notes::Notes,
    /// How many places the longest line of the board has, once somebody asked.
    pub longest: std::cell::OnceCell<i64>,
}

/// Deeper than any rule a person could follow; what lies below is said not to be in words.
const DEEPEST: usize = 120;

pub struct Filled {
    pub subject: Option<String>,
    pub text: String,
}

struct Filling {
    denied: bool,
    single: bool,
    subject: Number,
    /// The text of a slot at the very beginning.
    lead: Option<String>,
}

impl<'a> Writer<'a> {
    pub fn new(d: &Description<'a>, phrases: Option<&'a Phrases>) -> Writer<'a> {
        let facts = Facts::of(d);
        let s = noun_of(&facts, facts.default_type).one;
        let two = facts.players == 2;
        let names = Names {
            from: format!("the starting {s}"),
            to: format!("the destination {s}"),
            between: format!("the {s} in between"),
            site: format!("that {s}"),
            last_to: if facts.places_only {
                format!("the {s} just played")
            } else {
                format!("the {s} just moved to")
            },
            last_from: format!("the {s} just left"),
            player: Np::one("that player"),
            mover: Np::you(),
            next: if two {
                Np::one("your opponent")
            } else if facts.players < 2 {
                Np::you()
            } else {
                Np::one("the next player")
            },
            prev: if two {
                Np::one("your opponent")
            } else if facts.players < 2 {
                Np::you()
            } else {
                Np::one("the previous player")
            },
        };
        Writer {
            d: *d,
            c: d.game,
            said: Said::default(),
            facts,
            names,
            single: false,
            depth: 0,
            turned: None,
            inlining: 0,
            me: None,
            dropping: false,
            into_hand: Vec::new(),
            phrases,
            shared: super::shared::Shared::default(),
            notes: super::notes::Notes::default(),
            longest: std::cell::OnceCell::new(),
        }
    }

    pub fn id(&self, id: CheckedId) -> &'static str {
        self.c.node(id).entry.id
    }
    /// The template of a clause's entry, or the one that stands in for it.
    pub fn english(&self, id: CheckedId) -> &'static str {
        let entry = self.c.node(id).entry;
        self.phrases.and_then(|p| p.get(entry.id).copied()).unwrap_or(entry.english)
    }
    pub fn place(&self, id: CheckedId) -> Place {
        Place::of(&self.d, self.c.node(id).at)
    }
    pub fn peek(&self, id: CheckedId, name: &str) -> Option<&'a Arg> {
        self.c.arg(id, name)
    }
    pub fn has(&self, id: CheckedId, name: &str) -> bool {
        self.c.arg(id, name).is_some()
    }
    /// The argument, which from now on counts as said.
    pub fn take(&mut self, id: CheckedId, name: &str) -> Option<&'a Arg> {
        let slot = self.c.node(id).entry.slot(name)?;
        let arg = self.c.node(id).args[slot].as_ref()?;
        self.said.mark(id, slot);
        Some(arg)
    }
    pub fn take_node(&mut self, id: CheckedId, name: &str) -> Option<CheckedId> {
        super::facts::node_of(self.take(id, name))
    }
    pub fn peek_node(&self, id: CheckedId, name: &str) -> Option<CheckedId> {
        super::facts::node_of(self.peek(id, name))
    }
    pub fn peek_word(&self, id: CheckedId, name: &str) -> Option<&'static str> {
        self.peek(id, name).and_then(|a| a.value.word())
    }
    /// Everything in this clause is said by an idiom.
    pub fn mark_all(&mut self, id: CheckedId) {
        let mut todo = vec![id];
        while let Some(id) = todo.pop() {
            for (slot, arg) in self.c.node(id).args.iter().enumerate() {
                if let Some(arg) = arg {
                    self.said.mark(id, slot);
                    todo.extend(arg.clauses());
                }
            }
        }
    }
    /// The second clause is a copy of the first: what was said of one is said of the other.
    pub fn mark_like(&mut self, said: CheckedId, copy: CheckedId) {
        let mut todo = vec![(said, copy)];
        while let Some((a, b)) = todo.pop() {
            let (x, y) = (self.c.node(a), self.c.node(b));
            for (slot, (p, q)) in x.args.iter().zip(&y.args).enumerate() {
                if let (Some(p), Some(q)) = (p, q) {
                    if self.said.has(a, slot) {
                        self.said.mark(b, slot);
                    }
                    todo.extend(p.clauses().zip(q.clauses()));
                }
            }
        }
    }

    pub fn noun(&self) -> SiteNoun {
        noun_of(&self.facts, self.facts.default_type)
    }
    pub fn noun_for(&self, id: CheckedId) -> SiteNoun {
        match self.site_type_of(id) {
            Some(t) => noun_of(&self.facts, t),
            None => self.noun(),
        }
    }
    fn site_type_of(&self, id: CheckedId) -> Option<SiteType> {
        ["type", "on"].iter().find_map(|name| match self.peek_word(id, name) {
            Some("Cell") => Some(SiteType::Cell),
            Some("Vertex") => Some(SiteType::Vertex),
            Some("Edge") => Some(SiteType::Edge),
            _ => None,
        })
    }
    /// The type of site is in the noun that was used.
    pub fn said_type(&mut self, id: CheckedId) {
        self.take(id, "type");
        if self.peek_word(id, "on").is_some_and(|w| ["Cell", "Vertex", "Edge"].contains(&w)) {
            self.take(id, "on");
        }
    }

    // -- filling templates --------------------------------------------------------------------------------

    pub fn fill(&mut self, id: CheckedId, template: &'static str, denied: bool, single: bool) -> Filled {
        let (template, denied) = match template.strip_suffix(" NEG") {
            Some(rest) => (rest, !denied),
            None => (template, denied),
        };
        let mut filling = Filling { denied, single, subject: Number::One, lead: None };
        let text = self.fill_part(id, template, &mut filling, true);
        // A site type that restates the board's own says nothing new.
        if self.facts.mancala || self.site_type_of(id).is_none_or(|t| t == self.facts.default_type) {
            self.said_type(id);
        }
        let subject = filling.lead.filter(|lead| {
            !lead.is_empty()
                && text.len() > lead.len()
                && text.starts_with(lead.as_str())
                && template_says_verb_after_slot(template)
        });
        Filled { subject, text }
    }

    fn fill_part(&mut self, id: CheckedId, t: &'static str, f: &mut Filling, top: bool) -> String {
        let mut out = String::new();
        let mut rest = t;
        while let Some(c) = rest.chars().next() {
            match c {
                '{' => {
                    let (inner, after) = bracketed(rest, '{', '}');
                    let np = self.slot(id, inner, f.single);
                    if let Some(np) = np {
                        if top && out.is_empty() && f.lead.is_none() {
                            f.lead = Some(np.text.clone());
                            f.subject = np.number;
                        }
                        out.push_str(&np.text);
                    }
                    rest = after;
                }
                '[' => {
                    let (inner, after) = bracketed(rest, '[', ']');
                    if self.all_given(id, inner) {
                        let text = self.fill_part(id, inner, f, top && out.is_empty());
                        out.push_str(&text);
                    }
                    rest = after;
                }
                '<' => {
                    let (inner, after) = bracketed(rest, '<', '>');
                    out.push_str(&grammar::verb(inner, f.subject, f.denied));
                    rest = after;
                }
                '^' => {
                    rest = &rest[1..];
                    let noun = if let Some(after) = rest.strip_prefix("#=") {
                        rest = after;
                        let n = self.noun_for(id);
                        self.said_type(id);
                        n.one.to_string()
                    } else if let Some(after) = rest.strip_prefix('#') {
                        rest = after;
                        let n = self.noun_for(id);
                        self.said_type(id);
                        if f.single { n.one } else { n.many }.to_string()
                    } else if let Some(after) = rest.strip_prefix('%') {
                        rest = after;
                        if f.single { self.facts.piece.clone() } else { grammar::plural(&self.facts.piece) }
                    } else {
                        let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
                        let word = &rest[..end];
                        rest = &rest[end..];
                        if f.single { word.to_string() } else { grammar::plural(word) }
                    };
                    out.push_str(&noun);
                }
                '@' => {
                    out.push_str(self.noun().on);
                    rest = &rest[1..];
                }
                _ => {
                    out.push(c);
                    rest = &rest[c.len_utf8()..];
                }
            }
        }
        out
    }

    /// Are all slots of an optional part given?
    fn all_given(&self, id: CheckedId, part: &'static str) -> bool {
        let mut rest = part;
        while let Some(open) = rest.find('{') {
            let (inner, after) = bracketed(&rest[open..], '{', '}');
            let name = inner.split([':', '|', '?', '=']).next().unwrap_or(inner);
            if !self.has(id, name) && !inner.contains('|') {
                return false;
            }
            rest = after;
        }
        true
    }

    fn slot(&mut self, id: CheckedId, inner: &'static str, single: bool) -> Option<Np> {
        if let Some((name, choice)) = inner.split_once('?') {
            let (yes, no) = choice.split_once('!').unwrap_or((choice, ""));
            let arg = self.take(id, name);
            let yes = yes.trim_start_matches('[').trim_end_matches(']');
            let text = match arg.map(|a| &a.value) {
                Some(Value::Bool(true)) => yes.to_string(),
                Some(Value::Bool(false)) => no.to_string(),
                None => String::new(),
                Some(
                    Value::Node(_)
                    | Value::Array(_)
                    | Value::Int(_)
                    | Value::Float(_)
                    | Value::Text(_)
                    | Value::Enum(..)
                    | Value::Hole(..),
                ) => {
                    let cond = arg.map(|a| self.cond(a)).unwrap_or_default();
                    format!("{yes} if {cond}")
                }
            };
            return (!text.is_empty()).then(|| Np::one(text));
        }
        let (head, default) = inner.split_once('|').map_or((inner, None), |(h, d)| (h, Some(d)));
        let (name, sort) = head.split_once(':').unwrap_or((head, ""));
        match self.take(id, name) {
            Some(arg) => Some(self.np(arg, sort)),
            None => default.map(|d| {
                let mut f =
                    Filling { denied: false, single, subject: Number::One, lead: Some(String::new()) };
                Np::one(self.fill_part(id, d, &mut f, false))
            }),
        }
    }

    // -- noun phrases ---------------------------------------------------------------------------------------

    /// An argument in words. `sort` says what is wanted: see the arms.
    pub fn np(&mut self, arg: &'a Arg, sort: &'static str) -> Np {
        match sort {
            "cond" => return Np::one(self.cond(arg)),
            "moves" => return Np::one(self.moves_inline(arg)),
            "dir" => return Np::one(self.direction(arg)),
            "poss" => {
                let owner = self.np(arg, "player");
                return Np::one(grammar::possessive(&owner.text));
            }
            "inside" => {
                let np = self.np(arg, "");
                let within = if self.facts.mancala && np.text.ends_with("side") {
                    "on"
                } else {
                    self.within_word(&np.text)
                };
                return Np { text: format!("{within} {}", np.text), number: np.number };
            }
            "start" => return Np::one(self.start_inline(arg)),
            "graph" => return Np::one(self.graph_text(arg)),
            "tosite" => return self.part_site(arg, false),
            "fromsite" => return self.part_site(arg, true),
            "pairs" => {
                let mut said = Vec::new();
                for pair in items_of(Some(arg)) {
                    let both = items_of(Some(pair));
                    if let [site, value] = both.as_slice() {
                        said.push(format!(
                            "{} {}",
                            self.np(site, "site").text,
                            self.np(value, "numbers").text
                        ));
                    } else {
                        said.push(self.numbers(pair));
                    }
                }
                return Np::one(said.join(", "));
            }
            "lines" | "points" => return Np::one(self.numbers(arg)),
            "countone" => {
                let n = super::facts::int_of(Some(arg));
                let s = self.noun();
                return match n {
                    Some(1) => Np::one(format!("one {}", s.one)),
                    _ => Np::many(format!("{} {}", self.np(arg, "").text, s.many)),
                };
            }
            _ => {}
        }
        match &arg.value {
            Value::Node(id) => self.node(*id, sort),
            Value::Array(items) => self.array(items, sort),
            Value::Int(n) => self.literal(*n, sort),
            Value::Float(x) => Np::one(float(*x)),
            Value::Bool(true) => Np::one("yes"),
            Value::Bool(false) => Np::one("no"),
            Value::Text(text) => self.text(text, sort),
            Value::Enum(def, index) => self.word(def.name, *index, arg, sort),
            Value::Hole(..) => Np::one("something that is not known"),
        }
    }

    fn array(&mut self, items: &'a [Arg], sort: &'static str) -> Np {
        if sort == "walk" {
            return Np::one(super::moves::walk_words(items, &self.noun()));
        }
        let last = if sort.ends_with("or") { "or" } else { "and" };
        let mut texts: Vec<String> = Vec::new();
        for item in items {
            let text = self.np(item, sort).text;
            if !texts.contains(&text) || matches!(sort, "") {
                texts.push(text);
            }
        }
        let number = if texts.len() == 1 { Number::One } else { Number::Many };
        Np { text: grammar::list(&texts, last), number }
    }

    /// Numbers in nested braces, as written: points as (x, y).
    fn numbers(&mut self, arg: &'a Arg) -> String {
        match &arg.value {
            Value::Array(items) => {
                let flat = items.iter().all(|i| !matches!(i.value, Value::Array(_)));
                let parts: Vec<String> = items.iter().map(|i| self.numbers(i)).collect();
                // Points and lines as single words: `12–13`, `0.5/1`.
                let whole = items.iter().all(|i| matches!(i.value, Value::Int(_)));
                match (flat, whole) {
                    (true, true) => parts.join("–"),
                    (true, false) => format!("({})", parts.join("/")),
                    (false, _) => parts.join(", "),
                }
            }
            Value::Int(n) => n.to_string(),
            Value::Float(x) => float(*x),
            Value::Node(id) => self.node(*id, "").text,
            Value::Bool(_) | Value::Text(_) | Value::Enum(..) | Value::Hole(..) => self.np(arg, "").text,
        }
    }

    pub fn literal(&mut self, n: i64, sort: &'static str) -> Np {
        match sort {
            "site" | "mapvalue" => Np::one(self.site_name(n)),
            "player" | "mapkey" | "each" => {
                if n == 0 {
                    Np::one("nobody")
                } else {
                    self.player_numbered(n)
                }
            }
            "piece" | "thepiece" | "apiece" => {
                let name = match self.d.board.and_then(|g| g.components.get(usize::try_from(n).ok()?)) {
                    Some(component) if n > 0 => {
                        let name = component.name.clone();
                        return self.text_piece(&name, sort);
                    }
                    Some(_) | None if n == 0 => "nothing".to_string(),
                    Some(_) | None => format!("piece number {n}"),
                };
                Np::one(name)
            }
            "plusone" => Np::one((n + 1).to_string()),
            "ordinalnum" => Np::one((n + 1).to_string()),
            "side" => Np::one(n.to_string()),
            "numbers" => Np::one(n.to_string()),
            "facing" => Np::one(n.to_string()),
            "fromto" => Np::one(format!("of {}", grammar::number(n))),
            _ => match n {
                1_000_000_000.. => Np::one("any number"),
                _ => Np::one(grammar::number(n)),
            },
        }
    }

    /// A site by its coordinate, if the board is known.
    pub fn site_name(&self, n: i64) -> String {
        match n {
            -1 => return "off the board".to_string(),
            -2 => return "the end of the track".to_string(),
            _ => {}
        }
        let noun = self.noun();
        let Some(game) = self.d.board else { return format!("{} {n}", noun.one) };
        let Ok(site) = usize::try_from(n) else { return format!("{} {n}", noun.one) };
        let kind = self.facts.default_type;
        if site < game.board.len(kind) {
            if self.facts.mancala {
                return self.hole_name(site);
            }
            let label = game.board.label(kind, site);
            let shared = label.is_empty() || label.chars().all(|c| c.is_ascii_digit());
            return if shared { format!("{} {}", noun.one, site) } else { label.to_string() };
        }
        for container in game.containers.iter().skip(1) {
            let first = container.first as i64;
            if n >= first && n < first + container.len as i64 {
                let whose = if container.owner > 0 && (container.owner as i64) <= self.facts.players {
                    grammar::possessive(&self.player_numbered(container.owner as i64).text)
                } else {
                    "the shared".to_string()
                };
                return match container.len {
                    1 => format!("{whose} hand"),
                    _ => format!("place {} of {whose} hand", n - first + 1),
                };
            }
        }
        format!("{} {n}", noun.one)
    }

    /// Holes of a mancala board by row, from the left; stores by name.
    fn hole_name(&self, site: usize) -> String {
        let Some(game) = self.d.board else { return format!("hole {site}") };
        let label = game.board.label(self.facts.default_type, site);
        if label.is_empty() { format!("hole {site}") } else { format!("hole {label}") }
    }

    fn text(&mut self, text: &str, sort: &'static str) -> Np {
        match sort {
            "quoted" | "quotedor" | "zone" => Np::one(format!("“{}”", grammar::words_of_title(text))),
            "name" => Np::one(self.piece_words(text).1),
            "names" => Np::many(grammar::plural(&self.piece_words(text).1)),
            "piece" | "apiece" | "thepiece" => self.text_piece(text, sort),
            "trackname" => Np::one(format!("“{}”", grammar::words_of_name(text))),
            "site" | "text" | "mapvalue"
                if self.facts.pieces.iter().any(|p| p == bare(text) || p == text) =>
            {
                self.text_piece(text, "piece")
            }
            "site" | "text" | "mapvalue" => Np::one(text.to_string()),
            _ => Np::one(grammar::words_of_name(text)),
        }
    }

    /// `Pawn1` is Player 1's pawn; `Pawn` is a pawn.
    pub fn text_piece(&mut self, text: &str, sort: &'static str) -> Np {
        let (owner, words) = self.piece_words(text);
        let owned = match owner {
            None => match sort {
                "apiece" => grammar::a(&words),
                "thepiece" => format!("the {words}"),
                _ => words,
            },
            Some(0) => match sort {
                "apiece" => format!("a neutral {words}"),
                "thepiece" => format!("the neutral {words}"),
                _ => format!("neutral {words}"),
            },
            Some(n) => match sort {
                "apiece" => format!("one of {} {}", self.whose_number(n), grammar::plural(&words)),
                _ => format!("{} {words}", self.whose_number(n)),
            },
        };
        Np::one(owned)
    }

    /// The owner that a piece's name ends in, and the name in words.
    pub fn piece_words(&self, text: &str) -> (Option<i64>, String) {
        if self.facts.pieces.iter().any(|p| p == text) {
            let words = grammar::words_of_name(text);
            return (None, words);
        }
        let base = bare(text);
        let owner = text[base.len()..].trim_start_matches('_').parse::<i64>().ok();
        let known = self.facts.pieces.iter().any(|p| p == base);
        if known {
            // Pieces that everybody shares carry a number beyond the players.
            let owner = owner.filter(|n| *n <= self.facts.players);
            (owner, grammar::words_of_name(base))
        } else {
            (None, grammar::words_of_name(text))
        }
    }

    fn word(&mut self, list: &str, index: u16, arg: &'a Arg, sort: &'static str) -> Np {
        let word = arg.value.word().unwrap_or("");
        match list {
            "RoleType" => match sort {
                "each" => match word {
                    "Each" | "All" => Np::one("each player"),
                    _ => self.role(word),
                },
                _ => self.role(word),
            },
            "AbsoluteDirection" | "RelativeDirection" | "CompassDirection" => Np::one(self.direction(arg)),
            "SiteType" => {
                let noun = noun_of(
                    &self.facts,
                    match word {
                        "Vertex" => SiteType::Vertex,
                        "Edge" => SiteType::Edge,
                        _ => SiteType::Cell,
                    },
                );
                match sort {
                    "sitetype" => Np::one(noun.one),
                    "asitetype" => Np::one(grammar::a(noun.one)),
                    "sitetypenone" => Np::one(""),
                    _ => Np::many(noun.many),
                }
            }
            "RelationType" => {
                let text = match (sort, word) {
                    ("relating", "All" | "Adjacent") => "",
                    ("relating", "Orthogonal") => "orthogonal ",
                    ("relating", "Diagonal") => "diagonal ",
                    ("relating", _) => "off-diagonal ",
                    (_, "Orthogonal") => "orthogonally adjacent to",
                    (_, "Diagonal") => "diagonally adjacent to",
                    (_, "OffDiagonal") => "off-diagonally adjacent to",
                    (_, _) => "adjacent to",
                };
                Np::one(text)
            }
            "HiddenData" => Np::one(match word {
                "What" => "the kind of the piece",
                "Who" => "the owner of the piece",
                "State" => "the state of the piece",
                "Count" => "the number of pieces",
                "Rotation" => "the rotation of the piece",
                _ => "the value of the piece",
            }),
            "StepType" => Np::one(match word {
                "F" => "forward",
                "L" => "left",
                _ => "right",
            }),
            _ => match &arg.value {
                Value::Enum(def, _) => {
                    let said = def.values[index as usize].1;
                    Np::one(self.own_nouns(said))
                }
                Value::Node(_)
                | Value::Array(_)
                | Value::Int(_)
                | Value::Float(_)
                | Value::Bool(_)
                | Value::Text(_)
                | Value::Hole(..) => Np::one(""),
            },
        }
    }

    /// The glossary says `site`; players say square, point or hole.
    fn own_nouns(&self, text: &str) -> String {
        let noun = self.noun();
        text.replace("sites", noun.many).replace("site", noun.one)
    }

    /// `Player 2`, or what that player is to the one whose goal is told.
    pub fn player_numbered(&self, n: i64) -> Np {
        match self.me {
            Some(me) if me == n => Np::you(),
            Some(_) if self.facts.players == 2 => Np::one("your opponent"),
            Some(_) | None => Np::one(format!("Player {n}")),
        }
    }

    fn whose_number(&self, n: i64) -> String {
        grammar::possessive(&self.player_numbered(n).text)
    }

    pub fn role(&self, word: &str) -> Np {
        let two = self.facts.players == 2;
        let one = self.facts.players < 2;
        match word {
            "Mover" => self.names.mover.clone(),
            "Next" => self.names.next.clone(),
            "Prev" => self.names.prev.clone(),
            "Neutral" => Np::one("nobody"),
            "Shared" => Np::many("all players"),
            "All" => Np::many("all players"),
            "Each" => Np::one("each player"),
            "NonMover" if two => Np::one("your opponent"),
            "NonMover" => Np::many("the other players"),
            "Enemy" if two => Np::one("your opponent"),
            "Enemy" => Np::many("your opponents"),
            "Friend" if self.facts.teams => Np::one("your team"),
            "Friend" => Np::you(),
            "Ally" => Np::one("your partner"),
            "Player" => self.names.player.clone(),
            "TeamMover" => Np::one("your team"),
            _ => {
                if let Some(n) = word.strip_prefix("Team") {
                    return Np::one(format!("team {n}"));
                }
                match word.strip_prefix('P') {
                    Some("1") if one => Np::you(),
                    Some(n) => match n.parse() {
                        Ok(n) => self.player_numbered(n),
                        Err(_) => Np::one(format!("Player {n}")),
                    },
                    None => Np::one(grammar::words_of_name(word)),
                }
            }
        }
    }

    /// A clause as a noun phrase.
    pub fn node(&mut self, id: CheckedId, sort: &'static str) -> Np {
        if self.depth > DEEPEST {
            return Np::one("something too deep for words");
        }
        if matches!(self.c.node(id).entry.gives, ludarium_ludemes::Ty::Int | ludarium_ludemes::Ty::Region)
            && let Some(name) = self.shared_term(id)
        {
            let region = self.c.node(id).entry.gives == ludarium_ludemes::Ty::Region;
            let site = sort == "site" || self.facts.sort_of_clause(self.c, id) == "site";
            let noun = self.noun();
            return match (region, site) {
                (true, _) if self.single => Np::one(format!("any of the {} {name}", noun.many)),
                (true, _) => Np::many(format!("the {} {name}", noun.many)),
                (false, true) => Np::one(format!("the {} {name}", noun.one)),
                (false, false) => Np::one(format!("the number {name}")),
            };
        }
        if self.turned.is_some() && self.is_shared(id) && self.turns_along(id) {
            // Told for all directions at once: it gets a letter right here.
            self.notes.out.insert(id);
        }
        let gives = self.c.node(id).entry.gives;
        let noted = matches!(gives, ludarium_ludemes::Ty::Int | ludarium_ludemes::Ty::Region);
        if noted && let Some(np) = self.noted_noun(id, sort) {
            return np;
        }
        self.depth += 1;
        let np = self.node_inner(id, sort);
        self.depth -= 1;
        if noted {
            self.remember(id, &np.text);
        }
        np
    }

    fn node_inner(&mut self, id: CheckedId, sort: &'static str) -> Np {
        let entry = self.c.node(id).entry;
        if let Some(n) = super::nouns::constant(self, id) {
            self.mark_all(id);
            return Np::one(n.to_string());
        }
        if let Some(np) = self.hole_across(id) {
            return np;
        }
        let english = self.english(id);
        let planned = [
            "counter",
            "max [int]#2",
            "min [int]#2",
            "if [region]",
            "if [ints]",
            "face",
            "sites LineOfSight",
        ]
        .contains(&entry.id);
        if english.is_empty() || english == "*" || planned {
            return self.planned_noun(id, sort);
        }
        let single = std::mem::replace(&mut self.single, false);
        let region = matches!(entry.gives, ludarium_ludemes::Ty::Region);
        let filled = self.fill(id, english, false, single && region);
        self.single = single;
        let number = match entry.gives {
            ludarium_ludemes::Ty::Region if !single => Number::Many,
            ludarium_ludemes::Ty::IntArray => Number::Many,
            _ => Number::One,
        };
        let mut text = filled.text;
        // A list made of a region counts its places.
        let places = format!("the count of the {} ", self.noun().many);
        if let Some(rest) = text.strip_prefix(&places).filter(|_| entry.id == "size Array") {
            text = format!("the number of {} {rest}", self.noun().many);
        }
        // `squares on the squares next to it` are the squares next to it.
        let s = self.noun();
        let count = format!("the number of {} {} ", s.many, s.on);
        if let Some(rest) = text.strip_prefix(&count).filter(|_| entry.id == "count Sites") {
            let rest = rest.strip_prefix("the ").filter(|r| r.starts_with(s.many)).unwrap_or(rest);
            if rest.starts_with(s.many) {
                text = format!("the number of {rest}");
            }
        }
        if region && single {
            text = any_of(&text);
        }
        Np { text: grammar::tidy(&text), number }
    }

    /// One of a region: `any empty square`.
    pub fn one_of(&mut self, arg: &'a Arg) -> String {
        let before = std::mem::replace(&mut self.single, true);
        let np = self.np(arg, "");
        self.single = before;
        if np.number == Number::Many {
            return format!("any of {}", np.text);
        }
        np.text
    }

    /// All of a region: `the empty squares`.
    pub fn all_of(&mut self, arg: &'a Arg) -> Np {
        let before = std::mem::replace(&mut self.single, false);
        let np = self.np(arg, "");
        self.single = before;
        np
    }

    pub fn items(&mut self, id: CheckedId, name: &str) -> Vec<&'a Arg> {
        items_of(self.take(id, name))
    }
}

/// `the empty squares` for one of them.
pub fn any_of(text: &str) -> String {
    match text.strip_prefix("the ") {
        // There is one of it.
        Some("common hand") | None => text.to_string(),
        Some(rest) => format!("any {rest}"),
    }
}

pub fn noun_of(facts: &Facts, kind: SiteType) -> SiteNoun {
    if facts.mancala {
        return facts.cell.clone();
    }
    match kind {
        SiteType::Cell => facts.cell.clone(),
        SiteType::Vertex => POINT,
        SiteType::Edge => EDGE,
    }
}

pub fn float(x: f64) -> String {
    let text = format!("{x:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// What lies inside the bracket that the text begins with, and what follows it.
fn bracketed(text: &'static str, open: char, close: char) -> (&'static str, &'static str) {
    let mut depth = 0usize;
    for (i, c) in text.char_indices() {
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
            if depth == 0 {
                return (&text[1..i], &text[i + 1..]);
            }
        }
    }
    debug_assert!(false, "unclosed {open} in the template {text:?}");
    (&text[1..], "")
}

/// Templates such as `{at:site} <is> empty` have the first slot as their subject.
fn template_says_verb_after_slot(template: &str) -> bool {
    let Some(verb) = template.find('<') else { return false };
    let before = template[..verb].trim_end();
    before.ends_with('}') || before.ends_with(']')
}
