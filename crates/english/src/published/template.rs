//! The little language that the phrases of page style are written in, and how a phrase is filled from a clause.
//!
//! A phrase is text with slots. `{name}` is the argument of the parameter `name`, in words; `{a.b}` the argument `b`
//! of the clause that is the argument `a`; `{a/b}` the first of the two that is there. After the path may stand
//! a way of writing it (`{type:site}`), what stands between the elements of a list (`{list~ or }`) and what is said
//! when the argument is missing (`{directions=adjacent}`). `«…»` is left out as a whole when one of the
//! arguments in it is missing.
//!
//! It knows nothing of games: where words come from is the business of whoever implements [`Words`].

/// Gives the words for the arguments of the clause that a phrase is about.
pub(super) trait Words {
    /// The words for one slot, or nothing if none of the paths leads to an argument.
    fn slot(&self, slot: &Slot<'_>) -> Option<String>;
}

/// One slot of a phrase.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Slot<'p> {
    /// Paths to try, in order, separated by `/`; the steps of a path by `.`.
    pub paths: &'p str,
    /// How to write it, if not in the ordinary way.
    pub how: Option<&'p str>,
    /// What stands between the elements, if the argument is a list.
    pub between: Option<&'p str>,
    /// What is said when the argument is missing.
    pub default: Option<&'p str>,
}

impl<'p> Slot<'p> {
    fn parse(text: &'p str) -> Slot<'p> {
        let (text, default) = match text.split_once('=') {
            Some((text, default)) => (text, Some(default)),
            None => (text, None),
        };
        let (text, between) = match text.split_once('~') {
            Some((text, between)) => (text, Some(between)),
            None => (text, None),
        };
        let (paths, how) = match text.split_once(':') {
            Some((paths, how)) => (paths, Some(how)),
            None => (text, None),
        };
        Slot { paths, how, between, default }
    }
}

/// The phrase with its slots filled.
pub(super) fn fill(phrase: &str, words: &dyn Words) -> String {
    let mut out = String::new();
    let mut rest = phrase;
    while let Some(open) = rest.find(['{', '«']) {
        out.push_str(&rest[..open]);
        let optional = rest[open..].starts_with('«');
        let (inner, after) =
            if optional { cut(&rest[open..], '«', '»') } else { cut(&rest[open..], '{', '}') };
        if optional {
            if let Some(text) = fill_all(inner, words) {
                out.push_str(&text);
            }
        } else {
            let slot = Slot::parse(inner);
            if let Some(text) = words.slot(&slot) {
                out.push_str(&text);
            } else if let Some(default) = slot.default {
                out.push_str(default);
            }
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// What is inside the brackets that the text begins with, and what comes after them.
fn cut(text: &str, open: char, close: char) -> (&str, &str) {
    let inner = &text[open.len_utf8()..];
    match inner.find(close) {
        Some(end) => (&inner[..end], &inner[end + close.len_utf8()..]),
        None => (inner, ""),
    }
}

/// The part of a phrase with its slots filled, if every slot can be.
fn fill_all(part: &str, words: &dyn Words) -> Option<String> {
    let mut out = String::new();
    let mut rest = part;
    while let Some(open) = rest.find('{') {
        out.push_str(&rest[..open]);
        let (inner, after) = cut(&rest[open..], '{', '}');
        out.push_str(&words.slot(&Slot::parse(inner))?);
        rest = after;
    }
    out.push_str(rest);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fixed(&'static [(&'static str, &'static str)]);
    impl Words for Fixed {
        fn slot(&self, slot: &Slot<'_>) -> Option<String> {
            slot.paths
                .split('/')
                .find_map(|path| self.0.iter().find(|(name, _)| *name == path))
                .map(|(_, words)| words.to_string())
        }
    }

    #[test]
    fn slots_defaults_and_parts_that_go_together() {
        let words = Fixed(&[("a", "one"), ("then", "move again")]);
        assert_eq!(fill("step {x=adjacent}« then {then}»", &words), "step adjacent then move again");
        assert_eq!(fill("{x/a}« by {a} and {x}»« ({a})»", &words), "one (one)");
        assert_eq!(fill("nothing to fill", &words), "nothing to fill");
    }

    #[test]
    fn a_slot_reads_all_its_marks() {
        let slot = Slot::parse("a.b/c:site~ or =none");
        assert_eq!((slot.paths, slot.how), ("a.b/c", Some("site")));
        assert_eq!((slot.between, slot.default), (Some(" or "), Some("none")));
    }
}
