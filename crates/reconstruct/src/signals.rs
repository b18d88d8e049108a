//! Def-use between parts: what clauses leave behind for other clauses to find. A mill says "move again" and the play
//! rule looks for it; a pawn sets a variable that a castling king reads. A part taken from a donor without its
//! counterpart is half a rule, so the search takes both or neither.
//!
//! Knows ludemes by their heads and keywords; refuses to know what they do.

use crate::term::{Shape, Term};
use smol_str::SmolStr;
use std::collections::BTreeSet;
use std::fmt;

/// Something that one clause leaves and another finds.
#[derive(Clone, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub enum Signal {
    /// `(moveAgain)` and `(is Prev Mover)`.
    MoveAgain,
    Variable(SmolStr),
    Pending,
    Counter,
    State,
    /// The value of a piece.
    Value,
    /// The value of a player.
    PlayerValue,
    Score,
    Remembered(SmolStr),
    Event(SmolStr),
    /// A phase by name.
    Phase(SmolStr),
    /// Pieces put into hands at the start, and taken from there.
    Hand,
    /// What is hidden or shown.
    Hidden,
    /// A team, a vote, a proposition.
    Vote,
    Bet,
    Dice,
    /// What a piece may do by itself, and `(forEach Piece)`, which asks it.
    OwnMoves,
    /// A map of numbers, and who looks something up in it.
    Map,
    /// A region with a name, and who speaks of one.
    Region,
}

impl Signal {
    /// Whether a rule that looks for it is idle without it. Counters count by themselves, states and values have a
    /// first one, and who moved before may be asked for many reasons.
    pub fn is_needed(&self) -> bool {
        match self {
            Signal::Variable(_)
            | Signal::Pending
            | Signal::Score
            | Signal::Remembered(_)
            | Signal::Event(_)
            | Signal::Hand
            | Signal::Vote
            | Signal::Dice
            | Signal::OwnMoves => true,
            // These come along with who looks for them.
            Signal::Map | Signal::Region => false,
            Signal::MoveAgain
            | Signal::Counter
            | Signal::State
            | Signal::Value
            | Signal::PlayerValue
            | Signal::Phase(_)
            | Signal::Hidden
            | Signal::Bet => false,
        }
    }
    /// Whether any counterpart will do, of whatever game: what a piece may do is asked in the same way everywhere, and
    /// a piece in hand is a piece in hand.
    pub fn is_shared(&self) -> bool {
        match self {
            Signal::OwnMoves | Signal::Hand | Signal::Map | Signal::Region => true,
            Signal::MoveAgain
            | Signal::Variable(_)
            | Signal::Pending
            | Signal::Counter
            | Signal::State
            | Signal::Value
            | Signal::PlayerValue
            | Signal::Score
            | Signal::Remembered(_)
            | Signal::Event(_)
            | Signal::Phase(_)
            | Signal::Hidden
            | Signal::Vote
            | Signal::Bet
            | Signal::Dice => false,
        }
    }
    /// Whether it is brought along by whoever looks for it, so that nobody looks for it in vain.
    pub fn comes_along(&self) -> bool {
        matches!(self, Signal::Map | Signal::Region)
    }
}

impl fmt::Display for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Signal::MoveAgain => f.write_str("the extra move"),
            Signal::Variable(name) if name.is_empty() => f.write_str("the variable"),
            Signal::Variable(name) => write!(f, "the variable \"{name}\""),
            Signal::Pending => f.write_str("the pending mark"),
            Signal::Counter => f.write_str("the counter"),
            Signal::State => f.write_str("the state of pieces"),
            Signal::Value => f.write_str("the value of pieces"),
            Signal::PlayerValue => f.write_str("the value of players"),
            Signal::Score => f.write_str("the score"),
            Signal::Remembered(name) if name.is_empty() => f.write_str("the remembered values"),
            Signal::Remembered(name) => write!(f, "the remembered values \"{name}\""),
            Signal::Event(name) => write!(f, "the event \"{name}\""),
            Signal::Phase(name) => write!(f, "the phase \"{name}\""),
            Signal::Hand => f.write_str("the pieces in hand"),
            Signal::Hidden => f.write_str("what is hidden"),
            Signal::Vote => f.write_str("the vote"),
            Signal::Bet => f.write_str("the bet"),
            Signal::Dice => f.write_str("the dice"),
            Signal::OwnMoves => f.write_str("what pieces may do by themselves"),
            Signal::Map => f.write_str("the map"),
            Signal::Region => f.write_str("the region"),
        }
    }
}

/// What a part leaves and what it looks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Signals {
    pub left: BTreeSet<Signal>,
    pub sought: BTreeSet<Signal>,
}

impl Signals {
    pub fn of(term: &Term) -> Signals {
        let mut found = Signals::default();
        found.add(term);
        found
    }
    pub fn of_all(terms: &[Term]) -> Signals {
        let mut found = Signals::default();
        for term in terms {
            found.add(term);
        }
        found
    }
    /// Of a part that stands in a clause with this head: what follows a piece's name is what it may do, or where it is
    /// placed.
    pub fn of_part(terms: &[Term], head: &str) -> Signals {
        let mut found = Signals::of_all(terms);
        if head == "piece" && terms.iter().any(is_generator) {
            found.left(Signal::OwnMoves);
        }
        if head == "place" {
            let clause = std::iter::once(Term::word(head)).chain(terms.iter().cloned()).collect();
            found.clause(&Term::new(Shape::Call, clause));
        }
        found
    }
    fn add(&mut self, term: &Term) {
        self.clause(term);
        // A piece that is placed in a hand does not look for one.
        if term.head() != Some("place") {
            term.parts.iter().for_each(|part| self.add(part));
        }
    }
    pub fn join(&mut self, other: &Signals) {
        self.left.extend(other.left.iter().cloned());
        self.sought.extend(other.sought.iter().cloned());
    }

    fn clause(&mut self, clause: &Term) {
        let Some(head) = clause.head() else { return };
        let args = clause.args();
        let keyword = args.first().and_then(Term::as_word).unwrap_or("");
        let second = args.get(1).and_then(Term::as_word).unwrap_or("");
        let name = || args.iter().find_map(Term::as_text).map(SmolStr::from).unwrap_or_default();
        match (head, keyword) {
            ("moveAgain", _) => self.left(Signal::MoveAgain),
            ("is", "Prev") | ("prev", _) => self.sought(Signal::MoveAgain),
            ("set", "Var") => self.left(Signal::Variable(name())),
            ("var", _) => self.sought(Signal::Variable(name())),
            ("set", "Pending") => self.left(Signal::Pending),
            ("is", "Pending") | ("sites", "Pending") => self.sought(Signal::Pending),
            ("set", "Counter") => self.left(Signal::Counter),
            ("counter", _) => self.sought(Signal::Counter),
            ("set", "State") => self.left(Signal::State),
            ("state", _) => self.sought(Signal::State),
            ("set", "Value")
                if args.iter().any(|a| matches!(a.as_word(), Some("Mover" | "Next" | "P1" | "P2"))) =>
            {
                self.left(Signal::PlayerValue);
            }
            ("set", "Value") => self.left(Signal::Value),
            ("value", "Piece") => self.sought(Signal::Value),
            ("value", "Player") => self.sought(Signal::PlayerValue),
            ("addScore", _) | ("set", "Score") => self.left(Signal::Score),
            // `(byScore {(score P1 …) …})` says itself what the scores are.
            ("score", _) if args.len() == 1 => self.sought(Signal::Score),
            ("byScore", _) if args.is_empty() => self.sought(Signal::Score),
            ("remember", _) => self.left(Signal::Remembered(name())),
            ("values", "Remembered") => self.sought(Signal::Remembered(name())),
            ("trigger", _) => self.left(Signal::Event(name())),
            ("is", "Triggered") => self.sought(Signal::Event(name())),
            ("phase", _) => self.left(Signal::Phase(name())),
            ("nextPhase", _) if args.iter().any(|arg| arg.as_text().is_some()) => {
                self.sought(Signal::Phase(name()));
            }
            ("place", _) => {
                if names_hand(clause) {
                    self.left(Signal::Hand);
                }
                let labelled = |label: &str| args.iter().any(|arg| arg.label.as_deref() == Some(label));
                if labelled("state") {
                    self.left(Signal::State);
                }
                if labelled("value") {
                    self.left(Signal::Value);
                }
            }
            // Only who moves pieces out of a hand looks for them: hands are counted and filled by all kinds of rules.
            ("move", _) if args.iter().any(|arg| arg.head() == Some("from") && names_hand(arg)) => {
                self.sought(Signal::Hand);
            }
            ("forEach", "Site") if args.iter().any(|arg| arg.head() == Some("sites") && names_hand(arg)) => {
                self.sought(Signal::Hand);
            }
            ("set", "Hidden") => self.left(Signal::Hidden),
            ("is", "Hidden") | ("sites", "Hidden") => self.sought(Signal::Hidden),
            ("vote" | "propose", _) | ("move", "Vote" | "Propose") => self.left(Signal::Vote),
            ("is", "Decided" | "Proposed") => self.sought(Signal::Vote),
            ("bet", _) | ("move", "Bet") => self.left(Signal::Bet),
            ("roll", _) => self.left(Signal::Dice),
            ("map", _) => self.left(Signal::Map),
            ("mapEntry", _) => self.sought(Signal::Map),
            ("regions", _) if !name().is_empty() => self.left(Signal::Region),
            ("sites", _) if is_named_region(args) => self.sought(Signal::Region),
            // Dice wait to be rolled.
            ("dice", _) => self.sought(Signal::Dice),
            ("pips" | "face", _) | ("forEach", "Die") | ("count", "Pips") => self.sought(Signal::Dice),
            ("piece", _) if args.iter().any(is_generator) => self.left(Signal::OwnMoves),
            ("forEach", "Piece") => {
                if !args.iter().any(is_generator) {
                    self.sought(Signal::OwnMoves);
                }
                if args.iter().any(|arg| arg.label.as_deref() == Some("container")) {
                    self.sought(Signal::Hand);
                }
            }
            ("amount", _) => self.sought(Signal::Bet),
            ("set", _) if second == "Pending" => self.left(Signal::Pending),
            _ => {}
        }
    }
    fn left(&mut self, signal: Signal) {
        self.left.insert(signal);
    }
    fn sought(&mut self, signal: Signal) {
        self.sought.insert(signal);
    }

    /// The first signal of `part`, taken from a donor with these signals, whose counterpart the donor has and `here`
    /// (the rest of what was taken from that donor, and what the evidence says) lacks.
    pub fn torn<'s>(&self, part: &'s Signals, here: &Signals) -> Option<(&'s Signal, bool)> {
        let own = |s: &&Signal| !s.is_shared();
        let alone =
            part.left.iter().filter(own).find(|s| self.sought.contains(s) && !here.sought.contains(s));
        let blind = part.sought.iter().filter(own).find(|s| self.left.contains(s) && !here.left.contains(s));
        alone.map(|s| (s, true)).or(blind.map(|s| (s, false)))
    }

    /// The first signal for which any counterpart would do, and there is none: left for nobody, or sought in vain.
    pub fn lonely(&self) -> Option<(&Signal, bool)> {
        let shared = |s: &&Signal| s.is_shared();
        let alone = self.left.iter().filter(shared).find(|s| !self.sought.contains(s));
        let needed = |s: &&Signal| s.is_shared() && !s.comes_along();
        let blind = self.sought.iter().filter(needed).find(|s| !self.left.contains(s));
        alone.map(|s| (s, true)).or(blind.map(|s| (s, false)))
    }
}

/// Whether an argument of a piece, or of a `forEach` over pieces, says how to move.
fn is_generator(arg: &Term) -> bool {
    arg.label.is_none()
        && arg.head().is_some_and(|head| !matches!(head, "flips" | "then" | "player" | "mover" | "next"))
}

/// `(sites "Home")`, `(sites Mover "Home")`: no coordinates, no hands.
fn is_named_region(args: &[Term]) -> bool {
    let named = |text: &str| crate::holes::coordinate(text).is_none() && !text.starts_with("Hand");
    let keyword = args.first().and_then(Term::as_word).unwrap_or("");
    !matches!(keyword, "Track" | "Row" | "Column" | "Side" | "State" | "Hidden")
        && args.iter().filter(|arg| arg.label.is_none()).filter_map(Term::as_text).any(named)
}

/// Whether a hand is named anywhere in a clause.
fn names_hand(clause: &Term) -> bool {
    let mut found = false;
    clause.each(&mut |t| {
        let site = t.args().first().and_then(Term::as_word) == Some("Hand");
        found |= t.as_text().is_some_and(|text| text.starts_with("Hand"))
            || t.head() == Some("handSite")
            || (t.head() == Some("sites") && site);
    });
    found
}
