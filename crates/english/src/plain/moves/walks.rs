//! Walks of steps and turns, and verbs that follow a comma.

use super::super::facts::{SiteNoun, items_of};
use crate::grammar::{self};
use ludarium_ludemes::checked::Arg;
use std::borrow::Borrow;

/// `remove the piece` → `removing the piece`.
pub fn gerund(text: &str) -> String {
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    let said = match verb {
        "set" | "reset" | "put" | "let" | "bet" | "get" => format!("{verb}ting"),
        "flip" | "swap" | "step" | "hop" => format!("{verb}ping"),
        "be" => "being".to_string(),
        "do" => "doing".to_string(),
        _ if verb.ends_with('e') && !verb.ends_with("ee") => format!("{}ing", &verb[..verb.len() - 1]),
        _ => format!("{verb}ing"),
    };
    if rest.is_empty() { said } else { format!("{said} {rest}") }
}

/// A walk of steps and turns in words.
pub fn walk_words<B: Borrow<Arg>>(items: &[B], s: &SiteNoun) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut run = 0;
    let flush = |run: &mut i64, parts: &mut Vec<String>| {
        if *run > 0 {
            parts.push(format!("{} {}", grammar::number(*run), if *run == 1 { s.one } else { s.many }));
            *run = 0;
        }
    };
    for item in items {
        match item.borrow().value.word() {
            Some("F") => run += 1,
            Some("L") => {
                flush(&mut run, &mut parts);
                parts.push("left".to_string());
            }
            Some("R") => {
                flush(&mut run, &mut parts);
                parts.push("right".to_string());
            }
            _ => {}
        }
    }
    flush(&mut run, &mut parts);
    let mut text = String::new();
    for (i, part) in parts.iter().enumerate() {
        let turn = part == "left" || part == "right";
        if i == 0 {
            text = if turn { format!("a turn {part}") } else { format!("{part} ahead") };
        } else if turn {
            text.push_str(&format!(", a turn {part}"));
        } else {
            text.push_str(&format!(", {part}"));
        }
    }
    if text.is_empty() { "nowhere".to_string() } else { text }
}

/// Leaps on a board of squares, by how far they go each way.
pub fn leap_words(walks: &Arg, s: &SiteNoun, by_vector: bool) -> String {
    let list = items_of(Some(walks));
    if by_vector {
        let mut shapes: Vec<(i64, i64)> = Vec::new();
        for walk in &list {
            let (x, y) = walk_end(&items_of(Some(walk)));
            let (a, b) = (x.abs().max(y.abs()), x.abs().min(y.abs()));
            if !shapes.contains(&(a, b)) {
                shapes.push((a, b));
            }
        }
        // Shapes that are not symmetrical by themselves need both mirror images.
        let mirrored = shapes.iter().all(|(a, b)| *b == 0 || a == b)
            || list.len() >= 2 * shapes.iter().filter(|(a, b)| *b != 0 && a != b).count();
        if mirrored && !shapes.is_empty() {
            let said: Vec<String> = shapes
                .iter()
                .map(|(a, b)| {
                    let n =
                        |k: i64| format!("{} {}", grammar::number(k), if k == 1 { s.one } else { s.many });
                    match (a, b) {
                        (2, 1) => {
                            format!("like a chess knight, two {} straight and one to the side,", s.many)
                        }
                        (a, 0) => format!("{} straight", n(*a)),
                        (a, b) if a == b => format!("{} diagonally", n(*a)),
                        (a, b) => format!("{} straight and {} to the side", n(*a), grammar::number(*b)),
                    }
                })
                .collect();
            return grammar::list(&said, "or");
        }
    }
    let texts: Vec<String> = list.into_iter().map(|w| walk_words(&items_of(Some(w)), s)).collect();
    if texts.len() > 3 && texts.iter().any(|t| t.contains(", ")) {
        return format!("in one of these ways: {};", texts.join("; "));
    }
    grammar::list(&texts, "or")
}

/// Where a walk on squares ends: so many to the right, so many ahead.
pub fn walk_end(steps: &[&Arg]) -> (i64, i64) {
    let (mut x, mut y, mut dx, mut dy) = (0i64, 0i64, 0i64, 1i64);
    for step in steps {
        match step.value.word() {
            Some("F") => {
                x += dx;
                y += dy;
            }
            Some("L") => (dx, dy) = (-dy, dx),
            Some("R") => (dx, dy) = (dy, -dx),
            _ => {}
        }
    }
    (x, y)
}

/// The same in words: `two squares ahead and one to the left`.
pub fn offset_words(across: i64, ahead: i64, s: &SiteNoun) -> String {
    let many = |n: i64| format!("{} {}", grammar::number(n.abs()), if n.abs() == 1 { s.one } else { s.many });
    let forth = if ahead < 0 { "back" } else { "ahead" };
    let side = if across < 0 { "to the left" } else { "to the right" };
    match (ahead, across) {
        (0, 0) => "nowhere".to_string(),
        (0, x) => format!("{} {side}", many(x)),
        (y, 0) => format!("{} {forth}", many(y)),
        (y, x) => format!("{} {forth} and {} {side}", many(y), grammar::number(x.abs())),
    }
}
