//! Small words of page style: numbers, players, directions, plurals, lists.

/// A number in words, as page style spells it.
pub(super) fn number(n: i64) -> String {
    const SMALL: [&str; 20] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    const TENS: [&str; 10] =
        ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    match n {
        i64::MIN..0 => format!("minus {}", number(n.saturating_neg())),
        0..20 => SMALL[n as usize].to_string(),
        20..100 if n % 10 == 0 => TENS[n as usize / 10].to_string(),
        20..100 => format!("{}-{}", TENS[n as usize / 10], SMALL[n as usize % 10]),
        100..1000 if n % 100 == 0 => format!("{} hundred", SMALL[n as usize / 100]),
        100..1000 => format!("{} hundred and {}", SMALL[n as usize / 100], number(n % 100)),
        1000.. => n.to_string(),
    }
}

/// Who a role is. Roles that page style has no words for stay as they are written.
pub(super) fn role(word: &str) -> String {
    match word {
        "Mover" => "the moving player".to_string(),
        "Next" => "the next player".to_string(),
        "Neutral" => "no player".to_string(),
        _ => match word.strip_prefix('P').and_then(|n| n.parse::<i64>().ok()) {
            Some(n) => format!("player {}", number(n)),
            None => word.to_string(),
        },
    }
}

/// A direction. Only the four winds and the turned directions have words; the others are cut at their capitals.
pub(super) fn direction(word: &str) -> String {
    match word {
        "N" => return "north".to_string(),
        "S" => return "south".to_string(),
        "E" => return "east".to_string(),
        "W" => return "west".to_string(),
        _ => {}
    }
    let mut letters = word.chars();
    let ahead = match letters.next() {
        Some('F') => Some("forward"),
        Some('B') => Some("backward"),
        _ => None,
    };
    let sides: Vec<&str> = letters
        .map(|c| match c {
            'L' => "left",
            'R' => "right",
            _ => "",
        })
        .collect();
    if let Some(ahead) = ahead
        && !sides.is_empty()
        && sides.len() <= 3
        && sides.iter().all(|side| *side == sides[0] && !side.is_empty())
    {
        return format!("{ahead}-{}", sides.join("-"));
    }
    cut_at_capitals(word).to_lowercase()
}

/// `SameLayer` → `Same Layer`; a run of capitals stays together.
fn cut_at_capitals(word: &str) -> String {
    let letters: Vec<char> = word.chars().collect();
    let mut out = String::new();
    for (i, c) in letters.iter().enumerate() {
        let begins_word = i > 0
            && c.is_ascii_uppercase()
            && (!letters[i - 1].is_ascii_uppercase()
                || letters.get(i + 1).is_some_and(char::is_ascii_lowercase));
        if begins_word {
            out.push(' ');
        }
        out.push(*c);
    }
    out
}

/// What makes a name plural.
pub(super) fn plural_ending(name: &str) -> &'static str {
    let hisses = ["s", "sh", "ch", "x", "z"].iter().any(|end| name.ends_with(end));
    if hisses { "es" } else { "s" }
}

/// `a, b and c`, with the last word given.
pub(super) fn list(items: &[String], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// With a capital first letter.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// A piece's name without the number of its owner at the end, and that number.
pub(super) fn split_owner(name: &str) -> (&str, Option<i64>) {
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit());
    (bare, name[bare.len()..].parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(number(2), "two");
        assert_eq!(number(14), "fourteen");
        assert_eq!(number(42), "forty-two");
        assert_eq!(number(130), "one hundred and thirty");
    }

    #[test]
    fn directions() {
        let said = |word: &str| direction(word);
        assert_eq!(said("FLL"), "forward-left-left");
        assert_eq!(said("BR"), "backward-right");
        assert_eq!(said("NE"), "ne");
        assert_eq!(said("Forward"), "forward");
        assert_eq!(said("OffDiagonal"), "off diagonal");
        assert_eq!(said("SameLayer"), "same layer");
    }

    #[test]
    fn plurals_and_owners() {
        assert_eq!(plural_ending("KingnoCross"), "es");
        assert_eq!(plural_ending("Pawn"), "s");
        assert_eq!(split_owner("Pawn12"), ("Pawn", Some(12)));
        assert_eq!(split_owner("Pawn"), ("Pawn", None));
    }
}
