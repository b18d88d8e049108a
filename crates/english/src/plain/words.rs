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
    adverb(&words, w.facts.squares)
}

/// Several direction words as one adverb.
pub fn adverb(words: &[String], squares: bool) -> String {
    let mut sorted: Vec<&str> = words.iter().map(String::as_str).collect();
    sorted.sort_unstable();
    let diagonally = if squares { "diagonally " } else { "" };
    match sorted.as_slice() {
        ["FL", "FR"] if squares => return "diagonally forward".to_string(),
        ["BL", "BR"] if squares => return "diagonally backward".to_string(),
        ["BL", "BR", "FL", "FR"] if squares => return "diagonally".to_string(),
        ["Leftward", "Rightward"] => return "sideways".to_string(),
        ["Backward", "Forward"] => return "straight forward or backward".to_string(),
        ["Forward", "Leftward", "Rightward"] => return "forward or sideways".to_string(),
        ["FL", "FR", "Forward"] if squares => return "straight or diagonally forward".to_string(),
        ["FL", "FR", "Forward", "Leftward", "Rightward"] if squares => {
            return "straight forward, diagonally forward or sideways".to_string();
        }
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
