//! English grammar: articles, plurals, verbs, numbers, lists, capitals. Knows words, knows no game.

/// Whether something is one, many, or the reader.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Number {
    #[default]
    One,
    Many,
    You,
}

/// `a` or `an` for what follows.
pub fn article(phrase: &str) -> &'static str {
    let start = phrase.trim_start_matches(|c: char| !c.is_alphanumeric());
    let word: String = start.chars().take_while(|c| c.is_alphanumeric()).collect();
    let lower = word.to_lowercase();
    if !word.is_empty() && word.chars().all(|c| c.is_ascii_digit()) {
        // eight, eleven, eighteen, eighty, eight hundred …
        let teens = (word.starts_with("11") || word.starts_with("18")) && word.len() % 3 == 2;
        return if word.starts_with('8') || teens { "an" } else { "a" };
    }
    let mut letters = word.chars();
    let (first, second) = (letters.next(), letters.next());
    let spelt = second.is_none_or(|c| c.is_ascii_digit())
        || (word.chars().count() == 2 && word.chars().all(|c| c.is_ascii_uppercase()));
    if spelt && lower != "a" {
        let an = first.is_some_and(|c| "aefhilmnorsx".contains(c.to_ascii_lowercase()));
        return if an { "an" } else { "a" };
    }
    const SILENT: [&str; 4] = ["hour", "honest", "honour", "heir"];
    const LIKE_YOU: [&str; 6] = ["uni", "use", "usu", "eu", "one", "once"];
    const NOT_LIKE_YOU: [&str; 3] = ["unin", "unim", "unii"];
    if SILENT.iter().any(|s| lower.starts_with(s)) {
        return "an";
    }
    if LIKE_YOU.iter().any(|s| lower.starts_with(s)) && !NOT_LIKE_YOU.iter().any(|s| lower.starts_with(s)) {
        return "a";
    }
    if lower.starts_with(['a', 'e', 'i', 'o', 'u', 'é', 'á', 'à', 'ō', 'ö']) { "an" } else { "a" }
}

/// With its article: `a rook`, `an elephant`.
pub fn a(phrase: &str) -> String {
    format!("{} {phrase}", article(phrase))
}

/// More than one of it. The last word of the phrase changes.
pub fn plural(noun: &str) -> String {
    const SAME: [&str; 7] = ["pieces", "dice", "sheep", "fish", "deer", "chess", "geese"];
    const ODD: [(&str, &str); 16] = [
        ("man", "men"),
        ("woman", "women"),
        ("goose", "geese"),
        ("die", "dice"),
        ("ox", "oxen"),
        ("mouse", "mice"),
        ("wolf", "wolves"),
        ("thief", "thieves"),
        ("knife", "knives"),
        ("child", "children"),
        ("foot", "feet"),
        ("vertex", "vertices"),
        ("calf", "calves"),
        ("half", "halves"),
        ("leaf", "leaves"),
        ("wife", "wives"),
    ];
    let (head, last) = noun.rsplit_once(' ').map_or(("", noun), |(head, last)| (head, last));
    let lower = last.to_lowercase();
    let changed = if SAME.contains(&lower.as_str()) {
        last.to_string()
    } else if let Some((one, many)) = ODD.iter().find(|(one, _)| lower == *one) {
        debug_assert!(one != many);
        if last.chars().next().is_some_and(char::is_uppercase) { capital(many) } else { (*many).to_string() }
    } else if lower.ends_with("sman") || lower.ends_with("tsman") {
        format!("{}en", &last[..last.len() - 2])
    } else if ["s", "sh", "ch", "x", "z"].iter().any(|end| lower.ends_with(end)) {
        format!("{last}es")
    } else if lower.ends_with('y')
        && !["ay", "ey", "oy", "uy"].iter().any(|end| lower.ends_with(end))
        && last.len() > 1
    {
        format!("{}ies", &last[..last.len() - 1])
    } else {
        format!("{last}s")
    };
    if head.is_empty() { changed } else { format!("{head} {changed}") }
}

/// The words of a name that may end in the number of a player: `PlacementP1` is the placement of Player 1.
pub fn words_of_title(name: &str) -> String {
    let cut = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = &name[cut.len()..];
    match cut.strip_suffix('P').map(|c| c.trim_end_matches(['_', ' ', '-'])) {
        Some(title) if !number.is_empty() && title.ends_with(|c: char| c.is_lowercase()) => {
            format!("{} of Player {number}", words_of_name(title))
        }
        Some(_) | None => words_of_name(name),
    }
}

/// One of several, where the plural is a regular one or a known odd one.
pub fn singular(many: &str) -> Option<String> {
    let (head, last) = many.rsplit_once(' ').map_or(("", many), |(head, last)| (head, last));
    let stems = [last.strip_suffix("es"), last.strip_suffix('s')].into_iter().flatten();
    let odd = [("men", "man"), ("geese", "goose"), ("sheep", "sheep"), ("wolves", "wolf"), ("mice", "mouse")];
    let known = odd.iter().find(|(m, _)| last == *m).map(|(_, one)| one.to_string());
    let ies = last.strip_suffix("ies").map(|stem| format!("{stem}y"));
    let one =
        known.or_else(|| ies.into_iter().chain(stems.map(str::to_string)).find(|one| plural(one) == last))?;
    Some(if head.is_empty() { one } else { format!("{head} {one}") })
}

/// A verb for its subject, perhaps denied. Verbs are given in the third person (`holds`), or in the base form for a
/// subject that is always plural (`have`, `form`).
pub fn verb(word: &str, subject: Number, denied: bool) -> String {
    let plural = subject != Number::One;
    let (said, not) = match word {
        "is" if plural => ("are", "are not"),
        "is" => ("is", "is not"),
        "are" => ("are", "are not"),
        "was" if plural => ("were", "were not"),
        "was" => ("was", "was not"),
        "has a" if plural => ("have a", "have no"),
        "has a" => ("has a", "has no"),
        "has" if plural => ("have", "do not have"),
        "has" => ("has", "does not have"),
        "have" => ("have", "have not"),
        "has been" if plural => ("have been", "have not been"),
        "has been" => ("has been", "has not been"),
        "all dice have" => ("all dice have", "not all dice have"),
        "all players have" => ("all players have", "not all players have"),
        "can" => ("can", "cannot"),
        "face" => ("face", "do not face"),
        "may" => ("may", "may not"),
        "there is a" => ("there is a", "there is no"),
        "there is an" => ("there is an", "there is no"),
        "started" => ("started", "did not start"),
        "ended" => ("ended", "did not end"),
        "made" => ("made", "did not make"),
        "moved" => ("moved", "did not move"),
        _ => ("", ""),
    };
    if !said.is_empty() {
        return if denied { not.to_string() } else { said.to_string() };
    }
    // `has been`, `has happened`: the first word carries the denial.
    if let Some(rest) = word.strip_prefix("has ") {
        let has = if plural { "have" } else { "has" };
        return if denied { format!("{has} not {rest}") } else { format!("{has} {rest}") };
    }
    let third = word.ends_with('s') && !word.ends_with("ss");
    let base = if third { base_form(word) } else { word.to_string() };
    match (denied, third && !plural) {
        (false, true) => word.to_string(),
        (false, false) => base,
        (true, true) => format!("does not {base}"),
        (true, false) => format!("do not {base}"),
    }
}

/// `touches` → `touch`, `carries` → `carry`, `holds` → `hold`.
fn base_form(third: &str) -> String {
    if let Some(stem) = third.strip_suffix("ies") {
        return format!("{stem}y");
    }
    for end in ["ches", "shes", "sses", "xes", "zes", "goes", "does"] {
        if third.ends_with(end) {
            return third[..third.len() - 2].to_string();
        }
    }
    third[..third.len() - 1].to_string()
}

/// `a, b and c`.
pub fn list(items: &[String], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., end] => format!("{} {last} {end}", most.join(", ")),
    }
}

/// With a capital first letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().collect::<String>() + letters.as_str(),
        None => String::new(),
    }
}

/// A small number in words, others in digits.
pub fn number(n: i64) -> String {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    match usize::try_from(n).ok().and_then(|i| WORDS.get(i)) {
        Some(word) => (*word).to_string(),
        None => n.to_string(),
    }
}

/// `first`, `second`, … `13th`.
pub fn ordinal(n: i64) -> String {
    const WORDS: [&str; 13] = [
        "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth", "eleventh", "twelfth",
    ];
    if let Some(word) = usize::try_from(n).ok().and_then(|i| WORDS.get(i)) {
        return (*word).to_string();
    }
    let end = match (n % 100, n % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{n}{end}")
}

/// Whose: `your`, `Player 1's`, `the players'`.
pub fn possessive(owner: &str) -> String {
    match owner {
        "you" => "your".to_string(),
        "it" => "its".to_string(),
        "they" => "their".to_string(),
        _ if owner.ends_with('s') => format!("{owner}'"),
        _ => format!("{owner}'s"),
    }
}

/// A name written as one word (`KingNoCross`, `left_hand`, `Pawn2`) in separate lower-case words. Names that are all
/// capitals, or a single letter, stay as they are.
pub fn words_of_name(name: &str) -> String {
    if name.chars().count() <= 1 || name.chars().filter(|c| c.is_alphabetic()).all(char::is_uppercase) {
        return name.replace('_', " ").trim().to_string();
    }
    let letters: Vec<char> = name.chars().collect();
    let mut out = String::new();
    for (i, &c) in letters.iter().enumerate() {
        let before = i.checked_sub(1).map(|k| letters[k]);
        let after = letters.get(i + 1);
        if c == '_' {
            out.push(' ');
            continue;
        }
        let begins = c.is_uppercase()
            && before.is_some_and(|b| {
                b.is_lowercase()
                    || b.is_ascii_digit()
                    || (b.is_uppercase() && after.is_some_and(|a| a.is_lowercase()))
            });
        let digits = c.is_ascii_digit() && before.is_some_and(char::is_alphabetic);
        if (begins || digits) && !out.ends_with([' ', '-', '\'', '(']) && !out.is_empty() {
            out.push(' ');
        }
        out.extend(c.to_lowercase());
    }
    let words = out.split_whitespace().collect::<Vec<_>>().join(" ");
    // How a piece is drawn is no part of what players call it.
    let drawn = ["no cross", " 3d"].iter().find_map(|how| words.strip_suffix(how)).map(str::trim_end);
    match drawn {
        Some(piece) if !piece.is_empty() => piece.to_string(),
        Some(_) | None => words,
    }
}

/// The text without doubled blanks, blanks before stops, or a word said twice in a row.
pub fn tidy(text: &str) -> String {
    let mut out: Vec<&str> = Vec::new();
    for word in text.split_whitespace() {
        if out
            .last()
            .is_some_and(|last| last.eq_ignore_ascii_case(word) && word.chars().any(char::is_alphabetic))
        {
            continue;
        }
        out.push(word);
    }
    out.join(" ")
        .replace(" ,", ",")
        .replace(" .", ".")
        .replace(" ;", ";")
        .replace(" :", ":")
        .replace("( ", "(")
        .replace(" )", ")")
        .replace(",,", ",")
        .replace("..", ".")
}

/// A whole sentence: tidy, with a capital and a stop.
pub fn sentence(text: &str) -> String {
    let tidy = tidy(text);
    let tidy = capital(tidy.trim());
    if tidy.is_empty() || tidy.ends_with(['.', ':', '!', '?']) { tidy } else { format!("{tidy}.") }
}
