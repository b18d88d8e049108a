//! `ludarium explain`: what a ludeme, a list of words, a definition of the library or a device of the language means and
//! how it is written; found by name, or by what a designer calls it.

use crate::out;
use anyhow::Result;
use ludarium_check::reference::{self, Topic, taken_by};
use ludarium_check::{signature, similar};
use ludarium_learn::devices::{Device, devices};
use ludarium_learn::finder::{Entry, Found, Reason, find};
use ludarium_ludemes::{EnumDef, Ludeme, Ty, all, plain_name};
use ludarium_syntax::{Defines, Kind, Selection, Sources, Tree};
use std::fmt::Write as _;
use std::process::ExitCode;

/// Explain a ludeme ("is Line"), a word ("Mover"), a definition ("IsEnemyAt") or a device ("define"), or find them by meaning
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium explain is Line
  ludarium explain RoleType
  ludarium explain pie rule
  ludarium explain jump over a piece")]
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
    let mut ludemes: Vec<&'static Ludeme> = Vec::new();
    let mut rest = String::new();
    for found in reference::explain(topic) {
        match found {
            Topic::Ludeme(ludeme) => ludemes.push(ludeme),
            Topic::List(list) => rest += &explain_list(list),
            Topic::Word(list, index) => rest += &explain_word(list, index),
        }
    }
    let is_asked_for = |ludeme: &&'static Ludeme| {
        ludeme.id == topic || plain_form(&reference::name(ludeme)) == plain_form(topic)
    };
    let device = devices().iter().find(|device| device.mark.eq_ignore_ascii_case(topic));
    if ludemes.iter().any(is_asked_for) {
        ludemes.iter().for_each(|ludeme| text += &explain_ludeme(ludeme));
        ludemes.first().into_iter().for_each(|ludeme| text += &usage(ludeme));
        text += &device.map(explain_device).unwrap_or_default();
        text += &by_meaning(topic, &ludemes, true);
    } else if let Some(device) = device {
        text += &explain_device(device);
    } else {
        text += &by_meaning(topic, &[], !(ludemes.is_empty() && rest.is_empty()));
        if !ludemes.is_empty() {
            text += &list_of(topic, &ludemes);
        }
    }
    // The forms that go on where the topic ends: all that `sites`, or `move Swap`, can be followed by.
    let begun = plain_form(topic) + " ";
    let longer = |ludeme: &&'static Ludeme| plain_form(&reference::name(ludeme)).starts_with(&begun);
    let with_keyword: Vec<&Ludeme> =
        all().filter(longer).filter(|ludeme| !ludemes.contains(ludeme)).collect();
    if !with_keyword.is_empty() {
        text += &list_of(topic, &with_keyword);
    }
    text += &rest;
    text += &explain_define(topic);
    (!text.is_empty()).then_some(text)
}

/// A form to compare by: signs written out, case ignored.
fn plain_form(form: &str) -> String {
    let mut words = form.split_whitespace();
    let head = plain_name(words.next().unwrap_or_default()).to_owned();
    words.fold(head, |form, word| form + " " + word).to_lowercase()
}

fn explain_ludeme(ludeme: &'static Ludeme) -> String {
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
    const SHOWN: usize = 12;
    let mut takers: Vec<String> = Vec::new();
    for (taker, _) in taken_by(ludeme) {
        let form = format!("({} …)", reference::name(taker));
        if !takers.contains(&form) {
            takers.push(form);
        }
    }
    if takers.len() > SHOWN {
        let more = takers.len() - SHOWN;
        takers.truncate(SHOWN);
        takers.push(format!("and {more} more"));
    }
    text += &titled("can stand in", &takers);
    text.push('\n');
    text
}

/// A section of the page about devices.
fn explain_device(device: &Device) -> String {
    let mut text = format!("{}: a device of the language\n\n", device.title);
    let lines = device.text.lines().filter(|line| !line.starts_with("```"));
    for line in lines {
        let _ = writeln!(text, "{}", if line.is_empty() { String::new() } else { format!("  {line}") });
    }
    text.push('\n');
    text
}

/// What designers mean by these words, beside what was told already; with `only_called`, only what the table of
/// designers' words knows.
fn by_meaning(topic: &str, told: &[&'static Ludeme], only_called: bool) -> String {
    const SHOWN: usize = 8;
    let is_told = |entry: Entry| told.iter().any(|ludeme| entry == Entry::Ludeme(ludeme));
    // What goes by this very name is told elsewhere, and names that are only near are suggested there.
    let fits = |found: &Found| {
        let means_it = match found.reason {
            Reason::Name => false,
            Reason::Called(_) => true,
            Reason::Explained(_) => !only_called,
        };
        means_it && !is_told(found.entry)
    };
    let found: Vec<Found> = find(topic).into_iter().filter(fits).take(SHOWN).collect();
    if found.is_empty() {
        return String::new();
    }
    let mut text = format!("\"{topic}\" can mean these; ask for one of them by name:\n\n");
    for Found { entry, reason } in &found {
        let kind = match entry {
            Entry::Ludeme(_) => "",
            Entry::Definition(_) => ", a definition of the library",
            Entry::Device(_) => ", a device of the language",
        };
        let why = match reason {
            Reason::Name => String::new(),
            Reason::Called(phrase) => format!("  ({phrase})"),
            Reason::Explained(_) => "  (by its explanation)".to_owned(),
        };
        let _ = writeln!(text, "  {}{kind}{why}", entry.id().trim_start_matches("device:"));
        for line in wrapped(entry.doc()) {
            let _ = writeln!(text, "      {line}");
        }
        if let (Entry::Ludeme(_), Some(example)) = (entry, entry.example()) {
            let _ = writeln!(text, "      example  {example}");
        }
        text.push('\n');
    }
    text
}

/// Many forms are explained by their list.
fn list_of(topic: &str, ludemes: &[&Ludeme]) -> String {
    let mut text = format!("\"{topic}\" is found in these; ask for one of them by name:\n\n");
    for ludeme in ludemes {
        let first = ludeme.doc.split_inclusive(". ").next().unwrap_or_default().trim();
        let _ = writeln!(text, "  {:24} {first}", ludeme.id);
    }
    text.push('\n');
    text
}

fn explain_list(list: &'static EnumDef) -> String {
    let mut text = format!("{}: a list of words\n", list.name);
    for line in wrapped(list.doc) {
        let _ = writeln!(text, "  {line}");
    }
    text.push('\n');
    let width = list.values.iter().map(|(word, _)| word.chars().count()).max().unwrap_or(0);
    for (word, doc) in list.values {
        let _ = writeln!(text, "  {}", format!("{word:width$}  {doc}").trim_end());
    }
    let takers: Vec<String> = all()
        .filter(|ludeme| ludeme.params.iter().any(|param| param.ty == Ty::Enum(list)))
        .map(|ludeme| ludeme.id.to_owned())
        .collect();
    text += &titled("taken by", &takers);
    text.push('\n');
    text
}

/// One word of a list.
fn explain_word(list: &EnumDef, index: usize) -> String {
    let (word, doc) = list.values[index];
    format!("{word} is a word of the list {}: {doc}\n", list.name)
}

/// A definition of the library, with the comment above it.
fn explain_define(name: &str) -> String {
    let defines = ludarium_play::library_defines();
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

/// In which of our games and definitions a ludeme occurs.
fn usage(ludeme: &Ludeme) -> String {
    let defines = ludarium_play::library_defines();
    let games: Vec<String> = ludarium_play::games()
        .iter()
        .filter(|game| {
            let reading = ludarium_play::read(game.key, game.text, &defines, &Selection::default());
            occurs(&reading.expanded.game, ludeme)
        })
        .map(|game| game.title.to_owned())
        .collect();
    let text = titled("used in the games", &games)
        + &titled("used in the definitions", &defines_using(&defines, ludeme));
    if text.is_empty() { text } else { text + "\n" }
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
fn defines_using(defines: &Defines, ludeme: &Ludeme) -> Vec<String> {
    let public = defines.names().into_iter().filter(|name| !name.starts_with('_'));
    public
        .filter(|name| {
            let game = format!("(game \"{name}\" (\"{name}\"))");
            let reading = ludarium_play::read("", &game, defines, &Selection::default());
            occurs(&reading.expanded.game, ludeme)
        })
        .map(str::to_owned)
        .collect()
}

fn suggestion(topic: &str) -> String {
    let defines = ludarium_play::library_defines();
    let near = reference::suggestions(topic);
    let defined = similar(topic, defines.names());
    let best = near.first().map(String::as_str).or(defined.first().copied());
    best.map_or(String::new(), |best| format!("; did you mean \"{best}\"?"))
}

/// A title and things in lines below it; nothing when there are none.
fn titled(title: &str, things: &[String]) -> String {
    if things.is_empty() {
        return String::new();
    }
    // A thing is not broken in two.
    let joined = things.iter().map(|thing| thing.replace(' ', "\u{a0}")).collect::<Vec<_>>().join(", ");
    let mut text = format!("  {title}\n");
    for line in wrapped(&joined) {
        let _ = writeln!(text, "    {}", line.replace('\u{a0}', " "));
    }
    text
}

/// A text in lines of readable length.
fn wrapped(text: &str) -> Vec<String> {
    const WIDTH: usize = 90;
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_ascii_whitespace() {
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
