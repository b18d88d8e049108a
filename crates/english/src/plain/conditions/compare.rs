//! Comparisons of numbers: how many there are, which row, how far.

use super::super::facts::{int_of, node_of};
use super::super::writer::{Clause, Np, Writer};
use crate::grammar::{self, Number, verb};
use ludarium_ludemes::checked::{Arg, CheckedId};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Compare {
    Equal,
    NotEqual,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Compare {
    fn denied(self) -> Compare {
        match self {
            Compare::Equal => Compare::NotEqual,
            Compare::NotEqual => Compare::Equal,
            Compare::Less => Compare::AtLeast,
            Compare::AtMost => Compare::More,
            Compare::More => Compare::AtMost,
            Compare::AtLeast => Compare::Less,
        }
    }
    fn turned(self) -> Compare {
        match self {
            Compare::Equal => Compare::Equal,
            Compare::NotEqual => Compare::NotEqual,
            Compare::Less => Compare::More,
            Compare::AtMost => Compare::AtLeast,
            Compare::More => Compare::Less,
            Compare::AtLeast => Compare::AtMost,
        }
    }
}

impl<'a> Writer<'a> {
    pub fn compare(&mut self, id: CheckedId, denied: bool) -> Clause {
        let how = match self.id(id) {
            "=" => Compare::Equal,
            "!=" => Compare::NotEqual,
            "<" => Compare::Less,
            "<=" => Compare::AtMost,
            ">" => Compare::More,
            _ => Compare::AtLeast,
        };
        let how = if denied { how.denied() } else { how };
        let a = self.take(id, "valueA");
        let b = if self.c.node(id).entry.slot("roleB").is_some() {
            self.take(id, "valueB").or_else(|| self.take(id, "roleB"))
        } else {
            self.take(id, "valueB")
        };
        let (Some(a), Some(b)) = (a, b) else { return Clause::default() };
        // A number first is the other way round from how people speak.
        let literal = |x: &Arg| int_of(Some(x)).is_some();
        let simple = |w: &Self, x: &Arg| {
            literal(x)
                || node_of(Some(x)).is_some_and(|n| {
                    ["mover", "next", "prev", "id [int]", "id [int]#2", "value Pending"].contains(&w.id(n))
                })
        };
        let (a, b, how) =
            if simple(self, a) && !simple(self, b) { (b, a, how.turned()) } else { (a, b, how) };
        if let Some(n) = node_of(Some(a))
            && let Some(clause) = self.compared(n, a, b, how)
        {
            return clause;
        }
        let sort = match self.facts.sort_of(self.c, a) {
            "" => self.facts.sort_of(self.c, b),
            s => s,
        };
        // Sites are numbered from nought: below that is nowhere.
        if sort == "site" && int_of(Some(b)) == Some(0) && matches!(how, Compare::Less | Compare::AtLeast) {
            let left = self.np(a, sort);
            let off = how == Compare::Less;
            return Clause::new(&left.text, if off { "is off the board" } else { "is on the board" });
        }
        // A player's number compared with a number of another kind.
        let number = |w: &Self, x: &Arg| {
            node_of(Some(x)).is_some_and(|n| ["state", "value Piece", "count [int]"].contains(&w.id(n)))
        };
        if number(self, a) && self.facts.sort_of(self.c, b) == "player" {
            let left = self.np(a, "");
            let right = self.player_or_number(b);
            let is = verb("is", Number::One, how == Compare::NotEqual);
            if matches!(how, Compare::Equal | Compare::NotEqual) {
                return Clause::new(&left.text, format!("{is} {right}"));
            }
        }
        if let Some(way) = self.turned_number(b)
            && matches!(how, Compare::Equal | Compare::NotEqual)
        {
            let mark = self.np(a, sort).text;
            let is = verb("is", Number::One, how == Compare::NotEqual);
            return Clause::new(way, format!("{is} the remembered one ({mark})"));
        }
        let left = self.np(a, sort);
        let right = match (int_of(Some(b)), sort) {
            (Some(0), "piece") => Np::one("nothing"),
            _ => self.np(b, if sort == "piece" { "apiece" } else { sort }),
        };
        // A player, or the number of a player's piece, is the mover: it is that player's turn.
        if right.text == "you"
            && left.text.starts_with("Player ")
            && let Some(n) = left.text.split([' ', '\'']).nth(1)
            && matches!(how, Compare::Equal | Compare::NotEqual)
        {
            let is = verb("is", Number::One, how == Compare::NotEqual);
            return Clause::whole(format!("it {is} Player {n}'s turn"));
        }
        let is = |denied| verb("is", left.number, denied);
        let right = right.text.trim_end_matches(',').to_string();
        let predicate = match how {
            // Places are numbered: one comes before or after another.
            Compare::Less if sort == "site" => {
                format!("{} before {right}", verb("comes", left.number, false))
            }
            Compare::AtMost if sort == "site" => {
                format!("{} after {right}", verb("comes", left.number, true))
            }
            Compare::More if sort == "site" => format!("{} after {right}", verb("comes", left.number, false)),
            Compare::AtLeast if sort == "site" => {
                format!("{} before {right}", verb("comes", left.number, true))
            }
            Compare::Equal => format!("{} {right}", is(false)),
            Compare::NotEqual => format!("{} {right}", is(true)),
            Compare::Less => format!("{} less than {right}", is(false)),
            Compare::AtMost => format!("{} at most {right}", is(false)),
            Compare::More => format!("{} more than {right}", is(false)),
            Compare::AtLeast => format!("{} at least {right}", is(false)),
        };
        Clause::new(&left.text, predicate)
    }

    /// Comparisons of things that people have words for: owners, kinds, rows, counts.
    fn compared(&mut self, n: CheckedId, a: &'a Arg, b: &'a Arg, how: Compare) -> Option<Clause> {
        match (self.id(n), how) {
            ("who", Compare::Equal | Compare::NotEqual) => {
                return Some(self.held(n, b, how == Compare::NotEqual));
            }
            ("what", Compare::Equal | Compare::NotEqual) => {
                return Some(self.kind_held(n, b, how == Compare::NotEqual));
            }
            ("state", Compare::Equal | Compare::NotEqual)
                if self.facts.state_is_unmoved && int_of(Some(b)).is_some_and(|s| s < 2) =>
            {
                let unmoved = (int_of(Some(b)) == Some(1)) == (how == Compare::Equal);
                let at = self.at_phrase(n);
                let subject = format!("the piece {at}");
                return Some(Clause::new(
                    &subject,
                    if unmoved { "has not moved yet" } else { "has already moved" },
                ));
            }
            ("count Sites", Compare::Equal | Compare::NotEqual) if self.none_among(n, b).is_some() => {
                let (all, some) = self.none_among(n, b).unwrap_or((n, n));
                let own = self.all_in(all);
                let among = self.all_in(some);
                if let Some(other) = node_of(Some(b)) {
                    self.mark_all(other);
                }
                self.mark_all(n);
                let none = if how == Compare::Equal { "none" } else { "at least one" };
                return Some(Clause::whole(format!("{none} of {own} is one of {among}")));
            }
            ("abs [int]", Compare::Equal | Compare::NotEqual) if int_of(Some(b)).is_some() => {
                if let Some(clause) =
                    self.rows_away(n, int_of(Some(b)).unwrap_or(0), how == Compare::NotEqual)
                {
                    return Some(clause);
                }
            }
            ("row" | "column", Compare::Equal | Compare::NotEqual)
                if node_of(Some(b)).is_some_and(|m| self.id(m) == self.id(n)) =>
            {
                if let Some(clause) = self.same_line(n, b, how == Compare::NotEqual) {
                    return Some(clause);
                }
            }
            // More steps than there can be: no way at all.
            ("count Steps", Compare::Equal | Compare::NotEqual | Compare::Less | Compare::AtLeast)
                if int_of(Some(b)).is_some_and(|k| k >= 1_000_000) =>
            {
                let none = matches!(how, Compare::Equal | Compare::AtLeast);
                return Some(self.way_open(n, none));
            }
            (_, _) if int_of(Some(b)).is_some_and(|k| k >= 1_000_000_000) => {
                let left = self.np(a, "");
                let none = matches!(how, Compare::Equal | Compare::AtLeast | Compare::More);
                return Some(Clause::new(&left.text, format!("{} limit", verb("has a", left.number, none))));
            }
            ("counter", _) => return self.moves_counted(n, b, how),
            ("count Groups", _) if int_of(Some(b)).is_some() && self.has(n, "if") => {
                if let Some(clause) = self.groups_of(n, how, int_of(Some(b)).unwrap_or(0)) {
                    return Some(clause);
                }
            }
            ("count Pieces", _) => {
                if let Some(k) = int_of(Some(b)) {
                    let (text, single) = amount(how, k);
                    let owner = self.peek(n, "role").or_else(|| self.peek(n, "of"));
                    let owner = owner.map(|a| self.np(a, "player"));
                    let noun = self.counted_pieces(n, single);
                    // `you have more than three markers`
                    if let Some(o) = owner
                        && !["all players", "each player", "nobody"].contains(&o.text.as_str())
                    {
                        let whose = format!("{} ", grammar::possessive(&o.text));
                        let of = if o.number == Number::You {
                            " of yours".to_string()
                        } else {
                            format!(" of {}", o.text)
                        };
                        let noun = match noun.strip_prefix(whose.as_str()) {
                            Some(rest) => rest.to_string(),
                            None => noun.replacen(&of, "", 1),
                        };
                        let many = text.replacen("there are ", "", 1).replacen("there is ", "", 1);
                        return Some(Clause::new(
                            &o.text,
                            format!("{} {many} {noun}", verb("has", o.number, false)),
                        ));
                    }
                    return Some(Clause::whole(format!("{text} {noun}")));
                }
            }
            (_, _) => {
                let template = self.english(n);
                let counts = template.starts_with("the number of ") && template.contains('^');
                // Counted things: `there are at least three …`
                if counts && int_of(Some(b)) == Some(0) && how == Compare::AtLeast {
                    self.mark_all(n);
                    return Some(Clause::whole("in any case"));
                }
                if let (true, Some(k)) = (counts, int_of(Some(b))) {
                    let (text, single) = amount(how, k);
                    let filled = self.fill(n, template, false, single);
                    let noun = filled.text.trim_start_matches("the number of ").to_string();
                    // `squares on the squares next to it` are the squares next to it.
                    let site = self.noun();
                    let (own, many) = (if single { site.one } else { site.many }, site.many);
                    let noun = match noun.strip_prefix(&format!("{own} {} the ", site.on)) {
                        Some(rest) if rest.starts_with(many) || rest.contains(&format!(" {many}")) => {
                            rest.replacen(many, own, 1)
                        }
                        Some(_) | None => noun,
                    };
                    let noun = if single { one_of_many(&noun) } else { noun };
                    return Some(Clause::whole(format!("{text} {noun}")));
                }
            }
        }
        None
    }

    /// How many moves have been made.
    fn moves_counted(&mut self, n: CheckedId, b: &'a Arg, how: Compare) -> Option<Clause> {
        if let Some(k) = self.number_of(b) {
            self.mark_all(n);
            if let Some(sum) = node_of(Some(b)) {
                self.mark_all(sum);
            }
            let moves = if k == 1 { "move" } else { "moves" };
            let many = grammar::number(k);
            let since = self.facts.counted_since();
            return Some(Clause::whole(match how {
                Compare::Equal => format!("{many} {moves} have been made{since}"),
                Compare::NotEqual => format!("not exactly {many} {moves} have been made{since}"),
                Compare::Less => format!("fewer than {many} {moves} have been made{since}"),
                Compare::AtMost => format!("at most {many} {moves} have been made{since}"),
                Compare::More => format!("more than {many} {moves} have been made{since}"),
                Compare::AtLeast => format!("at least {many} {moves} have been made{since}"),
            }));
        }
        None
    }

    /// `your discs form exactly one connected group`.
    fn groups_of(&mut self, groups: CheckedId, how: Compare, n: i64) -> Option<Clause> {
        if self.has(groups, "throughAny") || self.has(groups, "min") || self.has(groups, "isVisible") {
            return None;
        }
        let that = format!("that {}", self.noun().one);
        let before = std::mem::replace(&mut self.names.to, that.clone());
        let clause = self.peek(groups, "if").map(|c| self.clause_of(c, false));
        self.names.to = before;
        let clause = clause.filter(|c| c.subject.as_deref() == Some(that.as_str()))?;
        let held = clause.predicate.strip_prefix("holds ")?;
        let subject = match held.strip_prefix("one of ") {
            Some(own) if !own.contains(" or ") && !own.contains(" and ") => own.to_string(),
            Some(_) => return None,
            None => format!(
                "the {}",
                grammar::plural(held.strip_prefix("an ").or_else(|| held.strip_prefix("a "))?)
            ),
        };
        if subject.split_whitespace().count() > 4 {
            return None;
        }
        self.take(groups, "if");
        self.said_type(groups);
        let way = match self.take(groups, "directions") {
            Some(a) => format!(" (connected {})", self.direction(a)),
            None if self.facts.squares => " (diagonals connect too)".to_string(),
            None => String::new(),
        };
        let (many, single) = amount(how, n);
        let many = many.replacen("there are ", "", 1).replacen("there is ", "", 1);
        let noun = if single { "connected group" } else { "connected groups" };
        Some(Clause::new(&subject, format!("form {many} {noun}{way}")))
    }

    /// `(= 2 (abs (- (row of:(to)) (row of:(from)))))`: so many rows away.
    fn rows_away(&mut self, abs: CheckedId, n: i64, denied: bool) -> Option<Clause> {
        let less = self.peek_node(abs, "value").filter(|m| self.id(*m) == "- [int]")?;
        let (a, b) = (self.peek_node(less, "valueA")?, self.peek_node(less, "valueB")?);
        let word = self.id(a);
        if !["row", "column"].contains(&word) || self.id(b) != word {
            return None;
        }
        self.mark_all(abs);
        let a = self.peek(a, "of").map(|x| self.np(x, "site").text)?;
        let b = self.peek(b, "of").map(|x| self.np(x, "site").text)?;
        let many = if n == 1 { word.to_string() } else { format!("{word}s") };
        Some(Clause::new(
            &a,
            format!("{} {} {many} away from {b}", verb("is", Number::One, denied), grammar::number(n)),
        ))
    }

    /// Two places in one row or column; where pieces are named by their places, the pieces.
    fn same_line(&mut self, line: CheckedId, other: &'a Arg, denied: bool) -> Option<Clause> {
        let other = node_of(Some(other))?;
        let word = self.id(line);
        let end = |w: &mut Self, of: CheckedId| {
            let text = w.take(of, "of").map(|x| w.np(x, "site").text)?;
            let place = format!("the {} of ", w.noun().one);
            Some(text.strip_prefix(&place).map(str::to_string).unwrap_or(text))
        };
        let (a, b) = (end(self, line)?, end(self, other)?);
        Some(Clause::new(&a, format!("{} in the same {word} as {b}", verb("is", Number::One, denied))))
    }

    /// As many as without some: none is among those. The region, and what is taken away from it.
    fn none_among(&self, count: CheckedId, other: &Arg) -> Option<(CheckedId, CheckedId)> {
        let other = node_of(Some(other)).filter(|n| self.id(*n) == "count Sites")?;
        let all = self.peek_node(count, "in")?;
        let less = self.peek_node(other, "in").filter(|n| self.id(*n) == "difference [region]")?;
        let source = self.peek_node(less, "source")?;
        let same = self.shape(source).is_some() && self.shape(source) == self.shape(all);
        Some((all, self.peek_node(less, "subtraction")?)).filter(|_| same)
    }

    fn all_in(&mut self, region: CheckedId) -> String {
        let single = std::mem::replace(&mut self.single, false);
        let text = self.node(region, "").text;
        self.single = single;
        text
    }

    /// `Player 1's pawn can still reach Player 1's region`.
    fn way_open(&mut self, id: CheckedId, none: bool) -> Clause {
        let s = self.noun_for(id);
        self.said_type(id);
        let end = |w: &mut Self, one: &str, many: &str| match (w.take(id, one), w.take(id, many)) {
            (Some(a), _) => w.np(a, "site").text,
            (None, Some(r)) => w.all_of(r).text,
            (None, None) => String::new(),
        };
        let from = end(self, "site1", "region1");
        let to = end(self, "site2", "region2");
        let near = match self.take(id, "relation").and_then(|a| a.value.word()) {
            Some("Orthogonal") => " of orthogonal steps",
            Some("Diagonal") => " of diagonal steps",
            Some(_) | None => "",
        };
        let step = match self.take(id, "step") {
            Some(m) => {
                let before = std::mem::replace(&mut self.names.from, format!("each {} on the way", s.one));
                let text = format!(" (each step: {})", self.moves_inline(m));
                self.names.from = before;
                text
            }
            None => String::new(),
        };
        let turned = match self.take(id, "newRotation") {
            Some(a) => format!(" (turning to {})", self.np(a, "").text),
            None => String::new(),
        };
        let open = if none { "there is no path" } else { "a path remains open" };
        Clause::whole(format!("{open}{near} from {from} to {to}{turned}{step}"))
    }
}

/// `there are at least three`, and whether one thing follows.
fn amount(how: Compare, n: i64) -> (String, bool) {
    let word = grammar::number(n);
    let (text, single) = match (how, n) {
        (Compare::Equal, 0) | (Compare::Less, 1) | (Compare::AtMost, 0) => {
            ("there are no".to_string(), false)
        }
        (Compare::Equal, 1) => ("there is exactly one".to_string(), true),
        (Compare::Equal, _) => (format!("there are exactly {word}"), false),
        (Compare::NotEqual, 0) | (Compare::More, 0) | (Compare::AtLeast, 1) => {
            ("there is at least one".to_string(), true)
        }
        (Compare::NotEqual, 1) => ("there are none or several".to_string(), false),
        (Compare::NotEqual, _) => (format!("there are not exactly {word}"), false),
        (Compare::Less, _) => (format!("there are fewer than {word}"), false),
        (Compare::AtMost, 1) => ("there is at most one".to_string(), true),
        (Compare::AtMost, _) => (format!("there are at most {word}"), false),
        (Compare::More, 1) => ("there is more than one".to_string(), true),
        (Compare::More, _) => (format!("there are more than {word}"), false),
        (Compare::AtLeast, _) => (format!("there are at least {word}"), false),
    };
    (text, single)
}

/// `square that are empty` for one of them.
fn one_of_many(noun: &str) -> String {
    [(" that are ", " that is "), (" that hold ", " that holds "), (" that have ", " that has ")]
        .into_iter()
        .fold(noun.to_string(), |text, (many, one)| match text.find('(') {
            // What stands in brackets keeps its number.
            Some(at) => text[..at].replace(many, one) + &text[at..],
            None => text.replace(many, one),
        })
}
