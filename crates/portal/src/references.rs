//! The bibliography: every source that a description or the library names, once, with the games that name it. Short
//! citations ("Murray 1951: 105") and whole ones ("H. J. R. Murray, A History of …, Oxford 1951") of one author and year
//! are one entry. It knows citations as texts, and makes no pages.

use crate::catalogue::{Catalogue, Entry, Origin};
use crate::citing::bibtex_text;
use crate::search::words;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

/// A source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reference {
    /// Names it in addresses and for BibTeX: `murray1951`.
    pub key: String,
    /// As it is cited: the whole citation where somebody gives it.
    pub text: String,
    pub author: String,
    pub title: String,
    /// Place and publisher, or the journal.
    pub where_: String,
    pub year: Option<i32>,
    /// Games that cite it: key, title, pages.
    pub games: Vec<(String, String, String)>,
}

/// A text without tags.
pub fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for c in text.chars() {
        match c {
            '<' => inside = true,
            '>' if inside => inside = false,
            _ if inside => {}
            _ => out.push(c),
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A year as sources have it.
fn year_in(text: &str) -> Option<(usize, i32)> {
    let mut at = 0;
    let mut last = None;
    for part in text.split(|c: char| !c.is_ascii_digit()) {
        if part.len() == 4
            && let Ok(year) = part.parse::<i32>()
            && (1000..=2100).contains(&year)
        {
            last = Some((at, year));
        }
        at += part.len() + 1;
        while !text.is_char_boundary(at.min(text.len())) {
            at += 1;
        }
    }
    last
}

/// `Murray 1951: 105-7.` as author, year with its letter, pages.
fn short(text: &str) -> Option<(String, String, String)> {
    let text = text.trim_end_matches('.');
    let (head, pages) = text.split_once(':').unwrap_or((text, ""));
    let (author, year) = head.trim().rsplit_once(' ')?;
    let digits: String = year.chars().take_while(char::is_ascii_digit).collect();
    let letter = &year[digits.len()..];
    let fits =
        digits.len() == 4 && letter.len() <= 1 && author.chars().count() <= 60 && !author.contains(',');
    fits.then(|| (author.to_owned(), year.to_owned(), pages.trim().to_owned()))
}

/// Initials and names: "H. J. R. Murray".
fn is_person(part: &str) -> bool {
    let words: Vec<&str> = part.split_whitespace().collect();
    words.len() <= 6 && words.iter().any(|w| w.ends_with('.') && w.chars().count() <= 3)
}

/// A citation as an entry, and the pages that it speaks of.
fn read(text: &str) -> (Reference, String) {
    if let Some((author, year, pages)) = short(text) {
        let surname = words(&author).into_iter().next().unwrap_or_default();
        let reference = Reference {
            key: format!("{surname}{}", year.to_lowercase()),
            text: format!("{author} {year}"),
            author,
            year: year.get(..4).and_then(|y| y.parse().ok()),
            ..Reference::default()
        };
        return (reference, pages);
    }
    let mut parts: Vec<&str> = text.trim_end_matches('.').split(", ").collect();
    let mut pages = String::new();
    while let Some(last) = parts.last()
        && parts.len() > 1
        && (last.starts_with("p. ") || last.starts_with("pp. "))
    {
        pages = last.trim_start_matches(['p', '.', ' ']).to_owned();
        parts.pop();
    }
    let persons = parts.iter().take_while(|p| is_person(p)).count();
    let authors = if parts.len() > 1 { persons.max(1) } else { 0 };
    let author = parts[..authors].join(", ");
    let title = parts.get(authors).copied().unwrap_or_default().to_owned();
    let whole = parts.join(", ");
    let year = year_in(&whole).map(|(_, y)| y);
    let first = parts.first().copied().unwrap_or_default();
    let surname = words(first).into_iter().next_back().unwrap_or_default();
    let key = match year {
        Some(year) if persons > 0 => format!("{surname}{year}"),
        Some(_) | None => words(&whole).into_iter().take(4).collect::<Vec<_>>().join("-"),
    };
    let where_ = parts.get(authors + 1..).unwrap_or_default().join(", ");
    (Reference { key, text: whole, author, title, where_, year, games: Vec::new() }, pages)
}

/// The sources of a game, each by itself.
fn cited(entry: &Entry) -> Vec<String> {
    let facts = entry.facts();
    let mut all: Vec<String> = match &entry.origin {
        Origin::Library(game) => game.about().sources.clone(),
        Origin::File(_) => Vec::new(),
    };
    if all.is_empty() {
        let told = std::iter::once(&facts.source).chain(facts.rulesets.iter().map(|r| &r.source));
        for source in told {
            let parts = plain(source);
            // Pages alone belong to the source before them.
            let named = |s: &String| s.chars().filter(|c| c.is_alphabetic()).count() > 2;
            all.extend(parts.split([';', '\n']).map(|s| s.trim().to_owned()).filter(named));
        }
    }
    all.sort();
    all.dedup();
    all
}

/// All sources, in the order of their authors.
pub fn all(catalogue: &Catalogue) -> Vec<Reference> {
    let mut found: BTreeMap<String, Reference> = BTreeMap::new();
    let entries: Vec<Arc<Entry>> = catalogue.entries().iter().flat_map(|e| catalogue.versions(e)).collect();
    for entry in entries {
        let title = entry.facts().title.clone();
        for text in cited(&entry) {
            let (mut reference, pages) = read(&text);
            reference.key = reference.key.replace([' ', '/'], "-");
            if reference.key.is_empty() {
                continue;
            }
            let kept = found.entry(reference.key.clone()).or_insert_with(|| reference.clone());
            // Whoever gives the whole citation is believed.
            if kept.title.is_empty() && !reference.title.is_empty() {
                let games = std::mem::take(&mut kept.games);
                *kept = Reference { games, ..reference };
            }
            match kept.games.iter_mut().find(|(key, ..)| *key == entry.key) {
                Some((_, _, p)) if p.is_empty() => *p = pages,
                Some((_, _, p)) if !pages.is_empty() && !p.contains(&pages) => {
                    let _ = write!(p, "; {pages}");
                }
                Some(_) => {}
                None => kept.games.push((entry.key.clone(), title.clone(), pages)),
            }
        }
    }
    let mut all: Vec<Reference> = found.into_values().collect();
    all.sort_by_cached_key(|r| (words(surnames(r)).join(" "), r.year));
    all
}

/// What an entry is sorted by: the first author's last name, or the text.
fn surnames(r: &Reference) -> &str {
    let first = r.author.split(", ").next().unwrap_or_default();
    let name = first.split(' ').rfind(|w| w.chars().next().is_some_and(char::is_alphabetic) && w.len() > 2);
    name.unwrap_or(&r.text)
}

impl Reference {
    pub fn bibtex(&self) -> String {
        let mut out = format!("@misc{{{},\n", self.key);
        let author = self.author.replace(", ", " and ");
        let title = if self.title.is_empty() { &self.text } else { &self.title };
        let year = self.year.map_or(String::new(), |y| y.to_string());
        for (name, value) in [
            ("author", author.as_str()),
            ("title", title.as_str()),
            ("howpublished", self.where_.as_str()),
            ("year", year.as_str()),
        ] {
            if !value.is_empty() {
                let _ = writeln!(out, "  {name} = {{{}}},", bibtex_text(value));
            }
        }
        out + "}\n"
    }

    /// Does it have all these words, in its text or in the names of the games that cite it?
    pub fn has(&self, asked: &[String]) -> bool {
        let mut own = words(&self.text);
        own.extend(self.games.iter().flat_map(|(_, title, _)| words(title)));
        asked.iter().all(|a| own.iter().any(|w| w.starts_with(a.as_str())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_short_citations_of_one_book_are_one_entry() {
        let (long, pages) =
            read("H. J. R. Murray, A History of Board-Games Other Than Chess, Oxford 1951, pp. 181-182");
        assert_eq!((long.key.as_str(), pages.as_str()), ("murray1951", "181-182"));
        assert_eq!(long.title, "A History of Board-Games Other Than Chess");
        assert_eq!(long.author, "H. J. R. Murray");
        let (short, pages) = read("Murray 1951: 105.");
        assert_eq!((short.key.as_str(), pages.as_str()), ("murray1951", "105"));
        let (several, _) =
            read("E. Berlekamp, J. Conway, R. Guy, Winning Ways for your Mathematical Plays, 1982");
        assert_eq!(several.author, "E. Berlekamp, J. Conway, R. Guy");
        assert!(several.bibtex().contains("author = {E. Berlekamp and J. Conway and R. Guy}"));
        assert_eq!(read("Oral tradition of school yards").0.year, None);
        assert_eq!(plain("<a href=\"x\">Smith 1990</a>: 7"), "Smith 1990: 7");
    }
}
