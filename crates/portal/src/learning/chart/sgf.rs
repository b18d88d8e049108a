//! Smart game format, as players of Go, Hex and games of five in a row keep games: a tree of nodes with properties. Games in
//! which a move is one place (or a pass) can be written so. Points are pairs of letters from the upper left corner; for
//! Hex they are names of places, as its players write them.

use super::{Mark, Node, Study};
use crate::compiled::Compiled;
use crate::learning::asked::Base;
use crate::tables::Spec;
use ludarium_engine::SiteType;
use ludarium_play::naming::site_name;
use std::fmt::Write;
use std::sync::Arc;

/// The format's own numbers of games, by the names that it has for them.
const GAMES: &[(u32, &str)] = &[
    (1, "Go"),
    (2, "Othello"),
    (4, "Gomoku"),
    (4, "Renju"),
    (11, "Hex"),
    (9, "Lines of Action"),
    (10, "Ataxx"),
    (18, "Amazons"),
    (21, "Twixt"),
    (40, "Dots"),
];
/// The number of the game whose points are names of places.
const NAMED_POINTS: u32 = 11;

/// A node of the format: properties with their values.
type Properties = Vec<(String, Vec<String>)>;

pub fn read(text: &str) -> Result<(Option<String>, Study), String> {
    let mut study =
        Study::new(Spec { game: String::new(), ruleset: None, options: Vec::new(), written: None });
    let mut chars = text.char_indices().peekable();
    let (mut here, mut begun) = (0, false);
    let mut open: Vec<usize> = Vec::new();
    let (mut game, mut rows) = (None, 19usize);
    while let Some((at, c)) = chars.next() {
        match c {
            '(' => open.push(here),
            ')' => {
                here = open.pop().ok_or("a bracket is closed that was not opened")?;
                if open.is_empty() {
                    break;
                }
            }
            ';' => {
                let (properties, end) = node(&text[at + 1..])?;
                let end = at + 1 + end;
                while chars.peek().is_some_and(|(i, _)| *i < end) {
                    chars.next();
                }
                let value = |key: &str| {
                    properties.iter().find(|(k, _)| k == key).and_then(|(_, v)| v.first()).cloned()
                };
                if !begun {
                    begun = true;
                    let number = value("GM").and_then(|v| v.trim().parse().ok()).unwrap_or(1);
                    game = GAMES.iter().find(|g| g.0 == number).map(|g| g.1.to_owned());
                    if let Some(size) = value("SZ") {
                        let last = size.rsplit(':').next().unwrap_or(&size).trim().to_owned();
                        rows = last.parse().map_err(|_| format!("the size {size} cannot be read"))?;
                    }
                    study.title = value("GN").or(value("EV")).unwrap_or_default();
                    study.result = value("RE").unwrap_or_default();
                    if value("PB").is_some() || value("PW").is_some() {
                        study.players =
                            vec![value("PB").unwrap_or_default(), value("PW").unwrap_or_default()];
                    }
                }
                if properties.iter().any(|(k, _)| matches!(k.as_str(), "AB" | "AW" | "AE")) {
                    return Err(
                        "this game begins with pieces set up by hand, which no moves lead to".to_owned()
                    );
                }
                if let Some(played) = value("B").or(value("W")) {
                    if study.nodes.len() > super::MOST_NODES {
                        return Err("this text has too many moves".to_owned());
                    }
                    let m = place(&played, rows).unwrap_or_else(|| "pass".to_owned());
                    study.nodes.push(Node { up: here, m, ..Node::default() });
                    here = study.nodes.len() - 1;
                }
                noted(&mut study.nodes[here], &properties, rows);
            }
            _ => {}
        }
    }
    if !open.is_empty() {
        return Err("a bracket is not closed".to_owned());
    }
    if !begun {
        return Err("there is no game in this text".to_owned());
    }
    Ok((game, study))
}

/// The properties of a node, and where they end.
fn node(text: &str) -> Result<(Properties, usize), String> {
    let mut properties: Properties = Vec::new();
    let bytes = text.as_bytes();
    let mut i = 0;
    loop {
        while i < bytes.len() && bytes[i].is_ascii_whitespace() {
            i += 1;
        }
        let from = i;
        while i < bytes.len() && bytes[i].is_ascii_alphabetic() {
            i += 1;
        }
        if from == i {
            return Ok((properties, i));
        }
        let name: String = text[from..i].chars().filter(char::is_ascii_uppercase).collect();
        let mut values = Vec::new();
        loop {
            while i < bytes.len() && bytes[i].is_ascii_whitespace() {
                i += 1;
            }
            if bytes.get(i) != Some(&b'[') {
                break;
            }
            let mut value = String::new();
            let mut chars = text[i + 1..].char_indices();
            loop {
                match chars.next() {
                    Some((_, '\\')) => value.extend(chars.next().map(|(_, c)| c)),
                    Some((at, ']')) => {
                        i += at + 2;
                        break;
                    }
                    Some((_, c)) => value.push(c),
                    None => return Err("a value is not closed".to_owned()),
                }
            }
            values.push(value);
        }
        properties.push((name, values));
    }
}

/// The name of the place of a point; nothing for a pass.
fn place(point: &str, rows: usize) -> Option<String> {
    let point = point.trim();
    let mut chars = point.chars();
    let (x, y) = (chars.next()?, chars.next()?);
    if y.is_ascii_digit() {
        return Some(point.to_lowercase());
    }
    let number = |c: char| match c {
        'a'..='z' => Some(c as usize - 'a' as usize),
        'A'..='Z' => Some(26 + c as usize - 'A' as usize),
        _ => None,
    };
    let (column, row) = (number(x)?, number(y)?);
    // (`tt` is a pass on boards up to 19 × 19.)
    (row < rows && column < 26).then(|| format!("{}{}", (b'a' + column as u8) as char, rows - row))
}

fn noted(node: &mut Node, properties: &Properties, rows: usize) {
    for (key, values) in properties {
        match key.as_str() {
            "C" => node.comment = values.join("\n").trim().to_owned(),
            "TR" | "SQ" | "CR" | "MA" => {
                let colour = match key.as_str() {
                    "TR" => 'g',
                    "SQ" => 'b',
                    "CR" => 'y',
                    _ => 'r',
                };
                let at = values.iter().filter_map(|v| place(v, rows));
                node.marks.extend(at.map(|at| Mark { at, to: None, colour }));
            }
            "AR" => {
                let ends = values.iter().filter_map(|v| v.split_once(':'));
                node.marks.extend(ends.filter_map(|(a, b)| {
                    Some(Mark { at: place(a, rows)?, to: Some(place(b, rows)?), colour: 'g' })
                }));
            }
            "TE" => "!".clone_into(&mut node.glyph),
            "BM" => "?".clone_into(&mut node.glyph),
            "IT" => "!?".clone_into(&mut node.glyph),
            "DO" => "?!".clone_into(&mut node.glyph),
            _ => {}
        }
    }
}

/// Columns and rows of a board whose places are called by a letter and a number.
fn size(compiled: &Compiled) -> Option<(usize, usize)> {
    let game = &compiled.game;
    let kind: SiteType = game.site_type;
    let mut most = (0, 0);
    for site in 0..game.board_sites(kind) as i32 {
        let (x, y) = column_and_row(&site_name(game, kind, site))?;
        most = (most.0.max(x + 1), most.1.max(y));
    }
    (most.0 > 0 && most.1 > 0).then_some(most)
}

/// `c4` as column 2, row 4.
fn column_and_row(name: &str) -> Option<(usize, usize)> {
    let mut chars = name.chars();
    let letter = chars.next().filter(char::is_ascii_lowercase)?;
    let row = chars.as_str().parse().ok().filter(|r| *r > 0)?;
    Some((letter as usize - 'a' as usize, row))
}

/// Writes a tree, where each move is one place.
pub fn write(compiled: &Arc<Compiled>, study: &Study) -> Result<String, String> {
    let cannot = || "moves of this game are not single places; take a record instead".to_owned();
    let (columns, rows) = size(compiled).filter(|_| compiled.game.players == 2).ok_or_else(cannot)?;
    if study.base != Base::Start {
        return Err("this study does not begin at the start of a game".to_owned());
    }
    let title = &compiled.game.name;
    let number = GAMES.iter().find(|g| title.eq_ignore_ascii_case(g.1)).map_or(1, |g| g.0);
    let letter = |n: usize| char::from(if n < 26 { b'a' + n as u8 } else { b'A' + (n - 26) as u8 });
    let point = |name: &str| -> Option<String> {
        let (x, y) = column_and_row(name)?;
        let letters = format!("{}{}", letter(x), letter(rows - y));
        Some(if number == NAMED_POINTS { name.to_owned() } else { letters })
    };
    let study = study.in_order();
    let places = super::pgn::places(compiled, &study)?;
    let name_of =
        |key: &str| places.iter().find(|(_, k)| k == key).map_or(key, |(n, _)| n.as_str()).to_owned();
    let shape = if columns == rows { rows.to_string() } else { format!("{columns}:{rows}") };
    let mut out = format!("(;FF[4]CA[UTF-8]AP[Ludarium]GM[{number}]SZ[{shape}]GN[{}]", escaped(&study.title));
    for (key, i) in [("PB", 0), ("PW", 1)] {
        if let Some(name) = study.players.get(i).filter(|n| !n.is_empty()) {
            let _ = write!(out, "{key}[{}]", escaped(name));
        }
    }
    properties(&mut out, &study.nodes[0], &point, &name_of);
    let mut here = crate::learning::asked::session(compiled, &study.line(Vec::new()))?;
    let children = study.children();
    let mut depth = vec![0; study.nodes.len()];
    (1..study.nodes.len()).for_each(|i| depth[i] = depth[study.nodes[i].up] + 1);
    let mut todo = vec![Todo::After(0)];
    while let Some(next) = todo.pop() {
        match next {
            Todo::Open => out.push('('),
            Todo::Close => out.push(')'),
            Todo::After(node) => match children[node][..] {
                [] => {}
                [only] => todo.push(Todo::Move(only)),
                // Where lines part each has brackets of its own. (What is pushed last is written first.)
                ref several => {
                    for &child in several.iter().rev() {
                        todo.extend([Todo::Close, Todo::Move(child), Todo::Open]);
                    }
                }
            },
            Todo::Move(i) => {
                let node = &study.nodes[i];
                here.rewind(depth[node.up]);
                let player = here.moment().mover;
                let index = here.find(&node.m).map_err(|_| format!("{} cannot be played", node.m))?;
                here.play(index).map_err(|_| format!("{} cannot be played", node.m))?;
                let said =
                    if node.m == "pass" { String::new() } else { point(&node.m).ok_or_else(cannot)? };
                let _ = write!(out, "\n;{}[{said}]", if player == 1 { 'B' } else { 'W' });
                properties(&mut out, node, &point, &name_of);
                todo.push(Todo::After(i));
            }
        }
    }
    out += ")\n";
    Ok(out)
}

/// What is still to be written.
enum Todo {
    Move(usize),
    After(usize),
    Open,
    Close,
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

fn properties(
    out: &mut String,
    node: &Node,
    point: &impl Fn(&str) -> Option<String>,
    name_of: &impl Fn(&str) -> String,
) {
    if !node.comment.is_empty() {
        let _ = write!(out, "C[{}]", escaped(&node.comment));
    }
    let glyph = match node.glyph.as_str() {
        "!" | "!!" => "TE[1]",
        "?" | "??" => "BM[1]",
        "!?" => "IT[]",
        "?!" => "DO[]",
        _ => "",
    };
    out.push_str(glyph);
    for (colour, key) in [('g', "TR"), ('b', "SQ"), ('y', "CR"), ('r', "MA")] {
        let marked = node.marks.iter().filter(|m| m.to.is_none() && m.colour == colour);
        let points: Vec<String> = marked.filter_map(|m| point(&name_of(&m.at))).collect();
        if !points.is_empty() {
            let _ = write!(out, "{key}[{}]", points.join("]["));
        }
    }
    let arrows: Vec<String> = node
        .marks
        .iter()
        .filter_map(|m| Some(format!("{}:{}", point(&name_of(&m.at))?, point(&name_of(m.to.as_ref()?))?)))
        .collect();
    if !arrows.is_empty() {
        let _ = write!(out, "AR[{}]", arrows.join("]["));
    }
}
