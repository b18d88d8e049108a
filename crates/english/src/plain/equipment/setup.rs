//! How the pieces stand at the start.

use super::super::facts::{int_of, node_of, text_of};
use super::super::writer::Writer;
use super::Standing;
use crate::document::Sentence;
use crate::grammar::sentence;
use crate::grammar::{self};
use ludarium_ludemes::checked::{Arg, CheckedId};

impl<'a> Writer<'a> {
    pub fn start_inline(&mut self, arg: &'a Arg) -> String {
        let Some(id) = node_of(Some(arg)) else { return String::new() };
        let mut standing = Standing::default();
        let sentences = self.start_rule(id, &mut standing);
        let mut texts: Vec<String> =
            sentences.into_iter().map(|s| super::super::say::lower(&s.text)).collect();
        texts.extend(standing.texts());
        texts.join(" ").trim_end_matches('.').to_string()
    }

    pub fn start_rule(&mut self, id: CheckedId, standing: &mut Standing) -> Vec<Sentence> {
        let at = vec![self.place(id)];
        let entry = self.c.node(id).entry;
        let _s = self.noun();
        let english = self.english(id);
        if english != "*" && !english.is_empty() {
            let filled = self.fill(id, english, false, false);
            return vec![Sentence::new(sentence(&filled.text), at)];
        }
        match entry.id {
            "place" | "place#2" | "place Stack" => self.placed(id, standing),
            "place Random" | "place Random#2" | "place Random#3" => self.placed_by_lot(id),
            "set Count [start]" => self.counted_out(id),
            "set Hidden [start]" => {
                let text = self.hidden(id);
                vec![Sentence::new(sentence(&text), at)]
            }
            _ => Vec::new(),
        }
    }

    /// Pieces that stand somewhere.
    fn placed(&mut self, id: CheckedId, standing: &mut Standing) -> Vec<Sentence> {
        let entry = self.c.node(id).entry;
        let mut names: Vec<&'a Arg> = self.items(id, "item");
        if entry.slot("items").is_some() {
            names.extend(self.items(id, "items"));
        }
        let texts: Vec<(Option<i64>, String)> =
            names.iter().filter_map(|a| text_of(Some(a))).map(|t| self.piece_words(t)).collect();
        let owner = texts.first().and_then(|(o, _)| *o);
        let count = self.take(id, "count");
        let mut counts: Vec<String> = Vec::new();
        if entry.slot("counts").is_some() {
            for a in self.items(id, "counts") {
                counts.push(self.np(a, "").text);
            }
        }
        let (place, many) = self.placed_where(id);
        let plural_kind = |w: &str| grammar::plural(w);
        let kinds: Vec<String> = texts.iter().map(|(_, w)| w.clone()).collect();
        let n = int_of(count);
        let mut what = match (kinds.as_slice(), n) {
            ([one], None) if count.is_none() => {
                if many {
                    plural_kind(one)
                } else {
                    grammar::a(one)
                }
            }
            ([one], Some(1)) => grammar::a(one),
            ([one], Some(k)) => format!("{} {}", grammar::number(k), plural_kind(one)),
            (all, _) => {
                let list: Vec<String> = all.iter().map(|k| grammar::a(k)).collect();
                grammar::list(&list, "and")
            }
        };
        if let (Some(c), None) = (count, n) {
            what = format!(
                "{} {}",
                self.np(c, "").text,
                grammar::plural(kinds.first().map_or("piece", String::as_str))
            );
        }
        if many && count.is_some() && n != Some(1) && !place.contains("hand") {
            what = format!("{what} each");
        }
        if entry.id == "place Stack" && n != Some(1) {
            what = format!("a stack of {what}");
        }
        let mut text = format!("{what}{place}");
        if !counts.is_empty() {
            text.push_str(&format!(" (in numbers of {})", counts.join(", ")));
        }
        for (name, said) in [("state", "state"), ("rotation", "rotation"), ("value", "value")] {
            if let Some(a) = self.take(id, name) {
                if name == "state" && self.facts.state_is_unmoved {
                    text.push_str(" (not moved yet)");
                } else if name == "state" && !self.facts.asks_state {
                    // No rule asks for it.
                } else {
                    text.push_str(&format!(" (with {said} {})", self.np(a, "").text));
                }
            }
        }
        if let Some(n) = owner {
            let hand = format!("Player {n}'s hand");
            text = text.replace(&format!(" in {hand}"), " in hand");
            // Which place of the hand it is matters to nobody.
            if let Some((before, after)) = text.split_once(" in place ")
                && let Some(rest) = after
                    .trim_start_matches(|c: char| c.is_ascii_digit())
                    .strip_prefix(&format!(" of {hand}"))
            {
                text = format!("{before} in hand{rest}");
            }
        }
        let everyone = owner.is_none() && text.ends_with(" in hand");
        standing.put(if everyone { Some(-1) } else { owner }, text, id);
        Vec::new()
    }

    /// Pieces that are placed by chance.
    fn placed_by_lot(&mut self, id: CheckedId) -> Vec<Sentence> {
        let at = vec![self.place(id)];
        let entry = self.c.node(id).entry;
        let mut what = Vec::new();
        for name in ["item", "pieces", "items"] {
            if entry.slot(name).is_some() {
                for a in self.items(id, name) {
                    what.push(self.np(a, "apiece").text);
                }
            }
        }
        let count = match entry.slot("count").and_then(|_| self.take(id, "count")) {
            Some(a) => format!(" ({} of each)", self.np(a, "").text),
            None => String::new(),
        };
        let place = match entry.slot("region").and_then(|_| self.take(id, "region")) {
            Some(r) => self.all_of(r).text,
            None => match entry.slot("where").and_then(|_| self.take(id, "where")) {
                Some(a) => format!("a stack on {}", self.np(a, "site").text),
                None => "the board".to_string(),
            },
        };
        let mut extra = String::new();
        for name in ["state", "value"] {
            if entry.slot(name).is_some()
                && let Some(a) = self.take(id, name)
            {
                extra.push_str(&format!(" (with {name} {})", self.np(a, "").text));
            }
        }
        if entry.slot("randomOrder").is_some() {
            self.take(id, "randomOrder");
        }
        self.said_type(id);
        vec![Sentence::new(
            sentence(&format!("Place {}{count} at random on {place}{extra}", grammar::list(&what, "and"))),
            at,
        )]
    }

    /// So many pieces in each place.
    fn counted_out(&mut self, id: CheckedId) -> Vec<Sentence> {
        let at = vec![self.place(id)];
        let s = self.noun();
        self.said_type(id);
        let piece = self.facts.piece.clone();
        let n = self.take(id, "value");
        let place = match (self.take(id, "at"), self.take(id, "to")) {
            (Some(a), _) => self.np(a, "site").text,
            (None, Some(r)) => {
                let all = self.all_of(r);
                if all.text.starts_with("the ") || all.text.starts_with("holes ") {
                    format!("each of {}", all.text)
                } else {
                    format!("each {} of {}", s.one, all.text)
                }
            }
            (None, None) => String::new(),
        };
        let count = match int_of(n) {
            Some(1) => grammar::a(&piece),
            Some(k) => format!("{} {}", grammar::number(k), grammar::plural(&piece)),
            None => {
                format!("{} {}", n.map(|a| self.np(a, "").text).unwrap_or_default(), grammar::plural(&piece))
            }
        };
        vec![Sentence::new(sentence(&format!("Put {count} {} {place}", s.on)), at)]
    }

    /// ` on A1 and H1`, and whether that is several places.
    fn placed_where(&mut self, id: CheckedId) -> (String, bool) {
        let s = self.noun_for(id);
        self.said_type(id);
        let mut sites = Vec::new();
        for name in ["site", "coord", "sites", "coords"] {
            if self.c.node(id).entry.slot(name).is_some() {
                for a in self.items(id, name) {
                    sites.push(self.np(a, "site").text);
                }
            }
        }
        let mut many = sites.len() > 1;
        let mut text = match sites.as_slice() {
            [] => String::new(),
            all => {
                let list = grammar::list(all, "and");
                let on = if list.ends_with("hand") { "in" } else { s.on };
                format!(" {on} {list}")
            }
        };
        if self.c.node(id).entry.slot("region").is_some()
            && let Some(r) = self.take(id, "region")
        {
            let all = self.all_of(r);
            let on = if all.text.ends_with("hand") || all.text.ends_with("region") { "in" } else { s.on };
            many |= all.number == grammar::Number::Many || all.text.ends_with("region");
            text.push_str(&format!(" {on} {}", all.text));
        }
        if self.c.node(id).entry.slot("container").is_some()
            && let Some(a) = self.take(id, "container")
        {
            let name = text_of(Some(a)).unwrap_or("");
            let words = grammar::words_of_name(super::super::facts::bare(name));
            if words == "hand" {
                text.push_str(" in hand");
            } else {
                text.push_str(&format!(" in the {words}"));
            }
        }
        (text, many)
    }
}
