//! Numbers by cases, extremes, sums and ranges.

use super::super::facts::{int_of, node_of};
use super::super::writer::{Np, Writer};
use crate::grammar::{self};
use ludarium_engine::game::ContainerKind;
use ludarium_ludemes::checked::{CheckedId, Value};

impl<'a> Writer<'a> {
    /// What a die shows, by its place among the dice.
    pub fn face(&mut self, id: CheckedId) -> Np {
        let site = self.take(id, "site");
        let at = int_of(site).or_else(|| {
            let sum = site.and_then(|a| node_of(Some(a)))?;
            constant(self, sum)
        });
        let dice: Vec<_> = self
            .d
            .board
            .map(|g| {
                g.containers.iter().skip(1).filter(|k| matches!(k.kind, ContainerKind::Dice { .. })).collect()
            })
            .unwrap_or_default();
        let place = at.zip(dice.first().filter(|_| dice.len() == 1)).map(|(n, k)| n - k.first as i64);
        match place {
            Some(k) if k >= 0 && k < self.facts.dice => {
                if self.facts.dice == 1 {
                    return Np::one("the number thrown");
                }
                Np::one(format!("the number on the {} die", grammar::ordinal(k + 1)))
            }
            Some(_) | None => {
                let at = site.map(|a| self.np(a, "site").text).unwrap_or_default();
                Np::one(format!("the number shown by the die at {at}"))
            }
        }
    }

    /// `(two if it is your turn, otherwise three)`; cases within cases are one row of cases.
    pub fn one_of_cases(&mut self, id: CheckedId, sort: &'static str) -> String {
        let mut cases: Vec<String> = Vec::new();
        let mut at = id;
        loop {
            let cond = self.take(at, "condition").map(|c| self.cond(c)).unwrap_or_default();
            let a = self.take(at, "valueA").map(|a| self.np(a, sort).text).unwrap_or_default();
            if cond == "in any case" {
                // Nothing after this case is ever reached.
                self.mark_all(at);
                cases.push(a);
                return format!("({})", cases.join("; otherwise "));
            }
            cases.push(format!("{a} if {cond}"));
            let next = self.peek_node(at, "valueB").filter(|n| self.id(*n) == "if [int]");
            match next.filter(|n| !self.is_shared(*n) && !self.notes.out.contains(n)) {
                Some(next) => {
                    self.take(at, "valueB");
                    at = next;
                }
                None => break,
            }
        }
        let last = self.take(at, "valueB").map(|b| self.np(b, sort).text).unwrap_or_default();
        match cases.as_slice() {
            [one] => format!("({one}, otherwise {last})"),
            all => format!("({}; otherwise {last})", all.join("; ")),
        }
    }

    /// The same for regions and lists of numbers, which may end without another case.
    pub fn one_of_regions(&mut self, id: CheckedId) -> Np {
        let kind = self.id(id);
        let mut cases: Vec<String> = Vec::new();
        let mut at = id;
        let last = loop {
            let cond = self.take(at, "condition").map(|c| self.cond(c)).unwrap_or_default();
            let ok = self.take(at, "ok").map(|a| self.np(a, "array").text).unwrap_or_default();
            cases.push(format!("{ok} if {cond}"));
            let next = self.peek_node(at, "notOk");
            match next.filter(|n| self.id(*n) == kind && !self.is_shared(*n) && !self.notes.out.contains(n)) {
                Some(next) => {
                    self.take(at, "notOk");
                    at = next;
                }
                None => break self.take(at, "notOk").map(|b| self.np(b, "array").text),
            }
        };
        let last = last.map(|l| format!("; otherwise {l}")).unwrap_or_default();
        let text = format!("({}{last})", cases.join("; "));
        if self.single { Np::one(text) } else { Np::many(text) }
    }

    /// The largest or smallest of many: of places, the last or the first.
    pub fn extreme(&mut self, id: CheckedId) -> Np {
        let largest = self.id(id).starts_with("max");
        let array = self.take(id, "array");
        let places = array.and_then(|a| node_of(Some(a))).is_some_and(|n| {
            self.id(n) == "array" && self.has(n, "region")
                || self.c.node(n).entry.gives == ludarium_ludemes::Ty::Region
        });
        let text = array.map(|a| self.np(a, "array").text).unwrap_or_default();
        if places {
            return Np::one(format!("the {} of {text}", if largest { "last" } else { "first" }));
        }
        let which = if largest { "largest" } else { "smallest" };
        if let Some(groups) = text.strip_prefix("the sizes of the groups") {
            return Np::one(format!("the size of the {which} group{groups}"));
        }
        if let Some(values) = text.strip_prefix("the values of ") {
            let most = if largest { "greatest" } else { "least" };
            return Np::one(format!("the {most} value of {values}"));
        }
        Np::one(format!("the {} among {text}", if largest { "greatest" } else { "least" }))
    }

    /// The arguments of a clause, in order, with a word between.
    pub fn joined(&mut self, id: CheckedId, between: &str) -> Np {
        let names: Vec<&'static str> = self.c.node(id).entry.params.iter().map(|p| p.name).collect();
        let mut texts = Vec::new();
        for name in names {
            for item in self.items(id, name) {
                texts.push(self.np(item, "").text);
            }
        }
        Np::one(texts.join(between))
    }

    /// A range of numbers: `of exactly two`, `between two and five`.
    pub fn range_words(&mut self, id: CheckedId, sort: &str) -> String {
        let value = |w: &mut Self, name: &str| w.take(id, name).map(|a| (int_of(Some(a)), w.np(a, "").text));
        match self.id(id) {
            "exact" => {
                let (_, n) = value(self, "value").unwrap_or_default();
                if sort == "fromto" { n } else { format!("exactly {n}") }
            }
            "max [range]" => format!("at most {}", value(self, "max").unwrap_or_default().1),
            "min [range]" => format!("at least {}", value(self, "min").unwrap_or_default().1),
            _ => {
                let (lo, a) = value(self, "min").unwrap_or_default();
                match value(self, "max") {
                    Some((Some(hi), _)) if hi >= 1_000_000_000 => format!("at least {a}"),
                    Some((hi, b)) if lo == Some(0) && hi.is_some() => format!("at most {b}"),
                    Some((hi, _)) if hi == lo && hi.is_some() => format!("exactly {a}"),
                    Some((_, b)) => format!("from {a} to {b}"),
                    None => format!("exactly {a}"),
                }
            }
        }
    }

    /// One number less than another.
    pub fn difference(&mut self, id: CheckedId) -> Np {
        let b = self.take(id, "valueB").map(|b| self.np(b, "").text).unwrap_or_default();
        // A sum is taken away as a whole.
        let sum = b.contains(" plus ") || b.contains(" minus ");
        let b = if sum && !b.starts_with('(') { format!("({b})") } else { b };
        match self.take(id, "valueA") {
            Some(a) if int_of(Some(a)).is_some() => Np::one(format!("{} minus {b}", self.np(a, "").text)),
            Some(a)
                if int_of(self.peek(id, "valueB")).is_some()
                    || node_of(Some(a)).is_some_and(|n| self.id(n) == "size Stack" && self.facts.mancala) =>
            {
                Np::one(format!("{b} less than {}", self.np(a, "").text))
            }
            Some(a) => Np::one(format!("{} minus {b}", self.np(a, "").text)),
            None => Np::one(format!("minus {b}")),
        }
    }

    /// What the dice show.
    pub fn pips(&mut self, id: CheckedId) -> Np {
        self.take(id, "type");
        let whose = match self.take(id, "role").or_else(|| self.take(id, "of")) {
            Some(a) => format!("{} ", grammar::possessive(&self.np(a, "player").text)),
            None => String::new(),
        };
        let name = match self.take(id, "name") {
            Some(a) => format!(" of {}", self.np(a, "names").text),
            None => String::new(),
        };
        let within = match self.take(id, "in") {
            Some(a) => format!(" in {}", self.all_of(a).text),
            None => String::new(),
        };
        let thrown = match (self.facts.dice, whose.as_str()) {
            (1, "") => "the number thrown".to_string(),
            (1, whose) => format!("the number on {whose}die"),
            (_, "") => "the sum of the dice".to_string(),
            (_, whose) => format!("the sum of {whose}dice"),
        };
        Np::one(format!("{thrown}{name}{within}"))
    }
}

/// Sums of numbers that are written out.
pub fn constant(w: &Writer<'_>, id: CheckedId) -> Option<i64> {
    let value = |name: &str| {
        let arg = w.peek(id, name)?;
        if let Value::Float(x) = arg.value {
            return (x.fract() == 0.0 && x.abs() < 1e9).then_some(x as i64);
        }
        int_of(Some(arg)).or_else(|| constant(w, node_of(Some(arg))?))
    };
    match w.id(id) {
        "- [int]" | "- [dim]" | "- [float]" => value("valueA")?.checked_sub(value("valueB")?),
        "+ [int]" | "+ [dim]" | "+ [float]" => value("a")?.checked_add(value("b")?),
        "* [int]" | "* [dim]" | "* [float]" => value("a")?.checked_mul(value("b")?),
        "/ [dim]" => value("a")?.checked_div(value("b")?),
        "/ [float]" => {
            let (a, b) = (value("a")?, value("b")?);
            if b != 0 && a % b == 0 { Some(a / b) } else { None }
        }
        _ => None,
    }
}
