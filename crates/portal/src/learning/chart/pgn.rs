//! Portable game notation, as chess players write games: tags, moves in short notation, variations in brackets, comments with
//! marks (`[%cal Gb1c3]`, `[%csl Ra1]`), and numbers for glyphs. Any game whose moves are written as in chess can be
//! written so; any text whose moves a game understands can be read.

use super::{Mark, Node, Study};
use crate::compiled::Compiled;
use crate::learning::asked::{Base, session};
use crate::tables::Spec;
use ludarium_play::naming::is_written_like_chess;
use std::fmt::Write;
use std::sync::Arc;

/// Numbers of glyphs.
const GLYPHS: &[(u32, &str)] = &[(1, "!"), (2, "?"), (3, "!!"), (4, "??"), (5, "!?"), (6, "?!")];

/// What was read: the name of the game, if the text tells one, and the tree with moves as they are written.
pub fn read(text: &str) -> Result<(Option<String>, Study), String> {
    let mut study =
        Study::new(Spec { game: String::new(), ruleset: None, options: Vec::new(), written: None });
    let mut game = None;
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    let mut players = [String::new(), String::new()];
    while let Some(inside) = rest.strip_prefix('[') {
        let Some((tag, after)) = inside.split_once("]\n").or_else(|| inside.split_once(']')) else {
            return Err("a tag is not closed".to_owned());
        };
        let (key, value) = tag.split_once(' ').unwrap_or((tag, ""));
        let value = value.trim().trim_matches('"').replace("\\\"", "\"");
        match key {
            "Variant" | "Game" => game = Some(value),
            "FEN" => study.base = Base::Fen(value),
            "White" | "First" => players[0] = value,
            "Black" | "Second" => players[1] = value,
            "Event" if value != "?" => study.title = value,
            "Result" => study.result = value,
            _ => {}
        }
        rest = after.trim_start();
    }
    if players.iter().any(|p| !p.is_empty() && p != "?") {
        study.players = players.to_vec();
    }
    moves(rest, &mut study)?;
    if study.nodes.len() == 1 && study.nodes[0].comment.is_empty() {
        return Err("there are no moves in this text".to_owned());
    }
    Ok((game, study))
}

fn moves(text: &str, study: &mut Study) -> Result<(), String> {
    let mut here = 0;
    // Where each open bracket goes back to.
    let mut open: Vec<usize> = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else { break };
        match first {
            '{' => {
                let (comment, after) = rest[1..].split_once('}').ok_or("a comment is not closed")?;
                said(&mut study.nodes[here], comment);
                rest = after;
            }
            ';' | '%' => {
                let (comment, after) = rest[1..].split_once('\n').unwrap_or((&rest[1..], ""));
                if first == ';' {
                    said(&mut study.nodes[here], comment);
                }
                rest = after;
            }
            '(' => {
                open.push(here);
                here = study.nodes[here].up;
                rest = &rest[1..];
            }
            ')' => {
                here = open.pop().ok_or("a bracket is closed that was not opened")?;
                rest = &rest[1..];
            }
            // Another game begins: one is read.
            '[' => break,
            _ => {
                let end = rest.find(|c: char| c.is_whitespace() || "(){};".contains(c)).unwrap_or(rest.len());
                let (word, after) = rest.split_at(end);
                rest = after;
                if let Some(number) = word.strip_prefix('$') {
                    let number = number.parse().unwrap_or(0);
                    let glyph = GLYPHS.iter().find(|g| g.0 == number).map_or("", |g| g.1);
                    glyph.clone_into(&mut study.nodes[here].glyph);
                    continue;
                }
                if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*") {
                    continue;
                }
                let Some(word) = without_number(word) else { continue };
                let bare = word.trim_end_matches(['!', '?']);
                if study.nodes.len() > super::MOST_NODES {
                    return Err("this text has too many moves".to_owned());
                }
                let glyph = word[bare.len()..].to_owned();
                study.nodes.push(Node { up: here, m: bare.to_owned(), glyph, ..Node::default() });
                here = study.nodes.len() - 1;
            }
        }
    }
    Ok(())
}

/// `12.Nf3` as `Nf3`; nothing for `12.` or `12...`.
fn without_number(word: &str) -> Option<&str> {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = match digits.strip_prefix('.') {
        Some(rest) if digits.len() < word.len() => rest.trim_start_matches('.'),
        Some(_) | None => word,
    };
    (!rest.is_empty() && rest != ".").then_some(rest)
}

/// A comment, with the marks in it. Places are names until somebody knows the board.
fn said(node: &mut Node, comment: &str) {
    let mut text = String::new();
    let mut rest = comment;
    while let Some((before, after)) = rest.split_once("[%") {
        text += before;
        let (command, after) = after.split_once(']').unwrap_or((after, ""));
        let (kind, list) = command.split_once(' ').unwrap_or((command, ""));
        for mark in list.split(',').map(str::trim).filter(|m| m.len() > 2) {
            let colour = mark.chars().next().map_or('g', |c| c.to_ascii_lowercase());
            let places = &mark[1..];
            match kind {
                "csl" => node.marks.push(Mark { at: places.to_owned(), to: None, colour }),
                "cal" => {
                    // Two names together: the second begins with its letter.
                    let second = places.char_indices().skip(1).find(|(i, c)| {
                        c.is_ascii_alphabetic() && places[..*i].ends_with(|d: char| d.is_ascii_digit())
                    });
                    if let Some((at, _)) = second {
                        let (from, to) = places.split_at(at);
                        node.marks.push(Mark { at: from.to_owned(), to: Some(to.to_owned()), colour });
                    }
                }
                _ => {}
            }
        }
        rest = after;
    }
    text += rest;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if !text.is_empty() {
        node.comment = if node.comment.is_empty() { text } else { format!("{} {text}", node.comment) };
    }
}

/// The names of places, for marks: from names to keys, or back.
pub fn places(compiled: &Arc<Compiled>, study: &Study) -> Result<Vec<(String, String)>, String> {
    let here = session(compiled, &study.line(Vec::new()))?;
    let spots = here.ground(crate::session::Eyes::Public).spots;
    Ok(spots.into_iter().map(|s| (s.name, s.key)).collect())
}

/// Writes a tree, where the game's moves are written as in chess.
pub fn write(compiled: &Arc<Compiled>, study: &Study) -> Result<String, String> {
    if !is_written_like_chess(&compiled.game) {
        return Err("moves of this game are not written as in chess; take a record instead".to_owned());
    }
    let study = study.in_order();
    let places = places(compiled, &study)?;
    let start = session(compiled, &study.line(Vec::new()))?;
    let player = |i: usize| study.players.get(i).map_or("?", String::as_str).replace('"', "'");
    let result = if study.result.is_empty() { "*" } else { study.result.as_str() };
    let result = if ["1-0", "0-1", "1/2-1/2", "*"].contains(&result) { result } else { "*" };
    let mut out = String::new();
    let title = if study.title.is_empty() { "?" } else { study.title.as_str() }.replace('"', "'");
    let _ = writeln!(out, "[Event \"{title}\"]\n[Site \"Ludarium\"]\n[Date \"????.??.??\"]\n[Round \"?\"]");
    let _ = writeln!(out, "[White \"{}\"]\n[Black \"{}\"]\n[Result \"{result}\"]", player(0), player(1));
    let _ = writeln!(out, "[Variant \"{}\"]", compiled.game.name.replace('"', "'"));
    if let Base::Fen(fen) = &study.base {
        let _ = writeln!(out, "[SetUp \"1\"]\n[FEN \"{fen}\"]");
    }
    let mut words: Vec<String> = comment(&study.nodes[0], &places).into_iter().collect();
    line(&study, 0, start.moment().mover, &places, &mut words);
    words.push(result.to_owned());
    out.push('\n');
    let mut width = 0;
    for word in words {
        if width > 0 && width + word.len() > 78 {
            out.push('\n');
            width = 0;
        }
        if width > 0 {
            out.push(' ');
        }
        out += &word;
        width += word.len() + 1;
    }
    out.push('\n');
    Ok(out)
}

fn comment(node: &Node, places: &[(String, String)]) -> Option<String> {
    let name = |key: &str| places.iter().find(|(_, k)| k == key).map_or(key, |(n, _)| n.as_str()).to_owned();
    let mut parts = Vec::new();
    let sites: Vec<String> = node
        .marks
        .iter()
        .filter(|m| m.to.is_none())
        .map(|m| format!("{}{}", m.colour.to_ascii_uppercase(), name(&m.at)))
        .collect();
    let arrows: Vec<String> = node
        .marks
        .iter()
        .filter_map(|m| {
            Some(format!("{}{}{}", m.colour.to_ascii_uppercase(), name(&m.at), name(m.to.as_ref()?)))
        })
        .collect();
    for (kind, list) in [("csl", sites), ("cal", arrows)] {
        if !list.is_empty() {
            parts.push(format!("[%{kind} {}]", list.join(",")));
        }
    }
    if !node.comment.is_empty() {
        parts.push(node.comment.replace(['{', '}'], "|"));
    }
    (!parts.is_empty()).then(|| format!("{{{}}}", parts.join(" ")))
}

/// What is still to be written.
enum Todo {
    /// A move; its number is said even if it is the second player's.
    Move(usize, bool),
    /// What follows a position.
    After(usize, bool),
    Open,
    Close,
}

/// The moves after a position. `first`: who is to move at the beginning.
fn line(study: &Study, from: usize, first: usize, places: &[(String, String)], out: &mut Vec<String>) {
    let children = study.children();
    let mut depth = vec![usize::from(first == 2); study.nodes.len()];
    (1..study.nodes.len()).for_each(|i| depth[i] = depth[study.nodes[i].up] + 1);
    let mut todo = vec![Todo::After(from, true)];
    while let Some(next) = todo.pop() {
        match next {
            Todo::Open => out.push("(".to_owned()),
            Todo::Close => {
                if let Some(last) = out.last_mut() {
                    last.push(')');
                }
            }
            Todo::After(node, numbered) => {
                let Some((&main, others)) = children[node].split_first() else { continue };
                // What is pushed last is written first: the move, the moves beside it, what follows it.
                let broken = !others.is_empty() || comment(&study.nodes[main], places).is_some();
                todo.push(Todo::After(main, broken));
                for &other in others.iter().rev() {
                    let broken = comment(&study.nodes[other], places).is_some();
                    todo.extend([
                        Todo::Close,
                        Todo::After(other, broken),
                        Todo::Move(other, true),
                        Todo::Open,
                    ]);
                }
                todo.push(Todo::Move(main, numbered));
            }
            Todo::Move(node, numbered) => {
                let n = &study.nodes[node];
                let ply = depth[node] - 1;
                let mut word = match (ply % 2 == 1, numbered) {
                    (false, _) => format!("{}. ", 1 + ply / 2),
                    (true, true) => format!("{}... ", 1 + ply / 2),
                    (true, false) => String::new(),
                };
                word += n.label.trim_end_matches(['!', '?']);
                if out.last().is_some_and(|w| w == "(") {
                    out.pop();
                    word.insert(0, '(');
                }
                out.push(word);
                if let Some((nag, _)) = GLYPHS.iter().find(|g| g.1 == n.glyph) {
                    out.push(format!("${nag}"));
                }
                out.extend(comment(n, places));
            }
        }
    }
}
