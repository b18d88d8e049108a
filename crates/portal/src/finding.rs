//! Finding games by what somebody remembers: names in any language and with slips, and words about what is on the board,
//! what is done, where and when it was played. An index of all words of all games is made once and looked through for
//! each question; what counts how much stands in `Field`. It knows words and facts, and no rules.

use crate::catalogue::{Entry, Facts};
use crate::search::{Names, words};
use crate::shelves;
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, LazyLock};

/// Where a word of a game stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    Name,
    Piece,
    Author,
    Family,
    Board,
    Place,
    Trait,
    Text,
}

impl Field {
    fn weight(self) -> f32 {
        match self {
            Field::Name => 30.0,
            Field::Piece => 14.0,
            Field::Author => 12.0,
            Field::Family => 12.0,
            Field::Board | Field::Place | Field::Trait => 8.0,
            Field::Text => 2.5,
        }
    }
}

/// The file of words: `data/words.toml`.
#[derive(Deserialize)]
struct File {
    names: BTreeMap<String, Vec<String>>,
    words: Meanings,
}

#[derive(Deserialize)]
struct Meanings {
    same: Vec<Vec<String>>,
    empty: Vec<String>,
}

struct Lore {
    /// Further names, by the title without spaces and accents.
    names: HashMap<String, Vec<String>>,
    /// Words of one meaning, each in its plain form.
    same: HashMap<String, Vec<String>>,
    /// Words that help to find nothing.
    empty: HashSet<String>,
}

static LORE: LazyLock<Lore> = LazyLock::new(|| {
    let file: File = match toml::from_str(include_str!("../data/words.toml")) {
        Ok(file) => file,
        Err(why) => {
            tracing::error!(%why, "words.toml cannot be read");
            return Lore { names: HashMap::new(), same: HashMap::new(), empty: HashSet::new() };
        }
    };
    let mut same: HashMap<String, Vec<String>> = HashMap::new();
    for group in &file.words.same {
        let plain: Vec<String> = group.iter().flat_map(|w| words(w)).map(|w| stem(&w)).collect();
        for word in &plain {
            let others = plain.iter().filter(|w| *w != word).cloned();
            same.entry(word.clone()).or_default().extend(others);
        }
    }
    Lore {
        names: file.names.into_iter().map(|(title, names)| (words(&title).concat(), names)).collect(),
        same,
        empty: file.words.empty.into_iter().collect(),
    }
});

/// The plain form of an English word: without the endings of number and doing. Crude, and the same for texts and questions.
pub fn stem(word: &str) -> String {
    let long = |least: usize| word.chars().count() >= least;
    let cut = |end: &str, put: &str| word.strip_suffix(end).map(|w| format!("{w}{put}"));
    match word {
        "geese" => return "goose".to_owned(),
        "mice" => return "mouse".to_owned(),
        "men" => return "man".to_owned(),
        "dice" => return "die".to_owned(),
        "oxen" => return "ox".to_owned(),
        _ => {}
    }
    let found = if long(6) && word.ends_with("lves") {
        cut("ves", "f")
    } else if long(5) && word.ends_with("ies") {
        cut("ies", "y")
    } else if long(5) && ["ches", "shes", "xes", "sses"].iter().any(|e| word.ends_with(e)) {
        cut("es", "")
    } else if long(4) && word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us") {
        cut("s", "")
    } else if long(6) && word.ends_with("ing") {
        let bare = word.strip_suffix("ing").unwrap_or(word);
        let mut back = bare.chars().rev();
        let doubled = back.next() == back.next();
        let cut = usize::from(doubled && !bare.ends_with("ss") && !bare.ends_with("ll"));
        Some(bare[..bare.len() - cut].to_owned())
    } else {
        None
    };
    found.unwrap_or_else(|| word.to_owned())
}

/// A game as the index has it.
pub struct Doc {
    pub entry: Arc<Entry>,
    pub facts: Arc<Facts>,
    /// Place among the known games.
    pub rank: Option<u32>,
    /// Values of each facet; see [`crate::asking::FACETS`].
    pub values: Vec<Vec<String>>,
    pub incomplete: bool,
    /// Its place in the order of titles.
    pub place: usize,
    names: Names,
}

/// All games, ready to be looked through.
pub struct Index {
    pub docs: Vec<Doc>,
    /// For each word in its plain form: which games have it, and how much it says about them.
    posts: HashMap<String, Vec<(u32, f32)>>,
    /// The same words in order, by their length in letters: for slips and beginnings.
    vocabulary: Vec<(String, usize)>,
}

/// How a game fits a question.
pub struct Hit {
    pub doc: usize,
    pub score: f32,
    /// Words of the question that it has.
    pub matched: usize,
}

/// What was found, and how many words were asked for.
pub struct Found {
    pub hits: Vec<Hit>,
    /// Some game has all words.
    pub whole: bool,
}

fn other_names(facts: &Facts) -> impl Iterator<Item = &str> {
    // Under any of its names somebody may have written down more of them.
    let known = std::iter::once(&facts.title).chain(&facts.aliases);
    let further = known.filter_map(|name| LORE.names.get(&words(name).concat())).flatten();
    facts.aliases.iter().chain(std::iter::once(&facts.byname)).chain(further).map(String::as_str)
}

/// The words that say something.
fn telling(text: &str) -> Vec<String> {
    words(text).into_iter().filter(|w| !LORE.empty.contains(w)).collect()
}

/// Longer texts add words and no knowledge.
const MOST_WORDS: usize = 400;

impl Doc {
    fn new(entry: &Arc<Entry>, values: Vec<Vec<String>>, incomplete: bool) -> Doc {
        let facts = entry.facts();
        // Names are compared as they are and without the words that say nothing.
        let all: Vec<&str> = std::iter::once(facts.title.as_str()).chain(other_names(&facts)).collect();
        let bare: Vec<String> = all.iter().map(|n| telling(n).join(" ")).filter(|n| !n.is_empty()).collect();
        let names =
            Names::new(all.iter().copied().filter(|n| !n.is_empty()).chain(bare.iter().map(String::as_str)));
        Doc {
            entry: entry.clone(),
            rank: shelves::rank(&facts.title),
            names,
            values,
            incomplete,
            place: 0,
            facts,
        }
    }

    /// Every word of the game with where it stands.
    fn words(&self) -> Vec<(String, Field, f32)> {
        let f = &self.facts;
        let mut out: Vec<(String, Field, f32)> = Vec::new();
        let mut add = |text: &str, field: Field| {
            let list = telling(text);
            // One word of a long name says less than the only word of a short one.
            let weight = match field {
                Field::Name => field.weight() / (list.len().max(1) as f32).powf(0.6),
                Field::Piece
                | Field::Author
                | Field::Family
                | Field::Board
                | Field::Place
                | Field::Trait
                | Field::Text => field.weight(),
            };
            out.extend(list.into_iter().take(MOST_WORDS).map(|w| (stem(&w), field, weight)));
        };
        for name in std::iter::once(f.title.as_str()).chain(other_names(f)) {
            add(name, Field::Name);
            // "tictactoe"
            add(&words(name).concat(), Field::Name);
        }
        f.pieces.iter().for_each(|p| add(p, Field::Piece));
        add(&f.author, Field::Author);
        if let Some(family) = shelves::family(&f.family) {
            family.words.iter().for_each(|w| add(w, Field::Family));
            add(crate::texts::found(&format!("family.{}", family.key)).unwrap_or_default(), Field::Family);
        }
        add(&f.classification.replace('/', " "), Field::Family);
        add(&f.board, Field::Board);
        for text in [&f.region, &f.period, &f.origin] {
            add(text, Field::Place);
        }
        for held in shelves::traits().iter().filter(|t| f.traits.contains(&t.key)) {
            held.words.iter().for_each(|w| add(w, Field::Trait));
        }
        for text in [&f.summary, &f.rules, &f.story] {
            add(text, Field::Text);
        }
        out
    }
}

/// So many games have their names compared with a question.
const MOST_COMPARED: usize = 250;

/// What fits so much less than the best is left out.
const TAIL: f32 = 0.05;

impl Index {
    /// `values`: the facets of a game; `incomplete`: may it not be played for want of rules?
    pub fn new(
        entries: impl Iterator<Item = (Arc<Entry>, Vec<Arc<Entry>>)>,
        values: &dyn Fn(&Facts) -> Vec<Vec<String>>,
        incomplete: &dyn Fn(&Facts) -> bool,
    ) -> Index {
        let mut docs: Vec<Doc> = Vec::new();
        let mut posts: HashMap<String, Vec<(u32, f32)>> = HashMap::new();
        for (entry, versions) in entries {
            let facts = entry.facts();
            let doc = Doc::new(&entry, values(&facts), incomplete(&facts));
            let place = u32::try_from(docs.len()).unwrap_or(u32::MAX);
            let mut weights: HashMap<String, f32> = HashMap::new();
            let mut gather = |list: Vec<(String, Field, f32)>| {
                for (word, field, weight) in list {
                    let most = weights.entry(word).or_insert(0.0);
                    let again =
                        if field == Field::Text && *most >= 2.0 && *most < 6.0 { *most + 0.7 } else { 0.0 };
                    *most = most.max(weight).max(again);
                }
            };
            gather(doc.words());
            // What another description of the same game calls it counts as well.
            for version in &versions {
                gather(Doc::new(version, Vec::new(), false).words());
            }
            for (word, weight) in weights {
                posts.entry(word).or_default().push((place, weight));
            }
            docs.push(doc);
        }
        let mut titles: Vec<(String, usize)> =
            docs.iter().enumerate().map(|(i, d)| (d.facts.title.to_lowercase(), i)).collect();
        titles.sort();
        for (place, (_, at)) in titles.into_iter().enumerate() {
            docs[at].place = place;
        }
        let mut vocabulary: Vec<(String, usize)> =
            posts.keys().map(|w| (w.clone(), w.chars().count())).collect();
        vocabulary.sort();
        Index { docs, posts, vocabulary }
    }

    /// The words of the index that a word of a question may mean, each with how sure that is.
    fn meanings(&self, word: &str, unfinished: bool) -> Vec<(&str, f32)> {
        let plain = stem(word);
        let mut out: Vec<(&str, f32)> = Vec::new();
        let mut add = |word: &str, sure: f32| {
            if let Some((word, _)) = self.posts.get_key_value(word) {
                out.push((word, sure));
            }
        };
        add(&plain, 1.0);
        for other in LORE.same.get(&plain).into_iter().flatten() {
            add(other, 0.7);
        }
        let known = out.iter().any(|(_, sure)| *sure >= 0.7);
        let length = plain.chars().count();
        let whole = self.posts.get(&plain).map_or(0, Vec::len);
        if unfinished && length >= 3 && whole < 3 {
            let from = self.vocabulary.partition_point(|(w, _)| w.as_str() < plain.as_str());
            let begin = self.vocabulary[from..].iter().take_while(|(w, _)| w.starts_with(&plain));
            out.extend(begin.skip_while(|(w, _)| *w == plain).take(40).map(|(w, _)| (w.as_str(), 0.6)));
        }
        if !known && length >= 4 {
            let allowed = if length >= 8 { 2 } else { 1 };
            for (other, n) in &self.vocabulary {
                if n.abs_diff(length) <= allowed {
                    let slips = strsim::osa_distance(&plain, other);
                    if slips > 0 && slips <= allowed {
                        out.push((other, if slips == 1 { 0.5 } else { 0.35 }));
                    }
                }
            }
        }
        out
    }

    /// All games that fit a question, best first.
    pub fn find(&self, question: &str) -> Found {
        let all = words(question);
        let mut asked: Vec<String> = telling(question);
        if asked.is_empty() {
            asked.clone_from(&all);
        }
        asked.truncate(12);
        let mut scores: HashMap<u32, (f32, usize)> = HashMap::new();
        let many = self.docs.len().max(1) as f32;
        for (i, word) in asked.iter().enumerate() {
            let mut of_word: HashMap<u32, f32> = HashMap::new();
            for (meant, sure) in self.meanings(word, i + 1 == asked.len()) {
                let Some(list) = self.posts.get(meant) else { continue };
                let rare = (1.0 + many / list.len() as f32).ln();
                for (doc, weight) in list {
                    let worth = weight * sure * rare;
                    let most = of_word.entry(*doc).or_insert(0.0);
                    *most = most.max(worth);
                }
            }
            for (doc, worth) in of_word {
                let (sum, matched) = scores.entry(doc).or_insert((0.0, 0));
                *sum += worth;
                *matched += 1;
            }
        }
        let mut hits = Vec::new();
        // Names are compared letter by letter only where a word fits already; the most promising games first.
        let mut candidates: Vec<(u32, (f32, usize))> = scores.into_iter().collect();
        candidates.sort_by(|a, b| b.1.1.cmp(&a.1.1).then(b.1.0.total_cmp(&a.1.0)).then(a.0.cmp(&b.0)));
        for (nth, (i, (content, mut matched))) in candidates.into_iter().enumerate() {
            let i = i as usize;
            let doc = &self.docs[i];
            let questions = if all == asked { 1 } else { 2 };
            let near = nth < MOST_COMPARED;
            let cost = [&asked, &all]
                .into_iter()
                .take(questions)
                .filter(|_| near)
                .filter_map(|q| doc.names.cost(q))
                .min();
            let by_name = cost.map_or(0.0, |c| 420.0 / (1.0 + c as f32 / 12.0));
            if cost.is_some() {
                matched = asked.len();
            }
            let share = matched as f32 / asked.len().max(1) as f32;
            let known = doc.rank.map_or(0.0, |r| 45.0 - (r as f32 / 3.0).min(25.0));
            let library = if doc.entry.is_ours() { 12.0 } else { 0.0 };
            let mut score = (content + by_name) * share * share + (known + library) * share;
            if doc.incomplete {
                score *= 0.5;
            }
            hits.push(Hit { doc: i, score, matched });
        }
        let whole = hits.iter().any(|h| h.matched >= asked.len());
        let least = if whole { asked.len() } else { asked.len().div_ceil(2) };
        let best = hits.iter().map(|h| h.score).fold(0.0, f32::max);
        hits.retain(|h| h.matched >= least && h.score >= best * TAIL);
        hits.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.doc.cmp(&b.doc)));
        Found { hits, whole }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_fall_away() {
        let pairs = [
            ("stones", "stone"),
            ("geese", "goose"),
            ("wolves", "wolf"),
            ("sowing", "sow"),
            ("chess", "chess"),
            ("draughts", "draught"),
            ("hopping", "hop"),
            ("latrunculus", "latrunculus"),
            ("boxes", "box"),
            ("rolling", "roll"),
            ("go", "go"),
            ("ladies", "lady"),
        ];
        for (word, plain) in pairs {
            assert_eq!(stem(word), plain);
        }
    }

    #[test]
    fn words_that_say_nothing_are_left_out() {
        assert_eq!(telling("the game with stones in holes"), ["stones", "holes"]);
    }
}
