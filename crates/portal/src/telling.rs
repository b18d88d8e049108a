//! Rules in words and findings about a game, as its pages show them. The words are made elsewhere; here they are asked
//! for.

use crate::compiled::defines;
use ludarium_concepts::Reason;
use ludarium_english::{Description, Document, Style, rules};
use ludarium_lint::{Effort, Subject, lint};
use ludarium_play::{Selection, compile_board, compile_with, read};

/// Sections as HTML, each with its heading in front.
pub type Sections = Vec<(String, String)>;

#[derive(Clone, Default)]
pub struct Told {
    pub plain: Sections,
    pub published: Sections,
    pub lint: Vec<String>,
}

fn sections(document: &Document) -> Sections {
    document
        .sections
        .iter()
        .filter(|section| !section.sentences.is_empty())
        .map(|section| (section.heading.clone(), section.html()))
        .collect()
}

/// The rules of a game as headings with plain lines below each.
pub fn lines(reading: &ludarium_play::Reading, game: &ludarium_play::Game) -> Vec<(String, Vec<String>)> {
    let Some(checked) = &reading.game else { return Vec::new() };
    let description = Description { game: checked, tree: &reading.expanded.game, board: Some(game) };
    let document = rules(&description, Style::Plain);
    let told = document.sections.into_iter().filter(|section| !section.sentences.is_empty());
    told.map(|section| {
        let lines = section.sentences.iter().flat_map(ludarium_english::Sentence::lines).collect();
        (section.heading, lines)
    })
    .collect()
}

/// Tells the rules of a description, chosen as `selection` says.
pub fn tell(text: &str, selection: &Selection, find: &dyn Fn(&str) -> Option<String>) -> Told {
    let reading = read("description", text, defines(), selection);
    let Some(checked) = &reading.game else { return Told::default() };
    let whole = compile_with(&reading, find);
    let playable = whole.is_ok();
    let built = whole.or_else(|_| compile_board(&reading)).ok();
    let description = Description { game: checked, tree: &reading.expanded.game, board: built.as_deref() };
    let lint = match (&built, playable) {
        (Some(game), true) => {
            let tree = &reading.expanded.game;
            let subject = Subject { checked, tree, game, metadata: reading.metadata.as_ref() };
            // Pages are made while somebody waits: only what can be proved without play.
            let effort = Effort::NONE;
            lint(&subject, &effort).into_iter().map(|f| format!("{}: {}", f.code, f.message)).collect()
        }
        (Some(_) | None, _) => Vec::new(),
    };
    Told {
        plain: sections(&rules(&description, Style::Plain)),
        published: sections(&rules(&description, Style::Portal)),
        lint,
    }
}

/// A concept of a game and why it has it.
pub struct Shown {
    pub number: &'static str,
    pub name: &'static str,
    pub value: String,
    pub reasons: Vec<String>,
}

/// The concepts that can be read off a description, by what they are about.
pub fn concepts(
    text: &str,
    selection: &Selection,
    find: &dyn Fn(&str) -> Option<String>,
) -> Vec<(&'static str, Vec<Shown>)> {
    let reading = read("description", text, defines(), selection);
    let Ok(game) = compile_with(&reading, find) else { return Vec::new() };
    let mut out: Vec<(&'static str, Vec<Shown>)> = Vec::new();
    for found in ludarium_concepts::explained(&reading, &game, find, 3) {
        let reasons = found
            .reasons
            .iter()
            .map(|reason| match reason {
                Reason::Clause { text, .. } => text.clone(),
                Reason::Definition { name, .. } => format!("the definition \"{name}\""),
                Reason::Concept(name) => format!("it comes with {name}"),
                Reason::Fact(fact) => fact.clone(),
            })
            .collect();
        let value = match found.concept.data {
            ludarium_concepts::taxonomy::Data::Boolean => "yes".to_owned(),
            ludarium_concepts::taxonomy::Data::Integer => format!("{:.0}", found.value),
            ludarium_concepts::taxonomy::Data::Double => format!("{:.3}", found.value),
        };
        let shown = Shown { number: found.concept.number, name: found.concept.name, value, reasons };
        let kind = found.concept.kind.name();
        match out.iter_mut().find(|(k, _)| *k == kind) {
            Some((_, list)) => list.push(shown),
            None => out.push((kind, vec![shown])),
        }
    }
    out
}
