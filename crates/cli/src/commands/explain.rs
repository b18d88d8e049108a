//! `ludarium explain`: what a ludeme, a list of words or a definition of the library means and how it is written.

use crate::out;
use anyhow::Result;
use ludarium_compiler::reference::{self, taken_by};
use ludarium_compiler::{signature, similar};
use ludarium_ludemes::{EnumDef, Ludeme, Ty, all, enums, plain_name};
use ludarium_syntax::{Defines, Kind, Selection, Sources, Tree};
use std::fmt::Write as _;
use std::process::ExitCode;

/// Explain a ludeme ("is Line"), a list of words ("RoleType"), a word ("Mover") or a definition ("IsEnemyAt")
#[derive(clap::Args)]
pub struct Args {
    /// What to explain; several words need no quotes
    #[arg(required = true, num_args = 1..)]
    topic: Vec<String>,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let topic = args.topic.join(" ");
    let topic = topic.trim().trim_start_matches('(').trim_end_matches(')').trim();
    match explain(topic) {
        Some(text) => {
            out::print(&text);
            Ok(ExitCode::SUCCESS)
        }
        None => {
            eprintln!("ludarium: nothing is called \"{topic}\"{}", suggestion(topic));
            Ok(ExitCode::from(1))
        }
    }
}

/// Everything that goes by this name, most likely meaning first.
fn explain(topic: &str) -> Option<String> {
    let mut text = String::new();
    let (exact, family) = ludemes(topic);
    for ludeme in &exact {
        text += &explain_ludeme(ludeme);
    }
    if family.iter().any(|ludeme| ludeme.keyword.is_some()) {
        text += &explain_family(topic, &family);
    }
    if let Some(used) = usage(&exact) {
        text += &used;
    }
    for list in enums::ALL.iter().filter(|list| list.name.eq_ignore_ascii_case(topic)) {
        text += &explain_list(list);
    }
    // Heads are small, words of the lists are capital: `mover` is a ludeme, `Mover` a player.
    if text.is_empty() || topic.starts_with(char::is_uppercase) {
        text += &explain_word(topic);
    }
    text += &explain_define(topic);
    (!text.is_empty()).then_some(text)
}

/// The entries that are written with exactly this head and keyword, and all those that begin with it.
fn ludemes(topic: &str) -> (Vec<&'static Ludeme>, Vec<&'static Ludeme>) {
    let mut words = topic.split_whitespace();
    let head = words.next().unwrap_or_default();
    let keyword: Vec<&str> = words.collect();
    let keyword = keyword.join(" ");
    let family: Vec<&'static Ludeme> =
        all().filter(|ludeme| plain_name(ludeme.head).eq_ignore_ascii_case(plain_name(head))).collect();
    let exact = family
        .iter()
        .copied()
        .filter(|ludeme| {
            ludeme.id == topic || ludeme.keyword.unwrap_or_default().eq_ignore_ascii_case(&keyword)
        })
        .collect();
    let family = if keyword.is_empty() { family } else { Vec::new() };
    (exact, family)
}

fn explain_ludeme(ludeme: &Ludeme) -> String {
    let mut text = format!("{}\n", signature(ludeme).trim_matches('`'));
    let _ = writeln!(text, "  gives {}", ludeme.gives.describe());
    for line in wrapped(ludeme.doc) {
        let _ = writeln!(text, "  {line}");
    }
    if !ludeme.params.is_empty() {
        text.push('\n');
    }
    let shown = |p: &ludarium_ludemes::Param| p.label.map_or(p.name.to_owned(), |label| format!("{label}:"));
    let width = ludeme.params.iter().map(|p| shown(p).chars().count()).max().unwrap_or(0);
    for param in ludeme.params {
        let mut kind = param.ty.name().to_owned();
        for _ in 0..param.array {
            kind = format!("{{{kind}}}");
        }
        let optional = if param.optional { ", may be left out" } else { "" };
        let doc = if param.doc.is_empty() { String::new() } else { format!(": {}", param.doc) };
        let _ = writeln!(text, "  {:width$}  {kind}{optional}{doc}", shown(param));
    }
    let _ = writeln!(text, "\n  example  {}\n", ludeme.example);
    let takers = taken_by(ludeme);
    let mut names: Vec<String> = Vec::new();
    for (taker, _) in &takers {
        let form = format!("({} …)", reference::name(taker));
        if !names.contains(&form) {
            names.push(form);
        }
    }
    let shown = names.len().min(12);
    if shown > 0 {
        let more = names.len() - shown;
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        let _ = writeln!(text, "  can stand in");
        for line in wrapped(&(names[..shown].join(", ") + &rest)) {
            let _ = writeln!(text, "    {line}");
        }
        text.push('\n');
    }
    text
}

/// A head with many keywords is explained by their list.
fn explain_family(head: &str, family: &[&Ludeme]) -> String {
    let mut text = format!("({head} …) goes with these words; ask for one of them by name:\n\n");
    for ludeme in family.iter().filter(|ludeme| ludeme.keyword.is_some()) {
        let first = ludeme.doc.split_inclusive(". ").next().unwrap_or_default().trim();
        let _ = writeln!(text, "  {:24} {first}", ludeme.id);
    }
    text.push('\n');
    text
}

fn explain_list(list: &EnumDef) -> String {
    let mut text = format!("{}: a list of words\n", list.name);
    for line in wrapped(list.doc) {
        let _ = writeln!(text, "  {line}");
    }
    text.push('\n');
    let width = list.values.iter().map(|(word, _)| word.chars().count()).max().unwrap_or(0);
    for (word, doc) in list.values {
        let _ = writeln!(text, "  {}", format!("{word:width$}  {doc}").trim_end());
    }
    let takers: Vec<&str> = all()
        .filter(|ludeme| ludeme.params.iter().any(|p| p.ty == Ty::Enum(find_list(list))))
        .map(|l| l.id)
        .collect();
    if !takers.is_empty() {
        let _ = writeln!(text, "\n  taken by");
        for line in wrapped(&takers.join(", ")) {
            let _ = writeln!(text, "    {line}");
        }
    }
    text.push('\n');
    text
}

/// The same list as a static, to compare types with.
fn find_list(list: &EnumDef) -> &'static EnumDef {
    enums::ALL.iter().find(|other| other.name == list.name).expect("every list comes from this table")
}

/// A single word: the lists it belongs to, and the ludemes it is a keyword of.
fn explain_word(word: &str) -> String {
    let mut text = String::new();
    for list in enums::ALL {
        if let Some(at) = list.index_of(word) {
            let (word, doc) = list.values[at];
            let doc = if doc.is_empty() { String::new() } else { format!(": {doc}") };
            let _ = writeln!(text, "{word} is a word of the list {}{doc}", list.name);
        }
    }
    for ludeme in all() {
        if ludeme.keyword.is_some_and(|keyword| keyword.split(' ').any(|k| k.eq_ignore_ascii_case(word))) {
            let _ = writeln!(text, "({} {} …) is a ludeme", ludeme.head, ludeme.keyword.unwrap_or_default());
        }
    }
    text
}

/// A definition of the library, with the comment above it.
fn explain_define(name: &str) -> String {
    let defines = ludarium::library_defines();
    let Some(name) =
        defines.names().into_iter().find(|known| known.eq_ignore_ascii_case(name.trim_matches('"')))
    else {
        return String::new();
    };
    let Some(span) = defines.definition(name) else { return String::new() };
    let mut sources = Sources::new();
    defines.add_to(&mut sources);
    let Some(source) = sources.get(span.file) else { return String::new() };
    let before = &source.text[..span.start as usize];
    let mut comment: Vec<&str> = before.lines().rev().take_while(|line| line.starts_with("//")).collect();
    comment.reverse();
    let mut text = format!("\"{name}\" is a definition of the library ({})\n", source.name);
    for line in comment {
        let _ = writeln!(text, "  {}", line.trim_start_matches('/').trim());
    }
    let _ = writeln!(text, "\n{}\n", span.of(&source.text));
    text
}

/// In which of our games and definitions these ludemes occur.
fn usage(ludemes: &[&Ludeme]) -> Option<String> {
    let first = ludemes.first()?;
    let defines = ludarium::library_defines();
    let games: Vec<&str> = ludarium::games()
        .iter()
        .filter(|game| {
            let reading = ludarium::read(game.key, game.text, &defines, &Selection::default());
            occurs(&reading.expanded.game, first)
        })
        .map(|game| game.title)
        .collect();
    let in_defines = defines_using(&defines, first);
    let mut text = String::new();
    for (title, names) in [("used in the games", games), ("used in the definitions", in_defines)] {
        if !names.is_empty() {
            let _ = writeln!(text, "  {title}");
            for line in wrapped(&names.join(", ")) {
                let _ = writeln!(text, "    {line}");
            }
        }
    }
    (!text.is_empty()).then(|| text + "\n")
}

/// Whether a clause with this head and keyword stands anywhere in the tree.
fn occurs(tree: &Tree, ludeme: &Ludeme) -> bool {
    tree.nodes.iter().any(|node| {
        if node.kind != Kind::Call {
            return false;
        }
        let mut words = node.children.iter().map_while(|&id| match &tree.node(id).kind {
            Kind::Word(word) => Some(word.as_str()),
            Kind::Call | Kind::Set | Kind::Fragment | Kind::Hole(_) => None,
            Kind::Int(_) | Kind::Float(_) | Kind::Text(_) => None,
        });
        words.next().is_some_and(|head| plain_name(head) == plain_name(ludeme.head))
            && ludeme
                .keyword
                .unwrap_or_default()
                .split_whitespace()
                .all(|keyword| words.next() == Some(keyword))
    })
}

/// The public definitions whose bodies, fully worked out, contain such a clause.
fn defines_using<'a>(defines: &'a Defines, ludeme: &Ludeme) -> Vec<&'a str> {
    let public = defines.names().into_iter().filter(|name| !name.starts_with('_'));
    public
        .filter(|name| {
            let game = format!("(game \"{name}\" (\"{name}\"))");
            let reading = ludarium::read("", &game, defines, &Selection::default());
            occurs(&reading.expanded.game, ludeme)
        })
        .collect()
}

fn suggestion(topic: &str) -> String {
    let defines = ludarium::library_defines();
    let forms: Vec<String> = all()
        .map(|ludeme| format!("{} {}", ludeme.head, ludeme.keyword.unwrap_or_default()).trim().to_owned())
        .collect();
    let words =
        enums::ALL.iter().flat_map(|list| list.values.iter().map(|(word, _)| *word).chain([list.name]));
    let near = similar(topic, forms.iter().map(String::as_str).chain(words).chain(defines.names()));
    near.first().map_or(String::new(), |best| format!("; did you mean \"{best}\"?"))
}

/// A text in lines of readable length.
fn wrapped(text: &str) -> Vec<String> {
    const WIDTH: usize = 90;
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}
