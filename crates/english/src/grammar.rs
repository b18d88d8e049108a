//! English grammar: articles, plurals, verbs, lists, capitals. Knows words, knows no game.

/// `a` or `an` for what follows.
pub fn article(phrase: &str) -> &'static str {
    let word: String = phrase
        .trim_start_matches(|c: char| !c.is_alphanumeric())
        .chars()
        .take_while(|c| c.is_alphanumeric())
        .collect();
    let lower = word.to_lowercase();
    if word.chars().all(|c| c.is_ascii_digit()) && !word.is_empty() {
        // eight, eleven, eighteen, eighty, eight hundred …
        let an = word.starts_with('8')
            || ((word == "11" || word == "18")
                || (word.len() % 3 == 2 && (word.starts_with("11") || word.starts_with("18"))));
        return if an { "an" } else { "a" };
    }
    if word.chars().count() == 1 || word.chars().all(|c| c.is_ascii_uppercase()) && word.chars().count() <= 2
    {
        let first = lower.chars().next().unwrap_or('b');
        return if "aefhilmnorsx".contains(first) { "an" } else { "a" };
    }
    // Digits follow letters, as in `A1` or `F3`: said letter by letter.
    if word.chars().nth(1).is_some_and(|c| c.is_ascii_digit()) {
        let first = lower.chars().next().unwrap_or('b');
        return if "aefhilmnorsx".contains(first) { "an" } else { "a" };
    }
    const SILENT: [&str; 4] = ["hour", "honest", "honour", "heir"];
    const YOU: [&str; 8] = ["uni", "use", "usu", "eu", "one", "ura", "unanim", "uti"];
    if SILENT.iter().any(|s| lower.starts_with(s)) {
        return "an";
    }
    if YOU.iter().any(|s| lower.starts_with(s)) && !lower.starts_with("unin") && !lower.starts_with("unim") {
        return "a";
    }
    if lower.starts_with(['a', 'e', 'i', 'o', 'u', 'é', 'á', 'ō']) { "an" } else { "a" }
}

/// With its article: `a rook`, `an elephant`.
pub fn a(phrase: &str) -> String {
    format!("{} {phrase}", article(phrase))
}
