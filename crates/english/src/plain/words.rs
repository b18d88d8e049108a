//! Words of closed lists that need care: directions.

use super::facts::node_of;
use super::nouns::compass;
use super::writer::Writer;
use crate::grammar;
use ludarium_ludemes::checked::{Arg, Value};

/// The direction words of an argument, where it is made of nothing else; marks what it reads.
pub fn direction_words<'a>(w: &mut Writer<'a>, arg: &'a Arg) -> Vec<String> {
    match &arg.value {
        Value::Enum(..) => vec![arg.value.word().unwrap_or("").to_string()],
        Value::Array(items) => items.iter().filter_map(|i| i.value.word()).map(str::to_string).collect(),
        Value::Node(id) => {
            let id = *id;
            if !["directions", "directions#2"].contains(&w.id(id)) || w.has(id, "of") {
                return Vec::new();
            }
            let mut words = Vec::new();
            for name in ["absoluteDirection", "absoluteDirections", "relativeDirection", "relativeDirections"]
            {
                for item in w.items(id, name) {
                    words.extend(item.value.word().map(str::to_string));
                }
            }
            words
        }
        Value::Int(_) | Value::Float(_) | Value::Bool(_) | Value::Text(_) | Value::Hole(..) => Vec::new(),
    }
}

/// As an adverb.
pub fn direction<'a>(w: &mut Writer<'a>, arg: &'a Arg) -> String {
    if let Some(id) = node_of(Some(arg))
        && (!["directions", "directions#2"].contains(&w.id(id)) || w.has(id, "of"))
    {
        if w.id(id) == "directions#2" {
            let of = match w.take(id, "of").and_then(|a| a.value.word()) {
                Some("Orthogonal") => "orthogonal",
                Some("Diagonal") => "diagonal",
                Some("OffDiagonal") => "off-diagonal",
                _ => "",
            };
            let mut words = Vec::new();
            for name in ["relativeDirection", "relativeDirections"] {
                for item in w.items(id, name) {
                    words.extend(item.value.word().map(str::to_string));
                }
            }
            let said = adverb(&words, w.facts.squares);
            return if of.is_empty() { said } else { format!("{said} (along {of} lines)") };
        }
        return w.node(id, "dir").text;
    }
    let words = direction_words(w, arg);
    if words.is_empty() {
        return "in any direction".to_string();
    }
    if let [one] = words.as_slice()
        && let Some(said) = w.turned_word(one)
    {
        return said.to_string();
    }
    adverb(&words, w.facts.squares)
}

/// Several direction words as one adverb.
pub fn adverb(words: &[String], squares: bool) -> String {
    let mut sorted: Vec<&str> = words.iter().map(String::as_str).collect();
    sorted.sort_unstable();
    let diagonally = if squares { "diagonally " } else { "" };
    if squares && let Some(said) = on_squares(&sorted) {
        return said;
    }
    let named: Vec<&str> = COMPASS.into_iter().filter(|c| sorted.contains(c)).collect();
    if sorted.len() > 5 && named.len() == sorted.len() {
        return match COMPASS.len() - named.len() {
            0 => "in any direction".to_string(),
            _ => format!("in {} directions of the compass", grammar::number(named.len() as i64)),
        };
    }
    match sorted.as_slice() {
        ["Leftward", "Rightward"] => return "sideways".to_string(),
        ["Backward", "Forward"] => return "straight forward or backward".to_string(),
        ["Forward", "Leftward", "Rightward"] => return "forward or sideways".to_string(),
        ["E", "W"] => return "east or west (sideways)".to_string(),
        ["N", "S"] => return "north or south".to_string(),
        _ => {}
    }
    let said: Vec<String> = words
        .iter()
        .map(|word| match word.as_str() {
            "All" | "Adjacent" => "in any direction".to_string(),
            "Orthogonal" => "orthogonally".to_string(),
            "Diagonal" => "diagonally".to_string(),
            "OffDiagonal" => "off-diagonally".to_string(),
            "Axial" => "along an axis".to_string(),
            "Angled" => "off the axes".to_string(),
            "SameLayer" => "within the same layer".to_string(),
            "Upward" => "upwards to the next layer".to_string(),
            "Downward" => "downwards to the layer below".to_string(),
            "Rotational" => "round the centre".to_string(),
            "Base" => "down to the bottom".to_string(),
            "Support" => "down to what carries it".to_string(),
            "CW" => "clockwise".to_string(),
            "CCW" => "anticlockwise".to_string(),
            "In" => "towards the centre".to_string(),
            "Out" => "away from the centre".to_string(),
            "Forward" => "forward".to_string(),
            "Backward" => "backward".to_string(),
            "Rightward" => "to the right".to_string(),
            "Leftward" => "to the left".to_string(),
            "Forwards" => "straight or diagonally forward".to_string(),
            "Backwards" => "straight or diagonally backward".to_string(),
            "Rightwards" => "straight or diagonally to the right".to_string(),
            "Leftwards" => "straight or diagonally to the left".to_string(),
            "FL" => format!("{diagonally}forward-left"),
            "FR" => format!("{diagonally}forward-right"),
            "BL" => format!("{diagonally}backward-left"),
            "BR" => format!("{diagonally}backward-right"),
            "FLL" => "forward and far to the left".to_string(),
            "FLLL" => "forward and very far to the left".to_string(),
            "FRR" => "forward and far to the right".to_string(),
            "FRRR" => "forward and very far to the right".to_string(),
            "BLL" => "backward and far to the left".to_string(),
            "BLLL" => "backward and very far to the left".to_string(),
            "BRR" => "backward and far to the right".to_string(),
            "BRRR" => "backward and very far to the right".to_string(),
            "SameDirection" => "in the same direction".to_string(),
            "OppositeDirection" => "in the opposite direction".to_string(),
            "U" => "up".to_string(),
            "D" => "down".to_string(),
            other => match (other.strip_prefix('U'), other.strip_prefix('D')) {
                (Some(rest), _) if !rest.is_empty() => format!("up and {}", compass(rest)),
                (_, Some(rest)) if !rest.is_empty() => format!("down and {}", compass(rest)),
                _ => compass(other).to_string(),
            },
        })
        .collect();
    grammar::list(&said, "or")
}

const COMPASS: [&str; 16] =
    ["N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"];

/// The eight ways out of a square, as the piece looks, in the fewest words.
fn on_squares(words: &[&str]) -> Option<String> {
    // Forward, backward, left, right; then the diagonals between them.
    const WAYS: [&str; 8] = ["Forward", "Backward", "Leftward", "Rightward", "FL", "FR", "BL", "BR"];
    let mut set = [false; 8];
    for word in words {
        let ways: &[&str] = match *word {
            "Forwards" => &["Forward", "FL", "FR"],
            "Backwards" => &["Backward", "BL", "BR"],
            "Leftwards" => &["Leftward", "FL", "BL"],
            "Rightwards" => &["Rightward", "FR", "BR"],
            "Orthogonal" => &["Forward", "Backward", "Leftward", "Rightward"],
            "Diagonal" => &["FL", "FR", "BL", "BR"],
            "All" | "Adjacent" => &WAYS,
            one => std::slice::from_ref(WAYS.iter().find(|w| **w == one)?),
        };
        for way in ways {
            let index = WAYS.iter().position(|w| w == way)?;
            set[index] = true;
        }
    }
    let [forward, backward, left, right, fl, fr, bl, br] = set;
    let count = set.iter().filter(|s| **s).count();
    const SAID: [&str; 8] = [
        "straight forward",
        "straight backward",
        "to the left",
        "to the right",
        "diagonally forward-left",
        "diagonally forward-right",
        "diagonally backward-left",
        "diagonally backward-right",
    ];
    match count {
        0 => return None,
        8 => return Some("in any direction".to_string()),
        6 | 7 => {
            let missing = |a: usize, b: usize| !set[a] && !set[b];
            let except = if count == 7 {
                SAID[set.iter().position(|s| !s)?].to_string()
            } else if missing(0, 1) {
                "straight forward or backward".to_string()
            } else if missing(2, 3) {
                "sideways".to_string()
            } else if missing(6, 7) {
                "diagonally backward".to_string()
            } else if missing(4, 5) {
                "diagonally forward".to_string()
            } else {
                let gone: Vec<String> = (0..8).filter(|i| !set[*i]).map(|i| SAID[i].to_string()).collect();
                grammar::list(&gone, "or")
            };
            return Some(format!("in any direction except {except}"));
        }
        _ => {}
    }
    let mut parts: Vec<&str> = Vec::new();
    let straight = forward && backward && left && right;
    let (front, back) = (forward && fl && fr && !(bl || br), backward && bl && br && !(fl || fr));
    if straight {
        parts.push("orthogonally");
    } else {
        match (forward && !front, backward && !back) {
            (true, true) => parts.push("straight forward or backward"),
            (true, false) => parts.push(if count == 1 { "forward" } else { "straight forward" }),
            (false, true) => parts.push(if count == 1 { "backward" } else { "straight backward" }),
            (false, false) => {}
        }
    }
    if front && !straight {
        parts.push("straight or diagonally forward");
    } else if back && !straight {
        parts.push("straight or diagonally backward");
    }
    let told = (front || back) && !straight;
    match (fl && fr, bl && br) {
        _ if told => {}
        (true, true) => parts.push("diagonally"),
        (true, false) => parts.push("diagonally forward"),
        (false, true) => parts.push("diagonally backward"),
        (false, false) => {}
    }
    if !told {
        for (here, pair, said) in [(fl, fr, SAID[4]), (fr, fl, SAID[5]), (bl, br, SAID[6]), (br, bl, SAID[7])]
        {
            if here && !pair {
                parts.push(said);
            }
        }
    }
    if !straight {
        match (left, right) {
            (true, true) => parts.push("sideways"),
            (true, false) => parts.push("to the left"),
            (false, true) => parts.push("to the right"),
            (false, false) => {}
        }
    }
    let parts: Vec<String> = parts.into_iter().map(str::to_string).collect();
    Some(grammar::list(&parts, "or"))
}
