//! `ludarium lower`: the kernel of a game, which is what the engine plays. Equipment in a few words, then the rules as
//! data: the debug form of the kernel without what is absent, laid out to the width of a page.

use crate::game_arg::GameArgs;
use crate::out;
use anyhow::Result;
use ludarium_engine::SiteType;
use ludarium_engine::game::{ComponentKind, ContainerKind, End};
use ludarium_engine::kernel::Moves;
use ludarium_play::{Around, Game, Pass};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Debug, Write};
use std::process::ExitCode;

/// Print what a game is made of once it is compiled: equipment, phases, rules
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium lower hex
  ludarium lower hex --program
  ludarium lower hex --pass straight")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// How wide lines may be
    #[arg(long, default_value_t = 110)]
    width: usize,
    /// Print the program that the compiled engine runs, instead of the rules
    #[arg(long)]
    program: bool,
    /// Print what a pass changes in that program: its functions without the pass and with it; `list` names the passes
    #[arg(long, value_name = "NAME", conflicts_with = "program")]
    pass: Option<String>,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let (_, game) = args.game.compile()?;
    let refused = |rule| anyhow::anyhow!("{} is not compiled yet: {rule} has no lowering", game.name);
    if args.program {
        out::print(&game.program().map_err(refused)?);
        return Ok(ExitCode::SUCCESS);
    }
    match args.pass.as_deref() {
        Some("list") => {
            out::print(&list_of_passes());
            return Ok(ExitCode::SUCCESS);
        }
        Some(name) => {
            let Some(pass) = Pass::named(name) else {
                anyhow::bail!("there is no pass `{name}`; the passes are\n{}", list_of_passes());
            };
            out::print(&around(pass, &game.program_around(pass).map_err(refused)?));
            return Ok(ExitCode::SUCCESS);
        }
        None => {}
    }
    let mut page = Page { text: String::new(), width: args.width.max(20) };
    page.game(&game);
    out::print(&page.text);
    Ok(ExitCode::SUCCESS)
}

fn list_of_passes() -> String {
    Pass::ALL.iter().map(|p| format!("{:10} {}\n", p.about().name, p.about().summary)).collect()
}

/// The functions of a program that a pass changes, before and after.
fn around(pass: Pass, around: &Around) -> String {
    let name = pass.about().name;
    if around.before.is_empty() && around.after.is_empty() {
        return format!("`{name}` changes nothing here\n");
    }
    let (before, after) = (around.before.concat(), around.after.concat());
    format!("== without `{name}`\n{before}\n== with `{name}`\n{after}")
}

struct Page {
    text: String,
    width: usize,
}

impl Page {
    fn line(&mut self, line: impl AsRef<str>) {
        self.text.push_str(line.as_ref());
        self.text.push('\n');
    }
    /// `name:` and a value of the kernel, indented below each other where they are long.
    fn value(&mut self, indent: usize, name: &str, value: &impl Debug) {
        let tidied = tidy(&format!("{value:?}"));
        let text = if name.is_empty() { tidied } else { format!("{name}: {tidied}") };
        lay_out(&text, indent, self.width, &mut self.text);
    }

    fn game(&mut self, game: &Game) {
        self.line(format!("game {:?}", game.name));
        self.line(format!("players {}, {}", game.players, format!("{:?}", game.mode).to_lowercase()));
        for (p, facing) in game.facing.iter().enumerate() {
            if let Some(direction) = facing {
                self.line(format!("  player {p} faces {direction:?}"));
            }
        }
        self.line(format!("limits {} turns each, {} moves", game.turn_limit, game.move_limit));
        self.line(format!("keeps {}", kept(game)));
        let sizes: Vec<String> = SiteType::ALL
            .iter()
            .map(|&k| format!("{} {}", game.board.len(k), k.name().to_lowercase()))
            .collect();
        self.line(format!("board {}, played on {}", sizes.join(", "), game.site_type.name().to_lowercase()));
        for c in game.containers.iter().skip(1) {
            let kind = match c.kind {
                ContainerKind::Board => "board".to_owned(),
                ContainerKind::Hand => "hand".to_owned(),
                ContainerKind::Deck => "deck".to_owned(),
                ContainerKind::Dice { faces, num } => format!("{num} dice of {faces} faces"),
            };
            let last = c.first + c.len - 1;
            self.line(format!(
                "container {:?}: {kind}, owner {}, sites {} to {last}",
                c.name, c.owner, c.first
            ));
        }
        for (i, c) in game.components.iter().enumerate().skip(1) {
            let kind = match &c.kind {
                ComponentKind::Nothing | ComponentKind::Piece => String::new(),
                ComponentKind::Large { .. }
                | ComponentKind::Die { .. }
                | ComponentKind::Card { .. }
                | ComponentKind::Domino { .. }
                | ComponentKind::Tile { .. } => format!(", {:?}", c.kind),
            };
            let facing = c.facing.map(|d| format!(", faces {d:?}")).unwrap_or_default();
            let flips = c.flips.map(|(a, b)| format!(", flips {a} and {b}")).unwrap_or_default();
            self.line(format!("component {i} {:?}: owner {}{facing}{flips}{kind}", c.name, c.owner));
            if let Some(moves) = &c.moves {
                // Pieces of several players often move alike.
                let same =
                    (1..i).find(|&k| game.components[k].moves.as_ref().is_some_and(|m| alike(m, moves)));
                match same {
                    Some(k) => self.line(format!("  moves: as component {k}")),
                    None => self.value(2, "moves", moves),
                }
            }
        }
        for r in &game.regions {
            let role = r.role.map(|role| format!(" for {role:?}")).unwrap_or_default();
            self.line(format!("region {:?}{role}", r.name));
            if let Some(sites) = &r.sites {
                self.value(2, "sites", sites);
            }
            for region in &r.regions {
                self.value(2, "", region);
            }
        }
        for t in &game.tracks {
            let looped = if t.looped { ", a loop" } else { "" };
            self.line(format!("track {:?}: owner {}{looped}, sites {:?}", t.name, t.owner, t.sites));
        }
        for m in &game.maps {
            self.value(0, &format!("map {:?}", m.name), &m.pairs);
        }
        for h in &game.hints {
            self.value(0, "hint", h);
        }
        for (i, name) in game.names.iter().enumerate() {
            self.line(format!("name {i} {name:?}"));
        }
        for rule in &game.start {
            self.value(0, "start", rule);
        }
        for phase in &game.phases {
            self.line(format!("phase {:?} for {:?}", phase.name, phase.role));
            self.value(2, "play", &phase.play);
            if let Some(end) = &phase.end {
                self.end(2, end);
            }
            for next in &phase.next {
                self.value(2, "next", next);
            }
        }
        for (i, then) in game.thens.iter().enumerate() {
            self.value(0, &format!("then {i}"), then);
        }
        if let Some(end) = &game.end {
            self.end(0, end);
        }
        self.value(0, "metarules", &game.meta);
        for (i, part) in game.subgames.iter().enumerate() {
            self.line(format!("subgame {i} {:?}", part.game.name));
            for (name, value) in [("next", &part.next), ("result", &part.result)] {
                if let Some(value) = value {
                    self.value(2, name, value);
                }
            }
        }
    }

    fn end(&mut self, indent: usize, end: &End) {
        for rule in &end.rules {
            self.value(indent, "end", rule);
        }
    }
}

/// The same rules, wherever they stand in the description.
fn alike(a: &Moves, b: &Moves) -> bool {
    a == b || tidy(&format!("{a:?}")) == tidy(&format!("{b:?}"))
}

/// The parts of a position that the game uses, in words.
fn kept(game: &Game) -> String {
    let text = format!("{:?}", game.uses);
    let inside = text.trim_start_matches("Uses { ").trim_end_matches(" }");
    let kept: Vec<&str> = inside.split(", ").filter_map(|f| f.strip_suffix(": true")).collect();
    if kept.is_empty() { "pieces only".to_owned() } else { kept.join(", ") }
}

/// Debug text without the fields that say nothing: absent ones, the numbers of rules, and `Some` around what is there.
fn tidy(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // For every bracket that is open: is its closing one to be left out?
    let mut dropped: Vec<bool> = Vec::new();
    let mut rest = text;
    let mut quoted = false;
    while let Some(c) = rest.chars().next() {
        if quoted {
            let len =
                if c == '\\' { 1 + rest[1..].chars().next().map_or(0, char::len_utf8) } else { c.len_utf8() };
            quoted = c != '"';
            out.push_str(&rest[..len]);
            rest = &rest[len..];
            continue;
        }
        let word_begins = !out.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        if word_begins {
            if let Some(after) = rest.strip_prefix("Some(") {
                dropped.push(true);
                rest = after;
                continue;
            }
            if let Some(len) = empty_field(rest) {
                rest = rest[len..].trim_start_matches(", ");
                if rest.starts_with([' ', '}']) {
                    // The last field: the comma before it goes too.
                    let kept = out.trim_end().trim_end_matches(',').len();
                    out.truncate(kept);
                    if !rest.starts_with(' ') {
                        out.push(' ');
                    }
                }
                continue;
            }
        }
        match c {
            '"' => quoted = true,
            '(' | '[' | '{' => dropped.push(false),
            ')' | ']' | '}' if dropped.pop() == Some(true) => {
                rest = &rest[1..];
                continue;
            }
            _ => {}
        }
        out.push(c);
        rest = &rest[c.len_utf8()..];
    }
    // A struct of which nothing is left needs no braces.
    let out = out.replace(" { }", "").replace(" {}", "");
    // Of what a part of a move does beside, most often nothing.
    out.replace(", apply: Apply }", " }").replace(", apply: Apply,", ",")
}

/// The length of a field that says nothing, if the text begins with one.
fn empty_field(text: &str) -> Option<usize> {
    let name = text.find(|c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'))?;
    let value = text[name..].strip_prefix(": ").filter(|_| name > 0)?;
    let from = name + 2;
    let ends = |len: usize| value[len..].starts_with([',', ' ', '}']).then_some(from + len);
    if value.starts_with("None") {
        return ends(4);
    }
    if value.starts_with("false") {
        return ends(5);
    }
    if value.starts_with("RuleId(") {
        return value.find(')').and_then(|close| ends(close + 1));
    }
    if value.starts_with("[]") {
        return ends(2);
    }
    None
}

/// Breaks a text at its brackets and commas so that it fits the width: what fits on a line stays on it.
fn lay_out(text: &str, indent: usize, width: usize, out: &mut String) {
    let (closing, listing) = matching(text);
    let closers: BTreeSet<usize> = closing.values().copied().collect();
    let mut column = indent;
    let _ = write!(out, "{:indent$}", "");
    // For every open bracket: is it broken over several lines?
    let mut broken: Vec<bool> = Vec::new();
    let mut skip_blank = false;
    for (i, c) in text.char_indices() {
        if skip_blank && c == ' ' {
            continue;
        }
        skip_blank = false;
        let depth = |broken: &[bool]| indent + 2 * broken.iter().filter(|b| **b).count();
        match c {
            '(' | '[' | '{' if closing.contains_key(&i) => {
                let len = closing[&i] - i;
                // What holds one thing only is broken inside that.
                let breaks = column + len + 1 > width && listing.contains(&i);
                broken.push(breaks);
                out.push(c);
                column += 1;
                if breaks {
                    column = depth(&broken);
                    let _ = write!(out, "\n{:column$}", "");
                    skip_blank = true;
                }
            }
            ')' | ']' | '}' if closers.contains(&i) => {
                if broken.pop() == Some(true) {
                    while out.ends_with(' ') {
                        out.pop();
                    }
                    column = depth(&broken);
                    let _ = write!(out, "\n{:column$}", "");
                }
                out.push(c);
                column += 1;
            }
            ',' if broken.last() == Some(&true) => {
                column = depth(&broken);
                let _ = write!(out, ",\n{:column$}", "");
                skip_blank = true;
            }
            _ => {
                out.push(c);
                column += 1;
            }
        }
    }
    out.push('\n');
}

/// Where each bracket outside quotes is closed; and those that hold several things, or nothing that could be broken.
fn matching(text: &str) -> (BTreeMap<usize, usize>, BTreeSet<usize>) {
    let mut pairs = BTreeMap::new();
    let mut several = BTreeSet::new();
    let mut open: Vec<(usize, bool, bool)> = Vec::new();
    let (mut quoted, mut escaped) = (false, false);
    for (i, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => {
                if let Some((_, _, nests)) = open.last_mut() {
                    *nests = true;
                }
                open.push((i, false, false));
            }
            ',' if !quoted => {
                if let Some((_, lists, _)) = open.last_mut() {
                    *lists = true;
                }
            }
            ')' | ']' | '}' if !quoted => {
                if let Some((from, lists, nests)) = open.pop() {
                    pairs.insert(from, i);
                    if lists || !nests {
                        several.insert(from);
                    }
                }
            }
            _ => {}
        }
    }
    (pairs, several)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_says_nothing_is_left_out() {
        let text = "A { x: Some(B(1)), y: None, rule: RuleId(3), z: [], last: false }";
        assert_eq!(tidy(text), "A { x: B(1) }");
        assert_eq!(tidy("A { y: None, rule: RuleId(3) }"), "A");
        assert_eq!(tidy("N(\"Some(x)\")"), "N(\"Some(x)\")");
    }

    #[test]
    fn what_does_not_fit_is_broken_at_its_brackets() {
        let mut out = String::new();
        lay_out("play: Or([Step { to: 1 }, Step { to: 2 }])", 2, 30, &mut out);
        assert_eq!(out, "  play: Or([\n    Step { to: 1 },\n    Step { to: 2 }\n  ])\n");
        out.clear();
        lay_out("play: Pass(1)", 0, 30, &mut out);
        assert_eq!(out, "play: Pass(1)\n");
    }
}
