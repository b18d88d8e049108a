//! Places that several regions have in common, the way people say it: `the empty squares next to one of your stones` rather
//! than `the empty squares that are also among …`.

use super::facts::node_of;
use super::writer::{Np, Writer};
use crate::grammar;
use ludarium_ludemes::checked::Arg;

impl<'a> Writer<'a> {
    /// The intersection of some regions.
    pub fn in_common(&mut self, parts: &[&'a Arg]) -> Np {
        if let Some(np) = self.edge_between(parts).or_else(|| self.empty_among(parts)) {
            return np;
        }
        let single = self.single;
        // What stands on a place is said after where the place is.
        let mut parts = parts.to_vec();
        parts.sort_by_key(|p| node_of(Some(p)).is_some_and(|n| self.id(n) == "sites Occupied"));
        let Some((first, rest)) = parts.split_first() else { return Np::many("") };
        let first = self.np(first, "").text;
        let rest: Vec<String> = rest.iter().map(|p| self.all_of(p).text).collect();
        let s = self.noun();
        let be = if single { "is" } else { "are" };
        let mut text = first;
        let mut others = Vec::new();
        for other in rest {
            // `the squares occupied by one of your stones`: what stands there is a property of the others.
            match other.strip_prefix(&format!("the {} occupied by ", s.many)) {
                Some(by) => text.push_str(&format!(" that {be} occupied by {by}")),
                None => match lines_cross(&text, &other, s.many) {
                    Some((row, column)) => text = format!("the {} where {row} and {column} meet", s.one),
                    None => others.push(other),
                },
            }
        }
        if !others.is_empty() {
            text.push_str(&format!(" that {be} also among {}", grammar::list(&others, "and")));
        }
        if single { Np::one(super::writer::any_of(&text)) } else { Np::many(text) }
    }

    /// Empty places of a region.
    fn empty_among(&mut self, parts: &[&'a Arg]) -> Option<Np> {
        let plain =
            |w: &Self, a: &Arg| node_of(Some(a)).filter(|n| w.id(*n) == "sites Empty" && !w.has(*n, "index"));
        let empty = parts.iter().position(|a| plain(self, a).is_some())?;
        let others: Vec<&'a Arg> =
            parts.iter().enumerate().filter(|(i, _)| *i != empty).map(|(_, a)| *a).collect();
        let [other] = others.as_slice() else { return None };
        let s = self.noun();
        let single = std::mem::replace(&mut self.single, false);
        let whole = self.np(other, "");
        self.single = single;
        let noun = if single { s.one } else { s.many };
        let lead = if single { "any" } else { "the" };
        let text = match whole.text.strip_prefix(&format!("the {} ", s.many)) {
            Some(rest) => format!("{lead} empty {noun} {rest}"),
            None if whole.number == grammar::Number::One => format!("{lead} empty {noun} in {}", whole.text),
            None => format!("{lead} empty {noun} among {}", whole.text),
        };
        if let Some(n) = plain(self, parts[empty]) {
            self.said_type(n);
        }
        Some(if single { Np::one(text) } else { Np::many(text) })
    }

    /// Edges that touch both of two cells: the one between them.
    fn edge_between(&mut self, parts: &[&'a Arg]) -> Option<Np> {
        let [a, b] = parts else { return None };
        let (a, b) = (node_of(Some(a))?, node_of(Some(b))?);
        let edges = |w: &Self, n| {
            w.id(n) == "sites Incident"
                && w.peek_word(n, "resultType") == Some("Edge")
                && w.peek_word(n, "of") == Some("Cell")
                && !w.has(n, "owner")
                && !w.has(n, "roleOwner")
        };
        if !edges(self, a) || !edges(self, b) {
            return None;
        }
        let mut ends = Vec::new();
        for n in [a, b] {
            self.take(n, "resultType");
            self.take(n, "of");
            ends.push(self.take(n, "at").map(|at| self.np(at, "site").text)?);
        }
        Some(Np::one(format!("the edge between {} and {}", ends[0], ends[1])))
    }
}

/// A row and a column meet in one place.
fn lines_cross(a: &str, b: &str, many: &str) -> Option<(String, String)> {
    let line = |text: &str, word: &str| {
        let rest = text.strip_prefix(&format!("the {many} of the "))?;
        let whole = rest.ends_with(&format!(" {word}")) && !rest.contains(" rows") && !rest.contains(" and ");
        let of = rest.starts_with(&format!("{word} of "));
        (whole || of).then(|| format!("the {rest}"))
    };
    line(a, "row").zip(line(b, "column")).or_else(|| line(b, "row").zip(line(a, "column")))
}
