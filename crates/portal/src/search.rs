//! Finding names that somebody half remembers: case, accents and punctuation do not count, words may come in any
//! order, the last one may be unfinished, and each may hold a slip or two. It knows words and nothing about games.

use std::cmp::Ordering;

/// Names to look through, made comparable once.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Each name as its words.
    names: Vec<Vec<String>>,
}

/// Small letters without accents; everything else parts words.
pub fn words(text: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    for c in text.chars() {
        if c.is_alphanumeric() {
            if let Some(last) = out.last_mut() {
                last.extend(c.to_lowercase().flat_map(|c| bare(c).chars().collect::<Vec<_>>()));
            }
        } else if c != '\'' && c != '’' && out.last().is_some_and(|w| !w.is_empty()) {
            out.push(String::new());
        }
    }
    out.retain(|w| !w.is_empty());
    out
}

/// A letter without its accent.
fn bare(c: char) -> String {
    let plain = match c {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ā' | 'ă' | 'ą' => "a",
        'ç' | 'ć' | 'č' => "c",
        'ď' | 'đ' | 'ḍ' => "d",
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ė' | 'ę' | 'ě' => "e",
        'ğ' | 'ģ' => "g",
        'ḥ' => "h",
        'ì' | 'í' | 'î' | 'ï' | 'ī' | 'į' | 'ı' => "i",
        'ł' | 'ļ' => "l",
        'ñ' | 'ń' | 'ň' | 'ņ' => "n",
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'ō' | 'ő' => "o",
        'ř' | 'ŕ' => "r",
        'ś' | 'š' | 'ş' | 'ș' | 'ṣ' => "s",
        'ß' => "ss",
        'ť' | 'ţ' | 'ț' | 'ṭ' => "t",
        'ù' | 'ú' | 'û' | 'ü' | 'ū' | 'ů' | 'ű' => "u",
        'ý' | 'ÿ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        'æ' => "ae",
        'œ' => "oe",
        'þ' => "th",
        'ð' => "d",
        other => return other.to_string(),
    };
    plain.to_owned()
}

impl Names {
    pub fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Names {
        Names { names: names.into_iter().map(words).collect() }
    }

    /// How well a query fits the best of the names: 0 is perfect, nothing is not at all.
    pub fn cost(&self, query: &[String]) -> Option<u32> {
        self.names.iter().enumerate().filter_map(|(i, name)| Some(fit(query, name)? + u32::from(i > 0))).min()
    }
}

/// How well a query fits a name.
fn fit(query: &[String], name: &[String]) -> Option<u32> {
    if query.is_empty() {
        return Some(0);
    }
    let mut cost = 0;
    for (i, wanted) in query.iter().enumerate() {
        let last = i + 1 == query.len();
        let best = name.iter().enumerate().filter_map(|(place, word)| {
            let far = if place == i { 0 } else { 2 };
            Some(word_cost(wanted, word, last, query.len() > 1)? + far)
        });
        // Two words written as one: "tictactoe".
        let joined: String = name.concat();
        let whole =
            (query.len() == 1).then(|| word_cost(wanted, &joined, true, false)).flatten().map(|c| c + 1);
        cost += best.chain(whole).min()?;
    }
    // A name with words that were not asked for comes after one without.
    let extra = u32::try_from(name.len().saturating_sub(query.len())).unwrap_or(9).min(9);
    Some(cost * 10 + extra)
}

/// Slips between two words: 0 for the same word, 1 for its beginning, 3 and more for slips.
fn word_cost(wanted: &str, word: &str, unfinished: bool, in_company: bool) -> Option<u32> {
    if wanted == word {
        return Some(0);
    }
    if unfinished && word.starts_with(wanted) {
        return Some(1);
    }
    let length = wanted.chars().count();
    let allowed = match length {
        // A slip in a word of three letters is forgiven where other words say what is meant.
        3 if in_company => 1,
        0..=3 => 0,
        4..=6 => 1,
        7..=10 => 2,
        _ => 3,
    };
    if allowed == 0 {
        return None;
    }
    let slips = |word: &str| u32::try_from(strsim::osa_distance(wanted, word)).unwrap_or(u32::MAX);
    let mut best = slips(word);
    if unfinished && word.chars().count() > length {
        // Compare with as much of the word as was typed.
        for cut in length.saturating_sub(1)..=length + 1 {
            let start: String = word.chars().take(cut).collect();
            best = best.min(slips(&start).saturating_add(1));
        }
    }
    (best <= allowed).then_some(best * 3)
}

/// The order of results: better fits first, then as the caller wishes.
pub fn by_cost(a: u32, b: u32, then: impl FnOnce() -> Ordering) -> Ordering {
    a.cmp(&b).then_with(then)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(query: &str, names: &[&str]) -> Vec<String> {
        let query = words(query);
        let mut found: Vec<(u32, &str)> =
            names.iter().filter_map(|n| Some((Names::new([*n]).cost(&query)?, *n))).collect();
        found.sort();
        found.into_iter().map(|(_, n)| n.to_owned()).collect()
    }

    const NAMES: &[&str] = &[
        "Chess",
        "Shatranj",
        "Nine Men's Morris",
        "Tic-Tac-Toe",
        "Go",
        "Gomoku",
        "Königsspiel",
        "Chess-rush",
    ];

    #[test]
    fn slips_are_forgiven() {
        assert_eq!(best("shatrnaj", NAMES), ["Shatranj"]);
        assert_eq!(best("ches", NAMES)[0], "Chess");
        assert_eq!(best("nine mens moris", NAMES), ["Nine Men's Morris"]);
        assert_eq!(best("morris", NAMES), ["Nine Men's Morris"]);
        assert_eq!(best("tictactoe", NAMES), ["Tic-Tac-Toe"]);
        assert_eq!(best("tic tac tow", NAMES), ["Tic-Tac-Toe"]);
        assert_eq!(best("konigspiel", NAMES), ["Königsspiel"]);
    }

    #[test]
    fn exact_names_come_first_and_strangers_not_at_all() {
        assert_eq!(best("go", NAMES), ["Go", "Gomoku"]);
        assert_eq!(best("chess", NAMES), ["Chess", "Chess-rush"]);
        assert!(best("backgammon", NAMES).is_empty());
    }
}
