//! Leaps that go step by step and can be blocked on the way: horses and elephants, written out once for each direction of
//! the compass. Told as one rule.

use super::facts::{items_of, node_of};
use super::say::Say;
use super::writer::Writer;
use ludarium_ludemes::checked::{Arg, CheckedId};

/// The eight directions round the compass.
const ROUND: [&str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

/// Where one alternative leads, as directions step by step, and which points on the way must be empty.
#[derive(Default)]
struct Legs {
    ends: Vec<Vec<usize>>,
    empty: Vec<Vec<usize>>,
    captures: bool,
}

impl<'a> Writer<'a> {
    /// A choice between leaps of this kind in all directions.
    pub fn leg_leaps(&mut self, parts: &[&'a Arg]) -> Option<Say> {
        let ids: Vec<CheckedId> = parts.iter().map(|p| node_of(Some(p))).collect::<Option<_>>()?;
        let all: Vec<Legs> = ids.iter().map(|id| self.legs(*id)).collect::<Option<_>>()?;
        let captures = all.first()?.captures;
        let length = all.first()?.ends.first()?.len();
        let mut ways = Vec::new();
        for legs in &all {
            if legs.captures != captures {
                return None;
            }
            for end in &legs.ends {
                // Straight first, then slantwise outwards and on in the same direction.
                let [first, second, rest @ ..] = end.as_slice() else { return None };
                let outward = (second + 8 - first) % 8;
                let on = rest.iter().all(|d| d == second);
                let blocked = (1..end.len()).all(|n| legs.empty.iter().any(|e| e[..] == end[..n]));
                if end.len() != length || first % 2 != 0 || ![1, 7].contains(&outward) || !on || !blocked {
                    return None;
                }
                ways.push((*first, *second));
            }
        }
        ways.sort_unstable();
        ways.dedup();
        if ways.len() != 8 {
            return None;
        }
        ids.iter().for_each(|id| self.mark_all(*id));
        let s = self.noun();
        let piece = self.facts.piece.clone();
        let place: Vec<crate::Place> = ids.iter().map(|id| self.place(*id)).collect();
        let many = match length {
            2 => format!("one {} diagonally outwards", s.one),
            n => format!("{} {} diagonally outwards", crate::grammar::number(n as i64 - 1), s.many),
        };
        let landing = match captures {
            true => format!(" to a {} that is empty or holds an enemy {piece}, which it captures", s.one),
            false => format!(" to an empty {}", s.one),
        };
        let say = Say::Do(format!("go one {} orthogonally and then {many}{landing}", s.one), place.clone());
        let way = match length {
            2 => format!("The {} it passes over must be empty", s.one),
            _ => format!("The {} it passes over must be empty", s.many),
        };
        Some(Say::Only(Box::new(say), way, place))
    }

    fn legs(&self, id: CheckedId) -> Option<Legs> {
        let mut legs = Legs::default();
        if self.id(id) != "if [moves]" || self.has(id, "else") || self.has(id, "then") {
            return None;
        }
        for test in self.all_of_condition(self.peek_node(id, "condition")?) {
            match self.id(test) {
                "is Empty" => legs.empty.push(self.chain(self.peek_node(test, "at")?)?),
                // Off the board, `ahead` stays where it is.
                "!=" => self.differ(test)?,
                _ => return None,
            }
        }
        let carried =
            self.peek_node(id, "list").filter(|m| self.id(*m) == "move" && !self.has(*m, "then"))?;
        let origin = self.peek_node(carried, "from").and_then(|f| self.peek_node(f, "site"));
        let to = self.peek_node(carried, "to")?;
        if origin.is_some_and(|o| self.id(o) != "from [int]") || self.has(carried, "count") {
            return None;
        }
        let region = self.peek_node(to, "region").filter(|r| ["sites#2", "sites#3"].contains(&self.id(*r)));
        let ends: Vec<CheckedId> = match (region, self.peek_node(to, "site")) {
            (Some(r), _) => ["sites", "array"]
                .into_iter()
                .flat_map(|n| items_of(self.peek(r, n)))
                .map(|a| node_of(Some(a)))
                .collect::<Option<_>>()?,
            (None, Some(site)) => vec![site],
            (None, None) => return None,
        };
        legs.ends = ends.into_iter().map(|e| self.chain(e)).collect::<Option<_>>()?;
        let mut free = false;
        for test in self.peek_node(to, "if").map(|c| self.all_of_condition(c)).unwrap_or_default() {
            match self.id(test) {
                "!=" => self.differ(test)?,
                "not" => {
                    let friend = self.peek_node(test, "a").filter(|f| self.id(*f) == "is Friend")?;
                    let who = self.peek_node(friend, "index").filter(|w| self.id(*w) == "who")?;
                    self.peek_node(who, "at").filter(|t| self.id(*t) == "to [int]")?;
                    free = true;
                }
                _ => return None,
            }
        }
        legs.captures = match self.peek_node(to, "effect") {
            None => false,
            Some(apply) => {
                let effect = self.peek_node(apply, "effect").filter(|_| self.id(apply) == "apply#2")?;
                let test = self.peek_node(effect, "condition").filter(|c| self.id(*c) == "is Enemy");
                let removal = self.peek_node(effect, "list").filter(|r| self.id(*r) == "remove [moves]");
                test.and(removal).filter(|r| !self.has(*r, "then"))?;
                true
            }
        };
        (free == legs.captures).then_some(legs)
    }

    /// The parts of an and-list, or the one condition.
    fn all_of_condition(&self, id: CheckedId) -> Vec<CheckedId> {
        match self.id(id) {
            "and [bool]" | "and [bool]#2" => {
                self.parts_of(id).into_iter().flat_map(|p| self.all_of_condition(p)).collect()
            }
            _ => vec![id],
        }
    }

    /// Both sides are places on the way, or the target.
    fn differ(&self, id: CheckedId) -> Option<()> {
        ["valueA", "valueB"]
            .into_iter()
            .all(|n| {
                self.peek_node(id, n).is_some_and(|x| self.id(x) == "to [int]" || self.chain(x).is_some())
            })
            .then_some(())
    }

    /// `(ahead (ahead (from) N) NE)` as its directions.
    fn chain(&self, id: CheckedId) -> Option<Vec<usize>> {
        if self.id(id) != "ahead" || self.has(id, "steps") {
            return None;
        }
        let way = self.peek_word(id, "directions")?;
        let way = ROUND.iter().position(|d| *d == way)?;
        let site = self.peek_node(id, "site")?;
        let mut path = match self.id(site) {
            "from [int]" => Vec::new(),
            _ => self.chain(site)?,
        };
        path.push(way);
        Some(path)
    }

    // -- pieces that may not see each other -----------------------------------------------------------------

    /// `(and (= (column A) (column B)) (= 0 (count Sites in:… between them that are occupied)))`: the two pieces.
    pub fn facing(&self, id: CheckedId) -> Option<(CheckedId, CheckedId)> {
        use ludarium_ludemes::checked::Value;
        let parts = match self.id(id) {
            "and [bool]" | "and [bool]#2" => self.parts_of(id),
            // `(if same-column open False)` says the same.
            "if [bool]" if matches!(self.peek(id, "notOk").map(|a| &a.value), Some(Value::Bool(false))) => {
                ["condition", "ok"].into_iter().filter_map(|n| self.peek_node(id, n)).collect()
            }
            _ => return None,
        };
        let [line, open] = parts.as_slice() else { return None };
        let ends: Vec<CheckedId> = ["valueA", "valueB"]
            .into_iter()
            .filter_map(|n| self.peek_node(*line, n))
            .filter(|n| ["column", "row"].contains(&self.id(*n)))
            .filter_map(|n| self.peek_node(n, "of"))
            .filter(|n| self.id(*n) == "where")
            .collect();
        let [a, b] = ends.as_slice() else { return None };
        let none = ["valueA", "valueB"].iter().any(|n| super::facts::int_of(self.peek(*open, n)) == Some(0));
        let count = ["valueA", "valueB"].iter().find_map(|n| self.peek_node(*open, n))?;
        let seen = self.find_inside(self.peek(count, "in")?, &["sites Direction", "sites Between"])?;
        let shape = |n: CheckedId| self.shape(n);
        let named = |x: CheckedId| {
            let mut todo = vec![seen];
            while let Some(n) = todo.pop() {
                if shape(n).is_some() && shape(n) == shape(x) {
                    return true;
                }
                todo.extend(self.c.node(n).clauses());
            }
            false
        };
        let equal = self.id(*line) == "=" && self.id(*open) == "=" && self.id(count) == "count Sites";
        (equal && none && named(*a) && named(*b)).then_some((*a, *b))
    }
}
